"""Hidden pieces that are gathered through an open zone: everybody sees what each was, and then they are hidden again.

Told where a sentence moves all of a hidden zone to one that everyone sees, a later one of the same block moves all from
there to where it is not seen, and between them nobody decides and nothing asks of the open zone: then nothing is lost
by going straight there. What is left lying open, comes back to where it was, or is shown anywhere, is meant.
"""

from collections.abc import Iterator

from rulewright.language import core
from rulewright.language.calls import all_ways, blocks_of, bodies_run_by, questions
from rulewright.language.checks.secrets import audience
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.facts.whereabouts import ref_of, zones_of
from rulewright.language.messages import secrets as words
from rulewright.language.source import Source
from rulewright.language.walking import walk

Block = tuple[core.Statement, ...]


def seen_on_the_way(made: core.Core, source: Source) -> Iterator[Diagnostic]:
    """Each sentence that moves hidden pieces so."""
    bodies = tuple(way.body for way in all_ways(made))
    shown = {zone for node in walk(bodies) if isinstance(node, core.Show) for zone in zones_of(made, node.seq)}
    for block in blocks(bodies):
        for at, node in enumerate(block):
            for move in opened(made, node, shown):
                hidden = hidden_again(made, block[at + 1 :], ref_of(move.to).zone)
                if hidden is not None and ref_of(hidden.to).zone not in zones_of(made, move.seq):
                    yield told(made, source, move, hidden)


def blocks(bodies: tuple[Block, ...]) -> Iterator[Block]:
    """These blocks and all inside them."""
    waiting = list(bodies)
    for body in waiting:
        yield body
        waiting += [inner for node in body for inner in blocks_of(node)]


def opened(made: core.Core, node: core.Statement, shown: set[int]) -> Iterator[core.MoveAll]:
    """The sentences, this one or directly in a loop, that move all of a zone from hidden to open."""
    for move in node.body if isinstance(node, core.Loop | core.With) else (node,):
        if isinstance(move, core.MoveAll) and whole(move.seq) and move.face is None:
            zones = zones_of(made, move.seq)
            hidden = not zones & shown and all(is_hidden(made, zone) for zone in zones)
            if hidden and is_open(made, ref_of(move.to).zone):
                yield move


def whole(seq: core.Seq) -> bool:
    """Whether a sequence is all that lies in one zone, or in those of several owners."""
    return isinstance(seq, core.Pieces) or (isinstance(seq, core.FlatMap) and whole(seq.body))


def hidden_again(made: core.Core, rest: Block, zone: int) -> core.MoveAll | None:
    """The sentence that moves all from an open zone to a hidden one, before anybody decides or asks of it."""
    for node in rest:
        if isinstance(node, core.MoveAll) and isinstance(node.seq, core.Pieces) and node.seq.zone.zone == zone:
            return node if is_hidden(made, ref_of(node.to).zone) else None
        procedures, _ = bodies_run_by(made, node)
        inside = tuple(questions(made, (node, *(made.procedures[number].body for number in procedures))))
        if any(isinstance(each, core.Choosing | core.Show | core.Leaving) for each in inside) or asks(inside, zone):
            return None
    return None


def asks(nodes: tuple[object, ...], zone: int) -> bool:
    """Whether these sentences name a zone for more than to move pieces there."""
    there = sum(isinstance(node, core.Moving) and ref_of(node.to).zone == zone for node in nodes)
    return sum(isinstance(node, core.ZoneRef) and node.zone == zone for node in nodes) > there


def is_hidden(made: core.Core, number: int) -> bool:
    """Whether not everybody sees what lies there; where faces say it, that is not known."""
    zone = made.zones[number]
    several = sum(1 for copies in made.components[zone.component].copies if copies != 0) > 1
    return several and not zone.faced and made.players > 1 and audience(zone.audience, zone.owners) != "everyone"


def is_open(made: core.Core, number: int) -> bool:
    """Whether everybody sees what comes there."""
    zone = made.zones[number]
    return zone.audience == "everyone" and not zone.faced


def told(made: core.Core, source: Source, move: core.MoveAll, hidden: core.MoveAll) -> Diagnostic:
    """What is said of both sentences."""
    taken, open_, to = zones_of(made, move.seq), ref_of(move.to).zone, ref_of(hidden.to).zone
    return words.seen_on_the_way(
        move.span,
        component=made.components[made.zones[open_].component].name,
        zone=made.zones[min(taken)].name,
        open=made.zones[open_].name,
        line=source.line(hidden.span.start),
        to=made.zones[to].name,
        also=hidden.span,
    )
