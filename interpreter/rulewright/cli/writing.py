"""Commands that write files: `new`, `build` and `rulebook`."""

import re
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rulewright.cli.arguments import FINDINGS, FINE, FORCE, GAME, VARIANT, Misuse, Verb, argument, flag, number, options
from rulewright.cli.console import MAKING_RULES, ElapsedLine, report, rules_of, source_of, tell, write_document
from rulewright.cli.questions import Choice, Interview, Question, Sorry, asked_at, numbered
from rulewright.cli.texts import described
from rulewright.files import beginnings, find, read, write
from rulewright.language.span import BYTES
from rulewright.language.wording import plural
from rulewright.shown import shown

if TYPE_CHECKING:
    from rulewright.analysis.documents import Document
    from rulewright.language.diagnostics import Diagnostic
    from rulewright.language.source import Source
    from rulewright.language.syntax import Ruleset
    from rulewright.language.types import OptionSetting


# ---- The verb `build`: a module and its tables as two files; `analysis.export` makes them


ENDING: Final = ".wasm"


def _build(game: str, players: int | None, option: Sequence[str], module: str, *, force: bool) -> int:
    code, tables = _paths(module)
    from rulewright.analysis.export import TooLarge  # not before the arguments are right
    from rulewright.analysis.export import build as made_of

    try:
        rules = rules_of(game, players, option)
        with ElapsedLine("building").shown():
            built = made_of(rules)
    except TooLarge as trouble:
        raise Misuse(str(trouble)) from trouble
    write({code: built.wasm, tables: built.tables.encode()}, force=force, rules=find(game))
    for path, size in ((code, len(built.wasm)), (tables, len(built.tables))):
        print(f"{shown(str(path))}: {size:,} bytes")
    return FINE


def _paths(name: str) -> tuple[Path, Path]:
    """Where the module goes, and beside it the tables."""
    path = Path(name)
    if path.suffix.lower() != ENDING or not path.stem:
        raise Misuse(
            f'"{shown(name)}" does not end in {ENDING}. Its tables go beside it, to a file that ends in .json.'
        )
    return path, path.with_suffix(".json")


BUILD: Final = Verb(
    "build",
    "write a game as a WebAssembly module, with its tables beside it",
    (
        GAME,
        *VARIANT,
        argument(
            "-o", dest="module", required=True, metavar="FILE.wasm", help="the module; the tables go to FILE.json"
        ),
        FORCE,
    ),
    _build,
)


# ---- The verb `rulebook`: the rules of a game for its players, as a text or a page


WIDTH, NARROWEST, WIDEST = 80, 40, 100


def _rulebook(
    game: str, players: int | None, option: Sequence[str], output: str | None, *, html: bool, force: bool
) -> int:
    from rulewright.analysis.documents import Document, as_page, as_text

    chosen = options(option)
    source, wrong = source_of(game)
    with ElapsedLine("writing the rulebook").shown():
        book = wrong or _book(source, players, chosen)
    if not isinstance(book, Document):
        report(source, book, tell)
        return FINDINGS
    text = as_page(book) if html else as_text(book, _width() if output is None else WIDTH)
    if output is None:
        write_document(text)
        return FINE
    write({Path(output): text.encode(errors="replace")}, force=force, rules=find(game))
    print(shown(output))
    return FINE


def _book(
    source: "Source", players: int | None, chosen: "Mapping[str, OptionSetting]"
) -> "Document | Sequence[Diagnostic]":
    """The rulebook of a text where so much has been chosen, or what is wrong with either."""
    from rulewright.analysis.rulebook import rulebook
    from rulewright.language.elaborate.settings import trouble
    from rulewright.language.parser import parse

    parsed = parse(source)
    wrong = [found for found in parsed.diagnostics if found.severity == "error"]
    given = wrong or trouble(parsed.ruleset, source) or _given(parsed.ruleset, source, players, chosen)
    return rulebook(source, parsed.ruleset, given) if isinstance(given, dict) else given


