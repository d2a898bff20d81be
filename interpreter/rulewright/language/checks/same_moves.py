"""Two actions of one choice that are the same but for their names: copied, and never changed.

In: the core of one setting. Two are the same if they pick, ask and do the same in the same order, whatever they and
their locals are called; who is offered both with the same arguments and limit can as well make either.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import attrs

from rulewright.language import core
from rulewright.language.checks.named_in_vain import all_nodes
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.messages import names as words
from rulewright.language.source import Source
from rulewright.language.walking import rewritten, walk


def same_moves(made: core.Core, source: Source) -> Iterator[Diagnostic]:
    """Of each two such actions the one that stands below the other."""
    for pair in sorted(same_actions(made)):
        one, other = sorted((made.actions[number] for number in pair), key=lambda action: action.span.start)
        line = source.line(one.span.start)
        yield words.same_actions(other.span, also=one.span, name=other.name, other=one.name, line=line)


def same_actions(made: core.Core) -> set[tuple[int, int]]:
    """The numbers of the two, the smaller one first."""
    offered = (node.offers for node in all_nodes(made) if isinstance(node, core.Choosing))
    together = {
        (min(one.action, other.action), max(one.action, other.action))
        for offers in offered
        for one, other in combinations(offers, 2)
        if one.action != other.action and (one.args, one.limit) == (other.args, other.limit)
    }
    plain = {number: nameless(made, made.actions[number]) for pair in together for number in pair}
    return {(one, other) for one, other in together if plain[one] == plain[other]}


def nameless(made: core.Core, action: core.Action) -> object:
    """An action without names and texts, its locals numbered as they come; beside it stands what these can be."""
    used = (local for node in walk(action) for local in locals_of(node).values())
    order = list(dict.fromkeys((action.you, *action.params, *used)))
    numbers = {local: number for number, local in enumerate(order)}

    def bare(node: object) -> object:
        here: Any = node
        locals_ = {field: numbers[local] for field, local in locals_of(node).items()}
        return attrs.evolve(here, **locals_, **texts_of(node))

    whole = (action.header, action.body, action.by_member)
    return rewritten(whole, bare), len(action.params), [attrs.evolve(made.locals[local], name="") for local in order]


def locals_of(node: object) -> dict[str, int]:
    """The locals that a node itself names, by its fields."""
    named = {field: getattr(node, field, None) for field in ("you", "local")}
    return {field: local for field, local in named.items() if isinstance(local, int)}


def texts_of(node: object) -> dict[str, object]:
    """What takes the place of the texts of a node that only people read."""
    match node:
        case core.Needs():
            return {"text": "", "quoted": ()}
        case core.MustChange() | core.MustLeave():
            return {"text": ""}
        case core.Member():
            return {"name": "", "title": None}
        case _:
            return {}
