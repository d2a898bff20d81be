"""What the log says of moves, and which events reveal something."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from rulewright.machine import events as log
from rulewright.machine.interpret import Choice, Deciding, Machine
from rulewright.machine.move_names import Move
from rulewright.machine.program.moves import split
from rulewright.machine.view import told_title

if TYPE_CHECKING:
    from rulewright.machine.game import Rules


def chosen(
    rules: "Rules", machine: Machine, seat: int, choice: Choice, move: Move
) -> Callable[[Sequence[log.Event]], log.Chosen]:
    """Look at the pieces of a move before it is made; then, from what happened, who sees its arguments.

    An argument that is a piece is seen by whoever sees it before or after, every other by all; of a choice at once, the
    last one, too, the chooser alone sees anything.
    """
    assert isinstance(machine.stop, Deciding)
    secret = rules.program.sites[machine.stop.site].chosen is not None
    opens = secret and len(machine.stop.seats) == 1 < rules.players
    everyone, phase = machine.zones.places.everyone, told_title(rules.naming)
    looks = [
        None if piece is None else (piece[0], machine.zones.spot(piece[1]), machine.zones.seen_by(piece[1]))
        for piece in pieces(rules, machine, choice)
    ]

    def announce(events: Sequence[log.Event]) -> log.Chosen:
        masks = [everyone if look is None else look[2] | _seen_after(look[0], look[1], events) for look in looks]
        if secret:
            masks = [1 << seat] * len(masks)
        return log.Chosen(seat, str(move[0]), tuple(zip(move[1:], masks, strict=True)), secret, opens, phase)

    return announce


def _seen_after(kind: int, spot: log.Spot, events: Sequence[log.Event]) -> int:
    seen = 0
    for event in events:
        if isinstance(event, log.Passed):
            seen |= _seen_passed(kind, spot, event)
        elif (isinstance(event, log.Moved) and event.kind == kind and event.origin == spot) or (
            isinstance(event, log.Flipped | log.Shown) and event.kind == kind and event.spot == spot
        ):
            seen |= event.seen
    return seen


def _seen_passed(kind: int, spot: log.Spot, event: log.Passed) -> int:
    """Who sees a piece that is handed on with all that lies in its zone."""
    there = (each for each in event.carried if (each.origin.zone, each.origin.instance) == (spot.zone, spot.instance))
    masks = (seen for each in there for known, place, seen, _ in each.pieces if (known, place) == (kind, spot.place))
    return next(masks, 0)


def pieces(rules: "Rules", machine: Machine, choice: Choice) -> list[tuple[int, int] | None]:
    """For each argument of a move the piece it is, None for other arguments."""
    assert isinstance(machine.stop, Deciding)
    offer = rules.program.sites[machine.stop.site].offers[choice.offer]
    action = rules.program.actions[offer.action]
    picked = split(action.picks(choice.variant), choice.picks)
    found = [choice.picks[place : place + pick.words] for pick, places in picked for place in places]
    return [(words[0], words[1]) if len(words) > 1 and words[1] >= 0 else None for words in found]


def reveals(event: log.Event) -> bool:
    """Whether some seat got to know a kind that it had not seen before or what was chosen at once, or chance spoke."""
    match event:
        case log.Moved() | log.Shown() | log.Flipped():
            return bool(event.seen & ~event.known)
        case log.Passed(carried):
            return any(seen & ~known for each in carried for _, _, seen, known in each.pieces)
        case log.Drawn():
            return True
        case log.Chosen():
            return event.opens
        case log.Swapped() | log.Rotated() | log.Changed() | log.Mixed():
            return False
