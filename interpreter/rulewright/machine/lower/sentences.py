"""Sentences that cannot stop: structured code."""

from attrs import evolve, frozen

from rulewright.language import core
from rulewright.language.component_kinds import MOST_KINDS
from rulewright.language.effects import knows_where
from rulewright.language.intervals import LIMIT
from rulewright.language.span import NOWHERE, Span
from rulewright.language.walking import walk
from rulewright.machine.lower import boards, indexing, moving, pieces, sequences, variables
from rulewright.machine.lower.builder import END_LABEL, Builder, Domain, Scope, domain_of
from rulewright.machine.lower.terms import at, both, guarded, increase, inverse, plus, set_at, times
from rulewright.machine.program import nodes as ir

# ---- Loops over sequences and seats as parts: how they begin, whether they go on, what happens around a pass
# In: a scope and a core loop. Out: `Loop`, code fragments that `sentences` joins to a structured loop and `blocks` to
# a loop that may stop inside. What a loop remembers lies where the scope keeps things.


@frozen
class Loop:
    """`begin` once; while `more`, asked behind `look`: `load`, then if `there` the body, then `after`."""

    begin: ir.Code
    more: ir.Expr
    load: ir.Code
    after: ir.Code = ()
    there: ir.Expr = ir.YES
    look: ir.Code = ()


def for_each(scope: Scope, sentence: core.ForEach) -> Loop:
    """The elements are kept when the sentence begins; a piece is found again when its turn comes."""
    match sentence.seq:
        case core.Values(number):
            return _for_values(scope, sentence, ir.Const(number))
        case core.Numbers():
            return _for_numbers(scope, sentence, sentence.seq)
        case _:
            return _for_kept(scope, sentence)


def _for_numbers(scope: Scope, sentence: core.ForEach, seq: core.Numbers) -> Loop:
    """From one number to another, both fixed at the start; a none end gives nothing. What counts is one behind where
    one more than the last would be too large a number."""
    behind = int(indexing.range_here(scope, seq.high).high >= LIMIT)
    end = scope.keep("end")
    low, high = scope.atom(seq.low), scope.atom(seq.high)
    there = both(indexing.is_some(seq.low, low[1]), indexing.is_some(seq.high, high[1]))
    first, stop = plus(low[1], -behind), plus(high[1], 1 - behind)
    loop = _for_values(scope, sentence, ir.Cell(end), first, behind)
    last = ir.Set(end, stop if there == ir.YES else ir.Select(there, stop, first))
    return evolve(loop, begin=(*low[0], *high[0], last, *loop.begin))


def _for_values(scope: Scope, sentence: core.ForEach, end: ir.Expr, first: ir.Expr = ir.ZERO, behind: int = 0) -> Loop:
    """The local itself counts, in a cell beside it that is one ahead: only one of them lives across a stop."""
    spot = scope.declare(sentence.local, bare=True)
    ahead = scope.keep("next")
    return Loop(
        begin=(ir.Set(ahead, first),),
        more=ir.Bin("<", ir.Cell(ahead), end),
        load=spot.becomes(plus(ir.Cell(ahead), behind), ir.NO_PLACE),
        after=(ir.Set(ahead, plus(spot.value, 1 - behind)),),
    )


