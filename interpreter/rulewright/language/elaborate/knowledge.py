"""What headers may ask: only what the player who decides can see, else the list of moves would betray it.

Read in the order of evaluation, with what is known of each local: who it is (the decider or somebody else), or that it
is a piece which the decider does not see. Where that is not certain nothing is said. Once a header has asked where a
piece lies, or which face is up, what follows may depend on that and is trusted.
"""

from collections.abc import Iterator, Mapping
from typing import Literal

from attrs import define, field, frozen

from rulewright.language import core
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.elaborate.walking import children, walk
from rulewright.language.messages import secrecy as words
from rulewright.language.span import Span
from rulewright.language.types import PLAYER, KindT, OptionalT, Scalar, SeqT

Who = Literal["decider", "other", "anybody"]


@frozen
class Unseen:
    """A piece of this zone, which the decider does not see; `firm`: in every position."""

    zone: int
    firm: bool
    faced: bool = False


Known = Who | Unseen | None
Env = Mapping[int, Known]


@frozen
class Reading:
    """What a header line reads of the unseen: a question of a piece, a piece itself, or a variable."""

    question: str | None
    zone: int | None = None
    variable: int | None = None
    faced: bool = False


@define
class Header:
    """The reading of one header. `found`, `called`: what the line at hand reads, and the definitions it asks; `asked`:
    the header has asked where a piece lies. `turned`: zones with face-down pieces; `shown`: some may look at them."""

    made: core.Core
    turned: frozenset[int]
    shown: bool
    found: list[Reading] = field(factory=list)
    called: set[tuple[object, ...]] = field(factory=set)
    asked: bool = False


def hidden_guards(made: core.Core) -> Iterator[Diagnostic]:
    """Each header line that asks what the decider does not see."""
    shows = [node for node in walk(doings(made)) if isinstance(node, core.Show)]
    to_all = any(not isinstance(show.to, core.Listed) for show in shows)
    turned = frozenset(() if to_all else turned_down(made))
    for action in made.actions:
        for lines in headers(action):
            yield from line_by_line(Header(made, turned, shown=bool(shows)), action, lines)


def headers(action: core.Action) -> Iterator[tuple[core.HeaderLine, ...]]:
    """The header of an action, and those of a family's members, each after the lines that stand before them."""
    if action.by_member is None:
        yield action.header
    else:
        yield from ((*action.header, *member.header) for member in action.by_member.members)


def line_by_line(header: Header, action: core.Action, lines: tuple[core.HeaderLine, ...]) -> Iterator[Diagnostic]:
    """The first unseen thing that each line reads."""
    env: Env = {action.you: "decider"}
    for line in lines:
        header.found.clear()
        header.called.clear()
        env = read_line(header, line, env)
        if header.found:
            yield complaint(header.made, header.found[0], line.span)


def read_line(header: Header, line: core.HeaderLine, env: Env) -> Env:
    """Read one header line; what is known behind it."""
    match line:
        case core.Pick():
            read(header, line.seq, env)
            return bound(header, env, line.local, element(header, line.seq, env))
        case core.PickSeveral():
            for part in (line.low, line.high, line.seq):
                read(header, part, env)
            return bound(header, env, line.local, element(header, line.seq, env))
        case core.Let():
            read(header, line.value, env)
            return bound(header, env, line.local, held(header, line, env))
        case core.Needs() | core.MustLeave():
            read(header, line.condition, env)
            return env
        case core.MustChange():
            return env


def held(header: Header, line: core.Let, env: Env) -> Known:
    """What a `let` holds."""
    if isinstance(header.made.locals[line.local].type, SeqT):
        return element(header, line.value, env)
    return whom_or_what(header, line.value, env)


def complaint(made: core.Core, reading: Reading, span: Span) -> Diagnostic:
    """The words for what was read."""
    if reading.variable is not None:
        variable = made.variables[reading.variable]
        return words.hidden_variable(variable.name, seen_by(variable.audience), span)
    assert reading.zone is not None
    zone = made.zones[reading.zone]
    component = made.components[zone.component].name
    if reading.faced:
        return words.face_first(reading.question, component, span)
    return words.hidden_guard(reading.question, component, zone.name, seen_by(zone.audience), span)


def seen_by(audience: core.Audience) -> str:
    """Who sees a zone or variable."""
    return {"everyone": "everyone", "owner": "only its owner", "nobody": "nobody"}[audience]


