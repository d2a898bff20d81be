"""`:hint`: which move promises most, and why.

A decision is weighed with nothing but what the seat that makes it sees, remembers and can imagine. Of the moves that
are told each is looked at as long, and they are told apart only where their intervals are, which hold for all of them
together.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from math import ceil, floor, inf
from statistics import NormalDist
from typing import TYPE_CHECKING, Final

from attrs import evolve, frozen

from rulewright.machine.chance import Seeded
from rulewright.machine.foresight import Follow
from rulewright.machine.interpret import RulesFault
from rulewright.machine.playouts import wilson
from rulewright.machine.program.cell_map import State
from rulewright.machine.program.nodes import Program
from rulewright.machine.sample_state import Eyes
from rulewright.machine.view import HIDDEN
from rulewright.searching import PER_WORLD, Budget, Searched, Thinker, Weighed
from rulewright.table.commands import AT_PROMPT, Speech
from rulewright.table.gains import YOU, Beside, gains
from rulewright.table.text_lines import Remark, Said, answered, number_of
from rulewright.table.typed_line import Move, move_text

if TYPE_CHECKING:
    from rulewright.machine.explain import Explainer

HINT_BUDGET: Final = Budget(iterations=20_000, seconds=1.0, seed=1)
HINT_CLOSER: Final = Budget(iterations=16_000, seconds=2.5)
"""How all moves are weighed, and then those that are told, each of them."""
OTHERS, FEWEST_TRIES = 3, 10
"""So many others are told of a sort, and looked at closer at least; beside the best only what was tried so often, or is
proven."""
MAX_MOVES_ALL_LOOKED_AT: Final = 8
"""Of so many moves all are looked at closer."""
MAX_TRIED_AT_ONCE, MAX_AT_ONCE = 100, 4
"""Of so many moves it is looked at what they do at once; of those that end the game or score at once so many are looked
at closer."""
EQUAL_WITHIN, LEAST_APART = 0.01, 0.03
"""Moves are worth as much as each other if they promise less than so much more of a win; they are compared by what they
bring if one promises so much more."""
MAX_AS_GOOD, MAX_WORSE = 4, 3
"""So many moves are told that are about as good, and that are clearly worse."""
FOLLOWS: Final = ", which follows as a rule"
ERROR: Final = 0.05
"""How likely it is at most that any of the intervals does not hold."""
SCORED, FEWEST_SCORED = 20, 400
"""For so many games that were tried out one more is with each of two moves, to see what they bring; so many at least.
"""
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


def plainest(rank: Ranked, order: Sequence[Move]) -> Ranked:
    """The same, but of moves that are worth as much as the best one the first in this order, with the least number."""
    if rank.best.proven:
        return rank
    equal = [
        each for each in (rank.best, *rank.as_good) if rank.best.value - each.value < EQUAL_WITHIN and not each.proven
    ]
    first = min(equal, key=lambda each: order.index(each.move))
    alike = [first, *(each for each in equal if _numbers_apart(each.move, first.move))]
    best = min(alike, key=lambda each: [word for word in each.move if isinstance(word, int)])
    return evolve(rank, best=best, as_good=tuple(each for each in (rank.best, *rank.as_good) if each is not best))


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
    speech: Speech = AT_PROMPT,
) -> Said:
    """The best move, why, and what else there is; as far as it is known when nobody wants to go on. `people`: how the
    seats are called; `parts`: what takes scores apart; `speech`: of where it is asked."""
    moves = seen.moves()
    if len(moves) == 1:
        return answered(f"{move_text(moves[0])} is the only move.")
    found = thinker.think(seen, HINT_BUDGET, going)
    program, first = thinker.rules.program, ranked(together(seen, found))
    named = [each.move for each in (first.best, *first.as_good[:OTHERS], *first.worse[:OTHERS])]
    if len(moves) <= MAX_MOVES_ALL_LOOKED_AT:
        named += [each.move for each in found.moves if each.move not in named]
    elif first.best.proven != "won":  # there is something to compare it with, however sure the search was
        named = list(dict.fromkeys((*named, *_natural(thinker, seen, found.moves, first.best.move))))
    order = [each.move for each in found.moves]
    found = thinker.closer(seen, found, named, HINT_CLOSER, going)
    rank = plainest(ranked([each for each in together(seen, found) if each.move in named]), order)
    as_good, worse = (sorted(some, key=lambda each: -each.value) for some in (rank.as_good, rank.worse))
    called = [YOU if seat == seen.seat else name for seat, name in enumerate(people)]
    follows = thinker.follows(seen, rank.best.move, going)
    told = [followed(rank.best, follows, called, tuple)]
    # what the best move gains beside the next one, or one that seems no worse, rather of another sort
    if others := [each.move for each in (*worse, *reversed(as_good))]:
        other = next((move for move in others if not _numbers_apart(move, rank.best.move)), others[0])
        games = max(FEWEST_SCORED, found.iterations // SCORED)
        after, instead = thinker.ends(seen, (rank.best.move, other), games, going)
        differ = abs(rank.best.value - next(each.value for each in found.moves if each.move == other)) >= LEAST_APART
        told += gains(Beside(thinker.rules, seen.seat, called, rank.best.move, other, after, instead, parts, differ))
    like, rest = (sum(each.move not in named for each in some) for some in (first.as_good, first.worse))
    anyway = {each.move for each in follows if each.seat == seen.seat}
    told += _beside(rank.best, as_good, like, anyway, all_=not (first.worse or worse or first.left))
    if worse:
        told.append(f"Clearly worse: {_with_shares(worse[:MAX_WORSE], program)}.")
    if worse and (rest := rest + len(worse[MAX_WORSE:])):  # if none was worse that was looked at, none seems so
        told.append(f"Seem worse, but less was tried: {number_of(rest, 'other')}.")
    many = "1 table that agrees" if found.worlds == 1 else f"{found.worlds:,} tables that agree"
    worlds = "the table as it is" if seen.one_world else f"{many} with what you know"
    hardly = rank.left + len(found.moves) - len(named) - (like if as_good else 0) - (rest if worse else 0)
    left = f" Hardly tried: {number_of(hardly, 'move')}." if hardly > 0 and rank.best.proven != "won" else ""
    slow, full = "" if found.fast else f" {speech.slow}", f" {speech.full}" if found.full else ""
    return answered(
        Remark(f"{move_text(rank.best.move)}: {promise(rank.best, program)}", style="title"),
        *(Remark(text, depth=1) for text in told if text),
        Remark(f"From {found.iterations:,} games tried out on {worlds}.{left}{slow}{full}", style="hint"),
    )


def _natural(thinker: Thinker, seen: Eyes, found: Sequence[Weighed], best: Move) -> Iterator[Move]:
    """What a person would try, too: of each action the move that was tried most; where it picks a number the lowest
    one, and those next to that of the best move; and what ends the game or scores at once."""
    moves = seen.moves()
    for action in dict.fromkeys(move[0] for move in moves):
        yield next(each.move for each in found if each.move[0] == action)
        first = next(move for move in moves if move[0] == action)
        if any(isinstance(word, int) for word in first):
            yield first
    yield from (move for move in moves if _numbers_apart(move, best) == [1])
    yield from _at_once(thinker, seen, moves)


def _numbers_apart(one: Move, two: Move) -> list[int]:
    """How far apart the numbers are by which alone two moves differ; nothing where they differ otherwise."""
    pairs = [(a, b) for a, b in zip(one, two, strict=False) if a != b]
    apart = [abs(a - b) for a, b in pairs if isinstance(a, int) and isinstance(b, int)]
    return apart if len(one) == len(two) and len(apart) == len(pairs) else []


def _at_once(thinker: Thinker, seen: Eyes, moves: Sequence[Move]) -> list[Move]:
    """The moves that end the game or change the score of the seat at once, the most first."""
    [world] = seen.worlds(1, HINT_BUDGET.seed)
    game = thinker.rules.resume(State(world, thinker.rules.program), Seeded(HINT_BUDGET.seed))
    before, found = game.standing(seen.seat)[seen.seat] or 0, dict[Move, tuple[bool, int]]()
    for move in moves if len(moves) <= MAX_TRIED_AT_ONCE else ():
        then = game.copy()
        with suppress(RulesFault):
            then.play(seen.seat, move)
            by = abs((then.standing(seen.seat)[seen.seat] or 0) - before)
            if then.over or by:
                found[move] = then.over, by
    return sorted(found, key=lambda move: found[move], reverse=True)[:MAX_AT_ONCE]


def _beside(
    best: Weighed, as_good: Sequence[Weighed], more: int, anyway: Collection[Move], *, all_: bool
) -> Iterator[str]:
    """What is said of moves that may be as good as the best: some by their value, others only within what chance can
    do, or made afterwards `anyway`. So many `more` were not looked at closer; `all_`: there are no others."""
    near = [each for each in as_good if each.proven or round(100 * each.value) >= _limits(best)[0]]
    far = [f"{move_text(each.move)} ({share(each)})" for each in as_good if each not in near]
    some = "all seem about as good" if all_ and not far else "about as good"
    how = "As good" if best.proven == "won" else f"No move was found that is clearly better; {some}"
    if near:
        # that were not looked at closer are as good only if none that was fell behind
        alike = all_ and not far
        told = [
            f"{move_text(each.move)}{'' if each.proven else f' ({share(each)}{FOLLOWS * (each.move in anyway)})'}"
            for each in near[:MAX_AS_GOOD]
        ]
        and_more = len(near[MAX_AS_GOOD:]) + more * alike
        less = f"; {more} more {'was' if more == 1 else 'were'} looked at less" if more and not alike else ""
        yield f"{how}: {', '.join(told)}{f' and {and_more} more' * bool(and_more)}{less}."
        more = 0
    if far:
        more += len(far[MAX_WORSE:])
        verb = "Seem" if len(far) + more > 1 else "Seems"
        yield f"{verb} worse, but that may be chance: {', '.join(far[:MAX_WORSE])}{f' and {more} more' * bool(more)}."


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


def _with_shares(moves: Sequence[Weighed], program: Program) -> str:
    """Moves with what they promise, in short."""
    return ", ".join(
        f"{move_text(each.move)} ({promise(each, program) if each.proven else share(each)})" for each in moves
    )


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
