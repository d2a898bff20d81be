"""The chapters of a rulebook, each from the paragraphs of the rules that belong there.

Law: every option, component, field, phase, action, menu, procedure, definition, score, invariant, secret and example of
the tree stands in some chapter, by its name or title.
"""

import re
from collections.abc import Iterator

from rulewright.analysis.rulebook import components, zones
from rulewright.analysis.rulebook.actions import actions, procedures
from rulewright.analysis.rulebook.book import Block, Item, Paragraph, Points, Section
from rulewright.analysis.rulebook.examples import example
from rulewright.analysis.rulebook.expressions import condition, phrase
from rulewright.analysis.rulebook.naming import zone_name
from rulewright.analysis.rulebook.scores import scoring, terms
from rulewright.analysis.rulebook.speech import Env, a, listed, sentence, spoken, upper
from rulewright.analysis.rulebook.writer import Writer, block, params_of, part
from rulewright.language import syntax
from rulewright.language.elaborate.settings import plain
from rulewright.language.option_settings import shown as setting_word
from rulewright.language.plurals import plural
from rulewright.language.walking import walk


def chapters(writer: Writer) -> tuple[Section, ...]:
    """All chapters that have something in them."""
    happening = (_setup(writer), _play(writer), actions(writer), procedures(writer))
    all_ = (
        _game(writer),
        _components(writer),
        _fields(writer),
        *happening,
        scoring(writer, happening),
        terms(writer),
        _laws(writer),
        _examples(writer),
    )
    return tuple(chapter for chapter in all_ if chapter.blocks or chapter.parts)


# ---- the game


def _game(writer: Writer) -> Section:
    blocks: list[Block] = []
    for each in writer.ruleset.declarations:
        if isinstance(each, syntax.Game):
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
        because = f": {needs.because.text}" if needs.because else ""
        yield f"The game can be played only if {condition(needs.condition, writer.env)}{because}."


def _seats(game: syntax.Game) -> str:
    match game.seats:
        case syntax.Number(value):
            return _players(str(value))
        case syntax.ConstRange(low, high):
            ends = [str(end.value) if isinstance(end, syntax.Number) else end.text for end in (low, high)]
            next_to = all(end.isdecimal() for end in ends) and int(ends[1]) == int(ends[0]) + 1
            return f"{ends[0]} {'or' if next_to else 'to'} {_players(ends[1])}"
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
    remembered: list[Item] = []
    for each in writer.ruleset.declarations:
        fields = [(zones.is_memory(one), zones.field(one, writer.env, writer.comments)) for one in zones.told(each)]
        remembered += [item for memory, item in fields if memory]
        told = tuple(item for memory, item in fields if not memory)
        if isinstance(each, syntax.Has) and told:
            blocks += [Paragraph(f"{zones.owners(each)}:"), Points(told)]
    blocks += [Paragraph("To be remembered:"), Points(tuple(remembered))] if remembered else []
    return Section("What lies where", tuple(blocks))


# ---- what happens


def _setup(writer: Writer) -> Section:
    bodies = [each for each in writer.ruleset.declarations if isinstance(each, syntax.Setup)]
    return Section("Setup", tuple(block(each.body, writer.env, writer) for each in bodies))


def _play(writer: Writer) -> Section:
    bodies = [each for each in writer.ruleset.declarations if isinstance(each, syntax.Play)]
    parts = tuple(_phase(each, writer) for each in _in_order(writer.ruleset))
    return Section("Play", tuple(block(each.body, writer.env, writer) for each in bodies), parts)


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
    env, told = params_of(phase.params, writer.env)
    title = phase.title.text.replace("{you}", "the player") if phase.title else ""
    filled = re.sub(r"\{([^{}]*)\}", lambda hole: f"({spoken(hole[1])})", title)
    blocks: list[Block] = [Paragraph(sentence(filled))] if title else []
    blocks += [Paragraph(f"It is about {told}.")] if told else []
    return part(phase.name, (*blocks, block(phase.body, env, writer)), writer, phase)


# ---- laws and examples


def _laws(writer: Writer) -> Section:
    titles = [
        Item(f"{upper(each.title.text)}.") for each in writer.ruleset.declarations if isinstance(each, syntax.Invariant)
    ]
    secrets = [
        Item(f"{upper(each.title.text)}: {_secret(each, writer.env)}.")
        for each in writer.ruleset.declarations
        if isinstance(each, syntax.Secret)
    ]
    blocks: list[Block] = []
    if titles:
        blocks += [Paragraph("This is so at any time:"), Points(tuple(titles))]
    if secrets:
        blocks += [Paragraph("This stays secret:"), Points(tuple(secrets))]
    return Section("What always holds", tuple(blocks))


def _secret(each: syntax.Secret, env: Env) -> str:
    who = (
        {"owner": "its owner", "others": "the others", "viewers": "who may look at it"}.get(
            each.who.text, each.who.text
        )
        if each.who
        else ""
    )
    match each.zone:
        case syntax.Of(syntax.Word(owners), syntax.Member(name, None)) if owners.text in env.known.types:
            zone = f"the {zone_name(name.text, env)} of {a(env.known.types[owners.text])}"
        case zone_:
            zone = phrase(zone_, env)
    return f"nobody{f' but {who}' if who else ''} sees {zone}"


def _examples(writer: Writer) -> Section:
    shown = [each for each in writer.ruleset.declarations if isinstance(each, syntax.Example)]
    return Section("Examples", (), tuple(example(each, writer.env) for each in shown))
