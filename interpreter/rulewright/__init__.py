"""Rulewright: tabletop games that are written as rules.

`load` gives the `Rules` of a game; `rules.start(seed=7)` begins a `Game`. Each name is imported when it is first used,
so that a command pays only for what it needs.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulewright.files import FileTrouble
    from rulewright.loading import RulesError, load
    from rulewright.machine.game import Game, IllegalMove, Rules, UnclearMove
    from rulewright.machine.interpret import RulesFault
    from rulewright.machine.record import RecordError

__version__ = "0.1.0"
__all__ = [
    "FileTrouble",
    "Game",
    "IllegalMove",
    "RecordError",
    "Rules",
    "RulesError",
    "RulesFault",
    "UnclearMove",
    "__version__",
    "load",
]
_HOMES = {
    "FileTrouble": "rulewright.files",
    "Game": "rulewright.machine.game",
    "IllegalMove": "rulewright.machine.game",
    "RecordError": "rulewright.machine.record",
    "Rules": "rulewright.machine.game",
    "RulesError": "rulewright.loading",
    "RulesFault": "rulewright.machine.interpret",
    "UnclearMove": "rulewright.machine.game",
    "load": "rulewright.loading",
}


def __getattr__(name: str) -> object:
    """The public names, from their modules."""
    if name not in _HOMES:
        raise AttributeError(f"module 'rulewright' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
