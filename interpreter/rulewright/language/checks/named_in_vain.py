"""What is named in vain or looks alike: fields that are only read or only set, names in a body that nothing asks,
sentences that leave all as it was, labels in examples that no sentence has; names, kinds by `shown as` and signs of a
board's picture that would look the same on the table.

What examples say does not count; what only invariants ask is told otherwise.
"""

import unicodedata
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Final, TypeVar

from rulewright.language import core, example_core
from rulewright.language.checks.expression_values import Outcomes
from rulewright.language.core_queries import everything, in_play, questions, reads
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.effects import effects, is_steady, one_zone, ref_of
from rulewright.language.facts.game_facts import Kind, clashes, shown_names
from rulewright.language.intervals import constant
from rulewright.language.messages import flow, names as words, tables as table_words
from rulewright.language.source import Source
from rulewright.language.span import NOWHERE, Span, Spanned
from rulewright.language.suggest import different_letters, skeleton
from rulewright.language.syntax import Name
from rulewright.language.tokens import paragraphs, scan
from rulewright.language.types import PLAYER
from rulewright.language.walking import rewritten, walk
from rulewright.language.wording import hyphened, written


def half_used(made: core.Core, contents: Outcomes) -> Iterator[Diagnostic]:
    """Fields that are read and never set, or set and never read; zones into which nothing ever gets."""
    nodes = [*walk((*in_play(made), made.definitions, made.invariants))]
    in_a_game = [*questions(made, in_play(made))]
    sets, written = [*settings(made, nodes)], set_anew(made, nodes)
    setting = first_of((number, node.span) for number, node in sets)
    asking = first_of((node.variable, node.span) for node in nodes if isinstance(node, core.VarRef | core.Noted))
    # more than only taken out of a set, counts or a memory
    filled = {
        number
        for number, node in sets
        if not (node.sign < 0 if isinstance(node, core.AddTo) else isinstance(node, core.Remember) and node.forgets)
    }
    read, asked = alike(made, read_anywhere(made, nodes)), read_anywhere(made, in_a_game)
    for number, variable in enumerate(made.variables):
        if variable.answers is not None:
            continue
        kept, also = variable.since is not None, setting.get(number, NOWHERE)
        if number in read - written and not reads(variable.starts):
            yield words.never_set(variable.span, name=variable.name, also=asking.get(number, NOWHERE))
        elif number in (read & written) - filled and variable.starts is None and not kept:
            yield words.never_added(variable.span, name=variable.name, also=also)
        elif number in written - read or (kept and number not in read):
            if not told_to_players(made, variable):
                field = None if kept else variable.name
                yield words.never_read(variable.span, name=variable.name, field=field, also=also)
        elif number in written - asked and not kept:
            yield words.only_in_invariants(variable.span, name=variable.name)
    # zones that the rules speak of, and that are empty for ever
    refills = ((zone.refill.zone, zone.span) for zone in made.zones if zone.refill is not None)
    spoken_of = first_of((*((node.zone, node.span) for node in nodes if isinstance(node, core.ZoneRef)), *refills))
    for number in sorted(spoken_of):
        zone = made.zones[number]
        if not contents.zones[number] and not zone.box:
            component = made.components[zone.component].name
            yield words.never_filled(zone.span, name=zone.name, component=component, also=spoken_of[number])
    # zones of players into which something is moved, and that nothing else names
    named = Counter(node.zone for node in in_a_game if isinstance(node, core.ZoneRef))
    moves = [node for node in in_a_game if isinstance(node, core.Moving)]
    filling = Counter(node.to.zone for node in moves if isinstance(node.to, core.ZoneRef))
    places = first_of((ref_of(node.to).zone, node.span) for node in moves)
    for number, zone in enumerate(made.zones):
        if PLAYER in zone.owners and 0 < named[number] <= filling[number]:
            yield words.zone_never_asked(zone.span, name=zone.name, also=places[number])


