"""Programs that nobody wrote: rulesets put together at random, texts that somebody changed, and every
ruleset of the pages of documentation. Whatever loads plays alike in both backends."""

import random
from collections.abc import Iterator
from contextlib import suppress
from functools import cache

import pytest
from hypothesis import given, strategies as st

from rulewright import Rules, RulesError
from rulewright.language.parser import parse
from rulewright.language.source import Source, read_source
from tests.fuzz.mutated import mutated
from tests.language.blocks import CODES, SPEC, blocks, completed
from tests.made import BY_SEED, any_rules
from tests.wasm.common import WASM, compared, loaded
from tests.wasm.games import DEEP

pytestmark = [WASM, pytest.mark.thorough]
SEEDS = st.integers(0, 2**64 - 1)
WHAT_LOADS = 3_000 if DEEP else 10


@BY_SEED
@given(any_rules(), SEEDS)
def test_made_rulesets_play_alike(rules: Rules, seed: int) -> None:
    compared(rules, seed)


def changed(rng: random.Random) -> Rules | None:
    """The rules of a changed text, if it still has some."""
    data = mutated(rng)
    source = read_source("changed.rules", data)
    if not isinstance(source, Source) or parse(source).diagnostics:
        return None
    try:
        return loaded(data.decode())
    except RulesError:
        return None


def test_changed_rules_that_still_load_play_alike() -> None:
    rng = random.Random(20)
    decisions = done = 0
    while done < WHAT_LOADS:
        rules = changed(rng)
        if rules is not None:
            done += 1
            decisions += compared(rules, done, most=30)
    assert decisions > WHAT_LOADS


@cache
def page_texts() -> tuple[str, ...]:
    """What the blocks of the pages stand for in which no error is expected."""
    known = (completed(block) for block in (*blocks(SPEC), *blocks(CODES)) if "error: [" not in block.text)
    return tuple(dict.fromkeys(known))


def page_rules(part: int, parts: int) -> Iterator[Rules]:
    """The rules of some of them, as far as they load."""
    for text in page_texts()[part::parts]:
        with suppress(RulesError):
            yield loaded(text)


@pytest.mark.parametrize("part", range(4))
def test_the_rulesets_of_the_pages_play_alike(part: int) -> None:
    """All of them when deep, otherwise every sixth."""
    done = [compared(each, part, games=20 if DEEP else 2) for each in page_rules(part, 4 if DEEP else 24)]
    assert len(done) > 4
