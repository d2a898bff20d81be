"""Actions that change nothing where two things that are picked are the same, or a player that is picked is who chooses:
what is taken from the one comes to the other.

By the bodies alone; whether the rules let the same be picked, play shows.
"""

from collections.abc import Iterator
from itertools import combinations

from attrs import frozen

from rulewright.language import core
from rulewright.language.calls import Way, blocks_of, ways
from rulewright.language.checks.named_in_vain import changes_nothing, found_in
from rulewright.language.span import Span
from rulewright.language.types import PLAYER, Scalar, SeqT, without_none
from rulewright.language.walking import rewritten, walk

Block = tuple[core.Statement, ...]
Change = tuple[core.VarRef, object, int]
"""A variable, what is added to it, and whether it is added (1) or subtracted (-1)."""


@frozen
class IdlePick:
    """Where what is picked here is what is picked `beside` (None: the player who chooses), `action` changes nothing."""

    action: Span
    at: Span
    beside: Span | None


def idle_picks(made: core.Core) -> Iterator[IdlePick]:
    """All such picks."""
    for action in made.actions:
        for way in ways(action):
            if not does_nothing(made, way.body):
                yield from idle_of(made, action, way)


def idle_of(made: core.Core, action: core.Action, way: Way) -> Iterator[IdlePick]:
    """Those of one header and body."""
    picks = [line for line in way.header if isinstance(line, core.Pick)]
    pairs = [(pick, beside.local, beside.span) for beside, pick in combinations(picks, 2)]
    players = [pick for pick in picks if type_of(made, pick.local) == PLAYER]
    for pick, local, beside in (*pairs, *((pick, action.you, None) for pick in players)):
        alike = type_of(made, pick.local) == type_of(made, local)
        if alike and does_nothing(made, with_local(way.body, pick.local, local)):
            yield IdlePick(action.span, pick.span, beside)


def type_of(made: core.Core, local: int) -> Scalar | SeqT:
    """What a local holds, if it holds something."""
    type_ = made.locals[local].type
    return type_ if isinstance(type_, SeqT) else without_none(type_)


def with_local(body: Block, local: int, other: int) -> Block:
    """A body that names another local instead."""

    def renamed(node: object) -> object:
        return core.Get(other, node.type) if isinstance(node, core.Get) and node.local == local else node

    return rewritten(body, renamed)


def does_nothing(made: core.Core, body: Block) -> bool:
    """Whether all is as it was after these sentences, wherever they stand."""
    from_zone = {local: ref for node in walk(body) for local, ref in found_in(node)}
    owed = list[Change]()
    for node in body:
        change = changed(node)
        if change is None and not idle(made, node, from_zone):
            return False
        if change is not None:
            var, value, sign = change
            back = (var, value, -sign)
            owed.remove(back) if back in owed else owed.append(change)
    return not owed


def idle(made: core.Core, node: core.Statement, from_zone: dict[int, core.ZoneRef]) -> bool:
    """Whether a sentence, and all that is in it, changes nothing."""
    if isinstance(node, core.Draw | core.Let):
        return True
    if isinstance(node, core.If | core.Loop | core.With):
        return all(does_nothing(made, block) for block in blocks_of(node))
    return changes_nothing(made, node, from_zone)


def changed(node: core.Statement) -> Change | None:
    """What is added to a variable, or subtracted."""
    match node:
        case core.AddTo(var=var, value=value, sign=sign):
            return var, value, sign
        case core.Assign(var=var, value=core.Calc(op="+" | "-" as op, left=core.Read(var=read), right=value)) if (
            read == var
        ):
            return var, value, 1 if op == "+" else -1
        case _:
            return None
