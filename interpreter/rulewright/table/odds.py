"""`:odds NAME`: how likely it is that a piece is the next of a pile or lies in a hand, from what one seat knows.

Where everything unseen came from one pile that was shuffled, and nobody has chosen since who sees some of it, every
order is equally likely: that is counted. Otherwise games are imagined that agree with what the seat knows, and
counted. Never the real hidden state: of two games that are alike to the seat it says the same.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import Final

from attrs import frozen

from rulewright.machine.chance import Seeded
from rulewright.machine.events import Changed, Chosen, Drawn, Event, Key, Mixed, Moved, Passed, Spot
from rulewright.machine.piece_knowledge import Ledger
from rulewright.machine.sample_state import knowledge
from rulewright.table.sights import SeenZone, Sight, lookers
from rulewright.table.text_lines import Remark, Said, answered, number_of, refused
from rulewright.table.vocabulary import Subject

SAMPLES, FEWEST = 200, 40
"""So many games are imagined, and at least so many where that takes long."""
HARD: Final = 10
"""As soon as so many agreed only in part, there are no more: each of them took long."""
MOST_TOLD: Final = 200
"""Fractions of larger numbers say nothing to anybody."""
MOST_EVENTS: Final = 60_000
"""Where a game is long, imagined games have so many events together."""


@frozen
class Likely:
    """How likely it is that the piece is the next of a zone (None: it has no next one), and that one is in it."""

    zone: SeenZone
    next: Fraction | None
    inside: Fraction


@frozen
class Known:
    """What a seat knows of a component's pieces: its ledgers by the zone, and the number of the kind in question."""

    sight: Sight
    component: int
    kind: int
    ledgers: Mapping[Key, Ledger]

    @property
    def zones(self) -> tuple[SeenZone, ...]:
        """The zones of the component."""
        return self.sight.of(self.component)

    def gaps(self, zone: SeenZone) -> int:
        """How many pieces of a zone the seat does not know to be there."""
        return zone.view.size - self.sight.known(zone).total()

    @property
    def missing(self) -> int:
        """How many pieces of the kind are not known to be anywhere."""
        copies = self.sight.core.components[self.component].copies[self.kind] or 0
        return copies - sum(self.known(zone) for zone in self.zones)

    def known(self, zone: SeenZone) -> int:
        """How many pieces of the kind are known to be in a zone."""
        return self.sight.known(zone)[self.sight.core.components[self.component].kinds[self.kind]]


def odds(sight: Sight, subject: Subject) -> Said:
    """How likely it is that the piece is the next of a pile, or in a hand."""
    if sight.seat is None:
        return refused("Only a player knows and remembers something. Choose a seat.")
    if sight.view.over:
        return refused("The game is over: nothing more will be drawn.")
    kind = sight.core.components[subject.at].kinds.index(subject.name)
    keys = [zone.key for zone in sight.of(subject.at)]
    ledgers = {key: knowledge(sight.game, sight.seat).ledger(*key) for key in keys}
    known = Known(sight, subject.at, kind, ledgers)
    if sight.core.components[subject.at].copies[kind] is not None and not (
        known.missing > 0 or any(_somewhere(known, zone) for zone in known.zones)
    ):
        return answered(f"Nothing is unknown to you of {subject.name}: :look {subject.name} says where it lies.")
    counted = _counted(known)
    if counted is None:
        found, how = _imagined(known)
    else:
        found, how = counted[0], f"Counted: {number_of(counted[1], 'piece')} that you do not know can be anywhere."
    told = [remark for each in found for remark in _told(sight, each)]
    return answered(Remark(f"{subject.name}, from what you know:", style="title"), *told, Remark(how, style="hint"))


def _somewhere(known: Known, zone: SeenZone) -> bool:
    """Whether one is known to be in a pile, but not where in it, beside others."""
    ledger = known.ledgers[zone.key]
    return zone.view.kind == "pile" and ledger.inside[known.kind] > 0 and _unplaced(ledger) > ledger.inside[known.kind]


def _unplaced(ledger: Ledger) -> int:
    return ledger.size - sum(entry is not None for entry in ledger.places.values())


# ---- counted


@frozen
class Pool:
    """What came from one shuffled pile and is not known since: so many pieces, among them so many of the kind."""

    known: Known
    pile: SeenZone
    pieces: int
    copies: int

    def places(self, zone: SeenZone) -> int:
        """How many of these pieces are in a zone."""
        return _unplaced(self.known.ledgers[zone.key]) if zone == self.pile else self.known.gaps(zone)

    def sure(self, zone: SeenZone) -> bool:
        """Whether one of the kind is known to be in a zone."""
        return self.known.kind in _placed(self.known, zone) if zone == self.pile else self.known.known(zone) > 0


def _counted(known: Known) -> tuple[list[Likely], int] | None:
    """By counting, and how many pieces can be anywhere, if every order of these is equally likely; None otherwise."""
    game = known.sight.game
    component = known.sight.core.components[known.component]
    if game.base is not game.rules.program.initial or None in component.copies:
        return None
    key = _one_pile(known, game.log)
    if key is None:
        return None
    pile = next(zone for zone in known.zones if zone.key == key)
    others = [each for each in known.zones if each != pile]
    pieces = _unplaced(known.ledgers[pile.key]) + sum(known.gaps(each) for each in others)
    found = sum(known.known(each) for each in others) + _placed(known, pile).count(known.kind)
    copies = known.sight.core.components[known.component].copies[known.kind] or 0
    pool = Pool(known, pile, pieces, copies - found)
    return [_likely(pool, zone) for zone in known.zones if pool.places(zone)], pool.pieces


