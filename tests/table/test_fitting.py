"""The table and the choices in the room that a terminal has."""

import re

import pytest
from attrs import evolve
from hypothesis import given, strategies as st

from rulewright.files import shipped
from rulewright.loading import load
from rulewright.table import typed_line
from rulewright.table.boards import Board
from rulewright.table.decision_page import DecisionPage
from rulewright.table.drawing import UNSEEN, Fact, Heap, Place, Scene
from rulewright.table.fitting import Size, compose, scrolled, shortened
from rulewright.table.menus import Menu, common_beginning, menus, numbers
from rulewright.table.names_at_table import LONGEST_MARK, Detail, Naming, brief_names, marks, short_names
from rulewright.table.rows import Row, heights
from rulewright.table.session import advance, decide
from rulewright.table.tableau import tableau
from rulewright.table.text_lines import WIDTH, Line, plain
from rulewright.table.typed_line import Asked, Chosen, Move, Several, Words, understand
from rulewright.table.zones_to_items import usual_sizes
from tests.table import fitting, stillness

WORDS = st.sampled_from(["stone", "st", "s", "red", "re", "5", "57", "7", "x"])
NAMES = st.lists(st.tuples(WORDS, st.sampled_from("-+"), WORDS).map("".join) | WORDS, min_size=1, unique=True)


@given(NAMES)
def test_short_names_are_injective_and_still_read_as_their_piece_or_offer_it(names: list[str]) -> None:
    moves: tuple[Move, ...] = tuple(("take", name) for name in names)
    asked = Asked(moves, Words({"take": ""}, dict.fromkeys(names, "stone")))
    for shorten in (short_names, brief_names):
        short = shorten(names)
        assert short.keys() == set(names)
        assert len(set(short.values())) == len(names)
        for name in names:
            match understand(f"take {short[name]}", asked):
                case Chosen(move):
                    assert move == ("take", name)
                case Several(some):
                    assert ("take", name) in some
                case other:
                    assert isinstance(other, typed_line.Refused)
                    assert name in other.names


@given(NAMES)
def test_marks_are_short_and_injective(names: list[str]) -> None:
    found = marks(names)
    assert len(set(found.values())) == len(names)
    assert all(1 <= len(mark) <= LONGEST_MARK for mark in found.values())


def test_only_what_most_names_begin_with_is_left_out() -> None:
    assert short_names(["cube-red", "cube-blue"]) == {"cube-red": "red", "cube-blue": "blue"}
    assert short_names(["zinc-1", "gold-1", "gold-2"])["gold-2"] == "2"
    assert short_names(["zinc-1", "zinc-2", "gold-1", "gold-2"])["gold-2"] == "gold-2"
    assert typed_line.best_readings("zi-1", ["zinc-1", "zinc-11", "gold-1"]) == ["zinc-1"]


SCENE = Scene(
    "Stones",
    "A round › A turn",
    (Place("Ann", 4), Place("Bob", 0)),
    0,
    (
        Heap("deck", (UNSEEN,) * 57, sort="stone", pile=True),
        Heap("field", ("stone-1", "stone-2", "stone-1"), sort="stone"),
        Heap("heap", ("stone-3",), of=("red",), sort="stone"),
        Heap("heap", (), of=("blue",), sort="stone"),
        Fact("bid", "0"),
        Board("map", (("", "stone-12"), ("stone-2", "")), ("2", "1"), ("a", "b"), sort="stone"),
        Heap("hand", ("stone-7", "stone-12"), seat=0, sort="stone"),
        Heap("hand", (UNSEEN, UNSEEN), seat=1, sort="stone"),
    ),
)
STONES = [f"stone-{number}" for number in range(1, 13)]
NAMING = Naming(
    Words(
        {"put": "Put a stone"},
        dict.fromkeys(STONES, "stone"),
        {name: f"stone: number {name[6:]}, color {'red' if name < 'stone-5' else 'blue'}" for name in STONES},
    )
)


DENSE = """\
Stones ────────────────────────────────── A round › A turn
 map         bid –
 2  .  12    deck   57
 1  2  .
    a  b     field  1 red ×2, 2 red
       red                       blue
 heap  3                         –
       Ann (you) score 4         Bob score 0
 hand  7 blue, 12 red            2 unseen
"""


def test_a_table_in_few_rows_has_short_names_and_a_dash_for_what_is_nothing() -> None:
    assert plain(tableau(SCENE, 60, NAMING, 2).lines) == DENSE


def board_of(name: str, *, seat: int | None = None) -> Board:
    return Board(name, (("x", "."), (".", "o")), ("2", "1"), ("a", "b"), seat)


