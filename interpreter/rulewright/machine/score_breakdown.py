"""What a score is made up of, in a position: the terms in the rules' words, with their values as far as a seat knows.

A term that reads only what everybody sees is simply asked; another one is told if everything that it reads now is seen
by the seat: whether it is told never depends on what the seat does not see. At the end, when everybody is told the
scores, so are their terms; pieces are named only to who sees them.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from attrs import define, frozen

from rulewright.language.types import Scalar
from rulewright.machine.chance import Item
from rulewright.machine.interpret import RulesFault
from rulewright.machine.known_scores import Watched, hidden_cells
from rulewright.machine.move_names import Naming

if TYPE_CHECKING:
    from rulewright.machine.game import Game


@frozen
class Amount:
    """A term in a position: what it adds (negative: takes away), None if the seat cannot know; of a total that is known
    the elements that add anything, with their amounts."""

    text: str
    value: int | None
    of: tuple[tuple[Item, int], ...] = ()


@frozen
class Question:
    """A function that is asked; `open_`: it reads nothing that anybody cannot see."""

    function: int
    open_: bool


@frozen
class Elements:
    """Functions that list the elements of a total and ask what each adds, after it was put into these cells."""

    listing: int
    cells: tuple[int, ...]
    adds: Question
    type: Scalar
    pieces: bool


@frozen
class Term:
    """A term, made ready."""

    text: str
    sign: int
    value: Question
    each: Elements | None


@define(eq=False)
class Tally:
    """The rules' score, ready to be asked in any position: `cell` holds the player; of a state the first `shared` cells
    lie as in the program that is asked."""

    watched: Watched
    shared: int
    naming: Naming
    cell: int
    cases: tuple[tuple[Question | None, tuple[Term, ...]], ...]
    ranks: tuple[tuple[str, Question, Scalar], ...]
    winners: str


# ---- asked


def amounts(tally: Tally, game: "Game", seat: int | None) -> tuple[tuple[Amount, ...], ...]:
    """The terms of every player's score, as far as a seat can know them."""
    asker = _asker(tally, game, seat)
    return tuple(tuple(asker.terms(player)) for player in range(game.rules.players))


def ranks(tally: Tally, game: "Game", seat: int | None) -> tuple[tuple[str, tuple[Item | None, ...]], ...]:
    """What decides between players with the same score: in the rules' words, with the value of each player."""
    asker = _asker(tally, game, seat)
    players = range(game.rules.players)
    return tuple(
        (text, tuple(asker.named(type_, asker.value(question, player)) for player in players))
        for text, question, type_ in tally.ranks
    )


def _asker(tally: Tally, game: "Game", seat: int | None) -> "_Asker":
    tally.watched.machine.place(game.state.vector[: tally.shared])
    return _Asker(tally, hidden_cells(game, seat), game.over)


@frozen
class _Asker:
    """Asks a tally in the position that its machine stands at; `over`: all values may be told."""

    tally: Tally
    hidden: set[int]
    over: bool

    def terms(self, player: int) -> Iterator[Amount]:
        """The terms that count for a player; nothing if the seat cannot know which."""
        for when, terms in self.tally.cases:
            holds = 1 if when is None else self.value(when, player)
            if holds is None:
                return
            if holds:
                yield from (self.amount(term, player) for term in terms)
                return

    def amount(self, term: Term, player: int) -> Amount:
        """A term for a player."""
        value = self.value(term.value, player)
        if value is None:
            return Amount(term.text, None)
        of = () if term.each is None else tuple(self.elements(term.each, term.sign, player))
        return Amount(term.text, term.sign * value, of)

    def elements(self, each: Elements, sign: int, player: int) -> Iterator[tuple[Item, int]]:
        """The elements of a total that add anything; of pieces nothing, if one is hidden."""
        memory, machine = self._at(player), self.tally.watched.machine
        try:
            found = machine.listed(each.listing)
            if each.pieces and not self._seen():
                return
            for element in found:
                memory = self._at(player)
                for cell, word in zip(each.cells, element, strict=False):  # a value has no place
                    memory[cell] = word
                adds = machine.call(each.adds.function)
                if adds:
                    yield self.tally.naming.value(each.type, element[0]), sign * adds
        except RulesFault:
            return

    def value(self, question: Question, player: int) -> int | None:
        """The answer for a player; None if it cannot be known to the seat."""
        self._at(player)
        try:
            found = self.tally.watched.machine.call(question.function)
        except RulesFault:
            return None
        return found if self.over or question.open_ or self._seen() else None

    def named(self, type_: Scalar, value: int | None) -> Item | None:
        """A value as it is written."""
        return None if value is None else self.tally.naming.value(type_, value)

    def _at(self, player: int) -> list[int]:
        memory = self.tally.watched.memory
        memory[self.tally.cell] = player
        memory.read.clear()
        return memory

    def _seen(self) -> bool:
        """Whether all that was read since the player was set is seen by the seat."""
        return self.tally.watched.memory.read.isdisjoint(self.hidden)
