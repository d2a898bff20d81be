"""What the sums say: wins, scores, length, branching, uses, each with its interval and its title."""

from collections.abc import Mapping, Sequence
from typing import Final

from attrs import asdict, frozen

from rulewright.analysis.random_games import again
from rulewright.analysis.simulate.checkpoint import Plan
from rulewright.analysis.simulate.compare import deviation, mean, quantile
from rulewright.analysis.simulate.sums import Column, Fault, Sums
from rulewright.analysis.simulate.tasks import Setup
from rulewright.language.render import paragraph_title, shown_prose
from rulewright.language.source import Source
from rulewright.language.span import Span
from rulewright.machine.game import Rules
from rulewright.machine.playouts import NUMBERS, Item, items
from rulewright.machine.program.nodes import Argument
from rulewright.shares import Estimate, wilson
from rulewright.shown import shown

# ---- How what is counted is called: items by action, pick and value, sites by the phase they stand in
# In: rules. Out: for each item the table it stands in and its name there; for each site its phase. Text of the rules
# comes out harmless for a screen.


ACTIONS: Final = ""


@frozen
class Name:
    """`group`: the table, ACTIONS or an action and its pick; `title`: what the rules call it in a sentence."""

    group: str
    name: str
    title: str = ""


@frozen
class Place:
    """Where decisions are made: a phase, or the paragraph of the rules if it is in none."""

    name: str
    title: str = ""


def names(rules: Rules) -> list[Name]:
    """The names of all items, in their order."""
    return [_item(rules, item) for item in items(rules.program).all]


def _item(rules: Rules, item: Item) -> Name:
    action = rules.program.actions[item.action]
    member = action.variants[item.variant] if item.variant >= 0 else None
    called = f"{action.name} {member.name}" if member is not None and member.name else action.name
    if item.pick < 0:
        title = member.title if member is not None and member.title else action.title
        return Name(ACTIONS, shown(called), shown(title or ""))
    pick = action.picks(max(item.variant, 0))[item.pick]
    return Name(shown(f"{called}: {pick.name}"), shown(_value(rules, pick.argument, item.value)))


def _value(rules: Rules, argument: Argument, value: int) -> str:
    if argument.kind == "piece":
        return rules.naming.kind(argument.component or 0, value)
    beyond = argument.kind == "number" and value == NUMBERS - 1
    return f"{value} or more" if beyond else str(rules.naming.argument(argument, value))


def places(rules: Rules) -> list[Place]:
    """Where each site stands."""
    source = Source(rules.name, rules.source_text)
    return [_place(rules, source, site.span) for site in rules.program.sites]


def _place(rules: Rules, source: Source, span: Span) -> Place:
    around = [each for each in rules.program.phases if each.span.start <= span.start and span.end <= each.span.end]
    if not around:
        return Place(paragraph_title(source, span.start) or "the game")
    phase = min(around, key=lambda each: each.span.end - each.span.start)
    return Place(f"phase {shown(phase.name)}", shown(phase.title or ""))