SHELVES = """\
Stones
 land      growth    huts      deck 2   bid 3
 2  x .    2  x .    2  x .
 1  . o    1  . o    1  . o
    a b       a b       a b
   Ann (you)                             Bob
 Ann       Bob
 wall      wall
 2  x .    2  x .
 1  . o    1  . o
    a b       a b
"""


def test_boards_stand_beside_each_other_where_there_is_room() -> None:
    shared = tuple(board_of(name) for name in ("land", "growth", "huts"))
    walls = tuple(board_of("wall", seat=seat) for seat in (0, 1))
    items = (*shared, Heap("deck", (UNSEEN, UNSEEN), pile=True, seers="nobody"), Fact("bid", "3"), *walls)
    scene = Scene("Stones", "", (Place("Ann"), Place("Bob")), 0, items)
    assert plain(tableau(scene, 80, Naming(), 20).lines) == SHELVES
    narrow = plain(tableau(scene, 20, Naming(), 20).lines)
    assert " land      growth\n" in narrow
    assert "\n huts\n" in narrow
    assert max(map(len, narrow.splitlines())) <= 20


@given(st.integers(30, 120), st.integers(1, 40))
def test_what_is_composed_fits_as_soon_as_it_can(width: int, height: int) -> None:
    news: list[list[Line]] = [[(("news", f"· {number}"),)] for number in range(5)]
    stones = [("put", name) for name in STONES]
    forms = list(menus(stones, stones, NAMING, name="Ann", width=WIDTH))
    lines = scrolled(compose(news, SCENE, forms, Size(width, height), NAMING), [], width)
    least = len(tableau(SCENE, width, NAMING, 0).lines)
    assert len(lines) + 1 <= max(height, least + min(len(menu.lines) for menu in forms) + 1)


