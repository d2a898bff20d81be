"""`play --resume`: which game is taken up, by which text of its rules, and where it stands then."""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final

from attrs import field, frozen

from rulewright.cli.arguments import Misuse
from rulewright.cli.console import MAKING_RULES, ElapsedLine, RulesWentWrong, complain, seed_of
from rulewright.cli.questions import Choice, Interview, Question, Sorry, numbered
from rulewright.cli.records import note_broken, rules_named
from rulewright.files import FileTrouble, find, holder, read, regular
from rulewright.levels import RANDOM, Level, level_of
from rulewright.own_files import games_folder, keeps_no_games
from rulewright.shown import shown

if TYPE_CHECKING:
    from rulewright.machine.game import Game, Rules
    from rulewright.machine.record import Header, Record
    from rulewright.machine.replay import Replay
    from rulewright.table.keeping import KeptGame, Place

KEPT: Final = "Type the number of a game, or a part of its line that no other has, such as a name."
OLD, NEW = ("old", "o"), ("new", "n")


@frozen
class Start:
    """A game that is to be played: by which rules, from where it is `begun` (None: from its beginning), by whom, and
    where it is kept; `bots` says how strong seats are that nobody has, as far as that is known."""

    rules: "Rules"
    begun: "Game | None"
    people: dict[int, str | None]
    seed: int
    ask_all: bool
    place: "Place"
    bots: Mapping[int, Level] = field(factory=dict)


def resumed(named: str, rules: str | None, person: Interview | None) -> Start:
    """The game of a number in the list or of a path; of the only one where none is named."""
    from rulewright.own_files import Growing

    folder = games_folder()
    path = Path(named) if named and not named.isdecimal() else _chosen(named, _folder(folder), person)
    busy = _busy(path)
    if busy is not None:
        raise FileTrouble(busy)
    with ExitStack() as stack:
        growing = Growing.again(path)
        stack.callback(growing.file.close)
        with ElapsedLine("reading").shown():
            record, size = _read(path)
        data, file, edited = _text(record.header, path, folder, rules, person)
        followed = _followed(record, data)
        place = _place(path, folder, file, growing if not edited and followed.parting is None else None, record, size)
        start = _start(followed.game, record, place)
        if place.taken is not None:
            growing.cut(size)
            stack.pop_all()
    return start


def _busy(path: Path) -> str | None:
    """That somebody plays this game, if somebody does."""
    by = holder(regular(path))
    return None if by is None else f"{shown(str(path))} is the record of a game that is being played, by process {by}."


# ---- which one


def _folder(folder: Path | None) -> Path:
    if folder is not None:
        return folder
    if keeps_no_games():
        raise Misuse("RULEWRIGHT_NO_STATE is set, so that no games are kept. --resume FILE goes on with a record.")
    raise Misuse("There is no folder of your own for games; XDG_STATE_HOME names one. --resume FILE takes a record.")


def _chosen(named: str, folder: Path, person: Interview | None) -> Path:
    """The record of a game of the folder."""
    from rulewright.table.keeping import told, unfinished

    games, troubles = unfinished(folder)
    for trouble in troubles:
        complain(trouble)
    if not games:
        raise Misuse("There is no unfinished game. rulewright play GAME begins one.")
    found = _numbered(games, named or "1")
    if not isinstance(found, Sorry) and (named or len(games) == 1):
        return found
    if person is not None:
        return _asked_for(games, person, f"{found.said} " if isinstance(found, Sorry) else "")
    if isinstance(found, Sorry):
        raise Misuse(found.said)
    print(
        "\n".join(["These games can go on:", *(f"{number:>3}. {told(game)}" for number, game in enumerate(games, 1))])
    )
    raise Misuse("Which one? rulewright play --resume N takes one.")


def one_of(folder: Path, person: Interview) -> Path:
    """The record of the game of a folder with which somebody wants to go on."""
    return _chosen("", folder, person)


def _asked_for(games: "Sequence[KeptGame]", person: Interview, before: str) -> Path:
    from rulewright.table.keeping import told

    def understood(text: str) -> Path | Sorry:
        found = _numbered(games, text or "1") if not text or numbered(text) is not None else _with(games, text)
        busy = None if isinstance(found, Sorry) else _busy(found)
        return Sorry(busy) if busy else found

    choices = tuple(Choice(number, "", told(game)) for number, game in enumerate(games, start=1))
    asked = Question("number", f"{before}These games can go on. Enter: number 1, the latest.", KEPT, choices)
    return person.answer(asked, understood)


def _numbered(games: "Sequence[KeptGame]", text: str) -> Path | Sorry:
    number = numbered(text) or 0
    if 0 < number <= len(games):
        return games[number - 1].path
    there = f"they have the numbers 1 to {len(games)}" if len(games) > 1 else "there is one, number 1"
    return Sorry(f"There is no unfinished game {shown(text)}: {there}.")


