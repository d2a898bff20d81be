"""The commands of the table: one row each, for typing, completing and telling of them; `session` carries them out."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Generic, Literal, TypeAlias, TypeVar

from attrs import frozen

from rulewright.machine.program.nodes import Program
from rulewright.table.text_lines import HANGING, Line, fitted, listed, say

Question: TypeAlias = Literal["look", "score", "odds", "history", "last", "hint"]
"""Commands that ask something of the game as the seat sees it."""
CommandName: TypeAlias = (
    Literal["back", "undo", "redo", "goto", "branches", "why", "rules", "moves", "table", "help", "quit"] | Question
)

Name_co = TypeVar("Name_co", bound=str, covariant=True)


@frozen
class CommandRow(Generic[Name_co]):
    """A command: what may stand behind it, what it does in a few words and in a list of all, what its text is
    completed by, and other names for it; one of a single letter needs the colon."""

    name: Name_co
    takes: str
    about: str
    help: str
    completed_by: Literal["move", "any move", "action", "name", "piece", "zone", "eyes"] | None = None
    aliases: tuple[str, ...] = ()


ROWS: Final[tuple[CommandRow[CommandName], ...]] = (
    CommandRow("why", "MOVE", "why a move is not allowed", "why a move is not allowed, from the rules", "any move"),
    CommandRow(
        "undo", "[N]", "go back to your last decision", "go back to your last decision, or N back", aliases=("u",)
    ),
    CommandRow("redo", "[N]", "make again what was taken back", "make your decision again that was taken back, or N"),
    CommandRow("goto", "N", "go to a decision", "go to decision N, back or forward"),
    CommandRow("branches", "[N]", "the lines of play that were left", "the lines of play that were left, or go to one"),
    CommandRow("back", "", "choose the last word again", "choose the last word again; an empty line does so, too"),
    CommandRow("moves", "[PART]", "list all moves", "list all moves, or those with this part", "move"),
    CommandRow("table", "", "show the table again", "show the table again, whole"),
    CommandRow("look", "NAME", "what a thing is", "what a thing is, where it lies, and who sees it", "name"),
    CommandRow("score", "", "the scores by part", "what the scores are made up of, as far as you may know"),
    CommandRow("odds", "PIECE", "how likely a piece comes", "how likely a piece is next or in a hand", "piece"),
    CommandRow(
        "history", "[N]", "what happened", "what happened in the last decisions, as you saw it, whole", aliases=("log",)
    ),
    CommandRow("last", "ZONE", "what lay in a zone before", "what lay in a zone before it was emptied", "zone"),
    CommandRow("hint", "", "which move promises most", "which move promises most, why, and which are as good"),
    CommandRow("rules", "[WORD]", "read the rulebook", "the rulebook, or what it says of a word", "action"),
    CommandRow("help", "", "what can be typed", "this list", aliases=("h", "?", "commands")),
    CommandRow("quit", "", "stop playing", "stop; the game is kept", aliases=("exit", "q", "wq", "bye")),
)

COMMANDS: Final = {name: row for row in ROWS for name in (row.name, *row.aliases)}
"""The rows by every name that can be typed after a colon."""

ABOUT_A_MOVE: Final = ("why", "undo", "redo", "goto", "branches", "back", "moves", "hint")
WHILE_ASKED_TO_AGREE: Final = tuple(row.name for row in ROWS if row.name not in ABOUT_A_MOVE)
"""What can be typed while a seat is asked for its yes to a step through the game; the others are about a move."""

BARE: Final = {name: row for name, row in COMMANDS.items() if len(name) > 1 or not name.isalpha()}
"""Those that are understood without the colon: a letter alone may be the beginning of a piece."""


@frozen
class Speech:
    """How people are told of what they can ask, where they ask it; `{}` is of what. `unnamed`: by the question, where
    no name stands behind it; `slow` and `full`: where a hint could try out little, or had no more memory."""

    unnamed: Mapping[str, str]
    where: str
    whole_action: str
    how_many: str
    whole_history: str
    slow: str
    full: str


AT_PROMPT: Final = Speech(
    unnamed={
        "look": "Type a name after :look: of a piece, a zone, a place, a player, an action.",
        "odds": "Type the name of a piece after :odds.",
        "last": "Type the name of a zone after :last.",
    },
    where=":look {} says where it lies",
    whole_action="… :rules {} shows all.",
    how_many='After :history stands how many decisions to tell, or "all".',
    whole_history=":history all tells everything",
    slow="Little was tried: with the extra `fast` it is much more.",
    full="There was no room to look further ahead: --memory gives more.",
)
ELSEWHERE: Final = Speech(
    unnamed={
        "look": "Give the name of a piece, a zone, a place, a player or an action.",
        "odds": "Give the name of a piece.",
        "last": "Give the name of a zone.",
    },
    where="ask what {} is to hear where it lies",
    whole_action="… The rulebook tells all of {}.",
    how_many='Say how many decisions are to be told, or "all".',
    whole_history='"all" tells everything',
    slow="Little was tried.",
    full="There was no room to look further ahead.",
)
"""To who plays by messages: a client has buttons and fields of its own."""

MOVES: Final = (
    ("a number", "make the move beside which it stands"),
    ("a move", "make it, written as in the list; parts of the names are enough"),
    ("part of a move", "make the move that contains it, or see which of them do"),
)
COMMAND: Final = 16  # the columns before what a command does
CONSENT: Final = (("yes or no", "say whether you agree; the number beside it does so, too"),)
NO_COLON: Final = "Without the colon they are understood, too, where no move is called so. Tab completes."


def help_lines(
    first: Iterable[tuple[str, str]], rows: Iterable[CommandRow[str]], hint: str, width: int
) -> tuple[Line, ...]:
    """What can be typed, each with what it does: some things `first`, then commands."""
    told = (*first, *((f":{row.name} {row.takes}", row.help) for row in rows))
    lines: list[Line] = [(("name", f" {what:<15}"), ("", about)) for what, about in told]
    return (*fitted(lines, width, COMMAND if width >= 3 * COMMAND else HANGING), *say(hint, "hint", width=width))


CHANGED: Final = "what has changed since you last decided"
DECIDED: Final = "what the last decision changed, and the places that decided the game"


def stars(what: str) -> str:
    """What the stars on a table mean."""
    return f"On the table * is behind {what}, and before the rest where something went away."


def totals_of(names: Sequence[str], scores: Sequence[int]) -> str:
    """The scores in a sentence of their own, nothing where there are none."""
    totals = ", ".join(f"{name} {score}" for name, score in zip(names, scores, strict=bool(scores)))
    return f" {totals}." if totals else ""


def ending_of(
    names: Sequence[str], scores: Sequence[int], winners: Sequence[int], program: Program | None = None
) -> str:
    """The scores, or the one that all have, and below them who has won; of who cannot lose nothing is said."""
    won = [names[seat] for seat in winners]
    verdict = f"{listed(won, most=len(won))} {'win together' if won[1:] else 'wins'}." if won else "Nobody wins."
    if program is not None and program.wins_together and names[1:]:
        verdict = "Everybody wins." if won else "Everybody loses."
    if program is None or program.common is None:
        return f"{totals_of(names, scores)}\n{verdict}"
    return f" Score: {scores[0]}." + f"\n{verdict}" * program.common.lost
