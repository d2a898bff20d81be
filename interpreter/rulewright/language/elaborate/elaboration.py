"""From the syntax tree to the typed core at one setting: declarations first, then every body, then the checks.

In: a parsed text, players and options. Out: `Elaborated`: the core, unless something is wrong, and all diagnostics.
Every setting elaborates the whole text, so names and types are checked in folded branches too.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Final

from attrs import frozen

from rulewright.language import core, example_core, syntax
from rulewright.language.checks import flaws
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.elaborate.actions import action
from rulewright.language.elaborate.assignments import placed
from rulewright.language.elaborate.declare import declare
from rulewright.language.elaborate.definitions import ensure
from rulewright.language.elaborate.environment import Env, World
from rulewright.language.elaborate.examples import scene_of
from rulewright.language.elaborate.procedures import procedure
from rulewright.language.elaborate.reachable import heirs, live
from rulewright.language.elaborate.scoring import declare_scoring, invariant, judge, secret
from rulewright.language.information_flow.call_labels import sightings
from rulewright.language.library.places import geometries
from rulewright.language.messages import flow as example_words, names as words
from rulewright.language.nesting_limits import in_order
from rulewright.language.parser import Parsed
from rulewright.language.source import Source
from rulewright.language.span import NOWHERE, Span
from rulewright.language.text_parts import Sound, soundness
from rulewright.language.types import PLAYER, OptionSetting

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
) -> Elaborated:
    """Elaborate a text at one setting, and these of its examples."""
    ruleset = parsed.ruleset
    world = declare(ruleset, parsed.broken, source, players, options)
    scoring = next((each for each in ruleset.declarations if isinstance(each, syntax.Scoring)), None)
    declare_scoring(world, scoring)
    if not world.teams:
        return Elaborated(None, besides(parsed, source, world.diagnostics))
    made = bodies(world, ruleset, scoring)
    sound = all(found.severity != "error" for found in world.diagnostics)
    idle = tuple(idle_fields(world))
    scenes = tuple(scene_of(world, node, scoring) for node in examples)
    if not parsed.diagnostics and all(found.severity != "error" for found in world.diagnostics):
        world.diagnostics += (*unused(world), *idle)
    if made is None:
        return Elaborated(None, besides(parsed, source, world.diagnostics), scenes)
    finished, parts = complete(world, ruleset, made), None
    if not (sound and parsed.whole):  # which parts say all that was meant, with what could not be read and is wrong
        wrong = (one.span for one in (*parsed.diagnostics, *world.diagnostics) if one.severity == "error")
        lost = (head.name for head in parsed.broken if head.name and head.kind != "local")
        parts = soundness(source, ruleset, wrong, lost)
    flawed = tuple(flaws(finished, source, scenes, world.doubts, parts))
    seen = sightings(finished, source, ruleset)
    if parts is not None:
        unseen = asked_alone(ruleset, seen.found, parts)
        return Elaborated(None, besides(parsed, source, (*world.diagnostics, *flawed, *unseen)), scenes)
    found = besides(parsed, source, (*world.diagnostics, *flawed, *seen.found))
    return Elaborated(None if any(each.severity == "error" for each in found) else seen.discreet, found, scenes)


def asked_alone(ruleset: syntax.Ruleset, found: Iterable[Diagnostic], sound: Sound) -> Iterator[Diagnostic]:
    """What headers ask that nobody hands anything: that follows from sound parts alone, whatever comes before."""
    actions = [each for each in ruleset.declarations if isinstance(each, syntax.Offered)]
    places = [each.span for each in actions if not each.params]
    for one in found:
        if sound(one.span) and any(holds(place, one.span) for place in places):
            yield one


def besides(parsed: Parsed, source: Source, found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Those that stand on lines which could be read as they are, and do not follow from what could not be read."""
    lines = {source.line(one.span.start) for one in parsed.diagnostics}
    doubtful = frozenset[str]() if parsed.declares_all else _OF_TYPES
    told = tuple(found)
    explained = lost_names_explain(parsed, told)
    return tuple(
        one
        for one in told
        if one.code not in doubtful
        and (one.span == NOWHERE or source.line(one.span.start) not in lines)
        and not explained(one)
    )


