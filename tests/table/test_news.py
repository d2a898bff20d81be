"""What came of a decision, told in one line."""

from itertools import pairwise

import pytest
from attrs import evolve

from rulewright.loading import load
from rulewright.machine.information import Seen
from rulewright.table.consequences import GAINED, MIXED, SCORED, TOLD, Phrase, Teller, Whereabouts
from rulewright.table.log_lines import News, Shown, entry, news
from rulewright.table.names_at_table import Names, Naming
from rulewright.table.typed_line import Words

NAMES = Names(("player-1", "player-2"), ("Ann", "player-2"))
ZONES = {
    **{f"player-{at + 1}'s {zone}": Whereabouts(at, "card") for at in (0, 1) for zone in ("hand", "row", "forecast")},
    **dict.fromkeys(("deck", "field", "trick", "discard"), Whereabouts(None, "card")),
    "board": Whereabouts(None, "disc", cells=True),
    "market": Whereabouts(None, "potion"),
}
ANN = Teller(NAMES, ZONES, 0)


def moved(piece: str, origin: str, goal: str) -> Seen:
    return Seen("moved", piece=piece, places=((origin, None), (goal, 3)))


def on_board(piece: str, *places: tuple[str, str | None]) -> Seen:
    return Seen("moved", piece=piece, places=places)


def move(name: str, *items: str | int, seat: int = 1) -> Seen:
    return Seen("move", seat=seat, name=name, items=items)


def told(*seen: Seen, teller: Teller = ANN) -> str:
    return entry(seen, teller).text


def test_what_came_of_a_move_stands_behind_it_and_what_it_says_itself_is_not_told_again() -> None:
    take = move("take", "red-1", "row"), moved("red-1", "field", "player-2's row")
    assert told(*take) == "player-2: take red-1 row"
    refilled = moved("red-2", "deck", "field"), moved("?", "deck", "field"), moved("?", "deck", "player-1's hand")
    assert told(*take, *refilled) == (
        "player-2: take red-1 row — red-2, 1 card from deck to field; 1 card from deck to your hand"
    )
    assert told(*refilled, teller=Teller(NAMES, ZONES)) == (
        "red-2, 1 card from deck to field; 1 card from deck to Ann's hand"
    )


def test_the_card_that_ends_a_trick_is_told_among_those_that_are_taken() -> None:
    lay = move("lay", "red-1"), moved("red-1", "player-2's hand", "trick")
    cleared = [moved(piece, "trick", "discard") for piece in ("red-3", "red-1")]
    assert told(*lay, *cleared) == "player-2: lay red-1 — red-3, red-1 from trick to discard"


def test_of_what_a_move_names_once_two_are_told() -> None:
    pay = move("pay", "coin"), moved("coin", "player-2's row", "discard")
    assert told(*pay) == "player-2: pay coin"
    assert told(*pay, pay[1]) == "player-2: pay coin — coin ×2 from player-2's row to discard"
    # one goes from the row, another one comes there from the hand: the move tells neither of them
    swap = move("lay", "coin"), pay[1], moved("coin", "player-2's hand", "player-2's row")
    assert told(*swap) == ("player-2: lay coin — coin from player-2's row to discard; coin from player-2's hand to row")


def test_what_goes_on_is_told_only_where_it_comes_to_lie() -> None:
    drawn = moved("red-1", "deck", "player-2's hand"), moved("red-1", "player-2's hand", "field")
    assert told(move("draw"), *drawn) == "player-2: draw — red-1 from deck to field"
    there_and_back = (
        on_board("red", ("market", "a1"), ("market", "b1")),
        on_board("red", ("market", "b1"), ("market", "a1")),
    )
    assert told(move("wait"), *there_and_back) == "player-2: wait"
    others = on_board("red", ("market", "d1"), ("market", "c1")), on_board("red", ("market", "b1"), ("field", None))
    assert told(*others) == "red from d1 to c1; red from market b1 to field"


def test_of_a_board_the_cells_are_told_and_its_name_only_where_there_are_several() -> None:
    wind = move("wind", "left")
    assert told(
        wind, on_board("red", ("market", "c1"), ("field", None)), on_board("red", ("market", "b1"), ("field", None))
    ) == ("player-2: wind left — red ×2 from market c1, b1 to field")
    filled = on_board("blue", ("deck", None), ("market", "a4")), on_board("?", ("deck", None), ("market", "b4"))
    assert told(*filled) == "blue, 1 potion from deck to market a4, b4"
    assert told(on_board("blue", ("deck", None), ("board", "a4"))) == "blue from deck to a4"
    assert told(Seen("flipped", name="up", piece="red", places=(("board", "a1"),))) == "red turned face up on a1"
    assert told(Seen("shown", piece="red", places=(("market", "a4"),)), *filled) == (
        "blue, 1 potion from deck to market a4, b4; red seen in market a4"
    )


