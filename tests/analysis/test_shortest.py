"""The game that shows a hole is the shortest there is: ten holes of small games, all of whose states are gone through
here once more, by the reference and without anything that looks for holes; and what shows late is told from near by."""

import re
from collections.abc import Iterator

import pytest
from attrs import define, field

from lab.holes.pages import ROOT, holes as by_hand
from rulewright import Rules
from rulewright.analysis.playtest.effort import Effort
from rulewright.analysis.playtest.finding import decisions_in, kind_of
from rulewright.analysis.playtest.playing import Played, holes
from rulewright.analysis.playtest.story import story_of
from rulewright.loading import read_text, rules_of
from rulewright.machine.chance import enumerate_outcomes
from rulewright.machine.interpret import Deciding, Machine, Over, RulesFault, Waiting
from tests.analysis.test_story import HOARD
from tests.made.comparing import explored
from tests.wasm.common import WASM

pytestmark = [WASM, pytest.mark.thorough]
Vector = tuple[int, ...]
Kind = tuple[str, int]
"""The code of a hole and its line; where a game need not end, no line."""


# ---- all states once more


@define
class Graph:
    """All states, layer by layer of decisions: in which layer each is found first, where each leads, and in which layer
    each kind of hole shows first."""

    rules: Rules
    depth: dict[Vector, int] = field(factory=dict)
    before: dict[Vector, list[Vector]] = field(factory=dict)
    ends: list[Vector] = field(factory=list)
    first: dict[Kind, int] = field(factory=dict)

    @classmethod
    def of(cls, rules: Rules) -> "Graph":
        made, machine = cls(rules), rules.machine
        layer, decisions = list(made.settled(machine.start, 0, None)), 0
        while layer:
            decisions += 1
            layer = [each for vector in layer for each in made.followed(vector, decisions)]
        made.endless()
        return made

    def followed(self, vector: Vector, decisions: int) -> Iterator[Vector]:
        """The new states behind a decision."""
        machine = self.rules.machine
        stop = machine.load(vector)
        seats = stop.seats if isinstance(stop, Deciding) else ()
        for seat in seats:
            machine.load(vector)
            for move in list(machine.moves(seat)):
                machine.load(vector)
                yield from self.settled(lambda seat=seat, move=move: machine.choose(seat, move), decisions, vector)

    def settled(self, make, decisions: int, before: Vector | None) -> Iterator[Vector]:
        """The new states at which play stops for somebody, or for good, after this, whatever chance gives."""
        machine = self.rules.machine
        try:
            make()
            event = self.rules.naming.event(0) if isinstance(machine.stop, Waiting) else None
        except RulesFault as fault:
            self.shows("nobody-can-move" if fault.code == "stuck" else "goes-wrong", fault.span, decisions)
            self.ends += () if before is None else (before,)
            return
        vector = machine.vector
        if before is not None:
            self.before.setdefault(vector, []).append(before)
        if vector in self.depth:
            return
        self.depth[vector] = decisions
        if event is not None:
            for outcome, _ in enumerate_outcomes(event).outcomes:
                machine.load(vector)
                yield from self.settled(
                    lambda given=outcome: self.rules.naming.answer(event, given, None), decisions, vector
                )
            return
        if isinstance(machine.stop, Over):
            self.ends.append(vector)
        self.invariants(machine, decisions)
        yield vector

    def invariants(self, machine: Machine, decisions: int) -> None:
        for each in self.rules.program.invariants:
            if not machine.call(each.function):
                self.shows("broken-invariant", each.span, decisions)
                return

    def endless(self) -> None:
        """The first state from which no end is reached, nor anything else that stops play."""
        ending, left = set(self.ends), list(self.ends)
        while left:
            new = {each for each in self.before.get(left.pop(), ()) if each not in ending}
            ending |= new
            left += new
        free = [depth for vector, depth in self.depth.items() if vector not in ending]
        if free:
            self.first["need-not-end", 0] = min(free)

    def shows(self, code: str, span, decisions: int) -> None:
        self.first.setdefault((code, self.rules.line(span)), decisions)


# ---- ten holes of small games