def idle_keys(made: core.Core) -> Iterator[Diagnostic]:
    """What is to decide a tie, and was compared already, perhaps as the whole score, or the other way round."""
    for node in walk(everything(made)):
        if isinstance(node, core.Best):
            keys = [(_written_out(made, key), _place_of(made, key)) for _, key in node.keys]
            for at, (key, place) in enumerate(keys):
                also = next((before for same, before in keys[:at] if same == key), None)
                if also is not None and place != NOWHERE:
                    yield words.idle_key(place, also=also)


def _written_out(made: core.Core, key: core.Expr) -> core.Expr:
    """A key; one that asks a definition without conditions of its own as what is asked there."""
    if not isinstance(key, core.CallDefinition) or made.definitions[key.definition].lets:
        return key
    definition = made.definitions[key.definition]
    handed = dict(zip(definition.params, key.args, strict=True))

    def in_its_place(node: object) -> object:
        return handed.get(node.local, node) if isinstance(node, core.Get) else node

    return rewritten(definition.result, in_its_place)


def _place_of(made: core.Core, key: core.Expr) -> Span:
    """Where the first part of a key stands that has a place."""
    whole = made.definitions[key.definition].result if isinstance(key, core.CallDefinition) else key
    return next((node.span for node in walk(whole) if isinstance(node, Spanned)), NOWHERE)


def named_nowhere(made: core.Core) -> set[int]:
    """Where the fields are declared that no rule of this setting names; rules of another one may."""
    nodes = [*walk((*in_play(made), made.definitions, made.invariants, [zone.refill for zone in made.zones]))]
    zones = {node.zone for node in nodes if isinstance(node, core.ZoneRef)}
    variables = {node.variable for node in nodes if isinstance(node, core.VarRef | core.Noted)}
    variables |= read_anywhere(made, nodes) | {number for number, _ in settings(made, nodes)}
    found = (
        each.span.start
        for fields, named in ((made.zones, zones), (made.variables, variables))
        for number, each in enumerate(fields)
        if number not in named
    )
    return set(found)


def told_to_players(made: core.Core, variable: core.Variable) -> bool:
    """Whether a field says something to some players that others do not see: it is there to be read."""
    if variable.lies_in is not None:
        zone = made.zones[variable.lies_in]
        return zone.faced or zone.audience != "everyone"
    return PLAYER in variable.owners and variable.audience in ("owner", "others")


def settings(made: core.Core, nodes: Iterable[object]) -> Iterator[tuple[int, core.Statement]]:
    """The variables that sentences among these set, or note, each with the sentence."""
    sentences = (node for node in nodes if isinstance(node, core.Statement))
    return ((number, node) for node in sentences for number in effects(made, node).writes)


def set_anew(made: core.Core, nodes: Iterable[object]) -> set[int]:
    """The variables that are set: those that are kept by more than what they begin with."""
    return alike(made, {number for number, node in settings(made, nodes) if node.span != made.variables[number].span})


def alike(made: core.Core, numbers: set[int]) -> set[int]:
    """These variables with all that the same line keeps: in a family there is one for each member."""
    lines = {made.variables[number].span for number in numbers if made.variables[number].since is not None}
    return numbers | {number for number, each in enumerate(made.variables) if each.span in lines}


def first_of(places: Iterable[tuple[int, Span]]) -> dict[int, Span]:
    """By number the first of its places that the author wrote."""
    found: dict[int, Span] = {}
    for number, span in places:
        if found.get(number, NOWHERE) == NOWHERE:
            found[number] = span
    return found


def read_anywhere(made: core.Core, nodes: Iterable[object]) -> set[int]:
    """The variables that are read for more than to be set anew themselves: with a memory all that it remembers."""
    found = Counter[int]()
    for node in nodes:
        if isinstance(node, core.Read | core.Aggregate | core.Repeats):
            remembered = (each.number for each in made.variables[node.var.variable].fields if each.sort == "variable")
            found.update((node.var.variable, *remembered))
        elif isinstance(node, core.Noted):
            found[node.variable] += 1
        elif isinstance(node, core.Writing):
            read = (each for each in walk(node.value) if isinstance(each, core.Read | core.Aggregate | core.Repeats))
            found.subtract(each.var.variable for each in read if each.var.variable == node.var.variable)
        elif isinstance(node, core.Note):
            found.subtract(each.variable for each in walk(node.value) if isinstance(each, core.Noted))
    return set(+found)


