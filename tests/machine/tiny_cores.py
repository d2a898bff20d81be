"""Tiny cores made by hand, and a way to play them: the first (or a chosen) answer to whatever is asked."""

from rulewright.language import core
from rulewright.language.span import NOWHERE
from rulewright.language.types import BOOL, PLAYER, KindT, NumberT, Scalar, SeqT
from rulewright.machine.interpret import Deciding, Machine, Over, Waiting
from rulewright.machine.lower import Lowering
from rulewright.machine.program.nodes import Program, ShuffleChance

CARD = KindT("card")
NUMBER = NumberT(0, 100)


class Rules:
    """A core under construction."""

    def __init__(self, players: int = 2) -> None:
        self.players = players
        self.components: list[core.Component] = []
        self.zones: list[core.Zone] = []
        self.variables: list[core.Variable] = []
        self.locals: list[core.Local] = []
        self.definitions: list[core.Definition] = []
        self.procedures: list[core.Procedure] = []
        self.actions: list[core.Action] = []
        self.limits: list[core.Limit] = []
        self.tables: list[core.Table] = []
        self.list_tables: list[core.ListTable] = []
        self.values = {"player": tuple(f"P{n}" for n in range(players)), "team": tuple(f"T{n}" for n in range(players))}
        self.invariants: list[core.Invariant] = []

    def cards(self, kinds: int = 5, copies: int | None = 1) -> int:
        """A component `card` with an attribute `rank` that is the number of the kind; and its box, zone 0."""
        rank = core.Attribute("rank", NumberT(0, kinds - 1), tuple(range(kinds)))
        names = tuple(f"c{n}" for n in range(kinds))
        self.components.append(core.Component("card", names, (copies,) * kinds, (rank,)))
        return self.zone("box", "area", box=True)

    def zone(self, name: str, kind: core.ZoneKind, *owners: Scalar, **more: object) -> int:
        self.zones.append(core.Zone(name, kind, 0, owners, "everyone", **more))
        return len(self.zones) - 1

    def variable(self, name: str, type_: object = NUMBER, *owners: Scalar, starts: object = None) -> int:
        self.variables.append(core.Variable(name, type_, owners, "everyone", starts))
        return len(self.variables) - 1

    def local(self, name: str, type_: Scalar | SeqT, *, piece: bool = False, capacity: int = 0) -> int:
        self.locals.append(core.Local(name, type_, piece, capacity))
        return len(self.locals) - 1

    def card(self, name: str = "c") -> int:
        return self.local(name, CARD, piece=True)

    def procedure(self, name: str, *body: core.Statement, params: tuple[int, ...] = (), phase: bool = False) -> int:
        self.procedures.append(core.Procedure(name, name, phase, None, params, body))
        return len(self.procedures) - 1

    def action(self, name: str, *body: core.Statement, header: tuple[core.HeaderLine, ...] = (), **more: object) -> int:
        you = more.pop("you", None)
        local = self.local("you", PLAYER) if you is None else you
        self.actions.append(core.Action(name, None, local, (), header, body, **more))
        return len(self.actions) - 1

    def core(self, *play: core.Statement, setup: tuple[core.Statement, ...] = (), **scoring: object) -> core.Core:
        judged = {"player": 0, "score": None, "score_lets": (), "winners": None, "winners_lets": (), "of_teams": False}
        return core.Core(
            title="tiny", subtitle=None, players=self.players, seat_names=self.values["player"],
            teams=tuple(range(self.players)), options=(), values=dict(self.values),
            components=tuple(self.components), geometries=(), tables=tuple(self.tables),
            list_tables=tuple(self.list_tables), zones=tuple(self.zones), variables=tuple(self.variables),
            locals=tuple(self.locals), definitions=tuple(self.definitions), procedures=tuple(self.procedures),
            actions=tuple(self.actions), limits=tuple(self.limits), setup=setup, play=play,
            scoring=core.Scoring(**(judged | scoring)), invariants=tuple(self.invariants), secrets=(),
        )  # fmt: skip


def num(value: int) -> core.Const:
    return core.Const(value, NumberT(value, value))


