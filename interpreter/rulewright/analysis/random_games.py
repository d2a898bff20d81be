"""Games that nobody plays: every seat chooses at random, by the random players' own stream, or as its level does.

Game k of a seed is the same on every machine; the random choice of a decision depends on seed, k and the decision's
number alone. `decisions` counts the choices that were made, also the one that led to a fault. What is chosen in a game
that goes wrong, is not over after `most` decisions, or is `checking` and breaks an invariant, is in no count.
"""

import shlex
from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from time import monotonic
from typing import Final

from attrs import define, field

from rulewright.bots import among_themselves
from rulewright.language import types
from rulewright.levels import RANDOMLY, Level
from rulewright.machine import information, playouts
from rulewright.machine.chance import CHANCE_STREAM, RandomPlayer, stream_key
from rulewright.machine.game import Game, Rules
from rulewright.machine.information import seen_events
from rulewright.machine.interpret import Deciding, ListedMove, RulesFault
from rulewright.machine.playouts import MOST_DECISIONS, Batch, Counts, Items, items
from rulewright.machine.program.bounds import CALL_TIMEOUT_S, LATE, exceeded
from rulewright.machine.program.moves import split
from rulewright.machine.program.nodes import Program
from rulewright.machine.record import EndLine, MoveLine, dump

MOST_RECORDED: Final = 50_000
"""So many decisions of a game are recorded; `simulate` goes on for longer."""
MOST_EVENTS: Final = 8_000_000
"""So many events are kept in memory for it; FIELDS values of fields, kept at each decision, take as much as one."""
FIELDS: Final = 8

Levels = Mapping[int, Level]
Options = Mapping[str, int | str | bool]


def record_lines(
    rules: Rules, *, seed: int, number: int = 0, legal: bool = False, levels: Levels = RANDOMLY
) -> Iterator[str]:
    """Play one game and yield the lines of its record, each as soon as it is known."""
    game = rules.start(seed, number, legal=legal)
    yield dump(game.header)
    told = 0
    for _ in plies(game, seed=seed, number=number, levels=levels):
        yield from map(dump, game.lines[told:])
        told = len(game.lines)


def view_lines(
    rules: Rules, seat: int | None, *, seed: int, number: int = 0, legal: bool = False, levels: Levels = RANDOMLY
) -> Iterator[str]:
    """Play one game and yield what the seat (None: a spectator) sees of it."""
    game = rules.start(seed, number, legal=legal)
    yield information.head(game, seat)
    told = 0
    for _ in plies(game, seed=seed, number=number, levels=levels):
        for seen in seen_events(game.rules, seat, game.log[told:]):
            own = None  # the moves that the seat had, behind its own move
            if seen.what == "move" and seen.seat == seat:
                own = next(line for line in reversed(game.lines) if isinstance(line, MoveLine)).legal
            yield information.event(game, seen, own)
        told = len(game.log)
    yield dump(EndLine(game.scores, game.winners))


def replay_command(
    game: str, players: int, options: Options, *, seed: int, number: int, levels: Sequence[str] = ()
) -> str:
    """The command that records one game; `game` is how the rules were named, `levels` those of all seats, if any."""
    chosen = [f"--option={name}={types.shown_option(value)}" for name, value in options.items()]
    bots = [f"--bot={seat}={level}" for seat, level in enumerate(levels)]
    words = ["rulewright", "record", game, f"--players={players}", *chosen, *bots]
    return shlex.join([*words, f"--seed={seed}", f"--number={number}"])


def plies(game: Game, *, seed: int, number: int, levels: Levels = RANDOMLY) -> Iterator[None]:
    """Stop at the beginning, then after every decision, and where the game is over. A fault where it does not end."""
    move = among_themselves(game.rules, levels)
    decision, kept = 0, game.rules.fields.stop - (game.rules.fields.start or 0)
    yield None
    while not game.over:
        too_many = len(game.log) + decision * kept // FIELDS >= MOST_EVENTS
        if decision >= MOST_RECORDED or too_many:
            stop = game.entered().stop
            assert isinstance(stop, Deciding), "somebody decides"
            after = f"{decision:,} decisions{', and more is not kept' if decision < MOST_RECORDED else ''}"
            how = "Another --seed may end sooner; `rulewright check` looks whether it can end at all."
            said = f"This game is not over after {after}. {how}"
            raise RulesFault("endless-game", said, game.rules.program.sites[stop.site].span)
        seat = game.deciders[0]
        game.play(seat, move(game, seat, seed, number))
        decision += 1
        yield None


BEYOND_NUMBERS: Final = 1 << 31
"""More than any number: of numbers the last item stands for all beyond it, too."""


