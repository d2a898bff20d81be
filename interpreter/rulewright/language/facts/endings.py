"""Which conditions the end of the game settles: they ask whether it is over, and that says what they come to.

In: a core and a condition. Out: yes or no. Scores are asked in play, too, but whoever plays for their winners asks them
at the end; sentences are carried out before it.
"""

from rulewright.language import core
from rulewright.language.calls import questions


def settled_by_the_end(program: core.Core, expr: core.Expr) -> bool:
    """Whether a condition certainly comes to something at the end, or before it, because it asks for that."""
    if not any(isinstance(node, core.IsOver) for node in questions(program, expr)):
        return False
    return any(known(program, expr, over=over) is not None for over in (True, False))


def known(program: core.Core, expr: core.Expr, *, over: bool) -> bool | None:
    """What a condition comes to where the game is over, or is not; None where that does not say it."""
    match expr:
        case core.IsOver():
            return over
        case core.Const(value):
            return bool(value)
        case core.Not(operand):
            found = known(program, operand, over=over)
            return None if found is None else not found
        case core.And(operands) | core.Or(operands):
            decisive = isinstance(expr, core.Or)
            each = [known(program, operand, over=over) for operand in operands]
            return decisive if decisive in each else None if None in each else not decisive
        case core.CallDefinition(number):
            return known(program, program.definitions[number].result, over=over)
        case _:
            return None
