"""Two games that differ only in what a `secret` is about look the same to whoever may not know it, or that is told."""

from contextlib import suppress
from functools import partial
from itertools import islice
from math import inf

import pytest

from rulewright.analysis.playtest.effort import Share
from rulewright.analysis.playtest.searching import Search
from rulewright.files import find
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.information_flow.open_tellings import open_tellings
from rulewright.loading import RulesError, read_text, rules_of
from rulewright.machine.game import Rules
from rulewright.machine.positions import GIB
from tests.laws.positions import GAMES, settings_of
from tests.made.loading import loaded

pytestmark = pytest.mark.thorough

TEXT = """
game "Told" "A game that keeps its hands, its deck and its fans, or does not"
    players Ann, Bob, Cid
suit is one of red, green
component card: suit, number 1..4
    2 of any, any
component chip, called "chip-{value}": value 1..4
    4 of any
spot is 0..4
each suit has
    rating: 0..9
there is
    deck: pile of card
    fans: row of card, face up or down
    table: area of card
    bank: area of chip
    board: chip on each spot
    said: 0..9
    guess: 0..9
    hue: suit or none
    who: player or none
    those: set of player
    hot: yes or no
    own: 0..99, seen by nobody
each player has
    hand: hand of card
    points: 0..99
each card in fans has
    mark: 0..9
setup:
    move all box's cards to deck
    shuffle deck
    each player: move 3 from deck to your hand
    repeat 2 times: move 1 from deck to fans face down
    set red's rating to 3
play:
    repeat 3 times:
        each player: turn
phase turn:
    set said to 0
    SENTENCE
    choose lay or ask-for or fish
action lay "Lay a card":
    pick card from your hand
    move card to table
action ask-for "Say a number, and hear whether another holds it":
    pick player from your others
    pick n from 1..4
    if some c in player's hand where c's number is n:
        add 1 to your points
        set guess to n
action fish "Ask for a number; whoever holds it hands it over":
    pick player from your others
    pick n from 1..4
    move all player's hand where its number is n to your hand
to warn:
    if deck's first's number is 4: set hot to yes
    otherwise: set hot to no
to say-it: set said to deck's first's number
to bluff: nothing
scoring:
    score of player: its points
    winners: players with highest score
secret "hands": nobody but its owner sees players' hand
secret "the deck": nobody sees deckEXCEPT
secret "the fans": nobody but its viewers sees fans
"""
TELLS = {
    "a value": "set said to deck's first's number",
    "a value that is reckoned": "set said to deck's first's number mod 2",
    "by way of a local": "let top be deck's first\n    set said to top's number",
    "by way of a procedure": "say-it",
    "by way of a hidden field": "set own to deck's first's number\n    set said to own mod 10",
    "a total of several": "set said to min(9, total number of your left's hand)",
    "how many": "set said to the number of your left's hand where its suit is red",
    "a suit": "set hue to deck's first's suit",
    "a condition": "if deck's first's number is 4: set hot to yes\n    otherwise: set hot to no",
    "a condition on another's hand": (
        "if some c in your left's hand where c's number is 4: set hot to yes\n    otherwise: set hot to no"
    ),
    "an index": "set said to deck's first's suit's rating",
    "a note": "for each c in fans: set c's mark to c's number",
    "a set of players": "set those to players where some c in its hand where c's number is 4",
    "a player": "set who to first p in players with highest total number of p's hand",
    "a place": "if board(deck's first's number) is empty: move box's chips's first to board(deck's first's number)",
    "another place": "move all board to box\n    move box's chips's first to board(deck's first's number)",
    "how many pieces move": "move up to deck's first's number from box's chips to bank",
    "how many open pieces come": "move up to (count of your left's hand where its number is 4) from deck to table",
    "from where it is drawn": "draw s from suits where it is deck's first's suit \"a suit\"\n    set hue to s",
    "a hidden field, told later": (
        "set own to deck's first's number\n    choose lay or ask-for or fish\n    set said to own mod 10"
    ),
    "a hidden field, set by a condition and told later": (
        "if deck's first's number is 4: set own to 1\n    otherwise: set own to 0\n"
        "    choose lay or ask-for or fish\n    set said to own"
    ),
    "how often somebody is asked": (
        "repeat (count of your left's hand where its suit is red) times: choose ask-for or fish"
    ),
    "how long somebody is asked": (
        "repeat until (not some c in your left's hand where c's number is 4) or said is 3:\n"
        "        add 1 to said\n        choose ask-for or fish"
    ),
    "who is asked after a choice at once": (
        "each player at once: choose lay\n    each other player:\n"
        "        if some c in your hand where c's number is 4: choose ask-for or fish"
    ),
    "who is asked": "each other player:\n        if some c in your hand where c's number is 4: choose lay or ask-for",
}
"""Each is a sentence of the phase, which tells by what it says."""
SILENT = {
    "nothing": "nothing",
    "how many lie there": "set said to min(9, deck's size)",
    "what is shown": "show deck's first to everyone\n    set said to deck's first's number",
    "what lies open": "set said to min(9, total number of table)",
    "what leaves": "set said to deck's first's number\n    move up to 1 from deck to table",
    "a hidden field": "set own to deck's first's number",
    "a piece that comes face down": "move up to 1 from deck to fans face down",
    "what is drawn": 'draw c from your left\'s hand "theft"\n    move c to your hand',
}

