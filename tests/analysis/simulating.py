"""Small games to simulate, and the plans of simulations of them."""

import os
import signal
import threading
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from attrs import frozen

from rulewright.analysis.side_by_side import MAX_AHEAD
from rulewright.analysis.simulate.checkpoint import State, beginning
from rulewright.analysis.simulate.session import Keeper, here, play_remaining
from rulewright.analysis.simulate.tasks import Plan, Setup, rules_of_setup
from rulewright.loading import read_text, setting_of

COINS = (Path(__file__).parents[1] / "cli" / "coins.rules").read_text().partition("\nexample")[0] + "\n"

FAULTY = COINS.replace('    needs amount is at most coins   because "there are not so many coins"\n', "")

BREAKING = f"""{COINS}invariant "never many": coins is at most 5
invariant "no single coin": coins is not 1
"""

ENDLESS = """game "Endless"
    players 2
there is
    coins: 1..2, starts 1
play:
    repeat:
        each player: choose take
action take "Set the coins":
    pick amount from 1..2
    set coins to amount
scoring:
    score of player: coins
    winners: players with highest score
"""

Options = Mapping[str, int | str | bool]


def setup(text: str, options: Options | None = None, variant: str | None = None, players: int | None = None) -> Setup:
    data = text.encode()
    setting = setting_of(read_text("coins.rules", data), players, options or {})
    return Setup("coins.rules", data, "coins", setting.players, setting.options, variant)


@frozen
class Told:
    """What a teller has heard."""

    states: list[State]

    def __call__(self, state: State, reference: str | None) -> None:
        self.states.append(state)


def begun(plan: Plan) -> State:
    return beginning(tuple(rules_of_setup(each).program for each in plan.setups))


def played(plan: Plan, jobs: int = 1) -> State:
    """The last state of a whole simulation without files."""
    told = Told([])
    ran = play_remaining(plan, begun(plan), here(jobs), Keeper(), told)
    assert ran.stopped is None
    assert [state.batches for state in told.states] == list(range(1, ran.state.batches + 1))
    return ran.state


# ---- tasks of workers, for other processes to import


def double(number: int) -> int:
    return 2 * number


def die_once(task: tuple[int, str]) -> int:
    """The process that gets an odd number first is killed; a file remembers that it was."""
    number, mark = task
    if number % 2:
        try:
            Path(mark).touch(exist_ok=False)
        except FileExistsError:
            pass
        else:
            os.kill(os.getpid(), signal.SIGKILL)
    return 2 * number


def die_answering(task: tuple[int, str]) -> bytes:
    """The process that gets number 3 first is killed while it sends a long answer."""
    number, mark = task
    if number == 3 and not Path(mark).exists():
        Path(mark).touch()
        threading.Timer(0.01, os.kill, (os.getpid(), signal.SIGKILL)).start()
    return bytes([number]) * (1 << 26 if number == 3 else 10)


def die(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def refuse(number: int) -> int:
    raise ValueError(number)


def outgrow(error: type[Exception]) -> None:
    raise error


def not_sent(number: int) -> object:
    return lambda: number


def die_after_one(number: int) -> Iterator[int]:
    yield number
    os.kill(os.getpid(), signal.SIGKILL)


def long_from_three(number: int) -> int:
    if number >= 3:
        time.sleep(600)
    return number


def last_of_the_first(task: tuple[int, str]) -> int:
    """Number 0 waits until all others are done that are given out beside it."""
    number, folder = task
    while number == 0 and len(list(Path(folder).iterdir())) < MAX_AHEAD - 1:
        time.sleep(0.01)
    (Path(folder) / str(number)).touch()
    return number
