"""From a game's view to a scene. It adds nothing and hides nothing."""

from collections.abc import Collection, Sequence
from typing import Final

from attrs import evolve

from rulewright.language.core import Core
from rulewright.language.facts.ranges import names_of
from rulewright.language.types import BOOL, BoolT, CountsT, MemoryT, Scalar, SetT, Several, without_none
from rulewright.language.wording import listed as spelled
from rulewright.machine.game import Game, Rules
from rulewright.machine.view import declared_variables
from rulewright.table.boards import Board
from rulewright.table.drawing import Fact, Heap, Place, Scene
from rulewright.table.names_at_table import Names, Naming
from rulewright.table.sight import scores_told, sight_of, value_text
from rulewright.table.tableau import tableau
from rulewright.table.text_lines import WIDTH, Line, columns, listed, plain, say
from rulewright.table.typed_line import move_text
from rulewright.table.zones_to_items import owned_by, usual_sizes, zone_items


def scene(
    game: Game, seat: int | None, names: Names, *, openly: bool = False, decided: Collection[tuple[str, str]] = ()
) -> Scene:
    """The table as a seat may see it, with the people's names; `openly`: as at the end, `decided`: places by their
    types on which it is marked that something has changed."""
    sight, core = sight_of(game, seat, openly=openly), game.rules.core
    seats = tuple(Place(name, score) for name, score in zip(names.labels, scores_told(game, seat), strict=True))
    zones = zone_items(sight, names, decided)
    items: list[Heap | Board | Fact] = [evolve(item, of=tuple(map(names.text, item.of))) for item in zones]
    wide = dict[str, int]()
    for declared, found in zip(declared_variables(core), sight.view.variables, strict=True):
        if declared not in game.rules.idle_fields:
            owner, of = owned_by(core, declared.owners, found.owners)
            if found.name not in wide:
                wide[found.name] = _most_columns(core, declared.type, names)
            fact = Fact(
                found.name, names.text(value_text(found, "–")), owner, tuple(map(names.text, of)), most=wide[found.name]
            )
            items.append(evolve(fact, flag=declared.type == BOOL))
    return Scene(core.title, " › ".join(map(names.text, sight.view.phases)), seats, seat, tuple(items))


def _most_columns(core: Core, type_: Scalar | Several, names: Names) -> int:
    """So many columns the value of a field takes at most."""
    if isinstance(type_, MemoryT):
        return 0
    of, each = (type_.of, isinstance(type_, SetT | CountsT)) if isinstance(type_, SetT | CountsT) else (type_, False)
    inner = without_none(of)
    words = ["yes"] if isinstance(inner, BoolT) else [*map(names.text, names_of(core, inner))]
    wide = [columns(word) + (len(", ") + len(" 9") * isinstance(type_, CountsT)) * each for word in words]
    return max(sum(wide) if each else max(wide, default=0), len("none"))


def with_usual(table: Scene, rules: Rules) -> Scene:
    """A scene with how many pieces lie in each zone as a rule."""
    usual = usual_sizes(rules)
    items = (evolve(item, usual=usual.get(item.name, 0)) if isinstance(item, Heap) else item for item in table.items)
    return evolve(table, items=tuple(items))


MOST_LINES: Final = 60  # so long may a position be that stands below a finding


def position_text(game: Game, eyes: Sequence[int], *, moves: bool, most: int | None = None) -> str:
    """The tables of these seats, one for several that see the same, and with `moves` what those of them can do who are
    to choose, or why nobody is; in at most so many lines."""
    names, lines = Names(game.rules.core.seat_names, game.rules.core.seat_names), list[Line]()
    seen: dict[Scene, list[int]] = {}
    for seat in eyes:
        seen.setdefault(evolve(scene(game, seat, names), you=None), []).append(seat)
    for table, those in seen.items():
        alone = len(those) == 1
        lines += say(f"{listed(names.seats[seat] for seat in those)} see{'s' * alone}:", "title")
        lines += tableau(evolve(table, you=those[0] if alone else None), WIDTH, Naming()).lines
    if moves and game.waiting is not None:
        lines += say(f'Play waits for the {game.waiting.kind} "{game.waiting.label}".')
    if moves and game.over:
        lines += say("The game is over.")
    for seat in game.deciders if moves else ():
        if seat in eyes:
            can = spelled(map(move_text, game.moves(seat)), most=100)
            lines += say(f"{names.seats[seat]} can: {can}.")
    left = 0 if most is None else max(0, len(lines) - most)
    return plain(lines[: len(lines) - left]) + f"… and {left} lines more\n" * bool(left)
