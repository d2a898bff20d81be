"""A policy for playouts: how likely each legal move is, by weights of what it looks like where it is made.

A move is described by *tokens*: which member of its action it is, where it stands among those that are listed with it,
each value it picks, and of a picked piece each attribute. The decision is described by *contexts*: attributes of the
pieces that lie open in single places and at the ends of rows and piles, public fields, sizes of zones; where a
piece is missing its context tells nothing. Each pair of a token and a context has a weight; so has a picked piece by
how its attribute compares with that of a piece in a context, and by how many pieces of the same attribute the seat
holds. A move is as likely as the product of its weights. Nothing is used but what the seat sees. `machine/wasm/policy`
reads and learns the weights.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from typing import Final

from attrs import evolve, frozen

from rulewright.language.types import NONE_NUMBER
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
MAX_WEIGHT: Final = 30
"""No weight is more, and none less than one part of so many."""
UNIT: Final = 10_000


@frozen
class Policy:
    """What training has learned. `weights`: of each row of weights, by its name, how much more than 1 each is, in units
    of 1 / `UNIT`. `contexts`: the names of the contexts that are looked at. `playouts`: whether random games go by it;
    `prior`: how much a tree does, in thousandths."""

    contexts: tuple[str, ...]
    weights: Mapping[str, tuple[int, ...]]
    playouts: bool = True
    prior: int = 1_000


@frozen
class Column:
    """An attribute of a component: which of its values each kind has, from 1 on, behind a 0 for no piece; of how many
    `size`; `worths`: what each of these is, if that is a number."""

    name: str
    component: int
    numbers: tuple[int, ...]
    size: int
    worths: tuple[int, ...] = ()


@frozen
class Context:
    """One thing that is told of a decision, as a number below `size`.

    - with `column`: the value of this column, for the piece at the `end` of the zone (0: there is none);
    - with `column` and `held`: 1 + how many held pieces have the same value as that piece (0: there is no such piece);
    - with `zone` alone: how many pieces lie there;
    - with `cell`: how far the content of the cell is above `low`;
    - with `held` alone: the sum of the numbers of what is held;
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
    held: int | None = None


ALWAYS: Final = Context("", 1)


@frozen
class Held:
    """How many pieces with each value of a column a zone of the seat holds, or (not `own`) one of all."""

    name: str
    zone: int
    own: bool
    column: int


@frozen
class Features:
    """What weights a program has: the columns, the contexts, the zones whose pieces are counted, and where in one long
    row the weights of each action and each pick begin, picks by action, variant (-1: all) and number."""

    columns: tuple[Column, ...]
    contexts: tuple[Context, ...]
    held: tuple[Held, ...]
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

    def compared(self, column: int) -> list[int]:
        """The contexts that tell this column of a piece."""
        return [at for at, each in enumerate(self.contexts) if each.column == column and each.held is None]

    @property
    def sums(self) -> list[int]:
        """The contexts that tell a sum."""
        return [at for at, each in enumerate(self.contexts) if each.zone is None and each.held is not None]

    def counted(self, column: int) -> list[int]:
        """The held zones that are counted by this column."""
        return [at for at, each in enumerate(self.held) if each.column == column]


def features(program: Program, names: Collection[str] | None = None) -> Features:
    """The features of a program, with all contexts or those of these names."""
    columns = tuple(
        _column(component, attribute)
        for component, attributes in enumerate(program.attributes)
        for attribute in attributes
        if len({*attribute.values}) > 1
    )
    held, zones = list[Held](), {zone.name for zone in program.zones}
    for zone in program.zones:
        own = _own(program, zone)
        if unordered(zone) and not zone.box and _seen(zone) and own is not None:
            of = (at for at, each in enumerate(columns) if each.component == zone.component)
            held += [Held(zone.name, zone.zone, own, at) for at in of]
    contexts = [each for zone in program.zones for each in _contexts_of(program, zone, columns, held)]
    contexts += [
        Context(f"{each.name} total {columns[each.column].name}", MAX_TOTAL + 1, held=at)
        for at, each in enumerate(held)
        if each.own and columns[each.column].worths
    ]
    for slot in program.slots:
        told = slot.audience == "everyone" and slot.length == 1 < _values(slot) and slot.name not in zones
        contexts += [_field(slot)] if told else []
    looked_at = (each for each in contexts if names is None or each.name in names)
    made, at = Features(columns, (ALWAYS, *looked_at), tuple(held)), 0
    actions, picks = list[int](), dict[tuple[int, int, int], int]()
    for number, action in enumerate(program.actions):
        actions.append(at)
        at += (len(action.variants) + RANKS) * made.width
        for variant, place, pick in _picks(program, number):
            picks[number, variant, place] = at
            at += sum(count for _, count in _parts(program, made, pick))
    return evolve(made, actions=tuple(actions), picks=picks, size=at)


def _picks(program: Program, number: int) -> Iterator[tuple[int, int, Pick]]:
    """The picks of an action: variant (-1: all), number, pick."""
    action = program.actions[number]
    for variant in range(-1, len(action.variants)):
        picks = action.picks(max(0, variant))
        yield from ((variant, at, pick) for at, pick in enumerate(picks) if (at < action.common) == (variant < 0))


