"""Moves that are never the best: what players who think make of each action, and of each value of its picks, wherever
it could be chosen beside others.

Law: what is told was not once chosen by who thinks, nor valued beyond doubt above what was. Decisions in which it was
hardly tried, or in which it is as good as what is beside it, say nothing: where a game is as good as over anything is
chosen.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from attrs import define, frozen

from rulewright.language import core
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.messages import playing as words
from rulewright.language.span import Span
from rulewright.machine.game import Rules
from rulewright.machine.move_names import Move
from rulewright.machine.program.nodes import ActionCode, Argument
from rulewright.searching import Searched, Weighed

MIN_DECISIONS, MIN_GAMES = 300, 5
"""In so many decisions of so many games something must have been worse than the best before it is told: what is good
once in a hundred decisions is seen to be."""
MIN_TRIES: Final = 5
"""So often moves must be tried in a decision that says something of them."""
ALIKE: Final = 0.02
"""Moves whose values differ by no more are as good as each other."""
FEW_VALUES: Final = 8
"""Of a pick of more values none is told."""


@frozen
class Course:
    """An action by its place and name, or its moves in which `picked` is the `value`."""

    at: Span
    action: str
    picked: str | None = None
    value: str | None = None


@define
class Worth:
    """What was seen of a course beside others: in so many decisions of so many `games`, of which the `last` has this
    number, it was `worse` than the best; in one it was the best."""

    worse: int = 0
    games: int = 0
    last: int | None = None
    best: bool = False

    def __or__(self, other: "Worth") -> "Worth":
        return Worth(self.worse + other.worse, self.games + other.games, None, self.best or other.best)

    @property
    def never_best(self) -> bool:
        """Whether it was looked at often enough, and never the best."""
        return not self.best and self.worse >= MIN_DECISIONS and self.games >= MIN_GAMES


Worths = dict[Course, Worth]
"""What is known of all courses."""


class Weighing:
    """Notes what is thought of the moves of some rules; actions that change nothing are there for who wants no other,
    and are left out."""

    def __init__(self, rules: Rules) -> None:
        self.found: Worths = {}
        doing = {each.name for each in rules.core.actions if _does_something(each)}
        self._actions = {
            each.name: (each.span, [*_valued(each)]) for each in rules.program.actions if each.name in doing
        }

    def note(self, game: int, found: Searched) -> None:
        """Note what somebody has thought of a decision in the game of this number."""
        courses = {each.move: frozenset(self._courses(each.move)) for each in found.moves}
        for course in frozenset[Course]().union(*courses.values()):
            of_it = [each for each in found.moves if course in courses[each.move]]
            beside = [each for each in found.moves if course not in courses[each.move]]
            ahead = _ahead(of_it, beside, found.best) if beside else 0
            worth = self.found.setdefault(course, Worth())
            worth.best |= ahead > 0
            if ahead < 0:
                worth.worse += 1
                worth.games += worth.last != game
                worth.last = game

    def _courses(self, move: Move) -> Iterator[Course]:
        name = str(move[0])
        if name in self._actions:
            at, picks = self._actions[name]
            yield Course(at, name)
            for number, picked in picks:
                yield Course(at, name, picked, str(move[number]))


def _ahead(some: Sequence[Weighed], others: Sequence[Weighed], best: Weighed) -> int:
    """1 if one of some moves is the best beside others, or surely could be, -1 if none is, 0 where nobody knows."""
    value = max(each.value for each in some)
    if abs(value - max(each.value for each in others)) <= ALIKE:
        return 0
    if best in some or any(each.low > best.value for each in some):
        return 1
    return -1 if value < best.value and sum(each.visits for each in some) >= MIN_TRIES else 0


def _does_something(action: core.Action) -> bool:
    return action.by_member is not None or not all(isinstance(each, core.FinishProcedure) for each in action.body)


def _valued(action: ActionCode) -> Iterator[tuple[int, str]]:
    """Which words of a move of an action are one of few values, and what is picked there."""
    for number, pick in enumerate(action.picks(0)[: action.common], start=1):
        if pick.several is not None:
            return
        if _few(pick.argument):
            yield number, pick.name


def _few(argument: Argument) -> bool:
    return argument.kind in ("value", "flag") and not argument.players and len(argument.names) <= FEW_VALUES


def never_best(worths: Mapping[Course, Worth], tries: int) -> list[Diagnostic]:
    """What was never the best to those who try out so many games for a move, by place; of an action that never was no
    part is told."""
    found = {each: known for each, known in worths.items() if known.never_best}
    told = []
    for each, known in found.items():
        if each.picked is None or Course(each.at, each.action) not in found:
            made = partial(words.never_best, each.at, action=each.action, picked=each.picked, value=each.value)
            told.append(made(decisions=known.worse, games=known.games, tries=tries))
    return sorted(told, key=lambda one: (one.span.start, str(one.facts["value"])))
