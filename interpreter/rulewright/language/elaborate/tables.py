"""Which cell of a table that a definition is made of stands for which values of its keys."""

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import Final

from rulewright.language import intervals as fold, syntax, types
from rulewright.language.building import BORROWED
from rulewright.language.component_rows import Column, Domain, read_row
from rulewright.language.elaborate import coercions
from rulewright.language.elaborate.environment import Env, Mistake, Value, World
from rulewright.language.facts.ranges import names_of, range_of, row_names
from rulewright.language.library.answering import declared
from rulewright.language.messages import declarations as limits, kinds_of_values as words
from rulewright.language.span import Span
from rulewright.language.syntax import Expr, RowValue

MOST_ENTRIES: Final = 65_536
WIDEST: Final = types.NumberT(-9999, 9999)
"""What may stand at a row for a number that each setting knows, such as `player-count`."""


def laid_out(world: World, env: Env, table: syntax.Table) -> tuple[list[Value], Iterator[Expr]]:
    """The keys, and the cell for each of their values, those of the second key in a row."""
    sides = [[row.key for row in table.rows], *([table.head] if table.head else [])]
    if len(sides) != len(table.keys):
        head = next((each.span for each in table.head if each), table.rows[0].span)
        raise Mistake(words.head_of_table(head, keys=[world.text(key.span) for key in table.keys]))
    columns = len(table.head) or 1
    for row in table.rows:
        if len(row.cells) != columns:
            raise Mistake(words.cells_of_row(row.span, number=len(row.cells), columns=columns))
    keys = [coercions.as_value(world, world.expression(env, key), key.span) for key in table.keys]
    number = prod(range_of(world, declared(world, key.type)).extent for key in keys)
    if number > MOST_ENTRIES:
        what = world.text(Span(table.keys[0].span.start, table.keys[-1].span.end))
        raise Mistake(limits.too_many_elements(table.keys[0].span, what=what, number=number, most=MOST_ENTRIES))
    lines = [lines_for(world, *one, table) for one in zip(keys, table.keys, sides, strict=True)]
    return keys, (table.rows[at[0]].cells[at[1] if at[1:] else 0] for at in product(*lines))


def lines_for(world: World, key: Value, node: Expr, side: Sequence[RowValue | None], table: syntax.Table) -> list[int]:
    """For each value of a key the line in which it stands; ends the sentence if it stands in none, or in two."""
    name, type_ = world.text(node.span), types.without_none(declared(world, key.type))
    of = WIDEST if isinstance(type_, types.NumberT) and fold.constant(key.core) is not None else type_
    column = Column(name, name, Domain(of, row_names(world, of)), (name,), span=node.span)
    found, rest = dict[int, int](), None
    for at, line in enumerate(side):
        if isinstance(line, syntax.Name) and BORROWED.get(line.text) == "otherwise":
            raise Mistake(words.rest_of_table(line.span))
        if line is None:
            rest = at
            continue
        (values,), wrong = read_row(syntax.Row(None, (line,), None, None, span=line.span), (column,))
        for diagnostic in wrong:
            raise Mistake(diagnostic)
        here = [value for value in range_of(world, type_).integers if value in values]
        twice = next((value for value in here if value in found), None)
        if twice is not None:
            earlier = side[found[twice]] or line
            raise Mistake(words.line_twice(line.span, key=name, value=said_of(world, type_, twice), also=earlier.span))
        found |= dict.fromkeys(here, at)
    missing = [value for value in range_of(world, type_).integers if value not in found]
    if missing and rest is None:
        said = [said_of(world, type_, value) for value in missing[:4]]
        raise Mistake(words.table_incomplete(table.rows[-1].span, key=name, missing=said))
    return [found.get(value, rest or 0) for value in range_of(world, type_).integers]


def said_of(world: World, type_: types.Plain, value: int) -> str:
    """A value of a key as a table writes it."""
    if isinstance(type_, types.BoolT):
        return ("no", "yes")[value]
    return names_of(world, type_)[value - types.lowest(type_)]
