"""Rulebooks: all is told, in words, at every setting, escaped; whatever the text."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.analysis.report.document import Document, Section, found, texts
from rulewright.analysis.report.html import as_page
from rulewright.analysis.report.text import as_text
from rulewright.analysis.rulebook import rulebook
from rulewright.analysis.rulebook.expressions import condition
from rulewright.analysis.rulebook.library_words import VALUES, VERDICTS
from rulewright.analysis.rulebook.meaning import Env, known_of
from rulewright.analysis.rulebook.settled import settled
from rulewright.files import shipped
from rulewright.language import syntax
from rulewright.language.elaborate.settings import admitted, options_of
from rulewright.language.library import ROWS
from rulewright.language.parser import parse
from rulewright.language.source import Source
from rulewright.language.walking import walk
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
    shown = Document("", "", found(book, word)) if word else book
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


def named(game: str) -> Iterator[str]:
    """All names that a rulebook must know."""
    for each in tree(game)[1].declarations:
        match each:
            case syntax.Has():
                yield from (field.name.text for field in each.fields)
            case (
                syntax.Option()
                | syntax.Component()
                | syntax.Enumeration()
                | syntax.Phase()
                | syntax.Procedure()
                | syntax.ProcedureFamily()
                | syntax.Action()
                | syntax.ActionFamily()
                | syntax.Choice()
                | syntax.Define()
            ):
                yield each.name.text
            case syntax.Example() | syntax.Invariant() | syntax.Secret():
                yield each.title.text
            case _:
                pass


@pytest.mark.parametrize("game", GAMES)
def test_whatever_has_a_name_is_told(game: str) -> None:
    known = {section.name for section in sections(book(game))} | set(all_names(book(game)))
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


def all_names(book: Document) -> Iterator[str]:
    for section in sections(book):
        for block in section.blocks:
            for line in getattr(block, "items", ()):
                yield line.name


@pytest.mark.parametrize("game", GAMES)
def test_every_chapter_of_a_rulebook_is_there(game: str) -> None:
    headings = [chapter.heading for chapter in book(game).chapters]
    for heading in ("The game", "Components", "What lies where", "Play", "What you can do"):
        assert heading in headings
    assert any("winner" in text or "wins" in text for text in all_texts(book(game)))


@pytest.mark.parametrize("game", [*GAMES, *OTHERS], ids=lambda game: getattr(game, "stem", game))
def test_no_line_looks_like_source_or_is_what_nobody_would_say(game: str | Path) -> None:
    whole = book(game) if isinstance(game, str) else small(game.read_text(encoding="utf-8"))
    refused = NOBODY_SAYS | (SOURCE_ONLY if isinstance(game, str) else {})
    wrong = [(what, text) for text in all_texts(whole) for what in refused if re.search(refused[what], text)]
    assert not wrong


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
        ("game is not over", "the game is not over"),
        ("not game is over", "the game is not over"),
        ("not (game is not over or coins is 3)", "the game is over, and coins is not 3"),
    ],
)
def test_whether_the_game_is_over(asked: str, said: str) -> None:
    source = Source("case.rules", f'invariant "it": {asked}\n')
    ruleset = parse(source).ruleset
    (invariant,) = (node for node in ruleset.declarations if isinstance(node, syntax.Invariant))
    assert condition(invariant.condition, Env(known_of(source, ruleset))) == said


def test_whose_turns_come_in_which_order_and_until_when() -> None:
    said = told(book("salvage"), "bidding")
    assert "beginning with the starter, first those with the highest bid, until there is an ahead: you become" in said
    assert "Each player" in said
    assert "each player among the bidders in turn" in said
    assert "if that player is not the ahead when the turn comes, until the number of bidders is 1: you choose" in said


def test_who_chooses_at_once_what_is_noted_and_who_sees_it() -> None:
    text = told(book("beacons"))
    assert "As long as a card lies in a hand, all may know of it: - Hue: a color, or none." in text
    assert "at most 5; everybody but its owner sees it." in text
    assert "nobody but the others sees the hand of a player" in text
    some = told(
        small(
            VARIANTS.replace("play:\n", "play:\n    each player where it is odd-one at once: choose rest\n", 1)
            + "define odd-one of player p: p's seat is odd\n"
        )
    )
    assert "at the same time, without seeing what the others do: you choose “rest”" in some


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
    assert "long is chosen" not in text.partition("PLAY")[2], "three players never ask it"


CARDS = """game "Cards" "A try"
    players 2..4
color is one of red, blue
component card: color, rank 1..9
    1 of any, 1..7 by 3
    2 of red, 2
there is
    deck: pile of card
    trick: row of card, with owner
    leader: player or none   -- who began
