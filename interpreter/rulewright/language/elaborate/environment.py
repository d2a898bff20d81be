"""What an expression turns out to be (a value, a zone, a sequence, a set or counts) and where it stands."""

from collections.abc import Mapping

from attrs import evolve, field, frozen

from rulewright.language import core
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.syntax import Answer, Define, Name
from rulewright.language.types import CountsT, Scalar, SetT


class Mistake(Exception):  # noqa: N818 - it is the author's mistake, found inside one sentence, not an error of ours
    """A mistake ends the elaboration of its sentence; None: something it follows from has been told already."""

    def __init__(self, diagnostic: Diagnostic | None) -> None:
        super().__init__(diagnostic)
        self.diagnostic = diagnostic


@frozen
class Value:
    """One scalar. `piece`: it was found in a zone and knows where (`zones`: the zones it may have been found in).
    `itself`: a place that is asked, never the piece on it."""

    core: core.Expr
    type: Scalar
    piece: bool = False
    zones: frozenset[int] = frozenset()
    itself: bool = False


@frozen
class ZoneValue:
    """One zone."""

    ref: core.ZoneRef


@frozen
class PlaceValue:
    """A place of a certain board, as `market(a1)`: asked, it is the piece on it."""

    place: core.PlaceRef


@frozen
class SeqValue:
    """A sequence. `plural`: it is all values of this type (of a component: its kinds)."""

    seq: core.Seq
    of: Scalar
    pieces: bool = False
    zones: frozenset[int] = frozenset()
    ordered: bool = True
    plural: str | None = None


@frozen
class OfEach:
    """What is asked of each element of a sequence, which is bound to a local."""

    local: int
    answer: Value


@frozen
class GroupsValue:
    """Groups of elements of `made_of`: sequences of at most `most` of these. They live in the question that looks at
    them."""

    seq: core.Seq
    made_of: SeqValue
    most: int


@frozen
class AggregateOf:
    """A set or counts; `var` if it is a field that can be changed."""

    value: core.AggregateValue
    type: SetT | CountsT
    var: core.VarRef | None = None


@frozen
class MemoryOf:
    """A memory."""

    var: core.VarRef


@frozen
class BoxValue:
    """`box` before its component is known."""


@frozen
class NothingValue:
    """`none` and `nothing`."""


@frozen
class BrokenValue:
    """Something whose declaration is broken: using it says nothing more."""


Several = ZoneValue | AggregateOf | SeqValue
Typed = Value | PlaceValue | Several | GroupsValue | MemoryOf | BoxValue | NothingValue | BrokenValue


@frozen
class Entry:
    """A local name: what it is, and where it was given."""

    typed: Typed
    name: Name
    what: str


@frozen
class Env:
    """What names mean at one place of the text.

    `it` is what the nearest `where` tests or the subject of the definition; `depth`: how many `where` are around.
    `you` is the seat that decides. `dead`: a branch that is folded away. `box`: the component that `box` means.
    `later`: picks of this header that are not made yet. `subject`: of a definition, if it has no name there; `named`:
    the name of what the nearest `where` tests; `around`: of what the next one around that tests. `giving`: the variable
    that is the answer of this procedure; `answered`: the call that was carried out just before.
    """

    names: Mapping[str, Entry] = field(factory=dict)
    it: Typed | None = None
    depth: int = 0
    you: core.Expr | None = None
    dead: bool = False
    box: int | None = None
    later: Mapping[str, Name] = field(factory=dict)
    subject: Value | None = None
    named: Name | None = None
    around: Name | None = None
    giving: core.VarRef | None = None
    answered: Answer | None = None

    def bind(self, name: Name, typed: Typed, what: str) -> "Env":
        """This environment with one more local."""
        return evolve(self, names={**self.names, name.text: Entry(typed, name, what)})

    def where(self, element: Typed, named: Name | None) -> "Env":
        """Inside a `where` or `satisfies` that tests `element`, which may have a name."""
        return evolve(self, it=element, depth=self.depth + 1, named=named, around=self.named)

    def in_definition(self, define: Define, subject: Typed) -> "Env":
        """In a definition of this subject."""
        nameless = subject if define.subject is None and isinstance(subject, Value) else None
        return evolve(self, it=subject, subject=nameless)

    def unreached(self, *, if_: bool) -> "Env":
        """This environment, dead if the condition says so."""
        return evolve(self, dead=True) if if_ else self


def merged(env: Env, inner: Env) -> Env:
    """The environment after a block: a piece may also lie where the block left it."""
    names = dict(env.names)
    for name, entry in env.names.items():
        after = inner.names[name].typed if name in inner.names else entry.typed
        if isinstance(entry.typed, Value) and isinstance(after, Value) and entry.typed.zones != after.zones:
            both = entry.typed.zones | after.zones if entry.typed.zones and after.zones else frozenset[int]()
            names[name] = evolve(entry, typed=evolve(entry.typed, zones=both))
    return evolve(env, names=names)
