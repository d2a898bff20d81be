"""What is so where an invariant or a condition of an example does not hold, in words."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from rulewright.analysis.position_text import Names
from rulewright.language import core
from rulewright.language.wording import listed
from rulewright.machine.explain import Fact, Found, Held, Value, explainer

MOST_TOLD: Final = 8
"""So many values are told."""


def told(names: Names, broken: core.Invariant, vector: Sequence[int]) -> tuple[str, ...]:
    """What is so in this state of the rules that `names` knows, where this does not hold, each once; nothing where
    nothing is known."""
    if not broken.explanation:
        return ()
    facts = explainer(names.rules, {"condition": broken.explanation}, broken.span).facts("condition", vector)
    return tuple(dict.fromkeys(line for fact in facts for line in _lines(names, fact)))[:MOST_TOLD]


def _lines(names: Names, fact: Fact) -> Iterator[str]:
    match fact:
        case Value(text, value, wanted) if value is not None:
            yield f"{text} is {names.item(value)}{wanted and f', not {wanted}'}"
        case Held(text, items):
            words = Counter(map(names.item, items))
            held = (word if times == 1 else f"{word} * {times}" for word, times in words.items())
            yield f"{text} holds {listed(held) or 'nothing'}"
        case Found(name, _, _, number, facts):
            what = f"{name} is {_element(names, fact)}{f' (one of {number})' if number > 1 else ''}"
            inner = [line for each in facts for line in _lines(names, each)]
            yield from (f"{what}, and {line}" for line in inner) if inner else (what,)
        case Value():
            return


def _element(names: Names, found: Found) -> str:
    """An element, of a piece with where it lies."""
    name, lies = names.item(found.item), found.lies
    if lies is None:
        return name
    return f"{name} on {lies.place}" if lies.place is not None else f"{name} in {names.owned(lies.zone, lies.owners)}"
