"""From the tree of a ruleset to its rulebook."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, assert_never

from attrs import evolve

from rulewright.analysis.report.document import Block, Document, Item, Paragraph, Points, Section
from rulewright.analysis.rulebook import components
from rulewright.analysis.rulebook.chapters import (
    actions,
    block,
    called_so,
    params_of,
    part,
    procedures,
    scoring,
    terms,
    titled,
)
from rulewright.analysis.rulebook.doing import face_down, in_rows
from rulewright.analysis.rulebook.expressions import condition, named_many, phrase
from rulewright.analysis.rulebook.meaning import Env, Known, is_condition, known_of
from rulewright.analysis.rulebook.naming import is_described, zone_name
from rulewright.analysis.rulebook.settled import Given
from rulewright.analysis.rulebook.speech import a, listed, several, spoken
from rulewright.language import core, syntax
from rulewright.language.component_rows import end_words
from rulewright.language.elaborate.environment import SeqValue, Value
from rulewright.language.elaborate.settings import game_of, plain, player_counts, values_of
from rulewright.language.parser import parse
from rulewright.language.source import Source
from rulewright.language.types import PLAYER, shown_option
from rulewright.language.walking import walk
from rulewright.language.wording import plural, up

PARTS: Final[dict[type, str]] = {
    syntax.Setup: "the setup",
    syntax.Play: "the course of play",
    syntax.Scoring: "the scoring",
}
"""What paragraphs are called that have no name."""
SEEING: Final = {"owner": "its owner", "others": "the others", "viewers": "who may look at it"}

# ---- the examples of the rules as situations


def example(each: syntax.Example, env: Env) -> Section:
    """An example as a part of a chapter."""
    env = env.naming("winners", SeqValue(core.Values(len(env.known.world.values["player"])), PLAYER))
    playing = (name.text for part in each.parts if isinstance(part, syntax.ExamplePlayers) for name in part.names)
    for name in (*env.known.world.values["player"], *playing):
        env = env.naming(name, Value(core.Const(0, PLAYER), PLAYER))
    return Section(up(each.title.text), tuple(block for part in each.parts for block in _part(part, env)))


def _part(part: syntax.ExamplePart, env: Env) -> Iterator[Block]:
    match part:
        case syntax.ExamplePlayers(names):
            yield Paragraph(f"{up(listed([name.text for name in names]))} play.")
        case syntax.ExampleOptions(settings):
            chosen = [f"{each.option.text} is {shown_option(each.value.value)}" for each in settings]
            yield Paragraph(f"They have agreed that {listed(chosen)}.")
        case syntax.ExampleGiven(givens):
            yield Points(tuple(Item(f"{up(_given(each, env))}.") for each in givens))
        case syntax.ExampleAt(name, _, _, seat):
            turn = f" of {seat.text}" if seat else ""
            yield Paragraph(f"We are in “{spoken(name.text)}”{turn}.")
        case syntax.ExampleWhen(events):
            yield Points(tuple(Item(f"{up(_event(each, env))}.") for each in events), steps=True)
        case syntax.ExampleThen(checks):
            yield Paragraph("Now:")
            yield Points(tuple(_check(each, env) for each in checks))
        case _:
            assert_never(part)


def _given(given: syntax.Given, env: Env) -> str:
    if not isinstance(given, syntax.GivenIs):
        return _holds(given, env)
    each = "each " * given.of_each
    if isinstance(given.value, syntax.YesNo) and is_condition(given.target, env):
        return each + condition(given.target, env, holds=given.value.value)
    verb = "are" if named_many(given.target, env) else "is"
    return f"{each}{phrase(given.target, env)} {verb} {phrase(given.value, env)}"


def _holds(holds: syntax.Holds | syntax.HoldsPicture, env: Env) -> str:
    if isinstance(holds, syntax.HoldsPicture):
        return f"{phrase(holds.zone, env)} holds, row by row from the top: {in_rows(holds.rows)}"
    if not holds.items:
        return condition(syntax.Empty(holds.zone, negated=False), env)
    many = named_many(holds.zone, env)
    verb = ("are" if many else "is") if is_described(holds.zone, env) else "hold" if many else "holds"
    return f"{phrase(holds.zone, env)} {verb} {listed([*map(_item, holds.items)])}"


def _item(item: syntax.Item | syntax.Rest) -> str:
    if isinstance(item, syntax.Rest):
        return "everything else"
    times = f" ({item.number} of it)" if item.number != 1 else ""
    return f"{shown_option(item.word.value)}{face_down(item.viewers)}{times}"


def _event(event: syntax.Event, env: Env) -> str:
    match event:
        case syntax.Plays(seat, move):
            return f"{seat.text} plays {_move(move)}"
        case syntax.Gives(label, items):
            source = label.text if isinstance(label, syntax.Text) else phrase(label, env)
            return f"chance (“{source.removeprefix('the ')}”) gives {listed([*map(_item, items)])}"
    assert_never(event)


def _move(move: syntax.MoveText) -> str:
    return f"“{' '.join((move.action.text, *(shown_option(word.value) for word in move.words)))}”"


def _check(check: syntax.Check, env: Env) -> Item:
    match check:
        case syntax.CanOnly(seat, moves):
            return Item(f"{seat.text} can play only these:", tuple(Item(_move(move)) for move in moves), steps=False)
        case syntax.Holding(wanted):
            said = condition(wanted, env)
        case syntax.Holds() | syntax.HoldsPicture():
            said = _holds(check, env)
        case syntax.Can(seat, move):
            said = f"{seat.text} can play {_move(move)}"
        case syntax.Cannot(seat, move, because):
            said = f"{seat.text} cannot play {_move(move)}{f': {because.text}' if because else ''}"
        case syntax.HasMoves(seat, number):
            said = f"{seat.text} has {several(str(number), 'move')} to choose from"
        case syntax.Decides(seat):
            said = f"it is for {seat.text} to decide"
        case syntax.Refused(because):
            said = f"this setting is not allowed{f': {because.text}' if because else ''}"
        case syntax.Sees(seat, what, negated):
            said = f"{seat.text} {'does not see' if negated else 'sees'} {phrase(what, env)}"
        case _:
            assert_never(check)
    return Item(f"{up(said)}.")


# ---- the chapters of a rulebook, each from the paragraphs of the rules that belong there


def chapters(env: Env) -> tuple[Section, ...]:
    """All chapters that have something in them."""
    happening = (
        Section("Setup", tuple(block(each.body, env) for each in env.known.all(syntax.Setup))),
        _play(env),
        actions(env),
        procedures(env),
    )
    examples = tuple(example(each, env) for each in env.known.all(syntax.Example))
    all_ = (
        _game(env),
        _components(env),
        _fields(env),
        *happening,
        scoring(env, happening),
        terms(env),
        _laws(env),
        Section("Examples", (), examples),
    )
    return tuple(chapter for chapter in all_ if chapter.blocks or chapter.parts)


# ---- the game


def _game(env: Env) -> Section:
    blocks: list[Block] = [Paragraph(text) for each in env.known.all(syntax.Game) for text in _who_plays(each, env)]
    options = tuple(_option(each, env) for each in env.known.all(syntax.Option))
    if options:
        blocks += [Paragraph("What may be agreed on before the game:"), Points(options)]
    return Section("The game", tuple(blocks))


def _who_plays(game: syntax.Game, env: Env) -> Iterator[str]:
    given = env.known.given.get("player-count")
    yield f"For {_seats(game) if given is None else several(f'{given}', 'player')}."
    if game.teams:
        when = f" if {condition(game.teams.when, env)}" if game.teams.when else ""
        yield f"There are {game.teams.number} teams{when}; their members sit in turn around the table."
    for needs in game.needs:
        because = f": {needs.because.text}" if needs.because else ""
        yield f"The game can be played only if {condition(needs.condition, env)}{because}."


def _seats(game: syntax.Game) -> str:
    match game.seats:
        case syntax.Number(value):
            return several(str(value), "player")
        case syntax.ConstRange(low, high):
            ends = (end_words(low), end_words(high))
            next_to = all(end.isdecimal() for end in ends) and int(ends[1]) == int(ends[0]) + 1
            return f"{ends[0]} {'or' if next_to else 'to'} {several(ends[1], 'player')}"
        case names:
            return f"{several(str(len(names)), 'player')}: {listed([name.text for name in names])}"


def _option(option: syntax.Option, env: Env) -> Item:
    """What can be chosen, what usually is, and which parts of the rules it changes."""
    name, given = option.name.text, env.known.given
    about = f"{name} – {option.title.text}" if option.title else name
    if name in given:
        return Item(f"{about}. In this game: {shown_option(given[name])}.", name=name)
    usual = ", otherwise ".join(
        f"{shown_option(plain(each.value))}{f' if {condition(each.when, env)}' if each.when else ''}"
        for each in option.defaults
    )
    values = listed([*map(shown_option, values_of(option))], "or")
    told = f"{about}. Choose {values}{f'; usually {usual}' if usual else ''}."
    places = list(dict.fromkeys(_where_asked(name, env.known.whole)))
    return Item(f"{told}{f' It changes {listed(places)}.' if places else ''}", name=name)


def _where_asked(name: str, ruleset: syntax.Ruleset) -> Iterator[str]:
    """The parts of the rules that ask an option."""
    for each in ruleset.declarations:
        if any(isinstance(node, syntax.Word) and node.name.text == name for node in walk(each)):
            called = getattr(each, "name", None)
            if type(each) in PARTS:
                yield PARTS[type(each)]
            elif isinstance(each, syntax.Component):
                yield f"the {plural(each.name.text)}"
            elif isinstance(called, syntax.Name) and not isinstance(each, syntax.Option):
                yield called_so(each)


# ---- things


def _components(env: Env) -> Section:
    types = components.types(env)
    parts = tuple(components.component(each, env, _total(each, env.known)) for each in env.known.all(syntax.Component))
    return Section("Components", (Points(types),) if types else (), parts)


def _total(each: syntax.Component, known: Known) -> int | None:
    """How many pieces there are, where no setting changes that."""
    made = next((one for one in known.world.components if one.name == each.name.text), None)
    asked = {name.text for name in walk(each) if isinstance(name, syntax.Name)}
    if asked & {"player", "team"} or any(row.copies and row.copies.per_player for row in each.rows):
        asked.add("player-count")
    open_ = {*known.world.option_names, *(["player-count"] if len(player_counts(known.whole)) > 1 else [])}
    return made.pieces if made and not asked & (open_ - known.given.keys()) else None


def _fields(env: Env) -> Section:
    blocks: list[Block] = []
    remembered: list[Item] = []
    for each in env.known.all(syntax.Has):
        fields = [(components.is_memory(one), components.field(one, env)) for one in components.told(each)]
        remembered += [item for memory, item in fields if memory]
        told = tuple(item for memory, item in fields if not memory)
        blocks += [Paragraph(f"{components.owners(each)}:"), Points(told)] if told else []
    blocks += [Paragraph("To be remembered:"), Points(tuple(remembered))] if remembered else []
    return Section("What lies where", tuple(blocks))


# ---- what happens


def _play(env: Env) -> Section:
    parts = tuple(_phase(each, env) for each in _in_order(env.known))
    return Section("Play", tuple(block(each.body, env) for each in env.known.all(syntax.Play)), parts)


def _in_order(known: Known) -> list[syntax.Phase]:
    """The phases as play comes to them, at last those that others begin."""
    phases = {each.name.text: each for each in known.all(syntax.Phase)}
    found: dict[str, syntax.Phase] = {}
    waiting: list[syntax.Play | syntax.Phase] = [*known.all(syntax.Play)]
    while waiting:
        here = waiting.pop(0)
        if isinstance(here, syntax.Phase):
            if here.name.text in found:
                continue
            found[here.name.text] = here
        named = dict.fromkeys(node.act.name.text for node in walk(here) if isinstance(node, syntax.Do))
        waiting = [*(phases[name] for name in named if name in phases), *waiting]
    return [*(found | phases).values()]


def _phase(phase: syntax.Phase, env: Env) -> Section:
    inner, told = params_of(phase.params, env)
    plain = phase.title.text.replace("{you}", "the player") if phase.title else ""
    filled = re.sub(r"\{([^{}]*)\}", lambda hole: f"({spoken(hole[1])})", plain)
    title = phase.title and evolve(phase.title, text=filled)
    return part(phase.name, (*titled(title, told), block(phase.body, inner)), inner, phase)


# ---- laws


def _laws(env: Env) -> Section:
    titles = tuple(Item(f"{up(each.title.text)}.") for each in env.known.all(syntax.Invariant))
    secrets = tuple(Item(f"{up(each.title.text)}: {_secret(each, env)}.") for each in env.known.all(syntax.Secret))
    blocks: list[Block] = [Paragraph("This is so at any time:"), Points(titles)] if titles else []
    blocks += [Paragraph("This stays secret:"), Points(secrets)] if secrets else []
    return Section("What always holds", tuple(blocks))


def _secret(each: syntax.Secret, env: Env) -> str:
    who = f" but {SEEING.get(each.who.text, each.who.text)}" if each.who else ""
    match each.zone:
        case syntax.Of(syntax.Word(owners), syntax.Member(name, None)) if owners.text in env.known.types:
            zone = f"the {zone_name(name.text, env)} of {a(env.known.types[owners.text])}"
        case zone_:
            zone = phrase(zone_, env)
    return f"nobody{who} sees {zone}"


def rulebook(source: Source, ruleset: syntax.Ruleset, given: Given | None = None) -> Document:
    """The rulebook of a ruleset. `given`: the options and the `player-count` that are known; what they decide is told
    as decided, everything else with its condition."""
    game = game_of(ruleset)
    title = game.title.text if game else source.name
    subtitle = game.subtitle.text if game and game.subtitle else ""
    return Document(title, subtitle, chapters(Env(known_of(source, ruleset, given))))


def rulebook_of(text: str, given: Given) -> Document:
    """The rulebook of a text that is a ruleset, at one setting; asked again it is there at once."""
    return _made(text, tuple(given.items()))


@lru_cache(maxsize=1)
def _made(text: str, given: tuple[tuple[str, int | str | bool], ...]) -> Document:
    source = Source("rules", text)
    return rulebook(source, parse(source).ruleset, dict(given))
