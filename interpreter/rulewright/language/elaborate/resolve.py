"""What a bare name means: a local, a place or question, a value, or a type."""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Final

from rulewright.language import core, intervals as fold, syntax, types
from rulewright.language.component_rows import end_words
from rulewright.language.diagnostics import Diagnostic, Edit
from rulewright.language.elaborate import environment
from rulewright.language.elaborate.coercions import ANY_NUMBER, coerce, declared_name
from rulewright.language.elaborate.environment import Env, FieldEntry, Mistake, SeqValue, Typed, Value, World
from rulewright.language.elaborate.suggestions import exchanged
from rulewright.language.geometry import turned
from rulewright.language.messages import declarations as declaration_words, names as name_words, names as words
from rulewright.language.span import Span
from rulewright.language.syntax import Name, Procedure
from rulewright.language.wording import plural

FROM_ELSEWHERE: Final = {
    **dict.fromkeys(("true", "True", "TRUE", "on"), "yes"),
    **dict.fromkeys(("false", "False", "FALSE", "off"), "no"),
    **dict.fromkeys(("null", "nil", "None", "nowhere", "noone"), "none"),
    **dict.fromkeys(("everyone", "everybody"), "players"),
    **dict.fromkeys(("me", "myself"), "you"),
    "drawn": "nobody",
}
"""What words mean that could be names, if nothing is called so."""
OR_MORE: Final = {
    **dict.fromkeys(("higher", "greater", "larger", "bigger", "above", "over", "upward", "upwards"), "at least"),
    **dict.fromkeys(("fewer", "lower", "smaller", "below", "under"), "at most"),
}
OPPOSITE: Final = {"at least": "less than", "at most": "more than"}
Meant = types.Named | types.NumberT
"""A type of values that bear names."""


def resolve(
    world: World, env: Env, name: Name, expected: types.Scalar | None, fits: Callable[[Meant], bool] | None = None
) -> Typed:
    """The meaning of a bare name (language: "Which is meant?"); of several values the one whose type `fits`."""
    if name.text in env.names:
        return env.names[name.text].typed
    if name.text in world.broken_names:
        raise Mistake(None)
    found = world.bearers.get(name.text, [])
    inner = types.without_none(expected) if expected is not None else None
    for type_, index in found if isinstance(inner, types.Named) else ():
        if type_ == inner:
            world.used_names.add(name.text)
            return Value(core.Const(index, type_), type_)
    if (place := place_or_question(world, env, name)) is not None:
        return place
    if fits is not None and len(found) > 1:
        found = [(type_, index) for type_, index in found if fits(type_)] or found
    if not found:
        return unknown(world, env, name)
    if len(found) > 1:
        # how each is written so that no other can be meant, and how a component is declared whose pieces are called
        # like nothing else, if one is among them
        ways: list[str] = []
        for type_, index in found:
            if type_ == types.DIRECTION:
                all_ways = world.values["direction"]
                start = all_ways.index("up" if "up" in all_ways else "up-right")
                turns = next(turns for turns, _ in enumerate(all_ways) if turned(all_ways, start, turns) == index)
                ways.append(f"{all_ways[start]}'s turned({turns}) for the direction")
            elif isinstance(type_, types.ValueT) and type_.name in world.places:
                ways.append(f"{type_.name}({name.text})")
            elif isinstance(type_, types.ValueT) and type_.name in world.plurals.values():
                ways.append(f"{plural(type_.name)}'s item({index + 1}) for the {type_.name}")
        kinds = (world.component(type_) for type_, _ in found if isinstance(type_, types.KindT))
        named = ((each.name, each.attributes[0].name) for each in kinds if each.attributes)
        called = next((f'component {each}, called "{each}-{{{first}}}": \u2026' for each, first in named), None)
        raise Mistake(words.which_value(name, types=[type_label(each) for each, _ in found], ways=ways, called=called))
    ((type_, index),) = found
    return Value(core.Const(index, type_), type_)


