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
PAGE = Path(__file__).parents[2] / "editors" / "neovim.md"
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


TYPED = r"""
local file = assert(io.open(os.getenv("ANSWERS"), "w"))
local function feed(keys)
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(keys, true, true, true), "xt", false)
end
vim.wait(60000, function() return #vim.lsp.buf_get_clients() > 0 and #vim.diagnostic.get(0) > 0 end, 50)
local told = { vim.diagnostic.config().update_in_insert }
vim.fn.search("shuffle the ")
feed("A d<C-x><C-o><Esc>") -- E764 without a function for it
table.insert(told, vim.v.errmsg)
for _, keys in ipairs({ "K", "gd", "grr", "grn", "gra", "gO", "grl", "grf" }) do
  table.insert(told, vim.fn.maparg(keys, "n", false, true).buffer == 1)
end
vim.cmd("doautocmd CursorHold")
vim.wait(60000, function() return #vim.lsp.codelens.get(0) > 0 end, 50)
table.insert(told, #vim.lsp.codelens.get(0) > 0)
file:write(vim.fn.json_encode(told))
file:close()
vim.cmd("qall!")
"""


def test_the_page_sets_what_it_promises(tmp_path: Path) -> None:
    (settings,) = re.findall(r"```lua\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    server = json.dumps([sys.executable, "-m", "rulewright", "lsp", "--effort", "0"])[1:-1]
    (tmp_path / "init.lua").write_text(settings.replace('"rulewright", "lsp"', server), encoding="utf-8")
    (tmp_path / "typed.lua").write_text(TYPED, encoding="utf-8")
    (tmp_path / "game.rules").write_text(LINE_IT.replace("shuffle the deck", "shuffle the"), encoding="utf-8")
    answers = tmp_path / "answers.json"
    assert NEOVIM is not None
    command = [NEOVIM, "--headless", "-n", "-i", "NONE", "-u", "init.lua", "game.rules", "-c", "luafile typed.lua"]
    environment = {**ENVIRONMENT, "ANSWERS": str(answers)}
    done = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=180, check=False
    )
    assert answers.exists(), done.stdout + done.stderr
    in_insert, error, *others = json.loads(answers.read_text(encoding="utf-8"))
    assert (in_insert, error) == (True, "")
    assert all(others)


def test_half_typed_rules_are_answered(tmp_path: Path) -> None:
    found = edited(tmp_path, LINE_IT.replace("    extend(card)\n\naction cash-in", "    extend(\n\naction cash-in"))
    assert found["findings"]
    assert "setup" in str(found["outline"])
    assert found["completion"]
