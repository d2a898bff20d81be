"""Examples to scenes, and the core changed so that play begins where an example stands.

`at P as X` begins at P, as if its callers had just reached it. Of each body on the way a remainder is carried out when
play comes from P: what stands before P is done, a loop is in its first pass, `each player` and `go around` stand at X.
A hidden variable is yes until P is reached; while it is, the procedures on the way run their remainders."""

from collections.abc import Iterator
from functools import partial

from attrs import evolve, frozen

from rulewright.language import core, example_core, syntax
from rulewright.language.component_kinds import MOST_PIECES
from rulewright.language.component_rows import plain
from rulewright.language.core_queries import reads
from rulewright.language.diagnostics import Edit
from rulewright.language.edits import without_lines
from rulewright.language.elaborate import environment, positions
from rulewright.language.elaborate.coercions import condition
from rulewright.language.elaborate.definitions import arguments
from rulewright.language.elaborate.environment import Env, Mistake, ProcedureEntry, SeqValue, Statements, Value, World
from rulewright.language.elaborate.positions import Stage, picture_cells, seat_of
from rulewright.language.elaborate.scoring import contents, told_winners, unmet
from rulewright.language.example_core import Entry
from rulewright.language.messages import flow as words, names as name_words
from rulewright.language.span import Span
from rulewright.language.types import BOOL, PLAYER, TEAM, NumberT, SeqT, shown_option, with_none, without_none
from rulewright.language.walking import walk


def word_of(word: syntax.OptionValue) -> str | int:
    """A word of a move or an item; yes and no as words."""
    return shown_option(plain(word)) if isinstance(word, syntax.YesNo) else plain(word)


def move_of(move: syntax.MoveText) -> example_core.Words:
    """A move as the record writes it."""
    return (move.action.text, *(word_of(word) for word in move.words))


def seats_of(world: World, node: syntax.Example | None) -> tuple[str, ...]:
    """Who plays in an example: whom it names, else the players of the setting."""
    parts = () if node is None else node.parts
    named = next((part.names for part in parts if isinstance(part, syntax.ExamplePlayers)), None)
    return tuple(world.values["player"]) if named is None else tuple(name.text for name in named)


def scene_of(world: World, node: syntax.Example, scoring: syntax.Scoring | None) -> example_core.Scene | None:
    """The example as a scene; None where it has mistakes (which are told)."""
    seats = seats_of(world, node)
    env = Env()
    for seat, name in enumerate(seats):
        env = env.bind(syntax.Name(name), Value(core.Const(seat, PLAYER), PLAYER), "a player")
    stage = Stage(world, node.title.text, {name: seat for seat, name in enumerate(seats)}, env)
    told = len(world.diagnostics)
    givens = positions.given_sentences(stage, node)
    entry = world.tried(partial(entry_of, stage, node), None)
    won, stage.env = world.tried(partial(told_winners, world, env, scoring), (0, env))
    parts: list[example_core.When | example_core.Check] = []
    for part in node.parts:
        if isinstance(part, syntax.ExampleWhen):
            events = [world.tried(partial(event_of, stage, event), None) for event in part.events]
            parts.append(example_core.When(tuple(event for event in events if event is not None)))
        elif isinstance(part, syntax.ExampleThen):
            checks = [world.tried(partial(check_of, stage, check), None) for check in part.checks]
            parts += [check for check in checks if check is not None]
    if any(d.severity == "error" for d in world.diagnostics[told:]):
        return None
    as_set_up = stage.as_set_up is not None
    return example_core.Scene(node.title.text, seats, givens, entry, tuple(parts), won, as_set_up, span=node.span)


def entry_of(stage: Stage, node: syntax.Example) -> example_core.Entry | None:
    """The `at` line."""
    part = next((part for part in node.parts if isinstance(part, syntax.ExampleAt)), None)
    if part is None:
        return None
    seat = seat_of(stage.seats, part.seat) if part.seat is not None else None
    if part.name.text in ("setup", "play") and part.name.text not in stage.world.procedures:
        if part.name.text == "setup" and stage.as_set_up is not None:
            edit = without_lines(stage.world.source.text, stage.as_set_up)
            raise Mistake(words.set_up_twice(stage.as_set_up, title=stage.title, also=part.span, edit=edit))
        return example_core.Entry(None, part.name.text == "setup", seat=seat, span=part.span)
    entry = procedure_of(stage, part.name)
    args = None if part.args is None else arguments(stage.world, stage.env, part.name, entry, part.args)
    within = procedure_of(stage, part.within).index if part.within is not None else None
    return example_core.Entry(entry.index, False, args, within, seat, span=part.span)


