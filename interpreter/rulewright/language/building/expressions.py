"""Builders of expressions: numbers, names, questions, conditions and queries."""

from typing import Any, Literal

from rulewright.language import syntax as s
from rulewright.language.building.combinators import Builder, constant, listed, node, with_tail
from rulewright.language.span import Span


def _arithmetic(op: s.ArithmeticOp) -> Builder:
    return lambda parts, span: s.Arithmetic(op, parts[0], parts[1], span=span)


def _compare(op: s.CompareOp) -> Builder:
    return lambda parts, span: s.Compare(op, parts[0], parts[1], span=span)


def _within(*, negated: bool) -> Builder:
    return lambda parts, span: s.Within(parts[0], parts[1], negated, span=span)


def _empty(*, negated: bool) -> Builder:
    return lambda parts, span: s.Empty(parts[0], negated, span=span)


def _can(*, negated: bool) -> Builder:
    return lambda parts, span: s.CanAct(parts[0], negated, span=span)


def _yes_no(*, value: bool) -> Builder:
    return lambda _parts, span: s.YesNo(value, span=span)


def _fold(kind: Literal["total", "highest", "lowest"]) -> Builder:
    return lambda parts, span: s.Fold(kind, parts[0], parts[1], span=span)


def _total_where(parts: list[Any], span: Span) -> s.Fold:
    member, source, binder, where = parts
    return s.Fold("total", member, source, binder, where, span=span)


def _key(*, highest: bool) -> Builder:
    return lambda parts, span: s.Key(highest, parts[0], span=span)


def _your(parts: list[Any], span: Span) -> s.Of:
    return s.Of(s.You(span=Span(span.start, span.start + len("your"))), parts[0], span=span)


def _its(parts: list[Any], span: Span) -> s.Of:
    return s.Of(s.It(span=Span(span.start, span.start + len("its"))), parts[0], span=span)


def _exists(parts: list[Any], span: Span) -> s.Exists:
    negated, binder, source, *where = parts
    return s.Exists(negated, binder, source, where[0] if where else None, span=span)


def _query(parts: list[Any], span: Span) -> s.Query:
    source, binder, where, *keys = parts
    return s.Query(source, binder, where, (keys and keys[0]) or (), span=span)


def _best(parts: list[Any], span: Span) -> s.Query:
    return s.Query(parts[0], None, None, parts[1], span=span)


def _picked(parts: list[Any], span: Span) -> s.Picked:
    which, binder, source, where, keys = parts
    return s.Picked(which, binder, source, where, keys or (), span=span)


EXPRESSIONS: dict[str, Builder] = {
    "yes": _yes_no(value=True),
    "no": _yes_no(value=False),
    "none": node(s.Nobody),
    "you": node(s.You),
    "it": node(s.It),
    "word": node(s.Word),
    "call": node(s.Call),
    "member_": node(s.Member),
    "of_": node(s.Of),
    "your": _your,
    "its": _its,
    "args": listed,
    "neg": node(s.Negative),
    "plus": _arithmetic("+"),
    "minus": _arithmetic("-"),
    "mul": _arithmetic("*"),
    "div": _arithmetic("/"),
    "mod": _arithmetic("mod"),
    "eq": _compare("is"),
    "ne": _compare("is not"),
    "same": _compare("is the same as"),
    "not_same": _compare("is not the same as"),
    "ge": _compare("is at least"),
    "le": _compare("is at most"),
    "gt": _compare("is more than"),
    "lt": _compare("is less than"),
    "within": _within(negated=False),
    "not_within": _within(negated=True),
    "empty": _empty(negated=False),
    "not_empty": _empty(negated=True),
    "can": _can(negated=False),
    "cannot": _can(negated=True),
    "act": node(s.Act),
    "total": _fold("total"),
    "total_where": _total_where,
    "highest_of": _fold("highest"),
    "lowest_of": _fold("lowest"),
    "or_": with_tail(s.Or, 0),
    "and_": with_tail(s.And, 0),
    "not_": node(s.Not),
    "some": constant(value=False),
    "no_such": constant(value=True),
    "exists": _exists,
    "every": node(s.Every),
    "range": node(s.Range),
    "filtered": _query,
    "query": _query,
    "best": _best,
    "first": constant("first"),
    "last": constant("last"),
    "only": constant("only"),
    "picked": _picked,
    "count_where": node(s.CountWhere),
    "keys": listed,
    "highest": _key(highest=True),
    "lowest": _key(highest=False),
}
