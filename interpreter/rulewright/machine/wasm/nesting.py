"""What runs while a move is tried: which functions, and of which actions moves are asked for, which may be tried again.

In: a program. A trial inside a trial is never of an action that is being tried already, so that each action with `must`
lines needs one copy of the working state, and no two trials at once use the same.
"""

from collections.abc import Iterator

from attrs import frozen

from rulewright.language.walking import walk
from rulewright.machine.program.nodes import (
    ActionCode,
    AnyMove,
    CallFunction,
    ChangePiece,
    Const,
    Fail,
    Invoke,
    MovePiece,
    MustStage,
    PickSeveralStage,
    PickStage,
    Program,
    Stage,
)


@frozen
class Reach:
    """What code may run, directly or not, up to the trials that it begins."""

    functions: frozenset[int]
    sites: frozenset[int]
    actions: frozenset[int]


class Nesting:
    """The trials of one program. `slots`: for each action with `must` lines the number of its copy; `again`: those that
    may be asked about while a move of theirs is tried."""

    def __init__(self, program: Program) -> None:
        """Find all trials."""
        self.program = program
        self._known: dict[int, Reach] = {}
        self.musts = {number: tuple(_musts(action)) for number, action in enumerate(program.actions)}
        tried = [number for number, lines in self.musts.items() if lines]
        self.slots = {action: slot for slot, action in enumerate(tried)}
        inside = {action: self._tried_inside(self.reach(self.musts[action])) for action in tried}
        self.again = frozenset(action for action in tried if action in _following(inside, action))

    def refuses(self, function: int) -> bool:
        """Whether a function may come upon something impossible."""
        bodies = [self.program.functions[each].body for each in (function, *self._reached(function).functions)]
        return any(_is_impossible(self.program, part) for part in walk(tuple(bodies)))

    def differs(self, function: int) -> bool:
        """Whether a function has to know that it runs inside a trial."""
        return self.refuses(function) or bool(self._tried_inside(self._reached(function)))

    def tries(self, site: int) -> bool:
        """Whether asking at a site may try moves."""
        return bool(self._tried_inside(self.reach(AnyMove(site, Const(0)))))

    def reach(self, start: object) -> Reach:
        """What code may run."""
        functions, sites, actions = set[int](), set[int](), set[int]()
        waiting: list[object] = [start]
        while waiting:
            for part in walk(waiting.pop()):
                match part:
                    case Invoke(function=number) | CallFunction(function=number) | MustStage(body=number):
                        if number not in functions:
                            functions.add(number)
                            waiting.append(self.program.functions[number].body)
                    case AnyMove(site=number) if number not in sites:
                        sites.add(number)
                        waiting.extend(self._asked(number, actions))
                    case _:
                        pass
        return Reach(frozenset(functions), frozenset(sites), frozenset(actions))

    def _asked(self, site: int, actions: set[int]) -> Iterator[object]:
        """What asking at a site runs: arguments, headers without their `must` lines, enumerators."""
        for offer in self.program.sites[site].offers:
            yield offer.args
            if offer.action not in actions:
                actions.add(offer.action)
                action = self.program.actions[offer.action]
                lines = [stage for stage in _stages(action) if not isinstance(stage, MustStage)]
                picks = [line for line in lines if isinstance(line, PickStage | PickSeveralStage)]
                yield (action.of, *lines, *(self.program.functions[pick.candidates].body for pick in picks))

    def _tried_inside(self, reach: Reach) -> frozenset[int]:
        return reach.actions.intersection(self.slots)

    def _reached(self, function: int) -> Reach:
        if function not in self._known:
            self._known[function] = self.reach(self.program.functions[function].body)
        return self._known[function]


def _stages(action: ActionCode) -> tuple[Stage, ...]:
    return action.all_stages


def _musts(action: ActionCode) -> Iterator[MustStage]:
    return (stage for stage in _stages(action) if isinstance(stage, MustStage))


def _is_impossible(program: Program, part: object) -> bool:
    match part:
        case Fail(fault) | MovePiece(fault=fault) | ChangePiece(fault=fault):
            return program.faults[fault].impossible
        case _:
            return False


def _following(links: dict[int, frozenset[int]], start: int) -> set[int]:
    """All that can be reached by one link or more."""
    found, waiting = set[int](), [start]
    while waiting:
        for each in links[waiting.pop()] - found:
            found.add(each)
            waiting.append(each)
    return found
