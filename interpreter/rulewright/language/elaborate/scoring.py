"""What is told of a condition: the values that it compares, of `every`, `some` and `no` the element that decides; and
scoring, invariants and secrets. A refusal tells of a guard only values that its player must know; an invariant or a
condition of an example tells all, hidden pieces, too: nobody who plays reads that."""

import re
from collections.abc import Iterable, Iterator
from typing import Final, Literal, get_args

from attrs import evolve

from rulewright.language import core, intervals as fold, syntax
from rulewright.language.diagnostics import Edit
from rulewright.language.elaborate import coercions, environment
from rulewright.language.elaborate.coercions import as_piece, as_seq, as_value, condition, mismatch, misplaced, place_of
from rulewright.language.elaborate.definitions import body_parts, within
from rulewright.language.elaborate.environment import AggregateOf, Env, PlaceValue, SeqValue, Value, World, ZoneValue
from rulewright.language.elaborate.queries import asked, element_env, source_seq
from rulewright.language.elaborate.resolve import field_value
from rulewright.language.elaborate.suggestions import bare_words
from rulewright.language.facts.ranges import MAX_COUNT
from rulewright.language.messages import kinds_of_values as words, names as name_words, secrecy as secret_words
from rulewright.language.span import NOWHERE, Span
from rulewright.language.types import BOOL, PLAYER, TEAM, KindT, MemoryT, NumberT, OptionalT, SeqT, ValueT, without_none


def guard(world: World, env: Env, line: syntax.Needs) -> tuple[core.Needs, Env]:
    """A guard, and the environment behind it: nothing is reached behind one that never holds."""
    test = condition(world, env, line.condition)
    text = line.because.text if line.because else world.text(line.condition.span)
    made = core.Needs(test, text, line.if_you_can, tuple(quoted(world, env, line.condition)), span=line.span)
    return made, env.unreached(if_=fold.constant(test) == 0)


def clauses(world: World, env: Env, node: syntax.Expr, found: core.Seq) -> tuple[core.Clause, ...]:
    """The conditions that stand joined by `and` in a `where` and in its filter alike, else all of it as one."""
    test = found.condition if isinstance(found, core.Filter) else None
    parts: tuple[syntax.Expr, ...] = (node,)
    match node, test:
        case syntax.Junction("and", operands), core.Junction("and", tests) if len(operands) == len(tests):
            parts = operands
    return tuple(core.Clause(world.text(part.span), tuple(quoted(world, env, part)), span=part.span) for part in parts)


def quoted(world: World, env: Env, node: syntax.Expr, *, outcome: bool | None = False) -> Iterator[core.Quoted]:
    """The sides of comparisons worth telling; where it is certain how it came out, the element that decides."""
    match node:
        case syntax.Junction():
            all_alike = (node.word == "and") == outcome
            for operand in node.operands:
                yield from quoted(world, env, operand, outcome=outcome if all_alike else None)
        case syntax.Not():
            yield from quoted(world, env, node.operand, outcome=None if outcome is None else not outcome)
        case syntax.Compare():
            sides = (*side(world, env, node.left), *side(world, env, node.right))
            yield from (part for part in sides if part.text not in ("it", "you"))  # which its reader knows
        case syntax.Within():
            yield from side(world, env, node.subject)
        case syntax.Quantified() if outcome is not None:
            for each in decided(world, env, node, outcome=outcome):  # the element itself, as a value
                type_ = world.locals[each.local].type
                assert not isinstance(type_, SeqT), "an element is no sequence"
                yield core.Quoted(each.name, core.OneOf(each.seq, type_), type_)
        case _:
            return


def side(world: World, env: Env, node: syntax.Expr, *, kinds: bool = False) -> Iterator[core.Quoted]:
    """One side of a comparison, unless it is written out or picked by the player; of a kind only if `kinds` says so."""
    if isinstance(node, syntax.Word) and node.name.text in env.names:
        return
    try:
        typed = world.expression(env, node)
    except environment.Mistake:
        return
    if (
        isinstance(typed, Value)
        and fold.constant(typed.core) is None
        and (kinds or not isinstance(without_none(typed.type), KindT))
    ):
        yield core.Quoted(world.text(node.span), typed.core, typed.type)


