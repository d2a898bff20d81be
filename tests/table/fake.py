"""A game of a few lines that offers what the table asks of a game, and a screen of lists.

Three stones lie open. In turn each seat takes one to the left or the right of what it has, which the others do not see;
the last stone is forced. A seat may not put a stone left of a smaller one.
"""

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import NoReturn

from attrs import define, evolve, field

from rulewright.analysis.documents import Document
from rulewright.analysis.rulebook import rulebook_of
from rulewright.language.source import Source
from rulewright.machine.record import BackLine, MoveLine
from rulewright.table.commands import Question, ending_of
from rulewright.table.decision_page import DecisionPage, Stop
from rulewright.table.drawing import UNSEEN, Fact, Heap, Place, Scene, compared
from rulewright.table.log_lines import News
from rulewright.table.session import Session, advance as advance_undrawn
from rulewright.table.sitting import Meanwhile, unseen
from rulewright.table.text_lines import Line, Said, answered, lines as text_lines, plain
from rulewright.table.typed_line import Asked, Move, Words
from rulewright.table.undo_redo import Journey, Step, go, timeline

STONES = ("stone-5", "stone-57", "bonus+5", "stone-8")
WORDS = Words(
    {"put": "Take a stone", "wait": "Take nothing"},
    {**dict.fromkeys(STONES, "stone"), "stone-99": "stone", "left": "word", "right": "word"},
    {"stone-5": "stone: number 5"},
)
RULES = """game "Stones" "A game of few stones"
    players 2..3
there is
    field: row of stone
component stone: number 1..9
    1 of any
play:
    repeat 4 times: turn
phase turn "A turn":
    choose put
action put "Take a stone":
    pick stone from field
"""


def book() -> Document:
    return rulebook_of(Source("rules", RULES), ())


@define
class Fake:
    """The game; its state is the list of decisions made."""

    players: int = 2
    seen: bool = False
    done: list[tuple[int, Move]] = field(factory=list)
    history: list[Step] = field(factory=list)

    @property
    def made(self) -> int:
        return len(self.done)

    @property
    def over(self) -> bool:
        return len(self.done) == len(STONES)

    @property
    def deciders(self) -> Sequence[int]:
        return () if self.over else (len(self.done) % self.players,)

    @property
    def left(self) -> list[str]:
        taken = {move[1] for _, move in self.done}
        return [stone for stone in STONES if stone not in taken]

    def hand(self, seat: int) -> list[str]:
        return [str(move[1]) for taker, move in self.done if taker == seat]

    def moves(self, seat: int) -> Sequence[Move]:
        if seat not in self.deciders:
            return ()
        ends = ("right",) if not self.hand(seat) else ("left", "right")
        return tuple(("put", stone, end) for stone in self.left for end in ends)[: 1 if len(self.left) == 1 else None]

    def play(self, seat: int, move: Move) -> None:
        assert move in self.moves(seat)
        self.done.append((seat, move))
        self.history.append(MoveLine(seat, move))

    def any_move(self, seat: int) -> Move:
        return self.moves(seat)[-1]

    def unending(self, unasked: int) -> NoReturn:
        raise AssertionError(unasked)

    def meant(self, seat: int, text: str) -> tuple[Move, ...]:
        """Nothing is picked several at a time."""
        return ()

    def why(self, seat: int, text: str) -> str:
        return f'{text}: "you have nothing to put it left of"'

    def tell(self, seat: int | None, question: Question, text: str) -> Said:
        return answered(f"{question} {text}, seat {seat}")

    def reckoning(self, seat: int | None) -> Said:
        return answered(*(f"{name}: stones" for name in ("Ann", "Bob", "Cat")[: self.players]))

    def scene(self, seat: int | None) -> Scene:
        hands = [
            Heap("hand", tuple(self.hand(who)) if seat == who else (UNSEEN,) * len(self.hand(who)), seat=who)
            for who in range(self.players)
        ]
        items = (Heap("field", tuple(self.left), ordered=True), Fact("round", "1"), *hands)
        return Scene(
            "Stones", "A turn", tuple(Place(name, 0) for name in ("Ann", "Bob", "Cat")[: self.players]), seat, items
        )

    @property
    def happened(self) -> int:
        return len(self.done)

    def news(self, seat: int, since: int) -> Sequence[News]:
        names = ("Ann", "Bob", "Cat")
        done = self.done[since:]
        return [News(f"{names[who]}: put {move[1] if who == seat else '?'}", own=who == seat) for who, move in done]

    def moved_at(self, seat: int) -> int:
        return max((at for at, (who, _) in enumerate(self.done) if who == seat), default=0)

    def decided_by(self, seat: int | None) -> tuple[str, str]:
        return "Last move: Ann: put.", ""

    def marked(self, seat: int | None) -> Scene:
        return compared(evolve(self, done=self.done[:-1]).scene(seat), self.scene(seat))

    def lesson(self, seat: int) -> Said:
        return Said(())

    def moments(self, seat: int) -> Said:
        return answered("One moment.")

    def sight(self, seat: int) -> frozenset[str]:
        return frozenset((*self.left, *self.hand(seat)))

    def back_to(self, made: int) -> bool:
        assert made < self.made
        del self.done[made:]
        self.history.append(BackLine(made + 1))
        return self.seen

    def move_to(self, point: int) -> Move:
        made = timeline(self.history).points[point].made
        assert made is not None
        return made.move

    def choices_after(self, journey: Journey, seat: int) -> int:
        then = evolve(self, done=[*self.done], history=[])
        go(then, journey)
        return len(then.moves(seat))

    def make_again(self, made: MoveLine) -> bool:
        possible = made.move in self.moves(made.seat)
        if possible:
            self.play(made.seat, made.move)
        return possible

    @property
    def scores(self) -> Sequence[int]:
        return [len(self.hand(seat)) for seat in range(self.players)]

    def ending(self, people: Sequence[str]) -> str:
        return ending_of(people, self.scores, range(self.players))


