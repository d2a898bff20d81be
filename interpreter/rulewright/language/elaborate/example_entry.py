"""`at P as X`: the core changed so that play begins at P, as if its callers had just reached it.

Each body on the way gets a remainder: what is still carried out of it when play comes from P. A loop is in its first
pass, `each player` and `go around` stand at X; what stands before P in a body is done. A hidden variable is yes until
P is reached; while it is, the procedures on the way run their remainders.
"""

from collections.abc import Iterator

from attrs import evolve, frozen

from rulewright.language import core
from rulewright.language.core_queries import reads
from rulewright.language.example_core import Entry
from rulewright.language.types import BOOL, PLAYER, NumberT, SeqT, with_none
from rulewright.language.walking import walk

Statements = tuple[core.Statement, ...]
Remainder = tuple[Statements, tuple[core.Local, ...]]
Way = tuple[Statements, tuple[tuple[int, Statements], ...], tuple[core.Local, ...]]
"""A chain of callers: what remains of `play:`; the procedures from the outermost to the one that calls P, each with its
remainder; all locals."""


@frozen
class Target:
    """The call that is looked for: of a procedure, with what stands before it; or, with `whole`, the beginning of the
    body that is looked at."""

    procedure: int
    before: Statements
    args: tuple[core.Expr, ...] | None
    seat: int | None
    players: int
    variables: tuple[core.Variable, ...] = ()
    whole: bool = False


def enter(base: core.Core, entry: Entry, givens: Statements) -> tuple[core.Core | None, int]:
    """The core that lays out the position and begins at the entry, and how many chains of callers there are (the core
    is None unless there is exactly one)."""
    if entry.at_setup:
        return evolve(base, setup=(*givens, *base.setup)), 1
    if entry.procedure is None:
        play, kept = at_first_turn(base.play, entry.seat, base)
        return evolve(base, setup=givens, play=play, locals=kept), 1
    flag = len(base.variables)
    variable = core.Variable("entering", BOOL, (), "nobody", core.Const(1, BOOL), shown=False)
    entered = core.Assign(core.VarRef(flag), core.Const(0, BOOL))
    target = Target(entry.procedure, (entered,), entry.args, entry.seat, base.players, base.variables)
    ways = list(chains(base, target, entry.within, (), base.locals))
    if len(ways) != 1:
        return None, len(ways)
    play, bodies, kept = ways[0]
    procedures = list(base.procedures)
    for index, remainder in bodies:
        whole = procedures[index]
        test = core.Read(core.VarRef(flag), BOOL)
        procedures[index] = evolve(whole, body=(core.If(((test, remainder),), whole.body, span=whole.span),))
    made = evolve(base, setup=givens, play=play, procedures=tuple(procedures), locals=kept)
    return evolve(made, variables=(*base.variables, variable)), 1


def at_first_turn(body: Statements, seat: int | None, base: core.Core) -> Remainder:
    """`at play as X`: the first loop over the players stands at X, if the body comes to one at once."""
    if seat is None or not body:
        return body, base.locals
    target = Target(-1, (), None, seat, base.players)
    match body[0]:
        case core.Repeat() | core.RepeatTimes() as loop:
            inner, kept = at_first_turn(loop.body, seat, base)
            first = (*inner, *one_pass_less(loop))
        case core.ForEach() as loop if base.locals[loop.local].type == PLAYER:
            (first, kept), *_ = within_loop(loop, evolve(target, whole=True), base.locals)
        case core.Around() as loop:
            (first, kept), *_ = within_round(loop, evolve(target, whole=True), base.locals)
        case _:
            return body, base.locals
    return (*first, *body[1:]), kept


def one_pass_less(loop: core.Repeat | core.RepeatTimes) -> Statements:
    """What remains of a loop after its first pass."""
    if isinstance(loop, core.Repeat):
        return (loop,)
    return (evolve(loop, number=core.Calc("-", loop.number, core.Const(1, NumberT(1, 1)), NumberT(-1, 9999))),)


def chains(
    base: core.Core,
    target: Target,
    within: int | None,
    done: tuple[tuple[int, Statements], ...],
    locals_: tuple[core.Local, ...],
) -> Iterator[Way]:
    """All chains of callers from `play:` to the target."""
    if within is None:
        for remainder, kept in remainders(base.play, target, locals_):
            yield remainder, done, kept
    for index, procedure in enumerate(base.procedures):
        if within not in (None, index):
            continue
        for remainder, kept in remainders(procedure.body, target, locals_):
            outer = Target(index, (), None, target.seat, base.players, base.variables)
            yield from chains(base, outer, None, ((index, remainder), *done), kept)


