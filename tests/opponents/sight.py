"""What a seat sees, as scripts read it."""

from typing import Any

from attrs import frozen

from rulewright.machine.view import PieceView, View, ZoneView


@frozen
class Sight:
    """A view: zones by name and owner, of pieces that are seen the names; seats are called as in moves."""

    view: View

    @property
    def me(self) -> str:
        return f"player-{(self.view.seat or 0) + 1}"

    @property
    def others(self) -> list[str]:
        """The other seats, from the left on."""
        names = [zone.owners[0] for zone in self.view.zones if zone.name in {"hand", "crew"}]
        at = names.index(self.me)
        return [str(name) for name in (*names[at + 1 :], *names[:at])]

    def shown(self, zone: str, *owners: str) -> tuple[PieceView, ...]:
        """The pieces of a zone, as they are seen; none where only their number is."""
        return self._zone(zone, owners).pieces or ()

    def names(self, zone: str, *owners: str) -> list[str]:
        """The names of these pieces, each as often as it is there."""
        return [piece.name for piece in self.shown(zone, *owners) for _ in range(piece.copies)]

    def size(self, zone: str, *owners: str) -> int:
        """How many pieces lie there."""
        return self._zone(zone, owners).size

    def value(self, name: str, *owners: str) -> Any:
        """A number, a word or pairs; None where it is hidden."""
        [found] = [each for each in self.view.variables if each.name == name and each.owners == owners]
        return found.value

    def _zone(self, zone: str, owners: tuple[str, ...]) -> ZoneView:
        [found] = [each for each in self.view.zones if each.name == zone and each.owners == owners]
        return found