@define
class Bids(Fake):
    """One seat moves for ever, of 42 moves: to fold, to bid 4 to 43, to stop."""

    players: int = 1

    @property
    def over(self) -> bool:
        return False

    def moves(self, seat: int) -> Sequence[Move]:
        return (("fold", "hand"), *(("bid", amount) for amount in range(4, 44)), ("stop", "game"))

    @property
    def left(self) -> list[str]:
        return []


def session(players: int = 2, humans: tuple[int, ...] = (0,), **settings: object) -> Session:
    return Session(Fake(players), humans, ("Ann", "Bob", "Cat")[:players], WORDS, book=book, **settings)


def advance(sitting: Session) -> Stop:
    """Go on to the next stop; a decision is drawn, as a screen that scrolls does."""
    stop = advance_undrawn(sitting)
    if isinstance(stop, DecisionPage):
        drawn(stop, sitting)
    return stop


def ask(sitting: Session) -> DecisionPage:
    """Go on to the next decision."""
    stop = advance(sitting)
    assert isinstance(stop, DecisionPage)
    return stop


def begun(players: int = 2, humans: tuple[int, ...] = (0,), **settings: object) -> Session:
    """A sitting at its first decision."""
    sitting = session(players, humans, **settings)
    ask(sitting)
    return sitting


def drawn(stop: DecisionPage, sitting: Session) -> str:
    """What a screen that scrolls shows of a decision."""
    return plain(stop.lines(sitting.width, sitting.height))


@define
class Lists:
    """A screen: what was typed comes from a list, what was shown goes to another."""

    typed: list[str]
    shown: list[str] = field(factory=list)
    width: int = 80
    height: int | None = None
    person: bool = False
    pauses: list[str] = field(factory=list)
    meanwhile: Meanwhile = unseen

    def sitting(self) -> AbstractContextManager["Lists"]:
        return nullcontext(self)

    def draw(self, drawing: DecisionPage) -> None:
        self.show(drawing.lines(self.width, self.height))

    def show(self, lines: Sequence[Line]) -> None:
        self.shown.append(plain(lines))

    again = show

    def refuse(self, lines: Sequence[Line]) -> None:
        self.shown.append("REFUSED " + plain(lines))

    def read(self, name: str, seat: int, decision: Asked) -> str:
        if not self.typed:
            raise EOFError
        return self.typed.pop(0)

    def page(self, lines: Sequence[Line]) -> None:
        self.shown.append(plain(lines))

    def pause(self, lines: Sequence[Line]) -> str:
        self.shown.append("PAUSE " + plain(lines))
        return self.pauses.pop(0) if self.pauses else ""

    def watch(self, page: DecisionPage, seconds: float) -> None:
        self.shown.append(f"{seconds} s: {plain(text_lines(Said(page.fresh), self.width))}")

    def keep(self, lines: Sequence[Line]) -> None:
        self.shown.append(plain(lines))

    def clear(self) -> None:
        self.shown.append("CLEAR")
