"""Records of games: those that a command follows, those with which play goes on, and reading one at a terminal."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from attrs import evolve

from rulewright.cli.console import MAKING_RULES, ElapsedLine, RulesWentWrong, complain, kept_rules, seed_of
from rulewright.cli.questions import Choice, Interview, Question, Sorry
from rulewright.files import FileTrouble, find, holder, read, regular, shipped, title
from rulewright.levels import RANDOM, level_of
from rulewright.own_files import games_folder, keeps_no_games
from rulewright.shown import Misuse, shown
from rulewright.table.text_lines import say
from rulewright.table.typed_line import typed_number

if TYPE_CHECKING:
    from rulewright.machine.chance import ChanceSource
    from rulewright.machine.game import Game, Rules
    from rulewright.machine.record import Header, Record
    from rulewright.table.keeping import Place
    from rulewright.table.real_game import Sitting
    from rulewright.table.sitting import Screen


def rules_named(header: "Header", path: str | None, place: Path, wanted: str) -> str:
    """How the rules of a record are named; its own word is trusted only for a shipped game, or for rules beside it that
    have the hash that it tells. `wanted`: what names them."""
    if path is not None:
        return path
    near = place / f"{header.game}.rules"
    beside = near if near.parent == place and os.path.isfile(near) else None  # noqa: PTH113 - never raises
    if beside is not None and sha256(read(beside)).hexdigest() == header.rules:
        return str(beside)
    if header.game in shipped():
        return header.game
    if beside is not None:
        changed = f"{shown(header.game)}.rules beside it has changed since the record was made"
        raise FileTrouble(f"{changed}. To follow the record by it all the same, give {wanted}.")
    raise FileTrouble(f'The record is of "{shown(header.game)}", which is no shipped game. Give {wanted}.')


def rules_by(header: "Header", named: str) -> "Rules":
    """The rules that are named so, at the setting of a record."""
    from rulewright.loading import load

    with ElapsedLine(MAKING_RULES).shown():
        return load(named, players=header.players, options=dict(header.options))


@contextmanager
def reading(path: Path, command: str) -> Iterator[None]:
    """Reads a record; of a text of rules it is said what was meant by this command."""
    from rulewright.machine.record import RecordError

    try:
        with ElapsedLine("reading").shown():
            yield
    except RecordError as wrong:
        if wrong.line > 1 or path.suffix != ".rules":
            raise
        name = shown(str(path))
        said = f"{name} is a text of rules, and the record of a game is read here. Write: {command}."
        raise Misuse(f"{said} By itself it is played with: rulewright play {name}.") from None


def taken_up(named: str | None, file: Path, chance: "ChanceSource", at: int | None) -> "tuple[Game, str]":
    """A game that goes on where a record stops or goes wrong, or after so many decisions; how its rules are named."""
    from rulewright.machine.record import read as read_record
    from rulewright.machine.replay import replay

    with reading(file, f"rulewright play {shown(str(file))} --from RECORD"):
        record = read_record(regular(file))
    named = rules_named(record.header, named, file.parent, "its rules, too: rulewright play FILE --from RECORD")
    if title(find(named)) != record.header.game:
        complain(f'Note: the record is of "{shown(record.header.game)}".')
    rules = rules_by(record.header, named)
    with ElapsedLine("following the record").shown():
        followed = replay(rules, record)
    game, made = followed.game, followed.game.decisions
    if not rules.followed_by(record.header):
        complain("Note: the record was made with another text of the rules.")
    parting, begun = followed.parting, not game.over or made > 0
    if parting is not None and not (begun and at is not None and at <= made):
        if not (begun and at is None and parting.fault):
            earlier = f" --at {made - game.over} begins before that." if begun else ""
            raise RulesWentWrong(f"{parting.said} So far the record can be followed.{earlier}")
        complain(f"Note: {parting.said} The game begins before that.")
    elif parting is None and at is not None and at > made:
        raise Misuse(f"The record has {made} decision{'s' * (made != 1)}; there is no position after {at}.")
    if at is not None and at < made:
        game.back_to(at + 1)
    note_broken(game)
    if game.over:
        before = f" --at {made - 1} begins before its last decision." if made else ""
        raise Misuse(f"The game of the record is over.{before}")
    game.header = rules.header
    game.source = chance
    if game.waiting is not None:
        game.go_on()
    return game, named


def note_broken(game: "Game") -> None:
    """Say which invariant does not hold where a game stands."""
    from rulewright.analysis.playtest.finding import first_broken
    from rulewright.machine.interpret import RulesFault

    with suppress(RulesFault):
        number = first_broken(game.entered())
        if number is not None:
            check = game.rules.program.invariants[number]
            line = game.rules.line(check.span)
            complain(f'Note: here the {check.sort} "{shown(check.title)}" (line {line}) does not hold.')


def read_at_terminal(game: "Game", eyes: int | None, *, lines: bool) -> None:
    """Let somebody read a game, until nobody goes on; `lines`: without the full screen."""
    from rulewright.table import prompt

    with prompt.Terminal(lines=lines).sitting() as screen:
        read_on(screen, eyes, game)


def read_on(screen: "Screen", eyes: int | None, game: "Game") -> None:
    """Let somebody read a game on a screen that is there, until nobody goes on."""
    from rulewright.table import decision_page, sitting, undo_redo
    from rulewright.table.reader import Reader, Standing, asked, read_line

    reader = Reader.of(game, eyes)
    with suppress(EOFError, KeyboardInterrupt):
        reader.asker.meanwhile, reader.width = screen.meanwhile, screen.width
        left = " Lines of play were left: :branches tells of them." if undo_redo.others(reader.tree) else ""
        told = f"{game.rules.core.title}. Enter goes on, :back goes back, :help tells more.{left}"
        screen.show(say(told, "hint", width=screen.width))
        screen.draw(Standing(reader))

        def replied(line: str) -> decision_page.Reply:
            reader.width = screen.width
            reply = read_line(reader, line)
            if not reply.anew:
                return reply
            screen.draw(Standing(reader))
            return decision_page.Reply(reply.then)

        sitting.converse(screen, lambda: screen.read(f"{reader.at}/{reader.game.decisions}", 0, asked(reader)), replied)
        return
    screen.show([()])


KEPT: Final = "Type the number of a game, or a part of its line that no other has, such as a name."
OLD, NEW = ("old", "o"), ("new", "n")

Start: TypeAlias = "tuple[Rules, Game | None, Sitting]"
"""A game that is to be played: by which rules, from where it is begun (None: from its beginning), and by whom, where it
is kept, how strong seats are that nobody has, as far as that is known."""


def resumed(named: str, rules: str | None, person: Interview | None) -> Start:
    """The game of a number in the list or of a path; of the only one where none is named. Where it goes on as it is it
    is kept in its record, otherwise in one of its own in the user's folder."""
    from rulewright.machine.record import BYTES, RecordError, parse
    from rulewright.machine.replay import replay
    from rulewright.own_files import Growing
    from rulewright.table.keeping import Place

    folder = games_folder()
    if named and not named.isdecimal():
        path = Path(named)
    elif folder is not None:
        path = kept_record(named, folder, person)
    elif keeps_no_games():
        raise Misuse("RULEWRIGHT_NO_STATE is set, so that no games are kept. --resume FILE goes on with a record.")
    else:
        none = "There is no folder of your own for games; XDG_STATE_HOME names one."
        raise Misuse(f"{none} --resume FILE takes a record.")
    busy = _busy(path)
    if busy is not None:
        raise FileTrouble(busy)
    with ExitStack() as stack:
        growing = Growing.again(path)
        stack.callback(growing.file.close)
        with reading(path, f"rulewright play {shown(str(path))} --resume RECORD"):
            data = read(path, most=BYTES)
            if len(data) > BYTES:
                raise RecordError(1, "the record is longer than 32 MiB")
            size = data.rfind(b"\n") + 1  # so many bytes are whole lines
            record = parse(BytesIO(data[:size]))
        text, file, edited = _text(record.header, path, folder, rules, person)
        header = record.header
        with ElapsedLine(MAKING_RULES).shown():
            made = kept_rules(text, f"{header.game}.rules", header.game, header.players, dict(header.options))
        with ElapsedLine("following the record").shown():
            followed = replay(made, record)
        game, parting = followed.game, followed.parting
        if parting is not None and game.over and not game.decisions:
            raise RulesWentWrong(f"{parting.said} So the record cannot be followed at all.")
        if parting is not None:
            complain(f"Note: {parting.said} The game goes on before that, with a record of its own; the old one stays.")
        if edited or parting is not None:
            return _start(game, record, Place(games=folder, rules=file))
        games = folder if path.parent == folder else None
        place = Place(games=games, rules=file, taken=growing, lines=1 + len(record.lines), size=size)
        start = _start(game, record, place)
        growing.cut(size)
        stack.pop_all()
    return start


