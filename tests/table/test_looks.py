"""How things look at the table by their rules: short names that are understood, pictures, what is not shown."""

import re
from io import BytesIO, TextIOWrapper
from typing import Literal

import pytest
from hypothesis import given, strategies as st

from rulewright import Game, load
from rulewright.analysis.check import check
from rulewright.language.source import readable
from rulewright.table import asking
from rulewright.table.asking import Asker
from rulewright.table.boards import Board, grid
from rulewright.table.decision_page import DecisionPage
from rulewright.table.drawing import Fact, Heap, Scene, as_pictures
from rulewright.table.editing import complete
from rulewright.table.menus import menus
from rulewright.table.names_at_table import Detail, NameTaken, Naming, name_people
from rulewright.table.reader import Reader, Standing, read_line
from rulewright.table.session import advance, answer
from rulewright.table.tableau import tableau
from rulewright.table.text_lines import WIDTH, lines, plain, said
from rulewright.table.typed_line import Asked, Chosen, Move, Words, containing, understand
from rulewright.table.view_to_scene import scene
from rulewright.table.vocabulary import vocabulary, writable
from tests.made.loading import loaded
from tests.table.fitting import sitting

FERRY = """game "Ferry"
    players 2
color is one of red, rose, blue
cell is grid 2 by 2
component card, called "card-{number}": number 1..7, color or none, weight 1..3
    shown as "{number}{color's initial}"
    1 of 1..2, red, 1
    1 of 3..4, blue, 2
    1 of 5, none, 3
component boat: player
    4 of any
component buoy: one of bell, lamp
there is
    river: boat on each cell
        picture: player-1 "<", empty "~"
    lake: buoy on each cell
        picture: bell "x", lamp "x"
    deck: area of card
    turns: 0..9, not shown
    shown: 0..9
each player has
    bank: area of card
    idle: 0..9, not shown
setup: move all box's cards to deck
play:
    repeat 2 times:
        add 1 to turns
        each player:
            add 1 to your idle
            choose row or land
action row "Put a boat on the river":
    pick cell from cells where river(cell) is empty
    move 1 from box where its player is you to river(cell)
action land "Carry a card over":
    pick card from deck
    move card to your bank
    add 1 to shown
scoring:
    score of player: its bank's size
    winners: players with highest score
"""


def begun(text: str = FERRY) -> Game:
    return loaded(text).start(seed=1)


def words(game: Game) -> Words:
    return vocabulary(game.rules.core)


def seen(game: Game, **given_names: str) -> Scene:
    given_people = {int(seat[1:]): name for seat, name in given_names.items()}
    return scene(game, 0, name_people(game.rules.core.seat_names, given_people, words(game)))


def told(game: Game, seat: int, looked_at: str) -> str:
    known = words(game)
    asker = Asker(game.rules, name_people(game.rules.core.seat_names, {}, known), known)
    return plain(lines(asking.answer(asker, game, seat, "look", looked_at), 80))


def board(found: Scene, name: str) -> Board:
    return next(item for item in found.items if isinstance(item, Board) and item.name == name)


def test_kinds_that_lack_a_value_or_would_be_confused_keep_their_names() -> None:
    assert words(begun()).shown == {"card-1": "1r", "card-2": "2r", "card-3": "3b", "card-4": "4b"}
    initials = FERRY.replace("{number}{color's", "{color's").replace(
        "1 of 3..4, blue, 2", "1 of 3, blue, 2\n    1 of 4, rose, 2"
    )
    assert words(begun(initials)).shown == {"card-3": "b"}, "red and rose begin alike"
    other = FERRY.replace("{number}{color's initial}", "{color's initial}{number}").replace("lamp", "b3")
    assert words(begun(other)).shown == {"card-1": "r1", "card-2": "r2", "card-4": "b4"}, "a buoy is called b3"


@pytest.mark.parametrize("names", ["full", "short", "brief"])
@pytest.mark.parametrize("about", ["all", "values", "first", "nothing"])
def test_pieces_are_called_as_they_are_shown_and_what_is_left_out_is_told_where_there_is_room(
    names: Literal["full", "short", "brief"], about: Literal["all", "values", "first", "nothing"]
) -> None:
    game = begun()
    naming, deck = Naming(words(game)), next(item for item in seen(game).items if item.name == "deck")
    assert isinstance(deck, Heap)
    pieces = [naming.called(piece, "card", Detail(names, about)) for piece in deck.pieces]
    assert [piece.split(" ")[0] for piece in pieces][:4] == ["1r", "2r", "3b", "4b"]
    assert all("red" not in piece and "number" not in piece for piece in pieces)
    assert ("weight 1" in pieces[0]) == (about != "nothing")


