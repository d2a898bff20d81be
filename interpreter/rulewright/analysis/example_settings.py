"""The setting at which an example is looked at: the options that it sets, and as many players as it names."""

from collections.abc import Iterator, Mapping

from rulewright.language.diagnostics import Diagnostic
from rulewright.language.elaborate.settings import Setting, game_of, player_counts, seat_names, settle
from rulewright.language.parser import Parsed
from rulewright.language.source import Source
from rulewright.language.syntax import Example, ExampleOptions, ExamplePlayers, ExampleThen, Refused
from rulewright.language.types import OptionSetting


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
        setting.option.text: setting.value.value
        for part in node.parts
        if isinstance(part, ExampleOptions)
        for setting in part.settings
    }


def setting_of_example(parsed: Parsed, source: Source, node: Example) -> Setting | tuple[Diagnostic, ...]:
    """The setting of an example, or why there is none."""
    return settle(parsed.ruleset, source, players_of(parsed, node), options_of_example(node))


def refused_check(node: Example) -> Refused | None:
    """The `options are refused` of an example, which then stands alone."""
    checks = [check for part in node.parts if isinstance(part, ExampleThen) for check in part.checks]
    return next((check for check in checks if isinstance(check, Refused)), None)
