"""Words about types: what does not fit where it stands, and what tells values apart."""

from typing import Final

from rulewright.language.diagnostics import Complaint

# ---- Words about types: what does not fit where it stands


# `what` as "a number".
only_words = Complaint(
    "type-mismatch",
    "`{name}` is one of the words that are listed where it is picked. They stand for themselves, and {wanted} belongs "
    "here.[ Write there: pick {name} from {values} where {which}.| Say for each of them what is meant, with `{word}` "
    "for `{name}` behind `if {name} is {word}:`, or in a guard before `when {name} is {word}`.]",
)
type_mismatch = Complaint(
    "type-mismatch",
    "This is {what}, and {wanted} belongs here.[ {example}]",
    also="declared here",
)
never_equal = Complaint(
    "never-equal",
    "This compares {left} with {right}; that is never true.{advice}",
    also="declared here",
)
one_or_set = Complaint(
    "one-or-set",
    "{one} is one value, and {set} can hold several. Ask whether it is among them: {inside}. Or, if {set} shall hold "
    "just this one: {same}",
)
one_of_several = Complaint(
    "one-or-set",
    "{one} is one, and {several} may be several. Ask whether it is among them: {inside}. Or say which of them is "
    "meant: first, last or only.",
)
out_of_range = Complaint(
    "out-of-range",
    "{target} is {has}, and this is {value}: it never fits. {advice}",
    also="declared here",
)
which_board = Complaint(
    "type-mismatch",
    "There is no one board on which the first piece could lie: none lies over {place} alone, or several do. Write "
    "ray(d), and say which piece stops it.",
)
no_such_value = Complaint("out-of-range", "There is no {asked}: {values}. Ask for one of these, or widen the type.")
no_such_member = Complaint("out-of-range", "This set never holds {value}: {values}. Widen the type, or leave it out.")
# `line`: where that is said, unless it is plain.
certainly_none = Complaint(
    "certainly-none", "{what} is none here[ (line {line})]. Ask first: if {what} is not none.", also="none since here"
)
# `lost` as "owner"; `done`: "shuffled" or "emptied".
place_unknown = Complaint(
    "place-unknown",
    "{piece} was found in a zone that line {line} {done}: its {lost} is no longer known. Ask before line {line}.",
    also="lost here",
)
both_none = Complaint(
    "both-none",
    "Both may be none, and of two nones this says no. Say which is meant: {left} is the same as {right}, or ({left} is "
    "{right} and {left} is not none).",
    also="declared here",
)
both_none_negated = Complaint(
    "both-none",
    "Both may be none, and of two nones this says yes. Say which is meant: {left} is not the same as {right}, or "
    "({left} is none or {left} is not {right}).",
    also="declared here",
)
# `total`: the sum, where that may be meant.
nobody_is_none = Complaint(
    "type-mismatch",
    "`nobody` are no players at all; where one player is meant, that there is none is written: none.",
    edit="none",
    sure=True,
)
two_zones = Complaint(
    "type-mismatch",
    "Two zones are never the same one. If as many pieces should lie in both, write: {sizes}. If the same sorts of "
    "pieces, write: {sorts}.",
)
which_one = Complaint(
    "which-one",
    "This may be several, and one is wanted here. Say which: first, last or only[; or add them up: {total}].",
    also="declared here",
)
several_move = Complaint(
    "which-one",
    "This may be several. To move them all, write: move all {what} to …; one of them is its first, last or only, "
    "or picked before.",
    also="declared here",
)
no_place = Complaint(
    "type-mismatch",
    "This is {what}, and a place belongs here: one of a grid, of joined points or of a number type, such as a1.",
)
no_opponent = Complaint(
    "unknown-question",
    "Who plays against just one has an opponent; here {number:player} may play. All others are `others`, who sits next "
    "is `left`; or pick one.",
)
no_steps = Complaint(
    "type-mismatch",
    "A region goes on through places that are known before the game: neighbors, around, leaps(a, b). {what} is none of "
    "these; what else must be so of each place belongs behind `where`.",
)
groups_apart = Complaint(
    "type-mismatch",
    "These are {what}, which only a question looks at: some, no, every, count of, total, highest, lowest. Pick or move "
    "pieces, several at once, and ask of them what a group must be.",
)
other_groups = Complaint(
    "type-mismatch",
    "These groups are made of something else than {what}. Name both alike: lowest total a of X outside disjoint (X's "
    "groups(3, 4)).",
)
no_such_groups = Complaint(
    "type-mismatch", "Groups of {low} to {high} there are not. Write, for example: groups(3, 4)."
)
no_question = Complaint(
    "type-mismatch", "{what} is nothing that one piece is asked. Name it alone, such as: {name}(suit)."
)
arguments = Complaint(
    "arguments",
    "{name} needs {wanted:#argument}[ ({wanted:, })] but gets {got}. Write {name}[({wanted:, })].",
    also="declared here",
)
cases_incomplete = Complaint(
    "cases-incomplete", "This definition has no line for {missing}. Add a case, or end with: … otherwise."
)
# A definition of something, said like one that is given its type.
of_left_out = Complaint(
    "type-mismatch", "What `{defined}` is defined of stands behind `of`: define {defined} of {name}."
)
# `name`: the plural of `type`.
one_handed_over = Complaint(
    "type-mismatch",
    "Only a definition may be asked of several together; what is handed over here is one {type}. Write {type}, or let "
    "what is handed over lie in a zone or a set, and name that here.",
    edit="{type}",
)
# `lines`: the first of those that are missing, as `"when red:"`.
family_incomplete = Complaint("family-incomplete", "{name} has no member for {missing}. Add {lines:, }.")
family_twice = Complaint(
    "family-incomplete",
    "There are two members for {name}. Each value has one: delete one of them.",
    also="the first one",
)
kinds_not_copies = Complaint(
    "kinds-not-copies",
    "{plural} are the {kinds} kinds, not the {pieces} pieces. Name the zone in which they lie, such as: {places}.",
)
# `fitting`: the zones it could go to.
wrong_piece = Complaint(
    "wrong-piece",
    "{piece:A} cannot go to {zone}: {zone} holds {holds} only. [Did you mean {fitting: or }?|Declare a zone for it, "
    "such as: {piece}-pool: area of {piece}.]",
    also="declared here",
)
which_piece = Complaint(
    "which-piece",
    "This leaves open which pieces of {zone} are moved. Draw one, pick one, or say which[, such as: where its "
    "{whose} is you|: where …]",
)
# `what` names it in the sentence; `kind`: where that is not the kind's own name, a kind that it may be.
which_copy_moves = Complaint(
    "which-piece",
    "[{what} may be {kind}, of which there are {copies}|There are {copies} {what}], and this does not say which is "
    "moved. Name the zone in which it lies, such as: move 1 from {zone} where it is {what} to …",
)
which_copy = Complaint(
    "which-piece",
    "[{what} may be {kind}, of which there are {copies}|There are {copies} {what}], and this does not say which is "
    "meant. Find it first: let found be first one in {zone} where one is {what}.",
)
owner_unknown = Complaint(
    "owner-unknown",
    '{zone} does not remember owners. Only rows declared "with owner" do: {zone}: row of …, with owner.',
    also="declared here",
)
divides_by_zero = Complaint(
    "divides-by-zero",
    "The divisor is 0 here, and nothing can be divided by 0. Guard the division: if … is more than 0.",
)
# `better`: the comparison with each of them.
one_or_another = Complaint(
    "type-mismatch", 'Behind "{word}" stands a whole condition again. Write {better}.', sure=True
)
one_or_another_before = Complaint(
    "type-mismatch", 'Before "{word}" stands a whole condition, too. Write {better}.', sure=True
)
joined_by_plus = Complaint(
    "type-mismatch",
    "The values of a set or counts are joined by `+`; `and` joins conditions. Write {better}.",
    sure=True,
)
# `better`: the comparisons of each value, or all values between these two.
range_of_values = Complaint(
    "type-mismatch", "A range such as 1..3 is of numbers. Other values that have an order are compared. Write {better}."
)
score_of_what = Complaint(
    "type-mismatch", "A score is that of one player. Write: score of player[ p, and ask that for p's {team}]"
)
not_a_condition = Complaint(
    "type-mismatch",
    "This is {what}, and a condition belongs here. Compare it with something: … is …",
    also="declared here",
)


