"""Chance from outside: what a chance event asks, and who answers it.

How numbers come from a seed, and outcomes from numbers, is chapter 17 of the reference. Going back and playing on gives
the same event the same outcome, if its inputs are the same.
"""

from bisect import bisect
from collections.abc import Sequence
from itertools import accumulate, chain, repeat
from math import factorial, prod
from operator import index
from typing import Final, Literal, Protocol, SupportsIndex

from attrs import define, evolve, field, frozen

from rulewright.language.wording import hyphened

WORD: Final = (1 << 64) - 1
HALF: Final = (1 << 32) - 1
GAMMA: Final = 0x9E3779B97F4A7C15
CHANCE_STREAM, PLAYER_STREAM = 0, 1
MOST_OUTCOMES: Final = 1_000

Item = str | int
Outcome = tuple[int, ...]
"""Numbers of items: one for a draw or roll; for a shuffle all copies, the top (left) one first."""


@frozen
class ChanceEvent:
    """What chance is asked: `items` are different, `weights` say how many copies of each there are. `zone`: the one to
    which is rolled, or which is shuffled, with whose it is; "" at other events."""

    number: int
    kind: Literal["shuffle", "draw", "roll"]
    label: str
    items: tuple[Item, ...]
    weights: tuple[int, ...]
    zone: str = ""


class ChanceError(Exception):
    """A chance source cannot answer: what was asked and what it has."""


class ChanceSource(Protocol):
    """Answers chance events, at once and in the order of the rules; None: it has no answer, the game waits."""

    def outcome(self, event: ChanceEvent) -> Outcome | None:
        """The outcome of an event."""


def a_source(given: object, *, optional: bool = False) -> None:
    """ChanceError if this is no source of chance, nor None where it is `optional`."""
    if not (optional and given is None) and not callable(getattr(given, "outcome", None)):
        raise ChanceError(f"{given!r} is no source of chance, which has outcome(event): write Seeded(7), for example")


def whole_number(given: object, name: str, least: int | None = None) -> int:
    """An argument as a number: TypeError if it is no whole number, ValueError if it is less than that."""
    if isinstance(given, bool) or not isinstance(given, int | SupportsIndex):
        raise TypeError(f"{name} is a whole number, not {given!r}")
    if least is not None and index(given) < least:
        raise ValueError(f"{name} is {least} or more, not {given}")
    return index(given)


# ---- the generator


