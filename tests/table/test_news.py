"""What happened, told in short lines."""

from itertools import pairwise

from rulewright.machine.information import Seen
from rulewright.table.names_at_table import Names
from rulewright.table.view_to_scene import News, news

NAMES = Names(("player-1", "player-2"), ("Ann", "player-2"))


def moved(piece: str, origin: str, goal: str) -> Seen:
    return Seen("moved", piece=piece, places=((origin, None), (goal, 3)))


def test_pieces_that_go_together_are_told_together_and_a_moves_own_piece_once() -> None:
    seen = [
        Seen("move", seat=1, name="take", items=("red-1", "row")),
        moved("red-1", "field", "player-2's row"),
        moved("red-2", "deck", "field"),
        moved("?", "deck", "field"),
        moved("?", "deck", "player-1's hand"),
        Seen("move", seat=0, name="end-turn"),
        moved("red-1", "field", "box"),
    ]
    assert news(seen, 0, NAMES) == [
        News("player-2: take red-1 row"),
        News("deck → field: red-2, 1 unseen"),
        News("deck → Ann's hand: 1 unseen"),
        News("Ann: end-turn", own=True),
        News("field → box: red-1"),
    ]
    # As where the last card of a trick is laid and all of them are taken away.
    seen = [
        Seen("move", seat=1, name="lay", items=("red-1",)),
        moved("red-1", "player-2's hand", "trick"),
        moved("red-3", "trick", "discard"),
        moved("red-1", "trick", "discard"),
        Seen("move", seat=1, name="pay", items=("coin",)),
        moved("coin", "player-2's purse", "bank"),
        moved("coin", "player-2's purse", "bank"),
    ]
    assert [item.text for item in news(seen, 0, NAMES)] == [
        "player-2: lay red-1",
        "trick → discard: red-3, red-1",
        "player-2: pay coin",
    ]


def on_board(piece: str, *places: tuple[str, str | None]) -> Seen:
    return Seen("moved", piece=piece, places=places)


def test_of_a_board_the_cells_are_told() -> None:
    seen = [
        Seen("move", seat=1, name="wind", items=("left",)),
        on_board("red", ("market", "d1"), ("market", "c1")),
        on_board("?", ("market", "b2"), ("market", "a2")),
        on_board("red", ("market", "c1"), ("jar", None)),
        on_board("red", ("market", "b1"), ("jar", None)),
        on_board("blue", ("bag", None), ("market", "a4")),
        on_board("?", ("bag", None), ("market", "b4")),
        on_board("blue", ("market", "a4"), ("shop", "b1")),
    ]
    assert [item.text for item in news(seen, 0, NAMES)] == [
        "player-2: wind left",
        "market: red d1 → c1, unseen b2 → a2",
        "market c1, b1 → jar: red ×2",
        "bag → market: blue a4, unseen b4",
        "market → shop: blue a4 → b1",
    ]


def test_equal_pieces_are_counted() -> None:
    seen = [moved(piece, "field", "bag") for piece in ("red", "blue", "red", "?", "red")]
    assert [item.text for item in news(seen, 0, NAMES)] == ["field → bag: red ×3, blue, 1 unseen"]


def test_what_another_does_several_times_is_told_in_one_line_and_what_one_does_oneself_move_by_move() -> None:
    def discard(seat: int, piece: str) -> list[Seen]:
        move = Seen("move", seat=seat, name="discard", items=(piece,))
        return [move, moved(piece, f"player-{seat + 1}'s hand", "heap")]

    seen = [
        *discard(1, "red-1"),
        *discard(1, "red-2"),
        Seen("move", seat=1, name="pass"),
        Seen("move", seat=1, name="pass"),
        *discard(0, "blue-1"),
        *discard(0, "blue-2"),
        *discard(1, "red-3"),
        moved("green-1", "deck", "field"),
        *discard(1, "red-4"),
    ]
    assert [item.text for item in news(seen, 0, NAMES)] == [
        "player-2: discard red-1, red-2",
        "player-2: pass",
        "player-2: pass",
        "Ann: discard blue-1",
        "Ann: discard blue-2",
        "player-2: discard red-3",
        "deck → field: green-1",
        "player-2: discard red-4",
    ]


def test_where_all_is_cleared_away_it_is_told_how_much_in_one_line() -> None:
    def cleared(each: int) -> list[str]:
        zones = ("trick", "player-1's won", "player-2's won", "discard")
        seen = [moved(f"{zone[-3:]}-{number}", zone, "deck") for zone in zones for number in range(each)]
        return [item.text for item in news(seen, 0, NAMES)]

    assert cleared(4) == ["trick, Ann's won and 2 more → deck: 16 pieces"]
    assert len(cleared(3)) == 4, "what is not very much is told by name"
    assert news([moved("player-1", "box", "board")], 1, NAMES) == [News("box → board: a piece of Ann")]
    told = news([moved(f"stone-{number}", "box", "deck") for number in range(20)], 0, NAMES)
    assert len(told) == 1
    assert told[0].text.endswith("stone-11 and 8 more")


def handed(*zones: str) -> tuple[tuple[str, None], ...]:
    """Each of these zones goes where the next one was."""
    return tuple((zone, None) for way in pairwise(zones) for zone in way)


def test_every_kind_of_event_has_its_words() -> None:
    place = (("market", "a1"),)
    seen = [
        Seen("move", seat=1),
        Seen("shown", piece="red-1", places=place),
        Seen("flipped", name="up", piece="red-1", places=place),
        Seen("swapped", places=(*place, ("market", "b2"))),
        Seen("rotated", places=(*place, ("market", "a2"), ("shop", "a3"))),
        Seen("passed", places=handed("player-1's hand", "player-2's hand", "player-1's hand"), items=("red-1", "?")),
        Seen("passed", places=handed("stock", "deck", "field"), items=("red-1", "?")),
        Seen("changed", piece="red-1", places=place, items=("blue-1",)),
        Seen("shuffled", name="deck", places=(("deck", None),)),
        Seen("drawn", name="bag", items=("?",)),
        Seen("rolled", name="pips", items=(4,)),
    ]
    assert [item.text for item in news(seen, 0, NAMES)] == [
        "player-2 has chosen",
        "shown in market a1: red-1",
        "turned face up in market a1: red-1",
        "swapped: market a1 and b2",
        "moved on in a circle: market a1 → a2 → shop a3",
        "swapped: Ann's hand and player-2's hand",
        "handed on: stock → deck → field",
        "market a1: red-1 becomes blue-1",
        "deck shuffled",
        "drawn from bag: ?",
        "pips: rolled 4",
    ]


def test_what_is_rolled_to_a_zone_is_told_once_for_each_zone() -> None:
    dice = (
        ("Ann's cup", "die-5"),
        ("Ann's cup", "die-2"),
        ("Ann's cup", "die-5"),
        ("Bob's cup", "?"),
        ("Bob's cup", "?"),
    )
    seen = [
        each
        for cup, die in dice
        for each in (
            Seen("rolled", name="cup", items=(die,)),
            Seen("moved", piece=die, places=(("box", None), (cup, None))),
        )
    ]
    seen += [
        Seen("rolled", name="pips", items=(4,)),
        Seen("moved", piece="red-1", places=(("box", None), ("bag", None))),
    ]
    assert [item.text for item in news(seen, 0, NAMES)] == [
        "Ann's cup: rolled die-5 ×2, die-2",
        "Bob's cup: rolled 2 unseen",
        "pips: rolled 4",
        "box → bag: red-1",
    ]
