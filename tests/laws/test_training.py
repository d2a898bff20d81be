"""Training: what a lead is worth, what scores promise, the file beside the rules, and what comes of training."""

from math import exp, log
from pathlib import Path

import pytest

from rulewright import FileTrouble, load
from rulewright.machine.horizon import MAX_TRAINED, TOP_POINTS, Horizon, Trained, promised, trained_beside, trained_text
from rulewright.machine.policy import MAX_WEIGHT, UNIT, Policy
from rulewright.training import learned_lead, train
from tests.wasm.common import WASM

RULES = """\
game "Luck"
    players 2
component card: value 1..9
    1 of any
there is
    deck: pile of card
each player has
    won: area of card
setup:
    move all box to deck
    shuffle deck
play:
    repeat 2 times:
        each player: choose take or leave
action take: move 1 from deck to your won
action leave: nothing
scoring:
    score of player: total value of its won
    winners: players with highest score
"""


def test_scores_promise_shares_by_their_lead() -> None:
    """In proportion to e^(score * lead / 1000), within a part of a hundred; lower scores are better below 0."""
    assert promised((4, 4), 500) == [TOP_POINTS // 2] * 2
    ahead, behind = promised((5, 2), 400)
    assert ahead / behind == pytest.approx(exp(1.2), rel=0.01)
    assert promised((2, 5), -400) == [ahead, behind]
    assert promised((9, 0, 0), 5_000)[0] == pytest.approx(TOP_POINTS, rel=0.001)


def test_a_lead_is_worth_what_made_the_standings_likeliest() -> None:
    """One point ahead wins three of four: log 3. Without any lead, or one that says nothing, 0."""
    three_of_four = [((1, 0), (0.75, 0.25)), ((3, 4), (0.25, 0.75))]
    assert learned_lead(iter(three_of_four)) == round(1_000 * log(3))
    assert learned_lead(iter([((4, 0), (0.5, 0.5))])) == 0
    assert learned_lead(iter([((0, 1), (0.75, 0.25))])) == -round(1_000 * log(3)), "the lowest score wins"


def test_what_was_trained_lies_beside_the_rules(tmp_path: Path) -> None:
    rules, horizon = tmp_path / "luck.rules", Horizon(20, -300, 2)
    rules.write_text(RULES)
    assert load(rules).trained is None
    policy = Policy(("deck size",), {"take / deck size": (3, -20, UNIT * MAX_WEIGHT)}, playouts=False, prior=700)
    for trained in (Trained(horizon), Trained(policy=policy), Trained(horizon, policy)):
        (tmp_path / "luck.trained").write_text(trained_text(trained))
        assert load(rules).trained == trained
    many = Trained(policy=Policy((), {f"take {number} /": (UNIT,) * 1_000 for number in range(100)}))
    (tmp_path / "luck.trained").write_text(trained_text(many))
    assert load(rules).trained == many, "it may be longer than rules are"
    assert [horizon.seen_by(players) for players in (1, 2, 5)] == [10, 20, 50]


def text_of(decisions: int = 3, lead: int = 3, players: int = 2, *weights: int, prior: int = 0) -> str:
    return trained_text(Trained(Horizon(decisions, lead, players), Policy((), {"take /": weights}, prior=prior)))


@pytest.mark.parametrize(
    "text",
    [
        *("", "[]", "{}", "7", "[" * 3_000, '{"decisions": "3"}', text_of().replace("/2", "/1")),
        *(text_of(0), text_of(lead=MAX_TRAINED + 1), text_of(players=0), text_of().replace('"lead"', '"least"')),
        *(text_of(3, 3, 2, -UNIT), text_of(3, 3, 2, 1 + UNIT * MAX_WEIGHT), text_of(prior=-1)),
        *(text_of().replace('"weights"', '"weight"'), text_of(3, 3, 2, 7).replace("[7]", "7")),
    ],
)
def test_a_file_that_is_no_training_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "luck.trained").write_text(text)
    with pytest.raises(FileTrouble, match="nothing that rulewright train has written"):
        trained_beside(tmp_path / "luck.rules")


def test_where_nobody_plays_against_anybody_there_is_nothing_to_train() -> None:
    assert train(load("beacons"), 1, 7) is None


@pytest.mark.thorough
@WASM
def test_what_wins_most_is_tried_in_games_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "luck.rules").write_text(RULES)
    found = train(load(tmp_path / "luck.rules"), 4, 7)
    assert found is not None
    assert (found.games >= 4, found.fair) == (True, 0.5)
    assert found.share.low <= found.share.value <= found.share.high
    assert found.trained.horizon or found.trained.policy
    (tmp_path / "luck.trained").write_text(trained_text(found.trained))
    assert load(tmp_path / "luck.rules").trained == found.trained
