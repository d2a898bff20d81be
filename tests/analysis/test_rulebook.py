"""Rulebooks: all is told, in words, at every setting, escaped; whatever the text."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from rulewright.analysis.documents import Document, Section, Table, as_page, as_text, sections_about, texts
from rulewright.analysis.rulebook import rulebook
from rulewright.analysis.rulebook.expressions import condition
from rulewright.analysis.rulebook.meaning import Env, Known, settled
from rulewright.analysis.rulebook.naming import VALUES, VERDICTS
from rulewright.files import shipped
from rulewright.language import syntax
from rulewright.language.elaborate.settings import admitted, options_of
from rulewright.language.library import ROWS
from rulewright.language.parser import parse
from rulewright.language.source import Source
from rulewright.language.walking import walk
from rulewright.language.wording import up
from tests.language.blocks import fenced
from tests.made import BY_SEED, any_text
from tests.made.loading import read

GAMES = sorted(shipped())
SOURCE_ONLY = {
    "a header of the language": r"(^|[ “])(otherwise|repeat|setup|play|given|then|when|ask [\w-]+|scoring):$",
    "a question with 's": r"'s (size|first|last|item|only|owner|holder)\b",
    "arguments in brackets": r"[\w-]\((?!s\))[\w-]+(, [\w-]+)*\)(?!\+)",
    "a range": r"\d\.\.|\.\.\d",
    "a comment": r"(^|\s)--",
    "a quantifier": r"\bsatisfies (that|the|it|every|some|no)\b|\bcount of\b",
    "none": r"\b(is|are)( not)? none\b",
    "a sentence of the language": r"^\W*(let|pick|needs|must change|for each|choose until) (?!.*[.:]$)",
    "a word said twice": r"\b(the the|a a|of of|is is|that that is)\b",
}
NOBODY_SAYS = {
    "a number for a word": r"\bnumber \d+ of\b|\bplayer number \d",
    "people as things": r"\bplayers? (?:\w+ )?where\b",
    "you as a thing": r"\bbecomes? you\b|\bplayer is you\b",
    "a verb of somebody else": r"\b[Yy]ou (is|has|does)\b",
    "words of machines": r"\bmodulo\b|\bstretch",
    "a sentence within another": r"[;,] (If|The|Otherwise)\b(?![^“]*”)",
    "the side of a side": r"\b(left’s left|right’s right)\b",
    "the authors about themselves": r"\b(our|ours|us)\b",
    "a thing for something": r"\bsuch (a )?thing\b",
    "an explanation before what it explains": r": \(",
}
OTHERS = sorted(Path(__file__).parents[1].rglob("*.rules"))
PARTS = [each.text for each in fenced(Path(__file__).with_name("rulebook.md"))]
CARDS = PARTS[0]
HARMFUL = "\x1b\u202e\x07"


@cache
def tree(game: str) -> tuple[Source, syntax.Ruleset]:
    text = read(shipped()[game].read_text(encoding="utf-8"))
    return text.source, text.parsed.ruleset


@cache
def book(game: str) -> Document:
    return rulebook(*tree(game))


def small(text: str, **options: int | str | bool) -> Document:
    made = read(text)
    assert not made.parsed.diagnostics
    return rulebook(made.source, made.parsed.ruleset, {name.replace("_", "-"): each for name, each in options.items()})


def told(book: Document, word: str = "") -> str:
    """All that a book says, or what it says of a word, in one line."""
    shown = Document("", "", sections_about(book, word)) if word else book
    return " ".join(as_text(shown, 1000).split())


SUMS = {
    "-(6 / n)": "minus (6 divided by the points, rounded down)",
    "-6 / n": "minus 6 divided by the points, rounded down",
    "-(n + 1) * 2": "minus (the points plus 1) times 2",
    "-n + 1": "minus the points plus 1",
    "10 - (3 - n)": "10 minus (3 minus the points)",
    "6 / (n mod 2 + 1)": "6 divided by ((the remainder when the points is divided by 2) plus 1), rounded down",
    "n mod (2 + n)": "the remainder when the points is divided by (2 plus the points)",
    "n mod 2 + n": "(the remainder when the points is divided by 2) plus the points",
    "(count of tints where it is pale) + n": "(the number of tints that are pale) plus the points",
}


@pytest.mark.parametrize("written", SUMS)
def test_brackets_stand_where_another_rule_would_be_read(written: str) -> None:
    text = f"""\
