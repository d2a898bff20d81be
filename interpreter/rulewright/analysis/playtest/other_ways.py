"""Other ways on from a state that a seat is told alike: another piece that it does not see is picked or drawn, or
something else is picked in secret."""

from collections.abc import Iterator
from typing import TypeAlias

from attrs import evolve

from rulewright.analysis.playtest.stretches import ByDraw, ByMove, Go
from rulewright.machine.chance import Numbers
from rulewright.machine.interpret import Deciding, ListedMove, Machine
from rulewright.machine.positions import Vector
from rulewright.machine.program.moves import picks_of, split
from rulewright.machine.program.nodes import DrawChance, Program

Member: TypeAlias = tuple[int, ...]
"""The words of one thing that is picked: of a piece its kind and its cell."""


def other_way(
    machine: Machine, program: Program, vector: Vector, go: Go, seat: int, lots: Numbers
) -> tuple[Go, int | None, frozenset[int]] | None:
    """Another way, the component of the pieces that are others, and their kinds; None if there is no other."""
    machine.load(vector)
    if isinstance(go, ByDraw):
        point, now = machine.point, go.like[go.number]
        assert isinstance(point, DrawChance), "a draw answers one"
        others = [at for at, each in enumerate(go.like) if each[:-1] != now[:-1]]
        if point.public or point.argument.component is None or not others:
            return None
        at = others[lots.below(len(others))]
        return ByDraw(at, go.like), point.argument.component, frozenset((now[0], go.like[at][0]))
    if not isinstance(go, ByMove) or go.seat == seat or not isinstance(machine.stop, Deciding):
        return None
    found = [
        (move, kinds)
        for move in machine.moves(go.seat)
        if move != go.move and (kinds := _other_kinds(machine, program, seat, go.move, move)) is not None
    ]
    if not found:
        return None
    move, kinds = found[lots.below(len(found))]
    component = next((component for component, _ in kinds), None)
    return evolve(go, move=move), component, frozenset(kind for of, kind in kinds if of == component)


def _other_kinds(
    machine: Machine, program: Program, seat: int, one: ListedMove, other: ListedMove
) -> list[tuple[int, int]] | None:
    """The pieces that two moves pick differently, each by its component and kind; None if they are not told alike."""
    assert isinstance(machine.stop, Deciding), "somebody moves"
    if (one.offer, one.variant) != (other.offer, other.variant):
        return None
    zones, found = machine.zones, list[tuple[int, int]]()
    picks = picks_of(program, machine.stop.site, one)
    for pick, first, second in zip(
        picks, _members(program, machine, one), _members(program, machine, other), strict=True
    ):
        component = pick.argument.component if pick.words > 1 else None  # a mere kind lies nowhere
        if first == second or (pick.secret and component is None):
            continue
        if component is None or len(first) != len(second):
            return None
        for pair in zip(first, second, strict=True):
            unseen = all(loc >= 0 and not zones.seen_by(loc) >> seat & 1 for _, loc, *_ in pair)
            alike = pair[0] == pair[1] or (unseen and len({zones.spot(loc) for _, loc, *_ in pair}) == 1)
            if not alike and not pick.secret:
                return None
            found += [(component, kind) for kind, *_ in pair] if pair[0] != pair[1] else []
    return found


def _members(program: Program, machine: Machine, move: ListedMove) -> Iterator[list[Member]]:
    """What each pick of a move has picked."""
    assert isinstance(machine.stop, Deciding), "somebody moves"
    picks = picks_of(program, machine.stop.site, move)
    return ([move.picks[at : at + pick.words] for at in places] for pick, places in split(picks, move.picks))
