"""`python -m tests.cli.commands_page > docs/commands.md`: every command with its arguments, and those of a table."""

import argparse
import sys
from collections.abc import Iterable, Iterator

from rulewright.cli.arguments import Verb
from rulewright.cli.command_line import VERBS
from rulewright.table.commands import ROWS, CommandRow
from rulewright.table.reader import ROWS as READER_ROWS

HEAD = """# Commands

Every command with all that can stand behind it. `rulewright COMMAND --help` prints the same. [Play](play.md),
[Write](write.md) and [Study](study.md) say what the commands are for. What stands in square brackets may be left out. A
value in round brackets holds if you give none. `…` means one or more of the same.

Every command also takes `--no-cache`: it makes everything anew, and keeps nothing for the next start. `rulewright`
alone asks what to play, and `rulewright --version` prints the version.

A command ends with 0 if all is well, with 1 if it finds something or is interrupted, and with 2 if the arguments or
files are wrong.
"""
TABLE = """
## At the table

What can be typed in `rulewright play` instead of a move. Names of more than one letter need no colon.

"""
READING = """
## While reading a game

What can be typed in `rulewright replay`.

"""


def section(verb: Verb) -> str:
    """What the command does, and a row for each of its arguments."""
    parser = argparse.ArgumentParser(add_help=False)
    for argument in verb.arguments:
        argument(parser)
    rows = (f"| `{cell(called(action))}` | {cell(action.help or '')} |\n" for action in parser._actions)
    about = verb.about[0].upper() + verb.about[1:]
    table = "".join(rows)
    return f"\n## {verb.name}\n\n{about}.\n" + (f"\n| | |\n|---|---|\n{table}" if table else "")


def called(action: argparse.Action) -> str:
    """An argument as it is typed: its names, and what stands behind them."""
    value = action.metavar or (action.dest.upper() if action.option_strings else action.dest)
    if action.choices:
        value = "|".join(map(str, action.choices))
    assert isinstance(value, str)
    match action.nargs:
        case "?":
            value = f"[{value}]"
        case "+":
            value = f"{value}…"
        case "*":
            value = f"[{value}…]"
        case 0:
            value = ""
    return f"{', '.join(action.option_strings)} {value}".strip()


def typed(rows: Iterable[CommandRow[str]]) -> str:
    """A row for each word that a table understands."""
    told = (
        f"| `{cell(f':{row.name} {row.takes}'.strip())}` | {cell(row.help)} | "
        f"{', '.join(f'`:{alias}`' for alias in row.aliases)} |\n"
        for row in rows
    )
    return f"| | | Also |\n|---|---|---|\n{''.join(told)}"


def cell(text: str) -> str:
    """A text in a table of Markdown."""
    return text.replace("|", r"\|")


def page() -> Iterator[str]:
    """The page, in parts."""
    yield HEAD
    yield from map(section, VERBS)
    yield TABLE + typed(ROWS)
    yield READING + typed(READER_ROWS)


if __name__ == "__main__":
    sys.stdout.write("".join(page()))
