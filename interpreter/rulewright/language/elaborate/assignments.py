"""`set`, `add`, `subtract`, `remove`, `keep`, `remember` and `forget`."""

from functools import partial
from typing import Final, NoReturn

from attrs import evolve

from rulewright.language import core, syntax, types
from rulewright.language.diagnostics import Diagnostic, Edit
from rulewright.language.elaborate import environment
from rulewright.language.elaborate.coercions import ANY_NUMBER, calculated, mismatch, value
from rulewright.language.elaborate.definitions import fits
from rulewright.language.elaborate.environment import (
    AggregateOf,
    Env,
    MemoryOf,
    Mistake,
    Statements,
    Value,
    World,
    ZoneValue,
)
from rulewright.language.elaborate.expressions import aggregate
from rulewright.language.elaborate.queries import check_free
from rulewright.language.elaborate.resolve import itself, setting_words, variable_value
from rulewright.language.elaborate.suggestions import bare_words, declared_at, range_words, typed_words
from rulewright.language.facts.ranges import MAX_COUNT
from rulewright.language.intervals import number
from rulewright.language.messages import names as name_words, sentences as words
from rulewright.language.span import Span
from rulewright.language.walking import rewritten


def set_to(world: World, env: Env, node: syntax.Set) -> core.Statement:
    """`set x to v`: a field, a whole set or counts, or an attribute of a piece."""
    target = itself(world.expression(env, node.target))
    match target:
        case Value(core=core.Read(var=var)):
            wanted = world.variables[var.variable].type
            assert not isinstance(wanted, types.Several)
            return changed(world, target.core, wanted, value(world, env, node.value, wanted), node)
        case Value(core=core.Attr(component, number, of)):
            made = world.components[component]
            declared = made.attributes[number]
            assert not isinstance(declared.type, types.CountsT)
            becomes = value(world, env, node.value, declared.type)
            fits(world, declared.name, declared.type, becomes, "", node.value.span, made.span)
            return core.ChangePiece(of, component, number, becomes.core, span=node.span)
        case Value(core=core.Noted(type=noted)):
            return changed(world, target.core, noted, value(world, env, node.value, noted), node)
        case AggregateOf(var=core.VarRef() as var):
            return core.AssignAll(var, aggregate(world, env, node.value, target.type), span=node.span)
        case _:
            return unchangeable(world, env, target, node.target)


def changed(
    world: World, target: core.Expr, wanted: types.Scalar, given: Value, node: syntax.Set | syntax.Change
) -> core.Assign | core.Note:
    """A field, or what is noted of a piece, gets a value; ends the sentence if that never fits."""
    if isinstance(target, core.Read):
        check_range(world, target.var, wanted, given, node.value.span)
        return core.Assign(target.var, given.core, span=node.span)
    assert isinstance(target, core.Noted)
    made = world.variables[target.variable]
    fits(world, made.name, wanted, given, "", node.value.span, made.span)
    return core.Note(target.variable, target.of, given.core, span=node.span)


def check_range(world: World, var: core.VarRef, wanted: types.Scalar, given: Value, span: Span) -> None:
    """Ends the sentence if the number never fits the variable."""
    field = world.variables[var.variable]
    inner, has = types.without_none(wanted), types.without_none(given.type)
    advice = ""
    if isinstance(inner, types.NumberT) and isinstance(has, types.NumberT):
        wide = types.NumberT(min(inner.low, has.low), max(inner.high, has.high))
        line = f" on line {world.line_number(field.span)}" if field.span.end else ""
        advice = f"Declare {field.name}: {range_words(wide)}{line}."
    fits(world, field.name, wanted, given, advice, span, field.span)


