"""A hole as a value: what is said of it, at which setting, and by which choices it is reached."""

from collections.abc import Callable, Iterable
from typing import Final

from attrs import frozen

from rulewright.analysis.playtest.stuck_loops import StuckLoop, until_of
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.elaborate.settings import Setting
from rulewright.language.messages import playing as words
from rulewright.machine.game import Rules
from rulewright.machine.interpret import RulesFault
from rulewright.machine.positions import Choice

BEGINS: Final = "when play begins"
Path = tuple[Choice, ...]


@frozen
class Hole:
    """`path`: the choices from the beginning of a game up to where it shows; where a choice goes wrong, that is the
    last one. None: no single game shows it. `shortest`: no game with fewer decisions does."""

    diagnostic: Diagnostic
    setting: Setting
    path: Path | None
    shortest: bool = False


@frozen
class Sighting:
    """Where a hole shows at one setting: `path` finds it out; it can be asked until the search goes on."""

    diagnostic: Diagnostic
    path: Callable[[], Path | None]
    shortest: bool = False


Kind = tuple[str, int]
"""A kind of hole: its code and line. Each is told once."""


def kind_of(rules: Rules, found: Diagnostic) -> Kind:
    """What of two findings is the same; that games need not end is told once, wherever it is seen."""
    return found.code, 0 if found.code == words.need_not_end.code else rules.line(found.span)


def fault_found(rules: Rules, fault: RulesFault, decisions: int) -> Diagnostic:
    """What is said where the rules go wrong in play, after so many decisions."""
    begins, tried = None if decisions else BEGINS, rules.tried(fault)
    if isinstance(fault, StuckLoop):
        until = until_of(rules.source_text, fault.loop)
        return words.nobody_leaves(fault.span, begins=begins, actions=fault.actions, until=until)
    if fault.code == "stuck":
        return words.nobody_can_move(fault.span, begins=begins, said=fault.message, tried=tried)
    advice = None if "Ask before" in fault.message else words.BEFORE_IT.get(fault.code)
    return words.goes_wrong(fault.span, begins=begins, said=fault.message, advice=advice, tried=tried)


def broken_found(rules: Rules, number: int, decisions: int) -> Diagnostic:
    """What is said of an invariant, or secret, that does not hold after so many decisions."""
    check = rules.program.invariants[number]
    complaint = words.broken_invariant if decisions else words.broken_from_the_beginning
    return complaint(check.span, sort=check.sort, title=check.title)


def decisions_in(steps: Iterable[Choice]) -> int:
    """How many of these choices are decisions."""
    return sum(step.seat is not None for step in steps)
