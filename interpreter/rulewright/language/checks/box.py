"""What lies in the box: sentences about it where it is empty, and pieces that stay in it."""

from collections.abc import Iterator, Mapping

from rulewright.language import core
from rulewright.language.checks.too_few_pieces import dealt
from rulewright.language.checks.zone_contents import Contents
from rulewright.language.core_queries import bodies_run_by, questions, reached
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.effects import knows_where, ref_of
from rulewright.language.facts.ranges import is_unlimited
from rulewright.language.messages import flow as words
from rulewright.language.source import Source
from rulewright.language.span import NOWHERE
from rulewright.language.walking import walk

# ---- Sentences and questions that speak of the box where nothing of their component can lie there
# Proven is: setup takes all pieces of a component out of the box (by one sentence of its own block, or as its pieces
# are counted), no rule anywhere puts one back, and what is told comes behind setup only. Invariants may make sure of
# it.


def empty_box(made: core.Core, source: Source) -> Iterator[Diagnostic]:
    """Each place where the empty box is named."""
    emptied = emptied_by_setup(made)
    if not emptied:
        return
    for ref in (node for node in later(made) if isinstance(node, core.ZoneRef) and node.zone in emptied):
        by = emptied[ref.zone]
        span = NOWHERE if by is None else by.span
        yield words.box_is_empty(
            ref.span,
            component=made.components[made.zones[ref.zone].component].name,
            line=None if by is None else source.line(span.start),
            to=None if by is None else made.zones[ref_of(by.to).zone].name,
            also=span,
        )


def emptied_by_setup(made: core.Core) -> Mapping[int, core.MoveAll | None]:
    """The boxes that are empty behind setup and stay so, with the sentence that takes all, if it is one."""
    nodes = tuple(walk((made.setup, made.procedures, made.actions, made.play)))
    filled = {ref_of(node.to).zone for node in nodes if isinstance(node, core.Moving)}
    changed = {node.component for node in nodes if isinstance(node, core.ChangePiece)}
    table, by_one = dealt(made), taken_at_once(made)
    lasting = (
        box
        for box, zone in enumerate(made.zones)
        if zone.box and made.components[zone.component].pieces and box not in filled and zone.component not in changed
    )
    counted = (box for box in lasting if box in by_one or (table.finished and not table.size((box, ()))))
    return {box: by_one.get(box) for box in counted}


def taken_at_once(made: core.Core) -> dict[int, core.MoveAll]:
    """The boxes of which a sentence of setup's own block takes everything; none if setup may end the game before."""
    if any(isinstance(node, core.EndGame) for node in reached(made, made.setup)):
        return {}
    return {
        node.seq.zone.zone: node
        for node in made.setup
        if isinstance(node, core.MoveAll) and isinstance(node.seq, core.Pieces)
    }


def later(made: core.Core) -> Iterator[object]:
    """What is carried out or asked behind setup, and never in it."""
    early, late = run_by(made, made.setup), (*run_by(made, made.play), made.scoring)
    asked = definitions_of(made, early)
    yield from walk(tuple(body for body in late if not any(body is each for each in early)))
    yield from walk(tuple(made.definitions[number] for number in definitions_of(made, late) - asked))


def run_by(made: core.Core, body: tuple[core.Statement, ...]) -> tuple[object, ...]:
    """Sentences, and the procedures and actions that may run while they run."""
    procedures, actions = bodies_run_by(made, body)
    return (body, *(made.procedures[number] for number in procedures), *(made.actions[number] for number in actions))


def definitions_of(made: core.Core, nodes: tuple[object, ...]) -> frozenset[int]:
    """The definitions that are asked somewhere in there."""
    return frozenset(node.definition for node in questions(made, nodes) if isinstance(node, core.CallDefinition))


# ---- Pieces that stay in the box though nobody says so: kinds that get nowhere, and what setup leaves where nothing
# else takes from the box


def left_in_box(made: core.Core, contents: Contents) -> Iterator[Diagnostic]:
    """Of each component that comes into play the kinds, else the pieces, that never leave the box."""
    table = dealt(made)
    for box, zone in enumerate(made.zones):
        component = made.components[zone.component]
        if not zone.box or is_unlimited(component):
            continue
        others = [i for i, each in enumerate(made.zones) if each.component == zone.component and i != box]
        used = frozenset[int]().union(*(contents.zones[each] for each in others))
        if not used:
            continue
        left = [name for kind, name in enumerate(component.kinds) if component.copies[kind] and kind not in used]
        if left:
            yield words.kinds_left(component.span, name=", ".join(left), kinds=left, component=component.name)
        elif table.finished and table.size((box, ())) and not asked_later(made, box):
            yield words.pieces_left(component.span, name=component.name, number=table.size((box, ())))


def asked_later(made: core.Core, box: int) -> bool:
    """Whether anything behind setup asks a box or may move from it, or setup itself puts something into it."""
    later = (made.play, made.procedures, made.actions, made.definitions, made.scoring)
    for node in walk(later):
        if isinstance(node, core.ZoneRef) and node.zone == box:
            return True
        if isinstance(node, core.ChangePiece) or (
            isinstance(node, core.MovePiece) and not knows_where(made, node.piece)
        ):
            return True
    return any(isinstance(node, core.Moving) and ref_of(node.to).zone == box for node in walk(made.setup))
