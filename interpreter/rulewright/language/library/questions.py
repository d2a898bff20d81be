"""The built-in questions and functions, one row each, and a table that `rotate` needs.

A place is asked by its value: its index, for a number type the number itself; the tables say so by their lowest index,
and the places they give are values again. What only grids have others refuse."""

from collections.abc import Callable, Iterator
from functools import partial, reduce
from typing import Any, Final, Literal

from attrs import evolve

from rulewright.language import core, geometry, intervals as fold, types
from rulewright.language.elaborate import coercions, environment
from rulewright.language.elaborate.coercions import ANY_NUMBER, as_seq, bound, calculated, mismatch, misplaced
from rulewright.language.elaborate.environment import GroupsValue, Mistake, SeqValue, Typed, Value, World
from rulewright.language.facts.ranges import type_of
from rulewright.language.library import answering, reaching
from rulewright.language.library.answering import Constant, ConstantList, Function, Param, Row, declared, lines_of
from rulewright.language.messages import declarations as limits, kinds_of_values as words
from rulewright.language.span import NOWHERE, Span
from rulewright.language.types import BOOL, DIRECTION, PLAYER, TEAM, NumberT, OptionalT, ValueT, with_none, without_none

# ---- several things together, and numbers


def size(world: World, several: Typed, span: Span) -> Value:
    """How many there are; of counts the sum."""
    if isinstance(several, GroupsValue):
        return Value(core.Size(several.seq), NumberT(0, bound(world, several.seq)))
    if isinstance(several, environment.AggregateOf) and isinstance(several.type, types.CountsT):
        numbers = core.Sum(several.value)
        return Value(numbers, type_of(numbers))
    seq = as_seq(world, several, span).seq
    if isinstance(seq, core.Values):
        return Value(fold.number(seq.number), NumberT(seq.number, seq.number))
    return Value(core.Size(seq), NumberT(0, bound(world, seq)))


def end_of(_world: World, seq: SeqValue, _span: Span, *, last: bool) -> Value:
    """The first or last element."""
    if isinstance(seq.seq, core.Values):
        return Value(core.Const(seq.seq.number - 1 if last else 0, seq.of), seq.of)
    type_ = with_none(seq.of)
    return Value(core.OneOf(seq.seq, type_, "last" if last else "first"), type_, seq.pieces, seq.zones)


def ends(world: World, seq: SeqValue, number: Value | None, span: Span, *, last: bool) -> Value | SeqValue:
    """The first or last element, or so many of them."""
    if number is None:
        return end_of(world, seq, span, last=last)
    return SeqValue(core.Ends(last, seq.seq, number.core, span=span), seq.of, seq.pieces, seq.zones, seq.ordered)


def item(_world: World, seq: SeqValue, number: Value, _span: Span) -> Value:
    """One element by its place, from 1."""
    known = fold.constant(number.core)
    if isinstance(seq.seq, core.Values) and known is not None and 1 <= known <= seq.seq.number:
        return Value(core.Const(known - 1, seq.of), seq.of)
    type_ = with_none(seq.of)
    return Value(core.OneOf(seq.seq, type_, "item", number.core), type_, seq.pieces, seq.zones)


def numbered(place: int, world: World, seq: SeqValue, span: Span) -> Value:
    """The element at a place that has a word of its own."""
    return item(world, seq, Value(fold.number(place), NumberT(place, place)), span)


def beyond(_world: World, seq: SeqValue, other: Value, span: Span, *, after: bool) -> SeqValue:
    """What lies on one side of an element of an ordered sequence."""
    return SeqValue(core.Beyond(after, seq.seq, other.core, span=span), seq.of, seq.pieces, seq.zones, seq.ordered)


def extreme(op: Literal["min", "max"], world: World, _: Typed, *numbers: Any) -> Value:  # noqa: ANN401 - as answered
    """The lowest or highest of some numbers. If some are of one number type, and the others can be, it is of that."""
    *values, span = numbers
    found: Value = reduce(lambda one, other: calculated(op, one, other, span), values)
    named = {each.place for each in (without_none(value.type) for value in values) if isinstance(each, NumberT)} - {
        None
    }
    of = world.types[named.pop() or ""] if len(named) == 1 else None
    ranges = [fold.bounds(value.type) for value in values]
    if isinstance(of, NumberT) and all(of.low <= each.low and each.high <= of.high for each in ranges):
        low, high = fold.bounds(found.type).low, fold.bounds(found.type).high
        return evolve(found, type=NumberT(low, high, of.place))
    return found


