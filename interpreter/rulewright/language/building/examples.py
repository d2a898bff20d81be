"""Builders of examples: a position, what is done, and what should come out."""

from typing import Any, Final

from rulewright.language import syntax as s
from rulewright.language.building.combinators import Builder, Form, listed, node, with_tail
from rulewright.language.span import Span


def _word(part: s.Name | s.Number | s.YesNo | s.Nobody) -> s.ExampleWord:
    """A name, a number, yes, no or none as one word of an example."""
    match part:
        case s.Name(text):
            return s.ExampleWord(text, span=part.span)
        case s.Nobody():
            return s.ExampleWord("none", span=part.span)
        case _:
            return s.ExampleWord(part.value, span=part.span)


def _setting(parts: list[Any], span: Span) -> s.ExampleSetting:
    return s.ExampleSetting(parts[0], _word(parts[1]), span=span)


def _item(parts: list[Any], span: Span) -> s.Item:
    word, viewers, number = parts
    return s.Item(_word(word), viewers, 1 if number is None else number.value, span=span)


EVENT: Final = "SEAT: MOVE, or ZONE gives PIECES"

EXAMPLE: Final = Form(
    "example",
    'example "title": and below it given:, when: and then:',
    {"example": with_tail(s.Example, 1)},
    ("test", "scenario"),
    below=f"a condition, ZONE holds PIECES, or SEAT can MOVE; below when: {EVENT}",
)

LINES: Final = (
    Form(
        "given",
        "given: and below it lines such as: deck holds red-1, red-2",
        {"ex_given": with_tail(s.ExampleGiven, 0)},
    ),
    Form("at", "at PHASE as PLAYER", {"ex_at": node(s.ExampleAt)}),
    Form("with", "with OPTION VALUE", {"ex_options": with_tail(s.ExampleOptions, 0), "setting": _setting}),
    Form("then", "then: and below it lines such as: Ann can pass", {"ex_then": with_tail(s.ExampleThen, 0)}),
)

SCENES: Final[dict[str, Builder]] = {
    "ex_players": node(s.ExamplePlayers),
    "ex_when": with_tail(s.ExampleWhen, 0),
    "given_is": node(s.GivenIs),
    "given_of_each": node(s.GivenIs, of_each=True),
    "holds": node(s.Holds),
    "holds_picture": with_tail(s.HoldsPicture, 1),
    "picture_row": listed,
    "gridcell": node(s.PictureCell),
    "open_cell": node(s.PictureCell, None, None),
    "hidden": lambda parts, _span: parts[0] or (),
    "items": listed,
    "item": _item,
    "rest": node(s.Rest),
    "move_text": lambda parts, span: s.MoveText(parts[0], tuple(_word(part) for part in parts[1:]), span=span),
    "plays": node(s.Plays),
    "gives": node(s.Gives),
    "ex_condition": node(s.Holding),
    "ex_can": node(s.Can),
    "ex_cannot": node(s.Cannot),
    "ex_can_only": with_tail(s.CanOnly, 1),
    "ex_moves": lambda parts, span: s.HasMoves(parts[0], parts[1].value, span=span),
    "ex_decides": node(s.Decides),
    "ex_refused": node(s.Refused),
    "ex_sees": node(s.Sees, negated=False),
    "ex_sees_not": node(s.Sees, negated=True),
}
"""What stands in them, and the two lines that are called as others are."""
