"""What an example consists of: its setting, what it expects as invariants, and decisions inside a move."""

from collections.abc import Iterator, Mapping
from typing import Final

from attrs import evolve

from rulewright.language import core, example_core
from rulewright.language.checks.call_graph import PLAY, doings_of, way_to
from rulewright.language.component_rows import plain
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.elaborate.settings import Setting, game_of, player_counts, seat_names, settle
from rulewright.language.facts import ranges
from rulewright.language.parser import Parsed
from rulewright.language.source import Source
from rulewright.language.span import Span
from rulewright.language.syntax import Example, ExampleOptions, ExamplePlayers
from rulewright.language.types import CountsT, MemoryT, OptionSetting, SeqT, SetT, ValueT
from rulewright.language.walking import rewritten, walk
from rulewright.machine.game import Rules

WON: Final = "who has won"


def conditions_of(example: example_core.Scene) -> list[example_core.Condition]:
    """The conditions that it expects, in its order."""
    return [part for part in example.parts if isinstance(part, example_core.Condition)]


def values_given(made: core.Core, example: example_core.Scene) -> list[example_core.Condition]:
    """That the variables still have the values given, but for those that are reckoned from what may change."""
    found: list[example_core.Condition] = []
    for given in example.givens:
        if not isinstance(given, core.Assign | core.AssignAll):
            continue
        changing = core.VarRef | core.ZoneRef | core.CallDefinition
        if any(isinstance(node, changing) for node in walk(given.value)):
            continue
        type_ = made.variables[given.var.variable].type
        if isinstance(given, core.Assign):
            assert not isinstance(type_, SetT | CountsT | MemoryT)
            still: core.Expr = core.Compare("same", core.Read(given.var, type_), given.value)
        else:
            assert isinstance(type_, SetT | CountsT)
            still = core.SameCounts(core.Aggregate(given.var, ranges.range_of(made, type_.of).extent), given.value)
        found.append(example_core.Condition(still, span=given.span))
    return found


def probed(entered: core.Core, example: example_core.Scene) -> core.Core:
    """The core with what an example asks as further invariants; who has won is in a last variable, not a local."""
    held = entered.locals[example.won].type
    assert isinstance(held, SeqT)
    assert isinstance(held.of, ValueT)
    variable = core.Variable(WON, SetT(held.of), (), "nobody", shown=False)
    made = evolve(entered, variables=(*entered.variables, variable))
    winners = core.Members(core.Aggregate(core.VarRef(len(entered.variables)), ranges.range_of(made, held.of).extent))
    asked = tuple(
        core.Invariant("", check.condition, explanation=check.explanation, span=check.span)
        for check in (*conditions_of(example), *values_given(entered, example))
    )
    known = rewritten(asked, lambda node: winners if node == core.Held(example.won) else node)
    return evolve(made, invariants=(*entered.invariants, *known))


def by_setting(parsed: Parsed, source: Source, settings: tuple[Setting, ...]) -> dict[Setting, list[Example]]:
    """The examples of a text at the setting in which each is looked at: the one that it chooses, else the first."""
    found: dict[Setting, list[Example]] = {each: [] for each in settings}
    for node, setting in with_settings(parsed, source, examples_of(parsed)):
        if isinstance(setting, Setting):
            found[setting if setting in found else settings[0]].append(node)
    return found


def with_settings(
    parsed: Parsed, source: Source, nodes: tuple[Example, ...]
) -> Iterator[tuple[Example, Setting | tuple[Diagnostic, ...]]]:
    """Examples with the setting of each, or why there is none; equal choices are settled once."""
    known: dict[tuple[int, tuple[tuple[str, OptionSetting], ...]], Setting | tuple[Diagnostic, ...]] = {}
    for node in nodes:
        chosen = players_of(parsed, node), tuple(options_of_example(node).items())
        if chosen not in known:
            known[chosen] = setting_of_example(parsed, source, node)
        yield node, known[chosen]


def examples_of(parsed: Parsed) -> tuple[Example, ...]:
    """The examples of a text, in its order."""
    return tuple(node for node in parsed.ruleset.declarations if isinstance(node, Example))


def players_of(parsed: Parsed, node: Example) -> int:
    """How many sit at the table of an example: those it names, else the smallest number there may be."""
    counts = player_counts(parsed.ruleset)
    if seat_names(game_of(parsed.ruleset)):
        return counts[0] if counts else 0
    named = [part for part in node.parts if isinstance(part, ExamplePlayers)]
    return len(named[0].names) if named else min(counts, default=0)


def options_of_example(node: Example) -> Mapping[str, OptionSetting]:
    """The options that an example sets."""
    return {
        setting.option.text: plain(setting.value)
        for part in node.parts
        if isinstance(part, ExampleOptions)
        for setting in part.settings
    }


def setting_of_example(parsed: Parsed, source: Source, node: Example) -> Setting | tuple[Diagnostic, ...]:
    """The setting of an example, or why there is none."""
    return settle(parsed.ruleset, source, players_of(parsed, node), options_of_example(node))


def unfinished(rules: Rules, asked: Span, action: str) -> str | None:
    """That the sentence which asks here belongs to an action that was begun; None where that is not certain."""
    doings = doings_of(rules.core)
    homes = {
        key
        for key, each in doings.items()
        if any(isinstance(node, core.Choose) and node.span == asked for node in each.nodes)
    }
    calls = {key: tuple(each for each in doing.sites if each.to[0] == "procedure") for key, doing in doings.items()}
    # what asks there, or carries out a procedure that does
    leading = homes | {key for key in doings if any(way_to(calls, key, home) for home in homes)}
    begun = {("action", number) for number, each in enumerate(rules.core.actions) if each.name == action}
    if not begun & leading or PLAY in leading:
        return None
    return f"line {rules.line(asked)} asks before {action} is done"
