"""What is certainly so along straight code: a field has a value, a zone is empty, something is none.

One engine for all that follow sentences in their order. What is known of a field or local ends at each sentence that
may change it, or whose it is, with all that the sentence runs; branches know what their condition says.
"""

from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from attrs import Factory, field, frozen

from rulewright.language import core
from rulewright.language.binding import binds, reads
from rulewright.language.calls import Way, all_run_by, all_ways, blocks_of
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.effects import Origins, all_effects, changed_zones, nodes_in_play, origins
from rulewright.language.span import Span
from rulewright.language.walking import walk

Ref = int | core.VarRef | core.ZoneRef
"""A local, or a variable or zone with its owners."""
K = TypeVar("K", bound=Ref)
V = TypeVar("V")


@frozen
class Changes:
    """What may be otherwise behind a sentence: locals, variables, zones, and of these those that something came to."""

    locals: frozenset[int]
    variables: frozenset[int]
    zones: frozenset[int]
    filled: frozenset[int]


@frozen
class Question(Generic[K, V]):
    """What is asked along straight code, each by what is known there. `told`: what is wrong with a sentence. `asked`:
    with a condition. `given`: what is known behind a sentence; `said`: where a condition holds. `header`: what is wrong
    with a header; it adds what is known behind it."""

    made: core.Core
    told: Callable[[core.Statement, dict[K, V]], Iterator[Diagnostic]]
    given: Callable[[core.Statement, dict[K, V]], dict[K, V]]
    asked: Callable[[core.Expr, Span, dict[K, V]], Iterator[Diagnostic]] = lambda *_: iter(())
    said: Callable[[core.Expr, Span], dict[K, V]] = lambda *_: {}
    header: Callable[[tuple[core.HeaderLine, ...], dict[K, V]], Iterator[Diagnostic]] = lambda *_: iter(())
    bound: Origins = field(
        init=False, default=Factory(lambda self: origins(self.made, nodes_in_play(self.made)), takes_self=True)
    )


def everywhere_along(of: Question[K, V]) -> Iterator[Diagnostic]:
    """What is wrong anywhere, once: of a family the members have lines in common."""
    yield from dict.fromkeys(found for way in all_ways(of.made) for found in _way(of, way))


def _way(of: Question[K, V], way: Way) -> Iterator[Diagnostic]:
    known: dict[K, V] = {}
    yield from of.header(way.header, known)
    yield from along(of, way.body, known)


def along(of: Question[K, V], body: tuple[core.Statement, ...], known: dict[K, V]) -> Iterator[Diagnostic]:
    """What is wrong with each sentence in turn; `known` is what is known before the first, and at last behind all."""
    for node in body:
        if isinstance(node, core.Loop | core.Choosing):
            forget(of, known, node)
        yield from of.told(node, known)
        if isinstance(node, core.If):
            yield from branches(of, node, known)
            continue
        for inner in blocks_of(node):
            yield from along(of, inner, dict(known))
        forget(of, known, node)
        known |= of.given(node, known)


def branches(of: Question[K, V], node: core.If, known: dict[K, V]) -> Iterator[Diagnostic]:
    """Each branch with what its condition says; behind them what the branches that go on leave."""
    before = dict(known)
    for condition, body in node.cases:
        yield from of.asked(condition, node.span, before)
        yield from along(of, body, before | of.said(condition, node.span))
        before |= of.said(core.Not(condition), node.span)
    yield from along(of, node.otherwise, dict(before))
    forget(of, known, node)
    if not node.otherwise and all(body and isinstance(body[-1], core.Leaving) for _, body in node.cases):
        known |= before


def forget(of: Question[K, V], known: dict[K, V], node: core.Statement) -> None:
    """End what is known of all that a sentence may change."""
    if known:
        done = changes(of, node)
        for ref in [ref for ref in known if is_stale(ref, done)]:
            del known[ref]


def changes(of: Question[K, V], node: core.Statement) -> Changes:
    """What a sentence may change, with all that it runs."""
    inside = all_run_by(of.made, node)
    done = [*all_effects(of.made, inside)]
    return Changes(
        frozenset(local for each in inside for local in bound_in(each)),
        frozenset(number for each in done for number in each.writes),
        frozenset[int]().union(*(changed_zones(of.made, of.bound, each) for each in done)),
        frozenset[int]().union(*(each.filled for each in done)),
    )


def bound_in(node: object) -> tuple[int, ...]:
    """The locals that one sentence binds or finds again."""
    match node:
        case core.MovePiece(piece=core.Get(local=local)):
            return (local,)
        case _:
            return binds(node)


def is_stale(ref: Ref, done: Changes) -> bool:
    """Whether a local, or a variable or zone or whose it is, may be otherwise."""
    if isinstance(ref, int):
        return ref in done.locals
    if isinstance(ref, core.ZoneRef) and ref.zone in done.filled:
        return True
    asked = [*walk(ref.owners)]
    variables = {each.variable for each in (ref, *asked) if isinstance(each, core.VarRef)}
    zones = {each.zone for each in asked if isinstance(each, core.ZoneRef)}
    places = any(isinstance(each, core.AskPiece | core.CallDefinition | core.CanAct | core.Noted) for each in asked)
    elsewhere = places or not (variables.isdisjoint(done.variables) and zones.isdisjoint(done.zones))
    return elsewhere or not reads(ref).isdisjoint(done.locals)
