"""What in finished rules tells the values apart that are to be merged. Nothing: then play knows them by name only.

In: a core, and the types whose values change names. Out: diagnostics, each at the sentence that tells them apart. Each
form of the core is decided here; one that is not known is told. What is not certain tells them apart.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from attrs import frozen

from rulewright.language import core
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.effects import ref_of
from rulewright.language.facts.ranges import names_of, shape, type_of
from rulewright.language.merging.renaming import Renaming, type_name
from rulewright.language.messages import kinds_of_values as words
from rulewright.language.span import NOWHERE, Span
from rulewright.language.types import CountsT, KindT, Named, OptionalT, SeqT, SetT, Type, without_none
from rulewright.language.walking import children, walk

ALIKE: Final[tuple[type, ...]] = (
    *(core.Get, core.Read, core.Attr, core.CountOf, core.SameCounts, core.IsNone, core.Not, core.And, core.Or),
    *(core.Cases, core.Size, core.Sum, core.Exists, core.AllAre, core.Contains, core.Only, core.On, core.AskPiece),
    *(core.CallDefinition, core.IsOver, core.CanAct, core.Values, core.Listed, core.Pieces, core.Members),
    *(core.Viewers, core.Filter, core.Region, core.Groups, core.FlatMap, core.Mapped, core.Chain, core.Held),
    *(core.Aggregate, core.KindCounts, core.OneEach, core.Plus, core.Remember, core.Forget, core.ZoneRef, core.VarRef),
    *(core.PlaceRef, core.Let, core.Assign, core.AssignAll, core.AddTo, core.MovePiece, core.Draw, core.Roll),
    *(core.RollInto, core.Flip, core.SwapPlaces, core.Show, core.FinishProcedure, core.EndGame, core.PassZones),
    *(core.Passing, core.RunProcedure, core.If, core.Around, core.Repeat, core.RepeatTimes, core.With, core.OfferLine),
    *(core.Choose, core.ChooseAtOnce, core.Words, core.Pick, core.PickSeveral, core.Quoted, core.Needs),
    *(core.MustChange, core.MustLeave, core.Member, core.Action, core.Procedure, core.Definition, core.Scoring),
    *(core.Invariant, core.Clause),
)
"""Forms that know values by what they are equal to, and elements in no order: renamed they mean the same."""


@frozen
class Touched:
    """`types`: those whose values change names, with all that do; of these `names` are to be merged."""

    made: core.Core
    types: Mapping[Named, Collection[int]]
    names: str

    def type(self, type_: Type) -> bool:
        """Whether values of a type change."""
        while isinstance(type_, OptionalT | SetT | CountsT | SeqT):
            type_ = type_.of
        return isinstance(type_, Named) and type_ in self.types

    def local(self, number: int) -> bool:
        """Whether what a local holds changes."""
        return self.type(self.made.locals[number].type)

    def zone(self, number: int) -> bool:
        """Whether the kinds in a zone change."""
        return KindT(self.made.components[self.made.zones[number].component].name) in self.types

    def any(self, *exprs: core.Expr) -> bool:
        """Whether one of these has values that change."""
        return any(self.type(type_of(each)) for each in exprs)


def touched(made: core.Core, types: Sequence[Named], swaps: Sequence[Renaming]) -> Touched:
    """What merging these types touches, by all exchanges of two values."""
    changed = dict[Named, set[int]]()
    for type_, become in (pair for swap in swaps for pair in swap.of.items()):
        changed.setdefault(type_, set()).update(value for value, goes in enumerate(become) if goes != value)
    return Touched(made, changed, " and ".join(map(type_name, types)))


def everything(made: core.Core) -> tuple[object, ...]:
    """All sentences, definitions and conditions."""
    starts = tuple(each.starts for each in made.variables if each.starts is not None)
    told = (made.definitions, made.procedures, made.actions, made.setup, made.play, made.scoring, made.invariants)
    return (*starts, *told)


def told_apart(known: Touched) -> Iterator[Diagnostic]:
    """Everything that tells the values of these types apart."""
    yield from _looked(known, everything(known.made), NOWHERE, _shuffled_away(known.made))


def _looked(known: Touched, node: object, span: Span, unseen: Collection[int]) -> Iterator[Diagnostic]:
    """What tells them apart in a node, or below it; `span` is the nearest place around it, `unseen` are sentences whose
    order nobody sees."""
    own = getattr(node, "span", NOWHERE)
    here = span if own == NOWHERE else own
    if not isinstance(node, tuple) and (found := _decided(known, node, here, unseen)) is not None:
        yield found
    for child in node if isinstance(node, tuple) else children(node):
        yield from _looked(known, child, here, unseen)


def _decided(known: Touched, node: object, span: Span, unseen: Collection[int]) -> Diagnostic | None:
    """What is to be said against a node itself."""
    made, type_ = known.made, known.names
    match node:
        case core.Const(value, of):
            inner = without_none(of)
            if not isinstance(inner, Named) or value not in known.types.get(inner, ()):
                return None
            return words.named(span, type=type_, value=names_of(made, inner)[value])
        case core.Compare(op, left, right):
            apart = op in ("at-least", "more-than") and known.any(left, right)
        case core.Calc(_, left, right) | core.Numbers(left, right):
            apart = known.any(left, right)
        case (
            core.Total(value=value)
            | core.Extreme(value=value)
            | core.Outside(value=value)
            | core.AllAre("consecutive", value=value)
            | core.PackBoard(side=value)
        ):
            apart = known.any(value)
        case core.Best(keys=keys):
            apart = known.any(*(value for _, value in keys))
        case core.Lookup(table, indices, of):
            apart = known.any(*indices) or known.type(of)
            return words.by_table(span, type=type_, table=made.tables[table].name) if apart else None
        case core.TableList(table, indices):
            apart = known.any(*indices)
            return words.by_table(span, type=type_, table=made.list_tables[table].name) if apart else None
        case core.ByMember(of, members):
            return words.own_rules(span, type=type_, value=members[0].name) if known.any(of) else None
        case core.Shuffle(core.ZoneRef(zone)) | core.MoveSome(refills=core.ZoneRef(zone)) if _one_each(known, zone):
            return words.one_of_those_merged(span, type=type_, zone=made.zones[zone].name)
        case core.Shuffle():
            return None
        case core.ChangePiece(component=component):
            apart = KindT(made.components[component].name) in known.types
            return words.unread(span, type=type_, form="a piece becomes another one") if apart else None
        case core.Repeats():
            return words.in_a_memory(span, type=type_)
        case core.Note() | core.Noted():
            return words.on_pieces(span, type=type_)
        case core.First() | core.Last() | core.Item() | core.Beyond() | core.ForEach() | core.RotateLine():
            return words.by_order(span, type=type_) if _in_order(known, node) else None
        case core.MoveAll() | core.MoveSome():
            return words.by_order(span, type=type_) if id(node) not in unseen and _in_order(known, node) else None
        case _ if isinstance(node, ALIKE):
            return None
        case _:
            return words.unread(span, type=type_, form=type(node).__name__)
    return words.compared(span, type=type_) if apart else None


# ---- orders


def _in_order(known: Touched, node: object) -> bool:
    """Whether a form that takes elements one after the other takes values in the order of their declaration."""
    match node:
        case core.First(seq, type_) | core.Last(seq, type_) | core.Item(seq, _, type_):
            return ordered(known, seq, of_them=known.type(type_))
        case core.Beyond(_, seq, of):
            return ordered(known, seq, of_them=known.any(of))
        case core.ForEach(local, seq):
            return ordered(known, seq, of_them=known.local(local))
        case core.MoveAll(seq, to):
            return shape(known.made.zones[ref_of(to).zone].kind) == "ordered" and ordered(known, seq, of_them=True)
        case core.MoveSome(seq=seq):
            return ordered(known, seq, of_them=True)
        case core.RotateLine(seq=seq):
            return ordered(known, seq, of_them=False)
        case _:
            return False


def ordered(known: Touched, seq: core.Seq, *, of_them: bool) -> bool:
    """Whether the order of the elements may be that of such values; `of_them`: they are such values."""
    match seq:
        case core.Values() | core.Members():
            return of_them
        case core.Pieces(zone):
            return known.zone(zone.zone) and shape(known.made.zones[zone.zone].kind) == "counts"
        case core.Numbers() | core.Listed() | core.TableList() | core.Viewers():
            return False
        case core.Held(local):
            return known.local(local)
        case (
            core.Filter(_, inner)
            | core.Best(_, inner)
            | core.Beyond(_, inner)
            | core.Region(inner)
            | core.Groups(inner)
        ):
            return ordered(known, inner, of_them=of_them)
        case core.FlatMap(local, inner, body):
            return ordered(known, inner, of_them=known.local(local)) or ordered(known, body, of_them=of_them)
        case core.Mapped(local, inner):
            return ordered(known, inner, of_them=known.local(local))
        case core.Chain(seqs):
            return any(ordered(known, each, of_them=of_them) for each in seqs)


def _shuffled_away(made: core.Core) -> frozenset[int]:
    """Sentences that move pieces into a zone which the next one shuffles."""
    inside = (getattr(node, "body", ()) for node in walk(everything(made)))
    lines = (pair for body in (made.setup, made.play, *inside) if isinstance(body, tuple) for pair in pairwise(body))
    return frozenset(
        id(line)
        for line, behind in lines
        if isinstance(line, core.MoveAll) and isinstance(behind, core.Shuffle)
        if behind.zone == line.to and not behind.zone.owners
    )


def _one_each(known: Touched, zone: int) -> bool:
    """Whether there is one such zone for each value. While a zone waits to be shuffled its pieces lie in the order of
    their kinds, under all names: so it must be the same zone."""
    return any(map(known.type, known.made.zones[zone].owners))
