"""One shape into another: zones as sequences, slots as pieces, places as what lies on them."""

from collections.abc import Sequence
from typing import Final, NoReturn

from rulewright.language import core, intervals, intervals as fold, syntax, types
from rulewright.language.diagnostics import Diagnostic, Edit
from rulewright.language.elaborate import environment, suggestions
from rulewright.language.elaborate.environment import Env, Mistake, SeqValue, Typed, Value, World
from rulewright.language.elaborate.suggestions import declared_at, kinds, only_words, type_words, typed_words
from rulewright.language.facts import ranges
from rulewright.language.facts.ranges import Room, shape
from rulewright.language.messages import declarations as limits, kinds_of_values as words, sentences as memory_words
from rulewright.language.span import Span
from rulewright.language.wording import a

MOST_NAMED: Final = 8
MOST_KEPT: Final = 65_535

ANY_NUMBER: Final = types.NumberT(-intervals.LIMIT, intervals.LIMIT)


def mismatch(world: World, typed: Typed, wanted: str, span: Span, example: str = "") -> NoReturn:
    """Ends the sentence: something else belongs here."""
    only_words(world, typed, wanted, span)
    also = declared_at(world, typed)
    if isinstance(typed, environment.MemoryOf):
        name = world.variables[typed.var.variable].name
        raise Mistake(memory_words.memory_is_no_value(span, name=name, also=also))
    example = which_board(world, typed, span) or example
    raise Mistake(words.type_mismatch(span, what=typed_words(world, typed), wanted=wanted, example=example, also=also))


def misplaced(span: Span, what: str, wanted: str, example: str = "", edit: Edit | None = None) -> NoReturn:
    """As `mismatch`, of what has its own words."""
    raise Mistake(words.type_mismatch(span, what=what, wanted=wanted, example=example, edit=edit))


def which_board(world: World, typed: Typed, span: Span) -> str | None:
    """Of a place over which several boards lie, or one of each player: how it is said which is meant."""
    zones = [world.zones[board] for board in boards_over(world, typed.type)[:4]] if isinstance(typed, Value) else []
    written = world.text(span)
    if not zones or (len(zones) == 1 and not zones[0].owners) or "\n" in written:
        return None
    called = [("your " if zone.owners == (types.PLAYER,) else "") + zone.name for zone in zones]
    return f"Say on which board, such as: {' or '.join(f'{each}({written})' for each in called)}."


# ---- sequences


def room(world: World) -> Room:
    """How much there can be, as far as it is known while the core is being made."""

    def longest_list(table: int) -> int:
        """Where each line has a list, not all lines are known yet: no line has more than the number of places."""
        title, (_, make) = list(world.list_tables.items())[table]
        place, of_each_line, _ = title.partition(" line ")
        if of_each_line and place in world.places:
            return len(world.places[place].names)
        return max(map(len, make().values), default=0)

    def most_in(seq: core.Pieces) -> int:
        """A slot has one, and of the box nothing is counted yet."""
        zone = world.zones[seq.zone.zone]
        component = world.components[zone.component]
        most = suggestions.copies_of(component) * (len(component.kinds) if zone.box else 1)
        return 1 if zone.kind == "slot" else min(most, zone.capacity or most)

    return Room(
        world,
        world.players,
        pieces=most_in,
        entries=longest_list,
        kept=lambda local: world.locals[local].capacity,
        together=lambda _, most: most,
    )


def bound(world: World, seq: core.Seq) -> int:
    """The most elements that the sequence can have."""
    return ranges.bound(room(world), seq)


def kept(world: World, seq: SeqValue, span: Span) -> int:
    """The most elements of a sequence that is kept as a whole; of pieces a sentence takes no more than there is."""
    most = bound(world, seq.seq)
    if most > MOST_KEPT and not seq.pieces:
        raise Mistake(limits.too_many_elements(span, what=world.text(span), number=most, most=MOST_KEPT))
    return most


def as_seq(world: World, typed: Typed, span: Span) -> SeqValue:
    """The expression as a source of elements."""
    match typed:
        case SeqValue():
            return typed
        case environment.ZoneValue():
            return zone_seq(world, typed.ref)
        case environment.AggregateOf():
            return SeqValue(core.Members(typed.value), typed.type.of)
        case Value() if is_line(typed.type):
            return line_places(world, typed)
        case environment.PlaceValue() | Value(type=types.KindT() | types.OptionalT(of=types.KindT())):
            piece = as_value(world, typed, span)
            return SeqValue(core.Listed((piece.core,)), types.without_none(piece.type), piece.piece, piece.zones)
        case environment.NothingValue():
            return SeqValue(core.Listed(()), types.BoolT())
        case environment.BoxValue():
            parts = suggestions.box_parts(world) or ["box's cards"]
            edit, example = Edit(span, parts[0]) if len(parts) == 1 else None, f"Write {' or '.join(parts)}."
            misplaced(span, "the whole box", "one sort of pieces", example, edit)
        case environment.GroupsValue():
            raise Mistake(words.groups_apart(span, what=typed_words(world, typed)))
        case _:
            raise Mistake(one_value(world, typed, (world.text(span),), span, None))


