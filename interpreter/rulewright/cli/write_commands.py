"""Commands that write files: `new`, `build` and `rulebook`."""

import re
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rulewright.cli.arguments import FINDINGS, FINE, options, verb
from rulewright.cli.console import MAKING_RULES, ElapsedLine, report, rules_of, source_of, tell, write_document
from rulewright.cli.questions import Choice, Interview, Question, Sorry, asked_at
from rulewright.cli.text_commands import described
from rulewright.files import beginnings, find, read, write
from rulewright.language.languages import NEWEST
from rulewright.language.wording import plural
from rulewright.shown import Misuse, shown
from rulewright.table.typed_line import typed_number

if TYPE_CHECKING:
    from rulewright.language.diagnostics import Diagnostic
    from rulewright.language.types import OptionSetting


ENDING: Final = ".wasm"


@verb("build")
def _build(game: str, players: int | None, option: Sequence[str], module: str, *, force: bool) -> int:
    code = Path(module)
    if code.suffix.lower() != ENDING or not code.stem:
        beside = "Its tables go beside it, to a file that ends in .json."
        raise Misuse(f'"{shown(module)}" does not end in {ENDING}. {beside}')
    tables = code.with_suffix(".json")
    from rulewright.analysis import export  # not before the arguments are right

    try:
        rules = rules_of(game, players, option)
        with ElapsedLine("building").shown():
            built = export.build(rules)
    except export.TooLarge as trouble:
        raise Misuse(str(trouble)) from trouble
    write({code: built.wasm, tables: built.tables.encode()}, force=force, rules=find(game))
    for path, size in ((code, len(built.wasm)), (tables, len(built.tables))):
        print(f"{shown(str(path))}: {size:,} bytes")
    return FINE


WIDTH, NARROWEST, WIDEST = 80, 40, 100


@verb("rulebook")
def _rulebook(
    game: str, players: int | None, option: Sequence[str], output: str | None, *, aid: bool, html: bool, force: bool
) -> int:
    from rulewright.analysis.documents import as_page, as_text
    from rulewright.analysis.rulebook import rulebook
    from rulewright.analysis.rulebook.aid import aid as aid_of
    from rulewright.analysis.rulebook.from_play import from_play
    from rulewright.language.elaborate.settings import Setting, player_counts, settle, trouble
    from rulewright.language.parser import parse

    chosen = options(option)
    given: dict[str, OptionSetting] = {}
    source, unreadable = source_of(game)
    with ElapsedLine("writing the rulebook").shown():
        parsed = parse(source)
        wrong: Sequence[Diagnostic] = unreadable or [each for each in parsed.diagnostics if each.severity == "error"]
        wrong = wrong or trouble(parsed.ruleset, source)
        if not wrong and (chosen or players is not None):
            # what was chosen, as the rules write it, where some setting has all of it
            counts = player_counts(parsed.ruleset) if players is None else (players,)
            tried = [settle(parsed.ruleset, source, count, chosen) for count in counts]
            fits = next((setting for setting in tried if isinstance(setting, Setting)), None)
            wrong = next((each for each in tried if not isinstance(each, Setting)), ()) if fits is None else ()
            names = {name.strip().replace("_", "-") for name in chosen}
            given = {name: value for name, value in (fits.options if fits else ()) if name in names}
            given |= {} if players is None else {"player-count": players}
        book = None
        if not wrong and aid:
            book = aid_of(source, parsed.ruleset, given)
        elif not wrong:
            book = rulebook(source, parsed.ruleset, given, from_play(source, parsed.ruleset, given))
    if book is None:
        report(source, wrong, tell)
        return FINDINGS
    terminal = max(NARROWEST, min(WIDEST, shutil.get_terminal_size((WIDTH, 24)).columns))
    text = as_page(book) if html else as_text(book, terminal if output is None else WIDTH)
    if output is None:
        write_document(text)
        return FINE
    write({Path(output): text.encode(errors="replace")}, force=force, rules=find(game))
    print(shown(output))
    return FINE


# ---- The verb `new`: a small file of rules to begin with, made from one of the beginnings that come with the program
# What is not said is asked for at a terminal; in a pipe it has its default. Law: what is written has no finding by
# reading, and its examples come true.


MIN_SEATS, MAX_SEATS, DEFAULT_SEATS = 2, 6, 4
COMPONENT: Final = re.compile(r"^component (\w+)", re.MULTILINE)
Said = Mapping[str, str | None]
Answer = Callable[[Question, Callable[[str], str | Sorry]], str]


