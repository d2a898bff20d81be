"""Expressions to core: one exhaustive match over the syntax; the longer forms stand in `comparing` and `queries`."""

from functools import partial
from typing import Final

from attrs import evolve

from rulewright.language import core, intervals as fold, syntax, types
from rulewright.language.diagnostics import Edit
from rulewright.language.elaborate import coercions, comparing, environment, queries, suggestions
from rulewright.language.elaborate.coercions import check_index, check_members
from rulewright.language.elaborate.comparing import nothing_in
from rulewright.language.elaborate.definitions import procedure_named
from rulewright.language.elaborate.environment import AggregateOf, Env, Mistake, NothingValue, Typed, Value, World
from rulewright.language.elaborate.offering import offered
from rulewright.language.elaborate.possessives import (
    ask,
    declared_questions,
    has_question,
    tell_doubtful,
    with_arguments,
)
from rulewright.language.elaborate.resolve import resolve, variable_value
from rulewright.language.elaborate.suggestions import owner_in_brackets, with_outer_named
from rulewright.language.facts.ranges import MAX_COUNT
from rulewright.language.languages import NEWEST
from rulewright.language.library import row_of
from rulewright.language.library.answering import answer
from rulewright.language.messages import kinds_of_values as words, names as name_words, reading
from rulewright.language.span import NOWHERE, Span
from rulewright.language.types import Named
from rulewright.language.wording import a, plural


def expression(world: World, env: Env, node: syntax.Expr, expected: types.Scalar | None = None) -> Typed:
    """What an expression is. `expected`: the type that a bare value name should have. Raises `Mistake`."""
    match node:
        case syntax.Number():
            return Value(fold.number(node.value), types.NumberT(node.value, node.value))
        case syntax.YesNo():
            return Value(fold.YES if node.value else fold.NO, types.BOOL)
        case syntax.Nobody():
            return NothingValue()
        case syntax.You():
            return Value(chooser(env, node.span), types.PLAYER)
        case syntax.It():
            return it(world, env, node)
        case syntax.Word():
            return resolve(world, env, node.name, expected)
        case syntax.Call():
            return call(world, env, node, expected)
        case syntax.Answer():
            # what was just answered: anywhere else nobody has carried it out
            answers = procedure_named(world, node.act.name).answer
            if answers is None or env.answered is not node:
                raise Mistake(None if answers is None else name_words.answer_alone(node.act.name))
            return variable_value(world, core.VarRef(answers, span=node.span))
        case syntax.Of(syntax.Word(name) as word, member):
            subject = resolve(world, env, name, None, partial(has_question, world, member.name.text))
            subject = of_number_type(world, env, subject, member.name, word.span)
            return ask(world, env, subject, member.name, member.args or (), word)
        case syntax.Of((syntax.Number() | syntax.Negative(syntax.Number())) as number, member):
            plain = expression(world, env, number)
            known = fold.constant(plain.core) if isinstance(plain, Value) else None
            one = None if known is None else numbered(world, known, member.name, number.span)
            return ask(world, env, one or plain, member.name, member.args or (), number)
        case syntax.Of(syntax.It() as subject, member):
            found = ask(world, env, it(world, env, subject), member.name, member.args or (), subject)
            tell_doubtful(world, env, member.name)
            return found
        case syntax.Of(subject, member):
            found = of_number_type(world, env, expression(world, env, subject), member.name, subject.span)
            return ask(world, env, found, member.name, member.args or (), subject)
        case syntax.Negative():
            less = syntax.Arithmetic("-", syntax.Number(0), node.operand, span=node.span)
            return arithmetic(world, env, less, None)
        case syntax.Arithmetic():
            return arithmetic(world, env, node, expected)
        case syntax.Range():
            low, high = comparing.ends(world, env, node, expected)
            of: types.Scalar = types.without_none(low.type)
            if isinstance(of, types.NumberT):
                of = types.NumberT(fold.bounds(low.type).low, fold.bounds(high.type).high)
            return environment.SeqValue(core.Numbers(low.core, high.core), of)
        case syntax.Compare() | syntax.Within() | syntax.Empty() | syntax.Quantified():
            return Value(compared(world, env, node), types.BOOL)
        case syntax.Junction():
            return Value(junction(world, env, node), types.BOOL)
        case syntax.Not():
            return Value(fold.negation(coercions.condition(world, env, node.operand)), types.BOOL)
        case syntax.Outside():
            return queries.outside(world, env, node)
        case syntax.Fold():
            return queries.folded(world, env, node)
        case syntax.Query():
            return queries.query(world, env, node)
        case syntax.Picked():
            return queries.picked(world, env, node)
        case syntax.CountWhere():
            counted = queries.source(world, env, node.source)
            counted = queries.refuse_kinds(world, counted, node.source.span)
            seq = queries.tested(world, env, counted, node.binder, node.where)[0].seq
            return Value(core.Size(seq), types.NumberT(0, coercions.bound(world, seq)))
        case syntax.Region() | syntax.Steps() | syntax.Trail():
            return queries.joined(world, env, node)
        case syntax.GameIsOver(negated, span=span):
            over = core.IsOver(span=span)
            return Value(core.Not(over) if negated else over, types.BOOL)
        case syntax.CanAct():
            can = core.CanAct(chooser(env, node.span), offered(world, env, node.act, None, ()))
            return Value(core.Not(can) if node.negated else can, types.BOOL)


