"""What is written otherwise elsewhere, one row each: how it is written there, what is said of it, and how it is written
here.

A row counts where the first word that does not fit lies in what it finds.
"""

import re
from collections.abc import Callable, Iterator

from attrs import frozen

from rulewright.language.building import SENTENCES
from rulewright.language.diagnostics import Complaint
from rulewright.language.mending import Misfit, Stretch
from rulewright.language.messages import habits as words
from rulewright.language.plurals import plural
from rulewright.language.span import Span

_WORD = r"[^\W\d_][^\W_]*(?:[-+][^\W_]+)*"
_BEGIN = r"(?:^|(?<=: ))"
_FIELD = r"[^:=<>!+\n]*[^:=<>!+\s]"
_VERBS = "|".join(form.word for form in SENTENCES)
_NOT = r"not\s+|n't\s+"
_ARGUMENT = rf"(?:your\s+|its\s+)?{_WORD}(?:'s?\s+{_WORD})*|\d+"


Repair = str | Callable[[re.Match[str], Stretch], str | None] | None
"""What stands in the place of what is found: with its groups, or worked out, or not known."""


@frozen
class Habit:
    """A way to write, as a pattern; of its repair each further line is indented as the first one is. What is `sure` is
    told even where nobody can say how the line is written here."""

    written: str
    said: Complaint
    repair: Repair
    sure: bool = False


@frozen
class Reading:
    """What may be meant by a line: what is said of that, of which word, at which place of its text, and the line as it
    is written here."""

    said: Complaint
    word: str
    span: Span
    text: str | None
    sure: bool


def _row(written: str, said: Complaint, repair: Repair = None) -> Habit:
    return Habit(written, said, repair, sure=repair is None)


def _sure(written: str, said: Complaint, repair: Repair) -> Habit:
    return Habit(written, said, repair, sure=True)


# ---- what has to be worked out


def _cases(found: re.Match[str], _lines: Stretch) -> str | None:
    """`winners: nobody when pot is 0, players otherwise`: a line for each case."""
    if found[1].split()[0].rstrip(":") not in ("define", "score", "winners"):
        return None
    cases = re.split(r"[,;]\s*(?:and\s+)?|\s+(?=else\s)|\s+(?=otherwise\s+\S)", found[2])
    last = [re.sub(r"^(?:else|otherwise)\s+(.+)$", r"\1 otherwise", case) for case in cases]
    return "\n    ".join([found[1], *(re.sub(r"\sif\s", " when ", case) for case in last if case)])


def _moving(found: re.Match[str], _lines: Stretch) -> str | None:
    """`draw 3 cards from deck to hand`."""
    return re.sub(
        r"draw(\s+\d+)\s+(?:\S+\s+)?from", r"move\1 from", re.sub(r"\s(?:in|into)\s+$", " to ", found.group())
    )


def _number_type(found: re.Match[str], lines: Stretch) -> str | None:
    """`7's height`: found by the type of numbers that has such a field."""
    number, name = int(found[1]), found[2]
    for paragraph in re.finditer(
        rf"^each ({_WORD})(?: and {_WORD})? has *\n((?:[ \t].*\n|\n)+)", lines.source.text, re.MULTILINE
    ):
        declared = re.search(rf"^{paragraph[1]} is (\d+)\.\.(\d+)", lines.source.text, re.MULTILINE)
        if (
            declared
            and re.search(rf"^ +{name}:", paragraph[2], re.MULTILINE)
            and int(declared[1]) <= number <= int(declared[2])
        ):
            return f"{plural(paragraph[1])}'s item({number - int(declared[1]) + 1})'s {name}"
    return None


def _defined(found: re.Match[str], lines: Stretch) -> str | None:
    """`it beats red`, where there is a definition `beats`."""
    name, argument = found[1], found[2]
    if not re.search(rf"^define {name}\b", lines.source.text, re.MULTILINE):
        return None
    return f"is {name}({argument})" if argument else f"is {name}"


