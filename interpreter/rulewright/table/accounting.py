"""`:score`: what each score is made up of, in the rules' words, as far as this seat may know; at the end all of it."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final

from rulewright.machine.chance import Item
from rulewright.machine.game import Game
from rulewright.table.text_lines import Remark, Said, answered, listed

if TYPE_CHECKING:
    from rulewright.machine.explain import Explainer, Value

HIDDEN_FROM_YOU: Final = "hidden from you"
NOT_KNOWN: Final = "not known yet, for it depends on what is hidden from you"
"""Said of one's own score."""


def scores_told(game: Game, seat: int | None) -> tuple[int | None, ...]:
    """The score of each player as far as a seat may know it; None, too, where the rules have no scores."""
    return game.scores if game.over and game.rules.program.score is not None else game.standing(seat)


def score(explained: "Explainer | None", game: Game, seat: int | None) -> Said:
    """Every player's score with its parts, and who wins by the rules."""
    if explained is None:
        return answered("There are no scores in this game. Its end says who wins.")
    remarks = list(scores(explained, game, seat))
    winners = game.rules.core.scoring.explanation.winners
    if winners:
        remarks.append(Remark(f"Who wins: {winners}.", style="hint"))
    return Said(tuple(remarks))


def scores(explained: "Explainer | None", game: Game, seat: int | None) -> Iterator[Remark]:
    """Every player's score, and below it its parts; at the end what decides between equal ones."""
    if explained is None:
        return
    pairs = zip(scores_told(game, seat), explained.of_players("terms", game, seat), strict=True)
    for player, (total, parts) in enumerate(pairs):
        yield from _player(game, player, total, parts, you=player == seat)
    if game.over:
        yield from _ties(explained, game, seat)


def _player(game: Game, player: int, total: int | None, parts: Sequence["Value"], *, you: bool) -> Iterator[Remark]:
    name = game.rules.core.seat_names[player]
    unknown = NOT_KNOWN if you else HIDDEN_FROM_YOU
    yield Remark(f"{name}{' (you)' if you else ''}: {unknown if total is None else total}", style="title")
    yield from (Remark(_part(part, "not known yet" if you else HIDDEN_FROM_YOU), 1) for part in parts)


def _part(part: "Value", unknown: str) -> str:
    """A part with its value, and the elements that it counts."""
    if part.value is None:
        return f"{words(part.text)}: {unknown}"
    of = f" ({listed(_elements(part.of), most=24)})" if part.of else ""
    return f"{words(part.text)}: {part.value}{of}"


def _elements(of: Sequence[tuple[Item, int]]) -> Iterator[str]:
    """Elements with what each adds; equal ones together."""
    for (item, adds), alike in groupby(of):
        number = len(list(alike))
        yield f"{item} {adds}" if number == 1 else f"{number} × {item} {adds}"


def words(text: str) -> str:
    """A part as it is read beside a player's name.

    >>> words("total value of its bonuses")
    'total value of bonuses'
    """
    return re.sub(r"\bits ", "", text)


def _ties(explained: "Explainer", game: Game, seat: int | None) -> Iterator[Remark]:
    """What decides between those with the highest score, until that tells them apart."""
    names, best = game.rules.core.seat_names, max(game.scores)
    equal = [player for player, each in enumerate(game.scores) if each == best]
    for values in zip(*explained.of_players("ranks", game, seat), strict=True) if len(equal) > 1 else ():
        told = ", ".join(f"{names[player]} {values[player].value}" for player in equal)
        yield Remark(f"Equal scores, {words(values[0].text)}: {told}", style="hint")
        if len({values[player].value for player in equal}) > 1:
            return
