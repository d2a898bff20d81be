"""What `machine/wasm/policy` says how likely moves are, once more in Python, from the cells of a state."""

from collections.abc import Callable, Iterator, Sequence

from rulewright.machine.features import (
    BETWEEN,
    COMPARED,
    DIGITS,
    DISTANCES,
    FIRST,
    LAST,
    MAX_CROSSED,
    MAX_HELD,
    MAX_SIZE,
    MAX_TOTAL,
    ONLY,
    Context,
    Features,
    in_order,
    piece_parts,
)
from rulewright.machine.interpret import ListedMove, Machine
from rulewright.machine.playouts import values_of
from rulewright.machine.program.cell_map import single, unordered
from rulewright.machine.program.moves import split
from rulewright.machine.program.nodes import Pick

Weights = tuple[Features, Sequence[float]]


def move_weights(machine: Machine, by: Weights, seat: int, site: int, moves: Sequence[ListedMove]) -> list[float]:
    """The weight of each listed move of a seat: a product, taken in the order of the rows."""
    (made, row), found = by, list[float]()
    values = [_value(machine, made, context, seat) for context in made.contexts]
    for at, move in enumerate(moves):
        before, behind = (0 <= other < len(moves) and moves[other][:2] == move[:2] for other in (at - 1, at + 1))
        rank = BETWEEN if before and behind else LAST if before else FIRST if behind else ONLY
        action, product = machine.program.sites[site].offers[move.offer].action, 1.0
        for index in _indexes(machine, made, values, seat, action, move, rank):
            product *= row[index]
        found.append(product)
    return found


def _value(machine: Machine, made: Features, context: Context, seat: int) -> int:
    cells = machine.memory
    if context.need is not None:
        return _asking(machine, made, context.need, seat)[0]
    if context.cell is not None:
        above = cells[context.cell + seat * context.own] - context.low
        return _told(_from_seat(machine, above, seat) if context.seats else above, context.size)
    if context.zone is None:
        return 0 if context.held is None else min(_sum(machine, made, context.held, seat) % 2**32, MAX_TOTAL)
    layout = machine.program.zones[context.zone]
    first = layout.offset + layout.stride * (seat if context.own else context.instance)
    pieces = sum(cells[first : first + layout.stride]) if unordered(layout) else cells[first]
    if context.column is None:
        return min(pieces, MAX_SIZE)
    numbers = _numbers(machine, made, context.column, seat)
    if context.held is not None:
        value = numbers[cells[first]]
        return 1 + min(_held(machine, made, context.held, seat, value), MAX_HELD) if value else 0
    if context.ends:
        there, other = _ends(machine, made, context, seat)
        return numbers[there] * COMPARED + (
            there and 1 + _sign(_amount(made, context, there), _amount(made, context, other))
        )
    there = cells[first]
    if not single(layout):
        there = 1 + cells[first + (1 if context.end == FIRST else pieces)] if pieces else 0
    if context.entry is not None:
        return _entry(machine, made, context.entry, context.column, there, seat) if there else 0
    return numbers[there]


def _from_seat(machine: Machine, value: int, seat: int) -> int:
    """A seat, counted from the one that decides; none as it is."""
    players = machine.program.players
    return (value - seat) % players if 0 <= value < players else value


def _numbers(machine: Machine, made: Features, column: int, seat: int) -> list[int]:
    """The numbers of a column, of no piece first; seats are counted from the one that decides."""
    of, players = made.columns[column], machine.program.players
    if of.of != "player":
        return [*of.numbers]
    first = 1 + of.choices - players  # behind no piece, and none if pieces may be nobody's
    return [number if number < first else first + (number - first - seat) % players for number in of.numbers]


def _told(above: int, size: int) -> int:
    """What is told of a number that is so far above its lowest one, as one below this size."""
    last = size - 1
    if not 0 <= above < 2**DIGITS:
        return last
    return min(last, len(f"{above + 1:b}") - 1 if last == DIGITS else above)


def _entry(machine: Machine, made: Features, number: int, column: int, piece: int, seat: int) -> int:
    """1 + what an entry tells of the value of a piece, which counts from 1; 0 if that is none."""
    none = made.columns[column].choices - made.entries[number].count
    value = made.columns[column].values[piece] - none
    return 1 + _entry_of(machine, made, number, value, seat) if value >= 0 else 0


def _entry_of(machine: Machine, made: Features, number: int, value: int, seat: int) -> int:
    entry, cells = made.entries[number], machine.memory
    value = value if 0 <= value < entry.count else 0
    if entry.need is not None:
        return _asking(machine, made, entry.need, seat)[1][value]
    if entry.zone is not None:
        layout = machine.program.zones[entry.zone]
        first = layout.offset + layout.stride * value
        return min(sum(cells[first : first + layout.stride]), MAX_SIZE)
    above = cells[entry.cell + value + seat * entry.count * entry.own] - entry.low
    return _told(_from_seat(machine, above, seat) if entry.seats else above, entry.size)


