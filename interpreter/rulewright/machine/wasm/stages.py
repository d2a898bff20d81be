"""The stages of a header as nested loops, first outermost: picks go through their candidates, guards let them pass.

In: an `Asking`, the stages of a variant, and what to write inside of all loops. A guard that binds only "if you can"
looks at all candidates before it together: where they are many they are frames on a stack of their own.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import prod

from attrs import evolve, frozen

from rulewright.language.span import Span
from rulewright.language.walking import walk
from rulewright.machine.loop_bounds import FEW
from rulewright.machine.program.bounds import CANDIDATES
from rulewright.machine.program.moves import header_cells
from rulewright.machine.program.nodes import (
    ActionCode,
    At,
    Bin,
    Code,
    Const,
    Expr,
    Fill,
    LetStage,
    MustStage,
    NeedsStage,
    PickSeveralStage,
    PickStage,
    Program,
    SetAt,
    Stage,
    Yield,
)
from rulewright.machine.wasm import expressions, multisets, statements, trial
from rulewright.machine.wasm.assembly import FRAMES, TOP, TRIED, TURNS_TAKEN, Assembly, Scope
from rulewright.machine.wasm.hoisted_calls import beforehand
from rulewright.machine.wasm.local_cells import named_cells
from rulewright.machine.wasm.memory_map import TOO_MANY_CANDIDATES, WORD
from rulewright.machine.wasm.writer import Writer

Step = Stage | Bin
Go = Callable[[], None]


@frozen
class Asking:
    """How the moves of an action are asked for: `listing` all or looking for one; how its limit tells members apart."""

    s: Scope
    number: int
    action: ActionCode
    listing: bool
    limit: int
    mask: int
    offer: int
    found: int
    walking: bool = False
    few: bool = False
    counted: bool = True


def steps(action: ActionCode, variant: int) -> list[Step]:
    """The stages of a variant, the common ones first."""
    chosen = action.variants[variant]
    test: list[Step] = [] if action.of is None else [Bin("==", action.of, Const(chosen.value))]
    return [*action.stages, *test, *chosen.stages]


def chain(asking: Asking, stages: list[Step], end: Go) -> None:
    """The steps as nested loops; before the last one that looks at all candidates together they are collected."""
    w, kept = asking.s.w, asking.s.w.local()
    w.get_global(FRAMES)
    w.set(kept)
    if _chain(asking, stages, end) is not None:
        w.get(kept)
        w.set_global(FRAMES)


def _chain(asking: Asking, stages: list[Step], end: Go) -> int | None:
    """The same; a local with the place where frames begin that `end` pushes, if other frames lie there."""
    joint = next((at for at in reversed(range(len(stages))) if _is_joint(stages[at])), None)
    if joint is not None:
        asking = evolve(asking, walking=False)
    if joint is None:
        _nested(asking, stages, end)
        return None
    if _twice(asking, stages[:joint], stages[joint]):
        _walk_twice(asking, stages[:joint], stages[joint], lambda: _nested(asking, stages[joint + 1 :], end))
        return None
    return _together(asking, stages[:joint], stages[joint], lambda: _nested(asking, stages[joint + 1 :], end))


def _nested(asking: Asking, stages: list[Step], end: Go) -> None:
    if not stages:
        end()
        return
    first, *rest = stages
    s = asking.s

    def inner() -> None:
        _nested(asking, rest, end)

    match first:
        case PickStage() if asking.walking and walks(s, first.candidates):
            with beforehand(s, first, rest):
                _walk(asking, first, inner)
        case PickStage():
            with beforehand(s, first, rest):
                _pick(asking, first, inner)
        case PickSeveralStage():
            _several(asking, first, inner)
        case LetStage(code):
            statements.code(s, code)
            inner()
        case NeedsStage() | MustStage() | Bin():
            _test(s, first)
            with s.w.when():
                inner()


def _is_joint(step: Step) -> bool:
    match step:
        case NeedsStage():
            return step.if_you_can
        case MustStage():
            return step.if_able
        case PickStage() | PickSeveralStage() | LetStage() | Bin():
            return False


def _test(s: Scope, step: Step) -> None:
    """Push whether the candidate in the header's cells of an action passes."""
    match step:
        case NeedsStage():
            expressions.value(s, step.condition)
        case MustStage():
            trial.verdict(s, step)
        case Bin():
            expressions.value(s, step)
        case PickStage() | PickSeveralStage() | LetStage():
            raise AssertionError(step)


