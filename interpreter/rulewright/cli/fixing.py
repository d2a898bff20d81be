"""`check --fix`: repairs files in place, and says what was repaired."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rulewright.cli.arguments import FINDINGS, FINE, Misuse, flag
from rulewright.cli.progress import ElapsedLine, tell
from rulewright.cli.telling import as_source, complain, report
from rulewright.files import read, write
from rulewright.shown import shown

if TYPE_CHECKING:
    from rulewright.analysis.repairing import Repair, Repaired
    from rulewright.language.render import Json

FIX: Final = flag(
    "--fix",
    "first make every repair that is the only one possible, in place; FILE may be - for standard input, which is "
    "only read",
)


def fixed(names: Sequence[str], form: str) -> "tuple[list[str], list[Json], int]":
    """Repair files; which are to be looked at then, the repairs for programs, and the exit code so far."""
    if form != "text" and "-" in names:
        raise Misuse("What stands at standard input is repaired as text: --format does not go with it.")
    repairs: list[Json] = []
    code = FINE
    for name in names:
        if name == "-":
            code = max(code, _fix_typed())
        else:
            with ElapsedLine("repairing").shown():
                made = _fix_file(Path(name))
            repairs += (_as_json(name, one) for one in made)
            said = "".join(_told(name, one) for one in made)
            (sys.stdout.write if form == "text" else tell)(said)
    return [name for name in names if name != "-"], repairs, code


def _fix_file(path: Path) -> "Sequence[Repair]":
    """Repair a file, all of it or nothing; one with nothing to repair is not written."""
    from rulewright.analysis.repairing import repaired
    from rulewright.language.span import BYTES

    found = repaired(str(path), read(path, most=BYTES))
    if found.made:
        write({path: found.data}, force=True)
    _note(str(path), found)
    return found.made


def _fix_typed() -> int:
    """Print what was typed as it is repaired; what was done, and what stays, stands at standard error."""
    from rulewright.analysis.check import check
    from rulewright.analysis.repairing import repaired
    from rulewright.language.span import BYTES

    found = repaired("-", sys.stdin.buffer.read(BYTES + 1))
    sys.stdout.flush()
    sys.stdout.buffer.write(found.data)
    tell("".join(_told("-", one) for one in found.made))
    _note("-", found)
    source, unreadable = as_source("-", found.data)
    stays = [one for one in unreadable or check(source) if one.severity != "suspicion"]
    report(source, stays, tell)
    return FINDINGS if stays else FINE


def _note(name: str, found: "Repaired") -> None:
    """Say where more could be repaired."""
    if not found.whole:
        complain(f"{shown(name)}: more may be repaired the same way, by the same command once more.")


def _told(name: str, one: "Repair") -> str:
    """A repair for people: the lines before and after it."""
    head = f"{shown(name)}, line {one.line}: repaired [{one.code}]\n"
    before, after = (_unindented(lines) for lines in (one.before, one.after))
    return head + "".join(f"    {line}\n" for line in before) + "".join(f"  → {line}\n" for line in after)


def _unindented(lines: Sequence[str]) -> list[str]:
    """Lines, without what all of them are indented by in blanks."""
    margin = min((len(line) - len(line.lstrip(" ")) for line in lines if line.strip()), default=0)
    return [shown(line[margin:]) for line in lines]


def _as_json(name: str, one: "Repair") -> "Json":
    before, after = "\n".join(one.before), "\n".join(one.after)
    return {"file": name, "line": one.line, "code": one.code, "before": before, "after": after}
