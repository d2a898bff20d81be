"""What came of a decision, as a seat saw it, in short phrases: `3 cards from deck to your hand`.

Pieces that went the same way are told together, of what went on from there only where it came to lie; what the move
says itself is not said again. A zone of who moves is called without its owner, one of who reads is "your".
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from attrs import define, evolve, field, frozen

from rulewright.language.wording import plural
from rulewright.machine.game import Rules
from rulewright.machine.information import BOTTOM, Place, Seen
from rulewright.machine.program.cell_map import owners
from rulewright.machine.view import HIDDEN
from rulewright.table.names_at_table import Names
from rulewright.table.text_lines import times

MAX_NAMED_PIECES: Final = 12
"""Of so many sorts of pieces that go together each is named; of more only one's own."""
BOX: Final = "box"
"""Where pieces lie that are out of play; of those without number it goes without saying that they come from there."""
TOLD, SCORED, YOURS, GAINED, LOST, ELSEWHERE, MIXED = 7, 6, 5, 4, 3, 2, 1
"""How much a phrase matters: what the rules say themselves, scores, what you, what others get and lose, what happens
elsewhere, what is mixed and who is next."""


@frozen
class Phrase:
    """Something that came of a decision: in words, how much it matters, and shorter and shorter, where that is
    possible; `terse`: as short as it can tell all but where pieces came from."""

    text: str
    matters: int
    shorter: tuple[str, ...] = ()
    terse: str = ""


@frozen
class Whereabouts:
    """Of a zone whose it is, if a seat's, what the pieces in it are called, and whether its `cells` say by themselves
    that they are of it."""

    owner: int | None = None
    pieces: str = "piece"
    cells: bool = False


@frozen
class Teller:
    """How one seat (None: a spectator) is told of what came of the move of another one (None: of none): zones by their
    labels."""

    names: Names
    zones: Mapping[str, Whereabouts] = field(factory=dict)
    seat: int | None = None
    mover: int | None = None

    def whose(self, owner: int | None) -> str:
        """What stands before a thing of a seat."""
        return "" if owner is None else "your " if owner == self.seat else f"{self.names.seats[owner]}'s "

    def owner(self, label: str) -> int | None:
        """Whose a zone is."""
        return self.zones.get(label, Whereabouts()).owner

    def zone(self, label: str) -> str:
        """What a zone is called."""
        owner = self.owner(label)
        owners = "" if owner is None else f"{self.names.seats[owner]}'s "
        return self.whose(owner) + label.removeprefix(owners) if label.startswith(owners) else label

    def at(self, called: str, label: str, cells: str) -> str:
        """Cells of a zone with this label, or the zone, by what it is `called`."""
        alone = cells and self.zones.get(label, Whereabouts()).cells
        return cells if alone else f"{called} {cells}".rstrip()

    def pieces(self, pieces: Sequence[str], zone: str) -> str:
        """Pieces, equal ones together, and how many are not seen: of those that bear the name of a seat whose."""
        own, noun = None if self.mover is None else self.names.seats[self.mover], self.noun(zone)
        bearing = {name: f"a {noun}" if name == own else f"a {noun} of {name}" for name in self.names.seats}
        seen = [bearing.get(piece, piece) for piece in pieces if piece != HIDDEN]
        unseen = self.many(len(pieces) - len(seen), zone) if len(seen) < len(pieces) else ""
        return ", ".join(filter(None, (times(seen), unseen)))

    def noun(self, zone: str) -> str:
        """What a piece of a zone is called."""
        return self.zones.get(zone, Whereabouts()).pieces

    def many(self, number: int, zone: str) -> str:
        """So many pieces of a zone."""
        return f"{number} {self.noun(zone) if number == 1 else plural(self.noun(zone))}"


def whereabouts(rules: Rules) -> dict[str, Whereabouts]:
    """The zones of a game by their labels."""
    found, layouts = {}, rules.program.zones
    boards = Counter(rules.core.zones[each.zone].place for each in layouts for _ in range(each.instances))
    for number, layout in enumerate(layouts):
        for at in range(layout.instances):
            owner = None if layout.owner_seat is None else owners(layout, at)[layout.owner_seat]
            pieces, alone = rules.core.components[layout.component].name, boards[rules.core.zones[layout.zone].place]
            found[rules.naming.zone(number, at)] = Whereabouts(owner, pieces, layout.kind == "board" and alone == 1)
    return found


@define
class Leg:
    """The way of a piece: from a place to a place."""

    piece: str
    origin: Place
    goal: Place


