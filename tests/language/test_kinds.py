"""Kinds of components: names and copies that a table makes, and what is wrong with one."""

from math import prod

import pytest
from hypothesis import given, strategies as st

from rulewright.language import core
from rulewright.language.elaborate.elaboration import declare
from rulewright.language.elaborate.environment import World
from rulewright.language.parser import parse
from rulewright.language.source import Source

TYPES = """\
game "G"
    players foxes, hens
color is one of red, blue, green, yellow
letter is one of a, b, c, d
element is one of air, earth, fire, water
cell is grid 2 by 2
play:
    nothing
"""


def world_of(text: str) -> World:
    source = Source("test", TYPES + text)
    parsed = parse(source)
    assert parsed.diagnostics == ()
    return declare(parsed.ruleset, (), source, 2, {})


def made(text: str) -> core.Component:
    """The first component of a text with nothing wrong."""
    world = world_of(text)
    assert [each.message for each in world.diagnostics] == []
    return world.components[0]


def codes(text: str) -> list[str]:
    return [each.code for each in world_of(text).diagnostics]


def message(text: str) -> str:
    (found,) = world_of(text).diagnostics
    return f"{found.code}: {found.message}"


def card(attributes: str, *rows: str) -> str:
    return f"component card{attributes}\n" + "".join(f"    {row}\n" for row in rows)


# A table, and its kinds in order, with `*` and how many copies there are if it is not one.
KINDS = {
    # rows come and go with the setting
    card(
        ": color, rank 0..2",
        "1 of any but red, 1..2   when player-count is 2",
        "9 of any, 0   when player-count is 3",
        "4 of red, 0",
    ): "blue-1 blue-2 green-1 green-2 yellow-1 yellow-2 red-0*4",
    # numbers with steps, none, and templates of the component and of a row
    card(
        ', called "number-{number}": number 1..9 or none, color or none, worth 3..4 or none',
        "1 of 1..9 by 4, red",
        '2 of none, none, any, called "challenge+{worth}"',
    ): "number-1 number-5 number-9 challenge+3*2 challenge+4*2",
    card(": color, letter or none", '1 of red, a..c, called "{letter}-of-{color}"', '9 of blue, called "gold"'): (
        "a-of-red b-of-red c-of-red gold*9"
    ),
    # rows without copies are constants
    card(": color, change -1..1", 'any, 1, called "{color}+1"', 'red, -1, called "{color}-1"'): (
        "red+1*0 blue+1*0 green+1*0 yellow+1*0 red-1*0"
    ),
    card(
        ": tall line or none, wide line or none",
        "(column-a, column-b), none",
        "none, row-1",
        'column-a, row-1, called "{tall}+{wide}"',
    ): "column-a*0 column-b*0 row-1*0 column-a+row-1*0",
    "component hero: one of ann, bob\n": "ann bob",
    card(": player", "21 of any"): "foxes*21 hens*21",
    card(": color", "3 per player of red"): "red*6",
    card(": face 1..3", "unlimited of any"): "1*None 2*None 3*None",
    card(": color", "unlimited of green", "red"): "green*None red*0",
    # lists, steps, all but some
    card(": color, number 1..9", "1 of red, (1, 4, 7)", "1 of blue, 1..9 by 4", "1 of green, any but 1 and 2 and 4"): (
        "red-1 red-4 red-7 blue-1 blue-5 blue-9 green-3 green-5 green-6 green-7 green-8 green-9"
    ),
    # the last attribute runs fastest
    card(": color, white yes or no, number 1..2", '1 of (blue, red), any, 1..2, called "{color}-{white}-{number}"'): (
        "blue-no-1 blue-no-2 blue-yes-1 blue-yes-2 red-no-1 red-no-2 red-yes-1 red-yes-2"
    ),
    # equal values under one name add up where they first stood; under two names they are two kinds
    card(": color", "2 of blue", "1 of any", "3 of (red, red)"): "blue*3 red*7 green yellow",
    card(": color", '1 of red, called "tongs"', '2 of red, called "pincers"'): "tongs pincers*2",
    # the rest of a short row is none, no or empty
    card(
        ": color, white yes or no, yields counts of element, number 1..9 or none", "1 of any"
    ): "red blue green yellow",
    "spot is 5..7\n" + card(": spot", "1 of 7", "1 of 5..6"): "7 5 6",
    # as few attributes as it takes
    card(
        ": color, number 1..9, worth 1..9", "1 of red, 1, 5", "1 of red, 2, 5", "1 of blue, 1, 6"
    ): "red-1 red-2 blue-1",
    card(": color, number 1..9", "5 of red, 1"): "red*5",
    card(": tint color or none, number 1..9", "1 of none, 7"): "7",
    card(
        ', called "x-{tint}-{white}-{number}-{yields}": '
        "tint color or none, white yes or no, number 1..9 or none, yields counts of element",
        "1 of none, yes, none, air + air",
        "1 of red, no, 3, nothing",
    ): "x-yes-air+air x-red-no-3",
}


