"""What happened in a game, as the reference tells it: events, steps, and what they are called."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from itertools import count, islice
from reprlib import repr as shortened
from typing import TYPE_CHECKING, Final

from attrs import Factory, define, field, frozen

from rulewright.language.span import NOWHERE, Span
from rulewright.machine import events as log
from rulewright.machine.chance import ChanceError, ChanceEvent, ChanceSource, Outcome, written
from rulewright.machine.events import Event
from rulewright.machine.interpret import Deciding, ListedMove, Machine, Over, Stop, Waiting
from rulewright.machine.interpret.zones import Zones
from rulewright.machine.move_names import Decision, Happened, Move, Step
from rulewright.machine.program.moves import as_written, listed_move, picks_of
from rulewright.machine.program.nodes import Pick, Program
from rulewright.machine.record import BackLine, ChanceLine, EndLine, Line, MoveLine
from rulewright.machine.view import told_title

if TYPE_CHECKING:
    from rulewright.machine.game import Rules


MAX_LISTED_ITEMS: Final = 8


Look = tuple[int, log.Spot, int]
"""The kind of a piece, where it lies, and who sees it there."""


def _looks(zones: Zones, pick: Pick, places: Sequence[int | None], choice: ListedMove) -> list[Look | None]:
    """The pieces that are picked, before the move is made; None for what is no piece."""
    members = [(-1,) if place is None else choice.picks[place : place + pick.words] for place in places]
    locs = [(kind, loc[0]) if loc and loc[0] >= 0 else None for kind, *loc in members]
    return [None if each is None else (each[0], zones.spot(each[1]), zones.seen_by(each[1])) for each in locs]


def _seen_after(kind: int, spot: log.Spot, events: Sequence[log.Event]) -> int:
    """Who sees in these events a piece that lies there; also one that is handed on with all that lies in its zone."""
    seen = 0
    for event in events:
        match event:
            case log.Moved(origin=there) | log.Flipped(spot=there) | log.Shown(spot=there):
                seen |= event.seen if (event.kind, there) == (kind, spot) else 0
            case log.Passed(carried):
                left = [one for one in carried if one.origin.key == spot.key]
                pieces = (piece for one in left for piece in one.pieces)
                seen |= next((mask for known, place, mask, _ in pieces if (known, place) == (kind, spot.place)), 0)
            case _:
                pass
    return seen


def reveals(event: log.Event) -> bool:
    """Whether some seat got to know a kind that it had not seen before or what was chosen at once, or chance spoke."""
    match event:
        case log.Moved() | log.Shown() | log.Flipped():
            return bool(event.seen & ~event.known)
        case log.Passed(carried):
            return any(seen & ~known for each in carried for _, _, seen, known in each.pieces)
        case log.Drawn():
            return True
        case log.Told(values=values):
            return bool(values)
        case log.Chosen():
            return event.opens
        case log.Swapped() | log.Rotated() | log.Changed() | log.Mixed():
            return False


def checked(event: ChanceEvent, answer: object) -> Outcome:
    """The outcome that an answer is; ChanceError, which says what to write, if the event cannot have it."""
    size = sum(event.weights) if event.kind == "shuffle" else 1
    trouble = meant = ""
    if isinstance(answer, tuple | list) and all(hasattr(each, "__index__") for each in answer):
        outcome = tuple(each.__index__() for each in answer)
        trouble = _trouble(event, outcome, size)
        if not trouble:
            return outcome
        trouble = f": {trouble}"
    else:  # the tuples that it may mean: by the names of items, or as a number without its brackets
        names = {str(item): number for number, item in enumerate(event.items)}
        words = answer.split() if isinstance(answer, str) else answer if isinstance(answer, Sequence) else [answer]
        by_name = tuple(names[str(word)] for word in words if str(word) in names)
        found = [by_name] * (len(by_name) == len(words)) + ([(answer,)] if isinstance(answer, int) else [])
        fitting = [outcome for outcome in dict.fromkeys(found) if not _trouble(event, outcome, size)]
        told = (f"{outcome} for {', '.join(str(event.items[number]) for number in outcome)}" for outcome in fitting)
        meant = f". Write {', or '.join(told)}" if fitting else ""
    what = f"the numbers of all {size} pieces, the first on top" if event.kind == "shuffle" else "the number of an item"
    listed = [f"{number} is {item}" for number, item in enumerate(event.items[:MAX_LISTED_ITEMS])]
    more = [f"… {len(event.items) - 1} is {event.items[-1]}"] if len(event.items) > MAX_LISTED_ITEMS else []
    form = f"An outcome is a tuple with {what}: {', '.join(listed + more)}"
    raise ChanceError(f'{event.kind} "{event.label}" cannot give {shortened(answer)}{trouble}. {form}{meant}')


def _trouble(event: ChanceEvent, outcome: Outcome, size: int) -> str:
    """What is wrong with numbers as the outcome of an event; nothing if they can be one."""
    last = len(event.items) - 1
    for number, times in Counter(outcome).items():
        if not 0 <= number <= last:
            return f"there is no item {number}, the last one is {last}"
        if event.kind == "shuffle" and times > event.weights[number]:
            copies = event.weights[number]
            often = ["once" if many == 1 else f"{many} times" for many in (copies, times)]
            return f"{event.items[number]}, item {number}, is there {often[0]}, and named {often[1]}"
    return "" if len(outcome) == size else f"it has {len(outcome)} number{'s' * (len(outcome) != 1)}, not {size}"


# ---- What happened in a game, as the reference tells it: the log of what was seen, the steps, the lines of the
# record
# Between two decisions all happens or nothing: after a fault, or a chance source that cannot answer, the story stands
# where it stood.

MARK_EVERY: Final = 16
Row = tuple[int, ...]  # a move as an engine lists it; equal moves of a site are equal rows


@frozen
class Offered:
    """The moves of a seat at a site, `names` and `rows` by number; of moves that are written alike the last counts."""

    names: Sequence[Move]
    rows: Sequence[ListedMove] | Sequence[Row]
    site: int
    numbers: dict[Move, int] = field(
        init=False, default=Factory(lambda self: dict(zip(self.names, count())), takes_self=True)
    )

    @staticmethod
    def at(
        rules: "Rules", vector: tuple[int, ...], seat: int, site: int, choices: list[ListedMove] | None = None
    ) -> "Offered":
        """Where a vector stands, by the reference; `choices`: if they are known."""
        machine = rules.standing_at(vector)
        found = machine.moves(seat) if choices is None else choices
        return Offered(rules.naming.moves(seat, found, site), found, site)

    def choices(self, program: Program) -> dict[Move, ListedMove]:
        """The moves with what they are for the machine."""
        return {move: choice_of(program, self.site, self.rows[number]) for move, number in self.numbers.items()}


NOTHING: Final = Offered((), (), -1)


def choice_of(program: Program, site: int, row: ListedMove | Row) -> ListedMove:
    """A move that is offered at a site, as the machine has it."""
    return row if isinstance(row, ListedMove) else listed_move(program, site, row)


@define(eq=False)
class Story:
    """A game from its beginning (`base`) to where it stands (`vector`, `stop`). `decided`: the steps that are moves;
    `marks`: vectors before some steps, in order; `event`: what chance is asked and has not answered; `known`: what it
    answered, by the number of the event; `standings`: what scores were computed here. The same event with the same
    inputs always gives the same."""

    rules: "Rules"
    source: ChanceSource | None
    log: list[Event] = field(init=False, factory=list)
    steps: list[Step] = field(init=False, factory=list)
    lines: list[Line] = field(init=False, factory=list)
    decided: list[int] = field(init=False, factory=list)
    base: tuple[int, ...] = field(init=False, default=Factory(lambda self: self.rules.program.initial, takes_self=True))
    vector: tuple[int, ...] = field(init=False, default=())
    stop: Stop = field(init=False, factory=Over)
    event: ChanceEvent | None = field(init=False, default=None)
    known: dict[int, tuple[ChanceEvent, Outcome]] = field(init=False, factory=dict)
    standings: dict[int | None, tuple[int | None, ...]] = field(init=False, factory=dict)
    _offered: dict[int, Offered] = field(init=False, factory=dict)
    _marks: dict[int, tuple[int, ...]] = field(init=False, factory=dict)

    @property
    def events(self) -> int:
        """How many chance events there were."""
        return len(self.steps) - len(self.decided)

    @property
    def decisions(self) -> int:
        """How many moves there were."""
        return len(self.decided)

    def told(self) -> "Story":
        """What happened: all that is known of a game."""
        return self

    def offered(self, seat: int) -> Offered:
        """The moves of a seat; none if it is not asked."""
        if seat not in self._offered:
            stop = self.stop
            if not isinstance(stop, Deciding) or seat not in stop.seats:
                return NOTHING
            self._offered[seat] = Offered.at(self.rules, self.vector, seat, stop.site)
        return self._offered[seat]

    def play(self, seat: int, number: int, *, legal: bool) -> bool:
        """Make the move that is offered to a seat under this number; `legal`: the record lists all."""
        offered = self.offered(seat)
        choice = choice_of(self.rules.program, offered.site, offered.rows[number])
        self.choose(seat, offered.names[number], choice, tuple(offered.numbers) if legal else None)
        return True

    def begin(self, passes: int | None = None) -> None:
        """Run the setup to the first decision; `passes`: if it is known at how many before it somebody has no move."""
        with self._attempt(passes, fresh=True) as machine:
            machine.start()
            self._settle(machine)

    def take_up(self, vector: tuple[int, ...]) -> None:
        """Stand at a state without a past."""
        self.base = vector
        machine = self.rules.standing_at(vector)
        if isinstance(machine.stop, Waiting):
            self.vector = vector
            self.go_on()
        else:
            self._stand(machine)

    def choose(
        self, seat: int, move: Move, choice: ListedMove, legal: tuple[Move, ...] | None, passes: int | None = None
    ) -> None:
        """Make a legal move and play on to the next decision; the record lists the moves of `legal`, too."""
        with self._attempt(passes) as machine:
            stop, zones = machine.stop, machine.zones
            assert isinstance(stop, Deciding)
            site = self.rules.program.sites[stop.site]
            if not self._marks or len(self.steps) - next(reversed(self._marks)) >= MARK_EVERY:
                self._marks[len(self.steps)] = self.vector
            told, phase = len(self.log), told_title(self.rules.naming)
            picks = picks_of(self.rules.program, stop.site, choice)
            looks = [_looks(zones, pick, places, choice) for pick, places in as_written(picks, choice.picks)]
            secret, everyone = site.chosen is not None, zones.places.everyone
            opens = secret and len(stop.seats) == 1 < self.rules.players
            machine.choose(seat, choice)
            # who sees its arguments: a piece whoever sees it before or after, others all; a secret the chooser alone
            after, masks, sealed = self.log[told:], list[int](), list[range]()
            for pick, found in zip(picks, looks, strict=True):
                seen = [everyone if look is None else look[2] | _seen_after(look[0], look[1], after) for look in found]
                if pick.secret and pick.several is not None:
                    sealed.append(range(len(masks), len(masks) + len(seen)))
                masks += [mask & (1 << seat) for mask in seen] if pick.secret else seen
            masks = [1 << seat] * len(masks) if secret else masks
            arguments = tuple(zip(move[1:], masks, strict=True))
            self.log.insert(told, log.Chosen(seat, str(move[0]), arguments, secret, opens, phase, tuple(sealed)))
            self.decided.append(len(self.steps))
            self.steps.append(Decision(seat, move, choice, told, stop.site, self.vector[self.rules.fields]))
            recorded = self.rules.naming.recorded
            listed = None if legal is None else tuple(map(recorded, legal))
            self.lines.append(MoveLine(seat, recorded(move), listed, phase))
            self._settle(machine)

    def give(self, outcome: Outcome) -> None:
        """Answer the chance event that the game waits for; ChanceError if it waits for none or not for this."""
        if self.event is None:
            raise ChanceError("the game does not wait for chance")
        found = checked(self.event, outcome)
        with self._attempt() as machine:
            self._happen(machine, self.event, found)
            self._settle(machine)

    def go_on(self) -> None:
        """Ask the source for the chance event that the game waits for."""
        with self._attempt() as machine:
            self._settle(machine)

    def _settle(self, machine: Machine) -> None:
        """Answer chance events up to the next decision, or to one that the source does not answer."""
        for asked in count(1):
            if not isinstance(machine.stop, Waiting):
                break
            machine.count_chance(asked)
            event = self.rules.naming.event(self.events)
            known = self.known.get(event.number)
            if known is not None and known[0] == event:
                outcome: Outcome | None = known[1]
            else:
                answered = None if self.source is None else self.source.outcome(event)
                outcome = None if answered is None else checked(event, answered)
            self.event = event if outcome is None else None
            if outcome is None:
                return
            self._happen(machine, event, outcome)
        self.event = None
        if isinstance(machine.stop, Over):
            self.lines.append(EndLine(*machine.result()))

    def _happen(self, machine: Machine, event: ChanceEvent, outcome: Outcome) -> None:
        assert isinstance(machine.stop, Waiting)
        self.steps.append(Happened(event, outcome, len(self.log), machine.stop.chance))
        told = written(self.rules.naming.recorded_event(event), outcome)
        self.lines.append(ChanceLine(event.kind, event.label.replace(" ", "-"), told))
        self.known[event.number] = (event, outcome)
        self.rules.naming.answer(event, outcome, self.log)

    def back_to(self, decision: int) -> None:
        """Go back before the decision with this number (from 1)."""
        at = self.decided[decision - 1]
        told = self.steps[at].told
        self.lines.append(BackLine(decision, any(reveals(event) for event in self.log[told:])))
        while (mark := next(reversed(self._marks))) > at:
            self._marks.popitem()
        machine = self._again(mark)
        for _ in self._followed(machine, mark, at):
            pass
        del self.steps[at:], self.log[told:], self.decided[decision - 1 :]
        self.event = None
        self._stand(machine)
        self._marks[at] = self.vector

    def stood(self, first: int, most: int | None = None) -> list[tuple[int, ...]]:
        """The vectors before each decision from this one (from 1) on, and where the story stands; the first `most`."""
        at = [*self.decided, len(self.steps)][first - 1]
        mark = max((mark for mark in self._marks if mark <= at), default=at)
        if at == len(self.steps):
            return [self.vector]
        followed = self._followed(self._again(mark), mark, len(self.steps))
        return [*islice((vector for step, vector in followed if step >= at), most), self.vector][:most]

    def ended_by(self) -> Span | None:
        """The sentence that has ended the game; None where play has come to its end, or nobody has decided."""
        if not self.decided:
            return None
        mark = next(reversed(self._marks))
        machine = self._again(mark)
        for _ in self._followed(machine, mark, len(self.steps)):
            pass
        return None if machine.c.ended_by == NOWHERE else machine.c.ended_by

    def _again(self, mark: int) -> Machine:
        """The machine where the story stood before a step that is marked; nothing that it does is told."""
        machine = self.rules.machine
        self.rules.loaded = None
        machine.tell(None)
        machine.load(self._marks[mark])
        return machine

    def _followed(self, machine: Machine, mark: int, end: int) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Make the steps from a mark to another number once more; each decision with the vector before it."""
        for number, step in enumerate(self.steps[mark:end], mark):
            if isinstance(step, Decision):
                yield number, machine.vector
                machine.choose(step.seat, step.choice)
            else:
                self.rules.naming.answer(step.event, step.outcome, None)

    def copy(self) -> "Story":
        """A story that goes on by itself from here."""
        twin = copy(self)
        twin.log, twin.steps, twin.lines = list(self.log), list(self.steps), list(self.lines)
        twin.decided, twin.known, twin._marks = list(self.decided), dict(self.known), dict(self._marks)  # noqa: SLF001
        twin._offered, twin.standings = dict(self._offered), {}  # noqa: SLF001 - its own kind
        return twin

    @contextmanager
    def _attempt(self, passes: int | None = None, *, fresh: bool = False) -> Iterator[Machine]:
        """Let the machine run with the log open; if anything goes wrong all is as before."""
        before = len(self.log), len(self.steps), len(self.lines), len(self.decided), self.event
        machine = self.rules.machine if fresh else self.rules.standing_at(self.vector)
        self.rules.loaded = None
        machine.tell(self.log)
        machine.passes = passes
        try:
            yield machine
        except BaseException:
            del self.log[before[0] :], self.steps[before[1] :], self.lines[before[2] :], self.decided[before[3] :]
            self.event = before[4]
            raise
        finally:
            machine.tell(None)
            machine.passes = None
        self._stand(machine)

    def _stand(self, machine: Machine) -> None:
        """The story stands where the machine stands."""
        self.vector = self.rules.loaded = machine.vector
        self.stop = machine.stop
        self._offered, self.standings = {}, {}
