"""What is certain along straight code, and sentences that change nothing or fail because of it."""

from collections.abc import Callable, Iterator
from typing import Final, Generic, TypeVar

from attrs import Factory, field, frozen

from rulewright.language import core
from rulewright.language.checks.named_in_vain import one_zone
from rulewright.language.core_queries import ELEMENTS, Way, all_run_by, all_ways, binds, blocks_of, reads
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.effects import Origins, all_effects, changed_zones, nodes_in_play, origins, ref_of
from rulewright.language.facts.ranges import may_be_none
from rulewright.language.intervals import YES
from rulewright.language.messages import kinds_of_values as kind_words
from rulewright.language.messages import names as name_words
from rulewright.language.source import Source
from rulewright.language.span import Span
from rulewright.language.types import OptionalT, none_code
from rulewright.language.walking import children, walk

# ---- What is certainly so along straight code: a field has a value, a zone is empty, something is none
# One engine for all that follow sentences in their order. What is known of a field or local ends at each sentence that
# may change it, or whose it is, with all that the sentence runs; branches know what their condition says.


Ref = int | core.VarRef | core.ZoneRef
"""A local, or a variable or zone with its owners."""
K = TypeVar("K", bound=Ref)
V = TypeVar("V")


@frozen
class Changes:
    """What may be otherwise behind a sentence: locals, variables, zones, and of these those that something came to."""

    locals: frozenset[int]
    variables: frozenset[int]
    zones: frozenset[int]
    filled: frozenset[int]


@frozen
class Question(Generic[K, V]):
    """What is asked along straight code, each by what is known there. `told`: what is wrong with a sentence. `asked`:
    with a condition. `given`: what is known behind a sentence; `said`: where a condition holds. `header`: what is wrong
    with a header; it adds what is known behind it."""

    made: core.Core
    told: Callable[[core.Statement, dict[K, V]], Iterator[Diagnostic]]
    given: Callable[[core.Statement, dict[K, V]], dict[K, V]]
    asked: Callable[[core.Expr, Span, dict[K, V]], Iterator[Diagnostic]] = lambda *_: iter(())
    said: Callable[[core.Expr, Span], dict[K, V]] = lambda *_: {}
    header: Callable[[tuple[core.HeaderLine, ...], dict[K, V]], Iterator[Diagnostic]] = lambda *_: iter(())
    bound: Origins = field(
        init=False, default=Factory(lambda self: origins(self.made, nodes_in_play(self.made)), takes_self=True)
    )


def everywhere_along(of: Question[K, V]) -> Iterator[Diagnostic]:
    """What is wrong anywhere, once: of a family the members have lines in common."""
    yield from dict.fromkeys(found for way in all_ways(of.made) for found in _way(of, way))


def _way(of: Question[K, V], way: Way) -> Iterator[Diagnostic]:
    known: dict[K, V] = {}
    yield from of.header(way.header, known)
    yield from along(of, way.body, known)


def along(of: Question[K, V], body: tuple[core.Statement, ...], known: dict[K, V]) -> Iterator[Diagnostic]:
    """What is wrong with each sentence in turn; `known` is what is known before the first, and at last behind all."""
    for node in body:
        if isinstance(node, core.Loop | core.Choosing):
            forget(of, known, node)
        yield from of.told(node, known)
        if isinstance(node, core.If):
            yield from branches(of, node, known)
            continue
        for inner in blocks_of(node):
            yield from along(of, inner, dict(known))
        forget(of, known, node)
        known |= of.given(node, known)


def branches(of: Question[K, V], node: core.If, known: dict[K, V]) -> Iterator[Diagnostic]:
    """Each branch with what its condition says; behind them what the branches that go on leave."""
    before = dict(known)
    for condition, body in node.cases:
        yield from of.asked(condition, node.span, before)
        yield from along(of, body, before | of.said(condition, node.span))
        before |= of.said(core.Not(condition), node.span)
    yield from along(of, node.otherwise, dict(before))
    forget(of, known, node)
    if not node.otherwise and all(body and isinstance(body[-1], core.Leaving) for _, body in node.cases):
        known |= before


def forget(of: Question[K, V], known: dict[K, V], node: core.Statement) -> None:
    """End what is known of all that a sentence may change."""
    if known:
        done = changes(of, node)
        for ref in [ref for ref in known if is_stale(ref, done)]:
            del known[ref]


