"""Flow between blocks: what of a unit's frame is still read behind a stop, and the order in which blocks follow."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from attrs import define, evolve, field, frozen

from rulewright.language.walking import walk
from rulewright.machine.lower.blocks import END_BLOCK, Blocks, Draft, Way
from rulewright.machine.lower.builder import Variable
from rulewright.machine.program import nodes as ir
from rulewright.machine.program.cell_map import stretches

# ---- What is still read behind a stop: the rest is zeroed, so that equal situations are equal vectors
# In: the drafts of a program and the frame variables. Out: for each block what lives at its end. Each unit is looked at
# by itself: running another unit counts as a stop, for whoever waits has zeroed what it no longer needs before.


Live = frozenset[int]
Ends = dict[int, Live]
NONE_LIVE: Final[Live] = frozenset()


@frozen
class Frames:
    """Which variable of which unit a cell belongs to: `owner[cell]` is a number of `variables`; which
    of them each unit has. `reads`: what has been found to be read in code, which is asked again at each turn."""

    variables: tuple[Variable, ...]
    owner: Mapping[int, int]
    of_unit: Mapping[int, Sequence[int]]
    reads: dict[int, tuple[object, Live]] = field(factory=dict, init=False)


def frames(variables: Iterable[Variable], low: int, high: int) -> Frames:
    """The variables that lie in the vector, cells low..high-1."""
    numbered = tuple(variables)
    owner = {
        cell: number
        for number, variable in enumerate(numbered)
        if low <= variable.cell < high
        for cell in range(variable.cell, variable.cell + variable.length)
    }
    of_unit: dict[int, list[int]] = defaultdict(list)
    for number in dict.fromkeys(owner.values()):
        of_unit[numbered[number].unit].append(number)
    return Frames(numbered, owner, of_unit)


def live_at_ends(blocks: Blocks, known: Frames) -> dict[int, Live]:
    """For each block the variables of its unit that are read behind its end: the usual fixed point, backward. What is
    told of a unit is read wherever it stops."""
    begins: dict[int, Live] = defaultdict(frozenset)
    ends: dict[int, Live] = {}
    drafts: dict[int, list[int]] = defaultdict(list)
    for at, draft in enumerate(blocks.drafts):
        drafts[draft.unit].append(at)
    for unit in blocks.units.values():
        told, changed = _read(tuple(part.value for part in unit.told), known), True
        while changed:
            changed = False
            for at in reversed(drafts[unit.number]):
                draft = blocks.drafts[at]
                live = NONE_LIVE.union(*(begins[follow] for follow in draft.follows))
                live -= {known.owner[cell] for cell in draft.sets if cell in known.owner}
                ends[at] = live.union(told if draft.stops else (), *(_read(use, known) for use in draft.uses))
                begin = _code(tuple(draft.code), ends[at] | _read(draft.end, known), known, {})
                begins[at], changed = begin, changed or begin != begins[at]
    return ends


def _read(node: object, known: Frames) -> Live:
    """The variables read anywhere in an expression or statement, known by its identity: it is kept with them."""
    if id(node) not in known.reads:
        cells = {*ir.numbers(walk(node), ir.READS, ir.READS_AT)}
        known.reads[id(node)] = node, frozenset(known.owner[cell] for cell in cells & known.owner.keys())
    return known.reads[id(node)][1]


def _code(code: ir.Code, live: Live, known: Frames, labels: Ends) -> Live:
    """What lives before code, of what lives behind it and at the labels."""

    def before(loop: ir.Code, behind: Live) -> Live:
        """What lives before code that may run again and again."""
        while not (more := _code(loop, behind, known, labels)) <= behind:
            behind |= more
        return behind

    for node in reversed(code):
        sets = NONE_LIVE.union(*(_whole(cell, 1, known) for cell in ir.numbers((node,), ir.SETS)))
        match node:
            case ir.Set(value=value):
                live = _expression(value, live - sets, known)
            case ir.Fill(base, ir.Const(start), ir.Const(count)):
                live -= _whole(base + start, count, known)
            case ir.If(test, then, otherwise):
                both = _code(then, live, known, labels) | _code(otherwise, live, known, labels)
                live = _expression(test, both, known)
            case ir.For(low=low, high=high, body=body):
                live |= before(body, live) - sets | _read(low, known) | _read(high, known)
            case ir.ForKinds(instance=instance, body=body):
                live |= before(body, live) - sets | _read(instance, known)
            case ir.While(test, body):
                head = _expression(test, live, known)
                while not (more := _expression(test, live | _code(body, head, known, labels), known)) <= head:
                    head |= more
                live = head
            case ir.Labelled(label, body):
                live = _code(body, live, known, {**labels, label: live})
            case ir.Leave(label):
                live = labels.get(label, NONE_LIVE)
            case ir.Fail():
                live = NONE_LIVE
            case _:
                live = live - sets | _read(node, known)
    return live


def _whole(cell: int, count: int, known: Frames) -> Live:
    """The variable that is overwritten as a whole by setting these cells."""
    if (number := known.owner.get(cell)) is None:
        return NONE_LIVE
    variable = known.variables[number]
    covered = cell <= variable.cell and cell + count >= variable.cell + variable.length
    return frozenset({number}) if covered else NONE_LIVE


def _expression(value: ir.Expr, live: Live, known: Frames) -> Live:
    if not isinstance(value, ir.Do):
        return live | _read(value, known)
    owner = known.owner.get(value.result)
    return _code(value.body, live if owner is None else live | {owner}, known, {})


def zeroes(cells: Iterable[int]) -> ir.Code:
    """Code that zeroes cells, stretch by stretch."""
    return tuple(
        ir.Set(first, ir.ZERO) if count == 1 else ir.Fill(first, ir.ZERO, ir.Const(count), 0)
        for first, count in stretches(cells)
    )


# ---- The order of blocks: stretches joined, numbers given so that most ways lead forward
# Turns of loops are counted at jumps that go back, so no loop may go round without one: whatever else leads on without
# a stop (branches, `stuck`, a shuffle of nothing, coming back from another unit) goes forward inside its unit. Where
# the order would make it go back, a block that only jumps is put between. As no unit contains itself, that bounds all
# loops.


@define
class Flow:
    """The blocks of a program that can be reached, by name, as they are made shorter and brought into an order; `exits`
    says for a label where it leads."""

    blocks: Blocks
    nodes: dict[int, Draft] = field(init=False)
    exits: dict[int, int] = field(init=False)

    def __attrs_post_init__(self) -> None:
        """Find what ways lead out of each block, and which blocks are reached; what is known before is not asked."""
        self.exits, drafts, labels = self.blocks.exits(), self.blocks.drafts, dict[int, frozenset[int]]()
        for draft in drafts:
            if isinstance(draft.end, ir.Branch) and isinstance(draft.end.test, ir.Const):
                draft.end = ir.Jump(draft.end.then if draft.end.test.value else draft.end.otherwise)
            draft.ways = tuple(self._named(draft))
            left = ir.left_by(tuple(draft.code), self.blocks.build.functions, labels)
            draft.left = tuple(sorted(left & self.exits.keys()))
        found, waiting = {END_BLOCK}, [self.blocks.first]
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting.extend(way.to for way in self._ways(drafts[name]))
        self.nodes = {name: draft for name, draft in enumerate(drafts) if name in found}

    def numbered(self, *, joining: bool) -> tuple[tuple[ir.Block, ...], int]:
        """The blocks in their final order, made shorter, and which is the first; sites and chances name them so."""
        if joining:
            self._join()
        # the end of the game, then unit after unit, callers before those they call, loops as they are run
        calls: dict[int, list[int]] = defaultdict(list)
        for node in self.nodes.values():
            calls[node.unit] += (self.nodes[way.to].unit for way in self._ways(node) if way.kind == "run")
        roots = {unit.number: (unit.finish, unit.entry) for unit in self.blocks.units.values()}
        order = [END_BLOCK]
        for unit in _forward((self.nodes[self.blocks.first].unit,), calls.__getitem__):
            order += _forward((to for to in roots[unit] if to in self.nodes), self._inside)
        # blocks that only jump are put in for ways that would go back uncounted
        place = {name: number for number, name in enumerate(order)}
        whole: list[int] = []
        for name in order:
            whole.append(name)
            node, ways = self.nodes[name], list[Way]()
            for way in node.ways:
                if way.kind == "on" and place[way.to] <= place[name]:
                    whole.append(max(self.nodes) + 1)
                    self.nodes[whole[-1]] = Draft(node.unit, end=ir.Jump(way.to), ways=(Way(way.to, "jump"),))
                    way = Way(whole[-1], "on")  # noqa: PLW2901 - the same way, longer
                ways.append(way)
            node.ways = tuple(ways)
        numbers = {name: number for number, name in enumerate(whole)}
        return tuple(self._block(name, numbers) for name in whole), numbers[self.blocks.first]

    # ---- ways

    def _named(self, node: Draft) -> Iterator[Way]:
        """The ways that the end of a block names; that behind another unit last."""
        match node.end:
            case ir.Jump(to):
                yield Way(to, "jump" if node.landing is None else "run")
            case ir.Branch(_, then, otherwise):
                yield from (Way(then, "on"), Way(otherwise, "on"))
            case ir.Decide(number):
                site = self.blocks.build.sites[number]
                if site.chosen is None:  # at once the offers name no blocks
                    yield from (Way(to, "stop") for offer in site.offers for to in offer.to)
                if site.stuck is not None:
                    yield Way(site.stuck, "on")
                if site.then is not None:
                    yield Way(site.then, "stop")
            case ir.Chance(chance):  # a shuffle of nothing is no stop
                point = self.blocks.build.chances[chance]
                yield Way(point.then, "on" if isinstance(point, ir.ShuffleChance) else "stop")
            case _:
                pass
        if node.landing is not None:
            yield Way(node.landing[1], "on")

    def _ways(self, node: Draft) -> Iterator[Way]:
        """All ways that lead out of a block, the first taken last."""
        yield from (Way(self.exits[label], "leave") for label in node.left)
        yield from reversed(node.ways)

    def _inside(self, name: int) -> Iterator[int]:
        """Where ways lead that stay inside the unit."""
        node = self.nodes[name]
        return (way.to for way in self._ways(node) if self.nodes[way.to].unit == node.unit)

    # ---- fewer blocks, and their order

    def _join(self) -> None:
        """Joins a block that jumps with the next one, if nothing else leads there."""
        times = Counter(way.to for node in self.nodes.values() for way in self._ways(node))
        single = {name for name in self.nodes if times[name] == 1} - {self.blocks.first, END_BLOCK}
        for name in list(self.nodes):
            node = self.nodes.get(name)
            while node is not None:
                match node.ways:
                    case (Way(to, "jump"),) if to in single and to != name and self.nodes[to].unit == node.unit:
                        then = self.nodes.pop(to)
                    case _:
                        break
                left = tuple(sorted({*node.left, *then.left}))
                node = evolve(then, code=[*node.code, *then.code], span=node.span, left=left)
                self.nodes[name] = node

    def _block(self, name: int, numbers: Mapping[int, int]) -> ir.Block:
        node, build = self.nodes[name], self.blocks.build
        exits = tuple((label, numbers[self.exits[label]]) for label in node.left)
        to = [numbers[way.to] for way in node.ways]
        back = () if node.landing is None else (ir.Set(node.landing[0], ir.Const(to[-1])),)
        end = node.end
        assert end is not None
        match end:
            case ir.Jump():
                end = ir.Jump(to[0], span=self.nodes[node.ways[0].to].span)
            case ir.Branch(test):
                end = ir.Branch(test, *to)
            case ir.Decide(number):
                site, rest = build.sites[number], iter(to)
                offers = site.offers
                if site.chosen is None:
                    offers = tuple(evolve(offer, to=tuple(next(rest) for _ in offer.to)) for offer in offers)
                stuck, then = (None if each is None else next(rest) for each in (site.stuck, site.then))
                build.sites[number] = evolve(site, offers=offers, stuck=stuck, then=then)
            case ir.Chance(chance):
                build.chances[chance] = evolve(build.chances[chance], then=to[0])
            case _:
                pass
        return ir.Block((*node.code, *back), end, exits, node.dead)


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
