"""Who may know the value of an expression, and the elements of a sequence.

In: a reader and a core expression. Out: what is known of it. What may go wrong in it, and on what that depends, is
added to the reader's `risk`.
"""

from collections.abc import Iterator

from attrs import evolve

from rulewright.language import core
from rulewright.language.elaborate.seeing.labels import (
    OPEN,
    PUBLIC,
    Cause,
    Condition,
    Known,
    Label,
    asked,
    by_way,
    meet,
    settled,
    through,
    widened,
)
from rulewright.language.elaborate.seeing.learning import learn
from rulewright.language.elaborate.seeing.reader import (
    Each,
    Fact,
    HeldBy,
    LiesIn,
    Reader,
    Seen,
    bind,
    canonical,
    is_firm,
    put_in,
    seat_of,
    seen_in,
    seers,
    terms,
)
from rulewright.language.elaborate.shapes import strip
from rulewright.language.types import KindT, NumberT, OptionalT, Scalar, SeqT

WORD = 2**31 - 1


# ---- expressions


def value(reader: Reader, expr: core.Expr) -> Label:
    """Who may know a value that is no piece, and whether it is none."""
    return settled(known(reader, expr).what)


def values(reader: Reader, exprs: tuple[core.Expr, ...]) -> Label:
    """Who may know all of these."""
    return meet(*(value(reader, expr) for expr in exprs))


def known(reader: Reader, expr: core.Expr) -> Known:
    """What is known of an expression."""
    match expr:
        case core.Const():
            return PUBLIC
        case core.Get(local=local):
            return as_seen(reader, expr, reader.locals[local])
        case core.First() | core.Last() | core.Only() | core.Item():
            return as_seen(reader, expr, one_of(reader, expr))
        case core.On():
            return as_seen(reader, expr, on_place(reader, expr.place))
        case core.Attr():
            return attribute(reader, expr)
        case core.CallDefinition():
            return defined(reader, expr)
        case core.Cases():
            return by_cases(reader, expr)
        case core.IsNone(of=of):
            return Known(what=settled(known(reader, of).there))
        case _:
            found = answer(reader, expr)
            return Known(found, found)


def answer(reader: Reader, expr: core.Expr) -> Label:
    """Who may know the value of an expression that is never a piece and seldom none."""
    match expr:
        case core.Read(var=var):
            return variable(reader, var)
        case core.CountOf(counts=counts, value=of):
            return meet(aggregate(reader, counts), value(reader, of))
        case core.Lookup(indices=indices):
            return values(reader, indices)
        case core.Calc():
            return calculated(reader, expr)
        case core.Compare(left=left, right=right):
            return meet(value(reader, left), value(reader, right))
        case core.SameCounts(left=left, right=right):
            return meet(aggregate(reader, left), aggregate(reader, right))
        case core.Not(operand=operand):
            return value(reader, operand)
        case core.And(operands=operands):
            return one_by_one(reader, operands, holds=True)
        case core.Or(operands=operands):
            return one_by_one(reader, operands, holds=False)
        case core.Size(seq=seq):
            return settled(several(reader, seq).there)
        case core.Sum(counts=counts):
            return aggregate(reader, counts)
        case core.Total(seq=seq, value=of) | core.Extreme(seq=seq, value=of):
            found = each(reader, expr.local, seq, of)
            if isinstance(expr, core.Total) and not fits_word(expr.type):
                reader.endanger(found)
            return found
        case core.Exists():
            return some(reader, expr)
        case core.Contains():
            return contained(reader, expr)
        case core.AskPiece():
            return of_place(reader, expr)
        case core.CanAct():
            return reader.can_act(reader, expr)
        case _:
            raise AssertionError(expr)


def one_of(reader: Reader, expr: core.First | core.Last | core.Only | core.Item) -> Known:
    """One element of a sequence."""
    found = several(reader, expr.seq)
    if isinstance(expr, core.Only):
        reader.endanger(settled(found.there))
    if not isinstance(expr, core.Item):
        return found
    number = value(reader, expr.number)
    return limited(found, number)


def on_place(reader: Reader, place: core.PlaceRef) -> Known:
    """What lies on a place of a board."""
    found = several(reader, core.Pieces(place.board))
    here = value(reader, place.place)
    return limited(found, here)


def attribute(reader: Reader, expr: core.Attr) -> Known:
    """An attribute of a kind."""
    of = known(reader, expr.of)
    made = reader.made.components[expr.component].attributes[expr.attribute]
    what = asked(settled(of.what), made.name)
    return Known(what if isinstance(made.type, OptionalT) else settled(of.there), what)


