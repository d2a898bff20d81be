"""Who is told what was picked: a pick that all are told and that becomes what not all see, or the other way round; and
what only one player knows, where it would have to be kept while somebody else is asked.

By a value is told what it is, or is reckoned from; a condition that depends on it is no telling.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from attrs import evolve, frozen

from rulewright.language import core
from rulewright.language.core_queries import Way, bindings, bodies_of, offers_of, passed_on, reached, reads, ways
from rulewright.language.diagnostics import Diagnostic, Edit
from rulewright.language.effects import holds_pieces, nodes_in_play, zones_of
from rulewright.language.messages import secrecy as words
from rulewright.language.source import Source
from rulewright.language.span import Span
from rulewright.language.types import PLAYER, CountsT
from rulewright.language.walking import rewritten, walk
from rulewright.language.wording import WHO_SEES

Picks = core.Pick | core.PickSeveral
BEHIND: Final = re.compile(r"\s*(--[^\n]*)?\s*\Z")
"""What may stand behind the words of a line."""
SEEN_BY: Final = re.compile(r",\s*seen\s+by\s+\w+")


def picks_in(way: Way) -> tuple[Picks, ...]:
    """The picks in a header."""
    return tuple(line for line in way.header if isinstance(line, Picks))


# ---- A pick and what becomes of it have other audiences
# Of choices at once nobody is told what was picked. A piece is told to those who see it.


def told_picks(made: core.Core, source: Source) -> Iterator[Diagnostic]:
    """Each pick that is told to others than see the field that it becomes."""
    if made.players == 1:
        return
    choices = [node for node in nodes_in_play(made) if isinstance(node, core.Choose)]
    for number in sorted({offer.action for choice in choices for offer in offers_of(choice)}):
        action = made.actions[number]
        lines = {line.span: line for way in ways(action) for line in picks_in(way)}
        nodes = tuple(reached(made, bodies_of(action)))
        for line in lines.values():
            written = [(node, made.variables[variable]) for node, variable in writing(made, nodes, line)]
            seen = [each for each in written if each[1].audience == "everyone"]
            unseen = [each for each in written if each[1].audience != "everyone"]
            said, variable = spoken(source, line.span), made.locals[line.local].name
            if line.secret and seen:
                node, field = seen[0]
                declared = f"{SEEN_BY.sub('', declaration(source, field))}, seen by owner"
                yield words.secret_pick_shown(
                    line.span,
                    pick=variable,
                    variable=field.name,
                    line=source.line(node.span.start),
                    declared=declared if PLAYER in field.owners else None,
                    also=node.span,
                )
            elif unseen and not seen and not line.secret and all_see(made, line):
                node, field = unseen[0]
                end = line.span.start + len(said)
                yield words.pick_told(
                    line.span,
                    pick=variable,
                    variable=field.name,
                    seer=WHO_SEES[field.audience],
                    line=source.line(node.span.start),
                    better=f"{said}, seen by you",
                    declared=SEEN_BY.sub(", seen by everyone", declaration(source, field)),
                    also=node.span,
                    edit=Edit(Span(end, end), ", seen by you"),
                )


def spoken(source: Source, span: Span) -> str:
    """The words at a place, without what may stand behind them."""
    return BEHIND.sub("", source.text[span.start : span.end])


def declaration(source: Source, field: core.Variable) -> str:
    """How a field is declared, in one line."""
    return " ".join(spoken(source, field.span).split())


def all_see(made: core.Core, line: Picks) -> bool:
    """Whether everybody is told what was picked: it is no piece, or one that lies where all see it."""
    zones = [made.zones[zone] for zone in zones_of(made, line.seq)]
    return not holds_pieces(made.locals[line.local]) or not any(
        zone.faced or zone.audience != "everyone" for zone in zones
    )


def writing(made: core.Core, nodes: Sequence[object], line: Picks) -> Iterator[tuple[core.Statement, int]]:
    """The sentences that write what was picked, or for a secret pick what is reckoned from it, and into which field."""
    named, before = {line.local}, 0
    while before < len(named):
        before = len(named)
        pairs = [pair for node in nodes for pair in bindings(made, node)]
        named |= {local for local, origin in pairs if passes(origin, named, reckoned=line.secret)}
    for node in nodes:
        match node:
            case core.Note(variable=variable, value=value):
                pass
            case core.AddTo(var=var, sign=sign) if not line.secret and (sign < 0 or is_counted(made, var)):
                continue  # what is kept in all is another question
            case core.Assign(var=var, value=value) | core.AssignAll(var=var, value=value) | core.AddTo(var, value):
                variable = var.variable
            case _:
                continue
        if made.variables[variable].since is None and passes(value, named, reckoned=line.secret):
            yield node, variable


def is_counted(made: core.Core, var: core.VarRef) -> bool:
    """Whether a field holds how many there are of each."""
    return isinstance(made.variables[var.variable].type, CountsT)


def passes(value: object, named: set[int], *, reckoned: bool) -> bool:
    """Whether a value is that of one of these locals, or follows from it alone; `reckoned`: or tells something of it
    otherwise than by a condition."""
    match value:
        case core.Get(local=local) | core.Held(local=local):
            return local in named
        case core.OneEach(seq=seq):
            return passes(seq, named, reckoned=reckoned)
        case core.Calc(left=left, right=right):
            found = [passes(part, named, reckoned=reckoned) for part in (left, right)]
            known = (own or isinstance(part, core.Const) for own, part in zip(found, (left, right), strict=True))
            return any(found) and (reckoned or all(known))
        case core.Attr(of=of) | core.KindCounts(of=of):
            return passes(of, named, reckoned=reckoned)
        case _:
            return any(passes(part, named, reckoned=reckoned) for part in passed_on(value))


# ---- What only one player knows is not kept while others are asked
# What is kept between two decisions is part of the state of a game. A field says who sees it, a name in an action does
# not, so that a state could not be imagined for those who do not know it.


@frozen
class Traces:
    """The locals, and the variables that are kept, by which something is known that was picked in secret; `asked`: the
    last sentence that has asked somebody since, if one has."""

    locals: frozenset[int]
    variables: frozenset[int] = frozenset()
    asked: core.Statement | None = None

    def is_in(self, node: object) -> bool:
        """Whether a node asks it."""
        kept = (each.variable for each in walk(node) if isinstance(each, core.VarRef))
        return not self.locals.isdisjoint(reads(node)) or not self.variables.isdisjoint(kept)


def picks_kept(made: core.Core, source: Source) -> Iterator[Diagnostic]:
    """Each sentence that asks what was picked in secret, behind another one that asks somebody, or while it does."""
    told = set[Span]()
    for action in made.actions if made.players > 1 else ():
        for way in ways(action):
            for line in picks_in(way):
                if not line.secret:
                    continue
                late, _ = too_late(made, way.body, Traces(frozenset((line.local,))))
                if late is not None and late[0].span not in told:
                    told.add(late[0].span)
                    at = None if late[0] is late[1] else source.line(late[1].span.start)
                    pick = made.locals[line.local].name
                    yield words.pick_kept(late[0].span, pick=pick, line=at, also=line.span)


Late = tuple[core.Statement, core.Statement]
"""A sentence that comes too late, and the one that asks somebody."""


def too_late(
    made: core.Core, body: Sequence[core.Statement], traces: Traces, *, under: bool = False
) -> tuple[Late | None, Traces]:
    """The first sentence that comes too late, and what is known behind all of them; `under`: whether these are carried
    out tells it, too."""
    for node in body:
        uses = traces.is_in(node)
        if uses and traces.asked is not None:
            return (node, traces.asked), traces
        stops = any(isinstance(each, core.Choosing) for each in reached(made, node))
        if isinstance(node, core.If):
            inner = under or any(traces.is_in(condition) for condition, _ in node.cases)
            for block in (*(block for _, block in node.cases), node.otherwise):
                late, after = too_late(made, block, traces, under=inner)
                if late is not None:
                    return late, traces
                traces = evolve(traces, variables=traces.variables | after.variables)
        elif stops and traces.is_in(unhanded(node)):
            return (node, node), traces
        elif uses or under:
            traces = evolve(
                traces,
                locals=traces.locals | {local for each in walk(node) for local, _ in bindings(made, each)},
                variables=traces.variables | kept_by(made, node),
            )
        if stops:
            traces = evolve(traces, asked=node)
    return None, traces


def unhanded(node: core.Statement) -> object:
    """The sentence without what it hands to others in offers: that is told by who asks what they know."""

    def bare(inner: object) -> object:
        return evolve(inner, args=()) if isinstance(inner, core.OfferLine) else inner

    return rewritten(node, bare) if isinstance(node, core.With) else node


def kept_by(made: core.Core, node: core.Statement) -> frozenset[int]:
    """The variables, of those that are kept, into which a sentence puts something."""
    nodes = tuple(walk(node))
    put = {each.var.variable for each in nodes if isinstance(each, core.Writing)}
    runs = {each.procedure for each in nodes if isinstance(each, core.RunProcedure)}
    kept = ((number, each) for number, each in enumerate(made.variables) if each.since is not None)
    return frozenset(number for number, each in kept if number in put or each.answers in runs)