def parity(rest: int, _world: World, subject: Value, span: Span) -> Value:
    """Whether a number is even (`rest` 0) or odd (1); none is neither."""
    two = fold.number(2)
    left_over = fold.calculation("mod", subject.core, two, (without_none(subject.type), NumberT(2, 2)), span)
    so = fold.comparison("is", left_over, fold.number(rest))
    there = fold.negation(fold.is_none(subject.core)) if isinstance(subject.type, OptionalT) else fold.YES
    return Value(fold.junction("and", [there, so]), BOOL)


def alike(how: core.Likeness, _world: World, seq: SeqValue, asked: tuple[int, Value], span: Span) -> Value:
    """Whether all elements have the same of something, or different ones, or ones that follow each other."""
    local, answer = asked
    if how == "consecutive" and not isinstance(without_none(answer.type), NumberT | ValueT):
        mismatch(_world, answer, "a number", span)
    return Value(core.AllAre(how, local, seq.seq, answer.core), BOOL)


def groups(world: World, seq: SeqValue, low: int, high: int | None, span: Span) -> GroupsValue:
    """All choices of so many of them."""
    high = low if high is None else high
    most = bound(world, seq.seq)
    if not 1 <= low <= high:
        raise Mistake(words.no_such_groups(span, low=low, high=high))
    if most > MOST_IN_GROUPS:
        raise Mistake(limits.too_many_for_groups(span, number=most, most=MOST_IN_GROUPS))
    made = core.Groups(seq.seq, low, min(high, most))
    number = bound(world, made)
    if number > MOST_GROUPS:
        raise Mistake(limits.too_many_groups(span, number=number, most=MOST_GROUPS))
    return GroupsValue(made, seq, made.high)


MOST_IN_GROUPS: Final = 16
MOST_GROUPS: Final = 10_000

ORDINALS: Final = ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
"""What the elements behind the first are called."""
N, SOME_N = (Param("n", ANY_NUMBER),), (Param("n", ANY_NUMBER, optional=True),)
FIXED_N, X = (Param("n", "fixed number"),), (Param("x", "alike"),)
OF_EACH: Final = (Param("x", "of each"),)
WAYS: Final = (Param("ways", "relation", optional=True),)
TWO: Final = Param("a", ANY_NUMBER), Param("b", ANY_NUMBER)
SEVERAL: Final = Param("a", ANY_NUMBER), Param("b", ANY_NUMBER, more=True)
ONE_OR_TWO: Final[tuple[Param, ...]] = (Param("a", "fixed number"), Param("b", "fixed number", optional=True))
FIRST, LAST = (Function(partial(ends, last=last)) for last in (False, True))
AHEAD, BEHIND = (Function(partial(beyond, after=after)) for after in (False, True))
ONLY: Final = Function(
    lambda _, seq, span: Value(core.OneOf(seq.seq, seq.of, "only", span=span), seq.of, seq.pieces, seq.zones)
)
SAME, DIFFERENT, RISING = (Function(partial(alike, how), flag=True) for how in ("same", "different", "consecutive"))

