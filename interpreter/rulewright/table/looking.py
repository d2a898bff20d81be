"""`:look NAME`: what a thing is, where it lies as far as this seat sees and remembers, and who else sees it.

Law: what is told depends on nothing but the rules and what the seat sees and knows.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rulewright.language import core
from rulewright.language.core import ZoneKind
from rulewright.language.facts.ranges import name_of_type, names_of, place_held
from rulewright.language.types import (
    BoolT,
    CountsT,
    MemoryT,
    NumberT,
    OptionalT,
    Scalar,
    SetT,
    Several,
    ValueT,
    without_none,
)
from rulewright.language.wording import a, plural
from rulewright.machine.chance import Item
from rulewright.machine.game import Rules
from rulewright.machine.program import cell_map
from rulewright.machine.view import HIDDEN, PieceView, VariableView, declared_variables
from rulewright.shown import shown
from rulewright.table.commands import Speech
from rulewright.table.names_at_table import Naming
from rulewright.table.sight import SeenZone, Sight, called, scores_told, value_text, viewers
from rulewright.table.text_lines import Remark, listed, number_of, times
from rulewright.table.typed_line import Words
from rulewright.table.vocabulary import Subject

KINDS: Final[dict[ZoneKind, str]] = {
    "pile": "a pile of {}",
    "hand": "a hand of {}",
    "area": "an area for {}",
    "row": "a row of {}",
    "slot": "a place for one {}",
    "board": "a board for {}",
}
MOST_LINES: Final = 12
MAX_LISTED_KINDS: Final = 12  # of a whole deck it goes without saying what is in it


def look(sight: Sight, found: Sequence[Subject], words: Words, speech: Speech) -> Iterator[Remark]:
    """All that there is to say of what was found under one name."""
    for subject in found:
        match subject.sort:
            case "piece":
                yield from _piece(sight, subject, words)
            case "component":
                component = sight.core.components[subject.at]
                yield Remark(f"{component.name} — {component.title or 'a sort of piece'}.", style="title")
                yield from prose_about(sight.game.rules, component.name)
                unlimited = component.pieces is None
                many = "as many pieces as are needed" if unlimited else number_of(component.pieces or 0, "piece")
                yield Remark(f"{number_of(len(component.kinds), 'kind')}, {many}: {listed(component.kinds)}.", 1)
                if component.attributes:
                    yield Remark(f"Each has: {listed(each.name for each in component.attributes)}.", 1)
            case "zone":
                declared = sight.core.zones[subject.at]
                zones = [zone for zone in sight.zones if zone.declared is declared]
                pieces = sight.core.components[declared.component].name
                what = KINDS[declared.kind].format(pieces if declared.kind == "slot" else plural(pieces))
                most = f", up to {declared.capacity}" if declared.capacity else ""
                yield Remark(f"{declared.name} — {what}{most}. {audience(declared)}", style="title")
                yield from prose_about(sight.game.rules, declared.name)
                yield from (Remark(f"{sight.whose(zone)}: {contents(zone)}", 1) for zone in zones)
                yield from known_there(sight, zones, words)
            case "field":
                yield from _field(sight, sight.core.variables[subject.at])
            case "place":
                yield from _place(sight, subject)
            case "value":
                yield from _value(sight, subject)
            case "player":
                you = " (you)" if subject.at == sight.seat else ""
                score = scores_told(sight.game, sight.seat)[subject.at]
                told = "" if score is None else f"; score {score}"
                yield Remark(f"{subject.name}{you} — player{told}.", style="title")
                own = (zone for zone in sight.zones if zone.owner == subject.at)
                mine = (zone for zone in own if zone.view.size or len(zone.view.owners) == 1)
                yield from (Remark(f"{sight.whose(zone)}: {contents(zone)}", 1) for zone in mine)
                fields = (each for _, each in _shown_fields(sight) if each.owners[:1] == (subject.name,))
                yield from (Remark(_valued(sight, each), 1) for each in fields)
            case "action":  # its description, and the beginning of its paragraph in the rules
                action, rules = sight.core.actions[subject.at], sight.game.rules
                yield Remark(f"{action.name} — {action.title or 'an action'}.", style="title")
                text = rules.source_text[action.span.start : action.span.end].rstrip().split("\n")
                for line in text[:MOST_LINES]:
                    depth = 1 + (len(line) - len(line.lstrip())) // 4
                    yield Remark(shown(line.strip()), depth, "hint", rule=True)
                if len(text) > MOST_LINES:
                    yield Remark(speech.whole_action.format(action.name), 1, "hint")


def _piece(sight: Sight, subject: Subject, words: Words) -> Iterator[Remark]:
    """A kind of piece: what it is and does, where its copies lie that the seat knows of, and where others can be."""
    rules, name = sight.core, subject.name
    component = rules.components[subject.at]
    kind = component.kinds.index(name)
    yield Remark(f"{name} — {words.about.get(name) or component.name}.", style="title")
    if name in words.shown:
        yield Remark(f"In short: {words.shown[name]}.", 1)
    named = [name]
    for attribute in component.attributes:
        value, type_ = attribute.table[kind], attribute.type
        if isinstance(value, int) and not isinstance(type_, CountsT):
            plain_type = without_none(type_)
            names = names_of(rules, plain_type) if isinstance(plain_type, ValueT) else ()
            named += names[value : value + 1] if value >= 0 else ()
    for family, member, text in effects_of(sight.game.rules, named):
        yield Remark(f"{family} {member}: {text}.", 1)
    copies, told = component.copies[kind], 0
    if copies != 0:
        yield Remark(f"In the game: {'as many as are needed' if copies is None else copies}.", 1)
    places = []
    for zone in sight.zones if copies != 0 else ():
        if zone.declared.component != subject.at:
            continue
        knows = sight.known(zone)
        seen, known = zone.seen[name], knows[name]
        told += max(seen, known)
        if seen:
            yield Remark(_seen(sight, zone, name, seen), 1)
        if known > seen:
            yield Remark(f"You know of {known - seen} in {sight.whose(zone)}.", 1)
        if zone.view.size > knows.total():
            places.append(f"{sight.whose(zone)} ({zone.view.size - knows.total()} unseen)")
    if copies is not None and copies > told:
        where = f": {listed(places, 'or')}" if places else ""
        yield Remark(f"{copies - told} you do not see{where}.", 1)
    yield from _belonging(sight, name, component.name)


def _seen(sight: Sight, zone: SeenZone, name: str, number: int) -> str:
    """So many copies lie here, where in it, and who sees them."""
    pieces = [(at, piece) for at, piece in enumerate(zone.pieces, start=1) if piece.name == name]
    spots = [f"{piece.place}" for _, piece in pieces] if zone.view.kind == "board" else []
    if zone.view.kind == "pile":
        spots = ["on top" if at == 1 else f"number {at} from the top" for at, _ in pieces]
    elif zone.view.kind == "row":
        spots = [f"number {at} from the left" for at, _ in pieces]
    seats = sorted({seat for at, piece in pieces for seat in viewers(sight, zone, piece, at)})
    down = " face down" if all(piece.face_down for _, piece in pieces) else ""
    place = f"{sight.whose(zone)}{f', {listed(spots)}' if spots else ''}"
    return f"{number} in {place}{down}. {_who(sight, seats)}"


def _place(sight: Sight, subject: Subject) -> Iterator[Remark]:
    """A place: what lies there on each board, what stands upon it, its fields, and which fields hold it."""
    yield Remark(f"{subject.name} — {subject.type_name}.", style="title")
    for zone in (zone for zone in sight.zones if zone.declared.place == subject.type_name):
        on = next((piece for piece in zone.pieces if piece.place == subject.name), None)
        if on is None:
            yield Remark(f"{sight.whose(zone)}: nothing lies there.", 1)
            continue
        notes = "".join(f", {note} {value}" for note, value in on.notes)
        seen = _who(sight, viewers(sight, zone, on))
        yield Remark(f"{sight.whose(zone)}: {described(sight, zone, on)}{notes}. {seen}", 1)
    yield from _belonging(sight, subject.name, subject.type_name)
    for declared, found in _shown_fields(sight):
        held = found.value if isinstance(found.value, tuple) else (found.value,)
        if place_held(declared) == subject.type_name and subject.name in map(str, held):
            yield Remark(f"It is {'in ' * isinstance(found.value, tuple)}{_label(sight, found)}.", 1)


def _belonging(sight: Sight, name: str, type_name: str) -> Iterator[Remark]:
    """What lies in the zones of something that is no player, and its fields."""

    def owns(types: Sequence[Scalar], owners: Sequence[Item]) -> bool:
        both = zip(types, owners, strict=True)
        return any(name == str(owner) and type_name == name_of_type(type_) for type_, owner in both)

    zones = (zone for zone in sight.zones if zone.view.size and owns(zone.declared.owners, zone.view.owners))
    yield from (Remark(f"{sight.whose(zone)}: {contents(zone)}", 1) for zone in zones)
    fields = (each for declared, each in _shown_fields(sight) if owns(declared.owners, each.owners))
    yield from (Remark(_valued(sight, each), 1) for each in fields)


def _shown_fields(sight: Sight) -> Iterator[tuple[core.Variable, VariableView]]:
    both = zip(declared_variables(sight.core), sight.view.variables, strict=True)
    return ((made, each) for made, each in both if made.shown and not (made.unset and each.value == "none"))


def _who(sight: Sight, seats: Sequence[int]) -> str:
    if len(seats) == sight.core.players:
        return "Everybody sees it."
    if not seats:
        return "Nobody may look at it."
    if list(seats) == [sight.seat]:
        return "Only you see it."
    names = ["you" if seat == sight.seat else sight.core.seat_names[seat] for seat in seats]
    return f"Seen by {listed(names)}."


def known_there(sight: Sight, zones: Sequence[SeenZone], words: Words) -> Iterator[Remark]:
    """What the seat remembers of pieces there, and of those that it sees what their names do not say."""
    for zone in zones:
        if 0 < len(remembered := sight.known(zone) - zone.seen) <= MAX_LISTED_KINDS:
            yield Remark(f"You know of {times([*remembered.elements()])} in {sight.whose(zone)}.", 1)
    naming = Naming(words)
    names = dict.fromkeys(piece.name for zone in zones for piece in zone.pieces)
    yield from (Remark(f"{name} — {tag}", 2) for name in names if (tag := naming.tag(name)))


def audience(declared: core.Zone) -> str:
    """Who sees what lies in a zone, in a sentence."""
    if declared.audience == "others":
        return "All but its owner see what lies there."
    seers = {"everyone": "Everybody sees", "owner": "Only its owner sees", "nobody": "Nobody sees"}
    faced = " What lies face down is seen by those who were shown it." if declared.faced else ""
    top = f" {seers[declared.top]} what lies on top." if declared.top else ""
    return f"{seers[declared.audience]} what lies there.{faced}{top}"


def contents(zone: SeenZone) -> str:
    """What is seen in a zone: names, and how many pieces are not seen."""
    names = []
    for piece in zone.pieces:
        if piece.name != HIDDEN:
            names += [f"{piece.name} on {piece.place}" if zone.view.kind == "board" else piece.name] * piece.copies
    return times(names, zone.unseen) or "empty"


def _field(sight: Sight, declared: core.Variable) -> Iterator[Remark]:
    """A field of each owner; of a memory how many situations stand there, and how often the present one does."""
    who = {"owner": "only its owner sees it", "nobody": "nobody sees it"}.get(declared.audience, "everybody sees it")
    yield Remark(f"{declared.name} — {_holds(declared.type)}; {who}.", style="title")
    yield from prose_about(sight.game.rules, declared.name)
    if isinstance(declared.type, MemoryT):
        memories = [each for each in sight.core.variables if isinstance(each.type, MemoryT)]
        at, cells = sight.game.rules.program.memories[memories.index(declared)], sight.game.entered().memory
        number, repeats = cells[at.offset], cell_map.count(cells, at, cell_map.number(cells, at.runs))
        here = {0: " is not among them", 1: " is one of them", 2: " stands there twice"}
        again = here.get(repeats, f" stands there {repeats} times")
        full = f"Remembered: {number_of(number, 'situation')}, of at most {at.capacity}; the present one{again}."
        empty = f"Nothing is remembered yet; there is room for {number_of(at.capacity, 'situation')}."
        yield Remark(full if number else empty, 1)
        return
    for each in sight.view.variables:
        if each.name == declared.name and len(each.owners) == len(declared.owners):
            yield Remark(_valued(sight, each), 1)


def _holds(type_: Scalar | Several) -> str:
    """What a field can hold."""
    match type_:
        case MemoryT():
            return "a memory of situations"
        case CountsT(of):
            return f"so many of each {name_of_type(of) or 'number'}"
        case SetT(of):
            return f"any number of {plural(name_of_type(of) or 'number')}"
        case OptionalT(of):
            return f"{_holds(of)} or none"
        case NumberT(low, high):
            return f"a number from {low} to {high}"
        case BoolT():
            return "yes or no"
        case _:
            return a(name_of_type(type_) or "value")


def _value(sight: Sight, subject: Subject) -> Iterator[Remark]:
    """A value: its type, what families say of it, the pieces that have it, and what is its own."""
    rules = sight.core
    yield Remark(f"{subject.name} — {subject.type_name}.", style="title")
    yield from (Remark(f"{family}: {text}.", 1) for family, _, text in effects_of(sight.game.rules, [subject.name]))
    at = rules.values[subject.type_name].index(subject.name)
    for component in rules.components:
        for attribute in component.attributes:
            if not isinstance(attribute.type, CountsT) and without_none(attribute.type) == ValueT(subject.type_name):
                kinds = [kind for kind, value in zip(component.kinds, attribute.table, strict=True) if value == at]
                yield Remark(f"{attribute.name} of {listed(kinds) or 'nothing'}.", 1)
    yield from _belonging(sight, subject.name, subject.type_name)


def _valued(sight: Sight, found: VariableView) -> str:
    """A field with its owners, as the seat calls it, and its value."""
    return f"{_label(sight, found)}: {value_text(found, 'nothing')}"


def _label(sight: Sight, found: VariableView) -> str:
    """A field with its owners, as the seat calls it."""
    names = [str(owner) for owner in found.owners]
    others = f"({', '.join(names[1:])})" if names[1:] else ""
    return called(f"{names[0]}'s {found.name}{others}" if names else found.name, sight.core.seat_names, sight.seat)


def described(sight: Sight, zone: SeenZone, piece: PieceView) -> str:
    """A piece with whose it is and how it lies; one that is called like a player by its component."""
    component = sight.core.components[zone.declared.component].name
    name = f"a {component} of {piece.name}" if piece.name in sight.core.seat_names else piece.name
    owner = f" of {sight.core.seat_names[piece.owner]}" if piece.owner is not None else ""
    down = ", face down" if piece.face_down else ""
    return f"{'a piece that you do not see' if piece.name == HIDDEN else name}{owner}{down}"


def prose_about(rules: Rules, name: str) -> Iterator[Remark]:
    """What the author tells players of a name, whatever is agreed on."""
    from rulewright.language import syntax
    from rulewright.language.parser import parse

    for each in parse(rules.source, skip_examples=True).ruleset.declarations:
        if isinstance(each, syntax.Prose) and each.name.text == name and each.when is None:
            yield Remark(" ".join(text.text for text in each.texts), 1)


def effects_of(rules: Rules, names: Iterable[str]) -> Iterator[tuple[str, str, str]]:
    """What families say of their members of these names: family, member and description."""
    from rulewright.language import syntax
    from rulewright.language.parser import parse

    found = parse(rules.source, skip_examples=True).ruleset.declarations
    families = [each for each in found if isinstance(each, syntax.ProcedureFamily | syntax.ActionFamily)]
    for name in dict.fromkeys(names):
        for family in families:
            named = (member for member in family.members if name in [value.text for value in member.values])
            titles = [member.title.text for member in named if member.title]
            yield from ((family.name.text, name, title) for title in titles[-1:])
