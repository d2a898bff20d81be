"""Small changes of a text of rules: what could stand in the place of a word, a condition or a sentence.

In: a text and its tree. Out: all its changes, each once; some are no rules at all. What is settled before the game
begins (components, options, types) and what is meant (invariants, secrets, examples) stays as it is.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from attrs import frozen

from rulewright.analysis.doubts.additions import HEADER, added, asked_before, fields_changed
from rulewright.language import syntax
from rulewright.language.span import Span, Spanned
from rulewright.language.walking import parts, walk

COMPARED: Final = {
    "is": "is not", "is not": "is", "is at least": "is more than", "is more than": "is at least",
    "is at most": "is less than", "is less than": "is at most",
}  # fmt: skip
EXTREMES: Final = {
    "highest": "lowest", "lowest": "highest", "first": "last", "last": "first", "min": "max", "max": "min",
}  # fmt: skip
OTHER: Final = {
    "+": "-", "-": "+", "add": "subtract", "subtract": "add", "yes": "no", "no": "yes", "and": "or", "or": "and",
    "left": "right", "right": "left",
}  # fmt: skip
LEFT_ALONE: Final = (
    syntax.Game | syntax.Option | syntax.Component | syntax.Invariant | syntax.Secret | syntax.Enumeration
    | syntax.NumberType | syntax.GridType | syntax.Joined | syntax.Text | syntax.Accepted
    | syntax.Prose | syntax.Looks | syntax.Example
)  # fmt: skip
SIMPLE: Final = (
    syntax.Set | syntax.Change | syntax.Move | syntax.Shuffle | syntax.Flip | syntax.Swap | syntax.Rotate
    | syntax.Show | syntax.Finish | syntax.EndGame | syntax.Do | syntax.Choose | syntax.If
)  # fmt: skip
NAMED: Final = syntax.Word | syntax.Of | syntax.Call | syntax.Answer
EXCHANGED: Final = SIMPLE | syntax.Let
ASKING: Final = syntax.Choose | syntax.ChooseUntil | syntax.Do
HOLDS_PIECES: Final = ("hand", "area", "row", "pile", "slot")
Filtered = syntax.Query | syntax.CountWhere | syntax.Quantified | syntax.Fold | syntax.Picked
"""What looks through several things, perhaps only those that meet a condition."""


@frozen
class Change:
    """`span` of a text becomes `after`."""

    kind: str
    span: Span
    after: str

    def applied(self, text: str) -> str:
        """The text with this change in it."""
        return text[: self.span.start] + self.after + text[self.span.end :]


Made = Iterator[tuple[str, Span, str]]


@frozen
class Names:
    """What changes ask of a whole text: for each zone the next of the same owners that holds the same; which fields
    hold a player, which of them there is once, and which each player has; who has a name for a while (`chosen`), and
    from where to where; the options."""

    zones: dict[str, str]
    players: frozenset[str]
    leaders: tuple[str, ...]
    owned: frozenset[str]
    chosen: tuple[tuple[Span, str], ...]
    options: frozenset[str]

    @classmethod
    def of(cls, tree: syntax.Ruleset) -> "Names":
        """Those that a text declares."""
        groups: dict[tuple[object, str], list[str]] = {}
        players, owned, leaders = set[str](), set[str](), list[str]()
        for has in (each for each in tree.declarations if isinstance(each, syntax.Has)):
            for field in has.fields:
                if "player" in (owner.text for owner in has.owners):
                    owned.add(field.name.text)
                if isinstance(field.type, syntax.Holder):
                    owners = tuple(owner.text for owner in has.owners)
                    groups.setdefault((owners, field.type.of.text), []).append(field.name.text)
                elif isinstance(field.type, syntax.Name) and field.type.text == "player":
                    players.add(field.name.text)
                    leaders += () if has.owners else (field.name.text,)
        several = [names for names in groups.values() if len(names) > 1]
        return cls(
            {name: after for names in several for name, after in pairwise([*names, names[0]])},
            frozenset(players),
            tuple(leaders),
            frozenset(owned),
            tuple(_chosen(tree)),
            frozenset(each.name.text for each in tree.declarations if isinstance(each, syntax.Option)),
        )

    def others(self, somebody: Spanned, text: str) -> Iterator[str]:
        """Who else has a name there."""
        local = (name for where, name in self.chosen if where.start <= somebody.span.start < where.end)
        yield from (name for name in (*self.leaders, *local) if name != said(somebody, text))


def _chosen(tree: syntax.Ruleset) -> Iterator[tuple[Span, str]]:
    """The first of each of the groups of players that get a name, from there to the end of its paragraph."""
    for paragraph in tree.declarations:
        for node in walk(paragraph):
            match node:
                case syntax.Let(name=name, value=syntax.Query(source=syntax.Word(name=syntax.Name(text="players")))):
                    yield Span(node.span.end, paragraph.span.end), f"{name.text}'s first"
                case _:
                    pass


def changes_of(tree: syntax.Ruleset, text: str) -> list[Change]:
    """All of them, by place."""
    names = Names.of(tree)
    found: dict[tuple[Span, str], Change] = {}
    for paragraph in tree.declarations:
        for node in () if isinstance(paragraph, LEFT_ALONE) else walk(paragraph):
            for kind, span, after in _instead(node, text, names):
                if text[span.start : span.end] != after:
                    found.setdefault((span, after), Change(_kind_there(kind, after, node, paragraph), span, after))
    for kind, span, after in added(tree, text):
        found.setdefault((span, after), Change(kind, span, after))
    return sorted(found.values(), key=lambda each: each.span.start)


def _kind_there(kind: str, after: str, node: object, paragraph: object) -> str:
    """The kind of a change at a node of a paragraph: hardly anybody means otherwise that a definition calls somebody
    another one, that an action does the only thing that it does, or that it counts down what it asks for."""
    if kind == "seat" and after not in ("left", "right") and isinstance(paragraph, syntax.Define):
        return "called"
    if kind == "dropped" and isinstance(paragraph, syntax.Action):
        doing = [each for each in paragraph.body if not isinstance(each, HEADER)]
        counts = isinstance(node, syntax.Change) and asked_before(paragraph) & fields_changed(node)
        return "surely done" if len(doing) == 1 or counts else kind
    return kind


def _instead(node: object, text: str, names: Names) -> Made:
    yield from _conditions(node, text)
    yield from _values(node, text, names)
    yield from _seats(node, text, names)
    yield from _goals(node, text, names)
    yield from _queries(node, text)
    yield from _headers(node, text, names)
    yield from _sentences(node, text)
    yield from _sights(node, names)


def said(node: Spanned, text: str) -> str:
    """What stands at a node."""
    return text[node.span.start : node.span.end].rstrip()


def _word(kind: str, text: str, span: Span, before: str, after: str) -> Made:
    """The first such word of a stretch exchanged."""
    at = text.find(before, span.start, span.end)
    if at >= 0:
        yield kind, Span(at, at + len(before)), after


def _denied(plain: str, denied: str, *, negated: bool) -> tuple[str, str]:
    return (denied, plain) if negated else (plain, denied)


def _balanced(span: Span, text: str) -> Span:
    """A stretch without the bracket that it ends with, or with the one that closes what it opens."""
    stretch, behind = text[span.start : span.end].rstrip(), text[span.end :].lstrip()
    if stretch.count("(") <= stretch.count(")"):
        return span
    if stretch.endswith("("):
        return Span(span.start, span.start + len(stretch) - 1)
    return Span(span.start, len(text) - len(behind) + 1) if behind.startswith(")") else span


def _conditions(node: object, text: str) -> Made:
    match node:
        case syntax.Compare(op="is more than", right=syntax.Number(value=0, span=span)):
            yield "some", span, "1"
        case syntax.Compare(op=op, left=left, right=right) if op in COMPARED:
            kind, between = "denied" if op in ("is", "is not") else "bound", Span(left.span.end, right.span.start)
            yield from _word(kind, text, between, f" {op} ", f" {COMPARED[op]} ")
            if op in ("is at least", "is at most") and not (isinstance(right, syntax.Number) and right.value <= 1):
                yield from _word("exact", text, between, f" {op} ", " is ")
            elif op == "is" and isinstance(right, syntax.Number):
                yield from _word("exact", text, between, " is ", " is at least ")
        case syntax.Within(subject=left, source=right, negated=negated):
            words = _denied(" is in ", " is not in ", negated=negated)
            yield from _word("denied", text, Span(left.span.end, right.span.start), *words)
        case syntax.Empty(subject=left, negated=negated, span=span):
            words = _denied(" is empty", " is not empty", negated=negated)
            yield from _word("denied", text, Span(left.span.end, span.end), *words)
        case syntax.GameIsOver(negated=negated, span=span):
            yield from _word("denied", text, span, *_denied(" is over", " is not over", negated=negated))
        case syntax.CanAct(negated=negated, span=span):
            yield from _word("denied", text, span, *_denied("you can ", "you cannot ", negated=negated))
        case syntax.Quantified(how="some" | "no" as how, span=span):
            yield from _word("denied", text, span, *_denied("some ", "no ", negated=how == "no"))
        case syntax.Case(condition=condition) | syntax.Needs(condition=condition) if isinstance(condition, NAMED):
            yield "denied", Span(condition.span.start, condition.span.start), "not "
        case syntax.Not(operand=operand, span=span) if span != operand.span:  # not what `when` denies without a word
            yield "denied", span, said(operand, text)
        case syntax.Quantified(span=span):
            yield from _word("extreme", text, span, "every ", "some ")
            yield from _word("extreme", text, span, " satisfies ", " where ")
        case syntax.Junction(operands=(when, needed)) if needed.span.start < when.span.start:  # `needs … when …`
            yield "operand", Span(needed.span.end, when.span.end), ""
        case syntax.Junction(word=op, operands=operands):
            kind = "operand" if op == "and" else "enough"
            for one, other in pairwise(operands):
                between = Span(one.span.end, other.span.start)
                yield from _word("and, or", text, between, f" {op} ", f" {OTHER[op]} ")
                yield kind, _balanced(Span(one.span.end, other.span.end), text), ""
            yield kind, _balanced(Span(operands[0].span.start, operands[1].span.start), text), ""
        case _:
            pass


def _values(node: object, text: str, names: Names) -> Made:
    match node:
        case syntax.Number(value=value, span=span):
            kind = "number" if value > 1 else "none or one"
            yield kind, span, str(value + 1)
            if value:
                yield kind, span, str(value - 1)
        case syntax.Range(low=low, high=high):
            if isinstance(low, NAMED):
                yield "number", low.span, f"({said(low, text)} + 1)"
            if isinstance(high, NAMED):
                yield "number", high.span, f"({said(high, text)} - 1)"
        case syntax.YesNo(span=span):
            yield "yes, no", span, OTHER[said(node, text)]
        case syntax.Arithmetic(op="+" | "-" as op, left=left, right=right):
            yield from _word("sign", text, Span(left.span.end, right.span.start), f" {op} ", f" {OTHER[op]} ")
        case syntax.Fold(kind=kind, span=span) if kind in EXTREMES:
            yield from _word("extreme", text, span, kind, EXTREMES[kind])
        case syntax.Picked(which=which, span=span) if which in EXTREMES:
            yield from _word("extreme", text, span, which, EXTREMES[which])
        case syntax.Key(highest=highest, span=span):
            yield from _word("extreme", text, span, *_denied("highest", "lowest", negated=not highest))
        case syntax.Call(name=name) if name.text in EXTREMES:
            yield "extreme", name.span, EXTREMES[name.text]
        case (
            syntax.Move(to=syntax.Word(name=name))
            | syntax.Move(to=syntax.Of(member=syntax.Member(name=name, args=None)))
        ) if name.text in names.zones:
            yield "goal", name.span, names.zones[name.text]
        case syntax.Word(name=name) | syntax.Member(name=name, args=None) if name.text in names.zones:
            yield "zone", name.span, names.zones[name.text]
        case syntax.SomeOf(up_to=up_to, span=span):
            all_of_it = said(node, text)
            yield "up to", span, all_of_it.removeprefix("up to ") if up_to else f"up to {all_of_it}"
        case _:
            pass


def _seats(node: object, text: str, names: Names) -> Made:
    """Somebody else."""
    match node:
        case syntax.Of(
            subject=subject, member=syntax.Member(name=syntax.Name(text="left" | "right" as side), args=None)
        ):
            yield "seat", *_not_beside(node, subject, text)
            yield from _word("seat", text, Span(subject.span.end, node.span.end), side, OTHER[side])
        case syntax.Let(
            value=syntax.Of(
                subject=subject, member=syntax.Member(name=syntax.Name(text="left" | "right"), args=None)
            ) as value
        ):
            yield "called", *_not_beside(value, subject, text)
        case syntax.Of(subject=syntax.You(), span=span):
            yield from _word("yours", text, span, "your ", "your left's ")
        case syntax.Set(value=value) if _holds_a_player(value, names):
            yield "seat", Span(value.span.end, value.span.end), "'s left"
        case syntax.EachInTurn(other=other, at_once=at_once, name=name, among=among, start=start, span=span):
            if start is not None:
                yield "start", Span(start.span.end, start.span.end), "'s left"
            elif not other and not at_once and (node.until or any(isinstance(each, ASKING) for each in walk(node))):
                at = (among or name).span.end
                yield from (("start", Span(at, at), f" from {leader}") for leader in names.leaders)
            words = _denied("each player", "each other player", negated=other)
            yield from _word("others", text, Span(span.start, text.find("\n", span.start)), *words)
        case syntax.GoAround(start=start):
            yield "start", Span(start.span.end, start.span.end), "'s left"
        case syntax.Ask(who=who):
            kept = isinstance(who, syntax.Word) and who.name.text in names.players
            yield "asked" if kept else "seat", Span(who.span.end, who.span.end), "'s left"
        case _:
            pass


def _not_beside(node: syntax.Of, subject: Spanned, text: str) -> tuple[Span, str]:
    """Somebody in place of who sits beside."""
    if not isinstance(subject, syntax.You):
        return Span(subject.span.end, node.span.end), ""
    end = node.span.start + len(said(node, text))
    return (
        (Span(node.span.start, end + 2), "your") if text.startswith("'s", end) else (Span(node.span.start, end), "you")
    )


def _goals(node: object, text: str, names: Names) -> Made:
    """What becomes somebody else's who is not `you`."""
    match node:
        case (
            syntax.Set(target=syntax.Of(subject=subject, member=member))
            | syntax.Change(target=syntax.Of(subject=subject, member=member))
            | syntax.Move(to=syntax.Of(subject=subject, member=member))
        ) if member.name.text in names.owned and not isinstance(subject, syntax.You):
            yield "seat", Span(subject.span.end, subject.span.end), "'s left"
            yield from (("seat", subject.span, other) for other in names.others(subject, text))
        case _:
            pass


