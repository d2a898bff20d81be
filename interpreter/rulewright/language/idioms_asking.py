"""Rows of what is written otherwise elsewhere where something is asked, and of signs and layout."""

from typing import Final

from rulewright.language.idiom import (
    ARGUMENT,
    BEGIN,
    HEADED,
    MORE,
    NOT,
    TWO,
    WORD,
    all_of_a_set,
    below,
    compared_singly,
    counted_where,
    defined,
    in_range,
    joined_by_plus,
    of_something,
    offered,
    offers,
    on_board,
    pieces_counted,
    player_has,
    row,
    sure,
    two_lines,
    values_in,
)
from rulewright.language.messages import idioms as words

LARGER: Final = "more|greater|larger|bigger|higher|over|above|older|richer"
SMALLER: Final = "less|smaller|lower|fewer|under|below|younger|poorer"
_VALUE: Final = rf"(?:{WORD}|-?\d+)"
_LIST: Final = rf"{_VALUE}(?:\s*,\s*(?:(?:or|and)\s+)?{_VALUE})+(?:\s+or\s+{_VALUE}(?=\s*[:)}}]|\s*$))?"
WITH_VALUE: Final = r"(count of \g<zone> where its TYPE is VALUE)"
_SUBJECT: Final = rf"((?:its\s+|your\s+)?{WORD}(?:'s?\s+{WORD})*)"

