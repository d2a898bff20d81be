"""What one version of the language has made a word, and another has not."""

import re
from collections.abc import Sequence
from typing import Final

from rulewright.language import languages, library
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.edits import line_start
from rulewright.language.grammar import words_of
from rulewright.language.messages import reading as words
from rulewright.language.source import Source
from rulewright.language.span import Span

_NAME: Final = re.compile(r"[^\W\d_][\w-]*")


def new_words(older: int, newer: int) -> frozenset[str]:
    """The words and questions that a version of the language has, and an older one has not."""
    questions = library.rows_in(newer).keys() - library.rows_in(older).keys()
    return (words_of(newer) - words_of(older)) | {name for _, name in questions}


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
        if one.severity != "error" or word is None or named_so(source.text, word.group()):
            return one
        versions = range(source.language + 1, languages.NEWEST)
        since = next((each for each in versions if word.group() in new_words(source.language, each)), languages.NEWEST)
        span = Span(begins + word.start(), begins + word.end())
        return words.newer_word(span, name=word.group(), since=since, here=source.language, newest=languages.NEWEST)

    return tuple(map(told, found)) if newer else tuple(found)


def named_so(text: str, word: str) -> bool:
    """Whether something in a text is called so."""
    heads = "to|action|phase|choice|define|option|component|joined"
    return re.search(rf"^(?:{heads}) {word}(?![\w-])|^ +{word}:", text, re.MULTILINE) is not None