# ---- Words about what tells values apart that were to be merged
# `type`: what was to be merged.


CODE: Final = "told-apart"

named = Complaint(
    CODE,
    "The values of {type} cannot be merged: here {value} is meant and no other. What holds for one of them must hold "
    "for all.",
)
by_order = Complaint(
    CODE,
    "The values of {type} cannot be merged: here it counts in which order they were declared. What depends on which "
    "of them comes first tells them apart.",
)
compared = Complaint(
    CODE,
    "The values of {type} cannot be merged: here their order is compared. Values that are merged can only be equal or "
    "not.",
)
by_table = Complaint(
    CODE,
    "The values of {type} cannot be merged: what {table} says here was declared for each of them. Values that are "
    "merged can only be equal or not.",
)
own_rules = Complaint(
    CODE,
    "The values of {type} cannot be merged: here each has rules of its own, such as {value}.",
)
unlike_pieces = Complaint(
    CODE,
    "The values of {type} cannot be merged: with {value} and {other} exchanged, {kind} would have to be a piece that "
    "does not exist. Each of them needs the same pieces.",
)
other_number = Complaint(
    CODE,
    "The values of {type} cannot be merged: of {kind} there are {number} pieces, of {partner} {others}. There must be "
    "as many.",
)
places = Complaint(
    CODE, "The values of {type} cannot be merged: they are the places of {zone}, and places lie beside each other."
)
one_of_those_merged = Complaint(
    CODE, "The values of {type} cannot be merged: {zone} is shuffled here, and there is one for each of them."
)
remembered = Complaint(
    CODE,
    'The values of {type} cannot be merged: "{name}" has to do with them, and is remembered while somebody chooses, '
    "chance is asked, or another phase runs. Let it be asked anew after that.",
)
in_a_memory = Complaint(
    CODE,
    "The values of {type} cannot be merged: a memory is asked here, and what it holds is the same only under the same "
    "names.",
)
on_pieces = Complaint(
    CODE,
    "The values of {type} cannot be merged: notes lie on pieces in this game, and what is noted may tell them apart.",
)
unread = Complaint(CODE, "The values of {type} cannot be merged: nobody knows whether this tells them apart ({form}).")
