"""Who may know the value of an expression, and the elements of a sequence: who may know all that it is made of, but for
what hides or reveals more; and what a condition tells if it holds or does not, of values, of pieces, and of where they
lie.

In: a reader and a core expression. Out: what is known of it. What may go wrong in it, and on what that depends, is
added to the reader's `risk`.
"""

from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from typing import Final

from attrs import evolve

from rulewright.language import core
from rulewright.language.core_queries import FOLDS, Origin, passed_on
from rulewright.language.effects import whole_zones
from rulewright.language.facts import ranges
from rulewright.language.facts.ranges import TOTALS, may_be_none, range_of, totals, type_of
from rulewright.language.information_flow import reader as knowledge
from rulewright.language.information_flow.reader import OPEN, Known, Label, Reader, canonical, limited, meet, settled
from rulewright.language.intervals import WORD
from rulewright.language.types import PLAYER, OptionalT, Scalar, with_none, without_none
from rulewright.language.walking import children, rebuilt

# ---- What a condition tells, if it holds or does not: who somebody is, that a piece is seen, where it lies

SOMEBODY: Final = (PLAYER, OptionalT(PLAYER))


def learn(reader: Reader, condition: core.Expr, *, holds: bool) -> Iterator[knowledge.Fact]:
    """All that is certain if the condition holds, or does not."""
    match condition:
        case core.Not(operand=operand):
            yield from learn(reader, operand, holds=not holds)
        case core.Junction(word, operands):
            each = [tuple(learn(reader, operand, holds=holds)) for operand in operands]
            all_are = (word == "and") == holds
            yield from (fact for facts in each for fact in facts) if all_are else in_either_case(each)
        case core.Compare(op="is", left=left, right=right) if holds:
            for one, other in ((left, right), (right, left)):
                if isinstance(one, core.AskPiece) and one.question == "holder" and without_none(one.type) == PLAYER:
                    yield knowledge.HeldBy(canonical(reader, one.of), canonical(reader, other), one.dimension)
            if are_players(left, right):
                yield knowledge.Same(canonical(reader, left), canonical(reader, right))
        case core.Compare(op="is" | "same", left=left, right=right) if not holds and are_players(left, right):
            yield knowledge.Same(canonical(reader, left), canonical(reader, right), apart=True)
        case core.AskPiece(question="face-up", of=of) if holds:
            yield knowledge.Seen(canonical(reader, of), None)
        case core.AskPiece(question="face-down", of=of) if not holds:
            yield knowledge.Seen(canonical(reader, of), None, faced=True)
        case core.Contains(seq=core.Viewers(piece=piece), value=who) if holds:
            yield knowledge.Seen(canonical(reader, piece), canonical(reader, who))
        case core.Contains(seq=seq, value=piece, here=True):
            seqs = seq.seqs if isinstance(seq, core.Chain) else (seq,)
            zones = [each.zone for each in seqs if isinstance(each, core.Pieces)]
            if zones and len(zones) == len(seqs):
                refs = tuple(rebuilt(ref, partial(canonical, reader)) for ref in zones)
                yield knowledge.LiesIn(canonical(reader, piece), refs, inside=holds)
        case core.CallDefinition():
            enter(reader, condition)
            yield from learn(reader, reader.made.definitions[condition.definition].result, holds=holds)
        case _:
            pass


def in_either_case(cases: list[tuple[knowledge.Fact, ...]]) -> Iterator[knowledge.Fact]:
    """What is told whichever of several cases it is: the same, or that somebody sees a piece."""
    for fact in cases[0] if cases else ():
        if all(fact in case for case in cases[1:]):
            yield fact
        elif isinstance(fact, knowledge.Seen):
            seen = [[each for each in case if isinstance(each, knowledge.Seen)] for case in cases]
            sights = [[each for each in facts if each.piece == fact.piece] for facts in seen]
            for who in {each.who for facts in sights for each in facts if each.who is not None}:
                if all(any(each.who in (None, who) for each in facts) for facts in sights):
                    yield knowledge.Seen(fact.piece, who, faced=any(each.faced for facts in sights for each in facts))


