"""Questions at the table about a game of a few cards: what a thing is, scores by part, odds, what happened."""

import re
from fractions import Fraction
from itertools import combinations, count

import pytest
from attrs import evolve

from rulewright import Game, Rules
from rulewright.analysis.examples import position
from rulewright.loading import read_text, rules_of
from rulewright.machine.chance import ChanceSource, RandomPlayer
from rulewright.machine.sample_state import Imagined
from rulewright.table import asking
from rulewright.table.asking import Asker, content
from rulewright.table.names_at_table import name_people
from rulewright.table.odds import share
from rulewright.table.real_game import Seated
from rulewright.table.sight import opened
from rulewright.table.text_lines import lines, plain
from rulewright.table.view_to_scene import scene
from rulewright.table.vocabulary import vocabulary
from tests.made.loading import loaded, read

TRICKS = """game "Tricks"
    players 2
component card, called "card-{rank}": rank 1..4
    2 of any
there is
    deck: pile of card
    trick: area of card
each player has
    hand: hand of card
    won: area of card
    fines: 0..9
setup:
    move all box to deck
    shuffle deck
    each player: move 2 from the deck to your hand
play:
    repeat 2 times:
        each player: choose lay or pay
        move all trick to players's first's won
    each player: choose pay
action lay "Lay a card onto the table":
    pick card from your hand
    move card to trick
action pay "Pay a fine": add 1 to your fines
scoring:
    score of player: its worth - 2 * its fines
    winners: players with highest score, then lowest fines
define worth of player: total rank of its won + its hand's size
"""
SECRET = 'secret "hands": nobody but its owner sees players\' hand\n'
WRONG = """example "a slip":
    given:
        seed 1
    tehn nothing
"""


def begun(text: str = TRICKS, seed: int = 3) -> Game:
    return loaded(text).start(seed=seed)


def asker(rules: Rules, **given: str) -> Asker:
    words = vocabulary(rules.core)
    names = name_people(
        rules.core.seat_names, {int(seat[1:]): name for seat, name in given.items()}, words, rules.source_text
    )
    return Asker(rules, names, names.words(words))


def told(game: Game, question: str, text: str = "", seat: int | None = 0, **given: str) -> str:
    return plain(lines(asking.answer(asker(game.rules, **given), game, seat, question, text), 100))


def hand(game: Game, seat: int) -> list[str]:
    zone = next(
        zone for zone in game.view(seat).zones if zone.name == "hand" and zone.owners == (f"player-{seat + 1}",)
    )
    return [piece.name for piece in zone.pieces for _ in range(piece.copies)]


def lay(game: Game) -> str:
    seat = game.deciders[0]
    card = hand(game, seat)[0]
    game.play(seat, ("lay", card))
    return card


def test_pieces_zones_players_fields_actions_and_components() -> None:
    game = begun()
    mine = hand(game, 0)[0]
    text = told(game, "look", mine)
    assert text.startswith(f"{mine} — card: rank {mine[-1]}.\n   In the game: 2.\n")
    assert "in your hand. Only you see it.\n" in text
    other = next(name for name in ("card-1", "card-2", "card-3", "card-4") if name not in hand(game, 0))
    assert "2 you do not see: deck (4 unseen) or player-2's hand (2 unseen).\n" in told(game, "look", other)
    lay(game)
    assert "1 in trick. Everybody sees it.\n" in told(game, "look", mine, seat=1)
    game = begun()
    assert "player-2's hand: 2 unseen\n" in told(game, "look", "hand")
    assert told(game, "look", "player-2's hand").startswith("player-2's hand: 2 unseen\n")
    assert told(game, "look", "hand").startswith("hand — a hand of cards. Only its owner sees what lies there.\n")
    assert told(game, "look", "deck").startswith("deck — a pile of cards. ")
    slot = begun(TRICKS.replace("trick: area of card", "trick: area of card\n    top: slot of card"))
    assert told(slot, "look", "top").startswith("top — a place for one card. ")
    assert "your fines: 0\n" in told(game, "look", "fines")
    assert "player-1 (you) — player; score 2.\n" in told(game, "look", "player-1")
    assert "lay — Lay a card onto the table.\n" in told(game, "look", "lay")
    assert "4 kinds, 8 pieces: card-1, card-2, card-3 and card-4.\n" in told(game, "look", "card")


