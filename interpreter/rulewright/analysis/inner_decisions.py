"""Decisions inside a move: what is asked while an action is still being carried out."""

from rulewright.language import core
from rulewright.language.checks.call_graph import PLAY, Doings, Key, doings_of, way_to
from rulewright.language.span import Span
from rulewright.machine.game import Rules


def unfinished(rules: Rules, asked: Span, action: str) -> str | None:
    """That the sentence which asks at this place belongs to an action that was begun; None where that is not
    certain."""
    doings = doings_of(rules.core)
    homes = {key for key, each in doings.items() if any(_asks(node, asked) for node in each.nodes)}
    begun = [("action", number) for number, each in enumerate(rules.core.actions) if each.name == action]
    if not any(_leads(doings, key, homes) for key in begun) or _leads(doings, PLAY, homes):
        return None
    return f"line {rules.line(asked)} asks before {action} is done"


def _asks(node: object, asked: Span) -> bool:
    return isinstance(node, core.Choose) and node.span == asked


def _leads(doings: Doings, start: Key, homes: set[Key]) -> bool:
    """Whether a doing asks there, or a procedure that it carries out."""
    calls = {key: tuple(each for each in doing.sites if each.to[0] == "procedure") for key, doing in doings.items()}
    return start in homes or any(way_to(calls, start, home) for home in homes)
