"""A text of an older version of the language made one of the newest: the same game.

Words of the language that have another name since are written anew. What the author has called like a new word gets
another name where the text would be read otherwise. Law: at each setting the programs of both texts are the same, but
for these names.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final

from attrs import frozen

from rulewright.analysis.renaming import forms_of, named_at, programs, same_games
from rulewright.language import languages
from rulewright.language.diagnostics import Edit, applied
from rulewright.language.grammar import Parse, vocabulary
from rulewright.language.newer_words import named_so, new_words
from rulewright.language.older_texts import saying
from rulewright.language.source import Source
from rulewright.language.span import Span
from rulewright.language.tokens import LAYOUT, Token, layout, paragraphs

RENAMED: Final[dict[int, Mapping[str, str]]] = {}
"""By the version in which that is so: words of the language, and how they are written since."""

_SAYS: Final = "It says `language {}` below its title now."


@frozen
class Upgraded:
    """The text, and what was done, a sentence each; where it could not be made one of the `newest` version, why."""

    text: str
    said: tuple[str, ...]
    newest: bool = True


def upgraded(source: Source) -> Upgraded:
    """A text without mistakes as one of the newest version of the language."""
    said, now = list[str](), source
    for language in range(source.language + 1, languages.NEWEST + 1):
        step = _step(now, language)
        if step is None:
            why = f"whatever its names are, its sentences mean something else in language {language}, or nothing."
            return Upgraded(source.text, (why,), newest=False)
        now, more = step
        said += more
    before, text = languages.stated(source.text), _saying(now.text, now.language)
    if before is None or before.language != now.language:
        said.append(_SAYS.format(now.language))
    return Upgraded(text, tuple(said))


def upgraded_anyway(source: Source) -> Upgraded | None:
    """A text that is none in its own version, such as one that says an older one than its words are of, as one of the
    newest; None where more keeps it from being one than that, and names that are new words."""
    newest = languages.NEWEST
    names = sorted(word for word in new_words(languages.OLDEST, newest) if named_so(source.text, word))
    without_one = ([each for each in names if each != kept] for kept in names)  # which is used as the word, too
    for clashing in ([], *([names] if names else []), *without_one):
        text = applied(source.text, _other_names(source.text, clashing, inner=False)[1])
        now = Source(source.name, _saying(text, newest), language=newest)
        if programs(now) is not None:
            return Upgraded(now.text, (*map(partial(_renamed, source), clashing), _SAYS.format(newest)))
    return None


def in_newest(source: Source) -> Source:
    """The text as one that says the newest version, if it is not read in that."""
    newest = languages.NEWEST
    if source.language == newest:
        return source
    return Source(source.name, _saying(source.text, newest), language=newest)


def _renamed(source: Source, name: str) -> str:
    return f"What was called `{name}`, now a word of the language, is `{_free(name, source.text)}`."


def _saying(text: str, language: int) -> str:
    """A text that says its version."""
    edit = saying(text, language)
    return text if edit is None else applied(text, [edit])


def _step(source: Source, language: int) -> tuple[Source, list[str]] | None:
    """The text in the next version; None where that would be another game."""
    known, terminals, renamed = vocabulary(source.language), list(_terminals(source)), RENAMED.get(language, {})
    own = {word: (known.words.get(word), known.heads.get(word)) for word in renamed}
    written = {word: [token for token, terminal in terminals if terminal in own[word]] for word in renamed}
    edits = [Edit(Span(*token[2:4]), renamed[word]) for word, tokens in written.items() for token in tokens]
    said = [
        f"`{word}` is written `{renamed[word]}` now, in {len(tokens)} place{'s' * (len(tokens) != 1)}."
        for word, tokens in written.items()
        if tokens
    ]
    names = {token.text for token, terminal in terminals if terminal == "NAME"}
    clashing = sorted(new_words(source.language, language) & names)
    old = programs(source)

    def made(clashing: list[str]) -> Source | None:
        """With other names for these, if it is the same game then."""
        for inner in (False, True):
            forms, others = _other_names(source.text, clashing, inner=inner)
            now = Source(source.name, _saying(applied(source.text, [*edits, *others]), language), language=language)
            if same_games(old, programs(now), forms):
                return now
        return None

    now = made(clashing)
    if now is None:
        return None
    for name in list(clashing):
        kept = made([each for each in clashing if each != name])
        if kept is not None:
            clashing.remove(name)
            now = kept
    said += map(partial(_renamed, source), clashing)
    return now, said


def _other_names(text: str, names: list[str], *, inner: bool) -> tuple[Mapping[str, str], list[Edit]]:
    """Forms of names with those that they get, which the text does not have, and what writes these wherever a name
    stands, `inner`: as a part of others, too."""
    forms = forms_of({name: _free(name, text) for name in names})
    places = named_at(text, forms, inner=inner)
    return forms, [Edit(place, forms[text[place.start : place.end]]) for place in places]


def _terminals(source: Source) -> Iterator[tuple[Token, str]]:
    """The words of a text that can be read, each with its terminal in the grammar."""
    words = vocabulary(source.language)
    for stretch in paragraphs(source.text):
        tokens, parse_, at = layout(source.text, *stretch), Parse.begun(source.language), 0
        while at < len(tokens):
            terminal, size = words.terminal(tokens, at, parse_.row)
            if tokens[at].kind not in LAYOUT:
                yield tokens[at], terminal
            parse_, at = parse_.along(tokens, at, at + size)


def _free(name: str, text: str) -> str:
    """A name that a text does not have."""
    better = f"my-{name}"
    while better in text:
        better = f"my-{better}"
    return better
