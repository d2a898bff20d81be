"""Words about the course of a game: what calls what, what runs, what stops, what does not come out."""

from typing import Final

from rulewright.language.diagnostics import Complaint

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
