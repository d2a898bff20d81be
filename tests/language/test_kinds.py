"""Kinds of components: the rows of the games, names, copies, and what is wrong with a table."""

from collections.abc import Callable
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.language import core, syntax
from rulewright.language.component_kinds import build_component, check_components
from rulewright.language.component_rows import Domain
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.span import Span
from rulewright.language.syntax import AnyBut, AnyOf, Component, Copies, CountsValue, Name, Number, Row, RowValue, YesNo
from rulewright.language.types import BOOL, NONE, NONE_NUMBER, PLAYER, CountsT, LineT, NumberT, OptionalT, ValueT

ANY = syntax.AnyValue()
YES, NO, NONE_HERE = YesNo(value=True), YesNo(value=False), syntax.Nobody()

SUIT = Domain(ValueT("suit"), ("bismuth", "phosphorus", "zinc", "copper", "silver", "gold"))
COLOR = Domain(ValueT("color"), ("red", "blue", "green", "yellow"))
MAYBE_COLOR = Domain(OptionalT(ValueT("color")), COLOR.names)
CATEGORY = Domain(ValueT("category"), ("pigments", "monks", "forbidden-tomes", "holy-books", "manuscripts"))
ELEMENTS = Domain(CountsT(ValueT("element")), ("air", "earth", "fire", "water"))
FLAG = Domain(BOOL)


def number(low: int, high: int, *, optional: bool = False) -> Domain:
    """The domain of a number."""
    return Domain(OptionalT(NumberT(low, high)) if optional else NumberT(low, high))


def names(*words: str) -> tuple[Name, ...]:
    """Names as written."""
    return tuple(map(Name, words))


def value(text: str | int | RowValue) -> RowValue:
    """A value of a row: a word, a number or a form of its own."""
    match text:
        case str():
            return Name(text)
        case int():
            return Number(text)
        case form:
            return form


def atoms(*texts: str | int) -> tuple[syntax.RowAtom, ...]:
    """Words and numbers in brackets."""
    return tuple(Name(text) if isinstance(text, str) else Number(text) for text in texts)


def span_to(low: int | str, high: int | str, step: int | None = None) -> syntax.ConstRange:
    """`low..high by step`."""
    first, last = atoms(low, high)
    assert isinstance(first, Name | Number)
    assert isinstance(last, Name | Number)
    return syntax.ConstRange(first, last, step)


def row(copies: int | Copies | None, *values: str | int | RowValue, called: str | None = None, when: str = "") -> Row:
    """A line of a table; `when` is a bare word that the test decides."""
    count = Copies(copies) if isinstance(copies, int) else copies
    condition = syntax.Word(Name(when)) if when else None
    return Row(count, tuple(map(value, values)), syntax.Text(called) if called else None, condition)


def component(name: str, attributes: str, *rows: Row, called: str | None = None) -> Component:
    """A component with attributes whose types come from the domains."""
    written = tuple(syntax.Attribute(each, None, optional=False) for each in names(*attributes.split()))
    return Component(Name(name), syntax.Text(called) if called else None, None, written, rows)


def setting(*true: str) -> Callable[[syntax.Expr], bool]:
    """The conditions that hold: the bare words listed."""
    return lambda condition: isinstance(condition, syntax.Word) and condition.name.text in true


def build(declaration: Component, *true: str, **domains: Domain) -> tuple[core.Component, list[str]]:
    """Build with these domains (`_` for `-` in names) and tell the codes of the diagnostics."""
    types = {name.replace("_", "-"): domain for name, domain in domains.items()}
    built, found = build_component(declaration, types, setting(*true), 2)
    return built, [each.code for each in found]


def good(declaration: Component, *true: str, **domains: Domain) -> core.Component:
    """Build what has nothing wrong with it."""
    built, codes = build(declaration, *true, **domains)
    assert codes == []
    return built


