"""How what is counted is called: items by action, pick and value, sites by the phase they stand in.

In: rules. Out: for each item the table it stands in and its name there; for each site its phase. Text of the rules
comes out harmless for a screen.
"""

from typing import Final

from attrs import frozen

from rulewright.language.render import paragraph_title
from rulewright.language.source import Source
from rulewright.language.span import Span
from rulewright.machine.game import Rules
from rulewright.machine.playouts import NUMBERS, Item, items
from rulewright.machine.program.nodes import Argument
from rulewright.shown import shown

ACTIONS: Final = ""


@frozen
class Name:
    """`group`: the table, ACTIONS or an action and its pick; `title`: what the rules call it in a sentence."""

    group: str
    name: str
    title: str = ""


@frozen
class Place:
    """Where decisions are made: a phase, or the paragraph of the rules if it is in none."""

    name: str
    title: str = ""


def names(rules: Rules) -> list[Name]:
    """The names of all items, in their order."""
    return [_item(rules, item) for item in items(rules.program).all]


def _item(rules: Rules, item: Item) -> Name:
    action = rules.program.actions[item.action]
    member = action.variants[item.variant] if item.variant >= 0 else None
    called = f"{action.name} {member.name}" if member is not None and member.name else action.name
    if item.pick < 0:
        title = member.title if member is not None and member.title else action.title
        return Name(ACTIONS, shown(called), shown(title or ""))
    pick = action.picks(max(item.variant, 0))[item.pick]
    return Name(shown(f"{called}: {pick.name}"), shown(_value(rules, pick.argument, item.value)))


def _value(rules: Rules, argument: Argument, value: int) -> str:
    if argument.kind == "piece":
        return rules.naming.kind(argument.component or 0, value)
    beyond = argument.kind == "number" and value == NUMBERS - 1
    return f"{value} or more" if beyond else str(rules.naming.argument(argument, value))


def places(rules: Rules) -> list[Place]:
    """Where each site stands."""
    source = Source(rules.name, rules.source_text)
    return [_place(rules, source, site.span) for site in rules.program.sites]


def _place(rules: Rules, source: Source, span: Span) -> Place:
    around = [each for each in rules.program.phases if each.span.start <= span.start and span.end <= each.span.end]
    if not around:
        return Place(paragraph_title(source, span.start) or "the game")
    phase = min(around, key=lambda each: each.span.end - each.span.start)
    return Place(f"phase {shown(phase.name)}", shown(phase.title or ""))
