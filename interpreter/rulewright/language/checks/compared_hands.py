"""Players compared by what lies hidden, so that all see who comes first: `first p in players with highest worth`.

Told where a `secret` is about the zones compared, and where the player who is found becomes a field that everyone sees
before anything is taken from there, or is who is asked first. Who holds a certain piece may be asked: rules do that.
"""

from collections.abc import Iterator

from rulewright.language import core
from rulewright.language.binding import passed_on
from rulewright.language.calls import questions
from rulewright.language.checks.following import Courses
from rulewright.language.checks.secrets import Watch, allowed_by_sight, takes, told, watched
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.messages import secrets as words
from rulewright.language.source import Source
from rulewright.language.types import PLAYER


def compared_hands(made: core.Core, source: Source) -> Iterator[Diagnostic]:
    """The sentences that betray who has most of what is hidden, or least."""
    watch = watched(made, [each for each in made.secrets if allowed_by_sight(made, each)], source)
    courses = Courses(made)
    for node in watch.reach.nodes:
        zones = compared(watch, value) if (value := player_of(node)) is not None else frozenset()
        if zones and betrays(watch, courses, node, zones):
            yield said(watch, node, watch.secrets[min(zones)])


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
            return by_pieces(watch, here.keys[0][1])
        waiting += passed_on(here)
    return frozenset()


def by_pieces(watch: Watch, key: core.Expr) -> frozenset[int]:
    """The zones of players, of which a secret tells, that a key reads what pieces are in."""
    read = (node for node in questions(watch.made, key) if isinstance(node, core.Attr | core.KindCounts))
    refs = {ref for node in read for ref in told(watch, node, watch.locals)}
    zones = watch.made.zones
    return frozenset(ref.zone for ref in refs if ref and ref.zone in watch.secrets and PLAYER in zones[ref.zone].owners)


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
