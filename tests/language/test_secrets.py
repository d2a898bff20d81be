"""What a `secret` promises: what the rules break for certain is told, and what may be meant is not."""

import pytest

from rulewright.analysis.check import check
from rulewright.analysis.examples import run_examples
from rulewright.language.diagnostics import applied
from rulewright.language.source import Source

FRAME = """\
game "Secrets"
    players 2
suit is one of clubs, hearts
component card: suit, rank 1..3
    1 of any, any
there is
    deck: pile of card
    aside: pile of card, seen by nobody
    market: row of card, face up or down
    pool: area of card
    known: card or none
    suits: set of suit
    tally: 0..99
    noted: card or none, seen by nobody
each player has
    hand: hand of card
    note: card or none, seen by owner
    coins: 0..99
    faces: row of card, face up or down
scoring:
    score of player: its coins
    winners: players with highest score
"""
PLAY = "play:\n    each player:\n        open\n        choose act\n        close\nto close: set tally to 0\n"
ACT = 'action act "Nothing": nothing\n'
SECRETS = 'secret "the deck": nobody sees deck\nsecret "hands": nobody but its owner sees players\' hand\n'


def source(text: str) -> Source:
    """The frame and these paragraphs."""
    return Source("secrets.rules", FRAME + text)


def codes(text: str) -> list[str]:
    """What is said about secrets."""
    return [found.code for found in check(source(text)) if "secret" in found.code or found.severity == "error"]


def first(*lines: str, act: str = ACT, secrets: str = SECRETS, more: str = "") -> list[str]:
    """What is said where a turn begins like this."""
    before = "".join(f"    {line}\n" for line in lines)
    return codes(f"{more}{PLAY}to open:\n{before}{act}{secrets}")


# ---- by sight


@pytest.mark.parametrize(
    ("zone", "who", "code"),
    [
        ("pool", "", "broken-secret"),
        ("pool", "but its owner ", "broken-secret"),
        ("box", "", "broken-secret"),
        ("players' hand", "", "broken-secret"),
        ("players' hand", "but its owner ", None),
        ("players' hand", "but its viewers ", "broken-secret"),
        ("deck", "", None),
        ("deck", "but its owner ", None),
        ("market", "", None),
        ("market", "but its viewers ", None),
        ("players", "", "type-mismatch"),
    ],
)
def test_a_zone_that_others_see_is_no_secret(zone: str, who: str, code: str | None) -> None:
    zone = zone.replace("box", "box's cards")
    secret = f'secret "it": nobody {who}sees {zone}\n'
    assert first("set tally to 1", secrets=secret) == ([] if code is None else [code])


DECLARED = (
    # what is the same in fewer words, and whatever else stands there
    ("stock: area of card, up to 2", "but its owner ", "stock: hand of card, up to 2"),
    ("stock: area of card", "but its owner ", "stock: hand of card"),
    ("stock: area of card, up to 2", "", "stock: area of card, seen by nobody, up to 2"),
    (
        "stock: row of card, with owner, up to 3",
        "but its owner ",
        "stock: row of card, seen by owner, with owner, up to 3",
    ),
    ("stock: row of card, up to 3", "but others ", "stock: row of card, seen by others, up to 3"),
    ("stock: area of card, seen by everyone, up to 2", "but its owner ", "stock: area of card, seen by owner, up to 2"),
    (
        'stock: pile of card, refilled from spent "all, seen by everyone", seen by everyone',
        "but its owner ",
        'stock: pile of card, refilled from spent "all, seen by everyone", seen by owner',
    ),
    ("stock: slot of card, when player-count is 2", "", "stock: slot of card, seen by nobody, when player-count is 2"),
)


@pytest.mark.parametrize(("declared", "who", "better"), DECLARED)
def test_a_zone_is_declared_anew_with_all_that_stands_there(declared: str, who: str, better: str) -> None:
    more = f"each player has\n    spent: area of card\n    {declared}\n"
    text = source(
        f"{more}{PLAY}to open: move all deck to your spent\n{ACT}" + f'secret "s": nobody {who}sees players\' stock\n'
    )
    (found,) = (each for each in check(text) if each.code == "broken-secret")
    assert f"`{declared}`. Write instead: {better}" in found.message
    assert found.edit is not None
    repaired = applied(text.text, [found.edit])
    assert repaired == text.text.replace(declared, better)
    assert [each for each in check(Source(text.name, repaired)) if each.severity == "error"] == []


# ---- by a field

