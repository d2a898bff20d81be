"""Arguments: what is meant by them, and what is said of those that mean nothing."""

import pytest

from rulewright.cli.arguments import Misuse, options, parsed
from rulewright.cli.command_line import VERBS
from tests.cli.running import COINS, Run


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("dance",),
        ("play",),
        ("play", COINS, "--players", "0"),
        ("play", COINS, "--players", "13"),
        ("play", COINS, "--players", "two"),
        ("play", COINS, "--players", "9" * 5000),
        ("play", COINS, "--seat", "x"),
        ("play", COINS, "--seat", "0="),
        ("play", COINS, "--seed", "-1"),
        ("play", COINS, "--seed", str(1 << 64)),
        ("play", COINS, "\x1b[2J\u202e"),
        ("perft", COINS),
        ("perft", COINS, "x"),
        ("record", COINS, "-n", "0"),
        ("check", "--format", "xml", COINS),
        ("check", "--effort", "-1", COINS),
        ("explore", COINS, "--seconds", "0"),
        ("explain",),
    ],
    ids=str,
)
def test_misuse_is_said_in_a_line_or_two(run: Run, arguments: tuple[object, ...]) -> None:
    done = run(*arguments, code=2)
    assert "rulewright" in done.err
    assert "\x1b" not in done.err
    assert "\u202e" not in done.err
    assert done.out == ""


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("plai", "line-it"), 'there is no "plai". Did you mean "play"? There are: play, '),
        (("line-it",), 'there is no "line-it". rulewright play line-it plays it. There are: play, '),
        (("check", "line-it", "--format", "jsn"), 'there is no "jsn". Did you mean "json"? There are: text, json, '),
        (("play", "line-it", "--seat", "Ann"), "To be called so, give a seat and the name: --seat 0=Ann."),
        (("play", "line-it", "--seat", "0=A", "--seat", "1=a"), 'Two people cannot both be called "A".'),
        (("play", "tic"), 'There is no game "tic". Did you mean "tic-tac-toe"? There are: alchemy, '),
        (
            ("play", "b"),
            'There is no game "b". Did you mean "balloon-cup" or "biblios" or "beacons"? There are: alchemy, ',
        ),
        (("play", "linit"), 'There is no game "linit". Did you mean "line-it"? There are: alchemy, '),
        (("play", "line-it", "--players", "9"), "This game is for 2 to 5 players, not for 9."),
        (("play", "line-it", "--option", "foo"), 'There is no option "foo". The game has no options.'),
    ],
)
def test_a_slip_is_told_with_what_there_is(run: Run, arguments: tuple[str, ...], said: str) -> None:
    done = run(*arguments, typed="")
    assert done.code in (1, 2)
    assert said in done.err
    assert "nvalid" not in done.err


def test_options_are_read_with_all_their_spellings() -> None:
    pairs = [
        "gold_dust=on",
        "a=true",
        "b=Yes",
        "c=off",
        "d=false",
        "e=no",
        "target=12",
        "low=-3",
        "mode=short_game",
        "f",
    ]
    assert options(pairs) == {
        "gold-dust": True,
        "a": True,
        "b": True,
        "c": False,
        "d": False,
        "e": False,
        "target": 12,
        "low": -3,
        "mode": "short-game",
        "f": True,
    }


@pytest.mark.parametrize("pairs", [["=5"], ["a="], [""], ["a=1", "a=2"], ["a-b=1", "a_b=1"]])
def test_settings_that_mean_nothing(pairs: list[str]) -> None:
    with pytest.raises(Misuse):
        options(pairs)


def test_the_seats_of_a_player() -> None:
    verb, chosen = parsed(VERBS, ["play", "x", "--seat", "0=Ann Lee", "--seat", "2"])
    assert verb.name == "play"
    assert chosen["seat"] == [("0", "Ann Lee"), ("2", None)]


def test_an_unknown_game_suggests_one(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.files.shipped", lambda: {"high-tide": COINS, "kuhn-poker": COINS})
    assert 'Did you mean "high-tide"?' in run("rules", "hihg-tide", code=2).err
    assert run("rules", "high_tide").code == 0
    assert "\u202e" not in run("rules", "\u202e\x1b[2J").err
