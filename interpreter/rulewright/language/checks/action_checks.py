"""Actions that are the same, change nothing, have a price that does not fit, or get in each other's way."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, combinations, product
from math import prod
from typing import Any, Final, TypeVar

import attrs
from attrs import evolve, frozen

from rulewright.language import core
from rulewright.language.checks.expression_values import Outcomes, known
from rulewright.language.checks.named_in_vain import changes_nothing, found_in
from rulewright.language.core_queries import Origin, blocks_of, bodies_of, everything, is_stop, reached, reads, ways
from rulewright.language.diagnostics import Diagnostic, Edit, Place
from rulewright.language.effects import Origins, box_of, effects, origins, ref_of, sources
from rulewright.language.facts.ranges import is_unlimited, range_of
from rulewright.language.intervals import constant, number
from rulewright.language.messages import flow as flow_words, names as name_words, sentences as words
from rulewright.language.source import Source
from rulewright.language.span import NOWHERE, Span
from rulewright.language.types import PLAYER, Scalar, SeqT, SetT, each_of, without_none
from rulewright.language.walking import rewritten, walk

# ---- Two actions of one choice that are the same but for their names: copied, and never changed
# Two are the same if they pick, ask and do the same in the same order, whatever they and their locals are called.

TEXTS: Final[Mapping[type, Mapping[str, object]]] = {
    core.Needs: {"text": "", "explanation": ()},
    core.Pick: {"source": "", "clauses": (), "reason": ""},
    core.PickSeveral: {"source": "", "clauses": (), "reason": ""},
    core.MustChange: {"text": ""},
    core.MustLeave: {"text": ""},
    core.Member: {"name": "", "title": None},
}
"""What takes the place of the texts that only people read."""


def same_moves(made: core.Core, source: Source) -> Iterator[Diagnostic]:
    """Of each such action that it is the same as one above it, or the same without a guard that the other one has."""
    for guard, free in guarded_alike(made):
        line = source.line(free.span.start)
        yield name_words.guarded_alike(guard.span, also=free.span, other=free.name, line=line)
    for lower, upper in sorted(same_actions(made).items()):
        other, one = made.actions[lower], made.actions[upper]
        line = source.line(one.span.start)
        yield name_words.same_actions(other.span, also=one.span, name=other.name, other=one.name, line=line)


def same_actions(made: core.Core) -> dict[int, int]:
    """The numbers of actions that are the same as one above them in a choice, and of the uppermost such one."""
    found: dict[int, int] = {}
    plain = cache(lambda number: nameless(made, made.actions[number]))
    for choosing in (node for node in walk(everything(made)) if isinstance(node, core.Choosing)):
        alike = defaultdict[object, set[int]](set)
        for offer in choosing.offers:
            alike[evolve(offer, action=0)].add(offer.action)
        for group in (each for each in alike.values() if len(each) > 1):
            uppermost: dict[object, int] = {}
            for action in sorted(group, key=lambda action: made.actions[action].span.start):
                first = uppermost.setdefault(plain(action), action)
                if first != action:
                    found.setdefault(action, first)
    return found


def guarded_alike(made: core.Core) -> Iterator[tuple[core.Needs, core.Action]]:
    """The first guard of an action that another one has not, which is the same otherwise, with that action; both are
    offered in one choice, so that it keeps nobody from doing the same. The other one has no guard, or all but one."""
    told = set[Span]()
    free = cache(lambda number: nameless(made, _unguarded(made.actions[number])))
    guards = cache(lambda number: dict(_guards(made, made.actions[number])))
    for choosing in (node for node in walk(everything(made)) if isinstance(node, core.Choosing)):
        alike = defaultdict[object, dict[frozenset[object], int]](dict)
        for offer in choosing.offers:
            known = alike[evolve(offer, action=0), free(offer.action)]
            known.setdefault(frozenset(guards(offer.action)), offer.action)
        pairs = ((known, *each) for known in alike.values() for each in known.items())
        for known, asked, action in pairs:
            fewer = (frozenset[object](), *(asked - {each} for each in guards(action)))
            other = next((known[each] for each in fewer if each in known and each != asked), None)
            if other is not None:
                guard = next(line for key, line in guards(action).items() if key not in guards(other))
                if guard.span not in told:
                    told.add(guard.span)
                    yield guard, made.actions[other]


def _guards(made: core.Core, action: core.Action) -> Iterator[tuple[object, core.Needs]]:
    """The guards of an action, each with what tells it from others."""
    for line in action.header:
        if isinstance(line, core.Needs):
            yield nameless(made, evolve(action, header=(line,))), line


def _unguarded(action: core.Action) -> core.Action:
    return evolve(action, header=tuple(line for line in action.header if not isinstance(line, core.Needs)))


def nameless(made: core.Core, action: core.Action) -> object:
    """An action without names and texts, its locals numbered as they come; beside it stands what these can be."""

    def locals_of(node: object) -> dict[str, int]:
        named = {field: getattr(node, field, None) for field in ("you", "local")}
        return {field: local for field, local in named.items() if isinstance(local, int)}

    used = (local for node in walk(action) for local in locals_of(node).values())
    order = list(dict.fromkeys((action.you, *action.params, *used)))
    numbers = {local: number for number, local in enumerate(order)}

    def bare(node: object) -> object:
        here: Any = node
        locals_ = {field: numbers.get(local, -1) for field, local in locals_of(node).items()}  # -1: of explanations
        return attrs.evolve(here, **locals_, **TEXTS.get(type(here), {}))

    known = tuple(attrs.evolve(made.locals[local], name="") for local in order)
    return rewritten((action.header, action.body, action.by_member), bare), len(action.params), known


# ---- Actions that change nothing where two things that are picked are the same, or a picked player is who chooses
# By the bodies alone; whether the rules let the same be picked, play shows.

N = TypeVar("N")
Block = tuple[core.Statement, ...]
Change = tuple[core.VarRef, object, int]
"""A variable, what is added to it, and whether it is added (1) or subtracted (-1)."""


@frozen
class IdlePick:
    """Where what is picked here is what is picked `beside` (None: the player who chooses), `action` changes nothing."""

    action: Span
    at: Span
    beside: Span | None


def idle_picks(made: core.Core) -> Iterator[IdlePick]:
    """All such picks."""
    for action in made.actions:
        for way in ways(action):
            if does_nothing(made, way.body):
                continue
            picks = [line for line in way.header if isinstance(line, core.Pick)]
            pairs = [(pick, beside.local, beside.span) for beside, pick in combinations(picks, 2)]
            players = [pick for pick in picks if type_of(made, pick.local) == PLAYER]
            for pick, local, beside in (*pairs, *((pick, action.you, None) for pick in players)):
                alike = type_of(made, pick.local) == type_of(made, local)
                if alike and does_nothing(made, with_locals(way.body, {pick.local: local})):
                    yield IdlePick(action.span, pick.span, beside)


def type_of(made: core.Core, local: int) -> Scalar | SeqT:
    """What a local holds, if it holds something."""
    type_ = made.locals[local].type
    return type_ if isinstance(type_, SeqT) else without_none(type_)


def with_locals(node: N, others: Mapping[int, int]) -> N:
    """A node that names other locals instead of these."""

    def renamed(part: object) -> object:
        return evolve(part, local=others.get(part.local, part.local)) if isinstance(part, core.Get) else part

    return rewritten(node, renamed)


def does_nothing(made: core.Core, body: Block) -> bool:
    """Whether all is as it was after these sentences, wherever they stand."""
    from_zone = {local: ref for node in walk(body) for local, ref in found_in(node)}
    owed = list[Change]()
    for node in body:
        if (change := changed(node)) is not None:
            var, value, sign = change
            back = (var, value, -sign)
            owed.remove(back) if back in owed else owed.append(change)
        elif isinstance(node, core.If | core.Loop | core.With):
            if not all(does_nothing(made, block) for block in blocks_of(node)):
                return False
        elif isinstance(node, core.Let) or (isinstance(node, core.Draw) and not node.rolled):
            continue
        elif not changes_nothing(made, node, from_zone):
            return False
    return not owed


def changed(node: core.Statement) -> Change | None:
    """What is added to a variable, or subtracted."""
    match node:
        case core.AddTo(var=var, value=value, sign=sign):
            return var, value, sign
        case core.Assign(var=var, value=core.Calc(op="+" | "-" as op, left=core.Read(var=read), right=value)) if (
            read == var
        ):
            return var, value, 1 if op == "+" else -1
        case _:
            return None


# ---- Prices that do not fit: a guard asks for more of a field than its action takes, or for what that only gives
# A suspicion, for a rule may want some to be left over, or reward who has some.

ANY: Final = -1
MOST_PICKED: Final = 1_000


@frozen
class Wanted:
    """At least so much of a variable must be there, and so many `more`."""

    var: core.VarRef
    least: core.Expr
    more: int
    span: Span


def prices(of: Outcomes, source: Source) -> Iterator[Diagnostic]:
    """Each such guard or pick."""
    for action in of.made.actions:
        for way in ways(action):
            # what is added to variables or taken from them (-1), by how much and where
            changes = list[tuple[core.VarRef, core.Expr | None, int, Span]]()
            for node in walk(way.body):
                if isinstance(node, core.Assign | core.AddTo) and (found := changed(node)):
                    var, value, sign = found
                    much = value if isinstance(value, core.Expr) else None
                    changes.append((whose(var, action.you), much, sign, node.span))
            for wanted in wants(of.made, action.you, way.header):
                taken = [each for each in changes if each[0] == wanted.var]
                less = [(much, span) for _, much, sign, span in taken if sign < 0]
                if taken and not less:
                    given = taken[0][-1]
                    yield flow_words.price_given(wanted.span, also=given, line=source.line(given.start))
                asked = amounts(of.types or of, wanted.least, [much for much, _ in less]) if less else None
                pairs = [(least + wanted.more, much) for least, much in asked or ()]
                least, most = next((pair for pair in pairs if pair[1] < pair[0]), (0, 0))
                if most < least and all(much <= least for least, much in pairs):
                    also, line = less[0][1], source.line(less[0][1].start)
                    yield flow_words.price_differs(wanted.span, also=also, least=least, taken=most, line=line)


def wants(made: core.Core, you: int, header: Sequence[core.HeaderLine]) -> Iterator[Wanted]:
    """What the guards want, and the picks out of a field."""
    for line in header:
        match line:
            case core.Needs(condition):
                for each in wanted_by(made, you, condition):
                    yield each if line.span.holds(each.span) else evolve(each, span=line.span)
            case core.Pick(seq=core.Members(aggregate=core.Aggregate(var=var)), if_any=False):
                yield Wanted(whose(var, you), number(1), 0, line.span)
            case _:
                pass


def wanted_by(made: core.Core, you: int, condition: core.Expr) -> Iterator[Wanted]:
    """What a condition wants of each field, definitions looked through; of what it denies nothing."""
    match condition:
        case core.CallDefinition() if (meant := settled(made, condition)) is not condition:
            yield from wanted_by(made, you, meant)
        case core.Junction(_, operands):
            for operand in operands:
                yield from wanted_by(made, you, operand)
        case core.Not(core.Exists(condition=core.Not(inner))):  # every … satisfies
            yield from wanted_by(made, you, inner)
        case core.Compare(op="at-least" | "more-than" as op, left=left, right=right):
            if isinstance(meant := settled(made, left), core.Read):
                yield Wanted(whose(meant.var, you), right, int(op == "more-than"), condition.span)
        case _:
            pass


def settled(made: core.Core, expr: core.Expr) -> core.Expr:
    """An expression, or what the definition means that it asks."""
    if not isinstance(expr, core.CallDefinition) or made.definitions[expr.definition].lets:
        return expr
    definition = made.definitions[expr.definition]
    given = dict(zip(definition.params, expr.args, strict=True))
    asked = rewritten(definition.result, lambda one: given.get(one.local, one) if isinstance(one, core.Get) else one)
    return settled(made, asked)


def amounts(types: Outcomes, wanted: core.Expr, taken: Sequence[core.Expr | None]) -> list[tuple[int, int]] | None:
    """For whatever is picked how much is wanted, and how much is taken at most; None where that depends on more."""
    locals_ = {node.local for node in walk((wanted, *taken)) if isinstance(node, core.Get)}
    ranges = {local: range_of(types.made, each_of(types.made.locals[local].type)) for local in locals_}
    if prod(each.extent for each in ranges.values()) > MOST_PICKED:
        return None
    found: list[tuple[int, int]] = []
    for values in product(*(range(each.low, each.high + 1) for each in ranges.values())):
        here = dict(zip(ranges, values, strict=True))
        least, *much = (None if each is None else known(types, each, here) for each in (wanted, *taken))
        sure = [each for each in much if each is not None]
        if least is None or len(sure) < len(much):
            return None
        found.append((least, max(sure)))
    return found


def whose(var: core.VarRef, you: int) -> core.VarRef:
    """The variable with any other local instead of those that its owners name, but for who chooses."""
    return with_locals(var, dict.fromkeys(reads(var) - {you}, ANY))


# ---- What all do when they choose at once: every body runs, in the order of seats, on a choice made before all of them
# So none may stop again, take what another takes, overwrite what another writes, or leave no room, and none may keep
# the others from running: it would depend on the order who gets their way; a fault would tell what others chose.

ONE_BY_ONE: Final = tuple(each.sentence for each in (words.at_once_takes, words.at_once_finds, words.at_once_changes))
"""What tells only to let players choose in order."""


@frozen
class Reach:
    """What one offer carries out, its procedures included: the locals that are the chooser, the nodes, what each other
    local was bound to, and the procedures."""

    made: core.Core
    choosers: frozenset[int]
    nodes: tuple[object, ...]
    origins: Origins
    called: frozenset[int]


def at_once(made: core.Core, source: Source) -> Iterator[Diagnostic]:
    """What is wrong with each choice of all at once: offers that stop again, and sentences that would need an order."""
    doings = walk((made.setup, made.play, made.procedures, made.actions))
    choices = [node for node in doings if isinstance(node, core.ChooseAtOnce)]
    for choice in choices:
        in_order = None
        if len(choices) == 1:
            begin = source.text.index(" at once", choice.span.start)
            in_order = Edit(Span(begin, begin + len(" at once")), "")
        stops, reaches = list[Diagnostic](), list[Reach]()
        for offer in choice.offers:
            action = made.actions[offer.action]
            stop = next((node for node in reached(made, bodies_of(action)) if is_stop(node)), None)
            if stop is not None:
                stops.append(words.at_once_decides(getattr(stop, "span", NOWHERE), action=action.name))
            nodes = tuple(reached(made, (action.header, action.body, action.by_member)))
            called = frozenset(node.procedure for node in nodes if isinstance(node, core.RunProcedure))
            choosers = frozenset((choice.you, action.you))
            reaches.append(Reach(made, choosers, nodes, origins(made, (offer, *nodes)), called))
        wrong = [dict.fromkeys(said for node in reach.nodes for said in conflict(reach, node)) for reach in reaches]
        for found in chain(stops, *wrong, overwritten(made, reaches)):
            edit = in_order if found.sentence in ONE_BY_ONE else None
            yield evolve(found, also=Place(choice.span, "chosen at once here"), edit=edit)


def conflict(reach: Reach, node: object) -> Iterator[Diagnostic]:
    """What is wrong with one node, as others may do the same where it is not the chooser's own."""
    made = reach.made
    match node:
        case core.MovePiece() | core.MoveAll() | core.MoveSome():
            to = made.zones[ref_of(node.to).zone]
            component = made.components[to.component]
            for zone in sources(reach.origins, node.piece if isinstance(node, core.MovePiece) else node.seq):
                if zone is None and not is_unlimited(component):
                    yield words.at_once_finds(node.span, component=component.name)
                elif zone is not None and shared(reach, zone):
                    yield words.at_once_takes(node.span, component=component.name, zone=made.zones[zone.zone].name)
            if (to.capacity is not None or to.kind in {"slot", "board"}) and shared(reach, ref_of(node.to)):
                yield words.at_once_fills(node.span, zone=to.name)
        case core.EndGame():
            yield words.at_once_ends(node.span, what="ends the game")
        case core.FinishProcedure() if node.procedure not in reach.called:
            yield words.at_once_ends(node.span, what=f"leaves {made.procedures[node.procedure].name}")
        case _ if isinstance(node, core.Statement):
            done = effects(made, node)
            zones = [zone for each in (*done.takes, *done.turns, *done.notes) for zone in sources(reach.origins, each)]
            boxes = (box_of(made, component) for component in done.boxes)
            for zone in (*zones, *map(ref_of, done.puts), *done.reorders, *boxes):
                if zone is None or shared(reach, zone):
                    yield words.at_once_changes(node.span, zone=made.zones[zone.zone].name if zone else "a zone")
        case _:
            pass


