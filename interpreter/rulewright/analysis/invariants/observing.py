"""The values of terms in positions: of random games, and of disorder, where pieces and values are put elsewhere.

In disorder nothing holds but what the declarations say, and what the author states: what is so there, too, says nothing
new. All values are asked of the machine itself, by definitions that are put below the author's text.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product
from typing import Final

from attrs import evolve, frozen

from rulewright.analysis.invariants.below import Below
from rulewright.analysis.invariants.terms import Term
from rulewright.analysis.side_by_side import here_or_in_order
from rulewright.language import core
from rulewright.language.elaborate.settings import Setting
from rulewright.language.facts.ranges import range_of
from rulewright.language.source import Source
from rulewright.language.span import NOWHERE
from rulewright.language.types import CountsT, MemoryT, Scalar, SetT, each_of
from rulewright.machine.chance import CHANCE_STREAM, Numbers, RandomPlayer, stream_key
from rulewright.machine.game import Rules
from rulewright.machine.interpret import Deciding, Machine, RulesFault
from rulewright.machine.lower import lower
from rulewright.machine.positions import Vector
from rulewright.machine.program.cell_map import single
from rulewright.machine.program.nodes import FaultText
from rulewright.machine.view import variable_cells

SEED: Final = 1
FEW_GAMES: Final = 8
"""In so many games it is seen which conditions are often so."""
GAMES: Final = 30
POSITIONS_OF_A_GAME: Final = 5
LAST: Final = 2
MOST_DECISIONS: Final = 3_000
"""So many decisions of a game are played."""
DISORDERED: Final = 2
"""Of each position so many in disorder are made."""
MOST_MOVED: Final = 3
"""So many pieces and values are put elsewhere at once."""
OF_DISORDER: Final = 77
"""The stream of numbers by which it is made."""
NO_ROOM: Final = FaultText("no-room", "There is no room.", NOWHERE)

Columns = tuple[tuple[int | None, ...], ...]
"""Of each instance of a term its value in each position."""


@frozen
class Seen:
    """What terms were in positions of a setting; `over`: in these games are over, as a mask of positions."""

    players: int
    positions: int
    over: int
    values: tuple[Columns, ...]


def _name(number: int) -> str:
    return f"asked-for-{number}"


def _definition(number: int, term: Term) -> str:
    params = ", ".join(f"{each.type} {each.name}" for each in term.owners)
    return f"define {_name(number)}{f'({params})' if params else ''}: {term.text}"


@frozen
class Asking:
    """A text with a definition below it for each term."""

    below: Below
    terms: tuple[Term, ...]

    @classmethod
    def of(cls, source: Source, terms: Sequence[Term], settings: Sequence[Setting]) -> "Asking":
        """A text with those of the terms that mean something at all of these settings."""
        below = Below.of(source, [_definition(number, term) for number, term in enumerate(terms)])
        wrong = below.wrong(settings)
        if not wrong:
            return cls(below, tuple(terms))
        return cls.of(source, [each for number, each in enumerate(terms) if number not in wrong], settings)


@frozen
class Asked:
    """Rules with a question for each instance of each term; `own`: how many invariants are the author's; `groups`: the
    numbers of the questions of each term."""

    rules: Rules
    own: int
    groups: tuple[range, ...]

    @classmethod
    def of(cls, asking: Asking, setting: Setting) -> "Asked | None":
        """Those of a setting; None where the text cannot be read there."""
        made = asking.below.core(setting)
        if made is None:
            return None
        numbers = {each.name: number for number, each in enumerate(made.definitions)}
        own, questions, groups = len(made.invariants), [*made.invariants], []
        for number in range(len(asking.terms)):
            called = numbers[_name(number)]
            definition = made.definitions[called]
            types = [each_of(made.locals[each].type) for each in definition.params]
            values = [[core.Const(value, type_) for value in _values(made, type_)] for type_ in types]
            begun = len(questions)
            for args in product(*values):
                call = core.CallDefinition(called, args, definition.type)
                questions.append(core.Invariant(_name(number), call))
            groups.append(range(begun, len(questions)))
        asked = evolve(made, invariants=tuple(questions))
        source = asking.below.source
        rules = Rules(asked, lower(asked), source.text, source.name, "", source.language)
        return cls(rules, own, tuple(groups))

    @property
    def machine(self) -> Machine:
        """The machine of the rules."""
        return self.rules.machine

    def stated(self) -> bool:
        """Whether all holds here that the author states."""
        checks = self.rules.program.invariants[: self.own]
        return all(self.machine.call(each.function) for each in checks)

    def values(self) -> tuple[int | None, ...]:
        """What all questions come to here; None of one that cannot be answered."""
        return tuple(self._value(each.function) for each in self.rules.program.invariants[self.own :])

    def _value(self, function: int) -> int | None:
        try:
            return self.machine.call(function)
        except RulesFault:
            return None

    def seen(self, rows: Sequence[tuple[int | None, ...]], over: Sequence[bool]) -> Seen:
        """Values of positions by their terms."""
        columns = [*zip(*rows, strict=True)] if rows else [()] * (self.groups[-1].stop - self.own)
        values = tuple(tuple(columns[each - self.own] for each in group) for group in self.groups)
        ended = sum(1 << number for number, each in enumerate(over) if each)
        return Seen(self.rules.players, len(rows), ended, values)


def _values(made: core.Core, type_: Scalar) -> range:
    known = range_of(made, type_)
    return range(known.low, known.high + 1)


# ---- play


def in_play(asked: Asked, games: int) -> list[tuple[Vector, bool]]:
    """Positions of random games, and whether its game is over there: of each the first, the last ones, and some."""
    found: list[tuple[Vector, bool]] = []
    for game in range(games):
        every, lots = [*_game(asked, game)], Numbers(stream_key(SEED, game, OF_DISORDER), 0)
        between = range(1, len(every) - LAST)
        some = {between[lots.below(len(between))] for _ in range(POSITIONS_OF_A_GAME if between else 0)}
        kept = {0, *some, *range(len(every))[-LAST:]} if every else set[int]()
        found += (every[each] for each in sorted(kept))
    return found


def _game(asked: Asked, number: int) -> Iterator[tuple[Vector, bool]]:
    """The positions of a game, up to where it goes wrong."""
    machine, player = asked.machine, RandomPlayer(SEED, number)
    chance = stream_key(SEED, number, CHANCE_STREAM)
    asked.rules.loaded = None
    try:
        machine.start()
        events = machine.settle(chance, 0)
        for decision in range(MOST_DECISIONS):
            yield machine.vector, not isinstance(machine.stop, Deciding)
            if not isinstance(machine.stop, Deciding):
                return
            seat = machine.stop.seats[0]
            moves = machine.moves(seat)
            machine.choose(seat, moves[player.choose(decision, len(moves))])
            events = machine.settle(chance, events)
    except RulesFault:
        return


# ---- disorder


def disordered(asked: Asked, vector: Vector, lots: Numbers) -> bool:
    """Stand at a position in which something lies elsewhere, or has another value; whether there is one like it in
    which all holds that the author states."""
    asked.machine.load(vector)
    for _ in range(1 + lots.below(MOST_MOVED)):
        if lots.below(2):
            _piece_elsewhere(asked, lots)
        else:
            _other_value(asked, lots)
    try:
        return asked.stated()
    except RulesFault:
        return False


def _piece_elsewhere(asked: Asked, lots: Numbers) -> None:
    """One piece into another zone, where there is room."""
    machine, zones = asked.machine, asked.rules.program.zones
    full = [(zone, at) for zone in zones for at in range(zone.instances) if machine.zones.size(zone.zone, at)]
    if not full:
        return
    zone, instance = full[lots.below(len(full))]
    goals = [(each, at) for each in zones if each.component == zone.component for at in range(each.instances)]
    goal, to = goals[lots.below(len(goals))]
    pieces = machine.zones.pieces(zone.zone, instance)
    kind, loc = pieces[lots.below(len(pieces))]
    room, before = max(1, goal.capacity) if single(goal) else 1, [*machine.memory]
    try:
        machine.zones.move(kind, loc, goal.zone, to, lots.below(room), None, -1, NO_ROOM)
    except RulesFault:
        machine.memory[:] = before  # the piece was taken up already


def _other_value(asked: Asked, lots: Numbers) -> None:
    """Another value of a variable, half of the time the next one."""
    memory = asked.machine.memory
    kept = MemoryT
    fields = [
        each
        for each in variable_cells(asked.rules.core, asked.rules.program)
        if not isinstance(each[0].type, kept) and each[0].lies_in is None
    ]
    if not fields:
        return
    variable, slot, _, cells = fields[lots.below(len(fields))]
    cell = cells[lots.below(len(cells))]
    near = memory[cell] + 1 - 2 * lots.below(2)
    if isinstance(variable.type, SetT):
        memory[cell] = 1 - memory[cell]
    elif isinstance(variable.type, CountsT):
        memory[cell] = max(0, near)
    elif slot.low <= near <= slot.high and lots.below(2):
        memory[cell] = near
    else:
        drawn = lots.below(slot.high - slot.low + 1 + (slot.none is not None))
        memory[cell] = slot.none if slot.none is not None and slot.low + drawn > slot.high else slot.low + drawn


@frozen
class Observed:
    """What terms were in play and in disorder, at some settings each."""

    terms: tuple[Term, ...]
    play: tuple[Seen, ...]
    disorder: tuple[Seen, ...]


def observed(source: Source, terms: Sequence[Term], settings: Sequence[Setting], jobs: int = 1) -> Observed:
    """The values of terms at these settings. Left out is what cannot be answered somewhere, and what says something of
    all pieces of a zone and is not so."""
    ends = settings[:: max(1, len(settings) - 1)]
    asking = Asking.of(source, terms, ends)
    asked = Asked.of(asking, settings[0]) if asking.terms else None
    few = [] if asked is None else [_seen(asked, in_play(asked, FEW_GAMES))]
    asking = Asking.of(source, _useful(asking.terms, few), ends)
    every = here_or_in_order(partial(_observed, source, asking.terms), settings, jobs)
    found = [each for each in every if each is not None and each[0].positions > each[0].over.bit_count()]
    play, disorder = [each for each, _ in found], [each for _, each in found]
    kept = {*_useful(asking.terms, play)} & {*_useful(asking.terms, disorder, whole=False)}
    answered = [number for number, each in enumerate(asking.terms) if each in kept]

    def only(some: Sequence[Seen]) -> tuple[Seen, ...]:
        return tuple(evolve(each, values=tuple(each.values[number] for number in answered)) for each in some)

    return Observed(tuple(asking.terms[number] for number in answered), only(play), only(disorder))


def _observed(source: Source, terms: tuple[Term, ...], setting: Setting) -> tuple[Seen, Seen] | None:
    """The values of terms that can be read at a setting, in play and in disorder; None where the text cannot."""
    asked = Asked.of(Asking.of(source, terms, ()), setting) if terms else None
    if asked is None:
        return None
    positions = in_play(asked, GAMES)
    play = _seen(asked, positions)
    lots, rows = Numbers(stream_key(SEED, setting.players, OF_DISORDER), 1), []
    for vector, _ in positions * DISORDERED:
        if disordered(asked, vector, lots):
            rows.append(asked.values())
    return play, asked.seen(rows, [False] * len(rows))


def _seen(asked: Asked, positions: Sequence[tuple[Vector, bool]]) -> Seen:
    rows = []
    for vector, _ in positions:
        asked.machine.load(vector)
        rows.append(asked.values())
    return asked.seen(rows, [over for _, over in positions])


def _useful(terms: Sequence[Term], seen: Sequence[Seen], *, whole: bool = True) -> list[Term]:
    """Those that are answered everywhere; of conditions about all pieces of a zone, unless `whole` is no, only those
    that are never so."""
    useful = []
    for number, term in enumerate(terms):
        values = {value for each in seen for column in each.values[number] for value in column}
        asked = all(each.values[number] for each in seen)
        if asked and None not in values and not (whole and term.whole and any(values)):
            useful.append(term)
    return useful