def mix(z: int) -> int:
    """The finaliser of SplitMix64."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & WORD
    return z ^ (z >> 31)


def absorb(key: int, word: int) -> int:
    """A key that depends on all of an older key and a word."""
    return mix(((key ^ (word & WORD)) + GAMMA) & WORD)


def stream_key(seed: int, number: int, stream: int) -> int:
    """The key of a stream of a game."""
    return absorb(absorb(absorb(0, seed), number), stream)


class Numbers:
    """The numbers of one event, in order."""

    def __init__(self, stream: int, event: int) -> None:
        self._state = absorb(stream, event)

    def below(self, n: int) -> int:
        """The next number below n."""
        while True:
            self._state = (self._state + GAMMA) & WORD
            product = (mix(self._state) >> 32) * n
            low = product & HALF
            if low >= n or low >= (HALF + 1) % n:  # the first is nearly always so, and sooner known
                return product >> 32

    def shuffle(self, items: list[int]) -> None:
        """Put them into a new order, as a shuffle does."""
        for place in range(len(items) - 1):
            other = place + self.below(len(items) - place)
            items[place], items[other] = items[other], items[place]


def random_outcome(numbers: Numbers, event: ChanceEvent) -> Outcome:
    """An outcome by these numbers."""
    if event.kind != "shuffle":
        return (bisect(list(accumulate(event.weights)), numbers.below(sum(event.weights))),)
    order = pool(event)
    numbers.shuffle(order)
    return tuple(order)


def pool(event: ChanceEvent) -> list[int]:
    """All copies in declared order, as numbers of items."""
    return [*chain.from_iterable(map(repeat, range(len(event.weights)), event.weights))]


# ---- sources


class Seeded:
    """The seeded source of game `number`."""

    def __init__(self, seed: int, number: int = 0) -> None:
        """Derive the key; nothing else is ever remembered. TypeError if these are no whole numbers."""
        of_game = whole_number(seed, "the seed of a game"), whole_number(number, "the number of a game")
        self.key = stream_key(*of_game, CHANCE_STREAM)

    def outcome(self, event: ChanceEvent) -> Outcome:
        """The outcome that seed, game and number of the event give."""
        return random_outcome(Numbers(self.key, event.number), event)


class RandomPlayer:
    """Chooses among moves by a stream of its own."""

    def __init__(self, seed: int, number: int = 0) -> None:
        self.key = stream_key(seed, number, PLAYER_STREAM)

    def choose(self, decision: int, moves: int) -> int:
        """The number of a move, for the decision with this number in the game."""
        return Numbers(self.key, decision).below(moves)


@frozen
class Given:
    """What an event with this label, of a `zone` if named, shall give; `rest`: the others follow in declared order."""

    label: str
    items: tuple[Item, ...]
    rest: bool = False
    zone: str = ""

    def __attrs_post_init__(self) -> None:
        """ChanceError, with what to write, if these are no label and items."""
        label: object = self.label
        items: object = self.items
        if not isinstance(label, str):
            raise ChanceError(f'the label of Given is a text, not {label!r}: write Given("deck", ("NAME",))')
        if not isinstance(items, tuple) or not all(isinstance(item, Item) for item in items):
            wanted = (items,) if isinstance(items, Item) else tuple(items) if isinstance(items, list) else ("NAME",)
            what = f"the items of Given are a tuple of names and numbers, not {items!r}"
            raise ChanceError(f"{what}: write Given({label!r}, {wanted!r})")

    def meant(self, event: ChanceEvent) -> bool:
        """Whether this is for the event."""
        return hyphened(self.label) == hyphened(event.label) and self.zone in ("", event.zone)


@define
class Scripted:
    """Gives what is listed, label by label in order; otherwise asks `otherwise`, or the only outcome there is, or None.
    Of several items listed for draws or rolls each is an event."""

    given: Sequence[Given]
    otherwise: ChanceSource | None = None
    left: tuple[Given, ...] = field(init=False)

    def __attrs_post_init__(self) -> None:
        """ChanceError, with what to write, if this is no list of Given or no source; `left`: what was not asked for."""
        given: object = self.given
        wrong = [each for each in given if not isinstance(each, Given)] if isinstance(given, list | tuple) else [given]
        if wrong:
            raise ChanceError(
                f'Scripted takes a list of Given, not {wrong[0]!r}: write Scripted([Given("deck", ("NAME",))])'
            )
        a_source(self.otherwise, optional=True)
        self.left = tuple(self.given)

    def outcome(self, event: ChanceEvent) -> Outcome | None:
        """The next listed outcome that is for the event."""
        place = next((place for place, given in enumerate(self.left) if given.meant(event)), None)
        if place is None:
            if len(event.items) == 1:
                return tuple(pool(event)) if event.kind == "shuffle" else (0,)
            return self.otherwise.outcome(event) if self.otherwise else None
        given, before, behind = self.left[place], self.left[:place], self.left[place + 1 :]
        more = (evolve(given, items=given.items[1:]),) if event.kind != "shuffle" and len(given.items) > 1 else ()
        self.left = (*before, *more, *behind)
        if event.kind == "shuffle":
            return whole(event, given.items, rest=given.rest)
        if not given.items:
            raise ChanceError(f'Given for {event.kind} "{event.label}" has no item; it has {_few(event.items)}')
        return (item_number(event, given.items[0]),)


def recorded_outcome(event: ChanceEvent, kind: str, label: str, outcome: Item | tuple[Item, ...]) -> Outcome:
    """A recorded outcome as numbers of items; an error says how record and event differ."""
    if (kind, hyphened(label)) != (event.kind, hyphened(event.label)):
        raise ChanceError(f'the record has {kind} "{label}", the rules ask for {event.kind} "{event.label}"')
    if event.kind == "shuffle":
        return whole(event, outcome if isinstance(outcome, tuple) else (outcome,), rest=False)
    if isinstance(outcome, tuple):
        raise ChanceError(f'{event.kind} "{event.label}" gives one thing, the record has {len(outcome)}')
    return (item_number(event, outcome),)


def item_number(event: ChanceEvent, item: Item) -> int:
    """The number of an item, a kind that is called by a number also by that; an error if the event cannot give it."""
    names = [str(each) for each in event.items]
    if str(item) not in names:
        raise ChanceError(f'{event.kind} "{event.label}" cannot give {item}; it has {_few(event.items)}')
    return names.index(str(item))


def whole(event: ChanceEvent, items: Sequence[Item], *, rest: bool) -> Outcome:
    """A shuffle's outcome from its items; with `rest` the others follow in declared order."""
    left = list(event.weights)
    numbers = {str(item): number for number, item in enumerate(event.items)}
    order = [numbers[str(item)] if str(item) in numbers else item_number(event, item) for item in items]
    for number in order:
        left[number] -= 1
        if left[number] < 0:
            raise ChanceError(f'shuffle "{event.label}" has only {event.weights[number]} of {event.items[number]}')
    others = [number for number, copies in enumerate(left) for _ in range(copies)]
    if others and not rest:
        raise ChanceError(f'shuffle "{event.label}" also has {_few([event.items[number] for number in others])}')
    return (*order, *others)


