"""`:hint` and `:review`: which move promises most, and where the odds of a played game turned.

Each decision is weighed with nothing but what the seat that made it saw, remembered and could imagine then. A move is
told as a mistake where its interval lies well below that of the best; what else turns the odds between two decisions of
a seat is what others did, and luck.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Final

from attrs import frozen

from rulewright.machine.game import Decision, Game
from rulewright.machine.interpret import RulesFault
from rulewright.machine.sample_state import Eyes, eyes
from rulewright.searching import Budget, Thinker, Weighed
from rulewright.table.people import Names
from rulewright.table.text_lines import Remark, Said, answered, number_of
from rulewright.table.typed_line import move_text

HINT_BUDGET: Final = Budget(iterations=20_000, seconds=0.7, seed=1)
OTHERS: Final = 3
PROVEN: Final = {
    "won": "wins, whatever the others do",
    "drawn": "a draw, if both play well",
    "undecided": "nobody wins, if both play well",
    "lost": "loses, if the others play well",
}


def hint(thinker: Thinker, seen: Eyes, going: Callable[[], bool] = lambda: True) -> Said:
    """The best move, why, and what else there is; as far as it is known when nobody wants to go on."""
    moves = seen.moves()
    if len(moves) == 1:
        return answered(f"{move_text(moves[0])} is the only move.")
    found = thinker.think(seen, HINT_BUDGET, going)
    best, *others = found.moves[: 1 + OTHERS]
    others.sort(key=lambda each: -each.value)
    told = [Remark(f"{move_text(each.move)}: {promise(each, seen.players)}", depth=1) for each in others]
    worlds = "the table as it is" if found.worlds == 1 else f"{found.worlds:,} tables that agree with what you know"
    slow = "" if found.fast else " Little was tried: with the extra `fast` it is much more."
    full = " There was no room to look further ahead: --memory gives more." if found.full else ""
    return answered(
        Remark(f"{move_text(best.move)}: {promise(best, seen.players)}", style="title"),
        *told,
        Remark(f"From {found.iterations:,} games tried out on {worlds}.{slow}{full}", style="hint"),
    )


def promise(move: Weighed, players: int) -> str:
    """What a move promises, in words and numbers."""
    if move.proven:
        return PROVEN[move.proven]
    if not move.visits:
        return "was not tried"
    share, low, high = (round(100 * each) for each in (move.value, move.low, move.high))
    return f"{share} % of a win ({low} to {high} %; a fair share is {round(100 / max(2, players))} %)"


BUDGET: Final = Budget(iterations=1_000, seed=1)
MAX_TOLD_DECISIONS, MIN_LOSS = 5, 0.1
"""So many mistakes and turns of each seat are told, the largest; what is surely less of a win than this is none."""


@frozen
class Reviewed:
    """A decision that was weighed: its number, the move that was made, the one that promises most, and from how many
    games that were tried out."""

    number: int
    seat: int
    made: Weighed
    best: Weighed
    iterations: int

    @property
    def lost(self) -> float:
        """What part of a win the move has cost at least: so far the intervals are apart; 0 if that is little."""
        apart = self.best.low - self.made.high
        return apart if apart >= MIN_LOSS else 0.0


def review(
    game: Game, thinker: Thinker, seats: Sequence[int], names: Names, going: Callable[[], bool] = lambda: True
) -> Said:
    """What is to be said of the decisions of these seats; of those before nobody wanted to go on."""
    weighed = list[Reviewed]()
    for number, step in enumerate((each for each in game.steps if isinstance(each, Decision)), 1):
        if step.seat not in seats or not going():
            continue
        then = game.copy()
        then.back_to(number)
        if len(then.moves(step.seat)) < 2:
            continue
        with suppress(RulesFault):  # in a world that is imagined
            found = thinker.think(eyes(then, step.seat), BUDGET, going)
            if going():
                [chosen] = [each for each in found.moves if each.move == step.move]
                weighed.append(Reviewed(number, step.seat, chosen, found.best, found.iterations))
    told = [remark for seat in seats for remark in _of_seat([each for each in weighed if each.seat == seat], names)]
    if not weighed:
        return answered("Nobody had a choice here.")
    tried = f"{BUDGET.iterations:,}" if thinker.fast else f"{weighed[0].iterations:,} (without the extra `fast`)"
    how = f"Each decision is weighed by what its seat knew then, with {tried} games tried out."
    return answered(*told, Remark(how if going() else f"{how} Stopped before the end.", style="hint"))


def _of_seat(weighed: Sequence[Reviewed], names: Names) -> Iterator[Remark]:
    if not weighed:
        return
    name, first, last = names.people[weighed[0].seat], weighed[0], weighed[-1]
    odds = [f"{round(100 * each.best.value)} % at decision {each.number}" for each in (first, last)]
    yield Remark(
        f"{name}: {number_of(len(weighed), 'decision')} with a choice; of a win {', '.join(odds)}.", style="title"
    )
    costly = sorted((each for each in weighed if each.lost), key=lambda each: -each.lost)[:MAX_TOLD_DECISIONS]
    for each in sorted(costly, key=lambda each: each.number):
        players = len(names.people)
        made, best = (move_text(names.out(move.move)) for move in (each.made, each.best))
        better = f"Better: {best}: {promise(each.best, players)}."
        yield Remark(f"Decision {each.number}, {made}: {promise(each.made, players)}. {better}", depth=1)
    if not costly:
        yield Remark("No move was surely worse than another one.", depth=1)
    turns = [(after.best.value - before.best.value, before, after) for before, after in pairwise(weighed)]
    told = sorted((turn for turn in turns if not turn[1].lost), key=lambda turn: -abs(turn[0]))[:MAX_TOLD_DECISIONS]
    for turn, before, after in sorted(told, key=lambda turn: turn[1].number):
        if abs(turn) >= MIN_LOSS:
            odds_then, odds_now = (f"{round(100 * each.best.value)} %" for each in (before, after))
            way = f"the odds {'rose' if turn > 0 else 'fell'} from {odds_then} to {odds_now}"
            numbers = f"{before.number} and {after.number}"
            yield Remark(f"Between decisions {numbers} {way}, by what others did or by luck.", depth=1)
