"""What the author of a line that leaves the grammar probably meant: the first reading with which the line fits.

Readings are a word less that stands twice, the rows of `habits`, brackets around what `where` selects, two words that
have changed places, then a keyword that is missing, too much, or another one, then a name that is missing. A repair may
need several of them; it is told with the words of the first.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Final

from attrs import frozen

from rulewright.language.building import BORROWED, WRITTEN
from rulewright.language.diagnostics import Complaint, Edit
from rulewright.language.foreign_idioms import Reading, readings
from rulewright.language.grammar import vocabulary
from rulewright.language.line_repair import Misfit, Stretch, read_as, stretch
from rulewright.language.messages import idioms as words
from rulewright.language.recovery import Problem, Refused
from rulewright.language.source import Source
from rulewright.language.span import Span
from rulewright.language.suggest import closest
from rulewright.language.tokens import LINE_END, Token

MAX_DEPTH: Final = 6
MAX_TRIED_REPAIRS: Final = 6
"""So many repairs of one sort are told apart by trying them."""
MAX_SHOWN_LETTERS: Final = 120
"""Of lines with more letters only the edit is told."""
MAX_TRIES: Final = 80
"""So often the line is read again with rows of habits."""
NAME: Final = "some-name"
"""Stands where the author's is missing."""


@frozen
class Meaning:
    """What is said of a line (None: nothing but what fits), of which word and where, the line as it is written here, if
    it is one, the edit, and others that are as likely."""

    said: Complaint | None
    word: str
    span: Span
    instead: str | None = None
    edit: Edit | None = None
    rivals: tuple[Edit, ...] = ()


def meaning(source: Source, tokens: Sequence[Token], problem: Problem, refused: Refused) -> Meaning | None:
    """The first reading with which the line of a problem fits, but for those refused; otherwise the first that is sure
    without it. Of a block that stands below a line unasked that line is read anew."""
    if problem.kind not in ("word", "unasked-block") or problem.begun is None:
        return None
    end = next(token.start for token in tokens[problem.begun.at :] if token.kind == LINE_END)
    lines = stretch(source, tokens, problem, Edit(Span(end, end), ""))
    misfit = None if lines is None else read_as(lines, lines.text)
    if lines is None or misfit is None or misfit.fits:
        return None
    meant = (each for each in _meanings(lines, misfit) if each.edit is None or each.edit not in refused)
    return next(meant, None)


def _meanings(lines: Stretch, misfit: Misfit) -> Iterator[Meaning]:
    """All that may be meant, the likeliest first."""
    tries, sure = iter(range(MAX_TRIES)), None
    yield from _gaps(lines, misfit)
    for each in _known(lines, misfit):
        span = _moved(lines, each.span)
        if each.text is not None and (whole := _settled(lines, misfit, each.text, tries, MAX_DEPTH)) is not None:
            yield Meaning(each.said, each.word, span, _written(whole), _edit(lines, whole))
        if each.sure and sure is None:
            sure = Meaning(each.said, each.word, span)
    if sure is not None:
        yield sure
    # the line with one keyword changed, by each way of doing so
    token = misfit.token
    for texts in _reworded(lines, misfit, 2):
        edits = [_edit(lines, whole) for whole in texts]
        for whole, edit in zip(texts, edits, strict=True):
            rivals = tuple(other for other in edits if other != edit)
            span = _moved(lines, Span(token.start, token.end))
            yield Meaning(None, token.text, span, _written(whole), edit, rivals)
    yield from _lacking(lines, misfit)


def _known(lines: Stretch, misfit: Misfit) -> Iterator[Reading]:
    for one, other in pairwise(misfit.tokens[misfit.first : misfit.at + 2]):  # without a word that stands twice
        if one.kind == "word" and one.text == other.text:
            text = misfit.text[: one.end] + misfit.text[other.end :]
            yield Reading(words.doubled, one.text, Span(other.start, other.end), text, sure=False)
    yield from readings(lines, misfit)
    for text in _bracketed(misfit):
        yield Reading(words.bracketed, "where", Span(misfit.token.start, misfit.token.end), text, sure=False)
    yield from _exchanged(lines, misfit)


