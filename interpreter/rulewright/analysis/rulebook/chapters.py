"""The chapters of a rulebook, each from the paragraphs of the rules that belong there.

Law: every option, component, field, phase, action, menu, procedure, definition, score, invariant, secret and example of the tree
stands in some chapter, by its name or title.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from attrs import evolve, field, frozen

from rulewright.analysis.rulebook import components, zones
from rulewright.analysis.rulebook.book import Block, Item, Paragraph, Points, Section
from rulewright.analysis.rulebook.comments import Comments
from rulewright.analysis.rulebook.examples import example
from rulewright.analysis.rulebook.expressions import condition, element, is_condition, phrase, plain_phrase
from rulewright.analysis.rulebook.known import ELEMENTS, Known, is_yes_or_no
from rulewright.analysis.rulebook.sentences import Teller, after, header, limited, meant, offered, steps
from rulewright.analysis.rulebook.settled import Given
from rulewright.analysis.rulebook.speech import Env, a, listed, sentence, spoken, the, upper
from rulewright.language import syntax
from rulewright.language.elaborate.settings import plain
from rulewright.language.elaborate.settings import shown as setting_word
from rulewright.language.plurals import plural
from rulewright.language.walking import walk

HEADERS = (syntax.Pick, syntax.PickSeveral, syntax.Needs, syntax.MustChange, syntax.MustLeave)


@frozen
class Writer:
    """What every chapter is written from."""

    ruleset: syntax.Ruleset
    known: Known
    comments: Comments
    given: Given
    whole: syntax.Ruleset
    """As it was before anything was decided."""
    env: Env = field(init=False)
    teller: Teller = field(init=False)

    @env.default
    def _env(self) -> Env:
        return Env(self.known)

    @teller.default
    def _teller(self) -> Teller:
        titles = {name: title for each in self.ruleset.declarations for name, title in _titled(each)}
        return Teller(self.comments, titles)


def _titled(each: syntax.Declaration) -> Iterator[tuple[str, str]]:
    if isinstance(each, syntax.Action | syntax.ActionFamily | syntax.Choice) and each.title:
        yield each.name.text, each.title.text


def chapters(writer: Writer) -> tuple[Section, ...]:
    """All chapters that have something in them."""
    all_ = (
        _game(writer),
        _components(writer),
        _fields(writer),
        _setup(writer),
        _play(writer),
        _actions(writer),
        _procedures(writer),
        _scoring(writer),
        _terms(writer),
        _laws(writer),
        _examples(writer),
    )
    return tuple(chapter for chapter in all_ if chapter.blocks or chapter.parts)


# ---- the game


def _game(writer: Writer) -> Section:
    blocks: list[Block] = []
    for each in writer.ruleset.declarations:
        if isinstance(each, syntax.Game):
            blocks += [Paragraph(sentence(text)) for text in (writer.comments.before(each.span),) if text]
            blocks += [Paragraph(text) for text in _who_plays(each, writer)]
    options = tuple(_option(each, writer) for each in writer.ruleset.declarations if isinstance(each, syntax.Option))
    if options:
        blocks += [Paragraph("What may be agreed on before the game:"), Points(options)]
    return Section("The game", tuple(blocks))


def _who_plays(game: syntax.Game, writer: Writer) -> Iterator[str]:
    given = writer.given.get("player-count")
    yield f"For {_seats(game) if given is None else _players(f'{given}')}."
    if game.teams:
        when = f" if {condition(game.teams.when, writer.env)}" if game.teams.when else ""
        yield f"There are {game.teams.number} teams{when}; their members sit in turn around the table."
    for needs in game.needs:
        because = f", as {needs.because.text}" if needs.because else ""
        yield f"This is played only if {condition(needs.condition, writer.env)}{because}."


def _seats(game: syntax.Game) -> str:
    match game.seats:
        case syntax.Number(value):
            return _players(str(value))
        case syntax.ConstRange(low, high):
            ends = [str(end.value) if isinstance(end, syntax.Number) else end.text for end in (low, high)]
            return f"{ends[0]} to {_players(ends[1])}"
        case names:
            return f"{_players(str(len(names)))}: {listed([name.text for name in names])}"


def _players(number: str) -> str:
    return f"{number} player{'s' * (number != '1')}"


def _option(option: syntax.Option, writer: Writer) -> Item:
    """What can be chosen, what usually is, and which parts of the rules it changes."""
    name = option.name.text
    about = f" – {option.title.text}" if option.title else ""
    values = [setting_word(plain(value)) for value in option.values]
    if name in writer.given:
        chosen = setting_word(writer.given[name])
        return Item(f"{name}{about}. In this game: {chosen}.", name=name)
    usual = ", otherwise ".join(
        f"{setting_word(plain(each.value))}{f' if {condition(each.when, writer.env)}' if each.when else ''}"
        for each in option.defaults
    )
    told = f"{name}{about}. Choose {listed(values, 'or')}{f'; usually {usual}' if usual else ''}."
    places = list(dict.fromkeys(_where_asked(name, writer.whole)))
    return Item(f"{told}{f' It changes {listed(places)}.' if places else ''}", name=name)


def _where_asked(name: str, ruleset: syntax.Ruleset) -> Iterator[str]:
    """The parts of the rules that ask an option."""
    for each in ruleset.declarations:
        if any(isinstance(node, syntax.Word) and node.name.text == name for node in walk(each)):
            match each:
                case syntax.Setup():
                    yield "the setup"
                case syntax.Play():
                    yield "the course of play"
                case syntax.Scoring():
                    yield "the scoring"
                case syntax.Component(name=called):
                    yield f"the {plural(called.text)}"
                case (
                    syntax.Phase(name=called)
                    | syntax.Procedure(name=called)
                    | syntax.ProcedureFamily(name=called)
                    | syntax.Action(name=called)
                    | syntax.ActionFamily(name=called)
                    | syntax.Choice(name=called)
                    | syntax.Define(name=called)
                ):
                    yield f"“{spoken(called.text)}”"
                case _:
                    pass


# ---- things


def _components(writer: Writer) -> Section:
    values = components.named_values(writer.ruleset)
    types = components.types(writer.ruleset, writer.comments)
    parts = tuple(
        components.component(each, writer.env, writer.comments, values)
        for each in writer.ruleset.declarations
        if isinstance(each, syntax.Component)
    )
    return Section("Components", (Points(types),) if types else (), parts)


def _fields(writer: Writer) -> Section:
    blocks: list[Block] = []
    for each in writer.ruleset.declarations:
        if isinstance(each, syntax.Has) and each.fields:
            blocks.append(Paragraph(f"{zones.owners(each)}:"))
            blocks.append(Points(tuple(zones.field(one, writer.env, writer.comments) for one in each.fields)))
    return Section("What lies where", tuple(blocks))


# ---- what happens


def _setup(writer: Writer) -> Section:
    bodies = [each for each in writer.ruleset.declarations if isinstance(each, syntax.Setup)]
    return Section("Setup", tuple(_block(each.body, writer.env, writer) for each in bodies))


def _block(block: syntax.Block, env: Env, writer: Writer) -> Points:
    return Points(steps(block, env, writer.teller), steps=True)


def _play(writer: Writer) -> Section:
    bodies = [each for each in writer.ruleset.declarations if isinstance(each, syntax.Play)]
    parts = tuple(_phase(each, writer) for each in _in_order(writer.ruleset))
    return Section("Play", tuple(_block(each.body, writer.env, writer) for each in bodies), parts)


def _in_order(ruleset: syntax.Ruleset) -> list[syntax.Phase]:
    """The phases as play comes to them, at last those that others begin."""
    phases = {each.name.text: each for each in ruleset.declarations if isinstance(each, syntax.Phase)}
    found: dict[str, syntax.Phase] = {}
    waiting: list[syntax.Declaration] = [each for each in ruleset.declarations if isinstance(each, syntax.Play)]
    while waiting:
        here = waiting.pop(0)
        if isinstance(here, syntax.Phase):
            if here.name.text in found:
                continue
            found[here.name.text] = here
        named = [node.act.name.text for node in walk(here) if isinstance(node, syntax.Do)]
        waiting = [*(phases[name] for name in dict.fromkeys(named) if name in phases), *waiting]
    return [*found.values(), *(phase for name, phase in phases.items() if name not in found)]


def _phase(phase: syntax.Phase, writer: Writer) -> Section:
    env, told = _params(phase.params, writer.env)
    blocks: list[Block] = [Paragraph(sentence(phase.title.text))] if phase.title else []
    blocks += [Paragraph(f"It is about {told}.")] if told else []
    return _section(phase.name, (*blocks, _block(phase.body, env, writer)), writer, phase)


def _section(name: syntax.Name, blocks: Sequence[Block], writer: Writer, node: syntax.Declaration) -> Section:
    """A part with the author's comments."""
    notes = [sentence(text) for text in (writer.comments.before(node.span), writer.comments.first(node.span)) if text]
    single = writer.comments.source.line(node.span.start) == writer.comments.source.line(max(0, node.span.end - 1))
    beside = [Paragraph(note) for note in notes[: 1 if single else None]]
    head = next((place for place, block in enumerate(blocks) if not isinstance(block, Paragraph)), len(blocks))
    return Section(upper(spoken(name.text)), (*blocks[:head], *beside, *blocks[head:]), name=name.text)


