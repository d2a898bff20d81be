"""The parser is made as the program is installed, so that nobody waits for it at the first start."""

import shutil
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ParserMade(BuildHookInterface[Any]):
    """Puts the packed parser of this grammar and library beside the grammar; every Python reads it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make it, in a folder of the builder's own."""
        if version == "editable":
            return
        sys.path.insert(0, str(Path(self.root) / "interpreter"))
        from rulewright.language import grammar

        name, packed = grammar.made()
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / name).write_bytes(packed)
        build_data["force_include"][str(self.folder / name)] = f"rulewright/_data/grammar/{name}"

    def finalize(self, *_: object) -> None:
        """Leave nothing beside the wheel."""
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def folder(self) -> Path:
        """Where the parser lies until it is packed."""
        return Path(self.directory) / "parser"
