"""Which modules run on three trips: loading a game, refusing a move, and a hint; and how often reading begins again.
`python -m lab.trips [GAME]`.
"""

import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Final

import rulewright
from rulewright.files import find
from rulewright.language.parser import parse
from rulewright.language.source import readable
from rulewright.loading import load
from rulewright.machine.game import Game
from rulewright.machine.move_names import Move
from rulewright.searching import search

ROOT: Final = Path(rulewright.__file__).parent


def calls_of(trip: Callable[[], object]) -> Counter[tuple[str, str]]:
    """How often a trip calls each function of the package, by file and name."""
    calls = Counter[tuple[str, str]]()

    def count(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_name != "<module>" and code.co_filename.startswith(str(ROOT)):
            calls[code.co_filename, code.co_name] += 1

    sys.setprofile(count)
    try:
        trip()
    finally:
        sys.setprofile(None)
    return calls


def modules(trip: Callable[[], object]) -> int:
    """How many modules a trip enters."""
    return len({file for file, _ in calls_of(trip)})


def after(path: Path, decisions: int) -> Game:
    """A new game in which so many times the first legal move was made."""
    game = load(str(path)).start(1)
    for _ in range(decisions):
        seat = game.deciders[0]
        game.play(seat, game.moves(seat)[0])
    return game


def refused_move(path: Path) -> tuple[int, Move]:
    """After how many decisions a move that was legal before is refused by a line of the rules, and that move."""
    game, earlier, decisions = after(path, 0), set[Move](), 0
    while True:
        seat = game.deciders[0]
        legal = game.moves(seat)
        for move in sorted(earlier - set(legal), key=str):
            refused = game.why(seat, move)
            if refused is not None and refused.line is not None:
                return decisions, move
        earlier |= set(legal)
        game.play(seat, legal[0])
        decisions += 1


def readings(path: Path) -> int:
    """How often the grammar begins to read again where one line of an action is no sentence."""
    text = path.read_text(encoding="utf-8")
    head, action, rest = text.partition("\naction ")
    first, end, rest = rest.partition("\n")
    wrong = f"{head}{action}{first}{end}    frobnicate the widget{end}{rest}"

    def begun(given: str) -> int:
        calls = calls_of(lambda: parse(readable(path.name, given.encode())))
        return calls[str(ROOT / "language" / "grammar.py"), "begun"]

    return begun(wrong) - begun(text)


def main() -> int:
    """Print the counts."""
    path = find(sys.argv[1] if len(sys.argv) > 1 else "line-it")
    print(f"load: {modules(lambda: load(str(path)))} modules")
    decisions, move = refused_move(path)
    game = after(path, decisions)
    print(f"refusal: {modules(lambda: game.why(game.deciders[0], move))} modules")
    begun = after(path, 0)
    print(f"hint: {modules(lambda: search(begun, begun.deciders[0], iterations=100, jobs=1))} modules")
    print(f"after a refused line reading begins again {readings(path)} times")
    return 0


if __name__ == "__main__":
    sys.exit(main())
