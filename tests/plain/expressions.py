"""What an expression is worth: one function, one case for each sort of expression of the typed core (SPEC 6 and 15).

Conditions are 1 and 0. Sets and counts are dictionaries from values to numbers.
"""

import operator
from itertools import islice, pairwise

from rulewright.language import core
from rulewright.language.span import NOWHERE, Span
from rulewright.language.types import BoolT, CountsT, KindT, OptionalT, Scalar, SeqT, SetT
from tests.plain import moves, sequences, state
from tests.plain.state import Counts, Found, Key, Piece, Play, Value, bare, decoded, noted, places_of, plain, values_of

LARGEST = 2**31 - 1
ARITHMETIC = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.floordiv,
    "min": min,
    "max": max,
    "mod": lambda left, right: left % abs(right),
}


def value(play: Play, expr: core.Expr) -> Value:  # noqa: PLR0915 - one case for each sort of expression
    """The value of an expression; of a piece that is found, the piece."""
    match expr:
        case core.Const(number, type_):
            return decoded(type_, number)
        case core.Get(local):
            return play.local(local)
        case core.Read(var, type_):
            key = variable(play, var)
            content = absent(type_) if key is None else play.state.variables[key]
            assert not isinstance(content, dict | tuple)
            return content
        case core.Attr():
            return _attribute(play, expr)
        case core.CountOf(counts, of):
            return _count_of(play, expr, counts, of)
        case core.Lookup(table, indices, type_):
            lookup = play.core.tables[table]
            entry = index(play, lookup, indices)
            return decoded(type_, lookup.outside if entry is None else lookup.values[entry])
        case core.Calc(op, left, right, span=span):
            one, other = needed(play, left, span), needed(play, right, span)
            if op in ("/", "mod") and other == 0:
                raise play.fault("divides-by-zero", span)
            return within(play, ARITHMETIC[op](one, other), span)
        case core.Compare(op, left, right):
            return int(_compared(op, bare(value(play, left)), bare(value(play, right))))
        case core.SameCounts(left_counts, right_counts):
            return int(_same(play, left_counts, right_counts))
        case core.IsNone(of):
            return int(value(play, of) is None)
        case core.Not(operand):
            return int(not holds(play, operand))
        case core.Junction(word, operands):
            return int((all if word == "and" else any)(holds(play, each) for each in operands))
        case core.Cases(cases, otherwise):
            return value(play, next((then for test, then in cases if holds(play, test)), otherwise))
        case core.Size(seq):
            return sum(1 for _ in sequences.elements(play, seq))
        case core.Sum(counts):
            return sum(aggregate(play, counts).values())
        case core.Fold("total"):
            total = 0
            for term in _mapped(play, expr.local, expr.seq, expr.value):
                total = within(play, total + (term or 0), expr.span)
            return total
        case core.Fold(kind, local, seq, key):
            keys = [each for each in _mapped(play, local, seq, key) if each is not None]
            return (max(keys) if kind == "highest" else min(keys)) if keys else None
        case core.AllAre():
            return int(_all_are(play, expr))
        case core.Outside():
            return _outside(play, expr)
        case core.Steps(local, seq, goal):
            away = sequences.region(play, seq)
            return next((far for place, far in away.items() if _bound(play, local, place, goal)), None)
        case core.Trail():
            return _trail(play, expr)
        case core.Exists(local, seq, condition):
            return int(any(_bound(play, local, each, condition) for each in sequences.elements(play, seq)))
        case core.Contains(seq, of, here):
            return int(_contains(play, seq, value(play, of), here=here))
        case core.Repeats(var):
            return state.repeats(play, var)
        case core.OneOf(seq, which="first"):
            return next(sequences.elements(play, seq), None)
        case core.OneOf(seq, which="last"):
            found = list(sequences.elements(play, seq))
            return found[-1] if found else None
        case core.OneOf(seq, which="only", span=span):
            found = list(sequences.elements(play, seq))
            if len(found) != 1:
                raise play.fault("not-only-one", span)
            return found[0]
        case core.OneOf(seq, number=number):
            assert number is not None
            wanted = bare(value(play, number))
            if wanted is None or wanted < 1:
                return None
            return next(islice(sequences.elements(play, seq), wanted - 1, None), None)
        case core.On(ref):
            spot = place(play, ref)
            lying = {} if spot is None else play.state.zones[spot[0]]
            assert isinstance(lying, dict)
            return play.found(spot[0], lying[spot[1]]) if spot is not None and spot[1] in lying else None
        case core.AskPiece():
            return _asked(play, expr)
        case core.Noted(variable=number, of=of):
            return _noted(play, number, piece(play, of), expr.span)
        case core.CallDefinition(definition, args):
            return _called(play, play.core.definitions[definition], args)
        case core.IsOver():
            return int(play.state.ended)
        case core.CanAct(you, offers):
            return int(moves.can(play, needed(play, you), offers))


