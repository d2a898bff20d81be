"""What a policy looks at: tokens of a move, and contexts of the decision.

A move is described by *tokens*: which member of its action it is, where it stands among those that are listed with it
(if it picks no seat), each value it picks, and of a picked piece each attribute; what a seat is told by counting from
the one that decides. The decision is described by *contexts*: attributes of the pieces that lie open in single places
and at the ends of rows and piles, fields that all see and that the seat has, sizes of zones; where a piece is missing
its context tells nothing. Each pair of a token and a context has a weight; so has a picked piece by how its attribute
compares with that of a piece in a context, and how far numbers are apart, by how many pieces of the same attribute the
seat holds, and by what a field or the size of a zone says of that attribute; each for every value of something else
that is picked with it, if there are few; and by what pieces ask for and the seat has of it (`machine/needs`). A move is
as likely as the product of its weights. Nothing is used but what the seat sees.
`machine/wasm/policy` reads the weights, and `machine/wasm/policy_learning` learns them.
"""

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from itertools import accumulate
from math import prod
from typing import Final

from attrs import evolve, frozen

from rulewright.language.types import NONE_NUMBER, PLAYER
from rulewright.machine.needs import (
    ASK_LEVELS,
    LACKS,
    NO_FIT,
    YIELDS,
    Need,
    Recipe,
    Stock,
    needs,
    of_seat,
    open_to_seat,
    recipes,
    stocks,
)
from rulewright.machine.playouts import values_of
from rulewright.machine.program.cell_map import single, unordered
from rulewright.machine.program.nodes import KindValues, Pick, Program, Slot, ZoneLayout

MAX_VALUES, DIGITS = 12, 14
"""A field of more values is told by the number of binary digits of how far it is above its lowest one."""
MAX_SIZE: Final = 7
"""A larger zone is told as one of this size."""
MAX_HELD: Final = 4
"""So many alike pieces, or more, are told as so many."""
MAX_TOTAL: Final = 20
"""Numbers of the pieces that a seat holds are told up to this sum."""
MAX_PLACES: Final = 6
"""Of a zone of more single places none is a context."""
ONLY, FIRST, LAST, BETWEEN = range(4)
"""Where a move stands among those of its variant that are listed."""
RANKS, COMPARED = 4, 4
"""How many such places there are; how attributes compare: less, the same, more, or nothing to compare with."""
LEVELS: Final = 12
"""An attribute of more numbers is told by so many levels, of as many numbers each, and compared by `DISTANCES`."""
DISTANCES: Final = 16
"""How far two numbers are apart: 0 for nothing to compare with, otherwise 8, and less or more by binary digits."""
MAX_CROSSED: Final = 8
"""Where something else of so few values is picked with a piece, there are weights of the piece for each of them."""


@frozen
class Column:
    """An attribute of a component: which of its values each kind has, from 1 on, behind a 0 for no piece; of how many
    `size`; `worths`: what each of these is, if that is a number, and no `levels`. `values`: the value of each kind
    itself, behind a 0; of an enumeration `of` a type, which has so many (`choices`), which one, from 0 on or from none
    on. The numbers of a seat's are those of the first seat; they are told from `seats_from` on, counted from the seat
    that decides."""

    name: str
    component: int
    numbers: tuple[int, ...]
    size: int
    worths: tuple[int, ...] = ()
    values: tuple[int, ...] = ()
    levels: bool = False
    choices: int = 0
    of: str = ""

    def seats_from(self, players: int) -> int | None:
        """The number of the first seat among its values, if these are seats."""
        return 1 + self.choices - players if self.of == PLAYER.name else None


@frozen
class Context:
    """One thing that is told of a decision, as a number below `size`.

    - with `column`: the value of this column, for the piece at the `end` of the zone (0: there is none);
    - with `ends`: the level of the last piece that has one, and how it compares with that of the other end;
    - with `column` and `held`: 1 + how many held pieces have the same value as that piece (0: there is no such piece);
    - with `zone` alone: how many pieces lie there;
    - with `column` and `entry`: 1 + what is told of that entry for the value of that piece (0: there is none);
    - with `cell`: how far the content of the cell, or of that of the seat (`own`), is above `low`; if it is a seat,
      that counted from the one that decides;
    - with `held` alone: the sum of the numbers of what is held;
    - with `need`: what the nearest piece that fits lacks, or `NO_FIT`;
    - with none of these: always 0.

    Of a zone with several instances it is the one of the seat (`own`), or the one with the number `instance`.
    """

    name: str
    size: int
    zone: int | None = None
    own: bool = False
    instance: int = 0
    end: int = FIRST
    column: int | None = None
    cell: int | None = None
    low: int = 0
    seats: bool = False
    held: int | None = None
    ends: bool = False
    entry: int | None = None
    need: int | None = None


