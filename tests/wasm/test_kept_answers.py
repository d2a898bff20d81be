"""Invariants whose answers the fast backend keeps: at every decision they are what the reference says, whatever of the
table they read, while they break and hold again, and whatever state is loaded."""

import random
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest

from rulewright import Rules
from rulewright.loading import read_text, rules_of
from rulewright.machine.wasm.module import EXPORTS, assemble
from tests.wasm.common import WASM, Pair, first_broken, told_by

GAMES, LOADED, CARDS = 2, 20, 4
BOUNDS = (
    *("interpret.compiler.TURNS", "interpret.compiler.LOOK", "program.bounds.TURNS"),
    *("wasm.assembly.TURNS", "wasm.expressions.TURNS"),
)
"""Where the bound of turns is known, and after how many the reference looks at it first."""
TEXT = Path(__file__).with_name("kept.rules").read_text(encoding="utf-8")
READ = {
    "a hand": "p's waste is at most 4",
    "how many lie in a pile": "p's waste is at most 4 or p's heap's size is 1",
    "how many lie in another hand": "p's waste is at most 4 or p's left's hand's size is 2",
    "a field of a player": "p's waste is at most p's coins + 2",
    "a field of the game": "p's waste is at most bid",
    "a set": "p's waste is at most 2 or red is in p's wanted",
    "the hand of another player": "p's left's waste is at most 4",
    "all hands": "(total waste of players) is at most 9",
    "hands by count": "no a in players' hand where (some b in players' hand where b's rank is 5 - a's rank)",
    "a board, too": "p's waste is at most 4 or (some c in market satisfies c is face-down)",
    "a row, too": "p's waste is at most 4 or (some c in p's line where c's color is red)",
}
"""A condition about player p, by what it reads."""
BY_NUMBER = ("a set", "a board, too", "a row, too")
"""What is reached by a number that only play knows; then nothing is kept."""


def rules_with(condition: str) -> Rules:
    """The game with an invariant that it breaks and mends."""
    text = f'{TEXT}define calm of player p: {condition}\n\ninvariant "calm": every p in players satisfies p is calm\n'
    return rules_of(read_text("kept.rules", text.encode()), "kept")


@WASM
@pytest.mark.sampled(6)
@pytest.mark.parametrize("read", READ)
def test_at_each_decision_the_answer_is_that_of_the_reference(read: str) -> None:
    """The invariant breaks and holds again; then states are loaded in any order, after which all that is kept is of
    another one. `Pair` compares after each step, and asks the engine twice."""
    rules, draw = rules_with(READ[read]), random.Random(read)
    made, _ = assemble(rules.program, EXPORTS)
    assert (made.kept == made.map.kept) == (read in BY_NUMBER)
    pair, told = Pair(rules), list[int | None]()
    for number in range(GAMES):
        pair.begin(3, number)
        while not pair.over:
            told.append(first_broken(pair.machine))
            pair.play([draw.randrange(1 << 20)], 1)
    assert {(None, 0), (0, None)} <= set(pairwise(told))
    for vector in draw.choices(pair.seen, k=LOADED):
        pair.load(vector)


@WASM
def test_turns_of_loops_are_counted_as_if_all_were_asked_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept of one player and what is asked anew of another come to the bound together. For each player 12 turns
    (there are so many kinds) of the first loop are counted, and for each card in the hand 12 of the second one; the
    inner ones are short."""
    for bound in BOUNDS:
        monkeypatch.setattr(f"rulewright.machine.{bound}", (3 + CARDS) * 12)
    names = "abcde"
    condition = " + ".join(f"{name}'s rank" for name in names) + " is 21"
    for name in reversed(names):
        condition = f"(some {name} in p's hand where {condition})"
    pair, draw, faults = Pair(rules_with(f"not {condition}")), random.Random(1), list[bool]()
    for number in range(3):
        pair.begin(3, number)
        while not pair.over:
            hands = sum(
                pair.machine.vector[zone.offset + at]
                for zone in pair.rules.program.zones
                if zone.name == "hand"
                for at in range(zone.stride * zone.instances)
            )
            fault = told_by(partial(first_broken, pair.machine))
            assert (fault is not None) == (hands > CARDS)
            faults.append(fault is not None)
            pair.play([draw.randrange(1 << 20)], 1)
    assert {(True, False), (False, True)} <= set(pairwise(faults))
