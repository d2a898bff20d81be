"""Where the random games of a search are broken off, and what the scores of then promise; as a file that training
writes beside the rules, with the suffix `SUFFIX`."""

import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from attrs import asdict, frozen

from rulewright.files import FileTrouble, read
from rulewright.shown import shown

SUFFIX, FORMAT = ".trained", "rulewright-trained/1"

TOP_POINTS: Final = 720_720
"""What winning alone brings; up to 13 winners share it without rest."""


@frozen
class Horizon:
    """Where the random games of a search are broken off: after so many `decisions`. What the seats then have is what
    `promised` makes of their scores: a seat that leads another one by a point is e^(lead / 1000) times as likely to
    win. `players`: with so many it was found; the more play, the longer a round is."""

    decisions: int
    lead: int
    players: int

    def seen_by(self, players: int) -> int:
        """After how many decisions games of so many players are broken off."""
        return max(1, self.decisions * players // self.players)


MOST_TRAINED: Final = 1_000_000
"""So many decisions, and such a lead, a file may say at most."""
SQUARED: Final = 8
"""e^x is nearly (1 + x / 2^n) to the power of 2^n, which is n squares: the same number on every machine."""
LEAST: Final = 0.9
"""No seat is less likely than one that this makes of: below 0 squares would rise again."""


def promised(scores: Sequence[int], lead: int) -> list[int]:
    """The points that scores promise to each seat: shares of `TOP_POINTS`, in proportion to e^(score * lead / 1000)."""
    worths = [score * (lead * (1 / (1_000 << SQUARED))) for score in scores]
    best = max(worths)
    parts = [max(worth - best + 1.0, LEAST) for worth in worths]
    for _ in range(SQUARED):
        parts = [part * part for part in parts]
    return [int(part * TOP_POINTS / sum(parts)) for part in parts]


# ---- the file beside the rules


def trained_text(horizon: Horizon) -> str:
    """The text of the file."""
    return json.dumps({"format": FORMAT, **asdict(horizon)}) + "\n"


def trained_beside(rules: Path) -> Horizon | None:
    """What was trained for the rules of this file; None if nothing was. FileTrouble if the file is none of training."""
    path = rules.with_suffix(SUFFIX)
    if not path.is_file():
        return None
    with suppress(ValueError, TypeError, LookupError, RecursionError):
        found = json.loads(read(path))
        numbers = {name: int(found[name]) for name in ("decisions", "lead", "players") if type(found[name]) is int}
        horizon = Horizon(**numbers)
        if (
            found["format"] == FORMAT
            and 0 < horizon.decisions <= MOST_TRAINED
            and horizon.players > 0
            and abs(horizon.lead) <= MOST_TRAINED
        ):
            return horizon
    raise FileTrouble(f"{shown(str(path))} is nothing that rulewright train has written. Delete it, then train again.")
