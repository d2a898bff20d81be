"""What play tells of secrets: twins, two games that differ only in hidden pieces, go on by the same choices.

At each stop of a random game behind which reading could not prove that a secret is kept (`open_tellings`), a few seats
are chosen, the more, the more seldom that was tried. Two pieces of different kinds that such a seat does not know and
that a `secret` is about exchange their kinds, or many do; or a shuffle has another order, or variables other values.
Both games go on to the next stop; and further, as long as something else than pieces is different, since what is hidden
in a field may be told later. Told where the seat sees something else (`telling_apart`), unless whatever is done next
lays the pieces open, or the secret itself says so: `except by …`.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import takewhile
from typing import Final

from attrs import evolve, frozen

from rulewright.analysis.playtest.earlier import Step, thinkable
from rulewright.analysis.playtest.effort import Purse, Watch
from rulewright.analysis.playtest.finding import Sighting, choices_of, decisions_in
from rulewright.analysis.playtest.other_pieces import OtherPieces, Piece
from rulewright.analysis.playtest.other_values import OtherValues
from rulewright.analysis.playtest.other_ways import other_way
from rulewright.analysis.playtest.stretches import ByMove, Course, Go, Start, Stretch
from rulewright.analysis.playtest.telling_apart import Sides, Sights, piece_seen
from rulewright.language import core
from rulewright.language.core_queries import doing_of, excepted
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.information_flow.open_tellings import open_tellings
from rulewright.language.messages import playing as words
from rulewright.language.span import Span
from rulewright.language.walking import children
from rulewright.machine.chance import Numbers, stream_key
from rulewright.machine.events import Event, Moved
from rulewright.machine.game import Rules
from rulewright.machine.interpret import Deciding, Over, RulesFault, Waiting
from rulewright.machine.piece_knowledge import Knowledge
from rulewright.machine.positions import Choice, Vector
from rulewright.machine.view import hidden_in

TWINS_STREAM: Final = 3
"""The lots by which pieces exchange their kinds."""
MAX_MOVES: Final = 20
"""So many moves are tried to see whether all of them lay a piece open."""
MAX_FOLLOWED: Final = 3
"""So many pairs go on beside each other."""
MAX_STRETCHES: Final = 20
"""So far a pair goes on at most."""
NO_PIECES: Final = -1
"""The component of games that differ in the value of a variable."""
SORTS_OF_TWINS: Final = 3
"""A variable is another, or a choice, or pieces are: each as often, as far as there is any."""
SHORT_GAME: Final = 10
"""Every other game ends after so many decisions: what a game begins with comes once in it."""
MAX_ALONE: Final = 12
"""So many pieces are tried alone, to find out on which it depends."""


@frozen
class Alone:
    """How a game begins in which only one thing is another, of these `kinds`, and the secret about where it lay."""

    start: Start
    kinds: frozenset[int]
    secret: core.Secret | None


@frozen
class Exchange:
    """How a twin of a game that was at `start` begins, in which pieces of these `kinds` are others, and how some more
    games begin in which only one of them is another; `about`: the titles of the secrets about what is another."""

    start: Vector
    component: int
    kinds: frozenset[int]
    both: Start
    about: frozenset[str]
    alone: Callable[[], list[Alone]]


@frozen
class Pair:
    """Two games behind their last choice, how they began to differ, behind how many steps, and how they went on."""

    sides: Sides
    exchange: Exchange
    begun: int
    then: tuple[Go, ...] = ()


class Twins:
    """Games of these rules that go on beside each other; `told`: the places that were told."""

    def __init__(self, rules: Rules, told: set[Span]) -> None:
        self.course, self.told = Course(rules), told
        self.rules, self.machine, made = self.course.rules, self.course.machine, rules.core
        self.sights = Sights(self.rules)
        self.bare = list(_without(self.machine.zones.places.spots, rules.program.size))
        self.secrets = {each.of.number: each for each in made.secrets if each.of.sort == "zone"}
        found = open_tellings(made)
        self.before = {each.of: found[each.title].before for each in made.secrets}
        self.places = frozenset[Span]().union(*self.before.values())
        self.held = {title: 0 if each.places else None for title, each in found.items()}
        self.piles = {core.Whole("zone", each.zone) for each in rules.program.zones if each.kind == "pile"}
        self.values = OtherValues(self.rules)
        # a piece of which nothing is told may lie with one of which something is, in the other game
        some = any(self.held[each.title] is not None for each in self.secrets.values())
        self.pieces = OtherPieces(self.rules, self.secrets if some else ())
        self.excepted = excepted(made)
        loops = (each for each in self.sights.nodes.values() if isinstance(each, core.Repeat) and each.body)
        self.again = {each.body[0].span: each.span for each in loops}
        self.reads = {span: _hidden_zones(made, node) for span, node in self.sights.nodes.items()}

    # ---- where a twin begins

    def may_tell(self, here: Stretch) -> frozenset[core.Whole]:
        """The fields of which something may be told on the way, or where it ends."""
        places = {self._end(here), *self._way(here)}
        return frozenset(of for of, before in self.before.items() if not before.isdisjoint(places))

    def happened(self, here: Stretch) -> Collection[Hashable]:
        """What happens on the way that could tell something, each with the zones that it asks of and that hold
        something now; also that somebody is asked, or that the game ends; None where nothing does."""
        way: set[Hashable] = {
            (each, *filter(self._holds, self.reads.get(each, ()))) for each in self._way(here) if each in self.places
        }
        end = here.stop if isinstance(here.stop, Over) else self._end(here)
        return way | {end} if isinstance(end, Over) or end in self.places else way or {None}

    def _way(self, here: Stretch) -> Iterator[Span]:
        """The places of what is carried out on the way, and of loops that are asked whether they end."""
        for each in here.way:
            yield each.span
            if each.span in self.again:
                yield self.again[each.span]

    def _holds(self, zone: int) -> bool:
        """Whether something lies in a zone, whoever's."""
        layout = self.rules.program.zones[zone]
        return layout.unlimited or any(self.machine.zones.size(zone, each) for each in range(layout.instances))

    def _end(self, here: Stretch) -> Span | None:
        """Where the rules ask for a decision or for chance."""
        match here.stop:
            case Deciding(site):
                return self.rules.program.sites[site].span
            case Waiting(chance):
                return self.rules.program.chances[chance].span
            case Over():
                return None

    # ---- how a twin begins

    def exchange(
        self,
        start: Start,
        here: Stretch,
        fields: frozenset[core.Whole],
        pieces: Sequence[list[Piece]],
        seat: int,
        lots: Numbers,
    ) -> Exchange | None:
        """How a twin begins for a seat, in which a variable of these `fields` has another value, the choice is another
        one that it is told alike, or two of these `pieces`, or a part of them, exchange their kinds; None if there is
        nothing to exchange."""
        (vector, go), sort = start, lots.below(SORTS_OF_TWINS)
        way = other_way(self.machine, self.rules.program, vector, go, seat, lots) if sort == 1 else None
        if way is not None:
            other = vector, way[0]
            component = NO_PIECES if way[1] is None else way[1]
            return Exchange(vector, component, way[2], other, frozenset(), lambda: [Alone(other, way[2], None)])
        valued = self.values.twin(vector, seat, lots, fields) if sort == 0 or not self.pieces.secret else None
        if valued is not None:
            begun, about = (valued[0], go), frozenset((valued[1].title,))
            return Exchange(vector, NO_PIECES, frozenset(), begun, about, lambda: [Alone(begun, frozenset(), None)])
        read = {zone for each in self._way(here) for zone in self.reads.get(each, ())}
        changes = self.pieces.changes(pieces[lots.below(len(pieces))], read, lots)
        if not changes:
            return None
        kinds = frozenset(piece.kind for piece, _ in changes)
        about = frozenset(each.title for each in (self._lay(piece) for piece, _ in changes) if each is not None)
        both = self.pieces.start(vector, go, changes)
        return Exchange(vector, changes[0][0].component, kinds, both, about, partial(self._alone, vector, go, changes))

    def _alone(self, vector: Vector, go: Go, changes: list[tuple[Piece, int]]) -> list[Alone]:
        return [
            Alone(self.pieces.start(vector, go, [(piece, kind)]), frozenset((piece.kind, kind)), self._lay(piece))
            for piece, kind in changes[:MAX_ALONE]
        ]

    # ---- two games: the same choices

    def pair(self, exchange: Exchange, here: Stretch, seat: int, begun: int) -> Pair | None:
        """Two games for a seat, behind so many steps; None if the twin does not go on."""
        there = self.course.on(*exchange.both)
        if there is None:
            return None
        sides = Sides(here, there, seat, exchange.component, exchange.kinds)
        about = exchange.about or {each.title for each in (*self._dealt(sides), *self._other_values(sides))}
        self.held |= {title: held + 1 for title in about if (held := self.held[title]) is not None}
        return Pair(sides, exchange, begun)

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

    def finding(self, pair: Pair, past: Sequence[Step], decisions: int) -> Diagnostic | None:
        """What is said of two games behind these steps, and so many decisions."""
        found = self.sights.difference(pair.sides)
        if found is None or self._was_told(found[0]):
            return None
        begin = past[-1][2].vector if past else pair.exchange.start
        secret = self._told_secret(pair, found[0], begin)
        if secret is None:
            return None
        (twin, go), told, place = pair.exchange.both, self.excepted[secret.of], found[0]

        def ahead(vector: Vector, later: Sequence[Step]) -> bool:
            goes = [*(each for _, each, _ in later), go, *pair.then]
            there = self._again((vector, goes[0]), goes[1:])
            other = None if there is None else self.sights.difference(evolve(pair.sides, there=there))
            return other is not None and other[0] == place

        if not thinkable(self.course, self.sights, past[: pair.begun], twin, pair.sides, told, ahead):
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

    def _told_secret(self, pair: Pair, place: Span, begin: Vector) -> core.Secret | None:
        """The secret of which this place tells, though it does not say so: of those about the pieces on each of which
        alone it depends; where it depends on several together, of those about all of them. None that is proven, and
        none of a pile, if there is another: from there the pieces were dealt. `begin`: where one of the games was
        before its last choice."""
        found, depends, sides = list[core.Secret](), False, pair.sides
        begun = pair.exchange.alone()
        for one in begun:
            there = self._again(one.start, pair.then)
            alone = None if there is None else evolve(sides, there=there, kinds=one.kinds)
            told = None if alone is None else self.sights.difference(alone)
            if alone is not None and told is not None and told[0] == place:
                depends, before = True, (begin, self._before_last(one.start, pair.then))
                found += [] if self._soon_open(alone) else self._keeping(alone, [one.secret], place, before)
        if not depends and not self._soon_open(sides):
            before = begin, self._before_last(pair.exchange.both, pair.then)
            found += self._keeping(sides, [each.secret for each in begun], place, before)
        return min(found, key=lambda each: (self.held[each.title] is None, each.of in self.piles), default=None)

    def _keeping(
        self, sides: Sides, lay: list[core.Secret | None], place: Span, before: tuple[Vector, Vector]
    ) -> list[core.Secret]:
        """The secrets about where pieces lay that are others, and lie now: on the way it may be any of these; and about
        variables that were others `before`, or became it until something was told at this place. None if one of them
        says that this place tells of it."""
        about = [*filter(None, lay), *self._dealt(sides), *self._valued(sides, place, before)]
        return [] if any(place in self.excepted[each.of] for each in about) else about

    def _again(self, start: Start, then: Iterable[Go]) -> Stretch | None:
        """The last stretch of a game that begins so and goes on so."""
        found = self.course.on(*start)
        for go in then:
            found = None if found is None else self.course.on(found.vector, go)
        return found

    def _before_last(self, start: Start, then: Sequence[Go]) -> Vector:
        """Where a game was that begins so and goes on so, before its last choice."""
        last = self._again(start, then[:-1]) if then else None
        return start[0] if last is None else last.vector

    def _lay(self, piece: Piece) -> core.Secret | None:
        """The secret about where a piece lay; behind a shuffle only that counts where it comes to."""
        return self._about(piece.loc) if piece.place is None else None

    def _about(self, loc: int) -> core.Secret | None:
        spot = self.machine.zones.places.spots.get(loc)
        return None if spot is None else self.secrets.get(spot.zone)

    def _dealt(self, sides: Sides) -> list[core.Secret]:
        """The secrets about where other pieces lie in one of two games than in the other, or came on the way, as far as
        the seat does not see them."""
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
        return [*lie, *filter(None, map(self.secrets.get, goals))]

    def _other_values(self, sides: Sides) -> list[core.Secret]:
        """The secrets about variables that the seat does not see and that are others now."""
        here, there = (each.vector for each in sides.both)
        return [each.secret for each in self.values.unseen(sides.seat) if here[each.cells] != there[each.cells]]

    def _valued(self, sides: Sides, place: Span, before: tuple[Vector, Vector]) -> list[core.Secret]:
        """Those of them that were others where something is told."""
        one, other = before
        differed = {each.secret.of for each in self.values.unseen(sides.seat) if one[each.cells] != other[each.cells]}
        differed |= {core.Whole("variable", each) for side in sides.both for each in self._set_on_the_way(side, place)}
        return [each for each in self._other_values(sides) if each.of in differed]

    def _set_on_the_way(self, stretch: Stretch, place: Span) -> Iterator[int]:
        """The variables that are set on the way before this place."""
        for span in takewhile(lambda span: span != place, (each.span for each in stretch.way)):
            node = self.sights.nodes.get(span)
            if isinstance(node, core.Writing):
                yield node.var.variable

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
            then = self.course.on(vector, ByMove(stop.site, stop.seats[0], move))
            events = () if then is None else then.events
            if not any(piece_seen(event, sides.component, sides.seat) in sides.kinds for event in events):
                return False
        return True


