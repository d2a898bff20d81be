"""Units cut into blocks where they stop, and the sentences that may stop."""

from collections.abc import Callable
from typing import Final, Literal

from attrs import define, field, frozen

from rulewright.language import core, core_queries
from rulewright.language.span import NOWHERE, Span
from rulewright.language.walking import walk
from rulewright.machine.lower import decisions, procedures, sentences, stops
from rulewright.machine.lower.builder import A_BLOCK, END_LABEL, Builder, Scope, added
from rulewright.machine.lower.terms import YES, ZERO
from rulewright.machine.program import nodes as ir

# ---- Units: procedures, bodies of actions and the game itself, cut into blocks where they stop
# Drafts are blocks before their numbers of cells are final. Each unit has static cells: a return slot, parameters, and
# what of its locals lives across a stop. `call`: return slot := block to go on at, jump; `return`: jump to it.


END_BLOCK: Final = 0

Key = tuple[Literal["game"]] | tuple[Literal["procedure"], int] | tuple[Literal["body"], int, int]


@define
class Draft:
    """A block being written. `follows`: the blocks of the same unit that may come next (behind a stop or call too);
    `stops`: own cells dead behind it are to be zeroed; `uses`: what is read while it stops; `sets`: cells set on the
    way to the next block. `landing`: the return slot of the unit that it runs, and the block that goes on behind.
    `span`: the sentence that it was begun for."""

    unit: int
    code: list[ir.Statement] = field(factory=list)
    end: ir.Terminator | None = None
    follows: tuple[int, ...] = ()
    stops: bool = False
    returns: bool = False
    uses: tuple[object, ...] = ()
    sets: tuple[int, ...] = ()
    landing: tuple[int, int] | None = None
    span: Span = NOWHERE


@define
class Unit:
    """One unit: its number, return slot (None: the game), first block, the block that `finish` jumps to, what it
    carries out, what its title tells."""

    number: int
    key: Key
    scope: Scope
    ret: int | None
    params: tuple[int, ...]
    entry: int
    finish: int
    end: int
    body: tuple[core.Statement, ...] = ()
    told: tuple[ir.GuardPart, ...] = ()


@define
class Blocks:
    """All drafts and units of a program."""

    build: Builder
    stops: "Stops"
    drafts: list[Draft] = field(factory=list)
    units: dict[Key, Unit] = field(factory=dict)
    waiting: list[Unit] = field(factory=list)

    def draft(self, unit: int, span: Span = NOWHERE) -> int:
        """A new block."""
        return added(self.drafts, Draft(unit, span=span))

    def unit(self, key: Key) -> Unit:
        """The unit of this key, lowered later if it is new."""
        if key not in self.units:
            number = len(self.units) + 1
            scope = Scope(self.build, unit=number)
            ret = None if key[0] == "game" else self.build.frame(number, 1, "return", A_BLOCK)
            entry, finish, end = self.draft(number), self.draft(number), self.draft(number)
            made = Unit(number, key, scope, ret, (), entry, finish, end)
            self.units[key] = made
            self._open(made)
            self.waiting.append(made)
        return self.units[key]

    def _open(self, unit: Unit) -> None:
        """Parameters; the code at the end and at `finish`."""
        self._leave(unit)
        match unit.key:
            case ("procedure", index):
                what = self.build.core.procedures[index]
                unit.params, unit.body = procedures.parameters(unit.scope, what.params), what.body
                unit.told = tuple(decisions.part(unit.scope, each) for each in what.told)
                begun = (*self.clear_limits(frozenset({index})), *procedures.begun(self.build, index))
                self.drafts[unit.entry].code.extend(begun)
                self.drafts[unit.end].code.extend(self.clear_limits(frozenset({index})))
            case ("body", action, number):
                unit.body = core_queries.body_of(self.build.core.actions[action], number)
                self.drafts[unit.entry].code.extend(decisions.opened(unit.scope, action, number, unit.body))
            case _:
                unit.body = (*self.build.core.setup, *self.build.core.play)

    def _leave(self, unit: Unit) -> None:
        """What the end and `finish` do; `finish` clears everything that ran inside."""
        end, finish = self.drafts[unit.end], self.drafts[unit.finish]
        end.returns = True
        finish.end, finish.follows = ir.Jump(unit.end), (unit.end,)
        if unit.ret is None:
            end.code.append(ir.Ended(None))
            end.end = ir.Jump(END_BLOCK)
        else:
            end.end = ir.Return(unit.ret)

    def clear_limits(self, procedures_: frozenset[int]) -> ir.Code:
        """Forgets what has been used in runs of these procedures."""
        limits = self.build.core.limits
        return tuple(
            ir.Fill(self.build.layout.limits[at], ZERO, ir.Const(limit.members), 0)
            for at, limit in enumerate(limits)
            if limit.procedure in procedures_
        )

    def exits(self) -> dict[int, int]:
        """Where labels lead that reach the top of a block."""
        memory = self.build.memory
        found = {END_LABEL: END_BLOCK}
        for key, unit in self.units.items():
            label = memory.get(("label", key[1])) if key[0] == "procedure" else None
            if isinstance(label, int):
                found[label] = unit.finish
        return found

    def inner(self, unit: Unit) -> tuple[frozenset[int], tuple[Unit, ...]]:
        """The procedures and units that may run inside a unit, itself not among them."""
        program = self.build.core
        if unit.key[0] != "procedure":
            return frozenset(), ()
        found, actions = core_queries.bodies_run_by(program, program.procedures[unit.key[1]].body)
        units = tuple(
            other
            for key, other in self.units.items()
            if (key[0] == "procedure" and key[1] in found) or (key[0] == "body" and key[1] in actions)
        )
        return found, units


