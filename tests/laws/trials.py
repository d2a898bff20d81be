"""Rulesets made at random whose actions have `must` lines, each in two texts: with these lines, and without them.

In the second text a body notes at its end whether the condition of its `must leave` holds. After every move the same
seat stands before the same menu, so that what a move leads to can be looked at by making it.
"""

import hashlib
import random
from collections.abc import Iterable, Iterator
from pathlib import Path

from attrs import frozen

from rulewright import Rules
from rulewright.language.parser import parse
from rulewright.language.source import Source, read_source
from rulewright.loading import Text, rules_of

FRAME, *PARTS = Path(__file__).with_name("trials.txt").read_text(encoding="utf-8").split("=== ")
CONDITIONS, PICKS, SENTENCES = (part.splitlines()[1:] for part in PARTS)
"""What may stand in a `must` line, how a move is picked, and what a body does."""
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
    guards = {name: (*rng.choice([*PICKS[:1] * 3, *PICKS]).split(", then "), *_guard(rng)) for name in names}
    with_lines = (_action(name, [*guards[name], *_musts(lines[name])], bodies[name]) for name in names)
    without = (_action(name, guards[name], (*bodies[name], *_noted(lines[name]))) for name in names)
    return Trials(_rules(frame + "".join(with_lines)), _rules(frame + "".join(without)), lines)


def tried_with(picks: str, condition: str) -> Rules:
    """An action whose move lays a card on the board, if that leads where a condition holds."""
    frame = FRAME.format(copies=3, heap="", line="", most=9, names="act-a")
    return _rules(
        frame + _action("act-a", (*picks.split(", then "), f"must leave {condition}"), ("move card to board(b2)",))
    )


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
