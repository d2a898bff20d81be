"""What a repair of a foreign idiom is made of, where that is more than what its groups found.

Each of them is None where it does not fit, so that another repair is taken, or none. Those of the first part are asked
of the text of a group, those of the second of the whole match.
"""

import re
from collections.abc import Callable, Sequence
from functools import partial
from itertools import takewhile
from typing import Any, Final

from rulewright.language.line_repair import Stretch
from rulewright.language.tokens import LAYOUT
from rulewright.language.wording import plural

WORD: Final = r"[^\W\d_][^\W_]*(?:[-+][^\W_]+)*"
RUN: Final = r"(?P<stem>[^\W\d_]+)(?P<first>\d{1,9})\s*(?:\.{2,}|\u2026|-|to)\s*(?P=stem)(?P<last>\d{1,9})(?!\w)"
MAX_LETTERS: Final = 64
_ZONES: Final = r"(?:pile|hand|area|row|slot)\s+of\b"
_SEVERAL: Final = r"(?:set|counts)\s+of\b"
_HELD: Final = f"(?:{_SEVERAL}|{_ZONES})"


def _search(pattern: str, lines: Stretch) -> re.Match[str] | None:
    """Where the author's text has lines of this pattern."""
    return re.search(pattern, lines.source.text, re.MULTILINE)


def _declared(kind: str, name: str, lines: Stretch) -> str | None:
    """A name, where a field of this kind is called as its last word."""
    last = name.rsplit(maxsplit=1)[-1] if name else ""
    return name if last and _search(rf"^ +{re.escape(last)}:\s*{kind}", lines) else None


zone: Final = partial(_declared, _ZONES)
several: Final = partial(_declared, _SEVERAL)
holder: Final = partial(_declared, _HELD)


def number(name: str, lines: Stretch) -> str | None:
    """The declared number of this name, or of its singular or plural."""
    last = name.rsplit(maxsplit=1)[-1]
    names = (last, f"{last}s", last.removesuffix("s"))
    return next((each for each in names if _declared(r"-?\w+\s*\.\.", each, lines)), None)


def seat(name: str, lines: Stretch) -> str | None:
    """Where a seat is called so, or a field or something picked is a player."""
    seats = _search(r"^[ \t]+players[ \t]+(.*)$", lines)
    player = rf"^ +{name}: player\b|\b(?:pick|draw|each) {name} (?:from|in) [^\n]*players|[(,] ?player {name}\b"
    return name if (seats and name in re.findall(WORD, seats[1])) or _search(player, lines) else None


def zone_of_each(name: str, lines: Stretch) -> str | None:
    """The zone that each player has, of this name or of its singular."""
    owned = _search(r"^each player has\b[^\n]*\n((?: [^\n]*\n|\s*\n)*)", lines)
    names = (each for each in (name, name.removesuffix("s")) if zone(each, lines))
    return next((each for each in names if owned and re.search(rf"^ +{each}:", owned[1], re.MULTILINE)), None)


def values(text: str, _lines: Stretch | None = None) -> list[str]:
    """The values of `a, b or c`."""
    return re.split(r"\s*,\s*(?:(?:and|or|nor)\s+)?|\s+(?:and|or|nor)\s+", text, flags=re.IGNORECASE)


def grouped(found: re.Match[str], parts: Sequence[str], word: str) -> str:
    """Conditions in the place of what was found, in brackets where they would go on."""
    joined = f" {word} ".join(parts)
    return f"({joined})" if len(parts) > 1 and _beside(found, "or" if word == "and" else "and|or") else joined


def _beside(found: re.Match[str], behind: str) -> bool:
    """Whether the condition found is denied, or one of these words stands beside it."""
    denied = re.search(rf"\b(?:not|{behind})\s+$", found.string[: found.start()])
    return bool(denied or re.match(rf"\s+(?:{behind})\b", found.string[found.end() :]))


# ---- asked of the whole match


def value_of_noun(found: re.Match[str], lines: Stretch) -> str | None:
    """What is so of `clubs`, where the noun is one of the values of a type."""
    noun = re.escape((found.groupdict().get("noun") or "").removesuffix("s"))
    valued = noun and _search(rf"^([\w-]+)\s+is\s+one\s+of\b[^\n]*\b({noun}s?)(?![\w-])", lines)
    return f"its {valued[1]} is {valued[2]}" if valued else None


