"""Looking for holes at one setting, in rounds: through positions, layer by layer, then by random games, which are the
net below, and the way to what lies deep.

Law: where positions are counted, and not seconds, both backends see the same, in the same order.
"""

from collections.abc import Callable, Generator, Iterator
from functools import partial
from itertools import islice
from time import monotonic
from typing import Final

from attrs import frozen

from rulewright.analysis.playtest.asked_elsewhere import MOST_GONE_BACK, asked_elsewhere
from rulewright.analysis.playtest.coverage import Coverage
from rulewright.analysis.playtest.effort import Clocked, Seen, Share, Watch
from rulewright.analysis.playtest.finding import (
    Kind,
    Sighting,
    broken_found,
    cycle,
    decisions_in,
    fault_found,
    fault_sighting,
    kind_of,
    of_all,
    of_game,
    watched_game,
)
from rulewright.analysis.playtest.going_round import Idle, Rounds, never_ending, positions_without_end, without_end
from rulewright.analysis.playtest.known_orders import Table, known_order
from rulewright.analysis.playtest.led_games import LedGames
from rulewright.analysis.playtest.same_moves import SameMoves
from rulewright.analysis.random_games import MOST_RECORDED, reference_playouts
from rulewright.fast import fast_explorer
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.messages import playing as words
from rulewright.machine.chance import MOST_OUTCOMES
from rulewright.machine.game import Rules
from rulewright.machine.interpret import Over, RulesFault
from rulewright.machine.playouts import BROKEN, FAULTED, FINISHED, TOO_LONG, TOO_SLOW, Batch
from rulewright.machine.positions import (
    Broken,
    Choice,
    Faulted,
    Layer,
    PlainPositions,
    Positions,
    Reach,
    Vector,
    layers,
    path,
)
from rulewright.machine.program.bounds import LATE

SEED: Final = 0
ROUND_SECONDS, LOOK_SECONDS, MOST_GAMES, MOST_LOOKED_FROM = 0.1, 0.3, 4_096, 3
LOOK_PARTS: Final = 8
LEAST_GAMES, LEAST_SECONDS, GAME_SECONDS = 3, 0.2, 1.5
"""So many are played if that takes no longer, and for longer while the effort lasts, however much was spent before:
nothing can be said of rules that nobody played."""
MOST_RESULTS: Final = 1_000
"""It is known of so many games how they came out."""
GAMES_COMPARED, MOST_COMPARED = 100, 200
"""Where all positions were looked at, so many games are played to compare settings, of so many decisions at most."""
FIRST_PACE, FAST_PACE, LEAST_DECISIONS = 500, 20_000, 100
"""So many decisions a second are expected of the reference, and of the fast backend, at first; a game may always have
so many."""


@frozen
class Playouts:
    """What plays random games, with the invariants looked at: `vector` is where the last one stands. `positions`: of
    the same backend, to look ahead; `slow`: it is the reference; `clocks`: what ends it."""

    rules: Rules
    backend: Callable[..., Batch]
    vector: Callable[[], Vector]
    positions: Positions
    slow: bool
    clocks: tuple[Clocked, ...] = ()

    def play(self, first: int, count: int, most: int) -> Batch:
        """Some games."""
        return self.backend(SEED, first, count, most, checking=True)

    def without_end(self, number: int, decisions: int) -> int:
        """How many positions can follow in a game after so many decisions, if certainly none is an end; else 0."""
        self.play(number, 1, decisions)
        return positions_without_end(self.positions, self.vector())


