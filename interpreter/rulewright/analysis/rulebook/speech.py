"""English for a rulebook: names, owners, lists, sentences. Deterministic; it knows no game."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from rulewright.language import wording
from rulewright.language.wording import plural

POINTING: Final = frozenset(
    """
    here there whose this that where who mine yours his hers ours theirs these those another
    """.split()  # noqa: SIM905 - as below
)
"""Words that stand for something by themselves, and take no article."""
DETERMINED: Final = frozenset("those these this that all any every no my your their a an".split())  # noqa: SIM905 - in one line
"""A name that begins so takes no article."""
DESCRIBING: Final = frozenset(
    """
    new old best worst good bad high low higher lower highest lowest first second third last next previous other same
    current former active idle open public private secret free busy empty full big small large great long short
    dark bright light heavy left right upper bottom lucky eligible drawn taken lost won spent thrown hidden chosen
    given broken used sunk bought sold laid paid kept held dead alive strong weak rich poor early late ready aside
    withdrawn shown own newer newest older oldest better worse smaller smallest larger largest bigger biggest longer
    longest shorter shortest stronger strongest weaker weakest richer richest poorer poorest nearer nearest farther
    farthest earlier earliest later latest red blue green yellow black white gray grey brown purple pink golden silver
    """.split()  # noqa: SIM905 - a hundred quotes would say no more
)
"""Words that say how something is; a thing that is called so is named with what it is."""
PLURAL_VERBS: Final = {"is": "are", "has": "have", "lies": "lie", "comes": "come", "does": "do"}


def sentence(text: str) -> str:
    """Words as a sentence: with a capital, and a full stop if none is there.

    >>> sentence("draw two cards"), sentence("Draw!"), sentence("")
    ('Draw two cards.', 'Draw!', '')
    """
    return wording.up(text) + "." * (text != "" and not text.endswith((".", "!", "?", "…", ":")))


def many(noun: str) -> str:
    """Several of a sort, which may bear a letter.

    >>> many("card"), many("card b")
    ('cards', 'cards b')
    """
    sort, blank, letter = noun.partition(" ")
    return f"{plural(sort)}{blank}{letter}"


def needed(noun: str, meant: str) -> str:
    """A noun with its letter only where that is spoken of.

    >>> needed("card b", "whose rank is the rank of card b"), needed("card b", "that are red")
    ('card b', 'card')
    """
    sort, _, letter = noun.partition(" ")
    return noun if len(letter) != 1 or noun in meant else sort


def spoken(name: str) -> str:
    """A name of something that nobody types, in words."""
    return name.replace("-", " ")


def the(name: str) -> str:
    """A name with its article.

    >>> the("starter"), the("x"), the("there"), the("a"), the("those in"), the("those-in")
    ('the starter', 'x', '“there”', '“a”', '“those in”', '“those-in”')
    """
    if name in POINTING or name in ("a", "i") or name.replace("-", " ").partition(" ")[0] in DETERMINED:
        return f"“{name}”"
    return name if len(name) == 1 else f"the {name}"


def describing(name: str) -> bool:
    """Whether a name says how something is, not what: "active", "laid-off", "up-next".

    >>> describing("active"), describing("played"), describing("up-next"), describing("seed"), describing("winner")
    (True, True, True, False, False)
    >>> describing("laid-off"), describing("line-up")
    (True, False)
    """
    parts = name.split("-")
    done = any(len(part) > 4 and part.endswith("ed") and not part.endswith("eed") for part in parts)
    last = parts[-2] if len(parts) > 1 and parts[-1] in ("off", "out", "up", "down", "away", "back") else parts[-1]
    return done or last in DESCRIBING


def called(name: str, noun: str | None) -> str:
    """What a name stands for, with its article; one that says only how it is with its noun.

    >>> called("lost", "card"), called("coin", "card"), called("lost", None)
    ('the lost card', 'the coin', 'the lost')
    """
    return f"the {name} {noun}" if noun and noun != name and describing(name) else the(name)


def one_of(types: Mapping[str, str], sort: str) -> str:
    """`a card`; of a plural that names several, these: `cards`. `types` by their plurals."""
    return sort if sort in types and sort not in types.values() else a(sort)


def a(noun: str) -> str:
    """One of a sort.

    >>> a("action"), a("card")
    ('an action', 'a card')
    """
    return noun if noun == "one" else wording.a(noun)


def manifold(name: str) -> bool:
    """Whether a name looks like one of several things.

    >>> manifold("coins"), manifold("class"), manifold("bus")
    (True, False, False)
    """
    return len(name) > 3 and name.endswith("s") and not name.endswith(("ss", "us", "is"))


def none_or_some(what: str, *, none: bool) -> str:
    """That there is none of something, or some.

    >>> none_or_some("leader", none=True), none_or_some("leader", none=False), none_or_some("cards", none=False)
    ('no leader', 'a leader', 'cards')
    """
    return f"no {what}" if none else what if manifold(what) else a(what)


def owner(said: str) -> str:
    """Something as an owner.

    >>> owner("you"), owner("it"), owner("the leader"), owner("the others")
    ('your', 'its', 'the leader’s', 'the others’')
    """
    if said in ("you", "it"):
        return {"you": "your", "it": "its"}[said]
    return f"{said}’" if said.endswith("s") else f"{said}’s"


def simple(said: str) -> bool:
    """Whether something is said shortly enough to stand before what it has."""
    return len(said.split()) <= 3 and not re.search(" of |[,’(“]", said)


def possession(said: str, what: str) -> str:
    """What something has."""
    if said in ("you", "it") or (simple(said) and not said.endswith(" itself")):
        return f"{owner(said)} {what}"
    return f"the {what} of {said}"


def listed(texts: Sequence[str], word: str = "and") -> str:
    """A list in a sentence."""
    return wording.joined(texts, word) or "nothing"


def several(number: str, noun: str) -> str:
    """So many of a sort."""
    return f"{number} {noun if number == '1' else plural(noun)}"


def lower(text: str) -> str:
    """A sentence as a part of another one."""
    return text[:1].lower() + text[1:].removesuffix(".")


def which(subject: str, condition: str, *, many: bool = False) -> str:
    """A condition that begins with its subject, behind it: "which is red", "whose rank is 1"; of others `where …`.

    >>> which("that card", "that card’s rank is 1"), which("it", "it is red", many=True), which("it", "you are")
    ('whose rank is 1', 'that are red', 'where you are')
    >>> which("that line", "a1 is in that line"), which("that line", "for every card in that line, you win")
    ('with a1 in it', 'where for every card in it, you win')
    >>> which("it", "its color is the color"), which("it", "its color is not the color")
    ('of that color', 'of another color')
    """
    if condition.startswith(f"{owner(subject)} "):  # said shorter where two only have the same
        clause = condition.removeprefix(f"{owner(subject)} ")
        what, _, value = clause.partition(" is ")
        return {f"the {what}": f"of that {what}", f"not the {what}": f"of another {what}"}.get(value, f"whose {clause}")
    inside = condition.removesuffix(f" is in {subject}")
    if inside != condition and simple(inside):
        return f"with {inside} in it"
    verb = condition.removeprefix(f"{subject} ").split(" ", 1)
    if condition.startswith(f"{subject} ") and verb[0] in PLURAL_VERBS:
        said = PLURAL_VERBS[verb[0]] if many else verb[0]
        return " ".join(("that", said, *verb[1:]))
    every = re.match(rf"((?:for )?every .*?) in {re.escape(subject)}\b(?!’)", condition)
    inside = f"{every[1]} in it{condition[every.end() :]}" if every else condition
    return f"{joint(subject)} {inside}"


def joint(subject: str) -> str:
    """What leads from somebody or something to a clause about it.

    >>> joint("that player"), joint("that card")
    ('for whom', 'where')
    """
    return "for whom" if subject.partition(" ")[2].startswith("player") else "where"
