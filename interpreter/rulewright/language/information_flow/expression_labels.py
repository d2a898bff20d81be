"""Who may know the value of an expression, and the elements of a sequence: who may know all that it is made of, but for
what hides or reveals more.

In: a reader and a core expression. Out: what is known of it. What may go wrong in it, and on what that depends, is
added to the reader's `risk`.
"""

from attrs import evolve

from rulewright.language import core
from rulewright.language.core_queries import FOLDS, Origin, passed_on
from rulewright.language.effects import whole_zones
from rulewright.language.facts.ranges import kind_of, may_be_none, range_of, type_of
from rulewright.language.information_flow.path_facts import (
    anywhere,
    as_seen,
    is_found,
    learn,
    learn_here,
    located,
    of_elements,
)
from rulewright.language.information_flow.reader import (
    OPEN,
    Cause,
    Changed,
    Each,
    Fact,
    Known,
    Label,
    Reader,
    bind,
    canonical,
    is_firm,
    lasting,
    left_in,
    limited,
    meet,
    seen_in,
    seers,
    settled,
    through,
    together,
    traced,
)
from rulewright.language.intervals import WORD
from rulewright.language.types import OptionalT, Scalar, with_none
from rulewright.language.walking import children

# ---- expressions


def value(reader: Reader, expr: core.Expr) -> Label:
    """Who may know a value that is no piece, and whether it is none."""
    return settled(known(reader, expr).what)


def parts(reader: Reader, node: object) -> Label:
    """Who may know all that is directly below a node: values, the elements of sequences, sets and counts, variables."""
    found = list[Label]()
    for child in children(node):
        if isinstance(child, core.Expr):
            found.append(value(reader, child))
        elif isinstance(child, core.Seq):
            elements = several(reader, child)
            found.append(settled(meet(elements.there, elements.what)))
        elif isinstance(child, core.AggregateValue):
            found.append(aggregate(reader, child))
        elif isinstance(child, core.VarRef):
            found.append(variable(reader, child))
    return meet(*found)


def known(reader: Reader, expr: core.Expr) -> Known:
    """What is known of an expression."""
    made = reader.made
    match expr:
        case core.Get(local=local):
            return as_seen(reader, expr, reader.locals[local])
        case core.OneOf():
            one = several(reader, expr.seq)
            if expr.which == "only":
                reader.endanger(settled(one.there))
            return as_seen(reader, expr, one if expr.number is None else limited(one, value(reader, expr.number)))
        case core.On():
            there = several(reader, core.Pieces(expr.place.board))
            return as_seen(reader, expr, limited(there, value(reader, expr.place.place)))
        case core.Attr():
            of, attribute = known(reader, expr.of), made.components[expr.component].attributes[expr.attribute]
            what = traced(settled(of.what), question=attribute.name)
            return Known(what if isinstance(attribute.type, OptionalT) else settled(of.there), what)
        case core.CallDefinition():
            enter(reader, expr)
            asked = made.definitions[expr.definition]
            step = f"{asked.name} (line {reader.line(asked.span.start)})"
            return through(known(reader, asked.result), lambda label: traced(label, step=(step,)))
        case core.Cases():
            return by_cases(reader, expr)
        case core.IsNone(of=inner):
            return Known(what=settled(known(reader, inner).there))
        case core.And(operands=operands) | core.Or(operands=operands):
            found = one_by_one(reader, operands, holds=isinstance(expr, core.And))
        case core.Repeats(var=var):
            found = meet(variable(reader, var), situation(reader, var))
        case core.Size(seq=seq):
            found = settled(several(reader, seq).there)
        case core.Exists():
            found = some(reader, expr)
        case _ if isinstance(expr, FOLDS):
            elements = several(reader, expr.seq)
            chosen = several(reader, expr.groups).there if isinstance(expr, core.Outside) else OPEN
            with reader.knowing(bind_element(reader, expr.local, expr.seq, elements)):
                found = meet(settled(elements.there), value(reader, expr.value), settled(chosen))
            if isinstance(expr, core.Total) and not WORD.holds(range_of(made, expr.type)):
                reader.endanger(found)
        case core.Contains():
            found = contained(reader, expr)
        case core.AskPiece():
            found = meet(*(whereabouts(reader, piece) for piece in (expr.of, expr.other) if piece is not None))
        case core.Noted():
            put = OPEN if reader.changed is None else reader.changed.variables.get(expr.variable, OPEN)
            found = meet(whereabouts(reader, expr.of), put)
        case core.CanAct():
            found = reader.can_act(reader, expr)
        case core.Calc(op=op, left=left, right=right):
            found = parts(reader, expr)
            divides = op in ("/", "mod") and 0 in range_of(made, type_of(right)).integers
            if divides or not WORD.holds(range_of(made, expr.type)) or may_be_none(left) or may_be_none(right):
                reader.endanger(found)
        case _:
            found = parts(reader, expr)
    return Known(found, found)


