"""Definitions, elaborated at their first use: scalars become functions, sequences and pieces are written in place. And
the names of doings, what is handed to them, and the members of families."""

from collections.abc import Iterable, Sequence

from attrs import evolve

from rulewright.language import core, intervals as fold, syntax, types
from rulewright.language.building import BORROWED, WRITTEN
from rulewright.language.edits import widened, without_brackets
from rulewright.language.elaborate import coercions, environment, suggestions, tables
from rulewright.language.elaborate.coercions import apart
from rulewright.language.elaborate.environment import Env, Mistake, Parameter, SeqValue, Typed, Value, World
from rulewright.language.elaborate.queries import check_free
from rulewright.language.elaborate.resolve import scalar_type
from rulewright.language.elaborate.suggestions import bare_words, range_words
from rulewright.language.facts.ranges import names_of
from rulewright.language.library import answering
from rulewright.language.messages import flow, kinds_of_values as words, names as name_words, sentences
from rulewright.language.span import Span
from rulewright.language.suggest import closest
from rulewright.language.syntax import Expr, FamilyMember, Name

Args = tuple[Expr, ...]


def procedure_named(world: World, name: Name) -> environment.ProcedureEntry:
    """The procedure or phase of this name; otherwise a mistake that says what the name is instead."""
    if name.text in world.procedures:
        entry = world.procedures[name.text]
        if entry.broken:
            raise Mistake(None)
        return entry
    if name.text in world.actions:
        raise Mistake(sentences.is_action(name))
    if name.text in world.menus:
        raise Mistake(sentences.is_menu(name))
    if name.text in world.broken_names:
        raise Mistake(None)
    if BORROWED.get(name.text) in ("finish", "nothing"):  # the only ones that need no more words
        raise Mistake(name_words.no_doing(name, form=WRITTEN[BORROWED[name.text]]))
    raise Mistake(name_words.unknown_doing(name, what="a procedure or phase", candidates=sorted(world.procedures)))


def arguments(
    world: World, env: Env, name: Name, entry: environment.ProcedureEntry | environment.ActionEntry, args: Args
) -> tuple[core.Expr, ...]:
    """The arguments as values of the parameters' types."""
    params = entry.params
    if len(params) != len(args):
        # as the declaration says them: `player winner`, or one word for both
        names = ((each.type_name, each.name.text) for each in params)
        wanted = [name if type_ in (name, "") else f"{type_} {name}" for type_, name in names]
        also = entry.syntax.name.span
        edit = without_brackets(world.source.text, name.span.end) if not wanted else None
        raise Mistake(words.arguments(name.span, name=name.text, wanted=wanted, got=len(args), also=also, edit=edit))
    given: list[core.Expr] = []
    for param, arg in zip(params, args, strict=True):
        one = coercions.coerce(world, world.expression(env, arg, param.type), param.type, arg.span)
        fits(world, param.name.text, param.type, one, "", arg.span, param.span)
        given.append(one.core)
    return tuple(given)


def fits(world: World, target: str, wanted: types.Scalar, given: Value, advice: str, span: Span, at: Span) -> None:
    """Ends the sentence if the number lies outside the wanted range, which is declared there, whatever happens."""
    ranges = apart(wanted, given.type)
    if ranges is None:
        return
    inner, has = ranges
    wide = f"{min(inner.low, has.low)}..{max(inner.high, has.high)}"
    advice, edit = advice or f"Widen it: {wide} {target}.", widened(world.source.text, at, target, wide)
    of, given_ = range_words(inner), range_words(has)
    raise Mistake(words.out_of_range(span, target=target, has=of, value=given_, advice=advice, also=at, edit=edit))