def _asking(machine: Machine, made: Features, number: int, seat: int) -> tuple[int, list[int]]:
    """What the nearest piece lacks that fits, 8 for none; of each value whether no such piece (0), one (1), the nearest
    (2), or that and no other stock (3) asks for it."""
    need, cells = made.needs[number], machine.memory
    layout, recipe = machine.program.zones[need.zone], made.recipes[need.recipe]
    first = layout.offset + layout.stride * seat * need.own
    there = cells[first : first + layout.stride]
    kinds = [at for at, each in enumerate(there) if each] if unordered(layout) else there[1 : 1 + there[0]]
    has = _stock(machine, made, need.stock, seat)
    others = [_stock(machine, made, at, seat) for at in need.others]
    spare = [sum(each) for each in zip(*others, strict=True)] or [0] * recipe.width
    missing = [[asks - one for asks, one in zip(recipe.counts[1 + kind], has, strict=True)] for kind in kinds]
    fits = [[max(0, each) for each in row] for row in missing if min(row) >= 0]
    if not fits:
        return 8, [0] * recipe.width
    best = min(fits, key=lambda row: sum(row) + sum(max(0, one - other) for one, other in zip(row, spare, strict=True)))
    told = [int(any(row[value] for row in fits)) for value in range(recipe.width)]
    return min(7, sum(best)), [
        (3 if one > other else 2) if one else way for one, other, way in zip(best, spare, told, strict=True)
    ]


def _stock(machine: Machine, made: Features, number: int, seat: int) -> list[int]:
    stock = made.stocks[number]
    first = stock.cell + seat * stock.width
    return list(machine.memory[first : first + stock.width])


def _ends(machine: Machine, made: Features, context: Context, seat: int) -> tuple[int, int]:
    """Of a row the first piece that has a number, from this end on, and from the other one; from 1 on, 0 where none has
    one."""
    assert context.zone is not None
    assert context.column is not None
    layout, numbers = machine.program.zones[context.zone], made.columns[context.column].numbers
    first = layout.offset + layout.stride * (seat if context.own else context.instance)
    row = [each + 1 for each in machine.memory[first + 1 : first + 1 + machine.memory[first]]]
    those = [each for each in row if numbers[each]] or [0]
    return (those[0], those[-1]) if context.end == FIRST else (those[-1], those[0])


def _amount(made: Features, context: Context, piece: int) -> int:
    assert context.column is not None
    return made.columns[context.column].values[piece]


def _sign(one: int, other: int) -> int:
    return (one > other) - (one < other)


def _held(machine: Machine, made: Features, number: int, seat: int, value: int) -> int:
    """How many pieces with this value are held."""
    held, cells = made.held[number], machine.memory
    layout, numbers = machine.program.zones[held.zone], _numbers(machine, made, held.column, seat)
    first = layout.offset + layout.stride * seat * held.own
    if not unordered(layout):
        return sum(numbers[each + 1] == value for each in cells[first + 1 : first + 1 + cells[first]])
    return sum(cells[first + kind] for kind in range(layout.stride) if numbers[1 + kind] == value)


def _sum(machine: Machine, made: Features, number: int, seat: int) -> int:
    """The sum of what is held."""
    worths = made.columns[made.held[number].column].worths
    return sum(worth * _held(machine, made, number, seat, value) for value, worth in enumerate(worths))


def _of_value(
    machine: Machine,
    made: Features,
    seat: int,
    pick: Pick,
    picked: int,
    first: int,
    token: Callable[[int], Iterator[int]],
) -> Iterator[int]:
    """The weights of a picked value, which begin with the first one."""
    last = values_of(machine.program, pick) - 1
    word = min(picked % 2**32, last) if pick.argument.kind == "number" else picked
    told = _from_seat(machine, word, seat) if pick.argument.players else word
    if 0 <= word <= last:
        yield from token(first + told * made.width)
    for at, context in enumerate(made.sums if pick.argument.kind == "number" else ()):
        total = _sum(machine, made, made.contexts[context].held or 0, seat)
        yield first + (last + 1) * made.width + COMPARED * at + 1 + (picked > total) - (picked < total)
    behind = first + (last + 1) * made.width
    for entry in made.entries_of(pick.argument.of) if pick.argument.kind == "value" else ():
        yield behind + _entry_of(machine, made, entry, word, seat)
        behind += made.entries[entry].size


