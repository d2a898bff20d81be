"""Candidates of picks: those of a move, and all multisets of several."""

from collections.abc import Iterator
from contextlib import contextmanager

from rulewright.language.walking import walk
from rulewright.machine.program.nodes import Code, DrawChance, Expr, ForSelections, Yield
from rulewright.machine.wasm import expressions
from rulewright.machine.wasm.assembly import TOP, TURNS_TAKEN, Assembly, Scope
from rulewright.machine.wasm.choosing import listed_move
from rulewright.machine.wasm.encoding import I32, Term, called, choice, const
from rulewright.machine.wasm.memory_map import CANDIDATE_BYTES, TOO_MANY_CANDIDATES, WORD
from rulewright.machine.wasm.writer import Writer, writes

# ---- Candidates, which lie on a stack of their own; and all multisets of them, by size, then in their order
# A multiset is a list of numbers of candidates that never falls; the next one raises the last number that can be
# raised and goes on with as many of the smallest as there are. Above the candidates lie, in words: how many copies of
# each are left, how many there are from each on, the list. Where the order of members counts, the list may fall.


IN_ORDER, IN_ANY_ORDER = "in order", "in any order"


def width_of(code: object) -> int:
    """How many words a candidate has that code yields."""
    return max((len(part.values) for part in walk(code) if isinstance(part, Yield)), default=1)


