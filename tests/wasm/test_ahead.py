"""Games that an engine plays ahead of the words, beside the same games by the reference: nobody can tell which is
which, whatever is asked when."""

import random
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from rulewright import Game, IllegalMove, NotFast, Rules, RulesFault, fast, load, own_files
from rulewright.language.elaborate.settings import Setting
from rulewright.machine.chance import Seeded
from rulewright.machine.game import SOON, WORTH_WHILE
from rulewright.machine.interpret import Choice, Machine
from rulewright.machine.move_names import Move
from rulewright.machine.wasm import Engine, TooLarge, engine_of
from rulewright.machine.wasm.step_engine import StepEngine
from tests.laws.trials import trials
from tests.made import BY_SEED, any_rules
from tests.wasm.common import WASM, loaded
from tests.wasm.corners import CORNERS
from tests.wasm.games import DEEP, corner_rules, every_second, shipped_rules

pytestmark = [WASM, pytest.mark.thorough]
SEEDS = st.integers(0, 2**64 - 1)
EXAMPLES = sorted(Path(__file__).parents[2].glob("examples/*.rules"))
LONGEST = 1_000 if DEEP else 120


def quick(rules: Rules) -> Rules:
    """The same rules, with an engine of their own that plays at once."""
    found = evolve(rules, engine=lambda *, kept: None if kept else StepEngine(engine_of(rules.program))).fast()
    found.played = WORTH_WHILE
    return found


def outcome(act: Callable[[], object]) -> object:
    """What an act gives, or how it ends."""
    try:
        return act()
    except RulesFault as fault:
        return fault.code, fault.message, fault.span, fault.tried
    except IllegalMove as illegal:
        return illegal.refusal


def told(game: Game) -> list[object]:
    """All that a game tells."""
    seats = range(game.rules.players)
    found: list[object] = [game.state, game.log, game.steps, game.record, game.base, game.waiting]
    found += [game.choices(seat) for seat in seats]
    for seat in (*seats, None):
        found += [outcome(partial(ask, seat)) for ask in (game.view, game.standing, game.information)]
    found.append(outcome(game.broken_invariants))
    return [*found, game.scores, game.winners] if game.over else found


class Both:
    """A game with an engine, and the same game without."""

    def __init__(self, fast: Game, plain: Game) -> None:
        self.games = (fast, plain)

    def same(self, act: Callable[[Game], object]) -> object:
        """Do something with both; it has the same outcome, and they then look alike."""
        fast, plain = (outcome(partial(act, game)) for game in self.games)
        assert fast == plain
        for look in (repr, lambda game: (game.deciders, game.over, game.decisions), every_move):
            assert look(self.games[0]) == look(self.games[1])
        return fast

    def copy(self) -> "Both":
        return Both(*(game.copy() for game in self.games))

    def resumed(self) -> "Both":
        return Both(*(game.rules.resume(game.state.to_bytes(), Seeded(5)) for game in self.games))


def every_move(game: Game) -> list[list[Move]]:
    return [game.moves(seat) for seat in range(game.rules.players)]


def begun(rules: Rules, seed: int) -> Both | None:
    """A game of the rules with an engine and without, if it begins without a fault."""
    fast, plain = (
        outcome(partial(each.start, seed, legal=bool(seed % 2))) for each in (quick(rules), evolve(rules, engine=None))
    )
    if isinstance(fast, Game) and isinstance(plain, Game):
        return Both(fast, plain)
    assert fast == plain
    return None


def alike(rules: Rules, seed: int, most: int = LONGEST) -> None:
    """Play at random, going back, aside and on as the lots say."""
    rng, both = random.Random(seed), begun(rules, seed)
    beside: list[Both] = []
    for _ in range(most):
        if both is None:
            break
        game = both.games[1]
        match rng.randrange(24):
            case 0 if game.decisions:
                back = rng.randint(1, min(rng.choice((3, 100)), game.decisions))
                both.same(lambda game, back=back: game.undo(back))
            case 1:
                both.same(told)
            case 2:
                beside.append(both.copy())
            case 3 if beside:
                beside.append(both)
                both = beside.pop(rng.randrange(len(beside)))
            case 4 if game.deciders:
                seat = rng.randrange(game.rules.players)
                move = tuple(rng.sample(rng.choice(game.moves(game.deciders[0])), k=1))
                both.same(lambda game, seat=seat, move=move: (game.why(seat, move), game.play(seat, move)))
            case 5:
                both = both.resumed()
            case 6:
                source = Seeded(rng.randrange(3))
                both.same(lambda game, source=source: setattr(game, "source", source))
                if rng.randrange(2):
                    both.same(Game.forget_chance)
            case _ if game.over:
                both.same(lambda game: (game.scores, game.winners))
                break
            case _:
                seat = rng.choice(game.deciders)
                move = rng.choice(game.moves(seat))
                both.same(lambda game, seat=seat, move=move: game.play(seat, move))
    for each in [*beside, *([both] if both else [])]:
        each.same(told)


