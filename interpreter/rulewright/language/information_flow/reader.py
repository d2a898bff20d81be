"""Who may know something, and what is known at a point of the rules: of locals, parameters, by what conditions told.

A *term* is an expression whose value never changes and that is a player: a local, a constant, the left of a term. A
*label* is a set of conditions, all of which must be met: each names the terms who may know one thing that went in, and
what that is. Without conditions everybody may know it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Final, Literal

from attrs import define, evolve, field, frozen

from rulewright.language import core
from rulewright.language.facts.ranges import seat_of
from rulewright.language.span import NOWHERE, Span
from rulewright.language.types import PLAYER, Scalar, without_none
from rulewright.language.walking import rebuilt, walk

Term = core.Expr
What = Literal["zone", "face", "variable", "place", "pick"]


@frozen
class Cause:
    """What may be hidden: pieces of a zone, those face down in it, a variable, where a component's pieces lie, or what
    was picked in secret (the local).
    `question`: what is asked of it; `span`: where; `way`: the steps by which it comes in, the first first; `line`: the
    line of the header that asks it, where another asks whether that action is possible."""

    what: What
    index: int
    question: str | None = field(default=None, eq=False)
    span: Span = field(default=NOWHERE, eq=False, repr=False)
    way: tuple[str, ...] = field(default=(), eq=False)
    line: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen
class Condition:
    """Only these may know it. `lies`: because of the place where a piece lies, so that seeing the piece is enough."""

    who: frozenset[Term]
    cause: Cause
    lies: bool = False


Label = tuple[Condition, ...]
OPEN: Final[Label] = ()


@frozen
class Known:
    """Who may know of a value whether there is one (of a sequence, how many), what it is, and of a piece where it lies
    (in a zone without order only: in which zone). `sources`: the zones in which the piece may lie, None if unknown."""

    there: Label = OPEN
    what: Label = OPEN
    where: Label = OPEN
    sources: tuple[core.ZoneRef, ...] | None = None


PUBLIC: Final = Known()


def meet(*labels: Label) -> Label:
    """Who may know all of these."""
    found = [label for label in labels if label]
    if len(found) < 2:
        return found[0] if found else OPEN
    return tuple(dict.fromkeys(condition for label in found for condition in label))


def settled(label: Label) -> Label:
    """The label of something that is no longer a piece: looking at one does not tell it."""
    return tuple(evolve(each, lies=False) if each.lies else each for each in label)


def widened(label: Label, who: frozenset[Term] | None, *, lying: bool = True) -> Label:
    """The label where these, too, may know it (None: everybody); with `lying` only what depends on the place."""
    if who is None:
        return tuple(each for each in label if lying and not each.lies)
    return tuple(evolve(each, who=each.who | who) if each.lies or not lying else each for each in label)


def through(found: Known, change: Callable[[Label], Label]) -> Known:
    """The same with each of its labels changed."""
    return evolve(found, there=change(found.there), what=change(found.what), where=change(found.where))


def traced(label: Label, *, question: str | None = None, step: tuple[str, ...] = (), line: Span = NOWHERE) -> Label:
    """The label of what has come in by one more step. What is asked, and the line that asks it, stay the first."""
    found = []
    for each in label:
        cause = each.cause
        first = line if cause.line == NOWHERE else cause.line
        cause = evolve(cause, question=cause.question or question, way=(*cause.way, *step), line=first)
        found.append(evolve(each, cause=cause))
    return tuple(found)


def hidden_from(label: Label, seats: Iterable[Term]) -> Cause | None:
    """The first thing that somebody, called by all these terms, may not know."""
    own = frozenset(seats)
    return next((each.cause for each in label if own.isdisjoint(each.who)), None)


def limited(found: Known, label: Label) -> Known:
    """Elements chosen by something that only these know."""
    return through(found, lambda own: meet(own, label)) if label else found


def together(parts: Sequence[Known]) -> Known:
    """Several parts, one after the other, or one of several; of unknown zones if one of them is."""
    there, what = meet(*(part.there for part in parts)), meet(*(part.what for part in parts))
    zones = [part.sources for part in parts if part.sources is not None]
    whole = tuple(dict.fromkeys(ref for refs in zones for ref in refs)) if parts and len(zones) == len(parts) else None
    return Known(there, what, meet(*(part.where for part in parts)), whole)


# ---- What is known at a point of the rules: of locals, by what conditions told, and after what a tried body changed
# Everything that a `Reader` holds is either put back by whoever changes it (`facts`, `same`, `under`), or of locals
# that have one binder each.


@frozen
class Same:
    """Two players are one, or with `apart` not one."""

    left: Term
    right: Term
    apart: bool = False


@frozen
class Seen:
    """A piece is seen by this player (None: by everybody) where it lies; `faced`: if it lies in a zone with faces."""

    piece: core.Expr
    who: Term | None
    faced: bool = False


@frozen
class HeldBy:
    """A piece lies in a zone of this player, who is this one of the owners."""

    piece: core.Expr
    who: Term
    dimension: int


@frozen
class LiesIn:
    """A piece lies in one of these zones, or in none of them."""

    piece: core.Expr
    refs: tuple[core.ZoneRef, ...]
    inside: bool


Fact = Same | Seen | HeldBy | LiesIn

Moved = Literal["entered", "left", "turned"]


@define
class Changed:
    """What a body that is tried has put where: who may know what lies in a zone, its shape (how many pieces, on which
    places, which face), and a variable; on what it depends that it has ended the game, that it was left (`gone`), and
    that there is a fault. `moved`: zones that something came into, went out of, or was moved around in. `version` grows
    with all of it."""

    contents: dict[int, Label] = field(factory=dict)
    shapes: dict[int, Label] = field(factory=dict)
    variables: dict[int, Label] = field(factory=dict)
    moved: set[tuple[Moved, int]] = field(factory=set)
    ended: Label = OPEN
    gone: Label = OPEN
    fault: Label = OPEN
    version: int = 0


@frozen
class Each:
    """A quantifier at work: its local, the first element, and what is so of every element that it has gone past."""

    local: int
    first: core.Expr
    passed: tuple[Fact, ...]


@define
class Reader:
    """`down`: the zones in which pieces may lie face down; `line`: the line of a place in the text; `can_act` reads
    what `you can A` asks. `same`: what a local stands for, `kept`: as which sequence; `risk`: what the faults of
    expressions depend on, until it is emptied; `under`: on what it depends whether the expression at hand is asked at
    all; `asking`: the actions whose headers are being read; `each`: the quantifiers around the expression at hand;
    `carried`: what was put into the variables that are kept."""

    made: core.Core
    down: frozenset[int]
    line: Callable[[int], int]
    can_act: Callable[["Reader", core.CanAct], Label]
    locals: dict[int, Known] = field(factory=dict)
    same: dict[int, core.Expr] = field(factory=dict)
    kept: dict[int, core.Seq] = field(factory=dict)
    facts: tuple[Fact, ...] = ()
    changed: Changed | None = None
    risk: Label = OPEN
    under: Label = OPEN
    asking: tuple[int, ...] = ()
    each: tuple["Each", ...] = ()
    carried: dict[int, Label] = field(factory=dict)

    @contextmanager
    def knowing(self, facts: tuple[Fact, ...], under: Label = OPEN) -> Iterator[None]:
        """Within, these facts hold, and what is asked is asked only depending on this."""
        kept = self.facts, self.under
        self.facts, self.under = (*self.facts, *facts), meet(self.under, under)
        yield
        self.facts, self.under = kept

    def endanger(self, label: Label) -> None:
        """A fault depends on this."""
        self.risk = meet(self.risk, label, self.under)


def bind(reader: Reader, local: int, known: Known, stands_for: core.Expr | None = None) -> None:
    """A local with what is known of it, and the expression for which it stands."""
    reader.locals[local] = known
    if stands_for is None:
        reader.same.pop(local, None)
    else:
        reader.same[local] = canonical(reader, stands_for)


def steady(reader: Reader) -> None:
    """Something changes: forget what was told of the state, keep what was told of locals."""
    if reader.facts:
        reader.facts = lasting(reader.facts)


def loosen(reader: Reader) -> None:
    """From here on something changes: locals no longer stand for what they were made from."""
    steady(reader)
    reader.same = {local: expr for local, expr in reader.same.items() if is_firm(expr)}
    reader.kept = {}


def lasting(facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """Those of the facts that stay true whatever changes."""
    return tuple(
        fact
        for fact in facts
        if is_firm((fact.piece, *(ref.owners for ref in fact.refs)) if isinstance(fact, LiesIn) else fact)
    )


READS = core.VarRef | core.ZoneRef | core.AskPiece | core.Noted | core.CallDefinition | core.CanAct | core.Viewers


def is_firm(expr: object) -> bool:
    """Whether an expression reads nothing that changes."""
    return not any(isinstance(node, READS) for node in walk(expr))


def canonical(reader: Reader, expr: core.Expr) -> core.Expr:
    """The expression in the one way in which it is compared: locals replaced by what they stand for."""
    match expr:
        case core.Get(local=local):
            type_ = reader.made.locals[local].type
            return reader.same.get(local) or evolve(expr, type=type_)  # type: ignore[arg-type] # it is no sequence
        case core.Const(value=value):
            return core.Const(value, PLAYER) if without_none(expr.type) == PLAYER else expr
        case core.OneOf(seq=core.Values(), which="first"):
            return core.Const(0, expr.type)
        case core.OneOf(seq=core.Values(number=number), which="last"):
            return core.Const(number - 1, expr.type)
        case core.Lookup(table=table, indices=(index,)):
            # the left of a player's left is, of two, that player
            at, values = canonical(reader, index), reader.made.tables[table].values
            match at:
                case core.Lookup(table=inner, indices=(within,)) if expr.type == at.type:
                    first = reader.made.tables[inner].values
                    if all(0 <= to < len(values) and values[to] == seat for seat, to in enumerate(first)):
                        return within
                case core.Const(value=value) if 0 <= value < len(values) and expr.type == PLAYER:
                    return core.Const(values[value], PLAYER)
                case _:
                    pass
            return evolve(expr, indices=(at,))
        case core.OneOf() | core.On():
            return rebuilt(evolve(expr, type=without_none(expr.type)), partial(canonical, reader))
        case _:
            return rebuilt(expr, partial(canonical, reader))


def terms(reader: Reader, expr: core.Expr) -> frozenset[Term]:
    """All by which a player is known here."""
    found = {canonical(reader, expr)}
    pairs = [{fact.left, fact.right} for fact in reader.facts if isinstance(fact, Same) and not fact.apart]
    while linked := [pair for pair in pairs if found & pair and pair - found]:
        found.update(*linked)
    return frozenset(found)


def everybody_else(reader: Reader, expr: core.Expr) -> frozenset[Term]:
    """All by which somebody is known here who is certainly not this player."""
    own, seats = terms(reader, expr), range(reader.made.players)
    # the tables that lead every player to another one, as left and right do
    tables = [(at, table.values) for at, table in enumerate(reader.made.tables) if table.shape == (len(seats),)]
    steps = [at for at, values in tables if all(to in seats and to != seat for seat, to in enumerate(values))]
    found: set[Term] = {core.Lookup(step, (term,), PLAYER) for step in steps for term in own}
    for fact in reader.facts:
        if isinstance(fact, Same) and fact.apart:
            pair = ((fact.left, fact.right), (fact.right, fact.left))
            found |= {each for one, other in pair if one in own for each in terms(reader, other)}
    for term in own:
        if isinstance(term, core.Lookup) and term.table in steps:
            found |= terms(reader, term.indices[0])
        elif isinstance(term, core.Const):
            found |= {core.Const(seat, PLAYER) for seat in seats if seat != term.value}
    return frozenset(found)


def seen_in(reader: Reader, ref: core.ZoneRef) -> Label:
    """Who sees the pieces of a zone."""
    zone = reader.made.zones[ref.zone]
    if zone.faced:
        return (Condition(frozenset(), Cause("face", ref.zone), lies=True),) if ref.zone in reader.down else OPEN
    return seers(reader, zone.audience, zone.owners, ref.owners, Cause("zone", ref.zone, span=ref.span))


def seers(
    reader: Reader, audience: core.Audience, types: tuple[Scalar, ...], owners: tuple[core.Expr, ...], cause: Cause
) -> Label:
    """Who sees a zone or variable of these owners."""
    if audience == "everyone":
        return OPEN
    seat = seat_of(types)
    if audience == "nobody" or seat is None:
        return (Condition(frozenset(), cause, lies=cause.what == "zone"),)
    if reader.made.players == 1 and audience == "owner":
        return OPEN
    who = (everybody_else if audience == "others" else terms)(reader, owners[seat])
    return (Condition(who, cause, lies=cause.what == "zone"),)


def left_in(reader: Reader, what: Literal["contents", "shapes"], zones: Iterable[core.ZoneRef] | None) -> Label:
    """Who may know what a tried body has put into these zones (None: into all), or how many pieces and where."""
    if reader.changed is None:
        return OPEN
    labels: Mapping[int, Label] = getattr(reader.changed, what)
    return meet(*(labels.values() if zones is None else (labels.get(ref.zone, OPEN) for ref in zones)))


def move_local(reader: Reader, piece: core.Get, known_: Known) -> None:
    """The local goes with its piece; what was told of its place before is in what is known of it now."""
    reader.locals[piece.local] = known_
    names = (piece, canonical(reader, piece))
    reader.facts = tuple(fact for fact in reader.facts if isinstance(fact, Same) or fact.piece not in names)


# ---- What is known of arguments, said of the parameters that they are bound to

Arguments = tuple[tuple[Known, core.Expr | None], ...]
"""What is known of each parameter, and what it stands for."""
MOST_STEPS: Final = 8
"""Of so many steps, to the left or the next, a term is made that is handed over: what hands itself on never ends."""


def arguments(
    reader: Reader, params: tuple[int, ...], args: tuple[core.Expr, ...], given: list[Known], own: dict[Term, core.Expr]
) -> Arguments:
    """What parameters are bound to, in terms of themselves and of what `own` says."""
    stand_for: list[core.Expr | None] = []
    for param, arg in zip(params, args, strict=True):
        term = canonical(reader, arg)
        stand_for.append(carried(term, own) if is_firm(term) else None)
        if reader.made.locals[param].type == PLAYER and stand_for[-1] is None:
            for each in terms(reader, arg):
                own.setdefault(each, core.Get(param, PLAYER))
    found = list[tuple[Known, core.Expr | None]]()
    for one, expr in zip(given, stand_for, strict=True):
        sources: list[core.ZoneRef] | None = None if one.sources is None else []
        for ref in one.sources or ():
            owners = carried_all(ref.owners, own)
            sources = None if sources is None or owners is None else [*sources, evolve(ref, owners=owners)]
        known = through(one, lambda label: carried_label(label, own))
        found.append((evolve(known, sources=None if sources is None else tuple(sources)), expr))
    return tuple(found)


def carried(term: core.Expr, own: Mapping[Term, core.Expr]) -> core.Expr | None:
    """A term in other terms, None where that cannot be said."""
    if term in own or isinstance(term, core.Const):
        return own.get(term, term)
    if isinstance(term, core.Lookup) and sum(isinstance(each, core.Lookup) for each in walk(term)) <= MOST_STEPS:
        inner = carried_all(term.indices, own)
        return None if inner is None else evolve(term, indices=inner)
    return None


def carried_all(exprs: tuple[core.Expr, ...], own: Mapping[Term, core.Expr]) -> tuple[core.Expr, ...] | None:
    """All of them in other terms, None where one cannot be said."""
    found = tuple(term for term in (carried(expr, own) for expr in exprs) if term is not None)
    return found if len(found) == len(exprs) else None


def carried_label(label: Label, own: Mapping[Term, core.Expr]) -> Label:
    """A label, said of the parameters."""
    return tuple(evolve(each, who=frozenset(filter(None, (carried(term, own) for term in each.who)))) for each in label)