@define
class Progress:
    """A game as far as it was played; which invariant is `broken`; how often a site had so many moves; uses by seat and
    item."""

    decisions: int = 0
    broken: int = 0
    sites: Counter[tuple[int, int]] = field(factory=Counter)
    uses: Counter[tuple[int, int]] = field(factory=Counter)

    def note(self, program: Program, items: Items, stop: Deciding, seat: int, choice: ListedMove, moves: int) -> None:
        """A choice of so many moves: the action's member, then what was picked, each member of a multiset by itself."""
        self.sites[stop.site, moves] += 1
        action = program.sites[stop.site].offers[choice.offer].action
        made = program.actions[action]
        self.uses[seat, items.members[action] + choice.variant] += 1
        for at, (pick, places) in enumerate(split(made.picks(choice.variant), choice.picks)):
            first, values = items.picks[action, -1 if at < made.common else choice.variant, at]
            most = BEYOND_NUMBERS if pick.argument.kind == "number" else values
            for value in (choice.picks[place] for place in places):
                if 0 <= value < most:
                    self.uses[seat, first + min(value, values - 1)] += 1

    def add_to(self, counts: Counts, winners: Sequence[int]) -> None:
        """Add a finished game to the counts."""
        for (site, moves), decisions in self.sites.items():
            counts.decisions[site] += decisions
            counts.moves[site] += decisions * moves
            counts.most[site] = max(counts.most[site], moves)
        for (seat, item), uses in self.uses.items():
            counts.uses[item] += uses
            counts.used[item] += 1
            counts.won[item] += seat in winners


def _batch(rules: Rules, first: int, count: int, play: Callable[[Progress, int], int]) -> Batch:
    """So many games from this number on, fewer if they are mostly too slow; `play` says how a game has ended. The
    number of a broken invariant stands for the winners."""
    columns = tuple(array("q") for _ in range(rules.players))
    batch = Batch(first, array("q"), array("q"), array("q"), columns, Counts.zero(rules.program))
    for number in range(first, first + count):
        game = Progress()
        scores, winners = (0,) * rules.players, tuple[int, ...]()
        try:
            status = play(game, number)
            if status == playouts.FINISHED:
                scores, winners = rules.machine.result()
        except RulesFault as fault:
            batch.faults[number - first] = fault
            status = playouts.TOO_SLOW if fault.code == LATE else playouts.FAULTED
        batch.status.append(status)
        batch.decisions.append(game.decisions)
        batch.winners.append(game.broken if status == playouts.BROKEN else sum(1 << seat for seat in winners))
        for column, score in zip(columns, scores, strict=True):
            column.append(score)
        if status == playouts.FINISHED:
            game.add_to(batch.counts, winners)
        if batch.given_up:
            break
    return batch


# ---- at random: on the machine itself, through the same moves in the same order as `random_games.plies`


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
    machine, all_items = rules.machine, items(rules.program) if counting else None

    def random_game(game: Progress, number: int) -> int:
        """To the end, or until it is too long or an invariant is broken; the status."""
        rules.loaded = None
        player, chance = RandomPlayer(seed, number), stream_key(seed, number, CHANCE_STREAM)
        due = min(monotonic() + CALL_TIMEOUT_S, machine.c.deadline)
        machine.start()
        events = 0
        while True:
            events = machine.settle(chance, events)
            stop = machine.stop
            if checking and (broken := next(machine.broken(), None)) is not None:
                game.broken = broken
                return playouts.BROKEN
            if not isinstance(stop, Deciding):
                return playouts.FINISHED
            if game.decisions >= most:
                return playouts.TOO_LONG
            if monotonic() > due:
                raise exceeded(LATE, machine.program.sites[stop.site].span)
            seat = stop.seats[0]
            moves = machine.moves(seat)
            choice = moves[player.choose(game.decisions, len(moves))]
            if all_items is not None:
                game.note(rules.program, all_items, stop, seat, choice, len(moves))
            game.decisions += 1
            machine.choose(seat, choice)

    return _batch(rules, first, count, random_game)


# ---- among opponents of given levels
# Law: the same numbers come out in whatever batches games are played, and wherever there is the fast backend; among
# seats that all play at random they are those of random games.

MAX_DECISIONS: Final = 10_000
"""So many decisions a game has at most: each is thought about."""


def seated_playouts(rules: Rules, levels: Levels) -> Callable[..., Batch]:
    """What plays games of a seed by levels, asked as `reference_playouts` is; what was chosen is always counted."""
    choose, all_items = among_themselves(rules, levels), items(rules.program)

    def played(
        seed: int, first: int, count: int, most: int = MAX_DECISIONS, *, checking: bool = False, **_: bool
    ) -> Batch:
        def seated_game(progress: Progress, number: int) -> int:
            game = rules.start(seed, number)
            while True:
                broken = next(game.entered().broken(), None) if checking else None
                if broken is not None:
                    progress.broken = broken
                    return playouts.BROKEN
                if game.over:
                    game.entered()
                    return playouts.FINISHED
                if progress.decisions >= most:
                    return playouts.TOO_LONG
                seat = game.deciders[0]
                move = choose(game, seat, seed, number)
                choices, stop = game.choices(seat), game.entered().stop
                assert isinstance(stop, Deciding), "somebody decides"
                progress.note(rules.program, all_items, stop, seat, choices[move], len(choices))
                progress.decisions += 1
                game.play(seat, move)

        return _batch(rules, first, count, seated_game)

    return played
