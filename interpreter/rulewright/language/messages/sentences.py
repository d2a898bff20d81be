"""Words about sentences: what cannot be set, moved, drawn, chosen or called where it stands."""

from collections.abc import Sequence

from rulewright.language.diagnostics import Diagnostic
from rulewright.language.messages.names import hint
from rulewright.language.span import Span
from rulewright.language.syntax import Name


def only_players(name: Name) -> Diagnostic:
    """`each color:` as a sentence."""
    return Diagnostic(
        "type-mismatch",
        f'"each {name.text}" cannot begin a sentence: only players take turns. Write "each player:", '
        f'or for other things "for each x in …:".',
        name.span,
    )


def cannot_change(what: str, advice: str, span: Span) -> Diagnostic:
    """Something set, added to or taken from that is no field; `what` as "a number"."""
    tail = f" {advice}" if advice else ""
    return Diagnostic("type-mismatch", f"This is {what}, and a field that can change belongs here.{tail}", span)


def not_a_place(what: str, span: Span) -> Diagnostic:
    """Something else where a place of a board is wanted."""
    return Diagnostic(
        "type-mismatch",
        f"This is {what}, and a place of a board belongs here. Write the place, or say which board: market(a1).",
        span,
    )


def different_boards(first: str, second: str, span: Span) -> Diagnostic:
    """A swap across two boards."""
    return Diagnostic(
        "type-mismatch",
        f"This swaps a place of {first} with a place of {second}. Two places of one board can be swapped.",
        span,
    )


def not_a_line(what: str, span: Span) -> Diagnostic:
    """Something else where a line or square is rotated."""
    return Diagnostic(
        "type-mismatch",
        f"This is {what}, and a line or a square of a board belongs here, such as a row of spaces' rows.",
        span,
    )


def no_direction(span: Span) -> Diagnostic:
    """A board of places that know no sides."""
    return Diagnostic("type-mismatch", "Only boards on a grid can be packed: other places have no sides.", span)


def nowhere_to_put(what: str, span: Span) -> Diagnostic:
    """A target of a move that is neither a zone nor a place."""
    return Diagnostic("type-mismatch", f"This is {what}, and a zone or a place of a board belongs here.", span)


def box_to_box(span: Span) -> Diagnostic:
    """`move all box to box`."""
    return Diagnostic("type-mismatch", "This moves pieces from the box to the box. Name the zone they go to.", span)


def no_faces(zone: str, span: Span) -> Diagnostic:
    """A face where pieces have none."""
    return Diagnostic(
        "type-mismatch", f'Pieces in {zone} have no faces. Declare it "face up or down", or leave the face out.', span
    )


def draw_from_pile(zone: str, span: Span) -> Diagnostic:
    """`draw x from deck`."""
    return Diagnostic(
        "type-mismatch",
        f"{zone} is a pile: what lies on top is no chance any more. Write move 1 from {zone}, or declare an area.",
        span,
    )


def needs_label(span: Span) -> Diagnostic:
    """A chance event without a name."""
    return Diagnostic(
        "needs-label",
        'This chance event has no name: what is drawn from is no zone. Name it at the end, such as "start player".',
        span,
    )


def not_unlimited(component: str, span: Span) -> Diagnostic:
    """`roll n to z` of pieces that are counted."""
    return Diagnostic(
        "type-mismatch",
        f"Only unlimited pieces can be rolled, and {component} has a fixed number. Write: unlimited of … in its table.",
        span,
    )


def not_shuffled(zone: str, why: str, span: Span) -> Diagnostic:
    """A zone that cannot be shuffled."""
    return Diagnostic("type-mismatch", f"{zone} cannot be shuffled: {why}. Shuffle a pile, or a row.", span)


def use_remove(target: str, span: Span) -> Diagnostic:
    """`subtract x from` a set."""
    return Diagnostic("type-mismatch", f"{target} is a set. Write: remove … from {target}.", span)


def use_subtract(target: str, span: Span) -> Diagnostic:
    """`remove x from` counts or a number."""
    return Diagnostic("type-mismatch", f"{target} is no set. Write: subtract … from {target}.", span)


def is_action(name: Name) -> Diagnostic:
    """An action used as a sentence."""
    return Diagnostic(
        "unknown-name", f'"{name.text}" is an action: somebody has to choose it. Write: choose {name.text}.', name.span
    )


def is_menu(name: Name) -> Diagnostic:
    """A menu used as a sentence."""
    return Diagnostic(
        "unknown-name",
        f'"{name.text}" is a menu: somebody has to choose from it. Write: choose {name.text}.',
        name.span,
    )


def is_procedure(name: Name, what: str, actions: Sequence[str]) -> Diagnostic:
    """A procedure offered as an action; `what` is "a phase" or "a procedure"."""
    return Diagnostic(
        "unknown-name",
        f'"{name.text}" is {what}, and only actions and menus can be chosen. Write an action that calls it.'
        + hint(name.text, actions),
        name.span,
    )


def call_needs_you(name: Name) -> Diagnostic:
    """A procedure that speaks of `you`, called where nobody is."""
    return Diagnostic(
        "you-is-nobody",
        f'"{name.text}" speaks of "you", and here "you" is nobody. Say who it is: ask p: {name.text}.',
        name.span,
    )


def header_first(span: Span) -> Diagnostic:
    """A header line behind a sentence of the body."""
    return Diagnostic(
        "header-first",
        "Picks, needs and musts stand before everything that happens. Move this line up, above the first sentence.",
        span,
    )


def no_header_here(span: Span) -> Diagnostic:
    """A header line in a procedure."""
    return Diagnostic(
        "header-first", "Only actions pick and need. Write an action and choose it here, or ask with if.", span
    )


def several_not_last(name: Name) -> Diagnostic:
    """`pick 1..3 xs` before another pick."""
    return Diagnostic(
        "header-first",
        f'"{name.text}" may be picked in different numbers, so it must be the last pick. Put it below the others.',
        name.span,
    )


def at_once_chooses(span: Span) -> Diagnostic:
    """Something else than one `choose` below `each player at once`."""
    return Diagnostic(
        "at-once-conflict",
        'Below "each player at once:" stands one choose and nothing else. Do the rest before or after it.',
        span,
    )


def at_once_limited(procedure: str, span: Span) -> Diagnostic:
    """A limit on what all choose at once."""
    return Diagnostic(
        "at-once-conflict",
        f'Who chooses first would use up "once per {procedure}" for the others, who choose at once. '
        "Offer it without a limit there, or use each player, in order.",
        span,
    )


def ending_is_action(name: Name) -> Diagnostic:
    """A menu as the end of `choose until`."""
    return Diagnostic("unknown-name", f'"{name.text}" is a menu; one action ends a "choose until".', name.span)


def no_arguments(name: Name) -> Diagnostic:
    """A menu with arguments."""
    return Diagnostic("arguments", f'"{name.text}" is a menu and takes no arguments. Write {name.text}.', name.span)


def no_such_member(name: Name, type_name: str, values: Sequence[str]) -> Diagnostic:
    """A member of a family for something that is no value of its type."""
    return Diagnostic("unknown-name", f'"{name.text}" is no value of {type_name}.{hint(name.text, values)}', name.span)


def at_once_takes(component: str, zone: str, span: Span) -> Diagnostic:
    """An action chosen by all at once that takes from a zone of all."""
    return Diagnostic(
        "at-once-conflict",
        f"Two seats can take the same {component} of {zone} in this choice at once. Use each player, in order.",
        span,
    )
