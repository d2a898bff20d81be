"""The classes of words, for whatever shows a text in colors: what stands where, as patterns made from the grammar.

The patterns are such as Python and editors both read, and each finds something within one line. For each sort of
paragraph the grammar says which words of the language may stand there, and behind what; so a name that is spelled like
one of them is hardly ever taken for it. Nothing is refused: every text has its colors, also while it is typed.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from attrs import frozen

from rulewright.language import building, grammar
from rulewright.language.elaborate.declared_fields import SORTS
from rulewright.language.library import ROWS
from rulewright.language.tokens import ABOVE_ROWS, GOING_ON, LAYOUT, RESERVED, SHAPED

COLORS: Final = {
    "paragraph": ("Keyword.Declaration", "storage.type"),
    "sentence": ("Keyword", "keyword.control"),
    "operator": ("Operator.Word", "keyword.operator.word"),
    "sort": ("Keyword.Type", "support.type"),
    "constant": ("Keyword.Constant", "constant.language"),
    "number": ("Number.Integer", "constant.numeric"),
    "string": ("String.Double", "string.quoted.double"),
    "gap": ("String.Interpol", "constant.character.placeholder"),
    "comment": ("Comment.Single", "comment.line.double-dash"),
    "declared": ("Name.Class", "entity.name.type"),
    "question": ("Name.Builtin", "support.function"),
    "drawing": ("String.Symbol", "string.unquoted"),
    "name": ("Name", "variable.other"),
    "mark": ("Punctuation", "punctuation"),
}
"""The classes, each with what Pygments and what editors call it."""
CONSTANTS: Final = frozenset(
    ["none", "yes", "no", "you", "your", "it", "its", "nothing", "everyone", "nobody", "unlimited", "rest"]
)
NAMING: Final = frozenset(["option", "joined", "component", "phase", "to", "action", "choice", "define"])
"""Behind these words, where they begin a paragraph, stands a new name."""
BINDING: Final = ("let", "keep", "pick", "draw", "roll", "as")
"""Behind these, inside of a paragraph, stands a new name."""


@frozen
class Rule:
    """What a pattern finds, and the class of each of its groups: "" for none, None where the next group says it, `@`
    and the name of a context where the rules of that one do. Behind it begins a paragraph with the rules of `context`,
    or the lines that are deeper than its first group have those of `below`."""

    pattern: str
    classes: tuple[str | None, ...]
    context: str = ""
    below: str = ""


# ---- what the grammar says

Expansions = Sequence[tuple[str, tuple[str, ...]]]
Vocabulary = Mapping[str, frozenset[str]]
"""The words of a sort of paragraph, each with the words, marks and terminals that may stand before it there; several
words that count as one stand for one."""


def _ends(rules: Expansions, place: int) -> Mapping[str, set[str]]:
    """The terminals with which each symbol can begin (`place` 0) or end (-1)."""
    made = {name for name, _ in rules}
    found: dict[str, set[str]] = defaultdict(set)
    known = -1
    while known < (known := sum(map(len, found.values()))):
        for name, symbols in rules:
            end = symbols[place]
            found[name] |= found[end] if end in made else {end}
    return found


def _parts(rules: Expansions, symbols: Iterable[str]) -> set[str]:
    """All symbols of which these are made."""
    found = set(symbols)
    known = -1
    while known < (known := len(found)):
        found |= {part for name, parts in rules if name in found for part in parts}
    return found


def _spelled() -> Mapping[str, str]:
    """How terminals are written: words, marks, and several words that count as one."""
    known = grammar.vocabulary()
    plain = {terminal: word for each in (known.words, known.heads, known.marks) for word, terminal in each.items()}
    phrases = {
        terminal: " ".join(word for word in (first, *following) if word.isalpha())
        for first, rows in grammar.PHRASES.items()
        for terminal, following, _ in rows
    }
    return plain | phrases


def paragraphs() -> Mapping[tuple[str, ...], Vocabulary]:
    """The words that sorts of paragraphs have, by the words with which these begin; by none if that is a name."""
    rules, spelled = grammar.expansions(), _spelled()
    first, last = _ends(rules, 0), _ends(rules, -1)
    by_head: dict[str, set[str]] = defaultdict(set)
    for name, symbols in rules:
        for head in first[symbols[0]] if name == "decl" else ():
            by_head[head].add(symbols[0])
    found: dict[frozenset[tuple[str, frozenset[str]]], list[str]] = defaultdict(list)
    for head, sorts in by_head.items():
        parts = _parts(rules, sorts)
        before: dict[str, set[str]] = defaultdict(set)
        for left, right in (pair for name, symbols in rules if name in parts for pair in pairwise(symbols)):
            for terminal in first.get(right, {right}):
                before[terminal] |= last.get(left, {left})
        before |= {terminal: {"COMMA"} for terminal, *_ in grammar.PHRASES[","]}
        words: dict[str, frozenset[str]] = defaultdict(frozenset)
        for terminal in parts & spelled.keys():
            if spelled[terminal][0].isalpha():
                words[spelled[terminal]] |= {spelled.get(each, each) for each in before[terminal]}
        found[frozenset(words.items())] += [spelled[head]] if head in spelled else []
    return {tuple(sorted(heads)): dict(words) for words, heads in sorted(found.items(), key=lambda row: sorted(row[1]))}


# ---- patterns for it

NAME: Final = r"[^\W\d_][^\W_]*(?:[-+][^\W_]+)*"
NAME_OF_EXAMPLE: Final = r"(?![0-9]+(?![-+]?[^\W_]))[^\W_]+(?:[-+][^\W_]+)*"
WORD_END: Final = r"(?![-+]?[^\W_])"
PARAGRAPH_END: Final = r"^(?![ \t]|--|$)"
COMMENT: Final = r"--[^\n]*"
_OPENING: Final = frozenset(form.word for form in (*building.SENTENCES, *building.HEADERS, *building.LINES))
_BEHIND: Final = {"INT": "[0-9] ", "STRING": '" ', "_POSS": "'s ", "(": r"\("}
"""How what a word may stand behind looks, where it is no word."""


def _one_of(words: Iterable[str]) -> str:
    """A pattern for any of these words."""
    return f"(?:{'|'.join(sorted(words, reverse=True)).replace(' ', '[ ]+')}){WORD_END}"


def _inside(word: str, before: frozenset[str]) -> str | None:
    """A pattern for what stands before a word inside of a line; None if it only begins lines and what follows `:`."""
    if word in RESERVED or (" " in word and before != {","}):
        return ""
    if "NAME" in before:
        return "".join(f"(?<!{mark} )" for mark in ":," if mark not in before)
    found = sorted(_BEHIND.get(each, f"{each} ") for each in before - LAYOUT - {":"})
    found += [f"{each}the " for each in found if each[0].isalpha()]
    return f"(?:{'|'.join(f'(?<={each})' for each in found)})" if found else None


def _words(vocabulary: Vocabulary) -> Iterator[Rule]:
    """The rules for the words of a sort of paragraph."""
    groups: dict[tuple[str, str], list[str]] = defaultdict(list)
    for word, before in vocabulary.items():
        opens = bool(before & LAYOUT) and (word in _OPENING or not before - LAYOUT - {":"})
        inside = "constant" if word in CONSTANTS else "operator"
        first = "sentence" if opens and word not in CONSTANTS else inside
        places = {
            r"^([ \t]+)": first if before & LAYOUT or word in GOING_ON | RESERVED else "",
            "(?<=: )": first if ":" in before else "",
            _inside(word, before): inside,
        }
        for place, sort in places.items():
            if place is not None and sort:
                groups[place, sort].append(word)
    # the beginnings of lines first, which take the blanks with them, then what several words say
    for (place, sort), some in sorted(groups.items(), key=lambda row: (row[0][0][:1] != "^", row[0])):
        yield Rule(f"{place}({_one_of(some)})", ("", sort) if place.startswith("^") else (sort,))


def _names(name: str, between: str) -> Iterator[Rule]:
    """The rules for all that is no word of the language; `name`: what is a name, `between`: what is none after `'s`."""
    asked = _one_of({question for sort, question in ROWS if sort != "function"})
    for subject, sort in (r"('s?(?!\w))", "mark"), ("(your|its)", "constant"):
        yield Rule(rf"{subject}([ \t]+)(?!{between})({asked})", (sort, "", "question"))
        yield Rule(rf"{subject}([ \t]+)(?!{between})({name})", (sort, "", "name"))
    yield Rule(rf"({_one_of(question for sort, question in ROWS if sort == 'function')})(?=\()", ("question",))
    yield Rule(rf"({_one_of(SORTS)})(?=[ ]of[ ])", ("sort",))
    yield Rule(f"(the){WORD_END}", ("",))
    yield Rule(f"({name})", ("name",))
    yield Rule("([0-9]+)", ("number",))
    yield Rule(r"('s?(?!\w)|\.\.|[^\s])", ("mark",))


def _lines(words: Vocabulary, name: str, *, fields: bool) -> Iterator[Rule | str]:
    """The rules for the lines of a paragraph, where no drawing stands."""
    yield "outside"
    yield from _words(words)
    if fields:
        yield Rule(rf"^([ \t]+)({NAME})(?=[ \t]*:)", ("", "declared"))
    yield Rule(rf"^([ \t]+)({name})", ("", "name"))
    behind = [f"(?<={word} )" for word in BINDING if word in words]
    if behind:
        yield Rule(f"(?:{'|'.join(behind)})({name})", ("declared",))


def _heads(sorts: Iterable[tuple[str, ...]]) -> Iterator[Rule]:
    """The rules for how paragraphs of these sorts begin."""
    for begins in filter(None, sorts):
        for head in begins:
            pattern = rf"^({head}){WORD_END}"
            if head in NAMING:
                yield Rule(rf"{pattern}([ \t]+)({NAME})", ("paragraph", "", "declared"), begins[0])
            yield Rule(pattern, ("paragraph",), begins[0])
    shaped = "|".join(row[1] for row in SHAPED)
    named = rf"^({NAME})([ \t]+)"
    yield Rule(rf"{named}(is)([ ])({shaped})([ \t]*:)", ("declared", "", "operator", "", "operator", "mark"), "drawing")
    yield Rule(rf"{named}(is|links){WORD_END}", ("declared", "", "operator"), "type")


def contexts() -> Mapping[str, tuple[Rule | str, ...]]:
    """The rules of each context, the first that fits first; a name among them stands for the rules of that one."""
    sorts = paragraphs()
    between = _one_of({word for words in sorts.values() for word, before in words.items() if "_POSS" in before})
    comment, blank = Rule(f"({COMMENT})", ("comment",)), Rule(r"(\s)", ("",))
    found: dict[str, tuple[Rule | str, ...]] = {
        "text": ("outside", *_heads(sorts), "names"),
        "outside": (comment, Rule(r'("[^"\n]*"?)', ("@string",))),
        "string": (Rule(r"(\{[^{}\n]*\})", ("gap",)), Rule(r"([^{\n]+|\{)", ("string",))),
        "drawing": (comment, Rule(r"((?:(?!--)[^ \t\n])+)", ("drawing",)), blank),
        "names": (*_names(NAME, between), blank),
        "names of examples": (*_names(NAME_OF_EXAMPLE, between), blank),
    }
    for begins, words in sorts.items():
        context = begins[0] if begins else "type"
        names = "names of examples" if context == "example" else "names"
        name = NAME_OF_EXAMPLE if context == "example" else NAME
        above = [rf"(?:(?!--)[^\n])*[ ]{word}[ \t]*:" for word, _ in ABOVE_ROWS if word in words]
        above += [r"[ \t]+picture[ \t]*:[^\n]*?"] if "picture" in words else []
        found[f"lines of {context}"] = (*_lines(words, name, fields=context == "each"), names)
        drawn = rf"^(?=([ \t]+))({'|'.join(above)})([ \t]*)({COMMENT})?$"
        rules = [Rule(drawn, (None, f"@lines of {context}", "", "comment"), below="drawing")] if above else []
        found[context] = (*rules, f"lines of {context}")
    return found
