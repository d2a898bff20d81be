"""The README's own examples: what it shows in Python runs as it stands there."""

import re
from pathlib import Path

import pytest

import rulewright

HERE = Path(__file__).parents[2]
README = (HERE / "README.md").read_text(encoding="utf-8")
INSIDE = (HERE / "interpreter" / "README.md").read_text(encoding="utf-8")
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


def test_the_python_of_the_interpreters_readme_runs() -> None:
    (block,) = PYTHON.findall(INSIDE)
    exec(block, {"rulewright": rulewright})


def test_the_names_of_the_readmes_are_there() -> None:
    inside = INSIDE[INSIDE.index("## From Python") : INSIDE.index("## Where a new thing goes")]
    assert {name for name in re.findall(r"`([A-Z]\w+)`", inside) if not hasattr(rulewright, name)} == set()
    named = set(re.findall(r"`([A-Z]\w+)`", README[README.index("From Python:") :]))
    assert named == {"FileTrouble", "RulesError", "IllegalMove", "RulesFault", "UnclearMove"}
    assert named < set(rulewright.__all__)
