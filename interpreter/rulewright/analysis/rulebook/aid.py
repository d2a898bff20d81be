"""An aid for the table: on a page what a player looks up while playing, out of what the rulebook tells at length."""

import re
from collections.abc import Iterable
from typing import Final

from rulewright.analysis.documents import Block, Document, Item, Paragraph, Points, Section
from rulewright.analysis.rulebook import doings, results
from rulewright.analysis.rulebook.entries import Entry, in_front, prose
from rulewright.analysis.rulebook.meaning import Env, Given, Known
from rulewright.analysis.rulebook.speech import lower, sentence
from rulewright.language import syntax
from rulewright.language.elaborate.settings import game_of
from rulewright.language.source import Source
from rulewright.language.wording import up

FIRST: Final = re.compile(r".*?[.!?](?=\s|$)")
"""The first sentence of a text."""


def aid(source: Source, ruleset: syntax.Ruleset, given: Given | None = None) -> Document:
    """What it is about, the phases and the moves, each in a line, and what counts."""
    game, env = game_of(ruleset), Env(Known(source, ruleset, given))
    setup, plays, actions = doings.setup(env), doings.play(env), doings.actions(env)
    procedures, (_, whenevers) = doings.procedures(env), doings.whenevers(env)
    scoring = results.scoring(env, (setup, *plays, *actions, *procedures, *whenevers))
    menus = {each.name.text for each in env.known.all(syntax.Choice)}
    offered = [each for each in actions if each.name not in menus]
    families = [each for each in (*offered, *procedures) if each.choices]
    chapters = (
        Section("Aim", prose("game", env)[:1]),
        Section("Play", _lines(plays[1:], env)),
        Section("Moves", _lines(offered, env)),
        Section("At once", _lines(whenevers, env)),
        *(Section(each.heading, each.choices) for each in families),
        Section("End and scoring", in_front(scoring, env).blocks),
    )
    title = game.title.text if game else source.name
    subtitle = game.subtitle.text if game and game.subtitle else ""
    return Document(title, subtitle, tuple(each for each in chapters if each.blocks), on_a_page=True)


def _lines(entries: Iterable[Entry], env: Env) -> tuple[Block, ...]:
    """What each is for, in a line."""
    told = ((up(each.heading), sentence(each.title) or _first(each, env)) for each in entries)
    items = tuple(Item(f"{heading}: {lower(text)}.") for heading, text in told)
    return (Points(items),) if items else ()


def _first(entry: Entry, env: Env) -> str:
    """The first sentence that is told of something."""
    for block in in_front(entry, env).blocks:
        if isinstance(block, Paragraph) and (found := FIRST.match(block.text)):
            return found[0]
    return "see the rulebook"
