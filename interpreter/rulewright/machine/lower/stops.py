"""Which sentences, procedures and bodies of actions may stop: those with a decision or a chance event in them.

In: a core. Out: `Stops`, plain data. The call graph of procedures and actions is here too.
"""

from collections.abc import Iterator

from attrs import frozen

from rulewright.language import core
from rulewright.language.walking import walk

Variant = tuple[int, int]


@frozen
class Stops:
    """Procedures and (action, variant) bodies that may stop."""

    procedures: frozenset[int]
    bodies: frozenset[Variant]

    def sentence(self, sentence: core.Statement) -> bool:
        """Whether a sentence may stop."""
        return any(self._node(node) for node in walk(sentence))

    def body(self, body: tuple[core.Statement, ...]) -> bool:
        """Whether one of these sentences may stop."""
        return any(self.sentence(sentence) for sentence in body)

    def _node(self, node: object) -> bool:
        match node:
            case core.RunProcedure(procedure):
                return procedure in self.procedures
            case _:
                return is_stop(node)


def is_stop(node: object) -> bool:
    """Whether this node is a decision or chance event itself."""
    match node:
        case core.Choose() | core.ChooseAtOnce() | core.Draw() | core.Roll() | core.RollInto() | core.Shuffle():
            return True
        case core.MoveSome(refills=refills):
            return refills is not None
        case _:
            return False


def find_stops(program: core.Core) -> Stops:
    """Everything that may stop, by itself or through what it runs."""
    stopping: set[int] = set()
    calls = [tuple(_calls(procedure.body)) for procedure in program.procedures]
    own = [any(map(is_stop, walk(procedure.body))) for procedure in program.procedures]
    grown = True
    while grown:
        more = {
            index
            for index in range(len(own))
            if index not in stopping and (own[index] or not stopping.isdisjoint(calls[index]))
        }
        stopping |= more
        grown = bool(more)
    done = Stops(frozenset(stopping), frozenset())
    bodies = {
        (index, variant)
        for index, action in enumerate(program.actions)
        for variant, body in enumerate(bodies_of(action))
        if done.body(body)
    }
    return Stops(done.procedures, frozenset(bodies))


def bodies_of(action: core.Action) -> tuple[tuple[core.Statement, ...], ...]:
    """The bodies of an action: one per member of a family."""
    if action.by_member is None:
        return (action.body,)
    return tuple(member.body for member in action.by_member.members)


def _calls(body: object) -> Iterator[int]:
    for node in walk(body):
        match node:
            case core.RunProcedure(procedure):
                yield procedure
            case _:
                pass


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


def _reach(program: core.Core, body: object, procedures: set[int], actions: set[int]) -> None:
    for procedure in set(_calls(body)) - procedures:
        procedures.add(procedure)
        _reach(program, program.procedures[procedure].body, procedures, actions)
    for action in set(offered(body)) - actions:
        actions.add(action)
        _reach(program, bodies_of(program.actions[action]), procedures, actions)


def bodies_run_by(program: core.Core, body: object) -> tuple[frozenset[int], frozenset[int]]:
    """The procedures and actions that may run while these sentences run."""
    procedures: set[int] = set()
    actions: set[int] = set()
    _reach(program, body, procedures, actions)
    return frozenset(procedures), frozenset(actions)
