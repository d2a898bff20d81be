"""What reading finds in all shipped texts, pages and many made texts, a line each: to compare two states of the code.

`python -m lab.diagnostics --made 20000 > before` on one, the same on the other, then `diff`.
"""

import argparse
import random
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from rulewright.analysis.check import check
from rulewright.language.source import Source
from tests.fuzz.mutated import mutated
from tests.made import made_text

HERE = Path(__file__).parent.parent


Made = tuple[str, str | int]
"""A name, with a text or the seed of one that is made, or of a shipped one with mistakes put in."""


def texts(made: int) -> Iterator[Made]:
    """Shipped rules, the blocks of pages, made texts, and mutated ones."""
    for path in sorted(
        each for folder in ("rulesets", "examples", "tests") for each in (HERE / folder).rglob("*.rules")
    ):
        yield str(path.relative_to(HERE)), path.read_text(encoding="utf-8")
    for page in sorted((HERE / "interpreter").rglob("pages/*.md")):
        for number, block in enumerate(page.read_text(encoding="utf-8").split("```rules\n")[1:]):
            yield f"{page.stem} {number}", block.split("```")[0]
    for seed in range(made):
        yield "made", seed
        yield "mutated", seed


def found(made: Made) -> list[str]:
    """The lines of one text."""
    match made:
        case (name, str() as text):
            pass
        case (name, seed):
            text = made_text(seed) if name == "made" else mutated(random.Random(seed)).decode(errors="replace")
            name = f"{name} {seed}"
    source = Source("x.rules", text)
    try:
        diagnostics = check(source)
    except Exception as error:  # noqa: BLE001 - a crash is a difference, too, and must not end the others
        return [f"{name}: {error!r}"]
    return [f"{name}: {source.line(one.span.start)}: {one.code}: {one.message}" for one in diagnostics]


def main() -> int:
    """Print what is found."""
    options = argparse.ArgumentParser(prog="python -m lab.diagnostics", description=__doc__)
    options.add_argument("--made", type=int, default=1000, help="how many texts are made")
    given = options.parse_args()
    with ProcessPoolExecutor(2) as pool:
        for lines in pool.map(found, texts(given.made), chunksize=20):
            print(*lines, sep="\n", end="\n" if lines else "")
    return 0


if __name__ == "__main__":
    sys.exit(main())
