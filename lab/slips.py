"""`python -m lab.slips [--times 2000] [--seed 0] [--jobs 1] [--sample N] [--pairs]`: how well slips of the
keyboard are told.

Each is one word of a shipped game that is left out, doubled, exchanged with its neighbor, misspelt, or has lost or got
an `s`. What stays legal does not count. Prints of how many the first finding stands on the line of the slip, by sort,
of how many nothing else is told, and `--sample` so many of those that are told elsewhere, with what is said. `--pairs`
makes two slips in different paragraphs of a game, each of which is told by itself, and prints of how many both are
told, and nothing else.
"""

import argparse
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache

from attrs import frozen

from rulewright.analysis.check import check
from rulewright.files import find
from rulewright.language.render import render
from rulewright.language.source import Source, read_source
from rulewright.language.tokens import Token, scan

GAMES = ("alchemy", "apotheca", "aurum", "balloon-cup", "biblios", "line-it")


@frozen
class Slip:
    """A text with a slip, the line on which it is, and of which sort it is."""

    game: str
    sort: str
    line: int
    text: str


@frozen
class Told:
    """What is said of a slip: the lines of all findings, none where the text is legal; the first one's code."""

    slip: Slip
    lines: tuple[int, ...]
    code: str
    said: str

    @property
    def right(self) -> bool:
        """Whether it is told where it is."""
        return self.lines[0] == self.slip.line

    @property
    def alone(self) -> bool:
        """Whether nothing else is told."""
        return len(self.lines) == 1


# ---- made


def _misspelt(word: str, rng: random.Random) -> str:
    """With two letters exchanged, one left out or one twice."""
    at = rng.randrange(len(word) - 1)
    ways = (
        word[:at] + word[at + 1] + word[at] + word[at + 2 :],
        word[:at] + word[at + 1 :],
        word[: at + 1] + word[at:],
    )
    return rng.choice([way for way in ways if way != word])


def _without_or_with_s(word: str, rng: random.Random) -> str:
    del rng
    return word[:-1] if word.endswith("s") else f"{word}s"


CHANGES: dict[str, Callable[[str, random.Random], str]] = {
    "left out": lambda word, rng: "",
    "doubled": lambda word, rng: f"{word} {word}",
    "misspelt": _misspelt,
    "an s": _without_or_with_s,
}
SORTS = (*CHANGES, "exchanged")


@cache
def _source(game: str) -> Source:
    source = read_source(f"{game}.rules", find(game).read_bytes())
    assert isinstance(source, Source)
    return source


@cache
def _lines(game: str) -> Sequence[Sequence[Token]]:
    """The words of each line that has any, in their order."""
    text, lines = _source(game).text, dict[int, list[Token]]()
    for token in scan(text, 0, len(text)):
        if token.kind == "word":
            lines.setdefault(text.count("\n", 0, token.start) + 1, []).append(token)
    return tuple(lines.values())


def slips(times: int, seed: int) -> Iterator[Slip]:
    """So many slips, of the games and sorts in turn."""
    rng = random.Random(seed)
    for number in range(times):
        game, sort = GAMES[number % len(GAMES)], SORTS[number // len(GAMES) % len(SORTS)]
        yield _slip(game, sort, rng)


def _slip(game: str, sort: str, rng: random.Random) -> Slip:
    text = _source(game).text
    weights = [len(line) for line in _lines(game)]
    while True:
        words = rng.choices(_lines(game), weights)[0]
        at = rng.randrange(len(words))
        first, last = words[at], words[min(at + 1, len(words) - 1)] if sort == "exchanged" else words[at]
        if first.text == last.text and sort == "exchanged":
            continue
        if sort != "exchanged" and len(first.text) < 2:
            continue
        between = text[first.end : last.start]
        new = last.text + between + first.text if sort == "exchanged" else CHANGES[sort](first.text, rng)
        line = text.count("\n", 0, first.start) + 1
        return Slip(game, sort, line, text[: first.start] + new + text[last.end :])


# ---- told


def told(slip: Slip) -> Told:
    """What is said of a slip by reading alone."""
    source = read_source(f"{slip.game}.rules", slip.text.encode())
    assert isinstance(source, Source), "its characters are as they were"
    found = [one for one in check(source) if one.severity == "error"]
    said = "\n".join(render(source, one) for one in found)
    return Told(slip, tuple(source.line(one.span.start) for one in found), found[0].code if found else "", said)


def together(pair: tuple[Slip, Slip]) -> tuple[Told, Told, Told]:
    """What is said of two slips of a game, and of a text with both."""
    one, other = pair
    lines = _source(one.game).text.split("\n")
    for slip in pair:
        lines[slip.line - 1] = slip.text.split("\n")[slip.line - 1]
    return told(one), told(other), told(Slip(one.game, "both", one.line, "\n".join(lines)))


def pairs(times: int, seed: int) -> Iterator[tuple[Slip, Slip]]:
    """Slips of the same game two by two, in different paragraphs."""
    made = list(slips(2 * times, seed))
    for game in GAMES:
        of_game = [slip for slip in made if slip.game == game]
        for one, other in zip(of_game[::2], of_game[1::2], strict=False):
            if _paragraph(one) != _paragraph(other):
                yield one, other


def _paragraph(slip: Slip) -> int:
    lines = _source(slip.game).text.split("\n")
    return max(at for at in range(slip.line) if lines[at][:1].strip("- ") or not at)


def _print_pairs(times: int, seed: int, jobs: int) -> None:
    with ProcessPoolExecutor(jobs) as pool:
        every = pool.map(together, pairs(times, seed), chunksize=10)
        found = [(one, other, both) for one, other, both in every if one.lines and other.lines]
    seen = [(one, other, both) for one, other, both in found if {*one.lines, *other.lines} <= {*both.lines}]
    exact = sum(sorted((*one.lines, *other.lines)) == sorted(both.lines) for one, other, both in seen)
    print(f"both are told: {len(seen)} of {len(found)}, and nothing else: {exact}")
    print(
        dict(
            Counter(
                code for one, other, both in found if (one, other, both) not in seen for code in (one.code, other.code)
            ).most_common()
        )
    )


def _shown(one: Told) -> str:
    old, new = _source(one.slip.game).text.split("\n"), one.slip.text.split("\n")
    at = one.slip.line - 1
    return f"---- {one.slip.game}, line {at + 1}, {one.slip.sort}\n- {old[at]}\n+ {new[at]}\n{one.said}\n"


def main() -> None:
    """Make them, tell them, count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--pairs", action="store_true")
    given = parser.parse_args()
    if given.pairs:
        _print_pairs(given.times, given.seed, given.jobs)
        return
    with ProcessPoolExecutor(given.jobs) as pool:
        found = [one for one in pool.map(told, slips(given.times, given.seed), chunksize=20) if one.lines]
    right, there = Counter(one.slip.sort for one in found if one.right), Counter(one.slip.sort for one in found)
    for sort in SORTS:
        print(f"{sort:<10} {right[sort]:5} of {there[sort]:5}")
    print(f"on the right line: {right.total()} of {there.total()}, {100 * right.total() / max(1, there.total()):.1f} %")
    print(f"nothing else is told: {sum(one.alone for one in found)} of {len(found)}")
    wrong = [one for one in found if not one.right]
    print(dict(Counter(one.code for one in wrong).most_common()))
    for one in random.Random(given.seed).sample(wrong, min(given.sample, len(wrong))):
        print(_shown(one))


if __name__ == "__main__":
    main()
