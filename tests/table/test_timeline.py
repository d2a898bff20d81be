"""Back and forward in a game: the tree of all that was decided, and what the commands make of it."""

from collections.abc import Sequence
from functools import cache

import pytest
from attrs import define, field
from hypothesis import given, strategies as st

from rulewright import load
from rulewright.machine.game import Decision, Game, Rules
from rulewright.machine.record import BackLine, MoveLine
from rulewright.table.decision_page import DecisionPage, HandOver, Over
from rulewright.table.real_game import Seated
from rulewright.table.session import Session, answer
from rulewright.table.text_lines import plain
from rulewright.table.undo_redo import Step, others, timeline, way
from tests.made.loading import loaded
from tests.table.fake import Bids, advance, ask, drawn, session
from tests.table.fitting import sitting

Line = tuple[int, ...]


@define
class Walked:
    """Walks at random, and what must be known of it: the line of play that stands, as its moves, and all there were."""

    line: Line = ()
    lines: set[Line] = field(factory=lambda: {()})
    steps: list[Step] = field(factory=list)

    def make(self, move: int) -> None:
        self.line = (*self.line, move)
        self.lines.add(self.line)
        self.steps.append(MoveLine(len(self.line) % 2, ("go", move)))

    def back(self, left: int) -> None:
        if left < len(self.line):
            self.line = self.line[:left]
            self.steps.append(BackLine(left + 1))


def walked(numbers: Sequence[int]) -> Walked:
    """Numbers below 3 are moves, others go back."""
    walk = Walked()
    for number in numbers:
        if number < 3:
            walk.make(number)
        else:
            walk.back(number - 3)
    return walk


WALKS = st.lists(st.integers(0, 9), max_size=40).map(walked)


def line_to(walk: Walked, point: int) -> Line:
    tree, found = timeline(walk.steps), []
    while tree.points[point].made is not None:
        found.append(tree.points[point].made.move[1])
        point = tree.points[point].before
    return tuple(found[::-1])


@given(WALKS)
def test_the_tree_has_each_line_of_play_once_and_stands_where_play_does(walk: Walked) -> None:
    tree = timeline(walk.steps)
    assert line_to(walk, tree.here) == walk.line
    assert sorted(line_to(walk, point) for point in range(len(tree.points))) == sorted(walk.lines)
    whole = {line for line in walk.lines if not any(longer[:-1] == line for longer in walk.lines if longer)}
    left = {line_to(walk, point) for point in others(tree)}
    assert left <= whole
    assert all(line in left or walk.line == line[: len(walk.line)] for line in whole)


@given(WALKS, st.data())
def test_a_journey_and_the_one_back_are_inverse(walk: Walked, data: st.DataObject) -> None:
    tree = timeline(walk.steps)
    goal = data.draw(st.integers(0, len(tree.points) - 1))
    before, aim = walk.line, line_to(walk, goal)
    for point, end in ((goal, aim), (tree.here, before)):
        journey = way(timeline(walk.steps), point)
        assert [made.move[1] for made in journey.taken] == list(walk.line[journey.left :])
        walk.back(journey.left)
        for made in journey.again:
            walk.make(int(made.move[1]))
        assert walk.line == end
    assert len(timeline(walk.steps).points) == len(tree.points), "nothing is decided that was not decided before"


def until_asked(table: Session) -> int | None:
    """The seat that is asked next; whoever is asked to agree does."""
    while True:
        match advance(table):
            case DecisionPage(seat=seat) if table.proposal is not None:
                answer(table, seat, "yes")
            case DecisionPage(seat=seat):
                return seat
            case Over():
                return None
            case HandOver():
                pass


def asked_to_agree(table: Session) -> int | None:
    """Who is asked next for a yes; None: it is something else that is asked."""
    stop = advance(table)
    return stop.seat if isinstance(stop, DecisionPage) and table.proposal is not None else None


def standing(table: Session) -> tuple[object, ...]:
    assert isinstance(table.game, Seated)
    game: Game = table.game.game
    made = [(step.seat, step.move) for step in game.steps if isinstance(step, Decision)]
    return (game.state.vector, game.decisions, made)