def shared(reach: Reach, ref: core.ZoneRef) -> bool:
    """Whether a zone is not the chooser's own; what is unlimited is enough for all."""
    zone = reach.made.zones[ref.zone]
    if zone.box and is_unlimited(reach.made.components[zone.component]):
        return False
    return not any(is_chooser(reach, owner) for owner in ref.owners)


def is_chooser(reach: Reach, owner: core.Expr) -> bool:
    """Whether an owner is whoever chooses: directly, or by a name that is never given anybody else."""
    waiting: list[Origin] = [owner]
    seen = set(reach.choosers)
    for here in waiting:
        if not isinstance(here, core.Get) or not (here.local in seen or reach.origins.get(here.local)):
            return False
        waiting += () if here.local in seen else reach.origins[here.local]
        seen.add(here.local)
    return True


def overwritten(made: core.Core, reaches: list[Reach]) -> Iterator[Diagnostic]:
    """Sentences that write a variable that is not the chooser's own, unless every order comes to the same."""
    others, ways = defaultdict[int, list[Span]](list), defaultdict[int, set[int | None]](set)
    for reach, node in ((each, node) for each in reaches for node in each.nodes):
        if isinstance(node, core.Writing | core.Remember) and made.variables[node.var.variable].since is None:
            variable = node.var.variable
            # one constant, or values that only enter or leave a set, come to the same
            in_set = isinstance(node, core.AddTo) and isinstance(made.variables[variable].type, SetT)
            sign = node.sign if isinstance(node, core.AddTo) and in_set else None
            ways[variable].add(constant(node.value) if isinstance(node, core.Assign) else sign)
            if not any(is_chooser(reach, owner) for owner in node.var.owners):
                others[variable].append(node.span)
    for variable in (each for each, how in ways.items() if len(how) > 1 or None in how):
        yield from (words.at_once_writes(span, variable=made.variables[variable].name) for span in others[variable])
