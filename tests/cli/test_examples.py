"""What is told of examples: by `test` and `check` where one fails, and by `example`."""

import json
import random
import re
from pathlib import Path

import pytest

from rulewright import load
from rulewright.files import find, shipped
from tests.cli.running import COINS, Patch, Run, written

FAILS = COINS.read_text().replace("        Ann is in winners\n", "        Bob is in winners\n")
DEALT = """\
game "Hands" "Each sees a hand of one's own"
    players 2
component card, called "card-{rank}": rank 1..4
    1 of any
each player has
    hand: hand of card
play:
    repeat:
        each player: choose drop
action drop "Put a card back":
    pick card from your hand
    move card to box
    if your hand is empty: end game, won by you
example "Ann drops one":
    players Ann, Bob
    given:
        Ann's hand holds card-1, card-2
        Bob's hand holds card-3
    at play
    when:
        Ann: drop card-1
    then:
        Bob can drop card-3
        Ann's hand's size is 2
    when:
        Bob: drop card-3
    then:
        game is over
example "what a hand is":
    players Ann, Bob
    given:
        Ann's hand holds card-1
    then:
        Ann's hand's size is 1
"""


@pytest.fixture
def fails(tmp_path: Path) -> Path:
    return written(tmp_path / "fails.rules", FAILS)


@pytest.fixture
def dealt(tmp_path: Path) -> Path:
    return written(tmp_path / "dealt.rules", DEALT)


def test_a_failing_example_shows_where_it_stands(run: Run, dealt: Path) -> None:
    """Each seat sees its own hand alone, and the moves are those after Ann's."""
    done = run("test", dealt)
    _, _, position = done.out.partition("[example-fails]\n\n")
    ann, bob = position.split("Bob sees:\n")
    assert ann.startswith("Ann sees:\nHands\n")
    assert " your hand  card-2\n" in ann
    assert "card-3" not in ann
    assert " your hand  card-3\n" in bob
    assert "card-2" not in bob
    assert bob.endswith(f"Bob can: drop card-3.\n{dealt}: 2 examples, 1 comes true\n")
    (found,) = json.loads(run("test", dealt, "--format", "json").out)["findings"]
    assert found["position"] == position.removesuffix(f"{dealt}: 2 examples, 1 comes true\n")
    assert "Ann sees" not in run("test", dealt, "--format", "github").out


def test_what_all_see_is_drawn_once_and_moves_are_told_once(run: Run, fails: Path, dealt: Path) -> None:
    done = run("test", fails)
    assert "\nAnn and Bob see:\nCoins\n bag –   coins 0\n" in done.out
    assert "The game is over.\n" in done.out
    fails.write_text(FAILS.replace("Ann: take 1", "Bob: take 1"))
    words = " ".join(run("test", fails).out.split())
    assert "Bob cannot take 1: It is not Bob who decides now, but Ann. Ann can: take 1. [example-fails]" in words
    dealt.write_text(DEALT.replace("Ann: drop card-1", "Ann: drop card-3"))
    words = " ".join(run("test", dealt).out.split())
    assert words.count("Ann can: drop card-1, drop card-2.") == 1


def test_the_last_of_many_that_fail_are_told_in_brief(run: Run, fails: Path, monkeypatch: Patch) -> None:
    monkeypatch.setattr("rulewright.analysis.examples.MAX_TOLD_IN_FULL", 0)
    done = run("test", fails, code=1)
    assert " see:" not in done.out
    assert done.out.endswith("\nTold in brief: 1 of them. In full: rulewright example FILE NAME\n")


def test_a_position_that_cannot_be_is_not_drawn(run: Run, fails: Path) -> None:
    fails.write_text(FAILS.replace("coins is 1\n", "coins is 1\n        Ann's purse holds token-9\n"))
    done = run("test", fails, "--format", "json")
    assert [each["position"] for each in json.loads(done.out)["findings"]] == [None]


def test_a_long_position_is_cut(run: Run, dealt: Path, monkeypatch: Patch) -> None:
    whole = run("test", dealt).out.splitlines()
    monkeypatch.setattr("rulewright.table.view_to_scene.MOST_LINES", 4)
    cut = run("test", dealt).out.splitlines()
    (at,) = (at for at, line in enumerate(cut) if line.startswith("… and "))
    assert cut[at] == f"… and {len(whole) - len(cut) + 1} lines more"
    assert cut[at + 1] == whole[-1]


def test_check_tells_examples_that_fail_and_plays_on(run: Run, fails: Path) -> None:
    done = run("check", fails, "--work", 300, code=1)
    assert "[example-fails]\n\nAnn and Bob see:\n" in done.out
    assert f"{fails}: 1 finding. Hardly looked: " in done.out
    found = json.loads(run("check", fails, "--work", 300, "--format", "json").out)["findings"]
    assert [each["code"] for each in found] == ["example-fails"]


def test_check_that_only_reads_says_so(run: Run, fails: Path) -> None:
    done = run("check", fails, "--effort", 0)
    assert (done.code, done.out) == (0, f"{fails}: fine. 1 example not run: rulewright test {fails}\n")
    fails.write_text(FAILS[: FAILS.index("example ")])
    assert run("check", fails, "--effort", 0).out == f"{fails}: fine\n"


