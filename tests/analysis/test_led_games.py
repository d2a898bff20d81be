"""Games led to where random players hardly come."""

from math import inf
from time import monotonic

import pytest

from rulewright.analysis.playtest import searching
from rulewright.analysis.playtest.effort import Share
from rulewright.analysis.playtest.finding import way_of
from rulewright.analysis.playtest.led_games import STEP_WORK
from rulewright.analysis.playtest.searching import Search
from rulewright.loading import read_text, rules_of
from rulewright.machine.positions import GIB
from tests.wasm.common import WASM


def game(state: str, rounds: int, choice: str, actions: str) -> str:
    """A game of so many rounds, in which each player chooses so."""
    play = f"play:\n    repeat {rounds} times:\n        each player: choose {choice}\n    end game\n"
    scoring = "scoring:\n    score of player: 0\n    winners: players\n"
    return f'game "Stuck"\n    players Ann, Bob\n{state}{play}{actions}{scoring}'


NOISE = "there is\n    noise: 0..9999\n"
TRACK = game(
    f"{NOISE}each player has\n    height: 0..30\n",
    40,
    "climb or slide or rest",
    """\
action climb "Climb one step":
    needs your height is less than 30   because "you are at the top"
    pick n from 1..3
    add 1 to your height
    if noise is less than 9000: add n to noise
action slide "Slide down two steps":
    needs your height is in 1..29   because "nobody slides from the top, or the ground"
    pick n from 1..3
    set your height to max(0, your height - 2)
    if noise is less than 9000: add n to noise
action rest "Rest":
    needs your height is less than 30   because "nobody rests at the top"
    pick n from 1..3
    if noise is less than 9000: add n to noise
""",
)
EARN = """\
action earn "Lend money":
    needs your purse is in 1..90   because "you have nothing to lend"
    add 2 to your purse
"""
SELL = "    pick n from 1..2\n    if your goods is at least n: subtract n from your goods\n"
PURSE = game(
    "each player has\n    purse: 0..99, starts 30\n    goods: 0..99\n",
    60,
    "spend or earn",
    """\
action spend "Buy something":
    needs your purse is at least 1   because "you have nothing"
    pick n from 1..2
    subtract 1 from your purse
    if your goods is less than 90: add n to your goods
"""
    + EARN.replace(
        "    add 2", "    pick n from 1..2\n    if your goods is at least n: subtract n from your goods\n    add 2"
    ),
)
BOARD = game(
    "cell is grid 5 by 5\ncomponent stone: player\n    20 of any\nthere is\n    board: stone on each cell\n",
    60,
    "place or lift",
    """\
action place "Place a stone":
    pick cell from cells where it is empty
    move 1 from box where its player is you to cell
action lift "Lift two stones":
    pick one from cells where it is not empty
    pick other from cells where it is not empty
    needs other is not one   because "two"
    needs (count of cells where it is not empty) is less than 25   because "the board is full"
    move all one to box
    move all other to box
""",
)
ORDER = game(
    f"{NOISE}each player has\n    purse: 0..99, starts 12\n",
    60,
    "shout or spend or earn",
    f"""\
action shout "Shout":
    pick n from 1..60
    needs your purse is at least 1   because "you have nothing"
    if noise is less than 9000: add n to noise
action spend "Buy something":
    needs your purse is at least 1   because "you have nothing"
    subtract 1 from your purse
{EARN}""",
)
REST = """\
action rest "Do nothing":
    nothing
"""
STUCK = {"the end of a track": TRACK, "nothing to pay with": PURSE, "a full board": BOARD, "behind many moves": ORDER}


def search(text: str) -> Search:
    """What looks at the only setting of these rules."""
    made = rules_of(read_text("stuck", text.encode()), "stuck", players=2, noting=True)
    found = Search(made, GIB, strict=False)
    found.watch.until(inf)
    return found


def some(work: int) -> Share:
    """So much work."""
    return Share(work, monotonic() + 60.0, monotonic() + 60.0)


@pytest.mark.sampled(2)
@WASM
@pytest.mark.parametrize("kind", STUCK)
def test_games_are_led_to_where_nobody_can_move(kind: str) -> None:
    """The game that is told ends there."""
    looking = search(STUCK[kind])
    found = next(looking.led.sightings(some(40_000)))
    assert found.diagnostic.code == "nobody-can-move"
    path = found.path()
    assert path is not None
    trouble = way_of(looking.rules, path).trouble
    assert trouble is not None
    assert trouble[0] == "stuck"


@pytest.mark.sampled(2)
@WASM
@pytest.mark.parametrize("kind", STUCK)
def test_as_many_random_games_show_nothing(kind: str) -> None:
    looking = search(STUCK[kind])
    assert not [*looking.in_random_games(some(200_000))]
    assert looking.seen.decisions >= 100_000


@WASM
def test_both_backends_are_led_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    for fast in (True, False):
        if not fast:
            monkeypatch.setattr(searching, "fast_explorer", lambda *_, **__: None)
        looking = search(PURSE.replace("60 times", "6 times").replace("starts 30", "starts 4"))
        found = [(each.diagnostic, each.path()) for each in looking.led.sightings(some(2_000))]
        seen.append((found, looking.seen.looked))
    assert seen[0] == seen[1]
    assert seen[0][0]


@pytest.mark.parametrize("play", ["if coins is 0: end game", "each player: choose wait"])
def test_games_without_a_step_count_as_work(play: str) -> None:
    """So that every effort ends, though there is nothing to look at."""
    text = f"""\
game "Still" "Nothing to do"
    players 2
there is
    coins: 0..9
play:
    {play}
    each player: choose wait
    end game
action wait "Wait":
    needs coins is 0   because "it is late"
    if coins is 0: end game
    add 1 to coins
scoring:
    score of player: coins
    winners: players with highest score
"""
    looking = search(text)
    assert looking.led.goals
    assert not [*looking.led.sightings(some(10 * STEP_WORK))]
    assert looking.seen.looked in range(10 * STEP_WORK, 12 * STEP_WORK)


def test_nothing_is_led_where_somebody_can_always_move() -> None:
    looking = search(BOARD.replace("choose place or lift", "choose place or lift or rest") + REST)
    assert not looking.led.goals
    assert not [*looking.led.sightings(some(1_000))]
    assert looking.seen.looked == 0


@pytest.mark.thorough
@WASM
def test_no_game_is_led_from_where_nobody_can_choose() -> None:
    """For all that there is too much to choose from; random games tell it."""
    text = TRACK.replace("pick n from 1..3", "pick 0..40 many from 1..40\n    let n be many's size")
    looking = search(text)
    assert looking.led.goals
    assert not [*looking.led.sightings(some(10 * STEP_WORK))]
    found = [each.diagnostic.code for each in looking.sightings(some(2_000))]
    assert "goes-wrong" in found
