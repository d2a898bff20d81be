"""Sentences of the rules as points of a list: what a player does, step by step.

In: sentences, and what words mean where they stand. Out: items. Law: each sentence gives at least one item; what
belongs to a condition or a loop stands in the same sentence or below it. `you` is whoever acts.
"""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Final

from attrs import evolve

from rulewright.analysis.documents import Item
from rulewright.analysis.rulebook import expressions, meaning
from rulewright.analysis.rulebook.drawings import board_drawn, signs_told
from rulewright.analysis.rulebook.expressions import act_words, condition, named_many, phrase, value_of
from rulewright.analysis.rulebook.meaning import Env, after, element, is_condition, picked, typed
from rulewright.analysis.rulebook.naming import field_of, is_one_piece
from rulewright.analysis.rulebook.speech import a, called, listed, lower, manifold, spoken, the
from rulewright.language import core, syntax
from rulewright.language.elaborate.environment import Value
from rulewright.language.types import PLAYER, NumberT
from rulewright.language.wording import GAP, plural, up

ELSE: Final[dict[type, str]] = {
    syntax.If: "Otherwise",
    syntax.Choose: "If you cannot",
    syntax.ChooseUntil: "If you can do none of these",
}
"""What is said before the last block of a sentence."""


def steps(lines: Iterable[syntax.ActionLine], env: Env) -> tuple[Item, ...]:
    """Lines as items; what one names is known in what follows."""
    items: list[Item] = []
    for line in lines:
        items.extend(line_items(line, env))
        env = after(line, env)
    return tuple(items)


def line_items(line: syntax.ActionLine, env: Env) -> tuple[Item, ...]:
    """A line of an action or a block: what is picked, what must be so, or what is done, with the author's note."""
    match line:
        case syntax.Pick(name, candidates, if_any, secret, because):
            pick = "In secret, pick" if secret else "Pick"
            one = f"{_picked(candidates, name.text, env)}{', if there is one' * if_any}"
            return (Item(f"{pick} {one}{_otherwise(because)}."),)
        case syntax.PickSeveral():
            pick = "In secret, pick" if line.secret else "Pick"
            return (Item(f"{pick} {_picked_several(line, env)}{_otherwise(line.because)}."),)
        case syntax.Needs(wanted, if_you_can, because):
            must = f"If you can, choose so that {condition(wanted, env)}"
            if not if_you_can:  # of what need not be so for all that is picked, it is said for which it must
                match wanted:
                    case syntax.Junction("or", (syntax.Compare(op="is not"), syntax.Compare(op="is not"))):
                        must = f"Only if {condition(wanted, env)}"
                    case syntax.Junction("or", (syntax.Not() | syntax.Compare(op="is not") as when, needed)):
                        must = f"If {condition(when, env, holds=False)}: only if {condition(needed, env)}"
                    case _:
                        must = f"Only if {condition(wanted, env)}"
            return (Item(f"{must}{_otherwise(because)}."),)
        case syntax.MustChange(zone, because):
            return (Item(f"Only if it changes {phrase(zone, env)}{_otherwise(because)}."),)
        case syntax.MustLeave(wanted, if_able, because):
            able = " if any move can do that" if if_able else ""
            return (Item(f"Only if afterwards {condition(wanted, env)}{able}{_otherwise(because)}."),)
        case syntax.If(cases, otherwise) if not cases:  # one case holds always, by the setting
            items, otherwise = steps(otherwise or (), env), None
        case syntax.If(cases, otherwise):
            said = [f"If {condition(each.condition, env)}" for each in cases]
            heads = [said[0], *(f"Otherwise, if{head[2:]}" for head in said[1:])]
            items = tuple(_with(head, each.body, env, ",") for head, each in zip(heads, cases, strict=True))
        case syntax.Choose(offer, passing, otherwise):
            acts = listed([act_words(act, env) for act in offer.acts], "or")
            alike = "" if passing is None else f"; if you can do nothing of it, {act_words(passing, env)}"
            items = (Item(f"You choose {acts}{limited(offer.limit)}{alike}."),)
        case syntax.ChooseUntil(ending, passing, offers, otherwise):
            alike = "" if passing is None else f", or, if you can do nothing of it, {act_words(passing, env)}"
            until = f"You choose one of these again and again, until you choose {act_words(ending, env)}{alike}:"
            items = (Item(until, tuple(Item(offered(offer, env)) for offer in offers), steps=False),)
        case syntax.GoAround(until=syntax.AllPass(others)):
            items, otherwise = _until_all_pass(line, "all others" if others else "all", env)
        case _ if isinstance(line, syntax.Loop):
            head, inner = loop_head(line, env)
            items, otherwise = (_with(head, line.body, inner),), None
        case _:
            drawn = board_drawn(line.target, line.rows, env) if isinstance(line, syntax.SetBoard) else ()
            items, otherwise = (Item(_sentence(line, env), drawn=drawn),), None
    if otherwise:
        items = (*items, _with(ELSE.get(type(line), ELSE[syntax.ChooseUntil]), otherwise, env, ","))
    return _with_note(items, line, env)


