"""Arguments: what is meant by them, seats too, and what is said of those that mean nothing."""

from pathlib import Path

import pytest

from rulewright.cli.arguments import options, parsed, seat_of
from rulewright.cli.command_line import VERBS
from rulewright.shown import Misuse
from tests.cli.running import COINS, Patch, Run, written


@pytest.mark.parametrize(
    "arguments",
    [
        *("", "dance", "play", "perft coins", "perft coins x", "record coins -n 0", "explain"),
        *(f"play coins --players {wrong}" for wrong in ("0", "13", "two", "9" * 5000)),
        *(f"play coins {wrong}" for wrong in ("--seat x", "--seat 0=", "--seed -1", f"--seed {1 << 64}")),
        *("play coins \x1b[2J\u202e", "check --format xml coins", "check --effort -1 coins"),
        "explore coins --seconds 0",
    ],
)
def test_misuse_is_said_in_a_line_or_two(run: Run, arguments: str) -> None:
    done = run(*(COINS if word == "coins" else word for word in arguments.split(" ") if word), code=2)
    assert "rulewright" in done.err
    assert "\x1b" not in done.err
    assert "\u202e" not in done.err
    assert done.out == ""


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("plai line-it", 'there is no "plai". Did you mean "play"? There are: play, '),
        ("line-it", 'there is no "line-it". rulewright play line-it plays it. There are: play, '),
        ("check line-it --format jsn", 'there is no "jsn". Did you mean "json"? There are: text, json, '),
        ("play line-it --seat Ann", "To be called so, give a seat and the name: --seat 0=Ann."),
        ("play line-it --seat 0=A --seat 1=a", 'Two people cannot both be called "A".'),
        ("play tic", 'There is no game "tic". Did you mean "tic-tac-toe"? There are: alchemy, '),
        ("play b", 'There is no game "b". Did you mean "balloon-cup" or "biblios" or "beacons"? There are: alchemy, '),
        ("play linit", 'There is no game "linit". Did you mean "line-it"? There are: alchemy, '),
        ("play line-it --players 9", "This game is for 2 to 5 players, not for 9."),
        ("play line-it --option foo", 'There is no option "foo". The game has no options.'),
    ],
)
def test_a_slip_is_told_with_what_there_is(run: Run, arguments: str, said: str) -> None:
    done = run(*arguments.split(), typed="")
    assert done.code in (1, 2)
    assert said in done.err
    assert "nvalid" not in done.err


def test_options_are_read_with_all_their_spellings() -> None:
    yes, no = ["gold_dust=on", "a=true", "b=Yes", "f"], ["c=off", "d=false", "e=no"]
    flags = {"gold-dust": True, "a": True, "b": True, "f": True, "c": False, "d": False, "e": False}
    others = {"target": 12, "low": -3, "mode": "short-game"}
    assert options([*yes, *no, "target=12", "low=-3", "mode=short_game"]) == flags | others


@pytest.mark.parametrize("pairs", [["=5"], ["a="], [""], ["a=1", "a=2"], ["a-b=1", "a_b=1"]])
def test_settings_that_mean_nothing(pairs: list[str]) -> None:
    with pytest.raises(Misuse):
        options(pairs)


def test_the_seats_of_a_player() -> None:
    verb, chosen = parsed(VERBS, ["play", "x", "--seat", "0=Ann Lee", "--seat", "2"])
    assert verb.name == "play"
    assert chosen["seat"] == [("0", "Ann Lee"), ("2", None)]


def test_an_unknown_game_suggests_one(run: Run, monkeypatch: Patch) -> None:
    monkeypatch.setattr("rulewright.files.shipped", lambda: {"high-tide": COINS, "kuhn-poker": COINS})
    assert 'Did you mean "high-tide"?' in run("rules", "hihg-tide", code=2).err
    assert run("rules", "high_tide").code == 0
    assert "\u202e" not in run("rules", "\u202e\x1b[2J").err


WINDS = """game "Winds" "Four seats with names"
    players north, east, south-west, Äther
play:
    each player: choose wait
action wait "Wait": end game, won by your left
"""


