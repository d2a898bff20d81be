"""Actions, families, offers, and the course of a game: what is wrong with them."""

import pytest

from rulewright.language.elaborate import actions
from tests.language.blocks import findings
from tests.language.test_sentences import codes, elaborated, errors, good

TURN = "play:\n    each player: turn\nphase turn:\n"
GO = "action go: nothing\n"


def offered(action: str, more: str = "") -> str:
    """A game in which each player chooses this action once."""
    return f"play:\n    each player: choose act\n{action}{more}"


# The body of an action that each player chooses, and what is wrong with it.
BODIES = {
    # headers
    "let n be nonsense\npick 1..n cs from your hand\nfor each c in cs: move c to line": "unknown-name",
    "needs short\nmove all hat to waste": "",
    "pick x from line or colors\nnothing": "type-mismatch",
    "if you can act: set score-line to 1": "",
    # musts stand over whole zones, and bodies that do not stop
    "must change deck\nswap a1 and a2": "",
    "must change your hand\nswap a1 and a2": "",
    "must change (line where its rank is 2)\nswap a1 and a2": "type-mismatch",
    "must change score-line\nswap a1 and a2": "type-mismatch",
    "must change board\nshuffle deck": "must-decides",
    "must change board\nmove 1 from deck to line": "must-decides",
    "must change board\nlater": "must-decides",
    "must change board\nchoose go": "must-decides",
    "must change board\ndraw c from your hand\nmove c to line": "must-decides",
}


@pytest.mark.parametrize("body", BODIES)
def test_what_an_action_cannot_say_is_told(body: str) -> None:
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    more = ("to later:\n    roll n from 1..6\n" if "later" in body else "") + (GO if "choose go" in body else "")
    assert codes(offered(f"action act:\n{lines}", more)) == BODIES[body].split()


def test_words_are_values_of_the_pick_only() -> None:
    text = offered(
        "action act:\n    pick place from line, waste, new-line\n    needs place is not new-line\n"
        "    if place is line: set score-line to 1\n"
    )
    assert codes(text) == []
    assert codes(text + "to other:\n    if chief is new-line: nothing\n") == ["unknown-name"]


# ---- families


def test_the_members_of_a_family_are_told_apart_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    told_apart = actions.member_values
    monkeypatch.setattr(actions, "member_values", lambda *args: asked.append(args) or told_apart(*args))
    values = [f"v{n}" for n in range(50)]
    members = "".join(f"    when {value}: add 1 to score-line\n" for value in values)
    made = good(offered(f"trade is one of {', '.join(values)}\naction act of trade from trades:\n{members}")).actions[0]
    assert made.by_member is not None
    assert [member.name for member in made.by_member.members] == values
    assert len(asked) == 1


def test_family_mistakes() -> None:
    missing = "action act of color from colors:\n    when red, green: nothing\n"
    assert codes(offered(missing)) == ["family-incomplete"]
    strange = "action act of color from colors:\n    when red, green, blue: nothing\n    when grene: nothing\n"
    assert codes(offered(strange)) == ["unknown-name"]
    other = "action act of color from your hand:\n    when red, green, blue: nothing\n"
    assert codes(offered(other)) == ["type-mismatch"]


# ---- offers and the course of a game

COURSES = {
    "play:\n    each player: choose act(2)\naction act(1..3 n):\n    add n to score-line\n": "",
    "play:\n    each player: choose act\naction act(1..3 n):\n    add n to score-line\n": "arguments",
    "play:\n    each player: choose act(9)\naction act(1..3 n):\n    add n to score-line\n": "out-of-range",
    "play:\n    each player: choose gone\n": "unknown-name",
    "play:\n    choose go\n": "you-is-nobody",
    "play:\n    each player: choose menu\nchoice menu: menu\n": "calls-itself",
    "play:\n    each player:\n        choose until menu: go\nchoice menu: go\n": "unknown-name",
    "play:\n    each player:\n        choose until go: go\n": "offered-twice",
    "play:\n    each player: choose go, once per nonsense\n": "unknown-name",
    # all at once
    "play:\n    each player at once:\n        choose go\n        choose go\n": "at-once-conflict",
    "play:\n    each player at once: choose act\naction act: choose go\n": "at-once-conflict",
    "play:\n    each player from chief at once: choose go\n": "at-once-conflict",
    "play:\n    each player by lowest gems at once: choose go\n": "at-once-conflict",
    "play:\n    each player until score-line is 3 at once: choose go\n": "at-once-conflict",
    "play:\n    each player in friends where its gems is 3 at once:\n        choose go\n"
    "        if you cannot: choose go\n": "",
    "play:\n    ask chief:\n        each other player where your gems is 3 at once: choose go\n": "",
    "play:\n    each other player at once: choose go\n": "you-is-nobody",
    # what calls itself, and what is running
    "play:\n    one\nto one: two\nto two: one\n": "calls-itself",
    "play:\n    each player: choose act\naction act: again\nto again: choose act\n": "calls-itself",
    "play:\n    each player: choose act or other\naction act:\n    needs you can other\n    nothing\n"
    "action other:\n    needs you can act\n    nothing\n": "asks-itself",
    f"{TURN}    inner\nto inner: finish turn\n": "",
    "play:\n    inner\n    each player: turn\nphase turn: inner\nto inner: finish turn\n": "not-running",
    f"{TURN}    choose act\naction act: finish turn\n": "",
    "play:\n    each player:\n        turn\n        choose act\nphase turn: nothing\naction act: finish turn\n": (
        "not-running"
    ),
    "play:\n    each player:\n        turn\n        choose go, once per turn\nphase turn: nothing\n": "not-running",
    "play:\n    repeat: bare\nto bare: set score-line to 1\n": "endless-repeat",
    "play:\n    repeat: out\nto out:\n    if score-line is 1: end game\n": "",
    # broken heads end their paragraph
    "play:\n    each player: choose act(1)\naction act(nonsense n): nothing\n": "unknown-name",
    "play:\n    act(1)\nto act(nonsense n): nothing\n": "unknown-name",
    "play:\n    each player: choose act(1)\naction act(1..3 chief): nothing\n": "two-meanings",
    "play:\n    act(1)\nto act(1..3 chief): nothing\n": "two-meanings",
}


