"""Prices that do not fit: a guard asks for more of a field than its action takes, or for what the action only gives.

A suspicion, for a rule may want some to be left over, or reward who has some.
"""

from collections.abc import Iterator, Sequence

from attrs import frozen

from rulewright.language import core
from rulewright.language.calls import Way, ways
from rulewright.language.checks.idle_picks import changed
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.messages import flow as words
from rulewright.language.source import Source
from rulewright.language.span import Span
from rulewright.language.walking import rewritten, walk

ANY = -1


@frozen
class Wanted:
    """At least so much of a variable must be there."""

    var: core.VarRef
    least: int
    span: Span


@frozen
class Taken:
    """So much of a variable is taken, or with another `sign` given; how much is None where that depends."""

    var: core.VarRef
    much: int | None
    sign: int
    span: Span


def prices(made: core.Core, source: Source) -> Iterator[Diagnostic]:
    """Each such guard or pick."""
    for action in made.actions:
        for way in ways(action):
            changes = list(changes_of(action.you, way))
            for wanted in wants(action.you, way):
                taken = [each for each in changes if each.var == wanted.var]
                yield from unfit(wanted, taken, source)


def unfit(wanted: Wanted, taken: Sequence[Taken], source: Source) -> Iterator[Diagnostic]:
    """What is wrong with this price."""
    less = [each for each in taken if each.sign < 0]
    if taken and not less:
        yield words.price_given(wanted.span, also=taken[0].span, line=source.line(taken[0].span.start))
    much = [each.much for each in less if each.much is not None]
    if much and len(much) == len(less) and max(much) < wanted.least:
        line = source.line(less[0].span.start)
        yield words.price_differs(wanted.span, also=less[0].span, least=wanted.least, taken=max(much), line=line)


def changes_of(you: int, way: Way) -> Iterator[Taken]:
    """What the body adds and subtracts."""
    for node in walk(way.body):
        if isinstance(node, core.Assign | core.AddTo) and (found := changed(node)):
            var, value, sign = found
            yield Taken(whose(var, you), value.value if isinstance(value, core.Const) else None, sign, node.span)


def wants(you: int, way: Way) -> Iterator[Wanted]:
    """What the guards want, and the picks out of a field."""
    for line in way.header:
        match line:
            case core.Needs(condition):
                yield from wanted_by(you, condition)
            case core.Pick(seq=core.Members(aggregate=core.Aggregate(var=var)), if_any=False):
                yield Wanted(whose(var, you), 1, line.span)
            case _:
                pass


def wanted_by(you: int, condition: core.Expr) -> Iterator[Wanted]:
    """What a condition wants of each field; of what it denies nothing."""
    match condition:
        case core.And(operands=operands) | core.Or(operands=operands):
            for operand in operands:
                yield from wanted_by(you, operand)
        case core.Not(core.Exists(condition=core.Not(inner))):  # every … satisfies
            yield from wanted_by(you, inner)
        case core.Compare(op="at-least" | "more-than" as op, left=core.Read(var=var), right=core.Const(value=least)):
            yield Wanted(whose(var, you), least + (op == "more-than"), condition.span)
        case _:
            pass


def whose(var: core.VarRef, you: int) -> core.VarRef:
    """The variable with any other local instead of those that its owners name, but for who chooses."""

    def any_local(node: object) -> object:
        return core.Get(ANY, node.type) if isinstance(node, core.Get) and node.local != you else node

    return rewritten(var, any_local)
