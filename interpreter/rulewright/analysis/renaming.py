"""Names that get others: where they stand, and whether the game is the same then."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from rulewright.analysis.example_parts import by_setting
from rulewright.language.elaborate.elaboration import elaborate
from rulewright.language.elaborate.settings import admitted, trouble
from rulewright.language.parser import Known, parse
from rulewright.language.source import Source
from rulewright.language.span import Span
from rulewright.language.tokens import paragraphs, scan
from rulewright.language.wording import plural
from rulewright.machine.lower import lower

GAP: Final = re.compile(r"\{[^{}\"\n]*\}")
"""What is told in a string."""


def forms_of(better: Mapping[str, str]) -> dict[str, str]:
    """How names are written, each with how their new ones are: also several of what bears them."""
    return {form(name): form(new) for name, new in better.items() for form in (plural, str)}


def named_at(text: str, forms: Mapping[str, str], *, inner: bool = False) -> Iterator[Span]:
    """Where words stand as names, also in the gaps of strings; `inner`: as parts of longer names, too."""
    pattern = _either(forms, inner=inner)
    tokens = (token for stretch in paragraphs(text) for token in scan(text, *stretch))
    for token in tokens if forms else ():
        parts = GAP.finditer(token.text) if token.kind == "string" else re.finditer(r"(?s).*", token.text)
        for part in parts if token.kind in ("word", "sign", "string") else ():
            for found in pattern.finditer(part.group()):
                start = token.start + part.start() + found.start()
                yield Span(start, start + len(found.group()))


def _either(forms: Mapping[str, str], *, inner: bool) -> re.Pattern[str]:
    either = "|".join(map(re.escape, sorted(forms, key=len, reverse=True)))
    return re.compile(rf"(?<!\w)(?:{either})(?!\w)" if inner else rf"(?<![\w+-])(?:{either})(?![\w+-])")


def programs(source: Source, known: Known | None = None, *, few: bool = False) -> list[str] | None:
    """What tells the programs of a text apart, one for each setting; `few`: for the first and those of examples. None
    where something is wrong with it or with its examples."""
    parsed = parse(source, known=known)
    if parsed.diagnostics or trouble(parsed.ruleset, source):
        return None
    settings, found = admitted(parsed.ruleset, source).settings, []
    examples = by_setting(parsed, source, settings) if settings else {}
    for setting in (each for each in settings if not few or each == settings[0] or examples[each]):
        core = elaborate(parsed, source, setting.players, dict(setting.options), tuple(examples[setting])).core
        if core is None:
            return None
        found.append(lower(core).without_places)
    return found


def same_games(before: list[str] | None, after: list[str] | None, forms: Mapping[str, str]) -> bool:
    """Whether the programs of two texts differ only in that names have got others."""
    if before is None or after is None or len(before) != len(after):
        return False
    return all(same_but_for(one, other, forms) for one, other in zip(before, after, strict=True))


def same_but_for(before: str, after: str, forms: Mapping[str, str]) -> bool:
    """Whether two programs differ only in that names, as parts of others, too, have got others somewhere."""
    at = end = 0
    for found in _either(forms, inner=True).finditer(before) if forms else ():
        same, end = before[end : found.start()], found.end()
        if not after.startswith(same, at):
            return False
        at += len(same)
        new = forms[found.group()]
        at += len(new if after.startswith(new, at) else found.group() if after.startswith(found.group(), at) else "\0")
    return before[end:] == after[at:]
