"""Who is asked, or what, where that depends on what is hidden from whoever could be asked.

In: random games by the reference. At decisions a state is imagined that seats cannot tell from this one before they
hear who is asked, and what: once for all seats together, so that it differs in what nobody sees; once for the seat that
is asked. Told where the rules come to ask otherwise there: anybody or anything else, if nobody sees why; the same seat
something else, if a `secret` is about what it does not see. What an action itself brings about may depend on anything
(a guess that was wrong tells something), and so may what is told by something else as well.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, Literal

from attrs import define, field, frozen

from rulewright.analysis.playtest.effort import Watch
from rulewright.analysis.playtest.finding import Sighting, of_game
from rulewright.language import core, core_queries
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.messages import playing as words
from rulewright.language.span import Span
from rulewright.language.walking import walk
from rulewright.machine.chance import Numbers, RandomPlayer, stream_key
from rulewright.machine.game import Game, Rules
from rulewright.machine.interpret import Deciding, RulesFault
from rulewright.machine.positions import Vector
from rulewright.machine.program.nodes import Noted
from rulewright.machine.sample_state import MAX_EVENTS_PER_STATE, elsewhere
from rulewright.machine.view import hidden_in, variable_slots

IMAGINED_STREAM: Final = 2
"""The lots by which states are imagined."""
MOST_LOOKS, MOST_GONE_BACK = 16, 200_000
"""So often it is looked at what a place asks; so many events are gone back through at one setting at most."""
DONE: Final = frozenset[Noted](("phase", "procedure", "sentence", "branch"))


class Trail(list[int]):
    """Counts that remember in which `order` they were counted."""

    def __init__(self, counts: Iterable[int]) -> None:
        """Nothing was counted yet."""
        super().__init__(counts)
        self.order: list[int] = []

    def __setitem__(self, index: Any, value: Any) -> None:  # noqa: ANN401 - as list has it
        """Count."""
        super().__setitem__(index, value)
        if isinstance(index, int):
            self.order.append(index)


Ref = tuple[Literal["zone", "variable"], int]
"""A zone or field of the rules, by its number."""


@frozen
class Ways:
    """The conditions of the branches of a ruleset, by their places; the places of those that are a part of what an
    action does; of those that ask for what not all see, and of sentences that do. `always`: so does the end of a loop,
    which leaves no trail."""

    conditions: Mapping[Span, core.Expr]
    acted: frozenset[Span]
    asking: frozenset[Span]
    always: bool

    @staticmethod
    def of(made: core.Core) -> "Ways":
        """Those of this one."""
        bodies = [body for action in made.actions for body in core_queries.bodies_of(action)]
        acted = (node for body in bodies for node in core_queries.reached(made, body))
        nodes = [*walk((made.setup, made.play, made.procedures, made.actions))]
        conditions = dict(_branches(nodes))
        told = frozenset(node.local for node in nodes if isinstance(node, core.Let) and _hides(made, node.value))
        parts = [*conditions.items(), *(each for node in nodes for each in _begins_with(node))]
        return Ways(
            conditions,
            frozenset(place for place, _ in _branches(acted)),
            frozenset(place for place, part in parts if _hides(made, part, told)),
            any(_hides(made, node.until, told) for node in nodes if isinstance(node, core.Repeat | core.Around)),
        )


def _begins_with(node: object) -> Iterator[tuple[Span, object]]:
    """What a sentence asks when it begins, where that may decide about what comes next, and its place."""
    match node:
        case core.Let(value=part) | core.Assign(value=part) | core.ForEach(seq=part) | core.With(who=part):
            yield node.span, part
        case core.RepeatTimes(number=part) | core.RunProcedure(args=part):
            yield node.span, part
        case core.Around():
            yield node.span, (node.start, node.among)
        case _:
            pass


def _hides(made: core.Core, part: object, told: frozenset[int] = frozenset()) -> bool:
    """Whether it asks for what not all see, or for one of these locals, which tell some of that."""
    asks = (
        isinstance(each, core.Get | core.Held) and each.local in told for each in core_queries.questions(made, part)
    )
    return next(hidden_in(made, part), None) is not None or any(asks)


def _branches(nodes: Iterable[object]) -> Iterator[tuple[Span, core.Expr]]:
    for node in nodes:
        if isinstance(node, core.If):
            yield from zip(node.places, (test for test, _ in node.cases), strict=False)


@define
class Asking:
    """Rules with a machine of their own that leaves a trail; so many events may be gone back through (`left`); where
    something was `told`, how often it was `looked` at what a place asks."""

    rules: Rules
    ways: Ways
    trail: Trail
    left: int
    told: set[Span] = field(factory=set)
    looked: Counter[Span] = field(factory=Counter)

    @staticmethod
    def of(rules: Rules, left: int) -> "Asking":
        """Nothing was told."""
        own = Rules(rules.core, rules.program, rules.source_text, rules.name, rules.sha256)
        own.machine.c.deadline = rules.machine.c.deadline
        own.machine.c.notes = trail = Trail(own.machine.c.notes)
        return Asking(own, Ways.of(rules.core), trail, left)

    def begun(self, number: int, seed: int) -> Game:
        """A random game."""
        self.trail.order.clear()
        return self.rules.start(seed, number)

    def go_on(self, game: Game, player: RandomPlayer) -> None:
        """Its next decision."""
        seat = game.deciders[0]
        moves = game.moves(seat)
        self.trail.order.clear()
        game.play(seat, moves[player.choose(game.decisions, len(moves))])

    def way(self) -> list[int]:
        """What was carried out since the last decision, by the numbers of the notes."""
        return [number for number in self.trail.order if self.rules.program.notes[number].sort in DONE]

    def looks(self, game: Game) -> bool:
        """Whether to look at the question where a game stands: anything on the way there has asked for what not all
        see, which was not looked at often."""
        stop, program = game.entered().stop, self.rules.program
        assert isinstance(stop, Deciding), "it is not over"
        asked = {program.notes[number].span for number in self.way()} & self.ways.asking
        asked |= {program.sites[stop.site].span} if self.ways.always else set()
        if all(self.looked[place] >= MOST_LOOKS for place in asked) or self.left <= 0:
            return False
        self.looked.update(asked)
        return True

    def otherwise(self, game: Game, lots: Numbers) -> Iterator[Diagnostic]:
        """What is said of the question at which the game stands, if another one could be asked for what is hidden."""
        here, way = game.entered().stop, self.way()
        assert isinstance(here, Deciding), "it is not over"
        for seats in (range(self.rules.players), here.seats[:1]):
            most = min(self.left, MAX_EVENTS_PER_STATE)
            state, events = elsewhere(game, seats, lots, self.trail.order.clear, most=most)
            self.left -= events
            there = self.rules.machine.stop
            self.rules.loaded = None
            if state is not None and isinstance(there, Deciding) and self.differs(here, there):
                at = self.parting(way, self.way())
                hidden = self.hidden(game.state.vector, state.state.vector, at)
                if self.betrays(here, there, seats, at, hidden):
                    yield self.said(game, here, there, seats, at, hidden)

    def differs(self, here: Deciding, there: Deciding) -> bool:
        """Whether somebody else is asked, or at another `choose`."""
        sites = self.rules.program.sites
        return here.seats != there.seats or sites[here.site].span != sites[there.site].span

    def parting(self, way: Sequence[int], other: Sequence[int]) -> Span | None:
        """The place of the condition at which two ways part, if they do at one."""
        notes = self.rules.program.notes
        parted = next(((notes[one], notes[two]) for one, two in zip(way, other, strict=False) if one != two), None)
        at_one = parted is not None and parted[0].sort == "branch" and parted[0].span == parted[1].span
        return parted[0].span if parted is not None and at_one else None

    def hidden(self, vector: Vector, other: Vector, at: Span | None) -> list[Ref]:
        """What differs in two states: of that what the condition asks, if it asks some of it."""
        differing = list(dict.fromkeys(_differing(self.rules, vector, other)))
        asked = set(_asked(self.rules.core, self.ways.conditions.get(at))) if at else set[Ref]()
        return [each for each in differing if each in asked] or differing

    def betrays(
        self, here: Deciding, there: Deciding, seats: Sequence[int], at: Span | None, hidden: Iterable[Ref]
    ) -> bool:
        """Whether it should not be so, and was not told: of a seat by itself, if it is asked here and there, by a
        condition about a secret."""
        place = self.place(here, at)
        if place in self.told or place in self.ways.acted:
            return False
        secrets: set[Ref] = {("zone", secret.zone) for secret in self.rules.core.secrets}
        alone = len(seats) < self.rules.players
        return not alone or (at is not None and here.seats == there.seats and not secrets.isdisjoint(hidden))

    def place(self, here: Deciding, at: Span | None) -> Span:
        """Where it is told: at the condition, or at the question."""
        return at or self.rules.program.sites[here.site].span

    def said(
        self, game: Game, here: Deciding, there: Deciding, seats: Sequence[int], at: Span | None, hidden: Iterable[Ref]
    ) -> Diagnostic:
        """What is said of it."""
        place = self.place(here, at)
        self.told.add(place)
        names = self.rules.core.seat_names
        return words.asked_by_hidden(
            place,
            decisions=game.decisions or None,
            hidden=tuple(self.called(each) for each in hidden),
            blind=names[seats[0]] if len(seats) < self.rules.players else None,
            seat=names[here.seats[0]],
            offers=self.offered(here),
            other=names[there.seats[0]],
            others=self.offered(there),
        )

    def called(self, ref: Ref) -> str:
        """The name of a zone or field."""
        made = self.rules.core
        sort, number = ref
        return made.zones[number].name if sort == "zone" else made.variables[number].name

    def offered(self, stop: Deciding) -> tuple[str, ...]:
        """The actions that are offered there."""
        program = self.rules.program
        return tuple(program.actions[offer.action].name for offer in program.sites[stop.site].offers)


def _asked(made: core.Core, condition: core.Expr | None) -> Iterator[Ref]:
    """What a condition asks that not everybody sees."""
    for node in hidden_in(made, condition):
        match node:
            case core.ZoneRef(zone):
                yield "zone", zone
            case core.VarRef(variable):
                yield "variable", variable
            case core.CanAct():
                pass


def _differing(rules: Rules, vector: Vector, other: Vector) -> Iterator[Ref]:
    """The zones and fields that are not the same in two states."""
    contents = [_contents(rules, each) for each in (vector, other)]
    for number, layout in enumerate(rules.program.zones):
        if contents[0][number] != contents[1][number]:
            yield "zone", layout.zone
    for number, slot in enumerate(variable_slots(rules.program)):
        cells = slice(slot.offset, slot.offset + slot.length)
        if vector[cells] != other[cells]:
            yield "variable", number


def _contents(rules: Rules, vector: Vector) -> list[list[list[tuple[int, int]]]]:
    """The pieces of all instances of each zone."""
    machine = rules.machine
    rules.loaded = None
    machine.place(vector)
    zones = enumerate(rules.program.zones)
    return [[machine.zones.pieces(number, each) for each in range(layout.instances)] for number, layout in zones]


def asked_elsewhere(rules: Rules, seed: int, games: range, most: int, events: int, watch: Watch) -> Iterator[Sighting]:
    """Where a question tells what is hidden, in these random games of at most so many decisions; so many events are
    gone back through."""
    made = rules.core
    if next(hidden_in(made, (made.play, made.procedures, made.actions)), None) is None:
        return
    asking = Asking.of(rules, events)
    for number in games:
        for said, decisions in _in_game(asking, seed, number, most, watch):
            yield Sighting(said, partial(of_game, rules, seed, number, decisions))


def _in_game(asking: Asking, seed: int, number: int, most: int, watch: Watch) -> Iterator[tuple[Diagnostic, int]]:
    """What is said of questions of one game, and after how many decisions."""
    player, lots = RandomPlayer(seed, number), Numbers(stream_key(seed, number, IMAGINED_STREAM), 0)
    try:
        game = asking.begun(number, seed)
        while not game.over and game.decisions < most and watch():
            if asking.looks(game):
                for said in asking.otherwise(game, lots):
                    yield said, game.decisions
            asking.go_on(game, player)
    except RulesFault:
        return
