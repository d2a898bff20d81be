"""Words about declarations: types, components, fields and options that cannot be as they are written."""

from collections.abc import Iterable, Sequence

from rulewright.language.diagnostics import Diagnostic
from rulewright.language.messages.names import hint, listed
from rulewright.language.span import Span
from rulewright.language.syntax import Name


def reserved_question(name: Name, subject: str, better: str) -> Diagnostic:
    """A name that the library has given to the same sort of thing; `subject` as "a player" or "the game"."""
    return Diagnostic(
        "two-meanings",
        f'"{name.text}" is there without declaring: {subject} has it from the beginning. Call this one "{better}".',
        name.span,
    )


def reserved_type(name: Name, better: str) -> Diagnostic:
    """A type that exists without declaring."""
    return Diagnostic(
        "two-meanings", f'The type "{name.text}" exists without declaring. Call this one "{better}".', name.span
    )


def value_twice(name: Name, type_: str) -> Diagnostic:
    """A value that its type lists twice."""
    return Diagnostic("two-meanings", f'"{name.text}" stands twice among the values of {type_}. Delete one.', name.span)


def empty_range(low: int, high: int, span: Span) -> Diagnostic:
    """A range whose end lies below its start."""
    return Diagnostic(
        "out-of-range", f"{low}..{high} holds no number: its end lies below its start. Write {high}..{low}.", span
    )


def range_of_two(low: str, high: str, span: Span) -> Diagnostic:
    """A range whose ends do not belong together."""
    return Diagnostic(
        "type-mismatch", f"{low} and {high} are not two ends of one range. Write two numbers, such as 0..10.", span
    )


def step_in_type(span: Span) -> Diagnostic:
    """`by` in the range of a type."""
    return Diagnostic(
        "type-mismatch",
        'A type holds every number of its range; "by" belongs into the rows of components. Leave it out.',
        span,
    )


def too_many_values(what: str, number: int, most: int, span: Span) -> Diagnostic:
    """A type with more values than are allowed."""
    return Diagnostic(
        "too-large", f"{what} would have {number:,} values; {most:,} are allowed. Make the type smaller.", span
    )


def too_large_grid(rows: int, columns: int, most: int, span: Span) -> Diagnostic:
    """A grid without cells, or with too many."""
    return Diagnostic(
        "too-large", f"A grid of {rows} by {columns} is not possible: write 1 by 1 up to {most} by {most}.", span
    )


def too_large_state(field: str, instances: int, numbers: int, most: int, span: Span) -> Diagnostic:
    """A field with which the state of a game holds too many numbers."""
    times = f" ({instances:,} of them)" if instances > 1 else ""
    return Diagnostic(
        "too-large",
        f'With "{field}"{times} a game has to remember {numbers:,} numbers; {most:,} are allowed. '
        "Make a type smaller, or leave out what follows from the rest.",
        span,
    )


def too_many_pairs(place: str, question: str, number: int, most: int, span: Span) -> Diagnostic:
    """A question about two places of a type that has very many."""
    return Diagnostic(
        "too-large",
        f'"{question}" is reckoned for every two places, and {place} has {number:,}; {most:,} are allowed. '
        "Make the type smaller.",
        span,
    )


def players_range(low: int, high: int, most: int, span: Span) -> Diagnostic:
    """A number of players that is not possible."""
    wrong = f"{low}..{high} players are" if low != high else f"{low} players are"
    return Diagnostic(
        "out-of-range", f"{wrong} not possible: a game has 1 to {most}. Write, for example: players 2..4.", span
    )


def too_many_teams(number: int, players: int, span: Span) -> Diagnostic:
    """More teams than players, or none."""
    return Diagnostic(
        "out-of-range",
        f"{number} teams cannot be made of {players} players. Write when they are: teams 2 when player-count is 4.",
        span,
    )


# ---- components and joined types


def components_in_circle(names: Sequence[str], span: Span) -> Diagnostic:
    """Components whose attributes need each other."""
    return Diagnostic(
        "calls-itself",
        f"The attributes of {', which needs '.join(names)}: none of them can be made first. "
        "Say one of these things with a field instead of an attribute.",
        span,
    )


def not_joined(name: Name, candidates: Iterable[str]) -> Diagnostic:
    """`joined X:` where X is not the plural of an enumeration."""
    return Diagnostic(
        "unknown-name",
        f'"{name.text}" are not the values of a type "… is one of …", so they cannot be joined.'
        + hint(name.text, candidates),
        name.span,
    )


def not_a_point(name: Name, type_: str, candidates: Sequence[str]) -> Diagnostic:
    """A word in a line of a joined type that is none of its points."""
    return Diagnostic(
        "unknown-name",
        f'"{name.text}" is no {type_}. There are: {listed(candidates)}.{hint(name.text, candidates)}',
        name.span,
    )


def attribute_type(what: str, advice: str, span: Span) -> Diagnostic:
    """An attribute of a type that attributes cannot have."""
    return Diagnostic("type-mismatch", f"An attribute cannot be {what}. {advice}", span)


# ---- fields


def not_an_owner(name: Name, what: str) -> Diagnostic:
    """`each X has` where X cannot own fields."""
    return Diagnostic(
        "type-mismatch",
        f"{what} cannot have fields. Fields belong to a player, a team, a value type or a component.",
        name.span,
    )


def unknown_kind(word: Name) -> Diagnostic:
    """`bag of card`."""
    kinds = ("pile", "hand", "area", "row", "slot", "set", "counts")
    return Diagnostic(
        "type-mismatch",
        f'"{word.text} of …" is no sort of field. There are: {listed(kinds)}.{hint(word.text, kinds)}',
        word.span,
    )


