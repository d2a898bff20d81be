"""Which bodies there are in a core, which of them run others, and which sentences stop for a decision or for chance."""

from collections.abc import Iterator

from rulewright.language import core
from rulewright.language.walking import walk


def is_stop(node: object) -> bool:
    """Whether this node is a decision or chance event itself."""
    match node:
        case core.Choose() | core.ChooseAtOnce() | core.Draw() | core.Roll() | core.RollInto() | core.Shuffle():
            return True
        case core.MoveSome(refills=refills):
            return refills is not None
        case _:
            return False


def members_of(action: core.Action) -> tuple[core.Member, ...]:
    """The members of a family, none of another action."""
    return () if action.by_member is None else action.by_member.members


def bodies_of(action: core.Action) -> tuple[tuple[core.Statement, ...], ...]:
    """The bodies of an action: one per member of a family."""
    return tuple(member.body for member in members_of(action)) if action.by_member else (action.body,)


def blocks_of(node: object) -> tuple[tuple[core.Statement, ...], ...]:
    """The blocks inside a sentence."""
    match node:
        case core.If():
            return (*(body for _, body in node.cases), node.otherwise)
        case core.ForEach() | core.Around() | core.Repeat() | core.RepeatTimes() | core.With():
            return (node.body,)
        case core.Choose():
            return (node.otherwise,) if node.otherwise else ()
        case _:
            return ()


def calls(body: object) -> Iterator[int]:
    """The procedures that sentences run."""
    for node in walk(body):
        match node:
            case core.RunProcedure(procedure):
                yield procedure
            case _:
                pass


def reached(program: core.Core, body: object) -> Iterator[object]:
    """All nodes of a body, then those of the procedures that it runs, each of them once."""
    waiting, seen = [body], set[int]()
    for here in waiting:
        for node in walk(here):
            yield node
            if isinstance(node, core.RunProcedure) and node.procedure not in seen:
                seen.add(node.procedure)
                waiting.append(program.procedures[node.procedure].body)


def offered(body: object) -> Iterator[int]:
    """The actions that sentences let somebody choose."""
    for node in walk(body):
        match node:
            case core.Choose(offers=offers, ending=ending):
                yield from (offer.action for offer in offers)
                if ending is not None:
                    yield ending.action
            case core.ChooseAtOnce(offers=offers):
                yield from (offer.action for offer in offers)
            case _:
                pass


def bodies_run_by(program: core.Core, body: object) -> tuple[frozenset[int], frozenset[int]]:
    """The procedures and actions that may run while these sentences run."""
    procedures, actions, waiting = set[int](), set[int](), [body]
    for here in waiting:
        run, chosen = set(calls(here)) - procedures, set(offered(here)) - actions
        procedures |= run
        actions |= chosen
        waiting += [program.procedures[procedure].body for procedure in run]
        waiting += [bodies_of(program.actions[action]) for action in chosen]
    return frozenset(procedures), frozenset(actions)
