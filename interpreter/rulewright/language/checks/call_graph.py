"""Who calls whom, what ends a game, and loops that nothing inside can end."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from attrs import evolve, frozen

from rulewright.language import core
from rulewright.language.checks.at_once_takes import conflicts
from rulewright.language.core_queries import (
    all_run_by,
    bodies_of,
    bodies_run_by,
    is_stop,
    members_of,
    offers_of,
    questions,
    reached,
)
from rulewright.language.diagnostics import Diagnostic, Edit, Place
from rulewright.language.effects import Origins, all_effects, changed_zones, nodes_in_play, origins
from rulewright.language.messages import flow as words
from rulewright.language.messages import sentences as at_once_words
from rulewright.language.messages import sentences as memory_words
from rulewright.language.source import Source
from rulewright.language.span import NOWHERE, Span
from rulewright.language.syntax import Name
from rulewright.language.walking import walk

# ---- Who calls whom in a finished core: circles of calls and of questions, what need not be running
# In: the core of one setting. Out: the bodies with what they call and offer, and diagnostics.


Key = tuple[str, int]
"""Whether it is setup, play, a procedure or an action, and which."""

SETUP: Final[Key] = ("setup", 0)
PLAY: Final[Key] = ("play", 0)


@frozen
class Site:
    """A place from which a doing is called or offered."""

    to: Key
    span: Span


@frozen
class Doing:
    """Setup, play, a procedure or an action: its key, what it is called, its header lines and its sentences, the nodes
    of both, and what it calls and offers."""

    key: Key
    name: str
    header: tuple[core.HeaderLine, ...]
    body: tuple[core.Statement, ...]
    nodes: tuple[object, ...]
    sites: tuple[Site, ...]


Doings = Mapping[Key, Doing]


# ---- who calls whom


def doings_of(made: core.Core) -> Doings:
    """All bodies by their keys."""
    found = [doing(SETUP, "setup", (), made.setup), doing(PLAY, "play", (), made.play)]
    found += [doing(("procedure", i), each.name, (), each.body) for i, each in enumerate(made.procedures)]
    found += [action_doing(i, each) for i, each in enumerate(made.actions)]
    return {each.key: each for each in found}


def doing(key: Key, name: str, header: tuple[core.HeaderLine, ...], body: tuple[core.Statement, ...]) -> Doing:
    """A body with what it calls and offers."""
    nodes = tuple(walk(body))
    return Doing(key, name, header, body, (*walk(header), *nodes), tuple(sites(nodes)))


def action_doing(index: int, action: core.Action) -> Doing:
    """An action; the members of a family together."""
    members = members_of(action)
    header = (*action.header, *(line for member in members for line in member.header))
    body = (*action.body, *(line for member in members for line in member.body))
    return doing(("action", index), action.name, header, body)


def sites(nodes: tuple[object, ...]) -> Iterator[Site]:
    """What a body calls and offers; what it only asks with `you can` is not there."""
    for node in nodes:
        if isinstance(node, core.RunProcedure):
            yield Site(("procedure", node.procedure), node.span)
        yield from (Site(("action", offer.action), offer.span) for offer in offers_of(node))


# ---- circles

Links = Mapping[Key, tuple[Site, ...]]
Circle = Callable[[list[str], Span, Span], Diagnostic]
"""What is said of the names in a circle, where it closes and, if there are several, where it begins."""


def circles(doings: Doings, links: Links, complaint: Circle) -> Iterator[Diagnostic]:
    """Each doing that comes back to itself, once per circle."""
    told: set[Key] = set()
    round_again = _round(links)
    for key in doings:
        way = way_to(links, key, key) if key in round_again and key not in told else ()
        if way:
            told |= {site.to for site in way}
            names = [doings[key].name, *(doings[site.to].name for site in way)]
            yield complaint(names, way[-1].span, way[0].span if len(way) > 1 else NOWHERE)


def _round(links: Links) -> set[Key]:
    """The doings from which links lead on without end: all that are in a circle, and what leads there."""
    callers: dict[Key, list[Key]] = {}
    for key, found in links.items():
        for site in found:
            callers.setdefault(site.to, []).append(key)
    left = {key: len(found) for key, found in links.items()}
    ended = [key for key, number in left.items() if not number]
    for key in ended:
        for caller in callers.get(key, ()):
            left[caller] -= 1
            if not left[caller]:
                ended.append(caller)
    return set(links).difference(ended)


def way_to(links: Links, start: Key, goal: Key, avoided: Key | None = None) -> tuple[Site, ...]:
    """A shortest chain of links from one doing to another past a third, nothing if there is none."""
    steps: dict[Key, tuple[Key, Site]] = {}
    waiting = [start]
    for here in waiting:
        for site in links.get(here, ()):
            if site.to == goal:
                return (*_steps_to(steps, start, here), site)
            if site.to not in steps and site.to not in (start, avoided):
                steps[site.to] = here, site
                waiting.append(site.to)
    return ()


def _steps_to(steps: Mapping[Key, tuple[Key, Site]], start: Key, end: Key) -> tuple[Site, ...]:
    found: list[Site] = []
    while end != start:
        end, site = steps[end]
        found.append(site)
    return tuple(reversed(found))


def calls(doings: Doings) -> Links:
    """What each doing calls and offers."""
    return {key: doing.sites for key, doing in doings.items()}


def calling_circles(doings: Doings) -> Iterator[Diagnostic]:
    """Procedures and actions that call or offer themselves, by way of others too."""
    return circles(
        doings,
        calls(doings),
        lambda names, span, also: words.calls_itself(span, first=names[0], others=names[1:], also=also),
    )


def asking_circles(doings: Doings) -> Iterator[Diagnostic]:
    """Headers that ask `you can` in a circle; what stands in `must` lines is asked later."""
    links: dict[Key, tuple[Site, ...]] = {}
    for key, each in doings.items():
        lines = tuple(line for line in each.header if not isinstance(line, core.Must))
        links[key] = tuple(
            Site(("action", offer.action), offer.span)
            for node in walk(lines)
            if isinstance(node, core.CanAct)
            for offer in node.offers
        )
    return circles(
        doings,
        links,
        lambda names, span, also: words.asks_itself(span, first=names[0], second=names[1], also=also),
    )


# ---- what is running


def running(doings: Doings) -> dict[Key, frozenset[Key]]:
    """The procedures that are running whenever a doing is: on every chain of callers from setup and play."""
    procedures = frozenset(key for key in doings if key[0] == "procedure")
    found = {key: frozenset[Key]() if key in (SETUP, PLAY) else procedures for key in doings}
    waiting, come_to = [SETUP, PLAY], {SETUP, PLAY}
    for caller in waiting:
        here = found[caller]
        for site in doings[caller].sites:
            kept = found[site.to] & (here | {site.to})
            if kept != found[site.to] or site.to not in come_to:
                come_to.add(site.to)
                found[site.to] = kept
                waiting.append(site.to)
    return found


def not_running(made: core.Core, doings: Doings, source: Source) -> Iterator[Diagnostic]:
    """`finish P` and limits per P where some chain of callers has no P."""
    sure = running(doings)
    told: set[tuple[Key, Span]] = set()
    for key, each in doings.items():
        for index, span in needed(made, each):
            wanted = ("procedure", index)
            if wanted not in sure[key] and (wanted, span) not in told:
                told.add((wanted, span))
                name = Name(made.procedures[index].name, span=span)
                where, also = without_it(doings, key, wanted, source)
                yield words.not_running(name, where=where, also=also)


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


def without_it(doings: Doings, key: Key, missing: Key, source: Source) -> tuple[str, Span]:
    """How a doing is reached without the procedure, and where."""
    for root in (SETUP, PLAY):
        if key == root:
            return f"this is in {doings[root].name}, outside of it", NOWHERE
        way = way_to(calls(doings), root, key, missing)
        if way:
            line = source.line(way[-1].span.start)
            return f"line {line} comes to {doings[key].name} without it", way[-1].span
    return "some chain of callers does not hold it", NOWHERE


# ---- What ends and what stops: bodies that may not decide, games that nobody can win


def first_found(made: core.Core, body: object, test: Callable[[object], bool]) -> Span | None:
    """Where in a body, or in what it calls, the first sentence passes the test."""
    return next((getattr(node, "span", NOWHERE) for node in reached(made, body) if test(node)), None)


def musts(made: core.Core, source: Source) -> Iterator[Diagnostic]:
    """`must` over a body that stops."""
    for action in made.actions:
        for must, body in must_bodies(action):
            where = first_found(made, body, is_stop)
            if where is not None:
                line = source.line(must.span.start)
                yield words.must_decides(where, line=line, action=action.name, also=must.span)


def remembering(made: core.Core, source: Source) -> Iterator[Diagnostic]:
    """`must` over a body that remembers or forgets."""
    for action in made.actions:
        for must, body in must_bodies(action):
            where = first_found(made, body, lambda node: isinstance(node, core.Remembering))
            if where is not None:
                line, said = source.line(must.span.start), source.text[where.start : where.end]
                yield memory_words.must_remembers(where, line=line, action=action.name, sentence=said, also=must.span)


def must_bodies(action: core.Action) -> Iterator[tuple[core.Must, object]]:
    """Each `must` with the bodies it stands over."""
    lines: list[tuple[core.HeaderLine, object]] = [(line, bodies_of(action)) for line in action.header]
    lines += [(line, member.body) for member in members_of(action) for line in member.header]
    return ((line, bodies) for line, bodies in lines if isinstance(line, core.Must))


def at_once(made: core.Core, doings: Doings, source: Source) -> Iterator[Diagnostic]:
    """Choices of all at once whose bodies stop again, or would need an order."""
    choices = [node for each in doings.values() for node in each.nodes if isinstance(node, core.ChooseAtOnce)]
    for choice in choices:
        in_order = one_by_one(source, choice) if len(choices) == 1 else None
        for found in (*stopping(made, doings, choice), *conflicts(made, choice)):
            edit = in_order if found.sentence in ONE_BY_ONE else None
            yield evolve(found, also=Place(choice.span, "chosen at once here"), edit=edit)


ONE_BY_ONE: Final = tuple(
    each.sentence for each in (at_once_words.at_once_takes, at_once_words.at_once_finds, at_once_words.at_once_changes)
)
"""What tells only to let players choose in order."""


def one_by_one(source: Source, choice: core.ChooseAtOnce) -> Edit:
    """The edit by which the players choose one after the other."""
    begin = source.text.index(" at once", choice.span.start)
    return Edit(Span(begin, begin + len(" at once")), "")


def stopping(made: core.Core, doings: Doings, choice: core.ChooseAtOnce) -> Iterator[Diagnostic]:
    """The offers that stop again."""
    for offer in choice.offers:
        where = first_found(made, doings["action", offer.action].body, is_stop)
        if where is not None:
            yield at_once_words.at_once_decides(where, action=made.actions[offer.action].name)


def winnerless(made: core.Core, doings: Doings) -> Iterator[Diagnostic]:
    """No scoring, and no end of the game that says who has won."""
    if made.scoring.score is not None or made.scoring.winners is not None:
        return
    ends = (node.winners for each in doings.values() for node in each.nodes if isinstance(node, core.EndGame))
    if all(winners in (None, core.Listed(())) for winners in ends):
        yield words.nobody_can_win()


# ---- Loops that nothing inside can end: neither what is carried out in them nor what can be chosen there


Field = core.Zone | core.Variable


def endless(made: core.Core, doings: Doings) -> Iterator[Diagnostic]:
    """Each `repeat:` with no way out and no decision."""
    for loop, actions in stuck(made, doings):
        if loop.until is None and not actions:
            yield words.endless_repeat(loop.span)


def never_ending(made: core.Core, doings: Doings) -> Iterator[Diagnostic]:
    """Each loop that goes on for ever once it has begun, whatever is chosen in it."""
    for loop, actions in stuck(made, doings):
        names = sorted(made.actions[each].name for each in actions)
        if loop.until is not None:
            yield words.never_ends_until(loop.span, actions=names)
        elif actions:
            yield words.never_ends(loop.span, actions=names)


def stuck(made: core.Core, doings: Doings) -> Iterator[tuple[core.Repeat, frozenset[int]]]:
    """Each loop that nothing ends, with the actions that can be chosen in it."""
    loops = [node for each in doings.values() for node in each.nodes if isinstance(node, core.Repeat)]
    if not loops:
        return
    bound = origins(made, nodes_in_play(made))
    for loop in loops:
        procedures, actions = bodies_run_by(made, loop.body)
        inside = all_run_by(made, loop.body)
        if any(leaves(node, procedures) for node in inside):
            continue
        if loop.until is None or not {*changed(made, bound, inside)} & {*asked(made, loop.until)}:
            yield loop, actions


def leaves(node: object, inside: frozenset[int]) -> bool:
    """Whether a sentence leaves a loop in which these procedures are run."""
    return isinstance(node, core.EndGame) or (isinstance(node, core.FinishProcedure) and node.procedure not in inside)


def asked(made: core.Core, until: core.Expr) -> Iterator[Field]:
    """The fields on which a condition depends."""
    for node in questions(made, until):
        match node:
            case core.VarRef():
                yield made.variables[node.variable]
                for each in made.variables[node.variable].fields:
                    yield made.zones[each.number] if each.sort == "zone" else made.variables[each.number]
            case core.ZoneRef():
                yield made.zones[node.zone]
            case core.CanAct() | core.AskPiece() | core.Noted() | core.Viewers():
                yield from made.zones
                yield from made.variables
            case _:
                pass


def changed(made: core.Core, bound: Origins, nodes: Iterable[object]) -> Iterator[Field]:
    """The fields that these sentences change."""
    for done in all_effects(made, nodes):
        yield from (made.variables[number] for number in done.writes)
        yield from (made.zones[number] for number in changed_zones(made, bound, done))
