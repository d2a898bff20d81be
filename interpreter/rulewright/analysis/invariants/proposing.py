"""The most telling invariants that a text could state, each looked at in many games."""

from collections.abc import Generator, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from time import thread_time
from typing import Final

from attrs import evolve, frozen

from rulewright.analysis.check import reading
from rulewright.analysis.invariants.holding import Held, Stated, broken_in_examples, in_games, in_positions
from rulewright.analysis.invariants.observing import observed
from rulewright.analysis.invariants.templates import WEIGHTS, Candidate, candidates
from rulewright.analysis.invariants.terms import terms_of
from rulewright.analysis.side_by_side import here_or_in_order
from rulewright.language.elaborate.elaboration import elaborate
from rulewright.language.elaborate.settings import Setting, admitted
from rulewright.language.parser import parse
from rulewright.language.source import Source
from rulewright.language.text_parts import named_places

MOST_PROPOSED: Final = 10
GAMES: Final = 100_000
"""So many games each proposal has held in, of all settings together, if there is time."""
SECONDS: Final = 120.0
"""After so many seconds of playing those are told that have held until then."""
MOST_OBSERVED: Final = 4
"""At so many settings terms are looked at."""
MOST_CANDIDATES: Final = 150
FIRST_GAMES: Final = 200
"""In so many games of each setting all candidates are looked at, before some are chosen."""
SPARE: Final = 8
"""So many more than are wanted are looked at in many games."""
EASY_WORDS: Final = 8
"""A condition of so many words is half as telling as one that needs none."""
AGAIN: Final = 0.7
"""So much is left of what a proposal tells for each one before it of the same form, or about one of the same fields."""
IN_PLAY: Final = 0.8


@frozen
class Proposal:
    """An invariant that could be stated, as it is written, and in how many games it held; `example`: the title of one
    of the author's that lays out a position in which it does not hold, which play does not come to."""

    title: str
    sentence: str
    games: int
    example: str | None = None


def chosen(every: Iterable[Candidate], most: int, before: Sequence[Candidate] = ()) -> list[Candidate]:
    """The most telling that are behind some `before`: each forbids something that those before it allow, and as much as
    possible in few words."""
    left, picked = [*every], [*before]

    def telling(one: Candidate) -> float:
        new = sum((mask & ~seen).bit_count() for mask, seen in zip(one.broken, known, strict=True))
        alike = sum((one.form == each.form) + len(one.about & each.about) for each in picked)
        return weight(one) * new * AGAIN**alike

    while left and len(picked) < most:
        known = [_any(masks) for masks in zip(*(each.broken for each in picked), strict=True)]
        known = known or [0] * len(left[0].broken)
        best = max(left, key=telling)
        if telling(best) <= 0:
            break
        picked.append(best)
        left.remove(best)
    return picked


def _any(masks: Iterable[int]) -> int:
    found = 0
    for each in masks:
        found |= each
    return found


def weight(one: Candidate) -> float:
    """How telling what a candidate forbids is."""
    words = len(one.condition.split())
    return WEIGHTS[one.form] * (IN_PLAY if one.in_play else 1.0) * EASY_WORDS / (EASY_WORDS + words)


