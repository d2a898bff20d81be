"""The chapters of what players can do, of the steps that have a name, of scores, of the end, and of terms."""

import re
from collections.abc import Iterable, Iterator, Sequence

from attrs import evolve

from rulewright.analysis.documents import Block, Item, Paragraph, Points, Section
from rulewright.analysis.rulebook import speech
from rulewright.analysis.rulebook.expressions import condition, value_of
from rulewright.analysis.rulebook.meaning import Env, after, element, is_condition, something
from rulewright.analysis.rulebook.sentences import let_phrase, limited, line_items, offered, steps
from rulewright.analysis.rulebook.speech import a, called, listed, one_of, sentence, spoken, the
from rulewright.language import syntax
from rulewright.language.component_rows import end_words
from rulewright.language.walking import walk
from rulewright.language.wording import plural, up


def block(lines: Iterable[syntax.ActionLine], env: Env) -> Points:
    """Lines as numbered points."""
    return Points(steps(lines, env), steps=True)


def part(name: syntax.Name, blocks: Sequence[Block], env: Env, node: syntax.Declaration) -> Section:
    """A part with the author's comments."""
    comments, source = env.known.comments, env.known.comments.source
    notes = [sentence(text) for text in (comments.before(node.span), comments.first(node.span)) if text]
    single = source.line(node.span.start) == source.line(max(0, node.span.end - 1))
    beside = [Paragraph(note) for note in notes[: 1 if single else None]]
    head = next((place for place, block in enumerate(blocks) if not isinstance(block, Paragraph)), len(blocks))
    return Section(up(spoken(name.text)), (*blocks[:head], *beside, *blocks[head:]), name=name.text)


def titled(title: syntax.Text | None, told: str) -> Iterator[Paragraph]:
    """What is for the title, and what is handed over."""
    if title:
        yield Paragraph(sentence(title.text))
    if told:
        yield Paragraph(f"It is about {told}.")


def params_of(params: Sequence[syntax.Param], env: Env) -> tuple[Env, str]:
    """What parameters are called, and what they are."""
    sorts = [_sort(param.type) for param in params]
    told = []
    for param, sort in zip(params, sorts, strict=True):
        name, one = param.name.text, one_of(env.known.types, sort)
        number = isinstance(param.type.of if isinstance(param.type, syntax.Optional) else param.type, syntax.ConstRange)
        if len(name) <= 2 and sorts.count(sort) == 1 and not number:
            said, about = the(sort), one
        elif number or name == sort:
            said, about = the(name), f"{the(name)} ({sort})" if number else one
        else:
            said = f"{sort} {name}" if len(name) <= 2 else called(name, sort)
            about = said if len(name) <= 2 or speech.describing(name) else f"{said} ({one})"
        env = env.bound(name, said, something(param.type, env))
        told.append(about)
    return env, listed(told) if told else ""


def _sort(type_: syntax.Name | syntax.ConstRange | syntax.Optional) -> str:
    if isinstance(type_, syntax.Optional):
        return f"{_sort(type_.of)} or none"
    if isinstance(type_, syntax.Name):
        return type_.text
    return f"a number from {end_words(type_.low)} to {end_words(type_.high)}"


def actions(outer: Env) -> Section:
    """Every action and menu, and where somebody is asked for it."""
    asked: dict[str, dict[str, None]] = {}  # by action, the places
    for each in outer.known.ruleset.declarations:
        for node in () if isinstance(each, syntax.Accepted | syntax.Example) else walk(each):
            if isinstance(node, syntax.Offer):
                for act in node.acts:
                    asked.setdefault(act.name.text, {})[f"{called_so(each)}{limited(node.limit)}"] = None
            if isinstance(node, syntax.ChooseUntil):
                asked.setdefault(node.ending.name.text, {})[called_so(each)] = None
    parts = []
    for each in outer.known.ruleset.declarations:
        if not isinstance(each, syntax.Action | syntax.ActionFamily | syntax.Choice):
            continue
        env, told = (outer, "") if isinstance(each, syntax.Choice) else params_of(each.params, outer)
        here, blocks = env, list[Block](titled(each.title, told))
        match each:
            case syntax.Action(body=body):  # first what is picked and what must be so, then what happens
                last = max((place for place, line in enumerate(body) if isinstance(line, syntax.Header)), default=-1)
                for line in body[: last + 1]:
                    blocks.append(Points(line_items(line, here)))
                    here = after(line, here)
                blocks += [block(body[last + 1 :], here)] if body[last + 1 :] else []
            case syntax.ActionFamily():
                pick = syntax.Pick(each.of, each.candidates, if_any=False)
                blocks.append(Points(line_items(pick, env)))
                head = [Paragraph(f"What follows depends on {the(each.of.text)}:")]
                blocks += _members(each, after(pick, env), head)
            case syntax.Choice(offers=offers, needs=needs):
                points = Points(tuple(Item(f"{up(offered(offer, env))}.") for offer in offers))
                guards = (Points(line_items(line, env)) for line in needs)
                blocks += [*guards, Paragraph("One of these:"), points]
        if places := asked.get(each.name.text):
            blocks.append(Paragraph(f"You are asked for it in {listed([*places])}."))
        made = part(each.name, blocks, env, each)
        parts.append(made if isinstance(each, syntax.ActionFamily) else evolve(made, heading=each.name.text))
    return Section("What you can do", (), tuple(parts))


def called_so(each: syntax.Declaration) -> str:
    """How a paragraph is called where it is spoken of."""
    name = getattr(each, "name", None)
    return f"“{spoken(name.text)}”" if isinstance(name, syntax.Name) else type(each).__name__.lower()


