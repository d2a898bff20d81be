"""The pages for people: links, commands and names in them are there, and the Python of theirs runs."""

import inspect
import re
import shlex
import types
from collections.abc import Callable
from pathlib import Path

import attrs
import pytest

import rulewright
from rulewright.cli.arguments import parsed
from rulewright.cli.command_line import VERBS
from tests.cli.commands_page import page
from tests.language.blocks import ROOT

PAGES = [
    path
    for path in sorted(ROOT.rglob("*.md"))
    if not re.search(r"/(\.|build/|dist/|site/|node_modules/)", f"/{path.relative_to(ROOT)}")
]
FENCED = re.compile(r"^```(\w*).*?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"`(rulewright [^`]*)`|^\$ (rulewright .*)$", re.MULTILINE)


def prose(text: str) -> str:
    """A page without its blocks of code."""
    return FENCED.sub("", text)


def anchors(text: str) -> set[str]:
    """What can stand behind # in a link to this page."""
    headings = re.findall(r"^#+ (.*)$", prose(text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def dead(page: Path, text: str) -> list[str]:
    """The links of a page with this text to files or headings that are not there."""
    shown = re.sub(r"`[^`]*`", "", prose(text))
    found = []
    for link in re.findall(r"(?:\]\(|^\[[^\]]+\]: )([^)\s]+)", shown, re.MULTILINE):
        name, _, anchor = link.partition("#")
        goal = page.parent / name
        there = "://" in link or goal.exists()
        if there and anchor:
            there = anchor in anchors(goal.read_text(encoding="utf-8") if name else text)
        if not there:
            found.append(link)
    return found


def commands(text: str) -> list[str]:
    """The commands in a page, without bare names and those that leave something open."""
    inline = [" ".join((one or other).split()) for one, other in COMMAND.findall(text)]
    typed = [line for kind, block in FENCED.findall(text) if kind == "sh" for line in block.splitlines()]
    found = [line.partition("  #")[0] for line in (*inline, *typed) if line.startswith("rulewright ")]
    return [line for line in found if re.match(r"rulewright \S+ [^-]", line) and not re.search(r"…|\b[A-Z]+\b", line)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_to_what_is_there(page: Path) -> None:
    assert dead(page, page.read_text(encoding="utf-8")) == []


def test_a_dead_link_is_seen() -> None:
    links = "[x](#a-b-c) [x](#b) [x](README.md) [x](nowhere.md#c) [1] `[x](#d)`"
    text = f"# A b, c\n{links}\n\n[1]: #c\n```text\n[x](#e)\n```\n"
    assert dead(ROOT / "README.md", text) == ["#b", "nowhere.md#c", "#c"]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "command", sorted({command for page in PAGES for command in commands(page.read_text(encoding="utf-8"))})
)
def test_a_command_can_be_typed_as_it_stands(command: str) -> None:
    assert parsed(VERBS, shlex.split(command)[1:])


def test_the_page_of_commands_is_up_to_date() -> None:
    written = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    assert written == "".join(page()), "run: python -m tests.cli.commands_page > docs/commands.md"


def test_the_first_pages_are_short() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 150
    assert len((ROOT / "interpreter" / "README.md").read_text(encoding="utf-8").splitlines()) <= 60
    assert len((ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8").split()) <= 1500


PACKAGE = ROOT / "interpreter" / "rulewright"


def there(name: str, *folders: Path) -> bool:
    """Whether a file, a folder or a module has this name below one of these folders."""
    return any((folder / f"{name.rstrip('/')}{suffix}").exists() for folder in folders for suffix in ("", ".py"))


@pytest.mark.parametrize("page", ["ARCHITECTURE.md", "CONTRIBUTING.md", "GLOSSARY.md", "tests/README.md"])
def test_files_that_a_page_names_are_there(page: str) -> None:
    text = prose((ROOT / page).read_text(encoding="utf-8"))
    named = re.findall(r"`([a-z_.][\w.-]*/[\w./-]*)`", text)
    folders = (ROOT, PACKAGE, PACKAGE / "language", PACKAGE / "machine", ROOT / "tests")
    assert [name for name in named if "NAME" not in name and not there(name, *folders)] == []


def test_modules_that_the_page_of_the_interpreter_names_are_there() -> None:
    rows = re.findall(
        r"^\| (.*?) \| (.*) \|$", (ROOT / "interpreter" / "README.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    folders: list[Path] = []
    for first, rest in rows[1:]:
        packages = re.findall(r"`(\w[\w/]*)`", first)
        if packages:
            base = PACKAGE / packages[0]
            folders = [PACKAGE if name == "rulewright" else base.parent / Path(name).name for name in packages]
        assert [name for name in re.findall(r"`([a-z_][\w/.]*)`", rest) if not there(name, *folders)] == [], first


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
