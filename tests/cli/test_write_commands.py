"""The verbs `new`, `build` and `rulebook`: which files they write, when they refuse, what they say."""

import json
import re
import sys
from itertools import product
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import given, strategies as st

from rulewright.analysis import export
from rulewright.analysis.check import check
from rulewright.cli.questions import Sorry
from rulewright.cli.write_commands import MAX_SEATS, MIN_SEATS, begun
from rulewright.files import beginnings
from rulewright.language.checks.certain_conditions import open_ends
from rulewright.language.checks.value_analysis import contents, outcomes
from rulewright.language.source import Source, read_source
from rulewright.loading import read_text, rules_of
from rulewright.machine.wasm import available, validate
from tests.analysis.looking import run_examples
from tests.cli.processes import at_terminal, talk
from tests.cli.running import COINS, Patch, Run, coins_with, written

KINDS = tuple(beginnings())
WORDS = ("apple", "card", "die", "tile", "wind-card", "Gem", "first", "color", "deck", "2", "a b", "", "-", "goal")
TYPED = st.sampled_from(WORDS) | st.text(max_size=12)


def read(text: str) -> Source:
    source = read_source("new.rules", text.encode())
    assert isinstance(source, Source)
    return source


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("kind", "most"), tuple(product(KINDS, (MIN_SEATS, 3, MAX_SEATS))))
def test_a_beginning_is_fine_and_has_an_example_an_invariant_and_a_secret(kind: str, most: int) -> None:
    text = begun(kind, "Otto's orchard", most, "apple")
    assert isinstance(text, str)
    assert not check(read(text))
    assert not run_examples(read(text))
    assert all(f"\n{word} " in text for word in ("example", "invariant", "secret"))
    assert "Otto's orchard" in text
    assert "component apple" in text


@pytest.mark.sampled(3)
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


@pytest.mark.sampled(2)
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


@pytest.mark.thorough
@given(
    st.sampled_from(KINDS), st.sampled_from(WORDS) | st.text(max_size=12), st.sampled_from(WORDS) | st.text(max_size=12)
)
def test_whatever_it_is_called_it_is_fine_or_it_is_said_why_not(kind: str, title: str, component: str) -> None:
    text = begun(kind, title, MIN_SEATS, component)
    assert text.said if isinstance(text, Sorry) else not check(read(text))


def test_it_is_written_where_nothing_stands(tmp_path: Path, monkeypatch: Patch, run: Run) -> None:
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
        ("", "What is the file to be called?"),
        ("a/b", "a/b is no name of a file here."),
        ("x --kind chess", 'There is no kind "chess". There are: board, cards, dice.'),
        ("x --players 7", "2 to 6 can play such a beginning, not 7."),
        ("x --component first", '"first" is a word of the language and can name nothing.'),
        ("x --component color", '"color" is already a type'),
        ('x --title "b"', "A title holds no quotation marks."),
    ],
)
def test_what_cannot_be_is_told(tmp_path: Path, monkeypatch: Patch, run: Run, words: str, said: str) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("new", *words.split())
    assert (done.code, said in done.err) == (2, True)
    assert not list(tmp_path.iterdir())


