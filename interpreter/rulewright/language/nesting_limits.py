"""How far a paragraph goes with all that it names: how deep it is nested, and how much it comes to when each thing is
counted as often as it is named.

Whatever later puts definitions, procedures and actions where they are named, or runs them there, is bounded by what is
counted here, once for each paragraph. Where the caller has used up most of the stack, or the memory, rules may outgrow
the process all the same; that is told in place of the error of Python's.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import wraps
from traceback import walk_tb
from typing import Any, Final, ParamSpec, TypeVar, get_args

from attrs import Factory, define, frozen

from rulewright.language import syntax
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.messages import reading as words
from rulewright.language.span import NOWHERE, Span
from rulewright.language.walking import moved, parts

T = TypeVar("T")
P = ParamSpec("P")
OUTGROWN: Final = (RecursionError, MemoryError)
DEPTH: Final = 200
SIZE: Final = 50_000

_ALWAYS: Final = {"player", "team", "direction", "side", "line"}
# How deep one goes with each, by what the deepest pass over it needs.
_STEP: Final = 2
_STEPS: Final = {
    **dict.fromkeys(get_args(syntax.Queried), 6),
    syntax.Outside: 12,
    syntax.Trail: 12,
    **dict.fromkeys((syntax.Phase, syntax.Procedure, syntax.ProcedureFamily), 3),
    **dict.fromkeys((syntax.Case, syntax.BodyCase, syntax.Define, syntax.Body, syntax.Member), 0),
    **dict.fromkeys((syntax.Act, syntax.Do, syntax.Answer), 0),
}
# Each stands inside the `otherwise` of the one before.
_ARMS: Final = (syntax.Case, syntax.BodyCase)
_STOPS: Final = syntax.Choose | syntax.ChooseUntil | syntax.Draw | syntax.RollInto | syntax.Shuffle


@frozen
class Extent:
    """A paragraph with all that it names: how deep it is, how much, and whether it asks or rolls somewhere; if it does,
    it is carried out beside what runs it, not inside. `uses`: how often it asks what is handed to it."""

    depth: int = 0
    size: int = 0
    stops: bool = False
    uses: int = 0


@frozen
class Site:
    """Where a paragraph names another one, how deep inside, how often; `runs`: as a sentence of its own."""

    name: syntax.Name
    depth: int
    times: int
    runs: bool


@frozen
class Paragraph:
    """A paragraph without what it names: its extent, its deepest place, where it names others, and all its names."""

    own: Extent
    deepest: Span
    sites: tuple[Site, ...]
    names: frozenset[str]


Named = Mapping[str, Sequence[int]]
Laid = Mapping[str, Extent]
"""The definitions that look at several things, which are asked again wherever these are named in them."""


@define
class Measures:
    """Paragraphs as they were measured without what they name, as long as of their names the same are declared."""

    _names: frozenset[str] = frozenset()
    _known: dict[int, tuple[syntax.Declaration, Paragraph]] = Factory(dict)

    def of_all(self, declarations: Sequence[syntax.Declaration], named: Named) -> list[Paragraph]:
        """Those of a text; others are forgotten."""
        changed = self._names ^ named.keys()
        found = (self._known.get(id(each)) for each in declarations)
        there = [
            (
                each,
                hit[1] if hit and hit[0] is each and changed.isdisjoint(hit[1].names) else _paragraph(each, named, {}),
            )
            for each, hit in zip(declarations, found, strict=True)
        ]
        self._names, self._known = frozenset(named), {id(each): (each, measured) for each, measured in there}
        return [measured for _, measured in there]

    def move(self, before: syntax.Declaration, after: syntax.Declaration, by: int) -> None:
        """A paragraph stands elsewhere now."""
        hit = self._known.pop(id(before), None)
        if hit is not None and hit[0] is before:
            self._known[id(after)] = after, moved(hit[1], by)


def excesses(declarations: Sequence[syntax.Declaration], measures: Measures | None = None) -> dict[int, Diagnostic]:
    """What goes too far, by its place among the declarations; but not what only names such a one."""
    named = _named(declarations)
    paragraphs = (measures or Measures()).of_all(declarations, named)
    found: dict[int, Diagnostic] = {}
    known: dict[int, Extent] = {}
    # definitions of which a subject or parameter bears the name of no type: there it is a plural
    types = {each.name.text for each in declarations if isinstance(each, syntax.TypeDeclaration)} | _ALWAYS
    several: dict[str, int] = {}
    for place, each in enumerate(declarations):
        if isinstance(each, syntax.Define):
            of = [each.of, *(param.type for param in each.params)]
            if any(isinstance(word, syntax.Name) and word.text not in types for word in of):
                several[each.name.text] = place
    for place, _ in _named_first(paragraphs, named):
        laid = {name: known[other] for name, other in several.items() if other in known}
        paragraph = _paragraph(declarations[place], named, laid) if laid else paragraphs[place]
        inside = [(site, known.get(other, Extent())) for site in paragraph.sites for other in named[site.name.text]]
        known[place], wrong = _whole(paragraph, inside)
        if wrong:
            found[place], known[place] = wrong, Extent()
    return found


def in_order(declarations: Sequence[syntax.Declaration]) -> Iterator[int]:
    """The places of the declarations, each behind those that it names; what comes to a circle is left out."""
    named = _named(declarations)
    paragraphs = [_paragraph(each, named, {}) for each in declarations]
    return (place for place, circular in _named_first(paragraphs, named) if not circular)


def _named(declarations: Sequence[syntax.Declaration]) -> Named:
    named: dict[str, list[int]] = {}
    for place, each in enumerate(declarations):
        if isinstance(each, syntax.NamedDoing | syntax.Define):
            named.setdefault(each.name.text, []).append(place)
    return named


def _whole(paragraph: Paragraph, inside: Sequence[tuple[Site, Extent]]) -> tuple[Extent, Diagnostic | None]:
    """A paragraph with all that it names, and what is wrong with that."""
    depth, deepest = paragraph.own.depth, paragraph.deepest
    size, largest, most = paragraph.own.size, paragraph.deepest, 0
    stops = paragraph.own.stops
    for site, other in inside:
        size += site.times * other.size
        stops = stops or (site.runs and other.stops)
        inside_it = site.depth if site.runs and other.stops else site.depth + other.depth
        if inside_it > depth:
            depth, deepest = inside_it, site.name.span
        if site.times * other.size > most:
            most, largest = site.times * other.size, site.name.span
    whole = Extent(depth, size, stops, paragraph.own.uses)
    if depth > DEPTH:
        return whole, words.deep_way(deepest, number=depth, most=DEPTH)
    return whole, words.long_way(largest, most=SIZE) if size > SIZE else None


def _paragraph(declaration: syntax.Declaration, named: Named, laid: Laid) -> Paragraph:
    sites: list[Site] = []
    run, apart, names = set[int](), {id(getattr(declaration, "name", None))}, set[str]()
    depth = size = uses = 0
    params = frozenset[str]()
    if isinstance(declaration, syntax.Define):
        of = declaration.subject or declaration.of
        params = frozenset(each.text for each in (of, *(param.name for param in declaration.params)) if each)
    stops, deepest = False, declaration.span
    # The lines of an example are played one by one.
    for node, level, times in _levels(declaration, 0 if isinstance(declaration, syntax.Example) else 1, laid):
        size += times
        if level > depth:
            depth, deepest = level, node.span
        stops = stops or isinstance(node, _STOPS)
        if isinstance(node, syntax.Name):
            names.add(node.text)
        match node:
            case syntax.Name(text) if text in named and id(node) not in apart:
                sites.append(Site(node, level, times, id(node) in run))
            case syntax.Name(text) if text in params:
                uses += times
            case syntax.It() if isinstance(declaration, syntax.Define) and declaration.subject is None:
                uses += times
            case syntax.Accepted(code, name):
                apart |= {id(code), id(name)}
            case syntax.Prose(name):
                apart.add(id(name))
            case syntax.Look(names_):
                apart.update(map(id, names_))
            case syntax.Secret(told_by=told_by):
                apart.update(map(id, told_by))
            case syntax.Item(word) | syntax.ExampleSetting(_, word):
                apart.add(id(word))
            case syntax.MoveText(_, given):
                apart |= set(map(id, given))
            case syntax.Do(act) | syntax.Answer(act):
                run.add(id(act.name))
            case syntax.Offer(acts):
                apart |= {id(act.name) for act in acts}
            case syntax.Choose(passing=passing):
                apart |= {id(act.name) for act in (passing,) if act is not None}
            case syntax.ChooseUntil(ending, passing):
                apart |= {id(act.name) for act in (ending, passing) if act is not None}
            case _:
                pass
    return Paragraph(Extent(depth, size, stops, uses), deepest, tuple(sites), frozenset(names))


def _levels(declaration: syntax.Declaration, once: int, laid: Laid) -> Iterator[tuple[Any, int, int]]:
    """The nodes of a paragraph, each before those in it, with how deep it stands and how often it is made."""
    waiting: list[tuple[object, int, int]] = [(declaration, 0, once)]
    while waiting:
        node, level, times = waiting.pop()
        if isinstance(node, tuple):
            waiting += [(each, level + place * isinstance(each, _ARMS), times) for place, each in enumerate(node)]
        elif (inside := parts(node)) is not None:
            yield node, level, times
            # The best is looked for first, then what is as good, both in code of their own.
            often = 3 * times if isinstance(node, syntax.Query | syntax.Picked) and node.keys else times
            deeper = level + _STEPS.get(type(node), _STEP)
            name, handed = _handed(node) if laid else (None, ())
            if name is None or name.text not in laid:
                waiting.append((inside, deeper, often))
            else:
                of = laid[name.text]
                waiting += [(name, deeper, times), (handed, deeper + of.depth, times * of.uses)]


def _handed(node: object) -> tuple[syntax.Name | None, tuple[object, ...]]:
    """The name of what may be a definition that is asked here, and what it is asked of."""
    match node:
        case syntax.Of(subject, syntax.Member(name, args)):
            return name, (subject, args or ())
        case syntax.Call(name, args):
            return name, args
        case syntax.Compare(left=left, right=syntax.Word(name)):
            return name, (left,)
        case syntax.Compare(left=left, right=syntax.Call(name, args)):
            return name, (left, args)
        case _:
            return None, ()


def _named_first(paragraphs: Sequence[Paragraph], named: Named) -> Iterator[tuple[int, bool]]:
    """Each paragraph behind those that it names, as far as there is no circle, and whether it comes to one."""
    begun, done = set[int](), dict[int, bool]()
    for first in range(len(paragraphs)):
        waiting = [first]
        while waiting:
            place = waiting[-1]
            inside = {other: None for site in paragraphs[place].sites for other in named[site.name.text]}
            if place not in begun:
                begun.add(place)
                waiting += [other for other in inside if other not in begun]
                continue
            waiting.pop()
            if place not in done:
                done[place] = any(done.get(other, True) for other in inside)
                yield place, done[place]


# ---- rules that outgrow the process


def outgrown(problem: BaseException) -> Diagnostic:
    """The finding, at the innermost place in the text that was being looked at."""
    complaint = words.no_stack if isinstance(problem, RecursionError) else words.no_memory
    places = [
        span
        for frame, _ in walk_tb(problem.__traceback__)
        for span in (getattr(value, "span", None) for value in frame.f_locals.values())
        if isinstance(span, Span) and span != NOWHERE
    ]
    return complaint(places[-1] if places else NOWHERE)


def bounded(told: Callable[[Diagnostic], T]) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Of what finds something in a text: that it outgrows the process is a finding, too, `told` in the same way."""

    def bounding(find: Callable[P, T]) -> Callable[P, T]:
        @wraps(find)
        def found(*args: P.args, **named: P.kwargs) -> T:
            try:
                return find(*args, **named)
            except OUTGROWN as problem:
                return told(outgrown(problem))

        return found

    return bounding
