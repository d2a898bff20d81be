"""Who writes: the dice, what is declared, and the tables of ways in which each sort of phrase may be written.

A way is given where it writes, how deep it may go and what else its sort of phrase needs. It returns what it wrote;
where something that it needs is missing it returns nothing, or raises `Unfit`, and another one is tried.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TypeVar

from attrs import define, evolve, field, frozen

from tests.made.declared import NUMBER, PLAYER, Signature, Type, World, Zone
from tests.made.dice import Dice

T = TypeVar("T")
Lines = list[str]
COMPARED = ("at least", "at most", "more than", "less than")


class Unfit(Exception):  # noqa: N818 - another way is tried
    """Something that a way needs is not there."""


@frozen
class Local:
    """A name within a sentence. `piece`: it was found, in `zone` if that is known; `hidden`: its face is not seen."""

    name: str
    type: Type
    piece: bool = False
    zone: Zone | None = None
    hidden: bool = False
    sure: bool = True
    several: bool = False

    def fits(self, type_: Type, *, sure: bool) -> bool:
        """Whether it may stand for a value of this type."""
        return self.type == type_ and not self.several and (self.sure or not sure)


@frozen
class Source:
    """Several things, as a text that may stand behind `in`. `path`: also before `'s`."""

    text: str
    type: Type
    piece: bool = False
    zone: Zone | None = None
    hidden: bool = False
    path: bool = True
    ordered: bool = False
    own: bool = False

    def one(self, name: str, **known: object) -> Local:
        """One of them, as a name."""
        return Local(name, self.type, self.piece, self.zone, self.hidden, **known)


@define
class Notes:
    """What has been written so far: how many names, the numbers of the game that loops count with, and how many
    decisions may still stand in the middle of things."""

    names: int = 0
    counters: Lines = field(factory=list)
    deciding: int = 2


@frozen(kw_only=True)
class Env:
    """What holds where a phrase stands. `seen`: only what the decider sees may be asked; `public`: only what everybody
    sees; `plain`: nothing may be decided or drawn; `asking`: within a test of elements; `rank`: definitions from this
    one on may be asked; `calls`: procedures from this one on may be called; `running`: what certainly runs; `region`:
    within the condition of a region."""

    dice: Dice
    world: World
    notes: Notes
    locals: tuple[Local, ...] = ()
    you: bool = True
    it: Local | None = None
    asking: bool = False
    seen: bool = False
    public: bool = False
    plain: bool = False
    own: bool = False
    rank: int = 0
    calls: int = 0
    running: tuple[str, ...] = ()
    region: bool = False

    def plus(self, *locals_: Local) -> "Env":
        """With more names."""
        return evolve(self, locals=(*self.locals, *locals_))

    @property
    def careful(self) -> bool:
        """Whether what is hidden must not be asked."""
        return self.seen or self.public

    def happens(self, chance: float) -> bool:
        return self.dice.happens(chance)

    def of(self, *items: str) -> str:
        return self.dice.of(items)

    def pick(self, items: Sequence[T]) -> T:
        """One of several, if there is one."""
        if not items:
            raise Unfit
        return self.dice.of(items)

    def name(self, letter: str) -> str:
        """A name that nothing else has."""
        self.notes.names += 1
        return f"{letter}-{self.notes.names}"

    def counter(self) -> str:
        """A number of its own for a loop."""
        self.notes.counters.append(self.name("turn"))
        return self.notes.counters[-1]

    def title(self, text: str) -> str:
        """A description, or none."""
        return f' "{text}"' if self.happens(0.7) else ""

    def reason(self, text: str) -> str:
        """Why, or nothing."""
        return f' because "{text}"' if self.happens(0.8) else ""

    # ---- phrases that others are made of

    def value(self, type_: Type, depth: int = 1, *, sure: bool = False) -> str:
        """A value of a type; `sure`: never none."""
        with suppress(Unfit):
            return written(self, "number" if type_ == NUMBER else "value", depth, type_, sure)
        if type_.sort in ("flag", "words"):
            return self.dice.of(type_.values)
        several = f"{self.world.sorts('grid')[0].plural}' rows" if type_.sort == "line" else type_.plural
        return f"{several}'s {self.of('first', 'last')}"

    def number(self, depth: int = 1, *, sure: bool = True) -> str:
        return self.value(NUMBER, depth, sure=sure)

    def literal(self, type_: Type) -> str:
        """A value as the text names it; of kinds that it cannot name nothing."""
        if type_.sort in ("spot", "number"):
            return str(self.dice.between(type_.low, 5 if type_ is NUMBER else type_.high))
        return self.dice.of(type_.values) if type_.values else ""

    def known(self, type_: Type) -> str:
        """As the text names it, or else the first one."""
        return self.literal(type_) or f"{type_.plural}'s first"

    def subject(self, type_: Type, *, sure: bool = True) -> str:
        """A value of a type as it may stand before `'s`."""
        names = [each.name for each in self.locals if each.fits(type_, sure=sure)]
        if self.it is not None and self.it.type == type_ and not self.asking:
            names.append("it")
        if names and self.happens(0.7):
            return self.dice.of(names)
        if type_ == PLAYER and self.you:
            return self.of("you", "you", "your left", "your right")
        if type_ == PLAYER and not type_.values:
            return self.of("players's first", "players's last")
        if type_.values and self.happens(0.5):
            return self.dice.of(type_.values)
        if type_.sort in ("line", "kind", "number", "flag"):
            return self.pick(names)
        return f"{type_.plural}'s {self.of('first', 'last', f'item({self.dice.between(1, 2)})')}"

    def call(self, each: Signature, depth: int = 0, *, sure: bool = True, first: Sequence[str] = ()) -> str:
        """What is called with its arguments, behind the `first` ones; `sure`: none of them may be none."""
        args = [*first, *(self.argument(type_, depth, sure=sure) for type_, _ in each.params)]
        return f"{each.name}({', '.join(args)})" if args else each.name

    def argument(self, type_: Type, depth: int, *, sure: bool) -> str:
        """An argument; kinds are names that are there."""
        if type_ == NUMBER:
            return self.of("0", "1", "3", *[f"min(3, max(0, {self.number(0)}))"] * 3)
        if type_.sort == "kind":
            return self.pick([each.name for each in self.locals if each.fits(type_, sure=sure) and not each.hidden])
        return self.value(type_, min(depth, 0), sure=sure)

    def condition(self, depth: int = 1) -> str:
        """Something that holds or does not."""
        return written(self, "condition", depth)

    def about(self, local: Local, depth: int) -> str:
        """A condition on an element."""
        for _ in range(4):
            if self.happens(0.12):
                return self.condition(max(depth, 0))
            with suppress(Unfit):
                return written(self, "about", depth, local)
        return f"{self.number(0)} is {self.of(*COMPARED)} {self.number(0)}"

    def sentence(self, depth: int = 1) -> Lines:
        """One sentence."""
        return written(self, "sentence", depth)

    def sentences(self, number: int, depth: int = 1) -> Lines:
        return [line for _ in range(number) for line in self.sentence(depth)]

    def source(self, type_: Type, depth: int) -> Source:
        """Several values of a type."""
        return written(self, "source", depth, type_)


Make = Callable[..., object]


@frozen
class Way:
    """A way to write a sort of phrase, the heavier the more often. `deep`: only where something may stand within;
    `unless`: not where the environment is one of these."""

    weight: int
    make: Make
    deep: bool
    unless: tuple[str, ...]


WAYS: dict[str, list[Way]] = defaultdict(list)


def way(phrase: str, weight: int = 10, *, deep: bool = False, unless: tuple[str, ...] = ()) -> Callable[[Make], Make]:
    """Declares a way to write a sort of phrase."""

    def declare(make: Make) -> Make:
        WAYS[phrase].append(Way(weight, make, deep, unless))
        return make

    return declare


def written(env: Env, phrase: str, depth: int, *args: object) -> object:
    """A phrase, in one of its ways."""
    fitting = [each for each in WAYS[phrase] if depth > 0 or not each.deep]
    left = [each for each in fitting if not any(getattr(env, what) for what in each.unless)]
    while left:
        each = left.pop(env.dice.weighted([each.weight for each in left]))
        with suppress(Unfit):
            if found := each.make(env, depth, *args):
                return found
    raise Unfit


def indented(lines: Lines) -> Lines:
    """One step further to the right."""
    return [f"    {line}" for line in lines]
