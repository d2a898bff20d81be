"""The log of a game: one line for each decision, with what came of it as one seat saw it.

A line tells the move, what happened with pieces, the fields and scores that the table shows and that are others now,
and who is next where that does not follow from the order of seats. Sentences of the rules have lines of their own where
one is too short. Laws: what the seat does not see is in no line; what the table shows and that has changed is in the
line, or the line ends in "…", but for where pieces came from.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import Final

from attrs import evolve, frozen

from rulewright.language.types import MemoryT
from rulewright.machine.chance import Item
from rulewright.machine.events import Event
from rulewright.machine.game import Decision, Game
from rulewright.machine.information import Seen, seen_events
from rulewright.machine.view import HIDDEN, Value, declared_variables
from rulewright.table.consequences import ELSEWHERE, GAINED, MIXED, SCORED, TOLD, Phrase, Teller, phrases, whereabouts
from rulewright.table.names_at_table import Names
from rulewright.table.sight import opened, scores_told
from rulewright.table.text_lines import columns
from rulewright.table.zones_to_items import owned_by

CUT: Final = "…"
"""What stands at the end of a line that does not tell all."""


@frozen
class News:
    """A decision as a seat was told of it: who moved and how, what came of it; `own` if the seat itself made the move.
    Before the first decision there is no `move`. `seen`: something of it is no number that the table shows, too."""

    move: str
    own: bool = False
    came: tuple[Phrase, ...] = ()
    seen: bool = False

    @property
    def text(self) -> str:
        """All of it."""
        return self._with([phrase.text for phrase in self.came])

    def _with(self, came: Sequence[str], cut: str = "") -> str:
        return " — ".join(filter(None, (self.move, "; ".join(came)))) + cut

    def lines(self, room: int, brief: Callable[[str], str] = str) -> list[str]:
        """A line, and behind it what the rules themselves say, where all of it has no room in one."""
        sentences = [phrase.text for phrase in self.came if phrase.matters == TOLD]
        if not sentences or columns(self.text) <= room:
            return [self.line(room, brief)]
        rest = evolve(self, came=tuple(phrase for phrase in self.came if phrase.matters != TOLD))
        return [*filter(None, [rest.line(room, brief)]), *sentences]

    def line(self, room: int, brief: Callable[[str], str] = str) -> str:
        """The move, and as much of what came of it as has room: pieces by `brief` names, then all in terse words, then
        what matters least shorter, and not at all, before anything that matters more."""
        if columns(self.text) <= room:
            return self.text
        said: list[str | None] = [brief(phrase.text) for phrase in self.came]
        least = sorted(enumerate(self.came), key=lambda each: (each[1].matters, -each[0]))
        ways: list[tuple[int, str | None, str]] = [(at, brief(each.terse), "") for at, each in least if each.terse]
        ways += ((at, short, f" {CUT}") for at, each in least for short in (*map(brief, each.shorter), None))
        cut = ""
        for at, way, sign in ways:
            if columns(self._with([*filter(None, said)], cut)) <= room:
                break
            said[at], cut = way, sign
        return self._with([*filter(None, said)], cut)


@frozen
class Shown:
    """What a table shows as numbers: each field by its owners with its value, the scores; and who is to decide."""

    fields: tuple[tuple[int | None, str, Value | None], ...]
    scores: tuple[int | None, ...]
    deciders: tuple[int, ...]


def shown_numbers(game: Game, seat: int | None) -> Shown:
    """The fields and scores that a seat sees where a game stands, and who decides."""
    core, seen, fields = game.rules.core, opened(game, seat), list[tuple[int | None, str, Value | None]]()
    for declared, found in zip(declared_variables(core), seen.variables, strict=True):
        if declared not in game.rules.idle_fields and not isinstance(declared.type, MemoryT):
            owner, others = owned_by(core, declared.owners, found.owners)
            fields.append((owner, " of ".join([found.name, *[", ".join(others)] * bool(others)]), found.value))
    return Shown(tuple(fields), scores_told(game, seat), seen.deciders)


def events_of_decisions(game: Game, first: int = 0) -> list[list[Event]]:
    """What the log tells of each decision from a number on (from 1); with 0 what came before them is the first."""
    told = [step.told for step in game.steps if isinstance(step, Decision)]
    starts = [*([0] if not first else ()), *told[max(0, first - 1) :]]
    return [game.log[start:end] for start, end in pairwise([*starts, len(game.log)])]


def news(game: Game, seat: int | None, names: Names, first: int = 0) -> list[News]:
    """The decisions from a number on (from 1), each with what came of it; with 0 what came before them is the first."""
    rules, parts = game.rules, events_of_decisions(game, first)
    stood = [shown_numbers(rules.resume(state), seat) for state in game.stood(max(1, first))]
    zones, found = whereabouts(rules), list[News]()
    if not first:
        found.append(entry(seen_events(rules, seat, parts.pop(0)), Teller(names, zones, seat)))
    for part, (before, after) in zip(parts, pairwise(stood), strict=True):
        found.append(entry(seen_events(rules, seat, part), Teller(names, zones, seat), before, after))
    return found


def entry(seen: Sequence[Seen], teller: Teller, before: Shown | None = None, after: Shown | None = None) -> News:
    """One decision as a line."""
    names = teller.names
    move = next((each for each in seen if each.what == "move"), None)
    mover = None if move is None else move.seat
    teller = Teller(names, teller.zones, teller.seat, mover)
    came = happened = list(phrases(seen, teller))
    if before is not None and after is not None:
        came = [*happened, *changes(before, after, teller)]
    head = "" if move is None else names.text(move_words(move, names))
    whose = "(?!)" if mover is None else rf"(?<![\w-]){re.escape(names.people[mover])}'s "

    def told(each: Phrase) -> Phrase:
        terse = re.sub(whose, "", names.text(each.terse or each.text))  # of who moved, as stands before it
        return Phrase(names.text(each.text), each.matters, tuple(map(names.text, each.shorter)), terse)

    return News(head, mover is not None and mover == teller.seat, tuple(map(told, came)), bool(happened))


def move_words(move: Seen, names: Names) -> str:
    """Who moved and how; what was not seen of it as so many."""
    who, items = names.people[move.seat or 0], list[str]()
    if move.name is None:
        return f"{who} has chosen{under(move.phase)}"
    for hidden, some in groupby(map(str, move.items), key=HIDDEN.__eq__):
        run = list(some)
        items += ([f"{len(run)} unseen"] if run[1:] else ["unseen"]) if hidden else run
    return f"{who}: {' '.join([move.name, *items])}{under(move.phase)}"


def under(phase: str | None) -> str:
    """The title under which a move was made, where it is told."""
    return "" if phase is None else f" ({phase})"


def changes(before: Shown, after: Shown, teller: Teller) -> Iterator[Phrase]:
    """The fields and scores that are others now, and who is next, if not the one behind who moved. A field that only
    says who moved or is next is not told by itself."""
    seats = teller.names.seats
    mover = None if teller.mover is None else seats[teller.mover]
    next_, following = (seats[after.deciders[0]], (teller.mover or 0) + 1) if len(after.deciders) == 1 else (None, 0)
    scored, was = ([(seat, "score", score) for seat, score in enumerate(each.scores)] for each in (after, before))
    turned, scores = False, {(owner, old, value) for (owner, _, value), (_, _, old) in zip(scored, was, strict=True)}
    for (owner, name, value), (_, _, old) in zip((*scored, *after.fields), (*was, *before.fields), strict=True):
        counted = name != "score" and (owner, old, value) in scores  # what is a score, too, is told once
        if value == old or value is None or counted:
            continue
        if owner is None and value in (next_, mover):
            turned |= value == next_
            continue
        matters = SCORED if name == "score" else ELSEWHERE if owner is None else GAINED
        told = f"{teller.whose(owner)}{name}"
        terse = f"{told} {value}" if isinstance(value, int) and matters != SCORED else ""
        yield Phrase(f"{told} {_changed(old, value)}", matters, (), terse)
    if next_ is not None and (turned if next_ == mover else next_ != seats[following % len(seats)]):
        yield Phrase(f"next: {next_}", MIXED)


def _changed(old: Value | None, value: Value) -> str:
    """What a field has become, and by how much; of several values what came and went."""
    if isinstance(value, int) and isinstance(old, int):
        return f"{value} ({value - old:+})"
    if not isinstance(value, tuple):
        return str(value)
    now, then = (_counted(each if isinstance(each, tuple) else ()) for each in (value, old))
    steps = {name: now.get(name, 0) - then.get(name, 0) for name in {**then, **now}}
    return ", ".join(f"{step:+} {name}" for name, step in steps.items() if step)


def _counted(values: tuple[Item, ...] | tuple[tuple[Item, int], ...]) -> dict[Item, int]:
    """How many there are of each."""
    return dict(each if isinstance(each, tuple) else (each, 1) for each in values)
