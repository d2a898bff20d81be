"""The canonical layout of a text.

Laws: tokens and comments stay the same; `format_text(format_text(t)) == format_text(t)`.

Blocks are indented by four, lines that go on by four more, above a block by eight, and by four more where their author
put one deeper than another; one blank between words; `because`, the conditions of cases, the cells of pictures and
comments at the ends of neighboring lines stand in columns; a blank line around every paragraph that has a block. A
line that is too long is broken at the outermost place, so that what belongs together stays together; the author's own
breaks stay. A paragraph whose columns or brackets do not agree is left as it is.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby, pairwise, takewhile
from typing import Final

from attrs import evolve, frozen

from rulewright.language import tokens
from rulewright.language.edits import line_start
from rulewright.language.source import normal
from rulewright.language.tokens import DEDENT, INDENT, LAYOUT, STEP, Token, layout, paragraphs, scan

WIDTH: Final = 100
Fits = Callable[[Sequence[Token], int], bool]
"""Whether tokens have room in a line that is so many steps deeper than the first."""
_OUTERMOST: Final = ("because", ":", ",", "when", "with", "where", "satisfies", "or", "and")
_INNER: Final = ("to", "from", "in", "is", "+", "-", "*", "/", "mod")
_RANKS: Final = {word: rank for rank, word in enumerate((*_OUTERMOST, *_INNER, ""))}
_QUANTIFIERS: Final = frozenset(("some", "no", "every", "exactly", "least", "most"))
"""These take everything to their right, unless they say what something `is`."""
_CODE_GAP: Final = 3
_COMMENT_GAP: Final = 2
_COMMENT_COLUMN: Final = 55


@frozen
class _Line:
    """A line to be: `code` and an aligned `tail`, then a comment; all empty for a blank line.
    `column` is where it stood."""

    depth: int
    code: str = ""
    tail: str = ""
    comment: str = ""
    goes_on: bool = False
    column: int = 0


def format_text(text: str) -> str:
    """Lay out a whole text anew."""
    text = normal(text)
    spans = paragraphs(text)
    opening = text[: spans[0][0]] if spans else text
    lines = [_Line(0, comment=line.strip(" \t")) for line in opening.split("\n")[:-1]]
    for start, end in spans:
        lines += _paragraph(text, start, end)
    blocks = groupby(_spaced(lines), key=_is_blank)
    written = [block for blank, run in blocks for block in ([""] if blank else _with_comments(list(run)))]
    return "\n".join(written).strip("\n") + "\n"


def _paragraph(text: str, start: int, end: int) -> list[_Line]:
    """The lines of one paragraph, and the comments behind it; untouched if they would not mean the same."""
    grammar = layout(text, start, end)
    askew = any(token.kind in ("askew", "bad") for token in grammar) or grammar[0].kind in LAYOUT
    # a line that says nothing: `the` alone has no depth of its own
    words = ({token.text for token in row if token.kind != "comment"} for row in _rows(text, start, end))
    # a block that begins so that it would go on with the sentence above it if it stood deeper
    begins = zip(grammar, grammar[2:], grammar[3:], strict=False)
    shallow = any(a.text != ":" and b.kind == INDENT and c.text in tokens.GOING_ON for a, b, c in begins)
    if askew or {"the"} in words or shallow or tokens.unmatched(grammar):
        return [_Line(0, code=line.rstrip(" \t")) for line in text[start:end].split("\n")[:-1]]
    lines = _pictures(list(_laid_out(text, start, end, grammar)))
    runs = groupby(lines, key=lambda line: (line.depth, bool(line.tail)))
    return [line for _, run in runs for line in _columns([*run])]


def _laid_out(text: str, start: int, end: int, grammar: Sequence[Token]) -> Iterator[_Line]:
    """Line by line: its depth, its tokens with canonical blanks, its comment."""
    depths, opening = _depths(text, grammar)
    rows = list(_rows(text, start, end))
    tabled = tokens.opens_table([token.text for token in takewhile(lambda token: token.kind not in LAYOUT, grammar)])
    cased = text.startswith(("define", "scoring", "component"), start) and not tabled

    def fitting(begins: int) -> Fits:
        return partial(_fits, text, depths[begins], 1 + (begins in opening), in_cases=cased and depths[begins] > 0)

    levels = dict(_levels(text, rows, depths, fitting))
    head, depth, steps, brackets, drawn = tokens.opening_word(grammar), 0, 1, 0, -1
    fits = fitting(line_start(text, grammar[0].start))
    shaped = False  # what is drawn are hexagons, where blanks say something
    for number, run in _runs(text, rows, depths):
        comment = run[-1][-1].text.rstrip(" \t") if run[-1] and run[-1][-1].kind == "comment" else ""
        parts: Sequence[Sequence[Token]] = [[token for token in row if token.kind != "comment"] for row in run]
        if not parts[0]:
            yield _Line(_comment_depth(text, rows, number, depths, depth) if comment else 0, comment=comment)
            continue
        begins = line_start(text, parts[0][0].start)
        goes_on = begins not in depths
        if not goes_on:
            depth, steps, fits = depths[begins], 1 + (begins in opening), fitting(begins)
        code = [token for part in parts for token in part]
        stand = [levels.get(line_start(text, part[0].start), 0) for part in parts]
        if depth != drawn and not all(map(fits, parts, stand)):
            parts = broken(code, head if depth == 0 else "", brackets, lambda some, more: fits(some, goes_on or more))  # noqa: B023 - asked at once
            stand = [int(goes_on or at > 0) for at in range(len(parts))]
        for at, (part, level) in enumerate(zip(parts, stand, strict=True)):
            cut = _cut(part, in_cases=cased and depth > 0)
            said = comment if at == len(parts) - 1 else ""
            deeper = level and steps + level - 1
            row = shaped and depth == drawn
            written = text[part[0].start : part[-1].end] if row else _written(text, part[:cut])
            column = part[0].start - line_start(text, part[0].start)
            yield _Line(depth + deeper, written, "" if row else _written(text, part[cut:]), said, level > 0, column)
        brackets += sum((token.text == "(") - (token.text == ")") for token in code)
        words = [token.text for token in code]
        outlined = depth == 0 and words[1:] in tokens.SHAPED
        drawing = outlined or (tabled and depth == 0)
        opens_picture = words[-2:] in (["holds", ":"], ["to", ":"]) or words[:2] == ["picture", ":"] or drawing
        shaped = (outlined and words[2] == "hex") or (shaped and depth == drawn)
        drawn = depth + 1 if opens_picture else drawn if depth == drawn else -1


def _depths(text: str, grammar: Sequence[Token]) -> tuple[dict[int, int], frozenset[int]]:
    """The depth of each line in which a sentence begins, by the place where the line starts; and those lines whose
    sentences open a block: they go on deeper than that stands."""
    depths, opening = dict[int, int](), set[int]()
    depth, begins, new = 0, line_start(text, grammar[0].start), True
    for token in grammar:
        depth += (token.kind == INDENT) - (token.kind == DEDENT)
        if token.kind == INDENT:
            opening.add(begins)
        if token.kind in LAYOUT:
            new = True
        elif new:
            begins, new = line_start(text, token.start), False
            depths[begins] = depth
    return depths, frozenset(opening)


def _runs(
    text: str, rows: Sequence[Sequence[Token]], depths: Mapping[int, int]
) -> Iterator[tuple[int, list[Sequence[Token]]]]:
    """Lines of one sentence each, up to one with a comment, with the number of the first; blank lines by themselves."""
    run: list[Sequence[Token]] = []
    for number, row in enumerate(rows):
        words = [token for token in row if token.kind != "comment"]
        if run and (not words or line_start(text, words[0].start) in depths):
            yield number - len(run), run
            run = []
        run.append(row)
        if not words or row[-1].kind == "comment":
            yield number + 1 - len(run), run
            run = []
    if run:
        yield len(rows) - len(run), run


def _levels(
    text: str, rows: Sequence[Sequence[Token]], depths: Mapping[int, int], fitting: Callable[[int], Fits]
) -> Iterator[tuple[int, int]]:
    """How far in each line that goes on stands among those of its sentence, from 1, by the place where it starts; all
    alike if one has no room, for then lines are broken anew."""
    sentences: list[list[Sequence[Token]]] = []
    for row in rows:
        words = [token for token in row if token.kind != "comment"]
        if words and line_start(text, words[0].start) in depths:
            sentences.append([words])
        elif words:
            sentences[-1].append(words)
    for first, *others in sentences:
        begins = [line_start(text, row[0].start) for row in others]
        columns = [row[0].start - start for row, start in zip(others, begins, strict=True)]
        levels = [sorted(set(columns)).index(column) + 1 for column in columns]
        fits = fitting(line_start(text, first[0].start))
        room = all(map(fits, (first, *others), (0, *levels)))
        yield from zip(begins, levels if room else [1] * len(levels), strict=True)


def _fits(text: str, depth: int, steps: int, code: Sequence[Token], level: int, *, in_cases: bool) -> bool:
    """Whether tokens have room in one line, which stands that far in if the sentence goes on there."""
    cut = _cut(code, in_cases=in_cases)
    gap = _CODE_GAP if cut < len(code) else 0
    room = WIDTH - (depth + (level and steps + level - 1)) * STEP - gap
    return len(code) <= room and len(_written(text, code[:cut])) + len(_written(text, code[cut:])) <= room


def _rows(text: str, start: int, end: int) -> Iterator[list[Token]]:
    """The tokens of each line."""
    row: list[Token] = []
    for token in scan(text, start, end):
        if token.kind == "newline":
            yield row
            row = []
        else:
            row.append(token)
    if row:
        yield row


def _comment_depth(text: str, rows: Sequence[Sequence[Token]], number: int, depths: dict[int, int], last: int) -> int:
    """A comment belongs to the next line, or to the sentence before if that is deeper and the comment as deep."""
    own = rows[number][0].start
    column = own - line_start(text, own)
    following = next((row[0].start for row in rows[number + 1 :] if row and row[0].kind != "comment"), None)
    coming = 0 if following is None else depths.get(line_start(text, following), last + 1)
    before = [row[0].start for row in rows[:number] if row and row[0].kind != "comment"]
    begun = next((start for start in reversed(before) if line_start(text, start) in depths), None)
    deep = begun is not None and column >= begun - line_start(text, begun) > 0
    return last if deep and last > coming else coming


def _cut(code: Sequence[Token], *, in_cases: bool) -> int:
    """Where the part of a line begins that is aligned with its neighbors."""
    depth = 0
    for place, token in enumerate(code):
        depth += (token.text == "(") - (token.text == ")")
        aligned = token.text == "because" or (in_cases and token.text in ("when", "otherwise"))
        if place and depth == 0 and token.kind == "word" and aligned:
            return place
    return len(code)


def _written(text: str, code: Sequence[Token]) -> str:
    """Tokens with canonical blanks: none before , : ) and behind (, one behind , and :, else one or none as before."""
    words = [token.text for token in code[:1]]
    for before, token in pairwise(code):
        close = before.text == "(" or token.text in (",", ":", ")")
        apart = before.text in (",", ":") or text[before.end : token.start] != ""
        words += [" ", token.text] if apart and not close else [token.text]
    return "".join(words)


# ---- lines that are too long


def broken(code: Sequence[Token], head: str, brackets: int, fits: Fits) -> list[Sequence[Token]]:
    """A line in as many as it needs; `head` begins the paragraph, if this is its first line, and so many `brackets`
    are open where it begins."""
    if fits(code, 0):
        return [code]
    depths = dict(_places(code, head, brackets))
    lines: list[Sequence[Token]] = []
    rest = [(0, len(code))]
    while rest:
        start, end = rest.pop()
        inside = [place for place in depths if start < place < end]
        if not inside or fits(code[start:end], min(start, 1)):
            lines.append(code[start:end])
            continue
        least = min(depths[place] for place in inside)
        cuts = _filled(code, start, end, [place for place in inside if depths[place] == least], fits)
        rest += reversed(list(pairwise((start, *cuts, end))))
    return lines


def _filled(code: Sequence[Token], start: int, end: int, places: Sequence[int], fits: Fits) -> list[int]:
    """Of places those that must be taken, if each line is filled before the next one begins."""
    cuts: list[int] = []
    for place, following in pairwise((*places, end)):
        begun = cuts[-1] if cuts else start
        if not fits(code[begun:following], min(begun, 1)):
            cuts.append(place)
    return cuts


def _places(code: Sequence[Token], head: str, brackets: int) -> Iterator[tuple[int, tuple[int, int]]]:
    """The places before which a line can be broken, each with how deep it lies in the sentence."""
    taken = [0]
    for place, token in enumerate(code):
        before = code[place - 1] if place else None
        if before is not None and _may_break(code, place, head, bracketed=len(taken) > 1 or brackets > 0):
            word = next((each.text for each in (token, before) if each.text in _RANKS), "")
            inner = 0 if word in ("because", "when") else taken[-1]
            yield place, (2 * (len(taken) - 1) + inner, _RANKS[word])
        if token.text == "(":
            taken.append(0)
        elif token.text == ")":
            brackets -= len(taken) == 1
            taken = taken[:-1] or [0]
        elif token.text in _QUANTIFIERS:
            words = [each.text for each in code[max(place - 2, 0) : place]]
            compared = words[-1:] == ["is"] or words == ["is", "at"]  # `is at least`, `is no`
            taken[-1] = taken[-1] if compared else 1
        elif token.text == "where":
            taken[-1] = 1


def _may_break(code: Sequence[Token], place: int, head: str, *, bracketed: bool) -> bool:
    """Whether there is a blank between two words that do not belong together, and the sentence goes on there."""
    before, token = code[place - 1], code[place]
    blank = token.start > before.end or before.text in (",", ":")
    if not blank or before.text in ("(", "the") or token.text in (",", ":", ")"):
        return False
    if bracketed or before.text in tokens.CONTINUING:
        return True
    colon = place + 1 < len(code) and code[place + 1].text == ":"
    return tokens.goes_on(before.text, token, head) and not colon


# ---- columns


def _columns(run: list[_Line]) -> list[_Line]:
    """Give the tails of neighboring lines one column, if that does not make them too long."""
    if not run[0].tail:
        return run
    widest = max(len(line.code) for line in run)
    longest = max(len(line.tail) for line in run)
    fits = run[0].depth * STEP + widest + _CODE_GAP + longest <= WIDTH
    width = widest if fits else 0
    return [evolve(line, code=line.code.ljust(width) + " " * _CODE_GAP + line.tail, tail="") for line in run]


def _pictures(lines: list[_Line]) -> list[_Line]:
    """The rows of a picture get their columns."""
    drawn: list[_Line] = []
    inside, exact, tabled = False, False, False
    for depth, run in groupby(lines, key=lambda line: line.depth if line.code else -1):
        block = list(run)
        drawn += _in_table(block) if tabled else _cells(block, exact=exact) if inside and depth > 0 else block
        opens = drawn[-1].code.split(" ")
        tabled = tokens.opens_table([*opens[:-1], opens[-1][:-1], opens[-1][-1:]])
        outlined = drawn[-1].depth == 0 and [*opens[1:-1], opens[-1][:-1], ":"] in tokens.SHAPED
        exact = outlined and opens[-1] == "hex:"
        inside = drawn[-1].code.endswith(("holds:", " to:")) or drawn[-1].code.startswith("picture:") or outlined
    return drawn


def _in_table(block: list[_Line]) -> list[_Line]:
    """The rows of a table with their cells below each other; the head stands above the cells. A key, or what stands in
    brackets, is one cell, however many values it names."""
    parted = [line.code.rpartition(": ") for line in block]
    rows = [[key + colon.strip(), *re.findall(r"\([^()]*\)|\S+", cells)] for key, colon, cells in parted]
    if len({len(row) for row in rows}) > 1 or any(line.tail or line.goes_on for line in block):
        return block
    return [evolve(line, code=code) for line, code in zip(block, in_columns(rows), strict=True)]


def _cells(block: list[_Line], *, exact: bool) -> list[_Line]:
    """Rows with their cells in columns; what stands further in than others, by half cells, still does. In those that
    are `exact` blanks have a meaning."""
    rows, columns = [line.code.replace(", ", ",").split(" ") for line in block], [line.column for line in block]
    further = sorted({column - min(columns) for column in columns})[1:]
    if any(line.tail or line.goes_on for line in block):
        return block
    if exact:
        written = [" " * (line.column - min(columns)) + line.code for line in block]
    elif further:
        written = [*in_columns(rows, [(column - min(columns)) // further[0] for column in columns])]
    elif len({len(row) for row in rows}) == 1:
        written = [*in_columns(rows)]
    else:
        return block
    return [evolve(line, code=code) for line, code in zip(block, written, strict=True)]


def in_columns(rows: Sequence[Sequence[str]], shifts: Sequence[int] = ()) -> Iterator[str]:
    """Rows of words that stand below each other; with `shifts` each row so many half words further to the right."""
    if shifts:
        half = max(len(word) for row in rows for word in row) // 2 + 1
        yield from (
            " " * (half * shift) + "".join(word.ljust(2 * half) for word in row).rstrip()
            for shift, row in zip(shifts, rows, strict=True)
        )
        return
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    yield from (" ".join(word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip() for row in rows)


# ---- the page


def _spaced(lines: list[_Line]) -> list[_Line]:
    """Single blank lines only, and one between two paragraphs of which one has several lines."""
    begins = [0]
    for at, each in enumerate(lines):
        if each.code and each.depth == 0 and not each.goes_on:
            while at and lines[at - 1].comment and not lines[at - 1].code and lines[at - 1].depth == 0:
                at -= 1  # noqa: PLW2901 - the comments directly above belong to it
            begins += [at] if at else []
    pieces = [lines[begin:end] for begin, end in zip(begins, [*begins[1:], len(lines)], strict=True)]
    page: list[_Line] = []
    for number, piece in enumerate(pieces):
        several = any(sum(bool(line.code) for line in near) > 1 for near in pieces[max(0, number - 1) : number + 1])
        if number and several and page and not _is_blank(page[-1]):
            page.append(_Line(0))
        for line in piece:
            if not _is_blank(line) or (page and not _is_blank(page[-1])):
                page.append(line)
    return page


def _is_blank(line: _Line) -> bool:
    return not line.code and not line.comment


def _with_comments(run: list[_Line]) -> list[str]:
    """Lines with their comments; those at the ends of lines in one column."""
    codes = [" " * STEP * line.depth + line.code for line in run]
    commented = [len(code) for code, line in zip(codes, run, strict=True) if line.code and line.comment]
    column = max(_COMMENT_COLUMN, *(width + _COMMENT_GAP for width in commented), 0)
    return [
        code.ljust(column) + line.comment if line.code and line.comment else code + line.comment
        for code, line in zip(codes, run, strict=True)
    ]
