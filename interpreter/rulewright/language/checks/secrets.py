"""What a `secret` promises, as far as the rules break it for certain, whatever happens in play.

By sight: the audience of a zone is the same in every position. By a field: it is set to what a hidden piece is, more
people see the field, and a decision comes while the piece still lies there. By the box: what nobody sees is put there
piece by piece. A condition that depends on hidden pieces is no breach. Where the rules show pieces of a zone, what is
said about them is trusted.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from attrs import define, evolve, field

from rulewright.language import core
from rulewright.language.checks.call_graph import Courses
from rulewright.language.core_queries import passed_on
from rulewright.language.diagnostics import Diagnostic, Edit, applied
from rulewright.language.effects import Origins, effects, nodes_in_play, origins, ref_of, sources, zones_of_all
from rulewright.language.messages import secrecy as words
from rulewright.language.source import Source
from rulewright.language.span import NOWHERE, Span
from rulewright.language.types import PLAYER, Scalar
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
            edit=None
            if change is None
            else evolve(change, span=Span(start + change.span.start, start + change.span.end)),
        )


def broken_secrets(made: core.Core, source: Source) -> Iterator[Diagnostic]:
    """What betrays the secrets that hold by sight."""
    kept = [secret for secret in made.secrets if allowed_by_sight(made, secret)]
    if kept:
        watch = watched(made, kept, source)
        yield from by_fields(watch)
        yield from by_the_box(watch)


# ---- by sight


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


# ---- where pieces come from


@define
class Watch:
    """The secrets by the zones that they speak of, of those whose pieces are not shown; where each local comes from.
    `locals`: what they tell, as far as it was asked; `kept`: the same of variables that are kept; `asked`: what
    definitions tell of such arguments."""

    made: core.Core
    source: Source
    nodes: Sequence[object]
    origins: Origins
    secrets: Mapping[int, core.Secret]
    locals: Locals = field(init=False, factory=dict)
    kept: Locals = field(init=False, factory=dict)
    asked: dict[tuple[int, tuple[Told, ...]], Told] = field(init=False, factory=dict)


def watched(made: core.Core, kept: list[core.Secret], source: Source) -> Watch:
    """What is needed to follow hidden pieces. Zones with faces are left out: what lies face up is everybody's."""
    nodes = nodes_in_play(made)
    bound = origins(made, nodes)
    shows = [sources(bound, node.seq) for node in nodes if isinstance(node, core.Show)]
    shown = {ref.zone for refs in shows for ref in refs if ref is not None}
    secrets = {secret.zone: secret for secret in kept if secret.zone not in shown and not made.zones[secret.zone].faced}
    return Watch(made, source, nodes, bound, secrets)


def telling(made: core.Core, source: Source) -> frozenset[int]:
    """The variables that are set anywhere to what a piece is that lies where a secret speaks of, whoever sees them."""
    watch, zones = watched(made, [], source), {secret.zone for secret in made.secrets}
    writing = (node for node in watch.nodes if isinstance(node, core.Writing))
    return frozenset(
        node.var.variable
        for node in writing
        if any(ref is not None and ref.zone in zones for ref in told(watch, node.value, watch.locals))
    )


def told(watch: Watch, node: object, env: Locals) -> Told:
    """The zones of the pieces whose kind or attribute a value is, or is reckoned from."""
    match node:
        case core.Const():
            return NOTHING
        case core.Get(local=local) | core.Held(local=local):
            # once for all; while it is asked, nothing
            if local not in env:
                env[local] = NOTHING
                env[local] = either(watch, watch.origins.get(local, [None]), env)
            return env[local]
        case core.Read(var=var) | core.Aggregate(var=var) if watch.made.variables[var.variable].since is not None:
            return of_kept(watch, var.variable)
        case core.Attr(of=of) | core.KindCounts(of=of):
            return told(watch, of, env)
        case core.Calc() | core.Plus():
            both = told(watch, node.left, env) | told(watch, node.right, env)
            return both - OPEN or both  # of a number that is reckoned from several, the hidden ones
        case core.Extreme():
            return told(watch, node.value, env)
        case core.OneEach():
            return told(watch, node.seq, env)
        case core.Pieces():
            return frozenset((node.zone,))
        case core.On():
            return frozenset((node.place.board,))
        case core.CallDefinition():
            return of_definition(watch, node.definition, tuple(told(watch, arg, env) for arg in node.args))
        case core.Listed(values=()):
            return NOTHING
        case _:
            parts = passed_on(node)
            return either(watch, parts, env) if parts else OPEN


