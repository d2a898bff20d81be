"""The course of a sitting, with a game of a few lines."""

from collections.abc import Sequence

import pytest
from attrs import define, evolve

from rulewright.table.commands import ROWS, WHILE_ASKED_TO_AGREE
from rulewright.table.consequences import ELSEWHERE, Phrase
from rulewright.table.decision_page import DecisionPage, HandOver, Over, Reply
from rulewright.table.log_lines import News
from rulewright.table.session import Session, answer
from rulewright.table.sitting import sit
from rulewright.table.text_lines import length, plain
from rulewright.table.typed_line import Move
from tests.table.fake import Bids, Fake, Lists, advance, ask, begun, drawn, session

NOT_YET = [row.name for row in ROWS if row.name not in WHILE_ASKED_TO_AGREE]


def said(reply: Reply) -> str:
    return plain(reply.lines)


def test_other_seats_play_at_random_and_are_told() -> None:
    sitting = session()
    first = ask(sitting)
    assert first.seat == 0
    assert "Ann, your move:" in drawn(first, sitting)
    assert answer(sitting, 0, "1") == Reply("go-on")
    second = ask(sitting)
    assert drawn(second, sitting).startswith("· Bob: put ?\n")
    assert "stone-8" not in drawn(second, sitting), "what Bob took is not seen"
    sitting = begun()
    answer(sitting, 0, "1")
    advance(sitting)
    assert sitting.game.made == 2
    assert answer(sitting, 0, "undo").then == "go-on"
    assert sitting.game.made == 0
    again = ask(sitting)
    assert drawn(again, sitting).startswith("Back before your last decision.\n")
    assert "Bob" not in drawn(again, sitting).split("Stones")[0], "what was taken back is not told"
    sitting = session()
    assert isinstance(sitting.game, Fake)
    sitting.game.seen = True
    advance(sitting)
    answer(sitting, 0, "1")
    advance(sitting)
    answer(sitting, 0, ":undo")
    again = advance(sitting)
    assert "has been seen since" in drawn(again, sitting)


def test_a_refused_line_changes_nothing_and_says_why() -> None:
    sitting = begun()
    for line, reason in (
        ("put 57 left", 'put stone-57 left: "you have nothing to put it left of"'),
        ("99", "There is no move 99. The moves have the numbers 1 to 4."),
        (":dnace", 'There is no command ":dnace". :help lists them.'),
        (":udno", 'There is no command ":udno". Did you mean :undo? :help lists them.'),
        ("put 5", "Which of these?  1. put stone-5 right   3. put bonus+5 right"),
        (":undo", "There is nothing to take back: you have not made a move yet."),
    ):
        reply = answer(sitting, 0, line)
        assert (reply.then, reply.refused) == ("ask", True), line
        assert said(reply).replace("\n", " ").strip() == reason
    assert sitting.game.made == 0


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("put", "4. put stone-8 right"),
        (":moves", "1. put stone-5 right"),
        (":why put 8 right", "put stone-8 right is legal: it is move 4.\n"),
        ("why put stone-8 left", "nothing to put it left of"),
        (
            ":why put",
            "put - Take a stone\nput is legal with more words behind it.\nThere are legal moves like this: put",
        ),
        (":why 77", "There is no move 77"),
        (":why put 5 left", '"5" could be stone-5 or bonus+5'),
        (":why", "Type a move after :why"),
        (":rules", "A game of few stones"),
        (":rules put", "Pick a stone from the field."),
        (":rules turn", "You choose “put”."),
        (":rules moon", "speaks of"),
        (":table", "field"),
        ("", ""),
        (":look stone-5", "look stone-5, seat 0\n"),
        ("odds 57", "odds 57, seat 0\n"),
        (":score", "score , seat 0\n"),
        *((line, ":look NAME") for line in ("?", ":?", ":h", "help")),
    ],
)
def test_what_is_told_of_a_line_that_is_no_move(line: str, told: str) -> None:
    sitting = begun()
    reply = answer(sitting, 0, line)
    assert (reply.then, told in said(reply)) == ("ask", True), said(reply)
    assert sitting.game.made == 0


def test_a_part_or_a_word_keeps_out_what_has_it_not() -> None:
    sitting = begun()
    assert "1." not in said(answer(sitting, 0, ":moves 8"))
    assert "A game of few stones" not in said(answer(sitting, 0, ":rules put"))
    assert answer(sitting, 0, ":rules").paged
    assert [answer(begun(), 0, line).then for line in (":q", "bye", "quit")] == ["quit"] * 3
    assert answer(begun(), 0, "q").refused, "a letter alone may be the beginning of a name"


