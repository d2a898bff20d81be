"""A real game at the table: what a session asks of it, its record on the disk, the sitting from beginning to end."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

from attrs import define, evolve, field, frozen

from rulewright.bots import at_table, bot_move
from rulewright.language.facts.game_facts import all_see_the_same
from rulewright.language.types import shown_option as shown_value
from rulewright.levels import RANDOM, Level
from rulewright.machine.chance import RandomPlayer
from rulewright.machine.events import Chosen
from rulewright.machine.game import Decision, Game, Rules, RulesFault, UnclearMove
from rulewright.machine.interpret import Deciding
from rulewright.machine.record import BackLine, MoveLine, Table
from rulewright.machine.sample_state import eyes
from rulewright.machine.view import HIDDEN
from rulewright.machine.what_decided import what_decided
from rulewright.table import asking, log_lines, view_to_scene
from rulewright.table.commands import AT_PROMPT, Question, Speech, ending_of
from rulewright.table.consequences import Teller, rolls
from rulewright.table.decision_page import note
from rulewright.table.drawing import Scene, compared
from rulewright.table.endings import what_ended
from rulewright.table.keeping import Keeping, Place, begun_at, farewell, leaving
from rulewright.table.log_lines import News
from rulewright.table.names_at_table import Names, name_people
from rulewright.table.session import Session
from rulewright.table.sight import scores_told
from rulewright.table.sitting import NOBODY, Left, Meanwhile, sit, unseen
from rulewright.table.text_lines import WIDTH, Line, Said, book_of, listed, number_of, say
from rulewright.table.typed_line import Move
from rulewright.table.undo_redo import Journey, Step, go, gone_to, timeline
from rulewright.table.vocabulary import vocabulary, writable

if TYPE_CHECKING:
    from rulewright.table.sitting import Screen

MOST_ROLLED: Final = 8  # so many rolls before the first decision are told


@frozen
class Sitting:
    """Who plays and how: `people` by seat with their names, if they gave one, and where the game is kept. On
    `one_screen` the keyboard is handed over wherever the rules hide something from somebody. `bots` says how strong the
    others are, by seat (who is not named plays at random); `memory` how many bytes their thinking may take, `pace` for
    how many seconds each of their decisions is shown. `look_back`: so many seconds the game is weighed at its end, and
    it is asked what comes next; None: neither. `teaches`: a first round is explained."""

    people: Mapping[int, str | None] = field(factory=dict)
    seed: int = 0
    ask_all: bool = False
    one_screen: bool = False
    width: int = WIDTH
    place: Place = Place()
    bots: Mapping[int, Level] = field(factory=dict)
    memory: int | None = None
    pace: float = 0
    look_back: float | None = None
    teaches: bool = False

    @property
    def opponents(self) -> dict[int, str]:
        """The levels of those who think."""
        thinking = {seat: level.name for seat, level in self.bots.items() if level is not RANDOM}
        return {seat: name for seat, name in sorted(thinking.items()) if seat not in self.people}


@define
class Seated:
    """A game in play, as the table asks it: with the people's names, with opponents, each confirmed decision on the
    disk. Seats count from 0 (None: a spectator); nothing here tells a seat more than it may see."""

    game: Game
    names: Names
    player: RandomPlayer
    keeping: Keeping | None = None
    sitting: Sitting = Sitting()
    meanwhile: Meanwhile = unseen
    speech: Speech = AT_PROMPT
    _told: dict[int | None, dict[int, News]] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        self.write()

    def write(self) -> None:
        """See that what is decided is on the disk."""
        if self.keeping is not None:
            self.keeping.keep(self.game.record)

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self.game.over

    @property
    def deciders(self) -> Sequence[int]:
        """The seats that are to choose now: several at a simultaneous choice, none when it is over."""
        return self.game.deciders

    @property
    def made(self) -> int:
        """How many decisions have been made."""
        return self.game.decisions

    @property
    def happened(self) -> int:
        """How much has happened so far; it only grows, except by `back_to`."""
        return len(self.game.log)

    def moves(self, seat: int) -> Sequence[Move]:
        """The legal moves of a seat, in their order; none if it is not to choose."""
        return [self.names.out(move) for move in self.game.moves(seat)]

    def play(self, seat: int, move: Move) -> None:
        """Make a legal move; it is on the disk before anybody sees what came of it."""
        self.game.play(seat, self.names.back(move))
        self.write()

    def any_move(self, seat: int) -> Move:
        """What who plays for this seat does: at random, or what a bot finds until somebody does not want to wait."""
        moves, level, seed = self.moves(seat), self.sitting.bots.get(seat, RANDOM), self.sitting.seed
        if level is RANDOM or len(moves) == 1:
            return moves[self.player.choose(self.made, len(moves))]
        with self.meanwhile(f"{self.names.people[seat]} thinks … (Ctrl-C: no longer)") as going:
            thinker, seen = self.asker.thinker, eyes(self.game, seat)
            return self.names.out(bot_move(thinker, seen, level, seed, self.made, how=at_table, going=going))

    def unending(self, unasked: int) -> NoReturn:
        """Refuse to go on after so many decisions at which nobody was asked: tell the choice without end."""
        stop = self.game.entered().stop
        assert isinstance(stop, Deciding), "somebody decides"
        said = f"{unasked:,} decisions have been made, and nobody at the keyboard was asked."
        raise RulesFault("endless-game", said, self.game.rules.program.sites[stop.site].span)

    def meant(self, seat: int, text: str) -> tuple[Move, ...]:
        """The legal move of these words, those of a pick of several in any order where order means nothing; none, or
        several if it cannot be told which of them belong together."""
        try:
            found = self.game.meant(seat, self.names.typed(text).split())
        except UnclearMove as unclear:
            return tuple(map(self.names.out, unclear.moves))
        return () if found is None else (self.names.out(found),)

    def why(self, seat: int, text: str) -> str:
        """Say from the rules why this is not a legal move, or that it is one."""
        try:
            refusal = self.game.why(seat, self.names.typed(text))
        except UnclearMove as unclear:
            return f"{self.names.text(str(unclear))}."
        if refusal is None:
            return f"{text} is legal."
        there = asking.there(self.asker, self.game, seat, refusal.about)
        return "\n".join(part for part in (f"{text}: {refusal.at_table(self.names.text)}", there) if part)

    @cached_property
    def asker(self) -> asking.Asker:
        """What is needed to answer questions."""
        rules = self.game.rules
        words = self.names.words(vocabulary(rules.core))
        return asking.Asker(rules, self.names, words, self.meanwhile, self.sitting.memory, self.speech)

    def tell(self, seat: int | None, question: Question, text: str) -> Said:
        """Answer a question of a seat from what it may see."""
        return asking.answer(self.asker, self.game, seat, question, text)

    def reckoning(self, seat: int | None) -> Said:
        """When over: what the scores are made up of."""
        return asking.reckoned(self.asker, self.game, seat)

    def scene(self, seat: int | None) -> Scene:
        """The table as a seat may see it."""
        return self._table(self.game, seat)

    def marked(self, seat: int | None) -> Scene:
        """The table with what the last decision has changed, and at the end with the places that decided."""
        ended = self.game.ended_by() if self.over else None
        decided = () if ended is None else what_decided(self.game, ended)
        now = self._table(self.game, seat, decided)
        if not self.made:
            return now
        before = self.game.rules.resume(self.game.stood(self.made, 1)[0])
        return compared(self._table(before, seat), now)

    def _table(self, game: Game, seat: int | None, decided: Sequence[tuple[str, str]] = ()) -> Scene:
        table = view_to_scene.scene(game, seat, self.names, openly=self.over, decided=decided)
        return view_to_scene.with_usual(table, game.rules)

    def news(self, seat: int, since: int) -> Sequence[News]:
        """The decisions since so much had happened, as the seat saw them with what came of them."""
        before = sum(isinstance(event, Chosen) for event in self.game.log[:since])
        return self.news_from(seat, before + 1)

    def news_from(self, seat: int | None, first: int) -> Sequence[News]:
        """The decisions from a number on (from 1); with 0 what came before them is the first."""
        told, wanted = self._told.setdefault(seat, {}), range(first, self.game.decisions + 1)
        new = next((number for number in wanted if number not in told), None)
        if new is not None:
            told.update(enumerate(log_lines.news(self.game, seat, self.names, new), new))
        return [told[number] for number in wanted]

    def moved_at(self, seat: int) -> int:
        """How much had happened when a seat last moved."""
        moves = (at for at, event in enumerate(self.game.log) if isinstance(event, Chosen) and event.seat == seat)
        return max(moves, default=0)

    def rolled(self, seat: int) -> str:
        """What was rolled so far, as the seat saw it, in a sentence: nothing else tells why somebody is not asked."""
        seen = [each for each in rolls(self.game.information(seat)) if each.what == "rolled"]
        told = [phrase.text for phrase in log_lines.entry(seen[:MOST_ROLLED], Teller(self.names)).came]
        more = ["…"] if len(seen) > MOST_ROLLED else []
        return f"Before the first decision: {'; '.join([*told, *more])}." if told else ""

    def sight(self, seat: int) -> frozenset[str]:
        """The names of all pieces that the seat sees outside the box."""
        zones = (zone for zone in self.game.view(seat).zones if not zone.box)
        return frozenset(piece.name for zone in zones for piece in zone.pieces or () if piece.name != HIDDEN)

    def back_to(self, made: int) -> bool:
        """Take back decisions until `made` are left; whether a seat had seen something new since."""
        self.game.back_to(made + 1)
        self._told.clear()
        self.write()
        last = self.game.lines[-1]
        return isinstance(last, BackLine) and last.seen

    @property
    def history(self) -> Sequence[Step]:
        """All decisions that were ever made, as records write them, and all goings back, in order."""
        steps = (line for line in self.game.lines if isinstance(line, MoveLine | BackLine))
        return [MoveLine(each.seat, each.move) if isinstance(each, MoveLine) else each for each in steps]

    def move_to(self, point: int) -> Move:
        """The decision that led to a point of the timeline."""
        then = gone_to(self.game, timeline(self.history), point)
        return self.names.out(next(step.move for step in reversed(then.steps) if isinstance(step, Decision)))

    def choices_after(self, journey: Journey, seat: int) -> int:
        """How many moves a seat has to choose from at the end of a journey."""
        then = Seated(self.game.copy(), self.names, self.player)
        go(then, journey)
        return len(then.moves(seat))

    def make_again(self, made: MoveLine) -> bool:
        """Make a decision of the history, if it can be made here."""
        moves = self.game.moves(made.seat)
        move = self.game.rules.naming.spoken(made.move, moves)
        if move in moves:
            self.play(made.seat, self.names.out(move))
        return move in moves

    def lesson(self, seat: int) -> Said:
        """What is told before a decision to who learns the game."""
        if not self.sitting.teaches:
            return Said(())
        from rulewright.table.lessons import lesson, what_wins

        def plan() -> Said:
            with self.meanwhile("Looking for what wins … (Ctrl-C: no longer)") as going:
                return what_wins(self.asker, self.game, seat, going)

        return lesson(self.asker, self.game, seat, lambda: self.tell(seat, "hint", ""), plan)

    def decided_by(self, seat: int | None) -> tuple[str, str]:
        """When over: the last move, and what ended it, as a rulebook says that; "" of what there is not."""
        last = log_lines.news(self.game, seat, self.names, self.game.decisions)[-1].move if self.made else ""
        return f"Last move: {last}." if last else "", self.names.text(what_ended(self.game, seat))

    def moments(self, seat: int) -> Said:
        """When over: where the odds of a seat turned, as far as that is soon found."""
        if not self.sitting.look_back or not self.made or not self.asker.thinker.fast:
            return Said(())
        from rulewright.table.reviews import review

        with self.meanwhile("Looking back … (Ctrl-C: no longer)") as going:
            asker, seconds = self.asker, self.sitting.look_back
            return review(self.game, asker.thinker, (seat,), self.names, asker.score_parts, going, seconds)

    def ending(self, people: Sequence[str]) -> str:
        """When over: the scores, and who has won."""
        scores = [score for score in scores_told(self.game, None) if score is not None]
        return ending_of(people, scores, self.game.winners, self.game.rules.program)


def seat_people(
    rules: Rules,
    sitting: Sitting,
    screen: "Screen",
    begun: Game | None = None,
    first: Game | None = None,
    read: Callable[[Game], None] | None = None,
) -> Left:
    """Play a game, or the one that is `begun`, until nobody goes on; how it was left. `first`: the game at its first
    decision; `read` lets somebody read it when it is over."""
    words, place, opponents = vocabulary(rules.core), sitting.place, sitting.opponents
    names = name_people(rules.core.seat_names, sitting.people, words, rules.source_text)
    seed = f"The seed was {sitting.seed}."  # told once it cannot go on: who knows it can look at what is hidden

    def hint(text: str) -> list[Line]:
        return say(text, "hint", width=sitting.width)

    with ExitStack() as stack:
        try:
            start = begun or first or rules.start(sitting.seed)
            if place.taken is None:  # a record that begins now knows who plays, so that it can be resumed
                file = str(place.rules.absolute()) if place.games and place.rules else None
                seats = tuple(sorted(sitting.people.items()))
                table = Table(seats, sitting.seed, sitting.ask_all, file, tuple(opponents.items()))
                start.header = evolve(start.header, table=table)
            keeping = begun_at(place, start.header, lambda text: screen.refuse(hint(text)))
            if keeping is not None:
                stack.callback(keeping.close)
            game = Seated(start, names, RandomPlayer(sitting.seed), keeping, sitting, screen.meanwhile)
            session = Session(
                game=game,
                humans=tuple(sorted(sitting.people)),
                names=names.people,
                words=names.words(writable(words)),
                book=lambda: book_of(rules),
                ask_all=sitting.ask_all,
                one_screen=sitting.one_screen and not all_see_the_same(rules.core),
                paced=sitting.pace > 0,
                asks_next=sitting.look_back is not None,
                width=sitting.width,
                begun=game.happened,
                keyboard=NOBODY if begun is not None and len(sitting.people) > 1 else None,
            )
            for seat in session.humans:
                if begun is None and (rolled := game.rolled(seat)):
                    note(session, seat, rolled)
            try:
                told = ["{}\n{}. Type :help for help, :quit to stop.".format(*heading(rules))]
                for level in dict.fromkeys(opponents.values()):
                    strong = [names.people[seat] for seat, name in opponents.items() if name == level]
                    plays = f"play{'s' * (len(strong) == 1)} at level {level}"
                    told.append(f"{listed(strong)} {plays}; --bot LEVEL says otherwise.")
                screen.show(hint("\n".join(told)))
                reading = partial(read, start) if read is not None else None
                left = sit(session, screen, lambda: leaving(keeping, place, game.made), sitting.pace, reading)
                stopped = f"Stopped after {number_of(game.made, 'decision')}."
                screen.show(hint(stopped if left == "stopped" else seed))
                return left
            finally:
                if keeping is not None and (text := farewell(keeping, place, start)):
                    screen.show([(("hint", text),)])
        except RulesFault:
            screen.show(hint(seed))
            raise


def again(sitting: Sitting, players: int, seed: int, games: Path | None, *, seats_changed: bool) -> Sitting:
    """The same people at a new game, kept in their folder: at their seats, or each at the next one."""

    def moved(seat: int) -> int:
        return (seat + seats_changed) % players

    place = Place(games=games, rules=sitting.place.rules)
    people = {moved(seat): name for seat, name in sitting.people.items()}
    bots = {moved(seat): level for seat, level in sitting.bots.items()}
    return evolve(sitting, people=people, bots=bots, seed=seed, place=place)


def heading(rules: Rules) -> tuple[str, str]:
    """The title of a game, and its setting."""
    title = f"{rules.core.title}: {rules.core.subtitle}" if rules.core.subtitle else rules.core.title
    options = "".join(f", {name} {shown_value(value)}" for name, value in rules.options.items())
    return title, f"{number_of(rules.players, 'player')}{options}"
