"""Follow the record of a game, line by line, with an independent engine of that game."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from .oracle import Chance, Decide, End, Move, Oracle

Factory = Callable[[int, Mapping[str, str | int | bool]], Oracle]

RECORD = "rulewright/1"
ONE_OF_MANY = ("draw", "roll", "pick")


def follow(oracle_factory: Factory, lines: Iterable[str]) -> int:
    """Drive the engine through a record and return the number of decisions in it.

    Raises AssertionError, with the line number and both sides, where record and engine differ.
    """
    follower: _Follower | None = None
    for number, text in enumerate(lines, start=1):
        if not text.strip():
            continue
        try:
            line = json.loads(text)
            if not isinstance(line, dict):
                raise _DifferenceError(f"not an object: {text.strip()}")
            if follower is None:
                follower = _Follower(_begin(oracle_factory, line))
            else:
                follower.step(line)
        except (_DifferenceError, json.JSONDecodeError) as problem:
            raise AssertionError(f"line {number}: {problem}") from problem
    if follower is None:
        raise AssertionError("the record is empty")
    if not follower.ended:
        raise AssertionError(f"the record has no end line, the oracle awaits {follower.oracle.pending}")
    return follower.decisions


class _DifferenceError(Exception):
    """Record and engine differ."""


class _Follower:
    """An engine on its way through a record."""

    def __init__(self, oracle: Oracle) -> None:
        self.oracle = oracle
        self.decisions = 0
        self.ended = False

    def step(self, line: dict[str, Any]) -> None:
        """Follow one line after the header."""
        if self.ended:
            raise _DifferenceError(f"the record goes on after its end: {line}")
        if "chance" in line:
            self._chance(line)
        elif "move" in line:
            self._move(line)
        elif "end" in line:
            self._end(line)
        else:
            raise _DifferenceError(f"neither chance, move nor end: {line}")

    def _chance(self, line: dict[str, Any]) -> None:
        """Follow a chance event."""
        pending = self.oracle.pending
        kind, what = _name(line["chance"]), _name(line.get("what"))
        if not isinstance(pending, Chance) or not _same_event(pending, kind, what):
            raise _DifferenceError(f"the record has the chance event {kind} {what}, the oracle awaits {pending}")
        outcome = line.get("outcome")
        outcome = [_name(item) for item in outcome] if isinstance(outcome, list) else _name(outcome)
        try:
            self.oracle.chance(outcome)
        except ValueError as problem:
            raise _DifferenceError(
                f"the record has the outcome {outcome} of {kind} {what}, the oracle: {problem}"
            ) from problem

    def _move(self, line: dict[str, Any]) -> None:
        """Follow one decision of one seat."""
        pending = self.oracle.pending
        seat, move = line.get("seat"), _move(line["move"])
        if not isinstance(pending, Decide) or seat not in pending.seats:
            raise _DifferenceError(f"the record has seat {seat} playing {move}, the oracle awaits {pending}")
        if "legal" in line:
            _compare_moves([_move(item) for item in line["legal"]], self.oracle.legal(seat))
        try:
            self.oracle.play(seat, move)
        except ValueError as problem:
            raise _DifferenceError(f"the record has seat {seat} playing {move}, the oracle: {problem}") from problem
        self.decisions += 1

    def _end(self, line: dict[str, Any]) -> None:
        """Compare the results."""
        pending = self.oracle.pending
        if not isinstance(pending, End):
            raise _DifferenceError(f"the record has the end of the game, the oracle awaits {pending}")
        recorded = (list(line["scores"]), sorted(line["winners"]))
        expected = (self.oracle.scores(), sorted(self.oracle.winners()))
        if recorded != expected:
            raise _DifferenceError(
                f"the record has scores {recorded[0]} and winners {recorded[1]}, "
                f"the oracle {expected[0]} and {expected[1]}"
            )
        self.ended = True


def _begin(oracle_factory: Factory, header: dict[str, Any]) -> Oracle:
    """The engine for the game that the first line names."""
    if header.get("record") != RECORD:
        raise _DifferenceError(f"not the first line of a {RECORD} record: {header}")
    options = {_name(name): _name(value) for name, value in header.get("options", {}).items()}
    try:
        return oracle_factory(header["players"], options)
    except ValueError as problem:
        raise _DifferenceError(
            f"the record has {header['players']} players and options {options}, the oracle: {problem}"
        ) from problem


def _name(value: Any) -> Any:
    """A name with hyphens for blanks and underscores; anything else unchanged."""
    return value.replace("_", "-").replace(" ", "-") if isinstance(value, str) else value


def _move(items: list[Any]) -> Move:
    """A move of the record as a tuple."""
    return tuple(_name(item) for item in items)


def _same_event(pending: Chance, kind: str, what: str) -> bool:
    """Whether the record's event is the pending one; a pick may be recorded as a draw or a roll."""
    if pending.what != what:
        return False
    return pending.kind == kind or (pending.kind == "pick" and kind in ONE_OF_MANY)


def _compare_moves(recorded: list[Move], expected: list[Move]) -> None:
    """Refuse different sets of legal moves, and repeats on either side."""
    extra = sorted(set(recorded) - set(expected), key=repr)
    missing = sorted(set(expected) - set(recorded), key=repr)
    if extra or missing:
        raise _DifferenceError(f"legal only in the record: {extra}, legal only in the oracle: {missing}")
    for side, moves in (("record", recorded), ("oracle", expected)):
        if len(set(moves)) != len(moves):
            raise _DifferenceError(f"the {side} repeats legal moves: {moves}")
