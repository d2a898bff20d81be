"""A path to a hole made shorter, the same on every machine where no clock strikes.

Law: the result goes wrong in the same way, and has no more decisions. Work is counted in choices carried out and
positions looked at; nothing goes on when all is done, or when it is due.
"""

from collections.abc import Sequence
from contextlib import suppress
from itertools import takewhile
from math import inf
from time import monotonic
from typing import Final

from attrs import evolve

from rulewright.analysis.playtest import finding
from rulewright.analysis.playtest.finding import Happens, Path, decisions_in, first_broken, make, way_of
from rulewright.fast import fast_explorer
from rulewright.machine import positions as exploring
from rulewright.machine.chance import MOST_OUTCOMES, count
from rulewright.machine.game import Rules
from rulewright.machine.interpret import Deciding, Over, RulesFault, Waiting
from rulewright.machine.positions import NOTHING, Choice, Positions, Reach, Vector, path as path_to

BUDGET: Final = 20_000
FIRST_ROOM, ROOM, NEAR = 40_000, 2_000, 64
"""So many positions are looked at from the beginning and from the first decision, from each other state on the way, and
at so many in a layer whether they are states of the way."""
GAMES: Final = 40
"""So many games are played at random."""
OTHERS: Final = 6
"""Behind so many other outcomes of what chance gives first a shorter path is looked for."""
CHEAP, PLAIN = 20, 10
"""So many positions are the work of one choice that is carried out by name; without the fast backend there is room for
so many times fewer."""


