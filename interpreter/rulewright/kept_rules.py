"""Rules as they were made at an earlier start: then nothing is parsed, nor the parser imported.

They are known by all that makes them: this program, the bytes of the text, the setting that was asked for.
"""

import hashlib
import pickle
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

from rulewright import own_files

if TYPE_CHECKING:
    from rulewright.language.types import OptionSetting
    from rulewright.machine.game import Rules


def rules_of(
    data: bytes, file: str, game: str, players: int | None, options: "Mapping[str, OptionSetting] | None" = None
) -> "Rules":
    """The rules that a file of this name holds, as `loading.rules_of` makes them, or as they are kept. Raises what that
    raises, of rules that have mistakes nothing is kept."""
    setting = (players, sorted((options or {}).items()))
    name = own_files.named("rules", own_files.program(), sys.version, hashlib.sha256(data).digest(), game, setting)
    try:
        found: Rules = pickle.loads(own_files.find(name) or b"")  # noqa: S301 - nobody else can have written it
    except (pickle.UnpicklingError, ImportError, AttributeError, TypeError, ValueError, LookupError, EOFError):
        # nothing is kept, or a library packs otherwise now
        from rulewright.loading import read_text, rules_of as made

        found = made(read_text(file, data), game, players=players, options=options)
        own_files.keep(name, pickle.dumps(found, pickle.HIGHEST_PROTOCOL))
    return found
