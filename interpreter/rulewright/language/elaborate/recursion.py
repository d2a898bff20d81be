"""The language by way of itself: what modules below ask for through the world."""

from typing import Final

from rulewright.language.elaborate.definitions import call_definition
from rulewright.language.elaborate.expressions import expression
from rulewright.language.elaborate.sentences import run
from rulewright.language.elaborate.world import Recursion

RECURSION: Final = Recursion(expression, call_definition, run)
