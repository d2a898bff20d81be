"""Imagining: a state in which what a seat does not know is dealt anew, consistent with its memory.

A past of the pieces is drawn by lot that agrees with all that the seat saw of them, and the game is played once more
from there. Where the seat is told the same at every step the state is one that it could be in, for all that it saw
and was told. Several pasts are tried, within a bound of steps: drawn anew, or with the kinds of two pieces exchanged
that the seat did not see, in the one that went on longest; so much may follow from what the others do that no drawn
one fits. Which state is found is by lot, but not each of them as often. Where none is, the unseen pieces are dealt anew
where they lie now, which agrees with what the seat sees and knows of pieces, and that is told. Never is the real hidden
state looked at but to find out how many of each kind are unseen, which the seat can count itself.
"""

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING, Final

from attrs import frozen

from rulewright.machine.backward_sampling import Account, Past, Placed, Trace, trace
from rulewright.machine.chance import ChanceEvent, ChanceSource, Numbers
from rulewright.machine.deal_unseen import Dealer
from rulewright.machine.piece_knowledge import Knowledge
from rulewright.machine.piece_pools import Contradiction, Untold
from rulewright.machine.replay_check import Retelling, account, bits
from rulewright.machine.state import State

if TYPE_CHECKING:
    from rulewright.machine.game import Game

BYTE: Final = tuple(range(256))
MAX_EVENTS_PER_STATE: Final = 30_000
"""So much is done for one state, counted in events that are gone back through."""
MAX_STEPS_PER_EVENT: Final = 10
"""Where so many times the events there are were gone back through, a past is given up."""
DRAWN: Final = 4
"""Every so often a past is drawn; the times between, pieces exchange their kinds in the one that went on longest."""
REPLAYED: Final = 10
"""To play a step again takes as long as to go back through so many events."""


@frozen
class Imagined:
    """A state that a seat could be in. `consistent`: played from the beginning it tells the seat the same; otherwise it
    agrees with what the seat sees and knows of pieces, and no more was found. `past`: the pieces that lead there."""

    state: State
    consistent: bool
    past: Past | None = None


def imagined(game: "Game", seat: int, chance: ChanceSource, anew: Callable[[], object] = lambda: None) -> Imagined:
    """A state that this seat could be in; the game stays as it is. `anew` is called where a game begins and before each
    decision that is made once more, and may raise what ends it."""
    known = knowledge(game, seat)
    with uncollected():
        retelling = Retelling(game, [seat], Numbers(_number(chance), 0), anew)
        found, _ = _told(game, known, retelling) if game.steps or game.log else (None, 0)
    if found is not None:
        return found
    vector = Dealer(game, known, seat).state(chance)
    return Imagined(State(vector, game.rules.program), not game.steps and not game.log)


def knowledge(game: "Game", seat: int) -> Knowledge:
    """What a seat knows of the pieces, from its memory and its sight; kept beside the game and followed on."""
    if seat not in game.knowledge:
        game.knowledge[seat] = _at_first(game, 1 << seat)
    known = game.knowledge[seat]
    known.follow(game.log[known.told :])
    return known


def elsewhere(
    game: "Game", seats: Sequence[int], lots: Numbers, anew: Callable[[], object] = lambda: None, *, most: int
) -> tuple[Imagined | None, int]:
    """A state that these seats together, each telling what it knows, could not tell from this one before it is known
    where the rules stop, which may be anywhere; if one is found before so many events were gone back through, and how
    many were. `anew` is called where a game begins, and before each decision."""
    known = _at_first(game, bits(seats))
    known.follow(game.log)
    with uncollected():
        return _told(game, known, Retelling(game, seats, lots, anew), most, elsewhere=True)


def _at_first(game: "Game", bit: int) -> Knowledge:
    """What is known when a game begins."""
    machine, known = game.rules.machine, Knowledge(game.rules.program, bit)
    game.rules.loaded = None
    machine.place(game.base)
    known.look(machine)
    return known


def _told(
    game: "Game", known: Knowledge, retelling: Retelling, most: int = MAX_EVENTS_PER_STATE, *, elsewhere: bool = False
) -> tuple[Imagined | None, int]:
    """A state whose past tells the seats the same, if one is soon found: no past is tried that might take too long.
    And how many events were gone back through."""
    base, again, replayed = _base(game), REPLAYED * len(game.steps), 0
    if base is None or len(game.log) + again > most:
        return None, 0
    tracing = _traced(game, account(game, known), base, retelling.lots)
    told = [step.told for step in game.steps] or [0]
    best: Past | None = None
    reached, drawn = (-1, 0), 0
    for times in count():
        other = best.exchanged(told[reached[0]], retelling.lots) if best is not None and times % DRAWN else None
        try:
            past = other or tracing.past(min(most - again - replayed, MAX_STEPS_PER_EVENT * len(game.log)))
        except (Contradiction, Untold):
            break
        vector = retelling.state(past, elsewhere=elsewhere)
        replayed += REPLAYED * (1 + retelling.steps)
        if vector is not None:
            return Imagined(State(vector, game.rules.program), consistent=True, past=past), tracing.work + replayed
        if retelling.reached >= reached:
            best, reached = past, retelling.reached
        if tracing.work + replayed + again > most:
            break
        if other is None:
            tracing.refuse(told[retelling.steps], drawn)
            drawn += 1
    return None, tracing.work + replayed


def _traced(game: "Game", told: Account, base: Sequence[Placed], lots: Numbers) -> Trace:
    """The way back from where the game stands."""
    machine = game.rules.machine
    game.rules.loaded = None
    machine.load(game.state.vector)
    return trace(machine, told, base, lots)


def _base(game: "Game") -> list[Placed] | None:
    """All pieces as they lay when the game began, if everybody saw them and it is known how it went on."""
    if game.base is not game.rules.program.initial:
        return None
    machine = game.rules.machine
    game.rules.loaded = None
    machine.place(game.base)
    zones, found = machine.zones, []
    for zone, layout in enumerate(game.rules.program.zones):
        for instance in range(layout.instances):
            for kind, loc in zones.pieces(zone, instance):
                if zones.seen_by(loc) != zones.places.everyone:
                    return None
                found.append(((zone, instance), zones.spot(loc).place, kind))
    return found


@contextmanager
def uncollected() -> Iterator[None]:
    """Nothing that is made here refers to itself: the collector, which would go through all that there is, may wait."""
    collected = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collected:
            gc.enable()


def _number(chance: ChanceSource) -> int:
    """A number of 32 bits by lot."""
    bits = 0
    for number in range(4):
        outcome = chance.outcome(ChanceEvent(number, "draw", "imagine", BYTE, (1,) * len(BYTE)))
        bits = bits * len(BYTE) + (outcome[0] if outcome else 0)
    return bits
