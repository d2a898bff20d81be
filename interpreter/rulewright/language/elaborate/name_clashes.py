"""Who bears which name: one pass over all declarations in the order of the text."""

from collections.abc import Container, Iterator
from typing import Final

from attrs import frozen

from rulewright.language import syntax
from rulewright.language.built_in import sorts_of
from rulewright.language.diagnostics import Edit
from rulewright.language.elaborate.environment import Mistake
from rulewright.language.elaborate.queries import already_taken, better
from rulewright.language.elaborate.world import World
from rulewright.language.library import ROWS
from rulewright.language.messages import declarations as words
from rulewright.language.messages import names as name_words
from rulewright.language.span import Span
from rulewright.language.wording import a, plural

# ---- Fields whose name, sort or type has changed places with a word beside it: `pile: deck of card`, `player:
# leader`


def is_exchanged(node: syntax.Field, known: Container[str]) -> bool:
    """Whether the name of a field is a known type, and what stands as its type is none."""
    return isinstance(node.type, syntax.Name) and node.name.text in known and node.type.text not in known


def refuse_exchanged(world: World, node: syntax.Field, sorts: Container[str]) -> None:
    """A name that has changed places with its type; a sort of field with the name before it, or with what lies there.

    Names that would have been declared count as broken, so that nothing follows from the slip.
    """
    if isinstance(node.type, syntax.Name):
        if (
            is_exchanged(node, world.types)
            and node.type.text not in world.bearers
            and node.type.text not in world.broken_names
        ):
            world.broken_names.add(node.type.text)
            instead = f"{node.type.text}: {node.name.text}"
            edit = Edit(Span(node.name.span.start, node.type.span.end), instead)
            raise Mistake(words.exchanged_type(node.name, type=node.type.text, instead=instead, edit=edit))
    elif isinstance(node.type, syntax.Holder) and node.type.word.text not in sorts:
        name, word, of = node.name, node.type.word, node.type.of
        if of.text in sorts:
            better, span = f"{of.text} of {word.text}", Span(word.span.start, of.span.end)
        elif name.text in sorts:
            world.broken_names.add(word.text)
            better, span = f"{word.text}: {name.text} of {of.text}", Span(name.span.start, of.span.end)
        else:
            return
        raise Mistake(words.exchanged_sort(word, instead=better, edit=Edit(span, better)))


# ---- Who bears which name: one pass over all declarations in the order of the text, within the namespaces of the
# language
# Doings are one namespace; places and questions have one for the game and one per owner; values one per type. Out: a
# diagnostic for each name that was taken already, and the places of those names, so that what bears them is left out.


ALWAYS_TYPES: Final = ("player", "team")
GRID_TYPES: Final = ("line", "direction", "side")
ALWAYS: Final = frozenset(("player-count", "players", "teams", "box", "nobody", "nothing", "min", "max"))
GAME: Final = ""
DOINGS: Final = "doings"
CALLED_BY_NAME: Final = ("a phase", "a procedure")
SENTENCES_OF_A_VALUE: Final = frozenset(("forget", "needs", "nothing", "remember", "rotate", "shuffle"))
"""Alone or before a value in brackets such a word is a sentence; calls of other verbs are told as they are read."""


@frozen
class Claim:
    """A name in a namespace (`doings`, a type's name for its questions, the empty one for the game), and what it is."""

    namespace: str
    name: syntax.Name
    what: str
    field: bool = False
    answers: bool = False


def refused_names(world: World, ruleset: syntax.Ruleset) -> frozenset[int]:
    """Tells of all names that are taken already; gives the places in the text where they are declared."""
    taken: dict[tuple[str, str], Claim] = {}
    refused: set[int] = set()
    for claim in claims(ruleset):
        earlier = taken.setdefault((claim.namespace, claim.name.text), claim)
        if earlier is not claim and claim.name.span.start not in refused:
            world.report(already_taken(world, name_words.two_meanings, claim.name, earlier.what, earlier.name))
            refused.add(claim.name.span.start)
        elif claim.namespace == DOINGS and claim.what in CALLED_BY_NAME:
            if claim.name.text in SENTENCES_OF_A_VALUE and not claim.answers:
                world.report(words.never_called(claim.name, better=better(claim.name.text)))
            elif claim.name.text == "play":
                world.report(words.play_is_all(claim.name, better=better(claim.name.text)))
    for name in type_names(ruleset):
        hidden = taken.get((GAME, plural(name.text)))
        if hidden is not None and not hidden.field and hidden.name.text != name.text:
            what = f"the plural of {name.text}"
            world.report(already_taken(world, name_words.two_meanings, hidden.name, what, name))
            world.broken_names.add(hidden.name.text)
    return frozenset(refused)


