"""How well one kind of player plays against another, at alternating seats.

    python -m benchmarks.matches GAME FIRST SECOND [--games N] [--players N] [--set OPTION=VALUE] [--seed N] [--jobs N]

FIRST has one seat, in a game of teams all seats of one team, and changes it from game to game; SECOND has all the
others. README.md says what kinds there are, and how it is counted. Each game has a deal of its own, from the seed and
its number. After every tenth of the games it is printed how they stand.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from functools import cache, partial
from multiprocessing import get_context
from typing import Final

from attrs import frozen

from rulewright import Game, Move, NotFast, Rules, load
from rulewright.bots import alone, bot_move
from rulewright.cli.arguments import options
from rulewright.language.types import OptionSetting
from rulewright.levels import WORDS, Level, level_of
from rulewright.machine.playouts import wilson
from rulewright.machine.sample_state import Eyes, eyes
from rulewright.machine.view import View, view
from rulewright.searching import Budget, Thinker
from tests.opponents import SCRIPTS, Script
from tests.opponents.sight import Sight

TIME, SCRIPT = "time:", "script"
MOST_DECISIONS: Final = 20_000
"""A game that goes on for longer is given up; nobody has won it."""

Player = Callable[[Eyes, Callable[[], View], int, int, int], Move]
"""The move of a seat, from what it has to think with, what it sees (if it asks), the seed, the number of the game, and
how many moves were made in it."""


@frozen
class Match:
    """Who plays what: equal ones are the same games, if no time ends any thinking."""

    game: str
    kinds: tuple[str, str]
    players: int | None = None
    chosen: tuple[tuple[str, OptionSetting], ...] = ()
    seed: int = 1


@frozen
class Result:
    """Of a game: what part of the win the first kind has; whether nobody has won; how many moves were made."""

    share: float
    nobody: bool
    decisions: int


def rules_of(match: Match) -> Rules:
    """The rules of a match, on the fast backend if that can play them."""
    rules = load(match.game, players=match.players, options=dict(match.chosen))
    with suppress(NotFast):
        return rules.fast()
    return rules


def timed(level: Level) -> Budget:
    """How a player thinks that has seconds for a move."""
    return Budget(seconds=level.seconds, jobs=1, slowly=None)


def player_of(kind: str, rules: Rules) -> Player:
    """What plays so; ValueError if there is no such kind."""
    if kind == SCRIPT and rules.name in SCRIPTS:
        return lambda seen, look, *_: scripted(SCRIPTS[rules.name], seen.moves(), look)
    level, how = level_of(kind), alone
    if kind.startswith(TIME):
        level, how = Level(kind, seconds=float(kind.removeprefix(TIME))), timed
    if level is None:
        raise ValueError(f"{kind!r} is no player of {rules.name}: write {WORDS}, {TIME}SECONDS, or {SCRIPT}")
    thinker = Thinker(rules)
    return lambda seen, _, seed, number, made: bot_move(thinker, seen, level, seed, made, number=number, how=how)


def scripted(script: Script, moves: list[Move], look: Callable[[], View]) -> Move:
    """The move of a script, which is asked only where there are several."""
    return moves[0] if len(moves) == 1 else script(Sight(look()), moves)


@cache
def seated(match: Match) -> tuple[Rules, tuple[Player, ...]]:
    """The rules and the two players of a match, made once in each process."""
    rules = rules_of(match)
    return rules, tuple(player_of(kind, rules) for kind in match.kinds)


def sides(rules: Rules) -> Sequence[int]:
    """The side of each seat: its team, or where there are none itself."""
    return rules.core.teams or range(rules.players)


def share_of(side: int, game: Game) -> float:
    """The part of the win that a side has: of a shared one its part, and where nobody wins the fair one."""
    of = sides(game.rules)
    won = {of[seat] for seat in game.winners} if game.over else set()
    return (side in won) / len(won) if won else 1 / len({*of})


def played(match: Match, number: int) -> Result:
    """Play the game with this number."""
    rules, players = seated(match)
    of = sides(rules)
    first = number % len({*of})
    game = rules.start(match.seed, number)
    while not game.over and game.decisions < MOST_DECISIONS:
        seat = game.deciders[0]
        player, look = players[of[seat] != first], partial(view, game, seat)
        game.play(seat, player(eyes(game, seat), look, match.seed, number, game.decisions))
    return Result(share_of(first, game), not (game.over and game.winners), game.decisions)


def results(match: Match, games: int, jobs: int = 1) -> Iterator[Result]:
    """Play so many games; the results in order, whatever the number of processes."""
    if jobs == 1:
        yield from map(partial(played, match), range(games))
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(partial(played, match), range(games))


def summary(done: Sequence[Result], fair: float) -> str:
    """How games stand."""
    found = wilson(sum(each.share for each in done), len(done))
    assert found is not None, "a game was played"
    share, low, high = (f"{100 * each:.1f}" for each in (found.value, found.low, found.high))
    nobody, length = sum(each.nobody for each in done), sum(each.decisions for each in done) / len(done)
    of = f"fair {100 * fair:.1f} %; nobody won {nobody}; {length:.0f} decisions a game"
    return f"{len(done)} games: {share} % ({low} to {high}), {of}"


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.matches", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name in ("game", "first", "second"):
        parser.add_argument(name)
    for name, usual in (("--games", 100), ("--players", None), ("--seed", 1), ("--jobs", 1)):
        parser.add_argument(name, type=int, default=usual)
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE")
    asked = parser.parse_args(words)
    chosen = tuple(options(asked.set).items())
    match = Match(asked.game, (asked.first, asked.second), asked.players, chosen, asked.seed)
    rules, _ = seated(match)
    print(f"{rules.core.title}, {rules.players} players, {rules.options}: {asked.first} against {asked.second}")
    done, step = list[Result](), max(1, asked.games // 10)
    for result in results(match, asked.games, asked.jobs):
        done.append(result)
        if not len(done) % step or len(done) == asked.games:
            print(summary(done, 1 / len({*sides(rules)})), flush=True)


if __name__ == "__main__":
    main()
