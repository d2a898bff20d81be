"""Laws that hold for every game, at every decision."""

import hashlib
import random
from collections import Counter
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from rulewright import Game, Rules, RulesError, RulesFault
from rulewright.analysis.check import check
from rulewright.language.parser import parse as parse_text
from rulewright.language.render import render
from rulewright.language.source import Source, read_source
from rulewright.loading import Text, rules_of as rules_of_text
from rulewright.machine.chance import Seeded
from rulewright.machine.interpret import Deciding
from rulewright.machine.interpret.offers import allowed
from rulewright.machine.record import dump, parse
from rulewright.machine.replay import replay
from tests.fuzz.mutated import mutated
from tests.laws.positions import GAMES, all_moves, any_position, any_rules, begun, moved, ply, rules_of, settings_of
from tests.wasm.common import told_by

SEEDS = st.integers(0, 10_000)


def finish(game: Game, rng: random.Random, most: int = 6_000) -> bool:
    """Play at random to the end, or to a fault. Whether the game came to its end."""
    for _ in range(most):
        if game.over:
            return True
        if not moved(game, rng):
            return False
    return game.over


@given(any_position(), SEEDS)
def test_a_copy_played_on_leaves_the_original_alone(game: Game, seed: int) -> None:
    before, moves, views = game.state, all_moves(game), [game.view(seat) for seat in range(game.rules.players)]
    copy = game.copy()
    for number in range(8):
        if copy.over:
            break
        ply(copy, random.Random(seed + number))
    assert game.state == before
    assert all_moves(game) == moves
    assert [game.view(seat) for seat in range(game.rules.players)] == views


@given(any_position())
def test_a_game_resumed_from_its_vector_stands_at_the_same_place(game: Game) -> None:
    resumed = game.rules.resume(game.state.to_bytes())
    assert resumed.state == game.state
    assert resumed.deciders == game.deciders
    assert all_moves(resumed) == all_moves(game)


@given(any_position(), SEEDS)
def test_a_choice_is_allowed_line_by_line_if_it_is_listed(game: Game, seed: int) -> None:
    """The moves that are listed, and moves put together from the words of two of them."""
    rng, machine = random.Random(seed), game.entered()
    assert isinstance(machine.stop, Deciding)
    site = machine.stop.site
    for seat in machine.stop.seats:
        moves = machine.moves(seat)
        for one, other in zip(rng.choices(moves, k=12), rng.choices(moves, k=12), strict=True):
            cut = rng.randrange(len(one.picks) + 1)
            mixed = one._replace(picks=(*one.picks[:cut], *other.picks[cut : len(one.picks)]))
            assert allowed(machine, site, seat, one) is not None
            if len(mixed.picks) == len(one.picks):
                assert (allowed(machine, site, seat, mixed) is not None) == (mixed in moves)


@given(any_position(), SEEDS)
def test_every_move_leads_a_resumed_game_to_the_same_place(game: Game, seed: int) -> None:
    """A few moves of the position, each made in the game and in one resumed from its vector, chance being the same."""
    rng = random.Random(seed)
    for seat, moves in all_moves(game).items():
        for move in rng.sample(moves, min(3, len(moves))):
            ours, theirs = game.copy(), game.rules.resume(game.state, Seeded(seed, 0))
            ours.source = Seeded(seed, 0)
            ours.forget_chance()
            faults = [told_by(partial(each.play, seat, move)) for each in (ours, theirs)]
            if not any(line.startswith('{"chance"') for line in map(dump, theirs.lines)):
                assert ours.state == theirs.state or any(faults)
            assert faults[0] == faults[1] or game.rules.program.chances


@pytest.mark.thorough
@given(any_rules(), SEEDS)
def test_a_record_replayed_gives_the_same_states(rules, seed: int) -> None:
    game = begun(rules, seed, legal=True)
    rng, states = random.Random(seed), [game.state]
    for _ in range(60):
        if game.over or not moved(game, rng):
            break
        states.append(game.state)
    lines = [f"{dump(line)}\n".encode() for line in game.record]
    replayed = replay(rules, parse(lines))
    assert replayed.parting is None, replayed.parting
    assert replayed.game.state == states[-1]
    for state in reversed(states[:-1]):
        replayed.game.undo()
        assert replayed.game.state == state


def lying(game: Game) -> Counter[tuple[int, int]]:
    """How many pieces of each component and kind lie in all zones together."""
    zones = game.entered().zones
    layouts = [(number, layout) for number, layout in enumerate(game.rules.program.zones) if not layout.unlimited]
    return Counter(
        (layout.component, kind)
        for number, layout in layouts
        for instance in range(layout.instances)
        for kind, _ in zones.pieces(number, instance)
    )


