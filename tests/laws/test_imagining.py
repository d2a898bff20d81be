"""An imagined state is one that the seat could be in: played from the beginning it tells the seat the same."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from rulewright import Game, Rules
from rulewright.machine import sample_state
from rulewright.machine.backward_sampling import Past
from rulewright.machine.chance import ChanceEvent, Numbers, Outcome, Seeded
from rulewright.machine.interpret import ListedMove, Machine
from rulewright.machine.program.nodes import DrawChance
from rulewright.machine.replay_check import Retelling
from tests.laws.positions import GAMES, any_position, moved, ply, rules_of, settings_of
from tests.made.loading import loaded

SEEDS = st.integers(0, 10_000)
Answer = tuple[int, ListedMove] | list[int]
SMALL = "passed guessed followed drawn sealed rolled buried looked tucked uncovered"


@contextmanager
def overheard(machine: Machine) -> Iterator[list[Answer]]:
    """The choices that a machine is told, and the outcomes of chance: kinds, or values; what was taken back is not
    there."""
    heard: list[Answer] = []
    before: list[tuple[int, ...]] = []
    kept = machine.choose, machine.shuffled, machine.drawn, machine.load

    def tell(act, answer):
        def told(*args):
            heard.append(answer(*args))
            before.append(machine.vector)
            return act(*args)

        return told

    def load(vector):
        if vector in before:
            del heard[before.index(vector) :], before[before.index(vector) :]
        return kept[3](vector)

    machine.choose = tell(kept[0], lambda seat, choice: (seat, choice))
    machine.shuffled, machine.drawn, machine.load = tell(kept[1], list), tell(kept[2], list), load
    yield heard
    machine.choose, machine.shuffled, machine.drawn, machine.load = kept


def told_again(rules: Rules, answers: list[Answer]) -> Game:
    """A game played by its moves, as everybody plays it, with these answers."""
    game = rules.start()
    for answer in answers:
        if isinstance(answer, tuple):
            seat, choice = answer
            game.play(seat, next(move for move, same in game.choices(seat).items() if same == choice))
        else:
            assert game.waiting is not None
            game.give(outcome(game, game.waiting, answer))
    return game


def outcome(game: Game, event: ChanceEvent, answer: list[int]) -> Outcome:
    """An outcome as the event has it, from kinds in their order, or from the values that are drawn."""
    machine = game.entered()
    point = machine.point
    if isinstance(point, DrawChance):
        return ([list(one[:-1]) for one in machine.candidates(point)].index(answer),)
    names = game.rules.core.components[machine.program.zones[point.zone.zone].component].kinds
    return tuple(event.items.index(names[kind]) for kind in answer)


def leading_there(game: Game, seat: int, past: Past, seed: int) -> list[Answer] | None:
    """The choices and outcomes by which a past leads to the position; choices at once are made by lot."""
    with overheard(game.rules.machine) as answers:
        return answers if Retelling(game, [seat], Numbers(seed, 0)).state(past) is not None else None


def is_as_it_was(game: Game, seat: int, seed: int) -> bool:
    """Imagine a state and play the game that leads there; whether one was found."""
    imagined = game.imagined(seat, Seeded(seed))
    there = game.rules.resume(imagined.state)
    assert there.view(seat) == game.view(seat)
    assert there.moves(seat) == game.moves(seat)
    assert there.deciders == game.deciders
    if imagined.past is None or not game.decisions:
        return imagined.consistent
    answers = next(filter(None, (leading_there(game, seat, imagined.past, seed + k) for k in range(50))))
    again = told_again(game.rules, answers)
    assert again.information(seat) == game.information(seat)
    assert again.view(seat) == game.view(seat)
    assert again.deciders == game.deciders
    return True


@pytest.mark.thorough
@given(any_position(), SEEDS)
def test_what_is_imagined_tells_the_seat_the_same(game: Game, seed: int) -> None:
    for seat in range(game.rules.players):
        is_as_it_was(game, seat, seed)


OFTEN_NOTHING = {"beacons": 0.2}
"""Where players tell much of cards that their owner does not see."""


@pytest.mark.sampled(30, 6)
@pytest.mark.parametrize("name", GAMES)
def test_seldom_is_nothing_found(name: str) -> None:
    """At most at 5 % of the decisions."""
    rules, rng = rules_of(name, settings_of(name)[0]), random.Random(name)
    found: list[bool] = []
    for seed in range(40):
        game = rules.start(seed=seed)
        while not game.over and len(found) < 20:
            if rng.random() < 0.1:
                found.append(game.imagined(rng.randrange(rules.players), Seeded(rng.randrange(1000))).consistent)
            moved(game, rng)
    assert found.count(False) <= OFTEN_NOTHING.get(name, 0.05) * len(found)


def test_what_was_chosen_at_once_and_opened_last_is_known() -> None:
    """A state is found for every seat as soon as the last offer of a round was made, and all are open."""
    rules, rng, opened = rules_of("salvage", settings_of("salvage")[1]), random.Random(5), 0
    for seed in range(8):
        game = rules.start(seed=seed)
        while not game.over:
            last = game.moves(game.deciders[0])[0][0] == "offer" and len(game.deciders) == 1
            moved(game, rng)
            if last and not game.over and game.moves(game.deciders[0])[0][0] != "offer":
                opened += 1
                assert all(game.imagined(seat, Seeded(seed)).consistent for seat in range(rules.players))
    assert opened > 20


def test_a_past_stays_as_it_was_drawn() -> None:
    """Others are drawn behind it, and it may be gone on from."""
    game, rng = rules_of("beacons", settings_of("beacons")[1]).start(seed=2), random.Random(2)
    for _ in range(9):
        moved(game, rng)
    tracing = sample_state.traced(game, sample_state.knowledge(game, 0), Numbers(1, 0))
    assert tracing is not None
    first = tracing.past(10_000)
    said = repr(first)
    for at in range(0, len(game.log), 7):
        tracing.refuse(at, 1)
        tracing.past(10_000)
    assert repr(first) == said


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("name", "decisions"), [("hearts", 36), ("biblios", 60), ("beacons", 12), ("masks", 12)])
def test_a_past_is_judged_as_if_no_other_one_was_tried(name: str, decisions: int) -> None:
    """What is kept of the last ones changes nothing: the state to which it leads, or how far it goes."""
    rules, rng, led = rules_of(name, settings_of(name)[-1]), random.Random(name), set[bool]()
    for seed in range(4):
        game = rules.start(seed=seed)
        while game.decisions < decisions and not game.over:
            moved(game, rng)
        seat = rng.randrange(rules.players)
        tracing = sample_state.traced(game, sample_state.knowledge(game, seat), Numbers(seed, 0))
        assert tracing is not None
        past, among = tracing.past(30_000), Retelling(game, [seat], Numbers(0, 0))
        for number in range(16):
            alone, among.lots = Retelling(game, [seat], Numbers(number, 0)), Numbers(number, 0)
            led.add(alone.state(past) is None)
            assert among.state(past) == alone.state(past)
            assert among.reached == alone.reached
            past = past.exchanged(len(game.log), Numbers(number, 1)) or past
    assert True in led


# ---- what was seen before, and what was said


def text_of(name: str) -> str:
    return Path(__file__).with_name("imagined").joinpath(f"{name}.rules").read_text(encoding="utf-8")


def small(name: str) -> Rules:
    """The rules of a small game in which something is hidden."""
    return loaded(text_of(name), 3 if name.startswith("passed") else 2)


def hand(game: Game, seat: int) -> set[str]:
    """What somebody holds, as its owner sees it."""
    owner = game.rules.core.seat_names[seat]
    zones = game.view(seat).zones
    return {
        piece.name for zone in zones if (zone.name, zone.owners) == ("hand", (owner,)) for piece in zone.pieces or ()
    }


@pytest.mark.parametrize("name", ["passed", "passed-at-once"])
def test_a_hand_that_was_passed_on_is_where_it_went(name: str) -> None:
    rules = small(name)
    for seed in range(20):
        game = rules.start(seed=seed)
        first = hand(game, 0)
        game.play(0, ("hand-on",))
        assert hand(rules.resume(game.imagine(0, Seeded(seed))), 1) == first
        game.play(0, ("hand-on",))
        assert hand(rules.resume(game.imagine(0, Seeded(seed))), 2) == first


def test_what_was_guessed_in_vain_is_not_there() -> None:
    rules = small("guessed")
    for seed in range(20):
        game = rules.start(seed=seed)
        own, other = hand(game, 0), hand(game, 1)
        guess = next(rank for rank in (1, 2, 3) if not {f"card-{rank}"} & (own | other))
        game.play(0, ("guess", guess))
        assert all(hand(rules.resume(game.imagine(0, Seeded(k))), 1) == other for k in range(10))


@pytest.mark.parametrize("play", ["play:\n", "play:\n    move 1 from deck to deck\n"], ids=["", "within the pile"])
def test_all_that_can_be_is_imagined(play: str) -> None:
    """Before anything is said every card that the seat does not hold may be the other's, wherever unseen ones went."""
    rules = loaded(text_of("guessed").replace("play:\n", play, 1), 2)
    game = rules.start(seed=1)
    found = {min(hand(rules.resume(game.imagine(0, Seeded(k))), 1)) for k in range(40)}
    assert found == {f"card-{rank}" for rank in (1, 2, 3)} - hand(game, 0)


