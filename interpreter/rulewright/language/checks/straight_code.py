"""What is certain along straight code, and what changes nothing, fails or is asked in vain because of it."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, Generic, TypeVar

from attrs import Factory, field, frozen

from rulewright.language import core, effects
from rulewright.language.core_queries import ELEMENTS, Origin, all_ways, binds, blocks_of, reads, run_by
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.effects import Origins, all_effects, changed_zones, is_steady, one_zone, origins, ref_of
from rulewright.language.facts.ranges import component_of, may_be_none, shape
from rulewright.language.intervals import YES
from rulewright.language.messages import kinds_of_values as kind_words, names as name_words
from rulewright.language.source import Source
from rulewright.language.span import Span
from rulewright.language.types import OptionalT, each_of, none_code
from rulewright.language.walking import children, walk

# ---- What is certainly so along straight code: a field has a value, a zone is empty, something is none
# One engine for all that follow sentences in their order. What is known of a field or local ends at each sentence that
# may change it, or whose it is, with all that the sentence runs; branches know what their condition says.

Ref = int | core.VarRef | core.ZoneRef
"""A local, or a variable or zone with its owners."""
K = TypeVar("K", bound=Ref)
V = TypeVar("V")


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
        init=False, default=Factory(lambda self: origins(self.made, effects.nodes_in_play(self.made)), takes_self=True)
    )


def everywhere_along(of: Question[K, V]) -> Iterator[Diagnostic]:
    """What is wrong anywhere, once: of a family the members have lines in common."""
    wrong = dict[Diagnostic, None]()
    for way in all_ways(of.made):
        known: dict[K, V] = {}
        wrong |= dict.fromkeys(of.header(way.header, known))
        wrong |= dict.fromkeys(along(of, way.body, known))
    yield from wrong


def along(of: Question[K, V], body: tuple[core.Statement, ...], known: dict[K, V]) -> Iterator[Diagnostic]:
    """What is wrong with each sentence in turn; `known` is what is known before the first, and at last behind all."""
    for node in body:
        if isinstance(node, core.Loop | core.Choosing):
            forget(of, known, node)
        yield from of.told(node, known)
        if not isinstance(node, core.If):
            for inner in blocks_of(node):
                yield from along(of, inner, dict(known))
            forget(of, known, node)
            known |= of.given(node, known)
            continue
        # each branch with what its condition says; behind them what the branches that go on leave
        before = dict(known)
        for condition, inner in node.cases:
            yield from of.asked(condition, node.span, before)
            yield from along(of, inner, before | of.said(condition, node.span))
            before |= of.said(core.Not(condition), node.span)
        yield from along(of, node.otherwise, dict(before))
        forget(of, known, node)
        if not node.otherwise and all(inner and isinstance(inner[-1], core.Leaving) for _, inner in node.cases):
            known |= before


def forget(of: Question[K, V], known: dict[K, V], node: core.Statement) -> None:
    """End what is known of all that a sentence, with what it runs, may bind, find again or change, or whose it is."""
    if not known:
        return
    inside = [*walk(run_by(of.made, node))]
    done = all_effects(of.made, inside)
    moved = (each.piece for each in inside if isinstance(each, core.MovePiece))
    bound = {local for each in inside for local in binds(each)}
    bound |= {piece.local for piece in moved if isinstance(piece, core.Get)}
    filled, changed = done.filled, changed_zones(of.made, of.bound, done)

    def is_stale(ref: Ref) -> bool:
        if isinstance(ref, int):
            return ref in bound
        if isinstance(ref, core.ZoneRef) and ref.zone in filled:
            return True
        asked = [*walk(ref.owners)]
        variables = {each.variable for each in (ref, *asked) if isinstance(each, core.VarRef)}
        zones = {each.zone for each in asked if isinstance(each, core.ZoneRef)}
        places = any(isinstance(each, core.AskPiece | core.CallDefinition | core.CanAct | core.Noted) for each in asked)
        elsewhere = places or not (variables.isdisjoint(done.writes) and zones.isdisjoint(changed))
        return elsewhere or not reads(ref).isdisjoint(bound)

    for stale in [each for each in known if is_stale(each)]:
        del known[stale]


# ---- Sentences that take from a zone that is certainly empty, or set a field to the constant that it certainly is

Done = dict[core.ZoneRef | core.VarRef, core.MoveAll | core.Assign]
"""The sentence that has emptied each zone, or set each field."""


def done_before(made: core.Core, source: Source) -> Iterator[Diagnostic]:
    """Each such sentence."""

    def repeated(node: core.Statement, done: Done) -> Iterator[Diagnostic]:
        if isinstance(node, core.Assign):
            before = done.get(node.var)
            if isinstance(before, core.Assign) and before.value == node.value:
                line, name = source.line(before.span.start), made.variables[node.var.variable].name
                yield name_words.already_so(node.span, also=before.span, line=line, name=name)
        elif isinstance(node, core.MoveAll | core.MoveSome | core.Draw | core.ForEach):
            ref = one_zone(node.seq)
            if ref is not None and (emptied := done.get(ref)) is not None:
                line, zone = source.line(emptied.span.start), made.zones[ref.zone].name
                yield name_words.nothing_left(node.span, also=emptied.span, line=line, zone=zone)

    def given(node: core.Statement, _: Done) -> Done:
        match node:
            case core.MoveAll(seq=core.Pieces(zone=ref), to=to):
                return {} if ref == ref_of(to) or made.zones[ref.zone].refill else {ref: node}
            case core.Assign(var=var, value=core.Const()):
                # a field on the table, whose owner is the same throughout the paragraph
                variable = made.variables[var.variable]
                return {var: node} if is_steady(var) and variable.since is None and variable.lies_in is None else {}
            case _:
                return {}

    yield from everywhere_along(Question(made, repeated, given))


# ---- What is certainly none where something is needed: after `set x to none`, and where a condition says `x is none`
# Along straight code and into branches; whatever may change a field, or a call or decision, ends what is known of it.

Known = int | core.VarRef
"""A local or a variable, whatever type it is read with."""

Facts = dict[Known, Span]
LAZY: Final = ELEMENTS | core.Junction | core.Cases | core.CanAct
"""What need not ask all that is in it."""


def certain_nones(made: core.Core, source: Source) -> Iterator[Diagnostic]:
    """Each sentence that needs what is certainly none."""

    def needed(wanted: Iterable[core.Expr], span: Span, facts: Facts) -> Iterator[Diagnostic]:
        # the first of these that is certainly none, and what of it is known to be so, as the author may have written it
        missing = next((expr for expr in wanted if is_none(expr, facts)), None) if facts else None
        read = (each.local if isinstance(each, core.Get) else each for each in walk(missing))
        known = next((each for each in read if isinstance(each, Known) and each in facts), None)
        if known is None:
            return
        what = made.locals[known].name if isinstance(known, int) else made.variables[known.variable].name
        if isinstance(known, core.VarRef) and known.owners:
            only = known.owners[0]
            owner = made.locals[only.local].name if isinstance(only, core.Get) and len(known.owners) == 1 else None
            what = f"this {what}" if owner is None else f"your {what}" if owner == "you" else f"{owner}'s {what}"
        since = facts[known]
        yield kind_words.certainly_none(span, what=what, line=source.line(since.start), also=since)

    def told(node: core.Statement, facts: Facts) -> Iterator[Diagnostic]:
        return needed(needs(made, node), node.span, facts)

    def asked(condition: core.Expr, span: Span, facts: Facts) -> Iterator[Diagnostic]:
        return needed(operands(condition), span, facts)

    def given(node: core.Statement, facts: Facts) -> Facts:
        return {node.var: node.span} if isinstance(node, core.Assign) and is_none(node.value, facts) else {}

    def header(lines: tuple[core.HeaderLine, ...], facts: Facts) -> Iterator[Diagnostic]:
        for line in (each for each in lines if isinstance(each, core.Needs)):
            yield from asked(line.condition, line.span, facts)
            facts |= {} if line.if_you_can else facts_of(line.condition, line.span)

    yield from everywhere_along(Question(made, told, given, asked, facts_of, header))


def facts_of(condition: core.Expr, span: Span, *, holds: bool = True) -> Facts:
    """What is none where a condition holds, or does not."""
    match condition:
        case core.IsNone(of=(core.Get(local=known) | core.Read(var=known)) as of) if holds and may_be_none(of):
            return {known: span}
        case core.Not():
            return facts_of(condition.operand, span, holds=not holds)
        case core.Junction(word, operands) if (word == "and") == holds:
            return {one: at for part in operands for one, at in facts_of(part, span, holds=holds).items()}
        case _:
            return {}


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
        case core.MovePiece() | core.Flip():
            yield node.piece
        case core.MoveSome() | core.RepeatTimes():
            yield node.number
            yield from operands(node.number)
        case core.PassZones(passings=ways):
            refs = (ref for way in ways if way.when == YES for ref in (way.source, way.to))
            yield from (owner for ref in refs for owner in ref.owners)
        case core.With():
            yield node.who
        case core.Let() | core.RunProcedure():
            yield from operands(node)
        case _:
            pass
    if isinstance(node, core.Moving):
        yield from ref_of(node.to).owners
        if isinstance(node.to, core.PlaceRef):
            yield node.to.place


def operands(node: object) -> Iterator[core.Expr]:
    """The operands of the arithmetic that is done in any case."""
    if isinstance(node, core.Calc):
        yield from (node.left, node.right)
    if not isinstance(node, LAZY):
        for child in children(node):
            yield from operands(child)


# ---- Where found pieces lie: what a block asks after it has emptied or shuffled the zone in which a piece was found
# A piece that moves is found again where it went.

ELSEWHERE: Final = {"owner": "with_owner", "face-up": "faced", "face-down": "faced"}
# What is lost with a piece's place; every other question of it asks for the face.
LOST: Final = {"owner": "owner", "holder": "holder", "lies-in": "place", "past": "place"}


@frozen
class Loss:
    """Since this sentence it is not known where a piece lies; `to`: the zone into which all was moved."""

    span: Span
    to: int | None


Lying = dict[int, core.ZoneRef | Loss | None]
"""Of locals the zone in which they were found, or since when that is not known; None where they may lie anywhere."""


def lost_places(made: core.Core, source: Source) -> Iterator[Diagnostic]:
    """Questions of where a piece lies that come too late."""

    def told(node: core.Statement, lying: Lying) -> Iterator[Diagnostic]:
        # what a sentence asks of a piece whose place is lost; its blocks are looked at by themselves
        if not any(isinstance(where, Loss) for where in lying.values()):
            return
        skipped = {id(each) for each in walk(blocks_of(node))}
        for each in walk(node):
            if not (isinstance(each, core.AskPiece) and isinstance(each.of, core.Get)) or id(each) in skipped:
                continue
            loss, piece = lying.get(each.of.local), made.locals[each.of.local]
            if not isinstance(loss, Loss):
                continue
            # one of a kind is found wherever it lies, but there it may have no such thing
            component, zone = component_of(made, each_of(piece.type)), None if loss.to is None else made.zones[loss.to]
            copies = (1,) if component is None else made.components[component].copies
            lacking = zone and each.question in ELSEWHERE and not getattr(zone, ELSEWHERE[each.question])
            if lacking or 1 not in copies:
                line, done = source.line(loss.span.start), "shuffled" if zone is None else "emptied"
                lost, also = LOST.get(each.question, "face"), loss.span
                yield kind_words.place_unknown(each.span, piece=piece.name, line=line, done=done, lost=lost, also=also)
                return

    def bound_by(local: int, source: Origin) -> Lying:
        # to a piece of one zone with an order, whose owners stay the same, or to something else
        ref = one_zone(source)
        ordered = ref is not None and shape(made.zones[ref.zone].kind) != "counts" and is_steady(ref)
        return {local: ref if made.locals[local].piece and ordered else None}

    def given(node: core.Statement, lying: Lying) -> Lying:
        # what was lost may be found again: what comes to where owners or faces are known may be that
        refound: Lying = {local: None for local, where in lying.items() if isinstance(where, Loss)}
        emptied = list[tuple[core.ZoneRef, int | None]]()
        match node:
            case core.Let():
                return bound_by(node.local, node.value)
            case core.MovePiece() | core.MoveAll() | core.MoveSome():
                to = ref_of(node.to).zone
                refound = refound if made.zones[to].with_owner or made.zones[to].faced else {}
                if isinstance(node, core.MoveAll) and isinstance(node.seq, core.Pieces) and node.seq.zone.zone != to:
                    emptied = [(node.seq.zone, to)]
            case core.PassZones(passings=ways):
                emptied = [(way.source, way.to.zone) for way in ways]
            case core.Shuffle():
                refound, emptied = {}, [(node.zone, None)]
            case core.RunProcedure() | core.Choose() | core.ChooseAtOnce():
                pass
            case _:
                return {}
        lost = {local: Loss(node.span, to) for ref, to in emptied for local, where in lying.items() if where == ref}
        return refound | lost

    def header(lines: tuple[core.HeaderLine, ...], lying: Lying) -> Iterator[Diagnostic]:
        for line in lines:
            if isinstance(line, core.Pick | core.Let):
                lying |= bound_by(line.local, line.seq if isinstance(line, core.Pick) else line.value)
        return iter(())

    yield from everywhere_along(Question(made, told, given, header=header))
