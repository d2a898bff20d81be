"""Which findings a text accepts, and which acceptances are told to be idle."""

import pytest

from rulewright.analysis.check import Acceptances, check, untold
from rulewright.language.diagnostics import Complaint, Diagnostic
from rulewright.language.parser import parse
from rulewright.language.source import Source
from rulewright.language.span import NOWHERE, Span

TEXT = """\
-- two findings
game "Two" "Fields that no rule names"
    players 2
there is
    gems: 0..9
each player has
    coins: 0..9
play:
    end game
invariant "few": 1 is 1
scoring:
    winners: players
"""
SO = 'because "so it is"\n'


def told(text: str) -> list[tuple[str, int]]:
    source = Source("two.rules", text)
    return [(one.code, source.line(one.span.start)) for one in check(source)]


@pytest.mark.parametrize(
    ("more", "found"),
    [
        ("", [("unused", 5), ("unused", 7)]),
        (f"accepted unused at gems {SO}", [("unused", 7)]),
        (f"accepted unused at gems {SO}accepted unused at coins\n    {SO}", []),
        (f"accepted unused at gems {SO}accepted unused at gems {SO}", [("unused", 7), ("nothing-accepted", 14)]),
        (f"accepted never-offered at gems {SO}", [("unused", 5), ("unused", 7), ("nothing-accepted", 13)]),
        (f"accepted unused at play {SO}", [("unused", 5), ("unused", 7), ("nothing-accepted", 13)]),
        (f"accepted unused at gems {SO}define x: 1 + no\n", [("type-mismatch", 14)]),
        (f'accepted unused at "one" {SO}example "one":\n    then:\n        1 is 1\n', [("unknown-name", 13)]),
        (f"accepted nothing-accepted at gems {SO}", [("unused", 5), ("unused", 7), ("nothing-accepted", 13)]),
    ],
    ids=["none", "one", "both", "twice", "another code", "another place", "wrong rules", "an example", "itself"],
)
def test_an_acceptance_takes_its_finding_and_is_told_where_there_is_none(
    more: str, found: list[tuple[str, int]]
) -> None:
    assert told(TEXT + more) == found


@pytest.mark.parametrize(
    ("name", "at"),
    [('"few"', TEXT.index("1 is 1")), ("play", TEXT.index("end game")), ("game", NOWHERE.start), ("coins", -1)],
)
def test_what_playing_finds_is_accepted_by_its_place(name: str, at: int) -> None:
    """Errors never, and what nobody has looked for is not told to be idle."""
    ruleset = parse(Source("two.rules", f"{TEXT}accepted never-happens at {name} {SO}")).ruleset
    found = Complaint("never-happens", "It never does.", severity="warning")(Span(at, at) if at > 0 else NOWHERE)
    kept = [found] if name == "coins" else []

    def left(found: list[Diagnostic], looked: str = "") -> list[Diagnostic]:
        return untold(Acceptances(ruleset), found, lambda code: code == looked)

    assert left([found]) == kept
    error = Diagnostic(found.code, found.sentence, found.span)
    assert left([error]) == [error]
    assert [one.code for one in left([], found.code)] == ["nothing-accepted"]


OPTION = """option fast "Deal fewer": yes or no, default no
option slow "Deal more": yes or no, default no
setup:
    if fast or slow: end game
"""


def test_what_only_reading_finds_is_told_to_be_idle_by_reading() -> None:
    """Two values of an option are compared where all settings are read; whether a menu tells is read off everywhere."""
    for code, name in (("idle-option", "fast"), ("menu-tells", "play")):
        assert ("nothing-accepted", 17) in told(f"{TEXT}{OPTION}accepted {code} at {name} {SO}"), code
