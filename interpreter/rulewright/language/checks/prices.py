"""Prices that do not fit: a guard asks for more of a field than its action takes, or for what the action only gives.

A suspicion, for a rule may want some to be left over, or reward who has some.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import Final

from attrs import evolve, frozen

from rulewright.language import core
from rulewright.language.calls import Way, ways
from rulewright.language.checks.expression_values import Outcomes, known
from rulewright.language.checks.idle_picks import changed
from rulewright.language.checks.zone_contents import Contents
from rulewright.language.constant_folding import number
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.facts.ranges import range_of
from rulewright.language.messages import flow as words
from rulewright.language.source import Source
from rulewright.language.span import Span
from rulewright.language.types import each_of
from rulewright.language.walking import rewritten, walk

ANY: Final = -1
MOST_PICKED: Final = 1_000


@frozen
class Wanted:
    """At least so much of a variable must be there, and so many `more`."""

    var: core.VarRef
    least: core.Expr
    more: int
    span: Span


@frozen
class Taken:
    """So much of a variable is taken, or with another `sign` given; None: not a number alone."""

    var: core.VarRef
    much: core.Expr | None
    sign: int
    span: Span


def prices(of: Contents, source: Source) -> Iterator[Diagnostic]:
    """Each such guard or pick."""
    made = of.made
    for action in made.actions:
        for way in ways(action):
            changes = list(changes_of(action.you, way))
            for wanted in wants(made, action.you, way):
                taken = [each for each in changes if each.var == wanted.var]
                yield from unfit(of, wanted, taken, source)


def unfit(of: Contents, wanted: Wanted, taken: Sequence[Taken], source: Source) -> Iterator[Diagnostic]:
    """What is wrong with this price."""
    less = [each for each in taken if each.sign < 0]
    if taken and not less:
        yield words.price_given(wanted.span, also=taken[0].span, line=source.line(taken[0].span.start))
    found = amounts(of.types, wanted.least, [each.much for each in less]) if less else None
    pairs = [(least + wanted.more, much) for least, much in found or ()]
    odd = next(((least, much) for least, much in pairs if much < least), None)
    if odd is not None and all(much <= least for least, much in pairs):
        line = source.line(less[0].span.start)
        yield words.price_differs(wanted.span, also=less[0].span, least=odd[0], taken=odd[1], line=line)


def changes_of(you: int, way: Way) -> Iterator[Taken]:
    """What the body adds and subtracts."""
    for node in walk(way.body):
        if isinstance(node, core.Assign | core.AddTo) and (found := changed(node)):
            var, value, sign = found
            yield Taken(whose(var, you), value if isinstance(value, core.Expr) else None, sign, node.span)


def wants(made: core.Core, you: int, way: Way) -> Iterator[Wanted]:
    """What the guards want, and the picks out of a field."""
    for line in way.header:
        match line:
            case core.Needs(condition):
                for each in wanted_by(made, you, condition):
                    yield each if line.span.start <= each.span.start < line.span.end else evolve(each, span=line.span)
            case core.Pick(seq=core.Members(aggregate=core.Aggregate(var=var)), if_any=False):
                yield Wanted(whose(var, you), number(1), 0, line.span)
            case _:
                pass


def wanted_by(made: core.Core, you: int, condition: core.Expr) -> Iterator[Wanted]:
    """What a condition wants of each field, definitions looked through; of what it denies nothing."""
    match condition:
        case core.CallDefinition() if (meant := settled(made, condition)) is not condition:
            yield from wanted_by(made, you, meant)
        case core.And(operands=operands) | core.Or(operands=operands):
            for operand in operands:
                yield from wanted_by(made, you, operand)
        case core.Not(core.Exists(condition=core.Not(inner))):  # every … satisfies
            yield from wanted_by(made, you, inner)
        case core.Compare(op="at-least" | "more-than" as op, left=left, right=right):
            match settled(made, left):
                case core.Read(var=var):
                    yield Wanted(whose(var, you), right, int(op == "more-than"), condition.span)
                case _:
                    pass
        case _:
            pass


def settled(made: core.Core, expr: core.Expr) -> core.Expr:
    """An expression, or what the definition means that it asks."""
    if not isinstance(expr, core.CallDefinition) or made.definitions[expr.definition].lets:
        return expr
    definition = made.definitions[expr.definition]
    given = dict(zip(definition.params, expr.args, strict=True))

    def put_in(node: object) -> object:
        return given.get(node.local, node) if isinstance(node, core.Get) else node

    return settled(made, rewritten(definition.result, put_in))


def amounts(types: Outcomes, wanted: core.Expr, taken: Sequence[core.Expr | None]) -> list[tuple[int, int]] | None:
    """For whatever is picked how much is wanted, and how much is taken at most; None where that depends on more."""
    locals_ = {node.local for node in walk((wanted, *taken)) if isinstance(node, core.Get)}
    ranges = {local: range_of(types.made, each_of(types.made.locals[local].type)) for local in locals_}
    if prod(each.extent for each in ranges.values()) > MOST_PICKED:
        return None
    found: list[tuple[int, int]] = []
    for values in product(*(range(each.low, each.high + 1) for each in ranges.values())):
        here = dict(zip(ranges, values, strict=True))
        least, most = known(types, wanted, here), [None if each is None else known(types, each, here) for each in taken]
        sure = [each for each in most if each is not None]
        if least is None or len(sure) < len(most):
            return None
        found.append((least, max(sure)))
    return found


def whose(var: core.VarRef, you: int) -> core.VarRef:
    """The variable with any other local instead of those that its owners name, but for who chooses."""

    def any_local(node: object) -> object:
        return core.Get(ANY, node.type) if isinstance(node, core.Get) and node.local != you else node

    return rewritten(var, any_local)