@pytest.mark.parametrize("text", KINDS)
def test_a_table_makes_these_kinds(text: str) -> None:
    built = made(text)
    pairs = zip(built.kinds, built.copies, strict=True)
    assert " ".join(name if copies == 1 else f"{name}*{copies}" for name, copies in pairs) == KINDS[text]


def test_recipes_are_counts() -> None:
    rows = ('4 of air + air, called "ether"', '4 of fire + air + fire, called "salt"', '1 of nothing, called "dust"')
    (attribute,) = made(card(": yields counts of element", *rows)).attributes
    assert attribute.table == ((2, 0, 0, 0), (1, 0, 2, 0), (0, 0, 0, 0))


@pytest.mark.parametrize(
    ("template", "color", "digit", "name"),
    [
        ("{tint}-{digit}", "red", "3", "red-3"),
        ("{tint}-{digit}", "none", "3", "3"),
        ("{tint}-{digit}", "red", "none", "red"),
        ("card-{tint}-{digit}", "none", "3", "card-3"),
        ("card-{tint}-{digit}", "none", "none", "card"),
        ("{tint}+{digit}-x", "red", "none", "red-x"),
        ("{tint}+{digit}-x", "none", "none", "x"),
        ("card{digit}", "red", "none", "card"),
    ],
)
def test_a_template_leaves_out_what_is_none_with_its_hyphen(template: str, color: str, digit: str, name: str) -> None:
    table = card(f', called "{template}": tint color or none, digit 1..9 or none', f"1 of {color}, {digit}")
    assert made(table).kinds == (name,)


@given(st.lists(st.sampled_from(["color", "1..5", "yes or no"]), min_size=1, max_size=4), st.integers(1, 3))
def test_any_of_everything(types: list[str], copies: int) -> None:
    """All combinations exist, in order, each once."""
    names = [f"x-{letter}" for letter in "abcd"[: len(types)]]
    called = "n-" + "-".join(f"{{{name}}}" for name in names)
    attributes = ", ".join(f"{name} {type_}" for name, type_ in zip(names, types, strict=True))
    built = made(card(f', called "{called}": {attributes}', f"{copies} of {', '.join(['any'] * len(types))}"))
    values = list(zip(*(attribute.table for attribute in built.attributes), strict=True))
    assert len(values) == len(set(values)) == prod({"color": 4, "1..5": 5, "yes or no": 2}[each] for each in types)
    assert values == sorted(values)
    assert len(set(built.kinds)) == len(built.kinds)
    assert set(built.copies) == {copies}


# ---- what is wrong


