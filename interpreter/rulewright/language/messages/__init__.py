"""The words of every diagnostic: one `Complaint` each, told where the mistake is found with a place and facts.

They stand in the text files beside this one, one for each subject. A row is a name with `[code]` and marks; indented
below it stand the sentence, `also:` with what the second place is, and `edit:` with what repairs the first one. Marks
are the severity, if it is no error, `sure`, `misspelt`: the nearest of the candidates is hint and edit, and
`since-2` of a check that version 2 of the language has brought: in older texts it tells no error. A row
without a code is of what is said otherwise elsewhere: it ends with the line as it is written here, and is sure, unless
it is marked as `unsure`. `#` begins a comment.
"""

import re
from functools import cache, partial
from importlib.resources import files
from typing import Final

from attrs import frozen

from rulewright.language.diagnostics import Complaint, Severity
from rulewright.language.languages import OLDEST

_ROW: Final = re.compile(r"^(\w+)(?: \[([a-z-]+)\])?(.*)\n((?:    .*\n)+)", re.MULTILINE)
_NEAREST: Final = (
    '[ "{name}" only looks like "{alike}": some letters are others. Write "{alike}".| Did you mean "{near}"?]'
)


@cache
def complaints(subject: str) -> dict[str, Complaint]:
    """All complaints of a subject, by their names."""
    rows = files(__name__).joinpath(f"{subject}.txt").read_text(encoding="utf-8")
    found: dict[str, Complaint] = {}
    for name, code, marked, below in _ROW.findall(rows):
        parts, marks = [line.strip().partition(":") for line in below.splitlines()], marked.split()
        beside = {key: text.strip() for key, _, text in parts if key in ("also", "edit")}
        sentence = " ".join("".join(line) for line in parts if line[0] not in ("also", "edit"))
        if not code:
            sentence, marks = f"{sentence}[ Write: {{instead}}]", marks or ["sure"]
        if "misspelt" in marks:
            sentence, beside["edit"] = sentence + _NEAREST, "{near}"
        severity: Severity = "warning" if "warning" in marks else "suspicion" if "suspicion" in marks else "error"
        since = max((int(mark[6:]) for mark in marks if mark.startswith("since-")), default=OLDEST)
        told = partial(
            Complaint, code or "said-otherwise", sentence, severity=severity, sure="sure" in marks, since=since
        )
        found[name] = told(**beside)
    return found


@frozen
class Words:
    """The complaints of a subject as attributes; the file is read when the first one is asked for."""

    _subject: str

    def __getattr__(self, name: str) -> Complaint:
        """The complaint of this name. Law: whatever is asked for in the program is there; a test holds it."""
        found = complaints(self._subject).get(name)
        if found is None:
            raise AttributeError(name)
        return found


declarations: Final = Words("declarations")
flow: Final = Words("flow")
idioms: Final = Words("idioms")
kinds_of_values: Final = Words("kinds_of_values")
names: Final = Words("names")
playing: Final = Words("playing")
reading: Final = Words("reading")
secrecy: Final = Words("secrecy")
sentences: Final = Words("sentences")
tables: Final = Words("tables")
