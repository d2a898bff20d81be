"""Whatever word of the language, or function of another one, names something: either it works wherever it is used, or
what is told first stands where it is declared, or says so ("declared here").

The roles stand in `roles_of_names.txt`: lines of a game by their places, and an example that says what comes out.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from rulewright.analysis.check import check
from rulewright.language.source import Source
from rulewright.language.wording import plural
from tests.analysis.looking import run_examples
from tests.language.test_spec import words_of_the_grammar

GAME: Final = """\
game "Names" "A word of the language names something"
    players Ann, Bob
{top}suit is one of red, blue
component card: suit, rank 1..9
    1 of any, any
there is
    deck: pile of card
    pool: area of card
    bid: 0..60
{fields}each player has
    hand: hand of card
    coins: 0..99
{own}play:
    each player: choose act or pass
{doing}action pass: nothing
action act:
{act}scoring:
    score of player: its coins
    winners: players with highest score
example "used":
    given:
{given}    at play
    when:
        Ann: {move}
    then:
{then}"""
FOREIGN: Final = [
    "average",
    "count-of",
    "exists",
    "index",
    "len",
    "length",
    "list",
    "map",
    "random",
    "sum",
    "string",
    "this",
    "type",
]
WORDS: Final = sorted({*words_of_the_grammar(), *FOREIGN})


def roles() -> Iterator[tuple[str, dict[str, str]]]:
    """The table: each role with its parts."""
    for block in Path(__file__).with_name("roles_of_names.txt").read_text(encoding="utf-8").split("\n== ")[1:]:
        role, *parts = re.split(r"\n- (\w+)\n", block.rstrip("\n"))
        yield role, dict(zip(parts[::2], parts[1::2], strict=True))


ROLES: Final = dict(roles())


def indented(lines: str, by: int) -> str:
    return "".join(f"{' ' * by}{line}\n" for line in filter(None, lines.split("\n")))


def text(role: str, name: str) -> str:
    """The game in which the name has a role."""
    parts = ROLES[role]
    made = GAME.replace("act or pass", f"act or pass{parts.get('choose', '')}").format(
        top=indented(parts.get("top", ""), 0),
        fields=indented(parts.get("fields", ""), 4),
        own=indented(parts.get("own", ""), 4),
        doing=indented(parts.get("doing", ""), 0),
        act=indented(parts["act"], 4),
        given=indented(parts.get("given", "bid is 0"), 8),
        move=parts.get("move", "act"),
        then=indented(parts["then"], 8),
    )
    return made.replace("PLURAL", plural(name)).replace("NAME", name)


PARTS: Final = 24
CASES: Final = [
    (role, WORDS[(number + part) % PARTS :: PARTS]) for number, role in enumerate(ROLES) for part in range(PARTS)
]
READ_OTHERWISE: Final = {
    ("a zone", "options"),  # in an example `options are` begins a line
    ("a number", "options"),
    ("a value or none", "options"),
    ("a player's zone", "score"),  # what an example compares is `Ann's score`
    ("a question of a player", "score"),
    ("a value", "winners"),  # who has won, where that can be asked
    ("a definition", "winners"),
    ("a definition of a number", "winners"),
    ("an action behind a guard", "needs"),  # one more guard
    ("a number behind let in a definition", "let"),
    ("a component that is picked", "up"),  # `move up to 3`
    ("a component that is picked", "all"),  # `move all deck`
    ("a procedure of a number", "give"),  # what is told asks whether the procedure is meant
    ("what for each names", "the"),  # it is read nowhere
}
"""Where a word means something of the language at a use and what is told stands there."""


def wrong_at_a_use(role: str, name: str) -> list[str]:
    """What is told first, if it is not told of the declaration."""
    made = text(role, name)
    source = Source("names.rules", made)
    found = [one for one in check(source) if one.severity == "error"] or list(run_examples(source))
    first = next((row for row, line in enumerate(text(role, "kettle").split("\n"), start=1) if "kettle" in line), 0)
    places = [each.span for one in found[:1] for each in (one, one.also) if each is not None]
    return [] if first in map(source.line, (span.start for span in places)) else [one.message for one in found[:1]]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("role", ROLES)
def test_each_role_works_under_a_name_of_its_own(role: str) -> None:
    assert wrong_at_a_use(role, "kettle") == []
    assert check(Source("names.rules", text(role, "kettle").replace("kettle", "kettles", 1))), "the name is used"


@pytest.mark.parametrize("name", ["size", "count-of", "sum"])
def test_zones_may_be_called_like_what_counts(name: str) -> None:
    source = Source("names.rules", text("a zone", name))
    assert [one for one in check(source) if one.severity == "error"] + list(run_examples(source)) == []


@pytest.mark.sampled(6 * PARTS, 2 * PARTS)
@pytest.mark.parametrize(("role", "names"), CASES)
def test_a_word_of_the_language_works_as_a_name_or_is_told_where_it_is_declared(role: str, names: list[str]) -> None:
    wrong = {name: wrong_at_a_use(role, name) for name in names if (role, name) not in READ_OTHERWISE}
    assert {name: told for name, told in wrong.items() if told} == {}
