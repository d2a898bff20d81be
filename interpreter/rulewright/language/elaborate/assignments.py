"""`set`, `add`, `subtract`, `remove`: fields, sets, counts, and the attributes of pieces that lie somewhere."""

from typing import NoReturn

from rulewright.language import constant_folding as fold
from rulewright.language import core, syntax
from rulewright.language.diagnostics import Edit
from rulewright.language.elaborate.arguments import fits
from rulewright.language.elaborate.coercions import ANY_NUMBER, bare_words, range_words, typed_words, value
from rulewright.language.elaborate.declared_at import declared_at
from rulewright.language.elaborate.environment import AggregateOf, Env, MemoryOf, Mistake, Typed, Value, ZoneValue
from rulewright.language.elaborate.expressions import aggregate
from rulewright.language.elaborate.world import World
from rulewright.language.messages import sentences as words
from rulewright.language.span import Span
from rulewright.language.types import CountsT, NumberT, Scalar, SetT, Several, without_none


def set_to(world: World, env: Env, node: syntax.Set) -> core.Statement:
    """`set x to v`: a field, a whole set or counts, or an attribute of a piece."""
    target = world.expression(env, node.target)
    match target:
        case Value(core=core.Read(var=var)):
            wanted = world.variables[var.variable].type
            assert not isinstance(wanted, Several)
            given = value(world, env, node.value, wanted)
            check_range(world, var, wanted, given, node.value.span)
            return core.Assign(var, given.core, span=node.span)
        case Value(core=core.Attr() as attribute):
            component = world.components[attribute.component]
            declared = component.attributes[attribute.attribute]
            assert not isinstance(declared.type, CountsT)
            becomes = value(world, env, node.value, declared.type)
            fits(world, declared.name, declared.type, becomes, "", node.value.span, component.span)
            of, number = attribute.of, attribute.attribute
            return core.ChangePiece(of, attribute.component, number, becomes.core, span=node.span)
        case Value(core=core.Noted() as noted):
            return note(world, env, noted, node)
        case AggregateOf(var=core.VarRef() as var):
            return core.AssignAll(var, aggregate(world, env, node.value, target.type), span=node.span)
        case _:
            return unchangeable(world, env, target, node.target)


def check_range(world: World, var: core.VarRef, wanted: Scalar, given: Value, span: Span) -> None:
    """Ends the sentence if the number never fits the variable."""
    field = world.variables[var.variable]
    inner, has = without_none(wanted), without_none(given.type)
    advice = ""
    if isinstance(inner, NumberT) and isinstance(has, NumberT):
        wide = NumberT(min(inner.low, has.low), max(inner.high, has.high))
        line = f" on line {world.line_number(field.span)}" if field.span.end else ""
        advice = f"Declare {field.name}: {range_words(wide)}{line}."
    fits(world, field.name, wanted, given, advice, span, field.span)


def note(world: World, env: Env, asked: core.Noted, node: syntax.Set) -> core.Note:
    """`set p's n to v`, where n is noted of pieces."""
    made = world.variables[asked.variable]
    given = value(world, env, node.value, asked.type)
    fits(world, made.name, asked.type, given, "", node.value.span, made.span)
    return core.Note(asked.variable, asked.of, given.core, span=node.span)


def add_to(world: World, env: Env, node: syntax.Change) -> core.Statement:
    """`add v to x`, `subtract v from x`, `remove v from x`."""
    target = world.expression(env, node.target)
    match target:
        case Value(core=core.Read(var=var)) if isinstance(without_none(target.type), NumberT):
            sum_ = more_or_less(world, env, node, target)
            check_range(world, var, target.type, sum_, node.value.span)
            return core.Assign(var, sum_.core, span=node.span)
        case Value(core=core.Noted() as noted) if isinstance(without_none(target.type), NumberT):
            changed = more_or_less(world, env, node, target)
            made = world.variables[noted.variable]
            fits(world, made.name, noted.type, changed, "", node.value.span, made.span)
            return core.Note(noted.variable, noted.of, changed.core, span=node.span)
        case AggregateOf(var=core.VarRef() as var):
            check_verb(world, node, target)
            sign = 1 if node.verb == "add" else -1
            return core.AddTo(var, aggregate(world, env, node.value, target.type), sign, span=node.span)
        case _:
            return unchangeable(world, env, target, node.target)


def check_verb(world: World, node: syntax.Change, target: AggregateOf) -> None:
    """Sets lose by `remove`, counts by `subtract`."""
    text, also = world.text(node.target.span), declared_at(world, target)
    match node.verb, target.type:
        case "subtract", SetT():
            raise Mistake(words.use_remove(node.span, target=text, also=also, edit=other_verb(node)))
        case "remove", CountsT():
            raise Mistake(words.use_subtract(node.span, target=text, also=also, edit=other_verb(node)))
        case _:
            pass


def other_verb(node: syntax.Change) -> Edit:
    """`remove` in the place of `subtract`, or the other way round."""
    better = "remove" if node.verb == "subtract" else "subtract"
    return Edit(Span(node.span.start, node.span.start + len(node.verb)), better)


def more_or_less(world: World, env: Env, node: syntax.Change, target: Value) -> Value:
    """A number more or less."""
    if node.verb == "remove":
        text, also = world.text(node.target.span), declared_at(world, target)
        raise Mistake(words.use_subtract(node.span, target=text, also=also, edit=other_verb(node)))
    op: core.Operator = "+" if node.verb == "add" else "-"
    given = value(world, env, node.value, ANY_NUMBER)
    changed = fold.calculation(op, target.core, given.core, (target.type, given.type), node.span)
    return Value(changed, fold.result_range(op, fold.bounds(target.type), fold.bounds(given.type)))


def unchangeable(world: World, env: Env, target: Typed, node: syntax.Expr) -> NoReturn:
    """Ends the sentence: this is no field."""
    here = env.names.get(node.name.text) if isinstance(node, syntax.Word) else None
    match target:
        case Value(type=type_) if here is not None:
            inner = without_none(type_)
            kept = range_words(inner) if isinstance(inner, NumberT) else bare_words(inner)
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
    raise Mistake(
        words.cannot_change(node.span, what=typed_words(world, target), advice=advice, also=declared_at(world, target))
    )
