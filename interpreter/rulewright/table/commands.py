"""The commands of the table: one row each, for typing, completing and telling of them; `session` carries them out."""

from typing import Literal

from attrs import frozen

CommandName = Literal["undo", "why", "rules", "moves", "table", "help", "quit"]


@frozen
class CommandRow:
    """A command: what may stand behind it, what it does in a few words and in a list of all, what its text is
    completed by, and another name for it."""

    name: CommandName
    takes: str
    about: str
    help: str
    completed_by: Literal["move", "any move", "action"] | None = None
    alias: str | None = None


ROWS = (
    CommandRow("why", "MOVE", "why a move is not allowed", "why a move is not allowed, from the rules", "any move"),
    CommandRow("undo", "", "go back to your last decision", "go back to your last decision"),
    CommandRow("moves", "[PART]", "list all moves", "list all moves, or those with this part", "move"),
    CommandRow("table", "", "show the table again", "show the table again, whole"),
    CommandRow("rules", "[WORD]", "show the rules", "show the rules, or what they say of a word", "action"),
    CommandRow("help", "", "what can be typed", "this list"),
    CommandRow("quit", "", "stop playing", "stop; a record that was asked for stays", alias="exit"),
)

COMMANDS = {name: row for row in ROWS for name in (row.name, row.alias) if name is not None}
"""The rows by every name that can be typed."""
