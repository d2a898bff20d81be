"""Play that comes back: moves that change nothing, cycles, and games that cannot end."""

from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Final

from attrs import field, frozen

from rulewright.analysis.playtest.finding import Sighting, Step, begun, choice_in_words, cycle, make, of_all, trying_out
from rulewright.analysis.playtest.stuck_loops import loop_around, until_of
from rulewright.language.checks.action_checks import IdlePick
from rulewright.language.diagnostics import Complaint, Diagnostic
from rulewright.language.messages import playing as words
from rulewright.language.span import Span
from rulewright.machine.game import Rules
from rulewright.machine.interpret import Deciding, Over, RulesFault
from rulewright.machine.positions import Choice, Faulted, Layer, Positions, Vector, layers, path
from rulewright.machine.program.moves import ListedMove

# ---- Moves after which everything is as it was
# Told of an action that picks nothing where the same player is asked the same, and nobody has seen anything. Of others
# one of many moves may come to nothing (two equal pieces change places): of these it is told only where reading shows
# it. To pass is another thing: then somebody else is asked, or something is counted.


def changes_nothing(rules: Rules, step: Step, told: set[int], doubted: list[IdlePick]) -> Iterator[Sighting]:
    """The move that was made last, if it is such a one; or one that can be made now. Of which actions it was `told`,
    and picks that make one do nothing and were not yet seen to be made (`doubted`), is noted there."""
    number, stop = step.made, rules.machine.stop
    if isinstance(stop, Deciding):
        offered = {rules.program.actions[offer.action].span for offer in rules.program.sites[stop.site].offers}
        if any(each.action in offered for each in doubted):
            yield from _same_picked(rules, step, stop, doubted)
    action = None if number is None else rules.program.actions[number]
    if number is None or action is None or not step.idle or step.events or number in told:
        return
    if not any(variant.picks for variant in action.variants):
        told.add(number)
        said = words.changes_nothing(action.span, name=action.name, decisions=step.decisions - 1 or None)
        yield Sighting(said, lambda: step.choices)


def _same_picked(rules: Rules, step: Step, stop: Deciding, doubted: list[IdlePick]) -> Iterator[Sighting]:
    """The first move of each doubted action in which the same is picked twice, or who chooses."""
    seat, offers = stop.seats[0], rules.program.sites[stop.site].offers
    for number, move in enumerate(rules.machine.moves(seat)):
        code = rules.program.actions[offers[move.offer].action]
        picks = {pick.span: pick for pick in code.variants[move.variant].picks}
        picked = {at: move.picks[pick.at : pick.at + pick.words] for at, pick in picks.items()}
        for each in [each for each in doubted if each.action == code.span and each.at in picks]:
            if picked[each.at] == ((seat,) if each.beside is None else picked[each.beside]):
                doubted.remove(each)
                beside = None if each.beside is None else picks[each.beside].name
                said = words.same_picked(each.at, name=code.name, picked=picks[each.at].name, beside=beside)
                yield Sighting(said, partial(tuple, (*step.choices, Choice(seat, number))))


# ---- Games that cannot end: positions from which no end can be reached
# Only what is certain is told.

MOST_AHEAD, MOST_LOOKED_AT, MOST_POSITIONS = 20_000, 1_000, 200_000
"""So many positions are looked ahead, from so many positions, where there are no more in all."""


def positions_without_end(positions: Positions, vector: Vector) -> int:
    """How many positions can be reached from this one, if certainly none of them is an end or goes wrong; else 0."""
    for found in layers(positions, [(vector, 1)]):
        if isinstance(found, Faulted) or (isinstance(found, Layer) and (found.over or positions.found > MOST_AHEAD)):
            return 0
    return positions.found if positions.complete and not positions.sampled else 0


def never_ending(rules: Rules, vector: Vector, positions: int) -> Diagnostic:
    """What is said of a position from which no end can be reached."""
    rules.loaded = None
    rules.machine.load(vector)
    span = rules.machine.stopped_at
    return words.need_not_end(span, positions=positions, cycle=cycle(rules, vector))


