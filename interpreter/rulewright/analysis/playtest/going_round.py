"""Cycles that players may choose: moves without chance after which everything is as it was, and that nothing bounds.

Plain `check` tells where everybody chooses, at each choice, always the same action that picks nothing. That one seat
takes back in its turn what it did, or that a position comes again otherwise, is usual: a suspicion.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

from attrs import define, field, frozen

from rulewright.analysis.playtest.finding import Sighting
from rulewright.analysis.playtest.following import begun, make, said
from rulewright.analysis.playtest.stuck_loops import loop_around, until_of
from rulewright.analysis.playtest.watched_games import Step
from rulewright.language.diagnostics import Complaint
from rulewright.language.messages import playing as words
from rulewright.language.span import Span
from rulewright.machine.game import Rules
from rulewright.machine.interpret import Deciding, RulesFault
from rulewright.machine.positions import Choice, Vector
from rulewright.machine.program.moves import Choice as Move

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
    """`choices`: from where it was sought; it begins after the first `start` of them. `seats`: who is asked in it."""

    choices: tuple[Choice, ...]
    start: int
    seats: frozenset[int]


@frozen
class Node:
    """A state on the way to a cycle, the states before it, and at each choice the action that is always chosen."""

    vector: Vector
    choices: tuple[Choice, ...] = ()
    before: tuple[Vector, ...] = ()
    chosen: Mapping[int, int] = field(factory=dict)


Allowed = Callable[[Node, Deciding, Move, int], bool]
"""Whether a move (its action last) may be tried in a search."""


@define
class Rounds:
    """What is `found` in watched games, and of which loops it was `told`; `strict`: positions that come again count.
    `left`: so many moves may still be tried (None: as many as there is time for)."""

    rules: Rules
    strict: bool
    found: list[Sighting] = field(factory=list)
    told: set[Span] = field(factory=set)
    visits: Counter[int] = field(factory=Counter)
    seen: dict[Vector, int] = field(factory=dict)
    made: int = 0
    left: int | None = None

    def look(self, step: Step) -> None:
        """Note each cycle that can begin where the game stands, and, if strict, one that the game has gone through."""
        stop = self.rules.machine.stop
        if not isinstance(stop, Deciding):
            return
        self.visits[stop.site] += 1
        visits = self.visits[stop.site]
        if visits <= FIRST_VISITS or not visits % LATER_VISITS:
            for cycle in self._sought():
                if len(cycle.seats) > 1:
                    self._tell(words.all_go_round, step.choices, cycle)
                elif self.strict and self.rules.program.players > 1 and len(cycle.choices) > cycle.start + 1:
                    self._tell(words.one_goes_round, step.choices, cycle)
        if self.strict:
            self._come_again(step)

    def _sought(self) -> Iterator[Cycle]:
        for allowed in (_same_action, _same_seat):
            most = MOST_TRIED if self.left is None else min(MOST_TRIED, -(-self.left // MOST_OF_LEFT))
            cycle, tried = found_cycle(self.rules, allowed, most)
            self.left = None if self.left is None else self.left - tried
            if cycle is not None:
                yield cycle

    def _come_again(self, step: Step) -> None:
        choices, vector = step.choices, self.rules.machine.vector
        if len(choices) < self.made or not choices or choices[-1].seat is None:
            self.seen.clear()
        self.made = len(choices)
        start = self.seen.setdefault(vector, len(choices))
        seats = frozenset(each.seat for each in choices[start:] if each.seat is not None)
        if len(seats) > 1:
            self.seen.clear()
            self._tell(words.comes_again, (), Cycle(choices, start, seats))

    def _tell(self, complaint: Complaint, before: tuple[Choice, ...], cycle: Cycle) -> None:
        """Note it, where its loop was not told of yet."""
        choices, start = before + cycle.choices, len(before) + cycle.start
        try:
            told = described(self.rules, choices, start)
        except RulesFault:  # there was no time
            return
        if told.place not in self.told:
            self.told.add(told.place)
            who = self.rules.core.seat_names[min(cycle.seats)]
            said = complaint(told.place, who=who, cycle=told.moves, until=told.until, others=told.others)
            self.found.append(Sighting(said, lambda: choices))


def _same_action(node: Node, stop: Deciding, move: Move, action: int) -> bool:
    return not move.picks and node.chosen.get(stop.site, action) == action


def _same_seat(node: Node, stop: Deciding, move: Move, action: int) -> bool:
    del move, action
    return len(stop.seats) == 1 and (not node.choices or node.choices[-1].seat == stop.seats[0])


def found_cycle(rules: Rules, allowed: Allowed, most: int = MOST_TRIED) -> tuple[Cycle | None, int]:
    """The first cycle of allowed moves from where the machine stands, which is left as it was; and how many moves were
    tried, of at most so many."""
    machine = rules.machine
    vector, events, noted = machine.vector, machine.zones.events, machine.notes
    machine.tell(None)
    tried = 0
    try:
        for tried, node in enumerate(_tried(rules, Node(vector), allowed, most), 1):
            if node.vector in node.before:
                at = node.before.index(node.vector)
                seats = frozenset(each.seat for each in node.choices[at:] if each.seat is not None)
                return Cycle(node.choices, at, seats), tried
    except RulesFault:
        pass
    finally:
        machine.load(vector)
        machine.tell(events)
        machine.c.notes[:] = noted
    return None, tried


def _tried(rules: Rules, start: Node, allowed: Allowed, most: int) -> Iterator[Node]:
    """What so many allowed moves lead to at most, the shortest ways first."""
    nodes = deque([start])
    while nodes and most:
        for after in islice(_next(rules, nodes.popleft(), allowed), most):
            yield after
            most -= 1
            if len(after.choices) < LONGEST_CYCLE:
                nodes.append(after)


def _next(rules: Rules, node: Node, allowed: Allowed) -> Iterator[Node]:
    machine, program = rules.machine, rules.program
    stop = machine.load(node.vector)
    if not isinstance(stop, Deciding):
        return
    seat = stop.seats[0]
    for number, move in enumerate(machine.moves(seat)):
        action = program.sites[stop.site].offers[move.offer].action
        if allowed(node, stop, move, action):
            machine.load(node.vector)
            machine.choose(seat, move)
            choices, before = (*node.choices, Choice(seat, number)), (*node.before, node.vector)
            yield Node(machine.vector, choices, before, {**node.chosen, stop.site: action})


@frozen
class Described:
    """Of a cycle: the place of its loop, what is asked behind `until`, its moves in words, and the actions of which one
    has to be chosen to leave it, if that is known."""

    place: Span
    until: str | None
    moves: tuple[str, ...]
    others: tuple[str, ...] | None


def described(rules: Rules, choices: Sequence[Choice], start: int) -> Described:
    """The cycle that begins after so many choices; the machine is left as it was."""
    machine = rules.machine
    vector, events, noted = machine.vector, machine.zones.events, machine.notes
    machine.tell(None)
    try:
        begun(rules)
        for choice in choices[:start]:
            make(rules, choice)
        then, sites, moves, others = machine.notes, list[Span](), list[str](), list[str | None]()
        for choice in choices[start:]:
            sites.append(machine.stopped_at)
            moves.append(said(rules, choice))
            others += _others(rules, choice)
            make(rules, choice)
        counts = zip(rules.program.notes, machine.notes, then, strict=True)
        loop = loop_around(rules.core, sites, [notice.span for notice, now, old in counts if now > old])
    finally:
        machine.load(vector)
        machine.tell(events)
        machine.c.notes[:] = noted
    known = [each for each in dict.fromkeys(others) if each is not None]
    named = None if None in others or not known else _listed(known)
    place, until = (sites[0], None) if loop is None else (loop.span, until_of(rules.source_text, loop))
    return Described(place, until, _listed(moves), named)


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
    return (*items[:MOST_LISTED_MOVES], *(["…"] if len(items) > MOST_LISTED_MOVES else []))
