"""Expressions of the rules as English: what they mean as things (`phrase`), and as clauses (`condition`).

Whatever an expression says is said, in words that need no knowledge of the language; what has no words of its own is
quoted by its name, which the chapter of terms explains. Law: a condition and its denial differ.
"""

import re
from collections.abc import Callable, Sequence
from typing import Final

from rulewright.analysis.rulebook import naming, speech
from rulewright.analysis.rulebook.meaning import Env, element, is_condition, one_of_them, typed
from rulewright.analysis.rulebook.naming import VALUES, VERDICTS, being, filled, holding, is_described, is_group
from rulewright.analysis.rulebook.speech import a, listed, manifold, possession, spoken, the, which
from rulewright.language import syntax
from rulewright.language.elaborate.environment import AggregateOf, SeqValue, Value
from rulewright.language.elaborate.suggestions import are_listed
from rulewright.language.wording import plural

ARITHMETIC: Final = {
    "+": "{} plus {}",
    "-": "{} minus {}",
    "*": "{} times {}",
    "/": "{} divided by {}, rounded down",
    "mod": "the remainder when {} is divided by {}",
    "without": "{} without {}",
}
PLAYER_COUNT: Final = syntax.Word(syntax.Name("player-count"))


def phrase(node: syntax.Expr, env: Env) -> str:
    """What an expression means, as a thing or a number."""
    if isinstance(node, syntax.Condition):
        return f"whether {condition(node, env)}"
    match node:
        case syntax.Number(value):
            return str(value)
        case syntax.YesNo(value):
            return "yes" if value else "no"
        case syntax.Nobody():
            return "none"
        case syntax.You():
            return "you"
        case syntax.It():
            return env.it
        case syntax.Word(name):
            return naming.word(name.text, env)
        case syntax.Call(name, args):
            return _call(name.text, args, env)
        case syntax.Answer(act):
            return f"the answer of {act_words(act, env)}"
        case syntax.Of(subject, member):
            return _of(subject, member, env)
        case syntax.Negative(operand):
            return f"minus {_operand(operand, env, bare=False)}"
        case syntax.Arithmetic("+", left, right) if isinstance(typed(node, env), SeqValue):
            return f"{phrase(left, env)} and {phrase(right, env)}"
        case syntax.Arithmetic("*", left, right) if isinstance(typed(node, env), AggregateOf):
            return f"{_operand(right, env, bare=False)} of {phrase(left, env)}"
        case syntax.Arithmetic(op, left, right):
            first = _operand(left, env, bare=op in ("+", "-", "without") and not naming.goes_on(left))
            return ARITHMETIC[op].format(first, _operand(right, env, bare=False))
        case syntax.Range(low, high):
            return f"{phrase(low, env)} to {phrase(high, env)}"
        case syntax.Fold(source=source, where=where):
            some = phrase(source, env)
            if where is not None:
                some = f"the {_some(source, node.binder, where, env)}"
            elif not isinstance(source, syntax.Query) and not some.startswith("all ") and element(source, env):
                some = f"the {_some(source, None, None, env)}"
            return f"the {node.kind} {_member(node.member, env)}{',' if node.member.args else ''} of {some}"
        case syntax.Outside(extreme, member, source, groups):
            what = _member(member, env)
            return (
                f"the {extreme} total {what} of those {_place(source, env)} that can be left outside "
                f"{phrase(groups, env)}, no two of which share one"
            )
        case syntax.Query(source, binder, where, keys, ranked):
            best = keyed(keys, one_among(binder, source, env)[1])
            best = f", first those{best}" if ranked else best
            comma = "," if best and where is not None and not ranked else ""
            return f"the {_some(source, binder, where, env)}{comma}{best}"
        case syntax.Picked(kind, binder, source, where, keys):
            what, inner, mine = one_among(binder, source, env)
            best = keyed(keys, inner)
            if where is not None and keys:
                all_this = ", all this among" if len(keys) > 1 else " among"
                return f"the {kind} {what}{best}{all_this} the {_some(source, binder, where, env)}"
            return f"the {kind} {one_of(source, what, env, str)}{such(where, inner, mine)}{best}"
        case syntax.CountWhere(source, binder, where):
            return f"the number of {_some(source, binder, where, env)}"
        case syntax.Region(start=start):
            all_, ways = _ways(node, env)
            most = "" if node.most is None else phrase(node.most, env)
            if node.cost is not None:
                return f"the {all_} to which some way from {phrase(start, env)}{ways} costs at most {most}"
            near = f" within {most} steps" if most else ""
            return f"the {all_} that hang together with {phrase(start, env)}{near}{ways}"
        case syntax.Steps(start=start, goal=goal):
            region = syntax.Region(start, node.through, None, node.binder, node.where, cost=node.cost, span=node.span)
            far = "number of steps" if node.cost is None else "cost of the cheapest way"
            return f"the {far} from {phrase(start, env)} to {phrase(goal, env)}{_ways(region, env)[1]}"
        case syntax.Trail():
            return _trail(node, env)


