"""What `machine/wasm/policy` says how likely moves are, once more in Python, from the cells of a state."""

from collections.abc import Iterator, Sequence

from rulewright.machine.interpret import ListedMove, Machine
from rulewright.machine.playouts import values_of
from rulewright.machine.policy import (
    BETWEEN,
    COMPARED,
    DIGITS,
    FIRST,
    LAST,
    MAX_HELD,
    MAX_SIZE,
    MAX_TOTAL,
    ONLY,
    Context,
    Features,
)
from rulewright.machine.program.cell_map import single, unordered
from rulewright.machine.program.moves import split

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
    if context.cell is not None:
        above, last = cells[context.cell] - context.low, context.size - 1
        if not 0 <= above < 2**DIGITS:
            return last
        return min(last, len(f"{above + 1:b}") - 1 if last == DIGITS else above)
    if context.zone is None:
        return 0 if context.held is None else min(_sum(machine, made, context.held, seat) % 2**32, MAX_TOTAL)
    layout = machine.program.zones[context.zone]
    first = layout.offset + layout.stride * (seat if context.own else context.instance)
    pieces = sum(cells[first : first + layout.stride]) if unordered(layout) else cells[first]
    if context.column is None:
        return min(pieces, MAX_SIZE)
    numbers = made.columns[context.column].numbers
    if context.held is not None:
        value = numbers[cells[first]]
        return 1 + min(_held(machine, made, context.held, seat, value), MAX_HELD) if value else 0
    if single(layout):
        return numbers[cells[first]]
    return numbers[1 + cells[first + (1 if context.end == FIRST else pieces)]] if pieces else 0


def _held(machine: Machine, made: Features, number: int, seat: int, value: int) -> int:
    """How many pieces with this value are held."""
    held, cells = made.held[number], machine.memory
    layout, numbers = machine.program.zones[held.zone], made.columns[held.column].numbers
    first = layout.offset + layout.stride * seat * held.own
    return sum(cells[first + kind] for kind in range(layout.stride) if numbers[1 + kind] == value)


def _sum(machine: Machine, made: Features, number: int, seat: int) -> int:
    """The sum of what is held."""
    worths = made.columns[made.held[number].column].worths
    return sum(worth * _held(machine, made, number, seat, value) for value, worth in enumerate(worths))


def _indexes(
    machine: Machine, made: Features, values: Sequence[int], seat: int, action: int, move: ListedMove, rank: int
) -> Iterator[int]:
    """Where the weights of a move stand in the row."""
    program, code = machine.program, machine.program.actions[action]

    def token(at: int) -> Iterator[int]:
        told = zip(made.offsets, values, made.contexts, strict=False)
        return (at + offset + value for offset, value, of in told if value or of.column is None)

    yield from token(made.actions[action] + move.variant * made.width)
    yield from token(made.actions[action] + (len(code.variants) + rank) * made.width)
    for place, (pick, members) in enumerate(split(code.picks(move.variant), move.picks)):
        first = made.picks[action, -1 if place < code.common else move.variant, place]
        for member in members:
            word = move.picks[member]
            if pick.argument.kind != "piece":
                last = values_of(program, pick) - 1
                word = min(word % 2**32, last) if pick.argument.kind == "number" else word
                if 0 <= word <= last:
                    yield from token(first + word * made.width)
                for at, context in enumerate(made.sums if pick.argument.kind == "number" else ()):
                    total = _sum(machine, made, made.contexts[context].held or 0, seat)
                    picked = move.picks[member]
                    yield first + (last + 1) * made.width + COMPARED * at + 1 + (picked > total) - (picked < total)
                continue
            at = first
            assert pick.argument.component is not None
            for number, column in made.columns_of(pick.argument.component):
                value = column.numbers[1 + word]
                yield from token(at + value * made.width)
                at += column.size * made.width
                for context in made.compared(number):
                    other = values[context]
                    yield at + (1 + (value > other) - (value < other) if other else COMPARED - 1)
                    at += COMPARED
                for zone in made.counted(number):
                    yield at + min(_held(machine, made, zone, seat, value), MAX_HELD)
                    at += MAX_HELD + 1