def parameter_locals(world: World, env: Env, params: Sequence[Parameter]) -> tuple[tuple[int, ...], Env]:
    """A local for each parameter, and the environment that knows them; parameters of a component are pieces."""
    made: list[int] = []
    for param in params:
        check_free(world, env, param.name, types.without_none(param.type))
        piece = isinstance(types.without_none(param.type), types.KindT)
        made.append(world.local(param.name, param.type, piece=piece))
        value = Value(core.Get(made[-1], param.type), param.type, piece)
        env = env.bind(param.name, value, "a parameter")
    return tuple(made), env


def member_values(
    world: World, family: Name, type_: types.Scalar, members: Sequence[FamilyMember]
) -> dict[int, list[int]]:
    """The values of each member, by where it begins; what is missing, twice or no value is told."""
    names = {name: number for number, name in enumerate(value_names(world, type_))}
    found: dict[int, list[int]] = {member.span.start: [] for member in members}
    first, meant = dict[str, Name](), set[str | None]()
    for member in members:
        for name in member.values:
            if name.text not in names:
                world.tell(sentences.no_such_member(name, type=bare_words(type_), candidates=names))
                meant.add(closest(name.text, names))
            elif first.setdefault(name.text, name) is not name:
                world.tell(words.family_twice(name, also=first[name.text].span))
            else:
                found[member.span.start].append(names[name.text])
    missing = [name for name in names if name not in first and name not in meant]
    if missing:
        lines = [f'"when {value}:"' for value in missing[:3]]
        world.tell(words.family_incomplete(family, missing=missing, lines=lines))
    return found


def value_names(world: World, type_: types.Scalar) -> tuple[str, ...]:
    """The names of the values of a family's type."""
    inner = types.without_none(type_)
    return tuple(names_of(world, inner)) if isinstance(inner, types.Named) else ()


def call_definition(
    world: World, env: Env, entry: environment.DefinitionEntry, subject: Typed | None, args: Args, span: Span
) -> Typed:
    """The result of a definition for a subject and arguments."""
    entry.used = True
    ensure(world, entry, span)
    params = parameters(world, entry.syntax)
    named = [param.name.text for param in params[1 if entry.syntax.of else 0 :]]
    if len(named) != len(args):
        name = entry.syntax.name
        edit = without_brackets(world.source.text, span.start + len(name.text)) if not named else None
        raise Mistake(words.arguments(span, name=name.text, wanted=named, got=len(args), also=name.span, edit=edit))
    given = [(params[0].name, handed(world, params[0], subject, span))] if subject is not None else []
    for param, arg in zip(params[len(given) :], args, strict=True):
        given.append((param.name, handed(world, param, world.expression(env, arg, param.type), arg.span)))
    if entry.inline:
        own = given[0][1] if entry.syntax.of is not None else None
        inner = within(world, entry.syntax, own, given, dead=env.dead)
        return result_of(world, inner, entry.syntax.body, wanted(world, entry.syntax))
    values = [one for _, one in given if isinstance(one, Value)]
    index = function(world, entry, tuple(isinstance(one.type, types.OptionalT) for one in values))
    assert index is not None
    type_ = world.definitions[index].type
    return Value(core.CallDefinition(index, tuple(one.core for one in values), type_), type_)


def handed(world: World, param: Parameter, typed: Typed, span: Span) -> Typed:
    """What is handed to a definition: one value, possibly none, or several things of the parameter's type."""
    if not param.several:
        return coercions.coerce(world, typed, types.with_none(param.type), span)
    pieces = isinstance(param.type, types.KindT)
    seq = coercions.piece_seq(world, typed, span) if pieces else coercions.as_seq(world, typed, span)
    if isinstance(typed, environment.NothingValue):
        return evolve(seq, of=param.type, pieces=pieces)
    if not coercions.same_family(types.without_none(seq.of), param.type):
        coercions.mismatch(world, typed, f"several {suggestions.bare_words(param.type)}s", span)
    return typed if isinstance(typed, environment.ZoneValue) else seq


