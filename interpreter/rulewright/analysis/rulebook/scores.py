"""The chapters of scores, of the end, and of terms."""

import re
from collections.abc import Iterator, Sequence

from rulewright.analysis.report.document import Block, Item, Paragraph, Points, Section
from rulewright.analysis.rulebook.doing import meant
from rulewright.analysis.rulebook.expressions import condition, value_of
from rulewright.analysis.rulebook.meaning import Env, after, element, is_condition, something
from rulewright.analysis.rulebook.speech import listed, lower, manifold, one_of, sentence, spoken, the
from rulewright.analysis.rulebook.writer import params_of
from rulewright.language import syntax
from rulewright.language.wording import plural, up


def scoring(env: Env, happening: Sequence[Section]) -> Section:
    """How the game ends, the scores, who wins."""
    blocks: list[Block] = []
    for each in env.known.all(syntax.Scoring):
        blocks += [block for part in each.parts for block in _score(part, env)]
    return Section("End and scoring", (*_end(env, happening), *blocks))


def _score(part: syntax.Score | syntax.Winners, env: Env) -> Iterator[Block]:
    match part:
        case syntax.Score(of, subject, body):
            env = _subject(of, subject, env)
            yield from _result(f"The score of a {of.text}", body, env, env.known.comments.whole(part.span), "is")
        case syntax.Winners(body):
            yield from _result("The winners", body, env, env.known.comments.whole(part.span), "are")


def _subject(of: syntax.Name, subject: syntax.Name | None, env: Env) -> Env:
    """What a definition is about: `it`, the name of its type, or a name of its own."""
    return env.about(the(of.text), something(of, env), subject or of)


def _result(head: str, body: syntax.Body, env: Env, note: str, joint: str) -> Iterator[Block]:
    """What a body comes to, or with "if" when it holds: a sentence, or a list of cases."""
    said = condition if joint == "if" else value_of
    before = ""
    for let in body.lets:
        before += f"{meant(let, env)} "
        env = after(let, env)
    behind = f" {sentence(note)}" if note else ""
    if isinstance(body.result, tuple):
        be = "" if joint == "if" else f" {joint}"
        yield Paragraph(f"{before}{head}{be}, by the first of these lines that fits:")
        yield Points(tuple(Item(f"{_case(case, env, joint)}.") for case in body.result))
        yield from [Paragraph(sentence(note))] if note else []
        return
    value, one = said(body.result, env), element(body.result, env)
    joint = "consists of" if joint == "is" and one and value.startswith(f"the {plural(one)} ") else joint
    yield Paragraph(f"{before}{head} {joint} {value}.{behind}")


def _case(case: syntax.BodyCase, env: Env, joint: str) -> str:
    when = "Otherwise" if case.when is None else f"If {condition(case.when, env)}"
    if joint == "if" and not isinstance(case.value, syntax.YesNo):
        return f"{when}: only if {condition(case.value, env)}"
    return f"{when}: {value_of(case.value, env)}"


def _end(env: Env, happening: Sequence[Section]) -> Iterator[Block]:
    """How the game comes to its end, as the other chapters tell it."""
    plays = env.known.all(syntax.Play)
    loops = [each for play in plays for each in play.body if isinstance(each, syntax.Repeat)]
    finite = all(loop.until is not None for loop in loops)
    points = [Item("The game ends when all steps of the chapter “Play” have been done.")] if plays and finite else []
    for section in (section for chapter in happening for section in (chapter, *chapter.parts)):
        where = spoken(section.name or section.heading)
        lists = [block for block in section.blocks if isinstance(block, Points)]
        points.extend(Item(f"In “{where}”: {text}") for block in lists for text in _ends(block.items, ""))
    if points:
        yield Paragraph("How the game ends:")
        yield Points(tuple(points))


def _ends(items: Sequence[Item], path: str) -> Iterator[str]:
    """The points at which the game ends, with the conditions above them."""
    for number, item in enumerate(items):
        if item.items:
            head = item.text.partition(" do this")[0].rstrip(":,") if item.text.startswith(("If ", "Otherwise")) else ""
            yield from _ends(item.items, f"{path}{head}; " if head else path)
        elif "he game ends" in item.text:
            asked = item.text.startswith("If you ca") and number
            text = f"{lower(item.text)}." if path else item.text
            yield f"{path}{f'{items[number - 1].text[:-1]}; {lower(item.text)}.' if asked else text}"


def terms(env: Env) -> Section:
    """Every definition."""
    parts = tuple(_define(each, env) for each in env.known.all(syntax.Define))
    about = "What stands in “quotation marks” elsewhere, and is no move, is explained here or above."
    return Section("Terms", (Paragraph(about),) if parts else (), parts)


def _define(each: syntax.Define, env: Env) -> Section:
    name = each.name.text
    env = _subject(each.of, each.subject, env) if each.of else env
    env, told = params_of(each.params, env)
    subject = one_of(env.known.types, each.of.text) if each.of else ""
    whose = listed([text for text in (subject, told) if text]) if each.of or told else ""
    verdict = _is_verdict(each.body, env)
    if verdict and each.of and not each.params:
        head = f"{up(subject)} {'is' if subject != each.of.text else 'are'} {spoken(name)}"
    elif verdict:
        head = f"“{spoken(name)}” holds{f' for {whose}' if whose else ''}"
    else:
        mine = f" of {subject}" if each.of else ""
        head = f"The {f'“{spoken(name)}”' if told else spoken(name)}{mine}{f' for {told}' if told else ''}"
    note = _about_players(env.known.comments.first(each.span), env)
    joint = "if" if verdict else "are" if manifold(name) else "is"
    return Section(up(spoken(name)), tuple(_result(head, each.body, env, note, joint)), name=name)


def _is_verdict(body: syntax.Body, env: Env) -> bool:
    """Whether a definition says yes or no."""
    for let in body.lets:
        env = after(let, env)
    values = [case.value for case in body.result] if isinstance(body.result, tuple) else [body.result]
    return any(isinstance(value, syntax.YesNo) or is_condition(value, env) for value in values)


def _about_players(note: str, env: Env) -> str:
    """A note in which the letters that stand for something are written out, but for the words "a" and "I"."""
    letters = {name: said for name, said in env.locals.items() if len(name) == 1 and name not in "ai"}
    return re.sub(r"\b[b-hj-z]\b(?!’)", lambda found: letters.get(found.group(), found.group()), note)
