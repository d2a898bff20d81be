"""The pages that explain the codes of diagnostics: what each means, why it is so, what is wrong and what is right.

The pages lie in `pages/CODE.md`, one section `# code` each; they are read when asked for.
"""

import re
from functools import cache
from importlib.resources import files
from typing import Final

_TITLE: Final = re.compile(r"^# ([a-z-]+)\n", re.MULTILINE)
_SEVERITY: Final = re.compile(r"\*(Error|Warning|Suspicion)\.\* (.*?[.?!])(?=\s)", re.DOTALL)


def explain(code: str) -> str | None:
    """The page of a code as Markdown, from its title on; None if there is no such code."""
    return _pages().get(code)


def codes() -> tuple[str, ...]:
    """All codes that have a page, in the order of the alphabet."""
    return tuple(sorted(_pages()))


def severity(code: str) -> str:
    """How bad what a code tells is: `Error`, `Warning` or `Suspicion`, as its page begins; empty without a page."""
    return summary(code)[0]


def summary(code: str) -> tuple[str, str]:
    """How bad it is, and the first sentence of its page."""
    found = _SEVERITY.search(explain(code) or "")
    return (found.group(1), " ".join(found.group(2).split())) if found else ("", "")


@cache
def _pages() -> dict[str, str]:
    text = files("rulewright.language").joinpath("pages", "CODE.md").read_text(encoding="utf-8")
    starts = [(found.group(1), found.start()) for found in _TITLE.finditer(text)]
    ends = [start for _, start in starts[1:]]
    return {code: text[start:end].strip() + "\n" for (code, start), end in zip(starts, [*ends, len(text)], strict=True)}
