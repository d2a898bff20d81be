"""Playing a ruleset, in whose reading there was no error, to find its holes, setting by setting.

Each kind of hole is told once and as soon as it is found; at last what was looked at, and which settings each concerns.
Law: where positions are counted, and not seconds, one process plays, so that the same is found.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from functools import reduce
from heapq import heapify, heappop, heapreplace
from itertools import chain, combinations, zip_longest
from operator import add
from time import monotonic
from typing import Final, Literal

from attrs import define, evolve, field

from rulewright.analysis.check import exchanged, same_values
from rulewright.analysis.example_parts import by_setting
from rulewright.analysis.examples import happening
from rulewright.analysis.playtest.coverage import Coverage, ends_of_play, missed, never, nobody_asked, within
from rulewright.analysis.playtest.effort import COUNTED_EFFORT_TIMEOUT_S, Effort, Purse, Seen, Share, Watch
from rulewright.analysis.playtest.finding import PATH_SECONDS, Hole, Kind, Sighting, kind_of, watched_game, way_of
from rulewright.analysis.playtest.led_games import LEVEL, WORK
from rulewright.analysis.playtest.never_best import MIN_DECISIONS, Worths, never_best
from rulewright.analysis.playtest.same_moves import Alike, both, no_differences
from rulewright.analysis.playtest.scenes import laid_cells
from rulewright.analysis.playtest.searching import TWINS_SHARE, Search
from rulewright.analysis.playtest.story import worded_by
from rulewright.analysis.playtest.stuck_loops import watching_loops
from rulewright.analysis.side_by_side import side_by_side
from rulewright.analysis.trying import needed
from rulewright.language import core
from rulewright.language.checks.certain_conditions import open_ends
from rulewright.language.checks.value_analysis import contents, outcomes
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.elaborate.settings import Admitted, Setting, admitted, options_of
from rulewright.language.messages import playing as words
from rulewright.language.parser import parse
from rulewright.language.span import Span
from rulewright.language.types import OptionSetting, shown_option
from rulewright.loading import RulesError, Text, read_text, rules_of
from rulewright.machine.game import Rules
from rulewright.machine.interpret import Deciding, RulesFault
from rulewright.machine.lower.layout import FIRST
from rulewright.machine.program.bounds import LATE
from rulewright.machine.program.nodes import Notice

IDLE: Final = (words.always_so.code, words.never_refuses.code)
"""What tells of a condition that it can be left out."""

STORIES: Final = 5
"""This part of the seconds is left for the stories of what is found."""
GAMES_TO_MISS: Final = 500
"""In so many random games a rule that nobody came to is worth a line."""
MIN_UNDECIDED_GAMES: Final = 20
"""Where so many games came to their end without a decision, that is so by the rules, and not by chance."""
LEAST_THINKING_SECONDS: Final = 5.0
"""In less time players who think come to too few decisions to say of a move that it is never the best."""
WATCHED_PARTS: Final = 6
"""Watching games takes at most this part of the seconds."""
READY_SECONDS: Final = 5.0
"""For so many seconds in all, making rules ready does not count, or, where not all settings are tried, at the first."""


@define
class Played:
    """What was played so far: what was seen at each setting tried, of how many (`every`: these are all that there are);
    where each kind of hole was found. `happened`: what of the rules did; `alike`: which choices make no
    difference; `worths`: what players who think made of moves; `open`: choices where somebody may be stuck, for all
    that is certain; `sought`: the codes of what would have been found if it were there; `missed`: to what play never
    came, and with which parts of the conditions that end it (`ends`) it never ended, `alike_games`: options that made
    no difference, and moves that were `never_best`, where that is no finding; `due`: when the effort ends."""

    settings: int = 0
    every: bool = False
    seen: dict[Setting, Seen] = field(factory=dict)
    where: dict[Kind, set[Setting]] = field(factory=dict)
    happened: Coverage = field(factory=lambda: Coverage({}, complete=True))
    alike: Alike = field(factory=dict)
    worths: Worths = field(factory=dict)
    open: set[tuple[Span, str | None]] = field(factory=set)
    sought: set[str] = field(factory=set)
    missed: Sequence[Diagnostic] = ()
    ends: Sequence[Diagnostic] = ()
    alike_games: Sequence[Diagnostic] = ()
    never_best: Sequence[Diagnostic] = ()
    due: float = 0.0

    def add(self, other: "Played") -> None:
        """What was played elsewhere, at other settings."""
        self.seen |= other.seen
        self.happened += other.happened
        self.alike = both(self.alike, other.alike)
        self.worths = both(self.worths, other.worths)
        self.open |= other.open
        self.due = max(self.due, other.due)
        for kind, where in other.where.items():
            self.where.setdefault(kind, set()).update(where)

    def sum(self, what: Literal["spent", "positions", "games", "ended", "thought", "slow"]) -> int:
        """Of all settings."""
        return sum(getattr(each, what) for each in self.seen.values())

    @property
    def all(self) -> bool:
        """Whether all positions of all settings were looked at."""
        return self.every and len(self.seen) == self.settings and all(each.all for each in self.seen.values())


def holes(
    text: Text,
    name: str,
    effort: Effort,
    played: Played,
    admits: Admitted | None = None,
    data: bytes = b"",
    jobs: int = 1,
) -> Iterator[Hole]:
    """The holes of a ruleset of this name, one of each kind, at its settings (`admits`, if they are known), found by so
    many processes, each at some of the settings; `data` is the text as it is read. `played`, at first nothing, says at
    last what was played."""
    admits = admits or admitted(text.parsed.ruleset, text.source)
    # the most different first; a selection, which may be very long, is made so
    settings = tuple(most_different_first(admits.settings)) if admits.complete else admits.settings
    number = min(jobs, len(settings)) if effort.work is None else 1
    if number < 2:
        yield from holes_at(text, name, effort, Admitted(settings, admits.complete), played)
    else:
        how = Effort(effort.seconds, memory=effort.memory // number, strict=effort.strict)
        played.settings, played.every, told = len(settings), admits.complete, set[Kind]()
        parts = [Admitted(settings[at::number], admits.complete) for at in range(number)]
        tasks = [(text.source.name, data, name, how, part) for part in parts]
        with closing(side_by_side(_part, tasks, number)) as pieces:
            for _, piece in pieces:
                if isinstance(piece, Played):
                    played.add(piece)
                elif (kind := kind_of(piece.diagnostic, text.source.line(piece.diagnostic.span.start))) not in told:
                    told.add(kind)
                    yield piece
        played.seen = {setting: played.seen[setting] for setting in settings if setting in played.seen}
    yield from in_all(text, name, effort, settings, played)


def _part(file: str, data: bytes, name: str, effort: Effort, admits: Admitted) -> Iterator[Hole | Played]:
    """The holes at some settings, then what was played."""
    played = Played()
    yield from holes_at(read_text(file, data), name, effort, admits, played)
    yield played


def holes_at(text: Text, name: str, effort: Effort, admits: Admitted, played: Played) -> Iterator[Hole]:
    """Those that games at these settings show.

    With half of what may be spent, of positions more where that is too little, every setting is tried a little, in
    their order; what is left goes to those of which not all was seen: a quarter of it to games among players who
    think, where play has not come to all rules, or to all its ends; then four fifths, and all where nothing is found,
    of which a story would be told. `READY_SECONDS` of making rules ready do not count."""
    number, whole, searches = len(admits.settings), Share.whole_effort(effort), dict[Setting, Search]()
    purse = Purse(effort.seconds / TWINS_SHARE if effort.work is None else None, number)
    played.settings, played.every, first, free = number, admits.complete, whole.part(2), READY_SECONDS

    def search_more(search: Search, setting: Setting, share: Share) -> Iterator[Hole]:
        # To watch games takes long for what is seen of them, so where seconds count no more than a part of those that
        # have gone. The first setting is watched in any case.
        gone = effort.seconds - (whole.due - monotonic())
        watched = sum(each.watching for each in played.seen.values())
        watching = share.room is not None or watched * WATCHED_PARTS <= gone
        yield from _at_setting(search, setting, search.sightings(share, watching=watching), played)

    for at, setting in enumerate(admits.settings):
        if at and not whole.without(played.sum("spent")).lasts:
            break
        began = monotonic()
        with suppress(RulesError):  # the reading tells what it is
            options, strict = dict(setting.options), effort.strict
            made = rules_of(text, name, players=setting.players, options=options, noting=True, changes=strict)
            memory = effort.memory // number
            searches[setting] = search = Search(watching_loops(made), memory, purse, strict=strict)
            ready = min(free, monotonic() - began)
            whole, first, free = whole.later(ready), first.later(ready), free - ready if admits.complete else 0.0
            yield from search_more(search, setting, first.without(played.sum("spent")).part(number - at).enough())
    yield from _thought_about(text, name, searches, whole.without(played.sum("spent")).part(4), played)
    for part in (1,) if effort.work is not None else (STORIES, 1):
        unfinished = [(setting, search) for setting, search in searches.items() if not search.seen.all]
        some = whole.later(-effort.seconds / part if part > 1 else 0.0)
        for at, (setting, search) in enumerate(unfinished):
            if (left := some.without(played.sum("spent"))).lasts:
                yield from search_more(search, setting, left.part(len(unfinished) - at))
        if played.where:
            break
    played.due = whole.due
    for search in searches.values():
        played.happened += search.coverage
        played.alike = both(played.alike, search.same.alike)
        played.worths = both(played.worths, search.worths)
        if effort.strict and not search.seen.all:
            played.open |= {*open_ends(outcomes(contents(search.rules.core)))}


def _thought_about(
    text: Text, name: str, searches: dict[Setting, Search], share: Share, played: Played
) -> Iterator[Hole]:
    """What games among players who think show where random games do not come to all rules, each at one setting; where
    the share is large enough to see what is never the best, such games are played in any case."""
    ends = ends_of_play(text.parsed.ruleset)
    places = missed(reduce(add, (search.coverage for search in searches.values()), played.happened), ends)
    left = list[tuple[Setting, Search]]()
    for setting, search in searches.items():
        here = places & missed(search.coverage, ends)
        wanted = here or (not left and share.lasts_for(LEAST_THINKING_SECONDS, MIN_DECISIONS * WORK))
        if wanted and search.seen.games >= MIN_UNDECIDED_GAMES and not search.seen.all:
            left.append((setting, search))
            places -= here
    for at, (setting, search) in enumerate(left):
        if not share.lasts:
            return
        plain = rules_of(text, name, players=setting.players, options=dict(setting.options))
        yield from _at_setting(search, setting, search.thinking(plain, share.part(len(left) - at)), played)
        share = share.without(search.seen.thinking)


def _at_setting(search: Search, setting: Setting, found: Iterator[Sighting], played: Played) -> Iterator[Hole]:
    """What is found at one setting that was not found before."""
    played.seen[setting] = search.seen
    rules = search.rules
    for sighting in found:
        kind = kind_of(sighting.diagnostic, rules.line(sighting.diagnostic.span))
        if kind not in played.where:
            path, told = None, sighting.diagnostic
            search.watch.until(max(search.watch.due, monotonic() + PATH_SECONDS))
            try:
                path = sighting.path()
                told = told if path is None else worded_by(rules, way_of(rules, path), told)
            except RulesFault as fault:
                if fault.code != LATE:
                    raise
            yield Hole(told, setting, path, sighting.shortest)
        played.where.setdefault(kind, set()).add(setting)


def in_all(text: Text, name: str, effort: Effort, settings: Iterable[Setting], played: Played) -> Iterator[Hole]:
    """What is so at every setting that was tried, if each choice among all of them was."""
    if {*chain.from_iterable(map(_choices, played.seen))} == {*chain.from_iterable(map(_choices, settings))}:
        # what never happened: for certain, or where it is asked for strictly; behind what goes wrong there may be more
        certain = played.all and not [code for code, _ in played.where if code != words.all_go_round.code]
        happened = evolve(played.happened, complete=certain)
        found, all_of_it = never(happened, text.source), certain or effort.strict
        with_examples = happened
        if found and not certain:  # what an example of the author does can happen
            with_examples += in_examples(text, settings, strict=effort.strict)
            found = never(with_examples, text.source)
        if all_of_it:
            told = [each for each in found if each.code not in IDLE or not needed(text.source, text.parsed, each.span)]
        else:
            told = nobody_asked(happened) if played.sum("ended") >= MIN_UNDECIDED_GAMES and not played.where else []
            ends = ends_of_play(text.parsed.ruleset)
            missing = missed(with_examples, ends) if played.sum("games") >= GAMES_TO_MISS and not told else set()
            played.missed = [each for each in found if each.span in missing and not within(each.span, ends)]
            played.ends = [each for each in found if each.span in missing and within(each.span, ends)]
        untold = set() if all_of_it else {each.code for each in found}
        played.sought |= {words.never_begins.code, words.never_refuses.code, words.always_so.code} - untold
        told += no_differences(played.alike, text.source)
        settled = all(each.differs or each.certain for each in played.alike.values())
        played.sought |= {words.same_values.code} if settled else set()
        told += (
            words.perhaps_stuck(span, passing=passing, tried=played.happened.tried)
            for span, passing in sorted(played.open, key=lambda each: each[0].start)
            if (words.nobody_can_move.code, text.source.line(span.start)) not in played.where
        )
        same = [*same_games(text, name, effort, played.seen)]
        played.alike_games = [] if effort.strict else [one for games, one in same if games >= GAMES_TO_MISS]
        worst = never_best(played.worths, LEVEL.iterations)
        played.never_best = [] if effort.strict else worst
        for each in (*told, *([*(one for _, one in same), *worst] if effort.strict else [])):
            played.where[each.code, text.source.line(each.span.start)] = set(played.seen)
            yield Hole(each, next(iter(played.seen)), None)


def in_examples(text: Text, settings: Iterable[Setting], *, strict: bool) -> Coverage:
    """What happens in the examples that come true."""
    shown, parsed = Counter[Notice](), parse(text.source)
    for setting, nodes in by_setting(parsed, text.source, tuple(settings)).items():
        for counts in happening(parsed, text.source, setting, tuple(nodes), changes=strict) if nodes else ():
            shown.update(counts or {})
    return Coverage(shown)


def most_different_first(settings: Sequence[Setting]) -> Iterator[Setting]:
    """All of them, each time the one in which most pairs of choices meet for the first time.

    The number of new pairs of a setting only falls, so only those are counted again that an old count puts first.
    """
    pairs = list[set[tuple[object, object]]]()
    for choices in map(_choices, settings):
        pairs.append({*combinations(choices, 2), *((each, None) for each in choices)})
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


def _choices(setting: Setting) -> tuple[tuple[str, OptionSetting], ...]:
    return ("players", setting.players), *setting.options


# ---- Options that made no difference in play: at settings that differ in nothing else, the same random games
# In: how the first games came out at each setting. Where that is the same, a few are played once more, side by side,
# move by move: an option may change what players see and nothing else.

SEED: Final = 0
LEAST_RESULTS: Final = 20
"""In fewer games hardly anything happens."""
GAMES_SIDE_BY_SIDE, MOST_DECISIONS, SECONDS = 5, 300, 1.0
"""So many games are compared move by move, so many decisions of each, in so many seconds for all options."""


def same_games(text: Text, name: str, effort: Effort, seen: Mapping[Setting, Seen]) -> Iterator[tuple[int, Diagnostic]]:
    """Each option that made no difference between two of its values, and in how many games at each setting."""
    due = monotonic() + (SECONDS if effort.work is None else COUNTED_EFFORT_TIMEOUT_S)

    def same_results(one: Setting, two: Setting) -> bool:
        games = min(len(seen[one].results), len(seen[two].results))
        return games >= LEAST_RESULTS and seen[one].results[:games] == seen[two].results[:games]

    for option in options_of(text.parsed.ruleset):
        values = same_values(option, seen, same_results)
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
    watch = Watch(0.0, (first.machine.c, second.machine.c))
    watch.until(due)
    if declared(first.core) != declared(second.core):
        return False
    for number in range(GAMES_SIDE_BY_SIDE):
        for mine, theirs in zip_longest(shown_steps(first, number), shown_steps(second, number)):
            if mine != theirs or not watch():
                return False
    return True


def declared(made: core.Core) -> object:
    """What there is, without what is done with it."""
    bare = evolve(made, options=(), locals=(), definitions=(), procedures=(), actions=(), limits=(), setup=())
    return evolve(bare, play=(), invariants=(), secrets=())


def shown_steps(rules: Rules, number: int) -> Iterator[object]:
    """A game, step by step, as those hear of it who play."""
    for step in watched_game(rules, SEED, number, MOST_DECISIONS):
        stop = rules.machine.stop
        asked = []
        if isinstance(stop, Deciding):
            asked = [(seat, rules.naming.moves(seat, rules.machine.moves(seat), stop.site)) for seat in stop.seats]
        yield step.choices, step.events, type(stop), asked, rules.machine.vector[FIRST : laid_cells(rules)]
