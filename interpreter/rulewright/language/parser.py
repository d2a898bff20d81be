"""From a text to its syntax tree: paragraph by paragraph, so that one mistake costs one line, at most one paragraph.

A line that leaves the grammar stands in the tree as it was probably meant, or is missing; so is a paragraph that cannot
do without it, or goes too far. What is missing would have declared is named in `Parsed.broken`, so that no later stage
complains about it again. Never raises for any text.
"""

import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from attrs import Factory, define, evolve, frozen

from rulewright.language import syntax
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.messages import reading as words
from rulewright.language.nesting_limits import Measures, excesses
from rulewright.language.recovery import BrokenHead, Problem, Refused, Told, broken_heads, lost_names, recovered
from rulewright.language.source import Source
from rulewright.language.span import Span
from rulewright.language.syntax import Declaration, Ruleset
from rulewright.language.tokens import LINE_END, Token, layout, paragraphs
from rulewright.language.walking import moved, rewritten

_EXAMPLE: Final = re.compile(r"example(?![\w+-])")

_LINE_BY_LINE: Final = (
    *(syntax.Has, syntax.Setup, syntax.Play, syntax.Phase, syntax.Procedure, syntax.Action, syntax.Whenever),
)
"""Of these a line can be missing."""
_DECLARING: Final = frozenset(("component", "field", "has", "type", "joined", "game", "option"))
_MENDED: Final = 100
"""After so many findings lines are read no more as they may have been meant."""


MOST_KNOWN: Final = 1_000
"""So many paragraphs are kept at most."""


@define
class Known:
    """What was `made` of paragraphs in which nothing was wrong, by the version of the language and their text, and
    where each began. It depends on nothing else, so that a text which is read anew need not be parsed where it has not
    changed. And how much they come to."""

    made: dict[tuple[int, str], tuple[int, tuple[Declaration, ...]]] = Factory(dict)
    measures: Measures = Factory(Measures)

    def at(self, language: int, text: str, start: int) -> tuple[Declaration, ...] | None:
        """What such a paragraph is that begins there; None if it is not known."""
        begun, made = self.made.get((language, text), (start, None))
        if made is None or begun == start:
            return made
        there = moved(made, start - begun)
        for before, after in zip(made, there, strict=True):
            self.measures.move(before, after, start - begun)
        self.made[language, text] = start, there
        return there

    def keep(self, language: int, text: str, start: int, made: Sequence[Declaration]) -> None:
        """Such a paragraph is that."""
        if len(self.made) == MOST_KNOWN:
            self.made.clear()
        self.made[language, text] = start, tuple(made)


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


def parse(
    source: Source,
    *,
    skip_examples: bool = False,
    mends: bool = True,
    refused: Refused = frozenset(),
    known: Known | None = None,
) -> Parsed:
    """Read a whole text; examples, which no play needs, may be left out unread. What leaves the grammar is mended,
    if that is wanted, by no repair that is refused. Paragraphs that are `known` are not parsed again, and those that
    are read become so. Law: what is known changes nothing."""
    known = Known() if known is None else known
    declarations: list[Declaration] = []
    texts: list[tuple[int, int]] = []
    diagnostics: list[Diagnostic] = []
    broken: list[BrokenHead] = []
    anew: list[tuple[int, int, Sequence[Declaration]]] = []
    for start, end in paragraphs(source.text):
        if skip_examples and _EXAMPLE.match(source.text, start):
            continue
        paragraph = source.text[start:end]
        if (before := known.at(source.language, paragraph, start)) is not None:
            declarations += before
            texts += [(start, end)] * len(before)
            continue
        tokens = layout(source.text, start, end)
        if tokens[0].kind == LINE_END:
            continue
        mending = mends and len(diagnostics) < _MENDED
        found, made, lost = recovered(tokens, source.language, partial(_told, source, tokens, refused, mends=mending))
        # what follows on the same line is mostly a consequence
        diagnostics += list({source.line(each.span.start): each for each in reversed(found)}.values())[::-1]
        picks = any(line[0].text == "pick" for line in lost)
        if not made or (lost and (picks or not isinstance(made[0], _LINE_BY_LINE))):
            broken += broken_heads(tokens)
            continue
        if not found:
            anew.append((len(declarations), start, made))
        declarations += made
        texts += [(start, end)] * len(made)
        broken += lost_names(made[0], lost)
    declarations = _with_answers(declarations)
    far = excesses(declarations, known.measures)
    for place, start, made in anew:
        if far.keys().isdisjoint(range(place, place + len(made))):  # what is too deep cannot be moved to another place
            known.keep(source.language, source.text[slice(*texts[place])], start, made)
    diagnostics += far.values()
    broken += [head for place in far for head in broken_heads(layout(source.text, *texts[place]))]
    kept = tuple(each for place, each in enumerate(declarations) if place not in far)
    return Parsed(Ruleset(kept), tuple(_without_echoes(source, diagnostics)), tuple(broken))


def _told(source: Source, tokens: Sequence[Token], refused: Refused, problem: Problem, *, mends: bool) -> Told:
    # without mistakes nobody waits for the modules that find the words
    from rulewright.language.syntax_errors import tell

    return tell(source, tokens, problem, mends=mends, refused=refused)


def _with_answers(declarations: Sequence[Declaration]) -> list[Declaration]:
    """The declarations, in which a call of a procedure that answers stands as an `Answer` where it is all of a `let`,
    of a `repeat until`, or of the first condition of an `if`; the conditions may deny it. One further down begins an
    `if` of its own in the `otherwise` of those before it."""
    names = {each.name.text for each in declarations if isinstance(each, syntax.Procedure) and each.gives is not None}
    if not names:
        return list(declarations)

    def answered(node: syntax.Expr) -> syntax.Expr:
        if not isinstance(node, syntax.Word | syntax.Call) or node.name.text not in names:
            return node
        args = node.args if isinstance(node, syntax.Call) else None
        return syntax.Answer(syntax.Act(node.name, args, span=node.span), span=node.span)

    def asking(condition: syntax.Expr) -> syntax.Expr:
        if isinstance(condition, syntax.Not):
            return evolve(condition, operand=answered(condition.operand))
        return answered(condition)

    def apart(node: syntax.If) -> syntax.If:
        conditions = [case.condition for case in node.cases]
        asked = [each.operand if isinstance(each, syntax.Not) else each for each in conditions]
        at = next((at for at, each in enumerate(asked) if at and isinstance(each, syntax.Answer)), None)
        if at is None:
            return node
        rest = evolve(node, cases=node.cases[at:], span=Span(node.cases[at].span.start, node.span.end))
        return evolve(node, cases=node.cases[:at], otherwise=(apart(rest),))

    def changed(node: object) -> object:
        match node:
            case syntax.Let():
                return evolve(node, value=answered(node.value))
            case syntax.If():
                cases = (evolve(case, condition=asking(case.condition)) for case in node.cases)
                return apart(evolve(node, cases=tuple(cases)))
            case syntax.Repeat() if node.until is not None:
                return evolve(node, until=asking(node.until))
            case _:
                return node

    return [rewritten(each, changed) for each in declarations]


def _without_echoes(source: Source, found: list[Diagnostic]) -> Iterator[Diagnostic]:
    """Where a word of the language was made a name, no more is said of the lines that use it as one."""
    made = {one.span: one.facts["name"] for one in found if one.code == words.reserved_word.code}
    names = tuple(str(name) for name in made.values())
    for one in found:
        end = one.span.end if source.text[one.span.start : one.span.end] in names else one.span.start
        if one.span in made or not (names and source.text[:end].endswith(names)):
            yield one
