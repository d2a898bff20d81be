"""What the newer sentences say could be said before, at greater length: each section of `both_ways.md` is the same game
both ways, move by move."""

import random
from collections.abc import Iterator

import pytest

from rulewright import Game
from rulewright.machine.wasm import engine_of
from tests.language.blocks import Block
from tests.laws.both_ways import SEED, Said, said_twice
from tests.wasm.common import WASM

GAMES, MOST, MANY = 4, 60, 2_000
ALL = tuple(said_twice())
EACH = pytest.mark.parametrize("said", ALL, ids=[said.form for said in ALL])


def told(game: Game, number: int) -> Iterator[object]:
    """Who is asked first and may do what, at each decision of a random game; at last the scores and who has won. Of a
    pick, nobody is the same as none."""
    rng = random.Random(number)
    for _ in range(MOST):
        if game.over:
            yield game.scores, game.winners
            return
        seat = game.deciders[0]
        moves = game.moves(seat)
        yield seat, [tuple(word for word in move if word != "none") for move in moves]
        game.play(seat, rng.choice(moves))


def side(said: Said, sign: str, number: int) -> Iterator[object]:
    """What is told in a game of one side."""
    with said.telling(sign):
        yield from told(said.rules_of(sign).start(SEED, number), number)


@pytest.mark.sampled(10, 2)
@EACH
def test_both_ways_are_one_game(said: Said) -> None:
    for number in range(GAMES):
        without, having = (side(said, sign, number) for sign in "-+")
        for decision, (one, other) in enumerate(zip(without, having, strict=True), 1):
            assert one == other, f"game {number}, decision {decision}"


@pytest.mark.sampled(6, 6)
@WASM
@pytest.mark.thorough
@EACH
def test_many_games_end_alike(said: Said) -> None:
    one, other = (engine_of(rules.program).playouts(SEED, 0, MANY) for rules in said.rules)
    for column in ("status", "decisions", "winners", "scores"):
        assert getattr(one, column) == getattr(other, column), column
    assert not one.faults


def test_every_form_takes_fewer_words() -> None:
    assert not [said.form for said in ALL if said.words[1] >= said.words[0]]


@pytest.mark.parametrize(
    ("line", "told_of_it"),
    [
        ("    set your coins to 99 + your coins\n", "coins is 0..99, and this makes 198."),
        ("    set your coins to kettle\n", 'Nothing is called "kettle".'),
    ],
)
def test_what_is_wrong_with_a_section_is_told_by_its_line(line: str, told_of_it: str) -> None:
    first = ALL[0]
    edit = Block("both_ways.md", 40, "diff", f" choice act: one\n action one:\n-    nothing\n+{line}")
    with pytest.raises(pytest.fail.Exception) as failed:
        list(side(Said("Kettles", first.frame, edit), "+", 1))
    head, message = str(failed.value).split("\n    ")
    assert head == f"Kettles, both_ways.md:44: {line.strip()}"
    assert message.startswith(told_of_it)
    assert not failed.value.pytrace
