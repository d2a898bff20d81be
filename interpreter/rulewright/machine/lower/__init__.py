"""Core to program: `lower(core)`. Pure; the program is plain data.

`layout` says where everything lies; `expressions`, `instances`, `pieces`, `piece_questions`, `sequences`, `few_kinds`,
`joins`, `regions`, `folds`, `aggregates` make expressions; `sentences`, `moving`, `loops`, `watching` structured code;
what contains its own like asks for it by the `Scope` (`builder`); `block_units`, `blocks`, `choices`, `chance` cut what
may stop; `decisions` lowers actions; `liveness` finds what must be zeroed; `flow` orders blocks; `lowering` puts it
together.
"""

from rulewright.machine.lower.lowering import Lowering, lower

__all__ = ["Lowering", "lower"]
