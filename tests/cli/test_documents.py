"""The pages for people: their links lead somewhere, their commands can be typed, what they name is there."""

import re
import shlex
from pathlib import Path

import pytest

from rulewright.cli.arguments import parsed
from rulewright.cli.command_line import VERBS
from tests.cli.commands_page import page
from tests.language.blocks import ROOT

PAGES = [
    path
    for path in sorted(ROOT.rglob("*.md"))
    if not re.search(r"/(\.|build/|dist/|site/)", f"/{path.relative_to(ROOT)}")
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
