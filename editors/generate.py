"""`python editors/generate.py`: what editors need to know of the language, made from its table of constructs.

Writes the TextMate grammar and the snippets of `vscode/`. A test compares them with the files.
"""

import json
import re
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import Any, Final

from rulewright.language.building import FORMS
from rulewright.language.word_classes import COLORS, PARAGRAPH_END, Rule, contexts

FOLDER: Final = Path(__file__).parent / "vscode"
SCOPE: Final = "source.rules"
_NOT_DEEPER: Final = r"^(?!\1[ \t]+[^ \t\n]|[ \t]*(?:--|$))"


def _capture(sort: str) -> Mapping[str, object]:
    """What becomes of a group of this class."""
    if sort.startswith("@"):
        return {"patterns": [{"include": f"#{sort[1:]}"}]}
    return {"name": f"{COLORS[sort][1]}.rules"}


def _pattern(rule: Rule | str) -> Mapping[str, object]:
    """A rule as TextMate has it."""
    if isinstance(rule, str):
        return {"include": f"#{rule}"}
    captures = {str(group): _capture(sort) for group, sort in enumerate(rule.classes, 1) if sort}
    if not (rule.context or rule.below):
        return {"match": rule.pattern, "captures": captures}
    return {
        "begin": rule.pattern,
        "beginCaptures": captures,
        "end": _NOT_DEEPER if rule.below else PARAGRAPH_END,
        "patterns": [{"include": f"#{rule.below or rule.context}"}],
    }


def grammar() -> Mapping[str, Any]:
    """The TextMate grammar."""
    repository = {name: {"patterns": [*map(_pattern, rules)]} for name, rules in contexts().items()}
    return {"name": "Rulewright", "scopeName": SCOPE, "patterns": [{"include": "#text"}], "repository": repository}


_BELOW: Final = re.compile(r"(.*?)[,;]?(?: and (?:its|below)| with a list| below it)(.*)")
_AND_MORE: Final = re.compile(", (?:or below it|and what) ")
_GAP: Final = re.compile(r'"([^"]*)"|([A-Z]{2,}|\bparams\b)')


def _lines(written: str) -> list[str]:
    """The lines of one way to write a form, with gaps to fill."""
    written = _AND_MORE.split(written)[0]
    cut = _BELOW.fullmatch(written)
    head, below = (cut[1], cut[2]) if cut else (written, "")
    sample = below.partition(": ")[2] if " and " not in below else ""
    lines = [head, *([f"\t{sample or '$0'}"] if cut or head.endswith(":") else [])]
    number = count(1)

    def gap(found: re.Match[str]) -> str:
        text = (found[1] or found[2]).replace("}", r"\}")
        return f'"${{{next(number)}:{text}}}"' if found[1] else f"${{{next(number)}:{text}}}"

    return [_GAP.sub(gap, line) for line in lines]


def snippets() -> Mapping[str, object]:
    """What can be typed shortly: each way to write each form, by its word."""
    ways = (
        (form.word, way)
        for form in FORMS
        for way in re.split(rf"[,;]? or (?={form.word}\b)|[,;] (?={form.word}\b)", form.written)
    )
    return {way: {"prefix": word, "body": _lines(way), "description": way} for word, way in ways}


FILES: Final = {"syntaxes/rules.tmLanguage.json": grammar, "snippets/rules.json": snippets}


def written(made: Mapping[str, object]) -> str:
    """As it stands in a file, a line for each pattern or snippet."""
    return re.sub(r'(?=\{"(?:match|begin|include|prefix)")', "\n", json.dumps(made, ensure_ascii=False)) + "\n"


if __name__ == "__main__":
    for name, make in FILES.items():
        (FOLDER / name).parent.mkdir(parents=True, exist_ok=True)
        (FOLDER / name).write_text(written(make()), encoding="utf-8")
