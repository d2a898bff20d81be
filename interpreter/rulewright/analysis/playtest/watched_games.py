"""Random games by the reference, watched: step by step the choices so far, and what all, or some, could see happen."""

from collections.abc import Iterator

from attrs import frozen

from rulewright.analysis.playtest.finding import MOST_EVENTS, make
from rulewright.machine.chance import (
    CHANCE_STREAM,
    Numbers,
    RandomPlayer,
    number_of,
    random_outcome,
    stream_key,
)
from rulewright.machine.events import Event
from rulewright.machine.game import Rules
from rulewright.machine.interpret import Deciding, RulesFault, Waiting
from rulewright.machine.positions import Choice


@frozen
class Step:
    """What the last choice brought about; `decisions`: how many of the choices were decisions; `made`: the number of
    the action, if it was a decision; `idle`: the game stands just where it stood."""

    choices: tuple[Choice, ...]
    events: tuple[Event, ...]
    decisions: int
    made: int | None
    idle: bool


def watched_game(rules: Rules, seed: int, number: int, most: int) -> Iterator[Step]:
    """A random game of at most so many decisions, from its beginning to its end or to where it goes wrong; it is the
    same as any other with this seed and number."""
    machine, program, choices, events = rules.machine, rules.program, list[Choice](), list[Event]()
    player, chance = RandomPlayer(seed, number), stream_key(seed, number, CHANCE_STREAM)
    made, action, before = 0, None, program.initial
    rules.loaded, noted = None, machine.notes
    machine.tell(events)
    try:
        stop = machine.start()
        while True:
            yield Step(tuple(choices), tuple(events), made, action, idle=machine.vector == before)
            events.clear()
            action, before = None, machine.vector
            if isinstance(stop, Waiting) and len(choices) - made < MOST_EVENTS * (made + 1):
                event = rules.naming.event(len(choices) - made)
                outcome = random_outcome(Numbers(chance, event.number), event)
                choices.append(Choice(None, number_of(event, outcome)))
            elif isinstance(stop, Deciding) and made < most:
                seat = stop.seats[0]
                moves = machine.moves(seat)
                choices.append(Choice(seat, player.choose(made, len(moves))))
                action = program.sites[stop.site].offers[moves[choices[-1].number].offer].action
                made += 1
            else:
                return
            make(rules, choices[-1])
            stop = machine.stop
    except RulesFault:
        return
    finally:
        machine.tell(None)
        machine.c.notes[:] = noted  # both backends count the same
