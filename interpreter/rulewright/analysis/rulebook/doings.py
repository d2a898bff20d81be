"""What happens and what players can do: phases, actions, procedures, and what sets something off."""

import re
from collections.abc import Iterable, Iterator, Sequence

from attrs import evolve

from rulewright.analysis.documents import Block, Item, Paragraph, Points, Table
from rulewright.analysis.rulebook import speech
from rulewright.analysis.rulebook.chains import chains
from rulewright.analysis.rulebook.entries import Entry
from rulewright.analysis.rulebook.expressions import named_many, phrase
from rulewright.analysis.rulebook.meaning import Env, after, element, one_of_them, something, typed
from rulewright.analysis.rulebook.sentences import limited, line_items, offered, steps
from rulewright.analysis.rulebook.speech import a, called, listed, one_of, sentence, spoken, the
from rulewright.language import syntax
from rulewright.language.component_rows import end_words
from rulewright.language.span import Span
from rulewright.language.walking import walk
from rulewright.language.wording import up


def block(lines: Iterable[syntax.ActionLine], env: Env) -> Points:
    """Lines as numbered points."""
    return Points(steps(lines, env), steps=True)


def entry(
    node: syntax.Declaration, name: syntax.Name, blocks: Sequence[Block], env: Env, *, title: syntax.Text | None = None
) -> Entry:
    """What is done, with the author's comments before the first list."""
    comments, source = env.known.comments, env.known.comments.source
    line = source.line(node.span.start)
    notes = [sentence(notes[line]) for notes in (comments.above, comments.beside) if notes.get(line)]
    single = line == source.line(max(0, node.span.end - 1))
    beside = [Paragraph(note) for note in notes[: 1 if single else None]]
    head = next((place for place, block in enumerate(blocks) if not isinstance(block, Paragraph)), len(blocks))
    exact = (*blocks[:head], *beside, *blocks[head:])
    return Entry(name.text, up(spoken(name.text)), title.text if title else "", exact)


def about(told: str) -> list[Block]:
    """What is handed over."""
    return [Paragraph(f"It is about {told}.")] if told else []


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


def setup(env: Env) -> Entry:
    """What is done before the game."""
    return Entry("setup", "Setup", "", tuple(block(each.body, env) for each in env.known.all(syntax.Setup)))


def play(env: Env) -> tuple[Entry, ...]:
    """The course of play, of which the author tells with the whole game where something else is called `play`, and the
    phases as play comes to them."""
    phases = {each.name.text: each for each in env.known.all(syntax.Phase)}
    found: dict[str, syntax.Phase] = {}
    waiting: list[syntax.Play | syntax.Phase] = [*env.known.all(syntax.Play)]
    while waiting:
        here = waiting.pop(0)
        if isinstance(here, syntax.Phase):
            if here.name.text in found:
                continue
            found[here.name.text] = here
        named = dict.fromkeys(node.act.name.text for node in walk(here) if isinstance(node, syntax.Do))
        waiting = [*(phases[name] for name in named if name in phases), *waiting]
    entries = []
    for phase in (found | phases).values():  # at last those that others begin
        inner, told = params_of(phase.params, env)
        plain = phase.title.text.replace("{you}", "the player") if phase.title else ""
        title = re.sub(r"\{([^{}]*)\}", lambda hole: f"({spoken(hole[1])})", plain)
        made = entry(phase, phase.name, [*about(told), block(phase.body, inner)], inner)
        entries.append(evolve(made, title=title))
    course = tuple(block(each.body, env) for each in env.known.all(syntax.Play))
    return (Entry("game" if "play" in env.known.doings else "play", "Play", "", course), *entries)


def asked_for(env: Env) -> dict[str, list[str]]:
    """By actions and menus where somebody may choose them."""
    asked: dict[str, dict[str, None]] = {}
    for each in env.known.ruleset.declarations:
        for node in (
            () if isinstance(each, syntax.Accepted | syntax.Prose | syntax.Looks | syntax.Example) else walk(each)
        ):
            if isinstance(node, syntax.Offer):
                for act in node.acts:
                    asked.setdefault(act.name.text, {})[f"{called_so(each)}{limited(node.limit)}"] = None
            if isinstance(node, syntax.Choose | syntax.ChooseUntil):
                others = (node.passing, node.ending if isinstance(node, syntax.ChooseUntil) else None)
                for act in filter(None, others):
                    asked.setdefault(act.name.text, {})[called_so(each)] = None
    return {name: [*places] for name, places in asked.items()}


def actions(env: Env) -> tuple[Entry, ...]:
    """Every action and menu, and where somebody is asked for it."""
    asked, made = asked_for(env), list[Entry]()
    for each in env.known.ruleset.declarations:
        if isinstance(each, syntax.Action | syntax.ActionFamily | syntax.Choice):
            places = asked.get(each.name.text)
            heading = up(spoken(each.name.text)) if isinstance(each, syntax.ActionFamily) else each.name.text
            may = "You are asked" if isinstance(each, syntax.Choice) else "You may do"
            when = f"{may} this in {listed(places, 'or')}." if places else ""
            made.append(evolve(_action(each, env), heading=heading, asked=when))
    return tuple(made)


