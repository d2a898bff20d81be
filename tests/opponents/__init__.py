"""Plain opponents: each plays one of the shipped games as a sensible person does who knows its rules, and searches
nothing. They see what their seat sees, choose one of its legal moves, and always choose the same."""

from collections.abc import Callable, Mapping
from typing import Final

from rulewright import Move
from tests.opponents.alchemy import alchemy
from tests.opponents.apotheca import apotheca
from tests.opponents.aurum import aurum
from tests.opponents.balloon_cup import balloon_cup
from tests.opponents.biblios import biblios
from tests.opponents.line_it import line_it
from tests.opponents.sight import Sight

Script = Callable[[Sight, list[Move]], Move]

SCRIPTS: Final[Mapping[str, Script]] = {
    "alchemy": alchemy,
    "apotheca": apotheca,
    "aurum": aurum,
    "balloon-cup": balloon_cup,
    "biblios": biblios,
    "line-it": line_it,
}
"""By the names of the games."""