def procedures(env: Env) -> Section:
    """Every procedure."""
    parts = []
    for each in env.known.ruleset.declarations:
        if isinstance(each, syntax.Procedure | syntax.ProcedureFamily):
            inner, told = params_of(each.params, env)
            if isinstance(each, syntax.Procedure):
                blocks: list[Block] = [*([Paragraph(f"With {told}:")] if told else []), block(each.body, inner)]
            else:
                about = listed([a(each.of.text), *([told] if told else [])])
                blocks = [Paragraph(f"For {about}:"), *_members(each, inner)]
            parts.append(part(each.name, blocks, inner, each))
    return Section("Steps with a name", (), tuple(parts))


def _members(
    each: syntax.ActionFamily | syntax.ProcedureFamily, env: Env, head: Sequence[Block] = ()
) -> Iterator[Block]:
    """What is done for all values of a family, and for each."""
    if each.before:
        yield Points(steps(each.before, env), steps=isinstance(each, syntax.ProcedureFamily))
        for line in each.before:
            env = after(line, env)
    yield from head
    members = []
    for member in each.members:
        names = [value.text for value in member.values]
        about = f" – {member.title.text}" if member.title else ""
        members.append(Item(f"{up(listed(names, 'or'))}{about}", steps(member.body, env), name=names[0]))
    yield Points(tuple(members))
    if each.after:
        yield Paragraph("In any case, after that:")
        yield block(each.after, env)


def scoring(env: Env, happening: Sequence[Section]) -> Section:
    """How the game ends, as the other chapters tell it, the scores, who wins."""
    plays = env.known.all(syntax.Play)
    loops = [each for play in plays for each in play.body if isinstance(each, syntax.Repeat)]
    finite = all(loop.until is not None for loop in loops)
    points = [Item("The game ends when all steps of the chapter “Play” have been done.")] if plays and finite else []
    for section in (section for chapter in happening for section in (chapter, *chapter.parts)):
        where = spoken(section.name or section.heading)
        lists = [block for block in section.blocks if isinstance(block, Points)]
        points.extend(Item(f"In “{where}”: {text}") for block in lists for text in _ends(block.items, ""))
    blocks: list[Block] = [Paragraph("How the game ends:"), Points(tuple(points))] if points else []
    for one in (part for each in env.known.all(syntax.Scoring) for part in each.parts):
        note = env.known.comments.whole(one.span)
        if isinstance(one, syntax.Score):
            mine = env.about(the(one.of.text), something(one.of, env), one.subject or one.of)
            blocks += _result(f"The score of a {one.of.text}", one.body, mine, note, "is")
        else:
            blocks += _result("The winners", one.body, env, note, "are")
    return Section("End and scoring", tuple(blocks))


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
    value = condition(body.result, env) if joint == "if" else value_of(body.result, env)
    one = element(body.result, env)
    joint = "consists of" if joint == "is" and one and value.startswith(f"the {plural(one)} ") else joint
    yield Paragraph(f"{before}{head} {joint} {value}.{f' {sentence(note)}' if note else ''}")


def _ends(items: Sequence[Item], path: str) -> Iterator[str]:
    """The points at which the game ends, with the conditions above them."""
    for number, item in enumerate(items):
        if item.items:
            head = item.text.partition(" do this")[0].rstrip(":,") if item.text.startswith(("If ", "Otherwise")) else ""
            yield from _ends(item.items, f"{path}{head}; " if head else path)
        elif "he game ends" in item.text:
            asked = item.text.startswith("If you ca") and number
            text = f"{speech.lower(item.text)}." if path else item.text
            yield f"{path}{f'{items[number - 1].text[:-1]}; {speech.lower(item.text)}.' if asked else text}"


def terms(env: Env) -> Section:
    """Every definition."""
    parts = tuple(_define(each, env) for each in env.known.all(syntax.Define))
    about = "What stands in “quotation marks” elsewhere, and is no move, is explained here or above."
    return Section("Terms", (Paragraph(about),) if parts else (), parts)


def _define(each: syntax.Define, env: Env) -> Section:
    name = each.name.text
    if each.of:  # about `it`, the name of its type, or a name of its own
        env = env.about(the(each.of.text), something(each.of, env), each.subject or each.of)
    env, told = params_of(each.params, env)
    subject = one_of(env.known.types, each.of.text) if each.of else ""
    inner = env
    for let in each.body.lets:
        inner = after(let, inner)
    result = each.body.result
    values = [case.value for case in result] if isinstance(result, tuple) else [result]
    verdict = any(isinstance(value, syntax.YesNo) or is_condition(value, inner) for value in values)
    if verdict and each.of and not each.params:
        head = f"{up(subject)} {'is' if subject != each.of.text else 'are'} {spoken(name)}"
    elif verdict:
        whose = listed([text for text in (subject, told) if text]) if each.of or told else ""
        head = f"“{spoken(name)}” holds{f' for {whose}' if whose else ''}"
    else:
        mine = f" of {subject}" if each.of else ""
        head = f"The {f'“{spoken(name)}”' if told else spoken(name)}{mine}{f' for {told}' if told else ''}"
    # in the author's note the letters that stand for something are written out, but for the words "a" and "I"
    letters = {letter: said for letter, said in env.locals.items() if len(letter) == 1 and letter not in "ai"}
    note = env.known.comments.first(each.span)
    note = re.sub(r"\b[b-hj-z]\b(?!’)", lambda found: letters.get(found.group(), found.group()), note)
    joint = "if" if verdict else "are" if speech.manifold(name) else "is"
    return Section(up(spoken(name)), tuple(_result(head, each.body, env, note, joint)), name=name)
