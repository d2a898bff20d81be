"""What becomes of a change: whether it makes another game, and whether anything of the author's notices it."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from time import monotonic, thread_time
from typing import Final, Literal, TypeVar

from attrs import define, evolve, frozen

from rulewright.analysis.doubts.author import Author, Reading, Told, at_setting, codes, gone_wrong, rules_made
from rulewright.analysis.doubts.changes import Change
from rulewright.analysis.doubts.differing import Parting, parting_of
from rulewright.analysis.doubts.pool import About, Side
from rulewright.analysis.examples import example_at, run_group
from rulewright.analysis.playtest.finding import cells_of
from rulewright.language import core, syntax
from rulewright.language.elaborate.settings import Setting
from rulewright.language.messages import secrecy
from rulewright.language.parser import Parsed, parse
from rulewright.language.source import Source
from rulewright.language.span import Span
from rulewright.language.walking import walk
from rulewright.machine.game import Rules

T = TypeVar("T")
LIMITS: Final = (2.0, 8.0)
"""So much processor time a change may take when it is first tried, and when it is tried again."""
SLOW: Final = 3
"""At most so many times as long by the clock: others compute, too."""
EXAMPLE_SECONDS: Final = 2.0
"""Today's rules play an example in hardly any time; one that takes so long does not come true."""
EXAMPLES_AT_ONCE: Final = 3
"""So many examples are read at once."""
EXAMPLES_TRIED_FIRST: Final = 6
"""So many examples are tried before it is known whether the game is another one at all."""
MAX_SETTINGS_COMPARED: Final = 2
"""In so many settings two rules are compared."""

Fate = Literal["refused", "same", "alike", "found", "example", "invariant", "unplayed", "doubt", "late"]
"""No rules at all, the same program, alike in all that was tried, found by `check`, noticed by an example or by an
invariant, never played, noticed by nothing, not known in time."""


@frozen
class Verdict:
    """What becomes of a change; `by`: the title or code of what notices it; `share`: in so much of play it matters;
    `setting` and `parting`: where it shows."""

    change: Change
    fate: Fate
    by: str = ""
    share: float = 0.0
    setting: Setting | None = None
    parting: Parting | None = None


def place_of(change: Change, text: str) -> Span:
    """Where in the rules a change stands, without the blanks around it."""
    start, end = change.span.start, change.span.end
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    return Span(start, end)


@frozen
class Changed:
    """A text with a change."""

    source: Source
    parsed: Parsed

    @classmethod
    def of(cls, author: Author, change: Change) -> "Changed":
        """It, read without its examples."""
        source = author.source.with_text(change.applied(author.source.text))
        return cls(source, parse(source, skip_examples=True, mends=False))

    def at(self, setting: Setting) -> Reading:
        """It, at a setting."""
        return at_setting(self.parsed, self.source, setting)


class OutOfTime(Exception):  # noqa: N818 - nothing is wrong
    """A change has taken as long as it may."""


@define
class Timer:
    """What a change may still take: processor time, and time by the clock (`deadline`)."""

    due: float
    deadline: float

    @classmethod
    def of(cls, seconds: float) -> "Timer":
        """So many seconds from now on."""
        return cls(thread_time() + seconds, monotonic() + SLOW * seconds)

    def check(self) -> None:
        """OutOfTime when nothing is left."""
        if thread_time() >= self.due or monotonic() >= self.deadline:
            raise OutOfTime

    def apart(self, make: Callable[[], T]) -> T:
        """What is made for all changes, and takes nothing of the time of this one."""
        used, began = thread_time(), monotonic()
        made = make()
        self.due += thread_time() - used
        self.deadline += monotonic() - began
        return made


def judged(author: Author, change: Change, seconds: float = LIMITS[-1]) -> Verdict:
    """What becomes of a change, as far as that is known within so many seconds of processor time."""
    try:
        return _judged(author, change, Timer.of(seconds))
    except OutOfTime:
        return Verdict(change, "late")


def _judged(author: Author, change: Change, timer: Timer) -> Verdict:
    changed = Changed.of(author, change)
    first = changed.at(author.settings[0])
    timer.check()
    if change.kind == "sight" and not changed.parsed.diagnostics:
        return _seen_otherwise(author, changed, first, change, timer)
    if changed.parsed.diagnostics or first.core is None:
        return Verdict(change, "refused")
    place = place_of(change, author.source.text)
    touched = author.touched(place)
    title = _noticing_example(changed, touched[:EXAMPLES_TRIED_FIRST], timer)
    if title is not None:
        return Verdict(change, "example", title)
    verdict = Verdict(change, "unplayed")
    for setting, about in islice(_played(author, place, timer), MAX_SETTINGS_COMPARED):
        if verdict.fate == "unplayed":
            verdict = Verdict(change, "same", share=about.share)
        pool, reading = author.pool(setting), first if setting == author.settings[0] else changed.at(setting)
        assert pool is not None, "it was played"
        if reading.core is None:
            return Verdict(change, "refused")
        timer.check()
        rules = rules_made(reading.core, changed.source)
        if rules.program.digest == author.plain(setting).program.digest:
            continue
        rules.machine.c.deadline = timer.deadline
        parting = parting_of(pool, Side(rules), about.steps)
        timer.check()  # what was late has gone wrong there
        verdict = evolve(verdict, fate="alike")
        if parting is not None:
            doubt = evolve(verdict, fate="doubt", setting=setting, parting=parting)
            return _noticed_otherwise(author, changed, touched[EXAMPLES_TRIED_FIRST:], reading, rules, doubt, timer)
    return verdict


