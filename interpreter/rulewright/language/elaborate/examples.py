"""Examples to scenes: seats, the position as sentences that lay it out from the box, entry, events and expectations."""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from itertools import chain
from typing import TypeVar

from attrs import define, evolve, field

from rulewright.language import constant_folding as fold
from rulewright.language import core, example_core, syntax
from rulewright.language.component_kinds import MOST_PIECES
from rulewright.language.elaborate.coercions import ANY_NUMBER, coerce, condition, mismatch, place_of, value
from rulewright.language.elaborate.environment import AggregateOf, Env, Mistake, PlaceValue, Typed, Value, ZoneValue
from rulewright.language.elaborate.example_boards import picture_cells, seat_of, seats_of
from rulewright.language.elaborate.example_words import label_of, move_of, word_of
from rulewright.language.elaborate.expressions import aggregate
from rulewright.language.elaborate.scoring import told_winners
from rulewright.language.elaborate.world import ProcedureEntry, World
from rulewright.language.facts.ranges import MOST
from rulewright.language.messages import examples as words
from rulewright.language.messages import kinds_of_values as type_words
from rulewright.language.messages import names as name_words
from rulewright.language.span import Span
from rulewright.language.types import PLAYER, KindT

Pieces = tuple[example_core.Lying, ...]
Made = TypeVar("Made")
Node = TypeVar("Node")


@define
class Stage:
    """One example while it is elaborated: who sits where, which pieces of the box are used up, how many outcomes chance
    has given, and where variables are given."""

    world: World
    title: str
    seats: dict[str, int]
    env: Env
    used: dict[int, Counter[int]] = field(factory=dict)
    given: int = 0
    settled: dict[core.VarRef, Span] = field(factory=dict)


def scene_of(world: World, node: syntax.Example, scoring: syntax.Scoring | None) -> example_core.Scene | None:
    """The example as a scene; None where it has mistakes (which are told)."""
    named = next((part.names for part in node.parts if isinstance(part, syntax.ExamplePlayers)), None)
    seats = tuple(world.values["player"]) if named is None else tuple(name.text for name in named)
    env = Env()
    for seat, name in enumerate(seats):
        env = env.bind(syntax.Name(name), Value(core.Const(seat, PLAYER), PLAYER), "a player")
    stage = Stage(world, node.title.text, {name: seat for seat, name in enumerate(seats)}, env)
    told = len(world.diagnostics)
    givens = given_sentences(stage, node)
    entry = attempt(stage, entry_of, node)
    won, stage.env = world.tried(partial(told_winners, world, env, scoring), (0, env))
    parts = tuple(made for part in node.parts if (made := timed_part(stage, part)) is not None)
    if any(d.severity == "error" for d in world.diagnostics[told:]):
        return None
    return example_core.Scene(node.title.text, seats, givens, entry, parts, won, span=node.span)


def attempt(stage: Stage, make: Callable[[Stage, Node], Made], node: Node) -> Made | None:
    """What `make` makes of the node, or None where a mistake ends it."""
    try:
        return make(stage, node)
    except Mistake as found:
        stage.world.report(found.diagnostic)
        return None


# ---- the position


def given_sentences(stage: Stage, node: syntax.Example) -> tuple[core.Statement, ...]:
    """The sentences that lay out the position, pieces listed before `rest`."""
    givens = [given for part in node.parts if isinstance(part, syntax.ExampleGiven) for given in part.givens]
    whole = [given for given in givens if not has_rest(given)] + [given for given in givens if has_rest(given)]
    made = (attempt(stage, given_sentence, given) for given in whole)
    return tuple(chain.from_iterable(sentences for sentences in made if sentences is not None))


def has_rest(given: syntax.Given) -> bool:
    """Whether all other pieces are meant, too."""
    return isinstance(given, syntax.Holds) and any(isinstance(item, syntax.Rest) for item in given.items)


def given_sentence(stage: Stage, given: syntax.Given) -> Iterable[core.Statement]:
    """One line of `given`."""
    match given:
        case syntax.Holds():
            return given_holds(stage, given)
        case syntax.HoldsPicture():
            where = zone_of(stage, given.zone)
            made: list[core.Statement] = []
            cells = picture_cells(stage.world, where, given, stage.seats)
            for place, lying in enumerate(cells, start=stage.world.zones[where.zone].low):
                if lying is not None:
                    use(stage, where.zone, lying, given.span)
                    made += laid(stage.world, evolve(where, place=place), lying, given.span)
            return made
        case syntax.GivenIs():
            return given_is(stage, given)