TOWER = """game "Tower" "As high as it goes"
    players 2
there is
    height: 0..9
    resting: yes or no
play:
    repeat until height is at least 7:
        each player:
            choose build or climb or rest
action build: add 1 to height
action climb:
    needs height is at least 2
    add 2 to height
action rest:
    needs not resting
    set resting to yes
scoring:
    score of player: height
"""
BAG = """game "Bag" "Draw stones until it is empty"
    players 2
component stone, called "stone-{rank}": rank 1..4
    1 of any
there is
    bag: area of stone
    table: row of stone
each player has
    points: 0..9
setup:
    move all box to bag
play:
    repeat until bag is empty:
        each player: choose grab
action grab:
    draw drawn from bag "bag"
    move drawn to table
    add drawn's rank to your points
scoring:
    score of player: its points
"""
FEW_KINDS = HOARD.replace("rank 1..9\n    1 of any", "rank 1..2\n    3 of any")
NO_DRAW = {"            if you cannot: end game, drawn\n": ""}
LOW, NARROW = {"3 by 3": "2 by 3"}, {"6 by 7": "4 by 2"}
# From which text, what is put for what, and all of its holes.
SLIPS: dict[str, tuple[str, dict[str, str], list[tuple[str, int]]]] = {
    "a full board is no draw": ("tic-tac-toe", LOW | NO_DRAW, [("nobody-can-move", 6)]),
    "too few marks": ("tic-tac-toe", LOW | {"    4 of nought": "    1 of nought"}, [("goes-wrong", 4)]),
    "full columns are no draw": ("connect-four", NARROW | NO_DRAW, [("nobody-can-move", 8)]),
    "too few discs": ("connect-four", NARROW | {"    21 of any": "    3 of any"}, [("goes-wrong", 7)]),
    "a full column may be picked": (
        "connect-four",
        NARROW | {'    needs some c in column where c is empty   because "this column is full"\n': ""},
        [("goes-wrong", 5)],
    ),
    "the end is asked for too late": (TOWER, {}, [("goes-wrong", 6)]),
    "who rests does so for ever": (
        TOWER,
        {
            "action build:": "action build:\n    needs not resting\n   ",
            "height is at least 2": "height is at least 2 and not resting",
            "    needs not resting\n    set": "    needs height is at least 3\n    set",
        },
        [("goes-wrong", 6), ("need-not-end", 4)],
    ),
    "an odd stone": (BAG, {"rank 1..4": "rank 1..5"}, [("goes-wrong", 5), ("goes-wrong", 6)]),
    "more points than meant": (
        BAG,
        {"scoring:": 'invariant "few points": every p in players satisfies p\'s points is at most 6\nscoring:'},
        [("broken-invariant", 3)],
    ),
    "a hand gets full": (FEW_KINDS, {}, [("goes-wrong", 4)]),
}


@pytest.mark.sampled(2, 2)
@pytest.mark.parametrize(("base", "edits", "known"), SLIPS.values(), ids=SLIPS)
def test_a_hole_of_a_small_game_is_shown_by_the_shortest_game(
    base: str, edits: dict[str, str], known: list[tuple[str, int]]
) -> None:
    whole = base if "\n" in base else (ROOT / "examples" / f"{base}.rules").read_text(encoding="utf-8")
    text = read_text("small", edited(whole.partition("\nexample ")[0] + "\n", edits).encode())
    rules = rules_of(text, "small")
    explored(rules, any_seat=False, counting=False)
    found = {}
    for hole in holes(text, "small", Effort(work=60_000), Played()):
        story = story_of(hole, rules)
        assert story.hole.shortest
        assert story.hole.path is not None
        found[kind_of(hole.diagnostic, rules.line(hole.diagnostic.span))] = decisions_in(story.hole.path)
    assert found == Graph.of(rules).first
    assert sorted((code, decisions) for (code, _), decisions in found.items()) == known


def edited(text: str, edits: dict[str, str]) -> str:
    """The text with something put for what stands in it once."""
    for old, new in edits.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


# ---- ten holes that show late

LATE = [
    ("balloon-cup", "Nobody draws after the turn"),
    ("line-it", "The hand takes a third card"),
    ("aurum", "Tricks are not given back"),
    ("aurum", "Tricks of the last round count"),
    ("alchemy", "The last potions must be there"),
    ("alchemy", "There is room for two"),
    ("aurum", "Predictions are not given back"),
    ("balloon-cup", "Nothing to play after the exchange"),
    ("line-it", "Cards of the hand need not fit"),
    ("line-it", "Rounds go on with too short a deck"),
]
BUDGET = 200
MOVE = re.compile(r"^ {8}[A-Z]\w*: ", re.MULTILINE)


@pytest.mark.parametrize(
    ("game", "title"), [LATE[0], *(pytest.param(*each, marks=pytest.mark.slow) for each in LATE[1:])]
)
def test_what_shows_late_is_told_from_near_by(game: str, title: str) -> None:
    slip = next(each for each in by_hand(game) if each.title == title)
    text = read_text(game, slip.text.encode())
    lines = slip.text.splitlines()
    for hole in holes(text, game, Effort(work=3_000), Played()):
        rules = rules_of(text, game, players=hole.setting.players, options=dict(hole.setting.options))
        line = lines[rules.line(hole.diagnostic.span) - 1]
        if hole.diagnostic.code in slip.codes and any(part in line for part in slip.at):
            break
    else:
        pytest.fail("it is not found")
    assert hole.path is not None
    assert decisions_in(hole.path) > 5
    story = story_of(hole, rules, BUDGET)
    assert story.example is not None
    assert len(MOVE.findall(story.example.block)) <= 3
