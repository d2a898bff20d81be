"""What typed lines mean."""

from collections.abc import Callable

import pytest
from attrs import evolve
from hypothesis import given, strategies as st

from rulewright.table import typed_line
from rulewright.table.typed_line import Asked, Chosen, Command, Doubtful, Refused, Several, understand

MOVES = (
    ("take", "stone-57", "left"),
    ("take", "stone-57", "hand"),
    ("take", "stone-5", "hand"),
    ("pay", 1),
    ("pay", 10),
    ("pay", 11),
    ("end-turn",),
)
STONES = ("stone-5", "stone-57", "stone-8", "bonus+5")
WORDS = typed_line.Words(
    {"take": "", "pay": "", "end-turn": "", "play": ""}, {**dict.fromkeys(STONES, "stone"), "token-8": "token"}
)
ASKED = Asked(MOVES, WORDS, frozenset(("stone-5", "stone-57", "stone-8")))

LINES: list[tuple[str, typed_line.Meaning]] = [
    ("", typed_line.Blank()),
    ("   \t", typed_line.Blank()),
    ("3", Chosen(MOVES[2])),
    (" 7 ", Chosen(MOVES[6])),
    ("0", Refused("number", "0")),
    ("8", Refused("number", "8")),
    ("57", Several(MOVES[:2])),
    ("9" * 5000, Refused("number", "9" * 5000)),
    ("take stone-57 left", Chosen(MOVES[0])),
    ("  TAKE(stone_57,   Left)", Chosen(MOVES[0])),
    ("end_turn", Chosen(MOVES[6])),
    ("end", Chosen(MOVES[6])),
    ("take 57 left", Chosen(MOVES[0])),
    ("t 57 l", Chosen(MOVES[0])),
    ("take 5 hand", Chosen(MOVES[2])),
    ("take 5", Chosen(MOVES[2])),
    ("pay 1", Chosen(MOVES[3])),
    ("pay 11", Chosen(MOVES[5])),
    ("pay 12", Doubtful("pay 12")),
    ("take", Several(MOVES[:3])),
    ("take 57", Several(MOVES[:2])),
    ("hand", Several((MOVES[1], MOVES[2]))),
    ("left", Chosen(MOVES[0])),
    ("57 left", Chosen(MOVES[0])),
    ("left 57", Doubtful("left 57")),
    ("left left", Doubtful("left left")),
    ("stone-5", Chosen(MOVES[2])),
    ("eft", Several((MOVES[0],))),
    ("take stone 57 left", Chosen(MOVES[0])),
    ("stone 57", Several(MOVES[:2])),
    ("end turn", Chosen(MOVES[6])),
    ("take stone 8 left", Doubtful("take stone-8 left")),
    ("take bonus +5 hand", Doubtful("take bonus+5 hand")),
    ("pay 1 1", Doubtful("pay 1 1")),
    ("take left", Chosen(MOVES[0])),
    ("t l", Chosen(MOVES[0])),
    ("h", Several((MOVES[1], MOVES[2]))),
    ("8 left", Doubtful("take stone-8 left")),
    ("take 8 hand", Doubtful("take stone-8 hand")),
    ("take 5 left", Doubtful("take stone-5 left")),
    ("p 11", Refused("word", "p", ("pay", "play"))),
    ("play 57", Doubtful("play stone-57")),
    ("dance", Doubtful("dance")),
    ("stone-8", Doubtful("take stone-8")),
    ("bon hand", Doubtful("take bonus+5 hand")),
    ("token-8", Doubtful("token-8")),
    (":undo", Command("undo")),
    (":why  take 5 left ", Command("why", "take 5 left")),
    ("why take 5 left", Command("why", "take 5 left")),
    ("quit", Command("quit")),
    ("exit", Command("quit")),
    (":dance", Refused("command", "dance")),
    (":", Refused("command", "")),
]


@pytest.mark.parametrize(("line", "meaning"), LINES, ids=[line[:20] for line, _ in LINES])
def test_a_line_means(line: str, meaning: typed_line.Meaning) -> None:
    assert understand(line, ASKED) == meaning


