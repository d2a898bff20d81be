"""Rulewright: tabletop games that are written as rules.

`load` gives the `Rules` of a game; `rules.start(seed=7)` begins a `Game`. Each name is imported when it is first used,
so that a command pays only for what it needs.
"""

from typing import Final

TYPE_CHECKING: Final = False
if TYPE_CHECKING:
    from rulewright.files import FileTrouble
    from rulewright.loading import RulesError, load
    from rulewright.machine.ahead import NotFast
    from rulewright.machine.chance import ChanceError, ChanceEvent, ChanceSource, Given, Outcome, Scripted, Seeded
    from rulewright.machine.game import Game, IllegalMove, Rules, UnclearMove
    from rulewright.machine.interpret import RulesFault
    from rulewright.machine.move_names import Move
    from rulewright.machine.program.cell_map import State
    from rulewright.machine.record import BackLine, ChanceLine, EndLine, Header, Line, MoveLine, RecordError
    from rulewright.machine.why import Refusal
    from rulewright.searching import Searched, Weighed, search

__version__ = "0.1.0"
__all__ = ["BackLine", "ChanceError", "ChanceEvent", "ChanceLine", "ChanceSource", "EndLine", "FileTrouble", "Game"]
__all__ += ["Given", "Header", "IllegalMove", "Line", "Move", "MoveLine", "NotFast", "Outcome", "RecordError"]
__all__ += ["Refusal", "Rules", "RulesError", "RulesFault", "Scripted", "Searched", "Seeded", "State", "UnclearMove"]
__all__ += ["Weighed", "__version__", "load", "search"]
_HOMES: Final = {
    name: f"rulewright.{module}"
    for module, names in {
        "files": ["FileTrouble"],
        "loading": ["RulesError", "load"],
        "machine.ahead": ["NotFast"],
        "machine.chance": ["ChanceError", "ChanceEvent", "ChanceSource", "Given", "Outcome", "Scripted", "Seeded"],
        "machine.game": ["Game", "IllegalMove", "Rules", "UnclearMove"],
        "machine.interpret": ["RulesFault"],
        "machine.move_names": ["Move"],
        "machine.record": ["BackLine", "ChanceLine", "EndLine", "Header", "Line", "MoveLine", "RecordError"],
        "machine.program.cell_map": ["State"],
        "machine.why": ["Refusal"],
        "searching": ["Searched", "Weighed", "search"],
    }.items()
    for name in names
}


def __getattr__(name: str) -> object:
    """The public names, from their modules."""
    if name not in _HOMES:
        raise AttributeError(f"module 'rulewright' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