@pytest.mark.thorough
def test_at_a_terminal_it_asks(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.chdir(tmp_path)
    with at_terminal([sys.executable, "-m", "rulewright", "new"]) as child:
        talk(child, ("name> ", "orchard"), ("kind> ", "4"), 'There is no kind "4".', ("kind> ", "board"))
        talk(child, ("title> ", ""), ("players> ", "three"), ("players> ", "3"), ("component> ", "apple"))
        child.expect_exact("orchard.rules is there.")
    assert "component apple" in (tmp_path / "orchard.rules").read_text()


def test_build_writes_a_module_and_its_tables(run: Run, tmp_path: Path) -> None:
    module = tmp_path / "game.wasm"
    done = run("build", COINS, "--players", 3, "--option", "heap=5", "-o", module)
    assert (done.code, done.err) == (0, "")
    tables = tmp_path / "game.json"
    assert sorted(tmp_path.iterdir()) == [tables, module]
    assert done.out == f"{module}: {module.stat().st_size:,} bytes\n{tables}: {tables.stat().st_size:,} bytes\n"
    assert module.read_bytes()[:4] == b"\0asm"
    game = json.loads(tables.read_text())["game"]
    assert (game["name"], game["title"], game["players"]) == ("coins", "Coins", 3)
    assert game["options"] == {"heap": 5, "kind": False}


def test_the_same_again_is_the_same_files(run: Run, tmp_path: Path) -> None:
    for name in ("one", "two"):
        assert run("build", "line-it", "-o", tmp_path / f"{name}.wasm").code == 0
    for ending in ("wasm", "json"):
        assert (tmp_path / f"one.{ending}").read_bytes() == (tmp_path / f"two.{ending}").read_bytes()


@pytest.mark.parametrize("there", ["game.wasm", "game.json"])
def test_build_never_overwrites_unless_told_to(run: Run, tmp_path: Path, there: str) -> None:
    (tmp_path / there).write_text("mine")
    arguments = ("build", COINS, "-o", tmp_path / "game.wasm")
    refused = run(*arguments, code=2)
    assert refused.err == f"rulewright: {tmp_path / there} exists already; --force overwrites it.\n"
    assert [path.read_text() for path in tmp_path.iterdir()] == ["mine"]
    assert run(*arguments, "--force").code == 0
    assert (tmp_path / "game.wasm").read_bytes()[:4] == b"\0asm"
    assert json.loads((tmp_path / "game.json").read_text())["format"] == "rulewright-module/1"


def test_what_cannot_be_meant(run: Run, tmp_path: Path) -> None:
    for arguments, said in (
        (("build", COINS), "the following arguments are required: -o"),
        (("build", COINS, "-o", tmp_path / "game"), "does not end in .wasm"),
        (("build", COINS, "-o", tmp_path / "game.json"), "does not end in .wasm"),
        (("build", COINS, "-o", tmp_path / ".wasm"), "does not end in .wasm"),
        (("build", COINS, "-o", tmp_path / "none" / "game.wasm"), "Cannot write"),
        (("build", "coins-and-more", "-o", tmp_path / "game.wasm"), 'There is no game "coins-and-more"'),
        (("build", COINS, "--option", "heap", "--option", "heap=3", "-o", tmp_path / "game.wasm"), "is set twice"),
    ):
        assert said in run(*arguments, code=2).err
        assert list(tmp_path.iterdir()) == []


def test_rules_with_mistakes_and_settings_that_are_none(run: Run, tmp_path: Path) -> None:
    wrong = coins_with(tmp_path / "wrong.rules", "subtract amount from coins", "subtract amuont from coins")
    assert "[unknown-name]" in run("build", wrong, "-o", tmp_path / "game.wasm", code=1).err
    assert run("build", COINS, "--players", 9, "-o", tmp_path / "game.wasm").code == 1
    assert run("build", COINS, "--option", "heap=4", "-o", tmp_path / "game.wasm").code == 1
    assert list(tmp_path.iterdir()) == [wrong]


def test_rules_that_need_too_much_memory(run: Run, tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setattr("rulewright.machine.wasm.memory_map.MOST_BYTES", 1 << 20)
    done = run("build", COINS, "-o", tmp_path / "game.wasm", code=2)
    assert re.fullmatch(r"rulewright: These rules need \d+ MiB to list their moves\.\n", done.err)
    assert list(tmp_path.iterdir()) == []


def test_no_module_is_written_that_hosts_would_not_load(run: Run, tmp_path: Path, monkeypatch: Patch) -> None:
    made = export.compiled
    with monkeypatch.context() as patch:
        patch.setattr(export, "MOST_CODE", 1000)
        done = run("build", COINS, "-o", tmp_path / "game.wasm", code=2)
    assert re.fullmatch(r"rulewright: These rules need a function of [\d,]+ bytes; hosts .* 1,000\.\n", done.err)
    monkeypatch.setattr(export, "compiled", lambda *parts: evolve(made(*parts), wasm=made(*parts).wasm[:-1]))
    if available() is None:
        done = run("build", COINS, "-o", tmp_path / "game.wasm", code=2)
        assert re.fullmatch(r"rulewright: No module can be made of these rules: .+\n", done.err)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(available() is not None, reason="needs wasmtime")
def test_a_module_may_reckon_with_the_largest_numbers(run: Run, tmp_path: Path) -> None:
    rules = tmp_path / "large.rules"
    pick = "    pick large from 1..2147483647 where it is 5\n    add large - 5 to coins\n"
    rules.write_text(
        COINS.read_text().replace("    subtract amount from coins", f"{pick}    subtract amount from coins")
    )
    assert run("build", rules, "-o", tmp_path / "large.wasm").code == 0
    validate((tmp_path / "large.wasm").read_bytes())


VARIANTS = """game "Variants" "A try"
    players 2..3
    needs not long or player-count is 3   because "two would sit there all night"

option long "Play longer": yes or no, default no

play:
    if long: nothing
    otherwise: end game

scoring:
    score of player: 0
    winners: players with highest score
"""


@pytest.fixture
def variants(tmp_path: Path) -> Path:
    return written(tmp_path / "variants.rules", VARIANTS)


def test_it_is_printed_within_the_columns_there_are(run: Run, monkeypatch: Patch) -> None:
    for columns, width in (("72", 72), ("20", 40), ("500", 100)):
        monkeypatch.setenv("COLUMNS", columns)
        done = run("rulebook", COINS)
        assert (done.code, done.err) == (0, "")
        assert "WHAT YOU CAN DO" in done.out
        assert width - 12 < max(map(len, done.out.splitlines())) <= width


def test_it_is_written_to_a_file_once(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "book.html"
    done = run("rulebook", COINS, "--html", "-o", path)
    assert (done.code, done.out) == (0, f"{path}\n")
    assert path.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert "--force overwrites it" in run("rulebook", COINS, "-o", path, code=2).err
    assert run("rulebook", COINS, "-o", path, "--force").code == 0
    assert "WHAT YOU CAN DO" in path.read_text(encoding="utf-8")


def test_an_aid_is_a_page_of_its_own(run: Run) -> None:
    assert "COMPONENTS" not in run("rulebook", COINS, "--aid").out
    assert 'class="page"' in run("rulebook", COINS, "--aid", "--html").out


def test_the_rules_themselves_are_not_written_over(run: Run, variants: Path) -> None:
    assert run("rulebook", variants, "-o", variants, "--force").code == 2
    assert variants.read_text() == VARIANTS


def test_a_setting_leaves_out_what_does_not_apply(run: Run, variants: Path) -> None:
    whole = run("rulebook", variants).out
    assert "If long is chosen" in whole
    assert "Otherwise, the game ends" in whole
    assert "For 2 players." in run("rulebook", variants, "--players", 2).out
    done = run("rulebook", variants, "--option", "long=on")
    assert "In this game: yes." in done.out
    assert "If long is chosen" not in done.out
    assert "Otherwise, the game ends" not in done.out
    assert "For 3 players." in done.out  # two cannot play the long one


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("--option short=yes", 'no option "short"'),
        ("--option long=perhaps", "perhaps"),
        ("--players 5", "5"),
        ("--players 2 --option long", "two would sit there all night"),
    ],
)
def test_a_setting_that_there_is_not_is_refused_with_the_reason(
    run: Run, variants: Path, arguments: str, said: str
) -> None:
    done = run("rulebook", variants, *arguments.split())
    assert (done.code, done.out) == (1, "")
    assert said in " ".join(done.err.split())


def test_what_cannot_be_read_has_no_rulebook(run: Run, tmp_path: Path) -> None:
    path = written(tmp_path / "wrong.rules", 'game "X"\n    players two\nplay\n')
    done = run("rulebook", path)
    assert (done.code, done.out) == (1, "")
    assert "wrong.rules" in done.err
    assert run("rulebook", tmp_path / "none.rules").code == 2
