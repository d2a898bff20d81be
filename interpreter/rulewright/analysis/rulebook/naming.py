"""What single names and built-in questions mean in English; sentences are made of them."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from rulewright.analysis.rulebook.meaning import Env, noun, typed
from rulewright.analysis.rulebook.speech import describing, listed, owner, spoken, the
from rulewright.language import core, syntax
from rulewright.language.elaborate.environment import GroupsValue, SeqValue
from rulewright.language.library.questions import ORDINALS
from rulewright.language.types import CountsT, SetT
from rulewright.language.wording import plural

# ---- How a rulebook says what the built-in questions ask: one row each
# In a text `{s}` is what is asked, `{p}` the same as an owner ("your", "the leader's"), `{n}` and `{ns}` what there is
# in it, one and several, `{a}` and `{b}` the arguments.


VALUES: Final[Mapping[str, str]] = {
    "min": "the lower of {a} and {b}",
    "max": "the higher of {a} and {b}",
    "size": "the number of {ns} in {s}",
    "first": "the first {n} of {s}",
    "last": "the last {n} of {s}",
    "only": "the only {n} of {s}",
    "repeats": "the number of times that {s} holds the present situation",
    "item": "the {a} {n} of {s}",
    **{word: f"the {word} {{n}} of {{s}}" for word in ORDINALS},
    "height": "the number of {ns} in {s}",
    "top": "the top {n} of {s}",
    "bottom": "the bottom {n} of {s}",
    "above": "the {ns} on {a} in {s}",
    "below": "the {ns} under {a} in {s}",
    "parts": "the parts of {s} that hang together",
    "groups": "all choices of {a} {ns} of {s}",
    "after": "the {ns} after {a} in {s}",
    "before": "the {ns} before {a} in {s}",
    "number": "the number of {s}",
    "next": "the one after {s}",
    "previous": "the one before {s}",
    "left": "the player to {p} left",
    "right": "the player to {p} right",
    "opponent": "{p} opponent",
    "seat": "the number of {p} seat",
    "team": "{p} team",
    "others": "all players but {s}",
    "members": "the players of {s}",
    "owner": "the player who put {s} there",
    "holder": "the one that {s} lies with",
    "viewers": "the players who may look at {s}",
    "neighbors": "the neighbors of {s}",
    "around": "the places around {s}, diagonally too",
    "leaps": "the places {a} and {b} away from {s}",
    "ring": "the places just {a} steps away from {s}",
    "step": "the place one step {a} from {s}",
    "reach": "the places {a} from {s}, up to and with the first piece",
    "ray": "the places {a} from {s}",
    "direction": "the direction from {s} to {a}",
    "distance": "the number of steps from {s} to {a}",
    "between": "the places between {s} and {a}",
    "row": "the row of {s}",
    "column": "the column of {s}",
    "rows": "the rows of {s}",
    "columns": "the columns of {s}",
    "lanes": "the rows and columns of {s}",
    "diagonals": "the diagonals of {s}",
    "lines": "the straight lines of {s}",
    "runs": "the straight lines of {a} {ns} in {s}",
    "squares": "the squares of {a} by {a} of {s}",
    "directions": "the two directions of {s}",
    "turned": "the direction {a} eighths of a turn clockwise from {s}",
}
"""Questions that are answered by a number, a thing, or several."""

SO_MANY: Final = {end: f"the {end} {{a}} {{ns}} of {{s}}" for end in ("first", "last", "top", "bottom")}
"""Of these so many, where that is said."""

VERDICTS: Final[Mapping[str, tuple[str, str]]] = {
    "past": ("comes after {a} in their order", "does not come after {a} in their order"),
    "face-up": ("lies face up", "does not lie face up"),
    "face-down": ("lies face down", "does not lie face down"),
    "straight": ("is straight", "is not straight"),
    "slanting": ("is slanting", "is not slanting"),
    "edge": ("lies on the border", "does not lie on the border"),
    "even": ("is even", "is not even"),
    "odd": ("is odd", "is not odd"),
    "same": ("has one {a} throughout", "does not have one {a} throughout"),
    "different": ("has no {a} twice", "has some {a} twice"),
    "connected": ("hang together", "do not hang together"),
    "consecutive": ("is a sequence by {a}", "is no sequence by {a}"),
}
"""Questions that are answered by yes or no: what is said then, behind what is asked."""

BY_THEMSELVES: Final = {
    "player-count": "the number of players",
    "players": "all players",
    "teams": "all teams",
    "box": "the box",
    "nobody": "nobody",
    "winners": "the winners",
    "everyone": "everyone",
}
NUMBERED: Final = {str(number): word for number, word in enumerate(("first", *ORDINALS), 1)}
OF_SAME: Final = frozenset(
    ("first", *ORDINALS, "last", "only", "item", "after", "before", "top", "bottom", "above", "below")
)
"""Built-in questions that give some of those that they are asked of."""
FARTHER: Final = {"": "second", "second ": "third", "third ": "fourth"}
"""Who sits next to somebody's neighbor."""
LONG_PLACE_WORDS: Final = 4
"""A place that is said in more words than these is long."""
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
    if name in known.world.option_names:
        return the(name)
    if name in known.defines:
        return the(spoken(name))
    if name in BY_THEMSELVES:
        return BY_THEMSELVES[name]
    return f"all {name}" if name in known.types else name


