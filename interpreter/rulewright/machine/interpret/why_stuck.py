"""What is said when a seat has no move and the rules say nothing about that: why each offer has none."""

from typing import TYPE_CHECKING

from rulewright.machine.interpret.line_by_line import Step, some, steps
from rulewright.machine.program.nodes import Guard, OfferCode, Pick

if TYPE_CHECKING:
    from rulewright.machine.interpret.machine import Machine


def stuck(machine: "Machine", site: int, you: int) -> str:
    """For each offer the first line of its header that leaves nothing."""
    program = machine.program
    lines = [
        f"{program.actions[offer.action].name}: {_reason(machine, site, number, offer, you)}"
        for number, offer in enumerate(program.sites[site].offers)
    ]
    asked = "; ".join(lines) if lines else "nothing is offered"
    return f"Nobody can move here: there is no move, and no `if you cannot:` says what happens. {asked}."


def _reason(machine: "Machine", site: int, number: int, offer: OfferCode, you: int) -> str:
    if offer.ending and machine.offers.owed(site) is not None:
        return "something must be done first"
    machine.offers.prepare(site, number, you)
    for variant in range(len(machine.program.actions[offer.action].variants)):
        if machine.offers.used(offer, variant):
            continue
        lines = steps(machine, offer.action, variant)
        for end in range(1, len(lines) + 1):
            if not some(machine, offer.action, variant, lines[:end]):
                return _said(lines[end - 1])
    return "used up"


def _said(line: Step) -> str:
    match line:
        case Pick(name=name):
            return f"there is no {name} to pick"
        case Guard(text=text):
            return text or "its condition does not hold"
        case None:
            return "it cannot be"
