"""A position as the lines of an example's `given:`, and what is so in it where a condition does not hold.

What has its first value and what lies in the box is left out, and so is what no line can say (who laid a piece there,
where a loop stands): whoever asks tries the lines.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from attrs import frozen

from rulewright.language import core
from rulewright.language.format import in_columns
from rulewright.language.types import CountsT, MemoryT, SetT, lowest
from rulewright.language.wording import listed
from rulewright.machine import positions, view
from rulewright.machine.chance import Item
from rulewright.machine.explain import Fact, Found, Held, Value, explainer
from rulewright.machine.game import Rules
from rulewright.machine.program import cell_map, nodes

WIDE: Final = 110
MAX_LISTED_PIECES: Final = 5
"""So many pieces are listed rather than called the rest."""
INDENT: Final = " " * 8
SEATS: Final = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Leo")


@frozen
class Names:
    """What the seats are called in an example: `called[item]` in place of what a move or a place has there."""

    rules: Rules
    called: dict[Item, str]

    @classmethod
    def of(cls, rules: Rules) -> "Names":
        """Their names in the rules; where these have none, short ones that are no words of the rules."""
        own = rules.core.seat_names
        if own != tuple(f"player-{seat}" for seat in range(1, len(own) + 1)):
            return cls(rules, {name: name for name in own})
        words = set(rules.source_text.partition("\nexample ")[0].replace("'s", " ").split())
        free = [name for name in SEATS if name not in words]
        return cls(rules, dict(zip(own, free if len(free) >= len(own) else own, strict=False)))

    def seat(self, seat: int) -> str:
        """The name of a seat."""
        return self.called[self.rules.core.seat_names[seat]]

    def item(self, item: Item) -> str:
        """A part of a move, an owner or a value."""
        return self.called.get(item, str(item))

    def owned(self, name: str, owners: Sequence[Item]) -> str:
        """A field of these owners: "deck", "Ann's hand", "Ann's gems(red)"."""
        if not owners:
            return name
        first, *others = map(self.item, owners)
        return f"{first}'s {name}" + (f"({', '.join(others)})" if others else "")


@frozen
class Laid:
    """What one line gives: of what, and how; `rows` are those of a picture, `pieces` how many it lays down."""

    subject: str
    words: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    value: str | None = None
    pieces: int = 0

    def lines(self) -> Iterator[str]:
        """The lines, indented."""
        if self.value is not None:
            yield f"{INDENT}{self.subject} is {self.value}"
        elif self.rows:
            yield f"{INDENT}{self.subject} holds:"
            yield from (f"{INDENT}    {row}" for row in self.rows)
        else:
            yield from folded_list(f"{INDENT}{self.subject} holds ", self.words)


def folded_list(start: str, words: Sequence[str]) -> Iterator[str]:
    """A list of words behind its beginning; it goes on in the next line behind a comma."""
    line = start + words[0]
    for word in words[1:]:
        if len(line) + len(word) > WIDE:
            yield f"{line},"
            line = f"{INDENT}    {word}"
        else:
            line += f", {word}"
    yield line


def words_with_counts(words: Iterable[tuple[str, int]]) -> list[str]:
    """Words with how often each stands there."""
    return [word if times == 1 else f"{word} * {times}" for word, times in words]


def laid_out(names: Names, vector: positions.Vector) -> tuple[Laid, ...]:
    """All that there is to give of a position; the cells behind those of the variables are not looked at."""
    names.rules.loaded = None
    names.rules.machine.place((*vector, *names.rules.program.initial[len(vector) :]))
    return (*zones(names), *variables(names, vector))


def zones(names: Names) -> Iterator[Laid]:
    """The zones that hold something, but for the box; of a component of which nothing is in the box, the longest of the
    game's holds `rest`."""
    program, pieces = names.rules.program, names.rules.machine.zones.pieces
    found, boxed = list[tuple[int, int, list[tuple[int, int]]]](), set[int]()
    for layout, instance in cell_map.instances(program.zones):
        there = pieces(layout.zone, instance)
        if layout.box and there:
            boxed.add(layout.component)
        elif there:
            found.append((layout.zone, instance, there[::-1] if layout.kind == "pile" else there))
    boxed |= {layout.component for layout in program.zones if layout.unlimited}
    longest: dict[int, tuple[int, int]] = {}
    for at, (number, _, there) in enumerate(found):
        layout = program.zones[number]
        same = 0 if layout.component in boxed or layout.extents else in_order(layout, there)
        if same > max(MAX_LISTED_PIECES, longest.get(layout.component, (0, 0))[0]):
            longest[layout.component] = same, at
    rests = {at: same for same, at in longest.values()}
    for at, (number, instance, there) in enumerate(found):
        yield zone(names, number, instance, there, rests.get(at, 0))


def in_order(layout: nodes.ZoneLayout, there: Sequence[tuple[int, int]]) -> int:
    """How many pieces at the end are in the order of kinds, as `rest` lays them down."""
    if cell_map.unordered(layout):
        return len(there)
    if (layout.faces_at, layout.owners_at) != (None, None) or layout.kind in ("slot", "board"):
        return 0
    kinds = [kind for kind, _ in there]
    return next((end for end in range(1, len(kinds)) if kinds[-end - 1] > kinds[-end]), len(kinds))


