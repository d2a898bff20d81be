"""Looking for holes at one setting, in rounds: through positions, layer by layer, then by random games.

Law: where positions are counted, and not seconds, both backends see the same, in the same order.
"""

from collections.abc import Generator, Iterator
from functools import partial
from time import monotonic
from typing import Final

from attrs import frozen

from rulewright.analysis.playtest.asked_elsewhere import MOST_GONE_BACK, asked_elsewhere
from rulewright.analysis.playtest.coverage import Coverage
from rulewright.analysis.playtest.effort import Seen, Share, Watch
from rulewright.analysis.playtest.finding import (
    Sighting,
    broken_found,
    decisions_in,
    fault_sighting,
    of_all,
    watched_game,
)
from rulewright.analysis.playtest.going_round import Idle, Rounds, without_end
from rulewright.analysis.playtest.known_orders import Table, known_order
from rulewright.analysis.playtest.led_games import LedGames
from rulewright.analysis.playtest.random_search import Playouts, compared_games, in_random_games
from rulewright.analysis.playtest.same_moves import SameMoves
from rulewright.analysis.reference_playouts import reference_playouts
from rulewright.fast import fast_explorer
from rulewright.language.messages import playing as words
from rulewright.machine.chance import MOST_OUTCOMES
from rulewright.machine.game import Rules
from rulewright.machine.interpret import Over, RulesFault
from rulewright.machine.positions import Broken, Choice, Faulted, Layer, PlainPositions, Positions, Reach, layers, path
from rulewright.machine.program.bounds import LATE

# ---- looking at a few random games as those see them who play


SEED, GAMES, MOST_WATCHED = 0, 3, 300
"""So many games are watched, of each so many decisions at most."""
SHARE_OF_EFFORT: Final = 10
"""This part of the effort, and once more for who is asked."""
TRIED_SHARE: Final = 8
"""Where positions are counted, moves are tried to find cycles, and to compare choices: each this part of the share."""
EVENTS_A_POSITION: Final = 10
"""And to imagine other states, so many events are gone back through for each position of the share."""
MORE: Final = 30
"""So many games more, where something was always the same: until it was often enough, for no more decisions."""