OF_SEVERAL: Final = (
    Row("sequence", "size", "How many there are; of counts the sum.", Function(size, whole=True)),
    Row("sequence", "first", "The first one, none over nothing; the first n of them.", FIRST, SOME_N),
    Row("sequence", "last", "The last one, none over nothing; the last n of them.", LAST, SOME_N),
    Row("sequence", "only", "The one that there is; a fault unless there is exactly one.", ONLY),
    *(
        Row("sequence", word, f"The one at place {place}; none if there are fewer.", Function(partial(numbered, place)))
        for place, word in enumerate(ORDINALS, 2)
    ),
    Row("sequence", "item", "The one at place n, from 1; none if there are fewer.", Function(item), N),
    Row("sequence", "after", "All that lie beyond x, in order.", BEHIND, X),
    Row("sequence", "before", "All that lie ahead of x, in order.", AHEAD, X),
    Row("sequence", "same", "Whether all have the same x.", SAME, OF_EACH),
    Row("sequence", "different", "Whether no two have the same x.", DIFFERENT, OF_EACH),
    Row("sequence", "consecutive", "Whether, sorted by x, each has one more than the one before.", RISING, OF_EACH),
    Row("sequence", "groups", "All choices of a to b of them; of a where there is no b.", Function(groups), ONE_OR_TWO),
    Row(
        "sequence",
        "connected",
        "Whether all places hang together.",
        Function(reaching.connected, flag=True),
        WAYS,
        since=2,
    ),
    Row("sequence", "parts", "The parts of places that hang together.", Function(reaching.parts), WAYS, since=2),
    Row("pile", "height", "How many pieces lie there.", Function(size, whole=True), yields=True, since=2),
    Row("pile", "top", "What lies on top, none over nothing; the topmost n.", FIRST, SOME_N, yields=True, since=2),
    Row(
        "pile",
        "bottom",
        "What lies at the bottom, none over nothing; the lowest n.",
        LAST,
        SOME_N,
        yields=True,
        since=2,
    ),
    Row("pile", "above", "All that lie on x, the topmost first.", AHEAD, X, yields=True, since=2),
    Row("pile", "below", "All that lie under x, the topmost first.", BEHIND, X, yields=True, since=2),
    Row("number", "even", "Whether 2 divides it.", Function(partial(parity, 0), flag=True)),
    Row("number", "odd", "Whether 2 does not divide it.", Function(partial(parity, 1), flag=True)),
    Row("function", "min", "The lowest of two numbers or more.", Function(partial(extreme, "min")), SEVERAL),
    Row("function", "max", "The highest of two numbers or more.", Function(partial(extreme, "max")), SEVERAL),
)

# ---- pieces


def owner(world: World, piece: Value, span: Span) -> Value:
    """Told where no zone in which the piece may lie remembers owners."""
    if piece.zones and not any(world.zones[zone].with_owner for zone in piece.zones):
        zone = world.zones[min(piece.zones)]
        raise Mistake(words.owner_unknown(span, zone=zone.name, also=zone.span))
    return Value(core.AskPiece("owner", piece.core, OptionalT(PLAYER), span=span), OptionalT(PLAYER))


def holder(world: World, piece: Value, wanted: types.Scalar | None, span: Span) -> Value:
    """Told where the zones in which the piece may lie have several sorts of owners, and none is asked for."""
    zones = [world.zones[zone] for zone in sorted(piece.zones)]
    asked = without_none(wanted) if wanted is not None else None
    owners = {owner for zone in zones for owner in zone.owners} or {asked or PLAYER}
    fitting = {owner for owner in owners if asked in (None, owner)}
    if len(fitting) != 1:
        what = "a question with several answers" if fitting else "a question that is never answered here"
        named = " or ".join(sorted(f"holder({name})" for name, each in world.types.items() if each in owners))
        misplaced(span, what, "one owner", f"Write {named}.")
    type_ = OptionalT(without_none(fitting.pop()))
    dimension = next((zone.owners.index(type_.of) for zone in zones if type_.of in zone.owners), 0)
    return Value(core.AskPiece("holder", piece.core, type_, dimension=dimension, span=span), type_)


def lies(question: core.PieceQuestion, _world: World, piece: Value, *args: Any) -> Value:  # noqa: ANN401 - the rest
    """A yes/no question of where a piece lies."""
    other = args[0].core if len(args) > 1 else None
    return Value(core.AskPiece(question, piece.core, BOOL, other, span=args[-1]), BOOL)


TYPE: Final = (Param("T", "type", optional=True),)
LATER: Final = Function(lambda _, x, y, __: Value(core.Compare("more-than", x.core, y.core), BOOL), flag=True)
VIEWERS: Final = Function(lambda _, piece, span: SeqValue(core.Viewers(piece.core, span=span), PLAYER))
FACE_UP, FACE_DOWN, PAST = (Function(partial(lies, how), flag=True) for how in ("face-up", "face-down", "past"))

