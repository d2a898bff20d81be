"""What ranges prove about indices is true: a program with every test plays as the program without, and none ever fails.
So does a program for which nothing is done to be faster."""

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, strategies as st

from rulewright import Rules, RulesFault
from rulewright.language.elaborate.settings import Setting
from rulewright.machine.chance import Seeded
from rulewright.machine.interpret import Deciding, Machine, Waiting
from rulewright.machine.lower import lower
from rulewright.machine.lower.builder import ALL_PASSES, Pass
from rulewright.machine.lower.layout import ENDED
from rulewright.machine.move_names import Naming
from rulewright.machine.program.nodes import Program
from tests.made import BY_SEED, any_rules
from tests.wasm.corners import CORNERS
from tests.wasm.games import DEEP, corner_rules, every_second, shipped_rules

SEEDS = st.integers(0, 2**32)
GAMES = 5 if DEEP else 1
MOST = 3_000 if DEEP else 120


def steps(rules: Rules, machine: Machine, seed: int, most: int) -> Iterator[object]:
    """A random game: at every stop the vector, and who can do what; at last the fault, if there is one."""
    rng, naming, source, events = random.Random(seed), Naming(rules.core, machine), Seeded(seed), 0
    try:
        machine.start()
        for _ in range(most):
            yield machine.vector
            match machine.stop:
                case Deciding(seats=seats):
                    moves = machine.moves(seats[0])
                    yield moves
                    machine.choose(seats[0], rng.choice(moves))
                case Waiting():
                    event = naming.event(events)
                    events += 1
                    naming.answer(event, source.outcome(event), None)
                case _:
                    return
    except RulesFault as fault:
        yield fault.code, fault.message, fault.span


def never_shows(rules: Rules, seed: int, most: int = MOST) -> None:
    """Whether every test is made or only those that are needed, whatever is done to be faster, all of it, nothing, or
    some: the game is the same."""
    usual = on_the_table(rules, rules.program, seed, most)
    assert on_the_table(rules, lower(rules.core, every_test=True), seed, most) == usual
    some = frozenset(random.Random(seed).sample(sorted(ALL_PASSES), len(ALL_PASSES) // 2))
    for passes in (frozenset[Pass](), some):
        assert on_the_table(rules, lower(rules.core, passes=passes), seed, most) == usual


def on_the_table(rules: Rules, program: Program, seed: int, most: int) -> list[object]:
    """The steps of a game, of each vector zones and variables: where a program stands, and what it keeps for later (for
    a test perhaps that another one need not make), is its own affair."""
    ends = [zone.offset + zone.stride * zone.instances for zone in rules.program.zones]
    table = slice(ENDED, max([*ends, rules.fields.stop or 0]))
    played = steps(rules, Machine(program), seed, most)
    return [step[table] if isinstance(step, tuple) and isinstance(step[0], int) else step for step in played]


@pytest.mark.sampled(12, 4)
@pytest.mark.parametrize(("name", "setting"), every_second(0), ids=str)
def test_no_shipped_game_shows_how_it_is_lowered(name: str, setting: Setting) -> None:
    for seed in range(GAMES):
        never_shows(shipped_rules(name, setting), seed)


@pytest.mark.sampled(24, 8)
@pytest.mark.parametrize("name", [name for name, corner in CORNERS.items() if "endless-loop" not in corner.ends])
def test_no_corner_shows_how_it_is_lowered(name: str) -> None:
    never_shows(corner_rules(name), 11)


@pytest.mark.thorough
@BY_SEED
@given(any_rules(), SEEDS)
def test_no_made_ruleset_shows_how_it_is_lowered(rules: Rules, seed: int) -> None:
    never_shows(rules, seed, 60)