def given_is(stage: Stage, given: syntax.GivenIs) -> list[core.Statement]:
    """`path is value`: a variable, or a set or counts."""
    world = stage.world
    target = world.expression(stage.env, given.target)
    match target:
        case AggregateOf(var=core.VarRef() as var):
            give_once(stage, var, given)
            return [core.AssignAll(var, aggregate(world, stage.env, given.value, target.type), span=given.span)]
        case Value(core=core.Read() as read):
            give_once(stage, read.var, given)
            value = coerce(world, world.expression(stage.env, given.value, target.type), target.type, given.value.span)
            return [core.Assign(read.var, value.core, span=given.span)]
        case _:
            mismatch(world, target, "a variable of the game", given.target.span, "Pieces are given with holds.")


def give_once(stage: Stage, var: core.VarRef, given: syntax.Holds | syntax.GivenIs) -> None:
    """What is given once more would undo what was given before."""
    if var in stage.settled:
        field_ = stage.world.text(stage.settled[var])
        raise Mistake(words.impossible(given.span, title=stage.title, why=f"{field_} is given twice. Remove one."))
    stage.settled[var] = given.target.span if isinstance(given, syntax.GivenIs) else given.zone.span


def given_holds(stage: Stage, given: syntax.Holds) -> list[core.Statement]:
    """`Z holds a, b, rest`: pieces moved from the box, so that the first listed lies leftmost or on top."""
    typed = stage.world.expression(stage.env, given.zone)
    if isinstance(typed, AggregateOf):
        if typed.var is None:
            mismatch(stage.world, typed, "a field of the game", given.zone.span)
        give_once(stage, typed.var, given)
        return [core.AssignAll(typed.var, listed_counts(stage, typed, given), span=given.span)]
    where = zone_of(stage, given.zone)
    zone = stage.world.zones[where.zone]
    items = list(items_of(stage, zone.component, given.items))
    for lying in items:
        use(stage, where.zone, lying, given.span)
    if has_rest(given):
        items += remaining(stage, zone.component)
    if zone.kind == "pile":
        items.reverse()
    return [sentence for lying in items for sentence in laid(stage.world, where, lying, given.span)]


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
        raise Mistake(words.impossible(span, title=stage.title, why=why))
    if copies is None and lying.number > MOST:
        why = f"{made.kinds[lying.kind]} is given {lying.number:,} times; a zone holds at most {MOST:,}. Remove some."
        raise Mistake(words.impossible(span, title=stage.title, why=why))


def remaining(stage: Stage, component: int) -> Pieces:
    """All pieces of the component that are still in the box, in kind order; they are used up then."""
    used = stage.used.setdefault(component, Counter())
    copies = stage.world.components[component].copies
    left = tuple(
        example_core.Lying(kind, number - used[kind])
        for kind, number in enumerate(copies)
        if number and number > used[kind]
    )
    for lying in left:
        used[lying.kind] += lying.number
    return left


def laid(world: World, where: example_core.PlaceOf, lying: example_core.Lying, span: Span) -> list[core.Statement]:
    """The sentences that lay pieces of one kind from the box onto their place."""
    zone = world.zones[where.zone]
    target = target_of(world, where)
    type_ = KindT(world.components[zone.component].name)
    face: core.Face | None = None if not zone.faced else "up" if lying.viewers is None else "down"
    local = world.local("piece", type_, piece=True)
    same = core.Compare("is", core.Get(local, type_), core.Const(lying.kind, type_))
    source = core.Filter(local, core.Pieces(core.ZoneRef(world.boxes[zone.component])), same)
    made: list[core.Statement] = [core.MoveSome(fold.number(1), source, target, face, None, up_to=False, span=span)]
    if lying.viewers:
        seats = core.Listed(tuple(core.Const(seat, PLAYER) for seat in lying.viewers))
        made.append(core.Show(newest(world, where), seats, zone.component, span=span))
    return made if lying.number == 1 else [core.RepeatTimes(fold.number(lying.number), tuple(made), span=span)]


