"""What takes long, in processes of its own: moves of programs, hints, odds, reviews and rulebooks.

A process is given the text of rules and the record of a game, and nothing else. It plays that again, and answers as the
table itself would.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, TypeVar, cast

from attrs import Factory, define, field, frozen

from rulewright.analysis.side_by_side import Worker
from rulewright.files import FileTrouble, read, title
from rulewright.language.types import OptionSetting
from rulewright.loading import read_text, rules_of
from rulewright.machine.game import Rules, RulesFault
from rulewright.machine.horizon import trained_beside
from rulewright.machine.record import parse
from rulewright.searching import Thinker
from rulewright.table.hosted_table import HostedTable, answer, fault_message, resumed
from rulewright.table.messages import Ask, ToSeat
from rulewright.table.typed_line import Move

T = TypeVar("T")
KEPT_RULES: Final = 32
"""So many settings are kept ready in a process."""


@frozen
class Setting:
    """A text of rules, the file in which it was found, and how it is played."""

    file: str
    text: bytes
    players: int
    options: tuple[tuple[str, OptionSetting], ...]


@frozen
class Kept:
    """A game as it is kept: its setting, its number at the table, and the lines of its record."""

    setting: Setting
    game: int
    lines: tuple[str, ...]


@lru_cache(maxsize=KEPT_RULES)
def rules_at(setting: Setting) -> Rules:
    """The rules at a setting, with what opponents have learned of just this text. RulesError as of `load`."""
    path = Path(setting.file)
    text = read_text(path.name, setting.text)
    rules = rules_of(text, title(path), players=setting.players, options=dict(setting.options))
    with suppress(FileTrouble):  # the file may be gone, or edited
        rules.trained = trained_beside(path) if read(path) == setting.text else None
    _ = rules.machine, rules.idle_fields  # made here, where nobody waits: it takes long
    return rules


def table_of(kept: Kept) -> HostedTable:
    """The table at which a game was kept."""
    return resumed(rules_at(kept.setting), parse(f"{line}\n".encode() for line in kept.lines), kept.game)


@lru_cache(maxsize=KEPT_RULES)
def _thinker(setting: Setting) -> Thinker:
    return Thinker(rules_at(setting))


def _thinking(kept: Kept) -> HostedTable:
    table = table_of(kept)
    table.seated.asker.thinker = _thinker(kept.setting)
    return table


def moved(kept: Kept, seat: int) -> Move:
    """What the program of a seat does."""
    return _thinking(kept).seated.any_move(seat)


def answered(kept: Kept, eyes: int | None, asked: Ask) -> ToSeat:
    """The answer to a question of a seat."""
    table = _thinking(kept)
    try:
        return answer(table, eyes, asked)
    except RulesFault as fault:
        return fault_message(table, fault, asked.id)


# ---- the processes


@define(eq=False)
class Thinkers:
    """So many processes that think, each with a thread that waits for it; made when they are needed."""

    many: int
    threads: ThreadPoolExecutor = field(
        init=False, default=Factory(lambda self: ThreadPoolExecutor(self.many), takes_self=True)
    )
    _all: list[Worker] = field(init=False, factory=list)
    _idle: list[Worker] = field(init=False, factory=list)
    _ended: bool = field(init=False, default=False)

    def do(self, work: Callable[..., T], *of: object) -> T:
        """What a function gives in one of the processes; it is called in a thread. FileTrouble where two have died over
        it, or they are to end."""
        for last in (False, True):
            if not self._idle:
                self._idle.append(Worker(_done))
                self._all.append(self._idle[-1])
            worker, found = self._idle.pop(), list[Any]()
            try:
                worker.give(0, (work, *of))
                while (pieces := worker.next_pieces(retry=False)) is not None:
                    found += pieces
            except FileTrouble:
                self._all.remove(worker)
                worker.leave()
                if last or self._ended:
                    raise
            else:
                self._idle.append(worker)
                return cast("T", found[0])
        raise AssertionError("the last time it is given or raised")

    def end(self) -> None:
        """Let nobody think any more."""
        self._ended = True
        for worker in self._all:
            worker.process.terminate()
        self.threads.shutdown(cancel_futures=True)
        for worker in self._idle:
            worker.leave()


def _done(work: Callable[..., T], *of: object) -> Iterator[T]:
    yield work(*of)
