"""What is said and asked at the end of a game."""

import pytest

from rulewright import Game, load
from rulewright.levels import RANDOM
from rulewright.loading import read_text, rules_of
from rulewright.table.decision_page import DecisionPage, Over
from rulewright.table.endings import what_ended
from rulewright.table.keeping import Place
from rulewright.table.real_game import Sitting, again
from rulewright.table.session import advance as next_stop, after_end
from rulewright.table.sitting import sit
from rulewright.table.text_lines import plain
from tests.table.fake import Lists, begun, session

LINE = "some run in cells' runs(3) where cell is in run and every c in run satisfies c's player is you"


def played(name: str, *moves: str) -> Game:
    game = load(name).start(1)
    for move in moves:
        game.play(game.deciders[0], move)
    return game


def test_the_sentence_that_ended_a_game_is_told_with_the_condition_below_which_it_stands() -> None:
    won = played("tic-tac-toe", "place a1", "place b1", "place a2", "place b2", "place a3")
    assert what_ended(won) == f'What ended it: "if {LINE}: end game, won by you" (rules, line 26).'
    full = [f"place {cell}" for cell in ("a1", "b1", "c1", "b2", "a2", "a3", "b3", "c2", "c3")]
    assert what_ended(played("tic-tac-toe", *full)) == (
        'What ended it: "if you cannot: end game, drawn" (rules, line 19).'
    )


RULES = """game "Rounds"
    players 2
each player has
    points: 0..9
play:
    repeat until some p in players satisfies p's points is 2:   -- or more
        each player: choose score or stop
action score: add 1 to your points
action stop:
    if your points is 1:
        end game   -- early
    otherwise: nothing
scoring:
    score of player: its points
    winners: players with highest score
"""


def test_where_play_comes_to_its_end_it_is_told_until_when_it_goes() -> None:
    game = rules_of(read_text("rounds", RULES.encode()), "rounds").start(1)
    for move in ("score", "stop", "score", "stop"):
        game.play(game.deciders[0], move)
    assert game.over
    assert game.ended_by() is None
    assert what_ended(game) == (
        'Play came to its end: "repeat until some p in players satisfies p\'s points is 2" (rules, line 6).'
    )
    game.back_to(3)
    game.play(0, "stop")
    assert what_ended(game) == 'What ended it: "if your points is 1: end game" (rules, line 11).'


def test_who_plays_alone_sees_how_it_ended_and_is_asked_what_comes_next() -> None:
    sitting, screen = session(humans=(0,), asks_next=True), Lists(["1", "1", "?", "nonsense", ":why put", "4"])
    assert sit(sitting, screen) == "over"
    end = next(shown for shown in screen.shown if "What next?" in shown)
    assert " 1. again                 3. read it\n 2. again seats changed   4. leave\n" in end
    below = screen.shown[screen.shown.index(end) + 1]
    assert below.index("Last move: Ann: put.") < below.index("One moment.\n"), "read forward, below the table"
    said = "".join(screen.shown)
    assert "REFUSED Type 1 to 4, or what stands beside it. :help lists what you can ask.\n" in said
    assert "REFUSED :why is for a game that goes on. :undo goes back into it.\n" in said
    assert "What next?" not in screen.shown[-1]
    assert "The game is over. Ann 2, Bob 2." in screen.shown[-1], "so that it stands there afterwards"


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [("1", "again"), ("again", "again"), ("2", "swap"), ("again seats", "swap"), ("read", "read"), (":quit", "over")],
)
def test_what_comes_next_can_be_typed_in_words(typed: str, wanted: str) -> None:
    assert sit(session(humans=(0,), asks_next=True), Lists(["1", "1", typed])) == wanted


def test_after_the_end_the_last_decision_can_be_taken_back() -> None:
    sitting, screen = session(humans=(0,), asks_next=True), Lists(["1", "1", ":undo"])
    assert sit(sitting, screen) == "stopped"
    assert not sitting.game.over
    assert "Ann, your move:" in screen.shown[-2]


def test_several_people_and_pipes_are_asked_nothing() -> None:
    for settings in ({"humans": (0, 1), "asks_next": True}, {"humans": (0,)}):
        sitting = begun(**settings)
        while not isinstance(stop := next_stop(sitting), Over):
            if isinstance(stop, DecisionPage):
                sitting.game.play(stop.seat, sitting.game.moves(stop.seat)[0])
        assert stop.page is None
        assert "The game is over." in plain(stop.lines)


def test_a_question_after_the_end_is_answered() -> None:
    sitting = session(humans=(0,), asks_next=True)
    sit(sitting, Lists(["1", "1"]))
    assert plain(after_end(sitting, 0, ":score").lines) == "score , seat 0\n"
    assert after_end(sitting, 0, "").refused


def test_a_new_game_has_the_same_people_at_their_seats_or_at_the_next_ones() -> None:
    sitting = Sitting({0: "Ann", 2: None}, 5, place=Place(force=True), bots={1: RANDOM})
    same, moved = (again(sitting, 3, 9, None, seats_changed=changed) for changed in (False, True))
    assert (same.people, same.bots, same.seed) == ({0: "Ann", 2: None}, {1: RANDOM}, 9)
    assert (moved.people, moved.bots) == ({1: "Ann", 0: None}, {2: RANDOM})
    assert same.place == Place()
