"""How many decisions a game takes that is thought about: the tables `lengths.txt` beside the shipped games.

`python -m lab.lengths rulesets examples` plays some games of each, with as few as can play, at the level `search:50`,
and writes the median.
"""

import sys
from pathlib import Path
from statistics import median

from rulewright.analysis.random_games import plies
from rulewright.files import shipped
from rulewright.levels import level_of
from rulewright.loading import load
from rulewright.machine.ahead import faster

GAMES, LEVEL = 3, "search:50"


def decisions(name: str) -> int:
    """The decisions of a game in the middle."""
    rules, level = faster(load(name)), level_of(LEVEL)
    assert level is not None
    played = [rules.start(seed) for seed in range(GAMES)]
    for seed, game in enumerate(played):
        for _ in plies(game, seed=seed, number=0, levels=dict.fromkeys(range(rules.players), level)):
            pass
    return round(median(game.decisions for game in played))


if __name__ == "__main__":
    for folder in sys.argv[1:]:
        lines = [f"{name} {decisions(name)}\n" for name in shipped(folder)]
        Path(folder, "lengths.txt").write_text("".join(lines), encoding="utf-8")
