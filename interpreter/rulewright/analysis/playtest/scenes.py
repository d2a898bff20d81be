"""A hole as an example to paste: as few moves as possible, from a position that an example can begin at."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from math import inf
from time import monotonic
from typing import Final

from attrs import evolve, frozen

from rulewright.analysis.example_parts import setting_of_example
from rulewright.analysis.example_play import Play, Stumble, seated
from rulewright.analysis.playtest.finding import Happens, Path, Way, begun, decisions_in, first_broken, make
from rulewright.analysis.playtest.stuck_loops import watching_loops
from rulewright.analysis.position_text import INDENT, Laid, Names, folded_list, laid_out, memories
from rulewright.language import core, example_core, syntax
from rulewright.language.core_queries import calls
from rulewright.language.elaborate.elaboration import elaborate
from rulewright.language.elaborate.settings import Setting, settle
from rulewright.language.parser import parse
from rulewright.language.types import PLAYER, Scalar, SeqT, shown_option
from rulewright.language.wording import listed, written
from rulewright.machine.chance import Item
from rulewright.machine.game import Rules
from rulewright.machine.interpret import Deciding, Over, RulesFault, Waiting
from rulewright.machine.lower import lower
from rulewright.machine.lower.blocks import find_stops
from rulewright.machine.lower.layout import FIRST
from rulewright.machine.positions import Vector
from rulewright.machine.program.bounds import exceeded
from rulewright.machine.program.nodes import DrawChance
from rulewright.machine.view import variable_slots

# ---- Where an example can begin on the way of a game: at `setup`, at `play`, where a phase or procedure begins
# The rules are made to stop there: a roll of one side, which tells where it is and who is meant.

Statements = tuple[core.Statement, ...]
PLAY, SETUP = -1, -2
SIGN: Final = "\n"
"""What the labels of these rolls begin with; no label of a ruleset does."""
MOST_ROLLS: Final = 1_000
"""So many of these rolls there are between two choices; the rules may never come to the second."""


@frozen
class Door:
    """A beginning: of which procedure (or PLAY, SETUP) with which arguments, as whom if that is known; after so many
    choices of the path, with these cells of zones and variables."""

    procedure: int
    after: int
    cells: Vector
    seat: int | None = None
    args: tuple[Item, ...] = ()


def laid_cells(rules: Rules) -> int:
    """How many cells of the vector an example can give: those up to the end of the variables."""
    program = rules.program
    zones = max((zone.offset + zone.stride * zone.instances for zone in program.zones), default=program.pc + 1)
    return max((slot.offset + slot.length for slot in variable_slots(program)), default=zones)


def doors(rules: Rules, path: Path) -> tuple[Door, ...]:
    """All beginnings on the way, in their order, as far as the rules do not go wrong."""
    made, cells = watched(rules.core), laid_cells(rules)
    seen = watching_loops(Rules(made, lower(made), rules.source_text, rules.name, rules.sha256, rules.language))
    machine, found = seen.machine, [Door(SETUP, 0, rules.program.initial[:cells])]
    machine.c.deadline = rules.machine.c.deadline
    with suppress(RulesFault):
        begun(seen)
        for after in range(len(path) + 1):
            if after:
                make(seen, path[after - 1])
            rolled = 0
            while isinstance(machine.stop, Waiting):
                point = machine.point
                if not isinstance(point, DrawChance) or not point.label.startswith(SIGN):
                    break
                value = machine.candidates(point)[0][0]
                number = point.label.removeprefix(SIGN)
                if number:
                    found.append(Door(int(number), after, machine.vector[:cells]))
                else:  # one thing more that is known of it
                    door = found[-1]
                    as_somebody = door.procedure == PLAY or made.procedures[door.procedure].you is not None
                    if door.seat is None and not door.args and as_somebody:
                        found[-1] = evolve(door, seat=value)
                    else:
                        found[-1] = evolve(door, args=(*door.args, seen.naming.argument(point.argument, value)))
                rolled += 1
                if rolled > MOST_ROLLS:
                    raise exceeded("endless-loop", point.span)
                machine.drawn((value,))
    return tuple(found)


def watched(base: core.Core) -> core.Core:
    """The core with a roll at every beginning that can stop, and for each parameter that is no piece."""
    stopping, locals_, procedures = find_stops(base).procedures, list(base.locals), list(base.procedures)
    for number in sorted(stopping):
        each = procedures[number]
        told = tuple(local for local in each.params if not base.locals[local].piece)
        procedures[number] = evolve(each, body=(*rolls(locals_, number, told), *each.body))
    play = at_turns(locals_, base.play)
    return evolve(base, procedures=tuple(procedures), play=play, locals=tuple(locals_))


def at_turns(locals_: list[core.Local], body: Statements) -> Statements:
    """What `at play` and `at play as X` mean: the beginning, also that of every pass, and that of every turn."""
    here = tuple(rolls(locals_, PLAY, ()))
    match body[:1]:
        case (core.Repeat() as loop,):
            return (evolve(loop, body=at_turns(locals_, loop.body)), *body[1:])
        case (core.ForEach(local=you) | core.Around(you=you) as turns,) if locals_[you].type == PLAYER:
            return (*here, evolve(turns, body=(*rolls(locals_, PLAY, (you,)), *turns.body)), *body[1:])
        case _:
            return (*here, *body)


def rolls(locals_: list[core.Local], number: int, told: tuple[int, ...]) -> Iterator[core.Statement]:
    """A roll that says where this is, and one for each local that is told; each can only give this value."""
    asked: list[tuple[str, core.Expr, Scalar]] = [(f"{SIGN}{number}", core.Const(0, PLAYER), PLAYER)]
    for local in told:
        type_ = locals_[local].type
        assert not isinstance(type_, SeqT), "no parameter is a sequence"
        asked.append((SIGN, core.Get(local, type_), type_))
    for label, value, type_ in asked:
        locals_.append(core.Local("told", type_))
        yield core.Draw(len(locals_) - 1, core.Listed((value,)), label, rolled=True)


# ---- What happens in a game as an example and the terminal say it

STEP: Final = " " * 4
SHOWN: Final = 8


@frozen
class Draft:
    """A block: the position, where the game stands, what happens from there, what is so then. `forgets`: the memories
    that are empty in it, and not in the game."""

    laid: tuple[Laid, ...]
    door: Door
    within: int | None
    happens: tuple[Happens, ...]
    then: str | None
    forgets: tuple[str, ...] = ()


def words_of(names: Names, happens: Happens) -> str:
    """A move or an outcome in one line; of a long shuffle the beginning."""
    if happens.event is None:
        assert happens.choice.seat is not None
        return f"{names.seat(happens.choice.seat)}: {' '.join(map(names.item, happens.move))}"
    items = [names.item(happens.event.items[item]) for item in happens.outcome]
    more = f", … and {len(items) - SHOWN} more" if len(items) > SHOWN + 1 else ""
    return f"{happens.event.label} gives {', '.join(items[:SHOWN] if more else items)}{more}"


# ---- A hole as an example to paste: as few moves as possible, from a position that an example can begin with
# Every block is tried as its reader will try it: behind the rules it is parsed, elaborated, entered and played.

MOST_BEFORE, FAR_BEFORE = 3, 8
"""So many moves lead from an example's position to the hole, or so many where there is no position in between."""
NEARBY: Final = 3
"""So many beginnings before a position are tried with it."""
TRIES: Final = 12
"""So many blocks are tried for a position."""
SMALLER: Final = 16
"""So many smaller positions are tried."""
MAX_SCENE_LENGTH, LAID = 10_000, 1_000
"""A block of more characters, or that lays out more pieces, is not tried: nobody would paste it."""


