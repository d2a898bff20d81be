"""A message that offers several readings: each of them, written into the text, means what its words say.

Each case of `readings_mean.txt` is what was written, completed by the frame of the messages. Below it stands each
reading: `> words of the message | what stands in the text => what is written for it`, and rows for it as in
`edits_mean.txt`. In the words `…` and what is in capitals stand for what an author fills in. A message may be wrong in
several ways, so each way to say it has a case.
"""

import re
from pathlib import Path
from typing import Final

import pytest
from attrs import frozen

from rulewright.language.messages import kinds_of_values, names
from rulewright.language.source import Source
from tests.analysis.looking import run_examples
from tests.language.test_diagnostics import COMPLAINTS
from tests.language.test_edits_mean import Case, told

pytestmark = pytest.mark.thorough

SEVERAL: Final = re.compile(r"\b([Ww]rite|meant|among)\b[^|\]]*[{…][^|\]]*(,|;|\.) ([Oo]r|[Ii]f|one of|and then)\b")
"""What a sentence is like that offers several readings."""
ELSEWHERE: Final = {
    "test_place_or_piece": (names.place_or_piece, names.place_or_piece_of_each, names.slot_or_piece),
    "test_repaired_conditions": (kinds_of_values.two_zones,),
}
"""The tests that carry out what these offer."""


@frozen
class Reading:
    """Words of a message, and the whole text that is written for them, with what comes out then."""

    offered: str
    better: Case

    def stands_in(self, text: str) -> bool:
        """Whether a text says these words, with whatever is filled in."""
        words = re.sub("…|[A-Z]{2,}", ".*", re.sub(r"([.+*()])", r"\\\1", self.offered))
        return re.search(words, text, re.DOTALL) is not None


def readings(block: str) -> tuple[Case, list[Reading]]:
    """One case: what was written, and its readings."""
    wrong, *parts = re.split("^> ", block, flags=re.MULTILINE)
    made = []
    for part in parts:
        head, *rows = part.splitlines()
        offered, *changes = head.replace("\\n", "\n").split(" | ")
        better = wrong
        for change in changes:
            old, _, new = change.partition(" => ")
            assert better.count(old) == 1, change
            better = better.replace(old, new)
        assert rows, head
        made.append(Reading(offered, Case(better, tuple(row.removeprefix("= ") for row in rows))))
    return Case(wrong, ()), made


TEXT: Final = Path(__file__).with_name("readings_mean.txt").read_text(encoding="utf-8")
CASES: Final = [readings(block) for block in TEXT.split("=====\n")]


@pytest.mark.parametrize(("wrong", "each"), CASES)
def test_each_reading_means_what_its_words_say(wrong: Case, each: list[Reading]) -> None:
    message = told(wrong.text)[0].message
    for reading in each:
        assert reading.stands_in(message), message
        assert reading.stands_in(reading.better.text), reading.better.wrong
        failing = run_examples(Source("case.rules", reading.better.text))
        assert [one.message for one in failing] == [], reading.better.text


def test_each_message_with_several_readings_has_a_case() -> None:
    carried_out = {told(wrong.text)[0].sentence for wrong, _ in CASES}
    carried_out |= {each.sentence for elsewhere in ELSEWHERE.values() for each in elsewhere}
    offering = {each.sentence for each in COMPLAINTS if each.severity == "error" and SEVERAL.search(each.sentence)}
    assert sorted(offering - carried_out) == []
