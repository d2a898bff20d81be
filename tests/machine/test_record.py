"""Records: writing, strict reading, replay and its partings, branches, spectators' files."""

import contextlib
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import given, strategies as st

from rulewright.language.languages import NEWEST
from rulewright.machine.chance import ChanceEvent, RandomPlayer, whole
from rulewright.machine.game import Game
from rulewright.machine.information import information
from rulewright.machine.record import (
    BACKS,
    BackLine,
    ChanceLine,
    EndLine,
    Header,
    MoveLine,
    Record,
    RecordError,
    dump,
    parse,
    read,
)
from rulewright.machine.replay import replay
from tests.machine.stepping import seat_file_lines
from tests.made.loading import loaded

from . import tiny


def finished(seed: int, *, legal: bool = False) -> Game:
    """A random game."""
    game, player = tiny.rules().start(seed=seed, legal=legal), RandomPlayer(seed)
    while not game.over:
        moves = game.moves(game.deciders[0])
        game.play(game.deciders[0], moves[player.choose(game.decisions, len(moves))])
    return game


def texts(game: Game) -> list[str]:
    return [dump(line) for line in game.record]


def reread(lines: list[str]) -> Record:
    return parse([(line + "\n").encode() for line in lines])


def test_the_form_of_a_record() -> None:
    """As the documentation shows it."""
    game = tiny.rules().start(seed=7, legal=True)
    game.play(0, ("take",))
    header, shuffle, move = (json.loads(line) for line in texts(game))
    expected = {"record": "rulewright/1", "game": "made", "rules": tiny.rules().sha256, "players": 2, "options": {}}
    made = {"language": NEWEST, "program": tiny.rules().program.digest.hex()}
    assert header == expected | {"seed": 7, "number": 0} | made
    assert shuffle["chance"] == "shuffle"
    assert shuffle["what"] == "the-deck"
    assert sorted(shuffle["outcome"]) == ["one", "one", "three", "three", "two", "two"]
    assert {key: move[key] for key in ("seat", "move")} == {"seat": 0, "move": ["take"]}
    assert ["take"] in move["legal"]


@given(st.integers(0, 10**6), st.integers(1, 4), st.booleans())
def test_replaying_gives_the_same_game(seed: int, back: int, legal: bool) -> None:
    """With its branches, and whatever the seed says."""
    game = finished(seed, legal=legal)
    moves = [step.move for step in game.steps if hasattr(step, "move")]
    game.undo(back)
    for move in moves[-back:]:
        game.play(game.deciders[0], move)
    record = reread(texts(game))
    played = replay(tiny.rules(), evolve(record, header=evolve(record.header, seed=0)))
    assert played.parting is None
    assert played.notes == ()
    assert played.game.state == game.state
    assert [dump(line) for line in played.game.lines] == [json_without_legal(dump(line)) for line in game.lines]


def json_without_legal(text: str) -> str:
    data = json.loads(text)
    data.pop("legal", None)
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def test_partings_are_told() -> None:
    """At the first line where rules and record differ, with the number of the decision."""
    lines = texts(finished(4, legal=True))
    data = [json.loads(line) for line in lines]
    for number, change, message in [
        (1, {"outcome": ["one"] * 6}, "only 2 of one"),
        (1, {"chance": "draw", "outcome": "one"}, 'the record has draw "the-deck"'),
        (2, {"seat": 1}, "the record has a move of seat 1, the rules ask for a move of seat 0"),
        (2, {"move": ["lay", "four"], "legal": data[2]["legal"]}, "lay four is not among the moves"),
        (2, {"legal": [["lay", "four"]]}, "only the record has lay four"),
        (6, {"scores": [9, 9]}, "the record has scores [9, 9]"),
    ]:
        changed = [*lines[:number], json.dumps(data[number] | change), *lines[number + 1 :]]
        parting = replay(tiny.rules(), reread(changed)).parting
        assert parting is not None
        assert message in parting.message
        assert parting.line == number + 1
        assert parting.decision == max(number - 1, 1)


