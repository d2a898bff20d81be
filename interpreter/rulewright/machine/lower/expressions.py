"""Expressions: each core expression becomes one expression of the program."""

from attrs import frozen

from rulewright.language import core
from rulewright.language.facts.game_facts import settled_by_the_end
from rulewright.language.facts.ranges import calculated, may_be_none, none_of, value_range
from rulewright.language.intervals import Range
from rulewright.language.span import NOWHERE, Span
from rulewright.language.types import BoolT
from rulewright.machine.lower import (
    aggregates,
    assigning,
    folds,
    groups,
    headers,
    indexing,
    pieces,
    procedures,
    rewriting,
    sequences,
)
from rulewright.machine.lower.builder import Scope
from rulewright.machine.lower.groups import Chosen, Search, bit
from rulewright.machine.lower.layout import ENDED
from rulewright.machine.lower.terms import (
    ONE,
    YES,
    ZERO,
    add,
    at,
    both,
    either,
    equal,
    increase,
    inverse,
    plus,
    refused,
    set_at,
    times,
)
from rulewright.machine.program import nodes as ir

# ---- The best choice of groups that share no element: by what is left outside
# In: a scope and a core expression. Out: one expression. Elements are gone through in their order: each is in a group
# that begins with it, or in one that is chosen already, or outside. What can be no better than the best that was found
# is not followed further.


@frozen
class Choice:
    """Where the best choice is looked for.

    `price`: what it costs to leave each element outside; `least`: what those from each on cost at least (None:
    nothing less than 0). `masks`: the groups as sets of elements, by their first element: those of an element begin
    at `bounds`, and end where those of the next one begin; `number` is how many there are, then which is tried.

    Of each step that was taken, `step` the last of them, `element` is to be decided, `covered` the set of those that
    are in groups, `cost` what is outside costs so far, `following` the group to be tried next. `found` is the least
    cost so far.
    """

    price: int
    least: int | None
    masks: int
    bounds: int
    element: int
    covered: int
    cost: int
    following: int
    number: int
    step: int
    found: int


@frozen
class Position:
    """Cells of a position that is come to, if it `goes` on there."""

    element: int
    covered: int
    cost: int
    goes: int

    def becomes(self, element: ir.Expr, covered: ir.Expr, cost: ir.Expr) -> ir.Code:
        """It goes on there."""
        values = (self.element, element), (self.covered, covered), (self.cost, cost), (self.goes, ONE)
        return tuple(ir.Set(cell, value) for cell, value in values)


def outside(scope: Scope, expr: core.Outside) -> ir.Expr:
    """What the elements outside come to, for the best choice of groups."""
    of = groups.chosen(expr.groups)
    assert of is not None, expr.groups
    cells, array = groups.search(scope, of.groups), scope.build.array
    masks = array(max(indexing.bound(scope, of.groups), 1))
    price, least, *steps = (array(cells.source.capacity + 1) for _ in range(7))
    cheap = expr.highest or value_range(scope.core, expr.value).low < 0
    choice = Choice(price, least if cheap else None, masks, *steps, *(scope.temp() for _ in range(3)))
    bounded = (*_bounded(scope, cells, choice), *_cheapest(scope, cells, choice))

    def looked_for() -> ir.Code:
        kept = groups.gathered(scope, of.groups.seq, cells.source)
        listed = _listed(scope, of, cells, choice)
        return (*kept, *_prices(scope, expr, cells, choice), *listed, ir.If(ir.Cell(choice.number), bounded))

    code = sequences.looped(scope, looked_for)
    found = ir.Cell(choice.found)
    return scope.after(code, ir.Bin("-", ZERO, found) if expr.highest else found)


def _prices(scope: Scope, expr: core.Outside, cells: Search, choice: Choice) -> ir.Code:
    """What each element costs, all of them together, and those from each on at least."""
    index, length = ir.Cell(scope.temp()), ir.Cell(cells.source.length)
    keep, spot = groups.element(scope, cells, index)
    scope.bind(expr.local, spot)
    code, value = scope.atom(expr.value)
    some = indexing.is_some(expr.value, value)
    there = value if some == YES else ir.Select(some, value, ZERO)
    last, price = scope.kept(ir.Bin("-", ZERO, there) if expr.highest else there)
    one = (*last, set_at(choice.price, index, price), ir.Set(choice.found, add(ir.Cell(choice.found), price)))
    all_ = ir.For(index.index, ZERO, length, (*keep, *code, *one), span=scope.span)
    if choice.least is None:
        return (ir.Set(choice.found, ZERO), all_)
    least = add(at(choice.least, plus(index, 1)), ir.Bin("min", at(choice.price, index), ZERO))
    behind = ir.For(index.index, ZERO, length, (set_at(choice.least, index, least),), down=True, span=scope.span)
    return (ir.Set(choice.found, ZERO), all_, set_at(choice.least, length, ZERO), behind)


