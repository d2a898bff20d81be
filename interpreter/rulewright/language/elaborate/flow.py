"""Checks of a finished core: circles of calls and questions, what need not be running, what never ends, who can win.

In: the core of one setting. Out: diagnostics. They walk the core with `children` and know single classes only.
"""

from collections.abc import Callable, Iterator, Mapping

from attrs import frozen

from rulewright.language import core, scene
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.elaborate.bare import which_pieces
from rulewright.language.elaborate.both_none import Doubts, both_none
from rulewright.language.elaborate.certain import certain_nones
from rulewright.language.elaborate.contents import contents
from rulewright.language.elaborate.dealing import too_few
from rulewright.language.elaborate.open_moves import open_moves
from rulewright.language.elaborate.places import lost_places
from rulewright.language.elaborate.promises import broken_secrets
from rulewright.language.elaborate.together import conflicts
from rulewright.language.messages import at_once as at_once_words
from rulewright.language.messages import flow as words
from rulewright.language.source import Source
from rulewright.language.span import NOWHERE, Span
from rulewright.language.syntax import Name
from rulewright.language.walking import walk

SETUP, PLAY = "setup", "play"


@frozen
class Site:
    """A place from which a doing is called or offered."""

    to: str
    span: Span


@frozen
class Doing:
    """Setup, play, a procedure or an action: its key, what it is called, its header lines and its sentences, the nodes
    of both, and what it calls and offers."""

    key: str
    name: str
    header: tuple[core.HeaderLine, ...]
    body: tuple[core.Statement, ...]
    nodes: tuple[object, ...]
    sites: tuple[Site, ...]


Doings = Mapping[str, Doing]


def flaws(
    made: core.Core, source: Source, scenes: tuple[scene.Scene | None, ...], doubts: Doubts
) -> Iterator[Diagnostic]:
    """All that is wrong with the course of the game, and what its examples ask in vain."""
    doings, found = doings_of(made), contents(made)
    yield from circles(doings, {key: doing.sites for key, doing in doings.items()}, words.calls_itself)
    yield from asking_circles(doings)
    yield from not_running(made, doings, source)
    yield from endless(made, doings)
    yield from musts(made, source)
    yield from at_once(made, doings)
    yield from winnerless(made, doings)
    yield from open_moves(found, source, scenes)
    yield from which_pieces(found, scenes)
    yield from both_none(made, doubts, scenes)
    yield from broken_secrets(made, source)
    yield from lost_places(made, source)
    yield from certain_nones(made, source)
    yield from too_few(made)


# ---- who calls whom


def procedure_key(index: int) -> str:
    """The key of a procedure."""
    return f"procedure {index}"


def action_key(index: int) -> str:
    """The key of an action."""
    return f"action {index}"


def doings_of(made: core.Core) -> dict[str, Doing]:
    """All bodies by their keys."""
    found = [doing(SETUP, "setup", (), made.setup), doing(PLAY, "play", (), made.play)]
    found += [doing(procedure_key(i), each.name, (), each.body) for i, each in enumerate(made.procedures)]
    found += [action_doing(i, each) for i, each in enumerate(made.actions)]
    return {each.key: each for each in found}


def doing(key: str, name: str, header: tuple[core.HeaderLine, ...], body: tuple[core.Statement, ...]) -> Doing:
    """A body with what it calls and offers."""
    nodes = tuple(walk(body))
    return Doing(key, name, header, body, (*walk(header), *nodes), tuple(sites(nodes)))


def action_doing(index: int, action: core.Action) -> Doing:
    """An action; the members of a family together."""
    members = action.by_member.members if action.by_member else ()
    header = (*action.header, *(line for member in members for line in member.header))
    body = (*action.body, *(line for member in members for line in member.body))
    return doing(action_key(index), action.name, header, body)


