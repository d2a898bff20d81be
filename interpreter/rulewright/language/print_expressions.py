"""Expressions back to text, with no bracket that the grammar does not need.

Each form has a strength; where a place of the grammar admits only stronger ones, it stands in brackets. A condition
that takes everything to its right is `open` and may only stand last.
"""

from collections.abc import Sequence

from rulewright.language import syntax as s

_QUERY, _OR, _AND, _NOT, _COMPARE, _SUM, _TERM, _UNARY, _ATOM, _PATH = range(10)
_Printed = tuple[str, int, bool]


def full(expr: s.Expr) -> str:
    """Print any expression that stands alone."""
    return _expr(expr)[0]


def condition(expr: s.Expr) -> str:
    """Print what a place for conditions takes."""
    return _at_least(_OR, expr)


def operand(expr: s.Expr) -> str:
    """Print a sum, such as the side of a comparison."""
    return _at_least(_SUM, expr)


def path(expr: s.Expr) -> str:
    """Print what sentences act on and questions are asked of."""
    return _at_least(_PATH, expr)


def source(expr: s.Expr) -> str:
    """Print a path or a range."""
    match expr:
        case s.Range(low, high):
            return f"{operand(low)}..{operand(high)}"
        case _:
            return path(expr)


def among(expr: s.Expr) -> str:
    """Print what is taken or gone through: a source, with a filter or without."""
    match expr:
        case s.Query(inner, binder, where, ()) if where is not None:
            return f"{source(inner)}{_filter(binder, where)}"
        case _:
            return source(expr)


def act(written: s.Act) -> str:
    """Print a doing with its arguments."""
    return written.name.text + arguments(written.args)


def arguments(args: Sequence[s.Expr] | None) -> str:
    """Print arguments in brackets, or nothing."""
    return "" if args is None else f"({', '.join(full(arg) for arg in args)})"


def _at_least(strength: int, expr: s.Expr) -> str:
    text, own, _ = _expr(expr)
    return text if own >= strength else f"({text})"


def _expr(expr: s.Expr) -> _Printed:
    """Text, strength, and whether it takes everything to its right."""
    match expr:
        case s.Number(value):
            return str(value), _ATOM, False
        case s.YesNo(value):
            return "yes" if value else "no", _ATOM, False
        case s.Nobody():
            return "none", _ATOM, False
        case s.You():
            return "you", _PATH, False
        case s.It():
            return "it", _PATH, False
        case s.Word(name):
            return name.text, _PATH, False
        case s.Call(name, args):
            return name.text + arguments(args), _PATH, False
        case s.Of(subject, member):
            return _of(subject, member), _PATH, False
        case s.Negative(inner):
            text = _at_least(_UNARY, inner)
            return f"- {text}" if text.startswith("-") else f"-{text}", _UNARY, False
        case s.Arithmetic("+" | "-" as op, left, right):
            return f"{operand(left)} {op} {_at_least(_TERM, right)}", _SUM, False
        case s.Arithmetic(op, left, right):
            return f"{_at_least(_TERM, left)} {op} {_at_least(_UNARY, right)}", _TERM, False
        case s.Compare(op, left, right):
            return f"{operand(left)} {op} {operand(right)}", _COMPARE, False
        case s.Within(subject, of, negated):
            return f"{operand(subject)} is {'not ' * negated}in {source(of)}", _COMPARE, False
        case s.Empty(subject, negated):
            return f"{operand(subject)} is {'not ' * negated}empty", _COMPARE, False
        case s.CanAct(written, negated):
            return f"you {'cannot' if negated else 'can'} {act(written)}", _ATOM, False
        case s.Fold(kind, member, of, binder, where):
            folded = f"{kind} {_member(member)} of {path(of)}"
            return (folded, _ATOM, False) if where is None else (folded + _filter(binder, where), _QUERY, True)
        case s.And(operands):
            return _chain(operands, " and ", _AND)
        case s.Or(operands):
            return _chain(operands, " or ", _OR)
        case s.Not(inner):
            text, strength, opened = _expr(inner)
            return (f"not {text}", _NOT, opened) if strength >= _NOT else (f"not ({text})", _NOT, False)
        case s.Exists(negated, binder, of, where):
            begun = f"{'no' if negated else 'some'} {binder.text} in {source(of)}"
            return begun + _filter(None, where), _COMPARE if where is None else _NOT, where is not None
        case s.Every(binder, of, inner):
            return f"every {binder.text} in {source(of)} satisfies {condition(inner)}", _NOT, True
        case s.Query(of, binder, where, keys):
            return path(of) + _filter(binder, where) + _keys(keys), _QUERY, True
        case s.Picked(which, binder, of, where, keys):
            return f"{which} {binder.text} in {path(of)}{_filter(None, where)}{_keys(keys)}", _QUERY, True
        case s.CountWhere(of, binder, where):
            return f"count of {path(of)}{_filter(binder, where)}", _QUERY, True
        case s.Range():
            return source(expr), _QUERY, False


def _of(subject: s.Expr, member: s.Member) -> str:
    match subject:
        case s.You():
            return f"your {_member(member)}"
        case s.It():
            return f"its {_member(member)}"
        case _:
            owner = path(subject)
            return f"{owner}{possessive(owner)} {_member(member)}"


def possessive(owner: str) -> str:
    """`'s`, or `'` behind an s.

    >>> possessive("players"), possessive("card")
    ("'", "'s")
    """
    return "'" if owner.endswith("s") else "'s"


def _member(member: s.Member) -> str:
    return member.name.text + arguments(member.args)


def _chain(operands: Sequence[s.Expr], joint: str, strength: int) -> _Printed:
    """Operands of `and` or `or`: only the last may be open, weaker ones and the like itself get brackets."""
    *early, last = (_expr(each) for each in operands)
    texts = [f"({text})" if own <= strength or opened else text for text, own, opened in early]
    text, own, opened = last
    bare = own > strength
    return joint.join((*texts, text if bare else f"({text})")), strength, bare and opened


def _filter(binder: s.Name | None, where: s.Expr | None) -> str:
    named = "" if binder is None else f" as {binder.text}"
    return named if where is None else f"{named} where {condition(where)}"


def _keys(keys: Sequence[s.Key]) -> str:
    if not keys:
        return ""
    return " with " + ", then ".join(f"{'highest' if k.highest else 'lowest'} {_member(k.member)}" for k in keys)