def _trail(node: syntax.Trail, env: Env) -> str:
    """How long the longest trail is, along which links and through which places."""
    each = env.about("it", one_of_them(node.source, env))
    by = ""
    if node.member is not None:
        by = f", counting {phrase(syntax.Of(syntax.It(span=node.span), node.member, span=node.span), each)}"
    through = "" if node.through is None else f" through {phrase(node.through, env)}"
    return f"the length of the longest trail along {phrase(node.source, env)}{through}, none of them twice{by}"


def _ways(node: syntax.Region, env: Env) -> tuple[str, str]:
    """What the places are called through which a region goes, and through which of them, and for what."""
    what, inner, mine = one_among(node.binder, node, env)
    all_ = speech.many(what)
    said = f" through {all_}{such(node.where, inner, mine, several=True)}" if node.where is not None else ""
    each = env.about("it", one_of_them(node, env))
    more = [
        words.format(phrase(syntax.Of(syntax.It(span=node.span), member, span=node.span), each))
        for words, member in (("next to each are {}", node.through), ("to enter one costs {}", node.cost))
        if member is not None
    ]
    return all_, f"{said} ({'; '.join(more)})" if more else said


def value_of(node: syntax.Expr, env: Env) -> str:
    """What something comes to."""
    return f"whether {condition(node, env)}" if is_condition(node, env) else phrase(node, env)


def _operand(node: syntax.Expr, env: Env, *, bare: bool) -> str:
    """A side of an operation, in brackets where it is made of several itself and does not come first anyway."""
    said = phrase(node, env)
    several = isinstance(node, syntax.Arithmetic | syntax.Call) or (isinstance(node, syntax.Of) and node.member.args)
    return f"({said})" if (several or naming.goes_on(node)) and " " in said and not bare else said


def arguments(args: Sequence[syntax.Expr] | None, env: Env) -> list[str]:
    """What is handed over; of several, what is made of several itself stands in brackets."""
    return [_operand(arg, env, bare=len(args) == 1) for arg in args] if args else []


def act_words(act: syntax.Act, env: Env, name: str = "") -> str:
    """An action, menu or procedure by its name, with what it is told."""
    args = arguments(act.args, env)
    return f"“{name or act.name.text}”{f' with {listed(args)}' if args else ''}"


def _call(name: str, args: Sequence[syntax.Expr], env: Env) -> str:
    said = arguments(args, env)
    if name in ("min", "max") and len(said) > 2 and name not in env.known.defines:
        return f"the {'lowest' if name == 'min' else 'highest'} of {listed(said)}"
    if name in VALUES and name not in env.known.defines:
        return filled(VALUES[name], said, s="", p="", n="", ns="")
    if name in env.known.fields:
        return f"the {name} of {listed(said)}"
    if name in env.known.types.values() and name not in env.known.defines:
        return f"the {name} itself" if isinstance(args[0], syntax.It) else f"{said[0]} itself"
    return f"the “{spoken(name)}” for {listed(said)}"