def sites(nodes: tuple[object, ...]) -> Iterator[Site]:
    """What a body calls and offers; what it only asks with `you can` is not there."""
    for node in nodes:
        match node:
            case core.RunProcedure():
                yield Site(procedure_key(node.procedure), node.span)
            case core.Choose():
                offers = node.offers if node.ending is None else (*node.offers, node.ending)
                yield from (Site(action_key(offer.action), offer.span) for offer in offers)
            case core.ChooseAtOnce():
                yield from (Site(action_key(offer.action), offer.span) for offer in node.offers)
            case _:
                pass


# ---- circles

Links = Mapping[str, tuple[Site, ...]]


def circles(doings: Doings, links: Links, complaint: Callable[[list[str], Span], Diagnostic]) -> Iterator[Diagnostic]:
    """Each doing that comes back to itself, once per circle."""
    told: set[str] = set()
    for key in doings:
        way = way_back(key, links)
        if way and key not in told:
            told |= {site.to for site in way}
            names = [doings[key].name, *(doings[site.to].name for site in way)]
            yield complaint(names, way[-1].span)


def way_back(start: str, links: Links) -> tuple[Site, ...]:
    """A shortest chain of links from a doing to itself, nothing if there is none."""
    ways: dict[str, tuple[Site, ...]] = {start: ()}
    waiting = [start]
    for here in waiting:
        for site in links.get(here, ()):
            if site.to == start:
                return (*ways[here], site)
            if site.to not in ways:
                ways[site.to] = (*ways[here], site)
                waiting.append(site.to)
    return ()


def asking_circles(doings: Doings) -> Iterator[Diagnostic]:
    """Headers that ask `you can` in a circle; what stands in `must` lines is asked later."""
    links: dict[str, tuple[Site, ...]] = {}
    for key, each in doings.items():
        lines = tuple(line for line in each.header if not isinstance(line, core.MustChange | core.MustLeave))
        links[key] = tuple(
            Site(action_key(offer.action), offer.span)
            for node in walk(lines)
            if isinstance(node, core.CanAct)
            for offer in node.offers
        )
    return circles(doings, links, lambda names, span: words.asks_itself(names[0], names[1], span))


# ---- what is running


def running(doings: Doings) -> dict[str, frozenset[str]]:
    """The procedures that are running whenever a doing is: on every chain of callers from setup and play."""
    procedures = frozenset(key for key in doings if key.startswith("procedure"))
    found = {key: frozenset[str]() if key in (SETUP, PLAY) else procedures for key in doings}
    changed = True
    while changed:
        changed = False
        for caller, each in doings.items():
            for site in each.sites:
                kept = found[site.to] & (found[caller] | {site.to})
                changed = changed or kept != found[site.to]
                found[site.to] = kept
    return found


def not_running(made: core.Core, doings: Doings, source: Source) -> Iterator[Diagnostic]:
    """`finish P` and limits per P where some chain of callers has no P."""
    sure = running(doings)
    told: set[tuple[str, Span]] = set()
    for key, each in doings.items():
        for index, span in needed(made, each):
            wanted = procedure_key(index)
            if wanted not in sure[key] and (wanted, span) not in told:
                told.add((wanted, span))
                name = Name(made.procedures[index].name, span=span)
                yield words.not_running(name, without_it(doings, key, wanted, source))


def needed(made: core.Core, each: Doing) -> Iterator[tuple[int, Span]]:
    """The procedures that must be running in a doing, and where it says so."""
    for node in each.nodes:
        match node:
            case core.FinishProcedure():
                yield node.procedure, node.span
            case core.OfferLine() if node.limit is not None:
                limit = made.limits[node.limit]
                yield limit.procedure, limit.span if limit.span != NOWHERE else node.span
            case _:
                pass


