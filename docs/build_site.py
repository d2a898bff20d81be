"""`python docs/build_site.py`: the pages as a site, in `build/site`; a link that leads nowhere is an error.

The pages keep their paths in the repository, so that links are the same here and there. Needs `pip install '.[docs]'`.
"""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
BUILD: Final = ROOT / "build"
SHOWN: Final = (
    *(
        "*.md",
        "docs/*.md",
        "docs/*.json",
        "grammar/*.md",
        "examples/**/*.md",
        "rulesets/*.md",
        "interpreter/**/README.md",
    ),
    *("editors/*.md", "editors/vscode/README.md"),
    *("tests/*.md", "lab/*.md", "benchmarks/*.md", "examples/*.rules", "rulesets/*.rules", "LICENSE"),
)
NAVIGATION: Final = {
    "Home": "README.md",
    "Guide": {
        "Play": "docs/play.md",
        "Play with friends": "docs/serve.md",
        "The page of a table": "docs/browser.md",
        "Write and check": "docs/write.md",
        "In an editor": "docs/editor.md",
        "Study": "docs/study.md",
        "Set up an editor": "editors/README.md",
        "Commands": "docs/commands.md",
        "Python": "docs/python.md",
        "Protocol of a table": "docs/protocol.md",
    },
    "Tutorial": "examples/tutorial/",
    "Cookbook": "examples/cookbook/",
    "Reference": "grammar/SPEC.md",
    "Games": {
        "Small games": "examples/README.md",
        "Large games": "rulesets/README.md",
        "What they look like": "rulesets/TABLES.md",
        "How they go": "rulesets/STUDIES.md",
    },
    "How it works": {
        "Architecture": "ARCHITECTURE.md",
        "Contributing": "CONTRIBUTING.md",
        "Modules": "interpreter/README.md",
        "Words of the code": "GLOSSARY.md",
        "In another program": "interpreter/rulewright/machine/wasm/README.md",
        "Tests": "tests/README.md",
        "Lab": "lab/README.md",
        "Benchmarks": "benchmarks/README.md",
        "Changes": "CHANGELOG.md",
    },
}
SETTINGS: Final = {
    "site_name": "Rulewright",
    "site_description": "A language for the rules of tabletop games, and a program that plays them",
    "docs_dir": "pages",
    "theme": {
        "font": False,  # the site asks nothing of other servers
        "features": ["navigation.tabs", "navigation.top", "navigation.footer", "search.highlight", "content.code.copy"],
        "palette": [
            {"scheme": "default", "toggle": {"icon": "lucide/sun", "name": "Dark"}},
            {"scheme": "slate", "toggle": {"icon": "lucide/moon", "name": "Light"}},
        ],
    },
    "markdown_extensions": ["tables", "pymdownx.superfences", {"toc": {"permalink": True}}],
}


def listed(entry: object) -> object:
    """An entry of the navigation: one with several pages is a list; a folder stands for its pages, its README first."""
    if isinstance(entry, dict):
        return [{title: listed(inside)} for title, inside in entry.items()]
    if isinstance(entry, str) and entry.endswith("/"):
        pages = sorted((ROOT / entry).glob("*.md"), key=lambda page: (page.name != "README.md", page.name))
        return [page.relative_to(ROOT).as_posix() for page in pages]
    return entry


def plain(text: str) -> str:
    """A page as the generator reads it: one word behind a fence, links side by side, no stroke escaped in a table."""
    text = re.sub(r"^(```\w+) .*$", r"\1", text, flags=re.MULTILINE)
    text = re.sub(r"(\[\d[\d.]*\])\s(?=\[\d)", r"\1&#32;", text)
    return re.sub(r"^\|.*\|$", lambda row: row[0].replace(r"\|", "|"), text, flags=re.MULTILINE)


def main() -> int:
    """Put the pages together, and build the site of them."""
    shutil.rmtree(BUILD / "pages", ignore_errors=True)
    for path in sorted({path for pattern in SHOWN for path in ROOT.glob(pattern)}):
        copy = BUILD / "pages" / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(plain(path.read_text(encoding="utf-8")), encoding="utf-8")
    shutil.copytree(ROOT / "docs" / "pictures", BUILD / "pages" / "docs" / "pictures")
    settings = BUILD / "mkdocs.yml"
    settings.write_text(json.dumps({**SETTINGS, "nav": listed(NAVIGATION)}), encoding="utf-8")
    command = (sys.executable, "-m", "zensical", "build", "--clean", "--strict", "-f", settings)
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
