"""A rulebook for players, made from the tree of a ruleset: text and tree become a document (`analysis.documents`)."""

from collections import Counter
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Final

from rulewright.analysis.documents import Block, Document, Item, Paragraph, Points, Section
from rulewright.analysis.rulebook import doings, results
from rulewright.analysis.rulebook.entries import Entry, exactly, in_front, prose, spoken_of, words_of
from rulewright.analysis.rulebook.expressions import condition
from rulewright.analysis.rulebook.from_play import FromPlay, from_play
from rulewright.analysis.rulebook.meaning import Env, Given, Known
from rulewright.analysis.rulebook.sentences import loop_head
from rulewright.analysis.rulebook.situations import called_example, situation
from rulewright.analysis.rulebook.speech import listed, several
from rulewright.analysis.rulebook.things import components, fields
from rulewright.language import component_rows, syntax
from rulewright.language.component_rows import plain
from rulewright.language.elaborate.settings import game_of, values_of
from rulewright.language.parser import parse
from rulewright.language.source import Source
from rulewright.language.span import Span
from rulewright.language.types import shown_option
from rulewright.language.walking import walk
from rulewright.language.wording import plural

PARTS: Final[dict[type, str]] = {
    syntax.Setup: "the setup",
    syntax.Play: "the course of play",
    syntax.Scoring: "the scoring",
}
"""What paragraphs are called that have no name."""
COURSE: Final = {"setup": PARTS[syntax.Setup], "play": PARTS[syntax.Play], "game": PARTS[syntax.Play]}
"""To which of them entries belong that have no name in the rules."""
MAX_EXAMPLES: Final = 3
"""An example is told if it shows something that so many others have not shown."""
NOTHING: Final = FromPlay()
EXACTLY: Final = (
    "Here stands step by step what the program plays: what is told above in other words, and what only steps speak of."
)


def rulebook(
    source: Source, ruleset: syntax.Ruleset, given: Given | None = None, played: FromPlay = NOTHING
) -> Document:
    """The rulebook of a ruleset; what the options and the `player-count` in `given` decide is told as decided, and what
    playing it has shown."""
    game, env = game_of(ruleset), Env(Known(source, ruleset, given))
    setup, (course, *phases), actions = doings.setup(env), doings.play(env), doings.actions(env)
    plays = (course, *phases)
    procedures, (drawn, whenevers) = doings.procedures(env), doings.whenevers(env)
    scoring = results.scoring(env, (setup, *plays, *actions, *procedures, *whenevers))
    told = () if course.name == "game" and words_of(course, env) else in_front(course, env).blocks
    named = (*procedures, *results.terms(env))
    mentioned = spoken_of(named, (setup, *plays, *actions, *whenevers, scoring), env)
    chapters = (
        _game(env, scoring),
        components(env),
        Section("What lies where", fields(env)),
        _chapter("Setup", (), env, (*in_front(setup, env).blocks, *played.setup)),
        _chapter("Play", phases, env, told),
        _chapter("What you can do", actions, env),
        _chapter("Steps with a name", [each for each in mentioned if each in procedures], env),
        _chapter("What sets something off", whenevers, env, drawn),
        _chapter("End and scoring", (), env, (*in_front(scoring, env).blocks, *played.scoring)),
        _chapter("Terms", [each for each in mentioned if each not in procedures], env),
        _options(env),
        _examples(env, {each.name for each in mentioned}),
        _exact((setup, *plays, *actions, *procedures, *whenevers, scoring, *named[len(procedures) :]), mentioned, env),
    )
    title = game.title.text if game else source.name
    subtitle = game.subtitle.text if game and game.subtitle else ""
    return Document(title, subtitle, tuple(chapter for chapter in chapters if chapter.blocks or chapter.parts))


@lru_cache(maxsize=1)
def rulebook_of(source: Source, given: tuple[tuple[str, int | str | bool], ...]) -> Document:
    """The rulebook of a text that is a ruleset, at one setting; asked again it is there at once."""
    ruleset, known = parse(source).ruleset, dict(given)
    return rulebook(source, ruleset, known, from_play(source, ruleset, known))


