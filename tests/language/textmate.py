"""A small reader of TextMate grammars: rules of one line, rules with a beginning and an end, captures and references.

It knows the format, and nothing of what made a grammar. Its patterns must be such as Python reads, too.
"""

import re
from collections.abc import Iterator
from functools import cache

Token = tuple[str, str]
"""A stretch of text, and its scope; "" if it has none."""


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def flat(grammar: dict, patterns: list[dict]) -> Iterator[dict]:
    """The rules for which a list of patterns stands."""
    for pattern in patterns:
        if "include" in pattern:
            yield from flat(grammar, grammar["repository"][pattern["include"][1:]]["patterns"])
        else:
            yield pattern


def captured(grammar: dict, found: re.Match[str], captures: dict) -> Iterator[Token]:
    """What a rule has found, group by group."""
    at = found.start()
    for group, capture in sorted(captures.items(), key=lambda row: int(row[0])):
        start, end = found.span(int(group))
        if start < 0 or start == end:
            continue
        yield found.string[at:start], ""
        if "patterns" in capture:
            yield from line_tokens(grammar, found.string[:end], start, [(capture["patterns"], "")])
        else:
            yield found.string[start:end], capture["name"]
        at = end
    yield found.string[at : found.end()], ""


def line_tokens(grammar: dict, line: str, at: int, stack: list[tuple[list[dict], str]]) -> Iterator[Token]:
    """The tokens of a line from a place on; the stack holds the patterns of what has begun, and where that ends."""
    while at <= len(line):
        patterns, end = stack[-1]
        if end and (found := compiled(end).match(line, at)):
            stack.pop()
            yield found.group(), ""
            at = found.end()
            continue
        rules = flat(grammar, patterns)
        rule, found = next(
            (
                (rule, found)
                for rule in rules
                if (found := compiled(rule.get("match") or rule["begin"]).match(line, at))
            ),
            (None, None),
        )
        if rule is None:
            yield line[at : at + 1], ""
            at += 1
            continue
        yield from captured(grammar, found, rule.get("captures", rule.get("beginCaptures")))
        if "begin" in rule:
            ends = rule["end"]
            for number, group in enumerate(found.groups(default=""), 1):
                ends = ends.replace(f"\\{number}", re.escape(group))
            stack.append((rule["patterns"], ends))
        at = found.end() if found.end() > at or "begin" in rule else at + 1


def tokens(grammar: dict, text: str) -> list[Token]:
    """The tokens of a text, line by line."""
    stack = [(grammar["patterns"], "")]
    found = []
    for line in text.splitlines(keepends=True):
        found += line_tokens(grammar, line, 0, stack)
    return [token for token in found if token[0]]
