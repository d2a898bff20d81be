"""Queries of a finished core: what each local is bound to, which bodies there are, and what they call."""

from collections.abc import Callable, Collection, Iterator
from itertools import dropwhile
from typing import Final

from attrs import evolve, frozen

from rulewright.language import core
from rulewright.language.span import Span
from rulewright.language.walking import folded, walk

# ---- What each local is bound to: by a sentence, a header line, a query, or as a parameter; and what is handed on

FOLDS = core.Fold | core.Outside | core.Exists | core.AllAre | core.Steps | core.Trail
QUERIES = FOLDS | core.Filter | core.Best | core.FlatMap | core.Mapped | core.Region
ELEMENTS: Final = QUERIES | core.Draw | core.ForEach | core.Pick | core.PickSeveral
"""What binds a local to elements of its sequence."""
SELECTED: Final = core.OneOf | core.Filter | core.Best | core.Beyond | core.Ends | core.Region | core.Groups
"""What gives elements of its sequence as they are."""
BINDERS: Final = ELEMENTS | core.Let | core.RunProcedure | core.OfferLine | core.CallDefinition

Origin = core.Expr | core.Seq
"""An expression that is the local, or a sequence of which it is an element."""


def bindings(made: core.Core, node: object) -> Iterator[tuple[int, Origin]]:
    """The locals that one node binds, each with what it is bound to."""
    match node:
        case core.Let():
            yield node.local, node.value
        case core.RunProcedure():
            yield from zip(made.procedures[node.procedure].params, node.args, strict=True)
        case core.OfferLine():
            yield from zip(made.actions[node.action].params, node.args, strict=True)
        case core.CallDefinition():
            yield from zip(made.definitions[node.definition].params, node.args, strict=True)
        case _ if isinstance(node, ELEMENTS):
            yield node.local, node.seq
        case _:
            pass


def binds(node: object) -> tuple[int, ...]:
    """The locals that a node binds for what is in it or behind it, parameters aside."""
    if isinstance(node, core.Around | core.With | core.ChooseAtOnce):
        return (node.you,)
    return (node.local,) if isinstance(node, ELEMENTS | core.Let) else ()


def ended(action: core.Action) -> frozenset[int]:
    """The locals of which several may be picked, in different numbers, before something else: a sign ends them."""
    members = () if action.by_member is None else tuple(member.header for member in action.by_member.members)
    found = set[int]()
    for lines in ((*action.header, *own) for own in members or ((),)):
        picks = [line for line in lines if isinstance(line, core.Pick | core.PickSeveral)]
        found |= {line.local for line in picks[:-1] if isinstance(line, core.PickSeveral) and line.low != line.high}
    return frozenset(found)


def reads(node: object) -> frozenset[int]:
    """The locals that are read anywhere in a node."""
    return frozenset(each.local for each in walk(node) if isinstance(each, core.Get | core.Held))


def free(expr: core.Expr) -> frozenset[int]:
    """The locals that an expression reads and does not bind itself."""

    def known(node: object, inner: Iterator[frozenset[int]]) -> frozenset[int]:
        found = frozenset[int]().union(*inner)
        return found | {node.local} if isinstance(node, core.Get | core.Held) else found.difference(binds(node))

    return folded(expr, known)


def anded(condition: core.Expr) -> tuple[core.Expr, ...]:
    """The conditions that are joined by `and` in this one, or this one alone."""
    return condition.operands if isinstance(condition, core.Junction) and condition.word == "and" else (condition,)


def passed_on(node: object) -> tuple[Origin, ...]:
    """Of what a value is one, or what the elements of a sequence are those of; nothing where they begin."""
    match node:
        case core.FlatMap():
            return (node.body,)
        case core.Mapped():
            return (node.value,)
        case core.Chain():
            return node.seqs
        case core.Listed():
            return node.values
        case core.Cases():
            return (*(value for _, value in node.cases), node.otherwise)
        case _:
            return (node.seq,) if isinstance(node, SELECTED) else ()


def from_others(seq: core.Seq, change: Callable[[core.Seq], core.Seq]) -> core.Seq:
    """The same sequence with the sequences changed whose elements it passes on."""
    match seq:
        case core.Filter() | core.Best() | core.Beyond() | core.Ends():
            return evolve(seq, seq=change(seq.seq))
        case core.FlatMap():
            return evolve(seq, body=change(seq.body))
        case core.Chain():
            return core.Chain(tuple(map(change, seq.seqs)))
        case _:
            return seq


# ---- Which bodies there are in a core, which run others, and which sentences stop for a decision or for chance


def in_play(made: core.Core) -> tuple[object, ...]:
    """What is carried out or asked in a game, scoring and first values included, without definitions."""
    starts = tuple(each.starts for each in made.variables if each.starts is not None)
    return (made.setup, made.play, made.procedures, made.actions, made.scoring, starts)


def everything(made: core.Core) -> tuple[object, ...]:
    """Everything that is carried out or asked, definitions and invariants included; setup and play behind actions."""
    setup, play, procedures, actions, scoring, starts = in_play(made)
    return (starts, made.definitions, procedures, actions, setup, play, scoring, made.invariants)


def is_stop(node: object) -> bool:
    """Whether this node is a decision or chance event itself."""
    refills = isinstance(node, core.MoveSome) and node.refills is not None
    return refills or isinstance(node, core.Choosing | core.Chance)


def members_of(action: core.Action) -> tuple[core.Member, ...]:
    """The members of a family, none of another action."""
    return () if action.by_member is None else action.by_member.members


@frozen
class Way:
    """A body with the header before it; of a family one of several."""

    header: tuple[core.HeaderLine, ...]
    body: tuple[core.Statement, ...]


