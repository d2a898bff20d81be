"""What programs count of what happens: the same in both backends, and nobody can tell it from the games."""

from collections.abc import Iterator

import pytest
from attrs import evolve
from hypothesis import given, settings, strategies as st

from rulewright import Rules, RulesError, load
from rulewright.analysis.playtest.coverage import ASKED
from rulewright.analysis.random_games import reference_playouts
from rulewright.files import shipped
from rulewright.language.span import Span
from rulewright.machine.lower import lower
from rulewright.machine.positions import PlainPositions, Reach, layers
from rulewright.machine.wasm import engine_of
from rulewright.machine.wasm.explorer import Explorer
from tests.made import BY_SEED, made_rules
from tests.made.loading import loaded
from tests.wasm.common import WASM
from tests.wasm.games import DEEP
from tests.wasm.test_playouts import rows, told

pytestmark = WASM
MOST, GAMES, POSITIONS = 60, 2, 60


def noting(rules: Rules) -> Rules:
    """The same rules, with a program that counts all that can be counted."""
    program = lower(rules.core, noting=True, changes=True)
    return Rules(rules.core, program, rules.source_text, rules.name, rules.sha256)


def notes_agree(rules: Rules, seed: int) -> None:
    """Both backends note the same of the same games, which are those that are played without."""
    noted = noting(rules)
    engine = engine_of(noted.program)
    plain = reference_playouts(rules, seed, 0, GAMES, MOST)
    for batch in (reference_playouts(noted, seed, 0, GAMES, MOST), engine.playouts(seed, 0, GAMES, MOST)):
        assert rows(batch) == rows(plain)
        assert told(batch) == told(plain)
    assert engine.notes == noted.machine.notes
    assert noted.program.slots == lower(rules.core, noting=True).slots


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", sorted(shipped()) if DEEP else ["aurum", "tic-tac-toe"])
def test_both_note_the_same_of_a_shipped_game(name: str) -> None:
    notes_agree(load(name), 5)


@pytest.mark.thorough
@settings(BY_SEED, max_examples=200 if DEEP else 10)
@given(st.integers(0, 2**32))
def test_both_note_the_same_of_made_games(seed: int) -> None:
    notes_agree(made_rules(seed), seed)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", ["kuhn-poker", "aurum", "knock", "high-tide", "tic-tac-toe"])
def test_both_note_the_same_while_positions_are_found(name: str) -> None:
    """What happened at all: moves of a position are listed as often as a backend needs them."""
    rules = noting(load(name))
    reach = Reach(POSITIONS, outcomes=5)
    both = PlainPositions(rules, reach), Explorer(rules, reach)
    for positions in both:
        for _ in layers(positions):
            pass
    happened = [[times > 0 for times in positions.notes] for positions in both]
    assert happened[0] == happened[1]
    assert any(happened[0])


@pytest.mark.thorough
@settings(BY_SEED, max_examples=200 if DEEP else 10)
@given(st.integers(0, 2**32))
def test_a_condition_that_always_came_out_alike_could_as_well_be_left_out(seed: int) -> None:
    rules = made_rules(seed)
    noted = noting(rules)
    games = reference_playouts(noted, seed, 0, GAMES, MOST)
    for span, holds in always_alike(noted):
        known = "1 is at least 1" if holds else "1 is more than 1"
        assert rows(reference_playouts(instead(rules, span, known), seed, 0, GAMES, MOST)) == rows(games)


@pytest.mark.thorough
@settings(BY_SEED, max_examples=200 if DEEP else 10)
@given(st.integers(0, 2**32))
def test_a_sentence_that_never_changed_anything_could_as_well_be_left_out(seed: int) -> None:
    """Where no sentence was ended by a fault."""
    rules = made_rules(seed)
    noted = noting(rules)
    games = reference_playouts(noted, seed, 0, GAMES, MOST)
    for span in () if games.faults else unchanging(noted):
        assert rows(reference_playouts(instead(rules, span, "nothing"), seed, 0, GAMES, MOST)) == rows(games)


def unchanging(noted: Rules) -> Iterator[Span]:
    """The sentences that changed nothing, but for shuffles, which are events all the same."""
    counts = dict(zip(noted.program.notes, noted.machine.notes, strict=True))
    for notice in (each for each, count in counts.items() if each.sort == "change" and not count):
        if counts.get(evolve(notice, sort="sentence")) and "shuffle" not in words_at(noted, notice.span):
            yield notice.span


def words_at(rules: Rules, span: Span) -> str:
    """The words of a sentence."""
    return rules.source_text[span.start : span.end]


def always_alike(noted: Rules) -> Iterator[tuple[Span, bool]]:
    """The conditions that were asked and always came out alike, and how."""
    counts = dict(zip(noted.program.notes, noted.machine.notes, strict=True))
    for notice in (each for each in counts if each.sort in ASKED and each.outcome):
        held, failed = counts[notice], counts[evolve(notice, outcome=0)]
        definition = noted.source_text[notice.span.start :].startswith("define")
        if bool(held) != bool(failed) and not definition:
            yield notice.span, held > 0


def instead(rules: Rules, span: Span, words: str) -> Rules:
    """The rules with other words there; the same where they would be refused."""
    text = rules.source_text
    try:
        return loaded(text[: span.start] + words + text[span.end :], rules.players)
    except RulesError:
        return rules