def _for_kept(scope: Scope, sentence: core.ForEach) -> Loop:
    """One by one; a piece has its turn where it lies then, if one of its kind does."""
    located, most = knows_where(scope.core, sentence.seq), indexing.room(scope, sentence.seq)
    places = Domain(-1, max(scope.build.layout.zones_end, MOST_KINDS))
    domain = places if located else domain_of(scope.core, scope.core.locals[sentence.local].type)
    row = scope.stretch("rest", most, pieces=located, domain=domain)
    row = evolve(row, overrun=indexing.overrun(scope, sentence.seq))
    turn = scope.keep("turn", domain=Domain(0, row.capacity))
    spot = scope.declare(sentence.local, bare=not located)
    begin = sequences.snapshot(scope, sentence.seq, row)
    if sentence.span in moving.watch(scope).loops:
        moving.watch(scope).waiting.append((row, turn, sentence.span))
        if any(isinstance(node, core.Held) for node in walk(sentence.seq)):
            # what was found some sentences before, and is gone now, will have no turn: its place would be kept in step
            index = ir.Cell(scope.temp())
            old = row.element(index)
            gone = inverse(ir.Invoke(pieces.here_function(scope), (old.value, old.place)))
            forget = ir.If(gone, (set_at(row.base, times(index, 2), moving.GONE),))
            begin += (ir.For(index.index, ir.ZERO, ir.Cell(row.length), (forget,), span=sentence.span),)
    element, step = row.element(ir.Cell(turn)), times(ir.Cell(turn), row.width)
    # what has had its turn is zeroed where equal situations must be equal vectors
    zeroed = (set_at(row.base + offset, step, ir.ZERO) for offset in range(row.width if row.resident else 0))
    return Loop(
        begin=(*begin, ir.Set(turn, ir.ZERO)),
        more=ir.Bin("<", ir.Cell(turn), ir.Cell(row.length)),
        load=(*spot.becomes(element.value, element.place), *zeroed, increase(turn)),
        there=ir.Invoke(pieces.here_function(scope), (spot.value, spot.place)) if located else ir.YES,
    )


def around(scope: Scope, sentence: core.Around) -> Loop:
    """`go around`: the next in `among` from `next` on, to the left, becomes `you`; afterwards `next` is the one to the
    left of `you`.

    The search goes before the test of `until`: it changes nothing that this could read."""
    you, players = scope.declare(sentence.you), ir.Const(scope.core.players)
    following = scope.keep("next", domain=Domain(0, players.value))
    begin = (ir.Set(following, indexing.some(scope, sentence.start, sentence.span)),)
    found = scope.temp()
    if sentence.among is None:
        search: ir.Code = (*you.becomes(ir.Cell(following)), ir.Set(found, ir.ONE))
    else:
        asked, step, seat, label = scope.build.array(players.value), scope.temp(), scope.temp(), scope.build.label()
        mark = scope.each(sentence.among, lambda spot: (set_at(asked, spot.value, ir.ONE),))
        take = ir.If(at(asked, ir.Cell(seat)), (*you.becomes(ir.Cell(seat)), ir.Set(found, ir.ONE), ir.Leave(label)))
        here = ir.Set(seat, ir.Bin("mod", ir.Bin("+", ir.Cell(following), ir.Cell(step)), players))
        loop = ir.For(step, ir.ZERO, players, (here, take), span=scope.span)
        search = (ir.Fill(asked, ir.ZERO, players, 0), *mark, ir.Set(found, ir.ZERO), ir.Labelled(label, (loop,)))
    until = None if sentence.until is None else inverse(scope.value(sentence.until))
    behind = ir.Set(following, ir.Bin("mod", plus(you.value, 1), players))
    return Loop(begin, both(until, ir.Cell(found)), (), (behind,), look=search)


def times_over(scope: Scope, sentence: core.RepeatTimes) -> Loop:
    """`repeat n times`: one cell counts down."""
    left = scope.keep("left")
    code, number = moving.how_many(scope, sentence.number, sentence.span)
    down = ir.Set(left, plus(ir.Cell(left), -1))
    return Loop((*code, ir.Set(left, number)), ir.Bin(">", ir.Cell(left), ir.ZERO), (down,))


