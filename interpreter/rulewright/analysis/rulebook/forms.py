"""Forms of expressions that are said in words of their own. Pure; nothing is said here."""

from typing import TypeGuard

from rulewright.analysis.rulebook.meaning import Env
from rulewright.language import syntax

Thing = (
    syntax.Number
    | syntax.Nobody
    | syntax.You
    | syntax.It
    | syntax.Negative
    | syntax.Arithmetic
    | syntax.Range
    | syntax.Fold
    | syntax.Outside
    | syntax.Query
    | syntax.Picked
    | syntax.CountWhere
    | syntax.Region
)
"""What is no condition, whatever it asks."""


def parity_asked(node: syntax.Compare) -> tuple[syntax.Expr, str] | None:
    """What is compared with `mod 2`, and whether it is to be even or odd."""
    match node:
        case syntax.Compare(
            left=syntax.Arithmetic("mod", number, syntax.Number(2)), right=syntax.Number(0 | 1 as rest)
        ):
            return number, "odd" if rest else "even"
        case _:
            return None


def asks_if_yours(left: syntax.Expr, right: syntax.Expr, env: Env) -> TypeGuard[syntax.Of]:
    """Whether this asks if a piece bears you as its player."""
    whose = isinstance(left, syntax.Of) and left.member.name.text == "player" and "player" in env.known.attributes
    return whose and isinstance(right, syntax.You)


def mixed(node: syntax.Expr, *, last: bool) -> bool:
    """Whether a clause is made of several, of which one could not tell where they end."""
    every = isinstance(node, syntax.Every) and not (last and not mixed(node.condition, last=True))
    return every or isinstance(node, syntax.And | syntax.Or)
