"""The moves of a decision: what offers list, which of them are used up, and an action prepared to be asked about."""

from typing import TYPE_CHECKING

from rulewright.machine.program.moves import ListedMove, mask_cell
from rulewright.machine.program.nodes import LimitCode, OfferCode

if TYPE_CHECKING:
    from rulewright.machine.interpret.compiler import Compiler, Value


class Offers:
    """Asks sites for their moves."""

    def __init__(self, compiler: "Compiler") -> None:
        """Compile nothing yet."""
        self.c = compiler
        self._arguments: dict[tuple[int, int], list[tuple[int, Value]]] = {}

    def moves(self, site: int, you: int) -> list[ListedMove]:
        """All moves of the seat, in the order of the rules."""
        c = self.c
        found = c.listed = []
        c.tried = c.work = 0
        turns = c.memory[c.turns]
        self._ask(site, you)
        for offer in c.program.sites[site].offers:
            (seat,) = c.program.functions[offer.moves].params
            c.memory[seat] = you
            c.body(offer.moves)()
        c.memory[c.turns] = turns
        return found

    def _ask(self, site: int, you: int) -> None:
        cell = self.c.program.sites[site].you
        if cell is not None:
            self.c.memory[cell] = you

    def prepare(self, site: int, number: int, you: int) -> None:
        """Set the cells of `you` and the parameters of the action of an offer, to ask about its moves."""
        self._ask(site, you)
        offer, memory = self.c.program.sites[site].offers[number], self.c.memory
        action = self.c.program.actions[offer.action]
        if (site, number) not in self._arguments:
            pairs = zip(action.params, offer.args, strict=True)
            self._arguments[site, number] = [(cell, self.c.expression(arg)) for cell, arg in pairs]
        values = [(cell, value()) for cell, value in self._arguments[site, number]]
        memory[action.you] = you
        for cell, value in values:
            memory[cell] = value

    # ---- limits

    def limit(self, offer: OfferCode) -> LimitCode | None:
        """The limit of an offer's line."""
        return None if offer.limit is None else self.c.program.limits[offer.limit]

    def used(self, offer: OfferCode, variant: int) -> bool:
        """Whether the offer is used up, for this member of a family."""
        limit = self.limit(offer)
        return limit is not None and self.c.memory[mask_cell(limit, variant)] >= limit.most

    def owed(self, site: int) -> OfferCode | None:
        """The first offer whose `exactly once` line is unused."""
        memory = self.c.memory
        for offer in self.c.program.sites[site].offers:
            limit = self.limit(offer)
            if limit is not None and limit.exactly and not any(memory[limit.cell : limit.cell + limit.members]):
                return offer
        return None
