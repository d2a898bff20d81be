"""Mechanical mutants of a ruleset: what could stand in the place of a word, a condition or a sentence.

In: the text of a game. Out: all its mutants, and an order to draw them in, in which each kind of mistake comes as often
as the others as far as there are any. A mutant is a replacement of text. What is settled before the
game begins (components, options, types) and what is meant (invariants, secrets) stays.
"""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise, zip_longest

import attrs
from attrs import frozen

from rulewright.language import syntax
from rulewright.language.parser import parse
from rulewright.language.source import Source, read_source
from rulewright.language.span import Span
from rulewright.language.walking import walk

COMPARED = {
    "is": "is not", "is not": "is", "is at least": "is more than", "is more than": "is at least",
    "is at most": "is less than", "is less than": "is at most",
}  # fmt: skip
EXTREMES = {"highest": "lowest", "lowest": "highest", "first": "last", "last": "first", "min": "max", "max": "min"}
OTHER = {"+": "-", "-": "+", "add": "subtract", "subtract": "add", "yes": "no", "no": "yes", "and": "or", "or": "and"}
LEFT_ALONE = (
    syntax.Game | syntax.Option | syntax.Component | syntax.Invariant | syntax.Secret | syntax.Enumeration
    | syntax.NumberType | syntax.GridType | syntax.Joined | syntax.Text
)  # fmt: skip
SIMPLE = (
    syntax.Set | syntax.Change | syntax.Move | syntax.Shuffle | syntax.Flip | syntax.Swap | syntax.Rotate
    | syntax.Show | syntax.Finish | syntax.EndGame | syntax.Do | syntax.Choose | syntax.If
)  # fmt: skip


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


Change = tuple[str, Span, str]


def mutants(game: str, text: str) -> list[Mutant]:
    """All of them, each once; some are no rules at all."""
    source = read_source(game, text.encode())
    assert isinstance(source, Source)
    tree = parse(source).ruleset
    zones = _alike(tree)
    found: dict[tuple[Span, str], Mutant] = {}
    seen: Counter[str] = Counter()
    for paragraph in tree.declarations:
        for node in () if isinstance(paragraph, LEFT_ALONE) else walk(paragraph):
            for kind, span, after in _instead(node, text, zones):
                name = f"{game}, {kind}: {_shown(text, span, after)}"
                seen[name] += 1
                numbered = name if seen[name] == 1 else f"{name} ({seen[name]})"
                found.setdefault((span, after), Mutant(game, kind, span, after, numbered))
    return list(found.values())


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


def _alike(tree: syntax.Ruleset) -> dict[str, str]:
    """For each zone the next one of the same owners that holds the same."""
    groups: dict[tuple[object, str], list[str]] = {}
    for has in (each for each in tree.declarations if isinstance(each, syntax.Has)):
        for field in has.fields:
            if isinstance(field.type, syntax.Holder):
                owners = tuple(owner.text for owner in has.owners)
                groups.setdefault((owners, field.type.of.text), []).append(field.name.text)
    several = [names for names in groups.values() if len(names) > 1]
    return {name: after for names in several for name, after in pairwise([*names, names[0]])}


def _instead(node: object, text: str, zones: dict[str, str]) -> Iterator[Change]:
    """What could stand in the place of a node: the kind of mistake, the stretch, the new text."""
    yield from _conditions(node, text)
    yield from _values(node, text, zones)
    yield from _headers(node, text)
    yield from _sentences(node, text)


def _said(node: object, text: str) -> str:
    span: Span = node.span
    return text[span.start : span.end].rstrip()


def _word(kind: str, text: str, span: Span, before: str, after: str) -> Iterator[Change]:
    """The first such word of a stretch exchanged."""
    at = text.find(before, span.start, span.end)
    if at >= 0:
        yield kind, Span(at, at + len(before)), after


def _denied(plain: str, denied: str, negated: bool) -> tuple[str, str]:
    return (denied, plain) if negated else (plain, denied)


def _conditions(node: object, text: str) -> Iterator[Change]:
    match node:
        case syntax.Compare(op=op, left=left, right=right) if op in COMPARED:
            kind = "denied" if op in ("is", "is not") else "bound"
            yield from _word(kind, text, Span(left.span.end, right.span.start), f" {op} ", f" {COMPARED[op]} ")
        case syntax.Within(subject=left, source=right, negated=negated):
            words = _denied(" is in ", " is not in ", negated)
            yield from _word("denied", text, Span(left.span.end, right.span.start), *words)
        case syntax.Empty(subject=left, negated=negated, span=span):
            words = _denied(" is empty", " is not empty", negated)
            yield from _word("denied", text, Span(left.span.end, span.end), *words)
        case syntax.GameIsOver(negated=negated, span=span):
            yield from _word("denied", text, span, *_denied(" is over", " is not over", negated))
        case syntax.CanAct(negated=negated, span=span):
            yield from _word("denied", text, span, *_denied("you can ", "you cannot ", negated))
        case syntax.Quantified(how="some" | "no" as how, span=span):
            yield from _word("denied", text, span, *_denied("some ", "no ", how == "no"))
        case syntax.Not(operand=operand, span=span) if span != operand.span:  # not what `when` denies without a word
            yield "denied", span, _said(operand, text)
        case syntax.Quantified(span=span):
            yield from _word("extreme", text, span, "every ", "some ")
            yield from _word("extreme", text, span, " satisfies ", " where ")
        case syntax.Junction(word=op, operands=operands):
            for one, other in pairwise(operands):
                between = Span(one.span.end, other.span.start)
                yield from _word("and, or", text, between, f" {op} ", f" {OTHER[op]} ")
        case _:
            pass