def enter(reader: Reader, expr: core.CallDefinition) -> None:
    """Bind the parameters and locals of a definition."""
    made = reader.made.definitions[expr.definition]
    arguments = [
        (handed(reader, param, arg), canonical(reader, arg)) for param, arg in zip(made.params, expr.args, strict=True)
    ]
    for param, (arg, term) in zip(made.params, arguments, strict=True):
        bind(reader, param, arg, term)
    for let in made.lets:
        bind_let(reader, let)


def handed(reader: Reader, param: int, arg: core.Expr) -> Known:
    """What a parameter knows of an argument; of a bare kind that becomes a piece it is open where it lies."""
    found = known(reader, arg)
    if reader.made.locals[param].piece and not is_found(reader, arg, found):
        return evolve(found, where=meet(found.where, anywhere(reader, kind_of(reader.made, arg))))
    return found


def bind_let(reader: Reader, let: core.Let, *, steadily: bool = False) -> None:
    """Bind the local of a `let`; `steadily` where what it stands for may change."""
    found = of_source(reader, let.value)
    if isinstance(let.value, core.Seq):
        bind(reader, let.local, found)
        if not steadily:
            reader.kept[let.local] = let.value
    else:
        bind(reader, let.local, found, let.value if not steadily or is_firm(let.value) else None)


def by_cases(reader: Reader, expr: core.Cases) -> Known:
    """The first case that holds: what was asked on the way goes in."""
    found, way, passed = [], OPEN, reader.facts
    for condition, result in (*expr.cases, (None, expr.otherwise)):
        with reader.knowing(passed[len(reader.facts) :], way):
            if condition is not None:
                way = meet(way, value(reader, condition))
            with reader.knowing(() if condition is None else learn_here(reader, condition, holds=True)):
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
    with reader.knowing(learn_here(reader, first, holds=holds), label):
        return meet(label, one_by_one(reader, rest, holds=holds))


def variable(reader: Reader, ref: core.VarRef) -> Label:
    """A variable of these owners."""
    made = reader.made.variables[ref.variable]
    own = owners(reader, made.owners, ref.owners)
    changed = (reader.carried if reader.changed is None else reader.changed.variables).get(ref.variable, OPEN)
    if made.since is not None:
        return changed
    cause = Cause("variable", ref.variable, span=ref.span)
    return meet(own, seers(reader, made.audience, made.owners, ref.owners, cause), changed)


def situation(reader: Reader, memory: core.VarRef) -> Label:
    """The fields that a memory remembers, which all see unless a body that is tried has changed them."""
    changed, found = reader.changed or Changed(), OPEN
    for each in reader.made.variables[memory.variable].fields:
        tables = (changed.contents, changed.shapes) if each.sort == "zone" else (changed.variables,)
        found = meet(found, *(table.get(each.number, OPEN) for table in tables))
    return settled(found)