OF_PIECES: Final = (
    Row("piece", "owner", "Who put it into a row that remembers owners.", Function(owner)),
    Row("piece", "holder", "Whose zone it lies in; with a type, that owner of a zone of two.", Function(holder), TYPE),
    Row("piece", "face-up", "Whether it lies face up.", FACE_UP),
    Row("piece", "face-down", "Whether it lies face down.", FACE_DOWN),
    Row("piece", "viewers", "The players who may look at it.", VIEWERS),
    Row("piece", "past", "Whether it lies beyond x in the same row, pile or board.", PAST, X),
    Row("enumeration", "past", "Whether it comes after x in the declared order.", LATER, X),
    Row("number", "past", "Whether it is more than x.", LATER, X),
)

# ---- players, enumerations and memories


def shifted(by: int, world: World, value: Value, _span: Span) -> Value:
    """The value so many on in the declared order, round and round."""
    size = world.size(without_none(value.type))
    table = core.Table(f"{by:+} of {size}", (size,), (0,), tuple((index + by) % size for index in range(size)))
    return Value(core.Lookup(world.table(table.name, lambda: table), (value.core,), value.type), value.type)


def ordinal(world: World, value: Value, _span: Span) -> Value:
    """The place in the declared order, from 1; of none it is none."""
    table_type = NumberT(1, world.size(without_none(value.type)))
    known = fold.constant(value.core)
    if known is not None and known >= 0:
        return Value(fold.number(known + 1), NumberT(known + 1, known + 1))
    plus = core.Calc("+", value.core, fold.number(1), table_type)
    if isinstance(value.type, OptionalT):
        none = core.Const(types.NONE_NUMBER, OptionalT(table_type))
        cases = fold.cases([(core.IsNone(value.core), none, NOWHERE)], plus, none.type)
        return Value(cases, none.type)
    return Value(plus, table_type)


def opponent(world: World, value: Value, span: Span) -> Value:
    """The only other player; ends the sentence where there is none, or several."""
    if world.players != 2:
        raise Mistake(words.no_opponent(span, number=world.players))
    return shifted(1, world, value, span)


NEXT, PREVIOUS = (Function(partial(shifted, by)) for by in (1, -1))
OPPONENT: Final = "The other player, where just two play; rules may define it otherwise."
OTHERS: Final = ConstantList(
    lambda world: ([*range(player + 1, world.players), *range(player)] for player in range(world.players)), PLAYER
)
MEMBERS: Final = ConstantList(
    lambda world: ([p for p, of in enumerate(world.teams) if of == team] for team in range(max(world.teams) + 1)),
    PLAYER,
)
TEAM_OF: Final = Constant(lambda world: world.teams, TEAM)
OF_PLAYERS: Final = (
    Row("player", "left", "The player on the left: the next in turn.", NEXT),
    Row("player", "right", "The player on the right.", PREVIOUS),
    Row("player", "opponent", OPPONENT, Function(opponent), yields=True),
    Row("player", "seat", "The number of the seat, from 1.", Function(ordinal)),
    Row("player", "team", "The player's team; everybody is a team of one where there are none.", TEAM_OF),
    Row("player", "others", "The other players, from the left.", OTHERS),
    Row("team", "members", "The players of the team.", MEMBERS),
    Row("enumeration", "number", "The place in the declared order, from 1.", Function(ordinal)),
    Row("enumeration", "next", "The next value in the declared order, round and round.", NEXT),
    Row("enumeration", "previous", "The previous value in the declared order, round and round.", PREVIOUS),
)


def repeats(world: World, memory: environment.MemoryOf, span: Span) -> Value:
    """How often the present situation stands there."""
    type_ = world.variables[memory.var.variable].type
    assert isinstance(type_, types.MemoryT), type_
    number = NumberT(0, type_.capacity)
    return Value(core.Repeats(memory.var, number, span=span), number)


OF_MEMORIES: Final = (Row("memory", "repeats", "How often the present situation stands there.", Function(repeats)),)

# ---- lines, directions and places


