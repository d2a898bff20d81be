"""What is written as elsewhere, with the repair that is offered, does what its author meant.

The table is `habits_mean.txt`: what was written, and what it means, in Python. All repairs are made in one text, and
are tried in each of some states. Each row of the tables of habits that offers a repair has a case here, in
`test_repaired_conditions`, or in `test_habits`, where it is the line as somebody who knows the language writes it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any, Final

import pytest
from attrs import evolve, frozen

from rulewright.analysis.check import check
from rulewright.language import foreign_idioms
from rulewright.language.diagnostics import Diagnostic, applied
from rulewright.language.foreign_idioms import Habit
from rulewright.language.parser import parse
from rulewright.language.source import Source, normal
from rulewright.machine.game import Game
from tests.language import test_habits, test_repaired_conditions
from tests.made.loading import loaded

pytestmark = pytest.mark.thorough

FRAME: Final = """\
game "Meant" "What is meant?"
    players 2
suit is one of red, blue, green
cell is grid 3 by 3
slot is 0..499
component card: suit, rank 1..4
    1 of any, any
component die: face 1..6
    unlimited of any
component man: player
    5 of any
there is
    deck: pile of card, seen by everyone
    pool: area of card
    fan: row of card
    dice: area of die
    board: man on each cell
    open: set of suit
    so: set of slot
    bid: 0..99
    pot: 0..99
    flag: yes or no
    trump: suit or none
    leader: player
    past: memory of pot and bid, up to 9
    found: 0..99
each player has
    hand: area of card
    coins: 0..99
each cell has
    seeds: 0..9
define worth of card: its rank * 2
define ripe of card: its rank is at least 3
define beats of suit (suit other): it is more than other
define twice: bid * 2
define melds of player: its hand's groups(2)
to bonus: add 1 to pot
to claim gives yes or no: give bid is 3
phase turn "A turn": choose act
action act "Act": add 1 to pot
action pass "Pass": nothing
play:
    ask players' first: choose s0 or s1 or s2
    ask players' first: choose CASES
scoring:
    score of player p: p's coins
    winners: players with highest score
