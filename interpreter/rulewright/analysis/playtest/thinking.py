"""Games among players who think, for rules that no random game came to: some are only met by who plays with a plan.

In: rules at one setting, what may be spent. Out: what goes wrong, and what happened. Law: where positions are counted,
and not seconds, that is the same wherever there is the fast backend.
"""

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from operator import sub
from typing import Final

from attrs import define, field

from rulewright.analysis.playtest.coverage import Coverage
from rulewright.analysis.playtest.effort import Seen, Share, Watch
from rulewright.analysis.playtest.finding import Sighting, broken_found, fault_found
from rulewright.analysis.playtest.following import of_game
from rulewright.analysis.playtest.trace import told_at_loop
from rulewright.bots import ALONE, bot_move
from rulewright.levels import RANDOM, Level
from rulewright.machine.game import Rules
from rulewright.machine.interpret import RulesFault
from rulewright.machine.positions import Choice
from rulewright.machine.program.bounds import LATE
from rulewright.machine.seat_view import eyes
from rulewright.searching import Thinker

SEED: Final = 1
"""Not the one of the random games, so that chance gives something else."""
LEVEL: Final = Level("search:200", 200)
WORK: Final = 500
"""To think about a decision is as much work as to look at so many positions."""
LEAST_DECISIONS, MOST_DECISIONS = 20, 300
"""For fewer decisions nobody begins to think; so many a game has at most."""


@define
class Thinking:
    """What plays games at one setting: `rules` note what happens, `plain` are the same without notes. `notes`: what
    has happened."""

    rules: Rules
    plain: Rules
    watch: Watch
    seen: Seen
    notes: tuple[int, ...] = field(init=False, factory=tuple)
    _made: list[int] = field(init=False, factory=list)

    @property
    def coverage(self) -> Coverage:
        """What happened; it says nothing of all positions."""
        return Coverage.of(self.rules.program, self.notes, complete=True, thought=self.seen.thought)

    def sightings(self, share: Share) -> Iterator[Sighting]:
        """What goes wrong or is broken in as many games as there is room or time for."""
        thinker, noted = Thinker(self.plain), self.rules.machine.notes
        self.watch.clocks = (*self.watch.clocks, self.plain.machine.c)
        self.watch.due, before = share.due, self.seen.thinking
        while self.watch() and (most := _decisions(share.without(self.seen.thinking - before))):
            self._made.clear()
            number = self.seen.thought
            try:
                broken = self._play(thinker, number, most)
                found = None if broken is None else broken_found(self.rules, broken, len(self._made))
            except RulesFault as fault:
                if fault.code == LATE:
                    break
                at_loop = told_at_loop(self.rules, fault, partial(self._path, number))
                found = fault_found(self.rules, at_loop, len(self._made))
            self.seen.thought += 1
            self.seen.thinking += WORK * max(LEAST_DECISIONS, len(self._made))
            if found is not None:
                yield Sighting(found, partial(self._path, number))
            with suppress(RulesFault):  # there was no time
                self._path(number)
        self.notes = tuple(map(sub, self.rules.machine.notes, noted))
        self.rules.machine.c.notes[:] = noted  # both backends count the same

    def _path(self, number: int) -> tuple[Choice, ...]:
        """The choices of this game, made once more where it is noted what happens."""
        return of_game(self.rules, SEED, number, len(self._made), self._made)

    def _play(self, thinker: Thinker, number: int, most: int) -> int | None:
        """One game: all think, or one of them; the number of an invariant that does not hold, where it ends then."""
        game, players = self.plain.start(SEED, number), self.plain.players
        alone = number % (players + 1) - 1
        while True:
            broken = next(game.entered().broken(), None)
            if broken is not None or game.over or len(self._made) >= most or not self.watch():
                return broken
            seat = game.deciders[0]
            level = LEVEL if alone in (-1, seat) else RANDOM
            move = bot_move(
                thinker, eyes(game, seat), level, SEED, len(self._made), number=number, budget=ALONE, going=self.watch
            )
            self._made.append(game.moves(seat).index(move))
            game.play(seat, move)


def _decisions(left: Share) -> int:
    """How many decisions the next game may have; 0 if there is no room for one."""
    most = MOST_DECISIONS if left.room is None else min(MOST_DECISIONS, left.room // WORK)
    return most if most >= LEAST_DECISIONS else 0