def test_a_number_that_stands_on_no_line_is_the_value_or_nothing() -> None:
    listed = evolve(ASKED, listed=frozenset((2, 5)))
    meanings: list[tuple[str, typed_line.Meaning]] = [
        ("2", Chosen(MOVES[1])),
        ("5", Chosen(MOVES[4])),
        ("1", Chosen(("pay", 1))),
        ("10", Chosen(("pay", 10))),
        ("11", Chosen(("pay", 11))),
        ("3", Refused("number", "3")),
        ("57", Several(MOVES[:2])),
    ]
    assert [(line, understand(line, listed)) for line, _ in meanings] == meanings
    assert understand("5", evolve(listed, listed=frozenset((2,)))) == Several((MOVES[2],)), "stone-5 is no value 5"
    also_stone_1 = evolve(listed, moves=(*MOVES, ("take", "stone-1", "hand")))
    assert understand("1", also_stone_1) == Several((("pay", 1), ("take", "stone-1", "hand")))


AMOUNTS = (*(("bid", number) for number in range(2, 41)), ("pass",), ("give", "Ann", 50), ("pay", 60))


@pytest.mark.parametrize(
    ("line", "begun", "meaning"),
    [
        ("3", (), Chosen(("bid", 3))),
        ("40", (), Chosen(("pass",))),
        ("40.", (), Chosen(("pass",))),
        ("40)", (), Chosen(("pass",))),
        ("(40,", (), Chosen(("pass",))),
        ("41", (), Refused("number", "41")),
        ("50", (), Several((("give", "Ann", 50),))),
        ("60", (), Chosen(("pay", 60))),
        ("3", ("bid",), Chosen(("bid", 3))),
        ("40", ("bid",), Chosen(("pass",))),
        ("60", ("bid",), Several((("pay", 60),))),
        ("50", ("give", "Ann"), Chosen(("give", "Ann", 50))),
        ("50", ("bid",), Several((("give", "Ann", 50),))),
        ("7", ("give", "Ann"), Several((("bid", 7),))),
    ],
)
def test_a_number_makes_the_move_on_its_line_or_the_only_word_that_can_follow(
    line: str, begun: typed_line.Move, meaning: typed_line.Meaning
) -> None:
    """Where moves are told together only `pass` has a number on its line, 40."""
    asked = Asked(AMOUNTS, typed_line.Words({"bid": "", "pay": ""}), listed=frozenset((40,)), begun=begun)
    assert understand(line, asked) == meaning


def test_words_go_on_after_those_that_were_chosen() -> None:
    at = evolve(ASKED, listed=frozenset(), begun=("take", "stone-57"), steps={1: MOVES[:1], 2: MOVES[:2]})
    meanings: list[tuple[str, typed_line.Meaning]] = [
        ("1", Chosen(MOVES[0])),
        ("2", typed_line.Several(MOVES[:2], begun=True)),
        ("hand", Chosen(MOVES[1])),
        ("end-turn", Chosen(MOVES[6])),
        ("take stone-5 hand", Chosen(MOVES[2])),
        ("dance", Doubtful("dance")),
        ("stone-8", Doubtful("take stone-57 stone-8")),
        ("", typed_line.Blank()),
    ]
    assert [(line, understand(line, at)) for line, _ in meanings] == meanings


def test_an_abbreviation_means_what_is_legal_before_what_is_only_in_sight() -> None:
    moves = (("take", "bonus+5", "left"), ("end-turn",))
    asked = Asked(moves, WORDS, frozenset(("stone-5", "bonus+5")))
    assert understand("take 5 left", asked) == Chosen(moves[0])
    assert understand("take stone-5 left", asked) == Doubtful("take stone-5 left")
    assert understand("take bonus left", asked) == Chosen(moves[0])
    assert understand("take 5 left", Asked(moves, WORDS)) == Chosen(moves[0])
    asked = Asked((("undo",), ("help", "ann")), typed_line.Words({"undo": "", "help": ""}))
    assert understand("undo", asked) == Chosen(("undo",))
    assert understand("help", asked) == Chosen(("help", "ann"))
    assert understand(":undo", asked) == Command("undo")
    assert understand("quit", asked) == Command("quit")


CELLS = (("move", "e2", "e4"), ("move", "e4", "e2"), ("pass",), ("swap", "a1"))
ON_A_BOARD = Asked(CELLS, typed_line.Words({"move": "", "pass": "", "swap": "", "attack": ""}))