BORROWED_TYPES: Final = {
    **dict.fromkeys(("number", "integer", "int"), words.number_type),
    **dict.fromkeys(("boolean", "bool", "flag", "true", "false"), words.flag_type),
}
"""What is said of types of other languages."""


def named_type(world: World, name: Name) -> types.Scalar:
    """A type by its name."""
    world.used_names.add(name.text)
    if name.text not in world.types:
        if name.text in world.broken_names:
            raise Mistake(None)
        if of := [
            type_label(type_) for type_, _ in world.bearers.get(name.text, ()) if type_label(type_) in world.types
        ]:
            raise Mistake(words.value_as_type(name, types=of, type=of[0]))
        said = BORROWED_TYPES.get(name.text)
        raise Mistake(said(name) if said else words.unknown_doing(name, what="a type", candidates=sorted(world.types)))
    return world.types[name.text]


def type_label(type_: Meant) -> str:
    """The name of the type of a value."""
    return "number" if isinstance(type_, types.NumberT) else type_.name


def place_or_question(world: World, env: Env, name: Name) -> Typed | None:
    """A field without owner, an option, a definition without subject, a plural, or a word that is always there."""
    if name.text in world.fields.get((), {}):
        return field_value(world, env, name, world.fields[()][name.text], ())
    if name.text in world.option_types:
        world.used_names.add(name.text)
        setting, type_ = world.options[name.text], world.option_types[name.text]
        match setting:
            case bool():
                return Value(fold.YES if setting else fold.NO, types.BOOL)
            case int():
                return Value(fold.number(setting), type_)
            case str():
                assert isinstance(type_, types.ValueT)
                return Value(core.Const(world.values[type_.name].index(setting), type_), type_)
    if (None, name.text) in world.definition_entries:
        return world.called(env, world.definition_entries[None, name.text], None, (), name.span)
    if name.text in world.plurals:  # all values of a type, or all kinds of a component
        type_name = world.plurals[name.text]
        world.used_names.add(type_name)
        return all_values(world, type_name)
    match name.text:
        case "player-count":
            return Value(fold.number(world.players), types.NumberT(world.players, world.players))
        case "players":
            return SeqValue(core.Values(world.players), types.PLAYER, plural="player")
        case "teams":
            return SeqValue(core.Values(max(world.teams) + 1), types.TEAM, plural="team")
        case "box":
            return environment.BoxValue()
        case "nobody":
            return SeqValue(core.Listed(()), types.PLAYER)
        case "nothing":
            return environment.NothingValue()
        case _:
            return None


def all_values(world: World, type_name: str) -> SeqValue:
    """All values of a type, or all kinds of a component, by its name."""
    type_ = world.types[type_name]
    if isinstance(type_, types.NumberT):
        return SeqValue(core.Numbers(fold.number(type_.low), fold.number(type_.high)), type_, plural=type_name)
    return SeqValue(core.Values(world.size(type_)), type_, plural=type_name)


def field_value(world: World, env: Env, name: Name, entry: FieldEntry, owners: tuple[core.Expr, ...]) -> Typed:
    """A field of these owners."""
    world.used_names.add(name.text)
    world.used_fields.add(entry)
    if entry.absent and not env.dead:
        here, also = setting_words(world), world.place_of(entry)
        raise Mistake(words.absent_here(name, setting=here, when=entry.when, also=also))
    if entry.sort == "zone":
        return environment.ZoneValue(core.ZoneRef(entry.index, owners, span=name.span))
    return variable_value(world, core.VarRef(entry.index, owners, span=name.span))


def variable_value(world: World, var: core.VarRef) -> Value | environment.AggregateOf | environment.MemoryOf:
    """A variable as what it holds."""
    type_ = world.variables[var.variable].type
    match type_:
        case types.SetT() | types.CountsT():
            return environment.AggregateOf(core.Aggregate(var, world.size(type_.of)), type_, var)
        case types.MemoryT():
            return environment.MemoryOf(var)
        case types.OptionalT(inner) if world.variables[var.variable].unset:
            must_be = core.OneOf(core.Listed((core.Read(var, type_),)), inner, "only", span=var.span)
            return Value(must_be, inner)
        case _:
            return Value(core.Read(var, type_), type_)


