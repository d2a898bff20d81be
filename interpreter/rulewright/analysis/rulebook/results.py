"""What a game comes to: how it ends, the scores, who wins, and what definitions say."""

import re
from collections.abc import Iterator, Sequence

from rulewright.analysis.documents import Block, Item, Paragraph, Points, Table
from rulewright.analysis.rulebook import speech
from rulewright.analysis.rulebook.doings import params_of
from rulewright.analysis.rulebook.entries import Entry
from rulewright.analysis.rulebook.expressions import condition, phrase, value_of
from rulewright.analysis.rulebook.meaning import Env, after, element, is_condition, something
from rulewright.analysis.rulebook.sentences import let_phrase
from rulewright.analysis.rulebook.speech import listed, one_of, sentence, spoken, the
from rulewright.analysis.rulebook.things import value_words
from rulewright.language import syntax
from rulewright.language.wording import plural, up


def scoring(env: Env, happening: Sequence[Entry]) -> Entry:
    """How the game ends, as others tell it step by step, the scores, who wins."""
    plays = env.known.all(syntax.Play)
    loops = [each for play in plays for each in play.body if isinstance(each, syntax.Repeat)]
    finite = all(loop.until is not None for loop in loops)
    points = [Item("The game ends when all steps of the chapter “Play” have been done.")] if plays and finite else []
    for each in happening:
        where = each.heading if each.name in ("game", "play") else spoken(each.name)
        points.extend(Item(f"In “{where}”: {text}") for text in ends(each))
    blocks: list[Block] = [Paragraph("How the game ends:"), Points(tuple(points))] if points else []
    for one in (part for each in env.known.all(syntax.Scoring) for part in each.parts):
        note = env.known.comments.whole(one.span)
        if one.at_end:
            blocks.append(Paragraph("The score is reckoned when the game has ended:"))
        if one.common:
            blocks += _result("The score, which is that of all,", one.body, env, note, "is")
        elif one.of:
            mine = env.about(the(one.of.text), something(one.of, env), one.subject or one.of)
            blocks += _result(f"The score of a {one.of.text}", one.body, mine, note, "is")
        else:
            blocks += _result("The winners", one.body, env, note, "are")
    return Entry("scoring", "End and scoring", "", tuple(blocks))


def _result(head: str, body: syntax.Body, env: Env, note: str, joint: str) -> Iterator[Block]:
    """What a body comes to, or with "if" when it holds: a sentence, or a list of cases."""
    before = ""
    for let in body.lets:
        before += f"{let_phrase(let, env)} "
        env = after(let, env)
    if isinstance(body.result, tuple):
        yield Paragraph(f"{before}{head}{'' if joint == 'if' else f' {joint}'}, by the first of these lines that fits:")
        cases = []
        for case in body.result:
            when = "Otherwise" if case.when is None else f"If {condition(case.when, env)}"
            asked = joint == "if" and not isinstance(case.value, syntax.YesNo)
            said = f"only if {condition(case.value, env)}" if asked else value_of(case.value, env)
            cases.append(Item(f"{when}: {said}."))
        yield Points(tuple(cases))
        yield from [Paragraph(sentence(note))] if note else []
        return
    if isinstance(body.result, syntax.Table):
        yield from _by_table(f"{before}{head}", body.result, note, env)
        return
    value = condition(body.result, env) if joint == "if" else value_of(body.result, env)
    one = element(body.result, env)
    joint = "consists of" if joint == "is" and one and value.startswith(f"the {plural(one)} ") else joint
    yield Paragraph(f"{before}{head} {joint} {value}.{f' {sentence(note)}' if note else ''}")


def _by_table(head: str, table: syntax.Table, note: str, env: Env) -> Iterator[Block]:
    """A definition by one value, or by two."""
    first, *second = (phrase(key, env) for key in table.keys)
    across = f", and by {second[0]} above" if second else ""
    yield Paragraph(f"{head}, by {first}{across}:{f' {sentence(note)}' if note else ''}")
    lines = [["otherwise" if key is None else value_words(key) for key in side] for side in (table.head, _keys(table))]
    rows = zip(lines[1], table.rows, strict=True)
    told = tuple((key, *(phrase(cell, env) for cell in row.cells)) for key, row in rows)
    yield Table(("", *(lines[0] or [""])), told)


def _keys(table: syntax.Table) -> list[syntax.RowValue | None]:
    return [row.key for row in table.rows]


def ends(entry: Entry) -> Iterator[str]:
    """The points of an entry at which the game ends, with the conditions above them."""
    lists = (block for block in entry.exact if isinstance(block, Points))
    return (text for block in lists for text in _ends(block.items, ""))


def _ends(items: Sequence[Item], path: str) -> Iterator[str]:
    for number, item in enumerate(items):
        if item.items:
            head = item.text.partition(" do this")[0].rstrip(":,") if item.text.startswith(("If ", "Otherwise")) else ""
            yield from _ends(item.items, f"{path}{head}; " if head else path)
        elif "he game ends" in item.text:
            asked = item.text.startswith("If you ca") and number
            text = f"{speech.lower(item.text)}." if path else item.text
            yield f"{path}{f'{items[number - 1].text[:-1]}; {speech.lower(item.text)}.' if asked else text}"


def terms(env: Env) -> tuple[Entry, ...]:
    """Every definition."""
    return tuple(_define(each, env) for each in env.known.all(syntax.Define))


def _define(each: syntax.Define, env: Env) -> Entry:
    name = each.name.text
    if each.of:  # about `it`, the name of its type, or a name of its own
        env = env.about(the(each.of.text), something(each.of, env), each.subject or each.of)
    env, told = params_of(each.params, env)
    subject = one_of(env.known.types, each.of.text) if each.of else ""
    inner = env
    for let in each.body.lets:
        inner = after(let, inner)
    result = each.body.result
    values = (
        [cell for row in result.rows for cell in row.cells]
        if isinstance(result, syntax.Table)
        else [case.value for case in result]
        if isinstance(result, tuple)
        else [result]
    )
    verdict = any(isinstance(value, syntax.YesNo) or is_condition(value, inner) for value in values)
    if verdict and each.of and not each.params:
        head = f"{up(subject)} {'is' if subject != each.of.text else 'are'} {spoken(name)}"
    elif verdict:
        about = [text for text in (subject, told) if text]
        head = f"“{spoken(name)}” holds{f' for {listed(about)}' if about else ''}"
    else:
        mine = f" of {subject}" if each.of else ""
        head = f"The {f'“{spoken(name)}”' if told else spoken(name)}{mine}{f' for {told}' if told else ''}"
    # in the author's note the letters that stand for something are written out, but for the words "a" and "I"
    letters = {letter: said for letter, said in env.locals.items() if len(letter) == 1 and letter not in "ai"}
    note = env.known.comments.first(each.span)
    note = re.sub(r"\b[b-hj-z]\b(?!’)", lambda found: letters.get(found.group(), found.group()), note)
    joint = "if" if verdict else "are" if speech.manifold(name) else "is"
    exact = tuple(_result(head, each.body, env, note, joint))
    return Entry(name, up(spoken(name)), "", exact, own=name not in env.known.doings)
