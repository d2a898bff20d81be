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
    """A text in which a sentence that goes on in further lines stands on one."""
    lines: list[str] = []
    for line in text.splitlines():
        above = lines[-1].split(" --")[0].rstrip() if lines else ""
        deeper = len(line) - len(line.lstrip()) > len(above) - len(above.lstrip()) + 1
        titled = above.endswith(":") and re.match("invariant|secret|option", above)
        goes_on = re.match(_GOING_ON, line) and not above.endswith(":") and not above.startswith("component")
        unfinished = above.endswith((" +", " -", " *", " /", " mod", " satisfies"))
        outside = re.sub('"[^"]*"', "", above)
        open_ = above.endswith((",", " and", " or")) or outside.count("(") > outside.count(")")
        if line and not line.lstrip().startswith("--") and (open_ or (deeper and (titled or goes_on or unfinished))):
            lines[-1] = f"{above} {line.lstrip()}"
        else:
            lines.append(line)
    return "\n".join(lines) + "\n"