def itself(typed: Typed) -> Typed:
    """A field, also one that is none until it is set, where it may be none."""
    match typed:
        case Value(core=core.OneOf(core.Listed((core.Read() as read,)), which="only")):
            return Value(read, read.type)
        case _:
            return typed


def setting_words(world: World) -> str:
    """The setting that an absence depends on."""
    options = ", ".join(f"{name} {types.shown_option(value)}" for name, value in world.options.items())
    return f"{world.players} players" + (f" and {options}" if options else "")


def unknown(world: World, env: Env, name: Name) -> Typed:
    """Ends the sentence: nothing is called that."""
    if name.text in env.later:
        picked = env.later[name.text].span
        raise Mistake(words.pick_after_use(name, line=world.line_number(picked), also=picked))
    left, hyphen, _ = name.text.partition("-")
    numbers = name.text.replace("-", "").isdigit()
    if numbers or (hyphen and (left in env.names or left in world.fields.get((), {}))):
        raise Mistake(words.minus_needs_blanks(name, apart=name.text.replace("-", " - ", 1)))
    if doubled := re.search(rf"\b{re.escape(name.text)} +$", world.source.text[: name.span.start][-100:]):
        before = name.span.start - len(doubled.group())
        raise Mistake(words.named_twice(name, edit=Edit(Span(before, name.span.start), "")))
    if (whose := exchanged(world, env, None, name)) is not None:
        raise Mistake(words.turned_round(Name(name.text, span=whose.span), other=whose.text))
    if name.text in world.procedures:
        called = world.procedures[name.text]
        if called.answer is not None or called.broken:
            raise Mistake(None if called.broken else words.answer_alone(name))
        if isinstance(called.syntax, Procedure):
            where = called.syntax.name.span
            raise Mistake(words.gives_no_answer(name, line=world.line_number(where), also=where))
    if name.text in world.types:
        raise Mistake(type_named(world, env, name))
    if name.text in ("a", "an", "any", "one") and world.source.text[name.span.end :][:1] == " ":
        raise Mistake(words.article(name, edit=Edit(Span(name.span.start, name.span.end + 1), "")))
    or_more(world, name)
    if name.text in FROM_ELSEWHERE:
        raise Mistake(words.word_from_elsewhere(name, better=FROM_ELSEWHERE[name.text]))
    if seat := re.fullmatch(r"(?:player|seat)-?([1-9]\d?)", name.text):
        better = "players' first" if seat[1] == "1" else f"players' item({seat[1]})"
        raise Mistake(words.numbered_seat(name, better=better))
    if name.text == "opponent" and env.you is not None and world.players == 2:
        raise Mistake(words.word_from_elsewhere(name, better="your opponent"))
    if (named := named_within(world, name)) is not None:
        raise Mistake(words.named_within(name, line=world.line_number(named), also=named))
    owners = next((owners for owners, fields in world.fields.items() if owners and name.text in fields), ())
    entries = world.definition_entries
    of = next((of for of, defined in entries if defined == name.text and of is not None), None)
    near = [*asked_near(world, env, name)]
    edit = Edit(name.span, near[0]) if len(near) == 1 else None
    if owners or of is not None:
        also = world.field_names[owners, name.text].span if owners else entries[of, name.text].syntax.name.span
        owner = owners[0] if owners else of
        whom = near or [_with_owner(name.text, owner, env)]
        raise Mistake(words.whose(name, owner=owner, whom=whom, also=also, edit=edit))
    for component in world.components:
        if near and name.text in [each.name for each in component.attributes]:
            raise Mistake(words.whose(name, owner=component.name, whom=near, also=component.span, edit=edit))
    always = ("player-count", "players", "teams", "box", "nobody", "nothing", "yes", "no", "you", "your", "its")
    known = [*env.names, *world.fields.get((), {}), *world.option_types, *(each for of, each in entries if of is None)]
    raise Mistake(words.unknown_name(name, candidates=[*known, *world.plurals, *world.bearers, *always]))


