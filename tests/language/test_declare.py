"""Declarations: types and values, zones and variables, modifiers, names that clash, and the library's tables."""

from collections.abc import Mapping

import pytest

from rulewright.language import core, syntax
from rulewright.language.elaborate.declare import declare
from rulewright.language.elaborate.environment import Env, Mistake, SeqValue, Typed, Value
from rulewright.language.elaborate.expressions import expression
from rulewright.language.elaborate.world import FieldEntry, OptionSetting, World
from rulewright.language.geometry import DIRECTIONS
from rulewright.language.library.lines import pack_table, rotation_reverse, rotation_table
from rulewright.language.parser import parse
from rulewright.language.source import Source
from rulewright.language.types import (
    BOOL,
    NONE_NUMBER,
    PLAYER,
    TEAM,
    CountsT,
    KindT,
    LineT,
    NumberT,
    OptionalT,
    SetT,
    ValueT,
)

CARDS = "color is one of red, green\ncomponent card: color, rank 1..3\n    2 of any, any\n"
GRID = "cell is grid 3 by 4\n"


def world_of(
    text: str, players: int = 2, options: Mapping[str, OptionSetting] | None = None, seats: str = "2..4"
) -> World:
    """The declarations of a game with these paragraphs."""
    whole = f'game "G"\n    players {seats}\n{text}play:\n    nothing\n'
    source = Source("test", whole)
    parsed = parse(source)
    return declare(parsed.ruleset, parsed.broken, source, players, options or {})


def good(text: str, players: int = 2, options: Mapping[str, OptionSetting] | None = None, seats: str = "2..4") -> World:
    """As `world_of`, with nothing wrong."""
    world = world_of(text, players, options, seats)
    assert [each.message for each in world.diagnostics] == []
    return world


def wrong(text: str, **setting: object) -> list[tuple[str, str]]:
    """Code and words of all that is wrong."""
    return [(each.code, each.message) for each in world_of(text, **setting).diagnostics]


def one_wrong(text: str, code: str, words: str = "") -> None:
    """Exactly one thing is wrong, and this is it."""
    ((found, message),) = wrong(text)
    assert found == code
    assert words in message


def zone(world: World, name: str, *owners: str) -> core.Zone:
    """A zone that exists."""
    entry = world.fields[owners][name]
    assert entry.sort == "zone"
    return world.zones[entry.index]


def variable(world: World, name: str, *owners: str) -> core.Variable:
    """A variable that exists."""
    entry = world.fields[owners][name]
    assert entry.sort == "variable"
    return world.variables[entry.index]


# ---- players, teams, types


def test_players_without_names_are_no_values() -> None:
    world = good("", players=3)
    assert world.values["player"] == ("player-1", "player-2", "player-3")
    assert "player-1" not in world.bearers
    assert world.teams == (0, 1, 2)


def test_named_seats_are_values() -> None:
    world = good("", seats="white, black")
    assert world.values["player"] == ("white", "black")
    assert world.bearers["black"] == [(PLAYER, 1)]


def test_teams_when() -> None:
    text = 'game "G"\n    players 2..4\n    teams 2 when player-count is 4\nplay:\n    nothing\n'
    source = Source("test", text)
    ruleset = parse(source).ruleset
    assert declare(ruleset, (), source, 4, {}).teams == (0, 1, 0, 1)
    assert declare(ruleset, (), source, 3, {}).teams == (0, 1, 2)


def test_value_types() -> None:
    world = good("color is one of red, green\nspot is -2..5\ncell is grid 2 by 3\n")
    assert world.types["color"] == ValueT("color")
    assert world.values["color"] == ("red", "green")
    assert world.bearers["green"] == [(ValueT("color"), 1)]
    assert isinstance(world.types["spot"], NumberT)
    assert world.types["spot"].place == "spot"
    assert world.values["cell"] == ("a1", "a2", "b1", "b2", "c1", "c2")
    assert world.plurals["cells"] == "cell"
    assert world.types["line"] == LineT("cell")
    assert world.values["direction"] == DIRECTIONS
    assert set(world.places) == {"spot", "cell"}