def _holds_a_player(value: object, names: Names) -> bool:
    match value:
        case syntax.Word(name=name) | syntax.Of(member=syntax.Member(name=name, args=None)):
            return name.text in names.players
        case _:
            return isinstance(value, syntax.You)


def _queries(node: object, text: str) -> Made:
    """Conditions of what is looked through left out, and what decides between equals."""
    match node:
        case (
            syntax.Query(where=where)
            | syntax.Quantified(where=where)
            | syntax.Fold(where=where)
            | syntax.Picked(where=where)
        ) if where is not None:
            at = text.rfind(" where", 0, where.span.start)
            yield "where", Span(at, where.span.end), ""
        case syntax.CountWhere(where=where):
            yield "where", Span(text.rfind(" where", 0, where.span.start), where.span.end), " where yes"
        case _:
            pass
    if isinstance(node, syntax.Score) and node.of is None:
        first = next((each for each in walk(node.body) if isinstance(each, syntax.Key)), None)
        if first is not None:
            words = _denied("highest", "lowest", negated=not first.highest)
            yield from _word("best", text, first.span, *words)
    keys = node.keys if isinstance(node, syntax.Query | syntax.Picked) else ()
    if len(keys) > 1:
        yield "tie", Span(keys[-2].span.end, keys[-1].span.end), ""


