"""Which sentences, procedures and bodies of actions may stop: those with a decision or a chance event in them.

In: a core. Out: `Stops`, plain data.
"""

from attrs import frozen

from rulewright.language import core
from rulewright.language.calls import bodies_of, calls, is_stop
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


def find_stops(program: core.Core) -> Stops:
    """Everything that may stop, by itself or through what it runs."""
    stopping: set[int] = set()
    called = [tuple(calls(procedure.body)) for procedure in program.procedures]
    own = [any(map(is_stop, walk(procedure.body))) for procedure in program.procedures]
    grown = True
    while grown:
        more = {
            index
            for index in range(len(own))
            if index not in stopping and (own[index] or not stopping.isdisjoint(called[index]))
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
