"""However high rules are built: within the bounds they are soon carried out, beyond them all readers say so."""

import inspect
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from time import perf_counter

import pytest

from rulewright import RulesError, RulesFault, load
from rulewright.analysis.check import check
from rulewright.cli import main
from rulewright.files import shipped
from rulewright.language import nesting_limits
from rulewright.language.format import format_text
from rulewright.language.parser import parse
from rulewright.language.source import Source, read_source
from rulewright.loading import read_text, rules_of
from rulewright.machine.game import Rules
from rulewright.machine.wasm.module import compile_program
from tests.analysis.looking import run_examples
from tests.laws.towers import TOWERS

SECONDS = 10
HIGH = 400


def refusals(text: str) -> list[tuple[str, int]]:
    """The codes and lines of what is said against a text before its names are looked at."""
    read = read_source("tower.rules", text.encode())
    found = parse(read).diagnostics if isinstance(read, Source) else read
    return [(each.code, text.count("\n", 0, each.span.start) + 1) for each in found]


@cache
def highest(name: str) -> int:
    """How high it may be."""
    tower, low, high = TOWERS[name], 1, HIGH
    while low < high:
        height = (low + high + 1) // 2
        low, high = (low, height - 1) if refusals(tower(height)) else (height, high)
    return low


def loaded(text: str) -> Rules:
    """The rules of a text, without an engine."""
    rules = rules_of(read_text("tower.rules", text.encode()), "tower")
    return Rules(rules.core, rules.program, rules.source_text, rules.name, rules.sha256)


def tried(rules: Rules) -> None:
    """Plays a little; a fault of the rules is fine, but none of their size."""
    try:
        game = rules.start(seed=1)
        for _ in range(2):
            if not game.over:
                game.play(game.deciders[0], game.moves(game.deciders[0])[0])
    except RulesFault as fault:
        assert fault.code != "too-large", fault


@pytest.mark.sampled(18, 6)
@pytest.mark.parametrize("name", TOWERS)
def test_what_is_not_refused_is_carried_out_soon(name: str) -> None:
    began = perf_counter()
    assert highest(name) > 5
    text = TOWERS[name](highest(name))
    source = read_source("tower.rules", text.encode())
    assert isinstance(source, Source)
    assert [each.message for each in check(source) if each.severity == "error"] == []
    assert format_text(text)
    rules = loaded(text)
    tried(rules)
    assert compile_program(rules.program).wasm
    assert perf_counter() - began < SECONDS


@pytest.mark.sampled(6, 3)
@pytest.mark.parametrize("name", TOWERS)
def test_higher_ones_are_refused_by_all_at_the_same_place(name: str) -> None:
    assert {code for code, _ in refusals(TOWERS[name](HIGH))} == {"too-large"}
    text = TOWERS[name](highest(name) + 1)
    found = refusals(text)
    assert all(code == "too-large" and line > 1 for code, line in found)
    source = read_source("tower.rules", text.encode())
    if isinstance(source, Source):
        assert {(each.code, source.line(each.span.start)) for each in check(source)} == set(found)
        with pytest.raises(RulesError) as refused:
            loaded(text)
        assert len(refused.value.diagnostics) == len(found)


def test_the_games_are_far_from_the_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nesting_limits, "DEPTH", nesting_limits.DEPTH // 2)
    monkeypatch.setattr(nesting_limits, "SIZE", nesting_limits.SIZE // 10)
    for path in shipped().values():
        assert not parse(Source(path.name, path.read_text(encoding="utf-8"))).diagnostics


def test_an_example_may_have_many_lines() -> None:
    tower = TOWERS["procedures run twice"](highest("procedures run twice"))
    lines = "        Ann: act\n        Bob: act\n" * 50
    example = f'example "long":\n    players Ann, Bob\n    at play\n    when:\n{lines}    then:\n        pot is 3\n'
    assert refusals(tower + example) == []


# ---- what no bound foresees: the caller has little stack or memory left


@contextmanager
def little_stack(frames: int) -> Iterator[None]:
    """So many more frames than now."""
    before, used = sys.getrecursionlimit(), len(inspect.stack(0))
    sys.setrecursionlimit(used + frames)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def test_little_stack_is_told_with_the_rule() -> None:
    text = TOWERS["if"](60)
    source = read_source("tower.rules", text.encode())
    assert isinstance(source, Source)
    with little_stack(150):
        (found,) = check(source)
    assert (found.code, found.message) == ("too-large", "This is nested too deep to be carried out here. Divide it.")
    assert 10 < source.line(found.span.start) < 75
    with little_stack(150), pytest.raises(RulesError, match="nested too deep"):
        loaded(text)
    with little_stack(150):
        (found,) = run_examples(source)
    assert found.code == "too-large"


def test_little_stack_in_play_is_a_fault() -> None:
    rules = loaded(TOWERS["definitions"](40))
    with little_stack(120), pytest.raises(RulesFault) as fault:
        rules.start(seed=1)
    assert fault.value.code == "too-large"
    assert rules.quote(fault.value.span) == "choose act"
    assert rules.start(seed=1).moves(0) == [("act",)]


@pytest.mark.parametrize(
    ("raised", "said"),
    [(RecursionError, "this is nested too deep to be carried out here."), (MemoryError, "this takes more memory than")],
)
@pytest.mark.parametrize("verb", ["check", "test", "record", "fmt"])
def test_the_command_line_names_the_file(
    verb: str, raised: type[Exception], said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise raised

    for place in (
        "analysis.check.reading",
        "analysis.examples.failing_in",
        "cli.console.kept_rules",
        "language.format.format_text",
    ):
        monkeypatch.setattr(f"rulewright.{place}", fails)
    rules = Path(__file__).with_name("secretive") / "poker.rules"
    assert main([verb, str(rules)]) == 1
    told = capsys.readouterr()
    assert f"{rules}: {said}" in " ".join(told.err.split())
    assert "Traceback" not in told.err


def test_no_memory_is_told_as_the_rules_are_loaded_and_in_play(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> None:
        raise MemoryError

    rules = loaded(TOWERS["if"](3))
    monkeypatch.setattr(rules.machine.c, "body", fails)
    with pytest.raises(RulesFault, match="more memory than there is"):
        rules.start(seed=1)
    monkeypatch.setattr("rulewright.loading.lower", fails)
    with pytest.raises(RulesError, match="more memory than there is"):
        load("tic-tac-toe")
