"""Sentences that a text may lack: what would begin anew where nothing does, what a like action says, ways
that are open only where others are closed, and limits.

In: a text and its tree. Out: each as what would stand at a place; some fit no rules there.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import permutations
from typing import Final

from rulewright.language import syntax
from rulewright.language.span import Span
from rulewright.language.walking import walk

HEADER: Final = syntax.Needs | syntax.Pick | syntax.MustLeave | syntax.MustChange
COPIED: Final = syntax.Needs | syntax.Set | syntax.Change | syntax.Do
MIN_LINES_IN_COMMON: Final = 2
"""Actions with so many lines in common are like each other."""
HEAPS: Final = ("area", "pile")
"""Where pieces go that are done with."""
ACTING: Final = (
    syntax.Action | syntax.ActionFamily | syntax.Choice | syntax.Procedure | syntax.ProcedureFamily | syntax.Phase
    | syntax.Whenever
)  # fmt: skip
"""Parts of the rules in which things happen."""
Added = Iterator[tuple[str, Span, str]]


def added(tree: syntax.Ruleset, text: str) -> Added:
    """All of them."""
    yield from _begun_anew(tree, text)
    yield from _said_by_the_like(tree, text)
    yield from _closed_while_another_is_open(tree, text)
    yield from _limited(tree)


# ---- Fields that begin anew in a phase


def _begun_anew(tree: syntax.Ruleset, text: str) -> Added:
    """Each field that lasts as it was at the beginning, in each phase in which it plays a part."""
    parts = {each.name.text: each for each in tree.declarations if isinstance(each, ACTING)}
    lasting = [*(("kept", *each) for each in _lasting(tree, text)), *(("gathered", *each) for each in _gathered(tree))]
    for phase in (each for each in tree.declarations if isinstance(each, syntax.Phase)):
        names = _names(_happening(phase, parts))
        several = any(isinstance(each, syntax.EachInTurn) for each in walk(phase))
        for kind, name, owned, sentence in lasting:
            if name in names:
                yield from _at_its_beginning(kind, phase, text, sentence)
            if name in names and owned and several:
                yield from _at_its_beginning(kind, phase, text, f"each player: {sentence}")


def _lasting(tree: syntax.Ruleset, text: str) -> Iterator[tuple[str, bool, str]]:
    """The fields that change, that nothing sets to a written value in a phase, and that no score asks: their names,
    whether each player has one, and what would set it to what it was at the beginning."""
    changed, known = set[str](), set[str]()
    for each in tree.declarations:
        match each:
            case syntax.Scoring() | syntax.Setup():
                known |= _names([each])
            case syntax.Phase() | syntax.Play():
                changed |= fields_changed(each)
                known |= _set_there(each)
            case _ if isinstance(each, ACTING):
                changed |= fields_changed(each)
            case _:
                pass
    for has in (each for each in tree.declarations if isinstance(each, syntax.Has)):
        owners = [owner.text for owner in has.owners]
        for field in has.fields if owners in ([], ["player"]) else ():
            value, name = _at_first(field, text), field.name.text
            if value and name in changed - known:
                yield name, bool(owners), f"set {'your ' if owners else ''}{name} to {value}"


def _at_first(field: syntax.Field, text: str) -> str:
    """The value of a field before it is set; nothing of what holds pieces or is always set."""
    if field.starts is not None:
        return text[field.starts.span.start : field.starts.span.end].strip()
    match field.type:
        case syntax.Flag():
            return "no"
        case syntax.Optional():
            return "none"
        case syntax.ConstRange(low=syntax.Number(value=low)):
            return str(low)
        case _:
            return ""


def _at_its_beginning(kind: str, phase: syntax.Phase, text: str, sentence: str) -> Added:
    start = phase.body[0].span.start
    indent = text[text.rindex("\n", 0, start) + 1 : start]
    if not indent.strip():
        yield kind, Span(start, start), f"{sentence}\n{indent}"


def _happening(part: object, parts: Mapping[str, object]) -> list[object]:
    """A part of the rules with all that it calls and offers."""
    found, waiting = dict[int, object](), [part]
    while waiting:
        one = waiting.pop()
        if id(one) not in found:
            found[id(one)] = one
            waiting += [
                parts[each.name.text] for each in walk(one) if isinstance(each, syntax.Act) and each.name.text in parts
            ]
    return list(found.values())


def _names(nodes: list[object]) -> set[str]:
    return {each.name.text for node in nodes for each in walk(node) if isinstance(each, syntax.Word | syntax.Member)}


def _field(target: object) -> str:
    match target:
        case syntax.Word(name=name) | syntax.Of(member=syntax.Member(name=name)):
            return name.text
        case _:
            return ""


def fields_changed(node: object) -> set[str]:
    """The names of the fields that are set or changed in it."""
    return {_field(each.target) for each in walk(node) if isinstance(each, syntax.Set | syntax.Change)}


def _set_there(node: object) -> set[str]:
    """What is set to a value that is written down."""
    fixed = syntax.Number | syntax.YesNo | syntax.Nobody
    return {
        _field(each.target) for each in walk(node) if isinstance(each, syntax.Set) and isinstance(each.value, fixed)
    }


def _gathered(tree: syntax.Ruleset) -> Iterator[tuple[str, bool, str]]:
    """The zones in which pieces come to lie in play, that no phase empties, and that neither the setup nor a score
    names: their names, whether each player has one, and what would move all of it to the heap where most goes."""
    goals, known = Counter[str](), set[str]()
    for each in tree.declarations:
        if isinstance(each, ACTING):
            goals.update(_field(move.to) for move in walk(each) if isinstance(move, syntax.Move))
        if isinstance(each, syntax.Phase | syntax.Play):
            known |= {_field(everything.among) for everything in walk(each) if isinstance(everything, syntax.All)}
        if isinstance(each, syntax.Scoring | syntax.Setup):
            known |= _names([each])
    zones = [
        ([owner.text for owner in has.owners], field.name.text, field.type)
        for has in tree.declarations
        if isinstance(has, syntax.Has)
        for field in has.fields
        if field.name.text in goals and isinstance(field.type, syntax.Holder)
    ]
    for owners, name, type_ in zones:
        heaps = [
            (others, heap)
            for others, heap, there in zones
            if there.word.text in HEAPS and there.of.text == type_.of.text and others in ([], owners)
        ]
        theirs, heap = max(heaps, key=lambda each: goals[each[1]], default=([], name))
        lasts = type_.word.text in (("area", "row", "slot") if owners == ["player"] else ("row", "slot"))
        if lasts and heap != name and name not in known and owners in ([], ["player"]):
            yield name, bool(owners), f"move all {'your ' if owners else ''}{name} to {'your ' if theirs else ''}{heap}"


# ---- Actions that are like others


def _said_by_the_like(tree: syntax.Ruleset, text: str) -> Added:
    """What an action needs and does, for another that has lines in common with it, and not this one."""
    actions = [each for each in tree.declarations if isinstance(each, syntax.Action)]
    lines = {each.name.text: [_line(line, text) for line in each.body] for each in actions}
    for one, other in permutations(actions, 2):
        there = lines[other.name.text]
        common = {*lines[one.name.text]} & {*there}
        for line in one.body if len(common) >= MIN_LINES_IN_COMMON else ():
            said = _line(line, text)
            if isinstance(line, COPIED) and said not in text[other.span.start : other.span.end]:
                kind = "like guard" if isinstance(line, syntax.Needs) else "like"
                yield from _before_it_does(kind, other, text, said)


def _line(line: syntax.ActionLine | syntax.Expr, text: str) -> str:
    return text[line.span.start : line.span.end].rstrip()


def _before_it_does(kind: str, action: syntax.Action, text: str, said: str) -> Added:
    first = next((each for each in action.body if not isinstance(each, HEADER)), None)
    start = first.span.start if first is not None else 0
    indent = text[text.rfind("\n", 0, start) + 1 : start]
    if first is not None and not indent.strip() and "\n" not in said:
        yield kind, Span(start, start), f"{said}\n{indent}"


# ---- Ways of an action


def _closed_while_another_is_open(tree: syntax.Ruleset, text: str) -> Added:
    """For each word of those one picks from, what another one needs, denied: so that it is the way out."""
    for action in (each for each in tree.declarations if isinstance(each, syntax.Action)):
        picks = (each for each in action.body if isinstance(each, syntax.Pick))
        ways = {each.name.text: each.candidates.sources for each in picks}
        for line in (each for each in action.body if isinstance(each, syntax.Needs)):
            match line.condition:
                case syntax.Junction(
                    operands=(
                        syntax.Not(
                            operand=syntax.Compare(op="is", left=syntax.Word(name=pick), right=syntax.Word(name=way))
                        ),
                        needed,
                    )
                ) if isinstance(every := ways.get(pick.text), syntax.Words):
                    for other in (each.text for each in every.names if each.text != way.text):
                        said = f"needs not ({_line(needed, text)}) when {pick.text} is {other}"
                        yield from _before_it_does("closed", action, text, said)
                case _:
                    pass


# ---- What may be done as often as one likes


def _limited(tree: syntax.Ruleset) -> Added:
    """What is offered in a phase until somebody ends it, once in that phase."""
    counted = {each.name.text for each in tree.declarations if isinstance(each, syntax.Action) and _counted(each)}
    for phase in (each for each in tree.declarations if isinstance(each, syntax.Phase)):
        for asked in (each for each in walk(phase) if isinstance(each, syntax.ChooseUntil)):
            free = (each.acts for each in asked.offers if each.limit is None)
            for end in (acts[-1].span.end for acts in free if acts[-1].name.text not in counted):
                yield "once", Span(end, end), f", once per {phase.name.text}"


def _counted(action: syntax.Action) -> bool:
    """Whether it changes a field that it asks before: that says how often it may be done."""
    return bool(fields_changed(action) & asked_before(action))


def asked_before(action: syntax.Action) -> set[str]:
    """The names that an action asks before it may be chosen."""
    return _names([each for each in action.body if isinstance(each, syntax.Needs)])
