"""What a game's log tells a seat of the moves that were made: the pieces that were picked, and where what was chosen or
picked is told to nobody else.
"""

from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from typing import TYPE_CHECKING

from rulewright.machine.backward_sampling import Picked, Told
from rulewright.machine.events import Chosen, Drawn, Event, Moved, Spot
from rulewright.machine.interpret import Deciding, ListedMove
from rulewright.machine.move_names import Decision
from rulewright.machine.piece_knowledge import Knowledge
from rulewright.machine.program.moves import as_written, picks_of
from rulewright.machine.program.nodes import Program

if TYPE_CHECKING:
    from rulewright.machine.game import Game


def account(game: "Game", known: Knowledge) -> Told:
    """What a game's log tells the seat of `known`, as far as it is needed to go back through it."""
    picked: dict[int, list[Picked]] = {}
    drawn: dict[int, int] = {}
    secret = set[int]()
    unseen, program = unseen_from(game), game.rules.program
    for number, step in enumerate(game.steps):
        event = game.log[step.told]
        if isinstance(step, Decision) and isinstance(event, Chosen):
            own = known.bit >> step.seat & 1
            if (own or number < unseen) and not all(mask & known.bit for _, mask in event.arguments):
                picked[step.told] = list(_hidden(game, number, step, event, known.bit))
            if not own and not event.secret and any(each.secret for each in picks_of(program, step.site, step.choice)):
                secret.add(step.told)
        elif isinstance(event, Drawn) and event.piece is not None:
            later = (step.told + 1, len(game.log))
            moved = step.told + 1 if event.roll else _moved(game.log, later, *event.piece, set())
            if moved is not None:
                drawn[step.told] = moved
    components = enumerate(game.rules.core.components)
    endless = {number: len(each.kinds) for number, each in components if None in each.copies}
    return Told(picked, drawn, endless, secret)


def _hidden(game: "Game", number: int, step: Decision, event: Chosen, bit: int) -> Iterator[Picked]:
    """The pieces that were picked in a step, of which the seat did not see what they are; at once those that moved, for
    of others nothing tells that they were picked."""
    at_once = game.rules.program.sites[step.site].chosen is not None
    behind = behind_round(game, number) if at_once else number + 1
    later = (each.told for each in islice(game.steps, behind, None) if isinstance(each, Decision))
    stretch, used = (step.told + 1, next(later, len(game.log))), set[int]()  # what it, or all at once, brings about
    own = bool(bit >> step.seat & 1)
    places = pieces_of(game.rules.program, step.site, step.choice, secret=at_once or own)
    for place, (_, mask) in zip(places, event.arguments, strict=True):
        if place is None or mask & bit or step.choice.picks[place + 1] < 0:
            continue
        kind, loc = step.choice.picks[place : place + 2]
        spot = game.rules.machine.zones.spot(loc)
        component = game.rules.program.zones[spot.zone].component
        moved = _moved(game.log, stretch, component, kind, spot, used)
        if moved is not None:
            used.add(moved)
        if moved is not None or own or not at_once:
            yield place, spot, moved


def unseen_from(game: "Game") -> int:
    """From which step on all are choices at once that nobody has seen yet."""
    stop, first = game.entered().stop, len(game.steps)
    if isinstance(stop, Deciding) and game.rules.program.sites[stop.site].chosen is not None and game.rules.players > 1:
        while first and is_open(game, first - 1):
            first -= 1
    return first


def behind_round(game: "Game", number: int) -> int:
    """The step behind the choices at once of which this is one."""
    if game.rules.players == 1:
        return number + 1
    return next((at + 1 for at in range(number, len(game.steps)) if not is_open(game, at)), len(game.steps))


def is_open(game: "Game", number: int) -> bool:
    """Whether a step is a choice at once behind which others chose, too."""
    event = game.log[game.steps[number].told]
    return isinstance(event, Chosen) and event.secret and not event.opens


def _moved(
    log: Sequence[Event], stretch: tuple[int, int], component: int, kind: int, spot: Spot, used: set[int]
) -> int | None:
    """The first event in a stretch of the log, not used before, in which such a piece leaves a place."""
    for at in range(*stretch):
        event = log[at]
        if (
            isinstance(event, Moved)
            and (event.kind, event.component, event.origin) == (kind, component, spot)
            and at not in used
        ):
            return at
    return None


def pieces_of(program: Program, site: int, choice: ListedMove, *, secret: bool) -> Iterator[int | None]:
    """For each argument of a move where its piece stands among the picks; None for what is no piece, and if it is not
    said otherwise for what was picked in `secret`."""
    for pick, places in as_written(picks_of(program, site, choice), choice.picks):
        yield from (place if pick.words > 1 and (secret or not pick.secret) else None for place in places)


def told_words(program: Program, site: int, choice: ListedMove) -> tuple[object, ...]:
    """What everybody is told of a move: which it is, and what was not picked in secret."""
    picks = picks_of(program, site, choice)
    bounds = pairwise((*(pick.at for pick in picks), len(choice.picks)))
    told = (choice.picks[slice(*each)] for pick, each in zip(picks, bounds, strict=True) if not pick.secret)
    return (choice.offer, choice.variant, *told)
