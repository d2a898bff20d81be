"""Games of ways, trails and parts that hang together, beside engines that know nothing of this program: whoever is
asked has the same moves, everything lies where it lies there, and the same players win."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from rulewright import ChanceEvent, Game, Rules, Seeded, load
from tests.games.test_where_cells_meet import Engine, meetings, told
from tests.oracles.hive import Hive
from tests.oracles.island import Settlers
from tests.oracles.quoridor import Quoridor, called
from tests.oracles.scripted import Chance, Decide
from tests.oracles.ticket_to_ride import Tickets

HERE = Path(__file__).parent


def island(rules: Rules) -> Settlers:
    """The corners of the edges and of the fields of nineteen hexagons, by where they lie in the plane."""
    inside = [(x, y) for x in range(5) for y in range(5) if abs(x - y) <= 2]
    around, crossings, paths = meetings([called(each) for each in inside])
    named = {crossings[name]: name for name in rules.core.values["crossing"]}
    ends = {name: tuple(named[frozenset((point,))] for point in paths[name]) for name in rules.core.values["path"]}
    corners = {name: tuple(named[frozenset((point,))] for point in points) for name, points in around.items()}
    return Settlers(3, {}, ends, corners)


CASES: dict[str, Callable[[], Engine]] = {"quoridor": Quoridor, "hive": Hive}
DEALT: dict[str, Callable[[Rules], Settlers | Tickets]] = {
    "settlers": island,
    "ticket-to-ride": lambda _: Tickets(2, {}),
}


def seen(game: Game, seat: int | None) -> dict[str, object]:
    """What a seat sees, by name: values, what lies in zones and on boards, else how much lies there."""
    view, found = game.view(seat), dict[str, object]()
    for zone in view.zones:
        names = {piece.place or piece.name: piece.name if piece.place else piece.copies for piece in zone.pieces or ()}
        found["'s ".join(map(str, (*zone.owners, zone.name)))] = zone.size if zone.pieces is None else names
    return found | {"'s ".join(map(str, (*each.owners, each.name))): each.value for each in view.variables}


def dealt(engine: Settlers | Tickets, source: Seeded, known: int) -> int:
    """Let chance be for the engine what it is in a game of this source (chapter 17 of the reference), after so many
    events; how many there were then."""
    while isinstance(engine.pending, Chance):
        there = Counter(engine.items)
        kind = "shuffle" if engine.pending.kind == "shuffle" else "draw"
        items, weights = tuple(there), tuple(there.values())
        outcome = source.outcome(ChanceEvent(known, kind, engine.pending.what, items, weights))
        engine.chance([items[each] for each in outcome] if kind == "shuffle" else items[outcome[0]])
        known += 1
    return known


def told_by_chance(rules: Rules, engine: Settlers | Tickets, number: int) -> Iterator[tuple[object, object]]:
    """At each decision of a random game who is asked, what lies where as far as that one sees it, and the moves, by
    both; at the end the scores, and who has won."""
    rng, game, source, known = random.Random(number), rules.start(seed=number), Seeded(number), 0
    while True:
        known = dealt(engine, source, known)
        asked = engine.pending.seats if isinstance(engine.pending, Decide) else ()
        yield game.deciders, asked
        for seat in asked or range(rules.players):
            sight, table = seen(game, seat), engine.table()
            for name, each in table.items():
                yield sight[name], each.total() if isinstance(each, Counter) and sight[name].__class__ is int else each
        if game.over:
            break
        (seat,) = asked
        moves = game.moves(seat)
        yield set(moves), set(engine.legal(seat))
        action = rng.choice([*dict.fromkeys(move[0] for move in moves)])
        move = rng.choice([move for move in moves if move[0] == action])
        engine.play(seat, move)
        game.play(seat, move)
    yield (list(game.scores), sorted(game.winners)), (engine.scores(), engine.winners())


def agrees(name: str, numbers: Iterable[int]) -> None:
    """So many games by both programs."""
    rules = load(HERE / f"{name}.rules").fast()
    for number in numbers:
        pairs = (
            told_by_chance(rules, DEALT[name](rules), number) if name in DEALT else told(rules, CASES[name](), number)
        )
        for one, other in pairs:
            assert one == other


@pytest.mark.sampled(8, 4)
@pytest.mark.parametrize("name", [*CASES, *DEALT])
def test_both_programs_play_one_game(name: str) -> None:
    agrees(name, range(1))


@pytest.mark.slow
@pytest.mark.parametrize("tens", range(10))
@pytest.mark.parametrize("name", [*CASES, *DEALT])
def test_both_programs_play_a_hundred(name: str, tens: int) -> None:
    agrees(name, range(10 * tens, 10 * tens + 10))
