"""Sentences that cannot stop: structured code.

In: a scope and core sentences. Out: code. `finish` and `end game` leave by labels.
"""

from rulewright.language import core
from rulewright.language.span import NOWHERE, Span
from rulewright.machine.lower import (
    aggregates,
    assigning,
    boards,
    instances,
    loops,
    memories,
    move_zone,
    moving,
    pieces,
    procedures,
    sequence_facts,
    sequences,
)
from rulewright.machine.lower.builder import END_LABEL, Scope
from rulewright.machine.lower.terms import YES, guarded, inverse
from rulewright.machine.program import nodes as ir


def one(scope: Scope, sentence: core.Statement) -> ir.Code:
    """One sentence. Loops around it that keep things do not exist for it: it has effects."""
    around, scope.span = scope.span, sentence.span
    code = scope.apart(lambda: _one(scope, sentence))
    scope.span = around
    return (*noted(scope, sentence), *code)


def noted(scope: Scope, sentence: core.Statement) -> ir.Code:
    """Counts that a sentence is carried out."""
    return scope.build.note("let" if isinstance(sentence, core.Let) else "sentence", sentence.span)


def places(sentence: core.If) -> tuple[Span, ...]:
    """Where each condition was written."""
    return sentence.places or (NOWHERE,) * len(sentence.cases)


def _one(scope: Scope, sentence: core.Statement) -> ir.Code:
    match sentence:
        case core.Let():
            return let(scope, sentence)
        case core.Assign():
            return assigning.assign(scope, sentence)
        case core.AssignAll():
            return aggregates.assign_all(scope, sentence)
        case core.AddTo():
            return aggregates.add_to(scope, sentence)
        case core.Note():
            return assigning.note(scope, sentence)
        case core.ChangePiece():
            return boards.change_piece(scope, sentence)
        case core.MovePiece():
            return moving.move_piece(scope, sentence)
        case core.MoveAll():
            return moving.move_all(scope, sentence)
        case core.MoveSome():
            return moving.move_some(scope, sentence)
        case core.Flip():
            return boards.flip(scope, sentence)
        case core.SwapPlaces():
            return boards.swap(scope, sentence)
        case core.RotateLine():
            return boards.rotate(scope, sentence)
        case core.PassZones():
            return move_zone.pass_on(scope, sentence)
        case core.PackBoard():
            return boards.pack(scope, sentence)
        case core.Show():
            return boards.show(scope, sentence)
        case core.Remember():
            return memories.remember(scope, sentence)
        case core.Forget():
            return memories.forget(scope, sentence)
        case core.FinishProcedure(procedure):
            return (ir.Leave(procedures.label(scope, procedure)),)
        case core.EndGame():
            return _end_game(scope, sentence)
        case core.RunProcedure():
            return _run(scope, sentence)
        case core.If():
            return _if(scope, sentence)
        case core.ForEach():
            return _loop(scope, loops.for_each(scope, sentence), sentence.body)
        case core.Around():
            return _loop(scope, loops.around(scope, sentence), sentence.body)
        case core.RepeatTimes():
            return _loop(scope, loops.times_over(scope, sentence), sentence.body)
        case core.Repeat(until):
            test = YES if until is None else inverse(scope.value(until))
            return (ir.While(test, scope.sentences(sentence.body), span=sentence.span),)
        case core.With():
            return (*bind_you(scope, sentence), *scope.sentences(sentence.body))
        case core.Draw() | core.Roll() | core.RollInto() | core.Shuffle() | core.Choose() | core.ChooseAtOnce():
            raise AssertionError("a sentence that stops is lowered to blocks")


def let(scope: Scope, sentence: core.Let) -> ir.Code:
    """`let x be …`: evaluated once."""
    what = scope.core.locals[sentence.local]
    match sentence.value:
        case value if isinstance(value, core.Seq):
            most, overrun = sequence_facts.room(scope, value), sequence_facts.overrun(scope, value)
            row = scope.declare_stretch(sentence.local, most, overrun)
            return sequences.snapshot(scope, value, row)
        case value if what.piece:
            found = pieces.piece(scope, value, search=False)
            spot = scope.declare(sentence.local, bare=sequence_facts.may_be_bare(scope, value))
            return (*found.code, *spot.becomes(found.kind, found.loc))
        case value:
            reckoned = instances.for_local(scope, sentence.local, value)
            return scope.declare(sentence.local).becomes(reckoned)


def bind_you(scope: Scope, sentence: core.With) -> ir.Code:
    """`ask p:`: p is `you`."""
    who = instances.some(scope, sentence.who, sentence.span)
    return scope.declare(sentence.you).becomes(who)


def _loop(scope: Scope, loop: loops.Loop, sentences: tuple[core.Statement, ...]) -> ir.Code:
    inner = guarded(loop.there, (*scope.sentences(sentences), *loop.after))
    more = scope.after(loop.look, loop.more)
    return (*loop.begin, ir.While(more, (*loop.load, *inner), span=scope.span))


def _if(scope: Scope, sentence: core.If) -> ir.Code:
    tests = [scope.value(test) for test, _ in sentence.cases]
    code, note = scope.sentences(sentence.otherwise), scope.build.note
    for test, (_, then), place in reversed(list(zip(tests, sentence.cases, places(sentence), strict=True))):
        held, failed = note("branch", place), note("branch", place, 0)
        code = (ir.If(test, (*held, *scope.sentences(then)), (*failed, *code)),)
    return code


def _end_game(scope: Scope, sentence: core.EndGame) -> ir.Code:
    leave = ir.Leave(END_LABEL)
    if sentence.winners is None:
        return (ir.Ended(None), leave)
    mask = scope.temp()
    return (*boards.seats_mask(scope, sentence.winners, mask), ir.Ended(ir.Cell(mask)), leave)


def _run(scope: Scope, sentence: core.RunProcedure) -> ir.Code:
    function = procedures.procedure(scope, sentence.procedure)
    params = scope.core.procedures[sentence.procedure].params
    before, args = procedures.arguments(scope, params, sentence.args)
    return (*before, ir.CallFunction(function, args))