@pytest.mark.parametrize(
    ("line", "meaning"),
    [
        ("e2 e4", Chosen(CELLS[0])),
        ("e4 e2", Chosen(CELLS[1])),
        ("e2", Several(CELLS[:2])),
        ("a1", Chosen(CELLS[3])),
        ("e", Several(CELLS[:2])),
        ("a", Refused("word", "a", ("a1", "attack"))),
        ("p", Chosen(CELLS[2])),
        ("s", Chosen(CELLS[3])),
        ("1", Chosen(CELLS[0])),
    ],
)
def test_one_fit_is_enough_and_a_letter_is_what_it_names_best(line: str, meaning: typed_line.Meaning) -> None:
    assert understand(line, ON_A_BOARD) == meaning


def test_a_letter_that_begins_an_action_and_a_part_makes_no_move_by_the_part() -> None:
    moves = (("take", "t1"), ("take", "t2"), ("end", "u1"))
    asked = Asked(moves, typed_line.Words({"take": "", "end": "", "use": ""}))
    assert understand("t", asked) == Several(moves[:2])
    assert understand("u", asked) == Refused("word", "u", ("u1", "use"))
    assert understand("u1", asked) == Chosen(moves[2])
    asked = Asked((("take", "bonus+5", "left"), ("end-turn",)), WORDS, frozenset(("stone-5", "bonus+5")))
    assert understand("5 left", asked) == Refused("word", "5", ("bonus+5", "stone-5"))
    assert understand("bonus", asked) == Chosen(("take", "bonus+5", "left"))


GOODS = dict.fromkeys(("cloth", "wool"), "good") | dict.fromkeys(("cloth-1", "cloth-6", "wool-6"), "card")
SORTS = {"sell": ("good",), "give": ("player", "card"), "bid": ("",), "swap": ("card", "card")}


@pytest.mark.parametrize(
    ("line", "meaning"),
    [
        ("sell cloth", Doubtful("sell cloth")),
        ("sell clo", Doubtful("sell cloth")),
        ("give ann wool", Doubtful("give Ann wool-6")),
        ("give ann cloth", Refused("word", "cloth", ("cloth-1", "cloth-6"))),
        ("give ann wool cloth-1 wool", Doubtful("give Ann wool-6 cloth-1 wool-6")),
        ("bid wool-6", Doubtful("bid wool-6")),
    ],
)
def test_what_an_action_without_a_legal_move_picks_is_read_as_its_sort(line: str, meaning: typed_line.Meaning) -> None:
    groups = {**GOODS, "Ann": "player"}
    words = typed_line.Words({"sell": "", "give": "", "bid": "", "swap": ""}, groups, sorts=SORTS)
    asked = Asked((("swap", "cloth-1", "wool-6"),), words, frozenset(("cloth-1", "cloth-6", "wool-6")))
    assert understand(line, asked) == meaning


@given(
    st.lists(
        st.sampled_from(["e2", "e4", "a1", "move", "pass", "swap", "1", "2", "a", "e", "s", "m"]),
        min_size=1,
        max_size=4,
    )
)
def test_a_move_that_is_made_has_all_that_was_typed_in_its_order(words: list[str]) -> None:
    meaning = understand(" ".join(words), evolve(ON_A_BOARD, listed=frozenset()))
    if isinstance(meaning, Chosen):
        rest = iter(map(str, meaning.move))
        assert all(any(typed_line.likeness(typed, part) is not None for part in rest) for typed in words)
        assert len(words) <= len(meaning.move)


@given(st.sampled_from(MOVES), st.sampled_from([str, str.upper, str.title]))
def test_every_move_and_number_means_itself(move: tuple[str | int, ...], case: Callable[[str], str]) -> None:
    assert understand(case(typed_line.move_text(move)), ASKED) == Chosen(move)
    assert understand(str(MOVES.index(move) + 1), ASKED) == Chosen(move)


@given(st.text())
def test_any_text_means_something(text: str) -> None:
    understand(text, ASKED)
    understand(":why " + text, ASKED)


def test_a_word_behind_an_action_that_takes_none_is_no_move() -> None:
    asked = evolve(ASKED, words=evolve(WORDS, sorts={"end-turn": ()}))
    assert understand("end 57", asked) == Doubtful("end-turn stone-57")