def only(declaration: Component, **domains: Domain) -> Diagnostic:
    """Give the one diagnostic of a declaration."""
    types = {name.replace("_", "-"): domain for name, domain in domains.items()}
    _, found = build_component(declaration, types, setting(), 2)
    assert len(found) == 1
    return found[0]


def column(built: core.Component, name: str) -> list[object]:
    """The values of an attribute, kind by kind."""
    return [each for attribute in built.attributes if attribute.name == name for each in attribute.table]


# ---- the games


METALS = component(
    "card",
    "suit rank",
    row(1, AnyBut(names("gold")), span_to(1, 10), when="four"),
    row(1, AnyBut(names("gold", "copper")), span_to(1, 9), when="three"),
    row(4, "gold", 0, when="zero"),
    row(2, "gold", span_to(1, 3)),
    row(1, "gold", span_to(4, 7)),
    row(1, "gold", 8, when="four"),
)


def test_metals_for_four_and_three() -> None:
    """Rows come and go with the setting; names are suit and rank."""
    four = good(METALS, "four", "zero", suit=SUIT, rank=number(0, 10))
    assert len(four.kinds) == 50 + 1 + 3 + 4 + 1
    assert four.kinds[:2] == ("bismuth-1", "bismuth-2")
    assert four.kinds[-9:] == tuple(f"gold-{n}" for n in range(9))
    assert four.copies[-9:] == (4, 2, 2, 2, 1, 1, 1, 1, 1)
    assert column(four, "rank")[:11] == [*range(1, 11), 1]
    three = good(METALS, "three", suit=SUIT, rank=number(0, 10))
    assert len(three.kinds) == 36 + 7
    assert "copper-1" not in three.kinds
    assert sum(copies or 0 for copies in three.copies) == 36 + 10


def test_numbers_with_steps_and_a_template() -> None:
    """A hundred numbers in four colors, and challenges that have neither; short rows leave the rest none."""
    cards = component(
        "card",
        "number color value",
        *(row(1, span_to(n, n + 96, 4), color) for n, color in enumerate(COLOR.names, 1)),
        row(2, NONE_HERE, NONE_HERE, ANY, called="challenge+{value}"),
        called="number-{number}",
    )
    types = {"number": number(1, 100, optional=True), "color": MAYBE_COLOR, "value": number(3, 5, optional=True)}
    built = good(cards, **types)
    assert len(built.kinds) == 103
    assert built.kinds[:2] == ("number-1", "number-5")
    assert built.kinds[-3:] == ("challenge+3", "challenge+4", "challenge+5")
    assert built.copies[-4:] == (1, 2, 2, 2)
    assert column(built, "value")[-4:] == [NONE_NUMBER, 3, 4, 5]
    assert column(built, "color")[-4:] == [3, NONE, NONE, NONE]
    assert column(built, "number")[-3:] == [NONE_NUMBER] * 3


def test_cards_with_letters_and_gold() -> None:
    """Ranges of values, a template of the row, rows that are there for one number of players."""
    letters = Domain(OptionalT(ValueT("letter")), tuple("abcdefghi"))
    template = "{category}-{value}-{letter}"
    cards = component(
        "card",
        "category value letter gold",
        row(1, "pigments", 2, span_to("a", "d"), called=template),
        row(1, "manuscripts", 2, span_to("h", "i"), called=template),
        row(9, NONE_HERE, NONE_HERE, NONE_HERE, span_to(1, 3), called="gold-{gold}", when="two"),
    )
    types = {"value": number(1, 4, optional=True), "letter": letters, "gold": number(1, 3, optional=True)}
    category = Domain(OptionalT(ValueT("category")), CATEGORY.names)
    built = good(cards, "two", category=category, **types)
    assert built.kinds == (
        "pigments-2-a", "pigments-2-b", "pigments-2-c", "pigments-2-d", "manuscripts-2-h", "manuscripts-2-i",
        "gold-1", "gold-2", "gold-3",
    )  # fmt: skip
    assert built.copies == (1,) * 6 + (9,) * 3