def defined(reader: Reader, expr: core.CallDefinition) -> Known:
    """A definition, with what is known of its arguments."""
    enter(reader, expr)
    found = known(reader, reader.made.definitions[expr.definition].result)
    return through(found, lambda label: by_definition(reader, expr, label))


def by_definition(reader: Reader, expr: core.CallDefinition, label: Label) -> Label:
    """The label of what a definition has read."""
    made = reader.made.definitions[expr.definition]
    return by_way(label, f"{made.name} (line {reader.line(made.span.start)})") if label else label


def enter(reader: Reader, expr: core.CallDefinition) -> None:
    """Bind the parameters and locals of a definition."""
    made = reader.made.definitions[expr.definition]
    arguments = [
        (handed(reader, param, arg), canonical(reader, arg)) for param, arg in zip(made.params, expr.args, strict=True)
    ]
    for param, (arg, term) in zip(made.params, arguments, strict=True):
        bind(reader, param, arg, term)
    for let in made.lets:
        keep(reader, let)


def handed(reader: Reader, param: int, arg: core.Expr) -> Known:
    """What a parameter knows of an argument; of a bare kind that becomes a piece it is open where it lies."""
    found = known(reader, arg)
    if reader.made.locals[param].piece and not is_found(reader, arg, found):
        return evolve(found, where=meet(found.where, anywhere(reader, component_of(reader, arg))))
    return found


def keep(reader: Reader, let: core.Let, *, steadily: bool = False) -> None:
    """Bind the local of a `let`; `steadily` where what it stands for may change."""
    if isinstance(reader.made.locals[let.local].type, SeqT):
        bind(reader, let.local, several(reader, let.value))  # type: ignore[arg-type]
        if not steadily:
            reader.kept[let.local] = let.value  # type: ignore[assignment]
    else:
        stands = let.value if not steadily or is_firm(let.value) else None
        bind(reader, let.local, known(reader, let.value), stands)  # type: ignore[arg-type]


def by_cases(reader: Reader, expr: core.Cases) -> Known:
    """The first case that holds: what was asked on the way goes in."""
    found, way, passed = [], OPEN, reader.facts
    for condition, result in (*expr.cases, (None, expr.otherwise)):
        with reader.told(passed[len(reader.facts) :], way):
            if condition is not None:
                way = meet(way, value(reader, condition))
            with reader.told(() if condition is None else learn_here(reader, condition, holds=True)):
                found.append(known(reader, result))
            if condition is not None:
                passed = (*passed, *learn_here(reader, condition, holds=False))
    return limited(together(found), way)


def one_by_one(reader: Reader, operands: tuple[core.Expr, ...], *, holds: bool) -> Label:
    """Operands from left to right, each asked only if the ones before it were so."""
    if not operands:
        return OPEN
    first, rest = operands[0], operands[1:]
    label = value(reader, first)
    if not rest:
        return label
    with reader.told(learn_here(reader, first, holds=holds), label):
        return meet(label, one_by_one(reader, rest, holds=holds))


def learn_here(reader: Reader, condition: core.Expr, *, holds: bool) -> tuple[Fact, ...]:
    """What a condition tells that holds, or does not."""
    found = tuple(learn(reader, condition, enter, holds=holds))
    if not found or not reader.each:
        return found
    return (
        *found,
        *(fact for each_ in reader.each for fact in of_the_first(reader, each_, condition, found, holds=holds)),
    )


def of_the_first(
    reader: Reader, each_: Each, condition: core.Expr, found: tuple[Fact, ...], *, holds: bool
) -> Iterator[Fact]:
    """What an element meets that every element before it has met, too, the first one meets."""
    if any(fact in each_.passed for fact in found):
        reader.same[each_.local] = each_.first
        firsts = tuple(learn(reader, condition, enter, holds=holds))
        del reader.same[each_.local]
        yield from (first for first, fact in zip(firsts, found, strict=True) if fact in each_.passed)


def calculated(reader: Reader, expr: core.Calc) -> Label:
    """Arithmetic, which may go wrong."""
    found = meet(value(reader, expr.left), value(reader, expr.right))
    divides = expr.op in ("/", "mod") and may_be(type_here(expr.right), 0)
    if divides or not fits_word(expr.type) or may_be_none(expr.left) or may_be_none(expr.right):
        reader.endanger(found)
    return found


