"""Rows of conditions as English and other languages write them, whose repair needs the whole condition.

A subject reaches back to where its condition begins, so that no part of it is lost. What becomes several conditions
stands in brackets where `and`, `or` or `not` stands beside it.
"""

import re
from collections.abc import Callable, Sequence
from typing import Final

from rulewright.language.diagnostics import Complaint
from rulewright.language.idiom import SEVERAL, WORD, ZONES, Habit, holds, number_field, pieces_counted, row, sure
from rulewright.language.idioms_asking import WITH_VALUE
from rulewright.language.line_repair import Stretch
from rulewright.language.messages import idioms as words

_BEFORE: Final = "if|and|or|not|where|when|needs|until|satisfies|leave|only|unless|while"
"""Words behind which a condition begins."""
_BEGIN: Final = (
    "|".join(
        (r"(?:^|(?<=[(:,])|(?<=[(:,][ ])", *(rf"(?<=\b{word}[ ])" for word in f"{_BEFORE}|either|both".split("|")))
    )
    + ")"
)
_STOP: Final = (
    rf"(?<![\w'-])(?:{_BEFORE}|is|are|in|has|have|holds|either|neither|nor|both|but|some|every|no|all|any|"
    rf"none)(?![\w-])"
)
_BRACKETS: Final = r"\((?:[^()\n]|\([^()\n]*\))*\)"
_FREE: Final = rf"(?:{_BRACKETS}|(?!{_STOP})[^\s:(),\"<>=!&|]|[ ](?!{_STOP}))"
_SUBJECT: Final = rf"(?<![\w')-])(?!{_STOP})(?=[\w(])(?P<subject>{_FREE}{{1,80}}?)"
"""All that stands before a verb, back to the word behind which the condition begins."""
_NAME: Final = rf"(?!{_STOP}){WORD}(?:{_BRACKETS})?"
_ATOM: Final = rf"(?:(?:your|its|the)[ ])?{_NAME}(?:'s?[ ]{_NAME})*|-?\d+|{_BRACKETS}"
_SUM: Final = rf"(?:{_ATOM})(?:[ ](?:[-+*/]|mod)[ ](?:{_ATOM}))*(?![\w'(-])"
_VALUE: Final = rf"{_SUM}(?![ ](?:is|are|of)[ ])"
_COMMA: Final = r"\s*,\s*(?:(?:and|or|nor)\s+)?"
_OR: Final = rf"(?:{_COMMA}|\s+(?:or|nor)\s+)"
_OPEN: Final = r"[({\[]\s*"
_CLOSE: Final = r"\s*[)}\]]"
_ORDER: Final = {"<": "less than", "<=": "at most", "=<": "at most", "\u2264": "at most"}
_ORDER_DOWN: Final = {">": "more than", ">=": "at least", "=>": "at least", "\u2265": "at least"}
_TURNED: Final = {"less than": "more than", "at most": "at least", "more than": "less than", "at least": "at most"}
_OPPOSITE: Final = {"at least": "less than", "at most": "more than"}
_BOUND: Final = r"(?:at\s+least|at\s+most|more\s+than|less\s+than)"
_LOOSER: Final = r"^(?:(?P<up>greater|higher|larger|bigger|over|above)|smaller|lower|fewer|under|below)\s+(?:than\s+)?"
_ANY_BOUND: Final = rf"(?:{_BOUND}|(?:greater|higher|larger|bigger|smaller|lower|fewer)\s+than|over|above|under|below)"

Said = Callable[[re.Match[str], Stretch], str | None]


def _grouped(found: re.Match[str], parts: Sequence[str], word: str) -> str:
    """Conditions in the place of what was found."""
    joined = f" {word} ".join(parts)
    return f"({joined})" if len(parts) > 1 and _beside(found, "or" if word == "and" else "and|or") else joined


def _beside(found: re.Match[str], behind: str) -> bool:
    """Whether the condition found is denied, or one of these words stands beside it."""
    denied = re.search(rf"\b(?:not|{behind})\s+$", found.string[: found.start()])
    return bool(denied or re.match(rf"\s+(?:{behind})\b", found.string[found.end() :]))


def _values(text: str) -> list[str]:
    return re.split(_OR, text, flags=re.IGNORECASE)


