"""Hidden pieces that are all laid open on their way, or shown, and hidden afterwards as before."""

from collections.abc import Iterator, Sequence

from rulewright.language import core
from rulewright.language.checks.call_graph import Courses
from rulewright.language.checks.secrets import EXEMPT, audience, decided_before, differ, faced, kept_secrets, watched
from rulewright.language.core_queries import (
    all_ways,
    behind_preparations,
    blocks_of,
    doing_of,
    questions,
    run_by,
    sentences_of,
)
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.effects import Ref, field_of, nodes_in_play, ref_of, sources, whole_zones, zones_of
from rulewright.language.messages import secrecy as words
from rulewright.language.source import Source
from rulewright.language.types import PLAYER
from rulewright.language.walking import walk

# ---- Hidden pieces that are gathered through an open zone: everybody sees what each was
# Told where a sentence moves all of a hidden zone to one that everyone sees, a later one of the same block moves all
# from there to where it is not seen, and between them nobody decides and nothing asks of the open zone: then nothing
# is lost by going straight there. What is left lying open, comes back to where it was, or is shown anywhere, is meant.


def seen_on_the_way(made: core.Core, source: Source) -> Iterator[Diagnostic]:
    """Each sentence that moves hidden pieces so."""
    blocks = [way.body for way in all_ways(made)]
    kept = {each.of.number for each in made.secrets if each.of.sort == "zone"}
    shown = {zone for node in walk(tuple(blocks)) if isinstance(node, core.Show) for zone in zones_of(made, node.seq)}
    for block in blocks:
        blocks += [inner for node in block for inner in blocks_of(node)]
        for at, node in enumerate(block):
            # this sentence or those directly in a loop: they move all of a zone from hidden to open
            for move in node.body if isinstance(node, core.Loop | core.With) else (node,):
                if not (isinstance(move, core.MoveAll) and whole_zones(move.seq) and move.face is None):
                    continue
                taken, open_ = zones_of(made, move.seq), made.zones[ref_of(move.to).zone]
                if taken & shown or not all(is_hidden(made, zone) for zone in taken):
                    continue
                if open_.audience != "everyone" or open_.faced:
                    continue
                hidden = hidden_again(made, block[at + 1 :], ref_of(move.to).zone)
                if hidden is not None and ((end := ref_of(hidden.to).zone) not in taken or taken & kept):
                    component, line = made.components[open_.component].name, source.line(hidden.span.start)
                    zone, also = made.zones[min(taken)].name, hidden.span
                    to = None if end in taken else made.zones[end].name
                    yield words.seen_on_the_way(
                        move.span, component=component, zone=zone, open=open_.name, line=line, to=to, also=also
                    )


def hidden_again(made: core.Core, rest: Sequence[core.Statement], zone: int) -> core.MoveAll | None:
    """The sentence that moves all from an open zone to a hidden one, before anybody decides or asks of it."""
    for node in rest:
        if isinstance(node, core.MoveAll) and isinstance(node.seq, core.Pieces) and node.seq.zone.zone == zone:
            return node if is_hidden(made, ref_of(node.to).zone) else None
        inside = tuple(questions(made, run_by(made, node)))
        # named for more than to move pieces there
        named = sum(isinstance(each, core.ZoneRef) and each.zone == zone for each in inside)
        moved = sum(isinstance(each, core.Moving) and ref_of(each.to).zone == zone for each in inside)
        if named > moved or any(isinstance(each, core.Choosing | core.Show | core.Leaving) for each in inside):
            return None
    return None


def is_hidden(made: core.Core, number: int) -> bool:
    """Whether not everybody sees what lies there; where faces say it, that is not known."""
    zone = made.zones[number]
    return differ(made, zone) and not zone.faced and made.players > 1 and audience(zone) != "everyone"


# ---- All that lies in a zone is shown to others than its secret allows, and goes on being played with
# Told where somebody decides before anything is taken from there, unless the secret excepts what shows it. What one
# player may know as the game begins is meant, and so is a piece by itself.


def shown_to_others(made: core.Core, source: Source) -> Iterator[Diagnostic]:
    """Each sentence that shows so."""
    kept = {each.of: each for each in kept_secrets(made) if not faced(made.declared(each.of))}
    shows = [node for node in nodes_in_play(made) if isinstance(node, core.Show) and whole_zones(node.seq)]
    if not kept or not shows:
        return
    watch, courses, played = watched(made, [], source), Courses(made), behind_preparations(made)
    for node in shows:
        told = ((kept.get(field_of(ref)), ref) for ref in sources(watch.origins, node.seq) if ref is not None)
        secrets = [each for each, ref in told if each is not None and not may_see(made, each, ref, node.to)]
        secret = next((each for each in secrets if node.span not in sentences_of(made, each.told_by)), None)
        if node.span not in played or secret is None:
            continue
        if decided_before(watch, courses, node, frozenset((secret.of,))):
            _, hidden, title, line = watch.facts(secret)
            yield words.shown_to_others(
                node.span,
                field=hidden,
                title=title,
                line=line,
                but=EXEMPT[secret.but],
                doing=doing_of(made, node.span),
                also=secret.span,
            )


def may_see(made: core.Core, secret: core.Secret, ref: Ref, to: core.Seq | None) -> bool:
    """Whether those to whom a zone is shown may know it, or it has room for one piece only."""
    zone = made.zones[secret.of.number]
    owner = next((each for type_, each in zip(zone.owners, ref.owners, strict=True) if type_ == PLAYER), None)
    own = owner is not None and to == core.Listed((owner,))
    allowed = {"owner": own, "others": to is not None and not own}
    return zone.kind == "slot" or zone.capacity == 1 or allowed.get(secret.but or "", False)
