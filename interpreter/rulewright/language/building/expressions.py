"""Builders of expressions: numbers, names, questions, conditions and queries."""

from typing import Any, Final

from rulewright.language import syntax as s
from rulewright.language.building.combinators import Builder, constant, listed, node, with_lists, with_tail
from rulewright.language.span import Span


def _of(word: str, make: type[s.You | s.It]) -> Builder:
    return lambda parts, span: s.Of(make(span=Span(span.start, span.start + len(word))), parts[0], span=span)


def _exists(parts: list[Any], span: Span) -> s.Exists:
    negated, binder, source, *where = parts
    return s.Exists(negated, binder, source, where[0] if where else None, span=span)


def _every(parts: list[Any], span: Span) -> s.Every:
    binder, source, where, condition = parts
    if where is not None:
        source = s.Query(source, binder, where, (), span=Span(source.span.start, where.span.end))
    return s.Every(binder, source, condition, span=span)


def _so_many(parts: list[Any], span: Span) -> s.Compare:
    op, number, source, binder, where = parts
    count = s.CountWhere(source, binder, where, span=Span(source.span.start, span.end))
    return s.Compare(op, count, number, span=span)


def _query(parts: list[Any], span: Span) -> s.Query:
    source, binder, where, *keys = parts
    return s.Query(source, binder, where, (keys and keys[0]) or (), span=span)


def _filtered(parts: list[Any], span: Span) -> s.Query:
    source, binder, where, keys = parts
    return s.Query(source, binder, where, keys or (), keys is not None, span=span)


def _best(*, ranked: bool) -> Builder:
    return lambda parts, span: s.Query(parts[0], None, None, parts[1], ranked, span=span)


EXPRESSIONS: Final[dict[str, Builder]] = {
    "yes": node(s.YesNo, value=True),
    "no": node(s.YesNo, value=False),
    "none": node(s.Nobody),
    "you": node(s.You),
    "it": node(s.It),
    "word": node(s.Word),
    "call": node(s.Call),
    "member_": node(s.Member),
    "of_": node(s.Of),
    "your": _of("your", s.You),
    "its": _of("its", s.It),
    "args": listed,
    "neg": node(s.Negative),
    "plus": node(s.Arithmetic, "+"),
    "minus": node(s.Arithmetic, "-"),
    "mul": node(s.Arithmetic, "*"),
    "div": node(s.Arithmetic, "/"),
    "mod": node(s.Arithmetic, "mod"),
    "eq": node(s.Compare, "is"),
    "ne": node(s.Compare, "is not"),
    "same": node(s.Compare, "is the same as"),
    "not_same": node(s.Compare, "is not the same as"),
    "ge": node(s.Compare, "is at least"),
    "le": node(s.Compare, "is at most"),
    "gt": node(s.Compare, "is more than"),
    "lt": node(s.Compare, "is less than"),
    "within": node(s.Within, negated=False),
    "not_within": node(s.Within, negated=True),
    "empty": node(s.Empty, negated=False),
    "not_empty": node(s.Empty, negated=True),
    "over": node(s.GameIsOver, negated=False),
    "not_over": node(s.GameIsOver, negated=True),
    "can": node(s.CanAct, negated=False),
    "cannot": node(s.CanAct, negated=True),
    "act": node(s.Act),
    "fold": node(s.Fold),
    "fold_where": node(s.Fold),
    "outside": node(s.Outside),
    "the_highest": constant(value=True),
    "the_lowest": constant(value=False),
    "total": constant("total"),
    "highest": constant("highest"),
    "lowest": constant("lowest"),
    "or_": with_tail(s.Or, 0),
    "and_": with_tail(s.And, 0),
    "not_": node(s.Not),
    "some": constant(value=False),
    "no_such": constant(value=True),
    "exists": _exists,
    "every": _every,
    "so_many": _so_many,
    "exactly": constant("is"),
    "at_least": constant("is at least"),
    "at_most": constant("is at most"),
    "range": node(s.Range),
    "filtered": _filtered,
    "query": _query,
    "best": _best(ranked=False),
    "ranked": _best(ranked=True),
    "first": constant("first"),
    "last": constant("last"),
    "only": constant("only"),
    "picked": with_lists(s.Picked, 4),
    "count_where": node(s.CountWhere),
    "region": node(s.Region),
    "keys": listed,
    "by_highest": node(s.Key, True),
    "by_lowest": node(s.Key, False),
}