def _one_of(found: re.Match[str], lines: Stretch) -> str | None:
    """`suit is one of dead`, `suit is either clubs or hearts`, `suit in (clubs, hearts)`."""
    denied = "not " if found["not"] or (found.groupdict().get("none")) else ""
    number = number_field(found["subject"].rsplit(maxsplit=1)[-1], lines) is not None
    values, single = _values(found["values"]), found.groupdict().get("inside")
    inside = [
        "in " if holds(each, lines, f"{SEVERAL}|{ZONES}") or (single and len(values) == 1) else "" for each in values
    ]
    if number and any(holds(each, lines, SEVERAL) for each in values):
        return None
    parts = [f"{found['subject']} is {denied}{how}{each}" for how, each in zip(inside, values, strict=True)]
    return _grouped(found, parts, "and" if denied else "or")


def _in_all_of(found: re.Match[str], lines: Stretch) -> str | None:
    """`suit is part of dead and bank`; of `one of dead and bank` one is enough."""
    several = re.split(r"\s+and\s+", found["values"], flags=re.IGNORECASE)
    if found["not"] or not all(holds(each, lines, f"{SEVERAL}|{ZONES}") for each in several):
        return None
    parts = [f"{found['subject']} is {'not ' * bool(found['none'])}in {each}" for each in several]
    return _grouped(found, parts, "or" if found["some"] else "and")


def _neither_value(found: re.Match[str], _lines: Stretch) -> str:
    """`suit is neither clubs nor hearts`."""
    return _grouped(found, [f"{found['subject']} is not {each}" for each in _values(found["values"])], "and")


def _neither_subject(found: re.Match[str], _lines: Stretch) -> str:
    """`neither pot nor found is 3`."""
    return _grouped(found, [f"{each} is not {found['rest']}" for each in _values(found["values"])], "and")


def _neither_condition(found: re.Match[str], _lines: Stretch) -> str:
    """`neither pot is 3 nor suit is clubs`."""
    return _grouped(found, [f"not ({each.strip()})" for each in (found["one"], found["other"])], "and")


def _of_each(found: re.Match[str], _lines: Stretch) -> str:
    """`pot and found are 3`."""
    each = re.split(rf"{_COMMA}|\s+and\s+", found["subjects"], flags=re.IGNORECASE)
    return _grouped(found, [f"{one} is {found['rest']}" for one in each], "and")


def _or_more(found: re.Match[str], _lines: Stretch) -> str:
    """`pot is 3 or more`, `pot is not 3 or more`."""
    bound = "at least" if found["way"].lower() in ("more", "up") else "at most"
    return f"is {_OPPOSITE[bound] if found['not'] else bound} {found['value']}"


def _two_bounds(found: re.Match[str], _lines: Stretch) -> str:
    """`pot is more than 2 and less than 4`."""
    subject, word = found["subject"], "or" if found["word"].lower() == "or" else "and"
    bounds = (re.sub(_LOOSER, _bound, found[which], flags=re.IGNORECASE) for which in ("first", "second"))
    return _grouped(found, [f"{subject} is {bound}" for bound in bounds], word)


def _bound(found: re.Match[str]) -> str:
    """`greater than`, as it is written here."""
    return "more than " if found["up"] else "less than "


def _chained(order: dict[str, str]) -> Said:
    """`2 <= pot <= 4`, for signs of this direction."""

    def repair(found: re.Match[str], _lines: Stretch) -> str:
        low, high = (order[re.sub(r"\s", "", found[sign])] for sign in ("one", "two"))
        subject = found["middle"]
        return _grouped(
            found, [f"{subject} is {_TURNED[low]} {found['subject']}", f"{subject} is {high} {found['last']}"], "and"
        )

    return repair


def _size_compared(found: re.Match[str], lines: Stretch) -> str | None:
    """`len(your hand) > 3`, `3 < len(your hand)`."""
    if re.search(rf"^define {found['function']}\b", lines.source.text, re.MULTILINE):
        return None
    sign, size = re.sub(r"\s", "", found["sign"]), f"{found['zone']}'s size"
    order = (_ORDER | _ORDER_DOWN).get(sign, "not" if sign[0] in "!\u2260" else "")
    word = f" is {order} " if order else " is "
    return f"{word}{size}" if found.start("sign") < found.start("zone") else f"{size}{word}"


