"""What is found in a text: by reading, as `check` does it, and in play; or in random games only, to compare with."""

import time
from collections.abc import Iterator

from attrs import frozen

from rulewright.analysis.check import check
from rulewright.analysis.playtest.effort import Effort as Spent
from rulewright.analysis.playtest.playing import Played, holes
from rulewright.language.elaborate.settings import admitted
from rulewright.language.nesting_limits import OUTGROWN
from rulewright.language.source import Source, read_source
from rulewright.language.span import NOWHERE, Span
from rulewright.loading import RulesError, Text, read_text, rules_of
from rulewright.machine.game import Rules
from rulewright.machine.playouts import BROKEN, FINISHED, TOO_LONG, TOO_SLOW, Batch
from rulewright.machine.wasm import TooLarge, engine_of

WORK = 500_000
"""So many positions are looked at where nothing else is said: about what five seconds are enough for."""
FEW, MOST = 10, 5_000
"""Where there are random games only: few at a time, and so many decisions of one that does not end."""
NAME = "hole.rules"
ENDLESS = ("endless-loop", "endless-chance", "endless-game")
NO_RULES = frozenset((
    "arguments", "brackets-needed", "header-first", "indentation", "kinds-not-copies", "misplaced-line",
    "missing-block", "missing-lines", "name-taken-here", "needs-label", "nested-it", "not-constant", "nothing-for-it",
    "one-line", "owner-unknown", "pick-after-use", "sentence-shape", "type-mismatch", "unknown-name",
    "unknown-question", "unknown-verb", "which-one", "wrong-piece", "you-is-nobody",
))  # fmt: skip
"""What is wrong with a text that is no ruleset: names, types and sentences do not fit."""


@frozen
class Told:
    """A finding: its code, the line, whether reading or playing has found it, and after how many seconds."""

    code: str
    severity: str
    line: str
    by: str
    seconds: float

    @property
    def place(self) -> tuple[str, str, str]:
        """What it is, how grave, and where."""
        return self.code, self.severity, self.line


@frozen
class Effort:
    """How much is looked at, after reading, as `check --strict` does it: for so many seconds, or so many positions; or
    only in so many random games of each setting."""

    seconds: float | None = None
    work: int | None = None
    games: int | None = None


def told(text: str, effort: Effort) -> Iterator[Told]:
    """All findings: first those of reading; where it finds errors, nobody plays."""
    found = list(read(text))
    yield from found
    if "error" not in (each.severity for each in found):
        yield from played(text, effort)


def read(text: str) -> Iterator[Told]:
    """What reading finds."""
    began = time.perf_counter()
    source = source_of(text)
    for each in check(source):
        yield Told(each.code, each.severity, _line(source, each.span), "reading", time.perf_counter() - began)


def played(text: str, effort: Effort) -> Iterator[Told]:
    """What is found in play."""
    began = time.perf_counter()
    source = source_of(text)
    for code, severity, span in _played(read_text(NAME, text.encode()), effort):
        yield Told(code, severity, _line(source, span), "playing", time.perf_counter() - began)


def source_of(text: str) -> Source:
    """A text as it is read from a file."""
    source = read_source(NAME, text.encode())
    assert isinstance(source, Source)
    return source


def _played(text: Text, effort: Effort) -> Iterator[tuple[str, str, Span]]:
    if effort.games is not None:
        yield from ((code, "error", span) for code, span in _random_games(text, effort.games))
        return
    work = WORK if effort.seconds is None and effort.work is None else effort.work
    spent = Spent(work=work, strict=True) if effort.seconds is None else Spent(effort.seconds, strict=True)
    for hole in holes(text, NAME, spent, Played()):
        yield hole.diagnostic.code, hole.diagnostic.severity, hole.diagnostic.span


# ---- random games


def _random_games(text: Text, games: int) -> Iterator[tuple[str, Span]]:
    """What goes wrong in so many random games of each setting, each once."""
    seen: set[tuple[str, Span]] = set()
    for setting in admitted(text.parsed.ruleset, text.source).settings if games else ():
        try:
            rules = rules_of(text, NAME, players=setting.players, options=dict(setting.options))
            found = _first_troubles(rules, games) - seen
        except (TooLarge, RulesError, *OUTGROWN):
            continue
        yield from sorted(found, key=str)
        seen |= found


def _first_troubles(rules: Rules, games: int) -> set[tuple[str, Span]]:
    """What goes wrong in the first few games in which anything does."""
    engine = engine_of(rules.program)
    batches = (engine.playouts(0, first, FEW, MOST, checking=True) for first in range(0, games, FEW))
    return next(filter(None, (set(_troubles(rules, batch)) for batch in batches)), set())


def _troubles(rules: Rules, batch: Batch) -> Iterator[tuple[str, Span]]:
    for at, status in enumerate(batch.status):
        if status == BROKEN:
            yield "broken-invariant", rules.program.invariants[batch.winners[at]].span
        elif status == TOO_LONG:
            yield "need-not-end", NOWHERE
        elif status != FINISHED:
            fault = batch.faults[at]
            endless = status == TOO_SLOW or fault.code in ENDLESS
            yield (
                "nobody-can-move" if fault.code == "stuck" else "need-not-end" if endless else "goes-wrong",
                fault.span,
            )


def _line(source: Source, span: Span) -> str:
    """The line where a stretch begins; nothing where it is nowhere."""
    start = source.text.rfind("\n", 0, span.start) + 1
    return source.text[start:].split("\n", 1)[0].strip() if span != NOWHERE else ""
