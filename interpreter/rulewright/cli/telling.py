"""What several verbs need: rules by name, sources, and saying what went wrong."""

import json
import secrets
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rulewright.cli.arguments import SEEDS, options
from rulewright.cli.progress import MAKING_RULES, ElapsedLine, tell
from rulewright.files import find, read, title

if TYPE_CHECKING:
    from rulewright.language.diagnostics import Diagnostic
    from rulewright.language.source import Source
    from rulewright.machine.game import Rules, RulesFault


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
    """A game with the players and options that were asked for, as `loading.load` gives it; what was made at an earlier
    start is not made again."""
    from rulewright import kept_rules
    from rulewright.language.span import BYTES

    path, chosen = find(game), options(option)
    data = read(path, most=BYTES)
    with ElapsedLine(MAKING_RULES).shown():
        return kept_rules.rules_of(data, path.name, title(path), players, chosen)


def source_of(name: str) -> "tuple[Source, list[Diagnostic]]":
    """Read a file of rules; what cannot be read as text is a finding."""
    from rulewright.language.span import BYTES

    path = find(name)
    return as_source(str(path), read(path, most=BYTES))


def as_source(name: str, data: bytes) -> "tuple[Source, list[Diagnostic]]":
    """What was read, as a text; what cannot be read as text is a finding."""
    from rulewright.language.source import Source, read_source, readable

    source = read_source(name, data)
    return (source, []) if isinstance(source, Source) else (readable(name, data), source)


def seed_of(seed: int | None) -> int:
    """The seed that was asked for, or any of all that there are, from the system's source of chance."""
    return secrets.randbelow(SEEDS) if seed is None else seed
