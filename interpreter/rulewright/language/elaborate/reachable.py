"""Which bodies inherit `you`, and which can be reached at this setting."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Literal, TypeVar

from attrs import evolve, frozen

from rulewright.language import core, intervals as fold, syntax
from rulewright.language.elaborate.coercions import condition
from rulewright.language.elaborate.environment import Env, Mistake, World
from rulewright.language.span import NOWHERE, Span, Spanned
from rulewright.language.walking import children, walk

# ---- Which procedures inherit `you` from their callers: a pass over the syntax, before any body is elaborated
# A procedure *needs* `you` if it speaks of `you`, chooses, or calls one that does, outside everything that binds
# `you`. One that only moves or sows pieces into a row that remembers owners, or goes around until all others pass,
# *would use* it: it inherits where every caller has a `you`.


@frozen
class Mention(Spanned):
    """Something in a body that asks for `you`: the word itself, a move into a row with owners, or a call."""

    sort: Literal["you", "move", "call"]
    name: str
    bound: bool


def of_you(node: syntax.Whenever) -> bool:
    """Whether it is about a field of yours: there you are the owner."""
    return isinstance(node.field, syntax.Of) and isinstance(node.field.subject, syntax.You)


def heirs(world: World, roots: Iterable[syntax.Course], whenevers: Iterable[syntax.Whenever]) -> frozenset[str]:
    """The procedures that take `you`: those that need it, or would use it wherever every caller has one to give."""
    owners = with_owner(world)
    bodies = {name: tuple(mentions(entry.syntax, owners, bound=False)) for name, entry in world.procedures.items()}
    outside = [mention for root in roots for mention in mentions(root, owners, bound=False)]
    outside += [mention for each in whenevers for mention in mentions(each.body, owners, bound=of_you(each))]
    outside += [mention for entry in world.actions.values() for mention in mentions(entry.syntax, owners, bound=True)]
    needing = closure(bodies, frozenset(("you",)))
    kept = closure(bodies, frozenset(("you", "move"))) | needing
    while True:
        callers = (outside, *(body for caller, body in bodies.items() if caller not in kept))
        bare = {each.name for body in callers for each in body if each.sort == "call" and not each.bound}
        fewer = frozenset(name for name in kept if name in needing or name not in bare)
        if fewer == kept:
            return kept
        kept = fewer


def with_owner(world: World) -> frozenset[str]:
    """What can be called at the end of a path that is a row with owners: itself, and a definition that comes to one."""
    found = {zone.name for zone in world.zones if zone.with_owner}
    bodies = ((name, entry.syntax.body.result) for (_, name), entry in world.definition_entries.items())
    # none of those with cases, of which no zone but a slot can come
    ends = {name: last_name(result) for name, result in bodies if not isinstance(result, tuple | syntax.Table)}
    while more := {name for name, end in ends.items() if end in found} - found:
        found |= more
    return frozenset(found)


def last_name(path: syntax.Expr) -> str:
    """What a path ends in, without its arguments."""
    end = path.member if isinstance(path, syntax.Of) else path
    return end.name.text if isinstance(end, syntax.Word | syntax.Call | syntax.Member) else ""


def mentions(node: object, owners: frozenset[str], *, bound: bool) -> Iterator[Mention]:
    """What in a tree asks for `you`; `bound`: something around it says who that is."""
    match node:
        case syntax.EachInTurn() | syntax.GoAround() | syntax.Ask():
            if isinstance(node, syntax.EachInTurn) and node.other:
                yield Mention("you", "", bound, span=node.span)
            for child in children(evolve(node, body=())):
                yield from mentions(child, owners, bound=bound)
            for child in node.body:
                yield from mentions(child, owners, bound=True)
            return
        case syntax.You() | syntax.CanAct() | syntax.Choose() | syntax.ChooseUntil():
            yield Mention("you", "", bound, span=node.span)
        case syntax.Do() | syntax.Answer():
            yield Mention("call", node.act.name.text, bound, span=node.span)
        case syntax.Phase(title=syntax.Text() as title) if "{you}" in title.text:
            yield Mention("you", "", bound, span=title.span)
        case syntax.AllPass(others=True):
            yield Mention("move", "", bound)
        case syntax.Move(to=goal) | syntax.Sow(what=goal) if last_name(goal) in owners:
            yield Mention("move", "", bound)
    for child in children(node):
        yield from mentions(child, owners, bound=bound)


def asked_at(node: object, heirs: frozenset[str]) -> Span:
    """Where the body of an heir first asks for `you`, itself or by way of another; NOWHERE if only a move does."""
    asking = (each for each in mentions(node, frozenset(), bound=False) if not each.bound)
    return next((each.span for each in asking if each.sort == "you" or each.name in heirs), NOWHERE)


def closure(bodies: Mapping[str, tuple[Mention, ...]], sorts: frozenset[str]) -> frozenset[str]:
    """The procedures in which something of these sorts is unbound, there or in what they call."""
    free = {name: [each for each in body if not each.bound] for name, body in bodies.items()}
    found = {name for name, body in free.items() if any(each.sort in sorts for each in body)}
    calls = {name: {each.name for each in body if each.sort == "call"} for name, body in free.items()}
    while more := {name for name, called in calls.items() if name not in found and called & found}:
        found |= more
    return frozenset(found)


# ---- What this setting can reach: a doing that only folded branches name may speak of what is absent here

T = TypeVar("T")
PLAIN = syntax.Name | syntax.Number | syntax.YesNo | syntax.Compare | syntax.Arithmetic | syntax.Within | syntax.Range


def live(world: World, roots: Iterable[syntax.Course | syntax.Whenever]) -> frozenset[str]:
    """The names of the procedures, actions and menus that setup and play can come to at this setting."""
    found: set[str] = set()
    waiting = [name for root in roots for name in named(world, root)]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            entry = world.procedures.get(name) or world.actions.get(name)
            doing = entry.syntax if entry else world.menus.get(name)
            waiting += named(world, doing) if doing is not None else ()
    return frozenset(found)


def named(world: World, node: object) -> Iterator[str]:
    """The doings that a tree names outside branches that this setting folds away."""
    match node:
        case syntax.If():
            for case in node.cases:
                yield from named(world, case.condition)
                known = decided(world, case.condition)
                if known != 0:
                    yield from named(world, case.body)
                if known == 1:
                    return
            yield from named(world, node.otherwise or ())
        case syntax.Act():
            yield node.name.text
            for arg in node.args or ():
                yield from named(world, arg)
        case syntax.Action() | syntax.FamilyMember():
            yield from in_lines(world, node.body)
        case syntax.Choice():
            yield from in_lines(world, (*node.needs, *node.offers))
        case _:
            for child in children(node):
                yield from named(world, child)


def in_lines(world: World, lines: Sequence[syntax.ActionLine | syntax.Offer]) -> Iterator[str]:
    """The lines of an action or menu up to a guard that never holds."""
    for line in lines:
        yield from named(world, line)
        if isinstance(line, syntax.Needs) and decided(world, line.condition) == 0:
            return


def decided(world: World, node: syntax.Expr) -> int | None:
    """What a condition comes to at load, None if it needs the game."""
    match node:
        case syntax.Junction():
            parts = [decided(world, operand) for operand in node.operands]
            stop = 0 if node.word == "and" else 1
            return stop if stop in parts else None if None in parts else 1 - stop
        case syntax.Not():
            known = decided(world, node.operand)
            return None if known is None else 1 - known
        case _:  # it is known if it names options, `player-count` and values only
            parts_of = [each for each in walk(node) if not isinstance(each, PLAIN)]
            named_here = {each.name.text for each in parts_of if isinstance(each, syntax.Word)}
            known_names = {"player-count", *world.option_types, *world.bearers} - world.fields.get((), {}).keys()
            if named_here <= known_names and all(isinstance(each, syntax.Word) for each in parts_of):
                with suppress(Mistake):
                    return fold.constant(condition(world, Env(), node))
            return None


def present(world: World, nodes: tuple[T, ...]) -> tuple[T, ...]:
    """What does not speak of absent fields; the rest stands where this setting never comes."""

    def absent(each: object) -> bool:
        zone = isinstance(each, core.ZoneRef) and each.zone >= world.zones_here
        return zone or (isinstance(each, core.VarRef) and world.variables_here <= each.variable < world.variables_end)

    return tuple(node for node in nodes if not any(map(absent, walk(node))))