def test_no_direction_without_a_grid() -> None:
    world = good("side is one of own, opponent\n")
    assert world.values["side"] == ("own", "opponent")
    assert not {"line", "direction"} & set(world.types)


def test_joined_types() -> None:
    world = good("point is one of p, q, r, s\njoined points:\n    p, q, r\n    r, s\n")
    assert world.places["point"].joined_lines == ((0, 1, 2), (2, 3))
    assert tuple(world.values["point line"]) == ("p-r", "r-s")
    assert world.types["line"] == LineT("point")


def test_lines_have_names() -> None:
    world = good("cell is grid 2 by 3\n")
    assert tuple(world.values["cell line"][:5]) == ("column-a", "column-b", "column-c", "row-1", "row-2")
    assert world.bearers["row-1"] == [(LineT("cell"), 3)]


def test_options_are_constants() -> None:
    text = "option mode: easy or hard, default easy\noption size: 4 or 6, default 4\nspot is 1..size\n"
    world = good(text, options={"mode": "hard", "size": 6})
    assert world.option_types == {"mode": ValueT("option:mode"), "size": NumberT(4, 6)}
    assert world.bearers["hard"] == [(ValueT("option:mode"), 1)]
    assert world.types["spot"] == NumberT(1, 6)


# ---- components


def test_components_and_their_boxes() -> None:
    world = good(CARDS + "component token: one of sun, moon\n")
    assert world.components[0].kinds == ("red-1", "red-2", "red-3", "green-1", "green-2", "green-3")
    assert world.components[0].copies == (2,) * 6
    assert world.types["card"] == KindT("card")
    assert world.bearers["moon"] == [(KindT("token"), 1)]
    assert [(each.name, each.kind, each.box, each.component) for each in world.zones] == [
        ("box", "area", True, 0),
        ("box", "area", True, 1),
    ]


def test_rows_by_players_and_options() -> None:
    text = (
        "option big: yes or no, default no\ncolor is one of red, green\n"
        "component card: color\n    1 of red when big\n    3 per player of green when player-count is 3\n"
    )
    assert good(text, 3, {"big": False}).components[0].kinds == ("green",)
    assert good(text, 3, {"big": False}).components[0].copies == (9,)
    assert good(text, 2, {"big": True}).components[0].kinds == ("red",)


def test_attributes_of_all_sorts() -> None:
    text = (
        "component card: gem, next-gem gem or none, lane line or none, needs-gems counts of gem, white yes or no\n"
        '    1 of ruby, topaz, column-b, ruby + ruby + topaz, yes, called "a"\n'
        '    1 of topaz, none, none, nothing, called "b"\n'
        "component gem: one of ruby, topaz\ncell is grid 2 by 2\n"
    )
    card = good(text).components[0]
    assert card.name == "card"
    assert [(each.type, each.table) for each in card.attributes] == [
        (KindT("gem"), (0, 1)),
        (OptionalT(KindT("gem")), (1, -1)),
        (OptionalT(LineT("cell")), (1, -1)),
        (CountsT(KindT("gem")), ((2, 1), (0, 0))),
        (BOOL, (1, 0)),
    ]


def test_components_in_a_circle() -> None:
    text = "component a-thing: b-thing\n    1 of any\ncomponent b-thing: a-thing\n    1 of any\n"
    assert wrong(text)[0][0] == "calls-itself"


# ---- fields


def test_zones_and_who_sees_them() -> None:
    world = good(
        CARDS
        + "there is\n    deck: pile of card\n    trick: row of card, up to 2 * player-count, with owner\n"
        + "    altar: slot of card, face up or down\n    aside: area of card, seen by nobody\n"
        + "each player has\n    hand: hand of card\n    drawn: slot of card, seen by owner\n"
        + "each player and color has\n    heap: pile of card, seen by everyone\n",
        players=3,
    )
    deck, trick, altar = (zone(world, name) for name in ("deck", "trick", "altar"))
    assert (deck.kind, deck.audience, deck.owners, deck.component) == ("pile", "nobody", (), 0)
    assert (trick.kind, trick.audience, trick.capacity, trick.with_owner) == ("row", "everyone", 6, True)
    assert (altar.audience, altar.faced) == ("everyone", True)
    assert zone(world, "aside").audience == "nobody"
    assert (zone(world, "hand", "player").audience, zone(world, "drawn", "player").audience) == ("owner", "owner")
    assert zone(world, "heap", "player", "color").owners == (PLAYER, ValueT("color"))
    assert zone(world, "heap", "player", "color").audience == "everyone"


