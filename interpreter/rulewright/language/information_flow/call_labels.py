"""What decisions depend on: what each header asks, with the arguments that offers hand over, and every offer with its
decider.

A pick depends on how many candidates there are and on what they are; pieces are offered by place where the decider does
not see them, but in a zone without order they have none. Bodies are read only as far as they lead to an offer with
arguments: what such an argument is may be known to the decider or not, by who saw it when it was found, moved, shown or
drawn.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from attrs import define, evolve, field, frozen

from rulewright.language import core, syntax
from rulewright.language.core_queries import Way, bodies_of, is_stop, offers_of, reached, reads, ways
from rulewright.language.diagnostics import Complaint, Diagnostic
from rulewright.language.effects import holds_pieces, ref_of
from rulewright.language.facts.ranges import shape
from rulewright.language.information_flow import expression_labels as labels, reader as knowledge
from rulewright.language.information_flow.expression_labels import handed, known, several, value
from rulewright.language.information_flow.reader import OPEN, PUBLIC, Cause, Known, Label, Reader, bind, meet, settled
from rulewright.language.information_flow.trials import Body, branches, turns, verdict
from rulewright.language.messages import secrecy as words
from rulewright.language.source import Source
from rulewright.language.span import NOWHERE, Span
from rulewright.language.types import PLAYER
from rulewright.language.walking import rebuilt, rewritten, walk
from rulewright.language.wording import WHO_SEES, gaps


@frozen
class Demand:
    """What a line of a header asks the decider to know; `pieces`: of pieces without a place, to tell them apart;
    `quoted`: what a refusal would quote."""

    line: core.HeaderLine
    label: Label
    pieces: Label = OPEN
    quoted: tuple[Label, ...] = ()


def demands(reader: Reader, way: Way) -> Iterator[Demand]:
    """What the lines ask, the `must` lines last, as they are tested. What the guards tell stays known, behind them."""
    for line in sorted(way.header, key=lambda line: isinstance(line, core.Must)):
        yield demanded(reader, line, way.body)


def offered(reader: Reader, offer: core.OfferLine) -> list[Demand]:
    """What the menus ask from which an offer comes; what they tell is forgotten."""
    with reader.knowing(()):
        return [demanded(reader, line, ()) for line in offer.needs]


def demanded(reader: Reader, line: core.HeaderLine, body: Body) -> Demand:
    """What one line asks, and on what a fault in it depends."""
    kept, reader.risk = reader.risk, OPEN
    demand = Demand(line, OPEN)
    match line:
        case core.Pick() | core.PickSeveral():
            demand = picked(reader, line)
        case core.Let():
            labels.bind_let(reader, line)
        case core.Needs():
            quoted = tuple(value(reader, part.value) for _, part in quoted_in(line))
            reader.risk = OPEN
            demand = Demand(line, value(reader, line.condition), quoted=quoted)
            if not line.if_you_can:
                reader.facts = (*reader.facts, *labels.learn_here(reader, line.condition, holds=True))
        case core.MustChange() | core.MustLeave():
            if not any(is_stop(node) for node in reached(reader.made, body)):
                demand = Demand(line, verdict(reader, line, body))
    demand = evolve(demand, label=meet(demand.label, reader.risk))
    reader.risk = kept
    return demand


def quoted_in(line: core.HeaderLine) -> tuple[tuple[Span, core.Quoted], ...]:
    """What a refusal by a line would quote, with the place of its condition."""
    match line:
        case core.Needs(explanation=quoted, span=span):
            return tuple((span, part) for part in quoted)
        case core.Pick(clauses=clauses) | core.PickSeveral(clauses=clauses):
            return tuple((clause.span, part) for clause in clauses for part in clause.explanation)
        case core.Let() | core.MustChange() | core.MustLeave():
            return ()


def picked(reader: Reader, line: core.Pick | core.PickSeveral) -> Demand:
    """A pick: its candidates, what its conditions compare of any of them, and what is known of what is picked."""
    quoted, parts = tuple[Label, ...](), quoted_in(line)
    if parts and isinstance(line.seq, core.Filter):
        inner = several(reader, line.seq.seq)
        with reader.knowing(labels.bind_element(reader, line.seq.local, line.seq.seq, inner)):
            quoted = tuple(value(reader, part.value) for _, part in parts)
        reader.risk = OPEN
    ends = meet(value(reader, line.low), value(reader, line.high)) if isinstance(line, core.PickSeveral) else OPEN
    found, own = several(reader, line.seq), picked_by(reader, line)
    there = settled(meet(found.there, ends))
    if not holds_pieces(reader.made.locals[line.local]):
        bind(reader, line.local, own)
        if isinstance(line, core.Pick) and not line.if_any:
            reader.facts += labels.of_elements(reader, line.seq, labels.own_name(reader, line.local))
        return Demand(line, meet(there, settled(found.what)), quoted=quoted)
    bind(reader, line.local, evolve(knowledge.together((found, own)), there=own.there, sources=found.sources))
    apart = found.what
    if found.sources is not None:  # who may tell pieces apart where they lie without order
        unordered = (ref for ref in found.sources if shape(reader.made.zones[ref.zone].kind) == "counts")
        apart = meet(*(knowledge.seen_in(reader, ref) for ref in unordered))
    return Demand(line, meet(there, settled(found.where)), settled(apart), quoted)


def picked_by(reader: Reader, line: core.Pick | core.PickSeveral) -> Known:
    """Who is told what was picked, and where it lies; whether it is none, or how many they are, too."""
    if not line.secret:
        return PUBLIC
    you = core.Get(reader.made.actions[reader.asking[-1]].you, PLAYER)
    cause = Cause("pick", line.local, span=line.span)
    label = (knowledge.Condition(knowledge.terms(reader, you), cause),)
    sure = isinstance(line, core.Pick) and not line.if_any
    return Known(OPEN if sure else label, label, label)


def can_act(reader: Reader, asked: core.CanAct) -> Label:
    """On what it depends whether somebody can act."""
    found = value(reader, asked.you)
    for offer in asked.offers:
        if offer.action in reader.asking:
            continue
        action = reader.made.actions[offer.action]
        you = known(reader, asked.you)
        handed_over = zip(action.params, offer.args, strict=True)
        given = [(param, handed(reader, param, arg), knowledge.canonical(reader, arg)) for param, arg in handed_over]
        asks = [(demand, NOWHERE) for demand in offered(reader, offer)]
        for way in ways(action):
            asking = (*reader.asking, offer.action)
            inner = evolve(reader, locals=dict(reader.locals), same=dict(reader.same), asking=asking)
            bind(inner, action.you, you, asked.you)
            for param, one, expr in given:
                bind(inner, param, one, expr)
            asks += ((demand, demand.line.span) for demand in demands(inner, way))
        for demand, line in asks:
            step = f"{action.name} (line {reader.line(demand.line.span.start)})"
            found = meet(found, settled(knowledge.traced(demand.label, step=(step,), line=line)))
    return found


@frozen
class Finding:
    """What is hidden from the decider at a place, and how that is said."""

    span: Span
    cause: Cause
    complaint: Complaint
    named: Mapping[str, str] = field(factory=dict)


@define
class Course:
    """`leading`: procedures and actions from which play comes to an offer with arguments; `waiting`: actions with their
    arguments that are not read yet; `read`: calls of procedures and actions that were; `under`: on what it depends that
    the sentence at hand is carried out, within its doing; `gone`: that the procedure at hand was not left before;
    `answers`: what calls that were read have answered, said of the parameters; `asks`: what the headers of actions, and
    the menus from which they come, ask; `look`: is given each sentence before it is read."""

    reader: Reader
    leading: frozenset[object]
    look: "Callable[[Course, core.Statement], object]" = lambda _, __: None
    waiting: list[tuple[int, knowledge.Arguments]] = field(factory=list)
    read: set[object] = field(factory=set)
    found: list[Finding] = field(factory=list)
    whispered: set[tuple[Span, str]] = field(factory=set)
    under: Label = OPEN
    gone: Label = OPEN
    answers: dict[object, Label] = field(factory=dict)
    asks: dict[int, Label] = field(factory=dict)


def sightings(made: core.Core, source: Source, ruleset: syntax.Ruleset) -> tuple[tuple[Diagnostic, ...], core.Core]:
    """Each line of a header, and each offer, that depends on what the decider does not see; and the rules without the
    questions of guards that a refusal must not quote."""
    course = Course(reader_of(made, source.line), leading_to_arguments(made))
    read_all(course)
    rules, first = (source, ruleset), {found.span: found for found in reversed(course.found)}
    # Of each place the first is told. What comes by way of a line with a finding of its own is told as that.
    told = tuple(
        hidden_diagnostic(words.hidden_elsewhere, made, found.cause, found.span, rules)
        if found.cause.line in first
        else hidden_diagnostic(found.complaint, made, found.cause, found.span, rules, **found.named)
        for found in course.found
        if first[found.span] is found
    )
    return told, discreet(made, course.whispered)


def reader_of(made: core.Core, line: Callable[[int], int]) -> Reader:
    """Who reads these rules; `line`: the line of a place in the text."""
    # the zones with faces into which something puts a piece face down; all of them if something is turned over
    nodes = [*walk((made.setup, made.play, made.procedures, made.actions))]
    down = {ref_of(node.to).zone for node in nodes if isinstance(node, core.Moving) and node.face == "down"}
    if any(isinstance(node, core.Flip) and node.face == "down" for node in nodes):
        down |= {index for index, zone in enumerate(made.zones) if zone.faced}
    return Reader(made, frozenset(down), line, can_act)


def read_all(course: Course) -> None:
    """Read what leads on, and every action."""
    made = course.reader.made
    if course.leading:
        walk_through(course, made.setup)
        walk_through(course, made.play)
    for index, action in enumerate(made.actions):
        if not action.params or not any(isinstance(call, tuple) and call[0] == index for call in course.read):
            course.waiting.append((index, tuple((PUBLIC, None) for _ in action.params)))
        while course.waiting:
            number, given = course.waiting.pop(0)
            if (number, given) not in course.read:
                course.read.add((number, given))
                read_action(course, number, given)


def discreet(made: core.Core, whispered: set[tuple[Span, str]]) -> core.Core:
    """The rules without these questions of guards and picks."""

    def quiet(node: object) -> object:
        if not isinstance(node, core.Needs | core.Clause):
            return node
        parts = tuple(each for each in node.explanation if (node.span, each.text) not in whispered)
        return evolve(node, explanation=parts)

    if not whispered:
        return made
    parts = {name: rewritten(getattr(made, name), quiet) for name in ("setup", "play", "procedures", "actions")}
    return evolve(made, **parts)


def leading_to_arguments(made: core.Core) -> frozenset[object]:
    """Procedures and actions, as core has them, from whose bodies play comes to an offer with arguments, or to an
    answer, which may be handed over."""
    doings: list[tuple[object, object]] = [(("procedure", at), each.body) for at, each in enumerate(made.procedures)]
    doings += [(("action", at), bodies_of(each)) for at, each in enumerate(made.actions)]
    doings += [("rest", (made.setup, made.play))]
    links, found = dict[object, set[object]](), set[object]()
    for key, body in doings:
        nodes = [*walk(body)]
        runs = [node.procedure for node in nodes if isinstance(node, core.RunProcedure)]
        offers = [node for node in nodes if isinstance(node, core.OfferLine)]
        set_ = (made.variables[node.var.variable] for node in nodes if isinstance(node, core.Assign))
        links[key] = {*(("procedure", run) for run in runs), *(("action", offer.action) for offer in offers)}
        hands_over = any(made.procedures[run].told for run in runs) or any(each.answers is not None for each in set_)
        if hands_over or any(offer.args or offer.needs for offer in offers):
            found.add(key)
    while more := {key for key, to in links.items() if not found.isdisjoint(to)} - found:
        found |= more
    return frozenset(found)


def read_action(course: Course, index: int, given: knowledge.Arguments) -> None:
    """The header of an action with these arguments, and the body where it leads on."""
    reader, action = course.reader, course.reader.made.actions[index]
    for way in ways(action):
        reader.facts, reader.same, reader.asking = (), {}, (index,)
        bind(reader, action.you, PUBLIC)
        for param, one in zip(action.params, given, strict=True):
            bind(reader, param, *one)
        for demand in demands(reader, way):
            judge(course, index, knowledge.terms(reader, core.Get(action.you, PLAYER)), demand)
        if ("action", index) in course.leading:
            knowledge.loosen(reader)
            walk_through(course, way.body)


def judge(course: Course, action: int, decider: frozenset[knowledge.Term], demand: Demand) -> None:
    """Tell what the decider of an action does not know."""
    course.asks[action] = meet(course.asks.get(action, OPEN), demand.label)
    for (span, part), label in zip(quoted_in(demand.line), demand.quoted, strict=True):
        if knowledge.hidden_from(label, decider) is not None:
            course.whispered.add((span, part.text))
    asked, unseen = (knowledge.hidden_from(label, decider) for label in (demand.label, demand.pieces))
    if (cause := asked or unseen) is not None:
        complaint = words.unseen_pick if asked is None and cause.what == "zone" else words.hidden_guard
        course.found.append(Finding(demand.line.span, cause, complaint))


def offer_all(course: Course, you: core.Expr, offers: tuple[core.OfferLine, ...]) -> None:
    """The offers of a decision, with what they hand over, which the decider must know."""
    reader = course.reader
    for offer in offers:
        for demand in offered(reader, offer):
            judge(course, offer.action, knowledge.terms(reader, you), demand)
        decider = knowledge.terms(reader, you)
        action = reader.made.actions[offer.action]
        if not offer.args and ("action", offer.action) not in course.leading:
            continue
        given = [handed(reader, param, arg) for param, arg in zip(action.params, offer.args, strict=True)]
        for param, arg, one in zip(action.params, offer.args, given, strict=True):
            where = one.where if labels.is_found(reader, arg, one) else OPEN
            cause = knowledge.hidden_from(meet(one.there, one.what, where), decider)
            if cause is not None:
                named = {"action": action.name, "param": reader.made.locals[param].name}
                course.found.append(Finding(offer.span, cause, words.handed_over, named))
                break
        else:
            own: dict[knowledge.Term, core.Expr] = dict.fromkeys(decider, core.Get(action.you, PLAYER))
            course.waiting.append((offer.action, knowledge.arguments(reader, action.params, offer.args, given, own)))


def walk_through(course: Course, body: Body, depending: Label = OPEN) -> None:
    """Read sentences as far as they lead to offers with arguments; that they are carried out depends on this, too."""
    around, course.under = course.under, meet(course.under, depending)
    for sentence in body:
        step(course, sentence)
    course.under = around


def step(course: Course, sentence: core.Statement) -> None:
    """Read one sentence."""
    reader = course.reader
    course.look(course, sentence)
    match sentence:
        case core.Let():
            labels.bind_let(reader, sentence, steadily=True)
            return
        case core.Choose():
            offer_all(course, sentence.you, offers_of(sentence))
            knowledge.steady(reader)
            walk_through(course, (*(sentence.otherwise or ()), *sentence.acted))
        case core.ChooseAtOnce():
            bind(reader, sentence.you, PUBLIC)
            offer_all(course, core.Get(sentence.you, PLAYER), sentence.offers)
            knowledge.steady(reader)
            walk_through(course, sentence.otherwise)
        case core.RunProcedure():
            call(course, sentence)
        case core.If():
            branches(reader, sentence, OPEN, partial(walk_through, course))
        case core.ForEach() | core.Around() | core.Repeat() | core.RepeatTimes():
            again(course, sentence)
        case core.With():
            who = sentence.who
            bind(reader, sentence.you, known(reader, who), who if knowledge.is_firm(who) else None)
            walk_through(course, sentence.body)
        case core.Draw(rolled=True):
            bind(reader, sentence.local, PUBLIC)
        case core.Draw():
            # a piece is seen by who sees the zone; a value by all
            found = several(reader, sentence.seq)
            sure = found.sources is not None and len(found.sources) == 1
            where = settled(found.where if sure else meet(found.where, found.what))
            piece = reader.made.locals[sentence.local].piece
            bind(reader, sentence.local, evolve(found, there=OPEN, where=where) if piece else PUBLIC)
        case core.Assign() | core.AssignAll() | core.AddTo():
            put_into(course, sentence)
        case core.FinishProcedure():
            course.gone = meet(course.gone, course.under)
        case _:
            tell(reader, sentence)
    knowledge.steady(reader)


def call(course: Course, sentence: core.RunProcedure) -> None:
    """A procedure that leads to an offer with arguments."""
    reader = course.reader
    made = reader.made.procedures[sentence.procedure]
    if ("procedure", sentence.procedure) not in course.leading and not made.told:
        return
    pairs = [*zip(made.params, sentence.args, strict=True)]
    given = [handed(reader, param, arg) for param, arg in pairs]
    step = f"{made.name} (line {reader.line(sentence.span.start)})"
    given = [knowledge.through(one, lambda label: knowledge.traced(label, step=(step,))) for one in given]
    handed_to = dict(zip(made.params, given, strict=True))
    for part in made.told:  # a title, which everybody reads
        if isinstance(part.value, core.Get) and part.value.local != made.you:
            one = handed_to[part.value.local]
            cause = knowledge.hidden_from(meet(one.there, one.what), ())
            if cause is not None:
                named = {"phase": made.name, "param": part.text}
                course.found.append(Finding(sentence.span, cause, words.title_tells, named))
    bound = knowledge.arguments(reader, made.params, sentence.args, given, {})
    answers = [number for number, each in enumerate(reader.made.variables) if each.answers == sentence.procedure]
    key = ("procedure", sentence.procedure, bound)
    if key not in course.read:
        course.read.add(key)
        around, kept = (course.under, course.gone), (reader.facts, dict(reader.same), dict(reader.locals))
        reader.facts, course.under, course.gone = (), OPEN, OPEN
        for param, known_ in zip(made.params, bound, strict=True):
            bind(reader, param, *known_)
        for answer in answers:
            reader.carried.pop(answer, None)
        walk_through(course, made.body)
        reader.facts, reader.same, reader.locals = kept
        course.under, course.gone = around
        course.answers[key] = meet(*(reader.carried.get(answer, OPEN) for answer in answers))
    # what is known of the answer, said of the arguments; a term of which that cannot be said is left out
    terms = ((core.Get(param, PLAYER), knowledge.canonical(reader, arg)) for param, arg in pairs)
    own: dict[knowledge.Term, core.Expr] = {param: term for param, term in terms if knowledge.is_firm(term)}
    for answer in answers:
        reader.carried[answer] = knowledge.carried_label(course.answers[key], own)


def again(course: Course, loop: core.Loop) -> None:
    """A loop: what its turns before have told of a piece counts for nothing. It is read until what is kept depends on
    nothing more."""
    reader = course.reader
    knowledge.steady(reader)
    before, carried = dict(reader.locals), None
    while carried != (reader.carried, course.gone):
        carried = dict(reader.carried), course.gone
        label, _ = turns(reader, loop)
        fresh = {local: reader.locals[local] for local in ((loop.local,) if isinstance(loop, core.ForEach) else ())}
        forget_places(reader, loop.body)
        reader.locals |= fresh
        walk_through(course, loop.body, label)
    for local, one in before.items():
        reader.locals[local] = evolve(reader.locals[local], what=one.what)
    forget_places(reader, loop.body)


def put_into(course: Course, sentence: core.Writing) -> None:
    """What is kept is known only to those who know what was put into it, and whether it was. Of the terms that stay
    those that mean the same player as long as it is kept."""
    reader, number = course.reader, sentence.var.variable
    made = reader.made.variables[number]
    if made.since is None:
        return
    since = made.since

    def lasts(term: knowledge.Term) -> bool:
        return knowledge.is_firm(term) and all(local < since for local in reads(term))

    depends = meet(labels.told(reader, sentence.value), course.under, *(() if made.answers is None else (course.gone,)))
    label = tuple(evolve(each, who=frozenset(filter(lasts, each.who)), lies=False) for each in depends)
    label = knowledge.traced(label, step=(f"{made.name} (line {reader.line(sentence.span.start)})",))
    before = OPEN if sentence.span == made.span else reader.carried.get(number, OPEN)
    reader.carried[number] = meet(before, label)


def forget_places(reader: Reader, body: Body) -> None:
    """Pieces that a loop moves may lie anywhere as it goes on, and those that it changes may be anything."""
    for node in walk(body):
        match node:
            case core.MovePiece(piece=core.Get(local=local), to=to) if local in reader.locals:
                cause = Cause("place", reader.made.zones[ref_of(to).zone].component)
                hidden = (knowledge.Condition(frozenset(), cause),)
                reader.locals[local] = evolve(reader.locals[local], where=hidden, sources=None)
            case core.ChangePiece(piece=core.Get(local=local), component=component) if local in reader.locals:
                hidden = (knowledge.Condition(frozenset(), Cause("place", component)),)
                reader.locals[local] = evolve(reader.locals[local], what=hidden)
            case _:
                pass


def tell(reader: Reader, sentence: core.Statement) -> None:
    """What a sentence tells of the piece that is moved, turned up, shown or changed."""
    match sentence:
        case core.MovePiece(piece=core.Get() as piece, to=to, face=face):
            ref = rebuilt(ref_of(to), partial(knowledge.canonical, reader))
            one, faced = known(reader, piece), reader.made.zones[ref.zone].faced
            what = one.what
            if not faced or face != "down":
                label = OPEN if faced else knowledge.seen_in(reader, ref)
                who = frozenset.intersection(*(each.who for each in label)) if label else None
                what = knowledge.widened(what, who, lying=False)
            where = meet(*(value(reader, owner) for owner in ref.owners))
            knowledge.move_local(reader, piece, evolve(one, what=what, where=where, sources=(ref,)))
        case core.Flip(piece=core.Get() as piece, face="up"):
            one = known(reader, piece)
            reader.locals[piece.local] = evolve(one, what=knowledge.widened(one.what, None, lying=False))
        case core.Show(seq=core.Listed(values=pieces), to=to):
            players = to.values if isinstance(to, core.Listed) else ()
            for piece in (each for each in pieces if isinstance(each, core.Get)):
                for who in (None,) if to is None else [knowledge.terms(reader, player) for player in players]:
                    one = known(reader, piece)
                    reader.locals[piece.local] = evolve(one, what=knowledge.widened(one.what, who, lying=False))
        case core.ChangePiece(piece=core.Get() as piece):
            one = known(reader, piece)
            bind(reader, piece.local, evolve(one, what=meet(one.what, value(reader, sentence.value))))
        case _:
            pass


# ---- How it is told that a decision depends on something unseen


def hidden_diagnostic(
    complaint: Complaint, made: core.Core, cause: Cause, span: Span, rules: tuple[Source, syntax.Ruleset], **named: str
) -> Diagnostic:
    """A complaint about a cause: what is hidden and from whom, as the author calls it, and where that is declared."""
    source, ruleset = rules
    if cause.what == "pick":
        hidden = f"what was picked as {made.locals[cause.index].name}, which only who picks it sees"
        picked = {"hidden": hidden, "way": cause.way[::-1], "line": source.line(cause.line.start)}
        facts: dict[str, Any] = {**dict.fromkeys(gaps(complaint.sentence)), **picked, **named}
        also = cause.line if complaint is words.hidden_elsewhere else cause.span
        return complaint(span, also=also, **{gap: facts[gap] for gap in gaps(complaint.sentence)})
    fields: Mapping[str, Sequence[core.Variable | core.Zone | core.Component]]
    fields = {"variable": made.variables, "place": made.components, "zone": made.zones, "face": made.zones}
    declared = fields[cause.what][cause.index]
    component = made.components[declared.component].name if isinstance(declared, core.Zone) else declared.name
    what = f"the {cause.question} of a {component}" if cause.question else f"which {component} it is"
    seen = ""
    if not isinstance(declared, core.Component):
        # as the author calls it where he names it: with its owner
        called, paths = declared.name, (node for node in walk(ruleset) if isinstance(node, syntax.Of))
        path = next((path for path in paths if path.member.name.span == cause.span), None)
        if path is not None and isinstance(path.subject, syntax.It) and declared.owners == (PLAYER,):
            called = f"a player's {declared.name}"
        elif path is not None:
            called = " ".join(source.text[path.span.start : path.span.end].split())
        seen = f"{called}, which {WHO_SEES[declared.audience]}"
    told = {
        "variable": seen,
        "zone": f"{what} in {seen}",
        "face": f"{what} before the face, and the {component} may lie face down",
        "place": f"where a {component} lies, and not every {component} lies where all see it",
    }
    asked = f"its {cause.question} is …" if cause.question else "it is …"
    facts = {
        "hidden": told[cause.what],
        "way": cause.way[::-1],
        "asked": asked if cause.what == "face" else None,
        "component": component,
        "pieces": seen,
        "line": source.line(cause.line.start),
        **named,
    }
    also = cause.line if complaint is words.hidden_elsewhere else declared.span
    return complaint(span, also=also, **{gap: facts[gap] for gap in gaps(complaint.sentence)})
