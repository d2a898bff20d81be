"""What a field, a board, a set or a place is asked for: a number that is certainly none of its values is a mistake."""

from rulewright.language.elaborate.coercions import apart, range_words
from rulewright.language.elaborate.environment import Env, Mistake, SeqValue, Typed, Value
from rulewright.language.messages import kinds_of_values as words
from rulewright.language.span import Span
from rulewright.language.types import Scalar


def check_index(env: Env, name: str, wanted: Scalar, given: Scalar, span: Span) -> None:
    """Ends the sentence if there is no `name(x)` for any x of the type `given`."""
    of = missed(env, wanted, given)
    if of is not None:
        raise Mistake(words.no_such_value(span, asked=f"{name}({of[1]})", values=of[0]))


def check_members(env: Env, wanted: Scalar, given: Typed, span: Span) -> None:
    """Ends the sentence if nothing of this can be in a set of the wanted type."""
    type_ = given.of if isinstance(given, SeqValue) else given.type if isinstance(given, Value) else wanted
    of = missed(env, wanted, type_)
    if of is not None:
        raise Mistake(words.no_such_member(span, value=of[1], values=of[0]))


def missed(env: Env, wanted: Scalar, given: Scalar) -> tuple[str, str] | None:
    """The values of the wanted type and those given, in words, if they certainly have none in common."""
    ranges = None if env.dead else apart(wanted, given)
    if ranges is None:
        return None
    of, has = ranges
    return f"{of.place or 'each value'} is {range_words(of)}", range_words(has)
