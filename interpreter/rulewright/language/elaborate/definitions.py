"""Definitions, elaborated at their first use: scalars become functions, sequences and pieces are written in place."""

from attrs import evolve

from rulewright.language import constant_folding as fold
from rulewright.language import core, syntax
from rulewright.language.edits import without_brackets
from rulewright.language.elaborate import coercions, environment
from rulewright.language.elaborate.arguments import parameter_locals
from rulewright.language.elaborate.environment import Env, Mistake, SeqValue, Typed, Value
from rulewright.language.elaborate.queries import check_free
from rulewright.language.elaborate.resolve import named_type
from rulewright.language.elaborate.world import DefinitionEntry, Parameter, World
from rulewright.language.messages import flow
from rulewright.language.messages import kinds_of_values as words
from rulewright.language.messages import names as name_words
from rulewright.language.span import Span
from rulewright.language.types import LineT, NumberT, OptionalT, Scalar, SeqT, ValueT, with_none


def call_definition(
    world: World, env: Env, entry: DefinitionEntry, subject: Value | None, args: tuple[syntax.Expr, ...], span: Span
) -> Typed:
    """The result of a definition for a subject and arguments."""
    entry.used = True
    ensure(world, entry, span)
    given = arguments(world, env, entry, subject, args, span)
    if entry.inline:
        return in_place(world, entry, given, dead=env.dead)
    index = function(world, entry, tuple(isinstance(one.type, OptionalT) for _, one in given))
    assert index is not None
    type_ = world.definitions[index].type
    return Value(core.CallDefinition(index, tuple(one.core for _, one in given), type_), type_)


def arguments(
    world: World, env: Env, entry: DefinitionEntry, subject: Value | None, args: tuple[syntax.Expr, ...], span: Span
) -> list[tuple[syntax.Name, Value]]:
    """The subject and the arguments as values of the parameters' types."""
    params = parameters(world, entry.syntax)
    named = [param.name.text for param in params[1 if entry.syntax.of else 0 :]]
    if len(named) != len(args):
        name = entry.syntax.name
        edit = without_brackets(world.source.text, span.start + len(name.text)) if not named else None
        raise Mistake(words.arguments(span, name=name.text, wanted=named, got=len(args), also=name.span, edit=edit))
    given: list[tuple[syntax.Name, Value]] = [(params[0].name, subject)] if subject is not None else []
    for param, arg in zip(params[len(given) :], args, strict=True):
        found = world.expression(env, arg, param.type)
        given.append((param.name, coercions.coerce(world, found, with_none(param.type), arg.span)))
    return given


def parameters(world: World, define: syntax.Define) -> list[Parameter]:
    """The subject (if any) and the parameters with their types."""
    subject = [Parameter(define.subject or define.of, named_type(world, define.of))] if define.of is not None else []
    return [*subject, *(Parameter(param.name, param_type(world, param)) for param in define.params)]


def param_type(world: World, param: syntax.Param) -> Scalar:
    """The type of a parameter."""
    return range_type(world, param.type) if isinstance(param.type, syntax.ConstRange) else named_type(world, param.type)


def range_type(world: World, node: syntax.ConstRange) -> Scalar:
    """`1..5`, or a stretch of an enumeration (its whole type)."""
    if isinstance(node.low, syntax.Number) and isinstance(node.high, syntax.Number):
        return NumberT(node.low.value, node.high.value)
    low = node.low if isinstance(node.low, syntax.Name) else node.high
    assert isinstance(low, syntax.Name)
    for type_, _ in world.bearers.get(low.text, ()):
        return type_
    raise Mistake(name_words.unknown_name(low, candidates=list(world.bearers)))


def ensure(world: World, entry: DefinitionEntry, span: Span) -> None:
    """Elaborates the definition if this is its first use; a circle is a mistake."""
    if entry.state == "open":
        entry.state = "broken"
        of = entry.syntax.of.text if entry.syntax.of is not None else None
        raise Mistake(flow.defined_by_itself(span, name=entry.syntax.name.text, of=of))
    if entry.state == "broken":
        raise Mistake(None)
    if entry.state == "new":
        entry.state = "open"
        try:
            number = len(entry.syntax.params) + (entry.syntax.of is not None)
            entry.inline = function(world, entry, (False,) * number) is None
        except Mistake as found:
            world.report(found.diagnostic)
            entry.state = "broken"
            raise Mistake(None) from found
        entry.state = "done"


