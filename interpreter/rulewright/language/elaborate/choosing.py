"""Decisions: `choose`, `choose until`."""

from functools import partial

from rulewright.language import core, syntax
from rulewright.language.elaborate.environment import Env, Mistake, merged
from rulewright.language.elaborate.offering import offered, offers_of, once_each
from rulewright.language.elaborate.world import Ctx, World
from rulewright.language.messages import names as name_words
from rulewright.language.messages import sentences as words
from rulewright.language.syntax import Act


def choose(
    world: World, env: Env, node: syntax.Choose | syntax.ChooseUntil, ctx: Ctx
) -> tuple[tuple[core.Statement, ...], Env]:
    """`choose a or b`, `choose until E:`; `otherwise` is what happens if you cannot."""
    otherwise, after = None, env
    if node.otherwise is not None:
        otherwise, end = world.run(env, node.otherwise, ctx)
        after = merged(env, end)
    if env.you is None:
        raise Mistake(name_words.you_is_nobody(node.span))
    match node:
        case syntax.Choose():
            offers = offers_of(world, env, (node.offer,))
            return (core.Choose(env.you, offers, None, otherwise, span=node.span),), after
        case syntax.ChooseUntil():
            offers = offers_of(world, env, node.offers)
            ending = world.tried(partial(ending_of, world, env, node.ending), None)
            once_each(world, (*offers, ending) if ending else offers)
            return (core.Choose(env.you, offers, ending, otherwise, span=node.span),), after


def ending_of(world: World, env: Env, act: Act) -> core.OfferLine:
    """The action that ends a `choose until`."""
    if act.name.text in world.menus:
        raise Mistake(words.ending_is_action(act.name))
    return offered(world, env, act, None, ())[0]