def proposals(
    source: Source, most: int = MOST_PROPOSED, jobs: int = 1, games: int = GAMES
) -> Generator[int, None, tuple[Proposal, ...]]:
    """The proposals about a text that is right; on the way how many percent of the work are done. First come those that
    hold in the author's examples, too."""
    parsed = parse(source, skip_examples=True)
    settings = admitted(parsed.ruleset, source).settings
    some = spread(settings, MOST_OBSERVED)
    cores = [elaborate(parsed, source, each.players, dict(each.options), checked=False).core for each in some]
    terms = terms_of([each for each in cores if each is not None])
    known = {name for name, _ in named_places(parsed.ruleset)}
    seen = observed(source, terms, some, jobs)
    found = _by_titles(candidates(seen) if seen.play else (), known)
    found = sorted(found, key=lambda each: -weight(each) * each.forbids)[:MOST_CANDIDATES]
    stated = Stated.of(source, found, spread(settings, 2))
    yield 20
    if not stated.candidates:
        return ()
    numbers, seconds = frozenset(range(len(stated.candidates))), SECONDS * jobs / max(1, len(settings))
    tasks = [(each, FIRST_GAMES, seconds, False) for each in settings]
    for held in here_or_in_order(partial(_looked_at, source, stated.candidates), tasks, jobs):
        numbers &= held.numbers
    yield 30
    stated = Stated.of(source, [stated.candidates[each] for each in sorted(numbers)], ())
    broken = broken_in_examples(source, stated, settings)
    left = [each for number, each in enumerate(stated.candidates) if broken.get(number, "") is not None]
    by_title = {stated.candidates[each].title: title for each, title in broken.items() if title is not None}
    yield 40
    picked = _best(left, by_title, most + SPARE)
    numbers, held_in = frozenset(range(len(picked))), 0
    tasks = [(each, -(-games // len(settings)), seconds, True) for each in settings]
    look = partial(_looked_at, source, tuple(picked))
    for done, held in enumerate(here_or_in_order(look, tasks, jobs), start=1):
        numbers &= held.numbers
        held_in += held.games
        yield 40 + 60 * done // len(settings)
    best = _best(_unblamed(source, [picked[each] for each in sorted(numbers)]), by_title, most)
    return tuple(Proposal(each.title, each.sentence, held_in, by_title.get(each.title)) for each in best)


def _best(every: Sequence[Candidate], broken: Mapping[str, str], most: int) -> list[Candidate]:
    """The most telling, first those that are broken in no example."""
    whole = chosen((each for each in every if each.title not in broken), most)
    return chosen((each for each in every if each.title in broken), most, whole)


def spread(settings: Sequence[Setting], most: int) -> list[Setting]:
    """So many of the settings, the first and the last among them."""
    if len(settings) <= most:
        return [*settings]
    return [settings[number * (len(settings) - 1) // (most - 1)] for number in range(most)]


def _by_titles(every: Iterable[Candidate], known: set[str]) -> list[Candidate]:
    """The candidates, of those that are written alike the first, each with a title of its own."""
    found, conditions = list[Candidate](), set[str]()
    for each in every:
        if each.condition in conditions:
            continue
        conditions.add(each.condition)
        title, number = each.title, 1
        while title in known:
            number += 1
            title = f"{each.title} ({number})"
        known.add(title)
        found.append(evolve(each, title=title))
    return found


def _unblamed(source: Source, best: Sequence[Candidate]) -> list[Candidate]:
    """Those of which nothing is told in the text with all of them."""
    stated = Stated.of(source, best, ())
    told = [one.span.start for one in reading(stated.below.source).found]
    ends = [*stated.below.places, len(stated.below.source.text) + 1][1:]
    parts = zip(stated.candidates, stated.below.places, ends, strict=True)
    return [each for each, start, end in parts if not any(start <= place < end for place in told)]


# ---- by several processes


@lru_cache(maxsize=1)
def _stated(source: Source, every: tuple[Candidate, ...]) -> Stated:
    return Stated.of(source, every, ())


Task = tuple[Setting, int, float, bool]


def _looked_at(source: Source, every: tuple[Candidate, ...], task: Task) -> Held:
    """Which of the candidates hold in so many games of a setting, in so many seconds, and, if wanted, in the positions
    that come first."""
    setting, games, seconds, thorough = task
    due = thread_time() + seconds

    def going() -> bool:
        return thread_time() < due

    stated, left = _stated(source, every), frozenset(range(len(every)))
    if thorough:
        left = in_positions(stated, setting, sorted(left), going)
    return in_games(stated, setting, sorted(left), games, going)
