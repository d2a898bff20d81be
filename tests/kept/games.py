"""The texts of a version of the language, and digests of games by them.

`language-1.tar.xz` holds all texts of rules of this repository as of commit fba84595, whose language was called version
1 later; `language-1.txt` was printed by that commit's program, with this module beside it:

    python -m tests.kept.games tests/kept/language-1.tar.xz > tests/kept/language-1.txt

When a version of the language is finished, its texts are kept in the same way. Nothing here is ever changed.
"""

import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

from rulewright.loading import Text, read_text, rules_of
from tests.games.golden import SEED, choices_of, digest

MOST_DECISIONS: Final = 60
FOLDER: Final = Path(__file__).parent


def texts(archive: Path) -> Iterator[tuple[str, bytes]]:
    """The name of each text, and its bytes."""
    with tarfile.open(archive) as packed:
        for member in packed:
            file = packed.extractfile(member)
            assert file is not None, f"{member.name} is no file"
            yield member.name, file.read()


def games(text: Text, name: str) -> str:
    """The digest of the beginning of a random game among as few as can play."""
    game = rules_of(text, name).start(SEED, 0, legal=True)
    random = Random(name)
    while not game.over and game.decisions < MOST_DECISIONS:
        game.play(*random.choice(choices_of(game)))
    return digest(game)


def main() -> None:
    """Print a row for each text of an archive."""
    for name, data in texts(Path(sys.argv[1])):
        print(name, games(read_text(Path(name).name, data), name))


if __name__ == "__main__":
    main()