# ---- What the sums say: wins, scores, length, branching, uses, each with its interval
# In: sums and the rules they are of. Out: a `Summary`, plain data from which text, JSON and pages are made. The same
# sums give the same numbers to the last digit.


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
    """How a seat did. `wins` counts shared wins (ties, and those of partners who win together), too; `share` is their
    share of the finished games."""

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
    """A rule that went wrong, or the title of an invariant that did not hold, in how many games; `again` is the command
    that plays the first of them again."""

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
    seats were, none if all played at random."""

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

    def as_json(self) -> dict[str, object]:
        """The numbers for another program; nothing of the invariants if nobody looked at them, nor of levels if all
        played at random."""
        found = asdict(self)
        if self.invariants is None:
            del found["invariants"], found["broken"]
        if not self.levels:
            del found["levels"]
        return found


def summary(plan: Plan, setup: Setup, rules: Rules, sums: Sums, game: str) -> Summary:
    """The summary of a variant; `game` is how the rules were named."""
    winners, seats = sums.winners, rules.players
    won = sum(mask.bit_count() * number for mask, number in winners.items())
    decisions, moves = sum(sums.counts.decisions), sum(sums.counts.moves)
    return Summary(
        title=shown(rules.core.title),
        rules=shown(rules.name),
        sha256=rules.sha256,
        variant=None if setup.variant is None else shown(setup.variant),
        players=seats,
        options=tuple((shown(name), _shown(value)) for name, value in rules.options.items()),
        seed=plan.seed,
        wanted=plan.games,
        most=plan.most,
        games=sums.games,
        finished=sums.finished,
        faulted=sums.faulted,
        too_long=sums.too_long,
        too_slow=sums.too_slow,
        seats=tuple(_seat(rules, sums, seat) for seat in range(seats)),
        ties=wilson(sum(number for mask, number in winners.items() if mask.bit_count() > 1), sums.finished),
        without_winner=wilson(winners.get(0, 0), sums.finished),
        rate=won / (sums.finished * seats) if sums.finished else None,
        length=numbers(sums.length),
        moves=moves / decisions if decisions else None,
        phases=_phases(rules, sums),
        uses=_uses(rules, sums),
        faults=_troubles(plan, setup, sums.faults, game),
        invariants=len(rules.program.invariants) if plan.invariants else None,
        broken=_troubles(plan, setup, sums.broken, game),
        levels=setup.levels,
    )


def numbers(column: Column) -> Numbers:
    """A column in numbers."""
    return Numbers(
        mean(column),
        deviation(column),
        column.low,
        quantile(column, 0.1),
        quantile(column, 0.5),
        quantile(column, 0.9),
        column.high,
        tuple(sorted(column.histogram.items())),
    )


def _seat(rules: Rules, sums: Sums, seat: int) -> Seat:
    own = {mask: number for mask, number in sums.winners.items() if mask >> seat & 1}
    wins = sum(own.values())
    return Seat(
        seat,
        shown(rules.core.seat_names[seat]),
        wins,
        sum(number for mask, number in own.items() if mask.bit_count() > 1),
        wilson(wins, sums.finished),
        None if rules.program.score is None else numbers(sums.scores[seat]),
    )


def _phases(rules: Rules, sums: Sums) -> tuple[Branching, ...]:
    """By phase, in the order of the rules."""
    counts = sums.counts
    found: dict[Place, tuple[int, int, int]] = {}
    sites = sorted(enumerate(places(rules)), key=lambda each: rules.program.sites[each[0]].span.start)
    for site, place in sites:
        if counts.decisions[site]:
            decisions, moves, most = found.get(place, (0, 0, 0))
            most = max(most, counts.most[site])
            found[place] = decisions + counts.decisions[site], moves + counts.moves[site], most
    return tuple(
        Branching(place.name, place.title, decisions, moves / decisions, most)
        for place, (decisions, moves, most) in found.items()
    )


def _uses(rules: Rules, sums: Sums) -> tuple[Use, ...]:
    """What was chosen, table by table, the most used first; actions also if never used."""
    counts = sums.counts
    found = [
        Use(name.group, name.name, name.title, uses, used, won, wilson(won, used))
        for name, uses, used, won in zip(names(rules), counts.uses, counts.used, counts.won, strict=True)
        if uses or not name.group
    ]
    groups: Mapping[str, int] = {use.group: at for at, use in reversed(list(enumerate(found)))}
    return tuple(sorted(found, key=lambda use: (groups[use.group], -use.uses)))


def groups(uses: Sequence[Use]) -> dict[str, list[Use]]:
    """Uses by table, in their order."""
    found: dict[str, list[Use]] = {}
    for use in uses:
        found.setdefault(use.group, []).append(use)
    return found


def _troubles(plan: Plan, setup: Setup, faults: Sequence[Fault], game: str) -> tuple[Trouble, ...]:
    options, found = dict(setup.options), []
    for fault in faults:
        command = again(game, setup.players, options, seed=plan.seed, number=fault.first, levels=setup.levels)
        message, rule, command = map(shown_prose, (fault.message, fault.rule, command))
        found.append(Trouble(fault.line, rule, fault.games, fault.first, message, command))
    return tuple(found)


def _shown(value: int | str | bool) -> int | str | bool:  # noqa: FBT001 - yes and no are values of the language
    return shown(value) if isinstance(value, str) else value
