"""A rulebook for players, made from the tree of a ruleset: text and tree become a document (`analysis.documents`)."""

import re
from functools import lru_cache
from typing import Final, assert_never

from attrs import evolve

from rulewright.analysis.documents import Block, Document, Item, Paragraph, Points, Section
from rulewright.analysis.rulebook import chapters, sentences
from rulewright.analysis.rulebook.drawings import board_drawn, signs_told
from rulewright.analysis.rulebook.expressions import condition, named_many, phrase
from rulewright.analysis.rulebook.meaning import Env, Given, Known, is_condition
from rulewright.analysis.rulebook.naming import is_described, zone_name
from rulewright.analysis.rulebook.speech import a, listed, several, spoken
from rulewright.language import component_rows, core, syntax
from rulewright.language.component_rows import plain
from rulewright.language.elaborate.environment import SeqValue, Value
from rulewright.language.elaborate.settings import game_of, values_of
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


def rulebook(source: Source, ruleset: syntax.Ruleset, given: Given | None = None) -> Document:
    """The rulebook of a ruleset; what the options and the `player-count` in `given` decide is told as decided."""
    game, env = game_of(ruleset), Env(Known(source, ruleset, given))
    happening = (
        Section("Setup", tuple(chapters.block(each.body, env) for each in env.known.all(syntax.Setup))),
        _play(env),
        chapters.actions(env),
        chapters.procedures(env),
        chapters.whenevers(env),
    )
    told = (
        _game(env),
        chapters.components(env),
        chapters.fields(env),
        *happening,
        chapters.scoring(env, happening),
        chapters.terms(env),
        _laws(env),
        Section("Examples", (), tuple(_example(each, env) for each in env.known.all(syntax.Example))),
    )
    title = game.title.text if game else source.name
    subtitle = game.subtitle.text if game and game.subtitle else ""
    return Document(title, subtitle, tuple(chapter for chapter in told if chapter.blocks or chapter.parts))


@lru_cache(maxsize=1)
def rulebook_of(source: Source, given: tuple[tuple[str, int | str | bool], ...]) -> Document:
    """The rulebook of a text that is a ruleset, at one setting; asked again it is there at once."""
    return rulebook(source, parse(source).ruleset, dict(given))


def _game(env: Env) -> Section:
    said, given = list[str](), env.known.given.get("player-count")
    for game in env.known.all(syntax.Game):
        match game.seats if given is None else syntax.Number(int(given)):
            case syntax.Number(value):
                said.append(f"For {several(str(value), 'player')}.")
            case syntax.ConstRange(low, high):
                first, last = component_rows.end_words(low), component_rows.end_words(high)
                next_to = first.isdecimal() and last.isdecimal() and int(last) == int(first) + 1
                said.append(f"For {first} {'or' if next_to else 'to'} {several(last, 'player')}.")
            case names:
                said.append(f"For {several(str(len(names)), 'player')}: {listed([name.text for name in names])}.")
        if game.teams:
            when = f" if {condition(game.teams.when, env)}" if game.teams.when else ""
            called = f", {listed([name.text for name in game.teams.names])}" if game.teams.names else ""
            sit = "their members sit in turn around the table."
            said.append(f"There are {game.teams.number} teams{called}{when}; {sit}")
        for needs in game.needs:
            because = f": {needs.because.text}" if needs.because else ""
            said.append(f"The game can be played only if {condition(needs.condition, env)}{because}.")
    blocks: list[Block] = [*map(Paragraph, said)]
    options = tuple(_option(each, env) for each in env.known.all(syntax.Option))
    if options:
        blocks += [Paragraph("What may be agreed on before the game:"), Points(options)]
    return Section("The game", tuple(blocks))


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
    places = []
    for each in env.known.whole.declarations:  # the parts of the rules that ask it
        if any(isinstance(node, syntax.Word) and node.name.text == name for node in walk(each)):
            called = getattr(each, "name", None)
            if type(each) in PARTS:
                places.append(PARTS[type(each)])
            elif isinstance(each, syntax.Component):
                places.append(f"the {plural(each.name.text)}")
            elif isinstance(called, syntax.Name) and not isinstance(each, syntax.Option):
                places.append(chapters.called_so(each))
    return Item(f"{told}{f' It changes {listed(list(dict.fromkeys(places)))}.' if places else ''}", name=name)


def _play(env: Env) -> Section:
    phases = {each.name.text: each for each in env.known.all(syntax.Phase)}
    found: dict[str, syntax.Phase] = {}  # as play comes to them
    waiting: list[syntax.Play | syntax.Phase] = [*env.known.all(syntax.Play)]
    while waiting:
        here = waiting.pop(0)
        if isinstance(here, syntax.Phase):
            if here.name.text in found:
                continue
            found[here.name.text] = here
        named = dict.fromkeys(node.act.name.text for node in walk(here) if isinstance(node, syntax.Do))
        waiting = [*(phases[name] for name in named if name in phases), *waiting]
    parts = []
    for phase in (found | phases).values():  # at last those that others begin
        inner, told = chapters.params_of(phase.params, env)
        plain = phase.title.text.replace("{you}", "the player") if phase.title else ""
        filled = re.sub(r"\{([^{}]*)\}", lambda hole: f"({spoken(hole[1])})", plain)
        title = phase.title and evolve(phase.title, text=filled)
        blocks: list[Block] = [*chapters.titled(title, told), chapters.block(phase.body, inner)]
        parts.append(chapters.part(phase.name, blocks, inner, phase))
    return Section("Play", tuple(chapters.block(each.body, env) for each in env.known.all(syntax.Play)), tuple(parts))


