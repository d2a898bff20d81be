"""Games that an engine plays ahead of the words, beside the same games by the reference: nobody can tell which is
which, whatever is asked when."""

import importlib
import random
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import given, strategies as st

from rulewright import Game, IllegalMove, NotFast, Rules, RulesFault, fast, load, own_files
from rulewright.language.elaborate.settings import Setting
from rulewright.loading import read_text, rules_of
from rulewright.machine.ahead import MOST_BEFORE, faster
from rulewright.machine.chance import Seeded
from rulewright.machine.interpret import ListedMove, Machine, Stop
from rulewright.machine.move_names import Move
from rulewright.machine.wasm import Engine, TooLarge
from tests.made import BY_SEED, any_rules
from tests.wasm.common import WASM
from tests.wasm.corners import CORNERS
from tests.wasm.games import DEEP, corner_rules, every_second, shipped_rules

pytestmark = [WASM, pytest.mark.thorough]
SEEDS = st.integers(0, 2**64 - 1)
EXAMPLES = sorted(Path(__file__).parents[2].glob("examples/*.rules"))
LONGEST = 1_000 if DEEP else 120


def quick(rules: Rules) -> Rules:
    """The same rules, with an engine of their own."""
    return evolve(rules, sha256="").fast()


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
        outcome(partial(each.start, seed, legal=bool(seed % 2))) for each in (quick(rules), evolve(rules, sha256=""))
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


@pytest.mark.sampled(8, 8)
@pytest.mark.parametrize(("name", "setting"), every_second(1), ids=str)
def test_shipped_games_are_told_alike(name: str, setting: Setting) -> None:
    alike(shipped_rules(name, setting), setting.players)


@pytest.mark.sampled(6, 6)
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_are_told_alike(path: Path) -> None:
    for seed in range(3 if DEEP else 1):
        alike(load(path), seed, LONGEST // 2)


@pytest.mark.sampled(32, 32)
@pytest.mark.parametrize("name", CORNERS)
def test_corners_are_told_alike(name: str) -> None:
    alike(corner_rules(name), 1)


@BY_SEED
@given(any_rules(), SEEDS)
def test_made_rulesets_are_told_alike(rules: Rules, seed: int) -> None:
    alike(rules, seed, 60)


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


@pytest.fixture
def chosen(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The moves that the reference makes meanwhile."""
    found: list[object] = []
    choose = Machine.choose

    def noted(machine: Machine, seat: int, choice: ListedMove) -> Stop:
        found.append(choice)
        return choose(machine, seat, choice)

    monkeypatch.setattr(Machine, "choose", noted)
    return found


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_engine_makes_every_step_of_a_seeded_game(path: Path, chosen: list[object]) -> None:
    game = played(quick(load(path)).start(seed=1))
    assert not chosen
    assert len(game.steps) >= game.decisions == len(chosen), "told once it is asked for"


def test_without_chance_no_seed_is_needed_for_it(chosen: list[object]) -> None:
    played(quick(load("tic-tac-toe")).start())
    assert not chosen


def test_what_nobody_has_answered_is_the_references(chosen: list[object]) -> None:
    game = quick(load("kuhn-poker")).start()
    assert game.waiting is not None
    game.give((2, 0, 1))
    assert played(game).decisions == len(chosen)


def test_going_back_far_and_not_so_far_is_the_same(chosen: list[object]) -> None:
    """The engine has the places before the last decisions; from the one before those it goes on, too."""
    game = played(quick(load("hex")).start(), 3)
    while game.decisions > MOST_BEFORE:
        game.undo(MOST_BEFORE)
    assert not chosen
    both = game.copy()
    game.undo()
    assert chosen
    told = len(chosen)
    assert played(game).decisions > 0
    assert len(chosen) == told
    assert both.undo() is None


@pytest.mark.parametrize("name", ["line-it", "tic-tac-toe", "masks"])
def test_fast_rules_play_the_same_games(name: str) -> None:
    plain, rules = load(name), load(name).fast()
    assert played(rules.start(seed=3)).record == played(plain.start(seed=3)).record
    assert (rules.sha256, rules.options) == (plain.sha256, plain.options)
    assert load(name).fast().fast().steps is not None


def fails(trouble: BaseException) -> Callable[..., None]:
    def make(*_: object, **__: object) -> None:
        raise trouble

    return make


def test_fast_rules_say_why_they_cannot_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without wasmtime, with a program that is too large, in too little room."""
    rules = load("tic-tac-toe")
    monkeypatch.setattr(fast, "available", lambda: "the fast backend needs wasmtime: pip install it")
    with pytest.raises(NotFast, match=r"^The fast backend needs wasmtime: pip install it\.$"):
        rules.fast()
    assert faster(rules) is rules, "who asks only for what there is has them as they are"
    monkeypatch.setattr(fast, "available", lambda: None)
    for trouble, told in ((TooLarge("It is too large."), "too large"), (MemoryError(), "more room than there is")):
        monkeypatch.setattr(fast, "engine", fails(trouble))
        with pytest.raises(NotFast, match=told):
            rules.fast()
    assert played(rules.start(seed=1)).over, "and can be played as they are"


def test_rules_that_note_what_happens_have_a_module_of_their_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(own_files, "folder", lambda: tmp_path)
    text = read_text("coin.rules", (EXAMPLES[0].parent / "tic-tac-toe.rules").read_bytes())
    for noting in (False, True):
        rules_of(text, "coin", noting=noting).fast()
    assert len(list(tmp_path.iterdir())) == 2


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
    monkeypatch.setattr(importlib.import_module("rulewright.machine.wasm.engine"), "MAX_KEPT_WORDS", words)
    rules = quick(load("tic-tac-toe"))
    assert played(rules.start(seed=1)).over
    assert rules.steps is not None
    caches = [named.cache_info() for named in rules.steps._named.values()]
    assert sum(cache.currsize for cache in caches) * 2 <= kept
    assert caches


def test_what_the_engine_gives_up_the_reference_does(monkeypatch: pytest.MonkeyPatch, chosen: list[object]) -> None:
    """In the middle of a game, and for what is offered, too."""
    game = quick(load("tic-tac-toe")).start()
    game.play(0, ("place", "a1"))
    assert not chosen
    monkeypatch.setattr(Engine, "attempt", lambda self, name: False)
    game.play(1, ("place", "a2"))
    assert game.moves(0)[0] == ("place", "a3")
    assert played(game).decisions == len(chosen)
