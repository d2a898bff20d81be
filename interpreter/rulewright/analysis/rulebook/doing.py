"""Sentences that do one thing, as English: moves of pieces, chance, values."""

from collections.abc import Sequence
from functools import partial
from typing import assert_never

from rulewright.analysis.rulebook.expressions import (
    act_words,
    condition,
    named_many,
    narrowed,
    phrase,
    value_of,
)
from rulewright.analysis.rulebook.meaning import Env, after, element, is_condition, one_of_them, something, typed
from rulewright.analysis.rulebook.naming import is_one_piece
from rulewright.analysis.rulebook.speech import a, listed, manifold, spoken
from rulewright.language import syntax
from rulewright.language.elaborate.environment import Value
from rulewright.language.types import NumberT
from rulewright.language.wording import plural, up


def done(sentence: syntax.Simple, env: Env) -> str:
    """A sentence without others in it."""
    say = partial(phrase, env=env)
    match sentence:
        case syntax.Let():
            return meant(sentence, env)
        case syntax.Keep():
            return _kept(sentence, env)
        case syntax.Set(target, value):
            return _set(target, value, env)
        case syntax.SetBoard(target, rows):
            return f"Lay out {say(target)}, row by row from the top: {in_rows(rows)}."
        case syntax.Change(verb, value, target):
            return _change(verb, value, target, env)
        case syntax.Move(what, to, face):
            return f"Move {taken(what, to, env)} to {object_phrase(to, env)}{_facing(face)}{_number(what, env)}."
        case syntax.Draw(binder, among):
            one, it = _some_from(among, env), after(sentence, env).locals[binder.text]
            return f"Draw {f'by lot {one}' if isinstance(among, syntax.Query) else f'{one} by lot'}; that is {it}."
        case syntax.Roll(binder, among):
            return f"Roll: chance decides among {say(among)}; that is {after(sentence, env).locals[binder.text]}."
        case syntax.RollInto(number, to):
            one = element(to, env) or "piece"
            if isinstance(number, syntax.Number):
                return f"Roll {number.value} new {one if number.value == 1 else plural(one)} into {say(to)}."
            return f"Roll new {plural(one)} into {say(to)}, as many as {say(number)}."
        case syntax.Shuffle(zone):
            return f"Shuffle {say(zone)}."
        case syntax.Flip(piece, face):
            return f"Turn {piece_at(piece, env)} face {face}."
        case syntax.Swap(first, second):
            return f"{up(piece_at(first, env))} and {piece_at(second, env)} change places."
        case syntax.Rotate(what, toward):
            way = f"one place toward {say(toward)}" if toward else "one place clockwise"
            return f"Shift all on {say(what)} by {way}, round the end."
        case syntax.Sow():
            return _sown(sentence, env)
        case syntax.Pack(board, toward):
            return f"Slide all pieces of {say(board)} toward {say(toward)}, as far as they go."
        case syntax.Show(among, to):
            return f"Show {piece_at(among, env)} to {'everybody' if to is None else object_phrase(to, env)}."
        case syntax.Remember(memory):
            return f"Remember the present situation in {say(memory)}."
        case syntax.Forget(memory):
            return f"Forget all of {say(memory)}."
        case syntax.Finish(name):
            return f"This ends “{spoken(name.text)}”."
        case syntax.Give(value):
            return f"The answer is {value_of(value, env)}."
        case syntax.EndGame(winner, drawn):
            who = say(winner) if winner else "nobody" if drawn else None
            together = who == "you" or (winner is not None and named_many(winner, env))
            won = "" if who is None else f", and {who} {'win' if together else 'wins'}"
            return f"The game ends{won}."
        case syntax.Nothing():
            return "Nothing happens."
        case syntax.Do(act):
            named_so = spoken(act.name.text).startswith("carry out")
            return f"{'Do' if named_so else 'Carry out'} {act_words(act, env, spoken(act.name.text))}."
    assert_never(sentence)


def face_down(viewers: Sequence[syntax.Name] | None) -> str:
    """What is said of a piece that lies face down, and of who has seen it."""
    if viewers is None:
        return ""
    seen = f", seen by {listed([name.text for name in viewers])}" if viewers else ""
    return f" (face down{seen})"


def in_rows(rows: Sequence[Sequence[syntax.PictureCell]]) -> str:
    """What lies on a board, row by row."""
    told = (
        ", ".join(f"{cell.name.text}{face_down(cell.viewers)}" if cell.name else "nothing" for cell in row)
        for row in rows
    )
    return "; ".join(told)


def object_phrase(node: syntax.Expr, env: Env) -> str:
    """A thing behind a verb of which you are the subject."""
    return "yourself" if isinstance(node, syntax.You) else phrase(node, env)


def _some_from(among: syntax.Expr, env: Env) -> str:
    """One of several, from where it is."""
    one = element(among, env)
    if one is None or isinstance(among, syntax.Query):
        return f"one of {phrase(among, env)}"
    said = phrase(among, env)
    return a(one) if said == f"all {plural(one)}" else f"{a(one)} from {said}"


def meant(let: syntax.Let, env: Env) -> str:
    """What a `let` says."""
    name, value = let.name.text, let.value
    if len(name) == 1:
        return f"Let {name} be {value_of(value, env)}."
    be = "are" if manifold(name) or isinstance(value, syntax.Query) else "is"
    return f"{up(after(let, env).locals[name])} {be} {value_of(value, env)}."


