"""What opponents have learned: where the random games of a search are broken off and what the scores of then promise,
and by which policy they go; as a file that training writes beside the rules, with the suffix `SUFFIX`."""

import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from attrs import asdict, frozen

from rulewright.files import FileTrouble, read
from rulewright.machine.policy import MAX_WEIGHT, UNIT, Policy
from rulewright.machine.program.nodes import Common
from rulewright.shown import shown

SUFFIX, FORMAT = ".trained", "rulewright-trained/2"

TOP_POINTS: Final = 720_720
"""What winning alone brings; up to 13 winners share it without rest."""


def shared(common: Common) -> tuple[int, int]:
    """The points that a win brings those who have one score, half of all where they can lose, and those of one more of
    that score."""
    win = TOP_POINTS // 2 if common.lost else 0
    return win, (TOP_POINTS - win) // max(1, common.high - common.low)


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


MAX_BYTES: Final = 16 << 20
"""A longer file is none of training."""
MAX_TRAINED: Final = 1_000_000
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


@frozen
class Trained:
    """What training has found: a horizon, a policy, or both."""

    horizon: Horizon | None = None
    policy: Policy | None = None

    def __str__(self) -> str:
        """What it is, in words."""
        far = None if self.horizon is None else f"to go by the scores {self.horizon.decisions:,} moves ahead"
        moves = None if self.policy is None else "to look first at moves that were learned to win"
        if self.policy is not None and self.policy.playouts:
            moves = f"{moves}, and to try games out with them"
        return ", and ".join(filter(None, (far, moves)))


def trained_text(trained: Trained) -> str:
    """The text of the file."""
    return json.dumps({"format": FORMAT, **asdict(trained)}, separators=(",", ":")) + "\n"


def trained_beside(rules: Path) -> Trained | None:
    """What was trained for the rules of this file; None if nothing was. FileTrouble if the file is none of training."""
    path = rules.with_suffix(SUFFIX)
    if not path.is_file():
        return None
    with suppress(ValueError, TypeError, LookupError, RecursionError):
        found = json.loads(read(path, most=MAX_BYTES))
        if found["format"] == FORMAT:
            return Trained(_horizon(found["horizon"]), _policy(found["policy"]))
    raise FileTrouble(f"{shown(str(path))} is nothing that rulewright train has written. Delete it, then train again.")


def _number(found: object, low: int, high: int) -> int:
    """A whole number within limits; ValueError for anything else."""
    if type(found) is int and low <= found <= high:
        return found
    raise ValueError(found)


def _horizon(found: Any) -> Horizon | None:  # noqa: ANN401 - what a file says
    if found is None:
        return None
    lowest = {"decisions": 1, "lead": -MAX_TRAINED, "players": 1}
    return Horizon(**{name: _number(found[name], low, MAX_TRAINED) for name, low in lowest.items()})


def _policy(found: Any) -> Policy | None:  # noqa: ANN401 - what a file says
    if found is None:
        return None
    most = UNIT * MAX_WEIGHT
    weights = {
        str(name): tuple(_number(each, 1 - UNIT, most) for each in row) for name, row in found["weights"].items()
    }
    prior = _number(found["prior"], 0, MAX_TRAINED)
    return Policy(tuple(map(str, found["contexts"])), weights, found["playouts"] is True, prior)