def element_type(world: World, typed: environment.Several) -> types.Scalar:
    """The type of each of several things."""
    match typed:
        case environment.ZoneValue(ref):
            return world.kind_in(ref.zone)
        case environment.AggregateOf(type=type_):
            return type_.of
        case SeqValue(of=of):
            return types.without_none(of)


def one_value(world: World, typed: Typed, said: Sequence[str], span: Span, place: Span | None) -> Diagnostic:
    """The complaint that one value stands where several are wanted: they are all of its type that are what is said.
    `place`: where that can be written instead."""
    wanted, name = "a zone or something that can be several", None
    if isinstance(typed, Value):
        name = declared_name(typed.type)
    only_words(world, typed, wanted, span)
    plural = next((plural for plural, each in world.plurals.items() if each == name), None)
    better = f"{plural} where {' or '.join(f'it is {each}' for each in said)}"
    clear = plural is not None and not any(" where " in each for each in said)
    what, also, example = typed_words(world, typed), declared_at(world, typed), f"Write {better}." if clear else ""
    edit = Edit(place, better) if clear and place is not None else None
    return words.type_mismatch(span, what=what, wanted=wanted, also=also, example=example, edit=edit)


def zone_seq(world: World, ref: core.ZoneRef) -> SeqValue:
    """The pieces of a zone."""
    ordered = shape(world.zones[ref.zone].kind) != "counts"
    return SeqValue(core.Pieces(ref), world.kind_in(ref.zone), True, frozenset((ref.zone,)), ordered)


def is_line(type_: types.Scalar) -> bool:
    """Whether values of the type are lines of places."""
    return isinstance(types.without_none(type_), types.LineT)


def line_place(type_: types.Scalar) -> str:
    """The place type of a line type."""
    inner = types.without_none(type_)
    return inner.place if isinstance(inner, types.LineT) else ""


def line_places(world: World, line: Value) -> SeqValue:
    """The places of a line in its order."""
    place = line_place(line.type)
    low, lines = world.places[place].low, world.lines.setdefault(place, {})
    table = world.lists(f"{place} line places", lambda: (tuple(low + at for at in each) for each in lines))
    return SeqValue(core.TableList(table, (line.core,)), world.types[place])


# ---- single values


def as_value(world: World, typed: Typed, span: Span) -> Value:
    """The expression as one scalar: a slot is its piece, a place of a board what lies on it."""
    match typed:
        case Value():
            return typed
        case environment.ZoneValue() if world.zones[typed.ref.zone].kind == "slot":
            seq = zone_seq(world, typed.ref)
            type_ = types.with_none(seq.of)
            return Value(core.OneOf(seq.seq, type_), type_, piece=True, zones=seq.zones)
        case environment.PlaceValue():
            return piece_on(world, typed.place)
        case SeqValue():
            if typed.plural is not None and typed.plural in world.component_index:
                raise Mistake(kinds(world, typed.plural, span))
            if world.text(span) == "nobody":
                raise Mistake(words.nobody_is_none(span))
            raise Mistake(words.which_one(span, total=None, also=declared_at(world, typed)))
        case environment.ZoneValue():
            advice = "Say which: first, last or only … in it; how many there are is its size."
            mismatch(world, typed, "one piece", span, advice)
        case environment.NothingValue():
            return Value(core.Const(types.NONE, types.OptionalT(types.BoolT())), types.OptionalT(types.BoolT()))
        case _:
            mismatch(world, typed, "one value", span)


def piece_on(world: World, place: core.PlaceRef) -> Value:
    """The piece on a place of a board."""
    type_ = types.OptionalT(world.kind_in(place.board.zone))
    return Value(core.On(place, type_), type_, piece=True, zones=frozenset((place.board.zone,)))


def only_board(world: World, type_: types.Scalar) -> int | None:
    """The one board over a place type that nobody owns, or None."""
    boards = boards_over(world, type_)
    return boards[0] if len(boards) == 1 and not world.zones[boards[0]].owners else None


def boards_over(world: World, type_: types.Scalar) -> list[int]:
    """All boards over a place type."""
    name, here = declared_name(type_), world.zones[: world.zones_here]
    return [number for number, zone in enumerate(here) if zone.kind == "board" and zone.place == name]


