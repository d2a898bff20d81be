"""What is so where an invariant does not hold: values by hand, of the shortened game."""

import pytest
from attrs import evolve

from rulewright.analysis.playtest.effort import Effort
from rulewright.analysis.playtest.finding import Hole, way_of
from rulewright.analysis.playtest.playing import Played, holes
from rulewright.analysis.playtest.story import change_lines, story_of, value_lines, worded_by
from rulewright.language.source import Source
from rulewright.loading import read_text, rules_of
from rulewright.machine.game import Rules
from rulewright.machine.positions import Choice
from tests.analysis.looking import found_in, run_examples

SHELVES = """\
game "Shelves" "Lay cards out, side by side"
    players 2
component card, called "card-{rank}": rank 1..4
    1 of any
there is
    deck: pile of card, seen by everyone
    public: area of card
    laid: 0..9
    latest: player or none
each player has
    shelf: row of card
setup:
    move card-1 to deck
    move card-2 to deck
    move card-3 to deck
    move card-4 to deck
play:
    each player: lay
phase lay "Lay down":
    move 1 from deck to your shelf
    add 1 to laid
    set latest to you
    choose give
action give "Lay one out":
    move 1 from deck to public
scoring:
    score of player: 0
define worth of card c: 2 - c's rank
"""


def hole_of(text: str) -> tuple[Rules, Hole]:
    """The broken invariant that there is, with its rules."""
    read = read_text("shelves", text.encode())
    rules = rules_of(read, "shelves")
    (found,) = (each for each in holes(read, "shelves", Effort(work=500), Played()) if "broken" in each.diagnostic.code)
    return rules, found


def told(text: str) -> tuple[list[str], list[str]]:
    """What is so, and what the last move has changed."""
    rules, hole = hole_of(text)
    way = story_of(hole, rules).way
    assert way is not None
    return list(value_lines(rules, way)), list(change_lines(rules, way))


BEFORE, AFTER = "Before the first move:", "In the last move:"
PUBLIC = 'line 25 changes public: "move 1 from deck to public".'
SHELF = 'line 20 changes shelf: "move 1 from deck to your shelf".'
LAID = 'line 21 changes laid: "add 1 to laid".'
TOLD = [
    ("public's size + laid is at most 2", ["public's size + laid is 3, not at most 2"], AFTER, [LAID, PUBLIC]),
    (
        "every c in public satisfies c's worth is at least 0",
        ["c is card-3 in public, and c's worth is -1, not at least 0"],
        AFTER,
        [PUBLIC],
    ),
    (
        "every p in players satisfies p's shelf's size is at most 0 or laid is 7",
        ["p is Ann, and p's shelf's size is 1, not at most 0", "p is Ann, and laid is 1, not 7"],
        BEFORE,
        [SHELF, LAID],
    ),
    (
        "no p in players where (p's shelf is not empty and laid is 2)",
        ["p is Ann (one of 2), and p's shelf's size is 1", "p is Ann (one of 2), and laid is 2"],
        AFTER,
        [SHELF, LAID],
    ),
    ("not (latest is not none)", ["latest is Ann"], BEFORE, ['line 22 changes latest: "set latest to you".']),
    (
        "public is empty or laid is 0 or latest is none",
        ["public's size is 1", "laid is 2, not 0", "latest is Bob, not none"],
        AFTER,
        [LAID, 'line 22 changes latest: "set latest to you".', PUBLIC],
    ),
    ("laid is 0 and public is empty", ["laid is 1, not 0"], BEFORE, [LAID]),
    ("(first c in public) is not card-3", ["first c in public is card-3"], AFTER, [PUBLIC]),
    ("some c in deck where c is not card-2 and c is not card-1", [], AFTER, []),
]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("condition", "so", "when", "changed"), TOLD, ids=[row[0] for row in TOLD])
def test_values_and_lines(condition: str, so: list[str], when: str, changed: list[str]) -> None:
    """Of two sentences that take from the deck none is told."""
    is_so, in_it = told(SHELVES + f'invariant "it": {condition}\n')
    assert is_so == (["Then it is so:", *(f"    {each}." for each in so)] if so else [])
    assert in_it == ([when, *(f"    {each}" for each in changed)] if changed else [])