def _headers(node: object, text: str, names: Names) -> Made:
    """Lines left out of actions, but for what an option allows; limits and acts left out of offers."""
    match node:
        case syntax.Needs(condition=syntax.Word(name=name)) if name.text in names.options:
            pass
        case syntax.Needs(span=span) | syntax.MustLeave(span=span) | syntax.MustChange(span=span):
            yield "guard", Span(text.rfind("\n", 0, span.start), span.end), "\n"
        case syntax.Candidates(where=where, sources=sources) if where is not None and not isinstance(
            sources, syntax.Words
        ):
            yield "guard", Span(sources.span.end, where.span.end), ""
        case syntax.EachInTurn(binder=None, where=where) if where is not None:
            yield "guard", Span(text.rindex(" where", 0, where.span.start), where.span.end), ""
        case syntax.Offer(acts=acts, limit=syntax.Limit() as limit):
            yield "limit", Span(acts[-1].span.end, text.index("\n", acts[-1].span.end)), ""
            yield from _word(
                "exactly",
                text,
                Span(acts[-1].span.end, limit.span.end),
                *(("exactly once", "once") if limit.exactly else (" once", " exactly once")),
            )
        case _:
            pass
    if isinstance(node, syntax.Offer) and len(node.acts) > 1:
        for one, other in pairwise(node.acts):
            yield "offer", Span(one.span.end, other.span.end), ""


