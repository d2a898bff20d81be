"""Sentences with gaps, and the words that facts make of them.

`{name}` is a fact as it is: of a list its members, with commas. `[…|…]` is the first of these parts that lacks no
fact, and nothing where each lacks one; a fact that is empty or None is lacking there. What may follow the colon of
a gap: `{card:a}` an article before it (`A`: at the beginning of a sentence), `{card:up}` its first letter made large,
`{number:,}` thousands, `{number:card}` that many cards, `{cards:4}` four members at most, `{cards: or }` what stands
between all members, `{cards:#}` how many members, `{cards:#card}` that many cards.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from string import Formatter
from typing import Final

Fact = str | int | tuple[str, ...] | None

_PARTS: Final = re.compile(r"\[([^]]*)\]")


def said(sentence: str, facts: Mapping[str, Fact]) -> str:
    """The sentence, its gaps filled.

    >>> said("{card:A} has no rank.[ Cards are: {cards}.]", {"card": "ace", "cards": ("ace", "king")})
    'An ace has no rank. Cards are: ace, king.'
    """
    chosen = _PARTS.sub(lambda parts: next((one for one in parts[1].split("|") if whole(one, facts)), ""), sentence)
    return "".join(
        text if gap is None else text + _shown(facts[gap], form or "")
        for text, gap, form, _ in Formatter().parse(chosen)
    )


def whole(part: str, facts: Mapping[str, Fact]) -> bool:
    """Whether no fact is lacking in a part of a sentence."""
    return all(facts[gap] not in (None, "", ()) for gap in gaps(part))


def optional(sentence: str) -> list[str]:
    """The parts of a sentence that may be missing."""
    return _PARTS.findall(sentence)


@cache
def gaps(sentence: str) -> frozenset[str]:
    """The names of the facts that a sentence tells."""
    return frozenset(gap for _, gap, _, _ in Formatter().parse(sentence) if gap)


def listed(words: Iterable[str], *, most: int = 12) -> str:
    """`a, b, c`, cut after `most` words with an ellipsis."""
    chosen = list(words)
    return ", ".join(chosen[:most]) + (" …" if len(chosen) > most else "")


def joined(words: Sequence[str], last: str = "and") -> str:
    """`a, b and c`, in a sentence.

    >>> joined(["a", "b", "c"]), joined(["a", "b"], "or"), joined(["a"]), joined([])
    ('a, b and c', 'a or b', 'a', '')
    """
    return f" {last} ".join([part for part in (", ".join(words[:-1]), *words[-1:]) if part])


def a(noun: str) -> str:
    """`a card`, `an element`."""
    return f"{'an' if noun[:1].lower() in tuple('aeiou') else 'a'} {noun}"


def up(text: str) -> str:
    """With a large first letter."""
    return text[:1].upper() + text[1:]


def _shown(fact: Fact, form: str) -> str:
    match fact:
        case tuple():
            return _members(fact, form)
        case int():
            return f"{fact:{form}}" if form in ("", ",") else f"{fact} {form}{'s' if fact != 1 else ''}"
        case _:
            return _FORMS[form](str(fact))


def _members(words: tuple[str, ...], form: str) -> str:
    if form.startswith("#"):
        return _shown(len(words), form[1:])
    return listed(words, most=int(form or 12)) if form.isdigit() or not form else form.join(words)


_FORMS: Final[dict[str, Callable[[str], str]]] = {"": str, "a": a, "A": lambda noun: up(a(noun)), "up": up}
