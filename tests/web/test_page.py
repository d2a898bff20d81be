"""What the page says and does beside a whole game: refusals, going back, several windows, looks, and for everybody."""

import random
from collections.abc import Callable
from itertools import combinations, permutations
from typing import Any, Final

import pytest

from rulewright.language.elaborate.looks import css_colors
from tests.web.browsing import NARROW, WIDE, Seated

Sit = Callable[..., Seated]
Table = Callable[..., dict[str, str]]
Module = Callable[..., Any]
GAMES = ("tic-tac-toe", "line-it", "biblios", "kuhn-poker", "go", "hex", "connect-four")


@pytest.mark.parametrize("step", ["click_anything", "press_anything"])
def test_a_small_game_is_played_to_its_end(step: str, sit: Sit, table: Table, address: str) -> None:
    ann = sit(table("kuhn-poker")["Ann"], NARROW)
    ann.play(step, random.Random(0))
    assert ann.scores() == ann.scores_of_record(address, "kuhn-poker", 2)


def test_what_cannot_be_chosen_says_why(sit: Sit, table: Table) -> None:
    page = sit(table("line-it")["Ann"]).page
    page.locator("[data-zone-box=display] .piece").first.click()
    page.locator("[data-zone-box=supply] .piece").first.click()
    told = page.locator(".notice").inner_text()
    assert "cannot be picked here" in told
    assert "pick place from row, hand, new-row" in told  # the sentence of the rules


def test_what_is_chosen_is_taken_back(sit: Sit, table: Table) -> None:
    page = sit(table("line-it")["Ann"]).page
    card = page.locator("[data-zone-box=display] .piece").first
    crumbs = page.locator(".crumb")
    card.click()
    assert crumbs.count() == 2  # the action, which follows from the card, and the card
    card.click()
    assert crumbs.count() == 1
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Escape")
    assert crumbs.count() == 0


def test_another_choice_of_the_same_pick_takes_its_place(sit: Sit, table: Table) -> None:
    page = sit(table("line-it")["Ann"]).page
    cards = page.locator("[data-zone-box=display] .piece")
    names = [cards.nth(at).get_attribute("data-kind").replace("-", " ") for at in range(2)]
    cards.nth(0).click()
    cards.nth(1).click()
    assert page.locator(".crumb").nth(1).inner_text().startswith(names[1])


def test_a_move_is_undone_and_made_again(sit: Sit, table: Table) -> None:
    page = sit(table("go", people=("Ann", "Bob"))["Ann"]).page
    page.locator("[data-place=e5]").click()
    page.locator("[data-place=e5] .piece").wait_for()
    page.get_by_role("button", name="Undo", exact=True).click()
    page.locator("[data-place=e5] .piece").wait_for(state="detached")
    page.get_by_role("button", name="Redo", exact=True).click()
    page.locator("[data-place=e5] .piece").wait_for()


def test_a_line_is_picked_by_any_space_of_it(sit: Sit, table: Table) -> None:
    page = sit(table("connect-four", people=("Ann", "Bob"))["Ann"]).page
    page.locator("[data-place=c5]").click()
    page.locator("[data-place=c1] .piece").wait_for()
    assert page.locator(".space .piece").count() == 1


def test_two_windows_and_a_spectator_see_a_move(sit: Sit, table: Table) -> None:
    links = table("tic-tac-toe", people=("Ann", "Bob"))
    ann, bob, spectator = (sit(links[who]).page for who in ("Ann", "Bob", "Spectators"))
    assert bob.locator("[data-spot=can]").count() == 0
    ann.locator("[data-place=b2]").click()
    for page in (bob, spectator):
        page.locator("[data-place=b2] .piece").wait_for()
    bob.locator("[data-spot=can]").first.wait_for()
    assert spectator.locator("[data-spot=can]").count() == 0


def test_a_page_that_was_asleep_takes_up_where_it_was(sit: Sit, table: Table, address: str) -> None:
    links = table("tic-tac-toe", people=("Ann", "Bob"))
    ann, bob = sit(links["Ann"]).page, sit(links["Bob"]).page
    lines, awake = list[Any](), list[bool]()

    def through(line: Any) -> None:
        if awake:
            lines.append((line, line.connect_to_server()))
        else:
            line.close()

    bob.route_web_socket("**/table/socket", through)
    awake.append(True)
    bob.reload()
    bob.locator(".table").wait_for()
    awake.clear()
    for here, there in lines:
        there.close()
        here.close()
    ann.locator("[data-place=a1]").click()
    ann.locator("[data-place=a1] .piece").wait_for()
    bob.get_by_text("Connecting to the table").wait_for()
    awake.append(True)
    bob.locator("[data-place=a1] .piece").wait_for()
    bob.locator("[data-place=b2]").click()
    ann.locator("[data-place=b2] .piece").wait_for()


