"""What happens in a game as an example and the terminal say it."""

from collections.abc import Iterator
from typing import Final

from attrs import frozen

from rulewright.analysis.playtest.entry_points import PLAY, SETUP, Door
from rulewright.analysis.playtest.trace import Happens
from rulewright.analysis.position_text import INDENT, Laid, Names, folded_list
from rulewright.language.labels import written
from rulewright.language.option_settings import shown
from rulewright.language.wording import listed
from rulewright.machine.chance import ChanceEvent, Outcome

STEP: Final = " " * 4
SHOWN: Final = 8


@frozen
class Draft:
    """A block: the position, where the game stands, what happens from there, what is so then. `forgets`: the memories
    that are empty in it, and not in the game."""

    title: str
    options: tuple[tuple[str, int | str | bool], ...]
    laid: tuple[Laid, ...]
    door: Door
    within: int | None
    happens: tuple[Happens, ...]
    then: str | None
    forgets: tuple[str, ...] = ()


def block_of(names: Names, draft: Draft) -> str:
    """The whole example."""
    return "".join(f"{line}\n" for line in _block(names, draft))


def _block(names: Names, draft: Draft) -> Iterator[str]:
    yield f'example "{draft.title}":'
    if names.unnamed:
        yield f"{STEP}players {', '.join(names.called.values())}"
    if draft.options:
        yield f"{STEP}with {', '.join(f'{name} {shown(value)}' for name, value in draft.options)}"
    if draft.forgets:
        yield f"{STEP}-- in the game {listed(draft.forgets)} holds something by now; memories of an example begin empty"
    if draft.laid:
        yield f"{STEP}given:"
        yield from (line for laid in draft.laid for line in laid.lines())
    yield f"{STEP}at {_place(names, draft)}"
    events = [line for each in draft.happens for line in event_lines(names, each)]
    if events:
        yield f"{STEP}when:"
        yield from events
    if draft.then is not None:
        yield f"{STEP}then:"
        yield f"{INDENT}{draft.then}"


def _place(names: Names, draft: Draft) -> str:
    """P(args) in Q as X."""
    door, procedures = draft.door, names.rules.core.procedures
    own = {PLAY: "play", SETUP: "setup"}
    place = own[door.procedure] if door.procedure in own else procedures[door.procedure].name
    args = f"({', '.join(map(names.item, door.args))})" if door.args else ""
    within = "" if draft.within is None else f" in {procedures[draft.within].name}"
    return f"{place}{args}{within}" + ("" if door.seat is None else f" as {names.seat(door.seat)}")


def event_lines(names: Names, happens: Happens) -> Iterator[str]:
    """A move, or what chance gave where it could give something else."""
    event = happens.event
    if event is None:
        yield f"{INDENT}{words_of(names, happens)}"
    elif len(event.items) > 1:
        yield from folded_list(f"{INDENT}{written(event.label)} gives ", [*given_of(names, event, happens.outcome)])


def given_of(names: Names, event: ChanceEvent, outcome: Outcome) -> Iterator[str]:
    """What chance gave; the end of a shuffle that is in declared order is the rest."""
    last = len(outcome)
    if event.kind == "shuffle":
        last = next((at for at in range(len(outcome) - 1, 0, -1) if outcome[at - 1] > outcome[at]), 0)
        last = last if len(outcome) - last > 1 else len(outcome)
    yield from (names.item(event.items[item]) for item in outcome[:last])
    if last < len(outcome):
        yield "rest"


def words_of(names: Names, happens: Happens) -> str:
    """A move or an outcome in one line; of a long shuffle the beginning."""
    if happens.event is None:
        assert happens.choice.seat is not None
        return f"{names.seat(happens.choice.seat)}: {' '.join(map(names.item, happens.move))}"
    items = [names.item(happens.event.items[item]) for item in happens.outcome]
    more = f", … and {len(items) - SHOWN} more" if len(items) > SHOWN + 1 else ""
    return f"{happens.event.label} gives {', '.join(items[:SHOWN] if more else items)}{more}"
