"""The playground and the page of one game, in a real browser: rules are written, checked, played and shared."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rulewright.files import FileTrouble, find
from rulewright.web.static_site import Shipped, game_page, playground, pyodide_of_npm
from tests.web.browsing import Seated
from tests.web.static_pages import served, watched, written

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(shutil.which("npm") is None, reason="needs npm, for the Python of browsers"),
]
GAMES = {name: Shipped(find(name), name.capitalize()) for name in ("tic-tac-toe", "line-it")}
RULES = find("tic-tac-toe").read_text(encoding="utf-8").partition("\ninvariant")[0]
STUCK = RULES.replace("if you cannot: end game, drawn", "if you cannot: choose place")
FRAME = "#frame"
NOTHING_WRONG = "Nothing is wrong"


@pytest.fixture(scope="module")
def pyodide() -> dict[str, bytes]:
    try:
        return pyodide_of_npm()
    except FileTrouble as trouble:
        pytest.skip(str(trouble))


@pytest.fixture(scope="module")
def site(pyodide: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("site"), playground(pyodide, GAMES))


Opened = Callable[..., Any]
"""Opens a page at an address, in a browser that was never there: the page."""


@pytest.fixture
def opened(browser: Any) -> Iterator[Opened]:
    contexts, wrong = list[Any](), list[str]()

    def page_at(address: str, width: int = 1440, height: int = 900) -> Any:
        context = browser.new_context(viewport={"width": width, "height": height})
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        contexts.append(context)
        page = watched(context.new_page(), address, wrong)
        page.goto(address)
        return page

    yield page_at
    for context in contexts:
        context.close()
    assert not wrong


def typed(page: Any, text: str) -> None:
    """Have this text in the editor in the place of any other, as somebody puts it there."""
    page.locator(".cm-content").click()
    page.keyboard.press("Control+A")
    page.keyboard.press("Delete")
    page.keyboard.insert_text(text)


def state(page: Any, text: str) -> None:
    page.locator("#state", has_text=text).wait_for()


def played_to_the_end(table: Any) -> str:
    """Click what is lit until a game has ended; how it ended."""
    end, lit = table.locator("dialog.end"), table.locator(".board [data-spot=can]")
    while True:
        lit.or_(end).first.wait_for()
        if end.count():
            found: str = end.locator("h2").inner_text()
            return found
        lit.first.click()  # nothing is lit any more until the next decision


def test_from_an_empty_file_to_a_game_that_is_played_and_shared(opened: Opened, site: Path) -> None:
    with served(site) as address:
        page = opened(address)
        state(page, "Write rules here")
        typed(page, RULES.replace("from cells where", "from cels where"))
        state(page, f"line {RULES[: RULES.index('from cells')].count(chr(10)) + 1}:")
        assert page.locator(".cm-lintRange-error").count() == 1
        typed(page, RULES)
        state(page, NOTHING_WRONG)
        page.locator(".is-keyword").nth(20).wait_for()
        page.locator("#name").fill("Three! in a row")
        page.locator("#name").press("Enter")
        page.locator("#play").click()
        table = page.frame_locator(FRAME)
        table.locator(".board").first.wait_for()
        assert played_to_the_end(table)

        page.locator("#share").click()
        page.locator("#told", has_text="The link is copied").wait_for()
        link = page.evaluate("() => navigator.clipboard.readText()")
        assert link.startswith(f"{address}#")
        friend = opened(address)
        friend.goto(link)
        friend.reload()
        state(friend, NOTHING_WRONG)
        assert friend.locator("#name").input_value() == "Three-in-a-row"
        assert friend.evaluate("() => localStorage.getItem('rulewright/Three-in-a-row')") == RULES


def test_without_a_network_it_works_after_the_first_visit(opened: Opened, site: Path) -> None:
    with served(site) as address:
        page = opened(address)
        page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)  # and nobody answers at the address any more
    page.reload()
    page.locator("#new").select_option("game tic-tac-toe")
    state(page, NOTHING_WRONG)
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    above = page.locator(".lenses", has_text="play from here").last  # the example of a full board but for one cell
    above.locator("button", has_text="run").click()
    page.locator(".cm-lsp-message", has_text="comes true").wait_for()
    above.locator("button", has_text="play from here").click()
    page.frame_locator(FRAME).locator(".board .piece").nth(7).wait_for()


def test_beside_the_rules_stand_what_is_found_the_rulebook_and_lessons(opened: Opened, site: Path) -> None:
    with served(site) as address:
        page = opened(address)
        typed(page, STUCK)
        page.locator("#tab-check").click()
        page.locator("#look").click()
        page.locator("#found pre", has_text="choose place").first.wait_for()

        typed(page, RULES)
        page.locator("#tab-rulebook").click()
        page.locator("#rulebook h1", has_text="Tic-tac-toe").wait_for()

        page.locator("#tab-learn").click()
        page.get_by_role("button", name="1 First lines").click()
        page.get_by_role("button", name="Begin with these rules").click()
        page.get_by_role("button", name="Put these paragraphs into the rules").first.click()
        page.locator(".cm-content", has_text="scoring:").wait_for()
        assert page.evaluate("() => localStorage.getItem('rulewright/my-game')") == RULES
        assert page.locator("#name").input_value() == "my-game-2"
        page.locator("#new").select_option("own my-game")
        page.locator(".cm-content", has_text="Tic-tac-toe").wait_for()
        state(page, NOTHING_WRONG)
        Seated(page, "").look_in_every_way()


def test_on_a_phone_rules_and_table_take_turns_and_nothing_is_wider(opened: Opened, site: Path) -> None:
    with served(site) as address:
        page = opened(address, 360, 640)
        page.locator("#new").select_option("game tic-tac-toe")
        state(page, NOTHING_WRONG)
        page.locator("#play").click()
        table = page.frame_locator(FRAME)
        table.locator(".board").first.wait_for()
        assert not page.locator("#editor").is_visible()
        for frame in page.frames:
            wide, seen = frame.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
            assert wide <= seen
        page.locator("#turn").click()
        assert page.locator("#editor").is_visible()


def test_the_page_of_one_game_is_a_game_and_nothing_else(
    opened: Opened, pyodide: dict[str, bytes], tmp_path: Path
) -> None:
    folder = written(tmp_path / "games" / "mine", game_page(pyodide, "tic-tac-toe", GAMES["tic-tac-toe"]))
    with served(folder.parent.parent) as home:  # below other pages, as hosts have it
        page = opened(f"{home}games/mine/", 360, 640)
        page.locator("select[name=level]").select_option("random")
        page.get_by_role("button", name="Play").click()
        page.locator(".board").first.wait_for()
        assert played_to_the_end(page)
        page.locator("dialog.end").get_by_role("button", name="Play again").click()
        page.locator(".board [data-spot=can]").nth(7).wait_for()  # whoever begins, at most one cell is taken
        assert not page.locator(".cm-editor").count()
