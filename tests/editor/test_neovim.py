"""A real editor: Neovim without a screen, by its own client of the protocol."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.files import find
from rulewright.language.format import format_text
from tests.cli.processes import ENVIRONMENT

NEOVIM = shutil.which("nvim")
pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(NEOVIM is None, reason="there is no Neovim (nvim) on this machine"),
]
LINE_IT = find("line-it").read_text(encoding="utf-8")
SCRIPT = Path(__file__).with_name("neovim.lua")


def edited(tmp_path: Path, text: str, *, line: int = 0, column: int = 0) -> dict[str, object]:
    """What the editor is answered of a text, asked at a place (from 0)."""
    file, answers = tmp_path / "game.rules", tmp_path / "answers.json"
    file.write_text(text, encoding="utf-8")
    told = {"server": [sys.executable, "-m", "rulewright", "lsp", "--effort", "0"], "answers": str(answers)}
    environment = {**ENVIRONMENT, "RULEWRIGHT_ASKED": json.dumps({**told, "line": line, "column": column})}
    assert NEOVIM is not None
    command = [NEOVIM, "--headless", "--clean", "-n", str(file), "-c", f"luafile {SCRIPT}"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=180, check=False)
    assert answers.exists(), done.stdout + done.stderr
    found = json.loads(answers.read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


def test_it_is_answered(tmp_path: Path) -> None:
    at = LINE_IT.index("shuffle the deck") + len("shuffle the ")
    line, column = LINE_IT[:at].count("\n"), at - LINE_IT.rindex("\n", 0, at) - 1
    crooked = LINE_IT.replace("deck: pile of card", "deck:   pile of card")
    found = edited(tmp_path, crooked, line=line, column=column)
    assert found["findings"] == []
    assert "nobody sees it" in str(found["hover"])
    declared = LINE_IT[: LINE_IT.index("    deck: pile")].count("\n")
    assert found["definition"] == [declared]
    assert isinstance(found["completion"], list)
    assert {"deck", "display", "discard"} <= {*found["completion"]}
    assert found["renamed"] == re.sub('"[^"\n]*"', "", LINE_IT).count(
        "deck"
    )  # but not where it is a word of a sentence
    assert "setup" in str(found["outline"])
    assert found["formatted"] == format_text(LINE_IT)


def test_what_is_wrong_is_shown_where_it_is(tmp_path: Path) -> None:
    found = edited(tmp_path, LINE_IT.replace("shuffle the deck", "shuffle the dekc"))
    line = LINE_IT[: LINE_IT.index("shuffle the deck")].count("\n")
    assert found["findings"] == [[line, "unknown-name"]]


def test_half_typed_rules_are_answered(tmp_path: Path) -> None:
    found = edited(tmp_path, LINE_IT.replace("    extend(card)\n\naction cash-in", "    extend(\n\naction cash-in"))
    assert found["findings"]
    assert "setup" in str(found["outline"])
    assert found["completion"]
