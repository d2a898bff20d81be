"""The elements of a sequence, one after the other (SPEC 6.5 to 6.8): one case for each sort of sequence."""

from collections.abc import Iterator
from itertools import combinations

from rulewright.language import core
from rulewright.language.span import NOWHERE
from tests.plain import expressions
from tests.plain.state import MOST_COPIES, Found, Key, Play, Value, bare


def elements(play: Play, seq: core.Seq) -> Iterator[Value]:
    """The elements in order; what nobody asks for is not looked at."""
    match seq:
        case core.Values(number):
            yield from range(number)
        case core.Numbers(low, high):
            ends = bare(expressions.value(play, low)), bare(expressions.value(play, high))
            if ends[0] is not None and ends[1] is not None:
                yield from range(ends[0], ends[1] + 1)
        case core.Listed(values):
            found = (expressions.value(play, each) for each in values)
            yield from (each for each in found if each is not None)
        case core.TableList(table, indices):
            at = expressions.index(play, play.core.list_tables[table], indices)
            yield from () if at is None else play.core.list_tables[table].values[at]
        case core.Pieces(ref, distinct):
            key = expressions.zone(play, ref)
            yield from () if key is None else pieces(play, key, distinct=distinct)
        case core.Members(counts):
            yield from sorted(number for number, copies in expressions.aggregate(play, counts).items() if copies)
        case core.Viewers(of):
            yield from _viewers(play, expressions.piece(play, of))
        case core.Filter(local, inner, condition):
            yield from _filtered(play, local, elements(play, inner), condition)
        case core.Best(local, inner, keys, rest):
            yield from _best(play, local, inner, keys, rest=rest)
        case core.FlatMap(local, inner, body):
            for each in elements(play, inner):
                play.bind(local, each)
                yield from elements(play, body)
        case core.Mapped(local, inner, key):
            for each in elements(play, inner):
                play.bind(local, each)
                if (mapped := expressions.value(play, key)) is not None:
                    yield mapped
        case core.Chain(seqs):
            for part in seqs:
                yield from elements(play, part)
        case core.Beyond(after, inner, of):
            yield from _beyond(play, list(elements(play, inner)), expressions.value(play, of), after=after)
        case core.Ends(last, inner, number):
            wanted = max(0, expressions.needed(play, number, seq.span))
            found = list(elements(play, inner))
            yield from found[max(0, len(found) - wanted) :] if last else found[:wanted]
        case core.Groups(inner):
            members = list(elements(play, inner))
            yield from ([members[place] for place in sorted(places)] for places in groups(play, seq))
        case core.Region():
            yield from sorted(region(play, seq))
        case core.Held(local):
            held = play.state.locals[local]
            assert isinstance(held, list)
            yield from held


def pieces(play: Play, key: Key, *, distinct: bool) -> Iterator[Found]:
    """The pieces of a zone in its order; with `distinct`, equal kinds of a zone without order once."""
    if play.endless(key):
        kinds = (kind for kind, copies in enumerate(play.component(key).copies) if copies is None)
        yield from (Found(kind, key, None) for kind in kinds for _ in range(1 if distinct else MOST_COPIES))
        return
    seen: set[Found] = set()
    for each in play.lying(key):
        found = play.found(key, each)
        if not distinct or found not in seen:
            seen.add(found)
            yield found


def _viewers(play: Play, shown: Value) -> list[int]:
    """Who may look at a piece; nobody at nothing."""
    if not isinstance(shown, Found):
        return []
    lies = play.at(shown)
    if lies is None:
        raise play.fault("place-unknown")
    return sorted(play.seers(shown.zone, lies))


def _filtered(play: Play, local: int, found: Iterator[Value], condition: core.Expr) -> Iterator[Value]:
    """A copy that cannot be told from the one before answers as that did: there are thousands in a box without end."""
    before, holds = None, False
    for each in found:
        play.bind(local, each)
        if each != before:
            before, holds = each, expressions.holds(play, condition)
        if holds:
            yield each


