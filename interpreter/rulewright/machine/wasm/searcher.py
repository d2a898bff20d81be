"""The host of a search: puts worlds into the memory, asks for iterations, reads the edges.

A search lies in the memory from the lanes on: words that host and module exchange, points, the path of an iteration,
then what the host gives an address: worlds, each as a stopped game, and the edges of the tree.

An edge is what is known of one move at one decision: `key` of the move, `next` edge of the same list, `child` the first
edge of the list behind it, `beside` (of the first edge of a list) the list of who chooses at the same time, `visits`,
`offered` how often it was legal when its list was looked at, `proof`, the `seat` that makes it, and the sum of the
points that it brought that seat. Edges are numbered from 1; 0 is none.
"""

import struct
from collections.abc import Sequence
from math import inf
from time import monotonic
from typing import Final, NamedTuple

from attrs import frozen

from rulewright.machine.features import Features
from rulewright.machine.horizon import TOP_POINTS
from rulewright.machine.interpret import Deciding, RulesFault, Vector
from rulewright.machine.program.bounds import MOVES
from rulewright.machine.search import LOST, TREE_BIT, Searching, Tried
from rulewright.machine.wasm.engine import Engine
from rulewright.machine.wasm.memory_map import GAMES, OVER, SCORES, STATUS, WORD, MemoryMap

DEPTH: Final = 4_096
"""So many decisions the tree is deep at most."""
KEY, NEXT, CHILD, BESIDE, VISITS, OFFERED, PROOF, SEAT, TOTAL = range(0, 9 * WORD, WORD)
EDGE_BYTES: Final = TOTAL + 8
WORDS: Final = (
    "root", "edges", "room", "worlds", "site", "seat", "low", "high", "explore", "exact", "proven", "most", "edge",
    "world_base", "edge_base", "horizon", "lead", "playouts", "prior", "noting", "trail_end", "last_of",
    "told_end", "looking", "marking",
)  # fmt: skip
"""In this order; before them the numbers of the next iteration and of the tree, 64 bits each."""


MARKS: Final = (1, 2, 4, 8, 16, 32)
"""After so many decisions, those of the tree too, the state can be kept."""
TRAIL: Final = 1 << 18
"""So many weights a trail notes at most."""
REAL: Final = 8


