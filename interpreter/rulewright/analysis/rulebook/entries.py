"""Parts of the rules that have a name: what players are told of each first, and what it is step by step.

Where the author says in sentences what something is (`about NAME: "…"`), these stand in front, and the steps in the
last chapter; elsewhere the steps stand in front. So a rulebook lacks nothing, whoever wrote how much of it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from attrs import frozen

from rulewright.analysis.documents import QUOTED, Block, Paragraph, Section, texts
from rulewright.analysis.rulebook.expressions import condition
from rulewright.analysis.rulebook.meaning import Env
from rulewright.analysis.rulebook.speech import sentence, spoken


@frozen
class Entry:
    """`title`: what it is for; `exact`: what it is, step by step; `choices`: what it offers, which stands in front in
    any case; `asked`: where it may be chosen; `own`: whether it is meant by the author's words of its name."""

    name: str
    heading: str
    title: str
    exact: tuple[Block, ...]
    choices: tuple[Block, ...] = ()
    asked: str = ""
    own: bool = True


def prose(name: str, env: Env) -> tuple[Paragraph, ...]:
    """What the author tells players of something, a paragraph for each `about`."""
    told = []
    for each in env.known.prose.get(name, ()):
        when = f"If {condition(each.when, env)}: " if each.when is not None else ""
        told.append(Paragraph(when + " ".join(text.text for text in each.texts)))
    return tuple(told)


def words_of(entry: Entry, env: Env) -> tuple[Paragraph, ...]:
    """What the author tells players of it."""
    return prose(entry.name, env) if entry.own else ()


def in_front(entry: Entry, env: Env) -> Section:
    """What players are told first."""
    head = [Paragraph(sentence(entry.title))] if entry.title else []
    told = words_of(entry, env) or entry.exact
    last = [Paragraph(entry.asked)] if entry.asked else []
    return Section(entry.heading, (*head, *told, *entry.choices, *last), name=entry.name)


def exactly(entries: Iterable[Entry], env: Env) -> Iterator[Section]:
    """Step by step what is told in front in other words."""
    for each in entries:
        if each.exact and words_of(each, env):
            yield Section(f"{each.heading}, step by step", each.exact, name=each.name)


def spoken_of(entries: Sequence[Entry], told: Iterable[Entry], env: Env) -> tuple[Entry, ...]:
    """Those of which somebody is told something: the author speaks of them, or what is told speaks of them, or others
    of them do. In the author's own words a name counts only between quotation marks, since it may be any word there."""
    found = {each.name: each for each in entries if words_of(each, env)}
    new = [*told, *found.values()]
    while new:
        words = {text for each in new for text in _names_in(each, env)}
        more = [each for each in entries if each.name not in found and _among(each.name, words)]
        found |= {each.name: each for each in more}
        new = more
    return tuple(each for each in entries if each.name in found)


def _among(name: str, said: Iterable[str]) -> bool:
    pattern = re.compile(rf"(?<![\w-]){re.escape(spoken(name))}(?![\w-])", re.IGNORECASE)
    return any(pattern.search(text) for text in said)


def _names_in(entry: Entry, env: Env) -> Iterator[str]:
    """The texts that are told of something in front, of the author's words what is quoted."""
    own = words_of(entry, env)
    for block in (*(own or entry.exact), *entry.choices, Paragraph(entry.asked)):
        for text in texts(block):
            yield from QUOTED.findall(text) if own or block not in entry.exact else (text,)