WAYS_TEXT = """
game "Ways" "A game in which something is chosen, rolled or passed on in secret"
    players Ann, Bob, Cid
component card, called "card-{number}": number 1..9
    2 of any
component die, called "die-{face}": face 1..6
    unlimited of any
there is
    deck: pile of card
    lot: slot of card, seen by nobody
    table: area of card
    said: 0..99
    hot: yes or no
each player has
    hand: hand of card
    envelope: slot of card, seen by owner
    cup: hand of die
    wish: 0..9, seen by owner
setup:
    move all box's cards to deck
    shuffle deck
    each player: move 4 from deck to your hand
play:
    repeat 3 times:
        SENTENCE
        each player: choose pass or wish-for
        move all lot to table
        each player: move all your envelope to your hand
        each player: move all your cup to box
action pass: nothing
action lay-away "Lay a card face down":
    pick card from your hand
    move card to lot
action seal "Put a card into your envelope":
    pick card from your hand
    move card to your envelope
action wish-for "Wish in secret":
    pick n from 1..9, seen by you
    set your wish to n
scoring:
    score of player: its wish
    winners: players with highest score
secret "hands": nobody but its owner sees players' hand
secret "what is laid away": nobody sees lot
secret "envelopes": nobody but its owner sees players' envelope
secret "cups": nobody but its owner sees players' cup
secret "wishes": nobody but its owner sees players' wish
"""
TELLS_WAYS = {
    "a card that was just laid face down": "ask Ann: choose lay-away\n        set hot to no\n"
    "        if lot's number is 4: set hot to yes",
    "a card that was chosen at once": "each player at once: choose seal\n"
    "        set hot to no\n        if some c in players' envelope where c's number is 9: set hot to yes",
    "what was just picked in secret": "ask Ann: choose wish-for\n        set hot to no\n"
    "        if Ann's wish is 3: set hot to yes",
    "dice that were just rolled": "each player: roll 2 to your cup\n"
    "        set said to count of players' cup where its face is 6",
    "a card that was chosen at once, before hands go round": "each player at once: choose seal\n"
    "        each player at once: move all your hand to your left's hand\n"
    "        set hot to no\n        if some c in players' envelope where c's number is 9: set hot to yes",
}
SILENT_WAYS = {
    "a card that is laid open": "ask Ann: choose lay-away\n"
    "        set said to lot's number\n        move all lot to table",
    "cards that are all opened": "each player at once: choose seal\n"
    "        set said to lowest number of players' envelope\n        each player: move all your envelope to table",
    "dice that are shown": "each player: roll 2 to your cup\n        show players' cup to everyone\n"
    "        set said to count of players' cup where its face is 6",
    "hands that go round": "each player at once: move all your hand to your left's hand",
    "how many were rolled": "each player: roll 2 to your cup\n        set said to players' cup's size",
}


