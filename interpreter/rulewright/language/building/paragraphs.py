"""Builders of paragraphs: what there is, and the frames of what happens and what is so."""

from typing import Any, Final

from rulewright.language import syntax as s
from rulewright.language.building.combinators import Builder, Form, listed, node, only, with_head, with_lists, with_tail
from rulewright.language.span import Span


def _spot(parts: list[Any], span: Span) -> object:
    """A place by its name or number."""
    (place,) = parts
    return s.Spot(str(place.value) if isinstance(place, s.Number) else place.text, span=span)


def _number(part: s.Number | None) -> int | None:
    return None if part is None else part.value


def _seats(parts: list[Any], _span: Span) -> object:
    return parts[0] if len(parts) == 1 else tuple(parts)


def _teams(parts: list[Any], span: Span) -> s.Teams:
    return s.Teams(parts[0].value, parts[1], span=span)


def _component(parts: list[Any], span: Span) -> s.Component:
    name, called, title, attributes, shown, *rows = parts
    return s.Component(name, called, title, attributes, tuple(rows), shown=shown, span=span)


def _component_of_names(parts: list[Any], span: Span) -> s.Component:
    name, called, title, names = parts
    return s.Component(name, called, title, (), (), names, span=span)


def _row(parts: list[Any], span: Span) -> s.Row:
    copies, *values, called, when = parts
    return s.Row(copies, tuple(values), called, when, span=span)


def _copies(*, per_player: bool) -> Builder:
    return lambda parts, span: s.Copies(parts[0].value, per_player, span=span)


def _each_has(parts: list[Any], span: Span) -> s.Has:
    first, second, *fields = parts
    return s.Has((first,) if second is None else (first, second), tuple(fields), span=span)


def _each_lying_has(parts: list[Any], span: Span) -> s.Has:
    component, zone, *fields = parts
    return s.Has((component,), tuple(fields), zone, span=span)


def _field(parts: list[Any], span: Span) -> s.Field:
    name, kind, *modifiers, starts, picture = parts
    return s.Field(name, kind, tuple(modifiers), starts, picture, span=span)


def _param(parts: list[Any], span: Span) -> s.Param:
    kind, name = parts
    one_word: Any = kind.of if isinstance(kind, s.Optional) else kind
    return s.Param(kind, one_word if name is None else name, span=span)


def _around_members(lines: list[Any]) -> tuple[tuple[Any, ...], tuple[Any, ...], tuple[Any, ...]]:
    """The lines before, of and after the members of a family."""
    places = [place for place, line in enumerate(lines) if type(line) is s.FamilyMember]
    first, last = places[0], places[-1] + 1
    return tuple(lines[:first]), tuple(lines[first:last]), tuple(lines[last:])


def _action_family(parts: list[Any], span: Span) -> s.ActionFamily:
    name, of, params, candidates, title, *lines = parts
    return s.ActionFamily(name, of, params or (), candidates, title, *_around_members(lines), span=span)


def _procedure_family(parts: list[Any], span: Span) -> s.ProcedureFamily:
    name, of, params, *lines = parts
    return s.ProcedureFamily(name, of, params or (), *_around_members(lines), span=span)


def _guarded_choice(parts: list[Any], span: Span) -> s.Choice:
    name, title, *lines = parts
    needs = tuple(line for line in lines if type(line) is s.Needs)
    return s.Choice(name, title, tuple(lines[len(needs) :]), needs=needs, span=span)


def _body_of_cases(parts: list[Any], span: Span) -> s.Body:
    lets = [part for part in parts if type(part) is s.Let]
    return s.Body(tuple(lets), tuple(parts[len(lets) :]), span=span)


def _body_case(parts: list[Any], span: Span) -> s.BodyCase:
    value, *when = parts
    return s.BodyCase(value, when[0] if when else None, span=span)


_FIELD: Final = "NAME: TYPE, such as: deck: pile of card"

