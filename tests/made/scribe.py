"""Who writes: the dice, what is declared, and the tables of ways in which each sort of phrase may be written.

A way returns what it wrote, or None where something that it needs is missing; then another one is tried.
"""

from collections import defaultdict
from collections.abc import Callable

from attrs import define, evolve, field, frozen

from tests.made.declared import Component, Signature, Type, World, Zone
from tests.made.dice import Dice

Lines = list[str]


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


@frozen
class Env:
    """What holds where a phrase stands. `seen`: only what the decider sees may be asked; `public`: only what everybody
    sees; `plain`: nothing may be decided or drawn; `asking`: within a test of elements; `rank`: definitions from this
    one on may be asked; `calls`: procedures from this one on may be called; `running`: what certainly runs; `region`:
    within the condition of a region."""

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


@define
class Scribe:
    """Puts phrases together. `counters`: numbers of the game that loops count with; `deciding`: how many decisions may
    still stand in the middle of things; `scored`: there are scores, so a game may end without a word on who won."""

    dice: Dice
    world: World
    names: int = 0
    counters: list[str] = field(factory=list)
    deciding: int = 0
    scored: bool = True

    def name(self, letter: str) -> str:
        """A name that nothing else has."""
        self.names += 1
        return f"{letter}-{self.names}"

    def of(self, *items: str) -> str:
        return self.dice.of(items)

    def title(self, text: str) -> str:
        """A description, or none."""
        return f' "{text}"' if self.happens(0.7) else ""

    def reason(self, text: str) -> str:
        """Why, or nothing."""
        return f' because "{text}"' if self.happens(0.8) else ""

    def happens(self, chance: float) -> bool:
        return self.dice.happens(chance)

    def counter(self) -> str:
        """A number of its own for a loop."""
        self.counters.append(self.name("turn"))
        return self.counters[-1]

    def component(self, type_: Type) -> Component:
        return self.world.component(type_)

    def offered(self) -> list[Signature]:
        """What may be offered anywhere."""
        return [action for action in self.world.actions if action.plain]


Make = Callable[..., object]


@frozen
class Way:
    """A way to write a sort of phrase, the heavier the more often."""

    weight: int
    make: Make


WAYS: dict[str, list[Way]] = defaultdict(list)


def way(phrase: str, weight: int = 10) -> Callable[[Make], Make]:
    """Declares a way to write a sort of phrase."""

    def declare(make: Make) -> Make:
        WAYS[phrase].append(Way(weight, make))
        return make

    return declare


def written(scribe: Scribe, phrase: str, *args: object) -> object:
    """A phrase, in one of its ways."""
    left = list(WAYS[phrase])
    while left:
        found = left.pop(scribe.dice.weighted([each.weight for each in left])).make(scribe, *args)
        if found is not None:
            return found
    return None


def indented(lines: Lines) -> Lines:
    """One step further to the right."""
    return [f"    {line}" for line in lines]
