"""`check`: everything that can be said of a text without playing, over all its settings.

In: a source. Out: diagnostics sorted by place, each once. A warning counts only where it holds in every setting.
"""

from collections import Counter
from collections.abc import Iterable
from time import thread_time
from typing import Final

from attrs import field, frozen

from rulewright.analysis.example_settings import by_setting, examples_of
from rulewright.analysis.idle_options import idle_options
from rulewright.analysis.misnamed import once_each_name, told_where_declared
from rulewright.analysis.suppressions import PLAYED, Acceptances, untold
from rulewright.analysis.trying import read_helpfully
from rulewright.language.checks import oversights
from rulewright.language.core import Core
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.elaborate.elaboration import elaborate
from rulewright.language.elaborate.said_of_nothing import said_of_nothing
from rulewright.language.elaborate.settings import (
    Admitted,
    Setting,
    admitted,
    can_be_chosen,
    game_of,
    refused_all,
    trouble,
)
from rulewright.language.messages import flow, names
from rulewright.language.resource_errors import OUTGROWN, outgrown
from rulewright.language.source import Source
from rulewright.language.titles import titled_twice

READING_SECONDS: Final = 3
"""For so many seconds of processor time one setting after the other is begun to be read."""


@frozen
class Reading:
    """What reading finds; what the text accepts, of which playing may still find some; `unread`: for so many settings
    there was no time; `admits`: all of them, if they are known."""

    found: list[Diagnostic]
    acceptances: Acceptances = field(factory=Acceptances)
    unread: int = 0
    admits: Admitted | None = None


def check(source: Source) -> list[Diagnostic]:
    """All static findings about a text."""
    return reading(source).found


def reading(source: Source) -> Reading:
    """The same, with what playing has to know of it. That the text outgrows the process is a finding, too."""
    try:
        return _reading(source)
    except OUTGROWN as problem:
        return Reading([outgrown(problem)])


def _reading(source: Source) -> Reading:
    """Oversights count where there is no error, and where all settings have them that there was time for."""
    due = thread_time() + READING_SECONDS
    parsed = read_helpfully(source)
    wrong = trouble(parsed.ruleset, source)
    if game_of(parsed.ruleset) is None and not any(head.kind == "game" for head in parsed.broken):
        wrong = (flow.no_game(), *wrong)
    chosen = can_be_chosen(parsed.ruleset)
    admits = admitted(parsed.ruleset, source) if chosen else Admitted((), complete=True)
    settings, cores = admits.settings, dict[Setting, Core]()
    refused = None if wrong or settings else refused_all(parsed.ruleset, source)
    twice = titled_twice(examples_of(parsed), source)
    found = [*parsed.diagnostics, *wrong, *filter(None, [refused]), *twice]
    overseen: dict[object, Diagnostic] | None = None
    examples = by_setting(parsed, source, settings) if settings else {}
    for number, setting in enumerate(settings):
        if number and thread_time() > due:
            settings = settings[:number]
            break
        made = elaborate(parsed, source, setting.players, dict(setting.options), tuple(examples[setting]))
        found += made.diagnostics
        if made.core is not None:
            cores[setting] = made.core
        if made.core is not None and overseen != {}:
            here = {oversight(one): one for one in oversights(made.core, source)}
            overseen = {key: one for key, one in here.items() if overseen is None or key in overseen}
    sound = all(one.severity != "error" for one in found)
    more = [*(overseen or {}).values(), *said_of_nothing(parsed.ruleset, source)] if sound else []
    kept = once(found, len(settings))
    kept = kept if sound else once_each_name(told_where_declared(source, kept))
    unread = len(admits.settings) - len(settings)
    whole = admits.complete and not unread
    if sound and whole:
        unasked = {one.span.start for one in kept if one.code == "unused"}
        more += (one for one in idle_options(parsed.ruleset, cores) if one.span.start not in unasked)
    told = sorted((*kept, *more), key=lambda one: (one.span.start, one.code))
    acceptances = Acceptances.of(parsed.ruleset)
    unlooked = PLAYED if whole else PLAYED | {names.idle_option.code}
    found = untold(acceptances, told, lambda code: sound and code not in unlooked)
    return Reading(found, acceptances, unread, admits)


def oversight(one: Diagnostic) -> object:
    """What of two oversights, each of its setting, is the same."""
    return one.code, one.span.start, one.facts.get("name"), one.facts.get("value")


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
