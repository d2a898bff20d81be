"""What is shown of a decision, for a screen of any size.

Law: what was drawn last is what numbers mean, and no number is drawn that means something else.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from attrs import evolve, frozen

from rulewright.shown import shown
from rulewright.table.drawing import Scene, compared
from rulewright.table.fitting import Composed, Size, compose, scrolled
from rulewright.table.log_lines import CUT, News
from rulewright.table.menus import Menu, menu, menus, numbered, numbers, numbers_called
from rulewright.table.tableau import tableau
from rulewright.table.text_lines import HANGING, Line, Remark, Said, fitted, length, lines, say, set_in
from rulewright.table.typed_line import Move

if TYPE_CHECKING:
    from rulewright.table.session import Session

REMEMBERED: Final = 400  # of so many happenings a screen still tells that shows what happened before

NOW: Final = "›"
"""What stands before that which happened since one's last decision, where older things are told, too."""

Told: TypeAlias = tuple[Remark, bool]
"""What a seat is told, and whether an event tells of it."""

FORCED: Final = "   (the only move, made for you)"


def open_page(session: "Session", seat: int) -> "DecisionPage":
    """Ask the game for what is to be shown of a decision; where it was shown already, only what is new."""
    game, before, told = session.game, session.page, take_told(session, seat)
    if before is not None and (before.seat, before.made) == (seat, game.made):
        notes = (remark for remark, event in told if not event)
        session.page = evolve(
            before, fresh=tuple(remark for remark, _ in told), notes=(*before.notes, *notes), lesson=Said(())
        )
    else:
        page = other_page(session, seat, told, None, tuple(game.moves(seat)))
        session.page = evolve(page, lesson=game.lesson(seat))
        session.asked_at[seat] = game.happened
    return session.page


def other_page(
    session: "Session", seat: int, told: Sequence[Told], asks: str | None, answers: tuple[Move, ...] = ()
) -> "DecisionPage":
    """Where the game stands, with news and, if something `asks`, a question that is no decision of it."""
    game, scene = session.game, marked_scene(session, seat)
    since = min(session.asked_at.get(seat, session.begun), game.happened)
    fresh, notes = tuple(remark for remark, _ in told), tuple(remark for remark, event in told if not event)
    return DecisionPage(session, seat, game.made, game.happened, since, fresh, notes, answers, scene, asks)


def marked_scene(session: "Session", seat: int | None) -> Scene:
    """The table as a seat may see it, with what has changed since it last decided; at the end by the last decision."""
    if session.game.over:
        return session.game.marked(seat)
    return compared(session.decided.get(seat), session.game.scene(seat))


def listen(session: "Session", seat: int) -> None:
    """Put what a seat has not heard yet among what waits for it: of its own decisions those of which something came;
    where the keyboard is handed on, which waits for who reads that, only if it is nothing that the table shows."""
    news = session.game.news(seat, session.heard.get(seat, session.begun))
    session.heard[seat] = session.game.happened
    waits = session.waiting.setdefault(seat, [])
    for item in news:
        if item.own and item.came and waits and waits[-1][0].text == f"{item.move}{FORCED}":
            line = item.line(session.width - len(NOW) - 1, session.naming.brief)
            waits[-1] = (evolve(waits[-1][0], text=f"{line}{FORCED}"), False)
        elif not item.own or (item.seen if session.humans[1:] else item.came):
            waits.append((_told(item, session), True))


def note(session: "Session", seat: int, text: str) -> None:
    """Let something be told to a seat that no event tells of."""
    session.waiting.setdefault(seat, []).append((Remark(text, style="hint"), False))


def take_told(session: "Session", seat: int) -> list[Told]:
    """Hand out what waits for a seat."""
    listen(session, seat)
    return session.waiting.pop(seat, [])


def _told(item: News, session: "Session", mark: str = "·", rows: int = 1) -> Remark:
    """A decision in one line, or so many rows, if that is possible, and what the rules say themselves in lines of its
    own."""
    told = item.lines(rows * (session.width - len(mark) - 1), session.naming.brief)
    return Remark("\n".join(f"{mark} {line}" for line in told), style="hint" if item.own else "news")


