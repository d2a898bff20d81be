"""What one worker does: play a stretch of games of every variant and give back sums and lines.

In: a `Task`, plain data that goes to another process or another machine. Out: a `Played`, plain data as well. A worker
keeps what it has loaded; each of its threads has its own, because a machine plays one game at a time. Where the fast
backend has its module already, nobody reads the rules: modules are imported where they are used.
"""

import atexit
import threading
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Protocol

from attrs import frozen

from rulewright.analysis.simulate import rows
from rulewright.analysis.simulate.pairs import Pairs, pairs_of
from rulewright.analysis.simulate.sums import Fault, Sums, sums_of
from rulewright.machine.playouts import Batch

if TYPE_CHECKING:
    from rulewright.machine.game import Rules

KEPT = 64


@frozen
class Setup:
    """A game at one setting: the name of its file and the text in it, players, options; `variant` is what tells it from
    the others, None if it is the only one."""

    file: str
    text: bytes
    name: str
    players: int
    options: tuple[tuple[str, int | str | bool], ...]
    variant: str | None = None


@frozen
class Task:
    """`count` games from `first` on, of every setup; `rows`: their lines are wanted."""

    setups: tuple[Setup, ...]
    seed: int
    first: int
    count: int
    most: int
    rows: bool


@frozen
class Played:
    """What came of a task, setup by setup; `pairs` compare every other setup with the first. `reference`: why it was
    the reference interpreter that played, None if it was not."""

    games: int
    sums: tuple[Sums, ...]
    pairs: tuple[Pairs, ...]
    rows: bytes
    reference: str | None


def play(task: Task) -> Played:
    """Carry out a task."""
    players = [_player(setup, threading.get_ident()) for setup in task.setups]
    batches = [player.playouts(task.seed, task.first, task.count, task.most, counting=True) for player in players]
    both = list(zip(task.setups, batches, strict=True))
    return Played(
        task.count,
        tuple(sums_of(batch, _faults(setup, batch)) for setup, batch in both),
        tuple(pairs_of(batches[0], batch) for batch in batches[1:]),
        b"".join(map(_rows, task.setups, batches)) if task.rows else b"",
        players[0].reference,
    )


def _rows(setup: Setup, batch: Batch) -> bytes:
    return rows.lines(batch, setup.variant)


def _faults(setup: Setup, batch: Batch) -> list[Fault]:
    """The faults of a batch in words; only they need the rules themselves."""
    if not batch.faults:
        return []
    rules = rules_of_setup(setup)
    return [
        Fault(fault.code, rules.line(fault.span), rules.quote(fault.span), 1, batch.first + at, fault.message)
        for at, fault in sorted(batch.faults.items())
    ]


# ---- what is kept


class _Playouts(Protocol):
    def __call__(self, seed: int, first: int, count: int, most: int, *, counting: bool) -> Batch: ...


@frozen
class _Player:
    playouts: _Playouts
    reference: str | None


def rules_of_setup(setup: Setup) -> "Rules":
    """The rules of a setup, for this thread."""
    return _rules(setup, threading.get_ident())


@lru_cache(maxsize=KEPT)
def _rules(setup: Setup, thread: int) -> "Rules":
    from rulewright.loading import read_text, rules_of  # noqa: PLC0415 - heavy

    del thread
    text = read_text(setup.file, setup.text)
    return rules_of(text, setup.name, players=setup.players, options=dict(setup.options))


@lru_cache(maxsize=KEPT)
def _player(setup: Setup, thread: int) -> _Player:
    """What plays a setup in a thread: the fast backend, or if it cannot run here the reference interpreter."""
    from rulewright.machine import wasm  # noqa: PLC0415 - only who plays needs it

    reason = wasm.available()
    if reason is None:
        try:
            made = wasm.engine(lambda: _rules(setup, thread).program, setup.text, setup.players, setup.options)
        except wasm.TooLarge as trouble:
            reason = str(trouble)
        else:
            return _Player(made.playouts, None)
    from rulewright.analysis.playing import reference_playouts  # noqa: PLC0415 - heavy

    return _Player(partial(reference_playouts, _rules(setup, thread)), reason)


atexit.register(_player.cache_clear)  # engines end before the library that they are of