@given(any_rules(), SEEDS)
def test_no_piece_appears_or_vanishes(rules: Rules, seed: int) -> None:
    declared = {
        (number, kind): copies
        for number, component in enumerate(rules.core.components)
        for kind, copies in enumerate(component.copies)
        if copies is not None
    }
    game, rng = begun(rules, seed), random.Random(seed)
    for _ in range(60):
        found = lying(game)
        assert {piece: found[piece] for piece in declared} == declared
        if game.over or not moved(game, rng):
            break


def guesses(game: Game, rng: random.Random) -> list[tuple[str | int, ...]]:
    """A move of another state, and legal moves with arguments changed for others of their sort."""
    other = game.rules.start(seed=rng.randrange(1000))
    for _ in range(rng.randrange(40)):
        if ply(other, rng):
            break
    found = [rng.choice(moves) for moves in all_moves(other).values()]
    own = [move for moves in all_moves(game).values() for move in moves]
    sorts: dict[tuple[str | int, int], set[str | int]] = {}
    for move in own:
        for place, item in enumerate(move[1:], 1):
            sorts.setdefault((move[0], place), set()).add(item)
    changed = [
        (move[0], *(rng.choice(sorted(sorts[move[0], place], key=str)) for place in range(1, len(move))))
        for move in rng.choices(own, k=60)
        if len(move) > 1
    ]
    stop, program = game.entered().stop, game.rules.program
    assert isinstance(stop, Deciding)
    offered = [program.actions[offer.action] for offer in program.sites[stop.site].offers]
    bare = [(action.name,) for action in offered if not action.common]
    return found[:1] + changed + bare * 3


def refusals(name: str, seed: int) -> Counter[str]:
    """The sorts of refusals in a stretch of a random game."""
    rules = rules_of(name, settings_of(name)[0])
    game, rng = rules.start(seed=seed), random.Random(seed)
    kinds: Counter[str] = Counter()
    for _ in range(10):
        for seat in game.deciders:
            legal = set(game.moves(seat))
            for guess in set(guesses(game, rng)):
                why = game.why(seat, guess)
                assert (why is None) == (guess in legal)
                if why is not None:
                    assert why.reason
                    assert why.kind not in ("guard", "must") or why.line
                    kinds[why.kind] += 1
        if ply(game, rng):
            break
    return kinds


@pytest.mark.thorough
def test_refused_moves_are_refused_with_a_reason() -> None:
    kinds = sum((refusals(name, seed) for name in GAMES for seed in range(1)), Counter[str]())
    assert sum(kinds.values()) > 250
    assert kinds["guard"] + kinds["must"] >= 0.3 * sum(kinds.values()), kinds


@given(any_rules(), SEEDS)
def test_every_game_ends_and_its_scores_are_one_for_each_seat(rules, seed: int) -> None:
    """What nobody wrote may fault, and break an invariant."""
    game = begun(rules, seed)
    if finish(game, random.Random(seed)):
        assert len(game.scores) == rules.players
        assert set(game.winners) <= set(range(rules.players))
    else:
        assert rules.name == "made"
    assert not game.broken_invariants() or rules.name == "made"


def test_the_interpreter_knows_no_game() -> None:
    words = ("aurum", "bismuth", "nugget", "jackpot", "balloon", "trophy", "apotheca", "apothecary", "biblios", "monk")
    more = ("church", "cauldron", "vial", "potion", "tome")
    for path in Path(__file__).parents[2].joinpath("interpreter").rglob("*.py"):
        text = (
            path.read_text(encoding="utf-8").lower().replace("atomic", "").replace("customer", "").replace("autome", "")
        )
        found = [word for word in (*words, *more) if word in text]
        assert not found, f"{path}: {found}"


# ---- texts that were changed at random give diagnostics, faults in play or a game, never anything else


def try_out(data: bytes, rng: random.Random) -> str:
    """Load and play a little; what came of it."""
    source = read_source("changed.rules", data)
    if not isinstance(source, Source):
        return "unreadable"
    try:
        rules = rules_of_text(Text(source, parse_text(source), hashlib.sha256(data).hexdigest()), "changed")
        game = rules.start(seed=rng.randrange(100))
        for _ in range(15):
            if game.over:
                break
            seat = game.deciders[0]
            game.play(seat, rng.choice(game.moves(seat)))
            game.view(None)
    except RulesError as wrong:
        assert wrong.diagnostics
        for diagnostic in wrong.diagnostics:
            assert render(wrong.source, diagnostic).strip()
        return "refused"
    except RulesFault as fault:
        assert str(fault)
        return "fault"
    return "played"


@given(st.integers(0, 1_000_000))
def test_changed_rules_are_refused_or_played(seed: int) -> None:
    rng = random.Random(seed)
    assert try_out(mutated(rng), rng) in {"unreadable", "refused", "fault", "played"}


@pytest.mark.thorough
@given(st.integers(0, 1_000_000))
def test_check_never_raises(seed: int) -> None:
    rng = random.Random(seed)
    source = read_source("changed.rules", mutated(rng))
    if isinstance(source, Source):
        for diagnostic in check(source):
            assert render(source, diagnostic).strip()