ALWAYS: Final = Context("", 1)


@frozen
class Held:
    """How many pieces with each value of a column a zone of the seat holds, or (not `own`) one of all."""

    name: str
    zone: int
    own: bool
    column: int


@frozen
class Entry:
    """A number, told as one below `size`, for each of `count` values of a type: what a field says, whose cells begin
    there, the first or those of the seat (`own`), maybe which of the `seats`, counted from the one that decides; how
    many pieces lie in each zone; or how a need asks for it."""

    name: str
    of: str
    count: int
    size: int
    own: bool = False
    seats: bool = False
    cell: int = 0
    low: int = 0
    zone: int | None = None
    need: int | None = None


@frozen
class Crossing:
    """What is told of another pick, as one of `size`: its value, or what an `entry` says of the piece; a seat counted
    from the one that decides."""

    pick: Pick
    size: int
    entry: int | None = None


@frozen
class Features:
    """What weights a program has: the columns, the contexts, the zones whose pieces are counted, what is said of each
    value, what pieces ask for, the type of the pieces of each component that are picked, and where in one long row the
    weights of each action and each pick begin, picks by action, variant (-1: all) and number."""

    columns: tuple[Column, ...]
    contexts: tuple[Context, ...]
    held: tuple[Held, ...]
    entries: tuple[Entry, ...] = ()
    recipes: tuple[Recipe, ...] = ()
    stocks: tuple[Stock, ...] = ()
    needs: tuple[Need, ...] = ()
    kinds: Mapping[int, str] = {}
    actions: tuple[int, ...] = ()
    picks: Mapping[tuple[int, int, int], int] = {}
    size: int = 0

    @cached_property
    def offsets(self) -> tuple[int, ...]:
        """Where the values of each context begin among those of all, and how many there are."""
        return tuple(accumulate((each.size for each in self.contexts), initial=0))

    @property
    def width(self) -> int:
        """How many values all contexts have."""
        return self.offsets[-1]

    def columns_of(self, component: int) -> Iterator[tuple[int, Column]]:
        """The columns of a component, with their numbers."""
        return ((at, each) for at, each in enumerate(self.columns) if each.component == component)

    def compared(self, column: int) -> list[Context]:
        """The contexts that tell this column of a piece."""
        plain = (each for each in self.contexts if each.column == column)
        return [each for each in plain if each.held is None and each.entry is None]

    @property
    def sums(self) -> list[int]:
        """The contexts that tell a sum."""
        return [at for at, each in enumerate(self.contexts) if each.zone is None and each.held is not None]

    def counted(self, column: int) -> list[int]:
        """The held zones that are counted by this column."""
        return [at for at, each in enumerate(self.held) if each.column == column]

    def entries_of(self, type_: str) -> list[int]:
        """The entries for the values of a type."""
        return [at for at, each in enumerate(self.entries) if each.of == type_ != ""]

    def fields_of(self, component: int) -> list[int]:
        """The entries for the kinds of a component."""
        return [at for at in self.entries_of(self.kinds[component]) if self.entries[at].need is None]

    def recipes_of(self, component: int) -> Iterator[tuple[int, Recipe]]:
        """The recipes of a component, with their numbers."""
        return ((at, each) for at, each in enumerate(self.recipes) if each.component == component)

    def stocks_for(self, recipe: Recipe) -> list[int]:
        """The stocks of the values of a recipe."""
        return [at for at, each in enumerate(self.stocks) if each.of == recipe.of]

    def needs_for(self, recipe: Recipe) -> list[int]:
        """The needs of the values of a recipe."""
        return [at for at, each in enumerate(self.needs) if self.recipes[each.recipe].of == recipe.of]

    def entries_for(self, column: Column) -> list[int]:
        """The entries for the values of a column, of which the first may be none."""
        return self.entries_of(column.of)