HABITS = (
    # values with conditions, before `when` and `otherwise` are taken for anything else
    _sure(r"^([^:\n]+:)\s+([^:\n]*\s(?:when|if)\s[^:\n]*)$", words.cases_below, _cases),
    # what happens
    _sure(rf"{_BEGIN}(?:else\s+if|elif|elseif|elsif|or\s+if)\b", words.else_if, "otherwise if"),
    _row(rf"{_BEGIN}else\b(?=\s*:)", words.otherwise, "otherwise"),
    _row(rf"{_BEGIN}else\b\s*$", words.otherwise, "otherwise:"),
    _sure(rf"{_BEGIN}else\b", words.otherwise, "otherwise:"),
    _row(r"[,;]?\s+(?:else|otherwise)\b\s*:?", words.otherwise, "\notherwise:"),
    _row(r"\s*[:,]?\s+then\b(?:\s*:)?", words.then, ":"),
    _sure(rf"{_BEGIN}unless\s+([^:]+)", words.unless, r"if not (\1)"),
    _sure(rf"{_BEGIN}(?:while|as long as)\s+([^:]+?)(?:\s+do)?(?=\s*:|$)", words.loop, r"repeat until not (\1)"),
    _sure(rf"{_BEGIN}(?:repeat|loop)\s+while\s+([^:]+?)(?=\s*:|$)", words.loop, r"repeat until not (\1)"),
    _sure(rf"{_BEGIN}(?:do\s+)?until\b", words.loop, "repeat until"),
    _row(
        rf"{_BEGIN}for(?:\s+(?:each|every|all))?\s+({_WORD})\s+(?:in\s+range\s*\(|in|from|=)\s*([\w-]+)\s*"
        r"(?:to|until|,|-)\s*([\w-]+)\)?",
        words.loop_over,
        r"for each \1 in \2..\3",
    ),
    _row(
        rf"{_BEGIN}(?:foreach|for\s+(?:every|all|any)|for(?!\s+each\b)|each|every)(?=\s+{_WORD}\s+(?:in|of|from)\b)",
        words.loop_over,
        "for each",
    ),
    _row(rf"{_BEGIN}(for each {_WORD})\s+(?:of|from)\b", words.loop_over, r"\1 in"),
    _row(rf"{_BEGIN}(?:for\s+)?(?:every|all|each)\s+players?\b(?=\s*:)", words.everybody, "each player"),
    _row(rf"{_BEGIN}repeat\s+([\w-]+)(?=\s*:)", words.repeated, r"repeat \1 times"),
    _row(rf"{_BEGIN}(?:do|loop)\s+([\w-]+)\s+times\b", words.repeated, r"repeat \1 times"),
    _row(
        r"^(?:end[ -]?(?:if|for|each|while|repeat|loop|action|phase|procedure|define)|fi|done|[{}]+)\s*$",
        words.block_end,
        "",
    ),
    _row(r"\s*[:]?\s*[{]\s*$", words.braces, ":"),
    _row(r"\s*[{}]\s*", words.braces, ""),
    _row(rf"{_BEGIN}end\s*$", words.lone_end),
    _row(rf"{_BEGIN}(?:end|exit|leave|stop|break)\s+(?:of\s+)?(?!game\b)({_WORD})$", words.end_phase, r"finish \1"),
    _row(r"\breturn\s+", words.returned, ""),
    _row(rf"{_BEGIN}(?:let|var|const)\s+({_WORD})\s*(?::?=|is|to|as|equals?)(?!\w)\s*", words.named, r"let \1 be "),
    _row(rf"{_BEGIN}({_FIELD})\s*\+\s*=\s*([^\n]+?)(?=\s*$)", words.added, r"add \2 to \1"),
    _row(rf"{_BEGIN}({_FIELD})\s*-\s*=\s*([^\n]+?)(?=\s*$)", words.subtracted, r"subtract \2 from \1"),
    _row(rf"{_BEGIN}({_FIELD})\s*\+\s*\+\s*$", words.added, r"add 1 to \1"),
    _row(rf"{_BEGIN}({_FIELD})\s*([*/])\s*=\s*", words.set_to, r"set \1 to \1 \2 "),
    _row(r"^(define\s+[^=:\n]+?)\s*(?:=|\bis\b|\bas\b|\bbe\b)\s*", words.defined, r"\1: "),
    _row(rf"{_BEGIN}(?:set\s+)?({_FIELD})\s*:?=\s*(?!=)", words.set_to, r"set \1 to "),
    _row(rf"{_BEGIN}set\s+({_FIELD})\s+(?:as|be|is|at|with|into|for)\s+", words.set_to, r"set \1 to "),
    _row(rf"{_BEGIN}(?:increase|increment|raise|grow)\s+({_FIELD})\s+(?:by|with)\s+(.+)", words.added, r"add \2 to \1"),
    _row(rf"{_BEGIN}(?:increase|increment)\s+({_FIELD})\s*$", words.added, r"add 1 to \1"),
    _row(
        rf"{_BEGIN}(?:decrease|decrement|reduce|lower)\s+({_FIELD})\s+(?:by|with)\s+(.+)",
        words.subtracted,
        r"subtract \2 from \1",
    ),
    _row(rf"{_BEGIN}(?:decrease|decrement)\s+({_FIELD})\s*$", words.subtracted, r"subtract 1 from \1"),
    _row(rf"{_BEGIN}add\s+(.+)\s+(?:on|onto|into|in)\s+", words.added, r"add \1 to "),
    _row(rf"{_BEGIN}(?:subtract|remove|take)\s+(\d+)\s+(?:of|off|out of)\s+", words.subtracted, r"subtract \1 from "),
    _row(
        rf"{_BEGIN}(?:move|draw|deal|take|put|give)\s+(?:an?|one)\s+(?:{_WORD}\s+)?(?=from\b)",
        words.several_moved,
        "move 1 ",
    ),
    _row(
        rf"{_BEGIN}(?:move|draw|deal|take|put|give)\s+([\w-]+)\s+{_WORD}\s+(?=from\b)", words.several_moved, r"move \1 "
    ),
    _row(rf"{_BEGIN}(?:roll|throw)\s+(?!an?\s)(\d+|{_WORD})\s+({_WORD})\s*$", words.dice, r"roll \1 to \2"),
    _row(rf"{_BEGIN}(?:roll|throw)\s+(\d+|{_WORD})\s+{_WORD}\s+(?:in|into|onto|to)\s+", words.dice, r"roll \1 to "),
    _row(rf"{_BEGIN}(?:roll|throw)\s+(?:an?\s+)?({_WORD})?\s*$", words.dice, None),
    _row(r"\bonce\s+(?:an?|each|every|in an?|in each|in)\s+", words.how_often, "once per "),
    _row(r"\b(?:only|at most|up to)\s+once\b", words.how_often, "once"),
    _row(r"(?<=,)\s*(?:(?:at most|up to|exactly|only)\s+)?(?:twice|thrice|[\w-]+\s+times?)\b", words.how_often, None),
    _sure(rf"{_BEGIN}must\s+not\s+leave\s+(.+?)(?=\s+because\b|\s*$)", words.must_not, r"must leave not (\1)"),
    _row(
        rf"{_BEGIN}(?:cannot|can\s+not|may\s+not)\s+leave\s+(.+?)(?=\s+because\b|\s*$)",
        words.must_not,
        r"must leave not (\1)",
    ),
    _row(rf"{_BEGIN}must\s+not\s+change\b", words.must_not_change),
    _row(rf"{_BEGIN}must\s+leave\s+(.+?)(?=\s+because\b|\s*$)", words.must_not, r"must leave (\1)"),
    _row(rf"{_BEGIN}draw\s+(\d+)\s+(?:{_WORD}\s+)?from\s+.+\s+(?:in|into|to)\s+", words.drawn, _moving),
    _sure(rf"{_BEGIN}draw\s+(\d+)\s+(?:{_WORD}\s+)?from\b", words.drawn, lambda _found, _lines: None),
    _row(rf"{_BEGIN}when\s+(?=[^:\n]*\s(?:is|can|in)\s)", words.when_happens, "if "),
    _row(
        rf"^([^:\n]*?[^:\n,\s])(?:\s*,\s*|\s+)(?:and\s+then\s+|and\s+|then\s+)?(?=(?:{_VERBS})\b)",
        words.one_each,
        r"\1\n",
    ),
    _row(r"\bcan\s*(?:'t|not)\b|\bcan\s+not\b", words.cannot, "cannot"),
    _row(r"\s+(?:plays|does|chooses|makes|moves|takes|picks)\s+", words.played, ": "),
    # what is asked
    _row(
        rf"\b(?P<word>{_WORD})(?:\s*\((?=[^()]*\))|\s+|\b)((?:(?<=\()[^()]*(?=\))|{_ARGUMENT})?)\)?",
        words.asked_of,
        _defined,
    ),
    _sure(r"\s*(?:\bis\b\s*)?(?:!\s*={1,2}|<\s*>|\u2260|/=|~=)\s*", words.signs, " is not "),
    _sure(r"\s*(?:\bis\b\s*)?(?:>\s*=|=\s*>|\u2265)\s*", words.signs, " is at least "),
    _sure(r"\s*(?:\bis\b\s*)?(?:<\s*=|=\s*<|\u2264)\s*", words.signs, " is at most "),
    _sure(r"\s*(?:\bis\b\s*)?>\s*", words.signs, " is more than "),
    _sure(r"\s*(?:\bis\b\s*)?<\s*", words.signs, " is less than "),
    _sure(r"\s*(?:\bis\b\s*)?={1,3}\s*", words.signs, " is "),
    _sure(r"\s*&&?\s*", words.joining, " and "),
    _sure(r"\s*[|]{1,2}\s*", words.joining, " or "),
    _sure(r"!\s*", words.joining, "not "),
    _sure(r"\s*%\s*", words.joining, " mod "),
    _row(
        rf"\bis\s+({_NOT})?(?:(?:greater|larger|bigger|higher|over|above|older|richer)(?:\s+than)?)\s+or\s+equal(?:\s+to)?\b",
        words.comparing,
        r"is \1at least",
    ),
    _row(
        r"\bis\s+(?:(?:less|smaller|lower|fewer|under|below)(?:\s+than)?)\s+or\s+equal(?:\s+to)?\b",
        words.comparing,
        "is at most",
    ),
    _row(r"\bis\s+(?:not|no)\s+(?:more|greater|larger|bigger|higher)\s+than\b", words.comparing, "is at most"),
    _row(r"\bis\s+(?:not|no)\s+(?:less|smaller|lower|fewer)\s+than\b", words.comparing, "is at least"),
    _row(r"\bis\s+(?:greater|larger|bigger|higher|over|above)(?:\s+than)?\b", words.comparing, "is more than"),
    _row(r"\bis\s+(?:smaller|lower|fewer|under|below)(?:\s+than)?\b", words.comparing, "is less than"),
    _row(r"\bis\s+more\s+than\s+or\s+equal(?:\s+to)?\b", words.comparing, "is at least"),
    _row(r"\bis\s+(more|less)\b(?!\s+than)", words.comparing, r"is \1 than"),
    _row(r"\bis\s+at\s+(?:minimum|the\s+least)\b", words.comparing, "is at least"),
    _row(r"\bis\s+at\s+(?:maximum|the\s+most)\b", words.comparing, "is at most"),
    _row(r"\bis\s+(?:equal(?:\s+to)?|the\s+same)\b(?!\s+as)", words.comparing, "is"),
    _row(r"\b(?:equals?(?:\s+to)?|are|was|were|be)\b", words.comparing, "is"),
    _row(r"\b(?:isn't|aren't|isnt|differs\s+from|does\s+not\s+equal|are\s+not)(?!\w)", words.comparing, "is not"),
    _row(r"\b(?:exceeds)\b", words.comparing, "is more than"),
    _row(r"\b(?:is\s+)?between\s+(\S+)\s+and\s+(\S+)", words.comparing, r"is in \1..\2"),
    _row(r"\bis\s+either\s+", words.comparing, "is "),
    _row(r"\bhas\s+at\s+(least|most)\b", words.comparing, r"is at \1"),
    _row(
        rf"\b((?:some|no)\s+{_WORD}\s+in\s+[^\n]+?)\s+(?:satisfies|satisfy|satisfying|has|have|with|whose|that|when|if|:)(?!\w)",
        words.some_where,
        r"\1 where",
    ),
    _row(
        rf"\b(every\s+{_WORD}\s+in\s+[^\n]+?)\s+(?:where|satisfy|has|have|with|when|if|:)(?!\w)",
        words.every_satisfies,
        r"\1 satisfies",
    ),
    _row(rf"\b(?:any|exists|there is|there is an?|one)(?=\s+{_WORD}\s+in\b)", words.quantifier, "some"),
    _row(rf"\b(?:all|each|for all)(?=\s+{_WORD}\s+in\b)", words.quantifier, "every"),
    _row(rf"\bnone(?=\s+{_WORD}\s+in\b)|\bnone\s+of(?=\s+{_WORD}\s+in\b)", words.quantifier, "no"),
    _row(rf"\b(some|no|every)\s+({_WORD})\s+(?:of|from|among)\b", words.quantifier, r"\1 \2 in"),
    _row(r"\s+(?:whose|having|with their|with its)\s+", words.such_as, " where its "),
    _row(r"\s+(?:that|which)\s+(?:is|are)\s+", words.such_as, " where it is "),
    _row(r"\s+(?:such\s+that|that|so\s+that)\s+", words.such_as, " where "),
    _row(r"\bwhere\s+(is\s)", words.such_as, r"where it \1"),
    _row(r"\b(?:an?)\s+", words.article, ""),
    _row(r"\bmy\s+", words.yours, "your "),
    _row(r"\b(?:his|her|their)\s+", words.its, "its "),
    _row(rf"""["']({_WORD})["']""", words.only_names, r"\1"),
    _row(rf"\b(?:first|last|only)\s+{_WORD}\s+in\s+\(?\s*(?P<word>[\w+-]+\s*\.\.\s*[\w+-]+)", words.no_range, None),
    _sure(rf"\b(\d+)'s?\s+({_WORD})", words.number_of, _number_type),
    # what there is
    _row(
        rf"^({_WORD})\s*(?:is|=|are|:)\s*(?:(?:one|any|either)(?:\s+of)?\s+)?({_WORD})(?=\s*(?:,|or\b|and\b))",
        words.enumerated,
        r"\1 is one of \2",
    ),
    _row(r"\s*,\s+|\s+and\s+", words.offered, " or "),
    _row(r"\s*,?\s+(?:or|and)\s+", words.listed, ", "),
    _row(rf"^({_WORD})\s+(?:is|has|are|=)\s+(?:an?\s+)?", words.field, r"\1: "),
    _row(r"(?:\bfrom\s+)?(-?\b\d+)\s*(?:to|-|until|through|\.\s*\.\s*\.)\s*(-?\d+)\b", words.ranged, r"\1..\2"),
    _row(
        r"\s*,?\s*(?:=|starts?\s+(?:with|at|as|is)|starting\s+(?:at|with)|default|initially|begins?\s+(?:with|at))\s+",
        words.starting,
        ", starts ",
    ),
    _row(rf"^({_WORD}:\s*)(?P<word>-?[\w+-]+\s*\.\.\s*-?[\w+-]+)\s+or\s+none\b", words.number_or_none, None),
    _row(rf"(?<=[(,])(\s*{_WORD})\s+or\s+none\b", words.never_none, r"\1"),
    _row(r"\byes\s+or\s+no\s+or\s+none\b", words.flag_or_none, None),
    # layout and signs
    _row(r"\s*;\s*$|\s*[.!]\s*$", words.semicolon, ""),
    _row(r"\s*;\s*", words.semicolon, "\n"),
    _row(r"(?://|#|/\*|%%).*$", words.comment, ""),
)