def test_a_seat_is_not_told_what_another_one_holds(sit: Sit, table: Table) -> None:
    links = table("kuhn-poker", people=("Ann", "Bob"))
    ann, bob = (sit(links[who]).page for who in ("Ann", "Bob"))
    cards = [page.locator(".hand .piece").get_attribute("data-kind") for page in (ann, bob)]
    for page, own, other in ((ann, *cards), (bob, *cards[::-1])):
        kinds = page.evaluate("[...document.querySelectorAll('.piece')].map(piece => piece.dataset.kind)")
        assert own in kinds
        assert other not in kinds
    ann.locator(".piece--back").first.click()
    assert ann.locator(".notice:not(.notice--bad)").inner_text().startswith("Bob's hand: 1 unseen")


def test_what_moves_is_seen_to_move(sit: Sit, table: Table) -> None:
    page = sit(table("line-it")["Ann"], reduced_motion="no-preference").page
    page.locator("[data-zone-box=display] .piece").first.click()
    page.get_by_role("button", name="hand", exact=True).click()
    page.locator(".ghost").first.wait_for(state="attached")
    page.locator(".ghost").first.wait_for(state="detached")
    page.keyboard.press("Shift+Home")
    page.keyboard.press("Shift+ArrowRight")
    page.locator(".ghost").first.wait_for(state="attached")


def test_one_looks_back_through_the_game_decision_by_decision(sit: Sit, table: Table) -> None:
    links = table("connect-four", people=("Ann", "Bob"))
    ann, bob = sit(links["Ann"]), sit(links["Bob"])
    for number, (seated, place) in enumerate([(ann, "c5"), (bob, "d5"), (ann, "c5")]):
        seated.page.locator(f"[data-place={place}]").click()
        for each in (ann, bob):
            each.page.locator(".board .piece").nth(number).wait_for()
    page = bob.page
    page.reload()  # so that earlier tables must be asked for
    page.locator(".board .piece").nth(2).wait_for()

    def stands_at(number: int) -> None:
        page.locator(".steps__at", has_text=f"{number} / 3").wait_for()
        assert page.locator(".board .piece").count() == number
        assert page.locator("[data-spot=can]").count() == 0

    for key, number in (("Shift+ArrowLeft", 2), ("Shift+Home", 0), ("Shift+ArrowRight", 1)):
        page.keyboard.press(key)
        stands_at(number)
    assert "After decision 1 of 3" in page.locator(".ask").inner_text()
    page.locator(".log__look").last.click()
    page.locator("[data-spot=can]").first.wait_for()
    assert page.locator(".board .piece").count() == 3
    page.get_by_role("button", name="The decision before").click()
    stands_at(2)
    page.keyboard.press("Escape")
    page.locator("[data-spot=can]").first.wait_for()


def _dragged(page: Any, start: Any, goal: Any, *, touch: bool) -> None:
    """Drag by the mouse or a finger from the middle of one thing to that of another."""
    box, there = start.bounding_box(), goal.bounding_box()
    points = [(each["x"] + each["width"] / 2, each["y"] + each["height"] / 2) for each in (box, there)]
    (x, y), end = points
    way = [(x, y), (x + 3, y - 20), end]
    if touch:
        finger = page.context.new_cdp_session(page)
        for name, at in (("touchStart", way[0]), *(("touchMove", each) for each in way[1:]), ("touchEnd", None)):
            touches = [{"x": at[0], "y": at[1]}] if at else []
            finger.send("Input.dispatchTouchEvent", {"type": name, "touchPoints": touches})
        return
    page.mouse.move(x, y)
    page.mouse.down()
    for each in way[1:]:
        page.mouse.move(*each)
    page.mouse.up()


def test_a_piece_is_dragged_to_where_it_may_go(sit: Sit, table: Table) -> None:
    link = table("line-it")["Ann"]
    for touch, size in ((False, WIDE), (True, NARROW)):
        page = sit(link, size, has_touch=touch).page
        page.locator("[data-zone-box=display] [data-spot=can]").first.wait_for()
        card, chosen = page.locator("[data-zone-box=display] .piece").first, page.locator(".crumb").all_inner_texts()
        name = card.get_attribute("data-kind")
        _dragged(page, card, page.locator(".top__title"), touch=touch)
        assert page.locator(".ghost").count() == 0
        assert page.locator(".crumb").all_inner_texts() == chosen  # where nothing is, it goes back
        _dragged(page, card, page.locator(".hand .zone").first, touch=touch)
        page.locator(f".hand [data-kind={name}]").wait_for()
        page.get_by_role("button", name="Undo", exact=True).click()