def _indexes(
    machine: Machine, made: Features, values: Sequence[int], seat: int, action: int, move: ListedMove, rank: int
) -> Iterator[int]:
    """Where the weights of a move stand in the row."""
    program, code = machine.program, machine.program.actions[action]

    def token(at: int) -> Iterator[int]:
        told = zip(made.offsets, values, made.contexts, strict=False)
        return (at + offset + value for offset, value, of in told if value or of.column is None)

    yield from token(made.actions[action] + move.variant * made.width)
    place = rank if in_order(program, made, action) else ONLY
    yield from token(made.actions[action] + (len(code.variants) + place) * made.width)
    for place, (pick, members) in enumerate(split(code.picks(move.variant), move.picks)):
        first = made.picks[action, -1 if place < code.common else move.variant, place]
        for member in members:
            word = move.picks[member]
            if pick.argument.kind != "piece":
                yield from _of_value(machine, made, seat, pick, word, first, token)
                continue
            at = first + _crossed(machine, made, (action, move.variant, place), move, seat)
            assert pick.argument.component is not None
            for number, column in made.columns_of(pick.argument.component):
                value = _numbers(machine, made, number, seat)[1 + word]
                yield from token(at + value * made.width)
                at += column.size * made.width
                for context in made.compared(number):
                    other = values[made.contexts.index(context)]
                    if column.levels:
                        apart = column.values[1 + word] - _compared_to(machine, made, context, seat)
                        digits = min(len(f"{abs(apart):b}") if apart else 0, DISTANCES // 2 - 1)
                        far = DISTANCES // 2 + _sign(apart, 0) * digits if other else 0
                        yield at + (far * COMPARED + other % COMPARED if context.ends else far)
                        at += DISTANCES * (COMPARED if context.ends else 1)
                        continue
                    yield at + (1 + _sign(value, other) if other else COMPARED - 1)
                    at += COMPARED
                for zone in made.counted(number):
                    yield at + min(_held(machine, made, zone, seat, value), MAX_HELD)
                    at += MAX_HELD + 1
                for entry in made.entries_for(column):
                    yield at + _entry(machine, made, entry, number, 1 + word, seat)
                    at += 1 + made.entries[entry].size
            for entry in made.fields_of(pick.argument.component):
                yield at + _entry_of(machine, made, entry, word, seat)
                at += made.entries[entry].size
            for recipe in (each for each in made.recipes if each.component == pick.argument.component):
                counts = recipe.counts[1 + word]
                for has in (_stock(machine, made, at, seat) for at in made.stocks_for(recipe)):
                    apart = [asks - one for asks, one in zip(counts, has, strict=True)]
                    yield at + 2 * min(7, sum(max(0, each) for each in apart)) + (min(apart) < 0)
                    at += 16
                for need in made.needs_for(recipe):
                    told = _asking(machine, made, need, seat)[1]
                    wanted, needless = (
                        sum(each for each, way in zip(counts, told, strict=True) if way == sort) for sort in (3, 0)
                    )
                    yield at + 4 * min(3, wanted) + min(3, needless)
                    at += 16


def _compared_to(machine: Machine, made: Features, context: Context, seat: int) -> int:
    """The number of the piece that a context tells of."""
    if context.ends:
        return _amount(made, context, _ends(machine, made, context, seat)[0])
    assert context.zone is not None
    layout = machine.program.zones[context.zone]
    return _amount(
        made, context, machine.memory[layout.offset + layout.stride * (seat if context.own else context.instance)]
    )


def _crossed(machine: Machine, made: Features, which: tuple[int, int, int], move: ListedMove, seat: int) -> int:
    """How far behind the first weights of a pick those stand that go with what else is picked."""
    number, variant, place = which
    action = machine.program.actions[number]
    picks = action.picks(variant)
    component = picks[place].argument.component
    assert component is not None
    begin, end = (0, action.common) if place < action.common else (0, len(picks))
    others = [picks[at] for at in range(begin, end) if at != place and picks[at].several is None]
    told = [
        (_from_seat(machine, word, seat) if each.argument.players else word, values_of(machine.program, each))
        for each in others
        for word in [move.picks[each.at]]
        if each.argument.kind in ("value", "word", "flag")
    ][:1]
    for each in (each for each in others if each.argument.kind == "piece"):
        assert each.argument.component is not None
        fields = [at for at, one in enumerate(made.entries) if one.of == each.argument.of and one.need is None]
        told += [(_entry_of(machine, made, at, move.picks[each.at], seat), made.entries[at].size) for at in fields][:1]
    found, blocks = 0, 1
    for value, size in told:
        if blocks * size <= MAX_CROSSED:
            found += blocks * (value if 0 <= value < size else 0)
            blocks *= size
    return found * sum(count for _, count in piece_parts(made, component))