def chooser(env: Env, span: Span) -> core.Expr:
    """Who decides or whose turn it is."""
    if env.you is None:
        raise Mistake(name_words.you_is_nobody(span))
    return env.you


def numbered(world: World, number: int, name: syntax.Name, span: Span) -> Value | None:
    """`7's runner`: the 7 of the number type that has the question; None where any number has it, or none."""
    numbers = (each for each in world.types.values() if isinstance(each, types.NumberT))
    asked = [each for each in numbers if has_question(world, name.text, each)]
    if not asked or row_of(world, types.NumberT(number, number), name.text) is not None:
        return None
    found = [each for each in asked if each.low <= number <= each.high]
    if not found:
        values = " and ".join(f"{each.place} is {each.low}..{each.high}" for each in asked)
        raise Mistake(words.no_such_value(span, asked=f"{number}'s {name.text}", values=values))
    if len(found) > 1:
        ways = [f"{plural(each.place or '')}'s item({number - each.low + 1})" for each in found]
        places = [each.place or "" for each in found]
        raise Mistake(name_words.which_value(span, name=str(number), types=places, ways=ways, called=None))
    type_ = types.NumberT(number, number, found[0].place)
    return Value(core.Const(number, type_), type_)


def of_number_type(world: World, env: Env, subject: Typed, name: syntax.Name, span: Span) -> Typed:
    """A number that is asked what is declared of just one number type is one of that, which is tested in play."""
    inner = types.without_none(subject.type) if isinstance(subject, Value) else None
    if not isinstance(subject, Value) or not isinstance(inner, types.NumberT) or inner.place is not None:
        return subject
    numbers = (each for each in world.types.values() if isinstance(each, types.NumberT))
    asked = [each for each in numbers if name.text in declared_questions(world, each)]
    if len(asked) != 1 or row_of(world, inner, name.text) is not None:
        return subject
    check_index(env, name.text, asked[0], subject.type, span)
    of = types.NumberT(inner.low, inner.high, asked[0].place)
    return evolve(subject, type=types.with_none(of) if inner is not subject.type else of)


def it(world: World, env: Env, node: syntax.It) -> Typed:
    """What the nearest `where` tests, else the subject of the definition."""
    if env.it is None:
        raise Mistake(name_words.nothing_for_it(node.span))
    if env.depth > 1:
        noun = suggestions.typed_words(world, env.it).partition(" ")[2]
        outer, inner = (each.text if each is not None else None for each in (env.around, env.named))
        said = world.source.text[node.span.start : node.span.end]
        edit = None
        if inner is not None and outer is None and env.depth == 2:
            edit = with_outer_named(world, node.span, lambda name: f"{name}'s" if said == "its" else name)
        better = edit.text if edit is not None else None
        raise Mistake(name_words.nested_it(node.span, outer=outer, inner=inner, noun=noun, better=better, edit=edit))
    if env.named is not None and env.subject is not None and isinstance(env.it, Value):
        one, other = (types.without_none(each.type) for each in (env.it, env.subject))
        if coercions.same_family(one, other):  # either could be meant
            noun = suggestions.type_words(env.subject.type).partition(" ")[2]
            raise Mistake(name_words.it_or_subject(node.span, binder=env.named.text, noun=noun))
    return env.it


