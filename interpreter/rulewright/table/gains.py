"""What a move brings beside another one, read from games that were tried out after each: at once, some moves later, at
the end.

Told is what speaks for the move: that its seat has won or scores more, that another one has not or scores less, or that
somebody has more or less of something. What the move does by itself, as its own words say, is no gain.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from math import sqrt
from statistics import StatisticsError, correlation, mean, variance
from typing import TYPE_CHECKING, Final, TypeAlias

from attrs import evolve, frozen

from rulewright.language import core
from rulewright.language.types import PLAYER, CountsT, NumberT, lowest
from rulewright.language.wording import plural
from rulewright.machine.explain import Value
from rulewright.machine.game import Rules
from rulewright.machine.interpret import RulesFault, Vector
from rulewright.machine.move_names import Move
from rulewright.machine.program.cell_map import instances, owners
from rulewright.machine.view import variable_cells
from rulewright.table.typed_line import move_text

if TYPE_CHECKING:
    from rulewright.machine.explain import Explainer
    from rulewright.machine.wasm.searcher import Ended

FEWEST_GAMES, MOST_COMPARED, MAX_PARTS = 30, 400, 2
"""From so many games of each move on they are compared, so many at most; so many parts of a score are told, those that
differ most."""
APART, WORTH_TELLING, LEAST_SHARE, LEAST_MORE = 4.0, 0.25, 0.1, 0.3
"""Means are told if they lie so many standard errors apart (of many things some are apart by chance), by such a part of
what games differ by, and by such a share of the games, or so many points or pieces."""
LEAST_COMING, LAST_NEAR_MARK = 0.5, 3
"""What a move comes to is told from so much more on, on average, and up to the mark of this number: later much grows by
itself."""
TELLING: Final = 4.0
"""What seats have is told if more of it goes with a larger lead in the end, by so many standard errors."""
YOU: Final = "you"
"""How who reads it is called."""
LATER: Final = "{} moves later"
WON, SCORE, PIECES, FIELD = range(4)
"""What a seat has: a win, a score, so many pieces, or a number of its own; what matters more comes first."""
Thing: TypeAlias = tuple[int, int, str]
"""One of these, of this seat, called so."""
Had: TypeAlias = Mapping[Thing, int]


@frozen
class Beside:
    """What is compared: games after the `best` move of a `seat`, and games after the `other` one `instead`. `people`:
    how the seats are called; `parts`: what takes scores apart; `apart`: whether one is worth more than the other, so
    that it matters what differs."""

    rules: Rules
    seat: int
    people: Sequence[str]
    best: Move
    other: Move
    after: "Sequence[Ended]"
    instead: "Sequence[Ended]"
    parts: "Explainer | None"
    apart: bool = True

    @property
    def others(self) -> list[int]:
        """The seats that play against it."""
        teams = self.rules.core.teams
        seats = (of for of in range(len(self.people)) if of != self.seat)
        return [of for of in seats if not teams or teams[of] != teams[self.seat]]


def gains(beside: Beside) -> list[str]:
    """What the move brings, in sentences: what differs first of wins or scores, on the way or at the end, or else of
    what else seats have, at most a sentence of the seat's own and one of another's. If nothing does, what the move
    comes to first."""
    found, comes_to, begun = list[str](), list[str](), list[list[Had]]()
    for at, mark in enumerate(_marks(beside)):
        begun = begun or [*map(list, mark.had)]
        differing = sorted(_differing(beside, mark, begun)) if beside.apart else []
        comes_to = comes_to or ([*_comes_to(beside, mark, begun[0])] if at <= LAST_NEAR_MARK else [])
        matters = bool(differing) and differing[0][0] < PIECES
        if differing and (matters or not found):
            own = [text for _, theirs, _, text in differing if not theirs]
            others = [text for _, theirs, _, text in differing if theirs]
            found = [*own[:1], *others[:1]]
        if matters:
            break
    return found or comes_to


def highest_wins(scoring: core.Scoring) -> bool | None:
    """Whether the highest score wins, or the lowest; None where it is neither."""
    match scoring:
        case core.Scoring(
            score=core.CallDefinition(definition=score),
            winners=core.Best(keys=((highest, core.CallDefinition(definition=key)), *_)),
        ) if key == score:
            return highest
    return None


def more_wins(rules: Rules) -> bool | None:
    """The same, or as training found it."""
    highest, horizon = highest_wins(rules.core.scoring), rules.trained and rules.trained.horizon
    return horizon.lead > 0 if highest is None and horizon else highest


@frozen
class _Mark:
    """Games after the move, and games after the other one, `when` so many decisions are made: what seats `had` then, in
    which `states`."""

    when: str
    had: Sequence[Sequence[Had]]
    states: Sequence[Sequence[Vector]]


def _marks(beside: Beside) -> Iterator[_Mark]:
    """The games on their way, and where they have come to: there only scores count."""
    some = [games[:MOST_COMPARED] for games in (beside.after, beside.instead)]
    if min(map(len, some)) < FEWEST_GAMES:
        return
    for at in range(min(len(each.marks) for games in some for each in games)):
        states = [[each.marks[at] for each in games] for games in some]
        had = [[_had(beside.rules, state) for state in each] for each in states]
        yield _Mark(LATER.format(1 << at) if at else "At once", had, states)
    if beside.rules.program.score is not None:
        when = "At the end" if all(each.over for games in some for each in games) else "Some moves later"
        scores = [[_scored(each.scores) for each in games] for games in some]
        yield _Mark(when, scores, [[each.state for each in games] for games in some])


def _scored(scores: Sequence[int]) -> Had:
    return {(SCORE, seat, ""): score for seat, score in enumerate(scores)}


def _had(rules: Rules, state: Vector) -> Had:
    """What every seat has in a state."""
    machine, had = rules.machine, defaultdict[Thing, int](int)
    rules.loaded = None
    machine.place(state)
    over = bool(machine.memory[rules.program.ended])
    with suppress(RulesFault):
        for seat in machine.result()[1] if over else ():
            had[WON, seat, ""] = 1
        if rules.program.score is not None and (over or not rules.core.scoring.at_end):
            had.update(_scored(machine.scores()))
    for layout, at in instances(rules.program.zones):
        owner = None if layout.owner_seat is None else owners(layout, at)[layout.owner_seat]
        if owner is not None:
            noun = rules.core.components[layout.component].name
            for kind, _ in machine.zones.pieces(layout.zone, at):
                had[PIECES, owner, rules.naming.kind(layout.component, kind)] += 1
                had[PIECES, owner, plural(noun)] += 1
    for variable, _, of, cells in variable_cells(rules.core, rules.program):
        if variable.owners[:1] == (PLAYER,) and variable not in rules.idle_fields:
            rest = [str(rules.naming.value(*each)) for each in zip(variable.owners[1:], of[1:], strict=True)]
            match variable.type:
                case NumberT():
                    had[FIELD, of[0], " ".join((*rest, variable.name))] = machine.memory[cells.start]
                case CountsT(elements):
                    for value, cell in enumerate(cells, start=lowest(elements)):
                        item = str(rules.naming.value(elements, value))
                        had[FIELD, of[0], " ".join((item, "in", *rest, variable.name))] = machine.memory[cell]
                case _:
                    pass
    return had


def _leads(beside: Beside, games: "Sequence[Ended]") -> Iterator[float]:
    """How far the seat is ahead of the best other one where games have come to; where no score says that, whether it
    has won."""
    higher = more_wins(beside.rules)
    for game in games[:MOST_COMPARED]:
        own, others = game.scores[beside.seat], [game.scores[of] for of in beside.others]
        if higher is None or not others:
            yield _had(beside.rules, game.state).get((WON, beside.seat, ""), 0)
        else:
            yield own - max(others) if higher else min(others) - own


def _wins(beside: Beside, seat: int) -> list[list[int]]:
    """Whether a seat has won where games have come to, after both moves."""
    some = [games[:MOST_COMPARED] for games in (beside.after, beside.instead)]
    return [[_had(beside.rules, each.state).get((WON, seat, ""), 0) for each in games] for games in some]


Differing: TypeAlias = tuple[int, bool, float, str]
"""How much it matters, whether it is another seat's, how far it is apart (below 0, furthest first), and in words."""


