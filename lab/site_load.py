"""How long a visitor waits for a site without a server, and what a browser keeps of it.

`python -m lab.site_load FOLDER` opens the pages of `rulewright site` in Chromium: once as somebody who was never there,
once more when all is kept. What a slow connection adds is the bytes.
"""

import argparse
import gzip
import time
from pathlib import Path

from tests.web.browsing import CHROMIUM
from tests.web.static_pages import PATIENCE_MS, served

KEPT = """async () => {
  await navigator.serviceWorker.ready;
  let bytes = 0;
  for (const name of await caches.keys()) {
    const kept = await caches.open(name);
    for (const key of await kept.keys()) bytes += (await (await kept.match(key)).blob()).size;
  }
  return bytes;
}"""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    from playwright.sync_api import sync_playwright  # an extra

    files = [path.read_bytes() for path in folder.rglob("*") if path.is_file()]
    packed = sum(min(len(content), len(gzip.compress(content))) for content in files)
    print(f"{len(files)} files, {sum(map(len, files)):,} bytes, compressed {packed:,}")
    editing = (folder / "playground.js").is_file()
    with served(folder) as address, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_context().new_page()
        page.set_default_timeout(PATIENCE_MS)
        for visit in ("first visit", "later visit"):
            begun = time.perf_counter()
            page.goto(address)
            said = [f"shown {time.perf_counter() - begun:.1f} s"]
            if editing:
                page.locator("#state", has_text="Write rules here").wait_for()
                said.append(f"rules are read {time.perf_counter() - begun:.1f} s")
                page.locator("#new").select_option("game line-it")
                begun = time.perf_counter()
                page.locator("#play").click()
                page.frame_locator("#frame").locator(".page").wait_for()
                said.append(f"Line-it is laid {time.perf_counter() - begun:.1f} s after the click")
                page.locator("#new").select_option("empty")
            else:
                page.locator("#start-button:not([disabled])").click()
                page.locator(".page").wait_for()
                said.append(f"the table is laid {time.perf_counter() - begun:.1f} s")
            print(f"{visit}: {', '.join(said)}")
        print(f"kept: {page.evaluate(KEPT):,} bytes")
        browser.close()


if __name__ == "__main__":
    main()
