"""`must` lines: the move in the header's cells is tried to its end on the working state, judged, and everything is put
back.

What is impossible refuses the move, a body that ends the game satisfies; every other fault stops, and the head says
which trials run. Functions that can come upon something impossible are written a second time for trials, where they
then return. Inside a trial others may be tried, never of an action that is being tried already: each action has a copy
of its own to put back from.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from rulewright.machine.program.nodes import MustStage
from rulewright.machine.wasm import expressions
from rulewright.machine.wasm.assembly import FRAMES, REFUSED, TOP, TURNS_TAKEN, Scope
from rulewright.machine.wasm.encoding import I32
from rulewright.machine.wasm.memory_map import TRYING, WORD

NEAR = 64
"""Stretches that are so many bytes apart or less are put back together."""


def verdict(s: Scope, stage: MustStage) -> None:
    """Push whether the move of an action satisfies the line."""
    nesting, w = s.a.nesting, s.w
    if not (s.trying and stage.action in nesting.again):
        _tried(s, stage)
        return
    w.const(0)
    w.load(s.a.map.trial(nesting.slots[stage.action]))
    w.op("eqz")
    with w.when(I32):
        _tried(s, stage)
        w.otherwise()
        w.const(1)


def _tried(s: Scope, stage: MustStage) -> None:
    """Push the verdict; everything is as it was afterwards."""
    w, slot = s.w, s.a.nesting.slots[stage.action]
    kept = [(number, w.local()) for number in (TOP, FRAMES, *(() if s.trying else (TURNS_TAKEN,)))]
    for number, local in kept:
        w.get_global(number)
        w.set(local)
    _begin(s, stage, slot)
    saved, stretches = s.a.map.copy(slot), _stretches(s, stage)
    for first, last in stretches:
        _copy(s, s.a.map.work + first, saved + first, last - first)
    answer = w.local()
    _judge(s, stage)
    w.set(answer)
    for first, last in stretches:
        _copy(s, saved + first, s.a.map.work + first, last - first)
    _end(s, slot)
    for number, local in kept:
        w.get(local)
        w.set_global(number)
    w.get(answer)


def _begin(s: Scope, stage: MustStage, slot: int) -> None:
    """Say that the trial runs. Turns are counted anew; a trial inside another one is a turn of that."""
    w, trial = s.w, s.a.map.trial(slot)
    w.const(0)
    w.const(1 + s.a.span(stage.span))
    w.store(trial)
    w.const(0)
    _around(s)
    w.store(trial + WORD)
    w.const(0)
    w.const(trial)
    w.store(TRYING)
    if s.trying:
        w.const(1)
        s.turns(stage.span)
    else:
        w.const(0)
        w.set_global(TURNS_TAKEN)


def _around(s: Scope) -> None:
    """Push the address of the trial that runs, 0 if none does."""
    s.w.const(0)
    if s.trying:
        s.w.load(TRYING)


def _end(s: Scope, slot: int) -> None:
    """The trial no longer runs; the one around it goes on."""
    w, trial = s.w, s.a.map.trial(slot)
    w.const(0)
    w.set_global(REFUSED)
    w.const(0)
    w.const(0)
    if s.trying:
        w.load(trial + WORD)
    w.store(TRYING)
    w.const(0)
    w.const(0)
    w.store(trial)


def _stretches(s: Scope, stage: MustStage) -> list[tuple[int, int]]:
    """What must be put back, in bytes from the beginning of the working state: the game, and what of scratch whoever
    asks still needs. Inside a trial that is everything; while moves are listed, nothing but the header."""
    layout, cells = s.a.map, s.a.cells
    if s.trying:
        return [(0, layout.work_bytes)]
    reach = s.a.nesting.reach(stage)
    disturbed = cells.disturbed(reach.functions, reach.sites, reach.actions)
    if s.listing:
        disturbed &= cells.in_header(stage.action)
    found = [(0, layout.game_bytes)]
    for cell in sorted(disturbed - s.cells.keys()):
        at = layout.cell(cell) - layout.work
        if at - found[-1][1] <= NEAR:
            found[-1] = found[-1][0], at + WORD
        else:
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
        w.const(1)
        s.read(s.a.program.ended)
        w.branch_if(done)
        w.op("drop")
        _changed(s, stage, instances)
        if stage.condition is not None:
            expressions.truth(s, stage.condition)
            w.op("bitand")


def _try(s: Scope, stage: MustStage, instances: list[tuple[int, int]]) -> None:
    """Carry the body out."""
    for number in dict.fromkeys(number for number, _ in instances):
        if s.a.program.zones[number].tags_at is not None:
            s.call("tag", number)
    s.call_function(stage.body)
    if s.a.program.functions[stage.body].result is not None or _leaves(s, stage.body):
        s.w.op("drop")


@contextmanager
def _refusing(s: Scope, done: int) -> Iterator[None]:
    """What is impossible inside refuses: the verdict is 0, at the end of a block. What was known before the body is
    not known behind it."""

    def refuse() -> None:
        s.w.const(0)
        s.w.branch(done)

    kept = s.trying, s.give_up, s.known
    s.trying, s.give_up, s.known = True, refuse, {}
    yield
    s.trying, s.give_up, s.known = kept


def _leaves(s: Scope, function: int) -> bool:
    from rulewright.machine.wasm.calls import escapes  # noqa: PLC0415 - calls know trials through expressions

    return bool(escapes(s, function))


def _changed(s: Scope, stage: MustStage, instances: list[tuple[int, int]]) -> None:
    if not instances:
        s.w.const(1)
        return
    s.w.const(0)
    for zone, local in instances:
        s.w.get(local)
        s.call("changed", zone, s.a.nesting.slots[stage.action])
        s.w.op("bitor")