# ---- Sentences that cannot stop: structured code
# In: a scope and core sentences. Out: code. `finish` and `end game` leave by labels.


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
            return variables.assign(scope, sentence)
        case core.AssignAll():
            return variables.assign_all(scope, sentence)
        case core.AddTo():
            return variables.add_to(scope, sentence)
        case core.Note():
            return variables.note(scope, sentence)
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
            return boards.pass_on(scope, sentence)
        case core.PackBoard():
            return boards.pack(scope, sentence)
        case core.Show():
            return boards.show(scope, sentence)
        case core.Remember(forgets=False):
            return variables.remember(scope, sentence)
        case core.Remember():
            return variables.forget(scope, sentence)
        case core.FinishProcedure(procedure):
            return (ir.Leave(_label(scope, procedure)),)
        case core.EndGame():
            leave = ir.Leave(END_LABEL)
            if sentence.winners is None:
                return (ir.Ended(None), leave)
            mask = scope.temp()
            return (*boards.seats_mask(scope, sentence.winners, mask), ir.Ended(ir.Cell(mask)), leave)
        case core.RunProcedure():
            function = _procedure(scope, sentence.procedure)
            params = scope.core.procedures[sentence.procedure].params
            before, args = pieces.arguments(scope, params, sentence.args)
            return (*before, ir.CallFunction(function, args))
        case core.If():
            tests = [scope.value(test) for test, _ in sentence.cases]
            code, note = scope.sentences(sentence.otherwise), scope.build.note
            for test, (_, then), place in reversed(list(zip(tests, sentence.cases, places(sentence), strict=True))):
                held, failed = note("branch", place), note("branch", place, 0)
                code = (ir.If(test, (*held, *scope.sentences(then)), (*failed, *code)),)
            return code
        case core.ForEach():
            return _loop(scope, for_each(scope, sentence), sentence.body)
        case core.Around():
            return _loop(scope, around(scope, sentence), sentence.body)
        case core.RepeatTimes():
            return _loop(scope, times_over(scope, sentence), sentence.body)
        case core.Repeat(until):
            test = ir.YES if until is None else inverse(scope.value(until))
            return (ir.While(test, scope.sentences(sentence.body), span=sentence.span),)
        case core.With():
            return (*bind_you(scope, sentence), *scope.sentences(sentence.body))
        case core.Draw() | core.RollInto() | core.Shuffle() | core.Choose() | core.ChooseAtOnce():
            raise AssertionError("a sentence that stops is lowered to blocks")


def let(scope: Scope, sentence: core.Let) -> ir.Code:
    """`let x be …`: evaluated once."""
    what = scope.core.locals[sentence.local]
    match sentence.value:
        case value if isinstance(value, core.Seq):
            most, overrun = indexing.room(scope, value), indexing.overrun(scope, value)
            row = scope.declare_stretch(sentence.local, most, overrun)
            return sequences.snapshot(scope, value, row)
        case value if what.piece:
            found = pieces.piece(scope, value, search=False)
            spot = scope.declare(sentence.local, bare=indexing.may_be_bare(scope, value))
            return (*found.code, *spot.becomes(found.kind, found.loc))
        case value:
            reckoned = indexing.for_local(scope, sentence.local, value)
            return scope.declare(sentence.local).becomes(reckoned)


def bind_you(scope: Scope, sentence: core.With) -> ir.Code:
    """`ask p:`: p is `you`."""
    who = indexing.some(scope, sentence.who, sentence.span)
    return scope.declare(sentence.you).becomes(who)


def _loop(scope: Scope, loop: Loop, sentences: tuple[core.Statement, ...]) -> ir.Code:
    inner = guarded(loop.there, (*scope.sentences(sentences), *loop.after))
    more = scope.after(loop.look, loop.more)
    return (*loop.begin, ir.While(more, (*loop.load, *inner), span=scope.span))


def _procedure(scope: Scope, index: int) -> int:
    """The function of a procedure that cannot stop, at least not here."""

    def make() -> ir.Function:
        inner, what = Scope(scope.build), scope.core.procedures[index]
        inner.span = what.span
        params, body = pieces.parameters(inner, what.params), inner.sentences(what.body)
        return ir.Function(
            what.name, params, (*begun(scope.build, index), ir.Labelled(_label(inner, index), body)), None
        )

    return scope.build.function(("procedure", index), make)


def begun(build: Builder, index: int) -> ir.Code:
    """Counts that a procedure or phase begins."""
    what = build.core.procedures[index]
    return build.note("phase" if what.phase else "procedure", what.span, name=what.name)


def _label(scope: Scope, index: int) -> int:
    """The label that leaves a procedure."""
    return scope.build.remembered(("label", index), scope.build.label)
