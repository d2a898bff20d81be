"""A position of a game as one would write it down: what lies in each zone, what each variable holds, who has used what.

A zone is a list of pieces: a pile from its top, a row from the left, a zone without order by kinds, a slot of none or
one; a board is a dictionary from places to pieces. Nothing here knows how the machine lays out its row of numbers.

Values are numbers as `language.types` says, but none is always `None`, and a piece that was found is a `Found`.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Generator, Iterator
from itertools import count, product

from attrs import define, evolve, field, frozen

from rulewright.language import core as core_, types
from rulewright.language.core import Component, Core, Zone
from rulewright.language.span import NOWHERE, Span

Key = tuple[int, tuple[int, ...]]
"""A zone or variable, and the values of its owners."""
Counts = dict[int, int]
"""Sets and counts: the number of each value that is there."""
Situations = tuple[object, ...]
"""What a memory holds: whole situations, as they were."""


@frozen
class Found:
    """A piece that was found: its kind, its zone, and its position there (SPEC 7.3).

    A position is a place of a board, a number from the left of a row or from the bottom of a pile; in a zone without
    order there is none.
    """

    kind: int
    zone: Key
    position: int | None


Value = int | Found | None
Local = Value | list[Value]


class PlainFault(Exception):  # noqa: N818 - a fault is the word of the language for it
    """The rules went wrong in play (SPEC 16)."""

    def __init__(self, code: str, span: Span, sentence: str) -> None:
        super().__init__(code)
        self.code = code
        self.span = span
        self.impossible = code in IMPOSSIBLE.get(sentence, ())


_GONE = frozenset({"cannot-move", "zone-full"})
IMPOSSIBLE: dict[str, frozenset[str]] = {
    "MovePiece": _GONE | {"nothing-there"},
    "MoveAll": _GONE,
    "MoveSome": _GONE | {"too-few-pieces"},
    "ChangePiece": frozenset({"no-such-piece"}),
    "PassZones": frozenset({"passed-together", "zone-full"}),
}
"""What makes a move that is tried merely impossible (SPEC 9.4), by sentence; every other fault in it is a fault."""

PASSES = 50_000
MOST_COPIES = 9_999
"""As many pieces of an unlimited component lie in a zone, and so many of each kind can be asked of its box."""
_TOKENS = count(1)


@frozen(eq=False)
class Piece:
    """One copy. No rule can ask for its tokens: `token` tells it from all others while one sentence runs or a move is
    tried, `stay` from itself before it entered its zone or was shuffled there."""

    kind: int
    owner: int | None = None
    up: bool = True
    mark: frozenset[int] = frozenset()
    notes: frozenset[tuple[int, int | None]] = frozenset()
    token: int = field(factory=lambda: next(_TOKENS))
    stay: int = field(factory=lambda: next(_TOKENS))


Content = list[Piece] | dict[int, Piece]


@define(eq=False)
class State:
    """The position. `running` are the procedures that have begun and not ended, the outermost first."""

    zones: dict[Key, Content]
    variables: dict[Key, int | Counts | Situations | None]
    used: dict[int, Counter[int]]
    locals: dict[int, Local] = field(factory=dict)
    running: list[int] = field(factory=list)
    ended: bool = False
    winners: frozenset[int] | None = None

    def copy(self) -> "State":
        """A state that goes on by itself; pieces keep their tokens."""
        return evolve(
            self,
            zones={key: content.copy() for key, content in self.zones.items()},
            variables={key: held.copy() if isinstance(held, dict) else held for key, held in self.variables.items()},
            used={limit: members.copy() for limit, members in self.used.items()},
            locals=dict(self.locals),
            running=list(self.running),
        )


@define(eq=False)
class Play:
    """A game under way: its rules and state, the line and sort of sentence carried out, and the actions being tried."""

    core: Core
    state: State
    line: Span = NOWHERE
    sentence: str = ""
    trying: tuple[int, ...] = ()
    turns: int = 0

    def twin(self, *, trying: int) -> "Play":
        """A copy on which an action is tried."""
        return Play(self.core, self.state.copy(), self.line, trying=(*self.trying, trying))

    def fault(self, code: str, span: Span = NOWHERE) -> PlainFault:
        """A fault at a place, or else at the line that is being carried out."""
        return PlainFault(code, self.line if span == NOWHERE else span, self.sentence)

    def turn(self, span: Span) -> None:
        """Count a pass of a loop without an end of its own: far fewer than the machine allows show that it has none."""
        self.turns += 1
        if self.turns > PASSES:
            raise self.fault("endless-loop", span)

    # ---- locals

    def bind(self, local: int, value: Local) -> None:
        """Let a local be a value; what is no piece for the rules forgets where it was found."""
        declared = self.core.locals[local]
        if isinstance(value, list):
            keeps = isinstance(declared.type, types.SeqT) and declared.type.pieces
            self.state.locals[local] = value if keeps else [bare(each) for each in value]
        else:
            self.state.locals[local] = value if declared.piece else bare(value)

    def local(self, local: int) -> Value:
        """What a local is."""
        value = self.state.locals[local]
        assert not isinstance(value, list)
        return value

    # ---- zones

    def zone(self, key: Key) -> Zone:
        """The declaration of a zone."""
        return self.core.zones[key[0]]

    def component(self, key: Key) -> Component:
        """The component of a zone."""
        return self.core.components[self.zone(key).component]

    def endless(self, key: Key) -> bool:
        """Whether nobody counts what lies there: the box of an unlimited component (SPEC 7.7)."""
        return self.zone(key).box and None in self.component(key).copies

    def box(self, component: int) -> Key:
        """The box of a component."""
        return next((n, ()) for n, zone in enumerate(self.core.zones) if zone.box and zone.component == component)

    def lying(self, key: Key) -> list[Piece]:
        """The pieces of a zone in its order."""
        content = self.state.zones[key]
        return content if isinstance(content, list) else [content[place] for place in sorted(content)]

    def found(self, key: Key, piece: Piece) -> Found:
        """A piece of a zone as it is found there."""
        content, at = self.state.zones[key], None
        if isinstance(content, dict):
            at = next(place for place, each in content.items() if each is piece)
        elif ordered(self.zone(key)):
            at = next(number for number, each in enumerate(content) if each is piece)
            at = len(content) - 1 - at if self.zone(key).kind == "pile" else at
        return Found(piece.kind, key, at)

    def at(self, found: Found) -> Piece | None:
        """The piece that was found, if one of its kind still lies where it was."""
        content = self.state.zones[found.zone]
        if isinstance(content, dict):
            piece = content.get(found.position if found.position is not None else -1)
        elif found.position is None:
            return next((each for each in content if each.kind == found.kind), None)
        else:
            pile = self.zone(found.zone).kind == "pile"
            inside = found.position < len(content)
            piece = content[-1 - found.position if pile else found.position] if inside else None
        return piece if piece is not None and piece.kind == found.kind else None

    def seers(self, key: Key, piece: Piece | None = None) -> frozenset[int]:
        """Who sees what lies in a zone, or this piece of it (SPEC 12)."""
        everyone, zone = frozenset(range(self.core.players)), self.zone(key)
        if zone.faced:
            return everyone if piece is None or piece.up else piece.mark
        owners = zip(zone.owners, key[1], strict=True)
        own = frozenset(value for type_, value in owners if type_ == types.PLAYER)
        seen = {"everyone": everyone, "owner": own, "others": everyone - own, "nobody": frozenset[int]()}
        on_top = zone.top is not None and piece is not None and piece.token == self.lying(key)[0].token
        return seen[zone.audience] | (seen[zone.top] if zone.top is not None and on_top else frozenset[int]())


def bare(value: Value) -> int | None:
    """The value without where it was found."""
    return value.kind if isinstance(value, Found) else value


def ordered(zone: Zone) -> bool:
    """Whether each position of a zone differs."""
    return zone.kind not in ("hand", "area") and not zone.box


def plain(type_: types.Scalar) -> types.Plain:
    """The type without `or none`."""
    return type_.of if isinstance(type_, types.OptionalT) else type_


def decoded(type_: types.Scalar, number: int) -> int | None:
    """A number of a constant, table or attribute as a value."""
    return None if number == types.none_code(type_) and isinstance(type_, types.OptionalT) else number


def component_named(core: Core, name: str) -> int:
    """The number of a component."""
    return next(number for number, each in enumerate(core.components) if each.name == name)


def values_of(core: Core, type_: types.Scalar) -> range:
    """All values of a type in declared order."""
    match plain(type_):
        case types.NumberT(low, high):
            return range(low, high + 1)
        case types.BoolT():
            return range(2)
        case types.ValueT() | types.LineT() as named:
            return range(len(core.values[named.name]))
        case types.KindT(component):
            return range(len(core.components[component_named(core, component)].kinds))


def places_of(core: Core, name: str) -> range:
    """The places of a type: of a number type the numbers, of others the values in declared order."""
    names = core.values[name]
    low = int(names[0]) if names[0].lstrip("-").isdigit() else 0
    return range(low, low + len(names))


def instances(core: Core, owners: tuple[types.Scalar, ...]) -> Iterator[tuple[int, ...]]:
    """All combinations of owners, in the order of declaration."""
    return product(*(values_of(core, type_) for type_ in owners))


def begun(core: Core) -> State:
    """The state before setup: all pieces in the box, variables with the first value of their type."""
    zones: dict[Key, Content] = {}
    for number, zone in enumerate(core.zones):
        for owners in instances(core, zone.owners):
            zones[number, owners] = {} if zone.kind == "board" else []
        if zone.box:
            copies = enumerate(core.components[zone.component].copies)
            zones[number, ()] = [Piece(kind) for kind, number_of in copies for _ in range(number_of or 0)]
    variables = {
        (number, owners): _first(core, variable.type)
        for number, variable in enumerate(core.variables)
        if variable.since is None
        for owners in instances(core, variable.owners)
    }
    return State(zones, variables, {number: Counter() for number in range(len(core.limits))})


def _first(core: Core, type_: types.Scalar | types.Several) -> int | Counts | Situations | None:
    """What a field begins with without `starts` (SPEC 6.1)."""
    match type_:
        case types.SetT() | types.CountsT():
            return {}
        case types.MemoryT():
            return ()
        case types.OptionalT():
            return None
        case types.NumberT(low, high):
            return 0 if low <= 0 <= high else low
        case types.BoolT() | types.ValueT() | types.LineT() | types.KindT():
            return values_of(core, type_)[0]


def noted(play: Play, variable: int, piece: Piece) -> int | None:
    """What is noted of a piece, by a variable."""
    begins = _first(play.core, play.core.variables[variable].type)
    assert not isinstance(begins, dict)
    return dict(piece.notes).get(variable, begins)


def replaced(play: Play, key: Key, old: Piece, new: Piece) -> None:
    """A piece becomes another one where it lies."""
    content = play.state.zones[key]
    if isinstance(content, dict):
        content[next(place for place, each in content.items() if each is old)] = new
    else:
        content[content.index(old)] = new


def taken(play: Play, key: Key, piece: Piece) -> Piece:
    """A piece leaves its zone; a gap closes. The box of an unlimited component keeps what leaves it."""
    content = play.state.zones[key]
    if play.endless(key):
        return piece
    if isinstance(content, dict):
        del content[next(place for place, each in content.items() if each is piece)]
    else:
        content.remove(piece)
    return piece


def entered(play: Play, key: Key, piece: Piece, place: int | None, span: Span, *, under: bool = False) -> None:
    """A piece enters a zone: a pile on top or under it, a row at its right end, a board at a place."""
    zone, content = play.zone(key), play.state.zones[key]
    if play.endless(key):
        return
    if isinstance(content, dict):
        assert place is not None
        if place in content:
            raise play.fault("zone-full", span)
        content[place] = piece
        return
    room = 1 if zone.kind == "slot" and not zone.box else zone.capacity
    if room is None and None in play.component(key).copies:
        room = MOST_COPIES
    if room is not None and len(content) >= room:
        raise play.fault("zone-full", span)
    if not ordered(zone):
        content.insert(bisect_right(content, piece.kind, key=lambda each: each.kind), piece)
    else:
        content.insert(0 if zone.kind == "pile" and not under else len(content), piece)


def stirred(piece: Piece) -> Piece:
    """A piece that no loop finds again."""
    return evolve(piece, stay=next(_TOKENS))


def arriving(play: Play, piece: Piece, origin: Key, goal: Key, *, by: int | None, face: str | None) -> Piece:
    """A piece with what it bears at its goal: elsewhere face up, nobody's, unmarked and without notes, within its
    zone, of whichever owner, as before."""
    zone = play.zone(goal)
    piece = stirred(piece)
    if origin[0] != goal[0]:
        piece = evolve(piece, owner=None, up=True, mark=frozenset(), notes=frozenset())
    if by is not None and zone.with_owner:
        piece = evolve(piece, owner=by)
    if face is not None and zone.faced:
        piece = evolve(piece, up=face == "up", mark=frozenset())
    return piece


# ---- memories: each holds whole situations, as they were, without any number for them


def repeats(play: Play, var: core_.VarRef) -> int:
    """How often the present situation stands in a memory."""
    return held(play, var).count(_situation(play, var))


def remember(play: Play, var: core_.VarRef, span: Span) -> None:
    """The present situation stands there once more."""
    type_, here = play.core.variables[var.variable].type, held(play, var)
    assert isinstance(type_, types.MemoryT)
    if len(here) == type_.capacity:
        raise play.fault("memory-full", span)
    play.state.variables[var.variable, ()] = (*here, _situation(play, var))


def forget(play: Play, var: core_.VarRef) -> None:
    """Nothing stands there any more."""
    play.state.variables[var.variable, ()] = ()


def held(play: Play, var: core_.VarRef) -> Situations:
    """What a memory holds."""
    found = play.state.variables[var.variable, ()]
    assert isinstance(found, tuple)
    return found


def _situation(play: Play, var: core_.VarRef) -> object:
    """The situation: what lies in each of the zones, what each of the variables holds."""
    found = []
    for each in play.core.variables[var.variable].fields:
        kept = (play.core.zones if each.sort == "zone" else play.core.variables)[each.number]
        found += (_looks(play, (each.number, owners), each.sort) for owners in instances(play.core, kept.owners))
    return tuple(found)


def _looks(play: Play, key: Key, sort: str) -> object:
    if sort == "variable":
        held = play.state.variables[key]
        return tuple(sorted(held.items())) if isinstance(held, dict) else held
    content = play.state.zones[key]
    if isinstance(content, dict):
        return tuple(sorted((place, piece.kind) for place, piece in content.items()))
    pieces = [(piece.kind, piece.owner) for piece in content]
    return tuple(pieces if ordered(play.zone(key)) else sorted(pieces, key=str))


# ---- where a game stops, and how procedures are left at once


Item = str | int


@frozen
class Move:
    """A legal move: its offer, the member of a family, what was picked and `let`, and how it is written."""

    offer: core_.OfferLine
    member: int
    locals: dict[int, Local]
    written: tuple[Item, ...]


@frozen
class Decision:
    """Seats are asked; each has moves."""

    moves: dict[int, list[Move]]


@frozen
class Event:
    """Chance is asked: different items, and how many copies there are of each."""

    kind: str
    label: str
    items: tuple[Item, ...]
    weights: tuple[int, ...]


@frozen
class Chosen:
    """The answer to a decision."""

    seat: int
    move: Move


Answer = Chosen | tuple[int, ...]
"""What is sent to a game that has stopped: a move, or the numbers of the items that came out."""
Run = Generator[Decision | Event, Answer, None]


class Finished(Exception):  # noqa: N818 - no error
    """`finish P`."""

    def __init__(self, procedure: int) -> None:
        super().__init__(procedure)
        self.procedure = procedure


class Over(Exception):  # noqa: N818 - no error
    """`end game`."""
