"""Words about names: what is not declared, declared twice, or means nothing where it stands."""

from rulewright.language.diagnostics import LOOKS_LIKE, Complaint, misspelt
from rulewright.language.messages.idioms import RECKONED

unknown_name = Complaint(
    "unknown-name",
    f'Nothing is called "{{name}}".[{LOOKS_LIKE}| Did you mean "{{near}}"?| Declare it, above or below: the order is '
    "free.]",
    edit="{near}",
)
# A word of another language that could be a name, `better` in this one.
word_from_elsewhere = Complaint(
    "unknown-name", 'Nothing is called "{name}". Here that is `{better}`.', edit="{better}", sure=True
)
or_more = Complaint(
    "unknown-name", 'Nothing is called "{name}". From a value on is said before it: {better}', sure=True
)
numbered_seat = Complaint(
    "unknown-name",
    'Nothing is called "{name}": seats have names only where `players` lists them below `game`. Write: {better}',
    edit="{better}",
)
whose = Complaint(
    "unknown-name",
    '"{name}" belongs to each {owner}. Say to whose: {whom: or }.',
    also="declared here",
)
# `kind`: total, highest, lowest.
each_itself = Complaint(
    "unknown-question",
    f'"{{name}}" is each of them itself; behind `{{kind}}` stands what each has. {RECKONED}',
)
owner_in_brackets = Complaint(
    "unknown-name",
    "Whose it is stands before, and only what else it takes in brackets. Write: {better}.",
    edit="{better}",
)
# A question before the one whose it is.
turned_round = Complaint(
    "unknown-name",
    '"{name}" has changed places with {other}, whose it is. Write: {other}\'s {name}.',
    edit="{other}'s {name}",
)
# A question before the one whose answer has it; `whole`: with both, and whose they are.
turned_questions = Complaint(
    "unknown-question",
    '"{name}" has changed places with "{other}". Write: {whole}.',
    edit="{other}'s {name}",
)
# `line`: where the name is asked that was meant.
declared_otherwise = Complaint(
    "unknown-name",
    'Nothing else names "{name}", but "{other}" is asked on line {line} and elsewhere. Did you mean "{other}" here?',
    also="asked here",
    edit="{other}",
)
named_twice = Complaint("unknown-name", '"{name}" stands here twice. Leave one of them out.')
article = Complaint(
    "unknown-name",
    'Nothing is called "{name}"; of the articles only `the` may stand in a sentence. Leave it out.',
    sure=True,
)
# `line`: where the block gives the name.
named_within = Complaint(
    "unknown-name",
    '"{name}" is named in a block that has ended here (line {line}), and known in that alone. Do there what is done '
    "with it, or let a field keep it.",
    also="named here",
)
# `form`: how a sentence is written that was probably meant.
no_doing = Complaint("unknown-name", '"{name}" is no sentence of its own. Did you mean: {form}?')
named_in_plural = Complaint(
    "unknown-name",
    '"{name}" is a sort of pieces, and names none of them. One that is picked is called "{other}" here. Call it '
    '"{name}" there.',
    also="named here",
)
sort_of_pieces = Complaint(
    "unknown-name",
    '"{name}" is a sort of pieces, and names none of them. Say where those lie that are meant, such as: {places:, }.',
)
answer_alone = Complaint(
    "answer-alone",
    '"{name}" is carried out before it answers, so it stands by itself: let answer be {name}, with its arguments, or '
    "if {name}: …. Ask answer behind that; definitions, picks and needs carry nothing out.",
)
gives_no_answer = Complaint(
    "unknown-name",
    '"{name}" is a procedure that answers nothing. Say in its head, on line {line}, what it gives, such as: to {name} '
    "gives yes or no:",
    also="declared here",
)
type_of_values = Complaint(
    "unknown-name", '"{name}" is a type, and names none of its values. Name one of them; all of them are {plural}.'
)
# `what` is such as "an action".
unknown_doing = misspelt("unknown-name", '"{name}" is not {what}.[ There are: {candidates}.]')
number_type = Complaint(
    "unknown-name",
    '"{name}" is not a type. A number is declared from the least to the most that it can be, such as 0..9.',
)
flag_type = Complaint(
    "unknown-name", '"{name}" is not a type. What is so or is not so is written `yes or no`.', edit="yes or no"
)
value_as_type = Complaint(
    "unknown-name",
    '"{name}" is a value of {types: and of }, not a type. The type is written {type}, and of a field that begins so: '
    "{type}, starts {name}.",
)
noted_elsewhere = Complaint(
    "place-unknown",
    "{name} is noted of what lies in {zone}, and this may lie elsewhere. Find the piece there: for each c in {zone}, "
    "or pick it from there.",
    also="declared here",
)
unknown_question = misspelt("unknown-question", '{subject:A} has no "{name}".[ {subject:A} has: {candidates}.]')
# `owners`: of what it is asked; `advice`: how to get there from here, as a sentence.
asked_elsewhere = Complaint(
    "unknown-question",
    '{subject:A} has no "{name}"[: that is asked of {owners: or }].[ {advice}][ {subject:A} has: {known}.]',
    also="declared here",
)
its_of_binder = Complaint(
    "unknown-question",
    '`it` is [{binder}, {what},|{what}] here, and that has no "{name}". For the {noun} that is defined here give it a '
    "name: define … of {noun} x[ or score of {scored} x], and write x's {name}.",
)
two_meanings = Complaint(
    "two-meanings",
    '"{name}" is already {other}[ (line {line})]. Call this one "{better}".',
    also="declared here",
    edit="{better}",
)
title_twice = Complaint(
    "two-meanings",
    'There is already {sort} "{title}" (line {line}). Give one of them another title, or delete one.',
    also="the first one",
)
name_taken_here = Complaint(
    "name-taken-here",
    '"{name}" is already {other} on line {line}. Give the second one its own name, such as "{better}".',
    also="the first one",
    edit="{better}",
)
minus_needs_blanks = Complaint(
    "minus-needs-blanks",
    '"{name}" is one name, and nothing is called that. For subtraction put blanks: {apart}.',
    edit="{apart}",
    sure=True,
)
nested_it = Complaint(
    "nested-it",
    "[`it` could be {outer} or {inner}. Write the one that is meant.|`it` could be {outer} or the {noun} that this "
    "`where` tests. Write {outer}, or give the {noun} a name, too: … as x where x …|`it` could be {inner} or what the "
    "`where` further out tests. Write {inner}, or give that a name, too: {better}|`it` could be {inner} or what the "
    "`where` further out tests. Write {inner}, or give that a name, too: … as x where … x …|`it` could be two things "
    "here: one `where` stands inside another. Name one: … as x where x …; or, if the first should end before, put "
    "it in brackets: (… where …)]",
)
name_in_region = Complaint(
    "unknown-name",
    "{name} is one of the region's places only when all are known. The place that is tested is `it`, or has a name of "
    "its own: region of {better} where …",
)
# `it` where the element has a name, and what is defined, a `noun`, has none.
it_or_subject = Complaint(
    "nested-it",
    "`it` could be {binder} or the {noun} that is defined here. Write {binder}, or give the {noun} a name: define … of "
    "{noun} x.",
)
# `name`: what is asked; the element has it, and so has what is defined, a `noun` of another type.
it_is_element = Complaint(
    "it-or-subject",
    "`it` is {binder} here, not the {noun} that is defined, and both have a {name}. Write {binder} for `it`; or if the "
    "{noun} is meant, give it a name: define … of {noun} x, and ask x.",
    severity="warning",
)
nothing_for_it = Complaint(
    "nothing-for-it",
    '"it" has nothing to refer to: there is no `where` and no definition around it. Name what you mean.',
)
you_is_nobody = Complaint(
    "you-is-nobody",
    '"you" is nobody here. Inside an action, `each player`, `go around` or `ask` somebody is; a definition takes a '
    "player: define fits(card, player p).",
)
you_before_turns = Complaint(
    "you-is-nobody",
    'Only inside the block "you" is the player whose turn it is. Behind `where` this player is `it`: its coins.',
)
pick_after_use = Complaint(
    "pick-after-use",
    'This uses "{name}" before it is picked (line {line}). Put this line below its pick.',
    also="picked here",
)
absent_here = Complaint(
    "absent-field",
    '"{name}" does not exist with {setting}, and this rule still uses it. Put the rule under the same condition as the '
    "field: if {when}: …; in a definition with one line `… when {when}` and one `… otherwise`.",
    also="declared here",
)
which_value = Complaint(
    "two-meanings",
    '"{name}" is a value of {types: and of }, and nothing here says which is meant. Compare it with something of one '
    "of these types[, or write what can only be one: {ways: or }].[ Or give the pieces names of their own: {called}]",
)
# What a place is asked, and the piece on it could be; `written`: the place, `board`: on which the piece lies.
place_or_piece = Complaint(
    "two-meanings",
    '"{name}" is asked of {place:a}, and of the {noun} on it. Write {board}({written})\'s {name} for the {noun}, or '
    "{place}({written})'s {name} for the {place} itself.",
)
place_or_piece_of_each = Complaint(
    "two-meanings",
    '"{name}" is asked of {place:a}, and of the {noun} on it. Define what is meant, and write the name of that here: '
    "define … of {place} x: {board}(x)'s {name} for the {noun}, or {place}(x)'s {name} for the {place} itself.",
)
slot_or_piece = Complaint(
    "two-meanings",
    "\"{name}\" is asked of a slot, and of the {noun} in it. Write {slot}'s first's {name} for the {noun}, or "
    "({slot} where yes)'s {name} for the slot itself.",
)
# Of several `together`, and of each: all of it added up is `total`, where that is a number.
together_or_each = Complaint(
    "two-meanings",
    '"{name}" is asked of several together, and of each {noun}. [Write {together} for them together|Give one of the '
    "two another name to ask them together], or [{total} for what they have, added up|define what is meant of each, "
    "and write the name of that here: define … of {noun} x: x's {name}].",
)
not_a_constant = Complaint(
    "not-constant", "This condition is decided before the game begins: it may speak of options and player-count only."
)
unused = Complaint("unused", "{what} {name} is used nowhere. Use it in a rule, or delete it.", severity="warning")
idle_option = Complaint(
    "idle-option",
    "The rules are the same with {name} {values: and }, whatever else is chosen. Say what each of them changes: … when "
    "{name} is …; if they are meant to be the same, keep one.",
    severity="warning",
)
option_in_vain = Complaint(
    "idle-option",
    "Games are the same with {name} {values: and }, whatever else is chosen: what it changes never comes about in a "
    "game, or nothing asks for it. Ask {name} where it makes a difference; if none is meant, keep one of them.",
    also="asked here",
    severity="warning",
)
never_offered = Complaint(
    "never-offered", "Action {name} is offered by no choose. Offer it, or delete it.", severity="warning"
)
same_actions = Complaint(
    "same-moves",
    "{name} picks, asks and does just what {other} does (line {line}), and both are offered in one choice. Change what "
    "should be different, or delete one of them.",
    also="the same",
    severity="warning",
)
never_set = Complaint(
    "never-set",
    "{name} is asked, but nothing ever sets it: it stays what it is at the beginning. Set it in a rule, or write what "
    "it is in its place.",
    severity="warning",
    also="asked here",
)
never_added = Complaint(
    "never-set",
    "{name} is empty in the whole game: something is taken out of it, but nothing is ever put in. Add to it or set it "
    "before it is asked.",
    also="taken out here",
    severity="warning",
)
never_changed = Complaint(
    "never-set",
    "{name} is {value} in the whole game: nothing ever sets it to anything else. Set it in a rule, or write {value} in "
    "its place.",
    severity="warning",
)
never_filled = Complaint(
    "never-set",
    "Nothing ever gets into {name}: no rule moves a {component} there. Move some there, or delete {name}.",
    severity="warning",
    also="named here",
)
never_read = Complaint(
    "never-read",
    "{name} is set, but no rule ever asks it, so it changes nothing in the game. Ask it in a rule, or delete it.[ If "
    "it is there for players to read, say so: accepted never-read at {field} because …]",
    severity="warning",
    also="set here",
)
only_in_invariants = Complaint(
    "never-read",
    "{name} is set, but only invariants ask it, so it changes nothing in the game. Is a guard or a condition missing "
    "that asks it?",
    severity="suspicion",
)
zone_never_asked = Complaint(
    "never-read",
    "Pieces come to {name}, but no rule ever asks for them there: they neither count nor come back. Should the scoring "
    "count them?",
    severity="suspicion",
    also="moved here",
)
nothing_left = Complaint(
    "no-change",
    "Line {line} has just moved all that lay in {zone}, so nothing is left for this sentence. Exchange the two, or say "
    "what is really meant.",
    also="emptied here",
    severity="warning",
)
already_so = Complaint(
    "no-change",
    "Line {line} has already set {name} to this, and nothing between has changed it. Say what is really meant, or "
    "delete this sentence.",
    also="set here",
    severity="warning",
)
no_change = Complaint(
    "no-change",
    "After this sentence everything is as it was before. Say what is really meant, or delete it.",
    severity="warning",
)