def test_what_is_shown_is_understood_wherever_it_is_typed() -> None:
    game = begun()
    known = words(game)
    asked = Asked(tuple(game.moves(0)), known)
    assert understand("land 3B", asked) == Chosen(("land", "card-3"))
    assert understand("land(3b)", asked) == Chosen(("land", "card-3"))
    assert containing("3b", asked.moves, known.shown) == (("land", "card-3"),)
    assert [each.text for each in complete("land 3b", asked)] == ["card-3"]
    names = name_people(game.rules.core.seat_names, {0: "Zoe"}, known)
    asker = Asker(game.rules, names, names.words(known))
    told = plain(lines(asking.answer(asker, game, 0, "look", "3b"), 80))
    assert told.startswith("card-3 — card: number 3, color blue, weight 2.\n   In short: 3b.\n")


@pytest.mark.parametrize("height", [None, 24], ids=["pipe", "lines"])
def test_lines_call_pieces_as_they_are_shown(height: int | None) -> None:
    """The table, the choices and what answers ask back: of 5, which lacks a color, the name."""
    table = sitting(loaded(FERRY), (0, 1), 1)
    table.height = height
    stop = advance(table)
    assert isinstance(stop, DecisionPage)
    asked_for = plain(stop.lines(80, height))
    told = [asked_for, *(plain(answer(table, 0, line).lines) for line in (":table", ":moves", "land"))]
    reader = Reader.of(begun())
    told += [plain(Standing(reader).lines(80, height)), plain(read_line(reader, ":table").lines)]
    for text in told:
        assert {"1r", "2r", "3b", "card-5"} <= {*re.findall(r"[\w-]+", text)}
        assert not re.search(r"card-[1-4]", text[max(0, text.find("Ferry")) :]), "only news give the names in full"


def test_what_cannot_be_written_is_called_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    known = Words(shown={"card-1": "♥1", "card-2": "2r"})
    for letters, shown in (("utf-8", known.shown), ("ascii", {"card-2": "2r"})):
        monkeypatch.setattr("sys.stdout", TextIOWrapper(BytesIO(), letters))
        assert writable(known).shown == shown


def test_choices_are_told_as_they_are_shown() -> None:
    game = begun()
    naming, moves = Naming(words(game)), tuple(game.moves(0))
    for menu in menus(moves, moves, naming, name="Ann", width=WIDTH):
        told = plain(menu.lines)
        assert menu.steps or ("land 3b" in told and "land card-5" in told and "card-3" not in told)
    with pytest.raises(NameTaken, match='"3B" means something else'):
        name_people(game.rules.core.seat_names, {0: "3B"}, words(game))


NAMES = st.lists(st.from_regex(r"[ab1]{1,2}(-[ab1]{1,2})?", fullmatch=True), min_size=1, unique=True)


@given(NAMES, st.data())
def test_whatever_a_name_becomes_it_is_read_as_that_name_alone(names: list[str], data: st.DataObject) -> None:
    """Among kinds of which some are shown as something that nothing else is."""
    others = data.draw(st.lists(st.from_regex(r"[AB12]{1,3}", fullmatch=True), unique_by=str.casefold))
    free = [other for other in others if other.casefold() not in names]
    shown = dict(zip(data.draw(st.permutations(names)), free, strict=False))
    known = Words({"take": ""}, dict.fromkeys(names, "stone"), shown=shown)
    moves: tuple[Move, ...] = tuple(("take", name) for name in names)
    naming = Naming(known)
    for renaming in (naming.shortened("stone", "short"), naming.shortened("stone", "brief")):
        assert len({text.casefold() for text in renaming.values()}) == len(names)
        for name, text in shown.items():
            assert renaming[name] == text
            assert understand(f"take {text}", Asked(moves, known)) == Chosen(("take", name))


def test_a_board_is_drawn_by_its_picture_and_says_what_its_signs_are() -> None:
    game = begun()
    game.play(0, ("row", "b2"))
    game.play(1, ("row", "a1"))
    river = board(seen(game), "river")
    assert river.texts == [["~", "<"], ["player-2", "~"]]
    drawn = plain(tableau(seen(game, s0="Zoe"), 80, Naming(words(game))).lines)
    assert " 2  ~        <" in drawn
    assert " 1  player-2 ~" in drawn
    assert "< Zoe\n" in drawn
    game = begun(FERRY.replace("setup:", "setup:\n    move 1 from box where it is bell to lake(a1)\n   "))
    lake = board(seen(game), "lake")
    assert lake.texts[1][0] == "bell"


