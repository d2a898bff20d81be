"""Which sequences have an order that is that of declared values which are to be merged: nobody may ask for it.

In: a core, the types whose values change names, a sequence. Out: yes or no. What is not certain has such an order.
"""

from collections.abc import Collection, Iterator
from itertools import chain

from attrs import frozen

from rulewright.language import core
from rulewright.language.binding import bindings
from rulewright.language.facts.ranges import value_range
from rulewright.language.facts.room import shape
from rulewright.language.facts.whereabouts import knows_where, ref_of, zones_of
from rulewright.language.types import CountsT, KindT, Named, OptionalT, SeqT, SetT, Type
from rulewright.language.walking import walk


@frozen
class Touched:
    """`types`: those whose values change names; `orders`: locals that hold sequences in the order of such values."""

    made: core.Core
    types: Collection[Named]
    orders: frozenset[int] = frozenset()

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


def touched(made: core.Core, types: Collection[Named]) -> Touched:
    """What these types touch."""
    bound = [pair for node in walk(everything(made)) for pair in bindings(made, node)]
    known = Touched(made, types)
    while True:
        orders = {
            local
            for local, origin in bound
            if isinstance(type_ := made.locals[local].type, SeqT) and isinstance(origin, core.Seq)
            if ordered(known, origin, of_them=known.type(type_.of))
        }
        if orders <= known.orders:
            return known
        known = Touched(made, types, known.orders | orders)


def everything(made: core.Core) -> tuple[object, ...]:
    """All sentences, definitions and conditions."""
    starts = tuple(each.starts for each in made.variables if each.starts is not None)
    told = (made.definitions, made.procedures, made.actions, made.setup, made.play, made.scoring, made.invariants)
    return (*starts, *told)


def ordered(known: Touched, seq: core.Seq, *, of_them: bool) -> bool:
    """Whether the order of the elements is that of such values; `of_them`: they are such values."""
    made = known.made
    match seq:
        case core.Values() | core.Members():
            return of_them
        case core.Pieces(zone):
            return known.zone(zone.zone) and shape(made.zones[zone.zone].kind) == "counts"
        case core.Numbers() | core.Listed() | core.TableList() | core.Viewers():
            return False
        case core.Held(local):
            return local in known.orders
        case core.Filter(_, inner) | core.Best(_, inner) | core.Beyond(_, inner) | core.Region(inner):
            return ordered(known, inner, of_them=of_them)
        case core.FlatMap(local, inner, body):
            return ordered(known, inner, of_them=known.local(local)) or ordered(known, body, of_them=of_them)
        case core.Mapped(local, inner):
            return ordered(known, inner, of_them=known.local(local))
        case core.Chain(seqs):
            return any(ordered(known, each, of_them=of_them) for each in seqs)


def of_one_kind(seq: core.Seq) -> bool:
    """Whether all elements are copies of one kind: `from your basket where it is c`."""
    match seq:
        case core.Filter(local, core.Pieces(), condition):
            parts = condition.operands if isinstance(condition, core.And) else (condition,)
            return any(_is_that_kind(part, local) for part in parts)
        case _:
            return False


def _is_that_kind(part: core.Expr, local: int) -> bool:
    match part:
        case core.Compare("is", core.Get(one, KindT()), other) | core.Compare("is", other, core.Get(one, KindT())):
            return one == local and not any(isinstance(each, core.Get) and each.local == local for each in walk(other))
        case _:
            return False


# ---- sentences that come to the same in any order


def shuffled_away(lines: tuple[core.Statement, ...]) -> Iterator[core.MoveAll]:
    """Sentences that move pieces into a zone which is shuffled before anybody can see their order."""
    for at, line in enumerate(lines):
        if isinstance(line, core.MoveAll):
            behind = next((each for each in lines[at + 1 :] if not _moves_there(each, line)), None)
            if isinstance(behind, core.Shuffle) and behind.zone == line.to and _stays(behind.zone):
                yield line


def _stays(ref: core.ZoneRef) -> bool:
    """Whether nothing that is moved can make it another zone."""
    return all(isinstance(owner, core.Get | core.Const) for owner in ref.owners)


def _moves_there(line: core.Statement, other: core.MoveAll) -> bool:
    """Whether a sentence does nothing but move pieces from elsewhere to the same zone."""
    if not isinstance(line, core.MoveAll) or line.to != other.to or not isinstance(other.to, core.ZoneRef):
        return False
    return not any(isinstance(each, core.Pieces) and each.zone.zone == other.to.zone for each in walk(line.seq))