def unasked(made: core.Core) -> Iterator[Diagnostic]:
    """What is picked, drawn, rolled, let or handed over, and then asked nowhere."""
    nodes = [*walk(everything(made))]
    asked = {node.local for node in nodes if isinstance(node, core.Get | core.Held)}
    if isinstance(made.scoring.score, core.CallDefinition):
        asked.update(made.definitions[made.scoring.score.definition].params)
    sorts = {core.Pick: "Pick", core.PickSeveral: "Pick", core.Draw: "Result", core.Let: "Name"}
    for node in nodes:
        if isinstance(node, core.Procedure | core.Action | core.Definition):
            what, locals_ = "Parameter", node.params
        elif isinstance(node, core.Pick | core.PickSeveral | core.Draw | core.Let):
            what, locals_ = sorts[type(node)], (node.local,)
        else:
            continue
        for name in (made.locals[local].name for local in locals_ if local not in asked):
            if name != "you":
                yield words.unused(node.span, name=name, what=what)


def unknown_labels(
    made: core.Core, source: Source, examples: tuple[example_core.Scene | None, ...]
) -> Iterator[Diagnostic]:
    """Each place where an example names a chance event that there is not."""
    parts = [part for example in examples if example is not None for part in example.parts]
    events = [event for part in parts if isinstance(part, example_core.When) for event in part.events]
    given = [event for event in events if isinstance(event, example_core.Gives)]
    found = {node.label for node in walk(made if given else ()) if isinstance(node, core.Chance | core.Refill)}
    labels = {hyphened(label): written(label) for label in sorted(found)}
    for event in given:
        if hyphened(event.label) not in labels:
            name = source.text[event.named.start : event.named.end]
            yield flow.unknown_chance(event.named, name=name, candidates=labels.values())


def idle_sentences(made: core.Core) -> Iterator[Diagnostic]:
    """Sentences that put something where it is, or set something to what it is."""
    nodes = [*walk(everything(made))]
    pieces = (node.piece for node in nodes if isinstance(node, core.MovePiece))
    moved = [piece.local for piece in pieces if isinstance(piece, core.Get)]
    from_zone = {local: ref for node in nodes for local, ref in found_in(node) if moved.count(local) == 1}
    for node in nodes:
        if isinstance(node, core.Statement) and changes_nothing(made, node, from_zone):
            yield words.no_change(node.span)


def found_in(node: object) -> Iterator[tuple[int, core.ZoneRef]]:
    """The local that a node binds to a piece of one zone, which later means the same zone."""
    if isinstance(node, core.Pick | core.ForEach | core.Draw | core.Let):
        ref = one_zone(node.value if isinstance(node, core.Let) else node.seq)
        if ref is not None and is_steady(ref):
            yield node.local, ref


def changes_nothing(made: core.Core, node: core.Statement, from_zone: dict[int, core.ZoneRef]) -> bool:
    """Whether everything is the same after a sentence, wherever it stands."""
    match node:
        case core.Assign(var=var, value=value):
            while isinstance(value, core.Calc) and value.op in ("+", "-") and constant(value.right) == 0:
                value = value.left
            return isinstance(value, core.Read) and value.var == var
        case core.AssignAll(var=var, value=core.Aggregate(var=read)):
            return read == var
        case core.AddTo(value=core.OneEach(seq=core.Listed(values=()))):
            return True
        case core.SwapPlaces():
            return node.first == node.second
        case core.PassZones(passings=ways):
            return all(way.source == way.to for way in ways)
        case core.MoveSome(number=core.Const(value=0)):
            return True
        case core.If(cases=cases, otherwise=()):
            return not any(body for _, body in cases)
        case core.Show(seq=core.Pieces(zone=ref)):
            return made.zones[ref.zone].audience == "everyone" and not made.zones[ref.zone].faced
        case (
            core.MoveAll(seq=seq, to=core.ZoneRef() as to, face=None)
            | core.MoveSome(seq=seq, to=core.ZoneRef() as to, face=None)
        ):
            all_of_it = isinstance(node, core.MoveAll) and isinstance(seq, core.Pieces)
            return one_zone(seq) == to and (all_of_it or made.zones[to.zone].kind in UNORDERED)
        case core.MovePiece(piece=core.Get(local=local), to=core.ZoneRef() as to, face=None):
            return from_zone.get(local) == to and made.zones[to.zone].kind in UNORDERED
        case _:
            return False


