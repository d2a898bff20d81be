"""The shipped games at settings that cover them, with an engine for each that lives as long as the tests."""

import os
from collections.abc import Iterator
from functools import cache

from attrs import evolve

from rulewright import Rules
from rulewright.files import shipped
from rulewright.language.elaborate.settings import Setting
from rulewright.machine.wasm import Engine, engine_of
from tests.laws.positions import rules_of, settings_of
from tests.wasm.common import Pair, loaded
from tests.wasm.corners import CORNERS

DEEP = os.environ.get("HYPOTHESIS_PROFILE") == "deep"


def _facts(setting: Setting) -> set[tuple[str, object]]:
    return {("players", setting.players), *setting.options}


@cache
def covering(name: str) -> tuple[Setting, ...]:
    """Settings of a shipped game in which every number of players and every value of every option occurs: as few as
    can be found easily, deep all that are built (all combinations, or all pairs where those are too many)."""
    left = list(settings_of(name))
    if DEEP:
        return tuple(left)
    chosen: list[Setting] = []
    missing = set().union(*map(_facts, left))
    while missing:
        best = max(left, key=lambda setting: len(missing & _facts(setting)))
        chosen.append(best)
        missing -= _facts(best)
    return tuple(chosen)


def all_settings() -> Iterator[tuple[str, Setting]]:
    """Each game at each of these settings."""
    for name in sorted(shipped()):
        for setting in covering(name):
            yield name, setting


def every_second(first: int) -> list[tuple[str, Setting]]:
    """Half of them: two tests that look at the same from two sides share them. Deep, all."""
    return list(all_settings())[slice(None) if DEEP else slice(first, None, 2)]


@cache
def shipped_rules(name: str, setting: Setting) -> Rules:
    """The rules of a shipped game."""
    return rules_of(name, setting)


@cache
def shipped_engine(name: str, setting: Setting) -> Engine:
    """Its engine."""
    return engine_of(shipped_rules(name, setting).program)


@cache
def shipped_pair(name: str, setting: Setting) -> Pair:
    """Both backends of it."""
    return Pair(shipped_rules(name, setting), shipped_engine(name, setting))


@cache
def corner_pair(name: str) -> Pair:
    """Both backends of a corner."""
    return Pair(_corner(name))


def corner_rules(name: str) -> Rules:
    """The rules of a corner, by which nobody has played yet."""
    return evolve(_corner(name))


@cache
def _corner(name: str) -> Rules:
    return loaded(CORNERS[name].text, CORNERS[name].players)
