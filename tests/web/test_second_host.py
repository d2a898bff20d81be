"""The fast backend on the WebAssembly of JavaScript: the same searches and games as on wasmtime, number by number."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from rulewright import load, search
from rulewright.files import FileTrouble
from rulewright.machine.wasm import available, engine_of
from rulewright.web.packing import archive
from rulewright.web.static_site import pyodide_of_npm
from tests.web.static_pages import written

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(available() is not None, reason=str(available())),
    pytest.mark.skipif(not (shutil.which("node") and shutil.which("npm")), reason="needs Node"),
]
GAMES = ("line-it", "biblios")
ITERATIONS, PLAYOUTS, SEED = 1_000, 300, 5
HOST = """
import { readFileSync } from "node:fs";
import { loadPyodide } from "./pyodide/pyodide.mjs";
const python = await loadPyodide({ env: { RULEWRIGHT_NO_CACHE: "1" } });
const libraries = python.runPython("import sysconfig; sysconfig.get_path('purelib')");
python.unpackArchive(new Uint8Array(readFileSync("rulewright.zip")), "zip", { extractDir: libraries });
console.log(python.runPython(readFileSync("asked.py", "utf8")));
"""


def asked(name: str, text: str) -> list[object]:
    """What comes of a search, and of games at random."""
    from rulewright.loading import read_text, rules_of

    rules = rules_of(read_text(f"{name}.rules", text.encode()), name)
    game = rules.start(seed=SEED)
    found = search(game, game.deciders[0], iterations=ITERATIONS, seed=SEED)
    played = engine_of(rules.program).playouts(SEED, 0, PLAYOUTS)
    weighed = [[*each.move, each.visits, each.value] for each in found.moves]
    return [found.fast, found.iterations, weighed, [*played.decisions], [[*each] for each in played.scores]]


def test_javascript_and_wasmtime_play_the_same(tmp_path: Path) -> None:
    try:
        pyodide = pyodide_of_npm()
    except FileTrouble as trouble:
        pytest.skip(str(trouble))
    texts = {name: load(name).source_text for name in GAMES}
    source = Path(__file__).read_text(encoding="utf-8")
    function = source[source.index("def asked") : source.index("def test_javascript")]
    constants = f"ITERATIONS, PLAYOUTS, SEED = {ITERATIONS}, {PLAYOUTS}, {SEED}"
    beginning = "import json, time\ntime.thread_time = time.process_time\nfrom rulewright import search\n"
    imports = "from rulewright.machine.wasm import engine_of\n"
    calls = f"\njson.dumps([asked(name, text) for name, text in {texts!r}.items()])\n"
    files = {f"pyodide/{name}": content for name, content in pyodide.items()}
    files |= {"rulewright.zip": archive({}, editing=False), "host.mjs": HOST.encode()}
    files |= {"asked.py": f"{beginning}{imports}{constants}\n{function}{calls}".encode()}
    written(tmp_path, files)
    command = [shutil.which("node") or "", "host.mjs"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    there = json.loads(done.stdout.splitlines()[-1])
    here = json.loads(json.dumps([asked(name, text) for name, text in texts.items()]))
    assert all(fast for fast, *_ in there), "the reference would say nothing of it"
    assert there == here
