"""The table-driven parser: tokens of one paragraph in, what the builders make of them out.

The loop is the textbook's; it is iterative, so the depth of a text costs no stack. A word is read as a keyword where
the grammar can take one there, else as a name (`terminal_at`). Nothing here knows a rule of the language by name.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import frozen

from rulewright.language.span import Span
from rulewright.language.syntax import Name, Number, Text
from rulewright.language.tables import NOTHING, Tables
from rulewright.language.tokens import LAYOUT, RESERVED, Token

END = "$END"
Builder = Callable[[list[Any], Span], object]

# Several words that count as one, each with the terminal and the words after the first.
_PHRASES: dict[str, tuple[tuple[str, tuple[str, ...], int], ...]] = {
    "if": (("_IF_STUCK", ("you", "cannot", ":"), 3), ("IF_ABLE", ("able",), 2)),
    "same": (("_SAME_AS", ("as",), 2),),
    ",": (("_THEN", ("then",), 2), ("REPEATS", ("repeats", "allowed"), 3)),
}
_KINDS = {"number": "INT", "string": "STRING", "possessive": "_POSS"}


@frozen
class Built:
    """The value of a whole text that the grammar admits."""

    value: Any


def terminal_at(tables: Tables, tokens: Sequence[Token], at: int, state: int) -> tuple[str, int]:
    """The terminal that begins at a token in this state, and of how many tokens it consists."""
    token, row = tokens[at], tables.states[state]
    for terminal, following, size in _PHRASES.get(token.text, ()):
        if terminal in row and tuple(t.text for t in tokens[at + 1 : at + 1 + len(following)]) == following:
            return terminal, size
    if token.kind == "word":
        return _word(tables, tokens, at, row), 1
    if token.kind == "mark":
        return tables.marks[token.text], 1
    return _KINDS.get(token.kind, token.kind), 1


def _word(tables: Tables, tokens: Sequence[Token], at: int, row: Mapping[str, int]) -> str:
    text = tokens[at].text
    keyword = tables.words.get(text)
    if at == 0:
        keyword = tables.heads.get(text, keyword)
    if keyword is None or (keyword not in row and "NAME" in row and may_be_name(tokens, at)):
        return "NAME"
    return keyword


def may_be_name(tokens: Sequence[Token], at: int) -> bool:
    """Whether this word could be one of the author's, or one of the three that may follow `'s`."""
    text = tokens[at].text
    if text not in RESERVED:
        return True
    asked = at > 0 and (tokens[at - 1].kind == "possessive" or tokens[at - 1].text in ("your", "its"))
    return asked and text in ("first", "last", "only")


def read(tables: Tables, tokens: Sequence[Token], builders: Mapping[str, Builder]) -> Built | None:
    """Parse and build; nothing if the grammar does not admit the tokens."""
    stack = _Stack([tables.start], [], [], [])
    at = 0
    while at < len(tokens):
        terminal, size = terminal_at(tables, tokens, at, stack.states[-1])
        target = _reduce(tables, stack, terminal, builders)
        if target is None:
            return None
        _shift(stack, target, terminal, tokens[at], tokens[at + size - 1])
        at += size
    if _reduce(tables, stack, END, builders) is None and stack.states[-1] != tables.end:
        return None
    return Built(stack.values[-1])


@frozen
class _Stack:
    """States, and beside all but the first the value and the stretch of text of its symbol."""

    states: list[int]
    values: list[Any]
    starts: list[int]
    ends: list[int]


def _shift(stack: _Stack, state: int, terminal: str, first: Token, last: Token) -> None:
    start, end = first.start, last.end
    if terminal in LAYOUT and stack.ends:
        start = end = stack.ends[-1]
    stack.states.append(state)
    stack.values.append(_value(terminal, first, start, end))
    stack.starts.append(start)
    stack.ends.append(end)


def _value(terminal: str, token: Token, start: int, end: int) -> object:
    if terminal == "NAME":
        return Name(token.text, span=Span(start, end))
    if terminal == "INT":
        return Number(int(token.text), span=Span(start, end))
    if terminal == "STRING":
        return Text(token.text[1:-1], span=Span(start, end))
    return True


def _reduce(tables: Tables, stack: _Stack, terminal: str, builders: Mapping[str, Builder]) -> int | None:
    """Carry out what the coming terminal completes; the state to go to with it, or nothing."""
    states, values, starts, ends = stack.states, stack.values, stack.starts, stack.ends
    while states[-1] != tables.end or terminal != END:
        action = tables.states[states[-1]].get(terminal)
        if action is None or action >= 0:
            return action
        origin, size, builder, children = tables.rules[~action]
        start, end = starts[-size], ends[-1]
        value = _build(builders, builder, children, values[-size:], (start, end))
        del states[-size:], values[-size:], starts[-size:], ends[-size:]
        states.append(tables.states[states[-1]][origin])
        values.append(value)
        starts.append(start)
        ends.append(end)
    return None


def _build(
    builders: Mapping[str, Builder], builder: str, children: list[int], parts: list[Any], span: tuple[int, int]
) -> object:
    if not builder:
        return parts[children[0]]
    if builder.startswith("__"):
        return _listed(children, parts)
    return builders[builder](_chosen(children, parts), Span(*span))


def _listed(children: list[int], parts: list[Any]) -> list[Any]:
    """A repetition; its list grows in place, since nothing else holds it yet."""
    if children[0] >= 0:
        return [parts[child] for child in children]
    grown: list[Any] = parts[-children[0] - 2]
    grown.extend(parts[child] for child in children[1:])
    return grown


def _chosen(children: list[int], parts: list[Any]) -> list[Any]:
    chosen: list[Any] = []
    for child in children:
        if child >= 0:
            chosen.append(parts[child])
        elif child == NOTHING:
            chosen.append(None)
        else:
            chosen.extend(parts[-child - 2])
    return chosen
