"""The pages that explain the codes of diagnostics: what each means, why it is so, what is wrong and what is right.

The pages lie in `pages/CODE.md`, one section `# code` each; they are read when asked for.
"""

import re
from functools import cache
from importlib.resources import files

_TITLE = re.compile(r"^# ([a-z-]+)\n", re.MULTILINE)


def explain(code: str) -> str | None:
    """The page of a code as Markdown, from its title on; None if there is no such code."""
    return _pages().get(code)


def codes() -> tuple[str, ...]:
    """All codes that have a page, in the order of the alphabet."""
    return tuple(sorted(_pages()))


@cache
def _pages() -> dict[str, str]:
    text = files("rulewright.language").joinpath("pages", "CODE.md").read_text(encoding="utf-8")
    starts = [(found.group(1), found.start()) for found in _TITLE.finditer(text)]
    ends = [start for _, start in starts[1:]]
    return {code: text[start:end].strip() + "\n" for (code, start), end in zip(starts, [*ends, len(text)], strict=True)}