def holds(play: Play, expr: core.Expr) -> bool:
    """Whether a condition holds."""
    return bool(needed(play, expr))


def needed(play: Play, expr: core.Expr, span: Span = NOWHERE) -> int:
    """A value that must not be none."""
    found = bare(value(play, expr))
    if found is None:
        raise play.fault("none-used", span)
    return found


def absent(type_: Scalar) -> int | None:
    """What a question of nothing yields: no, or none."""
    return 0 if isinstance(type_, BoolT) else None


def owners_of(play: Play, types: tuple[Scalar, ...], owners: tuple[core.Expr, ...]) -> tuple[int, ...] | None:
    """The values of owners; None if one of them is none. What is no value of its type is a fault."""
    pairs = zip(types, owners, strict=True)
    values = [among(play, bare(value(play, owner)), values_of(play.core, type_)) for type_, owner in pairs]
    return None if None in values else tuple(owner for owner in values if owner is not None)


def among(play: Play, number: int | None, values: range) -> int | None:
    """What chooses a field, place, member or entry is none or one of these values; else it is a fault (SPEC 6.2)."""
    if number is not None and number not in values:
        raise play.fault("out-of-range")
    return number


def given(play: Play, number: int, expr: core.Expr) -> Value:
    """What a parameter or a `let` is to be: a piece or a value of its type, none only where the type has it."""
    handed, local = value(play, expr), play.core.locals[number]
    assert not isinstance(local.type, SeqT)
    if handed is None and not isinstance(local.type, OptionalT):
        raise play.fault("nothing-there" if local.piece else "none-used")
    if not local.piece:
        among(play, bare(handed), values_of(play.core, local.type))
    return handed


def zone(play: Play, ref: core.ZoneRef) -> Key | None:
    """The zone that is meant, None if an owner is none."""
    owners = owners_of(play, play.core.zones[ref.zone].owners, ref.owners)
    return None if owners is None else (ref.zone, owners)


def variable(play: Play, ref: core.VarRef) -> Key | None:
    """The variable that is meant, None if an owner is none."""
    owners = owners_of(play, play.core.variables[ref.variable].owners, ref.owners)
    return None if owners is None else (ref.variable, owners)


def place(play: Play, ref: core.PlaceRef) -> tuple[Key, int] | None:
    """The place of a board that is meant, None if board or place is none."""
    board, name = zone(play, ref.board), play.core.zones[ref.board.zone].place
    assert name is not None
    at = among(play, bare(value(play, ref.place)), places_of(play.core, name))
    return None if board is None or at is None else (board, at)


def _attribute(play: Play, expr: core.Attr) -> int | None:
    kind = bare(value(play, expr.of))
    if kind is None:
        return absent(expr.type)
    attribute = play.core.components[expr.component].attributes[expr.attribute]
    entry = attribute.table[kind]
    assert isinstance(entry, int)
    assert not isinstance(attribute.type, CountsT)
    return decoded(attribute.type, entry)


def index(play: Play, table: core.Table | core.ListTable, indices: tuple[core.Expr, ...]) -> int | None:
    """The number of an entry, None if an index is none. What lies outside the table is a fault, but in an open one."""
    at: int | None = 0
    for each, extent, low in zip(indices, table.shape, table.lows, strict=True):
        number, inside = bare(value(play, each)), range(low, low + extent)
        if isinstance(table, core.Table) or not table.open:
            among(play, number, inside)
        at = None if at is None or number is None or number not in inside else at * extent + inside.index(number)
    return at


def within(play: Play, number: int, span: Span) -> int:
    """A number of 32 bits."""
    if abs(number) > LARGEST:
        raise play.fault("number-too-large", span)
    return number


