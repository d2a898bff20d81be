"""The parsers are made as the program is installed, so that nobody waits for them at the first start."""

import shutil
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ParserMade(BuildHookInterface[Any]):
    """Puts the packed parsers of this grammar and library beside the grammar, one for each version of the language that
    differs; every Python reads them."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make them, in a folder of the builder's own."""
        if version == "editable":
            return
        sys.path.insert(0, str(Path(self.root) / "interpreter"))
        from rulewright.language import grammar

        self.folder.mkdir(parents=True, exist_ok=True)
        for name, packed in grammar.made_of_all().items():
            (self.folder / name).write_bytes(packed)
            build_data["force_include"][str(self.folder / name)] = f"rulewright/_data/grammar/{name}"

    def finalize(self, *_: object) -> None:
        """Leave nothing beside the wheel."""
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def folder(self) -> Path:
        """Where the parsers lie until they are packed."""
        return Path(self.directory) / "parser"