def call(world: World, env: Env, node: syntax.Call, expected: types.Scalar | None) -> Typed:
    """`name(a, b)`: a library function, a definition without subject, a board or counts, or a sequence `item`."""
    row = row_of(world, "function", node.name.text)
    if row is not None:
        return answer(world, env, row, NothingValue(), node.args, node.span)
    entry = world.definition_entries.get((None, node.name.text))
    if entry is not None:
        return world.called(env, entry, None, node.args, node.span)
    if (place := place_itself(world, env, node)) is not None:
        return place
    try:
        subject = resolve(world, env, node.name, expected)
    except Mistake as found:
        better = owner_in_brackets(world, env, node)
        raise Mistake(name_words.owner_in_brackets(node.span, better=better) if better else found.diagnostic) from None
    return with_arguments(world, env, subject, node.name, node.args)


def place_itself(world: World, env: Env, node: syntax.Call) -> Value | None:
    """`cell(c)`: a place, so that not the piece on it is asked. A set or counts of that name is meant first."""
    named = env.names.get(node.name.text)
    if node.name.text not in world.places or len(node.args) != 1 or (named and not isinstance(named.typed, Value)):
        return None
    type_, (written,) = world.types[node.name.text], node.args
    world.used_names.add(node.name.text)
    place = coercions.value(world, env, written, types.with_none(type_))
    check_index(env, node.name.text, type_, place.type, written.span)
    if isinstance(type_, types.NumberT) and coercions.declared_name(place.type) != type_.place:
        known = fold.constant(place.core)
        if known is None:
            coercions.mismatch(world, place, a(node.name.text), written.span)
        place = Value(place.core, types.NumberT(known, known, type_.place))
    return evolve(place, itself=True)


def compared(
    world: World, env: Env, node: syntax.Compare | syntax.Within | syntax.Empty | syntax.Quantified
) -> core.Expr:
    """A comparison or quantifier with its place; the world remembers those that are constant."""
    if isinstance(node, syntax.Compare):
        found = comparing.compare(world, env, node)
    elif isinstance(node, syntax.Within):
        found = comparing.within(world, env, node)
    elif isinstance(node, syntax.Empty):
        # no pieces, no elements, nothing on the place
        nothing = nothing_in(world, world.expression(env, node.subject), node.subject.span)
        found = fold.negation(nothing) if node.negated else nothing
    else:
        found = queries.quantified(world, env, node)
    match found:
        case core.Const() if not env.dead:
            world.settled.add(node.span)
        case core.Not() | core.IsNone() | core.Contains() | core.Exists():
            return evolve(found, span=node.span)
        case core.Compare(span=span) if span == NOWHERE:
            return evolve(found, span=node.span, counted=False)
        case _:
            pass
    return found


def junction(world: World, env: Env, node: syntax.Junction) -> core.Expr:
    """`and` (stops at no) and `or` (stops at yes); what stands behind the end may use what is absent."""
    parts: list[core.Expr] = []
    for place, operand in enumerate(node.operands):
        try:
            parts.append(coercions.condition(world, env, operand))
        except Mistake as found:
            raise Mistake(comparing.one_or_another(world, env, node.operands, place, found.diagnostic)) from None
        env = env.unreached(if_=fold.constant(parts[-1]) == (node.word == "or"))
    return fold.junction(node.word, parts)


