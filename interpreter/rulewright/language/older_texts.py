"""Texts of older versions of the language: in which version one is read that says none."""

import re
from collections.abc import Sequence
from typing import Final

from attrs import evolve

from rulewright.language import languages, library
from rulewright.language.diagnostics import Diagnostic, Edit
from rulewright.language.edits import line_start
from rulewright.language.elaborate.elaboration import elaborate
from rulewright.language.elaborate.settings import admitted, game_of, trouble
from rulewright.language.grammar import words_of
from rulewright.language.messages import reading as words
from rulewright.language.parser import parse
from rulewright.language.source import Source, read_source
from rulewright.language.span import Span
from rulewright.language.tokens import scan

_WORD: Final = re.compile(r"[^\W\d_]+")
_NAME: Final = re.compile(r"[^\W\d_][\w-]*")
_TITLE: Final = re.compile(r"^game(?![\w+-])[^\n]*", re.MULTILINE)


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


def new_words(older: int, newer: int) -> frozenset[str]:
    """The words and questions that a version of the language has, and an older one has not."""
    questions = library.rows_in(newer).keys() - library.rows_in(older).keys()
    return (words_of(newer) - words_of(older)) | {name for _, name in questions}


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


def told_of_newer(source: Source, found: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The findings; those of a line that begins with a word which only newer versions have, or of such a word, tell
    that, unless something is called so."""
    newer = new_words(source.language, languages.NEWEST)

    def told(one: Diagnostic) -> Diagnostic:
        begins = line_start(source.text, one.span.start)
        inside = source.text[begins : one.span.end]
        names = list(_NAME.finditer(inside))
        asked = (name for name in names if name is names[0] or begins + name.start() >= one.span.start)
        word = next((name for name in asked if name.group() in newer), None)
        if one.severity != "error" or word is None or _named(source.text, word.group()):
            return one
        versions = range(source.language + 1, languages.NEWEST)
        since = next((each for each in versions if word.group() in new_words(source.language, each)), languages.NEWEST)
        span = Span(begins + word.start(), begins + word.end())
        return words.newer_word(span, name=word.group(), since=since, here=source.language, newest=languages.NEWEST)

    return tuple(map(told, found)) if newer else tuple(found)


def _named(text: str, word: str) -> bool:
    """Whether something in a text is called so."""
    heads = "to|action|phase|choice|define|option|component|joined"
    return re.search(rf"^(?:{heads}) {word}(?![\w-])|^ +{word}:", text, re.MULTILINE) is not None


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
