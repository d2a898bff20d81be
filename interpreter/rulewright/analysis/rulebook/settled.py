"""The rules as they are at one setting: what it decides is decided, and what cannot happen is left out.

In: a tree, and the number of players and values of options that are known (some, all or none). Out: a tree in which
these are numbers and values. Law: where nothing is known nothing changes.
"""

from collections.abc import Iterable
from functools import partial
from operator import add, ge, gt, le, lt, mul, sub
from typing import Any, Final, TypeVar

from attrs import evolve

from rulewright.analysis.rulebook.meaning import Given
from rulewright.language import syntax
from rulewright.language.walking import rewritten

CHOSEN: Final = "="
"""Stands before a value that an option has, while conditions are decided."""
COMPARED: Final = {"is at least": ge, "is at most": le, "is more than": gt, "is less than": lt}
RECKONED: Final = {"+": add, "-": sub, "*": mul}
T = TypeVar("T")


def settled(ruleset: syntax.Ruleset, given: Given) -> syntax.Ruleset:
    """The rules where so much is known."""
    if not given:
        return ruleset
    kept = tuple(each for each in ruleset.declarations if not isinstance(each, syntax.Example))
    decided = rewritten(kept, partial(_decide, given))
    gone = frozenset(
        each.name.text for each in decided if isinstance(each, syntax.Action) and any(map(_never_legal, each.body))
    )
    rest = tuple(each for each in decided if not (isinstance(each, syntax.Action) and each.name.text in gone))
    examples = tuple(each for each in ruleset.declarations if isinstance(each, syntax.Example) and _at(each, given))
    return syntax.Ruleset(tuple(rewritten((*rest, *examples), partial(_left_out, gone))))


def _never_legal(line: syntax.ActionLine) -> bool:
    return isinstance(line, syntax.Needs) and line.condition == syntax.YesNo(value=False)


def _at(example: syntax.Example, given: Given) -> bool:
    """Whether an example does not speak of another setting."""
    for part in example.parts:
        if isinstance(part, syntax.ExamplePlayers) and given.get("player-count", len(part.names)) != len(part.names):
            return False
        if isinstance(part, syntax.ExampleOptions):
            chosen = {each.option.text: each.value.value for each in part.settings}
            if any(given.get(name, value) != value for name, value in chosen.items()):
                return False
    return True


# ---- one node, whose parts are decided


def _decide(given: Given, node: Any) -> Any:  # noqa: ANN401 - any node of the tree
    match node:
        case syntax.Word(name) if name.text in given:
            return _constant(given[name.text], node)
        case syntax.Arithmetic(op, syntax.Number(left), syntax.Number(right)) if op in RECKONED:
            return syntax.Number(RECKONED[op](left, right), span=node.span)
        case syntax.Call(name, (syntax.Number(one), syntax.Number(two))) if name.text in ("min", "max"):
            return syntax.Number({"min": min, "max": max}[name.text](one, two), span=node.span)
        case syntax.Compare():
            return _compared(node)
        case syntax.Not(syntax.YesNo(value)):
            return syntax.YesNo(not value, span=node.span)
        case syntax.And(operands):
            return _joined(node, operands, neutral=True)
        case syntax.Or(operands):
            return _joined(node, operands, neutral=False)
        case syntax.If():
            return _cases(node)
        case syntax.Body(_, tuple() as cases):
            return evolve(node, result=_results(cases))
        case syntax.Has():
            return evolve(node, fields=tuple(map(_unconditional, filter(_there, node.fields))))
        case syntax.Component():
            return evolve(node, rows=tuple(_always(_possible(node.rows))))
        case syntax.Option():
            return evolve(node, defaults=tuple(_always(_possible(node.defaults))))
        case syntax.Game():
            return _game(node)
        case syntax.Action(body=body):
            return evolve(node, body=tuple(line for line in body if not _granted(line)))
        case _:
            return node


def _constant(value: int | str | bool, node: syntax.Word) -> syntax.Expr:  # noqa: FBT001 - an option may be yes or no
    if isinstance(value, bool):
        return syntax.YesNo(value, span=node.span)
    return syntax.Number(value, span=node.span) if isinstance(value, int) else _word(f"{CHOSEN}{value}", node)


