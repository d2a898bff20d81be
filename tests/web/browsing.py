"""What tests do in a browser: sit at a table, and play by the mouse or by the keyboard whatever the page offers."""

import json
import random
import shutil
from collections.abc import Sequence
from itertools import product
from typing import Any, Final
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest
from attrs import frozen

from rulewright.loading import load
from rulewright.machine.record import parse
from rulewright.machine.replay import replay

CHROMIUM: Final = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
PLAYERS: Final = {"alchemy": 2, "apotheca": 2, "aurum": 3, "balloon-cup": 2, "biblios": 2, "line-it": 2}
"""The large games, and how many play them here."""
WIDE, NARROW = (1440, 900), (360, 640)
OFFERED: Final = "[data-spot=can], .ask__buttons .button, .ask__row > .button--main:not(.again), .stepper .button--main"
"""Everything that can be pressed to go on with a move."""
OVER: Final = "dialog.end"
MAX_STEPS: Final = 1_500


def begun(address: str, game: str, players: int, people: Sequence[str]) -> dict[str, str]:
    """The links of a new table, by name; where no person sits, a program plays at random."""
    form = {"game": game, "players": str(players)}
    form |= {f"name-{seat}": name for seat, name in enumerate(people)}
    form |= {f"plays-{seat}": "random" for seat in range(len(people), players)}
    request = Request(f"{address}/tables", urlencode(form).encode(), {"Accept": "application/json"})
    with urlopen(request) as answer:
        links: dict[str, str] = json.load(answer)["links"]
    return links


@frozen
class Seated:
    """Somebody at a page, who knows the secret of a seat."""

    page: Any
    secret: str

    def ready(self) -> bool:
        """Wait until something can be chosen, or the game is over: whether it goes on."""
        self.page.wait_for_selector(f"{OFFERED}, {OVER}", state="attached")
        return self.page.locator(OVER).count() == 0

    def click_anything(self, draw: random.Random) -> None:
        """Click something that is offered, near its left edge: cards of a hand may lie on each other."""
        offered = self.page.locator(OFFERED)
        one = offered.nth(draw.randrange(offered.count()))
        box = one.bounding_box()
        one.click(position={"x": 6, "y": box["height"] / 2} if box else None)

    def press_anything(self, draw: random.Random) -> None:
        """Come to something that is offered by tab and arrows, and press Enter."""
        skipped = draw.randrange(2)
        for _ in range(60):
            self.page.keyboard.press("Tab")
            skipped -= self._focused()
            if skipped < 0:
                break
        if draw.random() < 1 / 2:
            self.page.keyboard.press(draw.choice(("ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown")))
        if self._focused():
            self.page.keyboard.press("Enter")

    def _focused(self) -> bool:
        return bool(self.page.evaluate("offered => document.activeElement.matches(offered)", OFFERED))

    def play(self, step: str, draw: random.Random) -> None:
        """Play to the end of the game; nothing is ever wider than the window."""
        for number in range(MAX_STEPS):
            if not self.ready():
                return
            getattr(self, step)(draw)
            if number % 20 == 0:
                assert self.too_wide() == 0
        raise AssertionError(f"the game is not over after {MAX_STEPS} steps")

    def too_wide(self) -> int:
        """By how much the page is wider than its window."""
        return int(self.page.evaluate("document.documentElement.scrollWidth - innerWidth"))

    def scores(self) -> list[int]:
        """The scores that the page shows at the end, in the order of the seats."""
        names = self.page.locator(".end__scores span").all_inner_texts()
        numbers = self.page.locator(".end__scores b").all_inner_texts()
        return [int(score) for _, score in sorted(zip(names, numbers, strict=True))]

    def scores_of_record(self, address: str, game: str, players: int) -> list[int]:
        """The scores to which the record of the table comes that the server keeps."""
        with urlopen(Request(f"{address}/record", urlencode({"secret": self.secret}).encode())) as answer:
            return [*replay(load(game, players=players), parse(answer)).game.scores]

    def look_in_every_way(self) -> None:
        """In light and dark, on a large screen and a phone, axe finds nothing serious, and nothing is too wide."""
        axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
        for scheme, (width, height) in product(("light", "dark"), (WIDE, NARROW)):
            self.page.emulate_media(color_scheme=scheme)
            self.page.set_viewport_size({"width": width, "height": height})
            for each in axe.run(self.page).response["violations"]:
                where = [(node["html"], node["failureSummary"]) for node in each["nodes"]]
                assert each["impact"] not in ("serious", "critical"), (each["id"], where)
            assert self.too_wide() == 0