POINTS = """game "Points"
    players white, black
point is one of hill, lake, wood
joined points:
    hill, lake, wood
component flag: player
    1 of any
there is
    map: flag on each point
        picture: white-flag "o"%s
            . hill
            lake wood
play:
    each player: choose plant
action plant "Plant your flag":
    pick point from points where it is empty
    move 1 from box where its player is you to point
scoring:
    score of player: 0
"""


@pytest.mark.parametrize(
    ("empty", "rows"),
    [("", "    hill\n lake black"), (', empty "~"', "  ~\n ~ black")],
    ids=["by their names", "by a sign"],
)
def test_a_board_on_joined_points_is_drawn_as_its_picture_says(empty: str, rows: str) -> None:
    game = begun(POINTS % empty.replace("white-", "white"))
    game.play(0, ("plant", "hill"))
    game.undo()
    game.play(0, ("plant", "lake"))
    game.play(1, ("plant", "wood"))
    assert board(seen(game), "map").rows == ((" ", "" if empty else "hill"), ("white", "black"))


def test_what_is_not_shown_is_neither_on_the_table_nor_told_of_its_player() -> None:
    game = begun()
    assert [item.name for item in seen(game).items if isinstance(item, Fact)] == ["shown"]
    assert "idle" not in told(game, 0, "player-1")
    assert "turns: 1" in told(game, 0, "turns")
    assert [each.name for each in game.view(0).variables] == ["turns", "shown", "idle", "idle"], "programs see them"
    game = begun(PEEK)
    game.play(0, ("peek",))
    assert [item.value for item in seen(game).items if isinstance(item, Fact)] == ["6", "hidden"]
    assert re.search(r"You know of \d in deck\.", told(game, 0, "deck"))
    assert "You know" not in told(game, 1, "deck")
    assert "Bob's purse: hidden" in told(game, 0, "Bob")


PEEK = """game "Peek"
    players Ann, Bob
component card: rank 1..4
    1 of any
there is
    deck: pile of card
    aside: pile of card
each player has
    purse: 0..9, seen by owner, starts 5
setup:
    move all box to deck
    shuffle deck
    move 1 from deck to aside
play:
    repeat 2 times:
        each player: choose peek
action peek "See the top card":
    show deck's first to you
    add 1 to your purse
scoring:
    winners: players
"""


COUNTING = """game "Counting"
    players Ann, Bob
there is
    turns: 0..9
    last-turn: yes or no
    open: yes or no
    stake: 1..9, starts 2
    left: 0..9
    never: 0..9
    goal: 0..9, starts 3
each player has
    coins: 0..99
play:
    repeat until last-turn:
        add 1 to turns
        set left to 2
        set open to yes
        each player:
            repeat until left is 0: choose take
        if turns is 2: set last-turn to yes
action take:
    needs open
    subtract 1 from left
    add stake to your coins
scoring:
    score of player: its coins
"""


def test_fields_with_which_the_rules_only_count_are_not_on_the_table_but_can_be_looked_at() -> None:
    """`turns` and `last-turn` only say how play goes on; `never`, `goal` and `stake` are one number for ever. What a
    header asks, an action sets, or a score is made of, is shown."""
    game = begun(
        COUNTING.replace("set left to 2", "set left to 4").replace("repeat until left is 0", "repeat until left is 2")
    )
    assert {item.name for item in seen(game).items if isinstance(item, Fact)} == {"open", "left", "coins"}
    assert "turns: 1" in told(game, 0, "turns")


def test_the_game_is_the_same_without_a_word_of_its_looks() -> None:
    """In a text of the same length, so that nothing else moves."""
    bare = re.sub("    (shown as|    picture).*", lambda found: "--".ljust(len(found[0]), "-"), FERRY)
    bare = bare.replace(", not shown", "           ")
    assert bare.count("--") > FERRY.count("--")
    assert loaded(bare).program == loaded(FERRY).program