def test_constants_have_no_pieces() -> None:
    """Rows without copies: steps of dice, with a yes/no attribute in the table and a negative number."""
    steps = component(
        "dice-step",
        "category for-white change",
        row(None, ANY, NO, 1, called="{category}+1"),
        row(None, ANY, NO, -1, called="{category}-1"),
        row(None, ANY, YES, 1, called="white-{category}+1"),
    )
    built = good(steps, category=CATEGORY, for_white=FLAG, change=number(-1, 1))
    assert built.kinds[4:7] == ("manuscripts+1", "pigments-1", "monks-1")
    assert built.kinds[-1] == "white-manuscripts+1"
    assert set(built.copies) == {0}
    assert column(built, "for-white") == [0] * 10 + [1] * 5
    assert column(built, "change")[4:6] == [1, -1]


def test_matches_named_by_what_is_there() -> None:
    """None gives no part of a name; a template stands beside names made of values."""
    lines = Domain(OptionalT(LineT("space")), ("column-a", "column-b", "row-1", "row-2"))
    columns, rows = AnyOf(names("column-a", "column-b")), AnyOf(names("row-1", "row-2"))
    table = component(
        "match",
        "tall wide",
        row(None, columns, NONE_HERE),
        row(None, NONE_HERE, rows),
        row(None, columns, rows, called="{tall}+{wide}"),
    )
    built = good(table, tall=lines, wide=lines)
    assert built.kinds[:4] == ("column-a", "column-b", "row-1", "row-2")
    assert built.kinds[4:] == ("column-a+row-1", "column-a+row-2", "column-b+row-1", "column-b+row-2")
    assert column(built, "wide")[:4] == [NONE, NONE, 2, 3]


def test_recipes_are_counts() -> None:
    """Values added up, one alone, nothing; counts give no part of a name."""
    table = component(
        "reagent",
        "yield",
        row(4, CountsValue(names("air", "air")), called="ether"),
        row(4, CountsValue(names("fire", "air", "fire")), called="phosphorus"),
        row(1, "water", called="drop"),
        row(1, "nothing", called="dust"),
        row(1, NONE_HERE, called="smoke"),
    )
    built = good(table, **{"yield": ELEMENTS})
    assert column(built, "yield") == [(2, 0, 0, 0), (1, 0, 2, 0), (0, 0, 0, 1), (0, 0, 0, 0), (0, 0, 0, 0)]
    assert built.kinds == ("ether", "phosphorus", "drop", "dust", "smoke")


def test_one_piece_of_each_name() -> None:
    """`one of a, b`."""
    listed = Component(Name("apothecary"), None, None, (), (), names("double-dive", "gully-glide"))
    built = good(listed)
    assert (built.kinds, built.copies, built.attributes) == (("double-dive", "gully-glide"), (1, 1), ())


def test_pieces_of_players_and_unlimited_dice() -> None:
    """Copies per player, without limit, and one piece type for each seat."""
    discs = component("disc", "player", row(21, ANY))
    assert good(discs, player=Domain(PLAYER, ("red", "yellow"))).kinds == ("red", "yellow")
    coins = component("coin", "color", row(Copies(3, per_player=True), "red"), row(Copies(None), "blue"))
    assert build_component(coins, {"color": COLOR}, setting(), 4)[0].copies == (12, None)
    dice = component("die", "value", row(Copies(None), ANY))
    assert good(dice, value=number(1, 6)).kinds == ("1", "2", "3", "4", "5", "6")


