"""What cannot go wrong: it may be asked earlier, more often, or not at all, and nobody can tell."""

from typing import Final

from rulewright.language import core
from rulewright.language.calls import questions
from rulewright.language.types import NumberT, without_none
from rulewright.language.walking import children

FAULTLESS_KINDS: Final = (
    *(core.Const, core.Get, core.Compare, core.IsNone, core.Not, core.And, core.Or, core.Exists, core.CallDefinition),
    *(core.Region, core.Filter, core.Values, core.Repeats, core.Pieces, core.VarRef, core.Read, core.Attr, core.On),
    *(core.ZoneRef, core.PlaceRef, core.TableList, core.Definition),
)
ASKED_BY = core.ZoneRef | core.VarRef | core.PlaceRef | core.TableList | core.CallDefinition


def calm(made: core.Core, *exprs: core.Expr | core.Seq) -> bool:
    """Whether no fault can come of asking these."""
    return all(
        isinstance(node, FAULTLESS_KINDS) and (not isinstance(node, ASKED_BY) or all(map(_known, children(node))))
        for node in questions(made, exprs)
        if type(node).__module__ == core.__name__
    )


def _known(part: object) -> bool:
    """Whether an owner, place, index or argument is surely a value of its type, or none: a number need not be."""
    parts = part if isinstance(part, tuple) else (part,)
    return all(
        not isinstance(each, core.Expr)
        or (isinstance(each, core.Const | core.Get) and not isinstance(without_none(each.type), NumberT))
        for each in parts
    )