@given(st.integers(30, 120), st.integers(1, 40), st.integers(1, 60))
def test_table_and_choices_call_a_piece_alike(width: int, height: int, number: int) -> None:
    moves: list[Move] = [("put", name, at) for at in range(number) for name in STONES][:number]
    forms = list(menus(moves, moves, NAMING, name="Ann", width=WIDTH))
    found = compose([], SCENE, forms, Size(width, height), NAMING)
    room = height - 1 - max(6, height // 4)
    assert found.menu.short == tableau(SCENE, width, NAMING, room).short


HEAPS = st.lists(st.sampled_from([*STONES, UNSEEN]), max_size=30).map(tuple)


@given(HEAPS, HEAPS, st.integers(0, 200), st.integers(40, 120), st.integers(5, 40))
def test_the_rows_of_a_table_do_not_depend_on_what_lies_there(
    field: tuple[str, ...], hand: tuple[str, ...], bid: int, width: int, room: int
) -> None:
    """Each name stands where it stood before, in as many rows."""

    def laid(field: tuple[str, ...], hand: tuple[str, ...], bid: int) -> tuple[str, ...]:
        of = {"sort": "stone", "may": tuple(STONES), "most": 30}
        items = (
            Heap("field", field, **of),
            *(Heap("heap", hand, of=(owner,), **of) for owner in ("North", "South")),
            Fact("bid", str(bid), most=3),
            *(Heap("won", field, seat=seat, **of) for seat in (0, 1)),
            *(Heap("hand", hand if seat == 0 else (UNSEEN,) * bid, seat=seat, seers="owner", **of) for seat in (0, 1)),
        )
        return tuple(plain(tableau(evolve(SCENE, items=items), width, NAMING, room).lines).splitlines())

    one, other = laid(field, hand, bid), laid((), ("stone-1",), 0)
    assert len(one) == len(other)
    for name in ("field", "North", "heap", "bid", "Bob", "won", "your hand"):
        places = [next(at for at, row in enumerate(rows) if name in row) for rows in (one, other)]
        assert places[0] == places[1], name


@given(st.lists(st.floats(0.1, 20), min_size=1, max_size=9), st.integers(0, 60))
def test_lines_are_shared_out_and_no_row_gets_more_than_it_needs(wanted: list[float], room: int) -> None:
    rows = [Row((), 1, wanted=(need, need * 2, need * 2, need * 3)) for need in wanted]
    given_out = heights(rows, room)
    assert sum(given_out) <= max(room, len(rows))
    assert all(got <= max(1, 3 * need + 1) for got, need in zip(given_out, wanted, strict=True))


SEATED = ("player-1", "player-2", "player-3", "player-4")


@pytest.mark.parametrize(
    ("width", "players", "heads"),
    [
        (100, 3, ["player-1 (you) score 7*", "player-2 score 12", "player-3 score 0"]),
        (72, 3, ["you score 7*", "player-2 score 12", "player-3 score 0"]),
        (70, 4, ["you 7*", "player-2 12", "player-3 0", "player-4 0"]),
    ],
)
def test_who_looks_on_is_told_which_column_is_theirs_and_names_stay_whole(
    width: int, players: int, heads: list[str]
) -> None:
    seats = (Place("player-1", 7, changed=True), Place("player-2", 12), Place("player-3", 0), Place("player-4", 0))
    scene = Scene("Stones", "", seats[:players], 0, tuple(Fact("bid", "3", seat=at) for at in range(players)))
    drawn = plain(tableau(scene, width, NAMING, 20).lines)
    assert next(re.split("  +", row.strip()) for row in drawn.splitlines() if "you" in row) == heads


@pytest.mark.parametrize("width", range(40, 100))
def test_a_star_leaves_a_gap_to_the_next_column(width: int) -> None:
    hands = tuple(Heap("hand", (UNSEEN,), seat=at, most=2, seers="owner", changed=frozenset({0})) for at in (0, 1))
    seats = (Place("player-1", 0), Place("player-2", 0))
    piles = tuple(Heap("scoring-pile", (), seat=at, most=9, seers="nobody") for at in (0, 1))
    drawn = plain(tableau(Scene("Stones", "", seats, 0, (*hands, *piles)), width, NAMING, 5).lines)
    assert re.search(r"\*[^ \n]", drawn) is None, drawn


def test_ones_own_hand_is_whole_before_others_get_room_for_what_may_lie_there() -> None:
    cards = tuple(f"{number}-of-a-suit" for number in range(13))
    of = {"sort": "card", "may": cards, "most": 13}
    won = (Heap("taken", cards[:6] if at else (), seat=at, usual=13, **of) for at in range(4))
    hands = (Heap("hand", () if at else cards, seat=at, usual=13, seers="owner", **of) for at in range(4))
    aside = (Heap("aside", (), seat=at, usual=3, seers="owner", **of) for at in range(4))
    scene = Scene("Cards", "", tuple(map(Place, SEATED)), 0, (*won, *hands, *aside))
    rows = plain(tableau(scene, 79, NAMING, 15).lines).splitlines()
    start = next(at for at, row in enumerate(rows) if "your hand" in row)
    assert {*cards} <= {*" ".join(rows[start:]).split()}
    assert len(rows) - start <= 5, "no more than one row stands empty"


def test_how_many_pieces_lie_somewhere_as_a_rule_is_seen_in_a_random_game() -> None:
    """Hearts: thirteen cards in each hand, three are passed on, and a trick is of four."""
    usual = usual_sizes(load("hearts"))
    assert usual["hand"] == 13
    assert usual["aside"] == 3
    assert 3 <= usual["trick"] <= 4


@pytest.mark.parametrize("seed", [1, 2])
def test_what_a_potion_needs_stands_on_a_small_terminal(seed: int) -> None:
    """Alchemy!: beside the names of all that lie open there is room for their recipes."""
    session, told = fitting.screened(load("alchemy"), seed, Size(80, 24)), 0
    while told < 20 and isinstance(stop := advance(session), DecisionPage):
        table = " ".join(plain(stop.drawn(Size(79, 24)).table).split())
        for potion in next(item.pieces for item in stop.scene.items if item.name == "open"):
            assert re.search(rf" {potion} \((recipe )?(air|earth|fire|water)", table), table
            told += 1
        decide(session, stop.seat, session.game.any_move(stop.seat))


@pytest.mark.parametrize("game", fitting.DISCARDS)
def test_only_piles_that_count_for_nothing_are_told_as_a_number(game: str) -> None:
    """Discards that nothing takes from, by the specifications; the jackpots of Line-it are won, and count."""
    rules = load(game)
    aside = {rules.core.zones[number].name for number in rules.put_aside if rules.core.zones[number].kind == "area"}
    assert aside - {"withdrawn", "laid-off", "meal"} == (fitting.DISCARDS[game] if game != "aurum" else set())


@pytest.mark.sampled(8, 2)
@pytest.mark.parametrize("game", sorted(shipped()))
def test_where_lines_are_not_counted_all_that_is_seen_is_told(game: str) -> None:
    """Each piece by its name, whoever sees it: open piles, and hands that others see."""
    session = fitting.screened(load(game), 3, Size(80, 24))
    for _ in range(9):
        stop = advance(session)
        if not isinstance(stop, DecisionPage):
            break
        table = " ".join(plain(tableau(stop.scene, 79, session.naming).lines).split()).replace("*", "")
        for heap in (item for item in stop.scene.items if isinstance(item, Heap)):
            for piece in {*heap.pieces} - {UNSEEN}:
                assert session.naming.called(piece, heap.sort, Detail()) in table, (heap.name, piece)
        decide(session, stop.seat, session.game.any_move(stop.seat))


def test_what_has_no_room_is_cut_with_how_much_there_is() -> None:
    crowd = Heap("heap", tuple(f"stone-{number}" for number in range(1, 13)) * 3, ordered=True, sort="stone", most=36)
    text = plain(tableau(evolve(SCENE, items=(crowd,)), 40, NAMING, 4).lines)
    assert " … 36 in all\n" in text


def test_news_without_any_room_are_counted_above_all_else() -> None:
    news: list[list[Line]] = [[(("", f"Bob: put {number}"),)] for number in range(3)]
    menu = Menu(((("", "end"),),))
    for height in (1, 3, 12, 20):
        composed = compose(news, SCENE, [menu], Size(60, height), NAMING)
        told = plain(scrolled(composed, news, 60))
        assert "Bob: put 2" in told or told.startswith("… and 3 more\n")
    news: list[list[Line]] = [[(("news", f"· {number}"),)] for number in range(9)]
    assert plain(shortened(news, 3)) == "… and 7 more\n· 7\n· 8\n"
    assert plain(shortened(news, 9)).count("·") == 9
    assert shortened(news, 0) == []


PARTS = st.integers(0, 60) | st.sampled_from(["left", "right", "stone-3", "stone-12"])
MOVES = st.lists(
    st.tuples(st.sampled_from(["bid", "pay", "lay"]), PARTS, PARTS) | st.tuples(st.sampled_from(["bid", "pass"])),
    min_size=1,
    max_size=80,
    unique=True,
)


@given(MOVES, st.data())
def test_numbers_lead_to_every_move_and_mean_the_line_on_which_they_stand(
    moves: list[Move], data: st.DataObject
) -> None:
    """Whichever form is shown at each step."""
    goal, some = data.draw(st.sampled_from(moves)), tuple(moves)
    while True:
        taken = data.draw(st.frozensets(st.integers(1, len(moves))))
        menu = data.draw(st.sampled_from(list(menus(moves, some, NAMING, name="Ann", width=WIDTH, taken=taken))))
        assert all(menu.steps[number] == (moves[number - 1],) for number in taken & menu.steps.keys())
        asked = Asked(tuple(moves), listed=numbers(menu.lines), steps=menu.steps)
        meanings = {number: understand(str(number), asked) for number in (*asked.listed, *menu.steps)}
        reached = [move for number in asked.listed for move in (moves[number - 1],)]
        reached.extend(move for step in menu.steps.values() for move in step)
        assert sorted(reached, key=str) == sorted(some, key=str)
        if Chosen(goal) in meanings.values():
            return
        at = evolve(asked, begun=common_beginning(some) if len(some) < len(moves) else ())
        other = data.draw(st.sampled_from([number for number in range(200) if number not in meanings]))
        match understand(str(other), at):
            case Chosen(move):
                assert (*at.begun, other) == move or (not at.begun and move[1:] == (other,))
            case meaning:
                assert isinstance(meaning, Several) or meaning == typed_line.Refused("number", str(other))
        (some,) = [
            meaning.moves
            for meaning in meanings.values()
            if isinstance(meaning, typed_line.Several) and meaning.begun and goal in meaning.moves
        ]


CARDS = [f"card-{color}-{number}" for color in ("red", "blue", "green") for number in (1, 7, 11)]
SIDES: list[Move] = [("play", card, side) for card in CARDS for side in ("own", "other")]
COMMONLY = Words({"play": "Play a card", "pass": ""}, dict.fromkeys(CARDS, "card"))


@pytest.mark.parametrize("some", [SIDES, SIDES[:2], SIDES[8:10]])
def test_what_stands_beside_a_number_means_the_same_when_it_is_typed(some: list[Move]) -> None:
    """Whichever form is shown, the words with hyphens or blanks, or those of a whole move without the first one."""
    begun = common_beginning(some) if len(some) < len(SIDES) else ()
    asked = Asked(tuple(SIDES), COMMONLY, frozenset(CARDS), begun=begun)
    for menu in menus(SIDES, some, Naming(COMMONLY), name="Ann", width=WIDTH):
        for number, text in re.findall(r"(\d+)\. (\S+(?: \S+)*)", plain(menu.lines)):
            meant = menu.steps.get(int(number)) or (SIDES[int(number) - 1],)
            for typed in (text, text.replace("-", " "), text.removeprefix("play ")):
                match understand(typed.removesuffix(" …"), asked):
                    case Chosen(move):
                        assert (move,) == meant
                    case Several(moves):
                        assert moves == meant
                        assert len(moves) > 1, "one is made, without another question"
                    case other:
                        raise AssertionError(f"{typed}: {other}")


def test_a_step_tells_the_action_and_how_many_moves_it_has() -> None:
    moves: list[Move] = [("put", name, end) for name in STONES for end in ("left", "middle", "right")] + [("end",)]
    titled, close, *_ = menus(moves, moves, NAMING, name="Ann", width=WIDTH)
    assert plain(titled.lines) == "Ann, your move:\n 1. put …  36 moves: Put a stone\n 2. end\n"
    assert close.steps[2] == (("end",),)
    amounts: list[Move] = [("bid", number) for number in range(4, 40)]
    bid = list(menus(amounts, amounts, NAMING, name="Ann", width=WIDTH))[-1]
    assert plain(bid.lines).startswith("Ann, your move: bid …\n")
    assert bid.steps[39] == (("bid", 39),), "an amount is its own number"
    assert all(
        isinstance(menu, Menu) and not menu.steps
        for menu in menus([("end",)], [("end",)], NAMING, name="Ann", width=WIDTH)
    )


PICKS = {"put": (("stone", 1), ("end", 1)), "pay": (("ones", 1), ("twos", 1)), "give": (("whom", 1), ("stones", None))}
GIFTS: list[Move] = [("give", "Bob", *row) for row in (("stone-1",), ("stone-1", "stone-2"), ("stone-3",))]


@pytest.mark.parametrize(
    ("moves", "head"),
    [
        ([("put", "stone-1", "left"), ("put", "stone-1", "right")], "put stone stone-1, end …"),
        ([("pay", 0, 2), ("pay", 0, 3)], "pay ones 0, twos …"),
        (GIFTS, "give whom Bob, stones … (1 to 2 more)"),
        (GIFTS[:2], "give whom Bob, stones stone-1 … (0 to 1 more)"),
        ([("go", "up", 1), ("go", "up", 2)], "go up …"),
        (
            [("sum", "stone-1", "stone-2", "stone-3"), ("sum", "stone-1", "stone-2")],
            "sum few stone-1 stone-2 = 5 … (0 to 1 more)",
        ),
        ([("sum", "stone-1", "2"), ("sum", "stone-1", "3")], "sum few stone-1 = 4 … (1 more)"),
        ([("roll", 3, 4, 1), ("roll", 3, 4, 2)], "roll dice 3 4 = 7 … (1 more)"),
    ],
)
def test_a_step_says_what_has_been_chosen_and_what_is_to_be_chosen_next(moves: list[Move], head: str) -> None:
    totals = {("sum", "few"): {"stone-1": 4, "stone-2": 1}, ("roll", "dice"): None}
    picks = {**PICKS, "sum": (("few", None),), "roll": (("dice", None),)}
    naming = Naming(Words(picks=picks, totals=totals))
    (*_, last) = menus([*moves, ("end",)], moves, naming, name="Ann", width=WIDTH)
    assert plain(last.lines[:1]) == f"Ann, your move: {head}   (Enter: back)\n"


def test_what_several_numbers_of_a_move_mean_is_said_above_the_list() -> None:
    moves: list[Move] = [("pay", 0, 2), ("pay", 1, 1), ("end",)]
    first, *_ = menus(moves, moves, Naming(Words(picks=PICKS)), name="Ann", width=WIDTH)
    assert plain(first.lines[:1]) == "Ann, your move:   (pay ones, twos)\n"
    first, *_ = menus(GIFTS, GIFTS, Naming(Words(picks=PICKS)), name="Ann", width=WIDTH)
    assert plain(first.lines[:1]) == "Ann, your move:\n"


@pytest.mark.sampled(9, 2)
@pytest.mark.parametrize("game", fitting.DISCARDS)
def test_the_first_decisions_of_the_shipped_games_fit(game: str) -> None:
    for size in (Size(80, 24), Size(100, 30)):
        measured = fitting.measure(game, 1, size, most=12)
        assert measured.percent == 100, measured.missing


@pytest.mark.sampled(3, 2)
@pytest.mark.parametrize("game", fitting.DISCARDS)
def test_no_row_of_the_shipped_games_changes_its_place(game: str) -> None:
    """Nor is one missing that was there before; between decisions and below answers."""
    for size in (Size(80, 24), Size(120, 40)):
        found = stillness.moved_rows(game, 1, size, most=12)
        assert found.rows > 100
        assert not found.moved
