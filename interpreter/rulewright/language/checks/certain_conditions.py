"""Conditions that can never hold, or never fail, whatever happens, and choices at which somebody may be stuck, or never
is."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from attrs import frozen

from rulewright.language import core
from rulewright.language.checks.expression_values import Outcomes, Seen, may, said
from rulewright.language.checks.named_in_vain import read_anywhere, set_anew
from rulewright.language.core_queries import anded, members_of, offers_of, questions, ways
from rulewright.language.diagnostics import Diagnostic, Edit
from rulewright.language.facts.ranges import component_of, names_of, range_of, type_of
from rulewright.language.intervals import May, either
from rulewright.language.messages import flow as words, names as field_words
from rulewright.language.source import Source
from rulewright.language.span import NOWHERE, Span
from rulewright.language.types import BoolT, NumberT, OptionalT, Scalar, Several, without_none
from rulewright.language.walking import walk
from rulewright.language.wording import listed

# ---- What is said of `c is in Z` where c always lies elsewhere: that it asks for this very piece, not for its kind

ASKED: Final = re.compile(r"(?P<piece>.+?)\s+is\s+(?P<denied>not\s+)?in\s+(?P<zone>.+)", re.DOTALL)
GOES_ON: Final = re.compile(r"\s+(?:and|or)\b")


def asked_elsewhere(of: Outcomes, condition: core.Expr) -> Iterator[tuple[core.Contains, Span]]:
    """The questions in a condition, and in the definitions it asks, whether a piece is where it never lies, and where
    each stands: that of a denied one only the denial knows."""
    for node in questions(of.made, condition):
        asked = node.operand if isinstance(node, core.Not) else node
        place = getattr(node, "span", NOWHERE) if node is asked or getattr(asked, "span", None) == NOWHERE else NOWHERE
        if isinstance(asked, core.Contains) and id(asked) in of.apart and place != NOWHERE:
            yield asked, place


def lies_elsewhere(of: Outcomes, source: Source, asked: core.Contains, place: Span) -> Diagnostic:
    """What is said of such a question, with both things that may be meant."""
    found = ASKED.fullmatch(source.text[place.start : place.end])
    piece, zone, denied = found.group("piece", "zone", "denied") if found else ("the piece", "there", None)
    component = component_of(of.made, type_of(asked.value))
    sort = "piece" if component is None else of.made.components[component].name
    named, called = piece, None
    if piece == "it":
        named = of.made.locals[asked.value.local].name if isinstance(asked.value, core.Get) else "it"
        called = f"this-{sort}" if named == "it" else None
        piece, named = (f"the {sort}", f"this-{sort}") if called else (named, named)
    other = f"other-{sort}"
    while other in source.text:
        other = f"an{other}" if other.startswith("other") else f"yet-{other}"
    alike = f"{'no' if denied else 'some'} {other} in {zone} where {other} is {named}"
    if GOES_ON.match(source.text, place.end):
        alike = f"({alike})"
    lies = [of.made.zones[number].name for number in sorted(of.apart[id(asked)])]
    say = words.always_elsewhere if denied else words.lies_never_there
    edit = Edit(place, alike) if found and called is None else None
    return say(place, edit=edit, piece=piece, zone=zone, lies=lies, called=called, alike=alike if found else None)


# ---- Conditions that can never hold, or never fail: of guards, branches, loops, `where`, definitions
# And fields that are only ever set to what they are. What stands before tells what is known: guards above, cases
# above, what stands left of an `and`. A condition that asks what nothing sets is left to what is said of that field.


@frozen
class Judgement:
    """A condition, or an operand of one, at one of the places where it is asked: what is known there, and what it
    certainly comes to. `told`: whether that would be worth telling, if it is so wherever the same words are asked."""

    condition: core.Expr
    seen: Seen
    place: Span
    comes_to: bool | None
    told: bool


def certain(of: Outcomes, source: Source) -> Iterator[Diagnostic]:
    """Fields that never change, conditions that come to the same for all who ask, and fallbacks that never come."""
    made, read, written = of.made, read_anywhere(of.made, of.nodes), set_anew(of.made, of.nodes)
    for number, variable in enumerate(made.variables):
        found, type_ = of.variables.get(number, May()), variable.type
        elsewhere = variable.answers is not None or variable.lies_in is not None
        if number in read & written and found.alone and not elsewhere and not isinstance(type_, Several):
            # it is only ever set to one value, the one with which the game begins
            value = values_in_words(of, type_, found) or ("yes" if found.range.low else "no")
            if isinstance(type_, OptionalT) or range_of(made, type_).extent > 1:
                yield field_words.never_changed(variable.span, name=variable.name, value=value)
    for node in walk((made.setup, made.play, made.procedures, made.actions)):
        if isinstance(node, core.IsOver):
            yield words.over_in_play(node.span)
    for told, _ in agreed(judgements(of), made.settled):
        asked = next(asked_elsewhere(of, told.condition), None)
        yield complaint(of, told) if asked is None else lies_elsewhere(of, source, *asked)
    yield from needless(of)


def agreed(judged: Iterable[Judgement], settled: Iterable[Span]) -> Iterator[tuple[Judgement, list[Judgement]]]:
    """What is worth telling and so for everybody who asks it, with what it is for each. What is settled for one of them
    before the game begins, within the condition too, stands no longer where he asks it."""
    alike, starts = defaultdict[object, list[Judgement]](list), {span.start for span in settled}
    for each in judged:
        # the same words are the same for each caller of a definition; what has no place is by itself
        own = extent(each.condition)
        alike[id(each.condition) if own == NOWHERE else (own, type(each.condition))].append(each)
    for group in alike.values():
        told = next((each for each in group if each.told), None)
        if told is not None and len({each.comes_to for each in group}) == 1:
            own = extent(told.condition)
            if starts.isdisjoint(range(own.start, own.end)):
                yield told, group


def judgements(of: Outcomes) -> Iterator[Judgement]:
    """Every condition of a guard, branch, loop, `where` and definition, with its operands."""
    for node in of.nodes:
        match node:
            case core.Action():
                for header in (node.header, *((*node.header, *each.header) for each in members_of(node))):
                    yield from in_header(of, header)
            case core.OfferLine(needs=lines):
                yield from in_header(of, lines)
            case core.If(cases=cases) | core.Cases(cases=cases):
                yield from in_turn(of, [test for test, _ in cases], {}, holds=False)
            case core.Repeat(until=until) | core.Around(until=until) if until is not None:
                yield from judged(of, until, {}, node.span)
            case core.Filter(condition=test):
                yield from judged(of, test, {}, NOWHERE)
            case core.Exists(condition=test) if of.apart:
                found = judged(of, test, {}, NOWHERE)
                yield from (each for each in found if any(asked_elsewhere(of, each.condition)))
            case _:
                pass


def in_header(of: Outcomes, lines: Sequence[core.HeaderLine]) -> Iterator[Judgement]:
    """Guards, each asked where those before it held; one that holds only if somebody can tells nothing."""
    seen: Seen = {}
    for line in lines:
        if isinstance(line, core.MustLeave):
            yield from judged(of, line.condition, {}, NOWHERE)
        if isinstance(line, core.Needs):
            yield from judged(of, line.condition, seen, line.span)
            further = seen if line.if_you_can else said(of, line.condition, seen, holds=True)
            if further is None:
                return
            seen = further


def in_turn(
    of: Outcomes, tests: Iterable[core.Expr], seen: Seen, span: Span = NOWHERE, *, holds: bool, told: bool = True
) -> Iterator[Judgement]:
    """Conditions each of which is asked where all before it held, or none did. Of operands, that is what is not `told`,
    whether a thing is there may be asked in any case."""
    for test in tests:
        yield from judged(of, test, seen, span, told=told or not isinstance(inside_not(test), core.IsNone))
        further = said(of, test, seen, holds=holds)
        if further is None:
            return
        seen = further


def judged(of: Outcomes, expr: core.Expr, seen: Seen, span: Span, *, told: bool = True) -> Iterator[Judgement]:
    """A condition and the operands of which it is made. If these always come to the same, it is told of them."""
    inner = list[Judgement]()
    match expr:
        case core.Const():
            return
        case core.Not(operand=operand, span=own) if own == NOWHERE:
            yield from judged(of, operand, seen, span, told=told)
            return
        case core.Compare(denied=True):
            expr = core.Not(expr, span=expr.span)
        case core.Junction(word, operands) if between(expr) is None:
            inner = list(in_turn(of, operands, seen, span, holds=word == "and", told=False))
            yield from inner
        case _:
            pass
    places = (extent(expr), *(getattr(node, "span", NOWHERE) for node in walk(expr)))
    place, value = next((each for each in places if each != NOWHERE), span), may(of, expr, seen)
    comes_to = bool(value.range.low) if value.some and value.range.extent == 1 else None
    # what asks a field that nothing ever sets, or a zone into which nothing gets, is left to what is said of that
    told = told and comes_to is not None and not any(each.told for each in inner)
    told = told and not any(
        (isinstance(node, core.VarRef) and node.variable not in of.written)
        or (isinstance(node, core.ZoneRef) and not of.zones[node.zone])
        for node in questions(of.made, expr)
    )
    yield Judgement(expr, seen, place, comes_to, told and place != NOWHERE)


def inside_not(expr: core.Expr) -> core.Expr:
    """What a condition denies, or itself."""
    return expr.operand if isinstance(expr, core.Not) else expr


def between(expr: core.Expr) -> tuple[core.Expr, core.Expr, core.Expr] | None:
    """What `x is in low..high` says lies between which ends; None of any other condition."""
    match inside_not(expr):
        case core.Junction("and", (core.Compare(op="at-least") as lower, core.Compare(op="at-least") as upper)) if (
            lower.left == upper.right and lower.span == upper.span != NOWHERE
        ):
            return lower.left, lower.right, upper.left
        case _:
            return None


def extent(expr: core.Expr) -> Span:
    """Where the words of a condition stand, from the first to the last that has a place of its own."""
    match expr:
        case core.Compare(span=span) | core.IsNone(span=span) | core.Contains(span=span) | core.Exists(span=span):
            return span
        case core.Not(operand=operand, span=span):
            return extent(operand) if span == NOWHERE else span
        case core.Junction(_, operands):
            own = [each for each in map(extent, operands) if each != NOWHERE]
            return Span(own[0].start, max(each.end for each in own)) if own else NOWHERE
        case _:
            return NOWHERE


def complaint(of: Outcomes, told_of: Judgement) -> Diagnostic:
    """That it always holds, or never; of a comparison with what its sides can be."""
    inner, seen, made = inside_not(told_of.condition), told_of.seen, of.made
    sides: list[str | None] = [None, None]
    own, hidden = None, None
    if isinstance(inner, core.Compare):
        if isinstance(inner.left, core.Get) and inner.left == inner.right:
            # it is compared with itself: what else is called so may be meant
            name = made.locals[inner.left.local].name
            own = None if name == "it" else name
            if own in {each.name for each in made.fields} | {each.name for each in made.zones}:
                hidden = f"the field {own}"
            elif any(own in names for names in (*made.values.values(), *(each.kinds for each in made.components))):
                hidden = f"the value {own}"
        ordered = (inner.right, inner.left) if isinstance(inner.left, core.Const) else (inner.left, inner.right)
        sides = [values_in_words(of, type_of(side), may(of, side, seen)) for side in ordered]
    elif (ends := between(inner)) is not None:
        value, low, high = (may(of, end, seen) for end in ends)
        sides = [values_in_words(of, type_of(ends[0]), value), values_in_words(of, type_of(ends[1]), either(low, high))]
    say = words.always_holds if told_of.comes_to else words.never_holds
    return say(told_of.place, left=sides[0], right=sides[1], own=own, hidden=hidden)


def values_in_words(of: Outcomes, type_: Scalar, value: May) -> str | None:
    """The values that something can have, in words."""
    type_, known = without_none(type_), list[str]()
    low, high = value.range.low, value.range.high
    if isinstance(type_, BoolT):
        return None
    if value.some and isinstance(type_, NumberT):
        known.append(str(low) if low == high else f"{low}..{high}")
    elif value.some:
        known.append(listed(names_of(of.made, type_)[low : high + 1], most=4))
    return " or ".join([*known, *(["none"] if value.none else [])]) or None


# ---- Choices without `if you cannot:` at which somebody may have no move; and those with it where somebody always can
# A suspicion: whether it can come to that is for play to show. Law: where it is silent, nobody is ever stuck.


def open_ends(of: Outcomes) -> Iterator[tuple[Span, str | None]]:
    """The place of each such choice, and where all are asked alike what whoever can do nothing else is to do."""
    # the choices at the head of a branch that is taken only if something in them can be chosen
    asked = set[int]()
    for node in of.nodes:
        for condition, body in node.cases if isinstance(node, core.If) else ():
            able = [part for part in anded(condition) if isinstance(part, core.CanAct)]
            for first in (each for each in body[:1] if isinstance(each, core.Choose)):
                if any(each.you == first.you and set(each.offers) <= set(first.offers) for each in able):
                    asked.add(id(first))
    for node in (each for each in of.nodes if isinstance(each, core.Choose)):
        unsure = node.otherwise is None and id(node) not in asked
        if unsure and not any(surely_offered(of, node, offer) for offer in offers_of(node)):
            alike = (of.made.actions[offer.action].name for offer in offers_of(node) if offer.alike)
            yield node.span, next(alike, None)


def needless(of: Outcomes) -> Iterator[Diagnostic]:
    """Each `if you cannot:` and `, asked alike` that never comes, for an action can be chosen whatever happens."""
    offered = [offer for node in of.nodes for offer in offers_of(node)]
    for node in (each for each in of.nodes if isinstance(each, core.Choosing)):
        passing = next((offer for offer in node.offers if offer.alike), None)
        if not node.otherwise and passing is None:
            continue
        sure = (offer for offer in node.offers if offer is not passing and surely_offered(of, node, offer))
        always = next((of.made.actions[offer.action].name for offer in sure), None)
        if always is not None and passing is not None:
            alone = [each.action for each in offered].count(passing.action) == 1
            name = of.made.actions[passing.action].name if alone else None
            yield words.never_alike(passing.span, name=always, alone=name, edit=Edit(passing.span, ""))
        elif always is not None:
            span = next((part.span for part in node.otherwise or () if part.span != NOWHERE), node.span)
            yield words.never_stuck(span, also=node.span, name=always)


def surely_offered(of: Outcomes, node: core.Choosing, offer: core.OfferLine) -> bool:
    """Whether an action can be chosen whatever happens, or where nothing else can."""
    action = of.made.actions[offer.action]
    if offer.limit is not None or offer.owed or not (offer.alike or all(surely_goes(of, line) for line in offer.needs)):
        return False

    def instead(line: core.HeaderLine) -> bool:
        """Whether a line refuses only where another action of the choice can be chosen."""
        match line:
            case core.Needs(condition=core.Not(operand=core.CanAct(you=core.Get(local=you), offers=offers))):
                return you == action.you and set(offers) <= set(node.offers)
            case _:
                return False

    return all(surely_goes(of, line) or instead(line) for way in ways(action) for line in way.header)


def surely_goes(of: Outcomes, line: core.HeaderLine) -> bool:
    """Whether a line of a header leaves a move."""
    match line:
        case core.Let():
            return True
        case core.Needs(condition=condition, if_you_can=possible):
            return possible or may(of, condition, {}).only(1)
        case core.MustLeave(if_able=possible):
            return possible
        case core.MustChange():
            return False
        case core.Pick(seq=seq, if_any=if_any):
            return if_any or surely_something(of, seq)
        case core.PickSeveral(low=low):
            return may(of, low, {}).only(0)


def surely_something(of: Outcomes, seq: core.Seq) -> bool:
    """Whether a sequence surely has an element."""
    match seq:
        case core.Values():
            return seq.number > 0
        case core.Numbers():
            low, high = may(of, seq.low, {}), may(of, seq.high, {})
            return not (low.none or high.none) and low.some and high.some and low.range.high <= high.range.low
        case core.Listed():
            return any(not may(of, value, {}).none for value in seq.values)
        case core.Chain():
            return any(surely_something(of, each) for each in seq.seqs)
        case _:
            return False