def without_end(rules: Rules, positions: Positions, outcomes: int, going: Callable[[], bool]) -> Iterator[Sighting]:
    """The first of all positions, which were found, from which no end can be reached. They are forgotten."""
    if positions.found > MOST_POSITIONS:
        return
    # the positions that lie on no path along which an end was found
    on_the_way = bytearray(positions.found)
    for end in positions.stopped(range(positions.found), Over):
        at = end
        while not on_the_way[at]:
            on_the_way[at] = True
            at = positions.how(at)[0] if at else 0
    free = [at for at, known in enumerate(on_the_way) if not known]
    some = free[:: -(-len(free) // MOST_LOOKED_AT) or 1]
    for vector, steps in [(positions.vector(each), path(positions, each)) for each in some]:
        if not going():
            return
        if reached := positions_without_end(positions, vector):
            whole = partial(of_all, rules, steps, outcomes)
            yield Sighting(never_ending(rules, vector, reached), whole, len(some) == len(free))
            return


# ---- Cycles that players may choose: moves without chance after which everything is as it was, and that nothing
# bounds
# Plain `check` tells where everybody chooses, at each choice, always the same action that picks nothing. That one seat
# takes back in its turn what it did, or that a position comes again otherwise, is usual: a suspicion.

MOST_TRIED: Final = 120
"""So many moves are carried out to find a cycle from one position."""
MOST_OF_LEFT: Final = 4
"""Where moves are counted, a search gets this part of those that are left, so that later choices get some, too."""
LONGEST_CYCLE: Final = 40
FIRST_VISITS, LATER_VISITS = 8, 16
"""A cycle is sought at the first visits of each choice, then at every so-manieth."""
MOST_LISTED_MOVES: Final = 6


@frozen
class Cycle:
    """`choices`: from where it was sought; it begins after the first `start` of them."""

    choices: tuple[Choice, ...]
    start: int

    @property
    def seats(self) -> set[int]:
        """Who is asked in it."""
        return {each.seat for each in self.choices[self.start :] if each.seat is not None}


@frozen
class Node:
    """A state on the way to a cycle, the states before it, and at each choice the action that is always chosen."""

    vector: Vector
    choices: tuple[Choice, ...] = ()
    before: tuple[Vector, ...] = ()
    chosen: Mapping[int, int] = field(factory=dict)


Allowed = Callable[[Node, Deciding, ListedMove, int], bool]
"""Whether a move (its action last) may be tried in a search."""
ALLOWED: Final[tuple[Allowed, ...]] = (
    # everybody chooses, at each choice, always the same action that picks nothing
    lambda node, stop, move, action: not move.picks and node.chosen.get(stop.site, action) == action,
    # one seat takes back in its turn what it did
    lambda node, stop, *_: len(stop.seats) == 1 and (not node.choices or node.choices[-1].seat == stop.seats[0]),
)


class Rounds:
    """What is `found` in watched games, and of which loops it was `told`; `strict`: positions that come again count.
    `left`: so many moves may still be tried (None: as many as there is time for)."""

    def __init__(self, rules: Rules, *, strict: bool) -> None:
        self.rules, self.strict, self.found, self.told = rules, strict, list[Sighting](), set[Span]()
        self.visits, self.seen, self.made = Counter[int](), dict[Vector, int](), 0
        self.left: int | None = None

    def look(self, step: Step) -> None:
        """Note each cycle that can begin where the game stands, and, if strict, one that the game has gone through."""
        stop = self.rules.machine.stop
        if not isinstance(stop, Deciding):
            return
        self.visits[stop.site] += 1
        visits = self.visits[stop.site]
        for allowed in ALLOWED if visits <= FIRST_VISITS or not visits % LATER_VISITS else ():
            most = MOST_TRIED if self.left is None else min(MOST_TRIED, -(-self.left // MOST_OF_LEFT))
            cycle, tried = found_cycle(self.rules, allowed, most)
            self.left = None if self.left is None else self.left - tried
            if cycle is None:
                continue
            if len(cycle.seats) > 1:
                self._tell(words.all_go_round, step.choices, cycle)
            elif self.strict and self.rules.program.players > 1 and len(cycle.choices) > cycle.start + 1:
                self._tell(words.one_goes_round, step.choices, cycle)
        if self.strict:
            choices = step.choices
            if len(choices) < self.made or not choices or choices[-1].seat is None:
                self.seen.clear()
            self.made = len(choices)
            cycle = Cycle(choices, self.seen.setdefault(self.rules.machine.vector, len(choices)))
            if len(cycle.seats) > 1:
                self.seen.clear()
                self._tell(words.comes_again, (), cycle)

    def _tell(self, complaint: Complaint, before: tuple[Choice, ...], cycle: Cycle) -> None:
        """Note it, where its loop was not told of yet: its place, what is asked behind `until`, its moves in words, and
        the actions of which one has to be chosen to leave it, if that is known."""
        rules, machine = self.rules, self.rules.machine
        choices, start = before + cycle.choices, len(before) + cycle.start
        sites, moves, others = list[Span](), list[str](), list[str | None]()
        with suppress(RulesFault), trying_out(machine):  # there may be no time
            begun(rules)
            for choice in choices[:start]:
                make(rules, choice)
            then = machine.notes
            for choice in choices[start:]:
                sites.append(machine.stopped_at)
                moves.append(choice_in_words(rules, choice))
                others += _others(rules, choice)
                make(rules, choice)
            counts = zip(rules.program.notes, machine.notes, then, strict=True)
            loop = loop_around(rules.core, sites, [notice.span for notice, now, old in counts if now > old])
            place = sites[0] if loop is None else loop.span
            if place not in self.told:
                self.told.add(place)
                known = [each for each in dict.fromkeys(others) if each is not None]
                named = None if None in others or not known else _listed(known)
                until = None if loop is None else until_of(rules.source_text, loop)
                who = rules.core.seat_names[min(cycle.seats)]
                said = complaint(place, who=who, cycle=_listed(moves), until=until, others=named)
                self.found.append(Sighting(said, lambda: choices))


def found_cycle(rules: Rules, allowed: Allowed, most: int = MOST_TRIED) -> tuple[Cycle | None, int]:
    """The first cycle of allowed moves from where the machine stands, the shortest ways first, and how many moves were
    tried for it, of so many at most."""
    machine, nodes, tried = rules.machine, deque([Node(rules.machine.vector)]), 0
    with trying_out(machine), suppress(RulesFault):
        while nodes and tried < most:
            node = nodes.popleft()
            stop = machine.load(node.vector)
            if not isinstance(stop, Deciding):
                continue
            seat, offers = stop.seats[0], rules.program.sites[stop.site].offers
            for number, move in enumerate(machine.moves(seat)):
                action = offers[move.offer].action
                if tried >= most or not allowed(node, stop, move, action):
                    continue
                machine.load(node.vector)
                machine.choose(seat, move)
                tried += 1
                choices, before = (*node.choices, Choice(seat, number)), (*node.before, node.vector)
                after = machine.vector
                if after in before:
                    return Cycle(choices, before.index(after)), tried
                if len(choices) < LONGEST_CYCLE:
                    nodes.append(Node(after, choices, before, {**node.chosen, stop.site: action}))
    return None, tried


def _others(rules: Rules, choice: Choice) -> Iterator[str | None]:
    """The actions that lead elsewhere than this choice; None where the same action does in another way."""
    machine, program = rules.machine, rules.program
    stop, vector = machine.stop, machine.vector
    if not isinstance(stop, Deciding) or choice.seat is None:
        return
    offers, moves = program.sites[stop.site].offers, machine.moves(choice.seat)
    machine.choose(choice.seat, moves[choice.number])
    made, after, found = offers[moves[choice.number].offer].action, machine.vector, set[int]()
    for move in moves:
        action = offers[move.offer].action
        if action not in found:
            machine.load(vector)
            machine.choose(choice.seat, move)
            if machine.vector != after:
                found.add(action)
                yield None if action == made else program.actions[action].name
    machine.load(vector)


def _listed(items: Sequence[str]) -> tuple[str, ...]:
    """The first of them, and that there are more."""
    return tuple(items) if len(items) <= MOST_LISTED_MOVES else (*items[:MOST_LISTED_MOVES], "…")
