"""Pairs of games that look alike to a seat, although what it cannot see differs.

A twin begins at an earlier decision, with everything that the seat does not see then as something else, and follows
the same moves with chance as like as can be. It is a twin as long as the seat sees the same at every decision, and has
heard the same since: then it must be offered the same moves, and be told the same reasons.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator

from attrs import define, field, frozen

from rulewright import Game, Rules
from rulewright.language import types
from rulewright.language.core import Variable
from rulewright.language.facts.ranges import range_of
from rulewright.machine.chance import ChanceEvent, Numbers, Outcome, random_outcome
from rulewright.machine.game import Decision, Happened, IllegalMove, Step
from rulewright.machine.interpret import Deciding, RulesFault
from rulewright.machine.move_names import Move
from rulewright.machine.program.cell_map import State
from rulewright.machine.view import instances_of, seat_sees_variable, variable_slots
from tests.games.common import swap_unseen

BACK = (0, 0, 1, 1, 2, 3, 5)
LONGEST = 80


@frozen
class Pair:
    """Two games that stand at a decision of a seat and look alike to it."""

    game: Game
    twin: Game
    seat: int


@define
class Alike:
    """Chance that says what it said in another game, wherever it can."""

    said: list[Happened]
    rng: random.Random
    at: int = 0
    numbers: Numbers = field(init=False)

    def __attrs_post_init__(self) -> None:
        """Take numbers for what cannot be said again."""
        self.numbers = Numbers(self.rng.getrandbits(60), 0)

    def outcome(self, event: ChanceEvent) -> Outcome | None:
        """The same items, or any."""
        if self.at < len(self.said):
            old, self.at = self.said[self.at], self.at + 1
            again = _again(old, event)
            if again is not None:
                return again
        return random_outcome(self.numbers, event)


def _again(old: Happened, event: ChanceEvent) -> Outcome | None:
    """The outcome of an event by the names of another one's items; None if it has not just these."""
    names = [old.event.items[item] for item in old.outcome]
    if not set(names) <= set(event.items):
        return None
    outcome = tuple(event.items.index(name) for name in names)
    there = Counter({item: weight for item, weight in enumerate(event.weights) if weight})
    if event.kind == "shuffle" and Counter(outcome) != there:
        return None
    return outcome


def pairs(rules: Rules, seed: int, games: int = 1, share: float = 0.5) -> Iterator[Pair]:
    """Pairs at a share of the decisions of some random games."""
    rng = random.Random(f"twins {seed}")
    for number in range(games):
        try:
            yield from _of_game(rules.start(seed, number), rng, share)
        except RulesFault:
            continue


def _of_game(game: Game, rng: random.Random, share: float) -> Iterator[Pair]:
    """Pairs at decisions of one random game, until it is over or meets a fault."""
    states: list[tuple[State, int]] = []
    while not game.over and len(states) < LONGEST:
        states.append((game.state, len(game.steps)))
        seat = rng.choice(game.deciders)
        if rng.random() < share:
            state, step = states[max(0, len(states) - 1 - rng.choice(BACK))]
            pair = twinned(game, state, game.steps[step:], seat, rng)
            if pair is not None:
                yield pair
        game.play(seat, rng.choice(game.moves(seat)))


def twinned(game: Game, state: State, steps: list[Step], seat: int, rng: random.Random) -> Pair | None:
    """A game from a state on, and a twin in which what the seat does not see is otherwise; None if they part."""
    rules = game.rules
    said = [step for step in steps if isinstance(step, Happened)]
    first = rules.resume(state, Alike(said, rng))
    other = rules.resume(state)
    twin = rules.resume(swap_variables(rules.resume(swap_unseen(other, seat, rng)), seat, rng), Alike(said, rng))
    for step in (step for step in steps if isinstance(step, Decision)):
        if not look_alike(first, twin, seat):
            return None
        try:
            first.play(step.seat, step.move)
            twin.play(step.seat, step.move)
        except (IllegalMove, RulesFault):
            return None
    return Pair(first, twin, seat) if look_alike(first, twin, seat) and seat in first.deciders else None


def look_alike(game: Game, twin: Game, seat: int) -> bool:
    """Whether a seat sees the same, has heard the same, and play stands at the same place of the rules."""
    return (
        site(game) == site(twin)
        and game.view(seat) == twin.view(seat)
        and game.information(seat) == twin.information(seat)
    )


def site(game: Game) -> object:
    """Where in the rules a game stands, and who decides."""
    stop = game.entered().stop
    return (stop.site, stop.seats) if isinstance(stop, Deciding) else game.waiting


def menu(game: Game, seat: int) -> list[Move] | str:
    """The list of moves, or the fault that listing them meets."""
    try:
        return game.moves(seat)
    except RulesFault as fault:
        return str(fault)


def differences(pair: Pair, rng: random.Random, guesses: int = 6) -> str | None:
    """What the seat could tell its two games apart by: a move, or the reason of a refusal."""
    moves, others = menu(pair.game, pair.seat), menu(pair.twin, pair.seat)
    if moves != others:
        return f"{moves} or {others}"
    for guess in _guesses(pair.game, rng, guesses):
        reasons = [str(game.why(pair.seat, guess)) for game in (pair.game, pair.twin)]
        if reasons[0] != reasons[1]:
            return f"{guess}: {reasons[0]!r} or {reasons[1]!r}"
    return None


def _guesses(game: Game, rng: random.Random, number: int) -> Iterator[Move]:
    """Moves that may be refused: an action, and names of any pieces, places and values."""
    core = game.rules.core
    words: list[str | int] = [name for component in core.components for name in component.kinds]
    words += [name for names in core.values.values() for name in names[:9]]
    words += range(5)
    for _ in range(number):
        action = rng.choice(core.actions).name
        yield (action, *(rng.choice(words) for _ in range(rng.choice((0, 1, 1, 1, 2)))))


# ---- what else is unseen


def swap_variables(
    game: Game, seat: int, rng: random.Random, meant: Callable[[Variable], bool] = lambda _: True
) -> State:
    """The same state with other values in the variables that are meant, as far as the seat does not see them."""
    vector = list(game.state.vector)
    core = game.rules.core
    for variable, slot in zip(core.fields, variable_slots(game.rules.program), strict=True):
        instances = instances_of(core, variable)
        width = slot.length // len(instances)
        for number, owners in enumerate(instances):
            if meant(variable) and not seat_sees_variable(variable, owners, seat) and rng.random() < 0.7:
                start = slot.offset + number * width
                match variable.type:
                    case types.SetT() | types.CountsT():
                        vector[start : start + width] = [rng.randrange(2) for _ in range(width)]
                    case types.MemoryT():
                        raise AssertionError("everybody sees what is remembered")
                    case (
                        types.NumberT()
                        | types.BoolT()
                        | types.ValueT()
                        | types.LineT()
                        | types.KindT()
                        | types.OptionalT() as type_
                    ):
                        vector[start] = any_value(game, type_, rng)
    return State(tuple(vector), game.rules.program)


def any_value(game: Game, type_: types.Scalar, rng: random.Random) -> int:
    """A value of a type."""
    if isinstance(type_, types.OptionalT) and rng.random() < 0.3:
        return types.none_code(type_)
    return rng.choice(range_of(game.rules.core, type_).integers)