def test_boards() -> None:
    world = good(GRID + CARDS + "there is\n    board: card on each cell, face up or down\n")
    board = zone(world, "board")
    assert (board.kind, board.place, board.audience, board.faced) == ("board", "cell", "everyone", True)


def test_refills() -> None:
    text = 'there is\n    deck: pile of card, refilled from beach "tide"\n    beach: area of card\n'
    world = good(CARDS + text)
    beach = world.fields[()]["beach"]
    assert beach.sort == "zone"
    assert zone(world, "deck").refill == core.Refill(beach.index, "tide")
    plain = good(CARDS + text.replace(' "tide"', ""))
    assert zone(plain, "deck").refill == core.Refill(beach.index, "deck")


def test_variables() -> None:
    world = good(
        CARDS
        + "there is\n    starter: player\n    bidder: player or none\n    bid: 0..60\n    over: yes or no\n"
        + "    active: set of player\n    vial: counts of color\n    from-to: red..green\n"
    )
    types = {name: variable(world, name).type for name in world.fields[()]}
    assert types == {
        "starter": PLAYER,
        "bidder": OptionalT(PLAYER),
        "bid": NumberT(0, 60),
        "over": BOOL,
        "active": SetT(PLAYER),
        "vial": CountsT(ValueT("color")),
        "from-to": ValueT("color"),
    }
    assert {each.audience for each in world.variables} == {"everyone"}


def test_starts() -> None:
    world = good(
        CARDS
        + "there is\n    die: 0..7, starts 3\n    mixed: counts of color, starts red + red\n"
        + "    open: set of color, starts colors\n"
        + "each player has\n    place: 1..4, starts player's seat\n    favorite: card, starts green-2\n"
    )
    assert variable(world, "die").starts == core.Const(3, NumberT(3, 3))
    place = variable(world, "place", "player")
    assert len(place.owner_locals) == 1
    assert world.locals[place.owner_locals[0]].type == PLAYER
    assert place.starts == core.Calc(
        "+", core.Get(place.owner_locals[0], PLAYER), core.Const(1, NumberT(1, 1)), NumberT(1, 2)
    )
    assert variable(world, "favorite", "player").starts == core.Const(4, KindT("card"))
    assert variable(world, "open").starts == core.OneEach(core.Values(2), 2)
    assert isinstance(variable(world, "mixed").starts, core.Plus)


def test_absent_fields_stand_last() -> None:
    text = (
        "option extra: yes or no, default no\n"
        + CARDS
        + "there is\n    spare: pile of card, when extra\n    deck: pile of card\n"
        + "    worth: 0..3, when extra\n    bid: 0..9\n"
    )
    world = good(text, options={"extra": False})
    assert world.fields[()]["spare"] == FieldEntry("zone", 2, absent=True, when="extra")
    assert world.fields[()]["deck"] == FieldEntry("zone", 1)
    assert (world.zones_here, world.variables_here) == (2, 1)
    assert world.fields[()]["worth"] == FieldEntry("variable", 1, absent=True, when="extra")
    here = good(text, options={"extra": True})
    assert (here.zones_here, here.variables_here) == (3, 2)
    assert here.fields[()]["spare"] == FieldEntry("zone", 1)


def test_a_field_may_hide_a_plural() -> None:
    good(CARDS + "there is\n    cards: area of card\n")


