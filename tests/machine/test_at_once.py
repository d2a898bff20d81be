"""Choices at once: of what the others choose a seat sees only that they have chosen, whoever is last."""

from itertools import permutations, product

import pytest

from rulewright.machine.chance import Seeded
from rulewright.machine.game import Game, Rules
from rulewright.machine.information import Seen
from rulewright.machine.record import BackLine
from tests.machine.stepping import seat_file_lines
from tests.made.loading import loaded

TEXT = """game "Sealed"
    players 1..3
component card: rank 1..2
    1 of any
each player has
    hand: hand of card
    aside: hand of card
    stake: 0..9, seen by owner
setup:
    move all box to players' first's hand
play:
    each player at once: choose bid or lay or pass
    each player: choose rest
action bid "Name a number":
    pick amount from 1..3
    set your stake to amount
action lay "Put cards aside":
    pick 1..2 cards from your hand
    for each c in cards: move c to your aside
action pass "Nothing": nothing
action rest "Nothing": nothing
scoring:
    score of player p: 0
    winners: nobody
"""
OPENED = TEXT.replace("0..9, seen by owner", "0..9")


@pytest.fixture
def rules() -> Rules:
    return loaded(TEXT, 3)


def known_to(game: Game, seat: int | None) -> tuple[object, ...]:
    """Everything that a seat, or nobody, is told."""
    moves = () if seat is None else tuple(game.moves(seat))
    return (
        game.view(seat),
        game.standing(seat),
        game.information(seat),
        moves,
        list(seat_file_lines(game, seat)),
    )


@pytest.mark.parametrize("order", [*permutations(range(3))])
def test_others_see_only_that_a_choice_is_made_the_last_one_too(rules: Rules, order: tuple[int, ...]) -> None:
    game = rules.start()
    for seat in order:
        game.play(seat, ("bid", seat + 1))
    for watcher in (0, 1, 2, None):
        assert game.information(watcher)[-3:] == tuple(
            Seen("move", seat=seat, name="bid", items=(seat + 1,)) if seat == watcher else Seen("move", seat=seat)
            for seat in order
        )


def test_so_in_games_that_were_taken_up_or_copied(rules: Rules) -> None:
    game = rules.start()
    for seat in (0, 1):
        game.play(seat, ("pass",))
    for again in (rules.resume(game.state), game.copy()):
        assert again.deciders == (2,)
        again.play(2, ("bid", 3))
        assert again.information(0)[-1] == Seen("move", seat=2)
        assert '"move":["?"]' in [*seat_file_lines(again, None)][-1]


def test_nothing_that_a_seat_is_told_depends_on_what_others_choose(rules: Rules) -> None:
    """All choices of two seats, seen by the third and by nobody. After the bodies, too, where these are secret."""
    choices = [move for move in rules.start().moves(0) if move[0] == "lay"], rules.start().moves(1)
    assert len(choices[0]) == len(choices[1]) - 1 == 3
    for first, second in ((choices[0], choices[1]), (choices[1], choices[1])):
        told: dict[tuple[int | None, int], list[object]] = {}
        for moves in product(first, second, [("pass",)]):
            game = rules.start()
            for seat, move in enumerate(moves[: 2 if first is choices[0] else 3]):
                game.play(seat, move)
                for watcher in (None, 2):
                    told.setdefault((watcher, seat), []).append(known_to(game, watcher))
        assert all(entry == entries[0] for entries in told.values() for entry in entries)


SOME = TEXT.replace(
    "each player at once: choose bid or lay or pass", "each player where its seat is not 2 at once: choose bid"
)


def test_who_is_not_asked_waits_for_nobody() -> None:
    """Of three seats two choose; the last of these opens what was chosen, and then all are asked."""
    game = loaded(SOME.replace("0..9, seen by owner", "0..9"), 3).start()
    assert game.deciders == (0, 2)
    game.play(2, ("bid", 3))
    assert game.information(1)[-1] == Seen("move", seat=2)
    game.play(0, ("bid", 1))
    assert game.deciders == (0,)
    game.back_to(1)
    assert game.lines[-1] == BackLine(1, seen=True)


def test_what_some_have_chosen_is_imagined() -> None:
    """Before the last has chosen any bid, afterwards those that were made; who was not asked is asked in none."""
    game = loaded(SOME, 3).start()
    game.play(2, ("bid", 3))
    found = [game.imagined(0, Seeded(seed)) for seed in range(30)]
    assert all(each.consistent for each in found)
    assert {game.rules.resume(each.state).deciders for each in found} == {(0,)}
    assert len({each.state.vector for each in found}) == 3
    game.play(0, ("bid", 1))
    for seat in range(3):
        stakes = {game.rules.resume(game.imagine(seat, Seeded(seed))).view(seat) for seed in range(10)}
        assert stakes == {game.view(seat)}


@pytest.mark.parametrize(("chosen", "decision", "seen"), [(1, 1, False), (2, 2, False), (3, 3, True), (3, 1, True)])
def test_going_back_behind_what_came_out_is_marked(chosen: int, decision: int, seen: bool) -> None:
    """Before the last has chosen nobody has seen anything; afterwards the choices are known by what they did."""
    game = loaded(OPENED, 3).start()
    for seat in range(chosen):
        game.play(seat, ("bid", 2))
    game.back_to(decision)
    assert game.lines[-1] == BackLine(decision, seen)


def test_alone_there_is_nobody_who_could_see_it() -> None:
    game = loaded(OPENED, 1).start()
    game.play(0, ("bid", 2))
    game.undo()
    assert game.lines[-1] == BackLine(1)


def test_what_others_have_chosen_is_imagined_whole() -> None:
    """Any state that another choice would have led to, and nothing of the choice that was made."""
    rules = loaded(OPENED, 2)
    games = [rules.start() for _ in rules.start().moves(0)]
    for game in games:
        game.play(0, game.moves(0)[games.index(game)])
    for game in games:
        assert {game.imagine(1, Seeded(seed)).vector for seed in range(100)} == {each.state.vector for each in games}
