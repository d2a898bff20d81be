"""Biblios: random games against an engine written from the specification alone, what E16 and E18 say, and secrecy."""

from collections.abc import Iterator
from itertools import combinations, permutations, product

import pytest

from rulewright import Game
from rulewright.language.elaborate.settings import Setting
from tests.games.common import each_setting, follow_games, how_many, secrets_are_kept_in
from tests.oracles.biblios import Biblios

CATEGORIES = ("pigments", "monks", "forbidden-tomes", "holy-books", "manuscripts")
CHURCH = {  # how many dice, and the changes
    "church-up-one": (1, (1,)),
    "church-down-one": (1, (-1,)),
    "church-up-two": (2, (1,)),
    "church-down-two": (2, (-1,)),
    "church-up-or-down": (1, (1, -1)),
}

Step = tuple[bool, int, int]  # a white die, which, the change


@pytest.mark.sampled(4, 2)
@each_setting("biblios")
def test_an_independent_engine_agrees_with_every_step(setting: Setting) -> None:
    follow_games("biblios", Biblios, setting, how_many(3), uses_of_a_church_card, payments)


@pytest.mark.sampled(3, 3)
@pytest.mark.thorough
@each_setting("biblios")
def test_what_a_seat_cannot_see_makes_no_difference_to_it(setting: Setting) -> None:
    secrets_are_kept_in("biblios", setting, how_many(1), share=0.02, traces=False)


# ---- E16: the moves of a church card are exactly those whose steps can be made one by one in some order


def uses_of_a_church_card(game: Game) -> None:
    for seat in game.deciders:
        moves = game.moves(seat)
        if ("decline",) in moves:
            offered = {move[1:] for move in moves if move[0] == "church"}
            assert offered == {tuple(map(step_name, steps)) for steps in possible_uses(game)}


def possible_uses(game: Game) -> Iterator[tuple[Step, ...]]:
    """By trying every order of every set of steps on the dice themselves."""
    sight = game.view(None)
    card = next(piece.name for zone in sight.zones if zone.name == "altar" for piece in zone.pieces or ())
    number, changes = CHURCH[card]
    values = {(each.name, each.owners[0]): each.value for each in sight.variables if each.name in {"die", "white"}}
    dice = {(name == "white", CATEGORIES.index(str(owner))): int(str(value)) for (name, owner), value in values.items()}
    scoring, white = (list(sets_of_steps(for_white, number, changes)) for for_white in (False, True))
    for first in scoring:
        for second in [(), *white] if (True, 0) in dice else [()]:
            if any(stays_right(dice, order) for order in permutations(first + second)):
                yield first + second


def sets_of_steps(for_white: bool, number: int, changes: tuple[int, ...]) -> Iterator[tuple[Step, ...]]:
    for which in combinations(range(len(CATEGORIES)), number):
        for change in product(changes, repeat=number):
            yield tuple((for_white, category, by) for category, by in zip(which, change, strict=True))


def stays_right(dice: dict[tuple[bool, int], int], steps: tuple[Step, ...]) -> bool:
    now = dict(dice)
    for for_white, category, change in steps:
        now[for_white, category] += change
        die = now[False, category]
        if not 1 <= now.get((True, category), 1) <= die <= 6:
            return False
    return True


def step_name(step: Step) -> str:
    for_white, category, change = step
    return f"{'white-' if for_white else ''}{CATEGORIES[category]}{change:+d}"


# ---- E18: the payments are exactly the sets of gold cards worth the bid without a superfluous one


def payments(game: Game) -> None:
    for seat in game.deciders:
        moves = game.moves(seat)
        if ("refuse",) not in moves or any(move[0] == "discard" for move in moves):
            continue
        sight = game.view(seat)
        hand = [zone for zone in sight.zones if zone.name == "hand"][seat]
        held = {piece.name: piece.copies for piece in hand.pieces or ()}
        bid = int(str(next(each.value for each in sight.variables if each.name == "high-bid")))
        most = [range(held.get(f"gold-{value}", 0) + 1) for value in (1, 2, 3)]
        enough = {cards for cards in product(*most) if cards[0] + 2 * cards[1] + 3 * cards[2] >= bid}
        lean = {cards for cards in enough if not any(fewer(cards, value) in enough for value in (1, 2, 3))}
        assert {move[1:] for move in moves if move[0] == "pay"} == lean


def fewer(cards: tuple[int, ...], value: int) -> tuple[int, ...]:
    """The same cards without one of a value."""
    return tuple(number - (at == value) for at, number in enumerate(cards, start=1))
