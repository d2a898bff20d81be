"""The messages between a table and a seat: plain data, the same for a server, a page and a program.

A table tells a seat (or a spectator) the `rules` once, then after each change what `happened`, the `scene` and what is
`asked`, or how the game has `ended`. What a seat says has `at` which state of the table it is meant for. Things on the
table are called as players call them; a zone, beside that, by its `id`, which is the same for every seat. Law: nothing
in a message for a seat depends on what the seat may not know.
"""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from attrs import field, frozen

from rulewright.analysis.documents import Document
from rulewright.table.commands import Question
from rulewright.table.message_json import Data, MessageError, as_data, of_data
from rulewright.table.message_parts import (
    Action,
    At,
    Board,
    Choice,
    Component,
    Decided,
    Effect,
    Field,
    FieldDeclared,
    Item,
    Look,
    PlayerTold,
    Zone,
    ZoneDeclared,
)
from rulewright.table.text_lines import Remark

VERSION: Final = 1
"""A client of another version is told so, and gets nothing else."""


# ---- what the rules say: a table tells it once


@frozen
class RulesMessage:
    """What the rules say at this table's setting. `you`: whose eyes these are (null: a spectator's). `types`: the
    values of each named type in their order."""

    at: At
    you: int | None
    title: str
    players: tuple[PlayerTold, ...]
    subtitle: str = ""
    options: Mapping[str, str | int | bool] = field(factory=dict)
    components: tuple[Component, ...] = ()
    zones: tuple[ZoneDeclared, ...] = ()
    fields: tuple[FieldDeclared, ...] = ()
    types: Mapping[str, tuple[str, ...]] = field(factory=dict)
    boards: tuple[Board, ...] = ()
    actions: tuple[Action, ...] = ()
    effects: tuple[Effect, ...] = ()
    looks: tuple[Look, ...] = ()


# ---- how the table stands


@frozen
class SceneMessage:
    """The table as you see it. `phases`: those that run, the innermost last. A score is null where it is hidden, or
    where there is none; `deciders` are to choose now."""

    at: At
    phases: tuple[str, ...]
    scores: tuple[int | None, ...]
    deciders: tuple[int, ...]
    zones: tuple[Zone, ...]
    fields: tuple[Field, ...]
    over: bool = False


@frozen
class HappenedMessage:
    """Decisions that you have not been told of yet. `anew`: what you were told before does not count any more, for play
    has gone back or you came late."""

    at: At
    decisions: tuple[Decided, ...]
    anew: bool = False


@frozen
class EarlierMessage:
    """How the table stood earlier on this line of play, as you saw it then: `at` of the scene says when."""

    at: At
    id: int
    scene: SceneMessage


# ---- what is asked, and how it ended


@frozen
class AskedMessage:
    """Who is to choose, and what you can choose, as a tree of words; of so many `moves`. It ends what was proposed
    before. `since`: a move that was sent since then still counts; `undo`, `redo`: whether you have decisions to take
    back or to make again."""

    at: At
    deciders: tuple[int, ...]
    since: At
    moves: int = 0
    choices: tuple[Choice, ...] = ()
    undo: bool = False
    redo: bool = False


@frozen
class ChoicesMessage:
    """What can follow the words `begun`."""

    at: At
    id: int
    begun: tuple[Item, ...]
    choices: tuple[Choice, ...]


@frozen
class ProposalMessage:
    """Somebody wants to go to another decision, which takes back or makes again what others have decided: they are
    asked one after the other, now the player `asked`."""

    at: At
    by: int
    asked: int
    text: str


@frozen
class EndedMessage:
    """How the game ended: who won, the scores, if the rules have any, with their `parts`, the last move, and the rule
    that ended it."""

    at: At
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    text: str
    parts: tuple[Remark, ...] = ()
    last: str = ""
    rule: str = ""
    undo: bool = False


# ---- answers, and who is there

Why: TypeAlias = Literal["late", "illegal", "impossible", "form", "limit", "fault"]


@frozen
class RefusedMessage:
    """A message of yours was refused, and nothing has changed: why, with the sentence of the rules and its line. What
    is `late` was meant for a table that stood otherwise."""

    at: At
    id: int
    why: Why
    text: str
    rule: str = ""
    line: int | None = None


