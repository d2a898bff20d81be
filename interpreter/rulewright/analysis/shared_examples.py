"""Examples that begin at the same phase with the same players, lowered in one go: that takes most of their time.

A hidden variable says whose position the setup lays out. Its first value is all in which their programs differ, besides
the invariants that each asks.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from attrs import evolve

from rulewright.analysis.example_conditions import conditions_of, probed, values_given
from rulewright.analysis.example_play import Play, Stumble, seated
from rulewright.language import core, example_core
from rulewright.language.types import NumberT
from rulewright.machine.lower import lower

MOST_SHARED: Final = 12
"""Examples in a program: each makes what it takes to begin the others a little longer."""
WHICH: Final = "which example"


def shared_plays(base: core.Core, scenes: Sequence[example_core.Scene | None], text: str) -> Iterator[Play | None]:
    """Each example before it begins; None for one that shares its program with no other, and where there is no position
    to begin at."""
    alike = defaultdict[object, list[int]](list)
    for number, scene in enumerate(scenes):
        if scene is not None:
            alike[scene.entry, scene.seats].append(number)
    batches = [
        numbers[at : at + MOST_SHARED] for numbers in alike.values() for at in range(0, len(numbers), MOST_SHARED)
    ]
    first = {numbers[0]: numbers for numbers in batches if len(numbers) > 1}
    waiting: dict[int, Play] = {}
    for number in range(len(scenes)):
        numbers = first.get(number, ())
        together = [scene for each in numbers if (scene := scenes[each]) is not None]
        waiting.update(zip(numbers, _plays(base, together, text), strict=False))
        yield waiting.pop(number, None)


def _plays(base: core.Core, scenes: Sequence[example_core.Scene], text: str) -> Iterator[Play]:
    """Those of one program; none where there is no position to begin at."""
    if not scenes:
        return
    number_type = NumberT(0, len(scenes) - 1)
    variable = core.Variable(WHICH, number_type, (), "nobody", core.Const(0, number_type), shown=False)
    which = core.Read(core.VarRef(len(base.variables)), number_type)
    laid = tuple(
        core.If(((core.Compare("same", which, core.Const(number, NumberT(number, number))), scene.givens),), ())
        for number, scene in enumerate(scenes)
    )
    with_variable = evolve(base, variables=(*base.variables, variable))
    try:
        entered = seated(with_variable, evolve(scenes[0], givens=laid))
    except Stumble:
        return
    own = len(entered.invariants)
    made = [probed(entered, [*conditions_of(scene), *values_given(entered, scene)], scene.won) for scene in scenes]
    asked = tuple(check for each in made for check in each.invariants[own:])
    program = lower(evolve(made[0], invariants=(*entered.invariants, *asked)))
    cell = next(slot.offset for slot in program.slots if slot.name == WHICH)
    start = own
    for number, (scene, each) in enumerate(zip(scenes, made, strict=True)):
        end = start + len(each.invariants) - own
        checks = (*program.invariants[:own], *program.invariants[start:end])
        initial = (*program.initial[:cell], number, *program.initial[cell + 1 :])
        yield Play(entered, scene, text, program=evolve(program, invariants=checks, initial=initial))
        start = end
