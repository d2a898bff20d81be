"""How far it is from place to place, and how long the longest trail along links."""

from collections.abc import Sequence

from attrs import frozen

from rulewright.language import core
from rulewright.language.facts.ranges import none_of
from rulewright.language.intervals import Range
from rulewright.machine.lower import boards, indexing
from rulewright.machine.lower.builder import Scope, Spot
from rulewright.machine.lower.terms import add, at, both, equal, plus, set_at
from rulewright.machine.program import nodes as ir


def length(scope: Scope, expr: core.Steps | core.Trail) -> ir.Expr:
    """The number of steps to the nearest goal, or what the longest trail comes to."""
    with scope.looped():
        return steps(scope, expr) if isinstance(expr, core.Steps) else longest(scope, expr)


def steps(scope: Scope, expr: core.Steps) -> ir.Expr:
    """How far the first place is that is a goal."""
    away, answer = scope.cell(), scope.cell(ir.Const(none_of(expr)))
    with scope.labelled() as label:

        def ask(place: Spot) -> None:
            scope.bind(expr.local, place)
            with scope.when(scope.value(expr.value)):
                scope.set(answer, away)
                scope.emit(ir.Leave(label))

        boards.flood(scope, expr.seq, ask, away)
    return answer


# ---- Trails: every turn of the search goes along the next link from where it stands, or takes the last one back


@frozen
class Links:
    """Of each place the links at it, from `begin` on in `following`; of each link the sum of its ends in `across`.
    `free`: which links a trail may still go along, `long` how long each is; `passing`: where it may go on."""

    places: int
    begin: int
    following: int
    across: int
    free: int
    long: int
    passing: int


def longest(scope: Scope, expr: core.Trail) -> ir.Expr:
    """The highest total over a trail."""
    links = links_of(scope, scope.core.list_tables[expr.ends].values, indexing.elements(scope, expr.through.seq).extent)
    found, whole = scope.cell(ir.ZERO), _listed(scope, expr, links)
    with scope.when(ir.Bin(">", whole, ir.ZERO)):
        scope.emit(ir.Fill(links.passing, ir.ZERO, ir.Const(links.places), 0))
        scope.each(expr.through, lambda spot: scope.emit(set_at(links.passing, spot.value, ir.ONE)))
        _find_longest(scope, expr, links, found, whole)
    return found


def links_of(scope: Scope, ends: Sequence[Sequence[int]], places: int) -> Links:
    """Tables for the search. A link with one end has another one, where it does not go on: a place behind all."""
    table, array = scope.build.table, scope.build.array
    pairs = [(*pair, places, places)[:2] for pair in ends]
    at_each = [[link for link, pair in enumerate(pairs) if place in pair] for place in range(places + 1)]
    begin = tuple(sum(map(len, at_each[:place])) for place in range(places + 2))
    following, across = tuple(link for each in at_each for link in each), tuple(map(sum, pairs))
    number = len(ends)
    room = array(number), array(number), array(places + 1)
    return Links(places + 1, table(begin), table(following), table(across), *room)


def _listed(scope: Scope, expr: core.Trail, links: Links) -> ir.Cell:
    """The links become free, each with its length; how long all are together."""
    number, whole = len(scope.core.list_tables[expr.ends].values), scope.cell(ir.ZERO)
    can_be, values = indexing.elements(scope, expr.seq), indexing.Values("trail", Range(0, number - 1))
    scope.emit(ir.Fill(links.free, ir.ZERO, ir.Const(number), 0))

    def listed(spot: Spot) -> None:
        link = scope.kept(indexing.within(scope, spot.value, can_be, values.range, values.words))
        with scope.when(equal(at(links.free, link), ir.ZERO)):
            scope.bind(expr.local, Spot(link))
            value = scope.atom(expr.value)
            some = indexing.is_some(expr.value, value)
            long = scope.kept(value if some == ir.YES else ir.Select(some, value, ir.ZERO))
            scope.emit(set_at(links.free, link, ir.ONE), set_at(links.long, link, long))
            scope.set(whole, add(whole, ir.Bin("max", long, ir.ZERO)))

    scope.each(expr.seq, listed)
    return whole


def _find_longest(scope: Scope, expr: core.Trail, links: Links, found: ir.Cell, whole: ir.Cell) -> None:
    """Of every step: the place, the next link to be tried there, and the link that was taken there. It ends where all
    links are in the trail that was `found`."""
    places, tried, taken = (scope.build.array(len(scope.core.list_tables[expr.ends].values) + 1) for _ in range(3))
    step, total = scope.cell(), scope.cell()

    def stand(place: ir.Expr) -> None:
        scope.emit(set_at(places, step, place), set_at(tried, step, ir.TableAt(links.begin, place)))

    with scope.loop(ir.ZERO, ir.Const(links.places)) as first:
        scope.set(step, ir.ZERO)
        scope.set(total, ir.ZERO)
        stand(first)
        with scope.block() as turn:
            here, number = scope.cell(at(places, step)), scope.cell(at(tried, step))
            with scope.block() as back:
                scope.set(step, plus(step, -1))
                with scope.when(ir.Bin(">=", step, ir.ZERO)):
                    last = scope.cell(at(taken, step))
                    scope.emit(set_at(links.free, last, ir.ONE))
                    scope.set(total, ir.Bin("-", total, at(links.long, last)))
            with scope.block() as on:
                scope.emit(set_at(tried, step, plus(number, 1)))
                link = scope.cell(ir.TableAt(links.following, number))
                with scope.when(at(links.free, link)):
                    further = scope.cell(add(total, at(links.long, link)))
                    there = scope.cell(ir.Bin("-", ir.TableAt(links.across, link), here))
                    scope.set(found, ir.Bin("max", found, further))
                    with scope.when(at(links.passing, there)):
                        scope.emit(set_at(links.free, link, ir.ZERO), set_at(taken, step, link))
                        scope.set(total, further)
                        scope.increase(step)
                        stand(there)
            none_left = equal(number, ir.TableAt(links.begin, plus(here, 1)))
            scope.emit(ir.If(none_left, tuple(back), tuple(on)))
        goes_on = both(ir.Bin(">=", step, ir.ZERO), ir.Bin("<", found, whole))
        scope.emit(ir.While(goes_on, tuple(turn), span=expr.span))
