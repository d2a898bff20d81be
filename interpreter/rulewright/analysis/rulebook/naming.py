"""What single names mean in English, by what they are declared as; sentences are made of them in `expressions`."""

import re
from collections.abc import Sequence
from typing import Final

from rulewright.analysis.rulebook.known import NOUNS, SAME, inside, is_yes_or_no, noun
from rulewright.analysis.rulebook.library_words import VALUES, VERDICTS
from rulewright.analysis.rulebook.speech import Env, describing, owner, spoken, the
from rulewright.language import syntax
from rulewright.language.plurals import plural

BY_THEMSELVES: Final = {
    "player-count": "the number of players",
    "players": "all players",
    "teams": "all teams",
    "box": "the box",
    "nobody": "nobody",
    "winners": "the winners",
    "everyone": "everyone",
}
ORDINALS: Final = {"1": "first", "2": "second", "3": "third", "4": "fourth", "5": "fifth", "6": "sixth", "7": "seventh"}
FARTHER: Final = {"": "second", "second ": "third", "third ": "fourth"}
"""Who sits next to somebody's neighbor."""
LONG_PLACE_WORDS: Final = 4
"""A place that is said in more words than these is long."""
WORD: Final = "word"
"""What there is in a local that is a word which stands for itself."""
NUMBERS_OF_PLAYERS: Final = {
    "is": "there are {n} players",
    "is not": "there are not {n} players",
    "is at least": "there are at least {n} players",
    "is at most": "there are at most {n} players",
    "is more than": "there are more than {n} players",
    "is less than": "there are fewer than {n} players",
}
DENIED: Final[dict[syntax.CompareOp, syntax.CompareOp]] = {
    "is": "is not",
    "is the same as": "is not the same as",
    "is at least": "is less than",
    "is at most": "is more than",
}
OPPOSITE: Final = DENIED | {denied: op for op, denied in DENIED.items()}


def being(holds: bool) -> str:  # noqa: FBT001 - it is what it says
    """The verb, or its denial."""
    return "is" if holds else "is not"


def word(name: str, env: Env) -> str:
    """What a bare name means."""
    known = env.known
    if name in env.locals:
        return env.locals[name]
    if name in known.fields:
        return the(zone_name(name, env))
    if name in known.options:
        return the(name)
    if name in known.defines:
        return the(spoken(name))
    if name in BY_THEMSELVES:
        return BY_THEMSELVES[name]
    return f"all {name}" if name in known.types else name


def zone_name(name: str, env: Env) -> str:
    """A field by its name; one that only says how something is, with its noun: "laid-off cards", "active player"."""
    if name not in env.known.fields or not describing(name):
        return name
    match env.known.fields[name].field.type:
        case syntax.Holder(syntax.Name("slot"), one) | syntax.Optional(syntax.Name() as one) | (syntax.Name() as one):
            return f"{name} {one.text}"
        case syntax.Holder(_, several) | syntax.Board(several):
            return f"{name} {plural(several.text)}"
        case _:
            return name


def filled(text: str, args: Sequence[str], **parts: str) -> str:
    """A text of `library_words` with what is asked and its arguments."""
    first, second = (*args, "", "")[:2]
    return text.format(a=first, b=second, **parts)


def answer(name: str, args: Sequence[str], said: str, one: str, *, called_so: bool) -> str:
    """What a built-in question gives, asked of something that is said so and in which `one` is; `called_so`: it is
    called by what is in it."""
    if name == "holder" and args:
        return f"the {args[0].removeprefix('the ')} that {said} lies with"
    pieces = said.startswith(f"the {plural(one)} ") or re.fullmatch(rf"the [\w-]+ {plural(one)}", said)
    if name == "size" and (called_so or pieces):
        several = said.removeprefix("the ") if pieces or "’" not in said else said
        return f"the number of {several.removeprefix('all ')}"
    if name == "groups":
        args = [" to ".join(args)]
    if name == "item" and args:
        args = [ORDINALS.get(args[0], f"(number {args[0]})")]
    farther = re.fullmatch(rf"the (|second |third )player to (.+) {name}", said)
    if name in ("left", "right") and farther:
        return f"the {FARTHER[farther[1]]} player to {farther[2]} {name}"
    whole = filled(VALUES[name], args, s=said, p=owner(said), n=one, ns=plural(one))
    whole = whole.removesuffix(f" in all {plural(one)}") if name == "runs" else whole
    return whole.removesuffix(f" of all {plural(one)}") if name in SAME else whole


