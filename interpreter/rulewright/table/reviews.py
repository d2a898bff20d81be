"""`:review`: where the odds of a played game turned.

Each decision is weighed as for a hint, with what the seat that made it knew then. So a move is told as a mistake where
its interval lies well below that of the best; what else turns the odds between two decisions of a seat is what others
did, and luck.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import combinations, groupby, pairwise
from time import monotonic
from typing import TYPE_CHECKING, Final

from attrs import evolve, frozen

from rulewright.language.facts.game_facts import all_is_open
from rulewright.machine.foresight import Follow
from rulewright.machine.game import Decision, Game
from rulewright.machine.interpret import RulesFault
from rulewright.machine.sample_state import Eyes, eyes
from rulewright.searching import Budget, Thinker, Weighed
from rulewright.table.gains import Beside, gains
from rulewright.table.hints import FEWEST_SCORED, followed, promise, ranked, share, together
from rulewright.table.log_lines import News, news
from rulewright.table.names_at_table import Names
from rulewright.table.text_lines import Remark, Said, answered, number_of
from rulewright.table.typed_line import move_text

if TYPE_CHECKING:
    from rulewright.machine.explain import Explainer

BUDGET: Final = Budget(iterations=1_000, seed=1)
CLOSER: Final = Budget(iterations=10_000, seed=1, slowly=600)
CLOSEST: Final = Budget(iterations=4_000)
"""How each decision is weighed, how those that may have mattered are, and of these the move that was made and the best;
without the fast backend that takes long."""
MAX_DOUBTED, MIN_DOUBT = 6, 0.05
"""So many decisions of each seat may have been mistakes: those that seem to have cost most, and so much of a win."""
MAX_MOMENTS, MIN_LOSS = 3, 0.1
"""So many moments of each seat are told, the largest; what is surely less of a win than this is none."""
NO_MOMENT: Final = "No move was surely worse than another one"
MAX_DID, MAX_COLUMNS = 4, 70
"""So many moves of others are told of those that were made meanwhile, what mattered most, each in so many columns."""


@frozen
class Moment:
    """Where the odds of a seat turned, how far, and what is told of it; `fell`: they became worse."""

    turn: float
    number: int
    text: str
    fell: bool


@frozen
class Reviewed:
    """A decision that was weighed: the move that was made, the one that promises most with what follows it and what it
    brings beside the other one, and from how many games."""

    number: int
    seat: int
    made: Weighed
    best: Weighed
    iterations: int
    follows: tuple[Follow, ...] = ()
    brings: Sequence[str] = ()

    @property
    def seems(self) -> float:
        """What part of a win the move seems to have cost."""
        return self.best.value - self.made.value

    @property
    def lost(self) -> float:
        """What part of a win the move has cost at least: so far the intervals are apart; 0 if that is little."""
        apart = self.best.low - self.made.high
        return apart if apart >= MIN_LOSS else 0.0


def review(
    game: Game,
    thinker: Thinker,
    seats: Sequence[int],
    names: Names,
    parts: "Explainer | None" = None,
    going: Callable[[], bool] = lambda: True,
    seconds: float | None = None,
) -> Said:
    """What is to be said of the decisions of these seats, with what takes scores apart (`parts`); of those before
    nobody wanted to go on, or in so many `seconds`: then only the moments are told, some decisions of all parts are
    weighed first, and half of the time is for those that may have mattered."""
    weighed, decisions = dict[int, Reviewed](), [each for each in game.steps if isinstance(each, Decision)]

    begun = monotonic()

    def in_time(part: float) -> Callable[[], bool]:
        return going if seconds is None else lambda: monotonic() < begun + part * seconds and going()

    def weigh(numbers: Iterable[int], budget: Budget, going: Callable[[], bool]) -> None:
        for number in numbers:
            step = decisions[number - 1]
            if step.seat not in seats or not going():
                continue
            then = game.copy()
            then.back_to(number)
            if len(then.moves(step.seat)) < 2:
                continue
            with suppress(RulesFault):  # in a world that is imagined
                seen = eyes(then, step.seat)
                found = thinker.think(seen, budget, going)
                named = {step.move, ranked(together(seen, found)).best.move}
                if budget is CLOSER:
                    found = thinker.closer(seen, found, named, CLOSEST, going)
                moves = [each for each in together(seen, found) if each.move in named]
                best, [made] = ranked(moves).best, [each for each in moves if each.move == step.move]
                each = Reviewed(number, step.seat, made, best, found.iterations)
                if each.lost and budget is CLOSER and seconds is None:
                    each = _with_reasons(each, thinker, seen, names, parts, going)
                if going():
                    weighed[number] = each

    def of_seats() -> Iterator[list[Reviewed]]:
        for seat in seats:
            yield [each for _, each in sorted(weighed.items()) if each.seat == seat]

    numbers = range(1, len(decisions) + 1)
    spread = numbers if seconds is None else sorted(numbers, key=lambda number: f"{number:020b}"[::-1])
    weigh(spread, BUDGET, in_time(0.5))
    few = next((each.iterations for each in weighed.values()), 0)
    doubted, program = list[int](), game.rules.program
    luck, others = bool(program.chances) or not all_is_open(game.rules.core), program.players > 1
    cause = " or ".join([*["by what others did"] * others, *["by luck"] * luck])
    for each in of_seats():  # what seem to be mistakes, and the decisions around the largest turns
        costly = sorted((one for one in each if one.seems >= MIN_DOUBT), key=lambda one: -one.seems)
        large = sorted(steps(each, cause, others=others), key=lambda step: -abs(_turn(*step[:2])))[:MAX_MOMENTS]
        around = [side for before, after, _ in large for side in (before, after)]
        doubted += sorted({one.number for one in (*costly[:MAX_DOUBTED], *around)})
    weigh(doubted, CLOSER, in_time(1))
    if not weighed:
        return answered("Nobody had a choice here.")
    told = [remark for each in of_seats() for remark in _of_seat(each, names, game, cause)]
    if seconds is not None:
        return answered(*(() if any(remark.text.startswith(NO_MOMENT) for remark in told) else told))
    tried = f"{BUDGET.iterations:,}" if thinker.fast else f"{few:,} (without the extra `fast`)"
    how = f"Each decision is weighed by what its seat knew then, with {tried} games tried out"
    closer = CLOSER.iterations if thinker.fast else CLOSER.slowly
    how += f"; those that may have mattered most with {closer:,} and more." if doubted else "."
    how += " Other games, as those of a hint, can tell otherwise; what is too far ahead shows only later."
    return answered(*told, Remark(how if going() else f"{how} Stopped before the end.", style="hint"))


def _with_reasons(
    mistake: Reviewed,
    thinker: Thinker,
    seen: Eyes,
    names: Names,
    parts: "Explainer | None",
    going: Callable[[], bool],
) -> Reviewed:
    """A mistake with what follows the better move, and what that brings beside the move that was made; what was
    searched last must be this decision."""
    pair, follows = (mistake.best.move, mistake.made.move), thinker.follows(seen, mistake.best.move, going)
    after, instead = thinker.ends(seen, pair, FEWEST_SCORED, going)
    brings = gains(Beside(thinker.rules, seen.seat, names.people, *pair, after, instead, parts))
    return evolve(mistake, follows=follows, brings=brings)


def turns(weighed: Sequence[Reviewed], cause: str, *, others: bool) -> list[tuple[Reviewed, Reviewed]]:
    """Between which decisions of a seat the odds turned, the furthest first: where others decided between them, if
    there are others, and never without a cause. What went one way little by little is one turn."""
    found, runs = list[tuple[Reviewed, Reviewed]](), [list(weighed)] if cause else []
    while runs:
        run = runs.pop()
        pairs = [(one, two) for one, two in combinations(run, 2) if two.number > one.number + others]
        pairs = [pair for pair in pairs if abs(_turn(*pair)) >= MIN_DOUBT]
        if pairs:
            before, after = max(pairs, key=lambda pair: (abs(_turn(*pair)), pair[0].number - pair[1].number))
            found.append((before, after))
            runs += [run[: run.index(before) + 1], run[run.index(after) :]]
    return sorted(found, key=lambda pair: -abs(_turn(*pair)))


def steps(weighed: Sequence[Reviewed], cause: str, *, others: bool) -> Iterator[tuple[Reviewed, Reviewed, bool]]:
    """The same, but of a turn only the steps from a decision to the next that are large by themselves; if none is, all
    of it, with whether it went little by little."""
    for before, after in turns(weighed, cause, others=others):
        between, way = weighed[weighed.index(before) : weighed.index(after) + 1], _turn(before, after)
        pairs = [pair for pair in pairwise(between) if pair[1].number > pair[0].number + others]
        large = [pair for pair in pairs if _turn(*pair) * way > 0 and abs(_turn(*pair)) >= MIN_LOSS]
        if large or len(between) == 2:
            yield from ((*pair, False) for pair in large or [(before, after)])
        else:
            yield before, after, True


def _turn(before: Reviewed, after: Reviewed) -> float:
    """How far the odds turned."""
    return after.best.value - before.best.value


def _happened(game: Game, numbers: range, lines: Sequence[News], seat: int) -> str:
    """What was done at these decisions of a game where there was a choice, as the seat was told it in these lines;
    nothing if no other seat had one."""
    told, made, others = list[News](), [each for each in game.steps if isinstance(each, Decision)], False
    for number in numbers:
        then, mover = game.copy(), made[number - 1].seat
        then.back_to(number)
        if len(then.moves(mover)) > 1:
            told.append(lines[number - 1])
            others |= mover != seat
    mattered = sorted(told, key=lambda line: -max((phrase.matters for phrase in line.came), default=0))[:MAX_DID]
    did = [line.line(MAX_COLUMNS) for line in told if line in mattered][:MAX_DID]
    more = f"; and {number_of(len(told) - MAX_DID, 'more move')}" if len(told) > MAX_DID else ""
    return f" What happened: {'; '.join(did)}{more}." if others else ""


def _of_seat(weighed: Sequence[Reviewed], names: Names, game: Game, cause: str) -> Iterator[Remark]:
    if not weighed:
        return
    program = game.rules.program
    name, first, last = names.people[weighed[0].seat], weighed[0], weighed[-1]
    odds = [f"{share(each.best)} at decision {each.number}" for each in (first, last)]
    end = f"; at the end {'a' if first.seat in game.winners else 'no'} win" if game.over else ""
    many = number_of(len(weighed), "decision")
    yield Remark(f"{name}: {many} with a choice; of a win {', '.join(odds)}{end}.", style="title")
    moments, lines = list[Moment](), news(game, first.seat, names, 1)
    for each in weighed:
        if each.lost:  # what was made, what was better, what that brings, and how it would have gone on
            made, best = (move_text(names.out(move.move)) for move in (each.made, each.best))
            worth, better = (promise(move, program) for move in (each.made, each.best))
            then = followed(each.best, each.follows, names.people, names.out)
            text = f"Decision {each.number}, {made}: {worth}. Better: {best}: {better}."
            moments.append(Moment(each.seems, each.number, " ".join((text, *each.brings, then)).rstrip(), fell=True))
    if not moments:
        yield Remark(f"{NO_MOMENT}{_nearest(weighed, names)}.", depth=1)
    runs = [[*run] for lost, run in groupby(weighed, key=lambda each: bool(each.lost)) if not lost]
    for before, after, little in (one for run in runs for one in steps(run, cause, others=program.players > 1)):
        turn = _turn(before, after)
        low, high = (before, after) if turn > 0 else (after, before)
        if abs(turn) >= MIN_LOSS and low.best.high < high.best.low:
            text = _turned(game, before, after, cause, lines, little=little)
            moments.append(Moment(abs(turn), before.number, text, fell=turn < 0))
    if game.over and cause and not last.made.proven:
        turn = (1 / len(game.winners) if first.seat in game.winners else 0.0) - last.made.value
        if abs(turn) >= MIN_LOSS:
            text = f"After decision {last.number} the odds were {share(last.made)}; what then came decided, {cause}."
            happened = _happened(game, range(last.number, game.decisions + 1), lines, last.seat)
            moments.append(Moment(abs(turn), last.number + 1, f"{text}{happened}", fell=turn < 0))
    largest = sorted(moments, key=lambda moment: -moment.turn)[:MAX_MOMENTS]
    falls = [moment for moment in moments if moment.fell and first.seat not in game.winners]
    if falls and (final := max(falls, key=lambda moment: moment.number)) not in largest:
        largest[-1] = final  # with what went wrong last who has lost wants to know
    yield from (Remark(moment.text, depth=1) for moment in sorted(largest, key=lambda moment: moment.number))


def _nearest(weighed: Sequence[Reviewed], names: Names) -> str:
    """Which move was nearest to a mistake, if any seemed one."""
    each = max(weighed, key=lambda each: each.seems)
    if each.seems < MIN_DOUBT:
        return ""
    made, best = (f"{move_text(names.out(move.move))} ({share(move)})" for move in (each.made, each.best))
    return f"; nearest to that came decision {each.number}, {made}, where {best} seemed better"


def _turned(game: Game, before: Reviewed, after: Reviewed, cause: str, lines: Sequence[News], *, little: bool) -> str:
    """How the odds turned between two decisions, and what happened there; if no other seat had a choice it was luck."""
    odds = f"{'rose' if _turn(before, after) > 0 else 'fell'} from {share(before.best)} to {share(after.best)}"
    text = f"Between decisions {before.number} and {after.number} the odds {odds}"
    if little:
        return f"{text}, little by little."
    happened = _happened(game, range(before.number, after.number), lines, before.seat)
    return f"{text}, {cause if happened else cause.rpartition(' or ')[2]}.{happened}"