def phrases(seen: Sequence[Seen], teller: Teller) -> Iterator[Phrase]:
    """What came of a decision, of the events behind its move, if there is one: where pieces went, in the order in which
    they left, then the rest."""
    move = next((each for each in seen if each.what == "move"), None)
    named = Counter(str(item) for item in move.items) if move else Counter[str]()
    legs, others = list[Leg](), list[Seen]()
    for event in rolls(each for each in seen if each is not move):
        if event.what == "moved":
            _follow(legs, event, named)
        else:
            others.append(event)
    said = _said(legs, named, None if move is None or move.seat is None else teller.names.seats[move.seat])
    ways = dict[tuple[str, str], list[Leg]]()
    for leg in legs:
        if leg.origin != leg.goal and id(leg) not in said:
            ways.setdefault((leg.origin[0], leg.goal[0]), []).append(leg)
    yield from (_went(some, teller) for some in ways.values())
    lies, left = {(leg.piece, leg.goal) for leg in legs}, {(leg.origin[0], leg.piece) for leg in legs}
    new = [each for each in others if not _known(each, lies, left)]
    for _, alike in groupby(new, key=lambda each: (each.what, each.name, [zone for zone, _ in each.places][-1:])):
        yield from _happened(list(alike), teller)


def _follow(legs: list[Leg], event: Seen, named: Collection[str]) -> None:
    """Let a piece go on: from where it came to before, unless the move names it, or the first time."""
    piece, (origin, goal) = event.piece or HIDDEN, event.places
    cell = isinstance(origin[1], str)
    came = (leg for leg in reversed(legs) if leg.piece == piece and leg.goal[: 1 + cell] == origin[: 1 + cell])
    leg = None if piece == HIDDEN or piece in named else next(came, None)
    if leg is None:
        legs.append(Leg(piece, origin, goal))
    else:
        leg.goal = goal


def _said(legs: Sequence[Leg], named: Counter[str], own: str | None) -> set[int]:
    """The legs that the move says itself: the first way of a piece that it names, as often as it does, if it
    went on from there or nowhere else, and the way of one's own to a place that it names."""
    said = set[int]()
    for piece, often in named.items():
        its = [leg for leg in legs if leg.piece == piece]
        alike = [leg for leg in its if (leg.origin[0], leg.goal[0]) == (its[0].origin[0], its[0].goal[0])]
        others = (leg for leg in its if leg not in alike)
        if len(alike) <= often and all(leg.origin[0] == its[0].goal[0] for leg in others):
            said.update(map(id, alike))
    placed = (leg for leg in legs if leg.piece == own and str(leg.goal[1]) in named)
    return said | {id(leg) for leg in placed}


def _known(event: Seen, lies: Collection[tuple[str, Place]], left: Collection[tuple[str, str]]) -> bool:
    """Whether an event only shows a piece of which it is told already where it lies, or that it left what it was drawn
    from."""
    match event.what:
        case "shown":
            return event.piece != HIDDEN and (event.piece or "", event.places[0]) in lies
        case "drawn":
            return all((event.name or "", str(item)) in left for item in event.items)
        case _:
            return False


def _went(legs: Sequence[Leg], teller: Teller) -> Phrase:
    """Pieces that went from one zone to another, on boards with the cells if they are few."""
    (start, _), (end, at) = legs[0].origin, legs[0].goal
    pieces, zone = [leg.piece for leg in legs], end if end in teller.zones else start
    starts, ends = (_cells([getattr(leg, side) for leg in legs]) for side in ("origin", "goal"))
    origin, goal = (f"the {each}" if each == BOX else teller.zone(each) for each in (start, end))
    owner = teller.owner(end)
    same = owner is not None and owner == teller.owner(start)  # whose it is need not be told twice
    way = "" if start == BOX else f" from {teller.at(origin, start, starts)}"
    to = f" under {goal}" if at == BOTTOM else f" to {teller.at(goal, end, ends)}"
    then = to.replace(teller.whose(owner), "", 1) if same else to
    if start == end:
        way, to = (f" from {starts}", f" to {ends}") if starts and ends else ("", f" in {goal}")
        then = to
    one_by_one = bool(ends) and len(set(pieces)) > 1  # so that each stands with its cell
    called = ", ".join(teller.pieces([each], zone) for each in pieces) if one_by_one else teller.pieces(pieces, zone)
    many = len(set(pieces)) > MAX_NAMED_PIECES and (teller.seat is None or teller.owner(end) != teller.seat)
    called = teller.many(len(legs), zone) if many else called
    number = teller.many(len(legs), zone)
    lost = ELSEWHERE if teller.owner(start) is None else LOST
    matters = lost if owner is None else YOURS if owner == teller.seat else GAINED
    return Phrase(f"{called}{way}{then}", matters, (f"{number}{to}",) * (number != called), f"{called}{to}")


