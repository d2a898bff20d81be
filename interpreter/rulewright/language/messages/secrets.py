"""Words about secrets that do not hold."""

from rulewright.language import core
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.span import Span
from rulewright.language.types import PLAYER


def secret_of_seen_zone(
    zone: core.Zone, component: str, seer: str, line: int | None, secret: core.Secret
) -> Diagnostic:
    """A secret of a zone that others see than it allows; `line`: where the zone is declared."""
    where = "" if line is None else f" (line {line})"
    message = f"{seer.capitalize()} sees {zone.name}{where}, so this secret does not hold. "
    return Diagnostic("broken-secret", message + _kept(zone, component, seer, secret), secret.span)


def _kept(zone: core.Zone, component: str, seer: str, secret: core.Secret) -> str:
    """How it would hold."""
    if zone.box:
        return f"Put what is secret into a zone that nobody sees: aside: pile of {component}, seen by nobody"
    if seer != "everyone":
        return 'Say "nobody but its owner sees …", or declare the zone "seen by nobody".'
    wanted = "owner" if secret.but == "owner" and PLAYER in zone.owners else "nobody"
    return f"Declare it so: {zone.name}: {zone.kind} of {component}, seen by {wanted}"


def secret_written(
    variable: core.Variable, seer: str, component: str, zone: str, secret: tuple[core.Secret, int], span: Span
) -> Diagnostic:
    """A field that is set to what a hidden piece is; the secret with its line."""
    told, line = secret
    return Diagnostic(
        "broken-secret",
        f"This tells what a {component} in {zone} is: {seer} sees {variable.name}, and by the secret "
        f'"{told.title}" (line {line}) {_allowed(told)} gets to know it while it lies there. Set {variable.name} once '
        "the piece has been moved, or say that it is shown: show … to everyone",
        span,
    )


def secret_put_into_box(component: str, zone: core.Zone, secret: core.Secret, line: int, span: Span) -> Diagnostic:
    """Unseen pieces that are put into the box."""
    return Diagnostic(
        "secret-shown",
        f"Everyone sees the box, so everyone sees which {component} each of these is, one after the other; before, by "
        f'the secret "{secret.title}" (line {line}), nobody did. If they shall stay unknown, put them into a zone that '
        f"nobody sees: aside: pile of {component}, seen by nobody. If not, say so before: show {zone.name} to everyone",
        span,
        "warning",
    )


def _allowed(secret: core.Secret) -> str:
    return "nobody" if secret.but is None else "nobody but its owner"
