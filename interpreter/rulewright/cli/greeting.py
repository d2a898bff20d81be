"""`rulewright` alone, at a terminal: it asks for a game, how many play, options and names, and makes a command of it.

What can be answered comes from the ruleset; of an answer that is none it is said why, and asked again. Where nothing
typed means something, the question says what.
"""

import os
import re
from collections.abc import Sequence
from typing import Final

from rulewright.cli import records, text_commands
from rulewright.cli.console import MAKING_RULES, ElapsedLine
from rulewright.cli.questions import Asking, Choice, Interview, Question, Sorry
from rulewright.files import FileTrouble, find, like, no_game, read, shipped
from rulewright.language import syntax
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.elaborate.settings import Setting, options_of, player_counts, read_value, settle, values_of
from rulewright.language.types import shown_option
from rulewright.loading import RulesError, Text, load, read_text
from rulewright.own_files import games_folder
from rulewright.shown import shown as escaped
from rulewright.table import names_at_table, text_lines
from rulewright.table.typed_line import typed_number
from rulewright.table.vocabulary import vocabulary

RESUME: Final = "resume"
GAMES: Final = "Type the number of a game, its name or a part of it, or the path of a file of rules."


def greeted(ask: Asking) -> list[str]:
    """The words of the command that is wanted."""

    def command(person: Interview) -> list[str]:
        game = _game(person)
        if game == RESUME and (folder := games_folder()) is not None:
            return ["play", "--resume", str(records.kept_record("", folder, person))]
        path = find(game)
        try:
            with ElapsedLine(MAKING_RULES).shown():
                text = read_text(path.name, read(path))
            setting = _setting(person, text)
        except RulesError:
            setting = None
        if setting is None:
            return ["play", "--", game]
        options = [word for name, value in setting.options for word in ("--option", f"{name}={shown_option(value)}")]
        return ["play", "--players", str(setting.players), *options, *_people(person, game, setting), "--", game]

    return Interview(ask).whole(command)


def _game(person: Interview) -> str:
    from rulewright.table.keeping import kept_game_line, unfinished

    titles = {name: text_commands.described(path) for name, path in shipped().items()}
    choices = [Choice(at, name, *titles[name]) for at, name in enumerate(titles, 1)]
    folder = games_folder()
    going = [game for game in unfinished(folder)[0] if game.by is None] if folder is not None else []
    if going:
        which = kept_game_line(going[0]) if len(going) == 1 else f"one of {len(going)} games that are not over"
        choices.append(Choice(0, RESUME, f"Go on with {which}"))
    games = {name: about.rpartition(" (")[0] for name, (about, _) in titles.items()}

    def understood(typed: str) -> str | Sorry:
        number = typed_number(typed)
        if typed == RESUME or number == 0:
            return RESUME if going else Sorry("There is no unfinished game to go on with.")
        if number >= 0:
            found = dict(enumerate(games, 1)).get(number)
            return found or Sorry(f"There is no game {number}: they have the numbers 1 to {len(games)}.")
        if not typed:
            return Sorry(GAMES)
        try:
            read(find(typed))
        except FileTrouble as trouble:
            fitting = like(typed) or [name for name, title in games.items() if typed.casefold() in title.casefold()]
            if len(fitting) == 1:
                return fitting[0]
            if fitting:
                named = text_lines.listed((f"{list(games).index(name) + 1} ({name})" for name in fitting), "or")
                return Sorry(f'"{escaped(typed)}" is a part of several names. Which one is meant: {named}?')
            is_path = "/" in typed or os.sep in typed or typed.endswith(".rules")
            return Sorry(str(trouble) if is_path else no_game(typed))
        return typed

    which = "Which game? Type its number or name, or the path of a file of rules. ? tells more, :quit stops."
    return person.answer(Question("game", which, GAMES, tuple(choices)), understood)