def _with_note(items: tuple[Item, ...], line: syntax.ActionLine, env: Env) -> tuple[Item, ...]:
    """Items with the author's note on the line, if they do not say it."""
    comments = env.known.comments
    note = (comments.first if isinstance(line, syntax.If | syntax.Loop) else comments.whole)(line.span)
    if not note or not items or note in items[0].text:
        return items
    text = items[0].text
    end = len(text) - text.endswith((".", ":"))
    return (evolve(items[0], text=f"{text[:end]} ({note}){text[end:]}"), *items[1:])


def _with(head: str, block: syntax.Block, env: Env, joint: str = ":") -> Item:
    """A head with what belongs to it: in one sentence where that is short, else below it."""
    items = steps(block, env)
    conditional = joint == "," and isinstance(block[0], syntax.If)
    if len(items) == 1 and not items[0].items and not items[0].drawn and not conditional:
        loops = isinstance(block[0], syntax.ForEach | syntax.EachInTurn | syntax.RepeatTimes)
        outer = loops and not head.endswith(" acts")
        return Item(f"{head}{',' if outer else joint} {lower(items[0].text)}.")
    if joint == ",":
        return Item(f"{head}, do this{' in order' * (len(items) > 1)}:", items)
    return Item(f"{head}{', in this order' * (len(items) > 1)}:", items)


def _until_all_pass(line: syntax.GoAround, who: str, env: Env) -> tuple[tuple[Item, ...], syntax.Block | None]:
    """What each one can do but to pass, when it is over, and what who can do none of these does."""
    (choice,), (head, inner) = line.body, loop_head(line, env)
    assert isinstance(choice, syntax.ChooseUntil)
    (chosen,) = line_items(evolve(choice, otherwise=None), inner)
    passing = f"until {who} choose {act_words(choice.ending, inner)} one after the other"
    return (evolve(chosen, text=f"{head}, {passing}, each chooses that or one of these:"),), choice.otherwise


def loop_head(sentence: syntax.Loop, env: Env) -> tuple[str, Env]:
    """The head of a loop, and what words mean in it."""
    match sentence:
        case syntax.ForEach(binder, among):
            return _for_each(binder, among, env)
        case syntax.EachInTurn(binder=binder):
            assert env.names.you is not None
            mine = env.about("that player", Value(env.names.you, PLAYER), binder)
            who = f"{'other ' if sentence.other else ''}player"
            who += f" among {phrase(sentence.among, env)}" if sentence.among else ""
            when = f", if {condition(sentence.where, mine)}" if sentence.where else ""
            if sentence.at_once:
                chosen = isinstance(sentence.body[0], syntax.Choose)
                all_ = "All players" if who + when == "player" else f"Each {who}{when}"
                return f"{all_} at the same time{', without seeing what the others do' * chosen}", env
            begins = f", beginning with {phrase(sentence.start, env)}" if sentence.start else ""
            ranked = f", first those{expressions.keyed(sentence.keys, mine)}" if sentence.keys else ""
            turn = f"{when} when the turn comes" if when else ""
            return f"Each {who} in turn{begins}{ranked}{turn}{_until(sentence.until, env)}", env
        case syntax.GoAround(start, among, until):
            only = f" among {phrase(among, env)}" if among else ""
            round_ = f"Round and round the table, one player{only} after the other, first {phrase(start, env)}"
            return f"{round_}{'' if isinstance(until, syntax.AllPass) else _until(until, env)}", env
        case syntax.Ask(who):
            return f"{up(phrase(who, env))} acts", env
        case syntax.Repeat(until):
            return f"Again and again{_until(until, env)}", env
        case syntax.RepeatTimes(number):
            said = phrase(number, env)
            return f"{said} times" if isinstance(number, syntax.Number) else f"As many times as {said}", env


