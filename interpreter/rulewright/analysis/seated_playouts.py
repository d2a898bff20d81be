"""Games among opponents of given levels, as a `Batch`: what random games are for the other backends.

In: rules, the levels by seat, a seed, numbers of games. Out: outcomes and counts. Law: the same numbers come out in
whatever batches they are played, and wherever there is the fast backend; among seats that all play at random they are
those of random games.
"""

from collections.abc import Mapping
from typing import Final

from attrs import define, field

from rulewright.analysis.reference_playouts import Choices, Tally, empty, enter
from rulewright.bots import among_themselves
from rulewright.levels import Level
from rulewright.machine.game import Game, Rules
from rulewright.machine.interpret import Deciding, Machine, RulesFault
from rulewright.machine.playouts import BROKEN, FAULTED, FINISHED, TOO_LONG, TOO_SLOW, Batch, items
from rulewright.machine.program.bounds import LATE

MAX_DECISIONS: Final = 10_000
"""So many decisions a game has at most: each is thought about."""


@define
class _Seated:
    """A game as far as it was played."""

    machine: Machine
    decisions: int = 0
    broken: int = 0
    tally: Tally = field(factory=Tally)

    def note(self, game: Game, seat: int, move: tuple[str | int, ...], counted: Choices) -> None:
        """A choice that is made."""
        choices, stop = game.choices(seat), game.entered().stop
        assert isinstance(stop, Deciding), "somebody decides"
        action = self.machine.program.sites[stop.site].offers[choices[move].offer].action
        self.tally.note(stop.site, len(choices), seat, counted.of(action, choices[move]))
        self.decisions += 1


class SeatedPlayouts:
    """Plays games of rules by levels."""

    def __init__(self, rules: Rules, levels: Mapping[int, Level]) -> None:
        """Nothing is played yet."""
        self.rules, self._move = rules, among_themselves(rules, levels)
        self._choices = Choices(rules.program, items(rules.program))

    def __call__(
        self,
        seed: int,
        first: int,
        count: int,
        most: int = MAX_DECISIONS,
        *,
        counting: bool = True,
        checking: bool = False,
    ) -> Batch:
        """Play the games `first`, `first + 1`, … of a seed. `checking`: look at the invariants before every decision
        and at the end; what was chosen is always counted."""
        del counting
        batch = empty(self.rules.program, first)
        for number in range(first, first + count):
            game = _Seated(self.rules.machine)
            try:
                status = self._play(game, seed, number, most, checking=checking)
            except RulesFault as fault:
                batch.faults[number - first] = fault
                status = TOO_SLOW if fault.code == LATE else FAULTED
            enter(batch, game, status)
        return batch

    def _play(self, seated: _Seated, seed: int, number: int, most: int, *, checking: bool) -> int:
        """To the end, or until it is too long or an invariant is broken; the status."""
        game = self.rules.start(seed, number)
        while True:
            broken = next(game.entered().broken(), None) if checking else None
            if broken is not None:
                seated.broken = broken
                return BROKEN
            if game.over:
                game.entered()
                return FINISHED
            if seated.decisions >= most:
                return TOO_LONG
            seat = game.deciders[0]
            move = self._move(game, seat, seed, number)
            seated.note(game, seat, move, self._choices)
            game.play(seat, move)
