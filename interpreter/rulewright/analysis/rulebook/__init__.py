"""A rulebook for players, made from the tree of a ruleset.

`rulebook` is a function from text and tree to a document (`analysis/report`), which is written as text or HTML.
"""

from rulewright.analysis.rulebook.making import rulebook, rulebook_of

__all__ = ["rulebook", "rulebook_of"]
