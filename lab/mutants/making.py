"""The mutants of a module: what could have been written in the place of an expression or a sentence.

A mutant is a replacement of text, so that everything else stays as it is written. Left alone are annotations, patterns,
decorators, defaults, assertions, exceptions that are raised, and strings.
"""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mod, ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip
SURROUNDINGS = frozenset(("self", "scope", "writer", "build", "program"))
LEFT_ALONE = ast.Assert | ast.JoinedStr | ast.Raise


@frozen
class Mutant:
    """`before`, which begins at `start` of the module's bytes, becomes `after`. `name` says so and outlives changes of
    other lines: module, function, both texts, and a number where these are not enough."""

    module: str
    line: int
    start: int
    before: str
    after: str
    name: str

    def applied(self, text: bytes) -> bytes:
        """The module with this mistake in it."""
        old, new = self.before.encode(), self.after.encode()
        assert text[self.start :].startswith(old), f"{self.module} has changed"
        return text[: self.start] + new + text[self.start + len(old) :]


def mutants(path: Path) -> list[Mutant]:
    """All mutants of a module, in the order of its text."""
    text = path.read_bytes()
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found: list[Mutant] = []
    seen: Counter[str] = Counter()
    for function, node, after in _places(ast.parse(text), ""):
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
        before = text[start:end].decode()
        name = f"{path.stem}.{function}: {_line(before)} -> {_line(after)}"
        seen[name] += 1
        number = f" ({seen[name]})" if seen[name] > 1 else ""
        found.append(Mutant(path.name, node.lineno, start, before, after, name + number))
    return found


def _line(text: str) -> str:
    return " ".join(text.split())


Place = ast.expr | ast.stmt


def _places(node: ast.AST, function: str) -> Iterator[tuple[str, Place, str]]:
    """Within functions: what can be replaced, and by what."""
    if isinstance(node, LEFT_ALONE):
        return
    if function:
        yield from ((function, place, after) for place, after in _instead(node))
    within = node.name if isinstance(node, ast.FunctionDef) else function
    for child in _parts(node):
        yield from _places(child, within)


def _parts(node: ast.AST) -> Iterator[ast.AST]:
    """What belongs to a node, in order; patterns, types and docstrings do not."""
    match node:
        case ast.FunctionDef():
            yield from node.body[1:] if ast.get_docstring(node) is not None else node.body
        case ast.match_case():
            yield from (part for part in (node.guard, *node.body) if part is not None)
        case ast.AnnAssign():
            yield from (part for part in (node.value,) if part is not None)
        case ast.Call() if _asks_type(node):
            yield from node.args[:1]
        case _:
            yield from ast.iter_child_nodes(node)


def _alike(one: ast.expr, other: ast.expr) -> bool:
    """Whether one could be written for the other by mistake: no type checker and no first run would tell."""
    names = {part.id for part in (one, other) if isinstance(part, ast.Name)}
    return type(one) is type(other) and ast.dump(one) != ast.dump(other) and not names & SURROUNDINGS


def _commutes(node: ast.Call) -> bool:
    """Whether it makes no difference which argument comes first."""
    match node:
        case ast.Call(func=ast.Name(id="add" | "equal" | "max" | "min")):
            return True
        case ast.Call(func=ast.Attribute(attr="Bin"), args=[ast.Constant(value="+" | "*" | "==" | "!="), *_]):
            return True
        case _:
            return False


def _asks_type(node: ast.Call) -> bool:
    return isinstance(node.func, ast.Name) and node.func.id == "isinstance"


def _instead(node: ast.AST) -> Iterator[tuple[Place, str]]:
    match node:
        case ast.Compare(left=left, ops=ops, comparators=others):
            for at, op in enumerate(ops):
                flipped = [*ops[:at], COMPARED[type(op)](), *ops[at + 1 :]]
                yield node, _text(ast.Compare(left, flipped, others))
        case ast.BoolOp(op=op, values=values):
            yield node, _text(ast.BoolOp(ast.And() if isinstance(op, ast.Or) else ast.Or(), values))
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield node, _text(operand)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in COMPUTED:
            yield node, _text(ast.BinOp(left, COMPUTED[type(op)](), right))
        case ast.Constant(value=bool(value)):
            yield node, str(not value)
        case ast.Constant(value=int(value)):
            yield from ((node, _text(ast.Constant(value + by))) for by in (1, -1))
        case ast.Call(func=func, args=args, keywords=keywords) if not (_asks_type(node) or _commutes(node)):
            for at in range(len(args) - 1):
                if _alike(args[at], args[at + 1]):
                    swapped = [*args[:at], args[at + 1], args[at], *args[at + 2 :]]
                    yield node, ast.unparse(ast.Call(func, swapped, keywords))
        case ast.Subscript(value=value, slice=ast.Slice() as cut):
            yield from ((node, ast.unparse(ast.Subscript(value, other, ast.Load()))) for other in _cuts(cut))
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
            yield from _denied(test)
        case ast.comprehension(ifs=tests):
            for test in tests:
                yield from _denied(test)
        case (
            ast.Expr()
            | ast.AugAssign()
            | ast.Continue()
            | ast.Break()
            | ast.Assign(targets=[ast.Attribute() | ast.Subscript()])
        ):
            yield node, "pass"
        case _:
            pass


def _denied(test: ast.expr) -> Iterator[tuple[Place, str]]:
    """The contrary of a condition, unless its own parts give it."""
    if not isinstance(test, ast.Compare | ast.BoolOp | ast.UnaryOp | ast.Constant):
        yield test, _text(ast.UnaryOp(ast.Not(), test))


def _cuts(cut: ast.Slice) -> Iterator[ast.Slice]:
    """A slice with one bound more, less, or none; bounds that are numbers are constants of their own."""
    if cut.lower is not None:
        yield ast.Slice(None, cut.upper, cut.step)
    if cut.upper is not None:
        yield ast.Slice(cut.lower, None, cut.step)
        if not isinstance(cut.upper, ast.Constant):
            yield ast.Slice(cut.lower, ast.BinOp(cut.upper, ast.Sub(), ast.Constant(1)), cut.step)


def _text(node: ast.expr) -> str:
    return f"({ast.unparse(ast.fix_missing_locations(node))})"
