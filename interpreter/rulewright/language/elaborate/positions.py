"""Boards as pictures (in declarations; in examples rows from the top, a unique part of a kind's name per cell, `.` for
an empty one), pieces laid out from the box, and the position of an example as sentences that lay it out."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import chain, count
from typing import Final

from attrs import define, evolve, field

from rulewright.language import core, example_core, intervals as fold, lattice, syntax
from rulewright.language.component_rows import UNFIT, plain
from rulewright.language.diagnostics import Edit
from rulewright.language.edits import without_lines
from rulewright.language.elaborate import environment
from rulewright.language.elaborate.coercions import (
    ANY_NUMBER,
    as_seq,
    check_members,
    mismatch,
    place_of,
    value,
    which_board,
)
from rulewright.language.elaborate.environment import AggregateOf, Mistake, Typed, Value, World, ZoneValue
from rulewright.language.elaborate.expressions import aggregate
from rulewright.language.elaborate.queries import bound_name
from rulewright.language.elaborate.resolve import itself
from rulewright.language.elaborate.suggestions import typed_words
from rulewright.language.elaborate.wrong_subject import own_questions
from rulewright.language.facts.ranges import MAX_COUNT, stacked_on
from rulewright.language.geometry import Places
from rulewright.language.messages import flow as words, sentences as sentence_words, tables as table_words
from rulewright.language.span import Span
from rulewright.language.types import PLAYER, CountsT, KindT, NumberT, Scalar, none_code, shown_option, with_none
from rulewright.language.walking import rewritten
from rulewright.language.wording import a, plural


def picture_cells(
    world: World, zone: core.Zone, node: syntax.HoldsPicture | syntax.SetBoard, seats: Mapping[str, int]
) -> tuple[example_core.Lying | None, ...]:
    """What lies on each place of a board, in place order."""
    places = world.places[zone.place or ""]
    standing = core.arranged(zone.picture, lattice.standing(places), len(places.names)).rows
    for row, spots in zip(node.rows, standing, strict=False):
        if len(row) != len(spots):
            span = Span(row[0].span.start, row[-1].span.end)
            columns = len(spots) if len({*map(len, standing)}) == 1 else None
            hole = "a hole" if None in spots else None
            raise Mistake(words.picture_row(span, number=len(row), columns=columns, here=len(spots), hole=hole))
    if len(node.rows) != len(standing):
        columns = len(standing[0]) if len({*map(len, standing)}) == 1 else None
        raise Mistake(words.picture_size(node.span, number=len(node.rows), rows=len(standing), columns=columns))
    cells: list[example_core.Lying | None] = [None] * len(places.names)
    for row, spots in zip(node.rows, standing, strict=True):
        for cell, spot in zip(row, spots, strict=True):
            kind = None if cell.name is None else part_of(world, zone, cell.name.text, cell.span)
            viewers = None if cell.viewers is None else tuple(seat_of(seats, name) for name in cell.viewers)
            found = None if kind is None else example_core.Lying(kind, 1, viewers)
            if spot is not None:
                cells[spot] = found
            elif found is not None:
                raise Mistake(words.no_place_there(cell.span))
    return tuple(cells)


def seat_of(seats: Mapping[str, int], name: syntax.Name) -> int:
    """The seat of this name."""
    if name.text not in seats:
        raise Mistake(words.unknown_seat(name.span, name=name.text, seats=list(seats)))
    return seats[name.text]


def part_of(world: World, zone: core.Zone, word: str, span: Span) -> int | None:
    """The one kind of this name, of which this is a whole part, or of this sign of the board; None for the sign of what
    is empty."""
    made = world.components[zone.component]
    signs = [sign for sign in zone.picture.signs if sign.kind in (None, *made.kinds)] if zone.picture else []
    fitting = {sign.kind for sign in signs if sign.text == word}
    fitting |= {word} if word in made.kinds else {name for name in made.kinds if f"-{word}-" in f"-{name}-"}
    if len(fitting) > 1:
        names = [kind or "what is empty" for kind in (None, *made.kinds) if kind in fitting]
        raise Mistake(words.several_pieces(span, word=word, names=names))
    if not fitting:
        parts = [*made.kinds, *(part for name in made.kinds for part in name.split("-"))]
        there = [*made.kinds, *(sign.text for sign in signs)]
        raise Mistake(words.unknown_part(span, name=word, component=made.name, kinds=there, candidates=parts))
    (kind,) = fitting
    return None if kind is None else made.kinds.index(kind)


# ---- Pieces that are laid out from the box: on a place of an example's position, or on a whole board, as it is drawn


def set_board(world: World, env: environment.Env, node: syntax.SetBoard) -> tuple[core.Statement, ...]:
    """`set board to:` and rows: what lies there goes to the box, and what is drawn comes from it."""
    typed = world.expression(env, node.target)
    zone = world.zones[typed.ref.zone] if isinstance(typed, ZoneValue) else None
    if not isinstance(typed, ZoneValue) or zone is None or zone.place is None:
        raise Mistake(sentence_words.not_a_board(node.target.span, what=typed_words(world, typed)))
    seats = dict(zip(world.values["player"], count(), strict=False))
    cells = enumerate(picture_cells(world, zone, node, seats), start=zone.low)
    lies = ((core.Const(place, world.types[zone.place]), lying) for place, lying in cells if lying is not None)
    laid = (laid_on(world, zone, core.PlaceRef(typed.ref, place), lying, node.span) for place, lying in lies)
    box = core.ZoneRef(world.boxes[zone.component])
    cleared = core.MoveAll(core.Pieces(typed.ref), box, None, None, span=node.span)
    return (cleared, *chain.from_iterable(laid))


def laid_on(
    world: World, zone: core.Zone, target: core.Target, lying: example_core.Lying, span: Span
) -> tuple[core.Statement, ...]:
    """The sentences that lay one piece from the box onto its place."""
    type_ = KindT(world.components[zone.component].name)
    face: core.Face | None = None if not zone.faced else "up" if lying.viewers is None else "down"
    source = of_kind(world, zone.component, lying.kind)
    by = None if lying.by is None else core.Const(lying.by, PLAYER)
    move = core.MoveSome(fold.number(1), source, target, face, by, up_to=False, span=span)
    if not lying.viewers:
        return (move,)
    seats = core.Listed(tuple(core.Const(seat, PLAYER) for seat in lying.viewers))
    if isinstance(target, core.PlaceRef):
        newest: core.Expr = core.On(target, type_)
    else:
        newest = core.OneOf(core.Pieces(target), type_, "first" if zone.kind == "pile" else "last")
    return (move, core.Show(core.Listed((newest,)), seats, zone.component, span=span))


def of_kind(world: World, component: int, kind: int) -> core.Filter:
    """The pieces of a kind in the box."""
    type_ = KindT(world.components[component].name)
    local = world.local("piece", type_, piece=True)
    same = core.Compare("is", core.Get(local, type_), core.Const(kind, type_))
    return core.Filter(local, core.Pieces(core.ZoneRef(world.boxes[component])), same)


# ---- How a board is drawn: the signs of its `picture:`, and the rows in which its places stand

WIDEST: Final = 2
"""So many columns a sign takes at most, and is taken for one thing."""


def picture(world: World, node: syntax.Picture, zone: core.Zone | None) -> core.Picture | None:
    """The picture of a zone, or of a variable (None), with what is wrong with it told."""
    place = zone.place if zone else None
    if zone is not None and (stands := stacked_on(zone, world.places)) is not None:
        place = stands[1]
    if place is None:
        this = "no zone" if zone is None else a(zone.kind)
        world.tell(table_words.no_picture(node.span, this=this, edit=without_lines(world.source.text, node.span)))
        return None
    rows = arrangement(world, node, world.places[place])
    first: dict[str | None, syntax.Drawn] = {}
    for each in node.signs:
        kind = each.kind.text if each.kind else None
        if first.setdefault(kind, each) is not each:
            world.tell(table_words.sign_twice(each.span, what=kind or "what is empty", also=first[kind].span))
        text = each.sign.text
        narrow = not any(unicodedata.combining(one) or unicodedata.east_asian_width(one) in "WF" for one in text)
        if not (1 <= len(text) <= WIDEST and text.isprintable() and narrow and not UNFIT.search(text)):
            world.tell(table_words.bad_sign(each.sign.span, text=text))
        elif text == "--" or (kind and text == core.EMPTY):
            why = "is an empty place" if text == core.EMPTY else "begins a comment"
            world.tell(table_words.taken_sign(each.sign.span, text=text, why=why))
    signs = (core.Sign(kind, each.sign.text, span=(each.kind or each).span) for kind, each in first.items())
    return core.Picture(tuple(signs), rows)


def arrangement(world: World, node: syntax.Picture, places: Places) -> core.Arrangement:
    """Where the places of a board stand; nothing where that is not said, or wrong, which is told."""
    if not node.rows:
        if not places.spots and places.name not in world.sheets:
            world.tell(table_words.unarranged(node.span, places=places.names[:3]))
        return ()
    span = Span(node.rows[0][0].span.start, node.rows[-1][-1].span.end)
    if places.spots:
        idle = span if node.signs else node.span
        world.tell(table_words.arranged_already(span, edit=without_lines(world.source.text, idle)))
        return ()
    first: dict[str, syntax.Spot] = {}
    for row in node.rows:
        if len(row) != len(node.rows[0]):
            ends, also = Span(row[0].span.start, row[-1].span.end), node.rows[0][0].span
            world.tell(table_words.ragged(ends, number=len(row), columns=len(node.rows[0]), also=also))
            return ()
        for spot in (spot for spot in row if spot.place is not None):
            name = spot.place or ""
            if name not in places.names:
                world.tell(table_words.no_such_place(spot.span, name=name, candidates=places.names))
                return ()
            if first.setdefault(name, spot) is not spot:
                world.tell(table_words.place_twice(spot.span, name=name, also=first[name].span))
                return ()
    missing = [name for name in places.names if name not in first]
    if missing:
        world.tell(table_words.places_missing(span, missing=missing))
        return ()
    numbers = {name: number for number, name in enumerate(places.names)}
    return tuple(tuple(None if spot.place is None else numbers[spot.place] for spot in row) for row in node.rows)


# ---- the position of an example

MAX_NAMED_KINDS: Final = 8
"""So many kinds are named where a piece has none of their names."""


@define
class Stage:
    """One example: who sits where, the pieces used up, the outcomes chance has given, where variables are given, and
    where it says that the rest is `as_set_up`."""

    world: World
    title: str
    seats: dict[str, int]
    env: environment.Env
    used: dict[int, Counter[int]] = field(factory=dict)
    given: int = 0
    settled: dict[core.VarRef, Span] = field(factory=dict)
    as_set_up: Span | None = None
    cleared: list[core.Statement] = field(factory=list)


def given_sentences(stage: Stage, node: syntax.Example) -> tuple[core.Statement, ...]:
    """The sentences that lay out the position, what all have before what one has, pieces listed before `rest`."""
    givens = [given for part in node.parts if isinstance(part, syntax.ExampleGiven) for given in part.givens]
    stage.as_set_up = next((given.span for given in givens if isinstance(given, syntax.GivenAsSetUp)), None)
    givens.sort(key=lambda given: has_rest(given) - (isinstance(given, syntax.GivenIs) and given.of_each))
    made = (stage.world.tried(partial(given_sentence, stage, given), ()) for given in givens)
    sentences = chain(stage.cleared, chain.from_iterable([*made]))
    return tuple(sorted(sentences, key=lambda sentence: isinstance(sentence, core.Note)))  # of what lies there then


def has_rest(given: syntax.Given) -> bool:
    """Whether all other pieces are meant, too."""
    return isinstance(given, syntax.Holds) and any(isinstance(item, syntax.Rest) for item in given.items)


def given_sentence(stage: Stage, given: syntax.Given) -> list[core.Statement]:
    """One line of `given`; where no value of a type is named those of each may be meant."""
    match given:
        case syntax.Holds():
            return given_holds(stage, given)
        case syntax.GivenAsSetUp():
            return []
        case syntax.HoldsPicture():
            where, zone = board_of(stage, given)
            clear(stage, where, given.span)
            made: list[core.Statement] = []
            for place, lying in enumerate(picture_cells(stage.world, zone, given, stage.seats), start=zone.low):
                if lying is not None:
                    use(stage, where.zone, lying, given.span)
                    made += laid(stage.world, evolve(where, place=place), lying, given.span)
            return made
        case syntax.GivenIs(of_each=True):
            return given_of_each(stage, given)
        case syntax.GivenIs():
            try:
                return given_is(stage, given)
            except Mistake:
                name = _whose(given.target)
                type_ = stage.world.plurals.get(name.text, name.text) if name else ""
                if name is None or type_ not in stage.world.types:
                    raise
                rest = re.sub("^'s?", "", stage.world.source.text[name.span.end : given.span.end])
                better = f"each {type_}'s{rest}"
                edit = Edit(given.span, better)
                raise Mistake(words.each_meant(given.target.span, better=better, edit=edit)) from None


def given_of_each(stage: Stage, given: syntax.GivenIs) -> list[core.Statement]:
    """`each T's path is value`: one after the other, with the name of the type for each of its values."""
    world, name = stage.world, _whose(given.target)
    if name is not None and name.text in world.broken_names:
        raise Mistake(None)
    if name is None or name.text not in world.types:
        raise Mistake(words.each_of_what(given.target.span, words=world.text(given.target.span)))
    all_ = syntax.Word(syntax.Name(plural(name.text), span=name.span), span=name.span)
    seq = as_seq(world, world.expression(stage.env, all_), name.span)
    local, env = bound_name(world, stage.env, name, seq, "whose field this is")
    one, target = env.names[name.text].typed, given.target
    own = isinstance(target, syntax.Of) and target.member.name.text in own_questions(world, name.text)
    if isinstance(one, Value) and own:
        env = env.bind(name, evolve(one, itself=True), "whose field this is")
    alone = evolve(stage, env=env, settled={})
    made = given_is(alone, given)
    asked, any_ = core.Get(local, seq.of), core.Const(-1, seq.of)  # no value: it stands for each of them
    for var in alone.settled:
        give_once(stage, rewritten(var, lambda each: any_ if each == asked else each), given)
    return [core.ForEach(local, seq.seq, tuple(made), span=given.span)]


def _whose(target: syntax.Expr) -> syntax.Name | None:
    """The word before the first `'s`."""
    while isinstance(target, syntax.Of):
        target = target.subject
        if isinstance(target, syntax.Word):
            return target.name
    return None


def given_is(stage: Stage, given: syntax.GivenIs) -> list[core.Statement]:
    """`path is value`: a variable, or a set or counts."""
    world, env = stage.world, stage.env
    target, better = itself(world.expression(env, given.target)), None
    match target, given.target:
        case AggregateOf(var=core.VarRef() as var), _:
            give_once(stage, var, given)
            return [core.AssignAll(var, aggregate(world, env, given.value, target.type), span=given.span)]
        case Value(core=core.Read(var)), _:
            give_once(stage, var, given)
            return [core.Assign(var, value(world, env, given.value, target.type).core, span=given.span)]
        case Value(core=core.Noted(variable, piece)), _:
            return [core.Note(variable, piece, value(world, env, given.value, target.type).core, span=given.span)]
        # `x holds k` is meant, in place of `x is k`, or of `x's a is v` where one kind has that
        case Value(core=core.Attr(component, index)), syntax.Of(subject=path):
            found = world.components[component]
            wanted, table = found.attributes[index].type, found.attributes[index].table
            typed = world.expression(env, given.value, None if isinstance(wanted, CountsT) else wanted)
            known = fold.constant(typed.core) if isinstance(typed, Value) else None
            kinds = [kind for kind, has in zip(found.kinds, table, strict=True) if has == known]
            better = f"{world.text(path.span)} holds {kinds[0]}" if len(kinds) == 1 else None
        case _ if isinstance(target, ZoneValue) or place_of(world, target):
            lying = "nothing" if isinstance(given.value, syntax.Nobody) else world.text(given.value.span)
            better = f"{world.text(given.target.span)} holds {lying}"
        case _:
            pass
    edit, what = Edit(given.span, better) if better else None, typed_words(world, target)
    raise Mistake(words.not_given(given.target.span, what=what, better=better, edit=edit))


def give_once(stage: Stage, var: core.VarRef, given: syntax.Holds | syntax.GivenIs) -> None:
    """What is given once more would undo what was given before."""
    if var in stage.settled:
        field_ = stage.world.text(stage.settled[var])
        raise Mistake(words.given_twice(given.span, title=stage.title, field=field_, also=stage.settled[var]))
    stage.settled[var] = given.target.span if isinstance(given, syntax.GivenIs) else given.zone.span


def given_holds(stage: Stage, given: syntax.Holds) -> list[core.Statement]:
    """`Z holds a, b, rest`: pieces moved from the box, so that the first listed lies leftmost or on top."""
    typed = stage.world.expression(stage.env, given.zone)
    if isinstance(typed, AggregateOf):
        if typed.var is None:
            mismatch(stage.world, typed, "a field of the game", given.zone.span)
        give_once(stage, typed.var, given)
        return [core.AssignAll(typed.var, listed_values(stage, typed.type.of, given), span=given.span)]
    where = place_meant(stage.world, typed, given.zone.span)
    zone = stage.world.zones[where.zone]
    if zone.kind == "board" and where.place is None and given.items:
        board = stage.world.text(given.zone.span)
        pieces = [stage.world.text(item.span) for item in given.items if isinstance(item, syntax.Item)]
        places = [f"{board}({place})" for place in stage.world.places[zone.place or ""].names]
        lines = [f"{place} holds {piece}" for place, piece in zip(places, pieces, strict=False)]
        raise Mistake(words.nowhere_on_board(given.span, board=board, lines=lines[:2]))
    clear(stage, where, given.span)
    items = list(items_of(stage, zone, given.items))
    for lying in items:
        use(stage, where.zone, lying, given.span)
    laying = [laid(stage.world, where, lying, given.span) for lying in items]
    if has_rest(given):
        laying += rest_of(stage, where, items, given.span)
    return [*chain.from_iterable(laying[::-1] if zone.kind == "pile" else laying)]


def clear(stage: Stage, where: example_core.PlaceOf, span: Span) -> None:
    """What setup has laid where something is given goes to the box first of all."""
    if stage.as_set_up is None:
        return
    zone, target = stage.world.zones[where.zone], target_of(stage.world, where)
    box = core.ZoneRef(stage.world.boxes[zone.component])
    if isinstance(target, core.ZoneRef):
        stage.cleared.append(core.MoveAll(core.Pieces(target), box, None, None, span=span))
        return
    there = core.On(target, with_none(KindT(stage.world.components[zone.component].name)))
    lies = core.Not(core.IsNone(there, span=span), span=span)
    away = core.MovePiece(there, box, None, None, span=span)
    stage.cleared.append(core.If(((lies, (away,)),), (), span=span))


def rest_of(
    stage: Stage, where: example_core.PlaceOf, listed: Sequence[example_core.Lying], span: Span
) -> list[Sequence[core.Statement]]:
    """The sentences that lay all that is still in the box, in kind order. On a pile they come before what is listed,
    for which enough is left; how much there is is not known before where the rest is as set up."""
    world = stage.world
    zone, made = world.zones[where.zone], world.components[world.zones[where.zone].component]
    used, found = stage.used.setdefault(zone.component, Counter()), list[Sequence[core.Statement]]()
    for kind, copies in enumerate(made.copies):
        if not copies or copies <= used[kind]:
            continue
        number = copies - used[kind]
        used[kind] = copies
        if stage.as_set_up is None:
            found.append(laid(world, where, example_core.Lying(kind, number), span))
            continue
        later = sum(each.number for each in listed if each.kind == kind) if zone.kind == "pile" else 0
        boxed = core.Size(of_kind(world, zone.component, kind))
        left = core.Calc("-", boxed, fold.number(later), NumberT(-later, copies), span=span)
        once = laid(world, where, example_core.Lying(kind), span)
        found.append([core.RepeatTimes(left, tuple(once), span=span)])
    return found


def use(stage: Stage, zone: int, lying: example_core.Lying, span: Span) -> None:
    """Takes pieces from the box; more than there are cannot be."""
    component = stage.world.zones[zone].component
    made = stage.world.components[component]
    used = stage.used.setdefault(component, Counter())
    used[lying.kind] += lying.number
    copies = made.copies[lying.kind]
    if copies is not None and used[lying.kind] > copies:
        number = {0: "none", 1: "one"}.get(copies, str(copies))
        why = f"{made.kinds[lying.kind]} is given {used[lying.kind]} times; the game has {number}. Remove some."
        raise Mistake(words.impossible(span, title=stage.title, why=why, also=made.span))
    if copies is None and lying.number > MAX_COUNT:
        kind = made.kinds[lying.kind]
        why = f"{kind} is given {lying.number:,} times; a zone holds at most {MAX_COUNT:,}. Remove some."
        raise Mistake(words.impossible(span, title=stage.title, why=why))


def laid(world: World, where: example_core.PlaceOf, lying: example_core.Lying, span: Span) -> Sequence[core.Statement]:
    """The sentences that lay pieces of one kind from the box onto their place."""
    made = laid_on(world, world.zones[where.zone], target_of(world, where), lying, span)
    return made if lying.number == 1 else [core.RepeatTimes(fold.number(lying.number), made, span=span)]


def target_of(world: World, where: example_core.PlaceOf) -> core.ZoneRef | core.PlaceRef:
    """A zone, or a place of it, as sentences name it."""
    zone = world.zones[where.zone]
    owners = tuple(core.Const(owner, type_) for owner, type_ in zip(where.owners, zone.owners, strict=True))
    ref = core.ZoneRef(where.zone, owners)
    return ref if where.place is None else core.PlaceRef(ref, core.Const(where.place, world.types[zone.place or ""]))


def board_of(stage: Stage, node: syntax.HoldsPicture) -> tuple[example_core.PlaceOf, core.Zone]:
    """The board that is drawn."""
    typed = stage.world.expression(stage.env, node.zone)
    if not isinstance(typed, ZoneValue) or stage.world.zones[typed.ref.zone].place is None:
        raise Mistake(words.drawn_alone(node.zone.span))
    return place_meant(stage.world, typed, node.zone.span), stage.world.zones[typed.ref.zone]


def place_meant(world: World, typed: Typed, span: Span) -> example_core.PlaceOf:
    """The zone (or place of a board) that something means."""
    match typed:
        case ZoneValue(ref):
            zone, parts = ref.zone, ref.owners
        case _ if (place := place_of(world, typed)) is not None:
            zone, parts = place.board.zone, (*place.board.owners, place.place)
        case environment.BoxValue():
            raise Mistake(words.box_holds(span, box=f"box's {plural(world.components[0].name)}"))
        case _:
            raise Mistake(words.not_a_zone(span, example=which_board(world, typed, span)))
    known = tuple(value for value in map(partial(known_now, world), parts) if value is not None)
    if len(known) < len(parts):
        raise Mistake(words.not_a_zone(span, example=None))
    reckoned = ((part, value) for part, value in zip(parts, known, strict=True) if isinstance(part, core.Lookup))
    if any(value == none_code(part.type) for part, value in reckoned):
        raise Mistake(words.place_is_none(span))
    if isinstance(typed, ZoneValue):
        return example_core.PlaceOf(zone, known)
    return example_core.PlaceOf(zone, known[:-1], known[-1])


def known_now(world: World, part: core.Expr) -> int | None:
    """What an expression is whatever happens: a constant, or what a table of constants has there, as in
    `a1's wall(up)`; None if that is not known."""
    if not isinstance(part, core.Lookup):
        return fold.constant(part)
    keys = [known_now(world, each) for each in part.indices]
    table = next(make() for number, make in world.tables.values() if number == part.table)
    at = 0
    for key, low, size in zip(keys, table.lows, table.shape, strict=True):
        if key is None:
            return None
        if not low <= key < low + size:
            return table.outside
        at = at * size + key - low
    return table.values[at]


def items_of(stage: Stage, zone: core.Zone, items: Iterable[syntax.Item | syntax.Rest]) -> Iterable[example_core.Lying]:
    """The pieces that are listed, each by the full name of its kind."""
    made = stage.world.components[zone.component]
    known = made.kinds  # named if they are few, or how they begin and end
    named = known if len(known) <= MAX_NAMED_KINDS else (*known[: MAX_NAMED_KINDS - 2], "\u2026", known[-1])
    for item in (each for each in items if isinstance(each, syntax.Item)):
        name, span = shown_option(plain(item.word)), item.word.span
        if name not in known:
            kinds = ", ".join(named)
            raise Mistake(words.unknown_piece(span, name=name, component=made.name, kinds=kinds, candidates=known))
        viewers = None if item.viewers is None else tuple(seat_of(stage.seats, one) for one in item.viewers)
        if item.by is not None and not zone.with_owner:
            raise Mistake(sentence_words.no_owners(item.by.span, zone=zone.name, also=zone.span))
        by = None if item.by is None else seat_of(stage.seats, item.by)
        yield example_core.Lying(known.index(name), item.number, viewers, by)


def listed_values(stage: Stage, type_: Scalar, given: syntax.Holds) -> core.AggregateValue:
    """`water * 2, fire` as counts or a set of values of a type."""
    world = stage.world
    parts: list[core.Seq] = []
    listed: Counter[str] = Counter()
    for item in (each for each in given.items if isinstance(each, syntax.Item)):
        name, span = shown_option(plain(item.word)), item.word.span
        listed[name] += item.number
        if listed[name] > MAX_COUNT:
            why = f"{name} is listed {listed[name]:,} times; there are at most {MAX_COUNT:,} of each. Remove some."
            raise Mistake(words.impossible(item.span, title=stage.title, why=why))
        node: syntax.Expr = syntax.Word(syntax.Name(name, span=span), span=span)  # the value as rules would write it
        if isinstance(item.word, syntax.YesNo):
            node = item.word
        elif isinstance(number := plain(item.word), int):
            size = syntax.Number(abs(number), span=span)
            node = size if number >= 0 else syntax.Negative(size, span=span)
        one = value(world, stage.env, node, type_)
        check_members(stage.env, type_, one, span)
        parts.append(core.Mapped(world.local("each", ANY_NUMBER), core.Values(item.number), one.core))
    return core.OneEach(core.Chain(tuple(parts)), world.size(type_))
