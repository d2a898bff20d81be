"""`python -m tests.web.pictures docs/pictures [GAME …]`: what the large games look like in a browser.

Each picture shows the middle of a random game."""

import random
import re
import subprocess
import sys
import tempfile
from base64 import b64decode, b64encode
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import sync_playwright

from tests.web.browsing import CHROMIUM, PLAYERS, Seated, begun

STEPS: Final = {"alchemy": 60, "apotheca": 40, "aurum": 30, "balloon-cup": 30, "biblios": 30, "line-it": 40}
"""So many clicks stand before the picture of each game."""
AS_WEBP: Final = """async png => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext("2d").drawImage(image, 0, 0);
    const blob = await canvas.convertToBlob({ type: "image/webp", quality: 0.8 });
    return new Promise(done => Object.assign(new FileReader(), { onload() { done(this.result) } }).readAsDataURL(blob));
}"""
"""A browser makes small pictures of large ones."""
SIZES: Final = {"": (1280, 800), "-phone": (360, 640)}


def picture(address: str, browser: Any, game: str, folder: Path) -> None:
    """Play a game for a while, and keep what it looks like then, in a window and on a phone."""
    blank = browser.new_page()
    page = browser.new_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page.goto(begun(address, game, PLAYERS[game], ["Ann"])["Ann"])
    page.wait_for_selector(".table")
    ann, draw = Seated(page, ""), random.Random(game)
    for _ in range(STEPS[game]):
        if ann.ready():
            ann.click_anything(draw)
    if ann.ready():
        for _ in range(page.locator(".crumb").count()):
            page.keyboard.press("Escape")
    for ending, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(300)
        shot = b64encode(page.screenshot()).decode()
        (folder / f"{game}{ending}.webp").write_bytes(b64decode(blank.evaluate(AS_WEBP, shot).partition(",")[2]))
    page.close()
    blank.close()


def main(folder: Path, games: list[str]) -> None:
    """Pictures of these games."""
    with tempfile.TemporaryDirectory() as kept, sync_playwright() as play:
        command = [
            sys.executable,
            "-m",
            "rulewright",
            "serve",
            *games,
            "--port",
            "0",
            "--data",
            f"{kept}/tables.sqlite",
        ]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            address = re.search(r"http://\S+?(?=/ )", server.stdout.readline() if server.stdout else "")
            assert address is not None
            browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            for game in games:
                picture(address[0], browser, game, folder)
            browser.close()
            server.terminate()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:] or [*PLAYERS])
