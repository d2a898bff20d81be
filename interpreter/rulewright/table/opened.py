"""At the end hands are opened: what some seat sees is seen by all, but for what a `secret` speaks of."""

from collections.abc import Iterator, Sequence

from attrs import evolve

from rulewright.machine.game import Game, Rules
from rulewright.machine.view import HIDDEN, PieceView, VariableView, View, ZoneView, instances_of


def opened(game: Game, seat: int | None) -> View:
    """The view of a seat; at the end with what the others see, where no secret forbids it."""
    view = game.view(seat)
    if not game.over:
        return view
    seats = [game.view(each) for each in range(game.rules.players)]
    others = [each.zones for each in seats]
    layouts = [layout for layout in game.rules.program.zones if not layout.unlimited for _ in range(layout.instances)]
    secret = {each.zone for each in game.rules.core.secrets}
    zones = tuple(
        zone if layout.zone in secret else _open(zone, [each[at] for each in others])
        for at, (layout, zone) in enumerate(zip(layouts, view.zones, strict=True))
    )
    return evolve(view, zones=zones, variables=tuple(_told(game.rules, view, seats)))


def _told(rules: Rules, view: View, seats: Sequence[View]) -> Iterator[VariableView]:
    """The variables with the values that anybody sees, but for those that tell what a secret speaks of."""
    secret = _secret(rules) if any(each.value is None for each in view.variables) else frozenset()
    declared = enumerate(rules.core.fields)
    numbers = [number for number, each in declared for _ in instances_of(rules.core, each)]
    for at, (number, mine) in enumerate(zip(numbers, view.variables, strict=True)):
        known = (each.variables[at] for each in seats if each.variables[at].value is not None)
        yield mine if mine.value is not None or number in secret else next(known, mine)


def _secret(rules: Rules) -> frozenset[int]:
    """The variables that tell what a secret speaks of."""
    from rulewright.language.checks.secrets import telling
    from rulewright.language.source import Source

    return telling(rules.core, Source(rules.name, rules.source_text))


def _open(zone: ZoneView, others: list[ZoneView]) -> ZoneView:
    """A zone with the pieces that anybody sees there."""
    known = [each.pieces for each in others if each.pieces is not None]
    if zone.pieces is None:
        return evolve(zone, pieces=known[0]) if known else zone
    at_each = zip(zone.pieces, *known, strict=True)
    return evolve(zone, pieces=tuple(_seen(mine, rest) for mine, *rest in at_each))


def _seen(mine: PieceView, others: list[PieceView]) -> PieceView:
    """A piece as anybody sees it."""
    named = [piece for piece in others if piece.name != HIDDEN]
    return named[0] if mine.name == HIDDEN and named else mine
