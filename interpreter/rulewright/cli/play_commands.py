"""The verbs `play`, `record` and `replay`."""

import argparse
import os
import re
import sys
from collections.abc import Mapping, Sequence
from contextlib import nullcontext, suppress
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from attrs import evolve, field, frozen

from rulewright.cli import arguments, console, count_commands, questions
from rulewright.cli.arguments import FINDINGS, FINE, Said, level, levels, seat_of, verb
from rulewright.cli.console import ElapsedLine, complain, faults_told, refuse_unsolvable, seed_of, write_document
from rulewright.cli.records import (
    Start,
    note_broken,
    read_at_terminal,
    read_on,
    reading,
    resumed,
    rules_by,
    rules_named,
    taken_up,
)
from rulewright.files import FileTrouble, find, folder, read, regular, shipped, writing
from rulewright.language.suggest import closest
from rulewright.levels import RANDOM, RANDOMLY, USUAL, Level
from rulewright.own_files import games_folder, keeps_no_games
from rulewright.shown import Misuse, shown
from rulewright.table.text_lines import at_terminal, lines, number_of, piped_width, plain as plain_text

if TYPE_CHECKING:
    from rulewright.machine.game import Game, Rules
    from rulewright.table.real_game import Sitting

Seats = Sequence[tuple[str, str | None]]


def _seat(text: str) -> tuple[str, str | None]:
    seat, equals, name = text.partition("=")
    if equals and not name.strip():
        raise argparse.ArgumentTypeError("after = a name belongs")
    return seat, arguments.as_typed(name) or None


@frozen
class Beginning:
    """What may be said of a new game: of one that goes on only `game`, its rules."""

    game: str | None
    players: int | None = None
    option: Sequence[str] = field(default=(), converter=tuple)
    seat: Seats = field(default=(), converter=tuple)
    seed: int | None = None
    record: str | None = None
    begun_by: str | None = None
    at: int | None = None
    example: str | None = None


LOOK_BACK_S: Final = 5.0
"""So many seconds a game is weighed once it is over."""
EASY: Final[Said] = ((None, level("beginner")),)
USUAL_PACE: Final = 0.7
"""So many seconds a decision is shown where nobody says how long."""


def _seconds(text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,2}(\.[0-9]{1,3})?", text):
        raise argparse.ArgumentTypeError(f"{shown(text)} is no time in seconds, such as 2 or 0.5")
    return float(text)


@verb("play", seat=_seat, seconds=_seconds)
def play(
    resume: str | None,
    bot: Said,
    memory: int | None,
    pace: float,
    *,
    ask_all: bool,
    plain: bool,
    force: bool,
    **said: Any,  # noqa: ANN401 - the rest is plain
) -> int:
    """Play at a terminal, or through a pipe."""
    return _played(Beginning(**said), resume, bot, memory, pace, ask_all=ask_all, plain=plain, force=force)


@verb("teach", seat=_seat)
def _teach(bot: Said, *, plain: bool, **said: Any) -> int:  # noqa: ANN401 - the rest is plain
    """Play, with a first round explained, against opponents who make mistakes."""
    return _played(Beginning(**said), None, bot or EASY, None, USUAL_PACE, plain=plain, teaches=True)


def _played(
    beginning: Beginning,
    resume: str | None,
    bot: Said,
    memory: int | None,
    pace: float,
    *,
    ask_all: bool = False,
    plain: bool = False,
    force: bool = False,
    teaches: bool = False,
) -> int:
    from rulewright.machine.interpret import RulesFault
    from rulewright.machine.wasm import available
    from rulewright.table.prompt import Pipe, Terminal
    from rulewright.table.real_game import again, seat_people

    terminal = at_terminal()
    screen = Terminal(lines=plain) if terminal else Pipe(sys.stdin, sys.stdout, sys.stderr)
    if resume is None:
        rules, begun, sitting = _fresh(beginning, force=force, keep=terminal)
    elif beginning != Beginning(beginning.game):
        raise Misuse("A game goes on as it was: beside --resume only GAME, its rules, and --ask-all may stand.")
    else:
        person = questions.Interview(partial(questions.asked_at, screen)) if isinstance(screen, Terminal) else None
        rules, begun, sitting = resumed(resume, beginning.game, person)
    first = begun
    if first is None:  # which may take long; if the rules fail, that is told in play
        with ElapsedLine("listing the first moves").shown(), suppress(RulesFault):
            first = rules.start(sitting.seed)
    asks = ask_all or sitting.ask_all or not terminal
    sitting = evolve(sitting, ask_all=asks, one_screen=terminal, width=screen.width, memory=memory and memory << 20)
    sitting = evolve(
        sitting, pace=pace if terminal else 0, look_back=LOOK_BACK_S if terminal else None, teaches=teaches
    )
    sitting = evolve(sitting, bots=_bots(bot, rules, sitting, begun, first))
    if sitting.opponents and (missing := available()) is not None:
        complain(f"Note: opponents try out few games for a move, slowly. {missing}")
    going_on = begun.decisions if begun is not None and resume is not None else None
    while True:
        with faults_told(rules), screen.sitting() as played_at:
            if going_on is not None:
                played_at.show([(("hint", f"The game goes on after {number_of(going_on, 'decision')}."),)])
            left = seat_people(
                rules, sitting, played_at, begun, first, partial(read_on, played_at, min(sitting.people))
            )
        if left not in ("again", "swap"):
            return FINE
        begun = first = going_on = None
        sitting = again(sitting, rules.players, seed_of(None), games_folder(), seats_changed=left == "swap")


