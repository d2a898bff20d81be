"""Sentences of the rules as points of a list: what a player does, step by step.

In: sentences, and what words mean where they stand. Out: items. Law: each sentence gives at least one item; what
belongs to a condition or a loop stands in the same sentence or below it. `you` is whoever acts.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from attrs import evolve

from rulewright.analysis.report.document import Item
from rulewright.analysis.rulebook.doing import done
from rulewright.analysis.rulebook.expressions import (
    act_words,
    condition,
    keyed,
    narrowed,
    one_among,
    one_of,
    phrase,
    such,
)
from rulewright.analysis.rulebook.meaning import Env, after, one_of_them, one_of_those, picked, picked_noun, typed
from rulewright.analysis.rulebook.naming import field_of
from rulewright.analysis.rulebook.speech import a, called, listed, lower, manifold, spoken, the
from rulewright.language import core, syntax
from rulewright.language.wording import plural, up


def steps(lines: Iterable[syntax.ActionLine], env: Env) -> tuple[Item, ...]:
    """Lines as items; what one names is known in what follows."""
    items: list[Item] = []
    for line in lines:
        items.extend(header(line, env))
        env = after(line, env)
    return tuple(items)


def _noted(sentence: syntax.Statement, items: Sequence[Item], env: Env) -> Iterator[Item]:
    """Items with what the author wrote beside the line, behind the first of them."""
    simple = not isinstance(sentence, syntax.If | syntax.Loop)
    note = (env.known.comments.whole if simple else env.known.comments.first)(sentence.span)
    for number, item in enumerate(items):
        new = note and not number and note not in item.text
        yield evolve(item, text=_behind(item.text, f" ({note})")) if new else item


def _behind(text: str, note: str) -> str:
    """A sentence with a note before its end."""
    return f"{text[:-1]}{note}{text[-1]}" if text.endswith((".", ":")) else text + note


def items_of(sentence: syntax.Statement, env: Env) -> tuple[Item, ...]:
    """One sentence as items."""
    match sentence:
        case syntax.If():
            return tuple(_if(sentence, env))
        case syntax.Choose():
            return tuple(_choose(sentence, env))
        case syntax.ChooseUntil():
            return tuple(_choose_until(sentence, env))
        case _ if isinstance(sentence, syntax.Loop):
            head, inner = _loop(sentence, env)
            return (_with(head, sentence.body, inner),)
        case _:
            return (Item(done(sentence, env)),)


def _with(head: str, block: syntax.Block, env: Env, joint: str = ":") -> Item:
    """A head with what belongs to it: in one sentence where that is short, else below it."""
    items = steps(block, env)
    conditional = joint == "," and isinstance(block[0], syntax.If)
    if len(items) == 1 and not items[0].items and not conditional:
        loops = isinstance(block[0], syntax.ForEach | syntax.EachInTurn | syntax.RepeatTimes)
        outer = loops and not head.endswith(" acts")
        return Item(f"{head}{',' if outer else joint} {lower(items[0].text)}.")
    if joint == ",":
        return Item(f"{head}, do this{' in order' * (len(items) > 1)}:", items)
    return Item(f"{head}{', in this order' * (len(items) > 1)}:", items)


# ---- conditions, loops


def _if(sentence: syntax.If, env: Env) -> Iterator[Item]:
    """Each case; one that holds always (decided by the setting) stands alone."""
    if not sentence.cases:
        yield from steps(sentence.otherwise or (), env)
        return
    for number, case in enumerate(sentence.cases):
        head = f"{'Otherwise, if' if number else 'If'} {condition(case.condition, env)}"
        yield _with(head, case.body, env, ",")
    if sentence.otherwise:
        yield _with("Otherwise", sentence.otherwise, env, ",")


def _loop(sentence: syntax.Loop, env: Env) -> tuple[str, Env]:
    """The head of a loop, and what words mean in it."""
    match sentence:
        case syntax.ForEach(binder, among):
            return _for_each(binder, among, env)
        case syntax.EachInTurn():
            return _each_in_turn(sentence, env), env
        case syntax.GoAround(start, among, until):
            only = f" among {phrase(among, env)}" if among else ""
            end = f", until {condition(until, env)}" if until else ""
            return (
                f"Round and round the table, one player{only} after the other, first {phrase(start, env)}{end}",
                env,
            )
        case syntax.Ask(who):
            return f"{up(phrase(who, env))} acts", env
        case syntax.Repeat(until):
            return f"Again and again{f', until {condition(until, env)}' if until else ''}", env
        case syntax.RepeatTimes(number):
            said = phrase(number, env)
            return f"{said} times" if isinstance(number, syntax.Number) else f"As many times as {said}", env
    assert_never(sentence)


def _each_in_turn(loop: syntax.EachInTurn, env: Env) -> str:
    """Who has a turn, in which order, and until when; or who chooses at once."""
    one = "that player"
    mine = env.about(one, env.you, loop.binder)
    other = "other " if loop.other else ""
    among = f" among {phrase(loop.among, env)}" if loop.among else ""
    if loop.at_once:
        now = f", if {condition(loop.where, mine)}" if loop.where else ""
        who = f"each {other}player{among}{now}" if other or among or now else "all players"
        chosen = isinstance(loop.body[0], syntax.Choose)
        return f"{up(who)} at the same time{', without seeing what the others do' * chosen}"
    begins = f", beginning with {phrase(loop.start, env)}" if loop.start else ""
    ranked = f", first those{keyed(loop.keys, mine)}" if loop.keys else ""
    those = f", if {condition(loop.where, mine)} when the turn comes" if loop.where else ""
    end = f", until {condition(loop.until, env)}" if loop.until else ""
    return f"Each {other}player{among} in turn{begins}{ranked}{those}{end}"


def _for_each(binder: syntax.Name, among: syntax.Expr | syntax.Named, env: Env) -> tuple[str, Env]:
    if isinstance(among, syntax.Named):
        inner = env.bound(binder.text, the(binder.text), typed(among.values[0], env))
        return f"For each of {listed([phrase(value, env) for value in among.values])}, as {the(binder.text)}", inner
    query = among if isinstance(among, syntax.Query) else None
    if query is not None and query.ranked:
        head, inner = _for_each(binder, evolve(query, keys=(), ranked=False), env)
        asked = inner.about("it", one_of_them(query.source, env))
        return f"{head}, first those{keyed(query.keys, asked)}", inner
    source, where = (query.source, query.where) if query and not query.keys else (among, None)
    what, inner, said = one_among(binder, source, env)
    those = such(where, inner.about(said, inner.names.it, query.binder if query else None), said)
    return f"For {one_of(source, what, env, 'each {}'.format)}{those}", inner


# ---- choices


def _choose(sentence: syntax.Choose, env: Env) -> Iterator[Item]:
    acts = listed([act_words(act, env) for act in sentence.offer.acts], "or")
    yield Item(f"You choose {acts}{limited(sentence.offer.limit)}.")
    if sentence.otherwise:
        yield _with("If you cannot", sentence.otherwise, env, ",")


def _choose_until(sentence: syntax.ChooseUntil, env: Env) -> Iterator[Item]:
    ending = act_words(sentence.ending, env)
    yield Item(
        f"You choose one of these again and again, until you choose {ending}:",
        tuple(Item(offered(offer, env)) for offer in sentence.offers),
        steps=False,
    )
    if sentence.otherwise:
        yield _with("If you can do none of these", sentence.otherwise, env, ",")


def offered(offer: syntax.Offer, env: Env) -> str:
    """A line of a choice: the actions, how often, what a single one is for."""
    acts = f"{listed([act_words(act, env) for act in offer.acts], 'or')}{limited(offer.limit)}"
    about = env.known.titles.get(offer.acts[0].name.text, "") if len(offer.acts) == 1 else ""
    return f"{acts}: {about}" if about else acts


def limited(limit: syntax.Limit | None) -> str:
    """How often something may be chosen."""
    if limit is None:
        return ""
    often = "once" if limit.most.value == 1 else f"at most {limit.most.value} times"
    return f" ({'exactly ' * limit.exactly}{often} per {spoken(limit.owner.text)})"


# ---- the headers of actions


def header(line: syntax.ActionLine, env: Env) -> tuple[Item, ...]:
    """A line of an action: what is picked, what must be so, or what is done."""
    match line:
        case syntax.Pick(name, candidates, if_any):
            return (Item(f"Pick {_picked(candidates, name.text, env)}{', if there is one' * if_any}."),)
        case syntax.PickSeveral(low, high, name, candidates, repeats, ordered):
            number = phrase(low, env) if high is None else f"{phrase(low, env)} to {phrase(high, env)}"
            more = ", the same more than once if you like" if repeats else ", in an order of your choice" * ordered
            plain = all(isinstance(end, syntax.Number | None) for end in (low, high))
            count, how_many = (f"{number} ", "") if plain else ("", f" (how many: {number})")
            if number == "1":
                return (Item(f"Pick {_picked(candidates, name.text, env)}."),)
            return (Item(f"Pick {count}{_picked(candidates, name.text, env, many=True)}{how_many}{more}."),)
        case syntax.Needs(wanted, if_you_can, because):
            must = f"If you can, choose so that {condition(wanted, env)}" if if_you_can else _only_if(wanted, env)
            return (Item(f"{must}{_otherwise(because)}."),)
        case syntax.MustChange(zone, because):
            return (Item(f"Only if it changes {phrase(zone, env)}{_otherwise(because)}."),)
        case syntax.MustLeave(wanted, if_able, because):
            able = " if any move can do that" if if_able else ""
            return (Item(f"Only if afterwards {condition(wanted, env)}{able}{_otherwise(because)}."),)
        case _:
            return tuple(_noted(line, items_of(line, env), env))


def _only_if(wanted: syntax.Expr, env: Env) -> str:
    """What must be so; of what need not be so for all that is picked, for which it must."""
    match wanted:
        case syntax.Or((syntax.Compare(op="is not") as other, needed)) if not _denies(needed):
            return f"If {condition(other, env, holds=False)}: only if {condition(needed, env)}"
        case syntax.Or((syntax.Not(when), needed)):
            return f"If {condition(when, env)}: only if {condition(needed, env)}"
        case _:
            return f"Only if {condition(wanted, env)}"


def _denies(node: syntax.Expr) -> bool:
    return isinstance(node, syntax.Compare) and node.op == "is not"


def _otherwise(because: syntax.Text | None) -> str:
    return f" (otherwise: “{because.text}”)" if because else ""


def _picked(candidates: syntax.Candidates, name: str, env: Env, *, many: bool = False) -> str:
    """What is picked, from where, and which may be."""
    one = picked_noun(candidates, env)
    inner = env.about("it", one_of_those(picked(candidates, env), env), candidates.binder or syntax.Name(name))
    those = narrowed(candidates.where, inner, "it", several=many) if candidates.where is not None else ""
    mine = name if many or manifold(name) else the(name) if the(name) != f"the {name}" else a(name)
    mine = mine if called(name, one) == the(name) or one is None else f"{mine} {plural(one) if many else one}"
    head = "" if name in (one, one and plural(one)) else f"{mine}: "
    sort = (plural if many else a)(one) if one and head else mine
    sort = "one" if head.endswith(f" {one}: ") else sort
    head, sort = ("", mine) if many and one and mine == f"{name} {plural(one)}" else (head, sort)
    match candidates.sources:
        case syntax.Words(names):
            return f"{mine}: {listed([f'“{each.text}”' for each in names], 'or')}"
        case syntax.Word(word) if word.text in env.known.types and word.text not in env.locals:
            return f"{head}{sort}{f' {those}' if those else ''}"
        case syntax.Range() as numbers:
            number = "a number" if name == "number" else f"{mine}: a number"
            return f"{number} from {phrase(numbers, env)}{f', {those}' if those else ''}"
        case syntax.Union(sources):
            place = f"from {listed([_offering(source, env) for source in sources], 'or')}"
        case source:
            place = f"from {_offering(source, env)}"
            ours = place.removeprefix(f"from the {plural(one or '')} ")
            place = ours if ours != place and ours.startswith("of ") else place
    such = f", {'only those' if many else 'one'} {those}" if those else ""
    return f"{head}{sort} {place}{such}"


def _offering(source: syntax.Expr, env: Env) -> str:
    """From where is picked: of a pile only what lies on top."""
    zone = field_of(source, env)
    return f"{'the top of ' * (isinstance(zone, core.Zone) and zone.kind == 'pile')}{phrase(source, env)}"
