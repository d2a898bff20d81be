"""Who calls whom, what ends a game, loops that nothing inside can end, and what comes after a sentence."""

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from graphlib import CycleError, TopologicalSorter
from typing import Final

from attrs import define, field, frozen

from rulewright.language import core, core_queries
from rulewright.language.core_queries import bodies_of, is_stop, members_of, offers_of, questions, reached
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.effects import all_effects, changed_zones, nodes_in_play, origins
from rulewright.language.messages import flow as words, sentences
from rulewright.language.source import Source
from rulewright.language.span import NOWHERE, Span
from rulewright.language.syntax import Name
from rulewright.language.walking import children, walk

# ---- Who calls whom in a finished core: circles of calls and of questions, what need not be running

Key = tuple[str, int]
"""Whether it is setup, play, a procedure or an action, and which."""

LONGEST_STEP: Final = 48
"""So many letters of a sentence stand in a step of a circle."""
SETUP: Final[Key] = ("setup", 0)
PLAY: Final[Key] = ("play", 0)


@frozen
class Site:
    """A place from which a doing is called or offered."""

    to: Key
    span: Span


@frozen
class Doing:
    """Setup, play, a procedure or an action: its header lines, all nodes, and what it calls and offers."""

    name: str
    header: tuple[core.HeaderLine, ...]
    nodes: tuple[object, ...]
    sites: tuple[Site, ...]


Doings = Mapping[Key, Doing]


def doings_of(made: core.Core) -> Doings:
    """All bodies by their keys; the members of a family together. What is only asked with `you can` is not offered."""
    doings = dict[Key, Doing]()

    def add(key: Key, name: str, header: tuple[core.HeaderLine, ...], body: object) -> None:
        nodes, sites = tuple(walk(body)), list[Site]()
        for node in nodes:
            if isinstance(node, core.RunProcedure):
                sites.append(Site(("procedure", node.procedure), node.span))
            sites += (Site(("action", offer.action), offer.span) for offer in offers_of(node))
        doings[key] = Doing(name, header, (*walk(header), *nodes), tuple(sites))

    add(SETUP, "setup", (), made.setup)
    add(PLAY, "play", (), made.play)
    for number, each in enumerate(made.procedures):
        add(("procedure", number), each.name, (), each.body)
    for number, action in enumerate(made.actions):
        header = (*action.header, *(line for member in members_of(action) for line in member.header))
        add(("action", number), action.name, header, bodies_of(action))
    return doings


Links = Mapping[Key, tuple[Site, ...]]


def circles(doings: Doings, links: Links) -> Iterator[tuple[list[str], tuple[Site, ...]]]:
    """The names in each circle of doings, and the places from where it goes on to the next, which closes it at last."""
    told: set[Key] = set()
    # what leads on to an end is in no circle
    sorter = TopologicalSorter({key: [site.to for site in found] for key, found in links.items()})
    with suppress(CycleError):
        sorter.prepare()
    ended = set[Key]()
    while ready := sorter.get_ready():
        ended.update(ready)
        sorter.done(*ready)
    for key in (key for key in doings if key not in ended):
        way = () if key in told else way_to(links, key, key)
        if way:
            told |= {site.to for site in way}
            names = [doings[key].name, *(doings[site.to].name for site in way)]
            yield names, way


def way_to(links: Links, start: Key, goal: Key, avoided: Key | None = None) -> tuple[Site, ...]:
    """A shortest chain of links from one doing to another past a third, nothing if there is none."""
    ways: dict[Key, tuple[Site, ...]] = {start: ()}
    waiting = [start]
    for here in waiting:
        for site in links.get(here, ()):
            if site.to == goal:
                return (*ways[here], site)
            if site.to not in ways and site.to != avoided:
                ways[site.to] = (*ways[here], site)
                waiting.append(site.to)
    return ()


def calls(doings: Doings) -> Links:
    """What each doing calls and offers."""
    return {key: doing.sites for key, doing in doings.items()}


def all_circles(doings: Doings, source: Source) -> Iterator[Diagnostic]:
    """Procedures and actions that call or offer themselves, by way of others too; headers that ask `you can` in a
    circle. What stands in `must` lines is asked later."""
    asked: dict[Key, tuple[Site, ...]] = {}
    for key, each in doings.items():
        lines = walk(tuple(line for line in each.header if not isinstance(line, core.Must)))
        offers = (offer for node in lines if isinstance(node, core.CanAct) for offer in node.offers)
        asked[key] = tuple(Site(("action", offer.action), offer.span) for offer in offers)
    for names, way in circles(doings, calls(doings)):
        first, *others = names
        span, also = ends_of(way)
        if not any(map(is_whenever, names)):
            yield words.calls_itself(span, first=first, others=others, also=also)
            continue
        steps = [step(name, site, source) for name, site in zip(others, way, strict=True)]
        called = next((name for name in names if not is_whenever(name)), None)
        yield words.sets_itself_off(span, first=first, steps=steps, called=called, also=also)
    for names, way in circles(doings, asked):
        span, also = ends_of(way)
        yield words.asks_itself(span, first=names[0], second=names[1], also=also)