def test_what_lies_where_it_was_told_to_go_is_not_shown_once_more() -> None:
    came = on_board("blue", ("deck", None), ("market", "a4"))
    shown = Seen("shown", piece="blue", places=(("market", "a4"),))
    assert told(came, shown) == "blue from deck to market a4"
    assert told(Seen("drawn", name="deck", items=("blue",)), came) == "blue from deck to market a4"


def test_a_piece_of_ones_own_needs_no_words_and_one_of_others_says_whose() -> None:
    disc = Seen("moved", piece="player-2", places=(("box", None), ("board", "d1")))
    assert told(move("place", "d1"), disc) == "player-2: place d1"
    assert told(move("drop", "column-d"), disc) == "player-2: drop column-d — a disc to d1"
    assert told(move("drop", "column-d", seat=0), disc) == "Ann: drop column-d — a disc of player-2 to d1"


def test_very_many_sorts_are_told_by_their_number_but_all_of_ones_own() -> None:
    stones = [f"stone-{number}" for number in range(13)]
    assert told(*(moved(each, "discard", "deck") for each in stones)) == "13 cards from discard to deck"
    assert told(*(moved(each, "deck", "player-1's hand") for each in stones)).count("stone") == 13


def handed(*zones: str) -> tuple[tuple[str, None], ...]:
    """Each of these zones goes where the next one was."""
    return tuple((zone, None) for way in pairwise(zones) for zone in way)


PLACE = (("market", "a1"),)
HANDS = "player-1's hand", "player-2's hand"


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (Seen("move", seat=1), "player-2 has chosen"),
        (Seen("move", seat=1, name="bury", items=("?", "?", "left")), "player-2: bury 2 unseen left"),
        (Seen("move", seat=1, name="bury", items=("?",), phase="Round 2"), "player-2: bury unseen (Round 2)"),
        (Seen("shown", piece="red-1", places=PLACE), "red-1 seen in market a1"),
        (Seen("flipped", name="up", piece="red-1", places=PLACE), "red-1 turned face up in market a1"),
        (Seen("swapped", places=(*PLACE, ("market", "b2"))), "market a1 and b2 swapped"),
        (
            Seen("rotated", places=(*PLACE, ("market", "a2"), ("field", "a3"))),
            "market a1, a2, field a3 moved on in a circle",
        ),
        (
            Seen(
                "passed", places=handed("player-1's hand", "player-2's hand", "player-1's hand"), items=("red-1", "?")
            ),
            "your hand and player-2's hand swapped",
        ),
        (
            Seen("passed", places=handed("stock", "deck", "field"), items=("red-1", "?")),
            "handed on: stock to deck to field",
        ),
        (Seen("changed", piece="red-1", places=PLACE, items=("blue-1",)), "red-1 becomes blue-1 in market a1"),
        (Seen("shuffled", name="deck", places=(("deck", None),)), "deck shuffled"),
        (Seen("drawn", name="deck", items=("?",)), "drawn from deck: unseen"),
        (Seen("drawn", name="start player", items=("player-1",)), "drawn for start player: Ann"),
        (Seen("rolled", name="pips", items=(4,)), "pips: rolled 4"),
        (Seen("told", name="Ann has won"), "Ann has won"),
    ],
)
def test_every_kind_of_event_has_its_words(event: Seen, text: str) -> None:
    assert told(event) == text


def test_what_is_rolled_to_a_zone_is_told_once_for_each_zone() -> None:
    dice = (("field", "die-5"), ("field", "die-2"), ("field", "die-5"), ("trick", "?"), ("trick", "?"))
    seen = [
        each
        for cup, die in dice
        for each in (
            Seen("rolled", name="cup", items=(die,)),
            Seen("moved", piece=die, places=(("box", None), (cup, None))),
        )
    ]
    assert told(*seen) == "field: rolled die-5 ×2, die-2; trick: rolled 2 cards"


FIELDS = (None, "round", 1), (0, "gems", (("red", 2),)), (1, "coins", 3), (None, "leader", "player-1")
BEFORE = Shown(FIELDS, (0, 3), (1,))


def changed(after: Shown) -> str:
    return entry([move("wait")], ANN, BEFORE, after).text.removeprefix("player-2: wait").removeprefix(" — ")