def table_of(sitting: Session) -> str:
    """The table at the next decision, as a screen that scrolls shows it."""
    stop = ask(sitting)
    text = drawn(stop, sitting)
    return text[text.index("Stones") : text.index("your move:")]


def test_stars_tell_what_has_changed_since_the_seat_last_decided() -> None:
    """By the decision of the seat itself, too. Asked again, or after going back, they say nothing else."""
    sitting = session()
    assert "*" not in table_of(sitting)
    answer(sitting, 0, "99")
    answer(sitting, 0, "put stone-5 right")
    second = table_of(sitting)
    assert " hand stone-5* " in second
    assert " hand 1 unseen*\n" in second
    assert "   field *stone-57 bonus+5\n" in second, "Bob took the last one"
    assert table_of(sitting) == second
    assert "   field *stone-57 bonus+5\n" in said(answer(sitting, 0, ":table"))
    answer(sitting, 0, ":undo")
    assert "*" not in table_of(sitting)


def test_stars_tell_a_seat_what_itself_has_not_seen_yet() -> None:
    sitting = begun(humans=(0, 1), one_screen=False, ask_all=True)
    answer(sitting, 0, "put stone-5 right")
    assert "*" not in table_of(sitting), "Bob has not decided anything yet"
    answer(sitting, 1, "put stone-8 right")
    assert " hand stone-5* " in table_of(sitting)
    for humans in ((0,), (0, 1)):
        sitting = session(players=2, humans=humans, one_screen=False, ask_all=True)
        screen = Lists(["1"] * 4)
        assert sit(sitting, screen) == "over"
        assert " field –*  " in screen.shown[-1]


def test_forced_moves_are_made_after_saying_so() -> None:
    sitting = session(humans=(1,))
    screen = Lists(["1"])
    assert sit(sitting, screen) == "over"
    end = screen.shown[-1]
    assert "Bob: put stone-57 left" in end
    assert "(the only move, made for you)" in end
    assert "The game is over. Ann 2, Bob 2.\nAnn and Bob win together.\nAnn: stones\nBob: stones\n" in end
    sitting = session(humans=(1,), ask_all=True)
    screen = Lists(["1", "1"])
    assert sit(sitting, screen) == "over"
    assert "made for you" not in "".join(screen.shown)
    # Who is not handed the keyboard would be known to have had none.
    sitting = session(humans=(0, 1))
    screen = Lists(["1"] * 4)
    assert sit(sitting, screen) == "over"
    handed = [shown for shown in screen.shown if shown.startswith("PAUSE Pass")]
    assert len(handed) == 3, "after each move but the last, which was the only one"
    assert "made for you" not in "".join(screen.shown)


@pytest.mark.parametrize("height", [16, 20, 24])
def test_the_end_leaves_room_for_what_is_said_after_it_so_that_the_last_news_stay_on_the_screen(height: int) -> None:
    sitting = session(humans=(1,), height=height)
    screen = Lists(["1"])
    screen.height = height
    assert sit(sitting, screen) == "over"
    rows = screen.shown[-1].splitlines()
    assert "Bob: put stone-57 left" in "\n".join(rows)
    assert len(rows) + len(["the seed", "the record,", "in a long folder", "what the shell asks"]) <= height


def test_a_forced_move_is_told_once() -> None:
    @define
    class OneFirst(Fake):
        def moves(self, seat: int) -> Sequence[Move]:
            return Fake.moves(self, seat)[: None if self.done else 1]

    sitting = session()
    sitting.game = OneFirst(2)
    stop = ask(sitting)
    assert [each.text for each in stop.told[1]] == [
        "› Ann: put stone-5 right   (the only move, made for you)",
        "› Bob: put ?",
    ]


def test_a_number_is_the_line_on_which_it_stands() -> None:
    """In a long list only some have numbers; :moves shows all, and from then on they count."""
    sitting = session()
    sitting.game = Bids()
    first = ask(sitting)
    assert "  1. fold hand\n" in drawn(first, sitting)
    assert "\n     stop game\n" in drawn(first, sitting), (
        "42 could be the bid, so that it does not stand beside another move"
    )
    for line, said_of_it in (
        ("2", "There is no number 2 beside a move here. :moves lists all moves with their numbers."),
        ("50", "There is no number 50 beside a move here. :moves lists all moves with their numbers."),
        (":why 4", "bid 4 is legal."),
    ):
        assert said(answer(sitting, 0, line)).replace("\n", " ").strip() == said_of_it
    bids = sitting.game
    for line, made in (("4", ("bid", 4)), ("42", ("bid", 42)), ("1", ("fold", "hand"))):
        assert answer(sitting, 0, line) == Reply("go-on")
        assert bids.done[-1] == (0, made)
        advance(sitting)
    answer(sitting, 0, ":moves stop")
    assert said(answer(sitting, 0, ":why 42")) == "stop game is legal: it is move 42.\n"
    answer(sitting, 0, ":moves")
    assert answer(sitting, 0, "4") == Reply("go-on")
    assert bids.done[-1] == (0, ("bid", 6))