def _busy(path: Path) -> str | None:
    """That somebody plays this game, if somebody does."""
    by = holder(regular(path))
    return None if by is None else f"{shown(str(path))} is the record of a game that is being played, by process {by}."


def kept_record(named: str, folder: Path, person: Interview | None) -> Path:
    """The record of a game of the folder: with this number, or the only one, or with which somebody wants to go on."""
    from rulewright.table.keeping import kept_game_line, unfinished

    games, troubles = unfinished(folder)
    for trouble in troubles:
        complain(trouble)
    if not games:
        raise Misuse("There is no unfinished game. rulewright play GAME begins one.")
    lines = {game.path: kept_game_line(game) for game in games}

    def numbered_so(text: str) -> Path | Sorry:
        number = typed_number(text)
        if 0 < number <= len(games):
            return games[number - 1].path
        there = f"they have the numbers 1 to {len(games)}" if len(games) > 1 else "there is one, number 1"
        return Sorry(f"There is no unfinished game {shown(text)}: {there}.")

    def understood(text: str) -> Path | Sorry:
        """The game of a number, or the only one in whose line a text is, if nobody plays it."""
        fitting = [path for path, line in lines.items() if text.casefold() in line.casefold()]
        if not text or typed_number(text) >= 0:
            found = numbered_so(text or "1")
        elif len(fitting) == 1:
            found = fitting[0]
        else:
            many = f"{len(fitting)} of these games have" if fitting else "None of these games has"
            return Sorry(f'{many} "{shown(text)}" in the line that tells of it. Type the number of one.')
        busy = None if isinstance(found, Sorry) else _busy(found)
        return Sorry(busy) if busy else found

    found = numbered_so(named or "1")
    if not isinstance(found, Sorry) and (named or len(games) == 1):
        return found
    sorry = found.said if isinstance(found, Sorry) else ""
    if person is not None:
        choices = tuple(Choice(number, "", line) for number, line in enumerate(lines.values(), start=1))
        text = f"{sorry} These games can go on. Enter: number 1, the latest.".lstrip()
        return person.answer(Question("number", text, KEPT, choices), understood)
    if sorry:
        raise Misuse(sorry)
    print("These games can go on:", *(f"{at:>3}. {line}" for at, line in enumerate(lines.values(), 1)), sep="\n")
    raise Misuse("Which one? rulewright play --resume N takes one.")


