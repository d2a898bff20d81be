"""Playing a ruleset to find its holes, setting by setting.

In: a text whose reading has found no error. Out: holes, each kind once and as soon as it is found; at last what was
looked at, and which settings each kind concerns.
"""

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial, reduce
from heapq import heapify, heappop, heapreplace
from itertools import combinations
from operator import add, sub
from time import monotonic
from typing import Final

from attrs import define, evolve, field

from rulewright.analysis.playtest.coverage import Coverage, missed, never, nobody_asked
from rulewright.analysis.playtest.effort import Effort, Seen, Share, Watch
from rulewright.analysis.playtest.finding import (
    PATH_SECONDS,
    Hole,
    Kind,
    Path,
    Sighting,
    broken_found,
    fault_found,
    kind_of,
    of_game,
    told_at_loop,
    way_of,
)
from rulewright.analysis.playtest.invariants import worded_by
from rulewright.analysis.playtest.sameness import Alike, same_games
from rulewright.analysis.playtest.searching import Search
from rulewright.analysis.playtest.stuck_loops import watching_loops
from rulewright.analysis.trying import needed
from rulewright.bots import ALONE, bot_move
from rulewright.language.checks.certain_conditions import open_ends
from rulewright.language.checks.value_analysis import contents, outcomes
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.elaborate.settings import Admitted, Setting, admitted
from rulewright.language.messages import playing as words
from rulewright.language.span import Span
from rulewright.language.types import OptionSetting
from rulewright.levels import RANDOM, Level
from rulewright.loading import RulesError, Text, rules_of
from rulewright.machine.game import Rules
from rulewright.machine.interpret import RulesFault
from rulewright.machine.positions import Choice
from rulewright.machine.program.bounds import LATE
from rulewright.machine.sample_state import eyes
from rulewright.searching import Thinker

# ---- games among players who think, for rules that no random game came to


SEED: Final = 1
"""Not the one of the random games, so that chance gives something else."""
LEVEL: Final = Level("search:200", 200)
WORK: Final = 500
"""To think about a decision is as much work as to look at so many positions."""
LEAST_DECISIONS, MOST_DECISIONS = 20, 300
"""For fewer decisions nobody begins to think; so many a game has at most."""


@define
class Thinking:
    """What plays games at one setting: `rules` note what happens, `plain` are the same without notes. `notes`: what
    has happened."""

    rules: Rules
    plain: Rules
    watch: Watch
    seen: Seen
    notes: tuple[int, ...] = field(init=False, factory=tuple)
    _made: list[int] = field(init=False, factory=list)

    @property
    def coverage(self) -> Coverage:
        """What happened; it says nothing of all positions."""
        return Coverage.of(self.rules.program, self.notes, complete=True, thought=self.seen.thought)

    def sightings(self, share: Share) -> Iterator[Sighting]:
        """What goes wrong or is broken in as many games as there is room or time for."""
        thinker, noted = Thinker(self.plain), self.rules.machine.notes
        self.watch.clocks = (*self.watch.clocks, self.plain.machine.c)
        self.watch.due, before = share.due, self.seen.thinking
        while self.watch() and (most := _decisions(share.without(self.seen.thinking - before))):
            self._made.clear()
            number = self.seen.thought
            try:
                broken = self._play(thinker, number, most)
                found = None if broken is None else broken_found(self.rules, broken, len(self._made))
            except RulesFault as fault:
                if fault.code == LATE:
                    break
                at_loop = told_at_loop(self.rules, fault, partial(self._path, number))
                found = fault_found(self.rules, at_loop, len(self._made))
            self.seen.thought += 1
            self.seen.thinking += WORK * max(LEAST_DECISIONS, len(self._made))
            if found is not None:
                yield Sighting(found, partial(self._path, number))
            with suppress(RulesFault):  # there was no time
                self._path(number)
        self.notes = tuple(map(sub, self.rules.machine.notes, noted))
        self.rules.machine.c.notes[:] = noted  # both backends count the same

    def _path(self, number: int) -> tuple[Choice, ...]:
        """The choices of this game, made once more where it is noted what happens."""
        return of_game(self.rules, SEED, number, len(self._made), self._made)

    def _play(self, thinker: Thinker, number: int, most: int) -> int | None:
        """One game: all think, or one of them; the number of an invariant that does not hold, where it ends then."""
        game, players = self.plain.start(SEED, number), self.plain.players
        alone = number % (players + 1) - 1
        while True:
            broken = next(game.entered().broken(), None)
            if broken is not None or game.over or len(self._made) >= most or not self.watch():
                return broken
            seat = game.deciders[0]
            level = LEVEL if alone in (-1, seat) else RANDOM
            move = bot_move(
                thinker, eyes(game, seat), level, SEED, len(self._made), number=number, budget=ALONE, going=self.watch
            )
            self._made.append(game.moves(seat).index(move))
            game.play(seat, move)