game "Sums"
    players 2
points is 1..9
tint is one of pale, dark
play: nothing
define worth of points n: {written}
scoring:
    score of player: worth(3)
"""
    assert f" is {SUMS[written]}." in told(small(text))


CHAINS = """\
game "Chains"
    players 2
option fast: yes or no, default no
tint is one of pale, dark
component stone: tint
    4 of any
there is
    pool: area of stone
    marks: 0..99
    lost: player or none
each player has
    row: row of stone
    coins: 0..99
setup:
    move all box to pool
    set marks to 1
play:
    each player: earning
phase earning:
    choose earn or lose or rest
    set marks to 0
action earn: add 1 to your coins
action lose:
    pick stone from your row
    move stone to pool
action rest: nothing
action bonus: add 1 to marks
whenever your coins changes, at most thrice per chain:
    choose bonus or rest
    add 1 to your coins
whenever marks changes:
    if fast: move pool's first to players' first's row
whenever stone leaves player's row: set lost to player
whenever stone comes to player's row, not by itself: move stone to player's left's row
scoring:
    score of player: its coins
    winners: players with highest score
"""


def test_what_sets_off_what_is_drawn_in_order() -> None:
    coins, row = "your coins change (at most 3 times in one chain)", "a stone comes to the player’s row (not by itself)"
    left, marks = "a stone leaves the player’s row", "the marks change"
    slow = [
        ("The setup", marks),
        ("“earning”", marks),
        ("“earn”", coins),
        ("“lose”", left),
        ("“bonus”", marks),
        (up(coins), f"“bonus” and {coins}"),
        (up(row), left),
    ]
    fast = [*slow[:6], (up(marks), row), *slow[6:]]
    for options, rows in (({"fast": False}, slow), ({"fast": True}, fast), ({}, fast)):
        (chapter,) = (each for each in small(CHAINS, **options).chapters if each.heading == "What sets something off")
        assert chapter.blocks == (Table(("This", "sets off"), tuple(rows)),)


def named(game: str) -> Iterator[str]:
    """All names that a rulebook must know."""
    for each in tree(game)[1].declarations:
        if isinstance(each, syntax.Has):
            yield from (field.name.text for field in each.fields)
        elif not isinstance(each, syntax.Accepted | syntax.Invariant | syntax.Secret):
            called = getattr(each, "name", getattr(each, "title", None))
            yield from [called.text] if isinstance(called, syntax.Name | syntax.Text) else []


@pytest.mark.sampled(6)
@pytest.mark.parametrize("game", GAMES)
def test_whatever_has_a_name_is_told(game: str) -> None:
    blocks = [block for section in sections(book(game)) for block in section.blocks]
    known = {section.name for section in sections(book(game))}
    known |= {line.name for block in blocks for line in getattr(block, "items", ())}
    text = told(book(game)).casefold()
    for name in named(game):
        assert name in known or " ".join(name.casefold().split()) in text, name


def sections(book: Document) -> Iterator[Section]:
    for chapter in book.chapters:
        yield chapter
        yield from chapter.parts


def all_texts(document: Document) -> Iterator[str]:
    yield from (document.title, document.subtitle)
    for section in sections(document):
        yield section.heading
        for block in section.blocks:
            yield from texts(block)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", GAMES)
def test_every_chapter_of_a_rulebook_is_there(game: str) -> None:
    headings = [chapter.heading for chapter in book(game).chapters]
    for heading in ("The game", "Components", "What lies where", "Play", "What you can do"):
        assert heading in headings
    assert any("winner" in text or "wins" in text for text in all_texts(book(game)))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", [*GAMES, *OTHERS], ids=lambda game: getattr(game, "stem", game))
def test_no_line_looks_like_source_or_is_what_nobody_would_say(game: str | Path) -> None:
    whole = book(game) if isinstance(game, str) else small(game.read_text(encoding="utf-8"))
    refused = NOBODY_SAYS | (SOURCE_ONLY if isinstance(game, str) else {})
    wrong = [(what, text) for text in all_texts(whole) for what in refused if re.search(refused[what], text)]
    assert not wrong


@pytest.mark.sampled(6)
@pytest.mark.parametrize("game", GAMES)
def test_at_a_setting_nothing_is_told_that_asks_it(game: str) -> None:
    source, ruleset = tree(game)
    words = {option.name.text for option in options_of(ruleset)} | {"player-count"}
    kept = syntax.Ruleset(tuple(each for each in ruleset.declarations if not isinstance(each, syntax.Example)))
    settings = admitted(ruleset, source).settings
    for setting in {settings[0], settings[len(settings) // 2], settings[-1]}:
        chosen = {"player-count": setting.players, **dict(setting.options)}
        nodes = walk(settled(source, kept, chosen).declarations)
        assert not {node.name.text for node in nodes if isinstance(node, syntax.Word)} & words, setting
        text = told(rulebook(source, kept, chosen))
        assert "there are at most" not in text
        assert " is chosen" not in text


@pytest.mark.parametrize("game", GAMES)
def test_where_nothing_is_known_nothing_is_left_out(game: str) -> None:
    assert settled(*tree(game), {}) == tree(game)[1]


VARIANTS = """game "Variants" "A try"
    players 2..4