def ways(action: core.Action) -> tuple[Way, ...]:
    """A plain action's header and body, or those of each member of a family."""
    if action.by_member is None:
        return (Way(action.header, action.body),)
    return tuple(Way((*action.header, *member.header), member.body) for member in action.by_member.members)


def all_ways(made: core.Core) -> Iterator[Way]:
    """Setup, play, the procedures and the actions."""
    yield from (Way((), body) for body in (made.setup, made.play, *(each.body for each in made.procedures)))
    for action in made.actions:
        yield from ways(action)


def bodies_of(action: core.Action) -> tuple[tuple[core.Statement, ...], ...]:
    """The bodies of an action: one per member of a family."""
    return tuple(way.body for way in ways(action))


def body_of(action: core.Action, number: int) -> tuple[core.Statement, ...]:
    """One of `bodies_of`; who asks for each of many members makes no others."""
    return action.body if action.by_member is None else action.by_member.members[number].body


def blocks_of(node: object) -> tuple[tuple[core.Statement, ...], ...]:
    """The blocks inside a sentence."""
    if isinstance(node, core.If):
        return (*(body for _, body in node.cases), node.otherwise)
    if isinstance(node, core.Choosing):
        acted = node.acted if isinstance(node, core.Choose) else ()
        return tuple(block for block in (node.otherwise, acted) if block)
    return (node.body,) if isinstance(node, core.Loop | core.With) else ()


def calls(body: object) -> Iterator[int]:
    """The procedures that sentences run."""
    return (node.procedure for node in walk(body) if isinstance(node, core.RunProcedure))


def reached(program: core.Core, body: object) -> Iterator[object]:
    """All nodes of a body, then those of the procedures that it runs, each of them once."""
    waiting, seen = [body], set[int]()
    for here in waiting:
        for node in walk(here):
            yield node
            if isinstance(node, core.RunProcedure) and node.procedure not in seen:
                seen.add(node.procedure)
                waiting.append(program.procedures[node.procedure].body)


def sentences_of(program: core.Core, names: Collection[str]) -> frozenset[Span]:
    """The places of all that the actions, phases and procedures of these names carry out, and of their conditions."""
    doings = [each.body for each in program.procedures if each.name in names]
    doings += [body for each in program.actions if each.name in names for body in bodies_of(each)]
    nodes = [node for node in reached(program, tuple(doings)) if isinstance(node, core.Statement)]
    branches = (place for node in nodes if isinstance(node, core.If) for place in node.places)
    return frozenset((*(node.span for node in nodes), *branches))


def excepted(program: core.Core) -> dict[core.Whole, frozenset[Span]]:
    """Of each field about which there is a secret the places that may tell of it, for the secret excepts them."""
    names: dict[core.Whole, tuple[str, ...]] = {}
    for secret in program.secrets:
        names[secret.of] = (*names.get(secret.of, ()), *secret.told_by)
    return {of: sentences_of(program, told_by) for of, told_by in names.items()}


def doing_of(program: core.Core, place: Span) -> str | None:
    """The action, phase or procedure that carries out the sentence at a place, of several the one that does least;
    None where only setup or play do."""
    names = [each.name for each in program.actions] + [each.name for each in program.procedures]
    doings = [(name, sentences_of(program, (name,))) for name in names]
    return min(((len(all_), name) for name, all_ in doings if place in all_), default=(0, None))[1]


def behind_preparations(program: core.Core) -> frozenset[Span]:
    """The places of the sentences that may be carried out, again perhaps, after somebody was asked for the first time.
    All others only prepare a game."""
    played = (*_not_preparing(program, program.play), *(body for each in program.actions for body in bodies_of(each)))
    return frozenset(node.span for node in reached(program, played) if isinstance(node, core.Statement))


def _not_preparing(program: core.Core, body: tuple[core.Statement, ...]) -> Iterator[core.Statement]:
    """The sentences from the first on that asks somebody, or from there on in what it runs."""

    def asks(line: core.Statement) -> bool:
        return any(isinstance(node, core.Choosing) for node in reached(program, line))

    for number, line in enumerate(dropwhile(lambda line: not asks(line), body)):
        if number == 0 and isinstance(line, core.RunProcedure):
            yield from _not_preparing(program, program.procedures[line.procedure].body)
        else:
            yield line


def questions(program: core.Core, expr: object) -> Iterator[object]:
    """All nodes of an expression, then those of the definitions that it asks, each of them once."""
    waiting, seen = [expr], set[int]()
    for here in waiting:
        for node in walk(here):
            yield node
            if isinstance(node, core.CallDefinition) and node.definition not in seen:
                seen.add(node.definition)
                waiting.append(program.definitions[node.definition])


def offers_of(node: object) -> tuple[core.OfferLine, ...]:
    """The offers of a decision."""
    return node.offers if isinstance(node, core.Choosing) else ()


def bodies_run_by(program: core.Core, body: object) -> tuple[frozenset[int], frozenset[int]]:
    """The procedures and actions that may run while these sentences run."""
    procedures, actions, waiting = set[int](), set[int](), [body]
    for here in waiting:
        run = set(calls(here)) - procedures
        chosen = {offer.action for node in walk(here) for offer in offers_of(node)} - actions
        procedures |= run
        actions |= chosen
        waiting += [program.procedures[procedure].body for procedure in run]
        waiting += [bodies_of(program.actions[action]) for action in chosen]
    return frozenset(procedures), frozenset(actions)


def run_by(program: core.Core, body: object) -> tuple[object, ...]:
    """Sentences, and the procedures and actions that may run while they run."""
    procedures, actions = bodies_run_by(program, body)
    return (body, *(program.procedures[each] for each in procedures), *(program.actions[each] for each in actions))
