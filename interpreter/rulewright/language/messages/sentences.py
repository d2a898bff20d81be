"""Words about sentences: what cannot be done where it stands, at once, or with a memory."""

from rulewright.language.diagnostics import Complaint, misspelt

# ---- Words about sentences: what cannot be set, moved, drawn, chosen or called where it stands


only_players = Complaint(
    "type-mismatch",
    '"each {name}" cannot begin a sentence: only players take turns. Write "each player:", or for other things "for '
    'each x in …:".',
    sure=True,
)
in_turn_anyway = Complaint(
    "said-otherwise", "`each player` asks one after the other anyway, to the left. Leave the words out.", sure=True
)
# `what` as "a number", here and below.
cannot_change = Complaint(
    "type-mismatch",
    "This is {what}, and a field that can change belongs here.[ {advice}]",
    also="declared here",
)
not_a_place = Complaint(
    "type-mismatch",
    "This is {what}, and a place of a board belongs here. Write the place, or say which board: market(a1).",
)
# `first`, `second` as "hand, a hand of card".
different_zones = Complaint(
    "type-mismatch",
    "This swaps {first}, with {second}. Two zones of one component and one sort can be swapped as a whole: two piles, "
    "two hands, two rows.",
)
# `sentence`: as it was written, of the `keep`.
nobody_sows = Complaint(
    "type-mismatch",
    "Sowing goes from place to place: a `keep` says where it is, and stands in what is sown and in what comes next. "
    "Write keep place: [{type}, starts {name}, and then: {sentence}|TYPE, starts PLACE, and then: sow all place's "
    "FIELD onto what comes next, such as (place + 1) mod 6].",
)
different_boards = Complaint(
    "type-mismatch", "{first} and {second} may lie on two boards. Two places of one board can be swapped."
)
not_a_line = Complaint(
    "type-mismatch", "This is {what}, and a line or a square of a board belongs here, such as a row of spaces' rows."
)
no_direction = Complaint(
    "type-mismatch",
    "Only boards on a grid can be packed: other places have no sides.",
    also="declared here",
)
nowhere_to_put = Complaint("type-mismatch", "This is {what}, and a zone or a place of a board belongs here.[ {board}]")
box_to_box = Complaint("type-mismatch", "This moves pieces from the box to the box. Name the zone they go to.")
no_faces = Complaint(
    "type-mismatch",
    'Pieces in {zone} have no faces. Declare it "face up or down", or leave the face out.',
    also="declared here",
)
draw_from_pile = Complaint(
    "type-mismatch",
    "{zone} is a pile: what lies on top is no chance any more. Write move 1 from {zone}, or declare an area.",
    also="declared here",
)
needs_label = Complaint(
    "needs-label",
    'This chance event has no name: what is drawn from is no zone. Name it at the end, such as "start player".',
)
not_unlimited = Complaint(
    "type-mismatch",
    "Only unlimited pieces can be rolled, and {component} has a fixed number. Write: unlimited of … in its table.",
    also="declared here",
)
not_shuffled = Complaint(
    "type-mismatch", "{zone} cannot be shuffled: {why}. Shuffle a pile, or a row.", also="declared here"
)
use_remove = Complaint(
    "type-mismatch",
    "{target} is a set. Write: remove … from {target}.",
    also="declared here",
    sure=True,
)
use_subtract = Complaint(
    "type-mismatch",
    "{target} is no set. Write: subtract … from {target}.",
    also="declared here",
    sure=True,
)
is_action = Complaint(
    "unknown-name",
    '"{name}" is an action: somebody has to choose it. Write: choose {name}.',
    edit="choose {name}",
    sure=True,
)
is_menu = Complaint(
    "unknown-name",
    '"{name}" is a menu: somebody has to choose from it. Write: choose {name}.',
    edit="choose {name}",
    sure=True,
)
# `what`: "a phase" or "a procedure".
is_procedure = misspelt(
    "unknown-name",
    '"{name}" is {what}, and only actions and menus can be chosen. Write an action that calls it.',
    also="declared here",
)
call_needs_you = Complaint(
    "you-is-nobody",
    '"{name}" speaks of "you", and here "you" is nobody. Say who it is: ask p: {name}.',
    also="asks for you here",
)
header_first = Complaint(
    "header-first",
    "Picks, needs and musts stand before everything that happens. Move this line up, above the first sentence.",
    also="the first sentence",
)
no_header_here = Complaint(
    "header-first", "Only actions pick and need. Write an action and choose it here, or ask with if."
)
# A condition that says nothing of the element; both readings as sentences.
swallowed = Complaint(
    "brackets-needed",
    "This says nothing of {binder}, yet it is read into what is asked of {binder}. Write {inside}, or {outside} if it "
    "stands outside.",
)
# `element`: the name of what is looked at, if it has one.
says_nothing = Complaint(
    "says-nothing-of-it",
    "This asks nothing of [{element}|what is looked at here], so it holds for all or for none. Ask it of each: "
    "[{element}'s|its] …[, of a board {board}]; or ask it before, outside of this. If it is meant here, put it in "
    "brackets: {bracketed}",
    severity="warning",
)
several_not_last = Complaint(
    "header-first",
    '"{name}" may be picked in different numbers, so it must be the last pick. Put it below the others.',
    also="the last pick",
)
ending_is_action = Complaint("unknown-name", '"{name}" is a menu; one action ends a "choose until".')
no_arguments = Complaint("arguments", '"{name}" is a menu and takes no arguments. Write {name}.')
no_such_member = misspelt("unknown-name", '"{name}" is no value of {type}.')
not_a_board = Complaint(
    "type-mismatch", "This is {what}, and rows are laid out on a board. Anything else is filled by `move` or `add`."
)


