"""What a made text has declared: types, components, fields, options, and what may be called."""

from typing import Literal

from attrs import field, frozen

from rulewright.language.wording import plural as plural_of

Sort = Literal[
    "number",
    "flag",
    "enumeration",
    "spot",
    "grid",
    "hex",
    "joined",
    "player",
    "team",
    "kind",
    "line",
    "direction",
    "side",
    "words",
]
Shape = Literal["one", "maybe", "set", "counts"]


@frozen
class Type:
    """A type, known by its name in the text; `spot` is a number type, `values` are written as the text writes them."""

    sort: Sort
    name: str
    values: tuple[str, ...] = field(default=(), eq=False)
    low: int = field(default=0, eq=False)
    high: int = field(default=0, eq=False)

    @property
    def plural(self) -> str:
        return plural_of(self.name)

    @property
    def place(self) -> bool:
        """Whether boards may lie on it, and its values have neighbors."""
        return self.sort in ("spot", "grid", "hex", "joined")


NUMBER = Type("number", "number")
FLAG = Type("flag", "yes or no", ("yes", "no"))
PLAYER = Type("player", "player")
TEAM = Type("team", "team")
LINE = Type("line", "line")
# left and right are directions and sides: they are written only where it is clear which is meant
DIRECTION = Type("direction", "direction", ("up", "down", "up-left", "up-right", "down-left", "down-right"))
SIDE = Type("side", "side", ("top", "bottom"))


@frozen
class Attribute:
    """An attribute of the pieces of a component."""

    name: str
    type: Type
    shape: Shape = "one"


@frozen
class Component:
    """A sort of pieces. `named`: the attributes that tell its kinds apart; `plenty`: it is unlimited."""

    type: Type
    attributes: tuple[Attribute, ...] = ()
    named: int = 0
    plenty: bool = False


@frozen
class Zone:
    """A field that holds pieces. `sort`: pile, hand, area, row, slot, board or box."""

    name: str
    owners: tuple[Type, ...]
    sort: str
    component: Component
    audience: str
    place: Type | None = None
    faced: bool = False
    with_owner: bool = False
    capacity: int = 0
    modifiers: str = ""
    noted: bool = False

    @property
    def ordered(self) -> bool:
        return self.sort in ("pile", "row", "board")

    @property
    def roomy(self) -> bool:
        """Whether it takes as many pieces as come."""
        return self.sort in ("pile", "hand", "area", "row", "box") and not self.capacity


@frozen
class Variable:
    """A field that holds a value, perhaps none, a set or counts. `written`: its type and modifiers in the text.
    `unset`: it is none until it is set."""

    name: str
    owners: tuple[Type, ...]
    type: Type
    shape: Shape
    audience: str
    written: str
    unset: bool = False


Field = Zone | Variable


@frozen
class Signature:
    """What may be called: a definition (`result`, perhaps `many`), or a procedure (`result`: it answers; `you`: it asks
    who that is; `plain`: it neither decides nor meets chance), or an action (`plain`: simple enough to be offered
    anywhere)."""

    name: str
    params: tuple[tuple[Type, str], ...] = ()
    of: Type | None = None
    result: Type | None = None
    you: bool = False
    plain: bool = False
    family: Type | None = None
    many: bool = False
    maybe: bool = False


@frozen
class World:
    """Everything that a text has declared. `scored`: there are scores, so a game may end without a word on who won."""

    types: tuple[Type, ...]
    components: tuple[Component, ...]
    zones: tuple[Zone, ...]
    variables: tuple[Variable, ...]
    memories: tuple[str, ...] = ()
    scored: bool = True
    numbers: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    chosen: tuple[tuple[str, Type], ...] = ()
    definitions: tuple[Signature, ...] = ()
    procedures: tuple[Signature, ...] = ()
    actions: tuple[Signature, ...] = ()

    def sorts(self, *sorts: Sort) -> list[Type]:
        """The types of these sorts."""
        return [each for each in self.types if each.sort in sorts]

    def component(self, type_: Type) -> Component:
        """The component of a kind."""
        return next(each for each in self.components if each.type == type_)
