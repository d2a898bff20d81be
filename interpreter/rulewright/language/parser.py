"""From a text to its syntax tree: paragraph by paragraph, so that one mistake costs one line, at most one paragraph.

A line that leaves the grammar stands in the tree as it was probably meant, or is missing; so is a paragraph that cannot
do without it, or goes too far. What is missing would have declared is named in `Parsed.broken`, so that no later stage
complains about it again. Never raises for any text.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Final

from attrs import frozen

from rulewright.language.answers import with_answers
from rulewright.language.broken_heads import BrokenHead, broken_heads, lost_names
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.grammar import read
from rulewright.language.messages import reading as words
from rulewright.language.nesting_limits import excesses
from rulewright.language.recovery import Refused, Telling, recovered
from rulewright.language.source import Source
from rulewright.language.syntax import Action, Declaration, Has, Phase, Play, Procedure, Ruleset, Setup
from rulewright.language.tokens import LINE_END, Token, layout, paragraphs

_EXAMPLE: Final = re.compile(r"example(?![\w+-])")

_LINE_BY_LINE: Final = (Has, Setup, Play, Phase, Procedure, Action)
"""Of these a line can be missing."""
_DECLARING: Final = frozenset(("component", "field", "has", "type", "joined", "game", "option"))
_MENDED: Final = 100
"""After so many findings lines are read no more as they may have been meant."""


@frozen
class Parsed:
    """The paragraphs that could be read, what is wrong with the others, and what those would have declared."""

    ruleset: Ruleset
    diagnostics: tuple[Diagnostic, ...]
    broken: tuple[BrokenHead, ...]

    @property
    def declares_all(self) -> bool:
        """Whether all that there is could be read: no question depends on what is missing."""
        return all(head.kind not in _DECLARING for head in self.broken)

    @property
    def whole(self) -> bool:
        """Whether the tree lacks no rule, examples aside."""
        return all(head.kind == "example" for head in self.broken)


def parse(source: Source, *, skip_examples: bool = False, mends: bool = True, refused: Refused = frozenset()) -> Parsed:
    """Read a whole text; examples, which no play needs, may be left out unread. What leaves the grammar is mended,
    if that is wanted, by no repair that is refused."""
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
        rest = recovered(tokens, _telling(source, tokens, mends=mends and len(diagnostics) < _MENDED, refused=refused))
        # what follows on the same line is mostly a consequence
        diagnostics += list({source.line(each.span.start): each for each in reversed(rest.found)}.values())[::-1]
        left = read(rest.kept) if rest.kept else None
        if rest.kept is None or left is None or not _does_without(left[0], rest.lost):
            broken += broken_heads(tokens)
            continue
        declarations += left
        texts += [rest.kept] * len(left)
        broken += lost_names(left[0], rest.lost)
    declarations = with_answers(declarations)
    far = excesses(declarations)
    diagnostics += far.values()
    broken += [head for place in far for head in broken_heads(texts[place])]
    kept = tuple(each for place, each in enumerate(declarations) if place not in far)
    return Parsed(Ruleset(kept), tuple(_without_echoes(source, diagnostics)), tuple(broken))


def _telling(source: Source, tokens: Sequence[Token], *, mends: bool, refused: Refused) -> Telling:
    """What finds the words; without mistakes nobody waits for its modules."""
    from rulewright.language.syntax_errors import tell

    return partial(tell, source, tokens, mends=mends, refused=refused)


def _does_without(declared: Declaration, lost: Iterable[Sequence[Token]]) -> bool:
    """Whether a paragraph without these lines says nothing wrong about the rest."""
    picks = any(line[0].text == "pick" for line in lost)
    return not lost or (isinstance(declared, _LINE_BY_LINE) and not picks)


def _without_echoes(source: Source, found: list[Diagnostic]) -> Iterator[Diagnostic]:
    """Where a word of the language was made a name, no more is said of the lines that use it as one."""
    made = {one.span: one.facts["name"] for one in found if one.code == words.reserved_word.code}
    names = tuple(str(name) for name in made.values())
    for one in found:
        end = one.span.end if source.text[one.span.start : one.span.end] in names else one.span.start
        if one.span in made or not (names and source.text[:end].endswith(names)):
            yield one