# ---- Words about choices that all make at once: what would need an order


at_once_decides = Complaint(
    "at-once-conflict",
    "{action} is chosen by all at once, but it asks, draws or shuffles here. Ask afterwards, in order.",
)
at_once_chooses = Complaint(
    "at-once-conflict",
    'Below "each player at once:" stands one choose, with what happens if you cannot, or one move of a whole zone, and '
    "nothing else. Do the rest before or after it.",
)
at_once_moves = Complaint(
    "at-once-conflict",
    "At once whole zones are handed on, and nothing else: move all your hand to your left's hand. Of what is less than "
    "a whole zone let the players choose at once, and move it afterwards.",
)
at_once_elsewhere = Complaint(
    "at-once-conflict",
    'Nothing that is put down here is taken again: {source} and {to} are different zones. Leave out "at once".',
)
at_once_meets = Complaint(
    "at-once-conflict",
    "What several players hand on would come to lie together here. Each must go where another one's lay, such as to "
    "your left's or your right's.",
)
at_once_in_order = Complaint(
    "at-once-conflict", "At once nobody comes before another: there are no turns. Leave out from, by and until."
)
at_once_takes = Complaint(
    "at-once-conflict",
    "Two seats can take the same {component} of {zone} in this choice at once. Use each player, in order.",
)
at_once_finds = Complaint(
    "at-once-conflict",
    "Two seats can take the same {component} in this choice at once, for it is found wherever it lies. Use each "
    "player, in order.",
)
at_once_fills = Complaint(
    "at-once-conflict",
    "Two seats can put a piece into {zone} in this choice at once, and there may be no room for both. Keep it in a "
    "zone of each player, and move it afterwards, in order.",
)
at_once_changes = Complaint(
    "at-once-conflict",
    "Two seats can change the same pieces of {zone} in this choice at once. Use each player, in order.",
)
at_once_writes = Complaint(
    "at-once-conflict",
    "Two seats can change {variable} in this choice at once. Note the choice in a field of each player, and change "
    "{variable} afterwards.",
)
# `what` says what it does to the others' choices, such as "ends the game".
at_once_ends = Complaint(
    "at-once-conflict",
    "This {what}, and what others have chosen at once would not happen. Note it, and ask for it afterwards.",
)
at_once_limited = Complaint(
    "at-once-conflict",
    'Who chooses first would use up "once per {procedure}" for the others, who choose at once. Offer it without a '
    "limit there, or use each player, in order.",
)


# ---- Words about memories: what they remember, and where they are asked


memory_bound = Complaint(
    "too-large",
    "A memory needs a bound: how many situations it can hold. Write, for example: {name}: {type}, up to 200.",
)
memory_of_owner = Complaint(
    "type-mismatch",
    'A memory belongs to the game, and not to each {owners: and }. Declare it below "there is"; it remembers the '
    "fields of all.",
)
memory_kept = Complaint(
    "type-mismatch",
    'A memory outlasts every doing. Declare {name}: {type}, up to 200 among the fields, below "there is".',
)
memory_begins = Complaint("type-mismatch", "A memory begins empty, and `remember` fills it. Leave out `starts`.")
memory_seen = Complaint(
    "type-mismatch", 'A memory remembers what everybody sees, so everybody may know it. Leave out "{modifier}".'
)
one_each = Complaint(
    "type-mismatch", '"{word} of" takes one type; several fields stand behind "memory of" only. Write: {word} of {of}.'
)
remembered_twice = Complaint("two-meanings", "This field is remembered already. Name it once.")
remembered_of_several = Complaint(
    "two-meanings",
    "Several owners have a field of this name, and a memory would not know which. Give one another name.",
    also="one of them",
)
remembers_hidden = Complaint(
    "remembers-hidden",
    "A memory remembers only what everybody sees, and here {why}. Remember something that follows from it and that all "
    "see, or let everybody see it.",
    also="declared here",
)
memory_of_memory = Complaint(
    "type-mismatch", "A memory remembers zones and variables, and this is a memory itself.", also="declared here"
)
memory_of_notes = Complaint(
    "type-mismatch",
    "This is noted of pieces where they lie, and a memory remembers zones and variables. Keep in a variable what it is "
    "about it that matters, and remember that.",
    also="declared here",
)
no_memory = Complaint(
    "type-mismatch",
    '`{verb}` needs a memory, and this is {what}. Declare one below "there is", such as: past: memory of board, up to '
    "200.",
    also="declared here",
)
memory_is_no_value = Complaint(
    "type-mismatch",
    "{name} is a memory: it is asked how often the present situation stands in it, and nothing else. Write, for "
    "example: {name}'s repeats is 0.",
    also="declared here",
)
must_remembers = Complaint(
    "must-remembers",
    "The must on line {line} in {action} tries this body, and nothing is remembered of what is only tried. Write "
    "`{sentence}` behind the choice instead.",
    also="the must",
)