def unmet(world: World, env: Env, node: syntax.Expr) -> tuple[core.Part, ...]:
    """What is told where a condition does not hold; nothing where something of it cannot be told."""
    return world.aside(lambda: explained(world, env, node, outcome=False))


def explained(world: World, env: Env, node: syntax.Expr, *, outcome: bool) -> Iterator[core.Part]:
    """What is told where a condition has this outcome; nothing of what cannot be told by itself."""
    match node:
        case syntax.Junction():
            alone = (node.word == "or") == outcome  # some of the operands may be otherwise
            for operand in node.operands:
                told = tuple(explained(world, env, operand, outcome=outcome))
                if alone and told:
                    holds = condition(world, env, operand)
                    yield core.Branch(holds if outcome else core.Not(holds), told)
                else:
                    yield from told
        case syntax.Not():
            yield from explained(world, env, node.operand, outcome=not outcome)
        case syntax.Compare():
            left = tuple(compared(world, env, node.left, node.right))
            right = tuple(compared(world, env, node.right, node.left))
            if right or outcome or "not" in node.op:
                yield from (*left, *right)
            else:  # the left side with the right one, of which nothing else is told
                wanted = f"{node.op} {world.text(node.right.span)}".removeprefix("is ")
                yield from (evolve(each, wanted=wanted) if isinstance(each, core.Quoted) else each for each in left)
        case syntax.Within():
            told = tuple(side(world, env, node.subject, kinds=True))
            yield from told or contents(world, env, node.source)
        case syntax.Empty() if outcome == node.negated:
            seq = as_seq(world, world.expression(env, node.subject), node.span)
            text = f"{world.text(node.subject.span)}'s size"
            yield core.Quoted(text, core.Size(seq.seq), NumberT(0, 2**31 - 1))
        case syntax.Quantified():
            yield from decided(world, env, node, outcome=outcome)
        case _:
            return


def compared(world: World, env: Env, node: syntax.Expr, other: syntax.Expr) -> Iterator[core.Part]:
    """One side: a set or counts with what it holds; a place as what lies on it, if it is compared with that."""
    typed = world.expression(env, node)
    match typed:
        case AggregateOf():
            yield from contents(world, env, node)
        case PlaceValue() | ZoneValue():
            one = as_value(world, typed, node.span)
            yield core.Quoted(world.text(node.span), one.core, one.type)
        case Value() if place_of(world, typed) and lies(world.expression(env, other)):
            one = as_piece(world, typed, node.span)
            yield core.Quoted(world.text(node.span), one.core, one.type)
        case _:
            yield from side(world, env, node, kinds=True)


def lies(typed: environment.Typed) -> bool:
    """Whether this can be what lies on a place."""
    kind = isinstance(typed, Value) and isinstance(without_none(typed.type), KindT)
    return kind or isinstance(typed, environment.NothingValue | PlaceValue)


def contents(world: World, env: Env, node: syntax.Expr) -> Iterator[core.Contents]:
    """What a set, counts, one zone or a sequence with a name holds; nothing of other sequences."""
    typed = world.expression(env, node)
    if isinstance(typed, AggregateOf | ZoneValue) or (isinstance(typed, SeqValue) and isinstance(node, syntax.Word)):
        seq = as_seq(world, typed, node.span)
        all_of = seq.seq
        if isinstance(typed, AggregateOf):  # its members, each as many times as it is there
            local, member = world.element(seq, "member")
            times = core.Numbers(fold.number(1), core.CountOf(typed.value, member.core, NumberT(0, MAX_COUNT)))
            same = core.Mapped(world.local("time", coercions.ANY_NUMBER), times, member.core)
            all_of = core.FlatMap(local, seq.seq, same)
        yield core.Contents(world.text(node.span), all_of, seq.of)


