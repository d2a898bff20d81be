"""Rulesets whose fields belong to numbers that begin anywhere, and what they must hold: a table by the author's names.

Every action writes one place of one field. One is told where by values of the types, its twin by a number that may be
none of them.
"""

from typing import Any

from attrs import frozen

from rulewright import Rules
from rulewright.machine.move_names import Move
from rulewright.machine.view import View
from tests.wasm.common import loaded

FRAME = """game "Owned" "Fields of numbers that begin anywhere"
    players 2
spot is {spot}
tile is {tile}
color is one of red, green
component pawn, called "pawn-{{team}}": team 1..40
    1 of any
there is
    left-guard: 0..9, starts 5
    track: pawn on each spot
    bag: set of spot
    lane: pawn on each tile, face up or down
each spot has
    mark: 0..9
    stack: row of pawn
    chosen: set of tile
each spot and tile has
    pair: -9..9
    heap: pile of pawn, seen by everyone
each player and tile has
    own: 0..9999, starts tile + 500
    shelf: pawn on each spot
    nook: slot of pawn
each color and spot has
    hue: 1..9
each tile has
    tally: counts of color
there is
    right-guard: 0..9, starts 5
play:
    repeat:
        ask players's first: choose {offers} or stop
{actions}action stop "Stop": end game, drawn
scoring:
    score of player: 0
    winners: players with highest score
"""
PLACES = {"spot": "spots", "tile": "tiles", "color": "colors"}
NUMBERS = ("spot", "tile")
COLORS = ("red", "green")
BOARDS = ("nook", "track", "lane", "shelf")


@frozen
class Way:
    """A field that is written: its owners, where in it (a place or member), and the sentence; its last place is the one
    that the twin is told by a number."""

    field: str
    owners: tuple[str, ...]
    within: str | None
    sentence: str

    @property
    def asked(self) -> tuple[str, ...]:
        """What is picked, in order."""
        return tuple(name for name in PLACES if f"{{{name}}}" in self.sentence)

    @property
    def free(self) -> str | None:
        """The type of the number that may be none of its values."""
        last = self.sentence.rpartition("{")[2].partition("}")
        return last[0] if last[0] in NUMBERS and not last[2].startswith("'s") else None

    def action(self, name: str, ranges: dict[str, range], *, freely: bool) -> str:
        """The action that writes so."""
        lines = [f'action {name} "Write":']
        words = {}
        for type_ in self.asked:
            wide = f"{ranges[type_].start - 2}..{ranges[type_].stop + 1}" if type_ == self.free and freely else None
            words[type_] = "k" if wide else type_
            lines.append(f"    pick k from {wide}" if wide else f"    pick {type_} from {PLACES[type_]}")
        if self.sentence.endswith(" n"):
            lines.append("    pick n from 1..9")
        return "\n".join([*lines, f"    {self.sentence.format(**words)}\n"])


WAYS = (
    Way("mark", ("spot",), None, "set {spot}'s mark to n"),
    Way("pair", ("spot", "tile"), None, "set {spot}'s pair({tile}) to n"),
    Way("pair", ("spot", "tile"), None, "set {tile}'s pair({spot}) to n"),
    Way("own", ("player", "tile"), None, "set your own({tile}) to n"),
    Way("hue", ("color", "spot"), None, "set {color}'s hue({spot}) to n"),
    Way("stack", ("spot",), None, "move box's pawns's first to {spot}'s stack"),
    Way("heap", ("spot", "tile"), None, "move box's pawns's first to {spot}'s heap({tile})"),
    Way("nook", ("player", "tile"), None, "move box's pawns's first to your nook({tile})"),
    Way("track", (), "spot", "move box's pawns's first to track({spot})"),
    Way("lane", (), "tile", "move box's pawns's first to lane({tile})"),
    Way("shelf", ("player", "tile"), "spot", "move box's pawns's first to your shelf({tile}, {spot})"),
    Way("bag", (), "spot", "add {spot} to bag"),
    Way("chosen", ("spot",), "tile", "add {tile} to {spot}'s chosen"),
    Way("tally", ("tile",), "color", "add {color} to {tile}'s tally"),
)


def owned_rules(ranges: dict[str, range]) -> Rules:
    """The ruleset whose number types have these values."""
    actions = {
        f"{'free' if freely else 'sure'}-{number}": way.action(
            f"{'free' if freely else 'sure'}-{number}", ranges, freely=freely
        )
        for number, way in enumerate(WAYS)
        for freely in ((False, True) if way.free else (False,))
    }
    types = {name: f"{ranges[name].start}..{ranges[name].stop - 1}" for name in NUMBERS}
    return loaded(FRAME.format(**types, offers=" or ".join(actions), actions="".join(actions.values())))


Key = tuple[str, tuple[object, ...]]
Held = dict[Key, object]
"""What each field holds, by its name and those of its owners."""


def shown(view: View) -> Held:
    """As a view shows it."""
    fields: Held = {(field.name, field.owners): field.value for field in view.variables}
    for zone in view.zones:
        if not zone.box:
            fields[zone.name, zone.owners] = tuple((piece.name, piece.place) for piece in zone.pieces or ())
    return fields


@frozen
class Step:
    """A move: the way, its picks by their types, and the number that is written."""

    way: Way
    picks: dict[str, object]
    number: int

    @classmethod
    def of(cls, move: Move) -> "Step":
        """As the names of actions and the order of picks say."""
        way = WAYS[int(str(move[0]).rpartition("-")[2])]
        number = move[-1] if way.sentence.startswith("set") else 0
        assert isinstance(number, int)
        return cls(way, dict(zip(way.asked, move[1:], strict=False)), number)

    @property
    def key(self) -> Key:
        """The field."""
        return self.way.field, tuple(self.picks.get(owner, "player-1") for owner in self.way.owners)

    def refusal(self, held: Held, ranges: dict[str, range]) -> str | None:
        """Why it is a fault, None if it is none."""
        free, field = self.way.free or "", self.way.field
        value = self.picks.get(free)
        if free and value not in ranges[free]:
            low, high = ranges[free].start, ranges[free].stop - 1
            return f"{field}({value}): {free} is {low}..{high}, and this is {value}."
        lying = held[self.key]
        if field in BOARDS and isinstance(lying, tuple) and any(place == self.place for _, place in lying):
            return f"There is no room in {field}: it holds a piece already."
        return None

    @property
    def place(self) -> str | None:
        """Where a piece comes to lie on a board."""
        return str(self.picks[self.way.within]) if self.way.within in NUMBERS else None

    def done(self, held: Held, piece: str) -> Held:
        """What the fields hold afterwards, if the piece is the next to be moved."""
        there = held[self.key]
        new: object = self.number
        if isinstance(there, tuple):
            new = self._grown(there, piece)
        return {**held, self.key: new}

    def _grown(self, there: tuple[Any, ...], piece: str) -> tuple[object, ...]:
        within = self.picks.get(self.way.within or "")
        if self.way.field == "tally":
            counts = {**dict(there), within: dict(there).get(within, 0) + 1}
            return tuple((color, counts[color]) for color in COLORS if color in counts)
        if self.way.sentence.startswith("add"):
            return tuple(sorted({*there, within}))
        if self.way.within:
            return tuple(sorted((*there, (piece, self.place)), key=lambda lying: int(lying[1])))
        return ((piece, None), *there) if self.way.field == "heap" else (*there, (piece, None))
