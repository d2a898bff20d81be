"""Words about components: their rows, the values in them, and the names of kinds."""

from collections.abc import Sequence

from rulewright.language.diagnostics import Diagnostic
from rulewright.language.messages.names import hint, listed
from rulewright.language.span import Span


def too_many_values(component: str, attributes: Sequence[str], number: int, span: Span) -> Diagnostic:
    """A row longer than the attributes of its component."""
    return Diagnostic(
        "too-many-values",
        f"This row gives {_some(number, 'value')}, but {_a(component)} has {len(attributes)}: {listed(attributes)}. "
        "Delete what is too much, or declare another attribute.",
        span,
    )


def stops_early(component: str, attribute: str, example: str, span: Span) -> Diagnostic:
    """A row that ends before an attribute that cannot be none."""
    return Diagnostic(
        "type-mismatch",
        f"This row stops before {attribute}, so {attribute} would be none, but {_a(component)} always has one. "
        f'Write one, such as {example}, or declare "{attribute} … or none".',
        span,
    )


def never_none(component: str, attribute: str, example: str, span: Span) -> Diagnostic:
    """`none` for an attribute that cannot be none."""
    return Diagnostic(
        "type-mismatch",
        f"{_upper(_a(component))} always has a value for {attribute}, so none cannot stand here. "
        f'Write one, such as {example}, or declare "{attribute} … or none".',
        span,
    )


def wrong_value(what: str, attribute: str, wanted: str, order: Sequence[str], span: Span) -> Diagnostic:
    """A value of another type than the attribute's; `wanted` as "a number 0..10"."""
    advice = f"The values of a row stand in this order: {listed(order)}." if len(order) > 1 else f"Write {wanted}."
    return Diagnostic("type-mismatch", f"{what} stands where {attribute} belongs, which is {wanted}. {advice}", span)


def unknown_value(word: str, attribute: str, values: Sequence[str], span: Span) -> Diagnostic:
    """A word that is no value of the attribute's type."""
    there = f"It is one of {listed(values)}." if values else "It has no values."
    return Diagnostic("unknown-name", f'"{word}" is no value of {attribute}. {there}{hint(word, values)}', span)


def out_of_range(attribute: str, value: int, low: int, high: int, span: Span) -> Diagnostic:
    """A number that the attribute does not reach."""
    wider = f"{min(low, value)}..{max(high, value)}"
    return Diagnostic(
        "out-of-range",
        f"{_upper(attribute)} is {low}..{high}, and {value} is not in that. "
        f"Write a number that is, or declare: {attribute} {wider}.",
        span,
    )


def no_step(span: Span) -> Diagnostic:
    """A range `by 0`."""
    return Diagnostic("out-of-range", 'A range "by 0" never gets on. Write by 1 or more, or leave "by" out.', span)


def same_kind_name(component: str, name: str, rows: tuple[int, int], advice: str, span: Span) -> Diagnostic:
    """Two kinds of one component with one name."""
    where = f"rows {rows[0]} and {rows[1]}" if rows[0] != rows[1] else f"both in row {rows[0]}"
    return Diagnostic("same-kind-name", f'Two kinds of {component} are called "{name}": {where}. {advice}', span)


def named_twice(component: str, name: str, span: Span) -> Diagnostic:
    """A name that `one of` lists twice."""
    return Diagnostic(
        "same-kind-name",
        f'Two kinds of {component} are called "{name}", and each is one piece. '
        "Delete one of them, or give a table with the number of copies.",
        span,
    )


def shared_kind_name(name: str, first: str, second: str, span: Span) -> Diagnostic:
    """Pieces of two components with one name."""
    return Diagnostic(
        "same-kind-name",
        f'"{name}" is {_a(first)} and {_a(second)}, and there are pieces of both; a move could mean either. '
        f'Give the kinds of {second} names of their own, such as called "{second}-{name}".',
        span,
    )


def bad_kind_name(component: str, name: str, row: int, span: Span) -> Diagnostic:
    """A name that is not one word, or no name at all."""
    problem = f'would be called "{name}", which is not one word' if name else "would have no name"
    one_word = "a name is letters, digits, and between them - or +"
    why = one_word if name else "none, yes, no and counts give no name"
    return Diagnostic(
        "bad-kind-name",
        f'A kind of {component} in row {row} {problem}: {why}. Give the row a name of its own with called "…".',
        span,
    )


def unknown_in_template(component: str, word: str, attributes: Sequence[str], span: Span) -> Diagnostic:
    """Curly brackets round something that is no attribute."""
    it = _upper(_a(component))
    has = f"{it} has: {listed(attributes)}."
    return Diagnostic("unknown-question", f'{it} has no "{word}". {has}{hint(word, attributes)}', span)


def too_many_attributes(component: str, number: int, most: int, span: Span) -> Diagnostic:
    """More attributes than a component may have."""
    return Diagnostic(
        "too-large",
        f"{_upper(_a(component))} has {number} attributes; {most} are allowed. Divide it into two components.",
        span,
    )


def too_many_kinds(whose: str, number: int, most: int, span: Span) -> Diagnostic:
    """More kinds than a component, or all of them together, may have."""
    return Diagnostic(
        "too-large",
        f"{whose} would have {number:,} kinds; {most:,} are allowed. "
        "Name fewer values, or say what varies with a field instead of an attribute.",
        span,
    )


def too_many_pieces(whose: str, number: int, most: int, span: Span) -> Diagnostic:
    """More pieces than a component, or all of them together, may have."""
    return Diagnostic(
        "too-large",
        f"{whose} would have {number:,} pieces; {most:,} are allowed. "
        'Make fewer copies, or write "unlimited of" where pieces never run out.',
        span,
    )


def half_counted(span: Span) -> Diagnostic:
    """A row that counts its pieces in a component that has unlimited ones, or the other way round."""
    return Diagnostic(
        "half-counted",
        "Of a component either all pieces are counted or none: the box of an unlimited one never lacks any kind. "
        "Give this row a component of its own, or count the pieces of all rows.",
        span,
    )


def _a(word: str) -> str:
    return f"{'an' if word[:1].lower() in tuple('aeiou') else 'a'} {word}"


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _some(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