def procedure_of(stage: Stage, name: syntax.Name) -> ProcedureEntry:
    """The procedure of this name."""
    known = stage.world.procedures
    if name.text not in known:
        told = name_words.unknown_doing(name, what="a phase or procedure", candidates=list(known))
        raise Mistake(None if name.text in stage.world.broken_names else told)
    return known[name.text]


def event_of(stage: Stage, event: syntax.Event) -> example_core.Event:
    """A move of a seat, or outcomes of chance."""
    match event:
        case syntax.Plays(seat, move):
            behind = move.action
            if seat.text not in stage.seats and behind.text in stage.seats:
                edit = Edit(Span(seat.span.start, behind.span.end), f"{behind.text}: {seat.text}")
                raise Mistake(words.seat_behind(seat, seat=behind.text, edit=edit))
            return example_core.Plays(seat_of(stage.seats, seat), move_of(move), span=event.span)
        case syntax.Gives(label):
            items = tuple((word_of(item.word), item.number) for item in event.items if isinstance(item, syntax.Item))
            stage.given += sum(number for _, number in items)
            if stage.given > MOST_PIECES:
                why = f"chance gives {stage.given:,} outcomes; at most {MOST_PIECES:,} are possible. Remove some."
                raise Mistake(words.impossible(event.span, title=stage.title, why=why))
            # a string or the name of a zone; of `Ann's cup` also whose, as chance is told
            name, zone = "", ""
            match label:
                case syntax.Text(name) | syntax.Word(syntax.Name(name)):
                    pass
                case syntax.Of(whose, syntax.Member(syntax.Name(name), args)):
                    owner = whose.name.text if isinstance(whose, syntax.Word) and args is None else ""
                    zone = f"{owner}'s {name}" if owner in stage.seats else ""
                case _:
                    pass
            rest = len(items) < len(event.items)
            return example_core.Gives(name, label.span, items, rest, zone, span=event.span)


def check_of(stage: Stage, check: syntax.Check) -> example_core.Check | None:
    """One line of `then`."""
    world, span = stage.world, check.span
    match check:
        case syntax.Holding(node):
            return held(stage, node, span)
        case syntax.Holds():
            return holds(stage, check)
        case syntax.HoldsPicture():
            where, zone = positions.board_of(stage, check)
            return example_core.HoldsBoard(where, picture_cells(world, zone, check, stage.seats), span=span)
        case syntax.Refused():
            return None
        case syntax.Can(seat, negated=False):
            return example_core.CanMove(seat_of(stage.seats, seat), move_of(check.move), span=span)
        case syntax.Can(seat):
            because = check.because.text if check.because else None
            return example_core.CannotMove(seat_of(stage.seats, seat), move_of(check.move), because, span=span)
        case syntax.CanOnly(seat):
            return example_core.CanOnly(seat_of(stage.seats, seat), tuple(map(move_of, check.moves)), span=span)
        case syntax.HasMoves(seat):
            return example_core.HasMoves(seat_of(stage.seats, seat), check.number, span=span)
        case syntax.Decides(seat):
            return example_core.Decides(seat_of(stage.seats, seat), span=span)
        case syntax.Sees(seat):
            where = positions.place_meant(world, world.expression(stage.env, check.what), check.what.span)
            return example_core.Sees(seat_of(stage.seats, seat), where, check.negated, span=span)


