"""Words about examples: positions that cannot be, events that do not come, expectations that fail."""

from collections.abc import Sequence

from rulewright.language.diagnostics import Diagnostic
from rulewright.language.messages.names import hint, listed
from rulewright.language.span import Span


def impossible(title: str, why: str, span: Span) -> Diagnostic:
    """A position or an entry that cannot be."""
    return Diagnostic("example-impossible", f'In example "{title}" {why}', span)


def never_there(title: str, kind: str, zone: str, taken: str, line: int, span: Span) -> Diagnostic:  # noqa: PLR0913, PLR0917
    """A piece where play never brings one, from where or onward it is then moved without saying which."""
    return impossible(
        title,
        f"{zone} holds {kind}, which play never brings there; and line {line} moves some of {taken} without saying "
        "which. Remove it, or say there which: where …",
        span,
    )


def fails(title: str, why: str, span: Span) -> Diagnostic:
    """Something that does not come out as the example says."""
    return Diagnostic("example-fails", f'In example "{title}" {why}', span)


def unknown_piece(word: str, component: str, names: Sequence[str], span: Span) -> Diagnostic:
    """A word that is no kind of the zone's component."""
    return Diagnostic("unknown-name", f'There is no {component} called "{word}".{hint(word, names)}', span)


def several_pieces(word: str, names: Sequence[str], span: Span) -> Diagnostic:
    """A part of a name that fits several kinds."""
    return Diagnostic("unknown-name", f'"{word}" could be {listed(names, most=4)}. Write the whole name.', span)


def unknown_seat(word: str, seats: Sequence[str], span: Span) -> Diagnostic:
    """A name that no seat of the example has."""
    return Diagnostic("unknown-name", f'Nobody here is called "{word}". At the table: {listed(seats)}.', span)


def picture_size(rows: int, columns: int, span: Span) -> Diagnostic:
    """A picture that has not the board's shape."""
    return Diagnostic(
        "example-impossible",
        f"This picture does not have the shape of its board: {rows} rows of {columns} cells.",
        span,
    )


def not_a_zone(span: Span) -> Diagnostic:
    """Something of which `holds` cannot be said."""
    return Diagnostic("type-mismatch", "Only a zone or a counts field holds something. Write Ann's hand holds …", span)
