"""The chapters of what players can do, and of the steps that have a name."""

from collections.abc import Iterator, Sequence

from attrs import evolve

from rulewright.analysis.report.document import Block, Item, Paragraph, Points, Section
from rulewright.analysis.rulebook.meaning import Env, after
from rulewright.analysis.rulebook.sentences import header, limited, offered, steps
from rulewright.analysis.rulebook.speech import a, listed, sentence, spoken, the
from rulewright.analysis.rulebook.writer import block, params_of, part
from rulewright.language import syntax
from rulewright.language.walking import walk
from rulewright.language.wording import up


def actions(env: Env) -> Section:
    """Every action and menu."""
    return Section(
        "What you can do", (), tuple(part for each in env.known.ruleset.declarations for part in _action(each, env))
    )


def _action(each: syntax.Declaration, env: Env) -> Iterator[Section]:
    match each:
        case syntax.Action(name, params, title, body):
            env, told = params_of(params, env)
            blocks: list[Block] = [*titled(title, told), *_body(body, env), *_asked_in(name.text, env)]
            yield evolve(part(name, blocks, env, each), heading=name.text)
        case syntax.ActionFamily():
            yield _action_family(each, env)
        case syntax.Choice(name, title, offers, needs=needs):
            guards = [Points(header(line, env)) for line in needs]
            points = Points(tuple(Item(f"{up(offered(offer, env))}.") for offer in offers))
            blocks = [*titled(title, ""), *guards, Paragraph("One of these:"), points, *_asked_in(name.text, env)]
            yield evolve(part(name, blocks, env, each), heading=name.text)
        case _:
            return


def titled(title: syntax.Text | None, told: str) -> Iterator[Paragraph]:
    """What is for the title, and what is handed over."""
    if title:
        yield Paragraph(sentence(title.text))
    if told:
        yield Paragraph(f"It is about {told}.")


def _body(body: Sequence[syntax.ActionLine], env: Env) -> Iterator[Block]:
    """First what is picked and what must be so, then what happens."""
    last = max((place for place, line in enumerate(body) if isinstance(line, syntax.Header)), default=-1)
    for line in body[: last + 1]:
        yield Points(header(line, env))
        env = after(line, env)
    if body[last + 1 :]:
        yield block(body[last + 1 :], env)


def _asked_in(name: str, env: Env) -> Iterator[Paragraph]:
    """Where somebody is asked for an action."""
    places = []
    for each in env.known.ruleset.declarations:
        if isinstance(each, syntax.Accepted | syntax.Example):
            continue
        for node in walk(each):
            if isinstance(node, syntax.Offer) and any(act.name.text == name for act in node.acts):
                places.append(f"{called_so(each)}{limited(node.limit)}")
            if isinstance(node, syntax.ChooseUntil) and node.ending.name.text == name:
                places.append(called_so(each))
    if places:
        yield Paragraph(f"You are asked for it in {listed(list(dict.fromkeys(places)))}.")


def called_so(each: syntax.Declaration) -> str:
    """How a paragraph is called where it is spoken of."""
    name = getattr(each, "name", None)
    return f"“{spoken(name.text)}”" if isinstance(name, syntax.Name) else type(each).__name__.lower()


def _action_family(each: syntax.ActionFamily, env: Env) -> Section:
    env, told = params_of(each.params, env)
    pick = syntax.Pick(each.of, each.candidates, if_any=False)
    about: list[Block] = [*titled(each.title, told), Points(header(pick, env))]
    members = _members(each, after(pick, env), [Paragraph(f"What follows depends on {the(each.of.text)}:")])
    return part(each.name, (*about, *members, *_asked_in(each.name.text, env)), env, each)


def _members(
    each: syntax.ActionFamily | syntax.ProcedureFamily, env: Env, head: Sequence[Block] = ()
) -> Iterator[Block]:
    """What is done for all values of a family, and for each."""
    if each.before:
        yield Points(steps(each.before, env), steps=isinstance(each, syntax.ProcedureFamily))
        for line in each.before:
            env = after(line, env)
    yield from head
    yield Points(tuple(_member(member, env) for member in each.members))
    if each.after:
        yield Paragraph("In any case, after that:")
        yield block(each.after, env)


# ---- steps with a name


def procedures(env: Env) -> Section:
    """Every procedure."""
    found = (_procedure(each, env) for each in env.known.ruleset.declarations)
    return Section("Steps with a name", (), tuple(each for each in found if each is not None))


def _procedure(each: syntax.Declaration, env: Env) -> Section | None:
    match each:
        case syntax.Procedure():
            env, told = params_of(each.params, env)
            about = [Paragraph(f"With {told}:")] if told else []
            return part(each.name, (*about, block(each.body, env)), env, each)
        case syntax.ProcedureFamily():
            env, told = params_of(each.params, env)
            about = [Paragraph(f"For {listed([a(each.of.text), *([told] if told else [])])}:")]
            return part(each.name, (*about, *_members(each, env)), env, each)
        case _:
            return None


def _member(member: syntax.FamilyMember, env: Env) -> Item:
    """What is done for some values of a family."""
    names = [value.text for value in member.values]
    about = f" – {member.title.text}" if member.title else ""
    return Item(f"{up(listed(names, 'or'))}{about}", steps(member.body, env), name=names[0])