@pytest.mark.parametrize(
    ("field", "code", "words"),
    [
        (
            "hand: hand of card, face up or down",
            "type-mismatch",
            "belongs to a pile, row, slot or board; this is a hand",
        ),
        ("heap: area of card, with owner", "type-mismatch", '"with owner" belongs to a row'),
        ("lot: slot of card, up to 2", "type-mismatch", '"up to" belongs to'),
        ("score: 0..9, up to 2", "type-mismatch", "no zone"),
        ("heap: area of card, refilled from deck", "type-mismatch", '"refilled from" belongs to a pile'),
        ("heap: pile of card, refilled from heap", "type-mismatch", "this pile itself"),
        ("heap: pile of card, refilled from tokens-there", "type-mismatch", "other pieces"),
        ("heap: pile of card, refilled from stock", "type-mismatch", "other owners"),
        ("heap: pile of card, refilled from dekc", "unknown-name", 'Did you mean "deck"?'),
        ("heap: pile of crad", "unknown-name", "crad"),
        ("heap: pile of color", "type-mismatch", "is no component. Components are: card, token."),
        ("heap: bag of card", "type-mismatch", '"bag of …" is no sort of field'),
        ("heap: number", "unknown-name", "from the least to the most that it can be, such as 0..9"),
        ("heap: boolean", "unknown-name", "written `yes or no`"),
        ("heap: card on each color", "type-mismatch", "Place types are: spot."),
        ("heap: pile of card, seen by all", "unknown-name", "everyone, owner, others, nobody"),
        ("heap: pile of card, seen by owner", "type-mismatch", "belongs to nobody"),
        ("heap: pile of card, up to deck's size", "not-constant", "before the game begins"),
        ("heap: row of card, seen by others", "type-mismatch", "belongs to nobody"),
        ("heap: area of card, up to -1", "out-of-range", ""),
        ("heap: area of card, up to 1, up to 2", "two-meanings", "twice"),
        ("heap: pile of card, starts nothing", "type-mismatch", "A zone begins empty"),
        ("line-up: row of token", "too-large", "needs a bound. Say how many can lie there: row of token, up to 20"),
        ("bid: 9..0", "out-of-range", "Write 0..9."),
        ("bid: 0..9 by 3", "type-mismatch", "Leave it out"),
        ("bid: 0..red", "type-mismatch", "not two ends of one range"),
        ("bid: 0..9, starts 12", "out-of-range", "Declare bid: 0..12."),
        ("bid: 0..9, starts green-1", "type-mismatch", "This is a card"),
        ("bid: 0..9, starts none", "type-mismatch", ""),
        ("bid: 0..9, when deck is empty", "not-constant", "options and player-count only"),
        ("box: 0..9", "two-meanings", "the game has it"),
        ("deck: 0..9", "two-meanings", '"deck" is already something that can be asked (line'),
        ("card: 0..9", "two-meanings", '"card" is already a component'),
    ],
)
def test_mistakes_in_fields(field: str, code: str, words: str) -> None:
    text = (
        CARDS
        + "spot is 0..5\ncomponent token: color\n    unlimited of any\n"
        + "each player has\n    stock: area of card\n"
        + "there is\n    deck: pile of card\n    tokens-there: area of token\n"
    )
    one_wrong(f"{text}there is\n    {field}\n", code, words)


# ---- names


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("define deck: 3\n", '"deck" is already something that can be asked'),
        ("each card has\n    rank: 0..3\n", '"rank" is already a question of a card'),
        (
            "each player and color has\n    gems: 0..3\neach color has\n    gems: 0..3\n",
            '"gems" is already a question of a color',
        ),
        ("each player has\n    left: 0..3\n", "a player has it from the beginning"),
        ("each color has\n    number: 0..3\n", "a color has it from the beginning"),
        ("each cell has\n    row: 0..3\n", "a cell has it from the beginning"),
        ("define face-up of card: yes\n", "a card has it from the beginning"),
        ("phase go:\n    nothing\naction go: nothing\n", '"go" is already a phase'),
        ("line is one of a, b\n", 'The type "line" exists without declaring'),
        ("player is one of a, b\n", 'The type "player" exists without declaring'),
        ("suit is one of a, b, a\n", '"a" stands twice among the values of suit'),
        ("define cells: 3\n", '"cells" is already the plural of cell'),
        ("color is one of a, b\n", '"color" is already a type'),
        ("setup:\n    nothing\nsetup:\n    nothing\n", "already a `setup` paragraph"),
    ],
)
def test_names_that_clash(text: str, words: str) -> None:
    one_wrong(f"{GRID}{CARDS}there is\n    deck: pile of card\n{text}", "two-meanings", words)


