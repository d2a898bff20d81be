"""Examples that fail: what is told, and at which line."""

from typing import Any

import pytest

from rulewright.analysis import example_play, examples
from rulewright.language import core, syntax
from rulewright.language.elaborate import elaboration
from rulewright.language.elaborate.elaboration import declare
from rulewright.language.elaborate.environment import World
from rulewright.language.parser import Parsed
from rulewright.language.source import Source
from rulewright.machine.lower import lower
from rulewright.machine.program.nodes import Program
from tests.analysis.looking import run_examples

TEXT = """\
game "Scenes"
    players 2

color is one of red, blue

component card: color, rank 1..3
    1 of any, any

there is
    deck: pile of card
    table: row of card
    turns: 0..9

each player has
    hand: hand of card

play:
    repeat 3 times: round

phase round:
    each player:
        choose lay or pass
    roll n from 1..6
    set turns to n

action lay "Lay a card":
    pick card from your hand
    needs card's rank is more than 1   because "too low"
    move card to table

action pass "Pass": nothing

scoring:
    score of player: its hand's size
    winners: players with highest score

example "all of it":
    players Ann, Bob
    given:
        Ann's hand holds red-1, red-2
        Bob's hand holds blue-2
    at round
"""


def failing(part: str, *lines: str) -> list[tuple[str, str]]:
    """What is told of the example with this part, each with the text that it points at."""
    text = TEXT + f"    {part}:\n" + "".join(f"        {line}\n" for line in lines)
    source = Source("scenes.rules", text)
    return [(found.message, text[found.span.start : found.span.end]) for found in run_examples(source)]


CAN = "Ann can: lay red-2, pass."
HOLDS = "`holds` names all of them; to ask for one write: red-1 is in Ann's hand."
NO_CARD = "blue-1 cannot be picked here: it is not in your hand (line 27)."


@pytest.mark.parametrize(
    ("part", "line", "words"),
    [
        ("then", "Ann's hand holds red-1", f"Ann's hand holds red-1, red-2. {HOLDS}"),
        ("then", "Ann can lay red-1", f"Ann cannot lay red-1: too low (line 28). {CAN}"),
        ("then", "Ann can lay blue-1", f"Ann cannot lay blue-1: {NO_CARD} {CAN}"),
        ("then", "not game is not over", f"the game is not over. {CAN}"),
        ("then", "game is over and turns is 0", "this does not hold."),
        ("when", "Ann: lay red-1", f"Ann cannot lay red-1: too low (line 28). {CAN}"),
    ],
)
def test_what_is_not_so_is_told_with_what_is(part: str, line: str, words: str) -> None:
    """Others are told in language/test_examples."""
    assert failing(part, line) == [(f'In example "all of it" {words}', line)]


def failing_invariant(condition: str, *events: str) -> list[tuple[str, str, str]]:
    """What is told of an example with these events where this must always hold: code, words, place."""
    invariant = f'invariant "few": {condition}\n'
    text = TEXT.replace("example", f"{invariant}\nexample") + "    when:\n" + "".join(f"        {e}\n" for e in events)
    source = Source("scenes.rules", text)
    found = run_examples(source)
    return [(one.code, one.message, text[one.span.start : one.span.end]) for one in found]


SIZE = "table's size is 2, not at most 1"


@pytest.mark.parametrize(
    ("condition", "events", "at", "so"),
    [
        ("table is empty", ("Ann: pass", "Bob: lay blue-2", "n gives 3"), 1, "table's size is 1"),
        ("table's size is at most 1", ("Ann: lay red-2", "Bob: lay blue-2", "n gives 3"), 1, SIZE),
        ("turns is at most 3", ("Ann: pass", "Bob: pass", "n gives 5"), 1, "turns is 5, not at most 3"),
        ("table is empty", ("Ann: lay red-2",), 0, "table's size is 1"),
    ],
)
def test_invariants_hold_after_every_event(condition: str, events: tuple[str, ...], at: int, so: str) -> None:
    said = broken(events[at].partition(": ")[2], so)
    assert failing_invariant(condition, *events) == [("example-breaks-invariant", said, events[at])]


