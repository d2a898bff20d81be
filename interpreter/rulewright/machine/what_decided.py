"""Which elements decided that a game is over: those for which the condition holds below which its end stands.

The rules are lowered once more with sentences that tell these elements, and the game is played again.
"""

from collections.abc import Iterator
from typing import Any, Final

from attrs import define, evolve

from rulewright.language import core
from rulewright.language.span import Span
from rulewright.language.types import PLAYER, LineT, Scalar, ValueT
from rulewright.language.walking import rebuilt, walk
from rulewright.machine.events import Told
from rulewright.machine.game import Decision, Game, Rules, RulesFault
from rulewright.machine.lower import lower

Named = tuple[str, str]
"""The type of an element, or `you` for who that is, and its name."""
YOU: Final = "you"
MARK: Final = "decided: "
"""So the sentences begin by which the elements are told."""


def what_decided(game: Game, at: Span) -> tuple[Named, ...]:
    """Of a game that the sentence at this place has ended the elements that decided: places of a line or a chain,
    values of a type; and who is `you`. Nothing where the condition speaks of no elements, or of pieces."""
    rules, marking = game.rules, _Marking(game.rules.core, at, [*game.rules.core.locals])
    told = marking.marked()
    if told is None:
        return ()
    again = Rules(told, lower(told), rules.source_text, rules.name, rules.sha256, rules.language).start()
    try:
        for step in game.steps:
            if isinstance(step, Decision):
                again.play(step.seat, step.move)
            else:
                again.give(step.outcome)
    except RulesFault:  # of an element that was not looked at
        return ()
    ours = (each for each in again.log if isinstance(each, Told) and each.telling.text.startswith(MARK))
    named = [
        (each.telling.text.removeprefix(MARK), str(rules.naming.argument(part.argument, value)))
        for each in ours
        for part, value in zip(each.telling.parts, each.values, strict=True)
    ]
    return tuple(dict.fromkeys(named))


@define
class _Marking:
    """The rules with sentences that tell what holds where the sentence `at` a place ends the game."""

    whole: core.Core
    at: Span
    locals: list[core.Local]
    found: bool = False

    def marked(self) -> core.Core | None:
        """The rules; None where there is nothing to tell."""
        names = ("procedures", "actions", "setup", "play")
        parts = {name: rebuilt(getattr(self.whole, name), self._inside) for name in names}
        return evolve(self.whole, **parts, locals=tuple(self.locals), invariants=()) if self.found else None

    def _inside(self, node: Any) -> Any:  # noqa: ANN401 - any node of the core
        if not isinstance(node, core.If):
            return rebuilt(node, self._inside)
        cases = []
        for test, body in node.cases:
            ends = [each for each in body if isinstance(each, core.EndGame) and each.span == self.at]
            told = (*self._told(test), *self._who(test, *ends)) if ends else ()
            self.found |= bool(told)
            cases.append((test, (*told, *rebuilt(body, self._inside))))
        return evolve(node, cases=tuple(cases), otherwise=rebuilt(node.otherwise, self._inside))

    def _who(self, *nodes: object) -> Iterator[core.Statement]:
        asked = (node.local for node in walk(nodes) if isinstance(node, core.Get) and node.type == PLAYER)
        you = next((local for local in asked if self.locals[local].name == YOU), None)
        yield from () if you is None else (_tell(YOU, you, PLAYER),)

    def _told(self, test: core.Expr) -> Iterator[core.Statement]:
        """What tells the elements for which a condition holds that holds itself."""
        match test:
            case core.Exists(local, seq, condition):
                yield from self._each(local, core.Filter(local, seq, condition))
            case core.Contains(core.Region(seq=core.Filter(local)) as chain):
                yield from self._each(local, chain)
            case core.Junction("and", operands):
                for operand in operands:
                    yield from self._told(operand)
            case core.Junction("or", operands):
                yield from (core.If(((operand, tuple(self._told(operand))),), ()) for operand in operands)
            case core.Cases(cases, otherwise):
                told = tuple((holds, tuple(self._told(then))) for holds, then in cases)
                yield core.If(told, tuple(self._told(otherwise)))
            case core.CallDefinition(number, args):
                asked = self.whole.definitions[number]
                result = tuple(self._told(asked.result))
                if result:
                    yield from (core.Let(param, arg) for param, arg in zip(asked.params, args, strict=True))
                    yield from (*asked.lets, *result)
            case _:
                pass

    def _each(self, local: int, seq: core.Seq) -> Iterator[core.Statement]:
        """What tells each element of a sequence, one of which is bound to a local: itself, or the places of a line."""
        what = self.locals[local]
        match what.type:
            case ValueT() as named if not what.piece:
                each = self._new(named)
                yield core.ForEach(each, seq, (_tell(named.name, each, named),))
            case LineT(place):
                line = core.Get(local, what.type)
                along = next(
                    (node for node in walk(seq) if isinstance(node, core.TableList) and line in node.indices), None
                )
                if along is not None:
                    each, one = self._new(what.type), self._new(ValueT(place))
                    along = evolve(along, indices=(core.Get(each, what.type),))
                    tells = core.ForEach(one, along, (_tell(place, one, ValueT(place)),))
                    yield core.ForEach(each, seq, (tells,))
            case _:
                pass

    def _new(self, type_: Scalar) -> int:
        self.locals.append(core.Local("each", type_))
        return len(self.locals) - 1


def _tell(text: str, local: int, type_: Scalar) -> core.Tell:
    return core.Tell(f"{MARK}{text}", (core.Quoted(text, core.Get(local, type_), type_),), None)