def _placed(known: Known, zone: SeenZone) -> list[int]:
    """The kinds of which it is known where in a zone they lie."""
    return [entry for entry in known.ledgers[zone.key].places.values() if entry is not None]


def _likely(pool: Pool, zone: SeenZone) -> Likely:
    none = Fraction(comb(pool.pieces - pool.places(zone), pool.copies), comb(pool.pieces, pool.copies))
    return Likely(zone, _next(pool, zone), Fraction(1) if pool.sure(zone) else 1 - none)


def _next(pool: Pool, zone: SeenZone) -> Fraction | None:
    """How likely the piece is on top of a pile."""
    if zone.view.kind != "pile":
        return None
    top = pool.known.ledgers[zone.key].places.get(zone.view.size - 1)
    return Fraction(pool.copies, pool.pieces) if top is None else Fraction(int(top == pool.known.kind))


def _one_pile(known: Known, log: Sequence[Event]) -> Key | None:
    """The pile from which all that is unknown came, if it was shuffled when all of it was known, nothing came to it
    since, and nobody who sees some of what left it has chosen anything since."""
    seat, shuffles = known.sight.seat or 0, _first_shuffles(known, log)
    if len(shuffles) != 1:
        return None
    [(pile, began)] = shuffles.items()
    looking = {zone.key: {*lookers(known.sight, zone)} - {seat} for zone in known.zones}
    knowing = set(looking[pile])
    for at, event in enumerate(log):
        if at > began and _betrays(event, known.component, knowing):
            return None
        if isinstance(event, Moved) and event.component == known.component:
            unseen = not event.seen >> seat & 1
            if (at > began and _key(event.goal) == pile) or (unseen and (at < began or _key(event.origin) != pile)):
                return None
            knowing |= looking.get(_key(event.goal), set()) if unseen else set()
    return pile


def _betrays(event: Event, component: int, knowing: set[int]) -> bool:
    """Whether an event may make some orders likelier than others, where these seats see what is unknown."""
    match event:
        case Chosen(seat=seat):
            return seat in knowing
        case Changed(component=changed):
            return changed == component
        case Mixed(label=None) | Drawn() | Passed():
            return True
        case _:
            return False


def _first_shuffles(known: Known, log: Sequence[Event]) -> dict[Key, int]:
    """When each pile was first shuffled; never, as it were, if not all of it was known then."""
    found = dict[Key, int]()
    for key, times in knowledge(known.sight.game, known.sight.seat or 0).mixed.items():
        at = next((at for at in times if isinstance(event := log[at], Mixed) and event.label is not None), None)
        if at is not None and key in known.ledgers:
            found[key] = len(log) if times[at][1] else at
    return found


def _key(spot: Spot) -> Key:
    return spot.zone, spot.instance


# ---- imagined


def _imagined(known: Known) -> tuple[list[Likely], str]:
    """By imagined games, and how many they were."""
    game, seat = known.sight.game, known.sight.seat
    assert seat is not None, "only a player imagines"
    number = max(FEWEST, min(SAMPLES, MOST_EVENTS // (len(game.log) + 1)))
    inside, tops, made, whole = Counter[Key](), Counter[Key](), 0, 0
    while made < number and made - whole < HARD:
        found = game.imagined(seat, Seeded(0, made))
        made += 1
        whole += found.consistent
        rules = known.sight.game.rules
        rules.loaded = None
        rules.machine.place(found.state.vector)
        there = {one.key: [kind for kind, _ in rules.machine.zones.pieces(*one.key)] for one in known.zones}
        inside.update(key for key, kinds in there.items() if known.kind in kinds)
        tops.update(key for key, kinds in there.items() if kinds[-1:] == [known.kind])
    told = [
        Likely(
            zone,
            Fraction(tops[zone.key], made) if zone.view.kind == "pile" else None,
            Fraction(inside[zone.key], made),
        )
        for zone in known.zones
        if known.gaps(zone) or _somewhere(known, zone)
    ]
    partly = "" if whole == made else f"; {made - whole} of them agree only with what you know of pieces"
    return told, f"About so: from {made} imagined games that agree with what you know{partly}."


# ---- told


def _told(sight: Sight, each: Likely) -> Iterator[Remark]:
    where = sight.whose(each.zone)
    if each.next is not None:
        yield Remark(f"next of {where}: {share(each.next)}", 1)
    yield Remark(f"in {where}: {share(each.inside)}", 1)


def share(likely: Fraction) -> str:
    """A likelihood in words.

    >>> [share(Fraction(*pair)) for pair in ((0, 1), (1, 1), (1, 43), (8000, 9001), (1, 9001), (9000, 9001))]
    ['never', 'certain', '1 in 43 (2.3 %)', '88.9 %', 'less than 0.1 %', 'more than 99.9 %']
    """
    if likely in (0, 1):
        return "certain" if likely else "never"
    percent = f"{float(100 * likely):.1f} %"
    told = {"0.0 %": "less than 0.1 %", "100.0 %": "more than 99.9 %"}.get(percent, percent)
    return f"{likely.numerator} in {likely.denominator} ({told})" if likely.denominator <= MOST_TOLD else told