def runs(world: World, line: Value, number: int, _span: Span) -> SeqValue:
    """The stretches of a line, each known from now on; a square has none."""
    places = world.places[coercions.line_place(line.type)]
    for run in geometry.runs(places, number):
        world.line(places.name, run)

    def stretches() -> Iterator[tuple[int, ...]]:
        known = world.lines.get(places.name, {})
        for each in known:
            square = places.kind in ("grid", "hex") and not geometry.line_ways(places, each)
            yield () if square else tuple(known[run] for run in geometry.line_runs(each, number))

    table = world.lists(f"{places.name} line runs {number}", stretches)
    return SeqValue(core.TableList(table, (line.core,)), types.LineT(places.name))


def turned(world: World, way: Value, times: Value, span: Span) -> Value:
    """The direction so many times clockwise."""
    ways = tuple(world.values["direction"])
    all_ = fold.number(len(ways))
    number = fold.calculation("mod", times.core, all_, (times.type, all_.type), span)
    values = tuple(geometry.turned(ways, one, by) for one in range(len(ways)) for by in range(len(ways)))
    known = fold.constant(way.core), fold.constant(number)
    if known[0] is not None and known[0] >= 0 and known[1] is not None:
        return Value(core.Const(values[known[0] * len(ways) + known[1]], DIRECTION), DIRECTION)
    table = world.table("turned", lambda: core.Table("turned", (len(ways), len(ways)), (0, 0), values))
    type_ = with_none(DIRECTION) if isinstance(way.type, OptionalT) else DIRECTION
    return Value(core.Lookup(table, (way.core, number), type_), type_)


LINE_DIRECTIONS: Final = ConstantList(geometry.line_directions, DIRECTION)
STRAIGHT: Final = Constant(lambda world: ["-" not in way for way in world.values["direction"]], BOOL)
SLANTING: Final = Constant(lambda world: ["-" in way for way in world.values["direction"]], BOOL)
OF_LINES: Final = (
    Row("line", "runs", "All stretches of n places of the line.", Function(runs), FIXED_N),
    Row(
        "line",
        "directions",
        "The directions of the line: left and right, or up and down; of hexagons its own two.",
        LINE_DIRECTIONS,
    ),
    Row(
        "line",
        "edge",
        "Whether it is a whole row or column on the border, or a whole side of hexagons.",
        Constant(geometry.line_edge, BOOL),
    ),
    Row("direction", "straight", "Whether it is left, right, up or down.", STRAIGHT),
    Row("direction", "slanting", "Whether it goes along a diagonal.", SLANTING),
    Row(
        "direction",
        "turned",
        "The direction n eighths clockwise, sixths where all directions are those of hexagons.",
        Function(turned),
        N,
    ),
)


def rotation_reverse(world: World, place: str) -> int:
    """The table line x direction -> 0 forward in the order of rotation, 1 backward, -1 no direction of the line."""
    places, title = world.places[place], f"{place} line reverse"

    def make() -> core.Table:
        lines = lines_of(world, place)
        ways = [{way: int(not forward) for way, forward in geometry.line_ways(places, line)} for line in lines]
        values = tuple(known.get(way, -1) for known in ways for way in range(len(places.ways)))
        return core.Table(title, (len(lines), len(places.ways)), (0, 0), values)

    return world.table(title, make)


def reach(places: geometry.Places) -> types.Scalar:
    """The distances there are; none where there is no way between some two."""
    if places.whole or places.kind == "number":
        return NumberT(0, max(places.rows, places.columns, 1 if places.whole else len(places.names)) - 1)
    steps = [one for cells in geometry.distance(places) for one in cells]
    return NumberT(0, max(steps)) if min(steps) >= 0 else with_none(NumberT(0, max(steps)))


D, P = Param("d", DIRECTION), Param("p", "another place")
LEAP: Final = Param("a", "fixed number"), Param("b", "fixed number")


