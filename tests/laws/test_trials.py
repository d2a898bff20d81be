"""A move with `must` lines is legal if making it, on a copy of the game without these lines, leads where they say."""

import random
from collections import Counter

import pytest
from attrs import define, field
from hypothesis import given, strategies as st

from rulewright import Game, RulesFault
from rulewright.machine.move_names import Move
from tests.laws.trials import Lines, Trials, trials
from tests.made import BY_SEED

pytestmark = pytest.mark.thorough

IMPOSSIBLE = {
    "too-few-pieces": "There are not enough pieces",
    "nothing-there": ("There is no piece here.", "There is no piece here: "),
    "cannot-move": "A piece cannot go to",
    "zone-full": "There is no room",
    "passed-together": "Two would come to lie together here",
    "no-such-piece": "There is no piece in the box",
}


class WentWrongError(Exception):
    """A fault of the rules while moves are judged: its code and words, and in how many trials."""

    def __init__(self, fault: RulesFault, depth: int) -> None:
        super().__init__(fault.message)
        self.told = fault.code, fault.message
        self.depth = depth


@define
class Judge:
    """Judges moves by making them."""

    made: Trials
    running: list[str] = field(factory=list)
    seen: Counter[str] = field(factory=Counter)

    def moves(self, plain: Game) -> list[Move]:
        """The legal moves of who decides."""
        listed = plain.moves(plain.deciders[0])
        return [move for name in [*self.made.lines, "stop"] for move in self.of(plain, listed, name)]

    def of(self, plain: Game, listed: list[Move], name: str) -> list[Move]:
        """Those of an action."""
        mine = [move for move in listed if move[0] == name]
        lines = self.made.lines.get(name)
        if lines is None or name in self.running:
            return mine
        if lines.leave is not None:
            fitting = [move for move in mine if self.left(plain, name, move)]
            mine = fitting if fitting or not lines.if_able else mine
        return [move for move in mine if self.rest(plain, name, move, lines)]

    def can(self, plain: Game, name: str) -> bool:
        """Whether an action has a legal move: one after the other is judged, up to the first."""
        if plain.over:
            return False
        lines = self.made.lines[name]
        mine = [move for move in plain.moves(plain.deciders[0]) if move[0] == name]
        if name in self.running:
            return bool(mine)
        if lines.leave is not None and lines.if_able:
            fitting = [move for move in mine if self.left(plain, name, move)]
            return any(self.rest(plain, name, move, lines) for move in fitting or mine)
        return any(
            (lines.leave is None or self.left(plain, name, move)) and self.rest(plain, name, move, lines)
            for move in mine
        )

    def left(self, plain: Game, name: str, move: Move) -> bool:
        """Whether the move leaves what must be left."""
        after = self.after(plain, name, move)
        fits = after is not None and (after.over or self.noted(after))
        self.seen["left" if fits else "not left"] += 1
        return fits

    def rest(self, plain: Game, name: str, move: Move, lines: Lines) -> bool:
        """Whether it changes what must change, and another action is possible then."""
        if lines.change is None and lines.can is None:
            return True
        after = self.after(plain, name, move)
        if after is None:
            return False
        if after.over:
            return True
        if lines.change is not None and lying(plain, lines.change) == lying(after, lines.change):
            self.seen["unchanged"] += 1
            return False
        return lines.can is None or self.asked(after, name, lines.can) != lines.cannot

    def asked(self, after: Game, name: str, other: str) -> bool:
        """Whether another action is possible where a move of this one leads."""
        self.running.append(name)
        can = self.can(after, other)
        self.running.pop()
        self.seen[f"depth {len(self.running)}: {'can' if can else 'cannot'}"] += 1
        return can

    def after(self, plain: Game, name: str, move: Move) -> Game | None:
        """The game after a move, None if it is impossible."""
        copy = plain.copy()
        try:
            copy.play(copy.deciders[0], move)
        except RulesFault as fault:
            rule = plain.rules.quote(fault.span)
            lacking = fault.message.startswith(IMPOSSIBLE.get(fault.code, "-"))
            if lacking and (fault.code != "nothing-there" or rule.startswith("move")):
                self.seen[f"impossible: {fault.code}"] += 1
                return None
            self.seen[f"fault: {fault.code}"] += 1
            raise WentWrongError(fault, 1 + len(self.running)) from fault
        return copy

    def noted(self, after: Game) -> bool:
        """What the body has noted."""
        place = next(slot.offset for slot in after.rules.program.slots if slot.name == "fits")
        return bool(after.state.vector[place])


def lying(game: Game, name: str) -> tuple[int, ...]:
    """The cells of a zone that belongs to nobody."""
    layout = next(zone for zone in game.rules.program.zones if zone.name == name)
    return game.state.vector[layout.offset : layout.offset + layout.stride]


def followed(made: Trials, rng: random.Random, seen: Counter[str]) -> None:
    """Play both texts side by side; before each move the moves of one are what making those of the other leads to."""
    seed = rng.randrange(1 << 32)
    plain, judge = made.plain.start(seed=seed), Judge(made, seen=seen)
    tried: Game | None = None
    move: Move | None = None
    for _ in range(12):
        if plain.over:
            return
        seat = plain.deciders[0]
        try:
            wanted = judge.moves(plain)
        except WentWrongError as wrong:
            expect_fault(made, tried, seed, (seat_of(tried), move), wrong)
            return
        if tried is None:
            tried = made.tried.start(seed=seed)
        elif move is not None:
            tried.play(seat_of(tried), move)
        assert tried.moves(seat) == wanted
        move = rng.choice(wanted)
        seen["decisions"] += 1
        try:
            plain.play(seat, move)
        except RulesFault as fault:
            with pytest.raises(RulesFault) as caught:
                tried.play(seat, move)
            assert (caught.value.code, caught.value.message, caught.value.tried) == (fault.code, fault.message, ())
            return


def seat_of(game: Game | None) -> int:
    """Who decides."""
    return 0 if game is None else game.deciders[0]


def expect_fault(
    made: Trials, tried: Game | None, seed: int, last: tuple[int, Move | None], wrong: WentWrongError
) -> None:
    """The last move, or the beginning of the game, goes wrong when the moves behind it are listed."""
    try:
        if tried is None:
            made.tried.start(seed=seed)
        elif last[1] is not None:
            tried.play(last[0], last[1])
    except RulesFault as fault:
        assert (fault.code, fault.message) == wrong.told
        assert len(fault.tried) == wrong.depth
        return
    raise AssertionError(f"nothing went wrong, but should: {wrong.told}")


@BY_SEED
@given(st.integers(0, 2**32))
def test_what_is_tried_is_what_making_it_leads_to(seed: int) -> None:
    rng = random.Random(seed)
    followed(trials(rng), rng, Counter())


def test_such_rulesets_come_upon_everything() -> None:
    """Each way in which a move is refused or goes wrong, also in trials inside others."""
    wanted = {
        *(f"impossible: {code}" for code in IMPOSSIBLE),
        *(f"fault: {code}" for code in ("out-of-range", "divides-by-zero", "none-used")),
        *(f"depth {depth}: {answer}" for depth in (0, 1) for answer in ("can", "cannot")),
        "left",
        "not left",
        "unchanged",
    }
    seen: Counter[str] = Counter()
    rng = random.Random(4)
    for _ in range(50):
        if wanted - set(seen):
            followed(trials(rng), rng, seen)
    assert not wanted - set(seen), seen
