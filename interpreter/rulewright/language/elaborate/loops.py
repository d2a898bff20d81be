"""Loops: over elements, over players in turn, again and again; and `ask`, which says who `you` is."""

from collections.abc import Callable
from functools import partial
from typing import Final

from attrs import evolve

from rulewright.language import core, intervals as fold, syntax
from rulewright.language.diagnostics import Edit
from rulewright.language.elaborate import environment, moving, possessives
from rulewright.language.elaborate.coercions import ANY_NUMBER, as_seq, condition, kept, mismatch, value
from rulewright.language.elaborate.environment import BrokenValue, Env, Mistake, Result, SeqValue, Value, World
from rulewright.language.elaborate.offering import offers_of
from rulewright.language.elaborate.queries import among, bound_name, keyed, tested_env
from rulewright.language.elaborate.setting_off import set_off
from rulewright.language.messages import names as name_words, sentences as words
from rulewright.language.span import Span
from rulewright.language.types import BOOL, PLAYER, SetT, without_none
from rulewright.language.walking import walk

Test = tuple[core.Expr, tuple[Span, ...]]
"""A condition, with where the author wrote it."""
UNKNOWN: Final[core.Expr] = core.IsNone(core.Const(0, BOOL))
"""A condition that stands in for a broken one."""
SEAT_0: Final[core.Expr] = core.Const(0, PLAYER)


def inside(world: World, env: Env, inner: Env, body: syntax.Block) -> Result:
    """The block in its environment, and the environment after it."""
    asked = walk(body) if any(each.syntax.event == "leaves" for each in world.triggers) else ()
    moves = (each.what.path for each in asked if isinstance(each, syntax.Move) and isinstance(each.what, syntax.This))
    moved = {path.name.text for path in moves if isinstance(path, syntax.Word)}
    made, end = world.run(evolve(inner, roving=inner.roving | (moved & env.names.keys())), body)
    return made, environment.merged(env, end)


def for_each(world: World, env: Env, node: syntax.ForEach) -> Result:
    """`for each x in S`: S is fixed when the sentence begins."""
    try:
        seq = among(world, env, node.among, node.binder)
        if not isinstance(seq.seq, core.Numbers):  # a range by itself is counted up, and held nowhere
            kept(world, seq, node.among.span)
        local, inner = bound_name(world, env, node.binder, seq, "what the loop is about")
    except Mistake as found:
        inside(world, env, env.bind(node.binder, BrokenValue(), "what the loop is about"), node.body)
        raise found from None
    body, after = inside(world, env, inner, node.body)
    return (core.ForEach(local, seq.seq, body, span=node.span),), after


def only_player(node: syntax.EachInTurn) -> None:
    """Ends the sentence unless it speaks of players; told with the one thing that is meant, if there is one."""
    name, edit = node.name, None
    if name.text == "player":
        return
    if name.text == "players":
        edit = Edit(name.span, "player")
    elif not node.other and not node.at_once and node.among is not None:
        edit = Edit(Span(node.span.start, name.span.end), f"for each {name.text}")
    raise Mistake(words.only_players(name, edit=edit))


def you_bound(world: World, env: Env) -> tuple[int, Env]:
    """A new `you`."""
    local = world.local("you", PLAYER)
    return local, evolve(env, you=core.Get(local, PLAYER))


def each_player(world: World, env: Env, node: syntax.EachInTurn) -> Result:
    """`each player`, `each other player`, in their order, and what is asked as each one's turn comes."""
    if node.at_once:
        return at_once(world, env, node)
    local, inner = you_bound(world, env)
    world.tried(partial(only_player, node), None)
    if node.name.text not in ("player", "players"):
        inner = inner.bind(node.name, BrokenValue(), "what the loop is about")
    seq = world.tried(partial(who_take_part, world, env, node), core.Values(world.players))
    tests = world.tried(partial(turn_comes, world, env, node, core.Get(local, PLAYER)), ())
    dead = any(fold.constant(test) == 0 for test, _ in tests)
    body, after = inside(world, env, inner.unreached(if_=dead), node.body)
    for test, places in tests:
        if fold.constant(test) is None:
            body = (core.If(((test, body),), (), span=node.span, places=places),)
    return () if dead else (core.ForEach(local, seq, body, span=node.span),), after


