"""Faults of the rules in play, and the bounds that are part of the semantics."""

from itertools import pairwise
from typing import Final, Literal, NoReturn

from rulewright.language.span import NOWHERE, Span
from rulewright.language.walking import children
from rulewright.machine.program import nodes as ir

# Turns of loops are counted from the last stop on; while the moves of a decision are listed they are counted anew for
# every candidate, and while a move is tried on a copy, for the trial; a trial inside a trial is one more turn of the
# outer one, and its turns are, too. A `For` counts all its turns when it begins, a `While` each pass, a `Jump` to a
# block whose number is not above its own one. The turns of all candidates of a decision, and of all trials among them,
# have a bound together. Chance events are counted from the last decision on.


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
        super().__init__(message)
        self.code = code
        self.message = message
        self.span = span
        self.tried = tried
        self.impossible = impossible


def foreseen(fault: ir.FaultText, value: int = 0) -> RulesFault:
    """A fault that the program foresees; `value`: what was refused."""
    return RulesFault(fault.code, fault.said(value), fault.span, impossible=fault.impossible)


def fail(fault: ir.FaultText, value: int = 0) -> NoReturn:
    """Stop with a fault that the program foresees."""
    raise foreseen(fault, value)


_LESS: Final = "Let one thing be chosen after the other, each by a choose of its own, or bound what is picked."
EXCEEDED: Final = {
    "endless-loop": f"A loop has taken more than {TURNS:,} turns without a decision or a chance event.",
    "endless-chance": f"More than {CHANCES:,} chance events have come without a decision.",
    "too-many-moves": f"This decision has more than {MOVES:,} moves. {_LESS}",
    "too-many-turns": f"This decision takes more than {LISTING_TURNS:,} turns of loops.",
    "too-many-candidates": f"This decision tries more than {CANDIDATES:,} candidates. {_LESS}",
    LATE: f"This takes longer than {CALL_TIMEOUT_S:.0f} seconds.",
}
"""What is said where a bound is exceeded."""


def exceeded(code: str, span: Span = NOWHERE) -> RulesFault:
    """The fault of what takes more than a bound allows."""
    return RulesFault(code, EXCEEDED[code], span)


# ---- Which loops are counted: those that the program itself does not keep short
# A loop whose passes, those of the loops inside it and of the functions it calls included, are at most
# `MAX_UNCHECKED_PASSES` for every state, is not counted: it cannot make a rule endless. Both backends ask here, so
# that they count alike. What is bounded how: numbers by their constants, tables and slots; sizes and counts of zones
# by the layout; the length of a sequence in scratch by the room it has. A candidate and a move count as a pass each,
# so that few passes are few of these, too.


MAX_UNCHECKED_PASSES: Final = 4_096
UNBOUNDED: Final = 1 << 40
"""More than anything that counts; what has no bound has this one."""


class Turns:
    """Bounds of one program, reckoned when first asked for. `passes`: 0 where those of loops do not count, so that what
    is bounded are candidates and moves."""

    def __init__(self, program: ir.Program, passes: Literal[0, 1] = 1) -> None:
        self._program, self._pass = program, passes
        self._high = {
            cell: slot.high for slot in program.slots for cell in range(slot.offset, slot.offset + slot.length)
        }
        self._room = {first - 1: length for first, length in program.arrays}
        zones = [(layout.offset, layout.offset + layout.stride * layout.instances) for layout in program.zones]
        self._zones = min((first for first, _ in zones), default=0), max((end for _, end in zones), default=0)
        self._zone_high = max((self._high.get(cell, 0) for cell in range(*self._zones)), default=0)
        self._functions: dict[int, int] = {}
        self._loops: dict[int, int] = {}

    def counted(self, node: ir.For | ir.ForKinds) -> bool:
        """Whether a loop is counted."""
        return self._passes(node) > MAX_UNCHECKED_PASSES

    # ---- passes

    def most(self, function: int) -> int:
        """The most passes of loops in a function; `UNBOUNDED` or more: nobody knows."""
        if function not in self._functions:
            self._functions[function] = self._code(self._program.functions[function].body)
        return self._functions[function]

    def _code(self, code: ir.Code) -> int:
        return min(UNBOUNDED, sum(map(self._passes, code)))

    def _passes(self, node: ir.Statement | ir.Expr) -> int:
        """The most passes of loops in a node."""
        match node:
            case ir.For() | ir.ForKinds():
                if id(node) not in self._loops:
                    self._loops[id(node)] = min(UNBOUNDED, self._times(node) * (self._pass + self._code(node.body)))
                return self._loops[id(node)]
            case ir.While() | ir.ForSelections() | ir.Try():
                return UNBOUNDED
            case ir.Candidate() | ir.Offer():
                return 1
            case ir.If(test, then, otherwise):
                return self._passes(test) + max(self._code(then), self._code(otherwise))
            case ir.Labelled(_, body) | ir.Do(body):
                return self._code(body)
            case ir.CallFunction(function, args) | ir.Invoke(function, args):
                return self.most(function) + sum(map(self._passes, args))
            case _:  # the expressions that stand in it, or in a zone of it
                zones = [part for part in children(node) if isinstance(part, ir.ZoneAt)]
                parts = [*children(node), *(part for zone in zones for part in children(zone))]
                return sum(self._passes(part) for part in parts if isinstance(part, ir.Expr))

    # ---- values

    def _times(self, node: ir.For | ir.ForKinds) -> int:
        """The most passes of a loop, those of loops inside it not counted."""
        if isinstance(node, ir.ForKinds):
            return self._program.zones[node.zone].stride
        match node.low, node.high:
            case ir.TableAt(one, low), ir.TableAt(other, ir.Bin("+", high, ir.Const(1))) if (one, low) == (other, high):
                values = self._program.tables[one]
                return max((after - before for before, after in pairwise(values)), default=0)
            case ir.Const(0), ir.Cell(length) if length in self._room:
                match node.body[:1]:  # perhaps it goes through the sequence of this length, which lies behind it
                    case (ir.Set(_, ir.At(base)),) if length < base <= length + self._room[length]:
                        return self._room[length]
                    case _:
                        pass
            case _:
                pass
        return max(0, min(UNBOUNDED, self._ends(node.high)[1] - self._ends(node.low)[0]))

    def _ends(self, node: ir.Expr) -> tuple[int, int]:
        """The least and the most that an expression can come to, as far as that is asked."""
        match node:
            case ir.Const(value):
                return value, value
            case ir.Cell(index):
                return -UNBOUNDED, self._high.get(index, UNBOUNDED)
            case ir.At(base):
                # of a slot, or found by its number among those of the zones
                first, end = self._zones
                inside = first <= base < end or base <= 1
                return -UNBOUNDED, self._zone_high if inside else self._high.get(base, UNBOUNDED)
            case ir.TableAt(table):
                values = self._program.tables[table]
                return min(values, default=0), max(values, default=0)
            case ir.Size(zone):
                return -UNBOUNDED, self._program.zones[zone].capacity
            case ir.Bin("min" | "max" as op, left, right):
                chosen = min if op == "min" else max
                (low, high), (other, most) = self._ends(left), self._ends(right)
                return chosen(low, other), chosen(high, most)
            case ir.Bin("+", left, ir.Const(more)):
                low, high = self._ends(left)
                return low + more, high + more
            case _:
                return -UNBOUNDED, UNBOUNDED