def _parts(program: Program, made: Features, pick: Pick) -> Iterator[tuple[str, int]]:
    """The rows of weights of a pick, in their order: for each its name and how many weights it has; of a name that ends
    with a space follows the context for each value."""
    component = pick.argument.component
    if pick.argument.kind != "piece" or component is None:
        yield " ", values_of(program, pick) * made.width
        if pick.argument.kind == "number":
            yield from ((f" < {made.contexts[at].name}", COMPARED) for at in made.sums)
        return
    for number, column in made.columns_of(component):
        yield f" {column.name} ", column.size * made.width
        yield from ((f" {column.name} < {made.contexts[at].name}", COMPARED) for at in made.compared(number))
        yield from ((f" {column.name} # {made.held[at].name}", MAX_HELD + 1) for at in made.counted(number))


def _column(component: int, attribute: KindValues) -> Column:
    values = sorted({*attribute.values})
    worths = (0, *(0 if each == NONE_NUMBER else each for each in values)) if attribute.number else ()
    numbers = (0, *(1 + values.index(each) for each in attribute.values))
    return Column(attribute.name, component, numbers, 1 + len(values), worths)


def _own(program: Program, zone: ZoneLayout) -> bool | None:
    """Whether each seat has a zone of its own (True), all have one (False), or neither (None)."""
    if zone.instances == 1 and zone.owner_seat is None:
        return False
    return True if zone.extents == (program.players,) and zone.owner_seat == 0 else None


def _seen(zone: ZoneLayout) -> bool:
    """Whether who has a zone sees all in it."""
    return zone.faces_at is None and zone.audience in ("everyone", "owner")


def _contexts_of(
    program: Program, zone: ZoneLayout, columns: Sequence[Column], held: Sequence[Held]
) -> Iterator[Context]:
    own, name = _own(program, zone), zone.name
    if zone.unlimited or zone.box:
        return
    if own is not None and not single(zone):
        yield Context(f"{name} size", MAX_SIZE + 1, zone.zone, own=own)
    if not _seen(zone) or unordered(zone) or (zone.audience == "owner" and own is not True):
        return
    its = [(at, each) for at, each in enumerate(columns) if each.component == zone.component]
    if not single(zone) and own is not None:
        for end, said in ((FIRST, "first"), (LAST, "last")):
            yield from (Context(f"{name} {said} {of.name}", of.size, zone.zone, own, 0, end, at) for at, of in its)
    elif single(zone) and zone.capacity == 1 and (own or zone.instances <= MAX_PLACES):
        for instance in range(1 if own else zone.instances):
            for at, of in its:
                piece = Context(f"{name} {instance} {of.name}", of.size, zone.zone, own or False, instance, FIRST, at)
                yield piece
                for number, each in enumerate(held):
                    if each.own and each.column == at:
                        yield evolve(piece, name=f"{piece.name} # {each.name}", size=MAX_HELD + 2, held=number)


def _values(slot: Slot) -> int:
    return slot.high - slot.low + 1


def _field(slot: Slot) -> Context:
    values = _values(slot)
    return Context(slot.name, 1 + (values if values <= MAX_VALUES else DIGITS), cell=slot.offset, low=slot.low)


# ---- the weights as one long row, and as rows with names


def rows(program: Program, made: Features) -> Iterator[tuple[str, list[int]]]:
    """All rows of weights: the name of each, and where its weights stand in the long one. A name tells the same in
    another setting, if the row is as long there."""

    def by_context(name: str, first: int, count: int) -> Iterator[tuple[str, list[int]]]:
        for offset, context in zip(made.offsets, made.contexts, strict=False):
            starts = range(first + offset, first + count, made.width)
            yield f"{name} / {context.name}", [start + at for start in starts for at in range(context.size)]

    for number, action in enumerate(program.actions):
        at, members = made.actions[number], len(action.variants) * made.width
        yield from by_context(action.name, at, members)
        yield from by_context(f"{action.name}, rank", at + members, RANKS * made.width)
        for variant, place, pick in _picks(program, number):
            at, member = made.picks[number, variant, place], action.variants[variant].name if variant >= 0 else None
            for name, count in _parts(program, made, pick):
                named = f"{action.name}{f' {member}' if member else ''} {pick.name}{name}"
                if name.endswith(" "):
                    yield from by_context(named.rstrip(), at, count)
                else:
                    yield named, [*range(at, at + count)]
                at += count


def table(program: Program, made: Features, policy: Policy) -> list[float]:
    """The long row. What a policy does not name, or names with another length, weighs 1."""
    found = [1.0] * made.size
    for name, places in rows(program, made):
        more = policy.weights.get(name, ())
        if len(more) == len(places):
            for at, each in zip(places, more, strict=True):
                found[at] = (UNIT + each) / UNIT
    return found


def weights(program: Program, made: Features, found: Sequence[float]) -> dict[str, tuple[int, ...]]:
    """The rows of a policy that say anything."""
    named = ((name, tuple(round(UNIT * (found[at] - 1)) for at in places)) for name, places in rows(program, made))
    return {name: more for name, more in named if any(more)}
