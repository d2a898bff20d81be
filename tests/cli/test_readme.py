"""The README's own examples: what it shows in Python runs as it stands there."""

import re
from pathlib import Path

import pytest

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
PYTHON = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_python_of_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    known: dict[str, object] = {}
    for block in PYTHON.findall(README):
        exec(block, known)
    result, *printed = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"\(.*\) \(.*\)", result)
    told = [comment.removesuffix(" …") for comment in re.findall(r"print\(.*\)  # (.*)", README)]
    assert len(told) == 2
    assert printed[: len(told)] == told


def test_the_names_of_the_readme_are_there() -> None:
    import rulewright

    named = set(re.findall(r"`([A-Z]\w+)`", README[README.index("From Python:") :]))
    assert named == {"FileTrouble", "RulesError", "IllegalMove", "RulesFault", "UnclearMove"}
    assert named < set(rulewright.__all__)
