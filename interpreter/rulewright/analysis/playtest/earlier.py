"""Whether a seat could think that a game is in another state: what it was told before does not rule it out.

The state differs from the one that a game has come to in some cells. Back through the game, as long as nothing else was
put into these cells, another game that had them so goes on by the same choices; it must come to the same, and look the
same to the seat. Where they were set, some other choice must have set them so, and nothing else otherwise.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Final, TypeAlias

from attrs import evolve

from rulewright.analysis.playtest.stretches import ByDraw, ByMove, Course, Go, Stretch
from rulewright.analysis.playtest.telling_apart import Sides, Sights
from rulewright.language.span import Span
from rulewright.machine.interpret import Waiting
from rulewright.machine.positions import Vector

Step: TypeAlias = tuple[Vector, Go, Stretch]
"""Where a game was, how it went on there, and what came of it."""
Ahead: TypeAlias = Callable[[Vector, Sequence[Step]], bool]
"""Whether what is told is different, too, in a game that goes on from a state as in these steps."""
MAX_BACK: Final = 100
"""So many steps are looked at."""
MAX_OTHERS: Final = 50
"""So many other choices are tried at each of them."""


def thinkable(
    course: Course,
    sights: Sights,
    past: Sequence[Step],
    twin: Vector,
    sides: Sides,
    told: Collection[Span],
    ahead: Ahead,
) -> bool:
    """Whether the seat of these sides could think that a game, behind these steps, is in the state of a twin; what was
    `told` at these places it knows. In doubt it could. Where more was set otherwise, it must be seen `ahead`."""
    now = past[-1][2].vector if past else twin
    differ = [at for at, two in enumerate(zip(now, twin, strict=True)) if two[0] != two[1]]
    fields = sorted({*course.machine.zones.places.spots, *sights.cells})

    def comes(here: Stretch, there: Stretch | None) -> bool:
        """Whether another step comes to the same but for what is different, and the seat cannot tell them apart, or
        only by what it should not be told."""
        if there is None:
            return False
        both, wanted = evolve(sides, here=here, there=there), _with(here.vector, twin, differ)
        found = sights.difference(both)
        if found is not None:
            return found[0] not in told
        same = here.stop == there.stop and all(there.vector[at] == wanted[at] for at in fields)
        return same and not sights.may_know(both)

    for at, (before, go, here) in reversed([*enumerate(past)][-MAX_BACK:] if differ else ()):
        left = [cell for cell in differ if before[cell] == here.vector[cell]]
        start = _with(before, twin, left)
        if left == differ:
            there = course.on(start, go)
            if there is None and isinstance(go, ByDraw):  # from other things: that is seen where it is drawn
                return _drawn_at(course, start) not in told
            if not comes(here, there):
                return False
            continue
        others = [(each, course.on(start, each)) for each in _others(course, start, go)]
        like = [
            (each, there)
            for each, there in others
            if there and all(there.vector[cell] == twin[cell] for cell in differ)
        ]
        if not like or not any(comes(here, there) for _, there in like):
            alone = (course.on(before, each) for each, _ in like)  # with nothing else otherwise
            same = (there.vector for there in alone if there and there.stop == here.stop)
            return not like or any(ahead(vector, past[at + 1 :]) for vector in same)
        differ = left
    return True


def _drawn_at(course: Course, vector: Vector) -> Span | None:
    """Where the rules draw in a state."""
    course.machine.load(vector)
    stop = course.machine.stop
    return course.rules.program.chances[stop.chance].span if isinstance(stop, Waiting) else None


def _with(vector: Vector, twin: Vector, differ: Sequence[int]) -> Vector:
    """A state with these cells of another."""
    cells = list(vector)
    for at in differ:
        cells[at] = twin[at]
    return tuple(cells)


def _others(course: Course, vector: Vector, go: Go) -> list[Go]:
    """The other choices in place of one, if they are not too many."""
    found: list[Go] = []
    if isinstance(go, ByDraw):
        found = [ByDraw(number, go.like) for number in range(len(go.like)) if number != go.number]
    elif isinstance(go, ByMove):
        course.machine.load(vector)
        found = [evolve(go, move=move) for move in course.machine.moves(go.seat) if move != go.move]
    return found if len(found) <= MAX_OTHERS else []