MOST_KINDS: Final = 4  # so many are named as those that a sign could be for
UNORDERED: Final = ("hand", "area", "slot")
"""Zones for which it makes no difference in which order pieces came there."""

T = TypeVar("T")


def looking_alike(made: core.Core, source: Source) -> Iterator[Diagnostic]:
    """All names that are confused; of each component the first two kinds; of each picture all signs that say
    nothing."""
    # the words of the text outside of its strings, and where each first stands
    named: dict[str, Span] = {}
    for start, end in paragraphs(source.text):
        for token in scan(source.text, start, end):
            if token.kind == "word":
                named.setdefault(token.text, Span(token.start, token.end))
    short = shown_names(made)
    kinds = {short.get(kind, kind): each.span for each in made.components for kind in each.kinds}
    places = kinds | named
    for name, other in _alike(sorted(places, key=lambda each: places[each].start), skeleton):
        if letters := different_letters(name, other):  # only a program tells them apart
            this, that = (unicodedata.name(letter, letter) for letter in letters)
            yield table_words.names_alike(places[name], one=name, other=other, this=this, that=that, also=places[other])
    for names in ([each.name for each in made.actions], *made.values.values(), kinds):
        for name, other in _alike(names, str.casefold):
            if skeleton(other) != skeleton(name) and name in places:
                also = places.get(other, places[name])
                yield table_words.typed_alike(places[name], one=name, other=other, typed=name.casefold(), also=also)
    told: set[str] = set()
    for one, two in clashes(made):
        if one.component.name not in told and one.component.shown is not None:
            told.add(one.component.name)
            other = two.name if two.component is one.component else f"the {two.component.name} {two.name}"
            shown, advice = one.component.shown, _advice(one, two, one.component.shown.text)
            yield table_words.shown_alike(shown.span, text=one.text, one=one.name, other=other, advice=advice)
    for zone in made.zones:
        signs = () if zone.picture is None else zone.picture.signs
        doubles = {id(sign): first for sign, first in _alike(signs, lambda sign: skeleton(sign.text))}
        component = made.components[zone.component]
        for sign in signs:
            first = doubles.get(id(sign))
            if first is not None and (first.text == sign.text or different_letters(first.text, sign.text)):
                called, then = (each.kind or "what is empty" for each in (first, sign))
                yield table_words.signs_alike(sign.span, one=called, other=then, text=sign.text, also=first.span)
            if sign.kind is not None and sign.kind not in component.kinds:
                name_, sort, known = Name(sign.kind, span=sign.span), component.name, component.kinds
                such = [kind for kind in known if sign.kind in kind.split("-")] or known
                yield table_words.idle_sign(name_, component=sort, such=such[:MOST_KINDS], candidates=known)


def _alike(found: Iterable[T], key: Callable[[T], Hashable]) -> Iterator[tuple[T, T]]:
    """Each that has the key of one before it, with the first such one."""
    first: dict[Hashable, T] = {}
    for each in found:
        other = first.setdefault(key(each), each)
        if other is not each:
            yield each, other


def _advice(one: Kind, other: Kind, template: str) -> str:
    if one.component is not other.component:
        return f'Write something before it, such as "{one.component.name[0]}{template}".'
    first, second = (one.component.kinds.index(each.name) for each in (one, other))
    differ = [each.name for each in one.component.attributes if each.table[first] != each.table[second]]
    cut = [attribute for attribute in differ if f"{{{attribute}'s initial}}" in template]
    if not differ:
        return "Leave the line out, or give them attributes that differ."
    # the template with the whole value of an attribute in it, or if that is so, its values apart
    hole, initial = f"{{{(*cut, *differ)[0]}}}", f"{{{(*cut, *differ)[0]}'s initial}}"
    apart = template.replace("}{", "}-{") if hole in template else f"{template}-{hole}"
    return f'Write "{template.replace(initial, hole) if initial in template else apart}".'