def ending(source: Source, given: Given, at: Span) -> str:
    """What the rulebook says of how the game ends at this place of the rules, a sentence that ends it or a loop behind
    which nothing comes; "" where it has no words for that alone."""
    env = Env(Known(source, parse(source).ruleset, given))
    for place in env.known.ruleset.declarations:
        nodes = [node for node in walk(place) if isinstance(node, syntax.EndGame | syntax.Loop)]
        found = next((node for node in nodes if node.span == at), None)
        match found:
            case None:
                continue
            case syntax.EndGame():
                all_ends = [node for node in nodes if isinstance(node, syntax.EndGame)]
                entries = (doings.setup(env), *doings.play(env), *doings.actions(env), *doings.procedures(env))
                entries += doings.whenevers(env)[1]
                name = getattr(place, "name", None)
                called = name.text if isinstance(name, syntax.Name) else PARTS[type(place)]
                told = [[*results.ends(each)] for each in entries if called in (each.name, COURSE.get(each.name))]
                return told[0][all_ends.index(found)] if told and len(told[0]) == len(all_ends) else ""
            case loop:
                return f"{loop_head(loop, env)[0]}."
    return ""


def _chapter(heading: str, entries: Sequence[Entry], env: Env, blocks: Sequence[Block] = ()) -> Section:
    return Section(heading, tuple(blocks), tuple(in_front(each, env) for each in entries))


def _examples(env: Env, named: Collection[str]) -> Section:
    """Situations, in the words of what is `named` in front: of each thing that is done the first ones, of the others
    what they are about."""
    seen, told, left = Counter[str](), list[Section](), list[Item]()
    for each in env.known.all(syntax.Example):
        moves = {node.action.text for node in walk(each) if isinstance(node, syntax.MoveText)}
        about = moves or {part.name.text for part in each.parts if isinstance(part, syntax.ExampleAt)}
        if not about or any(seen[name] < MAX_EXAMPLES for name in about):
            told.append(situation(each, env, env.known.defines.difference(named)))
            seen.update(about)
        else:
            left.append(Item(called_example(each), name=each.title.text))
    more = (Paragraph("The rules have these examples of the same actions, too:"), Points(tuple(left)))
    return Section("Examples", (), (*told, Section("More examples", more)) if left else tuple(told))


def _exact(entries: Sequence[Entry], mentioned: Sequence[Entry], env: Env) -> Section:
    """What is told in front in the author's words, what only these steps speak of, and what is only counted."""
    named = env.known.defines | {each.name for each in mentioned}
    parts = [*exactly(entries, env)]
    parts += [in_front(each, env) for each in entries if each not in mentioned and each.name in named]
    counted = fields(env, counted=True)
    parts += [Section("What is counted", counted)] if counted else []
    return Section("Step by step", (Paragraph(EXACTLY),) if parts else (), tuple(parts))


def _game(env: Env, scoring: Entry) -> Section:
    """What it is about, or else who wins; for how many, and how they sit."""
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
    wins = [block for block in scoring.exact if isinstance(block, Paragraph) and block.text.startswith("The winners ")]
    aim = prose("game", env) or wins or scoring.exact[:2]
    return Section("The game", (*aim, *map(Paragraph, said)))


def _options(env: Env) -> Section:
    """What may be agreed on, and what cannot be played together."""
    options = tuple(_option(each, env) for each in env.known.all(syntax.Option))
    blocks: list[Block] = [Points(options)] if options else []
    for needs in (needs for game in env.known.all(syntax.Game) for needs in game.needs):
        because = f": {needs.because.text}" if needs.because else ""
        blocks.append(Paragraph(f"The game can be played only if {condition(needs.condition, env)}{because}."))
    return Section("Options", tuple(blocks))


def _option(option: syntax.Option, env: Env) -> Item:
    """What can be chosen, what usually is, and which parts of the rules it changes."""
    name, given = option.name.text, env.known.given
    about = f"{name} – {option.title.text}" if option.title else name
    more = "".join(f" {each.text}" for each in prose(name, env))
    if name in given:
        return Item(f"{about}. In this game: {shown_option(given[name])}.{more}", name=name)
    usual = ", otherwise ".join(
        f"{shown_option(plain(each.value))}{f' if {condition(each.when, env)}' if each.when else ''}"
        for each in option.defaults
    )
    values = listed([*map(shown_option, values_of(option))], "or")
    told = f"{about}. Choose {values}{f'; usually {usual}' if usual else ''}.{more}"
    if more:
        return Item(told, name=name)
    places = []
    for each in env.known.whole.declarations:  # the parts of the rules that ask it
        if any(isinstance(node, syntax.Word) and node.name.text == name for node in walk(each)):
            called = getattr(each, "name", None)
            if type(each) in PARTS:
                places.append(PARTS[type(each)])
            elif isinstance(each, syntax.Component):
                places.append(f"the {plural(each.name.text)}")
            elif isinstance(called, syntax.Name) and not isinstance(each, syntax.Option | syntax.Prose):
                places.append(doings.called_so(each))
    return Item(f"{told}{f' It changes {listed(list(dict.fromkeys(places)))}.' if places else ''}", name=name)