@pytest.mark.parametrize(
    ("shown", "said"),
    [
        ("{number}{color's initial}", []),
        ("{color's initial}", ["card-1 and card-3", '"r"', 'Write "{color}".']),
        ("{weight}{color's initial}x", ["card-1 and card-3", '"1rx"', 'Write "{weight}{color}x".']),
        ("x{weight}", ["card-1 and card-3", '"x1"', 'Write "x{weight}-{number}".']),
        ("l{color's initial}mp{number}", []),
        ("bell-{number}", ["card-3 and the buoy bell-3", '"bell-3"', 'such as "cbell-{number}".']),
    ],
)
def test_check_tells_what_would_be_confused_and_what_to_write(shown: str, said: list[str]) -> None:
    cards = FERRY.replace("1..2, red, 1", "1, red, 1").replace("3..4, blue, 2", "3, rose, 1")
    text = cards.replace("{number}{color's initial}", shown).replace("one of bell, lamp", "one of bell-3, lamp")
    found = [each.message for each in check(readable("x.rules", text.encode())) if each.code == "shown-alike"]
    told = [each for each in found if not each.startswith("The picture")]
    assert len(told) == bool(said)
    assert all(words in each for each in told for words in said)


def test_check_tells_of_signs_that_are_alike_or_of_no_kind() -> None:
    text = FERRY.replace('empty "~"', 'player-2 "~", empty "~"').replace('lamp "x"', 'lmap "y"')
    found = check(readable("x.rules", text.encode()))
    assert 'The picture draws player-2 and what is empty alike, as "~"' in "".join(each.message for each in found)
    idle = next(each for each in found if each.code == "unused")
    assert idle.message == 'No buoy is called "lmap", so nothing is ever drawn so. Did you mean "lamp"?'


def test_a_sign_for_a_value_that_kinds_have_names_these_kinds() -> None:
    text = FERRY.replace("one of bell, lamp", "one of red-bell, red-lamp, blue-lamp").replace(
        'bell "x", lamp "x"', 'red "r"'
    )
    idle = next(each for each in check(readable("x.rules", text.encode())) if 'called "red"' in each.message)
    kinds = "A sign is for one kind, such as: red-bell or red-lamp."
    assert idle.message == f'No buoy is called "red", so nothing is ever drawn so. {kinds}'


NAMED = """game "Names"
    players 2
each player has
    coins: 0..99
play:
    each player: choose {one} or {other}
action {one}: add 1 to your coins
action {other}: add 2 to your coins
scoring:
    score of player p: its coins
    winners: players with highest score
"""


@pytest.mark.parametrize(
    ("one", "other", "letters"),
    [
        ("a", "а", "CYRILLIC SMALL LETTER A"),
        ("hop", "hoр", "CYRILLIC SMALL LETTER ER"),
        ("ёж", "ëж", "LATIN SMALL LETTER E WITH DIAERESIS"),
        ("take-o", "take-ο", "GREEK SMALL LETTER OMICRON"),
        ("level-1", "level-l", "LATIN SMALL LETTER L"),
        ("levelI", "levell", "LATIN CAPITAL LETTER I"),
        ("xO", "x0", "DIGIT ZERO"),
        ("go", "ɡo", "LATIN SMALL LETTER SCRIPT G"),
        ("力", "カ", "KATAKANA LETTER KA"),
        ("k", "ｋ", "FULLWIDTH LATIN SMALL LETTER K"),
        ("カ", "ｶ", "HALFWIDTH KATAKANA LETTER KA"),
        ("fire", "ﬁre", "LATIN SMALL LIGATURE FI"),
        ("s", "𝐬", "MATHEMATICAL BOLD SMALL S"),
        ("Lay", "lay", 'are read as "lay"'),
        ("Straße", "strasse", 'are read as "strasse"'),
        # a word of the language
        ("sit", "оr", "CYRILLIC SMALL LETTER O"),
    ],
)
def test_check_tells_of_names_that_look_the_same_or_are_the_same_when_typed(one: str, other: str, letters: str) -> None:
    found = check(readable("x.rules", NAMED.format(one=one, other=other).encode()))
    assert [(each.code, letters in each.message) for each in found] == [("shown-alike", True)]


TOLD_APART = """brot brote|Äpfel Apfel|für fur|sır sir|æon aeon|modern modem|ход код|щит шит|σόλο ούλο|νόμος όμος|土 士|
攻撃 防御|トル タル|מס סמ|m2 m²|O o1"""


@pytest.mark.parametrize("names", TOLD_APART.split("|"))
def test_check_is_silent_about_names_that_their_readers_tell_apart(names: str) -> None:
    one, other = names.split()
    assert check(readable("x.rules", NAMED.format(one=one, other=other).encode())) == []


