"""A text with further paragraphs below it, read at its settings."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate

from attrs import field, frozen

from rulewright.language import core
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.elaborate.elaboration import elaborate
from rulewright.language.elaborate.settings import Setting
from rulewright.language.parser import Parsed, parse
from rulewright.language.source import Source


@frozen
class Below:
    """A text that is right, without its examples, and paragraphs below it, which begin at these `places`."""

    source: Source
    parsed: Parsed = field(repr=False)
    places: tuple[int, ...] = field(repr=False)

    @classmethod
    def of(cls, source: Source, paragraphs: Sequence[str]) -> "Below":
        """The text with these paragraphs."""
        own = source.text.rstrip("\n") + "\n"
        parts = [f"\n{each}\n" for each in paragraphs]
        whole = source.with_text(own + "".join(parts))
        places = [*accumulate(map(len, parts), initial=len(own))][: len(parts)]
        return cls(whole, parse(whole, skip_examples=True, mends=False), tuple(places))

    def core(self, setting: Setting) -> core.Core | None:
        """The rules at a setting, as far as they can be read; not what is surely not meant."""
        made = elaborate(self.parsed, self.source, setting.players, dict(setting.options), checked=False)
        return made.core

    def wrong(self, settings: Iterable[Setting]) -> set[int]:
        """The numbers of the paragraphs in which something is wrong at one of these settings."""
        found: list[Diagnostic] = [*self.parsed.diagnostics]
        for each in settings:
            found += elaborate(self.parsed, self.source, each.players, dict(each.options), checked=False).diagnostics
        places = (one.span.start for one in found if one.severity == "error")
        return {number for place in places if (number := bisect_right(self.places, place) - 1) >= 0}
