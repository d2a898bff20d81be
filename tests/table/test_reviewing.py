"""`:review`: which move was a mistake, when the odds turned, by what each seat knew."""

from pathlib import Path

import pytest

from rulewright import Game, load
from rulewright.machine.record import dump
from rulewright.machine.wasm import available
from rulewright.table.odds import review
from rulewright.table.reader import Reader, read_line
from rulewright.table.text_lines import lines, plain
from tests.cli.running import run

Capture = pytest.CaptureFixture[str]
needs_fast = pytest.mark.skipif(available() is not None, reason=str(available()))


def played(*cells: str) -> Game:
    """Tic-tac-toe with marks on these cells, in turn."""
    game = load("tic-tac-toe").start(1)
    for cell in cells:
        game.play(game.deciders[0], ("place", cell))
    return game


def told(game: Game, eyes: int | None = None) -> str:
    reader = Reader.of(game, eyes, width=200)
    return plain(read_line(reader, ":review").lines)


BLUNDER = ("a1", "b2", "a2", "c1", "a3")
"""Nought lets cross make a line of three."""


@needs_fast
def test_who_lets_the_other_make_a_line_is_told_what_was_better() -> None:
    found = told(played(*BLUNDER))
    assert "Decision 4, place c1: loses, if the others play well. Better: place a3: " in found
    assert found.index("cross: 3 decisions with a choice; of a win ") < found.index("nought: 2 decisions with a choice")
    assert "100 % at decision 5." in found
    assert found.endswith("Each decision is weighed by what its seat knew then, with 1,000 games tried out.\n")
    found = told(played(*BLUNDER), 0)
    assert "nought" not in found
    assert "No move was surely worse than another one." in found
    assert "by what others did or by luck." in found


def test_where_nobody_had_a_choice_it_is_said() -> None:
    game = played("a1")
    assert plain(lines(review(game, Reader.of(game).asker.thinker, (1,), Reader.of(game).asker.names), 80)) == (
        "Nobody had a choice here.\n"
    )


@needs_fast
def test_who_wants_no_more_is_told_of_what_was_weighed() -> None:
    game, asked = played(*BLUNDER), list[int]()
    reader = Reader.of(game)

    def going() -> bool:
        asked.append(1)
        return len(asked) < 4

    found = plain(lines(review(game, reader.asker.thinker, (0, 1), reader.asker.names, going), 120))
    assert "Stopped before the end." in found or found == "Nobody had a choice here.\n"


@needs_fast
def test_the_command_writes_it(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text("".join(f"{dump(line)}\n" for line in played(*BLUNDER).record))
    done = run(capsys, "replay", path, "--review", "--seat", 1)
    assert done.out.startswith("nought: 2 decisions with a choice; of a win ")
    assert "cross" not in done.out
