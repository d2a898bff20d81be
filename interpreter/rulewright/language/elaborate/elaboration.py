"""From the syntax tree to the typed core at one setting: declarations first, then every body, then the checks.

In: a parsed text, players and options. Out: `Elaborated`: the core, unless something is wrong, and all diagnostics.
Every setting elaborates the whole text, so names and types are checked in folded branches too.
"""

from attrs import frozen

from rulewright.language import core, example_core, syntax
from rulewright.language.checks import flaws
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.elaborate.actions import action
from rulewright.language.elaborate.declare import declare
from rulewright.language.elaborate.definitions import ensure
from rulewright.language.elaborate.environment import Env, Mistake
from rulewright.language.elaborate.examples import scene_of
from rulewright.language.elaborate.implicit_you import heirs
from rulewright.language.elaborate.procedures import procedure
from rulewright.language.elaborate.reachable import live
from rulewright.language.elaborate.scoring import declare_scoring, invariant, judge, secret
from rulewright.language.elaborate.sentences import block
from rulewright.language.elaborate.unused import unused
from rulewright.language.elaborate.world import Ctx, OptionSetting, World
from rulewright.language.library.lines import geometries
from rulewright.language.parser import Parsed
from rulewright.language.seeing import sightings
from rulewright.language.source import Source


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
    scoring = only(ruleset, syntax.Scoring)
    declare_scoring(world, scoring)
    if not world.teams:
        return Elaborated(None, tuple(world.diagnostics))
    made = bodies(world, ruleset, scoring)
    scenes = tuple(scene_of(world, node) for node in examples)
    if not parsed.diagnostics and all(found.severity != "error" for found in world.diagnostics):
        world.diagnostics += unused(world)
    if made is None or any(found.severity == "error" for found in world.diagnostics):
        return Elaborated(None, tuple(world.diagnostics), scenes)
    finished = complete(world, ruleset, made)
    seen = sightings(finished, source)
    found = (*world.diagnostics, *flaws(finished, source, scenes, world.doubts), *seen.found)
    wrong = any(each.severity == "error" for each in found)
    return Elaborated(None if wrong else seen.discreet, found, scenes)


@frozen
class Bodies:
    """All bodies of a text."""

    setup: tuple[core.Statement, ...]
    play: tuple[core.Statement, ...]
    procedures: tuple[core.Procedure, ...]
    actions: tuple[core.Action, ...]
    scoring: core.Scoring
    invariants: tuple[core.Invariant, ...]
    secrets: tuple[core.Secret, ...]


def only(ruleset: syntax.Ruleset, kind: type[syntax.Scoring]) -> syntax.Scoring | None:
    """The scoring paragraph."""
    return next((each for each in ruleset.declarations if isinstance(each, kind)), None)


def bodies(world: World, ruleset: syntax.Ruleset, scoring: syntax.Scoring | None) -> Bodies | None:
    """Every body elaborated; None where a mistake outside all sentences ends it."""
    roots = [each for each in ruleset.declarations if isinstance(each, syntax.Setup | syntax.Play)]
    ctx = Ctx(heirs(world, roots), live(world, roots))
    check_definitions(world)
    procedures = tuple(procedure(world, entry, ctx) for entry in world.procedures.values())
    actions = tuple(action(world, entry, ctx) for entry in world.actions.values())
    setup, play = (
        tuple(made for root in roots if isinstance(root, kind) for made in block(world, Env(), root.body, ctx))
        for kind in (syntax.Setup, syntax.Play)
    )
    invariants = [invariant(world, each) for each in ruleset.declarations if isinstance(each, syntax.Invariant)]
    hidden = [secret(world, each) for each in ruleset.declarations if isinstance(each, syntax.Secret)]
    try:
        judged = judge(world, scoring)
    except Mistake as found:
        world.report(found.diagnostic)
        return None
    if None in procedures or None in actions or None in invariants:
        return None
    return Bodies(
        setup,
        play,
        tuple(each for each in procedures if each is not None),
        tuple(each for each in actions if each is not None),
        judged,
        (
            *(each for each in invariants if each is not None),
            *(each for found in hidden for each in found.faces),
        ),
        tuple(each for found in hidden for each in found.zones),
    )


def check_definitions(world: World) -> None:
    """Elaborates the definitions that no body has asked for yet."""
    for entry in world.definition_entries.values():
        if entry.state == "new":
            try:
                ensure(world, entry, entry.syntax.span)
            except Mistake as found:
                world.report(found.diagnostic)


def complete(world: World, ruleset: syntax.Ruleset, made: Bodies) -> core.Core:
    """The tables and bodies as one core."""
    game = next(each for each in ruleset.declarations if isinstance(each, syntax.Game))
    definitions = tuple(world.definitions)
    return core.Core(
        title=game.title.text,
        subtitle=game.subtitle.text if game.subtitle else None,
        players=world.players,
        seat_names=world.values["player"],
        teams=world.teams,
        options=tuple(world.options.items()),
        values={**{name: places.names for name, places in world.places.items()}, **world.values},
        components=tuple(world.components),
        geometries=geometries(world),
        tables=tuple(make() for make in world.tables),
        list_tables=tuple(make() for make in world.list_tables),
        zones=tuple(world.zones[: world.zones_here]),
        variables=tuple(world.variables[: world.variables_here]),
        locals=tuple(world.locals),
        definitions=definitions,
        procedures=made.procedures,
        actions=made.actions,
        limits=tuple(world.limits),
        setup=made.setup,
        play=made.play,
        scoring=made.scoring,
        invariants=made.invariants,
        secrets=made.secrets,
    )