def add_to(world: World, env: Env, node: syntax.Change) -> core.Statement:
    """`add v to x`, `subtract v from x`, `remove v from x`: sets lose by `remove`, counts and numbers by `subtract`."""
    typed = world.expression(env, node.target)
    target = itself(typed)
    match target:
        case Value(core=core.Read() | core.Noted()) if isinstance(types.without_none(target.type), types.NumberT):
            sets = False
        case AggregateOf(var=core.VarRef()):
            sets = isinstance(target.type, types.SetT)
        case _:
            return unchangeable(world, env, target, node.target)
    if node.verb == ("subtract" if sets else "remove"):
        complaint, better = (words.use_remove, "remove") if sets else (words.use_subtract, "subtract")
        edit = Edit(Span(node.span.start, node.span.start + len(node.verb)), better)
        text, also = world.text(node.target.span), declared_at(world, target)
        raise Mistake(complaint(node.span, target=text, also=also, edit=edit))
    if isinstance(target, Value) and isinstance(typed, Value):
        other = value(world, env, node.value, ANY_NUMBER)
        sum_ = calculated("+" if node.verb == "add" else "-", typed, other, node.span)
        wanted = target.core.type if isinstance(target.core, core.Noted) else target.type
        return changed(world, target.core, wanted, sum_, node)
    assert isinstance(target, AggregateOf)
    assert target.var is not None
    sign = 1 if node.verb == "add" else -1
    return core.AddTo(target.var, aggregate(world, env, node.value, target.type), sign, span=node.span)


# ---- `pay`: a guard in the header, and what happens first in the body

COUNT: Final = types.NumberT(0, MAX_COUNT)


def can_pay(world: World, env: Env, node: syntax.Pay) -> core.Needs:
    """The guard: there is as much as is to be paid, or so many of the wild ones are left as are missing."""
    purse, (have, due) = world.expression(env, node.purse), map(world.text, (node.purse.span, node.price.span))
    numbers = isinstance(purse, Value) and isinstance(types.without_none(purse.type), types.NumberT)
    text = node.because.text if node.because else f"{have} {'is at least' if numbers else 'covers'} {due}"
    if isinstance(purse, Value) and numbers and node.wild is None:
        cost = value(world, env, node.price, ANY_NUMBER)
        return core.Needs(core.Compare("at-least", purse.core, cost.core, span=node.span), text, span=node.span)
    price, there, wild = payment(world, env, node, purse)
    missing = core.Sum(core.Without(price, there, there.width))
    test = core.Compare("is", missing, number(0), span=node.span)
    if wild is not None:
        owned, owed = (core.CountOf(each, wild, COUNT) for each in (there, price))
        left = core.Calc("-", owned, owed, types.NumberT(-MAX_COUNT, MAX_COUNT), span=node.span)
        test = core.Compare("at-least", left, missing, span=node.span)
    return core.Needs(test, text, span=node.span)


def payment(
    world: World, env: Env, node: syntax.Pay, purse: environment.Typed
) -> tuple[core.AggregateValue, core.AggregateValue, core.Expr | None]:
    """The price, what there is to pay it from, and the value that may stand for each that is missing."""
    if isinstance(purse, ZoneValue):
        raise Mistake(pays_pieces(world, env, node, purse))
    if not (isinstance(purse, AggregateOf) and isinstance(purse.type, types.CountsT)):
        mismatch(world, purse, "counts of something" if node.wild else "a number or counts", node.purse.span)
    wild = None if node.wild is None else value(world, env, node.wild, purse.type.of).core
    return aggregate(world, env, node.price, purse.type), purse.value, wild


def pays_pieces(world: World, env: Env, node: syntax.Pay, purse: ZoneValue) -> Diagnostic:
    """What is told of a price that is to be paid from a zone of pieces."""
    price, text = world.expression(env, node.price), world.text(node.price.span)
    told = partial(words.pay_pieces, node.purse.span, zone=world.text(node.purse.span))
    if not isinstance(price, AggregateOf):
        return told(number=text, of_each=None)
    of, attributes = price.type.of, world.components[world.zones[purse.ref.zone].component].attributes
    asked = next((each.name for each in attributes if each.type == of), None)
    whole = next((name for name, owner in world.plurals.items() if world.types.get(owner) == of), None)
    if asked is None or not isinstance(node.price, syntax.Of | syntax.Word):
        return told(number=f"({text})'s size", of_each=None)
    each = f"every v in {whole} satisfies (count of paid as x where x's {asked} is v) is {text}(v)"
    return told(number=f"{text}'s size", of_each=each)


