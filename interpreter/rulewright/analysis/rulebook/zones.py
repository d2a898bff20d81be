"""What lies where, and who sees it: the fields as rows of tables."""

from collections.abc import Iterator
from typing import Final, assert_never

from rulewright.analysis.report.document import Item
from rulewright.analysis.rulebook.expressions import condition, phrase
from rulewright.analysis.rulebook.meaning import Env
from rulewright.analysis.rulebook.speech import a, listed, sentence, the
from rulewright.language import syntax
from rulewright.language.component_rows import end_words
from rulewright.language.wording import plural, up

SORTS: Final = {
    "pile": ("a pile of {ns}, taken from the top", "nobody sees what lies in it"),
    "hand": ("a hand of {ns}", "only its owner sees them"),
    "area": ("a place for {ns}, in no order", "everybody sees them"),
    "row": ("a row of {ns}, laid from left to right and taken from the left", "everybody sees them"),
    "slot": ("a place for one {n}", "everybody sees it"),
    "set": ("a group of {ns}", ""),
    "counts": ("how many of each {n}", ""),
}
"""What a zone is, and who sees what lies in it where nothing else is said."""
SEEN: Final = {
    "everyone": "everybody sees it",
    "owner": "only its owner sees it",
    "others": "everybody but its owner sees it",
    "nobody": "nobody sees it",
}


def told(each: syntax.Declaration) -> tuple[syntax.Field, ...]:
    """The fields of a paragraph that say something to players."""
    fields = each.fields if isinstance(each, syntax.Has) else ()
    return tuple(one for one in fields if not any(isinstance(other, syntax.NotShown) for other in one.modifiers))


def is_memory(each: syntax.Field) -> bool:
    """Whether a field holds what is remembered, and lies nowhere."""
    return isinstance(each.type, syntax.Holder) and each.type.word.text == "memory"


def field(each: syntax.Field, env: Env) -> Item:
    """A field in a sentence."""
    what, seen = _what(each.type)
    more = [text for modifier in each.modifiers for text in _modified(modifier, env)]
    seen = next((SEEN.get(m.audience.text, seen) for m in each.modifiers if isinstance(m, syntax.SeenBy)), seen)
    if any(isinstance(modifier, syntax.Faced) for modifier in each.modifiers):
        seen = "everybody sees what lies face up, and of what lies face down only who may look at it"
    starts = [f"at first {phrase(each.starts, env)}"] if each.starts is not None else []
    told = "; ".join(filter(None, (what, *more, seen, *starts)))
    note = sentence(env.known.comments.whole(each.span))
    return Item(f"{up(each.name.text)}: {told}.{f' {note}' if note else ''}", name=each.name.text)


def _what(type_: syntax.FieldType) -> tuple[str, str]:
    match type_:
        case syntax.Holder(word, of, more) if word.text == "memory":
            return f"earlier situations, of each of them {listed([the(one.text) for one in (of, *more)])}", ""
        case syntax.Holder(word, of) if word.text in SORTS:
            what, seen = SORTS[word.text]
            return what.format(n=of.text, ns=plural(of.text)), seen
        case syntax.Holder(word, of):
            return f"{a(word.text)} of {plural(of.text)}", ""
        case syntax.Board(piece, place):
            return f"a board with room for one {piece.text} on each {place.text}", "everybody sees it"
        case syntax.Optional(of):
            return f"{_what(of)[0]}, or none", ""
        case syntax.Name(text):
            return a(text), ""
        case syntax.ConstRange(low, high):
            return f"a number from {end_words(low)} to {end_words(high)}", ""
        case syntax.Flag():
            return "yes or no", ""
    assert_never(type_)


def _modified(modifier: syntax.Modifier, env: Env) -> Iterator[str]:
    match modifier:
        case syntax.When(wanted):
            yield f"only if {condition(wanted, env)}"
        case syntax.Capacity(number):
            yield f"at most {phrase(number, env)}"
        case syntax.WithOwner():
            yield "it is remembered who put each there"
        case syntax.RefilledFrom(zone):
            yield f"when it is empty, it is made anew from the shuffled {zone.text}"
        case syntax.SeenBy() | syntax.Faced() | syntax.NotShown():
            return
        case _:
            assert_never(modifier)


def owners(each: syntax.Has) -> str:
    """Whose fields these are."""
    names = [owner.text for owner in each.owners]
    if each.zone is not None:
        return f"As long as {a(names[0])} lies in {a(each.zone.text)}, all may know of it"
    return f"Each {listed(names, 'and each')} has" if names else "On the table"
