"""A question that stands before the one it is asked of: `hand's Bob`, `your rank's card`, `worth(card, 2)`.

In: a question that nothing has, or that its subject does not have. Out: what stands behind it, if that can be asked it.
Only mistakes come here.
"""

import re
from typing import Final

from rulewright.language import syntax
from rulewright.language.elaborate.environment import Env, Mistake
from rulewright.language.elaborate.world import World
from rulewright.language.span import NOWHERE, Span

SIZES: Final = ("len", "length", "number", "amount")
"""What `size` is called elsewhere."""
BEHIND: Final = re.compile(r"'s? ([\w+-]++)(?!\()")


def exchanged(world: World, env: Env, whose: syntax.Expr | None, name: syntax.Name) -> syntax.Name | None:
    """The name behind a question (of `whose`), with the place of both, where it has changed places with it."""
    found = BEHIND.match(world.source.text, name.span.end) if name.span != NOWHERE else None
    if found is None:
        return None
    other = syntax.Name(found[1])
    subject = syntax.Word(other) if whose is None else syntax.Of(whose, syntax.Member(other, None))
    right = can_be_asked(world, env, subject, name.text)
    return syntax.Name(found[1], span=Span(name.span.start, found.end())) if right else None


def exchanged_with(world: World, env: Env, subject: syntax.Expr, name: syntax.Name) -> syntax.Name | None:
    """The question before this one, with the place of both, where the two have changed places."""
    match subject:
        case syntax.Of(whose, syntax.Member(before, None)) if name.span != NOWHERE:
            first = syntax.Of(whose, syntax.Member(syntax.Name(name.text), None))
            right = can_be_asked(world, env, first, before.text)
            return syntax.Name(before.text, span=Span(before.span.start, name.span.end)) if right else None
    return None


def one_behind(world: World, name: syntax.Name) -> syntax.Name | None:
    """`first`, `last` or `only` behind a question that was asked of several, with the place of both."""
    found = BEHIND.match(world.source.text, name.span.end) if name.span != NOWHERE else None
    if found is None or found[1] not in ("first", "last", "only"):
        return None
    return syntax.Name(found[1], span=Span(name.span.start, found.end()))


def owner_in_brackets(world: World, env: Env, node: syntax.Call) -> str | None:
    """How it is said, `card's worth(2)`, where a question of a thing has it as its first argument."""
    if not node.args:
        return None
    owner, *others = node.args
    question = "size" if node.name.text in SIZES else node.name.text
    if not can_be_asked(world, env, owner, question, tuple(others) or None):
        return None
    whose, *rest = (world.text(each.span) for each in node.args)
    arguments = f"({', '.join(rest)})" if rest else ""
    return f"{possessive(f'({whose})' if ' ' in whose else whose)} {question}{arguments}"


def possessive(written: str) -> str:
    """How a question begins of what is written so."""
    return {"it": "its", "you": "your"}.get(written, f"{written}'s")


def can_be_asked(
    world: World, env: Env, subject: syntax.Expr, question: str, args: tuple[syntax.Expr, ...] | None = None
) -> bool:
    """Whether something has a question; nothing of this stands in the text."""
    try:
        world.expression(env, syntax.Of(subject, syntax.Member(syntax.Name(question), args)))
    except Mistake:
        return False
    return True