each player has
    hand: hand of card
setup:
    move all box to deck
    each player: move 2 from the deck to your hand
play:
    repeat until deck is empty: turn
    if leader is none: end game
phase turn "A turn":
    each player: choose play
    if some c in trick where c is high and c's owner is leader: set leader to none
    for each c in trick where its rank is 1: move c to deck
action play "Play a card":
    pick card from your hand where its rank is more than 2
    needs no other in trick where other's color is card's color   because "the color is there"
    needs your hand's size is at least 1
    move card to the trick
define high of card: its rank is more than 5
scoring:
    score of player: total rank of its hand
    winners: players with highest score
example "the color counts":
    players Ann, Bob
    given:
        Ann's hand holds red-4, blue-4
        trick holds red-7
    at turn as Ann
    then:
        Ann cannot play red-4   because "the color is there"
    when:
        Ann: play blue-4
    then:
        trick's size is 2
"""


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


@pytest.mark.parametrize(
    "sentence",
    [
        "8 in all.",
        "Leader: a player, or none. Who began.",
        "Each player in turn: move 2 cards from the deck to your hand.",
        "Again and again, until the deck is empty: carry out “turn”.",
        "If there is no leader, the game ends.",
        "If there is a card in the trick that is high, and where the player who put that card there is the leader,",
        "For each card in the trick whose rank is 1: move that card to the deck.",
        "Pick a card from your hand, one whose rank is more than 2.",
        "Only if there is no other in the trick whose color is the card’s color (otherwise: “the color is there”).",
        "Only if the number of cards in your hand is at least 1.",
        "Move the card to the trick.",
        "A card is high if the card’s rank is more than 5.",
        "The score of a player is the total rank of the cards in the player’s hand.",
        "The winners are the players with the highest score.",
        "In “Play”: If there is no leader, the game ends.",
        "Ann’s hand holds red-4 and blue-4.",
        "Ann cannot play “play red-4”: the color is there.",
        "The number of cards in the trick is 2.",
    ],
)
def test_sentences_become_english(sentence: str) -> None:
    assert sentence in told(small(CARDS))


TABLE = """game "Table" "A try"
    players 2..4
    teams 2 when player-count is 4
space is grid 3 by 3
color is one of red, blue
component card: color, rank 1..3
    1 of any, any
there is
    board: card on each space
    stock: pile of card
    row: row of card
    used: area of card
    open: area of card
    active: player
    leader: player
    bidders: set of player
each player has
    hand: hand of card
    drawn: slot of card
    coins: 0..9
play:
    repeat until active is leader or bidders is empty:
        each player: shift
    repeat:
        choose take
        if you cannot: end game
to shift:
    let old be row's first
    draw lost from your hand
    move lost to used
    let best be only c in row where its color is red with highest rank
    ask active:
        for each c in cards: nothing
    if some line in spaces' runs(3) where b2 is in line and line is even: nothing
    if most(your least(2), 3) is 1: nothing
action take "Take":
    pick here from spaces where it is not empty
    pick there from here's neighbors where there is past(here)
    pick goal from stock or row
    swap here and there
    move here to used
    move 1 from box where its rank is 2 to here
    show goal to you
define even of line: every s in line satisfies s's rank is 2
define most(0..9 a, 0..9 b): max(a, b)
define least of player(0..9 n): count of its hand where its rank is n
define alike of player(color): total rank of its hand where its color is color
define tens of player: 10
scoring:
    score of player: total coins of its team's members
    winners: players with highest score
example "who wins":
    players Ann, Bob
    given:
        used holds red-2
        Ann's drawn holds red-1
        Ann's coins is 1
    then:
        Ann's drawn is not empty
        used is not empty
        open is empty
        used's size is 1
        Ann is in winners
        winners's size is 1
        bidders's size is 2
