"""Coverage: what of the rules happened in play, added up over positions, games and settings.

In: a text, or rules whose program notes what happens. Out: a `Coverage`. Places are those of the text, so that what is
noted at several settings is one. A game that is not over after `MOST_DECISIONS` counts as far as it went.
"""

from collections.abc import Mapping
from time import monotonic
from typing import TYPE_CHECKING

from attrs import frozen

from rulewright.analysis.reference_playouts import reference_playouts
from rulewright.fast import fast_explorer
from rulewright.language.elaborate.settings import Setting, admitted
from rulewright.language.elaborate.world import OptionSetting
from rulewright.language.source import Source
from rulewright.loading import read_text, rules_of
from rulewright.machine.game import Rules
from rulewright.machine.positions import Layer, PlainPositions, Positions, Reach, layers
from rulewright.machine.program.nodes import Notice, Program

if TYPE_CHECKING:
    from rulewright.machine.wasm.explorer import Explorer

SECONDS, GAMES, MOST_GAMES = 5.0, 16, 4_096
"""How long a text is tried; so many games of each setting at least, and so many at once at most."""
MOST_DECISIONS, POSITIONS, SEED = 10_000, 200_000, 0


@frozen
class Coverage:
    """How often what the rules note has happened, and in how many games it was looked for. `complete`: in all positions
    to which the rules can come."""

    counts: Mapping[Notice, int]
    games: int = 0
    complete: bool = False

    @staticmethod
    def of(program: Program, notes: tuple[int, ...], games: int = 0, *, complete: bool = False) -> "Coverage":
        """What a machine, engine or explorer of a program has noted."""
        return Coverage(dict(zip(program.notes, notes, strict=True)), games, complete)

    def __add__(self, other: "Coverage") -> "Coverage":
        """What happened here and there. Law: the order does not matter."""
        both = sorted({*self.counts, *other.counts}, key=lambda each: (each.span.start, -each.span.end, each.sort))
        counts = {notice: self.counts.get(notice, 0) + other.counts.get(notice, 0) for notice in both}
        return Coverage(counts, self.games + other.games, self.complete and other.complete)

    @property
    def percent(self) -> int:
        """How much of what can happen did: a whole number, 100 only if everything did."""
        return 100 * sum(map(bool, self.counts.values())) // max(1, len(self.counts))

    @property
    def tried(self) -> str:
        """Where something was looked for, in words."""
        return "any position that play can come to" if self.complete else f"{self.games:,} random games"


def covered(source: Source, seconds: float = SECONDS) -> Coverage:
    """Find positions and play random games for about so long, at settings in which every choice occurs, and at the
    others if there is time. Raises `RulesError` where the text is not a ruleset."""
    text = read_text(source.name, source.text.encode())
    settings, needed = _in_order(admitted(text.parsed.ruleset, text.source).settings)
    end, found = monotonic() + seconds, Coverage({}, complete=True)
    for at, setting in enumerate(settings):
        now = monotonic()
        if at >= needed and now > end:
            return Coverage(found.counts, found.games)
        rules = rules_of(text, source.name, players=setting.players, options=dict(setting.options), noting=True)
        found += tried(rules, now + (end - now) / (len(settings) - at))
    return found


def _in_order(settings: tuple[Setting, ...]) -> tuple[list[Setting], int]:
    """Those first in which every number of players and every value of every option occurs; how many these are."""
    left, chosen = list(settings), list[Setting]()
    missing = set[tuple[str, OptionSetting]]().union(*map(_choices, settings))
    while missing:
        best = max(left, key=lambda setting: len(missing & _choices(setting)))
        left.remove(best)
        chosen.append(best)
        missing -= _choices(best)
    return [*chosen, *left], len(chosen)


def _choices(setting: Setting) -> set[tuple[str, OptionSetting]]:
    return {("players", setting.players), *setting.options}


def tried(rules: Rules, due: float) -> Coverage:
    """At one setting: so many games as there must be, then positions and more games until it is due."""

    def going() -> bool:
        return monotonic() < halfway

    reach = Reach(room=POSITIONS, going=going)
    fast = fast_explorer(rules, reach)
    positions = fast or PlainPositions(rules, reach)
    games, complete = _games(rules, fast, 0, GAMES), False
    halfway = (monotonic() + due) / 2
    if going():
        complete = _all_found(positions)
    while monotonic() < due and games and not complete:
        more = _games(rules, fast, games, min(games, MOST_GAMES))
        games += more
        if not more:
            break
    return Coverage.of(rules.program, positions.notes, games, complete=complete)


def _games(rules: Rules, fast: "Explorer | None", first: int, count: int) -> int:
    """Play random games; how many, none if they are not worth waiting for."""
    if fast is None:
        batch = reference_playouts(rules, SEED, first, count, MOST_DECISIONS, counting=False, checking=True)
    else:
        batch = fast.engine.playouts(SEED, first, count, MOST_DECISIONS, checking=True)
    return 0 if batch.given_up else len(batch)


def _all_found(positions: Positions) -> bool:
    """Go through positions; whether these are all, and nothing went wrong."""
    right, found = True, layers(positions)
    while True:
        try:
            right = isinstance(next(found), Layer) and right
        except StopIteration as end:
            return right and bool(end.value) and not positions.sampled