def place_of(world: World, typed: Typed) -> core.PlaceRef | None:
    """A place of a certain board, or of the only board over its type; None for everything else."""
    if isinstance(typed, environment.PlaceValue):
        return typed.place
    board = only_board(world, typed.type) if isinstance(typed, Value) else None
    return core.PlaceRef(core.ZoneRef(board), typed.core) if board is not None and isinstance(typed, Value) else None


def piece_at(world: World, one: Value) -> Value | None:
    """The piece on a place of the only board, None for what is no place."""
    place = place_of(world, one)
    return None if place is None else piece_on(world, place)


def players_of(world: World, typed: Typed, span: Span) -> core.Seq | None:
    """One player or several, None for everything else."""
    match typed:
        case Value() if types.without_none(typed.type) == types.PLAYER:
            return core.Listed((typed.core,))
        case SeqValue() | environment.AggregateOf():
            seq = as_seq(world, typed, span)
            return seq.seq if types.without_none(seq.of) == types.PLAYER else None
        case _:
            return None


def declared_name(type_: types.Scalar) -> str | None:
    """The name by which a type owns fields and definitions, and by which places are known."""
    match types.without_none(type_):
        case types.ValueT(name) | types.KindT(name) | types.NumberT(place=name):
            return name
        case types.LineT():
            return "line"
        case _:
            return None


def as_piece(world: World, typed: Typed, span: Span) -> Value:
    """The expression as a piece; a place means what lies on it."""
    value = as_value(world, typed, span)
    if isinstance(types.without_none(value.type), types.KindT):
        return value
    return piece_at(world, value) or mismatch(world, value, "a piece", span)


def piece_seq(world: World, typed: Typed, span: Span) -> SeqValue:
    """The expression as a sequence of pieces; of places those that lie on them."""
    if isinstance(typed, Value) and not is_line(typed.type):
        typed = as_piece(world, typed, span)
    seq = as_seq(world, typed, span)
    if isinstance(types.without_none(seq.of), types.KindT):
        if seq.plural is not None:
            raise Mistake(kinds(world, seq.plural, span))
        return seq
    if only_board(world, seq.of) is None:
        mismatch(world, typed, "pieces", span)
    local, here = world.element(seq, "place")
    piece = as_piece(world, here, span)
    mapped = core.Mapped(local, seq.seq, piece.core)
    return SeqValue(mapped, types.without_none(piece.type), True, piece.zones)


def condition_type(world: World, typed: Typed, span: Span) -> Value:
    """The expression as yes or no; where it may be none, whether it is yes."""
    value = as_value(world, typed, span)
    if not isinstance(types.without_none(value.type), types.BoolT):
        raise Mistake(words.not_a_condition(span, what=typed_words(world, typed), also=declared_at(world, typed)))
    if isinstance(value.type, types.OptionalT):
        return Value(fold.comparison("is", value.core, fold.YES), types.BOOL)
    return value


def coerce(world: World, typed: Typed, wanted: types.Scalar, span: Span) -> Value:
    """The expression as a value of the wanted type (none where `wanted` allows it); otherwise a type mismatch."""
    if isinstance(typed, environment.NothingValue):
        if isinstance(wanted, types.OptionalT):
            return Value(core.Const(types.none_code(wanted), wanted), wanted)
        mismatch(world, typed, type_words(wanted), span)
    inner = types.without_none(wanted)
    value = as_piece(world, typed, span) if isinstance(inner, types.KindT) else as_value(world, typed, span)
    if not same_family(types.without_none(value.type), inner):
        only_words(world, value, type_words(inner), span, inner)
        mismatch(world, value, type_words(wanted), span, instead(world, inner))
    return value


def instead(world: World, wanted: types.Plain) -> str:
    """What could be written where a value of this type is wanted."""
    match wanted:
        case types.NumberT():
            return "Write a number."
        case types.BoolT():
            return "Write yes, no, or a comparison."
        case types.ValueT(name="player"):
            return "Write a player, such as: your left."
        case types.ValueT(name="team"):
            return "Write the team of a player, such as: your team."
        case types.ValueT() | types.LineT():
            values = world.values.get(wanted.name, ())
            return f"Write one of: {', '.join(values)}." if 0 < len(values) <= MOST_NAMED else ""
        case types.KindT():
            return f"Write {a(wanted.component)}, such as: {world.component(wanted).kinds[0]}."


def same_family(left: types.Scalar, right: types.Scalar) -> bool:
    """Whether the two types have comparable values."""
    return left == right or (isinstance(left, types.NumberT) and isinstance(right, types.NumberT))


