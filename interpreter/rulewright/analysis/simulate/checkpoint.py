"""How far a plan has come, in a file that is always whole."""

import json
import os
from contextlib import suppress
from hashlib import sha256
from operator import add
from pathlib import Path
from typing import Final
from zlib import crc32

from attrs import frozen

from rulewright.analysis.simulate.sums import Column, Json, Pairs, Sums, measures
from rulewright.analysis.simulate.tasks import Plan, Played
from rulewright.files import read, write
from rulewright.machine.program.nodes import Program
from rulewright.shown import Misuse, shown


@frozen
class State:
    """`batches` are summed up, in the order of the games; `written` bytes of the file of games tell of them."""

    batches: int
    sums: tuple[Sums, ...]
    pairs: tuple[Pairs, ...]
    written: int = 0
    crc: int = 0

    @property
    def games(self) -> int:
        """How many games of every setup."""
        return self.sums[0].games

    def after(self, played: Played) -> "State":
        """One batch more."""
        return State(
            self.batches + 1,
            tuple(map(add, self.sums, played.sums)),
            tuple(tuple(map(add, mine, theirs)) for mine, theirs in zip(self.pairs, played.pairs, strict=True)),
            self.written + len(played.rows),
            crc32(played.rows, self.crc),
        )


def beginning(programs: tuple[Program, ...], header: bytes = b"") -> State:
    """Before the first game; the file of games has this header."""
    sums = tuple(Sums.nothing(each) for each in programs)
    pairs = tuple((Column(),) * len(measures(each.players)) for each in programs[1:])
    return State(0, sums, pairs, len(header), crc32(header))


# ---- the file: of JSON, put in place by rename, so that it can be killed at any moment
# Law: what is written and read again is the same state; what was changed in between does not fit its checksum.

KIND: Final = "rulewright-simulation/"
FORMAT: Final = f"{KIND}3"
BYTES: Final = 1 << 26


class Unfit(Misuse):
    """A checkpoint that this simulation cannot go on from: why, in words."""


def written_plan(plan: Plan, hashes: tuple[str, ...]) -> Json:
    """A plan as a checkpoint remembers it; `hashes` are those of the rules."""
    return {
        **{name: getattr(plan, name) for name in ("seed", "games", "batch", "most", "rows")},
        **({"invariants": True} if plan.invariants else {}),
        "rules": list(hashes),
        "variants": [
            {"variant": setup.variant, "players": setup.players, "options": dict(setup.options)}
            | ({"seats": list(setup.levels)} if setup.levels else {})
            for setup in plan.setups
        ],
    }


def save(path: Path, plan: Json, state: State) -> None:
    """Put the state into the file."""
    kept: Json = {
        **{name: getattr(state, name) for name in ("batches", "written", "crc")},
        "sums": [sums.as_json() for sums in state.sums],
        "pairs": [[column.as_json() for column in pairs] for pairs in state.pairs],
    }
    whole = {"checkpoint": FORMAT, "sha256": _digest(plan, kept), "plan": plan, "state": kept}
    text = json.dumps(whole, separators=(",", ":"))
    write({path: f"{text}\n".encode()}, force=True)


def _digest(plan: Json, state: Json) -> str:
    return sha256(json.dumps([plan, state], separators=(",", ":")).encode()).hexdigest()


def load(path: Path) -> tuple[Json, Json] | None:
    """The plan and the state that the file holds; None if it is not there."""
    if not os.path.lexists(path):
        return None
    found = None
    with suppress(ValueError, RecursionError):
        found = json.loads(read(path, most=BYTES))
    match found:
        case {"checkpoint": str(format), "plan": dict(plan), "state": dict(state), "sha256": str(digest)} if (
            format == FORMAT
        ):
            if digest == _digest(plan, state):
                return plan, state
            raise Unfit(f"{shown(str(path))} is damaged: it does not hold what a checkpoint of these rules holds.")
        case {"checkpoint": str(format)} if format.startswith(KIND) and format != FORMAT:
            raise _of_others(path, "another version of this program")
        case _:
            raise Unfit(f"{shown(str(path))} is no checkpoint of a simulation.")


def state_of(path: Path, kept: Json, found: Json, plan: Json) -> State:
    """The state that was `found` there, if it is one of this plan; `kept` is the plan there."""
    for key in (*plan, *kept):
        had, place = kept.get(key), shown(str(path))
        if had == plan.get(key):
            continue
        if key == "rows":
            did = "wrote its games to a file" if had else "did not write its games to a file"
            raise Unfit(f"The simulation of {place} {did}; --csv and --parquet must be as they were.")
        if key == "invariants":
            did = "looked" if had else "did not look"
            raise Unfit(f"The simulation of {place} {did} at the invariants; --invariants must be as it was.")
        if key in ("seed", "games"):
            raise Unfit(f"{place} belongs to {OTHERS[key]}: {shown(str(had))}, not {plan.get(key)}.")
        raise _of_others(path, OTHERS.get(key, "another version of this program"))
    return State(
        found["batches"],
        tuple(map(Sums.from_json, found["sums"])),
        tuple(tuple(map(Column.from_json, columns)) for columns in found["pairs"]),
        found["written"],
        found["crc"],
    )


OTHERS: Final = {
    "seed": "another seed",
    "games": "another number of games",
    "rules": "other rules",
    "variants": "other players, options or seats",
}


def _of_others(path: Path, whose: str) -> Unfit:
    return Unfit(f"{shown(str(path))} belongs to {whose}. With --force and without --resume a new one begins.")
