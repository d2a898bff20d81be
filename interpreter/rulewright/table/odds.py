"""`:odds NAME`: how likely it is that a piece is the next of a pile or lies in a hand, from what one seat knows.

Where everything unseen came from one pile that was shuffled, and nobody has chosen since who sees some of it, every
order is equally likely: that is counted. Otherwise games are imagined that agree with what the seat knows, and
counted. Never the real hidden state: of two games that are alike to the seat it says the same.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import Final

from attrs import frozen

from rulewright.machine.chance import Seeded
from rulewright.machine.events import Changed, Chosen, Drawn, Event, Key, Mixed, Moved, Passed
from rulewright.machine.piece_knowledge import Ledger
from rulewright.machine.sample_state import knowledge
from rulewright.table.commands import Speech
from rulewright.table.sight import SeenZone, Sight, lookers
from rulewright.table.text_lines import Remark, Said, answered, number_of, refused
from rulewright.table.vocabulary import Subject

SAMPLES, FEWEST = 200, 40  # so many games are imagined, and at least so many where that takes long
HARD: Final = 10  # as soon as so many agreed only in part, there are no more: each of them took long
MOST_TOLD: Final = 200  # fractions of larger numbers say nothing to anybody
MOST_EVENTS: Final = 60_000  # where a game is long, imagined games have so many events together

Likely = tuple[SeenZone, Fraction | None, Fraction]
"""How likely it is that the piece is the next of a zone (None: it has no next one), and that one is in it."""


@frozen
class Known:
    """What a seat knows of a component's pieces: its ledgers by the zone, and the number of the kind in question."""

    sight: Sight
    component: int
    kind: int
    ledgers: Mapping[Key, Ledger]
    zones: tuple[SeenZone, ...]

    def gaps(self, zone: SeenZone) -> int:
        """How many pieces of a zone the seat does not know to be there."""
        return zone.view.size - self.sight.known(zone).total()

    def known(self, zone: SeenZone) -> int:
        """How many pieces of the kind are known to be in a zone."""
        return self.sight.known(zone)[self.sight.core.components[self.component].kinds[self.kind]]


def odds(sight: Sight, subject: Subject, speech: Speech) -> Said:
    """How likely it is that the piece is the next of a pile, or in a hand."""
    if sight.seat is None:
        return refused("Only a player knows and remembers something. Choose a seat.")
    if sight.view.over:
        return refused("The game is over: nothing more will be drawn.")
    kind = sight.core.components[subject.at].kinds.index(subject.name)
    zones = tuple(zone for zone in sight.zones if zone.declared.component == subject.at)
    ledgers = {zone.key: knowledge(sight.game, sight.seat).ledger(zone.key) for zone in zones}
    known = Known(sight, subject.at, kind, ledgers, zones)
    copies, placed = sight.core.components[subject.at].copies[kind], sum(map(known.known, zones))
    if copies is not None and copies <= placed and not any(_somewhere(known, zone) for zone in zones):
        return answered(f"Nothing is unknown to you of {subject.name}: {speech.where.format(subject.name)}.")
    found, how = _counted(known) or _imagined(known)
    told = []
    for zone, following, inside in found:
        where = sight.whose(zone)
        told += [] if following is None else [Remark(f"next of {where}: {share(following)}", 1)]
        told.append(Remark(f"in {where}: {share(inside)}", 1))
    return answered(Remark(f"{subject.name}, from what you know:", style="title"), *told, Remark(how, style="hint"))


def _somewhere(known: Known, zone: SeenZone) -> bool:
    """Whether one is known to be in a pile, but not where in it, beside others."""
    ledger = known.ledgers[zone.key]
    return zone.view.kind == "pile" and ledger.inside[known.kind] > 0 and _unplaced(ledger) > ledger.inside[known.kind]


def _unplaced(ledger: Ledger) -> int:
    return ledger.size - sum(entry is not None for entry in ledger.places.values())


