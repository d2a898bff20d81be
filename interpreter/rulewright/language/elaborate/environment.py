"""What an expression turns out to be (a value, a zone, a sequence, a set or counts), where it stands, and everything
declared."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Literal, TypeVar

from attrs import Factory, define, evolve, field, frozen

from rulewright.language import core, syntax
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.facts.ranges import range_of
from rulewright.language.geometry import Lists, Places, Spot, line_name
from rulewright.language.source import Source
from rulewright.language.span import NOWHERE, Span, Spanned
from rulewright.language.syntax import Answer, Define, Name
from rulewright.language.types import CountsT, KindT, LineT, Named, NumberT, OptionSetting, Scalar, SeqT, SetT


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
class GroupsValue:
    """Groups: sequences of at most `most` elements of `made_of`. They live in the question that looks at them. Or the
    parts of places that hang together: `seq` are their first places, and a `part` is what hangs together with one."""

    seq: core.Seq
    made_of: SeqValue
    most: int
    part: core.Region | None = None


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
    that is the answer of this procedure; `answered`: the call that was carried out just before. `chain`: the numbers of
    the bounded `whenever` in which this stands, each as often as it is within itself. `roving`: names of pieces that a
    loop around here moves, so that the next turn finds them elsewhere."""

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
    chain: tuple[int, ...] = ()
    roving: frozenset[str] = frozenset()

    def bind(self, name: Name, typed: Typed, what: str) -> "Env":
        """This environment with one more local."""
        return evolve(self, names={**self.names, name.text: Entry(typed, name, what)})

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


# ---- everything declared, and the tables under construction: the one mutable thing of an elaboration


T = TypeVar("T")
U = TypeVar("U")
Statements = tuple[core.Statement, ...]
Result = tuple[Statements, Env]
"""Sentences, and the environment behind them."""


@frozen
class FieldEntry:
    """A field: its zone or variable. `absent`: its `when`, as written, takes it away, but in folded branches."""

    sort: Literal["zone", "variable"]
    index: int
    absent: bool = False
    when: str = ""


@define
class DefinitionEntry:
    """A definition, elaborated at its first use. `inline`: its result, or what it looks at, is a sequence or a piece;
    otherwise `functions` are its places in `World.definitions`, by which of its arguments may be none."""

    syntax: Define
    state: Literal["new", "open", "done", "broken"] = "new"
    inline: bool = False
    functions: dict[tuple[bool, ...], int] = field(factory=dict)
    used: bool = False


@frozen
class Parameter(Spanned):
    """A parameter. `several`: all that a definition looks at together, each of this type."""

    name: Name
    type: Scalar
    type_name: str = ""
    several: bool = False


@define
class ProcedureEntry:
    """A phase or procedure, its parameters without `you`. `answer`: the variable of what it gives."""

    syntax: syntax.Called
    index: int
    params: tuple[Parameter, ...] = ()
    broken: bool = False
    used: bool = False
    answer: int | None = None


@define
class ActionEntry:
    """An action or action family; `family` is the type of the family's values."""

    syntax: syntax.Offered
    index: int
    params: tuple[Parameter, ...] = ()
    family: Scalar | None = None
    broken: bool = False
    offered: bool = False


@frozen
class Trigger:
    """A `whenever` that is so at this setting, its field with the names of its owners, and the name of what is handed
    over, if that is asked."""

    syntax: syntax.Whenever
    field: FieldEntry
    owners: tuple[str, ...]
    binder: Name | None


@frozen
class Recursion:
    """What the language does by way of itself, handed in, so that no module needs one that needs it."""

    expression: Callable[["World", Env, syntax.Expr, Scalar | None], Typed]
    call_definition: Callable[["World", Env, DefinitionEntry, Typed | None, tuple[syntax.Expr, ...], Span], Typed]
    run: Callable[["World", Env, syntax.Block], Result]
    result_of: Callable[["World", Env, syntax.Body, Scalar | None], Typed]


@frozen
class Meeting:
    """For each place of a type those of another that touch it. `other`: with a place of which type it determines one of
    them, if it does. `sides`: for each direction the one that is there, or -1; empty where there are no directions."""

    touching: Lists
    other: str | None = None
    sides: Lists = ()