def _values(node: object, text: str, zones: dict[str, str]) -> Iterator[Change]:
    match node:
        case syntax.Number(value=value, span=span):
            yield "number", span, str(value + 1)
            if value:
                yield "number", span, str(value - 1)
        case syntax.YesNo(span=span):
            yield "yes, no", span, OTHER[_said(node, text)]
        case syntax.Arithmetic(op="+" | "-" as op, left=left, right=right):
            yield from _word("sign", text, Span(left.span.end, right.span.start), f" {op} ", f" {OTHER[op]} ")
        case syntax.Fold(kind=kind, span=span) if kind in EXTREMES:
            yield from _word("extreme", text, span, kind, EXTREMES[kind])
        case syntax.Picked(which=which, span=span) if which in EXTREMES:
            yield from _word("extreme", text, span, which, EXTREMES[which])
        case syntax.Key(highest=highest, span=span):
            yield from _word("extreme", text, span, *_denied("highest", "lowest", not highest))
        case syntax.Call(name=name) if name.text in EXTREMES:
            yield "extreme", name.span, EXTREMES[name.text]
        case syntax.Of(subject=syntax.You(), span=span):
            yield from _word("seat", text, span, "your ", "your left's ")
        case syntax.Word(name=name) | syntax.Member(name=name, args=None) if name.text in zones:
            yield "zone", name.span, zones[name.text]
        case syntax.SomeOf(up_to=up_to, span=span):
            said = _said(node, text)
            yield "up to", span, said.removeprefix("up to ") if up_to else f"up to {said}"
        case _:
            pass


def _headers(node: object, text: str) -> Iterator[Change]:
    """Lines left out of actions, limits out of offers, audiences out of zones."""
    match node:
        case syntax.Needs(span=span) | syntax.MustLeave(span=span) | syntax.MustChange(span=span):
            yield "guard", Span(text.rfind("\n", 0, span.start), span.end), "\n"
        case syntax.Candidates(where=where, sources=sources) if where is not None and not isinstance(
            sources, syntax.Words
        ):
            yield "guard", Span(sources.span.end, where.span.end), ""
        case syntax.EachInTurn(binder=None, where=where) if where is not None:
            yield "guard", Span(text.rindex(" where", 0, where.span.start), where.span.end), ""
        case syntax.Offer(acts=acts, limit=syntax.Limit()):
            yield "limit", Span(acts[-1].span.end, text.index("\n", acts[-1].span.end)), ""
        case syntax.SeenBy(span=span):
            yield "audience", Span(text.rfind(",", 0, span.start), span.end), ""
        case syntax.Holder(word=syntax.Name(text="hand"), span=span):
            yield "audience", span, _said(node, text).replace("hand of", "area of", 1)
        case _:
            pass


def _sentences(node: object, text: str) -> Iterator[Change]:
    """Sentences and fallbacks left out, and neighbors exchanged."""
    match node:
        case syntax.Choose(offer=offer, otherwise=otherwise, span=span) if otherwise is not None:
            yield "fallback", span, f"choose {_said(offer, text)}\n"
        case syntax.If(cases=(syntax.Case(condition=syntax.CanAct(), body=(only,)),), otherwise=None, span=span):
            yield "fallback", span, _said(only, text) + "\n"
        case syntax.Change():
            yield from _verb(node, text)
        case _:
            pass
    if isinstance(node, SIMPLE):
        yield "dropped", node.span, "nothing\n"
    for block in _blocks(node):
        for one, other in pairwise(block):
            if isinstance(one, SIMPLE) and isinstance(other, SIMPLE):
                first, second = _said(one, text), _said(other, text)
                start, end = one.span.start, other.span.start + len(second)
                between = text[start + len(first) : other.span.start]
                yield "exchanged", Span(start, end), second + between + first


def _verb(node: syntax.Change, text: str) -> Iterator[Change]:
    words = {"add": (" to ", "subtract", " from "), "subtract": (" from ", "add", " to ")}
    old, after, new = words.get(node.verb, ("", "", ""))
    value, target = (text[part.span.start : part.span.end] for part in (node.value, node.target))
    if old and text[node.value.span.end : node.target.span.start] == old:
        yield "sign", Span(node.span.start, node.target.span.end), f"{after} {value}{new}{target}"


def _blocks(node: object) -> Iterator[tuple[object, ...]]:
    """The tuples of sentences that stand in a node."""
    for part in attrs.fields(type(node)):
        value = getattr(node, part.name)
        if isinstance(value, tuple) and value and isinstance(value[0], SIMPLE | syntax.Let | syntax.Pick):
            yield value