def parameters(world: World, define: syntax.Define) -> list[Parameter]:
    """The subject (if any) and the parameters with their types."""
    subject = [parameter(world, define.subject or define.of, define.of)] if define.of is not None else []
    return [*subject, *(parameter(world, param.name, param.type) for param in define.params)]


def parameter(world: World, name: syntax.Name, node: syntax.Name | syntax.ConstRange | syntax.Optional) -> Parameter:
    """One value, or by a plural several."""
    elements = world.elements(node) if isinstance(node, syntax.Name) else None
    if elements is None:
        return Parameter(name, scalar_type(world, node))
    return Parameter(name, elements, several=True)


def ensure(world: World, entry: environment.DefinitionEntry, span: Span) -> None:
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
            world.tell(found.diagnostic)
            entry.state = "broken"
            raise Mistake(None) from found
        entry.state = "done"


def function(world: World, entry: environment.DefinitionEntry, maybe: tuple[bool, ...]) -> int | None:
    """The function for arguments of which these may be none; None where the definition is written in place."""
    if maybe not in entry.functions:
        pairs = zip(parameters(world, entry.syntax), maybe, strict=True)
        params = [evolve(each, type=types.with_none(each.type)) if none else each for each, none in pairs]
        made = written(world, entry.syntax, params)
        if made is None:
            return None
        entry.functions[maybe] = len(world.definitions)
        world.definitions.append(made)
    return entry.functions[maybe]


def written(world: World, node: syntax.Define, params: list[Parameter]) -> core.Definition | None:
    """The definition with parameters of these types; None where it comes to pieces or a sequence."""
    locals_, env = parameter_locals(world, Env(), [param for param in params if not param.several])
    for param in params:
        if param.several:
            env = env.bind(param.name, anything(world, param), "a parameter")
    if node.of is not None:
        env = env.in_definition(node, env.names[params[0].name.text].typed)
    lets, result = body_parts(world, env, node.body, wanted(world, node))
    if not isinstance(result, Value) or result.piece or any(param.several for param in params):
        return None
    return core.Definition(node.name.text, locals_, lets, result.core, result.type, span=node.span)


def anything(world: World, param: Parameter) -> SeqValue:
    """What stands for several things of a parameter, wherever pieces lie, while a definition is read by itself."""
    check_free(world, Env(), param.name, None)
    pieces = isinstance(param.type, types.KindT)
    local = world.local(param.name, types.SeqT(param.type, pieces), capacity=1)
    zones = frozenset(zone for zone in range(len(world.zones)) if world.kind_in(zone) == param.type)
    return SeqValue(core.Held(local), param.type, pieces, zones)


def within(
    world: World, node: syntax.Define, subject: Typed | None, given: Iterable[tuple[Name, Typed]], *, dead: bool
) -> Env:
    """The environment of a definition's result, with its subject, what is handed to it, and its `let`s."""
    env, own = Env(dead=dead), node.subject or node.of
    if own is not None and subject is not None:
        env = env.bind(own, subject, "a parameter").in_definition(node, subject)
    for name, one in given:
        env = env.bind(name, one, "a parameter")
    for let in node.body.lets:
        check_free(world, env, let.name, None)
        env = env.bind(let.name, world.expression(env, let.value), "a `let`")
    return env


def wanted(world: World, node: syntax.Define) -> types.Scalar | None:
    """The type that a definition is given, if it is given one."""
    return scalar_type(world, node.type) if node.type is not None else None


def body_parts(
    world: World, env: Env, body: syntax.Body, wanted: types.Scalar | None = None
) -> tuple[tuple[core.Let, ...], Typed]:
    """The `let`s of a body as locals, and its result, of the wanted type."""
    lets: list[core.Let] = []
    for let in body.lets:
        check_free(world, env, let.name, None)
        typed = world.expression(env, let.value)
        if not isinstance(typed, environment.GroupsValue):
            made, typed = hold(world, typed, let.name, let.value.span)
            lets.append(made)
        env = env.bind(let.name, typed, "a `let`")
    return tuple(lets), result_of(world, env, body, wanted)


