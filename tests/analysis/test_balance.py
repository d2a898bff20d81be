"""Notes about balance: what is known of small games is told, and nothing of what may be chance."""

import json
import re

import pytest

from rulewright.analysis.playtest.balance import Balance, balances
from rulewright.analysis.playtest.effort import Effort
from rulewright.analysis.simulate.summary import wide
from rulewright.files import find, read, title
from rulewright.language.elaborate.settings import Setting
from rulewright.language.span import BYTES
from rulewright.levels import RANDOM, Level
from rulewright.loading import read_text
from rulewright.machine.playouts import Z, wilson
from tests.cli.running import COINS, run

SHARE = re.compile(r"([\d.]+) % \(([\d.]+) to ([\d.]+)\)")


def of(game: str, work: int, level: Level = RANDOM) -> dict[Setting, Balance]:
    path = find(game)
    data = read(path, most=BYTES)
    found = balances(read_text(str(path), data), data, title(path), Effort(work=work), level)
    return {each.setting: each for each in found}


def told(balance: Balance, code: str) -> list[str]:
    return [message for known, message in balance.notes if known == code]


def test_what_is_known_of_a_game_is_told_with_intervals_that_hold() -> None:
    """Of three coins the second player takes the last with 3 of 4 chances; it cannot be left to the first of three."""
    found = of(str(COINS), 40_000)
    assert len(found) == 8
    two = found[Setting(2, (("heap", 3), ("kind", False)))]
    for name, share in ("player-1", 25), ("player-2", 75):
        (said,) = (each for each in told(two, "seat-advantage") if each.startswith(name))
        _, low, high = map(float, SHARE.findall(said)[0])
        assert low < share < high
        assert said.endswith(f"{'more' if share > 50 else 'less'} than its equal share, 50.0 %.")
    three = found[Setting(3, (("heap", 3), ("kind", False)))]
    (said,) = told(three, "cannot-win")
    assert said.startswith("player-1 wins none of ")
    assert not any(told(each, "not-worth") for each in found.values())


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("game", "work", "codes"),
    [
        ("high-tide", 50_000, {"length", "seats-alike"}),
        ("deal", 5_000, {"tie", "length", "seats-alike"}),
        ("tic-tac-toe", 20_000, {"seat-advantage", "no-winner", "length"}),
        ("kuhn-poker", 10_000, {"seat-advantage", "not-worth", "length"}),
    ],
)
def test_notes_are_told_where_there_is_something(game: str, work: int, codes: set[str]) -> None:
    found = of(game, work)
    assert {code for each in found.values() for code, _ in each.notes} == codes
    assert found == of(game, work)


def test_few_games_show_no_difference_and_settings_are_left_out() -> None:
    found = of(str(COINS), 1)
    assert [each.games for each in found.values()] == [64]
    ((setting, few),) = of("high-tide", 1).items()
    (said,) = told(few, "seats-alike")
    lowest, highest = map(float, re.findall(r"([\d.]+) %", said))
    assert lowest < 100 / setting.players < highest
    shares = (wilson(600, 1_000, wide(number)) for number in (1, 2, 50))
    widths = [share.high - share.low for share in shares if share is not None]
    assert wide(1) == pytest.approx(Z)
    assert widths == sorted(widths)


@pytest.mark.thorough
def test_who_thinks_draws_tic_tac_toe_more_often_than_chance_does() -> None:
    """46,080 of the 362,880 orders in which nine cells can be filled leave no line."""
    (found,) = of("tic-tac-toe", 400, Level("search:100", 100)).values()
    (said,) = told(found, "no-winner")
    assert float(SHARE.findall(said)[0][1]) > 100 * 46_080 / 362_880


@pytest.mark.thorough
def test_whoever_is_asked_about_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    done = run(capsys, "check", COINS, "--effort", 0, "--work", 30, "--balance", "search:5")
    assert f"{COINS}: balance, among players who play like search:5\n" in done.out
    done = run(capsys, "check", COINS, "--effort", 0, "--work", 30, "--balance", "search:5", "--format", "json")
    assert {each["level"] for each in json.loads(done.out)["notes"]} == {"search:5"}
    for level, told in ("perfect", "rulewright explore GAME --solve"), (COINS, "name the files before --balance"):
        done = run(capsys, "check", COINS, "--balance", level)
        assert (done.code, told in done.err) == (2, True)


def test_notes_are_no_findings(capsys: pytest.CaptureFixture[str]) -> None:
    done = run(capsys, "check", COINS, "--work", 400, "--balance")
    assert done.code == 0
    assert f"{COINS}: balance, among players who choose at random\nWith 2 players and heap 3" in done.out
    done = run(capsys, "check", COINS, "--effort", 0, "--balance", "--work", 400, "--format", "json")
    made = json.loads(done.out)
    assert (done.code, made["findings"], {each["severity"] for each in made["notes"]}) == (0, [], {"note"})
    done = run(capsys, "check", COINS, "--work", 400, "--balance", "--format", "github")
    assert {line[:9] for line in done.out.splitlines()} == {"::notice "}


@pytest.mark.thorough
def test_of_several_files_it_is_told_as_of_one(capsys: pytest.CaptureFixture[str]) -> None:
    done = run(capsys, "check", COINS, find("kuhn-poker"), "--effort", 0, "--work", 100, "--balance", "--jobs", 2)
    assert done.out.count("balance, among players who choose at random\n") == len((COINS, "kuhn-poker"))