def watched(
    rules: Rules, share: Share, watch: Watch, same: SameMoves, rounds: Rounds, first: int
) -> Iterator[Sighting]:
    """What is known that should not be, in a few games from this one on; what is the `same` is only noted."""
    due, part = watch.due, share.part(SHARE_OF_EFFORT)
    most = MOST_WATCHED if part.room is None else min(MOST_WATCHED, part.room // GAMES)
    watch.due = part.due
    told, idle = set[int](), Idle(rules)
    rounds.left = same.left = None if share.room is None else share.room // TRIED_SHARE
    for number in range(first, first + GAMES):
        if not watch():
            break
        table = Table(rules, told)
        for step in watched_game(rules, SEED, number, most):
            yield from known_order(table, step)
            yield from idle.changes_nothing(step)
            rounds.look(step)
            same.look(number)
            if not watch():
                break
    else:
        more = range(first + GAMES, first + GAMES + MORE)
        same.complete = watch() and same.looked_enough(SEED, more, most, GAMES * most, watch)
    watch.due = share.part(SHARE_OF_EFFORT).due
    events = MOST_GONE_BACK if share.room is None else min(MOST_GONE_BACK, share.room * EVENTS_A_POSITION)
    yield from asked_elsewhere(rules, SEED, range(first, first + GAMES), most, events, watch)
    watch.due = due


FEW_OUTCOMES: Final = 8
FIRST_PARTS, PARTS, MOST_TROUBLES = 6, 3, 1_000
LED_PARTS: Final = 10
"""This part of what is left for games goes to led ones, where somebody may be stuck: less than a tenth of all."""


@frozen
class Search:
    """What looks at one setting, round after round; `seen` says what was looked at, `same` what may always be so."""

    playouts: Playouts
    watch: Watch
    seen: Seen
    same: SameMoves
    rounds: Rounds
    led: LedGames

    @staticmethod
    def of(rules: Rules, memory: int, *, strict: bool) -> "Search":
        """Make the fast backend where there can be one; positions may take so many bytes."""
        watch = Watch(0.0)
        reach = Reach(None, memory, watch)
        fast = fast_explorer(rules, reach)
        if fast is None:
            play = partial(reference_playouts, rules, counting=False)
            playouts = Playouts(rules, play, lambda: rules.machine.vector, PlainPositions(rules, reach), slow=True)
        else:
            engine = fast.engine
            playouts = Playouts(rules, engine.playouts, lambda: engine.vector, fast, False, (engine.clock,))
        watch.clocks = (rules.machine.c, *playouts.clocks)
        seen = Seen(reference=playouts.slow)
        led = LedGames(rules, playouts.positions, watch, seen)
        return Search(playouts, watch, seen, SameMoves.of(rules), Rounds(rules, strict), led)

    def sightings(self, share: Share, *, watching: bool = True) -> Iterator[Sighting]:
        """What is found, in a round of its own; last where play can go round, if it was not found to have no end.
        `watching`: a few games are looked at as those see them who play."""
        ends = True
        for each in self._sightings(share, watching=watching):
            ends = ends and each.diagnostic.code != words.need_not_end.code
            yield each
        if ends:
            yield from self.rounds.found
        self.rounds.found.clear()

    def _sightings(self, share: Share, *, watching: bool) -> Iterator[Sighting]:
        """All but where play can go round, which is kept.

        A third goes through positions with all outcomes of chance (of more than 1,000 a sample), so that what is
        found first has the shortest path. If that comes to no end, a third goes deeper with few outcomes. Of the rest
        a part goes to led games where somebody may be stuck; the others are random games, which go on where those of
        the round before ended. In the first round a sixth must be enough instead of a third: with little to spend
        games find more."""
        seen, watch, before = self.seen, self.watch, self.seen.spent
        walk = Walk(self.playouts.rules, self.playouts.positions, watch, seen)
        if watching and not self.same.complete:
            began = monotonic()
            try:
                yield from watched(walk.rules, share, watch, self.same, self.rounds, seen.games)
            except RulesFault as fault:
                if fault.code != LATE:
                    raise
            seen.watching += monotonic() - began
        parts = PARTS if before else FIRST_PARTS
        part = share.part(parts)
        watch.due = part.due
        seen.all = yield from walk.through(MOST_OUTCOMES, part.room, share.due)
        if not seen.all and self.playouts.rules.program.chances:
            part = share.without(seen.spent - before).part(parts - 1)
            watch.due = part.due
            yield from walk.through(FEW_OUTCOMES, part.room, share.due)
        watch.due = share.due
        if seen.all:
            compared_games(self.playouts, seen)
        else:
            yield from self.led.sightings(share.without(seen.spent - before).part(LED_PARTS))
            watch.due = share.due
            yield from in_random_games(self.playouts, share.without(seen.spent - before), watch, seen)

    @property
    def coverage(self) -> Coverage:
        """What of the rules happened here so far, where they note it."""
        program, notes = self.playouts.rules.program, self.playouts.positions.notes
        return Coverage.of(program, notes, self.seen.games, complete=self.seen.all)


@frozen
class Walk:
    """Through positions, as long as the watch says so."""

    rules: Rules
    positions: Positions
    watch: Watch
    seen: Seen

    def through(self, outcomes: int, room: int | None, due: float) -> Generator[Sighting, None, bool]:
        """With so many outcomes of chance, for so many positions (None: as many as there is memory for); if that are
        all that there are, also all that is to be said of them, until `due`. Whether they are, and all is said."""
        room = None if room is None else max(1, room)
        self.positions.sample(outcomes)
        self.positions.limit(room)
        done = yield from self._troubles(outcomes, room)
        self.seen.looked += self.positions.found
        self.seen.positions = max(self.seen.positions, self.positions.found)
        if not done or self.positions.sampled:
            return False
        self.watch.due = due
        if not (yield from self._ends(outcomes)):
            return False
        yield from without_end(self.rules, self.positions, outcomes, self.watch)
        return True

    def _troubles(self, outcomes: int, room: int | None) -> Generator[Sighting, None, bool]:
        """What goes wrong or is broken, layer by layer; whether all was gone through."""
        found, troubles, late = layers(self.positions), 0, False
        while troubles < MOST_TROUBLES:
            try:
                each = next(found)
            except StopIteration as end:
                self.seen.full |= not (end.value or not self.watch() or self.positions.found == room)
                return bool(end.value) and not late
            match each:
                case Layer():
                    continue
                case Faulted(position, choice, fault):
                    if fault.code == LATE:
                        late = True
                    else:
                        steps = [*path(self.positions, position), choice] if self.positions.found else []
                        yield self._fault(steps, fault, outcomes)
                case Broken(position, invariant):
                    steps = path(self.positions, position)
                    diagnostic = broken_found(self.rules, invariant, decisions_in(steps))
                    whole = partial(of_all, self.rules, steps, outcomes)
                    yield Sighting(diagnostic, whole, shortest=not self.positions.sampled)
            troubles += 1
        return False

    def _fault(self, steps: list[Choice], fault: RulesFault, outcomes: int) -> Sighting:
        whole = partial(of_all, self.rules, steps, outcomes)
        return fault_sighting(self.rules, fault, decisions_in(steps), whole, shortest=not self.positions.sampled)

    def _ends(self, outcomes: int) -> Generator[Sighting, None, bool]:
        """Where winners or scores go wrong; whether there was time for all."""
        for end in self.positions.stopped(range(self.positions.found), Over):
            if not self.watch():
                return False
            try:
                self.positions.winners(end)
            except RulesFault as fault:
                if fault.code == LATE:
                    return False
                yield self._fault(path(self.positions, end), fault, outcomes)
        return True
