"""Texts of the table: what can be typed, an unknown command, who has won."""

from rulewright.language.suggest import closest
from rulewright.table.commands import COMMANDS, ROWS
from rulewright.table.render import Line, say

HELP = (
    ("a number", "make the move beside which it stands"),
    ("a move", "make it, written as in the list; parts of the names are enough"),
    ("part of a move", "see only the moves that contain it"),
    *((f":{row.name} {row.takes}".rstrip(), row.help) for row in ROWS),
)


def help_lines(width: int) -> list[Line]:
    """What can be typed."""
    lines: list[Line] = [(("name", f" {what:<15}"), ("", about)) for what, about in HELP]
    hint = "Without the colon they are understood, too, where no move is called so. Tab completes."
    return [*lines, *say(f"{hint}\n{stars('you last decided')}", "hint", width=width)]


def stars(since: str) -> str:
    """What the stars on a table mean."""
    return f"On the table * is behind what has changed since {since}, and before the rest where something went away."


def verdict_on(winners: list[str]) -> str:
    """Say who has won.

    >>> verdict_on(["Ann", "Bob"])
    'Ann and Bob win together.'
    """
    if not winners:
        return "Nobody wins."
    if len(winners) == 1:
        return f"{winners[0]} wins."
    return f"{', '.join(winners[:-1])} and {winners[-1]} win together."


def unknown_command(name: str) -> str:
    """Say that there is no such command, and which one may be meant."""
    near = closest(name, COMMANDS)
    meant = f" Did you mean :{near}?" if near else ""
    return f'There is no command ":{name}".{meant} :help lists them.'