def are_players(left: core.Expr, right: core.Expr) -> bool:
    """Whether both are players, or none."""
    return getattr(left, "type", None) in SOMEBODY and getattr(right, "type", None) in SOMEBODY


def learn_here(reader: Reader, condition: core.Expr, *, holds: bool) -> tuple[knowledge.Fact, ...]:
    """What a condition tells that holds, or does not. What an element of a quantifier meets that every element before
    it has met, too, the first one meets."""
    found, more = tuple(learn(reader, condition, holds=holds)), list[knowledge.Fact]()
    for each in reader.each if found else ():
        if any(fact in each.passed for fact in found):
            reader.same[each.local] = each.first
            firsts = tuple(learn(reader, condition, holds=holds))
            del reader.same[each.local]
            more += (first for first, fact in zip(firsts, found, strict=True) if fact in each.passed)
    return (*found, *more)


# ---- What is known of a piece where conditions have told of it: that it is seen, whose it is, where it lies


def of_elements(reader: Reader, seq: core.Seq, one: core.Expr) -> tuple[knowledge.Fact, ...]:
    """What is so of an element of a sequence, by the conditions that chose it."""
    match seq:
        case core.Held(local=local) if local in reader.kept:
            return of_elements(reader, reader.kept[local], one)
        case core.Best() | core.Beyond() | core.Ends() | core.Region() | core.Groups():
            return of_elements(reader, seq.seq, one)
        case core.Filter(local=local, seq=inner, condition=condition):
            outer, reader.same = reader.same, {**reader.same, local: one}
            found = tuple(learn(reader, condition, holds=True))
            reader.same = outer
            return (*of_elements(reader, inner, one), *found)
        case core.TableList(table=table, indices=(of,)) if are_players(one, of):
            # a list for each player that holds only others, and none for nobody
            lists = reader.made.list_tables[table].values
            apart = len(lists) == reader.made.players and all(seat not in each for seat, each in enumerate(lists))
            return (knowledge.Same(canonical(reader, one), canonical(reader, of), apart=True),) if apart else ()
        case _:
            return ()


def as_seen(reader: Reader, expr: core.Expr, found: Known) -> Known:
    """What is known of a piece, with what was told of it, and of the place on which it lies by the conditions that
    chose the place."""
    if found.sources is None or not any(each.lies for each in found.what):
        return found
    name, chosen = canonical(reader, expr), tuple[knowledge.Fact, ...]()
    if isinstance(name, core.On) and isinstance(place := name.place.place, core.OneOf):
        chosen = of_elements(reader, place.seq, place)
    for fact in (*reader.facts, *chosen):
        if isinstance(fact, knowledge.Same) or fact.piece not in (expr, name):
            continue
        refs = found.sources or ()
        match fact:
            case knowledge.Seen(who=who, faced=faced):
                if not faced or all(reader.made.zones[ref.zone].faced for ref in refs):
                    new = knowledge.widened(found.what, None if who is None else knowledge.terms(reader, who))
                    found = evolve(found, what=meet(new, knowledge.left_in(reader, "contents", found.sources)))
                continue
            case knowledge.HeldBy(who=who, dimension=at):
                # those of the zones that belong to somebody, as zones of this player, where each says which owner
                own = [ref for ref in refs if ref.owners]
                told = all(ranges.seat_of(reader.made.zones[ref.zone].owners) == at for ref in own)
                refs = tuple(evolve(ref, owners=(*ref.owners[:at], who, *ref.owners[at + 1 :])) for ref in own if told)
            case knowledge.LiesIn(inside=inside):
                refs = fact.refs if inside else tuple(ref for ref in refs if ref not in fact.refs)
        if refs:
            others = tuple(each for each in found.what if not each.lies)
            seen = meet(*(knowledge.seen_in(reader, ref) for ref in refs), knowledge.left_in(reader, "contents", refs))
            found = evolve(found, what=meet(others, seen), sources=refs)
    return found


# ---- Where pieces lie, and who may know that: of a found piece where it was found, of a bare kind perhaps nobody


def located(reader: Reader, expr: core.Expr, piece: Known) -> Label:
    """Who may know where a piece lies; one that was not found may lie anywhere."""
    if not is_found(reader, expr, piece):
        return meet(piece.what, piece.where, anywhere(reader, ranges.kind_of(reader.made, expr)))
    return meet(piece.where, knowledge.left_in(reader, "shapes", piece.sources))


