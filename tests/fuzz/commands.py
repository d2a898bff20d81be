"""The commands as a stranger's file meets them, one after the other in this process, and whatever is wrong with what
they say.

A game is played for a few decisions only, and whoever has waited for long interrupts it: what is bounded by itself is
what a text asks before it is played, a step, and what is kept of it.
"""

import gc
import io
import json
import os
import re
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

from attrs import frozen

from rulewright.analysis import random_games
from rulewright.analysis.playtest import effort, story
from rulewright.analysis.simulate import session, tasks
from rulewright.cli import main, play_commands
from rulewright.machine import replay as replaying, wasm
from rulewright.machine.chance import RandomPlayer
from rulewright.own_files import SWITCH
from tests.fuzz.watched import Teller

DECISIONS = 60
GAMES = 3
PATIENCE, LONG, STORY = 1.2, 2.0, 0.3
"""After so many seconds the clocks of the program end what they watch; some such are in one command."""
WAITING = 3.0
"""After so many seconds of computing a game is interrupted at its next decision."""

TYPED = ":table\n:moves\n1\n:undo\n2\n:rules\n:help\n"

SLOW = "This takes longer than"
_UNSEEN = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_ACTION = re.compile(r"^action ([\w-]+)", re.MULTILINE)
_CODE = re.compile(r"(?:^|   )\[([a-z-]+)\]$", re.MULTILINE)


@frozen
class Done:
    """What a command said. `slow`: a clock or somebody's patience may have ended something."""

    code: int
    out: str
    err: str
    slow: bool

    @property
    def refused(self) -> bool:
        """Whether the rules were not even begun with."""
        return self.code != 0 and not self.out and bool(_CODE.search(self.err))

    @property
    def codes(self) -> set[str]:
        """The codes of all findings."""
        return set(_CODE.findall(self.out + self.err))


def prepared() -> None:
    """Let whatever runs in this process and its children be short, keep nothing for later, and begin warm."""
    os.environ[SWITCH] = "1"
    everywhere("CALL_TIMEOUT_S", PATIENCE, float)
    effort.COUNTED_EFFORT_TIMEOUT_S, story.STORY = LONG, STORY
    random_games.MOST_RECORDED = DECISIONS
    session.MOST_DECISIONS = DECISIONS
    play_commands.MIN_FAST_GAMES, replaying.FAST_REPLAY_LINES = 1, 0
    with reference(), redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        for verb in ("check", "test", "record", "simulate"):
            main([verb, "tic-tac-toe"])
    gc.freeze()


def everywhere(name: str, value: object, sort: type) -> None:
    """Set a bound in all modules that have it."""
    for module in list(sys.modules.values()):
        if module.__name__.startswith("rulewright.") and isinstance(getattr(module, name, None), sort):
            setattr(module, name, value)


@frozen
class Shell:
    """Carries out commands, and notes what is wrong with them; `folder` is where it writes what they say."""

    teller: Teller
    folder: Path
    wrong: list[str]

    def run(self, step: str, *arguments: object, codes: Sequence[int] = (0, 1), typed: str = "") -> Done:
        """Carry out one command, for somebody who types this."""
        self.teller.begin(step)
        began, trouble = time.monotonic(), ""
        with typing(self.folder, typed), redirected(self.folder) as said, patience() as interrupted:
            try:
                code = main([str(argument) for argument in arguments])
            except SystemExit as ended:
                code = int(ended.code or 0)
            except BaseException:  # noqa: BLE001 - one that gets through to here is what is looked for
                code, trouble = -1, traceback.format_exc(limit=-6)
        out, err = said()
        done = Done(code, out, err, bool(interrupted) or SLOW in out + err or time.monotonic() - began > PATIENCE)
        self.wrong.extend(f"{step}: {each}" for each in [trouble, *faulty(done, codes)] if each)
        return done

    def expect(self, step: str, said: object, wanted: object) -> None:
        """Two that must be the same."""
        if said != wanted:
            self.wrong.append(f"{step}: a difference\n{said}\n{wanted}")


def faulty(done: Done, codes: Sequence[int]) -> Iterator[str]:
    """What no command may do, whatever it was asked."""
    said = done.out + done.err
    if "Traceback" in said or "panicked" in said:
        yield f"traceback\n{said}"
    if done.code not in (-1, *codes):
        yield f"exit code {done.code}\n{said}"
    if done.code and not said:
        yield f"no word, exit code {done.code}"
    if unseen := _UNSEEN.search(said):
        yield f"{unseen.group()!r} in what it says\n{said!r}"


