"""The rules as they are at one setting: what it decides is decided, and what cannot happen is left out.

In: a tree, and the number of players and values of options that are known (some, all or none). Out: a tree in which
these are numbers and values. Law: where nothing is known nothing changes.
"""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, Final, TypeVar

from attrs import evolve, frozen

from rulewright.analysis.example_parts import options_of_example
from rulewright.language import core, syntax
from rulewright.language.elaborate.environment import Env, Mistake, Value, World
from rulewright.language.elaborate.settings import option_world
from rulewright.language.source import Source
from rulewright.language.types import BOOL, OptionSetting, ValueT
from rulewright.language.walking import rebuilt, rewritten, walk

Given = Mapping[str, OptionSetting]
"""What is known of the setting: options by name, and `player-count`."""
YES: Final = syntax.YesNo(value=True)
NO: Final = syntax.YesNo(value=False)
T = TypeVar("T")


@frozen
class Setting:
    """What is known of the setting: a world without anything else, and the names that it decides."""

    world: World
    names: frozenset[str]


def settled(source: Source, ruleset: syntax.Ruleset, given: Given) -> syntax.Ruleset:
    """The rules where so much is known."""
    if not given:
        return ruleset
    options = {name: value for name, value in given.items() if name != "player-count"}
    world = option_world(ruleset, source, int(given.get("player-count", 0)), options)
    setting = Setting(world, frozenset(given))
    kept = tuple(each for each in ruleset.declarations if not isinstance(each, syntax.Example))
    decided = rebuilt(kept, partial(_decide, setting))
    gone = frozenset(
        each.name.text
        for each in decided
        if isinstance(each, syntax.Action)
        and any(isinstance(line, syntax.Needs) and line.condition == NO for line in each.body)
    )
    rest: list[syntax.Declaration] = [
        each for each in decided if not (isinstance(each, syntax.Action) and each.name.text in gone)
    ]
    for each in ruleset.declarations:
        if isinstance(each, syntax.Example):  # unless it speaks of another setting
            players = [len(part.names) for part in each.parts if isinstance(part, syntax.ExamplePlayers)]
            asked = [*options_of_example(each).items(), *(("player-count", number) for number in players)]
            if all(given.get(name, value) == value for name, value in asked):
                rest.append(each)
    return syntax.Ruleset(tuple(rewritten(tuple(rest), partial(_offered, gone)) if gone else rest))


def _offered(gone: frozenset[str], node: Any) -> Any:  # noqa: ANN401 - any node of the tree
    """What is offered without the actions that are never legal."""
    if not isinstance(node, syntax.Offer):
        return node
    return evolve(node, acts=tuple(act for act in node.acts if act.name.text not in gone) or node.acts)


def _decide(setting: Setting, node: Any) -> Any:  # noqa: ANN401 - any node of the tree
    """A node with all in it that is decided."""
    if isinstance(node, syntax.Expr) and (known := _value(setting, node)) is not None:
        return known
    node = rebuilt(node, partial(_decide, setting))
    match node:
        case syntax.Not(syntax.YesNo(value)):
            return syntax.YesNo(not value, span=node.span)
        case syntax.And(operands):
            return _joined(node, operands, neutral=True)
        case syntax.Or(operands):
            return _joined(node, operands, neutral=False)
        case syntax.If(cases):
            blocks, sure = _until_always(cases, [case.condition for case in cases])
            return evolve(node, cases=blocks, otherwise=sure.body if sure else node.otherwise)
        case syntax.Body(_, tuple() as results):
            kept, always = _until_always(results, [case.when or YES for case in results])
            last = (evolve(always, when=None),) if always else ()
            return evolve(node, result=always.value if always and not kept else (*kept, *last))
        case syntax.Has(fields=fields):
            there = (each for each in fields if syntax.When(NO) not in each.modifiers)
            some = (evolve(each, modifiers=_but(each.modifiers, syntax.When(YES))) for each in there)
            return evolve(node, fields=tuple(some))
        case syntax.Component():
            return evolve(node, rows=_possible(node.rows))
        case syntax.Option():
            return evolve(node, defaults=_possible(node.defaults))
        case syntax.Game():
            teams = _possible([node.teams] if node.teams else [])
            return evolve(node, teams=teams[0] if teams else None, needs=_not_granted(node.needs))
        case syntax.Action(body=body):
            return evolve(node, body=_not_granted(body))
        case _:
            return node


def _value(setting: Setting, node: syntax.Expr) -> syntax.Expr | None:
    """What an expression comes to that asks for nothing but what is known."""
    asked = {each.name.text for each in walk(node) if isinstance(each, syntax.Word)}
    if not asked & setting.names or asked - setting.names - setting.world.bearers.keys():
        return None
    try:
        found = setting.world.expression(Env(), node)
    except Mistake:
        return None
    match found:
        case Value(core.Const(value), type_) if type_ == BOOL:
            return syntax.YesNo(bool(value), span=node.span)
        case Value(core.Const(value), ValueT(name)):
            return syntax.Word(syntax.Name(setting.world.values[name][value], span=node.span), span=node.span)
        case Value(core.Const(value)):
            return syntax.Number(value, span=node.span)
        case _:
            return None


def _joined(node: syntax.And | syntax.Or, operands: tuple[syntax.Expr, ...], *, neutral: bool) -> syntax.Expr:
    """Leave out what is decided, or decide all of it."""
    if syntax.YesNo(not neutral) in operands:
        return syntax.YesNo(not neutral, span=node.span)
    rest = _but(operands, syntax.YesNo(neutral))
    if not rest:
        return syntax.YesNo(neutral, span=node.span)
    return rest[0] if len(rest) == 1 else evolve(node, operands=rest)


def _until_always(cases: tuple[T, ...], conditions: list[syntax.Expr]) -> tuple[tuple[T, ...], T | None]:
    """The cases that may hold, and the first that always does."""
    end = conditions.index(YES) if YES in conditions else len(cases)
    kept = tuple(case for case, condition in zip(cases[:end], conditions, strict=False) if condition != NO)
    return kept, cases[end] if end < len(cases) else None


def _possible(rows: Iterable[Any]) -> tuple[Any, ...]:
    """What may be, without a condition that need not be said."""
    return tuple(evolve(row, when=None) if row.when == YES else row for row in rows if row.when != NO)


def _but(all_: tuple[T, ...], one: object) -> tuple[T, ...]:
    return tuple(each for each in all_ if each != one)


def _not_granted(lines: tuple[T, ...]) -> tuple[T, ...]:
    return tuple(line for line in lines if not (isinstance(line, syntax.Needs) and line.condition == YES))
