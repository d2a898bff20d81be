"""The page about Python: what it shows runs as it stands there, and it lists every public name."""

import inspect
import re
import types
from collections.abc import Callable
from pathlib import Path

import attrs
import pytest

import rulewright

HERE = Path(__file__).parents[2]
PAGE = (HERE / "docs" / "python.md").read_text(encoding="utf-8")
PYTHON = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_python_of_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    known: dict[str, object] = {}
    for block in PYTHON.findall(PAGE):
        exec(block, known)
    result, *printed = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"\(.*\) \(.*\)", result)
    told = [comment.removesuffix(" …") for comment in re.findall(r"print\(.*\)  # (.*)", PAGE)]
    assert len(told) == 2
    assert printed[: len(told)] == told


# ---- the public names, all of them

NAMES = PAGE[PAGE.index("## All names") :]
LISTED = set(re.findall(r"`(?:rules\.)?(\w+(?:\([^`]*\))?)`", NAMES))
METHODS = [
    (owner.__name__, name, member)
    for owner in (rulewright.Rules, rulewright.Game)
    for name, member in vars(owner).items()
    if not name.startswith("_") and not isinstance(member, types.MemberDescriptorType)
]


def called(name: str, function: Callable[..., object], first: int) -> str:
    """How a function is called: its name with its arguments, without their types."""
    parameters = list(inspect.signature(function).parameters.values())[first:]
    plain = [each.replace(annotation=inspect.Parameter.empty) for each in parameters]
    return f"{name}{inspect.Signature(plain)}"


def test_every_public_name_is_listed() -> None:
    bare = {name.split("(")[0] for name in LISTED}
    assert set(rulewright.__all__) - {"__version__"} <= bare
    assert {name for name in bare if name[0].isupper()} <= {*rulewright.__all__, "None", "True", "False", "TypeError"}
    assert "`__version__`" in NAMES
    assert called("load", rulewright.load, 0) in LISTED


@pytest.mark.parametrize(("owner", "name", "member"), METHODS)
def test_every_public_method_is_listed_as_it_is_called(owner: str, name: str, member: object) -> None:
    assert (called(name, member, 1) if inspect.isfunction(member) else name) in LISTED, owner
    assert inspect.getdoc(getattr(member, "func", member))


@pytest.mark.parametrize("owner", [rulewright.Rules, rulewright.Game])
def test_every_public_field_is_listed(owner: type) -> None:
    assert {each.name for each in attrs.fields(owner) if not each.name.startswith("_")} <= LISTED


CLASSES = [name for name in rulewright.__all__ if inspect.isclass(getattr(rulewright, name))]


@pytest.mark.parametrize("name", CLASSES)
def test_every_public_class_says_what_it_is(name: str) -> None:
    assert getattr(rulewright, name).__doc__


@pytest.mark.parametrize("name", sorted({*CLASSES} & {each.split("(")[0] for each in LISTED if "(" in each}))
def test_every_value_is_listed_with_what_it_is_made_of(name: str) -> None:
    made = getattr(rulewright, name)
    (listed,) = (each for each in LISTED if each.startswith(f"{name}("))
    wanted = [each.split("=")[0] for each in listed[len(name) + 1 : -1].split(", ")]
    assert wanted == list(inspect.signature(made).parameters)
