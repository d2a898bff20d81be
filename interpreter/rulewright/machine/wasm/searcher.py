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
from typing import Final

from rulewright.machine.horizon import TOP_POINTS
from rulewright.machine.interpret import Deciding, RulesFault, Vector
from rulewright.machine.search import LOST, TREE_BIT, Searching, Tried
from rulewright.machine.wasm.engine import Engine
from rulewright.machine.wasm.memory_map import OVER, SCORES, STATUS, WORD, MemoryMap

DEPTH: Final = 4_096
"""So many decisions the tree is deep at most."""
KEY, NEXT, CHILD, BESIDE, VISITS, OFFERED, PROOF, SEAT, TOTAL = range(0, 9 * WORD, WORD)
EDGE_BYTES: Final = TOTAL + 8
WORDS: Final = (
    "root", "edges", "room", "worlds", "site", "seat", "low", "high", "explore", "exact", "proven", "most", "edge",
    "world_base", "edge_base", "horizon", "lead",
)  # fmt: skip
"""In this order; before them the numbers of the next iteration and of the tree, 64 bits each."""


def area(layout: MemoryMap, players: int) -> dict[str, int]:
    """The addresses of a program for so many players, by name: of the `WORDS`, of `points` by seat, then the `path`
    (edge, and the first edge of its list), and the `end`."""
    words = layout.lanes + 16
    points = words + WORD * len(WORDS)
    path = points + WORD * players
    found = {name: words + WORD * at for at, name in enumerate(WORDS)}
    found |= {"iteration": layout.lanes, "tree": layout.lanes + 8, "points": points, "path": path}
    return found | {"end": -(-(path + 2 * WORD * DEPTH) // 64) * 64}


EDGE: Final = struct.Struct("<IIIIIIIIq")
"""Key, next, child, beside, visits, offered, proof, seat, total."""


class Searcher:
    """One tree in the memory of an engine that was made for searching. `faults`: how many iterations ended because the
    rules went wrong."""

    def __init__(self, engine: Engine) -> None:
        """Nothing is searched yet."""
        self.engine = engine
        self.area = area(engine.compiled.map, engine.compiled.players)
        self.faults, self.due = 0, inf

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

    def edges(self, first: int) -> list[tuple[int, ...]]:
        """The edges of a list, from the number of its first one on, as `EDGE` has them."""
        found, base = list[tuple[int, ...]](), self.engine.word(self.area["edge_base"])
        while first:
            found.append(EDGE.unpack(self.engine.bytes_at(base + first * EDGE_BYTES, EDGE_BYTES)))
            first = found[-1][1]
        return found

    @property
    def ended(self) -> tuple[int, tuple[int, ...]] | None:
        """Of the last iteration the number of its first move, and the scores of all seats at the end of the game; None
        if the game was not played to its end."""
        if self.engine.word(STATUS) != OVER:
            return None
        edge = self.engine.word(self.area["edge_base"]) + self.engine.word(self.area["path"]) * EDGE_BYTES
        return self.engine.word(edge + KEY), self.engine.words(SCORES, self.engine.compiled.players)

    def only(self, at: int, due: float) -> None:
        """From now on all iterations begin with this move of the root, until this moment: the others count as lost.
        What was proven of any is forgotten."""
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
        return [Tried(visits, total, proof) for _, _, _, _, visits, _, proof, _, total in self.edges(self.first)]
