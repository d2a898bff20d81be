"""Looking for choices that make no difference: two actions of one choice, the values of a pick.

All moves in question are carried out, and compared by the state to which they come and by what was seen to happen. What
reading tells is left out, and so is a value picked under a condition about what not all see, which can be a hint.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import combinations
from typing import Final, Protocol, Self, TypeVar

from attrs import define, evolve, frozen

from rulewright.analysis.playtest.effort import Watch
from rulewright.analysis.playtest.finding import cells_of, trying_out, watched_game
from rulewright.language import core
from rulewright.language.checks.action_checks import same_actions
from rulewright.language.checks.named_in_vain import unasked
from rulewright.language.core_queries import binds, members_of, questions, reached, reads
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.messages import playing as words
from rulewright.language.source import Source
from rulewright.language.span import Span
from rulewright.language.walking import walk
from rulewright.machine.events import Event
from rulewright.machine.game import Rules
from rulewright.machine.interpret import Deciding, Machine, RulesFault
from rulewright.machine.positions import Vector
from rulewright.machine.program.moves import ListedMove
from rulewright.machine.program.nodes import Notice, Pick
from rulewright.machine.view import hidden_in

# ---- What is known of choices that may make no difference: two actions of one choice, the values of a pick
# One difference at one setting settles it. A choice is told where all settings together have shown none, often enough,
# when all sentences and branches of its actions were carried out, and what these name was not always as before a game.

MIN_DECISIONS, GAMES = 12, 3
"""So many decisions in so many games must show no difference."""


@frozen
class Either:
    """What is chosen between: two actions, by their places and names, the upper one first; or the values of a pick,
    which stands for both (`name`), in an action (`other`)."""

    at: Span
    beside: Span
    name: str
    other: str


@define
class Evidence:
    """At so many decisions in so many games there was this choice, and all the same; or it makes a difference.
    `wanted`: the sentences and branches of its actions, which should be carried out, and the places of the fields and
    zones that these name, which should not always be as before a game; what of that has `happened`. `missed`: at some
    setting there was no time to come to it."""

    decisions: int = 0
    games: int = 0
    differs: bool = False
    wanted: frozenset[Notice | Span] = frozenset()
    happened: frozenset[Notice | Span] = frozenset()
    missed: bool = False

    def __or__(self, other: "Evidence") -> "Evidence":
        decisions, games = self.decisions + other.decisions, self.games + other.games
        wanted, happened = self.wanted | other.wanted, self.happened | other.happened
        return Evidence(decisions, games, self.differs or other.differs, wanted, happened, self.missed or other.missed)

    @property
    def enough(self) -> bool:
        """Whether it has often been the same."""
        return not self.differs and self.decisions >= MIN_DECISIONS and self.games >= GAMES

    @property
    def certain(self) -> bool:
        """Whether it is told to be always the same."""
        return self.enough and self.wanted <= self.happened and not self.missed


Alike = dict[Either, Evidence]
"""What is known of all such choices."""


class Joined(Protocol):
    """What is known of something at one setting, and can be joined with what is at another."""

    def __or__(self, other: Self, /) -> Self: ...


K = TypeVar("K")
J = TypeVar("J", bound=Joined)


def both(known: dict[K, J], more: dict[K, J]) -> dict[K, J]:
    """What is known of both settings."""
    return known | {each: known[each] | new if each in known else new for each, new in more.items()}


def no_differences(alike: Alike, source: Source) -> Iterator[Diagnostic]:
    """The choices that make no difference."""
    certain = {each: known.decisions for each, known in alike.items() if known.certain}
    for each, times in sorted(certain.items(), key=lambda item: item[0].at.start):
        if each.at == each.beside:
            yield words.same_values(each.at, name=each.name, action=each.other, decisions=times)
        else:
            line, name, other = source.line(each.beside.start), each.name, each.other
            yield words.same_effects(each.at, also=each.beside, name=name, other=other, line=line, decisions=times)


MOST_OFFERED: Final = 30
"""Of a choice of more actions no two are compared."""
MOST_TRIED: Final = 100
"""So many moves are carried out to compare them; where there are more, nothing is known."""

Result = tuple[Vector, tuple[Event, ...]]
"""Where a move leads, and what happens on the way."""


class Trials:
    """The moves where the machine stands, what came of those that were tried, and what of the rules was carried out."""

    def __init__(self, machine: Machine, stop: Deciding) -> None:
        (self.seat,) = stop.seats
        self.machine, self.site, self.before = machine, stop.site, machine.vector
        self.moves, self.noted = tuple(machine.moves(self.seat)), set[Notice]()
        self.results: dict[ListedMove, Result | None] = {}

    def result(self, move: ListedMove) -> Result | None:
        """What comes of a move; None where it goes wrong."""
        machine, events = self.machine, list[Event]()
        if move not in self.results:
            self.results[move] = None
            with trying_out(machine):
                machine.load(self.before)
                noted = machine.notes
                machine.tell(events)
                with suppress(RulesFault):
                    machine.choose(self.seat, move)
                    self.results[move] = machine.vector, tuple(events)
                grown = zip(machine.program.notes, noted, machine.notes, strict=True)
                self.noted |= {notice for notice, old, new in grown if new > old}
        return self.results[move]

    def same(self, moves: Iterable[ListedMove]) -> bool:
        """Whether all of these lead to the same, and none goes wrong."""
        first, *others = moves
        wanted = self.result(first)
        return wanted is not None and all(self.result(each) == wanted for each in others)


Words = tuple[int, ...]
Compare = Callable[[Trials], bool | None]
"""Whether a choice makes no difference in a position; None where there is no such choice."""


def actions_alike(one: int, other: int, trials: Trials) -> bool | None:
    """Of two actions, where both are offered: whether they lead to the same states."""
    offers = trials.machine.program.sites[trials.site].offers
    if not {one, other} <= {offer.action for offer in offers}:
        return None
    made = [[move for move in trials.moves if offers[move.offer].action == action] for action in (one, other)]
    if not any(made) or sum(map(len, made)) > MOST_TRIED:
        return None
    if not all(made):
        return False
    results = [[trials.result(move) for move in moves] for moves in made]
    return None not in results[0] and all(set(each) == set(results[0]) for each in results)


def values_alike(action: int, pick: Pick, trials: Trials) -> bool | None:
    """Of the values of a pick, all else being picked the same, where there are two or more: whether they lead to the
    same, whatever is picked after them. Where there is only one it is tried all the same: what it does is seen so."""
    program = trials.machine.program
    offers = program.sites[trials.site].offers
    # the moves that are the same before a pick, by its value and by what is picked after it
    groups = defaultdict[object, dict[Words, dict[Words, ListedMove]]](lambda: defaultdict(dict))
    for move in trials.moves:
        picks = program.actions[action].variants[move.variant].picks if offers[move.offer].action == action else ()
        if pick in picks:
            end = next((each.at for each in picks if each.at > pick.at), len(move.picks))
            words = move.picks
            groups[move.offer, words[: pick.at]][words[pick.at : end]][words[end:]] = move
    moves = [move for group in groups.values() for rest in group.values() for move in rest.values()]
    if len(moves) > MOST_TRIED:
        return None

    def looks(value: Words) -> Words:
        # what a value is, apart from the places of pieces
        if pick.argument.kind != "piece":
            return value
        return value[:: pick.words] if pick.several is None else (value[0], *value[1 :: pick.words])

    several = [[*group.values()] for group in groups.values() if len({*map(looks, group)}) > 1]
    if several:
        return all(
            all(set(rest) == set(group[0]) for rest in group)
            and all(trials.same(rest[after] for rest in group) for after in group[0])
            for group in several
        )
    for move in moves:
        trials.result(move)
    return None


class Looked:
    """What was seen of a choice so far, at last in which game; the `cells` of the fields and zones that its actions
    name, by the places of these."""

    def __init__(
        self, rules: Rules, compare: Compare, *actions: core.Action, names: Collection[int] | None = None
    ) -> None:
        """Wanted is what these actions do and name, and the procedures that they run, or only those to which one of
        these locals is handed."""
        made = rules.core
        calls = [node for action in actions for node in walk(action) if isinstance(node, core.RunProcedure)]
        handed = [each for each in calls if names is None or not reads(each).isdisjoint(names)]
        run = {node.procedure for each in handed for node in reached(made, each) if isinstance(node, core.RunProcedure)}
        bodies: tuple[core.Action | core.Procedure, ...]
        bodies = (*actions, *(made.procedures[number] for number in sorted(run)))
        notes = (each for each in rules.program.notes if each.sort in ("sentence", "branch"))
        inside = (each for each in notes if any(body.span.start <= each.span.start < body.span.end for body in bodies))
        cells, self.cells = cells_of(rules.program), dict[Span, slice]()
        for node in questions(made, bodies):
            if isinstance(node, core.ZoneRef) and not made.zones[node.zone].box:
                self.cells[made.zones[node.zone].span] = cells["zone", node.zone]
            number = node.variable if isinstance(node, core.Noted) else None
            if isinstance(node, core.Read | core.Aggregate | core.Repeats):
                number = node.var.variable if made.variables[node.var.variable].since is None else None
            if number is not None:
                self.cells[made.variables[number].span] = cells["variable", number]
        self.compare, self.game = compare, -1
        self.known = Evidence(wanted=frozenset((*inside, *self.cells)), missed=True)

    def look(self, trials: Trials, game: int) -> None:
        """Compare in one more position."""
        same, known = self.compare(trials), self.known
        known.differs = same is False
        if not known.differs:
            known.happened |= trials.noted & known.wanted
        if same:
            known.decisions, known.missed = known.decisions + 1, False
            known.games, self.game = known.games + (game != self.game), game
            first, now = trials.machine.program.initial, trials.before
            for place, cells in self.cells.items():  # what does not hold what it holds before a game
                known.happened |= {place} if first[cells] != now[cells] else set()


class SameMoves:
    """What is known at one setting; `complete`: all games that were to be watched were. `left`: so many moves may still
    be carried out, but for those of the last position (None: as many as there is time for)."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.looked, self.complete = rules, dict([*_actions(rules), *_picks(rules)]), False
        self.left: int | None = None

    @property
    def alike(self) -> Alike:
        """What is known now."""
        here = {each: looked.known for each, looked in self.looked.items()}
        return {each: evolve(known, missed=False) for each, known in here.items()} if self.complete else here

    def looked_enough(self, seed: int, games: Iterable[int], most: int, left: int, watch: Watch) -> bool:
        """Look in more games of at most so many decisions, as long as something was always the same, and not yet often
        enough; at so many decisions in all. Whether there was time, and moves were left, for it."""
        for number in games:
            every = [each.known for each in self.looked.values() if each.known.decisions]
            if left <= 0 or all(each.differs or each.enough for each in every):
                break
            for _ in watched_game(self.rules, seed, number, min(most, left)):
                left -= 1
                self.look(number)
                if (self.left is not None and self.left <= 0) or not watch():
                    return False
        return self.left is None or self.left > 0

    def look(self, game: int) -> None:
        """Compare what can be chosen where the machine stands, in this game; it stands there afterwards."""
        machine, left = self.rules.machine, [each for each in self.looked.values() if not each.known.differs]
        if not left or (self.left is not None and self.left <= 0) or not isinstance(machine.stop, Deciding):
            return
        if self.rules.program.sites[machine.stop.site].chosen is None:
            trials = Trials(machine, machine.stop)
            for each in left:
                each.look(trials, game)
            self.left = None if self.left is None else self.left - len(trials.results)


