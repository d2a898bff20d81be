"""A diagnostic on the page: place, sentence, caret, prose, the code last. Also as plain data for other programs."""

import textwrap
from typing import Final

from rulewright.language.diagnostics import Diagnostic
from rulewright.language.source import Source
from rulewright.language.span import Span
from rulewright.language.wording import up
from rulewright.shown import shown

WIDTH: Final = 80
INDENTATION: Final = 4


def render(source: Source, diagnostic: Diagnostic) -> str:
    """The whole page of one finding, ending in a line end."""
    place = f"{shown(source.name)}, {_line_and_paragraph(source, diagnostic.span)}:"
    first, second = _sentence(source, diagnostic), second_place(source, diagnostic)
    *prose, last = wrapped(diagnostic.message, WIDTH) or [""]
    code = f"[{diagnostic.code}]"  # at the end of the last line, never torn apart
    joined = f"{last}   {code}"
    ending = [joined] if len(joined) <= WIDTH else [last, code]
    return "\n".join((place, *first, *second, *prose, *ending)) + "\n"


def second_place(source: Source, diagnostic: Diagnostic) -> tuple[str, ...]:
    """Why another line is shown, and that line; nothing where it is the line of the finding."""
    also = diagnostic.also
    if also is None or source.line(also.span.start) == source.line(diagnostic.span.start):
        return ()
    text = source.line_text(source.line(also.span.start)).strip()
    place = _line_and_paragraph(source, also.span, paragraph_title(source, diagnostic.span.start))
    return (f"{up(also.what)}, {place}:", " " * INDENTATION + shown(text))


def _line_and_paragraph(source: Source, span: Span, here: str = "") -> str:
    """`line 3, in "action play"`; only the line in the paragraph that is spoken of here."""
    title = paragraph_title(source, span.start)
    return f"line {source.line(span.start)}" + (f', in "{title}"' if title not in ("", here) else "")


Json = dict[str, "str | int | Json | None"]


def as_json(
    source: Source,
    diagnostic: Diagnostic,
    *,
    example: str | None = None,
    record: str | None = None,
    position: str | None = None,
) -> Json:
    """The same for a machine; lines and columns count from 1, in the file as it is.

    `also`: a second place that the message speaks of, with the words for it. `edit`: a repair, as the text that belongs
    in the place of another, and whether it is sure: the only one that can be meant. `example`, `record`: a position and
    a whole game that show it, as texts. `position`: where an example goes wrong, as each seat sees it, as a text. All
    are null where there is none.
    """
    also, edit = diagnostic.also, diagnostic.edit
    return {
        "file": source.name,
        **_place(source, diagnostic.span),
        "paragraph": paragraph_title(source, diagnostic.span.start),
        "severity": diagnostic.severity,
        "code": diagnostic.code,
        "message": shown_prose(diagnostic.message),
        "also": None if also is None else {**_place(source, also.span), "message": also.what},
        "edit": None if edit is None else {**_place(source, edit.span), "text": edit.text, "sure": diagnostic.sure},
        "example": example,
        "record": record,
        "position": position,
    }


def as_github(source: Source, diagnostic: Diagnostic) -> str:
    """The same as a command of GitHub's workflows: a note beside the line, one line with its end.

    What is behind `%0A` in it stands on a line of its own there: the second place.
    """
    at = diagnostic.span.start
    said = f"{shown_prose(diagnostic.message)} [{diagnostic.code}]"
    message = "\n".join((said, *second_place(source, diagnostic)))
    command = "notice" if diagnostic.severity == "suspicion" else diagnostic.severity
    more = f",line={source.line(at)},col={source.column_in_file(at)}"
    return github_note(source, message, command, more)


def github_note(source: Source, message: str, command: str = "notice", more: str = "") -> str:
    """What is said of a file, or with `more` of a place there, as such a command."""
    name = _escaped("".join(map(shown, source.name))).replace(":", "%3A").replace(",", "%2C")
    return f"::{command} file={name}{more}::{_escaped(message)}\n"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _place(source: Source, span: Span) -> Json:
    start, end = span.start, max(span.start, span.end)
    return {
        "line": source.line(start),
        "column": source.column_in_file(start),
        "end_line": source.line(end),
        "end_column": source.column_in_file(end),
    }


def paragraph_title(source: Source, offset: int) -> str:
    r"""The first words of the paragraph around a place, such as `action play`; empty before the first one.

    >>> paragraph_title(Source("a.rules", 'action play "Play a card":\\n    nothing\\n'), 30)
    'action play'
    """
    start = source.paragraph_start(offset)
    if start is None:
        return ""
    head = source.line_text(source.line(start))
    words = head.split("--")[0].split('"')[0].split(":")[0].split("(")[0].replace(",", " ").split()
    if (words[1:2] == ["is"] and words[0] != "there") or words[1:4:2] == ["links", "and"]:
        return shown(words[0])
    return shown(" ".join(words[:3] if words[1:2] == ["of"] else words[:2]))


def shown_prose(message: str) -> str:
    """A message with every harmful character escaped, however long it is."""
    return " ".join(shown(word) for word in message.split(" "))


def wrapped(text: str, width: int, first: str = "", rest: str = "") -> list[str]:
    """A text in lines of this width, escaped, with what stands before them; a longer word stays whole."""
    whole = shown_prose(text)
    return textwrap.wrap(
        whole, width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False, break_long_words=False
    )


def _sentence(source: Source, diagnostic: Diagnostic) -> tuple[str, ...]:
    """The guilty line without its indentation, and the carets below it."""
    text = source.line_text(source.line(diagnostic.span.start))
    column = source.column(diagnostic.span.start) - 1
    margin = min(len(text) - len(text.lstrip()), column)
    before, guilty = shown(text[margin:column]), text[column : column + diagnostic.span.end - diagnostic.span.start]
    if not text.strip() or len(before) >= 2 * WIDTH:
        return ()
    carets = "^" * max(1, len(shown(guilty)))
    return (" " * INDENTATION + shown(text[margin:]), " " * (INDENTATION + len(before)) + carets)
