"""The page that tells the links of a new table."""

from typing import Any

GAMES = ("tic-tac-toe",)


def test_the_page_of_links_stays_and_is_the_same_when_it_is_loaded_again(address: str, browser: Any) -> None:
    page = browser.new_page(permissions=["clipboard-read", "clipboard-write"])
    page.goto(f"{address}/new/tic-tac-toe")
    page.get_by_role("button", name="Begin").click()
    page.locator("dd").first.wait_for()
    links = page.locator("dd a").all_inner_texts()
    page.get_by_role("button", name="Copy").nth(1).click()
    page.get_by_text("Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == links[1]
    with page.expect_popup() as opened:
        page.locator("dd a").first.click()
    opened.value.close()
    page.reload()
    assert page.locator("dd a").all_inner_texts() == links
    page.close()