def _actions(rules: Rules) -> Iterator[tuple[Either, Looked]]:
    """Each two actions that stand in one choice of one player, if these are not too many to compare."""
    offered = ({offer.action for offer in site.offers} for site in rules.program.sites if site.chosen is None)
    pairs = {pair for offers in offered if len(offers) <= MOST_OFFERED for pair in combinations(sorted(offers), 2)}
    places = {action.span: (number, action) for number, action in enumerate(rules.core.actions)}
    told = same_actions(rules.core)
    for pair in sorted(pairs):
        made = (places[rules.program.actions[number].span] for number in pair)
        upper, lower = sorted(made, key=lambda known: known[1].span.start)
        if told.get(upper[0], upper[0]) != told.get(lower[0], lower[0]):
            looked = Looked(rules, partial(actions_alike, *pair), upper[1], lower[1])
            yield Either(lower[1].span, upper[1].span, lower[1].name, upper[1].name), looked


def _picks(rules: Rules) -> Iterator[tuple[Either, Looked]]:
    made, actions = rules.core, {action.span: action for action in rules.core.actions}
    idle = {each.span for each in unasked(made)}
    for number, code in enumerate(rules.program.actions):
        action = actions[code.span]
        for pick in dict.fromkeys(pick for each in code.variants for pick in each.picks):
            names = set[int]()  # the locals for what is picked there, and for what is made of it
            for node in walk(action):
                picked = isinstance(node, core.Pick | core.PickSeveral) and node.span == pick.span
                if picked or (isinstance(node, core.Let) and not names.isdisjoint(reads(node))):
                    names.update(binds(node))
            lines = (*action.header, *(line for member in members_of(action) for line in member.header))
            about = tuple(line for line in lines if line.span == pick.span or not reads(line).isdisjoint(names))
            hints = pick.argument.kind != "piece" and next(hidden_in(made, about), None) is not None
            if pick.span not in idle and not hints:
                looked = Looked(rules, partial(values_alike, number, pick), action, names=names)
                yield Either(pick.span, pick.span, pick.name, action.name), looked