def variable(reader: Reader, ref: core.VarRef) -> Label:
    """A variable of these owners."""
    made = reader.made.variables[ref.variable]
    own = owners(reader, made.owners, ref.owners)
    cause = Cause("variable", ref.variable, span=ref.span)
    changed = OPEN if reader.changed is None else reader.changed.variables.get(ref.variable, OPEN)
    return meet(own, seers(reader, made.audience, made.owners, ref.owners, cause), changed)


def owners(reader: Reader, types: tuple[Scalar, ...], exprs: tuple[core.Expr, ...]) -> Label:
    """Which field of several is meant; one that there is not is a fault."""
    found = values(reader, exprs)
    if any(not within(type_here(expr), type_) for type_, expr in zip(types, exprs, strict=True)):
        reader.endanger(found)
    return found


def of_place(reader: Reader, expr: core.AskPiece) -> Label:
    """A question of where a piece lies."""
    return meet(*(whereabouts(reader, piece) for piece in (expr.of, expr.other) if piece is not None))


def whereabouts(reader: Reader, expr: core.Expr) -> Label:
    """Who may know whether there is a piece, and where."""
    piece = known(reader, expr)
    return settled(meet(piece.there, located(reader, expr, piece)))


def located(reader: Reader, expr: core.Expr, piece: Known) -> Label:
    """Who may know where a piece lies; one that was not found may lie anywhere."""
    if not is_found(reader, expr, piece):
        return meet(piece.what, piece.where, anywhere(reader, component_of(reader, expr)))
    return meet(piece.where, shape(reader, piece.sources))


def is_found(reader: Reader, expr: core.Expr, piece: Known) -> bool:
    """Whether an expression is a piece that was found, and no bare kind."""
    return piece.sources is not None or (isinstance(expr, core.Get) and reader.made.locals[expr.local].piece)


def component_of(reader: Reader, expr: core.Expr) -> int:
    """The component of a kind."""
    type_ = strip(type_here(expr))
    assert isinstance(type_, KindT)
    return next(at for at, each_ in enumerate(reader.made.components) if each_.name == type_.component)


def anywhere(reader: Reader, component: int) -> Label:
    """Who may know where the pieces of a kind lie: nobody, if some may lie unseen."""
    for index, zone in enumerate(reader.made.zones):
        if zone.component == component and (index in reader.down if zone.faced else zone.audience != "everyone"):
            return (Condition(frozenset(), Cause("place", component)),)
    return OPEN


def contained(reader: Reader, expr: core.Contains) -> Label:
    """`x is in …`: of a found piece where it lies, else whether such a one is there."""
    inside, one = several(reader, expr.seq), known(reader, expr.value)
    if not (expr.here and inside.sources is not None):
        return settled(meet(inside.there, inside.what, one.what))
    where = meet(inside.there, inside.where, one.there, located(reader, expr.value, one))
    return settled(where if whole_zones(expr.seq) else meet(where, inside.what, one.what))


def whole_zones(seq: core.Seq) -> bool:
    """Whether a sequence is all that lies in some zones."""
    match seq:
        case core.Pieces():
            return True
        case core.FlatMap(body=body):
            return whole_zones(body)
        case core.Chain(seqs=seqs):
            return all(whole_zones(part) for part in seqs)
        case _:
            return False


# ---- what a piece is, where conditions have told of it


def of_elements(reader: Reader, seq: core.Seq, one: core.Expr) -> tuple[Fact, ...]:
    """What is so of an element of a sequence, by the conditions that chose it."""
    match seq:
        case core.Held(local=local) if local in reader.kept:
            return of_elements(reader, reader.kept[local], one)
        case core.Best(seq=inner) | core.Beyond(seq=inner):
            return of_elements(reader, inner, one)
        case core.Filter(local=local, seq=inner, condition=condition):
            outer = reader.same.get(local)
            reader.same[local] = one
            found = tuple(learn(reader, condition, enter, holds=True))
            if outer is None:
                del reader.same[local]
            else:
                reader.same[local] = outer
            return (*of_elements(reader, inner, one), *found)
        case _:
            return ()


def as_seen(reader: Reader, expr: core.Expr, found: Known) -> Known:
    """What is known of a piece, with what was told of it."""
    if found.sources is None or not any(each_.lies for each_ in found.what):
        return found
    chosen = chosen_place(reader, expr)
    if not reader.facts and not chosen:
        return found
    names = (expr, canonical(reader, expr))
    for fact in (*reader.facts, *chosen):
        match fact:
            case Seen(piece=piece, who=who, faced=faced) if piece in names and (not faced or is_faced(reader, found)):
                new = widened(found.what, None if who is None else terms(reader, who))
                found = evolve(found, what=meet(new, put_in(reader, found.sources)))
            case HeldBy(piece=piece) if piece in names:
                found = from_zones(reader, found, held_by(reader, found.sources or (), fact))
            case LiesIn(piece=piece, refs=refs, inside=inside) if piece in names:
                found = from_zones(
                    reader, found, refs if inside else tuple(ref for ref in found.sources or () if ref not in refs)
                )
            case _:
                pass
    return found