def pay(world: World, env: Env, node: syntax.Pay) -> Statements:
    """What is paid: the price, or as much of it as is there and so many of the wild ones as are missing."""
    changes = [syntax.Change("subtract", node.price, node.purse, span=node.span)]
    if node.receiver is not None:
        changes.insert(0, syntax.Change("add", node.price, node.receiver, span=node.span))
    paid = tuple(add_to(world, env, change) for change in changes)
    if node.wild is None:
        return paid
    price, there, wild = payment(world, env, node, world.expression(env, node.purse))
    assert wild is not None
    missing, width = world.local("missing", COUNT), there.width
    short, one = core.Without(price, there, width), core.OneEach(core.Listed((wild,)), width)
    counted = tuple(each for each in paid if isinstance(each, core.AddTo))
    owned = (evolve(each, value=core.Without(price, short, width)) for each in counted)
    instead = tuple(evolve(each, value=one) for each in counted)
    asked = core.Let(missing, core.Sum(short), span=node.span)
    return (asked, *owned, core.RepeatTimes(core.Get(missing, COUNT), instead, span=node.span))


def unchangeable(world: World, env: Env, target: environment.Typed, node: syntax.Expr) -> NoReturn:
    """Ends the sentence: this is no field."""
    here = env.names.get(node.name.text) if isinstance(node, syntax.Word) else None
    match target:
        case Value(type=type_) if here is not None:
            inner = types.without_none(type_)
            kept = range_words(inner) if isinstance(inner, types.NumberT) else bare_words(inner)
            advice = (
                f"{here.name.text} is the name of {here.what}, and stays what it is. What changes is kept: write "
                f"keep current: {kept}, starts {here.name.text}, and set that."
            )
        case Value() if isinstance(node, syntax.You):
            advice = "Who is asked stands before what they do: ask p: …"
        case Value() if isinstance(node, syntax.Word) and node.name.text in (*world.option_types, "player-count"):
            advice = "It is chosen before the game, and stays what it is."
        case Value(core=core.CallDefinition()):
            advice = "It is reckoned anew whenever it is asked. Set what it is reckoned from."
        case ZoneValue():
            advice = f"Pieces are moved: move … to {world.text(node.span)}."
        case MemoryOf():
            advice = "It changes by two sentences: remember {0}, and forget {0}.".format(world.text(node.span))
        case Value(core=core.CountOf()):
            advice = "Add or subtract the value itself: add e to c."
        case _:
            advice = ""
    what, also = typed_words(world, target), declared_at(world, target)
    raise Mistake(words.cannot_change(node.span, what=what, advice=advice, also=also))


# ---- `keep`: a value that lives until the doing ends, as a variable that stands behind all fields
# It begins anew with each assignment that a `keep` is. While bodies are elaborated the numbers of kept variables lie
# behind those of absent fields; `placed` closes the gap.

WHAT: Final = "a `keep`"


def keep(world: World, env: Env, node: syntax.Keep) -> environment.Result:
    """`keep x: T, starts v`: a new variable of the doing, the assignment with which it begins, and the name. Where
    nothing is said it begins as a field does: with none where that can be, else with 0 or the lowest."""
    check_free(world, env, node.name, None)
    if node.name.span not in world.kept:
        raise Mistake(None)
    var = variable(world, node)
    type_, first = world.variables[var.variable].type, node.starts
    assert not isinstance(type_, types.MemoryT), type_
    begin: core.Statement
    if isinstance(type_, types.SetT | types.CountsT):
        nothing = core.OneEach(core.Listed(()), world.size(type_.of))
        begin = core.AssignAll(var, aggregate(world, env, first, type_) if first else nothing, span=node.span)
    elif first is not None:
        given = value(world, env, first, type_)
        check_range(world, var, type_, given, first.span)
        begin = core.Assign(var, given.core, span=node.span)
    else:
        low = types.lowest(type_)
        number = 0 if low <= 0 < low + world.size(type_) else low
        known = types.none_code(type_) if isinstance(type_, types.OptionalT) else number
        begin = core.Assign(var, core.Const(known, type_), span=node.span)
    return (begin,), env.bind(node.name, variable_value(world, var), WHAT)