def _cells(places: Sequence[Place]) -> str:
    """The cells of a board; nothing of other places, and of many."""
    cells = [place for _, place in places if isinstance(place, str) and place != BOTTOM]
    return ", ".join(cells) if len(cells) == len(places) <= MAX_NAMED_PIECES else ""


def rolls(seen: Iterable[Seen]) -> Iterator[Seen]:
    """The events, of a roll of pieces to a zone only one: what was rolled, and the way there."""
    events, way = list(seen), None
    for event, then in zip(events, [*events[1:], None], strict=False):
        if way is not None:  # this event is told with the roll before it
            way = None
            continue
        rolled = event.what == "rolled" and not event.places
        way = then if rolled and then and then.what == "moved" and (then.piece,) == event.items else None
        yield evolve(way, what="rolled", name=event.name, items=event.items) if way else event


def places(found: Sequence[Place], teller: Teller) -> list[str]:
    """Places with their zones, of which none is told again."""
    told, before = list[str](), None
    for zone, place in found:
        told.append(
            str(place) if zone == before and place is not None else teller.at(teller.zone(zone), zone, str(place or ""))
        )
        before = zone
    return told


def _happened(some: Sequence[Seen], teller: Teller) -> Iterator[Phrase]:
    """Events of a sort that happened to one zone, one after the other."""
    first = some[0]
    items = " ".join(map(str, first.items))
    at = places([place for each in some for place in each.places[:1]], teller)
    where, zone = ", ".join(dict.fromkeys(at)), first.places[0][0] if first.places else ""
    pieces = teller.pieces([each.piece or HIDDEN for each in some], zone) if zone else ""
    on = "on" if teller.zones.get(zone, Whereabouts()).cells else "in"
    match first.what:
        case "told":
            yield from (Phrase(each.name or "", TOLD) for each in some)
        case "shown":
            yield Phrase(f"{pieces} seen {on} {where}", GAINED)
        case "flipped":
            turned = f"{pieces} turned face {first.name}"
            yield Phrase(f"{turned} {on} {where}", ELSEWHERE, (), turned.replace("turned ", ""))
        case "rolled" if first.places:
            rolled = teller.pieces([each.piece or HIDDEN for each in some], first.places[-1][0])
            yield Phrase(f"{teller.zone(first.places[-1][0])}: rolled {rolled}", GAINED)
        case "rolled":
            yield from (Phrase(f"{each.name}: rolled {' '.join(map(str, each.items))}", GAINED) for each in some)
        case "drawn":
            drawn = ["unseen" if item == HIDDEN else str(item) for each in some for item in each.items]
            yield Phrase(
                f"drawn {'from' if first.name in teller.zones else 'for'} {first.name}: {times(drawn)}", GAINED
            )
        case "changed":
            yield from (
                Phrase(f"{each.piece} becomes {each.items[0]} {on} {' '.join(places(each.places, teller))}", GAINED)
                for each in some
            )
        case "shuffled":
            yield Phrase(f"{where} shuffled", MIXED)
        case "swapped":
            pairs = [" and ".join(places(each.places, teller)) for each in some]
            yield Phrase(f"{', '.join(pairs)} swapped", ELSEWHERE, (f"{len(pairs)} pairs swapped",) * bool(pairs[1:]))
        case "rotated":
            for each in some:
                told = ", ".join(places(each.places, teller))
                yield Phrase(f"{told} moved on in a circle", ELSEWHERE, (f"{where} and others moved on in a circle",))
        case "passed":
            yield from (Phrase(_passed(each, teller), GAINED) for each in some)
        case "move" | "moved":  # told elsewhere
            raise AssertionError(items)


def _passed(event: Seen, teller: Teller) -> str:
    """Zones that went where others had been."""
    called = [teller.zone(zone) for zone, _ in event.places]
    ways = dict(zip(called[::2], called[1::2], strict=True))
    if len(ways) == 2 and set(ways) == set(ways.values()):
        return f"{' and '.join(ways)} swapped"
    chains = []
    while ways:
        chain = [next((zone for zone in ways if zone not in ways.values()), next(iter(ways)))]
        while chain[-1] in ways:
            chain.append(ways.pop(chain[-1]))
        chains.append(" to ".join(chain))
    return f"handed on: {', '.join(chains)}"
