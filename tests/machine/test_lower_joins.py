"""Constant lists filtered by membership: the same elements in the same order, and only those gone through."""

from time import process_time

from hypothesis import given
from hypothesis import strategies as st

from rulewright.language import core
from rulewright.language.types import NONE_NUMBER, NumberT, OptionalT
from rulewright.machine.lower.builder import Builder, Scope
from rulewright.machine.lower.index_joins import joined
from rulewright.machine.lower.layout import lay_out
from rulewright.machine.lower.lowering import RECURSION
from tests.machine.tiny_cores import Rules, assign, get, num, read, run

ITEM = NumberT(-2, 9)
MAYBE = OptionalT(ITEM)
LISTS = st.lists(st.lists(st.integers(0, 6), max_size=5).map(tuple), min_size=1, max_size=6).map(tuple)


def _table(rules: Rules, lists: tuple[tuple[int, ...], ...]) -> int:
    rules.list_tables.append(core.ListTable("lists", (len(lists),), (0,), lists, open=True))
    return len(rules.list_tables) - 1


def _contains(table: int, key: core.Expr, value: core.Expr) -> core.Contains:
    return core.Contains(core.TableList(table, (key,)), value)


@given(LISTS, LISTS, st.integers(-2, 9), st.integers(-2, 9), st.booleans())
def test_the_same_elements_in_the_same_order(
    outer: tuple[tuple[int, ...], ...], inner: tuple[tuple[int, ...], ...], row: int, key: int, constant: bool
) -> None:
    rules = Rules()
    x, y = rules.variable("x", MAYBE), rules.variable("y", ITEM)
    local = rules.local("l", ITEM)
    through, members = _table(rules, outer), _table(rules, inner)
    game = run(rules, assign(x, num(key)), assign(y, num(row)))
    index = num(row) if constant else read(y, type_=ITEM)
    source, known, this = core.TableList(through, (index,)), read(x, type_=MAYBE), get(rules, local)
    there = outer[row] if 0 <= row < len(outer) else ()
    holding = [(n,) for n in there if n < len(inner) and key in inner[n]]
    held = [(n,) for n in there if 0 <= key < len(inner) and n in inner[key]]
    assert game.listed(core.Filter(local, source, _contains(members, this, known))) == holding
    assert game.listed(core.Filter(local, source, _contains(members, known, this))) == held
    both = core.And((_contains(members, known, this), _contains(members, this, known)))
    assert game.listed(core.Filter(local, source, both)) == [n for n in holding if n in held]
    assert game.ask(core.Exists(local, source, both)) == any(n in held for n in holding)
    assert game.listed(core.Filter(local, core.Values(3), _contains(members, this, known))) == [
        (n,) for n in range(min(3, len(inner))) if key in inner[n]
    ]


@given(LISTS, st.integers(-2, 9), st.booleans())
def test_ends_and_lengths_of_constant_lists(lists: tuple[tuple[int, ...], ...], row: int, constant: bool) -> None:
    rules = Rules()
    y, local = rules.variable("y", ITEM), rules.local("l", ITEM)
    table = _table(rules, lists)
    game = run(rules, assign(y, num(row)))
    source = core.TableList(table, (num(row) if constant else read(y, type_=ITEM),))
    there = lists[row] if 0 <= row < len(lists) else ()
    assert game.ask(core.First(source, MAYBE)) == (there[0] if there else NONE_NUMBER)
    assert game.ask(core.Last(source, MAYBE)) == (there[-1] if there else NONE_NUMBER)
    assert game.ask(core.Size(source)) == len(there)
    holding = core.Filter(local, core.Values(len(lists)), _contains(table, get(rules, local), num(row)))
    assert game.ask(core.Size(holding)) == sum(row in each for each in lists)
    assert game.ask(core.Compare("more-than", core.Size(holding), num(0))) == any(row in each for each in lists)


def test_none_is_in_no_list() -> None:
    rules = Rules()
    x, local = rules.variable("x", MAYBE), rules.local("l", ITEM)
    members = _table(rules, ((1, 2), (2,)))
    game = run(rules)
    source = core.Filter(local, core.Values(2), _contains(members, get(rules, local), read(x, type_=MAYBE)))
    assert game.listed(source) == []


def _scope(rules: Rules) -> Scope:
    made = rules.core()
    return Scope(Builder(RECURSION, made, lay_out(made), 100))


def test_only_what_is_known_before_is_joined() -> None:
    rules = Rules()
    x, line, other = rules.variable("x", ITEM), rules.local("line", ITEM), rules.local("other", ITEM)
    members = _table(rules, ((1, 2), (2, 3), (3,)))
    scope, this, known = _scope(rules), get(rules, line), read(x, type_=ITEM)
    part = _contains(members, this, known)
    own = _contains(members, this, this)
    risky = core.Compare("is", core.Calc("/", num(1), known, ITEM), num(1))
    assert joined(scope, line, core.Values(3), own) == (core.Values(3), own)
    assert joined(scope, other, core.Values(3), part) == (core.Values(3), part)
    late = core.And((risky, part))
    assert joined(scope, line, core.Values(3), late) == (core.Values(3), late)
    seq, rest = joined(scope, line, core.Values(3), core.And((part, risky)))
    assert rest == core.And((risky,))
    assert isinstance(seq, core.TableList)
    assert scope.core.list_tables[seq.table].values == ((0,), (0, 1), (1, 2))


def test_many_elements_are_joined_soon() -> None:
    rules, many = Rules(), 20_000
    x, line = rules.variable("x", ITEM), rules.local("line", ITEM)
    members = _table(rules, tuple((n, n + 1, n + 2) for n in range(many)))
    scope, began = _scope(rules), process_time()
    part = _contains(members, get(rules, line), read(x, type_=ITEM))
    seq, rest = joined(scope, line, core.Values(many), part)
    assert process_time() - began < 5
    assert rest == core.And(())
    assert isinstance(seq, core.TableList)
    assert scope.core.list_tables[seq.table].values[7] == (5, 6, 7)
