"""Whatever is typed at the table: nothing goes wrong, and the game is never lost."""

import random
from collections.abc import Sequence

import pytest
from attrs import define
from hypothesis import given, strategies as st

from rulewright import Rules, load
from rulewright.machine.game import Game
from rulewright.machine.record import dump, parse
from rulewright.machine.replay import replay
from rulewright.table.commands import COMMANDS
from rulewright.table.editing import complete
from rulewright.table.real_game import Seated
from rulewright.table.session import Session
from rulewright.table.sitting import sit
from rulewright.table.typed_line import Asked
from tests.made.loading import loaded
from tests.table.fake import Lists, session
from tests.table.fitting import sitting

pytestmark = pytest.mark.thorough
GAMES = {"tic-tac-toe": (0, 1), "kuhn-poker": (0,), "high-tide": (1,)}
ANYTHING = st.text(st.characters(), max_size=30)
WORDS = ["put", "5", "stone-8", "left", "red-4", "b2", "bet", "higher", "yes", "no", "moon", "Ann", "trick", "²", "٣"]
LONG = ("9" * 5000, "put " * 5000, ":look " + "\u202e\x1b[2J" * 2000, "\x00", "\ud800", ":" * 9000, "(,)" * 99)
COMMAND = st.tuples(st.sampled_from(sorted(COMMANDS)), st.one_of(st.just(""), st.sampled_from(WORDS), ANYTHING))
LINE = st.one_of(
    st.integers(1, 9).map(str),
    st.lists(st.sampled_from(WORDS), max_size=4).map(" ".join),
    COMMAND.map(lambda parts: f":{parts[0]} {parts[1]}"),
    st.tuples(st.sampled_from(("undo", "redo", "goto", "branches")), st.integers(0, 5)).map("{0[0]} {0[1]}".format),
    ANYTHING,
    st.sampled_from(("yes", "no", "")),
    st.sampled_from(LONG),
)
COUNTING = """game "Counting" "A game without an end"
    players 2
there is
    steps: 0..9
play:
    repeat:
        each player: choose step
action step "Go on":
    pick number from 1..9
    set steps to (steps + number) mod 10
scoring:
    score of player: steps
    winners: players with highest score
"""


@define
class Completing(Lists):
    """Whatever is typed was completed before."""

    def read(self, name: str, seat: int, decision: Asked) -> str:
        line = super().read(name, seat, decision)
        complete(line, decision)
        return line


def typed(table: Session, lines: Sequence[str], height: int | None = None) -> None:
    """Types lines until there are no more or the game is over; who has left comes back."""
    screen = Completing(list(lines), height=height)
    while screen.typed and not table.game.over:
        sit(table, screen)


def is_kept(table: Session, rules: Rules) -> None:
    """The record of what was played leads to where the game stands."""
    assert isinstance(table.game, Seated)
    game: Game = table.game.game
    text = "\n".join(map(dump, game.record)) + "\n"
    again = replay(rules, parse(text.encode().splitlines(keepends=True)))
    assert (again.parting, again.game.state, again.game.decisions) == (None, game.state, game.decisions)
    assert again.game.deciders == game.deciders


@given(st.lists(LINE, max_size=30), st.integers(1, 3), st.sampled_from((None, 12)))
def test_nothing_typed_goes_wrong(lines: list[str], players: int, height: int | None) -> None:
    typed(session(players, tuple(range(players))), lines, height)


@pytest.mark.parametrize("name", GAMES)
@given(lines=st.lists(LINE, max_size=20), seed=st.integers(0, 9), height=st.sampled_from((None, 12)))
def test_whatever_is_typed_the_game_is_kept(name: str, lines: list[str], seed: int, height: int | None) -> None:
    rules = load(name)
    table = sitting(rules, GAMES[name], seed)
    typed(table, lines, height)
    is_kept(table, rules)


def many_lines(number: int) -> list[str]:
    """Moves and ways through the game, most of them near, in an order that looks like none."""
    rng = random.Random(1)
    ways = ("step {}", "{}", "yes", ":undo", ":redo", ":why {}", "moon {}", ":branches", ":history 2")
    return [rng.choice(ways).format(rng.randint(1, 9)) for _ in range(number)]


@pytest.mark.parametrize("number", [1000, pytest.param(10_000, marks=pytest.mark.slow)])
def test_after_very_many_lines_the_game_is_kept(number: int) -> None:
    rules = loaded(COUNTING)
    table = sitting(rules, (0, 1), 1)
    typed(table, many_lines(number))
    assert table.game.made > 0
    is_kept(table, rules)