def of_kept(watch: Watch, variable: int) -> Told:
    """What is kept tells: all that is put into it."""
    if variable not in watch.kept:
        watch.kept[variable] = NOTHING
        writing = (node for node in watch.nodes if isinstance(node, core.Writing))
        values = [node.value for node in writing if node.var.variable == variable]
        watch.kept[variable] = either(watch, values, watch.locals)
    return watch.kept[variable]


def of_definition(watch: Watch, number: int, args: tuple[Told, ...]) -> Told:
    """What a definition tells of these arguments."""
    if (number, args) not in watch.asked:
        asked = watch.made.definitions[number]
        watch.asked[number, args] = told(watch, asked.result, dict(zip(asked.params, args, strict=True)))
    return watch.asked[number, args]


def either(watch: Watch, nodes: Sequence[object], env: Locals) -> Told:
    """What one of several values tells."""
    return frozenset(zone for node in nodes for zone in told(watch, node, env))


# ---- by a field


def by_fields(watch: Watch) -> Iterator[Diagnostic]:
    """The sentences that set a field to what lies hidden, if in all that it can tell there is a secret, and the pieces
    stay. What is noted of pieces all see."""
    courses = Courses(watch.made)
    for node in watch.nodes:
        if not isinstance(node, core.Writing | core.Note):
            continue
        var = core.VarRef(node.variable) if isinstance(node, core.Note) else node.var
        refs = [ref for ref in told(watch, node.value, watch.locals) if ref is None or not allows(watch, ref, var)]
        secrets = [None if ref is None else watch.secrets.get(ref.zone) for ref in refs]
        zones = frozenset(secret.zone for secret in secrets if secret is not None)
        if not refs or None in secrets or not decided_before(watch, courses, node, zones):
            continue
        secret = next(secret for secret in secrets if secret is not None)
        zone, variable = watch.made.zones[secret.zone], watch.made.variables[var.variable]
        yield words.secret_written(
            node.span,
            variable=variable.name,
            seer=WHO_SEES[variable.audience],
            component=watch.made.components[zone.component].name,
            zone=zone.name,
            title=secret.title,
            line=watch.source.line(secret.span.start),
            but={None: None, "owner": "its owner", "others": "others", "viewers": "its viewers"}[secret.but],
            also=secret.span,
        )


def decided_before(watch: Watch, courses: Courses, node: core.Statement, zones: frozenset[int]) -> bool:
    """Whether somebody decides behind a sentence before something takes the pieces away, or ends the game."""

    def takes(later: object) -> bool:
        taken = effects(watch.made, later).takes if isinstance(later, core.Statement) else ()
        return isinstance(later, core.EndGame) or not zones.isdisjoint(zones_of_all(watch.made, watch.origins, taken))

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
    match other:
        case core.Lookup(table, indices=(index,), type=type_) if index == owner and type_ == PLAYER:
            # certainly somebody else
            return any(value in (seat, -1) for seat, value in enumerate(watch.made.tables[table].values))
        case _:
            return True


# ---- by the box


def by_the_box(watch: Watch) -> Iterator[Diagnostic]:
    """The sentences that put what nobody at all may see into the box, where everybody sees each piece come."""
    made = watch.made
    for node in watch.nodes:
        if not isinstance(node, core.MoveAll | core.MoveSome) or not isinstance(node.seq, core.Pieces):
            continue
        number = node.seq.zone.zone
        secret, zone = watch.secrets.get(number), made.zones[number]
        if made.zones[ref_of(node.to).zone].box and secret is not None and secret.but is None:
            yield words.secret_put_into_box(
                node.span,
                component=made.components[zone.component].name,
                title=secret.title,
                line=watch.source.line(secret.span.start),
                zone=zone.name,
                also=secret.span,
            )
