"""Fields over numbers that begin anywhere: what examples give and ask, places of boards, whose a piece is."""

from pathlib import Path

import pytest

from rulewright import RulesFault
from rulewright.language.source import Source
from tests.analysis.looking import run_examples
from tests.wasm.common import loaded
from tests.wasm.corners import CORNERS


@pytest.mark.parametrize("name", ["floors", "keys"])
def test_examples_over_numbers_come_true(name: str) -> None:
    text = Path(__file__).with_name(f"{name}.rules").read_text(encoding="utf-8")
    assert [one.message for one in run_examples(Source("numbers.rules", text))] == []


SAID = {
    "a board by a number": "street(1): spot is 2..4, and this is 1.",
    "a set of several numbers": "open(5): spot is 2..4, and this is 5.",
    "a definition given what it does not take": "s is 2..4, and this is 1.",
    "a procedure given what it does not take": "s is 2..4, and this is 1.",
    "a distance beyond": "distance(1): spot is 2..4, and this is 1.",
}


@pytest.mark.parametrize("name", SAID)
def test_a_fault_names_what_is_asked_and_the_number(name: str) -> None:
    rules = loaded(CORNERS[name].text, CORNERS[name].players)
    game = rules.start(seed=1)
    number = 4 if "5" in SAID[name] else 1
    with pytest.raises(RulesFault) as caught:
        game.play(0, ("act", number))
    assert (caught.value.code, caught.value.message) == ("out-of-range", SAID[name])
    assert rules.quote(caught.value.span)