def function(world: World, entry: DefinitionEntry, maybe: tuple[bool, ...]) -> int | None:
    """The function for arguments of which these may be none; None where the definition is written in place."""
    if maybe not in entry.functions:
        params = [
            evolve(param, type=with_none(param.type)) if none else param
            for param, none in zip(parameters(world, entry.syntax), maybe, strict=True)
        ]
        made = written(world, entry.syntax, params)
        if made is None:
            return None
        entry.functions[maybe] = len(world.definitions)
        world.definitions.append(made)
    return entry.functions[maybe]


def written(world: World, node: syntax.Define, params: list[Parameter]) -> core.Definition | None:
    """The definition with parameters of these types; None where it comes to pieces or a sequence."""
    locals_, env = parameter_locals(world, Env(), params)
    if node.of is not None:
        subject = env.names[params[0].name.text].typed
        assert isinstance(subject, Value)
        env = env.of(node, subject)
    lets, result = body_parts(world, env, node.body)
    if not isinstance(result, Value) or result.piece:
        return None
    return core.Definition(node.name.text, locals_, lets, result.core, result.type, span=node.span)


def in_place(world: World, entry: DefinitionEntry, given: list[tuple[syntax.Name, Value]], *, dead: bool) -> Typed:
    """The definition's body with the arguments in place of its parameters."""
    env = Env(dead=dead)
    for name, one in given:
        env = env.bind(name, one, "a parameter")
    if entry.syntax.of is not None:
        env = env.of(entry.syntax, given[0][1])
    for let in entry.syntax.body.lets:
        env = env.bind(let.name, let_value(world, env, let), "a `let`")
    return result_of(world, env, entry.syntax.body)


def let_value(world: World, env: Env, let: syntax.Let) -> Typed:
    """The value of a `let` of a definition."""
    check_free(world, env, let.name, None)
    return world.expression(env, let.value)


def body_parts(world: World, env: Env, body: syntax.Body) -> tuple[tuple[core.Let, ...], Typed]:
    """The `let`s of a body as locals, and its result."""
    lets: list[core.Let] = []
    for let in body.lets:
        typed = let_value(world, env, let)
        made, bound_value = hold(world, typed, let.name, let.value.span)
        lets.append(made)
        env = env.bind(let.name, bound_value, "a `let`")
    return tuple(lets), result_of(world, env, body)


def hold(world: World, typed: Typed, name: syntax.Name, span: Span) -> tuple[core.Let, Typed]:
    """A `let`: a scalar, a piece, or a sequence in a local of its own."""
    match typed:
        case SeqValue() | environment.AggregateOf():
            seq = coercions.as_seq(world, typed, span)
            most = coercions.kept(world, seq, span)
            local = world.local(name, SeqT(seq.of, seq.pieces), capacity=most)
            held = SeqValue(core.Held(local), seq.of, seq.pieces, seq.zones, seq.ordered)
            return core.Let(local, seq.seq, span=span), held
        case environment.ZoneValue() if world.zones[typed.ref.zone].kind != "slot":
            return hold(world, coercions.as_seq(world, typed, span), name, span)
        case environment.NothingValue() | environment.BrokenValue():
            coercions.mismatch(world, typed, "something", span)
        case _:
            one = coercions.as_value(world, typed, span)
            local = world.local(name, one.type, piece=one.piece)
            return core.Let(local, one.core, span=span), Value(
                core.Get(local, one.type), one.type, one.piece, one.zones
            )


def result_of(world: World, env: Env, body: syntax.Body) -> Typed:
    """The one expression of a body, or its cases."""
    if not isinstance(body.result, tuple):
        typed = world.expression(env, body.result)
        if isinstance(typed, environment.ZoneValue | environment.AggregateOf | environment.PlaceValue):
            return typed
        return coercions.as_value(world, typed, body.result.span) if not isinstance(typed, SeqValue) else typed
    return cases_of(world, env, body.result, body.span)


