"""Units: procedures, bodies of actions and the game itself, cut into blocks where they stop.

Drafts are blocks before their numbers of cells are final. Each unit has static cells: a return slot, parameters, and
what of its locals lives across a stop. `call`: return slot := block to go on at, jump; `return`: jump to it.
"""

from typing import Final, Literal

from attrs import define, field, frozen

from rulewright.language import calls, core
from rulewright.language.span import NOWHERE, Span
from rulewright.language.walking import walk
from rulewright.machine.lower import decisions, procedures
from rulewright.machine.lower.builder import A_BLOCK, END_LABEL, Builder, Scope, added
from rulewright.machine.lower.terms import ZERO
from rulewright.machine.program import nodes as ir

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
                unit.body = calls.body_of(self.build.core.actions[action], number)
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
        found, actions = calls.bodies_run_by(program, program.procedures[unit.key[1]].body)
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
            node.procedure in self.procedures if isinstance(node, core.RunProcedure) else calls.is_stop(node)
            for node in walk(sentence)
        )


def find_stops(program: core.Core) -> Stops:
    """Everything that may stop, by itself or through what it runs."""
    stopping: set[int] = set()
    called = [tuple(calls.calls(procedure.body)) for procedure in program.procedures]
    own = [any(map(calls.is_stop, walk(procedure.body))) for procedure in program.procedures]
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
        for variant, body in enumerate(calls.bodies_of(action))
        if any(map(done.sentence, body))
    }
    return Stops(done.procedures, frozenset(bodies))
