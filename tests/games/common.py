"""What the tests of all games share: settings, random games, following them with an oracle, swapping what is unseen.

`RULEWRIGHT_GAMES=500` plays 500 games of every setting instead of the few of the ordinary run.
"""

import os
import random
from collections import Counter
from collections.abc import Callable, Iterator
from types import SimpleNamespace

from rulewright import Game
from rulewright.language.elaborate.settings import Setting
from rulewright.machine.events import Changed, Drawn
from rulewright.machine.game import Decision, Happened
from rulewright.machine.information import information
from rulewright.machine.interpret import Deciding, Machine
from rulewright.machine.move_names import Move
from rulewright.machine.program.cell_map import State, first_cell, owners, single, unordered
from rulewright.machine.record import dump
from rulewright.table.names_at_table import Naming, name_people
from rulewright.table.tableau import tableau
from rulewright.table.text_lines import WIDTH, plain
from rulewright.table.view_to_scene import scene
from rulewright.table.vocabulary import vocabulary
from tests.laws.positions import rules_of
from tests.oracles.follow import Factory, follow

Watcher = Callable[[Game], None]


def how_many(ordinarily: int) -> int:
    """How many games to play of each setting."""
    return int(os.environ.get("RULEWRIGHT_GAMES", ordinarily))


def play_at_random(game: Game, rng: random.Random) -> Iterator[Game]:
    """Play a game to its end and yield it at every decision and when it is over; any decider may come first.

    In half of the games all moves are equally likely, in the others all actions.
    """
    by_action = rng.random() < 0.5
    while not game.over:
        yield game
        seat = rng.choice(game.deciders)
        moves = game.moves(seat)
        action = rng.choice(list(dict.fromkeys(move[0] for move in moves)))
        game.play(seat, rng.choice([move for move in moves if move[0] == action] if by_action else moves))
    yield game


def follow_games(game: str, oracle: Factory, setting: Setting, number: int, *watchers: Watcher, seed: int = 1) -> None:
    """Play random games and follow each with the oracle.

    At every decision of one game in five (of all with `RULEWRIGHT_GAMES`) it is also looked whether the invariants and
    secrets of the game hold, no piece is lost, and what the watchers look for.
    """
    for k in range(number):
        watched = "RULEWRIGHT_GAMES" in os.environ or not k % 5
        rules = rules_of(game, setting)
        played = rules.start(seed, k, legal=True)
        for stage in play_at_random(played, random.Random(f"{seed} {k}")):
            for watch in (invariants_hold, secrets_hold, nothing_is_lost, *watchers) if watched else ():
                watch(stage)
        try:
            follow(oracle, map(dump, played.record))
        except AssertionError as wrong:
            at = f"game {k} of seed {seed} ({rules.players} players, {rules.options})"
            raise AssertionError(f"{at}: {wrong}") from None


def invariants_hold(game: Game) -> None:
    """The invariants of the game hold."""
    assert not game.broken_invariants(), f"game {game.header.number}, decision {game.decisions + 1}"


def secrets_hold(game: Game) -> None:
    """Nobody sees a piece that a secret hides, or was told what it is while it lay there."""
    machine = game.entered()
    told = [(event.spot, event.seen) for event in game.log if isinstance(event, Changed)]
    told += [(event.piece[2], event.seen) for event in game.log if isinstance(event, Drawn) and event.piece is not None]
    for secret in (each for each in game.rules.core.secrets if each.of.sort == "zone"):
        zone = secret.of.number
        layout = game.rules.program.zones[zone]
        for instance in range(layout.instances):
            there = [loc for _, loc in machine.zones.pieces(zone, instance)]
            # in a zone with faces those are meant that lie face down
            hidden = [loc for loc in there if layout.faces_at is None or machine.zones.mark(loc) is not None]
            seers = [machine.zones.seen_by(loc) for loc in hidden]
            seers += [mask for spot, mask in told if (spot.zone, spot.instance) == (zone, instance)]
            own = None if layout.owner_seat is None else owners(layout, instance)[layout.owner_seat]
            mine, everyone = 0 if own is None else 1 << own, machine.zones.places.everyone
            allowed = {"owner": mine, "others": everyone & ~mine}.get(secret.but or "", 0)
            assert secret.but == "viewers" or not any(mask & ~allowed for mask in seers), secret.title