def _compared(op: core.Comparison, left: int | None, right: int | None) -> bool:
    """Every comparison with none is no, but that none is the same as none."""
    if op == "same" or left is None or right is None:
        return op == "same" and left == right
    return left == right if op == "is" else left >= right if op == "at-least" else left > right


def _bound(play: Play, local: int, element: Value, condition: core.Expr) -> bool:
    play.bind(local, element)
    return holds(play, condition)


def _mapped(play: Play, local: int, seq: core.Seq, key: core.Expr) -> list[int | None]:
    found = []
    for element in sequences.elements(play, seq):
        play.bind(local, element)
        found.append(bare(value(play, key)))
    return found


def _all_are(play: Play, expr: core.AllAre) -> bool:
    """None is the same as none, and follows nothing. Stops at the first element that does not fit those before it."""
    found: list[int | None] = []
    for element in sequences.elements(play, expr.seq):
        play.bind(expr.local, element)
        one = bare(value(play, expr.value))
        if one is None and expr.how == "consecutive":
            return False
        if found and (one in found) != (expr.how == "same"):
            return False
        found.append(one)
    numbers = sorted(number for number in found if number is not None)
    return expr.how != "consecutive" or all(after - before == 1 for before, after in pairwise(numbers))


def _outside(play: Play, expr: core.Outside) -> int:
    """Every choice of groups that share no element is tried: each element is told by its place."""
    worth = [number or 0 for number in _mapped(play, expr.local, expr.seq, expr.value)]
    groups = list(sequences.groups(play, expr.groups))
    totals = {frozenset[int](): sum(worth)}
    for places in groups:
        apart = [(taken, total) for taken, total in totals.items() if not taken & places]
        totals |= {taken | places: total - sum(worth[place] for place in places) for taken, total in apart}
    return max(totals.values()) if expr.highest else min(totals.values())


def _trail(play: Play, expr: core.Trail) -> int:
    """Every trail is gone along, a link after the other."""
    ends = [(*pair, None, None)[:2] for pair in play.core.list_tables[expr.ends].values]
    long = dict[int, int]()
    for each in map(bare, sequences.elements(play, expr.seq)):
        if each is not None and each not in long:
            play.bind(expr.local, each)
            long[each] = bare(value(play, expr.value)) or 0
    if all(each <= 0 for each in long.values()):
        return 0
    through = set(map(bare, sequences.elements(play, expr.through)))

    def further(total: int, here: int | None, gone: frozenset[int]) -> int:
        onward = [link for link in long.keys() - gone if here in ends[link] and (not gone or here in through)]
        others = [(link, next((end for end in ends[link] if end != here), here)) for link in onward]
        return max((total, *(further(total + long[link], there, gone | {link}) for link, there in others)))

    return max(further(0, here, frozenset()) for link in long for here in ends[link])


def _contains(play: Play, seq: core.Seq, wanted: Value, *, here: bool) -> bool:
    """By kind; or, of a piece that was found, whether it lies there (SPEC 7.3)."""
    if wanted is None:
        return False
    if here and isinstance(wanted, Found):
        return any(each == wanted for each in sequences.elements(play, seq))
    return any(bare(each) == bare(wanted) for each in sequences.elements(play, seq))


def piece(play: Play, expr: core.Expr) -> Found | int | None:
    """The piece that an expression means. A bare kind of which there is one copy is found wherever it lies."""
    found = value(play, expr)
    return found if found is None or isinstance(found, Found) else sought(play, component_of(play, expr), found)


def component_of(play: Play, expr: core.Expr) -> int:
    """The component of a piece."""
    type_ = getattr(expr, "type", None)
    kind = plain(type_) if type_ is not None else None
    assert isinstance(kind, KindT), expr
    return state.component_named(play.core, kind.component)


def sought(play: Play, component: int, kind: int) -> Found | int:
    """The one copy of a kind, wherever it lies; one with several copies stays a bare kind (SPEC 7.3)."""
    if play.core.components[component].copies[kind] != 1:
        return kind
    for key in play.state.zones:
        if play.zone(key).component == component:
            for each in play.lying(key):
                if each.kind == kind:
                    return play.found(key, each)
    return kind


