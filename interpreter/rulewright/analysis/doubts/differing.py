"""Where two rules part: one step from a position that both can come to, after which they stand differently."""

from collections.abc import Sequence
from itertools import islice
from typing import Final, Literal

from attrs import evolve, frozen

from rulewright.analysis.doubts.pool import Pool, Side, Stand, Step
from rulewright.analysis.position_text import Names, laid_out
from rulewright.machine.interpret import Deciding, RulesFault
from rulewright.machine.program.nodes import Block, Branch, Chance, Decide, Jump, Program, Return
from rulewright.machine.view import variable_slots

MAX_STEPS_TRIED: Final = 60
"""So many steps are tried where the rules can go on from a position."""
ENOUGH_PARTINGS: Final = 6
"""Of so many steps that show a difference the one is taken that comes soonest in its game."""
COMPARED_GAMES, GAMES_COMPARED_BY_NAME = 12, 3
"""So many games are played where they have to begin at the beginning, and where they are compared by names."""
WHOLE_GAMES: Final = 2
"""So many games, the shortest, are played where no step shows anything."""


@frozen
class Parting:
    """The first `decision` decisions of a game, after which the rules stand differently, and in what; `chosen`: the
    choices of a game that is not random."""

    game: int
    decision: int
    how: Literal["position", "moves", "seats", "result", "goes wrong", "sight"]
    chosen: tuple[int, ...] = ()


def same_fields(one: Program, other: Program) -> bool:
    """Whether zones and variables lie in the same cells."""
    return one.zones == other.zones and variable_slots(one) == variable_slots(other)


def same_shape(one: Program, other: Program) -> bool:
    """Whether the state of one is a state of the other: the same cells, and the same places to stop and return to."""
    same = (one.size, one.pc, one.slots, len(one.sites), len(one.chances)) == (
        *(other.size, other.pc, other.slots, len(other.sites), len(other.chances)),
    )
    return same and [*map(_end, one.blocks)] == [*map(_end, other.blocks)]


def _end(block: Block) -> object:
    match block.terminator:
        case Jump(to):
            return to
        case Branch(_, then, otherwise):
            return then, otherwise
        case Return(cell):
            return "return", cell
        case Decide(site):
            return "decide", site
        case Chance(chance):
            return "chance", chance
        case _:
            return None


def parting_of(pool: Pool, changed: Side, steps: Sequence[Step]) -> Parting | None:
    """Where they are seen to part, among these steps or their games, and of steps the one that comes soonest in its
    game; None where all that is tried comes to the same."""
    found = _first_parting(pool, changed, steps)
    return None if found is None else evolve(found, chosen=pool.chosen.get(found.game, ()))


def _first_parting(pool: Pool, changed: Side, steps: Sequence[Step]) -> Parting | None:
    today = pool.side
    if same_shape(today.rules.program, changed.rules.program):
        parting = (_parts(today, changed, step) for step in steps[:MAX_STEPS_TRIED])
        parted = [*islice((each for each in parting if each is not None), ENOUGH_PARTINGS)]
        if parted:
            return min(parted, key=lambda each: (each.how != "goes wrong", each.decision))
        ends = sorted(pool.ends().steps, key=lambda each: each.decision)
        games, same = [each.game for each in ends[:WHOLE_GAMES]], True  # how often something is repeated shows there
    else:
        same = same_fields(today.rules.program, changed.rules.program)
        games = [*dict.fromkeys(each.game for each in steps)][: COMPARED_GAMES if same else GAMES_COMPARED_BY_NAME]
    found = (_in_a_game(pool, changed, game, same=same) for game in games)
    return next((each for each in found if each is not None), None)


def _parts(today: Side, changed: Side, step: Step) -> Parting | None:
    try:
        if step.before is None:
            other = changed.begun(step.game)
        elif changed.stands_at(step.before.vector) != step.before.moves:
            return Parting(step.game, step.decision - 1, "moves")
        else:
            other = changed.gone_on(step.game, step.before, step.number)
    except RulesFault:
        return Parting(step.game, step.decision, "goes wrong")
    return None if today.alike(step.after, other) else Parting(step.game, step.decision, _how(today, step, other))


def _how(today: Side, step: Step, other: Stand) -> Literal["position", "moves", "seats", "result"]:
    here = step.after
    if here.vector[today.cells] != other.vector[today.cells]:
        return "position"
    if here.seats != other.seats:
        return "seats"
    return "moves" if here.moves != other.moves else "result"


def _in_a_game(pool: Pool, changed: Side, game: int, *, same: bool) -> Parting | None:
    """Along a game of the pool from its beginning, to where the changed rules part from it; rules whose fields are not
    the `same` are compared by what is called how in them."""
    today, before = pool.side, None
    for step in (each for each in pool.steps if each.game == game):
        try:
            other = changed.begun(game) if before is None else changed.gone_on(game, before, step.number)
            if not (today.alike(step.after, other) if same else _named(today, step.after) == _named(changed, other)):
                return Parting(game, step.decision, _how(today, step, other))
        except RulesFault:
            return Parting(game, step.decision, "goes wrong")
        before = other
        if not same and other.seats:
            changed.stands_at(other.vector)
    return None


def _named(side: Side, stand: Stand) -> tuple[object, ...]:
    """What there is of a stand by its names: what lies where, who is asked for what, what it has come to."""
    rules, moves = side.rules, tuple[object, ...]()
    if stand.seats:
        site = rules.standing_at(stand.vector).stop
        assert isinstance(site, Deciding), "somebody is asked"
        moves = tuple(rules.naming.moves(stand.seats[0], rules.machine.moves(stand.seats[0]), site.site))
    names = Names(rules, {name: name for name in rules.core.seat_names})
    return laid_out(names, stand.vector), stand.seats, moves, stand.result
