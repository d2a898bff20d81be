"""What the sums say: wins, scores, length, branching, uses, each with its interval and its title; and what differs.

The same sums give the same numbers to the last digit; text of the rules comes out harmless for a screen. Intervals of
means are normal. S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics
6 (1979), 65-70; intervals that hold together: O. J. Dunn, "Multiple comparisons among means", JASA 56 (1961), 52-64.
"""

from collections.abc import Sequence
from statistics import NormalDist
from typing import Final

from attrs import asdict, frozen

from rulewright.analysis.random_games import replay_command
from rulewright.analysis.simulate.sums import Column, Fault, Pairs, Sums, measures
from rulewright.analysis.simulate.tasks import Plan, Setup
from rulewright.language.render import paragraph_title, shown_prose
from rulewright.machine.game import Rules
from rulewright.machine.playouts import NUMBERS, Estimate, items, wilson
from rulewright.shown import shown

# ---- how what is counted is called: items by action, pick and value, sites by the phase they stand in

ACTIONS: Final = ""


@frozen
class Name:
    """`group`: the table, ACTIONS or an action and its pick; `title`: what the rules call it in a sentence."""

    group: str
    name: str
    title: str = ""


def names(rules: Rules) -> list[Name]:
    """The names of all items, in their order."""
    found = []
    for item in items(rules.program).all:
        action = rules.program.actions[item.action]
        member = action.variants[item.variant] if item.variant >= 0 else None
        called = f"{action.name} {member.name}" if member is not None and member.name else action.name
        if item.pick < 0:
            title = member.title if member is not None and member.title else action.title
            found.append(Name(ACTIONS, shown(called), shown(title or "")))
            continue
        pick = action.picks(max(item.variant, 0))[item.pick]
        argument, value = pick.argument, item.value
        if argument.kind == "piece":
            name = rules.naming.kind(argument.component or 0, value)
        elif argument.kind == "number" and value == NUMBERS - 1:
            name = f"{value} or more"
        else:
            name = str(rules.naming.argument(argument, value))
        found.append(Name(shown(f"{called}: {pick.name}"), shown(name)))
    return found


def places(rules: Rules) -> list[tuple[str, str]]:
    """Where each site stands, with its title: a phase, or the paragraph of the rules if it is in none."""
    found = []
    for span in (site.span for site in rules.program.sites):
        around = [each for each in rules.program.phases if each.span.start <= span.start and span.end <= each.span.end]
        phase = min(around, key=lambda each: each.span.end - each.span.start, default=None)
        if phase is not None:
            found.append((f"phase {shown(phase.name)}", shown(phase.title or "")))
        else:
            found.append((paragraph_title(rules.source, span.start) or "the game", ""))
    return found


@frozen
class Numbers:
    """A column in numbers; without any game all are 0. `tenth`, `median`, `ninth` are not exceeded by 10, 50, 90 %."""

    mean: Estimate | None
    deviation: float | None
    lowest: int
    tenth: int
    median: int
    ninth: int
    highest: int
    histogram: tuple[tuple[int, int], ...]


@frozen
class Seat:
    """How a seat did. `wins` counts shared wins (of ties, of partners), too; `share` is that of the finished games."""

    seat: int
    name: str
    wins: int
    shared: int
    share: Estimate | None
    score: Numbers | None


@frozen
class Branching:
    """Decisions in a phase, how many moves there were on average and at most."""

    phase: str
    title: str
    decisions: int
    moves: float
    most: int


@frozen
class Use:
    """How often something was chosen; in how many seat-games (a seat in a game) at least once; how many of these the
    seat won, and their share, "won when used". Its interval treats seats as independent, which those of one game are
    not: where one wins, others lose."""

    group: str
    name: str
    title: str
    uses: int
    seat_games: int
    wins: int
    rate: Estimate | None


@frozen
class Trouble:
    """A rule that went wrong, or an invariant that did not hold; `again` is the command for the first such game."""

    line: int
    rule: str
    games: int
    first: int
    message: str
    again: str


@frozen
class Summary:
    """Everything about one variant. `wanted` games were to be played, each of at most `most` decisions; `rate` is the
    share of seat-games that were won, the measure of every win rate; `ties` that of games with several winners: ties,
    or partners who win together. `invariants`: how many were looked at, None if nobody looked. `levels`: how strong the
    seats were, none if all played at random; `together`: all win or nobody."""

    title: str
    rules: str
    sha256: str
    variant: str | None
    players: int
    options: tuple[tuple[str, int | str | bool], ...]
    seed: int
    wanted: int
    most: int
    games: int
    finished: int
    faulted: int
    too_long: int
    too_slow: int
    seats: tuple[Seat, ...]
    ties: Estimate | None
    without_winner: Estimate | None
    rate: float | None
    length: Numbers
    moves: float | None
    phases: tuple[Branching, ...]
    uses: tuple[Use, ...]
    faults: tuple[Trouble, ...]
    invariants: int | None
    broken: tuple[Trouble, ...]
    levels: tuple[str, ...] = ()
    together: bool = False

    def as_json(self) -> dict[str, object]:
        """The numbers for another program; without invariants nobody looked at, and without what is as usual."""
        found = asdict(self)
        if self.invariants is None:
            del found["invariants"], found["broken"]
        for name in ("levels", "together"):
            if not found[name]:
                del found[name]
        return found