def _params(params: Sequence[syntax.Param], env: Env) -> tuple[Env, str]:
    """What parameters are called, and what they are."""
    sorts = [_sort(param) for param in params]
    told = []
    for param, sort in zip(params, sorts, strict=True):
        name = param.name.text
        if len(name) <= 2 and sorts.count(sort) == 1 and not isinstance(param.type, syntax.ConstRange):
            env, said = env.bound(name, the(sort)), a(sort)
        elif isinstance(param.type, syntax.ConstRange):
            env, said = env.bound(name, the(name)), f"{the(name)} ({sort})"
        elif name == sort:
            env, said = env.bound(name, the(name)), a(sort)
        else:
            called = f"{sort} {name}" if len(name) <= 2 else the(name)
            env, said = env.bound(name, called), called if len(name) <= 2 else f"{called} ({a(sort)})"
        env = env.bound(name, env.locals[name], ELEMENTS.get(sort))
        told.append(said)
    return env, listed(told) if told else ""


def _sort(param: syntax.Param) -> str:
    match param.type:
        case syntax.Name(text):
            return text
        case syntax.ConstRange(low, high):
            ends = [end.text if isinstance(end, syntax.Name) else str(end.value) for end in (low, high)]
            return f"a number from {ends[0]} to {ends[1]}"
    assert_never(param.type)