def held(stage: Stage, node: syntax.Expr, span: Span) -> example_core.Check:
    """A condition; who wins, and that the game is over, or not, is told with who can do what instead."""
    match node:
        case syntax.Within(syntax.Word(name), syntax.Word(of)) if of.text == "winners" and name.text in stage.seats:
            return example_core.Wins(stage.seats[name.text], node.negated, span=span)
        case syntax.Word(name) if name.text in stage.seats:
            raise Mistake(words.seat_alone(name))
        case syntax.Compare("is", syntax.Word(of), who) if of.text == "winners":
            winners = stage.env.names.get("winners")
            if winners is not None and isinstance(winners.typed, SeqValue):
                better = f"winners holds {stage.world.text(who.span)}"
                raise Mistake(words.winners_hold(span, better=better, edit=Edit(span, better)))
        case _:
            pass
    match condition(stage.world, stage.env, node):
        case core.IsOver():
            return example_core.IsOver(negated=False, span=span)
        case core.Not(core.IsOver()):
            return example_core.IsOver(negated=True, span=span)
        case asked:
            return example_core.Condition(asked, explanation=unmet(stage.world, stage.env, node), span=span)


def teams_listed(stage: Stage, check: syntax.Holds) -> core.AggregateValue | None:
    """The teams of the seats in `winners holds Ann, Cat`: of each team all are listed. None where none are seats."""
    written = (each.word for each in check.items if isinstance(each, syntax.Item))
    names = [syntax.Name(str(plain(word)), span=word.span) for word in written]
    named = {name.text for name in names}
    if not named & stage.seats.keys():
        return None
    listed = {stage.world.teams[seat_of(stage.seats, name)] for name in names}
    whole = [name for name, seat in stage.seats.items() if stage.world.teams[seat] in listed]
    if len(whole) > len(named):
        missing = [name for name in whole if name not in named]
        better = f"{stage.world.text(check.zone.span)} holds {', '.join(whole)}"
        raise Mistake(words.whole_team(check.span, missing=missing, better=better))
    return core.OneEach(core.Listed(tuple(core.Const(team, TEAM) for team in sorted(listed))), stage.world.size(TEAM))


def holds(stage: Stage, check: syntax.Holds) -> example_core.Check:
    """`Z holds a, b`: of counts, sets and other values a condition."""
    typed = stage.world.expression(stage.env, check.zone)
    those: core.AggregateValue
    match typed:
        case environment.AggregateOf():
            those, listed = typed.value, positions.listed_values(stage, typed.type.of, check)
        case SeqValue(pieces=False):
            teams = teams_listed(stage, check) if typed.of == TEAM else None
            those = core.OneEach(typed.seq, stage.world.size(without_none(typed.of)))
            listed = teams or positions.listed_values(stage, typed.of, check)
        case _:
            where = positions.place_meant(stage.world, typed, check.zone.span)
            items = tuple(positions.items_of(stage, stage.world.zones[where.zone], check.items))
            return example_core.HoldsExactly(where, items, span=check.span)
    told = tuple(contents(stage.world, stage.env, check.zone))
    return example_core.Condition(core.SameCounts(those, listed), explanation=told, span=check.span)


Locals = tuple[core.Local, ...]
Bodies = tuple[tuple[int, Statements], ...]
Remainder = tuple[Statements, Locals]
Way = tuple[Statements, Bodies, Locals]
"""A chain of callers: what remains of `play:`; the procedures from the outermost to the one that calls P, each with its
remainder; all locals."""


@frozen
class Target:
    """The call that is looked for, with what stands before it; with `whole` the beginning of the body."""

    base: core.Core
    procedure: int
    seat: int | None
    before: Statements = ()
    args: tuple[core.Expr, ...] | None = None
    whole: bool = False


def enter(base: core.Core, entry: Entry, givens: Statements) -> tuple[core.Core | None, int]:
    """The core that lays out the position and begins at the entry, None unless one chain of callers leads there."""
    if entry.at_setup:
        return evolve(base, setup=(*givens, *base.setup)), 1
    if entry.procedure is None:
        play, kept = at_first_turn(base.play, entry.seat, base)
        return evolve(base, setup=givens, play=play, locals=kept), 1
    flag = len(base.variables)
    variable = core.Variable("entering", BOOL, (), "nobody", core.Const(1, BOOL), shown=False)
    entered = core.Assign(core.VarRef(flag), core.Const(0, BOOL))
    target = Target(base, entry.procedure, entry.seat, (entered,), entry.args)
    ways = list(chains(target, entry.within, (), base.locals))
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
    target = Target(base, -1, seat, whole=True)
    match body[0]:
        case core.Repeat() | core.RepeatTimes() as loop:
            inner, kept = at_first_turn(loop.body, seat, base)
            first = (*inner, *one_pass_less(loop))
        case core.ForEach(local=local) if base.locals[local].type != PLAYER:
            return body, base.locals
        case core.ForEach() | core.Around():
            (first, kept), *_ = within_statement(body[0], target, base.locals)
        case _:
            return body, base.locals
    return (*first, *body[1:]), kept


