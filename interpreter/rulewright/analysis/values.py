"""What is so where a condition does not hold: the values that it compares, and the element that fails."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Final

from attrs import evolve, frozen

from rulewright.analysis.position_text import Names
from rulewright.language import core
from rulewright.language.elaborate.explanations import Account, Against, Listing, Part, Witness
from rulewright.language.span import Span
from rulewright.language.types import PLAYER, TEAM, Scalar, SeqT
from rulewright.language.wording import listed
from rulewright.machine.interpret import Machine, RulesFault
from rulewright.machine.lower.builder import Scope
from rulewright.machine.lower.lowering import Lowering
from rulewright.machine.move_names import Naming
from rulewright.machine.program import nodes as ir

MOST_TOLD: Final = 8
"""So many values are told."""


@frozen
class Teller:
    """A machine that stands where it happened, and how things are called there."""

    names: Names
    machine: Machine
    naming: Naming


Tells = Callable[[Teller], Iterator[str]]


def told(
    entered: core.Core, accounts: tuple[Account, ...], span: Span, vector: Sequence[int], names: Names
) -> tuple[str, ...]:
    """What is so in this state of the rules that `names` knows, where a condition at this place does not hold, each
    once; nothing where nothing is known. Law: states of the core are laid out like those of these rules."""
    noting = bool(names.rules.program.notes)  # a program that counts lays out its frames otherwise
    lowering = Lowering.of(entered, noting=noting)
    tells = _each(lowering, Scope(lowering.build, span=span), accounts)
    machine = Machine(lowering.program())
    assert machine.program.slots == names.rules.program.slots, "states are laid out alike"
    machine.place(vector)
    return tuple(dict.fromkeys(_told(Teller(names, machine, Naming(entered, machine)), tells)))[:MOST_TOLD]


def _told(teller: Teller, tells: Tells) -> Iterator[str]:
    """What can be told before something goes wrong, if it does."""
    with suppress(RulesFault):
        yield from tells(teller)


# ---- made ready, before there is a machine


def _each(lowering: Lowering, scope: Scope, accounts: tuple[Account, ...]) -> Tells:
    made = [_one(lowering, scope, account) for account in accounts]
    return lambda teller: (line for tells in made for line in tells(teller))


def _one(lowering: Lowering, scope: Scope, account: Account) -> Tells:
    match account:
        case core.Quoted(text, value, type_):
            return partial(_value, text, _function(scope, value), type_, "")
        case Against(core.Quoted(text, value, type_), wanted):
            return partial(_value, text, _function(scope, value), type_, f", not {wanted}")
        case Part(condition, outcome, accounts):
            return partial(_part, _function(scope, condition), outcome, _each(lowering, scope, accounts))
        case Listing(text, seq, of):
            return partial(_listing, text, _elements(scope, seq), of)
        case Witness(name, local, seq, accounts):
            found = _elements(scope, seq)
            what, inner = scope.core.locals[local], evolve(scope, spots=dict(scope.spots), depth=dict(scope.depth))
            cells = inner.declare(local).cells
            assert not isinstance(what.type, SeqT), "an element is no sequence"
            return partial(_witness, name, found, cells, what.type, _each(lowering, inner, accounts))


def _function(scope: Scope, value: core.Expr) -> int:
    cell = scope.temp()
    return scope.build.new_function(ir.Function("asked", (), (ir.Set(cell, scope.value(value)),), cell))


def _elements(scope: Scope, seq: core.Seq) -> int:
    """A function that lists the elements."""
    apart = evolve(scope, spots=dict(scope.spots), depth=dict(scope.depth))
    code = apart.each(seq, lambda spot: (ir.Yield((spot.value, spot.place)),))
    return scope.build.new_function(ir.Function("listed", (), code, None))


# ---- told


def _value(text: str, function: int, type_: Scalar, wanted: str, teller: Teller) -> Iterator[str]:
    value = teller.naming.value(type_, teller.machine.call(function))
    yield f"{text} is {teller.names.item(value)}{wanted}"


def _listing(text: str, found: int, of: Scalar, teller: Teller) -> Iterator[str]:
    values = [value for value, *_ in teller.machine.listed(found)]
    if of == TEAM:  # its members have names
        of, values = PLAYER, [seat for seat, team in enumerate(teller.naming.core.teams) if team in values]
    words = Counter(teller.names.item(teller.naming.value(of, value)) for value in values)
    held = (word if times == 1 else f"{word} * {times}" for word, times in words.items())
    yield f"{text} holds {listed(held) or 'nothing'}"


def _part(condition: int, outcome: bool, tells: Tells, teller: Teller) -> Iterator[str]:  # noqa: FBT001 - bound before
    if bool(teller.machine.call(condition)) == outcome:
        yield from tells(teller)


def _witness(
    name: str, found: int, cells: tuple[int, ...], type_: Scalar, tells: Tells, teller: Teller
) -> Iterator[str]:
    """The first element found, how many more there are, and what is told of it."""
    elements = teller.machine.listed(found)
    if not elements:
        return
    for cell, word in zip(cells, elements[0], strict=False):  # a value has no place
        teller.machine.memory[cell] = word
    others = len(elements) - 1
    more = f" (one of {others + 1})" if others else ""
    what = f"{name} is {_element(teller, type_, *elements[0])}{more}"
    inner = list(_told(teller, tells))
    yield from (f"{what}, and {line}" for line in inner) if inner else (what,)


def _element(teller: Teller, type_: Scalar, value: int, loc: int) -> str:
    """An element, of a piece with where it lies."""
    name = teller.names.item(teller.naming.value(type_, value))
    if loc < 0:
        return name
    zones = teller.machine.zones.places
    spot = zones.spots[loc]
    layout = teller.machine.program.zones[spot.zone]
    if layout.kind == "board":
        return f"{name} on {teller.naming.place(spot.zone, spot.place)}"
    return f"{name} in {teller.names.owned(layout.name, teller.naming.owners(spot.zone, spot.instance))}"