"""

State = dict[str, Any]
ZONES: Final = {"deck": "deck", "pool": "pool", "fan": "fan", "hand": "your hand", "hand_b": "your left's hand"}
SEATS: Final = {"player-1": "you", "player-2": "your left"}
ORDERED: Final = ("deck", "fan")
FIELDS: Final = {
    **{name: name for name in ("bid", "pot", "found", "flag", "trump", "leader")},
    "coins": "your coins",
    "coins_b": "your left's coins",
}
CELLS: Final = tuple(f"{column}{row}" for row in "123" for column in "abc")
SUITS: Final = ("red", "blue", "green")


def state(**given: Any) -> State:
    """Zones as lists of names of pieces, sets as sets, what lies or is counted on cells as a mapping."""
    empty = {"found": 0, "flag": "no", "trump": "none", "board": {}, "seeds": dict.fromkeys(CELLS, 0)}
    return {**empty, **given, **{zone: given.get(zone, "").split() for zone in ZONES}}


STATES: Final = (
    state(
        bid=3,
        pot=2,
        coins=3,
        coins_b=5,
        trump="red",
        leader="player-1",
        open={"red", "blue"},
        board={"a1": "player-1", "b2": "player-2"},
        deck="red-1 blue-2 green-3 red-4 blue-4",
        pool="red-2 blue-3 red-3",
        fan="green-1",
        hand="blue-1 green-4 green-2",
    ),
    state(
        bid=2,
        pot=4,
        coins=5,
        coins_b=4,
        trump="green",
        leader="player-2",
        flag="yes",
        open={"red"},
        deck="green-3 red-1 blue-1 blue-3",
        fan="red-3 red-2 blue-2",
        hand="green-1",
        hand_b="green-2 red-4",
    ),
    state(
        bid=5,
        pot=3,
        coins=60,
        coins_b=60,
        leader="player-2",
        open={"blue", "green"},
        board={"a1": "player-2"},
        deck="blue-4 red-2 red-1",
        pool="green-1 green-4",
        hand_b="blue-1",
    ),
)


def laid_out(number: int, now: State) -> str:
    """An action that makes a state of the empty table."""
    lines = [f"set {said} to {SEATS.get(now[name], now[name])}" for name, said in FIELDS.items()]
    lines += [
        f"move 1 from box where it is {card} to {said}"
        for zone, said in ZONES.items()
        for card in (now[zone][::-1] if zone == "deck" else now[zone])
    ]
    lines += [f"add {each} to open" for each in now["open"]]
    lines += [f"move 1 from box where its player is {SEATS[owner]} to {cell}" for cell, owner in now["board"].items()]
    lines += [f"set {cell}'s seeds to {count}" for cell, count in now["seeds"].items()]
    return f'action s{number} "s":\n    ' + "\n    ".join(lines) + "\n"


def seen(game: Game) -> State:
    """The state of a game."""
    now: State = {"board": {}, "seeds": {}}
    for variable in game.view(0).variables:
        if variable.name == "seeds":
            now["seeds"][variable.owners[0]] = variable.value
        else:
            name = f"{variable.name}_b" if variable.owners[:1] == ("player-2",) else variable.name
            now[name] = {*variable.value} if isinstance(variable.value, tuple) else variable.value
    for zone in game.view(0).zones:
        pieces = [piece for piece in zone.pieces or () for _ in range(piece.copies)]
        if zone.name == "board":
            now["board"] = {piece.place: piece.name for piece in pieces}
        elif not zone.box:
            now[f"{zone.name}_b" if zone.owners == ("player-2",) else zone.name] = [piece.name for piece in pieces]
    return now


def suit(card: str) -> str:
    return card.split("-", maxsplit=1)[0]


def rank(card: str) -> int:
    return int(card.split("-")[1])


KNOWN: Final = {"suit": suit, "rank": rank, "SUITS": SUITS, "ann": "player-1", "bob": "player-2"}

# Below `if` a condition and in which states it holds; below `needs` the head of an action and in which it may be
# chosen; below `do` a sentence and what it makes of a state. Lines are joined by ` / `; `..add` is a step deeper.
TABLE: Final = Path(__file__).with_name("habits_mean.txt").read_text(encoding="utf-8")


@frozen
class Case:
    """What was written, in which place, and what it means, in Python."""

    head: str
    wrong: str
    meaning: str

    def text(self, number: int, line: str) -> str:
        """A line in its place."""
        return FORMS[self.head].format(number=number, line=line.replace(" / ", "\n    ").replace("..add", "    add"))

    def holds(self, now: State) -> bool:
        """Whether a condition holds in a state."""
        return bool(eval(self.meaning, {**KNOWN, **now}))

    def after(self, before: State) -> State:
        """What a sentence makes of a state."""
        now = {**KNOWN, **deepcopy(before)}
        exec(self.meaning, now)
        return {name: now[name] for name in before}


FORMS: Final = {
    "if": 'action c{number} "c":\n    if {line}: add {number} to so\n',
    "needs": 'action c{number} "c":\n    {line}\n    add 1 to found\n',
    "do": 'action c{number} "c":\n    {line}\n',
}


def cases() -> Iterator[Case]:
    head = ""
    for line in TABLE.strip().splitlines():
        if line.startswith("== "):
            head = line.removeprefix("== ")
        else:
            wrong, _, meaning = line.rpartition(" | ")
            yield Case(head, wrong.strip(), meaning.strip())


CASES: Final = tuple(cases())
TOGETHER: Final = 60
"""So many cases are read in one text."""


def framed(paragraphs: Mapping[int, str], *more: str) -> str:
    """A whole text: what is asked by conditions is asked by one action."""
    conditions = [line for number, line in paragraphs.items() if CASES[number].head == "if"]
    others = {number: line for number, line in paragraphs.items() if CASES[number].head != "if"}
    asked = 'action ask "Ask":\n    nothing\n' + "".join(each.split("\n", 1)[1] for each in conditions)
    names = " or ".join(["ask", *(f"c{number}" for number in others)])
    return "".join([FRAME.replace("CASES", names), *more, asked, *others.values()])


def errors(text: str) -> list[Diagnostic]:
    """What is wrong with a text."""
    return [one for one in check(Source("x.rules", text)) if one.severity == "error"]


ROWS: Final = [row for rows in foreign_idioms.ROWS.values() for row in rows]


def told(monkeypatch: pytest.MonkeyPatch, text: str) -> tuple[Source, tuple[Diagnostic, ...]]:
    """What is found in a text as it is read; what comes from a row of habits begins with its number."""
    if ROWS[0] in foreign_idioms.ROWS["declaring"]:
        sections = {name: tuple(map(numbered, rows)) for name, rows in foreign_idioms.ROWS.items()}
        monkeypatch.setattr(foreign_idioms, "ROWS", sections)
    source = Source("x.rules", normal(text))
    return source, parse(source).diagnostics


def numbered(row: Habit) -> Habit:
    number = ROWS.index(row)
    return evolve(row, said=evolve(row.said, sentence=f"<{number}>{row.said.sentence}"))


def offered_by(found: Iterable[Diagnostic]) -> set[str]:
    """The patterns of the rows that findings come from."""
    numbers = (re.search(r"<(\d+)>", one.message) for one in found)
    return {ROWS[int(number[1])].written for number in numbers if number}


def repaired(monkeypatch: pytest.MonkeyPatch, numbers: range) -> tuple[dict[int, str], set[str]]:
    """The paragraphs of cases, each with the repairs that are offered, and the rows that offer them."""
    paragraphs = {number: CASES[number].text(number, CASES[number].wrong) for number in numbers}
    source, found = told(monkeypatch, FRAME + "".join(paragraphs.values()))
    rows: set[str] = set()
    begun = len(FRAME)
    for number, paragraph in paragraphs.items():
        here = [one for one in found if begun <= one.span.start < begun + len(paragraph)]
        assert here, paragraph
        edits = [one.edit for one in here]
        assert None not in edits, (paragraph, [one.message for one in here])
        made = applied(source.text, [edit for edit in edits if edit is not None])
        grown = len(made) - len(source.text)
        paragraphs[number] = made[begun : begun + len(paragraph) + grown]
        begun += len(paragraph)
        rows |= offered_by(here)
    return paragraphs, rows


@pytest.fixture(scope="module")
def repairs() -> Iterator[tuple[dict[int, str], set[str]]]:
    """The same of all cases."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        paragraphs: dict[int, str] = {}
        rows: set[str] = set()
        for first in range(0, len(CASES), TOGETHER):
            some, by = repaired(monkeypatch, range(first, min(first + TOGETHER, len(CASES))))
            paragraphs |= some
            rows |= by
        yield paragraphs, rows


