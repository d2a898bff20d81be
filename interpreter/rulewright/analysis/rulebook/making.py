"""From the tree of a ruleset to its rulebook."""

from functools import lru_cache

from rulewright.analysis.rulebook.book import Book
from rulewright.analysis.rulebook.chapters import chapters
from rulewright.analysis.rulebook.comments import comments_of
from rulewright.analysis.rulebook.known import known_of
from rulewright.analysis.rulebook.settled import Given, settled
from rulewright.analysis.rulebook.writer import Writer
from rulewright.language import syntax
from rulewright.language.elaborate.settings import game_of
from rulewright.language.parser import parse
from rulewright.language.source import Source


def rulebook(source: Source, ruleset: syntax.Ruleset, given: Given | None = None) -> Book:
    """The rulebook of a ruleset. `given`: the options and the `player-count` that are known; what they decide is told
    as decided, everything else with its condition."""
    game = game_of(ruleset)
    given = given or {}
    writer = Writer(settled(ruleset, given), known_of(ruleset), comments_of(source), given, ruleset)
    title = game.title.text if game else source.name
    subtitle = game.subtitle.text if game and game.subtitle else ""
    return Book(title, subtitle, chapters(writer))


def rulebook_of(text: str, given: Given) -> Book:
    """The rulebook of a text that is a ruleset, at one setting; asked again it is there at once."""
    return _made(text, tuple(given.items()))


@lru_cache(maxsize=1)
def _made(text: str, given: tuple[tuple[str, int | str | bool], ...]) -> Book:
    source = Source("rules", text)
    return rulebook(source, parse(source).ruleset, dict(given))