def _differing(beside: Beside, mark: _Mark, begun: Sequence[Sequence[Had]]) -> Iterator[Differing]:
    """What differs at a mark and speaks for the move; `begun`: what seats had at the first one."""
    leads = [list(_leads(beside, games)) for games in (beside.after, beside.instead)]
    higher, moves = more_wins(beside.rules), {str(word) for word in (*beside.best, *beside.other)}
    for sort, seat, name in {each: None for some in mark.had for one in some for each in one}:
        mine = seat == beside.seat
        if (not mine and seat not in beside.others) or (sort == SCORE and higher is None) or name in moves:
            continue
        if sort == SCORE and not mine and beside.rules.core.scoring.common:
            continue  # it is the same one
        values = [[one.get((sort, seat, name), 0) for one in some] for some in mark.had]
        more = mine if sort != SCORE else mine is higher
        means = compared(*values, higher=more)
        shares = sort in (WON, PIECES) and all(value in (0, 1) for some in values for value in some)
        if means is None or abs(means[0] - means[1]) < (LEAST_SHARE if shares else LEAST_MORE):
            continue
        if sort == WON and not compared(*_wins(beside, seat), higher=mine):
            continue  # one of them only ends sooner
        if sort >= PIECES:  # what the move itself does is no news, and not everything is worth having
            at_once = [mean(one.get((sort, seat, name), 0) for one in some) for some in begun]
            gained = abs(means[0] - means[1] - (at_once[0] - at_once[1])) >= LEAST_SHARE
            if not gained or _rises(values, leads) * (1 if mine else -1) < TELLING:
                continue
        spread = sqrt(mean(map(variance, values))) or 1 / len(values[0])
        told = _told(beside, mark, (sort, seat, name), means, shares=shares)
        yield sort, not mine, -abs(means[0] - means[1]) / spread, told


