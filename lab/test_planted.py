"""The planted mistakes stand where their page says, and what points at them is told from what does not."""

from lab.planted import planted
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