@pytest.mark.parametrize("signs", ['lamp "x", bell "х"', 'lamp "l", bell "I"', 'lamp "O", bell "0"'])
def test_check_tells_of_signs_that_only_a_program_tells_apart(signs: str) -> None:
    text = FERRY.replace('bell "x", lamp "x"', signs)
    assert text != FERRY
    found = [each for each in check(readable("x.rules", text.encode())) if each.code == "shown-alike"]
    assert ["alike, as" in each.message for each in found] == [True]


@pytest.mark.parametrize(
    ("place", "wrong", "right"),
    [
        ("p: its coins", "p: its соins", "coins"),  # a question
        ("choose sit", "choose ѕit", "sit"),  # a doing
        ("highest score", "highest sсore", "score"),
        ("score of player p: its", "score of player p: р's", "p"),
        ("add 2 to", "add twо to", "two"),
    ],
)
def test_a_name_with_a_letter_of_another_script_is_told_as_one_that_only_looks_so(
    place: str, wrong: str, right: str
) -> None:
    text = NAMED.format(one="sit", other="stand") + "define two: 2\n"
    (found,) = (
        each for each in check(readable("x.rules", text.replace(place, wrong).encode())) if "looks" in each.message
    )
    misspelt = text.replace(place, wrong)[found.span.start : found.span.end]
    assert found.message.endswith(f'"{misspelt}" only looks like "{right}": some letters are others. Write "{right}".')
    assert found.edit is not None
    assert found.edit.text == right


SHEET = """game "Sheet"
    players 2
{cells}
wall is edge of cell
post is corner of cell
component man: one of mike
component fence: one of f1, f2
component peg: one of pete
there is
    men: man on each cell
        picture: mike "M"
    fences: fence on each wall
        picture: f1 "#", f2 "="
    pegs: peg on each post
        picture: pete "P"
setup:
    move mike to cell(a1)
    move f1 to fences({first})
    move f2 to fences({second})
    move pete to pegs({post})
play:
    each player: choose pass
action pass: nothing
scoring:
    score of player: 0
    winners: nobody
"""
OF_SQUARES = """\
   + = +   +
2    .   .
   +   P   +
1    M # .
   +   +   +
     a   b
"""
OF_HEXAGONS = """\
     P

   +   +
1    M #
   +   +
    =
     +
       a
"""


@pytest.mark.parametrize(
    ("cells", "first", "second", "post", "drawn"),
    [
        ("cell is grid 2 by 2", "a1-b1", "a2-up", "b2", OF_SQUARES),
        ("cell is hex 1", "a1-right", "a1-down-left", "a1-up", OF_HEXAGONS),
    ],
)
def test_cells_edges_and_corners_are_drawn_together(cells: str, first: str, second: str, post: str, drawn: str) -> None:
    game = begun(SHEET.format(cells=cells, first=first, second=second, post=post))
    (board,) = (item for item in as_pictures(seen(game), 60).items if isinstance(item, Board))
    assert set(board.name.split(", ")) == {"men", "fences", "pegs"}
    rows = [said(line).rstrip() for line in grid(board, 60)]
    assert "\n".join(rows[: drawn.count("\n")]) + "\n" == drawn


def test_what_lies_on_cells_alone_is_drawn_as_ever() -> None:
    text = SHEET.format(cells="cell is grid 2 by 2", first="a1-b1", second="a2-up", post="b2")
    lost = r"    (fences|pegs).*\n.*picture.*\n|    move (f1|f2|pete).*\n|component (fence|peg).*\n"
    without = re.sub(lost, "", text)
    (board,) = (item for item in seen(begun(without)).items if isinstance(item, Board))
    assert [said(line).rstrip() for line in grid(board, 60)] == ["2  . .", "1  M .", "   a b", "M mike"]


def test_at_a_field_or_a_zone_it_is_told_what_it_can_hold_and_what_the_author_says_of_it() -> None:
    game = load("aurum").start(1)
    assert told(game, 0, "leader").startswith(
        "leader — a player; everybody sees it.\n   Who leads the next trick.\n   leader: "
    )
    assert told(game, 0, "nuggets").startswith("nuggets — a number from 0 to 2; everybody sees it.\n   Rounds won.\n")
    assert "\n   Gold nobody has, face up.\n" in told(game, 0, "supply")
