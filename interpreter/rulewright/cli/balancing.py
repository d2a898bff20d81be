"""Notes about the balance of a game: `check --balance`."""

from typing import TYPE_CHECKING

from rulewright.files import find, read, title
from rulewright.shown import shown

if TYPE_CHECKING:
    from rulewright.analysis.playtest.effort import Effort
    from rulewright.language.render import Json
    from rulewright.language.source import Source
    from rulewright.levels import Level


def balanced(name: str, source: "Source", form: str, effort: "Effort", level: "Level") -> "tuple[str, list[Json]]":
    """The notes about the balance of a file, setting by setting, among players so strong: as they are said, and as
    programs read them."""
    from rulewright.analysis.playtest.balance import balances
    from rulewright.language.diagnostics import Diagnostic
    from rulewright.language.elaborate.settings import shown_setting
    from rulewright.language.render import as_github
    from rulewright.language.span import BYTES, NOWHERE
    from rulewright.levels import RANDOM
    from rulewright.loading import read_text

    path = find(name)
    data = read(path, most=BYTES)
    how = "choose at random" if level == RANDOM else f"play like {level.name}"
    notes: list[Json] = []
    said = f"{shown(source.name)}: balance, among players who {how}\n" if form == "text" else ""
    for found in balances(read_text(str(path), data), data, title(path), effort, level):
        setting = shown_setting(found.setting)
        said += f"With {setting}, {found.games:,} games:\n" if form == "text" else ""
        for note in found.notes:
            said += f"    {note.message}\n" if form == "text" else ""
            if form == "github":
                text, facts = "With {setting}, among players who {how}: {said}", {"setting": setting, "how": how}
                facts["said"] = note.message
                said += as_github(source, Diagnostic(note.code, text, NOWHERE, "suspicion", facts=facts))
            notes.append(
                {
                    "file": source.name,
                    "severity": "note",
                    "code": note.code,
                    "players": found.setting.players,
                    "options": dict(found.setting.options),
                    "level": level.name,
                    "games": found.games,
                    "message": note.message,
                }
            )
    return said, notes
