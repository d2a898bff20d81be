"""All declarations of a ruleset at one setting: the world in which bodies are then elaborated."""

from collections.abc import Iterable, Mapping, Set as AbstractSet
from math import prod
from typing import Final

from rulewright.language import core, syntax
from rulewright.language.diagnostics import Edit, codes, severity
from rulewright.language.elaborate import declared_types, environment, settings
from rulewright.language.elaborate.coercions import misplaced
from rulewright.language.elaborate.declared_fields import enter_fields, enter_kept, finish_fields, given_type
from rulewright.language.elaborate.environment import ActionEntry, Mistake, Parameter, ProcedureEntry, World
from rulewright.language.elaborate.resolve import named_type, scalar_type
from rulewright.language.elaborate.sentences import RECURSION
from rulewright.language.elaborate.suggestions import bare_words, type_words
from rulewright.language.facts.ranges import capacity, parts_of
from rulewright.language.messages import (
    declarations as limits,
    flow,
    kinds_of_values as kind_words,
    reading as reading_words,
)
from rulewright.language.recovery import BrokenHead
from rulewright.language.source import Source
from rulewright.language.span import Span
from rulewright.language.text_parts import NAMELESS, named_places, titled_twice
from rulewright.language.types import CountsT, MemoryT, Named, OptionSetting, SetT, without_none
from rulewright.language.wording import plural

# ---- The paragraphs `accepted …`: that there is such a code, that it is no error, and that something is called so
# Which findings they take is settled where all findings are known.


def check_acceptances(world: World, ruleset: syntax.Ruleset, broken: AbstractSet[str]) -> None:
    """Tells what is wrong with each; `broken`: the sorts of paragraphs of which some could not be read."""
    for each in ruleset.declarations:
        if isinstance(each, syntax.Accepted):
            code = each.code
            if code.text not in codes():
                known = [name for name in codes() if severity(name) != "Error"]
                world.report(reading_words.unknown_code(code, candidates=known))
            elif severity(code.text) == "Error":
                world.report(reading_words.error_accepted(code))
            check_place(world, ruleset, each.name, broken)
            if each.because is None:
                world.report(reading_words.no_reason(each.span, code=each.code.text, at=each.name.text))


def check_place(world: World, ruleset: syntax.Ruleset, at: syntax.Name | syntax.Text, broken: AbstractSet[str]) -> None:
    """Something is called so."""
    known = {name: None for name, _ in named_places(ruleset)}
    if at.text in known or at.text in NAMELESS.values() or at.text in world.broken_names:
        return
    if isinstance(at, syntax.Name):
        world.report(reading_words.unknown_place(at, candidates=[*known, *NAMELESS.values()]))
    elif not broken & {"invariant", "secret"}:
        world.report(reading_words.unknown_title(at.span, name=at.text, candidates=known))


# ---- All declarations of a ruleset at one setting: the world in which bodies are then elaborated
# In: the tree, what broken paragraphs would have declared, the number of players and a value for every option. Out: a
# world with every type, value, component, zone, variable, definition, doing and menu, and with all that is wrong with
# them; of two that bear one name the first counts. Of bodies it elaborates only what fields start with.


MOST_NUMBERS: Final = 65_536
ONCE: Final = {syntax.Game: "game", syntax.Setup: "setup", syntax.Play: "play", syntax.Scoring: "scoring"}


def declare(
    ruleset: syntax.Ruleset,
    broken: Iterable[BrokenHead],
    source: Source,
    players: int,
    options: Mapping[str, OptionSetting],
) -> World:
    """The world of this ruleset at this setting."""
    world = World(RECURSION, source, players, dict(options), settings.declared_words(ruleset))
    heads = tuple(broken)
    world.broken_names |= {name for head in heads if head.name for name in (head.name, plural(head.name))}
    declared_types.refuse_taken(world, ruleset)
    world.diagnostics += settings.trouble(ruleset, source)
    for option in settings.options_of(ruleset):
        if not declared_types.reserved_question(world, None, option.name) and option.name.text in world.options:
            settings.enter_option(world, option)
    settings.use_conditions(world, ruleset)
    declared_types.enter_seats(world, ruleset)
    declared_types.enter_types(world, ruleset)
    declared_types.enter_components(world, ruleset)
    drafts = enter_fields(world, ruleset)
    enter_kept(world, ruleset)
    check_room(world)
    enter_definitions(world, ruleset)
    enter_doings(world, ruleset)
    finish_fields(world, drafts)
    check_paragraphs(world, ruleset, {head.kind for head in heads})
    check_acceptances(world, ruleset, {head.kind for head in heads})
    return world


# ---- definitions and doings


def check_head(world: World, node: syntax.Define) -> None:
    """What a definition is asked of must be a type, or the plural of one; `define x card` lacks its `of`."""
    given = node.type
    if isinstance(given, syntax.Name) and given.text not in world.types and node.name.text in world.types:
        edit = Edit(Span(given.span.end, given.span.end), " of")
        raise Mistake(kind_words.of_left_out(node.name, defined=given.text, edit=edit))
    if node.of is not None and world.elements(node.of) is None:
        named_type(world, node.of)