@frozen(slots=False)
class DecisionPage:
    """What the game said of a decision when it was asked, and how it is drawn: `made` and `happened` are how much had
    been decided and had happened, `fresh` what the seat had not been told before, `notes` what no event tells of.
    `asks` is what a seat is asked that is no decision of the game, with `moves` for answers. `lesson` is told below it
    once, to who learns the game, or at its end."""

    session: "Session"
    seat: int
    made: int
    happened: int
    since: int
    fresh: tuple[Remark, ...]
    notes: tuple[Remark, ...]
    moves: tuple[Move, ...]
    scene: Scene
    asks: str | None = None
    lesson: Said = Said(())

    @cached_property
    def told(self) -> tuple[Sequence[Remark], Sequence[Remark]]:
        """What the seat saw happen before its last decision, and since, the last of others in two rows where one is too
        short; of a forced move the note counts."""
        first = max(self.session.begun, self.happened - REMEMBERED)
        events = self.session.game.news(self.seat, first)
        before = len(events) - len(self.session.game.news(self.seat, max(first, self.since)))
        now = [_told(item, self.session, NOW) for item in events[before:]]
        if now and not events[-1].own and now[-1].text.partition("\n")[0].endswith(CUT):
            now[-1] = _told(events[-1], self.session, NOW, rows=2)
        for each in self.notes:
            whole, firsts = f"{NOW} {each.text}", [event.text.partition("\n") for event in now]
            own = (at for at, event in enumerate(now) if event.style == "hint" and whole.startswith(firsts[at][0]))
            at = next(own, None) if each.text.endswith(FORCED) else None
            if at is None:
                now.append(each)
            else:
                now[at] = evolve(each, text=whole + "".join(firsts[at][1:]))
        return tuple(_told(item, self.session) for item in events[:before]), tuple(now)

    def lines(self, width: int, height: int | None) -> Sequence[Line]:
        """News, table and choices on lines."""
        session = self.session
        if height is not None:
            return scrolled(self.drawn(Size(width, height), scrolls=True), set_in(self.fresh, width), width)
        asked = ((), *self.choices(width)[0].lines) if self.asks else ()
        moves = asked or listed_moves(session, self.seat, self.moves, width=width)
        session.listed, session.steps, session.numbered = numbers(moves), {}, frozenset()
        return (*lines(Said(self.fresh), width), *table_lines(session, self.scene, width), *moves)

    def drawn(self, size: Size, before: Composed | None = None, *, scrolls: bool = False, kept: int = 0) -> Composed:
        """News since the last decision, table and choices on a screen, with rows `kept`; on one that `scrolls` those
        news that nobody was shown."""
        news, forms = set_in(self.fresh if scrolls else self.told[1], size.width), self.choices(size.width)
        composed = compose(news, self.scene, forms, size, self.session.naming, before, kept, scrolls=scrolls)
        self.count(composed.menu)
        return composed

    def choices(self, width: int) -> list[Menu]:
        """The forms of the moves that are left by what was chosen, with no number that means another."""
        if self.asks:
            return [Menu((*say(self.asks, "title", width=width), *numbered(self.moves, self.moves, width=width)))]
        session = self.session
        some, name = session.chosen[-1] if session.chosen else self.moves, session.names[self.seat]
        return list(menus(self.moves, some, session.naming, name=name, width=width, taken=session.numbered))

    def count(self, menu: Menu) -> None:
        """From now on the numbers of this menu count, and those of answers to this decision, but no others."""
        self.session.listed, self.session.steps = numbers(menu.lines) | self.session.numbered, menu.steps


def table_lines(session: "Session", scene: Scene, width: int) -> tuple[Line, ...]:
    """The table on as many lines as it needs."""
    return (*[()] * (session.height is None), *tableau(scene, width, session.naming).lines)


def listed_moves(
    session: "Session", seat: int, moves: Sequence[Move], part: str = "", *, width: int, whole: bool = False
) -> tuple[Line, ...]:
    """The moves, or those with a part, below the name of who is to choose."""
    head: Line = (("you", f"{shown(session.names[seat])}, your move:"),)
    head += numbers_called(moves, session.words, width - length(head))
    return ((), *fitted([head], width, HANGING), *menu(moves, session.words, part=part, whole=whole, width=width))


@frozen
class HandOver:
    """Another seat needs the keyboard; who has it sees `drawing` first, if there is one. Then the screen is cleared."""

    name: str
    drawing: DecisionPage | None


@frozen
class Watched:
    """Somebody else has decided, and another one is next: `page` is shown for a while before that."""

    page: DecisionPage


@frozen
class Over:
    """The game has ended; `lines` tell how. Where it is asked what comes next, `page` does so."""

    lines: tuple[Line, ...]
    page: DecisionPage | None = None


Stop = DecisionPage | HandOver | Watched | Over
Next = Literal["again", "swap", "read", "leave"]
"""What somebody wants after the end."""
Then = Literal["ask", "go-on", "quit"] | Next


@frozen
class Reply:
    """The answer to a typed line: lines to show (`refused`: as an error, `paged`: a screenful at a time, `anew`: they
    are what has changed in the drawing), and whether to ask the same again."""

    then: Then
    lines: tuple[Line, ...] = ()
    refused: bool = False
    paged: bool = False
    anew: bool = False


def refusal(text: str, width: int) -> Reply:
    """Say why nothing is done, and ask again."""
    return Reply("ask", tuple(say(text, "refused", width=width)), refused=True)