def broken(after: str, so: str) -> str:
    """What is said of an invariant that does not hold after this, with what is so."""
    return (
        f'In example "all of it" after {after} the position breaks the invariant "few" (line 37): {so}. The rules lead '
        "there: either they allow what they should not, do something wrong or forget something, or what is broken asks "
        "too much."
    )


def test_invariants_that_hold_say_nothing_nor_do_they_where_chance_is_waited_for() -> None:
    assert failing_invariant("turns is at most 3", "Ann: lay red-2", "Bob: pass", "n gives 3") == []
    assert failing_invariant("table's size is at most 1", "Ann: lay red-2", "Bob: lay blue-2") == []


def test_an_invariant_is_looked_at_when_chance_has_answered_later() -> None:
    more = ("Ann: pass", "Bob: pass\n    when:\n        n gives 5")
    words = broken('the outcome of "n"', "turns is 5, not at most 3")
    assert failing_invariant("turns is at most 3", *more) == [("example-breaks-invariant", words, "n gives 5")]


def test_an_invariant_that_cannot_be_asked_is_told() -> None:
    ((code, words, at),) = failing_invariant("6 / (1 - table's size) is at least 0", "Ann: lay red-2")
    assert (code, at) == ("example-impossible", "Ann: lay red-2")
    assert 'the invariant "few" cannot be asked: ' in words


def test_an_example_that_stands_before_a_shuffle_says_so() -> None:
    text = """game "Deal" "One card"
    players 2
component card: number 1..3
    1 of any
there is
    deck: pile of card
    middle: area of card
setup:
    move all box to deck
    shuffle the deck
play:
    each player: choose take
action take "Take the top card": move 1 from deck to middle
scoring:
    score of player: middle's size
    winners: players
example "waiting":
    players Ann, Bob
    at setup
    then:
        Ann has 1 moves
"""
    source = Source("deal.rules", text)
    (found,) = run_examples(source)
    assert found.code == "example-fails"
    assert 'play waits for the shuffle "deck"' in found.message


def test_without_examples_what_is_wrong_with_the_rules_is_told() -> None:
    text = TEXT.split("\nexample", maxsplit=1)[0].replace("its hand's size", "its hands's size")
    assert [found.code for found in run_examples(Source("scenes.rules", text))] == ["unknown-question"]


DIGITS = """\
game "Digits"
    players 2
suit is one of h, s
component card, called "{rank}{suit}": rank 2..10, suit
    1 of any, any
component tile: high 0..3, color 0..2
    1 of any, any
component chip: worth 1..3, suit
    2 of any, any
cell is grid 1 by 3
there is
    board: chip on each cell
each player has
    hand: hand of card
    tiles: hand of tile
    chips: hand of chip
    points: -9..20
play:
    each player: turn
phase turn "A turn":
    choose lay or give
action lay "Lay":
    pick card from your hand
action give "Give":
    pick tile from your tiles
    pick chip from your chips
scoring:
    score of player p: p's points
    winners: nobody
example "names that begin with a digit":
    players Ann, Bob
    given:
        Ann's hand holds 7h, 10s
        Ann's tiles holds 3-1, 0-0
        Ann's chips holds 3-s
        Ann's points is -3
        board holds:
            1-h . 3-s
    at turn as Ann
    then:
        Ann can only:
            lay 7h
            lay 10s
            give 3-1 3-s
            give 0-0 3-s
        c1's worth is 3
        Ann's hand's first is 7h
        Ann's points is {points}
"""


def test_an_example_names_kinds_that_begin_with_a_digit() -> None:
    assert not run_examples(Source("digits.rules", DIGITS.replace("{points}", "3 - 6")))
    (found,) = run_examples(Source("digits.rules", DIGITS.replace("{points}", "3-6")))
    assert found.message == '"3-6" is one name, and nothing is called that. For subtraction put blanks: 3 - 6.'


