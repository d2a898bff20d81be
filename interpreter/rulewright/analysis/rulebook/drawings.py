"""What a rulebook draws in lines: the shape of a board, and what lies on one."""

from collections.abc import Sequence

from rulewright.analysis.rulebook.meaning import Env
from rulewright.language import core, lattice, syntax
from rulewright.language.format import in_columns
from rulewright.language.geometry import Places, column_letters
from rulewright.language.wording import listed


def shape_drawn(places: Places) -> tuple[str, ...]:
    """A board that was drawn: `#` for each of its places, as they stand, with the numbers of rows and letters."""
    standing = lattice.standing(places)
    assert standing is not None
    columns, shifts = max(map(len, standing.rows)), standing.shifts or (0,) * len(standing.rows)
    letters = standing.letters or tuple((len(standing.rows), 2 * at, column_letters(at)) for at in range(columns))
    half = (max(len(letter) for _, _, letter in letters) + 2) // 2
    wide = len(str(len(standing.rows)))
    lines = []
    for at, label in enumerate((*range(len(standing.rows), 0, -1), "")):
        row = standing.rows[at] if at < len(standing.rows) else ()
        signs = [(shifts[at] + 2 * place, "#") for place, spot in enumerate(row) if spot is not None]
        line = f"{label:>{wide}} "
        for step, sign in sorted([*signs, *((step, letter) for here, step, letter in letters if here == at)]):
            line = f"{line:<{wide + 2 + half * step}}{sign}"
        lines.append(line.rstrip())
    return tuple(lines)


def board_drawn(target: syntax.Expr, rows: Sequence[Sequence[syntax.PictureCell]], env: Env) -> tuple[str, ...]:
    """What lies on a board, as it stands there."""
    zone, standing = _board(target, env), None
    if zone is not None and zone.place is not None:
        places = env.known.world.places[zone.place]
        standing = core.arranged(zone.picture, lattice.standing(places), len(places.names))
    words = [[_word(cell) for cell in row] for row in rows]
    if standing is not None:  # nothing stands where there is no place
        words = [
            [" " if spot is None else word for word, spot in zip(row, spots, strict=True)]
            for row, spots in zip(words, standing.rows, strict=True)
        ]
    return tuple(in_columns(words, standing.shifts if standing else ()))


def signs_told(target: syntax.Expr, rows: Sequence[Sequence[syntax.PictureCell]], env: Env) -> str:
    """What the signs among these stand for, in brackets behind a sentence."""
    zone = _board(target, env)
    signs = zone.picture.signs if zone is not None and zone.picture is not None else ()
    there = {cell.name.text for row in rows for cell in row if cell.name is not None}
    told = [
        f"{sign.text} is {sign.kind}" for sign in signs if sign.kind not in (None, sign.text) and sign.text in there
    ]
    return f" ({listed(told)})" if told else ""


def _word(cell: syntax.PictureCell) -> str:
    """A piece, or a dot; face down with a question mark, and who may look at it."""
    if cell.name is None:
        return core.EMPTY
    viewers = f"({','.join(name.text for name in cell.viewers)})" if cell.viewers else ""
    return cell.name.text + "?" * (cell.viewers is not None) + viewers


def _board(target: syntax.Expr, env: Env) -> core.Zone | None:
    """The board that an expression names."""
    name = _name(target)
    return next((zone for zone in env.known.world.zones if zone.name == name and zone.place is not None), None)


def _name(target: syntax.Expr) -> str | None:
    match target:
        case syntax.Word(name):
            return name.text
        case syntax.Of(_, member):
            return member.name.text
        case _:
            return None