def zone(names: Names, number: int, instance: int, there: Sequence[tuple[int, int]], rest: int) -> Laid:
    """A zone that holds something; the last so many are `rest`."""
    rules = names.rules
    layout = rules.program.zones[number]
    subject = names.owned(layout.name, rules.naming.owners(number, instance))
    words = list[str]()
    for kind, loc in there:
        mark, name = rules.machine.zones.mark(loc), rules.naming.kind(layout.component, kind)
        viewers = [names.seat(seat) for seat in range(rules.players) if mark is not None and mark >> seat & 1]
        by = rules.machine.zones.owner(loc)
        words.append(
            f"{name}{'?' * (mark is not None)}"
            + (f"({', '.join(viewers)})" if viewers else "")
            + (f" by {names.seat(by)}" if by is not None else "")
        )
    if layout.kind == "board":  # as its rows, from the top
        begin, zone_ = cell_map.first_cell(layout, instance), rules.core.zones[layout.zone]
        cells = {loc - begin: word for (_, loc), word in zip(there, words, strict=True)}
        shape = next(each for each in rules.core.geometries if each.place == zone_.place)
        standing = core.arranged(zone_.picture, shape.standing, layout.capacity)
        drawn = [["." if spot is None else cells.get(spot, ".") for spot in row] for row in standing.rows]
        return Laid(subject, rows=tuple(in_columns(drawn, standing.shifts)))
    words = words[: len(words) - rest]
    if cell_map.unordered(layout):
        runs: list[tuple[str, int]] = list(Counter(words).items())
    else:
        runs = [(word, len(list(run))) for word, run in groupby(words)]
    return Laid(subject, (*words_with_counts(runs), *(("rest",) if rest else ())), pieces=len(there))


def variables(names: Names, vector: positions.Vector) -> Iterator[Laid]:
    """The variables that do not have their first value; no line gives what a memory holds."""
    rules = names.rules
    initial, value = rules.program.initial, rules.naming.value
    for variable, _, owners, there in view.variable_cells(rules.core, rules.program):
        cells = vector[there.start : there.stop]
        if cells == tuple(initial[there.start : there.stop]) or isinstance(variable.type, MemoryT):
            continue
        called = tuple(map(value, variable.owners, owners))
        subject = names.owned(variable.name, called)
        if variable.lies_in is not None:  # it is noted of the piece that lies there
            zone_, *own, place = rules.core.zones[variable.lies_in], *called
            where = names.owned(zone_.name, tuple(own))
            piece_ = {"row": f"{where}'s item({place})", "board": f"{where}({place})"}.get(zone_.kind, where)
            subject = f"{piece_}'s {variable.name}"
        if isinstance(variable.type, SetT | CountsT):
            of = variable.type.of
            several = [(names.item(value(of, key + lowest(of))), times) for key, times in enumerate(cells) if times]
            yield Laid(subject, tuple(words_with_counts(several)) or ("nothing",))
        else:
            yield Laid(subject, value=names.item(value(variable.type, cells[0])))


def memories(rules: Rules, vector: positions.Vector) -> dict[str, tuple[int, ...]]:
    """The cells of the memories that hold something in a position, by their names."""
    slots = zip(rules.core.fields, view.variable_slots(rules.program), strict=True)
    found = {each.name: (slot.offset, slot.length) for each, slot in slots if isinstance(each.type, MemoryT)}
    return {
        name: tuple(range(at, at + length)) for name, (at, length) in found.items() if any(vector[at : at + length])
    }


MOST_TOLD: Final = 8
"""So many values are told."""


def values_there(names: Names, broken: core.Invariant, vector: Sequence[int]) -> tuple[str, ...]:
    """What is so, as far as it is known, in this state of the rules that `names` knows, where this does not hold."""
    if not broken.explanation:
        return ()
    facts = explainer(names.rules, {"condition": broken.explanation}, broken.span).facts("condition", vector)
    return tuple(dict.fromkeys(line for fact in facts for line in _lines(names, fact)))[:MOST_TOLD]


def _lines(names: Names, fact: Fact) -> Iterator[str]:
    match fact:
        case Value(text, value, wanted) if value is not None:
            yield f"{text} is {names.item(value)}{wanted and f', not {wanted}'}"
        case Held(text, items):
            held = words_with_counts(Counter(map(names.item, items)).items())
            yield f"{text} holds {listed(held) or 'nothing'}"
        case Found(name, _, _, number, facts):
            element, lies = names.item(fact.item), fact.lies
            if lies is not None:  # of a piece with where it lies
                owned = names.owned(lies.zone, lies.owners)
                element += f" on {lies.place}" if lies.place is not None else f" in {owned}"
            what = f"{name} is {element}{f' (one of {number})' if number > 1 else ''}"
            inner = [line for each in facts for line in _lines(names, each)]
            yield from (f"{what}, and {line}" for line in inner) if inner else (what,)
        case Value():
            return
