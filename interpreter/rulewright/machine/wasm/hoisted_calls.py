"""Calls in a header that are made once for all candidates of a pick.

`needs … fits(card) …` behind two picks asks `fits` again for every candidate of the second one, though it depends on
the first alone. Such calls are made before, if making them where they would not have been made can do no harm.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from rulewright.language.walking import walk
from rulewright.machine.loop_bounds import FEW
from rulewright.machine.program.nodes import Bin, Code, Invoke, NeedsStage, PickSeveralStage, PickStage, Stage
from rulewright.machine.wasm import expressions
from rulewright.machine.wasm.assembly import Assembly, Scope


@contextmanager
def beforehand(s: Scope, pick: PickStage, rest: Sequence[Stage | Bin]) -> Iterator[None]:
    """Ask once, before a pick, what the lines behind it would ask again and again to the same answer."""
    asked = list(dict.fromkeys(_same_for_all(s, pick, rest)))
    for call in asked:
        expressions.value(s, call)
        s.known[call] = s.w.local()
        s.w.set(s.known[call])
    yield
    for call in asked:
        del s.known[call]


def _same_for_all(s: Scope, pick: PickStage, rest: Sequence[Stage | Bin]) -> Iterator[Invoke]:
    """The calls in the lines behind a pick that neither fault nor depend on what is picked there or later."""
    a, known = s.a, s.known
    conditions = [step.condition for step in rest if isinstance(step, NeedsStage)]
    changing = a.cells.written((pick, *rest)).union(*(a.cells.written(_body(a, step)) for step in (pick, *rest)))
    for call in walk(tuple(conditions)):
        if isinstance(call, Invoke) and call not in known and _can_be_asked_before(a, call, changing):
            yield call


def _can_be_asked_before(a: Assembly, call: Invoke, changing: set[int]) -> bool:
    return a.cells.sure(call) and a.loops.passes(call) <= FEW and not a.cells.reads(call) & changing


def _body(a: Assembly, step: Stage | Bin) -> Code:
    """The enumerator of a pick."""
    return a.program.functions[step.candidates].body if isinstance(step, PickStage | PickSeveralStage) else ()
