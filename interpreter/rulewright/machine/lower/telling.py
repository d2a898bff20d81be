"""How values are written that are told, and `tell`."""

from collections.abc import Iterator

from attrs import evolve

from rulewright.language import core, types
from rulewright.language.facts.ranges import range_of, sort_of
from rulewright.machine.lower.boards import seats_mask
from rulewright.machine.lower.builder import Scope
from rulewright.machine.lower.variables import reader
from rulewright.machine.program import nodes as ir


def part(scope: Scope, what: core.Quoted) -> ir.GuardPart:
    """A question that is told with its value."""
    value = scope.direct(what.value)
    return ir.GuardPart(what.text, value, argument(scope.core, what.type, piece=False, words=None))


def argument(
    program: core.Core, type_: types.Scalar | types.SeqT, *, piece: bool, words: tuple[str, ...] | None
) -> ir.Argument:
    """How a picked or drawn value is written."""
    if words is not None:
        return ir.Argument("word", words)
    match types.without_none(types.each_of(type_)):
        case types.KindT() as kinds:
            component = sort_of(program, kinds)
            return ir.Argument(
                "piece" if piece else "value", program.components[component].kinds, component, of=kinds.name
            )
        case types.ValueT() | types.LineT() as named:
            return ir.Argument("value", program.values[named.name], players=named == types.PLAYER, of=named.name)
        case types.NumberT(place=place):
            return ir.Argument("number", called=tuple(program.number_names.get(place or "", {}).items()))
        case types.BoolT():
            return ir.Argument("flag", ("no", "yes"))


def tell(scope: Scope, sentence: core.Tell) -> None:
    """`tell "…" to y`: what stands in the gaps is reckoned before, on both backends."""
    mask = ir.Const(2**scope.core.players - 1) if sentence.to is None else seats_mask(scope, sentence.to)
    parts = list[ir.GuardPart]()
    for each in sentence.parts:
        parts += holding(scope, each) if isinstance(each, core.Holding) else (part(scope, each),)
    kept = tuple(evolve(each, value=scope.kept(each.value)) for each in parts)
    scope.emit(ir.Tell(sentence.text, kept, mask))


def holding(scope: Scope, what: core.Holding) -> Iterator[ir.GuardPart]:
    """What a set or counts hold: of each value how many."""
    said, values = argument(scope.core, what.of, piece=False, words=None), range_of(scope.core, what.of)
    read = reader(scope, what.counts, values.low)
    for at, value in enumerate(values.integers):
        name = said.names[at] if said.names else str(dict(said.called).get(value, value))
        yield ir.GuardPart(what.text, read.number(ir.Const(at)), ir.Argument("held", (name,)))