def features(program: Program, names: Collection[str] | None = None) -> Features:
    """The features of a program, with all contexts or those of these names."""
    columns = tuple(
        _column(component, attribute)
        for component, attributes in enumerate(program.attributes)
        for attribute in attributes
        if len({*attribute.values}) > 1
    )
    held = list[Held]()
    for zone in program.zones:
        own = of_seat(program, zone)
        row = own and zone.kind == "row" and zone.faces_at is None
        if (unordered(zone) or row) and not zone.box and open_to_seat(zone) and own is not None:
            few = (at for at, each in enumerate(columns) if not (row and each.levels))
            of = (at for at in few if columns[at].component == zone.component)
            held += [Held(zone.name, zone.zone, own, at) for at in of]
    every = (pick.argument for number in range(len(program.actions)) for *_, pick in picks(program, number))
    kinds = {each.component: each.of for each in every if each.kind == "piece" and each.component is not None}
    made_of = recipes(program)
    has = stocks(_fields(program), made_of)
    asked = tuple(needs(program, made_of, has))
    entries = (
        *_entries(program),
        *(
            Entry(each.name, made_of[each.recipe].of, made_of[each.recipe].width, ASK_LEVELS, need=at)
            for at, each in enumerate(asked)
        ),
    )
    contexts = [
        each
        for zone in program.zones
        for each in _contexts_of(program, zone, Features(columns, (), tuple(held), entries))
    ]
    contexts += [
        Context(f"{each.name} total {columns[each.column].name}", MAX_TOTAL + 1, held=at)
        for at, each in enumerate(held)
        if each.own and columns[each.column].worths
    ]
    contexts += [Context(f"{each.name} lack", NO_FIT + 1, need=at) for at, each in enumerate(asked)]
    for slot in _fields(program):
        own, seats = slot.of == (PLAYER.name,), slot.holds == PLAYER.name
        if own or (slot.length == 1 and slot.audience == "everyone"):
            name = f"your {slot.name}" if own else slot.name
            contexts.append(Context(name, _told(slot), own=own, cell=slot.offset, low=slot.low, seats=seats))
    looked_at = (each for each in contexts if names is None or each.name in names)
    made, at = Features(columns, (ALWAYS, *looked_at), tuple(held), entries, made_of, has, asked, kinds), 0
    actions, begins = list[int](), dict[tuple[int, int, int], int]()
    for number, action in enumerate(program.actions):
        actions.append(at)
        at += (len(action.variants) + RANKS) * made.width
        for variant, place, pick in picks(program, number):
            begins[number, variant, place] = at
            at += sum(count for _, count in parts(program, made, (number, variant, place), pick))
    return evolve(made, actions=tuple(actions), picks=begins, size=at)


def picks(program: Program, number: int) -> Iterator[tuple[int, int, Pick]]:
    """The picks of an action: variant (-1: all), number, pick."""
    action = program.actions[number]
    for variant in range(-1, len(action.variants)):
        picks = action.picks(max(0, variant))
        yield from ((variant, at, pick) for at, pick in enumerate(picks) if (at < action.common) == (variant < 0))


def in_order(program: Program, made: Features, number: int) -> bool:
    """Whether the order of an action's moves says the same to every seat: it picks no seat, and no piece of one."""
    asked = [pick.argument for _, _, pick in picks(program, number)]
    seats = {each.component for each in made.columns if each.of == PLAYER.name}
    return not any(each.players or (each.kind == "piece" and each.component in seats) for each in asked)


def parts(program: Program, made: Features, which: tuple[int, int, int], pick: Pick) -> Iterator[tuple[str, int]]:
    """The rows of weights of a pick (action, variant, number), in their order: for each its name and how many weights
    it has; of a name that ends with a space follows the context for each value."""
    component = pick.argument.component
    if pick.argument.kind != "piece" or component is None:
        yield " ", values_of(program, pick) * made.width
        if pick.argument.kind == "number":
            yield from ((f" < {made.contexts[at].name}", COMPARED) for at in made.sums)
        if pick.argument.kind == "value":
            of = made.entries_of(pick.argument.of)
            yield from ((f" @ {made.entries[at].name}", made.entries[at].size) for at in of)
        return
    for value in range(prod(each.size for each in crossings(program, made, which))):
        yield from piece_parts(made, component, f" {value}" if value else "")


def piece_parts(made: Features, component: int, crossed: str = "") -> Iterator[tuple[str, int]]:
    """The same of a picked piece, with one value of what else is picked."""
    for number, column in made.columns_of(component):
        name = f"{crossed} {column.name}"
        yield f"{name} ", column.size * made.width
        sign = "-" if column.levels else "<"
        yield from ((f"{name} {sign} {each.name}", ways(column, each)) for each in made.compared(number))
        yield from ((f"{name} # {made.held[at].name}", MAX_HELD + 1) for at in made.counted(number))
        of = (made.entries[at] for at in made.entries_for(column))
        yield from ((f"{name} @ {each.name}", 1 + each.size) for each in of)
    yield from ((f"{crossed} @ {made.entries[at].name}", made.entries[at].size) for at in made.fields_of(component))
    for _, recipe in made.recipes_of(component):
        name = f"{crossed} {recipe.name}"
        yield from ((f"{name} ? {made.stocks[at].name}", LACKS) for at in made.stocks_for(recipe))
        yield from ((f"{name} + {made.needs[at].name}", YIELDS) for at in made.needs_for(recipe))


