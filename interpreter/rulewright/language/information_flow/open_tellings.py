"""What of the hidden can be seen by what the rules do: of each secret the places where it could not be proven that
nothing of it is told.

All rules are read once. What is hidden (a *source*) flows into fields that not all see, and is told where something
that more people see depends on it: a value, a note, whether a sentence is carried out, how many pieces move and where,
who is asked, from what is drawn. What a piece is that is seen tells nothing: it is told by sight. A secret without such
a place is proven: games that differ only in what it hides look the same to whoever may not know it, until a piece that
is another one is seen. What comes out at the end of a game counts for nothing.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import TypeAlias

from attrs import define, field, frozen

from rulewright.language import core
from rulewright.language.core_queries import blocks_of, excepted, members_of, offers_of
from rulewright.language.effects import nodes_in_play, ref_of
from rulewright.language.facts.ranges import seat_of
from rulewright.language.information_flow import expression_labels as labels, reader as knowledge
from rulewright.language.information_flow.call_labels import Course, read_all, reader_of
from rulewright.language.information_flow.expression_labels import known, located, owners, several, told, value
from rulewright.language.information_flow.reader import OPEN, Cause, Known, Label, Reader, meet
from rulewright.language.span import Span
from rulewright.language.walking import walk

Source: TypeAlias = tuple[knowledge.What, int]
"""What may be hidden: as a `Cause`."""
Sources: TypeAlias = tuple[Source, ...]


def source_of(cause: Cause) -> Source:
    """What is hidden by a cause."""
    return cause.what, cause.index


@frozen
class Tellings:
    """The `places` that may tell of a secret; and where games must differ in it `before`, to see it told: the sentences
    that tell while it lies there, or keep something of it to tell it later, with all that these stand in."""

    places: frozenset[Span]
    before: frozenset[Span]


@define
class Flow:
    """`into`: where else is known what a source is, and by which sentences; `told`: the places that may tell of it;
    `asked`: decisions that come only if one of these actions is possible."""

    made: core.Core
    into: dict[Source, dict[Source, set[Span]]] = field(factory=lambda: defaultdict(lambda: defaultdict(set)))
    told: dict[Source, set[Span]] = field(factory=lambda: defaultdict(set))
    asked: list[tuple[Span, tuple[int, ...]]] = field(factory=list)

    def tell(self, span: Span, *depends: Label) -> None:
        """Everybody sees something at this place that depends on these."""
        for each in meet(*depends):
            self.told[source_of(each.cause)].add(span)

    def keep(self, span: Span, label: Label, source: Source) -> None:
        """Something of these is in this source."""
        for each in label:
            self.into[source_of(each.cause)][source].add(span)


def open_tellings(made: core.Core) -> dict[str, Tellings]:
    """What may tell of each secret, by its title, what it excepts aside. A secret without such places is proven."""
    if not made.secrets:
        return {}
    flow, all_ = Flow(made), {("procedure", at) for at in range(len(made.procedures))}
    all_ |= {("action", at) for at in range(len(made.actions))}
    course = Course(
        reader_of(made, lambda _: 0), frozenset[object](all_), lambda course, each: look(flow, course, each)
    )
    read_all(course)
    for span, actions in flow.asked:
        flow.tell(span, *(course.asks.get(action, OPEN) for action in actions))
    stated, told_by = {source for each in made.secrets for source in sources_of(made, each)}, excepted(made)
    return {each.title: tellings(flow, sources_of(made, each), stated, told_by[each.of]) for each in made.secrets}


def tellings(flow: Flow, own: Sources, stated: set[Source], told_by: frozenset[Span]) -> Tellings:
    """What may tell of what these sources hide; `stated`: those of all secrets; `told_by`: what is excepted."""
    begins = {*own} | behind(
        lambda source: {before for before, into in flow.into.items() if source in into}, own, stated
    )
    places = {place for source in behind(flow.into.__getitem__, begins, ()) for place in flow.told[source]}
    here = behind(flow.into.__getitem__, begins, stated)
    keeps = {
        span for source in here for to, spans in flow.into[source].items() if to[0] == "variable" for span in spans
    }
    near = {place for source in here for place in flow.told[source]}.difference(told_by)
    return Tellings(frozenset(places.difference(told_by)), around(flow.made, near | keeps if places else near))


def behind(to: Callable[[Source], Iterable[Source]], first: Iterable[Source], but: Collection[Source]) -> set[Source]:
    """All to which a step after the other leads from these, but not by way of those others."""
    found, waiting = {*first}, [*first]
    for source in waiting:
        more = {each for each in to(source) if each not in found and each not in but}
        found |= more
        waiting += more
    return found


def around(made: core.Core, places: set[Span]) -> frozenset[Span]:
    """These places, and those of the sentences and conditions in which they stand."""
    nodes = (node for node in nodes_in_play(made) if isinstance(node, core.Statement) and blocks_of(node))
    outer = [node for node in nodes if any(getattr(each, "span", None) in places for each in walk(node))]
    conditions = (place for node in outer if isinstance(node, core.If) for place in node.places)
    return frozenset((*places, *(node.span for node in outer), *conditions))


def sources_of(made: core.Core, secret: core.Secret) -> Sources:
    """What is hidden by a secret."""
    if secret.of.sort == "variable":
        return (("variable", secret.of.number),)
    zone = made.zones[secret.of.number]
    return ("face" if zone.faced else "zone", secret.of.number), ("place", zone.component)


def hidden(made: core.Core, ref: core.ZoneRef, face: core.Face | None = None) -> Iterator[Source]:
    """The source that a zone is for pieces that come with this face, if not all see them there."""
    zone = made.zones[ref.zone]
    if zone.faced and face != "up":
        yield "face", ref.zone
    elif not zone.faced and zone.audience != "everyone" and not zone.box:
        yield "zone", ref.zone


# ---- What each sentence shows


def look(flow: Flow, course: Course, sentence: core.Statement) -> None:
    """Note what is seen of a sentence, and what it puts where not all see it."""
    reader, span = course.reader, sentence.span
    match sentence:
        case core.Assign() | core.AssignAll() | core.AddTo():
            write(flow, course, sentence)
        case core.Remember(var=var):
            fields = flow.made.variables[var.variable].fields
            flow.tell(span, course.under, *(whole(flow.made, each) for each in fields))
        case core.MovePiece() | core.MoveAll() | core.MoveSome():
            move(flow, course, sentence)
        case core.PassZones():
            for each in sentence.passings:
                ends = [where(reader, ref) for ref in (each.source, each.to)]
                flow.tell(span, course.under, value(reader, each.when), *ends)
                carry(flow, span, several(reader, core.Pieces(each.source)), each.to)
        case core.SwapPlaces(first=first, second=second):
            for one, other in ((first, second), (second, first)):
                flow.tell(span, course.under, where(reader, one))
                carry(flow, span, several(reader, core.Pieces(one.board)), other)
        case core.Choose() | core.ChooseAtOnce():
            choose(flow, course, sentence)
        case core.RunProcedure():
            made = flow.made.procedures[sentence.procedure]
            shown = {part.value.local for part in made.told if isinstance(part.value, core.Get)}
            titles = (arg for param, arg in zip(made.params, sentence.args, strict=True) if param in shown)
            flow.tell(span, course.under, *(value(reader, each) for each in titles))
        case core.Tell():
            say(flow, course, sentence)
        case core.Let() | core.If() | core.ForEach() | core.Around() | core.Repeat() | core.RepeatTimes() | core.With():
            pass  # what is in them counts, and on what it depends
        case _:
            flow.tell(span, course.under, *seen(reader, sentence))


def say(flow: Flow, course: Course, sentence: core.Tell) -> None:
    """Something is said: of what only one player is told he may know all that he sees."""
    reader, to = course.reader, sentence.to
    said = (told(reader, each.counts if isinstance(each, core.Holding) else each.value) for each in sentence.parts)
    label = meet(course.under, *said, OPEN if to is None else told(reader, to))
    if isinstance(to, core.Listed) and len(to.values) == 1:
        who = knowledge.terms(reader, to.values[0])
        label = tuple(each for each in label if who.isdisjoint(each.who))
    flow.tell(sentence.span, label)


def seen(reader: Reader, sentence: core.Statement) -> Iterator[Label]:
    """On what it depends what is seen of another sentence."""
    match sentence:
        case core.Note(piece=of, value=given):
            yield from (labels.whereabouts(reader, of), value(reader, given))
        case core.ChangePiece(piece=of, value=given):
            yield from (labels.whereabouts(reader, of), value(reader, of), value(reader, given))
        case core.Flip(piece=of):
            yield labels.whereabouts(reader, of)
        case core.Show(seq=seq, to=to):
            shown = several(reader, seq)
            yield from (shown.there, shown.where, OPEN if to is None else told(reader, to))
        case core.Draw(seq=seq):
            found = several(reader, seq)
            piece = reader.made.locals[sentence.local].piece and not sentence.rolled
            yield from (found.there, found.where if piece else found.what)
        case core.RollInto(number=number, to=to):
            yield from (value(reader, number), where(reader, to))
        case core.Shuffle(zone=zone):
            yield where(reader, zone)
        case core.RotateLine() | core.PackBoard():
            yield from (labels.parts(reader, sentence), where(reader, sentence.board))
        case _:
            assert isinstance(sentence, core.Leaving), sentence


def where(reader: Reader, to: core.Target) -> Label:
    """Who may know which zone it is, and which place."""
    ref = ref_of(to)
    place = value(reader, to.place) if isinstance(to, core.PlaceRef) else OPEN
    return meet(owners(reader, reader.made.zones[ref.zone].owners, ref.owners), place)


def whole(made: core.Core, of: core.Whole) -> Label:
    """Who may know what is in all instances of a field."""
    declared = made.declared(of)
    if isinstance(declared, core.Zone):
        causes = [Cause(*source) for source in hidden(made, core.ZoneRef(of.number))]
    else:
        causes = [] if declared.audience == "everyone" else [Cause("variable", of.number)]
    return tuple(knowledge.Condition(frozenset(), each) for each in causes)


def write(flow: Flow, course: Course, sentence: core.Writing) -> None:
    """A variable is set: what is kept carries its label by itself."""
    reader, number = course.reader, sentence.var.variable
    made = flow.made.variables[number]
    if made.since is not None:
        return
    which = owners(reader, made.owners, sentence.var.owners)
    label, seat = meet(told(reader, sentence.value), which, course.under), seat_of(made.owners)
    if made.audience in ("everyone", "others"):
        flow.tell(sentence.span, label)
        return
    flow.keep(sentence.span, label, ("variable", number))
    if made.audience == "owner" and seat is not None:
        seers = knowledge.terms(reader, sentence.var.owners[seat])
        flow.tell(sentence.span, tuple(each for each in label if seers.isdisjoint(each.who)))


def move(flow: Flow, course: Course, sentence: core.Moving) -> None:
    """Pieces go somewhere: how many, from where and where to is seen."""
    reader = course.reader
    if isinstance(sentence, core.MovePiece):
        pieces = known(reader, sentence.piece)
        lies = located(reader, sentence.piece, pieces)
    else:
        pieces = several(reader, sentence.seq)
        lies = pieces.where
    number = value(reader, sentence.number) if isinstance(sentence, core.MoveSome) else OPEN
    by = OPEN if sentence.by is None else value(reader, sentence.by)
    flow.tell(sentence.span, course.under, pieces.there, lies, number, by, where(reader, sentence.to))
    carry(flow, sentence.span, pieces, sentence.to, sentence.face)


def carry(flow: Flow, span: Span, pieces: Known, to: core.Target, face: core.Face | None = None) -> None:
    """What these pieces are is hidden where they come to, if not all see it there."""
    for source in hidden(flow.made, ref_of(to), face):
        flow.keep(span, pieces.what, source)


def choose(flow: Flow, course: Course, sentence: core.Choosing) -> None:
    """Somebody is asked: who it is is seen, and whether there is a move for them."""
    reader, offers = course.reader, offers_of(sentence)
    who = value(reader, sentence.you) if isinstance(sentence, core.Choose) else told(reader, sentence.who)
    flow.tell(sentence.span, course.under, who)
    if not any(sure(flow.made, offer) for offer in offers):
        flow.asked.append((sentence.span, tuple(offer.action for offer in offers)))


def sure(made: core.Core, offer: core.OfferLine) -> bool:
    """Whether there is always a move for an offer: also not where it waits until something else is done."""
    action, waits = made.actions[offer.action], offer.owed or (offer.needs and not offer.alike)
    return not (action.header or members_of(action) or waits or offer.limit is not None)