# ---- reading, in the order of evaluation


def read(header: Header, node: object, env: Env) -> None:
    """Note what this reads of the unseen."""
    match node:
        case core.CanAct():
            pass
        case core.CallDefinition():
            read_definition(header, node, env)
        case core.Exists() | core.Total() | core.Extreme() | core.Filter() | core.Mapped() | core.Best():
            read_each(header, node, env)
        case core.FlatMap():
            read(header, node.seq, env)
            read(header, node.body, bound(header, env, node.local, element(header, node.seq, env)))
        case _:
            for child in children(node):
                read(header, child, env)
            read_here(header, node, env)


def read_each(
    header: Header,
    node: core.Exists | core.Total | core.Extreme | core.Filter | core.Mapped | core.Best,
    env: Env,
) -> None:
    """A sequence, then what is asked of each element."""
    read(header, node.seq, env)
    inner = bound(header, env, node.local, element(header, node.seq, env))
    match node:
        case core.Exists() | core.Filter():
            read(header, node.condition, inner)
        case core.Total() | core.Extreme() | core.Mapped():
            read(header, node.value, inner)
        case core.Best():
            for _, key in node.keys:
                read(header, key, inner)


def read_definition(header: Header, node: core.CallDefinition, env: Env) -> None:
    """A definition, with what is known of its arguments."""
    for arg in node.args:
        read(header, arg, env)
    definition = header.made.definitions[node.definition]
    known = tuple(whom_or_what(header, arg, env) for arg in node.args)
    if (node.definition, known) in header.called:
        return
    header.called.add((node.definition, known))
    inner: Env = dict(zip(definition.params, known, strict=True))
    for let in definition.lets:
        read(header, let.value, inner)
        inner = bound(header, inner, let.local, held(header, let, inner))
    read(header, definition.result, inner)


def read_here(header: Header, node: object, env: Env) -> None:
    """What one node itself reads."""
    match node:
        case core.AskPiece() | core.Viewers() | core.Contains(here=True):
            header.asked = True
        case core.Attr(of=of) | core.KindCounts(of=of):
            name = header.made.components[node.component].attributes[node.attribute].name
            note(header, name, whom_or_what(header, of, env))
        case core.Compare():
            read_comparison(header, node, env)
        case core.Contains(seq=seq, value=value):
            for known in (whom_or_what(header, value, env), element(header, seq, env)):
                note(header, None, known)
        case core.CountOf(value=value):
            note(header, None, whom_or_what(header, value, env))
        case core.VarRef():
            read_variable(header, node, env)
        case _:
            pass


def read_comparison(header: Header, node: core.Compare, env: Env) -> None:
    """A comparison of pieces; one of players may say who somebody is, and is trusted from there on."""
    sides = [whom_or_what(header, side, env) for side in (node.left, node.right)]
    if "decider" in sides and "anybody" in sides:
        header.asked = True
    for side in sides:
        note(header, None, side)


def read_variable(header: Header, node: core.VarRef, env: Env) -> None:
    """A variable: by whom it is seen, and whose it is."""
    variable = header.made.variables[node.variable]
    owners = [whom_or_what(header, owner, env) for owner in node.owners]
    for owner in owners:
        note(header, variable.name, owner)
    hidden = audience(header, variable.audience, variable.owners, owners)
    if hidden or (hidden is None and not header.asked):
        header.found.append(Reading(None, variable=node.variable))


def note(header: Header, question: str | None, known: Known) -> None:
    """Something is asked of this piece."""
    if isinstance(known, Unseen) and (known.firm or not header.asked):
        header.found.append(Reading(question, known.zone, faced=known.faced))


# ---- what is known of an expression


def bound(header: Header, env: Env, local: int, known: Known) -> Env:
    """One more local; only players are somebody."""
    type_ = header.made.locals[local].type
    inner: Scalar = type_.of if isinstance(type_, SeqT) else type_
    inner = inner.of if isinstance(inner, OptionalT) else inner
    fits = isinstance(inner, KindT) if isinstance(known, Unseen) else inner == PLAYER
    return {**env, local: known if fits else None}