option long "Play longer": yes or no, default no
option mode "How": plain or wild, default plain
there is
    coins: 0..9
    extra: 0..9, when long
play:
    if long and player-count is 2: set coins to 1
    otherwise if mode is wild: set coins to 2
    otherwise: set coins to player-count + 1
    repeat 3 times: choose rest or dare
action rest "Rest": nothing
action dare "Dare":
    needs mode is wild   because "only in the wild mode"
    add 1 to coins
scoring:
    score of player: coins
    winners: players with highest score
"""


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("game is over", "the game is over"),
        *((asked, "the game is not over") for asked in ("game is not over", "not game is over")),
        ("not (game is not over or coins is 3)", "the game is over, and coins is not 3"),
    ],
)
def test_whether_the_game_is_over(asked: str, said: str) -> None:
    source = Source("case.rules", f'invariant "it": {asked}\n')
    ruleset = parse(source).ruleset
    (invariant,) = (node for node in ruleset.declarations if isinstance(node, syntax.Invariant))
    assert condition(invariant.condition, Env(Known(source, ruleset))) == said


def test_whose_turns_come_in_which_order_and_until_when() -> None:
    said = told(book("salvage"), "bidding")
    assert "beginning with the starter, first those with the highest bid, until there is an ahead: you become" in said
    assert "Each player" in said
    assert "each player among the bidders in turn" in said
    assert "if that player is not the ahead when the turn comes, until the number of bidders is 1: you choose" in said


def test_who_chooses_at_once_what_is_noted_and_who_sees_it() -> None:
    text = told(book("beacons"))
    assert "As long as a card lies in a hand, all may know of it: - Hue: the color that you have been told." in text
    assert "at most 5; everybody but its owner sees it." in text
    some = VARIANTS.replace("play:\n", "play:\n    each player where it is odd-one at once: choose rest\n", 1)
    said = told(small(f"{some}define odd-one of player p: p's seat is odd\n"))
    assert "at the same time, without seeing what the others do: you choose “rest”" in said


def test_without_a_setting_every_variant_is_told_with_its_condition() -> None:
    text = told(small(VARIANTS))
    assert "If long is chosen, and there are 2 players, set the coins to 1." in text
    assert "Otherwise, if mode is wild, set the coins to 2." in text
    assert "Otherwise, set the coins to the number of players plus 1." in text
    assert "long – Play longer. Choose yes or no; usually no. It changes the course of play." in text
    assert "Extra: a number from 0 to 9; only if long is chosen." in text


def test_a_division_says_how_it_rounds() -> None:
    text = told(small(VARIANTS.replace("player-count + 1", "coins / 2 + 7 / (coins / 3)")))
    third = "(the coins divided by 3, rounded down)"
    assert f"to (the coins divided by 2, rounded down) plus (7 divided by {third}, rounded down)." in text


def test_with_a_setting_only_what_applies_is_told() -> None:
    text = told(small(VARIANTS, player_count=3, long=False, mode="plain"))
    assert "Set the coins to 4." in text
    assert "wild mode" not in text
    assert "dare" not in text, "an action that is never legal is not offered"
    assert "Extra" not in text
    assert "long – Play longer. In this game: no." in text
    assert "For 3 players." in text


def test_what_is_not_chosen_keeps_its_condition() -> None:
    text = told(small(VARIANTS, player_count=3))
    assert "If mode is wild, set the coins to 2." in text
    assert "long is chosen" not in text.partition("PLAY")[2].partition("STEP BY STEP")[0], "three players never ask it"


@pytest.mark.parametrize(
    ("name", "sentences"),
    [
        ("mine", ["Pick “mine”: a card from your hand, one", "Move “mine” to the trick."]),
        ("smallest", ["Pick a smallest card: one from your hand, one", "Move the smallest card to the trick."]),
        ("laid", ["Pick a laid card: one from your hand, one", "Move the laid card to the trick."]),
        ("gift", ["Pick a gift: a card from your hand, one", "Move the gift to the trick."]),
    ],
)
def test_what_is_picked_is_called_by_its_sort_where_its_name_is_no_noun(name: str, sentences: list[str]) -> None:
    text = CARDS.replace("pick card from", f"pick {name} from").replace("move card to", f"move {name} to")
    book = told(small(text.replace("is card's color", f"is {name}'s color")))
    assert [each for each in sentences if each not in book] == []


@pytest.mark.parametrize("at", range(0, len(PARTS), 2))
def test_sentences_become_english(at: int) -> None:
    rules, sentences = PARTS[at : at + 2]
    whole = told(small(rules))
    assert [each for each in sentences.splitlines() if each not in whole] == []


def test_one_condition_in_another_never_takes_its_otherwise() -> None:
    text = VARIANTS.replace(
        "    repeat 3 times: choose rest or dare\n",
        "    if coins is 1:\n        if coins is 2: set coins to 3\n    otherwise: set coins to 4\n",
    )
    lines = re.sub(r"\n +-", "\n    -", as_text(small(text.replace("choose rest or dare", "nothing")), 80))
    assert "If the coins are 1, do this:\n    - If the coins are 2, set the coins to 3.\n" in lines


@pytest.mark.parametrize(
    ("word", "says", "silent"),
    [
        ("deck", "Deck: a pile of cards", "Trick: a row"),
        ("turn", "Each player in turn", "8 in all"),
        ("play", "Pick a card from your hand", "8 in all"),
        ("CARD", "8 in all", "Pick a card"),
        ("setup", "Move all cards", "Pick a card"),
        ("high", "rank is more than 5", "8 in all"),
        ("the color counts", "Ann cannot play", "8 in all"),
    ],
)
def test_a_word_finds_what_is_called_so_and_only_that(word: str, says: str, silent: str) -> None:
    text = told(small(CARDS), word)
    assert says in text
    assert silent not in text


def test_a_word_that_names_nothing_finds_what_speaks_of_it() -> None:
    assert "7 in steps of 3" in told(small(CARDS), "steps of 3")
    assert sections_about(small(CARDS), "moon") == ()


def test_every_built_in_question_has_its_words() -> None:
    for row in ROWS.values():
        assert row.name in (VERDICTS if row.flag else VALUES), row.name
    assert {"min", "max"} < set(VALUES)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("deck: pile of card", "deck: pile of card, seen by evryone"),
        ("component card: color", 'component card, called "{colour}-{rank}": color'),
        ("hand: hand of card", "hand: hand of crad"),
        ("rank is more than 5", "rnak is more than 5"),
        ("players 2..4", "players 2..nine"),
    ],
)
def test_rules_with_a_mistake_have_a_rulebook(right: str, wrong: str) -> None:
    source = Source("made.rules", CARDS.replace(right, wrong, 1))
    assert "Again and again, until the deck is empty" in told(rulebook(source, parse(source).ruleset))


@BY_SEED
@given(any_text(), st.integers(20, 200))
def test_every_made_ruleset_has_a_rulebook(text: str, width: int) -> None:
    source = Source("made.rules", text)
    made = rulebook(source, parse(source).ruleset)
    for line in as_text(made, width).splitlines():
        assert len(line) <= width or len(line.split()) <= 2 or width < 80, line
    ET.fromstring(as_page(made).partition("\n")[2])


@BY_SEED
@given(any_text(), st.integers(1, 4), st.booleans())
def test_every_made_ruleset_has_one_at_a_setting(text: str, players: int, yes: bool) -> None:
    source = Source("made.rules", text)
    ruleset = parse(source).ruleset
    flags = [option for option in options_of(ruleset) if isinstance(option.values[0], syntax.YesNo)]
    made = rulebook(source, ruleset, {"player-count": players, **{option.name.text: yes for option in flags}})
    assert list(all_texts(made))


@BY_SEED
@given(any_text())
def test_a_condition_and_its_denial_differ(text: str) -> None:
    source = Source("made.rules", text)
    ruleset = parse(source).ruleset
    env = Env(Known(source, ruleset))
    for node in walk(ruleset.declarations):
        if isinstance(node, syntax.Needs):
            assert condition(node.condition, env) != condition(node.condition, env, holds=False)


def test_strangers_text_is_escaped_everywhere() -> None:
    text = CARDS.replace('"A try"', '"<script>alert(1)</script> & \u202eevil"').replace("who began", "<b>\x07who")
    source = Source("x.rules", text)
    made = rulebook(source, parse(source).ruleset)
    page, plain = as_page(made), as_text(made)
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; \\u{202e}evil" in page
    assert not set(HARMFUL) & set(page + plain)
    assert "default-src 'none'" in page.replace("&#x27;", "'")
    tags = {element.tag for element in ET.fromstring(page.partition("\n")[2]).iter()}
    known = {"html", "head", "meta", "title", "style", "body", "h1", "h2", "h3", "p", "em", "nav", "a"}
    assert tags <= known | {"ol", "ul", "li", "div", "span", "table", "thead", "tbody", "tr", "th", "td"}


def test_a_rulebook_names_no_game_of_ours() -> None:
    folder = Path(rulebook.__code__.co_filename).parent
    words = {"apotheca", "biblios", "aurum", "potion", "balloon", "trophy", "church"}
    for module in folder.glob("*.py"):
        assert not words & set(re.findall(r"\w+", module.read_text(encoding="utf-8").lower())), module


DRAWN = """game "Drawn" "Boards in a rulebook"
    players 2