def test_balloons() -> None:
    """Lists in brackets, steps, all but some numbers."""
    table = component(
        "balloon",
        "color number",
        row(1, "red", AnyOf(atoms(1, 4, 7, 10, 13))),
        row(1, "blue", span_to(1, 13, 2)),
        row(1, "green", AnyBut(atoms(3, 5, 9, 11))),
        row(1, "yellow", ANY),
        called="balloon-{color}-{number}",
    )
    built = good(table, color=COLOR, number=number(1, 13))
    assert len(built.kinds) == 5 + 7 + 9 + 13
    assert column(built, "number")[:5] == [1, 4, 7, 10, 13]
    assert column(built, "number")[12:21] == [1, 2, 4, 6, 7, 8, 10, 12, 13]
    assert built.kinds[0] == "balloon-red-1"


# ---- rows


def test_the_last_attribute_runs_fastest() -> None:
    """Rows in order, and within one the attributes as nested loops."""
    table = component(
        "card",
        "color white number",
        row(1, AnyOf(names("blue", "red")), ANY, span_to(1, 2)),
        called="{color}-{white}-{number}",
    )
    built = good(table, color=COLOR, white=FLAG, number=number(1, 2))
    values = zip(*(attribute.table for attribute in built.attributes), strict=True)
    assert list(values) == [(c, w, n) for c in (1, 0) for w in (0, 1) for n in (1, 2)]


def test_rows_of_the_same_kind_add_up() -> None:
    """Equal values under equal names are one kind, where it first stood."""
    built = good(
        component("card", "color", row(2, "blue"), row(1, ANY), row(3, AnyOf(names("red", "red")))), color=COLOR
    )
    assert built.kinds == ("blue", "red", "green", "yellow")
    assert built.copies == (3, 7, 1, 1)


def test_what_is_unlimited_is_so_in_every_row_but_those_without_pieces() -> None:
    without_end, red = row(Copies(None), "green"), row(3, "red")
    assert only(component("card", "color", without_end, red), color=COLOR).code == "half-counted"
    assert only(component("card", "color", red, without_end), color=COLOR).code == "half-counted"
    assert good(component("card", "color", without_end, row(None, "red")), color=COLOR).copies == (None, 0)


def test_equal_values_with_two_names_are_two_kinds() -> None:
    """As `tongs` and `pincers` that do the same."""
    table = component("card", "color", row(1, "red", called="tongs"), row(2, "red", called="pincers"))
    assert good(table, color=COLOR).kinds == ("tongs", "pincers")


def test_short_rows() -> None:
    """The rest is none, no or empty."""
    table = component("card", "color white yield number", row(1, ANY))
    built = good(table, color=COLOR, white=FLAG, number=number(1, 9, optional=True), **{"yield": ELEMENTS})
    assert column(built, "white") == [0] * 4
    assert column(built, "yield") == [(0, 0, 0, 0)] * 4
    assert column(built, "number") == [NONE_NUMBER] * 4
    assert built.kinds == COLOR.names


def test_places_of_a_number_type_are_written_as_numbers() -> None:
    """Values of a named type whose names are numbers."""
    spots = Domain(ValueT("spot"), ("5", "6", "7"))
    built = good(component("card", "spot", row(1, 7), row(1, span_to(5, 6))), spot=spots)
    assert column(built, "spot") == [2, 0, 1]


# ---- names


def test_attributes_at_the_end_are_left_out() -> None:
    """As few attributes as it takes, the same number for all kinds of the component."""
    table = component("card", "color number value", row(1, "red", 1, 5), row(1, "red", 2, 5), row(1, "blue", 1, 6))
    built = good(table, color=COLOR, number=number(1, 9), value=number(1, 9))
    assert built.kinds == ("red-1", "red-2", "blue-1")
    alone = component("gem", "color number", row(5, "red", 1))
    assert good(alone, color=COLOR, number=number(1, 9)).kinds == ("red",)


def test_no_name_is_empty() -> None:
    """Leading attributes that are none do not leave a kind without a name."""
    table = component("card", "color number", row(1, NONE_HERE, 7))
    assert good(table, color=MAYBE_COLOR, number=number(1, 9)).kinds == ("7",)