def _moved(lines: Stretch, span: Span) -> Span:
    """A place of the line in the whole text."""
    return Span(lines.start + span.start, lines.start + max(span.end, span.start + 1))


def _reworded(lines: Stretch, misfit: Misfit, depth: int) -> Iterator[Sequence[str]]:
    """For each way of changing keywords the texts that fit, if need be with further changes."""
    missing = partial(_missing, _LEFT_OUT if depth == 1 else _LEFT_OUT_ALONE)
    for way, again in ((_another, depth), (_misspelt, depth), (_opened, 0), (missing, 0), (_too_much, 0)):
        found: dict[str, None] = {}
        for text in way(misfit):
            now, whole = read_as(lines, text), None
            if now.fits:
                whole = text
            elif again > 1 and len(text) - now.token.start < len(misfit.text) - misfit.token.start:
                whole = _sole(_reworded(lines, now, again - 1))
            if whole is not None:
                found[whole] = None
        yield list(found)[:MAX_TRIED_REPAIRS]


def _sole(ways: Iterable[Sequence[str]]) -> str | None:
    """The text of the first way that leaves no choice."""
    return next((texts[0] for texts in ways if len(texts) == 1), None)


def _settled(lines: Stretch, misfit: Misfit, text: str, tries: Iterator[int], depth: int) -> str | None:
    """The text, with whatever else it needs; None if it does not come to fit."""
    left = next(tries, None)
    now = read_as(lines, text)
    if now.fits:
        return text
    if depth == 0 or left is None or len(text) - now.token.start >= len(misfit.text) - misfit.token.start:
        return None
    deeper = (each.text for each in _known(lines, now) if each.text is not None)
    whole = next((made for each in deeper if (made := _settled(lines, now, each, tries, depth - 1)) is not None), None)
    return _sole(_reworded(lines, now, 1)) if whole is None else whole


# ---- slips of the keyboard


def _exchanged(lines: Stretch, misfit: Misfit) -> Iterator[Reading]:
    """With two words exchanged that stand at the one that does not fit, or a word and a colon, if that is so for one
    pair only."""
    fitting: list[tuple[Token, str]] = []
    for one, other in pairwise(misfit.tokens[max(misfit.first, misfit.at - 2) : misfit.at + 2]):
        kinds, colon = {one.kind, other.kind}, ":" in (one.text, other.text)
        several = one.text == "from" and other.text in _OF_SEVERAL
        if not several and (kinds <= {"word", "number"} or ("word" in kinds and colon)):
            text = _turned(misfit.text, one, other)
            if read_as(lines, text).fits:
                fitting.append((other, text))
    for other, text in fitting if len(fitting) == 1 else ():
        yield Reading(words.exchanged, other.text, Span(other.start, other.end), text, sure=False)


def _gaps(lines: Stretch, misfit: Misfit) -> Iterator[Meaning]:
    """That a name is missing beside a comma: before one, or behind one at the end of a line."""
    token, text = misfit.token, misfit.text
    if token.text == "," and read_as(lines, _named_before(text, token)).fits:
        yield Meaning(words.gap_before, token.text, _moved(lines, Span(token.start, token.end)))
    for before, after in pairwise(misfit.tokens[misfit.first : misfit.at + 1]):
        ended = before.text == "," and "\n" in text[before.end : after.start]
        if ended and read_as(lines, f"{text[: before.end]} {NAME}{text[before.end :]}").fits:
            yield Meaning(words.gap_at_end, before.text, _moved(lines, Span(before.start, before.end)))


