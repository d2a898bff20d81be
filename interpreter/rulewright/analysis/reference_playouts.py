"""Many games by the reference, as a `Batch`: at random, or among opponents of given levels."""

from array import array
from collections import Counter
from collections.abc import Mapping, Sequence
from time import monotonic
from typing import Final, Protocol

from attrs import define, field, frozen

from rulewright.bots import among_themselves
from rulewright.levels import Level
from rulewright.machine.chance import CHANCE_STREAM, Numbers, RandomPlayer, stream_key
from rulewright.machine.game import Game, Rules
from rulewright.machine.interpret import Deciding, ListedMove, Machine, Over, RulesFault, Waiting
from rulewright.machine.outcomes import happen, result
from rulewright.machine.playouts import (
    BROKEN,
    FAULTED,
    FINISHED,
    MOST_DECISIONS,
    TOO_LONG,
    TOO_SLOW,
    Batch,
    Counts,
    Items,
    items,
)
from rulewright.machine.program.bounds import CALL_TIMEOUT_S, LATE, exceeded
from rulewright.machine.program.moves import split
from rulewright.machine.program.nodes import Program

# ---- Many random games by the reference interpreter, as a `Batch`: the same integers that any other backend gives
# In: rules, a seed, numbers of games. Out: outcomes and counts. It goes on the machine itself, without the log and the
# record of a `Game`, through the same moves in the same order as `random_games.plies`. `decisions` counts the choices
# that were made, of a game whose rules go wrong also the one that led there. What is chosen in such a game is in no
# count, nor what is chosen in one that is not over after `most` decisions. With `checking` a game stands at the first
# decision, or the end, where an invariant does not hold, and is in no count either.


def reference_playouts(
    rules: Rules,
    seed: int,
    first: int,
    count: int,
    most: int = MOST_DECISIONS,
    *,
    counting: bool = True,
    checking: bool = False,
) -> Batch:
    """Play the games `first`, `first + 1`, … of a seed, fewer if they are mostly too slow; `counting`: say what was
    chosen; `checking`: look at the invariants before every decision and at the end."""
    program = rules.program
    batch = empty(program, first)
    choices = Choices(program, items(program))
    for number in range(first, first + count):
        game = _Playout(rules.machine, seed, number, choices if counting else None, checking)
        rules.loaded = None
        try:
            enter(batch, game, game.play(most))
        except RulesFault as fault:
            batch.faults[number - first] = fault
            enter(batch, game, TOO_SLOW if fault.code == LATE else FAULTED)
        if batch.given_up:
            break
    return batch


def empty(program: Program, first: int) -> Batch:
    """No games yet, from this number on."""
    scores = tuple(array("q") for _ in range(program.players))
    return Batch(first, array("q"), array("q"), array("q"), scores, Counts.of(program))


class Ended(Protocol):
    """What is told of a game when no more of it is played."""

    machine: Machine
    decisions: int
    broken: int
    tally: "Tally"


def enter(batch: Batch, game: Ended, status: int) -> None:
    """Append a game to the columns, of one that was not finished without its end; the number of a broken invariant
    stands for the winners."""
    finished = status == FINISHED
    scores, winners = result(game.machine) if finished else ((0,) * len(batch.scores), ())
    batch.status.append(status)
    batch.decisions.append(game.decisions)
    batch.winners.append(game.broken if status == BROKEN else sum(1 << seat for seat in winners))
    for column, score in zip(batch.scores, scores, strict=True):
        column.append(score)
    if finished:
        game.tally.add_to(batch.counts, winners)


# ---- one game


@define
class _Playout:
    machine: Machine
    seed: int
    number: int
    choices: "Choices | None"
    checking: bool
    decisions: int = field(init=False, default=0)
    events: int = field(init=False, default=0)
    broken: int = field(init=False, default=0)
    tally: "Tally" = field(init=False)

    @tally.default
    def _nothing(self) -> "Tally":
        return Tally()

    def play(self, most: int) -> int:
        """To the end, or until it is too long or an invariant is broken; the status."""
        machine, player = self.machine, RandomPlayer(self.seed, self.number)
        chance = stream_key(self.seed, self.number, CHANCE_STREAM)
        due = min(monotonic() + CALL_TIMEOUT_S, machine.c.deadline)
        stop, before = machine.start(), 0
        while True:
            if isinstance(stop, Waiting):
                machine.count_chance(self.events + 1 - before)
                stop = happen(machine, Numbers(chance, self.events))
                self.events += 1
            elif self.checking and (broken := next(machine.broken(), None)) is not None:
                self.broken = broken
                return BROKEN
            elif isinstance(stop, Over):
                return FINISHED
            elif self.decisions >= most:
                return TOO_LONG
            elif monotonic() > due:
                raise exceeded(LATE, machine.program.sites[stop.site].span)
            else:
                stop, before = self._decide(stop, player), self.events

    def _decide(self, stop: Deciding, player: RandomPlayer) -> Deciding | Waiting | Over:
        seat, site = stop.seats[0], stop.site
        moves = self.machine.moves(seat)
        choice = moves[player.choose(self.decisions, len(moves))]
        if self.choices is not None:
            action = self.machine.program.sites[site].offers[choice.offer].action
            self.tally.note(site, len(moves), seat, self.choices.of(action, choice))
        self.decisions += 1
        return self.machine.choose(seat, choice)


# ---- counting

BEYOND_NUMBERS: Final = 1 << 31
"""More than any number: of numbers the last item stands for all beyond it, too."""


@define
class Tally:
    """The counts of one game: by site decisions, moves, the most at once; uses by seat and item."""

    sites: dict[int, tuple[int, int, int]] = field(factory=dict)
    uses: Counter[tuple[int, int]] = field(factory=Counter)

    def note(self, site: int, moves: int, seat: int, chosen: Sequence[int]) -> None:
        """A decision, and the items that were chosen."""
        decisions, all_moves, most = self.sites.get(site, (0, 0, 0))
        self.sites[site] = decisions + 1, all_moves + moves, max(most, moves)
        for item in chosen:
            self.uses[seat, item] += 1

    def add_to(self, counts: Counts, winners: Sequence[int]) -> None:
        """Add a finished game to the counts."""
        for site, (decisions, moves, most) in self.sites.items():
            counts.decisions[site] += decisions
            counts.moves[site] += moves
            counts.most[site] = max(counts.most[site], most)
        for (seat, item), uses in self.uses.items():
            counts.uses[item] += uses
            counts.used[item] += 1
            counts.won[item] += seat in winners


@frozen
class Choices:
    """The items of choices."""

    program: Program
    items: Items

    def of(self, action: int, choice: ListedMove) -> list[int]:
        """The action's member, then what was picked, each member of a multiset by itself."""
        found = [self.items.members[action] + choice.variant]
        made = self.program.actions[action]
        for at, (pick, places) in enumerate(split(made.picks(choice.variant), choice.picks)):
            first, values = self.items.picks[action, -1 if at < made.common else choice.variant, at]
            most = BEYOND_NUMBERS if pick.argument.kind == "number" else values
            chosen = (choice.picks[place] for place in places)
            found += [first + min(value, values - 1) for value in chosen if 0 <= value < most]
        return found


# ---- Games among opponents of given levels, as a `Batch`: what random games are for the other backends
# In: rules, the levels by seat, a seed, numbers of games. Out: outcomes and counts. Law: the same numbers come out in
# whatever batches they are played, and wherever there is the fast backend; among seats that all play at random they
# are those of random games.


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
