"""Who may know the value of an expression, and the elements of a sequence.

In: a reader and a core expression. Out: what is known of it. What may go wrong in it, and on what that depends, is
added to the reader's `risk`.
"""

from attrs import evolve

from rulewright.language import core
from rulewright.language.facts.ranges import kind_of, may_be_none, range_of, type_of
from rulewright.language.information_flow.labels import (
    OPEN,
    PUBLIC,
    Cause,
    Known,
    Label,
    asked,
    by_way,
    limited,
    meet,
    settled,
    through,
    together,
)
from rulewright.language.information_flow.path_facts import (
    anywhere,
    as_seen,
    is_found,
    learn,
    learn_here,
    located,
    of_elements,
    shape,
    whole_zones,
)
from rulewright.language.information_flow.reader import (
    Each,
    Fact,
    Reader,
    bind,
    canonical,
    is_firm,
    lasting,
    put_in,
    seen_in,
    seers,
)
from rulewright.language.intervals import WORD
from rulewright.language.types import OptionalT, Scalar, SeqT, with_none

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
        case core.Const() | core.IsOver():
            return PUBLIC
        case core.Get(local=local):
            return as_seen(reader, expr, reader.locals[local])
        case core.First() | core.Last() | core.Only() | core.Item():
            return as_seen(reader, expr, one_of(reader, expr))
        case core.On():
            there = several(reader, core.Pieces(expr.place.board))
            return as_seen(reader, expr, limited(there, value(reader, expr.place.place)))
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
        case core.Repeats(var=var):
            return meet(variable(reader, var), situation(reader, var))
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
            if isinstance(expr, core.Total) and not WORD.holds(range_of(reader.made, expr.type)):
                reader.endanger(found)
            return found
        case core.Outside(seq=seq, value=of, groups=groups):
            chosen = several(reader, groups)
            return meet(each(reader, expr.local, seq, of), settled(chosen.there))
        case core.AllAre(seq=seq, value=of):
            return each(reader, expr.local, seq, of)
        case core.Exists():
            return some(reader, expr)
        case core.Contains():
            return contained(reader, expr)
        case core.AskPiece():
            return meet(*(whereabouts(reader, piece) for piece in (expr.of, expr.other) if piece is not None))
        case core.Noted(variable=variable_, of=of):
            put = OPEN if reader.changed is None else reader.changed.variables.get(variable_, OPEN)
            return meet(whereabouts(reader, of), put)
        case core.CanAct():
            return reader.can_act(reader, expr)
        case _:
            raise AssertionError(expr)


def one_of(reader: Reader, expr: core.OneOf) -> Known:
    """One element of a sequence."""
    found = several(reader, expr.seq)
    if isinstance(expr, core.Only):
        reader.endanger(settled(found.there))
    if not isinstance(expr, core.Item):
        return found
    return limited(found, value(reader, expr.number))


def attribute(reader: Reader, expr: core.Attr) -> Known:
    """An attribute of a kind."""
    of = known(reader, expr.of)
    made = reader.made.components[expr.component].attributes[expr.attribute]
    what = asked(settled(of.what), made.name)
    return Known(what if isinstance(made.type, OptionalT) else settled(of.there), what)


def defined(reader: Reader, expr: core.CallDefinition) -> Known:
    """A definition, with what is known of its arguments."""
    enter(reader, expr)
    made = reader.made.definitions[expr.definition]
    step = f"{made.name} (line {reader.line(made.span.start)})"
    return through(known(reader, made.result), lambda label: by_way(label, step))


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
        return evolve(found, where=meet(found.where, anywhere(reader, kind_of(reader.made, arg))))
    return found


def keep(reader: Reader, let: core.Let, *, steadily: bool = False) -> None:
    """Bind the local of a `let`; `steadily` where what it stands for may change."""
    if isinstance(reader.made.locals[let.local].type, SeqT):
        bind(reader, let.local, several(reader, let.value))  # type: ignore[arg-type] # the local is a sequence
        if not steadily:
            reader.kept[let.local] = let.value  # type: ignore[assignment] # as above
    else:
        stands = let.value if not steadily or is_firm(let.value) else None
        bind(reader, let.local, known(reader, let.value), stands)  # type: ignore[arg-type] # the local is none


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


