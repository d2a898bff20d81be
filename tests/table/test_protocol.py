"""The protocol of a table: its schema, its tree of choices, and what becomes of each message of a seat."""

import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from attrs import astuple, evolve

from rulewright import Rules, load
from rulewright.machine.record import Record, dump, parse
from rulewright.table.board_layout import boards
from rulewright.table.choice_tree import choices, pick_types
from rulewright.table.commands import ELSEWHERE
from rulewright.table.hosted_table import HostedTable, answer, play, received, resumed, seated_at, update
from rulewright.table.message_json import MessageError, as_data
from rulewright.table.message_parts import At, Choice
from rulewright.table.messages import (
    FROM_SEAT,
    Again,
    Agree,
    Ask,
    ChoicesWanted,
    Decline,
    Earlier,
    EarlierMessage,
    FromSeat,
    GoTo,
    MoveMade,
    Open,
    Redo,
    SceneMessage,
    Undo,
    message_data,
    message_of,
)
from rulewright.table.seat_messages import scene_message
from tests.laws.positions import GAMES
from tests.made.loading import loaded
from tests.table.protocol_schema import text

SCHEMA: dict[str, Any] = json.loads(text())
PAGE = Path(__file__).parents[2] / "docs"


def fits(data: object, form: dict[str, Any]) -> bool:
    """Whether data is of a form of the schema, read as the draft has it."""
    if "$ref" in form:
        return fits(data, SCHEMA["$defs"][form["$ref"].rpartition("/")[2]])
    if "const" in form or "enum" in form:
        return any(data == each and type(data) is type(each) for each in form.get("enum", [form.get("const")]))
    if "anyOf" in form or "oneOf" in form:
        many = sum(fits(data, each) for each in form.get("anyOf", form.get("oneOf")))
        return many == 1 if "oneOf" in form else many > 0
    match form["type"]:
        case "object" if isinstance(data, dict):
            known, more = form.get("properties", {}), form["additionalProperties"]
            named = all(fits(part, known.get(key, more)) for key, part in data.items() if key in known or more)
            return named and {*form.get("required", ())} <= {*data} and (bool(more) or {*data} <= {*known})
        case "array" if isinstance(data, list) and "prefixItems" in form:
            return len(data) == len(form["prefixItems"]) and all(map(fits, data, form["prefixItems"]))
        case "array" if isinstance(data, list):
            return all(fits(each, form["items"]) for each in data)
        case plain:
            kinds = {"string": str, "integer": int, "number": (int, float), "boolean": bool, "null": type(None)}
            return plain in kinds and isinstance(data, kinds[plain]) and (plain == "boolean") == isinstance(data, bool)


def table_of(game: str, seed: int = 1, people: Sequence[str] = ("Ann", "Bob")) -> HostedTable:
    return seated_at(load(game), dict(enumerate(people)), {}, seed)


def as_record(table: HostedTable) -> Record:
    """The record of a table, written and read."""
    return parse(f"{dump(line)}\n".encode() for line in table.record)


