"""A position by itself, as text: the table as each seat sees it, and what those can do who are to choose.

In: a game. Out: lines. Seats that see the same share one table.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import evolve

from rulewright.language.wording import listed
from rulewright.machine.game import Game
from rulewright.table import view_to_scene
from rulewright.table.people import Names
from rulewright.table.remarks import listed as joined
from rulewright.table.render import draw
from rulewright.table.table_scene import Scene
from rulewright.table.text_lines import Line, plain, say
from rulewright.table.typed_line import move_text

MOST_LINES: Final = 60
"""So long may a position be that stands below a finding."""


def position_text(game: Game, eyes: Sequence[int], *, moves: bool, most: int | None = None) -> str:
    """The tables of these seats, and with `moves` what can be done; in at most so many lines."""
    lines = [*_tables(game, eyes), *(_choices(game, eyes) if moves else ())]
    left = 0 if most is None else max(0, len(lines) - most)
    return plain(lines[: len(lines) - left]) + f"… and {left} lines more\n" * bool(left)


def _tables(game: Game, eyes: Sequence[int]) -> Iterator[Line]:
    """The table of each seat, or of several that see the same."""
    seats = game.rules.core.seat_names
    names = Names(seats, seats)
    seen: dict[Scene, list[int]] = {}
    for seat in eyes:
        scene = view_to_scene.scene(game, seat, names)
        seen.setdefault(evolve(scene, you=None), []).append(seat)
    for scene, those in seen.items():
        alone = len(those) == 1
        yield from say(f"{joined(seats[seat] for seat in those)} see{'s' * alone}:", "title")
        yield from draw(evolve(scene, you=those[0] if alone else None))


def _choices(game: Game, eyes: Sequence[int]) -> Iterator[Line]:
    """What each of these can do who is to choose, or why nobody is."""
    seats = game.rules.core.seat_names
    if game.waiting is not None:
        yield from say(f'Play waits for the {game.waiting.kind} "{game.waiting.label}".')
    if game.over:
        yield from say("The game is over.")
    for seat in game.deciders:
        if seat in eyes:
            yield from say(f"{seats[seat]} can: {listed(map(move_text, game.moves(seat)), most=100)}.")
