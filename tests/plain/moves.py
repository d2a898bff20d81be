"""Which moves there are: offers as written, picks as nested loops, guards as soon as their picks are known (SPEC 9)."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import product
from typing import TypeGuard, TypeVar

from attrs import frozen

from rulewright.language import core
from tests.plain import expressions, moving, sentences, sequences, writing
from tests.plain.state import Finished, Found, Item, Key, Local, Move, Over, Piece, PlainFault, Play, Value

T = TypeVar("T")
MOST_PICKED = 256
"""Candidates in one selection of several (SPEC 16)."""


@frozen
class Partial:
    """A move as far as the lines of a header have been read."""

    locals: dict[int, Local]
    written: tuple[Item, ...]

    def with_(self, play: Play, local: int, value: Local, *written: Item) -> "Partial":
        """One local more."""
        play.bind(local, value)
        return Partial({**self.locals, local: play.state.locals[local]}, (*self.written, *written))


def listed(play: Play, you: int, offers: tuple[core.OfferLine, ...]) -> list[Move]:
    """All legal moves of a seat, in their order (SPEC 9.7)."""
    return _asked(play, lambda: list(_all(play, you, offers)))


def can(play: Play, you: int, offers: tuple[core.OfferLine, ...]) -> bool:
    """`you can A`."""
    return _asked(play, lambda: any(True for _ in _all(play, you, offers)))


def _asked(play: Play, ask: Callable[[], T]) -> T:
    """Asking changes nothing."""
    kept, line = dict(play.state.locals), play.line
    try:
        return ask()
    finally:
        play.state.locals, play.line = kept, line


def _all(play: Play, you: int, offers: tuple[core.OfferLine, ...]) -> Iterator[Move]:
    for offer in offers:
        limits = (other.limit for other in offers if other.limit is not None)
        owed = (play.core.limits[limit].exactly and not play.state.used[limit] for limit in limits)
        if not (offer.owed and any(owed)):
            yield from _of_offer(play, you, offer)


def use(play: Play, move: Move) -> None:
    """An offer is used up when it is chosen."""
    if move.offer.limit is not None:
        play.state.used[move.offer.limit][move.member] += 1


def _of_offer(play: Play, you: int, offer: core.OfferLine) -> Iterator[Move]:
    if not all(expressions.holds(play, line.condition) for line in offer.needs):
        return
    action = play.core.actions[offer.action]
    pairs = list(zip(action.params, offer.args, strict=True))
    handed = [(param, expressions.given(play, param, arg)) for param, arg in pairs]
    start = Partial({}, (action.name,)).with_(play, action.you, you)
    for param, value in handed:
        start = start.with_(play, param, value)
    members = [0] if action.by_member is None else [member.value for member in action.by_member.members]
    for member in members:
        if offer.limit is None or play.state.used[offer.limit][member] < play.core.limits[offer.limit].most:
            lines = _lines(action, member, musts=offer.action not in play.trying)
            for partial in _passing(play, offer.action, member, start, lines):
                yield Move(offer, member, partial.locals, partial.written)


def _member(action: core.Action, value: int) -> core.Member | None:
    members = () if action.by_member is None else action.by_member.members
    return next((member for member in members if member.value == value), None)


def body_of(action: core.Action, member: int) -> tuple[core.Statement, ...]:
    """What happens when the move is made."""
    found = _member(action, member)
    return action.body if found is None else found.body


def _lines(action: core.Action, value: int, *, musts: bool) -> tuple[core.HeaderLine, ...]:
    """The header of an action or of one member, the `must` lines after everything else."""
    member = _member(action, value)
    lines: tuple[core.HeaderLine, ...] = action.header
    if member is not None and action.by_member is not None:
        of = action.by_member.of
        assert isinstance(of, core.Get)
        is_it = core.Compare("is", of, core.Const(value, of.type))
        lines = (*action.header, core.Needs(is_it, None), *member.header)
    tried = tuple(line for line in lines if isinstance(line, core.MustChange | core.MustLeave))
    return (*(line for line in lines if line not in tried), *(tried if musts else ()))


def _passing(
    play: Play, action: int, member: int, start: Partial, lines: tuple[core.HeaderLine, ...]
) -> Iterator[Partial]:
    """What passes all lines: of what passes those above the last one, what it leaves or adds."""
    if not lines:
        yield start
        return
    line, above = lines[-1], _passing(play, action, member, start, lines[:-1])
    if _is_joint(line):
        found = list(above)
        yield from [each for each in found if _meets(play, action, member, each, line)] or found
        return
    for partial in above:
        play.state.locals.update(partial.locals)
        play.line = line.span
        match line:
            case core.Pick():
                yield from _picked(play, partial, line)
            case core.PickSeveral():
                ended = _ends_by_a_sign(play.core.actions[action], line)
                yield from _picked_several(play, partial, line, ("/",) if ended else ())
            case core.Let(local):
                sequences.let(play, line)
                yield partial.with_(play, local, play.state.locals[local])
            case core.Needs() | core.MustChange() | core.MustLeave():
                if _meets(play, action, member, partial, line):
                    yield partial


def _is_joint(line: core.HeaderLine) -> TypeGuard[core.Needs | core.MustLeave]:
    """Whether a line looks at all that the lines above it leave."""
    return line.if_you_can if isinstance(line, core.Needs) else isinstance(line, core.MustLeave) and line.if_able


def _meets(
    play: Play, action: int, member: int, partial: Partial, line: core.Needs | core.MustChange | core.MustLeave
) -> bool:
    play.state.locals.update(partial.locals)
    play.line = line.span
    match line:
        case core.Needs(condition):
            return expressions.holds(play, condition)
        case core.MustChange() | core.MustLeave():
            return _tried(play, action, member, line)


def _you(play: Play, partial: Partial) -> int:
    """The decider: the first local of every header."""
    you = next(iter(partial.locals.values()))
    assert isinstance(you, int)
    return you


def _picked(play: Play, partial: Partial, line: core.Pick) -> Iterator[Partial]:
    found = list(dict.fromkeys(sequences.elements(play, line.seq)))
    names = writing.candidates(play, play.core.locals[line.local], found, _you(play, partial), line.words)
    if line.if_any and not found:
        yield partial.with_(play, line.local, None, "none")
    for each, name in zip(found, names, strict=True):
        play.state.locals.update(partial.locals)
        yield partial.with_(play, line.local, each, name)


def _ends_by_a_sign(action: core.Action, line: core.PickSeveral) -> bool:
    """Whether not always as many are picked, and something else is picked below, be it by some member alone."""
    for value in (0,) if action.by_member is None else (each.value for each in action.by_member.members):
        lines = _lines(action, value, musts=False)
        if line in lines and line.low != line.high:
            below = lines[lines.index(line) + 1 :]
            if any(isinstance(each, core.Pick | core.PickSeveral) for each in below):
                return True
    return False


def _picked_several(play: Play, partial: Partial, line: core.PickSeveral, sign: tuple[Item, ...]) -> Iterator[Partial]:
    """By their number, then in lexicographical order; behind them a sign, where one ends them."""
    found = list(dict.fromkeys(sequences.elements(play, line.seq)))
    low, high = expressions.needed(play, line.low, line.span), expressions.needed(play, line.high, line.span)
    if low < 0 or high < 0:
        return
    names = writing.candidates(play, play.core.locals[line.local], found, _you(play, partial), None)
    high = min(high, MOST_PICKED)
    most = [high if line.repeats else _copies(play, each) for each in found]
    for size in range(low, min(high, sum(most)) + 1):
        for chosen in _orders(most, size) if line.ordered else _multisets(most, size):
            play.state.locals.update(partial.locals)
            yield partial.with_(play, line.local, [found[at] for at in chosen], *(names[at] for at in chosen), *sign)


def _copies(play: Play, candidate: Value) -> int:
    """How often one candidate can be picked: of pieces as many as lie there."""
    if not isinstance(candidate, Found) or candidate.position is not None:
        return 1
    return sum(each == candidate for each in sequences.pieces(play, candidate.zone, distinct=False))


def _multisets(most: list[int], size: int, first: int = 0) -> Iterator[tuple[int, ...]]:
    """In lexicographical order: the more of the first candidate, the earlier."""
    if sum(most[first:]) < size:
        return
    if not size:
        yield ()
        return
    for copies in range(min(most[first], size), -1, -1):
        yield from ((first,) * copies + rest for rest in _multisets(most, size - copies, first + 1))


def _orders(most: list[int], size: int) -> Iterator[tuple[int, ...]]:
    """In lexicographical order, each as often as there are copies."""
    for chosen in product(range(len(most)), repeat=size):
        if all(copies <= most[at] for at, copies in Counter(chosen).items()):
            yield chosen


def _tried(play: Play, action: int, member: int, line: core.MustChange | core.MustLeave) -> bool:
    """Try the whole body on a copy; a body that ends the game satisfies."""
    you = play.local(play.core.actions[action].you)
    assert isinstance(you, int)
    twin = play.twin(trying=action)
    hidden = _hidden(play, you)
    zones = line.zones if isinstance(line, core.MustChange) else ()
    keys = [moving.target(play, ref, ref.span)[0] for ref in zones]
    before = [_appearance(play, key, you, hidden) for key in keys]
    try:
        with suppress(Finished):
            for stop in sentences.run(twin, body_of(play.core.actions[action], member)):
                raise AssertionError(stop)
        twin.line, twin.sentence = line.span, ""
        if isinstance(line, core.MustLeave):
            return expressions.holds(twin, line.condition)
        return [_appearance(twin, key, you, hidden) for key in keys] != before
    except Over:
        return True
    except PlainFault as fault:
        if fault.impossible:
            return False
        raise


def _hidden(play: Play, you: int) -> frozenset[int]:
    """The tokens of all hidden pieces: those that lie face down, and those that the decider does not see."""
    pieces = ((key, piece) for key in play.state.zones for piece in play.lying(key))
    return frozenset(piece.token for key, piece in pieces if _is_hidden(play, key, piece, you))


def _is_hidden(play: Play, key: Key, piece: Piece, you: int) -> bool:
    return not piece.up or you not in play.seers(key, piece)


def _appearance(play: Play, key: Key, you: int, hidden: frozenset[int]) -> object:
    """A zone as the decider could tell it apart: every hidden piece differs from every other."""

    def looks(piece: Piece) -> tuple[object, ...]:
        unseen = piece.token in hidden or _is_hidden(play, key, piece, you)
        return piece.token if unseen else 0, -1 if unseen else piece.kind, piece.owner, piece.up, sorted(piece.mark)

    content = play.state.zones[key]
    if isinstance(content, dict):
        return {place: looks(piece) for place, piece in content.items()}
    return [looks(piece) for piece in content] if content else []
