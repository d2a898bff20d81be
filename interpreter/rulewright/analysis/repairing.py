"""`check --fix`: a text with all repairs that are sure.

In: the bytes of a file. Out: its bytes with the repairs, and each of them. An edit is made where its finding says that
it is the only one (`Complaint.sure`), and where reading shows it: the finding is gone, and no error is there that was
not. Of a text that cannot be read as one at all (tabs, control characters) the rest has not been looked at before: it
is enough that the finding is gone. Law: line ends, letters and a byte-order mark stay as the file has them.
"""

import re
from collections import Counter
from collections.abc import Iterator
from time import monotonic
from typing import Final

from attrs import frozen

from rulewright.analysis.check import check
from rulewright.language.diagnostics import Diagnostic, Edit, applied
from rulewright.language.older_texts import read_in_its_language
from rulewright.language.source import Source, normal, readable
from rulewright.machine.program.bounds import CALL_TIMEOUT_S

MAX_REPAIRS: Final = 1_000
"""So many repairs are made at once; fewer where to try them takes the time in which a text must be read."""
_MARK: Final = "\ufeff"
_LINE: Final = re.compile("[^\r\n]*(\r\n|\r|\n|$)")


@frozen
class Repair:
    """A repair of some lines: the first one's number, the code of what was found, and the lines before and after it."""

    line: int
    code: str
    before: tuple[str, ...]
    after: tuple[str, ...]


class _Look:
    """What is found in a text, and whether it could be `read` as one."""

    def __init__(self, name: str, data: bytes) -> None:
        source = read_in_its_language(name, data)
        self.data, self.read = data, isinstance(source, Source)
        self.source = source if isinstance(source, Source) else readable(name, data)
        self.found = check(source) if isinstance(source, Source) else source


@frozen
class Repaired:
    """The bytes with repairs, and each of these in turn; `whole`: no other is sure."""

    data: bytes
    made: tuple[Repair, ...]
    whole: bool = True


def repaired(name: str, data: bytes) -> Repaired:
    """A file with all repairs that are sure, one after the other."""
    due, now, made = monotonic() + CALL_TIMEOUT_S, _Look(name, data), list[Repair]()
    refused, tried_anew = set[object](), 0
    while len(made) < MAX_REPAIRS and monotonic() < due:
        step = next(_steps(now, refused, due), None)
        if step is not None:
            after, one, edit = step
            first, last = (now.source.line(offset) for offset in (edit.span.start, edit.span.end))
            end = after.source.line(edit.span.start + len(edit.text))
            before, behind = (
                tuple(look.source.line_text(line) for line in range(first, to + 1))
                for look, to in ((now, last), (after, end))
            )
            made.append(Repair(first, one.code, before, behind))
            now = after
        elif len(made) > tried_anew:
            refused.clear()
            tried_anew = len(made)
        elif monotonic() < due:
            return Repaired(now.data, tuple(made))
    return Repaired(now.data, tuple(made), whole=False)


def _steps(now: _Look, refused: set[object], due: float) -> Iterator[tuple[_Look, Diagnostic, Edit]]:
    """What each repair that can be made next makes of the text. Each is tried by reading all of it; those that make it
    no better are `refused`, and not tried again before others are made."""
    for one in now.found:
        if one.sure and one.edit is not None and monotonic() < due:
            tried = _sort(one), one.edit.text, now.source.line_text(now.source.line(one.edit.span.start))
            data = None if tried in refused else _edited(now, one.edit)
            after = None if data is None else _Look(now.source.name, data)
            if after is not None and _better(now, after, one, one.edit):
                yield after, one, one.edit
            refused.add(tried)


def _better(now: _Look, after: _Look, one: Diagnostic, edit: Edit) -> bool:
    """Whether a finding is gone and nothing new has come."""
    if not now.read:
        end = edit.span.start + len(edit.text)
        return after.read or all(each.span.start > end or _sort(each) != _sort(one) for each in after.found)
    before, behind = (sum(_sort(each) == _sort(one) for each in look.found) for look in (now, after))
    errors = (Counter(_sort(each) for each in look.found if each.severity == "error") for look in (after, now))
    return after.read and before > behind and not next(errors) - next(errors)


def _sort(one: Diagnostic) -> tuple[str, str]:
    """What two findings have in common that say the same of different places."""
    return one.code, one.sentence


def _edited(now: _Look, edit: Edit) -> bytes | None:
    """The file with an edit of its text; None where composed letters hide its place."""
    text = now.data.decode()
    mark = _MARK * text.startswith(_MARK)
    text = text.removeprefix(_MARK)
    lines = [found for found in _LINE.finditer(text) if found.group()]
    start, end = (
        lines[now.source.line(offset) - 1].start() + now.source.column_in_file(offset) - 1
        for offset in (edit.span.start, edit.span.end)
    )
    made = text[:start] + edit.text.replace("\n", lines[0][1] or "\n") + text[end:]
    fits = normal(made) == normal(applied(now.source.text, [edit]))
    return (mark + made).encode() if fits else None