def _procedures(writer: Writer) -> Section:
    parts = []
    for each in writer.ruleset.declarations:
        if isinstance(each, syntax.Procedure):
            env, told = _params(each.params, writer.env)
            about = [Paragraph(f"With {told}:")] if told else []
            parts.append(_section(each.name, (*about, _block(each.body, env, writer)), writer, each))
        elif isinstance(each, syntax.ProcedureFamily):
            parts.append(_procedure_family(each, writer))
    return Section("Steps with a name", (), tuple(parts))


def _procedure_family(each: syntax.ProcedureFamily, writer: Writer) -> Section:
    env, told = _params(each.params, writer.env)
    blocks: list[Block] = [Paragraph(f"For {listed([a(each.of.text), *([told] if told else [])])}:")]
    if each.before:
        blocks.append(_block(each.before, env, writer))
    blocks.append(Points(tuple(_member(member, env, writer) for member in each.members)))
    if each.after:
        blocks += [Paragraph("In any case, after that:"), _block(each.after, env, writer)]
    return _section(each.name, blocks, writer, each)


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


# ---- actions


def _actions(writer: Writer) -> Section:
    return Section("What you can do", (), tuple(part for each in writer.ruleset.declarations for part in _action(each, writer)))


def _action(each: syntax.Declaration, writer: Writer) -> Iterator[Section]:
    match each:
        case syntax.Action(name, params, title, body):
            env, told = _params(params, writer.env)
            blocks = [*_about(title, told), *_body(body, env, writer), *_asked_in(name.text, writer)]
            yield evolve(_section(name, blocks, writer, each), heading=name.text)
        case syntax.ActionFamily():
            yield _action_family(each, writer)
        case syntax.Choice(name, title, offers):
            points = Points(tuple(Item(f"{upper(offered(offer, writer.env, writer.teller))}.") for offer in offers))
            menu = [*_about(title, ""), Paragraph("One of these:"), points, *_asked_in(name.text, writer)]
            yield evolve(_section(name, menu, writer, each), heading=name.text)
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
            acts = node.acts if isinstance(node, syntax.Offer) else (node.ending,) if isinstance(node, syntax.ChooseUntil) else ()
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
    env, told = _params(each.params, writer.env)
    pick = syntax.Pick(each.of, each.candidates)
    blocks: list[Block] = [*_about(each.title, told), Points(header(pick, env, writer.teller))]
    env = after(pick, env)
    if each.before:
        blocks.append(Points(_lines(each.before, env, writer)))
        for line in each.before:
            env = after(line, env)
    blocks.append(Paragraph(f"What follows depends on {the(each.of.text)}:"))
    blocks.append(Points(tuple(_member(member, env, writer) for member in each.members)))
    if each.after:
        blocks += [Paragraph("In any case, after that:"), _block(each.after, env, writer)]
    return _section(each.name, (*blocks, *_asked_in(each.name.text, writer)), writer, each)