GAMES = {"deal": (0,), "tic-tac-toe": (0, 1), "kuhn-poker": (0, 1), "high-tide": (1,), "at once": (0, 2)}
AT_ONCE = """game "At once" "All choose, then it is told"
    players 3
each player has
    steps: 0..9
play:
    repeat 5 times:
        each player at once: choose step
action step "Go on":
    pick number from 1..3
    set your steps to number
scoring:
    score of player: player's steps
    winners: players with highest score
"""


@cache
def rules_named(name: str) -> Rules:
    return loaded(AT_ONCE) if name == "at once" else load(name)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_undo_redo_and_goto_are_inverse(name: str, data: st.DataObject) -> None:
    table = sitting(rules_named(name), GAMES[name], data.draw(st.integers(0, 99)))
    seat = until_asked(table)
    been: list[tuple[object, ...]] = []
    for kind in data.draw(st.lists(st.sampled_from(["move", "move", "move", "undo", "goto", "branches"]), max_size=14)):
        if seat is None:
            return
        here, made = standing(table), table.game.made
        been.append(here)
        if kind == "move":
            moves = table.game.moves(seat)
            answer(table, seat, " ".join(map(str, data.draw(st.sampled_from(moves)))))
            seat = until_asked(table)
            continue
        most = {"goto": made + 1, "undo": 3}
        to = f" {data.draw(st.integers(1, most[kind]))}" if kind in most else ""
        if answer(table, seat, f":{kind}{to}").then == "ask":
            assert standing(table) == here, "what is refused or only told changes nothing"
            continue
        other = until_asked(table)
        assert other is not None
        then, asked = standing(table), other
        assert then[1] <= made
        assert then in been, "going back leads to where the game was"
        assert kind != "undo" or asked == seat, "who takes back its decision makes another one"
        back = f"redo{to}" if kind == "undo" else f"goto {made + 1}"
        answer(table, other, f":{back}")
        seat = until_asked(table)
        assert standing(table) == here, (kind, back)
        assert seat is not None
        if kind == "undo":
            answer(table, seat, f":undo{to}")
            assert until_asked(table) == asked
            assert standing(table) == then
            answer(table, asked, f":redo{to}")
            seat = until_asked(table)


def test_a_line_that_was_left_stays_reachable() -> None:
    table = session(humans=(0,))
    assert until_asked(table) == 0
    assert "No line of play was left: nobody has gone back and made another move." in plain(
        answer(table, 0, ":branches").lines
    )
    for typed in ("put 8 right", ":undo", "put 57 right"):
        answer(table, 0, typed)
        assert until_asked(table) == 0
    told = plain(answer(table, 0, ":branches").lines)
    assert "1. parts at decision 1 (Ann, put stone-8 right), goes on to decision 3" in told
    assert answer(table, 0, ":branches 2").refused
    answer(table, 0, ":branches 1")
    assert until_asked(table) == 0
    assert [move[1] for _, move in table.game.done] == ["stone-8", "bonus+5"]
    assert "put stone-57 right" in plain(answer(table, 0, ":branches").lines)
    table = session(humans=(0, 1))
    assert played(table, "put 8 right", "put 57 right", ":goto 2", "put bonus right") == 0
    assert "1. parts at decision 2 (Bob), goes on to decision 3" in plain(answer(table, 0, ":branches").lines)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (":redo", "There is nothing to make again: nothing has been taken back here."),
        (":undo 1", "There is nothing to take back: you have not made a move yet."),
        (":undo x", "There is nothing to take back: you have not made a move yet."),
        (":goto", "You are at decision 1; this line of play has the decisions 1 to 1."),
        (":goto 2", "There is no decision 2 to go to."),
        (":goto 0", "There is no decision 0 to go to."),
        (":goto ²", "There is no decision ² to go to."),
        (":goto 99999999999999999999", "to go to."),
        (":goto 1", "It stays where it is."),
        (":branches x", "There is no branch x. No line of play was left."),
    ],
)
def test_what_cannot_be_is_told(line: str, said: str) -> None:
    table = session()
    assert until_asked(table) == 0
    assert said in refused(table, 0, line)


def refused(table: Session, seat: int, line: str) -> str:
    """What is said to a line that is refused."""
    reply = answer(table, seat, line)
    assert (reply.then, reply.refused) == ("ask", True)
    return " ".join(plain(reply.lines).split())


def played(table: Session, *lines: str) -> int:
    """Who is asked after each of these lines was typed by who was asked then."""
    seat = until_asked(table)
    for line in lines:
        assert seat is not None
        answer(table, seat, line)
        seat = until_asked(table)
    assert seat is not None
    return seat