def test_what_was_chosen_in_secret_may_be_anything_until_it_is_turned_up() -> None:
    rules = small("sealed")
    game = rules.start(seed=1)

    def imagined(*names: str) -> set[object]:
        views = [rules.resume(game.imagine(0, Seeded(k))).view(1) for k in range(40)]
        return {
            each.value for view in views for each in view.variables if each.name in names and each.owners == (owner,)
        }

    owner = rules.core.seat_names[1]
    game.play(1, ("seal", 2))
    game.play(0, ("seal", 3))
    assert imagined("sealed") == {1, 2, 3}
    game.play(0, ("pass",))
    game.play(1, ("pass",))
    assert imagined("sealed", "sum") == {2}


@pytest.mark.thorough
def test_what_was_picked_in_secret_is_wherever_nothing_has_told_otherwise() -> None:
    rules = small("buried")
    owner = rules.core.seat_names[0]

    def treasures(game: Game) -> set[object]:
        views = [rules.resume(game.imagine(1, Seeded(k))).view(0) for k in range(60)]
        return {
            each.value
            for view in views
            for each in view.variables
            if (each.name, each.owners) == ("treasure", (owner,))
        }

    game = rules.start(seed=1)
    game.play(0, ("bury", "b2"))
    game.play(1, ("bury", "a1", "a2", "a3"))
    places = {f"{column}{row}" for column in "abc" for row in "123"}
    assert treasures(game) == places
    for seat in (0, 1):
        game.play(seat, game.moves(seat)[0])
    game.play(0, ("dig", "c3"))
    game.play(1, ("dig", "a1"))
    assert treasures(game) == places - {"a1"}
    game.play(0, ("dig", "c3"))
    game.play(1, ("dig", "b2"))
    assert treasures(game) == {"b2"}


