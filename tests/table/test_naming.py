"""The people's names in the place of the seats' ones."""

import pytest

from rulewright.table.names_at_table import Names, NameTaken, name_people
from rulewright.table.typed_line import Words

SEATS = ("player-1", "player-2", "player-11")
WORDS = Words({"give": ""}, {"stone-1": "stone", "player-1": "player"}, {})


def test_moves_and_texts_go_both_ways() -> None:
    table = name_people(SEATS, {0: "Ann", 2: "Bob Lee"}, WORDS)
    assert table.people == ("Ann", "player-2", "Bob-Lee")
    move = ("give", "stone-1", "player-1", "player-2", 3)
    assert table.out(move) == ("give", "stone-1", "Ann", "player-2", 3)
    assert table.back(table.out(move)) == move
    assert table.text("player-1's hand → player-11: player-12, player-2") == "Ann's hand → Bob-Lee: player-12, player-2"
    assert table.typed("give ANN bob_lee stone-1") == "give player-1 player-11 stone-1"
    assert table.words(WORDS).groups == {"stone-1": "stone", "Ann": "player"}
    seats = ("whoever-keeps-the-lighthouse-of-the-north", "42-sailors")
    assert name_people(seats, {}, WORDS).people == seats
    with pytest.raises(NameTaken, match="at most 30 letters"):
        name_people(seats, {1: seats[0] + "s"}, WORDS)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("it is not foxes, but hens", "it is not Ann, but Bob"),
        ("walk: foxes run", "walk: foxes run"),
        ('foxes: "its player is hens" is not true', 'Ann: "its player is hens" is not true'),
        ('no action "foxes"', 'no action "Ann"'),
        ("hens: foxes run; foxes", "Bob: foxes run; Ann"),
        ("the den: foxes, foxes-2", "the den: Ann, foxes-2"),
    ],
)
def test_what_the_author_wrote_stays(text: str, told: str) -> None:
    rules = 'game "Den"\n    players foxes, hens\naction walk "foxes": needs den because "foxes run"\n'
    assert name_people(("foxes", "hens"), {0: "Ann", 1: "Bob"}, WORDS, rules).text(text) == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('fly is not offered here, in "foxes sells".', 'fly is not offered here, in "Ann sells".'),
        ('in "the turn of hens", or "foxes run"', 'in "the turn of Bob", or "foxes run"'),
        ('in "foxes claims hens", and hens', 'in "Ann claims Bob", and Bob'),
        ('in "foxes doubts"', 'in "foxes doubts"'),
    ],
)
def test_the_title_of_a_phase_tells_the_people_who_play(text: str, told: str) -> None:
    rules = (
        'phase sale "{you} sells": nothing\nphase turn(player p) "the turn of {p}": nothing\n'
        'phase claim(player p) "{you} claims {p}": nothing\naction run "foxes run": nothing\n'
    )
    assert name_people(("foxes", "hens"), {0: "Ann", 1: "Bob"}, WORDS, rules).text(text) == told


def test_pieces_called_like_a_seat_keep_their_name() -> None:
    words = Words({"take": ""}, {"white": "pawn", "black": "pawn", "red": "player"}, {}, ("white", "black"))
    table = name_people(("white", "black", "red"), {0: "Ann", 2: "Cat"}, words)
    assert table.labels == ("Ann as white", "black", "Cat")
    assert table.out(("take", "white", "red")) == ("take", "white", "Cat")
    assert table.back(table.out(("take", "white", "red"))) == ("take", "white", "red")
    assert table.text("board: a piece of white b2; red's heap") == "board: a piece of white b2; Cat's heap"
    assert table.typed("take ann") == table.typed("take white") == "take white"
    assert table.words(words).groups == {"white": "pawn", "black": "pawn", "Cat": "player"}
    unnamed = Words({}, {}, {}, ("player-1", "player-2"))
    assert name_people(("player-1", "player-2"), {0: "Ann"}, unnamed).text("player-1 a") == "Ann a", (
        "nobody called it so"
    )
    table = name_people(SEATS, {0: None}, WORDS)
    assert table == Names(SEATS, SEATS)
    assert table.text("player-1 wins") == "player-1 wins"


def test_pieces_named_after_a_seat_without_a_name_are_called_after_who_sits_there() -> None:
    pieces = ("player-1-fort", "player-11-fort", "red-player-1", "player-2-fort", "player-12-fort", "player-1s")
    seats = tuple(f"player-{at}" for at in range(1, 12))
    words = Words({"take": ""}, dict.fromkeys(pieces, "unit") | dict.fromkeys(seats, "player"), {}, pieces)
    table = name_people(seats, {0: "Ann", 10: "Cat"}, words)
    move = ("take", "player-1-fort", "red-player-1", "player-2-fort", "player-11", "player-1s")
    assert table.out(move) == ("take", "Ann-fort", "red-Ann", "player-2-fort", "Cat", "player-1s")
    assert table.back(table.out(move)) == move
    assert table.text("player-11-fort, player-12-fort: player-1's") == "Cat-fort, player-12-fort: Ann's"
    assert table.typed("take ann-fort red-ann") == "take player-1-fort red-player-1"
    assert table.words(words).pieces[:3] == ("Ann-fort", "Cat-fort", "red-Ann")
    assert table.words(words).groups["Ann-fort"] == "unit"
    clash = Words({}, dict.fromkeys((*pieces, "Ann-fort"), "unit"), {}, (*pieces, "Ann-fort"))
    kept = name_people(SEATS, {0: "Ann"}, clash)
    assert kept.out(("player-1-fort", "red-player-1")) == ("player-1-fort", "red-Ann")


@pytest.mark.parametrize(
    "given", [{0: "stone-1"}, {0: "Give"}, {0: "player-2"}, {0: "5"}, {0: "():"}, {0: "Al", 1: "al"}]
)
def test_names_that_mean_something_else_are_refused(given: dict[int, str | None]) -> None:
    with pytest.raises(NameTaken):
        name_people(SEATS, given, WORDS)