def test_where_the_setup_is_wrong_no_move_is_blamed() -> None:
    _, late = hole_of(SHELVES + 'invariant "it": public is empty\n')
    _, early = hole_of(SHELVES + 'invariant "it": laid is 0\n')
    asks = "or forgets something, or the invariant asks too much."
    move = f"Either the last move should not be allowed, or it does something wrong {asks}"
    assert late.diagnostic.message == f'The invariant "it" does not hold throughout play. {move}'
    setup = f"Either what is done before the first move is wrong {asks}"
    assert early.diagnostic.message == f'The invariant "it" does not hold when play begins. {setup}'


ENDING = """\
game "Ending" "Clear up at the end"
    players 2
there is
    coins: 0..9, starts 2
    over: yes or no
play:
    {course}
action pay "Pay one": {pays}
action keep "Keep it": nothing
invariant "some are left": {holds}
scoring:
    score of player: 0
"""
AT_THE_END = (
    'The invariant "some are left" holds at every decision of a game, but not at its end, where it is looked at, too. '
    'If it shall hold there, what comes last forgets something. If it need not: invariant "some are left" in play: …'
)
TURNS = "repeat 2 times:\n        each player: choose pay or keep\n    set coins to 0"


def ending(course: str, *, holds: str = "coins is more than 0", pays: str = "nothing") -> str:
    """A game that ends so."""
    return ENDING.format(course=course, holds=holds, pays=pays)


@pytest.mark.parametrize(
    ("text", "only"),
    [
        (ending(TURNS), True),
        (ending(TURNS.replace("    set", "    roll d from 1..6\n    set").replace("2 times", "40 times")), True),
        (ending(TURNS, pays="subtract 1 from coins", holds="coins is at least 1"), False),
        (ending("set coins to 0"), False),
        (ending("each player: choose pay or keep\n    set coins to 0\n    each player: choose pay or keep"), False),
    ],
    ids=["turns", "chance before it", "earlier, too", "no decision", "before the last decision"],
)
def test_an_invariant_that_only_the_end_breaks_is_told_so(text: str, *, only: bool) -> None:
    rules, hole = hole_of(text)
    assert (hole.diagnostic.message == AT_THE_END) == only
    assert story_of(hole, rules).hole.diagnostic == hole.diagnostic


@pytest.mark.parametrize("said", ['left" in play:', 'left": game is over or'])
def test_an_invariant_that_holds_in_play_only_is_not_broken_by_its_end(said: str) -> None:
    text = ending(TURNS).replace('left":', said)
    assert not found_in(text)


def test_where_a_shorter_game_breaks_it_before_its_end_that_is_told_in_its_story() -> None:
    rules, hole = hole_of(ending("each player: choose pay or keep", pays="set coins to 0"))
    late = evolve(hole, path=(Choice(0, 1), Choice(1, 0)), shortest=False)
    found = worded_by(rules, way_of(rules, late.path), late.diagnostic)
    assert found.message == AT_THE_END
    assert story_of(evolve(late, diagnostic=found), rules).hole.diagnostic == hole.diagnostic


STAKES = """game "Stakes"
    players 2
there is
    pot: 0..9, starts 9
    staked: 0..9
each player has
    coins: 0..99
play:
    repeat 3 times:
        each player: TURN
action stake:
    subtract 1 from pot
    BODY
    add 1 to staked
action match: add 1 to your coins
to reply: choose match
to answering:
    ask your left: reply
to take-turns:
    choose stake
    reply
scoring:
    score of player: its coins
    winners: players with highest score
invariant "nothing is lost": pot + staked is 9
example "E":
    players Ann, Bob
    given:
        pot is 9
    at play
    when:
        Ann: stake
    then:
        pot is 8
"""


@pytest.mark.parametrize(
    ("turn", "body", "line"),
    [
        ("choose stake", "choose match", 13),
        ("choose stake", "answering", 16),
        # a decision that is no part of the action, or need not be
        ("choose stake", "subtract 1 from pot", None),
        ("take-turns", "reply", None),
    ],
)
def test_an_invariant_that_is_broken_inside_a_move_is_told_with_what_asks_there(
    turn: str, body: str, line: int | None
) -> None:
    text = STAKES.replace("TURN", turn).replace("BODY", body)
    where = f"line {line} asks before stake is done"
    is_so, _ = told(text.partition("example")[0])
    assert (f"    {where}." in is_so) == (line is not None)
    (failing,) = run_examples(Source("x.rules", text))
    assert (f", where {where}: pot + staked is 8" in failing.message) == (line is not None)