def _listed(scope: Scope, of: Chosen, cells: Search, choice: Choice) -> ir.Code:
    """The groups, in the order of their first elements."""
    one = (set_at(choice.masks, ir.Cell(choice.number), ir.Cell(cells.mask)), increase(choice.number))
    return (ir.Set(choice.number, ZERO), *groups.among(scope, of, cells, lambda _: one))


def _bounded(scope: Scope, cells: Search, choice: Choice) -> ir.Code:
    """Where the groups of each element begin; where none does, where those of the next element do."""
    index = ir.Cell(scope.temp())
    end = plus(index, 1)
    first = ir.LowestBit(at(choice.masks, index))
    ends = ir.For(
        index.index, ZERO, ir.Cell(choice.number), (set_at(choice.bounds, plus(first, 1), end),), span=scope.span
    )
    none = ir.If(equal(at(choice.bounds, end), ZERO), (set_at(choice.bounds, end, at(choice.bounds, index)),))
    filled = ir.For(index.index, ZERO, ir.Cell(cells.source.length), (none,), span=scope.span)
    return (ir.Fill(choice.bounds, ZERO, ir.Const(cells.source.capacity + 1), 0), ends, filled)


def _cheapest(scope: Scope, cells: Search, choice: Choice) -> ir.Code:
    """Every turn takes the next way from the last step, or takes that step back; where it goes on, a step is taken."""
    to = Position(*(scope.temp() for _ in range(4)))
    goes = ir.Cell(to.goes)
    turn = (ir.If(ir.Inverse(goes), _next_way(choice, to)), ir.If(goes, _gone_on(scope, cells, choice, to)))
    going = ir.While(either(goes, ir.Bin(">=", ir.Cell(choice.step), ZERO)), turn, span=scope.span)
    return (ir.Set(choice.step, ir.Const(-1)), *to.becomes(ZERO, ZERO, ZERO), going)


def _next_way(choice: Choice, to: Position) -> ir.Code:
    """A group that begins with the element, if it shares nothing with others; after all of these, the element
    outside."""
    step, group = ir.Cell(choice.step), ir.Cell(choice.number)
    element, covered, cost = (at(cells, step) for cells in (choice.element, choice.covered, choice.cost))
    end, mask = at(choice.bounds, plus(element, 1)), at(choice.masks, group)
    with_it = to.becomes(element, ir.Bin("bitor", covered, mask), cost)
    without = to.becomes(plus(element, 1), covered, add(cost, at(choice.price, element)))
    apart = ir.If(equal(ir.Bin("bitand", covered, mask), ZERO), with_it)
    last = ir.If(equal(group, end), without, (ir.Set(choice.step, plus(step, -1)),))
    taken = (ir.Set(choice.number, at(choice.following, step)), set_at(choice.following, step, plus(group, 1)))
    return (*taken, ir.If(ir.Bin("<", group, end), (apart,), (last,)))


def _gone_on(scope: Scope, cells: Search, choice: Choice, to: Position) -> ir.Code:
    """Elements of which nothing is to be decided are passed; if what is left can be cheaper, it ends or is a step."""
    element, covered, cost = ir.Cell(to.element), ir.Cell(to.covered), ir.Cell(to.cost)
    length = ir.Cell(cells.source.length)
    is_covered = ir.Bin("bitand", covered, bit(element))
    begins_none = equal(at(choice.bounds, element), at(choice.bounds, plus(element, 1)))
    passed = both(ir.Bin("<", element, length), either(is_covered, begins_none))
    pay = ir.If(ir.Inverse(is_covered), (ir.Set(to.cost, add(cost, at(choice.price, element))),))
    step = ir.Cell(choice.step)
    kept = (
        increase(choice.step),
        set_at(choice.element, step, element),
        set_at(choice.covered, step, covered),
        set_at(choice.cost, step, cost),
        set_at(choice.following, step, at(choice.bounds, element)),
    )
    at_least = cost if choice.least is None else add(cost, at(choice.least, element))
    cheaper = ir.Bin("<", at_least, ir.Cell(choice.found))
    ended = ir.If(equal(element, length), (ir.Set(choice.found, cost),), kept)
    passing = ir.While(passed, (pay, increase(to.element)), span=scope.span)
    return (ir.Set(to.goes, ZERO), passing, ir.If(cheaper, (ended,)))


