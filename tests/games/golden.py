"""Golden games: the choices and a digest of games with which an engine that knows nothing of this one has agreed.

`python -m tests.games.golden aurum tests.oracles.aurum:Aurum` plays random games in every setting, follows them with
that engine, and prints their rows for `golden.jsonl`; where the engine differs it ends with the difference. The rows of
today agreed with the engines in `tests/oracles` of commit 094ab119, written from the rules in words alone; those of
Hearts with OpenSpiel, as `benchmarks/test_openspiel.py` does.
"""

import argparse
import json
from collections.abc import Iterator
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from random import Random

from attrs import frozen

from rulewright import Game, Rules
from rulewright.language.elaborate.settings import Setting
from rulewright.machine.game import Decision
from rulewright.machine.move_names import Move
from rulewright.machine.record import dump
from tests.games.common import play_at_random
from tests.laws.positions import rules_of, settings_of
from tests.oracles.follow import Factory, follow

ROWS = Path(__file__).with_name("golden.jsonl")
SEED = 1
COMPARED = ("chance", "what", "outcome", "seat", "move", "scores", "winners")


@frozen
class Row:
    """A golden game. `choices`: in hexadecimal, for each decision its place in the sorted list of all moves."""

    game: str
    players: int
    options: dict[str, bool | int | str]
    number: int
    choices: str
    digest: str

    @property
    def rules(self) -> Rules:
        """The rules by which it is played."""
        return rules_of(self.game, Setting(self.players, tuple(self.options.items())))

    def stages(self) -> Iterator[Game]:
        """The game at every decision, and when all choices are made."""
        game = self.rules.start(SEED, self.number, legal=True)
        for choice in bytes.fromhex(self.choices):
            yield game
            game.play(*choices_of(game)[choice])
        yield game


def golden() -> list[Row]:
    """All golden games."""
    return [Row(**json.loads(line)) for line in ROWS.read_text(encoding="utf-8").splitlines()]


def choices_of(game: Game) -> list[tuple[int, Move]]:
    """What anybody can do, in an order of its own."""
    return sorted(((seat, move) for seat in game.deciders for move in game.moves(seat)), key=repr)


def digest(game: Game) -> str:
    """A hash of all outcomes of chance, all legal moves whatever their order, the moves made, scores and winners."""
    told = sha256()
    for line in map(json.loads, map(dump, game.record[1:])):
        legal = sorted(map(json.dumps, line.get("legal", ())))
        told.update(json.dumps([*map(line.get, COMPARED), legal]).encode())
    return told.hexdigest()[:32]


def row(name: str, setting: Setting, number: int, played: Game, engine: Factory) -> str:
    """The row of a finished game; AssertionError where the engine differs."""
    follow(engine, map(dump, played.record))
    game, choices = rules_of(name, setting).start(SEED, number), bytearray()
    for step in played.steps:
        if isinstance(step, Decision):
            choices.append(choices_of(game).index((step.seat, step.move)))
            game.play(step.seat, step.move)
    start = {"game": name, "players": setting.players, "options": dict(setting.options), "number": number}
    return json.dumps({**start, "choices": choices.hex(), "digest": digest(played)})


def main() -> None:
    """Print rows."""
    parser = argparse.ArgumentParser(prog="python -m tests.games.golden", description="print golden games")
    parser.add_argument("game")
    parser.add_argument("engine", help="module:class")
    parser.add_argument("--games", type=int, default=2, help="how many of each setting")
    args = parser.parse_args()
    module, _, engine = args.engine.partition(":")
    for setting in settings_of(args.game):
        for number in range(args.games):
            *_, played = play_at_random(rules_of(args.game, setting).start(SEED, number, legal=True), Random(number))
            print(row(args.game, setting, number, played, getattr(import_module(module), engine)))


if __name__ == "__main__":
    main()
