"""From the tree of a ruleset to its rulebook."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import assert_never

from rulewright.analysis.rulebook import components, zones
from rulewright.analysis.rulebook.actions import actions, procedures
from rulewright.analysis.rulebook.book import Block, Book, Item, Paragraph, Points, Section
from rulewright.analysis.rulebook.comments import comments_of
from rulewright.analysis.rulebook.doing import face_down, in_rows
from rulewright.analysis.rulebook.expressions import condition, named_many, phrase
from rulewright.analysis.rulebook.meaning import Env, Given, is_condition, known_of
from rulewright.analysis.rulebook.naming import is_described, zone_name
from rulewright.analysis.rulebook.scores import scoring, terms
from rulewright.analysis.rulebook.settled import settled
from rulewright.analysis.rulebook.speech import a, listed, sentence, spoken, upper
from rulewright.analysis.rulebook.writer import Writer, block, params_of, part
from rulewright.language import core, syntax
from rulewright.language.elaborate.environment import SeqValue, Value
from rulewright.language.elaborate.settings import game_of, plain, player_counts
from rulewright.language.option_settings import shown as setting_word
from rulewright.language.parser import parse
from rulewright.language.plurals import plural
from rulewright.language.source import Source
from rulewright.language.types import PLAYER
from rulewright.language.walking import walk

# ---- the examples of the rules as situations


def example(each: syntax.Example, env: Env) -> Section:
    """An example as a part of a chapter."""
    env = env.naming("winners", SeqValue(core.Values(len(env.known.world.values["player"])), PLAYER))
    playing = (name.text for part in each.parts if isinstance(part, syntax.ExamplePlayers) for name in part.names)
    for name in (*env.known.world.values["player"], *playing):
        env = env.naming(name, Value(core.Const(0, PLAYER), PLAYER))
    return Section(upper(each.title.text), tuple(block for part in each.parts for block in _part(part, env)))


def _part(part: syntax.ExamplePart, env: Env) -> Iterator[Block]:
    match part:
        case syntax.ExamplePlayers(names):
            yield Paragraph(f"{upper(listed([name.text for name in names]))} play.")
        case syntax.ExampleOptions(settings):
            chosen = [f"{each.option.text} is {_word(each.value)}" for each in settings]
            yield Paragraph(f"They have agreed that {listed(chosen)}.")
        case syntax.ExampleGiven(givens):
            yield Points(tuple(Item(f"{upper(_given(each, env))}.") for each in givens))
        case syntax.ExampleAt(name, _, _, seat):
            turn = f" of {seat.text}" if seat else ""
            yield Paragraph(f"We are in “{spoken(name.text)}”{turn}.")
        case syntax.ExampleWhen(events):
            yield Points(tuple(Item(f"{upper(_event(each, env))}.") for each in events), steps=True)
        case syntax.ExampleThen(checks):
            yield Paragraph("Now:")
            yield Points(tuple(_check(each, env) for each in checks))
        case _:
            assert_never(part)


def _word(word: syntax.ExampleWord) -> str:
    if isinstance(word.value, bool):
        return "yes" if word.value else "no"
    return str(word.value)


def _given(given: syntax.Given, env: Env) -> str:
    match given:
        case syntax.Holds():
            return _holds(given, env)
        case syntax.HoldsPicture():
            return _picture(given, env)
        case syntax.GivenIs(target, value, of_each):
            each = "each " * of_each
            if isinstance(value, syntax.YesNo) and is_condition(target, env):
                return each + condition(target, env, holds=value.value)
            verb = "are" if named_many(target, env) else "is"
            return f"{each}{phrase(target, env)} {verb} {phrase(value, env)}"
    assert_never(given)


def _holds(holds: syntax.Holds, env: Env) -> str:
    if not holds.items:
        return condition(syntax.Empty(holds.zone, negated=False), env)
    many = named_many(holds.zone, env)
    verb = ("are" if many else "is") if is_described(holds.zone, env) else "hold" if many else "holds"
    return f"{phrase(holds.zone, env)} {verb} {_items(holds.items)}"


def _items(items: Sequence[syntax.Item | syntax.Rest]) -> str:
    return listed(["everything else" if isinstance(item, syntax.Rest) else _item(item) for item in items])


def _item(item: syntax.Item) -> str:
    times = f" ({item.number} of it)" if item.number != 1 else ""
    return f"{_word(item.word)}{face_down(item.viewers)}{times}"


def _picture(picture: syntax.HoldsPicture, env: Env) -> str:
    """A board, row by row from the top."""
    return f"{phrase(picture.zone, env)} holds, row by row from the top: {in_rows(picture.rows)}"


def _event(event: syntax.Event, env: Env) -> str:
    match event:
        case syntax.Plays(seat, move):
            return f"{seat.text} plays {_move(move)}"
        case syntax.Gives(label, items):
            source = label.text if isinstance(label, syntax.Text) else phrase(label, env)
            return f"chance (“{source.removeprefix('the ')}”) gives {_items(items)}"
    assert_never(event)


def _move(move: syntax.MoveText) -> str:
    return f"“{' '.join((move.action.text, *map(_word, move.words)))}”"


def _check(check: syntax.Check, env: Env) -> Item:
    if isinstance(check, syntax.CanOnly):
        return Item(
            f"{check.seat.text} can play only these:", tuple(Item(_move(move)) for move in check.moves), steps=False
        )
    return Item(f"{upper(_checked(check, env))}.")


def _checked(check: syntax.Check, env: Env) -> str:
    match check:
        case syntax.Holding(wanted):
            return condition(wanted, env)
        case syntax.Holds():
            return _holds(check, env)
        case syntax.HoldsPicture():
            return _picture(check, env)
        case syntax.Can(seat, move):
            return f"{seat.text} can play {_move(move)}"
        case syntax.Cannot(seat, move, because):
            return f"{seat.text} cannot play {_move(move)}{f': {because.text}' if because else ''}"
        case syntax.CanOnly(seat, moves):
            return f"{seat.text} can play only {listed([_move(move) for move in moves])}"
        case syntax.HasMoves(seat, number):
            return f"{seat.text} has {number} move{'s' * (number != 1)} to choose from"
        case syntax.Decides(seat):
            return f"it is for {seat.text} to decide"
        case syntax.Refused(because):
            return f"this setting is not allowed{f': {because.text}' if because else ''}"
        case syntax.Sees(seat, what, negated):
            return f"{seat.text} {'does not see' if negated else 'sees'} {phrase(what, env)}"
    assert_never(check)


# ---- the chapters of a rulebook, each from the paragraphs of the rules that belong there


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
    types = components.types(writer.ruleset, writer.comments)
    parts = tuple(
        components.component(each, writer.env, writer.comments, _total(each, writer))
        for each in writer.ruleset.declarations
        if isinstance(each, syntax.Component)
    )
    return Section("Components", (Points(types),) if types else (), parts)


def _total(each: syntax.Component, writer: Writer) -> int | None:
    """How many pieces there are, where no setting changes that."""
    made = next((one for one in writer.known.world.components if one.name == each.name.text), None)
    asked = {name.text for name in walk(each) if isinstance(name, syntax.Name)}
    if asked & {"player", "team"} or any(row.copies and row.copies.per_player for row in each.rows):
        asked.add("player-count")
    settled_ = {*writer.given, *(["player-count"] if len(player_counts(writer.whole)) == 1 else [])}
    unknown = {*writer.known.world.option_names, "player-count"} - settled_
    return made.pieces if made and not asked & unknown else None


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


def rulebook(source: Source, ruleset: syntax.Ruleset, given: Given | None = None) -> Book:
    """The rulebook of a ruleset. `given`: the options and the `player-count` that are known; what they decide is told
    as decided, everything else with its condition."""
    game = game_of(ruleset)
    given = given or {}
    writer = Writer(
        settled(source, ruleset, given), known_of(source, ruleset, given), comments_of(source), given, ruleset
    )
    title = game.title.text if game else source.name
    subtitle = game.subtitle.text if game and game.subtitle else ""
    return Book(title, subtitle, chapters(writer))


def rulebook_of(text: str, given: Given) -> Book:
    """The rulebook of a text that is a ruleset, at one setting; asked again it is there at once."""
    return _made(text, tuple(given.items()))


@lru_cache(maxsize=1)
def _made(text: str, given: tuple[tuple[str, int | str | bool], ...]) -> Book:
    source = Source("rules", text)
    return rulebook(source, parse(source).ruleset, dict(given))
