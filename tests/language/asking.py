"""A position in which there is something of everything, and conditions asked of it: the frame of the tests of
expressions."""

from collections.abc import Callable, Iterable
from functools import partial

from rulewright.analysis.example_parts import examples_of, setting_of_example
from rulewright.analysis.example_play import Play, Stumble, seated
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.elaborate.elaboration import elaborate
from rulewright.language.elaborate.settings import Setting
from rulewright.language.example_core import Check
from rulewright.language.parser import parse
from rulewright.language.source import Source
from tests.analysis.looking import run_examples

FRAME = """\
game "Asking"
    players 2
option short: yes or no, default no
option mode: calm or wild, default wild
option target: 8 or 12, default 8
suit is one of clubs, hearts, spades
element is one of air, fire
space is grid 3 by 3
point is one of north, east, south
joined points:
    north, east, south
spot is 3..6
component card: suit, rank 1..9
    1 of any, any
component omen, called "omen-{sign}": sign 1..3 or none, dark yes or no, price counts of element
    2 of 1..2, yes, air + fire
    1 of 3
    1 of none, no, air, called "calm-sky"
component gem, called "{suit}-gem": suit
    3 of any
there is
    deck: pile of card
    street: row of card
    trail: row of card, with owner
    table: row of card, face up or down
    pool: area of card
    spare: slot of card
    empty-slot: slot of card
    market: card on each space
    shelf: gem on each spot
    sky: area of omen
    bag: area of gem
    bidder: player or none
    nobody-yet: player or none
    favorite: card or none
    trump: suit or none
    no-trump: suit or none
    goal: space or none
    stones: 0..15
    out: set of player
    told: set of suit
    bank: counts of element
    void: counts of element
each player has
    hand: hand of card
    coins: 0..99
    ready: yes or no
    board: card on each point
    vial: counts of element
each player and suit has
    store: 0..20
    heap: pile of card
each suit has
    price: 0..9
    closed: yes or no
each card has
    tapped: yes or no
play:
    nothing
scoring:
    score of player: its coins
    winners: players with highest score
"""
GIVEN = """\
    given:
        deck holds spades-1, spades-2, spades-3
        street holds clubs-7, hearts-2, hearts-7, spades-7
        pool holds clubs-1, clubs-2
        spare holds hearts-8
        market holds:
            .        clubs-3  hearts-3
            hearts-4 .        .
            clubs-4  .        spades-9
        sky holds omen-1, omen-2 * 2, omen-3, calm-sky
        bag holds clubs-gem * 2, hearts-gem
        bidder is Bob
        favorite is hearts-9
        trump is hearts
        goal is b1
        stones is 6
        out holds Bob
        told holds clubs, spades
        bank holds air * 2, fire
        Ann's hand holds clubs-5, clubs-6
        Bob's hand holds hearts-9
        Ann's coins is 4
        Bob's coins is 7
        Bob's ready is yes
        Ann's vial holds air, fire
        Ann's store(hearts) is 3
        Bob's store(hearts) is 5
        Ann's store(spades) is 9
        Ann's heap(hearts) holds hearts-5, hearts-1
        Bob's heap(clubs) holds clubs-8
        hearts's price is 2
        spades's price is 5
        spades's closed is yes
        clubs-5's tapped is yes
"""


def text_of(condition: str, more: str = "") -> str:
    """The frame with further paragraphs, and an example in which the condition should hold."""
    example = f'example "asked":\n    players Ann, Bob\n{GIVEN}    then:\n        {condition}\n'
    return FRAME + more + example


def asked(condition: str, more: str = "") -> list[Diagnostic]:
    """What goes wrong when the condition is expected to hold."""
    return run_examples(Source("asking.rules", text_of(condition, more)))


def answers(conditions: Iterable[str], more: str = "") -> dict[str, str]:
    """What goes wrong with each of many conditions that are asked in one position; empty for one that holds."""
    lines = list(conditions)
    source = Source("asking.rules", text_of("\n        ".join(lines), more))
    parsed = parse(source)
    assert parsed.diagnostics == ()
    nodes = examples_of(parsed)
    setting = setting_of_example(parsed, source, nodes[0])
    assert isinstance(setting, Setting)
    made = elaborate(parsed, source, setting.players, dict(setting.options), nodes)
    assert made.core is not None
    assert made.scenes[0] is not None, made.diagnostics
    play = Play(seated(made.core, made.scenes[0]), made.scenes[0], source.text)
    play.go_to_first_stop()
    checks = [part for part in made.scenes[0].parts if isinstance(part, Check)]
    return {line: _trouble(partial(play.compare, check)) for line, check in zip(lines, checks, strict=True)}


def _trouble(compare: Callable[[], None]) -> str:
    try:
        compare()
    except Stumble as stumble:
        return str(stumble)
    return ""


def said(condition: str, more: str = "") -> list[str]:
    """The same as codes and messages."""
    return [f"{one.code}: {one.message}" for one in asked(condition, more)]