def _of(subject: syntax.Expr, member: syntax.Member, env: Env) -> str:
    name, known, said, args = member.name.text, env.known, phrase(subject, env), arguments(member.args, env)
    if name in known.fields:
        bare = name == naming.zone_name(name, env) and not manifold(name)
        what = plural(name) if bare and naming.many_owners(subject, env) else naming.zone_name(name, env)
        return f"{possession(said, what)}{f' for {listed(args)}' if args else ''}"
    if name in known.defines or name in known.attributes:
        what = spoken(name)
        return f"{possession(said, f'“{what}”')} for {listed(args)}" if args else possession(said, what)
    met = {target for _, target in known.world.meetings}
    if name in met and args:
        return f"{possession(said, name)} toward {listed(args)}"
    if name in known.types and name not in VALUES:
        return possession(said, name) if known.types[name] in met else f"the {name} in {said}"
    if name in ("first", "last", "only") and naming.is_one_piece(subject, env):
        return said
    if name in VALUES:
        called_so = (isinstance(subject, syntax.Word) and is_group(subject, env)) or is_described(subject, env)
        return naming.answer_words(name, args, said, element(subject, env) or "piece", called_so=called_so)
    if name in VERDICTS:
        return f"whether {said} {filled(VERDICTS[name][0], args)}"
    return f"{possession(said, spoken(name))}{f' for {listed(args)}' if args else ''}"


def one_among(binder: syntax.Name | None, source: syntax.Expr, env: Env) -> tuple[str, Env, str]:
    """How one of several is called: its noun, the world in which it is known, and how it is spoken of."""
    one = element(source, env) or "one"
    each = one_of_them(source, env)
    if binder is None:
        return one, env.about("it", each), "it"
    name = binder.text
    what = name if len(name) > 2 else one
    said = f"that {what}"
    if said in env.locals.values() or the(what) in env.locals.values():
        what = f"{what} {name}" if what != name else what
        said = what if what != name else f"that {what}"
    return what, env.about(said, each, binder), said


def _place(source: syntax.Expr, env: Env) -> str:
    """Where one of several is, behind its noun."""
    said = phrase(source, env)
    if isinstance(source, syntax.Range):
        return f"from {said}"
    if said.startswith("all players but "):
        return f"other than {said.removeprefix('all players but ')}"
    theirs = said.removeprefix(f"the {plural(element(source, env) or '')} ")
    if theirs != said and theirs.startswith(("of ", "in ")):
        return theirs
    return f"of {said}" if naming.many_owners(source, env) else _among(source, env)


def one_of(source: syntax.Expr, what: str, env: Env, article: Callable[[str], str]) -> str:
    """One of several: "a card in your hand", "any color"."""
    if isinstance(source, syntax.Word) and source.name.text in env.known.types and source.name.text not in env.locals:
        return article(what)
    narrow = re.match(rf"the (straight) {plural(element(source, env) or 'one')} (of .*)", phrase(source, env))
    if narrow:
        return f"{article(f'{narrow[1]} {what}')} {narrow[2]}"
    return f"{article(what)} {_place(source, env)}"


def such(where: syntax.Expr | None, env: Env, mine: str, *, several: bool = False) -> str:
    """Which of several are meant, behind a noun: " that are red, and whose rank is 1"; nothing where all are."""
    if where is None:
        return ""
    if isinstance(where, syntax.Junction) and where.word == "or":
        return f" {speech.joint(mine)} {condition(where, env)}"
    operands = where.operands if isinstance(where, syntax.Junction) else (where,)
    return " " + ", and ".join(which(mine, clause, many=several) for clause in clauses(operands, env, holds=True))


def keyed(keys: Sequence[syntax.Key], env: Env) -> str:
    """What the best are best by."""
    said = []
    for key in keys:
        best = "highest" if key.highest else "lowest"
        if key.member.args is None and is_condition(syntax.Of(syntax.It(), key.member), env):
            said.append(f" that are {'' if key.highest else 'not '}{spoken(key.member.name.text)}, if there are any")
        else:
            said.append(f" with the {best} {_member(key.member, env)}")
    return ", among these".join(said)


def _member(member: syntax.Member, env: Env) -> str:
    name = spoken(member.name.text) if member.name.text not in env.known.fields else member.name.text
    if not member.args:
        return name
    return f"“{name}” for {listed(arguments(member.args, env))}"


def _some(source: syntax.Expr, binder: syntax.Name | None, where: syntax.Expr | None, env: Env) -> str:
    """Those of several for which something is so, without an article; a long place stands last, lest it have that."""
    what, inner, mine = one_among(binder, source, env)
    meant = such(where, inner, mine, several=True)
    what = speech.many(speech.needed(what, meant))
    whole = one_of(source, what, env, str)
    place = whole.removeprefix(what)
    return f"{what}{meant},{place}" if meant and len(place.split()) > naming.LONG_PLACE_WORDS else f"{whole}{meant}"


