"""What the processes run in which loading is measured: load a setting, play one game by one backend, end."""

import json
import sys
from collections.abc import Sequence

from rulewright.analysis.bench.backends import BACKENDS, Asked


def first_game(arguments: Sequence[str]) -> None:
    """Load and play: the name of a backend, and a setting as JSON."""
    name, setting = arguments
    backend = next(found for found in BACKENDS if found.name == name)
    backend.load(Asked(**json.loads(setting))).playouts(0, 1)


if __name__ == "__main__":
    first_game(sys.argv[1:])