def _asked(play: Play, expr: core.AskPiece) -> int | None:
    found = piece(play, expr.of)
    if expr.question == "past":
        assert expr.other is not None
        other = piece(play, expr.other)
        return int(_beyond(play, expr, found, other))
    if not isinstance(found, Found):
        return absent(expr.type)
    lies = play.at(found)
    if lies is None:
        raise play.fault("place-unknown", expr.span)
    match expr.question:
        case "owner":
            return lies.owner
        case "holder":
            owners = found.zone[1]
            return owners[expr.dimension] if owners else None
        case "lies-in":
            return int(found.zone[0] == expr.dimension)
        case "face-up":
            return int(play.zone(found.zone).faced and lies.up)
        case "face-down":
            return int(not lies.up)


def _noted(play: Play, variable: int, found: Value, span: Span) -> int | None:
    """What is noted of a piece where it lies; elsewhere what that begins with."""
    if not isinstance(found, Found):
        return noted(play, variable, Piece(0))
    lies = play.at(found)
    if lies is None:
        raise play.fault("place-unknown", span)
    there = found.zone[0] == play.core.variables[variable].lies_in
    return noted(play, variable, lies if there else Piece(0))


def _beyond(play: Play, expr: core.AskPiece, found: Value, other: Value) -> bool:
    """Whether a piece lies beyond another in the same ordered zone: further right, or further down."""
    for each in (found, other):
        if isinstance(each, Found) and play.at(each) is None:
            raise play.fault("place-unknown", expr.span)
    if not isinstance(found, Found) or not isinstance(other, Found) or found.zone != other.zone:
        return False
    if found.position is None or other.position is None:
        return False
    down = play.zone(found.zone).kind == "pile"
    return found.position < other.position if down else found.position > other.position


def _called(play: Play, definition: core.Definition, args: tuple[core.Expr, ...]) -> Value:
    pairs = list(zip(definition.params, args, strict=True))
    for param, handed in [(param, given(play, param, arg)) for param, arg in pairs]:
        play.bind(param, handed)
    line, play.line = play.line, definition.span
    for let in definition.lets:
        sequences.let(play, let)
    result = value(play, definition.result)
    play.line = line
    return result


def aggregate(play: Play, expr: core.AggregateValue) -> Counts:
    """The number of each value that is there; a field of nobody is empty."""
    match expr:
        case core.Aggregate(var):
            key = variable(play, var)
            found = {} if key is None else play.state.variables[key]
            assert isinstance(found, dict)
            return dict(found)
        case core.KindCounts(component, attribute, of):
            kind = bare(value(play, of))
            entry = () if kind is None else play.core.components[component].attributes[attribute].table[kind]
            assert isinstance(entry, tuple)
            return {number: copies for number, copies in enumerate(entry) if copies}
        case core.OneEach(seq):
            counts: Counts = {}
            for each in sequences.elements(play, seq):
                number = bare(each)
                assert number is not None
                counts[number] = counts.get(number, 0) + 1
            return counts
        case core.Plus(left, right):
            counts = aggregate(play, left)
            for number, copies in aggregate(play, right).items():
                counts[number] = counts.get(number, 0) + copies
            return counts
        case core.Without(left, right):
            off = aggregate(play, right)
            rest = {number: copies - off.get(number, 0) for number, copies in aggregate(play, left).items()}
            return {number: copies for number, copies in rest.items() if copies > 0}


def _same(play: Play, *sides: core.AggregateValue) -> bool:
    """The same number of each; of sets, the same members. A value that is none of their type is a fault."""
    left, right = (aggregate(play, side) for side in sides)
    named = [play.core.variables[side.var.variable].type for side in sides if isinstance(side, core.Aggregate)]
    for type_ in named:
        assert isinstance(type_, SetT | CountsT)
        for number in {**left, **right}:
            among(play, number, values_of(play.core, type_.of))
    return set(left) == set(right) if any(isinstance(type_, SetT) for type_ in named) else left == right


def _count_of(play: Play, expr: core.CountOf, counts: core.AggregateValue, of: core.Expr) -> int | None:
    """`c(e)`. Asked of nobody, or for none, it is none."""
    if isinstance(counts, core.Aggregate) and variable(play, counts.var) is None:
        return absent(expr.type)
    numbers, wanted = aggregate(play, counts), bare(value(play, of))
    if isinstance(counts, core.Aggregate):
        type_ = play.core.variables[counts.var.variable].type
        assert isinstance(type_, SetT | CountsT)
        among(play, wanted, values_of(play.core, type_.of))
    return absent(expr.type) if wanted is None else numbers.get(wanted, 0)
