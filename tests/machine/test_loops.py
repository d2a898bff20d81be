"""What sowing, ranking, picking in order and several at once come to, reckoned otherwise; what of code is compiled, and
that selections are listed one by one."""

import random
import time
from collections.abc import Callable
from itertools import islice, permutations, product

import pytest

from rulewright.machine.interpret import Machine
from rulewright.machine.interpret.compiler import Compiler
from rulewright.machine.program import nodes as ir
from rulewright.machine.program.moves import selections
from tests.machine import tiny
from tests.made.loading import loaded

SOWN = """\
game "Sown" "The same sown twice"
    players 2
pit is one of a, b, c, d, e
each pit has
    seeds: 0..20, starts 4
    stones: 0..20, starts 4
play:
    repeat 20 times:
        each player:
            choose sow-one
            if you cannot: nothing
action sow-one "Sow, by the word and by hand":
    pick first-one from pits where its seeds is more than 0
    keep here: pit, starts first-one
    keep there: pit, starts first-one
    sow all here's seeds onto here's next where it is not first-one and it is not {left-out}
    let number be first-one's stones
    set first-one's stones to 0
    repeat number times:
        set there to there's next
        repeat until there is not first-one and there is not {left-out}: set there to there's next
        add 1 to there's stones
invariant "the same": every p in pits satisfies p's seeds is p's stones
scoring:
    score of player: a's seeds
    winners: players with highest score
"""
RANKED = """\
game "Ranked" "Who comes in which order"
    players 5
each player has
    wealth: 0..3
    luck: 0..3
    place: 0..9
there is
    next-place: 0..9, starts 1
play:
    each player:
        roll wealth-now from 0..3
        roll luck-now from 0..3
        set your wealth to wealth-now
        set your luck to luck-now
    for each p in players by highest wealth, then lowest luck:
        set p's place to next-place
        add 1 to next-place
    each player: choose stay
action stay: nothing
scoring:
    score of player: its place
    winners: players with highest score
"""
ORDERED = """\
game "Ordered" "Some of a hand, in order"
    players 2
component card: rank 1..3
    {copies} of 1
    2 of 2
    1 of 3
each player has
    hand: hand of card
setup:
    ask players's first: move all box's cards to your hand
play:
    ask players's first: choose lay
action lay:
    pick 2..3 laid from your hand, in order
    for each c in laid: move c to box
scoring:
    score of player: its hand's size
    winners: players with highest score
"""


@pytest.mark.parametrize("left_out", ["c", "first-one"])
def test_sowing_is_the_loop_by_hand(left_out: str) -> None:
    made = loaded(SOWN.replace("{left-out}", left_out), 2)
    for seed in range(3):
        game, lots = made.start(seed), random.Random(seed)
        while not game.over:
            (seat,) = game.deciders
            game.play(seat, lots.choice(game.moves(seat)))
            assert game.broken_invariants() == ()


def test_ranks_are_those_of_a_stable_sort() -> None:
    made = loaded(RANKED, 5)
    for seed in range(12):
        fields = made.start(seed).view(None).variables
        known = {(each.name, each.owners): each.value for each in fields}
        names = [f"player-{number}" for number in range(1, 6)]
        ranked = sorted(names, key=lambda name: (-known["wealth", (name,)], known["luck", (name,)]))
        assert [known["place", (name,)] for name in ranked] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("copies", [1, 2])
def test_each_order_of_what_is_there_is_one_move(copies: int) -> None:
    game = loaded(ORDERED.replace("{copies}", str(copies)), 2).start(0)
    there = ["1"] * copies + ["2", "2", "3"]
    expected = [order for size in (2, 3) for order in sorted({*permutations(there, size)})]
    assert [move[1:] for move in game.moves(0)] == expected


def test_of_long_branches_only_those_that_are_taken_are_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """As of the positions of many examples that share a program."""
    compiled, statement = 0, Compiler.statement

    def counted(c: Compiler, node: ir.Statement) -> Callable[[], int]:
        nonlocal compiled
        compiled += 1
        return statement(c, node)

    monkeypatch.setattr(Compiler, "statement", counted)
    machine, other = Machine(tiny.rules().program), ()
    for number in range(12):
        add = ir.Set(1, ir.Bin("+", ir.Cell(1), ir.Const(number)))
        other = (ir.If(ir.Bin("==", ir.Cell(0), ir.Const(number)), (add,) * 100, other),)
    run = machine.c.code(other)
    for number, most in ((3, 101), (3, 101), (5, 201)):
        machine.memory[:2] = [number, 0]
        assert run() == 0
        assert machine.memory[1] == 100 * number
        assert compiled == most


@pytest.mark.parametrize("most", [(3, 3, 3), (1, 1, 1), (2, 0, 1), (1, 0, 1), (0, 0), ()])
def test_multisets_of_so_many_copies_are_those_of_all_tuples(most: tuple[int, ...]) -> None:
    """Ascending, of at most so many of each, by size, as counted out of all tuples."""
    numbers = range(len(most))
    wanted = [
        chosen
        for size in range(4)
        for chosen in product(numbers, repeat=size)
        if list(chosen) == sorted(chosen) and all(chosen.count(each) <= most[each] for each in numbers)
    ]
    found = selections([(each, most[each]) for each in numbers], 0, 3, 1, repeats=False, ordered=False)
    assert [tuple(each for each, _ in chosen) for chosen in found] == wanted


def test_a_long_multiset_takes_no_deep_stack() -> None:
    found = selections([(7,), (8,)], 5_000, 5_000, 1, repeats=True, ordered=False)
    assert list(islice(found, 2)) == [((7,),) * 5_000, (*((7,),) * 4_999, (8,))]


def test_selections_of_very_many_candidates_are_listed_one_after_the_other() -> None:
    before = time.process_time()
    found = list(
        islice(selections([(number,) for number in range(70_000)], 0, 3, 1, repeats=True, ordered=False), 70_001)
    )
    assert found == [(), *(((number,),) for number in range(70_000))]
    assert time.process_time() - before < 1