def _action(each: syntax.Action | syntax.ActionFamily | syntax.Choice, outer: Env) -> Entry:
    """What is picked and what must be so, then what happens."""
    env, told = (outer, "") if isinstance(each, syntax.Choice) else params_of(each.params, outer)
    here, blocks = env, about(told)
    match each:
        case syntax.Action(body=body):
            last = max((place for place, line in enumerate(body) if isinstance(line, syntax.Header)), default=-1)
            for line in body[: last + 1]:
                blocks.append(Points(line_items(line, here)))
                here = after(line, here)
            then = [block(body[last + 1 :], here)] if body[last + 1 :] else []
            blocks += [Paragraph("Then:"), *then] if then and last >= 0 else then
            return entry(each, each.name, blocks, env, title=each.title)
        case syntax.ActionFamily():
            blocks.append(Points(line_items(syntax.Pick(each.of, each.candidates), env)))
            head = [Paragraph(f"What follows depends on {the(each.of.text)}:")]
            inner = after(syntax.Pick(each.of, each.candidates), env)
            made = entry(each, each.name, [*blocks, *_members(each, inner, head)], env, title=each.title)
            return with_members(made, each, env)
        case syntax.Choice(offers=offers, needs=needs):
            points = Points(tuple(Item(f"{up(offered(offer, env))}.") for offer in offers))
            guards = [Points(line_items(line, env)) for line in needs]
            made = entry(each, each.name, guards, env, title=each.title)
            return evolve(made, choices=(Paragraph("One of these:"), points))


def with_members(made: Entry, each: syntax.ActionFamily | syntax.ProcedureFamily, env: Env) -> Entry:
    """What each member is for, in front, where the author's words stand for the steps."""
    if made.name not in env.known.prose or not any(member.title for member in each.members):
        return made
    first = each.members[0].values[0].text
    lists = (block for block in made.exact if isinstance(block, Points))
    (members,) = (block for block in lists if block.items and block.items[0].name == first)
    return evolve(made, choices=(Points(tuple(evolve(item, items=()) for item in members.items)),))


def called_so(each: syntax.Declaration) -> str:
    """How a paragraph is called where it is spoken of."""
    name = getattr(each, "name", None)
    return f"“{spoken(name.text)}”" if isinstance(name, syntax.Name) else type(each).__name__.lower()


def procedures(env: Env) -> tuple[Entry, ...]:
    """Every procedure."""
    made = []
    for each in env.known.ruleset.declarations:
        if isinstance(each, syntax.Procedure | syntax.ProcedureFamily):
            inner, told = params_of(each.params, env)
            if isinstance(each, syntax.Procedure):
                blocks: list[Block] = [*([Paragraph(f"With {told}:")] if told else []), block(each.body, inner)]
                made.append(entry(each, each.name, blocks, inner))
            else:
                handed = listed([a(each.of.text), *([told] if told else [])])
                blocks = [Paragraph(f"For {handed}:"), *_members(each, inner)]
                made.append(with_members(entry(each, each.name, blocks, inner), each, env))
    return tuple(made)


def whenevers(env: Env) -> tuple[tuple[Table, ...], tuple[Entry, ...]]:
    """What is set off by what comes somewhere, leaves it, or changes, and a table of what sets off what."""
    made, heads = list[Entry](), dict[Span, str]()
    for each in env.known.ruleset.declarations:
        if not isinstance(each, syntax.Whenever):
            continue
        inner, field = env, each.field
        if isinstance(field, syntax.Of) and isinstance(field.subject, syntax.Word):  # any of its owners
            owner = field.subject.name
            inner = inner.bound(owner.text, the(owner.text), something(owner, env))
        if each.event != "changes":
            kind = element(field, inner) or "piece"
            assert each.binder is not None
            inner = inner.bound(each.binder.text, the(kind), one_of_them(field, inner))
            head = f"{a(kind)} {'comes to' if each.event == 'comes' else 'leaves'} {phrase(field, inner)}"
        else:
            head = f"{phrase(field, inner)} {'change' if named_many(field, inner) else 'changes'}"
            if each.binder is not None:
                inner = inner.bound(each.binder.text, "what it was before", typed(field, inner))
        bound, short = "", ""
        if each.most is not None and each.most.value == 1:
            bound, short = "; what is done here does not set it off again", " (not by itself)"
        elif each.most is not None:
            short = f" (at most {each.most.value} times in one chain)"
            bound = f"; within one chain of what sets off what at most {each.most.value} times"
        heads[each.name.span] = head + short
        happens = Paragraph(f"When {head}, this happens at once{bound}:")
        made.append(entry(each, each.name, [happens, block(each.body, inner)], inner))
    drawn = chains(env.known, heads) if heads else None
    return (drawn,) if drawn else (), tuple(made)


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