# ---- scores and terms


def _scoring(writer: Writer) -> Section:
    blocks: list[Block] = []
    for each in writer.ruleset.declarations:
        if isinstance(each, syntax.Scoring):
            blocks += [block for part in each.parts for block in _score(part, writer)]
    return Section("End and scoring", (*_end(writer), *blocks), name="scoring")


def _score(part: syntax.Score | syntax.Winners, writer: Writer) -> Iterator[Block]:
    match part:
        case syntax.Score(of, subject, body):
            env = _subject(of.text, subject, writer.env)
            yield from _result(f"The score of a {of.text}", body, env, writer.comments.whole(part.span))
        case syntax.Winners(body):
            yield from _result("The winners", body, writer.env, writer.comments.whole(part.span), verb="are")


def _subject(of: str, subject: syntax.Name | None, env: Env) -> Env:
    """What a definition is about: `it`, the name of its type, or a name of its own."""
    said = the(of)
    return env.bound(subject.text if subject else of, said, ELEMENTS.get(of)).meaning(said)


def _result(head: str, body: syntax.Body, env: Env, note: str = "", verb: str = "is") -> Iterator[Block]:
    """What a body comes to: a sentence, or a list of cases."""
    lets = []
    for let in body.lets:
        lets.append(meant(let.name.text, plain_phrase(let.value, env)))
        env = after(let, env)
    before = f"{' '.join(lets)} " if lets else ""
    behind = f" {sentence(note)}" if note else ""
    if not isinstance(body.result, tuple):
        value = _value(body.result, env)
        one = element(body.result, env)
        verb = "are" if one and value.startswith(f"the {plural(one)} ") else verb
        yield Paragraph(f"{before}{head} {verb} {value}.{behind}")
        return
    yield Paragraph(f"{before}{head} {verb}, by the first of these lines that fits:")
    yield Points(tuple(Item(f"{_case(case, env)}.") for case in body.result))
    if note:
        yield Paragraph(sentence(note))


def _value(node: syntax.Expr, env: Env) -> str:
    return f"whether {condition(node, env)}" if is_condition(node, env) else phrase(node, env)


def _case(case: syntax.BodyCase, env: Env) -> str:
    when = "otherwise" if case.when is None else f"if {condition(case.when, env)}"
    return f"{upper(when)}: {_value(case.value, env)}"


def _end(writer: Writer) -> Iterator[Block]:
    """How the game comes to its end."""
    points = []
    for each in writer.ruleset.declarations:
        if isinstance(each, syntax.Play) and not any(isinstance(one, syntax.Repeat) and one.until is None for one in each.body):
            points.append(Item("The game ends when all steps of the chapter “Play” have been done."))
    for section in (_setup(writer), _play(writer), *_play(writer).parts, *_actions(writer).parts, *_procedures(writer).parts):
        for block in section.blocks:
            if isinstance(block, Points):
                points.extend(Item(f"In “{spoken(section.name or section.heading)}”: {text}") for text in _ends(block.items, ""))
    if points:
        yield Paragraph("How the game ends:")
        yield Points(tuple(points))