def test_missing_and_surplus_lines_are_told() -> None:
    """Chance where none is asked, a move instead of chance, an end too soon; other rules are only a note."""
    lines = texts(finished(4))
    for changed, message in [
        ([lines[0], lines[2]], 'the rules ask chance for shuffle "the-deck", the record does not'),
        ([*lines[:2], lines[1]], "the rules ask for a move of seat 0"),
        ([*lines[:3], lines[6]], "the record ends, the rules ask for a move of seat 1"),
        ([*lines[:3], '{"back":2}'], "there is no decision 2"),
    ]:
        parting = replay(tiny.rules(), reread(changed)).parting
        assert parting is not None
        assert message in parting.message
    of_another_text = lines[0].replace(tiny.rules().sha256, "1" * 64)
    other = replay(tiny.rules(), reread([of_another_text.replace('"program":"', '"program":"1'), *lines[1:4]]))
    assert other.parting is None
    assert other.notes == ("the record was made with another text of the rules", "the record stops before decision 3")
    alike = replay(tiny.rules(), reread([of_another_text, *lines[1:4]]))
    assert alike.notes == ("the record stops before decision 3",), "of another text that is the same game"


HEADER = '{"record":"rulewright/1","game":"tiny","rules":"0","players":2,"options":{"a":true,"b":2,"c":"d"}}'


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("nonsense", "no JSON object"),
        ("[]", "no JSON object"),
        ('{"seat":0}', "neither chance, move, back nor end"),
        ('{"seat":0,"move":[]}', '"move" must be a list that begins with an action'),
        ('{"seat":0,"move":[1]}', '"move" must be'),
        ('{"seat":0,"move":["a",1.5]}', '"move" must be'),
        ('{"seat":0,"move":["a",true]}', '"move" must be'),
        ('{"seat":12,"move":["a"]}', '"seat" must be a seat from 0 to 11, not 12'),
        ('{"seat":0,"move":["a"],"extra":1}', 'unknown key "extra"'),
        ('{"seat":0,"seat":0,"move":["a"]}', "a key stands twice"),
        ('{"chance":"guess","what":"x","outcome":1}', '"chance" must be shuffle, draw or roll'),
        ('{"chance":"shuffle","what":"x","outcome":"y"}', '"outcome" must be a list of names'),
        ('{"back":0}', '"back" must be the number of a decision'),
        ('{"back":1,"seen":false}', '"seen" must be true'),
        ('{"end":true,"scores":[1]}', '"winners" is missing'),
        ('{"end":true,"scores":[NaN],"winners":[]}', '"scores" must be a list of numbers, not [NaN]'),
        ('{"end":true,"scores":[' + "9" * 400 + '],"winners":[]}', '"scores" must be a list of numbers, not [999'),
    ],
)
def test_what_does_not_belong_is_refused(line: str, message: str) -> None:
    with pytest.raises(RecordError, match=r"^line 2: ") as caught:
        reread([HEADER, line])
    assert message in str(caught.value)


def test_more_refusals() -> None:
    """Long lines, other headers, lines after the end, nothing at all."""
    end = dump(EndLine((1,), ()))
    for lines, message in [
        ([HEADER, '{"seat":0,"move":["' + "a" * (1 << 20) + '"]}'], "line 2: the line is longer than 1 MiB"),
        ([HEADER.replace("rulewright/1", "rulewright/2")], "line 1: the first line must begin"),
        ([HEADER.replace("2,", "13,", 1)], 'line 1: "players" must be a number from 1 to 12'),
        ([HEADER, end, end], "line 3: the record goes on after its end"),
        ([], "the record is empty"),
    ]:
        with pytest.raises(RecordError) as caught:
            reread(lines)
        assert message in str(caught.value)


@pytest.mark.thorough
def test_a_record_goes_back_so_often() -> None:
    """As often as that it is read, and once more is told with its line."""
    backs = ['{"back":1}'] * BACKS
    assert len(reread([HEADER, *backs]).lines) == BACKS
    with pytest.raises(RecordError, match=r"line 50002: the record goes back more than 50,000 times\. Leave out"):
        reread([HEADER, *backs, '{"back":1}'])


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    with contextlib.suppress(RecordError):
        parse([HEADER.encode() + b"\n", *data.splitlines(keepends=True)])