def in_random_games(playouts: Playouts, share: Share, watch: Watch, seen: Seen) -> Iterator[Sighting]:
    """What goes wrong, is broken or comes to no end in games played at random."""
    count, pace, left = 1, FIRST_PACE if playouts.slow else FAST_PACE, share.without(seen.decisions)
    if seen.games < LEAST_GAMES:
        now = monotonic()
        watch.due = max(watch.due, now + LEAST_SECONDS, min(now + GAME_SECONDS, share.latest))
    while watch() and (seen.games < LEAST_GAMES or left.lasts):
        began = monotonic()
        # how many decisions a game may have, so that there is time for it, and for others, at this pace
        longest = int(pace * (left.due - began) / 2) if left.room is None else left.room
        batch = playouts.play(seen.games, count, min(MOST_RECORDED, max(LEAST_DECISIONS, longest)))
        took = max(monotonic() - began, 1e-6)
        cut = 0 if watch() else batch.status.count(TOO_SLOW)
        _note_results(playouts, batch, len(batch) - cut, seen)
        seen.games += len(batch) - cut
        seen.decisions += (made := sum(max(1, each) for each in batch.decisions))
        seen.ended += batch.status.count(FINISHED)
        seen.slow += batch.status.count(TOO_SLOW) - cut
        yield from _sightings(playouts, batch, watch, counted=share.room is not None)
        if batch.given_up:
            return
        pace, left = max(1, int(made / took)), share.without(seen.decisions)
        if left.room is None:
            count = min(2 * count, MOST_GAMES) if took < ROUND_SECONDS else max(1, count // 2)
        else:
            count = max(1, min(2 * count, left.room * seen.games // max(1, seen.decisions)))


def _note_results(playouts: Playouts, batch: Batch, games: int, seen: Seen) -> None:
    """Note how the first games of a setting came out, so that settings can be compared."""
    if playouts.rules.core.options and len(seen.results) == batch.first < MOST_RESULTS:
        results = zip(batch.status, batch.decisions, batch.winners, *batch.scores, strict=True)
        seen.results += islice(results, min(games, MOST_RESULTS - batch.first))


def _sightings(playouts: Playouts, batch: Batch, watch: Watch, *, counted: bool) -> Iterator[Sighting]:
    """What the games of a batch show: of each kind the shortest; and the first that are too long."""
    rules, shortest, long = playouts.rules, dict[Kind, tuple[int, int, Diagnostic]](), list[int]()
    for at, (status, decisions) in enumerate(zip(batch.status, batch.decisions, strict=True)):
        if status == FAULTED:
            found = fault_found(rules, batch.faults[at], decisions)
        elif status == BROKEN:
            found = broken_found(rules, batch.winners[at], decisions)
        else:
            long += [at] if status == TOO_LONG else []
            continue
        kind = kind_of(found, rules.line(found.span))
        if kind not in shortest or decisions < shortest[kind][0]:
            shortest[kind] = decisions, at, found
    for decisions, at, found in shortest.values():
        path = partial(of_game, rules, SEED, batch.first + at, decisions)
        fault = batch.faults.get(at)
        yield Sighting(found, path) if fault is None else fault_sighting(rules, fault, decisions, path)
    for at in long[: MOST_LOOKED_FROM if counted else 1]:
        yield from _too_long(playouts, batch.first + at, batch.decisions[at], watch, counted=counted)


def _too_long(playouts: Playouts, number: int, decisions: int, watch: Watch, *, counted: bool) -> Iterator[Sighting]:
    """A game that was ended: from where on it could not come to an end, or that it is longer than any should be. One
    that was ended early, as there is little time, gets an eighth of what is left, unless work is `counted`."""
    rules, due = playouts.rules, watch.due
    now = monotonic()
    enough = now + LOOK_SECONDS
    early = decisions < MOST_RECORDED and not counted
    watch.due = min(enough, now + (due - now) / LOOK_PARTS) if early else max(due, enough)
    endless = playouts.without_end(number, decisions)
    watch.due = max(due, enough) if endless or not early else due
    if endless:
        first, last = 0, decisions
        while first < last:
            middle = (first + last) // 2
            first, last = (first, middle) if playouts.without_end(number, middle) else (middle + 1, last)
        reached = playouts.without_end(number, last)
        playouts.play(number, 1, last)
        diagnostic = never_ending(rules, playouts.vector(), reached)
        yield Sighting(diagnostic, partial(of_game, rules, SEED, number, last))
    elif decisions >= MOST_RECORDED:
        playouts.play(number, 1, decisions)
        vector = playouts.vector()
        again = cycle(rules, vector)
        span = rules.standing_at(vector).stopped_at
        yield Sighting(words.very_long(span, decisions=decisions, cycle=again), lambda: None)


# ---- looking at a few random games as those see them who play


# ---- looking at a few random games as those see them who play


WATCHED_GAMES, MOST_WATCHED = 3, 300
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
    most = MOST_WATCHED if part.room is None else min(MOST_WATCHED, part.room // WATCHED_GAMES)
    watch.due = part.due
    told, idle = set[int](), Idle(rules)
    rounds.left = same.left = None if share.room is None else share.room // TRIED_SHARE
    for number in range(first, first + WATCHED_GAMES):
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
        more = range(first + WATCHED_GAMES, first + WATCHED_GAMES + MORE)
        same.complete = watch() and same.looked_enough(SEED, more, most, WATCHED_GAMES * most, watch)
    watch.due = share.part(SHARE_OF_EFFORT).due
    events = MOST_GONE_BACK if share.room is None else min(MOST_GONE_BACK, share.room * EVENTS_A_POSITION)
    yield from asked_elsewhere(rules, SEED, range(first, first + WATCHED_GAMES), most, events, watch)
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
    def fast_where_possible(rules: Rules, memory: int, *, strict: bool) -> "Search":
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
        return Search(playouts, watch, seen, SameMoves.nothing_known(rules), Rounds(rules, strict), led)

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
        if watching and not self.same.complete:
            began = monotonic()
            try:
                yield from watched(self.playouts.rules, share, watch, self.same, self.rounds, seen.games)
            except RulesFault as fault:
                if fault.code != LATE:
                    raise
            seen.watching += monotonic() - began
        parts = PARTS if before else FIRST_PARTS
        part = share.part(parts)
        watch.due = part.due
        seen.all = yield from self.through(MOST_OUTCOMES, part.room, share.due)
        if not seen.all and self.playouts.rules.program.chances:
            part = share.without(seen.spent - before).part(parts - 1)
            watch.due = part.due
            yield from self.through(FEW_OUTCOMES, part.room, share.due)
        watch.due = share.due
        if seen.all:
            batch = self.playouts.play(0, GAMES_COMPARED, MOST_COMPARED)
            _note_results(self.playouts, batch, GAMES_COMPARED, seen)
        else:
            yield from self.led.sightings(share.without(seen.spent - before).part(LED_PARTS))
            watch.due = share.due
            yield from in_random_games(self.playouts, share.without(seen.spent - before), watch, seen)

    def through(self, outcomes: int, room: int | None, due: float) -> Generator[Sighting, None, bool]:
        """Through positions with so many outcomes of chance, for so many positions (None: as many as there is memory
        for); if that are all that there are, also all that is to be said of them, until `due`. Whether they are, and
        all is said."""
        rules, positions = self.playouts.rules, self.playouts.positions
        room = None if room is None else max(1, room)
        positions.sample(outcomes)
        positions.limit(room)
        done = yield from self._troubles(outcomes, room)
        self.seen.looked += positions.found
        self.seen.positions = max(self.seen.positions, positions.found)
        if not done or positions.sampled:
            return False
        self.watch.due = due
        for end in positions.stopped(range(positions.found), Over):
            if not self.watch():
                return False
            try:
                positions.winners(end)
            except RulesFault as fault:  # winners or scores go wrong
                if fault.code == LATE:
                    return False
                yield self._fault(path(positions, end), fault, outcomes)
        yield from without_end(rules, positions, outcomes, self.watch)
        return True

    def _troubles(self, outcomes: int, room: int | None) -> Generator[Sighting, None, bool]:
        """What goes wrong or is broken, layer by layer; whether all was gone through."""
        rules, positions = self.playouts.rules, self.playouts.positions
        found, troubles, late = layers(positions), 0, False
        while troubles < MOST_TROUBLES:
            try:
                each = next(found)
            except StopIteration as end:
                self.seen.full |= not (end.value or not self.watch() or positions.found == room)
                return bool(end.value) and not late
            match each:
                case Layer():
                    continue
                case Faulted(position, choice, fault):
                    if fault.code == LATE:
                        late = True
                    else:
                        steps = [*path(positions, position), choice] if positions.found else []
                        yield self._fault(steps, fault, outcomes)
                case Broken(position, invariant):
                    steps = path(positions, position)
                    diagnostic = broken_found(rules, invariant, decisions_in(steps))
                    whole = partial(of_all, rules, steps, outcomes)
                    yield Sighting(diagnostic, whole, shortest=not positions.sampled)
            troubles += 1
        return False

    def _fault(self, steps: list[Choice], fault: RulesFault, outcomes: int) -> Sighting:
        rules, shortest = self.playouts.rules, not self.playouts.positions.sampled
        whole = partial(of_all, rules, steps, outcomes)
        return fault_sighting(rules, fault, decisions_in(steps), whole, shortest=shortest)

    @property
    def coverage(self) -> Coverage:
        """What of the rules happened here so far, where they note it."""
        program, notes = self.playouts.rules.program, self.playouts.positions.notes
        return Coverage.from_notes(program, notes, self.seen.games, complete=self.seen.all)
