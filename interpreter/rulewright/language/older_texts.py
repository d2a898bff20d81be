"""Texts of older versions of the language: in which version one is read that says none."""

import re
from typing import Final

from attrs import evolve

from rulewright.language import languages
from rulewright.language.diagnostics import Diagnostic, Edit
from rulewright.language.elaborate.elaboration import elaborate
from rulewright.language.elaborate.settings import admitted, game_of, trouble
from rulewright.language.messages import reading as words
from rulewright.language.newer_words import new_words
from rulewright.language.parser import parse
from rulewright.language.source import Source, read_source
from rulewright.language.span import Span
from rulewright.language.tokens import scan

_WORD: Final = re.compile(r"[^\W\d_]+")
_TITLE: Final = re.compile(r"^(?:the[ \t]+)*game(?![\w+-])[^\n]*", re.MULTILINE)


def read_in_its_language(name: str, data: bytes) -> Source | list[Diagnostic]:
    """A text as `read_source` reads it; one that says no version, and does not read in the newest, in the latest older
    one in which it does."""
    source = read_source(name, data)
    if not isinstance(source, Source) or languages.stated(source.text) is not None:
        return source
    versions = range(languages.NEWEST - 1, languages.OLDEST - 1, -1)
    apart = {language: _told_apart(language) for language in versions}
    if not set(_WORD.findall(source.text)) & frozenset().union(*apart.values()):
        return source
    written = {token.text for token in scan(source.text, 0, len(source.text)) if token.kind == "word"}
    older = [language for language, words_apart in apart.items() if written & words_apart]
    if not older or reads(source):
        return source
    return next(filter(reads, (evolve(source, language=language) for language in older)), source)


def _told_apart(language: int) -> frozenset[str]:
    """The words that are no words of the newest version, or none of this one."""
    return new_words(language, languages.NEWEST) | new_words(languages.NEWEST, language)


def reads(source: Source) -> bool:
    """Whether a text is a ruleset, at one setting."""
    parsed = parse(source)
    if parsed.diagnostics or game_of(parsed.ruleset) is None or trouble(parsed.ruleset, source):
        return False
    setting = next(iter(admitted(parsed.ruleset, source).settings), None)
    return setting is not None and elaborate(parsed, source, setting.players, dict(setting.options)).core is not None


def says_nothing(source: Source) -> Diagnostic | None:
    """That a text which says no version reads in an older one only."""
    title = _TITLE.search(source.text)
    if title is None or source.language == languages.language_of(source.text):
        return None
    edit = saying(source.text, source.language)
    return words.older_text(Span(*title.span()), here=source.language, newest=languages.NEWEST, edit=edit)


def saying(text: str, language: int) -> Edit | None:
    """What makes a text say its version; None where no game has a title."""
    before, line, title = languages.stated(text), f"language {language}", _TITLE.search(text)
    if before is not None:
        return Edit(before.span, line)
    return None if title is None else Edit(Span(title.end(), title.end()), f"\n    {line}")