def test_templates_show_every_sort_of_value() -> None:
    """Yes, no and counts too, if an author asks for them."""
    table = component(
        "card", "color white number yield",
        row(1, NONE_HERE, YES, NONE_HERE, CountsValue(names("air", "air"))), row(1, "red", NO, 3, "nothing"),
        called="x-{color}-{white}-{number}-{yield}",
    )  # fmt: skip
    built = good(table, color=MAYBE_COLOR, white=FLAG, number=number(1, 9, optional=True), **{"yield": ELEMENTS})
    assert built.kinds == ("x-yes-air+air", "x-red-no-3")


DOMAINS = st.sampled_from([COLOR, number(1, 5), FLAG])


@given(st.lists(DOMAINS, min_size=1, max_size=4), st.integers(0, 3))
def test_any_of_everything(domains: list[Domain], copies: int) -> None:
    """All combinations exist, in order, each once; names differ, or it is said that they do not."""
    attributes = {f"x{place}": domain for place, domain in enumerate(domains)}
    table = component("card", " ".join(attributes), row(copies, *[ANY] * len(domains)))
    built, codes = build(table, **attributes)
    sizes = [len(domain.names) or (2 if domain is FLAG else 5) for domain in domains]
    values = list(zip(*(attribute.table for attribute in built.attributes), strict=True))
    assert len(values) == len(set(values)) == len(built.kinds) == prod(sizes)
    assert values == sorted(values)
    assert set(built.copies) == {copies}
    assert (len(set(built.kinds)) == len(built.kinds)) == (codes == [])
    assert (FLAG in domains) == bool(codes)


# ---- what is wrong


def at(start: int) -> Span:
    """A place of the text."""
    return Span(start, start + 1)


WRONG_VALUES = [
    ("number", number(1, 9), 10, "out-of-range", "Number is 1..9, and 10 is not in that. Write a number that is, or "),
    ("number", number(1, 9), span_to(0, 9), "out-of-range", "declare: number 0..9."),
    ("number", number(1, 9), "red", "type-mismatch", '"red" stands where number belongs, which is a number 1..9.'),
    ("number", number(1, 9), span_to(5, 4), "out-of-range", "5..4 holds no number: its end comes before its start."),
    ("color", COLOR, span_to("blue", "red"), "out-of-range", "Write red..blue."),
    ("number", number(1, 9), span_to(1, 9, 0), "out-of-range", 'A range "by 0" never gets on.'),
    ("number", number(1, 9), NONE_HERE, "type-mismatch", "A card always has a value for number, so none"),
    ("number", number(1, 9), YES, "type-mismatch", "yes stands where number belongs"),
    ("color", COLOR, "gren", "unknown-name", 'It is one of red, blue, green, yellow. Did you mean "green"?'),
    ("color", COLOR, 3, "type-mismatch", "3 stands where color belongs, which is one of red, blue, "),
    ("color", COLOR, span_to("red", "gren"), "unknown-name", '"gren" is no value of color.'),
    ("color", COLOR, AnyBut(names("gren")), "unknown-name", '"gren" is no value of color.'),
    ("color", COLOR, AnyOf(names("red", "gren")), "unknown-name", '"gren" is no value of color.'),
    ("color", COLOR, CountsValue(names("red", "red")), "type-mismatch", '"red + red" stands where color belongs'),
    ("white", FLAG, "maybe", "type-mismatch", '"maybe" stands where white belongs, which is yes or no.'),
    ("yield", ELEMENTS, "gold", "unknown-name", '"gold" is no value of yield. It is one of air, earth, fire,'),
    ("yield", ELEMENTS, ANY, "type-mismatch", '"any" stands where yield belongs, which is counts, such as'),
    ("yield", ELEMENTS, 3, "type-mismatch", "3 stands where yield belongs"),
]  # fmt: skip


