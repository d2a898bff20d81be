"""What one worker does: play a stretch of games, of every variant or among levels, and give back sums.

`Task` and `Played` are plain data. A worker keeps what it has loaded, for each of its threads, because a machine plays
one game at a time. Where the fast backend has its module, nobody reads the rules: imports stand where they are used.
"""

import atexit
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import combinations, pairwise, product, starmap
from typing import TYPE_CHECKING, Final

from attrs import evolve, frozen

from rulewright.analysis.simulate.sums import Fault, Pairs, Sums, pairs_of, sums_of
from rulewright.levels import RANDOM, SEARCH, level_of
from rulewright.machine import playouts as plays
from rulewright.machine.horizon import Trained
from rulewright.machine.playouts import FINISHED, Batch, Estimate, wilson

if TYPE_CHECKING:
    from rulewright.machine.game import Rules
    from rulewright.machine.interpret import RulesFault


KEPT: Final = 64
Playouts = Callable[..., Batch]


@frozen
class Setup:
    """A game at one setting: the name of its file and the text in it, players, options; `variant` is what tells it from
    the others, None if it is the only one. `levels`: how strong the seats are, none if all play at random; `trained`:
    what they have learned."""

    file: str
    text: bytes
    name: str
    players: int
    options: tuple[tuple[str, int | str | bool], ...]
    variant: str | None = None
    levels: tuple[str, ...] = ()
    trained: Trained | None = None


BATCHES: Final = 200
LARGEST: Final = 10_000


