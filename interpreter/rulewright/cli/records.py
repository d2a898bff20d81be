"""Records of games: those that a command follows, and reading one at a terminal."""

import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from rulewright.cli.arguments import Misuse
from rulewright.cli.console import MAKING_RULES, ElapsedLine, RulesWentWrong, complain, write_document
from rulewright.files import FileTrouble, find, read, regular, shipped, title
from rulewright.shown import shown

if TYPE_CHECKING:
    from rulewright.machine.chance import ChanceSource
    from rulewright.machine.game import Game, Rules
    from rulewright.machine.record import Header
    from rulewright.machine.replay import Parting
    from rulewright.table.reader import Reader
    from rulewright.table.screen import Screen


# ---- Records that a command follows: the rules by which they were made, and the game to which they lead


def rules_named(header: "Header", path: str | None, place: Path, wanted: str) -> str:
    """How the rules are named by which a record was made; its own word for them is only trusted as the name of a
    shipped game, or where the rules of that name beside it have the hash that it tells. `wanted`: what names them."""
    from rulewright.language.span import BYTES

    if path is not None:
        return path
    near = place / f"{header.game}.rules"
    beside = near if near.parent == place and os.path.isfile(near) else None  # noqa: PTH113 - never raises
    if beside is not None and sha256(read(beside, most=BYTES)).hexdigest() == header.rules:
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


def taken_up(named: str | None, file: Path, chance: "ChanceSource", at: int | None) -> "tuple[Game, str]":
    """A game that goes on where a record stops, or after its first so many decisions, by this chance; and how its rules
    are named. Where the rules go wrong it goes on before that."""
    from rulewright.machine.record import Header
    from rulewright.machine.record import read as read_record
    from rulewright.machine.replay import replay

    with ElapsedLine("reading").shown():
        record = read_record(regular(file))
    named = rules_named(record.header, named, file.parent, "its rules, too: rulewright play FILE --from RECORD")
    if title(find(named)) != record.header.game:
        complain(f'Note: the record is of "{shown(record.header.game)}".')
    rules = rules_by(record.header, named)
    with ElapsedLine("following the record").shown():
        followed = replay(rules, record)
    game, made = followed.game, followed.game.decisions
    if record.header.rules != rules.sha256:
        complain("Note: the record was made with another text of the rules.")
    if followed.parting is not None:
        _go_on_before(followed.parting, game, at)
    elif at is not None and at > made:
        raise Misuse(f"The record has {made} decision{'s' * (made != 1)}; there is no position after {at}.")
    if at is not None and at < made:
        game.back_to(at + 1)
    note_broken(game)
    if game.over:
        before = f" --at {made - 1} begins before its last decision." if made else ""
        raise Misuse(f"The game of the record is over.{before}")
    game.header = Header(rules.name, rules.sha256, rules.players, rules.core.options)
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


def _go_on_before(parting: "Parting", game: "Game", at: int | None) -> None:
    """Say that a game goes on before the point at which its record cannot be followed, if it can."""
    begun = not game.over or game.decisions > 0
    if begun and at is not None and at <= game.decisions:
        return
    if not (begun and at is None and parting.fault):
        earlier = f" --at {game.decisions - game.over} begins before that." if begun else ""
        raise RulesWentWrong(f"{parting.said} So far the record can be followed.{earlier}")
    complain(f"Note: {parting.said} The game begins before that.")


# ---- A record read at a terminal, or written out as text


def read_at_terminal(game: "Game", eyes: int | Literal["decider"] | None, *, lines: bool) -> None:
    """Let somebody read a game, until nobody goes on; `lines`: without the full screen."""
    from rulewright.table.prompt import Terminal
    from rulewright.table.reader import Reader

    reader = Reader.of(game, eyes)
    with Terminal(lines=lines).sitting() as screen, suppress(EOFError, KeyboardInterrupt):
        reader.asker.meanwhile = screen.meanwhile
        _read(reader, screen)
        return
    print()


def _read(reader: "Reader", screen: "Screen") -> None:
    """Carry out what is typed until somebody stops."""
    from rulewright.table.decision_page import Reply
    from rulewright.table.game_protocol import others
    from rulewright.table.loop import converse
    from rulewright.table.reader import Standing, asked, read_line
    from rulewright.table.text_lines import say

    title = reader.game.rules.core.title
    left = " Lines of play were left: :branches tells of them." if others(reader.tree) else ""
    screen.show(say(f"{title}. Enter goes on, :back goes back, :help tells more.{left}", "hint", width=screen.width))
    reader.width = screen.width
    screen.draw(Standing(reader))

    def answered(line: str) -> Reply:
        reader.width = screen.width
        reply = read_line(reader, line)
        if not reply.anew:
            return reply
        screen.draw(Standing(reader))
        return Reply(reply.then)

    converse(screen, lambda: screen.read(f"{reader.at}/{reader.whole}", 0, asked(reader)), answered)


def print_transcript(game: "Game", eyes: int | Literal["record"] | None) -> None:
    """Write a game to standard output as text."""
    from rulewright.table.reader import transcript
    from rulewright.table.text_lines import lines, piped_width, plain

    write_document(plain(lines(transcript(game, eyes), piped_width())))


def print_review(game: "Game", eyes: int | None) -> None:
    """Write to standard output where the odds of a game turned, for a seat or for all."""
    from rulewright.table.reader import Reader, reviewed
    from rulewright.table.text_lines import lines, piped_width, plain

    with ElapsedLine("reviewing").shown():
        found = reviewed(Reader.of(game, eyes))
    write_document(plain(lines(found, piped_width())))