def _between(found: re.Match[str], lines: Stretch) -> str:
    """`pot is not between 2 and 4`; what is no number is compared."""
    subject, low, high = found["subject"], found["low"], found["high"]
    if re.search(rf"\bis one of\b[^\n]*\b{re.escape(low)}\b", lines.source.text) is None:
        return f"{subject} is {found['not'] or ''}in {low}..{high}"
    if found["not"]:
        return _grouped(found, [f"{subject} is less than {low}", f"{subject} is more than {high}"], "or")
    return _grouped(found, [f"{subject} is at least {low}", f"{subject} is at most {high}"], "and")


def _different(found: re.Match[str], _lines: Stretch) -> str:
    return "is " if found["not"] else "is not "


def _sign_of_set(found: re.Match[str], lines: Stretch) -> str | None:
    """`suit != dead`, where only the second one is a set, and the first one is no number."""
    one, several = found["subject"], found["zone"]
    sorts = f"{SEVERAL}|{ZONES}"
    single = (
        not holds(one, lines, sorts) and not one.isdigit() and number_field(one.rsplit(maxsplit=1)[-1], lines) is None
    )
    denied = "not " if re.search(r"[!<>\u2260/~]", found["sign"]) else ""
    return f"{one} is {denied}in {several}" if single and holds(several, lines, SEVERAL) else None


def _said_in(found: re.Match[str], lines: Stretch) -> str | None:
    """`suit in dead`; nothing where `dead` is a number, which holds nothing."""
    number = number_field(found["values"].rsplit(maxsplit=1)[-1], lines) is not None
    return None if number else f"{found['subject']} is {'not ' * bool(found['not'])}in {found['values']}"


def _has_value(found: re.Match[str], lines: Stretch) -> str | None:
    """`dead has suit`; of a zone is asked whether a piece there has the value."""
    several, one, denied = found["subject"], found["value"], "not " if found["not"] else ""
    if one in ("most", "least", "fewest", "highest", "lowest") or one.isdigit():
        return None
    if (of_it := _has(several, one, lines)) is not None:
        return _quantified(found, lines, "no" if denied else "some", several, [of_it])
    return f"{one} is {denied}in {several}" if holds(several, lines, f"{SEVERAL}|{ZONES}") else None


def _component(zone: str, lines: Stretch) -> str | None:
    """What the pieces are called that lie in a zone."""
    declared = rf"^ +{re.escape(zone.rsplit(maxsplit=1)[-1])}:\s*(?:{ZONES})\s+of\s+({WORD})"
    found = re.search(declared, lines.source.text, re.MULTILINE)
    return found and found[1]


def _has(zone: str, value: str, lines: Stretch) -> str | None:
    """`'s suit is clubs`: what is so of a piece in this zone that has this value."""
    component, name = _component(zone, lines), re.escape(value)
    types = re.findall(rf"^({WORD})\s+is\s+one\s+of\b[^\n]*(?<![\w-]){name}(?![\w-])", lines.source.text, re.MULTILINE)
    if component is None or len(types) != 1:
        return None
    attribute = rf"^component\s+{component}\b[^:\n]*:(?:[^\n\"]*,)?\s*{types[0]}(?![\w-]|\s*[\d-]+\.\.)"
    return f"'s {types[0]} is {value}" if re.search(attribute, lines.source.text, re.MULTILINE) else None


def _quantified(found: re.Match[str], lines: Stretch, how: str, zone: str, said: Sequence[str]) -> str | None:
    """A quantifier over pieces of a zone, by a name that is not yet taken here, in brackets where it would go on."""
    component = _component(zone, lines)
    if component is None:
        return None
    above = lines.source.text[lines.tokens[0].start : lines.start] + found.string[: found.start()]
    taken = re.search(rf"(?<![\w'-]){component}(?![\w-])", above)
    name = f"other-{component}" if taken else component
    link = "satisfies" if how == "every" else "where"
    asked = f"{how} {name} in {zone} {link} {' or '.join(name + each for each in said)}"
    return f"({asked})" if _beside(found, "and|or") else asked


_HOW: Final = {"all": "every", "every": "every", "each": "every", "no": "no", "none": "no"}