def _with(games: "Sequence[KeptGame]", text: str) -> Path | Sorry:
    """The only game in whose line a text is."""
    from rulewright.table.keeping import told

    lines = {game.path: told(game) for game in games}
    fitting = [path for path, line in lines.items() if text.casefold() in line.casefold()]
    if len(fitting) == 1:
        return fitting[0]
    many = f"{len(fitting)} of these games have" if fitting else "None of these games has"
    return Sorry(f'{many} "{shown(text)}" in the line that tells of it. Type the number of one.')


# ---- what is in it


def _read(path: Path) -> "tuple[Record, int]":
    """A record, and so many of its bytes as are whole lines."""
    from rulewright.machine.record import BYTES, RecordError, parse

    data = read(path, most=BYTES)
    if len(data) > BYTES:
        raise RecordError(1, "the record is longer than 32 MiB")
    size = data.rfind(b"\n") + 1
    return parse(BytesIO(data[:size])), size


def _text(
    header: "Header", path: Path, folder: Path | None, rules: str | None, person: Interview | None
) -> tuple[bytes, Path | None, bool]:
    """The text by which a game goes on, where it lies, and whether it is another one than the record's."""
    from rulewright.language.span import BYTES
    from rulewright.table.keeping import kept_text

    kept = None if folder is None else kept_text(folder, header.rules)
    file, missing = _file(header, path, folder, rules, must=kept is None)
    now = None if file is None else read(file, most=BYTES)
    if now is not None and sha256(now).hexdigest() == header.rules:
        return now, file, False
    if now is None:
        assert kept is not None, "without any text it was refused"
        complain(f"Note: {missing} The game goes on under the text with which it was begun.")
        return kept, None, False
    if kept is None:
        complain("Note: the rules were edited since, and the text with which the game was begun is not kept.")
        return now, file, True
    if person is not None and _wants_new(person):
        return now, file, True
    complain("Note: the rules were edited since. The game goes on under the text with which it was begun.")
    return kept, file, False


def _file(
    header: "Header", path: Path, folder: Path | None, rules: str | None, *, must: bool
) -> tuple[Path | None, str]:
    """Where the text of the rules lies now, or why it is nowhere; FileTrouble instead if it `must` be somewhere."""
    own = folder is not None and path.parent == folder
    try:
        if rules is None and own and header.table is not None and header.table.file is not None:
            return regular(Path(header.table.file)), ""
        return regular(find(rules_named(header, rules, path.parent, "its rules, too: play FILE --resume RECORD"))), ""
    except FileTrouble as trouble:
        if must or rules is not None:
            raise
        return None, str(trouble)


def _wants_new(person: Interview) -> bool:
    question = (
        "The rules were edited since. The game can go on under the old text, with which it was begun, or under the new "
        "one, up to where the two part. Type old or new."
    )

    def understood(text: str) -> bool | Sorry:
        said = text.casefold()
        return said in NEW if said in (*OLD, *NEW) else Sorry("Type old or new.")

    return person.answer(Question("old or new", question, "Type old or new."), understood)


def _followed(record: "Record", data: bytes) -> "Replay":
    """The game of a record under a text, as far as the two go together."""
    from rulewright.kept_rules import rules_of
    from rulewright.machine.replay import replay

    header = record.header
    with ElapsedLine(MAKING_RULES).shown():
        rules = rules_of(data, f"{header.game}.rules", header.game, header.players, dict(header.options))
    with ElapsedLine("following the record").shown():
        followed = replay(rules, record)
    parting, game = followed.parting, followed.game
    if parting is not None and game.over and not game.decisions:
        raise RulesWentWrong(f"{parting.said} So the record cannot be followed at all.")
    if parting is not None:
        complain(f"Note: {parting.said} The game goes on before that, with a record of its own; the old one stays.")
    return followed


def _place(path: Path, folder: Path | None, file: Path | None, growing: object, record: "Record", size: int) -> "Place":
    """The record itself, where it goes on as it is; otherwise one of its own in the user's folder."""
    from rulewright.own_files import Growing
    from rulewright.table.keeping import Place

    if isinstance(growing, Growing):
        games = folder if path.parent == folder else None
        return Place(games=games, rules=file, taken=growing, lines=1 + len(record.lines), size=size)
    return Place(games=folder, rules=file)


def _start(game: "Game", record: "Record", place: "Place") -> Start:
    """A followed game, with the chance and the people that it had."""
    from attrs import evolve

    from rulewright.machine.chance import Seeded

    if game.over:
        raise Misuse("This game is over. rulewright replay FILE follows its record.")
    table, header = record.header.table, record.header
    seed = table.seed if table else seed_of(header.seed)
    game.source = Seeded(seed) if header.seed is None else Seeded(header.seed, header.number)
    if game.waiting is not None:
        game.go_on()
    if place.taken is None:
        game.header = evolve(header, rules=game.rules.sha256, table=None)
    note_broken(game)
    people = dict(table.people) if table else dict.fromkeys(game.deciders)
    bots = dict.fromkeys(range(game.rules.players), RANDOM)
    bots |= {seat: level_of(name) or RANDOM for seat, name in table.bots} if table else {}
    return Start(game.rules, game, people, seed, table.ask_all if table else False, place, bots)