def shorten(rules: Rules, path: Path, budget: int = BUDGET, due: float = inf) -> tuple[Path, bool]:
    """A path that goes wrong in the same way at the same place of the rules, and whether it is known that none with
    fewer decisions does; where nothing goes wrong, only this one is known."""
    search = Search(rules, path, budget, due)
    if search.way.trouble is None or search.way.late:
        return path, False
    # where the game stands twice at the same, what lies between is left out, the first such place first
    at = 0
    while at < len(search.way.vectors) and search.left > 0:
        behind = len(search.way.vectors) - 1 - search.way.vectors[::-1].index(search.way.vectors[at])
        if behind == at or not search.better(search.path[:at] + search.path[behind:], search.fewer):
            at += 1
    if search.from_the_beginning():
        search.simplify_chance()
        return search.path, True
    # other games at random, each to where it goes wrong or is no shorter
    for number in range(GAMES):
        if search.left <= 0:
            break
        played = list[Choice]()
        with suppress(RulesFault):
            for choice in finding.choices_of(rules, 0, number, search.fewer):
                broken = search.way.broken is not None and first_broken(rules.machine) is not None
                if broken or not search.going() or len(played) >= search.longest:
                    break
                played.append(choice)
        search.spend(len(played) // 2)
        search.better(tuple(played), search.fewer)
    search.look_ahead()
    # moves are left out, half of them, a quarter, … one; those behind are made under the same names
    size = search.way.decisions // 2
    while size and search.left > 0:
        start = 0
        while start < search.way.decisions and search.left > 0:
            moves = [each for each in search.way.happens if each.event is None]
            kept = search.again([*moves[:start], *moves[start + size :]], search.way.happens)
            start += 0 if search.better(kept, search.fewer) else size
        size //= 2
    search.look_ahead()
    search.simplify_chance()
    return search.path, False


class Search:
    """The shortest path so far, with its way; `left`: how much work may still be done, until it is `due`."""

    def __init__(self, rules: Rules, path: Path, left: int, due: float) -> None:
        self.rules, self.path, self.left, self.due = rules, path, left, due
        self.way = way_of(rules, path)

    def going(self) -> bool:
        """Whether there is still time."""
        return monotonic() < self.due

    def spend(self, work: int) -> None:
        """So much was done."""
        self.left = self.left - work if self.going() else 0

    def better(self, path: Path, decisions: int) -> bool:
        """Take this path if it has at most so many decisions and shows the same."""
        if self.left <= 0 or decisions_in(path) > decisions or path == self.path:
            return False
        self.spend(len(path))
        way = way_of(self.rules, path)
        if way.trouble != self.way.trouble:
            return False
        self.path, self.way = path, way
        return True

    @property
    def fewer(self) -> int:
        """One decision less than now."""
        return decisions_in(self.path) - 1

    @property
    def longest(self) -> int:
        """So many choices are made in play of which nobody knows where it leads: chance may come again and again."""
        return 2 * len(self.path)

    def from_the_beginning(self) -> bool:
        """Look at all positions from the beginning on, if they are few, else at some from the first decision on, also
        behind other outcomes of chance; whether no shorter path shows it."""
        if not self.way.decisions:
            return True
        positions = self.positions(FIRST_ROOM)
        if self.ahead(positions, (), None):
            return True
        for number in (None, *range(OTHERS)) if self.path[0].seat is None else ():
            if self.left <= 0:
                break
            prefix = self.opening(number)
            way = way_of(self.rules, prefix)
            if way.trouble is None and isinstance(self.rules.standing_at(way.vectors[-1]).stop, Deciding):
                self.ahead(positions, prefix, way.vectors[-1])
        return False

    def positions(self, room: int) -> Positions:
        """What looks ahead: the fast backend where there is one."""
        fast = fast_explorer(self.rules, Reach(room, going=self.going))
        if fast is not None:
            fast.engine.clock.deadline = self.due
        return fast or exploring.PlainPositions(self.rules, Reach(room // PLAIN, going=self.going))

    def opening(self, number: int | None) -> Path:
        """What chance gives before the first decision: as now, or always the outcome with this number, or the last."""
        if number is None:
            return tuple(takewhile(lambda choice: choice.seat is None, self.path))
        path = list[Choice]()
        with suppress(RulesFault):
            finding.begun(self.rules)
            while isinstance(self.rules.machine.stop, Waiting) and len(path) < self.longest:
                event = finding.chance_asked(self.rules)
                path.append(NOTHING if event is None else Choice(None, min(number, count(event) - 1)))
                make(self.rules, path[-1])
        return tuple(path)

    def look_ahead(self) -> None:
        """Look a little ahead from every state on the way, with half of the work that is left."""
        positions, at, kept = self.positions(ROOM), 1, self.left // 2
        while at < len(self.way.vectors) - 1 and self.left > kept:
            before = decisions_in(self.path)
            self.ahead(positions, self.path[:at], self.way.vectors[at])
            at += decisions_in(self.path) == before

    def ahead(self, positions: Positions, prefix: Path, start: Vector | None) -> bool:
        """Look ahead from a state behind these choices for what shows the same earlier, or for a later state of the
        path; whether all was looked at that comes before."""
        rest = decisions_in(self.path) - decisions_in(prefix)
        later = {vector: number for number, vector in enumerate(self.way.vectors) if number > len(prefix)}
        seen, complete = 0, True
        for found in exploring.layers(positions, () if start is None else [(start, 1)]):
            if isinstance(found, exploring.Layer):
                if found.decisions >= rest - 1 or (start is not None and self.joined(positions, found, prefix, later)):
                    break
                seen = found.decisions
                continue
            path, what = finding.shown_by(positions, found)
            if self.way.trouble == (("broken", what) if isinstance(what, int) else (what.code, what.span.start)):
                complete = self.better(self.behind(prefix, path), self.fewer)
                break
        else:
            complete = seen >= rest - 2
        self.spend(positions.found // CHEAP)
        return complete and not positions.sampled

    def joined(self, positions: Positions, layer: exploring.Layer, prefix: Path, later: dict[Vector, int]) -> bool:
        """Whether a layer begins with a later state of the path, which is reached by it with fewer decisions."""
        for number in layer.positions[:NEAR]:
            behind = later.get(positions.vector(number))
            if behind is not None and self.better(
                (*self.behind(prefix, path_to(positions, number)), *self.path[behind:]), self.fewer
            ):
                return True
        return False

    def behind(self, prefix: Path, path: Sequence[Choice]) -> Path:
        """Both, where outcomes of the second are numbered among those that were looked at."""
        plain = all(choice.seat is not None for choice in path)
        return (*prefix, *(path if plain else finding.of_all(self.rules, path, MOST_OUTCOMES, prefix)))

    def simplify_chance(self) -> None:
        """Let chance give what comes first, or at least earlier, in its order."""
        for at in range(len(self.path)):
            for number in (0, 1):
                if self.left <= 0 or at >= len(self.path) or self.path[at].seat is not None:
                    break
                if number < self.path[at].number:
                    happens = [*self.way.happens]
                    happens[at] = evolve(happens[at], choice=Choice(None, number))
                    moves = [each for each in happens if each.event is None]
                    self.better(self.again(moves, happens), decisions_in(self.path))

    def again(self, moves: Sequence[Happens], chances: Sequence[Happens]) -> Path:
        """The path of those of these moves that can be made, in this order; chance gives what it gave, where it can."""
        machine, path = self.rules.machine, list[Choice]()
        # each is used up by looking for the next one that fits
        left, earlier = iter(moves), (each for each in chances if each.event is not None)

        def next_choice(stop: Deciding | Waiting) -> Choice | None:
            if isinstance(stop, Waiting):
                event = finding.chance_asked(self.rules)
                known = (each.choice for each in earlier if each.event == event)
                return NOTHING if event is None else next(known, NOTHING)
            names = {seat: self.rules.naming.moves(seat, machine.moves(seat), stop.site) for seat in stop.seats}
            for each in left:
                seat = each.choice.seat
                if seat in names and each.move in names[seat]:
                    return Choice(seat, names[seat].index(each.move))
            return None

        with suppress(RulesFault):
            finding.begun(self.rules)
            while self.left > 0 and len(path) < self.longest and not isinstance(machine.stop, Over):
                choice = next_choice(machine.stop)
                if choice is None:
                    break
                path.append(choice)
                self.spend(1)
                make(self.rules, choice)
                if self.way.broken is not None and first_broken(machine) == self.way.broken:
                    break
        return tuple(path)