def who_take_part(world: World, env: Env, node: syntax.EachInTurn) -> core.Seq:
    """The seats that the sentence speaks of, to the left: from seat 0 or from p; without the outer `you`, from the left
    of it or from p. By the keys, if there are some; of those that are equal in them who comes first anyway."""
    players = world.players
    seats: core.Seq = core.Values(players)
    if node.other and env.you is None:
        raise Mistake(name_words.you_is_nobody(node.name.span))
    if node.start is not None:
        start = value(world, env, node.start, PLAYER).core
        seats_from = [tuple((first + i) % players for i in range(players)) for first in range(players)]
        seats = core.TableList(world.lists("seats from", lambda: seats_from), (start,))
    if node.other and env.you is not None:
        if node.start is None:
            others = possessives.ask(world, env, Value(env.you, PLAYER), syntax.Name("others", span=node.span), ())
            seats = as_seq(world, others, node.span).seq
        else:
            local = world.local("seat", PLAYER)
            other = fold.negation(fold.comparison("is", core.Get(local, PLAYER), env.you))
            seats = core.Filter(local, seats, other)
    if node.among is not None and node.name.text in ("player", "players"):  # of others it has been told already
        # players are nothing of that name
        alone = isinstance(node.among, syntax.Word) and node.among.name.text == "turn"
        if alone and ((), "turn") not in world.field_names:
            start_of = world.source.text.rindex("in", 0, node.among.span.start)
            edit = Edit(Span(start_of - 1, node.among.span.end), "")
            raise Mistake(words.in_turn_anyway(node.among.span, edit=edit))
        among = players_among(world, env, node.among)
        local = world.local("seat", PLAYER)
        seats = core.Filter(local, seats, core.Contains(among, core.Get(local, PLAYER)))
    return keyed(world, env, SeqValue(seats, PLAYER), node.keys or (), ranked=True).seq


def turn_comes(world: World, env: Env, node: syntax.EachInTurn, one: core.Expr) -> tuple[Test, ...]:
    """What must hold for somebody to have his turn, the last asked first: the `where`, and that no end has come."""
    tests: list[Test] = []
    if node.where is not None:
        tests.append((condition(world, turn_env(world, env, node, one), node.where), (node.where.span,)))
    if node.until is not None:
        tests.append((fold.negation(condition(world, env, node.until)), ()))
    return tuple(tests)


def turn_env(world: World, env: Env, node: syntax.EachInTurn, one: core.Expr) -> Env:
    """The environment of the `where`, in which the one whose turn it may be is no `you` yet."""
    nobody = next((each for each in walk(node.where) if isinstance(each, syntax.You)), None)
    if env.you is None and nobody is not None:
        its = "its" if world.text(nobody.span) == "your" else "it"
        raise Mistake(name_words.you_before_turns(nobody.span, edit=Edit(nobody.span, its)))
    return tested_env(world, env, Value(one, PLAYER), node.binder)


def at_once(world: World, env: Env, node: syntax.EachInTurn) -> Result:
    """`each player … at once: choose …`, `each player … at once: move all A to B`."""
    only_player(node)
    local, inner = you_bound(world, env)
    everybody = core.Values(world.players)
    who = world.tried(partial(who_at_once, world, env, node), everybody)
    match node.body:
        case (syntax.Choose(otherwise=stuck) as chosen,):
            offers = offers_of(world, inner, chosen, core.Get(local, PLAYER))
            # who chose first would use it up, and the others would see that
            limit = next((world.limits[line.limit] for line in offers if line.limit is not None), None)
            if limit is not None:
                raise Mistake(words.at_once_limited(limit.span, procedure=limit.text))
            otherwise, after = inside(world, env, inner, stuck or ())
            return (core.ChooseAtOnce(local, offers, who, otherwise, span=node.span),), after
        case (syntax.Move() as move,):
            seats = [core.Const(seat, PLAYER) for seat in range(world.players)]
            whens = [fold.YES if who == everybody else core.Contains(who, seat) for seat in seats]
            return set_off(world, env, (moving.handed_on(world, env, move, whens),)), env
        case body:
            inside(world, env, inner, body)
            raise Mistake(words.at_once_chooses(node.name.span))


