"""Cycles that players may choose are told at their loop; those that something bounds, and moves to and fro, are not."""

from math import inf
from pathlib import Path
from time import monotonic

import pytest

from rulewright.analysis.playtest import asked_elsewhere
from rulewright.analysis.playtest.effort import Effort, Share
from rulewright.analysis.playtest.playing import holes
from rulewright.analysis.playtest.searching import TRIED_SHARE, Search
from rulewright.loading import read_text, rules_of
from rulewright.machine.interpret import Machine
from rulewright.machine.positions import GIB

FRAME = """\
game "Round" "Take coins, and climb"
    players {players}
there is
    coins: 0..9, starts 5
    passes: 0..9
each player has
    purse: 0..9
    step: 0..5
{play}
action take "Take a coin":
    subtract 1 from coins
    add 1 to your purse
    set passes to 0
    if coins is 0: end game
action pass "Take none": nothing
action rest "Take none, in other words": nothing
action tally "Take none, which is counted": add 1 to passes
action forget "Take none, which is forgotten": set passes to 1
action up "Climb":
    needs your step is at most 4   because "this is the top"
    add 1 to your step
action down "Climb down":
    needs your step is at least 1   because "this is the bottom"
    subtract 1 from your step
action walk "Walk on, round the lake":
    if your step is 5: set your step to 0
    otherwise: add 1 to your step
scoring:
    score of player: its purse
    winners: players with highest score
"""
ALL = "play:\n    repeat{until}:\n        each player: choose {actions}"
AROUND = "play:\n    go around from players's first until coins is 0:\n        choose take or pass"
ALONE = 'play:\n    repeat until coins is 0:\n        each player: turn\nphase turn "A turn":\n    {turn}'
TURNS = "play:\n    repeat 9 times:\n        each player: choose {actions}\n    end game"
UNTIL = ALL.format(until=" until {}", actions="{}")
IN_A_TURN = """repeat:
        choose up or down or take or tally
        if passes is 9: end game"""
STAYS = "`until coins is 0` does not come about"
PASSES = "player-1: pass; player-2: pass; then"
TO_AND_FRO = "player-1: up; player-1: down; then"


def found(play: str, *, strict: bool = False, players: int = 2) -> list[tuple[str, str, str]]:
    """Of each cycle that is told: its line, the severity and the message."""
    text = read_text("round.rules", FRAME.format(play=play, players=players).encode())
    told = [each.diagnostic for each in holes(text, "round", Effort(work=3_000, strict=strict))]
    assert "goes-wrong" not in {each.code for each in told}
    cycles = [each for each in told if each.code == "goes-round"]
    lines = [text.source.line_text(text.source.line(each.span.start)).strip() for each in cycles]
    return [(line, each.severity, each.message) for line, each in zip(lines, cycles, strict=True)]


@pytest.mark.parametrize(
    ("play", "line", "parts"),
    [
        (UNTIL.format("coins is 0", "take or pass"), "repeat until coins is 0:", (PASSES, STAYS)),
        (ALL.format(until="", actions="take or pass"), "repeat:", (PASSES, "choose take, and")),
        (ALL.format(until="", actions="take or pass or rest or up"), "repeat:", ("to choose take or up, and",)),
        (AROUND, "go around from players's first until coins is 0:", (PASSES, STAYS)),
        (UNTIL.format("passes is 2", "take or forget"), "repeat until passes is 2:", ("forget; player",)),
        (ALL.format(until="", actions="take or walk"), "repeat:", ("walk; …; then",)),
        (ALL.format(until="", actions="take or pass") + "\n        each player: choose walk", "repeat:", ("walk",)),
    ],
    ids=["until", "repeat", "another pass", "go around", "forgotten", "long way round", "two choices"],
)  # fmt: skip
def test_a_cycle_that_may_be_chosen_is_told_at_its_loop(play: str, line: str, parts: tuple[str, ...]) -> None:
    (told,) = found(play)
    assert told[:2] == (line, "warning")
    assert all(part in told[2] for part in parts), told


@pytest.mark.parametrize(
    "play",
    [
        ALL.format(until=" until passes is 9", actions="take or tally") + "\n        if passes is at least 8: end game",
        TURNS.format(actions="take or pass"),
        TURNS.format(actions="up or down"),
    ],
    ids=["passes are counted", "turns are counted", "to and fro, counted"],
)
def test_what_is_bounded_is_not_told(play: str) -> None:
    assert not found(play, strict=True)


@pytest.mark.parametrize(("players", "turn"), [(2, "up or down or take"), (1, "up or down or take")])
def test_moves_to_and_fro_are_told_only_strictly(players: int, turn: str) -> None:
    """Of two who go back; one who plays alone is his own judge."""
    play = ALL.format(until="", actions=turn)
    assert not found(play, players=players)
    assert [each[1] for each in found(play, players=players, strict=True)] == ["suspicion"] * (players > 1)


def test_what_one_takes_back_in_a_turn_is_told_only_strictly() -> None:
    play = ALONE.format(turn=IN_A_TURN)
    assert not found(play)
    assert any(TO_AND_FRO in message for _, severity, message in found(play, strict=True) if severity == "suspicion")


# ---- what is watched costs no more than what was asked for


def watch(name: str, room: int) -> Search:
    """Watch games at the first setting of an example of the language, for a search of so many positions."""
    path = Path("examples") / f"{name}.rules"
    made = rules_of(read_text(path.name, path.read_bytes()), name, players=2, noting=True)
    search = Search.fast_where_possible(made, GIB, strict=True)
    search.watch.due = inf
    share = Share(room, monotonic() + 600.0, monotonic() + 600.0)
    for _ in search.watched(share):
        pass
    return search


@pytest.mark.parametrize("room", [160, 800])
def test_moves_are_tried_in_proportion_to_the_work(room: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a board of 81 points, where no cycle is found soon; watched games have a tenth of the decisions, twice."""
    made, choose = 0, Machine.choose

    def counted(*args: object) -> object:
        nonlocal made
        made += 1
        return choose(*args)  # type: ignore[arg-type] # handed on as they came

    monkeypatch.setattr(Machine, "choose", counted)
    search = watch("go", room)
    assert search.rounds.left == 0
    assert room // TRIED_SHARE < made <= room


@pytest.mark.parametrize("room", [160, 800])
def test_pasts_are_drawn_in_proportion_to_the_work(room: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where hardly one fits, so that each is sought as long as may be."""
    events, elsewhere = 0, asked_elsewhere.elsewhere

    def counted(*args: object, most: int) -> object:
        nonlocal events
        state, spent = elsewhere(*args, most=most)  # type: ignore[arg-type] # as there
        events += spent
        return state, spent

    monkeypatch.setattr(asked_elsewhere, "elsewhere", counted)
    watch("beacons", room)
    assert room < events <= 40 * room
