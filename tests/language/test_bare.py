"""Where a piece is needed and a kind is named: with one copy it is found, with several it is open which is meant."""

import pytest

from rulewright.analysis.examples import run_examples
from rulewright.language.source import Source
from tests.language.asking import asked
from tests.language.test_sentences import elaborated, errors

FRAME = """\
game "G"
    players 2
color is one of red, green
component coin, called "{color}-coin": color
    2 of any
component crown, called "{color}-crown": color
    1 of any
component token, called "{color}-token": color
    unlimited of any
metal is one of tin, gold
component medal, called "{metal}-medal": metal
    3 of tin
    1 of gold
there is
    heap: area of coin
    street: row of coin, with owner, face up or down
    chest: area of crown
    shrine: row of medal
    chosen: coin
    best: crown
    sort: token
each player has
    purse: area of coin
    crowns: area of crown
    tokens: area of token
    medals: area of medal
scoring:
    score of player: 0
    winners: players with highest score
define sign(token token): token's color
define twin of token: the-other(token)
define the-other(token token): green-token
define held(player p, coin c): c is in p's purse
define foremost:
    chest's first          when chest's size is 1
    crowns-of(players's first)   otherwise
define crowns-of(player p): p's crowns's first
"""
PLAY = "play:\n    each player: choose act\n"


def wrong(*lines: str, more: str = "") -> list[str]:
    """The codes of what is wrong with an action of these lines."""
    written = "".join(f"    {line}\n" for line in lines)
    return [each.code for each in errors(elaborated(f"{PLAY}action act:\n{written}{more}", frame=FRAME))]


OPEN = (
    ("move red-coin to your purse",),
    ("move chosen to your purse",),
    ("pick coin from coins", "move coin to your purse"),
    ("pick 1..2 xs from coins", "for each c in xs: move c to your purse"),
    ("for each c in coins where c is red-coin: move c to your purse",),
    ("let c be red-coin", "move c to your purse"),
    ("let c be chosen", "let d be c", "move d to your purse"),
    ('draw c from coins where it is red-coin "one"', "move c to your purse"),
    ("let cs be coins where it is green-coin", "move all cs to your purse"),
    ("lend(red-coin)",),
    ("lend(chosen)",),
    ("put-down(red-coin)",),
    ("set chosen's color to green",),
    ("flip red-coin face up",),
    ("show red-coin to your left",),
    ("let n be red-coin's holder", "end game, won by n"),
    ("if red-coin is face-up: end game",),
    ("if heap's first is none or red-coin's owner is you: end game",),
    ("if owner-of(red-coin) is you: end game",),
    ("if street's first is past(red-coin): end game",),
    ("if red-coin's viewers is empty: end game",),
    ("if street's after(red-coin) is empty: end game",),
    ("move tin-medal to your medals",),
    ("let c be shrine's first", "move metal-of(c) to your medals"),
)
PROCEDURES = """\
to lend(coin): move coin to your purse
to put-down(coin other): lend(other)
define owner-of(coin): coin's owner
define metal-of(medal m):
    tin-medal   when m's metal is gold
    m           otherwise
"""


@pytest.mark.parametrize("lines", OPEN)
def test_it_is_open_which_of_several_copies_is_meant(lines: tuple[str, ...]) -> None:
    assert wrong(*lines, more=PROCEDURES) == ["which-piece"]


CLEAR = (
    ("move 1 from box where it is red-coin to your purse",),
    ("pick coin from your purse", "move coin to heap"),
    ("pick coin from your purse", "lend(coin)"),
    ("for each c in heap where c is red-coin: move c to your purse",),
    ("draw c from heap", "put-down(c)"),
    ("let c be first c in your purse where c is red-coin", "if c is not none: move c to heap"),
    ("if red-coin is in heap or held(you, red-coin): end game",),
    ("if street's first is not none and owner-of(street's first) is you: end game",),
    ("move red-crown to your crowns",),
    ("move best to your crowns",),
    ("pick crown from crowns", "move crown to your crowns", "if crown's holder is you: end game"),
    ("move foremost to your crowns",),
    ("move gold-medal to your medals",),
    ("for each m in medals where m's metal is gold: move m to your medals",),
)


