"""Random games by the reference, watched: step by step the choices so far, and what all, or some, could see happen."""

from collections.abc import Iterator

from attrs import frozen

from rulewright.analysis.holes.following import make
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
    """What the last choice brought about; `decisions`: how many of the choices were decisions."""

    choices: tuple[Choice, ...]
    events: tuple[Event, ...]
    decisions: int


def watched_game(rules: Rules, seed: int, number: int, most: int) -> Iterator[Step]:
    """A random game of at most so many decisions, from its beginning to its end or to where it goes wrong; it is the
    same as any other with this seed and number."""
    machine, choices, events = rules.machine, list[Choice](), list[Event]()
    player, chance = RandomPlayer(seed, number), stream_key(seed, number, CHANCE_STREAM)
    made, rules.loaded = 0, None
    machine.tell(events)
    try:
        stop = machine.start()
        while True:
            yield Step(tuple(choices), tuple(events), made)
            events.clear()
            if isinstance(stop, Waiting):
                event = rules.naming.event(len(choices) - made)
                outcome = random_outcome(Numbers(chance, event.number), event)
                choices.append(Choice(None, number_of(event, outcome)))
            elif isinstance(stop, Deciding) and made < most:
                seat = stop.seats[0]
                choices.append(Choice(seat, player.choose(made, len(machine.moves(seat)))))
                made += 1
            else:
                return
            make(rules, choices[-1])
            stop = machine.stop
    except RulesFault:
        return
    finally:
        machine.tell(None)
