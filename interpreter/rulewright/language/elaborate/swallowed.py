"""`no c in S where A and B` takes B, too, though B may say nothing of c and be meant to stand outside.

Told only where the two readings differ, B comes last, and no bracket says what belongs together.
"""

from collections.abc import Iterator

from rulewright.language import syntax
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.elaborate.world import World
from rulewright.language.messages import sentences as words
from rulewright.language.span import Span
from rulewright.language.walking import walk

Quantifier = syntax.Exists | syntax.Every
Joined = syntax.And | syntax.Or


def swallowed(world: World, node: Quantifier) -> Diagnostic | None:
    """What is said of a condition that may be meant to stand outside of the quantifier."""
    test = node.where if isinstance(node, syntax.Exists) else node.condition
    text = world.source.text
    if test is None or bracketed(text, node.span) or bracketed(text, test.span):
        return None
    for joined in right_edge(text, test):
        # the last that say nothing of what is looked at, where some before them do
        speaking = [place for place, operand in enumerate(joined.operands) if speaks_of(operand, node.binder.text)]
        outside = joined.operands[speaking[-1] + 1 :] if speaking else ()
        if outside:
            return None if joined is test and alike(node, joined) else told(world, node, test, joined, outside)
    return None


def right_edge(text: str, test: syntax.Expr) -> Iterator[Joined]:
    """The `and` and `or` at whose right end a condition ends, brackets aside, the outermost first."""
    while isinstance(test, Joined) and not bracketed(text, test.span):
        yield test
        test = test.operands[-1]


def alike(node: Quantifier, joined: Joined) -> bool:
    """Whether it comes to the same inside and outside."""
    match node:
        case syntax.Exists():
            return not node.negated and isinstance(joined, syntax.And)
        case syntax.Every():
            return isinstance(joined, syntax.Or)


def speaks_of(node: syntax.Expr, binder: str | None) -> bool:
    """Whether a condition speaks of what is looked at."""
    return any(
        isinstance(each, syntax.It) or (isinstance(each, syntax.Name) and each.text == binder) for each in walk(node)
    )


def bracketed(text: str, span: Span) -> bool:
    """Whether brackets stand directly around."""
    return text[: span.start].rstrip()[-1:] == "(" and text[span.end :].lstrip()[:1] == ")"


def told(
    world: World, node: Quantifier, test: syntax.Expr, joined: Joined, outside: tuple[syntax.Expr, ...]
) -> Diagnostic:
    """Both readings, bracketed."""
    text, word = world.source.text, "and" if isinstance(joined, syntax.And) else "or"
    kept = joined.operands[-len(outside) - 1]
    end = after_brackets(text, node.span)
    head = node.span.start
    whole, apart = (before_brackets(text, each.span) for each in (test, outside[0]))
    inside = f"{world.text(Span(head, whole))} ({world.text(Span(whole, end))})"
    before = world.text(Span(head, after_brackets(text, Span(head, kept.span.end))))
    rest = Span(apart, end)
    return words.swallowed(
        rest, binder=node.binder.text, inside=inside, outside=f"({before}) {word} {world.text(rest)}"
    )


def before_brackets(text: str, span: Span) -> int:
    """Where something begins whose first brackets do not count to it."""
    begin = span.start
    while text[:begin].rstrip()[-1:] == "(":
        begin = text.rindex("(", 0, begin)
    return begin


def after_brackets(text: str, span: Span) -> int:
    """Where a sentence ends whose last brackets do not count to it."""
    end = span.end
    while text.count("(", span.start, end) > text.count(")", span.start, end) and text.find(")", end) >= 0:
        end = text.find(")", end) + 1
    return end
