"""What is said and asked at the end of a game."""

import pytest

from rulewright import Game, load
from rulewright.levels import RANDOM
from rulewright.loading import read_text, rules_of
from rulewright.machine.chance import RandomPlayer
from rulewright.machine.what_decided import what_decided
from rulewright.table.boards import Board
from rulewright.table.decision_page import DecisionPage, Over
from rulewright.table.endings import what_ended
from rulewright.table.keeping import Place
from rulewright.table.names_at_table import name_people
from rulewright.table.real_game import Seated, Sitting, again
from rulewright.table.session import advance as next_stop, after_end
from rulewright.table.sitting import sit
from rulewright.table.text_lines import plain
from rulewright.table.vocabulary import vocabulary
from tests.table.fake import Lists, begun, session


def played(name: str, *moves: str) -> Game:
    game = load(name).start(1)
    for move in moves:
        game.play(game.deciders[0], move)
    return game


COLUMN = ("place a1", "place b1", "place a2", "place b2", "place a3")
FULL = tuple(f"place {cell}" for cell in ("a1", "b1", "c1", "b2", "a2", "a3", "b3", "c2", "c3"))


def test_it_is_told_whose_move_ended_a_game_what_came_true_and_what_decided_it() -> None:
    run = "a straight run of 3 cells with the cell in it, and where every cell in it is yours"
    assert what_ended(played("tic-tac-toe", *COLUMN)) == (
        f"cross's move ended the game: if there is {run}, the game ends, and you win (rules, line 26). "
        "It was decided by a1, a2 and a3."
    )
    told = [what_ended(played("tic-tac-toe", *COLUMN), seat) for seat in (0, 1)]
    assert ['(rules, line 26; "you" is cross)' in each for each in told] == [False, True]
    assert what_ended(played("tic-tac-toe", *FULL)) == (
        "cross's move ended the game: you choose “place”; if you cannot, the game ends, and nobody wins "
        "(rules, line 19)."
    )


def marked(game: Game) -> dict[str, set[str]]:
    """The cells with a star on each board at the end, as a spectator sees it."""
    rules = game.rules
    names = name_people(rules.core.seat_names, {}, vocabulary(rules.core))
    table, found = Seated(game, names, RandomPlayer(1)).marked(None), dict[str, set[str]]()
    for board in (item for item in table.items if isinstance(item, Board)):
        spots = ((row, f"{board.column_labels[column]}{board.row_labels[row]}") for row, column in board.changed)
        found[board.name] = {cell for _, cell in spots}
    return found


def test_at_the_end_a_winning_line_and_the_last_move_are_marked_on_the_board() -> None:
    assert marked(played("tic-tac-toe", *COLUMN)) == {"board": {"a1", "a2", "a3"}}
    assert marked(played("tic-tac-toe", *FULL)) == {"board": {"c3"}}, "a full board is decided by no line"
    assert marked(played("tic-tac-toe", *COLUMN[:3])) == {"board": {"a2"}}, "in play it is the last decision alone"
    four = played("connect-four", *(f"drop column-{column}" for column in "abababa"))
    assert marked(four) == {"board": {"a1", "a2", "a3", "a4"}}


CHAIN = """game "Chain"
    players white, black
cell is grid 3 by 3
component stone: player
    5 of any
there is
    board: stone on each cell
play:
    repeat:
        each player: choose place
action place "Put a stone":
    pick cell from cells where it is empty
    move 1 from box where its player is you to cell
    if you is joined or (some p in players where p is joined): end game, won by you
define start of player p:
    a1   when p is white
    a3   otherwise
define joined of player p:
    c2 is in region of p's start as c where c's player is p   when p's start's player is p
    no   otherwise
"""


def test_the_places_of_a_chain_that_decided_are_found_through_definitions() -> None:
    game = rules_of(read_text("chain", CHAIN.encode()), "chain").start(1)
    for cell in ("a1", "a3", "b1", "b3", "b2", "c3", "c1", "a2"):
        game.play(game.deciders[0], f"place {cell}")
    assert not game.over
    game.play(0, "place c2")
    ended = game.ended_by()
    assert ended is not None
    chain = {("cell", cell) for cell in ("a1", "b1", "b2", "c1", "c2")}
    assert {*what_decided(game, ended)} == {*chain, ("player", "white"), ("you", "white")}


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
        "Play came to its end: again and again, until there is a player whose points are 2 (rules, line 6)."
    )
    game.back_to(3)
    game.play(0, "stop")
    assert what_ended(game) == (
        "player-1's move ended the game: if your points are 1, the game ends (early) (rules, line 11)."
    )


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


def test_who_has_read_the_game_is_asked_again_what_comes_next() -> None:
    read = list[str]()
    screen = Lists(["1", "1", "read", "4"])
    assert sit(session(humans=(0,), asks_next=True), screen, read_on=lambda: read.append("read")) == "over"
    assert read == ["read"]
    assert sum("What next?" in shown for shown in screen.shown) == 2


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