def stepping() -> tuple[Session, Bids]:
    sitting = session(height=24)
    sitting.game = bids = Bids()
    ask(sitting)
    return sitting, bids


def test_above_thirty_moves_the_first_words_have_numbers_and_a_step_can_be_taken_back() -> None:
    sitting, bids = stepping()
    again = said(answer(sitting, 0, "2"))
    assert again.startswith("Ann, your move: bid …   (Enter: back)\n")
    assert " 4 " in again
    first = said(answer(sitting, 0, ""))
    assert first == "Ann, your move:\n 1. fold hand\n 2. bid …      40 moves\n 3. stop game\n"
    assert answer(sitting, 0, "2").then == "ask"
    assert said(answer(sitting, 0, ":back")) == first
    refused = answer(sitting, 0, "back")
    assert (refused.refused, said(refused)) == (
        True,
        "There is no word to choose again. :undo takes back your last move.\n",
    )
    assert bids.made == 0
    assert answer(sitting, 0, "3") == Reply("go-on")
    assert bids.done == [(0, ("stop", "game"))]


def test_at_a_step_a_line_goes_on_or_is_a_whole_move() -> None:
    for line, made in (("17", ("bid", 17)), ("bid 9", ("bid", 9)), ("fold hand", ("fold", "hand"))):
        sitting, bids = stepping()
        answer(sitting, 0, "bid")
        assert answer(sitting, 0, line) == Reply("go-on"), line
        assert bids.done == [(0, made)]


def test_at_a_step_it_is_asked_why_of_what_goes_on_from_the_words_that_are_chosen() -> None:
    sitting, _ = stepping()
    assert said(answer(sitting, 0, ":why")).startswith("Type a move after :why")
    answer(sitting, 0, "bid")
    for line, of in ((":why", "bid is legal with more words behind it."), (":why 9", "bid 9 is legal")):
        assert said(answer(sitting, 0, line)).startswith(of)
    for line, of in ((":why left", 'bid left: "you have'), (":why put it", 'put it: "you have')):
        assert said(answer(sitting, 0, line)).startswith(of), line


@define
class Talkative(Fake):
    """Others' decisions have so much to tell that a line has no room for it."""

    def news(self, seat: int, since: int) -> list[News]:
        came = Phrase("; ".join(f"stone-{number} to the heap" for number in range(5)), ELSEWHERE, ("5 stones",))
        return [evolve(each, came=(came,)) for each in Fake.news(self, seat, since)]


def test_what_others_did_last_is_told_in_two_rows_where_one_is_too_short() -> None:
    sitting = session(players=3, height=24, ask_all=True)
    sitting.game = Talkative(3)
    ask(sitting)
    answer(sitting, 0, "1")
    (*before, last) = [each.text for each in ask(sitting).told[1]]
    assert before[-1].endswith("— 5 stones …")
    assert last.count("to the heap") == 5


def test_a_refused_line_stays_at_its_step_and_the_next_decision_begins_without() -> None:
    sitting, _ = stepping()
    answer(sitting, 0, "2")
    before = (sitting.chosen, sitting.steps, sitting.listed)
    assert answer(sitting, 0, "99").refused
    assert answer(sitting, 0, ":dance").refused
    assert (sitting.chosen, sitting.steps, sitting.listed) == before
    answer(sitting, 0, "5")
    advance(sitting)
    assert sitting.chosen == ()
    assert said(answer(sitting, 0, ":back")).startswith("There is no word")


def test_the_end_of_input_ends_politely() -> None:
    screen = Lists(["1"])
    assert sit(session(), screen) == "stopped"


def test_the_keyboard_is_handed_over_and_hidden_hands_stay_hidden() -> None:
    sitting = session(players=2, humans=(0, 1))
    screen = Lists(["put 8 right", "1"])
    sit(sitting, screen)
    text = "".join(screen.shown)
    handed = screen.shown.index("PAUSE Pass the keyboard to Bob, then press Enter.\n")
    assert screen.shown[handed - 1] == screen.shown[handed + 1] == "CLEAR"
    assert "stone-8" not in screen.shown[handed + 2], "Bob does not see what Ann took"
    assert text.count("Pass the keyboard to Ann") == 1
    sitting = session(humans=(0, 1), one_screen=False, ask_all=True)
    screen = Lists(["1", "1", "1", "1"])
    assert sit(sitting, screen) == "over"
    assert "CLEAR" not in screen.shown
    assert isinstance(advance(sitting), Over)


