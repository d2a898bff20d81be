"""`train` where there is nothing to train, or where it may not: what is said, and nothing is written."""

from pathlib import Path

import pytest

from tests.cli.running import Run, written
from tests.laws.test_training import RULES


def test_where_nobody_plays_against_anybody_it_is_said_that_there_is_nothing_to_train(run: Run) -> None:
    assert "nothing to train" in run("train", "beacons", code=0).err


@pytest.mark.parametrize(
    ("beside", "said"),
    [
        ('{"format": "rulewright-trained/2", "horizon": null, "policy": null}\n', "--force trains anew"),
        ("mine\n", "is nothing that rulewright train has written. Delete it, then train again."),
    ],
)
def test_what_lies_beside_the_rules_stays(run: Run, tmp_path: Path, beside: str, said: str) -> None:
    rules, trained = written(tmp_path / "luck.rules", RULES), written(tmp_path / "luck.trained", beside)
    assert said in " ".join(run("train", rules, code=2).err.split())
    assert trained.read_text() == beside


def test_scores_that_go_wrong_before_the_end_are_named_by_their_line(run: Run, tmp_path: Path) -> None:
    """At the first decision nobody has a card, so that it divides by 0."""
    rules = written(tmp_path / "luck.rules", RULES.replace("total value of its won", "10 / its won's size"))
    said = run("train", rules, code=1).err
    assert "This divides by 0." in said
    assert "10 / its won's size" in said
    assert not (tmp_path / "luck.trained").exists()
