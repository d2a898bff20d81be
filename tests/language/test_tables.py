"""The shipped tables are those of the grammar, and read texts as Lark itself does."""

import json
import warnings
from pathlib import Path
from typing import Any

import pytest

from rulewright.language.building import BUILDERS
from rulewright.language.lalr import Builder, read
from rulewright.language.syntax import Name, Number, Text
from rulewright.language.tables import build, directory, grammar, load
from rulewright.language.tokens import layout, paragraphs

GRAMMAR = (directory() / "rulewright.lark").read_text(encoding="utf-8")
ROOT = Path(__file__).resolve().parents[2]
FILES = sorted([*ROOT.glob("rulesets/*.rules"), *ROOT.glob("examples/*.rules")])
TEXT = """\
game "Low" "A small game"
    players 2..4
there is
    deck: pile of card, refilled from beach "tide"
component card: rank 1..9, color or none
    2 of any, (red, blue)          when player-count is 3
action play "Play a card":
    pick 1..2 cards from your hand or deck as c where c's rank is 3, repeats allowed
    needs no c in cards where c is red and
        its rank is at least -1    because "no"
    choose a or b(1, x), once per play
    if you cannot: end game, won by you
    if you cannot bid: nothing
    otherwise if (count of deck where it is red) is 2 or every c in deck satisfies c is red: nothing
    otherwise: move up to 2 from the deck where its rank is 3 to your hand face down
define best of player p:
    let x be first c in deck with highest rank, then lowest cost(2)
    x      when p is you
    none   otherwise
example "one":
    given:
        board holds:
            red ?  . blue?(Ann, Bob)
        the deck holds a?(Ann) * 2, -3, rest
        the tide is 3
    then:
        Ann can only:
            pass
            take 3 yes
"""


def test_tables_are_made_from_this_grammar() -> None:
    shipped = (directory() / "rulewright.tables.json").read_text(encoding="utf-8")
    made = json.dumps(build(GRAMMAR), sort_keys=True, separators=(",", ":")) + "\n"
    assert made == shipped, "run: python -m rulewright.language.tables"


def test_the_grammar_has_no_conflict() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        grammar(GRAMMAR, strict=True)


def test_every_rule_has_one_builder() -> None:
    named = {name for _, _, name, _ in load().rules if name and not name.startswith("__")}
    assert named == set(BUILDERS)


def _shape(tree: Any) -> Any:
    """A tree of Lark, or one of ours, as nested lists."""
    match tree:
        case [name, *parts]:
            return [name, *(_shape(part) for part in parts)]
        case None | True:
            return tree
        case Name(text):
            return text
        case Number(value):
            return str(value)
        case Text(text):
            return f'"{text}"'
    if not hasattr(tree, "children"):
        return True if tree.type in ("REPEATS", "IF_ABLE") else str(tree)
    return [str(getattr(tree.data, "value", tree.data)), *(_shape(child) for child in tree.children)]


def _naming(name: str) -> Builder:
    return lambda parts, _span: [name, *parts]


@pytest.mark.parametrize("text", [TEXT, *(path.read_text(encoding="utf-8") for path in FILES)])
def test_texts_are_read_as_lark_reads_them(text: str) -> None:
    naming = {name: _naming(name) for name in BUILDERS}
    ours = []
    for start, end in paragraphs(text):
        built = read(load(), layout(text, start, end), naming)
        assert built is not None, text[start:end]
        ours.append(_shape(built.value)[1])
    text = text[paragraphs(text)[0][0] :]
    assert ours == _shape(grammar(GRAMMAR).parse(text))[1:]