def whom_or_what(header: Header, expr: object, env: Env) -> Known:
    """Who a player is, or that a piece is unseen."""
    match expr:
        case core.Get():
            return env.get(expr.local)
        case core.Lookup(indices=(index,)) if expr.type == PLAYER and whom_or_what(header, index, env) == "decider":
            return neighbor(header.made.tables[expr.table])
        case core.First() | core.Last() | core.Only() | core.Item():
            known = element(header, expr.seq, env)
            return known if isinstance(known, Unseen) or known == "other" else None
        case core.On():
            return unseen(header, expr.place.board, env)
        case _:
            return None


def neighbor(table: core.Table) -> Known:
    """Who a table of players gives for the decider: somebody else if it does so for every player."""
    return "other" if all(value not in (seat, -1) for seat, value in enumerate(table.values)) else None


def element(header: Header, seq: object, env: Env) -> Known:
    """What is known of every element of a sequence."""
    match seq:
        case core.Values():
            return "anybody" if seq.number == header.made.players > 1 else None
        case core.TableList(indices=(index,)):
            lists = header.made.list_tables[seq.table].values
            fits = whom_or_what(header, index, env) == "decider" and all(lists)
            return "other" if fits and all(seat not in others for seat, others in enumerate(lists)) else None
        case core.Filter():
            known = element(header, seq.seq, env)
            return "other" if known == "anybody" and denies(header, seq, env) else known
        case core.Best() | core.Beyond():
            return element(header, seq.seq, env)
        case core.FlatMap():
            return element(header, seq.body, bound(header, env, seq.local, element(header, seq.seq, env)))
        case core.Mapped():
            return whom_or_what(header, seq.value, bound(header, env, seq.local, element(header, seq.seq, env)))
        case core.Chain():
            return shared([element(header, part, env) for part in seq.seqs])
        case core.Listed():
            return shared([whom_or_what(header, value, env) for value in seq.values])
        case core.Pieces():
            return unseen(header, seq.zone, env)
        case core.Held():
            return env.get(seq.local)
        case _:
            return None


def shared(parts: list[Known]) -> Known:
    """What is known of the elements of several sequences: something only if it is so in each."""
    return parts[0] if parts and (all(isinstance(part, Unseen) for part in parts) or len(set(parts)) == 1) else None


def denies(header: Header, seq: core.Filter, env: Env) -> bool:
    """Whether a filter leaves out the decider."""
    parts = seq.condition.operands if isinstance(seq.condition, core.And) else (seq.condition,)
    for part in parts:
        match part:
            case core.Not(operand=core.Compare(op="is", left=left, right=right)):
                own = core.Get(seq.local, PLAYER)
                sides = [whom_or_what(header, side, env) for side in (left, right)]
                if own in (left, right) and "decider" in sides:
                    return True
            case _:
                pass
    return False


def unseen(header: Header, ref: core.ZoneRef, env: Env) -> Known:
    """A piece of a zone, as the decider knows it."""
    zone = header.made.zones[ref.zone]
    who = [whom_or_what(header, owner, env) for owner in ref.owners]
    if zone.faced:
        hides = ref.zone in header.turned and not (header.shown and "decider" in who)
        return Unseen(ref.zone, firm=False, faced=True) if hides else None
    hidden = audience(header, zone.audience, zone.owners, who)
    return None if hidden is False else Unseen(ref.zone, firm=hidden is True)


def audience(header: Header, audience_: core.Audience, owners: tuple[Scalar, ...], who: list[Known]) -> bool | None:
    """Whether something is hidden from the decider; None if only because it is somebody's who may be anybody."""
    match audience_:
        case "everyone":
            return False
        case "nobody":
            return True
        case "owner":
            if header.made.players == 1 or PLAYER not in owners:
                return False
            owner = who[owners.index(PLAYER)]
            return True if owner == "other" else None if owner == "anybody" else False


def doings(made: core.Core) -> tuple[object, ...]:
    """All that is carried out."""
    return (made.setup, made.play, made.procedures, made.actions)


def turned_down(made: core.Core) -> Iterator[int]:
    """The zones with faces into which something puts a piece face down; all of them if something is turned over."""
    for node in walk(doings(made)):
        match node:
            case (
                core.MovePiece(face="down", to=to)
                | core.MoveAll(face="down", to=to)
                | core.MoveSome(face="down", to=to)
            ):
                yield to.board.zone if isinstance(to, core.PlaceRef) else to.zone
            case core.Flip(face="down"):
                yield from (index for index, zone in enumerate(made.zones) if zone.faced)
            case _:
                pass
