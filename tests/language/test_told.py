"""What is told of games with some lines in their gaps, and what is not: the rows of `told.txt`."""

import re
from pathlib import Path

import pytest
from attrs import field, frozen

from rulewright.analysis.check import check
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.source import Source


@frozen
class Game:
    """A text with gaps, and the codes that are looked at; none of errors or of `but`."""

    text: str
    codes: frozenset[str]
    but: bool
    rows: list[tuple[str, dict[str, str], str]] = field(factory=list)

    def filled(self, gaps: dict[str, str]) -> Source:
        """The text with these lines, further ones as far in as the gap; a line that is a gap and empty is left out."""
        text = self.text
        while wanted := re.search(rf"^( *)(.*)\{{({'|'.join(gaps)})\}}(.*\n)", text, re.MULTILINE):
            indent, before, gap, behind = wanted.groups()
            line = before + gaps[gap].replace(" / ", f"\n{indent}") + behind
            text = text[: wanted.start()] + (indent + line if line.strip() else "") + text[wanted.end() :]
        return Source("test.rules", text)

    def told(self, gaps: dict[str, str]) -> list[Diagnostic]:
        """What is told of it."""
        return self.looked_at(self.filled(gaps))

    def looked_at(self, source: Source) -> list[Diagnostic]:
        """What is told of such a text."""
        found = check(source)
        return [one for one in found if one.severity == "error" or (one.code in self.codes) != self.but]


def games() -> dict[str, Game]:
    """All games by their titles."""
    found = dict[str, Game]()
    for part in Path(__file__).with_name("told.txt").read_text(encoding="utf-8").split("\n== ")[1:]:
        head, *lines = part.rstrip().split("\n")
        title, _, codes = head.partition(": ")
        begin = next(at for at, line in enumerate(lines) if line.startswith("-- "))
        but = codes.startswith("all but ")
        found[title] = game = Game("\n".join(lines[:begin]) + "\n", frozenset(codes.split()), but)
        usual, names = dict[str, str](), list[str]()
        for line in lines[begin:]:
            if line.startswith("-- "):
                named = {name: value for name, _, value in (gap.partition(" = ") for gap in line[3:].split("; "))}
                usual, names = usual | named, [*named]
                continue
            row, _, said = line.partition(" => ")
            codes, *cells = row.split("|")
            given = dict(usual)
            for name, cell in zip(names, map(str.strip, cells), strict=False):
                own, is_, value = cell.partition(" = ")
                given |= {own: value} if is_ and own in usual else {name: cell} if cell else {}
            game.rows.append((codes.strip(), given, said))
    return found


GAMES = games()
ROWS = [
    pytest.param(game, *row, id=f"{title} {at}") for title, game in GAMES.items() for at, row in enumerate(game.rows)
]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("game", "codes", "gaps", "said"), ROWS)
def test_this_is_told_and_nothing_else(game: Game, codes: str, gaps: dict[str, str], said: str) -> None:
    found = game.told(gaps)
    told = [one.code for one in found]
    assert told and {*told} == {codes[:-1]} if codes.endswith("+") else told == codes.split()
    text = game.filled(gaps).text
    assert not said or any(said in one.message + text[one.span.start : one.span.end] for one in found)


def test_what_explains_a_refusal_uses_no_field() -> None:
    """To tell more of `past(x)`, its name is looked at once more: as the field, too."""
    usual = GAMES["Outcomes"].rows[0][1]
    guard = "no c in row where (some d in row where d is past(c))"
    more = "there is /     past: memory of pot, up to 3 /     row: row of card"
    for asked, unused in ((guard, True), (f"past's repeats is 0 or ({guard})", False)):
        found = GAMES["Outcomes"].told(usual | {"guard": asked, "more": more, "body": "set pot to 9"})
        assert ("unused" in {one.code for one in found}) == unused
