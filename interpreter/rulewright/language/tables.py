"""The parser's tables: made from the grammar with Lark at build time, shipped as plain data, read without Lark.

`python -m rulewright.language.tables` writes `grammar/rulewright.tables.json`; a test compares it with the grammar.
Law: the tables say exactly what Lark's LALR parser would do, and how it would shape the tree.
"""

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import frozen

if TYPE_CHECKING:
    from lark import Lark
    from lark.grammar import Rule

NOTHING = -1


@frozen
class Tables:
    """`states[s][symbol]`: a state to go to, or ~r to reduce by rule r; a rule is (origin, size, builder, children).

    Of the children a number ≥ 0 is a place on the right side, NOTHING an absent optional part, n ≤ -2 the list at
    place -n - 2. Without a builder the only child passes. `words` and `heads` map words to terminals (`heads` only at
    the beginning of a paragraph), `marks` punctuation.
    """

    states: list[dict[str, int]]
    rules: list[tuple[str, int, str, list[int]]]
    words: dict[str, str]
    heads: dict[str, str]
    marks: dict[str, str]
    start: int
    end: int


def directory() -> Path:
    """Where the grammar and its tables lie: inside the installed package, or in the checkout around it."""
    package = Path(__file__).resolve().parents[1]
    installed = package / "_data" / "grammar"
    return installed if installed.is_dir() else package.parents[1] / "grammar"


@cache
def load() -> Tables:
    """Read the shipped tables."""
    data = json.loads((directory() / "rulewright.tables.json").read_text(encoding="utf-8"))
    return Tables(**data)


def grammar(text: str, *, strict: bool = False) -> "Lark":
    """Lark's own parser for the grammar; `strict` proves it free of conflicts and of colliding words."""
    from lark import Lark  # noqa: PLC0415 - at build time only
    from lark.indenter import Indenter  # noqa: PLC0415

    class Blocks(Indenter):
        NL_type = "_NL"
        OPEN_PAREN_types = ["LPAR"]  # noqa: RUF012 - so declared by Lark
        CLOSE_PAREN_types = ["RPAR"]  # noqa: RUF012
        INDENT_type = "_IN"
        DEDENT_type = "_OUT"
        tab_len = 8

    return Lark(text, parser="lalr", lexer="contextual", postlex=Blocks(), maybe_placeholders=True, strict=strict)


def build(text: str) -> dict[str, Any]:
    """Make the tables from the text of the grammar, as plain data that is the same on every machine."""
    lark = grammar(text)
    rules = sorted(lark.rules, key=_right_side)
    numbers = {_right_side(rule): number for number, rule in enumerate(rules)}
    parser: Any = lark.parser
    table = parser.parser._parse_table  # noqa: SLF001 - Lark offers its tables in no other way
    order = _in_order(table.states, table.start_states["start"])
    place = {state: number for number, state in enumerate(order)}
    return {
        "states": [_row(table.states[state], place, numbers) for state in order],
        "rules": [_rule(rule) for rule in rules],
        **_terminals(lark),
        "start": 0,
        "end": place[table.end_states["start"]],
    }


def _right_side(rule: "Rule") -> tuple[str, ...]:
    return (rule.origin.name, *(symbol.name for symbol in rule.expansion))


def _in_order(states: dict[int, dict[str, Any]], start: int) -> list[int]:
    """The states as one meets them from the first, by the names of the symbols between."""
    order = [start]
    seen = {start}
    for state in order:
        reached = (action[1] for _, action in sorted(states[state].items(), key=lambda entry: entry[0]))
        for target in reached:
            if isinstance(target, int) and target not in seen:
                seen.add(target)
                order.append(target)
    return order


def _row(actions: dict[str, Any], place: dict[int, int], numbers: dict[tuple[str, ...], int]) -> dict[str, int]:
    return {
        symbol: place[target] if isinstance(target, int) else ~numbers[_right_side(target)]
        for symbol, (_, target) in actions.items()
    }


def _rule(rule: "Rule") -> tuple[str, int, str, list[int]]:
    """What Lark's tree builder does for a rule, as data."""
    children = _children(rule)
    name = rule.alias or rule.origin.name
    passes = rule.options.expand1 and not rule.alias and len(children) == 1 and children[0] >= 0
    return rule.origin.name, len(rule.expansion), "" if passes else name, children


def _children(rule: "Rule") -> list[int]:
    """Which places of the right side become children: keywords go, absent options stay as nothing."""
    empty = "".join("1" if absent else "0" for absent in rule.options.empty_indices)
    gaps = [len(ones) for ones in empty.split("0")] if empty else [0] * (len(rule.expansion) + 1)
    children = []
    for place, (gap, symbol) in enumerate(zip(gaps, rule.expansion, strict=False)):
        children += [NOTHING] * gap
        if not (symbol.is_term and getattr(symbol, "filter_out", False)):
            spliced = not symbol.is_term and symbol.name.startswith("_")
            children.append(-place - 2 if spliced else place)
    return children + [NOTHING] * gaps[len(rule.expansion)]


def _terminals(lark: "Lark") -> dict[str, dict[str, str]]:
    """Words, paragraph words and punctuation, each with its terminal."""
    plain = {str(t.pattern.value): t.name for t in lark.terminals if t.pattern.type == "str"}
    heads = {t.name[1:].lower(): t.name for t in lark.terminals if t.pattern.value.startswith("(?<![^")}
    return {
        "words": {word: name for word, name in sorted(plain.items()) if word.isalpha()},
        "heads": dict(sorted(heads.items())),
        "marks": {mark: name for mark, name in sorted(plain.items()) if not mark.isalpha()},
    }


def main() -> None:
    """Write the tables beside the grammar."""
    source = directory() / "rulewright.lark"
    tables = build(source.read_text(encoding="utf-8"))
    text = json.dumps(tables, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    source.with_name("rulewright.tables.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
