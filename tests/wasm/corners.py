"""The corners of `corners.txt`: small rulesets, each about one corner of the language.

A corner has its name behind `===`, facts in a line behind `: `, and its text. Its facts are how its random games `end`
(codes of faults, `over`), how many `players` and `games` it is played by, and the `frame` that its text is put into.
The other facts fill the gaps of the frame, which says in its own line what they are by default.
"""

import re
from pathlib import Path
from typing import Final

from attrs import frozen

HEAD: Final = """game "Corner" "One corner of the language"
    players 1..12
"""
END: Final = """scoring:
    score of player p: p's coins
    winners: players with highest score, then lowest seat
"""
PURSE: Final = """each player has
    coins: -99..9999
"""
PASS: Final = """action pass "Do nothing": nothing
"""


@frozen
class Corner:
    """A ruleset and how its games end: the codes of faults, "" for a game that comes to its end."""

    text: str
    ends: frozenset[str]
    players: int
    games: int


def completed(body: str) -> str:
    """A ruleset of its own with what it lacks: coins, a score, and the action `pass`."""
    purse = "" if "\n    coins:" in body else PURSE
    scoring = "" if "\nscoring:" in body else END
    passing = PASS if re.search(r"(?<![\w-])pass(?![\w-])", body) and "action pass" not in body else ""
    return HEAD + purse + body + passing + scoring


def filled(frame: str, gaps: dict[str, str]) -> str:
    """A frame whose gaps are filled. A gap that has lines of its own gives them its indent."""
    whole = re.sub(
        r"^( +)<(\w+)>$",
        lambda gap: "\n".join(gap[1] + line for line in gaps[gap[2]].splitlines()),
        frame,
        flags=re.MULTILINE,
    )
    return re.sub(r"<(\w+)>", lambda gap: gaps.get(gap[1], gap[0]), whole)


def corners(text: str) -> dict[str, Corner]:
    """All corners of a text."""
    found, frames = dict[str, Corner](), dict[str, tuple[dict[str, str], str]]()
    for section in text.removeprefix("=== ").split("\n=== "):
        name, *lines = section.removesuffix("\n").split("\n")
        given = lines.pop(0).removeprefix(": ").split(" | ") if lines[0].startswith(": ") else []
        facts, body = dict(fact.partition(" ")[::2] for fact in given), "\n".join(lines)
        if name.startswith("frame "):
            frames[name.removeprefix("frame ")] = facts, body
            continue
        while frame := facts.pop("frame", ""):
            defaults, around = frames[frame]
            facts = defaults | facts
            body = filled(around, facts | {"body": body})
        ends = frozenset(facts.get("ends", "over").replace("over", "").split(" "))
        found[name] = Corner(completed(body + "\n"), ends, int(facts.get("players", 2)), int(facts.get("games", 12)))
    return found


CORNERS: Final = corners(Path(__file__).with_suffix(".txt").read_text(encoding="utf-8"))
