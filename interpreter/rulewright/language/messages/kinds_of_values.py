"""Words about types: what does not fit where it stands."""

from collections.abc import Sequence

from rulewright.language.diagnostics import Diagnostic
from rulewright.language.messages.names import listed
from rulewright.language.span import Span
from rulewright.language.syntax import Name


def type_mismatch(what: str, wanted: str, example: str, span: Span) -> Diagnostic:
    """Something of one type where another belongs; `what` as "a number"."""
    tail = f" {example}" if example else ""
    return Diagnostic("type-mismatch", f"This is {what}, and {wanted} belongs here.{tail}", span)


def never_equal(left: str, right: str, advice: str, span: Span) -> Diagnostic:
    """A comparison of two types that have no value in common."""
    return Diagnostic("never-equal", f"This compares {left} with {right}; that is never true.{advice}", span)


def out_of_range(target: str, has: str, value: str, advice: str, span: Span) -> Diagnostic:
    """An assignment that never fits."""
    return Diagnostic("out-of-range", f"{target} is {has}, and this is {value}: it never fits. {advice}", span)


def no_such_value(asked: str, values: str, span: Span) -> Diagnostic:
    """A field, board or place that is asked for a number which is none of its values: `track(0)`."""
    return Diagnostic("out-of-range", f"There is no {asked}: {values}. Ask for one of these, or widen the type.", span)


def no_such_member(value: str, values: str, span: Span) -> Diagnostic:
    """A set that is to hold a number which is none of its values."""
    return Diagnostic("out-of-range", f"This set never holds {value}: {values}. Widen the type, or leave it out.", span)


def certainly_none(what: str, line: int, span: Span) -> Diagnostic:
    """Something needed where there is certainly nothing; `line`: where that is said, 0 if it is plain."""
    why = f" (line {line})" if line else ""
    return Diagnostic("certainly-none", f"{what} is none here{why}. Ask first: if {what} is not none.", span)


def place_unknown(piece: str, question: str, line: int, shuffled: bool, span: Span) -> Diagnostic:  # noqa: FBT001 - a fact
    """A question of where a piece lies, after its zone was emptied or shuffled."""
    what = {"owner": "its owner is", "holder": "its holder is", "past": "its place is", "position": "its place is"}
    done = "shuffled" if shuffled else "emptied"
    return Diagnostic(
        "place-unknown",
        f"{piece} was found in a zone that line {line} {done}: {what.get(question, 'its face is')} no longer known. "
        f"Ask before line {line}.",
        span,
    )


def both_none(left: str, right: str, span: Span, *, negated: bool) -> Diagnostic:
    """`is` where both sides may be none."""
    if negated:
        same, other, answer = f"{left} is not the same as {right}", f"{left} is none or {left} is not {right}", "yes"
    else:
        same, other, answer = f"{left} is the same as {right}", f"{left} is {right} and {left} is not none", "no"
    return Diagnostic(
        "both-none",
        f"Both may be none, and of two nones this says {answer}. Say which is meant: {same}, or {other}.",
        span,
    )


def which_one(span: Span) -> Diagnostic:
    """Several where one is wanted."""
    return Diagnostic("which-one", "This may be several, and one is wanted here. Say which: first, last or only.", span)


def arguments(name: str, wanted: Sequence[str], got: int, span: Span) -> Diagnostic:
    """A wrong number of arguments."""
    needs = f"{len(wanted)} argument{'s' if len(wanted) != 1 else ''}" + (f" ({', '.join(wanted)})" if wanted else "")
    example = f"{name}({', '.join(wanted)})" if wanted else name
    return Diagnostic("arguments", f"{name} needs {needs} but gets {got}. Write {example}.", span)


def cases_incomplete(span: Span, missing: str) -> Diagnostic:
    """A list of cases that leaves something open."""
    return Diagnostic(
        "cases-incomplete",
        f"This definition has no line for {missing}. Add a case, or end with: … otherwise.",
        span,
    )


def family_incomplete(name: Name, missing: Sequence[str]) -> Diagnostic:
    """A family without a member for some value."""
    lines = ", ".join(f'"when {value}:"' for value in missing[:3])
    return Diagnostic("family-incomplete", f"{name.text} has no member for {listed(missing)}. Add {lines}.", name.span)


def family_twice(value: Name) -> Diagnostic:
    """Two members for one value."""
    return Diagnostic(
        "family-incomplete",
        f"There are two members for {value.text}. Each value has one: delete one of them.",
        value.span,
    )


def kinds_not_copies(plural: str, kinds: int, pieces: int, span: Span) -> Diagnostic:
    """The plural of a component where pieces are meant."""
    return Diagnostic(
        "kinds-not-copies",
        f"{plural} are the {kinds} kinds, not the {pieces} pieces. Name a zone, such as box's {plural}.",
        span,
    )


def wrong_piece(piece: str, zone: str, holds: str, fitting: Sequence[str], span: Span) -> Diagnostic:
    """A piece sent to a zone of another component; `fitting`: the zones it could go to."""
    there = " or ".join(fitting[:3])
    advice = f"Did you mean {there}?" if fitting else f"Declare a zone for it, such as: {piece}-pool: area of {piece}."
    article = "An" if piece[0] in "aeiou" else "A"
    return Diagnostic(
        "wrong-piece", f"{article} {piece} cannot go to {zone}: {zone} holds {holds} only. {advice}", span
    )


def which_piece(zone: str, span: Span) -> Diagnostic:
    """`move n` that leaves a choice of kind."""
    return Diagnostic(
        "which-piece",
        f"This leaves open which pieces of {zone} are moved. Draw one, pick one, or say which: where …",
        span,
    )


def which_copy_moves(what: str, kind: str, copies: int | None, zone: str, span: Span) -> Diagnostic:
    """A kind of several copies is moved by its name; `what` names it in the sentence."""
    return Diagnostic(
        "which-piece",
        f"{of_copies(what, kind, copies)}, and this does not say which is moved. "
        f"Name the zone in which it lies, such as: move 1 from {zone} where it is {what} to …",
        span,
    )


def which_copy(what: str, kind: str, copies: int | None, zone: str, span: Span) -> Diagnostic:
    """A kind of several copies is asked where it lies, turned or shown; `what` names it in the sentence."""
    return Diagnostic(
        "which-piece",
        f"{of_copies(what, kind, copies)}, and this does not say which is meant. "
        f"Find it first: let found be first one in {zone} where one is {what}.",
        span,
    )


def of_copies(what: str, kind: str, copies: int | None) -> str:
    """`There are 2 coin-1`, or that a name may be such a kind."""
    number = "any number of" if copies is None else copies or "no"
    return f"There are {number} {kind}" if what == kind else f"{what} may be {kind}, of which there are {number}"


def owner_unknown(zone: str, span: Span) -> Diagnostic:
    """`owner` of a piece in a zone that does not remember owners."""
    return Diagnostic(
        "owner-unknown",
        f'{zone} does not remember owners. Only rows declared "with owner" do: {zone}: row of …, with owner.',
        span,
    )


def divides_by_zero(span: Span) -> Diagnostic:
    """A divisor that is certainly 0."""
    return Diagnostic(
        "divides-by-zero",
        "The divisor is 0 here, and nothing can be divided by 0. Guard the division: if … is more than 0.",
        span,
    )


def not_a_condition(span: Span, what: str) -> Diagnostic:
    """Something that is neither yes nor no."""
    return Diagnostic(
        "type-mismatch", f"This is {what}, and a condition belongs here. Compare it with something: … is …", span
    )