def _word(text: str, node: syntax.Word) -> syntax.Word:
    return syntax.Word(syntax.Name(text, span=node.name.span), span=node.span)


def _compared(node: syntax.Compare) -> syntax.Expr:
    match node.left, node.right:
        case syntax.Number(left), syntax.Number(right) if node.op in COMPARED:
            return syntax.YesNo(COMPARED[node.op](left, right), span=node.span)
        case (syntax.Number(left), syntax.Number(right)) | (syntax.YesNo(left), syntax.YesNo(right)):
            return _same(node, same=left == right)
        case syntax.Word(chosen), syntax.Word(value) if chosen.text.startswith(CHOSEN):
            return _same(node, same=chosen.text.removeprefix(CHOSEN) == value.text.removeprefix(CHOSEN))
        case _:
            return node


def _same(node: syntax.Compare, *, same: bool) -> syntax.YesNo:
    return syntax.YesNo(same == (node.op in ("is", "is the same as")), span=node.span)


def _joined(node: syntax.And | syntax.Or, operands: tuple[syntax.Expr, ...], *, neutral: bool) -> syntax.Expr:
    """Leave out what is decided, or decide all of it."""
    if any(operand == syntax.YesNo(not neutral) for operand in operands):
        return syntax.YesNo(not neutral, span=node.span)
    rest = tuple(operand for operand in operands if operand != syntax.YesNo(neutral))
    if not rest:
        return syntax.YesNo(neutral, span=node.span)
    return rest[0] if len(rest) == 1 else evolve(node, operands=rest)


def _cases(node: syntax.If) -> syntax.If:
    """Leave out cases that never hold, and all behind one that always does."""
    kept: list[syntax.Case] = []
    for case in node.cases:
        if case.condition == syntax.YesNo(value=True):
            return evolve(node, cases=tuple(kept), otherwise=case.body)
        if case.condition != syntax.YesNo(value=False):
            kept.append(case)
    return evolve(node, cases=tuple(kept))


def _results(cases: tuple[syntax.BodyCase, ...]) -> syntax.Expr | tuple[syntax.BodyCase, ...]:
    kept = tuple(_always(_possible(cases)))
    last = next((place for place, case in enumerate(kept) if case.when is None), len(kept) - 1)
    kept = kept[: last + 1]
    return kept[0].value if len(kept) == 1 and kept[0].when is None else kept


def _possible(rows: Iterable[T]) -> list[T]:
    """What has no condition, or one that may hold."""
    return [row for row in rows if getattr(row, "when", None) != syntax.YesNo(value=False)]


def _always(rows: Iterable[Any]) -> list[Any]:
    """A condition that holds need not be said."""
    return [evolve(row, when=None) if row.when == syntax.YesNo(value=True) else row for row in rows]


def _there(field: syntax.Field) -> bool:
    return syntax.When(syntax.YesNo(value=False)) not in field.modifiers


def _unconditional(field: syntax.Field) -> syntax.Field:
    kept = tuple(each for each in field.modifiers if each != syntax.When(syntax.YesNo(value=True)))
    return evolve(field, modifiers=kept)


def _game(game: syntax.Game) -> syntax.Game:
    teams = _always(_possible([game.teams] if game.teams else []))
    return evolve(
        game, teams=teams[0] if teams else None, needs=tuple(each for each in game.needs if not _granted(each))
    )


def _granted(line: object) -> bool:
    return isinstance(line, syntax.Needs) and line.condition == syntax.YesNo(value=True)


# ---- after all is decided


def _left_out(gone: frozenset[str], node: Any) -> Any:  # noqa: ANN401 - any node of the tree
    """What is offered without the actions that are never legal; the values of options as they are written."""
    match node:
        case syntax.Word(name) if name.text.startswith(CHOSEN):
            return _word(name.text.removeprefix(CHOSEN), node)
        case syntax.Offer(acts) if gone:
            return evolve(node, acts=tuple(act for act in acts if act.name.text not in gone) or acts)
        case _:
            return node