def condition(node: syntax.Expr, env: Env, *, holds: bool = True) -> str:
    """What is so, or with `holds` False what is not, as a clause."""
    match node:
        case syntax.Compare("covers", left, right):
            return f"{phrase(left, env)} {'covers' if holds else 'does not cover'} {phrase(right, env)}"
        case syntax.Compare("splits into", left, right):
            many = named_many(left, env)
            splits = ("split" if many else "splits") if holds else "do not split" if many else "does not split"
            return f"{phrase(left, env)} {splits} into {phrase(right, env)}, no two of which share one"
        case syntax.Compare(op, left, right):
            op = op if holds else naming.OPPOSITE[op]
            if op in ("is", "is not"):
                return _equal(left, right, env, holds=op == "is")
            compared = op.removeprefix("is")
            if left == PLAYER_COUNT:
                return f"there are{compared.replace('less', 'fewer')} {phrase(right, env)} players"
            return f"{phrase(left, env)} {_be(left, env, holds=True)}{compared} {phrase(right, env)}"
        case syntax.Within(subject, source, negated):
            return f"{phrase(subject, env)} {_be(subject, env, holds=negated != holds)} {_among(source, env)}"
        case syntax.Empty(subject, negated):
            if is_group(subject, env) or is_described(subject, env):
                return _none(subject, env, holds=negated != holds)
            return f"{phrase(subject, env)} {_be(subject, env, holds=negated != holds)} empty"
        case syntax.GameIsOver(negated):
            return f"the game is {'' if negated != holds else 'not '}over"
        case syntax.CanAct(act, negated):
            return f"you {'can' if negated != holds else 'cannot'} do {act_words(act, env)}"
        case syntax.Junction(word, operands):
            return f", {'and' if holds == (word == 'and') else 'or'} ".join(clauses(operands, env, holds=holds))
        case syntax.Not(operand):
            return condition(operand, env, holds=not holds)
        case syntax.Quantified("every", binder, source, every) if every is not None:
            what, inner, mine = one_among(binder, source, env)
            if not holds:
                some = one_of(source, what, env, a)
                return f"there is {some} {which(mine, condition(every, inner, holds=False))}"
            said = condition(every, inner)
            is_so = said.removeprefix(f"{mine} ") if not isinstance(every, syntax.Junction) else said
            some = one_of(source, speech.needed(what, is_so), env, "every {}".format)
            return f"{some} {is_so}" if is_so != said else f"for {some}, {said}"
        case syntax.Quantified(how, binder, source, where):
            what, inner, mine = one_among(binder, source, env)
            meant = such(where, inner, mine)
            some = one_of(source, speech.needed(what, meant), env, a if (how == "some") == holds else "no {}".format)
            return f"there is {some}{',' * (meant != '' and len(some.split()) > 2 * naming.LONG_PLACE_WORDS)}{meant}"
        case syntax.YesNo(value):
            return "always" if value == holds else "never"
        case syntax.Of(subject, member):
            return _verdict(phrase(subject, env), member, env, holds=holds)
        case syntax.Call(name, args):
            return holding(name.text, arguments(args, env), holds=holds)
        case syntax.Answer(act):
            return f"{act_words(act, env)} is answered with {'yes' if holds else 'no'}"
        case syntax.Word(name) if name.text not in env.locals:
            if name.text in env.known.world.option_names:
                return f"{name.text} {being(holds)} chosen"
            if name.text in env.known.fields:
                return f"“{name.text}” is {'yes' if holds else 'no'}"
            return holding(name.text, [], holds=holds)
        case _:
            return f"{phrase(node, env)} {being(holds)} so"


def _be(node: syntax.Expr, env: Env, *, holds: bool) -> str:
    """The verb between something and what it is."""
    return f"are{'' if holds else ' not'}" if isinstance(node, syntax.You) or named_many(node, env) else being(holds)


def named_many(node: syntax.Expr, env: Env) -> bool:
    """Whether something is said in the plural."""
    match node:
        case syntax.Word(name) | syntax.Of(_, syntax.Member(name)) | syntax.Call(name):
            known = env.known.fields.keys() | env.known.defines | env.locals.keys()
            last = naming.zone_name(name.text, env) if name.text in env.known.fields else name.text
            those = name.text.startswith(("those-", "these-", "all-"))
            return (name.text in known and (those or manifold(last))) or phrase(node, env).startswith("all ")
        case syntax.Query():
            return True
        case _:
            return False


