"""Headers asked line by line, why a seat has no move, and which candidates there are behind what was picked."""

from collections.abc import Iterator
from functools import partial
from itertools import chain, repeat
from typing import TYPE_CHECKING, Final

from attrs import evolve

from rulewright.machine.program import nodes as ir
from rulewright.machine.program.moves import Candidate, ListedMove, copies, join, selections, split

if TYPE_CHECKING:
    from rulewright.machine.interpret.machine import Machine


# ---- A header asked line by line, as it is written, by those who explain: whether some move gets through these lines
# Slower than the code that lists moves, and independent of it: for each pick what there is to pick from, for each
# guard whether it holds.


def some(machine: "Machine", variant: ir.Variant) -> bool:
    """Whether some move gets through these lines of a variant; the cells of its words are what they were afterwards."""
    kept = [machine.memory[cell] for cell in variant.cells]
    binding: tuple[ir.Guard, ...] = ()
    for guard in variant.guards:
        before = evolve(variant, picks=variant.picks[: guard.behind], guards=(*binding, guard))
        if not guard.if_possible or _through(machine, before, 0):
            binding = before.guards
    found = _through(machine, evolve(variant, guards=binding), 0)
    machine.set_cells(variant.cells, kept)
    return found


def can_be_met(machine: "Machine", variant: ir.Variant, at: int) -> bool:
    """Whether some move that gets as far as a guard meets it."""
    guard = evolve(variant.guards[at], if_possible=False)
    return some(machine, evolve(variant, picks=variant.picks[: guard.behind], guards=(*variant.guards[:at], guard)))


def _through(machine: "Machine", variant: ir.Variant, picked: int) -> bool:
    """Whether some move gets through whose first picks are in their cells."""
    if not all(meets(machine, guard) for guard in variant.guards if guard.behind == picked):
        return False
    if picked == len(variant.picks):
        return True
    pick = variant.picks[picked]
    for words in _words(machine, pick):
        machine.set_cells(variant.cells[pick.at :], words)
        if _through(machine, variant, picked + 1):
            return True
    return False


def meets(machine: "Machine", guard: ir.Guard) -> bool:
    """Whether the move in the cells of its words meets a guard, if that binds."""
    return machine.call(guard.test) == guard.value


def _words(machine: "Machine", pick: ir.Pick) -> Iterator[tuple[int, ...]]:
    """What a pick can be, as words, one by one, for they may be very many."""
    found = machine.listed(pick.candidates)
    if pick.several is None:
        return (join(pick, (one,)) for one in found)
    least, most = _sizes(machine, pick.several)
    several = partial(selections, repeats=pick.several.repeats, ordered=pick.several.ordered)
    chosen = several(found, least, most, pick.words)
    return (join(pick, members) for members in chosen)


def _sizes(machine: "Machine", several: ir.Several) -> tuple[int, int]:
    """How many can be picked, at least and at most."""
    low, high = (machine.c.expression(end)() for end in (several.low, several.high))
    return low, min(high, several.capacity)


def allowed(machine: "Machine", site: int, you: int, choice: ListedMove) -> list[list[Candidate]] | None:
    """The candidates of each pick, if a choice is a legal move of this seat: it gets through every line."""
    offer = machine.program.sites[site].offers[choice.offer]
    if machine.owed(site, offer) is not None or machine.used(offer, choice.variant):
        return None
    machine.prepare(site, choice.offer, you)
    if not all(meets(machine, guard) for guard in offer.guards):
        return None
    variant = machine.program.actions[offer.action].variants[choice.variant]
    machine.set_cells(variant.cells, choice.picks)
    there = list[list[Candidate]]()
    for picked in range(len(variant.picks) + 1):
        if picked:
            pick = variant.picks[picked - 1]
            there.append(machine.listed(pick.candidates))
            if not _is_there(machine, pick, there[-1], choice):
                return None
        for at, guard in enumerate(variant.guards):
            binds = guard.behind == picked and not meets(machine, guard)
            if binds and not (guard.if_possible and not can_be_met(machine, variant, at)):
                return None
    return there


def _is_there(machine: "Machine", pick: ir.Pick, found: list[Candidate], choice: ListedMove) -> bool:
    """Whether this can be picked: of what was found, in its order, each as often as it is there."""
    ((_, places),) = split((pick,), choice.picks)
    members = [choice.picks[place : place + pick.words] for place in places]
    words = join(pick, members)
    if choice.picks[pick.at : pick.at + len(words)] != words:
        return False
    if pick.several is None:
        return any(one[: pick.words] == words for one in found)
    low, high = _sizes(machine, pick.several)
    repeats = pick.several.repeats
    there = (repeat(one[: pick.words], copies(one, pick.words, high if repeats else None)) for one in found)
    left = chain.from_iterable(there)
    ranks = {one[: pick.words]: at for at, one in enumerate(found)} if pick.several.ordered else {}
    listed = sorted(members, key=lambda member: ranks.get(tuple(member), 0))
    return 0 <= low <= len(members) <= high and all(member in left for member in listed)


def candidates(machine: "Machine", site: int, you: int, choice: ListedMove, pick: ir.Pick) -> list[Candidate]:
    """The candidates of a pick behind what this choice of a seat picks before it."""
    number = machine.program.sites[site].offers[choice.offer].action
    machine.prepare(site, choice.offer, you)
    machine.set_cells(machine.program.actions[number].variants[choice.variant].cells[: pick.at], choice.picks)
    return machine.listed(pick.candidates)


# ---- What is said when a seat has no move and the rules say nothing about that: why each offer has none


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
    alike = next((program.actions[offer.action].name for offer in program.sites[site].offers if offer.alike), None)
    if alike:
        return f"There is no move here, not even {alike}, so that not all can be asked alike. {asked}."
    return (
        "There is no move here, and nothing says what happens then: on a line of its own `choose …`, and directly "
        f"below it, in the same column, a line such as `if you cannot: nothing`. {asked}."
    )


def _reasons(machine: "Machine", site: int, number: int, offer: ir.OfferCode, you: int) -> dict[str, str]:
    """Why an offer has no move, of a family by the names of its members; of itself by an empty name."""
    if machine.owed(site, offer) is not None:
        return {"": "something must be done first"}
    machine.prepare(site, number, you)
    for guard in offer.guards:
        if not meets(machine, guard):
            return {"": guard.text}
    left = []
    for member, variant in enumerate(machine.program.actions[offer.action].variants):
        if not machine.used(offer, member):  # what its first line says that leaves nothing, if it was meant then
            lines = ((lacking, meant) for part, lacking, meant in _parts(variant) if not some(machine, part))
            left.append((variant, next(lines, ("used up", False))))
    told = [(one.name or "", lacking) for one, (lacking, meant) in left if meant][:MOST_MEMBERS]
    alike = len({lacking for _, lacking in told}) == 1
    return {"": told[0][1]} if alike else dict(told) or {"": next((lacking for _, (lacking, _) in left), "used up")}


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
