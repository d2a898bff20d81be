"""A long run: `python -m tests.made --programs 20000 --seed 0 --jobs 2`. It ends with 1 if anything went wrong."""

import argparse
import sys
import time

from tests.made.comparing import three_ways
from tests.made.coverage import everything, table
from tests.made.running import Tally, run


def main() -> int:
    """Load and play many made programs, and tell what came of them."""
    options = argparse.ArgumentParser(prog="python -m tests.made", description=__doc__)
    options.add_argument("--programs", type=int, default=1000)
    options.add_argument("--seed", type=int, default=0, help="the seed of the first program; the next ones count on")
    options.add_argument("--jobs", type=int, default=2, help="processes")
    options.add_argument("--games", type=int, default=2, help="games of each program")
    given = options.parse_args()
    begun = time.monotonic()
    tally = run(given.seed, given.programs, given.jobs, three_ways, given.games)
    report(tally, time.monotonic() - begun)
    return 1 if tally.wrong else 0


def report(tally: Tally, seconds: float) -> None:
    """Everything that is to be known of a run."""
    print(table(tally.appears, tally.texts))
    never = [each for each in everything() if not tally.texts[each]]
    print(f"never: {', '.join(never) or 'nothing'}")
    games = sum(tally.ends.values()) - tally.ends["refused"]
    print(f"{tally.programs} programs in {seconds:.0f} s, {tally.programs / seconds:.1f} a second")
    print(f"refused: {tally.ends['refused']} {dict(tally.refused)}")
    print(f"games: {games}, come to their end: {tally.ends['over']}, {dict(tally.ends)}")
    for each in tally.wrong:
        print(f"\nseed {each.seed}:\n{each.trouble}\n{each.text}", file=sys.stderr)
    print(f"wrong: {len(tally.wrong)} {[each.seed for each in tally.wrong]}")


if __name__ == "__main__":
    sys.exit(main())
