"""The two stories of a hole: the example, to paste into the rules, and the game, a whole record from its beginning; of
an invariant that does not hold also what changed in the last move, and what is so.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from time import monotonic
from typing import Final

from attrs import evolve, frozen

from rulewright.analysis.example_parts import unfinished
from rulewright.analysis.playtest import finding
from rulewright.analysis.playtest.finding import Field, Hole, Way, broken_found, record_of, way_of
from rulewright.analysis.playtest.scenes import Example, smallest_example, words_of
from rulewright.analysis.playtest.shortening import BUDGET, shorten
from rulewright.analysis.position_text import Names, values_there
from rulewright.language import core
from rulewright.language.core_queries import questions
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.effects import effects, zones_of
from rulewright.language.elaborate.settings import shown_setting
from rulewright.language.messages import playing as words
from rulewright.language.span import Span
from rulewright.language.walking import walk
from rulewright.machine.events import Event, Moved
from rulewright.machine.game import Rules
from rulewright.machine.interpret import Deciding, RulesFault
from rulewright.machine.lower import lower
from rulewright.shown import INTERNAL

OF_KNOWLEDGE: Final = (words.known_order.code, words.told_secret.code)
"""What no example can show."""

# ---- Invariants that a game breaks with its end: they hold at every decision of it, and at the end they do not
# In: a finding and the way that shows it. Out: the finding in the words that this way deserves.


def worded_by(rules: Rules, way: Way, found: Diagnostic) -> Diagnostic:
    """What is said of a broken invariant where this way shows it; of anything else what is said already."""
    if found.code != words.broken_invariant.code or way.broken is None:
        return found
    check = rules.program.invariants[way.broken]
    if check.sort != "secret" and way.over and way.decisions:
        machines = (rules.standing_at(vector) for vector in way.vectors[:-1])
        if all(machine.call(check.function) for machine in machines if isinstance(machine.stop, Deciding)):
            return words.broken_at_the_end(check.span, title=check.title)
    return broken_found(rules, way.broken, way.decisions)


# ---- Which sentences of the rules changed, in the last move, what a broken invariant asks about
# Law: a sentence is told only where it was carried out, and no other that was can have changed the same field.

Moves = set[tuple[int, int]]
"""From which zones pieces went to which."""


def change_lines(rules: Rules, way: Way) -> list[str]:
    """What the last move changed of it, each sentence with its line; nothing where none is certain."""
    certain, made = defaultdict[Span, list[str]](list), rules.core
    writers = defaultdict[Field, set[Span]](set)
    with suppress(RulesFault):  # it may be too slow this time
        if way.broken is not None:
            (before, carried_out, moves), after = _last(rules, way), way.vectors[-1]
            cells = finding.cells_of(rules.program)
            asked = finding.fields_asked(questions(made, made.invariants[way.broken].condition)) & {*cells}
            changed = {each for each in asked if tuple(before[cells[each]]) != tuple(after[cells[each]])}
            for sentence in walk((made.setup, made.play, made.procedures, made.actions)):
                if isinstance(sentence, core.Statement) and (sentence.span in carried_out or not sentence.span.end):
                    for field in _written(made, sentence, moves) & changed:
                        writers[field].add(sentence.span)
    for (sort, number), (first, *others) in sorted(writers.items()):
        if first.end and not others:
            certain[first].append((made.zones if sort == "zone" else made.variables)[number].name)
    lines = ["In the last move:" if way.decisions else "Before the first move:"] if certain else []
    for span, names in sorted(certain.items(), key=lambda each: each[0].start):
        lines.append(f'    line {rules.line(span)} changes {" and ".join(names)}: "{rules.quote(span)}".')
    return lines


def _last(rules: Rules, way: Way) -> tuple[Sequence[int], set[Span], Moves]:
    """The state before the last move (or the setup), the sentences carried out since, and how pieces went."""
    noted = Rules(rules.core, lower(rules.core, noting=True), rules.source_text, rules.name, "", rules.language)
    first = max((number for number, each in enumerate(way.happens) if each.event is None), default=None)
    events = list[Event]()
    noted.machine.c.deadline = rules.machine.c.deadline
    noted.machine.tell(events)
    earlier = noted.machine.notes
    finding.begun(noted)  # from the beginning: its states are not numbered as those of rules that note nothing
    for number, choice in enumerate(way.path):
        if number == first:
            earlier = noted.machine.notes
            events.clear()
        finding.make(noted, choice)
    notes = zip(noted.program.notes, earlier, noted.machine.notes, strict=True)
    done = {notice.span for notice, before, after in notes if notice.sort == "sentence" and before != after}
    gone = [each for each in events if isinstance(each, Moved) and min(each.origin.zone, each.goal.zone) >= 0]
    moves = {(each.origin.zone, each.goal.zone) for each in gone}
    return (noted.program.initial if first is None else way.vectors[first]), done, moves


def _written(rules: core.Core, sentence: core.Statement, moves: Moves) -> set[Field]:
    """The fields that a sentence by itself can change, rather too many; `moves`: how pieces went."""
    done = effects(rules, sentence)
    taken = [zones_of(rules, source) for source in done.takes]
    origins = {a for a, b in moves if b in done.filled and (not all(taken) or a in frozenset().union(*taken))}
    stirred = range(len(rules.zones)) if done.turns or done.shows else {ref.zone for ref in done.reorders}
    zones = (*done.filled, *origins, *stirred)
    return {*(("zone", zone) for zone in zones), *(("variable", number) for number in done.writes)}


# ---- What is so at the end of a way where an invariant does not hold


def value_lines(rules: Rules, way: Way) -> list[str]:
    """What is so there, line by line, and that the last move is not done yet; nothing where nothing is known."""
    if way.broken is None:
        return []
    told = list(values_there(Names.of(rules), rules.core.invariants[way.broken], way.vectors[-1]))
    move = way.happens[-1].move if way.happens else ()
    machine = rules.standing_at(tuple(way.vectors[-1]))
    if move and (inner := unfinished(rules, machine.stopped_at, str(move[0]))):
        told.append(inner)
    return ["Then it is so:", *(f"    {line}." for line in told)] if told else []


STORY, LEAST = 10.0, 0.5
"""After so many seconds a story is told as it is then, or so many more to go along its game once more; so it is the
same on every machine where no clock strikes."""
WHILE_BROKEN: Final = (
    "It shows what is wrong, and fails until that is repaired. If its last move is refused then, as it should be,",
    "say so instead: under `then:` that the player cannot make it. If play can no longer come to its position, leave",
    "it out.",
)
MOST_TOLD: Final = 12
"""So many moves are told at the beginning and at the end of a long game."""

Mistake = tuple[Exception, str, str]
"""An error of the program itself, while it did what, and what becomes of that."""


@frozen
class Story:
    """A hole with its path made shorter; the example if there is one, and the record of the game if a game shows it;
    what went wrong with the program meanwhile."""

    hole: Hole
    example: Example | None
    way: Way | None
    record: str | None
    mistakes: tuple[Mistake, ...] = ()

    @property
    def remarks(self) -> Iterator[str]:
        """What has to be known of the example."""
        if self.example is not None and not self.example.reached:
            yield "It is not known whether play comes to just this position; the game shows that it happens."
        if self.example is not None and self.way is not None and self.way.trouble is not None:
            yield from WHILE_BROKEN


def story_of(hole: Hole, rules: Rules, budget: int = BUDGET, seconds: float = STORY) -> Story:
    """Shorten, and write both, in so many seconds; nothing where there is no time to go along the path."""
    if hole.path is None:
        return Story(hole, None, None, None)
    rules.machine.c.deadline = due = monotonic() + min(STORY, seconds)
    mistakes = list[Mistake]()
    path, shortest = hole.path, hole.shortest
    try:
        path, shortest = (path, shortest) if shortest else shorten(rules, path, budget, due)
    except INTERNAL as error:
        mistakes.append((error, "a shorter game was looked for", "the game is told as it was found."))
    rules.machine.c.deadline = max(due, monotonic() + LEAST)
    way = way_of(rules, path)
    if way.late:
        whole = len(way.happens) == len(path)
        return Story(evolve(hole, path=path), None, way if whole else None, record_of(rules, way) if whole else None)
    example, plain = None, hole.diagnostic.code.replace("-", " ")
    taken = set(re.findall(r'^example "([^"\n]*)"', rules.source_text, re.MULTILINE))
    titles = (plain, *(f"{plain} {number}" for number in range(2, len(taken) + 3)))
    try:
        if hole.diagnostic.code not in OF_KNOWLEDGE:
            example = smallest_example(rules, way, next(each for each in titles if each not in taken), due)
    except INTERNAL as error:
        mistakes.append((error, "an example was looked for", "the game is told without one."))
    hole = evolve(hole, diagnostic=worded_by(rules, way, hole.diagnostic), path=path, shortest=shortest)
    return Story(hole, example, way, record_of(rules, way), tuple(mistakes))


def story_lines(story: Story, rules: Rules) -> Iterator[str]:
    """Both stories for the terminal: the game, of a long one the beginning and the end, then the example."""
    if story.way is None:
        return
    moves = story.way.decisions
    when = "before anybody has moved" if not moves else "after 1 move" if moves == 1 else f"after {moves} moves"
    shortest = ", and no game is shorter" if story.hole.shortest else ""
    yield f"The game, with {shown_setting(story.hole.setting)}: it happens {when}{shortest}."
    names, made, number = Names.of(rules), list[str](), 0
    for each in story.way.happens:
        number += each.event is None
        made.append(f"    {f'{number}.' if each.event is None else '':<4} {words_of(names, each)}")
    left = len(made) - 2 * MOST_TOLD
    yield from made if left <= 1 else [*made[:MOST_TOLD], f"    … {left} more …", *made[-MOST_TOLD:]]
    yield from value_lines(rules, story.way)
    yield from change_lines(rules, story.way)
    if story.example is not None:
        yield "The example, to be pasted into the rules."
        yield from story.remarks
        yield ""
        yield from story.example.block.splitlines()
        yield ""
    elif story.hole.diagnostic.code in OF_KNOWLEDGE:
        yield "No example can show it: it is about what players know, and that stands in no position."
    else:
        yield "No short example was found that shows it; check --found DIR keeps the whole game."
