"""Rulesets that nobody wrote: whole texts drawn at random, in which everything that the language has is combined with
everything. A few are refused, for something in them is certainly wrong; what loads may fault in play."""

import random

from hypothesis import Phase, settings, strategies as st

from rulewright import Rules, RulesError
from tests.made.loading import loaded
from tests.made.texts import made

__all__ = ["BY_SEED", "any_rules", "any_text", "made_rules", "made_text"]

# A smaller seed makes no smaller text: looking for one takes long and says nothing. Each takes as long as ten examples
# of other things, so that there are fewer where not all the night is theirs.
_MOST = settings().max_examples
BY_SEED = settings(
    phases=(Phase.explicit, Phase.reuse, Phase.generate), max_examples=_MOST if _MOST > 100 else _MOST // 2
)


def made_text(seed: int) -> str:
    """The first text of a seed."""
    return made(random.Random(seed))[0]


def made_rules(seed: int, players: int = 3) -> Rules:
    """The rules of the first text of a seed that loads, for so many players if so many can play."""
    rng = random.Random(seed)
    while True:
        text, seats = made(rng)
        try:
            return loaded(text, seats or players)
        except RulesError:
            continue


@st.composite
def any_text(draw: st.DrawFn) -> str:
    """Any made text; it need not load."""
    return made_text(draw(st.integers(0, 2**32)))


@st.composite
def any_rules(draw: st.DrawFn) -> Rules:
    """The rules of any made text."""
    return made_rules(draw(st.integers(0, 2**32)), draw(st.integers(1, 4)))