def variable(world: World, node: syntax.Keep) -> core.VarRef:
    """A new variable of the doing."""
    world.variables.append(evolve(world.kept[node.name.span], since=len(world.locals)))
    return core.VarRef(len(world.variables) - 1, span=node.name.span)


def placed(world: World, made: core.Core) -> core.Core:
    """The core, in which kept variables stand where elaboration has absent fields."""
    gap = world.variables_end - world.variables_here
    if not gap or len(world.variables) == world.variables_end:
        return made

    def closer(node: object) -> object:
        if isinstance(node, core.VarRef) and node.variable >= world.variables_end:
            return evolve(node, variable=node.variable - gap)
        return node

    doings = made.procedures, made.actions, made.setup, made.play
    procedures, actions, setup, play = rewritten(doings, closer)
    return evolve(made, procedures=procedures, actions=actions, setup=setup, play=play)


# ---- Memories: which fields one remembers, and the sentences that remember and forget

WORD: Final = "memory"


def remembered(world: World, node: syntax.Holder, *, absent: bool) -> tuple[core.Whole, ...]:
    """The fields that a memory names, each of which everybody sees."""
    found = tuple(whole(world, name, absent=absent) for name in (node.of, *node.more))
    twice = next((name for at, name in enumerate((node.of, *node.more)) if found[at] in found[:at]), None)
    if twice is not None:
        raise Mistake(words.remembered_twice(twice))
    return found


def whole(world: World, name: syntax.Name, *, absent: bool) -> core.Whole:
    """The field of this name, which all see as it is; of several owners' the one that there is."""
    entries = [fields[name.text] for fields in world.fields.values() if name.text in fields]
    if not entries:
        known = {field: None for fields in world.fields.values() for field in fields}
        raise Mistake(None if name.text in world.broken_names else name_words.unknown_name(name, candidates=known))
    entry = entries[0]
    also = world.place_of(entry)
    if len(entries) > 1:
        raise Mistake(words.remembered_of_several(name, also=also))
    if entry.absent and not absent:
        raise Mistake(name_words.absent_here(name, setting=setting_words(world), when=entry.when, also=also))
    field = (world.zones if entry.sort == "zone" else world.variables)[entry.index]
    if isinstance(field, core.Variable) and isinstance(field.type, types.MemoryT):
        raise Mistake(words.memory_of_memory(name, also=also))
    if isinstance(field, core.Variable) and field.lies_in is not None:
        raise Mistake(words.memory_of_notes(name, also=also))
    faced = isinstance(field, core.Zone) and field.faced
    if faced or field.audience != "everyone":
        why = "pieces may lie face down there" if faced else "not all see it"
        raise Mistake(words.remembers_hidden(name, why=why, also=also))
    world.used_names.add(name.text)
    world.used_fields.add(entry)
    return core.Whole(entry.sort, entry.index)


def remember(world: World, env: Env, node: syntax.Remember) -> core.Remember:
    """`remember m`, `forget m`."""
    match world.expression(env, node.memory):
        case MemoryOf(var):
            return core.Remember(var, forgets=node.forgets, span=node.span)
        case environment.BrokenValue():
            raise Mistake(None)
        case other:
            what, also = typed_words(world, other), declared_at(world, other)
            verb = "forget" if node.forgets else "remember"
            raise Mistake(words.no_memory(node.memory.span, verb=verb, what=what, also=also))
