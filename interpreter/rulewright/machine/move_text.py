"""A text to the move that it means, among legal moves."""

from collections.abc import Sequence

from rulewright.machine.move_names import Move


class UnclearMove(Exception):  # noqa: N818 - the player's
    """A text that fits several moves."""

    def __init__(self, text: str, moves: Sequence[Move]) -> None:
        """Keep the moves that it fits."""
        super().__init__(f'"{text}" could be ' + " or ".join(" ".join(map(str, move)) for move in moves[:4]))
        self.moves = tuple(moves)


def parse_move(text: str, moves: Sequence[Move], *, loosely: bool) -> Move:
    """The move that a text means; if none, its words. `loosely`: a part of a name is enough if it is unique."""
    words = text.split()
    exact = [move for move in moves if [str(item) for item in move] == words]
    if exact:
        return exact[0]
    fitting = [move for move in moves if loosely and _fits(words, move)]
    best = [move for move in fitting if str(move[0]) == words[0]] or fitting
    if len(best) > 1:
        raise UnclearMove(text, best)
    return best[0] if best else tuple(_item(word) for word in words)


def _fits(words: Sequence[str], move: Move) -> bool:
    return len(words) == len(move) and all(word in str(item) for word, item in zip(words, move, strict=True))


def _item(word: str) -> str | int:
    return int(word) if word.lstrip("-").isdecimal() and word.count("-") <= 1 and len(word) < 12 else word