def who_at_once(world: World, env: Env, node: syntax.EachInTurn) -> core.Seq:
    """Who is asked, by what is so before the first chooses. Nobody comes before another."""
    ordering = (node.start, node.until, *(node.keys or ()))
    order = next((part for part in ordering if part is not None), None)
    if order is not None:
        raise Mistake(words.at_once_in_order(order.span))
    seats = who_take_part(world, env, node)
    if node.where is None:
        return seats
    local = world.local("one", PLAYER)
    test = condition(world, turn_env(world, env, node, core.Get(local, PLAYER)), node.where)
    return seats if fold.constant(test) == 1 else core.Filter(local, seats, test)


def go_around(world: World, env: Env, node: syntax.GoAround) -> Result:
    """`go around from p among S until C`."""
    local, inner = you_bound(world, env)
    start = world.tried(lambda: value(world, env, node.start, PLAYER).core, SEAT_0)
    among = None if node.among is None else world.tried(partial(players_among, world, env, node.among), None)
    if isinstance(node.until, syntax.AllPass):
        return until_all_pass(world, env, node, core.Around(local, start, among, None, (), span=node.span))
    until = None if node.until is None else world.tried(partial(condition, world, env, node.until), UNKNOWN)
    body, after = inside(world, env, inner, node.body)
    return (core.Around(local, start, among, until, body, span=node.span),), after


def until_all_pass(world: World, env: Env, node: syntax.GoAround, around: core.Around) -> Result:
    """`go around from p among S until all pass: a or b`: kept is who has passed since somebody did something else, with
    who did so where only all others must pass."""
    (chosen,), until = node.body, node.until
    assert isinstance(chosen, syntax.ChooseUntil)
    assert isinstance(until, syntax.AllPass)
    you, inner, span = core.Get(around.you, PLAYER), evolve(env, you=core.Get(around.you, PLAYER)), until.span
    otherwise, after = inside(world, env, inner, chosen.otherwise or ())
    offers = offers_of(world, inner, chosen, you)
    passed = core.VarRef(len(world.variables), span=span)
    kind = SetT(PLAYER)
    world.variables.append(core.Variable("passed", kind, (), "nobody", since=len(world.locals), span=span))

    def only(who: core.Expr | None) -> core.AssignAll:
        those = core.Listed((who,) if until.others and who is not None else ())
        return core.AssignAll(passed, core.OneEach(those, world.players), span=node.span)

    one = world.local("one", PLAYER)
    has_passed = core.Contains(core.Members(core.Aggregate(passed, world.players)), core.Get(one, PLAYER), span=span)
    taking_part = around.among or core.Values(world.players)
    all_have = fold.negation(core.Exists(one, taking_part, fold.negation(has_passed), span=span))
    passes = core.AddTo(passed, core.OneEach(core.Listed((you,)), world.players), 1, span=node.span)
    stuck = None if chosen.otherwise is None else otherwise
    choice = core.Choose(you, offers, stuck, (only(you),), span=node.span)
    return (only(env.you), evolve(around, until=all_have, body=(passes, choice))), after


def players_among(world: World, env: Env, node: syntax.Expr) -> core.Seq:
    """The players who take part."""
    typed = world.expression(env, node, PLAYER)
    seq: SeqValue = as_seq(world, typed, node.span)
    if without_none(seq.of) != PLAYER:
        mismatch(world, typed, "several players", node.span, "Write a set of player.")
    return seq.seq


def ask(world: World, env: Env, node: syntax.Ask) -> Result:
    """`ask p`: p is `you` inside."""
    local, inner = you_bound(world, env)
    who = world.tried(lambda: value(world, env, node.who, PLAYER).core, SEAT_0)
    body, after = inside(world, env, inner, node.body)
    return (core.With(local, who, body, span=node.span),), after


def repeat(world: World, env: Env, node: syntax.Repeat | syntax.RepeatTimes) -> Result:
    """`repeat`, `repeat until C`, `repeat n times`."""
    if isinstance(node, syntax.RepeatTimes):
        number = world.tried(lambda: value(world, env, node.number, ANY_NUMBER).core, UNKNOWN)
        dead = fold.constant(number) == 0
        make: Callable[..., core.Statement] = partial(core.RepeatTimes, number)
    else:
        until = None if node.until is None else world.tried(partial(condition, world, env, node.until), UNKNOWN)
        env = evolve(env, answered=None)
        dead = until is not None and fold.constant(until) == 1
        make = partial(core.Repeat, until)
    body, after = inside(world, env, env.unreached(if_=dead), node.body)
    return () if dead else (make(body, span=node.span),), after