@pytest.mark.parametrize("lines", CLEAR)
def test_what_was_found_or_is_the_only_one_is_clear(lines: tuple[str, ...]) -> None:
    assert wrong(*lines, more=PROCEDURES) == []


FROM_BOX = (
    ("move red-token to your tokens",),
    ("move sort to your tokens",),
    ("pick token from tokens", "move token to your tokens"),
    ("roll token from tokens", "repeat 2 times: move token to your tokens"),
    ("move red-token's twin to your tokens",),
)


@pytest.mark.parametrize("lines", FROM_BOX)
def test_a_kind_without_end_comes_from_the_box(lines: tuple[str, ...]) -> None:
    assert wrong(*lines) == []


NOT_FROM_BOX = (
    ("move red-token to box",),
    ("pay(red-token)",),
    ("let n be red-token's holder", "end game, won by n"),
    ("show red-token to your left",),
    ("let cs be tokens where it is sort", "move all cs to your tokens"),
    ("move last-token to your tokens",),
    ("let t be last-token", "move t to your tokens"),
)
TOKENS = """\
to pay(token): move token to your tokens
define last-token:
    players's first's tokens's first   when players's first's tokens is not empty
    players's last's tokens's first    otherwise
"""


@pytest.mark.parametrize("lines", NOT_FROM_BOX)
def test_a_kind_without_end_is_found_nowhere_else(lines: tuple[str, ...]) -> None:
    assert wrong(*lines, more=TOKENS) == ["which-piece"]


def test_the_sentence_to_write_is_told() -> None:
    (found,) = errors(elaborated(f"{PLAY}action act: move red-coin to your purse\n", frame=FRAME))
    assert found.message == (
        "There are 2 red-coin, and this does not say which is moved. "
        "Name the zone in which it lies, such as: move 1 from box where it is red-coin to …"
    )


def test_examples_may_not_ask_it_either() -> None:
    assert [each.code for each in asked("clubs-gem's holder is Bob")] == ["which-piece"]
    assert asked("hearts-9's holder is Bob") == []


def test_a_mere_kind_is_in_a_zone_if_one_of_its_pieces_is() -> None:
    more = "define held(gem g): g is in bag\ndefine kept(gem g):\n    let h be g\n    h is in bag\n"
    for name in ("held", "kept"):
        assert asked(f"{name}(clubs-gem) and {name}(hearts-gem) and not {name}(spades-gem)", more) == []


ONE_COPY = """\
there is
    shelf: row of crown, face up or down
to lend(crown): move all crown to your crowns
to pass-on(crown):
    for each c in crown: move c to your left's crowns
to present(crown): show crown to your left
action take: lend(red-crown)
action hand-over: pass-on(green-crown)
action look: show red-crown to you
action offer: present(green-crown)
choice any: take or hand-over or look or offer
example "found wherever it lies":
    players Ann, Bob
    given:
        Ann's crowns holds red-crown
        Bob's crowns holds green-crown
    at play
    when:
        Ann: take
    then:
        Ann's crowns holds red-crown
    when:
        Bob: take
        Ann: hand-over
    then:
        Bob's crowns holds red-crown, green-crown
    when:
        Bob: hand-over
    then:
        Ann's crowns holds green-crown
        Bob's crowns holds red-crown
example "shown wherever it lies":
    players Ann, Bob
    given:
        shelf holds red-crown?, green-crown?
    at play
    when:
        Ann: look
    then:
        shelf holds red-crown?(Ann), green-crown?
    when:
        Bob: offer
    then:
        shelf holds red-crown?(Ann), green-crown?(Ann)
"""


def test_a_single_copy_is_found_however_it_is_named() -> None:
    play = "play:\n    repeat 2 times:\n        each player: choose any\n"
    assert [each.message for each in run_examples(Source("one.rules", FRAME + play + ONE_COPY))] == []