def nothing_is_lost(game: Game) -> None:
    """Every piece is in exactly one place."""
    zones, found = game.entered().zones, [Counter[int]() for _ in game.rules.core.components]
    for zone, layout in enumerate(game.rules.program.zones):
        for instance in range(0 if layout.unlimited else layout.instances):
            found[layout.component].update(kind for kind, _ in zones.pieces(zone, instance))
    for component, there in zip(game.rules.core.components, found, strict=True):
        for kind, number in enumerate(component.copies):
            assert number in (None, there[kind]), "a piece is lost"


def secrets_are_kept_in(
    game: str, setting: Setting, number: int, *, share: float = 0.02, seed: int = 2, traces: bool = True
) -> None:
    """At a share of the decisions of random games: what is unseen, and (`traces`, which is dear where there are many
    pieces) what was never seen, may be something else."""
    for k in range(number):
        rng = random.Random(f"secrets {seed} {k}")
        for stage in play_at_random(rules_of(game, setting).start(seed, k), rng):
            if rng.random() < share:
                secrets_are_kept(stage, rng)
                if traces:
                    a_swap_leaves_no_trace(stage, rng)


def secrets_are_kept(game: Game, rng: random.Random, refused: int = 20) -> None:
    """What no seat can see may be swapped: its view, moves, standing and the reasons of refusals stay the same."""
    told = {
        seat: _told(game, seat, _guesses(game, seat, random.Random(17), refused))
        for seat in (None, *range(game.rules.players))
    }
    for seat, before in told.items():
        twin = game.rules.resume(swap_unseen(game, seat, rng))
        after = _told(twin, seat, list(before[-1]))
        assert after == before, f"seat {seat} learns something at decision {game.decisions + 1}"


def _told(game: Game, seat: int | None, guesses: list[Move]) -> tuple[object, ...]:
    moves = [] if seat is None else game.moves(seat)
    reasons = {} if seat is None else {guess: str(game.why(seat, guess)) for guess in guesses}
    return game.view(seat), moves, screen(game, seat), reasons


def screen(game: Game, seat: int | None) -> str:
    """The table as it is drawn for a seat, its standing included."""
    people = name_people(game.rules.core.seat_names, {}, vocabulary(game.rules.core))
    return plain(tableau(scene(game, seat, people), WIDTH, Naming()).lines)


def _guesses(game: Game, seat: int | None, rng: random.Random, number: int) -> list[Move]:
    """Moves with names of any pieces, most of them refused."""
    if seat not in game.deciders:
        return []
    assert seat is not None
    known = {move[0]: move for other in range(game.rules.players) for move in game.moves(other)}
    kinds = [name for component in game.rules.core.components for name in component.kinds]
    return [
        (move[0], *(rng.choice(kinds) if isinstance(item, str) and rng.random() < 0.7 else item for item in move[1:]))
        for move in rng.choices(list(known.values()), k=number)
    ]


def swap_unseen(game: Game, seat: int | None, rng: random.Random) -> State:
    """The same state, but whatever a seat (None: a spectator) cannot see lies elsewhere or is something else. When a
    game is over it sees what anybody sees."""
    machine = game.rules.machine
    game.rules.loaded = None
    machine.load(game.state.vector)

    def sees(loc: int) -> bool:
        return _sees(machine, loc, seat) or bool(game.over and machine.zones.seen_by(loc))

    for component in range(len(game.rules.core.components)):
        swap_pieces(game, machine, component, lambda _, loc: not sees(loc), rng)
    for kind_cell, loc_cell in game.rules.program.held:  # what running rules hold is what lies there now
        loc = machine.memory[loc_cell]
        spot = machine.zones.places.spots.get(loc)
        if spot and not sees(loc) and not unordered(game.rules.program.zones[spot.zone]):
            machine.memory[kind_cell] = machine.zones.kind_at(loc)
    _other_choices(game, machine, seat, rng)
    return State(machine.vector, game.rules.program)