# ---- Expressions: each core expression becomes one expression of the program
# In: a scope and a core expression. Out: code without effects on the state (faults aside). What has a location is in
# `pieces`, what enumerates in `sequences`, sets and counts in `aggregates`.


def value(scope: Scope, expr: core.Expr) -> ir.Expr:
    """The integer that an expression yields."""
    kept = rewriting.kept(scope, expr)
    return direct(scope, expr) if kept is None else kept


def direct(scope: Scope, expr: core.Expr) -> ir.Expr:
    """The integer that an expression yields, reckoned here and now."""
    match expr:
        case core.Const(number):
            return ir.Const(number)
        case core.Get(local):
            return scope.spot(local).value
        case core.Read():
            return _read(scope, expr)
        case core.Attr():
            return _attribute(scope, expr)
        case core.CountOf():
            return aggregates.count_of(scope, expr)
        case core.Lookup():
            return _lookup(scope, expr)
        case core.Calc():
            return _calculate(scope, expr)
        case core.Compare(op, left, right):
            answer = _compare(scope, op, left, right)
            return _noted(scope, answer, expr.span, denied=expr.denied) if expr.counted else answer
        case core.SameCounts(left_counts, right_counts):
            return aggregates.same(scope, left_counts, right_counts)
        case core.IsNone(of):
            return equal(value(scope, of), ir.Const(none_of(of)))
        case core.Not(operand):
            return inverse(value(scope, operand))
        case core.And(operands):
            return both(*(value(scope, operand) for operand in operands))
        case core.Or(operands):
            return either(*(value(scope, operand) for operand in operands))
        case core.Cases():
            return _cases(scope, expr)
        case core.Size() | core.Total() | core.Extreme() | core.Exists() | core.AllAre() | core.Contains() | core.Sum():
            return folds.ask(scope, expr)
        case core.Repeats(var):
            return ir.Repeats(assigning.number(scope, var))
        case core.Outside():
            return outside(scope, expr)
        case core.First() | core.Last() | core.Only() | core.Item():
            found = pieces.element(scope, expr)
            return scope.after(found.code, found.kind)
        case core.On():
            return pieces.on_board(scope, expr)
        case core.AskPiece():
            return pieces.ask_piece(scope, expr)
        case core.Noted():
            return pieces.noted(scope, expr)
        case core.CallDefinition():
            return _call(scope, expr)
        case core.IsOver():
            return ir.Bin(">", ir.Cell(ENDED), ZERO)
        case core.CanAct(you, offers):
            code, seat = scope.kept(value(scope, you))
            return scope.after(code, either(*(headers.can(scope, seat, offer) for offer in offers)))


# ---- yes and no


def _compare(scope: Scope, op: core.Comparison, left: core.Expr, right: core.Expr) -> ir.Expr:
    """Comparisons with none are no, but none is the same as none. The code of none is below all values: only the right
    side needs a test in order."""
    first, second = value(scope, left), value(scope, right)
    if op in {"is", "same"}:
        if op == "same" or not (may_be_none(left) and may_be_none(right)):
            return equal(first, second)
        code, cell = scope.kept(first)
        answer = both(indexing.is_some(left, cell), equal(cell, second))
        return scope.after(code, answer) if code else answer
    sign: ir.Operator = ">=" if op == "at-least" else ">"
    if not may_be_none(right):
        return ir.Bin(sign, first, second)
    before, cell1 = scope.kept(first)
    code, cell = scope.kept(second)
    return scope.after((*before, *code), both(indexing.is_some(right, cell), ir.Bin(sign, cell1, cell)))


