"""Repairs as edits: members, lines and brackets taken out, moved or set. From a text and places in it to an `Edit`."""

import re
from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from rulewright.language.diagnostics import Edit
from rulewright.language.span import Span
from rulewright.language.tokens import Token


def without(text: str, member: Span, word: str = "") -> Edit | None:
    """The edit that takes a member out of its list, with the comma or `or` before it; None where neither stands there.

    `word`: what stands before the member and goes with it.
    """
    joint = re.search(rf"(?:,|\s+or\b)\s*{word}\s*$", text[: member.start])
    return Edit(Span(joint.start(), member.end), "") if joint else None


def without_lines(text: str, lines: Span) -> Edit:
    """The edit that deletes whole lines."""
    return Edit(Span(max(0, line_start(text, lines.start) - 1), line_end(text, lines.end)), "")


def moved_above(text: str, lines: Span, above: Span) -> Edit:
    """The edit that puts lines above others that stand before them."""
    top, begin, end = line_start(text, above.start), line_start(text, lines.start), line_end(text, lines.end)
    return Edit(Span(top, end), f"{text[begin:end]}\n{text[top : begin - 1]}")


def widened(text: str, declared: Span, name: str, wide: str) -> Edit | None:
    """The edit that gives a number this range where it is declared; None where no two numbers stand there."""
    ends = r"-?\d+\.\.-?\d+(?![\w.])"
    found = re.search(
        rf"(?<![\w+-]){name}:?\s+(?P<one>{ends})|(?<![\w+-])(?P<other>{ends})\s+{name}(?![\w+-])",
        text[declared.start : declared.end],
    )
    if found is None:
        return None
    group = "one" if found["one"] else "other"
    return Edit(Span(declared.start + found.start(group), declared.start + found.end(group)), wide)


def without_brackets(text: str, name_end: int) -> Edit | None:
    """The edit that takes away the brackets behind a name, with what stands in them."""
    depth = 0
    for place in range(name_end, len(text)):
        depth += (text[place] == "(") - (text[place] == ")")
        if depth == 0:
            return Edit(Span(name_end, place + 1), "") if place > name_end else None
    return None


def bracketed(text: str, sentence: Sequence[Token], begun: Token) -> Edit | None:
    """The edit that puts a question in brackets, up to where it is compared itself, its condition is compared again or
    nothing more can belong to it; None where it might as well end before a sign, or is no question."""
    if begun.text == "not":
        return None
    depth, compared, end = 0, True, begun.end
    for token in (each for each in sentence if each.start >= begun.start):
        depth += (token.text == "(") - (token.text == ")")
        if depth < 0 or (depth == 0 and (token.text in _ENDING or (token.text == "is" and compared))):
            break
        if depth == 0 and token.text in _SIGNS:
            return None
        compared = (compared or token.text == "is") and token.text not in ("where", "and", "or")
        end = token.end
    return Edit(Span(begun.start, end), f"({text[begun.start : end]})")


def closed(text: str, sentence: Sequence[Token], opened: Token) -> Edit | None:
    """The edit that closes a bracket where its sentence ends, or what stands before a colon, a reason or a case; before
    a comma, too, unless the bracket belongs to a name. None where nothing stands in it."""
    ending = _ENDING - {","} if text[opened.start - 1].isalnum() else _ENDING
    behind = (token for token in sentence if token.start > opened.start)
    inside = [*takewhile(lambda token: token.text not in ending, behind)]
    return Edit(Span(inside[-1].end, inside[-1].end), ")") if inside else None


_ENDING: Final = frozenset((":", ",", "because", "when", "otherwise", "to"))
_SIGNS: Final = frozenset(("+", "-", "*", "/", "mod"))


def line_start(text: str, place: int) -> int:
    """Where the line of a place begins."""
    return text.rfind("\n", 0, place) + 1


def line_end(text: str, place: int) -> int:
    """Where the line of a place ends, before its line end."""
    end = text.find("\n", place)
    return len(text) if end < 0 else end