def ends_of(way: tuple[Site, ...]) -> tuple[Span, Span]:
    """Where a circle closes and, if it has several places, where it begins."""
    return way[-1].span, way[0].span if len(way) > 1 else NOWHERE


def is_whenever(name: str) -> bool:
    """Whether a doing of this name is a `whenever`: only theirs have blanks."""
    return " " in name


def step(name: str, site: Site, source: Source) -> str:
    """A step of a circle: the line, what stands there, and to what it leads."""
    said = " ".join(source.text[site.span.start : site.span.end].split())
    said = said if len(said) <= LONGEST_STEP else f"{said[: LONGEST_STEP - 1]}…"
    return f"line {source.line(site.span.start)}, {said}, {'sets off' if is_whenever(name) else 'leads to'} {name}"


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
        for node in each.nodes:
            match node:
                case core.FinishProcedure():
                    index, span = node.procedure, node.span
                case core.OfferLine() if node.limit is not None:
                    limit = made.limits[node.limit]
                    index, span = limit.procedure, limit.span if limit.span != NOWHERE else node.span
                case _:
                    continue
            wanted = ("procedure", index)
            if wanted not in sure[key] and (wanted, span) not in told:
                told.add((wanted, span))
                where, also = f"this is in {each.name}, outside of it", NOWHERE
                if key not in (SETUP, PLAY):
                    ways = (way_to(calls(doings), root, key, wanted) for root in (SETUP, PLAY))
                    also = next(way[-1].span for way in ways if way)
                    where = f"line {source.line(also.start)} comes to {each.name} without it"
                yield words.not_running(Name(made.procedures[index].name, span=span), where=where, also=also)


# ---- What ends and what stops: bodies that may not decide, games that nobody can win


def musts(made: core.Core, source: Source) -> Iterator[Diagnostic]:
    """`must` over a body that stops, remembers or forgets."""
    for action in made.actions:
        lines: list[tuple[core.HeaderLine, object]] = [(line, bodies_of(action)) for line in action.header]
        lines += [(line, member.body) for member in members_of(action) for line in member.header]
        for must, body in ((line, body) for line, body in lines if isinstance(line, core.Must)):
            line, nodes = source.line(must.span.start), [*reached(made, body)]
            if (stop := next(filter(is_stop, nodes), None)) is not None:
                span = getattr(stop, "span", NOWHERE)
                yield words.must_decides(span, line=line, action=action.name, also=must.span)
            if (memory := next((node for node in nodes if isinstance(node, core.Remember)), None)) is not None:
                said, also = source.text[memory.span.start : memory.span.end], must.span
                yield sentences.must_remembers(memory.span, line=line, action=action.name, sentence=said, also=also)


def winnerless(made: core.Core, doings: Doings) -> Iterator[Diagnostic]:
    """No scoring, and no end of the game that says who has won."""
    if made.scoring.score is not None or made.scoring.winners is not None:
        return
    ends = (node.winners for each in doings.values() for node in each.nodes if isinstance(node, core.EndGame))
    if all(winners in (None, core.Listed(())) for winners in ends):
        yield words.nobody_can_win()


def early_scores(made: core.Core) -> Iterator[Diagnostic]:
    """Where a score is asked in play that is asked at the end only."""
    score = made.scoring.score
    if not made.scoring.at_end or not isinstance(score, core.CallDefinition):
        return
    asking = {
        number
        for number, each in enumerate(made.definitions)
        for part in questions(made, each.result)
        if isinstance(part, core.CallDefinition) and part.definition == score.definition
    }
    waiting: list[tuple[object, Span]] = [((made.setup, made.play, made.procedures, made.actions), NOWHERE)]
    while waiting:  # each node with the nearest place around it
        node, around = waiting.pop()
        own = getattr(node, "span", NOWHERE)
        span = around if own == NOWHERE else own
        if isinstance(node, core.CallDefinition) and node.definition in {*asking, score.definition}:
            yield words.score_in_play(span, also=made.definitions[score.definition].span)
        waiting += [(child, span) for child in children(node)][::-1]


# ---- Loops that nothing inside can end: neither what is carried out in them nor what can be chosen there


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
    bound = origins(made, nodes_in_play(made)) if loops else {}
    for loop in loops:
        procedures, actions = core_queries.bodies_run_by(made, loop.body)
        inside = [*walk(core_queries.run_by(made, loop.body))]
        left = (node for node in inside if isinstance(node, core.Leaving))
        if any(isinstance(node, core.EndGame) or node.procedure not in procedures for node in left):
            continue
        done = all_effects(made, inside)
        if loop.until is None or not asks_of(made, loop.until, done.writes, changed_zones(made, bound, done)):
            yield loop, actions