@define
class World:
    """The declarations of a ruleset at one setting. Lists grow while bodies are elaborated and become `Core`'s tuples.

    The first `zones_here` zones and `variables_here` variables exist; those behind are absent, for folded branches;
    from `variables_end` on stands what is kept in a doing. `kept`: the same as declared, by the place of its name.
    `declared`: words that mean something in play, so that no condition at load may use them. `refused`: where names
    stand that are taken. `heirs`: the procedures that inherit `you`; `live`: the doings that this setting can reach;
    both are known before any body. `meetings`: between places that touch, by both their types; `sheets`: how cells and
    where they meet are drawn; `attributes`: by a type the type and the values of what each of it has; `number_names`:
    by a number type the numbers that have names; `constants`: definitions that may say how large a type is. `doubts`:
    what is said of comparisons, by their place, should both sides be none; `set_off`: the procedures of `whenever`,
    each by its number and the chain in which it is set off; `handed_over`: those of which a piece that leaves may lie
    in somebody else's such zone then; `settled`: the places of constant ones."""

    recursion: Recursion
    source: Source
    players: int
    options: dict[str, OptionSetting]
    declared: frozenset[str] = frozenset()
    diagnostics: list[Diagnostic] = Factory(list)
    doubts: dict[Span, Diagnostic] = Factory(dict)
    settled: set[Span] = Factory(set)
    types: dict[str, Scalar] = Factory(dict)
    values: dict[str, Sequence[str]] = Factory(dict)
    bearers: dict[str, list[tuple[Named | NumberT, int]]] = Factory(dict)
    plurals: dict[str, str] = Factory(dict)
    places: dict[str, Places] = Factory(dict)
    lines: dict[str, dict[tuple[int, ...], int]] = Factory(dict)
    meetings: dict[tuple[str, str], Meeting] = Factory(dict)
    sheets: dict[str, tuple[core.Sheet, tuple[Spot, ...]]] = Factory(dict)
    constants: dict[str, syntax.Define] = Factory(dict)
    number_names: dict[str, dict[int, str]] = Factory(dict)
    attributes: dict[str, dict[str, tuple[Scalar, tuple[int, ...]]]] = Factory(dict)
    teams: tuple[int, ...] = ()
    components: list[core.Component] = Factory(list)
    component_index: dict[str, int] = Factory(dict)
    boxes: dict[int, int] = Factory(dict)
    zones: list[core.Zone] = Factory(list)
    variables: list[core.Variable] = Factory(list)
    zones_here: int = 0
    variables_here: int = 0
    variables_end: int = 0
    fields: dict[tuple[str, ...], dict[str, FieldEntry]] = Factory(dict)
    field_names: dict[tuple[tuple[str, ...], str], Name] = Factory(dict)
    kept: dict[Span, core.Variable] = Factory(dict)
    option_types: dict[str, Scalar] = Factory(dict)
    option_names: dict[str, Name] = Factory(dict)
    locals: list[core.Local] = Factory(list)
    tables: dict[str, tuple[int, Callable[[], core.Table]]] = Factory(dict)
    list_tables: dict[str, tuple[int, Callable[[], core.ListTable]]] = Factory(dict)
    definitions: list[core.Definition] = Factory(list)
    definition_entries: dict[tuple[str | None, str], DefinitionEntry] = Factory(dict)
    procedures: dict[str, ProcedureEntry] = Factory(dict)
    actions: dict[str, ActionEntry] = Factory(dict)
    triggers: list[Trigger] = Factory(list)
    handed_over: set[Trigger] = Factory(set)
    set_off: dict[tuple[int, tuple[int, ...]], int] = Factory(dict)
    menus: dict[str, syntax.Choice] = Factory(dict)
    menus_used: set[str] = Factory(set)
    refused: set[int] = Factory(set)
    heirs: frozenset[str] = frozenset()
    live: frozenset[str] = frozenset()
    limits: list[core.Limit] = Factory(list)
    limit_index: dict[tuple[int, str], int] = Factory(dict)
    used_names: set[str] = Factory(set)
    used_fields: set[FieldEntry] = Factory(set)
    broken_names: set[str] = Factory(set)
    looks: tuple[core.Look, ...] = ()

    def expression(self, env: Env, node: syntax.Expr, expected: Scalar | None = None) -> Typed:
        """What an expression is. `expected`: the type that a bare value name should have. Raises `Mistake`."""
        return self.recursion.expression(self, env, node, expected)

    def called(
        self, env: Env, entry: DefinitionEntry, subject: Typed | None, args: tuple[syntax.Expr, ...], span: Span
    ) -> Typed:
        """The result of a definition for a subject and arguments."""
        return self.recursion.call_definition(self, env, entry, subject, args, span)

    def run(self, env: Env, block: syntax.Block) -> Result:
        """A block of sentences, and the environment at its end."""
        return self.recursion.run(self, env, block)

    def tell(self, diagnostic: Diagnostic | None) -> None:
        """Collects a diagnostic (None: told already) once: what is written once may be elaborated in several places."""
        if diagnostic is not None and diagnostic not in self.diagnostics:
            self.diagnostics.append(diagnostic)

    def tried(self, make: Callable[[], T], otherwise: U) -> T | U:
        """What `make` makes; a mistake in it is told, and `otherwise` stands in, so that the rest is read."""
        try:
            return make()
        except Mistake as found:
            self.tell(found.diagnostic)
            return otherwise

    def aside(self, make: Callable[[], Iterator[T]]) -> tuple[T, ...]:
        """What `make` makes; nothing where there is a mistake, of which nothing is told. Law: it uses nothing anew."""
        told, names, fields = len(self.diagnostics), set(self.used_names), set(self.used_fields)
        try:
            return tuple(make())
        except Mistake:
            return ()
        finally:
            del self.diagnostics[told:]
            self.used_names &= names
            self.used_fields &= fields

    def local(self, name: Name | str, type_: Scalar | SeqT, *, piece: bool = False, capacity: int = 0) -> int:
        """A new local, at the place of its name where the author gave it one."""
        text, span = (name, NOWHERE) if isinstance(name, str) else (name.text, name.span)
        self.locals.append(core.Local(text, type_, piece=piece, capacity=capacity, span=span))
        return len(self.locals) - 1

    def element(self, seq: SeqValue, name: Name | str) -> tuple[int, Value]:
        """A new local for one element of the sequence, and the element as a value."""
        local = self.local(name, seq.of, piece=seq.pieces)
        return local, Value(core.Get(local, seq.of), seq.of, seq.pieces, seq.zones)

    def table(self, name: str, make: Callable[[], core.Table]) -> int:
        """The constant table of this name, made when the elaboration is complete."""
        return self.tables.setdefault(name, (len(self.tables), make))[0]

    def list_table(self, name: str, make: Callable[[], core.ListTable]) -> int:
        """The constant table of lists of this name, made when the elaboration is complete."""
        return self.list_tables.setdefault(name, (len(self.list_tables), make))[0]

    def lists(self, name: str, make: Callable[[], Iterable[tuple[int, ...]]]) -> int:
        """The constant table of lists by one value that counts from 0."""

        def made() -> core.ListTable:
            values = tuple(make())
            return core.ListTable(name, (len(values),), (0,), values)

        return self.list_table(name, made)

    def line(self, place: str, points: tuple[int, ...]) -> int:
        """The value of type `place line` that is this stretch of places; a new one also gets its name."""
        known = self.lines.setdefault(place, {})
        if points not in known:
            known[points] = len(known)
            self.names_of_lines(place).append(line_name(self.places[place], points))
        return known[points]

    def names_of_lines(self, place: str) -> list[str]:
        """The names of the lines known so far, a list that grows."""
        names = self.values.setdefault(LineT(place).name, [])
        assert isinstance(names, list)
        return names

    def bear(self, type_: Named, names: Iterable[str]) -> None:
        """Each name means the value of its place."""
        for index, name in enumerate(names):
            if name:
                self.bearers.setdefault(name, []).append((type_, index))

    def elements(self, name: Name) -> Scalar | None:
        """The type of which a plural means all, None for what is no plural."""
        type_name = None if name.text in self.types else self.plurals.get(name.text)
        return None if type_name is None else self.types.get(type_name)

    def size(self, type_: Scalar) -> int:
        """How many values a type has."""
        return range_of(self, type_).extent

    def kind_in(self, zone: int) -> KindT:
        """The type of the pieces in a zone."""
        return KindT(self.components[self.zones[zone].component].name)

    def component(self, type_: KindT) -> core.Component:
        """The component of a kind type."""
        return self.components[self.component_index[type_.component]]

    def place_of(self, entry: FieldEntry) -> Span:
        """Where a field is declared."""
        return (self.zones if entry.sort == "zone" else self.variables)[entry.index].span

    def line_number(self, span: Span) -> int:
        """The line of the text in which the span begins."""
        return self.source.line(span.start)

    def text(self, span: Span) -> str:
        """What stands at the span, on one line."""
        return " ".join(self.source.text[span.start : span.end].split())
