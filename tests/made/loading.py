"""From a text to its rules."""

import hashlib

from rulewright import Rules
from rulewright.language.parser import parse
from rulewright.language.source import Source, read_source
from rulewright.loading import Text, rules_of


def read(text: str) -> Text:
    """A text with its tree."""
    data = text.encode()
    source = read_source("made.rules", data)
    assert isinstance(source, Source)
    return Text(source, parse(source), hashlib.sha256(data).hexdigest())


def loaded(text: str, players: int | None = None, **options: object) -> Rules:
    """The rules of a text."""
    return rules_of(read(text), "made", players=players, options=options)