def test_what_is_repaired_means_what_was_meant(repairs: tuple[dict[int, str], set[str]]) -> None:
    paragraphs, _ = repairs
    text = framed(paragraphs, *(laid_out(number, each) for number, each in enumerate(STATES)))
    source = Source("x.rules", text)
    wrong = [(source.line_text(source.line(one.span.start)), one.message) for one in errors(text)]
    assert wrong == []
    rules = loaded(text)
    for number, before in enumerate(STATES):
        game = rules.start(seed=1)
        game.play(0, f"s{number}")
        assert comparable(seen(game)) == comparable(before)
        faults = [*different(game, before, paragraphs)]
        assert faults == []


def different(game: Game, before: State, paragraphs: Mapping[int, str]) -> Iterator[object]:
    """Where a repair does not do in a state what was meant."""
    legal = {move[0] for move in game.moves(0)}
    asked = game.copy()
    asked.play(0, "ask")
    so = seen(asked)["so"]
    for number, case in enumerate(CASES):
        if case.head == "do":
            changed = game.copy()
            changed.play(0, f"c{number}")
            now, meant = comparable(seen(changed)), comparable(case.after(before))
            if now != meant:
                yield case.wrong, paragraphs[number], now, meant
        elif (number in so if case.head == "if" else f"c{number}" in legal) != case.holds(before):
            yield case.wrong, paragraphs[number], case.holds(before)


def comparable(now: State) -> State:
    """A state, of zones without order sorted, of fields those that are told in each."""
    return {name: sorted(now[name]) if name in ZONES and name not in ORDERED else now[name] for name in STATES[0]}


def test_each_row_with_a_repair_has_a_case(
    repairs: tuple[dict[int, str], set[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, rows = repairs
    written = [test_habits.written(head, wrong) for head, wrong, _ in test_habits.rows()]
    for text in [*written, *test_repaired_conditions.written()]:
        rows |= offered_by(told(monkeypatch, text)[1])
    assert [row.written for row in ROWS if row.repair is not None and row.written not in rows] == []
