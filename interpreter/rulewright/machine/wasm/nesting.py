"""What runs while a move is tried: which functions, and of which actions moves may be tried again meanwhile.

In: a program. A trial inside a trial is never of an action that is being tried already, so that each action with `must`
lines needs one copy of the working state, and no two trials at once use the same.
"""

from attrs import frozen

from rulewright.language.walking import children
from rulewright.machine.program.nodes import CallFunction, Invoke, Program, Try
from rulewright.machine.wasm.local_cells import following


@frozen
class Reach:
    """What code may run, directly or not, up to the trials that it begins; and of which actions these are."""

    functions: frozenset[int]
    tries: frozenset[int]


class Nesting:
    """The trials of one program. `slots`: for each action with `must` lines the number of its copy; `again`: those that
    may be asked about while a move of theirs is tried."""

    def __init__(self, program: Program) -> None:
        """Find all trials."""
        self.program = program
        inside: dict[int, set[int]] = {}
        for function in program.functions:
            for node in _trials(function.body):
                inside.setdefault(node.action, set()).update(self.reach(parts(node)).tries)
        self.slots = {action: slot for slot, action in enumerate(sorted(inside))}
        self.again = frozenset(action for action in inside if action in following(inside, action))

    def reach(self, start: object) -> Reach:
        """What code may run."""
        functions, tries = set[int](), set[int]()
        waiting: list[object] = [start]
        while waiting:
            part = waiting.pop()
            match part:
                case Try(action=action):
                    tries.add(action)
                    continue
                case Invoke(function=number) | CallFunction(function=number) if number not in functions:
                    functions.add(number)
                    waiting.append(self.program.functions[number].body)
                case _:
                    pass
            waiting += children(part)
        return Reach(frozenset(functions), frozenset(tries))


def parts(node: Try) -> tuple[object, ...]:
    """What a trial runs."""
    return (
        *node.begin,
        *node.zones,
        CallFunction(node.body, ()),
        *(() if node.condition is None else (node.condition,)),
    )


def _trials(start: object) -> list[Try]:
    """The trials that code begins, up to those inside them."""
    found, waiting = list[Try](), [start]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Try):
            found.append(part)
            waiting += parts(part)
        else:
            waiting += children(part)
    return found
