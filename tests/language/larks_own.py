"""Lark's parser of the grammar with Lark's own lexer and trees, to hold ours against."""

from lark import Lark
from lark.indenter import Indenter

from rulewright.language.grammar import text


class _Blocks(Indenter):
    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR"]  # noqa: RUF012 - so declared by Lark
    CLOSE_PAREN_types = ["RPAR"]  # noqa: RUF012
    INDENT_type = "_IN"
    DEDENT_type = "_OUT"
    tab_len = 8


def larks_own(*, strict: bool = False) -> Lark:
    """The parser; `strict` proves the grammar free of conflicts and of colliding words."""
    return Lark(text(), parser="lalr", lexer="contextual", postlex=_Blocks(), maybe_placeholders=True, strict=strict)
