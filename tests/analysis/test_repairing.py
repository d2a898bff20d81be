"""`check --fix`: what is repaired, what is left to the author, and that nothing else changes."""

from collections import Counter

import pytest

from rulewright.analysis.check import check
from rulewright.analysis.repairing import Repair, repaired
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.source import Source, read_source
from tests.language.test_diagnostics import COMPLAINTS, PAGES
from tests.language.test_messages import completed

ACT = "action act:\n    pick card from pool\n"
# What a designer writes, and how the language says it: from the tables of SPEC.md.
SURE = {
    "action act:\n    bid += 2\n": "action act:\n    add 2 to bid\n",
    "action act\n    nothing\n": "action act:\n    nothing\n",
    "action act:\n\tset bid to 1\n\tset bid to 2\n": "action act:\n    set bid to 1\n    set bid to 2\n",
    "action act:\n    set bid to 1\n    \tset bid to 2\n": "action act:\n    set bid to 1\n    set bid to 2\n",
    "action act:\n    if bid is 1:\n    \tset bid to 2\n": "action act:\n    if bid is 1:\n        set bid to 2\n",
    "action act:\n    set bid_1 to 1\nthere is\n    bid_1: 0..9\n": (
        "action act:\n    set bid-1 to 1\nthere is\n    bid-1: 0..9\n"
    ),
    "action act \u201cSay it\u201d:\n    nothing\n": 'action act "Say it":\n    nothing\n',
    "action act:\n    if bid == 2 then:\n        bid = 3\n": "action act:\n    if bid is 2:\n        set bid to 3\n",
    "action act:\n    while bid < 3:\n        bid++\n": (
        "action act:\n    repeat until not (bid is less than 3):\n        add 1 to bid\n"
    ),
    "action act:\n    if bid is 2 or 4: nothing\n": "action act:\n    if bid is 2 or bid is 4: nothing\n",
    "play:\n    each players: choose act\n": "play:\n    each player: choose act\n",
    "play:\n    each player: act\n": "play:\n    each player: choose act\n",
    "there is\n    limit: 9..0\n": "there is\n    limit: 0..9\n",
    "action act:\n    set bid to bid-1\n": "action act:\n    set bid to bid - 1\n",
}
# Another repair may be the right one: the author decides.
LEFT = (
    "action act:\n    set bidd to 1\n",
    "there is\n    heap: plie of card\n",
    "there is\n    limit: 0..9, starts 12\n",
    "there is\n    first: player\n",
    "size is one of small, large, small\n",
    f"{ACT}    pick card from pool\n",
    f"{ACT}    needs your coins is card\n",
    "choice turn:\n    act\nplay:\n    each player: choose turn(3)\n",
)


def fixed(data: bytes) -> tuple[bytes, tuple[Repair, ...]]:
    found = repaired("x.rules", data)
    assert found.whole
    return found.data, found.made


def errors(found: list[Diagnostic]) -> Counter[str]:
    return Counter(one.code for one in found if one.severity == "error")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("text", SURE)
def test_what_can_only_mean_one_thing_is_repaired(text: str) -> None:
    data, made = fixed(completed(text).encode())
    assert data.decode() == completed(text).replace(text, SURE[text])
    assert len(made) >= 1
    assert not errors(check(Source("x.rules", data.decode())))


@pytest.mark.parametrize("text", LEFT)
def test_what_may_mean_several_things_is_left(text: str) -> None:
    data = completed(text).encode()
    found = check(Source("x.rules", completed(text)))
    assert any(one.edit is not None for one in found)
    assert fixed(data) == (data, ())


def test_no_guess_is_sure() -> None:
    for each in COMPLAINTS:
        assert not (each.sure and "{near}" in (each.edit or "") + each.sentence), each


@pytest.mark.sampled(36, 36)
@pytest.mark.thorough
@pytest.mark.parametrize("name", PAGES)
def test_repairs_bring_no_error_and_end(name: str) -> None:
    """Whatever is wrong: after them there are fewer errors of what was repaired, and none of another sort."""
    before = PAGES[name].encode()
    data, made = fixed(before)
    assert (data != before) == bool(made)
    assert fixed(data) == (data, ())
    if made and isinstance(source := read_source("x.rules", before), Source):
        now = errors(check(Source("x.rules", data.decode())))
        assert now <= errors(check(source))


@pytest.mark.parametrize(
    ("old", "new"), [("\n", "\r\n"), ("\n", "\r"), ("play:", "\ufeffplay:")], ids=["windows", "old mac", "marked"]
)
def test_the_file_stays_as_it_was_written(old: str, new: str) -> None:
    wrong = completed('play:\n    each players: choose act\naction act "Fra\u0308me"\n    bid += 2\n')
    right = completed('play:\n    each player: choose act\naction act "Fra\u0308me":\n    add 2 to bid\n')
    data, _ = fixed(wrong.replace(old, new).encode())
    assert data.decode() == right.replace(old, new)


def test_a_repair_that_brings_another_error_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the subtracted name is declared nowhere, blanks would not be enough."""
    text = completed("action act:\n    set bid to bid-pott\n")
    assert fixed(text.encode()) == (text.encode(), ())


def test_repairing_ends_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    data = completed("action act\n    bid += 2\n").encode()
    monkeypatch.setattr("rulewright.analysis.repairing.MAX_REPAIRS", 1)
    assert [len(found.made) for found in [repaired("x.rules", data)] if not found.whole] == [1]
    monkeypatch.setattr("rulewright.analysis.repairing.CALL_TIMEOUT_S", -1.0)
    found = repaired("x.rules", data)
    assert (found.data, found.made, found.whole) == (data, (), False)
