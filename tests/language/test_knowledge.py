"""What headers may ask, where pieces lie, what is none, how many there are: what is certainly wrong, and what not."""

from tests.language.test_sentences import codes

TURN = "play:\n    each player: choose act\n"
MINE = "each player has\n    front: row of card, face up or down\n"
DOWN = "    move card to your front face down\n"


# ---- what the decider sees


def faces(line: str, body: str = DOWN, more: str = "") -> list[str]:
    """What is wrong with a pick from the row with faces."""
    fill = f"to fill:\n    pick-none\nto pick-none: nothing\n{more}"
    return codes(f"{MINE}{TURN}{fill}action act:\n    {line}\n{body}")


def test_where_nothing_lies_face_down_nothing_is_said() -> None:
    assert faces("pick card from faced where its color is red", "    move card to line\n") == []


def test_that_a_card_is_shown_somewhere_says_nothing_of_others() -> None:
    down = "    move card to faced face down\n    show card to players\n"
    assert faces("pick card from faced where its color is red", down) == ["hidden-guard"]
    own = "    move card to your front face down\n    show card to you\n"
    assert faces("pick card from your front where its color is red", own) == ["hidden-guard"]
    assert faces("pick card from your front where you is in its viewers and its color is red", own) == []


def test_headers_of_members_are_looked_at_once_each() -> None:
    family = (
        "action act of color from colors:\n    when red:\n        needs deck's first's rank is 2\n"
        "        set score-line to 1\n    when green, blue: nothing\n"
    )
    assert codes(TURN + family) == ["hidden-guard"]


# ---- where pieces lie


def body(*lines: str, more: str = "") -> list[str]:
    """What is wrong with an action of these sentences."""
    return codes(f"{more}{TURN}action act:\n" + "".join(f"    {line}\n" for line in lines))


def test_places_are_asked_before_the_zone_is_emptied() -> None:
    low = "let low be trail's first"
    gone = "move all trail to waste"
    assert body(low, gone, "set guest to low's owner") == ["place-unknown"]
    assert body(low, gone, "if score-line is 1:", "    set guest to low's owner") == ["place-unknown"]
    assert body(low, "set guest to low's owner", gone) == []
    assert body(low, "if score-line is 1: " + gone, "set guest to low's owner") == []
    assert body(low, "let other be line's first", gone, "if other is past(line's last): set score-line to 1") == []
    assert body(low, "move low to line", gone, "if low is past(line's last): set score-line to 1") == []
    assert body(low, gone, "let low-too be low", "set score-line to 1") == []


def test_shuffling_ends_what_is_known_of_places() -> None:
    top = "let top be line's first"
    late = "if top is past(line's last): set score-line to 1"
    assert body(top, "shuffle line", late) == ["place-unknown"]
    assert body(top, "shuffle line", "set score-line to 1") == []


# ---- what is none


def test_what_is_certainly_none_is_not_used() -> None:
    need = "add 1 to guest's gems"
    assert body("set guest to none", need) == ["certainly-none"]
    assert body("if guest is none: " + need) == ["certainly-none"]
    assert body("if guest is not none: nothing", "otherwise: " + need) == ["certainly-none"]
    assert body("if guest is not none: end game", need) == ["certainly-none"]
    assert body("needs guest is none", need) == ["certainly-none"]
    assert body("set guest to none", "ask guest: set score-line to 1") == ["certainly-none"]
    assert body("set guest to none", "set chief to guest") == ["certainly-none"]
    assert body("let low be trail's first", "if low is none: move low to waste") == ["certainly-none"]
    assert body("let low be trail's first", "if low is none: add low's rank to score-line") == ["certainly-none"]
    assert body("set guest to none", "move deck's first to guest's hand") == ["certainly-none"]


def test_what_may_be_something_is_used() -> None:
    need = "add 1 to guest's gems"
    assert body("if guest is not none: " + need) == []
    assert body("set guest to none", "set guest to you", need) == []
    assert body("set guest to none", "welcome", need, more="to welcome: set guest to chief\n") == []
    assert body("if guest is none: set guest to you", need) == []
    assert body("if score-line is none: add 1 to score-line") == []
    assert body("if guest is none or score-line is 1: " + need) == []
    assert body("set guest to none", "repeat 2 times:", "    if score-line is 1: " + need, "    set guest to you") == []
    assert body("set guest to none", "if guest is not none and guest's gems + 1 is 3: set score-line to 1") == []


# ---- how many there are


def dealt(*lines: str, players: int = 2, more: str = "") -> list[str]:
    """What is wrong with a setup of these sentences."""
    fill = "setup:\n    move all box to deck\n"
    act = TURN + "action act: nothing\n" + more
    return codes(fill + "".join(f"    {line}\n" for line in lines) + act, players)


def test_setup_deals_no_more_than_there_is() -> None:
    assert dealt("each player: move 9 from deck to your hand") == []
    assert dealt("each player: move 10 from deck to your hand") == ["too-few-pieces"]
    assert dealt("each player: move 7 from deck to your hand", players=3) == ["too-few-pieces"]
    assert dealt("each player: move up to 10 from deck to your hand") == []
    assert dealt("move 10 from deck to line", "shuffle deck", "move 9 from deck to line") == ["too-few-pieces"]
    assert dealt("move all deck to waste", "move 1 from waste where it is red-1 to line") == []
    assert dealt("move all deck to waste", "move 3 from waste where it is red-1 to line") == ["too-few-pieces"]
    assert dealt("repeat 4 times: move 5 from deck to line") == ["too-few-pieces"]
    assert dealt("deal(19)", more="to deal(0..30 n): move n from deck to line\n") == ["too-few-pieces"]
    assert dealt("each player: move your seat * 7 from deck to your hand") == ["too-few-pieces"]
    assert dealt("if player-count is 2: move 19 from deck to line") == ["too-few-pieces"]


def test_what_is_not_certain_ends_the_counting() -> None:
    assert dealt("move 9 from deck to waste", "move 10 from deck to line") == []
    assert dealt("roll n from 1..6", "move n + 13 from deck to line") == []
    assert dealt("if chief is guest: move 9 from deck to line", "move 10 from deck to line") == []
    assert (
        dealt(
            "repeat 999 times:",
            "    repeat 999 times:",
            "        repeat 9 times: set score-line to 1",
            "move 19 from deck to line",
        )
        == []
    )
