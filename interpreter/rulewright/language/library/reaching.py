"""What hangs together: places that are reached from one over a relation, whether all do, the parts that do, and what
trails lead along."""

from typing import Final

from attrs import evolve

from rulewright.language import core, intervals as fold
from rulewright.language.elaborate.coercions import as_seq, bound, declared_name
from rulewright.language.elaborate.environment import Env, GroupsValue, Mistake, SeqValue, Value, World
from rulewright.language.elaborate.resolve import all_values
from rulewright.language.elaborate.suggestions import typed_words
from rulewright.language.messages import declarations as limits, kinds_of_values as words
from rulewright.language.span import Span
from rulewright.language.syntax import Member, Name, Of, Word
from rulewright.language.types import BOOL, Scalar, with_none

MOST_IN_REGIONS: Final = 1024
Relation = tuple[int, core.Seq]
"""What is next to a place that is bound to a local."""


def places(world: World, type_: Scalar, span: Span, what: str) -> SeqValue:
    """All places of a type of which regions can be asked."""
    place = declared_name(type_)
    if place is None or place not in world.places:
        raise Mistake(words.no_place(span, what=what))
    if (size := world.size(world.types[place])) > MOST_IN_REGIONS:
        raise Mistake(limits.too_wide_for_regions(span, place=place, number=size, most=MOST_IN_REGIONS))
    return all_values(world, place)


def relation(world: World, env: Env, every: SeqValue, member: Member | None, span: Span) -> Relation:
    """What a place answers when it is asked what is next to it: places of its type, or one, or none."""
    local, here = world.element(every, "each")
    one = Name(" each", span=span)  # no author can write that
    asked = member or Member(Name("neighbors", span=span), None, span=span)
    inner = env.bind(one, evolve(here, itself=True), "a place")
    found = world.expression(inner, Of(Word(one, span=span), asked, span=span))
    place = declared_name(every.of)
    if isinstance(found, Value) and declared_name(found.type) == place:
        return local, core.Listed((found.core,))
    what = world.text(asked.span)
    if isinstance(found, Value | GroupsValue):
        raise Mistake(words.no_steps(asked.span, what=what, place=place))
    beside = as_seq(world, found, span)
    if (place or "", link := declared_name(beside.of) or "") in world.meetings:
        raise Mistake(words.through_links(asked.span, what=what, place=place, link=link))
    if link != place:
        raise Mistake(words.no_steps(asked.span, what=what, place=place))
    return local, beside.seq


def among_all(world: World, every: SeqValue, seq: SeqValue) -> core.Filter:
    """These places as those of all of their type that are among them."""
    if isinstance(seq.seq, core.Filter) and seq.seq.seq == every.seq:
        return seq.seq
    local, place = world.element(every, "each")
    return core.Filter(local, every.seq, core.Contains(seq.seq, place.core))


def together(world: World, seq: SeqValue, ways: Relation | None, span: Span) -> tuple[core.Filter, core.Region]:
    """Some places, and what hangs together of them with the first."""
    if declared_name(seq.of) not in world.places:
        raise Mistake(words.not_together(span, what=typed_words(world, seq).removeprefix("a ")))
    every = places(world, seq.of, span, "")
    these = among_all(world, every, seq)
    local, beside = ways or relation(world, Env(), every, None, span)
    first = core.OneOf(these, with_none(every.of), "first")
    return these, core.Region(first, local, beside, these, span=span)


def connected(world: World, seq: SeqValue, ways: Relation | None, span: Span) -> Value:
    """Whether all places hang together; as no place does."""
    these, region = together(world, seq, ways, span)
    return Value(fold.comparison("is", core.Size(region), core.Size(these)), BOOL)


def parts(world: World, seq: SeqValue, ways: Relation | None, span: Span) -> GroupsValue:
    """The parts that hang together, each told by its first place."""
    these, region = together(world, seq, ways, span)
    local, place = world.element(seq, "each")
    part = evolve(region, start=place.core)
    first = fold.comparison("is", core.OneOf(part, with_none(place.type), "first"), place.core)
    return GroupsValue(core.Filter(local, these, first), seq, bound(world, these), part)


def ends_of(world: World, links: SeqValue, through: SeqValue | None, what: str, span: Span) -> tuple[int, core.Filter]:
    """Where links end: the table, and those of the ends through which a trail leads."""
    of = declared_name(links.of)
    touching = {end: meets.touching for (link, end), meets in world.meetings.items() if link == of}
    ends = {end: lists for end, lists in touching.items() if all(len(each) <= 2 for each in lists)}
    if not ends:
        raise Mistake(words.no_links(span, what=what))
    wanted = declared_name(through.of) if through else next(iter(ends))
    if wanted not in ends or (through is None and len(ends) > 1):
        plurals = " or ".join(plural for plural, name in world.plurals.items() if name in ends)
        raise Mistake(words.through_which(span, link=of, ends=plurals, wanted=wanted if through else None))
    places(world, links.of, span, what)
    lists, every = ends[wanted], all_values(world, wanted)
    passing = core.Filter(world.element(every, "each")[0], every.seq, fold.YES)
    return world.lists(f"{of} ends {wanted}", lambda: lists), among_all(world, every, through) if through else passing