def is_found(reader: Reader, expr: core.Expr, piece: Known) -> bool:
    """Whether an expression is a piece that was found, and no bare kind."""
    return piece.sources is not None or (isinstance(expr, core.Get) and reader.made.locals[expr.local].piece)


def anywhere(reader: Reader, component: int) -> Label:
    """Who may know where the pieces of a kind lie: nobody, if some may lie unseen."""
    for index, zone in enumerate(reader.made.zones):
        if zone.component == component and (index in reader.down if zone.faced else zone.audience != "everyone"):
            return (knowledge.Condition(frozenset(), knowledge.Cause("place", component)),)
    return OPEN


def value(reader: Reader, expr: core.Expr) -> Label:
    """Who may know a value that is no piece, and whether it is none."""
    return settled(known(reader, expr).what)


def parts(reader: Reader, node: object) -> Label:
    """Who may know all that is directly below a node."""
    return meet(*(told(reader, child) for child in children(node)))


def told(reader: Reader, node: object) -> Label:
    """Who may know a value, elements, a set or counts, a variable; of other nodes there is nothing to know."""
    if isinstance(node, core.Expr):
        return value(reader, node)
    if isinstance(node, core.Seq):
        elements = several(reader, node)
        return settled(meet(elements.there, elements.what))
    if isinstance(node, core.KindCounts):
        attribute = reader.made.components[node.component].attributes[node.attribute]
        return knowledge.traced(value(reader, node.of), question=attribute.name)
    if isinstance(node, core.AggregateValue | core.ZoneRef | core.PlaceRef):
        return parts(reader, node)
    return variable(reader, node) if isinstance(node, core.VarRef) else OPEN


def known(reader: Reader, expr: core.Expr) -> Known:
    """What is known of an expression."""
    made = reader.made
    match expr:
        case core.Get(local=local):
            return as_seen(reader, expr, reader.locals[local])
        case core.OneOf():
            one = several(reader, expr.seq)
            if expr.which == "first":
                one = first_of(reader, expr.seq, one)
            if expr.which == "only":
                reader.endanger(settled(one.there))
            return as_seen(reader, expr, one if expr.number is None else limited(one, value(reader, expr.number)))
        case core.On():
            there = several(reader, core.Pieces(expr.place.board))
            return as_seen(reader, expr, limited(there, value(reader, expr.place.place)))
        case core.Attr():
            of, attribute = known(reader, expr.of), made.components[expr.component].attributes[expr.attribute]
            what = knowledge.traced(settled(of.what), question=attribute.name)
            return Known(what if isinstance(attribute.type, OptionalT) else settled(of.there), what)
        case core.CallDefinition():
            enter(reader, expr)
            asked = made.definitions[expr.definition]
            step = f"{asked.name} (line {reader.line(asked.span.start)})"
            return knowledge.through(known(reader, asked.result), lambda label: knowledge.traced(label, step=(step,)))
        case core.Cases():
            # the first case that holds: what was asked on the way goes in
            results, way = list[Known](), OPEN
            with ExitStack() as before:
                for condition, result in expr.cases:
                    way = meet(way, value(reader, condition))
                    with reader.knowing(learn_here(reader, condition, holds=True)):
                        results.append(known(reader, result))
                    before.enter_context(reader.knowing(learn_here(reader, condition, holds=False), way))
                results.append(known(reader, expr.otherwise))
            return limited(knowledge.together(results), way)
        case core.IsNone(of=inner):
            return Known(what=settled(known(reader, inner).there))
        case _:
            found = reckoned(reader, expr)
            return Known(found, found)


def canonical_ref(reader: Reader, ref: core.ZoneRef) -> core.ZoneRef:
    """A zone by the terms in which its owners are compared."""
    return rebuilt(ref, partial(canonical, reader))


