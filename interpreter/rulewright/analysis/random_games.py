"""Games that nobody plays: every seat chooses at random, by the random players' own stream, or as its level does.

In: rules, a seed, the number of the game. Out: the record of a game line by line as it goes, whole or as a seat could
see it. Game k of a seed is the same on every machine; the random choice of a decision depends on seed, k and the
decision's number alone.
"""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NoReturn

from rulewright.bots import among_themselves
from rulewright.language import types
from rulewright.levels import RANDOMLY, Level
from rulewright.machine import information
from rulewright.machine.game import Game, Rules
from rulewright.machine.information import Seen, seen_events
from rulewright.machine.interpret import Deciding, RulesFault
from rulewright.machine.move_names import Move
from rulewright.machine.record import EndLine, MoveLine, dump

MOST_RECORDED: Final = 50_000
"""So many decisions of a game are recorded; `simulate` goes on for longer."""
MOST_EVENTS: Final = 8_000_000
"""So many events are kept in memory for it; FIELDS values of fields, kept at each decision, take as much as one."""
FIELDS: Final = 8


Levels = Mapping[int, Level]


def record_lines(
    rules: Rules, *, seed: int, number: int = 0, legal: bool = False, levels: Levels = RANDOMLY
) -> Iterator[str]:
    """Play one game and yield the lines of its record, each as soon as it is known."""
    game = rules.start(seed, number, legal=legal)
    yield dump(game.header)
    told = 0
    for _ in plies(game, seed=seed, number=number, levels=levels):
        yield from (dump(line) for line in game.lines[told:])
        told = len(game.lines)


def view_lines(
    rules: Rules, seat: int | None, *, seed: int, number: int = 0, legal: bool = False, levels: Levels = RANDOMLY
) -> Iterator[str]:
    """Play one game and yield what the seat (None: a spectator) sees of it."""
    game = rules.start(seed, number, legal=legal)
    yield information.head(game, seat)
    told = 0
    for _ in plies(game, seed=seed, number=number, levels=levels):
        for seen in seen_events(game, seat, game.log[told:]):
            yield information.event(game, seen, _own_moves(game, seat, seen))
        told = len(game.log)
    yield dump(EndLine(game.scores, game.winners))


def _own_moves(game: Game, seat: int | None, seen: Seen) -> tuple[Move, ...] | None:
    """The moves that the seat had, behind its own move."""
    if seen.what != "move" or seen.seat != seat:
        return None
    return next(line for line in reversed(game.lines) if isinstance(line, MoveLine)).legal


def again(
    game: str,
    players: int,
    options: Mapping[str, int | str | bool],
    *,
    seed: int,
    number: int,
    levels: Sequence[str] = (),
) -> str:
    """The command that plays one game once more and records it; `game` is how the rules were named, `levels` those of
    all seats that do not play at random."""
    chosen = [f"--option={name}={types.shown_option(value)}" for name, value in options.items()]
    bots = [f"--bot={seat}={level}" for seat, level in enumerate(levels)]
    words = ["rulewright", "record", game, f"--players={players}", *chosen, *bots]
    return shlex.join([*words, f"--seed={seed}", f"--number={number}"])


def plies(game: Game, *, seed: int, number: int, levels: Levels = RANDOMLY) -> Iterator[None]:
    """Stop at the beginning, then after every decision; the last time the game is over. A fault of the rules where it
    does not end."""
    move = among_themselves(game.rules, levels)
    decision, kept = 0, game.rules.fields.stop - (game.rules.fields.start or 0)
    yield None
    while not game.over:
        if decision >= MOST_RECORDED:
            _too_long(game, f"{MOST_RECORDED:,} decisions")
        if len(game.log) + decision * kept // FIELDS >= MOST_EVENTS:
            _too_long(game, f"{decision:,} decisions, and more is not kept")
        seat = game.deciders[0]
        game.play(seat, move(game, seat, seed, number))
        decision += 1
        yield None


def _too_long(game: Game, after: str) -> NoReturn:
    """A fault at the choice that is asked now."""
    stop = game.entered().stop
    assert isinstance(stop, Deciding), "somebody decides"
    how = "Another --seed may end sooner; `rulewright check` looks whether it can end at all."
    said = f"This game is not over after {after}. {how}"
    raise RulesFault("endless-game", said, game.rules.program.sites[stop.site].span)
