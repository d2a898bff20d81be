"""The pages about writing rules: each state of a file is sound, or wrong as it says; commands print what they show."""

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import pytest
from attrs import define, evolve

from rulewright.analysis.random_games import reference_playouts
from rulewright.language.elaborate.settings import player_counts
from rulewright.language.format import format_text
from rulewright.loading import read_text, rules_of
from rulewright.machine.playouts import FINISHED
from rulewright.table import prompt
from rulewright.table.decision_page import DecisionPage
from rulewright.table.sitting import Meanwhile, unseen
from rulewright.table.text_lines import Line, Said, lines, plain
from rulewright.table.typed_line import Asked
from rulewright.web.lessons import stepping
from tests.cli.running import run
from tests.language.blocks import ROOT, blocks, expected, trouble
from tests.language.written import Printed, State, folders, printed, states, unmarked

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "examples").rglob("*.md"))]
STATES = [state for pages in folders(PAGES) for state in states(pages)]
RULES = [state for state in STATES if state.block.kind != "text"]
SOUND = [state for state in RULES if not expected(evolve(state.block, text=state.text))]
TEXTS = [state for state in STATES if state.block.kind == "text"]
GAMES, LONG = 20, 10_000
FEW = ("--work", "2000", "--jobs", "1")
"""For `check`, which looks for as long as a person waits: the same on every machine."""


@define
class Typing:
    """A terminal of 24 lines and 80 columns, with lines that scroll, at which a person types until there is no more."""

    typed: list[str]
    width: int = 79
    height: int | None = 24
    person: bool = True
    meanwhile: Meanwhile = unseen

    def sitting(self) -> AbstractContextManager[object]:
        return nullcontext(self)

    def draw(self, drawing: DecisionPage) -> None:
        self.show(drawing.lines(self.width, self.height))

    def show(self, lines: Sequence[Line]) -> None:
        print(plain(lines), end="")

    again = refuse = page = pause = show

    def watch(self, page: DecisionPage, seconds: float) -> None:
        self.show(lines(Said(page.fresh), self.width))

    def keep(self, lines: Sequence[Line]) -> None:
        """All that was shown stays."""

    def read(self, name: str, seat: int, decision: Asked) -> str:
        line = self.typed.pop(0) if self.typed else ""
        print(f"{name}> {line}")
        if not line:
            raise EOFError
        return line

    def clear(self) -> None:
        print("\f")


@pytest.mark.sampled(20)
@pytest.mark.parametrize("state", RULES, ids=str)
def test_only_what_is_marked_is_wrong(state: State) -> None:
    assert trouble(evolve(state.block, kind="rules", text=state.text)) == ""


@pytest.mark.parametrize("state", [state for state in STATES if state.made], ids=str)
def test_the_steps_have_made_the_file_that_is_shown(state: State) -> None:
    """When `fmt` has laid it out."""
    assert state.text == format_text(unmarked(state.made))


@pytest.mark.sampled(24, 8)
@pytest.mark.parametrize("state", SOUND, ids=str)
def test_random_games_end_and_keep_the_invariants(state: State) -> None:
    text = read_text("page.rules", state.text.encode())
    for players in player_counts(text.parsed.ruleset):
        rules = rules_of(text, "page", players=players)
        games = reference_playouts(rules, 1, 0, GAMES, LONG, counting=False, checking=True)
        assert (list(games.status), games.faults) == ([FINISHED] * GAMES, {})


@pytest.mark.sampled(15)
@pytest.mark.parametrize("state", TEXTS, ids=str)
def test_this_is_printed(
    state: State, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """In a folder that holds nothing but the file."""
    shown = printed(state.block)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("rulewright.cli.play_commands.at_terminal", lambda: True)
    monkeypatch.setattr(prompt, "Terminal", lambda lines: Typing(shown.typed))
    for name in (word for word in shown.words if word.endswith(".rules")):
        Path(name).write_text(unmarked(state.text), encoding="utf-8")
    done = run(capsys, *shown.words, *(FEW if shown.words[0] == "check" else ()))
    assert shown.fits(done.out + done.err), done.out + done.err


def test_no_block_is_passed_over() -> None:
    assert {block.kind for page in PAGES for block in blocks(page)} <= {"rules", "rules step"}


@pytest.mark.parametrize("state", TEXTS, ids=str)
def test_not_everything_is_left_out(state: State) -> None:
    assert printed(state.block).wanted.strip("…\n")


GAME = 'game "A" "First"\n    players 2\n'
LATER = "play: one\n\ndefine b: 2\n\nscoring:\n    x\n"


def test_a_step_replaces_what_has_its_heading_and_puts_the_rest_where_it_belongs() -> None:
    step = 'secret "s": a\n\ndefine a: 1\n\nfruit is one of pear\n\nplay: two\n\nsecret "t": b\n\naction b: c\n'
    wanted = (
        GAME,
        "fruit is one of pear\n",
        "play: two\n",
        "action b: c\n",
        "define b: 2\n",
        "define a: 1\n",
        "scoring:\n    x\n",
        'secret "s": a\n',
        'secret "t": b\n',
    )
    assert stepping(f"{GAME}\n{LATER}", step) == "\n".join(wanted)


@pytest.mark.parametrize(
    ("wanted", "fits"),
    [
        ("a\nb\nc", True),
        ("a\n…\nc", True),
        ("a\n…\nb\nc", True),
        ("…\nc", True),
        ("a\n…", True),
        ("a\n… b\nc", False),
        ("a\nb…\nc", True),
        ("a\nb", False),
        ("b\nc", False),
        ("…\nd", False),
    ],
)
def test_what_is_left_out_may_be_anything_and_nothing_else(wanted: str, fits: bool) -> None:
    assert Printed([], [], wanted).fits("a  \nb\nc\n") == fits
