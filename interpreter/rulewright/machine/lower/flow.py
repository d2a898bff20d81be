"""How blocks follow each other: detours left out, stretches joined, numbers given so that most ways lead forward.

In: drafts as blocks that still name each other by their draft, and the tables that name blocks. Out: `Numbered`.

Turns of loops are counted at jumps that go back, so no loop may go round without one: whatever else leads on without a
stop (branches, `stuck`, a shuffle of nothing, coming back from another unit) goes forward inside its unit. Where the
order would make it go back, a block that only jumps is put between. As no unit contains itself, that bounds all loops.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal

from attrs import define, evolve, field, frozen

from rulewright.machine.lower.escape_labels import Leaving
from rulewright.machine.program import nodes as ir


@frozen
class Node:
    """A block of a unit. `landing`: its jump runs another unit; that one's return cell, and where this one goes on."""

    unit: int
    code: ir.Code
    end: ir.Terminator
    dead: tuple[int, ...] = ()
    landing: tuple[int, int] | None = None


@frozen
class Numbered:
    """Blocks as the program has them, and the tables that name them."""

    blocks: tuple[ir.Block, ...]
    start: int
    sites: tuple[ir.Site, ...]
    chances: tuple[ir.ChancePoint, ...]


@frozen
class Way:
    """A way from one block to another. `jump`: counted when it goes back; `stop`: behind a stop; `run`: into another
    unit; `leave`: by a label; `on`: all others, which lead on without a stop and are not counted."""

    to: int
    kind: Literal["jump", "stop", "run", "leave", "on"]


Renamed = Callable[[Way], int]


@define
class Flow:
    """The blocks of a program by name: `first` is where it begins, `last` the end of the game; `exits` says for a label
    where it leads, `roots` for a unit where it may be entered, the last one first."""

    nodes: dict[int, Node]
    first: int
    last: int
    exits: Mapping[int, int]
    roots: dict[int, tuple[int, ...]]
    sites: list[ir.Site]
    chances: list[ir.ChancePoint]
    leaving: Leaving
    left: dict[int, tuple[int, ...]] = field(factory=dict)

    def numbered(self) -> Numbered:
        """The blocks in their final order, made shorter."""
        self._settle()
        self._keep_reachable()
        self._skip_detours()
        self._keep_reachable()
        self._join()
        order = self._with_turns(self._order())
        return self._numbered({name: number for number, name in enumerate(order)})

    def _settle(self) -> None:
        """What is known before: branches on a constant, and by which labels each block may be left."""
        for name, node in self.nodes.items():
            match node.end:
                case ir.Branch(ir.Const(answer), then, otherwise):
                    self.nodes[name] = evolve(node, end=ir.Jump(then if answer else otherwise))
                case _:
                    pass
            self.left[name] = tuple(sorted(self.leaving.code(node.code) & self.exits.keys()))

    # ---- ways

    def _ways(self, name: int) -> Iterator[Way]:
        """All ways that lead out of a block, the first taken last."""
        node = self.nodes[name]
        yield from (Way(self.exits[label], "leave") for label in self.left[name])
        if node.landing is not None:
            yield Way(node.landing[1], "on")
        match node.end:
            case ir.Jump(to):
                yield _of_jump(node, to)
            case ir.Branch(_, then, otherwise):
                yield from (Way(otherwise, "on"), Way(then, "on"))
            case ir.Decide(site):
                yield from _of_site(self.sites[site])
            case ir.Chance(chance):
                yield _of_chance(self.chances[chance])
            case ir.Return() | ir.End():
                pass

    def _rename(self, name: int, new: Renamed) -> None:
        """Lets the ways out of a block lead elsewhere."""
        node = self.nodes[name]
        if node.landing is not None:
            ret, landing = node.landing
            self.nodes[name] = node = evolve(node, landing=(ret, new(Way(landing, "on"))))
        match node.end:
            case ir.Jump(to):
                self.nodes[name] = evolve(node, end=evolve(node.end, to=new(_of_jump(node, to))))
            case ir.Branch(test, then, otherwise):
                end = ir.Branch(test, new(Way(then, "on")), new(Way(otherwise, "on")))
                self.nodes[name] = evolve(node, end=end)
            case ir.Decide(site):
                self.sites[site] = _renamed_site(self.sites[site], new)
            case ir.Chance(chance):
                point = self.chances[chance]
                self.chances[chance] = evolve(point, then=new(_of_chance(point)))
            case ir.Return() | ir.End():
                pass

    # ---- fewer blocks

    def _keep_reachable(self) -> None:
        """Forgets what no way leads to."""
        found, waiting = {self.last}, [self.first]
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting.extend(way.to for way in self._ways(name))
        self.nodes = {name: node for name, node in self.nodes.items() if name in found}
        self.exits = {label: to for label, to in self.exits.items() if to in found}
        self.roots = {unit: tuple(to for to in roots if to in found) for unit, roots in self.roots.items()}

    def _skip_detours(self) -> None:
        """Leads past blocks that only jump; past a jump that goes back only where a stop lies before it."""
        place = {name: number for number, name in enumerate(self._order())}

        def beyond(way: Way) -> int:
            name, seen = way.to, set[int]()
            while name not in seen:
                seen.add(name)
                match self.nodes[name]:
                    case Node(code=(), end=ir.Jump(to), landing=None) if way.kind == "stop" or place[to] > place[name]:
                        name = to
                    case _:
                        break
            return name

        for name in self.nodes:
            self._rename(name, beyond)
        self.exits = {label: beyond(Way(to, "leave")) for label, to in self.exits.items()}
        self.roots = {unit: tuple(beyond(Way(to, "run")) for to in roots) for unit, roots in self.roots.items()}
        self.first = beyond(Way(self.first, "run"))

    def _join(self) -> None:
        """Joins a block that jumps with the next one, if nothing else leads there."""
        ways = [way.to for name in self.nodes for way in self._ways(name)]
        single = {name for name in self.nodes if ways.count(name) == 1} - {self.first, self.last}
        for name in list(self.nodes):
            while name in self.nodes and (following := self._following(name, single)) is not None:
                node, then = self.nodes[name], self.nodes.pop(following)
                self.nodes[name] = evolve(then, code=(*node.code, *then.code))
                self.left[name] = tuple(sorted({*self.left[name], *self.left.pop(following)}))

    def _following(self, name: int, single: set[int]) -> int | None:
        """The block that can be joined to this one."""
        match self.nodes[name]:
            case Node(end=ir.Jump(to), landing=None, unit=unit) if to in single and to != name:
                return to if self.nodes[to].unit == unit else None
            case _:
                return None

    # ---- the order

    def _order(self) -> list[int]:
        """The end of the game, then unit after unit, callers before those they call, loops as they are run."""
        calls: dict[int, list[int]] = {unit: [] for unit in self.roots}
        for name, node in self.nodes.items():
            calls.setdefault(node.unit, []).extend(
                self.nodes[way.to].unit for way in self._ways(name) if way.kind == "run"
            )
        units = _forward((self.nodes[self.first].unit,), lambda unit: calls[unit])
        return [self.last, *(name for unit in units for name in self._order_of(unit))]

    def _order_of(self, unit: int) -> list[int]:
        """The blocks of a unit such that all ways lead forward but those that close a loop."""

        def inside(name: int) -> Iterable[int]:
            return (way.to for way in self._ways(name) if self.nodes[way.to].unit == unit)

        return _forward(self.roots[unit], inside)

    def _with_turns(self, order: list[int]) -> list[int]:
        """The order, with blocks that only jump for ways that would go back uncounted."""
        place = {name: number for number, name in enumerate(order)}
        whole: list[int] = []
        for name in order:
            more: list[int] = []

            def forward(way: Way, name: int = name, more: list[int] = more) -> int:
                if way.kind != "on" or place[way.to] > place[name]:
                    return way.to
                more.append(max(self.nodes) + 1)
                self.nodes[more[-1]] = Node(self.nodes[name].unit, (), ir.Jump(way.to))
                self.left[more[-1]] = ()
                return more[-1]

            self._rename(name, forward)
            whole.extend((name, *more))
        return whole

    def _numbered(self, numbers: Mapping[int, int]) -> Numbered:
        for name in numbers:
            self._rename(name, lambda way: numbers[way.to])
        blocks = tuple(self._block(name, numbers) for name in numbers)
        return Numbered(blocks, numbers[self.first], tuple(self.sites), tuple(self.chances))

    def _block(self, name: int, numbers: Mapping[int, int]) -> ir.Block:
        node = self.nodes[name]
        exits = tuple((label, numbers[self.exits[label]]) for label in self.left[name])
        back = () if node.landing is None else (ir.Set(node.landing[0], ir.Const(node.landing[1])),)
        return ir.Block((*node.code, *back), node.end, exits, node.dead)


