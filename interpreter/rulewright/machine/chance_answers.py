"""Whether an answer to a chance event can be one, and what to write instead."""

from collections import Counter
from collections.abc import Sequence
from reprlib import repr as shortened
from typing import Final

from rulewright.machine.chance import ChanceError, ChanceEvent, Outcome

MAX_LISTED_ITEMS: Final = 8


def checked(event: ChanceEvent, answer: object) -> Outcome:
    """The outcome that an answer is; ChanceError, which says what to write, if the event cannot have it."""
    size = sum(event.weights) if event.kind == "shuffle" else 1
    if not isinstance(answer, tuple | list) or not all(hasattr(each, "__index__") for each in answer):
        raise ChanceError(f"{_cannot(event, answer)}. {_form(event, size)}{_meant(event, answer, size)}")
    outcome = tuple(each.__index__() for each in answer)
    if trouble := _trouble(event, outcome, size):
        raise ChanceError(f"{_cannot(event, answer)}: {trouble}. {_form(event, size)}")
    return outcome


def _cannot(event: ChanceEvent, answer: object) -> str:
    return f'{event.kind} "{event.label}" cannot give {shortened(answer)}'


def _trouble(event: ChanceEvent, outcome: Outcome, size: int) -> str:
    """What is wrong with numbers as the outcome of an event; nothing if they can be one."""
    last = len(event.items) - 1
    for number, times in Counter(outcome).items():
        if not 0 <= number <= last:
            return f"there is no item {number}, the last one is {last}"
        if event.kind == "shuffle" and times > event.weights[number]:
            copies = event.weights[number]
            return f"{event.items[number]}, item {number}, is there {_times(copies)}, and named {_times(times)}"
    return "" if len(outcome) == size else f"it has {len(outcome)} number{'s' * (len(outcome) != 1)}, not {size}"


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _form(event: ChanceEvent, size: int) -> str:
    """How an outcome of an event is written."""
    what = f"the numbers of all {size} pieces, the first on top" if event.kind == "shuffle" else "the number of an item"
    listed = [f"{number} is {item}" for number, item in enumerate(event.items[:MAX_LISTED_ITEMS])]
    more = [f"… {len(event.items) - 1} is {event.items[-1]}"] if len(event.items) > MAX_LISTED_ITEMS else []
    return f"An outcome is a tuple with {what}: {', '.join(listed + more)}"


def _meant(event: ChanceEvent, answer: object, size: int) -> str:
    """The tuples that something else may mean: by the names of items, or as a number without its brackets."""
    names = {str(item): number for number, item in enumerate(event.items)}
    words = answer.split() if isinstance(answer, str) else answer if isinstance(answer, Sequence) else [answer]
    by_name = tuple(names[str(word)] for word in words if str(word) in names)
    found = [by_name] if len(by_name) == len(words) else []
    if isinstance(answer, int):
        found.append((answer,))
    fitting = [outcome for outcome in dict.fromkeys(found) if not _trouble(event, outcome, size)]
    told = (f"{outcome} for {', '.join(str(event.items[number]) for number in outcome)}" for outcome in fitting)
    return f". Write {', or '.join(told)}" if fitting else ""
