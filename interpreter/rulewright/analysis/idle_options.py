"""Options of which two values make the same rules, whatever else is chosen.

In: the core of every setting that there is. Options are folded away in it, so equal cores are equal rules.
"""

from collections.abc import Iterator, Mapping

from attrs import evolve

from rulewright.language.core import Core
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.elaborate.settings import Setting, options_of, values_of
from rulewright.language.messages import names as words
from rulewright.language.option_settings import OptionSetting, shown
from rulewright.language.syntax import Option, Ruleset


def idle_options(ruleset: Ruleset, cores: Mapping[Setting, Core]) -> Iterator[Diagnostic]:
    """One for each option, of the first values that mean the same."""
    bare = {setting: evolve(core, options=()) for setting, core in cores.items()}
    for option in options_of(ruleset):
        values = values_of(option)
        groups = ([value, *(other for other in values if alike(option, value, other, bare))] for value in values)
        same = next((group for group in groups if len(group) > 1), None)
        if same is not None:
            yield words.idle_option(option.name, values=map(shown, same))


def alike(option: Option, value: OptionSetting, other: OptionSetting, cores: Mapping[Setting, Core]) -> bool:
    """Whether another value makes the same rules in all settings that there are with either."""
    name = option.name.text
    others = {setting: exchanged(setting, name, other) for setting in cores if (name, value) in setting.options}
    pairs = [(cores[setting], cores[with_it]) for setting, with_it in others.items() if with_it in cores]
    return value != other and bool(pairs) and all(one == two for one, two in pairs)


def exchanged(setting: Setting, name: str, value: OptionSetting) -> Setting:
    """The setting with another value of an option."""
    options = tuple((each, value if each == name else chosen) for each, chosen in setting.options)
    return evolve(setting, options=options)
