"""Telling mistakes and reading on."""

from collections.abc import Callable
from typing import TypeVar

from rulewright.language import constant_folding as fold
from rulewright.language import core
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.elaborate.environment import Mistake
from rulewright.language.elaborate.world import World

T = TypeVar("T")
UNKNOWN: core.Expr = core.IsNone(fold.NO)
"""A condition that stands in for a broken one."""


def tell(world: World, diagnostic: Diagnostic | None) -> None:
    """Reports a diagnostic once: what is written once may be elaborated in several places."""
    if diagnostic not in world.diagnostics:
        world.report(diagnostic)


def tried(world: World, make: Callable[[], T], otherwise: T) -> T:
    """What `make` makes; a mistake in it is told, and `otherwise` stands in, so that the rest is read."""
    try:
        return make()
    except Mistake as found:
        tell(world, found.diagnostic)
        return otherwise