def _until(until: syntax.Expr | None, env: Env) -> str:
    return f", until {condition(until, env)}" if until else ""


def _for_each(binder: syntax.Name, among: syntax.Expr | syntax.Named, env: Env) -> tuple[str, Env]:
    if isinstance(among, syntax.Named):
        inner = env.bound(binder.text, the(binder.text), typed(among.values[0], env))
        return f"For each of {listed([phrase(value, env) for value in among.values])}, as {the(binder.text)}", inner
    if isinstance(among, syntax.Query) and among.ranked:
        head, inner = _for_each(binder, evolve(among, keys=(), ranked=False), env)
        asked = inner.about("it", meaning.one_of_them(among.source, env))
        return f"{head}, first those{expressions.keyed(among.keys, asked)}", inner
    query, source, where = _parts(among)
    what, inner, said = expressions.one_among(binder, source, env)
    those = expressions.such(where, inner.about(said, inner.names.it, query.binder if query else None), said)
    return f"For {expressions.one_of(source, what, env, 'each {}'.format)}{those}", inner


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


def _otherwise(because: syntax.Text | None) -> str:
    return f" (otherwise: “{because.text}”)" if because else ""


def _picked(candidates: syntax.Candidates, name: str, env: Env, *, many: bool = False) -> str:
    """What is picked, from where, and which may be."""
    one = meaning.picked_noun(candidates, env)
    inner = env.about("it", meaning.one_of_those(picked(candidates, env), env), candidates.binder or syntax.Name(name))
    those = expressions.such(candidates.where, inner, "it", several=many)
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
            return f"{head}{sort}{those}"
        case syntax.Range() as numbers:
            number = "a number" if name == "number" else f"{mine}: a number"
            return f"{number} from {phrase(numbers, env)}{',' * bool(those)}{those}"
        case syntax.Union(sources):
            place = f"from {listed([_offering(source, env) for source in sources], 'or')}"
        case source:
            place = f"from {_offering(source, env)}"
            ours = place.removeprefix(f"from the {plural(one or '')} ")
            place = ours if ours != place and ours.startswith("of ") else place
    only = f", {'only those' if many else 'one'}{those}" if those else ""
    return f"{head}{sort} {place}{only}"


def _picked_several(line: syntax.PickSeveral, env: Env) -> str:
    """What is picked several at a time, how many, and what they must come to."""
    name, ends = line.name.text, [end for end in (line.low, line.high) if end is not None]
    number = " to ".join(phrase(end, env) for end in ends) or "any number of"
    more = ", the same more than once if you like" if line.repeats else ", in an order of your choice" * line.ordered
    if (total := line.total) is not None:
        by = f" in {total.by.name.text}" if total.by else ""
        come = f"{total.op.removeprefix('is')} {phrase(total.number, env)}".strip()
        more += f", which come to {come}{by} together"
    if number == "1":
        return f"{_picked(line.candidates, name, env)}{more}"
    plain = all(isinstance(end, syntax.Number) for end in ends)
    count, how_many = (f"{number} ", "") if plain else ("", f" (how many: {number})")
    return f"{count}{_picked(line.candidates, name, env, many=True)}{how_many}{more}"


def _offering(source: syntax.Expr, env: Env) -> str:
    """From where is picked: of a pile only what lies on top."""
    zone = field_of(source, env)
    return f"{'the top of ' * (isinstance(zone, core.Zone) and zone.kind == 'pile')}{phrase(source, env)}"


