"""What is written as elsewhere is answered with the line as it is written here, and reading goes on with that.

The table is `habits.txt`: below a head, what was written and what the edit makes of it. Where one line becomes several
they are joined by ` / `; a line without a second half is answered in words only.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright.language import syntax as s
from rulewright.language.diagnostics import Diagnostic, applied
from rulewright.language.parser import parse
from rulewright.language.source import Source, normal

TABLE = Path(__file__).with_name("habits.txt").read_text(encoding="utf-8")


def written(head: str, line: str) -> str:
    """The paragraph of a line; where it has no head, what follows stands a step deeper each."""
    lines = [each.rstrip() for each in line.split(" / ")]
    if not head:
        return "\n".join("    " * place + each.strip() for place, each in enumerate(lines))
    if head == "play: if":
        return f"play:\n    if {line}: nothing"
    return "\n    ".join([head, *lines])


def rows() -> Iterator[tuple[str, str, str]]:
    head = ""
    for line in TABLE.splitlines():
        if line.startswith("=="):
            head = line[2:].strip()
            continue
        wrong, _, right = (each.strip() for each in line.partition("|"))
        yield head, wrong, right


def found_in(text: str) -> tuple[Source, tuple[Diagnostic, ...]]:
    source = Source("x.rules", normal(text))
    return source, parse(source).diagnostics


@pytest.mark.parametrize(("head", "wrong", "right"), [*rows()])
def test_the_edit_makes_the_line_that_is_meant(head: str, wrong: str, right: str) -> None:
    source, found = found_in(written(head, wrong))
    edits = [one.edit for one in found]
    assert len(found) == 1
    made = applied(source.text, [edits[0]]) if edits[0] else ""
    assert " ".join(made.split()) == " ".join(written(head, right).replace("/", " ").split() if right else [])
    assert found_in(made)[1] == ()


def test_reading_goes_on_with_what_is_meant() -> None:
    text = "play:\n    if bid < 3:\n        bid = 1\n    else:\n        nothing\n    while bid is 3: nothing\n"
    parsed = parse(Source("x.rules", text))
    assert [one.code for one in parsed.diagnostics] == ["strange-character"] * 2 + ["said-otherwise"] * 2
    (play,) = parsed.ruleset.declarations
    assert isinstance(play, s.Play)
    assert [type(each) for each in play.body] == [s.If, s.Repeat]
    assert parsed.whole


def test_only_so_many_lines_are_read_anew() -> None:
    lines = "".join(f"define f{number}: {number} is at\n    most 1\n" for number in range(300))
    found = parse(Source("x.rules", lines)).diagnostics
    assert len(found) == 300
    assert sum(one.edit is not None for one in found) == 100


@pytest.mark.parametrize("between", [" " * 50_000, "is not " * 5_000, "and " * 5_000])
def test_what_is_very_long_is_not_read_anew(between: str) -> None:
    (found,) = parse(Source("x.rules", f"play:\n    if a {between}b c then: nothing\n")).diagnostics
    assert found.edit is None


DECLARED = """\
game "Declared"
    players foxes, hens
good is one of cloth, wool
cell is grid 5 by 5
component card: good, worth 1..8
    1 of any, any
there is
    board: card on each cell
each player has
    hold: area of card
    gold: 0..9
    past: memory of hold
    bid: good or none
"""


DECLARING = [
    ('example "x":\n    given:', "    board holds nothing\n        rest is in box", "    board holds nothing"),
    (
        'example "x":\n    given:',
        "    board holds nothing\n        rest is out of play",
        "    board holds nothing",
    ),
    ("play:", "hens:\n        choose act", "ask hens:\n        choose act"),
    ("play:", "foxes: choose act", "ask foxes: choose act"),
    ("play:", "hens choose act", "ask hens: choose act"),
    ("play:", "hens must choose act", "ask hens: choose act"),
    ("play:", "hens' turn: choose act", None),
    ("play:", "bears: choose act", None),
    (
        "play:",
        "repeat until any player has at least 4 hold: turn",
        "repeat until some p in players where p's hold's size is at least 4: turn",
    ),
    (
        "play:",
        "repeat until every player has 4 gold: turn",
        "repeat until every p in players satisfies p's gold is 4: turn",
    ),
    (
        "play:",
        "if no player has hold's size more than 4: turn",
        "if no p in players where p's hold's size is more than 4: turn",
    ),
    ("play:", "if some player has 4 hats: turn", None),
    ("action act:", "clear the bid", "set bid to none"),
    ("action act:", "reset your gold", "set your gold to 0"),
    ("action act:", "clear your hold", "move all your hold to box"),
    ("action act:", "wipe past", "forget past"),
    ("action act:", "clear table", None),
    ("action act:", "pick good", "pick good from goods"),
    ("action act:", "pick a good", "pick good from goods"),
    ("action act:", "pick card", None),
    (
        "setup:",
        "move 1 from box to a1, c1, e1",
        "for each cell in cells where it is a1 or it is c1 or it is e1: move 1 from box to cell",
    ),
    (
        "setup:",
        "move 1 from box to a1, c1 and e1",
        "for each cell in cells where it is a1 or it is c1 or it is e1: move 1 from box to cell",
    ),
    (
        "define kinds of player:",
        "count of goods in its hand",
        "(count of goods as this-good where some card in its hand where card's good is this-good)",
    ),
    ("action act:", "pick card from any hold", "pick card from players' hold"),
    ("action act:", "pick card from any player's hold", "pick card from players' hold"),
    ("action act:", "pick card from all holds", "pick card from players' hold"),
    ("action act:", "pick card from each hold", None),
    ("action act:", "needs you in winners", "needs you is in winners"),
    ("action act:", "needs it in gold", None),
    ("action act:", "pick card from every player's hold", None),
    ("action act:", "needs there is on the board", "needs there is in cells"),
    ("action act:", "needs there is not off the board", "needs there is in cells"),
    ("action act:", "needs there is off the board", "needs there is not in cells"),
    ('example "x":\n    given:', "    hold is cloth-1, wool-2", "    hold holds cloth-1, wool-2"),
    ('example "x":\n    given:', "    foxes has 3 gold", "    foxes's gold is 3"),
    ('example "x":\n    then:', "    foxes's hold holds 3 cards", "    foxes's hold's size is 3"),
]


def declared() -> Iterator[str]:
    """The texts of lines of which the meaning depends on what is declared."""
    return (f"{DECLARED}{head}\n    {wrong}\n" for head, wrong, _ in DECLARING)


@pytest.mark.parametrize(("head", "wrong", "right"), DECLARING)
def test_what_is_declared_makes_the_line(head: str, wrong: str, right: str | None) -> None:
    source, found = found_in(f"{DECLARED}{head}\n    {wrong}\n")
    assert len(found) == 1
    if right is None:
        assert found[0].edit is None
        return
    assert found[0].edit is not None
    made = applied(source.text, [found[0].edit])
    assert made.removeprefix(f"{DECLARED}{head}\n    ").rstrip() == right
    assert found_in(made)[1] == ()