def _hidden_zones(made: core.Core, sentence: core.Statement) -> frozenset[int]:
    """The zones of which a sentence, without those in it, asks what not everybody sees."""
    parts = tuple(each for each in children(sentence) if not isinstance(each, core.Statement))
    return frozenset(ref.zone for ref in hidden_in(made, parts) if isinstance(ref, core.ZoneRef))


def _without(spots: Collection[int], size: int) -> Iterator[slice]:
    """The cells that hold no pieces."""
    ends = sorted(spots)
    for before, after in zip((-1, *ends), (*ends, size), strict=True):
        if after - before > 1:
            yield slice(before + 1, after)


def told_by_twins(twins: Twins, seed: int, games: range, most: int, watch: Watch, purse: Purse) -> Iterator[Sighting]:
    """Where play tells a secret, in these games of so many decisions; the places that were told are told once."""
    for number in games if twins.places else ():
        if not watch():
            return
        with suppress(RulesFault):
            yield from _in_game(twins, seed, number, most if number % 2 else min(most, SHORT_GAME), watch, purse)


def _in_game(twins: Twins, seed: int, number: int, most: int, watch: Watch, purse: Purse) -> Iterator[Sighting]:
    """Where a random game tells a secret. The machine of the twins plays it, too."""
    rules, machine, choices, pairs, past = twins.rules, twins.machine, list[Choice](), list[Pair](), list[Step]()
    known, log = [Knowledge(rules.program, 1 << seat) for seat in range(rules.players)], list[Event]()
    lots = Numbers(stream_key(seed, number, TWINS_STREAM), 0)
    machine.place(rules.program.initial)
    for each in known:
        each.look(machine)
    for choice in choices_of(rules, seed, number, most, make=lambda _, __: None):
        vector, go = machine.vector, twins.course.chosen(choice)
        here = None if go is None else twins.course.further(go)
        if go is None or here is None or not watch():
            return
        choices.append(choice)
        begun = [twins.followed(pair, go, here) for pair in pairs]
        pieces = dict[int, list[list[Piece]]]()
        fields = twins.may_tell(here)
        for _ in range(purse.pairs_due(twins.happened(here)) if fields else 0):
            seat = lots.below(rules.players)
            if seat not in pieces:
                known[seat].follow(log[known[seat].told :])
                pieces[seat] = twins.pieces.exchangeable(vector, go, here, known[seat], seat)
            exchange = twins.exchange((vector, go), here, fields, pieces[seat], seat, lots)
            begun.append(None if exchange is None else twins.pair(exchange, here, seat, len(past)))
        pairs.clear()
        for pair in filter(None, begun):
            found = twins.finding(pair, past, decisions_in(choices[:-1]))
            if found is not None:
                yield Sighting(found, partial(tuple, tuple(choices)))
            elif len(pairs) < MAX_FOLLOWED and twins.goes_on(pair):
                pairs.append(pair)
        log += here.events
        past.append((vector, go, here))
        machine.load(here.vector)