COLORED = TRICKS.replace("component", "color is one of red, blue\ncomponent").replace(
    "rank 1..4\n    2 of any", "rank 1..4, color\n    2 of 1..2, red\n    2 of 3..4, blue"
)


CIRCLE = """game "Circle"
    players 1
there is
    foot: 0..2
    past: memory of foot, up to 9
play:
    repeat 9 times:
        each player: choose walk
        remember past
action walk "Walk round": set foot to (foot + 1) mod 3
scoring:
    winners: players
"""


def test_a_memory_is_told_in_words() -> None:
    game = begun(CIRCLE)
    assert told(game, "look", "past").startswith("past — a memory of situations; everybody sees it.\n")
    expected = [
        "Nothing is remembered yet; there is room for 9 situations.",
        "Remembered: 1 situation, of at most 9; the present one is one of them.",
        *(f"Remembered: {n} situations, of at most 9; the present one is one of them." for n in (2, 3)),
        *(f"Remembered: {n} situations, of at most 9; the present one stands there twice." for n in (4, 5, 6)),
        *(f"Remembered: {n} situations, of at most 9; the present one stands there 3 times." for n in (7, 8)),
    ]
    for line in expected:
        assert told(game, "look", "past").splitlines()[1:] == [f"   {line}"]
        game.play(0, ("walk",))


def test_with_what_lies_in_a_zone_is_told_what_is_known_of_it_and_not_of_what_is_not_seen() -> None:
    game = begun(COLORED)
    own, others = ({card: "red" if card < "card-3" else "blue" for card in hand(game, seat)} for seat in (0, 1))
    assert own.keys() != others.keys(), "so that one could tell"
    expected = "".join(f"      {card} — {color}\n" for card, color in own.items())
    for zone in ("hand", "player-1's hand"):
        assert told(game, "look", zone).endswith(expected)
        assert told(game, "look", zone).count("—") == len(own) + (zone == "hand")
    assert "red" not in told(game, "look", "player-2's hand") + told(game, "look", "deck")
    assert "blue" not in told(game, "look", "player-2's hand") + told(game, "look", "deck")


def test_what_lies_at_a_card_and_its_fields_are_told_with_it() -> None:
    text = TRICKS.replace(
        "each player has\n", "each card has\n    stake: 0..9\n    below: area of card\neach player has\n"
    )
    game = begun(text.replace("    shuffle deck\n", "    move 1 from the deck to card-2's below\n    shuffle deck\n"))
    (low,) = [zone for zone in game.view(0).zones if zone.name == "below" and zone.owners == ("card-2",)]
    ((card,),) = [[piece.name for piece in zone.pieces or ()] for zone in (low,)]
    assert told(game, "look", "card-2").endswith(f"   card-2's below: {card}\n   card-2's stake: 0\n")
    assert told(game, "look", "card-1").endswith("\n   card-1's stake: 0\n")
    game = begun()
    assert told(game, "look", "zoe's hand", s1="Zoe").startswith("Zoe's hand: 2 unseen\n")
    assert told(game, "look", "zoe", s1="Zoe").startswith("Zoe — player")
    assert "card-3 — card" in told(game, "look", "3")


@pytest.mark.parametrize(
    ("question", "text", "answer"),
    [
        ("look", "crad-3", 'There is no thing called "crad-3". Did you mean card-3?\n'),
        ("look", "", "Type a name after :look: of a piece, a zone, a place, a player, an action.\n"),
        ("odds", "moon", 'There is no piece called "moon".\n'),
        ("odds", "", "Type the name of a piece after :odds.\n"),
        ("last", "trikc", 'There is no zone called "trikc". Did you mean trick?\n'),
        ("last", "", "Type the name of a zone after :last.\n"),
        ("history", "soon", 'After :history stands how many decisions to tell, or "all".\n'),
    ],
)
def test_what_cannot_be_answered_is_refused_with_what_may_be_meant(question: str, text: str, answer: str) -> None:
    game = begun()
    found = asking.answer(asker(game.rules), game, 0, question, text)
    assert found.refused
    assert plain(lines(found, 100)) == answer


