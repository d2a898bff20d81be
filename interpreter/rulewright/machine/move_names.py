"""How things are written and read: kinds, values, places, moves, chance events, steps."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, islice
from operator import itemgetter
from typing import Literal

from attrs import define, evolve, field, frozen

from rulewright.language.core import Core
from rulewright.language.facts.ranges import names_of, number_name
from rulewright.language.types import NONE_NUMBER, BoolT, NumberT, OptionalT, Scalar, lowest, none_code
from rulewright.machine.chance import ChanceEvent, Item, Outcome
from rulewright.machine.events import Drawn, Event
from rulewright.machine.interpret import ListedMove, Machine
from rulewright.machine.interpret.offers import candidates
from rulewright.machine.program.cell_map import owners, single
from rulewright.machine.program.moves import ENDS, Candidate, as_written, listed_move, picks_of
from rulewright.machine.program.nodes import Argument, DrawChance, GuardPart, Pick, Program, ShuffleChance

# ---- How things are written: kinds, values, owners, places, moves, chance events
# A move is `(action, argument, …)`, strings and integers. A piece is written by its kind; one that the decider cannot
# see, and candidates of one pick that would be written alike, by their place. The names of a position are made from
# the memory of a machine that has loaded it.

Move = tuple[Item, ...]
Piece = tuple[int, int]


class PlayerName(str):
    """The name of a player in a move or outcome, which records write as the number of the seat."""

    __slots__ = ("seat",)
    seat: int

    @classmethod
    def of(cls, name: str, seat: int) -> "PlayerName":
        """The name of this seat."""
        found = cls(name)
        found.seat = seat
        return found


@define(eq=False)
class Naming:
    """The names of one ruleset; of positions, those that its machine has loaded."""

    core: Core
    machine: Machine
    _owners: dict[tuple[int, int], tuple[Item, ...]] = field(init=False, factory=dict)

    def recorded(self, move: Move) -> Move:
        """A move as records write it: a player is the number of the seat."""
        return tuple(item.seat if isinstance(item, PlayerName) else item for item in move)

    def spoken(self, move: Move, legal: Iterable[Move]) -> Move:
        """The legal move that a record means, or the move as it stands there: older records have names of seats."""
        return next((each for each in legal if self.recorded(each) == move), move)

    def recorded_event(self, event: ChanceEvent) -> ChanceEvent:
        """A chance event with its items as records write them."""
        return evolve(event, items=self.recorded(event.items))

    def kind(self, component: int, kind: int) -> str:
        """The name of a kind."""
        return self.core.components[component].kinds[kind]

    def value(self, type_: Scalar, value: int) -> Item:
        """A value of a type as moves and views write it."""
        if isinstance(type_, OptionalT):
            return "none" if value == none_code(type_) else self.value(type_.of, value)
        match type_:
            case NumberT() as numbers:
                return number_name(self.core, numbers, value) or value
            case BoolT():
                return "yes" if value else "no"
            case named:
                return names_of(self.core, named)[value] if value >= 0 else "none"

    def owners(self, zone: int, instance: int) -> tuple[Item, ...]:
        """The names of the owners of an instance of a zone."""
        if (zone, instance) not in self._owners:
            layout = self.machine.program.zones[zone]
            pairs = zip(self.core.zones[layout.zone].owners, owners(layout, instance), strict=True)
            named = tuple(self.value(type_, value + lowest(type_)) for type_, value in pairs)
            self._owners[zone, instance] = named
        return self._owners[zone, instance]

    def zone(self, zone: int, instance: int) -> str:
        """A zone with its owners, as a player says it: "Ann's hand", "Ann's gems(red)"."""
        name, names = self.machine.program.zones[zone].name, [str(owner) for owner in self.owners(zone, instance)]
        if not names:
            return name
        return f"{names[0]}'s {name}" + (f"({', '.join(names[1:])})" if names[1:] else "")

    def place(self, zone: int, place: int) -> str:
        """The name of a place of a board."""
        type_ = self.core.zones[self.machine.program.zones[zone].zone].place
        return str(place) if type_ is None else self.core.values[type_][place]

    def moves(self, seat: int, choices: Iterable[ListedMove], site: int) -> list[Move]:
        """How the choices of a seat are written, in their order."""
        return list(map(_Names(self, seat, site).move, choices))

    def move(self, seat: int, choice: ListedMove, site: int, found: Sequence[Sequence[Candidate]]) -> Move:
        """How a choice of a seat is written, of which the candidates of each pick are known."""
        return _Names(self, seat, site).move(choice, found)

    def by_kind(self, site: int, row: Sequence[int]) -> Move:
        """How a listed move is written whose pieces are all called by their kinds, whatever else there is."""
        return _Names(self, 0, site, by_kind=True).move(listed_move(self.machine.program, site, row))

    def candidates(self, pick: Pick, found: Sequence[tuple[int, ...]], seat: int) -> list[Item]:
        """How the candidates of a pick are written for a seat, in their order."""
        if pick.argument.kind == "piece":
            return self.pieces(pick.argument, [(one[0], one[1]) for one in found], 1 << seat)
        return [self.argument(pick.argument, one[0]) for one in found]

    def argument(self, argument: Argument, value: int) -> Item:
        """An argument that is no piece."""
        match argument.kind:
            case "number":
                return "none" if value == NONE_NUMBER else dict(argument.called).get(value, value)
            case "flag":
                return ("no", "yes", "none")[value]
            case "held":
                return argument.names[0] if value == 1 else f"{argument.names[0]} * {value}"
            case "value" | "word" | "piece":
                if not 0 <= value < len(argument.names):
                    return "none"
                name = argument.names[value]
                return PlayerName.of(name, value) if argument.players else name

    def filled(self, text: str, parts: Iterable[GuardPart], values: Iterable[int]) -> str:
        """A text with these values in its gaps."""
        said = dict[str, list[str]]()
        for part, value in zip(parts, values, strict=True):
            here = said.setdefault(part.text, [])
            if part.argument.kind != "held" or value:
                here.append("none" if value == NONE_NUMBER else str(self.argument(part.argument, value)))
        for gap, told in said.items():
            text = text.replace(f"{{{gap}}}", ", ".join(told) or "nothing")
        return text

    def pieces(self, argument: Argument, found: Sequence[Piece], viewers: int) -> list[Item]:
        """Pieces by kind; hidden ones and those that would be written alike by place, at last by their number here
        (all of them, where a place is another one's number)."""
        assert argument.component is not None, "a piece has a component"
        seen_by = self.machine.zones.seen_by
        visible = [bool(seen_by(loc) & viewers) for _, loc in found]
        names: list[Item] = [
            "none" if kind < 0 else self.kind(argument.component, kind) if seen else self._hidden(loc, number)
            for number, ((kind, loc), seen) in enumerate(zip(found, visible, strict=True), start=1)
        ]
        if len(set(names)) == len(names):
            return names
        places = [self._by_place(loc) if loc >= 0 else name for (_, loc), name in zip(found, names, strict=True)]
        numbers: list[Item] = list(range(1, len(names) + 1))
        names = _apart(_apart(names, places), numbers)
        return names if len(set(names)) == len(names) else numbers

    def _hidden(self, loc: int, number: int) -> Item:
        """A piece that is not seen: a pile or slot by its name, otherwise by its place."""
        layout = self.machine.program.zones[self.machine.zones.places.spots[loc].zone]
        if layout.kind in ("pile", "slot"):
            return layout.name
        return self._by_place(loc) if layout.kind in ("row", "board") else number

    def _by_place(self, loc: int) -> Item:
        spot = self.machine.zones.places.spots[loc]
        layout = self.machine.program.zones[spot.zone]
        if layout.kind == "board":
            return self.place(spot.zone, spot.place)
        if single(layout):
            return self.zone(spot.zone, spot.instance).replace(" ", "-")
        if layout.kind == "pile":
            return self.machine.memory[spot.base] - spot.place
        return spot.place + 1

    def event(self, number: int) -> ChanceEvent:
        """The chance event at which the machine waits."""
        point = self.machine.point
        if isinstance(point, ShuffleChance):
            component = self.machine.program.zones[point.zone.zone].component
            copies = sorted(Counter(self.machine.pool(point)).items())
            names = tuple(self.kind(component, kind) for kind, _ in copies)
            where = self.zone(point.zone.zone, self.machine.instance(point))
            return ChanceEvent(number, "shuffle", point.label, names, tuple(weight for _, weight in copies), where)
        found = self.machine.candidates(point)
        kind: Literal["roll", "draw"] = "roll" if point.roll else "draw"
        items, weights = tuple(self.drawn(point, found)), tuple(one[-1] for one in found)
        if not point.roll or point.argument.kind != "piece":
            return ChanceEvent(number, kind, point.label, items, weights)
        spot = self.machine.zones.spot(found[0][1])
        return ChanceEvent(number, kind, point.label, items, weights, self.zone(spot.zone, spot.instance))

    def answer(self, event: ChanceEvent, outcome: Outcome, log: list[Event] | None) -> None:
        """Let the chance event at which the machine waits have this outcome, run on, tell the log what was drawn."""
        machine, point = self.machine, self.machine.point
        if isinstance(point, ShuffleChance):
            kinds = self.core.components[machine.program.zones[point.zone.zone].component].kinds
            number = {name: kind for kind, name in enumerate(kinds)}
            machine.shuffled([number[str(event.items[item])] for item in outcome])
            return
        values = machine.candidates(point)[outcome[0]][:-1]
        if log is not None:
            what, seen, piece = event.items[outcome[0]], machine.zones.places.everyone, None
            if point.argument.kind == "piece" and not point.public:
                kind, loc = values
                seen, piece = machine.zones.seen_by(loc), (point.argument.component or 0, kind, machine.zones.spot(loc))
            log.append(Drawn(event.label, what, point.roll, seen, piece))
        machine.drawn(values)

    def drawn(self, point: DrawChance, found: Sequence[tuple[int, ...]]) -> list[Item]:
        """How what can be drawn is written."""
        if point.argument.kind == "piece":
            names: list[Item] = [self.kind(point.argument.component or 0, one[0]) for one in found]
            return _apart(names, [f"{name}-{number}" for number, name in enumerate(names, start=1)])
        return [self.argument(point.argument, one[0]) for one in found]


class _Names:
    """Writes the choices of one seat at one site; candidates of a pick are asked once for what is picked before it."""

    def __init__(self, naming: Naming, seat: int, number: int, *, by_kind: bool = False) -> None:
        self.naming, self.seat, self.number, self.by_kind = naming, seat, number, by_kind
        program = naming.machine.program
        self.actions = [program.actions[offer.action] for offer in program.sites[number].offers]
        self._labels: dict[tuple[int, int, int, tuple[int, ...]], dict[Piece, Item]] = {}
        self._plain: dict[tuple[int, int], list[tuple[Argument, int]] | None] = {}
        """Where the arguments of a form stand, if each is one by itself and says how it is called."""

    def move(self, choice: ListedMove, known: Sequence[Sequence[Candidate]] | None = None) -> Move:
        form, action = choice[:2], self.actions[choice.offer]
        if form not in self._plain:
            picks = action.picks(choice.variant)
            by_place = any(pick.several or (pick.argument.kind == "piece" and not self.by_kind) for pick in picks)
            self._plain[form] = None if by_place else [(pick.argument, pick.at) for pick in picks]
        plain = self._plain[form]
        if plain is not None:
            return (action.name, *[self.naming.argument(argument, choice.picks[at]) for argument, at in plain])
        items: list[Item] = [action.name]
        for number, (pick, places) in enumerate(as_written(action.picks(choice.variant), choice.picks)):
            if pick.argument.kind == "piece" and not self.by_kind:
                # how its candidates are written after the picks before it
                key = (choice.offer, choice.variant, pick.at, choice.picks[: pick.at])
                if key not in self._labels:
                    machine = self.naming.machine
                    found = known[number] if known else candidates(machine, self.number, self.seat, choice, pick)
                    names = self.naming.candidates(pick, found, self.seat)
                    self._labels[key] = {(one[0], one[1]): name for one, name in zip(found, names, strict=True)}
                labels = self._labels[key]
                called = (None if at is None else labels[choice.picks[at], choice.picks[at + 1]] for at in places)
            else:
                called = (
                    None if at is None else self.naming.argument(pick.argument, choice.picks[at]) for at in places
                )
            items += [ENDS if item is None else item for item in called]
        return tuple(items)


def _apart(names: list[Item], others: Sequence[Item]) -> list[Item]:
    """Where names are alike, the others instead."""
    times = Counter(names)
    if len(times) == len(names):
        return names
    return [other if times[name] > 1 else name for name, other in zip(names, others, strict=True)]


@frozen
class Decision:
    """A move that was made, at a `site`, with the variables as they were; `told`: how long the log was before."""

    seat: int
    move: Move
    choice: ListedMove
    told: int
    site: int
    fields: tuple[int, ...]


@frozen
class Happened:
    """A chance event and its outcome. `told`: how long the log was before; `point`: where chance was asked."""

    event: ChanceEvent
    outcome: Outcome
    told: int
    point: int


Step = Decision | Happened


class UnclearMove(Exception):  # noqa: N818 - the player's
    """A text that fits several moves."""

    def __init__(self, text: str, moves: Sequence[Move]) -> None:
        super().__init__(f'"{text}" could be ' + " or ".join(" ".join(map(str, move)) for move in moves[:4]))
        self.moves = tuple(moves)


def in_any_order(words: Sequence[str], choices: Mapping[Move, ListedMove], program: Program, site: int) -> Move | None:
    """The legal move of these words, where those of a pick of several may stand in any order if order means nothing.
    Where no sign ends several, and there is some of each, those of such picks that follow one another may be mixed;
    UnclearMove if it then fits several moves."""
    action, given, signs = words[0], words[1:], ENDS in words
    apart, mixed = list[Move](), list[Move]()
    for move, choice in choices.items():
        said = [str(item) for item in move[1:] if signs or item != ENDS]
        if str(move[0]) != action or len(said) != len(given):
            continue
        parts = list[tuple[bool, int]]()
        for pick, places in as_written(picks_of(program, site, choice), choice.picks):
            ends = places.count(None)
            parts.append((pick.several is not None and not pick.several.ordered, len(places) - ends))
            parts += [(False, 1)] * (signs and ends)
        if not signs and ENDS in move and not all(size for _, size in parts):
            continue
        runs = [(free, sum(size for _, size in some)) for free, some in groupby(parts, key=itemgetter(0))]
        if _in_order(given, parts) == _in_order(said, parts):
            apart.append(move)
        elif not signs and _in_order(given, runs) == _in_order(said, runs):
            mixed.append(move)
    fitting = apart or mixed
    if len(fitting) > 1:
        raise UnclearMove(" ".join(words), fitting)
    return fitting[0] if fitting else None


def _in_order(words: Iterable[str], parts: Iterable[tuple[bool, int]]) -> list[str]:
    """Words in parts of so many, those of a part whose order is free sorted."""
    left = iter(words)
    cut = ((free, list(islice(left, size))) for free, size in parts)
    return [word for free, some in cut for word in (sorted(some) if free else some)]


def parse_move(text: str, moves: Sequence[Move], *, loosely: bool) -> Move:
    """The move that a text means; if none, its words. `loosely`: a part of a name is enough if it is unique."""
    words = text.split()
    exact = [move for move in moves if [str(item) for item in move] == words]
    if exact:
        return exact[0]
    fitting = [
        move
        for move in (moves if loosely else ())
        if len(words) == len(move) and all(word in str(item) for word, item in zip(words, move, strict=True))
    ]
    best = [move for move in fitting if str(move[0]) == words[0]] or fitting
    if len(best) > 1:
        raise UnclearMove(text, best)
    if best:
        return best[0]
    numbers = (word.lstrip("-").isdecimal() and word.count("-") <= 1 and len(word) < 12 for word in words)
    return tuple(int(word) if number else word for word, number in zip(words, numbers, strict=True))
