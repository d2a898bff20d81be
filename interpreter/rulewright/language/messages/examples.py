"""Words about examples: positions that cannot be, events that do not come, expectations that fail."""

from rulewright.language.diagnostics import Complaint, misspelt

impossible = Complaint(
    "example-impossible",
    'In example "{title}" {why}',
    also="declared here",
)
given_twice = Complaint(
    "example-impossible", 'In example "{title}" {field} is given twice. Remove one.', also="the first one"
)
# `why` says what breaks it, and what is so there.
position_breaks = Complaint(
    "example-impossible",
    'In example "{title}" {why} Give another position; or change what it breaks, if that asks too much.',
    also="does not hold",
)
still_breaks = Complaint(
    "example-impossible",
    'In example "{title}" {why} It does not hold in the position given, either. Give one where it does, or one that '
    "this move puts right.",
    also="does not hold",
)
breaks = Complaint(
    "example-breaks-invariant",
    'In example "{title}" {why} The rules lead there: either they allow what they should not, do something wrong or '
    "forget something, or what is broken asks too much.",
    also="does not hold",
)
never_there = Complaint(
    "example-impossible",
    'In example "{title}" {zone} holds {kind}, which play never brings there; and line {line} moves some of {taken} '
    "without saying which. Remove it, or say there which: where …",
    also="moved here",
)
fails = Complaint("example-fails", 'In example "{title}" {why}')
unknown_piece = misspelt("unknown-name", 'There is no {component} called "{name}".[ There are: {kinds}.]')
unknown_part = misspelt(
    "unknown-name",
    'There is no {component} called "{name}". In a picture stands its name, a whole part of it between hyphens, or its '
    "sign: {kinds}.",
)
several_pieces = Complaint("unknown-name", '"{word}" could be {names:4}. Write the whole name.')
unknown_seat = Complaint("unknown-name", 'Nobody here is called "{name}". At the table: {seats}.')
seat_behind = Complaint(
    "unknown-name", "Who decides stands before the colon, and what is chosen behind it. Write: {seat}: {name} …"
)
unknown_chance = misspelt(
    "unknown-name", "Chance decides nothing here that is called {name}[, only {candidates: and }]."
)
picture_size = Complaint(
    "example-impossible",
    "This picture has {number:row}, and its board {rows}. Write all of them, each of {columns} cells.",
)
picture_row = Complaint(
    "example-impossible",
    "This row has {number:cell}, and its board {columns} columns. Write a cell for each, `.` for an empty one.",
)
no_place_there = Complaint(
    "example-impossible", "There is no place of the board in this spot of its picture. A . stands there."
)
# `better`: the line that was probably meant.
not_given = Complaint(
    "type-mismatch",
    "This is {what}, and a variable of the game belongs here. Pieces are given with holds.[ Write: {better}.| What "
    "is reckoned follows from what is given.]",
)
each_of_what = Complaint(
    "unknown-name",
    "Behind `each` stands the name of a type, and what each of its values has: each player's coins is 0. `{words}` "
    "begins with no type.",
)
each_meant = Complaint(
    "unknown-name",
    "This is no field of one owner. If each of them has this, write: {better}",
)
nowhere_on_board = Complaint(
    "example-impossible",
    "This does not say where on {board} each piece lies. Write a line for each place[: {lines:, then }]; or a picture: "
    "`{board} holds:`, and its rows below, with . for an empty place.",
)
box_holds = Complaint(
    "type-mismatch",
    "The box is not listed. What is not named below `given:` lies there already: leave this line out. What lies there "
    "afterwards asks a condition, such as: {box}'s size is 3.",
)
not_a_zone = Complaint(
    "type-mismatch",
    "Only a zone, a set, counts, and several values such as winners hold something. Write Ann's hand holds …",
)
drawn_alone = Complaint(
    "type-mismatch",
    "Only a board with pieces is drawn. Numbers are given one by one, such as: Ann's coins is 3; those of all by "
    "each: each player's coins is 0.",
)
winners_hold = Complaint("which-one", "Several may have won. Write: {better}", edit="{better}")
whole_team = Complaint(
    "example-impossible",
    "A team wins or loses as a whole. List {missing: and }, too: {better}",
    edit="{better}",
)
seat_alone = Complaint(
    "type-mismatch",
    "What is so of {name} stands behind the name: {name} can …, {name} cannot …, {name} can only: …, {name} has 3 "
    "moves, {name} decides, or {name}'s … is ….",
)