def test_every_shipped_game_is_listed_with_what_it_is_for_how_many_and_how_long(run: Run) -> None:
    lines = run("list").out.splitlines()
    assert len(lines) == len(shipped())
    form = r"\S+ +.+ \(\d( (to|or) \d)? players?, about \d+ minutes\) - .+"
    assert [line for line in lines if not re.fullmatch(form, line)] == []


@pytest.mark.parametrize("name", ["apotheca", "connect-four", "hearts", "tic-tac-toe"])
def test_the_length_of_a_game_is_that_of_games_that_are_played(name: str) -> None:
    known = dict(re.findall(r"(\S+) (\d+)\n", find(name).with_name("lengths.txt").read_text()))
    rules, made = load(name), list[int]()
    for seed in range(5):
        game, rng = rules.start(seed), random.Random(seed)
        while not game.over:
            game.play(game.deciders[0], rng.choice(game.moves(game.deciders[0])))
        made.append(game.decisions)
    assert min(made) / 3 <= int(known[name]) <= 3 * max(made)


def test_examples_are_listed(run: Run, dealt: Path) -> None:
    done = run("example", dealt)
    assert (done.code, done.out) == (0, "line 14: Ann drops one\nline 29: what a hand is\n")
    dealt.write_text(DEALT[: DEALT.index("example ")])
    assert run("example", dealt).out == f"{dealt} has no examples.\n"


def test_an_example_is_shown_with_what_came_of_it(run: Run, dealt: Path) -> None:
    done = run("example", dealt, "Ann drops one", code=1)
    assert done.out.startswith(f'{dealt}, line 14: example "Ann drops one" goes wrong\n\nAnn sees:\n')
    assert "Ann can: drop card-1, drop card-2.\n" in done.out
    steps = [
        line.strip() for line in done.out[done.out.index("\nwhen:") : done.out.index(f"\n{dealt}, line")].split("\n")
    ]
    assert [" ".join(line.split()) for line in steps if line] == [
        "when:",
        "done Ann: drop card-1",
        "then:",
        "holds Bob can drop card-3",
        "fails Ann's hand's size is 2",
        "when:",
        "not tried Bob: drop card-3",
        "then:",
        "not tried game is over",
    ]
    assert done.out.endswith("Bob can: drop card-3.\n")
    right = run("example", COINS, "the last coin", code=0)
    assert right.out.endswith("    holds      game is over\n    holds      Ann is in winners\n")


def test_an_example_as_one_seat_sees_it(run: Run, dealt: Path) -> None:
    for seat in ("1", "Bob", "bob"):
        done = run("example", dealt, "Ann drops one", "--seat", seat)
        assert "Bob sees:" in done.out
        assert "Ann sees:" not in done.out
    wrong = run("example", dealt, "Ann drops one", "--seat", "Eve")
    assert (wrong.code, wrong.out) == (2, "")
    assert 'There is no seat "Eve": there are 0 (Ann), 1 (Bob).' in wrong.err


def test_an_example_in_which_nothing_is_played(run: Run, dealt: Path) -> None:
    done = run("example", dealt, "what a hand is", code=0)
    assert " can: " not in done.out
    assert "over" not in done.out
    assert run("example", dealt, "what a hand is", "--play").code == 2


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("Ann", '"Ann drops one"'), ("ann drops", '"Ann drops one"'), ("what a hnad is", '"what a hand is"')],
)
@pytest.mark.parametrize("more", [[], ["--play"]])
def test_a_beginning_or_a_misspelling_is_suggested(
    run: Run, dealt: Path, typed: str, meant: str, more: list[str]
) -> None:
    done = run("example", dealt, typed, *more, code=2)
    assert f'There is no example "{typed}". Did you mean {meant}?' in done.err


def test_an_example_is_played(run: Run, dealt: Path) -> None:
    done = run("example", dealt, "Ann drops one", "--play", "--seat", "0", typed="drop card-2\n")
    assert "drop card-2" in done.out
    assert run("example", dealt, "--play").code == 2
    assert run("example", dealt, "Ann drops one", "--play", "--seat", "Ann").code == 2


def test_a_refused_setting_is_shown_without_a_table(run: Run, dealt: Path) -> None:
    dealt.write_text(
        DEALT.replace("    players 2\n", '    players 2..3\n    needs player-count is 2 because "two hands"\n')
        + 'example "three":\n    players Ann, Bob, Cat\n    then:\n        options are refused because "two hands"\n'
    )
    done = run("example", dealt, "three")
    assert (done.code, done.out.splitlines()[1:]) == (
        0,
        ["", "then:", '    holds      options are refused because "two hands"'],
    )


def test_rules_that_are_wrong_are_told(run: Run, dealt: Path) -> None:
    dealt.write_text(DEALT.replace("play:", "play"))
    for words in ((), ("Ann drops one",), ("Ann drops one", "--play")):
        assert "[missing-colon]" in run("example", dealt, *words, code=1).err
