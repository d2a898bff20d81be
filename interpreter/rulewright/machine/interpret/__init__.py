"""The reference backend: runs a `Program` in plain Python. What comes in is a program, what goes out is a `Machine`.

Every expression and statement is turned once into a closure over one memory, a list of integers (`compiler`,
`expressions`, `statements`); pieces are moved by `zones`; `machine` runs from stop to stop and lists the moves of a
decision; `offers` asks headers line by line. Law: whatever it does is written in `machine/program/`; the other backend
does the same, vector by vector.
"""

from rulewright.machine.interpret.machine import Deciding, Machine, Over, Stop, Vector, Waiting
from rulewright.machine.program.bounds import RulesFault
from rulewright.machine.program.moves import ListedMove

__all__ = ["Deciding", "ListedMove", "Machine", "Over", "RulesFault", "Stop", "Vector", "Waiting"]
