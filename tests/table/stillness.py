"""`python -m tests.table.stillness [GAME …] [--games 3] [--size 80x24]`: how many rows of the table change their place
between two decisions of random games.

A row is told by the names that the rules give to zones and fields, and by those of the seats: where each first stands
on the screen is compared with where it stood when this seat decided before. So is where the choices begin, and where
all that stands while an answer is shown.
"""

import argparse
import re
from collections import Counter
from collections.abc import Iterator, Mapping

from attrs import define, field

from rulewright.loading import load
from rulewright.machine.game import Rules
from rulewright.table.decision_page import DecisionPage
from rulewright.table.fitting import Size, upper
from rulewright.table.session import advance, decide
from rulewright.table.text_lines import plain
from tests.table.fitting import DISCARDS, screened

ANSWERS = (2, 5, 12)
"""An answer of so many rows is shown below the table, too."""
CHOICES = "your move:"


@define
class Moved:
    """The rows that were looked at, and the names of those that stood elsewhere before."""

    rows: int = 0
    decisions: int = 0
    moved: Counter[str] = field(factory=Counter)
    missing: Counter[str] = field(factory=Counter)


def moved_rows(name: str, games: int, size: Size, most: int | None = None, players: int | None = None) -> Moved:
    """Play random games of shipped rules, of each at most so many decisions, and compare what each seat is shown."""
    rules, found = load(name, players=players), Moved()
    for number in range(games):
        before = dict[int, Mapping[str, int]]()
        for place, (seat, shown) in enumerate(_shown(rules, number, size)):
            if place == most:
                break
            here, *below = shown
            found.decisions += 1
            found.rows += len(here)
            for other, now in [(before.get(seat, here), here), *((here, each) for each in below)]:
                found.moved.update(each for each in here.keys() & now.keys() & other.keys() if now[each] != other[each])
                found.missing.update(each for each in other if each not in now and each != CHOICES)
            before[seat] = here
    return found


def _shown(rules: Rules, number: int, size: Size) -> Iterator[tuple[int, list[Mapping[str, int]]]]:
    """For each decision who decides, and where each name stands on the screen, alone and above each answer."""
    session = screened(rules, number, size)
    size = Size(size.width - 1, size.height)  # a terminal keeps its last column free
    names = _names(rules)
    while isinstance(stop := advance(session), DecisionPage):
        bare = upper(stop, size, 0)
        answered = [upper(stop, size, rows, bare.composed) for rows in ANSWERS]
        below = (each for each in answered if each.fits)  # what has no room is read in parts below the table
        yield stop.seat, [_places(plain(each.rows), names) for each in (bare, *below)]
        decide(session, stop.seat, session.game.any_move(stop.seat))


def _names(rules: Rules) -> list[str]:
    zones = (zone.name for zone in rules.core.zones if not zone.box)
    return list(dict.fromkeys([*zones, *(each.name for each in rules.core.fields), *rules.core.seat_names, CHOICES]))


def _places(text: str, names: list[str]) -> Mapping[str, int]:
    """The first row on which each name stands as a label: at the beginning of a row or of a place in it."""
    rows = text.splitlines()
    found = dict[str, int]()
    for name in names:
        label = re.compile(CHOICES if name == CHOICES else rf"(?:^ ?|  |'s |your ){re.escape(name)}\*?(?: |$)")
        at = next((number for number, row in enumerate(rows) if label.search(row)), None)
        if at is not None:
            found[name] = at
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.table.stillness")
    parser.add_argument("game", nargs="*", help="shipped games (all)")
    parser.add_argument("--games", type=int, default=3, help="so many games of each")
    parser.add_argument("--size", default="80x24", help="columns x lines of the terminal")
    parser.add_argument("--most", type=int, help="so many decisions of each game")
    parser.add_argument("--players", type=int)
    given = parser.parse_args()
    size = Size(*map(int, given.size.split("x")))
    for name in given.game or DISCARDS:
        found = moved_rows(name, given.games, size, given.most, given.players)
        print(f"{name:<12} {found.decisions:>6} decisions  {found.rows:>7} rows  {found.moved.total():>6} moved")
        print(f"    {dict(found.moved.most_common(6))}  missing {dict(found.missing.most_common(6))}")


if __name__ == "__main__":
    main()