def open_game(players: int = 2) -> Session:
    """People who see each other's screen."""
    return session(players, tuple(range(players)), one_screen=False, ask_all=True)


@pytest.mark.parametrize("number", ["0", "3", "x", "-1", "1.5", "²", "9" * 30, "1 2"])
def test_a_number_of_decisions_that_cannot_be_taken_back_or_made_again_is_refused(number: str) -> None:
    table = session()
    table.game = Bids()
    assert played(table, "bid 4", "bid 5") == 0
    assert refused(table, 0, f":undo {number}") == (
        "After :undo stands how many of your decisions to take back; there are 2."
    )
    assert played(table, ":undo 2") == 0
    assert refused(table, 0, f":redo {number}") == (
        "After :redo stands how many of your decisions to make again; there are 2."
    )
    assert table.game.made == 0


def test_undo_takes_back_ones_own_decision_with_what_others_decided_since() -> None:
    table = open_game()
    assert played(table, "1", "1", ":undo") == 0
    assert table.game.made == 0, "Ann's, and with it Bob's"
    ask(table)
    assert played(table, ":redo") == 0
    assert table.game.made == 2
    table = open_game()
    assert played(table, "1", "1") == 0
    answer(table, 0, ":undo")
    assert asked_to_agree(table) == 1
    answer(table, 1, "yes")
    stop = ask(table)
    assert drawn(stop, table).startswith("Back before your last decision.\n")
    table = open_game()
    assert played(table, "1") == 1
    assert refused(table, 1, ":undo") == (
        "There is nothing to take back: you have not made a move yet. "
        ":goto 1 goes back before the last decision of the others."
    )
    assert played(table, ":goto 1") == 0
    assert table.game.made == 0


def test_after_going_to_a_decision_what_the_others_did_before_it_is_told() -> None:
    """As when play was there: on a screen that scrolls, and on one that shows what happened."""
    table = open_game()
    answer(table, played(table, "put 8 right", "put 57 right", "put bonus right"), ":goto 2")
    assert asked_to_agree(table) == 0
    answer(table, 0, "yes")
    stop = ask(table)
    assert stop.seat == 1
    assert [each.text for each in stop.told[1]] == ["› Ann: put ?", "Back to decision 2."]
    assert drawn(stop, table).startswith("Back to decision 2.\n· Ann: put ?\n\n")
    answer(table, 1, ":goto 3")
    stop = ask(table)
    assert stop.seat == 0
    assert [each.text for each in stop.told[1]] == [
        "› Ann: put stone-8",
        "› Bob: put ?",
        "Forward to decision 3.",
    ]
    table = open_game()
    assert played(table, "put 8 right", "put 57 right", ":goto 1", "put stone-5 right", "put 57 right") == 0
    answer(table, 0, ":branches 1")
    assert until_asked(table) == 0
    stop = ask(table)
    assert stop.moves == tuple(table.game.moves(0))


def test_all_whose_decisions_are_taken_back_are_asked_in_turn() -> None:
    table = session(players=3, humans=(0, 1, 2), one_screen=False)
    assert played(table, "1", "1") == 2
    for said in (("yes", "no"), ("yes", "yes")):
        answer(table, 2, ":goto 1")
        for seat, word in enumerate(said):
            assert asked_to_agree(table) == seat
            assert answer(table, seat, "perhaps").refused
            assert answer(table, seat, word).then == "go-on"
        stop = ask(table)
        if said[1] == "no":
            assert (stop.seat, table.game.made) == (2, 2)
            assert drawn(stop, table).startswith("Bob does not agree.\n")
    assert (stop.seat, table.game.made) == (0, 0)
    table = session(humans=(0, 1), one_screen=False, ask_all=True)
    assert played(table, "1", "1", "1") == 1
    answer(table, 1, ":goto 1")
    question = ask(table)
    assert "would take back 3 decisions, 2 of them yours. Ann, do you agree?" in " ".join(
        drawn(question, table).split()
    )
    table = session(humans=(0, 1), one_screen=False)
    played(table, "1", "1")
    answer(table, 0, ":undo")
    assert asked_to_agree(table) == 1, "the last decision was Bob's"
    answer(table, 1, "no")
    ask(table)
    assert table.game.made == 2