def decided(world: World, env: Env, node: syntax.Quantified, *, outcome: bool) -> tuple[core.Witness, ...]:
    """The first element that decides that a condition about elements has this outcome, if one does; none of groups."""
    if outcome == (node.how != "some"):
        return ()

    def witness() -> Iterator[core.Witness]:
        seq = source_seq(world, env, node.source)
        local, inner = element_env(world, env, seq, node.binder)
        test, holds = node.where, node.how != "every"
        if test is None:
            yield core.Witness(node.binder.text, local, seq.seq, ())
            return
        tested = condition(world, inner, test)
        found = core.Filter(local, seq.seq, tested if holds else core.Not(tested))
        yield core.Witness(node.binder.text, local, found, tuple(explained(world, inner, test, outcome=holds)))

    return world.aside(witness)


# ---- scoring, invariants and secrets

MOST_INTO: Final = 4
"""Through so many definitions a term is followed."""


def score_parts(world: World, scoring: syntax.Scoring | None, player: Value) -> core.ScoreParts:
    """What the scoring paragraph says of the score of a player; of what cannot be told by itself nothing."""
    entry, line = score_entry(world, scoring), winners_line(scoring)

    def cases() -> Iterator[core.Part]:
        if entry is None or isinstance(entry.syntax.body.result, syntax.Table):
            return
        about = player if entry.syntax.of is not None else None
        env, result = within(world, entry.syntax, about, (), dead=False), entry.syntax.body.result
        if not isinstance(result, tuple):
            yield from _terms(world, env, result, 1, MOST_INTO)
            return
        other: tuple[core.Expr, ...] = ()
        for each in result:
            holds = () if each.when is None else (condition(world, env, each.when),)
            told = tuple(_terms(world, env, each.value, 1, MOST_INTO))
            yield core.Branch(core.Junction("and", (*other, *holds)), told)
            other += tuple(map(core.Not, holds))

    terms = world.aside(cases)
    if line is None:
        return core.ScoreParts(terms)
    keys: tuple[syntax.Key, ...] = ()  # those of `players with highest score, then …` behind the first
    match line.body.result:
        case syntax.Query(source=syntax.Word(name), keys=found) if name.text == "players":
            keys = found[1:]

    def ranks() -> Iterator[core.Quoted]:
        for key in keys:
            found = asked(world, Env(), player, key.member)
            yield core.Quoted(world.text(key.span), found.core, found.type)

    return core.ScoreParts(terms, world.aside(ranks), world.text(line.body.span))


def winners_line(scoring: syntax.Scoring | None) -> syntax.Score | None:
    """The line `winners: …`."""
    return next((each for each in scoring.parts if each.of is None and not each.common), None) if scoring else None


def score_line(scoring: syntax.Scoring | None) -> syntax.Score | None:
    """The line `score of …`."""
    return next((each for each in scoring.parts if each.of is not None or each.common), None) if scoring else None


def score_entry(world: World, scoring: syntax.Scoring | None) -> environment.DefinitionEntry | None:
    """The score, as it is asked: `p's score`, or `score` where all have one."""
    line = score_line(scoring)
    return world.definition_entries.get((None if line is not None and line.common else "player", "score"))


def _terms(world: World, env: Env, node: syntax.Expr, sign: Literal[1, -1], into: int) -> Iterator[core.Part]:
    """The terms of a sum."""
    match node:
        case syntax.Arithmetic(op="+", left=left, right=right):
            yield from _terms(world, env, left, sign, into)
            yield from _terms(world, env, right, sign, into)
        case syntax.Arithmetic(op="-", left=left, right=right):
            yield from _terms(world, env, left, sign, into)
            yield from _terms(world, env, right, -sign, into)
        case syntax.Negative(operand=operand):
            yield from _terms(world, env, operand, -sign, into)
        case _:
            if isinstance(node, syntax.Of) and into and not node.member.args:
                # a definition that has one case, which is a sum
                subject, entry = world.expression(env, node.subject), None
                if isinstance(subject, Value) and isinstance(subject.type, ValueT):
                    entry = world.definition_entries.get((subject.type.name, node.member.name.text))
                if entry is not None and not entry.syntax.params:
                    inner, result = within(world, entry.syntax, subject, (), dead=False), entry.syntax.body.result
                    sums = isinstance(result, syntax.Arithmetic) and result.op in ("+", "-")
                    if isinstance(result, syntax.Expr) and (sums or isinstance(result, syntax.Negative | syntax.Fold)):
                        yield from _terms(world, inner, result, sign, into - 1)
                        return
            # a term that is asked as one, as written; whoever it is asked of, if that has a name, as `its`
            text = world.text(node.span)
            for name in (name for name, entry in env.names.items() if entry.typed is env.it):
                text = re.sub(rf"(?<![\w-]){name}'s(?!\w)", "its", text).replace(f"({name})", "")
            yield core.Term(text, sign, as_value(world, world.expression(env, node), node.span).core)


