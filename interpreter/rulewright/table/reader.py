"""Reading a game that was played: forward, back, to a decision, as any seat or spectator, with reasons at each point.

What is shown is what the eyes see that are chosen: those of whoever decides there, of one seat, or a spectator's.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Final, Literal, TypeAlias

from attrs import Factory, define, evolve, field

from rulewright.language.suggest import closest
from rulewright.machine.chance import RandomPlayer
from rulewright.machine.events import Chosen
from rulewright.machine.game import Decision, Game
from rulewright.table import session, text_lines
from rulewright.table.asking import Asker, reckoned, turn_told
from rulewright.table.commands import COMMANDS, CommandName, CommandRow, help_lines, stars, totals_of
from rulewright.table.decision_page import Reply, refusal
from rulewright.table.drawing import Scene
from rulewright.table.fitting import Composed, Size, compose, scrolled
from rulewright.table.log_lines import news, under
from rulewright.table.menus import Menu
from rulewright.table.names_at_table import NameTaken, Naming, name_people
from rulewright.table.real_game import Seated, heading
from rulewright.table.reviews import review
from rulewright.table.session import Session
from rulewright.table.sight import scores_told
from rulewright.table.tableau import tableau
from rulewright.table.text_lines import WIDTH, Line, Remark, Said, book_of, listed, number_of, say, set_in
from rulewright.table.typed_line import Asked, move_text, normal, typed_number
from rulewright.table.undo_redo import Timeline, gone_to, others, parting, timeline, told_branches
from rulewright.table.vocabulary import vocabulary, writable

Eyes: TypeAlias = int | Literal["decider"] | None
"""A seat, a spectator (None), or whoever decides where the reader stands."""
ReaderCommand: TypeAlias = CommandName | Literal["next", "first", "end", "as", "review"]
AS_IN_PLAY: Final = ("why", "moves", "table", "look", "score", "odds", "hint", "history", "last", "rules")

ROWS: Final[tuple[CommandRow[ReaderCommand], ...]] = (
    CommandRow("next", "", "the next decision", "the next decision; so does Enter", aliases=("n", "forward")),
    CommandRow("back", "", "the decision before", "the decision before", aliases=("b", "previous", "undo")),
    CommandRow("goto", "N", "to a decision", "to where N decisions were made; so does the number alone"),
    CommandRow("first", "", "to the beginning", "to the beginning", aliases=("start",)),
    CommandRow("end", "", "to the end", "to the end"),
    CommandRow("as", "SEAT", "with whose eyes", "as this seat sees it, as a spectator, or as who decides", "eyes"),
    CommandRow("branches", "[N]", "the lines of play that were left", "the lines of play that were left, or read one"),
    *map(COMMANDS.__getitem__, AS_IN_PLAY),
    CommandRow("review", "", "where the odds turned", "where the odds turned, and what was better, by what each knew"),
    CommandRow("help", "", "what can be typed", "this list", aliases=("h", "?")),
    CommandRow("quit", "", "stop reading", "stop reading", aliases=("q", "exit")),
)
BY_NAME: Final = {name: row for row in ROWS for name in (row.name, *row.aliases)}


@define
class Reader:
    """A whole game, and where in it somebody reads: `at` decisions were made; with whose eyes. `recorded` is the game
    with all that was taken back in it, `branch` the number of the line of play that is read; 0: the one that stands."""

    game: Game
    asker: Asker
    eyes: Eyes = "decider"
    at: int = 0
    width: int = WIDTH
    branch: int = 0
    recorded: Game = field(init=False, default=Factory(lambda self: self.game, takes_self=True))

    @classmethod
    def of(cls, game: Game, eyes: Eyes = "decider", width: int = WIDTH) -> "Reader":
        """A reader at the beginning, who knows the players by the names that they gave, where these can be names."""
        seats, table, words = game.rules.core.seat_names, game.header.table, vocabulary(game.rules.core)
        try:
            known = name_people(seats, dict(table.people) if table else {}, words)
        except NameTaken:
            known = name_people(seats, {}, words)
        return cls(game, Asker(game.rules, known, known.words(writable(words))), eyes, 0, width)

    @property
    def tree(self) -> Timeline:
        """All that was ever decided; what was taken back last is a line of play that was left, too."""
        return timeline(self.seated(self.recorded).history, onward=False)

    def seat(self, game: Game) -> int | None:
        """With which seat's eyes is looked at a game; at the end, where nobody decides, with a spectator's."""
        if self.eyes == "decider":
            return game.deciders[0] if game.deciders else None
        return self.eyes

    def seated(self, game: Game) -> Seated:
        """A game of these people."""
        return Seated(game, self.asker.names, RandomPlayer(0))

    def after(self, made: int) -> Game:
        """The game as it stood when so many decisions were made."""
        game = self.game.copy()
        if made < self.game.decisions:
            game.back_to(made + 1)
        return game


@define(slots=False)
class Standing:
    """What is drawn where a reader stands: what just happened, the table, who decides."""

    reader: Reader

    @cached_property
    def _here(self) -> tuple[Scene, Sequence[Remark], Said]:
        """The table, what happened, and who decides or how it ended."""
        reader, game = self.reader, self.reader.after(self.reader.at)
        seat, people = reader.seat(game), reader.asker.names.people
        line = f" on branch {reader.branch}" * bool(reader.branch)
        eyes = "a spectator" if seat is None else people[seat]
        where = f"{reader.at} of {number_of(reader.game.decisions, 'decision')}{line}, as {eyes} sees it."
        last = turn_told(reader.at, news(game, seat, reader.asker.names, reader.at)[-1])
        seated = reader.seated(game)
        why = [Remark(each) for each in seated.decided_by(seat)[1:] if each] if game.over else []
        end = (*why, *ending(game, reader.asker, seat).remarks) if game.over else ()
        stops = "" if reader.at < reader.game.decisions else "The record stops here. "
        who = f"{stops}To decide: {listed(people[seat] for seat in game.deciders)}."
        who = who if game.deciders else "The record stops here: chance was to speak."
        below = Said((Remark("The game is over." if game.over else who, style="title"), *end))
        return (
            seated.marked(seat),
            (Remark(where, style="hint"), *[last] * bool(last.text)),
            below,
        )

    @property
    def told(self) -> tuple[Sequence[Remark], Sequence[Remark]]:
        """Nothing of what happened before, and what the decision before this place has brought about."""
        return (), self._here[1]

    def lines(self, width: int, height: int | None) -> Sequence[Line]:
        """All of it, one below the other."""
        if height is not None:
            return scrolled(self.drawn(Size(width, height)), set_in(self.told[1], width), width)
        scene, now, below = self._here
        table = tableau(scene, width, Naming(self.reader.asker.words)).lines
        return (*text_lines.lines(Said(tuple(now)), width), (), *table, (), *text_lines.lines(below, width))

    def drawn(self, size: Size, before: Composed | None = None, *, kept: int = 0) -> Composed:
        """The table, and below it who decides."""
        scene, now, below = self._here
        naming, menu = Naming(self.reader.asker.words), Menu(text_lines.lines(below, size.width))
        return compose(set_in(now, size.width), scene, [menu], size, naming, before, kept)


def ending(game: Game, asker: Asker, seat: int | None) -> Said:
    """The scores by part, and who has won."""
    people = asker.names.people
    told, common = [score for score in scores_told(game, None) if score is not None], game.rules.program.common
    totals = totals_of(people, told) if common is None else f" {told[0]}, of all."
    won = listed(people[winner] for winner in game.winners) or "nobody"
    scores = (Remark(f"Scores:{totals}", style="title"),) if totals else ()
    return Said((*scores, *reckoned(asker, game, seat).remarks, Remark(f"Winners: {won}.", style="title")))


def asked(reader: Reader) -> Asked:
    """What a typed line is completed by here; with whose eyes can be read: names, the numbers of seats, the others."""
    game = reader.after(reader.at)
    seat, seated = reader.seat(game), reader.seated(game)
    moves = tuple(seated.moves(seat)) if seat is not None else ()
    sight = seated.sight(seat) if seat is not None else frozenset[str]()
    people = reader.asker.names.people
    eyes = {name: f"seat {at}" for at, name in enumerate(people)} | {str(at): name for at, name in enumerate(people)}
    eyes |= {"spectator": "what everybody sees", "decider": "whoever decides"}
    return Asked(moves, reader.asker.words, sight, rows=ROWS, eyes=eyes)


def read_line(reader: Reader, line: str) -> Reply:
    """Do what a typed line says; the reader may then stand elsewhere."""
    text, people = line.strip().removeprefix(":").strip(), reader.asker.names.people
    typed, _, rest = text.partition(" ")
    rest = rest.strip()
    if not text:
        return _go(reader, reader.at + 1)
    if text.isascii() and text.isdigit():
        typed, rest = "goto", text
    row = BY_NAME.get(normal(typed))
    if row is None:
        near = closest(normal(typed), BY_NAME)
        meant = f" Did you mean :{near}?" if near else ""
        return refusal(f'Here games are read, and "{text}" says nothing.{meant} :help lists what does.', reader.width)
    name = row.name
    match name:
        case "next" | "back" | "first" | "end":
            places = {"next": reader.at + 1, "back": reader.at - 1, "first": 0, "end": reader.game.decisions}
            return _go(reader, places[name])
        case "goto":
            if not 0 <= typed_number(rest) <= reader.game.decisions:
                last = reader.game.decisions
                return refusal(f"After :goto stands how many decisions were made: 0 to {last}.", reader.width)
            return _go(reader, int(rest))
        case "as":  # look with other eyes
            seats: dict[str, Eyes] = {"spectator": None, "none": None, "nobody": None, "decider": "decider"}
            seats |= {"": "decider", **{str(seat): seat for seat in range(len(people))}}
            seats |= {normal(each): at for names in (reader.asker.names.seats, people) for at, each in enumerate(names)}
            if normal(rest) not in seats:
                known = listed([*(f"{at} ({each})" for at, each in enumerate(people)), "spectator", "decider"], "or")
                return refusal(f'There is no seat "{rest}". After :as stands {known}.', reader.width)
            reader.eyes = seats[normal(rest)]
            return Reply("ask", anew=True)
        case "branches" if rest:  # from where it parts; the one that stands from where this one has parted
            tree = reader.tree
            ends = [reader.branch and others(tree)[reader.branch - 1], *others(tree)]
            if not 0 <= typed_number(rest) < len(ends):
                there = f"The last is {len(ends) - 1}; 0 is the line that stands." if ends[1:] else "No line was left."
                return refusal(f'There is no branch "{rest}". {there}', reader.width)
            reader.branch = int(rest)
            point = ends[reader.branch]
            reader.game = gone_to(reader.recorded, tree, point) if reader.branch else reader.recorded
            return _go(reader, tree.points[parting(tree, point)].count - 1 if point else reader.at)
        case "branches":
            goes = ":branches N reads one from where it parts, :branches 0 the one that stands."
            seat = reader.seat(reader.after(reader.at))
            told_lines = told_branches(reader.seated(reader.recorded), reader.tree, seat, people, goes)
            return Reply("ask", tuple(say("\n".join(told_lines), width=reader.width)))
        case "review":
            return Reply("ask", text_lines.lines(reviewed(reader), reader.width), paged=True)
        case "help":
            return Reply("ask", help_lines((), ROWS, stars("what has changed since the decision before"), reader.width))
        case "quit":
            return Reply("quit")
        case "look" | "score" | "odds" | "history" | "last" | "hint":
            game = reader.after(reader.at)
            answer = reader.seated(game).tell(reader.seat(game), name, rest)
            return Reply("ask", text_lines.lines(answer, reader.width), answer.refused)
        case "why" | "moves" | "table" | "rules" | "undo" | "redo":
            return _as_player(reader, name, rest)


def _go(reader: Reader, at: int) -> Reply:
    """Stand after so many decisions, if there are so many."""
    if at < 0:
        return refusal("This is the beginning of the game.", reader.width)
    if at > reader.game.decisions:
        return refusal("This is the end of the record.", reader.width)
    reader.at = at
    return Reply("ask", anew=True)


def reviewed(reader: Reader) -> Said:
    """Where the odds of the whole game turned: for the seat with whose eyes is read, else for all."""
    seats = (reader.eyes,) if isinstance(reader.eyes, int) else range(reader.game.rules.players)
    with reader.asker.meanwhile("Weighing the decisions … (Ctrl-C: no longer)") as going:
        asker = reader.asker
        return review(reader.game, asker.thinker, seats, asker.names, asker.score_parts, going)


def _as_player(reader: Reader, name: str, rest: str) -> Reply:
    """What a player at the table would be told who typed this."""
    game = reader.after(reader.at)
    seat = reader.seat(game)
    if name in ("why", "moves") and game.over:
        return refusal("The game is over: nobody is to move.", reader.width)
    if name in ("why", "moves") and seat is None:
        return refusal("A spectator has no moves. Look as who decides: :as decider.", reader.width)
    if name == "table" and seat is None:
        scene, naming = reader.seated(game).scene(None), Naming(reader.asker.words)
        return Reply("ask", tableau(scene, reader.width, naming).lines)
    people, words, width = reader.asker.names.people, reader.asker.words, reader.width
    seated, book = reader.seated(game), lambda: book_of(game.rules)
    sitting = Session(seated, (seat or 0,), people, words, book=book, width=width)
    return session.answer(sitting, seat or 0, f":{name} {rest}")


def transcript(game: Game, eyes: int | Literal["record"] | None) -> Said:
    """A game as text, as a seat or a spectator saw it, or for "record" with all moves in full; then the scores."""
    reader = Reader.of(game)
    seat, known = None if eyes == "record" else eyes, reader.asker.names
    told = news(game, seat, known)
    if eyes == "record":
        steps = [step for step in game.steps if isinstance(step, Decision)]
        for turn, step in enumerate(steps, 1):
            event = game.log[step.told]
            title = under(event.phase) if isinstance(event, Chosen) else ""
            move = f"{known.people[step.seat]}: {move_text(known.out(step.move))}{known.text(title)}"
            told[turn] = evolve(told[turn], move=move)
    past = (remark for number, turn in enumerate(told) if (remark := turn_told(number, turn)).text)
    stopped = (Remark(f"The record stops before decision {game.decisions + 1}."),)
    end = ending(game, reader.asker, seat).remarks if game.over else stopped
    title, setting = heading(game.rules)
    head = (Remark(title, style="title"), Remark(f"{setting}, {number_of(game.decisions, 'decision')}."))
    return Said((*head, Remark(""), *past, Remark(""), *end))
