"""The holes stand where their pages say, and fifteen of them are found in little time."""

import pytest

from lab.holes.looking import Effort, played, read, source_of
from lab.holes.mutants import drawn
from lab.holes.pages import GAMES, Hole, holes, ruleset
from lab.holes.running import equivalents
from rulewright.language.elaborate.elaboration import elaborate
from rulewright.language.elaborate.settings import admitted
from rulewright.language.parser import parse

QUICK = {
    "alchemy": ("The empty bottle stays on the shelf", "Leak: a look at the potion for all"),
    "apotheca": ("A potion without an arrow", "Leak: face-down potions make matches"),
    "aurum": ("Gold is led", "The new prediction comes before the old one has left", "Leak: hands lie open"),
    "balloon-cup": ("Nine balloons are dealt", "A balloon more than there is room"),
    "biblios": ("One public card too many", "Leak: cards paid lie open"),
    "line-it": (
        "The display is not cleared",
        "Cashing in takes three cards, always",
        "Leak: scoring piles lie open",
        "Leak: the hand of the neighbor says what may be taken",
    ),
}
LEAKS = {"leak by audience", "leak by guard", "leak by order"}


@pytest.mark.parametrize("game", GAMES)
def test_every_edit_applies_once_and_makes_another_text(game: str) -> None:
    """And each game has its leaks."""
    texts = {hole.title: hole.text for hole in holes(game)}
    assert len(texts) == len(holes(game)) == len({*texts.values()} - {ruleset(game)}) >= 10
    assert {hole.kind for hole in holes(game)} >= LEAKS
    for hole in holes(game):
        assert hole.why, hole.title
        assert bool(hole.codes) is (hole.by != "missed"), hole.title
        assert all(any(part in line for line in hole.text.splitlines()) for part in hole.at), hole.title


@pytest.mark.slow
@pytest.mark.parametrize("hole", [hole for game in GAMES for hole in holes(game)], ids=lambda hole: hole.title)
def test_every_hole_loads_unless_reading_refuses_it(hole: Hole) -> None:
    source = source_of(hole.text)
    parsed = parse(source)
    assert not parsed.diagnostics
    for setting in admitted(parsed.ruleset, source).settings:
        made = elaborate(parsed, source, setting.players, dict(setting.options))
        assert {each.code for each in made.diagnostics if each.severity == "error"} <= {*hole.codes}


@pytest.mark.sampled(3, 3)
@pytest.mark.thorough
@pytest.mark.parametrize(("game", "title"), [(game, title) for game, titles in QUICK.items() for title in titles])
def test_fifteen_holes_are_found(game: str, title: str) -> None:
    hole = next(hole for hole in holes(game) if hole.title == title)
    found = read(hole.text) if hole.by == "reading" else played(hole.text, Effort(work=20_000))
    assert any(each.code in hole.codes and any(part in each.line for part in hole.at) for each in found)


def test_mutants_have_names_of_their_own() -> None:
    """And are the same again; whatever is called equivalent is one of them."""
    names = set()
    for game in GAMES:
        made = drawn(game, ruleset(game))
        texts = {mutant.applied(ruleset(game)) for mutant in made}
        assert len({mutant.name for mutant in made}) == len(texts - {ruleset(game)}) == len(made) > 100
        names |= {mutant.name for mutant in made}
    assert {*equivalents()} <= names, {*equivalents()} - names
    assert made == drawn("line-it", ruleset("line-it"))