def _laws(env: Env) -> Section:
    titles = tuple(Item(f"{up(each.title.text)}.") for each in env.known.all(syntax.Invariant))
    secrets = []
    for each in env.known.all(syntax.Secret):
        zone = phrase(each.hidden, env)
        match each.hidden:
            case syntax.Of(syntax.Word(owners), syntax.Member(name, None)) if owners.text in env.known.types:
                zone = f"the {zone_name(name.text, env)} of {a(env.known.types[owners.text])}"
        who = f" but {SEEING.get(each.who.text, each.who.text)}" if each.who else ""
        told = f", except by {' or '.join(spoken(name.text) for name in each.told_by)}" if each.told_by else ""
        secrets.append(Item(f"{up(each.title.text)}: nobody{who} sees {zone}{told}."))
    blocks: list[Block] = [Paragraph("This is so at any time:"), Points(titles)] if titles else []
    blocks += [Paragraph("This stays secret:"), Points(tuple(secrets))] if secrets else []
    return Section("What always holds", tuple(blocks))


def _example(each: syntax.Example, env: Env) -> Section:
    env = env.naming("winners", SeqValue(core.Values(len(env.known.world.values["player"])), PLAYER))
    playing = (name.text for one in each.parts if isinstance(one, syntax.ExamplePlayers) for name in one.names)
    for player in (*env.known.world.values["player"], *playing):
        env = env.naming(player, Value(core.Const(0, PLAYER), PLAYER))
    blocks: list[Block] = []
    for one in each.parts:
        match one:
            case syntax.ExamplePlayers(names):
                blocks.append(Paragraph(f"{up(listed([name.text for name in names]))} play."))
            case syntax.ExampleOptions(settings):
                chosen = [f"{each.option.text} is {shown_option(plain(each.value))}" for each in settings]
                blocks.append(Paragraph(f"They have agreed that {listed(chosen)}."))
            case syntax.ExampleGiven(givens):
                blocks.append(
                    Points(tuple(Item(f"{up(_given(each, env))}.", drawn=_drawn(each, env)) for each in givens))
                )
            case syntax.ExampleAt(name, _, _, seat):
                turn = f" of {seat.text}" if seat else ""
                blocks.append(Paragraph(f"We are in “{spoken(name.text)}”{turn}."))
            case syntax.ExampleWhen(events):
                told = list[Item]()
                for event in events:
                    if isinstance(event, syntax.Plays):
                        told.append(Item(f"{up(event.seat.text)} plays {_move(event.move)}."))
                        continue
                    source = event.label.text if isinstance(event.label, syntax.Text) else phrase(event.label, env)
                    gives = listed([*map(_item, event.items)])
                    told.append(Item(f"Chance (“{source.removeprefix('the ')}”) gives {gives}."))
                blocks.append(Points(tuple(told), steps=True))
            case syntax.ExampleThen(checks):
                blocks += [Paragraph("Now:"), Points(tuple(_check(each, env) for each in checks))]
    return Section(up(each.title.text), tuple(blocks))


def _given(given: syntax.Given, env: Env) -> str:
    match given:
        case syntax.GivenAsSetUp():
            return "everything is as set up, but for what is said here"
        case syntax.GivenIs(target, value, of_each=of_each):
            if isinstance(value, syntax.YesNo) and is_condition(target, env):
                return "each " * of_each + condition(target, env, holds=value.value)
            verb = "are" if named_many(target, env) else "is"
            return f"{'each ' * of_each}{phrase(target, env)} {verb} {phrase(value, env)}"
        case syntax.HoldsPicture(zone, rows):
            return f"{phrase(zone, env)} holds what is drawn here{signs_told(zone, rows, env)}"
        case syntax.Holds(zone, ()):
            return condition(syntax.Empty(zone, negated=False), env)
        case syntax.Holds(zone, items):
            many = named_many(zone, env)
            verb = ("are" if many else "is") if is_described(zone, env) else "hold" if many else "holds"
            return f"{phrase(zone, env)} {verb} {listed([*map(_item, items)])}"


def _drawn(given: syntax.Given, env: Env) -> tuple[str, ...]:
    return board_drawn(given.zone, given.rows, env) if isinstance(given, syntax.HoldsPicture) else ()


def _item(item: syntax.Item | syntax.Rest) -> str:
    if isinstance(item, syntax.Rest):
        return "everything else"
    times = f" ({item.number} of it)" if item.number != 1 else ""
    by = f" (put there by {item.by.text})" if item.by is not None else ""
    return f"{shown_option(plain(item.word))}{sentences.face_down(item.viewers)}{by}{times}"


def _move(move: syntax.MoveText) -> str:
    return f"“{' '.join((move.action.text, *(shown_option(plain(word)) for word in move.words)))}”"


def _check(check: syntax.Check, env: Env) -> Item:
    match check:
        case syntax.CanOnly(seat, moves):
            return Item(f"{seat.text} can play only these:", tuple(Item(_move(move)) for move in moves), steps=False)
        case syntax.Holding(wanted):
            said = condition(wanted, env)
        case syntax.Holds() | syntax.HoldsPicture():
            return Item(f"{up(_given(check, env))}.", drawn=_drawn(check, env))
        case syntax.Can(seat, move, because, negated):
            can, reason = "cannot" if negated else "can", f": {because.text}" if because else ""
            said = f"{seat.text} {can} play {_move(move)}{reason}"
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
