"""Decisions: `choose` and `choose until`, lines of offers with their limits, and menus, which are expanded."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from attrs import evolve

from rulewright.language import core, syntax
from rulewright.language.diagnostics import Edit
from rulewright.language.edits import without
from rulewright.language.elaborate.arguments import arguments, procedure_named
from rulewright.language.elaborate.environment import Env, Mistake, merged
from rulewright.language.elaborate.explanations import guard
from rulewright.language.elaborate.reachable import present
from rulewright.language.elaborate.world import Ctx, Result, World
from rulewright.language.messages import flow
from rulewright.language.messages import names as name_words
from rulewright.language.messages import sentences as words
from rulewright.language.span import Span

Offers = tuple[core.OfferLine, ...]
Menus = tuple[str, ...]
MOST_TIMES: Final = 1000


def choose(world: World, env: Env, node: syntax.Choose | syntax.ChooseUntil, ctx: Ctx) -> Result:
    """`choose a or b`, `choose until E:`; `otherwise` is what happens if you cannot."""
    otherwise, after = None, env
    if node.otherwise is not None:
        otherwise, end = world.run(env, node.otherwise, ctx)
        after = merged(env, end)
    if env.you is None:
        raise Mistake(name_words.you_is_nobody(node.span))
    if isinstance(node, syntax.Choose):
        offers, ending = offers_of(world, env, (node.offer,)), None
    else:
        offers = offers_of(world, env, node.offers)
        ending = world.tried(partial(ending_of, world, env, node.ending), None)
        once_each(world, (*offers, ending) if ending else offers)
    return (core.Choose(env.you, offers, ending, otherwise, span=node.span),), after


def ending_of(world: World, env: Env, act: syntax.Act) -> core.OfferLine:
    """The action that ends a `choose until`."""
    if act.name.text in world.menus:
        raise Mistake(words.ending_is_action(act.name))
    return offered(world, env, act, None, ())[0]


def offers_of(world: World, env: Env, lines: Sequence[syntax.Offer]) -> Offers:
    """Lines of offers as single actions; an action occurs once."""
    made = listed(world, env, lines, ())
    once_each(world, made)
    return made


def listed(world: World, env: Env, lines: Sequence[syntax.Offer], menus: Menus) -> Offers:
    """The actions of lines in their order; a mistake costs its offer only."""
    made: list[core.OfferLine] = []
    for line in lines:
        limit = world.tried(partial(limit_of, world, line), None)
        for act in line.acts:
            made += world.tried(partial(offered, world, env, act, limit, menus), ())
    return tuple(made)


def once_each(world: World, offers: Offers) -> None:
    """Tells of actions that one choice offers twice."""
    names = list(world.actions)
    first: dict[int, core.OfferLine] = {}
    for offer in offers:
        if first.setdefault(offer.action, offer) is not offer:
            also, text = first[offer.action].span, world.source.text
            edit = without(text, offer.span) if "\n" not in text[also.end : offer.span.start] else None
            world.tell(flow.offered_twice(offer.span, name=names[offer.action], also=also, edit=edit))


def offered(world: World, env: Env, act: syntax.Act, limit: int | None, menus: Menus) -> Offers:
    """An action with its arguments, or all offers of a menu."""
    name = act.name.text
    if name in world.actions:
        entry = world.actions[name]
        entry.offered = True
        if entry.broken:
            raise Mistake(None)
        args = arguments(world, env, act.name, entry, act.args or ())
        return (core.OfferLine(entry.index, args, limit, span=act.span),)
    if name in world.menus:
        return menu(world, env, act, limit, menus)
    return refused(world, act)


def menu(world: World, env: Env, act: syntax.Act, limit: int | None, menus: Menus) -> Offers:
    """The offers of a menu; a limit of the line that names it is theirs where they have none."""
    name = act.name.text
    world.menus_used.add(name)
    if act.args:
        brackets = Span(act.name.span.end, act.span.end)
        raise Mistake(words.no_arguments(act.name, edit=Edit(brackets, "")))
    if name in menus:
        raise Mistake(flow.calls_itself(act.span, first=name, others=[*menus[menus.index(name) + 1 :], name]))
    needs, inside = guards(world, evolve(env, names={}, it=None, depth=0, later={}), world.menus[name].needs)
    offers = listed(world, inside, world.menus[name].offers, (*menus, name))
    return present(
        world,
        tuple(
            evolve(offer, limit=limit if offer.limit is None else offer.limit, needs=(*needs, *offer.needs))
            for offer in offers
        ),
    )


def guards(world: World, env: Env, lines: Sequence[syntax.Needs]) -> tuple[tuple[core.Needs, ...], Env]:
    """What a menu needs, and the environment behind that."""
    made: list[core.Needs] = []
    for line in lines:
        try:
            new, env = guard(world, env, line)
        except Mistake as found:
            world.tell(found.diagnostic)
        else:
            made.append(new)
    return present(world, tuple(made)), env


def refused(world: World, act: syntax.Act) -> Offers:
    """Ends the offer: nothing that can be chosen is called that."""
    name = act.name
    if name.text in world.procedures:
        found = world.procedures[name.text].syntax
        what = "a phase" if isinstance(found, syntax.Phase) else "a procedure"
        raise Mistake(words.is_procedure(name, what=what, candidates=list(world.actions), also=found.name.span))
    if name.text in world.broken_names:
        raise Mistake(None)
    raise Mistake(name_words.unknown_doing(name, what="an action or a menu", candidates=[*world.actions, *world.menus]))


# ---- limits


def limit_of(world: World, line: syntax.Offer) -> int | None:
    """The limit of a written line: one, however many lists offer it."""
    limit = line.limit
    if limit is None:
        return None
    key = (limit.span.start, limit.owner.text)
    if key not in world.limit_index:
        entry = procedure_named(world, limit.owner)
        members = max(members_of(world, act) for act in line.acts)
        world.limit_index[key] = len(world.limits)
        if not 1 <= limit.most.value <= MOST_TIMES:
            raise Mistake(flow.how_often(limit.most.span, number=limit.most.value, most=MOST_TIMES))
        most = limit.most.value
        made = core.Limit(entry.index, limit.exactly, members, limit.owner.text, most=most, span=limit.span)
        world.limits.append(made)
    return world.limit_index[key]


def members_of(world: World, act: syntax.Act) -> int:
    """How many members of an offer count apart: those of a family, otherwise one."""
    entry = world.actions.get(act.name.text)
    return world.size(entry.family) if entry is not None and entry.family is not None else 1
