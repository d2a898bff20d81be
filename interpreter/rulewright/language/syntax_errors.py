"""From a problem of the grammar to a diagnostic in the author's words.

A list of small questions is asked in order (`_ASKED`), from the special mistake to the general one; each has a code
of its own. The last one always answers.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from itertools import pairwise, takewhile
from typing import Final

from attrs import evolve, frozen

from rulewright.language.building import BORROWED, FORMS, HEADERS, LINES, PARAGRAPHS, SENTENCES
from rulewright.language.building.shapes import EVENT, Form
from rulewright.language.diagnostics import Diagnostic, Edit, unrepaired
from rulewright.language.edits import bracketed, closed, without_lines
from rulewright.language.foreign_idioms import data_below
from rulewright.language.grammar import vocabulary, words_of
from rulewright.language.line_repair import join, mended
from rulewright.language.messages import idioms as habit_words, reading as words
from rulewright.language.recovery import Mended, Problem, Refused
from rulewright.language.repair_candidates import Meaning, meaning
from rulewright.language.source import Source
from rulewright.language.span import Span
from rulewright.language.suggest import alike, closest
from rulewright.language.tokens import DEDENT, INDENT, LAYOUT, LINE_END, RESERVED, STEP, Token, unmatched
from rulewright.language.wording import joined
from rulewright.shown import shown

_QUERIES: Final = frozenset(("count", "first", "last", "only", "some", "every", "no", "not"))
_SAID: Final = {"NAME": "a name", "INT": "a number", "STRING": "a text in double quotes", "_NL": "the end of the line"}
_MAX_NAMED_WORDS: Final = 6
_PARAGRAPHS: Final = {form.word: form for form in PARAGRAPHS}
_SENTENCES: Final = {form.word: form for form in (*SENTENCES, *HEADERS, *LINES)}


@frozen
class _Facts:
    """A problem, its token, the tokens of its sentence and what the grammar could take instead."""

    source: Source
    tokens: Sequence[Token]
    problem: Problem
    token: Token
    sentence: Sequence[Token]
    accepted: frozenset[str]
    mends: bool
    meant: Meaning | None


def tell(
    source: Source, tokens: Sequence[Token], problem: Problem, *, mends: bool, refused: Refused
) -> tuple[Diagnostic, Mended | None]:
    """Say what is wrong at a problem, why, and what to write instead; and what that makes of the line, if it mends."""
    end = problem.line
    while end < len(tokens) - 1 and tokens[end].kind not in LAYOUT:
        end += 1
    place = problem.line if problem.kind in ("askew", "unasked-block") else min(problem.at, len(tokens) - 1)
    meant = meaning(source, tokens, problem, refused) if mends else None
    sentence, accepted = tokens[problem.line : end], problem.parse.accepts()
    facts = _Facts(source, tokens, problem, tokens[place], sentence, accepted, mends, meant)
    found: Diagnostic | None = None
    for ask in _ASKED:
        found = ask(facts)
        if found is not None and found.edit in refused:
            found = None if ask in (_joined, _missing_colon) else unrepaired(found)
        if found is not None:
            break
    assert found is not None, "the last one always answers"
    if meant is not None and found.edit == meant.edit:
        found = evolve(found, rivals=meant.rivals)
    return found, mended(source, tokens, problem, found.edit) if mends and found.edit is not None else None


def _span(first: Token, last: Token | None = None) -> Span:
    return Span(first.start, (last or first).end)


def _quoted(token: Token) -> str:
    return shown(token.text) if token.kind == "string" else f'"{shown(token.text)}"'


# ---- what is written otherwise elsewhere


def _otherwise(facts: _Facts) -> Diagnostic | None:
    """Words, signs and lines of other languages."""
    found = facts.meant
    if found is None or found.said is None:
        return None
    lone = found.said is habit_words.lone_end
    edit = without_lines(facts.source.text, found.span) if lone else found.edit
    told = found.said(found.span, word=found.word, instead=found.instead, edit=edit)
    return evolve(told, code=words.strange_character.code) if facts.token.kind == "bad" else told


def _done_in_definition(facts: _Facts) -> Diagnostic | None:
    """A sentence where a definition says its value."""
    texts = [token.text for token in facts.sentence]
    if facts.problem.line != 0 or texts[0] != "define" or ":" not in texts[:-1]:
        return None
    verb, name = facts.sentence[texts.index(":") + 1], facts.sentence[1]
    if verb.kind != "word" or verb.text not in _VERBS or verb.text == "nothing":
        return None
    return words.does_something(_span(verb), name=name.text)


def _joined(facts: _Facts) -> Diagnostic | None:
    """A sentence that is broken where it does not go on."""
    found = join(facts.source, facts.tokens, facts.problem) if facts.mends else None
    if found is None:
        return None
    said, word, edit = found
    return said(_span(word), word=_quoted(word), instead=None, edit=edit)


# ---- lines in the wrong column, blocks that lack something


def _cannot(facts: _Facts) -> Diagnostic | None:
    """`if you cannot:` where no choice stands before it: one stands behind a colon, or `choose` is missing."""
    source, begun, line = facts.source, facts.problem.begun, facts.sentence[0].start
    if facts.problem.kind != "word" or begun is None or not source.text.startswith(_IF_CANNOT, line):
        return None
    if facts.problem.at - facts.problem.line > len(_IF_CANNOT.split()):  # its colon fits nowhere else
        return None
    act = choice = edit = None
    above = () if begun.above is None else facts.tokens[begun.above.at : facts.problem.line]
    if above and not any(token.kind in (INDENT, DEDENT) for token in above):
        first, last = above[0], above[-2]
        colon = next((one for one, other in pairwise(above) if one.text == ":" and other.text == "choose"), None)
        if re.search(rf"^(?:action|choice) {re.escape(first.text)}(?![\w-])", source.text, re.MULTILINE):
            act, edit = first.text, Edit(Span(first.start, first.start), "choose ")
        elif colon is not None:
            choice = source.text[colon.end : last.end].strip()
            below = "\n" + " " * (source.column(line) - 1 + STEP)
            if facts.sentence[-1].text != ":":
                edit = Edit(Span(colon.end, line), below + source.text[colon.end : line].strip() + below)
    return words.cannot_alone(Span(line, line + len(_IF_CANNOT)), act=act, choice=choice, edit=edit)


_IF_CANNOT: Final = "if you cannot:"


def _indentation(facts: _Facts) -> Diagnostic | None:
    if facts.problem.kind not in ("askew", "unasked-block"):
        return None
    if facts.problem.at == 0:
        return words.stray_indentation(_span(facts.token))
    here = facts.source.column(facts.token.start) - 1
    above = list(takewhile(lambda token: token.kind not in LAYOUT, reversed(facts.tokens[: facts.problem.line - 2])))
    behind = list(takewhile(lambda token: token.text != ":", above))
    if facts.problem.kind == "unasked-block" and len(behind) < len(above):
        edit = Edit(Span(above[len(behind)].end, behind[-1].start), "\n" + " " * here) if behind else None
        return words.block_after_sentence(_span(facts.token), edit=edit)
    before = max((t.end for t in facts.tokens[: facts.problem.line] if t.kind not in LAYOUT), default=0)
    line = facts.source.line_text(facts.source.line(before - 1))
    neighbors = len(line) - len(line.lstrip(" "))
    lines = [token for token in facts.tokens[: facts.problem.line] if token.kind not in ("askew", DEDENT)]
    places = [place for place, token in enumerate(lines) if token.kind in (INDENT, LINE_END)]
    if len(places) >= len((LINE_END, INDENT, LINE_END)) and lines[places[-2]].kind == INDENT:
        head = facts.source.line_text(facts.source.line(lines[places[-3] - 1].start))
        if here == len(head) - len(head.lstrip(" ")) + STEP:  # the line above alone stands too deep in its block
            first = lines[places[-2] + 1]
            edit = Edit(Span(first.start - neighbors, first.start), " " * here)
            return words.askew(_span(first), here=neighbors, neighbors=here, word=_quoted(first), edit=edit)
    if facts.token.kind == "string" and here < STEP and facts.sentence[-1].text == ":":
        begin = Edit(Span(facts.token.start - here, facts.token.start), "example ")
        return words.lost_example(_span(facts.token), word=_quoted(facts.token), edit=begin)
    outer = here < neighbors and here % STEP == 1
    word = _quoted(facts.token) if outer or here == neighbors + 1 or here < STEP else None
    edit = None if outer and here > STEP else Edit(Span(facts.token.start - here, facts.token.start), " " * neighbors)
    return words.askew(_span(facts.token), here=here, neighbors=neighbors, word=word, edit=edit)


def _missing_block(facts: _Facts) -> Diagnostic | None:
    """No block below a line that needs one, or one that lacks lines."""
    if facts.problem.kind == "no-block" or facts.accepted == {INDENT}:
        colon = facts.sentence[-1].text == ":" and facts.tokens[0].text not in ("example", "scoring", "joined")
        return words.missing_block(_span(facts.sentence[0], facts.sentence[-1]), nothing="nothing" if colon else None)
    if facts.problem.kind != "block-end":
        return None
    wanted, span = _first_words(facts.accepted), _span(facts.sentence[0], facts.sentence[-1])
    if len(wanted) <= _MAX_NAMED_WORDS:
        return words.short_block(span, wanted=joined(wanted, "or") or "something else")
    return words.short_family(span) if "WHEN" in facts.accepted else words.short_block(span, wanted=None)


# ---- single characters and words


def _strange_character(facts: _Facts) -> Diagnostic | None:
    """A character that no line holds; it is replaced where that needs no blanks and no decision."""
    if facts.token.kind != "bad":
        return None
    text, span = facts.source.text, _span(facts.token)
    instead, better = _REPLACED.get(
        facts.token.text, ("Delete it; a name is made of letters, digits and inner hyphens.", None)
    )
    edit = None if better is None else Edit(span, better)
    match facts.token.text:
        case '"':
            return words.unfinished_string(span)
        case "_":
            inner = text[span.start - 1].isalnum() and text[span.end].isalnum()
            return words.underscore(span, edit=Edit(span, "-") if inner else None)
        case "[" | "]" if facts.tokens[0].text == "accepted":
            instead = "A code is written without the brackets around it."
            whole = re.compile(r"\[([\w-]+)\]").match(text, span.start)
            edit = Edit(Span(*whole.span()), whole[1]) if whole else Edit(span, "")
        case "\u201c":
            end = text.find("\u201d", span.end, text.find("\n", span.end))
            edit = Edit(Span(span.start, end + 1), f'"{text[span.end : end]}"') if end > 0 else None
        case _:
            pass
    return words.strange_character(span, word=_quoted(facts.token), instead=instead, edit=edit)


def _bracket(facts: _Facts) -> Diagnostic | None:
    lost = unmatched([token for token in facts.sentence if token.kind == "mark"])
    astray = next((token for token in facts.sentence if token.start in lost and token.start <= facts.token.start), None)
    if astray is None:
        return None
    only = len(lost) == 1
    if astray.text == "(":
        edit = closed(facts.source.text, facts.sentence, astray) if only else None
        return words.never_closed(_span(astray), edit=edit)
    return words.never_opened(_span(astray), edit=Edit(_span(astray), "") if only else None)


def _declared(facts: _Facts) -> Diagnostic | None:
    """A word of the language where something gets its name."""
    tokens, at = facts.tokens, facts.problem.at
    begins = tokens.index(_begun(facts), facts.problem.line)
    texts = [token.text for token in tokens[begins : facts.problem.line + len(facts.sentence)]]
    named = None
    if texts[0] == "component" and facts.token.start > tokens[1].end:
        named = at if tokens[at - 1].text in (":", ",") else None  # an attribute
    elif texts[0] == "define" and texts[2:3] == ["of"] and texts[1] not in RESERVED and texts[5:6] in ([":"], ["("]):
        named = begins + 4
    elif texts[:2] == ["for", "each"] and texts[3:4] == ["in"]:
        named = begins + 2
    elif texts[0] in _NAMING:
        named = begins + 1 if _NAMING[texts[0]] in ("", *texts[2:3]) else None
    elif facts.problem.line == 0:
        ranged = texts[1:2] == ["is"] and ".." in texts
        named = begins if ranged or texts[1:3] in (["is", "one"], ["is", "grid"], ["is", "hex"]) else None
    elif texts[1:2] == [":"] and tokens[0].text in _OPENING_FIELDS:
        named = begins
    if named is None or tokens[named].kind != "word" or tokens[named].text not in RESERVED:
        return None
    return _no_name(facts, named)


def _reserved(facts: _Facts) -> Diagnostic | None:
    if "NAME" not in facts.accepted or facts.token.text not in RESERVED or facts.token.kind != "word":
        return None
    if "LPAR" in facts.accepted and facts.token.text in _QUERIES:
        return None
    if facts.problem.at == facts.problem.line > 0 and facts.tokens[0].text not in _OPENING_FIELDS:
        return None  # what begins here names nothing new
    before = facts.tokens[facts.problem.at - 1]
    if facts.problem.line and (before.text in _USING or before.kind == "possessive"):
        form = _FORMS_OF_WORDS[facts.token.text]
        return words.used_word(_span(facts.token), name=facts.token.text, form=form)
    return _no_name(facts, facts.problem.at)


def _no_name(facts: _Facts, at: int) -> Diagnostic:
    """A word of the language that shall name something, there; a paragraph may use it as a name from here on."""
    tokens, text, token = facts.tokens, facts.source.text, facts.tokens[at]
    named, better = [token], _BETTER.get(token.text, f"my-{token.text}")
    local = at > 0 and tokens[at - 1].text in _NAMING
    if local:
        same = [place for place in range(at + 1, len(tokens)) if tokens[place].text == token.text]
        asking = {place for place in same if {"of", "in"} & {each.text for each in tokens[place + 1 : place + 3]}}
        named += [tokens[place] for place in same if place not in asking]
    edit = None
    if local or tokens[at + 1].text in (":", "is"):
        between = (text[before.end : each.start] + better for before, each in pairwise(named))
        edit = Edit(_span(token, named[-1]), better + "".join(between))
    return words.reserved_word(_span(token), name=token.text, better=better, edit=edit)


def _called_verb(facts: _Facts) -> Diagnostic | None:
    """A call of what bears the name of a verb, which begins a sentence here."""
    first, *others = facts.sentence or [facts.token]
    brackets = bool(others) and others[0].text == "("
    if not (first.text in _SENTENCES or (brackets and first.text in _PARAGRAPHS)) or (others and not brackets):
        return None
    declared = re.search(rf"^(?:to|phase) {first.text}(?=[(: ])", facts.source.text, re.MULTILINE)
    if declared is None:
        return None
    better = _BETTER.get(first.text, f"my-{first.text}")
    return words.called_verb(_span(first), name=first.text, better=better, also=Span(*declared.span()))


def _rows(name: str, between: str) -> Iterator[list[str]]:
    """The rows of a table, without its heading."""
    text = files("rulewright.language").joinpath(f"{name}.txt").read_text(encoding="utf-8")
    return (line.split(between) for line in text.splitlines()[1:])


_FORMS_OF_WORDS: Final = {word: form for word, form, *_ in _rows("word_forms", " | ")}
_BETTER: Final = {word: better for word, _, *others in _rows("word_forms", " | ") for better in others}
"""A name in the place of a word of the language."""
_REPLACED: Final = {row[0]: (row[1], row[2] if row[2:] else None) for row in _rows("strange_characters", "  ")}
_NAMING: Final = dict.fromkeys(("action", "choice", "component", "define", "joined", "option", "phase"), "") | {
    **dict.fromkeys(("draw", "pick", "roll"), "from"),
    "let": "be",
}
"""Behind these words a name is new, with what follows it."""
_USED: Final = "set to be by from if needs until choose repeat show shuffle ask add subtract move all is not and or in"
_USING: Final = frozenset(f"{_USED} where satisfies than least most your its at onto ( + - * /".split())
"""Behind these words of a sentence stands what is declared elsewhere."""
_OPENING_FIELDS: Final = ("there", "each")


# ---- paragraphs and sentences that begin with the wrong word


def _unknown_paragraph(facts: _Facts) -> Diagnostic | None:
    first = facts.tokens[0]
    if first.text in _PARAGRAPHS or facts.problem.line != 0 or facts.problem.at > 1 or facts.token.text == "is":
        return None
    longer = {"there": "there is", "each": "each … has"}
    known = _in_language(facts, _PARAGRAPHS)
    forms = [*(longer.get(word, word) for word in known), "NAME is"]
    form, edit = _form_meant(first, _PARAGRAPHS, known)
    return words.unknown_paragraph(_span(first), word=_quoted(first), forms=forms, form=form, edit=edit)


def _in_language(facts: _Facts, known: Iterable[str]) -> list[str]:
    """Of words those that the language of the text has."""
    own = words_of(facts.source.language)
    return [word for word in known if word in own]


def _form_meant(first: Token, forms: Mapping[str, Form], known: Sequence[str]) -> tuple[str | None, Edit | None]:
    """How that is written which was probably meant; and the edit, if its first word was misspelt."""
    near = closest(first.text, known)
    meant = BORROWED.get(first.text) or near or ""
    edit = Edit(_span(first), meant) if meant == near else None
    return (forms[meant].written, edit) if meant in known else (None, None)


def _unknown_verb(facts: _Facts) -> Diagnostic | None:
    """A sentence whose first word is no verb, or a verb that has no place in this block."""
    begins = facts.problem.at == facts.problem.line
    called = facts.problem.at == facts.problem.line + 1 and facts.accepted <= {"LPAR", LINE_END, "OR", "COMMA"}
    called = called or [token.text for token in facts.sentence[:2]] == ["shown", "as"]
    called = called and facts.tokens[0].text not in ("choice", "joined")
    if facts.problem.kind != "word" or facts.problem.line == 0 or not (begins or called):
        return None
    first = facts.token if begins else facts.sentence[0]
    span, word = _span(first), _quoted(first)
    if first.text == "otherwise" and _BEHIND_CANNOT.search(facts.source.text[: span.start]):
        return words.otherwise_can(span)
    if first.text in _MISPLACED:
        return words.misplaced(span, word=word, reason=_MISPLACED[first.text])
    if begins and not ("NAME" in facts.accepted and vocabulary(facts.source.language).words["move"] in facts.accepted):
        # what cannot begin a line here
        wanted = _first_words(facts.accepted)
        candidates = [] if first.text in RESERVED else [each.strip('"') for each in wanted]
        may_stand = joined(wanted, "or") or "something else"
        told = words.wrong_start(span, name=first.text, candidates=candidates, word=word, wanted=may_stand)
        near = alike(first.text, candidates)
        return told if len(near) < 2 else evolve(told, edit=None, facts={**told.facts, "near": '" or "'.join(near)})
    verbs = _in_language(facts, _VERBS + [form.word for form in HEADERS if facts.tokens[0].text == "action"])
    form, edit = _form_meant(first, _SENTENCES, verbs)
    instead = None if facts.meant is None else facts.meant.instead
    edit = edit if facts.meant is None else facts.meant.edit
    return words.unknown_verb(span, word=word, verbs=verbs, form=form, instead=instead, edit=edit)


_BEHIND_CANNOT: Final = re.compile(
    r"^( *)if you cannot:[^\n]*\n(?:(?:\1 +\S[^\n]*| *(?:--[^\n]*)?)\n)*\1\Z", re.MULTILINE
)
"""What stands before a line in the column of `if you cannot:`, behind its block."""

_VERBS: Final = sorted(form.word for form in SENTENCES)

_MISPLACED: Final = {form.word: form.belongs for form in FORMS if form.belongs is not None} | dict.fromkeys(
    _PARAGRAPHS, "it begins a paragraph. Start it in column 1."
)


# ---- the inside of a sentence


def _brackets_needed(facts: _Facts) -> Diagnostic | None:
    text, sentence = facts.token.text, facts.sentence
    compared = any(token.text == "is" for token in facts.tokens[facts.problem.line : facts.problem.at])
    if text == "is" and compared:
        begun = next((t for t in reversed(sentence) if t.end <= facts.token.start and t.text in _QUERIES), None)
        edit = bracketed(facts.source.text, sentence, begun) if begun else None
        return words.chained(_span(facts.token), instead=edit.text if edit else None, edit=edit)
    mends = facts.meant is not None and facts.meant.edit is not None
    asked = text in _QUERIES and facts.token.kind == "word" and "LPAR" in facts.accepted
    if not asked or mends or facts.problem.at <= facts.problem.line:
        return None
    edit = bracketed(facts.source.text, sentence, facts.token)
    return words.bare_question(_span(facts.token), word=text, instead=edit.text if edit else None, edit=edit)


def _missing_colon(facts: _Facts) -> Diagnostic | None:
    if "COLON" not in facts.accepted or facts.token.kind != LINE_END:
        return None
    last = facts.sentence[-1]
    return words.missing_colon(_span(last), form=_form(facts), edit=Edit(Span(last.end, last.end), ":"))


def _one_line(facts: _Facts) -> Diagnostic | None:
    """A whole block behind a colon."""
    texts = [token.text for token in facts.sentence if token.start <= facts.token.start]
    behind = [after for before, after in pairwise(texts) if before == ":"]
    opens = behind and any(form.opens and form.word == behind[0] for form in FORMS)
    if facts.problem.kind != "word" or not opens:
        return None
    return words.one_line(_span(facts.token), word=behind[0])


def _shape(facts: _Facts) -> Diagnostic | None:
    """The general answer: what does not fit, what could stand there, how such a line is written."""
    meant, wanted, form = facts.meant, "", _form(facts)
    accepted = _first_words(facts.accepted)
    if 0 < len(accepted) <= _MAX_NAMED_WORDS and facts.problem.at > 0:
        before = facts.tokens[facts.problem.at - 1]
        where = "Here" if before.kind in LAYOUT else f"After {_quoted(before)}"
        wanted = f" {where} comes {joined(accepted, 'or')}."
    edit = None if meant is None else meant.edit
    if meant is not None and meant.instead is not None:
        form = f" Write: {meant.instead}"
    elif edit is not None:  # the line is too long to be written anew
        old, new = facts.source.text[edit.span.start : edit.span.end].strip(), edit.text.strip()
        if "\n" not in old + new:
            lone = f' Put "{new}" before it.' if new else f' Leave "{old}" out.'
            form = f' Write "{new}" in the place of "{old}".' if old and new else lone
    if facts.token.kind == LINE_END:  # what is pointed at is the last word
        return words.ends_early(_span(facts.sentence[-1]), wanted=wanted, form=form, edit=edit)
    return words.does_not_fit(_span(facts.token), word=_quoted(facts.token), wanted=wanted, form=form, edit=edit)


_TYPES: Final = (
    "NAME is one of a, b, or NAME is one of: ATTRIBUTE and below it rows such as: a: 3, or NAME is 0..9, or "
    "NAME is grid 3 by 3, or NAME is hex 5"
)
_TABLE: Final = "define NAME by KEY: and below it lines such as: 3..5: 2"
_DATA: Final = {
    "tables": "KEY: VALUE, and last: otherwise: VALUE",
    "values": "NAME: VALUE, VALUE, as the first line says what they are",
}
_LINKS: Final = "NAME links NAME and NAME: ATTRIBUTE, and below it rows such as: rome, bern: 3"


def _form(facts: _Facts) -> str:
    """` … is written: …`, by the first word of the sentence that was being written."""
    first = _begun(facts)
    if facts.problem.line == 0 and first is facts.sentence[0]:
        form = _PARAGRAPHS.get(first.text)
        linked = [token.text for token in facts.tokens[1:2]] == ["links"]
        table = data_below(facts.tokens) == "tables"
        written = _TABLE if table else form.written if form else _LINKS if linked else _TYPES
        return f" Such a paragraph is written: {written}."
    if first.text == "when" and facts.tokens[0].text == "example":
        return f" Below `when:` stand lines such as: {EVENT}."
    if first.kind == "word" and first.text in _SENTENCES:
        return f" `{first.text}` is written: {_SENTENCES[first.text].written}."
    if (data := _DATA.get(data_below(facts.tokens) or "")) is not None:
        return f" Such a line is written: {data}."
    head = _PARAGRAPHS.get(facts.tokens[0].text)
    return f" Such a line is written: {head.below}." if head and head.below else ""


def _begun(facts: _Facts) -> Token:
    """The first word of the innermost sentence: one may stand behind a colon."""
    read = [token for token in facts.sentence if token.start < facts.token.start]
    inner = [after for before, after in pairwise(read) if before.text == ":" and after.text in _VERBS]
    return inner[-1] if inner else facts.sentence[0]


def _first_words(accepted: frozenset[str]) -> list[str]:
    """Terminals in the author's words, in a fixed order."""
    known = vocabulary()
    spelled = {terminal: f'"{word}"' for word, terminal in (*known.words.items(), *known.marks.items())}
    named = [said for terminal, said in _SAID.items() if terminal in accepted]
    return named + sorted(spelled[terminal] for terminal in accepted if terminal in spelled)


_ASKED: Final[tuple[Callable[[_Facts], Diagnostic | None], ...]] = (
    _called_verb,
    _done_in_definition,
    _cannot,
    _joined,
    _declared,
    _otherwise,
    _indentation,
    _strange_character,
    _missing_block,
    _bracket,
    _unknown_paragraph,
    _one_line,
    _reserved,
    _brackets_needed,
    _unknown_verb,
    _missing_colon,
    _shape,
)