def summary(plan: Plan, setup: Setup, rules: Rules, sums: Sums, game: str) -> Summary:
    """The summary of a variant; `game` is how the rules were named."""
    winners, players = sums.winners, rules.players
    won = sum(mask.bit_count() * number for mask, number in winners.items())
    counts, decisions, moves = sums.counts, sum(sums.counts.decisions), sum(sums.counts.moves)
    uses = [
        Use(name.group, name.name, name.title, uses, used, won, wilson(won, used))
        for name, uses, used, won in zip(names(rules), counts.uses, counts.used, counts.won, strict=True)
        if uses or not name.group  # actions also if never used
    ]
    groups, seats = [use.group for use in uses], list[Seat]()
    for seat, name in enumerate(map(shown, rules.core.seat_names)):
        wins = sums.wins(seat)
        score = None if rules.program.score is None else numbers(sums.scores[seat])
        seats.append(Seat(seat, name, wins, wins - winners.get(1 << seat, 0), wilson(wins, sums.finished), score))

    def trouble(fault: Fault) -> Trouble:
        options, levels = dict(setup.options), setup.levels
        command = replay_command(game, players, options, seed=plan.seed, number=fault.first, levels=levels)
        message, rule, command = map(shown_prose, (fault.message, fault.rule, command))
        return Trouble(fault.line, rule, fault.games, fault.first, message, command)

    return Summary(
        title=shown(rules.core.title),
        rules=shown(rules.name),
        sha256=rules.sha256,
        variant=None if setup.variant is None else shown(setup.variant),
        players=players,
        options=tuple(
            (shown(name), shown(value) if isinstance(value, str) else value) for name, value in rules.options.items()
        ),
        seed=plan.seed,
        wanted=plan.games,
        most=plan.most,
        **{name: getattr(sums, name) for name in ("games", "finished", "faulted", "too_long", "too_slow")},
        seats=tuple(seats),
        ties=wilson(sum(number for mask, number in winners.items() if mask.bit_count() > 1), sums.finished),
        without_winner=wilson(winners.get(0, 0), sums.finished),
        rate=won / (sums.finished * players) if sums.finished else None,
        length=numbers(sums.length),
        moves=moves / decisions if decisions else None,
        phases=_phases(rules, sums),
        uses=tuple(sorted(uses, key=lambda use: (groups.index(use.group), -use.uses))),
        faults=tuple(map(trouble, sums.faults)),
        invariants=len(rules.program.invariants) if plan.invariants else None,
        broken=tuple(map(trouble, sums.broken)),
        together=rules.program.wins_together and players > 1,
        levels=setup.levels,
    )


def numbers(column: Column) -> Numbers:
    """A column in numbers."""
    tenth, median, ninth = (column.quantile(share) for share in (0.1, 0.5, 0.9))
    histogram = tuple(sorted(column.histogram.items()))
    return Numbers(column.mean(), column.deviation, column.low, tenth, median, ninth, column.high, histogram)


def _phases(rules: Rules, sums: Sums) -> tuple[Branching, ...]:
    """By phase, in the order of the rules."""
    counts, found = sums.counts, dict[tuple[str, str], list[int]]()
    for site, place in sorted(enumerate(places(rules)), key=lambda each: rules.program.sites[each[0]].span.start):
        if counts.decisions[site]:
            found.setdefault(place, []).append(site)
    branching = []
    for place, sites in found.items():
        decisions, moves = (sum(column[site] for site in sites) for column in (counts.decisions, counts.moves))
        branching.append(Branching(*place, decisions, moves / decisions, max(counts.most[site] for site in sites)))
    return tuple(branching)


# ---- variants side by side

MIN_GAMES: Final = 30
LEVEL: Final = 0.05


@frozen
class Difference:
    """How much more of a measure the variant has than the first one, in `pairs` games in which both came to an end."""

    variant: str
    measure: str
    seat: int | None
    pairs: int
    estimate: Estimate | None
    likely: float
    beyond: bool


def differences(variants: Sequence[str], pairs: Sequence[Pairs], seats: int, *, scores: bool) -> list[Difference]:
    """What differs from the first variant; `scores`: the games have scores beside their winners."""
    found = [
        (variant, measure, seat, column)
        for variant, columns in zip(variants[1:], pairs, strict=True)
        for (measure, seat), column in zip(measures(seats), columns, strict=True)
        if scores or measure != "score"
    ]
    likely = [column.p_value if column.count >= MIN_GAMES else 1.0 for *_, column in found]
    told = []
    for (variant, measure, seat, column), chance, beyond in zip(found, likely, beyond_chance(likely), strict=True):
        mean = column.mean() if column.count >= MIN_GAMES else None
        told.append(Difference(variant, measure, seat, column.count, mean, chance, beyond))
    return told


def beyond_chance(likely: Sequence[float]) -> list[bool]:
    """Holm's procedure: which p-values go beyond chance, if any of a set may do so wrongly in 5 % of cases."""
    found = [False] * len(likely)
    for rank, at in enumerate(sorted(range(len(likely)), key=likely.__getitem__)):
        if likely[at] > LEVEL / (len(likely) - rank):
            break
        found[at] = True
    return found


def wide(questions: int) -> float:
    """How many standard errors wide to each side intervals are, so that all of so many hold together."""
    return NormalDist().inv_cdf(1 - LEVEL / (2 * questions))