def test_one_name_in_three_namespaces() -> None:
    good(
        CARDS
        + "there is\n    discard: area of card\n    red: 0..3\n"
        + "each player has\n    row: row of card\n    discard: 0..3\n"
        + "action discard: nothing\ncall is one of red, discard\n"
    )


def test_missing_paragraphs() -> None:
    source = Source("test", "color is one of red, green\n")
    world = declare(parse(source).ruleset, (), source, 2, {})
    assert [each.code for each in world.diagnostics] == ["no-game", "no-play"]


def test_broken_paragraphs_say_nothing_more() -> None:
    text = "component card: color (, rank\n    1 of any\nthere is\n    deck: pile of card\n"
    assert wrong("color is one of red\n" + text) == []


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("cell is grid 0 by 4\nthere is\n    at: cell\n", "too-large"),
        ("spot is 0..1000000\n", "too-large"),
        ("joined colors:\n    a, b\n", "unknown-name"),
        ("color is one of a, b\njoined colors:\n    a, c\n", "unknown-name"),
        ("each line has\n    worth: 0..3\n", "type-mismatch"),
        ("to go(crad):\n    nothing\n", "unknown-name"),
        ("define high of crad: yes\n", "unknown-name"),
    ],
)
def test_other_mistakes(text: str, code: str) -> None:
    grid = "" if text.startswith("cell") else GRID
    one_wrong(grid + text, code)


# ---- doings


def test_doings_and_definitions() -> None:
    world = good(
        CARDS
        + "phase turn(player):\n    nothing\nto auction(card lot, 1..3 strength):\n    nothing\n"
        + "to perform of color(player):\n    when red: nothing\n    when green: nothing\n"
        + "action bid(card): nothing\n"
        + "action power of color from colors:\n    when red: nothing\n    when green: nothing\n"
        + "choice act: bid or power\ndefine high of card: its rank is 3\ndefine bonus: 3\n"
    )
    procedures = {
        name: (entry.index, [(p.name.text, p.type) for p in entry.params]) for name, entry in world.procedures.items()
    }
    assert procedures == {
        "turn": (0, [("player", PLAYER)]),
        "auction": (1, [("lot", KindT("card")), ("strength", NumberT(1, 3))]),
        "perform": (2, [("color", ValueT("color")), ("player", PLAYER)]),
    }
    assert world.procedures["auction"].params[0].type_name == "card"
    assert [(name, entry.index, entry.family) for name, entry in world.actions.items()] == [
        ("bid", 0, None),
        ("power", 1, ValueT("color")),
    ]
    assert list(world.menus) == ["act"]
    assert list(world.definition_entries) == [("card", "high"), (None, "bonus")]


def test_definitions_of_teams_and_lines() -> None:
    world = good(GRID + "define best of team: yes\ndefine full of line: yes\n")
    assert world.types["team"] == TEAM
    assert list(world.definition_entries) == [("team", "best"), ("line", "full")]


# ---- the library of places and lines


def asked(world: World, text: str, env: Env | None = None) -> Typed:
    """What an expression is."""
    start = world.source.text.index(text)
    node = next(
        each.body.result
        for each in parse(world.source).ruleset.declarations
        if isinstance(each, syntax.Define) and each.body.span.start == start
    )
    assert not isinstance(node, tuple)
    return expression(world, env or Env(), node)


def listed(world: World, typed: Typed) -> tuple[int, ...]:
    """The values of a sequence that a constant table gives at constant places."""
    assert isinstance(typed, SeqValue)
    assert isinstance(typed.seq, core.TableList)
    table = world.list_tables[typed.seq.table]()
    return table.values[flat(table, typed.seq.indices)]


