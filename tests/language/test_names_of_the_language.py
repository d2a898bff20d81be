"""Whatever word of the language, or function of another one, names something: either it works wherever it is used, or
what is told first stands where it is declared, or says so ("declared here").

Each role is lines of a game by their places, with `NAME` for the name, and an example that says by hand what comes out.
"""

from typing import Final

import pytest

from rulewright.analysis.check import check
from rulewright.analysis.examples import run_examples
from rulewright.language.source import Source
from rulewright.language.wording import plural
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
CARDS: Final = {"given": "deck holds red-1, red-2, blue-5"}
ROLES: Final[dict[str, dict[str, str]]] = {
    "a zone": {
        "fields": "NAME: area of card",
        "act": "if NAME is empty: add 1 to bid\nmove 1 from deck to NAME\nadd NAME's size to bid\n"
        "if some c in NAME where c's rank is 1: add 1 to bid\nset bid to bid + (count of NAME where its rank is 1)\n"
        "for each c in NAME: add c's rank to bid\nset bid to bid + (total rank of NAME)\nmove all NAME to your hand",
        "given": "deck holds red-1\nNAME holds nothing",
        "then": "bid is 6\nNAME is empty",
    },
    "a number": {
        "fields": "NAME: 0..9",
        "act": "needs NAME is less than 9\nadd 2 to NAME\nset NAME to NAME + 1\nif NAME is 3: set bid to NAME\n"
        "set bid to max(NAME, 2) + NAME * 2",
        "given": "NAME is 0",
        "then": "NAME is 3\nbid is 9",
    },
    "a set": {
        "fields": "NAME: set of suit",
        "act": "add red to NAME\nif red is in NAME: add NAME's size to bid",
        "then": "bid is 1",
    },
    "a value or none": {
        "fields": "NAME: player or none",
        "act": "if NAME is none: set NAME to you\nadd 3 to NAME's coins",
        "then": "Ann's coins is 3\nNAME is Ann",
    },
    "a player's number": {
        "own": "NAME: 0..9",
        "act": "add 2 to your NAME\nfor each p in players: add p's NAME to bid\nif your NAME is 2: add 1 to bid\n"
        "set bid to bid + (total NAME of players)",
        "given": "Bob's NAME is 4",
        "then": "Ann's NAME is 2\nbid is 13",
    },
    "a player's zone": {
        "own": "NAME: area of card",
        "act": "move 1 from deck to your NAME\nadd your NAME's size to bid\nif your NAME is not empty: add 1 to bid",
        "given": "deck holds red-1",
        "then": "bid is 2\nAnn's NAME holds red-1",
    },
    "a component": {
        "top": 'component NAME, called "{worth}-gem": worth 1..3\n    1 of any',
        "fields": "bag: area of NAME",
        "act": "move all box's PLURAL to bag\nfor each x in bag: add 1 to bid",
        "then": "bid is 3",
    },
    "a component that is picked": {
        "top": 'component NAME, called "{worth}-gem": worth 1..3\n    1 of any',
        "fields": "bag: area of NAME\ntray: area of NAME",
        "act": "pick NAME from bag\nmove NAME to tray\nset bid to NAME's worth",
        "given": "bag holds 2-gem, 3-gem",
        "move": "act 3-gem",
        "then": "bid is 3\ntray holds 3-gem",
    },
    "a value": {
        "top": "shade is one of dark, NAME",
        "fields": "tone: shade",
        "act": "if tone is not NAME: add 1 to bid\nset tone to NAME\nif tone is NAME: add 1 to bid",
        "given": "tone is dark",
        "then": "bid is 2\ntone is NAME",
    },
    "a type": {
        "top": "NAME is one of dark, light",
        "fields": "tone: NAME",
        "act": "for each x in PLURAL: add 1 to bid\nset tone to light",
        "then": "bid is 2\ntone is light",
    },
    "a type of places": {
        "top": "NAME is grid 2 by 2",
        "fields": "board: card on each NAME",
        "act": "pick NAME from PLURAL where it is empty\nmove 1 from deck to NAME",
        "given": "deck holds red-1",
        "move": "act a1",
        "then": "board(a1) holds red-1",
    },
    "an attribute": {
        "top": 'component gem, called "gem-{NAME}": NAME 1..3\n    1 of any',
        "fields": "bag: area of gem",
        "act": "for each g in bag: add g's NAME to bid\nset bid to bid + (total NAME of bag)\n"
        "set bid to bid + (highest NAME of bag)",
        "given": "bag holds gem-2, gem-3",
        "then": "bid is 13",
    },
    "an option": {
        "top": 'option NAME "Longer": yes or no, default yes',
        "act": "if NAME: add 1 to bid\nif not NAME: add 2 to bid",
        "then": "bid is 1",
    },
    "a phase": {
        "doing": 'phase NAME "Part":\n    add 1 to bid\n    if bid is 1: finish NAME\n    add 1 to bid',
        "act": "NAME",
        "then": "bid is 1",
    },
    "a procedure": {"doing": "to NAME: add 1 to bid", "act": "NAME", "then": "bid is 1"},
    "a procedure of a number": {
        "doing": "to NAME(0..9 n): add n to bid",
        "act": "NAME(3)\nNAME(1 + 1)",
        "then": "bid is 5",
    },
    "a procedure that answers": {
        "doing": "to NAME(0..9 n) gives 0..9: give n + 0",
        "act": "let x be NAME(3)\nset bid to x",
        "then": "bid is 3",
    },
    "an action": {
        "doing": 'action NAME "Do it": add 1 to bid',
        "choose": " or NAME",
        "act": "nothing",
        "move": "NAME",
        "then": "bid is 1",
    },
    "an action that picks": {
        "doing": 'action NAME "Do it":\n    pick n from 1..3\n    add n to bid',
        "choose": " or NAME",
        "act": "nothing",
        "move": "NAME 2",
        "then": "bid is 2",
    },
    "a menu": {
        "doing": "choice NAME:\n    act\n    pass\nto go-on: choose NAME",
        "act": "add 1 to bid",
        "then": "bid is 1",
    },
    "a definition": {
        "doing": "define NAME: bid + 2",
        "given": "bid is 2",
        "act": "set bid to NAME\nif NAME is 6: set bid to NAME + 1",
        "then": "bid is 7",
    },
    "a definition of a number": {
        "doing": "define NAME(0..9 n): n + 2",
        "act": "set bid to NAME(3) + NAME(1)",
        "then": "bid is 8",
    },
    "a question of a piece": {
        "doing": "define NAME of card: its rank + 1",
        "act": "for each c in deck: add c's NAME to bid\nset bid to bid + (total NAME of deck)",
        **CARDS,
        "then": "bid is 22",
    },
    "a question of a player": {
        "doing": "define NAME of player: its coins is 0",
        "act": "if you is NAME: add 1 to bid\nif your NAME: add 1 to bid\n"
        "if some p in players where p is NAME: add 1 to bid",
        "then": "bid is 3",
    },
    "what is picked": {
        "act": "pick NAME from 1..3\nset bid to NAME + 1\nif NAME is 2: add NAME to bid",
        "move": "act 2",
        "then": "bid is 5",
    },
    "what let names": {
        "act": "let NAME be bid + 1\nset bid to NAME * 2\nif NAME is 1: add NAME to bid",
        "then": "bid is 3",
    },
    "what for each names": {
        "act": "for each NAME in 1..3: add NAME to bid\nif some NAME in deck where NAME's rank is 5: add 1 to bid",
        **CARDS,
        "then": "bid is 7",
    },
    "a parameter": {"doing": "define twice(0..9 NAME): NAME * 2", "act": "set bid to twice(2)", "then": "bid is 4"},
}
FOREIGN: Final = (
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
)
WORDS: Final = sorted({*words_of_the_grammar(), *FOREIGN})


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


@pytest.mark.parametrize("role", ROLES)
def test_each_role_works_under_a_name_of_its_own(role: str) -> None:
    assert wrong_at_a_use(role, "kettle") == []
    assert check(Source("names.rules", text(role, "kettle").replace("kettle", "kettles", 1))), "the name is used"


@pytest.mark.parametrize("name", ["size", "count-of", "sum"])
def test_zones_may_be_called_like_what_counts(name: str) -> None:
    source = Source("names.rules", text("a zone", name))
    assert [one for one in check(source) if one.severity == "error"] + list(run_examples(source)) == []


@pytest.mark.sampled(PARTS, 4)
@pytest.mark.parametrize(("role", "names"), CASES)
def test_a_word_of_the_language_works_as_a_name_or_is_told_where_it_is_declared(role: str, names: list[str]) -> None:
    wrong = {name: wrong_at_a_use(role, name) for name in names if (role, name) not in READ_OTHERWISE}
    assert {name: told for name, told in wrong.items() if told} == {}
