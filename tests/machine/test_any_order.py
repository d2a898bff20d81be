"""What is picked several at a time may be named in any order, where order means nothing."""

from collections.abc import Iterator
from itertools import combinations, product

import pytest

from rulewright import Game, IllegalMove, UnclearMove
from rulewright.language.diagnostics import applied
from rulewright.language.source import Source, read_source
from tests.analysis.looking import run_examples
from tests.made.loading import loaded

TEXT = """game "Orders" "Pick some"
    players 2
spot is one of low, mid, high
there is
    seen: set of spot
play:
    each player: choose take or rank-them or swap
action take "Take some":
    pick 1..2 taken from spots
    add taken to seen
action rank-them "Pick two, the better one first":
    pick 2 ranked from spots, in order
    needs ranked's first is not low
    add ranked to seen
action swap "Give one, for a higher one":
    pick given from spots
    pick asked from spots
    needs asked is more than given
    add asked to seen
scoring:
    score of player: seen's size
    winners: players with highest score
"""


def test_a_typed_move_may_name_them_in_any_order() -> None:
    game = loaded(TEXT).start()
    assert game.parse_move(0, "take high low") == ("take", "low", "high")
    game.play(0, "take high low")
    assert game.decisions == 1


@pytest.mark.parametrize("text", ["rank-them low high", "swap high low", "take low low", "take high low mid"])
def test_what_means_something_else_stays_refused(text: str) -> None:
    game = loaded(TEXT).start()
    with pytest.raises(IllegalMove):
        game.play(0, text)
    assert game.why(0, text) is not None


def test_examples_of_older_texts_keep_their_order() -> None:
    head, told = "at play as Ann\n    then:\n        Ann", "take high low\n"
    example = f'example "order":\n    players Ann, Bob\n    {head}'
    for language, word in ((1, "cannot"), (2, "can")):
        text = TEXT.replace("    players 2\n", f"    language {language}\n    players 2\n")
        source = read_source("orders.rules", f"{text}{example} {word} {told}".encode())
        assert isinstance(source, Source)
        assert not run_examples(source)


TRADE = """game "Trade" "Some for some"
    players 1
component card, called "card-{rank}": rank 1..5
    1 of any
component coin, called "coin-{worth}": worth 1..3
    3 of any
there is
    display: area of card
    bank: area of coin
each player has
    hand: hand of card
    purse: area of coin
setup:
    move all box's cards where its rank is in 3..4 to display
    each player:
        move all box's cards to your hand
        move 2 from box's coins where its worth is 1 to your purse
        move 1 from box's coins where its worth is 2 to your purse
    move 2 from box's coins where its worth is 2 to bank
    move 1 from box's coins where its worth is 3 to bank
play:
    each player: choose trade or change
action trade "Give some cards for some":
    pick 0..3 given from your hand
    pick 0..2 taken from display
    needs (total rank of taken) is at most (total rank of given)   because "too much"
    move all given to display
    move all taken to your hand
action change "Change some coins":
    pick 1..3 paid from your purse
    pick 1..3 back from bank
    pick place from here, there
    needs (total worth of paid) is (total worth of back)   because "not as much"
    if place is here: move all paid to bank
    otherwise: move all back to your purse
scoring:
    score of player: its hand's size
    winners: players with highest score
"""
HAND, DISPLAY, PURSE, BANK = (1, 2, 5), (3, 4), (1, 1, 2), (2, 2, 3)


def parts(of: tuple[int, ...], low: int, high: int) -> Iterator[tuple[int, ...]]:
    """All choices of so many, equal ones once."""
    return iter({some for size in range(low, high + 1) for some in combinations(of, size)})


def traded() -> set[tuple[str, ...]]:
    """All pairs of choices that meet the guards, as they are written."""
    trades = (
        ("trade", *(f"card-{rank}" for rank in given), "/", *(f"card-{rank}" for rank in taken))
        for given, taken in product(parts(HAND, 0, 3), parts(DISPLAY, 0, 2))
        if sum(taken) <= sum(given)
    )
    changes = (
        ("change", *(f"coin-{worth}" for worth in paid), "/", *(f"coin-{worth}" for worth in back), "/", place)
        for paid, back, place in product(parts(PURSE, 1, 3), parts(BANK, 1, 3), ("here", "there"))
        if sum(paid) == sum(back)
    )
    return {*trades, *changes}


@pytest.mark.parametrize("fast", [False, True])
def test_two_of_free_size_are_all_pairs(fast: bool) -> None:
    rules = loaded(TRADE)
    game = (rules.fast() if fast else rules).start()
    moves = game.moves(0)
    assert len(moves) == len(set(moves))
    assert set(moves) == traded()


@pytest.fixture
def trade() -> Game:
    return loaded(TRADE).start()


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("trade card-5 card-2 / card-4 card-3", "trade card-2 card-5 / card-3 card-4"),
        ("trade card-3 card-5 card-1", "trade card-1 card-5 / card-3"),
        ("trade card-5 /", "trade card-5 /"),
        ("trade /", "trade /"),
        ("change coin-2 coin-1 / coin-3 / there", "change coin-1 coin-2 / coin-3 / there"),
        ("change coin-3 coin-2 coin-1 there", "change coin-1 coin-2 / coin-3 / there"),
    ],
)
def test_the_sign_may_be_left_out_where_nothing_else_could_be_meant(trade: Game, text: str, move: str) -> None:
    assert " ".join(map(str, trade.parse_move(0, text))) == move
    trade.play(0, text)
    assert trade.over


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("trade card-1 / card-3", "too much"),
        ("trade card-1 card-3", "too much"),
        ("trade card-5", "/ is to stand behind given."),
        ("trade", "/ is to stand behind given."),
        ("trade card-3 / card-5", "card-3 cannot be picked here: it is not in your hand."),
        ("change coin-1 / coin-2 / here", "not as much"),
        ("change coin-1 coin-3 here", "not as much"),
    ],
)
def test_why_such_a_move_is_refused(trade: Game, text: str, told: str) -> None:
    refusal = trade.why(0, text)
    assert refusal is not None
    assert refusal.reason == told
    with pytest.raises(IllegalMove):
        trade.play(0, text)


def test_words_that_could_belong_together_in_two_ways_are_unclear() -> None:
    game = loaded(
        TRADE.replace("needs (total worth of paid) is (total worth of back)", "needs paid is not empty")
    ).start()
    with pytest.raises(UnclearMove) as unclear:
        game.play(0, "change coin-1 coin-2 coin-2 here")
    written = {" ".join(map(str, move)) for move in unclear.value.moves}
    assert written == {"change coin-1 / coin-2 coin-2 / here", "change coin-1 coin-2 / coin-2 / here"}


def test_older_texts_refuse_two_of_free_size_and_say_since_when() -> None:
    older = (
        TRADE.replace("    players", "    language 1\n    players").split("action change")[0].replace(" or change", "")
    )
    source = read_source("trade.rules", older.encode())
    assert isinstance(source, Source)
    (told,) = [each for each in run_examples(source) if each.code == "header-first"]
    assert "in language 1 it must be the last pick" in told.message
    assert "write language 2 below the title of this text, where it may stand anywhere" in told.message
    given, taken = "    pick 0..3 given from your hand\n", "    pick 0..2 taken from display\n"
    assert told.edit is not None
    assert applied(older, [told.edit]) == older.replace(given + taken, taken + given)