@pytest.mark.thorough
def test_several_secret_picks_are_found_one_after_the_other() -> None:
    """Of 7,140 ways to anchor three ships one in 210 explains two hits, and fewer so many misses: no lot meets that."""
    rules, found = small("anchored"), list[bool]()
    for seed in range(6):
        game, rng = rules.start(seed=seed), random.Random(seed)
        for ship in ("b2", "c5", "f6"):
            game.play(0, ("anchor", ship))
            game.play(1, rng.choice(game.moves(1)))
        for shot in ("a1", "b2", "d4", "c5", "e1", "a6"):
            game.play(0, ("shoot", "a1") if ("shoot", "a1") in game.moves(0) else rng.choice(game.moves(0)))
            game.play(1, ("shoot", shot))
        found += [is_as_it_was(game, 1, seed + number) for number in range(3)]
    assert found.count(True) > len(found) / 2


def test_what_is_exchanged_with_itself_stays() -> None:
    for move in small("exchanged").start(seed=1).moves(0):
        game = small("exchanged").start(seed=1)
        game.play(0, move)
        assert is_as_it_was(game, 1, 3)


def test_a_game_whose_past_is_not_known_says_that_nothing_was_found() -> None:
    """Without a past there is nothing to agree with; after a move there is, and it cannot be played again."""
    rules = small("followed")
    game = rules.resume(rules.start(seed=1).state)
    assert game.imagined(0, Seeded(1)).consistent
    game.play(0, game.moves(0)[0])
    assert not is_as_it_was(game, 0, 1)


def test_who_does_not_follow_suit_has_none_of_it() -> None:
    rules = small("followed")
    strayed = 0
    for seed in range(30):
        game = rules.start(seed=seed)
        led = game.moves(0)[0]
        game.play(0, led)
        followed = game.moves(1)[0]
        game.play(1, followed)
        lead = str(led[1]).split("-")[0]
        if not str(followed[1]).startswith(lead):
            strayed += 1
            for k in range(5):
                assert not any(name.startswith(lead) for name in hand(rules.resume(game.imagine(0, Seeded(k))), 1))
    assert strayed


def test_what_another_rolled_in_secret_may_be_anything() -> None:
    """And who rolled it sees it, unless nobody does."""
    rules = small("rolled")
    game = rules.start(seed=3)

    def cup(at: Game, seat: int) -> object:
        zones = {zone.owners: zone.pieces for zone in at.view(seat).zones if zone.name == "cup"}
        return zones[rules.core.seat_names[seat],]

    begun = [rules.resume(game.imagine(0, Seeded(number))) for number in range(80)]
    assert len({cup(each, 1) for each in begun}) == 10
    assert {cup(each, 0) for each in begun} == {cup(game, 0)}
    assert not any("?" not in (each.piece or "?") for each in game.information(1) if "'s lid" in str(each.places))


@pytest.mark.sampled(9, 3)
@pytest.mark.parametrize("name", SMALL.split())
def test_small_games_are_imagined_as_they_were(name: str) -> None:
    rules = small(name)
    for seed in range(5):
        game, rng = rules.start(seed=seed), random.Random(seed)
        while True:
            assert all(is_as_it_was(game, seat, seed) for seat in range(rules.players))
            if ply(game, rng):
                break
