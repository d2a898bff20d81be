"""By what a seat can tell two games apart that went on by the same choice: values, notes, events, draws, who is asked.

What is not told:

- where the seat sees what a piece is: pieces that leave a secret are seen;
- where the ways part at a condition inside an action, or it moves pieces that it finds: that a guess was wrong tells
  something, and so it should; but not which of the players is asked to choose.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import TypeAlias

from attrs import frozen

from rulewright.analysis.playtest.stretches import Stretch
from rulewright.language import core
from rulewright.language.core_queries import run_by, sentences_of
from rulewright.language.effects import nodes_in_play
from rulewright.language.span import NOWHERE, Span
from rulewright.language.types import PLAYER
from rulewright.language.walking import walk
from rulewright.machine.events import Changed, Drawn, Event, Flipped, Key, Moved, Passed, Shown
from rulewright.machine.game import Rules
from rulewright.machine.information import Place, Seen, seen_events
from rulewright.machine.interpret import Deciding, Over, Stop, Waiting
from rulewright.machine.positions import Vector
from rulewright.machine.program.cell_map import instances, owners as owners_of
from rulewright.machine.program.nodes import Notice
from rulewright.machine.view import HIDDEN, seat_sees_variable, told_value, variable_cells

Difference: TypeAlias = tuple[Span, str, str]
"""A place, and what is seen by it in each of two games."""


@frozen
class Sides:
    """Two stretches for a seat, which differ in pieces of a `component`, at first of these `kinds`."""

    here: Stretch
    there: Stretch
    seat: int
    component: int
    kinds: frozenset[int]

    @property
    def both(self) -> tuple[Stretch, Stretch]:
        """One, and the other."""
        return self.here, self.there


class Sights:
    """What the seats of these rules can tell apart."""

    def __init__(self, rules: Rules) -> None:
        self.rules, made = rules, rules.core
        self.nodes = {node.span: node for node in nodes_in_play(made) if isinstance(node, core.Statement)}
        self.loops = [span for span, node in self.nodes.items() if isinstance(node, core.Loop)]
        self.acted = sentences_of(made, [each.name for each in made.actions])
        self.asking = {*_asking(made, nodes_in_play(made))}
        self.variables = [
            (made.variables.index(variable), owners, slice(cells.start, cells.stop))
            for variable, _, owners, cells in variable_cells(made, rules.program)
        ]
        self.cells = [at for _, _, cells in self.variables for at in range(cells.start, cells.stop)]
        self.notes = [
            (
                number,
                owners_of(layout, instance),
                slice(at := note.at + instance * layout.capacity, at + layout.capacity),
            )
            for layout, instance in instances(rules.program.zones)
            for note, number in zip(layout.notes, _noted(made, layout.zone), strict=True)
        ]

    def difference(self, sides: Sides) -> Difference | None:
        """The first thing by which the seat can tell them apart, if it may not; where the ways part at a condition, or
        at the end of a loop, its place."""
        parted = self._parting(sides)
        acted = parted in self.acted
        if parted == NOWHERE or (acted and parted not in self.asking):
            return None
        first, by_event = self._first_event(sides), None
        if first is not None:
            by_event = self._by_event(sides, first)
        if self._lies_open(sides, first) or (by_event is not None and by_event[0] in self.acted):
            return None
        found = None if acted else self._by_value(sides) or by_event
        found = found or self._by_stop(sides)
        return None if found is None else (parted or found[0], *found[1:])

    def may_know(self, sides: Sides) -> bool:
        """Whether the seat has seen what differs, or an action has asked it."""
        parted = self._parting(sides)
        return parted == NOWHERE or parted in self.acted or self._lies_open(sides, None)

    def _parting(self, sides: Sides) -> Span | None:
        """Where the ways part: at a condition, or at the end of the outermost loop that one of them has left; NOWHERE
        if that is neither, None if they do not part."""
        ways = zip_longest(sides.here.way, sides.there.way)
        one, other = next((two for two in ways if two[0] != two[1]), (None, None))
        if one is None and other is None:
            return None
        if one is not None and other is not None and one.sort == other.sort == "branch" and one.span == other.span:
            return one.span
        left = (span for span in self.loops if _within(span, one) != _within(span, other))
        return max(left, key=lambda span: span.end - span.start, default=NOWHERE)

    def _lies_open(self, sides: Sides, first: int | None) -> bool:
        """Whether the seat sees pieces of the kinds here that it does not see there, or may; `first`: by this event it
        can tell two games apart, if by any."""
        seen = [[piece_seen(event, sides.component, sides.seat) for event in each.events] for each in sides.both]
        end = 0 if first is None else first + 1
        aligned = any(None not in two and two[0] != two[1] for two in zip(seen[0][:end], seen[1][:end], strict=False))
        events = [event for each in sides.both for event in each.events]
        one, other = (
            Counter((kind, _seen_in(event)) for kind, event in zip(kinds, each.events, strict=True) if kind is not None)
            for kinds, each in zip(seen, sides.both, strict=True)
        )
        if any(isinstance(event, Passed) for event in events):  # what came with its zone is seen where it lies
            one, other = (
                found + Counter(self._in_sight(each.vector, sides))
                for found, each in zip((one, other), sides.both, strict=True)
            )
        told = any(kind in sides.kinds for kind, _ in (one - other) + (other - one))
        return any(isinstance(event, Changed) for event in events) or aligned or told

    def _in_sight(self, vector: Vector, sides: Sides) -> Iterator[tuple[int, Key]]:
        """The kinds of the pieces that the seat sees, and where they lie."""
        zones, spots = self.rules.machine.zones, instances(self.rules.program.zones)
        self.rules.machine.place(vector)
        for layout, instance in spots:
            if layout.component == sides.component and not layout.unlimited:
                lie = zones.pieces(layout.zone, instance)
                yield from (
                    (kind, (layout.zone, instance)) for kind, loc in lie if zones.seen_by(loc) >> sides.seat & 1
                )

    # ---- values, and notes of pieces

    def _by_value(self, sides: Sides) -> Difference | None:
        """A value that it sees; what is noted of a piece everybody does."""
        for number, owners, cells in (*self.variables, *self.notes):
            one, other = (each.vector[cells] for each in sides.both)
            variable = self.rules.core.variables[number]
            if one == other or (variable.lies_in is None and not seat_sees_variable(variable, owners, sides.seat)):
                continue
            place = self._written(sides, number)
            if place is not None:
                at = next(at for at, two in enumerate(zip(one, other, strict=True)) if two[0] != two[1])
                shown = slice(None) if variable.lies_in is None else slice(at, at + 1)
                here, there = (self._value(variable, owners, [*cells[shown]]) for cells in (one, other))
                return place, here, there
        return None

    def _value(self, variable: core.Variable, owners: Sequence[int], cells: list[int]) -> str:
        naming = self.rules.naming
        # of a note the last owner, the place of the piece, is left out
        whose = "".join(f"{naming.value(of, at)}'s " for of, at in zip(variable.owners, owners, strict=False))
        value = told_value(naming, variable, cells)
        said = ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
        return f"{whose}{variable.name} is {said or 'empty'}"

    def _written(self, sides: Sides, variable: int) -> Span | None:
        """The place of the last sentence on one of the ways that sets a variable."""
        ways = (each.span for stretch in sides.both for each in reversed(stretch.way))
        return next((span for span in ways if _writes(self.nodes.get(span), variable)), None)

    # ---- events

    def _first_event(self, sides: Sides) -> int | None:
        """The number of the first event by which the seat can tell them apart."""
        pairs = enumerate(zip_longest(sides.here.events, sides.there.events))
        return next((at for at, two in pairs if two[0] != two[1] and len(set(self._seen(sides, two))) > 1), None)

    def _seen(self, sides: Sides, events: Iterable[Event | None]) -> Iterator[tuple[Seen, ...]]:
        return (seen_events(self.rules, sides.seat, [] if event is None else [event]) for event in events)

    def _by_event(self, sides: Sides, first: int) -> Difference | None:
        at = min(each.at[first] for each in sides.both if first < len(each.at))
        place = next((each.span for each in reversed(sides.here.way[:at]) if each.span in self.nodes), None)
        events = [each.events[first] if first < len(each.events) else None for each in sides.both]
        one, other = (
            " and ".join(self._told(each, event) for each in seen) or "nothing more is seen"
            for seen, event in zip(self._seen(sides, events), events, strict=True)
        )
        return None if place is None or one == other else (place, one, other)

    def _told(self, seen: Seen, event: Event | None) -> str:
        """What a seat sees of an event, as a sentence."""
        number = getattr(event, "component", None)
        piece = (
            f"a {self.rules.core.components[number].name}"
            if number is not None and seen.piece == HIDDEN
            else seen.piece
        )
        places, items = [*map(_place_text, seen.places)], ", ".join(map(str, seen.items))
        match seen.what:
            case "move":
                return (
                    f"{self.rules.core.seat_names[seen.seat or 0]} chooses {seen.name or 'something'} {items}".rstrip()
                )
            case "told":
                return f'"{seen.name}" is told'
            case "moved":
                return f"{piece} moves from {places[0]} to {places[1]}"
            case "shown":
                return f"{piece} is shown in {places[0]}"
            case "flipped":
                return f"{piece} is turned face {seen.name} in {places[0]}"
            case "swapped" | "rotated" | "passed":
                return f"what lies in {', '.join(places)} changes places"
            case "changed":
                return f"{piece} in {places[0]} becomes {items}"
            case "shuffled":
                return f"{places[0]} is shuffled"
            case "drawn" | "rolled":
                return f"{seen.name} gives {items}"

    # ---- who is asked, and from what is drawn

    def _by_stop(self, sides: Sides) -> Difference | None:
        here, there = sides.both
        if here.drawn != there.drawn and here.drawn and there.drawn and isinstance(here.stop, Waiting):
            said = [f"the draw is from {', '.join(map(str, each.drawn))}" for each in (here, there)]
            return self.rules.program.chances[here.stop.chance].span, said[0], said[1]
        asked = [self._asked(each.stop) for each in (here, there)]
        if asked[0] == asked[1] or not isinstance(here.stop, Deciding):
            return None
        return self.rules.program.sites[here.stop.site].span, asked[0], asked[1]

    def _asked(self, stop: Stop) -> str:
        if not isinstance(stop, Deciding):
            return "the game is over" if isinstance(stop, Over) else "chance is asked"
        made, program = self.rules.core, self.rules.program
        offers = dict.fromkeys(program.actions[each.action].name for each in program.sites[stop.site].offers)
        return f"{' and '.join(made.seat_names[seat] for seat in stop.seats)} is asked for {' or '.join(offers)}"


def _asking(made: core.Core, sentences: Iterable[object]) -> Iterator[Span]:
    """The conditions by which players are chosen of whom each in turn is asked to choose something."""
    for node in sentences:
        match node:
            case core.ForEach(local, body=(core.If() as chosen,)) | core.Around(local, body=(core.If() as chosen,)):
                chooses = any(isinstance(each, core.Choosing) for each in walk(run_by(made, chosen)))
                if chooses and made.locals[local].type == PLAYER:
                    yield from chosen.places
            case _:
                pass


def _within(loop: Span, step: Notice | None) -> bool:
    return step is not None and loop.start < step.span.start < loop.end


def _noted(made: core.Core, zone: int) -> list[int]:
    """The numbers of what is noted of pieces in a zone."""
    return [number for number, each in enumerate(made.variables) if each.lies_in == zone]


def _writes(node: core.Statement | None, variable: int) -> bool:
    """Whether a sentence sets a variable."""
    if isinstance(node, core.Note):
        return node.variable == variable
    return isinstance(node, core.Writing) and node.var.variable == variable


def _place_text(place: Place) -> str:
    """A zone, and the place in it."""
    return place[0] if place[1] is None else f"{place[0]} {place[1]}"


def _seen_in(event: Event) -> Key | None:
    """Where a piece is seen that comes from there, or is shown there."""
    match event:
        case Moved(origin=spot) | Shown(spot=spot):
            return spot.key
        case _:
            return None


def piece_seen(event: Event | None, component: int, seat: int) -> int | None:
    """The kind of the piece of a component that a seat sees come, go, shown, turned, or drawn."""
    match event:
        case (
            Moved(of, kind, seen=seen)
            | Shown(of, kind, seen=seen)
            | Flipped(of, kind, seen=seen)
            | Drawn(seen=seen, piece=(of, kind, _))
        ) if of == component and seen >> seat & 1:
            return kind
        case _:
            return None
