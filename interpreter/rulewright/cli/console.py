"""What several commands need: rules by name, errors told, and the line that says how long it takes."""

import json
import os
import secrets
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Final

from attrs import Factory, define, field

from rulewright import own_files
from rulewright.cli.arguments import SEEDS, options
from rulewright.files import find, read, title
from rulewright.levels import PERFECT
from rulewright.shown import Misuse

if TYPE_CHECKING:
    from rulewright.language.diagnostics import Diagnostic
    from rulewright.language.source import Source
    from rulewright.language.types import OptionSetting
    from rulewright.machine.game import Rules, RulesFault
    from rulewright.machine.interpret import Vector


FIRST_SECONDS: Final = 0.5
"""What is done sooner needs no line."""
EVERY: Final = 0.2
MAKING_RULES: Final = "making the rules ready"


def tell(text: str) -> None:
    """Write to standard error; where nobody hears it the exit code has to do."""
    with suppress(OSError):
        sys.stderr.write(text)


@define
class ElapsedLine:
    """A line that says what is done and for how long, or what `text` says each time; nothing where nobody looks."""

    what: str
    text: Callable[[], str] | None = None
    _start: float = field(init=False, factory=time.monotonic)
    _lock: Lock = field(init=False, factory=Lock)
    _over: Event = field(init=False, factory=Event)
    _told: bool = field(init=False, default=False)

    @contextmanager
    def shown(self) -> Iterator[None]:
        """Say it from time to time, as long as this lasts."""

        def tell_it() -> None:
            wait = FIRST_SECONDS
            while not self._over.wait(wait):
                wait = EVERY
                with self._lock:
                    if not self._over.is_set():
                        self._told = True
                        plain = f"{self.what}, {time.monotonic() - self._start:.0f} s"
                        tell(f"\r{self.text() if self.text is not None else plain}\x1b[K")

        if sys.stderr.isatty():
            Thread(target=tell_it, daemon=True, name="rulewright progress").start()
        try:
            yield
        finally:
            self._over.set()
            with self.away():
                pass

    @contextmanager
    def away(self) -> Iterator[None]:
        """Leave an empty line meanwhile."""
        with self._lock:
            if self._told or (self.text is not None and sys.stderr.isatty()):
                tell("\r\x1b[K")
            yield


BAR: Final = 20
REDRAW_S: Final = 0.1


@define
class Progress:
    """A line that is written over; nothing at all where nobody looks."""

    games: int
    done: int = 0
    what: str = "games"
    _start: float = field(init=False, factory=time.monotonic)
    _first: int = field(init=False, default=Factory(lambda self: self.done, takes_self=True))
    _next: float = field(init=False, default=0.0)

    def show(self, done: int, of: int | None = None) -> None:
        """So many games are done, of so many if that is another number than before."""
        self.games, self.done, now = self.games if of is None else of, done, time.monotonic()
        if sys.stderr.isatty() and (now >= self._next or done == self.games):
            self._next = now + REDRAW_S
            sys.stderr.write(f"\r{self.text()}\x1b[K")
            sys.stderr.flush()

    def text(self) -> str:
        """The line as it is now: its times go on while nothing is done."""
        return line(self.games, self.done, self.done - self._first, time.monotonic() - self._start, self.what)


def line(games: int, done: int, played: int, seconds: float, what: str = "games") -> str:
    """The line: `played` of the games that are done were played in these seconds; before the first one, the seconds."""
    full = BAR * done // games
    text = f"{100 * done // games:3d} % [{'#' * full}{'-' * (BAR - full)}] {done:,} of {games:,} {what}"

    def duration(seconds: float) -> str:
        minutes, rest = divmod(round(seconds), 60)
        hours, minutes = divmod(minutes, 60)
        return f"{hours} h {minutes:02d} min" if hours else f"{minutes} min {rest:02d} s" if minutes else f"{rest} s"

    if not played or seconds <= 0:
        return f"{text}, {duration(seconds)}" if seconds >= 1 else text
    return f"{text}, {played / seconds:,.0f}/s, {duration((games - done) * seconds / played)} left"


class RulesWentWrong(Exception):  # noqa: N818 - it is no error of the program
    """A fault of the rules in play, with the rule."""


@contextmanager
def faults_told(rules: "Rules") -> Iterator[None]:
    """Let a fault in play name its rule and line."""
    from rulewright.machine.interpret import RulesFault

    try:
        yield
    except RulesFault as fault:
        raise RulesWentWrong(fault_words(rules, fault)) from fault