def words(tree: Sequence[Choice], begun: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The moves of a tree."""
    for each in tree:
        assert not each.more, "the whole tree was wanted"
        if each.ends:
            yield (*begun, each.word)
        yield from words(each.next, (*begun, each.word))


def scene(table: HostedTable, seat: int | None) -> SceneMessage:
    """The table as a seat is told it now."""
    return scene_message(table.seated.game, seat, table.seated.names, table.at)


def one_move(table: HostedTable, rng: random.Random) -> int:
    """Let somebody move; who that was."""
    seat = rng.choice(table.seated.deciders)
    play(table, seat, rng.choice(table.seated.moves(seat)))
    return seat


def refused(table: HostedTable, seat: int | None, message: FromSeat) -> str:
    """Why a message is refused; that nothing changes."""
    before = table.at, table.seated.game.state, table.proposal
    reply = received(table, seat, message)
    (told,) = reply.answers
    assert (table.at, table.seated.game.state, table.proposal) == before
    assert not reply.changed
    return str(message_data(told)["why"])


# ---- the schema


def test_the_schema_is_up_to_date() -> None:
    written = (PAGE / "protocol.schema.json").read_text(encoding="utf-8")
    assert written == text(), "run: python -m tests.table.protocol_schema > docs/protocol.schema.json"


def test_every_message_and_every_field_is_described() -> None:
    page = (PAGE / "protocol.md").read_text(encoding="utf-8")
    tables = (SCHEMA["$defs"][sender]["oneOf"] for sender in ("to-seat", "from-seat"))
    named = [each["$ref"].rpartition("/")[2] for some in tables for each in some]
    assert [name for name in named if f"`{name}`" not in page] == []
    assert len({*named}) == len(named)
    classes = [form for form in SCHEMA["$defs"].values() if "properties" in form]
    assert [form for form in classes if not form["description"].endswith(".")] == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", GAMES)
def test_what_a_table_says_fits_the_schema(game: str) -> None:
    rules, rng = load(game), random.Random(game)
    table = seated_at(rules, {0: "Ann"}, {}, 7)
    had: dict[int | None, At | None] = {None: None, 0: None}
    for number in range(40):
        for eyes, known in had.items():
            for message in update(table, eyes, known if number % 7 else None):
                assert fits(json.loads(json.dumps(message_data(message))), SCHEMA["$defs"]["to-seat"]), message
        had = dict.fromkeys(had, table.at)
        if table.seated.over:
            break
        one_move(table, rng)


AT = At(0, 1, 2)
SAID: Sequence[FromSeat] = (
    Open(),
    Open(AT, 3),
    MoveMade(AT, ("take", 5)),
    ChoicesWanted(AT, (), 1),
    Ask("look", "deck"),
    Undo(AT, 2),
    Redo(AT),
    GoTo(AT, 4),
    Earlier(3, 1),
    Agree(AT),
    Decline(AT),
    Again(AT),
)


@pytest.mark.parametrize("message", SAID)
def test_what_a_seat_says_is_read_as_it_was_said(message: FromSeat) -> None:
    data = json.loads(json.dumps(message_data(message)))
    assert fits(data, SCHEMA["$defs"]["from-seat"])
    assert message_of(data) == message


def test_each_message_of_a_seat_was_tried() -> None:
    assert {type(each) for each in SAID} == {*FROM_SEAT.values()}


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ([], "A message is an object."),
        ({"v": 2, "type": "open"}, "Messages of version 1 are understood here. Load the page anew."),
        ({"v": True, "type": "open"}, "Messages of version 1 are understood here. Load the page anew."),
        (
            {"v": 1, "type": "fly"},
            "The type of a message is one of open, move, more, ask, undo, redo, goto, look-back, ",
        ),
        ({"v": 1, "type": "agree"}, 'the message has no "at".'),
        ({"v": 1, "type": "open", "seat": 1}, 'the message has "seat", which it may not have.'),
        ({"v": 1, "type": "open", "had": {"game": 0}}, '"had" of the message has no "back".'),
        ({"v": 1, "type": "open", "id": "1"}, '"id" of the message must be a whole number.'),
        ({"v": 1, "type": "open", "id": True}, '"id" of the message must be a whole number.'),
        (
            {"v": 1, "type": "move", "at": as_data(AT), "move": ["a", 1.5]},
            '"move" of the message must be a text or a whole number.',
        ),
        ({"v": 1, "type": "ask", "question": "who"}, '"question" of the message must be one of look, score, odds, '),
    ],
)
def test_what_is_no_message_is_told_where_it_is_wrong(data: object, told: str) -> None:
    with pytest.raises(MessageError) as wrong:
        message_of(data)
    assert str(wrong.value).startswith(told)


# ---- the tree of choices


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", GAMES)
def test_the_ways_through_the_tree_are_the_legal_moves(game: str) -> None:
    rng, table = random.Random(game), table_of(game)
    types = pick_types(table.seated.game.rules)
    for _ in range(25):
        if table.seated.over:
            break
        for seat in table.seated.deciders:
            moves = [*table.seated.moves(seat)]
            tree = choices(table.seated.game, seat, table.seated.names, types, most=10**9)
            assert sorted(words(tree), key=str) == sorted(moves, key=str)
            begun: tuple[str | int, ...] = ()  # step by step, as of a tree that is too large, one comes to each move
            wanted = rng.choice(moves)
            for word in wanted:
                some = choices(table.seated.game, seat, table.seated.names, types, begun, most=1)
                (node,) = (each for each in some if each.word == word)
                begun = (*begun, word)
                further = sum(move[: len(begun)] == begun and len(move) > len(begun) for move in moves)
                assert (node.more, node.ends) == (further, begun in moves)
        one_move(table, rng)


def test_a_piece_that_is_picked_is_where_the_choice_says() -> None:
    table, rng = table_of("line-it"), random.Random(1)
    for _ in range(30):
        (seat,) = table.seated.deciders
        zones = {zone.id: zone for zone in scene(table, seat).zones}
        for first in choices(table.seated.game, seat, table.seated.names, table.types):
            for node in first.next:
                if node.means is not None:
                    assert node.word in [piece.kind for piece in zones[node.means.zone].pieces or ()]
        one_move(table, rng)


# ---- what becomes of what a seat says


def test_an_illegal_move_is_refused_with_the_rule_and_its_line() -> None:
    table = table_of("tic-tac-toe")
    taken = table.seated.moves(0)[0]
    play(table, 0, taken)
    (told,) = received(table, 1, MoveMade(table.at, taken, 9)).answers
    data = message_data(told)
    source = table.seated.game.rules.source_text.splitlines()
    assert (data["why"], data["id"]) == ("illegal", 9)
    assert str(data["rule"]) in source[int(str(data["line"])) - 1]


COMMAND = re.compile(r"(?<!\w):[a-z]{2,}|(?<![\w-])--[a-z]|\bType\b|Ctrl-C|`fast`")


@pytest.mark.sampled(6)
@pytest.mark.parametrize("game", GAMES)
def test_no_answer_speaks_of_what_is_typed_at_a_prompt(game: str) -> None:
    table, rng = table_of(game), random.Random(f"asked {game}")
    for _ in range(12):
        if not table.seated.over:
            one_move(table, rng)
    told = table.rules
    names = [each.name for each in (*told.zones, *told.fields, *told.actions, *told.components, *told.players)]
    names += [kind.name for component in told.components for kind in component.kinds[:9]]
    names += [value for values in told.types.values() for value in values[:3]]
    asked = [Ask(question, name) for question in ("look", "last", "why") for name in ("", "?", *rng.sample(names, 5))]
    asked += [Ask("odds", name) for name in ("", "?", *(each.kinds[0].name for each in told.components[:1]))]
    asked += [Ask(question, text) for question in ("history", "score") for text in ("", "all", "-1", "x")]
    for eyes, each in ((eyes, each) for eyes in (None, 0) for each in asked):
        said = answer(table, eyes, each).paragraphs
        assert not [part.text for part in said if not part.rule and COMMAND.search(part.text)], each


def test_who_plays_by_messages_is_told_of_no_command_line() -> None:
    texts = [
        text
        for each in astuple(ELSEWHERE, recurse=False)
        for text in ([each] if isinstance(each, str) else each.values())
    ]
    assert [text for text in texts if COMMAND.search(text)] == []


def test_who_is_not_to_move_and_who_only_looks_on_is_refused() -> None:
    table = table_of("tic-tac-toe")
    move = MoveMade(table.at, table.seated.moves(0)[0])
    assert refused(table, 1, move) == "illegal"
    assert refused(table, None, move) == "impossible"
    assert refused(table, 0, Agree(table.at)) == "impossible"
    assert refused(table, 0, Again(table.at)) == "impossible"
    assert refused(table, 0, Undo(table.at)) == "impossible"


def test_a_message_that_was_sent_twice_counts_once() -> None:
    table = table_of("tic-tac-toe", people=("Ann",))
    move = MoveMade(table.at, table.seated.moves(0)[0])
    assert received(table, 0, move).changed
    assert table.due == 1
    play(table, 1, table.seated.any_move(1))
    assert refused(table, 0, move) == "late"
    assert refused(table, 0, Undo(move.at)) == "late"
    assert refused(table, 0, MoveMade(evolve(table.at, made=99), move.move)) == "late"


def test_where_all_choose_at_once_the_choices_of_others_do_not_make_mine_late() -> None:
    table = table_of("salvage", people=("Ann", "Bob", "Cem"))
    first, second = table.seated.deciders[:2]
    at, mine = table.at, table.seated.moves(second)[0]
    play(table, first, table.seated.moves(first)[0])
    assert table.at != at
    assert received(table, second, MoveMade(at, mine)).changed


def test_decisions_of_others_are_taken_back_when_they_agree() -> None:
    table = table_of("tic-tac-toe")
    start = table.seated.game.state
    for seat in (0, 1):
        play(table, seat, table.seated.moves(seat)[0])
    there = table.seated.game.state
    assert received(table, 0, Undo(table.at)).changed
    told = message_data(update(table, None, None)[-1])
    assert (told["type"], told["by"], told["asked"]) == ("proposal", 0, 1)
    assert told["text"] == "Ann wants to go to decision 1; that would take back a decision of Bob's."
    own, asked = (message_data(update(table, seat, None)[-1])["text"] for seat in (0, 1))
    assert own == "You want to go to decision 1; that would take back a decision of Bob's."
    assert asked == "Ann wants to go to decision 1; that would take back a decision of yours. Bob, do you agree?"
    assert refused(table, 0, Agree(table.at)) == "impossible"
    assert received(table, 0, Decline(table.at)).notes == ("Ann takes the question back.",)
    assert (table.proposal, table.seated.game.state) == (None, there)
    assert received(table, 0, Undo(table.at)).changed
    declined = received(table, 1, Decline(table.at))
    assert declined.notes == ("Bob does not agree.",)
    assert (table.proposal, table.seated.game.state) == (None, there)
    assert received(table, 0, Undo(table.at)).changed
    assert received(table, 1, Agree(table.at)).changed
    assert table.seated.game.state == start
    assert table.at == At(0, 1, 0)
    redo = received(table, 0, Redo(table.at))
    assert redo.changed
    assert table.proposal is not None, "the other's decision would be made again"


def test_who_goes_on_playing_does_not_agree() -> None:
    table = table_of("tic-tac-toe")
    for seat in (0, 1):
        play(table, seat, table.seated.moves(seat)[0])
    received(table, 0, Undo(table.at))
    assert received(table, 0, MoveMade(table.at, table.seated.moves(0)[0])).changed
    assert table.proposal is None


def test_a_client_that_missed_something_is_told_just_that() -> None:
    table, rng = table_of("line-it"), random.Random(4)
    had = table.at
    for _ in range(3):
        one_move(table, rng)
    happened, *_ = (message_data(each) for each in update(table, 1, had))
    assert [each["number"] for each in happened["decisions"]] == [1, 2, 3]
    assert "anew" not in happened
    assert [message_data(each)["type"] for each in update(table, 1, table.at)] == ["asked"]
    whole = [message_data(each) for each in update(table, 1, None)]
    assert [each["type"] for each in whole] == ["rules", "happened", "scene", "asked"]
    table.seated.back_to(1)
    happened, *_ = (message_data(each) for each in update(table, 1, evolve(had, made=3)))
    assert happened["anew"]
    assert [each["number"] for each in happened["decisions"]] == [0, 1]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", GAMES)
def test_a_seat_looks_back_at_what_it_was_told_then_and_at_nothing_else(game: str) -> None:
    table, rng = table_of(game), random.Random(f"back {game}")
    eyes = (None, *range(table.seated.game.rules.players))
    told = {}
    for _ in range(30):
        told[table.at.made] = {seat: scene(table, seat) for seat in eyes}
        if table.seated.over:
            break
        one_move(table, rng)
    for made, seat in ((made, seat) for made in rng.sample([*told], min(4, len(told))) for seat in eyes):
        (reply,) = received(table, seat, Earlier(made)).answers
        assert isinstance(reply, EarlierMessage)
        assert reply.scene == told[made][seat]
        assert fits(json.loads(json.dumps(message_data(reply))), SCHEMA["$defs"]["to-seat"])


def test_nobody_looks_back_at_what_has_not_been() -> None:
    table = table_of("tic-tac-toe")
    one_move(table, random.Random(1))
    assert [refused(table, 0, Earlier(number)) for number in (-1, 2, 10**12)] == ["impossible"] * 3


@pytest.mark.parametrize("game", ["line-it", "biblios", "ship-captain-crew"])
def test_a_table_goes_on_from_its_record_as_if_nothing_had_happened(game: str) -> None:
    table, rng = table_of(game, people=("Ann",)), random.Random(game)
    for number in range(30):
        if number == 20 and table.seated.made > 5:
            received(table, 0, Undo(table.at))
        if table.seated.over:
            break
        one_move(table, rng)
    again = resumed(table.seated.game.rules, as_record(table), table.game)
    for eyes in (None, 0, 1):
        told = [[message_data(each) for each in update(one, eyes, None)] for one in (table, again)]
        for one, other in zip(*told, strict=True):
            assert one | {"since": None} == other | {"since": None}
    while not table.seated.over:
        seat = table.seated.deciders[0]
        move = table.seated.moves(seat)[-1]
        play(table, seat, move)
        play(again, seat, move)
    assert table.seated.game.state == again.seated.game.state


# ---- where places stand


LOOKS = """game "Looks" "A card each"
    players white, black
suit is one of hearts, spades
component card: suit, rank 1..2
    1 of any, any
there is
    pool: area of card
looks:
    hearts: color Crimson, sign "♥"
    black: color "#1D2321"
    hearts-1: sign "+"
    pool, deck: left
setup: move all box to pool
play: end game
scoring:
    score of player: 0
"""


def test_looks_are_told_as_css_has_the_colors_and_with_the_names_of_people() -> None:
    table = seated_at(loaded(LOOKS), {0: "Ann", 1: "Bob"}, {}, 1)
    told = {each.name: (each.color, each.sign, each.side) for each in table.rules.looks}
    assert told == {
        "hearts": ("#dc143c", "♥", ""),
        "Bob": ("#1d2321", "", ""),
        "hearts-1": ("", "+", ""),
        "pool": ("", "", "left"),
        "deck": ("", "", "left"),
    }


def test_looks_say_nothing_to_the_game() -> None:
    without = LOOKS[: LOOKS.index("looks:")] + LOOKS[LOOKS.index("setup:") :]
    assert loaded(without).followed_by(loaded(LOOKS).header)


def test_squares_and_named_points_stand_where_the_rules_put_them() -> None:
    (squares, *_) = (each for each in boards(load("tic-tac-toe").core) if each.shape == "square")
    assert {spot.place: (spot.x, spot.y) for spot in squares.spots} == {
        f"{letter}{row}": (column, 3 - row) for column, letter in enumerate("abc") for row in (1, 2, 3)
    }
    told = message_data(update(table_of("hex"), None, None)[0])
    (board,) = (each for each in told["zones"] if each["name"] == "board")
    at = {spot["place"]: (spot["x"], spot["y"]) for spot in board["picture"]}
    assert len(at) == 9 * 9 + 4
    assert (at["b9"][0] - at["a9"][0], at["b9"][1] - at["a9"][1]) == (1, 0)
    assert (at["a8"][0] - at["a9"][0], at["a8"][1] - at["a9"][1]) == (-1, 1)
    assert at["north"] == (18, 0)


def test_hexagons_touch_six_others_one_away(tmp_path: Path) -> None:
    (hexagons,) = boards(rules_with(tmp_path, BARE.format(shape="hex 2")).core)
    spots = {spot.place: (spot.x, spot.y) for spot in hexagons.spots}
    middle = spots.pop("b2")
    assert hexagons.shape == "hexagon"
    assert [((middle[0] - x) ** 2 + (middle[1] - y) ** 2) ** 0.5 for x, y in spots.values()] == pytest.approx(
        [1.0] * 6, abs=0.002
    )
    assert spots["a2"] == (middle[0] - 1, middle[1])


def rules_with(folder: Path, text: str) -> Rules:
    """The rules of a text."""
    file = folder / "fields.rules"
    file.write_text(text, encoding="utf-8")
    return load(file)


BARE = """game "Cells"
    players white, black
cell is {shape}
component stone: player
    6 of any
there is
    board: stone on each cell
play:
    each player: choose place
action place "Put a stone":
    pick there from cells where it is empty
    move 1 from box's stones where its player is you to there
scoring:
    score of player: 0
    winners: nobody
"""
MAP = """game "Fields"
    players white, black
field is {shape}
path is edge of field
crossing is corner of field
component road, called "{{player}}-road": player
    6 of any
there is
    roads-built: road on each path
    houses: road on each crossing
play:
    each player: choose build
action build "Build a road":
    pick path from paths where it is empty
    move 1 from box's roads where its player is you to path
scoring:
    score of player: 0
    winners: nobody
"""


@pytest.mark.parametrize(
    ("shape", "corners", "edges", "side"), [("grid 2 by 1", 6, 7, 1.0), ("hex 2", 24, 30, 3**-0.5)]
)
def test_edges_lie_between_corners_which_lie_around_cells(
    tmp_path: Path, shape: str, corners: int, edges: int, side: float
) -> None:
    rules = rules_with(tmp_path, MAP.format(shape=shape))
    found = {each.places: each for each in boards(rules.core)}
    assert {each.over for each in found.values()} == {"field"}
    points = [(spot.x, spot.y) for spot in found["crossing"].spots]
    assert (len({*points}), len(found["path"].spots)) == (corners, edges)
    for spot in found["path"].spots:
        assert spot.ends is not None
        x1, y1, x2, y2 = spot.ends
        assert {(x1, y1), (x2, y2)} <= {*points}
        assert ((x1 + x2) / 2, (y1 + y2) / 2) == pytest.approx((spot.x, spot.y), abs=0.002)
        assert ((x1 - x2) ** 2 + (y1 - y2) ** 2) ** 0.5 == pytest.approx(side, abs=0.002)
    for cell in found["field"].spots:
        away = sorted(((cell.x - x) ** 2 + (cell.y - y) ** 2) ** 0.5 for x, y in points)
        around = 6 if found["field"].shape == "hexagon" else 4
        assert away[:around] == pytest.approx([side / (1 if around == 6 else 2**0.5)] * around, abs=0.002)


RAILS = """game "Rails"
    players 2
city is one of bern, rome, wien
route links city and city: length 1..4
    bern, rome: 3
    rome, wien: 1
    bern, rome: 2
component track: player
    9 of any
component house, called "house-{player}": player
    9 of any
there is
    tracks: track on each route
    houses: house on each city
        picture:
            bern .    wien
            .    rome .
play:
    each player: choose claim or settle
action claim "Claim a route":
    pick route from routes where it is empty
    move 1 from box's tracks where its player is you to route
action settle "Build a house":
    pick city from cities where it is empty
    move 1 from box's houses where its player is you to city
scoring:
    score of player p: total length of routes as r where r's player is p
    winners: players with highest score
"""


def test_links_lead_from_place_to_place_where_a_picture_puts_these(tmp_path: Path) -> None:
    found = {each.places: each for each in boards(rules_with(tmp_path, RAILS).core)}
    assert (found["route"].shape, found["route"].over) == ("edge", "city")
    first, second, third = found["route"].spots
    assert (first.place, first.x, first.y, first.ends) == ("bern-rome", 0.5, 0.5, (0, 0, 1, 1))
    assert (second.place, second.x, second.y, second.ends) == ("rome-wien", 1.5, 0.5, (1, 1, 2, 0))
    assert (third.place, third.x) == ("bern-rome-2", 0.5)
    assert third.y > first.y


def test_a_table_needs_no_server_and_no_terminal() -> None:
    """So that it runs in a page, too, where there is neither."""
    heavy = ("asyncio", "multiprocessing", "prompt_toolkit", "sqlite3", "starlette", "uvicorn", "wasmtime")
    program = f"import sys, rulewright.table.hosted_table; print([each for each in {heavy} if each in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