def declare_scoring(world: World, scoring: syntax.Scoring | None) -> None:
    """`p's score`, or `score` where all have one, and `winners` may be asked like definitions."""
    for part in scoring.parts if scoring else ():
        of = part.of
        state: Literal["new", "broken"] = "new"
        if of is not None and of.text != "player":
            meant = of.text == "players"
            edit = Edit(of.span, "player") if meant else None
            world.tell(words.score_of_what(of.span, team="team" if of.text == "team" else None, edit=edit))
            of, state = syntax.Name("player", span=of.span), "new" if meant else "broken"
        name = syntax.Name("winners" if of is None and not part.common else "score", span=part.span)
        made = syntax.Define(None, name, of, part.subject, (), part.body, span=part.span)
        entry = environment.DefinitionEntry(made, state, used=True)
        world.definition_entries[None if of is None else "player", name.text] = entry


def judge(world: World, scoring: syntax.Scoring | None) -> core.Scoring:
    """The scoring paragraph: a score for each player, and who wins."""
    local = world.local("player", PLAYER)
    subject, score = Value(core.Get(local, PLAYER), PLAYER), None
    stated = score_line(scoring)
    common, at_end = stated is not None and stated.common, stated is not None and stated.at_end
    if (entry := score_entry(world, scoring)) is not None:
        typed = world.called(Env(), entry, None if common else subject, (), entry.syntax.span)
        score = typed.core if isinstance(typed, Value) else mismatch(world, typed, "a number", entry.syntax.body.span)
    lets: tuple[core.Let, ...] = ()
    winners, teams, span = None, False, scoring.span if scoring else NOWHERE
    if (line := winners_line(scoring)) is not None:
        lets, found = body_parts(world, Env(), line.body)
        seq = winners_seq(world, found, line.body.span)
        winners, teams = seq.seq, seq.of == TEAM
    elif common:
        winners = core.Values(world.players)
    parts = score_parts(world, scoring, subject)
    how = {"of_teams": teams, "common": common, "at_end": at_end}
    return core.Scoring(local, score, (), winners, lets, **how, explanation=parts, span=span)


def told_winners(world: World, env: Env, scoring: syntax.Scoring | None) -> tuple[int, Env]:
    """A local that holds who has won, and the environment in which `winners` means that, if it has no other meaning."""
    line = winners_line(scoring)
    typed = world.called(Env(), world.definition_entries[None, "winners"], None, (), line.span) if line else None
    of = winners_seq(world, typed, line.span).of if typed and line else PLAYER
    local = world.local("winners", SeqT(of), capacity=world.players)
    taken = (world.fields.get((), {}), world.option_types, world.plurals)
    if any("winners" in names for names in taken) or (line is None and (None, "winners") in world.definition_entries):
        return local, env
    return local, env.bind(syntax.Name("winners"), SeqValue(core.Held(local), of), "who has won")


def winners_seq(world: World, typed: environment.Typed, span: Span) -> SeqValue:
    """Players or teams: one, several or nobody."""
    if isinstance(typed, Value):
        typed = SeqValue(core.Listed((typed.core,)), without_none(typed.type))
    seq = as_seq(world, typed, span)
    if isinstance(typed, SeqValue) and isinstance(seq.seq, core.Listed) and not seq.seq.values:
        return SeqValue(seq.seq, PLAYER)
    if not isinstance(without_none(seq.of), ValueT) or without_none(seq.of) not in (PLAYER, TEAM):
        mismatch(world, typed, "players or teams", span, "Write players with highest score.")
    return seq


