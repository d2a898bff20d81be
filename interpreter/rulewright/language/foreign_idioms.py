"""Which rows of what is written otherwise elsewhere may be meant by a line that leaves the grammar.

A row counts where the first word that does not fit lies in what it finds, or directly behind it.
"""

import re
from collections.abc import Iterator
from typing import Final

from attrs import frozen

from rulewright.language.diagnostics import Complaint
from rulewright.language.idiom import (
    ARGUMENT,
    RUN,
    WORD,
    Habit,
    counted_there,
    had,
    held_all,
    hidden_from,
    listed_winners,
    names_counted,
    row,
    sure,
)
from rulewright.language.idioms_asking import ASKING
from rulewright.language.idioms_conditions import CONDITIONS
from rulewright.language.idioms_doing import DOING
from rulewright.language.line_repair import Misfit, Stretch
from rulewright.language.messages import idioms as words
from rulewright.language.span import Span

# ---- rows of what is written otherwise elsewhere where something is declared, and in examples


_NO_MODIFIER: Final = r"(?!(?:face|refilled|seen|starts|up|when|with)(?![\w-]))"

DECLARING: Final = (
    row(r"^(?:there|There)\s+(?:is|are)\b:?(?=\s*$)", words.there_is, "there is"),
    row(rf"^(?:each|every|all|Each)\s+({WORD})\s+(?:has|have|owns?)\b:?(?=\s*$)", words.each_has, r"each \1 has"),
    row(rf"^({WORD}:\s*memory\s+of\s+{WORD}),\s*(?!up\b|when\b|not\b)({WORD})", words.memory_of, r"\1 and \2"),
    row(
        rf"^{WORD}:\s*(?:pile|hand|row|area|slot)\s+of\s+(?P<word>{WORD}"
        rf"(?:(?:\s*,|\s+or|\s*,\s*or|\s*,\s*and)\s+{_NO_MODIFIER}{WORD})+(?:\s+and\s+{WORD})?)",
        words.one_component,
    ),
    row(r"^players\s+have\b:?(?=\s*$)", words.each_has, "each player has"),
    row(rf"^(there is|each {WORD} has):?\s+({WORD}:.+)$", words.fields_below, "\\1\n    \\2"),
    row(rf"^(phase|action|choice|to):\s*({WORD})\s*:?$", words.name_first, r"\1 \2:"),
    row(rf"^(phase|action|choice)\s+({WORD})\s*[:,-]\s*(\"[^\"]*\")\s*:?$", words.name_first, r"\1 \2 \3:"),
    row(
        rf"^(to\s+{WORD}(?:\([^()]*\))?)\s*(?:->|=>|:|,)?\s*(?:returns?|answers?|yields?|gives)\b\s*:?\s*",
        words.gives,
        r"\1 gives ",
    ),
    row(
        rf"^(to\s+{WORD}(?:\([^()]*\))?)\s*(?:->|=>|:)\s*(yes or no|-?\w+\s*\.\.\s*-?\w+|{WORD}\s+or\s+none):?$",
        words.gives,
        r"\1 gives \2:",
    ),
    sure(
        rf"^(define\s+{WORD}\s+of\s+{WORD}(?:\s+{WORD})?)\s*,\s*([^:()\n]+?)\s*:",
        words.others_in_brackets,
        r"\1 (\2):",
    ),
    row(r"^(\d+(?:\s*(?:to|-|\.\.)\s*\d+)?)\s+players\s*$", words.how_many, r"players \1"),
    row(
        rf"^({WORD})\s*(?:=|are|:)\s*(?:(?:one|any|either)(?:\s+of)?\s+)?(?={WORD}\s*(?:,|or\b|and\b))",
        words.enumerated,
        r"\1 is one of ",
    ),
    row(rf"^({WORD}\s+is\s+one\s+of\s+)((?=.*{RUN}).*)$", words.names_listed, names_counted),
    row(r"\bone\s+of\s*\(([^()]*)\)", words.listed, r"one of \1"),
    row(r"(\d+)\s*(?:x|X|\u00d7|\*)\s*(\d+)", words.by, r"\1 by \2"),
    row(r"\bis\s+between\s+(-?\w+)\s+and\s+(-?\w+)", words.ranged, r"is \1..\2"),
    row(rf"({WORD})\s+is\s+(?=-?\w+\s*\.\.)", words.attribute, r"\1 "),
    row(r"^(\d+|unlimited)\s*(?:x|times|\*)?\s+(?=[^\W\d])", words.copies, r"\1 of "),
    row(r"\s*,?\s+(?:always\s+)?face[- ](?:up|down)\b", words.faces, ", face up or down"),
    row(
        r"\bseen\s+by\s+(?:all\s+others|(?:everyone|everybody|all)\s+(?:else|(?:but|except)\s+(?:(?:its|their)\s+)?owners?))\b",
        words.seen_by_others,
        "seen by others",
    ),
    row(
        rf"\bseen\s+by\s+(?:only\s+)?(?:(?:its|their|his|her)\s+(?:own\s+)?(?:owners?|{WORD})|owners\b|you\b|yourself\b|"
        r"(?:each|every|that)\s+(?:player|owner)\b|themselves\b|oneself\b|itself\b)(?:\s+(?:only|alone))?",
        words.unseen,
        "seen by owner",
    ),
    row(rf"^({WORD}:\s*)(?:hidden|secret|invisible|private)\s+([^\n]+)$", words.unseen, hidden_from),
    row(r"^([^\n]+?)\s*,?\s+(?:hidden|secret|invisible|private)\b()", words.unseen, hidden_from),
    sure(rf"^({WORD}:[^\n]*?)(,\s*starts\s+[^,\n]+)((?:,\s*[^,\n]+)+)$", words.starts_last, r"\1\3\2"),
    row(r"\s*,?\s+(?:max|maximum|at\s+most|limit|limited\s+to|no\s+more\s+than)\s+(?=\d)", words.room, ", up to "),
    row(r"\bor\s+(?:nobody|nothing|null|empty|no\s+one)\b", words.or_none, "or none"),
    row(
        rf",\s*starts\s+{WORD}(?:\s*,\s*{WORD})*(?:\s*,|\s+and|\s*,\s*and)\s+(?P<word>{WORD})\s*$",
        words.starts_with_one,
    ),
    row(r"\b(?:true|yes)\s*(?:or|/)\s*(?:false|no)\b", words.yes_or_no, "yes or no"),
    row(rf"^({WORD}:\s*)(?:yes|no)(?=\s*$|,)", words.yes_or_no, r"\1yes or no"),
    row(
        rf"^((?:set|counts)\s+of\s+{WORD}|yes or no|{WORD}\s+or\s+none|-?\w+\s*\.\.\s*-?\w+):\s*({WORD})(?=\s*$|,)",
        words.name_before_type,
        r"\2: \1",
    ),
    row(
        rf"^({WORD}:\s*)(?:an?\s+)?(?:number|integer)\s+(?:from\s+|of\s+)?(\d+)\s*(?:\.\.|to|-)\s*(\d+)",
        words.ranged_field,
        r"\1\2..\3",
    ),
    row(
        rf"^{WORD}:\s*(?:(?:pile|hand|row|area|slot|set|counts)\s+of\s+{WORD}|yes or no|\d+\s*\.\.\s*\d+)\s+"
        rf"(?:on|for|in|at|of|per)\s+(?:each|every)\s+(?P<word>{WORD})",
        words.of_each_place,
    ),
    row(r"\b(?:on|for)\s+(?:all\s+|every\s+|each\s+)?([\w-]+?)s?\s*$", words.on_each, r"on each \1"),
    row(
        r"^(?:player'?s?\s+)?score(?:\s+of\s+(?:(?:each|every)\s+)?player)?\s*[:=]\s*",
        words.scored,
        "score of player: ",
    ),
    row(
        r"^(highest|lowest)\s+({WORD})\s+wins\s*$".replace("{WORD}", WORD),
        words.scored,
        r"winners: players with \1 \2",
    ),
    row(rf"\b(?:with|then)\s+(?:highest|lowest)\s+(?P<word>{WORD}'s\s+{WORD})", words.ranked_by),
    row(r"^component\s+(?P<word>[\w-]+)\s*:?\s*$", words.all_alike),
    row(r"\b(with|then)\s+(?:most|greatest|largest|biggest)\b", words.best, r"\1 highest"),
    row(r"\b(with|then)\s+(?:fewest|least|smallest)\b", words.best, r"\1 lowest"),
    row(r"\s+(?:and\s+)?then\s+(?=highest|lowest)|\s*,?\s+and\s+(?=highest|lowest)", words.best, ", then "),
    row(r"^(?:else|otherwise)\s*:?\s*([^:\n]+)$", words.cases_below, r"\1 otherwise"),
    row(r"^(?:when|if)\s+([^:\n]+):\s*([^:\n]+)$", words.cases_below, r"\2 when \1"),
    row(r"\s+if\s+(?!it\b|its\b|able\b|you\b)", words.cases_below, " when "),
    row(r",\s*\n\s*", words.comma_goes_on, "\n"),
)
"""What there is, and what is so."""