def enter_definitions(world: World, ruleset: syntax.Ruleset) -> None:
    """Definitions by the type of their subject and their name, to be elaborated when they are used."""
    for each in ruleset.declarations:
        if not isinstance(each, syntax.Define) or each.name.span.start in world.refused:
            continue
        owner = each.of.text if each.of else None
        if declared_types.reserved_question(world, owner, each.name):
            continue
        try:
            check_head(world, each)
        except Mistake as found:
            world.report(found.diagnostic)
            world.broken_names.add(each.name.text)
            continue
        world.definition_entries[owner, each.name.text] = environment.DefinitionEntry(each)


def enter_doings(world: World, ruleset: syntax.Ruleset) -> None:
    """Phases, procedures, actions and menus; each sort is numbered in declared order."""
    for each in ruleset.declarations:
        if not isinstance(each, syntax.NamedDoing) or each.name.span.start in world.refused:
            continue
        if isinstance(each, syntax.Called):
            procedure = world.procedures[each.name.text] = ProcedureEntry(each, len(world.procedures))
            read_head(world, procedure)
        elif isinstance(each, syntax.Offered):
            action = world.actions[each.name.text] = ActionEntry(each, len(world.actions))
            read_head(world, action)
        else:
            world.menus[each.name.text] = each


def read_head(world: World, entry: ProcedureEntry | ActionEntry) -> None:
    """The parameters; the value of a family has a type with named values, is the first one of a procedure, and picked
    by an action."""
    node = entry.syntax
    try:
        params = tuple(parameter(world, param) for param in node.params)
        if isinstance(node, syntax.ProcedureFamily | syntax.ActionFamily):
            type_ = without_none(named_type(world, node.of))
            if not isinstance(type_, Named):
                plain, wanted = bare_words(type_), "a type with named values"
                advice = f"A family has one member per value: name an enumeration or a component, not {plain}s."
                misplaced(node.of.span, type_words(type_), wanted, advice)
            if isinstance(entry, ActionEntry):
                entry.family = type_
            else:
                params = (Parameter(node.of, type_, node.of.text), *params)
        elif isinstance(node, syntax.Procedure) and node.gives is not None and isinstance(entry, ProcedureEntry):
            entry.answer = len(world.variables)
            gives = given_type(world, node.gives, node.name.text)
            made = core.Variable(node.name.text, gives, (), "nobody", since=0, answers=entry.index, span=node.span)
            world.variables.append(made)
        entry.params = params
    except Mistake as found:
        world.report(found.diagnostic)
        entry.broken = True


def parameter(world: World, param: syntax.Param) -> Parameter:
    """`card old`, `player`, `1..3 strength`."""
    if isinstance(param.type, syntax.Name) and world.elements(param.type) is not None:
        raise Mistake(kind_words.one_handed_over(param.type, type=world.plurals[param.type.text]))
    return Parameter(param.name, scalar_type(world, param.type), world.text(param.type.span), span=param.span)


# ---- the paragraphs together


def check_paragraphs(world: World, ruleset: syntax.Ruleset, broken: set[str]) -> None:
    """`game` and `play` stand once, `setup` and `scoring` at most once; no two invariants or secrets have one title."""
    found: dict[str, Span] = {}
    for each in ruleset.declarations:
        sort = ONCE.get(type(each))
        if sort is None:
            continue
        first = found.setdefault(sort, each.span)
        if first != each.span:
            world.report(flow.only_once(each.span, what=sort, line=world.line_number(first), also=first))
    stated = [each for each in ruleset.declarations if isinstance(each, syntax.Invariant | syntax.Secret)]
    world.diagnostics += titled_twice(stated, world.source)
    for sort, complaint in (("game", flow.no_game), ("play", flow.no_play)):
        if sort not in found and sort not in broken:
            world.report(complaint())


# ---- how many numbers a state needs for its fields


def check_room(world: World) -> None:
    """Tell the first field with which a state becomes too large."""
    needed = 0
    fields: list[core.Zone | core.Variable] = [*world.zones[: world.zones_here]]
    for each in (*fields, *world.variables[: world.variables_here], *world.kept.values()):
        instances: int = prod([world.size(owner) for owner in each.owners])
        match each:
            case core.Zone(place=place, component=component):
                made, places = world.components[component], len(world.places[place].names) if place else 0
                needed += instances * parts_of(each, made, capacity(each, made, places)).cells
            case core.Variable(type=SetT(of) | CountsT(of)):
                needed += instances * world.size(of)
            case core.Variable(type=type_):
                needed += instances * (type_.cells if isinstance(type_, MemoryT) else 1)
        if needed > MOST_NUMBERS:
            several = instances if instances > 1 else None
            world.report(
                limits.too_large_state(each.span, field=each.name, instances=several, numbers=needed, most=MOST_NUMBERS)
            )
            return
