"""A region whose condition asks for another region, by way of definitions and of what can be done, too.

In: a finished core. Out: diagnostics. Each would be followed once for every place of the other.
"""

from collections.abc import Iterator

from rulewright.language import core
from rulewright.language.core_queries import members_of
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.messages import flow as words
from rulewright.language.walking import walk


def nested_regions(made: core.Core) -> Iterator[Diagnostic]:
    """Each region inside the condition of another one."""
    regions = {node.span: node for node in walk(made) if isinstance(node, core.Region)}
    for span, region in regions.items():
        via = next(followed(made, region.seq.condition), None)
        if via is not None:
            yield words.region_in_region(span, via=via or None)


def followed(made: core.Core, condition: core.Expr) -> Iterator[str]:
    """Whether a condition follows regions: of each how it comes to it, in words; nothing where it says so itself."""
    waiting: list[tuple[str, object]] = [("", condition)]
    begun = set[str]()
    for via, where in waiting:
        for node in walk(where):
            if isinstance(node, core.Region):
                yield via
            for name, inside in named(made, node):
                if name not in begun:
                    begun.add(name)
                    waiting.append((via or name, inside))


def named(made: core.Core, node: object) -> Iterator[tuple[str, object]]:
    """The definitions and headers that a node asks, by their names."""
    match node:
        case core.CallDefinition(definition):
            found = made.definitions[definition]
            yield found.name, (found.lets, found.result)
        case core.CanAct(offers=offers):
            for action in (made.actions[offer.action] for offer in offers):
                yield action.name, (action.header, *(member.header for member in members_of(action)))
        case _:
            pass