def _bots(
    said: Said, rules: "Rules", sitting: "Sitting", begun: "Game | None", first: "Game | None"
) -> Mapping[int, Level]:
    """How strong opponents are, by seat: as is said, as they were, or `USUAL`. What they need to think is made."""
    seats = rules.core.seat_names
    found = levels(said, seats, "--bot", sitting.bots)
    for typed, _ in said:
        if typed is not None and seat_of(typed, seats) in sitting.people:
            raise Misuse(f"Seat {shown(typed)} is at the keyboard: --bot says how strong another one plays.")
    refuse_unsolvable(rules, (level.name for level in found.values()), begun.state.vector if begun else None)
    missing = {*range(len(seats))} - {*sitting.people} - {*found}
    begins = first is not None and bool(first.deciders)
    bots = {**found, **dict.fromkeys(missing, USUAL if begins else RANDOM)}
    if begins and any(level is not RANDOM for seat, level in bots.items() if seat not in sitting.people):
        from rulewright.searching import Thinker

        with ElapsedLine("preparing opponents").shown():
            _ = Thinker(rules).trees  # what they are made of is kept: the first move takes no longer than others
    return bots


def _fresh(wanted: Beginning, *, force: bool, keep: bool) -> Start:
    """A game that begins, at a terminal to be kept (`keep`)."""
    from rulewright.machine.chance import Seeded
    from rulewright.table import keeping, real_game

    game, seed, record = wanted.game, seed_of(wanted.seed), wanted.record
    if wanted.begun_by is not None:
        if wanted.players is not None or wanted.option or wanted.example is not None:
            raise Misuse("A record says how it is played: --players, --option and --example do not go with --from.")
        begun, game = taken_up(game, Path(wanted.begun_by), Seeded(seed), wanted.at)
        rules = begun.rules
    elif wanted.at is not None:
        raise Misuse("--at says where in a record a game begins: --from RECORD --at N.")
    elif game is None:
        raise Misuse(f"Which game? There are: {', '.join(shipped())}. Or give a path.")
    elif wanted.example is not None and record is not None:
        raise Misuse("A record tells a game from its beginning: --record does not go with --example.")
    else:
        begun, rules = None, count_commands.rules_or_example(game, wanted.players, wanted.option, wanted.example)
    seats, names = wanted.seat, rules.core.seat_names
    try:
        people = arguments.by_seat(seats, names) if seats else dict.fromkeys(begun.deciders if begun else (0,))
    except Misuse as trouble:
        own = next((seat for seat, name in seats if name is None and not seat.isdecimal()), None)
        if own is None or closest(own, names) is not None:
            raise
        hint = f"To be called so, give a seat and the name: --seat 0={shown(own)}."
        raise Misuse(f"{trouble} {hint}") from trouble
    file, games = find(game), games_folder() if record or (keep and wanted.example is None) else None
    if games is not None:  # the text of these rules is kept with the games
        try:
            data = read(file)
            if sha256(data).hexdigest() == rules.sha256:
                keeping.keep_text(games, data)
        except FileTrouble as trouble:
            complain(f"Note: {trouble} The text of the rules is not kept.")
    elif keep and record is None and wanted.example is None and not keeps_no_games():
        complain("Note: there is no folder of your own for games (XDG_STATE_HOME names one). This one is not kept.")
    place = keeping.Place(Path(record) if record else None, None if record else games, file, force)
    return rules, begun, real_game.Sitting(people, seed, place=place)