def _sees(machine: Machine, loc: int, seat: int | None) -> bool:
    mask, everyone = machine.zones.seen_by(loc), machine.zones.places.everyone
    return mask == everyone if seat is None else bool(mask >> seat & 1)


def swap_pieces(
    game: Game, machine: Machine, component: int, meant: Callable[[int, int], bool], rng: random.Random
) -> None:
    """Shuffle the pieces of a component that are meant, by their zones and cells, over the places where such lie."""
    unseen: list[tuple[int, int, int, int]] = []
    for zone, layout in enumerate(game.rules.program.zones):
        if layout.component == component and not layout.unlimited:
            found = ((zone, at, *piece) for at in range(layout.instances) for piece in machine.zones.pieces(zone, at))
            unseen += [each for each in found if meant(zone, each[3])]
    kinds = [kind for _, _, kind, _ in unseen]
    rng.shuffle(kinds)
    memory = machine.memory
    for zone, instance, kind, loc in unseen:
        layout = game.rules.program.zones[zone]
        if unordered(layout):
            memory[first_cell(layout, instance) + kind] -= 1
        else:
            memory[loc] = 0
    for (zone, instance, _, loc), kind in zip(unseen, kinds, strict=True):
        layout = game.rules.program.zones[zone]
        if unordered(layout):
            memory[first_cell(layout, instance) + kind] += 1
        else:
            memory[loc] = kind + 1 if single(layout) else kind


def _other_choices(game: Game, machine: Machine, seat: int | None, rng: random.Random) -> None:
    """Choices at once that others have made, and nobody has seen, become any others; who is not asked stays so."""
    stop = machine.stop
    site = game.rules.program.sites[stop.site] if isinstance(stop, Deciding) else None
    if site is None or site.chosen is None or not isinstance(stop, Deciding):
        return
    for other in sorted(set(range(game.rules.players)) - {seat} - set(stop.seats)):
        cell = site.chosen + other * site.chosen_width
        if machine.memory[cell] > len(site.offers):
            continue
        choice = rng.choice(machine.list_moves(stop.site, other))
        filled = [choice.offer + 1, choice.variant, *choice.picks]
        machine.memory[cell : cell + len(filled)] = filled


def a_swap_leaves_no_trace(game: Game, rng: random.Random) -> int:
    """Two pieces exchanged in the last shuffle, of which a seat has seen neither since: what it knows stays the same.

    Tried for every seat and a spectator; for how many of them the game could be played to the same decision.
    """
    shuffles = [step for step in game.steps if isinstance(step, Happened) and step.event.kind == "shuffle"]
    if not shuffles or game.over:
        return 0
    last = shuffles[-1]
    return sum(_no_trace(game, seat, last, rng) for seat in (None, *range(game.rules.players)))


def _no_trace(game: Game, seat: int | None, shuffle: Happened, rng: random.Random) -> int:
    seen = information(game, seat)
    since = max(at for at, event in enumerate(seen) if event.what == "shuffled")
    known = {seen_event.piece for seen_event in seen[since:]} | {item for each in seen[since:] for item in each.items}
    known |= {piece.name for zone in game.view(seat).zones for piece in zone.pieces or ()}
    items = shuffle.event.items
    places = [at for at, item in enumerate(shuffle.outcome) if items[item] not in known]
    if len(places) < 2:
        return 0
    first, second = rng.sample(places, 2)
    outcome = list(shuffle.outcome)
    outcome[first], outcome[second] = outcome[second], outcome[first]
    happened = (step for step in game.steps if isinstance(step, Happened))
    outcomes = {step.event.number: step.outcome for step in happened} | {shuffle.event.number: tuple(outcome)}
    twin = game.rules.start(chance=SimpleNamespace(outcome=lambda event: outcomes.get(event.number)))
    for step in game.steps:  # the same moves, if they are legal
        if isinstance(step, Decision):
            if step.move not in twin.moves(step.seat):
                return 0
            twin.play(step.seat, step.move)
    if twin.deciders != game.deciders:
        return 0
    assert information(twin, seat) == seen, f"seat {seat} remembers something hidden"
    assert _told(twin, seat, []) == _told(game, seat, []), f"seat {seat} sees something hidden"
    return 1
