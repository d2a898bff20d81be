"""Scoring, invariants and secrets to core, and what a score is made up of."""

import re
from collections.abc import Iterator
from typing import Final, Literal, get_args

from rulewright.language import core, syntax
from rulewright.language.diagnostics import Edit
from rulewright.language.elaborate.coercions import as_seq, as_value, condition, mismatch, misplaced
from rulewright.language.elaborate.definitions import body_parts, within
from rulewright.language.elaborate.environment import DefinitionEntry, Env, Mistake, SeqValue, Typed, Value, World
from rulewright.language.elaborate.explanations import unmet
from rulewright.language.elaborate.queries import asked
from rulewright.language.elaborate.suggestions import bare_words
from rulewright.language.messages import kinds_of_values as words, secrecy as secret_words
from rulewright.language.span import NOWHERE, Span
from rulewright.language.types import BOOL, PLAYER, TEAM, OptionalT, SeqT, ValueT, without_none

MOST_INTO: Final = 4
"""Through so many definitions a term is followed."""


def score_parts(world: World, scoring: syntax.Scoring | None, player: Value) -> core.ScoreParts:
    """What the scoring paragraph says of the score of a player; of what cannot be told by itself nothing."""
    entry, line = world.definition_entries.get(("player", "score")), winners_line(scoring)
    terms = world.aside(lambda: _cases(world, entry, player)) if entry else ()
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


def winners_line(scoring: syntax.Scoring | None) -> syntax.Winners | None:
    """The line `winners: …`."""
    return next((each for each in scoring.parts if isinstance(each, syntax.Winners)), None) if scoring else None


def _cases(world: World, entry: DefinitionEntry, player: Value) -> Iterator[core.Part]:
    """The terms of the case that holds."""
    env, result = within(world, entry.syntax, player, (), dead=False), entry.syntax.body.result
    if not isinstance(result, tuple):
        yield from _terms(world, env, result, 1, MOST_INTO)
        return
    other: tuple[core.Expr, ...] = ()
    for each in result:
        holds = () if each.when is None else (condition(world, env, each.when),)
        yield core.Branch(core.And((*other, *holds)), tuple(_terms(world, env, each.value, 1, MOST_INTO)))
        other += tuple(map(core.Not, holds))


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
    """`p's score` and `winners` may be asked like definitions."""
    for part in scoring.parts if scoring else ():
        of, subject = (part.of, part.subject) if isinstance(part, syntax.Score) else (None, None)
        state: Literal["new", "broken"] = "new"
        if of is not None and of.text != "player":
            meant = of.text == "players"
            edit = Edit(of.span, "player") if meant else None
            world.tell(words.score_of_what(of.span, team="team" if of.text == "team" else None, edit=edit))
            of, state = syntax.Name("player", span=of.span), "new" if meant else "broken"
        name = syntax.Name("winners" if of is None else "score", span=part.span)
        made = syntax.Define(None, name, of, subject, (), part.body, span=part.span)
        world.definition_entries[None if of is None else "player", name.text] = DefinitionEntry(made, state, used=True)


def judge(world: World, scoring: syntax.Scoring | None) -> core.Scoring:
    """The scoring paragraph: a score for each player, and who wins."""
    local = world.local("player", PLAYER)
    subject, score = Value(core.Get(local, PLAYER), PLAYER), None
    if ("player", "score") in world.definition_entries:
        entry = world.definition_entries["player", "score"]
        typed = world.called(Env(), entry, subject, (), entry.syntax.span)
        score = typed.core if isinstance(typed, Value) else mismatch(world, typed, "a number", entry.syntax.body.span)
    lets: tuple[core.Let, ...] = ()
    winners, teams, span = None, False, scoring.span if scoring else NOWHERE
    if (line := winners_line(scoring)) is not None:
        lets, found = body_parts(world, Env(), line.body)
        seq = winners_seq(world, found, line.body.span)
        winners, teams = seq.seq, seq.of == TEAM
    parts = score_parts(world, scoring, subject)
    return core.Scoring(local, score, (), winners, lets, of_teams=teams, explanation=parts, span=span)


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


def winners_seq(world: World, typed: Typed, span: Span) -> SeqValue:
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
    held = core.Or((core.IsOver(span=node.span), asked)) if node.in_play else asked
    told = unmet(world, Env(), node.condition)
    return core.Invariant(node.title.text, held, in_play=node.in_play, explanation=told, span=node.span)


def secret(world: World, node: syntax.Secret) -> tuple[core.Secret | core.Invariant, ...]:
    """A secret for each zone it speaks of, and what is looked at in play where they have faces. It is no matter of a
    field that holds no pieces: who sees it is said where it is declared."""
    asked = node.zone.name if isinstance(node.zone, syntax.Word) else None
    if isinstance(node.zone, syntax.Of) and node.zone.member.args is None:
        asked = node.zone.member.name
    of = [owners for owners, fields in world.fields.items() if asked is not None and asked.text in fields]
    if asked is not None and of and all(world.fields[owners][asked.text].sort == "variable" for owners in of):
        also, audience = world.field_names[of[0], asked.text].span, "owner" if of[0] == ("player",) else "nobody"
        raise Mistake(secret_words.secret_of_variable(asked, audience=audience, also=also))
    seq = as_seq(world, world.expression(Env(), node.zone), node.zone.span)
    zones, known = sorted(seq.zones), {each: each for each in get_args(core.Exempt)}
    but: core.Exempt | None = known.get(node.who.text) if node.who else None
    if node.who is not None and but is None:
        misplaced(node.who.span, f'"{node.who.text}"', "its owner, others or its viewers")
    if not zones:
        mismatch(world, seq, "a zone", node.zone.span)
    faced = any(world.zones[zone].faced for zone in zones)
    made = tuple(core.Secret(node.title.text, zone, but, span=node.span) for zone in zones)
    return (*made, marks(world, node, seq, but)) if faced and but != "viewers" else made


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
    seen = core.And((down, core.Exists(viewer, core.Viewers(piece), looks)))
    none = core.Not(core.Exists(local, seq.seq, seen))
    first = core.Witness(bare_words(without_none(seq.of)), local, core.Filter(local, seq.seq, seen), ())
    return core.Invariant(node.title.text, none, "secret", explanation=(first,), span=node.span)
