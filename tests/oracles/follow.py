"""Follow the record of a game, line by line, with an independent engine of that game."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

from .scripted import Chance, Decide, End, Options

Factory = Callable[[int, Options], Any]

RECORD = "rulewright/1"
ONE_OF_MANY = ("draw", "roll", "pick")


def follow(oracle_factory: Factory, lines: Iterable[str]) -> int:
    """Drive the engine through a record and return the number of decisions in it.

    Raises AssertionError, with the line number and both sides, where record and engine differ.
    """
    oracle, decisions, ended = None, 0, False
    for number, text in enumerate(filter(str.strip, lines), start=1):
        line = json.loads(text)
        try:
            assert not ended, f"the record goes on after its end: {line}"
            if oracle is None:
                assert line.get("record") == RECORD, f"not the first line of a {RECORD} record: {line}"
                options = {_name(name): _name(value) for name, value in line.get("options", {}).items()}
                oracle = oracle_factory(line["players"], options)
            elif "chance" in line:
                _chance(oracle, line)
            elif "move" in line:
                _move(oracle, line)
                decisions += 1
            else:
                assert "end" in line, f"neither chance, move nor end: {line}"
                assert isinstance(oracle.pending, End), f"the record has the end, the oracle awaits {oracle.pending}"
                theirs = list(line["scores"]), sorted(line["winners"])
                assert theirs == (oracle.scores(), sorted(oracle.winners())), f"other scores or winners: {theirs}"
                ended = True
        except (AssertionError, ValueError) as problem:
            raise AssertionError(f"line {number}, {line}: {problem}") from problem
    assert ended, f"the record has no end line, the oracle awaits {oracle and oracle.pending}"
    return decisions


def _chance(oracle: Any, line: dict[str, Any]) -> None:
    """Follow a chance event; a pick may be recorded as a draw or a roll."""
    pending, kind, outcome = oracle.pending, _name(line["chance"]), line["outcome"]
    assert isinstance(pending, Chance), f"the oracle awaits {pending}"
    same = pending.kind == kind or (pending.kind == "pick" and kind in ONE_OF_MANY)
    assert same, f"the oracle awaits {pending}"
    assert pending.what == _name(line["what"]), f"the oracle awaits {pending}"
    oracle.chance(list(map(_name, outcome)) if isinstance(outcome, list) else _name(outcome))


def _move(oracle: Any, line: dict[str, Any]) -> None:
    """Follow one decision of one seat; both sides have the same moves, each once."""
    seat, pending = line["seat"], oracle.pending
    assert isinstance(pending, Decide), f"the oracle awaits {pending}"
    assert seat in pending.seats, f"the oracle awaits {pending}"
    if "legal" in line:
        recorded, expected = [tuple(map(_name, move)) for move in line["legal"]], oracle.legal(seat)
        extra, missing = set(recorded) - set(expected), set(expected) - set(recorded)
        assert not extra | missing, f"legal only in the record: {extra}, legal only in the oracle: {missing}"
        for moves in (recorded, expected):
            assert len(set(moves)) == len(moves), f"legal moves stand twice: {moves}"
    oracle.play(seat, tuple(map(_name, line["move"])))


def _name(value: Any) -> Any:
    """A name with hyphens for blanks and underscores; anything else unchanged."""
    return value.replace("_", "-").replace(" ", "-") if isinstance(value, str) else value
