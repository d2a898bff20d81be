"""How long opponents think for a move at a table, in whole games of the rulesets.

    python -m benchmarks.decisions [GAME …] [--level middle --level strong] [--timed 12] [--few 50]

plays two games of each, at its first and at its last setting, all seats by few iterations. At so many decisions with a
choice, spread over the game, each level thinks once more as it would at a table, and its time is taken. Prints of each
game and level how many decisions there were and how many were timed, the median and the longest time, and which
decision that was; beside them the seconds of the processor, which other work on the machine does not stretch. What is
searched in is made before, as `rulewright play` does it.
"""

import argparse
import os
from collections.abc import Iterator, Sequence
from statistics import median
from time import perf_counter, process_time

from attrs import frozen

from rulewright import Game, Rules
from rulewright.bots import among_themselves, at_table, bot_move
from rulewright.levels import BY_NAME, Level
from rulewright.machine.game import Decision
from rulewright.machine.sample_state import eyes
from rulewright.searching import Thinker
from tests.laws.positions import rules_of, settings_of

GAMES = ("alchemy", "apotheca", "aurum", "balloon-cup", "biblios", "line-it")
SEED = 1


@frozen
class Thought:
    """What a decision after so many others took: seconds, and of the processor; it had so many moves."""

    made: int
    moves: int
    seconds: float
    processor: float


def whole_game(rules: Rules, few: int) -> Game:
    """A game by so few iterations a move."""
    move = among_themselves(rules, dict.fromkeys(range(rules.players), Level("quick", few)))
    game = rules.start(SEED)
    while not game.over:
        seat = game.deciders[0]
        game.play(seat, move(game, seat, SEED, 0))
    return game


def choices(played: Game) -> Iterator[tuple[Game, int]]:
    """The same game once more, at each decision with a choice, and the seat that made it."""
    game = played.rules.start(SEED)
    for step in played.steps:
        if isinstance(step, Decision):
            if len(game.moves(step.seat)) > 1:
                yield game, step.seat
            game.play(step.seat, step.move)


def timed(played: Game, levels: Sequence[Level], count: int) -> dict[str, list[Thought]]:
    """What each level takes at about so many of the decisions."""
    found: dict[str, list[Thought]] = {level.name: [] for level in levels}
    thinkers = {level: Thinker(played.rules) for level in levels}
    every = max(1, sum(1 for _ in choices(played)) // count)
    for number, (game, seat) in enumerate(choices(played)):
        for level in levels if number % every == every - 1 else ():
            began, worked = perf_counter(), process_time()
            bot_move(thinkers[level], eyes(game, seat), level, SEED, game.decisions, how=at_table)
            took = perf_counter() - began, process_time() - worked
            found[level.name].append(Thought(game.decisions, len(game.moves(seat)), *took))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", default=GAMES)
    parser.add_argument("--level", action="append", choices=sorted(BY_NAME))
    parser.add_argument("--timed", type=int, default=12)
    parser.add_argument("--few", type=int, default=50)
    given = parser.parse_args()
    levels = [BY_NAME[name] for name in given.level or ("middle", "strong")]
    print(f"load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "")
    print(f"{'game':11} seats {'level':9} decisions timed   median longest of processor")
    for name in given.game:
        for setting in (settings_of(name)[0], settings_of(name)[-1]):
            rules = rules_of(name, setting)
            _ = Thinker(rules).trees
            played = whole_game(rules, given.few)
            for level, found in timed(played, levels, given.timed).items():
                worst = max(found, key=lambda each: each.seconds)
                head = f"{name:11} {setting.players:5} {level:9} {played.decisions:9} {len(found):5}"
                times = f"{median(each.seconds for each in found):5.2f} s {worst.seconds:5.2f} s"
                print(f"{head}  {times} {worst.processor:5.2f} s  at {worst.made + 1}, {worst.moves} moves", flush=True)


if __name__ == "__main__":
    main()
