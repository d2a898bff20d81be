"""`check`: everything that can be said of a text without playing, over all its settings.

In: a source. Out: diagnostics sorted by place, each once. A warning counts only where it holds in every setting.
"""

from collections import Counter
from collections.abc import Iterable

from rulewright.language.diagnostics import Diagnostic
from rulewright.language.elaborate.elaboration import elaborate
from rulewright.language.elaborate.settings import Setting, admitted, game_of, trouble
from rulewright.language.messages import flow
from rulewright.language.parser import Parsed, parse
from rulewright.language.source import Source
from rulewright.language.syntax import Example


def check(source: Source) -> list[Diagnostic]:
    """All static findings about a text."""
    parsed = parse(source)
    wrong = trouble(parsed.ruleset, source)
    if game_of(parsed.ruleset) is None and not any(head.kind == "game" for head in parsed.broken):
        wrong = (flow.no_game(), *wrong)
    settings = () if wrong else admitted(parsed.ruleset, source).settings
    found = [diagnostic for setting in settings for diagnostic in findings(parsed, source, setting, settings)]
    return once([*parsed.diagnostics, *wrong, *found], len(settings))


def findings(parsed: Parsed, source: Source, setting: Setting, settings: tuple[Setting, ...]) -> tuple[Diagnostic, ...]:
    """The findings at one setting; examples are looked at in the setting they choose."""
    from rulewright.analysis.example_setting import setting_of_example  # noqa: PLC0415 - the two know each other's settings

    examples = tuple(
        node
        for node in parsed.ruleset.declarations
        if isinstance(node, Example) and setting_of_example(parsed, source, node, settings) == setting
    )
    return elaborate(parsed, source, setting.players, dict(setting.options), examples).diagnostics


def once(found: Iterable[Diagnostic], settings: int) -> list[Diagnostic]:
    """Sorted by place, each once; warnings only where all settings have them."""
    times: Counter[tuple[str, int]] = Counter()
    first: dict[tuple[str, int], Diagnostic] = {}
    for one in found:
        key = (one.code, one.span.start)
        times[key] += 1
        first.setdefault(key, one)
    kept = [one for key, one in first.items() if one.severity != "warning" or times[key] >= max(1, settings)]
    return sorted(kept, key=lambda one: (one.span.start, one.code))