def numbered(number: int, phase: str, result: int) -> str:
    """An example that begins with so many turns, and compares them with a result; nobody has other cards than Ann."""
    return f"""example "{phase} {number}":
    players Ann, Bob
    given:
        turns is {number % 10}
        Ann's hand holds {("red", "blue")[number % 2]}-{number % 3 + 1}
    at {phase}
    then:
        turns is {result}
        Ann's hand's size is {1 + number % 2}
"""


def counting(monkeypatch: pytest.MonkeyPatch) -> list[core.Core]:
    """What is lowered from now on."""
    lowered: list[core.Core] = []

    def counted(rules: core.Core) -> Program:
        lowered.append(rules)
        return lower(rules)

    for module in (example_play, examples):
        monkeypatch.setattr(module, "lower", counted)
    return lowered


@pytest.mark.thorough
def test_examples_that_share_a_program_are_told_as_each_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    lowered = counting(monkeypatch)
    head = TEXT[: TEXT.index("example ")]
    right = [numbered(2 * each, phase, 2 * each % 10) for each in range(60) for phase in ("round", "play")]
    assert run_examples(Source("right.rules", head + "".join(right))) == []
    assert len(lowered) <= 2 * (60 // examples.MOST_SHARED + 1), "a position is lowered once more by itself"
    wrong = [numbered(each, "round", (each + each // 2 % 2) % 10) for each in range(16)]
    alone = [found.message for each in wrong for found in run_examples(Source("one.rules", head + each))]
    together = [found.message for found in run_examples(Source("wrong.rules", head + "".join(wrong)))]
    assert together == alone
    assert len(alone) == 12, "a quarter has what it expects"


@pytest.mark.sampled(2)
@pytest.mark.parametrize("wrong", [1, 11, 12])
def test_examples_with_mistakes_are_not_elaborated_one_by_one(wrong: int, monkeypatch: pytest.MonkeyPatch) -> None:
    head = TEXT[: TEXT.index("example ")]
    made = [numbered(each, "round", 9 - each % 10) for each in range(12)]
    made[:wrong] = [each.replace("turns is", "turn is") for each in made[:wrong]]
    alone = [found.message for each in made for found in run_examples(Source("one.rules", head + each))]
    asked: list[int] = []

    def counted(parsed: Parsed, *rest: Any, **how: bool) -> elaboration.Elaborated:
        asked.append(len(rest[-1]))
        return elaboration.elaborate(parsed, *rest, **how)

    monkeypatch.setattr(examples, "elaborate", counted)
    together = [found.message for found in run_examples(Source("all.rules", head + "".join(made)))]
    assert together == alone
    assert len(alone) >= 12
    assert asked == [12, 12 - wrong][: 1 + (wrong < 12)]


def test_values_are_told_of_the_first_of_many_failing_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    handed: list[int] = []
    lowered = counting(monkeypatch)

    def declared(ruleset: syntax.Ruleset, *rest: Any) -> World:
        handed.append(sum(isinstance(each, syntax.Example) for each in ruleset.declarations))
        return declare(ruleset, *rest)

    monkeypatch.setattr(elaboration, "declare", declared)
    monkeypatch.setattr(examples, "MAX_TOLD_IN_FULL", 5)
    head = TEXT[: TEXT.index("example ")]
    made = [numbered(each, "round", each + 1) for each in range(9)]
    more = head.replace("players 2\n", "players 2..3\n")
    three = [each.replace("Bob", "Bob, Eve") for each in made]
    brief = [each.brief for each in examples.failing_in(Source("two.rules", more + "".join(made[:4] + three[4:])))]
    assert brief == [False] * 5 + [True] * 4, "of both settings together"
    handed.clear()
    lowered.clear()
    failing = examples.failing_in(Source("wrong.rules", head + "".join(made)))
    assert handed == [9], "once for all"
    assert len(lowered) == 1, "one program plays all of them"
    assert [each.brief for each in failing] == [False] * 5 + [True] * 4
    assert [each.game is None for each in failing] == [each.brief for each in failing]
    said = [each.diagnostic.message for each in failing]
    assert said[4:6] == [
        'In example "round 4" this does not hold: turns is 4, not 5.',
        'In example "round 5" this does not hold.',
    ]