def _each_is(found: re.Match[str], lines: Stretch) -> str | None:
    """`all cards in your hand are clubs`, `none of your hand is clubs`."""
    zone, how, noun = found["zone"], _HOW.get(found["how"].lower(), "some"), found.groupdict().get("noun")
    component, values = _component(zone, lines), _values(found["values"])
    if component is None or (noun is not None and component not in (noun, noun.removesuffix("s"))):
        return None
    if (attribute := found.groupdict().get("attribute")) is not None:
        return _quantified(found, lines, how, zone, [f"'s {attribute} is {value}" for value in values])
    said = [_has(zone, value, lines) for value in values]
    asked = [each or f" is {value}" for each, value in zip(said, values, strict=True)]
    if found["not"]:
        if len(values) > 1:
            return None
        asked = [asked[0].replace(" is ", " is not ", 1)]
    return _quantified(found, lines, how, zone, asked)


def _so_many_with(found: re.Match[str], _lines: Stretch) -> str:
    """`there are 2 cards with rank 3 in your hand`."""
    number = {"a": "at least 1", "an": "at least 1", "no": "0"}.get(found["number"].lower(), found["number"])
    more = " ".join((found["more"] or "").split())
    counted = f"(count of {found['zone']} where its {found['attribute']} is {found['value']})"
    return " ".join(f"{counted} is {more} {number}".split())


def _so_many_lie(found: re.Match[str], lines: Stretch) -> str | None:
    """`at most 3 cards are in your hand`, `you have 3 coins`."""
    more = {"exactly": ""}.get(words_ := " ".join((found["more"] or "").split()), words_)
    if found["zone"] is None:
        name = number_field(found["noun"], lines)
        return name and " ".join(f"your {name} is {more} {found['number']}".split())
    bound = " ".join(f"{more} {found['number']}".split())
    counted = pieces_counted(rf"\g<zone>'s size is {bound}", rf"{WITH_VALUE} is {bound}")
    return counted(found, lines)


_VALUES: Final = rf"(?P<values>{_VALUE}(?:{_OR}{_VALUE})*)"
_SEVERAL_VALUES: Final = rf"(?P<values>{_VALUE}(?:{_OR}{_VALUE})+)"
_NOT: Final = r"(?P<not>not\s+)?"
_REST: Final = rf"(?P<rest>(?:(?:not|in|at|more|less)[ ](?:least[ ]|most[ ]|than[ ])?)*{_VALUE}|empty|not[ ]empty)"
_NOUN: Final = rf"(?P<noun>{WORD})"
_ZONE: Final = rf"(?P<zone>(?:(?:your|its)[ ])?{_NAME}(?:'s?[ ]{_NAME})*)"
_HOW_MANY: Final = rf"(?P<more>{_BOUND}\s+|exactly\s+)?(?P<number>\d+|an?|no)\s+"
_WITH: Final = (
    rf"(?:with|having|of|whose|that\s+(?:has|have))\s+(?:an?\s+)?(?P<attribute>{WORD})\s+(?:is\s+|are\s+|of\s+)?"
    rf"(?P<value>(?:{_BOUND}\s+)?(?!in\b){_VALUE})"
)
_CALLED_SIZE: Final = rf"\b(?P<function>len|length|count|size)\s*\(\s*(?P<zone>{_ATOM})\s*\)"
_SIGN: Final = r"<\s*=?|>\s*=?|=\s*[<>=]?|!\s*={1,2}|\u2264|\u2265|\u2260"


def _part(written: str, said: Complaint, repair: Said | str) -> Habit:
    """What is repaired alone, in letters of any size."""
    return row(f"(?i:{written})", said, repair)


def _condition(written: str, said: Complaint, repair: Said) -> Habit:
    """What is repaired with all of its condition."""
    return _part(f"{_BEGIN}{written}", said, repair)


