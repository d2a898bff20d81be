"""Two actions of one choice that are the same but for their names: copied, and never changed.

In: the core of one setting. Two are the same if they pick, ask and do the same in the same order, whatever they and
their locals are called; who is offered both with the same arguments and limit can as well make either.
"""

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from typing import Any

import attrs

from rulewright.language import core
from rulewright.language.checks.named_in_vain import all_nodes
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.messages import names as words
from rulewright.language.source import Source
from rulewright.language.walking import rewritten, walk


def same_moves(made: core.Core, source: Source) -> Iterator[Diagnostic]:
    """Of each such action that it is the same as one above it."""
    for lower, upper in sorted(same_actions(made).items()):
        other, one = made.actions[lower], made.actions[upper]
        line = source.line(one.span.start)
        yield words.same_actions(other.span, also=one.span, name=other.name, other=one.name, line=line)


def same_actions(made: core.Core) -> dict[int, int]:
    """The numbers of actions that are the same as one above them in a choice, and of the uppermost such one."""
    found: dict[int, int] = {}
    plain = cache(lambda number: nameless(made, made.actions[number]))
    for choosing in (node for node in all_nodes(made) if isinstance(node, core.Choosing)):
        alike = defaultdict[object, set[int]](set)
        for offer in choosing.offers:
            alike[offer.args, offer.limit].add(offer.action)
        for group in (each for each in alike.values() if len(each) > 1):
            uppermost: dict[object, int] = {}
            for number in sorted(group, key=lambda number: made.actions[number].span.start):
                first = uppermost.setdefault(plain(number), number)
                if first != number:
                    found.setdefault(number, first)
    return found


def nameless(made: core.Core, action: core.Action) -> object:
    """An action without names and texts, its locals numbered as they come; beside it stands what these can be."""
    used = (local for node in walk(action) for local in locals_of(node).values())
    order = list(dict.fromkeys((action.you, *action.params, *used)))
    numbers = {local: number for number, local in enumerate(order)}

    def bare(node: object) -> object:
        here: Any = node
        locals_ = {field: numbers.get(local, -1) for field, local in locals_of(node).items()}  # -1: of explanations
        return attrs.evolve(here, **locals_, **texts_of(node))

    whole = (action.header, action.body, action.by_member)
    known = tuple(attrs.evolve(made.locals[local], name="") for local in order)
    return rewritten(whole, bare), len(action.params), known


def locals_of(node: object) -> dict[str, int]:
    """The locals that a node itself names, by its fields."""
    named = {field: getattr(node, field, None) for field in ("you", "local")}
    return {field: local for field, local in named.items() if isinstance(local, int)}


def texts_of(node: object) -> dict[str, object]:
    """What takes the place of the texts of a node that only people read."""
    match node:
        case core.Needs():
            return {"text": "", "explanation": ()}
        case core.Pick() | core.PickSeveral():
            return {"source": "", "clauses": ()}
        case core.MustChange() | core.MustLeave():
            return {"text": ""}
        case core.Member():
            return {"name": "", "title": None}
        case _:
            return {}