def test_every_move_stands_in_the_list(sit: Sit, table: Table) -> None:
    page = sit(table("tic-tac-toe")["Ann"]).page
    page.get_by_role("tab", name="Moves").click()
    places = {f"place {column}{row}" for column in "abc" for row in (1, 2, 3)}
    assert {*page.locator(".moves li").all_inner_texts()} == places
    page.locator(".moves button").last.click()
    page.locator(".space .piece").first.wait_for()


def test_the_page_is_for_everybody(sit: Sit, table: Table) -> None:
    ann = sit(table("line-it")["Ann"])
    ann.page.get_by_role("tab", name="Moves").click()
    ann.page.locator("[data-zone-box=display] .piece").first.click()
    ann.look_in_every_way()


# ---- the modules of the page, asked directly


def _tree(moves: list[list[str]], free: frozenset[int]) -> list[dict[str, Any]]:
    """The tree of some moves; the words at these places belong to a pick in any order."""

    def below(some: list[list[str]], at: int) -> list[dict[str, Any]]:
        words = dict.fromkeys(move[at] for move in some if len(move) > at)
        return [
            {
                "word": word,
                "pick": "some" if at in free else f"pick {at}",
                "free": at in free,
                "ends": [word] in [move[at:] for move in some],
                "next": below([move for move in some if move[at : at + 1] == [word]], at + 1),
            }
            for word in words
        ]

    return below(moves, 0)


def test_of_a_pick_of_any_number_some_are_chosen_in_any_order(module: Module) -> None:
    moves = [["lay", *some, "/"] for many in range(4) for some in combinations("abc", many)]
    tree = _tree(moves, frozenset({1, 2, 3, 4}))
    for many in range(4):
        for order in permutations("abc", many):
            told = module("picks.follow(...given)", tree, ["lay", *order])
            assert {choice["word"] for choice in told["next"]} == {*"abc/"} - {*order}
            assert module("picks.follow(...given)", tree, ["lay", *order, "/"])["ends"]


def test_words_of_a_free_pick_are_chosen_in_any_order(module: Module) -> None:
    pieces, sides = "abcd", ("left", "right")
    moves = [["lay", *some, side] for some in combinations(pieces, 3) for side in sides]
    tree = _tree(moves, frozenset({1, 2, 3}))
    for order in permutations(pieces, 3):
        for known in range(4):
            told = module("picks.follow(...given)", tree, ["lay", *order[:known]])
            expected = {*pieces} - {*order[:known]} if known < len(order) else {*sides}
            assert {choice["word"] for choice in told["next"]} == expected
        assert module("picks.follow(...given)", tree, ["lay", *order, "left"])["ends"]


BOXES = """[".board__map", ".space"].flatMap(name => [...document.querySelectorAll(name)])
    .map(each => each.getBoundingClientRect()).map(({x, y, width, height}) => ({x, y, width, height}))"""


@pytest.mark.parametrize("game", ["hex", "go", "tic-tac-toe", "connect-four"])
def test_the_places_of_a_board_lie_inside_it_and_apart(game: str, sit: Sit, table: Table) -> None:
    page = sit(table(game)["Ann"]).page
    for width, height in (WIDE, NARROW):
        page.set_viewport_size({"width": width, "height": height})
        board, *boxes = page.evaluate(BOXES)  # all at one moment
        for box in boxes:
            assert board["x"] - 1 <= box["x"] <= board["x"] + board["width"] - box["width"] + 1
            assert board["y"] - 1 <= box["y"] <= board["y"] + board["height"] - box["height"] + 1
        for one, other in combinations(boxes, 2):
            apart = max(abs(one["x"] - other["x"]) / one["width"], abs(one["y"] - other["y"]) / one["height"])
            assert apart > 1 / 2