def _sentence(sentence: syntax.Simple | syntax.Pay, env: Env) -> str:
    """A sentence without others in it."""
    say = partial(phrase, env=env)
    match sentence:
        case syntax.Let():
            return let_phrase(sentence, env)
        case syntax.Keep(name, starts=starts):
            said = f"Keep {after(sentence, env).locals[name.text]} in mind until this is done"
            return f"{said}, at first {_exactly(starts, env)}." if starts else f"{said}."
        case syntax.Set(target, value):
            return _set(target, value, env)
        case syntax.SetBoard(target, rows):
            return f"Lay out {say(target)} as drawn here{signs_told(target, rows, env)}."
        case syntax.Change(verb, value, target):
            return f"{up(verb)} {_object(value, env)} {'to' if verb == 'add' else 'from'} {say(target)}."
        case syntax.Pay(price, purse, receiver, wild, because):
            to = f" to {say(receiver)}" if receiver else ""
            instead = f", {say(wild)} for whatever is missing" if wild else ""
            return f"Pay {_object(price, env)} from {say(purse)}{to}{instead}{_otherwise(because)}."
        case syntax.Move(what, to, face, whose):
            reckoned = ""
            if isinstance(what, syntax.SomeOf) and not isinstance(what.number, syntax.Number):
                reckoned = f", {'at most ' if what.up_to else ''}as many as {say(what.number)}"
            facing = (f", face {face}" if face else "") + (f", for {say(whose)}" if whose else "")
            goal = f"{'under' if sentence.under else 'to'} {_object(to, env)}"
            return f"Move {_taken(what, to, env)} {goal}{facing}{reckoned}."
        case syntax.Draw(binder, among, rolled=True):
            return f"Roll: chance decides among {say(among)}; that is {after(sentence, env).locals[binder.text]}."
        case syntax.Draw(binder, among):
            one, from_ = element(among, env), say(among)
            if isinstance(among, syntax.Query) or one is None:
                drawn = f"one of {from_}"
            else:
                drawn = a(one) if from_ == f"all {plural(one)}" else f"{a(one)} from {from_}"
            by_lot = f"by lot {drawn}" if isinstance(among, syntax.Query) else f"{drawn} by lot"
            return f"Draw {by_lot}; that is {after(sentence, env).locals[binder.text]}."
        case syntax.RollInto(number, to):
            one = element(to, env) or "piece"
            if isinstance(number, syntax.Number):
                return f"Roll {number.value} new {one if number.value == 1 else plural(one)} into {say(to)}."
            return f"Roll new {plural(one)} into {say(to)}, as many as {say(number)}."
        case syntax.Shuffle(zone):
            return f"Shuffle {say(zone)}."
        case syntax.Flip(piece, face):
            return f"Turn {_piece_at(piece, env)} face {face}."
        case syntax.Swap(first, second):
            return f"{up(_piece_at(first, env))} and {_piece_at(second, env)} change places."
        case syntax.Rotate(what, toward):
            way = f"one place toward {say(toward)}" if toward else "one place clockwise"
            return f"Shift all on {say(what)} by {way}, round the end."
        case syntax.Sow(what, to, binder, where):
            inner = env.about("it", typed(to, env), binder)
            those = f", passing on where {condition(where, inner, holds=False)}" if where else ""
            each = f"going on to {say(to)} before each{those}"
            return f"Sow {say(what)}: take all, and lay them down one by one, {each}."
        case syntax.Pack(board, toward):
            return f"Slide all pieces of {say(board)} toward {say(toward)}, as far as they go."
        case syntax.Show() | syntax.Tell() | syntax.Reveal():
            return _told(sentence, env)
        case syntax.Remember(memory, forgets=forgets):
            return f"Forget all of {say(memory)}." if forgets else f"Remember the present situation in {say(memory)}."
        case syntax.Finish(name):
            return f"This ends “{spoken(name.text)}”."
        case syntax.Give(value):
            return f"The answer is {value_of(value, env)}."
        case syntax.EndGame(everybody="wins" | "loses" as how):
            return f"The game ends, and everybody {how}."
        case syntax.EndGame(winner, drawn):
            who = say(winner) if winner else "nobody" if drawn else None
            together = who == "you" or (winner is not None and named_many(winner, env))
            return f"The game ends{'' if who is None else f', and {who} win' if together else f', and {who} wins'}."
        case syntax.Nothing():
            return "Nothing happens."
        case syntax.Do(act):
            named_so = spoken(act.name.text).startswith("carry out")
            return f"{'Do' if named_so else 'Carry out'} {act_words(act, env, spoken(act.name.text))}."