def newest(world: World, where: example_core.PlaceOf) -> core.Seq:
    """The piece that was laid last."""
    zone, target = world.zones[where.zone], target_of(world, where)
    type_ = KindT(world.components[zone.component].name)
    if isinstance(target, core.PlaceRef):
        return core.Listed((core.On(target, type_),))
    end = core.First if zone.kind == "pile" else core.Last
    return core.Listed((end(core.Pieces(target), type_),))


def target_of(world: World, where: example_core.PlaceOf) -> core.Target:
    """The place as a target of a move."""
    zone = world.zones[where.zone]
    owners = tuple(core.Const(owner, type_) for owner, type_ in zip(where.owners, zone.owners, strict=True))
    ref = core.ZoneRef(where.zone, owners)
    return ref if where.place is None else core.PlaceRef(ref, core.Const(where.place, world.types[zone.place or ""]))


# ---- words for pieces and places


def zone_of(stage: Stage, node: syntax.Expr) -> example_core.PlaceOf:
    """The zone (or place of a board) that a path means."""
    return place_meant(stage.world, stage.world.expression(stage.env, node), node.span)


def place_meant(world: World, typed: Typed, span: Span) -> example_core.PlaceOf:
    """As `zone_of`, of what was elaborated."""
    match typed:
        case ZoneValue():
            return example_core.PlaceOf(typed.ref.zone, constants(typed.ref.owners, span))
        case PlaceValue() | Value() if (place := place_of(world, typed)) is not None:
            (value,) = constants((place.place,), span)
            return example_core.PlaceOf(place.board.zone, constants(place.board.owners, span), value)
        case _:
            raise Mistake(words.not_a_zone(span))


def constants(exprs: tuple[core.Expr, ...], span: Span) -> tuple[int, ...]:
    """The values of expressions that must be known."""
    known = [fold.constant(expr) for expr in exprs]
    if any(value is None for value in known):
        raise Mistake(words.not_a_zone(span))
    return tuple(value for value in known if value is not None)


def items_of(stage: Stage, component: int, items: Iterable[syntax.Item | syntax.Rest]) -> Iterable[example_core.Lying]:
    """The pieces that are listed."""
    for item in items:
        if isinstance(item, syntax.Item):
            kind = kind_of(stage.world, component, str(item.word.value), item.span)
            yield example_core.Lying(kind, item.number, seats_of(stage.seats, item.viewers))


def kind_of(world: World, component: int, word: str, span: Span) -> int:
    """The kind of this full name."""
    made = world.components[component]
    if word not in made.kinds:
        raise Mistake(words.unknown_piece(span, name=word, component=made.name, candidates=made.kinds))
    return made.kinds.index(word)


def listed_counts(stage: Stage, typed: AggregateOf, given: syntax.Holds) -> core.AggregateValue:
    """`water * 2, fire` as counts or a set."""
    world, type_ = stage.world, typed.type.of
    parts: list[core.Seq] = []
    listed: Counter[str] = Counter()
    for item in given.items:
        if isinstance(item, syntax.Item):
            name = str(item.word.value)
            listed[name] += item.number
            if listed[name] > MOST:
                why = f"{name} is listed {listed[name]:,} times; there are at most {MOST:,} of each. Remove some."
                raise Mistake(words.impossible(item.span, title=stage.title, why=why))
            one = value(world, stage.env, syntax.Word(syntax.Name(name, span=item.span), span=item.span), type_).core
            parts.append(core.Mapped(world.local("each", ANY_NUMBER), core.Values(item.number), one))
    return core.OneEach(core.Chain(tuple(parts)), world.size(type_))


# ---- where the game stands


def entry_of(stage: Stage, node: syntax.Example) -> example_core.Entry | None:
    """The `at` line."""
    part = next((part for part in node.parts if isinstance(part, syntax.ExampleAt)), None)
    if part is None:
        return None
    seat = seat_of(stage.seats, part.seat) if part.seat is not None else None
    if part.name.text in ("setup", "play") and part.name.text not in stage.world.procedures:
        return example_core.Entry(None, part.name.text == "setup", seat=seat, span=part.span)
    entry = procedure_of(stage, part.name)
    params = entry.params
    args = None
    if part.args is not None:
        if len(part.args) != len(params):
            names = [param.name.text for param in params]
            raise Mistake(type_words.arguments(part.span, name=part.name.text, wanted=names, got=len(part.args)))
        args = tuple(
            coerce(stage.world, stage.world.expression(stage.env, arg, param.type), param.type, arg.span).core
            for arg, param in zip(part.args, params, strict=True)
        )
    within = procedure_of(stage, part.within).index if part.within is not None else None
    return example_core.Entry(entry.index, False, args, within, seat, span=part.span)


