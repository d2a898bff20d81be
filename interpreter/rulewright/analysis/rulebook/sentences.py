"""Sentences of the rules as points of a list: what a player does, step by step.

In: sentences, and what words mean where they stand. Out: items. Law: each sentence gives at least one item; what belongs to
a condition or a loop stands in the same sentence or below it. `you` is whoever acts.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import assert_never

from attrs import evolve, frozen

from rulewright.analysis.rulebook.book import Item
from rulewright.analysis.rulebook.comments import Comments
from rulewright.analysis.rulebook.expressions import (
    WORD,
    act_words,
    condition,
    element,
    is_condition,
    named_many,
    narrowed,
    object_phrase,
    one_of,
    phrase,
    plain_phrase,
)
from rulewright.analysis.rulebook.speech import Env, a, listed, lower, manifold, several, spoken, the, upper
from rulewright.language import syntax
from rulewright.language.plurals import plural


@frozen
class Teller:
    """What is needed beside the sentences: the author's comments, and what each action is for, in the author's words."""

    comments: Comments
    titles: dict[str, str]


def steps(block: syntax.Block, env: Env, teller: Teller) -> tuple[Item, ...]:
    """A block as items; what a `let` names is known in what follows."""
    items: list[Item] = []
    for sentence in block:
        items.extend(_noted(sentence, items_of(sentence, env, teller), teller))
        env = after(sentence, env)
    return tuple(items)


def after(sentence: syntax.ActionLine, env: Env) -> Env:
    """What words mean behind a sentence."""
    match sentence:
        case syntax.Let(name, value):
            return env.bound(name.text, the(name.text), element(value, env))
        case syntax.Draw(binder, among) | syntax.Roll(binder, among):
            return env.bound(binder.text, the(binder.text), element(among, env))
        case syntax.Pick(name, candidates):
            return env.bound(name.text, the(name.text), _picked_noun(candidates, env))
        case syntax.PickSeveral(_, _, name, candidates):
            return env.bound(name.text, the(name.text), _picked_noun(candidates, env))
        case _:
            return env


def _picked_noun(candidates: syntax.Candidates, env: Env) -> str | None:
    match candidates.sources:
        case syntax.Union(sources):
            return element(sources[0], env)
        case syntax.Words():
            return WORD
        case source:
            return element(source, env)


def _noted(sentence: syntax.Statement, items: Sequence[Item], teller: Teller) -> Iterator[Item]:
    """Items with what the author wrote beside the line, behind the first of them."""
    simple = not isinstance(sentence, syntax.If | syntax.Loop)
    note = (teller.comments.whole if simple else teller.comments.first)(sentence.span)
    for number, item in enumerate(items):
        new = note and not number and note not in item.text
        yield evolve(item, text=_behind(item.text, f" ({note})")) if new else item


def _behind(text: str, note: str) -> str:
    """A sentence with a note before its end."""
    return f"{text[:-1]}{note}{text[-1]}" if text.endswith((".", ":")) else text + note


def items_of(sentence: syntax.Statement, env: Env, teller: Teller) -> tuple[Item, ...]:
    """One sentence as items."""
    match sentence:
        case syntax.If():
            return tuple(_if(sentence, env, teller))
        case syntax.Choose():
            return tuple(_choose(sentence, env, teller))
        case syntax.ChooseUntil():
            return tuple(_choose_until(sentence, env, teller))
        case (
            syntax.ForEach()
            | syntax.EachInTurn()
            | syntax.EachAtOnce()
            | syntax.GoAround()
            | syntax.Ask()
            | syntax.Repeat()
            | syntax.RepeatTimes()
        ):
            head, inner = _loop(sentence, env)
            return (_with(head, sentence.body, inner, teller),)
        case _:
            return (Item(_sentence(sentence, env)),)


def _with(head: str, block: syntax.Block, env: Env, teller: Teller, joint: str = ":") -> Item:
    """A head with what belongs to it: in one sentence where that is short, else below it."""
    items = steps(block, env, teller)
    conditional = joint == "," and isinstance(block[0], syntax.If)
    if len(items) == 1 and not items[0].items and not conditional:
        return Item(f"{head}{joint} {lower(items[0].text)}.")
    if joint == ",":
        return Item(f"{head}, do this{' in order' * (len(items) > 1)}:", items)
    return Item(f"{head}{', in this order' * (len(items) > 1)}:", items)


# ---- conditions, loops


def _if(sentence: syntax.If, env: Env, teller: Teller) -> Iterator[Item]:
    """Each case; one that holds always (decided by the setting) stands alone."""
    if not sentence.cases:
        yield from steps(sentence.otherwise or (), env, teller)
        return
    for number, case in enumerate(sentence.cases):
        head = f"{'Otherwise, if' if number else 'If'} {condition(case.condition, env)}"
        yield _with(head, case.body, env, teller, ",")
    if sentence.otherwise:
        yield _with("Otherwise", sentence.otherwise, env, teller, ",")


def _loop(sentence: syntax.Loop, env: Env) -> tuple[str, Env]:
    """The head of a loop, and what words mean in it."""
    match sentence:
        case syntax.ForEach(binder, among):
            return _for_each(binder, among, env)
        case syntax.EachInTurn(other, _, start):
            begins = f", beginning with {phrase(start, env)}" if start else ""
            return f"Each {'other ' if other else ''}player in turn{begins}", env
        case syntax.EachAtOnce():
            return "All players at the same time, without seeing what the others do", env
        case syntax.GoAround(start, among, until):
            only = f" among {phrase(among, env)}" if among else ""
            end = f", until {condition(until, env)}" if until else ""
            return f"Round and round the table, one player{only} after the other, beginning with {phrase(start, env)}{end}", env
        case syntax.Ask(who):
            return f"{upper(phrase(who, env))} acts", env
        case syntax.Repeat(until):
            return (f"Until {condition(until, env)}, again and again" if until else "Again and again"), env
        case syntax.RepeatTimes(number):
            said = phrase(number, env)
            return f"{said} times" if isinstance(number, syntax.Number) else f"As many times as {said}", env
    assert_never(sentence)


def _for_each(binder: syntax.Name, among: syntax.Expr, env: Env) -> tuple[str, Env]:
    query = among if isinstance(among, syntax.Query) else None
    source, where = (query.source, query.where) if query and not query.keys else (among, None)
    one = element(source, env) or "one"
    what = binder.text if len(binder.text) > 2 else one
    said = f"that {what}"
    if said in env.locals.values() or the(what) in env.locals.values():
        said = what = f"{one} {binder.text}"
    inner = env.bound(binder.text, said, element(source, env))
    some = one_of(source, what, env, "each {}".format)
    mine = env.bound(query.binder.text, said) if query and query.binder else inner
    those = f" {narrowed(where, mine.meaning(said), said)}" if where else ""
    return f"For {some}{those}", inner


# ---- choices


def _choose(sentence: syntax.Choose, env: Env, teller: Teller) -> Iterator[Item]:
    acts = listed([act_words(act, env) for act in sentence.offer.acts], "or")
    yield Item(f"You choose {acts}{limited(sentence.offer.limit)}.")
    if sentence.otherwise:
        yield _with("If you cannot", sentence.otherwise, env, teller, ",")


def _choose_until(sentence: syntax.ChooseUntil, env: Env, teller: Teller) -> Iterator[Item]:
    ending = act_words(sentence.ending, env)
    yield Item(
        f"As often as you like, you choose one of these, until you choose {ending}:",
        tuple(Item(offered(offer, env, teller)) for offer in sentence.offers),
        steps=False,
    )
    if sentence.otherwise:
        yield _with("If you can do none of these", sentence.otherwise, env, teller, ",")


def offered(offer: syntax.Offer, env: Env, teller: Teller) -> str:
    """A line of a choice: the actions, how often, what a single one is for."""
    acts = f"{listed([act_words(act, env) for act in offer.acts], 'or')}{limited(offer.limit)}"
    about = teller.titles.get(offer.acts[0].name.text, "") if len(offer.acts) == 1 else ""
    return f"{acts}: {about}" if about else acts


def limited(limit: syntax.Limit | None) -> str:
    """How often something may be chosen."""
    return "" if limit is None else f" ({'exactly ' if limit.exactly else ''}once per {spoken(limit.owner.text)})"


# ---- what is done


Simple = (
    syntax.Let
    | syntax.Set
    | syntax.Change
    | syntax.Handling
    | syntax.Finish
    | syntax.EndGame
    | syntax.Nothing
    | syntax.Do
)


def _sentence(sentence: Simple, env: Env) -> str:
    say = partial(phrase, env=env)
    match sentence:
        case syntax.Let(name, value):
            return meant(name.text, f"{'whether ' * is_condition(value, env)}{plain_phrase(value, env)}")
        case syntax.Set(target, value):
            return _set(target, value, env)
        case syntax.Change(verb, value, target):
            return _change(verb, value, target, env)
        case syntax.Move(what, to, face):
            return f"Move {taken(what, to, env)} to {object_phrase(to, env)}{_facing(face)}{_number(what, env)}."
        case syntax.Draw(binder, among):
            return f"Draw {_some_from(among, env)} by lot; that is {the(binder.text)}."
        case syntax.Roll(binder, among):
            return f"Roll: chance decides among {say(among)}; that is {the(binder.text)}."
        case syntax.RollInto(number, to):
            return f"Roll {say(number)} new {plural(element(to, env) or 'piece')} into {say(to)}."
        case syntax.Shuffle(zone):
            return f"Shuffle {say(zone)}."
        case syntax.Flip(piece, face):
            return f"Turn {_lying(piece, env)} face {face}."
        case syntax.Swap(first, second):
            return f"{upper(_lying(first, env))} and {_lying(second, env)} change places."
        case syntax.Rotate(what, toward):
            way = f"one place toward {say(toward)}" if toward else "one place clockwise"
            return f"Shift all on {say(what)} by {way}, round the end."
        case syntax.Pack(board, toward):
            return f"Slide all pieces of {say(board)} toward {say(toward)}, as far as they go."
        case syntax.Show(among, to):
            return f"Show {say(among)} to {'everybody' if to is None else object_phrase(to, env)}."
        case syntax.Finish(name):
            return f"This ends “{spoken(name.text)}”."
        case syntax.EndGame(winner, drawn):
            won = f", and {say(winner)} wins" if winner else ", and nobody wins" if drawn else ""
            return f"The game ends{won}."
        case syntax.Nothing():
            return "Nothing happens."
        case syntax.Do(act):
            return f"Carry out {_told(act, env)}."
    assert_never(sentence)


def _some_from(among: syntax.Expr, env: Env) -> str:
    """One of several, from where it is."""
    one = element(among, env)
    if one is None or isinstance(among, syntax.Query):
        return f"one of {phrase(among, env)}"
    said = phrase(among, env)
    return a(one) if said == f"all {plural(one)}" else f"{a(one)} from {said}"


def meant(name: str, said: str) -> str:
    """What a `let` says."""
    return f"Let {name} be {said}." if len(name) == 1 else f"{upper(the(name))} {'are' if manifold(name) else 'is'} {said}."


def _told(act: syntax.Act, env: Env) -> str:
    args = [phrase(arg, env) for arg in act.args or ()]
    return f"“{spoken(act.name.text)}”{f' with {listed(args)}' if args else ''}"


def _set(target: syntax.Expr, value: syntax.Expr, env: Env) -> str:
    match target, value:
        case syntax.Of(subject, member), syntax.YesNo(yes) if is_condition(target, env):
            return f"From now on {phrase(subject, env)} is {'' if yes else 'not '}{spoken(member.name.text)}."
        case syntax.Word(name), syntax.YesNo(yes):
            return f"From now on “{name.text}” is {'yes' if yes else 'no'}."
        case syntax.Of(subject, member), syntax.Nobody():
            return f"From now on {phrase(subject, env)} has no {spoken(member.name.text)}."
        case _, syntax.Nobody():
            return f"From now on there is no {phrase(target, env).removeprefix('the ')}."
        case _, syntax.Word(name) if name.text == "nothing":
            return f"Empty {phrase(target, env)}."
        case syntax.Word(name) | syntax.Of(_, syntax.Member(name)) | syntax.Call(name), _ if _is_number(name.text, env):
            return f"Set {phrase(target, env)} to {phrase(value, env)}."
        case _:
            verb = "become" if named_many(target, env) else "becomes"
            said = condition(value, env) if is_condition(value, env) else phrase(value, env)
            return f"{upper(phrase(target, env))} {verb} {'yes exactly if ' * is_condition(value, env)}{said}."


def _is_number(name: str, env: Env) -> bool:
    zone = env.known.fields.get(name)
    return zone is not None and isinstance(zone.field.type, syntax.ConstRange)


def _change(verb: str, value: syntax.Expr, target: syntax.Expr, env: Env) -> str:
    joint = {"add": "to", "subtract": "from", "remove": "from"}
    return f"{upper(verb)} {object_phrase(value, env)} {joint[verb]} {phrase(target, env)}."


def _facing(face: syntax.Face | None) -> str:
    return f", face {face}" if face else ""


def _lying(node: syntax.Expr, env: Env) -> str:
    """A piece, or what lies on a place."""
    return phrase(node, env)


def taken(what: syntax.What, to: syntax.Expr, env: Env) -> str:
    """What is moved: a piece, or so many of those somewhere."""
    match what:
        case syntax.This(path):
            return phrase(path, env)
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


def _pieces(number: str, among: syntax.Expr, to: syntax.Expr, env: Env) -> str:
    """So many pieces from somewhere, which fit a description."""
    query = among if isinstance(among, syntax.Query) else None
    source, where = (query.source, query.where) if query and not query.keys else (among, None)
    one = element(source, env) or element(to, env) or "piece"
    match source:
        case syntax.Of(subject, syntax.Member(name, None)) if name.text in env.known.types:
            place = phrase(subject, env)
        case _:
            place = phrase(source, env)
    inner = env if query is None or query.binder is None else env.bound(query.binder.text, "it", one)
    on_places = one in env.known.boards
    one = env.known.boards.get(one, one)
    many = number not in ("1", "up to 1")
    those = f" {narrowed(where, inner.meaning('it'), 'it', several=many or on_places)}" if where else ""
    count = several(number.rpartition(" ")[2], one) if number[-1:].isdigit() else f"{number} {plural(one)}"
    count = f"up to {count}" if number.startswith("up to") else count
    return f"{count} on {place}{those}" if on_places else f"{count}{those} from {place}"


# ---- the headers of actions


def header(line: syntax.ActionLine, env: Env, teller: Teller) -> tuple[Item, ...]:
    """A line of an action: what is picked, what must be so, or what is done."""
    match line:
        case syntax.Pick(name, candidates):
            return (Item(f"Pick {_picked(candidates, name.text, env)}."),)
        case syntax.PickSeveral(low, high, name, candidates, repeats):
            number = phrase(low, env) if high is None else f"{phrase(low, env)} to {phrase(high, env)}"
            more = ", the same more than once if you like" if repeats else ""
            plain = all(isinstance(end, syntax.Number | None) for end in (low, high))
            count, how_many = (f"{number} ", "") if plain else ("", f" (how many: {number})")
            return (Item(f"Pick {count}{_picked(candidates, name.text, env, many=True)}{how_many}{more}."),)
        case syntax.Needs(wanted, if_you_can, because):
            must = "If you can, you must see that" if if_you_can else "Only if"
            return (Item(f"{must} {condition(wanted, env)}{_otherwise(because)}."),)
        case syntax.MustChange(zone, because):
            return (Item(f"Only if it changes {phrase(zone, env)}{_otherwise(because)}."),)
        case syntax.MustLeave(wanted, if_able, because):
            able = " if any move can do that" if if_able else ""
            return (Item(f"Only if afterwards {condition(wanted, env)}{able}{_otherwise(because)}."),)
        case _:
            return tuple(_noted(line, items_of(line, env, teller), teller))


def _otherwise(because: syntax.Text | None) -> str:
    return f" (otherwise: “{because.text}”)" if because else ""


def _picked(candidates: syntax.Candidates, name: str, env: Env, *, many: bool = False) -> str:
    """What is picked, from where, and which may be."""
    one = _picked_noun(candidates, env)
    inner = env.bound(candidates.binder.text if candidates.binder else name, "it").meaning("it")
    those = narrowed(candidates.where, inner, "it", several=many) if candidates.where is not None else ""
    mine = name if many or manifold(name) else the(name) if the(name) != f"the {name}" else a(name)
    head = "" if name in (one, one and plural(one)) else f"{mine}: "
    sort = (plural if many else a)(one) if one and head else mine
    match candidates.sources:
        case syntax.Words(names):
            return f"{mine}: {listed([f'“{each.text}”' for each in names], 'or')}"
        case syntax.Word(word) if word.text in env.known.types and word.text not in env.locals:
            return f"{head}{sort}{f' {those}' if those else ''}"
        case syntax.Range() as numbers:
            return f"{mine}: a number from {phrase(numbers, env)}{f', {those}' if those else ''}"
        case syntax.Union(sources):
            place = listed([phrase(source, env) for source in sources], "or")
        case source:
            place = phrase(source, env)
    such = f", {'only those' if many else 'one'} {those}" if those else ""
    return f"{head}{sort} from {place}{such}"