def is_faced(reader: Reader, found: Known) -> bool:
    """Whether a piece certainly lies in a zone with faces."""
    return all(reader.made.zones[ref.zone].faced for ref in found.sources or ())


def chosen_place(reader: Reader, expr: core.Expr) -> tuple[Fact, ...]:
    """What is so of the piece on a place, by the conditions that chose the place."""
    match canonical(reader, expr):
        case core.On(place=core.PlaceRef(place=core.First() | core.Last() | core.Only() | core.Item() as place)):
            return of_elements(reader, place.seq, place)
        case _:
            return ()


def held_by(reader: Reader, refs: tuple[core.ZoneRef, ...], fact: HeldBy) -> tuple[core.ZoneRef, ...]:
    """Those of the zones that belong to somebody, as zones of this player; nothing where an owner is not told."""
    owned = [ref for ref in refs if ref.owners]
    if any(seat_of(reader.made.zones[ref.zone].owners) != fact.dimension for ref in owned):
        return ()
    before, after = fact.dimension, fact.dimension + 1
    return tuple(evolve(ref, owners=(*ref.owners[:before], fact.who, *ref.owners[after:])) for ref in owned)


def from_zones(reader: Reader, found: Known, refs: tuple[core.ZoneRef, ...]) -> Known:
    """A piece that is known to lie in one of these zones."""
    others = tuple(each_ for each_ in found.what if not each_.lies)
    seen = meet(*(seen_in(reader, ref) for ref in refs), put_in(reader, refs))
    return evolve(found, what=meet(others, seen), sources=refs) if refs else found


# ---- sequences


def several(reader: Reader, seq: core.Seq) -> Known:
    """What is known of the elements of a sequence."""
    match seq:
        case core.Values():
            return PUBLIC
        case core.Numbers(low=low, high=high):
            ends = values(reader, (low, high))
            return Known(ends, ends)
        case core.Listed(values=listed):
            return together([known(reader, expr) for expr in listed])
        case core.TableList(indices=indices):
            found = values(reader, indices)
            return Known(found, found)
        case core.Pieces():
            return lying(reader, seq)
        case core.Members(aggregate=of):
            found = aggregate(reader, of)
            return Known(found, found)
        case core.Viewers(piece=piece):
            found = whereabouts(reader, piece)
            return Known(found, found)
        case core.Filter():
            return filtered(reader, seq)
        case core.Best():
            return best(reader, seq)
        case core.FlatMap() | core.Mapped():
            return mapped(reader, seq)
        case core.Chain(seqs=seqs):
            return together([several(reader, part) for part in seqs])
        case core.Beyond(seq=inner, of=of):
            one = known(reader, of)
            return limited(
                several(reader, inner), settled(meet(one.there, one.what if one.sources is None else one.where))
            )
        case core.Held(local=local):
            return reader.locals[local]


def lying(reader: Reader, seq: core.Pieces) -> Known:
    """The pieces of a zone: how many and where is public, what they are is not always."""
    zone = reader.made.zones[seq.zone.zone]
    own = owners(reader, zone.owners, seq.zone.owners)
    ref = evolve(seq.zone, owners=tuple(canonical(reader, owner) for owner in seq.zone.owners))
    there = meet(own, shape(reader, (ref,)))
    what = meet(there, seen_in(reader, evolve(ref, span=seq.zone.span)), put_in(reader, (ref,)))
    return Known(there, what, there, (ref,))


def shape(reader: Reader, refs: tuple[core.ZoneRef, ...] | None) -> Label:
    """Who may know how many pieces a tried body has left in these zones, and where."""
    if reader.changed is None:
        return OPEN
    shapes = reader.changed.shapes
    if refs is None:
        return meet(*shapes.values())
    return meet(*(shapes.get(ref.zone, OPEN) for ref in refs))


def filtered(reader: Reader, seq: core.Filter) -> Known:
    """The elements that meet a condition, which each of them is then known to do."""
    inner = several(reader, seq.seq)
    own = own_name(reader, seq.local)
    with reader.told(bind_element(reader, seq.local, seq.seq, inner)):
        label = value(reader, seq.condition)
        with reader.told(learn_here(reader, seq.condition, holds=True)):
            one = as_seen(reader, own, reader.locals[seq.local])
    return limited(evolve(inner, what=meet(inner.there, one.what), sources=one.sources), label)