"""


@pytest.mark.parametrize(
    "sentence",
    [
        "A space: a grid of 3 rows and 3 columns, counted upwards, column by column, from a1 (lower left).",
        "Row: a row of cards, laid from left to right and taken from the left; everybody sees them.",
        "Move 1 card whose rank is 2 from the box to “here”.",
        "Again and again, until the active player is the leader, or there are no bidders, each player in turn: carry",
        "In “Play”: You choose “take”; if you cannot, the game ends.",
        "The old card is the first card of the row.",
        "Draw a card from your hand by lot; that is the lost card.",
        "Move the lost card to the used cards.",
        "The best card is the only card with the highest rank among the cards in the row whose color is red.",
        "The active player acts: for each card: nothing happens.",
        "If there is a straight line of 3 spaces with b2 in it, and that is even, nothing happens.",
        "If the “most” for (your “least” for 2) and 3 is 1, nothing happens.",
        "Pick “there”: a space from the neighbors of “here”, one that comes after “here” in their order.",
        "Pick a goal: a card from the top of the stock or the row.",
        "The card on “here” and the card on “there” change places.",
        "Move the card on “here” to the used cards.",
        "A line is even if for every space in the line, that space’s rank is 2.",
        "The “alike” of a player for a color is the total rank of the cards in the player’s hand of that color.",
        "The tens of a player are 10.",
        "The score of a player is the total coins of the players of the player’s team.",
        "The used cards are red-2.",
        "Ann’s drawn card is red-1.",
        "Ann’s coins are 1.",
        "Ann has a drawn card.",
        "There are used cards.",
        "There are no open cards.",
        "The number of used cards is 1.",
        "Ann is among the winners.",
        "The number of winners is 1.",
        "The number of bidders is 2.",
    ],
)
def test_things_are_called_by_what_they_are(sentence: str) -> None:
    assert sentence in told(small(TABLE))


TALK = """-- Talk: for those who read rules.
game "Talk" "A try"
    players red, blue
space is grid 3 by 3
component stone "A stone to lay": player
    2 of any  -- how many is our choice
component card: rank 1..3
    4 of any
there is
    board: stone on each space
    deck: pile of card
    row: row of card  -- the cards that we forgot
    laid-off: area of card
    shown: slot of card
    leader: player
    seer: player or none
each player has
    hand: hand of card
    drawn: slot of card, seen by owner
    out: yes or no
    points: 0..9
play:
    repeat until some p in players where p's points is at least 3:
        each player: choose lay or give
to finish:
    set leader to you
    set your out to yes
    draw lost from box's stones where its player is you
    set leader to you's left's left
    let old be row's item(2)
    let truth be shown's first
    let who be players where its points is 2
    let lucky be seer
    if b2 is in region of a1 as s where s's player is you: nothing
    if row's size mod 2 is 1: nothing
    if a1's direction(b2) is not none: nothing
    move all shown to laid-off
    show b2 to players' item(2)
    if some line in spaces' runs(3) where b2 is in line and every s in line satisfies s's player is you: end game
action lay:
    pick place from row, gone
    pick 2 given from your hand
    pick 1 lucky from your hand
    pick number from 0..3
    needs place is not row or deck is empty   because "too early"
    needs deck is empty when number is 3   because "too many"
    needs deck is not empty if you can   because "you must"
    for each c in given: move c to laid-off
    if your points is 0:
        if your out is yes: end game
action give: move 1 from box where its player is you to b2
define fine of player p:   -- p pays
    yes when p's points is 1
    no otherwise
define near of player p: p's points is 1   -- p sits near
secret "drawn": nobody but its owner sees players' drawn
scoring:
    score of player: its points
    winners: players with highest score
"""


@pytest.mark.parametrize(
    "sentence",
    [
        "For 2 players: red and blue. COMPONENTS",
        "A stone to lay. 4 in all. Each row tells how many copies there are of every combination of its values.",
        "copies player ------ ------ 2 any card",
        "Row: a row of cards, laid from left to right and taken from the left; everybody sees them. -",
        "until there is a player whose points are at least 3, each player in turn: you choose",
        "You become the leader.",
        "From now on you are out.",
        "Draw by lot one of the stones that are yours, in the stones in the box; that is the lost stone.",
        "The leader becomes the second player to your left.",
        "The old card is the second card of the row.",
        "The truth is the shown card.",
        "The lucky player is the seer.",
        "If b2 is in the spaces that hang together with a1 through spaces that are yours, nothing happens.",
        "“who” are the players whose points are 2.",
        "If the number of cards in the row is odd, nothing happens.",
        "If there is a direction from a1 to b2, nothing happens.",
        "Move the shown card to the laid-off cards.",
        "Show b2 to the second player.",
        "If there is a straight line of 3 spaces with b2 in it, and where every space in it is yours, the game ends.",
        "Pick 2 given cards from your hand. - Pick a lucky card: one from your hand. - Pick a number from 0 to 3.",
        "If the place is “row”: only if the deck is empty (otherwise: “too early”).",
        "If the number is 3: only if the deck is empty (otherwise: “too many”).",
        "If you can, choose so that the deck is not empty (otherwise: “you must”).",
        "For each card in the given cards: move that card to the laid-off cards.",
        "Move 1 piece that is yours from the box to b2.",
        "In “lay”: If your points are 0; if you are out, the game ends.",
        "A player is fine, by the first of these lines that fits: - If the player’s points are 1: yes.",
        "Otherwise: no. The player pays.",
        "A player is near if the player’s points are 1. The player sits near.",
        "nobody but its owner sees the drawn card of a player.",
    ],
)
def test_a_rulebook_talks_to_players(sentence: str) -> None:
    assert sentence in told(small(TALK))


BOWLS = """game "Bowls" "A try"
    players 2..4