def clauses(operands: Sequence[syntax.Expr], env: Env, *, holds: bool) -> list[str]:
    """Several clauses; what is itself made of several stands in brackets, unless it ends with the last of them."""
    several = [len(operands) > 1 and naming.mixed(each, last=each is operands[-1]) for each in operands]
    said = (condition(each, env, holds=holds) for each in operands)
    return [f"({clause})" if mixed else clause for clause, mixed in zip(said, several, strict=True)]


def _among(source: syntax.Expr, env: Env) -> str:
    where = "from" if isinstance(source, syntax.Range) else "among" if is_group(source, env) else "in"
    return f"{where} {phrase(source, env)}"


def _verdict(subject: str, member: syntax.Member, env: Env, *, holds: bool) -> str:
    """A question of something that is answered by yes or no."""
    name, args = member.name.text, arguments(member.args, env)
    verb = "are" if subject == "you" and holds else "are not" if subject == "you" else being(holds)
    if name in VERDICTS and not naming.declared(name, env):
        return f"{subject} {filled(VERDICTS[name][0 if holds else 1], args)}"
    if args:
        return holding(name, [subject, *args], holds=holds)
    return f"{subject} {verb} {spoken(name)}"


def _equal(left: syntax.Expr, right: syntax.Expr, env: Env, *, holds: bool) -> str:
    """`left is right`, by what is on the right: none, an adjective, yes or no, a condition, or a thing."""
    match left, right:
        case _, syntax.Nobody():
            return _none(left, env, holds=holds)
        case syntax.Arithmetic("mod", number, syntax.Number(2)), syntax.Number(0 | 1 as rest):
            return f"{phrase(number, env)} {being(holds)} {'odd' if rest else 'even'}"
        case syntax.Of(piece, syntax.Member(syntax.Name("player"))), syntax.You() if "player" in env.known.attributes:
            return f"{phrase(piece, env)} {_be(piece, env, holds=holds)} yours"
    if isinstance(right, syntax.YesNo) and is_condition(left, env):
        return condition(left, env, holds=right.value == holds)
    if left == PLAYER_COUNT:
        return f"there are {'' if holds else 'not '}{phrase(right, env)} players"
    subject = phrase(left, env)
    match right:  # the question that is asked of something by its name alone: `it is red`
        case syntax.Word(name) | syntax.Call(name) if name.text not in env.locals:
            member = syntax.Member(name, right.args if isinstance(right, syntax.Call) else None)
            if name.text in VERDICTS or is_condition(syntax.Of(left, member), env):
                return _verdict(subject, member, env, holds=holds)
    if is_condition(left, env) or is_condition(right, env):
        return f"{condition(left, env)} exactly where {condition(right, env, holds=holds)}"
    options = env.known.world.option_names.keys() - env.locals.keys()
    if isinstance(left, syntax.Word) and left.name.text in options:
        return f"{left.name.text} {being(holds)} {phrase(right, env)}"
    if isinstance(right, syntax.Word) and right.name.text in env.known.world.bearers.keys() - env.locals.keys():
        return f"{subject} {_be(left, env, holds=holds)} {right.name.text}"
    found = typed(left, env)
    if isinstance(right, syntax.Word) and isinstance(found, Value) and are_listed(found.type):
        return f"{subject} {being(holds)} “{right.name.text}”"
    return f"{subject} {_be(left, env, holds=holds)} {phrase(right, env)}"


def _none(left: syntax.Expr, env: Env, *, holds: bool) -> str:
    """Whether there is something, or something has what is asked for."""
    values = VALUES.keys() - env.known.attributes
    match left:
        case syntax.Of(subject, syntax.Member(name, None)) if name.text not in values:
            said, what = phrase(subject, env), naming.zone_name(name.text, env)
            what = what if name.text in env.known.fields else spoken(what)
            return f"{said} {'have' if said == 'you' else 'has'} {speech.none_or_some(what, none=holds)}"
        case syntax.Word(name):
            what = naming.word(name.text, env).removeprefix("the ")
            return f"there {'are' if manifold(what) else 'is'} {speech.none_or_some(what, none=holds)}"
        case _:
            return f"there is {speech.none_or_some(phrase(left, env).removeprefix('the '), none=holds)}"
