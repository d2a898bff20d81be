"""What is said when a seat has no move and the rules say nothing about that: why each offer has none."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from attrs import evolve

from rulewright.machine.interpret.line_by_line import meets, some
from rulewright.machine.program import nodes as ir

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
    return (
        f"There is no move here, and no line below says what happens then, such as `if you cannot: nothing`. {asked}."
    )


def _reason(machine: "Machine", site: int, number: int, offer: ir.OfferCode, you: int) -> str:
    if offer.ending and machine.offers.owed(site) is not None:
        return "something must be done first"
    machine.offers.prepare(site, number, you)
    for guard in offer.guards:
        if not meets(machine, guard):
            return guard.text
    for member, variant in enumerate(machine.program.actions[offer.action].variants):
        if machine.offers.used(offer, member):
            continue
        for part, lacking in _parts(variant):
            if not some(machine, part):
                return lacking
    return "used up"


def _parts(variant: ir.Variant) -> Iterator[tuple[ir.Variant, str]]:
    """The header up to each of its lines, and what is said where that leaves nothing."""
    for picked in range(len(variant.picks) + 1):
        before = tuple(guard for guard in variant.guards if guard.behind < picked)
        part = evolve(variant, picks=variant.picks[:picked], guards=before)
        if picked:
            yield part, f"there is no {part.picks[-1].name} to pick"
        for guard in variant.guards[len(before) :]:
            if guard.behind == picked:
                part = evolve(part, guards=(*part.guards, guard))
                yield part, guard.text or "its condition does not hold"