@frozen
class Example:
    """A block that shows the hole. `reached`: its position is one of the game's."""

    block: str
    reached: bool


def smallest_example(rules: Rules, way: Way, title: str, due: float = inf) -> Example | None:
    """The example with the fewest moves, as small a position as soon found; None where none is found in time."""
    if monotonic() >= due:
        return None
    stage = Stage(rules, way, title, due)
    # how many decisions before its end it may begin: the fewest first, but a whole circle at least
    least = 1 if way.decisions else 0
    if way.trouble is None and way.vectors.index(way.vectors[-1]) < len(way.vectors) - 1:
        least = decisions_in([each.choice for each in way.happens[way.vectors.index(way.vectors[-1]) :]])
    tried = map(stage.at, range(least, max(least, min(FAR_BEFORE, way.decisions)) + 1))
    found = next((each for each in tried if each is not None), None)
    return None if found is None else stage.smaller(*found)


class Stage:
    """The rules with the way to a hole, read again without their examples, and what its examples are made of, until it
    is `due`. `whole` is the text before them."""

    def __init__(self, rules: Rules, way: Way, title: str, due: float) -> None:
        self.rules, self.way, self.title, self.due = rules, way, title, due
        self.names, self.doors, self.cells = Names.of(rules), doors(rules, way.path), laid_cells(rules)
        self.whole = rules.source_text.rstrip("\n") + "\n\n"
        source = rules.source.with_text(self.whole)
        self.parsed = parse(source, skip_examples=True)
        usual = settle(self.parsed.ruleset, source, rules.players, {})
        same = isinstance(usual, Setting) and dict(usual.options) == rules.options
        self.options = () if same else rules.core.options

    def at(self, k: int) -> tuple[Draft, bool] | None:
        """The example so many decisions before the end: of a position of the game, or else of another one."""
        unsure = None
        for draft in islice(self.drafts(self.way.decisions - k), TRIES):
            reached = self.tried(draft)
            if reached:
                return draft, True
            unsure = (draft, False) if reached is not None and unsure is None else unsure
        return unsure

    def drafts(self, decisions: int) -> Iterator[Draft]:
        """What may show it from so many decisions on: the beginnings there, then the position with those before it."""
        choices = self.way.path
        there = [after for after in range(len(choices) + 1) if decisions_in(choices[:after]) == decisions]
        seat = next((choice.seat for choice in choices[there[0] :] if choice.seat is not None), None) if there else None
        for door in self.doors[::-1]:
            if door.after in there and door.procedure != SETUP:
                yield from self.entered(door, seat)
        if decisions == 0:
            yield self.draft(self.doors[0], (), None)
        if there and there[-1] < len(self.way.vectors):
            cells = self.way.vectors[there[-1]][: self.cells]
            earlier = {(door.procedure, door.args): door for door in self.doors if door.after <= there[-1]}
            near = NEARBY if self.way.decisions - decisions <= MOST_BEFORE else 0
            for door in list(earlier.values())[: -near - 1 : -1]:
                if door.procedure != SETUP:
                    yield from self.entered(evolve(door, after=there[-1], cells=cells, seat=seat), seat)

    def entered(self, door: Door, asked: int | None) -> Iterator[Draft]:
        """With every caller that may have to be named, and, where nobody is meant, also with the player asked next;
        not where nothing but an action leads."""
        laid, procedures = laid_out(self.names, door.cells), self.rules.core.procedures
        callers = [number for number, each in enumerate(procedures) if door.procedure in calls(each.body)]
        by_play = door.procedure in (PLAY, *calls(self.rules.core.play))
        for within in callers if len(callers) + by_play > 1 else (None,) if callers or by_play else ():
            yield self.draft(door, laid, within)
            if door.seat is None and asked is not None:
                yield self.draft(evolve(door, seat=asked), laid, within)

    def draft(self, door: Door, laid: tuple[Laid, ...], within: int | None) -> Draft:
        """The block that begins there; where nothing goes wrong with what is so at the end."""
        then = None
        if self.way.trouble is None:
            stop = self.rules.standing_at(self.way.vectors[-1]).stop
            if isinstance(stop, Deciding):
                then = f"{self.names.seat(stop.seats[0])} decides"
            elif isinstance(stop, Over):
                then = "game is over"
        forgets = tuple(memories(self.rules, door.cells))
        return Draft(laid, door, within, self.way.happens[door.after :], then, forgets)

    def block(self, draft: Draft) -> str:
        """The whole example."""
        names, door, procedures = self.names, draft.door, self.rules.core.procedures
        lines = [f'example "{self.title}":']
        if any(item != name for item, name in names.called.items()):  # the rules do not name the seats
            lines.append(f"{STEP}players {', '.join(names.called.values())}")
        if self.options:
            lines.append(f"{STEP}with {', '.join(f'{name} {shown_option(value)}' for name, value in self.options)}")
        if draft.forgets:
            holds = f"in the game {listed(draft.forgets)} holds something by now; memories of an example begin empty"
            lines.append(f"{STEP}-- {holds}")
        if draft.laid:
            lines.append(f"{STEP}given:")
            lines += (line for laid in draft.laid for line in laid.lines())
        own = {PLAY: "play", SETUP: "setup"}
        place = own[door.procedure] if door.procedure in own else procedures[door.procedure].name
        place += f"({', '.join(map(names.item, door.args))})" if door.args else ""
        place += "" if draft.within is None else f" in {procedures[draft.within].name}"
        lines.append(f"{STEP}at {place}" + ("" if door.seat is None else f" as {names.seat(door.seat)}"))
        events = list[str]()
        for each in draft.happens:
            if each.event is None:
                events.append(f"{INDENT}{words_of(names, each)}")
            elif len(each.event.items) > 1:  # chance could give something else
                outcome, last = each.outcome, len(each.outcome)
                if each.event.kind == "shuffle":  # an end that is in declared order is the rest
                    last = next((at for at in range(last - 1, 0, -1) if outcome[at - 1] > outcome[at]), 0)
                    last = last if len(outcome) - last > 1 else len(outcome)
                given = [names.item(each.event.items[item]) for item in outcome[:last]]
                given += ["rest"] if last < len(outcome) else []
                events += folded_list(f"{INDENT}{written(each.event.label)} gives ", given)
        lines += [f"{STEP}when:", *events] if events else []
        lines += [] if draft.then is None else [f"{STEP}then:", f"{INDENT}{draft.then}"]
        return "".join(f"{line}\n" for line in lines)

    def tried(self, draft: Draft) -> bool | None:
        """Whether it begins with a position of the game; None if it does not show the hole, or it is too late."""
        block, laid = self.block(draft), sum(each.pieces for each in draft.laid)
        play = self.read(block) if monotonic() < self.due and laid <= LAID and len(block) <= MAX_SCENE_LENGTH else None
        if play is None:
            return None
        trouble, reached, begun = None, False, False
        try:
            play.rules.machine.c.deadline = self.due
            play.go_to_first_stop()
            begun = True
            there = self.way.vectors[draft.door.after : draft.door.after + 1]
            reached = bool(there) and self.alike(play, there[0])
            for part in play.example.parts:
                if isinstance(part, example_core.When):
                    play.carry_out(part.events)
        except Stumble as stumble:
            cause = stumble.__cause__  # without one it is an invariant, or the fault of the example
            if isinstance(cause, RulesFault):
                trouble = cause.code, cause.span.start
            elif cause is None:
                broken = first_broken(play.machine)
                trouble = None if broken is None or broken >= play.own else ("broken", broken)
            asked = decisions_in(each.choice for each in draft.happens)
            if trouble is None or (draft.happens and not begun) or play.come_to < asked:
                return None
        if trouble != self.way.trouble or (trouble is None and not self.alike(play, self.way.vectors[-1])):
            return None
        return reached

    def read(self, block: str) -> Play | None:
        """The block behind the rules, ready to be played; None where something is wrong with it."""
        source = self.rules.source.with_text(self.whole + block)
        nodes = parse(source.with_text("\n" * len(self.whole) + block)).ruleset.declarations
        setting = Setting(self.rules.players, self.rules.core.options)
        for node in nodes[:1]:
            if isinstance(node, syntax.Example) and setting_of_example(self.parsed, source, node) == setting:
                made = elaborate(self.parsed, source, self.rules.players, self.rules.options, (node,))
                scene = made.scenes[0] if made.scenes else None
                if made.core is not None and scene is not None:
                    with suppress(Stumble):
                        return Play(seated(made.core, scene), scene, source.text, watching_loops)
        return None

    def alike(self, play: Play, vector: Vector) -> bool:
        """Whether the example stands where the game stood, but for what is remembered: what lies there, who is asked,
        and for which moves."""
        here, there = play.machine, self.rules.standing_at(vector)
        if self.given(here.vector) != self.given(vector) or type(here.stop) is not type(there.stop):
            return False
        if not isinstance(there.stop, Deciding) or not isinstance(here.stop, Deciding):
            return True
        name, site, seats = self.names.item, there.stop.site, there.stop.seats
        return here.stop.seats == seats and all(
            [tuple(map(name, move)) for move in self.rules.naming.moves(seat, there.moves(seat), site)]
            == [tuple(map(str, move)) for move in play.game.moves(seat)]
            for seat in seats
        )

    def given(self, vector: Vector) -> Vector:
        """What an example can give of a position."""
        vector = vector[: self.cells]
        empty = {cell for cells in memories(self.rules, vector).values() for cell in cells}
        return (tuple(0 if at in empty else each for at, each in enumerate(vector)) if empty else vector)[FIRST:]

    def smaller(self, draft: Draft, reached: bool) -> Example:  # noqa: FBT001 - as `at` has found it
        """The same without the lines of its position that are not needed, and with the beginnings of long ones."""
        left = SMALLER  # so many may still be tried

        def better(laid: tuple[Laid, ...]) -> bool:
            nonlocal reached, draft, left
            left -= 1
            less = evolve(draft, laid=laid)
            known = None if left < 0 else self.tried(less)
            if known is not None:
                draft, reached = less, known
            return known is not None

        size = 0 if draft.door.procedure == SETUP else len(draft.laid)
        while size:  # leave out all lines, half of them, a quarter, … one
            start = 0
            while start < len(draft.laid):
                if not better(draft.laid[:start] + draft.laid[start + size :]):
                    start += size
            size //= 2
        for line in sorted(draft.laid, key=lambda each: -len(each.words)):
            for length in sorted({1, len(line.words) // 4, len(line.words) // 2} - {0, len(line.words)}):
                less = evolve(line, words=line.words[:length])
                if better(tuple(less if each is line else each for each in draft.laid)):
                    break
        return Example(self.block(draft), reached)
