"""What the rules betray of what is hidden: by what a `secret` promises and does not hold, and by comparing hands.

What a `secret` promises is told as far as the rules break it for certain, whatever happens in play. By sight: the
audience of a field is the same in every position. By a field: it is set to what a hidden piece is, or a hidden
variable, more people see it, and a decision comes while the piece still lies there, or the variable is what it was. By
the box: what nobody sees is put there piece by piece. A condition that depends on what is hidden is no breach. Where
the rules show pieces of a zone, what is said about them is trusted.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from attrs import define, evolve, field

from rulewright.language import core, effects as flow
from rulewright.language.checks.call_graph import Courses
from rulewright.language.core_queries import bodies_of, doing_of, passed_on, questions, reached, sentences_of
from rulewright.language.diagnostics import Diagnostic, Edit, applied
from rulewright.language.effects import Ref, field_of, lies_in, nodes_in_play, origins, ref_of, sources
from rulewright.language.messages import secrecy as words
from rulewright.language.source import Source
from rulewright.language.span import NOWHERE, Span
from rulewright.language.types import PLAYER
from rulewright.language.walking import walk
from rulewright.language.wording import WHO_SEES

Told = frozenset[Ref | None]
"""The zones of the pieces that a value tells, and the variables; None stands for what is no secret."""

Locals = dict[int, Told]
OPEN: Final[Told] = frozenset((None,))
NOTHING: Final[Told] = frozenset()

EXEMPT: Final = {None: None, "owner": "its owner", "others": "others", "viewers": "its viewers"}
"""Whom a secret excepts, as it is written."""

# In a declaration: strings, in which anything may stand, and who sees it; and its sort.
SEEN_BY: Final = re.compile(r'"[^"]*"|,\s*seen\s+by\s+(\w+)')
TOP_SEEN_BY: Final = re.compile(r",\s*top\s+seen\s+by\s+(\w+)")
AREA: Final = re.compile(r":\s*(area)\b")


def seen_secrets(made: core.Core, source: Source) -> Iterator[Diagnostic]:
    """Each secret of a field that others see than it allows. Of zones with faces it speaks of what lies face down."""
    for secret in (each for each in made.secrets if not allowed_by_sight(made, each)):
        hidden = made.declared(secret.of)
        seers = audience(hidden)
        start, declared = hidden.span.start, source.text[hidden.span.start : hidden.span.end]
        boxed = made.components[hidden.component].name if isinstance(hidden, core.Zone) and hidden.box else None
        change = None if boxed or seers != "everyone" else closed(declared, hidden, secret)
        yield words.secret_of_seen_field(
            secret.span,
            seer=WHO_SEES[seers],
            field=f"the top of {hidden.name}" if isinstance(hidden, core.Zone) and hidden.top else hidden.name,
            boxed=boxed,
            line=None if boxed else source.line(start),
            said=declared,
            better=None if change is None else applied(declared, [change]),
            sort=secret.of.sort,
            also=NOWHERE if boxed else hidden.span,
            edit=change and evolve(change, span=Span(start + change.span.start, start + change.span.end)),
        )


def closed(declared: str, hidden: core.Zone | core.Variable, secret: core.Secret) -> Edit:
    """The least change in the declaration of a field that everyone sees by which only those see it who may."""
    owned, seers = PLAYER in hidden.owners, "nobody"
    ordered = isinstance(hidden, core.Zone) and hidden.kind in ("row", "slot", "board")
    if secret.but == "others" and owned and ordered:
        seers = "others"
    elif secret.but == "owner" and owned:
        seers = "owner"
    if top := TOP_SEEN_BY.search(declared):
        return Edit(Span(*top.span(1)), "owner") if seers == "owner" else Edit(Span(*top.span()), "")
    said = next((found for found in SEEN_BY.finditer(declared) if found[1]), None)
    area = AREA.search(declared)
    if said:
        return Edit(Span(*said.span(1)), seers)
    if area and seers == "owner":
        return Edit(Span(*area.span(1)), "hand")
    end = len(declared.partition(",")[0].rstrip())
    return Edit(Span(end, end), f", seen by {seers}")


def allowed_by_sight(made: core.Core, secret: core.Secret) -> bool:
    """Whether only those see the field whom the secret allows, or faces say who does."""
    hidden = made.declared(secret.of)
    seers = audience(hidden)
    told = known_to_all(made, secret)
    return faced(hidden) or seers == "nobody" or told or (secret.but == seers and seers in ("owner", "others"))


def known_to_all(made: core.Core, secret: core.Secret) -> bool:
    """Whether all players may know it: there is one, who owns it."""
    return made.players == 1 and secret.but == "owner"


def kept_secrets(made: core.Core) -> list[core.Secret]:
    """Those that hold by sight, and that somebody may not know."""
    return [each for each in made.secrets if allowed_by_sight(made, each) and not known_to_all(made, each)]


def audience(field: core.Zone | core.Variable) -> core.Audience:
    """Who sees it, of a pile what lies on top; where no owner is a player, `seen by owner` is nobody."""
    seen = field.top or field.audience if isinstance(field, core.Zone) else field.audience
    return "nobody" if seen == "owner" and PLAYER not in field.owners else seen


def differ(made: core.Core, zone: core.Zone) -> bool:
    """Whether pieces of several kinds can lie there."""
    return sum(1 for copies in made.components[zone.component].copies if copies != 0) > 1


def faced(field: core.Zone | core.Variable) -> bool:
    """Whether each piece there says by its face who sees it."""
    return isinstance(field, core.Zone) and field.faced


@define
class Watch:
    """The secrets by the fields that they speak of, of those whose pieces are not shown; where each local comes from.
    `locals`: what they tell, as far as it was asked; `kept`: the same of variables that are kept; `asked`: what
    definitions tell of such arguments."""

    made: core.Core
    source: Source
    nodes: Sequence[object]
    origins: flow.Origins
    secrets: Mapping[core.Whole, core.Secret]
    locals: Locals = field(init=False, factory=dict)
    kept: Locals = field(init=False, factory=dict)
    asked: dict[tuple[int, tuple[Told, ...]], Told] = field(init=False, factory=dict)

    def facts(self, secret: core.Secret) -> tuple[str | None, str, str, int]:
        """What is said of a secret that is broken: its component, if pieces are meant, its field, its title, and its
        line."""
        hidden, line = self.made.declared(secret.of), self.source.line(secret.span.start)
        component = self.made.components[hidden.component].name if isinstance(hidden, core.Zone) else None
        return component, hidden.name, secret.title, line


def watched(made: core.Core, kept: list[core.Secret], source: Source) -> Watch:
    """What is needed to follow what is hidden. Zones with faces are left out where something may lie face up."""
    nodes = nodes_in_play(made)
    bound = origins(made, nodes)
    shows = [sources(bound, node.seq) for node in nodes if isinstance(node, core.Show)]
    shown = {field_of(ref) for refs in shows for ref in refs if ref is not None}
    turned = any(isinstance(node, core.Flip) for node in nodes)
    up = {ref_of(node.to).zone for node in nodes if isinstance(node, core.Moving) and node.face != "down"}
    open_ = {number for number, zone in enumerate(made.zones) if zone.faced and (turned or number in up)}
    shown |= {core.Whole("zone", number) for number in open_}
    return Watch(made, source, nodes, bound, {each.of: each for each in kept if each.of not in shown})


def telling(made: core.Core, source: Source) -> frozenset[int]:
    """The variables of which secrets speak, and those that are set anywhere to what such a field holds, whoever sees
    them."""
    secrets = {secret.of: secret for secret in made.secrets}
    watch = evolve(watched(made, [], source), secrets=secrets)
    writing = (node for node in watch.nodes if isinstance(node, core.Writing))
    return frozenset(of.number for of in secrets if of.sort == "variable").union(
        node.var.variable
        for node in writing
        if any(ref is not None and field_of(ref) in secrets for ref in told_by(watch, node.value, watch.locals))
    )


def told_by(watch: Watch, node: object, env: Locals) -> Told:
    """The zones of the pieces whose kind or attribute a value is, or is reckoned from, and the variables with a
    secret."""
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
        case core.Read(var=var) | core.Aggregate(var=var):
            return frozenset((var,)) if field_of(var) in watch.secrets else either(watch, var.owners, env) or OPEN
        case (
            core.Attr(of=inner)
            | core.KindCounts(of=inner)
            | core.Fold("highest" | "lowest", value=inner)
            | core.OneEach(seq=inner)
        ):
            return told_by(watch, inner, env)
        case core.Calc() | core.Plus() | core.Without():
            both = told_by(watch, node.left, env) | told_by(watch, node.right, env)
            return both - OPEN or both  # of a number that is reckoned from several, the hidden ones
        case core.Pieces() | core.On():
            return frozenset((lies_in(node),))
        case core.CallDefinition():
            key = node.definition, tuple(told_by(watch, arg, env) for arg in node.args)
            if key not in watch.asked:
                asked = watch.made.definitions[node.definition]
                watch.asked[key] = told_by(watch, asked.result, dict(zip(asked.params, key[1], strict=True)))
            return watch.asked[key]
        case _:
            return either(watch, passed_on(node), env) or OPEN


def is_excepted(watch: Watch, ref: Ref | None, place: Span) -> bool:
    """Whether the secret about a field excepts the sentence at a place."""
    secret = None if ref is None else watch.secrets.get(field_of(ref))
    return secret is not None and place in sentences_of(watch.made, secret.told_by)


def either(watch: Watch, nodes: Sequence[object], env: Locals) -> Told:
    """What one of several values tells."""
    return frozenset(ref for node in nodes for ref in told_by(watch, node, env))


def broken_secrets(made: core.Core, source: Source) -> Iterator[Diagnostic]:
    """What betrays the secrets that hold by sight: a field that is set to what is hidden, if in all that it can tell
    there is a secret and it stays so; what nobody at all may see and is put into the box."""
    kept = kept_secrets(made)
    if not kept:
        return
    watch, courses = watched(made, kept, source), Courses(made)
    moved = flow.moved_in_play(made)
    for node in watch.nodes:
        if isinstance(node, core.MoveAll | core.MoveSome) and isinstance(node.seq, core.Pieces):
            secret = watch.secrets.get(field_of(node.seq.zone))
            if made.zones[ref_of(node.to).zone].box and secret is not None and secret.but is None:
                sort, zone, title, line = watch.facts(secret)
                yield words.secret_put_into_box(
                    node.span, component=sort, zone=zone, title=title, line=line, also=secret.span
                )
        if not isinstance(node, core.Statement):
            continue
        env: Locals = {**moved.get(id(node), {})} or watch.locals
        for value, var in told_of(node):
            told = frozenset(ref for ref in told_by(watch, value, env) if not is_excepted(watch, ref, node.span))
            refs = [ref for ref in told if ref is None or not allows(watch, ref, var)]
            secrets = [None if ref is None else watch.secrets.get(field_of(ref)) for ref in refs]
            fields = frozenset(secret.of for secret in secrets if secret is not None)
            if not secrets or None in secrets or not decided_before(watch, courses, node, fields):
                continue
            secret = next(each for each in secrets if each is not None)
            sort, hidden, title, line = watch.facts(secret)
            variable = None if var is None else made.variables[var.variable]
            tells = words.secret_value_written if sort is None else words.secret_written
            yield tells(
                node.span,
                variable=None if variable is None else variable.name,
                seer=None if variable is None else WHO_SEES[variable.audience],
                component=sort,
                field=hidden,
                title=title,
                line=line,
                but=EXEMPT[secret.but],
                doing=doing_of(made, node.span),
                also=secret.span,
            )


def told_of(node: core.Statement) -> Iterator[tuple[core.Expr | core.AggregateValue, core.VarRef | None]]:
    """What a sentence tells, with the variable that is set to it; None where it is said to everybody."""
    match node:
        case core.Note(variable=variable):
            yield node.value, core.VarRef(variable)
        case core.Assign() | core.AssignAll() | core.AddTo():
            yield node.value, node.var
        case core.Tell(parts=parts, to=None):
            yield from ((part.counts if isinstance(part, core.Holding) else part.value, None) for part in parts)
        case _:
            pass


def decided_before(watch: Watch, courses: Courses, node: core.Statement, fields: frozenset[core.Whole]) -> bool:
    """Whether somebody decides behind a sentence before something takes the pieces away, sets the variables anew, or
    ends the game."""

    def takes(later: object) -> bool:
        if not isinstance(later, core.Statement) or isinstance(later, core.EndGame):
            return isinstance(later, core.EndGame)
        return not fields.isdisjoint(flow.fields_lost(watch.made, watch.origins, later))

    return courses.decides_before(node, takes)


def allows(watch: Watch, ref: Ref, var: core.VarRef | None) -> bool:
    """Whether no more people see the variable than may know what is hidden, as far as that is certain."""
    if var is None:
        return False
    of, variable, secret = field_of(ref), watch.made.variables[var.variable], watch.secrets.get(field_of(ref))
    seers = audience(variable)
    if secret is None or seers == "nobody":
        return seers == "nobody"
    if secret.but is None or seers == "everyone" or "others" in (seers, secret.but):
        return False
    owners = zip(watch.made.declared(of).owners, ref.owners, strict=True)
    owner = next((each for type_, each in owners if type_ == PLAYER), None)
    other = next((each for type_, each in zip(variable.owners, var.owners, strict=False) if type_ == PLAYER), None)
    if isinstance(other, core.Lookup) and other.indices == (owner,) and other.type == PLAYER:  # certainly somebody else
        return any(value in (seat, -1) for seat, value in enumerate(watch.made.tables[other.table].values))
    return True


# ---- Players compared by what lies hidden, so that all see who comes first: `first p in players with highest worth`
# Told where a `secret` is about what is compared and nothing before shows what lies there, and where the player who
# is found becomes a field that everyone sees before anything is taken from there, or is who is asked first. Who holds
# a certain piece may be asked: rules do that.


def compared_hands(made: core.Core, source: Source) -> Iterator[Diagnostic]:
    """The sentences that betray who has most of what is hidden, or least."""
    kept = [each for each in kept_secrets(made) if not faced(made.declared(each.of))]
    watch, courses, secrets = watched(made, kept, source), Courses(made), {each.of: each for each in kept}
    for node in watch.nodes:
        if not isinstance(node, core.Assign | core.Around):
            continue
        fields = compared(watch, node.value if isinstance(node, core.Assign) else node.start) & secrets.keys()
        fields -= {each for each in fields if node.span in sentences_of(made, secrets[each].told_by)}
        if not fields:
            continue
        if isinstance(node, core.Around):  # all see who is asked first
            betrays = courses.decides_first(node.body, lambda _: False) is True
        else:
            seen = made.variables[node.var.variable].audience == "everyone"
            betrays = seen and decided_before(watch, courses, node, fields)
        if betrays and not shown_before(watch, node, fields):
            secret = next(each for each in kept if each.of in fields)
            name = made.variables[node.var.variable].name if isinstance(node, core.Assign) else None
            sort, hidden, title, line = watch.facts(secret)
            yield words.compared_by_secret(
                node.span,
                variable=name,
                component=sort,
                field=hidden,
                title=title,
                line=line,
                but=EXEMPT[secret.but],
                doing=doing_of(made, node.span),
                also=secret.span,
            )


def compared(watch: Watch, value: core.Expr) -> frozenset[core.Whole]:
    """The hidden fields of players by which, before anything else, one player is chosen of several."""
    waiting: list[object] = [value]
    for here in waiting:
        if isinstance(here, core.Best):
            asked = questions(watch.made, here.keys[0][1])
            read = [node for node in asked if isinstance(node, core.Attr | core.KindCounts | core.Read)]
            fields = {field_of(ref) for ref in either(watch, read, watch.locals) if ref is not None}
            return frozenset(each for each in fields if PLAYER in watch.made.declared(each).owners)
        waiting += passed_on(here)
    return frozenset()


def shown_before(watch: Watch, node: object, fields: frozenset[core.Whole]) -> bool:
    """Whether before a sentence, in the text of its doing or of one that leads there, pieces of these are shown."""
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
            if any(ref is None or field_of(ref) in fields for refs in shown for ref in refs):
                return True
            calls = (each for each in watch.nodes if isinstance(each, core.RunProcedure))
            waiting += [each for each in calls if each.procedure == number and not any(each is one for one in waiting)]
    return False
