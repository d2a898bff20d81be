"""Players compared by what lies hidden, so that all see who comes first: `first p in players with highest worth`.

Told where a `secret` is about the zones compared and nothing before shows what lies there, and where the player who is
found becomes a field that everyone sees before anything is taken from there, or is who is asked first. Who holds a
certain piece may be asked: rules do that.
"""

from collections.abc import Iterator

from rulewright.language import core
from rulewright.language.binding import passed_on
from rulewright.language.calls import bodies_of, questions, reached
from rulewright.language.checks.following import Courses
from rulewright.language.checks.secrets import Watch, allowed_by_sight, takes, told, watched
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.effects import sources
from rulewright.language.messages import secrets as words
from rulewright.language.source import Source
from rulewright.language.types import PLAYER
from rulewright.language.walking import walk


def compared_hands(made: core.Core, source: Source) -> Iterator[Diagnostic]:
    """The sentences that betray who has most of what is hidden, or least."""
    kept = [each for each in made.secrets if allowed_by_sight(made, each) and not made.zones[each.zone].faced]
    watch, courses, secrets = watched(made, kept, source), Courses(made), {each.zone: each for each in kept}
    for node in watch.nodes:
        value = player_of(node)
        zones = frozenset[int]() if value is None else compared(watch, value) & secrets.keys()
        if zones and betrays(watch, courses, node, zones) and not shown_before(watch, node, zones):
            yield said(watch, node, secrets[min(zones)])


def player_of(node: object) -> core.Expr | None:
    """The player whom a sentence puts into a field, or asks first."""
    match node:
        case core.Assign(value=value):
            return value
        case core.Around(start=start):
            return start
        case _:
            return None


def betrays(watch: Watch, courses: Courses, node: object, zones: frozenset[int]) -> bool:
    """Whether all see whom it found before anything is taken from these zones."""
    match node:
        case core.Assign():
            seen = watch.made.variables[node.var.variable].audience == "everyone"
            return seen and courses.decides_before(node, lambda later: takes(watch, later, zones))
        case core.Around():
            return courses.decides_in(node.body)
        case _:
            return False


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
            if any(shows(watch, each, zones) for each in reached(made, earlier)):
                return True
            calls = (each for each in watch.nodes if isinstance(each, core.RunProcedure))
            waiting += [each for each in calls if each.procedure == number and not any(each is one for one in waiting)]
    return False


def shows(watch: Watch, node: object, zones: frozenset[int]) -> bool:
    """Whether a sentence shows pieces of such a zone."""
    refs = sources(watch.origins, node.seq) if isinstance(node, core.Show) else ()
    return any(ref is None or ref.zone in zones for ref in refs)


def said(watch: Watch, node: object, secret: core.Secret) -> Diagnostic:
    """What is told of one."""
    assert isinstance(node, core.Assign | core.Around)
    variable = watch.made.variables[node.var.variable].name if isinstance(node, core.Assign) else None
    zone = watch.made.zones[secret.zone]
    return words.compared_by_secret(
        node.span,
        variable=variable,
        zone=zone.name,
        component=watch.made.components[zone.component].name,
        title=secret.title,
        line=watch.source.line(secret.span.start),
        but="owner" if secret.but else None,
        also=secret.span,
    )