def test_a_half_written_last_line_is_ignored(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text("".join(f"{dump(line)}\n" for line in finished(1).record))
    whole = read(path)
    assert isinstance(whole.lines[-1], EndLine)
    data = path.read_bytes()
    path.write_bytes(data[:-5])
    assert read(path).lines == whole.lines[:-1]


def test_going_back_is_marked() -> None:
    """A return across a drawn card says that it was seen."""
    game = tiny.rules().start(seed=7)
    game.play(0, ("take",))
    game.undo()
    assert game.lines[-1] == BackLine(1, seen=True)
    game.play(0, game.moves(0)[0])
    assert [type(line) for line in game.lines] == [ChanceLine, MoveLine, BackLine, MoveLine]
    assert isinstance(game.record[0], Header)
    whole = texts(game)
    assert replay(tiny.rules(), reread(whole)).parting is None
    parting = replay(tiny.rules(), reread([line.replace(',"seen":true', "") for line in whole])).parting
    assert parting is not None
    assert parting.message == "by the rules something was seen behind decision 1, not so in the record"
    assert (parting.line, parting.decision) == (4, 1)


@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_spectators_file(seat: int | None) -> None:
    """What that seat saw, and nothing of what it did not."""
    game = finished(12)
    text = "\n".join(seat_file_lines(game, seat))
    _, *told, end = map(json.loads, text.splitlines())
    seen = information(game, seat)
    assert [line.get("event", "move") for line in told] == [each.what for each in seen]
    assert [line.get("piece") for line in told] == [each.piece for each in seen]
    assert end == {"end": True, "scores": list(game.scores), "winners": list(game.winners)}
    assert "seed" not in text
    assert "outcome" not in text


# ---- the work that a record makes


MANY = """game "Many" "Many decisions, of many moves each"
    players 1
play:
    repeat 9999 times:
        each player: choose say
action say "Say":
    pick n from 1..300
scoring:
    score of player: 0
    winners: nobody
"""


def events(act: Callable[[], object]) -> int:
    """How much of Python an act takes: calls, returns, steps of generators."""
    found = 0

    def count(*_: object) -> None:
        nonlocal found
        found += 1

    sys.setprofile(count)
    try:
        act()
    finally:
        sys.setprofile(None)
    return found


def test_going_back_in_a_long_game_is_as_quick_as_in_a_short_one() -> None:
    """A record can do it in every second line."""
    game = loaded(MANY.replace("300", "2")).start()
    work = []
    for decisions in (200, 1_600):
        while game.decisions < decisions:
            game.play(0, ("say", 1))
        game.undo()
        work.append(events(lambda: (game.play(0, ("say", 2)), game.undo())))
    assert work[1] <= work[0] + 20


class Compared(str):
    """A name that counts how often it is compared."""

    __slots__ = ()
    __hash__ = str.__hash__
    times = 0

    def __eq__(self, other: object) -> bool:
        Compared.times += 1
        return super().__eq__(other)


@pytest.fixture
def compared() -> Iterator[type[Compared]]:
    Compared.times = 0
    yield Compared
    Compared.times = 0


def test_listed_moves_are_each_looked_for_once(compared: type[Compared]) -> None:
    rules = loaded(MANY)
    legal = tuple((compared("say"), number) for number in range(300, 0, -1))
    header = rules.start().header
    line = MoveLine(0, ("say", 7), legal)
    assert replay(rules, Record(header, (line,), (2,))).parting is None
    assert compared.times < 10 * len(legal)


def test_the_pieces_of_a_shuffle_are_each_looked_for_once(compared: type[Compared]) -> None:
    names = [f"card-{number}" for number in range(500)]
    event = ChanceEvent(0, "shuffle", "deck", tuple(map(compared, names)), (1,) * len(names))
    assert whole(event, names[::-1], rest=False) == tuple(range(499, -1, -1))
    assert compared.times < 10 * len(names)
