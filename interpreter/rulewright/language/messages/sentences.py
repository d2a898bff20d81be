"""Words about sentences: what cannot be set, moved, drawn, chosen or called where it stands."""

from rulewright.language.diagnostics import Complaint, misspelt

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
