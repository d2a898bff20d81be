"""Warnings about what nothing uses."""

from collections.abc import Iterator

from rulewright.language.diagnostics import Diagnostic
from rulewright.language.elaborate.world import World
from rulewright.language.messages import names as words


def unused(world: World) -> Iterator[Diagnostic]:
    """Options, definitions, procedures, menus and actions that no rule names."""
    for name, where in world.option_names.items():
        if name not in world.used_names:
            yield words.unused(where, what="Option")
    for entry in world.definition_entries.values():
        if not entry.used:
            yield words.unused(entry.syntax.name, what="Definition")
    for procedure in world.procedures.values():
        if not procedure.used:
            yield words.unused(procedure.syntax.name, what="Procedure")
    for menu in world.menus.values():
        if menu.name.text not in world.menus_used:
            yield words.unused(menu.name, what="Menu")
    for action in world.actions.values():
        if not action.offered:
            yield words.never_offered(action.syntax.name)
