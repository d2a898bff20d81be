"""What hidden pieces the rules betray: by what a `secret` promises and does not hold, by comparing hands, by way of an
open zone.

What a `secret` promises is told as far as the rules break it for certain, whatever happens in play. By sight: the
audience of a zone is the same in every position. By a field: it is set to what a hidden piece is, more people see the
field, and a decision comes while the piece still lies there. By the box: what nobody sees is put there piece by piece.
A condition that depends on hidden pieces is no breach. Where the rules show pieces of a zone, what is said about them
is trusted.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from attrs import define, evolve, field

from rulewright.language import core, effects as flow
from rulewright.language.checks.call_graph import Courses
from rulewright.language.core_queries import (
    all_ways,
    blocks_of,
    bodies_of,
    doing_of,
    passed_on,
    questions,
    reached,
    run_by,
    sentences_of,
)
from rulewright.language.diagnostics import Diagnostic, Edit, applied
from rulewright.language.effects import lies_in, nodes_in_play, origins, ref_of, sources, whole_zones, zones_of
from rulewright.language.messages import secrecy as words
from rulewright.language.source import Source
from rulewright.language.span import NOWHERE, Span
from rulewright.language.types import PLAYER, Scalar
from rulewright.language.walking import walk
from rulewright.language.wording import WHO_SEES

Told = frozenset[core.ZoneRef | None]
"""The zones of the pieces that a value tells; None stands for what is no secret."""

Locals = dict[int, Told]
OPEN: Final[Told] = frozenset((None,))
NOTHING: Final[Told] = frozenset()

# In a declaration: strings, in which anything may stand, and who sees it; and its sort.
SEEN_BY: Final = re.compile(r'"[^"]*"|,\s*seen\s+by\s+(\w+)')
AREA: Final = re.compile(r":\s*(area)\b")


def seen_secrets(made: core.Core, source: Source) -> Iterator[Diagnostic]:
    """Each secret of a zone that others see than it allows. Of zones with faces it speaks of what lies face down."""
    for secret in (each for each in made.secrets if not allowed_by_sight(made, each)):
        zone = made.zones[secret.zone]
        seers = audience(zone.audience, zone.owners)
        start, declared = zone.span.start, source.text[zone.span.start : zone.span.end]
        change = None if zone.box or seers != "everyone" else closed(declared, zone, secret)
        yield words.secret_of_seen_zone(
            secret.span,
            seer=WHO_SEES[seers],
            zone=zone.name,
            boxed=made.components[zone.component].name if zone.box else None,
            line=None if zone.box else source.line(start),
            said=declared,
            better=None if change is None else applied(declared, [change]),
            also=NOWHERE if zone.box else zone.span,
            edit=change and evolve(change, span=Span(start + change.span.start, start + change.span.end)),
        )


def closed(declared: str, zone: core.Zone, secret: core.Secret) -> Edit:
    """The least change in the declaration of a zone that everyone sees by which only those see it who may."""
    owned, seers = PLAYER in zone.owners, "nobody"
    if secret.but == "others" and owned and zone.kind in ("row", "slot", "board"):
        seers = "others"
    elif secret.but == "owner" and owned:
        seers = "owner"
    said = next((found for found in SEEN_BY.finditer(declared) if found[1]), None)
    area = AREA.search(declared)
    if said:
        return Edit(Span(*said.span(1)), seers)
    if area and seers == "owner":
        return Edit(Span(*area.span(1)), "hand")
    end = len(declared.partition(",")[0].rstrip())
    return Edit(Span(end, end), f", seen by {seers}")


def allowed_by_sight(made: core.Core, secret: core.Secret) -> bool:
    """Whether only those see the zone whom the secret allows, or faces say who does."""
    zone = made.zones[secret.zone]
    seers = audience(zone.audience, zone.owners)
    alone = made.players == 1 and secret.but == "owner"
    return zone.faced or seers == "nobody" or alone or (secret.but == seers and seers in ("owner", "others"))


def audience(audience_: core.Audience, owners: tuple[Scalar, ...]) -> core.Audience:
    """Who sees it; where no owner is a player, `seen by owner` is nobody."""
    return "nobody" if audience_ == "owner" and PLAYER not in owners else audience_


@define
class Watch:
    """The secrets by the zones that they speak of, of those whose pieces are not shown; where each local comes from.
    `locals`: what they tell, as far as it was asked; `kept`: the same of variables that are kept; `asked`: what
    definitions tell of such arguments."""

    made: core.Core
    source: Source
    nodes: Sequence[object]
    origins: flow.Origins
    secrets: Mapping[int, core.Secret]
    locals: Locals = field(init=False, factory=dict)
    kept: Locals = field(init=False, factory=dict)
    asked: dict[tuple[int, tuple[Told, ...]], Told] = field(init=False, factory=dict)

    def facts(self, secret: core.Secret) -> tuple[str, str, str, int]:
        """What is said of a secret that is broken: its component, its zone, its title, and its line."""
        zone, line = self.made.zones[secret.zone], self.source.line(secret.span.start)
        return self.made.components[zone.component].name, zone.name, secret.title, line


def watched(made: core.Core, kept: list[core.Secret], source: Source) -> Watch:
    """What is needed to follow hidden pieces. Zones with faces are left out where something may lie face up."""
    nodes = nodes_in_play(made)
    bound = origins(made, nodes)
    shows = [sources(bound, node.seq) for node in nodes if isinstance(node, core.Show)]
    shown = {ref.zone for refs in shows for ref in refs if ref is not None}
    turned = any(isinstance(node, core.Flip) for node in nodes)
    up = {ref_of(node.to).zone for node in nodes if isinstance(node, core.Moving) and node.face != "down"}
    open_ = {number for number, zone in enumerate(made.zones) if zone.faced and (turned or number in up)}
    secrets = {each.zone: each for each in kept if each.zone not in shown | open_}
    return Watch(made, source, nodes, bound, secrets)


def telling(made: core.Core, source: Source) -> frozenset[int]:
    """The variables that are set anywhere to what a piece is that lies where a secret speaks of, whoever sees them."""
    watch, zones = watched(made, [], source), {secret.zone for secret in made.secrets}
    writing = (node for node in watch.nodes if isinstance(node, core.Writing))
    return frozenset(
        node.var.variable
        for node in writing
        if any(ref is not None and ref.zone in zones for ref in zones_told(watch, node.value, watch.locals))
    )


def zones_told(watch: Watch, node: object, env: Locals) -> Told:
    """The zones of the pieces whose kind or attribute a value is, or is reckoned from."""
    match node:
        case core.Const() | core.Listed(values=()):
            return NOTHING
        case core.Get(local=local) | core.Held(local=local):
            # once for all; while it is asked, nothing
            if local not in env:
                env[local] = NOTHING
                env[local] = either(watch, watch.origins.get(local, [None]), env)
            return env[local]
        case core.Read(var=var) | core.Aggregate(var=var) if watch.made.variables[var.variable].since is not None:
            # all that is put into what is kept
            if var.variable not in watch.kept:
                watch.kept[var.variable] = NOTHING
                writing = (each for each in watch.nodes if isinstance(each, core.Writing))
                values = [each.value for each in writing if each.var.variable == var.variable]
                watch.kept[var.variable] = either(watch, values, watch.locals)
            return watch.kept[var.variable]
        case (
            core.Attr(of=inner)
            | core.KindCounts(of=inner)
            | core.Fold("highest" | "lowest", value=inner)
            | core.OneEach(seq=inner)
        ):
            return zones_told(watch, inner, env)
        case core.Calc() | core.Plus():
            both = zones_told(watch, node.left, env) | zones_told(watch, node.right, env)
            return both - OPEN or both  # of a number that is reckoned from several, the hidden ones
        case core.Pieces() | core.On():
            return frozenset((lies_in(node),))
        case core.CallDefinition():
            key = node.definition, tuple(zones_told(watch, arg, env) for arg in node.args)
            if key not in watch.asked:
                asked = watch.made.definitions[node.definition]
                watch.asked[key] = zones_told(watch, asked.result, dict(zip(asked.params, key[1], strict=True)))
            return watch.asked[key]
        case _:
            parts = node.var.owners if isinstance(node, core.Read) else passed_on(node)
            return either(watch, parts, env) or OPEN


def is_excepted(watch: Watch, ref: core.ZoneRef | None, place: Span) -> bool:
    """Whether the secret about a zone excepts the sentence at a place."""
    secret = None if ref is None else watch.secrets.get(ref.zone)
    return secret is not None and place in sentences_of(watch.made, secret.told_by)


def either(watch: Watch, nodes: Sequence[object], env: Locals) -> Told:
    """What one of several values tells."""
    return frozenset(zone for node in nodes for zone in zones_told(watch, node, env))


def broken_secrets(made: core.Core, source: Source) -> Iterator[Diagnostic]:
    """What betrays the secrets that hold by sight: a field that is set to what lies hidden, if in all that it can tell
    there is a secret and the pieces stay; what nobody at all may see and is put into the box."""
    kept = [secret for secret in made.secrets if allowed_by_sight(made, secret)]
    if not kept:
        return
    watch, courses = watched(made, kept, source), Courses(made)
    for node in watch.nodes:
        if isinstance(node, core.MoveAll | core.MoveSome) and isinstance(node.seq, core.Pieces):
            secret = watch.secrets.get(node.seq.zone.zone)
            if made.zones[ref_of(node.to).zone].box and secret is not None and secret.but is None:
                sort, zone, title, line = watch.facts(secret)
                yield words.secret_put_into_box(
                    node.span, component=sort, zone=zone, title=title, line=line, also=secret.span
                )
        if not isinstance(node, core.Writing | core.Note):
            continue
        var = core.VarRef(node.variable) if isinstance(node, core.Note) else node.var
        told = frozenset(
            ref for ref in zones_told(watch, node.value, watch.locals) if not is_excepted(watch, ref, node.span)
        )
        refs = [ref for ref in told if ref is None or not allows(watch, ref, var)]
        secrets = [None if ref is None else watch.secrets.get(ref.zone) for ref in refs]
        zones = frozenset(secret.zone for secret in secrets if secret is not None)
        if not secrets or None in secrets or not decided_before(watch, courses, node, zones):
            continue
        secret = next(each for each in secrets if each is not None)
        variable = made.variables[var.variable]
        but = {None: None, "owner": "its owner", "others": "others", "viewers": "its viewers"}[secret.but]
        (sort, zone, title, line), seer, name = watch.facts(secret), WHO_SEES[variable.audience], variable.name
        yield words.secret_written(
            node.span,
            variable=name,
            seer=seer,
            component=sort,
            zone=zone,
            title=title,
            line=line,
            but=but,
            doing=doing_of(made, node.span),
            also=secret.span,
        )


def decided_before(watch: Watch, courses: Courses, node: core.Statement, zones: frozenset[int]) -> bool:
    """Whether somebody decides behind a sentence before something takes the pieces away, or ends the game."""

    def takes(later: object) -> bool:
        if not isinstance(later, core.Statement) or isinstance(later, core.EndGame):
            return isinstance(later, core.EndGame)
        taken = flow.zones_of_all(watch.made, watch.origins, flow.effects(watch.made, later).takes)
        return not zones.isdisjoint(taken)

    return courses.decides_before(node, takes)


def allows(watch: Watch, ref: core.ZoneRef, var: core.VarRef) -> bool:
    """Whether no more people see the field than may know the piece, as far as that is certain."""
    zone, variable, secret = watch.made.zones[ref.zone], watch.made.variables[var.variable], watch.secrets.get(ref.zone)
    seers = audience(variable.audience, variable.owners)
    if secret is None or seers == "nobody":
        return seers == "nobody"
    if secret.but is None or seers == "everyone" or "others" in (seers, secret.but):
        return False
    owner = next((each for type_, each in zip(zone.owners, ref.owners, strict=True) if type_ == PLAYER), None)
    other = next((each for type_, each in zip(variable.owners, var.owners, strict=False) if type_ == PLAYER), None)
    if isinstance(other, core.Lookup) and other.indices == (owner,) and other.type == PLAYER:  # certainly somebody else
        return any(value in (seat, -1) for seat, value in enumerate(watch.made.tables[other.table].values))
    return True


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
        zones -= {zone for zone in zones if node.span in sentences_of(made, secrets[zone].told_by)}
        if not zones:
            continue
        if isinstance(node, core.Around):  # all see who is asked first
            betrays = courses.decides_first(node.body, lambda _: False) is True
        else:
            seen = made.variables[node.var.variable].audience == "everyone"
            betrays = seen and decided_before(watch, courses, node, zones)
        if betrays and not shown_before(watch, node, zones):
            secret = secrets[min(zones)]
            name = made.variables[node.var.variable].name if isinstance(node, core.Assign) else None
            (sort, zone, title, line), but = watch.facts(secret), "owner" if secret.but else None
            yield words.compared_by_secret(
                node.span, variable=name, component=sort, zone=zone, title=title, line=line, but=but, also=secret.span
            )


def compared(watch: Watch, value: core.Expr) -> frozenset[int]:
    """The hidden zones of players by whose pieces, before anything else, one player is chosen of several."""
    waiting: list[object] = [value]
    for here in waiting:
        if isinstance(here, core.Best):
            asked = questions(watch.made, here.keys[0][1])
            read = [node for node in asked if isinstance(node, core.Attr | core.KindCounts)]
            zones = {ref.zone for ref in either(watch, read, watch.locals) if ref is not None}
            return frozenset(zone for zone in zones if PLAYER in watch.made.zones[zone].owners)
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


# ---- Hidden pieces that are gathered through an open zone: everybody sees what each was
# Told where a sentence moves all of a hidden zone to one that everyone sees, a later one of the same block moves all
# from there to where it is not seen, and between them nobody decides and nothing asks of the open zone: then nothing
# is lost by going straight there. What is left lying open, comes back to where it was, or is shown anywhere, is meant.


def seen_on_the_way(made: core.Core, source: Source) -> Iterator[Diagnostic]:
    """Each sentence that moves hidden pieces so."""
    blocks, kept = [way.body for way in all_ways(made)], {secret.zone for secret in made.secrets}
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
    several = sum(1 for copies in made.components[zone.component].copies if copies != 0) > 1
    return several and not zone.faced and made.players > 1 and audience(zone.audience, zone.owners) != "everyone"
