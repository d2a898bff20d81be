"""Words about the course of a game, and about examples of it."""

from typing import Final

from rulewright.language.diagnostics import Complaint, misspelt

# ---- Words about the course of a game: what calls what, what runs, what stops, what does not come out


how_often = Complaint("out-of-range", "A limit of {number} times cannot be. Write once, or 1 to {most} times.")
no_play = Complaint("no-play", "There is no `play:`. Setup runs first, then play; when play ends, the game ends.")
no_game = Complaint(
    "no-game", 'There is no `game` paragraph. Begin with: game "NAME" "what it is", and below it: players 2..4.'
)
only_once = Complaint(
    "two-meanings", "There is already a `{what}` paragraph (line {line}). Put both together.", also="the first one"
)
nobody_can_win = Complaint(
    "nobody-can-win", "There is no `scoring:` and no `end game, won by`, so nobody can win. Add one of them."
)
calls_itself = Complaint(
    "calls-itself",
    "{first} calls {others:, which calls }. Use repeat instead.",
    also="goes on here",
)
# `of`: of what it is defined.
defined_by_itself = Complaint(
    "calls-itself",
    "{name} comes back to {name} itself, and no definition can. Which places hang together says: region of PLACE where "
    "CONDITION. Other things that belong together collect step by step, in a field[ such as found: set of {of}], with "
    "`repeat until` in an action or procedure; and ask that field.",
)
# `via`: the definition or action by which it comes to the other.
region_in_region = Complaint(
    "region-in-region",
    "The condition of this region asks for another region[, by way of {via}]; it would be followed anew at each place. "
    "Follow one of them first, in a let line above, or ask for less.",
)
asks_itself = Complaint(
    "asks-itself",
    "The header of {first} asks `you can {second}`, and that comes back to {first}. Ask one of them in the body.",
    also="goes on here",
)
not_running = Complaint(
    "not-running", "{name} need not be running here: {where}. Come here only from inside {name}.", also="comes here"
)
endless_repeat = Complaint(
    "endless-repeat", 'This repeat never ends: there is no finish or end game inside, and no decision. Add "until …".'
)
never_ends = Complaint(
    "never-ends",
    "This repeat never ends: there is no finish that leaves it and no end game, neither inside nor in what can be "
    'chosen there ({actions}). Add "until …", or an end.',
    severity="warning",
)
never_ends_until = Complaint(
    "never-ends",
    "Once it has begun, this repeat never ends: nothing inside[, nor what can be chosen there ({actions}),] changes "
    'what is asked behind "until". Change that inside, or ask something else.',
    severity="warning",
)
# `way`: what must be so that it comes to its end.
gives_nothing = Complaint(
    "gives-nothing",
    "{name} gives an answer, and here is a way through it that gives none[: {way}|]. Its last sentence is on line "
    "{line}. Write behind that: give, and the answer.",
    also="here it ends",
)
finishes_silent = Complaint(
    "gives-nothing", "{name} gives an answer, and is not left without one. Write in it: give, and the answer."
)
gives_to_nobody = Complaint(
    "gives-to-nobody",
    "`give` answers whoever calls a procedure, and nobody waits for an answer here. Say it in its head: to NAME gives "
    "yes or no:[ {advice}]",
)
unreachable = Complaint(
    "unreachable",
    'Nothing after "{after}" is carried out. Remove this sentence, or move it before.',
    also="never goes on",
)
must_decides = Complaint(
    "must-decides",
    "The must on line {line} in {action} stands over a body that decides, draws, rolls or shuffles here. Pick instead.",
    also="the must",
)
offered_twice = Complaint(
    "offered-twice", "{name} is offered twice in this choice. Delete one of them.", also="the first one"
)
# `times`: only where it is done more than once.
too_few_pieces = Complaint(
    "too-few-pieces",
    "With {players:player} this moves [{times} × {each} = ]{total}, and {zone} [holds only {there} here. Deal fewer|is "
    "empty here. Fill it first, deal fewer], make more copies of {component}, or allow fewer players.",
    also="declared here",
)
no_room = Complaint(
    "no-room",
    "With {players:player} this brings {zone} to {total:piece}, and there is room for {room} only. Deal fewer, or give "
    "{zone} more room.",
    also="declared here",
)
kinds_left = Complaint(
    "stays-in-box",
    "Of {component} these never get out of the box, for no rule moves them: {kinds:4}. Move them somewhere, or declare "
    "no copies of them.",
    severity="warning",
)
pieces_left = Complaint(
    "stays-in-box",
    "Behind setup {number:piece} of {name} still lie in the box, and no rule ever takes one out. Deal them all, or "
    "declare fewer.",
    severity="warning",
)
# `line`: of the sentence that takes all, and brings it `to` a zone, if it is one.
box_is_empty = Complaint(
    "box-is-empty",
    "No {component} lies in the box here: [line {line} of setup moves all to {to}|setup moves all out of it], and no "
    "rule puts one back. Name the zones where they are, or let a rule put back what is to lie here: move … to box",
    also="emptied here",
    severity="warning",
)
# `own`: what both sides are; `hidden`: what else has that name.
_ITSELF: Final = (
    ": it compares {own} with itself. Here {own} is what is tested, not {hidden}: call it otherwise, such as "
    "other-{own}|: it compares {own} with itself|"
)
# `left`, `right`: what the sides of a comparison can be.
never_holds = Complaint(
    "never-holds",
    f"This never holds, whatever happens in a game[{_ITSELF}: it compares {{left}} with {{right}}]. Say what is really "
    "meant, or delete what depends on it.",
    severity="warning",
)
over_in_play = Complaint(
    "never-holds",
    "Where a rule is carried out the game is never over: its end leaves everything at once. Ask this in invariants, in "
    "scoring and in examples; what shall happen last stands where play ends, or before `end game`.",
    severity="warning",
)
never_stuck = Complaint(
    "never-holds",
    "This is never carried out: {name} can always be chosen, so whoever is asked can choose something. Let {name} need "
    "something: needs … because …; or delete this.",
    also="asked here",
    severity="warning",
)
always_holds = Complaint(
    "always-holds",
    f"This holds whatever happens in a game[{_ITSELF}: it compares {{left}} with {{right}}]. Say what is really meant, "
    "or leave the condition out.",
    severity="warning",
)
# `lies`: where the piece can lie; `alike`: how to ask for one of its kind, if need be after it is `called` so.
_ELSEWHERE: Final = (
    "it asks where {piece} itself lies, and that is in {lies: or }, never in {zone}.[ To ask for a piece of the same "
    "kind there, write as {called} in front of where, and here: {alike}.| To ask for a piece of the same kind there, "
    "write: {alike}.] If {piece} itself is meant, "
)
lies_never_there = Complaint(
    "never-holds", f"This never holds: {_ELSEWHERE}delete what depends on this.", severity="warning"
)
always_elsewhere = Complaint(
    "always-holds", f"This always holds: {_ELSEWHERE}leave the condition out.", severity="warning"
)
price_differs = Complaint(
    "odd-price",
    "This wants at least {least}, and line {line} takes {taken}. Should both be the same? If some must be left over, "
    "leave it so.",
    also="taken here",
    severity="suspicion",
)
price_given = Complaint(
    "odd-price",
    "This wants that there is some, and line {line} adds more: nothing is taken. Is `subtract` meant there?",
    also="added here",
    severity="suspicion",
)


# ---- Words about examples: positions that cannot be, events that do not come, expectations that fail


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