TOLD = (
    ("set known to deck's first",),
    ("set tally to deck's first's rank",),
    ("add deck's first's rank * 2 to tally",),
    ("add deck's first's suit to suits",),
    ("let top be deck's first", "let number be top's rank + 1", "set tally to number"),
    ("set tally to worth(deck's first)",),
    ("for each p in players: set tally to p's hand's first's rank",),
    ("set your note to deck's first",),
    ("set your left's note to your hand's first",),
    ("set known to (your hand where its rank is 3)'s first",),
    ("if tally is 3: set known to deck's last",),
    ("note-down(deck's first)",),
    ("set tally to highest rank of your hand",),
    ("set tally to lowest rank of (deck where its suit is hearts)",),
)
KEPT = (
    ("set noted to deck's first",),
    ("set your note to your hand's first",),
    ("set tally to deck's size",),
    ("set tally to total rank of your hand",),
    ("if deck's first's rank is 3: set tally to 1",),
    ("set known to market's first",),
    ("set known to deck's first", "move 1 from the deck to pool"),
    ("set known to deck's first", "move all deck to pool"),
    ("set tally to deck's first's rank", "end game"),
    ("for each c in your hand:", "    add c's rank to tally", "    move c to pool"),
    ("show deck's first to everyone", "set known to deck's first"),
    ("set tally to worth(pool's first)",),
)
MORE = "define worth(card c): c's rank * 2\nto note-down(card c): set known to c\n"


@pytest.mark.parametrize("lines", TOLD)
def test_a_field_that_others_see_may_not_tell_what_lies_hidden(lines: tuple[str, ...]) -> None:
    assert first(*lines, more=MORE) == ["broken-secret"]


@pytest.mark.parametrize("lines", KEPT)
def test_what_tells_nothing_or_only_as_a_piece_leaves_is_right(lines: tuple[str, ...]) -> None:
    assert first(*lines, more=MORE) == []


ANNOUNCED = 'action act "Say what you lay":\n    pick card from your hand\n    set known to card\n'


def test_a_card_may_be_written_down_as_it_is_played() -> None:
    assert first("set tally to 1", act=ANNOUNCED) == ["broken-secret"]
    assert first("set tally to 1", act=ANNOUNCED + "    move card to pool\n") == []


def test_what_follows_the_choice_counts() -> None:
    laid = PLAY.replace("to close: set tally to 0", "to close: move all your hand to pool")
    assert codes(f"{laid}to open: set tally to 1\n{ANNOUNCED}{SECRETS}") == []


# ---- by the box

BOXED = (
    (("move all deck to box",), ["secret-shown"]),
    (("move 2 from the deck to box",), ["secret-shown"]),
    (("move all your hand to box",), []),
    (("move all deck to pool",), []),
    (("move 1 from the deck to pool",), []),
    (("move all pool to box",), []),
    (("for each c in your hand: move c to box",), []),
    (("show deck to everyone", "move all deck to box"), []),
)


@pytest.mark.parametrize(("lines", "found"), BOXED)
def test_what_nobody_knows_is_told_as_it_gets_into_the_box(lines: tuple[str, ...], found: list[str]) -> None:
    assert first(*lines) == found


# ---- in play


ROW = """play:
    each player: choose act
{act}secret "row": {secret}
example "a row":
    players Ann, Bob
    given:
        Ann's faces holds {given}
    then:
        tally is 0
"""


def outcome(given: str, secret: str) -> list[str]:
    """What an example says whose row holds this."""
    return [found.message for found in run_examples(source(ROW.format(act=ACT, secret=secret, given=given)))]


@pytest.mark.parametrize(
    ("given", "who", "kept"),
    [
        ("clubs-1?", "", True),
        ("clubs-1", "", True),
        ("clubs-1, clubs-2?(Bob)", "", False),
        ("clubs-2?(Ann)", "", False),
        ("clubs-2?(Ann)", "but its owner ", True),
        ("clubs-2?(Ann, Bob)", "but its owner ", False),
        ("clubs-2?(Bob)", "but its viewers ", True),
    ],
)
def test_who_may_look_at_a_face_down_piece_is_looked_at_in_examples(given: str, who: str, *, kept: bool) -> None:
    found = outcome(given, f"nobody {who}sees players' faces")
    broken = (
        'In example "a row" the position breaks the secret "row" (line 26): card is clubs-2 in Ann\'s faces. Give '
        "another position; or change what it breaks, if that asks too much."
    )
    assert found == ([] if kept else [broken])
