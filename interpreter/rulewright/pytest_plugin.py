"""What pytest makes of files of rules: reading each, as `check` does, is a test, and so is each of its examples.

A file that is named is collected, and in folders those that match a pattern of `rules_files` in pytest's configuration;
by default there is none. Only pytest imports this module, and it the others only for files of rules.
"""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from rulewright.shown import shown

if TYPE_CHECKING:
    from rulewright.analysis.examples import Failing
    from rulewright.language.source import Source


def pytest_addoption(parser: pytest.Parser) -> None:
    """The patterns of files."""
    parser.addini("rules_files", "patterns of the files of rules to collect in folders, such as *.rules", "args", [])


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Files of rules that were named, and those that the configuration speaks of."""
    named = file_path.suffix == ".rules" and parent.session.isinitpath(file_path)
    if named or any(file_path.match(pattern) for pattern in parent.config.getini("rules_files")):
        return RulesFile.from_parent(parent, path=file_path)
    return None


class RulesFile(pytest.File):
    """A file of rules."""

    def collect(self) -> "Iterator[RulesItem]":
        """All that is tried of it: the reading, then the examples; of a file that is no text only the reading."""
        from rulewright.analysis.check import check
        from rulewright.analysis.example_parts import examples_of
        from rulewright.analysis.examples import Failing, failing
        from rulewright.files import FileTrouble, read
        from rulewright.language.older_texts import read_in_its_language
        from rulewright.language.parser import parse
        from rulewright.language.source import Source, readable

        try:
            data = read(self.path)
        except FileTrouble as trouble:
            raise self.CollectError(str(trouble)) from None
        source = read_in_its_language(self.nodeid, data)
        if not isinstance(source, Source):
            wrong, text = [*map(Failing, source)], readable(self.nodeid, data)
            yield RulesItem.from_parent(self, name="reading", source=text, line=1, find=lambda _: wrong)
            return
        made = partial(RulesItem.from_parent, self, source=source)
        yield made(name="reading", line=1, find=lambda source: [*map(Failing, check(source))])
        parsed, taken = parse(source), {"reading"}
        for node in examples_of(parsed):
            name, line = shown(node.title.text), source.line(node.span.start)
            named = f"{name} (line {line})" if name in taken else name
            yield made(name=named, line=line, find=partial(failing, parsed, nodes=(node,)))
            taken.add(name)


class RulesItem(pytest.Item):
    """One test of a file of rules; it fails with what `rulewright test` prints."""

    def __init__(self, *, source: "Source", line: int, find: "Callable[[Source], list[Failing]]", **known: Any) -> None:  # noqa: ANN401 - of pytest
        super().__init__(**known)
        self.source, self.line, self.find = source, line, find

    def runtest(self) -> None:
        """Fail with all that is found."""
        from rulewright.cli.text_commands import failing_told

        said, found = failing_told("text", self.source, self.find(self.source))
        if found:
            pytest.fail(said, pytrace=False)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where it stands, counted from 0, and its name."""
        return self.path, self.line - 1, self.name
