"""Who may know something.

A *term* is an expression whose value never changes and that is a player: a local, a constant, the left of a term. A
*label* is a set of conditions, all of which must be met: each names the terms who may know one thing that went in, and
what that is. Without conditions everybody may know it.
"""

from collections.abc import Callable, Iterable
from typing import Final, Literal

from attrs import evolve, field, frozen

from rulewright.language import core
from rulewright.language.span import NOWHERE, Span

Term = core.Expr
What = Literal["zone", "face", "variable", "place"]


@frozen
class Cause:
    """What may be hidden: pieces of a zone, those face down in it, a variable, or where a component's pieces lie.
    `question`: what is asked of it; `span`: where; `way`: the steps by which it comes in, the first first; `line`: the
    line of the header that asks it, where another asks whether that action is possible."""

    what: What
    index: int
    question: str | None = field(default=None, eq=False)
    span: Span = field(default=NOWHERE, eq=False, repr=False)
    way: tuple[str, ...] = field(default=(), eq=False)
    line: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen
class Condition:
    """Only these may know it. `lies`: because of the place where a piece lies, so that seeing the piece is enough."""

    who: frozenset[Term]
    cause: Cause
    lies: bool = False


Label = tuple[Condition, ...]
OPEN: Final[Label] = ()


@frozen
class Known:
    """Who may know of a value whether there is one (of a sequence, how many), what it is, and of a piece where it lies
    (in a zone without order only: in which zone). `sources`: the zones in which the piece may lie, None if unknown."""

    there: Label = OPEN
    what: Label = OPEN
    where: Label = OPEN
    sources: tuple[core.ZoneRef, ...] | None = None


PUBLIC: Final = Known()


def merged(sources: list[tuple[core.ZoneRef, ...] | None]) -> tuple[core.ZoneRef, ...] | None:
    """All zones in which a piece may lie that is one of several; None if of one that is unknown."""
    known = [refs for refs in sources if refs is not None]
    whole = sources and len(known) == len(sources)
    return tuple(dict.fromkeys(ref for refs in known for ref in refs)) if whole else None


def meet(*labels: Label) -> Label:
    """Who may know all of these."""
    found = [label for label in labels if label]
    if len(found) < 2:
        return found[0] if found else OPEN
    return tuple(dict.fromkeys(condition for label in found for condition in label))


def settled(label: Label) -> Label:
    """The label of something that is no longer a piece: looking at one does not tell it."""
    return tuple(evolve(each, lies=False) if each.lies else each for each in label)


def widened(label: Label, who: frozenset[Term] | None, *, lying: bool = True) -> Label:
    """The label where these, too, may know it (None: everybody); with `lying` only what depends on the place."""
    if who is None:
        return tuple(each for each in label if lying and not each.lies)
    return tuple(evolve(each, who=each.who | who) if each.lies or not lying else each for each in label)


def through(found: Known, change: Callable[[Label], Label]) -> Known:
    """The same with each of its labels changed."""
    return evolve(found, there=change(found.there), what=change(found.what), where=change(found.where))


def asked(label: Label, question: str) -> Label:
    """The label, remembering what is asked."""
    return tuple(
        evolve(each, cause=evolve(each.cause, question=question)) if each.cause.question is None else each
        for each in label
    )


def by_way(label: Label, step: str) -> Label:
    """The label of what has come in by one more step."""
    return tuple(evolve(each, cause=evolve(each.cause, way=(*each.cause.way, step))) for each in label)


def by_line(label: Label, line: Span) -> Label:
    """The label of what a line of a header asks; the first line to ask it stays the one."""
    return tuple(
        evolve(each, cause=evolve(each.cause, line=line)) if each.cause.line == NOWHERE else each for each in label
    )


def hidden_from(label: Label, seats: Iterable[Term]) -> Cause | None:
    """The first thing that somebody, called by all these terms, may not know."""
    own = frozenset(seats)
    return next((each.cause for each in label if own.isdisjoint(each.who)), None)


def limited(found: Known, label: Label) -> Known:
    """Elements chosen by something that only these know."""
    return through(found, lambda own: meet(own, label)) if label else found


def together(parts: list[Known]) -> Known:
    """Several parts, one after the other."""
    there = meet(*(part.there for part in parts))
    what, where = meet(*(part.what for part in parts)), meet(*(part.where for part in parts))
    return Known(there, what, where, merged([part.sources for part in parts]))