def test_scores_are_told_by_their_terms() -> None:
    game = begun()
    mine = lay(game)
    theirs = lay(game)
    game.play(0, ("pay",))
    worth = int(mine[-1]) + int(theirs[-1])
    text = told(game, "score")
    assert f"player-1 (you): {worth + 1 - 2}\n" in text
    assert f"   total rank of won: {worth} (" in text
    assert "   hand's size: 1\n" in text
    assert "   2 * fines: -2\n" in text
    assert "Who wins: players with highest score, then lowest fines.\n" in text
    mistaken = rules_of(read_text("tricks.rules", (TRICKS + WRONG).encode()), "tricks")
    assert told(mistaken.start(seed=3), "score") == told(begun(), "score")
    named = TRICKS.replace("score of player: its worth - 2 * its fines", "score of player p: p's worth - 2 * owed(p)")
    game = begun(named + "define owed(player p): p's fines\n")
    assert "   hand's size: 2\n   2 * owed: 0\n" in told(game, "score")


def test_hidden_terms_are_said_to_be_hidden_until_the_end() -> None:
    game = begun(TRICKS.replace("its hand's size", "total rank of its hand") + SECRET)
    text = told(game, "score")
    mine = sum(int(card[-1]) for card in hand(game, 0))
    assert f"   total rank of hand: {mine} (" in text
    assert "player-2: hidden from you\n   total rank of won: 0\n   total rank of hand: hidden from you\n" in text
    for _ in range(6):
        game.play(game.deciders[0], ("pay",))
    text = told(game, "score")
    theirs = sum(int(card[-1]) for card in hand(game, 1))
    assert f"player-2: {theirs - 6}\n" in text
    assert f"   total rank of hand: {theirs}\n" in text, "a secret forbids to name the cards"
    game = begun(TRICKS.replace("its hand's size", "(total rank of players' hand)"))
    text = told(game, "score")
    assert text.startswith("player-1 (you): not known yet, for it depends on what is hidden from you\n")
    assert "   total rank of players' hand: not known yet\n   2 * fines: 0\nplayer-2: hidden from you\n" in text


def test_where_rules_have_no_scores_none_are_told() -> None:
    game = begun(
        TRICKS[: TRICKS.index("scoring:")].replace("each player: choose pay", "end game, won by players's first")
    )
    while not game.over:
        game.play(game.deciders[0], game.moves(game.deciders[0])[0])
    named = asker(game.rules)
    assert [place.score for place in scene(game, 0, named.names).seats] == [None, None]
    assert Seated(game, named.names, RandomPlayer(1)).ending(game.rules.core.seat_names) == "\nplayer-1 wins."
    assert "score" not in told(game, "look", "player-1")


POSITION = (
    TRICKS.replace("each player: choose lay or pay", "each player: turn").replace(
        "action lay", 'phase turn "A turn": choose lay or pay\naction lay'
    )
    + SECRET
    + """example "in the middle":
    players Ann, Bob
    given:
        Ann's hand holds card-1, card-2
        Bob's hand holds card-3
        Ann's won holds card-4
        Bob's fines is 2
    at {where} as Bob
    then:
        Bob decides
"""
)


@pytest.mark.parametrize("where", ["play", "turn"])
def test_where_a_game_begins_at_an_example_its_score_is_told_by_part_too(where: str) -> None:
    rules = position(read(POSITION.replace("{where}", where)), "tricks", "in the middle")
    game = rules.start(seed=1)
    game.play(1, ("pay",))
    text = plain(lines(asking.answer(asker(rules), game, 1, "score", ""), 100))
    assert text == (
        "Ann: 6\n   total rank of won: 4 (card-4 4)\n   hand's size: 2\n   2 * fines: 0\n"
        "Bob (you): -5\n   total rank of won: 0\n   hand's size: 1\n   2 * fines: -6\n"
        "Who wins: players with highest score, then lowest fines.\n"
    )


def test_what_decides_between_equal_scores_is_told_at_the_end() -> None:
    game = begun()
    for _ in range(6):
        game.play(game.deciders[0], ("pay",))
    assert "Equal scores, lowest fines: player-1 3, player-2 3\n" in told(game, "score")


def counted_by_hand(game: Game, card: str, places: int) -> Fraction:
    """In how many of all ways to choose the cards of some places one is this card."""
    deck = [f"card-{rank}" for rank in (1, 2, 3, 4) for _ in range(2)]
    for mine in hand(game, 0):
        deck.remove(mine)
    ways = list(combinations(deck, places))
    return Fraction(sum(card in way for way in ways), len(ways))


