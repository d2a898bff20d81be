"""Training: what opponents learn of rules by playing among themselves, written as `Trained`.

First it is learned how much scores are worth, from games in which search plays: where it stands in them and who wins at
last (a conditional logit by Newton's method); and a policy, from games that it plays by itself.
Then candidates play, each against opponents that have learned nothing: with the policy or without it, looking to the
end of games or less far. The worse half of them is given up again and again. What is left plays games of its own
against such opponents; what does not win there beyond chance is no good.
"""

from collections.abc import Callable, Iterator, Sequence
from math import exp
from time import monotonic
from typing import Final

from attrs import define, evolve, frozen

from rulewright.fast import searchers
from rulewright.machine.chance import Numbers, absorb
from rulewright.machine.features import ALWAYS, Features, features
from rulewright.machine.game import Game, Rules
from rulewright.machine.horizon import Horizon, Trained
from rulewright.machine.playouts import Estimate, wilson
from rulewright.machine.policy import Policy, weights
from rulewright.machine.sample_state import eyes
from rulewright.searching import Budget, Thinker

POLICY_SHARE, LEARNING_SHARE, FINAL_SHARE = 0.4, 0.1, 0.2
"""What parts of the time learning a policy, learning a lead, and the last match have; the rest has choosing."""
RATES: Final = (0.0003, 0.001, 0.003, 0.01)
"""By so much of itself a weight changes after a game, at first; one of them is chosen."""
RATE_SHARE: Final = 0.1
"""Each rate is tried for such a part of the time that a policy has."""
RATE_GAMES, RATE_BUDGET = 20, Budget(1, jobs=1)
"""So many games compare two rates; nobody searches in them, moves are those that the policies find likeliest."""
PULL, LAST_PULL = 0.01, 0.2
"""What share of a win a move must bring to become e times as likely as another one, at first, and what part of that in
the end: so much is tried before a policy becomes certain."""
BATCH_SECONDS: Final = 0.25
ROUND_LENGTHS: Final = (3, 10, 30, 90)
"""After so many decisions of each player a horizon is tried."""
FAR_LENGTHS: Final = (30, 90)
"""The same where there is a policy."""
STEEPER: Final = (1, 5)
"""A lead is tried at so many times what it was learned to be worth: a search that goes by small leads looks where they
are to be had."""
LEARNING: Final = Budget(60, jobs=1, slowly=None)
"""How is thought while a lead is learned."""
FINAL_GAMES, MOST_SECONDS_A_MOVE = 40, 0.1
"""In the end so many games are played, or more: so long is thought for a move that there is time for them, at most."""
MEMORY: Final = 8 << 20
"""So many bytes the trees of one who plays may take: they are many, and think shortly."""
ANY_MOVE: Final = 20
"""While a lead is learned, of so many moves one is made at random, so that games differ."""
MOST_DECISIONS: Final = 3_000
"""A longer game counts as drawn."""
NEWTON_STEPS: Final = 30


@frozen
class Outcome:
    """What won most, and the share of games that one seat won with it, all others without; `fair`: what it would win
    if it made no difference. `games` were played for that."""

    trained: Trained
    share: Estimate
    fair: float
    games: int

    @property
    def better(self) -> bool:
        """Whether it wins beyond chance."""
        return self.share.low > self.fair


@define
class _Candidate:
    """What one has learned, who thinks with it, and what it came to."""

    trained: Trained
    thinker: Thinker
    won: float = 0.0
    games: int = 0

    @property
    def rate(self) -> float:
        return self.won / self.games if self.games else 0.0

    def __str__(self) -> str:
        return f"{self.trained}: won {self.won:g} of {self.games}"


