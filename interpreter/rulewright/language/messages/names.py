"""Words about names: what is not declared, declared twice, or means nothing where it stands."""

from collections.abc import Iterable, Sequence

from rulewright.language.diagnostics import Diagnostic
from rulewright.language.span import Span
from rulewright.language.suggest import closest
from rulewright.language.syntax import Name


def listed(words: Iterable[str], *, most: int = 12) -> str:
    """`a, b, c`, cut after `most` words with an ellipsis."""
    chosen = list(words)
    return ", ".join(chosen[:most]) + (" …" if len(chosen) > most else "")


def hint(word: str, candidates: Iterable[str]) -> str:
    """` Did you mean "x"?`, or nothing where no candidate is near."""
    near = closest(word, list(candidates))
    return f' Did you mean "{near}"?' if near else ""


def unknown_name(name: Name, candidates: Iterable[str]) -> Diagnostic:
    """A name that nothing declares."""
    why = f'"{name.text}" is not declared. Names must be declared before a rule can use them.'
    return Diagnostic("unknown-name", why + hint(name.text, candidates), name.span)


def unknown_doing(name: Name, what: str, candidates: Sequence[str]) -> Diagnostic:
    """An action, procedure, phase or menu that nothing declares; `what` is such as "an action"."""
    there = f" There are: {listed(candidates)}." if candidates else ""
    return Diagnostic("unknown-name", f'"{name.text}" is not {what}.{there}{hint(name.text, candidates)}', name.span)


def unknown_question(name: Name, subject: str, candidates: Sequence[str]) -> Diagnostic:
    """Something asked of a subject that has no such thing."""
    article = "An" if subject[0] in "aeiou" else "A"
    has = f" {article} {subject} has: {listed(candidates)}." if candidates else ""
    return Diagnostic(
        "unknown-question", f'{article} {subject} has no "{name.text}".{has}{hint(name.text, candidates)}', name.span
    )


def two_meanings(name: Name, other: str, line: int, better: str) -> Diagnostic:
    """A name declared twice within one namespace."""
    place = f" (line {line})" if line else ""
    return Diagnostic("two-meanings", f'"{name.text}" is already {other}{place}. Call this one "{better}".', name.span)


def name_taken_here(name: Name, other: str, line: int, better: str) -> Diagnostic:
    """A local that bears the name of another local."""
    return Diagnostic(
        "name-taken-here",
        f'"{name.text}" is already {other} on line {line}. Give the second one its own name, such as "{better}".',
        name.span,
    )


def minus_needs_blanks(name: Name) -> Diagnostic:
    """`hand-1` read as one name."""
    left, right = name.text.split("-", 1)
    return Diagnostic(
        "minus-needs-blanks",
        f'"{name.text}" is one name, and nothing is called that. For subtraction put blanks: {left} - {right}.',
        name.span,
    )


def nested_it(span: Span) -> Diagnostic:
    """`it` in a `where` inside another one."""
    return Diagnostic(
        "nested-it",
        "`it` could be two things here: one `where` stands inside another. Name one: `zone as c where …`.",
        span,
    )


def it_or_subject(binder: str, subject: str, span: Span) -> Diagnostic:
    """`it` where the element has a name and the subject of the definition has none, and both would fit."""
    noun = subject.partition(" ")[2]
    return Diagnostic(
        "nested-it",
        f"`it` could be {binder} or the {noun} that is defined here. "
        f"Write {binder}, or give the {noun} a name: define … of {noun} x.",
        span,
    )


def nothing_for_it(span: Span) -> Diagnostic:
    """`it` with nothing to refer to."""
    return Diagnostic(
        "nothing-for-it",
        '"it" has nothing to refer to: there is no `where` and no definition around it. Name what you mean.',
        span,
    )


def you_is_nobody(span: Span) -> Diagnostic:
    """`you` where nobody is meant."""
    return Diagnostic(
        "you-is-nobody",
        '"you" is nobody here. Inside an action, `each player`, `go around` or `ask` somebody is; '
        "a definition takes a player: define fits(card, player p).",
        span,
    )


def pick_after_use(name: Name, line: int) -> Diagnostic:
    """A header line that uses a pick before it is made."""
    return Diagnostic(
        "pick-after-use",
        f'This uses "{name.text}" before it is picked (line {line}). Put this line below its pick.',
        name.span,
    )


def absent_here(name: Name, setting: str) -> Diagnostic:
    """A field that its `when` takes away in this setting."""
    return Diagnostic(
        "absent-field",
        f'"{name.text}" does not exist with {setting}, and this rule still uses it. '
        "Put the rule under the same condition as the field.",
        name.span,
    )


def which_value(name: Name, types: Sequence[str]) -> Diagnostic:
    """A value name of several types where none is expected."""
    return Diagnostic(
        "two-meanings",
        f'"{name.text}" is a value of {" and of ".join(types)}, and nothing here says which is meant. '
        "Compare it with something of one of these types.",
        name.span,
    )


def not_a_constant(span: Span) -> Diagnostic:
    """A load-time condition that reads the game."""
    return Diagnostic(
        "not-constant",
        "This condition is decided before the game begins: it may speak of options and player-count only.",
        span,
    )


def unused(name: Name, what: str) -> Diagnostic:
    """A declaration that nothing uses."""
    return Diagnostic(
        "unused", f"{what} {name.text} is used nowhere. Use it in a rule, or delete it.", name.span, "warning"
    )


def never_offered(name: Name) -> Diagnostic:
    """An action that no choice offers."""
    return Diagnostic(
        "never-offered", f"Action {name.text} is offered by no choose. Offer it, or delete it.", name.span, "warning"
    )