def _sights(node: object, names: Names) -> Made:
    """Who sees a field: everybody or not."""
    if not isinstance(node, syntax.Field):
        return
    owned, type_ = node.name.text in names.owned, node.type
    seen = next((each.audience for each in node.modifiers if isinstance(each, syntax.SeenBy)), None)
    if seen is not None:
        hidden = "owner" if owned else "nobody"
        yield "sight", seen.span, hidden if seen.text == "everyone" else "everyone"
    elif isinstance(type_, syntax.Holder) and type_.word.text in HOLDS_PIECES and owned:
        after = "everyone" if type_.word.text in ("hand", "pile") else "owner"
        yield "sight", Span(type_.of.span.end, type_.of.span.end), f", seen by {after}"


def _sentences(node: object, text: str) -> Made:
    """Sentences and fallbacks left out, and neighbors exchanged."""
    match node:
        case syntax.Choose(offer=offer, otherwise=otherwise, span=span) if otherwise is not None:
            yield "fallback", span, f"choose {said(offer, text)}\n"
        case syntax.If(cases=(syntax.Case(condition=syntax.CanAct(), body=(only,)),), otherwise=None, span=span):
            yield "fallback", span, said(only, text) + "\n"
        case syntax.Change():
            yield from _verb(node, text)
        case _:
            pass
    if isinstance(node, SIMPLE) and not _asks_who_can(node):
        yield "unshuffled" if isinstance(node, syntax.Shuffle) else "dropped", node.span, "nothing\n"
    for block in _blocks(node):
        for one, other in pairwise(block):
            if isinstance(one, EXCHANGED) and isinstance(other, EXCHANGED) and not any(map(_hangs_on, (one, other))):
                first, second = said(one, text), said(other, text)
                start, end = one.span.start, other.span.start + len(second)
                between = text[start + len(first) : other.span.start]
                yield "exchanged", Span(start, end), second + between + first


def _hangs_on(node: object) -> bool:
    """Whether it belongs where it stands: it mixes pieces, or says what happens to who cannot do something."""
    mixed = isinstance(node, syntax.Shuffle) or (isinstance(node, syntax.Choose) and node.otherwise is not None)
    return mixed or _asks_who_can(node)


def _asks_who_can(node: object) -> bool:
    return isinstance(node, syntax.If) and isinstance(node.cases[0].condition, syntax.CanAct)


def _verb(node: syntax.Change, text: str) -> Made:
    words = {"add": (" to ", "subtract", " from "), "subtract": (" from ", "add", " to ")}
    old, after, new = words.get(node.verb, ("", "", ""))
    value, target = (text[part.span.start : part.span.end] for part in (node.value, node.target))
    if old and text[node.value.span.end : node.target.span.start] == old:
        yield "sign", Span(node.span.start, node.target.span.end), f"{after} {value}{new}{target}"


def _blocks(node: object) -> Iterator[tuple[object, ...]]:
    """The tuples of sentences that stand in a node."""
    for value in parts(node) or ():
        if isinstance(value, tuple) and value and isinstance(value[0], SIMPLE | syntax.Let | syntax.Pick):
            yield value