@frozen
class Plan:
    """The games 0 to `games` - 1 of a seed, of every setup; it alone decides every number that comes out. `rows`: each
    game is also written as a line; `invariants`: they are looked at before every decision and at the end."""

    setups: tuple[Setup, ...]
    seed: int
    games: int
    rows: bool = False
    most: int = plays.MOST_DECISIONS
    invariants: bool = False

    @property
    def batch(self) -> int:
        """How many games a task has; it depends on the number of games alone."""
        return max(1, min(LARGEST, self.games // BATCHES))

    def tasks(self, done: int = 0) -> "Iterator[Task]":
        """All tasks but the first `done`."""
        for first in range(done * self.batch, self.games, self.batch):
            yield Task(self, first, min(self.batch, self.games - first))


@frozen
class Task:
    """`count` games of a plan from `first` on, of every setup."""

    plan: Plan
    first: int
    count: int


@frozen
class Played:
    """What came of a task, setup by setup; `pairs` compare every other setup with the first. `given_up`: only some of
    its games were played, for those of a setup are mostly too slow. `reference`: why it was the reference interpreter
    that played, None if it was not."""

    given_up: bool
    sums: tuple[Sums, ...]
    pairs: tuple[Pairs, ...]
    rows: bytes
    reference: str | None


def carry_out(task: Task) -> Played:
    """Carry out a task."""
    batches, sums, reasons, given_up, plan = list[Batch](), list[Sums](), list[str | None](), False, task.plan
    for setup in plan.setups:
        playouts, reason = _backend(setup, threading.get_ident())
        batch = playouts(plan.seed, task.first, 0 if given_up else task.count, plan.most, counting=True)
        batches.append(batch)
        sums.append(_sums(plan, setup, playouts, batch))
        reasons.append(reason)
        given_up |= batch.given_up
    pairs = () if given_up else tuple(pairs_of(batches[0], batch) for batch in batches[1:])
    rows = b"".join(map(csv_lines, batches, [setup.variant for setup in plan.setups])) if plan.rows else b""
    return Played(given_up, tuple(sums), pairs, rows, reasons[0])


def _sums(plan: Plan, setup: Setup, playouts: Playouts, batch: Batch) -> Sums:
    """The sums of a batch. To look at the invariants the same games are played once more: such a game stands where one
    breaks, and is in no count."""
    faults = _faults(setup, batch, batch.faults)
    if not plan.invariants:
        return sums_of(batch, faults)
    checked = playouts(plan.seed, batch.first, len(batch), plan.most, checking=True, counting=False)
    known = {at: (fault.code, fault.span, fault.tried) for at, fault in batch.faults.items()}
    more = {at: each for at, each in checked.faults.items() if (each.code, each.span, each.tried) != known.get(at)}
    broken = []
    for at in (at for at, status in enumerate(checked.status) if status == plays.BROKEN):
        rules = rules_of_setup(setup)
        invariant, decisions = rules.program.invariants[checked.winners[at]], checked.decisions[at]
        subject = "It" if invariant.sort == "invariant" else "This secret"
        told = f"{subject} does not hold after {decisions:,} decision{'' if decisions == 1 else 's'}."
        broken.append(
            Fault("broken-invariant", rules.line(invariant.span), invariant.title, 1, checked.first + at, told)
        )
    return sums_of(batch, [*faults, *_faults(setup, checked, more)], broken)


def _faults(setup: Setup, batch: Batch, faults: Mapping[int, "RulesFault"]) -> list[Fault]:
    """These faults of a batch in words; only they need the rules themselves."""
    found = []
    for at, fault in sorted(faults.items()):
        rules = rules_of_setup(setup)
        message, line = " ".join([fault.message, *rules.tried(fault)]), rules.line(fault.span)
        found.append(Fault(fault.code, line, rules.quote(fault.span), 1, batch.first + at, message))
    return found


def rules_of_setup(setup: Setup) -> "Rules":
    """The rules of a setup, for this thread."""
    return _rules(setup, threading.get_ident())


@lru_cache(maxsize=KEPT)
def _rules(setup: Setup, thread: int) -> "Rules":
    from rulewright.loading import read_text, rules_of  # heavy

    del thread
    text = read_text(setup.file, setup.text)
    rules = rules_of(text, setup.name, players=setup.players, options=dict(setup.options))
    rules.trained = setup.trained
    return rules


@lru_cache(maxsize=KEPT)
def _backend(setup: Setup, thread: int) -> tuple[Playouts, str | None]:
    """What plays a setup in a thread: the fast backend, or if it cannot run here the reference interpreter, and why;
    who thinks, where there are levels."""
    from rulewright.machine import wasm  # only who plays needs it

    reason = wasm.available()
    if setup.levels:
        from rulewright.analysis.random_games import seated_playouts  # heavy
        from rulewright.machine.ahead import faster

        levels = {seat: level for seat, name in enumerate(setup.levels) if (level := level_of(name)) is not None}
        return seated_playouts(faster(_rules(setup, thread)), levels), reason
    if reason is None:
        try:
            made = wasm.engine(lambda: _rules(setup, thread).program, setup.text, setup.players, setup.options)
        except wasm.TooLarge as trouble:
            reason = str(trouble)
        except (RecursionError, MemoryError):
            reason = "a module of these rules needs more room than there is."
        else:
            return made.playouts, None
    from rulewright.analysis.random_games import reference_playouts  # heavy

    return partial(reference_playouts, _rules(setup, thread)), reason


atexit.register(_backend.cache_clear)  # engines end before the library that they are of

STATUS: Final = {FINISHED: "finished", plays.FAULTED: "faulted", plays.TOO_LONG: "too-long", plays.TOO_SLOW: "too-slow"}


def csv_header(seats: int, *, variants: bool) -> bytes:
    """The first line."""
    names = ["variant"] if variants else []
    names += ["game", "decisions", "winners", *(f"score_{seat}" for seat in range(seats)), "status"]
    return f"{','.join(names)}\n".encode()


def csv_lines(batch: Batch, variant: str | None = None) -> bytes:
    """The lines of a batch."""
    before = "" if variant is None else f"{variant},"
    seats = range(len(batch.scores))
    masks = {mask: "+".join(str(seat) for seat in seats if mask >> seat & 1) for mask in {*batch.winners}}
    no_scores = "," * len(batch.scores)
    scores: Iterator[tuple[int, ...]] = zip(*batch.scores, strict=True)
    games = zip(batch.status, batch.decisions, batch.winners, scores, strict=True)
    lines = []
    for number, (status, decisions, mask, score) in enumerate(games, start=batch.first):
        end = f"{masks[mask]},{','.join(map(str, score))}" if status == FINISHED else no_scores
        lines.append(f"{before}{number},{decisions},{end},{STATUS[status]}\n")
    return "".join(lines).encode()


# ---- Levels against each other: who plays whom, in which seats, and what part of the games each wins
# In: a setup and pairs of levels. Out: the setups of all seatings, in which one seat has the first level and the
# others the second, seat by seat; and from their sums a `Standing` for each pair. A game is one point: those who win
# share it, all do where nobody wins.

LEAST: Final = 25
"""No rung of a ladder tries out fewer games; below it stands random play."""


@frozen
class Match:
    """A level against another one."""

    level: str
    against: str


@frozen
class Standing:
    """What the first level of a match has won of so many games; `fair`: what it would have won if both were equal."""

    level: str
    against: str
    games: int
    share: Estimate | None
    fair: float

    @property
    def better(self) -> bool:
        """Whether the first level is better beyond chance."""
        return self.share is not None and self.share.low > self.fair


def ladder(top: int) -> tuple[Match, ...]:
    """Each level against half its budget, from the top down, the last against random play."""
    names = [f"{SEARCH}{top}"]
    while (top := top // 2) >= LEAST:
        names.append(f"{SEARCH}{top}")
    return tuple(starmap(Match, pairwise((*names, RANDOM.name))))


def league(levels: Sequence[str]) -> tuple[Match, ...]:
    """Each against each other."""
    return tuple(starmap(Match, combinations(levels, 2)))


def setups(setup: Setup, matches: Sequence[Match]) -> Iterator[Setup]:
    """All seatings of all matches."""
    for match, seat in product(matches, range(setup.players)):
        levels = [match.against] * setup.players
        levels[seat] = match.level
        variant = f"{match.level} at seat {seat} against {match.against}"
        yield evolve(setup, variant=variant, levels=tuple(levels))


def standings(matches: Sequence[Match], players: int, sums: Sequence[Sums]) -> tuple[Standing, ...]:
    """How the matches went, from the sums of their seatings."""
    found = []
    for at, match in enumerate(matches):
        seatings = sums[at * players : (at + 1) * players]
        games, points = sum(each.finished for each in seatings), 0.0
        for seat, each in enumerate(seatings):
            for mask, number in each.winners.items():  # the part of a game that the seat has won
                points += number * ((mask >> seat & 1) / mask.bit_count() if mask else 1 / players)
        found.append(Standing(match.level, match.against, games, wilson(points, games), 1 / players))
    return tuple(found)
