"""Seats on the command line: by number, or by the name that the rules give them."""

from pathlib import Path

import pytest

from rulewright.cli.arguments import Misuse, seat_of

from .running import Run

WINDS = """game "Winds" "Four seats with names"
    players north, east, south-west, Äther
play:
    each player: choose wait
action wait "Wait": end game, won by your left
"""


@pytest.fixture
def winds(tmp_path: Path) -> Path:
    path = tmp_path / "winds.rules"
    path.write_text(WINDS, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("typed", "seats", "seat"),
    [
        ("0", ("north", "east"), 0),
        ("01", ("north", "east"), 1),
        ("east", ("north", "east"), 1),
        ("East", ("north", "east"), 1),
        (" EAST ", ("north", "east"), 1),
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


NAMED, NUMBERED = ("north", "east"), ("player-1", "player-2", "player-3")


@pytest.mark.parametrize(
    ("typed", "seats", "said"),
    [
        ("2", NAMED, "There is no seat 2: there are 0 (north), 1 (east)."),
        ("-1", NAMED, 'There is no seat "-1": there are 0 (north), 1 (east).'),
        ("²", NAMED, 'There is no seat "²": there are 0 (north), 1 (east).'),
        ("9" * 30, NAMED, f"There is no seat {'9' * 30}: there are 0 (north), 1 (east)."),
        ("", NAMED, 'There is no seat "": there are 0 (north), 1 (east).'),
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