def _given(
    ruleset: "Ruleset", source: "Source", players: int | None, chosen: "Mapping[str, OptionSetting]"
) -> "dict[str, OptionSetting] | Sequence[Diagnostic]":
    """What was chosen, as the rules write it, where some setting has all of it; else why none has."""
    from rulewright.language.elaborate.settings import Setting, player_counts, settle

    if players is None and not chosen:
        return {}
    counts = player_counts(ruleset) if players is None else (players,)
    tried = [settle(ruleset, source, count, chosen) for count in counts]
    fits = next((setting for setting in tried if isinstance(setting, Setting)), None)
    if fits is None:
        return next((found for found in tried if not isinstance(found, Setting)), ())
    names = {name.strip().replace("_", "-") for name in chosen}
    given = {name: value for name, value in fits.options if name in names}
    return given if players is None else {"player-count": players, **given}


def _width() -> int:
    """As wide as the terminal is, within what can be read well."""
    return max(NARROWEST, min(WIDEST, shutil.get_terminal_size((WIDTH, 24)).columns))


RULEBOOK: Final = Verb(
    "rulebook",
    "write the rulebook of a game, for its players",
    (
        GAME,
        argument("--players", type=number(1, 12), metavar="N", help="only what goes for so many players"),
        argument(
            "--option",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help="only what goes with this option; without, each is told",
        ),
        flag("--html", "as a page of HTML"),
        argument("-o", dest="output", metavar="FILE", help="write it to a file"),
        FORCE,
    ),
    _rulebook,
)


# ---- The verb `new`: a small file of rules to begin with, made from one of the beginnings that come with the program
# What is not said is asked for at a terminal; in a pipe it has its default. Law: what is written has no finding by
# reading, and its examples come true.


MIN_SEATS, MAX_SEATS, DEFAULT_SEATS = 2, 6, 4
COMPONENT: Final = re.compile(r"^component (\w+)", re.MULTILINE)
Said = Mapping[str, str | None]
Answer = Callable[[Question, Callable[[str], str | Sorry]], str]


def begun(kind: str, title: str, most: int, component: str) -> str | Sorry:
    """The text of a beginning for two to so many players, with its title, and with its component called so; why it
    would be no rules, if so."""
    if not component.replace("-", "").isalpha():
        return Sorry(f"{shown(component)} is no word. {PIECES}")
    text, old = _text(kind), _component(kind)
    text = text.replace('"My game"', f'"{title}"', 1)
    text = text.replace(
        f"players {MIN_SEATS}..{MAX_SEATS}", f"players {f'{MIN_SEATS}..' * (most > MIN_SEATS)}{most}", 1
    )
    article = "an" if component.startswith(tuple("aeiou")) else "a"
    renamed = ((f"[Aa]n? {old}", f"{article} {component}"), (old, component), (plural(old), plural(component)))
    for was, now in renamed if component != old else ():
        text = re.sub(rf"\b{was}\b", now, text)
    return _wrong(text) or text


def _text(kind: str) -> str:
    return read(beginnings()[kind], most=BYTES).decode()


def _component(kind: str) -> str:
    found = COMPONENT.search(_text(kind))
    assert found is not None, "a beginning has a component"
    return found[1]


def _wrong(text: str) -> Sorry | None:
    from rulewright.analysis.check import check
    from rulewright.language.source import Source, read_source

    source = read_source("new.rules", text.encode())
    with ElapsedLine(MAKING_RULES).shown():
        found = check(source) if isinstance(source, Source) else source
    return Sorry(found[0].message) if found else None


# ---- what is wanted


