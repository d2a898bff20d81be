"""Training: after how many random moves opponents go by the scores, found by games that they play among themselves.

In: rules that have scores. Out: the `Horizon` of most wins, and a match on games of its own against opponents without
one; what does not win there beyond chance is no good. First it is learnt what a point of lead is worth, from games in
which search plays: where it stands in them and who wins at last (a conditional logit by Newton's method). Then horizons
play, all against opponents without one, and the worse half of them is given up again and again.
"""

from collections.abc import Callable, Iterator, Sequence
from math import exp
from time import monotonic
from typing import Final

from attrs import define, evolve, frozen

from rulewright.machine.chance import Numbers, absorb
from rulewright.machine.game import Game, Rules
from rulewright.machine.horizon import Horizon
from rulewright.machine.playouts import Estimate, wilson
from rulewright.machine.sample_state import eyes
from rulewright.searching import Budget, Thinker

ROUND_LENGTHS: Final = (3, 10, 30, 90)
"""After so many decisions of each player a horizon is tried."""
STEEPER: Final = (1, 5)
"""A lead is tried at so many times what it was learnt to be worth: a search that goes by small leads looks where they
are to be had."""
LEARNING, LEARNING_SHARE, CHOOSING_SHARE = Budget(60, jobs=1, slowly=None), 0.15, 0.55
"""How is thought while a lead is learnt, and what parts of the time learning and choosing have."""
SECONDS_A_MOVE: Final = 0.04
MEMORY: Final = 8 << 20
"""So many bytes the trees of one who plays may take: they are many, and think shortly."""
ANY_MOVE: Final = 20
"""While a lead is learnt, of so many moves one is made at random, so that games differ."""
MOST_DECISIONS: Final = 3_000
"""A longer game counts as drawn."""
NEWTON_STEPS: Final = 30


@frozen
class Trained:
    """What won most, and the share of games that one seat won with it, all others without; `fair`: what it would win
    if it made no difference. `games` were played for that."""

    horizon: Horizon
    share: Estimate
    fair: float
    games: int

    @property
    def better(self) -> bool:
        """Whether it wins beyond chance."""
        return self.share.low > self.fair


@define
class _Candidate:
    """A horizon, who thinks with it, and what it came to."""

    horizon: Horizon
    thinker: Thinker
    won: float = 0.0
    games: int = 0

    @property
    def rate(self) -> float:
        return self.won / self.games if self.games else 0.0


def train(rules: Rules, seconds: float, seed: int, tell: Callable[[str], object] = lambda _: None) -> Trained | None:
    """Train for about so many seconds. None where the rules have no scores, or none that say who wins."""
    if rules.program.score is None or rules.program.wins_together or rules.players < 2:
        return None
    began, plain = monotonic(), evolve(rules, horizon=None)
    lead = learnt(_standings(plain, seed, began + LEARNING_SHARE * seconds))
    if not lead:
        return None
    horizons = [
        Horizon(each * rules.players, lead * times, rules.players) for each in ROUND_LENGTHS for times in STEEPER
    ]
    left = [_Candidate(each, Thinker(evolve(rules, horizon=each), MEMORY)) for each in horizons]
    other, number = Thinker(plain, MEMORY), 0
    until, stages = monotonic() + CHOOSING_SHARE * seconds, len(horizons).bit_length() - 1
    for stage in range(stages):
        due = monotonic() + (until - monotonic()) / (stages - stage)
        while monotonic() < due or not all(each.games for each in left):
            for each in left:
                _match(each, other, plain, seed, number)
            number += 1
        left = sorted(left, key=lambda each: -each.rate)[: (len(left) + 1) // 2]
        tell(f"{left[0].horizon.decisions} moves ahead: won {left[0].won:g} of {left[0].games}")
    best = evolve(left[0], won=0.0, games=0)  # the games it was chosen by flatter it
    while monotonic() < began + seconds or best.games < 2 * rules.players:
        _match(best, other, plain, seed, number)
        number += 1
    share = wilson(best.won, best.games)
    assert share is not None
    return Trained(best.horizon, share, 1 / rules.players, best.games)


def _standings(rules: Rules, seed: int, due: float) -> Iterator[tuple[Sequence[int], Sequence[float]]]:
    """The scores at each decision of games in which all think, with what the game came to for each seat."""
    thinker, number = Thinker(rules, MEMORY), 0
    while monotonic() < due or not number:
        game, lots, stood = rules.start(seed, number), Numbers(absorb(seed, number), 0), list[tuple[int, ...]]()
        budget = evolve(LEARNING, seed=absorb(seed, number))
        while not game.over and game.decisions < MOST_DECISIONS:
            seat, moves = game.deciders[0], game.moves(game.deciders[0])
            stood.append(rules.standing_at(game.state.vector).scores())
            rules.loaded = None
            at = lots.below(len(moves)) if not lots.below(ANY_MOVE) else None
            game.play(seat, moves[at] if at is not None else _move(thinker, game, seat, budget))
        yield from ((scores, _shares(game)) for scores in stood)
        number += 1


def _move(thinker: Thinker, game: Game, seat: int, budget: Budget) -> "Sequence[str | int]":
    moves, key = game.moves(seat), absorb(absorb(budget.seed, game.decisions), seat)
    return moves[0] if len(moves) == 1 else thinker.think(eyes(game, seat), evolve(budget, seed=key)).best.move


def _shares(game: Game) -> list[float]:
    """What each seat has of a game: of one that nobody wins all the same."""
    winners = (game.winners if game.over else ()) or range(game.rules.players)
    return [(seat in winners) / len(winners) for seat in range(game.rules.players)]


def learnt(standings: Iterator[tuple[Sequence[int], Sequence[float]]]) -> int:
    """Of a lead of one point the logarithm of how much likelier it wins, in thousandths, as `Horizon.lead`: the
    likeliest by these standings and shares. 0 where no lead says anything."""
    found, lead = list(standings), 0.0
    for _ in range(NEWTON_STEPS):
        slope, bend = 0.0, 1e-9
        for scores, shares in found:
            best = max(scores)
            parts = [exp(max(-60.0, min(60.0, lead * (score - best)))) for score in scores]
            total = sum(parts)
            mean = sum(part * score for part, score in zip(parts, scores, strict=True)) / total
            square = sum(part * score * score for part, score in zip(parts, scores, strict=True)) / total
            slope += sum(share * score for share, score in zip(shares, scores, strict=True)) - mean
            bend += square - mean * mean
        step = slope / bend
        lead += max(-1.0, min(1.0, step))
        if abs(step) < 1e-4:
            break
    return round(1_000 * lead)


def _match(one: _Candidate, other: Thinker, rules: Rules, seed: int, number: int) -> None:
    """A game with the same chance from each seat: one with its horizon there, all others without."""
    for seat in range(rules.players):
        game, budget = rules.start(seed, ~number), Budget(seconds=SECONDS_A_MOVE, seed=absorb(seed, number), jobs=1)
        while not game.over and game.decisions < MOST_DECISIONS:
            asked = game.deciders[0]
            game.play(asked, _move(one.thinker if asked == seat else other, game, asked, budget))
        one.won += _shares(game)[seat]
        one.games += 1
