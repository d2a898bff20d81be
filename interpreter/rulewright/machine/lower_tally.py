"""The rules' score made ready to be asked: read once more from the text, its terms lowered to functions."""

from attrs import evolve

from rulewright.language import core
from rulewright.language.elaborate import tallying
from rulewright.language.elaborate.elaboration import tallied
from rulewright.language.parser import parse
from rulewright.language.source import Source
from rulewright.language.types import SeqT
from rulewright.machine.game import Rules
from rulewright.machine.known_scores import Watched, hidden_in
from rulewright.machine.lower.builder import Scope
from rulewright.machine.lower.lowering import Lowering
from rulewright.machine.move_names import Naming
from rulewright.machine.program import nodes as ir
from rulewright.machine.score_breakdown import Elements, Question, Tally, Term


def tally_of(rules: Rules) -> Tally | None:
    """Read the rules once more and make their score ready; None for a program that was not made from a text."""
    source = Source(rules.name, rules.source_text)
    parsed = parse(source, skip_examples=True)
    if parsed.diagnostics:
        return None
    entered, told = tallied(parsed, source, rules.players, rules.options)
    lowering = Lowering.of(entered)
    scope = Scope(lowering.build, span=entered.scoring.span)
    cell = scope.declare(told.player).cells[0]
    cases = tuple(
        (
            None if case.when is None else _question(scope, case.when),
            tuple(_term(scope, each) for each in case.terms),
        )
        for case in told.cases
    )
    ranks = tuple((rank.text, _question(scope, rank.value), rank.type) for rank in told.ranks)
    watched = Watched(lowering.program())
    fields, theirs = (_fields(program) for program in (watched.machine.program, rules.program))
    if fields != theirs[: len(fields)]:
        return None
    shared = max((slot.offset + slot.length for slot in fields), default=0)
    return Tally(watched, shared, Naming(entered, watched.machine), cell, cases, ranks, told.winners)


def _fields(program: ir.Program) -> list[ir.Slot]:
    """Where zones and variables lie: all that a score can ask. A game that begins at an example has one more of them,
    behind the others, and other cells behind that."""
    return [slot for slot in program.slots if slot.audience is not None]


def _question(scope: Scope, value: core.Expr) -> Question:
    inner = _apart(scope)
    cell = inner.temp()
    function = ir.Function("asked", (), (ir.Set(cell, inner.value(value)),), cell)
    return Question(scope.build.new_function(function), next(hidden_in(scope.core, value), None) is None)


def _apart(scope: Scope) -> Scope:
    return evolve(scope, spots=dict(scope.spots), depth=dict(scope.depth))


def _term(scope: Scope, term: tallying.Term) -> Term:
    each = None if term.each is None else _elements(scope, term.each)
    return Term(term.text, term.sign, _question(scope, term.value), each)


def _elements(scope: Scope, each: tallying.Each) -> Elements:
    code = _apart(scope).each(each.seq, lambda spot: (ir.Yield((spot.value, spot.place)),))
    listing = scope.build.new_function(ir.Function("listed", (), code, None))
    inner, what = _apart(scope), scope.core.locals[each.local]
    cells = inner.declare(each.local).cells
    assert not isinstance(what.type, SeqT), "an element is no sequence"
    return Elements(listing, cells, _question(inner, each.adds), what.type, what.piece)
