"""Along a path of choices, by the reference: made again, made to stand by themselves, and told in words. Each choice is
one that there is where the machine stands."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from rulewright.analysis.playtest.finding import Path
from rulewright.machine.chance import (
    CHANCE_STREAM,
    ChanceEvent,
    Numbers,
    RandomPlayer,
    looked_at,
    nth_outcome,
    number_of,
    random_outcome,
    stream_key,
    written,
)
from rulewright.machine.game import Rules
from rulewright.machine.interpret import Deciding, Over, RulesFault, Stop, Waiting
from rulewright.machine.outcomes import answer
from rulewright.machine.positions import NOTHING, Choice, Vector
from rulewright.machine.program.bounds import LATE

MOST_ITEMS: Final = 8
LONGEST_CYCLE, MOST_SAID = 1_000, 6
MOST_EVENTS: Final = 1_000
"""So many times chance is asked behind the last decision of a game; it may never stop asking."""


def begun(rules: Rules) -> Stop:
    """The machine, at the beginning of a game."""
    rules.loaded = None
    return rules.machine.start()


def make(rules: Rules, choice: Choice) -> None:
    """Let the machine make a choice where it stands, until its deadline."""
    machine = rules.machine
    machine.c.due = machine.c.deadline
    machine.c.look(machine.stopped_at)
    if choice.seat is None:
        event = rules.naming.event(0)
        answer(rules, machine, event, nth_outcome(event, choice.number), None)
    else:
        machine.choose(choice.seat, machine.moves(choice.seat)[choice.number])


def given(rules: Rules, which: Callable[[ChanceEvent], int], number: int = 0) -> Choice:
    """What chance gives where the machine stands, of all outcomes of the event, which has this number; making the
    choice goes wrong where there are none."""
    try:
        event = rules.naming.event(number)
    except RulesFault:
        return NOTHING
    return Choice(None, which(event))


def said(rules: Rules, choice: Choice) -> str:
    """A choice in words, where the machine stands: who does what, or what chance gives."""
    machine = rules.machine
    if choice.seat is None:
        event = rules.naming.event(0)
        given = written(event, nth_outcome(event, choice.number))
        items = given if isinstance(given, tuple) else (given,)
        more = ", …" if len(items) > MOST_ITEMS else ""
        return f"{event.label}: {', '.join(map(str, items[:MOST_ITEMS]))}{more}"
    assert isinstance(machine.stop, Deciding), "a seat chooses"
    move = machine.moves(choice.seat)[choice.number]
    (name,) = rules.naming.moves(choice.seat, [move], machine.stop.site)
    return f"{rules.core.seat_names[choice.seat]}: {' '.join(map(str, name))}"


def of_all(rules: Rules, path: Sequence[Choice], outcomes: int, behind: Path = ()) -> Path:
    """A path with outcomes numbered among so many that were looked at, as one that stands by itself; it begins behind
    another one that does."""
    found: list[Choice] = []
    if path:
        begun(rules)
        for choice in behind:
            make(rules, choice)
    for number, choice in enumerate(path, 1):
        found.append(_among_all(rules, choice, outcomes) if choice.seat is None else choice)
        if number < len(path):
            make(rules, found[-1])
    return tuple(found)


def _among_all(rules: Rules, choice: Choice, outcomes: int) -> Choice:
    return given(rules, lambda event: number_of(event, looked_at(event, choice.number, most=outcomes)))


def of_game(rules: Rules, seed: int, number: int, decisions: int, chosen: Sequence[int] = ()) -> Path:
    """The choices of a random game, or of one in which these are `chosen`, up to its decision with this number and what
    follows from it, or to where it goes wrong; where chance is asked again and again, only to the decision."""
    found: list[Choice] = []
    player, chance = RandomPlayer(seed, number), stream_key(seed, number, CHANCE_STREAM)
    made = events = last = 0
    try:
        stop = begun(rules)
        while made < decisions or (isinstance(stop, Waiting) and len(found) < last + MOST_EVENTS):
            if isinstance(stop, Waiting):
                numbers = Numbers(chance, events)
                found.append(given(rules, partial(at_random, numbers), events))
                events += 1
            else:
                assert isinstance(stop, Deciding), "there are so many decisions"
                seat = stop.seats[0]
                moves = rules.machine.moves(seat)
                found.append(Choice(seat, chosen[made] if chosen else player.choose(made, len(moves))))
                made, last = made + 1, len(found)
            make(rules, found[-1])
            stop = rules.machine.stop
        if isinstance(stop, Waiting):
            del found[last:]
    except RulesFault as fault:
        if fault.code == LATE and made < decisions:
            raise
    return tuple(found)


def at_random(numbers: Numbers, event: ChanceEvent) -> int:
    """The number of an outcome by these numbers."""
    return number_of(event, random_outcome(numbers, event))


def cycle(rules: Rules, vector: Vector) -> tuple[str, ...]:
    """What is done from this position on, always the first that can be, from where it comes again to where it comes
    again; nothing if that is too much to tell."""
    seen: dict[Vector, int] = {}
    told: list[str] = []
    rules.loaded = None
    stop = rules.machine.load(vector)
    while not isinstance(stop, Over) and len(told) < LONGEST_CYCLE:
        vector = rules.machine.vector
        if vector in seen:
            again = tuple(told[seen[vector] :])
            return again if len(again) <= MOST_SAID else ()
        seen[vector] = len(told)
        choice = Choice(stop.seats[0] if isinstance(stop, Deciding) else None, 0)
        try:
            told.append(said(rules, choice))
            make(rules, choice)
        except RulesFault:
            return ()
        stop = rules.machine.stop
    return ()