def looked_up(world: World, typed: Typed) -> int:
    """The value that a constant table gives at constant places."""
    assert isinstance(typed, Value)
    assert isinstance(typed.core, core.Lookup)
    table = world.tables[typed.core.table]()
    return table.values[flat(table, typed.core.indices)]


def flat(table: core.Table | core.ListTable, indices: tuple[core.Expr, ...]) -> int:
    """Where in a table."""
    place = 0
    for index, extent, low in zip(indices, table.shape, table.lows, strict=True):
        assert isinstance(index, core.Const)
        assert 0 <= index.value - low < extent
        place = place * extent + index.value - low
    return place


def question(text: str, types: str = GRID) -> tuple[World, Typed]:
    """A question in a game of a 3 by 4 grid (rows 1 to 3, columns a to d)."""
    world = good(f"{types}define asked: {text}\n")
    return world, asked(world, text)


def named(world: World, type_: str, numbers: tuple[int, ...]) -> list[str]:
    """Values by their names."""
    return [world.values[type_][number] for number in numbers]


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("a1's neighbors", ["a2", "b1"]),
        ("b2's neighbors", ["a2", "b1", "b3", "c2"]),
        ("a1's around", ["a2", "b1", "b2"]),
        ("a1's leaps(1, 2)", ["b3", "c2"]),
        ("a1's ray(right)", ["b1", "c1", "d1"]),
        ("d1's ray(up-left)", ["c2", "b3"]),
        ("a1's between(d1)", ["b1", "c1"]),
        ("a1's between(b3)", []),
    ],
)
def test_places_near_a_cell(text: str, places: list[str]) -> None:
    world, typed = question(text)
    assert named(world, "cell", listed(world, typed)) == places


def test_single_places() -> None:
    world, typed = question("a1's step(up)")
    assert isinstance(typed, Value)
    assert typed.type == OptionalT(ValueT("cell"))
    assert world.values["cell"][looked_up(world, typed)] == "a2"
    world, typed = question("a1's step(down)")
    assert looked_up(world, typed) == -1


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("b3's row", 3),
        ("b3's column", 2),
        ("b3's edge", 1),
        ("b2's edge", 0),
        ("a1's distance(d2)", 3),
        ("a1's direction(c3)", DIRECTIONS.index("up-right")),
        ("a1's direction(b3)", -1),
    ],
)
def test_values_of_a_cell(text: str, value: int) -> None:
    assert looked_up(*question(text)) == value


def test_what_is_asked_of_a_number_type() -> None:
    spot = NumberT(3, 6, "spot")
    here, there = (Value(core.Const(number, spot), spot) for number in (3, 6))
    env = Env().bind(syntax.Name("here"), here, "a local").bind(syntax.Name("there"), there, "a local")
    texts = ("here's neighbors", "there's between(here)", "there's distance(here)")
    neighbors, between, distance = (
        (world, asked(world, text, env)) for text in texts for world in [good(f"spot is 3..6\ndefine asked: {text}\n")]
    )
    assert listed(*neighbors) == (4,)
    assert listed(*between) == (5, 4)
    assert looked_up(*distance) == 3


def test_no_way_between_joined_points() -> None:
    types = "point is one of p, q, r, s\njoined points:\n    p, q\n    r, s\n"
    world, typed = question("p's distance(r)", types)
    assert isinstance(typed, Value)
    assert typed.type == OptionalT(NumberT(0, 1))
    assert looked_up(world, typed) == NONE_NUMBER


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("cells' rows", ["row-1", "row-2", "row-3"]),
        ("cells' columns", ["column-a", "column-b", "column-c", "column-d"]),
        ("cells' runs(4)", ["row-1", "row-2", "row-3"]),
        ("cells' squares(3)", ["a1", "b1"]),
    ],
)
def test_lines_of_a_grid(text: str, lines: list[str]) -> None:
    world, typed = question(text)
    assert named(world, "cell line", listed(world, typed)) == lines


