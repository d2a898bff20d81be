"""How fast our backends play random games of a game, beside engines of others, in turn.

    python -m benchmarks.against GAME ENGINE... [--players N] [--seconds S]

An engine is a .py or .cpp file (see README.md), or one of the words openspiel and driven. All play in turn, in the
same run: A B A B …, on one core; the ratio ours : theirs is taken within each round, so that a machine that becomes
slower or faster meanwhile does not count. Printed are medians, lowest and highest of the rounds.
"""

import argparse
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from benchmarks.rivals import command_of, played
from rulewright import load
from rulewright.analysis.bench.backends import runnable
from rulewright.analysis.bench.measure import Play, Played, Spread, in_turn, playing, spread_text


def rival(command: Sequence[str], players: int, seed: int, games: int) -> Played:
    """A round of an engine."""
    return Played(games, *played(command, seed, games, players))


def contest(game: str, engines: Sequence[str], players: int | None, seconds: float) -> list[str]:
    """What is to be said of all, line by line."""
    rules = load(game, players=players)
    backends, unable = runnable()
    plays: dict[str, Play] = {each.name: playing(each.engine(rules)) for each in backends}
    with tempfile.TemporaryDirectory() as folder:
        for engine in engines:
            command = command_of(engine, game, Path(folder))
            plays[Path(engine).name] = partial(rival, command, rules.players)
        rounds = dict(zip(plays, in_turn(list(plays.values()), seconds), strict=True))
    lines = [*unable, f"{rules.core.title}, {rules.players} players, one core: medians (lowest-highest)"]
    for name, all_of in rounds.items():
        games = spread_text(Spread.of([each.games_per_second for each in all_of]))
        decisions = spread_text(Spread.of([each.decisions_per_second for each in all_of]))
        lines.append(f"{name}: {games} games/s, {decisions} decisions/s")
    for theirs in list(rounds)[len(backends) :]:
        for ours in list(rounds)[: len(backends)]:
            both = list(zip(rounds[ours], rounds[theirs], strict=True))
            ratio = Spread.of([we.games_per_second / they.games_per_second for we, they in both])
            lines.append(f"{ours} : {theirs} = {spread_text(ratio)}")
            if all(they.decisions for _, they in both):
                ratio = Spread.of([we.decisions_per_second / they.decisions_per_second for we, they in both])
                lines[-1] += f" games, {spread_text(ratio)} decisions"
    return lines


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.against", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("engines", nargs="+")
    parser.add_argument("--players", type=int)
    parser.add_argument("--seconds", type=float, default=5)
    asked = parser.parse_args(words)
    print("\n".join(contest(asked.game, asked.engines, asked.players, asked.seconds)))


if __name__ == "__main__":
    main()