def _played(author: Author, place: Span, timer: Timer) -> Iterator[tuple[Setting, About]]:
    """The settings in whose games a place is come to, with the steps there; those to the end of a game where nothing is
    noted there. Games of a setting are played when it is its turn."""
    for setting in author.settings:
        pool = timer.apart(partial(author.pool, setting))
        about = None if pool is None else pool.about(place) or pool.ends()
        if about is not None and about.steps:
            yield setting, about


def _seen_otherwise(author: Author, changed: Changed, first: Reading, change: Change, timer: Timer) -> Verdict:
    """What becomes of a change of who sees a field: all goes on as it did, but what is told."""
    setting, pool = author.settings[0], timer.apart(partial(author.pool, author.settings[0]))
    if first.core is None:
        broken = next((each.code for each in first.found if each.code == secrecy.secret_of_seen_field.code), None)
        return Verdict(change, "refused") if broken is None else Verdict(change, "invariant", broken)
    looking = [each for each in author.examples if any(isinstance(part, syntax.Sees) for part in walk(each.node))]
    title = _noticing_example(changed, looking, timer)
    if title is not None:
        return Verdict(change, "example", title)
    more = codes(first, changed.source) - author.codes(setting)
    if more:
        return Verdict(change, "found", min(more))
    fields, program = otherwise_seen(author.plain(setting).core, first.core), author.plain(setting).program
    cells = [cells_of(program)[each.sort, each.number] for each in fields]
    steps = () if pool is None else pool.steps
    there = [each for each in steps if any(each.after.vector[at] != program.initial[at] for at in cells)]
    if not there or pool is None:
        return Verdict(change, "unplayed" if fields else "same")
    soonest = min(there, key=lambda each: each.decision)
    parting = Parting(soonest.game, soonest.decision, "sight", pool.chosen.get(soonest.game, ()))
    return Verdict(change, "doubt", "", len(there) / len(steps), setting, parting)


def otherwise_seen(one: core.Core, other: core.Core) -> list[core.Whole]:
    """The fields, which both have, that not the same players see."""
    zones = [a.audience != b.audience for a, b in zip(one.zones, other.zones, strict=True)]
    variables = [a.audience != b.audience for a, b in zip(one.variables, other.variables, strict=True)]
    return [
        *(core.Whole("zone", number) for number, apart in enumerate(zones) if apart),
        *(core.Whole("variable", number) for number, apart in enumerate(variables) if apart),
    ]


def _noticed_otherwise(
    author: Author,
    changed: Changed,
    touched: Sequence[Told],
    reading: Reading,
    rules: Rules,
    doubt: Verdict,
    timer: Timer,
) -> Verdict:
    """Whether another example, `check` or a random game notices what is known to make another game."""
    assert doubt.setting is not None, "they were seen to part"
    assert doubt.parting is not None, "they were seen to part"
    title = _noticing_example(changed, touched, timer)
    if title is not None:
        return evolve(doubt, fate="example", by=title)
    if doubt.parting.how == "goes wrong":
        return evolve(doubt, fate="found", by="goes-wrong")
    more = codes(reading, changed.source) - author.codes(doubt.setting)
    if more:
        return evolve(doubt, fate="found", by=min(more))
    known = timer.apart(partial(author.gone_wrong, doubt.setting))
    worse = next((each for each in gone_wrong(rules) if each not in known), None)
    timer.check()  # what was late does not end
    return doubt if worse is None else evolve(doubt, fate="invariant" if worse.invariant else "found", by=worse.by)


def _noticing_example(changed: Changed, touched: Sequence[Told], timer: Timer) -> str | None:
    """The title of one of these examples that does not come true with a change."""
    groups: dict[Setting, list[int]] = {}
    for number, told in enumerate(touched):
        groups.setdefault(told.setting, []).append(number)
    for setting, numbers in groups.items():
        for first in range(0, len(numbers), EXAMPLES_AT_ONCE):
            timer.check()
            nodes = tuple(touched[number].node for number in numbers[first : first + EXAMPLES_AT_ONCE])
            failing = run_group(
                changed.parsed, changed.source, setting, nodes, 0, checked=False, seconds=EXAMPLE_SECONDS
            )
            wrong = next(failing, None)
            if wrong is not None:
                at = example_at(sorted((node.span for node in nodes), key=lambda span: span.start), wrong.diagnostic)
                return next((node.title.text for node in nodes if node.span == at), nodes[0].title.text)
    return None