ASKING: Final = (
    row(
        rf"\b(total|highest|lowest)\s+({WORD})\s+of\s+([^()\n]+?)\s+with\s+(highest|lowest)\s+({WORD})",
        words.best_of_those,
        r"\1 \2 of (\3 with \4 \5)",
    ),
    row(rf"{_SUBJECT}\s+is\s+(not\s+)?({_LIST})", words.all_of_a_set, all_of_a_set),
    row(
        rf"{_SUBJECT}\s+is\s+(not\s+)?(?:in\s+)?[({{]?\s*({_LIST})(?:\s*[)}}])?",
        words.one_of_several,
        compared_singly,
    ),
    row(rf"{_SUBJECT}\s+is\s+(not\s+)?({_VALUE})\s*\.\.\s*({_VALUE})", words.range_behind_in, in_range),
    row(rf"^(set\s+[^\n]+?\s+to)\s+({_LIST}(?:\s+and\s+{_VALUE})?)$", words.all_of_a_set, joined_by_plus),
    row(
        rf"(?:\bthe\s+)?\b(?:smaller|smallest|lesser|lower|lowest|least|min|minimum)\s+of\s+{TWO}",
        words.smaller,
        r"min(\1, \2)",
    ),
    row(
        rf"(?:\bthe\s+)?\b(?:larger|largest|greater|greatest|bigger|higher|highest|max|maximum)\s+of\s+{TWO}",
        words.larger,
        r"max(\1, \2)",
    ),
    sure(
        rf"\*\s*({ARGUMENT})\s+where\s+([^\n]+?)(?=\s+\+\s|\s+to\s|\s*$)",
        words.counted_where,
        counted_where,
    ),
    row(
        rf"\b(?P<how>some|any|no|every|each|all)\s+players?\s+(?:has|have|holds?)\s+(?P<what>{ARGUMENT})\s+"
        rf"(?P<more>at\s+least|at\s+most|more\s+than|less\s+than)\s+(?P<number>\w+)",
        words.player_has,
        player_has,
    ),
    row(
        rf"\b(?P<how>some|any|no|every|each|all)\s+players?\s+(?:has|have|holds?)\s+"
        rf"(?P<more>at\s+least|at\s+most|more\s+than|less\s+than)?\s*(?P<number>\d+|{WORD})\s+(?P<what>{WORD})",
        words.player_has,
        player_has,
    ),
    row(r"\b(?:number|amount|count|size)\s+of\s+(region\s+of\s+[^\n]+)$", words.region_apart, r"(\1)'s size"),
    row(
        r"(?<=\sin\s)(region\s+of\s[^()\n]+?\swhere\s[^()\n]+?)(?=\s+(?:where|satisfies)\s)",
        words.region_apart,
        r"(\1)",
    ),
    row(r"((?:some|every|no)\s+\S+\s+in\s+)(region\s+of\s[^()\n]+\swhere\s[^()\n]+)", words.region_apart, r"\1(\2)"),
    row(
        rf"\b(?:all\s+)?groups?\s+of\s+(\d+)\s*(?:to|or|-|\.\.)\s*(\d+)\s+(?:{WORD}\s+)?(?:of|from|in)\s+({ARGUMENT})",
        words.groups_of,
        r"\3's groups(\1, \2)",
    ),
    row(
        rf"\b(?:all\s+)?groups?\s+of\s+(\d+)\s+(?:{WORD}\s+)?(?:of|from|in)\s+({ARGUMENT})",
        words.groups_of,
        r"\2's groups(\1)",
    ),
    row(
        rf"\b(highest|lowest)\s+(?!total\b)({WORD})\s+of\s+([^\n]+?)\s+outside\b",
        words.best_choice,
        r"\1 total \2 of \3 outside",
    ),
    row(
        rf"\b(highest|lowest)\s+(?!total\b)({WORD})\s+of\s+([^\n]+?)\s+outside\s+(?![^\n]*\bdisjoint\b)",
        words.best_choice,
        r"\1 total \2 of \3 outside disjoint ",
    ),
    row(
        rf"(?<!lowest )(?<!highest )\btotal\s+({WORD})\s+of\s+([^\n]+?)\s+outside\b",
        words.best_choice,
        r"lowest total \1 of \2 outside",
    ),
    row(
        rf"\boutside\s+(?![^\n]*\bdisjoint\b)(your\s+|its\s+|{WORD}'s?\s+)?({WORD})",
        words.best_choice,
        r"outside \1disjoint \2",
    ),
    row(
        rf"\b(?:is|are|has|have)\s+(?:all\s+)?(?:of\s+)?(?:the\s+)?(same|different|consecutive)\s+(?!as\b)({WORD})",
        words.alike,
        r"is \1(\2)",
    ),
    row(
        rf"\b(?:regions?|groups?|chains?|clusters?)\s+(?:of|from|at|around|with)\s+({ARGUMENT})(?=\s+(?:as|where)\b)",
        words.region_of,
        r"region of \1",
    ),
    row(
        rf"\bregion\s+of\s+({ARGUMENT})\s+(?:(?:with|and|over|including|through|by|in|also)\s+)?(?:its\s+|all\s+)?"
        r"(?:corners|diagonals|diagonally|(?:eight|8)\s+directions)(?:\s+(?:too|also|included))?(?=\s+(?:as|where)\b)",
        words.region_through,
        r"region of \1 through around",
    ),
    row(
        rf"\bregion\s+of\s+({ARGUMENT})\s+(?:through|over|by|with)\s+(?:its\s+|their\s+|all\s+)?({WORD}(?:\([^()\n]*\))?)"
        r"(?=\s+(?:as|where)\b)",
        words.region_through,
        r"region of \1 through \2",
    ),
    row(rf"\bregion\s+of\s+(?:{ARGUMENT})(?![\w'-])(?![^\n]*\swhere\s)", words.regions_where),
    row(
        rf"\b(?:count|number)\s+of\s+(?:different\s+)?({WORD})\s+(?:in|on)\s+({ARGUMENT})",
        words.counted_values,
        values_in,
    ),
    row(
        rf"\b(total|highest|lowest)\s+({WORD})'s?\s+(?P<word>{WORD})\s+of\s+([^()\n]+?)\s+as\s+\2(?!\s+where)",
        words.of_each_alone,
        r"\1 \3 of \4",
    ),
    row(
        rf"\b((?:total|highest|lowest)\s+{WORD}(?:\([^()]*\))?\s+of\s+[^()\n]+?)\s+as\s+(?P<word>{WORD})(?!\s+where)",
        words.of_each_alone,
        r"\1",
    ),
    row(
        rf"\b(total|highest|lowest)\s+({WORD})'s?\s+(?P<word>{WORD})(?=\s+of\s[^\n]*\sas\s+\2\s+where\b)",
        words.of_each_alone,
        r"\1 \3",
    ),
    row(
        rf"\b(?:total|sum|highest|lowest)\s+(?:of\s+)?(?:\(|\d|it\b|{WORD}(?:\([^()]*\))?\s*[-+*/])",
        words.reckoned,
    ),
    row(r"\b(?:total|sum|highest|lowest)\s+of\b", words.reckoned),
    row(
        rf"\b(?:sum|total)\s+(?:of\s+)?(?:all\s+)?(?P<word>{WORD})\s+(?:of|in|on|from)\s+(?:all\s+)?(?={ARGUMENT}|\()",
        words.summed,
        r"total \g<word> of ",
    ),
    row(
        rf"\b(?:sum|total)\s+(?:of\s+)?(?:all\s+)?({ARGUMENT})'s?\s+(?P<word>{WORD})",
        words.summed,
        r"total \g<word> of \1",
    ),
    row(
        rf"({ARGUMENT})'s?\s+(?:total|sum)\s+(?:of\s+)?(?P<word>{WORD})",
        words.summed,
        r"total \g<word> of \1",
    ),
    row(
        r"\bgame\s+(?:(?:is|has|was)\s*(?:not|n't)\s+(?:yet\s+)?(?:finished|ended|done|over)|goes\s+on|continues)\b",
        words.whether_over,
        "game is not over",
    ),
    row(
        r"\bgame\s+(?:(?:is|has|was)\s+(?:finished|ended|done|at\s+(?:its\s+|an\s+)?end)|ended|ends|over)\b",
        words.whether_over,
        "game is over",
    ),
    row(
        rf"\b(?P<word>{WORD})(?:\s*\((?=[^()]*\))|\s+|\b)((?:(?<=\()[^()]*(?=\))|{ARGUMENT})?)\)?",
        words.asked_of,
        defined,
    ),
    row(rf"\b(?:count|size|length|number)\s*\(\s*({ARGUMENT})\s*\)", words.sized, r"\1's size"),
    row(
        rf"(?:\bthe\s+)?\b(?:number|amount|count)\s+of\s+(?:(?P<noun>{WORD})\s+(?:in|on|of)\s+)?(?P<zone>{ARGUMENT})(?![\w'-]|\s+(?:where|as)\b)",
        words.sized,
        pieces_counted(r"\g<zone>'s size", WITH_VALUE),
    ),
    row(
        rf"\bthere\s+is\s+an?\s+(?P<noun>{WORD})\s+(?:in|on)\s+(?P<zone>{ARGUMENT})",
        words.sized,
        pieces_counted(None, rf"{WITH_VALUE} is at least 1"),
    ),
    row(
        rf"\bthere\s+(?:is|are)\s+no\s+(?P<noun>{WORD})\s+(?:left\s+)?(?:in|on)\s+(?P<zone>{ARGUMENT})",
        words.sized,
        pieces_counted(r"\g<zone> is empty", rf"{WITH_VALUE} is 0"),
    ),
    row(
        rf"(?:\bthere\s+(?:is|are)\s+)?\b(exactly|at\s+least|at\s+most)\s+([\w-]+)\s+(?P<noun>{WORD})\s+"
        r"(?:in|on|of|among)\s+(?P<zone>[^\n]*?)\s+where\s+",
        words.so_many,
        pieces_counted(r"\1 \2 of \g<zone> where ", r"\1 \2 of \g<zone> where its TYPE is VALUE and "),
    ),
    row(
        rf"\bexactly\s+(?P<number>[\w-]+)\s+(?:(?P<noun>{WORD})\s+)?(?:in|on|of|among)\s+(?P<zone>{ARGUMENT})"
        r"(?=\s*:|\s*\)|\s+because\b|\s*$)",
        words.sized,
        pieces_counted(r"\g<zone>'s size is \g<number>", rf"{WITH_VALUE} is \g<number>"),
    ),
    row(
        rf"\b(?P<more>at\s+least|at\s+most)\s+(?P<number>[\w-]+)\s+(?:(?P<noun>{WORD})\s+)?(?:in|on|of|among)\s+"
        rf"(?P<zone>{ARGUMENT})(?=\s*:|\s*\)|\s+because\b|\s*$)",
        words.sized,
        pieces_counted(r"\g<zone>'s size is \g<more> \g<number>", rf"{WITH_VALUE} is \g<more> \g<number>"),
    ),
    row(
        rf"\bthere\s+(?:is|are)\s+{MORE}(?P<number>\d+)\s+(?P<noun>{WORD})\s+(?:in|on)\s+(?P<zone>{ARGUMENT})",
        words.sized,
        pieces_counted(r"\g<zone>'s size is \1\g<number>", rf"{WITH_VALUE} is \1\g<number>"),
    ),
    row(
        rf"(?P<zone>{ARGUMENT})\s+(?:has|have|holds|contains)\s+{MORE}(?P<number>\d+)(?:\s+(?P<noun>{WORD}))?",
        words.sized,
        pieces_counted(r"\g<zone>'s size is \2\g<number>", rf"{WITH_VALUE} is \2\g<number>"),
    ),
    sure(r"\bgo\s+around\s+(?=among\b|in\b)", words.from_whom, None),
    sure(r"\s*(?:\bis\b\s*)?(?:!\s*={1,2}|<\s*>|\u2260|/=|~=)\s*", words.signs, " is not "),
    sure(r"\s*(?:\bis\b\s*)?(?:>\s*=|=\s*>|\u2265)\s*", words.signs, " is at least "),
    sure(r"\s*(?:\bis\b\s*)?(?:<\s*=|=\s*<|\u2264)\s*", words.signs, " is at most "),
    sure(r"\s*(?:\bis\b\s*)?>\s*", words.signs, " is more than "),
    sure(r"\s*(?:\bis\b\s*)?<\s*", words.signs, " is less than "),
    sure(r"\s*(?:\bis\b\s*)?={1,3}\s*", words.signs, " is "),
    row(r"^([^:\n]+?)\s+(?:is|holds|looks\s+like)\s*:$", words.laid_out, r"set \1 to:"),
    sure(r"\s*&&?\s*", words.joining, " and "),
    sure(r"\s*[|]{1,2}\s*", words.joining, " or "),
    sure(r"!\s*", words.joining, "not "),
    sure(r"\s*%\s*", words.joining, " mod "),
    row(rf"\bis\s+(?:{NOT})(?:{LARGER})(?:\s+than)?\s+or\s+equal(?:\s+to)?\b", words.comparing, "is less than"),
    row(rf"\bis\s+(?:{NOT})(?:{SMALLER})(?:\s+than)?\s+or\s+equal(?:\s+to)?\b", words.comparing, "is more than"),
    row(rf"\bis\s+(?:{LARGER})(?:\s+than)?\s+or\s+equal(?:\s+to)?\b", words.comparing, "is at least"),
    row(rf"\bis\s+(?:{SMALLER})(?:\s+than)?\s+or\s+equal(?:\s+to)?\b", words.comparing, "is at most"),
    row(r"\bis\s+(?:not|no)\s+(?:more|greater|larger|bigger|higher)\s+than\b", words.comparing, "is at most"),
    row(r"\bis\s+(?:not|no)\s+(?:less|smaller|lower|fewer)\s+than\b", words.comparing, "is at least"),
    row(rf"\bis\s+(?!more)(?:{LARGER})(?:\s+than)?\b(?!\s+of\b)", words.comparing, "is more than"),
    row(rf"\bis\s+(?!less)(?:{SMALLER})(?:\s+than)?\b(?!\s+of\b)", words.comparing, "is less than"),
    row(r"\bis\s+(more|less)\b(?!\s+than)", words.comparing, r"is \1 than"),
    row(r"\bis\s+at\s+(?:minimum|the\s+least)\b", words.comparing, "is at least"),
    row(r"\bis\s+at\s+(?:maximum|the\s+most)\b", words.comparing, "is at most"),
    row(r"\bis\s+not\s+equal(?:\s+to)?\b", words.comparing, "is not"),
    row(r"\bis\s+(?:equal(?:\s+to)?|the\s+same)\b(?!\s+as)", words.comparing, "is"),
    row(r"\b(?:should|must|shall|will)\s+be\b", words.comparing, "is"),
    row(r"\b(?:equals?(?:\s+to)?|are|was|were|be)\b", words.comparing, "is"),
    row(
        r"\b(?:not\s+is|isn't|aren't|isnt|differs\s+from|does\s+not\s+equal|are\s+not)(?!\w)", words.comparing, "is not"
    ),
    row(r"\b(?:exceeds)\b", words.comparing, "is more than"),
    row(r"\bis\s+either\s+", words.comparing, "is "),
    row(r"\bhas\s+at\s+(least|most)\b", words.comparing, r"is at \1"),
    row(
        rf"\b((?:some|no)\s+{WORD}\s+in\s+[^\n]+?)\s+(?:satisfy|satisfying|has|have|with|that|when|if|:)(?!\w)",
        words.some_where,
        r"\1 where",
    ),
    row(
        rf"\b(every\s+{WORD}\s+in\s+[^\n]+?)\s+where\s+([^\n]+?)(?=\s+because\b|\s*[:)]|\s*$)",
        words.every_satisfies,
        r"\1 satisfies \2",
    ),
    row(
        rf"\b(every\s+{WORD}\s+in\s+[^\n]+?)\s+(?:satisfy|has|have|with|when|if|:)(?!\w)",
        words.every_satisfies,
        r"\1 satisfies",
    ),
    row(
        rf"\b(?:any|exists|there\s+is(?:\s+an?)?|one)\s+({WORD}\s+in)\b(?=[^\n]*\swhere\b)",
        words.quantifier,
        r"some \1",
    ),
    row(rf"\b(?:all|each|for all)(?=\s+{WORD}\s+in\b)", words.quantifier, "every"),
    row(rf"\bnone(?=\s+{WORD}\s+in\b)|\bnone\s+of(?=\s+{WORD}\s+in\b)", words.quantifier, "no"),
    row(rf"\b(some|no|every)\s+({WORD})\s+(?:of|from|among)\b", words.quantifier, r"\1 \2 in"),
    row(r"\s+(?:whose|having|with their|with its)\s+", words.such_as, " where its "),
    row(r"\s+(?:that|which)\s+(?:is|are)\s+", words.such_as, " where it is "),
    row(r"\s+(?:such\s+that|that|so\s+that)\s+", words.such_as, " where "),
    row(r"\bwhere\s+(is\s)", words.such_as, r"where it \1"),
    row(r"\b(?:an?)\s+", words.article, ""),
    row(rf"\b(?P<owner>{WORD})\s*\.\s*(?P<name>{WORD})", words.owned, of_something),
    row(rf"\b(?!region\b)(?P<name>{WORD})\s+of\s+(?P<owner>{WORD})\b", words.owned, of_something),
    row(r"(?<=[\w)])\s+not\s+", words.comparing, " is not "),
    row(r"\bmy\s+", words.yours, "your "),
    row(r"\b(?:his|her|their)\s+", words.its, "its "),
    row(rf"""["']({WORD})["']""", words.only_names, r"\1"),
    # what there is
    row(
        rf"^({WORD})\s*(?:is|=|are|:)\s*(?:(?:one|any|either)(?:\s+of)?\s+)?({WORD})(?=\s*(?:,|or\b|and\b))",
        words.enumerated,
        r"\1 is one of \2",
    ),
    row(r"\s*,\s+|\s+and\s+", words.offered, offers),
    row(rf"{BEGIN}choose\s+({WORD}(?:(?:\s*,\s*(?:or\s+)?|\s+or\s+){WORD})+)$", words.offered, offered),
    row(r"\s*,?\s+(?:or|and)\s+", words.listed, ", "),
    row(rf"^({WORD})\s+(?:is|has|are|=)\s+(?:an?\s+)?", words.field, r"\1: "),
    row(r"(-?\b\d+)\s*(?:to|-|until|through|\.\s*\.\s*\.)\s*(-?\d+)\b", words.ranged, r"\1..\2"),
    row(r"(?:\bfrom\s+)?(-?\b\d+)\s*(?:to|-|until|through|\.\s*\.\s*\.)\s*(-?\d+)\b", words.ranged, r"\1..\2"),
    row(
        r"\s*,?\s*(?:=|starts?\s+(?:with|at|as|is)|starting\s+(?:at|with)|default|initially|begins?\s+(?:with|at))\s+",
        words.starting,
        ", starts ",
    ),
    row(r"\byes\s+or\s+no\s+or\s+none\b", words.flag_or_none),
    row(
        r"\bis\s+(?P<not>not\s+)?(?:on|inside|within|off|outside)\s+(?:of\s+)?(?:board|map|grid)\b",
        words.on_board,
        on_board,
    ),
    row(
        rf"{BEGIN}(?:repeat\s+until|if|needs)\s+[^:\n]*?\b(?:cannot|can\s*not|can't|can|could|may)\b",
        words.no_condition,
    ),
    # layout and signs
    row(r"\s*;\s*$|\s*[.!?]\s*$", words.semicolon, ""),
    row(rf"^({HEADED}):\s*([^:;\n]+(?:;[^:;\n]+)+)$", words.semicolon, below),
    row(r"\s*;\s*", words.semicolon, two_lines),
    row(r"(?://|#|/\*|%%)\s*(.*?)\s*(?:\*/)?\s*$", words.comment, r"-- \1"),
)
"""What is asked, what there is, and how lines are laid out."""
