"""Where an example can begin on the way of a game: at `setup`, at `play`, where a phase or procedure begins.

The rules are made to stop there: a roll of one side, which tells where it is and who is meant.
"""

from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from attrs import evolve, frozen

from rulewright.analysis.playtest.finding import Path, begun, make
from rulewright.analysis.playtest.stuck_loops import watching_loops
from rulewright.language import core
from rulewright.language.types import PLAYER, Scalar, SeqT
from rulewright.machine.chance import Item
from rulewright.machine.game import Rules
from rulewright.machine.interpret import RulesFault, Waiting
from rulewright.machine.lower import lower
from rulewright.machine.lower.blocks import find_stops
from rulewright.machine.positions import Vector
from rulewright.machine.program.bounds import exceeded
from rulewright.machine.program.nodes import DrawChance
from rulewright.machine.view import variable_slots

Statements = tuple[core.Statement, ...]
PLAY, SETUP = -1, -2
SIGN: Final = "\n"
"""What the labels of these rolls begin with; no label of a ruleset does."""
MOST_ROLLS: Final = 1_000
"""So many of these rolls there are between two choices; the rules may never come to the second."""


@frozen
class Door:
    """A beginning: of which procedure (or PLAY, SETUP) with which arguments, as whom if that is known; after so many
    choices of the path, with these cells of zones and variables."""

    procedure: int
    after: int
    cells: Vector
    seat: int | None = None
    args: tuple[Item, ...] = ()


def laid_cells(rules: Rules) -> int:
    """How many cells of the vector an example can give: those up to the end of the variables."""
    program = rules.program
    zones = max((zone.offset + zone.stride * zone.instances for zone in program.zones), default=program.pc + 1)
    return max((slot.offset + slot.length for slot in variable_slots(program)), default=zones)


def doors(rules: Rules, path: Path) -> tuple[Door, ...]:
    """All beginnings on the way, in their order, as far as the rules do not go wrong."""
    made, cells = watched(rules.core), laid_cells(rules)
    seen = watching_loops(Rules(made, lower(made), rules.source_text, rules.name, rules.sha256))
    machine, found = seen.machine, [Door(SETUP, 0, rules.program.initial[:cells])]
    machine.c.deadline = rules.machine.c.deadline
    with suppress(RulesFault):
        begun(seen)
        for after in range(len(path) + 1):
            if after:
                make(seen, path[after - 1])
            rolled = 0
            while isinstance(machine.stop, Waiting):
                point = machine.point
                if not isinstance(point, DrawChance) or not point.label.startswith(SIGN):
                    break
                value = machine.candidates(point)[0][0]
                number = point.label.removeprefix(SIGN)
                if number:
                    found.append(Door(int(number), after, machine.vector[:cells]))
                else:  # one thing more that is known of it
                    door = found[-1]
                    as_somebody = door.procedure == PLAY or made.procedures[door.procedure].you is not None
                    if door.seat is None and not door.args and as_somebody:
                        found[-1] = evolve(door, seat=value)
                    else:
                        found[-1] = evolve(door, args=(*door.args, seen.naming.argument(point.argument, value)))
                rolled += 1
                if rolled > MOST_ROLLS:
                    raise exceeded("endless-loop", point.span)
                machine.drawn((value,))
    return tuple(found)


# ---- the rules that stop there


def watched(base: core.Core) -> core.Core:
    """The core with a roll at every beginning; what cannot stop is left as it is. Parameters are told, too; pieces
    cannot be."""
    stopping, locals_, procedures = find_stops(base).procedures, list(base.locals), list(base.procedures)
    for number in sorted(stopping):
        each = procedures[number]
        told = tuple(local for local in each.params if not base.locals[local].piece)
        procedures[number] = evolve(each, body=(*rolls(locals_, number, told), *each.body))
    play = at_turns(locals_, base.play)
    return evolve(base, procedures=tuple(procedures), play=play, locals=tuple(locals_))


def at_turns(locals_: list[core.Local], body: Statements) -> Statements:
    """What `at play` and `at play as X` mean: the beginning, also that of every pass, and that of every turn."""
    here = tuple(rolls(locals_, PLAY, ()))
    match body[:1]:
        case (core.Repeat() as loop,):
            return (evolve(loop, body=at_turns(locals_, loop.body)), *body[1:])
        case (core.ForEach(local=you) | core.Around(you=you) as turns,) if locals_[you].type == PLAYER:
            return (*here, evolve(turns, body=(*rolls(locals_, PLAY, (you,)), *turns.body)), *body[1:])
        case _:
            return (*here, *body)


def rolls(locals_: list[core.Local], number: int, told: tuple[int, ...]) -> Iterator[core.Statement]:
    """A roll that says where this is, and one for each local that is told; each can only give this value."""
    asked: list[tuple[str, core.Expr, Scalar]] = [(f"{SIGN}{number}", core.Const(0, PLAYER), PLAYER)]
    for local in told:
        type_ = locals_[local].type
        assert not isinstance(type_, SeqT), "no parameter is a sequence"
        asked.append((SIGN, core.Get(local, type_), type_))
    for label, value, type_ in asked:
        locals_.append(core.Local("told", type_))
        yield core.Draw(len(locals_) - 1, core.Listed((value,)), label, rolled=True)
