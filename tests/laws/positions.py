"""Positions for laws: any decision of any random game of any shipped ruleset at any of its settings."""

import os
import random
from functools import cache

from hypothesis import reject, strategies as st

from rulewright import Game, Rules, RulesFault, load
from rulewright.files import find, read, shipped
from rulewright.language.elaborate.settings import Setting, admitted
from rulewright.language.span import BYTES
from rulewright.loading import read_text
from tests import made

LONGEST = 120
DEEP = os.environ.get("HYPOTHESIS_PROFILE") == "deep"
LAST = ("apotheca", "alchemy", "go", "tic-tac-toe")
GAMES = [*sorted(shipped().keys() - {*LAST}), *LAST]
"""The shipped games, so that the first is none that takes long, and where every fourth is tried none of them is `go` or
`beacons`."""


@cache
def settings_of(name: str) -> tuple[Setting, ...]:
    """All settings that are built and checked."""
    path = find(name)
    text = read_text(path.name, read(path, most=BYTES))
    found = admitted(text.parsed.ruleset, text.source)
    assert found.complete, "too many settings to try them all"
    return found.settings


@cache
def rules_of(name: str, setting: Setting) -> Rules:
    """The rules of a shipped game at a setting."""
    return load(name, players=setting.players, options=dict(setting.options))


@st.composite
def any_rules(draw: st.DrawFn) -> Rules:
    """The rules of any shipped game at its first or last setting, deep at any, or of a ruleset made at random."""
    if draw(st.integers(0, 3)) == 0:
        return draw(made.any_rules())
    name = draw(st.sampled_from(GAMES))
    settings = settings_of(name)
    return rules_of(name, draw(st.sampled_from(settings if DEEP else (settings[0], settings[-1]))))


@st.composite
def any_position(draw: st.DrawFn) -> Game:
    """A game that stands at a decision."""
    rules = draw(any_rules())
    game = begun(rules, draw(st.integers(0, 10_000)))
    if not game.deciders:
        reject()
    rng = random.Random(draw(st.integers(0, 10_000)))
    for _ in range(draw(st.integers(0, LONGEST))):
        if ply(game, rng):
            break
    return game


def begun(rules: Rules, seed: int, *, legal: bool = False) -> Game:
    """A game at its first decision or over; one that faults before that is none of ours."""
    try:
        return rules.start(seed=seed, legal=legal)
    except RulesFault:
        reject()


def moved(game: Game, rng: random.Random) -> bool:
    """Make a random move. Whether it was made: a fault leaves the game where it stands."""
    before = game.state
    try:
        seat = rng.choice(game.deciders)
        game.play(seat, rng.choice(game.moves(seat)))
    except RulesFault:
        assert game.state == before
        return False
    return True


def ply(game: Game, rng: random.Random) -> bool:
    """Make a random move, unless it faults or ends the game: then it stays at its last decision. Whether it stays."""
    before = game.decisions
    if not moved(game, rng):
        return True
    if game.over:
        game.back_to(before + 1)
        return True
    return False


def all_moves(game: Game) -> dict[int, list[tuple[str | int, ...]]]:
    """The legal moves of everybody who is asked."""
    return {seat: game.moves(seat) for seat in game.deciders}
