"""How values are written that are told, and `tell`."""

from attrs import evolve

from rulewright.language import core, types
from rulewright.language.facts.ranges import sort_of
from rulewright.machine.lower.boards import seats_mask
from rulewright.machine.lower.builder import Scope
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
            return ir.Argument("piece" if piece else "value", program.components[component].kinds, component)
        case types.ValueT() | types.LineT() as named:
            return ir.Argument("value", program.values[named.name], players=named == types.PLAYER)
        case types.NumberT(place=place):
            return ir.Argument("number", called=tuple(program.number_names.get(place or "", {}).items()))
        case types.BoolT():
            return ir.Argument("flag", ("no", "yes"))


def tell(scope: Scope, sentence: core.Tell) -> None:
    """`tell "…" to y`: what stands in the gaps is reckoned before, on both backends."""
    mask = ir.Const(2**scope.core.players - 1) if sentence.to is None else seats_mask(scope, sentence.to)
    asked = (part(scope, each) for each in sentence.parts)
    parts = tuple(evolve(each, value=scope.kept(each.value)) for each in asked)
    scope.emit(ir.Tell(sentence.text, parts, mask))
