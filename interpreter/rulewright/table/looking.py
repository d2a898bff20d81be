"""`:look NAME`: what a thing is, where it lies as far as this seat sees and remembers, and who else sees it.

Law: what is told depends on nothing but the rules and what the seat sees and knows.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from rulewright.language import core
from rulewright.language.core import ZoneKind
from rulewright.language.facts.ranges import names_of
from rulewright.language.types import CountsT, MemoryT, ValueT, without_none
from rulewright.language.wording import plural
from rulewright.machine.game import Rules
from rulewright.machine.view import HIDDEN, PieceView, VariableView, declared_variables
from rulewright.shown import shown
from rulewright.table.short_names import Naming
from rulewright.table.sights import SeenZone, Sight, called, remembered, scores_told, viewers
from rulewright.table.text_lines import Remark, listed, number_of, times
from rulewright.table.typed_line import Words
from rulewright.table.view_to_scene import value_text
from rulewright.table.vocabulary import Sort, Subject

if TYPE_CHECKING:
    from rulewright.language import syntax

KINDS: Final[dict[ZoneKind, str]] = {
    "pile": "a pile of {}",
    "hand": "a hand of {}",
    "area": "an area for {}",
    "row": "a row of {}",
    "slot": "a place for one {}",
    "board": "a board for {}",
}
Effects: TypeAlias = dict[str, tuple[tuple[str, str], ...]]
"""By the name of a member: each family with its description of the member."""
MOST_LINES: Final = 12
MAX_LISTED_KINDS: Final = 12
"""So many kinds are named of a zone at most; of a whole deck it goes without saying what is in it."""


def look(sight: Sight, found: Sequence[Subject], words: Words, effects: Effects) -> Iterator[Remark]:
    """All that there is to say of what was found under one name."""
    for subject in found:
        match subject.sort:
            case "piece":
                yield from _piece(sight, subject, words, effects)
            case "component":
                yield from _component(sight.core.components[subject.at])
            case "zone":
                yield from _zones(sight, subject, words)
            case "field":
                yield from _field(sight, subject)
            case "place":
                yield Remark(f"{subject.name} — {subject.type_name}.", style="title")
                for zone in sight.zones:
                    if zone.declared.place == subject.type_name:
                        lying = [piece for piece in zone.pieces if piece.place == subject.name]
                        yield Remark(f"{sight.whose(zone)}: {_lying(sight, zone, lying)}", 1)
            case "value":
                yield from _value(sight, subject, effects)
            case "player":
                yield from _player(sight, subject)
            case "action":
                yield from _action(sight, subject)


# ---- pieces


def _piece(sight: Sight, subject: Subject, words: Words, effects: Effects) -> Iterator[Remark]:
    """A kind of piece: what it is, what it does, where its copies are."""
    component = sight.core.components[subject.at]
    kind = component.kinds.index(subject.name)
    yield Remark(f"{subject.name} — {words.about.get(subject.name) or component.name}.", style="title")
    if subject.name in words.shown:
        yield Remark(f"In short: {words.shown[subject.name]}.", 1)
    yield from (Remark(text, 1) for text in _effects(component, kind, effects, sight.core))
    copies = component.copies[kind]
    if copies != 0:
        many = "as many as are needed" if copies is None else str(copies)
        yield Remark(f"In the game: {many}.", 1)
        yield from _whereabouts(sight, subject, copies)
    yield from _belonging(sight, subject.name)


def _belonging(sight: Sight, name: str) -> Iterator[Remark]:
    """What lies in the zones of something that is no player, and its fields."""
    zones = (zone for zone in sight.zones if name in zone.view.owners and zone.view.size)
    yield from (Remark(f"{sight.whose(zone)}: {contents(zone)}", 1) for zone in zones)
    yield from (Remark(_valued(sight, each), 1) for each in _shown_fields(sight) if name in each.owners)


def _shown_fields(sight: Sight) -> Iterator[VariableView]:
    both = zip(declared_variables(sight.core), sight.view.variables, strict=True)
    return (each for declared, each in both if declared.shown)


def _effects(component: core.Component, kind: int, effects: Effects, rules: core.Core) -> Iterator[str]:
    """What families say of a kind, and of the values that it has."""
    valued = (_value_name(rules, attribute, kind) for attribute in component.attributes)
    for name in dict.fromkeys([component.kinds[kind], *(name for name in valued if name)]):
        yield from (f"{family} {name}: {text}." for family, text in effects.get(name, ()))


def _value_name(rules: core.Core, attribute: core.Attribute, kind: int) -> str | None:
    """What a kind has as this attribute, if that has a name."""
    value = attribute.table[kind]
    if isinstance(attribute.type, CountsT) or not isinstance(value, int):
        return None
    type_ = without_none(attribute.type)
    names = names_of(rules, type_) if isinstance(type_, ValueT) else ()
    return names[value] if 0 <= value < len(names) else None


def _whereabouts(sight: Sight, subject: Subject, copies: int | None) -> Iterator[Remark]:
    """Where the copies lie that the seat sees or knows of, and where the others can be."""
    zones, told = sight.of(subject.at), 0
    for zone in zones:
        seen, known = zone.seen[subject.name], sight.known(zone)[subject.name]
        told += max(seen, known)
        if seen:
            yield Remark(_seen(sight, zone, subject.name, seen), 1)
        if known > seen:
            yield Remark(f"You know of {known - seen} in {sight.whose(zone)}.", 1)
    if copies is not None and copies > told:
        yield Remark(_unseen(sight, zones, copies - told), 1)


def _seen(sight: Sight, zone: SeenZone, name: str, number: int) -> str:
    """So many copies lie here, where in it, and who sees them."""
    pieces = [(at, piece) for at, piece in enumerate(zone.pieces, start=1) if piece.name == name]
    where = listed(each for each in (_spot(zone, at, piece) for at, piece in pieces) if each)
    seats = sorted({seat for _, piece in pieces for seat in viewers(sight, zone, piece)})
    down = " face down" if all(piece.face_down for _, piece in pieces) else ""
    place = f"{sight.whose(zone)}{f', {where}' if where else ''}"
    return f"{number} in {place}{down}. {_who(sight, seats)}"


def _spot(zone: SeenZone, at: int, piece: PieceView) -> str:
    if zone.view.kind == "board":
        return f"{piece.place}"
    if zone.view.kind == "pile":
        return "on top" if at == 1 else f"number {at} from the top"
    return f"number {at} from the left" if zone.view.kind == "row" else ""


def _who(sight: Sight, seats: Sequence[int]) -> str:
    """Who sees something, in a sentence."""
    if len(seats) == sight.core.players:
        return "Everybody sees it."
    if not seats:
        return "Nobody may look at it."
    if list(seats) == [sight.seat]:
        return "Only you see it."
    names = ["you" if seat == sight.seat else sight.core.seat_names[seat] for seat in seats]
    return f"Seen by {listed(names)}."


def _unseen(sight: Sight, zones: Sequence[SeenZone], number: int) -> str:
    """So many copies are somewhere among what the seat does not see."""
    places = []
    for zone in zones:
        hidden = zone.view.size - sight.known(zone).total()
        if hidden > 0:
            places.append(f"{sight.whose(zone)} ({hidden} unseen)")
    what = f"{number} you do not see"
    return f"{what}: {listed(places, 'or')}." if places else f"{what}."


def _component(component: core.Component) -> Iterator[Remark]:
    """A component: its kinds, pieces and attributes."""
    yield Remark(f"{component.name} — {component.title or 'a sort of piece'}.", style="title")
    pieces = "as many pieces as are needed" if component.pieces is None else number_of(component.pieces, "piece")
    yield Remark(f"{number_of(len(component.kinds), 'kind')}, {pieces}: {listed(component.kinds)}.", 1)
    if component.attributes:
        yield Remark(f"Each has: {listed(each.name for each in component.attributes)}.", 1)


# ---- zones, fields, places


def _zones(sight: Sight, subject: Subject, words: Words) -> Iterator[Remark]:
    """A zone, or the like zones of several owners."""
    zones = [zone for zone in sight.zones if sight.core.zones[subject.at] is zone.declared]
    declared = sight.core.zones[subject.at]
    component = sight.core.components[declared.component].name
    what = KINDS[declared.kind].format(component if declared.kind == "slot" else plural(component))
    most = f", up to {declared.capacity}" if declared.capacity else ""
    yield Remark(f"{declared.name} — {what}{most}. {_audience(declared)}", style="title")
    yield from (Remark(f"{sight.whose(zone)}: {contents(zone)}", 1) for zone in zones)
    yield from _known(sight, zones, words)


def look_at(sight: Sight, zone: SeenZone, words: Words) -> Iterator[Remark]:
    """One zone of one owner."""
    yield Remark(f"{sight.whose(zone)}: {contents(zone)}", style="title")
    yield Remark(_audience(zone.declared), 1)
    yield from _known(sight, [zone], words)


def _known(sight: Sight, zones: Sequence[SeenZone], words: Words) -> Iterator[Remark]:
    """What the seat remembers of pieces that it does not see there; of those that it sees what is not said by their
    names."""
    for zone in zones:
        if 0 < len(remembered := sight.known(zone) - zone.seen) <= MAX_LISTED_KINDS:
            yield Remark(f"You know of {times([*remembered.elements()])} in {sight.whose(zone)}.", 1)
    naming = Naming(words)
    names = dict.fromkeys(piece.name for zone in zones for piece in zone.pieces)
    yield from (Remark(f"{name} — {tag}", 2) for name in names if (tag := naming.tag(name)))


def _audience(declared: core.Zone) -> str:
    faced = " What lies face down is seen by those who were shown it." if declared.faced else ""
    match declared.audience:
        case "everyone":
            return f"Everybody sees what lies there.{faced}"
        case "owner":
            return f"Only its owner sees what lies there.{faced}"
        case "others":
            return "All but its owner see what lies there."
        case "nobody":
            return f"Nobody sees what lies there.{faced}"


def contents(zone: SeenZone) -> str:
    """What is seen in a zone: names, and how many pieces are not seen."""
    names = [_place_of(zone, piece) for piece in zone.pieces if piece.name != HIDDEN for _ in range(piece.copies)]
    parts = [times(names)] if names else []
    if zone.unseen:
        parts.append(f"{zone.unseen} unseen")
    return ", ".join(parts) or "empty"


def _place_of(zone: SeenZone, piece: PieceView) -> str:
    return f"{piece.name} on {piece.place}" if zone.view.kind == "board" else piece.name


def _field(sight: Sight, subject: Subject) -> Iterator[Remark]:
    """A field of each owner."""
    declared = sight.core.variables[subject.at]
    who = {"owner": "only its owner sees it", "nobody": "nobody sees it"}.get(declared.audience, "everybody sees it")
    if isinstance(declared.type, MemoryT):
        yield Remark(f"{subject.name} — a memory of situations; {who}.", style="title")
        yield Remark(_remembered(*remembered(sight, declared)), 1)
        return
    yield Remark(f"{subject.name} — a field; {who}.", style="title")
    for each in sight.view.variables:
        if each.name == declared.name and len(each.owners) == len(declared.owners):
            yield Remark(_valued(sight, each), 1)


def _remembered(number: int, most: int, repeats: int) -> str:
    """How many situations stand in a memory, and how often the present one does."""
    if not number:
        return f"Nothing is remembered yet; there is room for {number_of(most, 'situation')}."
    here = {0: " is not among them", 1: " is one of them", 2: " stands there twice"}
    again = here.get(repeats, f" stands there {repeats} times")
    return f"Remembered: {number_of(number, 'situation')}, of at most {most}; the present one{again}."


def _valued(sight: Sight, found: VariableView) -> str:
    """A field with its owners, as the seat calls it, and its value."""
    names = [str(owner) for owner in found.owners]
    others = f"({', '.join(names[1:])})" if names[1:] else ""
    label = f"{names[0]}'s {found.name}{others}" if names else found.name
    return f"{called(label, sight.core.seat_names, sight.seat)}: {value_text(found, 'nothing')}"


def _lying(sight: Sight, zone: SeenZone, pieces: Sequence[PieceView]) -> str:
    """What lies on a place, and who sees it."""
    if not pieces:
        return "nothing lies there."
    return f"{_described(sight, zone, pieces[0])}. {_who(sight, viewers(sight, zone, pieces[0]))}"


def _described(sight: Sight, zone: SeenZone, piece: PieceView) -> str:
    """A piece with whose it is and how it lies; one that is called like a player by its component."""
    component = sight.core.components[zone.declared.component].name
    name = f"a {component} of {piece.name}" if piece.name in sight.core.seat_names else piece.name
    owner = f" of {sight.core.seat_names[piece.owner]}" if piece.owner is not None else ""
    down = ", face down" if piece.face_down else ""
    return f"{'a piece that you do not see' if piece.name == HIDDEN else name}{owner}{down}"


# ---- values, players, actions


def _value(sight: Sight, subject: Subject, effects: Effects) -> Iterator[Remark]:
    """A value: its type, what families say of it, the pieces that have it, and what is its own."""
    rules = sight.core
    yield Remark(f"{subject.name} — {subject.type_name}.", style="title")
    yield from (Remark(f"{family}: {text}.", 1) for family, text in effects.get(subject.name, ()))
    at = rules.values[subject.type_name].index(subject.name)
    for component in rules.components:
        for attribute in component.attributes:
            if not isinstance(attribute.type, CountsT) and without_none(attribute.type) == ValueT(subject.type_name):
                kinds = [kind for kind, value in zip(component.kinds, attribute.table, strict=True) if value == at]
                yield Remark(f"{attribute.name} of {listed(kinds) or 'nothing'}.", 1)
    yield from _belonging(sight, subject.name)


def _player(sight: Sight, subject: Subject) -> Iterator[Remark]:
    """A player: score, zones and fields as far as they are seen."""
    you = " (you)" if subject.at == sight.seat else ""
    score = scores_told(sight.game, sight.seat)[subject.at]
    told = "" if score is None else f"; score {score}"
    yield Remark(f"{subject.name}{you} — player{told}.", style="title")
    mine = [zone for zone in sight.zones if zone.owner == subject.at and (zone.view.size or len(zone.view.owners) == 1)]
    yield from (Remark(f"{sight.whose(zone)}: {contents(zone)}", 1) for zone in mine)
    fields = (each for each in _shown_fields(sight) if each.owners[:1] == (subject.name,))
    yield from (Remark(_valued(sight, each), 1) for each in fields)


def _action(sight: Sight, subject: Subject) -> Iterator[Remark]:
    """An action: its description, and the beginning of its paragraph in the rules."""
    action, rules = sight.core.actions[subject.at], sight.game.rules
    yield Remark(f"{action.name} — {action.title or 'an action'}.", style="title")
    text = rules.source_text[action.span.start : action.span.end].rstrip().split("\n")
    for line in text[:MOST_LINES]:
        depth = 1 + (len(line) - len(line.lstrip())) // 4
        yield Remark(shown(line.strip()), depth, "hint", rule=True)
    if len(text) > MOST_LINES:
        yield Remark(f"… :rules {action.name} shows all.", 1, "hint")


# ---- what is in the way


def found_there(sight: Sight, name: str, sorts: Collection[Sort]) -> Iterator[str]:
    """What a refusal tells of what was named: where such pieces lie, what lies on such a place."""
    if "piece" in sorts:
        zones = [zone for zone in sight.zones if sight.known(zone)[name]]
        yield f"{name} is in {listed(map(sight.whose, zones))}." if zones else f"You see {name} nowhere."
    for zone in sight.zones if "place" in sorts else ():
        on = (piece for piece in zone.pieces if zone.view.kind == "board" and piece.place == name)
        yield from (f"On {name} lies {_described(sight, zone, piece)}." for piece in on)


# ---- the texts of families


def effects_of(rules: Rules) -> Effects:
    """All that families say of their members."""
    from rulewright.language.parser import parse
    from rulewright.language.source import Source

    found: dict[str, dict[str, str]] = {}
    parsed = parse(Source(rules.name, rules.source_text), skip_examples=True)
    for family, member in _members(parsed.ruleset):
        for value in member.values if member.title else ():
            found.setdefault(value.text, {})[family] = member.title.text if member.title else ""
    return {name: tuple(texts.items()) for name, texts in found.items()}


def _members(ruleset: "syntax.Ruleset") -> "Iterator[tuple[str, syntax.FamilyMember]]":
    from rulewright.language import syntax

    for each in ruleset.declarations:
        match each:
            case syntax.ProcedureFamily(name=name, members=members) | syntax.ActionFamily(name=name, members=members):
                yield from ((name.text, member) for member in members)
            case _:
                continue