def enumerate_into(s: Scope, function: int) -> None:
    """Run an enumerator here: its candidates come to lie on top."""
    body: Code = s.a.program.functions[function].body
    with s.w.block() as out:
        leaving, s.leave_by = s.leave_by, lambda _: s.w.branch(out)
        statements.code(s, body)
        s.leave_by = leaving


def width_of(program: Program, function: int) -> int:
    """How many words a candidate of an enumerator has."""
    widths = {len(part.values) for part in walk(program.functions[function].body) if isinstance(part, Yield)}
    return max(widths, default=1)


def _pick(asking: Asking, stage: PickStage, inner: Go) -> None:
    s, w = asking.s, asking.s.w
    at, end, begin = w.local(), w.local(), w.local()
    width = width_of(s.a.program, stage.candidates)
    w.get_global(TOP)
    w.tee(begin)
    w.set(at)
    enumerate_into(s, stage.candidates)
    w.get_global(TOP)
    w.set(end)
    if asking.listing:
        w.get(end)
        w.get(at)
        w.op("-")
        w.const(WORD * width)
        w.op("/u")
        _count(s, stage.span)
    with w.until(at, ">=u", end):
        for cell, place in {stage.cells[0]: 0, stage.cells[-1]: width - 1}.items():
            with s.writing(cell):
                w.get(at)
                w.load(WORD * place)
        w.raise_by(at, WORD * width)
        if asking.listing:
            w.const(0)
            w.set_global(TURNS_TAKEN)
        inner()
    w.get(begin)
    w.set_global(TOP)


# ---- candidates as they come


def walks(s: Scope, function: int) -> bool:
    """Whether what follows can be done at each candidate as an enumerator comes to it: it yields at one place, its
    loops are short, and nothing that is done meanwhile can disturb it."""
    body = s.a.program.functions[function].body
    inside = list(walk(body))
    arrays = any(isinstance(part, At | SetAt | Fill) and part.base >= s.a.program.size for part in inside)
    scratch = {cell for cell in named_cells(body) if cell >= s.a.program.size}
    yields = sum(isinstance(part, Yield) for part in inside)
    return yields == 1 and not arrays and scratch <= set(s.cells) and s.a.loops.most(function) <= FEW


def few_candidates(a: Assembly, action: ActionCode, variant: int) -> bool:
    """Whether the candidates of all picks together are so few that nobody need count them."""
    picks = [stage for stage in steps(action, variant) if isinstance(stage, PickStage | PickSeveralStage)]
    together = prod(1 + a.loops.most(stage.candidates) for stage in picks)
    return together <= FEW and not any(isinstance(stage, PickSeveralStage) for stage in picks)


def counts_turns(a: Assembly, stages: list[Step]) -> bool:
    """Whether something in these stages counts turns."""
    return any(a.loops.passes(part) > FEW for step in stages for part in walk(step) if isinstance(part, Expr)) or any(
        isinstance(step, MustStage | LetStage | PickSeveralStage) for step in stages
    )


def _walk(asking: Asking, stage: PickStage, inner: Go) -> None:
    """Do what follows at each candidate."""
    s = asking.s

    def at_each(values: tuple[Expr, ...]) -> None:
        s.at_yield = before
        for cell, value in {stage.cells[0]: values[0], stage.cells[-1]: values[-1]}.items():
            with s.writing(cell):
                expressions.value(s, value)
        if asking.listing and asking.counted:
            s.w.const(0)
            s.w.set_global(TURNS_TAKEN)
        inner()
        s.at_yield = at_each

    before, s.at_yield = s.at_yield, at_each
    enumerate_into(s, stage.candidates)
    s.at_yield = before


def _several(asking: Asking, stage: PickSeveralStage, inner: Go) -> None:
    s = asking.s
    width = width_of(s.a.program, stage.candidates)
    multisets.pick(s, stage, asking.listing, width, lambda: enumerate_into(s, stage.candidates), inner, _count)


