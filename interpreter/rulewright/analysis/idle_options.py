"""Options of which two values make the same games, whatever else is chosen.

In: the core of every setting that there is. Options are folded away in it, so equal cores are equal rules; where all
that differs stands where no game comes, games are equal.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from typing import Any

from attrs import evolve, frozen

from rulewright.language import core
from rulewright.language.checks.expression_values import Outcomes, may
from rulewright.language.checks.named_in_vain import read_anywhere, told_to_players
from rulewright.language.checks.value_analysis import contents, outcomes
from rulewright.language.core_queries import everything
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.elaborate.settings import Setting, options_of, values_of
from rulewright.language.messages import names as words
from rulewright.language.span import NOWHERE
from rulewright.language.syntax import Name, Option, Ruleset
from rulewright.language.types import OptionSetting, shown_option
from rulewright.language.walking import rewritten, walk


def idle_options(ruleset: Ruleset, cores: Mapping[Setting, core.Core]) -> Iterator[Diagnostic]:
    """One for each option, of the first values that mean the same."""
    bare = {setting: evolve(made, options=()) for setting, made in cores.items()}
    in_games = cache(lambda setting: all_that_games_ask(bare[setting]))
    for option in options_of(ruleset):
        if same := same_values(option, bare, lambda one, two: bare[one] == bare[two]):
            yield words.idle_option(option.name, values=map(shown_option, same))
        elif same := same_values(option, bare, lambda one, two: in_games(one) == in_games(two)):
            others = (each for each in ruleset.declarations if not isinstance(each, Option))
            named = (node for each in others for node in walk(each) if isinstance(node, Name))
            asked = next((node.span for node in named if node.text == option.name.text), NOWHERE)
            yield words.option_in_vain(option.name, values=map(shown_option, same), also=asked)


def same_values(
    option: Option, settings: Collection[Setting], alike: Callable[[Setting, Setting], bool]
) -> list[OptionSetting]:
    """The first values of an option with which settings that differ in nothing else are alike, if there are any."""

    def same(value: OptionSetting, other: OptionSetting) -> bool:
        pairs = [*exchanged(option, value, other, settings)]
        return value != other and bool(pairs) and all(alike(one, two) for one, two in pairs)

    values = values_of(option)
    groups = ([value, *(each for each in values if same(value, each))] for value in values)
    return next((group for group in groups if len(group) > 1), [])


def exchanged(
    option: Option, value: OptionSetting, other: OptionSetting, settings: Collection[Setting]
) -> Iterator[tuple[Setting, Setting]]:
    """The settings with one value of an option, each beside the one that has the other, if there is one."""
    name = option.name.text
    for setting in settings:
        if (name, value) in setting.options:
            options = tuple((each, other if each == name else chosen) for each, chosen in setting.options)
            if (with_it := evolve(setting, options=options)) in settings:
                yield setting, with_it


@frozen
class Spliced:
    """Sentences that stand in the place of one: those of the case that always comes, or none."""

    body: tuple[core.Statement, ...] = ()


def all_that_games_ask(made: core.Core) -> object:
    """What can be compared of a core: all but invariants, secrets, what nothing runs, offers or asks, what stands under
    a condition that never holds, and what sets a field that nobody reads."""
    of, nodes = outcomes(contents(made)), [*walk(everything(made))]
    read = read_anywhere(made, nodes) | {at for at, each in enumerate(made.variables) if told_to_players(made, each)}
    made = evolve(made, invariants=(), secrets=())
    made = rewritten((made,), lambda node: with_spliced(what_comes(of, read, node)))[0]
    own = evolve(made, procedures=(), actions=(), definitions=())
    found, waiting = dict[object, object](), list[object]((own,))
    for here in waiting:
        led = dict[object, object]()  # what is run, offered or asked there, by its sort and number
        for node in walk(here):
            match node:
                case core.RunProcedure(procedure=number):
                    led["run", number] = made.procedures[number]
                case core.OfferLine(action=number):
                    led["offered", number] = made.actions[number]
                case core.CallDefinition(definition=number):
                    led["asked", number] = made.definitions[number]
                case _:
                    pass
        waiting += (body for key, body in led.items() if key not in found)
        found |= led
    return own, found


def what_comes(of: Outcomes, read: Collection[int], node: Any) -> Any:  # noqa: ANN401 # any node of a core
    """A node without the cases that never come, and without the body of an action that nobody can choose; nothing
    instead of a sentence that sets what is not `read`."""
    match node:
        case core.If() | core.Cases():
            # without the cases whose condition never holds, and those behind one that always does
            either: Any = node  # of sentences, or of values
            cases, otherwise = list[Any](), either.otherwise
            for condition, then in either.cases:
                known = may(of, condition, {})
                if known.only(1):
                    otherwise = then
                    break
                cases += [] if known.only(0) else [(condition, then)]
            if cases:
                return evolve(either, cases=tuple(cases), otherwise=otherwise)
            return Spliced(otherwise) if isinstance(node, core.If) else otherwise
        case core.Action(header=header) | core.Member(header=header):
            needs = (line.condition for line in header if isinstance(line, core.Needs))
            return evolve(node, body=()) if any(may(of, each, {}).only(0) for each in needs) else node
        case core.Assign() | core.AddTo() if node.var.variable not in read:
            return Spliced()
        case _:
            return node


def with_spliced(node: Any) -> Any:  # noqa: ANN401 # any node of a core
    """A node with the sentences of its blocks one after the other."""

    def flat(block: tuple[object, ...]) -> tuple[object, ...]:
        found = list[object]()
        for each in block:
            part = flat(each) if isinstance(each, tuple) else each
            found += part.body if isinstance(part, Spliced) else (part,)
        return tuple(found)

    blocks = {name: getattr(node, name, None) for name in ("body", "setup", "play", "cases", "otherwise")}
    return evolve(node, **{name: flat(block) for name, block in blocks.items() if isinstance(block, tuple)})