def best(reader: Reader, seq: core.Best) -> Known:
    """The elements that are best by some keys."""
    inner = several(reader, seq.seq)
    with reader.told(bind_element(reader, seq.local, seq.seq, inner)):
        return limited(inner, values(reader, tuple(key for _, key in seq.keys)))


def mapped(reader: Reader, seq: core.FlatMap | core.Mapped) -> Known:
    """What comes of each element."""
    outer = several(reader, seq.seq)
    with reader.told(bind_element(reader, seq.local, seq.seq, outer)):
        found = several(reader, seq.body) if isinstance(seq, core.FlatMap) else known(reader, seq.value)
    return limited(found, settled(outer.there))


def each(reader: Reader, local: int, seq: core.Seq, asked_: core.Expr) -> Label:
    """What is asked of each element of a sequence."""
    inner = several(reader, seq)
    with reader.told(bind_element(reader, local, seq, inner)):
        return meet(settled(inner.there), value(reader, asked_))


def some(reader: Reader, expr: core.Exists) -> Label:
    """Whether some element meets a condition: asked of one after the other, as long as none does."""
    inner = several(reader, expr.seq)
    kept = reader.each
    with reader.told(bind_element(reader, expr.local, expr.seq, inner)):
        passed = tuple(learn(reader, expr.condition, enter, holds=False))
        if passed:
            first = core.First(expr.seq, own_name(reader, expr.local).type)
            reader.each = (*kept, Each(expr.local, canonical(reader, first), passed))
        label = value(reader, expr.condition)
    reader.each = kept
    return meet(settled(inner.there), label)


def own_name(reader: Reader, local: int) -> core.Get:
    """The expression that is a local."""
    return core.Get(local, reader.made.locals[local].type)  # type: ignore[arg-type]


def bind_element(reader: Reader, local: int, seq: core.Seq, found: Known) -> tuple[Fact, ...]:
    """Bind an element of a sequence; what is so of it."""
    bind(reader, local, element(found))
    return of_elements(reader, seq, own_name(reader, local))


def element(seq: Known) -> Known:
    """One element of a sequence: that there is one is known to who meets it."""
    return evolve(seq, there=OPEN)


def limited(found: Known, label: Label) -> Known:
    """Elements chosen by something that only these know."""
    return through(found, lambda own: meet(own, label)) if label else found


def together(parts: list[Known]) -> Known:
    """Several parts, one after the other."""
    sources = [part.sources for part in parts]
    there = meet(*(part.there for part in parts))
    merged = None if not parts or None in sources else tuple({ref: None for refs in sources for ref in refs or ()})
    return Known(there, meet(*(part.what for part in parts)), meet(*(part.where for part in parts)), merged)


# ---- sets and counts


def aggregate(reader: Reader, of: core.AggregateValue) -> Label:
    """Who may know a set or counts."""
    match of:
        case core.Aggregate(var=var):
            return variable(reader, var)
        case core.KindCounts():
            made = reader.made.components[of.component].attributes[of.attribute]
            return asked(value(reader, of.of), made.name)
        case core.OneEach(seq=seq):
            found = several(reader, seq)
            return settled(meet(found.there, found.what))
        case core.Plus(left=left, right=right):
            return meet(aggregate(reader, left), aggregate(reader, right))


# ---- types


def type_here(expr: core.Expr) -> Scalar:
    """The type of an expression, as far as it bears one; of what counts, how far it can count."""
    return getattr(expr, "type", NumberT(0, 2**16 - 1))


def may_be_none(expr: core.Expr) -> bool:
    """Whether an expression can be none."""
    return isinstance(type_here(expr), OptionalT)


def fits_word(type_: Scalar) -> bool:
    """Whether every number of the type has 32 bits."""
    inner = strip(type_)
    return not isinstance(inner, NumberT) or (inner.low >= -WORD and inner.high <= WORD)


def may_be(type_: Scalar, number: int) -> bool:
    """Whether a value of the type can be this number."""
    inner = strip(type_)
    return not isinstance(inner, NumberT) or inner.low <= number <= inner.high


def within(inner: Scalar, outer: Scalar) -> bool:
    """Whether every value of a type is one of another."""
    small, large = strip(inner), strip(outer)
    if isinstance(small, NumberT) and isinstance(large, NumberT):
        return large.low <= small.low and small.high <= large.high
    return True
