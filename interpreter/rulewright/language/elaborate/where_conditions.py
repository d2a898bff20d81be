"""Conditions behind `where` that say nothing of what is looked at, or take in too much."""

from collections.abc import Iterator

from rulewright.language import syntax
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.elaborate.world import World
from rulewright.language.messages import sentences as words
from rulewright.language.source import Source
from rulewright.language.span import Span
from rulewright.language.walking import walk

# ---- `no c in S where A and B` takes B, too, though B may say nothing of c and be meant to stand outside
# Told only where the two readings differ, B comes last, and no bracket says what belongs together.


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


# ---- Conditions behind `where` and `satisfies` that say nothing of what is looked at: they are so for all or for
# none
# In: the tree. Nothing is told where it comes to the same as an `if` around the sentence, of options, and of what
# stands in brackets of its own: that is meant.


Looking = syntax.Queried | syntax.Candidates


def said_of_nothing(ruleset: syntax.Ruleset, source: Source) -> Iterator[Diagnostic]:
    """Each such condition."""
    options = {each.name.text for each in ruleset.declarations if isinstance(each, syntax.Option)} | {"player-count"}
    nodes = [each for each in walk(ruleset) if isinstance(each, syntax.Statement | syntax.Header | syntax.Queried)]
    doing = {id(looking): binder for node in nodes for looking, binder in done_to(node)}
    fields = (each for each in walk(ruleset) if isinstance(each, syntax.Field))
    boards = {each.name.text for each in fields if isinstance(each.type, syntax.Board)}
    loops = {id(node.among) for node in nodes if isinstance(node, syntax.ForEach)}
    for test in (each.where for each in nodes if isinstance(each, syntax.EachInTurn) and speaks_of_another(each)):
        if test is not None and not bracketed(source.text, test.span):
            written = source.text[test.span.start : test.span.end]
            yield words.says_nothing(test.span, element="it", board=None, bracketed=f"({written})")
    for node in (each for each in walk(ruleset) if isinstance(each, Looking) and id(each) not in loops):
        test = node.condition if isinstance(node, syntax.Every) else node.where
        if test is None or bracketed(source.text, test.span):
            continue
        binder = node.binder.text if node.binder else doing.get(id(node))
        # the test, or what is joined in it, unless only the whole counts
        whole = id(node) in doing or isinstance(node, Quantifier) or not speaks_of(test, binder)
        parts = test.operands if isinstance(test, Joined) and not whole else (test,)
        for silent in (each for each in parts if not speaks_of(each, binder)):
            if not bracketed(source.text, silent.span) and not settled(silent, options):
                written = source.text[silent.span.start : silent.span.end]
                alone = (each.name.text for each in walk(silent) if isinstance(each, syntax.Word))
                board = next((f"{name}({binder or 'it'})" for name in alone if name in boards), None)
                yield words.says_nothing(silent.span, element=binder, board=board, bracketed=f"({written})")


def speaks_of_another(node: syntax.EachInTurn) -> bool:
    """Whether the condition of a turn speaks of `you`, who is another one there, and not of whose turn it may be."""
    you = any(isinstance(each, syntax.You) for each in walk(node.where))
    return node.where is not None and you and not speaks_of(node.where, node.binder.text if node.binder else None)


def done_to(node: object) -> Iterator[tuple[object, str | None]]:
    """What a sentence or pick does something to, element by element, with the name that it gives to each."""
    match node:
        case syntax.Draw() | syntax.Roll():
            yield node.among, node.binder.text
        case syntax.Move(what=syntax.All() | syntax.SomeOf() as what):
            yield what.among, None
        case syntax.Show():
            yield node.among, None
        case syntax.Pick() | syntax.PickSeveral():
            yield node.candidates, node.name.text
        case _:
            pass


def settled(test: syntax.Expr, options: set[str]) -> bool:
    """Whether a condition asks options only: it is settled before the game begins."""
    match test:
        case syntax.And() | syntax.Or():
            return all(settled(operand, options) for operand in test.operands)
        case syntax.Not():
            return settled(test.operand, options)
        case syntax.Compare():
            return settled(test.left, options)
        case syntax.Word(name=name):
            return name.text in options
        case _:
            return False
