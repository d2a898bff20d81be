"""Small definitions stand where they are called: nothing that a game shows may tell."""

import random

import pytest

from rulewright.language import core
from rulewright.language.types import NumberT
from rulewright.machine.game import Rules
from rulewright.machine.interpret import Machine, RulesFault
from rulewright.machine.lower import inlining, lower
from rulewright.machine.program.nodes import Program
from tests.machine import tiny_cores
from tests.machine.stepping import step
from tests.machine.tiny_cores import NUMBER, assign, get, num, plus, read, run

MOST = 60


def _seen(machine: Machine) -> list[int]:
    """The cells that are not frames."""
    slots = [slot for slot in machine.program.slots if slot.audience is not None]
    return [cell for slot in slots for cell in machine.memory[slot.offset : slot.offset + slot.length]]


@pytest.mark.sampled(4, 2)
def test_nobody_sees_it(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inlining, "MAX_INLINED_NODES", 0)
    called: Program = lower(rules.core)
    machines = Machine(rules.program), Machine(called)
    chances = random.Random(3), random.Random(3)
    for machine in machines:
        machine.start()
    for _ in range(MOST):
        first, second = (step(machine, chance) for machine, chance in zip(machines, chances, strict=True))
        assert first == second
        assert _seen(machines[0]) == _seen(machines[1])


# ---- arguments


def _doubled(rules: tiny_cores.Rules) -> int:
    param = rules.local("n", NUMBER)
    body = plus(get(rules, param), get(rules, param))
    rules.definitions.append(core.Definition("twice", (param,), (), body, NUMBER))
    return len(rules.definitions) - 1


def test_an_argument_is_evaluated_once_and_before() -> None:
    rules = tiny_cores.Rules()
    x = rules.variable("x", NumberT(0, 100))
    twice = _doubled(rules)

    def call(arg: core.Expr) -> core.Expr:
        return core.CallDefinition(twice, (arg,), NUMBER)

    game = run(rules, assign(x, num(3)))
    assert game.ask(call(call(plus(call(read(x)), num(1))))) == 28
    assert game.ask(plus(call(num(1)), call(num(2)))) == 6
    with pytest.raises(RulesFault, match="divides by 0"):
        game.ask(call(core.Calc("/", num(1), core.Calc("-", read(x), num(3), NUMBER), NUMBER)))


def test_what_changes_in_a_loop_is_not_kept() -> None:
    rules = tiny_cores.Rules()
    i, j = rules.local("i", NUMBER), rules.local("j", NUMBER)
    twice = _doubled(rules)
    own = core.CallDefinition(twice, (get(rules, i),), NUMBER)
    outer = core.CallDefinition(twice, (plus(get(rules, i), num(1)),), NUMBER)
    inner = core.Total(j, core.Values(3), plus(outer, get(rules, j)), NUMBER)
    game = run(rules)
    assert game.ask(core.Total(i, core.Values(4), own, NUMBER)) == 12
    assert game.ask(core.Total(i, core.Values(4), inner, NUMBER)) == sum(3 * 2 * (i + 1) + 3 for i in range(4))
