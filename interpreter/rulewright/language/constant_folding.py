"""Smart constructors of core expressions: what is constant at load vanishes, number ranges are inferred."""

from typing import Final

from rulewright.language import core
from rulewright.language.intervals import LIMIT, Range, combined, evaluate
from rulewright.language.span import Span
from rulewright.language.types import BOOL, NONE_NUMBER, NumberT, Scalar, none_code, without_none

YES: Final = core.Const(1, BOOL)
NO: Final = core.Const(0, BOOL)


def constant(expr: core.Expr) -> int | None:
    """The value of a constant expression, None if it is none."""
    return expr.value if isinstance(expr, core.Const) else None


def number(value: int) -> core.Const:
    """A constant number."""
    return core.Const(value, NumberT(value, value))


def conjunction(operands: list[core.Expr]) -> core.Expr:
    """`and`, without what is certainly yes; no as soon as something is certainly no."""
    return _joined(core.And, operands, YES, NO)


def disjunction(operands: list[core.Expr]) -> core.Expr:
    """`or`, without what is certainly no; yes as soon as something is certainly yes."""
    return _joined(core.Or, operands, NO, YES)


def _joined(
    join: type[core.And | core.Or], operands: list[core.Expr], idle: core.Const, decisive: core.Const
) -> core.Expr:
    kept = [operand for operand in operands if constant(operand) != idle.value]
    if any(constant(operand) == decisive.value for operand in kept):
        return decisive
    return kept[0] if len(kept) == 1 else join(tuple(kept)) if kept else idle


def negation(operand: core.Expr) -> core.Expr:
    """`not`."""
    known = constant(operand)
    if known is not None:
        return NO if known else YES
    return operand.operand if isinstance(operand, core.Not) else core.Not(operand)


def comparison(op: core.Comparison, left: core.Expr, right: core.Expr) -> core.Expr:
    """A comparison; of two constants its result."""
    if isinstance(left, core.Const) and isinstance(right, core.Const):
        return YES if compares(op, left, right) else NO
    return core.Compare(op, left, right)


def compares(op: core.Comparison, left: core.Const, right: core.Const) -> bool:
    """Whether a comparison of two values holds. None compares as no, but is the same as none."""
    if is_nothing(left) or is_nothing(right):
        return op == "same" and is_nothing(left) and is_nothing(right)
    first, second = left.value, right.value
    return first > second if op == "more-than" else first >= second if op == "at-least" else first == second


def is_nothing(value: core.Const) -> bool:
    """Whether a value is none."""
    return value.value == none_code(value.type)


def bounds(type_: Scalar) -> Range:
    """Lowest and highest number of a number type; yes/no count as 0 and 1."""
    inner = without_none(type_)
    return Range(inner.low, inner.high) if isinstance(inner, NumberT) else Range(0, 1)


def calculation(
    op: core.Operator, left: core.Expr, right: core.Expr, types: tuple[Scalar, Scalar], span: Span
) -> core.Expr:
    """Arithmetic with its inferred range; of two constants its result."""
    type_ = result_range(op, bounds(types[0]), bounds(types[1]))
    first, second = constant(left), constant(right)
    faulty = NONE_NUMBER in (first, second) or (op in "/mod" and second == 0)
    if first is None or second is None or faulty:
        return core.Calc(op, left, right, type_, span=span)
    return number(evaluate(op, first, second))


def result_range(op: core.Operator, left: Range, right: Range) -> NumberT:
    """The type of a calculation, cut at 32 bits."""
    found = combined(op, left, right)
    return NumberT(max(found.low, -LIMIT), min(found.high, LIMIT))


def cases(pairs: list[tuple[core.Expr, core.Expr, Span]], otherwise: core.Expr, type_: Scalar) -> core.Expr:
    """The first case that holds, each with its place; cases that never hold vanish, one that always holds is the
    last."""
    kept: list[tuple[core.Expr, core.Expr]] = []
    places: list[Span] = []
    for condition, value, span in pairs:
        known = constant(condition)
        if known == 1:
            otherwise = value
            break
        if known is None:
            kept.append((condition, value))
            places.append(span)
    return core.Cases(tuple(kept), otherwise, type_, places=tuple(places)) if kept else otherwise


def is_none(of: core.Expr) -> core.Expr:
    """`of is none`, decided where it is constant."""
    if isinstance(of, core.Const):
        return YES if is_nothing(of) else NO
    return core.IsNone(of)
