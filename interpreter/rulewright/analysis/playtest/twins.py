"""What play tells of secrets: twins, two games that differ only in hidden pieces, go on by the same choices.

At each stop of a random game a seat is chosen, and two pieces of different kinds that it does not know and that a
`secret` is about exchange their kinds, or many do; or a shuffle has another order, or a variable another value. Both
games go on to the next stop; and further, as long as something else than pieces is different, since what is hidden in a
field may be told later. Told where the seat sees something else (`telling_apart`), unless whatever is done next lays
the pieces open, or the secret itself says so: `except by …`.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from functools import partial
from typing import Final

from attrs import evolve, frozen

from rulewright.analysis.playtest.effort import Watch
from rulewright.analysis.playtest.finding import Sighting, choices_of, decisions_in
from rulewright.analysis.playtest.other_values import OtherValues
from rulewright.analysis.playtest.other_ways import other_way
from rulewright.analysis.playtest.stretches import ByMove, ByShuffle, Course, Go, Start, Stretch
from rulewright.analysis.playtest.telling_apart import Sides, Sights, piece_seen
from rulewright.language import core
from rulewright.language.core_queries import doing_of, excepted
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.messages import playing as words
from rulewright.language.span import Span
from rulewright.machine.chance import Numbers, stream_key
from rulewright.machine.events import Moved
from rulewright.machine.game import Rules
from rulewright.machine.interpret import Deciding, RulesFault
from rulewright.machine.piece_knowledge import Knowledge
from rulewright.machine.positions import Choice, Vector
from rulewright.machine.program.cell_map import single, unordered
from rulewright.machine.program.nodes import ShuffleChance

TWINS_STREAM: Final = 3
"""The lots by which pieces exchange their kinds."""
MAX_MOVES: Final = 20
"""So many moves are tried to see whether all of them lay a piece open."""
MAX_FOLLOWED: Final = 3
"""So many pairs go on beside each other."""
MAX_STRETCHES: Final = 20
"""So far a pair goes on at most."""
MAX_PARTS: Final = 4
"""Where many pieces exchange their kinds, it is all that can, or as few as one of so many."""
NO_PIECES: Final = -1
"""The component of games that differ in the value of a variable."""
SORTS_OF_TWINS: Final = 3
"""A variable is another, or a choice, or pieces are: each as often, as far as there is any."""
SHORT_GAME: Final = 10
"""Every other game ends after so many decisions: what a game begins with comes once in it."""
MAX_ALONE: Final = 12
"""So many pieces are tried alone, to find out on which it depends."""


@frozen
class Piece:
    """A piece: its component, its kind, and the cell that holds it; `place`: to which place in a new order it comes."""

    component: int
    kind: int
    loc: int
    place: int | None = None


@frozen
class Exchange:
    """How a twin begins, in which pieces of these `kinds` are others, and how some more games begin in which only one
    of them is another, each with the secret about where it lies, if there is one."""

    component: int
    kinds: frozenset[int]
    both: Start
    alone: tuple[tuple[Start, frozenset[int], core.Secret | None], ...]


@frozen
class Pair:
    """Two games behind their last choice, how they began to differ, and how they went on from there."""

    sides: Sides
    exchange: Exchange
    then: tuple[Go, ...] = ()


class Twins:
    """Games of these rules that go on beside each other; `told`: the places that were told."""

    def __init__(self, rules: Rules, told: set[Span]) -> None:
        self.course, self.told = Course(rules), told
        self.rules, self.machine, made = self.course.rules, self.course.machine, rules.core
        self.sights = Sights(self.rules)
        self.bare = list(_without(self.machine.zones.places.spots, rules.program.size))
        self.secrets = {each.of.number: each for each in made.secrets if each.of.sort == "zone"}
        self.piles = {core.Whole("zone", each.zone) for each in rules.program.zones if each.kind == "pile"}
        self.values = OtherValues(self.rules)
        self.excepted = excepted(made)

    # ---- how a twin begins

    def exchange(self, vector: Vector, go: Go, known: Knowledge, seat: int, lots: Numbers) -> Exchange | None:
        """How a twin begins for a seat that knows so much, in which a variable has another value, the choice is another
        one that it is told alike, or two pieces that it does not know, or a part of them, exchange their kinds; None if
        there is nothing to exchange."""
        sort = lots.below(SORTS_OF_TWINS)
        valued = self.values.twin(vector, seat, lots) if sort == 0 or not self.secrets else None
        if valued is not None:
            start = valued[0], go
            return Exchange(NO_PIECES, frozenset(), start, ((start, frozenset(), valued[1]),))
        way = other_way(self.machine, self.rules.program, vector, go, seat, lots) if sort == 1 else None
        if way is not None:
            start = vector, way[0]
            return Exchange(NO_PIECES if way[1] is None else way[1], way[2], start, ((start, way[2], None),))
        changes = self._changes(self._exchangeable(vector, go, known, seat, lots), lots)
        if not changes:
            return None
        alone = tuple(
            (self._start(vector, go, [(piece, kind)]), frozenset((piece.kind, kind)), self._lay(piece))
            for piece, kind in changes[:MAX_ALONE]
        )
        kinds = frozenset(piece.kind for piece, _ in changes)
        return Exchange(changes[0][0].component, kinds, self._start(vector, go, changes), alone)

    def _exchangeable(self, vector: Vector, go: Go, known: Knowledge, seat: int, lots: Numbers) -> list[Piece]:
        """The pieces that the seat does not know and of which a secret speaks, or those that are shuffled."""
        self.machine.load(vector)
        shuffled = self._shuffled(go.order) if isinstance(go, ByShuffle) else {}
        if shuffled and lots.below(2):
            return [*shuffled.values()]
        kept = {vector[loc] for _, loc in self.rules.program.held}
        kept |= {*go.move.picks} if isinstance(go, ByMove) else set()
        found = (each for zone in self.secrets for each in self._hidden(zone, known, seat) if each.loc not in kept)
        return [shuffled.get(each.loc, each) for each in found]

    def _changes(self, pieces: list[Piece], lots: Numbers) -> list[tuple[Piece, int]]:
        """Two of these pieces, or many of one component, each with another kind that one of them has; none if all are
        alike."""
        if not pieces:
            return []
        one = pieces[lots.below(len(pieces))]
        others = [each for each in pieces if each.component == one.component and each.kind != one.kind]
        if not others:
            return []
        if lots.below(2):
            other = others[lots.below(len(others))]
            return [(one, other.kind), (other, one.kind)]
        parts = 1 + lots.below(MAX_PARTS)
        several = [each for each in pieces if each.component == one.component and not lots.below(parts)]
        kinds = [each.kind for each in several]
        lots.shuffle(kinds)
        return [(each, kind) for each, kind in zip(several, kinds, strict=True) if each.kind != kind]

    def _shuffled(self, order: tuple[int, ...]) -> dict[int, Piece]:
        """The pieces that are shuffled where the machine stands, by their cells, with the places to which they come."""
        point, lies = self.machine.point, defaultdict[int, list[int]](list)
        assert isinstance(point, ShuffleChance), "what is shuffled has an order"
        zone = point.zone.zone
        for kind, loc in self.machine.zones.pieces(zone, self.machine.instance(point)):
            lies[kind].append(loc)
        component = self.rules.program.zones[zone].component
        return {(loc := lies[kind].pop()): Piece(component, kind, loc, place) for place, kind in enumerate(order)}

    def _hidden(self, zone: int, known: Knowledge, seat: int) -> Iterator[Piece]:
        """The pieces of a zone that a seat does not know."""
        zones, layout = self.machine.zones, self.rules.program.zones[zone]
        for instance in range(0 if layout.unlimited else layout.instances):
            ledger = known.ledger((zone, instance))
            for kind, loc in zones.pieces(zone, instance):
                place = None if unordered(layout) else ledger.places.get(zones.spot(loc).place)
                certain = place is not None or (unordered(layout) and ledger.inside[kind])
                if not zones.seen_by(loc) >> seat & 1 and not certain:
                    yield Piece(layout.component, kind, loc)

    def _start(self, vector: Vector, go: Go, changes: Iterable[tuple[Piece, int]]) -> Start:
        """How a game begins in which some pieces have other kinds."""
        cells, order = list(vector), list(go.order if isinstance(go, ByShuffle) else ())
        for piece, kind in changes:
            spot = self.machine.zones.places.spots[piece.loc]
            layout = self.rules.program.zones[spot.zone]
            if unordered(layout):
                cells[spot.base + piece.kind] -= 1
                cells[spot.base + kind] += 1
            else:
                cells[piece.loc] = kind + single(layout)
            if piece.place is not None:
                order[piece.place] = kind
        return tuple(cells), ByShuffle(tuple(order)) if isinstance(go, ByShuffle) else go

    # ---- two games: the same choices

    def pair(self, exchange: Exchange, here: Stretch, seat: int) -> Pair | None:
        """Two games for a seat; None if the twin does not go on."""
        there = self.course.on(*exchange.both)
        return None if there is None else Pair(Sides(here, there, seat, exchange.component, exchange.kinds), exchange)

    def followed(self, pair: Pair, go: Go, here: Stretch) -> Pair | None:
        """The same two games behind one choice more; None if the twin does not go on."""
        there = self.course.on(pair.sides.there.vector, go)
        if there is None:
            return None
        return evolve(pair, sides=evolve(pair.sides, here=here, there=there), then=(*pair.then, go))

    def goes_on(self, pair: Pair) -> bool:
        """Whether something could be seen later that no new twin would show: something else than pieces is different,
        and the seat has neither seen nor been told any of it."""
        (here, there), seat, spots = pair.sides.both, pair.sides.seat, self.machine.zones.places.spots
        if all(here.vector[cells] == there.vector[cells] for cells in self.bare) or len(pair.then) == MAX_STRETCHES:
            return False
        cells = [at for at, two in enumerate(zip(here.vector, there.vector, strict=True)) if two[0] != two[1]]
        self.machine.place(here.vector)
        secret = all(self._about(cell) and self._keeps(cell, seat) for cell in cells if cell in spots)
        known = self.sights.may_know(pair.sides) or self.sights.difference(pair.sides) is not None
        return secret and here.stop == there.stop and not known

    def finding(self, pair: Pair, decisions: int) -> Diagnostic | None:
        """What is said of two games behind so many decisions."""
        found = self.sights.difference(pair.sides)
        if found is None or self._was_told(found[0]):
            return None
        secret = self._told_secret(pair, found[0])
        if secret is None:
            return None
        self.told.add(found[0])
        made = self.rules.core
        hidden = made.declared(secret.of)
        piece = made.components[hidden.component].name if isinstance(hidden, core.Zone) else None
        tells = words.told_value if piece is None else partial(words.told_secret, component=piece)
        return tells(
            found[0],
            seat=made.seat_names[pair.sides.seat],
            zone=hidden.name,
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
        nodes = self.sights.nodes.items()
        around = [span for span, node in nodes if isinstance(node, core.Around) and span.holds(place)]
        return place in self.told or any(span.holds(told) for span in around for told in self.told)

    # ---- which secret it is

    def _told_secret(self, pair: Pair, place: Span) -> core.Secret | None:
        """The secret of which this place tells, though it does not say so: of those about the pieces on each of which
        alone it depends; where it depends on several together, of those about all of them. None of a pile, if there is
        another: from there the pieces were dealt."""
        found, depends, sides = list[core.Secret](), False, pair.sides
        for start, kinds, secret in pair.exchange.alone:
            there = self._again(start, pair.then)
            alone = None if there is None else evolve(sides, there=there, kinds=kinds)
            told = None if alone is None else self.sights.difference(alone)
            if alone is not None and told is not None and told[0] == place:
                depends = True
                found += [] if self._soon_open(alone) else self._keeping(alone, [secret], place)
        if not depends and not self._soon_open(sides):
            found += self._keeping(sides, [secret for _, _, secret in pair.exchange.alone], place)
        return min(found, key=lambda each: each.of in self.piles, default=None)

    def _keeping(self, sides: Sides, lay: list[core.Secret | None], place: Span) -> list[core.Secret]:
        """The secrets about where pieces lay that are others, and lie now: on the way it may be any of these. None if
        one of them says that this place tells of it."""
        about = [*filter(None, lay), *self._dealt(sides)]
        return [] if any(place in self.excepted[each.of] for each in about) else about

    def _again(self, start: Start, then: Iterable[Go]) -> Stretch | None:
        """The last stretch of a game that begins so and goes on so."""
        found = self.course.on(*start)
        for go in then:
            found = None if found is None else self.course.on(found.vector, go)
        return found

    def _lay(self, piece: Piece) -> core.Secret | None:
        """The secret about where a piece lay; behind a shuffle only that counts where it comes to."""
        return self._about(piece.loc) if piece.place is None else None

    def _about(self, loc: int) -> core.Secret | None:
        spot = self.machine.zones.places.spots.get(loc)
        return None if spot is None else self.secrets.get(spot.zone)

    def _dealt(self, sides: Sides) -> list[core.Secret]:
        """The secrets about where other pieces lie in one of two games than in the other, or came on the way, and about
        variables that are others, as far as the seat does not see them."""
        self.machine.place(sides.here.vector)
        here, there = (each.vector for each in sides.both)
        cells = (at for at, two in enumerate(zip(here, there, strict=True)) if two[0] != two[1])
        lie = [*filter(None, (self._about(at) for at in cells if self._keeps(at, sides.seat)))]
        came = (two for two in zip(sides.here.events, sides.there.events, strict=False) if two[0] != two[1])
        goals = (
            each.goal.zone
            for two in came
            for each in two
            if isinstance(each, Moved) and not each.seen >> sides.seat & 1
        )
        lie += filter(None, map(self.secrets.get, goals))
        unseen = self.values.unseen(sides.seat)
        return lie + [each.secret for each in unseen if here[each.cells] != there[each.cells]]

    def _keeps(self, cell: int, seat: int) -> bool:
        """Whether a piece lies there that the seat does not see."""
        return cell in self.machine.zones.places.spots and not self.machine.zones.seen_by(cell) >> seat & 1

    def _soon_open(self, sides: Sides) -> bool:
        """Whether whatever is done next lays a piece of these kinds open to the seat."""
        vector, stop = sides.here.vector, sides.here.stop
        if not isinstance(stop, Deciding):
            return False
        self.machine.load(vector)
        for move in self.machine.moves(stop.seats[0])[:MAX_MOVES]:
            then = self.course.on(vector, ByMove(stop.seats[0], move))
            events = () if then is None else then.events
            if not any(piece_seen(event, sides.component, sides.seat) in sides.kinds for event in events):
                return False
        return True


def _without(spots: Collection[int], size: int) -> Iterator[slice]:
    """The cells that hold no pieces."""
    ends = sorted(spots)
    for before, after in zip((-1, *ends), (*ends, size), strict=True):
        if after - before > 1:
            yield slice(before + 1, after)


def told_by_twins(
    rules: Rules, seed: int, games: range, most: int, watch: Watch, told: set[Span]
) -> Iterator[Sighting]:
    """Where play tells a secret, in these games of so many decisions; the places that were `told` are told once."""
    if not rules.core.secrets:
        return
    twins = Twins(rules, told)
    for number in games:
        if not watch():
            return
        with suppress(RulesFault):
            yield from _in_game(twins, seed, number, most if number % 2 else min(most, SHORT_GAME), watch)


def _in_game(twins: Twins, seed: int, number: int, most: int, watch: Watch) -> Iterator[Sighting]:
    """Where a random game tells a secret. The machine of the twins plays it, too."""
    rules, machine, choices, pairs = twins.rules, twins.machine, list[Choice](), list[Pair]()
    known = [Knowledge(rules.program, 1 << seat) for seat in range(rules.players)]
    lots = Numbers(stream_key(seed, number, TWINS_STREAM), 0)
    machine.place(rules.program.initial)
    for each in known:
        each.look(machine)
    for choice in choices_of(rules, seed, number, most, make=lambda _, __: None):
        vector, seat = machine.vector, lots.below(rules.players)
        go = twins.course.chosen(vector, choice)
        if go is None or not watch():
            return
        exchange = twins.exchange(vector, go, known[seat], seat, lots)
        here = twins.course.on(vector, go)
        if here is None:
            return
        follow = [twins.followed(pair, go, here) for pair in pairs]
        choices.append(choice)
        pairs = list[Pair]()
        for pair in (*follow, None if exchange is None else twins.pair(exchange, here, seat)):
            if pair is None:
                continue
            found = twins.finding(pair, decisions_in(choices[:-1]))
            if found is not None:
                yield Sighting(found, partial(tuple, tuple(choices)))
            elif twins.goes_on(pair):
                pairs.append(pair)
        pairs = pairs[:MAX_FOLLOWED]
        for each in known:
            each.follow(here.events)
        machine.load(here.vector)