def type_names(ruleset: syntax.Ruleset) -> Iterator[syntax.Name]:
    """The names of all declared types, components among them."""
    for each in ruleset.declarations:
        match each:
            case syntax.Enumeration() | syntax.NumberType() | syntax.GridType() | syntax.Component():
                yield each.name
            case _:
                pass


SIMPLE: Final[dict[type[syntax.Declaration], tuple[str, str]]] = {
    syntax.Option: (GAME, "an option"),
    syntax.Enumeration: (GAME, "a type"),
    syntax.NumberType: (GAME, "a type"),
    syntax.GridType: (GAME, "a type"),
    syntax.Component: (GAME, "a component"),
    syntax.Phase: (DOINGS, "a phase"),
    syntax.Procedure: (DOINGS, "a procedure"),
    syntax.ProcedureFamily: (DOINGS, "a procedure"),
    syntax.Action: (DOINGS, "an action"),
    syntax.ActionFamily: (DOINGS, "an action"),
    syntax.Choice: (DOINGS, "a choice"),
}


def claims(ruleset: syntax.Ruleset) -> Iterator[Claim]:
    """All names of doings, places and questions in the order of the text."""
    declared = {name.text for name in type_names(ruleset)}
    known = declared | {*ALWAYS_TYPES, *GRID_TYPES}
    for each in ruleset.declarations:
        match each:
            case syntax.Has():
                # a field of a pair is a question of both
                owners = dict.fromkeys(owner.text for owner in each.owners) or {GAME: None}
                for field in (field for field in each.fields if not is_exchanged(field, known)):
                    yield from (Claim(owner, field.name, question_of(owner), field=True) for owner in owners)
            case syntax.Define(type=syntax.Name(given), name=name) if given not in known and name.text in declared:
                pass  # it is the type of a subject: `of` is lacking
            case syntax.Define():
                owner = each.of.text if each.of else GAME
                yield Claim(owner, each.name, question_of(owner))
            case syntax.Game() | syntax.Joined() | syntax.Setup() | syntax.Play() | syntax.Scoring():
                pass
            case syntax.Invariant() | syntax.Secret() | syntax.Accepted() | syntax.Example():
                pass
            case _:
                namespace, what = SIMPLE[type(each)]
                answers = isinstance(each, syntax.Procedure) and each.gives is not None
                yield Claim(namespace, each.name, what, answers=answers)
                if answers:
                    yield Claim(GAME, each.name, what)
                if isinstance(each, syntax.Component):
                    owner = each.name.text
                    yield from (Claim(owner, one.name, question_of(owner)) for one in each.attributes)


def question_of(owner: str) -> str:
    """The namespace in words."""
    return f"a question of {a(owner)}" if owner else "something that can be asked"


# ---- what the language has given names to


def reserved_type(world: World, name: syntax.Name, *, grids: bool) -> bool:
    """Whether a type has the name of one that is always there; then it is told."""
    if name.text not in ALWAYS_TYPES and not (grids and name.text in GRID_TYPES):
        return False
    world.report(words.reserved_type(name, better=better(name.text)))
    return True


def reserved_question(world: World, owner: str | None, name: syntax.Name) -> bool:
    """Whether the library has given this name to the same sort of thing; then it is told."""
    if owner is None:
        taken = name.text in ALWAYS
    else:
        # Only place types are places; several of a grid's may be a line.
        lines = ("line",) if owner not in world.types and world.plurals.get(owner) in world.places else ()
        sorts = sorts_of(world.types[owner]) if owner in world.types else ("sequence", "places", *lines)
        rows = (ROWS.get((sort, name.text)) for sort in sorts if sort != "place" or owner in world.places)
        taken = any(row is not None and not row.yields for row in rows)
    if taken:
        subject = a(owner) if owner in world.types else "the game" if owner is None else f"a sequence of {owner}"
        world.report(words.reserved_question(name, subject=subject, better=better(name.text)))
    return taken