def _ends(items: Sequence[Item], path: str) -> Iterator[str]:
    """The points at which the game ends, with the conditions above them."""
    for item in items:
        if item.items:
            head = item.text.partition(" do this")[0].rstrip(":,") if item.text.startswith(("If ", "Otherwise")) else ""
            yield from _ends(item.items, f"{path}{head}; " if head else path)
        elif "he game ends" in item.text:
            yield f"{path}{item.text}"


def _terms(writer: Writer) -> Section:
    parts = tuple(_define(each, writer) for each in writer.ruleset.declarations if isinstance(each, syntax.Define))
    about = "What stands in “quotation marks” elsewhere, and is no move, is explained here or above."
    return Section("Terms", (Paragraph(about),) if parts else (), parts)


def _define(each: syntax.Define, writer: Writer) -> Section:
    name, env = each.name.text, writer.env
    env = _subject(each.of.text, each.subject, env) if each.of else env
    env, told = _params(each.params, env)
    whose = listed([text for text in (a(each.of.text) if each.of else "", told) if text]) if each.of or told else ""
    verdict = is_yes_or_no(writer.known, name)
    if verdict and each.of and not each.params:
        head = f"{upper(a(each.of.text))} is {spoken(name)}"
    elif verdict:
        head = f"“{spoken(name)}” holds{f' for {whose}' if whose else ''}"
    else:
        head = f"The {spoken(name)}{f' of {whose}' if each.of else f' for {whose}' if whose else ''}"
    note = writer.comments.first(each.span)
    blocks = _verdict(head, each.body, env, note) if verdict else _result(head, each.body, env, note)
    return Section(upper(spoken(name)), tuple(blocks), name=name)


def _verdict(head: str, body: syntax.Body, env: Env, note: str) -> Iterator[Block]:
    """A yes/no definition: when it holds."""
    for let in body.lets:
        yield Paragraph(meant(let.name.text, plain_phrase(let.value, env)))
        env = after(let, env)
    behind = f" {sentence(note)}" if note else ""
    if not isinstance(body.result, tuple):
        yield Paragraph(f"{head} if {condition(body.result, env)}.{behind}")
        return
    yield Paragraph(f"{head}, by the first of these lines that fits:{behind and f' ({note})'}")
    yield Points(tuple(Item(f"{_verdict_case(case, env)}.") for case in body.result))


def _verdict_case(case: syntax.BodyCase, env: Env) -> str:
    when = "Otherwise" if case.when is None else f"If {condition(case.when, env)}"
    if isinstance(case.value, syntax.YesNo):
        return f"{when}: {'yes' if case.value.value else 'no'}"
    return f"{when}: only if {condition(case.value, env)}"


# ---- laws and examples


def _laws(writer: Writer) -> Section:
    titles = [Item(f"{upper(each.title.text)}.") for each in writer.ruleset.declarations if isinstance(each, syntax.Invariant)]
    secrets = [Item(f"{upper(each.title.text)}: {_secret(each, writer.env)}.") for each in writer.ruleset.declarations if isinstance(each, syntax.Secret)]
    blocks: list[Block] = []
    if titles:
        blocks += [Paragraph("This is so at any time:"), Points(tuple(titles))]
    if secrets:
        blocks += [Paragraph("This stays secret:"), Points(tuple(secrets))]
    return Section("What always holds", tuple(blocks))


def _secret(each: syntax.Secret, env: Env) -> str:
    who = {"owner": "its owner", "viewers": "who may look at it"}.get(each.who.text, each.who.text) if each.who else ""
    match each.zone:
        case syntax.Of(syntax.Word(owners), syntax.Member(name, None)) if owners.text in env.known.types:
            zone = f"the {name.text} of {a(env.known.types[owners.text])}"
        case zone_:
            zone = phrase(zone_, env)
    return f"nobody{f' but {who}' if who else ''} sees {zone}"


def _examples(writer: Writer) -> Section:
    shown = [each for each in writer.ruleset.declarations if isinstance(each, syntax.Example)]
    return Section("Examples", (), tuple(example(each, writer.env) for each in shown))
