"""Calls of procedures that answer: `let x be claim(duke)`, `if claim(duke): …`, `if not claim(duke): …`.

In: the declarations as written. Out: the same, in which such a call stands as an `Answer` where it is all of a `let`
or of the first condition of an `if`: one further down begins an `if` of its own in the `otherwise` of those before it.
"""

from collections.abc import Sequence

from attrs import evolve

from rulewright.language import syntax
from rulewright.language.span import Span
from rulewright.language.walking import rewritten


def with_answers(declarations: Sequence[syntax.Declaration]) -> list[syntax.Declaration]:
    """The declarations with the calls that are answered."""
    names = {each.name.text for each in declarations if isinstance(each, syntax.Procedure) and each.gives is not None}
    if not names:
        return list(declarations)

    def called(node: object) -> object:
        match node:
            case syntax.Let():
                return evolve(node, value=answered(node.value, names))
            case syntax.If():
                return apart(evolve(node, cases=tuple(case_of(each, names) for each in node.cases)))
            case _:
                return node

    return [rewritten(each, called) for each in declarations]


def case_of(case: syntax.Case, names: set[str]) -> syntax.Case:
    """A case of an `if`, whose condition may be a call or its denial."""
    match case.condition:
        case syntax.Not(operand=operand) as denied:
            return evolve(case, condition=evolve(denied, operand=answered(operand, names)))
        case condition:
            return evolve(case, condition=answered(condition, names))


def answered(node: syntax.Expr, names: set[str]) -> syntax.Expr:
    """The call of such a procedure, any other expression as it is."""
    match node:
        case syntax.Word(name) if name.text in names:
            return syntax.Answer(syntax.Act(name, span=node.span), span=node.span)
        case syntax.Call(name, args) if name.text in names:
            return syntax.Answer(syntax.Act(name, args, span=node.span), span=node.span)
        case _:
            return node


def answer_in(condition: syntax.Expr) -> syntax.Answer | None:
    """The call that a condition is, or denies."""
    asked = condition.operand if isinstance(condition, syntax.Not) else condition
    return asked if isinstance(asked, syntax.Answer) else None


def apart(node: syntax.If) -> syntax.If:
    """An `if` in which only the first condition is a call."""
    at = next((at for at, case in enumerate(node.cases) if at and answer_in(case.condition)), None)
    if at is None:
        return node
    rest = evolve(node, cases=node.cases[at:], span=Span(node.cases[at].span.start, node.span.end))
    return evolve(node, cases=node.cases[:at], otherwise=(apart(rest),))
