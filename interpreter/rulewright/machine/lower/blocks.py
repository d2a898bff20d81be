"""Units: procedures, bodies of actions and the game itself, cut into blocks where they stop.

Drafts are blocks before their numbers of cells are final. Each unit has static cells: a return slot, parameters, and
what of its locals lives across a stop. `call`: return slot := block to go on at, jump; `return`: jump to it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Literal

from attrs import define, field, frozen

from rulewright.language import core, core_queries
from rulewright.language.span import NOWHERE, Span
from rulewright.language.walking import walk
from rulewright.machine.lower import decisions, pieces, sentences, telling
from rulewright.machine.lower.builder import A_BLOCK, END_LABEL, Builder, Scope, added
from rulewright.machine.program import nodes as ir

END_BLOCK: Final = 0

Key = tuple[Literal["game"]] | tuple[Literal["procedure"], int] | tuple[Literal["body"], int, int]
GAME: Final[Key] = ("game",)


@frozen
class Way:
    """A way from one block to another. `jump`: counted when it goes back; `stop`: behind a stop; `run`: into another
    unit; `leave`: by a label; `on`: all others, which lead on without a stop and are not counted."""

    to: int
    kind: Literal["jump", "stop", "run", "leave", "on"]


@define
class Draft:
    """A block being written. `follows`: the blocks of the same unit that may come next (behind a stop or call too);
    `stops`: own cells dead behind it are to be zeroed; `uses`: what is read while it stops; `sets`: cells set on the
    way to the next block. `landing`: the return slot of the unit that it runs, and the block that goes on behind.
    `span`: the sentence that it was begun for, which is the place of a loop that goes round by way of it. When all are
    written: `dead` cells are zeroed before it stops, `ways` lead out of it, and labels by which it is `left`."""

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
    dead: tuple[int, ...] = ()
    ways: tuple[Way, ...] = ()
    left: tuple[int, ...] = ()


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

    @property
    def first(self) -> int:
        """The block with which the game begins."""
        return self.units[GAME].entry

    def draft(self, unit: int, span: Span = NOWHERE) -> int:
        """A new block."""
        return added(self.drafts, Draft(unit, span=span))

    def unit(self, key: Key) -> Unit:
        """The unit of this key, lowered later if it is new."""
        if key in self.units:
            return self.units[key]
        number, build = len(self.units) + 1, self.build
        scope = Scope(build, unit=number)
        ret = None if key[0] == "game" else build.frame(number, 1, "return", A_BLOCK)
        entry, finish, end = self.draft(number), self.draft(number), self.draft(number)
        made = self.units[key] = Unit(number, key, scope, ret, (), entry, finish, end)
        ends, scope.code = self.drafts[end], self.drafts[entry].code
        ends.returns, ends.end = True, ir.Jump(END_BLOCK) if ret is None else ir.Return(ret)
        self.drafts[finish].end, self.drafts[finish].follows = ir.Jump(end), (end,)
        match key:
            case ("procedure", index):
                what = build.core.procedures[index]
                made.params, made.body = pieces.parameters(scope, what.params), what.body
                made.told = tuple(telling.part(scope, each) for each in what.told)
                clear = self.clear_limits(frozenset({index}))
                scope.emit(*clear, *sentences.begun(build, index))
                ends.code.extend(clear)
            case ("body", action, variant):
                made.body = core_queries.body_of(build.core.actions[action], variant)
                decisions.open_body(scope, action, variant, made.body)
            case _:
                made.body = (*build.core.setup, *build.core.play)
                ends.code.append(ir.Ended(None))
        self.waiting.append(made)
        return made

    def clear_limits(self, procedures_: frozenset[int]) -> ir.Code:
        """Forgets what has been used in runs of these procedures."""
        limits = self.build.core.limits
        return tuple(
            ir.Fill(self.build.layout.limits[at], ir.ZERO, ir.Const(limit.members), 0)
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
    called = [tuple(core_queries.calls(procedure.body)) for procedure in program.procedures]
    found = {at for at, each in enumerate(program.procedures) if any(map(core_queries.is_stop, walk(each.body)))}
    while more := {at for at, inner in enumerate(called) if not found.isdisjoint(inner)} - found:
        found |= more
    done = Stops(frozenset(found), frozenset())
    bodies = {
        (index, variant)
        for index, action in enumerate(program.actions)
        for variant, body in enumerate(core_queries.bodies_of(action))
        if any(map(done.sentence, body))
    }
    return Stops(done.procedures, frozenset(bodies))


class Writer:
    """Writes one unit; `current` is the block that grows, to which the scope of the unit emits."""

    def __init__(self, blocks: Blocks, unit: Unit) -> None:
        self.blocks, self.unit, self.scope = blocks, unit, unit.scope
        self.go_to(unit.entry)

    def go_to(self, block: int) -> None:
        """Goes on writing there."""
        self.current, self.scope.code = block, self.blocks.drafts[block].code

    def block(self) -> int:
        """A new block of this unit."""
        return self.blocks.draft(self.unit.number, self.scope.span)

    def end(
        self, end: ir.Terminator, follows: tuple[int, ...], uses: tuple[object, ...] = (), sets: tuple[int, ...] = ()
    ) -> None:
        """Ends the block."""
        draft = self.blocks.drafts[self.current]
        assert draft.end is None
        draft.end, draft.follows, draft.uses, draft.sets = end, follows, uses, sets
        draft.stops = isinstance(end, ir.Decide | ir.Chance)

    def jump(self, to: int, then: int | None = None) -> None:
        """Ends the block: play goes on at another one; writes on at `then`."""
        self.end(ir.Jump(to), (to,))
        if then is not None:
            self.go_to(then)

    def branch(self, test: ir.Expr, then: int, otherwise: int) -> None:
        """Ends the block, one way or the other; writes on where the test holds."""
        self.end(ir.Branch(test, then, otherwise), (then, otherwise))
        self.go_to(then)

    @contextmanager
    def repeat(self, more: ir.Expr, look: ir.Code = ()) -> Iterator[int]:
        """While something holds, asked behind a look: what is written inside, given the block that asks again."""
        head, inner, goes_on = self.block(), self.block(), self.block()
        self.jump(head, head)
        self.scope.emit(*look)
        self.branch(more, inner, goes_on)
        yield head
        self.jump(head, goes_on)

    def call(self, unit: Unit, goes_on: int) -> None:
        """Ends the block: runs another unit; its return slot is 0 again when this one goes on."""
        assert unit.ret is not None
        landing = self.block()
        draft = self.blocks.drafts[self.current]
        self.end(ir.Jump(unit.entry), (landing,))
        draft.landing, draft.stops = (unit.ret, landing), True
        self.go_to(landing)
        self.scope.emit(ir.Set(unit.ret, ir.ZERO))
        self.jump(goes_on)
