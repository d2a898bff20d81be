"""How the parts of chapters begin."""

from collections.abc import Iterable, Sequence
from typing import assert_never

from rulewright.analysis.report.document import Block, Paragraph, Points, Section
from rulewright.analysis.rulebook.meaning import Env, something
from rulewright.analysis.rulebook.sentences import steps
from rulewright.analysis.rulebook.speech import called, describing, listed, one_of, sentence, spoken, the
from rulewright.language import syntax
from rulewright.language.component_rows import end_words
from rulewright.language.wording import up


def block(lines: Iterable[syntax.ActionLine], env: Env) -> Points:
    """Lines as numbered points."""
    return Points(steps(lines, env), steps=True)


def part(name: syntax.Name, blocks: Sequence[Block], env: Env, node: syntax.Declaration) -> Section:
    """A part with the author's comments."""
    comments, source = env.known.comments, env.known.comments.source
    notes = [sentence(text) for text in (comments.before(node.span), comments.first(node.span)) if text]
    single = source.line(node.span.start) == source.line(max(0, node.span.end - 1))
    beside = [Paragraph(note) for note in notes[: 1 if single else None]]
    head = next((place for place, block in enumerate(blocks) if not isinstance(block, Paragraph)), len(blocks))
    return Section(up(spoken(name.text)), (*blocks[:head], *beside, *blocks[head:]), name=name.text)


def params_of(params: Sequence[syntax.Param], env: Env) -> tuple[Env, str]:
    """What parameters are called, and what they are."""
    sorts = [_sort(param.type) for param in params]
    told = []
    for param, sort in zip(params, sorts, strict=True):
        name = param.name.text
        number, one = _is_number(param.type), one_of(env.known.types, sort)
        if len(name) <= 2 and sorts.count(sort) == 1 and not number:
            said, about = the(sort), one
        elif number or name == sort:
            said, about = the(name), f"{the(name)} ({sort})" if number else one
        else:
            said = f"{sort} {name}" if len(name) <= 2 else called(name, sort)
            about = said if len(name) <= 2 or describing(name) else f"{said} ({one})"
        env = env.bound(name, said, something(param.type, env))
        told.append(about)
    return env, listed(told) if told else ""


def _is_number(type_: syntax.Name | syntax.ConstRange | syntax.Optional) -> bool:
    inner = type_.of if isinstance(type_, syntax.Optional) else type_
    return isinstance(inner, syntax.ConstRange)


def _sort(type_: syntax.Name | syntax.ConstRange | syntax.Optional) -> str:
    match type_:
        case syntax.Name(text):
            return text
        case syntax.ConstRange(low, high):
            return f"a number from {end_words(low)} to {end_words(high)}"
        case syntax.Optional(of):
            return f"{_sort(of)} or none"
    assert_never(type_)
