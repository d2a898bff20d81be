"""Mistakes that have nothing to do with each other are told together, and one mistake is told once.

Each mistake is some paragraphs that stand beside those of a sound game; with any other of them both are told, and
nothing else.
"""

from itertools import combinations
from pathlib import Path

import pytest

from rulewright.analysis.check import check
from rulewright.language.source import Source, read_source

GAME = """\
game "Together" "The game beside which the mistakes stand"
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
    tokens: area of token
    leader: player
    first-out: player or none
    last-out: player or none
    bid: 0..60
each player has
    hand: hand of card
    coins: 0..99
setup:
    move all box's cards to deck
    shuffle deck
    each player: move 4 from deck to your hand
    move all box's tokens to tokens
play:
    repeat until deck is empty: turn
    {play}
phase turn "A turn":
    each player: choose take or pass
action take "Take a card":
    move 1 from deck to your hand
    set first-out to last-out
    set last-out to you
    if bid is 60: set leader to you
action pass "Pass": add 1 to your coins
scoring:
    score of player: its coins
    winners: players with highest score
"""

LOSE = """\
to lose:
    let best be trick's first
    if best is not none:
        move all trick to pool
        set first-out to best's owner
"""

# By its code a mistake, with what `play:` does besides.
MISTAKES: dict[str, tuple[str, str]] = {
    "unknown-name": ("to wrong: set bid to bidd\n", "wrong"),
    "unknown-verb": ("to misread:\n    shufle deck\n", "misread"),
    "type-mismatch": ("to mistyped: set leader to bid\n", "mistyped"),
    "unknown-question": ("to misasked: set bid to leader's rank\n", "misasked"),
    "out-of-range": ("to too-much: set bid to 61\n", "too-much"),
    "unknown-name, a declaration": ("there is\n    heap: pile of crad\n", "nothing"),
    "unknown-name, an attribute": ("component disc: hue\n    4 of light\n", "nothing"),
    "default-no-choice": ("option long: 1 or 2, default 3\n", "nothing"),
    "two-meanings": ("define tokens: 1\n", "nothing"),
    "sentence-shape": ("to broken: move 1 from deck\n", "broken"),
    "unknown-paragraph": ("fase other: nothing\n", "nothing"),
    "calls-itself": ("to round: round\n", "if bid is 1: round"),
    "asks-itself": (
        "action ask-one:\n    needs you can ask-two\naction ask-two:\n    needs you can ask-one\n",
        "each player: choose ask-one or ask-two or pass",
    ),
    "not-running": ("phase other: over\nto over: finish other\n", "if bid is 1: over"),
    "endless-repeat": ("to forever:\n    repeat: add 1 to leader's coins\n", "if bid is 1: forever"),
    "must-decides": ("action stir:\n    must change pool\n    shuffle deck\n", "each player: choose stir or pass"),
    "at-once-conflict": (
        "action grab:\n    pick card from pool\n    move card to your hand\n",
        "each player at once: choose grab or pass",
    ),
    "which-piece": ("to spill: move 1 from tokens to box\n", "spill"),
    "both-none": ("to compare:\n    if first-out is last-out: add 1 to bid\n", "compare"),
    "broken-secret": ('secret "pool": nobody sees pool\n', "nothing"),
    "place-unknown": (LOSE, "lose"),
    "certainly-none": ("to void:\n    set first-out to none\n    add 1 to first-out's coins\n", "void"),
    "hidden-guard": ("action peek:\n    needs deck's first's rank is 9\n", "each player: choose peek or pass"),
    "cases-incomplete": (
        "define stage of player p:\n    1 when p's coins is 3\n    2 when p is leader\n",
        "add leader's stage to bid",
    ),
    "header-first": ("action late:\n    add 1 to bid\n    needs bid is 3\n", "each player: choose late or pass"),
    "unknown-name, an invariant": ('invariant "low": bids is at most 60\n', "nothing"),
}


def told(*names: str) -> list[str]:
    """The codes of the errors of the game with these mistakes."""
    made = [MISTAKES[name] for name in names]
    text = GAME.format(play="\n    ".join(play for _, play in made)) + "".join(text for text, _ in made)
    source = read_source("together.rules", text.encode())
    assert isinstance(source, Source)
    return sorted(one.code for one in check(source) if one.severity == "error")


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_told_once(name: str) -> None:
    assert told(name) == [name.partition(",")[0]]


@pytest.mark.sampled(12, 12)
@pytest.mark.parametrize(("one", "other"), list(combinations(MISTAKES, 2)))
def test_two_mistakes_are_told_together(one: str, other: str) -> None:
    assert told(one, other) == sorted(name.partition(",")[0] for name in (one, other))


@pytest.mark.parametrize(
    ("game", "line", "broken"),
    [
        ("masks", "role is one of duke, thief, lady\n", "role is one of duke, thief,\n"),
        ("masks", "there is\n", "htere is\n"),
        ("salvage", "    1 of any\n", "    of any\n"),
        ("salvage", "component wreck, called", "foo wreck, called"),
    ],
)
def test_what_follows_from_a_broken_type_or_component_is_not_told(game: str, line: str, broken: str) -> None:
    """Its examples and rules name pieces that nobody knows then."""
    text = (Path("examples") / f"{game}.rules").read_text(encoding="utf-8")
    assert text.count(line) == 1
    source = read_source("game.rules", text.replace(line, broken).encode())
    assert isinstance(source, Source)
    assert [source.line(one.span.start) for one in check(source)] == [text[: text.index(line)].count("\n") + 1]