@pytest.mark.parametrize(("attribute", "domain", "text", "code", "words"), WRONG_VALUES)
def test_values_that_do_not_belong(
    attribute: str, domain: Domain, text: str | int | RowValue, code: str, words: str
) -> None:
    """A value not of the attribute's type, with what would be."""
    diagnostic = only(component("card", attribute, row(1, text, called="some")), **{attribute: domain})
    assert diagnostic.code == code
    assert words in diagnostic.message


def test_the_place_is_the_smallest_guilty_text() -> None:
    """The value itself, the template, or the row."""
    bad = Row(Copies(1), (Name("red"), Name("gren", span=at(7))), None, None, span=at(1))
    diagnostic = only(component("card", "color other", bad), color=COLOR, other=COLOR)
    assert diagnostic.span == at(7)


def test_rows_that_are_too_long_or_too_short() -> None:
    """More values than attributes, or an end before an attribute that cannot be none."""
    long = only(component("card", "color number", row(1, ANY, 1, 2, 3)), color=COLOR, number=number(1, 9))
    assert long.code == "too-many-values"
    assert long.message.startswith("This row gives 4 values, but a card has 2: color, number.")
    short = only(
        component("card", "color number value", row(1, ANY)), color=COLOR, number=number(1, 9), value=number(1, 9)
    )
    assert short.code == "type-mismatch"
    assert short.message.startswith("This row stops before number")


def test_all_rows_are_checked_and_the_good_ones_kept() -> None:
    """A row that is not there in this setting is still read; mistakes do not hide each other."""
    table = component("card", "color", row(1, "gren", when="never"), row(1, "red"), row(1, "bleu"))
    built, codes = build(table, color=COLOR)
    assert codes == ["unknown-name", "unknown-name"]
    assert built.kinds == ("red",)


def test_two_kinds_of_one_name() -> None:
    """Told once for each row, with a template that would help, if one does."""
    table = component("card", "color number", row(1, ANY, 1), row(1, ANY, 2), called="{color}")
    diagnostic = only(table, color=COLOR, number=number(1, 9))
    assert diagnostic.code == "same-kind-name"
    assert diagnostic.message == (
        'Two kinds of card are called "red": rows 1 and 2. Add another attribute, or: component card, called '
        '"card-{color}-{number}": \u2026'
    )
    same = only(
        component("card", "yield", row(1, "air", called="x"), row(1, "fire", called="x")), **{"yield": ELEMENTS}
    )
    assert same.message.endswith('Give one of the rows its own name with called "…".')
    flags = only(component("card", "color white", row(1, "red", ANY)), color=COLOR, white=FLAG)
    assert 'both in row 1. Add another attribute, or: component card, called "card-{color}-{white}"' in flags.message
    twice = only(Component(Name("hero"), None, None, (), (), names("ann", "ann")))
    assert twice.code == "same-kind-name"


def test_names_that_are_no_names() -> None:
    """Blanks, nothing at all, or a sign that would begin a comment."""
    blank = only(component("card", "color", row(1, "red", called="{color} card")), color=COLOR)
    assert blank.code == "bad-kind-name"
    assert "red card" in blank.message
    minus = only(component("card", "color change", row(1, "red", ANY)), color=COLOR, change=number(-1, 1))
    assert "red--1" in minus.message
    assert "would have no name" in only(component("card", "white", row(1, YES)), white=FLAG).message


def test_templates_of_unknown_attributes() -> None:
    """Once for each template; the kinds then bear their plain names."""
    built, codes = build(component("card", "color", row(1, ANY), called="card-{colour}"), color=COLOR)
    assert codes == ["unknown-question"]
    assert built.kinds == COLOR.names
    message = only(component("card", "color", row(1, ANY), called="card-{colour}"), color=COLOR).message
    assert message == 'A card has no "colour". A card has: color. Did you mean "color"?'


