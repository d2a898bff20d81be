"""Rules that were changed at random give diagnostics, faults in play or a game, never anything else."""

import hashlib
import random

from hypothesis import given, strategies as st

from rulewright import RulesError, RulesFault
from rulewright.analysis.check import check
from rulewright.language.parser import parse
from rulewright.language.render import render
from rulewright.language.source import Source, read_source
from rulewright.loading import Text, rules_of
from tests.fuzz.mutated import mutated


def try_out(data: bytes, rng: random.Random) -> str:
    """Load and play a little; what came of it."""
    source = read_source("changed.rules", data)
    if not isinstance(source, Source):
        return "unreadable"
    try:
        rules = rules_of(Text(source, parse(source), hashlib.sha256(data).hexdigest()), "changed")
        game = rules.start(seed=rng.randrange(100))
        for _ in range(15):
            if game.over:
                break
            seat = game.deciders[0]
            game.play(seat, rng.choice(game.moves(seat)))
            game.view(None)
    except RulesError as wrong:
        assert wrong.diagnostics
        for diagnostic in wrong.diagnostics:
            assert render(wrong.source, diagnostic).strip()
        return "refused"
    except RulesFault as fault:
        assert str(fault)
        return "fault"
    return "played"


@given(st.integers(0, 1_000_000))
def test_changed_rules_are_refused_or_played(seed: int) -> None:
    rng = random.Random(seed)
    assert try_out(mutated(rng), rng) in {"unreadable", "refused", "fault", "played"}


@given(st.integers(0, 1_000_000))
def test_check_never_raises(seed: int) -> None:
    rng = random.Random(seed)
    source = read_source("changed.rules", mutated(rng))
    if isinstance(source, Source):
        for diagnostic in check(source):
            assert render(source, diagnostic).strip()
