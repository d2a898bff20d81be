"""Who writes: the dice, what is declared, and the tables of ways in which each sort of phrase may be written.

A way returns what it wrote, or None where something that it needs is missing; then another one is tried.
"""

import inspect
from collections import defaultdict
from collections.abc import Callable

from attrs import define, evolve, field, frozen

from tests.made.declared import NUMBER, PLAYER, Component, Signature, Type, World, Zone
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


Make = Callable[..., object]


@frozen
class Way:
    """A way to write a sort of phrase, the heavier the more often. `deep`: which argument must be above 0."""

    weight: int
    make: Make
    deep: int
    unless: tuple[str, ...]


WAYS: dict[str, list[Way]] = defaultdict(list)


def way(phrase: str, weight: int = 10, *, deep: bool = False, unless: tuple[str, ...] = ()) -> Callable[[Make], Make]:
    """Declares a way to write a sort of phrase. `deep`: only where something may stand within; `unless`: not where the
    environment is one of these."""

    def declare(make: Make) -> Make:
        at = list(inspect.signature(make).parameters).index("depth") if deep else 0
        WAYS[phrase].append(Way(weight, make, at, unless))
        return make

    return declare


def written(scribe: "Scribe", phrase: str, env: Env, *args: object) -> object:
    """A phrase, in one of its ways."""
    left, given = list(WAYS[phrase]), (scribe, env, *args)
    while left:
        each = left.pop(scribe.dice.weighted([each.weight for each in left]))
        if any(getattr(env, what) for what in each.unless) or (each.deep and given[each.deep] <= 0):
            continue
        if (found := each.make(*given)) is not None:
            return found
    return None


def indented(lines: Lines) -> Lines:
    """One step further to the right."""
    return [f"    {line}" for line in lines]


COMPARED = ("at least", "at most", "more than", "less than")


def fits(local: Local, type_: Type, *, sure: bool) -> bool:
    """Whether a name may stand for a value of this type."""
    return local.type == type_ and not local.several and (local.sure or not sure)


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

    # ---- phrases that others are made of

    def value(self, env: Env, type_: Type, depth: int = 1, *, sure: bool = False) -> str:
        """A value of a type; `sure`: never none."""
        phrase = "number" if type_ == NUMBER else "value"
        found = written(self, phrase, env, type_, depth, sure)
        if found is not None:
            return str(found)
        # what every type has: its first or last value
        if type_.sort in ("flag", "words"):
            return self.dice.of(type_.values)
        if type_.sort == "line":
            return f"{self.world.sorts('grid')[0].plural}' rows's {self.of('first', 'last')}"
        return f"{type_.plural}'s {self.of('first', 'last')}"

    def literal(self, type_: Type) -> str | None:
        """A value as the text names it; none for kinds that it cannot name."""
        if type_.sort == "spot":
            return str(self.dice.between(type_.low, type_.high))
        if type_.sort == "number":
            return str(self.dice.between(0, 5))
        return self.dice.of(type_.values) if type_.values else None

    def subject(self, env: Env, type_: Type, *, sure: bool = True) -> str | None:
        """A value of a type as it may stand before `'s`."""
        names = [
            each.name for each in env.locals if each.type == type_ and not each.several and (each.sure or not sure)
        ]
        if env.it is not None and env.it.type == type_ and not env.asking:
            names.append("it")
        if names and self.happens(0.7):
            return self.dice.of(names)
        if type_ == PLAYER and env.you:
            return self.of("you", "you", "your left", "your right")
        if type_ == PLAYER and not type_.values:
            return self.of("players's first", "players's last")
        if type_.values and self.happens(0.5):
            return self.dice.of(type_.values)
        if type_.sort in ("line", "kind", "number", "flag") or not type_.plural:
            return self.dice.of(names) if names else None
        place = self.of("first", "last", f"item({self.dice.between(1, 2)})")
        return f"{type_.plural}'s {place}"

    def call(
        self, env: Env, name: str, params: tuple[tuple[Type, str], ...], depth: int, *, sure: bool = True
    ) -> str | None:
        """A name with its arguments; `sure`: none of them may be none."""
        args = [self.argument(env, type_, depth, sure=sure) for type_, _ in params]
        if any(arg is None for arg in args):
            return None
        return f"{name}({', '.join(map(str, args))})" if args else name

    def argument(self, env: Env, type_: Type, depth: int, *, sure: bool) -> str | None:
        """An argument; kinds are names that are there."""
        if type_ == NUMBER:
            return self.of("0", "1", "3", *[f"min(3, max(0, {self.number(env, 0, sure=True)}))"] * 3)
        if type_.sort == "kind":
            names = [each.name for each in env.locals if fits(each, type_, sure=sure) and not each.hidden]
            return self.dice.of(names) if names else None
        return self.value(env, type_, min(depth, 0), sure=sure)

    def number(self, env: Env, depth: int = 1, *, sure: bool = True) -> str:
        """A number."""
        return self.value(env, NUMBER, depth, sure=sure)

    def condition(self, env: Env, depth: int = 1) -> str:
        """Something that holds or does not."""
        return str(written(self, "condition", env, depth))

    def about(self, env: Env, local: Local, depth: int) -> str:
        """A condition on an element."""
        for _ in range(4):
            if self.happens(0.12):
                return self.condition(env, max(depth, 0))
            found = written(self, "about", env, local, depth)
            if found is not None:
                return str(found)
        return f"{self.number(env, 0)} is {self.of(*COMPARED)} {self.number(env, 0)}"

    def sentence(self, env: Env, depth: int = 1) -> Lines:
        """One sentence."""
        found = written(self, "sentence", env, depth)
        assert isinstance(found, list)
        return found

    def of_type(self, env: Env, type_: Type, depth: int) -> Source | None:
        """Several values of a type."""
        found = written(self, "source", env, type_, depth)
        return found if isinstance(found, Source) else None