def fault_words(rules: "Rules", fault: "RulesFault") -> str:
    """A fault in play, and below it the rule with its line, and the lines that tried it."""
    place = f'{rules.name}.rules, line {rules.line(fault.span)}: "{rules.quote(fault.span)}"'
    return "\n".join([f"The rules went wrong in play: {fault.message}", place, *rules.tried(fault)])


def complain(text: str) -> None:
    """Say something at standard error."""
    from rulewright.language.render import shown_prose

    said = "\n".join(shown_prose(line) for line in text.split("\n"))
    tell(f"rulewright: {said}\n")


def write_document(text: str) -> None:
    """Write to standard output what is read back from a file: into one, or a pipe, as UTF-8 in every locale."""
    if sys.stdout.isatty() or not hasattr(sys.stdout, "buffer"):
        sys.stdout.write(text)
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode(errors="replace"))
    sys.stdout.flush()


def write_json(data: object) -> None:
    """Print what another program reads."""
    print(json.dumps(data, indent=2, ensure_ascii=False))


def report(source: "Source", diagnostics: "Iterable[Diagnostic]", write: Callable[[str], object]) -> None:
    """Write what was found in a source."""
    from rulewright.language.render import render

    write("\n".join(render(source, diagnostic) for diagnostic in diagnostics))


def rules_of(game: str, players: int | None, option: Sequence[str]) -> "Rules":
    """A game with these players and options, as `loading.load` gives it, or as it was made at an earlier start."""
    path, chosen = find(game), options(option)
    data = read(path)
    from rulewright.machine.horizon import trained_beside

    with ElapsedLine(MAKING_RULES).shown():
        rules = kept_rules(data, path.name, title(path), players, chosen)
    rules.trained = trained_beside(path)
    return rules


def kept_rules(
    data: bytes, file: str, game: str, players: int | None, options: "Mapping[str, OptionSetting]"
) -> "Rules":
    """The rules that a file of this name holds, as `loading.rules_of` makes them, or as they are kept: then nothing is
    parsed, nor the parser imported. They are known by all that makes them: this program, the bytes of the text, the
    setting that was asked for. Raises what making them raises; of rules that have mistakes nothing is kept."""
    import pickle  # not for every command

    setting = (players, sorted(options.items()))
    name = own_files.named("rules", own_files.program(), sys.version, sha256(data).digest(), game, setting)
    try:
        found: Rules = pickle.loads(own_files.find(name) or b"")  # noqa: S301 - nobody else can have written it
    except (pickle.UnpicklingError, ImportError, AttributeError, TypeError, ValueError, LookupError, EOFError):
        # nothing is kept, or a library packs otherwise now
        from rulewright.loading import read_text, rules_of as made

        found = made(read_text(file, data), game, players=players, options=options)
        own_files.keep(name, pickle.dumps(found, pickle.HIGHEST_PROTOCOL))
    return found


def source_of(name: str) -> "tuple[Source, list[Diagnostic]]":
    """Read a file of rules; what cannot be read as text is a finding."""
    path = find(name)
    return as_source(str(path), read(path))


def as_source(name: str, data: bytes) -> "tuple[Source, list[Diagnostic]]":
    """What was read, as a text in its language; what cannot be read as text is a finding."""
    from rulewright.language.older_texts import read_in_its_language

    return _source_or_findings(name, data, read_in_its_language)


def as_plain_source(name: str, data: bytes) -> "tuple[Source, list[Diagnostic]]":
    """The same where nobody asks what the text means."""
    from rulewright.language.source import read_source

    return _source_or_findings(name, data, read_source)


def _source_or_findings(
    name: str, data: bytes, read_as: "Callable[[str, bytes], Source | list[Diagnostic]]"
) -> "tuple[Source, list[Diagnostic]]":
    from rulewright.language.source import Source, readable

    source = read_as(name, data)
    return (source, []) if isinstance(source, Source) else (readable(name, data), source)


def usable_cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def seed_of(seed: int | None) -> int:
    """The seed that was asked for, or any of all that there are, from the system's source of chance."""
    return secrets.randbelow(SEEDS) if seed is None else seed


def refuse_unsolvable(rules: "Rules", chosen: Iterable[str], vector: "Vector | None" = None) -> None:
    """Misuse where one of these levels is to be perfect in a game that cannot be solved from here on."""
    if PERFECT.name not in chosen:
        return
    from rulewright.solving import Unsolvable, solve

    try:
        with ElapsedLine("solving").shown():
            solve(rules, vector)
    except Unsolvable as trouble:
        raise Misuse(f"Nobody can be {PERFECT.name} here. {trouble}") from trouble
