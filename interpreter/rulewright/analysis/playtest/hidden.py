"""What play tells of what is hidden: by whom it asks, or for what, and by pieces that all know in piles nobody sees."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final, TypeGuard

from attrs import define, field

from rulewright.analysis.playtest.effort import Watch
from rulewright.analysis.playtest.finding import Field, Sighting, Step, cells_of, fields_asked, of_game
from rulewright.language import core, core_queries
from rulewright.language.checks.call_graph import Courses
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.effects import box_of, effects, nodes_in_play, origins, ref_of, sources
from rulewright.language.messages import playing as words
from rulewright.language.span import Span
from rulewright.language.walking import walk
from rulewright.machine.chance import Numbers, RandomPlayer, stream_key
from rulewright.machine.events import Changed, Event, Key, Mixed, Moved, Passed
from rulewright.machine.game import Game, Rules
from rulewright.machine.interpret import Deciding, RulesFault
from rulewright.machine.positions import Vector
from rulewright.machine.program.nodes import Noted, Notice
from rulewright.machine.sample_state import MAX_EVENTS_PER_STATE, elsewhere
from rulewright.machine.view import hidden_in

# ---- Who is asked, or what, where that depends on what is hidden from whoever could be asked
# At decisions of random games a state is imagined that all seats together, or the seat that is asked, cannot tell from
# this one before they hear it. Told where the rules ask otherwise there: anybody or anything else, if nobody sees why;
# the same seat something else, if a `secret` is about what it does not see. What an action brings about may depend on
# anything: a guess that was wrong tells something.

IMAGINED_STREAM: Final = 2
"""The lots by which states are imagined."""
MOST_LOOKS, MOST_GONE_BACK = 16, 200_000
"""So often it is looked at what a place asks; so many events are gone back through at one setting at most."""
DONE: Final = frozenset[Noted](("phase", "procedure", "sentence", "branch"))


class Trail(list[int]):
    """Counts that remember in which `order` they were counted."""

    def __init__(self, counts: Iterable[int]) -> None:
        super().__init__(counts)
        self.order: list[int] = []

    def __setitem__(self, index: Any, value: Any) -> None:  # noqa: ANN401 - as list has it
        super().__setitem__(index, value)
        if isinstance(index, int):
            self.order.append(index)


def way_of(rules: Rules, trail: Trail, end: int | None = None) -> list[Notice]:
    """What was carried out, by so many counts of a trail (None: all)."""
    return [notice for notice in map(rules.program.notes.__getitem__, trail.order[:end]) if notice.sort in DONE]


def _beginnings(nodes: Iterable[object]) -> Iterator[tuple[Span, object]]:
    """What sentences ask when they begin, where that may decide about what comes next, and their places."""
    for node in nodes:
        match node:
            case core.Let(value=part) | core.Assign(value=part) | core.ForEach(seq=part) | core.With(who=part):
                yield node.span, part
            case core.RepeatTimes(number=part) | core.RunProcedure(args=part):
                yield node.span, part
            case core.Around():
                yield node.span, (node.start, node.among)
            case _:
                pass


def _branches(nodes: Iterable[object]) -> Iterator[tuple[Span, core.Expr]]:
    for node in nodes:
        if isinstance(node, core.If):
            yield from zip(node.places, (test for test, _ in node.cases), strict=False)


def with_own_machine(rules: Rules) -> Rules:
    """The same rules with a machine of their own, which has as much time."""
    other = Rules(rules.core, rules.program, rules.source_text, rules.name, rules.sha256, rules.language)
    other.machine.c.deadline = rules.machine.c.deadline
    return other


class Asking:
    """Rules with a machine of their own that leaves a trail; so many events may be gone back through (`left`); the
    `conditions` of branches by their places; the places of those that are a part of what an action does (`acted`); of
    those that ask for what not all see, and of sentences that do (`asking`); whether the end of a loop does, which
    leaves no trail (`always`); where something was `told`, how often it was `looked` at what a place asks."""

    def __init__(self, rules: Rules, left: int) -> None:
        self.rules = with_own_machine(rules)
        self.left, self.told, self.looked = left, set[Span](), Counter[Span]()
        made, clock = rules.core, self.rules.machine.c
        clock.notes = self.trail = Trail(clock.notes)
        nodes = [*walk((made.setup, made.play, made.procedures, made.actions))]
        told = {node.local for node in nodes if isinstance(node, core.Let) and next(hidden_in(made, node.value), None)}

        def hides(part: object) -> bool:
            # whether it asks for what not all see, or for one of the locals that tell some of that
            asked = (each for each in core_queries.questions(made, part) if isinstance(each, core.Get | core.Held))
            return next(hidden_in(made, part), None) is not None or any(each.local in told for each in asked)

        bodies = (body for action in made.actions for body in core_queries.bodies_of(action))
        self.acted = {place for body in bodies for place, _ in _branches(core_queries.reached(made, body))}
        self.conditions = dict(_branches(nodes))
        self.asking = {place for place, part in (*self.conditions.items(), *_beginnings(nodes)) if hides(part)}
        self.always = any(hides(node.until) for node in nodes if isinstance(node, core.Repeat | core.Around))

    def way(self) -> list[Notice]:
        """What was carried out since the last decision."""
        return way_of(self.rules, self.trail)

    def otherwise(self, game: Game, here: Deciding, way: Sequence[Notice], lots: Numbers) -> Iterator[Diagnostic]:
        """What is said of the question at which the game stands, if another one could be asked for what is hidden: of
        a seat by itself, if it is asked here and there, by a condition about a secret."""
        made, program, sites = self.rules.core, self.rules.program, self.rules.program.sites
        for seats in (range(self.rules.players), here.seats[:1]):
            most = min(self.left, MAX_EVENTS_PER_STATE)
            state, events = elsewhere(game, seats, lots, self.trail.order.clear, most=most)
            self.left -= events
            there = self.rules.machine.stop
            self.rules.loaded = None
            if state is None or not isinstance(there, Deciding):
                continue
            if here.seats == there.seats and sites[here.site].span == sites[there.site].span:
                continue
            # the place of the condition at which the ways part, if they do at one
            parted = next((pair for pair in zip(way, self.way(), strict=False) if pair[0] != pair[1]), None)
            at_one = parted is not None and parted[0].sort == "branch" and parted[0].span == parted[1].span
            at = parted[0].span if parted is not None and at_one else None
            differing = list(dict.fromkeys(_differing(self.rules, game.state.vector, state.state.vector)))
            # what the condition asks that not everybody sees
            asked = fields_asked(hidden_in(made, self.conditions.get(at)) if at else ())
            hidden = [each for each in differing if each in asked] or differing
            place, alone = at or sites[here.site].span, len(seats) < self.rules.players
            about = [each for each in made.secrets if (each.of.sort, each.of.number) in hidden]
            betrays = at is not None and here.seats == there.seats and about
            if place in self.told or place in self.acted or (alone and not betrays):
                continue
            if any(place in core_queries.sentences_of(made, each.told_by) for each in about):
                continue
            self.told.add(place)
            zones, variables = made.zones, made.variables
            offers, others = (
                tuple(program.actions[offer.action].name for offer in sites[stop.site].offers) for stop in (here, there)
            )
            yield words.asked_by_hidden(
                place,
                decisions=game.decisions or None,
                hidden=tuple((zones if sort == "zone" else variables)[number].name for sort, number in hidden),
                blind=made.seat_names[seats[0]] if alone else None,
                seat=made.seat_names[here.seats[0]],
                offers=offers,
                other=made.seat_names[there.seats[0]],
                others=others,
                title=about[0].title if about else None,
                doing=core_queries.doing_of(made, place) if about else None,
            )


def _differing(rules: Rules, vector: Vector, other: Vector) -> Iterator[Field]:
    def contents(vector: Vector) -> list[object]:
        rules.loaded = None
        rules.machine.place(vector)
        pieces, zones = rules.machine.zones.pieces, enumerate(rules.program.zones)
        return [[pieces(at, one) for one in range(zone.instances)] for at, zone in zones]

    for layout, here, there in zip(rules.program.zones, contents(vector), contents(other), strict=True):
        if here != there:
            yield "zone", layout.zone
    for ref, cells in cells_of(rules.program).items():
        if ref[0] == "variable" and vector[cells] != other[cells]:
            yield ref


def asked_elsewhere(rules: Rules, seed: int, games: range, most: int, events: int, watch: Watch) -> Iterator[Sighting]:
    """Where a question tells what is hidden, in these games of so many decisions, going back through so many events."""
    made = rules.core
    if next(hidden_in(made, (made.play, made.procedures, made.actions)), None) is None:
        return
    asking = Asking(rules, events)
    for number in games:
        player, lots = RandomPlayer(seed, number), Numbers(stream_key(seed, number, IMAGINED_STREAM), 0)
        with suppress(RulesFault):
            asking.trail.order.clear()
            game = asking.rules.start(seed, number)
            while not game.over and game.decisions < most and watch():
                stop, way = game.entered().stop, asking.way()
                assert isinstance(stop, Deciding), "it is not over"
                asked = {notice.span for notice in way} & asking.asking
                asked |= {rules.program.sites[stop.site].span} if asking.always else set()
                if asking.left > 0 and any(asking.looked[place] < MOST_LOOKS for place in asked):
                    asking.looked.update(asked)
                    for said in asking.otherwise(game, stop, way, lots):
                        yield Sighting(said, partial(of_game, rules, seed, number, game.decisions))
                seat = game.deciders[0]
                moves = game.moves(seat)
                asking.trail.order.clear()
                game.play(seat, moves[player.choose(game.decisions, len(moves))])


# ---- Piles that nobody may see and whose order all know: they were put together in sight, and nothing shuffled them
# Told where a piece is taken from the top of which all know what it is, while other kinds lie there: if it goes where
# not all see it, or, as soon as somebody has moved, if a `secret` is about the pile.


class PileSentences:
    """What the rules do with a pile."""

    def __init__(self, made: core.Core, pile: int) -> None:
        self.made, self.pile, self.nodes, self.courses = made, pile, nodes_in_play(made), Courses(made)
        self.bound = origins(made, self.nodes)

    def filling(self, origin: int) -> core.Moving | None:
        """The sentence below which to shuffle: by which pieces come from there, rather one that no shuffle follows; the
        last of several in a row. Where none certainly does, one that may."""
        moves = [node for node in self.nodes if self.fills(node) and not self.origins(node).isdisjoint((origin, None))]
        worse = [(origin not in self.origins(node), any(map(self.shuffles, walk(self.then(node))))) for node in moves]
        last = moves[worse.index(min(worse))] if moves else None
        for node in self.then(last) if last else ():
            if any(map(self.parts, walk(node))):
                break
            last = node if self.fills(node) else last
        return last

    def taking(self, goal: int, filled: core.Moving | None) -> Span | None:
        """The sentence by which pieces go from the pile to there: the next one, or the only one; else None."""
        moves = [node for node in self.nodes if isinstance(node, core.Moving) and ref_of(node.to).zone == goal]
        takes = [node.span for node in moves if self.pile in self.origins(node)]
        ahead = (node.span for node in walk(self.then(filled)) if isinstance(node, core.Moving)) if filled else ()
        following = next((span for span in ahead if span in takes), None)
        return takes[0] if len(set(takes)) == 1 else following

    def early(self, filled: core.Moving | None) -> core.Shuffle | None:
        """A sentence that shuffles the pile only before pieces come to it."""
        shuffles = filter(self.shuffles, self.nodes)
        return next((each for each in shuffles if self.follows(filled, each) and not self.follows(each, filled)), None)

    def idle(self, filled: core.Moving | None) -> tuple[core.Shuffle, core.Shuffle] | None:
        """Two sentences that shuffle another zone with nothing between them, the second behind where pieces come."""
        for first in self.nodes:
            if isinstance(first, core.Shuffle) and first.zone.zone != self.pile:
                touching = (each for each in self.then(first) if touches(each, first.zone.zone))
                second = next(touching, None)
                if isinstance(second, core.Shuffle) and second.zone == first.zone and self.follows(second, filled):
                    return (first, second) if second is not first else None
        return None

    def then(self, node: core.Statement) -> tuple[core.Statement, ...]:
        """What follows a sentence in its doing."""
        return self.courses.after[id(node)][0]

    def follows(self, later: core.Statement | None, node: core.Statement | None) -> bool:
        """Whether one sentence comes after another in the same doing."""
        return node is not None and any(each is later for each in walk(self.then(node)))

    def origins(self, node: core.Moving) -> set[int | None]:
        """The zones from which a sentence takes pieces; None: some are found wherever they lie."""
        taken = effects(self.made, node).takes
        return {None if ref is None else ref.zone for each in taken for ref in sources(self.bound, each)}

    def fills(self, node: object) -> TypeGuard[core.Moving]:
        """Whether a sentence puts pieces on the pile."""
        return isinstance(node, core.Moving) and ref_of(node.to).zone == self.pile

    def shuffles(self, node: object) -> TypeGuard[core.Shuffle]:
        """Whether a sentence shuffles the pile."""
        return isinstance(node, core.Shuffle) and node.zone.zone == self.pile

    def parts(self, node: object) -> bool:
        """Whether a sentence may take pieces from the pile, or shuffles it."""
        taken = isinstance(node, core.Moving) and self.pile in self.origins(node)
        return taken or self.shuffles(node) or isinstance(node, core.RunProcedure | core.Choosing | core.PassZones)


def touches(sentence: core.Statement, zone: int) -> bool:
    """Whether a sentence may be why a zone is shuffled once more; taking the topmost pieces of it is no reason."""
    if isinstance(sentence, core.MoveAll | core.MoveSome) and isinstance(sentence.seq, core.Pieces):
        return ref_of(sentence.to).zone == zone
    parts, doing = [*walk(sentence)], core.RunProcedure | core.Choosing
    return any(isinstance(node, doing) or (isinstance(node, core.ZoneRef) and node.zone == zone) for node in parts)


# What all know of the piles in a game


@define
class Pile:
    """What lies there: how many of each kind; of each place, from the bottom, from which zone all saw a piece come to
    lie on top; None if not all know what it is."""

    kinds: Counter[int] = field(factory=Counter)
    origins: list[int | None] = field(factory=list)


class Table:
    """The piles that nobody sees, at the beginning empty; of which it was `told` that all know them."""

    def __init__(self, rules: Rules, told: set[int]) -> None:
        self.rules, self.told, self.piles = rules, told, dict[Key, Pile]()
        for number, zone in enumerate(rules.program.zones):
            unseen = zone.audience == "nobody" or (zone.audience == "owner" and zone.owner_seat is None)
            if zone.kind == "pile" and unseen and zone.top is None:
                self.piles |= {(number, instance): Pile() for instance in range(zone.instances)}

    def follow(self, event: Event, decisions: int) -> tuple[Moved, int] | None:
        """Take in the next event; the piece in it that all know and should not, and from which zone it came there."""
        match event:
            case Moved():
                return self.move(event, decisions)
            case Mixed(zone, instance) if pile := self.piles.get((zone, instance)):
                pile.origins = [None] * len(pile.origins)
            case Changed(spot=spot) if pile := self.piles.get((spot.zone, spot.instance)):
                pile.kinds[event.old] -= 1
                pile.kinds[event.new] += 1
                pile.origins = [None] * len(pile.origins)
            case Passed(carried):  # whole piles change places; of one that was seen nothing is claimed
                ends = [tuple((end.zone, end.instance) for end in (each.origin, each.goal)) for each in carried]
                taken = [self.piles.get(origin) for origin, _ in ends]
                self.piles |= {origin: Pile() for origin, _ in ends if origin in self.piles}
                for (_, goal), pile, each in zip(ends, taken, carried, strict=True):
                    if goal in self.piles:
                        kinds = Counter(kind for kind, *_ in each.pieces)
                        self.piles[goal] = pile or Pile(kinds, [None] * len(each.pieces))
            case _:
                pass
        return None

    def move(self, event: Moved, decisions: int) -> tuple[Moved, int] | None:
        """A piece goes from somewhere to somewhere. All know it if they saw it come to lie on top of other kinds."""
        everyone, known = (1 << self.rules.players) - 1, None
        before, after = (self.piles.get((spot.zone, spot.instance)) for spot in (event.origin, event.goal))
        if before:
            before.kinds[event.kind] -= 1
            origin = before.origins.pop(event.origin.place)
            on_top = event.origin.place == len(before.origins)
            known = origin if on_top and before.kinds.total() > before.kinds[event.kind] else None
        if after:
            after.kinds[event.kind] += 1
            after.origins.insert(event.goal.place, event.origin.zone if event.known == everyone else None)
        secret = any(each.of == core.Whole("zone", event.origin.zone) for each in self.rules.core.secrets)
        hides = event.seen != everyone or (decisions and secret)
        return (event, known) if known is not None and hides else None


def known_order(table: Table, step: Step) -> Iterator[Sighting]:
    """The pieces taken in a step of a game that all know and should not, of each pile the first."""
    for event in step.events:
        known = table.follow(event, step.decisions)
        if known is not None and known[0].origin.zone not in table.told:
            table.told.add(known[0].origin.zone)
            yield Sighting(described(table.rules, *known, step.decisions), lambda: step.choices)


def described(rules: Rules, taken: Moved, came: int, decisions: int) -> Diagnostic:
    """What is said of a piece that all know, where the pieces came; `came`: from which zone it did."""

    def zone_of(spot: int) -> int:
        return box_of(rules.core, taken.component).zone if spot < 0 else rules.program.zones[spot].zone

    made, here, origin = rules.core, rules.program.zones[taken.origin.zone], zone_of(came)
    secret = next((each for each in made.secrets if each.of == core.Whole("zone", here.zone)), None)
    sentences = PileSentences(made, here.zone)
    filled = sentences.filling(origin)
    takes = sentences.taking(zone_of(taken.goal.zone), filled)
    early, idle = sentences.early(filled), sentences.idle(filled)
    return words.known_order(
        made.zones[here.zone].span if filled is None else filled.span,
        decisions=decisions or None,
        kind=rules.naming.kind(taken.component, taken.kind),
        origin=made.zones[origin].name,
        zone=here.name,
        shuffle=f"shuffle {here.name}" if filled is None else shuffling(rules, filled, here.name),
        filled=None if filled is None else rules.line(filled.span),
        taking=None if takes is None else rules.line(takes),
        early=None if early is None else rules.line(early.span),
        other=made.zones[idle[1].zone.zone].name if idle else None,
        before=rules.line(idle[0].span) if idle else None,
        again=rules.line(idle[1].span) if idle else None,
        also=made.zones[here.zone].span if secret is None else secret.span,
    )


def shuffling(rules: Rules, filled: core.Moving, name: str) -> str:
    """What to write below the sentence by which the pieces come; with the pile's owner as the author calls it."""
    pattern = rf"\bto\s+(?:the\s+)?((?:(?!\bto\b).)*?\b{re.escape(name)})(?![\w-])"
    found = re.search(pattern, rules.quote(filled.span), re.DOTALL)
    whose = " ".join(found[1].split()) if found else name
    head = rules.source_text[: filled.span.start].rpartition("\n")[2].strip()
    return f"{head} shuffle {whose}" if whose != name and head.startswith(("each ", "ask ")) else f"shuffle {whose}"
