"""What is said when a seat has no move and the rules say nothing about that: why each offer has none."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from attrs import evolve

from rulewright.machine.interpret.line_by_line import meets, some
from rulewright.machine.program import nodes as ir

if TYPE_CHECKING:
    from rulewright.machine.interpret.machine import Machine

MOST_MEMBERS: Final = 4
"""Of so many members of a family it is said what they lack."""


def stuck(machine: "Machine", site: int, you: int) -> str:
    """For each offer the first line of its header that leaves nothing."""
    program = machine.program
    lines = [
        f"{program.actions[offer.action].name}{member and f' {member}'}: {reason}"
        for number, offer in enumerate(program.sites[site].offers)
        for member, reason in _reasons(machine, site, number, offer, you).items()
    ]
    asked = "; ".join(lines) if lines else "nothing is offered"
    return (
        f"There is no move here, and no line below says what happens then, such as `if you cannot: nothing`. {asked}."
    )


def _reasons(machine: "Machine", site: int, number: int, offer: ir.OfferCode, you: int) -> dict[str, str]:
    """Why an offer has no move, of a family by the names of its members; of itself by an empty name."""
    if offer.ending and machine.offers.owed(site) is not None:
        return {"": "something must be done first"}
    machine.offers.prepare(site, number, you)
    for guard in offer.guards:
        if not meets(machine, guard):
            return {"": guard.text}
    left = [
        (variant, _lacking(machine, variant))
        for member, variant in enumerate(machine.program.actions[offer.action].variants)
        if not machine.offers.used(offer, member)
    ]
    told = [(one.name or "", lacking) for one, (lacking, meant) in left if meant][:MOST_MEMBERS]
    alike = len({lacking for _, lacking in told}) == 1
    return {"": told[0][1]} if alike else dict(told) or {"": next((lacking for _, (lacking, _) in left), "used up")}


def _lacking(machine: "Machine", variant: ir.Variant) -> tuple[str, bool]:
    """What the first line says that leaves nothing, and whether this member was meant up to there."""
    lines = ((lacking, meant) for part, lacking, meant in _parts(variant) if not some(machine, part))
    return next(lines, ("used up", False))


def _parts(variant: ir.Variant) -> Iterator[tuple[ir.Variant, str, bool]]:
    """The header up to each of its lines, and what is said where that leaves nothing; whether the line asks more than
    which member of a family is meant."""
    for picked in range(len(variant.picks) + 1):
        before = tuple(guard for guard in variant.guards if guard.behind < picked)
        part = evolve(variant, picks=variant.picks[:picked], guards=before)
        if picked:
            yield part, f"there is no {part.picks[-1].name} to pick", True
        for guard in variant.guards[len(before) :]:
            if guard.behind == picked:
                part = evolve(part, guards=(*part.guards, guard))
                yield part, guard.text or "its condition does not hold", guard.kind != "member"
