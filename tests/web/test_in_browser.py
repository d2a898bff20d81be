"""What a page asks of the Python in its worker, and what that answers: as plain data, without a browser."""

import asyncio
import io
import json
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from rulewright.analysis.check import check
from rulewright.editor.server import answering
from rulewright.files import find
from rulewright.language.older_texts import read_in_its_language
from rulewright.language.source import Source
from rulewright.web.in_browser import playing
from rulewright.web.packing import archive

TIC_TAC_TOE = find("tic-tac-toe").read_text(encoding="utf-8")
WRONG = 'game "Nothing"\n    players 2\n\nplay:\n    each player: move 1 from deck to hand\n'


class Page:
    """A page: what it was told by the table, and what it was answered."""

    def __init__(self) -> None:
        self.told: list[dict[str, Any]] = []
        self.answers: dict[int, dict[str, Any]] = {}
        self.receive = playing(self.hear)

    def hear(self, said: str) -> None:
        data = json.loads(said)
        if "message" in data:
            self.told.append(data["message"])
        else:
            self.answers[data["id"]] = data

    def ask(self, do: str, **fields: object) -> dict[str, Any]:
        number = len(self.answers) + 1
        self.receive(json.dumps({"do": do, "id": number, **fields}))
        return self.answers[number]

    def begin(self, text: str, players: int, people: list[int], **fields: object) -> dict[str, Any]:
        asked = {"name": "mine", "text": text, "players": players, "people": people, "level": "random", "options": {}}
        return self.ask("begin", **(asked | {"seed": 7} | fields))

    def last(self, sort: str) -> dict[str, Any]:
        return next(each for each in reversed(self.told) if each["type"] == sort)

    def move(self) -> None:
        """The first move that is offered to whom the page shows."""
        asked, words = self.last("asked"), []
        choices = asked["choices"]
        while choices:
            first = choices[0]
            words.append(first["word"])
            if first.get("more"):
                self.ask("say", message={"v": 1, "type": "choices", "at": asked["at"], "begun": words})
                choices = self.last("choices")["choices"]
            else:
                choices = first.get("next", [])
        while words[-1:] == [""]:
            words.pop()
        said = {"v": 1, "type": "move", "at": asked["at"], "move": words}
        assert "wrong" not in self.ask("say", message=said)


def test_a_page_is_told_what_can_be_chosen_before_a_game() -> None:
    found = Page().ask("read", name="tic-tac-toe", text=TIC_TAC_TOE)
    assert (found["title"], found["players"], found["options"]) == ("Tic-tac-toe", [2], [])
    assert found["usual"] in found["levels"]


def test_rules_that_cannot_be_read_are_refused_as_check_tells_them() -> None:
    page = Page()
    for answer in (page.ask("read", name="mine", text=""), page.begin(WRONG, 2, [0])):
        assert "mine.rules" in answer["wrong"]
    assert "deck" in page.answers[2]["wrong"]
    assert not page.told


def test_a_game_begins_where_an_example_does() -> None:
    page = Page()
    title = next(line for line in TIC_TAC_TOE.splitlines() if line.startswith("example")).split('"')[1]
    assert "wrong" not in page.begin(TIC_TAC_TOE, 2, [0, 1], example=title)
    lying = [zone.get("pieces", []) for zone in page.last("scene")["zones"] if zone["name"] == "board"]
    assert [sorted(piece["place"] for piece in pieces) for pieces in lying] == [["a2", "a3", "b3", "c3"]]
    wrong = page.begin(TIC_TAC_TOE, 2, [0], example="nowhere")["wrong"]
    assert wrong.startswith('There is no example "nowhere".')


def test_a_game_is_played_to_its_end_and_again() -> None:
    page = Page()
    page.begin(TIC_TAC_TOE, 2, [0])
    for _ in range(6):
        if page.told[-1]["type"] == "ended":
            break
        page.move()
    ended = page.last("ended")
    assert ended["text"]
    page.ask("say", message={"v": 1, "type": "again", "at": ended["at"]})
    assert page.last("rules")["at"]["game"] == 1
    assert page.last("asked")["choices"]


def test_the_page_of_several_people_shows_the_one_who_is_asked() -> None:
    page = Page()
    page.begin(TIC_TAC_TOE, 2, [0, 1])
    seen = []
    for _ in range(3):
        seen.append(page.last("rules")["you"])
        assert page.last("asked")["deciders"] == [seen[-1]]
        page.move()
    assert seen == [0, 1, 0]


def test_programs_at_all_seats_play_to_the_end() -> None:
    page = Page()
    page.begin(TIC_TAC_TOE, 2, [])
    assert page.told[-1]["type"] == "ended"


def test_a_message_that_is_none_is_answered_and_changes_nothing() -> None:
    page = Page()
    assert "wrong" in page.ask("say", message={"v": 1, "type": "move"})
    page.begin(TIC_TAC_TOE, 2, [0])
    before = len(page.told)
    assert "wrong" in page.ask("say", message={"v": 0, "type": "open"})
    assert len(page.told) == before


