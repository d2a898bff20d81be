"""What is left open: which piece is meant where a kind is named, and whether nothing is the same as nothing."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from attrs import define, evolve, field

from rulewright.language import core, example_core
from rulewright.language.checks.expression_values import NO_KINDS, Kinds, Outcomes, kinds_of, passing
from rulewright.language.checks.value_analysis import with_given
from rulewright.language.core_queries import BINDERS, Origin, all_ways, bindings, blocks_of, passed_on, reads
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.effects import holds_pieces, ref_of
from rulewright.language.facts.ranges import component_of, none_of, shape, type_of
from rulewright.language.intervals import constant
from rulewright.language.messages import flow, kinds_of_values as words
from rulewright.language.source import Source
from rulewright.language.span import Span
from rulewright.language.types import BOOL, PLAYER, OptionalT, each_of
from rulewright.language.walking import children, rewritten, walk

# ---- Where a sentence needs a piece and only a kind is named: of several copies nobody knows which is meant
# A kind of an unlimited component that is moved comes from the box, which never lacks it. An analysis of the core and
# its examples, over `contents`: the kinds that may arrive without a place.


@define
class Bare:
    """Of each local the kinds that it may be without knowing where they lie; which locals hold, and which definitions
    give, the mere kind of what was a piece. All only grow."""

    found: Outcomes
    kinds: dict[int, Kinds] = field(factory=lambda: defaultdict(frozenset))
    torn: set[int] = field(factory=set)
    tearing: set[int] = field(factory=set)


def which_pieces(found: Outcomes, examples: object = ()) -> Iterator[Diagnostic]:
    """Each sentence and question that needs a piece and may get a kind of which there are several copies."""
    made, nodes = found.made, [*found.nodes, *walk(examples)]
    bare, before = Bare(found), -1
    links = [link for node in nodes if isinstance(node, BINDERS) for link in bindings(made, node)]
    while before != (now := sum(map(len, (*bare.kinds.values(), bare.torn, bare.tearing)))):
        before = now
        for local, source in links:
            if holds_pieces(made.locals[local]):
                bare.kinds[local] |= bare_kinds(bare, source)
            elif torn(bare, source, lying=True):
                bare.torn.add(local)
        bare.tearing |= {at for at, each in enumerate(made.definitions) if torn(bare, each.result, lying=True)}
    for node in nodes:
        for source, span in places_needed(node):
            kinds, sort = bare_kinds(bare, source), sort_of(found, source)
            if sort is None:
                continue
            component, copies = made.components[sort], made.components[sort].copies
            kind = next((kind for kind in sorted(kinds) if None in copies or copies[kind] not in {0, 1}), None)
            if isinstance(node, core.MovePiece) and not made.zones[ref_of(node.to).zone].box:
                # a kind without end is taken from the box: one that was never a piece is meant so
                was_piece = isinstance(source, core.Get) and holds_pieces(made.locals[source.local])
                if all(copies[each] is None for each in kinds) and not (was_piece or torn(bare, source)):
                    continue
            if kind is not None:
                name, copy = component.kinds[kind], copies[kind]
                what = made.locals[source.local].name if isinstance(source, core.Get | core.Held) else name
                # a zone in which it may lie, as the author could write it: the box if it can be there
                here = (each for n, each in enumerate(made.zones) if each.component == sort and kind in found.zones[n])
                zone = min(here, key=lambda each: not each.box, default=None)
                where = "Z" if zone is None else f"your {zone.name}" if zone.owners == (PLAYER,) else zone.name
                say = words.which_copy_moves if isinstance(node, core.Moving) else words.which_copy
                number = "any number of" if copy is None else copy or "no"
                yield say(span, what=what, kind=name if name != what else None, copies=number, zone=where)


def places_needed(node: object) -> Iterator[tuple[Origin, Span]]:
    """What a node must find where it lies."""
    match node:
        case core.MovePiece() | core.ChangePiece() | core.Flip() | core.Viewers():
            yield node.piece, node.span
        case core.MoveAll() | core.MoveSome() | core.Show():
            yield node.seq, node.span
        case core.AskPiece() | core.Beyond():
            yield node.of, node.span
            if isinstance(node, core.AskPiece) and node.other is not None:
                yield node.other, node.span
        case _:
            pass


def sort_of(found: Outcomes, source: Origin) -> int | None:
    """The component of what a source gives, None if these are no pieces or kinds."""
    match source:
        case core.Pieces():
            return found.made.zones[source.zone.zone].component
        case core.Filter() | core.Best() | core.Held():
            return component_of(found.made, each_of(found.made.locals[source.local].type))
        case _ if isinstance(source, core.Expr):
            return component_of(found.made, type_of(source))
        case _:
            return next((sort_of(found, part) for part in passed_on(source)), None)


def bare_kinds(bare: Bare, source: Origin) -> Kinds:
    """The kinds that may come without a place; of what is no piece at all, its values. Of what stands one after the
    other all are mere kinds as soon as one is."""
    parts = () if isinstance(source, core.Cases) else passed_on(source)
    match source:
        case core.Get() | core.Held():
            piece = holds_pieces(bare.found.made.locals[source.local])
            return (bare.kinds if piece else bare.found.kinds)[source.local]
        case core.On() | core.Pieces():
            return NO_KINDS
        case core.Filter():
            return passing(bare.found, source, bare_kinds(bare, source.seq))
        case core.Chain() | core.Listed():
            return kinds_of(bare.found, source) if any(bare_kinds(bare, part) for part in parts) else NO_KINDS
        case _:
            return bare_kinds(bare, parts[0]) if parts else kinds_of(bare.found, source)


def torn(bare: Bare, source: Origin, *, lying: bool = False) -> bool:
    """Whether a source may give the mere kind of what was a piece, its place is lost on the way; or with `lying` a
    piece that lies somewhere."""
    match source:
        case core.Get() | core.Held():
            return source.local in bare.torn or (lying and holds_pieces(bare.found.made.locals[source.local]))
        case core.CallDefinition():
            return source.definition in bare.tearing
        case core.On() | core.Pieces():
            return lying
        case _:
            return any(torn(bare, part, lying=lying) for part in passed_on(source))


# ---- Moves that leave open which pieces are meant: `move n from` a zone without order in which several kinds can lie


def open_moves(
    found: Outcomes, source: Source, examples: tuple[example_core.Scene | None, ...]
) -> Iterator[Diagnostic]:
    """Where several kinds could be taken, in play or after an example has given what play never brings there."""
    made = found.made
    moves = [node for node in found.nodes if isinstance(node, core.MoveSome) and constant(node.number) != 0]
    clear = [node for node in moves if not leaves_choice(found, node.seq)]
    for node in moves:
        if node not in clear:
            zone = made.zones[unordered(made, node.seq) or 0]
            # the attribute that says whose a piece is, where players own the zone in which it lies
            attributes = made.components[zone.component].attributes if PLAYER in zone.owners else ()
            whose = next((each.name for each in attributes if each.type == PLAYER), None)
            yield words.which_piece(node.span, zone=zone.name, whose=whose)
    scenes = [example for example in examples if example is not None]
    doubtful = [node for node in clear if unordered(made, node.seq) is not None] if scenes else []
    if doubtful:
        all_given = with_given(found, tuple(example.givens for example in scenes))
        doubtful = [node for node in doubtful if leaves_choice(all_given, node.seq)]
    for example in scenes if doubtful else ():
        given = with_given(found, example.givens)
        move = next((node for node in doubtful if leaves_choice(given, node.seq)), None)
        # what a given line puts where play never brings it
        puts = (node for node in example.givens if isinstance(node, core.MoveSome))
        brought = ((node, kinds_of(found, node.seq) - found.zones[ref_of(node.to).zone]) for node in puts)
        put, kinds = next(((node, kinds) for node, kinds in brought if kinds), (None, NO_KINDS))
        if move is not None and put is not None:
            zone = made.zones[ref_of(put.to).zone]
            kind = made.components[zone.component].kinds[min(kinds)]
            taken = made.zones[unordered(made, move.seq) or 0].name
            title, line, also = example.title, source.line(move.span.start), move.span
            yield flow.never_there(put.span, title=title, kind=kind, zone=zone.name, taken=taken, line=line, also=also)


def unordered(made: core.Core, seq: Origin) -> int | None:
    """The unordered zone that a sequence takes from, None if its pieces lie in an order."""
    match seq:
        case core.Pieces():
            return seq.zone.zone if shape(made.zones[seq.zone.zone].kind) == "counts" else None
        case core.Filter() | core.FlatMap() | core.Chain():
            return next((zone for part in passed_on(seq) if (zone := unordered(made, part)) is not None), None)
        case _:
            return None


def leaves_choice(found: Outcomes, seq: core.Seq) -> bool:
    """Whether pieces of several kinds pass the `where`, whatever it compares them with."""
    zone = unordered(found.made, seq)
    if zone is None:
        return False
    component = found.made.components[found.made.zones[zone].component]
    pins = set[int | None]()
    here: Origin = seq
    while isinstance(here, core.Filter | core.FlatMap):
        pins.update(pin_of(found.made, here.condition, here.local) if isinstance(here, core.Filter) else ())
        here = here.seq if isinstance(here, core.Filter) else here.body
    if None in pins:
        return False
    kinds, tables = kinds_of(found, seq), [component.attributes[pin].table for pin in pins if pin is not None]
    return len({tuple(table[kind] for table in tables) for kind in kinds}) < len(kinds)


def pin_of(made: core.Core, part: core.Expr, local: int) -> Iterator[int | None]:
    """The attributes of the element that a condition compares by `is`, itself or by a definition; None where it names
    the one kind itself."""
    match part:
        case core.Junction("and", operands):
            for operand in operands:
                yield from pin_of(made, operand, local)
        case core.Compare(op="is" | "same") | core.SameCounts():
            for side, other in ((part.left, part.right), (part.right, part.left)):
                of = side.of if isinstance(side, core.Attr | core.KindCounts) else side
                if local not in reads(other) and isinstance(of, core.Get) and of.local == local:
                    yield side.attribute if isinstance(side, core.Attr | core.KindCounts) else None
        case core.CallDefinition(definition=number, args=args):
            asked = made.definitions[number]
            own = [(param, arg) for param, arg in zip(asked.params, args, strict=True) if local in reads(arg)]
            if len(own) == 1 and isinstance(own[0][1], core.Get) and not asked.lets:
                yield from pin_of(made, asked.result, own[0][0])
        case _:
            pass


# ---- Comparisons of two things that may both be none: `is` says no then, though it may be meant that they are alike
# Who has asked, in the sentence or before it in its body, whether one of them is there knows what is compared.

Doubts = Mapping[Span, Diagnostic]
"""What is said of a comparison that stands here, if both its sides may be none."""


@define
class Body:
    """One body: what its locals stand for, and what it has asked so far."""

    made: core.Core
    stands_for: dict[int, int] = field(factory=dict)
    lets: dict[int, core.Expr] = field(factory=dict)
    asked: set[object] = field(factory=set)


def both_none(made: core.Core, doubts: Doubts, examples: object) -> Iterator[Diagnostic]:
    """Each comparison of which both sides may be none, where nobody has asked."""
    units: list[tuple[object, ...]] = [(*way.header, *way.body) for way in all_ways(made)]
    units += ((*each.lets, each.result) for each in made.definitions)
    units += ((each.condition,) for each in made.invariants)
    units += ((each.condition,) for each in walk(examples) if isinstance(each, example_core.Condition))
    for unit in (*units, (made.scoring,)) if doubts else ():
        nodes = [*walk(unit)]
        if not any(isinstance(node, core.Compare) and node.span in doubts for node in nodes):
            continue
        body = Body(made)
        for node in nodes:
            # the elements of a filtered sequence are those that the filter has tested; a `let` is its value
            if isinstance(node, core.Let):
                body.lets[node.local] = node.value  # type: ignore[assignment] # sequences are never compared
            else:
                for local, source in bindings(made, node):
                    tested = source
                    while isinstance(tested, core.Filter | core.Best):
                        body.stands_for[tested.local] = local
                        tested = tested.seq
        for sentence in sentences(unit):
            inside = [*walk(sentence)]
            body.asked |= {plain(body, each) for node in inside for each in asked_in(node)}
            for node in inside:
                if isinstance(node, core.Compare) and node.span in doubts:
                    # both sides are declared `or none`, and nobody has asked for either
                    known = (names_of(body, side) for side in (node.left, node.right))
                    if all(names and body.asked.isdisjoint(names) for names in known):
                        yield doubts[node.span]


def sentences(unit: tuple[object, ...]) -> Iterator[tuple[object, ...]]:
    """What stands in one sentence, blocks in it aside, in the order of the text."""
    for node in unit:
        if isinstance(node, core.If):
            for condition, block in node.cases:
                yield (condition,)
                yield from sentences(block)
            yield from sentences(node.otherwise)
            continue
        blocks = blocks_of(node)
        inside = {id(each) for block in blocks for each in block}
        yield tuple(each for each in children(node) if id(each) not in inside) if blocks else (node,)
        for block in blocks:
            yield from sentences(block)


def asked_in(node: object) -> Iterator[object]:
    """What a node asks whether it is there, or compares with what certainly is."""
    match node:
        case core.IsNone():
            yield node.of
        case core.Compare(left=core.Size(seq=core.Pieces(zone=ref))):
            yield ref
        case core.Compare():
            for one, other in ((node.left, node.right), (node.right, node.left)):
                if not isinstance(getattr(other, "type", None), OptionalT):
                    yield one
        case core.Contains():
            yield node.value
        case core.Assign() if not isinstance(getattr(node.value, "type", None), OptionalT):
            yield node.var
        case _:
            pass


def names_of(body: Body, side: core.Expr) -> set[object]:
    """All that a side may have been called where it was asked for; nothing if it is no field, attribute, slot or place
    that may be empty."""
    made, more = body.made, set[object]()
    match side:
        case core.Get() if side.local in body.lets:
            more = names_of(body, body.lets[side.local])
            empty = bool(more)
        case core.Read():
            empty, more = isinstance(made.variables[side.var.variable].type, OptionalT), {plain(body, side.var)}
        case core.Noted():
            empty = isinstance(side.type, OptionalT)
        case core.Attr():
            empty = none_of(side) in made.components[side.component].attributes[side.attribute].table
        case core.OneOf(seq=core.Pieces(zone=ref), which="first"):
            empty, more = made.zones[ref.zone].kind == "slot", {plain(body, ref)}
        case _:
            empty = isinstance(side, core.On)
    return {plain(body, side), *more} if empty else set()


def plain(body: Body, node: object) -> object:
    """A node in which elements have the names of what they stand for, without types."""

    def bare(part: object) -> object:
        here: Any = part
        if isinstance(part, core.Get):
            while here.local in body.stands_for:
                here = evolve(here, local=body.stands_for[here.local])
        return evolve(here, type=BOOL) if hasattr(here, "type") else here

    return rewritten((node,), bare)[0]