@frozen
class AnswerMessage:
    """The answer to a question: paragraphs, or the rulebook. `refused`: it could not be answered as it was asked."""

    at: At
    id: int
    question: str
    paragraphs: tuple[Remark, ...] = ()
    book: Document | None = None
    refused: bool = False


@frozen
class NoteMessage:
    """Something that no event of the game tells of, such as that somebody does not agree."""

    text: str


@frozen
class PresentMessage:
    """Who is connected, by seat, and how many spectators are; which seat's program thinks."""

    seats: tuple[bool, ...]
    spectators: int = 0
    thinking: int | None = None


# ---- what a seat says


@frozen
class Open:
    """The first message of a client: where play stood when it last heard of it (null: it knows nothing)."""

    had: At | None = None
    id: int = 0


@frozen
class MoveMade:
    """The words of a move; those of a free pick in any order."""

    at: At
    move: tuple[Item, ...]
    id: int = 0


@frozen
class ChoicesWanted:
    """Asks what can follow these words."""

    at: At
    begun: tuple[Item, ...]
    id: int = 0


@frozen
class Ask:
    """A question: `text` is the name of a thing, a number of decisions, a move, a word of the rulebook."""

    question: Question | Literal["why", "rules", "review"]
    text: str = ""
    id: int = 0


@frozen
class Undo:
    """Back before your last decision, or so many."""

    at: At
    count: int = 1
    id: int = 0


@frozen
class Redo:
    """Your decisions again that were taken back."""

    at: At
    count: int = 1
    id: int = 0


@frozen
class GoTo:
    """To the decision with a number, back or forward."""

    at: At
    decision: int
    id: int = 0


@frozen
class Earlier:
    """Asks how the table stood when so many decisions had been made on this line of play. Nobody else hears of it."""

    decisions: int
    id: int = 0


@frozen
class Agree:
    """Yes to what is proposed."""

    at: At
    id: int = 0


@frozen
class Decline:
    """No to what is proposed; also by who has proposed it, who takes that back."""

    at: At
    id: int = 0


@frozen
class Again:
    """Another game at this table, once this one is over."""

    at: At
    id: int = 0


ToSeat: TypeAlias = (
    RulesMessage
    | SceneMessage
    | EarlierMessage
    | HappenedMessage
    | AskedMessage
    | ChoicesMessage
    | ProposalMessage
    | EndedMessage
    | RefusedMessage
    | AnswerMessage
    | NoteMessage
    | PresentMessage
)
FromSeat: TypeAlias = Open | MoveMade | ChoicesWanted | Ask | Undo | Redo | GoTo | Earlier | Agree | Decline | Again

TO_SEAT: Final[Mapping[str, type[ToSeat]]] = {
    "rules": RulesMessage,
    "scene": SceneMessage,
    "happened": HappenedMessage,
    "asked": AskedMessage,
    "choices": ChoicesMessage,
    "proposal": ProposalMessage,
    "ended": EndedMessage,
    "earlier": EarlierMessage,
    "refused": RefusedMessage,
    "answer": AnswerMessage,
    "note": NoteMessage,
    "present": PresentMessage,
}
FROM_SEAT: Final[Mapping[str, type[FromSeat]]] = {
    "open": Open,
    "move": MoveMade,
    "more": ChoicesWanted,
    "ask": Ask,
    "undo": Undo,
    "redo": Redo,
    "goto": GoTo,
    "look-back": Earlier,
    "agree": Agree,
    "decline": Decline,
    "again": Again,
}
"""The messages by their type, in the order in which a table and a seat say them."""


def message_data(message: ToSeat | FromSeat) -> dict[str, Data]:
    """A message as plain data."""
    name = next(name for name, made in (*TO_SEAT.items(), *FROM_SEAT.items()) if made is type(message))
    said = as_data(message)
    assert isinstance(said, dict), "it is an object"
    return {"v": VERSION, "type": name, **said}


def message_of(data: object) -> FromSeat:
    """What a seat says in plain data; MessageError where that is no message."""
    if not isinstance(data, dict):
        raise MessageError("A message is an object.")
    said, version = dict(data), data.get("v")
    if type(version) is not int or version != VERSION:
        raise MessageError(f"Messages of version {VERSION} are understood here. Load the page anew.")
    made = FROM_SEAT.get(str(said.pop("type", "")))
    if made is None:
        raise MessageError(f"The type of a message is one of {', '.join(FROM_SEAT)}.")
    del said["v"]
    return of_data(made, said)
