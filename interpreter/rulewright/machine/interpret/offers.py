"""The moves of a decision: the stages of each offered action as nested loops, first outermost.

Two ways through the same stages: `moves` lists all, `can` stops at the first. They go depth first; only where `if you
can` or `if able` must know all candidates of the lines above, these are collected first. Header cells are put back
afterwards, so that asking changes nothing.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from rulewright.language.span import Span
from rulewright.machine.interpret.trial import Trial
from rulewright.machine.program.bounds import CANDIDATES, MOVES, TURNS, endless, too_many_candidates, too_many_moves
from rulewright.machine.program.moves import (
    PickCells,
    gather,
    header_cells,
    mask_cell,
    pick_cells,
    scatter,
    selections,
    several_cells,
)
from rulewright.machine.program.nodes import (
    ActionCode,
    Bin,
    Const,
    LetStage,
    LimitCode,
    MustStage,
    NeedsStage,
    OfferCode,
    PickSeveralStage,
    PickStage,
    Site,
    Stage,
)

if TYPE_CHECKING:
    from rulewright.machine.interpret.compiler import Compiler, Value

Go = Callable[[], bool]
"""Goes through the rest of the stages; whether to stop."""
Step = Stage | Bin
"""A stage, or the test that the picked value is that of the variant."""


class Choice(NamedTuple):
    """A move: the offer's number in its site, the variant, the values of the pick cells in the order of the stages (of
    a multiset first how many, then as many cells as it has)."""

    offer: int
    variant: int
    picks: tuple[int, ...]


class Offers:
    """Asks sites for their moves."""

    def __init__(self, compiler: "Compiler") -> None:
        """Compile nothing yet."""
        self.c = compiler
        self.trial = Trial(compiler)
        self._actions: dict[tuple[int, bool], list[Go]] = {}
        self._arguments: dict[tuple[int, int], list[tuple[int, Value]]] = {}
        self._headers: dict[int, tuple[int, ...]] = {}
        self._found: list[tuple[int, ...]] = []
        self._tried = 0

    # ---- asking

    def can(self, site: int, you: int) -> bool:
        """Whether some offer has a legal move for the seat."""
        where = self.c.program.sites[site]
        self._ask(where, you)
        return any(self._any(site, number, you) for number in range(len(where.offers)))

    def moves(self, site: int, you: int, only: int | None = None) -> list[Choice]:
        """All moves of the seat, in the order of the rules; `only`: those of the offer with this number."""
        where = self.c.program.sites[site]
        found: list[Choice] = []
        self._tried, turns = 0, self.c.memory[self.c.turns]
        self._ask(where, you)
        for number in range(len(where.offers)) if only is None else (only,):
            for variant, picks in self._all(site, number, you):
                found.append(Choice(number, variant, picks))
            if len(found) > MOVES:
                too_many_moves(where.span)
        self.c.memory[self.c.turns] = turns
        return found

    def _ask(self, site: Site, you: int) -> None:
        if site.you is not None:
            self.c.memory[site.you] = you

    def _any(self, site: int, number: int, you: int) -> bool:
        offer = self.c.program.sites[site].offers[number]
        if self.blocked(site, offer):
            return False
        kept = self._keep(offer.action)
        self.prepare(site, number, you)
        variants = self._compiled(offer.action, lazily=True)
        found = any(not self.used(offer, variant) and go() for variant, go in enumerate(variants))
        self._put_back(offer.action, kept)
        return found

    def _all(self, site: int, number: int, you: int) -> Iterator[tuple[int, tuple[int, ...]]]:
        offer = self.c.program.sites[site].offers[number]
        if self.blocked(site, offer):
            return
        kept = self._keep(offer.action)
        self.prepare(site, number, you)
        for variant, go in enumerate(self._compiled(offer.action, lazily=False)):
            if not self.used(offer, variant):
                self._found = []
                go()
                for picks in self._found:
                    yield variant, picks
        self._put_back(offer.action, kept)

    def prepare(self, site: int, number: int, you: int) -> None:
        """Set the cells of `you` and the parameters for an offer."""
        offer, memory = self.c.program.sites[site].offers[number], self.c.memory
        action = self.c.program.actions[offer.action]
        if (site, number) not in self._arguments:
            pairs = zip(action.params, offer.args, strict=True)
            self._arguments[site, number] = [(cell, self.c.expression(arg)) for cell, arg in pairs]
        values = [(cell, value()) for cell, value in self._arguments[site, number]]
        memory[action.you] = you
        for cell, value in values:
            memory[cell] = value

    def some(self, action: int, steps: list[Step]) -> bool:
        """Whether some candidate passes these steps, with `you` and parameters as they are."""
        kept = self._keep(action)
        found = self._chain(steps, _stop, action, None)()
        self._put_back(action, kept)
        return found

    # ---- limits

    def limit(self, offer: OfferCode) -> LimitCode | None:
        """The limit of an offer's line."""
        return None if offer.limit is None else self.c.program.limits[offer.limit]

    def used(self, offer: OfferCode, variant: int) -> bool:
        """Whether the offer is used up, for this member of a family."""
        limit = self.limit(offer)
        return limit is not None and self.c.memory[mask_cell(limit, variant)] != 0

    def blocked(self, site: int, offer: OfferCode) -> bool:
        """Whether this is the ending of a choice in which an `exactly once` line is unused."""
        return offer.ending and self.owed(site) is not None

    def owed(self, site: int) -> OfferCode | None:
        """The first offer whose `exactly once` line is unused."""
        for offer in self.c.program.sites[site].offers:
            limit = self.limit(offer)
            if limit is not None and limit.exactly and not any(self._mask(limit)):
                return offer
        return None

    def _mask(self, limit: LimitCode) -> list[int]:
        return self.c.memory[limit.cell : limit.cell + limit.members]

    # ---- cells of a header

    def header(self, action: int) -> tuple[int, ...]:
        """The cells that asking for an action's moves writes."""
        if action not in self._headers:
            self._headers[action] = header_cells(self.c.program.actions[action])
        return self._headers[action]

    def _keep(self, action: int) -> list[int]:
        memory = self.c.memory
        return [memory[cell] for cell in self.header(action)]

    def _put_back(self, action: int, kept: list[int]) -> None:
        memory = self.c.memory
        for cell, value in zip(self.header(action), kept, strict=True):
            memory[cell] = value

    # ---- compiling stages

    def _compiled(self, number: int, *, lazily: bool) -> list[Go]:
        if (number, lazily) not in self._actions:
            action = self.c.program.actions[number]
            ways = range(len(action.variants))
            self._actions[number, lazily] = [self._variant(number, way, lazily=lazily) for way in ways]
        return self._actions[number, lazily]

    def _variant(self, number: int, at: int, *, lazily: bool) -> Go:
        action = self.c.program.actions[number]
        end = _stop if lazily else self._collector(pick_cells(action, at), action)
        return self._chain(self.steps(number, at), end, number, None if lazily else action.span)

    def steps(self, number: int, at: int) -> list[Step]:
        """The stages of a variant of an action, the common ones first."""
        action = self.c.program.actions[number]
        variant = action.variants[at]
        steps: list[Step] = list(action.stages)
        if action.of is not None:
            steps.append(Bin("==", action.of, Const(variant.value)))
        return [*steps, *variant.stages]

    def _chain(self, steps: list[Step], end: Go, number: int, listing: Span | None) -> Go:
        """The steps as nested loops; before the last one that looks at all candidates together they are collected."""
        together = next((at for at in reversed(range(len(steps))) if _is_joint(steps[at])), None)
        go = end
        for step in reversed(steps[0 if together is None else together + 1 :]):
            go = self._step(step, go, listing)
        if together is None:
            return go
        return self._joint(steps[:together], self._test(steps[together]), go, number, listing)

    def _joint(self, before: list[Step], test: Callable[[], object], go: Go, number: int, listing: Span | None) -> Go:
        """Of all candidates that the steps before leave, those that pass the test; if none does, all."""
        memory, cells = self.c.memory, self.header(number)
        frames: list[list[list[int]]] = []

        def collect() -> bool:
            frames[-1].append([memory[cell] for cell in cells])
            return False

        def set_frame(frame: list[int]) -> None:
            for cell, value in zip(cells, frame, strict=True):
                memory[cell] = value

        def passes(frame: list[int]) -> object:
            set_frame(frame)
            return test()

        fill = self._chain(before, collect, number, listing)

        def joint() -> bool:
            frames.append([])
            fill()
            found = frames.pop()
            for frame in [frame for frame in found if passes(frame)] or found:
                set_frame(frame)
                if go():
                    return True
            return False

        return joint

    def _test(self, step: Step) -> Callable[[], object]:
        match step:
            case NeedsStage():
                return self.c.test(step.condition)
            case MustStage():
                return self.trial.verdict(step)
            case Bin():
                return self.c.test(step)
            case PickStage() | PickSeveralStage() | LetStage():
                raise AssertionError(step)

    def _step(self, step: Step, go: Go, listing: Span | None) -> Go:
        match step:
            case PickStage():
                return self._pick(step, go, listing)
            case PickSeveralStage():
                return self._several(step, go, listing)
            case LetStage(code):
                return _after(self.c.code(code), go)
            case NeedsStage() | MustStage() | Bin():
                return _needs(self._test(step), go)

    def _collector(self, cells: list[PickCells], action: ActionCode) -> Go:
        memory = self.c.memory

        def collect() -> bool:
            self._found.append(gather(memory, cells))
            if len(self._found) > MOVES:
                too_many_moves(action.span)
            return False

        return collect

    def _pick(self, stage: PickStage, go: Go, listing: Span | None) -> Go:
        memory, turns, candidates = self.c.memory, self.c.turns, self.c.enumerator(stage.candidates)
        first, second = stage.cells[0], stage.cells[-1]

        def pick() -> bool:
            for candidate in candidates():
                memory[first], memory[second] = candidate[0], candidate[-1]
                if go():
                    return True
            return False

        def pick_listing() -> bool:
            found = candidates()
            self._count(len(found), stage.span)
            for candidate in found:
                memory[first], memory[second] = candidate[0], candidate[-1]
                memory[turns] = 0
                go()
            return False

        return pick if listing is None else pick_listing

    def _several(self, stage: PickSeveralStage, go: Go, listing: Span | None) -> Go:
        memory, turns, candidates = self.c.memory, self.c.turns, self.c.enumerator(stage.candidates)
        low, high, several = self.c.expression(stage.low), self.c.expression(stage.high), several_cells(stage)

        def pick() -> bool:
            for selection in selections(stage, candidates(), low(), high()):
                if listing is None:
                    memory[turns] += 1
                    if memory[turns] > TURNS:
                        endless()
                else:
                    self._count(1, stage.span)
                    memory[turns] = 0
                scatter(memory, several, selection)
                if go():
                    return True
            return False

        return pick

    def _count(self, number: int, span: Span) -> None:
        self._tried += number
        if self._tried > CANDIDATES:
            too_many_candidates(span)


def _is_joint(step: Step) -> bool:
    match step:
        case NeedsStage():
            return step.if_you_can
        case MustStage():
            return step.if_able
        case PickStage() | PickSeveralStage() | LetStage() | Bin():
            return False


def _stop() -> bool:
    return True


def _needs(test: Callable[[], object], go: Go) -> Go:
    return lambda: go() if test() else False


def _after(run: Callable[[], int], go: Go) -> Go:
    def step() -> bool:
        run()
        return go()

    return step
