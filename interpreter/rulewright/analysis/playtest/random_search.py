"""Looking for holes by random games: the net below, and the way to what lies deep."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from time import monotonic
from typing import Final

from attrs import frozen

from rulewright.analysis.playtest.effort import Clocked, Seen, Share, Watch
from rulewright.analysis.playtest.finding import (
    Kind,
    Sighting,
    broken_found,
    cycle,
    fault_found,
    fault_sighting,
    kind_of,
    of_game,
)
from rulewright.analysis.playtest.going_round import never_ending, positions_without_end
from rulewright.analysis.random_games import MOST_RECORDED
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.messages import playing as words
from rulewright.machine.game import Rules
from rulewright.machine.playouts import BROKEN, FAULTED, FINISHED, TOO_LONG, TOO_SLOW, Batch
from rulewright.machine.positions import Positions, Vector

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
        batch = playouts.play(seen.games, count, _longest(left, pace))
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


def compared_games(playouts: Playouts, seen: Seen) -> None:
    """Play some games only to know how they come out."""
    _note_results(playouts, playouts.play(0, GAMES_COMPARED, MOST_COMPARED), GAMES_COMPARED, seen)


def _note_results(playouts: Playouts, batch: Batch, games: int, seen: Seen) -> None:
    """Note how the first games of a setting came out, so that settings can be compared."""
    if playouts.rules.core.options and len(seen.results) == batch.first < MOST_RESULTS:
        results = zip(batch.status, batch.decisions, batch.winners, *batch.scores, strict=True)
        seen.results += islice(results, min(games, MOST_RESULTS - batch.first))


def _longest(left: Share, pace: int) -> int:
    """How many decisions a game may have, so that there is time for it, and for others, at this pace."""
    if left.room is not None:
        return min(MOST_RECORDED, max(LEAST_DECISIONS, left.room))
    return min(MOST_RECORDED, max(LEAST_DECISIONS, int(pace * (left.due - monotonic()) / 2)))


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
