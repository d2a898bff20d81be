"""What is suggested for a condition of another language is accepted, and holds exactly where the author meant it.

The table is `repaired_conditions.txt`: a condition, and what it means as Python of a state. Each suggestion is carried
out as it stands;
then an example for each state says which of the conditions hold there.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from rulewright.language.diagnostics import applied
from tests.language.test_suggestions import told

pytestmark = pytest.mark.thorough

GAME = """\
game "x"
    players 2
suit is one of clubs, hearts, spades
component card: suit, rank 1..5
    1 of any, any
there is
    pool: area of card
    Dead: set of suit
    lost: set of suit
    bank: counts of suit
    pot: 0..9
    here: suit
FIELDS
each player has
    hand: hand of card
    coins: 0..9
play:
    each player: choose look
action look:
LINES
scoring:
    score of player: pot
    winners: players with highest score
"""
EXAMPLE = """\
example "{number}":
    players Ann, Bob
    given:
        here is {here}
        pot is {pot}
        pool holds {pool}
        Ann's hand holds {hand}
        Dead holds {dead}
        bank holds clubs * {pot}, spades * 2
        lost holds spades
    at play
    when:
        Ann: look
    then:
{expected}
"""
NOTHING = ()
CLUBS = (("clubs", 3), ("clubs", 4))
MIXED = (("clubs", 1), ("hearts", 3), ("hearts", 5))
FOUR = (("clubs", 2), ("spades", 3), ("spades", 5), ("hearts", 2))
STATES = [
    {"here": "clubs", "pot": 1, "dead": ("clubs",), "pool": NOTHING, "hand": FOUR},
    {"here": "clubs", "pot": 2, "dead": ("hearts", "spades"), "pool": MIXED, "hand": NOTHING},
    {"here": "clubs", "pot": 3, "dead": NOTHING, "pool": CLUBS, "hand": (("hearts", 4),)},
    {"here": "hearts", "pot": 3, "dead": ("hearts", "spades"), "pool": NOTHING, "hand": FOUR},
    {"here": "hearts", "pot": 4, "dead": ("clubs",), "pool": MIXED, "hand": (("hearts", 4),)},
    {"here": "hearts", "pot": 5, "dead": NOTHING, "pool": CLUBS, "hand": FOUR},
    {"here": "spades", "pot": 1, "dead": ("hearts", "spades"), "pool": CLUBS, "hand": (("hearts", 4),)},
    {"here": "spades", "pot": 2, "dead": NOTHING, "pool": NOTHING, "hand": NOTHING},
    {"here": "spades", "pot": 3, "dead": ("clubs",), "pool": MIXED, "hand": FOUR},
    {"here": "clubs", "pot": 4, "dead": ("clubs",), "pool": NOTHING, "hand": (("clubs", 2),)},
]

CONDITIONS = Path(__file__).with_name("repaired_conditions.txt").read_text(encoding="utf-8")


def written() -> Iterator[str]:
    """A text for each of these cases."""
    for row in filter(None, CONDITIONS.split("\n")):
        yield game([row.partition(" | ")[0]])
    for row in SENTENCES.strip().splitlines():
        yield DOING.replace("{}", row.partition(" | ")[0])


def game(lines: Sequence[str]) -> str:
    fields = "\n".join(f"    row-{number}: yes or no" for number in range(len(lines)))
    asked = "\n".join(f"    if {line}: set row-{number} to yes" for number, line in enumerate(lines))
    return GAME.replace("FIELDS", fields).replace("LINES", asked)


def repaired(written: str) -> str:
    """The condition that the message suggests."""
    text = game([written])
    [found] = told(text)
    assert found.edit is not None, found.message
    [condition] = re.findall("^    if (.*): set row-0 to yes$", applied(text, [found.edit]), re.MULTILINE)
    return str(condition)


def example(number: int, state: dict[str, Any], meant: Sequence[str]) -> str:
    zones = {name: ", ".join(f"{suit}-{rank}" for suit, rank in state[name]) for name in ("pool", "hand")}
    holds = {
        **{name: pieces or "nothing" for name, pieces in zones.items()},
        "dead": ", ".join(state["dead"]) or "nothing",
    }
    answers = (bool(eval(each, {}, state)) for each in meant)
    expected = "\n".join(f"        row-{row} is {'yes' if yes else 'no'}" for row, yes in enumerate(answers))
    return EXAMPLE.format(**{**state, **holds}, number=number, expected=expected)


@pytest.mark.sampled(3, 3)
@pytest.mark.parametrize("kind", CONDITIONS.strip().split("\n\n"))
def test_a_repaired_condition_holds_where_it_was_meant(kind: str) -> None:
    rows = [row.split(" | ") for row in kind.splitlines()]
    conditions, meant = [repaired(written) for written, _ in rows], [each for _, each in rows]
    examples = "".join(example(number, state, meant) for number, state in enumerate(STATES))
    assert told(game(conditions) + examples) == [], dict(enumerate(conditions))


def test_every_meaning_holds_somewhere_and_not_everywhere() -> None:
    for _, meant in (row.split(" | ") for row in CONDITIONS.split("\n") if row):
        assert {bool(eval(meant, {}, state)) for state in STATES} == {True, False}, meant


@pytest.mark.parametrize("denied", ["", "not "])
def test_both_readings_of_two_zones_mean_what_they_say(denied: str) -> None:
    [found] = told(game([f"pool is {denied}your hand"]))
    readings = re.search(r"write: (.+)\. If the same sorts of pieces, write: (.+)\.", found.message)
    assert readings is not None
    meant = [f"{denied}(len(pool) == len(hand))", f"{denied}(set(pool) == set(hand))"]
    examples = "".join(example(number, state, meant) for number, state in enumerate(STATES))
    assert told(game(readings.groups()) + examples) == []


PLACES = """
    if {}: add 1 to pot
    if you cannot look and {}: add 1 to pot
    needs {} because "pot is 3 or more, and here is one of Dead"
    needs pot is 3 when {} because "x"
    repeat until {}: add 1 to pot
    for each c in pool where {}: add 1 to pot
    for each c in (pool where c's suit is here or {}): add 1 to pot
    each player where {}: add 1 to your coins
    move all pool where {} to your hand
define ripe of card: {}
define rich of player: pot is 3 and not ({})
invariant "x": {}
"""
MENDED = {
    "here is one of Dead": "here is in Dead",
    "Dead has the here": "here is in Dead",
    "here != Dead": "here is not in Dead",
    "pot is 3 or less": "pot is at most 3",
    "pot is 3 or lower": "pot is at most 3",
    "pot is up to 3": "pot is at most 3",
    "pot is different from 3": "pot is not 3",
    "here is neither clubs nor hearts": "here is not clubs and here is not hearts",
    "pot and bank(clubs) are 3": "pot is 3 and bank(clubs) is 3",
}


@pytest.mark.sampled(3, 3)
@pytest.mark.parametrize("place", [place for place in PLACES.split("\n") if place])
def test_conditions_are_repaired_wherever_they_stand(place: str) -> None:
    for written, better in MENDED.items():
        inside = place.startswith(" ")
        frame = GAME.replace("FIELDS\n", "").replace("LINES", place if inside else "    nothing")
        text = frame if inside else f"{frame}{place}\n"
        [found] = told(text.replace("{}", written))
        assert found.edit is not None, found.message
        again = applied(text.replace("{}", written), [found.edit])
        assert again in [text.replace("{}", each) for each in (better, f"({better})")]
        assert told(again) == []


SENTENCES = """
Dead += here | add here to Dead
Dead += clubs, hearts | add clubs + hearts to Dead
Dead -= here | remove here from Dead
bank += here | add here to bank
bank -= clubs | subtract clubs from bank
pot += 2 | add 2 to pot
your hand += pool's first | move pool's first to your hand
"""


DOING = GAME.replace("FIELDS\n", "").replace("LINES", "    if pool is not empty and Dead is not empty:\n        {}")


@pytest.mark.parametrize("row", SENTENCES.strip().splitlines())
def test_what_is_added_goes_where_it_belongs(row: str) -> None:
    written, better = row.split(" | ")
    [found] = told(DOING.replace("{}", written))
    assert found.edit is not None
    assert applied(DOING.replace("{}", written), [found.edit]) == DOING.replace("{}", better)
    assert told(DOING.replace("{}", better)) == []


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("pot is bank", "How many of a value it has is bank(VALUE), and of all bank's size."),
        ("pot is Dead", "This compares a number with a set of suits; that is never true."),
        ("none of Dead is clubs", '"of" does not fit here.'),
        ("pot is 3 or 5 or higher", "Compare it with something"),
        ("pot is among bank", '"bank" does not fit here.'),
    ],
)
def test_nothing_is_suggested_where_nothing_is_meant_surely(written: str, said: str) -> None:
    [found] = told(game([written]))
    assert found.edit is None
    assert said in found.message