def calculated(reader: Reader, expr: core.Calc) -> Label:
    """Arithmetic, which may go wrong."""
    found = meet(value(reader, expr.left), value(reader, expr.right))
    divides = expr.op in ("/", "mod") and 0 in range_of(reader.made, type_of(expr.right)).integers
    wide = not WORD.holds(range_of(reader.made, expr.type))
    if divides or wide or may_be_none(expr.left) or may_be_none(expr.right):
        reader.endanger(found)
    return found


def variable(reader: Reader, ref: core.VarRef) -> Label:
    """A variable of these owners."""
    made = reader.made.variables[ref.variable]
    own = owners(reader, made.owners, ref.owners)
    cause = Cause("variable", ref.variable, span=ref.span)
    changed = (reader.carried if reader.changed is None else reader.changed.variables).get(ref.variable, OPEN)
    return (
        changed
        if made.since is not None
        else meet(own, seers(reader, made.audience, made.owners, ref.owners, cause), changed)
    )


def situation(reader: Reader, memory: core.VarRef) -> Label:
    """The fields that a memory remembers, which all see unless a body that is tried has changed them."""
    changed = reader.changed
    if changed is None:
        return OPEN
    found = OPEN
    for each_ in reader.made.variables[memory.variable].fields:
        tables = (changed.contents, changed.shapes) if each_.sort == "zone" else (changed.variables,)
        found = meet(found, *(table.get(each_.number, OPEN) for table in tables))
    return settled(found)


def owners(reader: Reader, types: tuple[Scalar, ...], exprs: tuple[core.Expr, ...]) -> Label:
    """Which field of several is meant; one that there is not is a fault."""
    found = values(reader, exprs)
    if not all(fits(reader, expr, with_none(type_)) for type_, expr in zip(types, exprs, strict=True)):
        reader.endanger(found)
    return found


def fits(reader: Reader, expr: core.Expr, type_: Scalar) -> bool:
    """Whether a value is certainly one of a type."""
    sure = not may_be_none(expr) or isinstance(type_, OptionalT)
    return sure and range_of(reader.made, type_).holds(range_of(reader.made, type_of(expr)))


def whereabouts(reader: Reader, expr: core.Expr) -> Label:
    """Who may know whether there is a piece, and where."""
    piece = known(reader, expr)
    return settled(meet(piece.there, located(reader, expr, piece)))


def contained(reader: Reader, expr: core.Contains) -> Label:
    """`x is in …`: of a found piece where it lies, else whether such a one is there."""
    inside, one = several(reader, expr.seq), known(reader, expr.value)
    if not (expr.here and inside.sources is not None):
        return settled(meet(inside.there, inside.what, one.what))
    where = meet(inside.there, inside.where, one.there, located(reader, expr.value, one))
    return settled(where if whole_zones(expr.seq) else meet(where, inside.what, one.what))


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
            asked_of = settled(meet(one.there, one.what if one.sources is None else one.where))
            return limited(several(reader, inner), asked_of)
        case core.Region(seq=inner, beside=beside):
            return limited(several(reader, inner), settled(several(reader, beside).there))
        case core.Groups(seq=inner):
            return several(reader, inner)
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
        passed = tuple(learn(reader, expr.condition, holds=False))
        if passed:
            first = core.First(expr.seq, own_name(reader, expr.local).type)
            reader.each = (*kept, Each(expr.local, canonical(reader, first), passed))
        label = value(reader, expr.condition)
    reader.each = kept
    return meet(settled(inner.there), label)


def own_name(reader: Reader, local: int) -> core.Get:
    """The expression that is a local."""
    return core.Get(local, reader.made.locals[local].type)  # type: ignore[arg-type] # it is no sequence


def bind_element(reader: Reader, local: int, seq: core.Seq, found: Known) -> tuple[Fact, ...]:
    """Bind an element of a sequence; what is so of it."""
    bind(reader, local, evolve(found, there=OPEN))
    return of_elements(reader, seq, own_name(reader, local))


def bind_loop(reader: Reader, loop: core.ForEach) -> Known:
    """Bind the element of a loop; what is so of it for good stays told. What is known of the elements."""
    found = several(reader, loop.seq)
    reader.facts = (*reader.facts, *lasting(bind_element(reader, loop.local, loop.seq, found)))
    return found


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
