"""OpenSpiel, which knows nothing of this program, agrees with the games that both know, move by move."""

from random import Random

import pytest

from benchmarks.openspiel_games import DEALT, KNOWN, MOON, PASSED, SEATS, SUITS, Table, card_number, hearts_world

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
pytestmark = pytest.mark.thorough
GAMES = {"connect-four": 200, "hearts": 200, "quoridor": 3}
LONGEST = 300
HEARTS, QUEEN = SUITS.index("hearts"), card_number("queen-of-spades")


@pytest.mark.parametrize("name", KNOWN)
def test_both_engines_have_the_same_moves_and_ends(name: str) -> None:
    for number in range(GAMES[name]):
        table, rng = Table.begun(KNOWN[name], number), Random(number)
        while not table.game.over and table.game.decisions < LONGEST:
            table.play(rng.choice(list(table.moves())))


def test_both_engines_know_when_the_moon_is_shot() -> None:
    """One always plays the highest card; the others follow suit low, or else give away what counts."""
    table = Table.begun(KNOWN["hearts"], 83)
    while not table.game.over:
        cards = sorted(table.moves())
        if table.seat == 0:
            table.play(cards[0] if table.passing else cards[-1])
        elif len({card % len(SUITS) for card in cards}) == 1:
            table.play(cards[0])
        else:
            table.play(max(cards, key=lambda card: (card % len(SUITS) == HEARTS or card == QUEEN, -card)))
    assert table.game.scores == (0, MOON, MOON, MOON)


def test_cards_dealt_anew_are_nothing_new_to_who_decides_and_every_suit_is_followed() -> None:
    for number in range(10):
        table, rng = Table.begun(KNOWN["hearts"], number), Random(number)
        while not table.game.over:
            world = hearts_world(table.state, rng)
            assert world.information_state_string() == table.state.information_state_string()
            assert world.legal_actions() == table.state.legal_actions()
            again, history = world.get_game().new_initial_state(), world.history()
            begun = DEALT + (SEATS * PASSED if history[0] else 0)
            for at, action in enumerate(history, start=-begun):
                if at < 0 or (at > SEATS and at % SEATS):  # the first trick and leads have duties of their own
                    assert action in again.legal_actions()
                again.apply_action(action)
            table.play(rng.choice(list(table.moves())))