NAMED, NUMBERED = ("north", "east"), ("player-1", "player-2", "player-3")


@pytest.fixture
def winds(tmp_path: Path) -> Path:
    return written(tmp_path / "winds.rules", WINDS)


@pytest.mark.parametrize(
    ("typed", "seats", "seat"),
    [
        *((typed, NAMED, 1) for typed in ("01", "east", "East", " EAST ")),
        ("0", NAMED, 0),
        ("south_west", ("north", "south-west"), 1),
        ("ÄTHER", ("north", "äther"), 1),
        ("Äther".encode().decode("ascii", "surrogateescape"), ("north", "Äther"), 1),
        ("A\u0308ther", ("north", "Äther"), 1),
        ("east", ("East", "east"), 1),
        ("East", ("East", "east"), 0),
        ("player-2", ("player-1", "player-2"), 1),
        ("player-2", ("player-2", "player-1"), 0),
    ],
)
def test_a_seat_is_its_number_or_its_name(typed: str, seats: tuple[str, ...], seat: int) -> None:
    assert seat_of(typed, seats) == seat


@pytest.mark.parametrize(
    ("typed", "seats", "said"),
    [
        *((typed, NAMED, f"There is no seat {typed}: there are 0 (north), 1 (east).") for typed in ("2", "9" * 30)),
        *((typed, NAMED, f'There is no seat "{typed}": there are 0 (north), 1 (east).') for typed in ("-1", "²", "")),
        ("eest", NAMED, 'There is no seat "eest": there are 0 (north), 1 (east). Did you mean east?'),
        ("EAST", ("East", "east"), 'There is no seat "EAST": there are 0 (East), 1 (east). Did you mean East?'),
        ("3", NUMBERED, "There is no seat 3: 3 players have the seats 0 to 2."),
        ("Ann", NUMBERED, 'There is no seat "Ann": 3 players have the seats 0 to 2.'),
        ("1", ("player-1",), "There is no seat 1: one player has the seat 0."),
    ],
)
def test_who_is_no_seat_is_told_which_there_are(typed: str, seats: tuple[str, ...], said: str) -> None:
    with pytest.raises(Misuse) as refused:
        seat_of(typed, seats)
    assert str(refused.value) == said


@pytest.mark.parametrize(
    "command",
    [
        "play {rules} --plain --seed 1 --bot random --seat {seat}=Ann",
        "play {rules} --plain --seed 1 --bot {seat}=random --bot random --seat 0=Ann",
        "play {rules} --plain --seed 1 --bot random --seat {seat}",
        "record {rules} --seed 1 --spectator {seat}",
        "record {rules} --seed 1 --bot {seat}=search:3",
        "simulate {rules} -n 3 --seed 1 --seat {seat}=search:3",
        "replay {record} --rules {rules} --transcript --seat {seat}",
        "replay {record} --rules {rules} --review --seat {seat}",
    ],
)
def test_every_command_takes_names_of_seats(run: Run, winds: Path, command: str) -> None:
    """What it prints is the same as for the number; the name of no seat is refused."""
    record = winds.with_name("game.jsonl")
    run("record", winds, "--seed", 1, "-o", record)
    given = [
        run(*command.format(rules=winds, record=record, seat=seat).split(), typed="wait\n")
        for seat in ("1", "east", "eest")
    ]
    assert given[0] == given[1]
    assert given[0].code == 0
    assert given[2].code == 2
    assert "There is no seat" in given[2].err
    assert "Did you mean east?" in given[2].err


@pytest.mark.parametrize(
    "words",
    [
        "play {} --seat 1=Ann --seat east=Bob",
        "play {} --bot 1=random --bot East=strong",
        "record {} --bot east=random --bot 1=middle",
        "simulate {} --seat east=random --seat EAST=middle",
    ],
)
def test_a_seat_that_is_named_twice_is_refused(run: Run, winds: Path, words: str) -> None:
    done = run(*words.format(winds).split(), typed="", code=2)
    assert done.err == "rulewright: Seat 1 (east) is named twice.\n"
