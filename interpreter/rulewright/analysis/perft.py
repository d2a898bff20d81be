"""Perft: how many ways there are to make so many decisions. Chance is enumerated; each outcome is a way.

Equal positions are counted once, with how often they are reached; without merging the numbers are the same. The fast
backend counts where there is one and it is worth while.
"""

from collections.abc import Iterator
from functools import cached_property
from itertools import count, islice
from typing import TYPE_CHECKING, Final

from attrs import define, evolve, frozen

from rulewright.fast import fast_explorer
from rulewright.machine.chance import MOST_OUTCOMES
from rulewright.machine.game import Rules
from rulewright.machine.interpret import Deciding
from rulewright.machine.move_names import Move
from rulewright.machine.positions import (
    GIB,
    Broken,
    Faulted,
    PlainPositions,
    Positions,
    Reach,
    Starts,
    Vector,
    layers,
)

if TYPE_CHECKING:
    from rulewright.machine.wasm.explorer import Explorer

MAX_KEPT_POSITIONS: Final = 50
"""So many positions the reference keeps before the fast backend is made."""


class NoRoom(Exception):  # noqa: N818 - no error of the rules
    """There are more positions than the memory has room for."""


@frozen
class Depth:
    """After `decisions` decisions: `paths` ways to get there, `ended` of them over. `complete` is False if some chance
    event was only sampled."""

    decisions: int
    paths: int
    ended: int
    complete: bool


@define(slots=False)
class Perft:
    """The counts for rules: without `merge` equal positions are never one, of more than so many `outcomes` a sample is
    taken, and about so many bytes of `memory` are used."""

    rules: Rules
    merge: bool = True
    outcomes: int = MOST_OUTCOMES
    memory: int = GIB

    def depths(self, most: int, starts: Starts = ()) -> Iterator[Depth]:
        """The counts for 0 to so many decisions from these positions, or from the beginning of the game, each as soon
        as it is known. What goes wrong is raised; NoRoom if there is none left."""
        told, walks = 0, self._walks()
        for walk in walks:
            for each in islice(_depths(walk, starts), told, most + 1):
                yield each
                told += 1
            if told > most:
                return
        raise NoRoom

    def parts(self, decisions: int) -> Iterator[tuple[str, Depth]]:
        """The counts after so many decisions, one at least, of each first move by itself; with the name of its seat
        where not all are one's."""
        firsts = self._first_moves()
        several = len({seat for seat, _ in firsts}) > 1
        for (seat, move), starts in firsts.items():
            *_, last = self.depths(decisions - 1, tuple(starts.items()))
            who = (f"{self.rules.core.seat_names[seat]}:",) if several else ()
            yield " ".join(map(str, (*who, *move))), evolve(last, decisions=decisions)

    def _first_moves(self) -> dict[tuple[int, Move], dict[Vector, int]]:
        """Where each first move of a seat leads, and in how many ways: to its stop, be it for chance."""
        positions = self._plain()
        for _ in islice(_depths(positions), 1):
            pass
        firsts: dict[tuple[int, Move], dict[Vector, int]] = {}
        for position in range(positions.found):
            for first, vector in self._moves(positions.vector(position)):
                reached = firsts.setdefault(first, {})
                reached[vector] = reached.get(vector, 0) + positions.ways(position)
        return firsts

    def _moves(self, vector: Vector) -> Iterator[tuple[tuple[int, Move], Vector]]:
        """The moves of a state and where each leads; none if nobody decides."""
        machine = self.rules.machine
        stop = machine.load(vector)
        for seat in stop.seats if isinstance(stop, Deciding) else ():
            machine.load(vector)
            assert isinstance(stop, Deciding)
            choices = machine.moves(seat)
            for choice, name in zip(choices, self.rules.naming.moves(seat, choices, stop.site), strict=True):
                machine.load(vector)
                machine.choose(seat, choice)
                yield (seat, name), machine.vector

    # ---- what counts

    def _walks(self) -> Iterator[Positions]:
        """At first the reference, and where it has no room left the fast backend, as far as that can count."""
        if self._fast is None:
            yield self._plain()
            return
        yield self._plain(MAX_KEPT_POSITIONS)
        yield self._fast
        if self._fast.too_many_ways:
            yield self._plain()

    def _plain(self, room: int | None = None) -> PlainPositions:
        return PlainPositions(self.rules, evolve(self._reach, room=room), merge=self.merge)

    @property
    def _reach(self) -> Reach:
        return Reach(memory=self.memory, outcomes=self.outcomes, any_seat=True, counting=True)

    @cached_property
    def _fast(self) -> "Explorer | None":
        return fast_explorer(self.rules, self._reach) if self.merge else None


def _depths(walk: Positions, starts: Starts = ()) -> Iterator[Depth]:
    """The counts of each depth as long as there is room, from some on none; what goes wrong is raised."""
    found = layers(walk, starts)
    for number in count():
        try:
            layer = next(found)
        except StopIteration as end:
            if not end.value:
                return
            yield from (Depth(each, 0, 0, not walk.sampled) for each in count(number))
            return
        assert not isinstance(layer, Broken), "who counts does not look"
        if isinstance(layer, Faulted):
            raise layer.fault
        yield Depth(number, layer.deciding + layer.over, layer.over, not walk.sampled)
