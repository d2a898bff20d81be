"""What holds in every game of rules: what its end settles, who can win, whether everybody sees the same, how pieces are
called."""

from collections.abc import Iterator, Mapping

from attrs import frozen

from rulewright.language import core
from rulewright.language.core_queries import free, questions
from rulewright.language.types import BoolT, NumberT
from rulewright.language.walking import children, walk

# ---- Which conditions the end of the game settles: they ask whether it is over, and that says what they come to
# Scores are asked in play, too, but whoever plays for their winners asks them at the end.


def settled_by_the_end(program: core.Core, expr: core.Expr) -> bool:
    """Whether a condition certainly comes to something at the end, or before it, because it asks for that."""
    if not any(isinstance(node, core.IsOver) for node in questions(program, expr)):
        return False
    return any(known(program, expr, over=over) is not None for over in (True, False))


def known(program: core.Core, expr: core.Expr, *, over: bool) -> bool | None:
    """What a condition comes to where the game is over, or is not; None where that does not say it."""
    match expr:
        case core.IsOver():
            return over
        case core.Const(value):
            return bool(value)
        case core.Not(operand):
            found = known(program, operand, over=over)
            return None if found is None else not found
        case core.Junction(word, operands):
            decisive = word == "or"
            each = [known(program, operand, over=over) for operand in operands]
            return decisive if decisive in each else None if None in each else not decisive
        case core.CallDefinition(number):
            return known(program, program.definitions[number].result, over=over)
        case _:
            return None


# ---- Whether a win is always one of all together


def wins_together(made: core.Core) -> bool:
    """Whether a game can be won, and never by some without the others, as far as its ends and its scoring show that: a
    game of one player, or one whose winners are `players` or nobody."""
    nodes = walk((made.setup, made.play, made.procedures, made.actions))
    given = [made.scoring.winners, *(node.winners for node in nodes if isinstance(node, core.EndGame))]
    winners = [part for seq in given if seq is not None for part in _won(seq)]
    return bool(winners) and (made.players == 1 or all(isinstance(each, core.Values) for each in winners))


def can_be_lost(made: core.Core) -> bool:
    """Whether a game that all win together can end without that."""
    nodes = walk((made.setup, made.play, made.procedures, made.actions))
    lost = any(isinstance(node, core.EndGame) and node.winners == core.Listed(()) for node in nodes)
    return lost or not isinstance(made.scoring.winners, core.Values)


def _won(seq: core.Seq) -> Iterator[core.Seq]:
    """Who may win, without the conditions that hold for all of them or for none; nothing where nobody wins."""
    match seq:
        case core.Filter(local, inner, condition) if local not in free(condition):
            yield from _won(inner)
        case core.Chain(seqs):
            for each in seqs:
                yield from _won(each)
        case core.Listed(()):
            pass
        case _:
            yield seq


# ---- Whether everybody always sees the same


def all_see_the_same(made: core.Core, *, between_choices: bool = False) -> bool:
    """Whether nothing is seen by some players and not by others: no hand, no piece that lies face down or is shown to
    some, and, but for `between_choices`, no choice at once. What nobody sees is the same for all."""
    if any(zone.audience in ("owner", "others") or zone.faced for zone in made.zones):
        return False
    if any(variable.audience == "owner" for variable in made.variables):
        return False
    nodes = walk((made.setup, made.play, made.procedures, made.actions))
    return not any(
        (isinstance(node, core.ChooseAtOnce) and not between_choices)
        or (isinstance(node, core.Show | core.Tell) and node.to is not None)
        for node in nodes
    )


def all_is_open(made: core.Core, *, between_choices: bool = False) -> bool:
    """Whether everybody always sees everything: the same for all (`between_choices`, too), and nothing that nobody
    sees."""
    audiences = {*(zone.audience for zone in made.zones), *(variable.audience for variable in made.variables)}
    return audiences <= {"everyone"} and all_see_the_same(made, between_choices=between_choices)


# ---- What the rules only count with


def counters(made: core.Core) -> frozenset[core.Variable]:
    """The numbers and yes-or-nos that only say how a game goes on: no action sets them, and nothing asks for them but
    the conditions of `if` and `repeat`, and what they themselves become."""
    asked = {node.var.variable for node in walk(made.actions) if isinstance(node, core.Assign)}
    waiting: list[object] = [made.actions, made.scoring, made.setup, made.play, *made.procedures]
    for part in waiting:
        match part:
            case core.If(cases, otherwise):
                waiting += [*(body for _, body in cases), otherwise]
            case core.Repeat(_, body):
                waiting.append(body)
            case core.Assign(var, value):
                read = {each.variable for each in questions(made, value) if isinstance(each, core.VarRef)}
                asked |= read - {var.variable}
            case core.VarRef(variable) as ref:
                asked.add(variable)
                waiting += children(ref)
            case core.CallDefinition() as call:
                asked |= {each.variable for each in questions(made, call) if isinstance(each, core.VarRef)}
            case other:
                waiting += children(other)
    counts = (each for number, each in enumerate(made.variables) if number not in asked)
    return frozenset(each for each in counts if isinstance(each.type, NumberT | BoolT))


def put_aside(made: core.Core) -> frozenset[int]:
    """The zones whose pieces count for nothing: none is asked for, picked or moved from there, but to refill a pile."""
    asked = set[int]()
    waiting: list[object] = [made.actions, made.scoring, made.setup, made.play, *made.procedures, *made.definitions]
    for part in waiting:
        match part:
            case core.Shuffle(zone):
                waiting += zone.owners
            case core.MoveAll(seq, to):
                waiting += [seq, *children(to)]
            case core.MovePiece(piece, to):
                waiting += [piece, *children(to)]
            case core.MoveSome(number, seq, to):
                waiting += [number, seq, *children(to)]
            case core.ZoneRef(zone):
                asked.add(zone)
                waiting += children(part)
            case other:
                waiting += children(other)
    return frozenset(number for number, zone in enumerate(made.zones) if number not in asked and not zone.box)


# ---- How pieces look on the table: the names by which they are shown, where nothing is confused


@frozen
class Kind:
    """A kind of a component, and what it is shown as (None: by its name)."""

    component: core.Component
    name: str
    text: str | None


def shown_names(made: core.Core) -> Mapping[str, str]:
    """What kinds are shown as, of those that look like no other one."""
    unclear = {(kind.component.name, kind.name) for kind, _ in clashes(made)}
    return {
        kind.name: kind.text
        for kind in _kinds(made)
        if kind.text is not None and (kind.component.name, kind.name) not in unclear
    }


def clashes(made: core.Core) -> Iterator[tuple[Kind, Kind]]:
    """Each kind that would look like another one, or be called as another one is, with the first other one."""
    kinds, bearers = tuple(_kinds(made)), dict[str, list[Kind]]()
    for kind in kinds:
        for text in {kind.name.casefold(), (kind.text or kind.name).casefold()}:
            bearers.setdefault(text, []).append(kind)
    for kind in kinds:
        alike = () if kind.text is None else bearers[kind.text.casefold()]
        other = next((each for each in alike if each is not kind), None)
        if other is not None:
            yield kind, other


def _kinds(made: core.Core) -> Iterator[Kind]:
    for component in made.components:
        texts = component.shown.texts if component.shown else (None,) * len(component.kinds)
        yield from (Kind(component, name, text) for name, text in zip(component.kinds, texts, strict=True))
