"""What every chapter of a rulebook is written from, and how its parts begin."""

from collections.abc import Iterator, Sequence
from typing import assert_never

from attrs import field, frozen

from rulewright.analysis.rulebook.book import Block, Paragraph, Points, Section
from rulewright.analysis.rulebook.comments import Comments
from rulewright.analysis.rulebook.meaning import Env, Given, Known, something
from rulewright.analysis.rulebook.sentences import Teller, steps
from rulewright.analysis.rulebook.speech import called, describing, listed, one_of, sentence, spoken, the, upper
from rulewright.language import syntax


@frozen
class Writer:
    """What every chapter is written from."""

    ruleset: syntax.Ruleset
    known: Known
    comments: Comments
    given: Given
    whole: syntax.Ruleset
    """As it was before anything was decided."""
    env: Env = field(init=False)
    teller: Teller = field(init=False)

    @env.default
    def _env(self) -> Env:
        return Env(self.known)

    @teller.default
    def _teller(self) -> Teller:
        titles = {name: title for each in self.ruleset.declarations for name, title in _titled(each)}
        return Teller(self.comments, titles)


def _titled(each: syntax.Declaration) -> Iterator[tuple[str, str]]:
    if isinstance(each, syntax.Action | syntax.ActionFamily | syntax.Choice) and each.title:
        yield each.name.text, each.title.text


def block(block: syntax.Block, env: Env, writer: Writer) -> Points:
    """Sentences as numbered points."""
    return Points(steps(block, env, writer.teller), steps=True)


def part(name: syntax.Name, blocks: Sequence[Block], writer: Writer, node: syntax.Declaration) -> Section:
    """A part with the author's comments."""
    notes = [sentence(text) for text in (writer.comments.before(node.span), writer.comments.first(node.span)) if text]
    single = writer.comments.source.line(node.span.start) == writer.comments.source.line(max(0, node.span.end - 1))
    beside = [Paragraph(note) for note in notes[: 1 if single else None]]
    head = next((place for place, block in enumerate(blocks) if not isinstance(block, Paragraph)), len(blocks))
    return Section(upper(spoken(name.text)), (*blocks[:head], *beside, *blocks[head:]), name=name.text)


def params_of(params: Sequence[syntax.Param], env: Env) -> tuple[Env, str]:
    """What parameters are called, and what they are."""
    sorts = [_sort(param.type) for param in params]
    told = []
    for param, sort in zip(params, sorts, strict=True):
        name = param.name.text
        number, one = _is_number(param.type), one_of(env.known.types, sort)
        if len(name) <= 2 and sorts.count(sort) == 1 and not number:
            env, said = env.bound(name, the(sort)), one
        elif number:
            env, said = env.bound(name, the(name)), f"{the(name)} ({sort})"
        elif name == sort:
            env, said = env.bound(name, the(name)), one
        else:
            said = f"{sort} {name}" if len(name) <= 2 else called(name, sort)
            env, said = env.bound(name, said), said if len(name) <= 2 or describing(name) else f"{said} ({one})"
        env = env.bound(name, env.locals[name], something(param.type, env))
        told.append(said)
    return env, listed(told) if told else ""


def _is_number(type_: syntax.Name | syntax.ConstRange | syntax.Optional) -> bool:
    inner = type_.of if isinstance(type_, syntax.Optional) else type_
    return isinstance(inner, syntax.ConstRange)


def _sort(type_: syntax.Name | syntax.ConstRange | syntax.Optional) -> str:
    match type_:
        case syntax.Name(text):
            return text
        case syntax.ConstRange(low, high):
            ends = [end.text if isinstance(end, syntax.Name) else str(end.value) for end in (low, high)]
            return f"a number from {ends[0]} to {ends[1]}"
        case syntax.Optional(of):
            return f"{_sort(of)} or none"
    assert_never(type_)