def all_lines(find: Callable[..., geometry.Lists]) -> Function:
    """Lines of a place type in their order, each known from now on."""

    def made(world: World, several: SeqValue, *args: int | Span) -> SeqValue:
        place, fixed = several.plural or "", args[:-1]
        found = tuple(world.line(place, line) for line in find(world.places[place], *fixed))
        table = world.lists(" ".join((place, find.__name__, *map(str, fixed))), lambda: (found,))
        return SeqValue(core.TableList(table, (fold.number(0),)), types.LineT(place))

    return Function(made)


of_grid: Final = partial(Row, "place", on=("grid",))
laid_out: Final = partial(Row, "place", on=("grid", "hex"))
STEP: Final = Constant(geometry.step, lambda places: OptionalT(ValueT(places.name)))
TOWARD: Final = Constant(geometry.direction, OptionalT(DIRECTION))
REACH: Final = "The places in a direction up to and with the first piece on the only board over them."
ROW: Final = Constant(geometry.row_of, lambda places: NumberT(1, places.rows))
COLUMN: Final = Constant(geometry.column_of, lambda places: NumberT(1, places.columns))
RAY: Final = laid_out("ray", "All places in a direction, nearest first.", ConstantList(geometry.ray), (D,))
BETWEEN: Final = Row(
    "place", "between", "The places strictly between it and p in line, in order.", ConstantList(geometry.between), (P,)
)


def reached(world: World, here: Value, way: Value, span: Span) -> SeqValue:
    """The places of a ray of which none between them and here holds a piece."""
    type_ = declared(world, here.type)
    board = coercions.only_board(world, type_)
    if board is None:
        raise Mistake(words.which_board(span, place=coercions.declared_name(type_) or ""))
    answering.not_too_many_pairs(world, "reach", type_, span)
    there, other = world.local("there", type_), world.local("other", type_)
    ray = answering.constant_list(world, RAY, ConstantList(geometry.ray), (here, way), ())
    between = (here, Value(core.Get(there, type_), type_))
    on_the_way = answering.constant_list(world, BETWEEN, ConstantList(geometry.between), between, ())
    piece = coercions.piece_on(world, core.PlaceRef(core.ZoneRef(board, span=span), core.Get(other, type_), span=span))
    held = core.Exists(other, on_the_way.seq, fold.negation(fold.is_none(piece.core)))
    return SeqValue(core.Filter(there, ray.seq, fold.negation(held)), type_)


OF_PLACES: Final = (
    Row("place", "neighbors", "The places next to it.", ConstantList(geometry.neighbors)),
    Row("place", "around", "The up to eight places around it, six of hexagons.", ConstantList(geometry.around)),
    of_grid("leaps", "The places a and b away, either way.", ConstantList(geometry.leaps), LEAP),
    laid_out("step", "The next place in a direction, none beyond the border.", STEP, (D,)),
    RAY,
    laid_out("reach", REACH, Function(reached), (D,)),
    laid_out("direction", "The direction from it to p in line, or none.", TOWARD, (P,)),
    Row("place", "distance", "The fewest steps to p.", Constant(geometry.distance, reach), (P,)),
    Row("place", "ring", "The places just n steps away.", ConstantList(geometry.ring), FIXED_N, yields=True, since=2),
    BETWEEN,
    laid_out("row", "The number of its row, 1 at the bottom.", ROW),
    laid_out("column", "The number of its column, 1 at the left; of hexagons that of its letter.", COLUMN),
    laid_out(
        "edge", "Whether it lies on the border: there is none beyond one of its sides.", Constant(geometry.edge, BOOL)
    ),
    Row("places", "rows", "The rows from the bottom.", all_lines(geometry.rows), on=("grid", "hex")),
    Row("places", "columns", "The columns from the left.", all_lines(geometry.columns), on=("grid",)),
    Row("places", "lanes", "The columns, then the rows.", all_lines(geometry.lanes), on=("grid",)),
    Row("places", "diagonals", "The rising, then the falling diagonals.", all_lines(geometry.diagonals), on=("grid",)),
    Row("places", "lines", "All straight lines.", all_lines(geometry.lines)),
    Row("places", "runs", "All stretches of n places in lines.", all_lines(geometry.runs), FIXED_N),
    Row("places", "squares", "All squares of n by n places.", all_lines(geometry.squares), FIXED_N, on=("grid",)),
)
