"""Which setting an example is played at: its players, its options, the defaults otherwise."""

from collections.abc import Mapping

from rulewright.language.diagnostics import Diagnostic
from rulewright.language.elaborate.settings import Setting, game_of, player_counts, seat_names, settle
from rulewright.language.elaborate.world import OptionSetting
from rulewright.language.parser import Parsed
from rulewright.language.source import Source
from rulewright.language.syntax import Example, ExampleOptions, ExamplePlayers, ExampleThen, Refused


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


def setting_of_example(
    parsed: Parsed, source: Source, node: Example, settings: tuple[Setting, ...] = ()
) -> Setting | tuple[Diagnostic, ...]:
    """The setting of an example, or why there is none; of one that is not in `settings` the first setting stands in."""
    found = settle(parsed.ruleset, source, players_of(parsed, node), options_of_example(node))
    if isinstance(found, Setting) and settings and found not in settings:
        return settings[0]
    return found


def refused_check(node: Example) -> Refused | None:
    """The `options are refused` of an example, which then stands alone."""
    checks = [check for part in node.parts if isinstance(part, ExampleThen) for check in part.checks]
    return next((check for check in checks if isinstance(check, Refused)), None)
