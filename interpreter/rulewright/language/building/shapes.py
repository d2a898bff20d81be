"""The row of a form, ways to make a builder, and the builders of expressions and of examples.

Most rules list exactly what their class holds.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from attrs import field, frozen

from rulewright.language import syntax as s
from rulewright.language.span import Span

Builder = Callable[[list[Any], Span], object]


@frozen
class Form:
    """What begins with one word: how it is written, and what is made of the rules of the grammar for it.

    `borrowed`: words of other languages and of rulebooks for it. `opens`: a block is part of it. `belongs`: where it
    stands, said of it elsewhere. `below`: how the lines below a paragraph are written.
    """

    word: str
    written: str
    builders: Mapping[str, Builder] = field(factory=dict)
    borrowed: tuple[str, ...] = ()
    opens: bool = False
    belongs: str | None = None
    below: str = ""


def node(make: Callable[..., object], *first: object, **known: object) -> Builder:
    """The fields of the class are what comes `first`, the parts in their order, and what is `known`."""
    return lambda parts, span: make(*first, *parts, **known, span=span)


def with_tail(make: Callable[..., object], fixed: int) -> Builder:
    """After so many single parts the rest is one tuple."""
    return lambda parts, span: make(*parts[:fixed], tuple(parts[fixed:]), span=span)


def with_head(make: Callable[..., object]) -> Builder:
    """All parts but the last are one tuple."""
    return lambda parts, span: make(tuple(parts[:-1]), parts[-1], span=span)


def with_lists(make: Callable[..., object], *places: int) -> Builder:
    """The parts at these places are tuples, empty where nothing is written."""

    def build(parts: list[Any], span: Span) -> object:
        return make(*(() if part is None and place in places else part for place, part in enumerate(parts)), span=span)

    return build


def constant(value: object) -> Builder:
    """The words themselves say it all."""
    return lambda _parts, _span: value


def only(parts: list[Any], _span: Span) -> object:
    """The one part stands for the whole."""
    return parts[0]


# ---- Builders of expressions: numbers, names, questions, conditions and queries


def _of(word: str, make: type[s.You | s.It]) -> Builder:
    return lambda parts, span: s.Of(make(span=Span(span.start, span.start + len(word))), parts[0], span=span)


def _every(parts: list[Any], span: Span) -> s.Quantified:
    binder, source, where, condition = parts
    if where is not None:
        source = s.Query(source, binder, where, (), span=Span(source.span.start, where.span.end))
    return s.Quantified("every", binder, source, condition, span=span)


def _so_many(parts: list[Any], span: Span) -> s.Compare:
    op, number, source, binder, where = parts
    count = s.CountWhere(source, binder, where, span=Span(source.span.start, span.end))
    return s.Compare(op, count, number, span=span)


EXPRESSIONS: Final[dict[str, Builder]] = {
    "yes": node(s.YesNo, value=True),
    "no": node(s.YesNo, value=False),
    "your": _of("your", s.You),
    "its": _of("its", s.It),
    "plus": node(s.Arithmetic, "+"),
    "minus": node(s.Arithmetic, "-"),
    "without": node(s.Arithmetic, "without"),
    "mul": node(s.Arithmetic, "*"),
    "div": node(s.Arithmetic, "/"),
    "mod": node(s.Arithmetic, "mod"),
    "eq": node(s.Compare, "is"),
    "ne": node(s.Compare, "is not"),
    "same": node(s.Compare, "is the same as"),
    "not_same": node(s.Compare, "is not the same as"),
    "ge": node(s.Compare, "is at least"),
    "le": node(s.Compare, "is at most"),
    "gt": node(s.Compare, "is more than"),
    "lt": node(s.Compare, "is less than"),
    "covers": node(s.Compare, "covers"),
    "splits_into": node(s.Compare, "splits into"),
    "not_within": node(s.Within, negated=True),
    "not_empty": node(s.Empty, negated=True),
    "not_over": node(s.GameIsOver, negated=True),
    "cannot_act": node(s.CanAct, negated=True),
    **{word: constant(word) for word in ("total", "highest", "lowest", "some", "first", "last", "only")},
    "or_": lambda parts, span: s.Junction("or", tuple(parts), span=span),
    "and_": lambda parts, span: s.Junction("and", tuple(parts), span=span),
    "no_such": constant("no"),
    "every": _every,
    "so_many": _so_many,
    "exactly": constant("is"),
    "at_least": constant("is at least"),
    "at_most": constant("is at most"),
    "filtered": lambda parts, span: s.Query(
        parts[0], parts[1], parts[2], parts[3] or (), parts[3] is not None, span=span
    ),
    "query": with_lists(s.Query, 3),
    "best": lambda parts, span: s.Query(parts[0], None, None, parts[1], span=span),
    "ranked": lambda parts, span: s.Query(parts[0], None, None, parts[1], ranked=True, span=span),
    "picked": with_lists(s.Picked, 4),
    "region_where": lambda parts, span: s.Region(parts[0], parts[1], None, parts[2], parts[3], span=span),
    "region_within": lambda parts, span: s.Region(*parts[:3], *parts[4:], unit=parts[3], span=span),
    "region_by": lambda parts, span: s.Region(
        parts[0], *parts[2:4], *parts[5:], unit=parts[4], cost=parts[1], span=span
    ),
    "region_through": lambda parts, span: s.Region(parts[0], parts[1], None, None, None, span=span),
    "by_highest": node(s.Key, True),
    "by_lowest": node(s.Key, False),
}


# ---- Builders of examples: a position, what is done, and what should come out


def _word(part: s.OptionValue | s.Nobody) -> s.OptionValue:
    """One word of a move, of which none is a name."""
    return s.Name("none", span=part.span) if isinstance(part, s.Nobody) else part


SELECTION_ENDED: Final = "/"
EVENT: Final = "SEAT: MOVE, or ZONE gives PIECES"

EXAMPLE: Final = Form(
    "example",
    'example "title": and below it given:, when: and then:',
    {"example": with_tail(s.Example, 1)},
    ("test", "scenario"),
    below=f"a condition, ZONE holds PIECES, or SEAT can MOVE; below when: {EVENT}",
)

EXAMPLE_LINES: Final = (
    Form(
        "given",
        "given: and below it lines such as: deck holds red-1, red-2",
        {"ex_given": with_tail(s.ExampleGiven, 0)},
    ),
    Form("at", "at PHASE as PLAYER"),
    Form(
        "with",
        "with OPTION VALUE",
        {
            "ex_options": with_tail(s.ExampleOptions, 0),
            "setting": node(s.ExampleSetting),
        },
    ),
    Form("then", "then: and below it lines such as: Ann can pass", {"ex_then": with_tail(s.ExampleThen, 0)}),
)

SCENES: Final[dict[str, Builder]] = {
    "ex_when": with_tail(s.ExampleWhen, 0),
    "given_of_each": node(s.GivenIs, of_each=True),
    "given_as_set_up": node(s.GivenAsSetUp),
    "holds_picture": with_tail(s.HoldsPicture, 1),
    "open_cell": node(s.PictureCell, None, None),
    "hidden": lambda parts, _span: parts[0] or (),
    "item": lambda parts, span: s.Item(
        _word(parts[0]), parts[1], parts[2], parts[3].value if parts[3] else 1, span=span
    ),
    "selection_ended": lambda _parts, span: s.Name(SELECTION_ENDED, span=span),
    "move_text": lambda parts, span: s.MoveText(parts[0], tuple(_word(part) for part in parts[1:]), span=span),
    "cannot": node(s.Can, negated=True),
    "ex_can_only": with_tail(s.CanOnly, 1),
    "ex_moves": lambda parts, span: s.HasMoves(parts[0], parts[1].value, span=span),
    "not_sees": node(s.Sees, negated=True),
}
"""What stands in them, and the two lines that are called as others are."""