def written(event: ChanceEvent, outcome: Outcome) -> Item | tuple[Item, ...]:
    """An outcome as records write it."""
    items = tuple(event.items[number] for number in outcome)
    return items if event.kind == "shuffle" else items[0]


def _few(items: Sequence[Item]) -> str:
    shown = ", ".join(str(item) for item in items[:8])
    return shown + (", …" if len(items) > 8 else "") if items else "nothing"


# ---- all outcomes


def count(event: ChanceEvent) -> int:
    """How many different outcomes an event has."""
    if event.kind != "shuffle":
        return len(event.items)
    return factorial(sum(event.weights)) // prod(factorial(weight) for weight in event.weights)


def number_of(event: ChanceEvent, outcome: Outcome) -> int:
    """Which of all its outcomes this is, in order."""
    if event.kind != "shuffle":
        return outcome[0]
    left, ways, number = list(event.weights), count(event), 0
    for size, item in zip(range(len(outcome), 0, -1), outcome, strict=True):
        number += ways * sum(left[:item]) // size
        ways = ways * left[item] // size
        left[item] -= 1
    return number


def nth_outcome(event: ChanceEvent, number: int) -> Outcome:
    """The outcome with this number among all of them."""
    if event.kind != "shuffle":
        return (number,)
    left, ways, found = list(event.weights), count(event), []
    for size in range(sum(left), 0, -1):
        before = list(accumulate(left, initial=0))
        item = bisect(before, number * size // ways) - 1
        number -= ways * before[item] // size
        ways = ways * left[item] // size
        found.append(item)
        left[item] -= 1
    return tuple(found)


@frozen
class Enumerated:
    """The outcomes of an event with their weights; `complete` is False if they are a sample."""

    outcomes: tuple[tuple[Outcome, int], ...]
    complete: bool


def enumerate_outcomes(event: ChanceEvent, most: int = MOST_OUTCOMES) -> Enumerated:
    """All outcomes in order, up to `most`; beyond it that many random ones, and it says so."""
    number, complete = min(count(event), most), count(event) <= most
    weights = event.weights if complete and event.kind != "shuffle" else (1,) * number
    found = (looked_at(event, at, most) for at in range(number))
    return Enumerated(tuple(zip(found, weights, strict=True)), complete)


def looked_at(event: ChanceEvent, number: int, most: int = MOST_OUTCOMES) -> Outcome:
    """The outcome with this number among those that `enumerate_outcomes` has."""
    if count(event) <= most:
        return nth_outcome(event, number)
    return random_outcome(Numbers(absorb(stream_key(0, 0, CHANCE_STREAM), event.number), number), event)
