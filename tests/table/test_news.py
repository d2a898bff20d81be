"""What happened, told in short lines."""

from rulewright.machine.information import Seen
from rulewright.table.game_protocol import News
from rulewright.table.people import Names
from rulewright.table.view_to_scene import news

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


def test_what_a_move_names_is_told_where_it_goes_on_to() -> None:
    """As where the last card of a trick is laid and all of them are taken away."""
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


def test_a_piece_called_like_a_player_is_not_taken_for_one() -> None:
    assert news([moved("player-1", "box", "board")], 1, NAMES) == [News("box → board: a piece of Ann")]


def test_long_lists_are_cut() -> None:
    told = news([moved(f"stone-{number}", "box", "deck") for number in range(20)], 0, NAMES)
    assert len(told) == 1
    assert told[0].text.endswith("stone-11 and 8 more")


def test_every_kind_of_event_has_its_words() -> None:
    place = (("market", "a1"),)
    seen = [
        Seen("move", seat=1),
        Seen("shown", piece="red-1", places=place),
        Seen("flipped", name="up", piece="red-1", places=place),
        Seen("swapped", places=(*place, ("market", "b2"))),
        Seen("rotated", places=place),
        Seen("changed", piece="red-1", places=place, items=("blue-1",)),
        Seen("shuffled", name="deck", places=(("deck", None),)),
        Seen("drawn", name="bag", items=("?",)),
    ]
    assert [item.text for item in news(seen, 0, NAMES)] == [
        "player-2 has chosen",
        "shown in market a1: red-1",
        "turned face up in market a1: red-1",
        "swapped: market a1 and market b2",
        "moved on in a circle: market a1",
        "market a1: red-1 becomes blue-1",
        "deck shuffled",
        "drawn from bag: ?",
    ]
