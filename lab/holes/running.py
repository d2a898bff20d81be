"""How many broken rulesets `check` sees: the holes by hand, and mechanical mutants.

    python -m lab.holes --hand --mutants --jobs 2

prints what is missed with its name, and tables: found by kind of slip and by what has found it. Each is read and
played as `check --strict` does it: `--work` gives it so many positions to look at (500,000), `--effort` so many seconds
instead, `--games` so many random games of each setting and nothing else; `--game` takes up a single one. A hole is
found if a finding has one of its codes and stands on its line; a mutant by any finding that the shipped game has not.
Mutants that are no rules, because names or types do not fit, are left out; those in `equivalent.txt` are counted apart.
"""

import argparse
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import islice
from multiprocessing import get_context

from attrs import frozen

from lab.holes.looking import NO_RULES, Effort, Told, played, read, told
from lab.holes.mutants import drawn
from lab.holes.pages import GAMES, PAGES, holes, ruleset

EACH = 112
"""So many mutants of each game are tried."""
NOWHERE = "need-not-end"
"""What is told where somebody was just asked."""


@frozen
class Case:
    """A broken ruleset of a game; `expected` are the codes and parts of lines of a hole by hand, nothing of a mutant.
    `apart`: nobody expects that it is found."""

    game: str
    name: str
    kind: str
    text: str
    expected: tuple[tuple[str, ...], tuple[str, ...]] | None
    apart: bool


@frozen
class Result:
    """What was told of a case, and after how long; what of it counts, if anything does."""

    case: Case
    told: tuple[Told, ...]
    seconds: float
    hit: Told | None

    @property
    def by(self) -> str:
        """What has found it."""
        return f"{self.hit.by}: {self.hit.code}" if self.hit else "missed"


def by_hand(game: str) -> Iterator[Case]:
    """The holes of a page."""
    for hole in holes(game):
        yield Case(game, f"{game}: {hole.title}", hole.kind, hole.text, (hole.codes, hole.at), hole.by == "missed")


def mechanical(game: str) -> Iterator[Case]:
    """The mutants of a game in the order in which they are drawn."""
    text, apart = ruleset(game), equivalents()
    for mutant in drawn(game, text):
        yield Case(game, mutant.name, mutant.kind, mutant.applied(text), None, mutant.name in apart)


def equivalents() -> dict[str, str]:
    """The mutants of which nobody could tell that they are wrong, with the reason."""
    lines = (PAGES / "equivalent.txt").read_text(encoding="utf-8").splitlines()
    pairs = [line for line in lines if line and not line.startswith("#")]
    return dict(zip(pairs[::2], (reason.strip() for reason in pairs[1::2]), strict=True))


def tried(effort: Effort, case: Case) -> Result:
    """Look at one of them, up to what counts."""
    began = time.perf_counter()
    known = frozenset() if case.expected is not None else _of_shipped(case.game, effort)
    found = [each for each in read(case.text) if each.place not in known]
    hit = next((each for each in found if counts(each, case)), None)
    if hit is None and "error" not in (each.severity for each in found):
        for each in (each for each in played(case.text, effort) if each.place not in known):
            found.append(each)
            if counts(each, case):
                hit = each
                break
    return Result(case, tuple(found), time.perf_counter() - began, hit)


@cache
def _of_shipped(game: str, effort: Effort) -> frozenset[tuple[str, str, str]]:
    """What is told of the game as it is shipped, how gravely, and where."""
    return frozenset(each.place for each in told(ruleset(game), effort))


def counts(each: Told, case: Case) -> bool:
    """Whether this finding says what is wrong."""
    if case.expected is None:
        return True
    codes, lines = case.expected
    return each.code in codes and (each.code == NOWHERE or any(part in each.line for part in lines))


def no_rules(result: Result) -> bool:
    """Whether a mutant is no ruleset at all."""
    return result.case.expected is None and any(each.code in NO_RULES for each in result.told)


def main(words: Sequence[str] | None = None) -> None:
    """Try all, print the missed as they come, then the tables."""
    parser = argparse.ArgumentParser(prog="python -m lab.holes", description=__doc__)
    parser.add_argument("--hand", action="store_true")
    parser.add_argument("--mutants", action="store_true")
    parser.add_argument("--game", choices=GAMES, action="append")
    parser.add_argument("--effort", type=float, metavar="SECONDS")
    parser.add_argument("--work", type=int, metavar="POSITIONS")
    parser.add_argument("--games", type=int)
    parser.add_argument("--each", type=int, default=EACH)
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args(words)
    effort = Effort(asked.effort, asked.work, asked.games)
    chosen = asked.game or GAMES
    with get_context("spawn").Pool(asked.jobs) as pool:
        if asked.hand or not asked.mutants:
            cases = [case for game in chosen for case in by_hand(game)]
            report("by hand", list(map(shown, pool.imap(partial(tried, effort), cases))))
        if asked.mutants:
            results: list[Result] = []
            for game in chosen:
                tries = (pool.apply_async(tried, (effort, case)) for case in mechanical(game))
                results += map(shown, islice(ahead(tries, asked.jobs), asked.each))
            report("mutants", results)


def ahead(tries: Iterator, jobs: int) -> Iterator[Result]:
    """The results that are rulesets, in their order; so many are looked at meanwhile."""
    waiting = list(islice(tries, 2 * jobs))
    while waiting:
        result = waiting.pop(0).get()
        waiting += islice(tries, 1)
        if not no_rules(result):
            yield result


def shown(result: Result) -> Result:
    """The same; what is missed is printed, with what was told instead."""
    if result.hit is None:
        print(f"missed{' as expected' if result.case.apart else ''}: {result.case.name}", flush=True)
        for each in result.told:
            print(f"    told: {each.code} at {each.line}", flush=True)
    return result


def report(title: str, results: list[Result]) -> None:
    """The tables."""
    judged = [result for result in results if not result.case.apart]
    found = [result for result in judged if result.hit]
    seconds = sorted(result.hit.seconds for result in found if result.hit)
    print(f"\n{title}: {len(found)} of {len(judged)} found, {len(results) - len(judged)} more are not expected to be")
    for name, key in (("kind", lambda each: each.case.kind), ("found by", lambda each: each.by)):
        all_of, hits = Counter(map(key, judged)), Counter(map(key, found))
        print(f"\n{name:44}{'found':>8}{'of':>6}")
        for value, number in sorted(all_of.items()):
            print(f"{value:44}{hits[value]:8}{number:6}")
    if seconds:
        print(f"\nseconds: half within {seconds[len(seconds) // 2]:.1f}, all within {seconds[-1]:.1f}\n")
