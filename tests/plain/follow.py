"""A game of the reference and the same game by the plain reading of its rules, side by side.

`follow` takes any `Rules`, plays random games, and fails where the two differ in: who is asked, the moves and their
order, what every seat and a spectator see, chance events with items and weights, invariants, scores, winners, faults.
"""

import random
from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import zip_longest
from operator import attrgetter

from attrs import define, field

from rulewright import Game, Rules, RulesFault
from rulewright.language.core import Core
from rulewright.language.types import MemoryT
from rulewright.machine.chance import ChanceEvent, Outcome, Seeded
from rulewright.machine.view import VariableView, ZoneView
from tests.plain import sights
from tests.plain.game import PlainGame
from tests.plain.state import Chosen, Decision, Event, PlainFault

COUNTED = frozenset({"endless-loop", "too-many-candidates", "too-many-moves", "too-many-pieces"})
"""Limits of the machine, which the plain reading does not count."""
Told = tuple[str, tuple[int, int]] | None


@define
class Remembering:
    """The seeded source of chance, which remembers what it was asked and what it said."""

    source: Seeded
    said: list[tuple[ChanceEvent, Outcome]] = field(factory=list)

    def outcome(self, event: ChanceEvent) -> Outcome:
        """The outcome of an event."""
        outcome = self.source.outcome(event)
        self.said.append((event, outcome))
        return outcome


def told_by(act: Callable[[], object]) -> Told:
    """The code and place of the fault that an act ends with."""
    try:
        act()
    except (RulesFault, PlainFault) as fault:
        return fault.code, (fault.span.start, fault.span.end)
    return None


@define
class Pair:
    """One game, twice."""

    rules: Rules
    chance: Remembering
    game: Game = field(init=False)
    plain: PlainGame = field(init=False)
    asked: int = 0
    path: list[tuple[int, tuple[str | int, ...]]] = field(factory=list)
    fault: Told = None

    def begin(self) -> None:
        """Begin both."""
        rules = self.rules
        self.game = rules.stand(self.chance, rules.header)
        self.plain = PlainGame(self.rules.core)
        self.both(self.game.begin, self.plain.begin)

    def both(self, reference: Callable[[], object], plain: Callable[[], object]) -> None:
        """Let both do the same, and compare where they stand then. A fault of a list of moves counts as one of the way
        to it."""

        def arrive() -> None:
            reference()
            for seat in self.game.deciders:
                self.game.moves(seat)

        def run() -> None:
            plain()
            self._settle()

        self.fault = told_by(arrive)
        if self.fault is not None and self.fault[0] in COUNTED:
            return
        plainly = told_by(run)
        if plainly is not None and plainly[0] in COUNTED:
            self.fault = plainly
            return
        self._same("fault", self._quoted(plainly), self._quoted(self.fault))
        if self.fault is None:
            self.compare()

    def _settle(self) -> None:
        """Give the plain game the outcomes that the reference had, and reckon up when it is over."""
        while isinstance(self.plain.stop, Event):
            event, outcome = next(iter(self.chance.said[self.asked :]), (None, ()))
            self.asked += 1
            told = None if event is None else Event(event.kind, event.label, event.items, event.weights)
            self._same("chance", self.plain.stop, told)
            self.plain.answer(outcome)
        if self.plain.stop is None:
            self.plain.result()

    # ---- looking

    def compare(self) -> None:
        """Both stand at the same place and say the same of it."""
        stop, game = self.plain.stop, self.game
        self._same("chance events", self.asked, len(self.chance.said))
        moves = stop.moves if isinstance(stop, Decision) else {}
        self._same("deciders", tuple(moves), game.deciders)
        self._same("over", stop is None, game.over)
        for seat in game.deciders:
            self._same("moves", [move.written for move in moves[seat]], game.moves(seat))
        for seat in (*range(self.rules.players), None):
            view, play = game.view(seat), self.plain.play
            self._same("zones", list(sights.zones(play, seat)), list(map(_zone, view.zones)))
            variables = [(one.name, one.owners, _value(self.rules.core, one)) for one in view.variables]
            self._same("variables", list(sights.variables(play, seat)), variables)
            if not game.over:
                self._same("phases", sights.phases(play), view.phases)
        machine = game.entered()
        for invariant, check in zip(self.rules.core.invariants, self.rules.program.invariants, strict=True):
            plainly = self._told(partial(self.plain.answered, invariant))
            self._same(invariant.title, plainly, self._told(partial(machine.call, check.function)))
        if game.over:
            self._same("result", self.plain.result(), (game.scores, game.winners))

    def _told(self, ask: Callable[[], int]) -> object:
        """An answer, or the fault in its stead."""
        answers = list[int]()
        fault = told_by(lambda: answers.append(ask()))
        return self._quoted(fault) if fault else answers

    def _quoted(self, told: Told) -> tuple[str, tuple[int, int], str] | None:
        return None if told is None else (*told, self.rules.source_text[slice(*told[1])])

    def _same(self, what: str, plainly: object, reference: object) -> None:
        """Of lists only what differs is shown."""
        if plainly != reference:
            if isinstance(plainly, list) and isinstance(reference, list):
                pairs = zip_longest(plainly, reference)
                plainly, reference = zip(*[pair for pair in pairs if pair[0] != pair[1]][:3], strict=True)
            raise AssertionError(f"{what} after {self.path}:\n  plainly   {plainly}\n  reference {reference}")

    # ---- playing

    def choose(self, number: int) -> None:
        """Some seat that is asked makes some move."""
        seat = self.game.deciders[number % len(self.game.deciders)]
        at = number // len(self.game.deciders) % len(self.game.moves(seat))
        assert isinstance(self.plain.stop, Decision)
        move = self.plain.stop.moves[seat][at]
        self.path.append((seat, move.written))
        self.both(lambda: self.game.play(seat, move.written), lambda: self.plain.answer(Chosen(seat, move)))


def _value(core: Core, variable: VariableView) -> object:
    """What a variable holds; of a memory only how often each situation stands there, as numbers stand for them."""
    entries = variable.value
    if any(each.name == variable.name and isinstance(each.type, MemoryT) for each in core.fields):
        assert isinstance(entries, tuple)
        return tuple(sorted(Counter(entries).values()))
    return entries


def _zone(zone: ZoneView) -> tuple[object, ...]:
    pieces = None
    if zone.pieces is not None:
        of_piece = attrgetter("name", "copies", "place", "face_down", "viewers", "owner", "notes")
        pieces = tuple(map(of_piece, zone.pieces))
    return zone.name, zone.owners, zone.kind, zone.component, zone.size, pieces, zone.box


def follow(rules: Rules, games: int, *, seed: int = 0, most: int = 100) -> int:
    """Play random games side by side, each to its end, a fault, or so many decisions; how many decisions they had."""
    decisions = 0
    for number in range(games):
        pair = Pair(rules, Remembering(Seeded(seed, number)))
        pair.begin()
        rng = random.Random(f"{seed} {number}")
        for _ in range(most):
            if pair.fault or pair.game.over:
                break
            pair.choose(rng.randrange(1 << 30))
        decisions += pair.game.decisions
    return decisions
