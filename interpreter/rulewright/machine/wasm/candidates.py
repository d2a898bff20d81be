"""What a host needs to write moves and chance by name: among which candidates a thing was picked or drawn.

Pieces that would be written alike are told apart by what else there was to pick. A host that shows moves therefore asks
for the candidates of each pick of a piece; modules that only play never do, and do not have these functions. Asking
leaves everything as it was. Candidates are left from `MemoryMap.candidates` on: they have as many words each as
`multisets.width_of` says.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from rulewright.machine.program.nodes import ActionCode, DrawChance, OfferCode, Pick
from rulewright.machine.wasm import calls, expressions
from rulewright.machine.wasm.asking import find_move, set_you, standing_at
from rulewright.machine.wasm.assembly import TOP, TURNS_TAKEN, Assembly, Scope
from rulewright.machine.wasm.choosing import put_words
from rulewright.machine.wasm.encoding import I32
from rulewright.machine.wasm.memory_map import WORD
from rulewright.machine.wasm.multisets import enumerate_into, width_of
from rulewright.machine.wasm.writer import Writer


def candidates(a: Assembly) -> Writer:
    """(seat, number of a listed move, number of a pick) -> how many candidates it had after the picks before it."""
    w = Writer((I32, I32, I32), (I32,))
    w.const(0)
    w.set_global(TURNS_TAKEN)
    find_move(a, w, 1)
    for number in range(len(a.program.sites)):
        with standing_at(w, number):
            for local in (0, 1, 2):
                w.get(local)
            w.call(a.number("candidates-at", number))
            w.op("return")
    w.const(0)
    return w


def candidates_at(a: Assembly, number: int) -> Writer:
    """(seat, address of the move, number of a pick) -> how many; at one site."""
    w = Writer((I32, I32, I32), (I32,))
    s, site = Scope(a, w), a.program.sites[number]
    s.own(a.cells.own(("site", number)))
    set_you(s, site)
    for at, offer in enumerate(site.offers):
        action = a.program.actions[offer.action]
        with _if_word(w, 0, at):
            _prepare(s, offer, action)
            for variant in range(len(action.variants)):
                with _if_word(w, WORD, variant):
                    put_words(s, action.variants[variant].cells)
                    _count_picks(s, action.picks(variant))
    w.const(0)
    return w


@contextmanager
def _if_word(w: Writer, place: int, value: int) -> Iterator[None]:
    """What is inside runs if a word of the move has this value."""
    w.get(1)
    w.load(place)
    w.const(value)
    w.op("==")
    with w.when():
        yield


def _prepare(s: Scope, offer: OfferCode, action: ActionCode) -> None:
    """The action learns who asks, and the arguments of the offer."""
    kept = [s.w.local() for _ in offer.args]
    for local, arg in zip(kept, offer.args, strict=True):
        expressions.value(s, arg)
        s.w.set(local)
    for local, cell in zip((0, *kept), (action.you, *action.params), strict=True):
        with s.writing(cell):
            s.w.get(local)


def _count_picks(s: Scope, picks: tuple[Pick, ...]) -> None:
    """List the candidates of the pick that is asked for, and return how many they are."""
    w, found = s.w, s.w.local()
    for number, pick in enumerate(picks):
        w.get(2)
        w.const(number)
        w.op("==")
        with w.when():
            width = width_of(s.a.program.functions[pick.candidates].body)
            with _counted(s, width, found):
                calls.called(s, pick.candidates)
            w.get(found)
            w.op("return")


@contextmanager
def _counted(s: Scope, width: int, goal: int) -> Iterator[None]:
    """How many candidates of so many words are listed inside; the room on top is free again."""
    w, begin = s.w, s.w.local()
    w.get_global(TOP)
    w.set(begin)
    yield
    w.get_global(TOP)
    w.get(begin)
    w.op("-")
    w.const(WORD * width)
    w.op("/u")
    w.set(goal)
    w.get(begin)
    w.set_global(TOP)


# ---- chance


def drawable(a: Assembly) -> Writer:
    """() -> how many candidates the draw has at which the game waits, those without weight included; 0 of a shuffle."""
    w = Writer((), (I32,))
    w.const(0)
    w.set_global(TURNS_TAKEN)
    for number, point in enumerate(a.program.chances):
        if isinstance(point, DrawChance):
            with standing_at(w, number):
                w.call(a.number("drawable-at", number))
                w.op("return")
    w.const(0)
    return w


def drawable_at(a: Assembly, number: int) -> Writer:
    """() -> how many; at one chance event."""
    w = Writer((), (I32,))
    s, point = Scope(a, w), a.program.chances[number]
    assert isinstance(point, DrawChance)
    s.own(a.cells.own(("chance", number)))
    found, code = w.local(), a.program.functions[point.candidates].body
    with _counted(s, width_of(code), found):
        enumerate_into(s, code)
    w.get(found)
    return w
