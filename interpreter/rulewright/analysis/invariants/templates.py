"""Candidates: sentences that were so wherever play was seen, one row of `ROWS` for each form.

Each knows in which positions of disorder it does not hold: one that holds in all of these says no more than the
declarations and the author's own invariants do.
"""

from collections.abc import Callable, Iterator
from typing import Final

from attrs import frozen

from rulewright.analysis.invariants import of_conditions, of_numbers
from rulewright.analysis.invariants.drafts import Draft
from rulewright.analysis.invariants.observing import Observed
from rulewright.language.format import WIDTH
from rulewright.language.wording import plural

MIN_FORBIDDEN: Final = 0.004
"""A candidate that fails in a smaller share of disorder forbids nothing worth saying."""


@frozen
class Row:
    """A form of invariants: its name, how telling one of it is, and its drafts."""

    name: str
    weight: float
    drafts: Callable[[Observed], Iterator[Draft]]


ROWS: Final = (
    Row("never", 1.0, of_conditions.never),
    Row("range", 0.8, of_numbers.ranges),
    Row("sum", 1.0, of_numbers.sums),
    Row("order", 0.8, of_numbers.orders),
    Row("both", 0.9, of_conditions.pairs),
    Row("single", 1.0, of_conditions.single),
    Row("case", 0.7, of_conditions.cases),
    Row("gap", 0.8, of_numbers.gaps),
    Row("step", 0.8, of_numbers.steps),
    Row("spread", 1.0, of_numbers.spreads),
)
WEIGHTS: Final = {row.name: row.weight for row in ROWS}


@frozen
class Candidate:
    """A sentence that held in all of play that was seen, perhaps only before the end of games (`in_play`); `broken`: of
    each setting the positions of disorder in which it does not hold, as a mask."""

    form: str
    title: str
    condition: str
    about: frozenset[str]
    in_play: bool
    broken: tuple[int, ...]

    @property
    def sentence(self) -> str:
        """The invariant as it is written."""
        head = f'invariant "{self.title}"{" in play" if self.in_play else ""}:'
        line = f"{head} {self.condition}"
        return line if len(line) <= WIDTH else f"{head}\n    {self.condition}"

    @property
    def forbids(self) -> int:
        """In so many positions of disorder it does not hold."""
        return sum(each.bit_count() for each in self.broken)


def candidates(observed: Observed) -> Iterator[Candidate]:
    """All that held in play, and forbids something."""
    total = sum(each.positions for each in observed.disorder)
    for row in ROWS:
        for draft in row.drafts(observed):
            broken = tuple(map(draft.broken, observed.disorder))
            if sum(each.bit_count() for each in broken) >= max(1, MIN_FORBIDDEN * total):
                in_play = any(map(draft.broken, observed.play))  # only where games are over
                yield Candidate(row.name, _title(draft), _whole(draft), draft.about, in_play, broken)


def _title(draft: Draft) -> str:
    """What it says, without whose a field is."""
    said = draft.title.replace('"', "'")
    for owner in draft.owners:
        said = said.replace(f"{owner.name}'s ", "")
    return said


def _whole(draft: Draft) -> str:
    """A condition of each of the owners."""
    heads = (f"every {each.name} in {plural(each.type)} satisfies " for each in draft.owners)
    return "".join(heads) + draft.condition