def remainders(body: Statements, target: Target, locals_: tuple[core.Local, ...]) -> Iterator[Remainder]:
    """What remains of a body from each call of the target in it on: also the names that it has given to values, which
    are those of the position."""
    if target.whole:
        yield body, locals_
        return
    for place, statement in enumerate(body):
        for inner, kept in within_statement(statement, target, locals_):
            remains = (*inner, *body[place + 1 :])
            yield (*named_before(body[:place], remains, target.variables), *remains), kept


def named_before(done: Statements, remains: Statements, variables: tuple[core.Variable, ...]) -> Statements:
    """Of what is done the sentences whose names what remains asks for: values as they are in the position; draws,
    rolls and procedures that give an answer, which happen first, so that the example says what comes of them."""
    named: Statements = ()
    for place in reversed(range(len(done))):
        before, behind = done[place], done[place + 1 : place + 2]
        if isinstance(before, core.RunProcedure) and named[:1] == behind and answers(before, behind, variables):
            named = (before, *named)
        if isinstance(before, core.Let | core.Draw | core.Roll) and before.local in reads((*named, *remains)):
            named = (before, *named)
    return named


def answers(run: core.RunProcedure, behind: object, variables: tuple[core.Variable, ...]) -> bool:
    """Whether a sentence reads the answer of the procedure that has just run."""
    read = (node.variable for node in walk(behind) if isinstance(node, core.VarRef))
    return any(variables[variable].answers == run.procedure for variable in read)


def within_statement(statement: core.Statement, target: Target, locals_: tuple[core.Local, ...]) -> Iterator[Remainder]:
    """What remains of a sentence from each call of the target in it on."""
    match statement:
        case core.RunProcedure(procedure=target.procedure):
            yield (*target.before, with_args(statement, target)), locals_
        case core.Repeat() | core.RepeatTimes():
            for inner, kept in remainders(statement.body, target, locals_):
                yield (*inner, *one_pass_less(statement)), kept
        case core.ForEach():
            yield from within_loop(statement, target, locals_)
        case core.Around():
            yield from within_round(statement, target, locals_)
        case core.With():
            for inner, kept in remainders(statement.body, target, locals_):
                yield (evolve(statement, body=inner),), kept
        case core.If():
            for body in (*(body for _, body in statement.cases), statement.otherwise):
                yield from remainders(body, target, locals_)
        case core.Choose():
            yield from remainders(statement.otherwise or (), target, locals_)
        case _:
            return


def with_args(call: core.RunProcedure, target: Target) -> core.RunProcedure:
    """The call with the arguments that the example gives, behind the inherited `you`."""
    if target.args is None:
        return call
    inherited = call.args[: len(call.args) - len(target.args)]
    return evolve(call, args=(*inherited, *target.args))


def within_loop(loop: core.ForEach, target: Target, locals_: tuple[core.Local, ...]) -> Iterator[Remainder]:
    """The loop stands at X (or at its first element); those behind it follow."""
    type_ = locals_[loop.local].type
    assert not isinstance(type_, SeqT)
    here: core.Expr = core.First(loop.seq, with_none(type_))
    if target.seat is not None and type_ == PLAYER:
        here = core.Const(target.seat, PLAYER)
    later = core.Local("later", SeqT(type_, locals_[loop.local].piece), capacity=256)
    behind = len(locals_)
    beyond = core.Beyond(after=True, seq=loop.seq, of=here)
    for inner, kept in remainders(loop.body, target, (*locals_, later)):
        before = (core.Let(behind, beyond), core.Let(loop.local, here))
        yield (*before, *inner, evolve(loop, seq=core.Held(behind))), kept


def within_round(loop: core.Around, target: Target, locals_: tuple[core.Local, ...]) -> Iterator[Remainder]:
    """`go around` stands at X (or where it begins) and goes on with the next on the left."""
    here = loop.start if target.seat is None else core.Const(target.seat, PLAYER)
    seats = NumberT(target.players, target.players)
    left = core.Calc("+", core.Get(loop.you, PLAYER), core.Const(1, NumberT(1, 1)), NumberT(1, target.players))
    following = core.Calc("mod", left, core.Const(target.players, seats), PLAYER)
    behind = len(locals_)
    for inner, kept in remainders(loop.body, target, (*locals_, core.Local("later", PLAYER))):
        before = (core.Let(loop.you, here), core.Let(behind, following))
        yield (*before, *inner, evolve(loop, start=core.Get(behind, PLAYER))), kept
