"""`must` lines: the move in the header's cells is tried to its end on the working state, judged, and everything is put
back.

A fault inside refuses the move, a body that ends the game satisfies, and inside a trial no other is begun. Functions
called while trying are written a second time, so that a fault there returns instead of stopping.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from rulewright.machine.program import MustStage
from rulewright.machine.wasm import expressions
from rulewright.machine.wasm.assembly import FAULTED_IN_TRIAL, FRAMES, TOP, TURNS_TAKEN, Scope
from rulewright.machine.wasm.encoding import I32
from rulewright.machine.wasm.memory_map import WORD


def verdict(s: Scope, stage: MustStage, action: int) -> None:
    """Push whether the move of an action satisfies the line."""
    if s.trying:
        s.w.const(1)
        return
    w = s.w
    kept = [(number, w.local()) for number in (TURNS_TAKEN, TOP, FRAMES)]
    for number, local in kept:
        w.get_global(number)
        w.set(local)
    w.const(0)
    w.set_global(TURNS_TAKEN)
    for first, last in _stretches(s, action, stage.body):
        _copy(s, s.a.map.work + first, s.a.map.saved + first, last - first)
    answer = w.local()
    _judge(s, stage)
    w.set(answer)
    for first, last in _stretches(s, action, stage.body):
        _copy(s, s.a.map.saved + first, s.a.map.work + first, last - first)
    w.const(0)
    w.set_global(FAULTED_IN_TRIAL)
    for number, local in kept:
        w.get(local)
        w.set_global(number)
    w.get(answer)


def _stretches(s: Scope, action: int, body: int) -> list[tuple[int, int]]:
    """What must be put back, in bytes from the beginning of the working state: the game, and what the header still
    needs."""
    layout = s.a.map
    found = [(0, layout.game_bytes)]
    for cell in s.a.cells.disturbed(action, body):
        at = layout.cell(cell) - layout.work
        if found[-1][1] == at:
            found[-1] = found[-1][0], at + WORD
        elif cell not in s.cells:
            found.append((at, at + WORD))
    return found


def _copy(s: Scope, source: int, target: int, length: int) -> None:
    for address in (target, source, length):
        s.w.const(address)
    s.w.copy()


def _judge(s: Scope, stage: MustStage) -> None:
    """Push the verdict; the working state is the tried one afterwards."""
    w = s.w
    with w.block(I32) as done, _refusing(s, done):
        instances = []
        for zone in stage.zones or ():
            local = w.local()
            expressions.value(s, zone.instance)
            w.set(local)
            instances.append((zone.zone, local))
        _try(s, stage, instances)
        w.const(0)
        w.get_global(FAULTED_IN_TRIAL)
        w.branch_if(done)
        w.op("drop")
        w.const(1)
        s.read(s.a.program.ended)
        w.branch_if(done)
        w.op("drop")
        _changed(s, instances)
        if stage.condition is not None:
            expressions.truth(s, stage.condition)
            w.op("bitand")


def _try(s: Scope, stage: MustStage, instances: list[tuple[int, int]]) -> None:
    """Carry the body out."""
    for number in dict.fromkeys(number for number, _ in instances):
        if s.a.program.zones[number].tags_at is not None:
            s.call("tag", number)
    s.call("function", stage.body, True)  # noqa: FBT003 - the key of a function: trying
    if s.a.program.functions[stage.body].result is not None or _leaves(s, stage.body):
        s.w.op("drop")


@contextmanager
def _refusing(s: Scope, done: int) -> Iterator[None]:
    """A fault inside refuses: the verdict is 0, at the end of a block."""

    def refuse() -> None:
        s.w.const(0)
        s.w.branch(done)

    kept = s.give_up
    s.trying, s.give_up = True, refuse
    yield
    s.trying, s.give_up = False, kept


def _leaves(s: Scope, function: int) -> bool:
    from rulewright.machine.wasm.calls import escapes  # noqa: PLC0415 - calls know trials through expressions

    return bool(escapes(s, function))


def _changed(s: Scope, instances: list[tuple[int, int]]) -> None:
    if not instances:
        s.w.const(1)
        return
    s.w.const(0)
    for zone, local in instances:
        s.w.get(local)
        s.call("changed", zone)
        s.w.op("bitor")