def area(layout: MemoryMap, players: int, features: Features | None) -> dict[str, int]:
    """The addresses of a program for so many players, by name: of the `WORDS`, of `points` by seat, then the `path`
    (edge, and the first edge of its list), what a policy needs, if there is one, and the `end`."""
    words = layout.lanes + 16
    found = {name: words + WORD * at for at, name in enumerate(WORDS)}
    found |= {"iteration": layout.lanes, "tree": layout.lanes + 8}
    sizes = {"points": WORD * players, "path": 2 * WORD * DEPTH, "marks": len(MARKS) * layout.game_bytes}
    if features is not None:
        held = sum(features.columns[each.column].size for each in features.held)
        columns = sum(len(each.numbers) + len(each.values) for each in features.columns)
        sizes |= {"last": REAL, "rate": REAL, "pull": REAL, "held": WORD * held}
        sizes |= dict.fromkeys(("contexts", "amounts", "told"), WORD * len(features.contexts))
        recipes = sum(len(each.counts) * each.width for each in features.recipes)
        asked = sum(features.recipes[each.recipe].width for each in features.needs)
        sizes |= {"recipes": WORD * recipes, "asked": WORD * asked, "least": WORD * len(features.needs)}
        sizes |= {"columns": WORD * columns, "table": REAL * features.size, "trail": 2 * WORD * TRAIL}
        sizes |= {"weights": REAL * MOVES, "edges_of": WORD * MOVES}
    end = words + WORD * len(WORDS)
    for name, size in sizes.items():
        found[name], end = end, -(-(end + size) // REAL) * REAL
    return found | {"end": -(-end // 64) * 64}


EDGE: Final = struct.Struct("<IIIIIIIIq")


class Edge(NamedTuple):
    """What is known of a move, as the memory has it."""

    key: int
    next: int
    child: int
    beside: int
    visits: int
    offered: int
    proof: int
    seat: int
    total: int


@frozen
class Ended:
    """Where a game of a search has come to: its end, or (not `over`) where a horizon breaks it off. `first` is the
    number of its first move; `scores` are those of all seats there; `marks`: the states after so many decisions as
    `MARKS` says, or where it ended before."""

    first: int
    scores: tuple[int, ...]
    state: Vector
    over: bool
    marks: tuple[Vector, ...] = ()


class Searcher:
    """One tree in the memory of an engine that was made for searching. `faults`: how many iterations ended because the
    rules went wrong."""

    def __init__(self, engine: Engine, features: Features | None = None) -> None:
        """Nothing is searched yet; of a policy with these features all weights are 0."""
        self.engine, self.features = engine, features
        self.area = area(engine.compiled.map, engine.compiled.players, features)
        self.faults, self.due = 0, inf
        if features is not None:
            engine.reserve(self.area["end"])
            numbers = [number for column in features.columns for number in (*column.numbers, *column.values)]
            engine.write(self.area["columns"], struct.pack(f"<{len(numbers)}i", *numbers))
            counts = [number for recipe in features.recipes for row in recipe.counts for number in row]
            engine.write(self.area["recipes"], struct.pack(f"<{len(counts)}i", *counts))

    @property
    def table(self) -> tuple[float, ...]:
        """The weights of the policy, as `policy.table` has them."""
        assert self.features is not None, "it was made for a policy"
        size = self.features.size
        return struct.unpack(f"<{size}d", self.engine.bytes_at(self.area["table"], REAL * size))

    @table.setter
    def table(self, weights: Sequence[float]) -> None:
        self.engine.write(self.area["table"], struct.pack(f"<{len(weights)}d", *weights))

    def learn(self, seed: int, first: int, count: int, rate: float, pull: float, most: int) -> None:
        """Learn the policy from these games of a seed, of which none that lasts for more decisions counts: a weight
        changes by such a part of itself for each share of a win more than the fair one; `pull` is what share of a win a
        move must bring to become e times as likely as another one."""
        self.engine.clock.deadline = inf
        self.engine.seed(seed)
        self.engine.write(self.area["rate"], struct.pack("<2d", rate / TOP_POINTS, pull * TOP_POINTS))
        end = first + count
        while first < end:
            try:
                first += self.engine.call("learn", first, end - first, most)
            except RulesFault:
                self.faults += 1
                first += self.engine.word(GAMES) + 1

    def begin(
        self, worlds: Sequence[Vector], seat: int, searching: Searching, number: int = 0, *, exact: bool = False
    ) -> None:
        """Forget what was found; search these worlds, the tree of this number of the seed."""
        layout, engine = self.engine.compiled.map, self.engine
        engine.clock.deadline = inf
        world_base = self.area["end"]
        edge_base = -(-(world_base + len(worlds) * layout.game_bytes) // 64) * 64
        engine.reserve(edge_base + (searching.room + 1) * EDGE_BYTES)
        site = 0
        for at, world in enumerate(worlds):
            stop = engine.load(world)
            assert isinstance(stop, Deciding)
            site = stop.site
            engine.write(world_base + at * layout.game_bytes, engine.bytes_at(layout.work, layout.game_bytes))
        words = dict.fromkeys(WORDS, 0) | {
            "room": searching.room,
            "worlds": len(worlds),
            "site": site,
            "seat": seat,
            "low": TOP_POINTS,
            "explore": searching.explore,
            "exact": int(exact),
            "most": searching.most,
            "world_base": world_base,
            "edge_base": edge_base,
            "horizon": searching.horizon,
            "lead": searching.lead & 0xFFFFFFFF,
            "playouts": int(searching.playouts),
            "prior": searching.prior,
        }
        engine.write(self.area["iteration"], struct.pack("<qq", 0, number << TREE_BIT))
        engine.write(self.area[WORDS[0]], struct.pack(f"<{len(WORDS)}I", *words.values()))
        engine.seed(searching.seed)
        engine.clock.deadline = self.due = searching.due
        self.faults = 0

    def search(self, iterations: int) -> None:
        """So many iterations, fewer if meanwhile all is proven, or it is due."""
        end = self.iterations + iterations
        while self.iterations < end and not self.proven:
            try:
                self.engine.call("search", end - self.iterations)
            except RulesFault:
                if monotonic() > self.due:
                    return
                self.faults += 1

    @property
    def iterations(self) -> int:
        """How many were begun."""
        return self.engine.word(self.area["iteration"])

    @property
    def proven(self) -> bool:
        """Whether nothing is left to be searched."""
        return self.engine.word(self.area["proven"]) != 0

    @property
    def full(self) -> bool:
        """Whether the tree can grow no more."""
        return self.engine.word(self.area["edges"]) >= self.engine.word(self.area["room"])

    def edges(self, first: int) -> list[Edge]:
        """The edges of a list, from the number of its first one on."""
        found, base = list[Edge](), self.engine.word(self.area["edge_base"])
        while first:
            found.append(Edge(*EDGE.unpack(self.engine.bytes_at(base + first * EDGE_BYTES, EDGE_BYTES))))
            first = found[-1].next
        return found

    @property
    def ended(self) -> Ended | None:
        """What the last iteration has come to; None if it was not played so far: it met with what is proven, or the
        game was too long."""
        over, exact, horizon = (self.engine.word(at) for at in (STATUS, self.area["exact"], self.area["horizon"]))
        if over != OVER and (exact or not horizon):
            return None
        edge = self.engine.word(self.area["edge_base"]) + self.engine.word(self.area["path"]) * EDGE_BYTES
        scores = self.engine.words(SCORES, self.engine.compiled.players)
        layout, size = self.engine.compiled.map, self.engine.compiled.size
        first = self.area["marks"] + layout.state - layout.work
        many = len(MARKS) if self.engine.word(self.area["marking"]) else 0
        marks = tuple(self.engine.words(first + at * layout.game_bytes, size) for at in range(many))
        return Ended(self.engine.word(edge + KEY), scores, self.engine.vector, over == OVER, marks)

    def only(self, at: int, due: float, *, marking: bool = False) -> None:
        """From now on all iterations begin with this move of the root, until this moment: the others count as lost.
        What was proven of any is forgotten. `marking`: they keep the states that `Ended.marks` are."""
        self.engine.write(self.area["marking"], struct.pack("<I", marking))
        self.engine.clock.deadline = self.due = due
        self.engine.write(self.area["proven"], bytes(WORD))
        base, number = self.engine.word(self.area["edge_base"]), self.first
        while number:
            edge = base + number * EDGE_BYTES
            key, number = self.engine.words(edge + KEY, 2)
            self.engine.write(edge + PROOF, struct.pack("<I", 0 if key == at else LOST))

    @property
    def first(self) -> int:
        """The number of the first edge of the root; 0 before any search."""
        return self.engine.word(self.area["root"])

    @property
    def root(self) -> list[Tried]:
        """The moves of the seat, in the order of the rules; none that was never looked at."""
        return [Tried(each.visits, each.total, each.proof) for each in self.edges(self.first)]