def _best(
    play: Play, local: int, seq: core.Seq, keys: tuple[tuple[bool, core.Expr], ...], *, rest: bool
) -> list[Value]:
    """All that are best by the first key, of these all that are best by the next, and so on; none comes last. With the
    `rest` all of them, as they are good."""
    found = []
    for each in elements(play, seq):
        play.bind(local, each)
        ranks = [(highest, bare(expressions.value(play, key))) for highest, key in keys]
        found.append((each, [(key is None, 0 if key is None else -key if highest else key) for highest, key in ranks]))
    if rest:
        return [each for each, _ in sorted(found, key=lambda pair: pair[1])]
    best = min((ranks for _, ranks in found), default=[])
    return [each for each, ranks in found if ranks == best]


def _beyond(play: Play, found: list[Value], wanted: Value, *, after: bool) -> list[Value]:
    """What lies behind or ahead of an element; nothing if it is not among them."""

    def is_it(each: Value) -> bool:
        exactly = isinstance(each, Found) and isinstance(wanted, Found)
        return each == wanted if exactly else bare(each) == bare(wanted)

    at = next((number for number, each in enumerate(found) if wanted is not None and is_it(each)), None)
    if at is None:
        return []
    return found[at + 1 :] if after else found[:at]


def region(play: Play, seq: core.Region) -> dict[int, int]:
    """Who passes lets those beside it be asked, in the order in which they were come to, of costs the nearest first;
    each with its steps, or the total."""
    passing, all_places = seq.seq, list(elements(play, seq.seq.seq))
    first = bare(expressions.value(play, seq.start))
    if first is not None and first not in all_places:
        raise play.fault("out-of-range")
    most = expressions.LARGEST if seq.most is None else expressions.needed(play, seq.most, seq.span)
    steps, inside = {} if first is None or most < 0 else {first: 0}, dict[int, int]()
    waiting = [*steps]
    while waiting:
        place = waiting.pop(0 if seq.costs is None else min(range(len(waiting)), key=lambda at: steps[waiting[at]]))
        play.bind(passing.local, place)
        if expressions.holds(play, passing.condition):
            inside[place] = steps[place]
            play.bind(seq.local, place)
            for each in map(bare, elements(play, seq.beside) if steps[place] < most or seq.costs else ()):
                if each not in all_places:
                    raise play.fault("out-of-range")
                nearer = each not in steps or steps[place] < steps[each]
                far = _entered(play, seq.costs, steps[place], each) if nearer else None
                if far is not None and far <= most and far < steps.get(each, far + 1):
                    waiting += () if each in steps else (each,)
                    steps[each] = far
    return inside


def _entered(play: Play, costs: core.Mapped | None, before: int, place: Value) -> int | None:
    """What the way to a place comes to from one that lies so far `before`; None if none leads there."""
    if costs is None:
        return before + 1
    play.bind(costs.local, place)
    cost = expressions.value(play, costs.value)
    if cost is not None and cost < 0:
        raise play.fault("out-of-range")
    return None if cost is None else expressions.within(play, before + cost, NOWHERE)


def groups(play: Play, seq: core.Seq) -> Iterator[frozenset[int]]:
    """Groups by the places of their elements."""
    match seq:
        case core.Groups(inner, low, high):
            number = sum(1 for _ in elements(play, inner))
            for size in range(low, high + 1):
                yield from map(frozenset, combinations(range(number), size))
        case core.Filter(local, inner, condition):
            source = inner
            while isinstance(source, core.Filter):
                source = source.seq
            assert isinstance(source, core.Groups)
            members = list(elements(play, source.seq))
            for places in groups(play, inner):
                play.bind(local, [members[place] for place in sorted(places)])
                if expressions.holds(play, condition):
                    yield places
        case _:
            raise AssertionError(seq)


def let(play: Play, line: core.Let) -> None:
    """`let x be E`: evaluated once."""
    if isinstance(line.value, core.Seq):
        play.bind(line.local, list(elements(play, line.value)))
    else:
        play.bind(line.local, expressions.given(play, line.local, line.value))