def invariant(world: World, node: syntax.Invariant) -> core.Invariant:
    """An invariant."""
    asked = condition(world, Env(), node.condition)
    held = core.Junction("or", (core.IsOver(span=node.span), asked)) if node.in_play else asked
    told = unmet(world, Env(), node.condition)
    return core.Invariant(node.title.text, held, in_play=node.in_play, explanation=told, span=node.span)


def secret(world: World, node: syntax.Secret) -> tuple[core.Secret | core.Invariant, ...]:
    """A secret for each field it speaks of that exists at this setting, and what is looked at in play where zones have
    faces."""
    known = {each: each for each in get_args(core.Exempt)}
    but: core.Exempt | None = known.get(node.who.text) if node.who else None
    if node.who is not None and but is None:
        misplaced(node.who.span, f'"{node.who.text}"', "its owner, others or its viewers")
    doings = [*world.actions, *world.procedures]
    for name in node.told_by:
        if name.text not in doings:
            told = name_words.unknown_doing(name, what="an action, phase or procedure", candidates=doings)
            raise environment.Mistake(None if name.text in world.broken_names else told)
    told_by = tuple(name.text for name in node.told_by)

    def about(fields: Iterable[core.Whole]) -> tuple[core.Secret, ...]:
        return tuple(core.Secret(node.title.text, each, but, told_by, span=node.span) for each in fields)

    if (variable := whole_variable(world, node.hidden)) is not None:
        if node.who is not None and but == "viewers":
            also = world.variables[variable.number].span
            raise environment.Mistake(secret_words.viewers_of_variable(node.who, also=also))
        return about((variable,) if variable.number < world.variables_here else ())
    seq = as_seq(world, world.expression(Env(dead=True), node.hidden), node.hidden.span)
    if not seq.zones:
        mismatch(world, seq, "a zone or variable", node.hidden.span, "Write players' hand, or players' coins.")
    here = [zone for zone in sorted(seq.zones) if zone < world.zones_here]
    made = about(core.Whole("zone", zone) for zone in here)
    faced = any(world.zones[zone].faced for zone in here)
    return (*made, marks(world, node, seq, but)) if faced and but != "viewers" else made


def whole_variable(world: World, node: syntax.Expr) -> core.Whole | None:
    """The variable that is named with all its instances, as `trump`, `players' coins`; None for what else there is."""
    match node:
        case syntax.Word(name):
            owner = None
        case syntax.Of(syntax.Word(owners), syntax.Member(name, None)) if owners.text in world.plurals:
            owner = world.plurals[owners.text]
        case _:
            return None
    for types, fields in world.fields.items():
        entry = fields.get(name.text)
        if entry is None or entry.sort == "zone" or not (owner in types if owner else not types):
            continue
        field_value(world, Env(dead=True), name, entry, tuple(core.Const(0, world.types[each]) for each in types))
        variable = world.variables[entry.index]
        if variable.lies_in is None and not isinstance(variable.type, MemoryT):
            return core.Whole("variable", entry.index)
    return None


def marks(world: World, node: syntax.Secret, seq: SeqValue, but: core.Exempt | None) -> core.Invariant:
    """That no mark of a face-down piece has anybody in it but its owner, or but others."""
    local, viewer = world.local("piece", seq.of, piece=True), world.local("viewer", PLAYER)
    piece = core.Get(local, seq.of)
    looks: core.Expr = core.Const(1, BOOL)
    if but in ("owner", "others"):
        owners = world.zones[min(seq.zones)].owners
        at = owners.index(PLAYER) if PLAYER in owners else len(owners)
        holder = core.AskPiece("holder", piece, OptionalT(PLAYER), dimension=at, span=node.span)
        owns = core.Compare("is", core.Get(viewer, PLAYER), holder)
        looks = owns if but == "others" else core.Not(owns)
    down = core.AskPiece("face-down", piece, BOOL, span=node.span)
    seen = core.Junction("and", (down, core.Exists(viewer, core.Viewers(piece), looks)))
    none = core.Not(core.Exists(local, seq.seq, seen))
    first = core.Witness(bare_words(without_none(seq.of)), local, core.Filter(local, seq.seq, seen), ())
    return core.Invariant(node.title.text, none, "secret", explanation=(first,), span=node.span)