def asks_of(made: core.Core, until: core.Expr, written: Collection[int], moved: Collection[int]) -> bool:
    """Whether a condition depends on one of these variables or zones."""
    for node in core_queries.questions(made, until):
        match node:
            case core.VarRef():
                remembered = made.variables[node.variable].fields
                wholes = ((written if each.sort == "variable" else moved, each.number) for each in remembered)
                if node.variable in written or any(number in changed for changed, number in wholes):
                    return True
            case core.ZoneRef() if node.zone in moved:
                return True
            case core.CanAct() | core.AskPiece() | core.Noted() | core.Viewers() if written or moved:
                return True
            case _:
                pass
    return False


def nested_regions(made: core.Core) -> Iterator[Diagnostic]:
    """Each region whose condition, or what is next to its places, or what these cost, comes to another one: by its own
    words, or by way of what is asked first."""
    for span, region in {node.span: node for node in walk(made) if isinstance(node, core.Region)}.items():
        waiting: list[tuple[str, object]] = [("", (region.seq.condition, region.beside, region.costs))]
        begun = set[str]()
        for via, where in waiting:
            nodes, asked = [*walk(where)], list[tuple[str, object]]()
            if any(isinstance(node, core.Region) for node in nodes):
                yield words.region_in_region(span, via=via or None)
                break
            for node in nodes:
                if isinstance(node, core.CallDefinition):
                    definition = made.definitions[node.definition]
                    asked.append((definition.name, (definition.lets, definition.result)))
                elif isinstance(node, core.CanAct):
                    actions = [made.actions[offer.action] for offer in node.offers]
                    asked += ((each.name, (each.header, *(one.header for one in members_of(each)))) for each in actions)
            waiting += [(via or name, inside) for name, inside in asked if name not in begun]
            begun |= {name for name, _ in asked}


Block = tuple[core.Statement, ...]
Test = Callable[[object], bool]


@define
class Courses:
    """Where each sentence stands: `after` what follows it in its doing (by the object), and in which doing; `callers`
    what follows the sentences that come to a doing."""

    made: core.Core
    after: dict[int, tuple[Block, Key]] = field(init=False, factory=dict)
    callers: dict[Key, list[tuple[Block, Key]]] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        self.callers[SETUP] = [(self.made.play, PLAY)]
        bodies: list[tuple[Key, Block]] = [(SETUP, self.made.setup), (PLAY, self.made.play)]
        bodies += ((("procedure", number), each.body) for number, each in enumerate(self.made.procedures))
        bodies += ((("action", at), body) for at, each in enumerate(self.made.actions) for body in bodies_of(each))
        for key, (node, then) in ((key, place) for key, body in bodies for place in placed(body, ())):
            self.after[id(node)] = then, key
            if isinstance(node, core.RunProcedure):
                self.callers.setdefault(("procedure", node.procedure), []).append((then, key))
            ends = any(each.ends for each in offers_of(node))
            once = isinstance(node, core.Choose) and node.acted
            for offer in offers_of(node):
                # a choice may be made again behind what is chosen
                behind = (node, *then) if ends and not offer.ends and not once else then
                self.callers.setdefault(("action", offer.action), []).append((behind, key))

    def decides_before(self, node: core.Statement, test: Test) -> bool:
        """Whether some way leads from a sentence to a decision, past nothing that passes the test."""
        waiting, seen = [self.after[id(node)]], set[Key]()
        for then, key in waiting:
            ended = next((each for each in then if isinstance(each, core.FinishProcedure)), None)
            found = self.decides_first(then if ended is None else then[: then.index(ended)], test)
            if found:
                return True
            inside = key if ended is None else ("procedure", ended.procedure)
            if found is None and inside not in seen:
                seen.add(inside)
                waiting += self.callers.get(inside, ())
        return False

    def decides_first(self, block: object, test: Test) -> bool | None:
        """Whether a decision comes first in the text of a block and what it calls, or what passes the test; None if
        neither comes."""
        waiting, called = [walk(block)], set[int]()
        while waiting:
            for node in waiting[-1]:
                if isinstance(node, core.Choosing) or test(node):
                    return isinstance(node, core.Choosing)
                if isinstance(node, core.RunProcedure) and node.procedure not in called:
                    called.add(node.procedure)
                    waiting.append(walk(self.made.procedures[node.procedure].body))
                    break
            else:
                waiting.pop()
        return None


def placed(body: Block, then: Block) -> Iterator[tuple[core.Statement, Block]]:
    """Each sentence of a block, inner ones included, with what follows it; a loop begins again."""
    for at, node in enumerate(body):
        rest = (*body[at + 1 :], *then)
        yield node, rest
        for inner in core_queries.blocks_of(node):
            yield from placed(inner, (*inner, *rest) if isinstance(node, core.Loop) else rest)
