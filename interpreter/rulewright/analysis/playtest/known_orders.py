"""Piles that nobody sees and whose order all know, in random games that are played for nothing else.

What a sentence lays there that the pile's `secret` excepts may be known.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from attrs import evolve

from rulewright.analysis.playtest.effort import Watch
from rulewright.analysis.playtest.finding import Sighting, watched_game
from rulewright.analysis.playtest.hidden import PileSentences, Table, Trail, known_order, with_own_machine
from rulewright.language import core
from rulewright.language.checks.call_graph import Courses
from rulewright.language.core_queries import excepted
from rulewright.language.effects import nodes_in_play
from rulewright.language.span import Span
from rulewright.language.walking import walk
from rulewright.machine.events import Event, Moved
from rulewright.machine.game import Rules

SEEN_BEFORE: Final = 0
"""The seats that are said to have seen a piece before, where what lies there now may be known."""


class Unexcepted(list[Event]):
    """What the machine of these rules tells, by a trail of its own. A piece that a secret excepts as it comes somewhere
    counts as one that nobody saw before, so that nothing is claimed of where it lies; one that was shown by the rules
    under the same name as one that all saw, though it comes from a hand."""

    def __init__(self, rules: Rules) -> None:
        super().__init__()
        clock, self.notes = rules.machine.c, rules.program.notes
        self.excepted, self.shown = excepted(rules.core), moves_of_shown(rules.core)
        self.everyone = (1 << rules.players) - 1
        self.trail = Trail(clock.notes)
        if any(self.excepted.values()) or self.shown:
            clock.notes = self.trail

    def append(self, event: Event) -> None:
        """One more event."""
        if isinstance(event, Moved):
            sentence, goal = self._sentence(), core.Whole("zone", event.goal.zone)
            if sentence in self.excepted.get(goal, ()):
                event = evolve(event, known=SEEN_BEFORE)
            elif sentence in self.shown:
                event = evolve(event, known=self.everyone)
        super().append(event)

    def clear(self) -> None:
        """What comes next begins anew."""
        self.trail.order.clear()
        super().clear()

    def _sentence(self) -> Span | None:
        """The sentence that is carried out."""
        carried_out = (self.notes[number] for number in reversed(self.trail.order))
        return next((notice.span for notice in carried_out if notice.sort == "sentence"), None)


def moves_of_shown(made: core.Core) -> frozenset[Span]:
    """The sentences that move a piece by a name under which another one before has shown it to everyone."""
    courses, found = Courses(made), set[Span]()
    for node in nodes_in_play(made):
        if isinstance(node, core.Show) and node.to is None and isinstance(node.seq, core.Listed):
            then = walk(courses.after[id(node)][0])
            found |= {each.span for each in then if isinstance(each, core.MovePiece) and each.piece in node.seq.values}
    return frozenset(found)


def laid_unshuffled(rules: Rules) -> frozenset[int]:
    """The numbers of what the program notes where pieces come to a pile that nobody sees, and no shuffle follows."""
    made, found = rules.core, set[Span]()
    for pile in {rules.program.zones[number].zone for number, _ in Table(rules, set()).piles}:
        sentences = PileSentences(made, pile)
        fills = filter(sentences.fills, sentences.nodes)
        found |= {each.span for each in fills if not any(map(sentences.shuffles, walk(sentences.then(each))))}
    return frozenset(number for number, each in enumerate(rules.program.notes) if each.span in found)


def known_orders(rules: Rules, seed: int, games: Iterable[int], most: int, watch: Watch) -> Iterator[Sighting]:
    """Where pieces are taken of which all know what they are, in these games of so many decisions; of a pile it is told
    once."""
    played, told = with_own_machine(rules), set[int]()
    if not Table(played, told).piles:
        return
    events = Unexcepted(played)
    for number in games:
        events.clear()
        table = Table(played, told)
        for step in watched_game(played, seed, number, most, events):
            if not watch():
                return
            yield from known_order(table, step)
