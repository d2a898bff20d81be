"""Memories: each holds whole situations, as they were, without any number for them."""

from rulewright.language import core
from rulewright.language.span import Span
from rulewright.language.types import MemoryT
from tests.plain.state import Key, Play, Situations, instances


def repeats(play: Play, var: core.VarRef) -> int:
    """How often the present situation stands in a memory."""
    return held(play, var).count(_now(play, var))


def remember(play: Play, var: core.VarRef, span: Span) -> None:
    """The present situation stands there once more."""
    type_, here = play.core.variables[var.variable].type, held(play, var)
    assert isinstance(type_, MemoryT)
    if len(here) == type_.capacity:
        raise play.fault("memory-full", span)
    play.state.variables[var.variable, ()] = (*here, _now(play, var))


def forget(play: Play, var: core.VarRef) -> None:
    """Nothing stands there any more."""
    play.state.variables[var.variable, ()] = ()


def held(play: Play, var: core.VarRef) -> Situations:
    """What a memory holds."""
    found = play.state.variables[var.variable, ()]
    assert isinstance(found, tuple)
    return found


def _now(play: Play, var: core.VarRef) -> object:
    """The situation: what lies in each of the zones, what each of the variables holds."""
    found = []
    for field in play.core.variables[var.variable].fields:
        kept = (play.core.zones if field.sort == "zone" else play.core.variables)[field.number]
        for owners in instances(play.core, kept.owners):
            look = _zone if field.sort == "zone" else _variable
            found.append(look(play, (field.number, owners)))
    return tuple(found)


def _zone(play: Play, key: Key) -> object:
    content = play.state.zones[key]
    if isinstance(content, dict):
        return tuple(sorted((place, piece.kind) for place, piece in content.items()))
    pieces = [(piece.kind, piece.owner) for piece in content]
    return tuple(pieces if play.core.zones[key[0]].kind in ("row", "pile") else sorted(pieces, key=str))


def _variable(play: Play, key: Key) -> object:
    found = play.state.variables[key]
    return tuple(sorted(found.items())) if isinstance(found, dict) else found
