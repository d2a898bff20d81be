"""What play tells of secrets: twins, two games that differ only in hidden pieces, go on by the same choice.

At each stop of a random game a seat is chosen, and two pieces of different kinds that it does not know and that a
`secret` is about exchange their kinds; or a shuffle has another order, or a variable another value. Both games go on to
the next stop. Told where the seat then sees something else: another value, another event, somebody else who is asked.
What is not told:

- where it sees what a piece is, or will by whatever is done next: pieces that leave a secret are seen;
- where the ways part at a condition inside an action, or it moves pieces that it finds: that a guess was wrong tells
  something, and so it should;
- what the secret itself says: `except by …`.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import zip_longest
from typing import Final, TypeAlias

from attrs import frozen

from rulewright.analysis.playtest.effort import Watch
from rulewright.analysis.playtest.finding import Sighting, choices_of, decisions_in
from rulewright.analysis.playtest.hidden import Trail, way_of, with_own_machine
from rulewright.analysis.playtest.other_values import OtherValues
from rulewright.language import core
from rulewright.language.core_queries import doing_of, sentences_of
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.effects import nodes_in_play
from rulewright.language.messages import playing as words
from rulewright.language.span import Span
from rulewright.machine.chance import Numbers, stream_key
from rulewright.machine.events import Changed, Drawn, Event, Flipped, Moved, Passed, Shown
from rulewright.machine.game import Rules
from rulewright.machine.information import seen_events
from rulewright.machine.interpret import Deciding, ListedMove, Machine, Over, RulesFault, Stop, Waiting
from rulewright.machine.piece_knowledge import Knowledge
from rulewright.machine.positions import Choice, Vector
from rulewright.machine.program.cell_map import single, unordered
from rulewright.machine.program.moves import Candidate
from rulewright.machine.program.nodes import DrawChance, Notice, ShuffleChance
from rulewright.machine.view import seat_sees_variable, told_value, variable_cells

TWINS_STREAM: Final = 3
"""The lots by which pieces exchange their kinds."""
MAX_MOVES: Final = 20
"""So many moves are tried to see whether all of them lay a piece open."""
MAX_DRAWS: Final = 1 << 20
"""Of more candidates not each can be drawn."""

NO_PIECES: Final = -1
"""The component of games that differ in the value of a variable."""

Move: TypeAlias = tuple[int, ListedMove]
"""Who makes which move."""
Difference: TypeAlias = tuple[Span, str, str]
"""A place, and what is seen by it in each of two games."""


class Log(list[Event]):
    """Events, and after how many counts of a trail each happened."""

    def __init__(self, trail: Trail) -> None:
        super().__init__()
        self.trail, self.at = trail, list[int]()

    def append(self, event: Event) -> None:
        """One more event."""
        self.at.append(len(self.trail.order))
        super().append(event)


@frozen
class Piece:
    """A piece: its component, its kind, and the cell that holds it."""

    component: int
    kind: int
    loc: int


@frozen
class Stretch:
    """From one stop to the next: the `events`, behind how many steps of the `way` each happened, and where it ends;
    `drawn`: what is drawn from there, if everybody will see it."""

    events: tuple[Event, ...]
    at: tuple[int, ...]
    way: tuple[Notice, ...]
    vector: Vector
    stop: Stop
    drawn: tuple[str | int, ...]


@frozen
class Pair:
    """Two stretches for a seat, which differ in pieces of a `component`, at first of these `kinds`; `secrets` are about
    where they lie (none: where they are dealt to will tell)."""

    here: Stretch
    there: Stretch
    seat: int
    component: int
    kinds: frozenset[int]
    secrets: tuple[core.Secret, ...]


class Twins:
    """Rules with a machine of their own, which leaves a trail; `told`: the places that were told."""

    def __init__(self, rules: Rules, told: set[Span]) -> None:
        self.rules, self.told = with_own_machine(rules), told
        made, self.machine = rules.core, self.rules.machine
        self.machine.c.notes = self.trail = Trail(self.machine.c.notes)
        self.nodes = {node.span: node for node in nodes_in_play(made) if isinstance(node, core.Statement)}
        self.acted = sentences_of(made, [each.name for each in made.actions])
        self.secrets = {each.of.number: each for each in made.secrets if each.of.sort == "zone"}
        self.values = OtherValues(self.rules)
        names = dict[core.Whole, tuple[str, ...]]()
        for each in made.secrets:
            names[each.of] = (*names.get(each.of, ()), *each.told_by)
        self.excepted = {of: sentences_of(made, told_by) for of, told_by in names.items()}

    # ---- two games: the same choice, with other pieces

    def pair(self, vector: Vector, move: Move | None, known: Knowledge, seat: int, lots: Numbers) -> Pair | None:
        """What follows from a state by a move, or by chance there, for a seat that knows so much: once as it is, and
        once with two pieces exchanged."""
        stop = self.machine.load(vector)
        point = self.machine.point if isinstance(stop, Waiting) else None
        if isinstance(point, ShuffleChance):
            order = self.machine.pool(point)
            lots.shuffle(order)
            places = [lots.below(len(order)) for _ in range(2)]
            swapped, kinds = list(order), frozenset(order[place] for place in places)
            for place, other in zip(places, places[::-1], strict=True):
                swapped[place] = order[other]
            here, there = (self.on(vector, partial(Machine.shuffled, kinds=each)) for each in (order, swapped))
            component, secrets = self.rules.program.zones[point.zone.zone].component, tuple[core.Secret, ...]()
        elif (valued := self._valued(vector, seat, lots)) is not None:
            go = self._go(vector, move, lots)
            here, there = self.on(vector, go), self.on(valued[0], go)
            component, kinds, secrets = NO_PIECES, frozenset[int](), valued[1:]
        elif (found := self._exchanged(vector, () if move is None else move[1].picks, known, seat, lots)) is not None:
            twin, (first, second), go = self._with(vector, *found), found, self._go(vector, move, lots)
            here, there = self.on(vector, go), self.on(twin, go)
            component, kinds = first.component, frozenset((first.kind, second.kind))
            secrets = self._piles_last(self._about(each.loc) for each in found)
        else:
            return None
        if here is None or there is None or (component != NO_PIECES and len(kinds) < 2):
            return None
        return Pair(here, there, seat, component, kinds, secrets)

    def _go(self, vector: Vector, move: Move | None, lots: Numbers) -> Callable[[Machine], Stop | None]:
        """How both games go on from a state: by a move, or by a draw there."""
        if move is not None:
            return partial(_moved, move=move)
        self.machine.load(vector)
        point = self.machine.point
        assert isinstance(point, DrawChance)
        return partial(_drawn, number=lots.below(MAX_DRAWS), like=tuple(self.machine.candidates(point)))

    def _valued(self, vector: Vector, seat: int, lots: Numbers) -> tuple[Vector, core.Secret] | None:
        """A state in which a variable has another value; every other time, if there are secrets about pieces, too."""
        if not self.values.instances or (self.secrets and lots.below(2)):
            return None
        return self.values.twin(vector, seat, lots)

    def _exchanged(
        self, vector: Vector, picked: Sequence[int], known: Knowledge, seat: int, lots: Numbers
    ) -> tuple[Piece, Piece] | None:
        """Two pieces that lie where secrets are about, which the seat does not know, and which are not picked."""
        kept = {vector[loc] for _, loc in self.rules.program.held}.union(picked)
        pieces = [each for zone in self.secrets for each in self._hidden(zone, known, seat) if each.loc not in kept]
        if not pieces:
            return None
        one = pieces[lots.below(len(pieces))]
        others = [each for each in pieces if each.component == one.component and each.kind != one.kind]
        return (one, others[lots.below(len(others))]) if others else None

    def _hidden(self, zone: int, known: Knowledge, seat: int) -> Iterator[Piece]:
        zones, layout = self.machine.zones, self.rules.program.zones[zone]
        for instance in range(0 if layout.unlimited else layout.instances):
            ledger = known.ledger((zone, instance))
            for kind, loc in zones.pieces(zone, instance):
                certain = ledger.inside[kind] if unordered(layout) else ledger.places.get(zones.spot(loc).place)
                if not zones.seen_by(loc) >> seat & 1 and not certain:
                    yield Piece(layout.component, kind, loc)

    def _with(self, vector: Vector, one: Piece, other: Piece) -> Vector:
        """The state in which two pieces have exchanged their kinds."""
        cells = list(vector)
        for piece, kind in ((one, other.kind), (other, one.kind)):
            spot = self.machine.zones.places.spots[piece.loc]
            layout = self.rules.program.zones[spot.zone]
            if unordered(layout):
                cells[spot.base + piece.kind] -= 1
                cells[spot.base + kind] += 1
            else:
                cells[piece.loc] = kind + single(layout)
        return tuple(cells)

    def on(self, vector: Vector, go: Callable[[Machine], Stop | None]) -> Stretch | None:
        """What follows from a state by what goes on there; None where that cannot be done, or goes wrong."""
        machine, log = self.machine, Log(self.trail)
        with suppress(RulesFault):
            machine.load(vector)
            self.trail.order.clear()
            machine.tell(log)
            try:
                stop = go(machine)
            finally:
                machine.tell(None)
            if stop is None:
                return None
            way, at = way_of(self.rules, self.trail), [len(way_of(self.rules, self.trail, end)) for end in log.at]
            drawn = list[str | int]()
            if isinstance(stop, Waiting) and isinstance(point := machine.point, DrawChance) and point.public:
                drawn += self.rules.naming.drawn(point, machine.candidates(point))
            return Stretch(tuple(log), tuple(at), tuple(way), machine.vector, stop, tuple(drawn))
        return None

    # ---- what a seat can tell them apart by

    def findings(self, pair: Pair, decisions: int) -> Iterator[Diagnostic]:
        """What is said of two games behind so many decisions."""
        found, about = self._difference(pair), pair.secrets or self._dealt(pair)
        if found is None or not about or self._was_told(found[0]) or self._soon_open(pair):
            return
        if any(found[0] in self.excepted[each.of] for each in about):  # it may be any of them
            return
        secret = about[0]
        self.told.add(found[0])
        made = self.rules.core
        tells = words.told_value if pair.component == NO_PIECES else words.told_secret
        yield tells(
            found[0],
            seat=made.seat_names[pair.seat],
            zone=made.declared(secret.of).name,
            decisions=decisions or None,
            one=found[1],
            other=found[2],
            title=secret.title,
            line=self.rules.line(secret.span),
            doing=doing_of(made, found[0]),
            also=secret.span,
        )

    def _was_told(self, place: Span) -> bool:
        """Whether something was told of this place, or of what goes around it among players."""
        around = [span for span, node in self.nodes.items() if isinstance(node, core.Around) and span.holds(place)]
        return place in self.told or any(span.holds(told) for span in around for told in self.told)

    def _difference(self, pair: Pair) -> Difference | None:
        """The first thing by which the seat can tell two games apart, if it is not that it sees the pieces; where the
        ways part at a condition, its place."""
        here, there, condition = pair.here, pair.there, None
        if here.way != there.way:
            parted = next((two for two in zip(here.way, there.way, strict=False) if two[0] != two[1]), None)
            if parted is None or parted[0].sort != "branch" or parted[0].span != parted[1].span:
                return None
            condition = parted[0].span
            if condition in self.acted:
                return None
        seen = [
            [list(seen_events(self.rules, pair.seat, [each] if each else [])) for each in two]
            for two in zip_longest(here.events, there.events)
        ]
        first = next((number for number, (mine, other) in enumerate(seen) if mine != other), None)
        by_event = None if first is None else self._by_event(pair, first)
        if lies_open(pair, first) or (by_event is not None and by_event[0] in self.acted):
            return None
        found = self._by_value(pair) or by_event or self._by_stop(pair)
        return None if found is None else (condition or found[0], *found[1:])

    def _by_value(self, pair: Pair) -> Difference | None:
        naming, made = self.rules.naming, self.rules.core
        for variable, _, owners, cells in variable_cells(made, self.rules.program):
            one, other = ([*each.vector[cells.start : cells.stop]] for each in (pair.here, pair.there))
            if one == other or not seat_sees_variable(variable, owners, pair.seat):
                continue
            number = made.variables.index(variable)
            ways = (each.span for way in (pair.here.way, pair.there.way) for each in reversed(way))
            place = next((span for span in ways if self._writes(span, number)), None)
            if place is not None:
                whose = "".join(f"{naming.value(of, at)}'s " for of, at in zip(variable.owners, owners, strict=True))
                values = (told_value(naming, variable, each) for each in (one, other))
                said = [", ".join(map(str, each)) if isinstance(each, tuple) else str(each) for each in values]
                one_said, other_said = (f"{whose}{variable.name} is {each or 'empty'}" for each in said)
                return place, one_said, other_said
        return None

    def _writes(self, span: Span, variable: int) -> bool:
        """Whether the sentence at a place sets a variable."""
        node = self.nodes.get(span)
        if isinstance(node, core.Note):
            return node.variable == variable
        return isinstance(node, core.Writing) and node.var.variable == variable

    def _by_event(self, pair: Pair, first: int) -> Difference | None:
        at = min(each.at[first] for each in (pair.here, pair.there) if first < len(each.at))
        place = next((each.span for each in reversed(pair.here.way[:at]) if each.span in self.nodes), None)
        said = list[str]()
        for stretch in (pair.here, pair.there):
            seen = seen_events(self.rules, pair.seat, list(stretch.events[first : first + 1]))
            told = (
                " ".join((each.piece or each.name or "", each.what, " to ".join(map(_place_text, each.places))))
                for each in seen
            )
            said.append(", ".join(told) or "nothing is seen")
        return None if place is None or said[0] == said[1] else (place, said[0], said[1])

    def _by_stop(self, pair: Pair) -> Difference | None:
        here, there = pair.here, pair.there
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

    def _about(self, loc: int) -> core.Secret | None:
        spot = self.machine.zones.places.spots.get(loc)
        return None if spot is None else self.secrets.get(spot.zone)

    def _dealt(self, pair: Pair) -> tuple[core.Secret, ...]:
        """The secrets about where other pieces lie in one of two games than in the other, last those of piles, from
        which they were dealt."""
        self.machine.place(pair.here.vector)
        cells = enumerate(zip(pair.here.vector, pair.there.vector, strict=True))
        found = [self._about(cell) for cell, (one, other) in cells if one != other and self._keeps(cell, pair.seat)]
        return self._piles_last(found)

    def _piles_last(self, found: Iterable[core.Secret | None]) -> tuple[core.Secret, ...]:
        zones = self.rules.program.zones
        return tuple(sorted(filter(None, found), key=lambda each: zones[each.of.number].kind == "pile"))

    def _keeps(self, cell: int, seat: int) -> bool:
        """Whether a piece lies there that the seat does not see."""
        return cell in self.machine.zones.places.spots and not self.machine.zones.seen_by(cell) >> seat & 1

    def _soon_open(self, pair: Pair) -> bool:
        """Whether whatever is done next lays a piece of these kinds open to the seat."""
        vector, stop = pair.here.vector, pair.here.stop
        if not isinstance(stop, Deciding):
            return False
        self.machine.load(vector)
        for move in self.machine.moves(stop.seats[0])[:MAX_MOVES]:
            then = self.on(vector, partial(_moved, move=(stop.seats[0], move)))
            events = () if then is None else then.events
            if not any(piece_seen(event, pair.component, pair.seat) in pair.kinds for event in events):
                return False
        return True


def _moved(machine: Machine, move: Move) -> Stop | None:
    """Make a move, if it can be made."""
    return None if machine.allows(*move) is None else machine.choose(*move)


def _drawn(machine: Machine, number: int, like: tuple[Candidate, ...]) -> Stop | None:
    """Draw one of these candidates, if it is from them that is drawn."""
    point = machine.point
    assert isinstance(point, DrawChance)
    found = machine.candidates(point)
    return machine.drawn(found[number % len(found)][:-1]) if tuple(found) == like else None


def _place_text(place: tuple[str, str | int | None]) -> str:
    """A zone, and the place in it."""
    return place[0] if place[1] is None else f"{place[0]} {place[1]}"


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


def lies_open(pair: Pair, first: int | None) -> bool:
    """Whether the seat sees other pieces of the component here than there, or may; `first`: by this event it can tell
    two games apart, if by any."""
    seen = [[piece_seen(event, pair.component, pair.seat) for event in each.events] for each in (pair.here, pair.there)]
    end = 0 if first is None else first + 1
    aligned = any(None not in two and two[0] != two[1] for two in zip(seen[0][:end], seen[1][:end], strict=False))
    whole = any(isinstance(event, Changed | Passed) for each in (pair.here, pair.there) for event in each.events)
    one, other = (
        Counter(
            (kind, event.origin.key if isinstance(event, Moved) else None)
            for kind, event in zip(kinds, each.events, strict=True)
            if kind is not None
        )
        for kinds, each in zip(seen, (pair.here, pair.there), strict=True)
    )
    return whole or aligned or one != other


def told_by_twins(
    rules: Rules, seed: int, games: range, most: int, watch: Watch, told: set[Span]
) -> Iterator[Sighting]:
    """Where play tells a secret, in these games of so many decisions; the places that were `told` are told once."""
    if not rules.core.secrets:
        return
    twins, played = (
        Twins(rules, told),
        with_own_machine(rules),
    )  # whoever is told may use the machine of the rules meanwhile
    machine = played.machine
    for number in games:
        lots, events, followed = Numbers(stream_key(seed, number, TWINS_STREAM), 0), list[Event](), 0
        known, choices = [Knowledge(rules.program, 1 << seat) for seat in range(rules.players)], list[Choice]()
        machine.place(rules.program.initial)
        for each in known:
            each.look(machine)
        machine.tell(events)
        with suppress(RulesFault):
            for choice in choices_of(played, seed, number, most):
                if not watch():
                    return
                for each in known:
                    each.follow(events[followed:])
                followed, seat = len(events), lots.below(rules.players)
                move = None if choice.seat is None else (choice.seat, machine.moves(choice.seat)[choice.number])
                pair = twins.pair(machine.vector, move, known[seat], seat, lots)
                way = (*choices, choice)
                for found in () if pair is None else twins.findings(pair, decisions_in(choices)):
                    yield Sighting(found, partial(tuple, way))
                choices.append(choice)