def _lacking(lines: Stretch, misfit: Misfit) -> Iterator[Meaning]:
    """That a name is missing, before a word that was taken for it or before what does not fit, if just one place is
    where it can stand."""
    near = misfit.tokens[max(misfit.first, misfit.at - 1) : misfit.at + 1]
    there = [token for token in near if token.kind in ("word", "number", "possessive", "mark", LINE_END)]
    fitting = [token for token in there if read_as(lines, _named_before(misfit.text, token)).fits]
    if len(fitting) != 1:
        return
    said, told = words.lacking, fitting[0]
    if told.kind == LINE_END:
        said, told = words.lacking_at_end, misfit.tokens[misfit.at - 1]
    yield Meaning(said, told.text, _moved(lines, Span(told.start, told.end)))


def _named_before(text: str, token: Token) -> str:
    return f"{text[: token.start]}{NAME} {text[token.start :]}"


def _turned(text: str, one: Token, other: Token) -> str:
    before, between, after = text[: one.start], text[one.end : other.start], text[other.end :]
    if other.text == ":":
        return f"{before.rstrip()}: {one.text}{after}"
    if one.text == ":":
        return f"{before}{' ' * bool(before.strip())}{other.text}:{after}"
    return before + other.text + between + one.text + after


# ---- brackets around what `where` selects


def _bracketed(misfit: Misfit) -> Iterator[str]:
    """`(S where C)` for each S that ends, and each C that begins at this `where`, the longest C first."""
    if misfit.token.text != "where":
        return
    at, depth = misfit.at - 1, 0
    while at > 0:  # the zone before this word: names, possessives and brackets
        token, before = misfit.tokens[at], misfit.tokens[at - 1]
        depth += (token.text == ")") - (token.text == "(")
        joined = token.kind == "possessive" or before.kind == "possessive" or before.text in ("your", "its")
        if depth == 0 and not joined and not (token.text == "(" and before.kind == "word"):
            break
        at -= 1
    start = misfit.tokens[at].start
    for token in reversed(misfit.tokens[misfit.at + 2 :]):
        end = misfit.tokens[misfit.tokens.index(token) - 1].end
        yield f"{misfit.text[:start]}({misfit.text[start:end]}){misfit.text[end:]}"


# ---- a keyword that is missing, too much, or another one


def _another(misfit: Misfit) -> Iterator[str]:
    """Another keyword in the place of the word."""
    token, accepted = misfit.token, _accepted(misfit)
    for word in (*_OTHER.get(token.text, ()), *_near(token, accepted)):
        if word in accepted:
            yield _put(misfit.text, token, word)


def _misspelt(misfit: Misfit) -> Iterator[str]:
    """A keyword in the place of the word before, which was taken for a name; a known word at the end only lacks one."""
    before, known = misfit.tokens[misfit.at - 1], vocabulary(misfit.parse.language).words
    if misfit.at > misfit.first and not (misfit.token.kind == LINE_END and before.text in known):
        yield from (_put(misfit.text, before, word) for word in _near(before, known))
    if misfit.at == misfit.first + 1 and before.text in BORROWED:
        yield _put(misfit.text, before, BORROWED[before.text])


def _opened(misfit: Misfit) -> Iterator[str]:
    """A colon before the next sentence."""
    if ":" in _accepted(misfit) and (misfit.token.text in WRITTEN or misfit.token.kind == LINE_END):
        yield _with(misfit, ":")


def _missing(words_left_out: frozenset[str], misfit: Misfit) -> Iterator[str]:
    """One more of these keywords, or a colon or comma; no comma behind one of them, which is no name."""
    before, token = misfit.tokens[misfit.at - 1].text, misfit.token
    for word in _accepted(misfit):
        listed = word == "," and before in _NO_NAMES
        if word in words_left_out and word != before and not listed and token.kind not in (LINE_END, "possessive"):
            yield _with(misfit, word)


