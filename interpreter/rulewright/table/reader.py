"""Reading a game that was played: forward, back, to a decision, as any seat or spectator, with reasons at each point.

In: a whole game and typed lines. Out: lines to show. What is shown is what the eyes see that are chosen: those of
whoever decides there, of one seat, or a spectator's. It reads and prints nothing itself.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final, Literal, TypeAlias, assert_never

from attrs import define, evolve, field

from rulewright.language.suggest import closest
from rulewright.machine.chance import RandomPlayer
from rulewright.machine.events import Chosen
from rulewright.machine.game import Decision, Game
from rulewright.table import session, text_lines
from rulewright.table.accounting import scores_told
from rulewright.table.asking import Asker
from rulewright.table.commands import COMMANDS, CommandName, CommandRow, command_lines, stars, totals_of
from rulewright.table.compared_words import normal
from rulewright.table.decision_page import Reply, refusal
from rulewright.table.fitting import Composed, Size, as_shown, compose, scrolled
from rulewright.table.game_protocol import Timeline, others, parting
from rulewright.table.happened import turn_told, turns
from rulewright.table.menus import Menu
from rulewright.table.people import Names, NameTaken, names
from rulewright.table.real_game import Seated, heading
from rulewright.table.render import draw
from rulewright.table.reviewing import review
from rulewright.table.session import Session
from rulewright.table.short_names import Naming
from rulewright.table.table_scene import Scene, compared
from rulewright.table.text_lines import WIDTH, Line, Remark, Said, book_of, listed, number_of, say, set_in
from rulewright.table.typed_line import Asked, Words, move_text
from rulewright.table.undo_redo import all_left, gone_to, told_branches
from rulewright.table.view_to_scene import under
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
    recorded: Game = field(init=False)

    @recorded.default
    def _as_given(self) -> Game:
        return self.game

    @classmethod
    def of(cls, game: Game, eyes: Eyes = "decider", width: int = WIDTH) -> "Reader":
        """A reader at the beginning of a game, who knows those who played by the names that they gave."""
        words = vocabulary(game.rules.core)
        known = _names(game, words)
        return cls(game, Asker(game.rules, known, known.words(writable(words))), eyes, 0, width)

    @property
    def whole(self) -> int:
        """How many decisions there are."""
        return self.game.decisions

    @property
    def tree(self) -> Timeline:
        """All that was ever decided."""
        return all_left(_seated(self, self.recorded).history)

    def here(self) -> Game:
        """The game as it stood here."""
        return self.after(self.at)

    def after(self, made: int) -> Game:
        """The game as it stood when so many decisions were made."""
        game = self.game.copy()
        if made < self.whole:
            game.back_to(made + 1)
        return game


def _names(game: Game, words: Words) -> Names:
    """The names of a record; those of the rules where somebody wrote others into it than can be."""
    seats, table = game.rules.core.seat_names, game.header.table
    try:
        return names(seats, dict(table.people) if table else {}, words)
    except NameTaken:
        return names(seats, {}, words)


def seat_of(reader: Reader, game: Game) -> int | None:
    """With which seat's eyes a reader looks here; at the end, where nobody decides, with a spectator's."""
    if reader.eyes == "decider":
        return game.deciders[0] if game.deciders else None
    return reader.eyes


# ---- what is shown


@define(slots=False)
class Standing:
    """Where a reader stands, as a `Drawing`: what just happened, the table, who decides."""

    reader: Reader

    @cached_property
    def _here(self) -> tuple[Scene, Sequence[Remark], Said]:
        """The table, what happened, and who decides or how it ended."""
        reader, game = self.reader, self.reader.here()
        seat = seat_of(reader, game)
        seen = turns(game.information(seat), seat, reader.asker.names)
        news = turn_told(seen[-1]) if seen and seen[-1].lines else ()
        end = ending(game, reader.asker, seat).remarks if game.over else ()
        below = Said((Remark(_who(reader, game), style="title"), *end))
        before = _seated(reader, reader.after(reader.at - 1)).scene(seat) if reader.at else None
        scene = compared(before, _seated(reader, game).scene(seat))
        return scene, (Remark(_where(reader, seat), style="hint"), *news), below

    @property
    def past(self) -> Sequence[Remark]:
        """Nothing: where one has gone does not tell what happened before."""
        return ()

    @property
    def now(self) -> Sequence[Remark]:
        """What the decision before this place has brought about."""
        return self._here[1]

    def lines(self, width: int, height: int | None) -> Sequence[Line]:
        """All of it, one below the other."""
        if height is not None:
            return scrolled(self.drawn(Size(width, height)), set_in(self.now, width), width)
        scene, now, below = self._here
        table = draw(as_shown(scene, Naming(self.reader.asker.words)), width=width)
        return (*text_lines.lines(Said(tuple(now)), width), (), *table, (), *text_lines.lines(below, width))

    def drawn(self, size: Size, before: Composed | None = None) -> Composed:
        """The table in the form for which there is room."""
        scene, now, below = self._here
        naming, menu = Naming(self.reader.asker.words), Menu(text_lines.lines(below, size.width))
        return compose(set_in(now, size.width), scene, [menu], size, naming, before=before)


def shown_here(reader: Reader) -> tuple[Line, ...]:
    """Where the reader stands, in lines."""
    return tuple(Standing(reader).lines(reader.width, None))


def _where(reader: Reader, seat: int | None) -> str:
    eyes = "a spectator" if seat is None else reader.asker.names.people[seat]
    line = f" on branch {reader.branch}" * bool(reader.branch)
    return f"{reader.at} of {number_of(reader.whole, 'decision')}{line}, as {eyes} sees it."


def _who(reader: Reader, game: Game) -> str:
    """Who decides here, or that nobody does."""
    if game.over:
        return "The game is over."
    if not game.deciders:
        return "The record stops here: chance was to speak."
    people = listed(reader.asker.names.people[seat] for seat in game.deciders)
    return f"To decide: {people}." if reader.at < reader.whole else f"The record stops here. To decide: {people}."


def ending(game: Game, asker: Asker, seat: int | None) -> Said:
    """The scores by part, and who has won."""
    from rulewright.table.asking import reckoned

    people = asker.names.people
    totals = totals_of(people, [score for score in scores_told(game, None) if score is not None])
    won = listed(people[winner] for winner in game.winners) or "nobody"
    parts = reckoned(asker, game, seat).remarks
    scores = (Remark(f"Scores:{totals}", style="title"),) if totals else ()
    return Said((*scores, *parts, Remark(f"Winners: {won}.", style="title")))


# ---- what is typed


def asked(reader: Reader) -> Asked:
    """What a typed line is completed by here."""
    game = reader.here()
    seat = seat_of(reader, game)
    seated = _seated(reader, game)
    moves = tuple(seated.moves(seat)) if seat is not None else ()
    sight = seated.sight(seat) if seat is not None else frozenset[str]()
    return Asked(moves, reader.asker.words, sight, rows=ROWS, eyes=dict(_eyes(reader)))


def _eyes(reader: Reader) -> Iterator[tuple[str, str]]:
    """With whose eyes can be read, as it is typed, with what it means: names, the numbers of seats, the others."""
    people = reader.asker.names.people
    yield from ((name, f"seat {at}") for at, name in enumerate(people))
    yield from ((str(at), name) for at, name in enumerate(people))
    yield from (("spectator", "what everybody sees"), ("decider", "whoever decides"))


def read_line(reader: Reader, line: str) -> Reply:
    """Do what a typed line says; the reader may then stand elsewhere."""
    text = line.strip().removeprefix(":").strip()
    name, _, rest = text.partition(" ")
    if not text:
        return _go(reader, reader.at + 1)
    if text.isascii() and text.isdigit():
        return _go_to(reader, text)
    row = BY_NAME.get(normal(name))
    if row is None:
        near = closest(normal(name), BY_NAME)
        meant = f" Did you mean :{near}?" if near else ""
        return refusal(f'Here games are read, and "{text}" says nothing.{meant} :help lists what does.', reader.width)
    return _obey(reader, row.name, rest.strip())


def _obey(reader: Reader, name: ReaderCommand, rest: str) -> Reply:
    match name:
        case "next":
            return _go(reader, reader.at + 1)
        case "back":
            return _go(reader, reader.at - 1)
        case "first":
            return _go(reader, 0)
        case "end":
            return _go(reader, reader.whole)
        case "goto":
            return _go_to(reader, rest)
        case "as":
            return _look_as(reader, rest)
        case "branches":
            return _read_branch(reader, rest) if rest else Reply("ask", _branches(reader))
        case "review":
            return Reply("ask", text_lines.lines(reviewed(reader), reader.width), paged=True)
        case "help":
            told = command_lines(((f":{row.name} {row.takes}", row.help) for row in ROWS), reader.width)
            return Reply("ask", (*told, *say(stars("the decision before"), "hint", width=reader.width)))
        case "quit":
            return Reply("quit")
        case "look" | "score" | "odds" | "history" | "last" | "hint":
            game = reader.here()
            answer = _seated(reader, game).tell(seat_of(reader, game), name, rest)
            return Reply("ask", text_lines.lines(answer, reader.width), answer.refused)
        case "why" | "moves" | "table" | "rules" | "undo" | "redo":
            return _as_player(reader, name, rest)
    assert_never(name)


def _go(reader: Reader, at: int) -> Reply:
    """Stand after so many decisions, if there are so many."""
    if at < 0:
        return refusal("This is the beginning of the game.", reader.width)
    if at > reader.whole:
        return refusal("This is the end of the record.", reader.width)
    reader.at = at
    return _stand(reader)


def _stand(reader: Reader) -> Reply:
    return Reply("ask", shown_here(reader), anew=True)


def _go_to(reader: Reader, text: str) -> Reply:
    if not (text.isascii() and text.isdigit() and len(text) <= 9) or int(text) > reader.whole:
        return refusal(f"After :goto stands how many decisions were made: 0 to {reader.whole}.", reader.width)
    return _go(reader, int(text))


def _look_as(reader: Reader, text: str) -> Reply:
    """Look with other eyes."""
    people = reader.asker.names.people
    seats: dict[str, Eyes] = {"spectator": None, "none": None, "nobody": None, "decider": "decider", "": "decider"}
    seats |= {str(seat): seat for seat in range(len(people))}
    seats |= {normal(name): at for names in (reader.asker.names.seats, people) for at, name in enumerate(names)}
    if normal(text) not in seats:
        known = listed([*(f"{at} ({name})" for at, name in enumerate(people)), "spectator", "decider"], "or")
        return refusal(f'There is no seat "{text}". After :as stands {known}.', reader.width)
    reader.eyes = seats[normal(text)]
    return _stand(reader)


def _branches(reader: Reader) -> tuple[Line, ...]:
    """The lines of play that were left, with the moves of whoever looks."""
    seat, people = seat_of(reader, reader.here()), reader.asker.names.people
    goes = ":branches N reads one from where it parts, :branches 0 the one that stands."
    told = told_branches(_seated(reader, reader.recorded), reader.tree, seat, people, goes)
    return tuple(say("\n".join(told), width=reader.width))


def _read_branch(reader: Reader, text: str) -> Reply:
    """Read another line of play, from where it parts; of the one that stands, from where this one has parted."""
    tree = reader.tree
    lines = [reader.branch and others(tree)[reader.branch - 1], *others(tree)]
    if not (text.isascii() and text.isdigit() and len(text) <= 9 and int(text) < len(lines)):
        there = f"The last is {len(lines) - 1}; 0 is the line that stands." if lines[1:] else "No line was left."
        return refusal(f'There is no branch "{text}". {there}', reader.width)
    reader.branch = int(text)
    point = lines[reader.branch]
    reader.game = gone_to(reader.recorded, tree, point) if reader.branch else reader.recorded
    return _go(reader, tree.points[parting(tree, point)].count - 1 if point else reader.at)


def reviewed(reader: Reader) -> Said:
    """Where the odds of the whole game turned: for the seat with whose eyes is read, else for all."""
    seats = (reader.eyes,) if isinstance(reader.eyes, int) else range(reader.game.rules.players)
    with reader.asker.meanwhile("Weighing the decisions … (Ctrl-C: no longer)") as going:
        return review(reader.game, reader.asker.thinker, seats, reader.asker.names, going)


def _as_player(reader: Reader, name: str, rest: str) -> Reply:
    """What a player at the table would be told who typed this."""
    game = reader.here()
    seat = seat_of(reader, game)
    if name in ("why", "moves") and game.over:
        return refusal("The game is over: nobody is to move.", reader.width)
    if name in ("why", "moves") and seat is None:
        return refusal("A spectator has no moves. Look as who decides: :as decider.", reader.width)
    if name == "table" and seat is None:
        scene = as_shown(_seated(reader, game).scene(None), Naming(reader.asker.words))
        return Reply("ask", tuple(draw(scene, width=reader.width, whole=True)))
    people, words, width = reader.asker.names.people, reader.asker.words, reader.width
    sitting = Session(_seated(reader, game), (seat or 0,), people, words, book_of(game.rules), width=width)
    return session.answer(sitting, seat or 0, f":{name} {rest}")


def _seated(reader: Reader, game: Game) -> Seated:
    return Seated(game, reader.asker.names, RandomPlayer(0))


# ---- all of it as text


def transcript(game: Game, eyes: int | Literal["record"] | None) -> Said:
    """A game as text: each decision with who made it and what happened, the scores at the end. `eyes`: as a seat or a
    spectator saw it; "record": the moves in full, and of what happened what a spectator saw."""
    reader = Reader.of(game)
    seat = None if eyes == "record" else eyes
    told = turns(game.information(seat), seat, reader.asker.names)
    if eyes == "record":
        moves = _moves(game, reader.asker.names)
        told = [told[0], *(evolve(turn, lines=(next(moves), *turn.lines[1:])) for turn in told[1:])]
    past = (remark for turn in told if turn.lines for remark in turn_told(turn))
    stopped = (Remark(f"The record stops before decision {game.decisions + 1}."),)
    end = ending(game, reader.asker, seat).remarks if game.over else stopped
    return Said((*_heading(game), Remark(""), *past, Remark(""), *end))


def _moves(game: Game, names: Names) -> Iterator[str]:
    """Each move in full with who made it, and under which title."""
    for step in game.steps:
        if isinstance(step, Decision):
            event = game.log[step.told]
            title = under(event.phase) if isinstance(event, Chosen) else ""
            yield f"{names.people[step.seat]}: {move_text(names.out(step.move))}{names.text(title)}"


def _heading(game: Game) -> Iterator[Remark]:
    title, setting = heading(game.rules)
    yield Remark(title, style="title")
    yield Remark(f"{setting}, {number_of(game.decisions, 'decision')}.")