def findings(text: str, players: int = 3) -> list[Diagnostic]:
    """What is said of secrets that are told, by reading or, if that finds nothing, in play."""
    try:
        read = rules_of(read_text("told.rules", text.encode()), "told", players=players, options={}, noting=True)
    except RulesError as refused:
        return [*refused.diagnostics]
    return findings_in(read)


def findings_in(rules: Rules) -> list[Diagnostic]:
    """The same, of rules that note what happens."""
    found = (each.diagnostic for each in Search(rules, GIB, strict=False).watched(Share(None, inf, inf)))
    return [*islice((each for each in found if each.code in ("told-secret", "menu-tells")), 3)]


def with_sentence(sentence: str, exception: str = "") -> str:
    return TEXT.replace("SENTENCE", sentence).replace("EXCEPT", exception)


@pytest.mark.sampled(4, 4)
@pytest.mark.parametrize("way", TELLS)
def test_what_is_told_is_found_where_it_is_told(way: str) -> None:
    text = with_sentence(TELLS[way])
    found = findings(text)
    lines = text.splitlines()
    first = 1 + next(number for number, line in enumerate(lines) if line.startswith("phase turn"))
    last = next(number for number, line in enumerate(lines) if line.startswith("action lay"))
    assert found, way
    for each in found:
        line = text[: each.span.start].count("\n")
        assert first <= line < last or (way == "by way of a procedure" and lines[line].startswith("to say-it"))


def lines_unproven(text: str) -> dict[str, set[str]]:
    """Of each secret the lines of which reading could not prove that they tell nothing of it."""
    read = loaded(text, 3)
    found, lines = open_tellings(read.core), text.splitlines()
    return {title: {lines[read.line(span) - 1].strip() for span in each.places} for title, each in found.items()}


@pytest.mark.parametrize("way", {**TELLS, **TELLS_WAYS})
def test_reading_proves_nothing_of_what_is_told(way: str) -> None:
    sentence = TELLS[way] if way in TELLS else TELLS_WAYS[way]
    text = (with_sentence if way in TELLS else partial(WAYS_TEXT.replace, "SENTENCE"))(sentence)
    with suppress(RulesError):  # it is an error already
        said = "to say-it: set said to deck's first's number" if sentence == "say-it" else sentence
        wanted = {*map(str.strip, said.splitlines())}
        assert any(line in wanted for each in lines_unproven(text).values() for line in each)


def test_pairs_of_games_are_counted_over_all_looks() -> None:
    """What is at most 0 tells nothing, which reading does not know."""
    text = with_sentence("set said to min(0, total number of your left's hand)")
    rules = rules_of(read_text("kept.rules", text.encode()), "kept", players=3, options={}, noting=True)
    search, counted = Search(rules, GIB, strict=False), list[int]()
    for share in (Share(None, inf, inf), Share(None, inf, inf), Share(None, -inf, -inf)):
        assert not [*search.watched(share)]
        counted.append(sum(each or 0 for each in search.seen.held.values()))
    assert 0 < counted[0] < counted[1] <= counted[2]


OWING = """game "Owing" "Who has marked something may speak"
    players 2
each player has
    mark: yes or no, seen by owner
play:
    each player: choose tick or pass
    each player: turn
phase turn "A turn":
    choose until pass:
        speak, LIMIT per turn
    if you cannot: nothing
action tick "Mark something": set your mark to yes
action speak "Say so":
    needs your mark
action pass "Do nothing": nothing
scoring:
    score of player: 0
secret "marks": nobody but its owner sees players' mark
"""


@pytest.mark.parametrize(("limit", "proven"), [("once", True), ("exactly once", False)])
def test_who_owes_what_he_cannot_do_is_not_asked(limit: str, proven: bool) -> None:
    read = loaded(OWING.replace("LIMIT", limit), 2)
    assert (not open_tellings(read.core)["marks"].places) is proven


@pytest.mark.parametrize(
    "sentence",
    [
        "nothing",
        SILENT_WAYS["hands that go round"],
        SILENT_WAYS["how many were rolled"],
        "ask Ann: choose seal or pass",
    ],
)
def test_reading_proves_what_nothing_asks(sentence: str) -> None:
    assert set().union(*lines_unproven(WAYS_TEXT.replace("SENTENCE", sentence)).values()) == set()


