"""A game whose players sit elsewhere: a message in, messages out. It knows no sockets, files or clocks.

Who hosts a table hands each message of a seat to `received`, keeps the record (`HostedTable.record`) on a disk, and
then tells every client what `update` says it has missed. While `due` names a seat, its program is to move.

Laws: a message that is refused changes nothing; what a client has missed depends on nothing but the game and what it
had, so that it may come back at any time; a message that was meant for a table that stood otherwise is refused.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Final, assert_never

from attrs import Factory, define, evolve, field, frozen

from rulewright.levels import RANDOM, Level, level_of
from rulewright.machine.chance import RandomPlayer, Seeded
from rulewright.machine.game import Game, Rules, RulesFault
from rulewright.machine.record import BackLine, Header, Line, Record, Table
from rulewright.machine.replay import replay
from rulewright.table import undo_redo
from rulewright.table.choice_tree import PickTypes, choices, pick_types
from rulewright.table.commands import ELSEWHERE
from rulewright.table.message_parts import At
from rulewright.table.messages import (
    Again,
    Agree,
    AnswerMessage,
    Ask,
    AskedMessage,
    ChoicesMessage,
    ChoicesWanted,
    Decline,
    Earlier,
    EarlierMessage,
    FromSeat,
    GoTo,
    HappenedMessage,
    MoveMade,
    Open,
    ProposalMessage,
    Redo,
    RefusedMessage,
    RulesMessage,
    ToSeat,
    Undo,
    Why,
)
from rulewright.table.names_at_table import name_people
from rulewright.table.real_game import Seated, Sitting
from rulewright.table.reviews import review
from rulewright.table.rules_message import rules_message
from rulewright.table.seat_messages import decided, ended_message, scene_message
from rulewright.table.text_lines import NOTHING_SPEAKS, Said, answered, book_about, book_of, listed, refused
from rulewright.table.typed_line import Move, move_text
from rulewright.table.vocabulary import vocabulary

MAX_DECISIONS_TOLD: Final = 100
"""So many of the last decisions are told to a client that knows nothing; `ask` tells earlier ones."""
REVIEW_SECONDS: Final = 5.0

NOWHERE_TO_GO: Final[Mapping[type[FromSeat], str]] = {
    Undo: "You have not made so many decisions that could be taken back.",
    Redo: "You have not so many decisions that were taken back here.",
    GoTo: "There is no other decision with this number on this line of play.",
}
"""Why a trip through the game leads nowhere, by what wanted it."""


@define
class HostedTable:
    """A table with `people` at some seats and programs at the others. `game` counts the games that were played here
    before; `since`: from when on each seat is asked what it is asked now; `types`: of what each move picks."""

    seated: Seated
    people: frozenset[int]
    game: int = 0
    proposal: undo_redo.Proposal | None = None
    since: dict[int, At] = field(factory=dict)
    types: PickTypes = field(
        init=False, default=Factory(lambda self: pick_types(self.seated.game.rules), takes_self=True)
    )

    @cached_property
    def rules(self) -> RulesMessage:
        """What the rules say, as a spectator is told at first."""
        seated = self.seated
        levels = {seat: level.name for seat, level in seated.sitting.bots.items()}
        start = At(self.game, 0, 0)
        return rules_message(seated.game.rules, seated.names, seated.asker.words, start, None, levels)

    @property
    def at(self) -> At:
        """Where play stands."""
        lines = self.seated.game.lines
        return At(self.game, sum(isinstance(line, BackLine) for line in lines), self.seated.made)

    @property
    def record(self) -> tuple[Header | Line, ...]:
        """The record of the game so far; it grows at its end only."""
        return self.seated.game.record

    @property
    def due(self) -> int | None:
        """The seat whose program is to move now."""
        waits = self.proposal is not None
        return next((seat for seat in self.seated.deciders if seat not in self.people and not waits), None)


@frozen
class Reply:
    """What comes of a message: answers for who sent it, and notes for everybody at the table. `changed`: the table
    stands otherwise, or something is proposed; `again`: the players want another game."""

    answers: tuple[ToSeat, ...] = ()
    notes: tuple[str, ...] = ()
    changed: bool = False
    again: bool = False


def seated_at(
    rules: Rules, people: Mapping[int, str | None], bots: Mapping[int, Level], seed: int, number: int = 0
) -> HostedTable:
    """A table at which the game of this `number` begins. NameTaken if a name means something else; RulesFault if the
    rules go wrong."""
    thinking = tuple((seat, level.name) for seat, level in sorted(bots.items()) if level is not RANDOM)
    table = Table(tuple(sorted(people.items())), seed, ask_all=True, bots=thinking)
    game = rules.start(seed)
    game.header = evolve(game.header, table=table)
    return hosted(game, table, number)


def resumed(rules: Rules, record: Record, game: int = 0) -> HostedTable:
    """The table of a record that was kept by `seated_at`, as it stood. ValueError where it cannot be followed."""
    followed, header = replay(rules, record), record.header
    if followed.parting is not None or header.table is None or header.seed is None:
        raise ValueError(followed.parting.said if followed.parting else "This is no record of a hosted table.")
    followed.game.source = Seeded(header.seed, header.number)
    if followed.game.waiting is not None:
        followed.game.go_on()
    return hosted(followed.game, header.table, game)


def hosted(game: Game, table: Table, number: int = 0) -> HostedTable:
    """The table at which a game stands that is played by these people and programs."""
    rules, people = game.rules, dict(table.people)
    words = vocabulary(rules.core)
    bots = {seat: RANDOM for seat in range(rules.players) if seat not in people}
    bots |= {seat: level for seat, name in table.bots if (level := level_of(name))}
    names = name_people(rules.core.seat_names, people, words, rules.source_text)
    sitting = Sitting(people, table.seed, ask_all=True, bots=bots)
    made = HostedTable(
        Seated(game, names, RandomPlayer(table.seed), sitting=sitting, speech=ELSEWHERE), frozenset(people), number
    )
    made.since = dict.fromkeys(game.deciders, made.at)
    return made


def another_game(table: HostedTable, seed: int) -> HostedTable:
    """The next game of the same people at this table."""
    sitting = table.seated.sitting
    return seated_at(table.seated.game.rules, sitting.people, sitting.bots, seed, table.game + 1)


# ---- what a client has missed


def update(table: HostedTable, eyes: int | None, had: At | None) -> list[ToSeat]:
    """What a seat (None: a spectator) has missed that was last told how the table stood at `had` (None: nothing)."""
    seated, now, told = table.seated, table.at, list[ToSeat]()
    if had is None or had.game != now.game:
        told.append(evolve(table.rules, at=now, you=eyes))
    anew = had is None or (had.game, had.back) != (now.game, now.back) or had.made > now.made
    if anew or had != now:
        first = max(0, now.made + 1 - MAX_DECISIONS_TOLD) if anew or had is None else had.made + 1
        told.append(HappenedMessage(now, tuple(decided(seated, eyes, first)), anew))
        told.append(scene_message(seated.game, eyes, seated.names, now))
    undo, redo = (_can(table, eyes, command) for command in ("undo", "redo"))
    if seated.over:
        told.append(ended_message(seated, eyes, now, undo=undo))
    else:
        tree = () if eyes is None else choices(seated.game, eyes, seated.names, table.types)
        many = 0 if eyes is None else len(seated.game.moves(eyes))
        since = now if eyes is None else table.since.get(eyes, now)
        told.append(AskedMessage(now, tuple(seated.deciders), since, many, tree, undo, redo))
    if table.proposal is not None:
        text = undo_redo.request(seated.names.people, table.proposal, eyes)
        told.append(ProposalMessage(now, table.proposal.by, table.proposal.others[0], text))
    return told


def _can(table: HostedTable, eyes: int | None, command: str) -> bool:
    """Whether a seat has decisions to take back, or to make again."""
    if eyes is None:
        return False
    tree = undo_redo.timeline(table.seated.history)
    points = undo_redo.behind(tree, tree.here) if command == "undo" else undo_redo.ahead(tree)
    return any((made := tree.points[point].made) is not None and made.seat == eyes for point in points)


# ---- what a seat says


def received(table: HostedTable, eyes: int | None, message: FromSeat) -> Reply:
    """Do what a seat (None: a spectator) says, or say why not."""
    match message:
        case Open(had):
            return Reply(tuple(update(table, eyes, had)))
        case Ask():
            return Reply((answer(table, eyes, message),))
        case Earlier(decisions) if 0 <= decisions <= table.seated.made:
            return Reply((earlier(table, eyes, message),))
        case Earlier():
            return _refused(table, message, "impossible", "So many decisions have not been made here.")
        case _ if eyes is None:
            return _refused(table, message, "impossible", "Spectators look on; only players decide.")
        case MoveMade(at) | ChoicesWanted(at) if not table.since.get(eyes, table.at) <= at <= table.at:
            return _late(table, message)
        case MoveMade():
            return _move(table, eyes, message)
        case ChoicesWanted(begun=begun):
            found = choices(table.seated.game, eyes, table.seated.names, table.types, begun)
            return Reply((ChoicesMessage(table.at, message.id, begun, found),))
        case _ if message.at != table.at:
            return _late(table, message)
        case Undo(count=count):
            return _travel(table, eyes, message, undo_redo.own_decisions(table.seated, eyes, "undo", str(count)))
        case Redo(count=count):
            return _travel(table, eyes, message, undo_redo.own_decisions(table.seated, eyes, "redo", str(count)))
        case GoTo(decision=decision):
            return _travel(table, eyes, message, undo_redo.goto(table.seated, str(decision)))
        case Agree() | Decline():
            return _consent(table, eyes, message)
        case Again() if table.seated.over:
            return Reply(again=True)
        case Again():
            return _refused(table, message, "impossible", "The game is not over yet.")
        case _:
            assert_never(message)


def play(table: HostedTable, seat: int, move: Move) -> None:
    """Make a legal move of a seat. RulesFault, and nothing has happened, if the rules go wrong."""
    before = set(table.seated.deciders) - {seat}
    table.seated.play(seat, move)
    table.proposal = None
    now = table.at
    table.since = {each: table.since[each] if each in before else now for each in table.seated.deciders}


def answer(table: HostedTable, eyes: int | None, asked: Ask) -> AnswerMessage:
    """The answer to a question. It changes nothing, and may take seconds."""
    seated, book = table.seated, None
    match asked.question:
        case "why" if eyes is not None:
            said = answered(*seated.why(eyes, asked.text).split("\n"))
        case "why":
            said = refused("Only players can ask why a move is refused.")
        case "rules":
            book = book_about(book_of(seated.game.rules), asked.text)
            said = Said(()) if book else refused(NOTHING_SPEAKS.format(asked.text))
        case "review" if not seated.over:
            said = refused("A game is reviewed once it is over.")
        case "review":
            seats = range(seated.game.rules.players) if eyes is None else (eyes,)
            asker = seated.asker
            said = review(seated.game, asker.thinker, seats, seated.names, asker.score_parts, seconds=REVIEW_SECONDS)
        case question:
            said = seated.tell(eyes, question, asked.text)
    return AnswerMessage(table.at, asked.id, asked.question, said.remarks, book, said.refused)


def earlier(table: HostedTable, eyes: int | None, asked: Earlier) -> EarlierMessage:
    """How the table stood when so many decisions had been made, which is told to whoever saw it then."""
    seated, now = table.seated, table.at
    state = seated.game.stood(asked.decisions + 1, 1)[0]
    then = seated.game if asked.decisions == seated.made else seated.game.rules.resume(state)
    scene = scene_message(then, eyes, seated.names, evolve(now, made=asked.decisions))
    return EarlierMessage(now, asked.id, scene)


def fault_message(table: HostedTable, fault: RulesFault, id: int = 0) -> RefusedMessage:
    """The rules go wrong here: with which words, and in which line."""
    rules = table.seated.game.rules
    text = f"The rules go wrong here: {table.seated.names.text(fault.message)}"
    return RefusedMessage(table.at, id, "fault", text, rules.quote(fault.span), rules.line(fault.span))


def _refused(table: HostedTable, message: FromSeat, why: Why, text: str) -> Reply:
    return Reply((RefusedMessage(table.at, message.id, why, text),))


def _late(table: HostedTable, message: FromSeat) -> Reply:
    return _refused(table, message, "late", "Play went on meanwhile: this was meant for the table as it stood before.")


def _move(table: HostedTable, seat: int, message: MoveMade) -> Reply:
    """Make the move of these words, or say from the rules why it is none."""
    game, move = table.seated, message.move
    fitting = [move] if move in game.moves(seat) else game.meant(seat, move_text(move))
    if len(fitting) > 1:
        several = listed((move_text(each) for each in fitting), "or")
        return _refused(table, message, "illegal", f"This could be {several}.")
    try:
        if fitting:
            play(table, seat, fitting[0])
            return Reply(changed=True)
        refusal = game.game.why(seat, game.names.back(move))
    except RulesFault as fault:
        return Reply((fault_message(table, fault, message.id),))
    assert refusal is not None, "it is no legal move"
    text = evolve(refusal, rule="").at_table(game.names.text)
    return Reply((RefusedMessage(table.at, message.id, "illegal", text, refusal.rule, refusal.line),))


def _travel(table: HostedTable, seat: int, message: FromSeat, trip: undo_redo.Journey | str) -> Reply:
    """Make a trip through the game, once all agree whose decisions it takes back or makes again."""
    if table.proposal is not None:
        return _refused(table, message, "impossible", "First it must be answered what was proposed.")
    if isinstance(trip, str):  # what it says is for who types commands
        return _refused(table, message, "impossible", NOWHERE_TO_GO[type(message)])
    others = tuple(sorted(trip.seats & table.people - {seat}))
    if not others:
        return _gone(table, seat, trip)
    table.proposal = undo_redo.Proposal(seat, trip, others)
    return Reply(changed=True)


def _consent(table: HostedTable, seat: int, message: Agree | Decline) -> Reply:
    """Take the yes or no of the seat that is asked; who has proposed it may take that back by a no."""
    proposal, name = table.proposal, table.seated.names.people[seat]
    if proposal is not None and proposal.by == seat and isinstance(message, Decline):
        table.proposal = None
        return Reply(notes=(f"{name} takes the question back.",), changed=True)
    if proposal is None or proposal.others[0] != seat:
        return _refused(table, message, "impossible", "You are not asked whether you agree.")
    if isinstance(message, Decline):
        table.proposal = None
        return Reply(notes=(f"{name} does not agree.",), changed=True)
    if proposal.others[1:]:
        table.proposal = evolve(proposal, others=proposal.others[1:])
        return Reply(changed=True)
    return _gone(table, proposal.by, proposal.trip)


def _gone(table: HostedTable, by: int, trip: undo_redo.Journey) -> Reply:
    table.proposal = None
    seen, whole = undo_redo.go(table.seated, trip)
    table.since = dict.fromkeys(table.seated.deciders, table.at)
    notes = undo_redo.told_of_trip(trip, f"{table.seated.names.people[by]}'s", seen=seen, whole=whole)
    return Reply(notes=tuple(notes), changed=True)