CONDITIONS: Final = (
    _part(rf"{_CALLED_SIZE}\s*(?P<sign>{_SIGN})\s*", words.sized, _size_compared),
    _part(rf"\s*(?P<sign>{_SIGN})\s*{_CALLED_SIZE}", words.sized, _size_compared),
    _part(
        rf"(?P<zone>{_ATOM})(?:'s?\s+|\s*\.\s*)(?:count|length|len)(?:\s*\(\s*\))?(?![\w-])",
        words.sized,
        r"\g<zone>'s size",
    ),
    _condition(
        rf"{_SUBJECT}\s*(?P<one><\s*=?|=\s*<|\u2264)\s*(?P<middle>{_VALUE})\s*(?P<two><\s*=?|=\s*<|\u2264)\s*(?P<last>{_VALUE})",
        words.signs,
        _chained(_ORDER),
    ),
    _condition(
        rf"{_SUBJECT}\s*(?P<one>>\s*=?|=\s*>|\u2265)\s*(?P<middle>{_VALUE})\s*(?P<two>>\s*=?|=\s*>|\u2265)\s*(?P<last>{_VALUE})",
        words.signs,
        _chained(_ORDER_DOWN),
    ),
    _condition(
        rf"{_SUBJECT}\s*(?P<sign>!\s*={{1,2}}|<\s*>|\u2260|/=|~=|==?)\s*{_ZONE}(?![\w'(-])",
        words.in_set,
        _sign_of_set,
    ),
    _condition(
        rf"{_SUBJECT}\s+is\s+{_NOT}(?:(?:an?\s+)?(?:part|member|element)\s+of|(?:contained|included|listed)\s+in|"
        rf"inside|within|in\s+both|(?P<none>none\s+of)|(?P<some>one\s+of|any\s+of|either\s+of|among))\s+"
        rf"(?P<values>{_VALUE}(?:\s+and\s+{_VALUE})+)(?=\s*[:),]|\s+(?:and|or|because|when)\b|\s*$)",
        words.in_set,
        _in_all_of,
    ),
    _part(rf"\bis\s+{_NOT}(?P<value>{_VALUE})\s+or\s+(?P<way>more|up|less|down)(?![\w-])", words.comparing, _or_more),
    _condition(
        rf"{_SUBJECT}\s+is\s+(?P<first>{_ANY_BOUND}\s+{_VALUE})\s*,?\s+(?P<word>and|or|but)\s+(?:is\s+)?"
        rf"(?P<second>{_ANY_BOUND}\s+{_VALUE})",
        words.compared_again,
        _two_bounds,
    ),
    _condition(
        rf"{_SUBJECT}\s+(?:is\s+)?{_NOT}between\s+(?P<low>{_VALUE})\s+and\s+(?P<high>{_VALUE})(?:\s+inclusive)?",
        words.comparing,
        _between,
    ),
    _part(rf"\bis\s+exactly\s+({_VALUE})", words.comparing, r"is \1"),
    _part(rf"\bis\s+(?:up\s+to|a?\s*maximum\s+of)\s+({_VALUE})", words.comparing, r"is at most \1"),
    _part(
        rf"\bis\s+{_NOT}(?:(?:different|distinct)\s+(?:from|to|than)|other\s+than|unequal\s+to)\s+(?={_VALUE})",
        words.comparing,
        _different,
    ),
    _condition(
        rf"{_SUBJECT}\s+(?:is|are)\s+neither\s+(?P<values>(?:in\s+)?{_VALUE}(?:{_OR}(?:in\s+)?{_VALUE})+)",
        words.neither,
        _neither_value,
    ),
    _condition(
        rf"\bneither\s+(?P<values>{_SUM}(?:{_OR}{_SUM})+)\s+(?:is|are)\s+{_REST}", words.neither, _neither_subject
    ),
    _condition(
        r"\bneither\s+(?P<one>[^\n:(),]+?)\s*,?\s+nor\s+(?P<other>[^\n:(),]+?)(?=\s*[:),]|\s+(?:and|or|because|when)\b|\s*$)",
        words.neither,
        _neither_condition,
    ),
    _condition(rf"{_SUBJECT}\s+is\s+{_NOT}either\s+(?:of\s+)?{_SEVERAL_VALUES}", words.one_of_several, _one_of),
    _condition(
        rf"{_SUBJECT}\s+is\s+{_NOT}(?P<inside>(?P<none>none\s+of)|(?:one|any|part|either|an?\s+(?:member|element|part)|member|element)\s+of|"
        rf"among|(?:contained|included|listed)\s+in|inside|within)\s+(?:any\s+of\s+)?(?P<open>{_OPEN})?{_VALUES}(?(open){_CLOSE})",
        words.in_set,
        _one_of,
    ),
    _condition(rf"{_SUBJECT}\s+{_NOT}in\s+{_OPEN}{_VALUES}{_CLOSE}", words.one_of_several, _one_of),
    sure(
        rf"{_BEGIN}{_SUBJECT}\s+{_NOT}in\s+(?P<values>(?!\d+(?!\.\.))(?:\d+\.\.\d+|{_VALUE}))(?=\s*[:),]|\s+(?:and|or|because|when)\b|\s*$)",
        words.in_set,
        _said_in,
    ),
    _condition(
        rf"(?:\bthere\s+(?:is|are)\s+)?{_HOW_MANY}{WORD}\s+{_WITH}\s+(?:in|on|among)\s+{_ZONE}",
        words.so_many_with,
        _so_many_with,
    ),
    _condition(
        rf"\bthere\s+(?:is|are)\s+{_HOW_MANY}{WORD}\s+(?:in|on|among)\s+{_ZONE}\s+{_WITH}",
        words.so_many_with,
        _so_many_with,
    ),
    _condition(
        rf"(?:there\s+are\s+)?(?P<more>{_BOUND}\s+|exactly\s+)?(?P<number>\d+)\s+{_NOUN}\s+(?:is|are|lie)\s+(?:in|on)\s+{_ZONE}",
        words.sized,
        _so_many_lie,
    ),
    _condition(
        rf"you\s+(?:have|hold|own)\s+(?P<more>{_BOUND}\s+|exactly\s+)?(?P<number>\d+)\s+{_NOUN}(?:\s+in\s+(?P<zone>your\s+{_NAME}))?",
        words.sized,
        _so_many_lie,
    ),
    *(
        _part(
            rf"{_ZONE}\s+(?:has|have|holds|contains)\s+(?P<number>\d+)\s+or\s+(?:{way})\s+{_NOUN}",
            words.sized,
            pieces_counted(rf"\g<zone>'s size is {bound} \g<number>", rf"{WITH_VALUE} is {bound} \g<number>"),
        )
        for way, bound in (("more", "at least"), ("less|fewer", "at most"))
    ),
    _condition(
        rf"{_ZONE}\s+(?:has|have|holds|contains)\s+{_HOW_MANY}{WORD}\s+{_WITH}", words.so_many_with, _so_many_with
    ),
    _condition(
        rf"\b(?P<how>all|every|each|any|some|no)\s+{_NOUN}\s+(?:in|of|on|from)\s+{_ZONE}\s+(?:has|have)\s+"
        rf"(?:an?\s+)?(?P<attribute>{WORD})\s+(?:of\s+)?(?P<values>{_VALUE})",
        words.of_each_piece,
        _each_is,
    ),
    _condition(
        rf"\b(?P<how>all|every|each|any|some|an?|no)\s+{_NOUN}\s+(?:in|of|on|from)\s+{_ZONE}\s+(?:is|are)\s+{_NOT}"
        rf"(?P<values>{_VALUE}(?:{_OR}{_VALUE})*)",
        words.of_each_piece,
        _each_is,
    ),
    _condition(
        rf"\b(?P<how>all|every|any|some|one|none)\s+(?:of\s+)?(?:{_NOUN}\s+(?:in|of|on|from)\s+)?{_ZONE}\s+(?:is|are)\s+"
        rf"{_NOT}(?P<values>{_VALUE}(?:{_OR}{_VALUE})*)",
        words.of_each_piece,
        _each_is,
    ),
    _condition(
        rf"{_SUBJECT}\s+(?:(?P<not>does\s+not\s+|doesn't\s+)(?:have|hold|contain|include)|has|have|holds|contains|includes)\s+"
        rf"(?:an?\s+)?(?P<value>{_VALUE})",
        words.in_set,
        _has_value,
    ),
    _condition(
        rf"(?:\bboth\s+)?(?P<subjects>{_SUM}(?:(?:{_COMMA}|\s+and\s+){_SUM})+)\s+are\s+(?:both\s+|all\s+)?"
        rf"(?!(?:equal|the\s+same|same|alike|different)\b){_REST}",
        words.compared_again,
        _of_each,
    ),
)
"""What is asked of one thing, or of several, in one condition."""
