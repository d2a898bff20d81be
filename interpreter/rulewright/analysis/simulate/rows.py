"""Games as lines of CSV: the number of the game, its decisions, the seats that have won, the score of every seat, how
it ended. A game that did not come to its end has neither winners nor scores. Of several variants the first column says
which one.
"""

from collections.abc import Iterator
from typing import Final

from rulewright.machine.playouts import FAULTED, FINISHED, TOO_LONG, TOO_SLOW, Batch

STATUS: Final = {FINISHED: "finished", FAULTED: "faulted", TOO_LONG: "too-long", TOO_SLOW: "too-slow"}


def header(seats: int, *, variants: bool) -> bytes:
    """The first line."""
    names = ["variant"] if variants else []
    names += ["game", "decisions", "winners", *(f"score_{seat}" for seat in range(seats)), "status"]
    return f"{','.join(names)}\n".encode()


def lines(batch: Batch, variant: str | None = None) -> bytes:
    """The lines of a batch."""
    before = "" if variant is None else f"{variant},"
    return "".join(f"{before}{line}\n" for line in _lines(batch)).encode()


def _lines(batch: Batch) -> Iterator[str]:
    seats = {winners: _seats(winners) for winners in set(batch.winners)}
    no_scores = "," * len(batch.scores)
    scores: Iterator[tuple[int, ...]] = zip(*batch.scores, strict=True)
    games = zip(batch.status, batch.decisions, batch.winners, scores, strict=True)
    for number, (status, decisions, winners, score) in enumerate(games, start=batch.first):
        if status == FINISHED:
            yield f"{number},{decisions},{seats[winners]},{','.join(map(str, score))},{STATUS[FINISHED]}"
        else:
            yield f"{number},{decisions},{no_scores},{STATUS[status]}"


def _seats(winners: int) -> str:
    return "+".join(str(seat) for seat in range(winners.bit_length()) if winners >> seat & 1)