def cases_of(world: World, env: Env, cases: tuple[syntax.BodyCase, ...], span: Span) -> Value | SeqValue:
    """`value when condition` … `value otherwise`; cases that are several things make a sequence."""
    pairs = tested_cases(world, env, cases)
    if not complete(world, [test for test, _, _ in pairs]):
        raise Mistake(
            words.cases_incomplete(
                cases[-1].span if cases else span, missing="what is left when none of these conditions holds"
            )
        )
    if any(several(world, typed) for _, typed, _ in pairs):
        return sequence_cases(world, pairs)
    values = same_type(world, pairs)
    type_ = values[0].type
    places = [case.when.span if case.when else case.span for case in cases]
    tests = [(test, one.core, at) for (test, _, _), one, at in zip(pairs[:-1], values[:-1], places, strict=False)]
    return Value(fold.cases(tests, values[-1].core, type_), type_)


def several(world: World, typed: Typed) -> bool:
    """Whether a case is several things: a sequence, or a zone that holds more than one piece."""
    return isinstance(typed, SeqValue) or (
        isinstance(typed, environment.ZoneValue) and world.zones[typed.ref.zone].kind != "slot"
    )


def tested_cases(
    world: World, env: Env, cases: tuple[syntax.BodyCase, ...]
) -> list[tuple[core.Expr, Typed, syntax.BodyCase]]:
    """Each case with its condition; cases that cannot be reached may use what is absent."""
    pairs: list[tuple[core.Expr, Typed, syntax.BodyCase]] = []
    for case in cases:
        test = coercions.condition(world, env, case.when) if case.when is not None else fold.YES
        inside = env.unreached(if_=fold.constant(test) == 0)
        pairs.append((test, world.expression(inside, case.value), case))
        env = env.unreached(if_=fold.constant(test) == 1)
    return pairs


def sequence_cases(world: World, pairs: list[tuple[core.Expr, Typed, syntax.BodyCase]]) -> SeqValue:
    """The sequence of the first case that holds: each filtered by its condition and the denial of those before."""
    seqs = [coercions.as_seq(world, typed, case.value.span) for _, typed, case in pairs]
    parts: list[core.Seq] = []
    earlier: list[core.Expr] = []
    for (test, _, _), seq in zip(pairs, seqs, strict=True):
        both = fold.conjunction([*(fold.negation(other) for other in earlier), test])
        if fold.constant(both) != 0:
            local = world.local("case", seq.of, piece=seq.pieces)
            parts.append(seq.seq if fold.constant(both) == 1 else core.Filter(local, seq.seq, both))
        earlier.append(test)
    zones = frozenset[int]().union(*(seq.zones for seq in seqs))
    return SeqValue(core.Chain(tuple(parts)), seqs[0].of, seqs[0].pieces, zones, ordered=False)


def same_type(world: World, pairs: list[tuple[core.Expr, Typed, syntax.BodyCase]]) -> list[Value]:
    """The values of all cases, brought to one type."""
    firm = [
        coercions.as_value(world, typed, case.value.span)
        for _, typed, case in pairs
        if not isinstance(typed, environment.NothingValue)
    ]
    if not firm:
        coercions.mismatch(world, environment.NothingValue(), "something", pairs[0][2].span)
    type_ = coercions.join([one.type for one in firm])
    if type_ is None:
        odd = next(i for i, one in enumerate(firm) if coercions.join([firm[0].type, one.type]) is None)
        wanted = f"{coercions.type_words(firm[0].type)}, as in the first case,"
        coercions.mismatch(world, firm[odd], wanted, pairs[odd][2].value.span)
    if len(firm) < len(pairs):
        type_ = with_none(type_)
    made = [coercions.coerce(world, typed, type_, case.value.span) for _, typed, case in pairs]
    return [evolve(one, type=type_) for one in made]


def complete(world: World, tests: list[core.Expr]) -> bool:
    """Whether one of the conditions always holds: one is certain, or they ask one thing for each of its values."""
    if any(fold.constant(test) == 1 for test in tests):
        return True
    asked = [
        (test.left, test.right)
        for test in tests
        if isinstance(test, core.Compare) and test.op == "is" and isinstance(test.right, core.Const)
    ]
    for subject, value in asked:
        known = {other.value for left, other in asked if left == subject}
        if isinstance(value.type, ValueT | LineT) and known >= set(range(world.size(value.type))):
            return True
    return False