def one_pass_less(loop: core.Repeat | core.RepeatTimes) -> Statements:
    """What remains of a loop after its first pass."""
    if isinstance(loop, core.Repeat):
        return (loop,)
    return (evolve(loop, number=core.Calc("-", loop.number, core.Const(1, NumberT(1, 1)), NumberT(-1, 9999))),)


def chains(target: Target, within: int | None, done: Bodies, locals_: Locals) -> Iterator[Way]:
    """All chains of callers from `play:` to the target."""
    if within is None:
        for remainder, kept in remainders(target.base.play, target, locals_):
            yield remainder, done, kept
    for index, procedure in enumerate(target.base.procedures):
        for remainder, kept in remainders(procedure.body, target, locals_) if within in (None, index) else ():
            outer = Target(target.base, index, target.seat)
            yield from chains(outer, None, ((index, remainder), *done), kept)


def remainders(body: Statements, target: Target, locals_: tuple[core.Local, ...]) -> Iterator[Remainder]:
    """What remains of a body from each call of the target in it on: also the names that it has given to values, which
    are those of the position; draws, rolls and procedures that give an answer happen first, so that the example says
    what comes of them."""
    if target.whole:
        yield body, locals_
        return
    for place, statement in enumerate(body):
        for inner, kept in within_statement(statement, target, locals_):
            remains: Statements = (*inner, *body[place + 1 :])
            behind: core.Statement | None = None  # what stood there, if it is kept
            for before in reversed(body[:place]):
                read = [each.variable for each in walk(behind) if isinstance(each, core.VarRef)]
                answered = [target.base.variables[each].answers for each in read]
                called = isinstance(before, core.RunProcedure) and before.procedure in answered
                named = isinstance(before, core.Let | core.Draw) and before.local in reads(remains)
                behind = before if called or named else None
                remains = (before, *remains) if behind else remains
            yield remains, kept


def within_statement(statement: core.Statement, target: Target, locals_: tuple[core.Local, ...]) -> Iterator[Remainder]:
    """What remains of a sentence from each call of the target in it on."""
    here: core.Expr
    match statement:
        case core.RunProcedure(procedure=target.procedure, args=args):  # the inherited `you` stays
            given = args if target.args is None else (*args[: len(args) - len(target.args)], *target.args)
            yield (*target.before, evolve(statement, args=given)), locals_
        case core.Repeat() | core.RepeatTimes():
            for inner, kept in remainders(statement.body, target, locals_):
                yield (*inner, *one_pass_less(statement)), kept
        case core.ForEach(local=local):  # it stands at X (or at its first element); those behind it follow
            type_ = locals_[local].type
            assert not isinstance(type_, SeqT)
            at_seat = target.seat is not None and type_ == PLAYER
            here = core.Const(target.seat or 0, PLAYER) if at_seat else core.OneOf(statement.seq, with_none(type_))
            later = core.Local("later", SeqT(type_, locals_[local].piece), capacity=256)
            beyond = core.Let(len(locals_), core.Beyond(after=True, seq=statement.seq, of=here))
            held = core.Held(len(locals_))
            for inner, kept in remainders(statement.body, target, (*locals_, later)):
                yield (beyond, core.Let(local, here), *inner, evolve(statement, seq=held)), kept
        case core.Around(you=local):  # it stands at X (or where it begins) and goes on with the next on the left
            here = statement.start if target.seat is None else core.Const(target.seat, PLAYER)
            players = target.base.players
            left = core.Calc("+", core.Get(local, PLAYER), core.Const(1, NumberT(1, 1)), NumberT(1, players))
            following = core.Calc("mod", left, core.Const(players, NumberT(players, players)), PLAYER)
            onward = core.Let(len(locals_), following)
            start = core.Get(len(locals_), PLAYER)
            for inner, kept in remainders(statement.body, target, (*locals_, core.Local("later", PLAYER))):
                yield (core.Let(local, here), onward, *inner, evolve(statement, start=start)), kept
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