def _kept(keep: syntax.Keep, env: Env) -> str:
    """What a `keep` says."""
    what, starts = after(keep, env).locals[keep.name.text], keep.starts
    if starts is None:
        return f"Keep {what} in mind until this is done."
    said = f"yes exactly if {condition(starts, env)}" if is_condition(starts, env) else phrase(starts, env)
    return f"Keep {what} in mind until this is done, at first {said}."


def _sown(sow: syntax.Sow, env: Env) -> str:
    """What a `sow` says."""
    inner = env.about("it", typed(sow.to, env), sow.binder)
    those = f", passing on where {condition(sow.where, inner, holds=False)}" if sow.where else ""
    what, to = phrase(sow.what, env), phrase(sow.to, env)
    return f"Sow {what}: take all, and lay them down one by one, going on to {to} before each{those}."


def _set(target: syntax.Expr, value: syntax.Expr, env: Env) -> str:
    match target, value:
        case syntax.Of(subject, member), syntax.YesNo(yes) if is_condition(target, env):
            be = "are" if isinstance(subject, syntax.You) or named_many(subject, env) else "is"
            return f"From now on {phrase(subject, env)} {be} {'' if yes else 'not '}{spoken(member.name.text)}."
        case syntax.Word(name), syntax.YesNo(yes):
            return f"From now on “{name.text}” is {'yes' if yes else 'no'}."
        case syntax.Of(subject, member), syntax.Nobody():
            return f"From now on {phrase(subject, env)} has no {spoken(member.name.text)}."
        case _, syntax.Nobody():
            return f"From now on there is no {phrase(target, env).removeprefix('the ')}."
        case _, syntax.You():
            return f"You become {phrase(target, env)}."
        case _, syntax.Word(name) if name.text == "nothing":
            return f"Empty {phrase(target, env)}."
        case _ if _is_number(target, env):
            return f"Set {phrase(target, env)} to {phrase(value, env)}."
        case _:
            verb = "become" if named_many(target, env) else "becomes"
            said = condition(value, env) if is_condition(value, env) else phrase(value, env)
            return f"{up(phrase(target, env))} {verb} {'yes exactly if ' * is_condition(value, env)}{said}."


def _is_number(target: syntax.Expr, env: Env) -> bool:
    found = typed(target, env)
    return isinstance(found, Value) and isinstance(found.type, NumberT) and found.type.place is None


def _change(verb: str, value: syntax.Expr, target: syntax.Expr, env: Env) -> str:
    joint = {"add": "to", "subtract": "from", "remove": "from"}
    return f"{up(verb)} {object_phrase(value, env)} {joint[verb]} {phrase(target, env)}."


def _facing(face: syntax.Face | None) -> str:
    return f", face {face}" if face else ""


def taken(what: syntax.What, to: syntax.Expr, env: Env) -> str:
    """What is moved: a piece, or so many of those somewhere."""
    match what:
        case syntax.This(path):
            return piece_at(path, env)
        case syntax.All(among) if is_one_piece(among, env):
            return phrase(among, env)
        case syntax.All(among):
            return _pieces("all", among, to, env)
        case syntax.SomeOf(syntax.Number(value), among, up_to):
            return _pieces(f"{'up to ' if up_to else ''}{value}", among, to, env)
        case syntax.SomeOf(_, among):
            return _pieces("some", among, to, env)
    assert_never(what)


def _number(what: syntax.What, env: Env) -> str:
    """How many are moved, where that is reckoned."""
    match what:
        case syntax.SomeOf(number, _, up_to) if not isinstance(number, syntax.Number):
            return f" (how many: {'at most ' if up_to else ''}{phrase(number, env)})"
        case _:
            return ""


def piece_at(node: syntax.Expr, env: Env) -> str:
    """A piece that is meant; where its place stands for it, what lies there."""
    piece = env.known.boards.get(element(node, env) or "") if isinstance(node, syntax.Word) else None
    return f"the {piece} on {phrase(node, env)}" if piece else phrase(node, env)


def _pieces(number: str, among: syntax.Expr, to: syntax.Expr, env: Env) -> str:
    """So many pieces from somewhere, which fit a description."""
    query = among if isinstance(among, syntax.Query) else None
    source, where = (query.source, query.where) if query and not query.keys else (among, None)
    there = element(to, env) or "piece"
    one = element(source, env) or env.known.boards.get(there, there)
    match source:
        case syntax.Of(subject, syntax.Member(name, None)) if name.text in env.known.types:
            place = phrase(subject, env)
        case _:
            place = phrase(source, env)
    each = one_of_them(source, env) or something(syntax.Name(one), env)
    inner = env.about("it", each, query.binder if query else None)
    on_places = one in env.known.boards
    one = env.known.boards.get(one, one)
    many = number not in ("1", "up to 1")
    those = f" {narrowed(where, inner, 'it', several=many or on_places)}" if where else ""
    count = f"{number} {plural(one) if many else one}"
    if on_places:
        return f"{count} on {place}{those}{',' * (',' in those)}"
    return f"{count}{those} from {place}"