def _counted(known: Known) -> tuple[list[Likely], str] | None:
    """By counting the pieces that can be anywhere, if every order of these is equally likely; None otherwise."""
    game, kind = known.sight.game, known.kind
    of_kinds = known.sight.core.components[known.component].copies
    if game.base is not game.rules.program.initial or None in of_kinds:
        return None
    key = _one_pile(known, game.log)
    if key is None:
        return None
    # what came from the pile and is not known since: so many pieces, among them so many copies of the kind
    placed = [entry for entry in known.ledgers[key].places.values() if entry is not None]
    places = {zone.key: _unplaced(known.ledgers[key]) if zone.key == key else known.gaps(zone) for zone in known.zones}
    sure = {zone.key: placed.count(kind) if zone.key == key else known.known(zone) for zone in known.zones}
    pieces, copies = sum(places.values()), (of_kinds[kind] or 0) - sum(sure.values())
    found = []
    for zone in known.zones:
        if places[zone.key]:
            none = Fraction(comb(pieces - places[zone.key], copies), comb(pieces, copies))
            top = known.ledgers[zone.key].places.get(zone.view.size - 1)
            on_top = Fraction(copies, pieces) if top is None else Fraction(int(top == kind))
            inside = Fraction(1) if sure[zone.key] else 1 - none
            found.append((zone, on_top if zone.view.kind == "pile" else None, inside))
    return found, f"Counted: {number_of(pieces, 'piece')} that you do not know can be anywhere."


def _one_pile(known: Known, log: Sequence[Event]) -> Key | None:
    """The pile from which all that is unknown came, if it was shuffled when all of it was known, nothing came to it
    since, and nobody who sees some of what left it has chosen anything since."""
    seat, shuffles = known.sight.seat or 0, dict[Key, int]()
    for key, times in knowledge(known.sight.game, seat).mixed.items():
        at = next((at for at in times if isinstance(event := log[at], Mixed) and event.label is not None), None)
        if at is not None and key in known.ledgers:  # never, as it were, if not all of it was known then
            shuffles[key] = len(log) if times[at][1] else at
    if len(shuffles) != 1:
        return None
    [(pile, began)] = shuffles.items()
    looking = {zone.key: {*lookers(known.sight, zone, top=True)} - {seat} for zone in known.zones}
    knowing = set(looking[pile])
    for at, event in enumerate(log):
        after = at > began
        match event:
            case Chosen(seat=chooser) if after and chooser in knowing:
                return None
            case Changed(component=component) if after and component == known.component:
                return None
            case Mixed(label=None) | Drawn() | Passed() if after:
                return None
            case Moved(component=component) if component == known.component:
                origin, goal = ((spot.zone, spot.instance) for spot in (event.origin, event.goal))
                unseen = not event.seen >> seat & 1
                if (after and goal == pile) or (unseen and (at < began or origin != pile)):
                    return None
                knowing |= looking.get(goal, set()) if unseen else set()
            case _:
                pass
    return pile


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
    told = list[Likely]()
    for zone in known.zones:
        if known.gaps(zone) or _somewhere(known, zone):
            top = Fraction(tops[zone.key], made) if zone.view.kind == "pile" else None
            told.append((zone, top, Fraction(inside[zone.key], made)))
    partly = "" if whole == made else f"; {made - whole} of them agree only with what you know of pieces"
    return told, f"About so: from {made} imagined games that agree with what you know{partly}."


def share(likely: Fraction) -> str:
    """A likelihood in words."""
    if likely in (0, 1):
        return "certain" if likely else "never"
    percent = f"{float(100 * likely):.1f} %"
    told = {"0.0 %": "less than 0.1 %", "100.0 %": "more than 99.9 %"}.get(percent, percent)
    return f"{likely.numerator} in {likely.denominator} ({told})" if likely.denominator <= MOST_TOLD else told