def zone_name(name: str, env: Env) -> str:
    """A field by its name; one that only says how something is, with its noun: "laid-off cards", "active player"."""
    match env.known.fields.get(name) if describing(name) else None:
        case core.Zone(kind=kind, component=component):
            one = env.known.world.components[component].name
            return f"{name} {one if kind == 'slot' else plural(one)}"
        case core.Variable(type=SetT(of) | CountsT(of)):
            return f"{name} {plural(noun(of) or 'number')}"
        case core.Variable(type=type_) if noun(type_):
            return f"{name} {noun(type_)}"
        case _:
            return name


def filled(text: str, args: Sequence[str], **parts: str) -> str:
    """A text of `library_words` with what is asked and its arguments."""
    first, second = (*args, "", "")[:2]
    return text.format(a=first, b=second, **parts)


def answer_words(name: str, args: Sequence[str], said: str, one: str, *, called_so: bool) -> str:
    """What a built-in question gives, asked of what is said so and holds `one`; `called_so`: is called by that."""
    if name == "holder" and args:
        return f"the {args[0].removeprefix('the ')} that {said} lies with"
    pieces = said.startswith(f"the {plural(one)} ") or re.fullmatch(rf"the [\w-]+ {plural(one)}", said)
    if name == "size" and (called_so or pieces):
        several = said.removeprefix("the ") if pieces or "’" not in said else said
        return f"the number of {several.removeprefix('all ')}"
    if name == "groups":
        args = [" to ".join(args)]
    if name == "item" and args:
        args = [NUMBERED.get(args[0], f"(number {args[0]})")]
    farther = re.fullmatch(rf"the (|second |third )player to (.+) {name}", said)
    if name in ("left", "right") and farther:
        return f"the {FARTHER[farther[1]]} player to {farther[2]} {name}"
    words = SO_MANY[name] if args and name in SO_MANY else VALUES[name]
    whole = filled(words, args, s=said, p=owner(said), n=one, ns=plural(one))
    whole = whole.removesuffix(f" in all {plural(one)}") if name == "runs" else whole
    return whole.removesuffix(f" of all {plural(one)}") if name in OF_SAME else whole


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
        case syntax.Word() if (field := field_of(node, env)) is not None:
            return isinstance(field, core.Variable) and isinstance(field.type, SetT)
        case syntax.Word(name):
            return name.text not in env.locals and (name.text == "winners" or name.text in env.known.types)
        case syntax.Of(_, syntax.Member(name)) if not declared(name.text, env):
            found = typed(node, env)
            return isinstance(found, GroupsValue) or (isinstance(found, SeqValue) and not found.pieces)
        case _:
            return False


def field_of(node: syntax.Expr, env: Env) -> core.Zone | core.Variable | None:
    """The field that something names, perhaps with its owner."""
    match node:
        case syntax.Word(name) | syntax.Of(_, syntax.Member(name)) if name.text not in env.locals:
            return env.known.fields.get(name.text)
        case _:
            return None


def is_described(node: syntax.Expr, env: Env) -> bool:
    """Whether something is a zone that is named with its pieces, and so stands for them."""
    match field_of(node, env):
        case core.Zone(name=name, kind=kind):
            return kind != "board" and zone_name(name, env) != name
        case core.Variable(name=name, type=SetT() | CountsT()):
            return zone_name(name, env) != name
        case _:
            return False


def is_one_piece(node: syntax.Expr, env: Env) -> bool:
    """Whether something is a place that is named with the one piece for which it has room, and so stands for it."""
    field = field_of(node, env)
    return isinstance(field, core.Zone) and field.kind == "slot" and is_described(node, env)


def declared(name: str, env: Env) -> bool:
    """Whether the rules say what is asked by a name."""
    return any(name in names for names in (env.known.fields, env.known.defines, env.known.attributes))


def holding(name: str, about: Sequence[str], *, holds: bool) -> str:
    """That a definition holds for something, or does not."""
    return f"“{spoken(name)}” {'holds' if holds else 'does not hold'}{f' for {listed(about)}' if about else ''}"


def goes_on(node: syntax.Expr) -> bool:
    """Whether what is said behind something would be taken for a part of it."""
    match node:
        case syntax.Arithmetic(op):
            return op in ("/", "mod")
        case syntax.CountWhere(where=where) | syntax.Fold(where=where) | syntax.Picked(where=where):
            return where is not None
        case _:
            return False


def mixed(node: syntax.Expr, *, last: bool) -> bool:
    """Whether a clause is made of several, of which one could not tell where they end."""
    if isinstance(node, syntax.Quantified) and node.how == "every" and node.where is not None:
        return not last or mixed(node.where, last=True)
    return isinstance(node, syntax.Junction)