def test_who_plays_alone_watches_the_others_one_after_the_other() -> None:
    paced, screen = session(players=3, paced=True), Lists(["put 8 right"])
    sit(paced, screen, pace=0.5)
    watched = [shown for shown in screen.shown if shown.startswith("0.5 s:")]
    assert watched == ["0.5 s: · Bob: put ?\n"], "what Cat does stands above what is next"
    assert "· Cat: put ?" in screen.shown[-1]
    assert "Bob" not in screen.shown[-1].partition("Stones")[0], "and Bob is not told again"
    at_once, screen = session(players=3), Lists(["put 8 right"])
    sit(at_once, screen, pace=0.5)
    assert not any(shown.startswith("0.5 s:") for shown in screen.shown)
    assert "· Bob: put ?\n· Cat: put ?\n" in "".join(screen.shown)
    shared, screen = session(players=3, humans=(0, 1), paced=True), Lists(["put 8 right", "put 57 right"])
    sit(shared, screen, pace=0.5)
    assert not any(shown.startswith("0.5 s:") for shown in screen.shown), (
        "a keyboard that is handed on shows all at once"
    )


@define
class Counted(Fake):
    """What comes of a move is a number on the table, or, of those with a stone on the right, a stone, too."""

    def news(self, seat: int, since: int) -> Sequence[News]:
        names, came = ("Ann", "Bob"), (Phrase("round 2", 2),)
        done = enumerate(self.done[since:], since)
        return [News(f"{names[who]} {at}", who == seat, came, move[2] == "left") for at, (who, move) in done]


def test_nobody_waits_at_a_hand_over_for_what_the_table_shows_anyway() -> None:
    for number, waits in ((0, False), (2, True)):
        sitting = session(humans=(0, 1), ask_all=True)
        sitting.game = Counted(2)
        for typed in ("put stone-8 right", "put stone-5 right", "put stone-57 left")[: number + 1]:
            while not isinstance(stop := advance(sitting), DecisionPage):
                pass
            answer(sitting, stop.seat, typed)
        stop = advance(sitting)
        assert isinstance(stop, HandOver)
        assert (stop.drawing is not None) is waits
    alone = begun()
    alone.game = Counted(2)
    answer(alone, 0, "put stone-8 right")
    assert "· Ann 0 — round 2\n" in drawn(ask(alone), alone)


@define
class OpenHand(Fake):
    """The others are told, too, what one has taken, and it is told once more to who took it."""

    def news(self, seat: int, since: int) -> Sequence[News]:
        names = ("Ann", "Bob")
        return [News(f"{names[who]} has {move[1]}") for who, move in self.done[since:]]


@pytest.mark.parametrize("typed", [":quit", "quit", ":q", " :exit "])
def test_quit_at_a_pause_stops(typed: str) -> None:
    screen = Lists(["put 8 right"], pauses=[typed])
    assert sit(session(humans=(0, 1)), screen) == "stopped"
    assert screen.shown[-2:] == ["PAUSE Pass the keyboard to Bob, then press Enter.\n", "CLEAR"]


def test_what_else_is_typed_at_a_pause_is_not_lost_silently() -> None:
    screen = Lists(["put 8 right"], pauses=["put 57 right", "q", " "])
    sitting = session(humans=(0, 1))
    assert sit(sitting, screen) == "stopped"
    refusal = "REFUSED Nothing can be done here yet: Enter goes on, :quit stops.\n"
    passed = "PAUSE Pass the keyboard to Bob, then press Enter.\n"
    at = screen.shown.index(passed)
    assert screen.shown[at : at + 6] == [passed, refusal, passed, refusal, passed, "CLEAR"]
    assert sitting.game.made == 1