def hold(world: World, typed: Typed, name: syntax.Name, span: Span) -> tuple[core.Let, Typed]:
    """A `let`: a scalar, a piece, or a sequence in a local of its own."""
    slot = isinstance(typed, environment.ZoneValue) and world.zones[typed.ref.zone].kind == "slot"
    match typed:
        case SeqValue() | environment.AggregateOf() | environment.ZoneValue() if not slot:
            seq = coercions.as_seq(world, typed, span)
            most = coercions.kept(world, seq, span)
            local = world.local(name, types.SeqT(seq.of, seq.pieces), capacity=most)
            held = SeqValue(core.Held(local), seq.of, seq.pieces, seq.zones, seq.ordered)
            return core.Let(local, seq.seq, span=span), held
        case environment.NothingValue() | environment.BrokenValue():
            coercions.mismatch(world, typed, "something", span)
        case _:
            one = coercions.as_value(world, typed, span)
            local = world.local(name, one.type, piece=one.piece)
            held_one = Value(core.Get(local, one.type), one.type, one.piece, one.zones)
            return core.Let(local, one.core, span=span), held_one


def result_of(world: World, env: Env, body: syntax.Body, wanted: types.Scalar | None) -> Typed:
    """The one expression of a body, its cases, or what stands in its table."""
    if isinstance(body.result, syntax.Table):
        return table_of(world, env, body.result, wanted)
    if not isinstance(body.result, tuple):
        typed = world.expression(env, body.result, wanted)
        if wanted is not None:
            return of_type(world, typed, wanted, body.result.span)
        whole = isinstance(typed, environment.Several | environment.PlaceValue | environment.GroupsValue)
        return typed if whole else coercions.as_value(world, typed, body.result.span)
    return cases_of(world, env, body.result, body.span, wanted)


def table_of(world: World, env: Env, table: syntax.Table, wanted: types.Scalar | None) -> Value:
    """What stands in a table for the values of its keys; a cell is a constant."""
    keys, cells = tables.laid_out(world, env, table)
    written = [cell for row in table.rows for cell in row.cells]
    typed = [(world.expression(Env(), cell, wanted), cell) for cell in written]
    if wanted is not None:
        typed = [(of_type(world, one, wanted, cell.span), cell) for one, cell in typed]
    type_, values = alike(world, typed, "cell")
    known = {cell.span: fold.constant(value) for cell, value in zip(written, values, strict=True)}
    changing = next((span for span, value in known.items() if value is None), None)
    if changing is not None:
        what = world.text(changing)
        if (defined := world.constants.get(what)) is not None:
            raise Mistake(words.defined_cell(changing, what=what, also=defined.name.span))
        raise Mistake(words.changing_cell(changing, what=what))
    title = f"table in line {world.line_number(table.span)}"
    return answering.looked_up(world, title, tuple(keys), [known[cell.span] or 0 for cell in cells], type_)


def alike(world: World, typed: Sequence[tuple[Typed, Expr]], what: str) -> tuple[types.Scalar, list[core.Expr]]:
    """Values brought to one type, possibly none; `what`: as what the first of them is meant."""
    some = [(one, node) for one, node in typed if not isinstance(one, environment.NothingValue)]
    firm = [coercions.as_value(world, one, node.span) for one, node in some]
    if not firm:
        coercions.mismatch(world, environment.NothingValue(), "something", typed[0][1].span)
    said = f"{suggestions.type_words(firm[0].type)}, as in the first {what},"
    type_ = coercions.joined(world, firm, [node for _, node in some], said)
    if len(firm) < len(typed):
        type_ = types.with_none(type_)
    return type_, [coercions.coerce(world, one, type_, node.span).core for one, node in typed]