def arithmetic(world: World, env: Env, node: syntax.Arithmetic, expected: types.Scalar | None) -> Typed:
    """`a + b` and the like, of numbers; `+` and `without` of values and counts make counts, `+` of pieces one row."""
    left = expression(world, env, node.left, expected)
    type_: types.CountsT | None = None
    if node.op in ("+", "without"):
        match left:
            case AggregateOf(type=types.CountsT() as counts):
                type_ = counts
            case environment.ZoneValue() | environment.SeqValue(pieces=True) if node.op == "+":
                newer(world, node.span)
                return coercions.together(world, left, expression(world, env, node.right), node)
            case environment.SeqValue(of=types.ValueT() as listed) if node.op == "+":
                first_text, second_text = world.text(node.left.span), world.text(node.right.span)
                whole = next((name for name, owner in world.plurals.items() if owner == listed.name), None)
                raise Mistake(words.several_added(node.span, left=first_text, right=second_text, whole=whole))
            case AggregateOf() | NothingValue():
                coercions.mismatch(world, left, "a number, counts or a value", node.left.span)
            case _:
                inner = types.without_none(coercions.as_value(world, left, node.left.span).type)
                type_ = types.CountsT(inner) if isinstance(inner, types.ValueT | types.LineT) else None
    if type_ is not None:
        one = coercions.as_aggregate(world, left, type_, node.left)
        other = aggregate(world, env, node.right, type_)
        make = core.Plus if node.op == "+" else core.Without
        return AggregateOf(make(one, other, world.size(type_.of)), type_)
    if node.op == "without":
        coercions.mismatch(world, left, "counts of something", node.left.span)
    if node.op == "*" and isinstance(left, Value) and not left.piece:
        of = types.without_none(left.type)
        if isinstance(of, types.ValueT | types.LineT):
            newer(world, node.span)
            number = coercions.value(world, env, node.right, coercions.ANY_NUMBER)
            return so_many(world, left.core, of, number, node.span)
        if isinstance(of, types.NumberT) and isinstance(expected, types.ValueT | types.LineT):
            better = f"{world.text(node.right.span)} * {world.text(node.left.span)}"
            raise Mistake(words.value_first(node.span, better=better))
    first = coercions.coerce(world, left, coercions.ANY_NUMBER, node.left.span)
    second = coercions.value(world, env, node.right, coercions.ANY_NUMBER)
    if node.op in ("/", "mod") and fold.constant(second.core) == 0:
        raise Mistake(words.divides_by_zero(node.right.span))
    return coercions.calculated(node.op, first, second, node.span)


REACHING_FURTHER_SINCE: Final = 2
"""Since this version signs of arithmetic make counts of one value, and the pieces of several zones."""


def newer(world: World, span: Span) -> None:
    """Ends a sentence that reads in older languages as well, and said nothing there."""
    here = world.source.language
    if here < REACHING_FURTHER_SINCE:
        raise Mistake(reading.newer_form(span, since=REACHING_FURTHER_SINCE, here=here, newest=NEWEST))


def so_many(world: World, one: core.Expr, of: Named, number: Value, span: Span) -> AggregateOf:
    """`red * 7`: counts of one value; none of it where the number is below 1. More than counts can hold is one more."""
    beyond = MAX_COUNT + 1
    most = Value(fold.number(beyond), types.NumberT(beyond, beyond))
    number = number if fold.bounds(number.type).high < beyond else coercions.calculated("min", number, most, span)
    each = world.local("each", types.NumberT(1, beyond))
    copies = core.Mapped(each, core.Numbers(fold.number(1), number.core), one)
    return AggregateOf(core.OneEach(copies, world.size(of)), types.CountsT(of))


def aggregate(world: World, env: Env, node: syntax.Expr, wanted: types.SetT | types.CountsT) -> core.AggregateValue:
    """Where a set or counts are expected: a field, values joined by `+`, one value, a sequence, nothing."""
    if isinstance(node, syntax.Junction) and node.word == "and":
        better = " + ".join(world.text(each.span) for each in node.operands)
        raise Mistake(words.joined_by_plus(node.span, better=better, edit=Edit(node.span, better)))
    typed = expression(world, env, node, wanted.of)
    check_members(env, wanted.of, typed, node.span)
    return coercions.as_aggregate(world, typed, wanted, node)
