"""`:hint` and `:review`: which move promises most, and where the odds of a played game turned.

Each decision is weighed with nothing but what the seat that made it saw, remembered and could imagine then. Of the
moves that are told each is looked at as long, and they are told apart only where their intervals are, which hold for
all of them together. So a move is told as a mistake where its interval lies well below that of the best; what else
turns the odds between two decisions of a seat is what others did, and luck.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import pairwise
from math import ceil, floor, inf, sqrt
from statistics import NormalDist, mean, variance
from typing import Final

from attrs import evolve, frozen

from rulewright.language import core
from rulewright.language.facts.game_facts import all_is_open
from rulewright.machine.foresight import Follow
from rulewright.machine.game import Decision, Game
from rulewright.machine.interpret import RulesFault
from rulewright.machine.playouts import wilson
from rulewright.machine.program.nodes import Program
from rulewright.machine.sample_state import Eyes, eyes
from rulewright.searching import PER_WORLD, Budget, Searched, Thinker, Weighed
from rulewright.table.names_at_table import Names
from rulewright.table.text_lines import Remark, Said, answered, number_of
from rulewright.table.typed_line import Move, move_text

HINT_BUDGET: Final = Budget(iterations=20_000, seconds=0.7, seed=1)
HINT_CLOSER: Final = Budget(iterations=16_000, seconds=1.5)
"""How all moves are weighed, and then those that are told, each of them."""
OTHERS, FEWEST_TRIES = 3, 10
"""So many others are told of a sort; beside the best only what was tried so often, or is proven."""
ERROR: Final = 0.05
"""How likely it is at most that any of the intervals does not hold."""
SCORED: Final = 20  # for so many games that were tried out one more is with each of two moves, to see the scores
FEWEST_SCORES, APART = 30, 3.0
"""Mean scores are compared from so many games on, and if they lie so many standard errors apart."""
PROVEN: Final = {
    "won": "wins, whatever the others do",
    "drawn": "a draw, if both play well",
    "undecided": "nobody wins, if both play well",
    "lost": "loses, if the others play well",
}
PROVEN_TOGETHER: Final = {"won": "wins, if played well", "lost": "no win is possible any more"}
"""The same where a win is always of all together."""


@frozen
class Ranked:
    """What was weighed, as far as it can be told apart: the best move, others that may be as good, those that are
    clearly worse, and how many were tried too little to say so."""

    best: Weighed
    as_good: tuple[Weighed, ...]
    worse: tuple[Weighed, ...]
    left: int


def ranked(moves: Sequence[Weighed]) -> Ranked:
    """Tell moves apart by their intervals, in the numbers that are told. The best is the first, unless another one is
    clearly better."""
    first, tried = moves[0], [each for each in moves if each.visits >= FEWEST_TRIES or each.proven]
    best = max(tried, key=lambda each: each.low, default=first)
    best = best if _limits(best)[0] > _limits(first)[1] else first
    others = [each for each in tried if each is not best]
    if best.proven == "won":  # what only seems to be better or worse is of no use beside that
        wins = tuple(each for each in others if each.proven == "won")
        return Ranked(best, wins, tuple(each for each in others if each.proven and each not in wins), 0)
    as_good = tuple(each for each in others if _limits(each)[1] >= _limits(best)[0])
    worse = tuple(each for each in others if each not in as_good)
    return Ranked(best, as_good, worse, len(moves) - 1 - len(others))


def together(seen: Eyes, found: Searched) -> list[Weighed]:
    """All moves, with limits that hold for all of them together. So each is allowed its part of the error (O. J. Dunn,
    "Multiple comparisons among means", JASA 56 (1961), 52-64): of many moves one is soon apart by chance. Games of one
    imagined table are much alike, so that more of them than `PER_WORLD` tell nothing new."""
    z = NormalDist().inv_cdf(1 - ERROR / 2 / len(found.moves))
    most, moves = inf if seen.one_world else PER_WORLD * found.worlds, list[Weighed]()
    for each in found.moves:
        tries = min(each.visits, most)
        wide = None if each.proven else wilson(each.value * tries, tries, z)
        moves.append(evolve(each, low=min(each.low, wide.low), high=max(each.high, wide.high)) if wide else each)
    return moves


def _limits(move: Weighed) -> tuple[int, int]:
    """Its limits in percent, as they are told: no nearer to each other than they are."""
    return floor(round(100 * move.low, 6)), ceil(round(100 * move.high, 6))


def hint(thinker: Thinker, seen: Eyes, people: Sequence[str], going: Callable[[], bool] = lambda: True) -> Said:
    """The best move, why, and what else there is; as far as it is known when nobody wants to go on. `people`: how the
    seats are called."""
    moves = seen.moves()
    if len(moves) == 1:
        return answered(f"{move_text(moves[0])} is the only move.")
    found = thinker.think(seen, HINT_BUDGET, going)
    program, first, games = thinker.rules.program, ranked(together(seen, found)), found.iterations // SCORED
    named = [each.move for each in (first.best, *first.as_good[:OTHERS], *first.worse[:OTHERS])]
    found = thinker.closer(seen, found, named, HINT_CLOSER, going)
    rank = ranked([each for each in together(seen, found) if each.move in named])
    as_good, worse = (sorted(some, key=lambda each: -each.value) for some in (rank.as_good, rank.worse))
    called = ["you" if seat == seen.seat else name for seat, name in enumerate(people)]
    told = [followed(rank.best, thinker.follows(seen, rank.best.move, going), called, tuple)]
    if worse:  # what the best move scores beside the next one
        other = worse[0].move
        scores = thinker.scores(seen, (rank.best.move, other), games, going)
        told.append(gained(other, *scores, highest=highest_wins(thinker.rules.core.scoring)))
    like, rest = len(first.as_good[OTHERS:]), len(first.worse[OTHERS:])  # that were not looked at closer
    if as_good:
        more = f" and {like} more" if like else ""
        how = "As good" if rank.best.proven == "won" else "No move is clearly better; about as good"
        told.append(f"{how}: {', '.join(move_text(each.move) for each in as_good)}{more}.")
    told += (f"Clearly worse: {move_text(each.move)}: {promise(each, program)}" for each in worse)
    if worse and rest:  # if none was worse that was looked at, none seems so
        told.append(f"Seem worse, but less was tried: {number_of(rest, 'other')}.")
    many = "1 table that agrees" if found.worlds == 1 else f"{found.worlds:,} tables that agree"
    worlds = "the table as it is" if seen.one_world else f"{many} with what you know"
    few = first.left + (0 if as_good else like) + (0 if worse else rest)
    left = f" Hardly tried: {number_of(few, 'move')}." if few and rank.best.proven != "won" else ""
    slow = "" if found.fast else " Little was tried: with the extra `fast` it is much more."
    full = " There was no room to look further ahead: --memory gives more." if found.full else ""
    return answered(
        Remark(f"{move_text(rank.best.move)}: {promise(rank.best, program)}", style="title"),
        *(Remark(text, depth=1) for text in told if text),
        Remark(f"From {found.iterations:,} games tried out on {worlds}.{left}{slow}{full}", style="hint"),
    )


def followed(best: Weighed, follows: Sequence[Follow], people: Sequence[str], out: Callable[[Move], Move]) -> str:
    """What follows a move, in a sentence; nothing where that is not known."""
    if not follows:
        return ""
    usually = all(each.share > 1 / 2 for each in follows)
    how = "What usually follows" if usually else "What follows most often"
    how = {None: how, "won": "It may win like this"}.get(best.proven, "For example")
    ends = ", which ends the game" if follows[-1].ends else ""
    return f"{how}: {'; '.join(f'{people[each.seat]}: {move_text(out(each.move))}' for each in follows)}{ends}."


def highest_wins(scoring: core.Scoring) -> bool | None:
    """Whether the highest score wins, or the lowest; None where it is neither."""
    match scoring:
        case core.Scoring(
            score=core.CallDefinition(definition=score),
            winners=core.Best(keys=((highest, core.CallDefinition(definition=key)), *_)),
        ) if key == score:
            return highest
    return None


def gained(other: Move, *both: Sequence[int], highest: bool | None) -> str:
    """How much better the scores are after the best move than after another one, if that is no chance. Where they are
    worse that is no reason, as the others score worse, too."""
    if min(map(len, both)) < FEWEST_SCORES:
        return ""
    means = [mean(each) for each in both]
    error = sqrt(sum(variance(each) / len(each) for each in both))
    after, instead = (f"{each:.1f}" for each in means)
    if abs(means[0] - means[1]) <= APART * error or after == instead or highest is not (means[0] > means[1]):
        return ""
    return f"Your score at the end is then {after} on average; after {move_text(other)} it is {instead}."


def promise(move: Weighed, program: Program) -> str:
    """What a move promises, in words and numbers."""
    if move.proven:
        return (PROVEN_TOGETHER if program.wins_together else PROVEN)[move.proven]
    if not move.visits:
        return "was not tried"
    low, high = _limits(move)
    if program.common is not None:
        return f"brings {_share(move)} of the most that all can reach ({low} to {high} %)"
    if program.wins_together:
        return f"won in {_share(move)} of the games ({low} to {high} %)"
    return f"{_share(move)} of a win ({low} to {high} %; a fair share is {round(100 / max(2, program.players))} %)"


def _share(move: Weighed) -> str:
    """Its part of a win; certain is only what is proven."""
    percent = round(100 * move.value)
    return ({0: "under 1 %", 100: "over 99 %"} if not move.proven else {}).get(percent, f"{percent} %")


BUDGET: Final = Budget(iterations=1_000, seed=1)
CLOSER: Final = Budget(iterations=10_000, seed=1, slowly=600)
CLOSEST: Final = Budget(iterations=4_000)
"""How each decision is weighed, how those that may have mattered are, and of these the move that was made and the best;
without the fast backend that takes long."""
MAX_DOUBTED, MIN_DOUBT = 6, 0.05
"""So many decisions of each seat may have been mistakes: those that seem to have cost most, and so much of a win."""
MAX_MOMENTS, MIN_LOSS = 3, 0.1
"""So many moments of each seat are told, the largest; what is surely less of a win than this is none."""


@frozen
class Reviewed:
    """A decision that was weighed: the move that was made, the one that promises most with what follows it, and from
    how many games."""

    number: int
    seat: int
    made: Weighed
    best: Weighed
    iterations: int
    follows: tuple[Follow, ...] = ()

    @property
    def seems(self) -> float:
        """What part of a win the move seems to have cost."""
        return self.best.value - self.made.value

    @property
    def lost(self) -> float:
        """What part of a win the move has cost at least: so far the intervals are apart; 0 if that is little."""
        apart = self.best.low - self.made.high
        return apart if apart >= MIN_LOSS else 0.0


def review(
    game: Game, thinker: Thinker, seats: Sequence[int], names: Names, going: Callable[[], bool] = lambda: True
) -> Said:
    """What is to be said of the decisions of these seats; of those before nobody wanted to go on."""
    weighed, decisions = dict[int, Reviewed](), [each for each in game.steps if isinstance(each, Decision)]

    def weigh(numbers: Iterable[int], budget: Budget) -> None:
        for number in numbers:
            step = decisions[number - 1]
            if step.seat not in seats or not going():
                continue
            then = game.copy()
            then.back_to(number)
            if len(then.moves(step.seat)) < 2:
                continue
            with suppress(RulesFault):  # in a world that is imagined
                seen = eyes(then, step.seat)
                found = thinker.think(seen, budget, going)
                named, follows = {step.move, ranked(together(seen, found)).best.move}, tuple[Follow, ...]()
                if budget is CLOSER:
                    found = thinker.closer(seen, found, named, CLOSEST, going)
                moves = [each for each in together(seen, found) if each.move in named]
                best, [made] = ranked(moves).best, [each for each in moves if each.move == step.move]
                if budget is CLOSER and best is not made:
                    follows = thinker.follows(seen, best.move, going)
                if going():
                    weighed[number] = Reviewed(number, step.seat, made, best, found.iterations, follows)

    def of_seats() -> Iterator[list[Reviewed]]:
        for seat in seats:
            yield [each for _, each in sorted(weighed.items()) if each.seat == seat]

    weigh(range(1, len(decisions) + 1), BUDGET)
    few = next((each.iterations for each in weighed.values()), 0)
    doubted, program = list[int](), game.rules.program
    luck, others = bool(program.chances) or not all_is_open(game.rules.core), program.players > 1
    cause = " or ".join([*["by what others did"] * others, *["by luck"] * luck])
    for each in of_seats():  # what seem to be mistakes, and the decisions around the largest turns
        costly = sorted((one for one in each if one.seems >= MIN_DOUBT), key=lambda one: -one.seems)
        around = [
            side
            for turn, *both in _turns(each, cause, others=others)[:MAX_MOMENTS]
            if abs(turn) >= MIN_DOUBT
            for side in both
        ]
        doubted += sorted({one.number for one in (*costly[:MAX_DOUBTED], *around)})
    weigh(doubted, CLOSER)
    if not weighed:
        return answered("Nobody had a choice here.")
    told = [remark for each in of_seats() for remark in _of_seat(each, names, program, cause)]
    tried = f"{BUDGET.iterations:,}" if thinker.fast else f"{few:,} (without the extra `fast`)"
    how = f"Each decision is weighed by what its seat knew then, with {tried} games tried out"
    closer = CLOSER.iterations if thinker.fast else CLOSER.slowly
    how += f"; those that may have mattered most with {closer:,} and more." if doubted else "."
    how += " Other games, as those of a hint, can tell otherwise; what is too far ahead shows only later."
    return answered(*told, Remark(how if going() else f"{how} Stopped before the end.", style="hint"))


def _turns(weighed: Sequence[Reviewed], cause: str, *, others: bool) -> list[tuple[float, Reviewed, Reviewed]]:
    """How far the odds turned between two decisions of a seat each, the furthest first: where others decided between
    them, if there are others, and never without a cause."""
    apart = [pair for pair in pairwise(weighed) if cause and pair[1].number > pair[0].number + others]
    turns = [(after.best.value - before.best.value, before, after) for before, after in apart]
    return sorted(turns, key=lambda turn: -abs(turn[0]))


def _of_seat(weighed: Sequence[Reviewed], names: Names, program: Program, cause: str) -> Iterator[Remark]:
    if not weighed:
        return
    name, first, last = names.people[weighed[0].seat], weighed[0], weighed[-1]
    odds = [f"{_share(each.best)} at decision {each.number}" for each in (first, last)]
    many = number_of(len(weighed), "decision")
    yield Remark(f"{name}: {many} with a choice; of a win {', '.join(odds)}.", style="title")
    moments = list[tuple[float, int, str]]()
    for each in weighed:
        if each.lost:  # what was made, what was better, and how it would have gone on
            made, best = (move_text(names.out(move.move)) for move in (each.made, each.best))
            worth, better = (promise(move, program) for move in (each.made, each.best))
            then = followed(each.best, each.follows, names.people, names.out)
            text = f"Decision {each.number}, {made}: {worth}. Better: {best}: {better}."
            moments.append((each.seems, each.number, f"{text} {then}".rstrip()))
    if not moments:
        yield Remark("No move was surely worse than another one.", depth=1)
    for turn, before, after in _turns(weighed, cause, others=program.players > 1):
        low, high = (before, after) if turn > 0 else (after, before)
        if abs(turn) >= MIN_LOSS and not before.lost and low.best.high < high.best.low:
            way = "rose" if turn > 0 else "fell"
            odds_then, odds_now = (_share(each.best) for each in (before, after))
            text = f"Between decisions {before.number} and {after.number} the odds {way} from {odds_then} to {odds_now}"
            moments.append((abs(turn), before.number, f"{text}, {cause}."))
    largest = sorted(moments, key=lambda moment: -moment[0])[:MAX_MOMENTS]
    yield from (Remark(text, depth=1) for _, _, text in sorted(largest, key=lambda moment: moment[1]))