def _setting(person: Interview, text: Text) -> Setting | None:
    """Players and options; None for rules that must first be repaired: the command tells what is wrong with them."""
    ruleset, source = text.parsed.ruleset, text.source
    if text.parsed.diagnostics or not player_counts(ruleset):
        return None
    while True:
        players, given = _players(person, player_counts(ruleset)), dict[str, str]()
        for option in _to_choose(person, options_of(ruleset), settle(ruleset, source, players, {})):
            usual = settle(ruleset, source, players, dict(given))
            default = dict(usual.options)[option.name.text] if isinstance(usual, Setting) else values_of(option)[0]
            given[option.name.text] = _option(person, option, shown_option(default))
        found = settle(ruleset, source, players, dict(given))
        if isinstance(found, Setting):
            return found
        reasons = " ".join(each.message for each in found)
        person.answer(Question("Enter: choose again", reasons, "Enter goes on to choose again."), lambda typed: typed)


def _to_choose(
    person: Interview, options: Sequence[syntax.Option], usual: Setting | tuple[Diagnostic, ...]
) -> Sequence[syntax.Option]:
    """The options to be asked for: none of several, if they are to be as usual."""
    if len(options) < 2 or not isinstance(usual, Setting):
        return options
    values = dict(usual.options)
    told = "; ".join(f"{_title(each)}: {shown_option(values[each.name.text])}" for each in options)
    help = "Type nothing to play so, or change to choose each of these."
    question = Question("options", f"{told}. Enter: play so; change: choose.", help)

    def understood(text: str) -> Sequence[syntax.Option] | Sorry:
        if text and "change".startswith(text.casefold()):
            return options
        return Sorry(f"{escaped(text)} means nothing here. {help}") if text else ()

    return person.answer(question, understood)


def _title(option: syntax.Option) -> str:
    return option.title.text if option.title else option.name.text


def _players(person: Interview, counts: Sequence[int]) -> int:
    if len(counts) == 1:
        return counts[0]
    several = text_lines.listed(map(str, counts), "or")

    def understood(text: str) -> int | Sorry:
        number = typed_number(text) if text else counts[0]
        return number if number in counts else Sorry(f"{several} can play, not {escaped(text)}.")

    text = f"How many play? {several}; Enter: {counts[0]}."
    return person.answer(Question("players", text, f"Type how many play, all together: {several}."), understood)


def _option(person: Interview, option: syntax.Option, default: str) -> str:
    values = [shown_option(value) for value in values_of(option)]
    either = text_lines.listed(values, "or")

    def understood(text: str) -> str | Sorry:
        begun = [value for value in values if text and value.startswith(text.casefold())]
        found = read_value(option, begun[0] if len(begun) == 1 else text or default)
        return Sorry(f"{escaped(text)} is none of them: {either}.") if found is None else shown_option(found)

    question = Question(option.name.text, f"{_title(option)}? {either}; Enter: {default}.", f"Type {either}.")
    return person.answer(question, understood)


def _people(person: Interview, game: str, setting: Setting) -> list[str]:
    def understood(text: str) -> list[str] | Sorry:
        people = people_named(text)
        unclear = next((name for name in people if " " in name), None)
        if unclear is not None:
            words = [escaped(word) for word in unclear.split()]
            each, whole = ", ".join(words), "-".join(words)
            return Sorry(f"Are these {len(words)} people? Then write {each} with commas. For one person: {whole}.")
        if len(people) > setting.players:
            return Sorry(f"These are {len(people)} people, and {setting.players} can play.")
        try:
            if people:
                with ElapsedLine(MAKING_RULES).shown():
                    core = load(game, players=setting.players, options=dict(setting.options)).core
                names_at_table.name_people(core.seat_names, dict(enumerate(people)), vocabulary(core))
        except names_at_table.NameTaken as taken:
            return Sorry(str(taken))
        except RulesError:
            pass  # of rules that go wrong their command tells
        return [word for seat, name in enumerate(people) for word in ("--seat", f"{seat}={name}")]

    text = "Who sits at this keyboard? Names, with commas between them; Enter: one person, without a name."
    others = " The program plays the other seats." * (setting.players > 1)
    help = "Type the names of all who play here, with commas between them, or nothing to play alone, without a name."
    return person.answer(Question("names", text + others, help), understood)


def people_named(text: str) -> list[str]:
    """The names of people in a text.

    >>> people_named("Ann, Bob and Cid"), people_named("Ann & Bob"), people_named("Andy")
    (['Ann', 'Bob', 'Cid'], ['Ann', 'Bob'], ['Andy'])
    """
    parts = re.split(r"[,;&+](?:\s*and\s)?|\sand\s", text, flags=re.IGNORECASE)
    return [name for part in parts if (name := part.strip())]
