"""How blocks follow each other: stretches joined, numbers given so that most ways lead forward.

In: drafts as blocks that still name each other by their draft, and the tables that name blocks. Out: blocks.

Turns of loops are counted at jumps that go back, so no loop may go round without one: whatever else leads on without a
stop (branches, `stuck`, a shuffle of nothing, coming back from another unit) goes forward inside its unit. Where the
order would make it go back, a block that only jumps is put between. As no unit contains itself, that bounds all loops.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal

from attrs import define, evolve, field, frozen

from rulewright.language.span import NOWHERE, Span
from rulewright.language.walking import children
from rulewright.machine.program import nodes as ir

Labels = frozenset[int]
NOTHING: Final[Labels] = frozenset()


@define
class Leaving:
    """The labels by which functions and code may be left; of functions known once asked. One that is called in an
    expression is never left."""

    functions: Sequence[ir.Function | None]
    known: dict[int, Labels] = field(factory=dict)

    def code(self, node: object) -> Labels:
        """The labels by which code, or anything in it, may be left."""
        match node:
            case ir.Leave(label):
                return frozenset({label})
            case ir.Labelled(label, body):
                return self.code(body) - {label}
            case ir.CallFunction(function):
                return self._function(function)
            case _:
                return NOTHING.union(*map(self.code, children(node)))

    def _function(self, number: int) -> Labels:
        if number not in self.known:
            function = self.functions[number]
            self.known[number] = NOTHING if function is None else self.code(function.body)
        return self.known[number]


@frozen
class Way:
    """A way from one block to another. `jump`: counted when it goes back; `stop`: behind a stop; `run`: into another
    unit; `leave`: by a label; `on`: all others, which lead on without a stop and are not counted."""

    to: int
    kind: Literal["jump", "stop", "run", "leave", "on"]


@frozen
class Node:
    """A block of a unit. `landing`: its jump runs another unit; that one's return cell, and where this one goes on.
    `ways` lead out of it, as its end names them, that behind another unit last; the end itself is not kept in step.
    `span`: the place of the loop, if it goes round by way of this block."""

    unit: int
    code: ir.Code
    end: ir.Terminator
    dead: tuple[int, ...] = ()
    landing: tuple[int, int] | None = None
    ways: tuple[Way, ...] = ()
    span: Span = NOWHERE


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

    def numbered(self, *, joining: bool) -> tuple[tuple[ir.Block, ...], int]:
        """The blocks in their final order, made shorter, and which is the first; sites and chances name them so."""
        self._settle()
        self._keep_reachable()
        if joining:
            self._join()
        order = self._with_turns(self._order())
        numbers = {name: number for number, name in enumerate(order)}
        return tuple(self._block(name, numbers) for name in order), numbers[self.first]

    def _settle(self) -> None:
        """What is known before: branches on a constant, and by which labels each block may be left."""
        for name, node in self.nodes.items():
            known = node
            match node.end:
                case ir.Branch(ir.Const(answer), then, otherwise):
                    known = evolve(node, end=ir.Jump(then if answer else otherwise))
                case _:
                    pass
            self.nodes[name] = evolve(known, ways=tuple(self._named(known)))
            self.left[name] = tuple(sorted(self.leaving.code(node.code) & self.exits.keys()))

    # ---- ways

    def _named(self, node: Node) -> Iterator[Way]:
        """The ways that the end of a block names."""
        match node.end:
            case ir.Jump(to):
                yield Way(to, "jump" if node.landing is None else "run")
            case ir.Branch(_, then, otherwise):
                yield from (Way(then, "on"), Way(otherwise, "on"))
            case ir.Decide(site):
                yield from _of_site(self.sites[site])
            case ir.Chance(chance):  # a shuffle of nothing is no stop
                point = self.chances[chance]
                yield Way(point.then, "on" if isinstance(point, ir.ShuffleChance) else "stop")
            case ir.Return() | ir.End():
                pass
        if node.landing is not None:
            yield Way(node.landing[1], "on")

    def _ways(self, name: int) -> Iterator[Way]:
        """All ways that lead out of a block, the first taken last."""
        yield from (Way(self.exits[label], "leave") for label in self.left[name])
        yield from reversed(self.nodes[name].ways)

    def _rename(self, name: int, new: Callable[[Way], int]) -> None:
        """Lets the ways out of a block lead elsewhere."""
        node = self.nodes[name]
        self.nodes[name] = evolve(node, ways=tuple(Way(new(way), way.kind) for way in node.ways))

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

    def _join(self) -> None:
        """Joins a block that jumps with the next one, if nothing else leads there."""
        ways = [way.to for name in self.nodes for way in self._ways(name)]
        single = {name for name in self.nodes if ways.count(name) == 1} - {self.first, self.last}
        for name in list(self.nodes):
            while name in self.nodes and (following := self._following(name, single)) is not None:
                node, then = self.nodes[name], self.nodes.pop(following)
                self.nodes[name] = evolve(then, code=(*node.code, *then.code), span=node.span)
                self.left[name] = tuple(sorted({*self.left[name], *self.left.pop(following)}))

    def _following(self, name: int, single: set[int]) -> int | None:
        """The block that can be joined to this one."""
        match self.nodes[name]:
            case Node(ways=(Way(to, "jump"),), unit=unit) if to in single and to != name:
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
                self.nodes[more[-1]] = Node(self.nodes[name].unit, (), ir.Jump(way.to), ways=(Way(way.to, "jump"),))
                self.left[more[-1]] = ()
                return more[-1]

            self._rename(name, forward)
            whole.extend((name, *more))
        return whole

    def _block(self, name: int, numbers: Mapping[int, int]) -> ir.Block:
        node = self.nodes[name]
        exits = tuple((label, numbers[self.exits[label]]) for label in self.left[name])
        to = [numbers[way.to] for way in node.ways]
        back = () if node.landing is None else (ir.Set(node.landing[0], ir.Const(to[-1])),)
        return ir.Block((*node.code, *back), self._end(node, to), exits, node.dead)

    def _end(self, node: Node, to: Sequence[int]) -> ir.Terminator:
        """The end of a block, which leads to these."""
        match node.end:
            case ir.Jump():
                return ir.Jump(to[0], span=self.nodes[node.ways[0].to].span)
            case ir.Branch(test, _, _):
                return ir.Branch(test, *to)
            case ir.Decide(site):
                self.sites[site] = _leading(self.sites[site], iter(to))
            case ir.Chance(chance):
                self.chances[chance] = evolve(self.chances[chance], then=to[0])
            case ir.Return() | ir.End():
                pass
        return node.end


# ---- ways of decisions


def _of_site(site: ir.Site) -> Iterator[Way]:
    """At once the offers name no blocks."""
    if site.chosen is None:
        yield from (Way(to, "stop") for offer in site.offers for to in offer.to)
    if site.stuck is not None:
        yield Way(site.stuck, "on")
    if site.then is not None:
        yield Way(site.then, "stop")


def _leading(site: ir.Site, to: Iterator[int]) -> ir.Site:
    offers = site.offers
    if site.chosen is None:
        offers = tuple(evolve(offer, to=tuple(next(to) for _ in offer.to)) for offer in offers)
    stuck = None if site.stuck is None else next(to)
    return evolve(site, offers=offers, stuck=stuck, then=None if site.then is None else next(to))


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
