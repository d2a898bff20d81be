"""Conditions behind `where` and `satisfies` that say nothing of what is looked at: they are so for all or for none.

In: the tree. Nothing is told where it comes to the same as an `if` around the sentence, of options, and of what stands
in brackets of its own: that is meant.
"""

from collections.abc import Iterator

from rulewright.language import syntax
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.elaborate.swallowed import bracketed, speaks_of
from rulewright.language.messages import sentences as words
from rulewright.language.source import Source
from rulewright.language.walking import walk

Looking = syntax.Queried | syntax.Candidates


def said_of_nothing(ruleset: syntax.Ruleset, source: Source) -> Iterator[Diagnostic]:
    """Each such condition."""
    options = {each.name.text for each in ruleset.declarations if isinstance(each, syntax.Option)} | {"player-count"}
    nodes = [each for each in walk(ruleset) if isinstance(each, syntax.Statement | syntax.Header | syntax.Queried)]
    doing = {id(looking): binder for node in nodes for looking, binder in done_to(node)}
    fields = (each for each in walk(ruleset) if isinstance(each, syntax.Field))
    boards = {each.name.text for each in fields if isinstance(each.type, syntax.Board)}
    loops = {id(node.among) for node in nodes if isinstance(node, syntax.ForEach)}
    yield from (
        words.says_nothing(
            test.span, element="it", board=None, bracketed=f"({source.text[test.span.start : test.span.end]})"
        )
        for test in turns_of_others(nodes)
        if not bracketed(source.text, test.span)
    )
    for node in (each for each in walk(ruleset) if isinstance(each, Looking) and id(each) not in loops):
        test = node.condition if isinstance(node, syntax.Every) else node.where
        if test is None or bracketed(source.text, test.span):
            continue
        binder = node.binder.text if node.binder else doing.get(id(node))
        for silent in silent_in(node, test, binder, whole=id(node) in doing):
            if not bracketed(source.text, silent.span) and not settled(silent, options):
                written = source.text[silent.span.start : silent.span.end]
                board = next(
                    (f"{each.text}({binder or 'it'})" for each in named_in(silent) if each.text in boards), None
                )
                yield words.says_nothing(silent.span, element=binder, board=board, bracketed=f"({written})")


def named_in(test: syntax.Expr) -> Iterator[syntax.Name]:
    """The names that stand alone in a condition."""
    return (each.name for each in walk(test) if isinstance(each, syntax.Word))


def turns_of_others(nodes: list[syntax.Statement | syntax.Header | syntax.Queried]) -> Iterator[syntax.Expr]:
    """Conditions of turns that speak of `you`, who is another one there, and not of whose turn it may be."""
    for node in nodes:
        if isinstance(node, syntax.EachInTurn) and node.where is not None:
            you = any(isinstance(each, syntax.You) for each in walk(node.where))
            if you and not speaks_of(node.where, node.binder.text if node.binder else None):
                yield node.where


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


def silent_in(node: object, test: syntax.Expr, binder: str | None, *, whole: bool) -> Iterator[syntax.Expr]:
    """The test, if nothing in it speaks of what is looked at; unless only the `whole` counts, what is joined in it."""
    if not speaks_of(test, binder):
        yield test
    elif isinstance(test, syntax.And | syntax.Or) and not whole and not isinstance(node, syntax.Exists | syntax.Every):
        yield from (operand for operand in test.operands if not speaks_of(operand, binder))


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