def of_type(world: World, typed: Typed, wanted: types.Scalar, span: Span) -> Value:
    """What a definition gives, of its type, possibly none where that may be; a number as far as it is known to go."""
    made = coercions.coerce(world, typed, wanted, span)
    ranges = coercions.apart(wanted, made.type)
    if ranges is not None:
        of, has = map(suggestions.range_words, ranges)
        advice = "Widen it, or give the definition no type."
        raise Mistake(words.out_of_range(span, target=ranges[0].place or "this", has=of, value=has, advice=advice))
    inner, has_type = types.without_none(wanted), types.without_none(made.type)
    if isinstance(inner, types.NumberT) and isinstance(has_type, types.NumberT):
        inner = evolve(has_type, place=inner.place)
    maybe = isinstance(wanted, types.OptionalT) or isinstance(made.type, types.OptionalT)
    return evolve(made, type=types.with_none(inner) if maybe else inner)


def cases_of(
    world: World, env: Env, cases: tuple[syntax.BodyCase, ...], span: Span, wanted: types.Scalar | None
) -> Value | SeqValue:
    """`value when condition` … `value otherwise`; cases that are several things make a sequence."""
    pairs: list[tuple[core.Expr, Typed, syntax.BodyCase]] = []
    for case in cases:
        test = coercions.condition(world, env, case.when) if case.when is not None else fold.YES
        inside = env.unreached(if_=fold.constant(test) == 0)
        pairs.append((test, world.expression(inside, case.value, wanted), case))
        env = env.unreached(if_=fold.constant(test) == 1)
    if wanted is not None:
        pairs = [(test, of_type(world, typed, wanted, case.value.span), case) for test, typed, case in pairs]
    if not complete(world, [test for test, _, _ in pairs]):
        missing = "what is left when none of these conditions holds"
        raise Mistake(words.cases_incomplete(cases[-1].span if cases else span, missing=missing))
    zones = [world.zones[typed.ref.zone] for _, typed, _ in pairs if isinstance(typed, environment.ZoneValue)]
    if any(zone.kind != "slot" for zone in zones) or any(isinstance(typed, SeqValue) for _, typed, _ in pairs):
        # the sequence of the first case that holds: each filtered by its condition and the denial of those before
        seqs = [coercions.as_seq(world, typed, case.value.span) for _, typed, case in pairs]
        parts, earlier = list[core.Seq](), list[core.Expr]()
        for (test, _, _), seq in zip(pairs, seqs, strict=True):
            both = fold.junction("and", [*(fold.negation(other) for other in earlier), test])
            if fold.constant(both) != 0:
                local = world.local("case", seq.of, piece=seq.pieces)
                parts.append(seq.seq if fold.constant(both) == 1 else core.Filter(local, seq.seq, both))
            earlier.append(test)
        found_in = frozenset[int]().union(*(seq.zones for seq in seqs))
        return SeqValue(core.Chain(tuple(parts)), seqs[0].of, seqs[0].pieces, found_in, ordered=False)
    # the values of all cases, brought to one type
    type_, values = alike(world, [(typed, case.value) for _, typed, case in pairs], "case")
    places = [case.when.span if case.when else case.span for case in cases]
    tests = [(test, one, at) for (test, _, _), one, at in zip(pairs[:-1], values[:-1], places, strict=False)]
    return Value(fold.cases(tests, values[-1], type_), type_)


def complete(world: World, tests: list[core.Expr]) -> bool:
    """Whether one of the conditions always holds: one is certain, or they ask one thing for each of its values."""
    if any(fold.constant(test) == 1 for test in tests):
        return True
    same = [test for test in tests if isinstance(test, core.Compare) and test.op == "is"]
    asked = [(test.left, test.right) for test in same if isinstance(test.right, core.Const)]
    for subject, value in asked:
        known = {other.value for left, other in asked if left == subject}
        if isinstance(value.type, types.ValueT | types.LineT) and known >= set(range(world.size(value.type))):
            return True
    return False