# ---- what may stop


@frozen
class Stops:
    """Procedures and (action, variant) bodies that may stop."""

    procedures: frozenset[int]
    bodies: frozenset[tuple[int, int]]

    def sentence(self, sentence: core.Statement) -> bool:
        """Whether a sentence may stop."""
        return any(
            node.procedure in self.procedures if isinstance(node, core.RunProcedure) else core_queries.is_stop(node)
            for node in walk(sentence)
        )


def find_stops(program: core.Core) -> Stops:
    """Everything that may stop, by itself or through what it runs."""
    stopping: set[int] = set()
    called = [tuple(core_queries.calls(procedure.body)) for procedure in program.procedures]
    own = [any(map(core_queries.is_stop, walk(procedure.body))) for procedure in program.procedures]
    grown = True
    while grown:
        more = {
            index
            for index in range(len(own))
            if index not in stopping and (own[index] or not stopping.isdisjoint(called[index]))
        }
        stopping |= more
        grown = bool(more)
    done = Stops(frozenset(stopping), frozenset())
    bodies = {
        (index, variant)
        for index, action in enumerate(program.actions)
        for variant, body in enumerate(core_queries.bodies_of(action))
        if any(map(done.sentence, body))
    }
    return Stops(done.procedures, frozenset(bodies))


# ---- Sentences that may stop: written into the blocks of their unit
# In: the blocks under construction and a unit. Out: nothing; drafts grow. Sentences that cannot stop stay structured
# code inside a block; around those that do the code is cut.


@define
class Writer:
    """Writes one unit; `current` is the block that grows."""

    blocks: Blocks
    unit: Unit
    current: int

    @property
    def scope(self) -> Scope:
        """The scope of the unit."""
        return self.unit.scope

    def emit(self, code: ir.Code) -> None:
        """Adds code to the block that grows."""
        self.blocks.drafts[self.current].code.extend(code)

    def block(self) -> int:
        """A new block of this unit."""
        return self.blocks.draft(self.unit.number, self.scope.span)

    def jump(self, to: int) -> None:
        """Ends the block: goes on at another one."""
        self.end(ir.Jump(to), (to,))

    def branch(self, test: ir.Expr, then: int, otherwise: int) -> None:
        """Ends the block: one way or the other."""
        self.end(ir.Branch(test, then, otherwise), (then, otherwise))

    def end(
        self, end: ir.Terminator, follows: tuple[int, ...], uses: tuple[object, ...] = (), sets: tuple[int, ...] = ()
    ) -> None:
        """Ends the block."""
        draft = self.blocks.drafts[self.current]
        assert draft.end is None
        draft.end, draft.follows, draft.uses, draft.sets = end, follows, uses, sets
        draft.stops = isinstance(end, ir.Decide | ir.Chance)

    def go_on(self, at: int) -> None:
        """The block `at` is the one that grows."""
        self.current = at

    def goto(self, at: int) -> None:
        """Ends the block with a jump, and goes on there."""
        self.jump(at)
        self.go_on(at)

    def repeat(self, more: ir.Expr, inside: Callable[[int], None], look: ir.Code = ()) -> None:
        """While something holds, asked behind a look: what is written inside, given the block that asks again."""
        head, inner, goes_on = self.block(), self.block(), self.block()
        self.goto(head)
        self.emit(look)
        self.branch(more, inner, goes_on)
        self.go_on(inner)
        inside(head)
        self.jump(head)
        self.go_on(goes_on)

    def body(self, lines: tuple[core.Statement, ...]) -> None:
        """Sentences one after the other."""
        for line in lines:
            if not self.blocks.stops.sentence(line):
                self.emit(sentences.one(self.scope, line))
            else:
                self.scope.span = line.span
                self.emit(sentences.noted(self.scope, line))
                _one(self, line)

    def call(self, unit: Unit, goes_on: int) -> None:
        """Ends the block: runs another unit; its return slot is 0 again when this one goes on."""
        assert unit.ret is not None
        landing = self.block()
        draft = self.blocks.drafts[self.current]
        self.end(ir.Jump(unit.entry), (landing,))
        draft.landing, draft.stops = (unit.ret, landing), True
        self.go_on(landing)
        self.emit((ir.Set(unit.ret, ZERO),))
        self.jump(goes_on)


