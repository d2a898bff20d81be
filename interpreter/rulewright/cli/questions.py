"""Questions to a person before a game: of an answer that does not fit it is said why, and asked again.

At each of them `?` tells what can be answered, `back` asks the one before again, and `:quit` stops. Laws: what does not
fit loses nothing; after `back` all answers before it stand.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from attrs import define, evolve, field, frozen

from rulewright.shown import shown
from rulewright.table import commands, typed_line
from rulewright.table.text_lines import Line, plain, say

if TYPE_CHECKING:
    from rulewright.table.prompt import Terminal

T = TypeVar("T")
BEFORE, ALWAYS = " back asks the question before again.", " :quit stops."


@frozen
class Choice:
    """Something to choose: its number, its name, what is said of it, and what more where there is room."""

    number: int
    name: str
    about: str
    more: str = ""


@frozen
class Question:
    """What is asked, the `word` behind which is typed, what can be answered, and what there is to choose."""

    word: str
    text: str
    help: str
    choices: tuple[Choice, ...] = ()


@frozen
class Sorry:
    """Why an answer is none."""

    said: str


class GoneBack(Exception):  # noqa: N818 - the user's choice, not an error
    """The question before is to be asked again."""


Asking = Callable[[Question], str]
"""Shows a question, and gives what is typed."""


@define
class Interview:
    """Questions to somebody: the answers that were `given`, and those that stand and need not be asked for."""

    ask: Asking
    given: list[str] = field(factory=list)
    standing: list[str] = field(factory=list)

    def whole(self, put: Callable[["Interview"], T]) -> T:
        """Put questions, all of them anew when somebody goes back: then the answers before stand."""
        while True:
            try:
                return put(self)
            except GoneBack:
                self.standing, self.given = self.given[:-1], []

    def answer(self, question: Question, understood: Callable[[str], T | Sorry]) -> T:
        """Ask until there is an answer."""
        put = question
        while True:
            text = self.standing.pop(0) if self.standing else self.ask(put).strip()
            # some can be typed at every question, and is no answer to it
            name = typed_line.normal(text.removeprefix(":").strip())
            row = commands.COMMANDS.get(name) if text.startswith(":") or name in commands.BARE or name == "q" else None
            meant = row.name if row else None
            if meant == "quit":
                raise KeyboardInterrupt
            if meant == "back" and self.given:
                raise GoneBack
            found: T | Sorry
            if meant == "back":
                found = Sorry(f"This is the first question: there is none before it.{ALWAYS}")
            elif meant == "help" or text.startswith(":"):
                nothing = "" if meant == "help" else f"{shown(text)} means nothing here. "
                found = Sorry(f"{nothing}{question.help}{BEFORE * bool(self.given)}{ALWAYS}")
            else:
                found = understood(text)
            if not isinstance(found, Sorry):
                self.given.append(text)
                return found
            put = evolve(question, text=found.said, choices=())


def asked_at(screen: "Terminal", question: Question) -> str:
    """What a person types behind a question."""
    from rulewright.table import editing, sitting

    def read() -> str:
        return screen.ask(question.word, lambda width, height: drawn(question, width, height))

    with editing.ended_in_order():
        said = sitting.patiently(screen, read, "To stop, type :quit or press Ctrl-C once more.")
    if said == sitting.QUIT:
        raise KeyboardInterrupt
    return said


def drawn(question: Question, width: int, height: int) -> "list[Line]":
    """A question for a terminal of this size, with all that is said of the choices if there is room for it."""
    longest = max((len(shown(choice.name)) for choice in question.choices), default=0)
    lines = list[Line]()
    for more in (True, False):
        lines = list(say(question.text, width=width))
        for choice in question.choices:
            label = f"{choice.number:>3}. {shown(choice.name):<{longest}}{'  ' * bool(longest)}"
            said = f"{choice.about} - {choice.more}" if choice.more and more else choice.about
            first, *rest = say(said, width=width, indent=len(label))
            lines += [(("", label + plain([first])[len(label) : -1]),), *rest]
        if len(lines) < height:
            break
    return lines
