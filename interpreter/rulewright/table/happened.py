"""`:history` and `:last ZONE`: what happened, and what lay in a zone before it was emptied, as one seat saw it.

Everything comes from the seat's memory: what it did and every event as it saw it.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import define, field, frozen

from rulewright.machine.game import Game
from rulewright.machine.information import Seen
from rulewright.machine.state import State
from rulewright.machine.view import HIDDEN
from rulewright.table.looking import contents
from rulewright.table.people import Names
from rulewright.table.sights import SeenZone, Sight, sight_of
from rulewright.table.text_lines import Remark, Said, answered, number_of, refused, times
from rulewright.table.view_to_scene import news

USUAL: Final = 10
"""So many decisions are told if no number is given."""


# ---- turn by turn


@frozen
class Turn:
    """A decision (from 1; 0 is what came before the first) and what came of it, as a seat saw it."""

    number: int
    lines: tuple[str, ...]


def turns(seen: Sequence[Seen], seat: int | None, names: Names) -> list[Turn]:
    """What was seen, decision by decision."""
    starts = [at for at, event in enumerate(seen) if event.what == "move"]
    parts = [seen[begin:end] for begin, end in zip([0, *starts], [*starts, len(seen)], strict=True)]
    told = (tuple(item.text for item in news(part, NOBODY if seat is None else seat, names)) for part in parts)
    return [Turn(number, lines) for number, lines in enumerate(told)]


NOBODY: Final = -1
"""The seat of who has none: no move is its own."""


def history(game: Game, seat: int | None, text: str, names: Names) -> Said:
    """The last decisions with what came of them; all of them, or so many."""
    if text not in ("", "all") and not (text.isascii() and text.isdigit() and len(text) <= 9):
        return refused('After :history stands how many decisions to tell, or "all".')
    past = [turn for turn in turns(game.information(seat), seat, names) if turn.lines]
    if not past:
        return answered("Nothing has happened yet.")
    decisions = [turn for turn in past if turn.number > 0]
    earlier = 0 if text == "all" else max(0, len(decisions) - int(text or USUAL))
    told = decisions[earlier:] if earlier else past
    left = f"… {number_of(earlier, 'decision')} before that; :history all tells everything."
    hints = [Remark(left, style="hint")] if earlier else []
    return answered(*hints, *(remark for turn in told for remark in turn_told(turn)))


def turn_told(turn: Turn) -> Iterator[Remark]:
    """A decision under its number, and below it what came of it."""
    if turn.number == 0:
        yield Remark("Before the first decision:")
        yield from (Remark(line, 1, "news") for line in turn.lines)
        return
    yield Remark(f"{turn.number}. {turn.lines[0]}")
    yield from (Remark(line, 1, "news") for line in turn.lines[1:])


# ---- the last contents of a zone


Brought = tuple[str, int | None]
"""A piece, and the seat whose move brought it, if one named it."""


@define
class Content:
    """What lay in a zone as it was seen, in the order in which it came: pieces with who brought them, if a move named
    them. `last`: what lay there before it was last emptied; `before`: before pieces began to leave it (`leaving`)."""

    pieces: list[Brought] = field(factory=list)
    before: list[Brought] = field(factory=list)
    last: tuple[Brought, ...] = ()
    leaving: bool = False

    def come(self, piece: str, who: int | None) -> None:
        """A piece comes."""
        self.pieces.append((piece, who))
        self.leaving = False

    def leave(self, piece: str) -> None:
        """A piece leaves: that one, or one that was not seen, or any."""
        if not self.leaving:
            self.before, self.leaving = list(self.pieces), True
        if piece != HIDDEN and all(name != piece for name, _ in self.pieces):
            learn(self.pieces, piece)
            learn(self.before, piece)
        names = [name for name, _ in self.pieces]
        if names:
            wanted = next((name for name in (piece, HIDDEN) if name in names), names[-1])
            del self.pieces[names.index(wanted)]
        if not self.pieces:
            self.last = tuple(self.before)

    def carry(self, event: Seen, label: str) -> None:
        """Whole zones change places: what lay here goes, what lay elsewhere comes."""
        zones = [zone for zone, _ in event.places]
        if label in zones[::2]:
            self.last, self.pieces = tuple(self.pieces), []
        for to, items in zip(zones[1::2], event.items, strict=True):
            if to == label:
                self.pieces, self.leaving = [(piece, None) for piece in str(items).split()], False


def learn(pieces: list[Brought], piece: str) -> None:
    """One that was not seen is this one."""
    at = next((at for at, (name, _) in enumerate(pieces) if name == HIDDEN), None)
    if at is not None:
        pieces[at] = (piece, pieces[at][1])


def content(game: Game, seat: int | None, label: str) -> Content:
    """What a seat saw come to a zone and leave it."""
    found, mover, named = (
        Content([(name, None) for name in _at_first(game, seat, label)]),
        None,
        tuple[str | int, ...](),
    )
    for event in game.information(seat):
        if event.what == "move":
            mover, named, found.leaving = event.seat, event.items, False
        _take_in(found, event, label, mover if event.piece in named else None)
    return found


def _take_in(found: Content, event: Seen, label: str, who: int | None) -> None:
    """One event, in which the piece was brought by this seat."""
    piece, zones = event.piece or HIDDEN, [zone for zone, _ in event.places]
    if event.what == "moved" and zones[0] != zones[1]:
        if zones[0] == label:
            found.leave(piece)
        if zones[1] == label:
            found.come(piece, who)
    elif event.what == "passed":
        found.carry(event, label)
    elif event.what in ("shown", "flipped") and label in zones:
        if all(name != piece for name, _ in found.pieces):
            learn(found.pieces, piece)
    elif event.what == "changed" and label in zones:
        found.pieces = [(str(event.items[0]), by) if name == piece else (name, by) for name, by in found.pieces]


def _at_first(game: Game, seat: int | None, label: str) -> list[str]:
    """The names of what a seat saw in a zone where the game was taken up; in a whole game all begins in the box."""
    if game.base is game.rules.program.initial:
        return []
    begun = sight_of(game.rules.resume(State(game.base, game.rules.program)), seat)
    zone = next(zone for zone in begun.zones if zone.label == label)
    return [*zone.seen.elements(), *([HIDDEN] * zone.unseen)]


def last(sight: Sight, zones: Sequence[SeenZone]) -> Said:
    """What lay in each of these zones before it was emptied."""
    return Said(tuple(remark for zone in zones for remark in _last(sight, zone)))


def _last(sight: Sight, zone: SeenZone) -> Iterator[Remark]:
    found, whose = content(sight.game, sight.seat, zone.label), sight.whose(zone)
    if found.last:
        yield Remark(f"Last in {whose}, before it was emptied: {_brought(sight, found.last)}.")
    elif zone.view.size or found.pieces:
        yield Remark(f"{whose[:1].upper() + whose[1:]} has not been emptied yet. There lies now: {contents(zone)}.")
    else:
        yield Remark(f"Nothing has lain in {whose} yet.")


def _brought(sight: Sight, pieces: Sequence[Brought]) -> str:
    """Pieces with who brought them; those that were not seen as a number."""
    unseen = [name for name, _ in pieces if name == HIDDEN]
    names = sight.core.seat_names
    told = [name if who is None else f"{name} ({names[who]})" for name, who in pieces if name != HIDDEN]
    return ", ".join([part for part in (times(told), f"{len(unseen)} unseen" if unseen else "") if part])
