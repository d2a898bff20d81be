"""Texts that are legal and as large, deep and repetitive as the limits allow: a game put together out of the crops of
`crops.txt`, of which one is as large as may be and the others are as they come; or a tower, nearly as high as it may
be."""

import random
import re
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from attrs import frozen

from tests.laws.towers import TOWERS
from tests.made.dice import Dice

Crop = dict[str, list[str]]
"""What is added to a game, by its part: `paragraphs`, `fields` of the game and its `own` ones of each player, sentences
of `setup`, of a `turn` before its choice and of the end of a round (`late`), and what is offered (`offers`)."""
TOWER = 0.15
HIGH = (8, 16, 24, 32, 40, 60, 100, 190)
GAME = """game "Grown" "As large as may be"
    players {players}
{paragraphs}
there is
    tally: 0..9999
{fields}
each player has
    coins: 0..9999, starts 5
{own}
{setup}
play:
    repeat {rounds} times:
        each player: turn
{late}
phase turn "A turn":
{turn}
    choose {offers}
action rest "Do nothing": nothing
scoring:
    score of player p: p's coins
    winners: players with highest score
"""


@frozen
class Row:
    """A crop as it stands in the table; `most`: its size with nothing else of size beside it."""

    most: int
    lines: tuple[str, ...]

    def grow(self, dice: Dice, size: int) -> Crop:
        """So much of it."""
        known = {"dice": dice, "size": size, "of": lambda *items: dice.of(items), "two_factors": two_factors}
        known["words"] = lambda prefix, number: ", ".join(f"{prefix}{n}" for n in range(number))

        def filled(text: str, **more: int) -> str:
            def gap(found: re.Match[str]) -> str:
                return f"{{{found[1]}}}" if found[1] else str(eval(found[2], {**known, **more}))

            return re.sub(r"\{\{(\w+)\}\}|\{((?:[^{}]|\{[^{}]*\})+)\}", gap, text.replace("\\n", "\n"))

        parts, part = defaultdict[str, list[str]](list), "paragraphs"
        for line in self.lines:
            if line.startswith("- "):
                part = line[2:]
            elif named := re.match(r"([\w, ]+) := (.*)", line):
                exec(f"{named[1]} = {named[2]}", known)
            elif each := re.match("each n in (.*?): (.*)", line):
                parts[part] += [filled(each[2], n=n) for n in eval(each[1], known)]
            else:
                parts[part].append(filled(line))
        return {part: [line for text in texts for line in text.split("\n") if line] for part, texts in parts.items()}


def crops() -> dict[str, Row]:
    """The table."""
    text = re.sub("^#.*\n", "", (Path(__file__).parent / "crops.txt").read_text(encoding="utf-8"), flags=re.MULTILINE)
    found = {}
    for head, *lines in (block.split("\n") for block in text.split("== ")[1:]):
        name, _, most = head.rpartition(" ")
        found[name] = Row(int(most), tuple(filter(None, lines)))
    return found


def two_factors(dice: Dice, number: int, most: int) -> tuple[int, int]:
    """About this many, as a rectangle."""
    one = max(1, min(most, dice.of((1, 2, 4, 8, int(number**0.5)))))
    return one, max(1, min(most, number // one))


CROPS = crops()


def grown(rng: random.Random) -> bytes:
    """A tower, or a game of one large crop and some others."""
    dice = Dice(rng)
    if dice.happens(TOWER):
        return TOWERS[dice.of(list(TOWERS))](dice.of(HIGH)).encode()
    names = list(CROPS)
    large = names.pop(dice.below(len(names)))
    others = dice.some(names, dice.of((0, 1, 2, 3, 5, 8)))
    grown = [CROPS[large].grow(dice, sized(dice, CROPS[large].most, 0.6, 1))]
    grown += [CROPS[name].grow(dice, sized(dice, CROPS[name].most, 0, 0.4)) for name in others]
    return game(dice, grown).encode()


def sized(dice: Dice, most: int, low: float, high: float) -> int:
    """A size between powers of the largest, often the largest itself."""
    return max(1, most if high == 1 and dice.happens(0.3) else int(most ** (low + (high - low) * dice.rng.random())))


def game(dice: Dice, grown: Sequence[Crop]) -> str:
    """A game of these crops."""

    def all_of(part: str, indent: int = 4) -> str:
        return "\n".join(f"{' ' * indent}{line}" for crop in grown for line in crop.get(part, ()))

    offers = [offer for crop in grown for offer in crop.get("offers", ())]
    setup = all_of("setup")
    text = GAME.format(
        **{part: all_of(part) for part in ("fields", "own", "turn")},
        paragraphs=all_of("paragraphs", 0),
        late=all_of("late", 8),
        setup=setup and f"setup:\n{setup}",
        players=dice.of(("2", "2", "1..3", "12", "1..12")),
        rounds=dice.of((1, 2, 9)),
        offers=" or ".join([*offers, "rest"]),
    )
    return re.sub("\n{2,}", "\n", text)