def _text(
    header: "Header", path: Path, folder: Path | None, rules: str | None, person: Interview | None
) -> tuple[bytes, Path | None, bool]:
    """The text by which a game goes on, where it lies, and whether it is another one than the record's."""
    from rulewright.table.keeping import kept_text

    kept, file, missing = None if folder is None else kept_text(folder, header.rules), None, ""
    own = folder is not None and path.parent == folder
    try:
        if rules is None and own and header.table is not None and header.table.file is not None:
            file = regular(Path(header.table.file))
        else:
            file = regular(find(rules_named(header, rules, path.parent, "its rules, too: play FILE --resume RECORD")))
    except FileTrouble as trouble:
        if kept is None or rules is not None:
            raise
        missing = str(trouble)
    now = None if file is None else read(file)
    if now is not None and sha256(now).hexdigest() == header.rules:
        return now, file, False
    if now is None:
        assert kept is not None, "without any text it was refused"
        complain(f"Note: {missing} The game goes on under the text with which it was begun.")
        return kept, None, False
    if kept is None:
        complain("Note: the rules were edited since, and the text with which the game was begun is not kept.")
        return now, file, True
    if person is not None:
        question = (
            "The rules were edited since. The game can go on under the old text, with which it was begun, or under the "
            "new one, up to where the two part. Type old or new."
        )

        def understood(text: str) -> str | Sorry:
            return text.casefold() if text.casefold() in (*OLD, *NEW) else Sorry("Type old or new.")

        if person.answer(Question("old or new", question, "Type old or new."), understood) in NEW:
            return now, file, True
    complain("Note: the rules were edited since. The game goes on under the text with which it was begun.")
    return kept, file, False


def _start(game: "Game", record: "Record", place: "Place") -> Start:
    """A followed game, with the chance and the people that it had."""
    from rulewright.machine.chance import Seeded
    from rulewright.table.real_game import Sitting

    if game.over:
        raise Misuse("This game is over. rulewright replay FILE follows its record.")
    table, header = record.header.table, record.header
    seed = table.seed if table else seed_of(header.seed)
    game.source = Seeded(seed) if header.seed is None else Seeded(header.seed, header.number)
    if game.waiting is not None:
        game.go_on()
    if place.taken is None:
        own = game.rules.header
        game.header = evolve(header, rules=own.rules, language=own.language, program=own.program, table=None)
    note_broken(game)
    people = dict(table.people) if table else dict.fromkeys(game.deciders)
    bots = dict.fromkeys(range(game.rules.players), RANDOM)
    bots |= {seat: level_of(name) or RANDOM for seat, name in table.bots} if table else {}
    return game.rules, game, Sitting(people, seed, ask_all=bool(table and table.ask_all), place=place, bots=bots)