def write(blocks: Blocks, unit: Unit, before: ir.Code = ()) -> None:
    """Writes a unit from its first block to its last; `before` are variables that begin with something reckoned."""
    writer = Writer(blocks, unit, unit.entry)
    writer.emit(before)
    writer.body(unit.body)
    writer.jump(unit.end)


def _one(writer: Writer, line: core.Statement) -> None:
    assert not isinstance(line, core.Plain), line
    match line:
        case core.RunProcedure():
            _run(writer, line)
        case core.If():
            _if(writer, line)
        case core.ForEach():
            _loop(writer, sentences.for_each(writer.scope, line), line.body)
        case core.Around():
            _loop(writer, sentences.around(writer.scope, line), line.body)
        case core.RepeatTimes():
            _loop(writer, sentences.times_over(writer.scope, line), line.body)
        case core.Repeat():
            _repeat(writer, line)
        case core.With():
            writer.emit(sentences.bind_you(writer.scope, line))
            writer.body(line.body)
        case core.Choose():
            stops.choose(writer, line)
        case core.ChooseAtOnce():
            stops.at_once(writer, line)
        case core.Draw() | core.Roll():
            stops.draw(writer, line)
        case core.RollInto():
            stops.roll_into(writer, line)
        case core.Shuffle():
            stops.shuffle(writer, line)
        case core.MoveSome():
            stops.move_with_refill(writer, line)


def _run(writer: Writer, line: core.RunProcedure) -> None:
    unit = writer.blocks.unit(("procedure", line.procedure))
    params = writer.scope.core.procedures[line.procedure].params
    before, args = procedures.arguments(writer.scope, params, line.args)
    writer.emit(before)
    writer.emit(tuple(ir.Set(cell, arg) for cell, arg in zip(unit.params, args, strict=True)))
    goes_on = writer.block()
    writer.call(unit, goes_on)
    writer.go_on(goes_on)


def _if(writer: Writer, line: core.If) -> None:
    goes_on = writer.block()
    note = writer.scope.build.note
    for (test, then), place in zip(line.cases, sentences.places(line), strict=True):
        passed, failed = writer.block(), writer.block()
        writer.branch(writer.scope.value(test), passed, failed)
        writer.go_on(passed)
        writer.emit(note("branch", place))
        writer.body(then)
        writer.jump(goes_on)
        writer.go_on(failed)
        writer.emit(note("branch", place, 0))
    writer.body(line.otherwise)
    writer.goto(goes_on)


def _repeat(writer: Writer, line: core.Repeat) -> None:
    head, inner, goes_on = writer.block(), writer.block(), writer.block()
    writer.goto(head)
    if line.until is None:
        writer.jump(inner)
    else:
        writer.branch(writer.scope.value(line.until), goes_on, inner)
    writer.go_on(inner)
    writer.body(line.body)
    writer.jump(head)
    writer.go_on(goes_on)


def _loop(writer: Writer, loop: sentences.Loop, lines: tuple[core.Statement, ...]) -> None:
    def inside(head: int) -> None:
        writer.emit(loop.load)
        if loop.there != YES:
            found = writer.block()
            writer.branch(loop.there, found, head)
            writer.go_on(found)
        writer.body(lines)
        writer.emit(loop.after)

    writer.emit(loop.begin)
    writer.repeat(loop.more, inside, loop.look)