PARAGRAPHS: Final = (
    Form("game", 'game "NAME" "what it is", and below it: players 2..4', {"game": with_tail(s.Game, 4)}),
    Form(
        "option",
        'option NAME "what it decides": 8 or 12, default 8',
        {"option": with_tail(s.Option, 3), "values": listed},
    ),
    Form(
        "joined",
        "joined POINTS: and below it one straight line of points a line: a, b, c",
        {"joined": with_tail(s.Joined, 1), "joined_line": listed},
    ),
    Form(
        "component",
        "component NAME: ATTRIBUTE, ATTRIBUTE and below it rows such as: 2 of red, 1..5",
        {
            "component": _component,
            "component_of_names": _component_of_names,
            "attrs": listed,
            "attr": node(s.Attribute, optional=False),
            "optional_attr": node(s.Attribute, optional=True),
            "row": _row,
            "copies": _copies(per_player=False),
            "per_player": _copies(per_player=True),
            "unlimited": node(s.Copies, None),
            "any": node(s.AnyValue),
            "any_but": with_tail(s.AnyBut, 0),
            "any_of": with_tail(s.AnyOf, 0),
            "counts_value": with_tail(s.CountsValue, 0),
        },
        ("type", "class"),
        below="COPIES of VALUE, VALUE, such as: 2 of red, 1..5",
    ),
    Form(
        "there",
        "there is, and below it fields such as: deck: pile of card",
        {"there_is": lambda parts, span: s.Has((), tuple(parts), span=span)},
        ("zone",),
        below=_FIELD,
    ),
    Form(
        "each",
        "each player has, and below it fields such as: hand: hand of card; or each card in row has, and below it what "
        "is noted of them",
        {"each_has": _each_has, "each_lying_has": _each_lying_has},
        below=_FIELD,
    ),
    Form("setup", "setup: and below it sentences"),
    Form("play", "play: and below it sentences"),
    Form("phase", 'phase NAME "title": and below it sentences', {"phase": with_lists(s.Phase, 1)}, ("round", "turns")),
    Form(
        "to",
        "to NAME(params): and below it sentences, or to NAME(params) gives TYPE:",
        {
            "procedure": with_lists(s.Procedure, 1),
            "procedure_family": _procedure_family,
            "params": listed,
            "param": _param,
        },
        ("procedure",),
    ),
    Form(
        "action",
        'action NAME "what it does": and below it pick, needs and sentences',
        {"action": with_lists(s.Action, 1), "action_family": _action_family},
    ),
    Form(
        "choice",
        'choice NAME "title": and below it the names of actions',
        {"guarded_choice": _guarded_choice},
        ("menu",),
        below='ACTION or ACTION, once per PHASE; before them: needs CONDITION because "REASON"',
    ),
    Form(
        "define",
        "define NAME of TYPE x: VALUE, or below it lines such as: VALUE when CONDITION",
        {
            "define": with_lists(s.Define, 4),
            "body": with_head(s.Body),
            "body_of_cases": _body_of_cases,
            "body_case": _body_case,
        },
        ("def", "function", "rule"),
        below="VALUE when CONDITION, and last: VALUE otherwise",
    ),
    Form(
        "scoring",
        "scoring: and below it: score of player: VALUE and winners: players with highest score",
        {"scoring": with_tail(s.Scoring, 0)},
        ("score", "end"),
    ),
    Form(
        "invariant",
        'invariant "what always holds": CONDITION, or invariant "what holds at decisions" in play: CONDITION',
        {"invariant_in_play": node(s.Invariant, in_play=True)},
    ),
    Form("secret", 'secret "title": nobody but its owner sees ZONE'),
    Form(
        "accepted", 'accepted CODE at NAME because "why it is right"', {"whole_game": node(s.Name, "game")}, ("accept",)
    ),
)

LINES: Final = (
    Form("players", "players 2..4, or players NAME, NAME", {"seats": _seats}),
    Form("teams", "teams 2 when CONDITION", {"teams": _teams}),
    Form(
        "when",
        'when VALUE "title": SENTENCE',
        {"member": node(s.FamilyMember)},
        belongs='cases of this form stand only in a family: action NAME of TYPE from ZONE "title":',
    ),
    Form(
        "shown",
        'shown as "{ATTRIBUTE}{ATTRIBUTE\'s initial}"',
        {"shown_as": only},
        belongs="`shown as` is the first line below a component, before its rows.",
    ),
    Form(
        "picture",
        'picture: KIND "X", KIND "O", empty "."; below it, on joined points, rows of places with . where there is none',
        {
            "picture": lambda parts, span: s.Picture(tuple(parts[:-1]), parts[-1] or (), span=span),
            "picture_of_places": node(s.Picture, ()),
            "drawn_empty": node(s.Drawn, None),
            "arrangement": listed,
            "spots": listed,
            "spot": _spot,
            "negative_spot": lambda parts, span: s.Spot(f"-{parts[0].value}", span=span),
            "no_spot": node(s.Spot, None),
        },
        belongs="it stands below a board, indented more.",
    ),
    Form("score", "score of player: VALUE", belongs="it stands below `scoring:`."),
    Form("winners", "winners: PLAYERS", belongs="it stands below `scoring:`."),
)

TYPES: Final[dict[str, Builder]] = {
    "start": listed,
    "grid_type": lambda parts, span: s.GridType(parts[0], parts[1].value, parts[2].value, span=span),
    "names": listed,
    "namelist": listed,
    "holder": with_tail(s.Holder, 2),
    "const_range": lambda parts, span: s.ConstRange(parts[0], parts[1], _number(parts[2]), span=span),
    "negative": lambda parts, span: s.Number(-parts[0].value, span=span),
    "field": _field,
    "existing_when": node(s.When),
    "seen": node(s.SeenBy),
    "owned": node(s.WithOwner),
    "refilled": node(s.RefilledFrom),
}
"""Types, fields and lists, which begin with a name."""