@pytest.mark.parametrize("text", COURSES)
def test_what_a_game_cannot_do_is_told(text: str) -> None:
    assert codes(text + GO) == COURSES[text].split()


def test_a_procedure_is_not_chosen() -> None:
    procedure = elaborated("play:\n    each player: choose round\nto round: nothing\n")
    assert "is a procedure" in errors(procedure)[0].message


def test_somebody_can_win() -> None:
    frame = 'game "G"\n    players 2\n'
    made = elaborated("play:\n    nothing\n", frame=frame)
    assert [each.code for each in errors(made)] == ["nobody-can-win"]
    assert errors(elaborated("play:\n    end game, won by players' first\n", frame=frame)) == []


def test_a_broken_line_may_have_said_who_wins() -> None:
    frame = 'game "G"\n    players 2\nplay:\n    each player: choose act\naction act:\n'
    (found,) = findings(frame + "    let all be players whose seat is 1\n    end game, won by you\n")[1]
    assert found.code == "said-otherwise"
    (found,) = findings(frame + "    end game, wno by you\n")[1]
    assert found.code == "sentence-shape"


def test_all_at_once_take_from_what_is_their_own() -> None:
    choose = "play:\n    each player at once: choose act\n"
    own = "action act:\n    pick card from your hand\n    lend(card)\nto lend(card):\n    move card to line\n"
    assert codes(choose + own) == []
    deep = "action act: grab\nto grab:\n    for each c in your hand where it is red-1: move c to line\n    shift\n"
    assert codes(choose + deep + "to shift:\n    add 1 to your gems\n") == []
    for source in (
        "waste",
        "deck or your hand",
        "(waste where its rank is 2)",
        "players' hand",
        "line's after(line's first)",
    ):
        shared = f"action act:\n    pick card from {source}\n    let it-self be card\n    move it-self to your hand\n"
        assert "at-once-conflict" in codes(choose + shared), source
    board = "action act:\n    pick cell from cells where it is not empty\n    move cell to bag\n"
    assert codes(choose + board) == ["at-once-conflict"]
    unlimited = "action act:\n    move 1 from box where its pips is 2 to your cup\n"
    assert codes(choose + unlimited) == []


ROUND = """\
component coin: one of penny, farthing
each player has
    front: row of card, face up or down, up to 2
    slip: slot of card
    mine: area of coin
    out: yes or no
to take(coin): move coin to your mine
to raise(player who, player other): add 1 to who's gems
to leave-it: finish leave-it
phase round:
    each player at once: choose act or rest
play: round
action rest: nothing
"""


CONFLICTS = [
    "move penny to your mine",
    "take(penny)",
    "move line's first to trail",
    "set score-line to 1 + your gems",
    "add 1 to score-line",
    "set chief to you",
    "add 1 to your left's gems",
    "raise(your left, you)",
    "set friends to nothing",
    "add red to chief's purse",
    "set your left's out to your out",
    "flip faced's first face up",
    "flip your left's front's first face up",
    "set line's first's color to red",
    "set your front's first's color to red",
    "swap a1 and a2",
    "rotate row-1 toward right",
    "pack board toward left",
    "move (only c in your hand) to (first c in colors)'s pot",
    "move (only c in your hand) to your left's slip",
    "move all your hand to chief's front",
    "end game, won by you",
    "if your gems is 3: finish round",
]
CLEAR = [
    "add 1 to your gems",
    "raise(you, your left)",
    "add you to friends",
    "set your left's out to yes",
    "let me be you\n    add 1 to me's gems",
    "flip your front's first face up",
    "move all your hand to your front",
    "move all your hand to your left's hand",
    "move (only c in your hand) to your slip",
    "leave-it",
]


@pytest.mark.parametrize("sentence", [*CONFLICTS, *CLEAR])
def test_all_at_once_do_what_comes_to_the_same_in_every_order(sentence: str) -> None:
    told = {"at-once-conflict"} if sentence in CONFLICTS else set()
    assert set(codes(f"{ROUND}action act:\n    {sentence}\n")) == told


def test_what_one_sets_no_other_offer_may_change() -> None:
    rest = "action rest: nothing\n"
    for act, other in (
        ("add you to friends", "remove you from friends"),
        ("set chief's gems to 1", "set chief's gems to 2"),
        ("set chief's gems to 1", "set your gems to 2"),
    ):
        both = ROUND.replace(rest, f"action rest: {other}\n")
        assert set(codes(f"{both}action act: {act}\n")) == {"at-once-conflict"}
        assert codes(f"{both}action act: {other}\n") == []


def test_what_an_offer_hands_over_is_taken_from_where_it_lies() -> None:
    handed = ROUND.replace("act or rest", "act(line's first) or rest")
    assert codes(f"{handed}action act(card): move card to trail\n") == ["at-once-conflict"]
    mine = ROUND.replace("act or rest", "act(your front's first) or rest")
    assert codes(f"{mine}action act(card): move card to trail\n") == []
