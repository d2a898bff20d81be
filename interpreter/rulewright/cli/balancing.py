"""Notes about the balance of a game: `check --balance`."""

from typing import TYPE_CHECKING

from rulewright.files import find, read, title
from rulewright.shown import shown

if TYPE_CHECKING:
    from rulewright.analysis.playtest.balance import Balance, Note
    from rulewright.analysis.playtest.effort import Effort
    from rulewright.language.diagnostics import Diagnostic
    from rulewright.language.render import Json
    from rulewright.language.source import Source
    from rulewright.levels import Level


def balanced(name: str, source: "Source", form: str, effort: "Effort", level: "Level") -> "tuple[str, list[Json]]":
    """The notes about a file, setting by setting, among players so strong: as they are said, and as programs read
    them."""
    from rulewright.analysis.playtest.balance import balances
    from rulewright.language.render import as_github
    from rulewright.language.span import BYTES
    from rulewright.loading import read_text

    path = find(name)
    data = read(path, most=BYTES)
    found = balances(read_text(str(path), data), data, title(path), effort, level)
    notes = [(each, note) for each in found for note in each.notes]
    match form:
        case "text":
            said = "".join(_in_words(each) for each in found)
            said = f"{shown(source.name)}: balance, among players who {_how(level)}\n{said}"
        case "github":
            said = "".join(as_github(source, _as_finding(each, note, level)) for each, note in notes)
        case _:
            said = ""
    return said, [_as_json(source, each, note, level) for each, note in notes]


def _how(level: "Level") -> str:
    """How those choose who play."""
    from rulewright.levels import RANDOM

    return "choose at random" if level == RANDOM else f"play like {level.name}"


def _in_words(balance: "Balance") -> str:
    from rulewright.language.elaborate.settings import shown_setting

    head = f"With {shown_setting(balance.setting)}, {balance.games:,} games:\n"
    return head + "".join(f"    {note.message}\n" for note in balance.notes)


def _as_finding(balance: "Balance", note: "Note", level: "Level") -> "Diagnostic":
    from rulewright.language.diagnostics import Diagnostic
    from rulewright.language.elaborate.settings import shown_setting
    from rulewright.language.span import NOWHERE

    facts = {"setting": shown_setting(balance.setting), "how": _how(level), "said": note.message}
    return Diagnostic(note.code, "With {setting}, among players who {how}: {said}", NOWHERE, "suspicion", facts=facts)


def _as_json(source: "Source", balance: "Balance", note: "Note", level: "Level") -> "Json":
    return {
        "file": source.name,
        "severity": "note",
        "code": note.code,
        "players": balance.setting.players,
        "options": dict(balance.setting.options),
        "level": level.name,
        "games": balance.games,
        "message": note.message,
    }