def _told(sentence: syntax.Telling, env: Env) -> str:
    """What is shown, said or revealed."""
    match sentence:
        case syntax.Show(among, to):
            return f"Show {_piece_at(among, env)} to {'everybody' if to is None else _object(to, env)}."
        case syntax.Tell(text, to=to):
            said = GAP.sub(lambda gap: f"[{gap[1]}]", text.text)
            return f"Say to {'everybody' if to is None else _object(to, env)}: “{said}”."
        case syntax.Reveal(syntax.Word(name) as what) if field_of(what, env) is None and name.text not in env.locals:
            return f"Reveal all {spoken(name.text)} to everybody."
        case syntax.Reveal(what):
            return f"Reveal {phrase(what, env)} to everybody."


def face_down(viewers: Sequence[syntax.Name] | None) -> str:
    """What is said of a piece that lies face down, and of who has seen it."""
    if viewers is None:
        return ""
    seen = f", seen by {listed([name.text for name in viewers])}" if viewers else ""
    return f" (face down{seen})"


def let_phrase(let: syntax.Let, env: Env) -> str:
    """What a `let` says."""
    name, value = let.name.text, let.value
    if len(name) == 1:
        return f"Let {name} be {value_of(value, env)}."
    be = "are" if manifold(name) or isinstance(value, syntax.Query) else "is"
    return f"{up(after(let, env).locals[name])} {be} {value_of(value, env)}."


def _object(node: syntax.Expr, env: Env) -> str:
    """A thing behind a verb of which you are the subject."""
    return "yourself" if isinstance(node, syntax.You) else phrase(node, env)


def _exactly(value: syntax.Expr, env: Env) -> str:
    return f"yes exactly if {condition(value, env)}" if is_condition(value, env) else phrase(value, env)


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
        case _:
            found, said = typed(target, env), phrase(target, env)
            if isinstance(found, Value) and isinstance(found.type, NumberT) and found.type.place is None:
                return f"Set {said} to {phrase(value, env)}."
            return f"{up(said)} {'become' if named_many(target, env) else 'becomes'} {_exactly(value, env)}."


def _taken(what: syntax.What, to: syntax.Expr, env: Env) -> str:
    """What is moved: a piece, or so many of those somewhere."""
    match what:
        case syntax.This(path):
            return _piece_at(path, env)
        case syntax.All(among):
            return phrase(among, env) if is_one_piece(among, env) else _pieces("all", among, to, env)
        case syntax.SomeOf(number, among, up_to):
            fixed = f"{'up to ' if up_to else ''}{number.value}" if isinstance(number, syntax.Number) else ""
            return _pieces(fixed, among, to, env)


def _piece_at(node: syntax.Expr, env: Env) -> str:
    """A piece that is meant; where its place stands for it, what lies there."""
    piece = env.known.boards.get(element(node, env) or "") if isinstance(node, syntax.Word) else None
    return f"the {piece} on {phrase(node, env)}" if piece else phrase(node, env)


def _parts(among: syntax.Expr) -> tuple[syntax.Query | None, syntax.Expr, syntax.Expr | None]:
    """A query, from what it takes and which; all of anything else, and of a query of the best."""
    query = among if isinstance(among, syntax.Query) else None
    return (query, query.source, query.where) if query and not query.keys else (query, among, None)


def _pieces(number: str, among: syntax.Expr, to: syntax.Expr, env: Env) -> str:
    """So many pieces from somewhere, which fit a description."""
    query, source, where = _parts(among)
    there = element(to, env) or "piece"
    one = element(source, env) or env.known.boards.get(there, there)
    place = phrase(source, env)
    match source:
        case syntax.Of(subject, syntax.Member(name, None)) if name.text in env.known.types:
            place = phrase(subject, env)
    each = meaning.one_of_them(source, env) or meaning.something(syntax.Name(one), env)
    inner = env.about("it", each, query.binder if query else None)
    on_places = one in env.known.boards
    one = env.known.boards.get(one, one)
    many = number not in ("1", "up to 1")
    those = expressions.such(where, inner, "it", several=many or on_places)
    count = f"{number} {plural(one) if many else one}".strip()
    if on_places:
        return f"{count} on {place}{those}{',' * (',' in those)}"
    return f"{count}{those} from {place}"