def counted(found: re.Match[str], lines: Stretch) -> str | None:
    """The number of `clubs in hand`."""
    said = value_of_noun(found, lines)
    return f"(count of {found['zone']} where {said})" if said and found["zone"] else None


def any_piece(found: re.Match[str], lines: Stretch) -> str | None:
    """Nothing, where the noun means any piece, or there is none."""
    noun = re.escape((found.groupdict().get("noun") or "").removesuffix("s"))
    # that of a component, or one that means nothing else
    piece = len(noun) <= 1 or noun in ("card", "piece") or _search(rf"\bcomponent {noun}\b", lines) is not None
    return "" if found["zone"] and counted(found, lines) is None and piece else None


def size(found: re.Match[str], lines: Stretch) -> str | None:
    """How many `cards in hand` or `clubs in hand` there are."""
    return counted(found, lines) or (None if any_piece(found, lines) is None else f"{found['zone']}'s size")


def any_of_each(_: re.Match[str], lines: Stretch) -> str | None:
    """`any` for each attribute of the component."""
    head = [token.text for token in takewhile(lambda token: token.kind not in LAYOUT, lines.tokens)]
    return ", ".join(["any"] * (head[head.index(":") :].count(",") + 1)) if ":" in head else None


def action_done(name: str, lines: Stretch) -> str | None:
    """The action that is meant by its name, or by `rests` or `passes`."""
    names = (name, name.removesuffix("s"), name.removesuffix("es"))
    return next((each for each in names if _is_action(each, lines)), None)


def _is_action(name: str, lines: Stretch) -> bool:
    return _search(rf"^(?:action|choice) {re.escape(name)}(?![\w-])", lines) is not None


def actions(text: str, lines: Stretch) -> str | None:
    """Declared actions that were listed, as they are listed behind `choose`."""
    each = values(text)
    return " or ".join(each) if all(_is_action(name, lines) for name in each) else None


def _is_type(name: str, lines: Stretch) -> bool:
    return _search(rf"^{name}\s+is\b", lines) is not None


def cases(found: re.Match[str], _lines: Stretch) -> str | None:
    """`winners: nobody when pot is 0, players otherwise`: a line for each case."""
    if found[1].split()[0].rstrip(":") not in ("define", "score", "winners"):
        return None
    cases = re.split(r"[,;]\s*(?:and\s+)?|\s+(?=else\s)|\s+(?=otherwise\s+\S)", found[2])
    last = [re.sub(r"^(?:else|otherwise)\s+(.+)$", r"\1 otherwise", case) for case in cases]
    return "\n    ".join([found[1], *(re.sub(r"\sif\s", " when ", case) for case in last if case)])


def names_counted(found: re.Match[str], _lines: Stretch) -> str | None:
    """`A1..A6, B1`: all names of each run, unless they are too many to read."""

    def run(ends: re.Match[str]) -> str:
        first, last = int(ends["first"]), int(ends["last"])
        step = 1 if first <= last else -1
        return ", ".join(f"{ends['stem']}{number}" for number in range(first, last + step, step))

    longest = max(abs(int(ends["first"]) - int(ends["last"])) for ends in re.finditer(RUN, found[2]))
    return found[1] + re.sub(RUN, run, found[2]) if longest < MAX_LETTERS else None


def values_in(found: re.Match[str], lines: Stretch) -> str | None:
    """`count of goods in hand`, where pieces have a `good`."""
    for piece in re.finditer(rf"^component\s+({WORD})[^:\n]*:([^\n]*)", lines.source.text, re.MULTILINE):
        for name in re.findall(WORD, piece[2]):
            if plural(name) == found[1] and _is_type(name, lines):
                where = f"some {piece[1]} in {found[2]} where {piece[1]}'s {name} is this-{name}"
                return f"(count of {found[1]} as this-{name} where {where})"
    return None


def player_has(found: re.Match[str], lines: Stretch) -> str | None:
    """`some player has 4 goods`, where players have a number or a zone of this name, or `has gold at least 4`."""
    what = found["what"]
    declared = _search(rf"^ +{what}:\s*(?:(?P<number>-?\w+\s*\.\.)|{WORD}\s+of\b)", lines)
    if declared is None and not re.search(r"\s", what):
        return None
    size = "'s size" if declared and not declared["number"] else ""
    how = _HOW.get(found["how"], "some")
    more = f"{found['more']} " if found["more"] else ""
    return (
        f"{how} p in players {'satisfies' if how == 'every' else 'where'} p's {what}{size} is {more}{found['number']}"
    )


