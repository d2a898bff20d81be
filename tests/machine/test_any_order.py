"""What is picked several at a time may be named in any order, where order means nothing."""

import pytest

from rulewright import IllegalMove
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
