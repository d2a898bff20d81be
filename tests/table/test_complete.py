"""Completion of commands, moves and names."""

import random

import pytest
from attrs import evolve
from hypothesis import given, strategies as st

from rulewright.table.editing import complete, completion
from rulewright.table.typed_line import Asked, Chosen, Words, move_text, understand
from rulewright.table.vocabulary import vocabulary
from tests.laws.both_ways import SEED, Said, said_twice

MOVES = (("take", "stone-57", "left"), ("take", "stone-57", "hand"), ("take", "stone-5", "hand"), ("end-turn",))
WORDS = Words(
    {"take": "Take a stone", "end-turn": "End", "drop": "Drop it"},
    {"stone-5": "stone", "stone-57": "stone", "stone-8": "stone"},
    {"stone-57": "stone: red"},
)
ASKED = Asked(MOVES, WORDS, frozenset(("stone-8",)))


def texts(before: str) -> list[str]:
    return [offer.text for offer in complete(before, ASKED)]


def test_what_could_follow_is_offered_with_its_description() -> None:
    assert complete("", ASKED) == [completion("take", 0, "Take a stone"), completion("end-turn", 0, "End")]
    assert complete("take st", ASKED) == [completion("stone-57", 2, "stone: red"), completion("stone-5", 2, "")]
    assert texts("take 57") == ["stone-57"]
    assert texts("take 57 ") == ["left", "hand"]
    assert texts("take 5 ") == ["hand"]
    assert texts("take 5 hand ") == []
    assert texts("take one") == ["stone-57", "stone-5"]
    assert texts("take 5") == ["stone-5", "stone-57"]


def test_what_is_asked_about_is_completed() -> None:
    words = Words({"take": ""}, {"stone-5": "stone", "red": "color"}, {}, ("stone-5",), ("field", "hand"))
    asked = Asked(MOVES, words, frozenset(("stone-8",)))
    for before, offered in (
        (":look ", ["stone-8", "stone-5", "red", "field", "hand", "take"]),
        (":odds ", ["stone-5"]),
        (":last h", ["hand"]),
        (":history ", []),
    ):
        assert [each.text for each in complete(before, asked)] == offered


def test_commands() -> None:
    assert texts(":un") == [":undo"]
    assert set(texts(":")) >= {":undo", ":why", ":rules", ":help", ":quit"}
    assert texts("qu") == ["quit"]
    assert texts(":quit x") == []


def test_why_completes_moves_that_are_not_legal() -> None:
    assert texts(":why dr") == ["drop"]
    assert texts(":why drop 8") == ["stone-8"]
    assert texts(":rules ta") == ["take"]
    assert texts(":moves ta") == ["take"]


def test_at_a_step_the_next_word_is_offered_first() -> None:
    asked = evolve(ASKED, begun=("take", "stone-57"))
    assert [offer.text for offer in complete("", asked)][:2] == ["left", "hand"]
    assert "end-turn" in [offer.text for offer in complete("e", asked)]


@pytest.mark.sampled(6)
@pytest.mark.parametrize("said", [*said_twice()], ids=lambda said: said.form)
def test_every_move_of_the_newer_sentences_is_offered_word_by_word(said: Said) -> None:
    """What is none, several pieces, zones and numbered places among them; menus that are refused are not offered."""
    game, rng = said.rules[1].start(SEED), random.Random(SEED)
    words = vocabulary(game.rules.core)
    for _ in range(8):
        if game.over:
            break
        moves = game.moves(game.deciders[0])
        asked = Asked(tuple(moves), words)
        assert {each.text for each in complete("", asked)} >= {move[0] for move in moves}
        for move in rng.sample(moves, min(len(moves), 8)):
            for known in range(1, len(move)):
                offered = {each.text for each in complete(f"{move_text(move[:known])} ", asked)}
                alike = {str(other[known]) for other in moves if other[:known] == move[:known] and len(other) > known}
                assert str(move[known]) in offered <= alike
        game.play(game.deciders[0], rng.choice(moves))


@given(st.data())
def test_following_completions_gives_a_legal_move(data: st.DataObject) -> None:
    text = ""
    while offers := [
        offer for offer in complete(text, ASKED) if offer.text in {str(word) for move in MOVES for word in move}
    ]:
        text += data.draw(st.sampled_from(offers)).text + " "
    assert understand(text, ASKED) in [Chosen(move) for move in MOVES]
    assert text.strip() in [move_text(move) for move in MOVES]


@given(st.text())
def test_any_text_can_be_completed(text: str) -> None:
    for offer in complete(text, ASKED):
        assert -offer.start_position <= len(text)