def seat(value: int) -> core.Const:
    return core.Const(value, PLAYER)


def yes() -> core.Const:
    return core.Const(1, BOOL)


def get(rules: Rules, local: int) -> core.Get:
    type_ = rules.locals[local].type
    assert not isinstance(type_, SeqT)
    return core.Get(local, type_)


def read(variable: int, *owners: core.Expr, type_: Scalar = NUMBER) -> core.Read:
    return core.Read(core.VarRef(variable, owners), type_)


def assign(variable: int, value: core.Expr, *owners: core.Expr) -> core.Assign:
    return core.Assign(core.VarRef(variable, owners), value)


def zone(number: int, *owners: core.Expr) -> core.ZoneRef:
    return core.ZoneRef(number, owners)


def pieces(number: int, *owners: core.Expr) -> core.Pieces:
    return core.Pieces(zone(number, *owners))


def plus(left: core.Expr, right: core.Expr) -> core.Calc:
    return core.Calc("+", left, right, NumberT(-1000, 1000))


def move_all(seq: core.Seq, to: core.Target) -> core.MoveAll:
    return core.MoveAll(seq, to, None, None)


def move(number: int, seq: core.Seq, to: core.Target, *, up_to: bool = False, **more: object) -> core.MoveSome:
    return core.MoveSome(num(number), seq, to, None, None, up_to, **more)


class Play:
    """A machine and names for what its vector says."""

    def __init__(self, rules: Rules, made: core.Core) -> None:
        self.rules = rules
        self.lowering = Lowering.of(made)
        self.program: Program = self.lowering.program()
        self.machine = Machine(self.program)
        self.machine.start()

    def check_domains(self) -> None:
        """Every cell of the vector lies in a slot, and in its domain."""
        vector, covered = self.machine.vector, 0
        for slot in self.program.slots:
            covered += slot.length
            for value in vector[slot.offset : slot.offset + slot.length]:
                assert slot.low <= value <= slot.high or value == slot.none, slot
        assert covered == len(vector)

    @property
    def over(self) -> bool:
        self.check_domains()
        return isinstance(self.machine.stop, Over)

    @property
    def asked(self) -> tuple[int, ...]:
        assert isinstance(self.machine.stop, Deciding), self.machine.stop
        self.check_domains()
        return self.machine.stop.seats

    def choose(self, number: int = 0, seat: int | None = None) -> None:
        who = self.asked[0] if seat is None else seat
        self.machine.choose(who, self.machine.moves(who)[number])

    def draw(self, number: int = 0) -> tuple[int, ...]:
        assert isinstance(self.machine.stop, Waiting)
        point = self.machine.point
        assert not isinstance(point, ShuffleChance)
        found = self.machine.candidates(point)
        self.machine.drawn(found[number][:-1])
        return found[number]

    def variable(self, number: int, instance: int = 0) -> int:
        return self.machine.vector[self.lowering.build.layout.variables[number].offset + instance]

    def cells(self, number: int) -> list[int]:
        """All cells of a set or counts."""
        lies = self.lowering.build.layout.variables[number]
        return list(self.machine.vector[lies.offset : lies.offset + lies.width * lies.instances])

    def kinds(self, number: int, instance: int = 0) -> list[int]:
        """The kinds in a zone, as the rules order them: piles from the top."""
        found = [kind for kind, _ in self.machine.zones.pieces(number, instance)]
        return found[::-1] if self.program.zones[number].kind == "pile" else found

    def ask(self, expr: core.Expr) -> int:
        """The value of an expression now."""
        function = self.lowering.expression(expr, NOWHERE)
        self.program = self.lowering.program()
        other = Machine(self.program)
        other.load(self.machine.vector)
        return other.call(function)

    def listed(self, seq: core.Seq) -> list[tuple[int, ...]]:
        """The elements of a sequence now."""
        function = self.lowering.sequence(seq, NOWHERE)
        other = Machine(self.lowering.program())
        other.load(self.machine.vector)
        return list(other.c.enumerator(function)())


def run(rules: Rules, *play: core.Statement) -> Play:
    """Plays sentences that need no answer; the game is over."""
    return Play(rules, rules.core(*play))