def _with_owner(name: str, owner: str | None, env: Env) -> str:
    """How one says whose something is; where nobody is `you`, that of a player whom one names."""
    if owner != "player":
        return f"{owner}'s {name}"
    if env.you is not None:
        return f"your {name}"
    return f"some p in players where p's {name} is …, or below `each player:` your {name}"


def asked_near(world: World, env: Env, name: Name) -> Iterator[str]:
    """What this may be here: a question of you, of `it`, or of what has a name."""
    you = [("your", Value(env.you, types.PLAYER))] if env.you is not None else []
    it = [("its", env.it)] if env.named is None else []
    others = ((each, entry.typed) for each, entry in env.names.items() if not it or entry.typed != env.it)
    named = [(f"{each}'s", typed) for each, typed in others]
    for whom, typed in (*you, *it, *named):
        of = declared_name(typed.type) if isinstance(typed, Value) else None
        fields = any(of in owners and name.text in fields for owners, fields in world.fields.items())
        component = world.component_index.get(of or "")
        attributes = () if component is None else world.components[component].attributes
        if fields or (of, name.text) in world.definition_entries or name.text in [each.name for each in attributes]:
            yield f"{whom} {name.text}"


_IS_OR: Final = re.compile(r"\bis (not )?((?:(?! or | and | is |\bin )[^\n:])+) or $")


def or_more(world: World, name: Name) -> None:
    """Ends the sentence if it is `pot is 3 or higher`."""
    source, end = world.source, name.span.start
    before = _IS_OR.search(source.text, source.starts[source.line(end) - 1], end) if name.text in OR_MORE else None
    if before is None:
        return
    denied, value = before.groups()
    bound = OR_MORE[name.text]
    better = f"is {OPPOSITE[bound] if denied else bound} {value}"
    if not value.startswith(("at ", "more ", "less ")):
        span = Span(before.start(), name.span.end)
        raise Mistake(words.or_more(span, name=name.text, better=better, edit=Edit(span, better)))


def named_within(world: World, name: Name) -> Span | None:
    """Where a block before, of the same paragraph, gives something this name."""
    text, begin = world.source.text, world.source.paragraph_start(name.span.start) or 0
    naming = rf"(?:^ *|: )(?:draw|roll|let|keep|pick|(?:for )?each) (?:[\d.]+ )?({re.escape(name.text)})(?![\w-])"
    found = [*re.finditer(naming, text[begin : name.span.start], re.MULTILINE)]
    return Span(begin + found[-1].start(1), begin + found[-1].end(1)) if found else None


_KEYED: Final = re.compile(r"define ([\w+-]+)( of [\w+ -]+?)?(?: ?\((.*)\))? by ([^\n]*)\Z")
"""What is defined by a table: its name, of what, what else it is told, and the keys before one."""


def key_named(name: Name, table: re.Match[str], text: str) -> Diagnostic:
    """A type stands as a key of a table, behind this head: whoever asks says which of its values is meant."""
    defined, of, given, before = table.groups("")
    if of or given:
        others = f"{given}, " if given else ""
        return words.key_not_given(name, head=f"{defined}{of and f'{of} '}({others}{name.text})")
    asked, behind = re.compile(r"(?:'s?\s+([\w+-]+))?([^:\n]*)").findall(text, name.span.end)[0]
    return words.key_of_type(name, defined=defined, whose=f"{before}{f'its {asked}' if asked else 'it'}{behind}")