def lost_names_explain(parsed: Parsed, found: Iterable[Diagnostic]) -> Callable[[Diagnostic], bool]:
    """Whether a finding does not know a name that may be one of those that were lost: with a component its pieces'
    names, and where something that could not be read has lost its own."""
    wrong = [one.span for one in (*parsed.diagnostics, *found) if one.severity == "error"]
    components = [each.span for each in parsed.ruleset.declarations if isinstance(each, syntax.Component)]
    misread = [each for each in components if any(holds(each, span) for span in wrong)]
    lost = any(head.kind == "component" or (not head.name and head.kind in _NAMED) for head in parsed.broken)

    def explained(one: Diagnostic) -> bool:
        unknown = one.sentence in UNKNOWN and one.edit is None
        return unknown and (lost or bool(misread)) and not any(holds(each, one.span) for each in misread)

    return explained


def holds(around: Span, span: Span) -> bool:
    """Whether something begins inside something else."""
    return around.start <= span.start < around.end


_OF_EXAMPLES: Final = (example_words.unknown_piece, example_words.unknown_part, example_words.unknown_seat)
_OF_NAMES: Final = (words.unknown_name, words.unknown_doing, words.unknown_question)
UNKNOWN: Final = frozenset(each.sentence for each in (*_OF_NAMES, *_OF_EXAMPLES))
"""What is said of a name that nobody knows."""
_NAMED: Final = frozenset(
    ("option", "component", "phase", "procedure", "action", "choice", "define", "joined", "field")
)


_OF_TYPES: Final = frozenset(("type-mismatch", "unknown-question", "never-equal", "which-one", "wrong-piece"))
"""What may be otherwise when all is declared."""


def bodies(world: World, ruleset: syntax.Ruleset, scoring: syntax.Scoring | None) -> Unfinished | None:
    """Every body elaborated, as a core that lacks its tables; None where a head has a mistake."""
    roots = [each for each in ruleset.declarations if isinstance(each, syntax.Setup | syntax.Play)]
    world.heirs, world.live = heirs(world, roots), live(world, roots)
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
    stated = [each for each in ruleset.declarations if isinstance(each, syntax.Invariant)]
    invariants = [world.tried(partial(invariant, world, each), None) for each in stated]
    nothing: tuple[core.Secret | core.Invariant, ...] = ()
    secrets = [each for each in ruleset.declarations if isinstance(each, syntax.Secret)]
    hidden = [made for each in secrets for made in world.tried(partial(secret, world, each), nothing)]
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
    whole = made(
        title=game.title.text,
        subtitle=game.subtitle.text if game.subtitle else None,
        players=world.players,
        seat_names=tuple(world.values["player"]),
        teams=world.teams,
        options=tuple(world.options.items()),
        values={
            **{name: places.names for name, places in world.places.items()},
            **{name: tuple(names) for name, names in world.values.items()},
        },
        components=tuple(world.components),
        geometries=geometries(world),
        tables=tuple(make() for _, make in world.tables.values()),
        list_tables=tuple(make() for _, make in world.list_tables.values()),
        zones=tuple(world.zones[: world.zones_here]),
        variables=(*world.variables[: world.variables_here], *world.variables[world.variables_end :]),
        locals=tuple(world.locals),
        definitions=tuple(world.definitions),
        limits=tuple(world.limits),
        settled=frozenset(world.settled),
    )
    return placed(world, whole)


def idle_fields(world: World) -> Iterator[Diagnostic]:
    """Fields that no rule names; a board may be meant by its places."""
    for (owners, name), where in world.field_names.items():
        entry = world.fields[owners][name]
        board = entry.sort == "zone" and world.zones[entry.index].kind == "board"
        if not board and entry not in world.used_fields:
            yield words.unused(where, what="Field")


def unused(world: World) -> Iterator[Diagnostic]:
    """Options, definitions, procedures, menus and actions that no rule names."""
    options = ((where, name in world.used_names) for name, where in world.option_names.items())
    definitions = ((entry.syntax.name, entry.used) for entry in world.definition_entries.values())
    procedures = ((entry.syntax.name, entry.used) for entry in world.procedures.values())
    menus = ((menu.name, menu.name.text in world.menus_used) for menu in world.menus.values())
    sorts = {"Option": options, "Definition": definitions, "Procedure": procedures, "Menu": menus}
    for what, names in sorts.items():
        yield from (words.unused(where, what=what) for where, used in names if not used)
    for chosen in world.actions.values():
        if not chosen.offered:
            yield words.never_offered(chosen.syntax.name)
