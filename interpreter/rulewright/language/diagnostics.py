"""What is wrong with a text: values with a code, a place and facts; and the page of each code."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Final, Literal

from attrs import evolve, field, frozen

from rulewright.language.languages import OLDEST
from rulewright.language.span import NOWHERE, Span
from rulewright.language.suggest import closest, skeleton
from rulewright.language.syntax import Name
from rulewright.language.wording import PARTS, Fact, said, whole

# ---- What is wrong with a text: values with a code, a place and facts; collected, sorted by place, never raised
# singly
# A `Complaint` is all that is said of one sort of mistake; called with the place and the facts, it is a `Diagnostic`.
# The words are made of the facts when somebody reads them.

Severity = Literal["error", "suspicion", "warning"]


@frozen
class Place:
    """A second place that a finding speaks of; `what` says what is there, such as "declared here"."""

    span: Span
    what: str


@frozen
class Edit:
    """A repair: `text` in place of this stretch. With it the finding is gone, whatever else is then found."""

    span: Span
    text: str


@frozen
class Diagnostic:
    """One finding: `sentence` has gaps for the facts; `also`: where else to look; `edit`: a certain repair; `sure`: the
    only one that can be meant; `rivals`: others that were as likely before they were tried; `since`: the first version
    of the language that knows of it."""

    code: str
    sentence: str
    span: Span
    severity: Severity = "error"
    facts: Mapping[str, Fact] = field(factory=dict, kw_only=True, hash=False)
    also: Place | None = field(default=None, kw_only=True)
    edit: Edit | None = field(default=None, kw_only=True)
    sure: bool = field(default=False, kw_only=True)
    rivals: tuple[Edit, ...] = field(default=(), kw_only=True)
    since: int = field(default=OLDEST, kw_only=True)

    @property
    def message(self) -> str:
        """Problem, why and suggestion in the author's words, in whole sentences."""
        return said(self.sentence, self.facts)


@frozen
class Complaint:
    """What is said of one sort of mistake; `also`: what the second place is, `edit`: what repairs the first one.

    `sure`: its edit may be made without asking anybody, because it is the only one that the sentence knows, what the
    author meant is on the page, and nothing is lost or named anew. Not so are nearest names (somebody else's name may
    have been meant), names that we make up, and edits that widen a range or leave out what was written: there another
    repair may be the right one. `since`: the first version of the language in which it is no mere warning."""

    code: str
    sentence: str
    also: str = field(default="", kw_only=True)
    edit: str | None = field(default=None, kw_only=True)
    severity: Severity = field(default="error", kw_only=True)
    sure: bool = field(default=False, kw_only=True)
    since: int = field(default=OLDEST, kw_only=True)

    def __call__(
        self,
        at: Span | Name = NOWHERE,
        /,
        *,
        also: Span = NOWHERE,
        edit: Edit | None = None,
        **facts: Fact | Iterable[str],
    ) -> Diagnostic:
        """The finding at a place; of a name its text is the fact `name`. Law: `facts` are the gaps of the sentence.

        The fact `near` is made of the name and its `candidates`; `alike` is the same where that looks like the name.
        """
        known: dict[str, Fact] = {"name": at.text} if isinstance(at, Name) else {}
        known |= {name: fact if isinstance(fact, str | int | None) else tuple(fact) for name, fact in facts.items()}
        if isinstance(candidates := known.get("candidates"), tuple):
            known["near"] = near = closest(str(known["name"]), candidates)
            if "{alike}" in self.sentence:
                same = near is not None and skeleton(near) == skeleton(str(known["name"]))
                known["alike"] = near if same else None
        span = at.span if isinstance(at, Name) else at
        if edit is None and self.edit is not None and span != NOWHERE and whole(self.edit, known):
            edit = Edit(span, said(self.edit, known))
        place = None if also == NOWHERE else Place(also, self.also)
        sure = self.sure and edit is not None
        told = Diagnostic(self.code, self.sentence, span, self.severity, facts=known, also=place, edit=edit, sure=sure)
        return evolve(told, since=self.since)


def told_in(language: int, found: Diagnostic) -> Diagnostic:
    """A finding as it is told of a text in a version of the language: what only newer ones know is no error there."""
    return evolve(found, severity="warning") if found.severity == "error" and found.since > language else found


def unrepaired(one: Diagnostic) -> Diagnostic:
    """The same without its repair, and without the words that tell it, where the sentence is whole without them."""
    parts = "".join(PARTS.findall(one.sentence))
    silent = {name: None for name in ("alike", "near", "instead", "form") if f"{{{name}}}" in parts}
    return evolve(one, edit=None, sure=False, rivals=(), facts={**one.facts, **silent})


def applied(text: str, edits: Iterable[Edit]) -> str:
    """The text with all of these edits. Raises `ValueError` where two of them speak of the same place.

    >>> applied("pick crad", [Edit(Span(5, 9), "card")])
    'pick card'
    """
    ordered = sorted(edits, key=lambda edit: (edit.span.start, edit.span.end))
    for one, other in pairwise(ordered):
        if one.span.end > other.span.start or one.span.start == other.span.start:
            message = f"Two edits of the same place: {one} and {other}"
            raise ValueError(message)
    for edit in reversed(ordered):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text


# ---- The pages that explain the codes of diagnostics: what each means, why it is so, what is wrong and what is right
# The pages lie in `pages/CODE.md`, one section `# code` each; they are read when asked for.

_TITLE: Final = re.compile(r"^# ([a-z-]+)\n", re.MULTILINE)
_SEVERITY: Final = re.compile(r"\*(Error|Warning|Suspicion)\.\* (.*?[.?!])(?=\s)", re.DOTALL)


def summary(code: str) -> tuple[str, str]:
    """How bad what a code tells is (`Error`, `Warning` or `Suspicion`), and the first sentence of its page; empty
    without one."""
    found = _SEVERITY.search(pages().get(code, ""))
    return (found.group(1), " ".join(found.group(2).split())) if found else ("", "")


@cache
def pages() -> dict[str, str]:
    """The page of each code as Markdown, from its title on, in the order of the alphabet."""
    text = files("rulewright.language").joinpath("pages", "CODE.md").read_text(encoding="utf-8")
    _, *parts = _TITLE.split(text)
    found = zip(parts[::2], parts[1::2], strict=True)
    return {code: f"# {code}\n{page.rstrip()}\n" for code, page in sorted(found)}