def without_it(doings: Doings, key: str, missing: str, source: Source) -> str:
    """How a doing is reached without the procedure."""
    for root in (SETUP, PLAY):
        if key == root:
            return f"this is in {root}, outside of it"
        way = way_to(doings, root, key, missing)
        if way:
            line = source.line(way[-1].span.start)
            return f"line {line} comes to {doings[key].name} without it"
    return "some chain of callers does not hold it"


def way_to(doings: Doings, start: str, goal: str, avoided: str) -> tuple[Site, ...]:
    """A shortest chain of calls that avoids a procedure, nothing if there is none."""
    ways: dict[str, tuple[Site, ...]] = {start: ()}
    waiting = [start]
    for here in waiting:
        for site in doings[here].sites:
            if site.to not in ways and site.to != avoided:
                ways[site.to] = (*ways[here], site)
                waiting.append(site.to)
    return ways.get(goal, ())


# ---- what ends and what stops

Test = Callable[[object], bool]


def leads_out(node: object) -> bool:
    """Whether a sentence can end a `repeat:` or stops for a decision."""
    return isinstance(node, core.Choose | core.ChooseAtOnce | core.EndGame | core.FinishProcedure)


def stops(node: object) -> bool:
    """Whether a sentence decides, draws, rolls, shuffles, or may refill a pile."""
    stopping = core.Choose | core.ChooseAtOnce | core.Draw | core.Roll | core.RollInto | core.Shuffle
    return isinstance(node, stopping) or (isinstance(node, core.MoveSome) and node.refills is not None)


def first_found(made: core.Core, body: object, test: Test) -> Span | None:
    """Where in a body, or in what it calls, the first sentence passes the test."""
    waiting, seen = [body], set[int]()
    for here in waiting:
        for node in walk(here):
            if test(node):
                return getattr(node, "span", NOWHERE)
            if isinstance(node, core.RunProcedure) and node.procedure not in seen:
                seen.add(node.procedure)
                waiting.append(made.procedures[node.procedure].body)
    return None


def endless(made: core.Core, doings: Doings) -> Iterator[Diagnostic]:
    """`repeat:` with no way out and no decision."""
    for each in doings.values():
        for node in each.nodes:
            if isinstance(node, core.Repeat) and node.until is None and first_found(made, node.body, leads_out) is None:
                yield words.endless_repeat(node.span)


def musts(made: core.Core, source: Source) -> Iterator[Diagnostic]:
    """`must` over a body that stops."""
    for action in made.actions:
        for must, body in must_bodies(action):
            where = first_found(made, body, stops)
            if where is not None:
                line = source.line(must.span.start)
                yield words.must_decides(f"The must on line {line} in {action.name}", where)


Must = core.MustChange | core.MustLeave


def must_bodies(action: core.Action) -> Iterator[tuple[Must, object]]:
    """Each `must` with the bodies it stands over."""
    members = action.by_member.members if action.by_member else ()
    bodies = (action.body, *(member.body for member in members))
    for line in action.header:
        if isinstance(line, Must):
            yield line, bodies
    for member in members:
        for line in member.header:
            if isinstance(line, Must):
                yield line, member.body


def at_once(made: core.Core, doings: Doings) -> Iterator[Diagnostic]:
    """Choices of all at once whose bodies stop again, or would need an order."""
    for choice in (node for each in doings.values() for node in each.nodes if isinstance(node, core.ChooseAtOnce)):
        for offer in choice.offers:
            where = first_found(made, doings[action_key(offer.action)].body, stops)
            if where is not None:
                yield at_once_words.at_once_decides(made.actions[offer.action].name, where)
        yield from conflicts(made, choice)


def winnerless(made: core.Core, doings: Doings) -> Iterator[Diagnostic]:
    """No scoring, and no end of the game that says who has won."""
    if made.scoring.score is not None or made.scoring.winners is not None:
        return
    for each in doings.values():
        for node in each.nodes:
            if isinstance(node, core.EndGame) and node.winners not in (None, core.Listed(())):
                return
    yield words.nobody_can_win(NOWHERE)