@contextmanager
def redirected(folder: Path) -> Iterator[Callable[[], tuple[str, str]]]:
    """Let standard output and error go to files; afterwards what stands there."""
    paths = folder / "said-out", folder / "said-err"
    kept = sys.stdout, sys.stderr
    files = [path.open("w", encoding="utf-8") for path in paths]
    for number, file in enumerate(files, 1):
        os.dup2(file.fileno(), number)
    sys.stdout, sys.stderr = (open(number, "w", encoding="utf-8", closefd=False) for number in (1, 2))  # noqa: SIM115 - these are numbers
    try:
        yield lambda: tuple(path.read_text(encoding="utf-8", errors="replace") for path in paths)
    finally:
        for stream in (sys.stdout, sys.stderr, *files):
            stream.close()
        sys.stdout, sys.stderr = kept


@contextmanager
def typing(folder: Path, typed: str) -> Iterator[None]:
    """Let standard input be this."""
    (folder / "typed").write_text(typed, encoding="utf-8")
    kept = sys.stdin
    with (folder / "typed").open(encoding="utf-8") as file:
        sys.stdin = file
        try:
            yield
        finally:
            sys.stdin = kept


@contextmanager
def patience() -> Iterator[list[int]]:
    """Interrupt a game that has been played for long; the list holds at which decisions that was."""
    began, choose, interrupted = time.process_time(), RandomPlayer.choose, list[int]()

    def impatient(player: RandomPlayer, decision: int, count: int) -> int:
        if time.process_time() - began > WAITING:
            interrupted.append(decision)
            raise KeyboardInterrupt
        return choose(player, decision, count)

    RandomPlayer.choose = impatient
    try:
        yield interrupted
    finally:
        RandomPlayer.choose = choose


@contextmanager
def reference() -> Iterator[None]:
    """Meanwhile there is no fast backend."""
    kept = wasm.available
    homes = [module for module in sys.modules.values() if getattr(module, "available", None) is kept]
    for home in homes:
        home.available = lambda: "the reference is wanted"
    tasks._backend.cache_clear()
    try:
        yield
    finally:
        for home in homes:
            home.available = kept
        tasks._backend.cache_clear()


# ---- a text


def text(shell: Shell, rules: Path) -> dict[str, Any]:
    """Every command with a text; what came of it."""
    checked = shell.run("check", "check", rules, "--effort", 0, "--format", "json")
    shell.run("test", "test", rules)
    shell.run("example", "example", rules)
    copy = shell.folder / "repaired.rules"
    copy.write_bytes(rules.read_bytes())
    shell.run("check, repaired", "check", copy, "--fix", "--effort", 0)
    found = json.loads(checked.out)["findings"] if checked.out.startswith("{") else []
    legal = checked.code == 0 or (checked.code == 1 and not any(one["severity"] == "error" for one in found))
    record = ("record", rules, "--seed", 1, "-o", shell.folder / "game.jsonl", "--force")
    simulate = ("simulate", rules, "-n", GAMES, "--seed", 1, "--format", "json")
    with reference():
        recorded = shell.run("record", *record)
        simulated = shell.run("simulate", *simulate)
    told = {each["code"] for each in found}
    for step, done in (("record", recorded), ("simulate", simulated)):
        if done.refused and (legal or not done.codes <= told) and checked.code != -1:
            shell.wrong.append(f"{step}: refused\n{done.err}\nbut not by check:\n{checked.out}")
    if recorded.refused or simulated.refused:
        shell.expect("record and simulate", recorded.err, simulated.err)
        return {"legal": legal}
    shell.run("check, played", "check", rules, "--work", 50)
    shell.run("play", "play", rules, "--bot", "random", "--seed", 1, typed=TYPED + asked(rules))
    written = record_in(shell)
    fast = shell.run("record, fast", *record)
    if not recorded.slow and not fast.slow:
        shell.expect("record", (fast.code, fast.err, record_in(shell)), (recorded.code, recorded.err, written))
    if fast.code == 0 and not fast.slow:
        followed = shell.run("replay", "replay", shell.folder / "game.jsonl", "--rules", rules)
        if followed.code and not followed.slow:
            shell.wrong.append(f"replay: a record parts from its own rules\n{followed.err}")
    fast = shell.run("simulate, fast", *simulate)
    slow = simulated.slow or fast.slow
    if not slow:
        shell.expect("simulate", (fast.code, fast.out), (simulated.code, simulated.out))
    return {"legal": legal, "played": 1, "slow": int(slow), "decisions": 0 if slow else decisions(simulated)}


def asked(rules: Path) -> str:
    """What somebody types who asks why he cannot make a move."""
    actions = _ACTION.findall(rules.read_text(encoding="utf-8", errors="replace"))
    return "".join(f":why {name}\n1\n" for name in actions[:5])


def record_in(shell: Shell) -> str:
    """The record that was written."""
    path = shell.folder / "game.jsonl"
    return path.read_text(encoding="utf-8") if path.exists() else ""


def decisions(simulated: Done) -> int:
    """How many were made in the games that were counted."""
    return sum(phase["decisions"] for each in json.loads(simulated.out)["variants"] for phase in each["phases"])