def _comes_to(beside: Beside, mark: _Mark, begun: Sequence[Had]) -> Iterator[str]:
    """What the move comes to by itself: what its seat scores more than at once, or pieces of a kind it then has."""
    named = {str(word) for word in beside.best} | {plural(each.name) for each in beside.rules.core.components}
    changes = list[tuple[int, float, str]]()
    for thing in {each: None for some in (mark.had[0], begun) for one in some for each in one}:
        (sort, seat, name), then = thing, mean(one.get(thing, 0) for one in mark.had[0])
        more = then - mean(one.get(thing, 0) for one in begun)
        by = more if sort != SCORE or more_wins(beside.rules) is not False else -more
        if seat == beside.seat and sort != WON and by >= LEAST_COMING and name not in named:
            before = f", after the move itself {tenths(then - more)}" if tenths(then) != tenths(more) else ""
            changes.append(
                (sort, -by, f"{_begins(beside, mark, thing)} {tenths(then)}{_what(thing)} on average{before}.")
            )
    yield from (text for _, _, text in sorted(changes)[:1])


def _rises(values: Sequence[Sequence[int]], leads: Sequence[Sequence[float]]) -> float:
    """How surely numbers rise with leads, in games after the same move: their correlation, in standard errors."""
    rises = list[float]()
    for some, ahead in zip(values, leads, strict=True):
        with suppress(StatisticsError):  # one of them never differs
            rises.append(correlation(some, ahead) * sqrt(len(some)))
    return sum(rises) / sqrt(len(rises) or 1)


def _told(beside: Beside, mark: _Mark, thing: Thing, means: tuple[float, float], *, shares: bool) -> str:
    """A difference in a sentence."""
    (sort, seat, _), after = thing, move_text(beside.other)
    begins, what = _begins(beside, mark, thing), _what(thing)
    if shares:
        first, second = (f"{round(100 * each)} %" for each in means)
        return f"{begins}{what} in {first} of the games tried out, after {after} in {second}."
    terms = [made_of(beside.parts, seat, some) for some in mark.states] if beside.parts and sort == SCORE else []
    of = "; ".join(apart(*terms, higher=(seat == beside.seat) is more_wins(beside.rules))) if terms else ""
    return f"{begins} {tenths(means[0])}{what} on average, after {after} {tenths(means[1])}{f' ({of})' * bool(of)}."


def _begins(beside: Beside, mark: _Mark, thing: Thing) -> str:
    """How a sentence about a thing begins, up to the number."""
    sort, seat, name = thing
    who = beside.people[seat]
    whose = "your" if who == YOU else f"{who}'s"
    if sort in (WON, PIECES):
        return f"{mark.when} {who} {'have' if who == YOU else 'has'}"
    return f"{mark.when} {whose} {name or 'score'} is"


def _what(thing: Thing) -> str:
    """What stands behind the number."""
    return {WON: " won", PIECES: f" {thing[2]}"}.get(thing[0], "")


def compared(after: Sequence[int], instead: Sequence[int], *, higher: bool) -> tuple[float, float] | None:
    """Both means, if the first one is higher (or lower) as they are told, and that is no chance and matters."""
    both = after, instead
    means, spread = [mean(each) for each in both], [variance(each) for each in both]
    error = sum(each / len(games) for each, games in zip(spread, both, strict=True))
    least = max(APART * sqrt(error), WORTH_TELLING * sqrt(mean(spread)))
    differ = abs(means[0] - means[1]) > least and tenths(means[0]) != tenths(means[1])
    return (means[0], means[1]) if differ and higher is (means[0] > means[1]) else None


Parts = Mapping[str, Sequence[int]]


def made_of(parts: "Explainer", seat: int, states: Sequence[Vector]) -> Parts:
    """What each part adds to the score of a seat in each of these states; of one total its elements are the parts."""
    found, asks = defaultdict[str, list[int]](lambda: [0] * len(states)), evolve(parts, over=True)
    for at, state in enumerate(states):
        values = [fact for fact in asks.facts("terms", state, (seat,)) if isinstance(fact, Value)]
        single = len(values) == 1
        for value in values:
            added: Iterable[tuple[object, object]] = (
                value.of
                if single and (value.of or not value.value)
                else [(re.sub(r"\bits ", "", value.text), value.value)]
            )
            for name, number in added:
                found[str(name)][at] += number if isinstance(number, int) else 0
    return found


def apart(after: Parts, instead: Parts, *, higher: bool) -> Iterator[str]:
    """The parts of a score that make the most of the difference, if there are several."""
    found, nothing = list[tuple[float, str]](), [0, 0]
    for name in dict.fromkeys((*after, *instead)):
        if means := compared(after.get(name, nothing), instead.get(name, nothing), higher=higher):
            text = f"{name} brings {tenths(means[0])}, not {tenths(means[1])}"
            found.append((abs(means[0] - means[1]), text))
    if found and len({*after, *instead}) > 1:
        yield from (text for _, text in sorted(found, reverse=True)[:MAX_PARTS])


def tenths(value: float) -> str:
    """A mean as it is told; nothing is -0.0."""
    return f"{round(value, 1) + 0.0:.1f}"