def loop(s: Scope, node: ForSelections) -> None:
    """Run the body for every multiset, its members in the cells."""
    w, width, how = s.w, width_of(node.candidates), IN_ORDER if node.ordered else IN_ANY_ORDER
    begin, number, most, beyond, chosen = (w.local() for _ in range(5))
    low, high, size, longer = (w.local() for _ in range(4))
    w.set(begin, TOP)
    enumerate_into(s, node.candidates)
    w.set(number, (TOP - begin) // (WORD * width))
    # how few and how many: never more than there is room for
    w.set(low, expressions.value(s, node.low))
    w.set(high, expressions.value(s, node.high))
    w.set(high, choice(node.capacity, high, high > node.capacity))
    with w.block() as out:
        w.branch_if(out, (low | high) < 0)
        # three lists above the candidates
        beyond_at = beyond.keep(most.keep(TOP) + number.to_bytes())
        w.set(TOP, chosen.keep(beyond_at + (number + 1).to_bytes()) + high.to_bytes())
        check_room(s)
        at = w.local()
        copies = high if node.repeats else const(1)
        if width > node.words and not node.repeats:
            copies = (begin + at * (WORD * width)).at(WORD * node.words)
        _count_copies(w, at, number, copies, most, beyond)
        w.set(size, low)
        with w.loop() as next_size:
            w.branch_if(out, size > high)
            w.branch_if(out, size > beyond.at())
            w.set(longer, 0)
            w.call(s.a.number("fill_selection", how), chosen, size, most, 0, 0)
            with w.loop() as again:
                s.turns(1, node.span)
                _scatter(s, node, width, begin, chosen, size)
                labels, leave_by = s.labels, s.leave_by

                def leave(label: int) -> None:
                    """Leave the candidates, too, for a label around them."""
                    w.set(TOP, begin)
                    inside, s.labels, s.leave_by = s.labels, labels, leave_by
                    expressions.leave(s, label)
                    s.labels, s.leave_by = inside, leave

                s.labels, s.leave_by = {}, leave
                s.code(node.body)
                s.labels, s.leave_by = labels, leave_by
                place = _behind(s, node, width, begin, chosen, size)
                w.set(longer, longer | (place > size))
                following = s.a.number("next_selection", how)
                w.branch_if(again, called(following, chosen, size, most, beyond, number, place))
            w.raise_by(size, 1)
            w.branch_if(next_size, longer)
    w.set(TOP, begin)


def _count_copies(w: Writer, at: Term, number: Term, copies: Term, most: Term, beyond: Term) -> None:
    """Write how many copies there are of the candidate at each place, and how many from each on."""
    w.set(at, number)
    w.set(beyond.word(at), 0)
    with w.until(at.is_0()):
        w.raise_by(at, -1)
        w.set(most.word(at), copies)
        w.set(beyond.word(at), (beyond + at.to_bytes()).at(WORD) + most.word(at))


def _behind(s: Scope, node: ForSelections, width: int, begin: Term, chosen: Term, size: Term) -> Term:
    """With how many members of a list no more are wanted; one more than it has, if with all of them some may be."""
    w, place = s.w, s.w.kept(size + 1)
    if node.closed is not None and node.refused is not None:
        kept, closed = w.kept(size), node.closed
        with w.when(s.cell(node.refused)), w.block() as out, w.loop() as again:
            w.branch_if(out, kept.is_0())
            w.branch_if(out, expressions.value(s, closed))
            w.set(place, kept)
            w.raise_by(kept, -1)
            _scatter(s, node, width, begin, chosen, kept)
            w.branch(again)
    return place


def enumerate_into(s: Scope, code: Code) -> None:
    """Write code here that yields candidates: they come to lie on top."""
    with s.w.block() as out:
        leaving, s.leave_by = s.leave_by, lambda _: s.w.branch(out)
        s.code(code)
        s.leave_by = leaving


def give(s: Scope, values: tuple[Expr, ...]) -> None:
    """Put a candidate on top of the candidates."""
    for at, node in enumerate(values):
        s.w.set(TOP.at(WORD * at), expressions.value(s, node))
    s.w.raise_by(TOP, WORD * len(values))
    check_room(s)


def check_room(s: Scope) -> None:
    """Refuse to go on where candidates would run over their room."""
    with s.w.when(TOP.op(">u", s.a.map.candidates + CANDIDATE_BYTES - 1024 * 1024)):
        s.fault(TOO_MANY_CANDIDATES)


def _scatter(s: Scope, node: ForSelections, width: int, begin: Term, chosen: Term, size: Term) -> None:
    """Write the members into the cells of the pick; unused cells become 0."""
    w, cells = s.w, s.a.map.cell(node.base)
    w.set(s.cell(node.length), size)
    if node.refused is not None:
        w.set(s.cell(node.refused), 1)
    target, at, source = w.local(), w.local(), w.local()
    w.fill_0(cells, WORD * node.words * node.capacity)
    w.set(at, 0)
    with w.steps(at, size):
        w.set(source, begin + chosen.word(at) * (WORD * width))
        w.set(target, at * (WORD * node.words))
        for part in range(0, WORD * node.words, WORD):
            w.set(target.at(cells + part), source.at(part))


@writes(I32, I32, I32, I32, I32)
def fill_selection(
    _: Assembly, w: Writer, how: str, chosen: Term, size: Term, most: Term, place: Term, candidate: Term
) -> None:
    """(list, size, copies left, place, candidate): from the place on, again and again, the smallest from this candidate
    on of which a copy is left; where order counts, behind the first one the smallest of all."""
    with w.until(place >= size):
        with w.until(most.word(candidate)):
            w.raise_by(candidate, 1)
        w.set(chosen.word(place), candidate)
        w.set(most.word(candidate), most.word(candidate) + -1)
        w.raise_by(place, 1)
        if how == IN_ORDER:
            w.set(candidate, 0)


@writes(I32, I32, I32, I32, I32, I32, gives=I32)
def next_selection(
    a: Assembly, w: Writer, how: str, chosen: Term, size: Term, most: Term, beyond: Term, number: Term, behind: Term
) -> None:
    """(list, size, copies left, copies from each on, number of candidates, members) -> whether there is another list of
    this size that does not begin with so many members of this one; if not, all copies are left again."""
    place, candidate = w.kept(size), w.local()
    with w.until(place <= behind):
        w.raise_by(place, -1)
        w.set(candidate, chosen.word(place))
        w.set(most.word(candidate), most.word(candidate) + 1)
    with w.block() as none, w.loop() as next_place:
        w.branch_if(none, place.is_0())
        w.raise_by(place, -1)
        w.set(candidate, chosen.word(place))
        w.set(most.word(candidate), most.word(candidate) + 1)
        # to the next candidate of which copies are left, or behind all
        with w.block() as out, w.loop() as again:
            w.raise_by(candidate, 1)
            w.branch_if(out, candidate >= number)
            w.branch_if(again, most.word(candidate).is_0())
        w.branch_if(next_place, candidate >= number)
        if how != IN_ORDER:
            w.branch_if(next_place, beyond.word(candidate) < size - place)
        w.call(a.number("fill_selection", how), chosen, size, most, place, candidate)
        w.answer(1)
    w.push(0)


# ---- What a host needs to write moves and chance by name: among which candidates a thing was picked or drawn
# Pieces that would be written alike are told apart by what else there was to pick. A host that shows moves therefore
# asks for the candidates of each pick of a piece; modules that only play never do, and do not have these functions.
# Asking leaves everything as it was. Candidates are left from `MemoryMap.candidates` on: they have as many words each
# as `multisets.width_of` says.


@writes(I32, I32, I32, gives=I32, at="sites")
def candidates(a: Assembly, w: Writer, number: int, seat: Term, move: Term, pick: Term) -> None:
    """(seat, number of a listed move, number of a pick) -> how many candidates it had after the picks before it."""
    w.set(TURNS_TAKEN, 0)
    w.set(move, listed_move(a, move))
    s, site = Scope(a, w, ("site", number)), a.program.sites[number]
    if site.you is not None:
        w.set(s.cell(site.you), seat)
    for at, offer in enumerate(site.offers):
        action = a.program.actions[offer.action]
        with w.when(move.at().equals(at)):
            kept = [s.w.local() for _ in offer.args]
            for local, arg in zip(kept, offer.args, strict=True):
                s.w.set(local, expressions.value(s, arg))
            for local, cell in zip((seat, *kept), (action.you, *action.params), strict=True):
                s.w.set(s.cell(cell), local)
            for variant, given in w.cases(move.at(WORD), action.variants):
                for place, word in enumerate(given.cells, start=2):
                    w.set(s.cell(word), move.at(WORD * place))
                found = w.local()
                for _, each in w.cases(pick, action.picks(variant)):
                    with _counted(s, width_of(a.program.functions[each.candidates].body), found):
                        expressions.run_procedure(s, each.candidates)
                    w.answer(found)
    w.push(0)


@contextmanager
def _counted(s: Scope, width: int, goal: Term) -> Iterator[None]:
    """How many candidates of so many words are listed inside; the room on top is free again."""
    begin = s.w.kept(TOP)
    yield
    s.w.set(goal, (TOP - begin) // (WORD * width))
    s.w.set(TOP, begin)


@writes(gives=I32, at="chances")
def drawable(a: Assembly, w: Writer, number: int) -> None:
    """() -> how many candidates the draw has at which the game waits, those without weight included; 0 of a shuffle."""
    w.set(TURNS_TAKEN, 0)
    s, point = Scope(a, w, ("chance", number)), a.program.chances[number]
    if isinstance(point, DrawChance):
        found, code = w.local(), a.program.functions[point.candidates].body
        with _counted(s, width_of(code), found):
            enumerate_into(s, code)
        w.answer(found)
    w.push(0)
