"""Whether everybody always sees the same."""

from rulewright.language import core
from rulewright.language.walking import walk


def all_see_the_same(made: core.Core) -> bool:
    """Whether nothing is seen by some players and not by others: no hand, no piece that lies face down or is shown to
    some, no choice at once. What nobody sees is the same for all."""
    if any(zone.audience in ("owner", "others") or zone.faced for zone in made.zones):
        return False
    if any(variable.audience == "owner" for variable in made.variables):
        return False
    nodes = walk((made.setup, made.play, made.procedures, made.actions))
    return not any(isinstance(node, core.ChooseAtOnce) or _is_for_some(node) for node in nodes)


def all_is_open(made: core.Core) -> bool:
    """Whether everybody always sees everything: the same for all, and nothing that nobody sees."""
    audiences = {*(zone.audience for zone in made.zones), *(variable.audience for variable in made.variables)}
    return audiences <= {"everyone"} and all_see_the_same(made)


def _is_for_some(node: object) -> bool:
    return isinstance(node, core.Show) and node.to is not None