def _count(s: Scope, span: Span) -> None:
    """Pop how many candidates are tried; too many are a fault."""
    w = s.w
    s.look_at_clock()
    w.get_global(TRIED)
    w.op("+")
    w.set_global(TRIED)
    w.get_global(TRIED)
    w.const(CANDIDATES)
    w.op(">u")
    with w.when():
        s.fault(TOO_MANY_CANDIDATES, s.a.span(span))


# ---- candidates looked at together


def _twice(asking: Asking, before: list[Step], test: Step) -> bool:
    """Whether going through the candidates twice is the same as keeping them: nothing that is asked can fault."""
    a = asking.s.a
    if not asking.few or any(isinstance(step, MustStage | PickSeveralStage | LetStage) for step in (*before, test)):
        return False
    picks = [step for step in before if isinstance(step, PickStage)]
    asked = [
        step if isinstance(step, Bin) else step.condition
        for step in (*before, test)
        if isinstance(step, Bin | NeedsStage)
    ]
    return (
        all(walks(asking.s, pick.candidates) for pick in picks)
        and not any(_is_joint(step) for step in before)
        and all(a.loops.passes(part) <= FEW and a.cells.sure(part) for part in asked)
    )


def _walk_twice(asking: Asking, before: list[Step], test: Step, inner: Go) -> None:
    """Look whether any candidate passes, then go through those that do, or through all."""
    s, w = asking.s, asking.s.w
    walking, passed = evolve(asking, walking=True), w.local()
    w.const(0)
    w.set(passed)

    def look() -> None:
        _test(s, test)
        with w.when():
            w.const(1)
            w.set(passed)
            w.branch(known)

    def go() -> None:
        w.get(passed)
        w.op("eqz")
        _test(s, test)
        w.op("bitor")
        with w.when():
            inner()

    with w.block() as known:
        _nested(walking, before, look)
    _nested(walking, before, go)


def _together(asking: Asking, before: list[Step], test: Step, inner: Go) -> int:
    """Of all candidates that the steps before leave, those that pass the test; if none does, all. A candidate is a
    frame: the header's cells, then whether it passes. The frames stay; a local with their end."""
    s, w = asking.s, asking.s.w
    cells = header_cells(asking.action)
    size, verdict = WORD * (len(cells) + 1), WORD * len(cells)
    first, end, at, passed = w.local(), w.local(), w.local(), w.local()
    w.get_global(FRAMES)
    w.set(first)
    others_end = _chain(asking, before, lambda: _push_frame(s, cells, size))
    begin = first if others_end is None else others_end
    w.get_global(FRAMES)
    w.set(end)
    w.const(0)
    w.set(passed)
    with _each_frame(w, begin, end, size, at):
        _set_frame(s, cells, at)
        w.get(at)
        _test(s, test)
        w.const(0)
        w.op("!=")
        w.store(verdict)
        w.get(passed)
        w.get(at)
        w.load(verdict)
        w.op("bitor")
        w.set(passed)
    with _each_frame(w, begin, end, size, at), w.block() as refused:
        w.get(passed)
        w.get(at)
        w.load(verdict)
        w.op(">")
        w.branch_if(refused)
        _set_frame(s, cells, at)
        inner()
    return end


def _push_frame(s: Scope, cells: tuple[int, ...], size: int) -> None:
    w = s.w
    w.get_global(FRAMES)
    w.const(s.a.map.lanes - size)
    w.op(">u")
    with w.when():
        s.fault(TOO_MANY_CANDIDATES)
    for place, cell in enumerate(cells):
        w.get_global(FRAMES)
        s.read(cell)
        w.store(WORD * place)
    w.get_global(FRAMES)
    w.const(size)
    w.op("+")
    w.set_global(FRAMES)


def _set_frame(s: Scope, cells: tuple[int, ...], at: int) -> None:
    for place, cell in enumerate(cells):
        with s.writing(cell):
            s.w.get(at)
            s.w.load(WORD * place)


@contextmanager
def _each_frame(w: Writer, begin: int, end: int, size: int, at: int) -> Iterator[None]:
    """Run what is inside for every frame."""
    w.get(begin)
    w.set(at)
    with w.until(at, ">=u", end):
        yield
        w.raise_by(at, size)
