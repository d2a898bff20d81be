"""Alchemy!: choose the potion that is finished soonest for its size, transmute and pour what it lacks, make it, and
keep it. Cards are played for what they bring at once."""

from collections import Counter

from rulewright import Move
from tests.opponents.sight import Sight
from tests.oracles.alchemy import CARDS, COMPONENTS, RECIPES

ALWAYS = "draw", "gain", "filch", "spill", "tithe"
"""Effects that never do harm."""
BEST = "extra-pour", "extra-transmute", "gain", "draw", "exchange", "tithe", "filch", "spill"
"""Effects worth keeping a card for, the best first."""


def alchemy(sight: Sight, moves: list[Move]) -> Move:
    cauldron, vial = (Counter(dict(sight.value(name, sight.me))) for name in ("cauldron", "vial"))
    recipe = target(sight.names("open"), cauldron, vial)
    needed = recipe - vial
    lacking, spare = needed - cauldron, cauldron - needed
    return max(moves, key=lambda move: worth(sight, move, needed, lacking, spare))


def target(potions: list[str], cauldron: Counter[str], vial: Counter[str]) -> Counter[str]:
    """The recipe to work for: the one of most elements for each that is still to be poured or found; a vial that fits
    none is emptied first."""
    recipes = [RECIPES[potion] for potion in potions]
    fitting = [recipe for recipe in recipes if vial <= recipe] or recipes

    def pace(recipe: Counter[str]) -> float:
        needed = recipe - vial
        return recipe.total() / (1 + needed.total() + (needed - cauldron).total())

    return max(fitting, key=pace, default=Counter())


def worth(sight: Sight, move: Move, needed: Counter[str], lacking: Counter[str], spare: Counter[str]) -> float:
    """How good a move is, beside others of the same decision; 0: as good as to end the turn."""
    match move:
        case ("make", str(potion)):
            return 100 + RECIPES[potion].total()
        case ("empty-vial",):
            vial = Counter(dict(sight.value("vial", sight.me)))
            return 90 if not any(vial <= RECIPES[potion] for potion in sight.names("open")) else -1
        case ("pour", str(element)):
            return 80 if needed[element] else -1
        case ("transmute", str(component)):
            return 60 + (Counter(COMPONENTS[component]) & lacking).total()
        case ("play" | "use", str(card)):
            return useful(sight, card, needed, lacking, spare)
        case ("gain", str(element)):
            return lacking[element]
        case ("exchange", str(give), str(get)):
            return lacking[get] + spare[give]
        case ("tithe", str(element)):
            return spare[element]
        case ("discard", str(card)):
            effect = CARDS[card][2]
            return BEST.index(effect) if effect in BEST else len(BEST)
        case ("refill" | "scry-leave",):
            return 99
        case ("drink", _):
            return -1
        case _:
            return 0


def useful(sight: Sight, card: str, needed: Counter[str], lacking: Counter[str], spare: Counter[str]) -> float:
    """Whether a card brings something now: pours where there is something to pour, and so on."""
    _, kind, effect, strength = CARDS[card]
    if kind == "equipment" and card in sight.names("hand", sight.me):
        return 70 if not sight.names("equipment", sight.me) else -1
    if effect == "extra-pour":
        left = (needed - lacking).total() - sight.value("pours")
        return 75 + strength if left > 0 else -1
    if effect == "exchange":
        return 50 if lacking and spare else -1
    if effect == "extra-transmute":
        return 65 if lacking else -1
    return 40 - BEST.index(effect) if effect in ALWAYS else -1
