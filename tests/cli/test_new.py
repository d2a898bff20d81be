"""`rulewright new`: whatever is said of a game to begin with, what is written are rules that run."""

import sys
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from rulewright.analysis.check import check
from rulewright.analysis.examples import run_examples
from rulewright.cli.questions import Sorry
from rulewright.cli.write_commands import MAX_SEATS, MIN_SEATS, begun
from rulewright.files import beginnings
from rulewright.language.checks.certain_conditions import open_ends
from rulewright.language.checks.value_analysis import contents, outcomes
from rulewright.language.source import Source, read_source
from rulewright.loading import read_text, rules_of
from tests.cli.processes import at_terminal
from tests.cli.running import Run

KINDS = tuple(beginnings())
WORDS = ("apple", "card", "die", "tile", "wind-card", "Gem", "first", "color", "deck", "2", "a b", "", "-", "goal")
TYPED = st.sampled_from(WORDS) | st.text(max_size=12)


def read(text: str) -> Source:
    source = read_source("new.rules", text.encode())
    assert isinstance(source, Source)
    return source


@pytest.mark.parametrize(("kind", "most"), tuple(product(KINDS, (MIN_SEATS, 3, MAX_SEATS))))
def test_a_beginning_is_fine_and_has_an_example_an_invariant_and_a_secret(kind: str, most: int) -> None:
    text = begun(kind, "Otto's orchard", most, "apple")
    assert isinstance(text, str)
    assert not check(read(text))
    assert not run_examples(read(text))
    assert all(f"\n{word} " in text for word in ("example", "invariant", "secret"))
    assert "Otto's orchard" in text
    assert "component apple" in text


@pytest.mark.parametrize(
    ("kind", "component", "most"), tuple(product(KINDS, ("card", "tile", "gem", "die"), (MIN_SEATS, MAX_SEATS)))
)
def test_whoever_is_asked_in_a_beginning_has_a_move_or_it_is_said_what_happens(
    kind: str, component: str, most: int
) -> None:
    text = begun(kind, "New", most, component)
    assert isinstance(text, str)
    made = rules_of(read_text("new.rules", text.encode()), "new", players=most).core
    assert not list(open_ends(outcomes(contents(made))))


@pytest.mark.parametrize(("kind", "most"), tuple(product(KINDS, (MIN_SEATS, MAX_SEATS))))
def test_a_beginning_is_played_to_its_end(kind: str, most: int) -> None:
    text = begun(kind, "New", most, "gem")
    assert isinstance(text, str)
    for players in {MIN_SEATS, most}:
        game = rules_of(read_text("new.rules", text.encode()), "new", players=players).start(seed=3)
        while not game.over:
            seat = game.deciders[0]
            game.play(seat, game.moves(seat)[game.decisions % len(game.moves(seat))])
        assert len(game.scores) == players


@given(
    st.sampled_from(KINDS), st.sampled_from(WORDS) | st.text(max_size=12), st.sampled_from(WORDS) | st.text(max_size=12)
)
def test_whatever_it_is_called_it_is_fine_or_it_is_said_why_not(kind: str, title: str, component: str) -> None:
    text = begun(kind, title, MIN_SEATS, component)
    assert text.said if isinstance(text, Sorry) else not check(read(text))


def test_it_is_written_where_nothing_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("new", "my-game").code == 0
    text = (tmp_path / "my-game.rules").read_text()
    assert 'game "My game"' in text
    again = run("new", "my-game.rules", "--kind", "dice")
    assert (again.code, again.err) == (2, "rulewright: my-game.rules exists already; --force overwrites it.\n")
    assert (tmp_path / "my-game.rules").read_text() == text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "What is the file to be called?"),
        (("a/b",), "a/b is no name of a file here."),
        (("x", "--kind", "chess"), 'There is no kind "chess". There are: board, cards, dice.'),
        (("x", "--players", "7"), "2 to 6 can play such a beginning, not 7."),
        (("x", "--component", "first"), '"first" is a word of the language and can name nothing.'),
        (("x", "--component", "color"), '"color" is already a type'),
        (("x", "--title", 'a "b"'), "A title holds no quotation marks."),
    ],
)
def test_what_cannot_be_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run, words: tuple[str, ...], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("new", *words)
    assert (done.code, said in done.err) == (2, True)
    assert not list(tmp_path.iterdir())


def test_at_a_terminal_it_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with at_terminal([sys.executable, "-m", "rulewright", "new"]) as child:
        for asked, typed in (
            ("name> ", "orchard"),
            ("kind> ", "4"),
            ('There is no kind "4".', ""),
            ("kind> ", "board"),
            ("title> ", ""),
            ("players> ", "three"),
            ("players> ", "3"),
            ("component> ", "apple"),
        ):
            child.expect_exact(asked)
            if asked.endswith("> "):
                child.send(f"{typed}\r")
        child.expect_exact("orchard.rules is there.")
    assert "component apple" in (tmp_path / "orchard.rules").read_text()