EXAMPLES: Final = (
    row(r"^([^,:\n]+\s+is\s+[^,:\n]+),\s*(?:and\s+)?(?=[^,:\n]+\s+is\s)", words.fact_on_each_line, "\\1\n"),
    row(
        rf"^([^,:\n]+?)\s+(?:is|are)\s+({WORD}(?:\s*\*\s*\d+)?(?:\s*,\s*(?:and\s+)?{WORD}(?:\s*\*\s*\d+)?)+)$",
        words.holds_all,
        held_all,
    ),
    row(r"^([^:\n]+?)\s+(?:is|are|looks\s+like)\s*:$", words.board_drawn, r"\1 holds:"),
    row(r"^(given|when|then):?\s+(.+)$", words.scene_below, "\\1:\n    \\2"),
    row(r"\bis\s+empty\b", words.holds, "holds nothing"),
    row(rf"^({WORD})\s+has\s+(\d+)\s+({WORD})", words.owned, had),
    sure(rf"^(?:{ARGUMENT})\s+holds\s+(?P<word>\d+)\s+{WORD}\s*$", words.pieces_given, counted_there),
    row(r"\s+(?:has|contains|have)\s+", words.has, None),
    row(r"^(?!players\b)([^:\n]+?)\s*:\s*", words.holds, r"\1 holds "),
    row(
        rf"^winners?\s+(?:is|are|was|were|=+)\s+({WORD}(?:\s*(?:,|and)\s*{WORD})*)\s*$",
        words.winners_hold,
        listed_winners,
    ),
    row(rf"^({WORD})\s+(?:wins?|has\s+won)\s*$", words.has_won, r"\1 is in winners"),
    row(r"\s+(?:may|could)\s+", words.may, " can "),
    row(r"\s+(?:plays|does|chooses|makes|moves|takes|picks)\s+", words.played, ": "),
    row(r"\s*\(([^()]*)\)", words.played, r" \1"),
    row(r"(?<=[\w)])\s*,\s*(?=\w)", words.played, " "),
    sure(r"^rest\b.*\b(?:box|out)\b.*$|^box\s+(?!holds\b|is\b).*$", words.stays_in_box, ""),
    row(
        r"^rest\s+(?:(?:is|are|lies|lie|stays|stay|remains|goes)\s+)?(?:in|on|into|to)\s+(?!box\b)(.+)$",
        words.holds,
        r"\1 holds rest",
    ),
)
"""What is written in examples."""


HABITS: Final = (*DOING, *CONDITIONS, *ASKING)
"""Of several rows the first counts with which the line fits."""


@frozen
class Reading:
    """What may be meant by a line: what is said of that, of which word, at which place of its text, and the line as it
    is written here."""

    said: Complaint
    word: str
    span: Span
    text: str | None
    sure: bool


def _rows(lines: Stretch) -> tuple[Habit, ...]:
    """Those of the paragraph in which the lines stand."""
    word = lines.tokens[0].text
    if word == "example":
        return (*EXAMPLES, *HABITS)
    return HABITS if word in _DOING and lines.line.at else (*DECLARING, *HABITS)


_DOING: Final = frozenset(("setup", "play", "phase", "to", "action"))


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
    for habit in _rows(lines):
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
