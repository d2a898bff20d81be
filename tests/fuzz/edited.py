"""Records and checkpoints in which somebody has written: values, fields, lines, bytes."""

import json
import random
from collections.abc import Callable
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from attrs import frozen

from rulewright.analysis.random_games import record_lines
from rulewright.analysis.simulate.session import Files, Wish, begin
from rulewright.analysis.simulate.tasks import Setup, play
from rulewright.loading import load, read_text, setting_of
from tests.analysis.simulating import BREAKING, COINS, ENDLESS, FAULTY
from tests.fuzz.commands import reference
from tests.fuzz.mutated import BYTES
from tests.fuzz.numbers import near_limits
from tests.made.dice import Dice

RECORDED = ("tic-tac-toe", "connect-four", "kuhn-poker", "high-tide", "deal")
SIMULATED = (COINS, FAULTY, BREAKING, ENDLESS)
RULES = "game.rules"
SEEDS = 4
MOST = 40
GAMES, PLAYED = 12, 5
WORDS = (
    "",
    "chance",
    "shuffle",
    "back",
    "end",
    "seen",
    "none",
    "\x1b[2J",
    "\u202e",
    "a" * 300,
    "../tic-tac-toe",
    "\ud800",
)


# ---- what is edited


@cache
def record(game: str, seed: int) -> bytes:
    """A record, of odd seeds with all moves."""
    with reference():
        lines = islice(record_lines(load(game), seed=seed, legal=bool(seed % 2)), MOST)
        return "".join(f"{line}\n" for line in lines).encode()


@frozen
class Simulated:
    """A simulation that was left after some games: its rules, its checkpoint, and what else its command has."""

    text: str
    kept: bytes
    more: tuple[str, ...]


def simulated(number: int, folder: Path) -> Simulated:
    """Begin the simulation of one of the small games in a folder."""
    text, path, kept = SIMULATED[number], folder / RULES, folder / "begun"
    data = text.encode()
    setting = setting_of(read_text(RULES, data), None, {})
    setup = Setup(RULES, data, path.stem, setting.players, setting.options)
    wish = Wish((setup,), path, RULES, number, GAMES, 0, invariants=text == BREAKING)
    with reference():
        session = begin(wish, Files(kept), resume=False)
        state = session.state
        for task in islice(session.plan.tasks(), PLAYED):
            state = state.after(play(task))
    session.keeper.save(state)
    return Simulated(text, kept.read_bytes(), ("--invariants",) if wish.invariants else ())


# ---- how


def edited_record(rng: random.Random) -> bytes:
    """A record after a few edits."""
    dice = Dice(rng)
    data = record(dice.of(RECORDED), dice.below(SEEDS))
    for _ in range(dice.of((1, 1, 1, 2, 3))):
        data = dice.of((in_a_line, in_a_line, in_a_line, of_lines, of_bytes))(dice, data)
    return data


def edited_checkpoint(rng: random.Random, data: bytes) -> bytes:
    """A checkpoint after a few edits."""
    dice = Dice(rng)
    for _ in range(dice.of((1, 1, 1, 2, 3))):
        data = (of_bytes if dice.happens(0.15) else in_a_line)(dice, data)
    return data


def of_bytes(dice: Dice, data: bytes) -> bytes:
    """Bytes are put in, lost or changed, or the end is missing."""
    place = dice.below(len(data) + 1)
    junk = dice.of((*BYTES, bytes([dice.below(256)]), b"\n", b"[" * 2_000, b"1" * 5_000))
    ways = (data[:place], data[:place] + junk + data[place:], data[:place] + junk + data[place + 1 :])
    return dice.of(ways)


def of_lines(dice: Dice, data: bytes) -> bytes:
    """A line is dropped, doubled, moved, or exchanged with one of another record."""
    lines = data.splitlines(keepends=True)
    place = dice.below(max(1, len(lines)))
    taken = lines[place : place + 1]
    other = record(dice.of(RECORDED), dice.below(SEEDS)).splitlines(keepends=True)
    match dice.below(5):
        case 0:
            del lines[place : place + 1]
        case 1:
            lines[place:place] = taken * dice.of((1, 1, 100))
        case 2:
            del lines[place : place + 1]
            place = dice.below(len(lines) + 1)
            lines[place:place] = taken
        case 3:
            lines[place : place + 1] = [dice.of(other)]
        case _:
            back = {"back": dice.below(len(lines) + 2), **({"seen": True} if dice.happens(0.3) else {})}
            lines[place:place] = [json.dumps(back).encode() + b"\n"]
    return b"".join(lines)


def in_a_line(dice: Dice, data: bytes) -> bytes:
    """Something within the JSON of a line is another."""
    lines = data.splitlines(keepends=True)
    number = dice.below(max(1, len(lines)))
    try:
        found = json.loads(lines[number])
    except (ValueError, IndexError, RecursionError):
        return of_bytes(dice, data)
    places = list(within(found))
    if not places:
        return of_bytes(dice, data)
    change(dice, *dice.of(places), places)
    lines[number] = json.dumps(found, ensure_ascii=dice.happens(0.5)).encode(errors="surrogatepass") + b"\n"
    return b"".join(lines)


Place = tuple[Any, Any]
"""A list or object, and an index or key in it."""


def within(found: object) -> list[Place]:
    """All places in a value of JSON."""
    waiting, places = [found], list[Place]()
    while waiting:
        each = waiting.pop()
        inside = list(each) if isinstance(each, dict) else range(len(each)) if isinstance(each, list) else ()
        places += [(each, key) for key in inside]
        waiting += [each[key] for key in inside]
    return places


def change(dice: Dice, holder: Any, key: Any, places: list[Place]) -> None:
    """Something else there, nothing, twice, or what stands elsewhere."""
    before = holder[key]
    another, at = dice.of(places)
    match dice.below(6):
        case 0:
            del holder[key]
        case 1 if isinstance(holder, list):
            holder.insert(key, before)
        case 1:
            holder[dice.of(WORDS)] = before
        case 2:
            holder[key] = json.loads(json.dumps(another[at]))
        case 3 | 4 if isinstance(before, int):
            holder[key] = near_limits(dice, before)
        case _:
            holder[key] = dice.of(STRANGE)(dice)


STRANGE: tuple[Callable[[Dice], object], ...] = (
    lambda _: None,
    lambda dice: dice.happens(0.5),
    lambda dice: dice.of(WORDS),
    lambda dice: near_limits(dice, 1),
    lambda dice: dice.of((0.5, -0.0, 1e300, float("inf"), float("nan"))),
    lambda _: [],
    lambda _: {},
    lambda dice: [near_limits(dice, 1), near_limits(dice, 1)],
    lambda dice: json.loads("[" * 50 + "]" * 50),
)
