"""Rulesets made at random whose actions have `must` lines, each in two texts: with these lines, and without them.

In the second text a body notes at its end whether the condition of its `must leave` holds. After every move the same
seat stands before the same menu, so that what a move leads to can be looked at by making it.
"""

import hashlib
import random
from collections.abc import Iterable, Iterator

from attrs import frozen

from rulewright import Rules
from rulewright.language.parser import parse
from rulewright.language.source import Source, read_source
from rulewright.loading import Text, rules_of

FRAME = """game "Made to be tried" "Moves with conditions on what they lead to"
    players 2
component card: rank 1..4
    {copies} of any
space is grid 2 by 2
there is
    deck: pile of card, seen by everyone
    heap: area of card{heap}
    line: row of card{line}
    board: card on each space
    bid: 0..{most}
    rival: player or none
    fits: yes or no
each player has
    hand: hand of card
    store: area of card
    coins: 0..3
setup:
    move all box to deck
    shuffle the deck
    each player: move 2 from the deck to your hand
    each player: move 1 from the deck to your store
    move 2 from the deck to line
    move deck's first to board(a1)
phase turn "A turn":
    choose until stop:
        {names}
play:
    repeat 2 times:
        each player: turn
action stop "Stop": nothing
scoring:
    score of player p: p's coins
    winners: nobody
"""
CONDITIONS = (
    "bid is at least 2",
    "line is not empty",
    "heap's size is at most 2",
    "your hand's size is more than your coins",
    "card's rank is more than bid",
    "6 / bid is at most 3",
    "rival is none or rival's coins is at least 1",
    "board(b1) is empty",
    "(count of spaces where it is empty) is at least 3",
    "(some s in spaces where s is not empty and s's rank is at most 2)",
    "(region of b2 where it is empty)'s size is at least 2",
    "(some n in a1's neighbors where n is not empty)",
)
PICKS = (
    ("pick card from your hand or line",),
    ("pick way from 1..2", "pick card from your hand or line"),
    ("pick card from your hand", "pick way from 1..2", "pick spot from spaces where it is empty"),
    ("pick way from 1..2", "pick spot from spaces", "pick card from your hand"),
)
SENTENCES = (
    "add 1 to bid",
    "add card's rank to bid",
    "subtract 1 from bid",
    "set bid to 4 / bid",
    "add 1 to your coins",
    "set rival to your left",
    "add 1 to rival's coins",
    "move card to line",
    "move card to heap",
    "move all line to heap",
    "move 1 from the deck to your hand",
    "move 2 from line to your hand",
    "move bid from line to deck",
    "each player where its coins is your coins at once: move all your store to your left's store",
    "move card to your left's store",
    "move board(b1) to line",
    "move card to board(b1)",
    "move card to board(a2)",
    "move board(a1) to heap",
    "set card's rank to card's rank + 1",
    "set board(a1)'s rank to 2",
    "if bid is 3: end game, drawn",
    "if line is empty: set bid to 0",
)
GUARDS = ("card's rank is at least 2", "your coins is less than 3", "line's size is at most 3")
OPEN = ("line", "heap", "board")


@frozen
class Lines:
    """The `must` lines of an action: a condition that must be left, a zone that must change, an action that must be
    possible then (or not); None where there is no such line."""

    leave: str | None
    if_able: bool
    change: str | None
    can: str | None
    cannot: bool


@frozen
class Trials:
    """The same rules with `must` lines and without them, and these lines by action."""

    tried: Rules
    plain: Rules
    lines: dict[str, Lines]


def trials(rng: random.Random) -> Trials:
    """Put one pair together."""
    names = [f"act-{letter}" for letter in "abc"[: rng.randint(2, 3)]]
    lines = {name: _lines(rng, names) for name in names}
    frame = FRAME.format(
        copies=rng.randint(3, 4),
        heap=rng.choice(["", ", up to 2"]),
        line=rng.choice(["", ", up to 3"]),
        most=rng.choice([4, 9]),
        names=" or ".join(names),
    )
    bodies = {name: _body(rng) for name in names}
    guards = {name: (*rng.choice((*PICKS[:1] * 3, *PICKS)), *_guard(rng)) for name in names}
    with_lines = (_action(name, [*guards[name], *_musts(lines[name])], bodies[name]) for name in names)
    without = (_action(name, guards[name], (*bodies[name], *_noted(lines[name]))) for name in names)
    return Trials(_rules(frame + "".join(with_lines)), _rules(frame + "".join(without)), lines)


def tried_with(picks: Iterable[str], condition: str) -> Rules:
    """An action whose move lays a card on the board, if that leads where a condition holds."""
    frame = FRAME.format(copies=3, heap="", line="", most=9, names="act-a")
    return _rules(frame + _action("act-a", (*picks, f"must leave {condition}"), ("move card to board(b2)",)))


def _lines(rng: random.Random, names: list[str]) -> Lines:
    leave = rng.choice([*CONDITIONS, None]) if rng.random() < 0.6 else None
    return Lines(
        leave,
        leave is not None and rng.random() < 0.2,
        rng.choice(OPEN) if rng.random() < 0.2 else None,
        rng.choice(names) if rng.random() < 0.65 else None,
        rng.random() < 0.3,
    )


def _body(rng: random.Random) -> tuple[str, ...]:
    return tuple(rng.choice(SENTENCES) for _ in range(rng.choice([1, 1, 2, 2, 3])))


def _guard(rng: random.Random) -> list[str]:
    return [f"needs {rng.choice(GUARDS)}"] if rng.random() < 0.3 else []


def _musts(lines: Lines) -> Iterator[str]:
    if lines.leave is not None:
        yield f'must leave {lines.leave}{" if able" if lines.if_able else ""} because "leave"'
    if lines.change is not None:
        yield f'must change {lines.change} because "change"'
    if lines.can is not None:
        yield f'must leave you {"cannot" if lines.cannot else "can"} {lines.can} because "can"'


def _noted(lines: Lines) -> Iterator[str]:
    if lines.leave is not None:
        yield "set fits to no"
        yield f"if {lines.leave}: set fits to yes"


def _action(name: str, header: Iterable[str], body: tuple[str, ...]) -> str:
    lines = "".join(f"    {line}\n" for line in (*header, *body))
    return f'action {name} "An action":\n{lines}'


def _rules(text: str) -> Rules:
    data = text.encode()
    source = read_source("trials.rules", data)
    assert isinstance(source, Source)
    return rules_of(Text(source, parse(source), hashlib.sha256(data).hexdigest()), "trials")