def _noted(scope: Scope, answer: ir.Expr, span: Span, *, denied: bool = False) -> ir.Expr:
    """A condition that counts how what stands there came out, where that is wanted."""
    if not scope.build.noting or span == NOWHERE:
        return answer
    code, cell = scope.kept(answer)
    held, failed = (scope.build.note("condition", span, outcome) for outcome in (1, 0))
    return scope.after((*code, ir.If(inverse(cell) if denied else cell, held, failed)), cell)


def _cases(scope: Scope, expr: core.Cases) -> ir.Expr:
    result = value(scope, expr.otherwise)
    places = expr.places or [NOWHERE] * len(expr.cases)
    for (test, then), span in reversed(list(zip(expr.cases, places, strict=True))):
        chosen = value(scope, then)
        place = NOWHERE if scope.build.noting and settled_by_the_end(scope.core, test) else span
        held, failed = (scope.build.note("case", place, outcome) for outcome in (1, 0))
        result = ir.Select(value(scope, test), scope.after(held, chosen), scope.after(failed, result))
    return result


# ---- fields, attributes, tables


def _read(scope: Scope, expr: core.Read) -> ir.Expr:
    if (kept := scope.kept_at(expr.var.variable)) is not None:
        return ir.Cell(kept)
    lies = scope.build.layout.variables[expr.var.variable]
    found = indexing.variable_instance(scope, expr.var)
    return scope.after(found.code, found.told(at(lies.offset, found.index), ir.Const(indexing.absent(expr.type))))


def _attribute(scope: Scope, expr: core.Attr) -> ir.Expr:
    """An attribute is a constant table; where the kind may be none, entry 0 answers for it."""
    attribute = scope.core.components[expr.component].attributes[expr.attribute]
    values = tuple(number for number in attribute.table if isinstance(number, int))
    kind = indexing.chosen(scope, expr.of, indexing.Values(attribute.name, Range(0, len(values) - 1)))
    if not may_be_none(expr.of):
        return indexing.table_at(scope, values, kind)
    return indexing.table_at(scope, (indexing.absent(expr.type), *values), plus(kind, 1))


def _lookup(scope: Scope, expr: core.Lookup) -> ir.Expr:
    table = scope.core.tables[expr.table]
    found = indexing.table_index(scope, expr.indices, table)
    entry = indexing.table_at(scope, table.values, found.index)
    return scope.after(found.code, found.told(entry, ir.Const(table.outside)))


# ---- arithmetic


def _calculate(scope: Scope, expr: core.Calc) -> ir.Expr:
    left, right = indexing.some(scope, expr.left, expr.span), indexing.some(scope, expr.right, expr.span)
    code: ir.Code = ()
    divisor = value_range(scope.core, expr.right)
    if expr.op in {"/", "mod"} and divisor.low <= 0 <= divisor.high:
        before, left = scope.kept(left)
        code, right = scope.kept(right)
        fault = scope.fault("divides-by-zero", "This divides by 0.", expr.span)
        code = (*before, *code, refused(equal(right, ZERO), fault))
    result = folded(expr.op, left, right)
    return scope.after(code, indexing.within_word(scope, result, calculated(scope.core, expr), expr.span))


def folded(op: core.Operator, left: ir.Expr, right: ir.Expr) -> ir.Expr:
    """A calculation; sums with constants folded."""
    match op, left, right:
        case "+", _, _:
            return add(left, right)
        case "-", _, ir.Const(number):
            return plus(left, -number)
        case "*", _, ir.Const(number):
            return times(left, number)
        case _:
            return ir.Bin(op, left, right)


# ---- calls and pieces


def _call(scope: Scope, expr: core.CallDefinition) -> ir.Expr:
    if rewriting.is_small(scope, expr.definition) and not (scope.checking and rewriting.fixed(scope, expr.args)):
        return _noted_call(scope, expr, rewriting.inlined(scope, expr))
    function = procedures.definition(scope, expr.definition)
    params = scope.core.definitions[expr.definition].params
    before, args = procedures.arguments(scope, params, expr.args)
    return _noted_call(scope, expr, scope.after(before, ir.Invoke(function, args)))


def _noted_call(scope: Scope, expr: core.CallDefinition, answer: ir.Expr) -> ir.Expr:
    """What a definition says, which counts where it is yes or no."""
    if not (isinstance(expr.type, BoolT) and scope.build.noting) or settled_by_the_end(scope.core, expr):
        return answer
    return _noted(scope, answer, scope.core.definitions[expr.definition].span)