def first_of(reader: Reader, seq: core.Seq, one: Known) -> Known:
    """The first piece of a sequence: more may see what lies on top of a pile than see all of it, but not what turns up
    there while a body is tried."""
    if not isinstance(seq, core.Pieces):
        return one
    ref = canonical_ref(reader, seq.zone)
    zone = reader.made.zones[ref.zone]
    if zone.top is None or (reader.changed is not None and any(where == ref.zone for _, where in reader.changed.moved)):
        return one
    cause = knowledge.Cause("zone", ref.zone, span=ref.span)
    return evolve(one, what=meet(one.there, knowledge.seers(reader, zone.top, zone.owners, ref.owners, cause)))


def reckoned(reader: Reader, expr: core.Expr) -> Label:
    """Who may know a value that is no piece, and whether it is none."""
    made = reader.made
    match expr:
        case core.Junction(word, operands):
            # from left to right, each asked only if the ones before it were so
            found = OPEN
            with ExitStack() as before:
                for operand in operands:
                    label = value(reader, operand)
                    found = meet(found, label)
                    facts = learn_here(reader, operand, holds=word == "and")
                    before.enter_context(reader.knowing(facts, label))
            return found
        case core.Repeats(var=var):
            # the fields that a memory remembers, which all see unless a body that is tried has changed them
            changed, found = reader.changed or knowledge.Changed(), variable(reader, var)
            for each in made.variables[var.variable].fields:
                tables = (changed.contents, changed.shapes) if each.sort == "zone" else (changed.variables,)
                found = meet(found, *(settled(table.get(each.number, OPEN)) for table in tables))
            return found
        case core.Size(seq=seq):
            return settled(several(reader, seq).there)
        case core.Exists():
            # asked of one element after the other, as long as none meets the condition
            inner, kept = several(reader, expr.seq), reader.each
            with reader.knowing(bind_element(reader, expr.local, expr.seq, inner)):
                if passed := tuple(learn(reader, expr.condition, holds=False)):
                    first = core.OneOf(expr.seq, own_name(reader, expr.local).type)
                    reader.each = (*kept, knowledge.Each(expr.local, canonical(reader, first), passed))
                label = value(reader, expr.condition)
            reader.each = kept
            return meet(settled(inner.there), label)
        case _ if isinstance(expr, FOLDS):
            elements = several(reader, expr.seq)
            chosen = several(reader, expr.groups).there if isinstance(expr, core.Outside) else OPEN
            if isinstance(expr, core.Trail):
                chosen = several(reader, expr.through).there
            with reader.knowing(bind_element(reader, expr.local, expr.seq, elements)):
                found = meet(settled(elements.there), value(reader, expr.value), settled(chosen))
            if isinstance(expr, core.Fold) and expr.kind == "total" and not WORD.holds(range_of(made, expr.type)):
                reader.endanger(found)
            return found
        case core.Contains():
            # of a found piece where it lies, else whether such a one is there
            inside, one = several(reader, expr.seq), known(reader, expr.value)
            whose = meet(inside.what, one.what)
            if not (expr.here and inside.sources is not None):
                return settled(meet(inside.there, whose))
            where = meet(inside.there, inside.where, one.there, located(reader, expr.value, one))
            return settled(where if whole_zones(expr.seq) else meet(where, whose))
        case core.AskPiece():
            return meet(*(whereabouts(reader, piece) for piece in (expr.of, expr.other) if piece is not None))
        case core.Noted():
            put = OPEN if reader.changed is None else reader.changed.variables.get(expr.variable, OPEN)
            return meet(whereabouts(reader, expr.of), put)
        case core.CanAct():
            return reader.can_act(reader, expr)
        case core.Calc(op=op, left=left, right=right):
            found = parts(reader, expr)
            divides = op in ("/", "mod") and 0 in range_of(made, type_of(right)).integers
            if divides or not WORD.holds(range_of(made, expr.type)) or may_be_none(left) or may_be_none(right):
                reader.endanger(found)
            return found
        case _:
            return parts(reader, expr)


def enter(reader: Reader, expr: core.CallDefinition) -> None:
    """Bind the parameters and locals of a definition."""
    made = reader.made.definitions[expr.definition]
    handed_over = zip(made.params, expr.args, strict=True)
    given = [(param, handed(reader, param, arg), canonical(reader, arg)) for param, arg in handed_over]
    for param, one, term in given:
        knowledge.bind(reader, param, one, term)
    for let in made.lets:
        bind_let(reader, let)