def _with(misfit: Misfit, word: str) -> str:
    """The text with this word before the one that does not fit, and before its article."""
    before = misfit.tokens[misfit.at - 1]
    start = (before if before.text == "the" else misfit.token).start
    head = misfit.text[:start].rstrip() if word in (":", ",") else misfit.text[:start]
    return f"{head}{word} {misfit.text[start:]}".rstrip()


def _too_much(misfit: Misfit) -> Iterator[str]:
    """Without the word, or without the one before."""
    token, before, text = misfit.token, misfit.tokens[misfit.at - 1], misfit.text
    if token.text in (":", ",") or token.text in _TOO_MUCH or token.text == before.text:
        yield text[: token.start].rstrip() + text[token.end :]
    if misfit.at > misfit.first and before.text in _TOO_MUCH:
        yield text[: before.start] + text[token.start :]


def _near(token: Token, candidates: Iterable[str]) -> list[str]:
    """Words of which this one may be a misspelling; no `or`, which makes two conditions of one, of `of` or `for`."""
    if token.kind != "word":
        return []
    others = (word for word in candidates if word != token.text and not (word == "or" and token.text in ("of", "for")))
    return [word for word in others if token.text.lower() == word or closest(token.text, [word])]


def _put(text: str, token: Token, word: str) -> str:
    return text[: token.start] + word + text[token.end :]


def _accepted(misfit: Misfit) -> list[str]:
    """The words, colon and comma that may stand here."""
    spelled = {terminal: word for word, terminal in vocabulary(misfit.parse.language).words.items()}
    spelled |= {"COLON": ":", "COMMA": ","}
    return sorted(spelled[each] for each in misfit.parse.accepts() if each in spelled)


_COMMON: Final = "to from of be is each per times than by one face : ,"
_LEFT_OUT: Final = frozenset(_COMMON.split())
_OF_SEVERAL: Final = frozenset(("all", "any", "each", "every", "some"))
_NO_NAMES: Final = _LEFT_OUT | _OF_SEVERAL
_RARE: Final = "as because called can cannot gives holds in it less more on only or up when where"
_LEFT_OUT_ALONE: Final = _LEFT_OUT | frozenset(_RARE.split())
"""More words may be missing from a line with which nothing else is wrong."""
_ADDED: Final = "a all also an by do just now of please that then to too up with"
_TOO_MUCH: Final = frozenset(_ADDED.split())
_OTHER: Final = {
    **dict.fromkeys(("into", "onto", "on", "at", "towards", "in", "for", "toward"), ("to", "in", "from", "of")),
    **dict.fromkeys(("of", "out", "off", "among"), ("from", "in", "of")),
    "from": ("of", "in"),
    "to": ("in", "from", "toward"),
    "by": ("to", "of", "from"),
    "with": ("where",),
    "as": ("be", "to"),
    "a": ("per", "each"),
    "every": ("each", "per"),
    "all": ("each",),
    "no": ("not",),
    "will": ("must",),
}


# ---- what is told of it


def _edit(lines: Stretch, text: str) -> Edit:
    """What makes this text of the lines: from the first word that differs to the last."""
    old = lines.text
    start = _shared(old, text)
    while start and old[start - 1].isalnum() and any(each[start : start + 1].isalnum() for each in (old, text)):
        start -= 1
    end = _shared(old[start:][::-1], text[start:][::-1])
    while end and old[-end].isalnum() and (old[-end - 1 : -end].isalnum() or text[-end - 1 : -end].isalnum()):
        end -= 1
    return Edit(Span(lines.start + start, lines.start + len(old) - end), text[start : len(text) - end])


def _shared(one: str, other: str) -> int:
    """How many letters two texts have in common at their beginnings."""
    differing = (place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b)
    return next(differing, min(len(one), len(other)))


def _written(text: str) -> str | None:
    """A line as a message shows it."""
    whole = " ".join(text.split())
    return None if "\n" in text.strip() or not 0 < len(whole) <= MAX_SHOWN_LETTERS else whole
