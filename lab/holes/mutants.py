"""Mechanical mutants of a ruleset: its small changes, as mistakes.

In: the text of a game. Out: all its mutants, and an order to draw them in, in which each kind of mistake comes as often
as the others as far as there are any.
"""

import random
from collections import Counter
from itertools import zip_longest

from attrs import frozen

from rulewright.analysis.doubts.changes import changes_of
from rulewright.language.parser import parse
from rulewright.language.source import Source, read_source
from rulewright.language.span import Span


@frozen
class Mutant:
    """`span` of the text of a game becomes `after`. `name` says what it is and outlives changes of other lines."""

    game: str
    kind: str
    span: Span
    after: str
    name: str

    def applied(self, text: str) -> str:
        """The text with this mistake in it."""
        return text[: self.span.start] + self.after + text[self.span.end :]


def mutants(game: str, text: str) -> list[Mutant]:
    """All of them, each once; some are no rules at all."""
    source = read_source(game, text.encode())
    assert isinstance(source, Source)
    found, seen = list[Mutant](), Counter[str]()
    for change in changes_of(parse(source).ruleset, text):
        name = f"{game}, {change.kind}: {_shown(text, change.span, change.after)}"
        seen[name] += 1
        numbered = name if seen[name] == 1 else f"{name} ({seen[name]})"
        found.append(Mutant(game, change.kind, change.span, change.after, numbered))
    return found


def drawn(game: str, text: str, seed: int = 0) -> list[Mutant]:
    """All of them in an order by chance, always the same, in which the kinds take turns."""
    kinds: dict[str, list[Mutant]] = {}
    for mutant in mutants(game, text):
        kinds.setdefault(mutant.kind, []).append(mutant)
    for kind, all_of_it in kinds.items():
        random.Random(f"{game} {kind} {seed}").shuffle(all_of_it)
    return [each for turn in zip_longest(*(kinds[kind] for kind in sorted(kinds))) for each in turn if each]


def _shown(text: str, span: Span, after: str) -> str:
    """What becomes of what; within a line, and which line that is."""
    before = " ".join(text[span.start : span.end].split())
    change = f"{before} -> {' '.join(after.split()) or 'nothing at all'}"
    start, end = text.rfind("\n", 0, span.start) + 1, text.index("\n", span.start)
    line = text[start:end].split("--", maxsplit=1)[0].strip()
    return change if line == before or span.end > end else f"{change}, in: {line}"