def type_named(world: World, env: Env, name: Name) -> Diagnostic:
    """A type stands where something of it is meant."""
    type_ = world.types[name.text]
    text, begin = world.source.text, world.source.paragraph_start(name.span.start) or 0
    if table := _KEYED.match(text, begin, name.span.start):
        return key_named(name, table, text)
    if not isinstance(type_, types.KindT):
        looked_through = re.compile(r" (?:with|where|by)\b").match(world.source.text, name.span.end)
        all_, edit = plural(name.text), Edit(name.span, plural(name.text)) if looked_through else None
        return words.type_of_values(name, plural=all_, edit=edit)
    several = env.names.get(plural(name.text))
    if several is not None and isinstance(several.typed, Value):
        return words.named_in_plural(name, other=several.name.text, also=several.name.span)
    fields = world.fields.get((), {}).values()
    open_zones = [entry.index for entry in fields if entry.sort == "zone" and not entry.absent]
    holding = [world.zones[zone].name for zone in open_zones if world.kind_in(zone) == type_]
    return words.sort_of_pieces(name, places=[f"box's {plural(name.text)}", *holding[:2]])


# ---- Types of one value as they are written: by name, as a range, `or none`


def scalar_type(world: World, node: syntax.Name | syntax.ConstRange | syntax.Optional) -> types.Scalar:
    """`card`, `0..9`, and either of them `or none`."""
    match node:
        case syntax.Name():
            return named_type(world, node)
        case syntax.ConstRange():
            return range_type(world, node)
        case syntax.Optional(of):
            return types.with_none(scalar_type(world, of))


def range_type(world: World, node: syntax.ConstRange) -> types.NumberT | types.ValueT | types.LineT:
    """`0..10`; an end may be an option or a definition that is a number. Between two values it is their whole type."""
    if node.step is not None:
        raise Mistake(declaration_words.step_in_type(node.span, edit=Edit(Span(node.high.span.end, node.span.end), "")))
    low, high = (bound(world, each) for each in (node.low, node.high))
    if isinstance(low, int) and isinstance(high, int):
        if high < low:
            plain = world.text(node.span) == f"{low}..{high}"  # no end is an option
            edit = Edit(node.span, f"{high}..{low}") if plain else None
            raise Mistake(declaration_words.empty_range(node.span, low=low, high=high, edit=edit))
        return types.NumberT(low, high)
    if isinstance(low, set) and isinstance(high, set):
        common = sorted(low & high, key=lambda type_: type_.name)
        if len(common) == 1:
            return common[0]
    raise Mistake(declaration_words.range_of_two(node.span, low=end_words(node.low), high=end_words(node.high)))


def bound(world: World, node: syntax.Name | syntax.Number) -> int | set[types.ValueT | types.LineT]:
    """An end of a range: a number, or the types that have such a value."""
    if isinstance(node, syntax.Number):
        return node.value
    setting = world.options.get(node.text)
    if isinstance(setting, int) and not isinstance(setting, bool):
        world.used_names.add(node.text)
        return setting
    borne = world.bearers.get(node.text, ())
    number = next((index for type_, index in borne if isinstance(type_, types.NumberT)), None)
    if number is not None:
        return number
    found = {type_ for type_, _ in borne if isinstance(type_, types.ValueT | types.LineT)}
    if not found and node.text in world.constants:
        return number_at_load(world, node, world.constants[node.text])
    if not found:
        numbers = (name for name, one in world.options.items() if not isinstance(one, bool))
        known = [*numbers, *world.bearers, *world.constants]
        raise Mistake(None if node.text in world.broken_names else name_words.unknown_bound(node, candidates=known))
    return found


def number_at_load(world: World, name: Name, node: syntax.Define) -> int:
    """What a definition comes to before the game begins; ends the sentence where it needs the game."""
    world.used_names.add(name.text)
    with suppress(Mistake):  # what else is wrong with it is told where it stands
        if not node.body.lets:
            found = world.recursion.result_of(world, Env(), node.body, None)
            number = fold.constant(coerce(world, found, ANY_NUMBER, name.span).core)
            if number is not None:
                return number
    raise Mistake(declaration_words.no_number_yet(name, also=node.name.span))


def size(world: World, node: syntax.Name | syntax.Number) -> int:
    """A number that a type is declared with."""
    number = bound(world, node)
    if not isinstance(number, int):
        raise Mistake(declaration_words.no_number_yet(node.span, name=end_words(node)))
    return number