GOES_THROUGH = "each player:\n        for each c in your hand: "


@pytest.mark.parametrize(
    ("body", "proven"),
    [
        ("set said to min(9, said + 1)", True),
        ("move c to table", True),
        ("move 1 from deck to your left's hand", True),
        ("move all your hand where its number is c's number to table", False),
        ("swap your hand and your left's hand", False),
    ],
)
def test_a_loop_may_miss_pieces_that_it_takes_away(body: str, proven: bool) -> None:
    """One that is gone when its turn comes is skipped, so that how often it goes on tells what the others are."""
    line = f"for each c in your hand: {body}"
    found = lines_unproven(with_sentence(GOES_THROUGH + body))
    assert any(line in each for each in found.values()) is not proven


SALE = """game "Sale" "Bid alone, open, the higher one pays"
    players 2
each player has
    coins: 0..20, seen by owner, starts 20
    hidden-offer: 0..20, seen by owner
    offer: 0..20
    won: 0..5
play:
    repeat 5 times: sale
phase sale "A sale":
    each player: choose bid
    each player: set your offer to your hidden-offer
    BEFORE
    let best be the first p in players with highest offer
    subtract best's offer from best's coins
    add 1 to best's won
    BEHIND
action bid "Take coins in your hand":
    pick number from 0..20, seen by you
    needs number is at most your coins because "you have not so many coins"
    set your hidden-offer to number
scoring:
    score of player p: p's won
    winners: players with highest score, then highest coins
secret "SECRET": nobody but its owner sees players' SECRET
"""


@pytest.mark.parametrize(
    ("secret", "before", "behind", "told"),
    [
        ("coins", "nothing", "nothing", False),
        ("coins", "nothing", "set best's won to min(5, best's coins / 4)", True),
        ("hidden-offer", "each player: set your hidden-offer to 0", "nothing", False),
        ("hidden-offer", "nothing", "nothing", True),
    ],
    ids=["what is paid openly", "what is left", "set anew before anybody decides", "still there"],
)
def test_what_is_told_is_what_was_hidden_and_still_is(secret: str, before: str, behind: str, told: bool) -> None:
    """What changes a secret openly afterwards does not tell of it."""
    text = SALE.replace("SECRET", secret).replace("BEFORE", before).replace("BEHIND", behind)
    assert bool(findings(text, 2)) is told


def test_what_is_told_of_where_pieces_come_to_is_told_of_them() -> None:
    found = lines_unproven(
        WAYS_TEXT.replace("SENTENCE", "ask Ann: choose lay-away\n        if lot's number is 4: set hot to yes")
    )
    lines = {"if lot's number is 4: set hot to yes"}
    assert found == {
        **{title: set() for title in found},
        **dict.fromkeys(("what is laid away", "hands", "envelopes"), lines),
    }


@pytest.mark.sampled(2, 2)
@pytest.mark.parametrize("way", SILENT)
def test_what_is_not_told_is_not_found(way: str) -> None:
    assert findings(with_sentence(SILENT[way])) == []


@pytest.mark.sampled(2, 2)
@pytest.mark.parametrize("way", TELLS_WAYS)
def test_what_tells_of_another_choice_that_looks_alike_is_found(way: str) -> None:
    found = findings(WAYS_TEXT.replace("SENTENCE", TELLS_WAYS[way]))
    assert {each.code for each in found} == {"told-secret"}


@pytest.mark.parametrize("way", SILENT_WAYS)
def test_what_tells_of_no_other_choice_is_not_found(way: str) -> None:
    assert findings(WAYS_TEXT.replace("SENTENCE", SILENT_WAYS[way])) == []


def test_what_a_secret_says_that_it_tells_is_not_found() -> None:
    assert findings(with_sentence("say-it", ", except by say-it")) == []
    assert findings(with_sentence("say-it", ", except by bluff or turn")) == []
    assert findings(with_sentence("say-it", ", except by bluff")) != []
    assert findings(with_sentence("warn", ", except by warn")) == []
    assert findings(with_sentence("warn", ", except by bluff")) != []