def procedure_of(stage: Stage, name: syntax.Name) -> ProcedureEntry:
    """The procedure of this name."""
    entry = stage.world.procedures.get(name.text)
    if entry is None and name.text in stage.world.broken_names:
        raise Mistake(None)
    if entry is None:
        raise Mistake(
            name_words.unknown_doing(name, what="a phase or procedure", candidates=list(stage.world.procedures))
        )
    return entry


# ---- events and expectations


def timed_part(stage: Stage, part: syntax.ExamplePart) -> example_core.When | example_core.Then | None:
    """A `when` or `then`."""
    match part:
        case syntax.ExampleWhen():
            events = (attempt(stage, event_of, event) for event in part.events)
            return example_core.When(tuple(event for event in events if event is not None))
        case syntax.ExampleThen():
            checks = (attempt(stage, check_of, check) for check in part.checks)
            return example_core.Then(tuple(check for check in checks if check is not None))
        case _:
            return None


def event_of(stage: Stage, event: syntax.Event) -> example_core.Event:
    """A move of a seat, or outcomes of chance."""
    match event:
        case syntax.Plays():
            return example_core.Plays(seat_of(stage.seats, event.seat), move_of(event.move), span=event.span)
        case syntax.Gives():
            items = tuple((word_of(item.word), item.number) for item in event.items if isinstance(item, syntax.Item))
            stage.given += sum(number for _, number in items)
            if stage.given > MOST_PIECES:
                why = f"chance gives {stage.given:,} outcomes; at most {MOST_PIECES:,} are possible. Remove some."
                raise Mistake(words.impossible(event.span, title=stage.title, why=why))
            rest = len(items) < len(event.items)
            return example_core.Gives(label_of(event.label), items, rest, span=event.span)


def check_of(stage: Stage, check: syntax.Check) -> example_core.Check | None:
    """One line of `then`."""
    span = check.span
    match check:
        case syntax.Holding(condition=syntax.Within(subject=syntax.Word(name), source=syntax.Word(of)) as won) if (
            of.text == "winners" and name.text in stage.seats
        ):
            return example_core.Wins(stage.seats[name.text], won.negated, span=span)
        case syntax.Holding():
            return example_core.Condition(condition(stage.world, stage.env, check.condition), span=span)
        case syntax.Holds():
            return holds(stage, check)
        case syntax.HoldsPicture():
            where = zone_of(stage, check.zone)
            return example_core.HoldsBoard(where, picture_cells(stage.world, where, check, stage.seats), span=span)
        case syntax.Can():
            return example_core.CanMove(seat_of(stage.seats, check.seat), move_of(check.move), span=span)
        case syntax.Cannot():
            because = check.because.text if check.because else None
            return example_core.CannotMove(seat_of(stage.seats, check.seat), move_of(check.move), because, span=span)
        case syntax.CanOnly():
            return example_core.CanOnly(seat_of(stage.seats, check.seat), tuple(map(move_of, check.moves)), span=span)
        case syntax.HasMoves():
            return example_core.HasMoves(seat_of(stage.seats, check.seat), check.number, span=span)
        case syntax.Decides():
            return example_core.Decides(seat_of(stage.seats, check.seat), span=span)
        case syntax.Sees():
            where = zone_of(stage, check.what)
            return example_core.Sees(seat_of(stage.seats, check.seat), where, check.negated, span=span)
        case syntax.GameIsOver():
            return example_core.IsOver(span=span)
        case syntax.Refused():
            return None


def holds(stage: Stage, check: syntax.Holds) -> example_core.Check:
    """`Z holds a, b`: of counts and sets a condition."""
    typed = stage.world.expression(stage.env, check.zone)
    if isinstance(typed, AggregateOf):
        return example_core.Condition(core.SameCounts(typed.value, listed_counts(stage, typed, check)), span=check.span)
    where = place_meant(stage.world, typed, check.zone.span)
    items = tuple(items_of(stage, stage.world.zones[where.zone].component, check.items))
    return example_core.HoldsExactly(where, items, span=check.span)