def test_who_is_told_something_before_the_hand_over_sees_the_table_with_it() -> None:
    sitting = session(humans=(0, 1))
    sitting.game = OpenHand(2)
    advance(sitting)
    answer(sitting, 0, "put stone-8 right")
    stop = advance(sitting)
    assert isinstance(stop, HandOver)
    assert stop.drawing is not None
    shown = plain(stop.drawing.lines(80, None))
    assert shown.startswith("· Ann has stone-8\n\nStones ")
    assert " hand stone-8* " in shown
    assert shown.endswith("\nPress Enter when you have read this; then it is Bob's turn.\n")
    assert "your move" not in shown
    bobs = ask(sitting)
    assert "hand  stone-8" not in drawn(bobs, sitting)
    sitting = begun(humans=(0, 1))
    answer(sitting, 0, "1")
    assert isinstance(advance(sitting), HandOver)
    ask(sitting)
    answer(sitting, 1, ":goto 1")
    back = advance(sitting)
    assert isinstance(back, HandOver)
    assert back.name == "Ann"
    question = ask(sitting)
    assert (question.seat, sitting.game.made) == (0, 1)
    assert answer(sitting, 0, "yes") == Reply("go-on")
    again = ask(sitting)
    assert (again.seat, sitting.game.made) == (0, 0)


def asked_to_agree(*, one_screen: bool) -> tuple[Session, str]:
    """Ann is asked whether Bob may go back before her move, and what she sees then."""
    sitting = begun(humans=(0, 1), one_screen=one_screen, ask_all=True)
    answer(sitting, 0, "put stone-5 right")
    while not isinstance(advance(sitting), DecisionPage):
        pass
    answer(sitting, 1, ":goto 1")
    while not isinstance(stop := advance(sitting), DecisionPage):
        pass
    assert stop.seat == 0
    return sitting, drawn(stop, sitting)


@pytest.mark.parametrize("one_screen", [True, False])
def test_who_is_asked_to_agree_sees_the_table_and_the_answers(one_screen: bool) -> None:
    _, shown = asked_to_agree(one_screen=one_screen)
    assert shown.startswith("\nStones ")
    assert " hand stone-5* " in shown
    assert shown.endswith(
        "\nBob wants to go to decision 1; that would take back a decision of yours. Ann, do\nyou agree?\n"
        " 1. yes   2. no\n"
    )
    assert "your move" not in shown


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (":look stone-5", "look stone-5, seat 0"),
        ("score", "score , seat 0"),
        (":history 2", "history 2, seat 0"),
        (":table", "hand stone-5*"),
        (":rules put", "Pick a stone from the field."),
        (":help", ":look NAME"),
    ],
)
def test_who_is_asked_to_agree_may_ask_first(line: str, told: str) -> None:
    sitting, _ = asked_to_agree(one_screen=False)
    reply = answer(sitting, 0, line)
    assert (reply.then, reply.refused) == ("ask", False)
    assert told in said(reply)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        *((f":{name}", f":{name} has to wait: say first whether you agree, yes or no.\n") for name in NOT_YET),
        (":u", ":undo has to wait: say first whether you agree, yes or no.\n"),
        (":dnace", 'There is no command ":dnace". :help lists them.\n'),
        *((line, "Type yes or no. :help lists what you can ask before.\n") for line in ("", "e", "3", "put 57 right")),
    ],
)
def test_what_is_no_answer_is_refused_while_a_yes_is_asked_for(line: str, told: str) -> None:
    sitting, _ = asked_to_agree(one_screen=False)
    reply = answer(sitting, 0, line)
    assert (reply.then, reply.refused, said(reply)) == ("ask", True, told)
    assert sitting.proposal is not None
    assert sitting.game.made == 1


@pytest.mark.parametrize(("line", "made"), [("yes", 0), ("Y", 0), ("1", 0), (":yes", 0), ("no", 1), ("n", 1), ("2", 1)])
def test_a_yes_or_a_no_is_taken_by_its_word_or_its_number(line: str, made: int) -> None:
    sitting, _ = asked_to_agree(one_screen=False)
    assert answer(sitting, 0, line) == Reply("go-on")
    assert sitting.game.made == made
    stop = ask(sitting)
    assert stop.seat == made
    assert len(stop.moves) == len(sitting.game.moves(made))


def test_help_lists_what_can_be_typed_while_a_yes_is_asked_for_and_one_may_leave() -> None:
    sitting, _ = asked_to_agree(one_screen=False)
    told = said(answer(sitting, 0, ":help"))
    assert told.startswith(" yes or no ")
    listed = {line.split()[0].removeprefix(":") for line in told.splitlines() if line.startswith(" :")}
    assert listed == set(WHILE_ASKED_TO_AGREE)
    assert answer(sitting, 0, ":q").then == "quit"


@pytest.mark.parametrize("width", [20, 33, 80])
@pytest.mark.parametrize("line", [f":{row.name}" for row in ROWS] + ["put", "99", ":look stone-5", ":why put stone-5"])
def test_every_answer_fits_the_width(width: int, line: str) -> None:
    sitting = begun(width=width)
    assert all(length(each) <= width for each in answer(sitting, 0, line).lines)
