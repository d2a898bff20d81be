"""Learning a policy inside a module for searching.

Learning plays games of a seed from their beginning, all seats by the policy, and after each of them raises the weights
of what winners chose, and lowers those of what others did (REINFORCE: Williams 1992, for a product of weights). Instead
of the mean over all moves a second one is drawn by the same policy, which is right on average. What is already likelier
of the two is pulled back a little, by the logarithm of how much (entropy: Williams, Peng 1991), and now and then a move
is drawn from all alike: otherwise a policy is soon certain of what only chance has made look good, and never tries
anything else. The trail has both moves of each decision where they differ: weight, and from low bits to high 1 for the
second one, the seat, and the logarithm.
"""

from typing import Final

from rulewright.machine.chance import GAMMA
from rulewright.machine.horizon import SQUARED, TOP_POINTS
from rulewright.machine.playouts import FINISHED
from rulewright.machine.policy import MAX_WEIGHT
from rulewright.machine.wasm import memory_map as head
from rulewright.machine.wasm.assembly import RANDOM, Assembly
from rulewright.machine.wasm.chance import mix
from rulewright.machine.wasm.driver import LEARNING
from rulewright.machine.wasm.encoding import F64, I32, I64, Term, called, choice, const, memory, real
from rulewright.machine.wasm.memory_map import COUNT, WORD
from rulewright.machine.wasm.policy import NOTED, Area, rank_of
from rulewright.machine.wasm.writer import Writer, writes

UNIFORM: Final = 0.1
"""In such a part of the decisions of learning a move is drawn from all alike."""
MAX_LOG: Final = 16.0
"""Of how many times as likely one move is the logarithm counts up to this, either way."""
LOG_UNIT: Final = 1 << 16
LOG_SHIFT, SEATS_BITS = 8, 0x7F


@writes(F64, gives=I32)
def drawn_or_any(a: Assembly, w: Writer, total: Term) -> None:
    """(sum of the weights) -> the number of a move by lot, now and then of one from all alike."""
    w.set(RANDOM, RANDOM + const(GAMMA, I64))
    w.answer_if(
        (mix(w, RANDOM) >> 11).real() * real(2.0**-53) < real(UNIFORM), called(a.number("below"), memory(COUNT))
    )
    w.push(called(a.number("drawn_move"), total))


@writes(I32, gives=I32)
def learning_move(a: Assembly, w: Writer, seat: Term) -> None:
    """(seat) -> the number of its move; it and another one are noted in the trail, if they differ."""
    p, total, move, other = Area(a), w.local(F64), w.local(), w.local()
    w.answer_if(memory(COUNT).equals(1), 0)
    w.set(total, called(a.number("weigh"), seat, kind=F64))
    w.set(move, called(a.number("drawn_or_any"), total))
    w.set(other, called(a.number("drawn_or_any"), total))
    with w.when(move.differs(other)):
        one, two = ((each << 3).at(p.at["weights"], "real") for each in (move, other))
        w.set(total, one / two)
        for _ in range(SQUARED):  # log x is nearly 2^n * (x^(1 / 2^n) - 1), as n roots make it
            w.set(total, total.root())
        w.set(total, (total - real(1.0)) * real(float(1 << SQUARED)))
        w.set(total, choice(total, real(-MAX_LOG), total > real(-MAX_LOG)))
        w.set(total, (choice(total, real(MAX_LOG), total < real(MAX_LOG)) + real(MAX_LOG)) * real(float(LOG_UNIT)))
        for second, each in enumerate((move, other)):
            w.set(p.word("noting"), (total.whole() << LOG_SHIFT) + (seat << 1) + second)
            w.push(called(a.number("move_weight", NOTED), each, rank_of(a, w, each), kind=F64))
            w.op("drop")
    w.push(move)


@writes(I64, I32, I32, gives=I32)
def learn(a: Assembly, w: Writer, first: Term, count: Term, most: Term) -> None:
    """(first number, how many games, most decisions) -> how many: learn from each. The head counts them, for the host
    to go on after a fault."""
    p, game, status = Area(a), w.local(), w.local()
    with w.steps(game, count):
        w.set(memory(head.GAMES), game)
        w.set(p.word("trail_end"), p.at["trail"])
        w.call(a.number("begin"), first + game.long())
        w.op("drop")
        w.set(status, called(a.number("play_on", LEARNING), most))
        with w.when(status.equals(FINISHED)):
            w.call(a.number("points"), status)
            w.call(a.number("learn_from_trail"))
    w.push(game)


@writes()
def learn_from_trail(a: Assembly, w: Writer) -> None:
    """(): change the weights by the trail, and by what the game brought each seat, which is in the area."""
    p, at, by, noted = Area(a), w.local(), w.local(F64), w.local()
    w.set(at, p.at["trail"])
    with w.until(at >= p.word("trail_end")):
        w.set(noted, at.at(WORD))
        more = (noted >> 1 & SEATS_BITS).to_bytes().at(p.at["points"]).signed_real()
        log = (noted >> LOG_SHIFT).signed_real() * real(1 / LOG_UNIT) - real(MAX_LOG)
        more = more - real(TOP_POINTS / a.program.players) - log * p.real("pull")
        w.set(by, more * p.real("rate"))
        w.set(by, p.weight(at.at()) * (choice(real(0.0) - by, by, noted & 1) + real(1.0)))
        w.set(by, choice(by, real(1 / MAX_WEIGHT), by > real(1 / MAX_WEIGHT)))
        w.set(p.weight(at.at()), choice(by, real(MAX_WEIGHT), by < real(MAX_WEIGHT)))
        w.raise_by(at, 2 * WORD)