@pytest.mark.parametrize("seed", range(4))
def test_odds_are_counted_where_every_order_is_equally_likely(seed: int) -> None:
    game = begun(seed=seed)
    for card in ("card-1", "card-2", "card-3", "card-4"):
        text = told(game, "odds", card)
        if hand(game, 0).count(card) == 2:
            assert "Nothing is unknown to you" in text
            continue
        assert f"next of deck: {share(counted_by_hand(game, card, 1))}\n" in text
        assert f"in deck: {share(counted_by_hand(game, card, 4))}\n" in text
        assert f"in player-2's hand: {share(counted_by_hand(game, card, 2))}\n" in text
        assert "Counted: 6 pieces that you do not know can be anywhere.\n" in text


def test_odds_are_imagined_where_somebody_has_chosen_who_sees_more() -> None:
    game = begun()
    lay(game)
    card = next(name for name in ("card-1", "card-2", "card-3", "card-4") if name not in hand(game, 0))
    assert "Counted: " in told(game, "odds", card)
    lay(game)
    assert "About so: from 200 imagined games that agree with what you know.\n" in told(game, "odds", card)
    game = begun()
    assert "Only a player knows" in told(game, "odds", "card-1", seat=None)
    for _ in range(6):
        game.play(game.deciders[0], ("pay",))
    assert "The game is over" in told(game, "odds", "card-1")


def test_odds_are_told_from_fewer_games_where_many_agree_only_in_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of those took long."""
    imagined, times = Game.imagined, count(1)

    def every_second(game: Game, seat: int, chance: ChanceSource) -> Imagined:
        return evolve(imagined(game, seat, chance), consistent=next(times) % 2 == 0)

    monkeypatch.setattr(Game, "imagined", every_second)
    game = begun()
    lay(game)
    card = next(name for name in ("card-1", "card-2", "card-3", "card-4") if name not in hand(game, 0))
    lay(game)
    text = " ".join(told(game, "odds", card).split())
    assert "from 19 imagined games that agree with what you know; 10 of them agree only with what you know of" in text


def test_history_tells_the_last_decisions_as_the_seat_saw_them() -> None:
    game = begun()
    assert told(game, "history").startswith("Before the first decision: ")
    mine = lay(game)
    theirs = lay(game)
    game.play(0, ("pay",))
    text = told(game, "history", "2")
    assert text.startswith("… 1 decision before that; :history all tells everything.\n2. player-2: lay ")
    assert f"2. player-2: lay {theirs} — " in text
    assert re.search(r"from trick to your\s+won", text)
    assert "\n3. player-1: pay — your score " in text
    assert f"1. player-1: lay {mine}" in told(game, "history", "all")
    assert "2 cards from deck to player-2's hand" in " ".join(told(game, "history", "all").split())
    game = begun()
    assert told(game, "last", "trick") == "Nothing has lain in trick yet.\n"
    mine = lay(game)
    assert told(game, "last", "trick") == f"Trick has not been emptied yet. There lies now: {mine}.\n"
    theirs = lay(game)
    emptied = "Last in trick, before it was emptied: "
    assert told(game, "last", "trick") == f"{emptied}{mine} (player-1), {theirs} (player-2).\n"
    assert told(game, "last", "hand") == f"Your hand has not been emptied yet. There lies now: {hand(game, 0)[0]}.\n"
    lay(game)
    assert told(game, "last", "hand").startswith("Last in your hand, before it was emptied: ")
    assert {name for name, _ in content(game, 1, "player-1's hand").pieces} == set()


@pytest.mark.parametrize("secret", [False, True])
def test_at_the_end_hands_are_opened_whatever_was_secret_in_play(secret: bool) -> None:
    game = begun(TRICKS + SECRET * secret)
    for _ in range(6):
        assert opened(game, 0) == game.view(0), "in play nothing is opened"
        game.play(game.deciders[0], ("pay",))
    names = name_people(game.rules.core.seat_names, {}, vocabulary(game.rules.core))
    theirs = next(item for item in scene(game, 0, names).items if item.name == "hand" and item.seat == 1)
    assert list(theirs.pieces) == hand(game, 1)
    deck = next(item for item in scene(game, 0, names).items if item.name == "deck")
    assert set(deck.pieces) == {"?"}, "nobody sees the deck, so that there is nothing to open"


FIELDS = (
    TRICKS.replace("    fines: 0..9", "    fines: 0..9\n    bid: 0..9, seen by owner\n    best: 0..9, seen by owner")
    .replace("    trick: area of card", "    trick: area of card\n    limit: 0..9, seen by nobody")
    .replace(
        "play:",
        """    set limit to 7
    each player:
        set your bid to 5
        for each c in your hand: note(c)
