"""From the tree of a ruleset to its rulebook."""

from rulewright.analysis.rulebook.book import Book
from rulewright.analysis.rulebook.chapters import Writer, chapters
from rulewright.analysis.rulebook.comments import comments_of
from rulewright.analysis.rulebook.known import known_of
from rulewright.analysis.rulebook.settled import Given, settled
from rulewright.language import syntax
from rulewright.language.elaborate.settings import game_of
from rulewright.language.source import Source


def rulebook(source: Source, ruleset: syntax.Ruleset, given: Given | None = None) -> Book:
    """The rulebook of a ruleset. `given`: the options and the `player-count` that are known; what they decide is told as
    decided, everything else with its condition."""
    game = game_of(ruleset)
    known = known_of(ruleset)
    writer = Writer(settled(ruleset, given or {}), known, comments_of(source), given or {}, ruleset)
    title = game.title.text if game else source.name
    subtitle = game.subtitle.text if game and game.subtitle else ""
    return Book(title, subtitle, chapters(writer))
