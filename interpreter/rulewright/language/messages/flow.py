"""Words about the course of a game: what calls what, what runs, what stops."""

from collections.abc import Sequence

from rulewright.language.diagnostics import Diagnostic
from rulewright.language.span import Span
from rulewright.language.syntax import Name


def no_play() -> Diagnostic:
    """A ruleset without `play:`."""
    return Diagnostic(
        "no-play", "There is no `play:`. Setup runs first, then play; when play ends, the game ends.", Span(0, 0)
    )


def no_game() -> Diagnostic:
    """A ruleset without its first paragraph."""
    return Diagnostic(
        "no-game",
        'There is no `game` paragraph. Begin with: game "NAME" "what it is", and below it: players 2..4.',
        Span(0, 0),
    )


def only_once(what: str, span: Span, line: int) -> Diagnostic:
    """A paragraph that may stand once only."""
    return Diagnostic("two-meanings", f"There is already a `{what}` paragraph (line {line}). Put both together.", span)


def nobody_can_win(span: Span) -> Diagnostic:
    """Neither scoring nor a winner anywhere."""
    return Diagnostic(
        "nobody-can-win", "There is no `scoring:` and no `end game, won by`, so nobody can win. Add one of them.", span
    )


def calls_itself(chain: Sequence[str], span: Span) -> Diagnostic:
    """A procedure, action or definition that comes back to itself."""
    text = ", which calls ".join(chain[1:])
    return Diagnostic("calls-itself", f"{chain[0]} calls {text}. Use repeat instead.", span)


def asks_itself(first: str, second: str, span: Span) -> Diagnostic:
    """`you can` in headers that runs in a circle."""
    return Diagnostic(
        "asks-itself",
        f"The header of {first} asks `you can {second}`, and that comes back to {first}. Ask one of them in the body.",
        span,
    )


def not_running(name: Name, where: str) -> Diagnostic:
    """`finish` or a limit of a procedure that need not be running."""
    return Diagnostic(
        "not-running",
        f"{name.text} need not be running here: {where}. Come here only from inside {name.text}.",
        name.span,
    )


def endless_repeat(span: Span) -> Diagnostic:
    """A `repeat:` with no way out and no decision."""
    return Diagnostic(
        "endless-repeat",
        'This repeat never ends: there is no finish or end game inside, and no decision. Add "until …".',
        span,
    )


def unreachable(span: Span, after: str) -> Diagnostic:
    """Sentences behind one that never goes on."""
    return Diagnostic(
        "unreachable", f'Nothing after "{after}" is carried out. Remove this sentence, or move it before.', span
    )


def must_decides(line: str, span: Span) -> Diagnostic:
    """A `must` over a body that stops."""
    return Diagnostic(
        "must-decides", f"{line} stands over a body that decides, draws, rolls or shuffles here. Pick instead.", span
    )


def default_no_choice(what: str, choices: str, span: Span) -> Diagnostic:
    """A default that is no value of its option, or none left."""
    return Diagnostic("default-no-choice", f"{what} {choices}", span)


def offered_twice(name: Name) -> Diagnostic:
    """An action offered twice in one choice."""
    return Diagnostic("offered-twice", f"{name.text} is offered twice in this choice. Delete one of them.", name.span)
