"""Sentences that cannot stop: structured code."""

from collections.abc import Callable
from typing import Any, Final

from attrs import frozen

from rulewright.language import core
from rulewright.language.component_kinds import MOST_KINDS
from rulewright.language.effects import knows_where
from rulewright.language.intervals import LIMIT
from rulewright.language.span import NOWHERE, Span
from rulewright.language.walking import walk
from rulewright.machine.lower import boards, indexing, moving, pieces, telling, variables
from rulewright.machine.lower.builder import END_LABEL, Builder, Domain, Scope, domain_of
from rulewright.machine.lower.terms import at, both, inverse, plus, set_at, times
from rulewright.machine.program import nodes as ir

# ---- Loops over sequences and seats as parts, of which here structured loops are made, and in `stops` loops that may
# stop inside. What a loop remembers lies where the scope keeps things.


@frozen
class Loop:
    """Behind the code that begins it: while `more`, asked behind `look`: `load`, then if `there` the body, then
    `after`."""

    more: ir.Expr
    load: ir.Code = ()
    after: ir.Code = ()
    there: ir.Expr = ir.YES
    look: ir.Code = ()


def loop(scope: Scope, sentence: core.Loop) -> Loop:
    """The parts of a loop. Elements are kept when it begins; a piece is found again when its turn comes."""
    match sentence:
        case core.ForEach(seq=core.Values(number)):
            return _for_values(scope, sentence, ir.Const(number))
        case core.ForEach(seq=core.Numbers(low, high)):
            # both ends are fixed at the start; a none end gives nothing. What counts is one behind where one more than
            # the last would be too large a number
            behind = int(indexing.range_here(scope, high).high >= LIMIT)
            end, first, last = scope.keep("end"), scope.atom(low), scope.atom(high)
            there = both(indexing.is_some(low, first), indexing.is_some(high, last))
            begin, stop = plus(first, -behind), plus(last, 1 - behind)
            scope.set(end, stop if there == ir.YES else ir.Select(there, stop, begin))
            return _for_values(scope, sentence, end, begin, behind)
        case core.ForEach():
            return _for_kept(scope, sentence)
        case core.Around():
            return _around(scope, sentence)
        case core.Repeat(until):
            return Loop(ir.YES if until is None else inverse(scope.value(until)))
        case core.RepeatTimes():  # one cell counts down
            left = scope.keep("left")
            scope.set(left, moving.how_many(scope, sentence.number, sentence.span))
            return Loop(ir.Bin(">", left, ir.ZERO), (ir.Set(left.index, plus(left, -1)),))


def _for_values(scope: Scope, sentence: core.ForEach, end: ir.Expr, first: ir.Expr = ir.ZERO, behind: int = 0) -> Loop:
    """The local itself counts, in a cell beside it that is one ahead: only one of them lives across a stop."""
    spot = scope.declare(sentence.local, bare=True)
    ahead = scope.keep("next")
    scope.set(ahead, first)
    with scope.block() as load:
        scope.put(spot, plus(ahead, behind), ir.NO_PLACE)
    after = ir.Set(ahead.index, plus(spot.value, 1 - behind))
    return Loop(ir.Bin("<", ahead, end), tuple(load), (after,))


def _for_kept(scope: Scope, sentence: core.ForEach) -> Loop:
    """One by one; a piece has its turn where it lies then, if one of its kind does."""
    located, most = knows_where(scope.core, sentence.seq), indexing.room(scope, sentence.seq)
    places = Domain(-1, max(scope.build.layout.zones_end, MOST_KINDS))
    domain = places if located else domain_of(scope.core, scope.core.locals[sentence.local].type)
    overrun = indexing.overrun(scope, sentence.seq)
    row = scope.stretch("rest", most, pieces=located, domain=domain, overrun=overrun)
    turn = scope.keep("turn", domain=Domain(0, row.capacity))
    spot = scope.declare(sentence.local, bare=not located)
    scope.snapshot(sentence.seq, row)
    if sentence.span in moving.watch(scope).loops:
        moving.watch(scope).waiting.append((row, turn, sentence.span))
        if any(isinstance(node, core.Held) for node in walk(sentence.seq)):
            # what was found some sentences before, and is gone now, will have no turn: its place would be kept in step
            with scope.loop(ir.ZERO, row.length) as index:
                old = row.element(index)
                with scope.when(inverse(ir.Invoke(pieces.here_function(scope), (old.value, old.place)))):
                    scope.emit(set_at(row.base, times(index, 2), moving.GONE))
    scope.set(turn, ir.ZERO)
    with scope.block() as load:
        element, step = row.element(turn), times(turn, row.width)
        scope.put(spot, element.value, element.place)
        if row.resident:  # what has had its turn is zeroed where equal situations must be equal vectors
            scope.emit(*(set_at(row.base + offset, step, ir.ZERO) for offset in range(row.width)))
        scope.increase(turn)
    there = ir.Invoke(pieces.here_function(scope), (spot.value, spot.place)) if located else ir.YES
    return Loop(ir.Bin("<", turn, row.length), tuple(load), there=there)


def _around(scope: Scope, sentence: core.Around) -> Loop:
    """`go around`: the next in `among` from `next` on, to the left, becomes `you`; afterwards `next` is the one to the
    left of `you`.

    The search goes before the test of `until`: it changes nothing that this could read."""
    you, players = scope.declare(sentence.you), ir.Const(scope.core.players)
    following = scope.keep("next", domain=Domain(0, players.value))
    scope.set(following, indexing.some(scope, sentence.start, sentence.span))
    with scope.block() as search:
        if sentence.among is None:
            scope.put(you, following)
            found = scope.cell(ir.ONE)
        else:
            asked = scope.build.array(players.value)
            scope.emit(ir.Fill(asked, ir.ZERO, players, 0))
            scope.each(sentence.among, lambda spot: scope.emit(set_at(asked, spot.value, ir.ONE)))
            with scope.look() as (found, hit), scope.loop(ir.ZERO, players) as step:
                seat = scope.cell(ir.Bin("mod", ir.Bin("+", following, step), players))
                with scope.when(at(asked, seat)):
                    scope.put(you, seat)
                    scope.emit(*hit)
    until = None if sentence.until is None else inverse(scope.value(sentence.until))
    behind = ir.Set(following.index, ir.Bin("mod", plus(you.value, 1), players))
    return Loop(both(until, found), (), (behind,), look=tuple(search))