def test_a_check_tells_what_reading_and_playing_find() -> None:
    page = Page()
    assert page.ask("check", name="tic-tac-toe", text=TIC_TAC_TOE, seconds=1)["found"] == []
    [read] = page.ask("check", name="mine", text=WRONG, seconds=0)["found"][:1]
    assert "mine.rules, line 5" in read
    stuck = TIC_TAC_TOE.replace("            if you cannot: end game, drawn\n", "")
    played = page.ask("check", name="mine", text=stuck, seconds=2)["found"]
    assert any("choose place" in each for each in played)


def test_the_rulebook_is_a_page() -> None:
    html = Page().ask("rulebook", name="tic-tac-toe", text=TIC_TAC_TOE)["html"]
    assert "<h1>Tic-tac-toe</h1>" in html
    assert html.count("<style>") == 1


def test_a_step_changes_the_paragraphs_of_the_same_heading() -> None:
    text = 'game "A"\n    players 2\n\nplay:\n    end game\n\nscoring:\n    your score is 1\n'
    step = "play:\n    each player: choose go\n\naction go:\n    add 1 to your score\n"
    changed = Page().ask("step", text=text, step=step)["text"]
    assert changed == (
        'game "A"\n    players 2\n\nplay:\n    each player: choose go\n\naction go:\n    add 1 to your score\n\n'
        "scoring:\n    your score is 1\n"
    )


def test_an_editor_in_the_same_thread_is_told_what_check_tells() -> None:
    told: list[dict[str, Any]] = []
    published = asyncio.Event()

    def hear(message: str) -> None:
        told.append(json.loads(message))
        if sum(each.get("method") == "textDocument/publishDiagnostics" for each in told) == 2:  # at once, and wholly
            published.set()

    text = TIC_TAC_TOE.replace("from cells where", "from cels where")

    async def edit() -> None:
        receive = answering(hear)
        document = {"uri": "file:///game.rules", "languageId": "rulewright", "version": 0, "text": text}
        receive(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}))
        receive(json.dumps({"jsonrpc": "2.0", "method": "initialized", "params": {}}))
        opened = {"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": document}}
        receive(json.dumps(opened))
        place = {"textDocument": {"uri": document["uri"]}, "position": {"line": 0, "character": 0}}
        receive(json.dumps({"jsonrpc": "2.0", "id": 2, "method": "textDocument/completion", "params": place}))
        await published.wait()

    asyncio.run(asyncio.wait_for(edit(), 60))
    found = [each["params"]["diagnostics"] for each in told if each.get("method", "").endswith("publishDiagnostics")]
    source = read_in_its_language("game.rules", text.encode())
    assert isinstance(source, Source)
    wanted = {(one.code, source.line(one.span.start)) for one in check(source) if one.severity != "suspicion"}
    assert {(one["code"], one["range"]["start"]["line"] + 1) for one in found[-1]} == wanted
    assert any(each.get("id") == 2 and each["result"] for each in told)


IMPORTING = """
import sys
import rulewright.web.in_browser
import rulewright.editor.server
from rulewright.language import grammar
assert grammar.marked(), "the grammar is there"
places = {name.partition(".")[0]: getattr(each, "__file__", None) or "" for name, each in sys.modules.items()}
print(*sorted(name for name, place in places.items() if place.startswith(sys.argv[1])))
print("parser", (grammar.INSTALLED / grammar._name(grammar.NEWEST)).is_file())
print(*sorted({"prompt_toolkit", "wasmtime", "wcwidth"} & {*sys.modules}))
"""


@pytest.mark.thorough
def test_all_that_is_imported_is_in_the_archive(tmp_path: Path) -> None:
    """Without the folders of installed libraries, and with a parser that is made already."""
    packed = archive({}, editing=True)
    zipfile.ZipFile(io.BytesIO(packed)).extractall(tmp_path)
    alone = [
        sys.executable,
        "-I",
        "-S",
        "-c",
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n{IMPORTING}",
        str(tmp_path),
    ]
    done = subprocess.run(alone, capture_output=True, text=True, check=True)
    names, parser, heavy = done.stdout.split("\n")[:3]
    assert names.split() == [
        "attr",
        "attrs",
        "cattrs",
        "lark",
        "lsprotocol",
        "pygls",
        "rulewright",
        "typing_extensions",
    ]
    assert parser == "parser True"
    assert not heavy


@pytest.mark.thorough
def test_the_same_program_is_the_same_archive() -> None:
    games = {"tic-tac-toe": find("tic-tac-toe"), "line-it": find("line-it")}
    packed = archive(games, editing=False)
    assert packed == archive(games, editing=False)
    names = zipfile.ZipFile(io.BytesIO(packed)).namelist()
    assert "rulewright/_data/rulesets/line-it.trained" in names
    assert not any(name.startswith(("pygls", "rulewright/cli/", "rulewright/web/page")) for name in names)
    assert sum(name.endswith(".rules") for name in names) == 2
