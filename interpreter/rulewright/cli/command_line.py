"""Carrying out a command: the verb reads files, calls one function and prints what that gives.

Exit codes: 0 fine, 1 findings (diagnostics, faults, records that do not agree) or an interrupt, 2 misuse (arguments,
files). Where something is asked at a terminal also 143 (SIGTERM) and 129 (SIGHUP: the terminal was closed), with the
terminal as it was before and the game kept. Whatever is typed or lies in a file, the answer is a sentence, never a
traceback. Modules are imported where they are used, so that no verb pays for another.
"""

import codecs
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from typing import Any, Final, TextIO

from rulewright.cli.arguments import FINDINGS, FINE, MISUSE, Misuse, parsed
from rulewright.cli.checking import CHECK
from rulewright.cli.console import RulesWentWrong, complain, report, tell
from rulewright.cli.counting import BENCH, EXPLORE, PERFT
from rulewright.cli.examples import EXAMPLE, TEST
from rulewright.cli.playing import PLAY, RECORD, REPLAY
from rulewright.cli.questions import asked_at
from rulewright.cli.simulating import SIMULATE
from rulewright.cli.texts import EXPLAIN, FMT, LIST, RULES
from rulewright.cli.writing import BUILD, NEW, RULEBOOK
from rulewright.files import FileTrouble, nowhere
from rulewright.own_files import unused
from rulewright.shown import shown

VERBS: Final = (
    *(PLAY, RECORD, REPLAY, NEW, CHECK, TEST, EXAMPLE, FMT, EXPLORE, PERFT, BENCH, SIMULATE, BUILD, RULES, RULEBOOK),
    *(EXPLAIN, LIST),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out one command; the result is the exit code."""
    closed = sys.stdout is None
    _have_streams()
    try:
        if closed:
            complain("Standard output is closed: nothing could be told.")
            return MISUSE
        return _told_outcome(arguments)
    finally:
        try:
            sys.stderr.flush()
        except OSError:  # the exit code has to do
            _tell_nobody(sys.stderr)


def _told_outcome(arguments: Sequence[str] | None) -> int:
    """Carry out one command, and see that all it says is out."""
    code = None
    try:
        try:
            verb, chosen = parsed(VERBS, _words(arguments))
            with unused() if chosen.pop("no_cache") else nullcontext():
                code = _guarded(partial(verb.run, **chosen), _subject(chosen))
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        _tell_nobody(sys.stdout)
        return FINE
    except OSError as trouble:
        _tell_nobody(sys.stdout)
        if code != MISUSE:
            complain(f"Cannot write to standard output: {trouble.strerror or trouble}.")
        return MISUSE
    except KeyboardInterrupt:
        complain("Stopped.")
        return FINDINGS
    return code


def _words(arguments: Sequence[str] | None) -> Sequence[str] | None:
    """The words of a command; who types none at a terminal, or only `--plain`, is asked what to play."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given not in ([], ["--plain"]) or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return arguments
    from rulewright.cli.greeting import greeted
    from rulewright.table.prompt import Terminal

    screen = Terminal(lines=True)
    with screen.sitting():
        verb, *words = greeted(partial(asked_at, screen))
    return [verb, *given, *words]


def _have_streams() -> None:
    """See that whatever is read or shown can be, and that no file takes the place of a stream that is closed."""
    codecs.register_error("escaped", _escaped)
    for name in ("stdin", "stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, nowhere(reading=name == "stdin"))
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace" if name == "stdin" else "escaped")


def _escaped(trouble: UnicodeError) -> tuple[str, int]:
    """What a stream has no signs for, in such a way that JSON stays JSON."""
    assert isinstance(trouble, UnicodeEncodeError)
    return json.dumps(trouble.object[trouble.start : trouble.end])[1:-1], trouble.end


def _tell_nobody(stream: TextIO) -> None:
    """Nobody reads any more, or there is no room: the interpreter's own flush at exit must not complain either."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _subject(chosen: Mapping[str, Any]) -> str:
    """What a command is about: the game or files that were named."""
    named = chosen.get("game") or chosen.get("files") or chosen.get("file") or ()
    return shown(named if isinstance(named, str) else ", ".join(map(str, named)))


def _guarded(run: Callable[[], int], subject: str) -> int:
    """Turn everything that may go wrong into words and an exit code."""
    try:
        return run()
    except (Misuse, FileTrouble) as trouble:
        complain(str(trouble))
        return MISUSE
    except (BrokenPipeError, KeyboardInterrupt):
        raise
    except OSError as trouble:
        complain(trouble.strerror or str(trouble))
        return MISUSE
    except RecursionError:
        complain(f"{subject}: this is nested too deep to be carried out here.")
        return FINDINGS
    except MemoryError:
        complain(f"{subject}: this takes more memory than there is.")
        return FINDINGS
    except Exception as found:
        if not _told(found):
            raise
        return FINDINGS


def _told(found: Exception) -> bool:
    """Put into words what rules and records can do wrong; what else there is, is a bug."""
    from rulewright.loading import RulesError
    from rulewright.machine.record import RecordError
    from rulewright.machine.wasm import TooLarge

    match found:
        case RulesError(source=source, diagnostics=diagnostics):
            report(source, diagnostics, tell)
        case RecordError():
            complain(f"This is no record that can be followed: {found}.")
        case RulesWentWrong() | TooLarge():
            complain(str(found))
        case _:
            return False
    return True
