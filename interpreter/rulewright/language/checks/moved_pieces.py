"""What a name means behind a sentence that has moved a piece: a place is the place that the piece has left, and of a
piece that a procedure has moved nobody knows where it lies."""

import re
from collections.abc import Iterator

from attrs import frozen

from rulewright.language import core
from rulewright.language.checks.straight_code import Question, everywhere_along
from rulewright.language.core_queries import blocks_of
from rulewright.language.diagnostics import Diagnostic, Edit
from rulewright.language.effects import is_steady, ref_of
from rulewright.language.facts.ranges import component_of
from rulewright.language.messages import kinds_of_values as words
from rulewright.language.source import Source
from rulewright.language.span import Span
from rulewright.language.types import each_of
from rulewright.language.walking import walk


@frozen
class Gone:
    """The piece on the place that a local is has been moved by this sentence, perhaps to the place that another is."""

    local: int
    to: int | None
    span: Span


Left = dict[core.ZoneRef, Gone]
"""Of boards to which nothing has come since."""
Taken = dict[int, core.RunProcedure]
"""Of locals that are pieces the procedure that has moved them."""


def left_places(made: core.Core, source: Source) -> Iterator[Diagnostic]:
    """Each sentence that asks or moves the piece on a place which it has left; that the place is empty may be asked."""

    def told(node: core.Statement, left: Left) -> Iterator[Diagnostic]:
        for each in _asked(node) if left else ():
            match each:
                case core.On(core.PlaceRef(board, core.Get(local))) if board in left and left[board].local == local:
                    yield complaint(node, left[board])
                    return

    def complaint(node: core.Statement, gone: Gone) -> Diagnostic:
        name, to = made.locals[gone.local].name, None if gone.to is None else made.locals[gone.to].name
        line, text = source.line(gone.span.start), source.text[node.span.start : node.span.end].partition("\n")[0]
        found = [*re.finditer(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text)]
        first, last = found[0].span() if len(found) == 1 else (0, len(text))
        here = Span(node.span.start + first, node.span.start + last)
        better = None if to is None or len(found) != 1 else f"{text[:first]}{to}{text[last:]}"
        edit = None if better is None else Edit(here, to or "")
        return words.left_place(here, place=name, line=line, to=to, better=better, also=gone.span, edit=edit)

    def given(node: core.Statement, _: Left) -> Left:
        match node:
            case core.MovePiece(piece=core.On(core.PlaceRef(board, core.Get(local))), to=to) if is_steady(board):
                goal = to.place if isinstance(to, core.PlaceRef) and ref_of(to) == board else None
                return {board: Gone(local, goal.local if isinstance(goal, core.Get) else None, node.span)}
            case _:
                return {}

    yield from everywhere_along(Question(made, told, given))


def taken_pieces(made: core.Core, source: Source) -> Iterator[Diagnostic]:
    """Each sentence that asks where a piece lies which a procedure has moved, of kinds of which there are several."""

    def told(node: core.Statement, taken: Taken) -> Iterator[Diagnostic]:
        for each in _asked(node) if taken else ():
            match each:
                case core.AskPiece(of=core.Get(local)) | core.Contains(value=core.Get(local), here=True):
                    if (by := taken.get(local)) is not None:
                        line, name = source.line(by.span.start), made.procedures[by.procedure].name
                        piece = made.locals[local].name
                        yield words.taken_piece(each.span, piece=piece, name=name, line=line, also=by.span)
                        return
                case _:
                    pass

    def given(node: core.Statement, _: Taken) -> Taken:
        return dict.fromkeys(_moved(made, node), node) if isinstance(node, core.RunProcedure) else {}

    yield from everywhere_along(Question(made, told, given))


def _asked(node: core.Statement) -> Iterator[object]:
    """All that a sentence asks itself, what stands in its blocks aside; of a place not whether it is empty."""
    skipped = {id(each) for each in walk(blocks_of(node))}
    empty = {id(each.of) for each in walk(node) if isinstance(each, core.IsNone)}
    return (each for each in walk(node) if id(each) not in skipped and id(each) not in empty)


def _moved(made: core.Core, node: core.RunProcedure) -> Iterator[int]:
    """The locals whose pieces a procedure surely moves, of kinds of which there are several."""
    called = made.procedures[node.procedure]
    for param, arg in zip(called.params, node.args, strict=True):
        if not (isinstance(arg, core.Get) and made.locals[arg.local].piece and made.locals[param].piece):
            continue
        component = component_of(made, each_of(made.locals[arg.local].type))
        if component is None or 1 in made.components[component].copies:
            continue
        moves = (line.piece for line in called.body if isinstance(line, core.MovePiece))
        passes = (local for line in called.body if isinstance(line, core.RunProcedure) for local in _moved(made, line))
        if (
            any(piece == core.Get(param, piece.type) for piece in moves if isinstance(piece, core.Get))
            or param in passes
        ):
            yield arg.local