def owners(reader: Reader, types: tuple[Scalar, ...], exprs: tuple[core.Expr, ...]) -> Label:
    """Which field of several is meant; one that there is not is a fault."""
    found = meet(*(value(reader, expr) for expr in exprs))
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


def some(reader: Reader, expr: core.Exists) -> Label:
    """Whether some element meets a condition: asked of one after the other, as long as none does."""
    inner, kept = several(reader, expr.seq), reader.each
    with reader.knowing(bind_element(reader, expr.local, expr.seq, inner)):
        passed = tuple(learn(reader, expr.condition, holds=False))
        if passed:
            first = core.OneOf(expr.seq, own_name(reader, expr.local).type)
            reader.each = (*kept, Each(expr.local, canonical(reader, first), passed))
        label = value(reader, expr.condition)
    reader.each = kept
    return meet(settled(inner.there), label)


# ---- sequences, sets and counts


def of_source(reader: Reader, source: Origin) -> Known:
    """What is known of a value, or of the elements of a sequence."""
    return several(reader, source) if isinstance(source, core.Seq) else known(reader, source)


def several(reader: Reader, seq: core.Seq) -> Known:
    """What is known of the elements of a sequence."""
    match seq:
        case core.Listed() | core.Chain():
            return together([of_source(reader, part) for part in passed_on(seq)])
        case core.Pieces():
            return lying(reader, seq)
        case core.Filter():
            return filtered(reader, seq)
        case core.Best():
            inner = several(reader, seq.seq)
            with reader.knowing(bind_element(reader, seq.local, seq.seq, inner)):
                return limited(inner, meet(*(value(reader, key) for _, key in seq.keys)))
        case core.FlatMap() | core.Mapped():
            outer = several(reader, seq.seq)
            with reader.knowing(bind_element(reader, seq.local, seq.seq, outer)):
                one = of_source(reader, seq.body if isinstance(seq, core.FlatMap) else seq.value)
            return limited(one, settled(outer.there))
        case core.Beyond(seq=inner_seq, of=of):
            one = known(reader, of)
            return limited(
                several(reader, inner_seq), settled(meet(one.there, one.what if one.sources is None else one.where))
            )
        case core.Region(seq=places, beside=beside):
            return limited(several(reader, places), settled(several(reader, beside).there))
        case core.Groups(seq=grouped):
            return several(reader, grouped)
        case core.Held(local=local):
            return reader.locals[local]
        case core.Viewers(piece=piece):
            found = whereabouts(reader, piece)
            return Known(found, found)
        case _:
            found = parts(reader, seq)
            return Known(found, found)


def lying(reader: Reader, seq: core.Pieces) -> Known:
    """The pieces of a zone: how many and where is public, what they are is not always."""
    zone = reader.made.zones[seq.zone.zone]
    own = owners(reader, zone.owners, seq.zone.owners)
    ref = evolve(seq.zone, owners=tuple(canonical(reader, owner) for owner in seq.zone.owners))
    there = meet(own, left_in(reader, "shapes", (ref,)))
    what = meet(there, seen_in(reader, evolve(ref, span=seq.zone.span)), left_in(reader, "contents", (ref,)))
    return Known(there, what, there, (ref,))


def filtered(reader: Reader, seq: core.Filter) -> Known:
    """The elements that meet a condition, which each of them is then known to do."""
    inner = several(reader, seq.seq)
    own = own_name(reader, seq.local)
    with reader.knowing(bind_element(reader, seq.local, seq.seq, inner)):
        label = value(reader, seq.condition)
        with reader.knowing(learn_here(reader, seq.condition, holds=True)):
            one = as_seen(reader, own, reader.locals[seq.local])
    return limited(evolve(inner, what=meet(inner.there, one.what), sources=one.sources), label)


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


def aggregate(reader: Reader, of: core.AggregateValue) -> Label:
    """Who may know a set or counts."""
    if isinstance(of, core.KindCounts):
        attribute = reader.made.components[of.component].attributes[of.attribute]
        return traced(value(reader, of.of), question=attribute.name)
    return parts(reader, of)
