"""What is said and shown: `tell`, `reveal`, `show`, and titles with values in them."""

from collections.abc import Iterator
from typing import Final

from rulewright.language import core, syntax
from rulewright.language.elaborate import coercions
from rulewright.language.elaborate.coercions import as_value, mismatch
from rulewright.language.elaborate.environment import (
    AggregateOf,
    Env,
    FieldEntry,
    Mistake,
    Statements,
    Typed,
    Value,
    World,
)
from rulewright.language.elaborate.moving import component_of
from rulewright.language.elaborate.resolve import all_values, field_value, itself
from rulewright.language.messages import declarations as declaration_words, sentences as words
from rulewright.language.span import Span
from rulewright.language.types import PLAYER
from rulewright.language.wording import GAP, WHO_SEES, plural

MOST_TOLD: Final = 256
"""A set or counts of a type with more values cannot be told."""


def values_in_title(world: World, env: Env, title: syntax.Text | None) -> Iterator[core.Quoted]:
    """What stands in the gaps of a title: `you`, a parameter, or a field of the game that everybody sees."""
    for gap in GAP.finditer(title.text) if title is not None else ():
        begin = title.span.start + 1 + gap.start(1) if title is not None else 0
        name = syntax.Name(gap[1], span=Span(begin, begin + len(gap[1])))
        you = name.text == "you"
        if not (you or name.text in env.names or ((), name.text) in world.field_names):
            raise Mistake(declaration_words.not_in_title(name, candidates=[*env.names, "you"]))
        node = syntax.You(span=name.span) if you else syntax.Word(name, span=name.span)
        one = as_value(world, world.expression(env, node), name.span)
        if isinstance(one.core, core.Read):
            audience = world.variables[one.core.var.variable].audience
            if audience != "everyone":
                raise Mistake(declaration_words.hidden_in_title(name, seen=WHO_SEES[audience]))
        elif not isinstance(one.core, core.Get):
            raise Mistake(declaration_words.not_in_title(name, candidates=[*env.names, "you"]))
        yield core.Quoted(name.text, one.core, one.type)


def show(world: World, env: Env, node: syntax.Show) -> core.Show:
    """`show x to p`, `show z to everyone`."""
    return shown(world, world.expression(env, node.among), node.among, viewers(world, env, node.to), node.span)


def shown(world: World, typed: Typed, node: syntax.Expr, to: core.Seq | None, span: Span) -> core.Show:
    """These pieces are shown to some, or to everyone."""
    pieces = coercions.piece_seq(world, typed, node.span)
    return core.Show(pieces.seq, to, component_of(world, pieces), span=span)


def viewers(world: World, env: Env, node: syntax.Expr | None) -> core.Seq | None:
    """To whom something is shown or told; None for everyone."""
    if node is None:
        return None
    typed = world.expression(env, node, PLAYER)
    return coercions.players_of(world, typed, node.span) or mismatch(world, typed, "a player or several", node.span)


def tell(world: World, env: Env, node: syntax.Tell) -> core.Tell:
    """`tell "fifteen for {n}" to p`."""
    told = list[core.Quoted | core.Holding]()
    for gap, found in zip(node.gaps, GAP.finditer(node.text.text), strict=True):
        if gap is None:
            begin = node.text.span.start + 1 + found.start()
            raise Mistake(words.gap_unread(Span(begin, begin + len(found[0])), gap=found[0]))
        typed = world.expression(env, gap)
        if isinstance(typed, AggregateOf):
            told.append(holding(world, found[1], typed, gap.span))
        else:
            one = as_value(world, typed, gap.span)
            told.append(core.Quoted(found[1], one.core, one.type))
    return core.Tell(node.text.text, tuple(told), viewers(world, env, node.to), span=node.span)


def reveal(world: World, env: Env, node: syntax.Reveal) -> Statements:
    """`reveal your ballot`, `reveal your hand`, `reveal all ballots`: everybody is told what a field holds, or
    shown what lies there; of a field that several have one after the other, in their order."""
    what = node.what
    owned = owned_fields(world, env, what.name.text) if isinstance(what, syntax.Word) else []
    if len(owned) != 1 or not isinstance(what, syntax.Word):
        return (revealed(world, world.expression(env, what), what, node.span),)
    [(names, entry)] = owned
    seqs = [all_values(world, name) for name in names]
    locals_ = [world.local(name, seq.of) for name, seq in zip(names, seqs, strict=True)]
    owners = tuple(core.Get(local, seq.of) for local, seq in zip(locals_, seqs, strict=True))
    body: Statements = (revealed(world, field_value(world, env, what.name, entry, owners), what, node.span),)
    for local, seq in reversed(list(zip(locals_, seqs, strict=True))):
        body = (core.ForEach(local, seq.seq, body, span=node.span),)
    return body


def owned_fields(world: World, env: Env, name: str) -> list[tuple[tuple[str, ...], FieldEntry]]:
    """The fields with owners that bear this name, or of which it is the plural, if it means nothing else."""
    if name in env.names or name in world.fields.get((), {}) or name in world.plurals:
        return []
    fields = [(owners, each, entry) for owners, of in world.fields.items() if owners for each, entry in of.items()]
    return [(owners, entry) for owners, each, entry in fields if name in (each, plural(each))]


def revealed(world: World, typed: Typed, node: syntax.Expr, span: Span) -> core.Tell | core.Show:
    """Everybody is told, or shown, what this is."""
    match itself(typed):
        case Value(core=core.Read(var) as read, type=type_):
            it: core.Quoted | core.Holding = core.Quoted("it", read, type_)
        case AggregateOf(var=core.VarRef() as var) as held:
            it = holding(world, "it", held, node.span)
        case Value(piece=False) | AggregateOf():
            mismatch(world, typed, "a field, a zone or a piece", node.span)
        case _:
            return shown(world, typed, node, None, span)
    made = world.variables[var.variable]
    owned = enumerate(zip(var.owners, made.owners, strict=True))
    whose = [core.Quoted(str(at), owner, of) for at, (owner, of) in owned]
    said = "".join(f"{{{each.text}}}'s " for each in whose)
    return core.Tell(f"{said}{made.name}: {{it}}", (*whose, it), None, span=span)


def holding(world: World, text: str, typed: AggregateOf, span: Span) -> core.Holding:
    """What a set or counts hold, in the gap of this text."""
    of = typed.type.of
    if world.size(of) > MOST_TOLD:
        raise Mistake(words.too_many_told(span, what=world.text(span), number=world.size(of), most=MOST_TOLD))
    return core.Holding(text, typed.value, of)