play:""",
    )
    .replace(
        "action lay",
        """to note(card c):
    set your best to c's rank
action lay""",
    )
)


@pytest.mark.parametrize("secret", [False, True])
def test_at_the_end_fields_are_opened_but_for_those_that_tell_what_a_secret_speaks_of(secret: bool) -> None:
    game = begun(FIELDS + SECRET * secret)
    for _ in range(6):
        assert opened(game, 0) == game.view(0), "in play nothing is opened"
        game.play(game.deciders[0], ("pay",))
    told = {(each.name, each.owners): each.value for each in opened(game, 0).variables}
    mine, theirs = ([each.value for each in game.view(seat).variables if each.name == "best"] for seat in (0, 1))
    assert told["bid", ("player-1",)] == told["bid", ("player-2",)] == 5
    assert told["best", ("player-1",)] == mine[0]
    assert told["best", ("player-2",)] == (None if secret else theirs[1])
    assert theirs[1] is not None
    assert told["limit", ()] is None, "nobody sees it, so that there is nothing to open"


def test_at_the_end_a_field_of_which_a_secret_speaks_is_not_opened() -> None:
    game = begun(FIELDS + 'secret "bids": nobody but its owner sees players\' bid\n')
    for _ in range(6):
        game.play(game.deciders[0], ("pay",))
    told = {(each.name, each.owners): each.value for each in opened(game, 0).variables}
    assert told["bid", ("player-1",)] == 5
    assert told["bid", ("player-2",)] is None
    assert told["best", ("player-2",)] is not None, "no secret speaks of it"


def test_where_a_card_lies_is_said_as_far_as_the_seat_knows() -> None:
    game = begun()
    mine = lay(game)
    named = asker(game.rules, s0="Zoe")
    assert asking.there(named, game, 1, "pay") == ""
    unseen = next(name for name in ("card-1", "card-2", "card-3", "card-4") if name not in (mine, *hand(game, 1)))
    assert asking.there(named, game, 1, unseen) == f"You see {unseen} nowhere."
    assert mine not in hand(game, 1)
    assert asking.there(named, game, 1, mine) == f"{mine} is in trick."
    lay(game)
    assert asking.there(named, game, 1, mine) == f"{mine} is in Zoe's won."


SIDES = """game "Sides"
    players foxes, hens
there is
    quiet: 0..9
play:
    repeat:
        each player: choose run or walk
action run "The foxes run":
    needs you is foxes   because "hens walk, foxes run"
    pick number from 1..9 where it is 9 or you is foxes
    needs you is hens or number is less than 9
    add number to quiet
action walk "hens go": set quiet to 0
scoring:
    winners: nobody
"""


def test_names_of_people_stand_in_nothing_that_the_author_wrote() -> None:
    """What is quoted of rules is found in them letter by letter; what we say bears the people's names."""
    game = loaded(SIDES).start(seed=1)
    named = asker(game.rules, s0="Ann", s1="Bob")
    table = Seated(game, named.names, RandomPlayer(1))
    assert table.why(0, "run 9") == (
        "run 9: you is hens or number is less than 9\n"
        f"The rule: needs you is hens or number is less than 9 (rules, line {line_of(SIDES, 'needs you is hens')})"
    )
    assert table.why(1, "walk") == "walk: It is not Bob who decides now, but Ann."
    game.play(0, ("walk",))
    reason, clause, *_ = table.why(1, "run 3").splitlines()
    assert (reason, clause) == (
        "run 3: hens walk, foxes run",
        f'The rule: needs you is foxes because "hens walk, foxes run" (rules, line {line_of(SIDES, "needs you is f")})',
    )
    shown = plain(lines(asking.answer(named, game, 0, "look", "run"), 100))
    assert [line.strip() for line in shown.splitlines()[1:]] == [
        line.strip() for line in SIDES[SIDES.index("action run") : SIDES.index("action walk")].splitlines()
    ]
    assert shown.startswith("run — The foxes run.")
    assert plain(lines(asking.answer(named, game, 0, "look", "walk"), 100)).startswith("walk — hens go.")


def line_of(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n") + 1