MIN_FAST_GAMES: Final = 2
"""So many games are played on the fast backend; for one it need not be made."""


@verb("record")
def _record(
    game: str,
    players: int | None,
    option: Sequence[str],
    seed: int | None,
    games: int | None,
    number: int,
    output: str | None,
    spectator: str | None,
    bot: Said,
    *,
    legal: bool,
    force: bool,
) -> int:
    """Record games to files of a folder or to one file, or one to standard output, each line as soon as it is known; if
    the rules go wrong, the lines that lead there."""
    from rulewright.analysis.random_games import record_lines, view_lines
    from rulewright.machine.ahead import faster
    from rulewright.machine.interpret import RulesFault

    rules, seed = console.rules_of(game, players, option), seed_of(seed)
    bots = levels(bot, rules.core.seat_names, "--bot", RANDOMLY)
    refuse_unsolvable(rules, (level.name for level in bots.values()))
    eyes = None if spectator in (None, "none") else seat_of(spectator, rules.core.seat_names)
    path, several, place, paths = find(game), (games or 1) > 1, None, list[Path]()
    if output is None and several:
        raise Misuse("Several games need a folder: -o DIR.")
    if output is not None and (several or output.endswith(("/", os.sep)) or os.path.isdir(output)):  # noqa: PTH112 - never raises
        place, numbers = Path(output), range(number + 1, number + (games or 1) + 1)
        digits = max(4, len(str(numbers[-1])))
        paths = [place / f"{path.stem}-{each:0{digits}}.jsonl" for each in numbers]
    elif output is not None:
        paths = [Path(output)]
    for there in () if force else filter(os.path.lexists, paths):
        raise FileTrouble(f"{shown(str(there))} exists already; --force overwrites it.")
    if len(paths) >= MIN_FAST_GAMES:
        rules = faster(rules)
    with faults_told(rules), folder(place) if place else nullcontext():
        for at in range(max(1, len(paths))):
            if spectator is None:
                lines = record_lines(rules, seed=seed, number=number + at, legal=legal, levels=bots)
            else:
                lines = view_lines(rules, eyes, seed=seed, number=number + at, legal=legal, levels=bots)
            with (elapsed := ElapsedLine("recording")).shown():
                if not paths:
                    for line in lines:
                        with elapsed.away():
                            write_document(f"{line}\n")
                    continue
                wrong = None
                with writing(paths[at], force=force, rules=path) as file:
                    try:
                        file.writelines(f"{line}\n".encode() for line in lines)
                    except RulesFault as fault:
                        wrong = fault
                if wrong is not None:
                    raise wrong
    return FINE


@verb("replay")
def _replay(file: str, rules: str | None, seat: str | None, *, transcript: bool, review: bool, plain: bool) -> int:
    from rulewright.machine.record import read as read_record
    from rulewright.machine.replay import replay as follow
    from rulewright.table.reader import Reader, reviewed, transcript as written_out

    with reading(Path(file), f"rulewright replay RECORD --rules {shown(file)}"):
        record = read_record(regular(Path(file)))
    found = rules_by(record.header, rules_named(record.header, rules, Path(file).parent, "--rules FILE"))
    progress = console.Progress(len(record.lines), what="lines")
    with ElapsedLine("following the record", progress.text).shown():
        followed = follow(found, record, progress.show)
    for note in followed.notes:
        complain(f"Note: {note}.")
    game = followed.game
    eyes = None if seat in (None, "none") else seat_of(seat, found.core.seat_names)
    if followed.parting is not None:
        complain(followed.parting.said)
    else:
        note_broken(game)
    begun = not game.over or game.decisions > 0
    if review and begun:
        with ElapsedLine("reviewing").shown():
            odds = reviewed(Reader.of(game, eyes))
        write_document(plain_text(lines(odds, piped_width())))
    elif transcript and begun:
        write_document(plain_text(lines(written_out(game, "record" if seat is None else eyes), piped_width())))
    elif at_terminal() and begun:
        with faults_told(found):
            people = game.header.table.people if game.header.table else ()
            at_keyboard = min((at for at, _ in people), default=0)
            read_at_terminal(game, at_keyboard if seat is None else eyes, lines=plain)
    elif followed.parting is None:
        end = ""
        if game.over:
            scores, winners = (", ".join(map(str, each)) for each in (game.scores, game.winners))
            end = f" Scores: {scores}. Winners: {winners or 'nobody'}."
        print(f"{game.decisions} decisions, all as recorded.{end}")
    return FINE if followed.parting is None else FINDINGS
