"""Questions that a game would rarely ask: every definition of a ruleset, for a few arguments, at every stop.

They go into the typed core as invariants whose condition is any value, so that the machine lowers and asks them.
"""

from collections.abc import Iterator
from itertools import islice, product

from attrs import evolve

from rulewright import Rules
from rulewright.language import core
from rulewright.language.types import NumberT, Scalar, SeqT
from rulewright.machine.lower import lower
from tests.plain.state import values_of

NOTHING = -(10**9)
"""What none is told as."""
ARGUMENTS = 3
QUESTIONS = 40


def probed(rules: Rules) -> Rules:
    """The same rules with such questions as their invariants, behind their own."""
    asked = (*rules.core.invariants, *islice(_questions(rules.core), QUESTIONS))
    wider = evolve(rules.core, invariants=asked)
    return Rules(wider, lower(wider), rules.source_text, rules.name, rules.sha256)


def _questions(rules: core.Core) -> Iterator[core.Invariant]:
    """Of each definition one after the other, so that few questions still ask all of them."""
    every = [_of_definition(rules, number) for number in range(len(rules.definitions))]
    while every:
        for asking in list(every):
            question = next(asking, None)
            if question is None:
                every.remove(asking)
            else:
                yield question


def _of_definition(rules: core.Core, number: int) -> Iterator[core.Invariant]:
    definition = rules.definitions[number]
    types = [rules.locals[param].type for param in definition.params]
    some = [_some(rules, type_) for type_ in types if not isinstance(type_, SeqT)]
    for args in islice(product(*some), ARGUMENTS * ARGUMENTS):
        call = core.CallDefinition(number, args, definition.type)
        nothing = (core.IsNone(call), core.Const(NOTHING, NumberT(NOTHING, NOTHING)))
        told = core.Cases((nothing,), call, NumberT(NOTHING, -NOTHING))
        yield core.Invariant(definition.name, told, span=definition.span)


def _some(rules: core.Core, type_: Scalar) -> list[core.Const]:
    """The first, the last and a value between."""
    values = values_of(rules, type_)
    chosen = dict.fromkeys((values[0], values[-1], values[len(values) // 2]))
    return [core.Const(value, type_) for value in chosen]