def _place(found: re.Match[str], misfit: Misfit) -> Span:
    """What does not fit; of a first word that is no such word here that one, or what stands before it."""
    first, token = misfit.tokens[misfit.first], misfit.token
    if misfit.at == misfit.first + 1 and found.start() == first.start:
        return Span(first.start, first.end)
    if found.end() <= token.start:
        return Span(found.start(), found.start() + len(found.group().rstrip()))
    return Span(token.start, token.end)


def _word(found: re.Match[str]) -> str:
    return " ".join((found.groupdict().get("word") or found.group()).split())


def readings(lines: Stretch, misfit: Misfit) -> Iterator[Reading]:
    """What may be meant by lines that leave the grammar, as far as they are written as elsewhere."""
    place, text, indent = misfit.token.start, misfit.text, "\n" + " " * lines.column
    for habit in HABITS:
        for found in re.finditer(habit.written, text):
            if found.start() <= place and not text[found.end() : place].strip():
                new = (
                    habit.repair(found, lines)
                    if callable(habit.repair)
                    else habit.repair and found.expand(habit.repair)
                )
                whole = None if new is None else text[: found.start()] + new.replace("\n", indent) + text[found.end() :]
                if whole is not None or habit.sure:
                    yield Reading(habit.said, _word(found), _place(found, misfit), whole, habit.sure)
