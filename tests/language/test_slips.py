"""What is told of slips of the keyboard: each repair that is offered has been tried, and helps."""

from itertools import islice

import pytest

from lab.slips import slips
from rulewright.analysis.check import check
from rulewright.language.diagnostics import Diagnostic, applied
from rulewright.language.source import Source
from tests.language.test_messages import completed

FEW = 10
SEED = 515


def errors(text: str) -> tuple[Source, list[Diagnostic]]:
    """What is wrong with a text."""
    source = Source("case.rules", text)
    return source, [one for one in check(source) if one.severity == "error"]


def left(text: str) -> list[str]:
    """What is still wrong, with the repair of the first finding that has one, on the lines of the repair."""
    source, found = errors(text)
    edit = next((one.edit for one in found if one.edit is not None), None)
    if edit is None:
        return []
    repaired, rest = errors(applied(source.text, [edit]))
    lines = range(repaired.line(edit.span.start), repaired.line(edit.span.start + len(edit.text)) + 1)
    return [one.message for one in rest if repaired.line(one.span.start) in lines]


@pytest.mark.thorough
def test_with_its_repair_nothing_is_wrong_with_the_line() -> None:
    assert [(slip, found) for slip in islice(slips(FEW, SEED), 0, None, 6) if (found := left(slip.text))] == []


# Below `players`, in an example or an action: the line with its slip, and as the repair makes it; nothing where none
# is certain.
EXAMPLE = """\
example "x":
    players {0}
    given:
        {1}
    then:
        {2}
"""
ACTION = "action act:\n    pick card from your hand\n    {0}\n    move card to pool\n"
REPAIRED = {
    'needs bid is 3 becauses "no"': 'needs bid is 3 because "no"',
    'needs bid  3 because "no"': 'needs bid is 3 because "no"',
    'needs bid si 3 because "no"': 'needs bid is 3 because "no"',
    'needs bid is ont 3 because "no"': 'needs bid is not 3 because "no"',
    'needs nt bid is 3 because "no"': 'needs not bid is 3 because "no"',
    "add 1 tto bid": "add 1 to bid",
    "add 1 to bid bid": "add 1 to bid",
    'needs bid is 3 and because "no"': None,
    "add 1 to your ": None,
}
REPAIRED_IN_EXAMPLES = {
    ("Ann, Bob", "leader is Ann", "hand's Bob is empty"): "Bob's hand is empty",
    ("Ann, Bob", "leader is Ann", "Ann's hand's size  0"): "Ann's hand's size is 0",
    ("Ann, Bob", "deck hold red-1", "bid is 0"): "deck holds red-1",
    ("Ann, Bob", "deck holds red-1 * 2, red2 * 3", "bid is 0"): "deck holds red-1 * 2, red-2 * 3",
    ("nAn, Bob", "leader is Ann", "Ann's hand is empty"): "players Ann, Bob",
    (", Bob", "leader is Bob", "bid is 0"): None,
    ("Ann,", "leader is Ann", "bid is 0"): None,
    ("Ann, Bob", "deck holds , red-1", "bid is 0"): None,
    ("Ann, Bob", "deck holds ", "bid is 0"): None,
    ("Ann, Bob", "leader is Ann", "'s hand is empty"): None,
}


def repaired(text: str) -> str | None:
    """The line of the first finding as its repair makes it."""
    source, found = errors(completed(text))
    if found[0].edit is None:
        return None
    after = Source("case.rules", applied(source.text, [found[0].edit]))
    return " ".join(after.line_text(after.line(found[0].edit.span.start)).split())


@pytest.mark.parametrize("line", REPAIRED)
def test_a_slip_in_an_action_gets_the_repair_that_helps(line: str) -> None:
    assert repaired(ACTION.format(line)) == REPAIRED[line]


@pytest.mark.parametrize("lines", REPAIRED_IN_EXAMPLES)
def test_a_slip_in_an_example_gets_the_repair_that_helps(lines: tuple[str, str, str]) -> None:
    assert repaired(EXAMPLE.format(*lines)) == REPAIRED_IN_EXAMPLES[lines]


HELD = "there is\n    stand: slot of card\n"


def test_of_two_repairs_that_help_both_are_told() -> None:
    _, found = errors(completed(HELD + EXAMPLE.format("Ann, Bob", "leader is Ann", "stand  red-1")))
    assert found[0].edit is None
    assert "Write: stand holds red-1, or: stand is red-1" in found[0].message


def test_a_text_without_mistakes_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.analysis.trying.tried", None)
    monkeypatch.setattr("rulewright.analysis.check.told_where_declared", None)
    assert errors(completed(ACTION.format("add 1 to bid")))[1] == []
