"""The chapters of what players can do, and of the steps that have a name."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from attrs import evolve

from rulewright.analysis.rulebook.book import Block, Item, Paragraph, Points, Section
from rulewright.analysis.rulebook.meaning import Env, after
from rulewright.analysis.rulebook.sentences import header, limited, offered
from rulewright.analysis.rulebook.speech import a, listed, sentence, spoken, the, upper
from rulewright.analysis.rulebook.writer import Writer, block, params_of, part
from rulewright.language import syntax
from rulewright.language.walking import walk

HEADERS: Final = (syntax.Pick, syntax.PickSeveral, syntax.Needs, syntax.MustChange, syntax.MustLeave)


def actions(writer: Writer) -> Section:
    """Every action and menu."""
    return Section(
        "What you can do", (), tuple(part for each in writer.ruleset.declarations for part in _action(each, writer))
    )


def _action(each: syntax.Declaration, writer: Writer) -> Iterator[Section]:
    match each:
        case syntax.Action(name, params, title, body):
            env, told = params_of(params, writer.env)
            blocks: list[Block] = [*_about(title, told), *_body(body, env, writer), *_asked_in(name.text, writer)]
            yield evolve(part(name, blocks, writer, each), heading=name.text)
        case syntax.ActionFamily():
            yield _action_family(each, writer)
        case syntax.Choice(name, title, offers, needs=needs):
            guards = [Points(header(line, writer.env, writer.teller)) for line in needs]
            points = Points(tuple(Item(f"{upper(offered(offer, writer.env, writer.teller))}.") for offer in offers))
            blocks = [*_about(title, ""), *guards, Paragraph("One of these:"), points, *_asked_in(name.text, writer)]
            yield evolve(part(name, blocks, writer, each), heading=name.text)
        case _:
            return


def _about(title: syntax.Text | None, told: str) -> Iterator[Paragraph]:
    if title:
        yield Paragraph(sentence(title.text))
    if told:
        yield Paragraph(f"It is about {told}.")


def _body(body: Sequence[syntax.ActionLine], env: Env, writer: Writer) -> Iterator[Block]:
    """First what is picked and what must be so, then what happens."""
    last = max((place for place, line in enumerate(body) if isinstance(line, HEADERS)), default=-1)
    for line in body[: last + 1]:
        env_here = env
        env = after(line, env)
        yield Points(header(line, env_here, writer.teller))
    rest = _lines(body[last + 1 :], env, writer)
    if rest:
        yield Points(rest, steps=True)


def _asked_in(name: str, writer: Writer) -> Iterator[Paragraph]:
    """Where somebody is asked for an action."""
    places = []
    for each in writer.ruleset.declarations:
        if isinstance(each, syntax.Accepted | syntax.Example):
            continue
        for node in walk(each):
            acts = (
                node.acts
                if isinstance(node, syntax.Offer)
                else (node.ending,)
                if isinstance(node, syntax.ChooseUntil)
                else ()
            )
            if any(act.name.text == name for act in acts):
                limit = limited(node.limit) if isinstance(node, syntax.Offer) else ""
                places.append(f"{_called(each)}{limit}")
    if places:
        yield Paragraph(f"You are asked for it in {listed(list(dict.fromkeys(places)))}.")


def _called(each: syntax.Declaration) -> str:
    """How a paragraph is called where it is spoken of."""
    name = getattr(each, "name", None)
    return f"“{spoken(name.text)}”" if isinstance(name, syntax.Name) else type(each).__name__.lower()


def _action_family(each: syntax.ActionFamily, writer: Writer) -> Section:
    env, told = params_of(each.params, writer.env)
    pick = syntax.Pick(each.of, each.candidates, if_any=False)
    blocks: list[Block] = [*_about(each.title, told), Points(header(pick, env, writer.teller))]
    env = after(pick, env)
    if each.before:
        blocks.append(Points(_lines(each.before, env, writer)))
        for line in each.before:
            env = after(line, env)
    blocks.append(Paragraph(f"What follows depends on {the(each.of.text)}:"))
    blocks.append(Points(tuple(_member(member, env, writer) for member in each.members)))
    if each.after:
        blocks += [Paragraph("In any case, after that:"), block(each.after, env, writer)]
    return part(each.name, (*blocks, *_asked_in(each.name.text, writer)), writer, each)


# ---- steps with a name


def procedures(writer: Writer) -> Section:
    """Every procedure."""
    parts = []
    for each in writer.ruleset.declarations:
        if isinstance(each, syntax.Procedure):
            env, told = params_of(each.params, writer.env)
            about = [Paragraph(f"With {told}:")] if told else []
            parts.append(part(each.name, (*about, block(each.body, env, writer)), writer, each))
        elif isinstance(each, syntax.ProcedureFamily):
            parts.append(_procedure_family(each, writer))
    return Section("Steps with a name", (), tuple(parts))


def _procedure_family(each: syntax.ProcedureFamily, writer: Writer) -> Section:
    env, told = params_of(each.params, writer.env)
    blocks: list[Block] = [Paragraph(f"For {listed([a(each.of.text), *([told] if told else [])])}:")]
    if each.before:
        blocks.append(block(each.before, env, writer))
    blocks.append(Points(tuple(_member(member, env, writer) for member in each.members)))
    if each.after:
        blocks += [Paragraph("In any case, after that:"), block(each.after, env, writer)]
    return part(each.name, blocks, writer, each)


def _member(member: syntax.FamilyMember, env: Env, writer: Writer) -> Item:
    """What is done for some values of a family."""
    names = [value.text for value in member.values]
    about = f" – {member.title.text}" if member.title else ""
    return Item(f"{upper(listed(names, 'or'))}{about}", _lines(member.body, env, writer), name=names[0])


def _lines(body: Iterable[syntax.ActionLine], env: Env, writer: Writer) -> tuple[Item, ...]:
    """The lines of an action, one after the other."""
    items: list[Item] = []
    for line in body:
        items.extend(header(line, env, writer.teller))
        env = after(line, env)
    return tuple(items)
