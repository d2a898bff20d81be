"""What takes long, in processes of its own: moves of programs, hints, odds, reviews and rulebooks.

A process is given the text of rules and the record of a game, and nothing else. It plays that again, and answers as the
table itself would.
"""

from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Final

from attrs import frozen

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