def not_a_component(name: Name, zone: str, components: Sequence[str]) -> Diagnostic:
    """A zone of something that is no component."""
    there = f" Components are: {listed(components)}." if components else " Declare one with `component`."
    return Diagnostic("type-mismatch", f'A {zone} holds pieces, and "{name.text}" is no component.{there}', name.span)


def not_a_place(name: Name, places: Sequence[str]) -> Diagnostic:
    """A board over something that is no place type."""
    there = f" Place types are: {listed(places)}." if places else " Declare one, such as: space is grid 4 by 4."
    return Diagnostic(
        "type-mismatch",
        f'A board lies on places, and "{name.text}" is no grid, joined type or number type.{there}',
        name.span,
    )


def not_countable(what: str, holder: str, span: Span) -> Diagnostic:
    """`set of` or `counts of` something that has no fixed list of values."""
    wanted = (
        "an enumeration, players, places or a component" if holder == "counts" else "a type with a fixed list of values"
    )
    return Diagnostic("type-mismatch", f'"{holder} of" needs {wanted}, and this is {what}.', span)


def wrong_modifier(modifier: str, belongs: str, this: str, span: Span) -> Diagnostic:
    """A modifier that this sort of field cannot have."""
    return Diagnostic("type-mismatch", f'"{modifier}" belongs to {belongs}; this is {this}. Leave it out.', span)


def modifier_twice(modifier: str, span: Span) -> Diagnostic:
    """The same modifier twice."""
    return Diagnostic("two-meanings", f'This field says "{modifier}" twice. Delete one of them.', span)


def unknown_audience(name: Name) -> Diagnostic:
    """`seen by` somebody that is not known."""
    there = ("everyone", "owner", "nobody")
    return Diagnostic(
        "unknown-name",
        f'"seen by {name.text}" means nothing. Write {", ".join(there)}.{hint(name.text, there)}',
        name.span,
    )


def nobody_owns(name: Name, owners: Sequence[str]) -> Diagnostic:
    """`seen by owner` where no player or team is owner."""
    what = f"belongs to each {' and '.join(owners)}" if owners else "belongs to nobody"
    return Diagnostic(
        "type-mismatch",
        f'"seen by owner" needs a player who owns it, and this {what}. '
        "Write it below `each player has`, or seen by nobody.",
        name.span,
    )


def needs_bound(zone: str, component: str, example: str, span: Span) -> Diagnostic:
    """An ordered zone of unlimited pieces."""
    return Diagnostic(
        "too-large",
        f"There is no end of {component}, so this {zone} needs a bound. Say how many can lie there: {example}.",
        span,
    )


def not_a_fixed_number(span: Span) -> Diagnostic:
    """A capacity that is not known at load."""
    return Diagnostic(
        "not-constant",
        "How much fits is decided before the game begins: write a number, an option or player-count.",
        span,
    )


def negative_capacity(number: int, span: Span) -> Diagnostic:
    """A capacity below 0."""
    return Diagnostic("out-of-range", f"{number} pieces cannot be a bound. Write 1 or more.", span)


def refills_from(name: Name, why: str) -> Diagnostic:
    """A zone that cannot refill this pile; `why` as a clause."""
    return Diagnostic(
        "type-mismatch",
        f'"{name.text}" cannot refill this pile: {why}. Name a zone of the same pieces and owners.',
        name.span,
    )


def starts_zone(span: Span) -> Diagnostic:
    """`starts` of a zone."""
    return Diagnostic("type-mismatch", "A zone begins empty: fill it in `setup:`, and leave out `starts`.", span)


# ---- options and settings


def mixed_values(name: Name, span: Span) -> Diagnostic:
    """An option with values of different sorts."""
    return Diagnostic(
        "type-mismatch",
        f"The values of option {name.text} are of different sorts. Write numbers, names, or: yes or no.",
        span,
    )


def option_value_twice(option: Name, value: str, span: Span) -> Diagnostic:
    """A value that an option lists twice."""
    return Diagnostic(
        "two-meanings", f"{value} stands twice among the values of option {option.text}. Delete one.", span
    )


def too_many_options(number: int, most: int, span: Span) -> Diagnostic:
    """More options than are allowed."""
    return Diagnostic("too-large", f"There are {number} options; {most} are allowed. Put some of them together.", span)


def decided_later(name: Name, option: str) -> Diagnostic:
    """A default that asks an option which is decided after its own."""
    return Diagnostic(
        "not-constant",
        f'The default of {option} asks "{name.text}", and that is decided later. '
        f"Put option {name.text} above option {option}.",
        name.span,
    )


def unknown_option(name: str, options: Sequence[str], span: Span) -> Diagnostic:
    """A setting of an option that the game does not have."""
    there = f" Options are: {listed(options)}." if options else " The game has no options."
    return Diagnostic("unknown-name", f'There is no option "{name}".{there}{hint(name, options)}', span)


def value_not_allowed(option: str, value: str, values: Sequence[str], span: Span) -> Diagnostic:
    """A setting that is no value of its option."""
    return Diagnostic(
        "out-of-range", f"Option {option} cannot be {value}. It is one of: {listed(values)}.{hint(value, values)}", span
    )


def players_not_allowed(players: int, counts: Sequence[int], span: Span) -> Diagnostic:
    """A number of players that the game does not have."""
    low, high = min(counts, default=0), max(counts, default=0)
    range_ = (
        f"{low}" if low == high else f"{low} to {high}" if len(counts) == high - low + 1 else listed(map(str, counts))
    )
    return Diagnostic("out-of-range", f"This game is for {range_} players, not for {players}.", span)


def setting_refused(sentence: str, setting: str, span: Span) -> Diagnostic:
    """A combination that a `needs` of the game refuses."""
    return Diagnostic("setting-refused", f"This game cannot be played with {setting}: {sentence}.", span)
