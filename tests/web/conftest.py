"""A real Chromium at a server that was started as anybody starts it; without one these tests are skipped."""

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.web.browsing import CHROMIUM, WIDE, Seated, begun


@pytest.fixture(scope="module")
def address(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a server of tables listens, for the games of a test module."""
    data = tmp_path_factory.mktemp("tables") / "tables.sqlite"
    command = [sys.executable, "-m", "rulewright", "serve", *request.module.GAMES, "--port", "0", "--data", str(data)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+?(?=/ )", process.stdout.readline())
            assert found is not None
            yield found[0]
        finally:
            process.terminate()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A Chromium."""
    playwright = pytest.importorskip("playwright.sync_api", reason="pip install playwright")
    if CHROMIUM is None:
        pytest.skip("there is no Chromium")
    with playwright.sync_playwright() as play:
        chromium = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture
def sit(address: str, browser: Any) -> Iterator[Callable[..., Seated]]:
    """Lets somebody sit down at a link in a window of their own. In the end nothing has gone wrong on any page, and
    none has asked anything of another server."""
    windows, asked, wrong = list[Any](), list[str](), list[str]()

    def seated(link: str, size: tuple[int, int] = WIDE, **more: object) -> Seated:
        window = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, **{"reduced_motion": "reduce", **more}
        )
        windows.append(window)
        page = window.new_page()
        page.set_default_timeout(20_000)
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.append(said.text) if said.type in ("error", "warning") else None)
        page.goto(link)
        page.wait_for_selector(".table")
        return Seated(page, link.partition("#")[2])

    yield seated
    for window in windows:
        window.close()
    assert not wrong
    assert [url for url in asked if not url.startswith((f"{address}/", address.replace("http", "ws")))] == []


@pytest.fixture
def module(address: str, browser: Any) -> Iterator[Callable[..., Any]]:
    """Calls a function of one of the page's modules, such as `picks.follow(...given)`."""
    page = browser.new_page()
    page.goto(f"{address}/")

    def call(script: str, *given: object) -> Any:
        name = script.partition(".")[0]
        told = f"async given => {{ const {name} = await import('/table/{name}.js'); return {script}; }}"
        return page.evaluate(told, [*given])

    yield call
    page.close()


@pytest.fixture
def table(address: str) -> Callable[..., dict[str, str]]:
    """Begins a table of a game; the links of its seats, by name."""
    return lambda game, players=2, people=("Ann",): begun(address, game, players, people)
