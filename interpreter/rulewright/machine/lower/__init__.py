"""Core to program: `lower(core)`. Pure; the program is plain data.

`layout` says where everything lies; `expressions`, `pieces`, `sequences`, `groups`, `variables` make
expressions, `indexing` tests what becomes a cell, `rewriting` asks otherwise than written; `sentences`, `moving`,
`boards` make structured code; what contains its own like asks for it by the `Scope` (`builder`). `blocks` and `stops`
cut what may stop; `decisions` and `headers` lower actions; `flow` finds what must be zeroed and orders blocks;
`lowering` puts it together.
"""

from rulewright.machine.lower.lowering import Lowering, lower

__all__ = ["Lowering", "lower"]
