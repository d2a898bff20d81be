"""A rulebook for players, made from the tree of a ruleset.

`rulebook` is a function from text and tree to plain data (`book`); `as_text` and `as_page` write it.
"""

from rulewright.analysis.rulebook.book import Book, Section, found
from rulewright.analysis.rulebook.making import rulebook, rulebook_of
from rulewright.analysis.rulebook.page import as_page
from rulewright.analysis.rulebook.text import as_text, lines

__all__ = ["Book", "Section", "as_page", "as_text", "found", "lines", "rulebook", "rulebook_of"]
