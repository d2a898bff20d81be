"""Conditions that can never hold, or never fail, whatever happens: of guards, branches, loops, `where`, definitions.
And fields that are only ever set to what they are.

What stands before tells what is known: guards above, cases above, what stands left of an `and`. A condition that asks
what nothing sets is left to what is said of that field.
"""

from collections.abc import Iterator, Sequence

from rulewright.language import core
from rulewright.language.calls import members_of, questions
from rulewright.language.checks.named_in_vain import read_anywhere, set_anew
from rulewright.language.checks.outcomes import Outcomes, Seen, may, said
from rulewright.language.checks.possible import May
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.facts.ranges import names_of, range_of, type_of
from rulewright.language.messages import flow as words
from rulewright.language.messages import names as field_words
from rulewright.language.span import NOWHERE, Span
from rulewright.language.types import BoolT, NumberT, OptionalT, Scalar, Several, without_none
from rulewright.language.walking import walk
from rulewright.language.wording import listed


def certain_conditions(of: Outcomes) -> Iterator[Diagnostic]:
    """Each field that never changes, and each condition that always comes to the same."""
    yield from never_changing(of)
    made = of.made
    for node in walk((made.setup, made.play, made.procedures, made.actions)):
        if isinstance(node, core.IsOver):
            yield words.over_in_play(node.span)
    for node in of.contents.nodes:
        match node:
            case core.Action():
                for header in (node.header, *((*node.header, *each.header) for each in members_of(node))):
                    tests = [(line.condition, line.span) for line in header if isinstance(line, core.Needs)]
                    yield from in_order(of, tests, holds=True)
            case core.OfferLine(needs=lines):
                yield from in_order(of, [(line.condition, line.span) for line in lines], holds=True)
            case core.If(cases=cases):
                yield from in_order(of, [(test, NOWHERE) for test, _ in cases], holds=False)
            case core.Cases(cases=tests):
                yield from in_order(of, [(test, NOWHERE) for test, _ in tests], holds=False)
            case core.Repeat(until=until) | core.Around(until=until) if until is not None:
                yield from judged(of, until, {}, node.span)
            case core.Filter(condition=test):
                yield from judged(of, test, {}, NOWHERE)
            case _:
                pass


def never_changing(of: Outcomes) -> Iterator[Diagnostic]:
    """Each field that is asked, and set, but only ever to one value, the one with which the game begins."""
    read, written = read_anywhere(of.made, of.contents.nodes), set_anew(of.made, of.contents.nodes)
    for number, variable in enumerate(of.made.variables):
        found, type_ = of.variables.get(number, May()), variable.type
        if number in read & written and variable.answers is None and found.alone and not isinstance(type_, Several):
            value = told(of, type_, found) or ("yes" if found.range.low else "no")
            if isinstance(type_, OptionalT) or range_of(of.made, type_).extent > 1:
                yield field_words.never_changed(variable.span, name=variable.name, value=value)


def in_order(of: Outcomes, tests: Sequence[tuple[core.Expr, Span]], *, holds: bool) -> Iterator[Diagnostic]:
    """Conditions of which each is asked where all before it held, or did not."""
    seen: Seen = {}
    for test, span in tests:
        yield from judged(of, test, seen, span)
        further = said(of, test, seen, holds=holds)
        if further is None:
            return
        seen = further


def judged(of: Outcomes, expr: core.Expr, seen: Seen, span: Span) -> Iterator[Diagnostic]:
    """A condition that always comes to the same, or parts of it that do, where these are what decides."""
    found = outcome(of, expr, seen)
    match expr:
        case core.Const():
            return
        case core.And(operands=operands) | core.Or(operands=operands):
            inner = list(parts(of, operands, seen, span, holds=isinstance(expr, core.And)))
            yield from inner
            told = bool(inner)
        case core.Not(operand=core.And() | core.Or() as operand):
            yield from judged(of, operand, seen, span)
            return
        case _:
            told = False
    if found is not None and not told and not asks_unset(of, expr):
        yield from complaint(of, expr, seen, span, found=found)


def parts(
    of: Outcomes, operands: tuple[core.Expr, ...], seen: Seen, span: Span, *, holds: bool
) -> Iterator[Diagnostic]:
    """The operands, each where those before it held, or did not; whether a thing is there may be asked in any case."""
    for operand in operands:
        if not isinstance(operand, core.IsNone) and not (
            isinstance(operand, core.Not) and isinstance(operand.operand, core.IsNone)
        ):
            yield from judged(of, operand, seen, span)
        further = said(of, operand, seen, holds=holds)
        if further is None:
            return
        seen = further


def outcome(of: Outcomes, expr: core.Expr, seen: Seen) -> bool | None:
    """What a condition certainly comes to."""
    found = may(of, expr, seen)
    return bool(found.range.low) if found.some and found.range.extent == 1 else None


def asks_unset(of: Outcomes, expr: core.Expr) -> bool:
    """Whether a condition asks a field that nothing ever sets, or a zone into which nothing gets."""
    for node in questions(of.made, expr):
        if isinstance(node, core.VarRef) and node.variable not in of.written:
            return True
        if isinstance(node, core.ZoneRef) and not of.contents.zones[node.zone]:
            return True
    return False


def complaint(of: Outcomes, expr: core.Expr, seen: Seen, span: Span, *, found: bool) -> Iterator[Diagnostic]:
    """That it always holds, or never; of a comparison with what its sides can be."""
    inner = expr.operand if isinstance(expr, core.Not) else expr
    places = (getattr(node, "span", NOWHERE) for node in walk(expr))
    place = next((each for each in places if each != NOWHERE), span)
    if place == NOWHERE:
        return
    sides: list[str | None] = [None, None]
    if isinstance(inner, core.Compare):
        ordered = (inner.right, inner.left) if isinstance(inner.left, core.Const) else (inner.left, inner.right)
        sides = [told(of, type_of(side), may(of, side, seen)) for side in ordered]
    yield (words.always_holds if found else words.never_holds)(place, left=sides[0], right=sides[1])


def told(of: Outcomes, type_: Scalar, value: May) -> str | None:
    """The values that something can have, in words."""
    type_ = without_none(type_)
    low, high = value.range.low, value.range.high
    match type_:
        case BoolT():
            return None
        case NumberT():
            known = [] if not value.some else [str(low)] if low == high else [f"{low}..{high}"]
        case _:
            known = [listed(names_of(of.made, type_)[low : high + 1], most=4)] if value.some else []
    return " or ".join([*known, *(["none"] if value.none else [])]) or None
