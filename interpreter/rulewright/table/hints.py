"""`:hint`: which move promises most to a seat, with numbers, and the best others. Law: what a seat is told does not
depend on what it cannot see."""

from collections.abc import Callable
from typing import Final

from rulewright.machine.seat_view import Eyes
from rulewright.searching import Budget, Searched, Thinker, Weighed
from rulewright.table.remarks import Remark, Said, said
from rulewright.table.typed_line import move_text

BUDGET: Final = Budget(iterations=20_000, seconds=0.7, seed=1)
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
        return said(f"{move_text(moves[0])} is the only move.")
    found = thinker.think(seen, BUDGET, going)
    best, *others = found.moves[: 1 + OTHERS]
    others.sort(key=lambda each: -each.value)
    told = [Remark(f"{move_text(each.move)}: {promise(each, seen.players)}", depth=1) for each in others]
    return said(
        Remark(f"{move_text(best.move)}: {promise(best, seen.players)}", style="title"),
        *told,
        Remark(_how(found), style="hint"),
    )


def promise(move: Weighed, players: int) -> str:
    """What a move promises, in words and numbers."""
    if move.proven:
        return PROVEN[move.proven]
    if not move.visits:
        return "was not tried"
    share, low, high = (round(100 * each) for each in (move.value, move.low, move.high))
    return f"{share} % of a win ({low} to {high} %; a fair share is {round(100 / max(2, players))} %)"


def _how(found: Searched) -> str:
    """From what the numbers come."""
    worlds = "the table as it is" if found.worlds == 1 else f"{found.worlds:,} tables that agree with what you know"
    slow = "" if found.fast else " Little was tried: with the extra `fast` it is much more."
    full = " There was no room to look further ahead: --memory gives more." if found.full else ""
    return f"From {found.iterations:,} games tried out on {worlds}.{slow}{full}"
