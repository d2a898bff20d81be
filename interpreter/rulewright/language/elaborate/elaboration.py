"""From the syntax tree to the typed core at one setting: declarations first, then every body, then the checks. Every
setting elaborates the whole text, so names and types are checked in folded branches too."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from math import prod
from typing import Final

from attrs import frozen

from rulewright.language import core, example_core, lattice, syntax
from rulewright.language.checks import flaws
from rulewright.language.diagnostics import Diagnostic, Edit, pages, summary, told_in
from rulewright.language.elaborate import declared_types, environment, settings, triggers
from rulewright.language.elaborate.actions import action, procedure
from rulewright.language.elaborate.assignments import placed
from rulewright.language.elaborate.coercions import misplaced
from rulewright.language.elaborate.declared_fields import enter_fields, enter_kept, finish_fields, given_type
from rulewright.language.elaborate.definitions import ensure
from rulewright.language.elaborate.environment import (
    ActionEntry,
    Env,
    Mistake,
    Parameter,
    ProcedureEntry,
    Recursion,
    World,
)
from rulewright.language.elaborate.examples import scene_of
from rulewright.language.elaborate.looks import idle_looks, looks
from rulewright.language.elaborate.reachable import heirs, live
from rulewright.language.elaborate.resolve import named_type, scalar_type
from rulewright.language.elaborate.scoring import declare_scoring, invariant, judge, secret
from rulewright.language.elaborate.sentences import RECURSION
from rulewright.language.elaborate.suggestions import bare_words, type_words
from rulewright.language.facts.ranges import capacity, parts_of
from rulewright.language.information_flow.call_labels import sightings
from rulewright.language.library.answering import lines_of
from rulewright.language.messages import declarations as limits, flow, kinds_of_values as words, names, reading
from rulewright.language.nesting_limits import in_order
from rulewright.language.newer_words import told_of_newer
from rulewright.language.parser import Parsed
from rulewright.language.recovery import BrokenHead
from rulewright.language.source import Source
from rulewright.language.span import NOWHERE, Span
from rulewright.language.text_parts import NAMELESS, named_places, soundness, titled_twice
from rulewright.language.types import PLAYER, CountsT, MemoryT, Named, OptionSetting, SetT, without_none
from rulewright.language.wording import plural

Unfinished = Callable[..., core.Core]
"""A core with its bodies, to be called with its tables."""


@frozen
class Elaborated:
    """The core is None where something is wrong. `scenes`: the examples that were asked for, in their order."""

    core: core.Core | None
    diagnostics: tuple[Diagnostic, ...]
    scenes: tuple[example_core.Scene | None, ...] = ()


def elaborate(
    parsed: Parsed,
    source: Source,
    players: int,
    options: dict[str, OptionSetting],
    examples: tuple[syntax.Example, ...] = (),
    *,
    checked: bool = True,
) -> Elaborated:
    """Elaborate a text at one setting, and these of its examples; not `checked`: what its course would be told for is
    known."""
    ruleset = parsed.ruleset
    world, made = named(parsed, source, players, options)
    if not world.teams:
        return Elaborated(None, besides(parsed, source, tuple(world.diagnostics)))
    sound = all(found.severity != "error" for found in world.diagnostics)
    # fields that no rule names; a board may be meant by its places
    fields = ((world.fields[owners][name], where) for (owners, name), where in world.field_names.items())
    boards = {number for number, zone in enumerate(world.zones) if zone.kind == "board"}
    left = ((each, where) for each, where in fields if each not in world.used_fields)
    idle = [where for each, where in left if each.sort != "zone" or each.index not in boards]
    scenes = tuple(scene_of(world, node, scoring_of(ruleset)) for node in examples)
    if not parsed.diagnostics and all(found.severity != "error" for found in world.diagnostics):
        world.diagnostics += (
            *unused(world),
            *idle_looks(world),
            *(names.unused(where, what="Field") for where in idle),
        )
    if made is None:
        return Elaborated(None, besides(parsed, source, tuple(world.diagnostics)), scenes)
    finished, parts = complete(world, ruleset, made), None
    if not (sound and parsed.whole):  # which parts say all that was meant, with what could not be read and is wrong
        wrong = (one.span for one in (*parsed.diagnostics, *world.diagnostics) if one.severity == "error")
        lost = (head.name for head in parsed.broken if head.name and head.kind != "local")
        parts = soundness(source, ruleset, wrong, lost)
    as_told = partial(told_in, source.language)
    flawed = tuple(map(as_told, flaws(finished, source, scenes, world.doubts, parts) if checked else ()))
    hidden, discreet = sightings(finished, source, ruleset)
    hidden = tuple(map(as_told, hidden))
    if parts is not None:
        # what headers ask that nobody hands anything follows from sound parts alone, whatever comes before
        bare = [each.span for each in ruleset.declarations if isinstance(each, syntax.Offered) and not each.params]
        sure = (one for one in hidden if parts(one.span))
        unseen = [one for one in sure if any(place.holds(one.span) for place in bare)]
        return Elaborated(None, besides(parsed, source, (*world.diagnostics, *flawed, *unseen)), scenes)
    found = besides(parsed, source, (*world.diagnostics, *flawed, *hidden))
    return Elaborated(None if any(each.severity == "error" for each in found) else discreet, found, scenes)


def named(
    parsed: Parsed, source: Source, players: int, options: dict[str, OptionSetting], recursion: Recursion = RECURSION
) -> tuple[World, Unfinished | None]:
    """All names and types of a text at one setting, with what is wrong with them, and its bodies; None where a head has
    a mistake. `recursion`: who watches what each expression turns out to be hands in a language that tells it."""
    world, scoring = (
        declare(parsed.ruleset, parsed.broken, source, players, options, recursion),
        scoring_of(parsed.ruleset),
    )
    declare_scoring(world, scoring)
    return world, bodies(world, parsed.ruleset, scoring) if world.teams else None


def scoring_of(ruleset: syntax.Ruleset) -> syntax.Scoring | None:
    """The paragraph that says who wins."""
    return next((each for each in ruleset.declarations if isinstance(each, syntax.Scoring)), None)


def besides(parsed: Parsed, source: Source, found: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """Those that stand on lines which could be read as they are, and do not follow from what could not be read."""
    lines = {source.line(one.span.start) for one in parsed.diagnostics}
    doubtful = frozenset[str]() if parsed.declares_all else _OF_TYPES
    # names that nobody knows may be those that were lost: with a component or type the names of pieces and values, and
    # where something that could not be read has lost its own, or what it is
    wrong = [one.span for one in (*parsed.diagnostics, *found) if one.severity == "error"]
    naming = [each.span for each in parsed.ruleset.declarations if isinstance(each, _NAMING)]
    misread = [each for each in naming if any(map(each.holds, wrong))]
    strange = any(one.code == "unknown-paragraph" for one in parsed.diagnostics)
    heads = any(head.kind in ("component", "type") or (not head.name and head.kind in _NAMED) for head in parsed.broken)

    def follows(one: Diagnostic) -> bool:
        unknown = one.edit is None and one.sentence in _MAY_BE_LOST
        return unknown and (strange or heads or bool(misread)) and not any(each.holds(one.span) for each in misread)

    read = (one for one in found if one.span == NOWHERE or source.line(one.span.start) not in lines)
    return told_of_newer(source, [one for one in read if one.code not in doubtful and not follows(one)])


_NAMING: Final = syntax.Component | syntax.Joined | syntax.ValueType
"""What names pieces and values."""
_OF_NAMES: Final = (names.unknown_name, names.unknown_doing, names.unknown_question)
_OF_EXAMPLES: Final = (flow.unknown_piece, flow.unknown_part, flow.unknown_seat)
UNKNOWN: Final = frozenset(each.sentence for each in (*_OF_NAMES, *_OF_EXAMPLES))
"""What is said of a name that nobody knows."""
_MAY_BE_LOST: Final = UNKNOWN | {flow.impossible.sentence}
_NAMED: Final = ("option", "component", "phase", "procedure", "action", "choice", "define", "joined", "field")
_OF_TYPES: Final = frozenset(("type-mismatch", "unknown-question", "never-equal", "which-one", "wrong-piece"))
"""What may be otherwise when all is declared."""


def bodies(world: World, ruleset: syntax.Ruleset, scoring: syntax.Scoring | None) -> Unfinished | None:
    """Every body elaborated, as a core that lacks its tables; None where a head has a mistake."""
    roots = [each for each in ruleset.declarations if isinstance(each, syntax.Course)]
    whenevers = [each for each in ruleset.declarations if isinstance(each, syntax.Whenever)]
    world.heirs, world.live = heirs(world, roots, whenevers), live(world, (*roots, *whenevers))
    triggers.enter(world, whenevers)
    # definitions, each behind those that it names: a long chain needs no deep stack
    entries = tuple(world.definition_entries.values())
    ordered = [entries[place] for place in in_order([defined.syntax for defined in entries])]
    for defined in (*ordered, *entries):
        if defined.state == "new":
            world.tried(partial(ensure, world, defined, defined.syntax.span), None)
    procedures = tuple(procedure(world, entry) for entry in world.procedures.values())
    actions = tuple(action(world, entry) for entry in world.actions.values())
    setup, play = (
        tuple(made for root in roots if isinstance(root, kind) for made in world.run(Env(), root.body)[0])
        for kind in (syntax.Setup, syntax.Play)
    )
    procedures += tuple(triggers.carried_out(world))
    stated = [each for each in ruleset.declarations if isinstance(each, syntax.Invariant)]
    invariants = [world.tried(partial(invariant, world, each), None) for each in stated]
    secrets = [each for each in ruleset.declarations if isinstance(each, syntax.Secret)]
    hidden = [made for each in secrets for made in world.tried(partial(secret, world, each), ())]
    judged = world.tried(partial(judge, world, scoring), None)
    if judged is None:
        judged = core.Scoring(world.local("player", PLAYER), None, (), None, (), of_teams=False)
    if None in procedures or None in actions:
        return None
    return partial(
        core.Core,
        setup=setup,
        play=play,
        procedures=tuple(each for each in procedures if each is not None),
        actions=tuple(each for each in actions if each is not None),
        scoring=judged,
        invariants=tuple(each for each in (*invariants, *hidden) if isinstance(each, core.Invariant)),
        secrets=tuple(each for each in hidden if isinstance(each, core.Secret)),
    )


def complete(world: World, ruleset: syntax.Ruleset, made: Unfinished) -> core.Core:
    """The tables and bodies as one core."""
    game = next(each for each in ruleset.declarations if isinstance(each, syntax.Game))
    joining = (each for each in ruleset.declarations if isinstance(each, syntax.LinkType))
    types = ((each.name.text, each.ends[0].text) for each in joining if each.ends[0].text == each.ends[1].text)
    links = {name: (of, world.meetings[name, of].touching) for name, of in types if (name, of) in world.meetings}
    whole = made(
        title=game.title.text,
        subtitle=game.subtitle.text if game.subtitle else None,
        players=world.players,
        seat_names=tuple(world.values["player"]),
        teams=world.teams,
        options=tuple(world.options.items()),
        values={name: places.names for name, places in world.places.items()}
        | {name: tuple(values) for name, values in world.values.items()},
        components=tuple(world.components),
        geometries=tuple(
            core.Geometry(
                name,
                lines_of(world, name),
                tuple(world.names_of_lines(name)),
                *((places.rows, places.columns) if places.whole else (0, 0)),
                lattice.standing(places),
                *world.sheets.get(name, ()),
                ends=links.get(name),
            )
            for name, places in world.places.items()
        ),
        tables=tuple(make() for _, make in world.tables.values()),
        list_tables=tuple(make() for _, make in world.list_tables.values()),
        zones=tuple(world.zones[: world.zones_here]),
        variables=(*world.variables[: world.variables_here], *world.variables[world.variables_end :]),
        locals=tuple(world.locals),
        definitions=tuple(world.definitions),
        limits=tuple(world.limits),
        number_names=world.number_names,
        looks=world.looks,
        settled=frozenset(world.settled),
    )
    return placed(world, whole)


def unused(world: World) -> Iterator[Diagnostic]:
    """Options, definitions, procedures, menus and actions that no rule names."""
    options = ((where, name in world.used_names) for name, where in world.option_names.items())
    named = world.used_names & world.constants.keys()
    definitions = (
        (entry.syntax.name, entry.used or (of is None and name in named))
        for (of, name), entry in world.definition_entries.items()
    )
    procedures = ((entry.syntax.name, entry.used) for entry in world.procedures.values())
    menus = ((menu.name, menu.name.text in world.menus_used) for menu in world.menus.values())
    sorts = {"Option": options, "Definition": definitions, "Procedure": procedures, "Menu": menus}
    for what, known in sorts.items():
        yield from (names.unused(where, what=what) for where, used in known if not used)
    for chosen in world.actions.values():
        if not chosen.offered:
            yield names.never_offered(chosen.syntax.name)


# ---- all declarations

MOST_NUMBERS: Final = 65_536


def declare(
    ruleset: syntax.Ruleset,
    broken: tuple[BrokenHead, ...],
    source: Source,
    players: int,
    options: dict[str, OptionSetting],
    recursion: Recursion = RECURSION,
) -> World:
    """The world of this ruleset at this setting: every type, value, component, zone, variable, definition, doing and
    menu, and all that is wrong with them; of two that bear one name the first counts. Of bodies it elaborates only what
    fields start with. `broken`: what paragraphs that could not be read would have declared."""
    world = World(recursion, source, players, options, settings.declared_words(ruleset))
    sizes = (each for each in ruleset.declarations if isinstance(each, syntax.Define) and not (each.of or each.params))
    world.constants = {each.name.text: each for each in sizes}
    world.broken_names |= {name for head in broken if head.name for name in (head.name, plural(head.name))}
    declared_types.refuse_taken(world, ruleset)
    world.diagnostics += settings.trouble(ruleset, source)
    for option in settings.options_of(ruleset):
        if not declared_types.reserved_question(world, None, option.name) and option.name.text in world.options:
            settings.enter_option(world, option)
    # the options that `needs` and defaults ask are used; what is wrong with these conditions `trouble` tells
    game = settings.game_of(ruleset)
    defaults = (each.when for option in settings.options_of(ruleset) for each in option.defaults)
    for node in (*(needs.condition for needs in (game.needs if game else ())), *defaults):
        with suppress(Mistake):
            if node is not None:
                settings.decide(world, node)
    declared_types.enter_seats(world, ruleset)
    declared_types.enter_types(world, ruleset)
    declared_types.enter_components(world, ruleset)
    drafts = enter_fields(world, ruleset)
    enter_kept(world, ruleset)
    check_room(world)
    enter_definitions(world, ruleset)
    finish_fields(world, drafts)
    world.looks = looks(world, ruleset)
    check_paragraphs(world, ruleset, {head.kind for head in broken})
    return world


def enter_definitions(world: World, ruleset: syntax.Ruleset) -> None:
    """Definitions by the type of their subject and their name; doings, of which each sort is numbered in order."""
    for each in ruleset.declarations:
        if not isinstance(each, syntax.Define | syntax.NamedDoing) or each.name.span.start in world.refused:
            continue
        name = each.name.text
        if isinstance(each, syntax.Define):
            owner, given = each.of.text if each.of else None, each.type
            if declared_types.reserved_question(world, owner, each.name):
                continue
            # it is asked of a type, or of the plural of one; `define x card` lacks its `of`
            asked = each.of is None or world.elements(each.of) or world.tried(partial(named_type, world, each.of), None)
            if isinstance(given, syntax.Name) and given.text not in world.types and name in world.types:
                edit, asked = Edit(Span(given.span.end, given.span.end), " of"), None
                world.tell(words.of_left_out(each.name, defined=given.text, edit=edit))
            if asked is None:
                world.broken_names.add(name)
            else:
                world.definition_entries[owner, name] = environment.DefinitionEntry(each)
        elif isinstance(each, syntax.Called):
            read_head(world, world.procedures.setdefault(name, ProcedureEntry(each, len(world.procedures))))
        elif isinstance(each, syntax.Offered):
            read_head(world, world.actions.setdefault(name, ActionEntry(each, len(world.actions))))
        else:
            world.menus[name] = each


def read_head(world: World, entry: ProcedureEntry | ActionEntry) -> None:
    """The parameters; the value of a family is the first one of a procedure, and picked by an action."""
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
        world.tell(found.diagnostic)
        entry.broken = True


def parameter(world: World, param: syntax.Param) -> Parameter:
    """`card old`, `player`, `1..3 strength`."""
    if isinstance(param.type, syntax.Name) and world.elements(param.type) is not None:
        raise Mistake(words.one_handed_over(param.type, type=world.plurals[param.type.text]))
    return Parameter(param.name, scalar_type(world, param.type), world.text(param.type.span), span=param.span)


def check_paragraphs(world: World, ruleset: syntax.Ruleset, broken: set[str]) -> None:
    """`game` and `play` stand once, `setup`, `scoring` and `looks` at most once; no two invariants or secrets have one
    title. Of `accepted …` that there is such a code, that it is no error, and that something is called so; which
    findings they take is settled where all are known. Of `about …` that something is called so. `broken`: the sorts of
    paragraphs of which some could not be read."""
    found: dict[str, Span] = {}
    for each in ruleset.declarations:
        sort = NAMELESS.get(type(each))
        if sort is not None and (first := found.setdefault(sort, each.span)) != each.span:
            world.tell(flow.only_once(each.span, what=sort, line=world.line_number(first), also=first))
    stated = [each for each in ruleset.declarations if isinstance(each, syntax.Invariant | syntax.Secret)]
    world.diagnostics += titled_twice(stated, world.source)
    for sort, complaint in (("game", flow.no_game), ("play", flow.no_play)):
        if sort not in found and sort not in broken:
            world.tell(complaint())
    places = {**{name: None for name, _ in named_places(ruleset)}, **dict.fromkeys(NAMELESS.values())}
    for told in (each for each in ruleset.declarations if isinstance(each, syntax.Prose)):
        if told.name.text not in places and told.name.text not in world.broken_names and not broken:
            world.tell(reading.about_nothing(told.name, candidates=places))
        if told.when is not None:
            declared_types.holds(world, told.when)
    for each in (each for each in ruleset.declarations if isinstance(each, syntax.Accepted)):
        code, at = each.code, each.name
        if code.text not in pages():
            known = [name for name in pages() if summary(name)[0] != "Error"]
            world.tell(reading.unknown_code(code, candidates=known))
        elif summary(code.text)[0] == "Error":
            world.tell(reading.error_accepted(code))
        if at.text not in places and at.text not in world.broken_names and not broken:
            if isinstance(at, syntax.Name):
                world.tell(reading.unknown_place(at, candidates=places))
            else:
                world.tell(reading.unknown_title(at.span, name=at.text, candidates=places))
        if each.because is None:
            world.tell(reading.no_reason(each.span, code=code.text, at=at.text))


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
            complaint = partial(limits.too_large_state, each.span, field=each.name, most=MOST_NUMBERS)
            world.tell(complaint(instances=several, numbers=needed))
            return
