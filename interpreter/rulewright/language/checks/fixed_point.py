"""Steps that are taken until one of them brings nothing new."""

from collections.abc import Callable, Mapping, Sized


def until_nothing_new(amount: Callable[[], int], step: Callable[[], object]) -> None:
    """Take steps until one leaves the amount of what is known as it is."""
    before = -1
    while (now := amount()) != before:
        before = now
        step()


def size_of(*facts: Mapping[int, Sized]) -> int:
    """How many facts are known in all."""
    return sum(len(each) for known in facts for each in known.values())