def _wanted(said: Said, answer: Answer) -> tuple[Path, str]:
    """The file that is to be made, and what stands in it."""

    def detail(question: Question, understood: Callable[[str], str | Sorry]) -> str:
        typed = said[question.word]
        found = answer(question, understood) if typed is None else understood(typed)
        if isinstance(found, Sorry):
            raise Misuse(found.said)
        return found

    name = detail(Question("name", "What is the file to be called?", NAME), _named)
    kinds = [Choice(at, kind, described(path)[1]) for at, (kind, path) in enumerate(beginnings().items(), 1)]
    text = "What kind of game is it? You can change everything later."
    kind = detail(Question("kind", f"{text} Enter: {kinds[0].name}.", KIND, tuple(kinds)), partial(_kind, kinds))
    title = name.replace("-", " ").capitalize()
    asks = Question("title", f"What is the game called? Enter: {title}.", "Type its title, without quotation marks.")
    title = detail(asks, lambda typed: _title(kind, typed or title))
    asks = Question(
        "players", f"How many can play at most? {MIN_SEATS} to {MAX_SEATS}; Enter: {DEFAULT_SEATS}.", "Type a number."
    )
    most = int(detail(asks, _players))
    usual = _component(kind)
    asks = Question("component", f"What is played with? One word for one of them; Enter: {usual}.", PIECES)
    return Path(f"{name}.rules"), detail(asks, lambda typed: begun(kind, title, most, typed.strip().lower() or usual))


NAME: Final = "Type the name of the file, such as my-game; .rules is put behind it."
KIND: Final = "Type the number or the name of a kind of game."
PIECES: Final = "Type a word for one piece, such as card, tile, gem."


def _named(typed: str) -> str | Sorry:
    name = typed.strip().removesuffix(".rules")
    if not name or Path(name).name != name:
        return Sorry(f"{f'{shown(typed)} is no name of a file here. ' * bool(typed)}{NAME}")
    return name


def _kind(kinds: list[Choice], typed: str) -> str | Sorry:
    number, word = numbered(typed), typed.casefold() or kinds[0].name
    found = [each.name for each in kinds if each.number == number or each.name.startswith(word)]
    there = ", ".join(each.name for each in kinds)
    return found[0] if len(found) == 1 else Sorry(f'There is no kind "{shown(typed)}". There are: {there}.')


def _title(kind: str, typed: str) -> str | Sorry:
    if '"' in typed:
        return Sorry("A title holds no quotation marks.")
    tried = begun(kind, typed, DEFAULT_SEATS, _component(kind))
    return tried if isinstance(tried, Sorry) else typed


def _players(typed: str) -> str | Sorry:
    number = numbered(typed) if typed else DEFAULT_SEATS
    if number is None or not MIN_SEATS <= number <= MAX_SEATS:
        return Sorry(f"{MIN_SEATS} to {MAX_SEATS} can play such a beginning, not {shown(typed)}.")
    return str(number)


# ---- the verb


def _new(*, force: bool, **said: str | None) -> int:
    goal, text = _interviewed(said) if sys.stdin.isatty() and sys.stdout.isatty() else _wanted(said, _by_default)
    write({goal: text.encode()}, force=force)
    file = shown(str(goal))
    print(f"{file} is there. rulewright play {file} plays it, rulewright check {file} looks for holes.")
    return FINE


def _interviewed(said: Said) -> tuple[Path, str]:
    from rulewright.table.prompt import Terminal

    screen = Terminal(lines=True)
    with screen.sitting():
        return Interview(partial(asked_at, screen)).whole(lambda person: _wanted(said, person.answer))


def _by_default(question: Question, understood: Callable[[str], str | Sorry]) -> str:
    found = understood("")
    if isinstance(found, Sorry):
        raise Misuse(f"{question.text} {found.said}")
    return found


NEW: Final = Verb(
    "new",
    "begin a game of your own: a small file of rules that runs",
    (
        argument("name", nargs="?", metavar="NAME", help="of the file, without .rules"),
        argument("--kind", metavar="KIND", help="of game: board, cards or dice"),
        argument("--title", metavar="TITLE", help="of the game"),
        argument(
            "--players", metavar="N", help=f"how many can play at most, {MIN_SEATS} to {MAX_SEATS} ({DEFAULT_SEATS})"
        ),
        argument("--component", metavar="WORD", help="what is played with, such as card, tile, gem"),
        FORCE,
    ),
    _new,
)
