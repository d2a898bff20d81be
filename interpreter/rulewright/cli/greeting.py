"""`rulewright` alone, at a terminal: it asks for a game, how many play, options and names, and makes a command of it.

What can be answered comes from the ruleset; of an answer that is none it is said why, and asked again. Nothing typed
takes what stands first, or the default.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from attrs import frozen

from rulewright.cli.resuming import Asking
from rulewright.cli.texts import described
from rulewright.files import FileTrouble, find, read, shipped
from rulewright.language import syntax
from rulewright.language.elaborate.settings import (
    Setting,
    options_of,
    player_counts,
    read_value,
    settle,
    values_of,
)
from rulewright.language.option_settings import shown
from rulewright.language.span import BYTES
from rulewright.loading import RulesError, Text, read_text
from rulewright.own_files import games_folder
from rulewright.shown import shown as escaped

T = TypeVar("T")
RESUME = "resume"
ALONE = "Who sits at this keyboard? Names, with commas between them; Enter: one person, without a name."
OTHERS = " The other seats play at random."


@frozen
class Sorry:
    """Why an answer is none."""

    said: str


def greeted(ask: Asking) -> list[str]:
    """The words of the command that is wanted."""
    game = _game(ask)
    if game == RESUME:
        return ["play", "--resume"]
    path = find(game)
    try:
        setting = _setting(ask, read_text(path.name, read(path, most=BYTES)))
    except RulesError:
        setting = None
    if setting is None:
        return ["play", "--", game]
    options = [word for name, value in setting.options for word in ("--option", f"{name}={shown(value)}")]
    return ["play", "--players", str(setting.players), *options, *_people(ask, setting.players), "--", game]


def _answer(ask: Asking, lines: Sequence[str], word: str, understood: Callable[[str], T | Sorry]) -> T:
    """Ask until there is an answer."""
    while True:
        found = understood(ask(lines, word).strip())
        if not isinstance(found, Sorry):
            return found
        lines = [found.said]


# ---- the game


def _game(ask: Asking) -> str:
    games = list(shipped())
    longest = max(map(len, games))
    lines = ["Which game? Type its number or name, or the path of a file of rules."]
    lines += [f"{at:>3}. {name:<{longest}}  {described(shipped()[name])}" for at, name in enumerate(games, 1)]
    if _some_unfinished():
        lines.append(f"  0. {RESUME:<{longest}}  Go on with a game that is not over")
    return _answer(ask, lines, "game", lambda typed: _game_typed(typed, games))


def _some_unfinished() -> bool:
    from rulewright.table.kept_games import unfinished

    folder = games_folder()
    return folder is not None and bool(unfinished(folder)[0])


def _game_typed(typed: str, games: Sequence[str]) -> str | Sorry:
    if typed.isdecimal() and len(typed) < 4:
        there = typed == "0" or 0 < int(typed) <= len(games)
        named = RESUME if typed == "0" else games[int(typed) - 1] if there else ""
        return named or Sorry(f"There is no game {typed}: they have the numbers 1 to {len(games)}.")
    if typed == RESUME:
        return RESUME
    try:
        read(find(typed or games[0]), most=BYTES)
    except FileTrouble as trouble:
        return Sorry(str(trouble))
    return typed or games[0]


# ---- its setting


def _setting(ask: Asking, text: Text) -> Setting | None:
    """Players and options; None for rules that must first be repaired: the command tells what is wrong with them."""
    ruleset, source = text.parsed.ruleset, text.source
    if text.parsed.diagnostics or not player_counts(ruleset):
        return None
    while True:
        players, given = _players(ask, player_counts(ruleset)), dict[str, str]()
        for option in options_of(ruleset):
            usual = settle(ruleset, source, players, dict(given))
            default = dict(usual.options)[option.name.text] if isinstance(usual, Setting) else values_of(option)[0]
            given[option.name.text] = _option(ask, option, shown(default))
        found = settle(ruleset, source, players, dict(given))
        if isinstance(found, Setting):
            return found
        ask([each.message for each in found], "Enter: choose again")


def _players(ask: Asking, counts: Sequence[int]) -> int:
    if len(counts) == 1:
        return counts[0]
    several = f"{', '.join(map(str, counts[:-1]))} or {counts[-1]}"

    def typed(text: str) -> int | Sorry:
        number = int(text or counts[0]) if not text or (text.isdecimal() and len(text) < 4) else 0
        return number if number in counts else Sorry(f"{several} can play, not {escaped(text)}.")

    return _answer(ask, [f"How many play? {several}; Enter: {counts[0]}."], "players", typed)


def _option(ask: Asking, option: syntax.Option, default: str) -> str:
    values = " or ".join(map(shown, values_of(option)))
    title = option.title.text if option.title else option.name.text

    def typed(text: str) -> str | Sorry:
        found = read_value(option, text or default)
        return Sorry(f"{escaped(text)} is none of them: {values}.") if found is None else shown(found)

    return _answer(ask, [f"{title}? {values}; Enter: {default}."], option.name.text, typed)


# ---- who plays


def _people(ask: Asking, players: int) -> list[str]:
    def typed(text: str) -> list[str] | Sorry:
        names = [name for name in (part.strip() for part in text.split(",")) if name]
        if len(names) > players:
            return Sorry(f"These are {len(names)} people, and {players} can play.")
        return [word for seat, name in enumerate(names) for word in ("--seat", f"{seat}={name}")]

    return _answer(ask, [ALONE + OTHERS * (players > 1)], "names", typed)