# ---- Sentences that cannot stop. `finish` and `end game` leave by labels.


def one(scope: Scope, sentence: core.Statement) -> None:
    """One sentence. Loops around it that keep things do not exist for it: it has effects."""
    around, scope.span = scope.span, sentence.span
    scope.emit(*noted(scope, sentence))
    with scope.apart():
        carry_out = BY_CLASS.get(type(sentence))
        match sentence:
            case _ if carry_out is not None:
                carry_out(scope, sentence)
            case core.FinishProcedure(procedure):
                scope.emit(ir.Leave(_label(scope, procedure)))
            case core.EndGame(winners):
                mask = None if winners is None else boards.seats_mask(scope, winners)
                scope.emit(ir.Ended(mask, span=sentence.span), ir.Leave(END_LABEL))
            case core.RunProcedure():
                function = _procedure(scope, sentence.procedure)
                params = scope.core.procedures[sentence.procedure].params
                args = pieces.arguments(scope, params, sentence.args)
                scope.emit(ir.CallFunction(function, args))
            case core.If():
                tests, code = [scope.value(test) for test, _ in sentence.cases], _block(scope, sentence.otherwise)
                for test, (_, then), place in reversed(list(zip(tests, sentence.cases, places(sentence), strict=True))):
                    held, failed = (scope.build.note("branch", place, outcome) for outcome in (1, 0))
                    code = (ir.If(test, (*held, *_block(scope, then)), (*failed, *code)),)
                scope.emit(*code)
            case core.ForEach() | core.Around() | core.RepeatTimes() | core.Repeat():
                found = loop(scope, sentence)
                more = scope.after(found.look, found.more)
                with scope.block() as passed:
                    scope.emit(*found.load)
                    with scope.when(found.there):
                        scope.sentences(sentence.body)
                        scope.emit(*found.after)
                scope.emit(ir.While(more, tuple(passed), span=scope.span))
            case core.With():
                bind_you(scope, sentence)
                scope.sentences(sentence.body)
            case _:
                raise AssertionError("a sentence that stops is lowered to blocks")
    scope.span = around


def noted(scope: Scope, sentence: core.Statement) -> ir.Code:
    """Counts that a sentence is carried out."""
    return scope.build.note("let" if isinstance(sentence, core.Let) else "sentence", sentence.span)


def places(sentence: core.If) -> tuple[Span, ...]:
    """Where each condition was written."""
    return sentence.places or (NOWHERE,) * len(sentence.cases)


def _block(scope: Scope, lines: tuple[core.Statement, ...]) -> ir.Code:
    with scope.block() as code:
        scope.sentences(lines)
    return tuple(code)


def let(scope: Scope, sentence: core.Let) -> None:
    """`let x be …`: evaluated once."""
    local, value = sentence.local, sentence.value
    if isinstance(value, core.Seq):
        most, overrun = indexing.room(scope, value), indexing.overrun(scope, value)
        scope.snapshot(value, scope.declare_stretch(local, most, overrun))
    elif scope.core.locals[local].piece:
        found = pieces.piece(scope, value, search=False)
        scope.put(scope.declare(local, bare=indexing.may_be_bare(scope, value)), found.value, found.place)
    else:
        reckoned = indexing.for_local(scope, local, value)
        scope.put(scope.declare(local), reckoned)


def bind_you(scope: Scope, sentence: core.With) -> None:
    """`ask p:`: p is `you`."""
    who = indexing.some(scope, sentence.who, sentence.span)
    scope.put(scope.declare(sentence.you), who)


def _procedure(scope: Scope, index: int) -> int:
    """The function of a procedure that cannot stop, at least not here."""

    def make() -> ir.Function:
        what = scope.core.procedures[index]
        inner = Scope(scope.build, span=what.span)
        params, label = pieces.parameters(inner, what.params), _label(inner, index)
        inner.emit(*begun(scope.build, index), ir.Labelled(label, _block(inner, what.body)))
        return inner.function(what.name, params)

    return scope.build.function(("procedure", index), make)


def begun(build: Builder, index: int) -> ir.Code:
    """Counts that a procedure or phase begins."""
    what = build.core.procedures[index]
    return build.note("phase" if what.phase else "procedure", what.span, name=what.name)


def _label(scope: Scope, index: int) -> int:
    return scope.build.remembered(("label", index), scope.build.label)


BY_CLASS: Final[dict[type[core.Statement], Callable[[Scope, Any], None]]] = {
    core.Let: let,
    core.Assign: variables.assign,
    core.AssignAll: variables.assign_all,
    core.AddTo: variables.add_to,
    core.Note: variables.note,
    core.Remember: variables.remember,
    core.MovePiece: moving.move_piece,
    core.MoveAll: moving.move_all,
    core.MoveSome: moving.move_some,
    core.ChangePiece: boards.change_piece,
    core.Flip: boards.flip,
    core.SwapPlaces: boards.swap,
    core.RotateLine: boards.rotate,
    core.PassZones: boards.pass_on,
    core.PackBoard: boards.pack,
    core.Show: boards.show,
    core.Tell: telling.tell,
}