def train(rules: Rules, seconds: float, seed: int, tell: Callable[[str], object] = lambda _: None) -> Outcome | None:
    """Train for about so many seconds. None where nobody plays against anybody, or there is nothing to learn."""
    if rules.program.wins_together or rules.players < 2:
        return None
    began, plain = monotonic(), evolve(rules, trained=None)
    horizons = list[Horizon | None]()
    if rules.program.score is not None and not rules.core.scoring.at_end:
        tell("learning what a lead is worth")
        lead = learned_lead(_standings(plain, seed, monotonic() + LEARNING_SHARE * seconds))
        at = {each: each * rules.players for each in ROUND_LENGTHS}
        horizons = [Horizon(at[each], lead * by, rules.players) for each in at for by in STEEPER if lead]
    tell("learning which moves win")
    policy, ways = (
        _learned_policy(plain, seed, monotonic() + POLICY_SHARE * seconds),
        [Trained(each) for each in horizons],
    )
    if policy is not None:
        far = [each for each in horizons[:: len(STEEPER)] if each and each.decisions // rules.players in FAR_LENGTHS]
        ways += [Trained(each, evolve(policy, playouts=by)) for each in (None, *far) for by in (True, False)]
    if not ways:
        return None
    left = [_Candidate(each, Thinker(evolve(rules, trained=each), MEMORY)) for each in ways]
    a_move = FINAL_SHARE * seconds / FINAL_GAMES / _length(plain, seed)
    other, number, budget = Thinker(plain, MEMORY), 0, Budget(seconds=min(a_move, MOST_SECONDS_A_MOVE), jobs=1)
    until, stages = began + (1 - FINAL_SHARE) * seconds, (len(ways) - 1).bit_length()
    for stage in range(stages):
        due = monotonic() + (until - monotonic()) / (stages - stage)
        while monotonic() < due or not left[0].games:
            for each in left:
                _match(each, other, plain, budget, seed, number)
            number += 1
        left = sorted(left, key=lambda each: -each.rate)[: (len(left) + 1) // 2]
        tell(str(left[0]))
    best = evolve(left[0], won=0.0, games=0)  # the games it was chosen by flatter it
    while monotonic() < began + seconds or best.games < rules.players:
        _match(best, other, plain, budget, seed, number)
        number += 1
        tell(str(best))
    share = wilson(best.won, best.games)
    assert share is not None
    return Outcome(best.trained, share, 1 / rules.players, best.games)


# ---- a policy: first at several rates, then on at the best one


def _learned_policy(rules: Rules, seed: int, due: float) -> Policy | None:
    """What learning comes to until then; None without the fast backend."""
    began, made, tried = monotonic(), features(rules.program), list[tuple[Thinker, Sequence[float], float]]()
    for rate in RATES:
        found = _learn(rules, made, [1.0] * made.size, rate, seed, monotonic() + RATE_SHARE * (due - began))
        if found is None:
            return None
        trained = Trained(policy=_policy_of(rules, made, found))
        tried.append((Thinker(evolve(rules, trained=trained), MEMORY), found, rate))
    best = tried[0]
    for other in tried[1:]:
        one = _Candidate(Trained(), other[0])
        for number in range(RATE_GAMES):
            _match(one, best[0], rules, RATE_BUDGET, seed, number)
        best = other if one.rate > 1 / rules.players else best
    _, found, rate = best
    last = _learn(rules, made, found, rate, absorb(seed, 1), due)
    return None if last is None else _policy_of(rules, made, last)


def _learn(
    rules: Rules, made: Features, start: Sequence[float], rate: float, seed: int, due: float
) -> Sequence[float] | None:
    """The weights after games until then, at a rate that sinks to 0; None without the fast backend."""
    found = searchers(rules, 1, made)
    if not found:
        return None
    [searcher], began, number, games = found, monotonic(), 0, 1
    searcher.table = start
    while (now := monotonic()) < due or not number:
        left = max(0.0, due - now) / (due - began)
        searcher.learn(seed, number, games, rate * left, PULL * max(LAST_PULL, left), MOST_DECISIONS)
        number += games
        games = 2 * games if monotonic() - now < BATCH_SECONDS / 2 else max(1, games // 2)
    return searcher.table


def _policy_of(rules: Rules, made: Features, found: Sequence[float]) -> Policy:
    return Policy(tuple(each.name for each in made.contexts if each != ALWAYS), weights(rules.program, made, found))


# ---- what a lead is worth


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


def learned_lead(standings: Iterator[tuple[Sequence[int], Sequence[float]]]) -> int:
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


def _match(one: _Candidate, other: Thinker, rules: Rules, budget: Budget, seed: int, number: int) -> None:
    """The game with this number: one with what it has learned in a seat, in the next game with the same chance in the
    next one; all others the others."""
    deal, seat = divmod(number, rules.players)
    game, how = rules.start(seed, ~deal), evolve(budget, seed=absorb(seed, deal))
    while not game.over and game.decisions < MOST_DECISIONS:
        asked = game.deciders[0]
        game.play(asked, _move(one.thinker if asked == seat else other, game, asked, how))
    one.won += _shares(game)[seat]
    one.games += 1


def _length(rules: Rules, seed: int) -> int:
    """How many decisions a random game has."""
    game, lots = rules.start(seed), Numbers(seed, 0)
    while not game.over and game.decisions < MOST_DECISIONS:
        moves = game.moves(game.deciders[0])
        game.play(game.deciders[0], moves[lots.below(len(moves))])
    return max(1, game.decisions)