def crossings(program: Program, made: Features, which: tuple[int, int, int]) -> tuple[Crossing, ...]:
    """What is told of the other picks with a piece that an action picks (action, variant, number): each that has few
    values first, then what a field says of each other piece, as long as there are few blocks."""
    (number, variant, place), found, size = which, list[Crossing](), 1
    action = program.actions[number]
    picks = action.picks(max(0, variant))[: action.common if variant < 0 else None]
    others = [each for at, each in enumerate(picks) if at != place and each.several is None]
    told = [
        Crossing(each, values_of(program, each)) for each in others if each.argument.kind in ("value", "word", "flag")
    ][:1]
    for each in others:
        if each.argument.kind == "piece" and (component := each.argument.component) is not None:
            told += [Crossing(each, made.entries[at].size, at) for at in made.fields_of(component)][:1]
    for one in told:
        if size * one.size <= MAX_CROSSED:
            found.append(one)
            size *= one.size
    return tuple(found)


def ways(column: Column, context: Context) -> int:
    """In how many ways a value of a column compares with that of a context."""
    return DISTANCES * (COMPARED if context.ends else 1) if column.levels else COMPARED


def _column(component: int, attribute: KindValues) -> Column:
    values, every = sorted({*attribute.values}), (0, *attribute.values)
    if attribute.number and len(values) > LEVELS:
        values = [each for each in values if each != NONE_NUMBER]
        levels = {NONE_NUMBER: 0} | {each: 1 + at * LEVELS // len(values) for at, each in enumerate(values)}
        numbers = (0, *map(levels.__getitem__, attribute.values))
        return Column(attribute.name, component, numbers, 1 + LEVELS, values=every, levels=True)
    worths = (0, *(0 if each == NONE_NUMBER else each for each in values)) if attribute.number else ()
    numbers = (0, *(1 + values.index(each) for each in attribute.values))
    choices = 0 if attribute.number else 1 + values[-1]
    return Column(attribute.name, component, numbers, 1 + len(values), worths, every, choices=choices, of=attribute.of)


def _fields(program: Program) -> Iterator[Slot]:
    """The fields that all see, and those that each seat has for itself."""
    zones = {zone.name for zone in program.zones}
    for slot in program.slots:
        own = slot.audience == "owner" and slot.of == (PLAYER.name,)
        if (slot.audience == "everyone" or own) and slot.low < slot.high and slot.name not in zones:
            yield slot


def _entries(program: Program) -> Iterator[Entry]:
    for slot in (each for each in _fields(program) if each.audience == "everyone"):
        of, size, seats = slot.of[-1:], _told(slot), slot.holds == PLAYER.name
        if of and slot.of == of:
            yield Entry(slot.name, of[0], slot.length, size, seats=seats, cell=slot.offset, low=slot.low)
        elif of and slot.of == (PLAYER.name, *of):
            each = slot.length // program.players
            yield Entry(f"your {slot.name}", of[0], each, size, own=True, seats=seats, cell=slot.offset, low=slot.low)
    for zone in program.zones:
        if zone.instances > 1 and not zone.owners[1:] and unordered(zone) and not zone.unlimited:
            yield Entry(f"{zone.name} size", zone.owners[0], zone.instances, MAX_SIZE + 1, zone=zone.zone)


def _contexts_of(program: Program, zone: ZoneLayout, made: Features) -> Iterator[Context]:
    own, name = of_seat(program, zone), zone.name
    if zone.unlimited or zone.box:
        return
    if own is not None and not single(zone):
        yield Context(f"{name} size", MAX_SIZE + 1, zone.zone, own=own)
    if not open_to_seat(zone) or unordered(zone) or (zone.audience == "owner" and own is not True):
        return
    if not single(zone) and own is not None:
        for end, said in ((FIRST, "first"), (LAST, "last")):
            for at, of in made.columns_of(zone.component):
                size = of.size * (COMPARED if of.levels else 1)
                piece = Context(f"{name} {said} {of.name}", size, zone.zone, own, 0, end, at, ends=of.levels)
                yield piece
                yield from _with_entries(piece, of, made)
    elif single(zone) and zone.capacity == 1 and (own or (zone.owner_seat is None and zone.instances <= MAX_PLACES)):
        for instance in range(1 if own else zone.instances):
            for at, of in made.columns_of(zone.component):
                piece = Context(f"{name} {instance} {of.name}", of.size, zone.zone, own or False, instance, FIRST, at)
                yield piece
                for number, each in enumerate(made.held):
                    if each.own and each.column == at:
                        yield evolve(piece, name=f"{piece.name} # {each.name}", size=MAX_HELD + 2, held=number)
                yield from _with_entries(piece, of, made)


def _with_entries(piece: Context, column: Column, made: Features) -> Iterator[Context]:
    for at in made.entries_for(column):
        entry = made.entries[at]
        yield evolve(piece, name=f"{piece.name} @ {entry.name}", size=1 + entry.size, entry=at)


def _told(slot: Slot) -> int:
    """As one of how many numbers what a field says is told."""
    values = slot.high - slot.low + 1
    return values + 1 if values <= MAX_VALUES else DIGITS + 1
