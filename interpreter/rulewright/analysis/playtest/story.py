"""The two stories of a hole: the example, to paste into the rules, and the game, a whole record from its beginning."""

import re
from collections.abc import Iterator
from time import monotonic
from typing import Final

from attrs import evolve, frozen

from rulewright.analysis.playtest import invariants
from rulewright.analysis.playtest.finding import Hole, Way, record_of, way_of
from rulewright.analysis.playtest.invariants import worded_by
from rulewright.analysis.playtest.scenes import Example, smallest_example, words_of
from rulewright.analysis.playtest.shortening import BUDGET, shorten
from rulewright.analysis.position_text import Names
from rulewright.language.elaborate.settings import shown_setting
from rulewright.language.messages import playing as words
from rulewright.machine.game import Rules
from rulewright.shown import INTERNAL

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
    example = None
    try:
        example = smallest_example(rules, way, title_of(hole, rules), due) if by_example(hole) else None
    except INTERNAL as error:
        mistakes.append((error, "an example was looked for", "the game is told without one."))
    hole = evolve(hole, diagnostic=worded_by(rules, way, hole.diagnostic), path=path, shortest=shortest)
    return Story(hole, example, way, record_of(rules, way), tuple(mistakes))


def by_example(hole: Hole) -> bool:
    """Whether an example can show it: what all know stands in no position."""
    return hole.diagnostic.code != words.known_order.code


def title_of(hole: Hole, rules: Rules) -> str:
    """A title that no example of the rules has."""
    taken = set(re.findall(r'^example "([^"\n]*)"', rules.source_text, re.MULTILINE))
    plain = hole.diagnostic.code.replace("-", " ")
    numbered = (f"{plain} {number}" for number in range(2, len(taken) + 3))
    return next(title for title in (plain, *numbered) if title not in taken)


def told(story: Story, rules: Rules) -> Iterator[str]:
    """Both stories for the terminal, line by line: the game, of a long one the beginning and the end, then the
    example."""
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
    yield from invariants.value_lines(rules, story.way)
    yield from invariants.change_lines(rules, story.way)
    if story.example is not None:
        yield "The example, to be pasted into the rules."
        yield from story.remarks
        yield ""
        yield from story.example.block.splitlines()
        yield ""
    elif not by_example(story.hole):
        yield "No example can show it: it is about what all remember of the game."
    else:
        yield "No short example was found that shows it; check --found DIR keeps the whole game."