_HOW: Final = {"all": "every", "every": "every", "each": "every", "no": "no", "none": "no"}


# ---- what one thing, or several, are said to be


def one_of(found: re.Match[str], lines: Stretch) -> str | None:
    """`suit is one of dead`, `suit is either clubs or hearts`, `suit in (clubs, hearts)`."""
    denied = "not " if found["not"] or (found.groupdict().get("none")) else ""
    each, single = values(found["values"]), found.groupdict().get("inside")
    if number(found["subject"], lines) and any(several(value, lines) for value in each):
        return None
    inside = ["in " if holder(value, lines) or (single and len(each) == 1) else "" for value in each]
    parts = [f"{found['subject']} is {denied}{how}{value}" for how, value in zip(inside, each, strict=True)]
    return grouped(found, parts, "and" if denied else "or")


def has_value(found: re.Match[str], lines: Stretch) -> str | None:
    """`dead has suit`; of a zone is asked whether a piece there has the value."""
    there, one, denied = found["subject"], found["value"], "not " if found["not"] else ""
    if one in ("most", "least", "fewest", "highest", "lowest") or one.isdigit():
        return None
    if (of_it := _has(there, one, lines)) is not None:
        return _quantified(found, lines, "no" if denied else "some", there, [of_it])
    return f"{one} is {denied}in {there}" if holder(there, lines) else None


def _component(name: str, lines: Stretch) -> str | None:
    """What the pieces are called that lie in a zone."""
    found = _search(rf"^ +{re.escape(name.rsplit(maxsplit=1)[-1])}:\s*{_ZONES}\s+({WORD})", lines)
    return found and found[1]


def _has(there: str, value: str, lines: Stretch) -> str | None:
    """`'s suit is clubs`: what is so of a piece in this zone that has this value."""
    component, name = _component(there, lines), re.escape(value)
    types = re.findall(rf"^({WORD})\s+is\s+one\s+of\b[^\n]*(?<![\w-]){name}(?![\w-])", lines.source.text, re.MULTILINE)
    if component is None or len(types) != 1:
        return None
    attribute = rf"^component\s+{component}\b[^:\n]*:(?:[^\n\"]*,)?\s*{types[0]}(?![\w-]|\s*[\d-]+\.\.)"
    return f"'s {types[0]} is {value}" if _search(attribute, lines) else None


def _quantified(found: re.Match[str], lines: Stretch, how: str, there: str, said: Sequence[str]) -> str | None:
    """A quantifier over pieces of a zone, by a name that is not yet taken here, in brackets where it would go on."""
    component = _component(there, lines)
    if component is None:
        return None
    above = lines.source.text[lines.tokens[0].start : lines.start] + found.string[: found.start()]
    taken = re.search(rf"(?<![\w'-]){component}(?![\w-])", above)
    name = f"other-{component}" if taken else component
    link = "satisfies" if how == "every" else "where"
    asked = f"{how} {name} in {there} {link} {' or '.join(name + each for each in said)}"
    return f"({asked})" if _beside(found, "and|or") else asked


def each_is(found: re.Match[str], lines: Stretch) -> str | None:
    """`all cards in your hand are clubs`, `none of your hand is clubs`."""
    there, how, noun = found["zone"], _HOW.get(found["how"].lower(), "some"), found.groupdict().get("noun")
    component, each = _component(there, lines), values(found["values"])
    if component is None or (noun is not None and component not in (noun, noun.removesuffix("s"))):
        return None
    if (attribute := found.groupdict().get("attribute")) is not None:
        return _quantified(found, lines, how, there, [f"'s {attribute} is {value}" for value in each])
    asked = [_has(there, value, lines) or f" is {value}" for value in each]
    if found["not"]:
        if len(each) > 1:
            return None
        asked = [asked[0].replace(" is ", " is not ", 1)]
    return _quantified(found, lines, how, there, asked)


# ---- what needs no more than a line