def many_owners(node: syntax.Expr, env: Env) -> bool:
    """Whether something is several owners, each of which has what is asked for."""
    match node:
        case syntax.Word(name):
            return name.text in env.known.types and name.text not in env.locals
        case syntax.Of(_, syntax.Member(name)):
            return name.text in ("members", "others")
        case syntax.Query():
            return True
        case _:
            return False


def is_group(node: syntax.Expr, env: Env) -> bool:
    """Whether something is several things by itself, and no place where they lie."""
    match node:
        case syntax.Word(name) if name.text in env.known.fields and name.text not in env.locals:
            kind = env.known.fields[name.text].field.type
            return isinstance(kind, syntax.Holder) and kind.word.text == "set"
        case syntax.Word(name):
            return name.text not in env.locals and (name.text == "winners" or name.text in env.known.types)
        case syntax.Of(_, syntax.Member(name)):
            return name.text in NOUNS and name.text not in env.known.fields
        case _:
            return False


def is_described(node: syntax.Expr, env: Env) -> bool:
    """Whether something is a zone that is named with its pieces, and so stands for them."""
    match node:
        case syntax.Word(name) | syntax.Of(_, syntax.Member(name)) if name.text in env.known.fields:
            holds = isinstance(env.known.fields[name.text].field.type, syntax.Holder)
            return holds and name.text not in env.locals and zone_name(name.text, env) != name.text
        case _:
            return False


def is_one_piece(node: syntax.Expr, env: Env) -> bool:
    """Whether something is a place that is named with the one piece for which it has room, and so stands for it."""
    match node:
        case syntax.Word(name) | syntax.Of(_, syntax.Member(name)) if is_described(node, env):
            kind = env.known.fields[name.text].field.type
            return isinstance(kind, syntax.Holder) and kind.word.text == "slot"
        case _:
            return False


def element(node: syntax.Expr, env: Env) -> str | None:
    """What there is in something, in the singular."""
    if isinstance(node, syntax.Word) and node.name.text in env.locals:
        return env.nouns.get(node.name.text)
    if isinstance(node, syntax.It):
        return env.nouns.get("it") or None
    if isinstance(node, syntax.Query | syntax.Picked):
        return element(node.source, env)
    return noun(env.known, node)


def single(source: syntax.Expr, env: Env) -> str | None:
    """What there is in one of several, in the singular; of what holds nothing, what it is."""
    one = element(source, env)
    if one == NOUNS["groups"]:
        return grouped(source, env)
    return (inside(env.known, one) if one else None) or one


def grouped(source: syntax.Expr, env: Env) -> str | None:
    """What the groups are made of that something gives, in the singular."""
    match source:
        case syntax.Of(subject, syntax.Member(syntax.Name("groups"))):
            return element(subject, env)
        case syntax.Query(inner) | syntax.Picked(_, _, inner):
            return grouped(inner, env)
        case _:
            return None


def is_condition(node: syntax.Expr, env: Env) -> bool:
    """Whether an expression is yes or no, as far as its form and the names in it tell."""
    if isinstance(node, syntax.Condition):
        return True
    match node:
        case syntax.Word(name) | syntax.Call(name):
            return name.text not in env.locals and is_yes_or_no(env.known, name.text)
        case syntax.Of(_, syntax.Member(name)):
            return name.text in VERDICTS or is_yes_or_no(env.known, name.text)
        case _:
            return False


def adjective(name: str, env: Env) -> bool:
    """Whether a name says of something how it is."""
    return name not in env.locals and (name in VERDICTS or is_yes_or_no(env.known, name))


def bare(name: str, env: Env, *, holds: bool) -> str:
    """A name that is itself a condition."""
    if name in env.locals:
        return f"{env.locals[name]} {being(holds)} so"
    if name in env.known.options:
        return f"{name} {being(holds)} chosen"
    if name in env.known.fields:
        return f"“{name}” is {'yes' if holds else 'no'}"
    return f"“{spoken(name)}” {'holds' if holds else 'does not hold'}"
