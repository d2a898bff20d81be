"""Lark's parser of the grammar with Lark's own lexer and trees, to hold ours against."""

import re

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


_GOING_ON = r"\s+(?:(?:and|or|when|because|where|with|satisfies|is|in|mod|to|from)(?![\w:+-])|[-+*/] )"


def joined(text: str) -> str:
    """A text in which a line that goes on with the one above, because it is deeper, stands on it."""
    lines: list[str] = []
    for line in text.splitlines():
        above = lines[-1].split("--")[0].rstrip() if lines else ""
        deeper = len(line) - len(line.lstrip()) > len(above) - len(above.lstrip()) + 1
        goes_on = re.match(_GOING_ON, line) and not above.endswith(":")
        unfinished = above.endswith((" +", " -", " *", " /", " mod", " satisfies")) or above.startswith("invariant")
        if deeper and (goes_on or unfinished):
            lines[-1] = f"{above} {line.lstrip()}"
        else:
            lines.append(line)
    return "\n".join(lines) + "\n"
