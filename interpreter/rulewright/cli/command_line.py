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
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from functools import partial
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Final, TextIO

from rulewright.cli.arguments import FINDINGS, FINE, MISUSE, Verb, parsed
from rulewright.cli.console import RulesWentWrong, complain, report, tell
from rulewright.cli.questions import asked_at
from rulewright.files import FileTrouble, nowhere
from rulewright.own_files import unused
from rulewright.shown import Misuse, shown

_NAMES: Final = [each.name for each in iter_modules([str(Path(__file__).parent)]) if each.name.endswith("_commands")]
_FOUND: Final = [each for name in _NAMES for each in vars(import_module(f"rulewright.cli.{name}")).values()]
VERBS: Final = sorted({each for each in _FOUND if isinstance(each, Verb)}, key=lambda verb: (verb.place, verb.name))
"""What the modules here whose names end in `commands` have of commands, in the order in which help tells of them."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out one command; the result is the exit code."""
    closed = sys.stdout is None

    def escaped(trouble: UnicodeError) -> tuple[str, int]:
        """What a stream has no signs for, in such a way that JSON stays JSON."""
        assert isinstance(trouble, UnicodeEncodeError)
        return json.dumps(trouble.object[trouble.start : trouble.end])[1:-1], trouble.end

    # see that whatever is read or shown can be, and that no file takes the place of a stream that is closed
    codecs.register_error("escaped", escaped)
    for name in ("stdin", "stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, nowhere(reading=name == "stdin"))
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace" if name == "stdin" else "escaped")
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
            named = chosen.get("game") or chosen.get("files") or chosen.get("file") or ()
            subject = shown(named if isinstance(named, str) else ", ".join(map(str, named)))
            with unused() if chosen.pop("no_cache") else nullcontext():
                code = _guarded(partial(verb.run, **chosen), subject)
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
    """The words of a command; who types none at a terminal, or only `play` or `--plain`, is asked what to play."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    plain = [word for word in given if word == "--plain"]
    if given not in (plain, ["play", *plain]) or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return arguments
    from rulewright.cli.greeting import greeted
    from rulewright.table.prompt import Terminal

    screen = Terminal(lines=True)
    with screen.sitting():
        verb, *words = greeted(partial(asked_at, screen))
    return [verb, *plain, *words]


def _tell_nobody(stream: TextIO) -> None:
    """Nobody reads any more, or there is no room: the interpreter's own flush at exit must not complain either."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _guarded(run: Callable[[], int], subject: str) -> int:
    """Turn all that rules, records, files and users can do wrong into words and an exit code; else it is a bug."""
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
    except MemoryError:
        complain(f"{subject}: this takes more memory than there is.")
    except Exception as found:
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
                raise
    return FINDINGS
