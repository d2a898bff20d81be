"""What is certainly none where something is needed: after `set x to none`, and where a condition says `x is none`.

Along straight code and into branches; whatever may change a field, or a call or decision, ends what is known of it.
"""

from collections.abc import Iterator
from typing import Final

from rulewright.language import core
from rulewright.language.binding import ELEMENTS
from rulewright.language.checks.straight_code import Question, everywhere_along
from rulewright.language.constant_folding import YES
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.facts.ranges import may_be_none
from rulewright.language.facts.whereabouts import ref_of
from rulewright.language.messages import kinds_of_values as words
from rulewright.language.source import Source
from rulewright.language.span import Span
from rulewright.language.types import OptionalT, none_code
from rulewright.language.walking import children, walk

Known = int | core.VarRef
"""A local or a variable, whatever type it is read with."""

Facts = dict[Known, Span]
LAZY: Final = ELEMENTS | core.And | core.Or | core.Cases | core.CanAct
"""What need not ask all that is in it."""


def certain_nones(made: core.Core, source: Source) -> Iterator[Diagnostic]:
    """Each sentence that needs what is certainly none."""

    def told(node: core.Statement, facts: Facts) -> Iterator[Diagnostic]:
        yield from needed(made, source, facts, [*needs(made, node)], node.span)

    def asked(condition: core.Expr, span: Span, facts: Facts) -> Iterator[Diagnostic]:
        yield from needed(made, source, facts, [*operands(condition)], span)

    def given(node: core.Statement, facts: Facts) -> Facts:
        return {node.var: node.span} if isinstance(node, core.Assign) and is_none(node.value, facts) else {}

    def header(lines: tuple[core.HeaderLine, ...], facts: Facts) -> Iterator[Diagnostic]:
        for line in lines:
            if isinstance(line, core.Needs):
                yield from asked(line.condition, line.span, facts)
                facts |= {} if line.if_you_can else said(line.condition, line.span)

    yield from everywhere_along(Question(made, told, given, asked, said, header))


def said(condition: core.Expr, span: Span, *, holds: bool = True) -> Facts:
    """What is none where a condition holds, or does not."""
    match condition:
        case core.IsNone(of=(core.Get(local=known) | core.Read(var=known)) as of) if holds and may_be_none(of):
            return {known: span}
        case core.Not():
            return said(condition.operand, span, holds=not holds)
        case core.And() if holds:
            return {one: at for part in condition.operands for one, at in said(part, span, holds=True).items()}
        case core.Or() if not holds:
            return {one: at for part in condition.operands for one, at in said(part, span, holds=False).items()}
        case _:
            return {}


# ---- where something is needed


def is_none(expr: core.Expr, facts: Facts) -> bool:
    """Whether an expression is certainly none."""
    match expr:
        case core.Get():
            return expr.local in facts
        case core.Const(type=OptionalT() as type_):
            return expr.value == none_code(type_)
        case core.Read():
            return expr.var in facts or any(is_none(owner, facts) for owner in expr.var.owners)
        case core.Attr():
            return is_none(expr.of, facts)
        case _:
            return False


def needed(made: core.Core, source: Source, facts: Facts, wanted: list[core.Expr], span: Span) -> Iterator[Diagnostic]:
    """The first of these that is certainly none, where something is known to be none."""
    missing = next((expr for expr in wanted if is_none(expr, facts)), None) if facts else None
    if missing is None:
        return
    read = (each.local if isinstance(each, core.Get) else each for each in walk(missing))
    known = next((each for each in read if isinstance(each, Known) and each in facts), None)
    if known is not None:
        what, since = name_of(made, known), facts[known]
        yield words.certainly_none(span, what=what, line=source.line(since.start), also=since)


def name_of(made: core.Core, known: Known) -> str:
    """A field or local as the author may have written it."""
    if isinstance(known, int):
        return made.locals[known].name
    name = made.variables[known.variable].name
    match known.owners:
        case ():
            return name
        case (core.Get(local=local),):
            owner = made.locals[local].name
            return f"your {name}" if owner == "you" else f"{owner}'s {name}"
        case _:
            return f"this {name}"


def needs(made: core.Core, node: core.Statement) -> Iterator[core.Expr]:
    """What a sentence needs to be something, conditions and blocks inside it aside."""
    match node:
        case core.Assign():
            if not isinstance(made.variables[node.var.variable].type, OptionalT):
                yield node.value
            yield from node.var.owners
            yield from operands(node.value)
        case core.AssignAll() | core.AddTo():
            yield from node.var.owners
        case core.MovePiece():
            yield node.piece
            yield from place(node.to)
        case core.MoveAll():
            yield from place(node.to)
        case core.MoveSome():
            yield node.number
            yield from operands(node.number)
            yield from place(node.to)
        case core.PassZones(passings=ways):
            yield from (
                owner for way in ways if way.when == YES for ref in (way.source, way.to) for owner in ref.owners
            )
        case core.Flip():
            yield node.piece
        case core.With():
            yield node.who
        case core.RepeatTimes():
            yield node.number
            yield from operands(node.number)
        case core.Let() | core.RunProcedure():
            yield from operands(node)
        case _:
            pass


def place(to: core.Target) -> Iterator[core.Expr]:
    """The owners and the place of a target."""
    yield from ref_of(to).owners
    if isinstance(to, core.PlaceRef):
        yield to.place


def operands(node: object) -> Iterator[core.Expr]:
    """The operands of the arithmetic that is done in any case."""
    if isinstance(node, core.Calc):
        yield from (node.left, node.right)
    if not isinstance(node, LAZY):
        for child in children(node):
            yield from operands(child)
