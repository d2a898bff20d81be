"""Who is asked, or what, where that depends on what is hidden from whoever could be asked.

At decisions of random games a state is imagined that all seats together, or the seat that is asked, cannot tell from
this one before they hear it. Told where the rules ask otherwise there: anybody or anything else, if nobody sees why;
the same seat something else, if a `secret` is about what it does not see. What an action brings about may depend on
anything: a guess that was wrong tells something.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final

from attrs import define, field

from rulewright.analysis.playtest.effort import Watch
from rulewright.analysis.playtest.finding import Field, Sighting, cells_of, fields_asked, of_game
from rulewright.language import core, core_queries
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.messages import playing as words
from rulewright.language.span import Span
from rulewright.language.walking import walk
from rulewright.machine.chance import Numbers, RandomPlayer, stream_key
from rulewright.machine.game import Game, Rules
from rulewright.machine.interpret import Deciding, RulesFault
from rulewright.machine.positions import Vector
from rulewright.machine.program.nodes import Noted, Notice
from rulewright.machine.sample_state import MAX_EVENTS_PER_STATE, elsewhere
from rulewright.machine.view import hidden_in

IMAGINED_STREAM: Final = 2
"""The lots by which states are imagined."""
MOST_LOOKS, MOST_GONE_BACK = 16, 200_000
"""So often it is looked at what a place asks; so many events are gone back through at one setting at most."""
DONE: Final = frozenset[Noted](("phase", "procedure", "sentence", "branch"))


class Trail(list[int]):
    """Counts that remember in which `order` they were counted."""

    def __init__(self, counts: Iterable[int]) -> None:
        super().__init__(counts)
        self.order: list[int] = []

    def __setitem__(self, index: Any, value: Any) -> None:  # noqa: ANN401 - as list has it
        """Count."""
        super().__setitem__(index, value)
        if isinstance(index, int):
            self.order.append(index)


def _beginnings(nodes: Iterable[object]) -> Iterator[tuple[Span, object]]:
    """What sentences ask when they begin, where that may decide about what comes next, and their places."""
    for node in nodes:
        match node:
            case core.Let(value=part) | core.Assign(value=part) | core.ForEach(seq=part) | core.With(who=part):
                yield node.span, part
            case core.RepeatTimes(number=part) | core.RunProcedure(args=part):
                yield node.span, part
            case core.Around():
                yield node.span, (node.start, node.among)
            case _:
                pass


def _branches(nodes: Iterable[object]) -> Iterator[tuple[Span, core.Expr]]:
    for node in nodes:
        if isinstance(node, core.If):
            yield from zip(node.places, (test for test, _ in node.cases), strict=False)


@define
class Asking:
    """Rules with a machine of their own that leaves a trail; so many events may be gone back through (`left`); the
    `conditions` of branches by their places; the places of those that are a part of what an action does (`acted`); of
    those that ask for what not all see, and of sentences that do (`asking`); whether the end of a loop does, which
    leaves no trail (`always`); where something was `told`, how often it was `looked` at what a place asks."""

    rules: Rules
    trail: Trail
    left: int
    conditions: Mapping[Span, core.Expr]
    acted: set[Span]
    asking: set[Span]
    always: bool
    told: set[Span] = field(factory=set)
    looked: Counter[Span] = field(factory=Counter)

    @staticmethod
    def nothing_told(rules: Rules, left: int) -> "Asking":
        """Nothing was told."""
        made, own = rules.core, Rules(rules.core, rules.program, rules.source_text, rules.name, rules.sha256)
        own.machine.c.deadline = rules.machine.c.deadline
        own.machine.c.notes = trail = Trail(own.machine.c.notes)
        nodes = [*walk((made.setup, made.play, made.procedures, made.actions))]
        told = {node.local for node in nodes if isinstance(node, core.Let) and next(hidden_in(made, node.value), None)}

        def hides(part: object) -> bool:
            # whether it asks for what not all see, or for one of the locals that tell some of that
            asked = (each for each in core_queries.questions(made, part) if isinstance(each, core.Get | core.Held))
            return next(hidden_in(made, part), None) is not None or any(each.local in told for each in asked)

        bodies = (body for action in made.actions for body in core_queries.bodies_of(action))
        acted = {place for body in bodies for place, _ in _branches(core_queries.reached(made, body))}
        conditions = dict(_branches(nodes))
        asking = {place for place, part in (*conditions.items(), *_beginnings(nodes)) if hides(part)}
        always = any(hides(node.until) for node in nodes if isinstance(node, core.Repeat | core.Around))
        return Asking(own, trail, left, conditions, acted, asking, always)

    def way(self) -> list[Notice]:
        """What was carried out since the last decision."""
        return [notice for notice in map(self.rules.program.notes.__getitem__, self.trail.order) if notice.sort in DONE]

    def otherwise(self, game: Game, here: Deciding, way: Sequence[Notice], lots: Numbers) -> Iterator[Diagnostic]:
        """What is said of the question at which the game stands, if another one could be asked for what is hidden: of
        a seat by itself, if it is asked here and there, by a condition about a secret."""
        made, program, sites = self.rules.core, self.rules.program, self.rules.program.sites
        secrets: set[Field] = {("zone", secret.zone) for secret in made.secrets}
        for seats in (range(self.rules.players), here.seats[:1]):
            most = min(self.left, MAX_EVENTS_PER_STATE)
            state, events = elsewhere(game, seats, lots, self.trail.order.clear, most=most)
            self.left -= events
            there = self.rules.machine.stop
            self.rules.loaded = None
            if state is None or not isinstance(there, Deciding):
                continue
            if here.seats == there.seats and sites[here.site].span == sites[there.site].span:
                continue
            # the place of the condition at which the ways part, if they do at one
            parted = next((pair for pair in zip(way, self.way(), strict=False) if pair[0] != pair[1]), None)
            at_one = parted is not None and parted[0].sort == "branch" and parted[0].span == parted[1].span
            at = parted[0].span if parted is not None and at_one else None
            differing = list(dict.fromkeys(_differing(self.rules, game.state.vector, state.state.vector)))
            # what the condition asks that not everybody sees
            asked = fields_asked(hidden_in(made, self.conditions.get(at)) if at else ())
            hidden = [each for each in differing if each in asked] or differing
            place, alone = at or sites[here.site].span, len(seats) < self.rules.players
            betrays = at is not None and here.seats == there.seats and not secrets.isdisjoint(hidden)
            if place in self.told or place in self.acted or (alone and not betrays):
                continue
            self.told.add(place)
            zones, variables = made.zones, made.variables
            offers, others = (
                tuple(program.actions[offer.action].name for offer in sites[stop.site].offers) for stop in (here, there)
            )
            yield words.asked_by_hidden(
                place,
                decisions=game.decisions or None,
                hidden=tuple((zones if sort == "zone" else variables)[number].name for sort, number in hidden),
                blind=made.seat_names[seats[0]] if alone else None,
                seat=made.seat_names[here.seats[0]],
                offers=offers,
                other=made.seat_names[there.seats[0]],
                others=others,
            )


def _differing(rules: Rules, vector: Vector, other: Vector) -> Iterator[Field]:
    """The zones and fields that are not the same in two states."""

    def contents(vector: Vector) -> list[object]:
        rules.loaded = None
        rules.machine.place(vector)
        pieces, zones = rules.machine.zones.pieces, enumerate(rules.program.zones)
        return [[pieces(at, one) for one in range(zone.instances)] for at, zone in zones]

    for layout, here, there in zip(rules.program.zones, contents(vector), contents(other), strict=True):
        if here != there:
            yield "zone", layout.zone
    for ref, cells in cells_of(rules.program).items():
        if ref[0] == "variable" and vector[cells] != other[cells]:
            yield ref


def asked_elsewhere(rules: Rules, seed: int, games: range, most: int, events: int, watch: Watch) -> Iterator[Sighting]:
    """Where a question tells what is hidden, in these games of so many decisions, going back through so many events."""
    made = rules.core
    if next(hidden_in(made, (made.play, made.procedures, made.actions)), None) is None:
        return
    asking = Asking.nothing_told(rules, events)
    for number in games:
        player, lots = RandomPlayer(seed, number), Numbers(stream_key(seed, number, IMAGINED_STREAM), 0)
        with suppress(RulesFault):
            asking.trail.order.clear()
            game = asking.rules.start(seed, number)
            while not game.over and game.decisions < most and watch():
                stop, way = game.entered().stop, asking.way()
                assert isinstance(stop, Deciding), "it is not over"
                asked = {notice.span for notice in way} & asking.asking
                asked |= {rules.program.sites[stop.site].span} if asking.always else set()
                if asking.left > 0 and any(asking.looked[place] < MOST_LOOKS for place in asked):
                    asking.looked.update(asked)
                    for said in asking.otherwise(game, stop, way, lots):
                        yield Sighting(said, partial(of_game, rules, seed, number, game.decisions))
                seat = game.deciders[0]
                moves = game.moves(seat)
                asking.trail.order.clear()
                game.play(seat, moves[player.choose(game.decisions, len(moves))])