# ---- ways of terminators and tables


def _of_jump(node: Node, to: int) -> Way:
    return Way(to, "jump" if node.landing is None else "run")


def _of_site(site: ir.Site) -> Iterator[Way]:
    """At once the offers name no blocks."""
    if site.then is not None:
        yield Way(site.then, "stop")
    if site.stuck is not None:
        yield Way(site.stuck, "on")
    if site.chosen is None:
        yield from (Way(to, "stop") for offer in reversed(site.offers) for to in reversed(offer.to))


def _renamed_site(site: ir.Site, new: Renamed) -> ir.Site:
    offers = site.offers
    if site.chosen is None:
        offers = tuple(evolve(offer, to=tuple(new(Way(to, "stop")) for to in offer.to)) for offer in offers)
    return evolve(
        site,
        offers=offers,
        stuck=None if site.stuck is None else new(Way(site.stuck, "on")),
        then=None if site.then is None else new(Way(site.then, "stop")),
    )


def _of_chance(point: ir.ChancePoint) -> Way:
    """A shuffle of nothing is no stop."""
    return Way(point.then, "on" if isinstance(point, ir.ShuffleChance) else "stop")


def _forward(roots: Iterable[int], following: Callable[[int], Iterable[int]]) -> list[int]:
    """All that can be reached, such that ways go forward unless they close a circle; the last root first."""
    done: list[int] = []
    seen: set[int] = set()
    for root in roots:
        waiting = [] if root in seen else [(root, iter(following(root)))]
        seen.add(root)
        while waiting:
            name, rest = waiting[-1]
            step = next((each for each in rest if each not in seen), None)
            if step is None:
                done.append(name)
                waiting.pop()
            else:
                seen.add(step)
                waiting.append((step, iter(following(step))))
    return done[::-1]