def begun(kind: str, title: str, most: int, component: str | None = None) -> str | Sorry:
    """The text of a beginning with its title, so many players and its component; why it would be no rules, if so."""
    from rulewright.analysis.check import check
    from rulewright.language.diagnostics import applied
    from rulewright.language.older_texts import saying
    from rulewright.language.source import Source, read_source

    text, old = _beginning(kind)
    component = component or old
    if not component.replace("-", "").isalpha():
        return Sorry(f"{shown(component)} is no word. {PIECES}")
    text = text.replace('"My game"', f'"{title}"', 1)
    players = f"players {f'{MIN_SEATS}..' * (most > MIN_SEATS)}{most}"
    text = text.replace(f"players {MIN_SEATS}..{MAX_SEATS}", players, 1)
    article = "an" if component.startswith(tuple("aeiou")) else "a"
    renamed = ((f"[Aa]n? {old}", f"{article} {component}"), (old, component), (plural(old), plural(component)))
    for was, now in renamed if component != old else ():
        text = re.sub(rf"\b{was}\b", now, text)
    text = applied(text, filter(None, [saying(text, NEWEST)]))
    source = read_source("new.rules", text.encode())
    with ElapsedLine(MAKING_RULES).shown():
        found = check(source) if isinstance(source, Source) else source
    return Sorry(found[0].message) if found else text


def _beginning(kind: str) -> tuple[str, str]:
    """The text of a beginning, and what its component is called."""
    text = read(beginnings()[kind]).decode()
    found = COMPONENT.search(text)
    assert found is not None, "a beginning has a component"
    return text, found[1]


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
    usual_title = name.replace("-", " ").capitalize()
    text = f"What is the game called? Enter: {usual_title}."
    asks = Question("title", text, "Type its title, without quotation marks.")

    def entitled(typed: str) -> str | Sorry:
        if '"' in typed:
            return Sorry("A title holds no quotation marks.")
        tried = begun(kind, typed or usual_title, DEFAULT_SEATS)
        return tried if isinstance(tried, Sorry) else typed or usual_title

    title = detail(asks, entitled)
    text = f"How many can play at most? {MIN_SEATS} to {MAX_SEATS}; Enter: {DEFAULT_SEATS}."
    asks = Question("players", text, "Type a number.")
    most = int(detail(asks, _players))
    _, usual = _beginning(kind)
    asks = Question("component", f"What is played with? One word for one of them; Enter: {usual}.", PIECES)
    return Path(f"{name}.rules"), detail(asks, lambda typed: begun(kind, title, most, typed.strip().lower()))


NAME: Final = "Type the name of the file, such as my-game; .rules is put behind it."
KIND: Final = "Type the number or the name of a kind of game."
PIECES: Final = "Type a word for one piece, such as card, tile, gem."


def _named(typed: str) -> str | Sorry:
    name = typed.strip().removesuffix(".rules")
    if not name or Path(name).name != name:
        return Sorry(f"{f'{shown(typed)} is no name of a file here. ' * bool(typed)}{NAME}")
    return name


def _kind(kinds: list[Choice], typed: str) -> str | Sorry:
    number, word = typed_number(typed), typed.casefold() or kinds[0].name
    found = [each.name for each in kinds if each.number == number or each.name.startswith(word)]
    there = ", ".join(each.name for each in kinds)
    return found[0] if len(found) == 1 else Sorry(f'There is no kind "{shown(typed)}". There are: {there}.')


def _players(typed: str) -> str | Sorry:
    number = typed_number(typed) if typed else DEFAULT_SEATS
    if not MIN_SEATS <= number <= MAX_SEATS:
        return Sorry(f"{MIN_SEATS} to {MAX_SEATS} can play such a beginning, not {shown(typed)}.")
    return str(number)


@verb("new")
def _new(*, force: bool, **said: str | None) -> int:
    def by_default(question: Question, understood: Callable[[str], str | Sorry]) -> str:
        found = understood("")
        if isinstance(found, Sorry):
            raise Misuse(f"{question.text} {found.said}")
        return found

    if sys.stdin.isatty() and sys.stdout.isatty():
        from rulewright.table.prompt import Terminal

        screen = Terminal(lines=True)
        with screen.sitting():
            goal, text = Interview(partial(asked_at, screen)).whole(lambda person: _wanted(said, person.answer))
    else:
        goal, text = _wanted(said, by_default)
    write({goal: text.encode()}, force=force)
    file = shown(str(goal))
    print(f"{file} is there. rulewright play {file} plays it, rulewright check {file} looks for holes.")
    return FINE