def test_fields_and_scores_that_are_others_now_are_told_with_by_how_much() -> None:
    assert changed(evolve(BEFORE, deciders=(0,))) == ""
    gems = (None, "round", 2), (0, "gems", (("blue", 1), ("red", 1))), *BEFORE.fields[2:]
    assert changed(Shown(gems, (-2, 3), (0,))) == "your score -2 (-2); round 2 (+1); your gems -1 red, +1 blue"
    coins = *BEFORE.fields[:2], (1, "coins", 5), BEFORE.fields[3]
    assert changed(Shown(coins, (0, 5), (0,))) == "player-2's score 5 (+2)", "what is both is told once"
    assert changed(Shown(coins, (0, None), (0,))) == "player-2's coins 5 (+2)"


def test_who_is_next_is_told_where_it_is_not_the_one_behind() -> None:
    three = Teller(Names(("a", "b", "c"), ("Ann", "Bob", "Cid")), {}, 0)

    def next_(decider: int, leader: str = "a") -> str:
        before, after = Shown(((None, "leader", "a"),), (), (1,)), Shown(((None, "leader", leader),), (), (decider,))
        return entry([move("wait")], three, before, after).text.removeprefix("Bob: wait").removeprefix(" — ")

    assert [next_(decider) for decider in (0, 1, 2)] == ["next: Ann", "", ""]
    assert next_(1, "b") == "next: Bob", "who has led goes on"
    assert next_(2, "c") == "", "a field that says who is next is not told by itself"
    assert next_(0, "c") == "leader Cid; next: Ann"


LONG = News(
    "Bob: end-turn",
    came=(
        Phrase("deck shuffled", MIXED),
        Phrase(
            "red-1, red-2, red-3, red-4 from deck to field",
            2,
            ("4 cards to field",),
            "red-1, red-2, red-3, red-4 to field",
        ),
        Phrase("Bob's score 5 (+2)", SCORED),
    ),
)


def test_a_line_that_has_no_room_is_shortened_and_says_so_but_for_where_pieces_came_from() -> None:
    assert LONG.line(len(LONG.text)) == LONG.text
    assert LONG.line(len(LONG.text) - 1) == (
        "Bob: end-turn — deck shuffled; red-1, red-2, red-3, red-4 to field; Bob's score 5 (+2)"
    )
    assert LONG.line(80) == "Bob: end-turn — red-1, red-2, red-3, red-4 to field; Bob's score 5 (+2) …"
    assert LONG.line(60) == "Bob: end-turn — 4 cards to field; Bob's score 5 (+2) …"
    assert LONG.line(40) == "Bob: end-turn — Bob's score 5 (+2) …"
    assert LONG.line(5) == "Bob: end-turn …"


def test_in_terse_words_what_is_of_who_moved_has_no_owner_and_pieces_have_short_names() -> None:
    drawn = moved("card-red-1", "deck", "player-2's hand"), moved("card-red-2", "deck", "player-1's hand")
    line = entry([move("draw"), *drawn], ANN)
    assert line.line(62) == "player-2: draw — card-red-1 to hand; card-red-2 to your hand"
    names = Naming(Words(groups=dict.fromkeys(CARDS, "card"), pieces=CARDS))
    assert line.line(52, names.brief) == "player-2: draw — red-1 to hand; red-2 to your hand"
    assert names.brief("card-7 and tile-1 to card-red-1") == "card-7 and tile-1 to red-1", "a number alone is no name"


CARDS = ("card-red-1", "card-red-2", "card-7")


def test_a_sentence_of_the_rules_that_has_no_room_behind_a_move_is_a_line_of_its_own() -> None:
    sentences = [Phrase(f"{who} has taken 3 of 3 tricks, 8 points", TOLD) for who in ("Ann", "Bob")]
    line = News("Bob: play red-1", came=(*sentences, Phrase("red-1 from deck to field", GAINED, (), "red-1 to field")))
    assert line.lines(200) == [line.text]
    assert line.lines(38) == [
        "Bob: play red-1 — red-1 to field",
        "Ann has taken 3 of 3 tricks, 8 points",
        "Bob has taken 3 of 3 tricks, 8 points",
    ]


def test_a_potion_that_is_turned_up_is_told_with_the_gem_that_it_brings() -> None:
    """Apotheca: who reveals a potion takes a gem of its colour."""
    game = load("apotheca").start(3)
    first = next(each for each in game.moves(0) if each[0] == "reveal")
    game.play(0, first)
    (line,) = news(game, 0, Names(game.rules.core.seat_names, ("Ann", "Bob")), 1)
    color = next(each.text for each in line.came if "turned face up" in each.text).split()[0].removeprefix("potion-")
    assert line.move == f"Ann: reveal {first[1]}"
    assert line.own
    assert f"your gems of {color} 1 (+1)" in line.text
