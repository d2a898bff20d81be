"""What in finished rules tells the values apart that are to be merged. Nothing: then play knows them by name only.

In: a core and the exchanges of two values each that all renamings consist of. Out: diagnostics, each at the sentence
that tells them apart. Each form of the core is decided here; one that is not known is told.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

from attrs import frozen

from rulewright.language import core
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.facts.ranges import names_of, type_of
from rulewright.language.facts.room import shape
from rulewright.language.facts.whereabouts import ref_of
from rulewright.language.merging.ordering import (
    Touched,
    any_order,
    everything,
    of_one_kind,
    ordered,
    shuffled_away,
    touched,
)
from rulewright.language.merging.renaming import Renaming, exchanged, type_name
from rulewright.language.messages import merging as words
from rulewright.language.span import NOWHERE, Span
from rulewright.language.types import BOOL, Named, Scalar, without_none
from rulewright.language.walking import children, walk

ALIKE: Final[tuple[type, ...]] = (
    *(core.Get, core.Read, core.Attr, core.CountOf, core.SameCounts, core.IsNone, core.Not, core.And, core.Or),
    *(core.Cases, core.Size, core.Sum, core.Exists, core.AllAre, core.Contains, core.Only, core.On, core.AskPiece),
    *(core.CallDefinition, core.IsOver, core.CanAct, core.Values, core.Listed, core.Pieces, core.Members, core.Viewers),
    *(
        core.Filter,
        core.Region,
        core.Groups,
        core.FlatMap,
        core.Mapped,
        core.Chain,
        core.Held,
        core.Aggregate,
        core.KindCounts,
    ),
    *(core.OneEach, core.Plus),
    *(
        core.Remember,
        core.Forget,
        core.ZoneRef,
        core.VarRef,
        core.PlaceRef,
        core.Let,
        core.Assign,
        core.AssignAll,
        core.AddTo,
        core.MovePiece,
    ),
    *(core.Draw, core.Roll, core.RollInto, core.Flip, core.SwapPlaces, core.Show, core.FinishProcedure, core.EndGame),
    *(core.PassZones, core.Passing),
    *(core.RunProcedure, core.If, core.Around, core.Repeat, core.RepeatTimes, core.With, core.OfferLine, core.Choose),
    *(core.ChooseAtOnce, core.Words, core.Pick, core.PickSeveral, core.Quoted, core.Needs, core.MustChange),
    *(core.MustLeave, core.Member, core.Action, core.Procedure, core.Definition, core.Scoring, core.Invariant),
    core.Clause,
)
"""Forms that know values by what they are equal to, and elements in no order: renamed they mean the same."""


@frozen
class _Asked:
    """What is to be found out: `types` are those to be merged, `swaps` what all renamings consist of."""

    known: Touched
    types: Sequence[Named]
    swaps: Sequence[Renaming]
    unseen: frozenset[int]

    @property
    def made(self) -> core.Core:
        """The rules."""
        return self.known.made

    @property
    def name(self) -> str:
        """What is to be merged."""
        return " and ".join(map(type_name, self.types))

    def of(self, *exprs: core.Expr) -> bool:
        """Whether one of these has values that change."""
        return any(self.known.type(type_of(each)) for each in exprs)


def told_apart(made: core.Core, types: Sequence[Named], swaps: Sequence[Renaming]) -> Iterator[Diagnostic]:
    """Everything that tells the values of these types apart."""
    known = touched(made, frozenset(type_ for swap in swaps for type_ in swap.of))
    unseen = frozenset(id(line) for lines in _paragraphs(made) for line in shuffled_away(lines))
    asked = _Asked(known, types, swaps, unseen)
    for node in everything(made):
        yield from _looked(asked, node, getattr(node, "span", NOWHERE))


def _paragraphs(made: core.Core) -> Iterator[tuple[core.Statement, ...]]:
    """Sentences that stand one after the other."""
    yield made.setup
    yield made.play
    for node in walk(everything(made)):
        match node:
            case core.If(cases, otherwise):
                yield from (lines for _, lines in cases)
                yield otherwise
            case core.Procedure() | core.Action() | core.Member() | core.With():
                yield node.body
            case core.ForEach() | core.Around() | core.Repeat() | core.RepeatTimes():
                yield node.body
            case _:
                pass


def _looked(asked: _Asked, node: object, span: Span) -> Iterator[Diagnostic]:
    """What tells them apart in a node, or below it; `span` is the nearest place around it."""
    if isinstance(node, tuple):
        for each in node:
            yield from _looked(asked, each, span)
        return
    own = getattr(node, "span", NOWHERE)
    here = span if own == NOWHERE else own
    found = _decided(asked, node, here)
    if found is not None:
        yield found
    for child in children(node):
        yield from _looked(asked, child, here)


def _decided(asked: _Asked, node: object, span: Span) -> Diagnostic | None:
    """What is to be said against a node itself."""
    match node:
        case core.Const(value, type_):
            return _constant(asked, value, type_, span)
        case core.Compare(op, left, right):
            apart = op in ("at-least", "more-than") and asked.of(left, right)
            return words.compared(span, type=asked.name) if apart else None
        case core.Calc(_, left, right) | core.Numbers(left, right):
            return _no_numbers(asked, span, left, right)
        case core.Total(value=value) | core.Extreme(value=value) | core.Outside(value=value):
            return _no_numbers(asked, span, value)
        case core.AllAre("consecutive", value=value):
            return _no_numbers(asked, span, value)
        case core.Best(keys=keys):
            return _no_numbers(asked, span, *(value for _, value in keys))
        case core.Lookup() | core.TableList():
            return _table(asked, node, span)
        case core.ByMember(of, members):
            return words.own_rules(span, type=asked.name, value=members[0].name) if asked.of(of) else None
        case core.Shuffle(zone):
            return _shuffled(asked, zone.zone, span)
        case core.ChangePiece(component=component):
            return _changed(asked, component, span)
        case core.PackBoard(side=side):
            return _no_numbers(asked, span, side)
        case core.Repeats():
            return words.in_a_memory(span, type=asked.name)
        case core.Note() | core.Noted():
            return words.on_pieces(span, type=asked.name)
        case _ if (found := _in_order(asked, node)) is not None:
            return words.by_order(span, type=asked.name) if found else _refilled(asked, node, span)
        case _ if isinstance(node, ALIKE):
            return None
        case _:
            return words.unread(span, type=asked.name, form=type(node).__name__)


def _constant(asked: _Asked, value: int, type_: Scalar, span: Span) -> Diagnostic | None:
    """One value, meant by its name."""
    inner = without_none(type_)
    if not isinstance(inner, Named) or all(swap.value(type_, value) == value for swap in asked.swaps):
        return None
    return words.named(span, type=asked.name, value=names_of(asked.made, inner)[value])


def _no_numbers(asked: _Asked, span: Span, *exprs: core.Expr) -> Diagnostic | None:
    """Where values have an order, or are numbers."""
    return words.compared(span, type=asked.name) if asked.of(*exprs) else None


# ---- orders


def _in_order(asked: _Asked, node: object) -> bool | None:
    """Whether a form that takes elements one after the other takes values in the order of their declaration; None
    where it is no such form."""
    known = asked.known
    match node:
        case core.First(seq, type_) | core.Last(seq, type_) | core.Item(seq, _, type_):
            return ordered(known, seq, of_them=known.type(type_))
        case core.Beyond(_, seq, of):
            return ordered(known, seq, of_them=asked.of(of))
        case core.ForEach(local, seq):
            return ordered(known, seq, of_them=known.local(local)) and not any_order(asked.made, node)
        case core.MoveAll(seq, to):
            apart = _keeps_order(asked, to) and id(node) not in asked.unseen
            return apart and ordered(known, seq, of_them=True)
        case core.MoveSome(seq=seq):
            return ordered(known, seq, of_them=True) and not of_one_kind(seq)
        case core.RotateLine(seq=seq):
            return ordered(known, seq, of_them=False)
        case _:
            return None


def _keeps_order(asked: _Asked, to: core.Target) -> bool:
    return shape(asked.made.zones[ref_of(to).zone].kind) == "ordered"


# ---- pieces


def _refilled(asked: _Asked, node: object, span: Span) -> Diagnostic | None:
    """A pile that is shuffled before pieces are taken from it."""
    if isinstance(node, core.MoveSome) and node.refills is not None:
        return _shuffled(asked, node.refills.zone, span)
    return None


def _shuffled(asked: _Asked, zone: int, span: Span) -> Diagnostic | None:
    """While a zone waits to be shuffled its pieces lie in the order of their kinds, under all names: so it must be the
    same zone."""
    what = asked.made.zones[zone]
    owned = any(asked.known.type(owner) for owner in what.owners)
    return words.one_of_several(span, type=asked.name, zone=what.name) if owned else None


def _changed(asked: _Asked, component: int, span: Span) -> Diagnostic | None:
    """A piece becomes the kind that differs in one attribute only: that must be one kind."""
    what = asked.made.components[component]
    told = [tuple(each.table[kind] for each in what.attributes) for kind in range(len(what.kinds))]
    twice = [kind for kind, each in enumerate(told) if each in told[:kind]]
    return words.named(span, type=asked.name, value=what.kinds[twice[0]]) if twice else None


# ---- tables


def _table(asked: _Asked, node: core.Lookup | core.TableList, span: Span) -> Diagnostic | None:
    """A table is the same when values, and what is asked by them, change names; a list is never asked by them."""
    kinds = [type_of(index) for index in node.indices]
    of = BOOL if isinstance(node, core.TableList) else node.type
    if not any(map(asked.known.type, (*kinds, of))):
        return None
    for swap in asked.swaps:
        if isinstance(node, core.TableList) or not _same_table(asked, node, swap, kinds):
            tables = asked.made.list_tables if isinstance(node, core.TableList) else asked.made.tables
            _, (value, other) = exchanged(asked.made, asked.types, swap)
            return words.by_table(span, type=asked.name, table=tables[node.table].name, value=value, other=other)
    return None


def _same_table(asked: _Asked, node: core.Lookup, swap: Renaming, kinds: Sequence[Scalar]) -> bool:
    table = asked.made.tables[node.table]
    places = list(product(*(range(low, low + size) for low, size in zip(table.lows, table.shape, strict=True))))
    known = dict(zip(places, table.values, strict=True))
    for at, value in known.items():
        goes = tuple(swap.value(kind, index) for kind, index in zip(kinds, at, strict=True))
        if known.get(goes) != swap.value(node.type, value):
            return False
    return True