WRONG_VALUES = [
    ("number 1..9", "0..9", "declare: number 0..9."),
    ("number 1..9", "red", 'type-mismatch: "red" stands where number belongs, which is a number 1..9.'),
    ("number 1..9", "1..9 by 0", 'out-of-range: A range "by 0" never gets on.'),
    ("number 1..9", "none", "type-mismatch: A card always has a value for number, so none"),
    ("number 1..9", "yes", "type-mismatch: yes stands where number belongs"),
    ("color", "3", "type-mismatch: 3 stands where color belongs, which is one of red, blue, "),
    ("color", "red..gren", 'unknown-name: "gren" is no value of color.'),
    ("color", "any but gren", 'unknown-name: "gren" is no value of color.'),
    ("color", "(red, gren)", 'unknown-name: "gren" is no value of color.'),
    ("color", "red + red", 'type-mismatch: "red + red" stands where color belongs'),
    ("white yes or no", "maybe", 'type-mismatch: "maybe" stands where white belongs, which is yes or no.'),
    ("yields counts of element", "gold", 'unknown-name: "gold" is no value of yields. It is one of air, earth, fire,'),
    ("yields counts of element", "any", 'type-mismatch: "any" stands where yields belongs, which is counts, such as'),
    ("yields counts of element", "3", "type-mismatch: 3 stands where yields belongs"),
]


@pytest.mark.parametrize(("attribute", "value", "words"), WRONG_VALUES)
def test_values_that_do_not_belong(attribute: str, value: str, words: str) -> None:
    """What they are told, with what would belong there, at the value itself."""
    text = card(f": {attribute}", f'1 of {value}, called "some"')
    assert words in message(text)
    (found,) = world_of(text).diagnostics
    assert (TYPES + text)[found.span.start : found.span.end] in value


TABLES = {
    card(": color, number 1..9", "1 of any, 1, 2, 3"): (
        "too-many-values: This row gives 4 values, but a card has 2: color, number."
    ),
    card(": color, number 1..9, worth 1..9", "1 of any"): "type-mismatch: This row stops before number",
    card(": color", "unlimited of green", "3 of red"): "half-counted: ",
    card(": color", "3 of red", "unlimited of green"): "half-counted: ",
    "component hero: one of ann, ann\n": "same-kind-name: ",
}


@pytest.mark.parametrize("text", TABLES)
def test_a_table_that_is_wrong_is_told(text: str) -> None:
    assert TABLES[text] in message(text)


def test_all_rows_are_checked_and_the_good_ones_kept() -> None:
    """A row that is not there in this setting is still read; mistakes do not hide each other."""
    world = world_of(card(": color", "1 of gren   when player-count is 3", "1 of red", "1 of bleu"))
    assert [each.code for each in world.diagnostics] == ["unknown-name", "unknown-name"]
    assert world.components[0].kinds == ("red",)


def test_a_kind_without_pieces_may_be_called_like_another() -> None:
    step = "component gem: color\n    red\n"
    assert codes(card(": color", "1 of red") + step) == codes(step + card(": color", "1 of red")) == []


@pytest.mark.parametrize(
    "rows",
    [
        ("1 of any",),
        ("1 of any but 3",),
        ("1 of (1..2000000000, 1..3)",),
        ("1 of 1..4097",),
        ("1 of 1..4000", "1 of 4001..4097"),
        ("1 of 1..4000",) * 17,
        ("65536 of 1",),
    ],
)
def test_too_many_kinds_and_pieces_are_refused_before_they_are_made(rows: tuple[str, ...]) -> None:
    """Large ranges cost nothing. As many as may be are made."""
    assert codes(card(": number 1..2000000000", *rows)) == ["too-large"]
    assert len(made(card(": number 1..9999", "1 of 1..4096")).kinds) == 4_096


def test_bounds_of_attributes_and_of_all_components() -> None:
    attributes = ", ".join(f"x-{n} color" for n in range(65))
    assert codes(card(f": {attributes}", "1 of any")) == ["too-large"]
    assert codes(f"component hero: one of {', '.join(f'h{n}' for n in range(4_097))}\n") == ["too-large"]
    many = "".join(f'component c{m}, called "k{m}-{{n}}": n 1..2000\n    1 of any\n' for m in range(3))
    assert codes(many) == ["too-large"]
    assert codes(card(": color", "40000 of red") + "component gem: letter\n    40000 of a\n") == ["too-large"]
