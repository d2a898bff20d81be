"""Where a search lies in the memory, from the lanes on: words that host and module exchange, points, the path of an
iteration, then what the host gives an address: worlds, each as a stopped game, and the edges of the tree.

An edge is what is known of one move at one decision: `key` of the move, `next` edge of the same list, `child` the first
edge of the list behind it, `beside` (of the first edge of a list) the list of who chooses at the same time, `visits`,
`offered` how often it was legal when its list was looked at, `proof`, the `seat` that makes it, and the sum of the
points that it brought that seat. Edges are numbered from 1; 0 is none.
"""

from typing import Final

from attrs import frozen

from rulewright.machine.wasm.assembly import Assembly
from rulewright.machine.wasm.memory_map import WORD, MemoryMap
from rulewright.machine.wasm.operands import Term, const, memory
from rulewright.machine.wasm.writer import Writer

DEPTH: Final = 4_096
"""So many decisions the tree is deep at most."""
KEY, NEXT, CHILD, BESIDE, VISITS, OFFERED, PROOF, SEAT, TOTAL = range(0, 9 * WORD, WORD)
EDGE_BYTES: Final = TOTAL + 8
WORDS: Final = (
    "root", "edges", "room", "worlds", "site", "seat", "low", "high", "explore", "exact", "proven", "most", "edge",
    "world_base", "edge_base",
)  # fmt: skip
"""In this order from `Area.words` on; before them the numbers of the next iteration and of the tree, 64 bits each."""


@frozen
class Area:
    """The addresses: `points` by seat, then the `path` (edge, and the first edge of its list)."""

    iteration: int
    tree: int
    words: int
    points: int
    path: int
    end: int

    def word(self, name: str) -> int:
        """The address of a word."""
        return self.words + WORD * WORDS.index(name)


def area(layout: MemoryMap, players: int) -> Area:
    """Of a program for so many players."""
    words = layout.lanes + 16
    points = words + WORD * len(WORDS)
    path = points + WORD * players
    return Area(layout.lanes, layout.lanes + 8, words, points, path, -(-(path + 2 * WORD * DEPTH) // 64) * 64)


class Tree:
    """A function of the search being written: the words of the area, and edges by number."""

    def __init__(self, a: Assembly, w: Writer) -> None:
        """The function belongs to this module."""
        self.a, self.w = a, w
        self.area = area(a.map, a.program.players)

    def word(self, name: str) -> Term:
        """A word of the area, as a place."""
        return memory(self.area.word(name))

    def edge(self, number: Term) -> Term:
        """The address of an edge."""
        return number * EDGE_BYTES + self.word("edge_base")

    def points(self, seat: Term) -> Term:
        """The points of a seat, as a place."""
        return seat.to_bytes().at(self.area.points)

    def path(self, depth: Term) -> Term:
        """The address of a step of the path."""
        return (depth << 3) + const(self.area.path)