def test_what_to_write_at_the_end_of_a_secret_is_named() -> None:
    [found] = findings(with_sentence("say-it"))
    assert "end the secret with: , except by say-it" in found.message


def test_a_secret_may_say_that_it_tells_by_what_is_asked() -> None:
    asking = "if deck's first's number is 4: choose lay\n    otherwise: choose ask-for or fish"
    [found] = findings(with_sentence(asking))
    assert found.code == "menu-tells"
    assert 'end the secret "the deck" with: , except by turn' in found.message
    assert findings(with_sentence(asking, ", except by turn")) == []


def test_the_secret_is_named_of_which_it_tells() -> None:
    hands = "set said to count of your left's hand where its number is 4"
    deck = "set said to count of deck where its number is 4"
    for sentence, title in ((hands, "hands"), (deck, "the deck")):
        [found] = findings(with_sentence(sentence))
        assert f'The secret "{title}"' in found.message


MOLES = """game "Moles" "The moles know each other"
    players 5
part is one of mole, loyal
component badge: part
    2 of mole
    3 of loyal
there is
    deck: pile of badge
each player has
    role: slot of badge, seen by owner
setup:
    move all box to deck
    shuffle the deck
    each player: move 1 from the deck to your role
    each player:
        if your role's part is mole: show (your others where its role's part is mole)' role to you
play:
    each player: choose pass
action pass: nothing
scoring:
    score of player: 0
secret "roles": nobody but its owner sees players' role
"""


def test_whoever_is_shown_who_has_the_same_may_know_it() -> None:
    assert findings(MOLES, 5) == []


KNOWN_TEXT = """
game "Known" "What was told on purpose is known from then on"
    players Ann, Bob, Cid
role is one of spy, friend
spot is 0..4
there is
    treasure: spot, seen by nobody
    said: spot
    wrong: set of spot
    found: yes or no
each player has
    part: role, seen by owner
    bad: yes or no, seen by owner
    paid: 0..9
play:
    ask players' last: choose hide
    each player: choose swear
    BEGIN
    repeat 2 times:
        each player: turn
phase turn:
    SENTENCE
    choose wait or dig
    SENTENCE
action hide "Hide the treasure":
    pick n from spots, seen by you
    set treasure to n
action swear "Choose a part":
    pick role from roles, seen by you
    set your part to role
    if role is spy: set your bad to yes
    otherwise: set your bad to no
action wait "Wait": nothing
action dig "Dig":
    pick n from spots
    if treasure is n: set found to yes
    otherwise: add n to wrong
to tell: set said to treasure
scoring:
    score of player: its paid
secret "treasure": nobody sees treasure, except by tell
secret "parts": nobody but its owner sees players' part
secret "bad": nobody but its owner sees players' bad
"""


@pytest.mark.sampled(2, 2)
@pytest.mark.parametrize(
    ("begin", "condition", "told"),
    [
        ("tell", "treasure is said", False),
        ("nothing", "treasure is said", True),
        ("nothing", "treasure is in wrong", False),
        ("nothing", "treasure is 3", True),
        ("nothing", "your bad is yes and your part is friend", False),
        ("nothing", "your bad is yes", True),
    ],
    ids=["said", "not said", "was not there", "is there", "never together", "a part"],
)
def test_what_a_seat_knows_to_be_otherwise_is_no_twin(begin: str, condition: str, told: bool) -> None:
    """What was told on purpose or by a guess, and values that belong together."""
    text = KNOWN_TEXT.replace("BEGIN", begin).replace("SENTENCE", f"if {condition}: add 1 to your paid")
    assert {each.code for each in findings(text)} == ({"told-secret"} if told else set())


@pytest.mark.sampled(10, 10)
@pytest.mark.parametrize("name", GAMES)
def test_shipped_games_tell_no_secret(name: str) -> None:
    setting = settings_of(name)[-1]
    path = find(name)
    rules = rules_of(
        read_text(name, path.read_bytes()), name, players=setting.players, options=dict(setting.options), noting=True
    )
    assert not rules.core.secrets or findings_in(rules) == []
