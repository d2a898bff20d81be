"""What is said when a seat has no move and the rules say nothing about that: why each offer has none."""

from typing import TYPE_CHECKING

from rulewright.machine.program.nodes import (
    Bin,
    LetStage,
    MustStage,
    NeedsStage,
    OfferCode,
    PickSeveralStage,
    PickStage,
)

if TYPE_CHECKING:
    from rulewright.machine.interpret.offers import Offers, Step


def stuck(offers: "Offers", site: int, you: int) -> str:
    """For each offer the first line of its header that leaves nothing."""
    lines = [f"{name}: {reason}" for name, reason in _reasons(offers, site, you)]
    asked = "; ".join(lines) if lines else "nothing is offered"
    return f"Nobody can move here: there is no move, and no `if you cannot:` says what happens. {asked}."


def _reasons(offers: "Offers", site: int, you: int) -> list[tuple[str, str]]:
    program = offers.c.program
    where = program.sites[site]
    return [
        (program.actions[offer.action].name, _reason(offers, site, number, you))
        for number, offer in enumerate(where.offers)
    ]


def _reason(offers: "Offers", site: int, number: int, you: int) -> str:
    offer: OfferCode = offers.c.program.sites[site].offers[number]
    if offers.blocked(site, offer):
        return "something must be done first"
    action = offers.c.program.actions[offer.action]
    offers.prepare(site, number, you)
    for variant, _ in enumerate(action.variants):
        if offers.used(offer, variant):
            continue
        steps = offers.steps(offer.action, variant)
        for end in range(1, len(steps) + 1):
            if not offers.some(offer.action, steps[:end]):
                return _said(steps[end - 1])
    return "used up"


def _said(step: "Step") -> str:
    match step:
        case PickStage(name=name) | PickSeveralStage(name=name):
            return f"there is no {name} to pick"
        case NeedsStage(text=text) | MustStage(text=text):
            return text or "its condition does not hold"
        case LetStage() | Bin():
            return "it cannot be"
