"""The text of `shown as "…"`: what its holes stand for, and what is wrong with it.

A hole is `{attribute}` or `{attribute's initial}`. What it makes is one word that can be typed.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rulewright.language.diagnostics import Diagnostic, Edit
from rulewright.language.messages import tables as words
from rulewright.language.messages.reading import long_name
from rulewright.language.source import LETTERS
from rulewright.language.suggest import closest
from rulewright.language.syntax import Text

_HOLE: Final = re.compile(r"\{([^{}]*)\}")
UNFIT: Final = re.compile(r"[\s(),:?*_]+")
"""What no name that is shown can have: it would be taken apart where it is drawn or typed."""


def filled(text: str, values: Mapping[str, str | None]) -> str | None:
    """The text with the values of a kind in it; None where an attribute that it names has none.

    >>> filled("{number}{color's initial}", {"number": "17", "color": "red"})
    '17r'
    """
    parts = [_part(hole, values) for hole in _HOLE.findall(text)]
    if None in parts:
        return None
    left = iter(parts)
    return _HOLE.sub(lambda _: next(left) or "", text)


def named(text: str) -> tuple[str, ...]:
    """The attributes that a text names."""
    return tuple(hole.partition("'s ")[0] for hole in _HOLE.findall(text))


def _part(hole: str, values: Mapping[str, str | None]) -> str | None:
    """A value or its initial; of counts those of all that is counted."""
    attribute, _, initial = hole.partition("'s ")
    value = values[attribute]
    return "".join(each[:1] for each in value.split("+")) if value and initial else value


def trouble(shown: Text, component: str, attributes: Sequence[str]) -> Iterator[Diagnostic]:
    """All that is wrong with the text."""
    if len(shown.text) > LETTERS:
        yield long_name(shown.span, number=len(shown.text), most=LETTERS)
    for hole in _HOLE.findall(shown.text):
        yield from _of_hole(shown, hole, component, attributes)
    yield from _outside(shown, next(iter(attributes), "attribute"))


def _of_hole(shown: Text, hole: str, component: str, attributes: Sequence[str]) -> Iterator[Diagnostic]:
    attribute, asked, question = hole.partition("'s ")
    if attribute not in attributes:
        edit = mended(shown, attribute, attributes, asked + question)
        yield words.unknown_in_template(
            shown.span, component=component, name=attribute, candidates=attributes, edit=edit
        )
    elif asked and question != "initial":
        edit = mended(shown, hole, (f"{attribute}'s initial",))
        yield words.no_initial(shown.span, hole=hole, attribute=attribute, edit=edit)


def _outside(shown: Text, attribute: str) -> Iterator[Diagnostic]:
    """What stands outside the holes; `attribute` is one that could be named."""
    rest = _HOLE.sub("", shown.text)
    if re.search("[{}]", rest):
        yield words.open_brace(shown.span, attribute=attribute)
    elif not shown.text:
        yield words.nothing_shown(shown.span, attribute=attribute)
    elif UNFIT.search(rest):
        yield words.several_words(shown.span, text=shown.text, better=_joined(shown.text))


def _joined(text: str) -> str:
    """The text as one word; its holes stay."""
    return "".join(part if part.startswith("{") else UNFIT.sub("-", part) for part in re.split(r"(\{[^{}]*\})", text))


def mended(template: Text, wrong: str, names: Sequence[str], after: str = "") -> Edit | None:
    """The template with the nearest of these names in the place of a wrong one."""
    near = closest(wrong, names)
    better = template.text.replace(f"{{{wrong}{after}}}", f"{{{near}{after}}}")
    return Edit(template.span, f'"{better}"') if near else None