def handed(reader: Reader, param: int, arg: core.Expr) -> Known:
    """What a parameter knows of an argument; of a bare kind that becomes a piece it is open where it lies."""
    found = known(reader, arg)
    if reader.made.locals[param].piece and not is_found(reader, arg, found):
        return evolve(found, where=meet(found.where, anywhere(reader, ranges.kind_of(reader.made, arg))))
    return found


def bind_let(reader: Reader, let: core.Let, *, steadily: bool = False) -> None:
    """Bind the local of a `let`; `steadily` where what it stands for may change."""
    found = of_source(reader, let.value)
    if isinstance(let.value, core.Seq):
        knowledge.bind(reader, let.local, found)
        if not steadily:
            reader.kept[let.local] = let.value
    else:
        knowledge.bind(reader, let.local, found, let.value if not steadily or knowledge.is_firm(let.value) else None)


def variable(reader: Reader, ref: core.VarRef) -> Label:
    """A variable of these owners."""
    made = reader.made.variables[ref.variable]
    own = owners(reader, made.owners, ref.owners)
    changed = (reader.carried if reader.changed is None else reader.changed.variables).get(ref.variable, OPEN)
    if made.since is not None:
        return changed
    cause = knowledge.Cause("variable", ref.variable, span=ref.span)
    return meet(own, knowledge.seers(reader, made.audience, made.owners, ref.owners, cause), changed)


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


def of_source(reader: Reader, source: Origin) -> Known:
    """What is known of a value, or of the elements of a sequence."""
    return several(reader, source) if isinstance(source, core.Seq) else known(reader, source)


def several(reader: Reader, seq: core.Seq) -> Known:
    """What is known of the elements of a sequence."""
    made = reader.made
    match seq:
        case core.Listed() | core.Chain():
            return knowledge.together([of_source(reader, part) for part in passed_on(seq)])
        case core.Pieces():
            # how many and where is public, what they are is not always
            own = owners(reader, made.zones[seq.zone.zone].owners, seq.zone.owners)
            ref = canonical_ref(reader, seq.zone)
            there = meet(own, knowledge.left_in(reader, "shapes", (ref,)))
            what = meet(there, knowledge.seen_in(reader, ref), knowledge.left_in(reader, "contents", (ref,)))
            return Known(there, what, there, (ref,))
        case core.Filter():
            # each element is known to meet the condition
            inner = several(reader, seq.seq)
            with reader.knowing(bind_element(reader, seq.local, seq.seq, inner)):
                label = value(reader, seq.condition)
                with reader.knowing(learn_here(reader, seq.condition, holds=True)):
                    one = as_seen(reader, own_name(reader, seq.local), reader.locals[seq.local])
            return limited(evolve(inner, what=meet(inner.there, one.what), sources=one.sources), label)
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
            label = settled(meet(one.there, one.what if one.sources is None else one.where))
            return limited(several(reader, inner_seq), label)
        case core.Ends(seq=inner_seq, number=number):
            return limited(several(reader, inner_seq), value(reader, number))
        case core.Region(start=start, beside=beside, most=most, costs=costs):
            places = several(reader, seq.seq)
            with reader.knowing(bind_element(reader, seq.local, seq.seq, places)):
                near = [several(reader, each) for each in (beside, costs) if each is not None]
            found = settled(meet(*(label for each in near for label in (each.there, each.what))))
            if costs is not None:
                all_places = range_of(made, own_name(reader, costs.local).type)
                if not TOTALS.holds(totals(made, costs.value, all_places.extent)):
                    reader.endanger(found)
            asked = (start,) if most is None else (start, most)
            return limited(places, meet(*(value(reader, each) for each in asked), found))
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


def own_name(reader: Reader, local: int) -> core.Get:
    """The expression that is a local."""
    return core.Get(local, reader.made.locals[local].type)  # type: ignore[arg-type] # it is no sequence


def bind_element(reader: Reader, local: int, seq: core.Seq, found: Known) -> tuple[knowledge.Fact, ...]:
    """Bind an element of a sequence; what is so of it."""
    knowledge.bind(reader, local, evolve(found, there=OPEN))
    return of_elements(reader, seq, own_name(reader, local))
