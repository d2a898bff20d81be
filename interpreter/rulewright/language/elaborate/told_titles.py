"""Titles of phases with values in them: `"{you} claims {role}"`."""

import re
from collections.abc import Iterator
from typing import Final

from rulewright.language import core, syntax
from rulewright.language.elaborate.coercions import as_value
from rulewright.language.elaborate.environment import Env, Mistake
from rulewright.language.elaborate.world import World
from rulewright.language.messages import declarations as words
from rulewright.language.messages.secrecy import seen_by
from rulewright.language.span import Span

GAP: Final = re.compile(r"\{([^{}]*)\}")


def told(world: World, env: Env, title: syntax.Text | None) -> Iterator[core.Quoted]:
    """What stands in the gaps of a title: `you`, a parameter, or a field of the game that everybody sees."""
    for gap in GAP.finditer(title.text) if title is not None else ():
        begin = title.span.start + 1 + gap.start(1) if title is not None else 0
        name = syntax.Name(gap[1], span=Span(begin, begin + len(gap[1])))
        you = name.text == "you"
        if not (you or name.text in env.names or ((), name.text) in world.field_names):
            raise Mistake(words.not_in_title(name, candidates=[*env.names, "you"]))
        node = syntax.You(span=name.span) if you else syntax.Word(name, span=name.span)
        one = as_value(world, world.expression(env, node), name.span)
        if isinstance(one.core, core.Read):
            audience = world.variables[one.core.var.variable].audience
            if audience != "everyone":
                raise Mistake(words.hidden_in_title(name, seen=seen_by(audience)))
        elif not isinstance(one.core, core.Get):
            raise Mistake(words.not_in_title(name, candidates=[*env.names, "you"]))
        yield core.Quoted(name.text, one.core, one.type)