house is one of a, b, c
component die: face 1..6
    unlimited of any
there is
    past: memory of seeds and mover, up to 50
    mover: player
    those-in: set of player
each house has
    seeds: 0..99, starts 4
each player has
    cup: hand of die
    spare: 0..5
play:
    repeat:
        each player: choose sow-from
        remember past
        if past's repeats is 2: end game, won by those-in
action sow-from "Sow":
    pick house from houses
    keep spot: house, starts house
    sow all spot's seeds onto spot's next where it is not house
    roll 2 to your cup
    roll your spare to your cup
scoring:
    score of player: its cup's size
    winners: players with highest score
"""


@pytest.mark.parametrize(
    "sentence",
    [
        "To be remembered: - Past: earlier situations, of each of them the seeds and the mover; at most 50.",
        "going on to the one after the spot before each, passing on where it is the house.",
        "Roll 2 new dice into your cup.",
        "Roll new dice into your cup, as many as your spare.",
        "and “those-in” win.",
    ],
)
def test_what_is_sown_rolled_and_remembered(sentence: str) -> None:
    assert sentence in told(small(BOWLS))


MISSIONS = """game "Missions" "A try"
    players 2
suit is one of clubs, hearts
component card: suit, rank 1..13, wild yes or no
    1 of any, any, no
    2 of any but clubs, any but 3, any
    3 of clubs, 1..9 by 4, yes
component token, called "token-{suit}-x{level}": suit or none, level 1..2 or none
    1 of none, 2
    1 of clubs
there is
    shown: area of card, up to 12
    mission-number: 1..9
    bid-so-far: 0..9
each player has
    hand: hand of card, up to 12
play:
    each player: mission
    each player: turning
phase mission "Mission {mission-number}":
    carry-out
phase turning "{you} turns over {bid-so-far} cards": tidy-up
to carry-out: add 1 to mission-number
to tidy-up: set bid-so-far to 0
define fifteens: count of shown's groups(2, 5) as g where (total rank of g) is 15
define threes: count of shown's groups(2, 5) as g where g's size is 3
define tens of player p: count of p's hand's groups(2) where (total rank of it) is 10
define wild-ones: count of (shown where it is wild)'s groups(2) as pair where (highest rank of pair) is 2
scoring:
    score of player: fifteens + threes + wild-ones
"""


@pytest.mark.parametrize(
    "says",
    [
        "1 any 1 to 13 no",
        "2 any but clubs 1 to 13 but 3 yes or no",
        "3 clubs 1 to 9 in steps of 4 yes",
        "1 – 2 token-x2",
        "1 clubs – token-clubs-x",
        "Mission (mission number).",
        "The player turns over (bid so far) cards.",
        "Do “carry out”.",
        "Carry out “tidy up”.",
        "the total rank of the cards in that group is 15",
        "the number of cards in that group is 3",
        "the total rank of the cards in it is 10",
        "the highest rank of the cards in that pair is 2",
    ],
)
def test_a_reader_learns_what_is_in_the_deck_in_a_group_and_in_a_title(says: str) -> None:
    assert says in told(small(MISSIONS))


def test_one_condition_in_another_never_takes_its_otherwise() -> None:
    text = VARIANTS.replace(
        "    repeat 3 times: choose rest or dare\n",
        "    if coins is 1:\n        if coins is 2: set coins to 3\n    otherwise: set coins to 4\n",
    )
    lines = as_text(small(text.replace("choose rest or dare", "nothing")), 80)
    assert "If the coins are 1, do this:\n    - If the coins are 2, set the coins to 3.\n" in re.sub(
        r"\n +-", "\n    -", lines
    )


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
    assert found(small(CARDS), "moon") == ()


def test_every_built_in_question_has_its_words() -> None:
    for row in ROWS.values():
        assert row.name in (VERDICTS if row.flag else VALUES), row.name
    assert {"min", "max"} < set(VALUES)


# ---- whatever the text


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
    env = Env(known_of(source, ruleset))
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
    assert tags <= known | {"ol", "ul", "li", "div", "table", "thead", "tbody", "tr", "th", "td"}


def test_a_rulebook_names_no_game_of_ours() -> None:
    folder = Path(rulebook.__code__.co_filename).parent
    words = {"apotheca", "biblios", "aurum", "potion", "balloon", "trophy", "church"}
    for module in folder.glob("*.py"):
        assert not words & set(re.findall(r"\w+", module.read_text(encoding="utf-8").lower())), module