@frozen
class _Body:
    """A loop: `own` are the variables that each pass sets for its own element alone, `shared` the variables and zones
    that all of them change."""

    made: core.Core
    local: int
    own: frozenset[int]
    shared: frozenset[int]
    zones: frozenset[int]


def any_order(made: core.Core, loop: core.ForEach) -> bool:
    """Whether a loop certainly comes to the same in whatever order it goes through its elements: what one pass changes
    no other one reads."""
    lines = tuple(_flat(loop.body))
    if not all(isinstance(line, core.Let | core.Assign | core.AddTo | core.MovePiece | core.MoveAll) for line in lines):
        return False
    written = [line.var for line in lines if isinstance(line, core.Assign | core.AddTo)]
    own = frozenset(var.variable for var in written if _is_own(var, loop.local))
    shared = frozenset(var.variable for var in written if not _is_own(var, loop.local))
    here = zones_of(made, loop.seq) if knows_where(made, loop.seq) else frozenset(range(len(made.zones)))
    targets = frozenset(ref_of(line.to).zone for line in lines if isinstance(line, core.Moving))
    emptied = frozenset(
        chain.from_iterable(zones_of(made, line.seq) for line in lines if isinstance(line, core.MoveAll))
    )
    moved = any(isinstance(line, core.MovePiece) for line in lines)
    body = _Body(made, loop.local, own, shared, targets | emptied | (here if moved else frozenset()))
    apart = not own & shared and not emptied & (targets | here)
    return apart and all(_alone(body, line) for line in lines) and _asks(body, _conditions(loop.body))


def _flat(lines: tuple[core.Statement, ...]) -> Iterator[core.Statement]:
    """The sentences, those under `if` instead of it."""
    for line in lines:
        if isinstance(line, core.If):
            for _, inner in line.cases:
                yield from _flat(inner)
            yield from _flat(line.otherwise)
        else:
            yield line


def _conditions(lines: tuple[core.Statement, ...]) -> tuple[object, ...]:
    found: list[object] = []
    for line in lines:
        if isinstance(line, core.If):
            found += [(condition, _conditions(inner)) for condition, inner in line.cases]
            found.append(_conditions(line.otherwise))
    return tuple(found)


def _is_own(ref: core.VarRef | core.ZoneRef, local: int) -> bool:
    """Whether it belongs to the element of the pass."""
    return any(isinstance(owner, core.Get) and owner.local == local for owner in ref.owners)


def _alone(body: _Body, line: core.Statement) -> bool:
    """Whether a sentence of a pass changes what is its own, or adds to what all passes add to."""
    match line:
        case core.Let(_, value):
            return _asks(body, value)
        case core.Assign(var, value) if var.variable in body.own:
            return _asks(body, (var.owners, value))
        case core.Assign(var, core.Calc("+", core.Read(read), value)) if read == var:
            return value_range(body.made, value).low >= 0 and _asks(body, (var.owners, value))
        case core.AddTo(var, value, sign) if var.variable in body.own or sign > 0:
            return _asks(body, (var.owners, value))
        case core.MovePiece(core.Get(local), core.ZoneRef() as to, _, by) if local == body.local:
            return _is_heap(body, to) and _asks(body, (to.owners, by))
        case core.MoveAll(core.Pieces(ref), core.ZoneRef() as to, _, by) if _is_own(ref, body.local):
            return _is_heap(body, to) and _asks(body, (ref.owners, to.owners, by))
        case _:
            return False


def _is_heap(body: _Body, to: core.ZoneRef) -> bool:
    """Whether nobody can tell in which order pieces came there."""
    return shape(body.made.zones[to.zone].kind) == "counts"


def _asks(body: _Body, node: object) -> bool:
    """Whether nothing is asked that another pass may change."""
    return all(_asked(body, each) for each in walk(node))


def _asked(body: _Body, node: object) -> bool:
    match node:
        case core.CallDefinition(definition):
            return _asks_outside(body, body.made.definitions[definition])
        case core.VarRef(variable):
            return variable not in body.shared and (variable not in body.own or _is_own(node, body.local))
        case core.ZoneRef(zone):
            return zone not in body.zones
        case core.AskPiece() | core.Noted() | core.CanAct():
            return False
        case _:
            return True


def _asks_outside(body: _Body, what: core.Definition) -> bool:
    """The same of a definition, which knows nothing of the element."""
    return _asks(_Body(body.made, -1, body.own, body.shared, body.zones), what)
