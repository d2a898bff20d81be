"""Why a condition came out so in a position, and what a number is made up of there.

Explanations of a core are made ready by lowering the rules once more with them. A value is told if all that it can
read is seen by everybody, or all that it reads now by the seat: that never depends on what the seat does not see.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Literal

from attrs import define, evolve, frozen

from rulewright.language import core
from rulewright.language.span import Span
from rulewright.language.types import PLAYER, TEAM, Scalar, SeqT
from rulewright.machine.chance import Item
from rulewright.machine.interpret import RulesFault
from rulewright.machine.lower.builder import Scope
from rulewright.machine.lower.lowering import Lowering
from rulewright.machine.move_names import Naming
from rulewright.machine.program import nodes as ir
from rulewright.machine.program.moves import Candidate
from rulewright.machine.view import Watched, hidden_cells, hidden_in

if TYPE_CHECKING:
    from rulewright.machine.game import Game, Rules


@frozen
class Value:
    """A value (None: it cannot be known to the seat), and what it was to be; of a total that is known the elements that
    add anything, with how much."""

    text: str
    value: Item | None
    wanted: str = ""
    of: tuple[tuple[Item, int], ...] = ()


@frozen
class Held:
    """What a set, counts or a zone holds."""

    text: str
    items: tuple[Item, ...]


@frozen
class Lies:
    """Where a piece lies: in a zone of these owners, or on this place of a board."""

    zone: str
    owners: tuple[Item, ...]
    place: Item | None


@frozen
class Found:
    """The first of so many elements that decide, where it lies if it is a piece, and what is so of it."""

    name: str
    item: Item
    lies: Lies | None
    number: int
    facts: tuple["Fact", ...]


Fact = Value | Held | Found
Group = Literal["condition", "terms", "ranks"]
"""Of what an explanation is: of a condition that does not hold, of a score, of what decides between equal scores."""


@define(eq=False)
class Explainer:
    """Explanations, ready to be asked in any state of their rules; `cells` hold what they are about (a player).
    `hidden`: the cells that the seat does not see; `over`: values are told all the same."""

    watched: Watched
    naming: Naming
    cells: tuple[int, ...]
    groups: dict[Group, "_Asks"]
    hidden: frozenset[int] = frozenset()
    over: bool = False

    def facts(self, group: Group, vector: Sequence[int], about: tuple[int, ...] = ()) -> tuple[Fact, ...]:
        """What is so in a state."""
        self.watched.machine.place(vector)
        self.watched.machine.set_cells(self.cells, about)
        return tuple(self.groups[group](self))

    def of_players(self, group: Group, game: "Game", seat: int | None) -> Iterator[tuple[Value, ...]]:
        """The numbers of every player in a game, as far as a seat can know them; at the end all of them."""
        asker = evolve(self, hidden=frozenset(hidden_cells(game, seat)), over=game.over)
        for player in range(game.rules.players):
            found = asker.facts(group, game.state.vector, (player,))
            yield tuple(fact for fact in found if isinstance(fact, Value))

    def value(self, question: "_Question") -> int | None:
        """The answer; None if it cannot be known."""
        self.watched.memory.read.clear()
        with suppress(RulesFault):
            found = self.watched.machine.call(question.function)
            if self.over or question.open_ or self.watched.memory.read.isdisjoint(self.hidden):
                return found
        return None

    def listed(self, listing: int, *, pieces: bool = False) -> list[Candidate]:
        """What is listed, nothing if it cannot be known; pieces have names only for who sees them."""
        self.watched.memory.read.clear()
        with suppress(RulesFault):
            found = self.watched.machine.listed(listing)
            if (self.over and not pieces) or self.watched.memory.read.isdisjoint(self.hidden):
                return found
        return []

    def put(self, elements: "_Elements", element: Candidate) -> Item:
        """An element in its cells, and its name."""
        self.watched.machine.set_cells(elements.cells, element)  # a value has no place
        return self.naming.value(elements.type, element[0])


def explainer(
    rules: "Rules", groups: Mapping[Group, tuple[core.Part, ...]], span: Span, local: int | None = None
) -> Explainer:
    """Explanations of these rules, which may speak of a local."""
    noting = bool(rules.program.notes)  # a program that counts lays out its frames otherwise
    lowering = Lowering.of(evolve(rules.core, invariants=()), noting=noting)
    scope = Scope(lowering.build, span=span)
    cells = () if local is None else scope.declare(local).cells
    ready = {group: _all(scope, parts) for group, parts in groups.items()}
    watched = Watched(lowering.program())
    assert watched.machine.program.slots == rules.program.slots, "states are laid out alike"
    return Explainer(watched, Naming(rules.core, watched.machine), cells, ready)


_Asks = Callable[[Explainer], Iterator[Fact]]


@frozen
class _Question:
    """A function that is asked; `open_`: it reads nothing that anybody cannot see."""

    function: int
    open_: bool


@frozen
class _Elements:
    """A function that lists elements, the cells that hold one of them, and what it is."""

    listing: int
    cells: tuple[int, ...]
    type: Scalar
    pieces: bool


def _all(scope: Scope, parts: Sequence[core.Part]) -> _Asks:
    made = [_one(scope, part) for part in parts]
    return lambda asker: (fact for asks in made for fact in asks(asker))


def _one(scope: Scope, part: core.Part) -> _Asks:
    """What asks for the facts of a part."""
    match part:
        case core.Quoted(text, value, type_, wanted):
            question = _question(scope, value)

            def quoted(asker: Explainer) -> Iterator[Fact]:
                found = asker.value(question)
                yield Value(text, None if found is None else asker.naming.value(type_, found), wanted)

            return quoted
        case core.Term(text, sign, value):
            question, inner = _question(scope, value), scope.inner()
            of_total = value if isinstance(value, core.Fold) and value.kind == "total" else None
            summed = of_total and _elements(scope, inner, of_total.seq, of_total.local)
            adds = of_total and _question(inner, of_total.value)

            def term(asker: Explainer) -> Iterator[Fact]:
                found, of = asker.value(question), list[tuple[Item, int]]()
                if found is not None and summed and adds:
                    with suppress(RulesFault):
                        for element in asker.listed(summed.listing, pieces=summed.pieces):
                            item, each = asker.put(summed, element), asker.watched.machine.call(adds.function)
                            of += [(item, sign * each)] if each else []
                yield Value(text, None if found is None else sign * found, "", tuple(of))

            return term
        case core.Contents(text, seq, of):
            listing = _listing(scope, seq)

            def held(asker: Explainer) -> Iterator[Fact]:
                type_, values = of, [value for value, *_ in asker.listed(listing)]
                if of == TEAM:  # its members have names
                    teams = enumerate(asker.naming.core.teams)
                    type_, values = PLAYER, [seat for seat, team in teams if team in values]
                yield Held(text, tuple(asker.naming.value(type_, value) for value in values))

            return held
        case core.Branch(condition, parts):
            question, then = _question(scope, condition), _all(scope, parts)
            return lambda asker: then(asker) if asker.value(question) else iter(())
        case core.Witness(name, local, seq, parts):
            inner = scope.inner()
            elements, asks = _elements(scope, inner, seq, local), _all(inner, parts)

            def witness(asker: Explainer) -> Iterator[Fact]:
                found = asker.listed(elements.listing)
                if not found:
                    return
                item, loc, machine, lies = asker.put(elements, found[0]), found[0][1], asker.watched.machine, None
                if loc >= 0:
                    spot = machine.zones.places.spots[loc]
                    layout = machine.program.zones[spot.zone]
                    place = asker.naming.place(spot.zone, spot.place) if layout.kind == "board" else None
                    lies = Lies(layout.name, asker.naming.owners(spot.zone, spot.instance), place)
                yield Found(name, item, lies, len(found), tuple(asks(asker)))

            return witness


def _question(scope: Scope, value: core.Expr) -> _Question:
    inner = scope.inner()
    function = scope.build.new_function(inner.function("asked", (), inner.value(value)))
    return _Question(function, next(hidden_in(scope.core, value), None) is None)


def _listing(scope: Scope, seq: core.Seq) -> int:
    inner = scope.inner()
    inner.each(seq, lambda spot: inner.emit(ir.Yield((spot.value, spot.place))))
    return scope.build.new_function(inner.function("listed"))


def _elements(scope: Scope, inner: Scope, seq: core.Seq, local: int) -> _Elements:
    """The elements of a sequence, of which an inner scope holds one."""
    listing, what = _listing(scope, seq), scope.core.locals[local]
    assert not isinstance(what.type, SeqT), "an element is no sequence"
    return _Elements(listing, inner.declare(local).cells, what.type, what.piece)