def apart(wanted: types.Scalar, given: types.Scalar) -> tuple[types.NumberT, types.NumberT] | None:
    """Both ranges, if these are numbers that certainly differ."""
    inner, has = types.without_none(wanted), types.without_none(given)
    if isinstance(given, types.OptionalT) or not isinstance(inner, types.NumberT) or not isinstance(has, types.NumberT):
        return None
    return (inner, has) if has.high < inner.low or has.low > inner.high else None


def joined(world: World, parts: Sequence[Value | SeqValue], nodes: Sequence[syntax.Expr], wanted: str) -> types.Scalar:
    """The smallest type that holds all of these; ends the sentence at the first one that is not of the same sort."""
    several = [part.of if isinstance(part, SeqValue) else part.type for part in parts]
    inner = [types.without_none(type_) for type_ in several]
    first = inner[0]
    for part, node, other in zip(parts, nodes, inner, strict=False):
        if not same_family(first, other):
            mismatch(world, part, wanted, node.span)
    if isinstance(first, types.NumberT):
        numbers = [type_ for type_ in inner if isinstance(type_, types.NumberT)]
        first = types.NumberT(min(n.low for n in numbers), max(n.high for n in numbers), first.place)
    return types.OptionalT(first) if any(isinstance(type_, types.OptionalT) for type_ in several) else first


def calculated(op: core.Operator, left: Value, right: Value, span: Span) -> Value:
    """Arithmetic of two numbers, with the range of what comes of it."""
    made = fold.calculation(op, left.core, right.core, (left.type, right.type), span)
    return Value(made, fold.result_range(op, fold.bounds(left.type), fold.bounds(right.type)))


def together(world: World, left: Typed, right: Typed, node: syntax.Arithmetic) -> SeqValue:
    """The pieces of two zones or sequences, one after the other."""
    one, other = (piece_seq(world, each, part.span) for each, part in ((left, node.left), (right, node.right)))
    if one.of != other.of:
        mismatch(world, right, f"pieces as in {world.text(node.left.span)}", node.right.span)
    seqs = core.Chain((one.seq, other.seq))
    return SeqValue(seqs, one.of, one.pieces, one.zones | other.zones, one.ordered and other.ordered)


def value(world: World, env: Env, node: syntax.Expr, wanted: types.Scalar) -> Value:
    """The expression as a value of the wanted type."""
    return coerce(world, world.expression(env, node, wanted), wanted, node.span)


def condition(world: World, env: Env, node: syntax.Expr) -> core.Expr:
    """The expression as yes or no."""
    return condition_type(world, world.expression(env, node, types.BOOL), node.span).core


def as_aggregate(
    world: World, typed: Typed, wanted: types.SetT | types.CountsT, node: syntax.Expr
) -> core.AggregateValue:
    """Something already elaborated as a set or counts of the wanted type."""
    width = world.size(wanted.of)
    match typed:
        case environment.AggregateOf() if typed.type.of == wanted.of:
            return typed.value
        case environment.ZoneValue() if world.zones[typed.ref.zone].kind != "slot":
            return as_aggregate(world, zone_seq(world, typed.ref), wanted, node)
        case Value() if is_line(typed.type) and not is_line(wanted.of):
            return as_aggregate(world, line_places(world, typed), wanted, node)
        case SeqValue() if not same_family(types.without_none(wanted.of), types.without_none(typed.of)):
            mismatch(world, typed, type_words(wanted), node.span)
        case environment.NothingValue() | SeqValue():
            return core.OneEach(as_seq(world, typed, node.span).seq, width)
        case _:
            one = coerce(world, typed, wanted.of, node.span)
            return core.OneEach(core.Listed((one.core,)), width)


def check_index(env: Env, name: str, wanted: types.Scalar, given: types.Scalar, span: Span) -> None:
    """Ends the sentence if there is no `name(x)` for any x of the type `given`."""
    if (ranges := None if env.dead else apart(wanted, given)) is not None:
        of, has = map(suggestions.range_words, ranges)
        values = f"{ranges[0].place or 'each value'} is {of}"
        raise Mistake(words.no_such_value(span, asked=f"{name}({has})", values=values))


def check_members(env: Env, wanted: types.Scalar, given: Typed, span: Span) -> None:
    """Ends the sentence if nothing of this can be in a set of the wanted type."""
    type_ = given.of if isinstance(given, SeqValue) else given.type if isinstance(given, Value) else wanted
    if (ranges := None if env.dead else apart(wanted, type_)) is not None:
        of, has = map(suggestions.range_words, ranges)
        raise Mistake(words.no_such_member(span, value=has, values=f"{ranges[0].place or 'each value'} is {of}"))
