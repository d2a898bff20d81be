"""`whenever`: what comes to a zone or leaves it, or changes a field, sets something off.

Each is a procedure of the core, whose parameters are the owners of the field and what came or left, or what it was
before. Behind each sentence that puts pieces there or takes them away, or sets the field, stands its call
(`setting_off`). So whoever asks what a sentence may lead to finds calls.
"""

from collections.abc import Sequence
from functools import partial
from typing import Final

from attrs import evolve

from rulewright.language import core, syntax
from rulewright.language.elaborate.environment import Env, Mistake, Trigger, Value, World
from rulewright.language.elaborate.queries import check_free
from rulewright.language.elaborate.reachable import of_you, present
from rulewright.language.messages import names as name_words, sentences as words
from rulewright.language.types import PLAYER, MemoryT, Several
from rulewright.language.walking import walk

MOST_PER_CHAIN: Final = 20
MOST_CHAINS: Final = 200
"""So many procedures there are of all `whenever` together, one for each chain in which one of them is set off."""


def enter(world: World, whenevers: Sequence[syntax.Whenever]) -> None:
    """Those whose field there is at this setting; each is a procedure, numbered behind those that the author named."""
    for node in whenevers:
        found = world.tried(partial(entered, world, node), None)
        if found is not None:
            world.triggers.append(found)
            number_of(world, len(world.triggers) - 1, ())


def entered(world: World, node: syntax.Whenever) -> Trigger | None:
    """One of them; None where this setting has no such field."""
    match node.field:
        case syntax.Of(syntax.You(), syntax.Member(name, None)):
            owners: tuple[str, ...] = ("player",)
        case syntax.Of(syntax.Word(owner), syntax.Member(name, None)) if owner.text in world.types:
            owners = (owner.text,)
        case syntax.Word(name):
            owners = ()
        case other:
            raise Mistake(words.whenever_what(other.span, what=world.text(other.span)))
    field = world.fields.get(owners, {}).get(name.text)
    if field is None:
        if name.text in world.broken_names:
            raise Mistake(None)
        known = [owned[0] for owned, fields in world.fields.items() if name.text in fields and len(owned) == 1]
        if known and not owners:
            yours = f"your {name.text}, or " if known[0] == "player" else ""
            raise Mistake(words.whenever_whose(name, better=f"{yours}{known[0]}'s {name.text}"))
        candidates = world.fields.get(owners, {})
        raise Mistake(name_words.unknown_name(name, candidates=candidates))
    world.used_fields.add(field)
    world.used_names.add(name.text)
    if node.most is not None and not 1 <= node.most.value <= MOST_PER_CHAIN:
        raise Mistake(words.per_chain(node.most.span, number=node.most.value, most=MOST_PER_CHAIN))
    zone = field.sort == "zone"
    if zone != (node.event != "changes"):
        of = world.text(node.field.span)
        if zone:
            piece = world.components[world.zones[field.index].component].name
            ways = [f"{piece} comes to {of}", f"{piece} leaves {of}"]
            raise Mistake(words.whenever_changes(node.field.span, name=name.text, better=ways))
        raise Mistake(words.whenever_moves(node.field.span, name=name.text, better=f"{of} changes"))
    if not zone:
        made = world.variables[field.index]
        if isinstance(made.type, MemoryT) or made.lies_in is not None:
            raise Mistake(words.whenever_noted(node.field.span, name=name.text, also=made.span))
        if isinstance(made.type, Several) and node.binder is not None:
            better = f"whenever {world.text(node.field.span)} changes"
            raise Mistake(words.whenever_before(node.binder, better=better, also=made.span))
    asked = any(isinstance(each, syntax.Word) and each.name == node.binder for each in walk(node.body))
    binder = node.binder if asked or not zone else None  # what comes or leaves must be called something
    return None if field.absent else Trigger(node, field, owners, binder)


def number_of(world: World, at: int, chain: tuple[int, ...]) -> int:
    """The procedure to which it comes in this chain. Each has one of its own, so that none comes back to itself."""
    bounded = world.triggers[chain[-1]].syntax.most if chain else None
    if bounded is not None and (at, chain) not in world.set_off and len(world.set_off) >= MOST_CHAINS:
        raise Mistake(words.many_chains(bounded.span, most=MOST_CHAINS))
    return world.set_off.setdefault((at, chain), len(world.procedures) + len(world.set_off))


def carried_out(world: World) -> list[core.Procedure | None]:
    """The procedures of all, also of those that are set off by each other; anew if by these pieces come to somebody
    else from such a zone that did not before. All other sentences have been made."""
    while True:
        known, made = set(world.handed_over), list[core.Procedure | None]()
        while len(made) < len(world.set_off):
            made.append(procedure(world, *list(world.set_off)[len(made)]))
        if world.handed_over == known:
            return made


def procedure(world: World, at: int, chain: tuple[int, ...]) -> core.Procedure | None:
    """What one of them does; None where its head has a mistake (which is told)."""
    trigger, params, you = world.triggers[at], list[int](), None
    node = trigger.syntax
    env = Env(chain=chain if node.most is None else tuple(sorted((*chain, at))))
    for owner in trigger.owners:
        type_ = world.types[owner]
        if of_you(node):
            you = world.local("you", PLAYER)
            params, env = [you], evolve(env, you=core.Get(you, PLAYER))
        else:
            assert isinstance(node.field, syntax.Of)
            assert isinstance(node.field.subject, syntax.Word)
            params.append(world.local(node.field.subject.name, type_))
            env = env.bind(node.field.subject.name, Value(core.Get(params[-1], type_), type_), "its owner")
    try:
        if trigger.binder is not None:
            check_free(world, env, trigger.binder, None)
            if node.event != "changes":
                kind, zones = world.kind_in(trigger.field.index), frozenset((trigger.field.index,))
                if node.event == "leaves":
                    like = (zone for zone in range(len(world.zones)) if world.kind_in(zone) == kind)
                    zones = frozenset(like) - (frozenset() if trigger in world.handed_over else zones)
                params.append(world.local(trigger.binder, kind, piece=True))
                moved = Value(core.Get(params[-1], kind), kind, piece=True, zones=zones)
                env = env.bind(trigger.binder, moved, "what came" if node.event == "comes" else "what left")
            else:
                held = world.variables[trigger.field.index].type
                assert not isinstance(held, Several)
                params.append(world.local(trigger.binder, held))
                env = env.bind(trigger.binder, Value(core.Get(params[-1], held), held), "what it was before")
    except Mistake as found:
        world.tell(found.diagnostic)
        return None
    body = present(world, world.run(env, node.body)[0])
    return core.Procedure(
        node.name.text, None, phase=False, you=you, params=tuple(params), body=body, span=node.name.span
    )
