"""What a host needs to write moves and chance by name: among which candidates a thing was picked or drawn.

Pieces that would be written alike are told apart by what else there was to pick. A host that shows moves therefore asks
for the candidates of each pick of a piece; modules that only play never do, and do not have these functions. Asking
leaves everything as it was. Candidates are left from `MemoryMap.candidates` on: they have as many words each as
`multisets.width_of` says.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from rulewright.machine.program.nodes import DrawChance, Pick
from rulewright.machine.wasm import calls, expressions
from rulewright.machine.wasm.asking import answer_there, listed_move, set_you
from rulewright.machine.wasm.assembly import TOP, TURNS_TAKEN, Assembly, Scope
from rulewright.machine.wasm.choosing import put_words
from rulewright.machine.wasm.encoding import I32
from rulewright.machine.wasm.memory_map import WORD
from rulewright.machine.wasm.multisets import enumerate_into, listed_since, width_of
from rulewright.machine.wasm.operands import Term
from rulewright.machine.wasm.writer import Writer


def candidates(a: Assembly) -> Writer:
    """(seat, number of a listed move, number of a pick) -> how many candidates it had after the picks before it."""
    w = Writer((I32, I32, I32), (I32,))
    seat, move, pick = w.params
    w.set(TURNS_TAKEN, 0)
    w.set(move, listed_move(a, move))
    answer_there(a, w, "candidates-at", range(len(a.program.sites)), seat, move, pick)
    return w


def candidates_at(a: Assembly, number: int) -> Writer:
    """(seat, address of the move, number of a pick) -> how many; at one site."""
    w = Writer((I32, I32, I32), (I32,))
    seat, move, pick = w.params
    s, site = Scope(a, w), a.program.sites[number]
    s.own(a.cells.own(("site", number)))
    set_you(s, site, seat)
    for at, offer in enumerate(site.offers):
        action = a.program.actions[offer.action]
        with w.when(move.at().equals(at)):
            kept = [s.w.local() for _ in offer.args]
            for local, arg in zip(kept, offer.args, strict=True):
                s.w.set(local, expressions.value(s, arg))
            for local, cell in zip((seat, *kept), (action.you, *action.params), strict=True):
                s.w.set(s.cell(cell), local)
            for variant in range(len(action.variants)):
                with w.when(move.at(WORD).equals(variant)):
                    put_words(s, action.variants[variant].cells, move)
                    _count_picks(s, action.picks(variant), pick)
    w.push(0)
    return w


def _count_picks(s: Scope, picks: tuple[Pick, ...], asked: Term) -> None:
    """List the candidates of the pick that is asked for, and return how many they are."""
    found = s.w.local()
    for number, pick in enumerate(picks):
        with s.w.when(asked.equals(number)):
            with _counted(s, width_of(s.a.program.functions[pick.candidates].body), found):
                calls.called(s, pick.candidates)
            s.w.answer(found)


@contextmanager
def _counted(s: Scope, width: int, goal: Term) -> Iterator[None]:
    """How many candidates of so many words are listed inside; the room on top is free again."""
    begin = s.w.local()
    s.w.set(begin, TOP)
    yield
    s.w.set(goal, listed_since(begin, width))
    s.w.set(TOP, begin)


# ---- chance


def drawable(a: Assembly) -> Writer:
    """() -> how many candidates the draw has at which the game waits, those without weight included; 0 of a shuffle."""
    w = Writer((), (I32,))
    w.set(TURNS_TAKEN, 0)
    draws = [number for number, point in enumerate(a.program.chances) if isinstance(point, DrawChance)]
    answer_there(a, w, "drawable-at", draws)
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
    w.push(found)
    return w
