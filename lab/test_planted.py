"""The planted mistakes stand where their page says, and what points at them is told from what does not."""

import random
from math import inf
from pathlib import Path

import pytest

from lab import planted as measuring
from lab.holes.looking import source_of
from lab.planted import NEARNESS, doubted, main, measured, planted
from rulewright.analysis.doubts import asking
from rulewright.analysis.doubts.judging import Fate, Verdict
from rulewright.analysis.doubts.seeking import Subject
from rulewright.language.parser import parse
from rulewright.language.source import Source

PAGE = """
== tests/analysis/doubts.rules, 1
> example "a tile is thrown away":
>     players Ann, Bob
>     given:
>         Ann's rack holds tile-3
>         Bob's rack holds tile-4
>         bag holds tile-2
>     at turn as Ann
>     when:
>         Ann: pass tile-3
>     then:
>         used holds tile-3
other | one more tile in a row
    row's size is less than 4 => row's size is at most 4
broken | points are forgotten
    add your row's size to your points => nothing
    at points: 0..200
"""


def test_every_mistake_makes_other_rules() -> None:
    """Sixty of them, at least half of them merely another game."""
    found = [*planted()]
    texts = {each.edit.applied(each.rules)[0] for each in found}
    assert len(texts) == len(found) >= 60
    assert sum(each.sort == "other" for each in found) >= len(found) / 2
    for each in found:
        rules, _ = each.edit.applied(each.rules)
        assert not parse(Source(each.game, rules)).diagnostics, each.what
        assert each.lines, each.what
        assert all(any(part in line for line in rules.split("\n")) for part in each.at), each.what


def test_what_is_near_a_mistake() -> None:
    """Examples that do not come true are not of its author: with the second mistake none of the first."""
    row, points = planted(PAGE)
    lines = row.text.split("\n")
    assert [each.text.count('\nexample "') for each in (row, points)] == [2, 1]
    assert [lines[line - 1].split(" because")[0].strip() for line in row.lines] == [
        "needs your row's size is at most 4"
    ]
    assert [row.near(line) for line in (lines.index('phase turn "A turn":') + 1, *row.lines)] == ["", "line"]
    assert row.near(min(row.lines) - 1) == "paragraph"
    lines = points.text.split("\n")
    assert [lines[line - 1].strip() for line in points.lines] == ["points: 0..200, starts 0"]
    assert points.near(lines.index("to cash:") + 1) == "paragraph"


@pytest.mark.parametrize("most", [1, 3, 8, 30])
@pytest.mark.parametrize("number", [0, 1])
def test_few_changes_tell_what_all_would(number: int, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fates are drawn: what is said after the changes that are needed is what the list of all doubts has."""
    mistake = [*planted(PAGE)][number]
    subject = Subject.of(source_of(mistake.text), 300)
    for seed in range(3):
        draw, fates = random.Random(seed), dict[object, Verdict]()
        for change in subject.changes:
            fate: Fate = draw.choice(["doubt", "example", "alike"])
            fates[change] = Verdict(change, fate, share=draw.random())
        monkeypatch.setattr(measuring, "verdicts", lambda subject, _, of=fates: (of[each] for each in subject.changes))
        listed = asking.ranked([*fates.values()], subject.source, subject.ruleset)[:most]
        places = [mistake.asked(each.change) for each in listed]
        nearest = min(places, key=NEARNESS.index) if places else ""
        found = doubted(mistake, subject, most, ("", ""), inf)
        assert (found.doubt[0], found.late) == (nearest, False)
        assert not nearest or places.index(nearest) < found.doubt[1] <= most
    assert doubted(mistake, subject, most, ("", ""), -inf).late


def test_runs_add_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """What the file of results has is not measured again, and is counted."""
    results, first = tmp_path / "results.jsonl", measuring.Pointed(("line", "never-fails"), ("", 0), {"alike": 2})
    monkeypatch.setattr(measuring, "pointed", lambda *_: first)
    main(["--game", "kuhn-poker", "--results", str(results)])
    assert [*measured(results).values()] == [first, first]
    monkeypatch.setattr(measuring, "pointed", lambda *_: measuring.Pointed(("", ""), ("paragraph", 4), {}))
    capsys.readouterr()
    main(["--game", "kuhn-poker", "--game", "deal", "--results", str(results)])
    told = capsys.readouterr().out
    assert "5 measured, at the line of 2 (40 %)" in told
    assert "2 on the line by check" in told
    assert "3 on the paragraph by a doubt" in told
    assert told.count("paragraph by doubt 4") == 2 * 3
