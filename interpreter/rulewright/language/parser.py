"""From a text to its syntax tree: paragraph by paragraph, so that one mistake costs one paragraph.

A broken paragraph, or one that goes too far, is missing from the tree; what it would have declared is named in
`Parsed.broken`, so that no later stage complains about it again. Never raises for any text.
"""

import re
from collections.abc import Sequence

from attrs import frozen

from rulewright.language.broken_heads import BrokenHead, broken_heads
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.extent import excesses
from rulewright.language.grammar import read
from rulewright.language.recovery import problems
from rulewright.language.source import Source
from rulewright.language.syntax import Declaration, Ruleset
from rulewright.language.syntax_errors import complain
from rulewright.language.tokens import LINE_END, Token, layout, paragraphs

_EXAMPLE = re.compile(r"example(?![\w+-])")


@frozen
class Parsed:
    """The paragraphs that could be read, what is wrong with the others, and what those would have declared."""

    ruleset: Ruleset
    diagnostics: tuple[Diagnostic, ...]
    broken: tuple[BrokenHead, ...]


def parse(source: Source, *, skip_examples: bool = False) -> Parsed:
    """Read a whole text; examples, which no play needs, may be left out unread."""
    declarations: list[Declaration] = []
    texts: list[Sequence[Token]] = []
    diagnostics: list[Diagnostic] = []
    broken: list[BrokenHead] = []
    for start, end in paragraphs(source.text):
        if skip_examples and _EXAMPLE.match(source.text, start):
            continue
        tokens = layout(source.text, start, end)
        if tokens[0].kind == LINE_END:
            continue
        built = read(tokens)
        if built is not None:
            declarations += built
            texts += [tokens] * len(built)
            continue
        found = problems(tokens)
        diagnostics += _first_of_each_line(source, [complain(source, tokens, problem) for problem in found])
        broken += broken_heads(tokens)
    far = excesses(declarations)
    diagnostics += far.values()
    broken += [head for place in far for head in broken_heads(texts[place])]
    kept = tuple(each for place, each in enumerate(declarations) if place not in far)
    return Parsed(Ruleset(kept), tuple(diagnostics), tuple(broken))


def _first_of_each_line(source: Source, found: list[Diagnostic]) -> list[Diagnostic]:
    """What follows on the same line is mostly a consequence."""
    return list({source.line(each.span.start): each for each in reversed(found)}.values())[::-1]
