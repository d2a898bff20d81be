"""`:hint`: which move promises most, and why.

A decision is weighed with nothing but what the seat that makes it sees, remembers and can imagine. Of the moves that
are told each is looked at as long, and they are told apart only where their intervals are, which hold for all of them
together.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import ceil, floor, inf, sqrt
from statistics import NormalDist, mean, variance
from typing import TYPE_CHECKING, Final

from attrs import evolve, frozen

from rulewright.language import core
from rulewright.machine.explain import Value
from rulewright.machine.foresight import Follow
from rulewright.machine.game import Rules
from rulewright.machine.playouts import wilson
from rulewright.machine.program.nodes import Program
from rulewright.machine.sample_state import Eyes
from rulewright.machine.view import HIDDEN
from rulewright.searching import PER_WORLD, Budget, Searched, Thinker, Weighed
from rulewright.table.text_lines import Remark, Said, answered, number_of
from rulewright.table.typed_line import Move, move_text

if TYPE_CHECKING:
    from rulewright.machine.explain import Explainer
    from rulewright.machine.wasm.searcher import Ended

HINT_BUDGET: Final = Budget(iterations=20_000, seconds=0.7, seed=1)
HINT_CLOSER: Final = Budget(iterations=16_000, seconds=1.5)
"""How all moves are weighed, and then those that are told, each of them."""
OTHERS, FEWEST_TRIES = 3, 10
"""So many others are told of a sort, and looked at closer at least; beside the best only what was tried so often, or is
proven."""
ERROR: Final = 0.05
"""How likely it is at most that any of the intervals does not hold."""
SCORED: Final = 20  # for so many games that were tried out one more is with each of two moves, to see the scores
FEWEST_SCORES, APART, WORTH_TELLING = 30, 3.0, 0.25
"""Means are compared from so many games on, and if they lie so many standard errors apart, and such a part of what
games differ by."""
MOST_TAKEN_APART, MAX_PARTS = 200, 2
"""Of so many games of each move the scores are taken apart; so many parts are told, those that differ most."""
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
    """Tell moves apart by their intervals, in the numbers that are told. The best is the first, or of those that were
    tried as often the one that promises most, unless another one is clearly better."""
    as_often = [each for each in moves if each.visits >= moves[0].visits and not moves[0].proven]
    first, tried = (
        max(as_often, key=lambda each: each.value, default=moves[0]),
        [each for each in moves if each.visits >= FEWEST_TRIES or each.proven],
    )
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


def hint(
    thinker: Thinker,
    seen: Eyes,
    people: Sequence[str],
    going: Callable[[], bool] = lambda: True,
    parts: "Explainer | None" = None,
) -> Said:
    """The best move, why, and what else there is; as far as it is known when nobody wants to go on. `people`: how the
    seats are called; `parts`: what takes scores apart."""
    moves = seen.moves()
    if len(moves) == 1:
        return answered(f"{move_text(moves[0])} is the only move.")
    found = thinker.think(seen, HINT_BUDGET, going)
    program, first, games = thinker.rules.program, ranked(together(seen, found)), found.iterations // SCORED
    named = [each.move for each in (first.best, *first.as_good[:OTHERS], *first.worse[:OTHERS])]
    if first.best.proven != "won":  # there is something to compare it with, however sure the search was
        named += [move for move in _natural(moves, found.moves, named) if move not in named]
        few = [each.move for each in found.moves if each.move not in named and each.visits < FEWEST_TRIES]
        named += few[: max(0, OTHERS + 1 - len(named))]
    found = thinker.closer(seen, found, named, HINT_CLOSER, going)
    rank = ranked([each for each in together(seen, found) if each.move in named])
    as_good, worse = (sorted(some, key=lambda each: -each.value) for some in (rank.as_good, rank.worse))
    called = ["you" if seat == seen.seat else name for seat, name in enumerate(people)]
    told = [followed(rank.best, thinker.follows(seen, rank.best.move, going), called, tuple)]
    if others := worse[:1] or as_good[-1:]:  # what the best move gains beside the next one, or one that seems no worse
        other = others[0].move
        after, instead = thinker.ends(seen, (rank.best.move, other), games, going)
        told += gains(thinker.rules, seen.seat, called, other, after, instead, parts)
    like, rest = (sum(each.move not in named for each in some) for some in (first.as_good, first.worse))
    told += _beside(rank.best, as_good, like, all_=not (first.worse or worse or first.left))
    told += (f"Clearly worse: {move_text(each.move)}: {promise(each, program)}" for each in worse)
    if worse and rest:  # if none was worse that was looked at, none seems so
        told.append(f"Seem worse, but less was tried: {number_of(rest, 'other')}.")
    many = "1 table that agrees" if found.worlds == 1 else f"{found.worlds:,} tables that agree"
    worlds = "the table as it is" if seen.one_world else f"{many} with what you know"
    hardly = rank.left + len(found.moves) - len(named) - (like if as_good else 0) - (rest if worse else 0)
    left = f" Hardly tried: {number_of(hardly, 'move')}." if hardly > 0 and rank.best.proven != "won" else ""
    slow = "" if found.fast else " Little was tried: with the extra `fast` it is much more."
    full = " There was no room to look further ahead: --memory gives more." if found.full else ""
    return answered(
        Remark(f"{move_text(rank.best.move)}: {promise(rank.best, program)}", style="title"),
        *(Remark(text, depth=1) for text in told if text),
        Remark(f"From {found.iterations:,} games tried out on {worlds}.{left}{slow}{full}", style="hint"),
    )


def _natural(moves: Sequence[Move], found: Sequence[Weighed], named: Sequence[Move]) -> Iterator[Move]:
    """What a person would try, too: of each action a move, that which was tried most; where it picks a number the first
    one, which is mostly the lowest."""
    for action in dict.fromkeys(move[0] for move in moves):
        of = [move for move in moves if move[0] == action]
        if not any(move in named for move in of):
            yield next(each.move for each in found if each.move[0] == action)
        if any(isinstance(word, int) for word in of[0]):
            yield of[0]


def _beside(best: Weighed, as_good: Sequence[Weighed], more: int, *, all_: bool) -> Iterator[str]:
    """What is said of moves that may be as good as the best: some by their value, others only within what chance can
    do. So many `more` were not looked at closer; `all_`: there are no others."""
    near = [each for each in as_good if each.proven or round(100 * each.value) >= _limits(best)[0]]
    far = [f"{move_text(each.move)} ({share(each)})" for each in as_good if each not in near]
    some = "all seem about as good" if all_ and not far else "about as good"
    how = "As good" if best.proven == "won" else f"No move was found that is clearly better; {some}"
    if near:
        # that were not looked at closer are as good only if none that was fell behind
        rest = f" and {more} more" if all_ and not far else f"; {more} more were looked at less"
        told = (f"{move_text(each.move)}{'' if each.proven else f' ({share(each)})'}" for each in near)
        yield f"{how}: {', '.join(told)}{rest * bool(more)}."
        more = 0
    if far:
        verb = "Seem" if len(far) + more > 1 else "Seems"
        yield f"{verb} worse, but that may be chance: {', '.join(far)}{f' and {more} more' * bool(more)}."


def followed(best: Weighed, follows: Sequence[Follow], people: Sequence[str], out: Callable[[Move], Move]) -> str:
    """What follows a move, in a sentence; nothing where that is not known, or says nothing of what anybody does."""
    telling = any(len(each.move) > 1 and HIDDEN not in each.move for each in follows)
    if not (telling or (follows[-1:] and (follows[-1].ends or best.proven))):
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


def gains(
    rules: Rules,
    seat: int,
    people: Sequence[str],
    other: Move,
    after: "Sequence[Ended]",
    instead: "Sequence[Ended]",
    parts: "Explainer | None",
) -> Iterator[str]:
    """What games after the best move and after another one say for the best: what the seat scores more, of which parts
    of the score that comes, and which opponent scores less."""
    highest, teams, horizon = (
        highest_wins(rules.core.scoring),
        rules.core.teams,
        rules.trained and rules.trained.horizon,
    )
    highest = horizon.lead > 0 if highest is None and horizon else highest
    if highest is None or min(len(after), len(instead)) < FEWEST_SCORES:
        return
    where = "at the end" if all(each.over for each in (*after, *instead)) else "some moves later"

    def score(of: int, *, higher: bool) -> tuple[float, str] | None:
        """How far apart the scores of a seat are, and what is said of them."""
        means = compared([each.scores[of] for each in after], [each.scores[of] for each in instead], higher=higher)
        whose = "Your" if of == seat else f"{people[of]}'s"
        text = "{} score {} is then {} on average in the games tried out; after {} it is {}."
        return means and (
            abs(means[0] - means[1]),
            text.format(whose, where, tenths(means[0]), move_text(other), tenths(means[1])),
        )

    if own := score(seat, higher=highest):
        terms = [made_of(parts, seat, each[:MOST_TAKEN_APART]) for each in (after, instead)] if parts else []
        yield " ".join((own[1], *apart(*terms, higher=highest))) if terms else own[1]
    others = [of for of in range(len(people)) if not teams or teams[of] != teams[seat]]
    theirs = [found for of in others if of != seat and (found := score(of, higher=not highest))]
    if theirs and not rules.core.scoring.common:
        yield max(theirs)[1]


def compared(after: Sequence[int], instead: Sequence[int], *, higher: bool) -> tuple[float, float] | None:
    """Both means, if the first one is higher (or lower) as they are told, and that is no chance and matters."""
    both = after, instead
    means, spread = [mean(each) for each in both], [variance(each) for each in both]
    error = sum(each / len(games) for each, games in zip(spread, both, strict=True))
    least = max(APART * sqrt(error), WORTH_TELLING * sqrt(mean(spread)))
    differ = abs(means[0] - means[1]) > least and tenths(means[0]) != tenths(means[1])
    return (means[0], means[1]) if differ and higher is (means[0] > means[1]) else None


Parts = Mapping[str, Sequence[int]]


def made_of(parts: "Explainer", seat: int, ends: "Sequence[Ended]") -> Parts:
    """What each part adds to the score of a seat in each of these states; of one total its elements are the parts."""
    found, asks = defaultdict[str, list[int]](lambda: [0] * len(ends)), evolve(parts, over=True)
    for at, each in enumerate(ends):
        values = [fact for fact in asks.facts("terms", each.state, (seat,)) if isinstance(fact, Value)]
        single = len(values) == 1
        for value in values:
            added = (
                value.of
                if single and (value.of or not value.value)
                else [(re.sub(r"\bits ", "", value.text), value.value)]
            )
            for name, number in added:
                found[str(name)][at] += number if isinstance(number, int) else 0
    return found


def apart(after: Parts, instead: Parts, *, higher: bool) -> Iterator[str]:
    """The parts of a score that make the difference, if there are several."""
    found, nothing = list[tuple[float, str]](), [0, 0]
    for name in dict.fromkeys((*after, *instead)):
        if means := compared(after.get(name, nothing), instead.get(name, nothing), higher=higher):
            text = f"{name} brings {tenths(means[0])}, not {tenths(means[1])}"
            found.append((abs(means[0] - means[1]), text))
    if found and len({*after, *instead}) > 1:
        yield f"Most of that: {'; '.join(text for _, text in sorted(found, reverse=True)[:MAX_PARTS])}."


def tenths(value: float) -> str:
    """A mean as it is told; nothing is -0.0."""
    return f"{round(value, 1) + 0.0:.1f}"


def promise(move: Weighed, program: Program) -> str:
    """What a move promises, in words and numbers."""
    if move.proven:
        return (PROVEN_TOGETHER if program.wins_together else PROVEN)[move.proven]
    if not move.visits:
        return "was not tried"
    low, high = _limits(move)
    if program.common is not None:
        return f"brings {share(move)} of the most that all can reach ({low} to {high} %)"
    if program.wins_together:
        return f"won in {share(move)} of the games ({low} to {high} %)"
    return f"{share(move)} of a win ({low} to {high} %; a fair share is {round(100 / max(2, program.players))} %)"


def share(move: Weighed) -> str:
    """Its part of a win; certain is only what is proven."""
    percent = round(100 * move.value)
    return ({0: "under 1 %", 100: "over 99 %"} if not move.proven else {}).get(percent, f"{percent} %")