_SIGNS: Final = {
    "<": "less than",
    ">": "more than",
    **dict.fromkeys(("<=", "=<", "\u2264"), "at most"),
    **dict.fromkeys((">=", "=>", "\u2265"), "at least"),
    **dict.fromkeys(("!=", "\u2260"), "not"),
}
_TURNED: Final = {"less than": "more than", "at most": "at least", "more than": "less than", "at least": "at most"}
_LOOSER: Final = r"^(?:(?P<up>greater|higher|larger|bigger|over|above)|smaller|lower|fewer|under|below)\s+(?:than\s+)?"
_PLACES: Final = rf"\bon\s+each\s+({WORD})"
_HEADED: Final = r"(?:[^:;\n]+\s[^:;\n]+|otherwise|play|setup|scoring):"


def _compared(sign: str) -> str:
    return _SIGNS.get("".join(sign.split()).replace("==", "="), "")


def _place_type(lines: Stretch) -> str | None:
    """The type on whose values pieces stand, if there is one."""
    found = {*re.findall(_PLACES, lines.source.text)}
    return found.pop() if len(found) == 1 else None


def _below_given(lines: Stretch) -> bool:
    headings = (each.text for each in reversed(lines.tokens[: lines.line.at]) if each.text in ("given", "when", "then"))
    return next(headings, "given") == "given"


REPAIRS: Final[dict[str, Callable[[Any, Stretch], str | None]]] = {
    "field": partial(_declared, ""),
    "set-field": partial(_declared, r"set\s+of\b"),
    "memory": partial(_declared, r"memory\s+of\b"),
    "optional": partial(_declared, r"[^\n]*\bor\s+none\b"),
    "numeric": partial(_declared, r"(?=-?\d)[^\n]*\.\."),
    # one of the names of a type, the values of a type, the name of a definition, what is no number and holds nothing
    "named": lambda name, lines: name if _search(rf"\bis one of\b[^\n]*\b{re.escape(name)}\b", lines) else None,
    "plural-of-type": lambda name, lines: plural(name) if _is_type(name, lines) else None,
    "definition": lambda name, lines: name if _search(rf"^define {name}\b", lines) else None,
    "simple": lambda name, lines: None if name.isdigit() or holder(name, lines) or number(name, lines) else name,
    # the values that were listed, in another way
    "listed": lambda text, _: ", ".join(values(text)),
    "summed": lambda text, _: " + ".join(values(text)),
    "either": lambda text, _: " or ".join(values(text)),
    "or-it-is": lambda text, _: " or it is ".join(values(text)),
    "least-to-most": lambda text, _: f"{min(map(int, values(text)))}..{max(map(int, values(text)))}",
    # what stands before an end that is not reached, sentences with semicolons as a block, how many, whose it is
    "one-less": lambda text, _: str(int(text) - 1) if text.isdecimal() else f"({text} - 1)",
    "lines-below": lambda text, _: "".join(f"\n    {each}" for each in re.split(r"\s*;\s*", text.strip("; "))),
    "amount": lambda text, _: {"a": "at least 1", "an": "at least 1", "no": "0"}.get(text.lower(), text),
    "or-you": lambda text, _: text or "you",
    "possessive": lambda name, _: "your" if name == "you" else f"{name}'s",
    "its": lambda text, _: text if re.match(rf"its?\b|{WORD}'s\b", text) else f"its {text}",
    # a sign in words, also with its sides exchanged; `greater than 3`
    "compared": lambda sign, _: f"is {_compared(sign)}".rstrip(),
    "turned": lambda sign, _: f"is {_TURNED[_compared(sign)]}",
    "bound": lambda text, _: re.sub(
        _LOOSER, lambda word: "more than " if word["up"] else "less than ", text, flags=re.IGNORECASE
    ),
    # what everybody has its owner sees, what there is nobody; nothing, but only where the whole match can be meant: not
    # below `given:`, or just there, in a list of what can be chosen, not behind a colon, where what follows may belong
    # below it
    "viewer": lambda _, lines: "owner" if lines.tokens[0].text == "each" else "nobody",
    "if-expected": lambda _, lines: None if _below_given(lines) else "",
    "if-given": lambda _, lines: "" if _below_given(lines) else None,
    "if-offered": lambda _, lines: (
        "" if {"choose", "choice", "option"} & {lines.tokens[0].text, *lines.text.split()} else None
    ),
    "if-alone": lambda found, lines: None if re.match(_HEADED, lines.text[: found.start()]) else "",
    "place-type": lambda _, lines: _place_type(lines),
    "place-types": lambda _, lines: (place := _place_type(lines)) and plural(place),
}
"""Repairs of one line, by their names in the rows."""
