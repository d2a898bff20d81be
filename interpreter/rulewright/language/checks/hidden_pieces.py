"""Hidden pieces of which rules tell: by comparing hands, or by way of an open zone."""

from collections.abc import Iterator, Sequence

from rulewright.language import core
from rulewright.language.checks.call_graph import Courses
from rulewright.language.checks.secrets import Watch, allowed_by_sight, audience, decided_before, told, watched
from rulewright.language.core_queries import (
    all_ways,
    blocks_of,
    bodies_of,
    bodies_run_by,
    passed_on,
    questions,
    reached,
)
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.effects import ref_of, sources, whole_zones, zones_of
from rulewright.language.messages import secrecy as words
from rulewright.language.source import Source
from rulewright.language.types import PLAYER
from rulewright.language.walking import walk

# ---- Players compared by what lies hidden, so that all see who comes first: `first p in players with highest worth`
# Told where a `secret` is about the zones compared and nothing before shows what lies there, and where the player who
# is found becomes a field that everyone sees before anything is taken from there, or is who is asked first. Who holds
# a certain piece may be asked: rules do that.


def compared_hands(made: core.Core, source: Source) -> Iterator[Diagnostic]:
    """The sentences that betray who has most of what is hidden, or least."""
    kept = [each for each in made.secrets if allowed_by_sight(made, each) and not made.zones[each.zone].faced]
    watch, courses, secrets = watched(made, kept, source), Courses(made), {each.zone: each for each in kept}
    for node in watch.nodes:
        if not isinstance(node, core.Assign | core.Around):
            continue
        zones = compared(watch, node.value if isinstance(node, core.Assign) else node.start) & secrets.keys()
        if zones and betrays(watch, courses, node, zones) and not shown_before(watch, node, zones):
            secret = secrets[min(zones)]
            zone = made.zones[secret.zone]
            yield words.compared_by_secret(
                node.span,
                variable=made.variables[node.var.variable].name if isinstance(node, core.Assign) else None,
                zone=zone.name,
                component=made.components[zone.component].name,
                title=secret.title,
                line=source.line(secret.span.start),
                but="owner" if secret.but else None,
                also=secret.span,
            )


def betrays(watch: Watch, courses: Courses, node: core.Assign | core.Around, zones: frozenset[int]) -> bool:
    """Whether all see whom it puts into a field, or asks first, before anything is taken from these zones."""
    if isinstance(node, core.Around):
        return courses.decides_in(node.body)
    seen = watch.made.variables[node.var.variable].audience == "everyone"
    return seen and decided_before(watch, courses, node, zones)


def compared(watch: Watch, value: core.Expr) -> frozenset[int]:
    """The hidden zones of players by whose pieces one player is chosen of several; nothing if it is by something else
    first, too."""
    waiting: list[object] = [value]
    for here in waiting:
        if isinstance(here, core.Best):
            read = (
                node for node in questions(watch.made, here.keys[0][1]) if isinstance(node, core.Attr | core.KindCounts)
            )
            refs = {ref for node in read for ref in told(watch, node, watch.locals)}
            zones = watch.made.zones
            return frozenset(ref.zone for ref in refs if ref is not None and PLAYER in zones[ref.zone].owners)
        waiting += passed_on(here)
    return frozenset()


def shown_before(watch: Watch, node: object, zones: frozenset[int]) -> bool:
    """Whether before a sentence, in the text of its doing or of one that leads there, pieces of the zones are shown."""
    made, waiting = watch.made, [node]
    doings: list[tuple[int | None, object]] = [(None, (made.setup, made.play))]
    doings += [(number, procedure.body) for number, procedure in enumerate(made.procedures)]
    doings += [(None, body) for action in made.actions for body in bodies_of(action)]
    for here in waiting:
        for number, body in doings:
            nodes = list(walk(body))
            at = next((at for at, each in enumerate(nodes) if each is here), None)
            if at is None:
                continue
            earlier = tuple(each for each in nodes[:at] if isinstance(each, core.Show | core.RunProcedure))
            shown = [sources(watch.origins, each.seq) for each in reached(made, earlier) if isinstance(each, core.Show)]
            if any(ref is None or ref.zone in zones for refs in shown for ref in refs):
                return True
            calls = (each for each in watch.nodes if isinstance(each, core.RunProcedure))
            waiting += [each for each in calls if each.procedure == number and not any(each is one for one in waiting)]
    return False


# ---- Hidden pieces that are gathered through an open zone: everybody sees what each was, and then they are hidden
# again
# Told where a sentence moves all of a hidden zone to one that everyone sees, a later one of the same block moves all
# from there to where it is not seen, and between them nobody decides and nothing asks of the open zone: then nothing
# is lost by going straight there. What is left lying open, comes back to where it was, or is shown anywhere, is meant.


def seen_on_the_way(made: core.Core, source: Source) -> Iterator[Diagnostic]:
    """Each sentence that moves hidden pieces so."""
    blocks = [way.body for way in all_ways(made)]
    shown = {zone for node in walk(tuple(blocks)) if isinstance(node, core.Show) for zone in zones_of(made, node.seq)}
    for block in blocks:
        blocks += [inner for node in block for inner in blocks_of(node)]
        for at, node in enumerate(block):
            for move in opened(made, node, shown):
                taken, open_ = zones_of(made, move.seq), ref_of(move.to).zone
                hidden = hidden_again(made, block[at + 1 :], open_)
                if hidden is not None and (to := ref_of(hidden.to).zone) not in taken:
                    yield words.seen_on_the_way(
                        move.span,
                        component=made.components[made.zones[open_].component].name,
                        zone=made.zones[min(taken)].name,
                        open=made.zones[open_].name,
                        line=source.line(hidden.span.start),
                        to=made.zones[to].name,
                        also=hidden.span,
                    )


def opened(made: core.Core, node: core.Statement, shown: set[int]) -> Iterator[core.MoveAll]:
    """The sentences, this one or directly in a loop, that move all of a zone from hidden to open."""
    for move in node.body if isinstance(node, core.Loop | core.With) else (node,):
        if isinstance(move, core.MoveAll) and whole_zones(move.seq) and move.face is None:
            zones = zones_of(made, move.seq)
            to = made.zones[ref_of(move.to).zone]
            hidden = not zones & shown and all(is_hidden(made, zone) for zone in zones)
            if hidden and to.audience == "everyone" and not to.faced:
                yield move


def hidden_again(made: core.Core, rest: Sequence[core.Statement], zone: int) -> core.MoveAll | None:
    """The sentence that moves all from an open zone to a hidden one, before anybody decides or asks of it."""
    for node in rest:
        if isinstance(node, core.MoveAll) and isinstance(node.seq, core.Pieces) and node.seq.zone.zone == zone:
            return node if is_hidden(made, ref_of(node.to).zone) else None
        procedures, _ = bodies_run_by(made, node)
        inside = tuple(questions(made, (node, *(made.procedures[number].body for number in procedures))))
        # named for more than to move pieces there
        named = sum(isinstance(each, core.ZoneRef) and each.zone == zone for each in inside)
        moved = sum(isinstance(each, core.Moving) and ref_of(each.to).zone == zone for each in inside)
        if named > moved or any(isinstance(each, core.Choosing | core.Show | core.Leaving) for each in inside):
            return None
    return None


def is_hidden(made: core.Core, number: int) -> bool:
    """Whether not everybody sees what lies there; where faces say it, that is not known."""
    zone = made.zones[number]
    several = sum(1 for copies in made.components[zone.component].copies if copies != 0) > 1
    return several and not zone.faced and made.players > 1 and audience(zone.audience, zone.owners) != "everyone"