def test_what_rules_say_of_looks_is_seen(module: Module) -> None:
    kinds = [
        {"name": f"{suit}-{rank}", "attributes": {"suit": suit, "rank": rank}} for suit in ("x", "y") for rank in (1, 2)
    ]
    rules = {
        "players": [{"name": "Ann", "rules_name": "white"}],
        "types": {"suit": ["x", "y"]},
        "components": [{"name": "card", "kinds": kinds}],
        "looks": [
            {"name": "x", "color": "#dc143c", "sign": "♥"},
            {"name": "x-2", "color": "#00008b"},
            {"name": "Ann", "color": "#ffd700"},
        ],
    }
    one, other, plain = (
        module("looks.looksOf(given[0]).kind('card', given[1])", rules, kind) for kind in ("x-1", "x-2", "y-1")
    )
    assert [(each["color"], each["sign"]) for each in (one, other)] == [("#dc143c", "♥"), ("#00008b", "♥")]
    assert plain["color"] not in ("#dc143c", None)
    assert plain["sign"] is None
    assert module("looks.looksOf(given[0]).value('x')", rules) == "#dc143c"
    assert module("looks.looksOf(given[0]).seat(0)", rules) == "#ffd700"


def test_text_can_be_read_on_every_color_that_rules_can_give(module: Module) -> None:
    colors = [*css_colors().values()]
    found = module("colors.inkOn && given[0].map(color => colors.contrast(color, colors.inkOn(color)))", colors)
    assert len(found) == 148
    assert min(found) >= 4.5


def test_a_zone_lies_on_the_side_where_the_rules_put_it(sit: Sit, table: Table) -> None:
    page = sit(table("biblios", 3)["Ann"]).page
    left, middle, below = (
        page.locator(each).bounding_box() for each in ("[data-zone-box=deck]", ".columns", "[data-zone-box=discard]")
    )
    assert left["x"] + left["width"] <= middle["x"]
    assert below["y"] >= middle["y"] + middle["height"]


@pytest.mark.parametrize(
    "names", [["red", "blue", "green", "yellow"], ["air", "earth", "fire", "water"], [*"abcdefgh"]]
)
def test_values_have_colors_of_their_own_on_which_text_can_be_read(names: list[str], module: Module) -> None:
    colors = module("colors.colorsOf(...given).values().toArray()", names)
    assert len({*colors}) == len(names)
    for color in colors:
        assert module("colors.contrast(given[0], colors.inkOn(given[0]))", color) >= 4.5


DEEDS: Final = [  # a line of a grid, or a card of the display and then the zone where it is to lie
    {"word": "drop", "type": "action", "next": [{"word": "column-b", "type": "cell line", "ends": True}]},
    {
        "word": "take",
        "type": "action",
        "next": [{"word": "red", "means": {"zone": "display"}, "next": [{"word": "row"}]}],
    },
]


@pytest.mark.parametrize(
    ("words", "thing", "name", "found"),
    [
        (["drop"], {"places": "cell", "place": "a6", "lines": ["column-a", "row-6"], "kind": "red"}, "column-a", None),
        (["drop"], {"places": "node", "place": "a6", "lines": ["column-a", "row-6"]}, "a6", None),
        (["take", "red"], {"kind": "blue", "around": [{"zoneName": "row"}]}, "blue", ["take", "red", "row"]),
        (["take", "red"], {"zones": ["hand"], "kind": "blue", "around": [{"zoneName": "hand"}]}, "blue", None),
        (["take"], {"zones": ["row"], "kind": "blue", "around": [{"zoneName": "row"}]}, "blue", None),
        (["take", "red"], {"zones": ["deck"], "kind": "?", "around": [{"zoneName": "deck"}]}, "deck", None),
        (["take", "red"], {"zones": ["hand"], "kind": "?", "around": [{}]}, None, None),
    ],
)  # fmt: skip
def test_what_is_clicked_means_what_is_picked_there(
    words: list[str], thing: dict[str, Any], name: str | None, found: list[str] | None, module: Module
) -> None:
    assert module("picks.calledIn(...given)", DEEDS, words, thing) == name
    assert module("picks.clicked(...given)", DEEDS, words, thing) == (None if found is None else {"words": found})


def test_a_note_stands_until_something_happens(module: Module) -> None:
    """A note of the table goes with the next decision, any notice with the next game; an answer stays till then."""
    answer = {"type": "answer", "id": 1, "question": "look", "paragraphs": [{"text": "A card."}]}
    note = {"type": "note", "text": "Back before Ann's last decision."}
    happened = {"type": "happened", "decisions": [{"number": 1}]}
    script = (
        "model.NOTHING_TOLD && given.map(messages => messages.reduce(model.told, model.NOTHING_TOLD).notice !== null)"
    )
    rules = {"type": "rules"}
    cases = [[note], [note, happened], [answer, happened], [answer, rules]]
    assert module(script, *cases) == [True, False, True, False]