def _decisions(left: Share) -> int:
    """How many decisions the next game may have; 0 if there is no room for one."""
    most = MOST_DECISIONS if left.room is None else min(MOST_DECISIONS, left.room // WORK)
    return most if most >= LEAST_DECISIONS else 0


IDLE: Final = (words.always_so.code, words.never_refuses.code)
"""What tells of a condition that it can be left out."""

STORIES: Final = 5
"""This part of the seconds is left for the stories of what is found."""
GAMES_TO_MISS: Final = 500
"""In so many random games a rule that nobody came to is worth a line."""
MIN_UNDECIDED_GAMES: Final = 20
"""Where so many games came to their end without a decision, that is so by the rules, and not by chance."""
WATCHED_PARTS: Final = 6
"""Watching games takes at most this part of the seconds."""
READY_SECONDS: Final = 5.0
"""For so many seconds in all, making rules ready does not count, or, where not all settings are tried, at the first."""


@define
class Played:
    """What was played: what was seen at each setting that was tried, of how many (`every`: these are all that there
    are); where each kind of hole was found. `happened`: what of the rules did; `alike`: which choices make no
    difference; `open`: choices where somebody may be stuck, for all that is certain; `sought`: the codes of what would
    have been found if it were there; `missed`: to what play never came, where that is no finding; `alike_games`:
    options that made no difference, where that is none; `due`: when the effort ends."""

    settings: int
    every: bool
    seen: dict[Setting, Seen] = field(factory=dict)
    where: dict[Kind, set[Setting]] = field(factory=dict)
    happened: Coverage = field(factory=lambda: Coverage({}, complete=True))
    alike: Alike = field(factory=Alike)
    open: set[Span] = field(factory=set)
    sought: set[str] = field(factory=set)
    missed: Sequence[Diagnostic] = ()
    alike_games: Sequence[Diagnostic] = ()
    due: float = 0.0

    @property
    def spent(self) -> int:
        """How much of the work is done."""
        return sum(each.spent for each in self.seen.values())

    @property
    def ended(self) -> int:
        """How many games came to their end."""
        return sum(each.ended for each in self.seen.values())

    @property
    def all(self) -> bool:
        """Whether all positions of all settings were looked at."""
        return self.every and len(self.seen) == self.settings and all(each.all for each in self.seen.values())


def holes(text: Text, name: str, effort: Effort, admits: Admitted | None = None) -> Generator[Hole, None, Played]:
    """The holes of a ruleset of this name, one of each kind, at its settings (`admits`, if they are known)."""
    admits = admits or admitted(text.parsed.ruleset, text.source)
    played = yield from holes_at(text, name, effort, Admitted(in_order(admits), admits.complete))
    yield from in_all(text, name, effort, admits.settings, played)
    return played


def holes_at(text: Text, name: str, effort: Effort, admits: Admitted) -> Generator[Hole, None, Played]:
    """Those that games at these settings show.

    With half of what may be spent, of positions more where that is too little, every setting is tried a little, in
    their order; what is left goes to those of which not all was seen: a quarter of it to games among players who
    think, where play has not come to all rules; then four fifths, and all where nothing is found, of which a story
    would be told. `READY_SECONDS` of making rules ready do not count."""
    played, whole, number = Played(len(admits.settings), admits.complete), Share.of(effort), len(admits.settings)
    searches, first, free = dict[Setting, Search](), whole.part(2), READY_SECONDS
    for at, setting in enumerate(admits.settings):
        if at and not whole.without(played.spent).lasts:
            break
        began = monotonic()
        with suppress(RulesError):  # the reading tells what it is
            options, strict = dict(setting.options), effort.strict
            made = rules_of(text, name, players=setting.players, options=options, noting=True, changes=strict)
            rules = watching_loops(made)
            searches[setting] = search = Search.of(rules, effort.memory // number, strict=effort.strict)
            ready = min(free, monotonic() - began)
            whole, first, free = whole.later(ready), first.later(ready), free - ready if admits.complete else 0.0
            share = first.without(played.spent).part(number - at).enough()
            watching = _may_watch(share, whole, effort, played)
            yield from _at_setting(search, setting, search.sightings(share, watching=watching), played)
    yield from _thought_about(text, name, searches, whole.without(played.spent).part(4), played)
    for part in (1,) if effort.work is not None else (STORIES, 1):
        unfinished = [(setting, search) for setting, search in searches.items() if not search.seen.all]
        some = whole.later(-effort.seconds / part if part > 1 else 0.0)
        for at, (setting, search) in enumerate(unfinished):
            if (left := some.without(played.spent)).lasts:
                share = left.part(len(unfinished) - at)
                watching = _may_watch(share, whole, effort, played)
                yield from _at_setting(search, setting, search.sightings(share, watching=watching), played)
        if played.where:
            break
    played.due = whole.due
    played.happened = reduce(add, (search.coverage for search in searches.values()), played.happened)
    played.open = set().union(*(_open(search) for search in searches.values())) if effort.strict else set()
    played.alike = reduce(add, (search.same.alike for search in searches.values()), played.alike)
    return played


def _may_watch(share: Share, whole: Share, effort: Effort, played: Played) -> bool:
    """Whether a few more games may be watched: that takes long for what is seen of them, so where seconds count no more
    than a part of those that have gone. The first setting is watched in any case."""
    gone = effort.seconds - (whole.due - monotonic())
    return share.room is not None or sum(each.watching for each in played.seen.values()) * WATCHED_PARTS <= gone


def _thought_about(
    text: Text, name: str, searches: dict[Setting, Search], share: Share, played: Played
) -> Iterator[Hole]:
    """What games among players who think show, where random games were played and play has not come to all rules: each
    of these is thought about at one setting."""
    places = missed(reduce(add, (search.coverage for search in searches.values()), played.happened))
    left = list[tuple[Setting, Search]]()
    for setting, search in searches.items():
        here = places & missed(search.coverage)
        if here and search.seen.games >= MIN_UNDECIDED_GAMES and not search.seen.all:
            left.append((setting, search))
            places -= here
    for at, (setting, search) in enumerate(left):
        if not share.lasts:
            return
        plain = rules_of(text, name, players=setting.players, options=dict(setting.options))
        thinking = Thinking(search.playouts.rules, plain, search.watch, search.seen)
        yield from _at_setting(search, setting, thinking.sightings(share.part(len(left) - at)), played)
        share = share.without(search.seen.thinking)
        played.happened += thinking.coverage


def _at_setting(search: Search, setting: Setting, found: Iterator[Sighting], played: Played) -> Iterator[Hole]:
    """What is found at one setting that was not found before."""
    played.seen[setting] = search.seen
    rules = search.playouts.rules
    for sighting in found:
        kind = kind_of(rules, sighting.diagnostic)
        if kind not in played.where:
            path, told = _path_to(search, sighting), sighting.diagnostic
            told = told if path is None else worded_by(rules, way_of(rules, path), told)
            yield Hole(told, setting, path, sighting.shortest)
        played.where.setdefault(kind, set()).add(setting)


def _path_to(search: Search, sighting: Sighting) -> Path | None:
    """Find out the path, though the effort is over, but not for long; None if there is no time."""
    search.watch.due = max(search.watch.due, monotonic() + PATH_SECONDS)
    try:
        return sighting.path()
    except RulesFault as fault:
        if fault.code != LATE:
            raise
        return None


def in_all(text: Text, name: str, effort: Effort, settings: Iterable[Setting], played: Played) -> Iterator[Hole]:
    """What is so at every setting that was tried, if each choice among all of them was."""
    if _choices(played.seen) == _choices(settings):
        told = (*_never_at_all(text, effort, played), *_always_same(text, played), *_unconfirmed(text, played))
        found = [*same_games(text, name, effort, played.seen)]
        played.alike_games = [] if effort.strict else [one for games, one in found if games >= GAMES_TO_MISS]
        told = (*told, *([one for _, one in found] if effort.strict else []))
        for each in told:
            played.where[each.code, text.source.line(each.span.start)] = set(played.seen)
            yield Hole(each, next(iter(played.seen)), None)


def _never_at_all(text: Text, effort: Effort, played: Played) -> list[Diagnostic]:
    """What never happened: for certain, or where it is asked for strictly."""
    wrong = [code for code, _ in played.where if code != words.all_go_round.code]
    certain = played.all and not wrong  # behind what goes wrong there may be more
    happened = evolve(played.happened, complete=certain)
    found, all_of_it = never(happened, text.source), certain or effort.strict
    if all_of_it:
        told = [each for each in found if not (each.code in IDLE and needed(text.source, text.parsed, each.span))]
    else:
        told = nobody_asked(happened) if played.ended >= MIN_UNDECIDED_GAMES and not played.where else []
        games = sum(each.games for each in played.seen.values())
        missing = missed(happened) if games >= GAMES_TO_MISS and not told else set()
        played.missed = [each for each in found if each.span in missing]
    untold = set() if all_of_it else {each.code for each in found}
    played.sought |= {words.never_begins.code, words.never_refuses.code, words.always_so.code} - untold
    return told


def _open(search: Search) -> Iterable[Span]:
    """The choices at which somebody may be stuck in a position that was not looked at."""
    made = search.playouts.rules.core
    return () if search.seen.all else open_ends(outcomes(contents(made)))


def _unconfirmed(text: Text, played: Played) -> Iterator[Diagnostic]:
    """Where somebody may be stuck, and was not seen to be."""
    for span in sorted(played.open, key=lambda each: each.start):
        if (words.nobody_can_move.code, text.source.line(span.start)) not in played.where:
            yield words.perhaps_stuck(span, tried=played.happened.tried)


def _always_same(text: Text, played: Played) -> list[Diagnostic]:
    """What makes no difference; that was looked for if all else was seen to make one."""
    played.sought |= {words.same_values.code} if played.alike.settled else set()
    return list(played.alike.told(text.source))


def in_order(admits: Admitted) -> tuple[Setting, ...]:
    """The settings, the most different first; a selection, which may be very long, is made so."""
    return tuple(most_different_first(admits.settings)) if admits.complete else admits.settings


def most_different_first(settings: Sequence[Setting]) -> Iterator[Setting]:
    """All of them, each time the one in which most pairs of choices meet for the first time.

    The number of new pairs of a setting only falls, so only those are counted again that an old count puts first.
    """
    pairs = [_pairs(setting) for setting in settings]
    waiting = [(-len(each), at) for at, each in enumerate(pairs)]
    heapify(waiting)
    met: set[tuple[object, object]] = set()
    while waiting:
        at = waiting[0][1]
        heapreplace(waiting, (-len(pairs[at] - met), at))
        if waiting[0][1] == at:
            heappop(waiting)
            met |= pairs[at]
            yield settings[at]


def _choices(settings: Iterable[Setting]) -> set[tuple[str, OptionSetting]]:
    return {choice for each in settings for choice in (("players", each.players), *each.options)}


def _pairs(setting: Setting) -> set[tuple[object, object]]:
    choices = [("players", setting.players), *setting.options]
    return {*combinations(choices, 2), *((each, None) for each in choices)}
