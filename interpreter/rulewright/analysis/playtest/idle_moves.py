"""Moves after which everything is as it was.

Told of an action that picks nothing where the same player is asked the same, and nobody has seen anything. Of others
one of many moves may come to nothing (two equal pieces change places): of these it is told only where reading shows it.
To pass is another thing: then somebody else is asked, or something is counted.
"""

from collections.abc import Iterator, Sequence
from functools import partial

from attrs import define, field

from rulewright.analysis.playtest.finding import Sighting
from rulewright.analysis.playtest.watched_games import Step
from rulewright.language.checks.idle_picks import IdlePick, idle_picks
from rulewright.language.messages import playing as words
from rulewright.language.span import Span
from rulewright.machine import positions
from rulewright.machine.game import Rules
from rulewright.machine.interpret import Deciding
from rulewright.machine.program.moves import Choice
from rulewright.machine.program.nodes import Pick


@define
class Idle:
    """The actions of which it was told; `doubted`: picks that make one do nothing, and were not yet seen to be made."""

    rules: Rules
    told: set[int] = field(factory=set)
    doubted: list[IdlePick] = field()

    @doubted.default
    def _all(self) -> list[IdlePick]:
        return list(idle_picks(self.rules.core))

    def changes_nothing(self, step: Step) -> Iterator[Sighting]:
        """The move that was made last, if it is such a one; or one that can be made now."""
        number = step.made
        if self.doubted and isinstance(self.rules.machine.stop, Deciding):
            yield from self._same_picked(step, self.rules.machine.stop)
        if number is None or not step.idle or step.events or number in self.told:
            return
        action = self.rules.program.actions[number]
        if not any(variant.picks for variant in action.variants):
            self.told.add(number)
            said = words.changes_nothing(action.span, name=action.name, decisions=step.decisions - 1 or None)
            yield Sighting(said, lambda: step.choices)

    def _same_picked(self, step: Step, stop: Deciding) -> Iterator[Sighting]:
        """The first move of each doubted action in which the same is picked twice."""
        seat, offers = stop.seats[0], self.rules.program.sites[stop.site].offers
        spans = {offer.action: self.rules.program.actions[offer.action].span for offer in offers}
        if not any(each.action in spans.values() for each in self.doubted):
            return
        for number, move in enumerate(self.rules.machine.moves(seat)):
            action = offers[move.offer].action
            mine = [each for each in self.doubted if each.action == spans[action]]
            picks = {pick.span: pick for pick in self.rules.program.actions[action].variants[move.variant].picks}
            for each in [each for each in mine if same(each, picks, move, seat)]:
                self.doubted.remove(each)
                name, path = self.rules.program.actions[action].name, (*step.choices, positions.Choice(seat, number))
                beside = None if each.beside is None else picks[each.beside].name
                said = words.same_picked(each.at, name=name, picked=picks[each.at].name, beside=beside)
                yield Sighting(said, partial(tuple, path))


def same(doubted: IdlePick, picks: dict[Span, Pick], move: Choice, seat: int) -> bool:
    """Whether a move picks the same at both places, or who chooses."""
    if doubted.at not in picks:
        return False
    return _picked(picks[doubted.at], move) == (
        (seat,) if doubted.beside is None else _picked(picks[doubted.beside], move)
    )


def _picked(pick: Pick, move: Choice) -> Sequence[int]:
    return move.picks[pick.at : pick.at + pick.words]
