"""Where a piece is needed and a kind is named: with one copy it is found, with several it is open which is meant."""

from rulewright.analysis.examples import run_examples
from rulewright.language.source import Source
from tests.language.asking import asked
from tests.language.test_told import GAMES


def test_the_sentence_to_write_is_told() -> None:
    (found,) = GAMES["Copies"].told({"lines": "move red-coin to your purse", "more": ""})
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
    frame, _, _ = GAMES["Copies"].text.partition("play:")
    play = "play:\n    repeat 2 times:\n        each player: choose any\n"
    assert [each.message for each in run_examples(Source("one.rules", frame + play + ONE_COPY))] == []
