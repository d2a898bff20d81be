"""Looking for holes at one setting, in rounds: through positions, layer by layer, then by random games, which are the
net below, and the way to what lies deep.

Law: where positions are counted, and not seconds, both backends see the same, in the same order.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from functools import partial, reduce
from itertools import chain, islice
from operator import add
from time import monotonic
from typing import Final

from rulewright.analysis.playtest import finding, going_round
from rulewright.analysis.playtest.coverage import Coverage
from rulewright.analysis.playtest.effort import Purse, Seen, Share, Watch
from rulewright.analysis.playtest.finding import Sighting, decisions_in, of_all, of_game, sighting_of
from rulewright.analysis.playtest.hidden import MOST_GONE_BACK, asked_elsewhere
from rulewright.analysis.playtest.known_orders import known_orders, laid_unshuffled
from rulewright.analysis.playtest.led_games import LedGames, thinking
from rulewright.analysis.playtest.never_best import Weighing, Worths
from rulewright.analysis.playtest.same_moves import SameMoves, both
from rulewright.analysis.playtest.twins import Twins, told_by_twins
from rulewright.analysis.playtest.unstated import titles_told
from rulewright.analysis.random_games import MOST_RECORDED, reference_playouts
from rulewright.fast import fast_explorer
from rulewright.language.checks.action_checks import idle_picks
from rulewright.language.checks.proposed_secrets import proposed
from rulewright.language.checks.secrets import compared_hands
from rulewright.language.messages import playing as words
from rulewright.machine import playouts, positions
from rulewright.machine.chance import MOST_OUTCOMES
from rulewright.machine.game import Rules
from rulewright.machine.interpret import Over, RulesFault
from rulewright.machine.playouts import Batch
from rulewright.machine.positions import Choice, Positions, Vector
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

WATCHED_GAMES, MOST_WATCHED = 3, 300
"""So many games are watched, of each so many decisions at most."""
SHARE_OF_EFFORT: Final = 10
"""This part of the effort, and once more for who is asked."""
ORDERED_GAMES, ORDERED_SHARE = 30, 6
"""In so many games known orders are looked for, if there is time, in this part of it; often it takes a whole game
until a pile is laid anew."""
LAYING_GAMES, MAX_LAYING_GAMES = 10, 1_000
"""So many games in which that happens are watched first; of so many at most."""
TWINS_SHARE: Final = 2
"""This part of the effort is for twins."""
TWIN_GAMES, MOST_TWIN_GAMES = 30, 3_000
"""In so many games twins are played where no clock ends it; at most in so many where one does."""
TRIED_SHARE: Final = 8
"""Where positions are counted, moves are tried to find cycles, and to compare choices: each this part of the share."""
EVENTS_A_POSITION: Final = 10
"""And to imagine other states, so many events are gone back through for each position of the share."""
MORE: Final = 30
"""So many games more, where something was always the same: until it was often enough, for no more decisions."""

FEW_OUTCOMES: Final = 8
FIRST_PARTS, PARTS, MOST_TROUBLES = 6, 3, 1_000
LED_PARTS: Final = 10
"""This part of what is left for games goes to led ones, where somebody may be stuck: less than a tenth of all."""


class Search:
    """What looks at one setting, round after round. `backend` plays random games, of which the last stands at `vector`,
    and `positions` are of the same backend; `seen` says what was looked at, `same` what may always be so. The fast
    backend is made where there can be one; positions may take so many bytes of `memory`; `purse`: the time for
    twins."""

    def __init__(self, rules: Rules, memory: int, purse: Purse | None = None, *, strict: bool) -> None:
        self.purse = purse or Purse()
        self.rules, self.watch, self.seen, self.thought = rules, Watch(0.0), Seen(), list[Coverage]()
        self.worths: Worths = {}
        reach = positions.Reach(None, memory, self.watch)
        fast = fast_explorer(rules, reach)
        self.seen.reference = fast is None
        self.positions: Positions = fast or positions.PlainPositions(rules, reach)
        self.same, self.rounds = SameMoves(rules), going_round.Rounds(rules, strict=strict)
        self.led = LedGames(rules, self.positions, self.watch, self.seen)
        self.watch.clocks = (rules.machine.c, *(() if fast is None else (fast.engine.clock,)))
        plays = partial(reference_playouts, rules, counting=False)
        self.backend: Callable[..., Batch] = plays if fast is None else fast.engine.playouts
        self.vector: Callable[[], Vector] = lambda: rules.machine.vector if fast is None else fast.engine.vector

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
        yield from self.ordered(share)
        if watching and not self.same.complete:
            began, spent = monotonic(), self.purse.spent
            try:
                yield from self.watched(share)
            except RulesFault as fault:
                if fault.code != LATE:
                    raise
            # what twins took was for all settings, and counts for none
            apart = 0.0 if self.purse.whole is None else self.purse.spent - spent
            seen.watching += monotonic() - began - apart
            share = share.later(apart)
        parts = PARTS if before else FIRST_PARTS
        part = share.part(parts)
        watch.until(part.due)
        seen.all = yield from self.through(MOST_OUTCOMES, part.room, share.due)
        if not seen.all and self.rules.program.chances:
            part = share.without(seen.spent - before).part(parts - 1)
            watch.until(part.due)
            yield from self.through(FEW_OUTCOMES, part.room, share.due)
        watch.until(share.due)
        if seen.all:
            self._note_results(self.play(0, GAMES_COMPARED, MOST_COMPARED), GAMES_COMPARED)
        else:
            yield from self.led.sightings(share.without(seen.spent - before).part(LED_PARTS))
            watch.until(share.due)
            yield from self.in_random_games(share.without(seen.spent - before))

    @property
    def coverage(self) -> Coverage:
        """What of the rules happened here so far, where they note it."""
        counts = dict(zip(self.rules.program.notes, self.positions.notes, strict=True))
        here = Coverage(counts, self.seen.games, complete=self.seen.all)
        return reduce(add, self.thought, here)

    def ordered(self, share: Share) -> Iterator[Sighting]:
        """What all know of the order of piles that nobody sees, in some games more; where a clock ends it, first in a
        few in which pieces come to a pile that is not shuffled then."""
        first, most = self.seen.games, self._most_watched(share)
        self.watch.until(share.part(ORDERED_SHARE).due)
        laying = islice(self._laying(first, most), LAYING_GAMES if share.room is None else 0)
        games = chain(laying, range(first, first + (ORDERED_GAMES if share.room is None else WATCHED_GAMES)))
        yield from known_orders(self.rules, SEED, games, most, self.watch)

    def _laying(self, first: int, most: int) -> Iterator[int]:
        """Those of many games from this one on in which pieces come to a pile that is not shuffled then, as far as half
        of the time is enough to find them."""
        noted, half = laid_unshuffled(self.rules), monotonic() + (self.watch.due - monotonic()) / 2
        for number in range(first, first + MAX_LAYING_GAMES if noted else first):
            before = self.positions.notes
            self.play(number, 1, most)
            after = self.positions.notes
            if any(after[each] > before[each] for each in noted):
                yield number
            if monotonic() > half:
                return

    def _most_watched(self, share: Share) -> int:
        """Of so many decisions each game is watched at most."""
        return MOST_WATCHED if share.room is None else min(MOST_WATCHED, share.room // WATCHED_GAMES)

    def watched(self, share: Share) -> Iterator[Sighting]:
        """What is known that should not be, in a few games more; what is the `same` is only noted."""
        rules, watch, same, seen, first = self.rules, self.watch, self.same, self.seen, self.seen.games
        due, part = watch.due, share.part(SHARE_OF_EFFORT)
        most = self._most_watched(part)
        watch.until(part.due)
        idle, doubted = set[int](), [*idle_picks(rules.core)]
        self.rounds.left = same.left = None if share.room is None else share.room // TRIED_SHARE
        for number in range(first, first + WATCHED_GAMES):
            if not watch():
                break
            for step in finding.watched_game(rules, SEED, number, most):
                yield from going_round.changes_nothing(rules, step, idle, doubted)
                self.rounds.look(step)
                same.look(number)
                if not watch():
                    break
        else:
            more = range(first + WATCHED_GAMES, first + WATCHED_GAMES + MORE)
            same.complete = watch() and same.looked_enough(SEED, more, most, WATCHED_GAMES * most, watch)
        watch.until(share.part(SHARE_OF_EFFORT).due)
        events = MOST_GONE_BACK if share.room is None else min(MOST_GONE_BACK, share.room * EVENTS_A_POSITION)
        told = {each.span for each in compared_hands(rules.core, rules.source)}
        for sighting in asked_elsewhere(rules, SEED, range(first, first + WATCHED_GAMES), most, events, watch):
            told.add(sighting.diagnostic.span)
            seen.told.add(str(sighting.diagnostic.facts.get("title")))
            yield sighting
        watch.until(self.purse.due(share, TWINS_SHARE))
        many = TWIN_GAMES if self.purse.whole is None else MOST_TWIN_GAMES
        began, games = monotonic(), range(first, first + many)
        twins = Twins(rules, told)
        for sighting in told_by_twins(twins, SEED, games, most, watch, self.purse):
            seen.told.add(str(sighting.diagnostic.facts.get("title")))
            yield sighting
        before = seen.held
        seen.held = {of: None if new is None else new + (before.get(of) or 0) for of, new in twins.held.items()}
        seen.told |= titles_told(rules, proposed(rules.core, rules.source), SEED, games, most, watch)
        self.purse.spent += monotonic() - began
        watch.until(due)

    def thinking(self, plain: Rules, share: Share) -> Iterator[Sighting]:
        """What games among players who think show; the same rules without notes are `plain`."""
        weighing = Weighing(plain)
        self.thought.append((yield from thinking(self.rules, plain, self.watch, self.seen, share, weighing)))
        self.worths = both(self.worths, weighing.found)

    def through(self, outcomes: int, room: int | None, due: float) -> Generator[Sighting, None, bool]:
        """Through so many positions (None: as many as fit) with so many outcomes of chance; if these are all there are,
        also what is to be said of all of them, until `due`. Whether they are, and all is said."""
        found = self.positions
        room = None if room is None else max(1, room)
        found.sample(outcomes)
        found.limit(room)
        done = yield from self._troubles(outcomes, room)
        self.seen.looked += found.found
        self.seen.positions = max(self.seen.positions, found.found)
        if not done or found.sampled:
            return False
        self.watch.until(due)
        for end in found.stopped(range(found.found), Over):
            if not self.watch():
                return False
            try:
                found.winners(end)
            except RulesFault as fault:  # winners or scores go wrong
                if fault.code == LATE:
                    return False
                yield self._sighting(positions.path(found, end), fault, outcomes)
        yield from going_round.without_end(self.rules, found, outcomes, self.watch)
        return True

    def _troubles(self, outcomes: int, room: int | None) -> Generator[Sighting, None, bool]:
        """What goes wrong or is broken, layer by layer; whether all was gone through."""
        troubles, late = 0, False
        for each in positions.layers(self.positions):
            if isinstance(each, positions.Layer):
                continue
            steps, trouble = finding.shown_by(self.positions, each)
            if isinstance(trouble, RulesFault) and trouble.code == LATE:
                late = True
            else:
                yield self._sighting(steps, trouble, outcomes)
            troubles += 1
            if troubles == MOST_TROUBLES:
                return False
        self.seen.full |= not (self.positions.complete or not self.watch() or self.positions.found == room)
        return self.positions.complete and not late

    def _sighting(self, steps: Sequence[Choice], trouble: RulesFault | int, outcomes: int) -> Sighting:
        """Where these choices lead, whose outcomes are numbered among so many: a fault, or a broken invariant."""
        shortest, whole = not self.positions.sampled, partial(of_all, self.rules, steps, outcomes)
        return sighting_of(self.rules, trouble, decisions_in(steps), whole, shortest=shortest)

    def play(self, first: int, count: int, most: int) -> Batch:
        """Some random games, with the invariants looked at."""
        return self.backend(SEED, first, count, most, checking=True)

    def in_random_games(self, share: Share) -> Iterator[Sighting]:
        """What goes wrong, is broken or comes to no end in games played at random."""
        seen, watch = self.seen, self.watch
        count, pace, left = 1, FIRST_PACE if seen.reference else FAST_PACE, share.without(seen.decisions)
        if seen.games < LEAST_GAMES:
            now = monotonic()
            watch.until(max(watch.due, now + LEAST_SECONDS, min(now + GAME_SECONDS, share.latest)))
        while watch() and (seen.games < LEAST_GAMES or left.lasts):
            began = monotonic()
            # how many decisions a game may have, so that there is time for it, and for others, at this pace
            longest = int(pace * (left.due - began) / 2) if left.room is None else left.room
            batch = self.play(seen.games, count, min(MOST_RECORDED, max(LEAST_DECISIONS, longest)))
            took = max(monotonic() - began, 1e-6)
            cut = 0 if watch() else batch.status.count(playouts.TOO_SLOW)
            self._note_results(batch, len(batch) - cut)
            seen.games += len(batch) - cut
            seen.decisions += (made := sum(max(1, each) for each in batch.decisions))
            seen.ended += batch.status.count(playouts.FINISHED)
            seen.slow += batch.status.count(playouts.TOO_SLOW) - cut
            yield from self._in_batch(batch, counted=share.room is not None)
            if batch.given_up:
                return
            pace, left = max(1, int(made / took)), share.without(seen.decisions)
            if left.room is None:
                count = min(2 * count, MOST_GAMES) if took < ROUND_SECONDS else max(1, count // 2)
            else:
                count = max(1, min(2 * count, left.room * seen.games // max(1, seen.decisions)))

    def _note_results(self, batch: Batch, games: int) -> None:
        """Note how the first games came out, so that settings can be compared."""
        if self.rules.core.options and len(self.seen.results) == batch.first < MOST_RESULTS:
            results = zip(batch.status, batch.decisions, batch.winners, *batch.scores, strict=True)
            self.seen.results += islice(results, min(games, MOST_RESULTS - batch.first))

    def _in_batch(self, batch: Batch, *, counted: bool) -> Iterator[Sighting]:
        """What the games of a batch show: of each kind the shortest; and the first that are too long."""
        rules, shortest, long = self.rules, dict[finding.Kind, tuple[int, int]](), list[int]()
        for at, (status, decisions) in enumerate(zip(batch.status, batch.decisions, strict=True)):
            if status == playouts.FAULTED:
                found = finding.fault_found(rules, batch.faults[at], decisions)
            elif status == playouts.BROKEN:
                found = finding.broken_found(rules, batch.winners[at], decisions)
            else:
                long += [at] if status == playouts.TOO_LONG else []
                continue
            kind = finding.kind_of(found, rules.line(found.span))
            if kind not in shortest or decisions < shortest[kind][0]:
                shortest[kind] = decisions, at
        for decisions, at in shortest.values():
            path = partial(of_game, rules, SEED, batch.first + at, decisions)
            yield sighting_of(rules, batch.faults.get(at, batch.winners[at]), decisions, path)
        for at in long[: MOST_LOOKED_FROM if counted else 1]:
            yield from self._too_long(batch.first + at, batch.decisions[at], counted=counted)

    def _too_long(self, number: int, decisions: int, *, counted: bool) -> Iterator[Sighting]:
        """A game that was ended: from where on it could not come to an end, or that it is longer than any should be.
        One that was ended early, as there is little time, gets an eighth of what is left, unless work is `counted`."""
        rules, watch, due, now = self.rules, self.watch, self.watch.due, monotonic()

        def without_end(decisions: int) -> int:
            # how many positions can follow after so many decisions, if certainly none is an end; else 0
            self.play(number, 1, decisions)
            return going_round.positions_without_end(self.positions, self.vector())

        enough = now + LOOK_SECONDS
        early = decisions < MOST_RECORDED and not counted
        watch.until(min(enough, now + (due - now) / LOOK_PARTS) if early else max(due, enough))
        endless = without_end(decisions)
        watch.until(max(due, enough) if endless or not early else due)
        if endless:
            first, last = 0, decisions
            while first < last:
                middle = (first + last) // 2
                first, last = (first, middle) if without_end(middle) else (middle + 1, last)
            reached = without_end(last)
            self.play(number, 1, last)
            yield Sighting(
                going_round.never_ending(rules, self.vector(), reached), partial(of_game, rules, SEED, number, last)
            )
        elif decisions >= MOST_RECORDED:
            self.play(number, 1, decisions)
            vector = self.vector()
            again = finding.cycle(rules, vector)
            span = rules.standing_at(vector).stopped_at
            yield Sighting(words.very_long(span, decisions=decisions, cycle=again), lambda: None)