def changes(of: Question[K, V], node: core.Statement) -> Changes:
    """What a sentence may change, with all that it runs."""
    inside = all_run_by(of.made, node)
    done = [*all_effects(of.made, inside)]
    return Changes(
        frozenset(local for each in inside for local in bound_in(each)),
        frozenset(number for each in done for number in each.writes),
        frozenset[int]().union(*(changed_zones(of.made, of.bound, each) for each in done)),
        frozenset[int]().union(*(each.filled for each in done)),
    )


def bound_in(node: object) -> tuple[int, ...]:
    """The locals that one sentence binds or finds again."""
    match node:
        case core.MovePiece(piece=core.Get(local=local)):
            return (local,)
        case _:
            return binds(node)


def is_stale(ref: Ref, done: Changes) -> bool:
    """Whether a local, or a variable or zone or whose it is, may be otherwise."""
    if isinstance(ref, int):
        return ref in done.locals
    if isinstance(ref, core.ZoneRef) and ref.zone in done.filled:
        return True
    asked = [*walk(ref.owners)]
    variables = {each.variable for each in (ref, *asked) if isinstance(each, core.VarRef)}
    zones = {each.zone for each in asked if isinstance(each, core.ZoneRef)}
    places = any(isinstance(each, core.AskPiece | core.CallDefinition | core.CanAct | core.Noted) for each in asked)
    elsewhere = places or not (variables.isdisjoint(done.variables) and zones.isdisjoint(done.zones))
    return elsewhere or not reads(ref).isdisjoint(done.locals)


# ---- Sentences that take from a zone which a sentence before them has certainly emptied


Emptied = dict[core.ZoneRef, Span]
"""The zones that are empty, with the sentence that emptied them."""


def taking_from_emptied(made: core.Core, source: Source) -> Iterator[Diagnostic]:
    """Each such sentence."""

    def told(node: core.Statement, emptied: Emptied) -> Iterator[Diagnostic]:
        ref = one_zone(node.seq) if isinstance(node, core.MoveAll | core.MoveSome | core.Draw | core.ForEach) else None
        if ref is not None and ref in emptied:
            line, zone = source.line(emptied[ref].start), made.zones[ref.zone].name
            yield name_words.nothing_left(node.span, also=emptied[ref], line=line, zone=zone)

    def given(node: core.Statement, _: Emptied) -> Emptied:
        match node:
            case core.MoveAll(seq=core.Pieces(zone=ref), to=to) if (
                ref != ref_of(to) and not made.zones[ref.zone].refill
            ):
                return {ref: node.span}
            case _:
                return {}

    yield from everywhere_along(Question(made, told, given))


# ---- Sentences that set a field to the constant to which a sentence before them has certainly set it


AlreadySet = dict[core.VarRef, core.Assign]
"""The sentence that set each field."""


def set_twice(made: core.Core, source: Source) -> Iterator[Diagnostic]:
    """Each such sentence."""

    def told(node: core.Statement, already: AlreadySet) -> Iterator[Diagnostic]:
        before = already.get(node.var) if isinstance(node, core.Assign) else None
        if isinstance(node, core.Assign) and before is not None and before.value == node.value:
            line, name = source.line(before.span.start), made.variables[node.var.variable].name
            yield name_words.already_so(node.span, also=before.span, line=line, name=name)

    def given(node: core.Statement, _: AlreadySet) -> AlreadySet:
        return {node.var: node} if isinstance(node, core.Assign) and lasts(made, node) else {}

    yield from everywhere_along(Question(made, told, given))


def lasts(made: core.Core, node: core.Assign) -> bool:
    """Whether a field on the table has this constant afterwards; its owner is the same throughout the paragraph."""
    variable, owners = made.variables[node.var.variable], node.var.owners
    same = all(isinstance(each, core.Const | core.Get) for each in owners)
    return same and isinstance(node.value, core.Const) and variable.since is None and variable.lies_in is None


# ---- What is certainly none where something is needed: after `set x to none`, and where a condition says `x is none`
# Along straight code and into branches; whatever may change a field, or a call or decision, ends what is known of it.


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
        yield kind_words.certainly_none(span, what=what, line=source.line(since.start), also=since)


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
