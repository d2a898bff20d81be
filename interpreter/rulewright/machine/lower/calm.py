"""What cannot go wrong: it may be asked earlier, more often, or not at all, and nobody can tell."""

from rulewright.language import core
from rulewright.language.calls import questions
from rulewright.language.walking import children

PLAIN = (
    *(core.Const, core.Get, core.Compare, core.IsNone, core.Not, core.And, core.Or, core.Exists, core.CallDefinition),
    *(core.Region, core.Filter, core.Values, core.Repeats, core.Pieces, core.VarRef, core.Read, core.Attr, core.On),
    *(core.ZoneRef, core.PlaceRef, core.TableList, core.Definition),
)
ASKED_BY = core.ZoneRef | core.VarRef | core.PlaceRef | core.TableList
KNOWN = core.Const | core.Get | core.ZoneRef
"""What a place, owner or entry is surely found by: a value of its type, or none."""


def calm(made: core.Core, *exprs: core.Expr | core.Seq) -> bool:
    """Whether no fault can come of asking these."""
    return all(
        isinstance(node, PLAIN) and not (isinstance(node, ASKED_BY) and not _known(node))
        for node in questions(made, exprs)
        if type(node).__module__ == core.__name__
    )


def _known(node: object) -> bool:
    return all(isinstance(part, KNOWN) for part in children(node) if isinstance(part, core.Expr | core.ZoneRef))
