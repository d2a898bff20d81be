"""What a designer reads about each mistake, as a whole page; and that no mistake brings others with it.

Each case of `messages.txt` is some paragraphs, completed by a frame below them (`play:` and `action act` only where
they are missing), and the page that is shown. A case is named by its code; words behind a comma tell two cases of one
code apart.
"""

from pathlib import Path

import pytest

from rulewright.analysis.check import check
from rulewright.language.diagnostics import Diagnostic, applied
from rulewright.language.render import render
from rulewright.language.source import Source, read_source, readable
from tests.analysis.looking import run_examples

FRAME = """\
game "Test" "The frame of the cases"
    players 2..3
suit is one of red, blue
component card: suit, rank 1..9
    1 of any, any
component token: suit
    2 of any
there is
    deck: pile of card
    pool: area of card
    trick: row of card, with owner
    bag: area of token
    leader: player
    bidder: player or none
    bid: 0..60
each player has
    hand: hand of card
    coins: 0..99
scoring:
    score of player: its coins
    winners: players with highest score
"""
PLAY = "play:\n    each player: choose act\n"
ACT = "action act: nothing\n"
NO_PLAY = "setup: nothing\n"


def read_cases(text: str) -> dict[str, tuple[str, str]]:
    """By name the text and the page of each case."""
    parts = (part.split("-----\n") for part in text.split("===== ")[1:])
    return {name: (text, page) for head, page in parts for name, _, text in [head.partition("\n")]}


CASES = read_cases((Path(__file__).parent / "messages.txt").read_text(encoding="utf-8"))
# What a file had better not hold.
CASES["bad-text"] = (
    "action act:\n    nothing \u202e\n",
    """\
case.rules, line 2, in "action act":
    nothing \\u{202e}
            ^^^^^^^^
Line 2 holds a character that nobody can see, `\\u{202e}`. Delete it.
[bad-text]
""",
)
CASES["too-large"] = (
    f"action act:\n    set bid to {' + '.join(['bid'] * 301)}\n",
    """\
case.rules, line 2, in "action act":
301 operands in a row; 256 are allowed. Name a part of it with `define`.
[too-large]
""",
)


def completed(text: str) -> str:
    """A case with all that it leaves out."""
    if text.startswith("game "):
        return text
    play = "" if "play:" in text or text == NO_PLAY else PLAY
    frame = FRAME.partition("scoring:")[0] if text.startswith("scoring:") else FRAME
    return text + play + ("" if "action act" in text else ACT) + frame


def findings(text: str) -> tuple[Source, list[Diagnostic]]:
    """What is wrong with a text; where that is nothing, what its examples say."""
    data = text.encode()
    source = read_source("case.rules", data)
    if not isinstance(source, Source):
        return readable("case.rules", data), source
    found = [one for one in check(source) if one.severity == "error"]
    return source, found or run_examples(source)


def pages(text: str) -> str:
    """All that is shown about a case."""
    source, found = findings(completed(text))
    return "".join(render(source, one) for one in found)


@pytest.mark.sampled(16)
@pytest.mark.parametrize("name", CASES)
def test_the_page(name: str) -> None:
    text, page = CASES[name]
    assert pages(text) == page
    assert f"[{name.partition(',')[0]}]" in page


def test_pages_keep_their_width() -> None:
    for text, page in CASES.values():
        mine = [line for line in page.splitlines() if line.strip(" ^") and line.strip() not in text]
        assert max(map(len, mine)) <= 80


THREE = """\
to deal:
    move 3 from the dekc to pool
play:
    deal
    put red-1 to pool
    each player: choose act
action act "Take a card":
    pick card from pool
    needs card's siut is red
    move card to your hand
"""


def test_three_mistakes_in_three_paragraphs_give_three_messages() -> None:
    _, found = findings(completed(THREE))
    assert [one.code for one in found] == ["unknown-name", "unknown-verb", "unknown-question"]


def test_a_broken_declaration_brings_nothing_with_it() -> None:
    text = "there is\n    heap: pile of crad\naction act:\n    move 1 from heap to pool\n"
    _, found = findings(completed(text))
    assert [one.message.partition(".")[0] for one in found] == ['"crad" is not a type']


PARTS = Path(__file__).with_name("lost_lines.txt").read_text(encoding="utf-8").split("===== ")[1:]
LOST = {name: text for name, _, text in (part.partition("\n") for part in PARTS)}


@pytest.mark.parametrize("lost", LOST)
def test_nothing_is_told_that_only_follows_from_a_line_that_is_lost(lost: str) -> None:
    source, found = findings(completed(LOST[lost]))
    assert ["zzz" in source.line_text(source.line(one.span.start)) for one in found] == [True]


@pytest.mark.parametrize(
    "name",
    [
        "type-mismatch, a value where pieces have one",
        "type-mismatch, a value that is followed by more",
        "nested-it, the outer one has no name",
    ],
)
def test_the_line_that_is_advised_is_without_the_mistake(name: str) -> None:
    source, (found, *more) = findings(completed(CASES[name][0]))
    assert not more
    assert found.edit is not None
    assert findings(applied(source.text, [found.edit]))[1] == []
