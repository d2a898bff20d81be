"""From the shapes of the grammar to the syntax tree: for each rule or alias one small builder.

A builder gets what the rule keeps, in order (absent parts as None, repetitions spliced), and the stretch of text.
Law: every rule of the grammar has exactly one builder here; a test holds it.
"""

from rulewright.language.building.combinators import Builder
from rulewright.language.building.examples import EXAMPLES
from rulewright.language.building.expressions import EXPRESSIONS
from rulewright.language.building.paragraphs import PARAGRAPHS
from rulewright.language.building.sentences import SENTENCES

BUILDERS: dict[str, Builder] = {**EXPRESSIONS, **SENTENCES, **PARAGRAPHS, **EXAMPLES}
"""All builders by the name of their rule or alias."""
