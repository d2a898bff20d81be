"""Faults of the rules in play, and the bounds that are part of the semantics.

Turns of loops are counted from the last stop on; while the moves of a decision are listed they are counted anew for
every candidate, and while a move is tried on a copy, for the trial; a trial inside a trial is one more turn of the
outer one, and its turns are, too. A `For` counts all its turns when it begins, a `While` each pass, a `Jump` to a block
whose number is not above its own one. The turns of all candidates of a decision, and of all trials among them, have a
bound together. Chance events are counted from the last decision on.
"""

from typing import Final, NoReturn

from rulewright.language.span import NOWHERE, Span
from rulewright.machine.program.nodes import FaultText

TURNS: Final = 1_000_000
MOVES: Final = 10_000
CANDIDATES: Final = 1_000_000
CHANCES: Final = 100_000
LISTING_TURNS: Final = 10_000_000
LATE: Final = "too-slow"
CALL_TIMEOUT_S: Final = 60.0
"""So many seconds anybody waits for a stop or an answer. Only what is short by itself, very often, takes so long."""


class RulesFault(Exception):  # noqa: N818 - a fault is the word of the language for it
    """The rules went wrong in play: `code`, a sentence, and the place of the rule. `tried`: the `must` lines, the
    innermost first, for which a move was being tried; `impossible`: a trial takes it for a refusal."""

    def __init__(
        self, code: str, message: str, span: Span = NOWHERE, tried: tuple[Span, ...] = (), *, impossible: bool = False
    ) -> None:
        """Keep the parts; the state before the move is the caller's to keep."""
        super().__init__(message)
        self.code = code
        self.message = message
        self.span = span
        self.tried = tried
        self.impossible = impossible


def foreseen(fault: FaultText, value: int = 0) -> RulesFault:
    """A fault that the program foresees; `value`: what was refused."""
    return RulesFault(fault.code, fault.said(value), fault.span, impossible=fault.impossible)


def fail(fault: FaultText, value: int = 0) -> NoReturn:
    """Stop with a fault that the program foresees."""
    raise foreseen(fault, value)


def endless(span: Span = NOWHERE) -> NoReturn:
    """Stop a loop that has taken too many turns."""
    raise RulesFault(
        "endless-loop", f"A loop has taken more than {TURNS:,} turns without a decision or a chance event.", span
    )


def late(span: Span) -> RulesFault:
    """What takes longer than anybody waits."""
    return RulesFault(LATE, f"This takes longer than {CALL_TIMEOUT_S:.0f} seconds.", span)


def endless_chance(span: Span) -> NoReturn:
    """Stop where chance is asked without end."""
    raise RulesFault("endless-chance", f"More than {CHANCES:,} chance events have come without a decision.", span)


_LESS: Final = "Let one thing be chosen after the other, each by a choose of its own, or bound what is picked."
MOVES_SAID: Final = f"This decision has more than {MOVES:,} moves. {_LESS}"
CANDIDATES_SAID: Final = f"This decision tries more than {CANDIDATES:,} candidates. {_LESS}"


def too_many_moves(span: Span) -> NoReturn:
    """Stop a decision with too many moves."""
    raise RulesFault("too-many-moves", MOVES_SAID, span)


def too_many_turns(span: Span) -> NoReturn:
    """Stop a decision whose candidates together take too many turns of loops."""
    raise RulesFault("too-many-turns", f"This decision takes more than {LISTING_TURNS:,} turns of loops.", span)


def too_many_candidates(span: Span) -> NoReturn:
    """Stop a decision with too many candidates."""
    raise RulesFault("too-many-candidates", CANDIDATES_SAID, span)