cell is grid:
    . # #
    # # #
nook is hex:
      # #
     # # #
      #
hue is one of red, blue
component stone, called "{hue}": hue
    3 of any
there is
    field: stone on each cell
        picture: red "o"
    pond: stone on each nook
setup:
    set field to:
        .    o    .
        blue .    .
    for each p in players:
        set pond to:
              red blue
            .   .   .
              red
play:
    each player: choose rest
action rest: nothing
scoring:
    score of player: 0
example "laid":
    given:
        field holds:
            . . .
            . . o
    then:
        field's size is 1
"""
SHAPES = """\
 - A cell: 5 squares as drawn here, called by column and row.
   2    # #
   1  # # #
      a b c
 - A nook: 6 hexagons as drawn here, called by column and row.
   3   # #
   2  # # #
   1   #
      a b c
"""
LAID = """\
 1. Lay out the field as drawn here (o is red).
         o .
    blue . .
 2. For each player:
    - Lay out the pond as drawn here.
         red   blue
      .     .     .
         red
"""


def test_boards_that_are_drawn_are_drawn_in_the_rulebook() -> None:
    book = small(DRAWN)
    text = as_text(book)
    assert SHAPES in text
    assert LAID in text
    assert " - The field holds what is drawn here (o is red).\n     . .\n   . . o\n" in text
    drawn = [each.text for each in ET.fromstring(as_page(book).partition("\n")[2]).iter("pre")]
    assert drawn[0] == "2    # #\n1  # # #\n   a b c"
    assert len(drawn) == 5


def test_a_drawing_that_is_too_wide_loses_nothing() -> None:
    lines = as_text(small(DRAWN), 16).splitlines()
    assert any(line.split() == ["red", "blue"] for line in lines)
    wide = DRAWN.replace('stone, called "{hue}"', 'stone, called "{hue}-and-a-very-long-name"').replace(
        'red "o"', 'blue-and-a-very-long-name "o"'
    )
    assert all(len(line) <= 40 for line in as_text(small(wide), 40).splitlines())


def test_a_name_that_cannot_be_broken_moves_no_other_column() -> None:
    long = "manuscripts-1-LETTER"
    rows = tuple((name, "1", "books of many pages, written by hand") for name in (long, "gold", "a-b"))
    lines = as_text(Document("T", "", (Section("S", (Table(("called", "copies", "what"), rows),)),)), 40).splitlines()
    (first,) = (line.index("copies") for line in lines if "copies" in line)
    told = [line for line in lines if any(line.split()[:1] == [name] for name, *_ in rows)]
    assert [line[first - 2 : first + 1] for line in told] == ["  1"] * len(rows)
