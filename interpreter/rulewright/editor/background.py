"""What takes longer than a key: the whole reading, examples and play, in a process of its own that can be ended at any
moment.

Law: what is told as `read` is what `check --effort 0` tells of the text.
"""

import sys
from collections.abc import Callable, Iterator
from threading import Thread
from typing import Final, Literal

from attrs import define, frozen

from rulewright.analysis.check import reading, told_by_reading
from rulewright.analysis.side_by_side import Worker
from rulewright.files import FileTrouble
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.older_texts import read_in_its_language
from rulewright.language.source import Source
from rulewright.shown import INTERNAL, failed_words

MEMORY: Final = 256 << 20
Stage = Literal["read", "played", "done"]


@frozen
class News:
    """Findings of a text: all that reading finds (`read`), or one more of play; at last in how many games it was
    played."""

    stage: Stage
    found: tuple[Diagnostic, ...] = ()
    games: int = 0


def found_in(name: str, data: bytes, seconds: int) -> Iterator[News]:
    """All that is found in a text as soon as it is: by reading, in its examples, and in so many seconds of play."""
    source = read_in_its_language(name, data)
    if not isinstance(source, Source):
        yield News("read", tuple(source))
        return
    known = reading(source)
    found = tuple(one for one in known.found if one.severity != "suspicion")
    yield News("read", found)
    if seconds and all(one.severity != "error" for one in found):
        from rulewright.analysis.examples import examples_in, failing_in
        from rulewright.analysis.playtest.effort import Effort
        from rulewright.analysis.playtest.playing import Played, holes
        from rulewright.loading import read_text

        failing = failing_in(source) if examples_in(source) else []
        yield from (News("played", (each.diagnostic,)) for each in failing)
        told_before, effort = told_by_reading(source, known.found), Effort(seconds, memory=MEMORY)
        played = Played()
        for hole in holes(read_text(name, data), name, effort, played, known.admits, data):
            one = hole.diagnostic
            if one.severity != "suspicion" and not told_before(one) and not known.acceptances.take(one):
                yield News("played", (one,))
        yield News("done", games=played.sum("games"))


@define
class Background:
    """Looks at one text at a time, in a process of its own: what is begun ends what was."""

    seconds: int
    _worker: Worker | None = None
    _busy: bool = False
    _number: int = 0

    def begin(self, name: str, text: str, hear: Callable[[News], None]) -> None:
        """Look at a text; `hear` is called, in another thread, until something else is begun."""
        self.stop()
        self._worker = self._worker or Worker(found_in)
        self._busy = True
        self._worker.give(self._number, (name, text.encode(errors="replace"), self.seconds))
        Thread(target=self._listen, args=(self._worker, self._number, hear), daemon=True).start()

    def _listen(self, worker: Worker, number: int, hear: Callable[[News], None]) -> None:
        try:
            while (pieces := worker.next_pieces(retry=False)) is not None:
                for piece in pieces:
                    if number == self._number:
                        hear(piece)
        except FileTrouble:  # it was ended
            worker.leave()
            return
        except INTERNAL as error:
            sys.stderr.write(f"{failed_words(error, 'a text was looked at', 'it is told no more of it.')}\n")
        self._busy = self._busy and number != self._number

    def stop(self) -> None:
        """End what is looked at, if anything is."""
        self._number += 1
        if self._worker is not None and self._busy:
            self._worker.process.terminate()
            self._worker = None
        self._busy = False

    def close(self) -> None:
        """Nothing is looked at any more."""
        self.stop()
        if self._worker is not None:
            self._worker.leave()
            self._worker = None


@frozen
class ReadAtOnce:
    """The same where there are no processes: a text is only read, while everything else waits."""

    seconds: int = 0

    def begin(self, name: str, text: str, hear: Callable[[News], None]) -> None:
        """Look at a text; `hear` is called before this returns."""
        for news in found_in(name, text.encode(errors="replace"), self.seconds):
            hear(news)

    def stop(self) -> None:
        """Nothing goes on that could be ended."""

    def close(self) -> None:
        """Nor here."""
