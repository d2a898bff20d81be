"""When rules outgrow the process: what is said then, in place of the error of Python's.

Bounds are told before (`extent`); this is what is left where the caller has used up most of the stack, or the memory.
"""

from collections.abc import Callable
from functools import wraps
from traceback import walk_tb
from typing import Final, ParamSpec, TypeVar

from rulewright.language.diagnostics import Diagnostic
from rulewright.language.messages import reading as words
from rulewright.language.span import NOWHERE, Span

T = TypeVar("T")
P = ParamSpec("P")
OUTGROWN: Final = (RecursionError, MemoryError)


def outgrown(problem: BaseException) -> Diagnostic:
    """The finding, at the innermost place in the text that was being looked at."""
    complaint = words.no_stack if isinstance(problem, RecursionError) else words.no_memory
    places = [
        span
        for frame, _ in walk_tb(problem.__traceback__)
        for span in (getattr(value, "span", None) for value in frame.f_locals.values())
        if isinstance(span, Span) and span != NOWHERE
    ]
    return complaint(places[-1] if places else NOWHERE)


def bounded(told: Callable[[Diagnostic], T]) -> Callable[[Callable[P, list[T]]], Callable[P, list[T]]]:
    """Of what finds something in a text: that it outgrows the process is a finding, too, `told` in the same way."""

    def bounding(find: Callable[P, list[T]]) -> Callable[P, list[T]]:
        @wraps(find)
        def found(*args: P.args, **named: P.kwargs) -> list[T]:
            try:
                return find(*args, **named)
            except OUTGROWN as problem:
                return [told(outgrown(problem))]

        return found

    return bounding