@pytest.mark.parametrize(
    "form", [ANY, AnyBut(atoms(3)), AnyOf((span_to(1, 2_000_000_000), span_to(1, 3))), span_to(1, 4097)]
)
def test_too_many_kinds_are_refused_before_they_are_made(form: RowValue) -> None:
    """Large ranges cost nothing."""
    built, codes = build(component("card", "number", row(1, form)), number=number(1, 2_000_000_000))
    assert codes == ["too-large"]
    assert built.kinds == ()
    beyond_len = number(-(2**64), 9)
    assert build(component("card", "number", row(1, ANY)), number=beyond_len)[1] == ["too-large"]


def test_bounds() -> None:
    """Kinds over all rows, pieces, attributes."""
    wide = {"number": number(1, 9_999)}
    assert len(good(component("card", "number", row(1, span_to(1, 4_096))), **wide).kinds) == 4_096
    assert build(component("card", "number", row(1, span_to(1, 4_000)), row(1, span_to(4_001, 4_097))), **wide)[1] == [
        "too-large"
    ]
    assert build(component("card", "number", *[row(1, span_to(1, 4_000))] * 17), **wide)[1] == ["too-large"]
    assert build(component("card", "color", row(65_536, "red")), color=COLOR)[1] == ["too-large"]
    many = {f"x{n}": COLOR for n in range(65)}
    assert build(component("card", " ".join(many), row(1, ANY)), **many)[1] == ["too-large"]
    assert build(Component(Name("hero"), None, None, (), (), names(*(f"h{n}" for n in range(4_097)))))[1] == [
        "too-large"
    ]


def test_a_type_that_is_not_known_makes_no_noise() -> None:
    """The caller has told what the matter is."""
    assert build(component("card", "color number", row(1, "red", 77)), color=COLOR) == (
        core.Component("card", (), (), ()),
        [],
    )


# ---- all components


def plain(name: str, kinds: tuple[str, ...], copies: tuple[int | None, ...]) -> core.Component:
    """A component without attributes."""
    return core.Component(name, kinds, copies, ())


def test_kinds_of_different_components() -> None:
    """A name means one kind, unless one of them has no pieces."""
    cards, gems = plain("card", ("red", "blue"), (1, 2)), plain("gem", ("red",), (None,))
    found = check_components((cards, gems))
    assert [each.code for each in found] == ["same-kind-name"]
    assert found[0].message.startswith('"red" is a card and a gem, and there are pieces of both')
    assert check_components((cards, plain("step", ("red",), (0,)))) == ()
    assert check_components((plain("step", ("red",), (0,)), cards)) == ()
    assert check_components(()) == ()


def test_bounds_of_all_components() -> None:
    """4,096 kinds and 65,535 pieces in all."""
    many = tuple(plain(f"c{m}", tuple(f"k{m}-{n}" for n in range(2_000)), (1,) * 2_000) for m in range(3))
    assert [each.code for each in check_components(many)] == ["too-large"]
    piles = (plain("a", ("x",), (40_000,)), plain("b", ("y",), (40_000,)))
    assert [each.code for each in check_components(piles)] == ["too-large"]


@pytest.mark.parametrize(
    ("template", "color", "digit", "name"),
    [
        ("{color}-{digit}", "red", 3, "red-3"),
        ("{color}-{digit}", None, 3, "3"),
        ("{color}-{digit}", "red", None, "red"),
        ("card-{color}-{digit}", None, 3, "card-3"),
        ("card-{color}-{digit}", None, None, "card"),
        ("{color}+{digit}-x", "red", None, "red-x"),
        ("{color}+{digit}-x", None, None, "x"),
        ("card{digit}", "red", None, "card"),
    ],
)
def test_a_template_leaves_out_what_is_none_with_its_hyphen(
    template: str, color: str | None, digit: int | None, name: str
) -> None:
    one = row(1, NONE_HERE if color is None else color, NONE_HERE if digit is None else digit)
    table = component("card", "color digit", one, called=template)
    assert good(table, color=MAYBE_COLOR, digit=number(1, 9, optional=True)).kinds == (name,)
