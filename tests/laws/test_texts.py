"""Rules that were changed at random give diagnostics, faults in play or a game, never anything else."""

import hashlib
import random
import re
from functools import cache

from hypothesis import given
from hypothesis import strategies as st

from rulewright import RulesError, RulesFault
from rulewright.analysis.check import check
from rulewright.files import shipped
from rulewright.language.parser import parse
from rulewright.language.render import render
from rulewright.language.source import Source, read_source
from rulewright.loading import Text, rules_of

WORD = re.compile(r"[\w'+-]+|[^\w\s]")


@cache
def texts() -> tuple[str, ...]:
    """The shipped rules without their examples, the small ones first."""
    whole = (path.read_text(encoding="utf-8") for path in shipped().values())
    return tuple(sorted((text.split("\nexample ")[0] for text in whole), key=len))[:6]


def mutated(text: str, rng: random.Random) -> str:
    """The text with a few words exchanged, left out or doubled, or lines moved."""
    for _ in range(rng.randint(1, 3)):
        words = list(WORD.finditer(text))
        one, other = rng.choice(words), rng.choice(words)
        match rng.randrange(5):
            case 0:
                text = text[: one.start()] + other.group() + text[one.end() :]
            case 1:
                text = text[: one.start()] + text[one.end() :]
            case 2:
                text = text[: one.end()] + " " + one.group() + text[one.end() :]
            case 3:
                text = text[: one.start()] + str(rng.choice([0, 1, -1, 2, 99999])) + text[one.end() :]
            case _:
                lines = text.splitlines()
                place, goal = rng.randrange(len(lines)), rng.randrange(len(lines))
                lines.insert(goal, lines.pop(place))
                text = "\n".join(lines) + "\n"
    return text


def try_out(text: str, rng: random.Random) -> str:
    """Load and play a little; what came of it."""
    data = text.encode()
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
    assert try_out(mutated(rng.choice(texts()), rng), rng) in {"unreadable", "refused", "fault", "played"}


@given(st.integers(0, 1_000_000))
def test_check_never_raises(seed: int) -> None:
    rng = random.Random(seed)
    source = read_source("changed.rules", mutated(rng.choice(texts()[:3]), rng).encode())
    if isinstance(source, Source):
        for diagnostic in check(source):
            assert render(source, diagnostic).strip()