@pytest.mark.parametrize(
    ("text", "number"), [("lanes", 7), ("diagonals", 8), ("lines", 15), ("runs(3)", 14), ("runs(9)", 0)]
)
def test_how_many_lines(text: str, number: int) -> None:
    world, typed = question(f"cells' {text}")
    assert len(listed(world, typed)) == number


@pytest.mark.parametrize(
    "text", ["points' rows", "points' squares(2)", "p's row", "p's step(p)", "red's neighbors", "colors' rows"]
)
def test_what_only_grids_have(text: str) -> None:
    world = good(f"color is one of red\npoint is one of p, q\njoined points:\n    p, q\ndefine asked: {text}\n")
    with pytest.raises(Mistake) as raised:
        asked(world, text)
    assert raised.value.diagnostic is not None
    assert raised.value.diagnostic.code == "unknown-question"


def test_runs_of_a_line_are_known_whatever_the_line() -> None:
    world, typed = question("row-1's runs(3)")
    assert named(world, "cell line", listed(world, typed)) == ["a1-c1", "b1-d1"]


def test_runs_of_a_square_are_none() -> None:
    world = good(f"{GRID}define asked: cells' squares(2)'s first's runs(2)\n")
    typed = asked(world, "cells' squares(2)'s first's runs(2)")
    assert isinstance(typed, SeqValue)
    assert isinstance(typed.seq, core.TableList)
    table = world.list_tables[typed.seq.table]()
    names = world.values["cell line"]
    runs = {names[line]: [names[run] for run in runs] for line, runs in enumerate(table.values)}
    assert runs["a1"] == []
    assert runs["column-a"] == ["a1-a2", "a2-a3"]


def test_questions_of_a_line() -> None:
    world, typed = question("column-b's directions")
    assert named(world, "direction", listed(world, typed)) == ["up", "down"]
    assert looked_up(*question("column-a's edge")) == 1
    assert looked_up(*question("row-2's edge")) == 0


def test_turned_directions() -> None:
    world = good(f"{GRID}define asked: a1's direction(a2)'s turned(3)\n")
    typed = asked(world, "a1's direction(a2)'s turned(3)")
    assert isinstance(typed, Value)
    assert typed.type == OptionalT(ValueT("direction"))
    local = Value(core.Const(DIRECTIONS.index("up"), ValueT("direction")), ValueT("direction"))
    world = good(f"{GRID}define asked: way's turned(-2)\n")
    turned = asked(world, "way's turned(-2)", Env().bind(syntax.Name("way"), local, "a local"))
    assert turned == Value(core.Const(DIRECTIONS.index("left"), ValueT("direction")), ValueT("direction"))


def test_what_is_asked_of_a_kind_of_nothing_is_none() -> None:
    world = good(f"{GRID}there is\n    goal: cell or none\ndefine asked: goal's row\n")
    typed = asked(world, "goal's row")
    assert isinstance(typed, Value)
    assert typed.type == OptionalT(NumberT(1, 3))
    assert isinstance(typed.core, core.Lookup)
    assert world.tables[typed.core.table]().outside == NONE_NUMBER


def test_tables_for_rotating_and_packing() -> None:
    world, typed = question("cells' squares(2)")
    squares = listed(world, typed)
    rotation = world.list_tables[rotation_table(world, "cell")]()
    assert named(world, "cell", rotation.values[squares[0]]) == ["a1", "a2", "b2", "b1"]
    row = world.values["cell line"].index("row-1")
    reverse = world.tables[rotation_reverse(world, "cell")]()
    ways = {way: reverse.values[row * 8 + number] for number, way in enumerate(DIRECTIONS)}
    assert (ways["right"], ways["left"], ways["up"]) == (0, 1, -1)
    lanes = world.list_tables[pack_table(world, "cell")]().values
    assert named(world, "cell", lanes[1][:4]) == ["d1", "c1", "b1", "a1"]
    assert named(world, "cell", lanes[3][:3]) == ["a1", "a2", "a3"]