@pytest.mark.sampled(4, 4)
@pytest.mark.parametrize(("name", "setting"), every_second(1), ids=str)
def test_shipped_games_are_told_alike(name: str, setting: Setting) -> None:
    alike(shipped_rules(name, setting), setting.players)


@pytest.mark.sampled(3, 3)
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_are_told_alike(path: Path) -> None:
    for seed in range(3 if DEEP else 1):
        alike(load(path), seed, LONGEST // 2)


@pytest.mark.sampled(8, 8)
@pytest.mark.parametrize("name", CORNERS)
def test_corners_are_told_alike(name: str) -> None:
    alike(corner_rules(name), 1)


@BY_SEED
@given(any_rules(), SEEDS)
def test_made_rulesets_are_told_alike(rules: Rules, seed: int) -> None:
    alike(rules, seed, 60)


@BY_SEED
@given(st.integers(0, 2**32), SEEDS)
def test_rulesets_with_conditions_on_what_a_move_leads_to_are_told_alike(which: int, seed: int) -> None:
    alike(trials(random.Random(which)).tried, seed, 40)


def test_who_goes_back_with_other_chance_has_other_chance() -> None:
    """Both games come from one place, and the engine stands there for the one that has the old chance."""
    both = begun(load("balloon-cup"), 1)
    rng, alike_after = random.Random(1), set()
    assert both is not None
    while len(alike_after) < 2:
        seat = both.games[0].deciders[0]
        move = rng.choice(both.games[0].moves(seat))
        other = both.copy()
        for each in (other, both):
            each.same(lambda game, seat=seat, move=move: game.play(seat, move))
        both.same(Game.undo)
        for act in (lambda game: setattr(game, "source", Seeded(2)), Game.forget_chance, Game.undo):
            other.same(act)
        there, here = (
            each.same(lambda game, seat=seat, move=move: (game.play(seat, move), game.state)) for each in (other, both)
        )
        alike_after.add(there == here)


# ---- when an engine plays


def played(game: Game, seed: int = 0) -> Game:
    """Play to the end at random."""
    rng = random.Random(seed)
    while not game.over:
        seat = game.deciders[0]
        game.play(seat, rng.choice(game.moves(seat)))
    return game


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_engine_makes_every_step_of_a_seeded_game(path: Path) -> None:
    rules = quick(load(path))
    played(rules.start(seed=1))
    assert rules.played == WORTH_WHILE, "what the reference makes is counted"


def test_without_chance_no_seed_is_needed_for_it() -> None:
    rules = quick(load("tic-tac-toe"))
    played(rules.start())
    assert rules.played == WORTH_WHILE


def test_what_nobody_has_answered_is_the_references() -> None:
    rules = quick(load("kuhn-poker"))
    game = rules.start()
    assert game.waiting is not None
    game.give((2, 0, 1))
    assert played(game).decisions == rules.played - WORTH_WHILE


MENU = """
game "Menu" "Choose much"
    players 2
there is
    tally: 0..999
play:
    repeat 40 times:
        each player: choose take
action take "Take":
    pick one from 1..{most}
    pick other from 1..{most}
    set tally to one + other
scoring:
    score of player: tally
    winners: nobody
"""


def test_an_engine_is_worth_while_the_sooner_the_more_moves_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = [0]
    moves = Machine.moves

    def counted(machine: Machine, seat: int) -> list[Choice]:
        found = moves(machine, seat)
        listed[0] += len(found)
        return found

    monkeypatch.setattr(Machine, "moves", counted)

    def most_listed(most: int) -> int:
        rules, listed[0] = loaded(MENU.format(most=most)), 0
        rules.engine = lambda *, kept: None if kept else StepEngine(engine_of(rules.program))
        game = played(rules.start(1))
        assert game.decisions == 80
        return listed[0]

    assert most_listed(5) == 80 * 25
    assert most_listed(60) < 80 * 3_600 // 2


def test_an_engine_is_made_when_it_is_worth_while() -> None:
    rules, made = load("tic-tac-toe"), []
    rules.engine = lambda *, kept: None if kept else made.append(StepEngine(engine_of(rules.program))) or made[-1]
    game = rules.start()
    rules.played = WORTH_WHILE - 1
    game.play(0, ("place", "a1"))
    assert not made
    game.play(1, ("place", "a2"))
    assert len(made) == 1
    assert rules.played == WORTH_WHILE
    assert [step.move for step in game.steps] == [("place", "a1"), ("place", "a2")]


def test_an_engine_that_is_kept_is_taken_up_soon(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(own_files, "folder", lambda: tmp_path)
    first, second = load("tic-tac-toe"), load("tic-tac-toe")
    first.played = second.played = SOON
    assert first.ahead is None
    first.played = WORTH_WHILE
    assert first.ahead is not None
    assert second.ahead is not None
    assert played(second.start()).rules.played == SOON


def test_who_has_no_engine_plays_by_the_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is no wasmtime, and where a program is too large."""
    rules, other = load("tic-tac-toe"), load("tic-tac-toe")
    rules.played = other.played = WORTH_WHILE
    monkeypatch.setattr(fast, "available", lambda: "there is none")
    assert played(rules.start()).decisions == rules.played - WORTH_WHILE
    monkeypatch.undo()

    def too_large(*_: object) -> None:
        raise TooLarge

    for make in ("engine", "kept_engine"):  # one of them is kept where the game was played before
        monkeypatch.setattr(fast, make, too_large)
    assert played(other.start()).decisions == other.played - WORTH_WHILE


@pytest.mark.parametrize("name", ["line-it", "tic-tac-toe", "masks"])
def test_fast_rules_play_the_same_games_and_every_step_by_the_engine(name: str) -> None:
    plain, rules = load(name), load(name).fast()
    assert played(rules.start(seed=3)).record == played(plain.start(seed=3)).record
    assert (rules.played, rules.sha256, rules.options) == (0, plain.sha256, plain.options)
    assert plain.played > 0
    assert load(name).fast().fast().ahead is not None


def test_fast_rules_say_why_they_cannot_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without wasmtime, with a program that is too large, in too little room, of rules without a text."""
    rules = load("tic-tac-toe")

    def fails(trouble: BaseException) -> Callable[..., None]:
        def make(*_: object) -> None:
            raise trouble

        return make

    monkeypatch.setattr(fast, "available", lambda: "the fast backend needs wasmtime: pip install it")
    with pytest.raises(NotFast, match=r"^The fast backend needs wasmtime: pip install it\.$"):
        rules.fast()
    monkeypatch.setattr(fast, "available", lambda: None)
    for trouble, told in ((TooLarge("It is too large."), "too large"), (MemoryError(), "more room than there is")):
        monkeypatch.setattr(fast, "engine", fails(trouble))
        with pytest.raises(NotFast, match=told):
            rules.fast()
    with pytest.raises(NotFast, match="load them from a file"):
        evolve(rules, engine=None).fast()
    assert played(rules.start(seed=1)).over, "and can be played as they are"


def test_what_takes_too_long_nobody_tries_once_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine has had all the time that there is."""
    rules = quick(load("tic-tac-toe"))
    game = rules.start()
    game.play(0, ("place", "a1"))

    def late(self: Engine, name: str) -> None:
        raise RulesFault("too-slow", "This takes longer.")

    monkeypatch.setattr(Engine, "call", late)
    monkeypatch.setattr(Machine, "choose", lambda *_: pytest.fail("once more"))
    with pytest.raises(RulesFault, match="longer"):
        game.play(1, ("place", "a2"))
    monkeypatch.undo()
    game.play(1, ("place", "a2"))
    assert [step.move for step in game.steps] == [("place", "a1"), ("place", "a2")]


@pytest.mark.parametrize(("words", "kept"), [(1_000_000, 10**6), (40, 40), (1, 12)])
def test_names_of_moves_are_kept_as_long_as_they_are_few(
    monkeypatch: pytest.MonkeyPatch, words: int, kept: int
) -> None:
    monkeypatch.setattr("rulewright.machine.ahead.MOST_WORDS", words)
    rules = quick(load("tic-tac-toe"))
    game = played(rules.start(seed=1))
    assert game.over
    ahead = rules.ahead
    assert ahead is not None
    caches = [named.cache_info() for named in ahead._named.values()]
    assert sum(cache.currsize for cache in caches) * 2 <= kept
    assert caches


def test_what_the_engine_gives_up_the_reference_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the middle of a game, and for what is offered, too."""
    rules = quick(load("tic-tac-toe"))
    game = rules.start()
    game.play(0, ("place", "a1"))
    monkeypatch.setattr(Engine, "attempt", lambda self, name: False)
    game.play(1, ("place", "a2"))
    assert game.moves(0)[0] == ("place", "a3")
    assert played(game).decisions == rules.played - WORTH_WHILE + 1
