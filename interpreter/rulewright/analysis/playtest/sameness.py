"""What is known of choices that may make no difference, and options that made none in play."""

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from time import monotonic
from typing import Final

from attrs import evolve, field, frozen

from rulewright.analysis.idle_options import exchanged, same_values
from rulewright.analysis.playtest.effort import COUNTED_EFFORT_TIMEOUT_S, Effort, Seen, Watch
from rulewright.analysis.playtest.entry_points import laid_cells
from rulewright.analysis.playtest.watched_games import watched_game
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.elaborate.settings import Setting, options_of
from rulewright.language.messages import playing as words
from rulewright.language.source import Source
from rulewright.language.span import Span
from rulewright.language.types import shown_option
from rulewright.loading import RulesError, Text, rules_of
from rulewright.machine.game import Rules
from rulewright.machine.interpret import Deciding
from rulewright.machine.lower.layout import FIRST
from rulewright.machine.program.nodes import Notice

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


@frozen
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

    def __add__(self, other: "Evidence") -> "Evidence":
        """What both show."""
        return Evidence(
            self.decisions + other.decisions,
            self.games + other.games,
            self.differs or other.differs,
            self.wanted | other.wanted,
            self.happened | other.happened,
            self.missed or other.missed,
        )

    @property
    def enough(self) -> bool:
        """Whether it has often been the same."""
        return not self.differs and self.decisions >= MIN_DECISIONS and self.games >= GAMES

    @property
    def certain(self) -> bool:
        """Whether it is told to be always the same."""
        return self.enough and self.wanted <= self.happened and not self.missed


@frozen
class Alike:
    """What is known of all such choices."""

    evidence: Mapping[Either, Evidence] = field(factory=dict)

    def __add__(self, other: "Alike") -> "Alike":
        """What is known of both settings."""
        every = dict.fromkeys((*self.evidence, *other.evidence))
        none = Evidence()
        return Alike({each: self.evidence.get(each, none) + other.evidence.get(each, none) for each in every})

    @property
    def settled(self) -> bool:
        """Whether each makes a difference or is told."""
        return all(each.differs or each.certain for each in self.evidence.values())

    def told(self, source: Source) -> Iterator[Diagnostic]:
        """Those that make none."""
        certain = {each: known for each, known in self.evidence.items() if known.certain}
        for each, known in sorted(certain.items(), key=lambda item: item[0].at.start):
            if each.at == each.beside:
                yield words.same_values(each.at, name=each.name, action=each.other, decisions=known.decisions)
            else:
                line, times = source.line(each.beside.start), known.decisions
                yield words.same_effects(
                    each.at, also=each.beside, name=each.name, other=each.other, line=line, decisions=times
                )


# ---- Options that made no difference in play: at settings that differ in nothing else, the same random games
# In: how the first games came out at each setting. Where that is the same, a few are played once more, side by side,
# move by move: an option may change what players see and nothing else.


SEED: Final = 0
LEAST_GAMES: Final = 20
"""In fewer games hardly anything happens."""
SIDE_BY_SIDE, MOST_DECISIONS, SECONDS = 5, 300, 1.0
"""So many games are compared move by move, so many decisions of each, in so many seconds for all options."""


def same_games(text: Text, name: str, effort: Effort, seen: Mapping[Setting, Seen]) -> Iterator[tuple[int, Diagnostic]]:
    """Each option that made no difference between two of its values, and in how many games at each setting."""
    due = monotonic() + (SECONDS if effort.work is None else COUNTED_EFFORT_TIMEOUT_S)

    def alike(one: Setting, two: Setting) -> bool:
        games = min(len(seen[one].results), len(seen[two].results))
        return games >= LEAST_GAMES and seen[one].results[:games] == seen[two].results[:games]

    for option in options_of(text.parsed.ruleset):
        values = same_values(option, seen, alike)
        if values:
            pairs = [pair for other in values[1:] for pair in exchanged(option, values[0], other, seen)]
            if all(move_by_move(text, name, one, two, due) for one, two in pairs):
                settings = {each for pair in pairs for each in pair}
                games = min(len(seen[each].results) for each in settings)
                said = words.same_games(option.name, values=map(shown_option, values), games=games)
                yield games, said


def move_by_move(text: Text, name: str, one: Setting, two: Setting, due: float) -> bool:
    """Whether a few games show the same at both settings: moves, events, what lies where. False if there is no time."""
    try:
        first, second = (rules_of(text, name, players=each.players, options=dict(each.options)) for each in (one, two))
    except RulesError:
        return False
    watch = Watch(due)
    watch.clocks = (first.machine.c, second.machine.c)
    watch.due = due
    return declared(first) == declared(second) and all(
        mine == theirs and watch()
        for number in range(SIDE_BY_SIDE)
        for mine, theirs in zip_longest(told(first, number), told(second, number))
    )


def declared(rules: Rules) -> object:
    """What there is, without what is done with it."""
    bare = evolve(rules.core, options=(), locals=(), definitions=(), procedures=(), actions=(), limits=(), setup=())
    return evolve(bare, play=(), invariants=(), secrets=())


def told(rules: Rules, number: int) -> Iterator[object]:
    """A game, step by step, as those hear of it who play."""
    for step in watched_game(rules, SEED, number, MOST_DECISIONS):
        stop = rules.machine.stop
        asked = []
        if isinstance(stop, Deciding):
            asked = [(seat, rules.naming.moves(seat, rules.machine.moves(seat), stop.site)) for seat in stop.seats]
        yield step.choices, step.events, type(stop), asked, rules.machine.vector[FIRST : laid_cells(rules)]
