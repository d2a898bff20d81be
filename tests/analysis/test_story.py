"""The two stories of a hole: the record leads there, the path gets shorter and shows the same, the example shows it."""

import random
import re
from math import inf

import pytest
from hypothesis import given, settings, strategies as st

from rulewright import Rules, load
from rulewright.analysis.playtest.effort import Effort
from rulewright.analysis.playtest.finding import Hole, Path, begun, decisions_in, make, record_of, way_of
from rulewright.analysis.playtest.playing import Played, holes
from rulewright.analysis.playtest.scenes import Stage, laid_cells
from rulewright.analysis.playtest.shortening import shorten
from rulewright.analysis.playtest.story import Story, story_lines, story_of
from rulewright.files import find, read
from rulewright.language.elaborate.settings import Setting
from rulewright.language.messages import flow as words
from rulewright.language.source import Source
from rulewright.language.span import BYTES, NOWHERE
from rulewright.loading import read_text, rules_of
from rulewright.machine.chance import count
from rulewright.machine.interpret import Deciding, Over, RulesFault
from rulewright.machine.positions import Choice
from rulewright.machine.record import parse
from rulewright.machine.replay import replay
from tests.analysis.looking import run_examples
from tests.made import BY_SEED, made_rules
from tests.wasm.games import DEEP

BUDGET = 400


def random_path(rules: Rules, seed: int, most: int) -> Path:
    """The choices of a random game, to where it goes wrong, ends or is long enough."""
    rng, machine, path = random.Random(seed), rules.machine, list[Choice]()
    begun(rules)
    while not isinstance(machine.stop, Over) and len(path) < most:
        if isinstance(machine.stop, Deciding):
            seat = rng.choice(machine.stop.seats)
            path.append(Choice(seat, rng.randrange(len(machine.moves(seat)))))
        else:
            path.append(Choice(None, rng.randrange(count(rules.naming.event(0)))))
        try:
            make(rules, path[-1])
        except RulesFault:
            break
    return tuple(path)


def changed(game: str, old: str, new: str) -> Rules:
    """A shipped game in which something is different, without its examples."""
    text = read(find(game), most=BYTES).decode().partition("\nexample")[0] + "\n"
    assert old in text
    return rules_of(read_text(game, text.replace(old, new, 1).encode()), game)


@pytest.mark.parametrize("game", ["high-tide", "kuhn-poker", "line-it"])
def test_a_record_leads_where_the_choices_lead(game: str) -> None:
    rules = load(game)
    path = random_path(rules, 1, 30)
    there = way_of(rules, path).vectors[-1]
    again = replay(rules, parse(line.encode() + b"\n" for line in record_of(rules, way_of(rules, path)).splitlines()))
    assert again.parting is None
    assert again.game.state.vector == there


def test_a_fault_is_in_the_record_and_in_the_shortest_game() -> None:
    rules = changed("tic-tac-toe", "            if you cannot: end game, drawn\n", "")
    path = next(path for seed in range(99) if way_of(rules, path := random_path(rules, seed, 9)).fault is not None)
    record = record_of(rules, way_of(rules, path))
    again = replay(rules, parse(line.encode() + b"\n" for line in record.splitlines()))
    assert again.parting is not None
    assert "There is no move here" in again.parting.message
    assert shorten(rules, path) == (path, True)


THROWS = """game "Throws" "Dice that are called by numbers"
    players 2
component die: face 1..6
    unlimited of any
there is
    tray: row of die, up to 1
each player has
    gold: 0..5
play:
    each player: choose throw or stop
action throw "Throw a die":
    roll 1 to tray "left die"
    add total face of tray to your gold
    move all tray to box
action stop: nothing
scoring:
    score of player: its gold
    winners: players with highest score
"""


def test_the_example_gives_dice() -> None:
    lines = [*story_lines(only_story(THROWS), rules_of(read_text("throws", THROWS.encode()), "throws"))]
    assert lines[-6:-1] == [
        "    players Ann, Bob",
        "    at play as Ann",
        "    when:",
        "        Ann: throw",
        '        "left die" gives 6',
    ]


def test_where_no_example_shows_a_hole_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.analysis.playtest.story.smallest_example", lambda *_: None)
    last = [*story_lines(only_story(THROWS), rules_of(read_text("throws", THROWS.encode()), "throws"))][-1]
    assert last == "No short example was found that shows it; check --found DIR keeps the whole game."


def test_circles_are_cut() -> None:
    rules = rules_of(read_text("circle", CIRCLE.encode()), "circle")
    path = tuple(Choice(0, number) for number in (0, 1, 0, 1, 0, 0, 1, 0, 0, 0))
    assert way_of(rules, path).fault is not None
    shorter, shortest = shorten(rules, path)
    assert (decisions_in(shorter), shortest) == (4, True)
    assert shorten(rules, path) == (shorter, shortest)


CIRCLE = """game "Circle" "Up and down"
    players 1
there is
    height: 0..3
play:
    repeat:
        each player: choose up or down
action up: add 1 to height
action down:
    needs height is at least 1
    subtract 1 from height
scoring:
    score of player: height
"""


TOSSES = """game "Tosses" "Toss, and once more after heads"
    players 2
side is one of heads, tails
component card, called "card-{rank}": rank 1..9
    1 of any
there is
    deck: pile of card
    coin: side
    tossed: 0..9
setup:
    move all box to deck
    shuffle the deck
    set coin to heads
    repeat until coin is tails:
        draw result from sides "toss"
        set coin to result
        add 1 to tossed
play:
    repeat:
        each player: turn
phase turn "Toss or take":
    choose toss or take
action toss "Toss until tails":
    repeat until coin is heads:
        draw result from sides "toss"
        set coin to result
    add 3 to tossed
    set coin to tails
action take: nothing
scoring:
    score of player: tossed
"""


@pytest.mark.thorough
def test_chance_that_asks_more_or_less_often_than_before() -> None:
    """A fault behind tosses, of which nobody knows how many there are: no path asks for what chance cannot give."""
    rules = rules_of(read_text("tosses", TOSSES.encode()), "tosses")
    shorter = [shorten(rules, random_path(rules, seed, 80), BUDGET)[0] for seed in range(2)]
    assert {decisions_in(each) for each in shorter} == {1}
    assert all(way_of(rules, each).trouble is not None for each in shorter)


@pytest.mark.thorough
@settings(BY_SEED, max_examples=200 if DEEP else 4)
@given(st.integers(0, 2**32))
def test_paths_of_made_games_get_shorter(seed: int) -> None:
    rules = made_rules(seed)
    path = random_path(rules, seed, 20)
    shorter, _ = shorten(rules, path, BUDGET)
    assert way_of(rules, shorter).trouble == way_of(rules, path).trouble
    assert decisions_in(shorter) <= decisions_in(path)


DEAL_AND_ROLL = """game "Roll" "Roll until six"
    players 2
component card, called "card-{rank}": rank 1..9
    1 of any
there is
    deck: pile of card
    rolled: 0..9
setup:
    move all box to deck
    shuffle the deck
play:
    repeat 3 times:
        each player: choose wait
    repeat until rolled is 6:
        draw side from 1..5 "side"
        set rolled to side
        add 1 to rolled
        if rolled is 6: set rolled to 5
action wait: nothing
scoring:
    score of player: 0
"""


@pytest.mark.thorough
def test_chance_that_asks_for_ever_is_told_by_the_moves_before() -> None:
    text = read_text("roll", DEAL_AND_ROLL.encode())
    (hole,) = holes(text, "roll", Effort(work=600), Played())
    assert hole.path is not None
    assert "More than 100,000 chance events" in hole.diagnostic.message
    assert len(hole.path) == 7


HOARD = """game "Hoard" "Keep what you draw"
    players 2
component card, called "card-{rank}": rank 1..9
    1 of any
there is
    deck: pile of card
    discard: area of card
each player has
    hand: hand of card, up to 2
setup:
    move all box to deck
    shuffle the deck
play:
    repeat until deck's size is less than 2:
        each player: turn
phase turn "A turn: draw":
    move 1 from the deck to your hand
    choose keep or throw
action keep "Keep it": nothing
action throw "Throw one away":
    pick card from your hand
    move card to discard
scoring:
    score of player: its hand's size
"""


def hoarded() -> tuple[Rules, Path, Hole]:
    """Rules, a long path to what goes wrong in them, and that as a hole."""
    rules = rules_of(read_text("hoard", HOARD.encode()), "hoard")
    path = next(path for seed in range(99) if decisions_in(path := random_path(rules, seed, 99)) == 7)
    return rules, path, Hole(words.fails(NOWHERE, title="", why=""), Setting(rules.players, ()), path)


def test_both_stories_of_a_hole() -> None:
    rules, path, hole = hoarded()
    story = story_of(hole, rules, BUDGET)
    assert story.hole.path is not None
    assert way_of(rules, story.hole.path).trouble == way_of(rules, path).trouble is not None
    assert decisions_in(story.hole.path) == 4
    assert story.example is not None
    wrong = run_examples(Source("hoard", HOARD + "\n" + story.example.block))
    assert [found.code for found in wrong] == ["example-fails"]
    assert "There is no room in hand" in wrong[0].message
    assert re.search(r"hand holds card-\d, card-\d\n", story.example.block)
    text = "\n".join(story_lines(story, rules))
    assert story.example.block.strip() in text
    assert "It is not known whether play comes to just this position" in text
    assert "it happens after 4 moves" in text


SCOUT = """\
game "Scout" "Look at the top, then decide"
    players 2
component card: rank 1..15
    1 of any
there is
    deck: pile of card
each player has
    glimpse: slot of card, seen by owner
setup:
    move all box to deck
play:
    each player:
        if deck is not empty:
            let top be deck's last
            move top to your glimpse
            choose keep(top's rank) or bury
action keep(1..12 n) "Keep it": nothing
action bury "Put it back": move all your glimpse to deck
scoring:
    score of player: total rank of its glimpse
"""


AGAIN = """game "Again" "Walk to and fro"
    players 1
point is one of a, b, c
joined points:
    a, b, c
component stone: mark
    1 of black
mark is one of black
there is
    board: stone on each point
    steps: 0..9
    past: memory of board, up to 20
setup: move 1 from box to a
play:
    repeat until past's repeats is 4:
        remember past
        each player: choose step
action step "Go to the next point":
    pick here from points where it is not empty
    pick there from here's neighbors
    move here to there
    add 1 to steps
    WRONG
scoring:
    winners: players
"""


CALLED = """game "Called" "A name is given before somebody is asked"
    players 2
there is
    n: 0..9
play:
    for each k in 1..9: call(k)
to call(1..9 k):
    let caller be first p in players where p's seat is k
    if caller is not none and n is at most 8:
        ask caller: turn
phase turn "A turn":
    choose go
action go "Go on":
    add 1 to n
scoring:
    score of player: n
    winners: players with highest score
invariant "low": n is at most 1
"""


def only_story(text: str, code: str = "goes-wrong") -> Story:
    """What is told of the only thing that goes wrong, or of the only one of another sort."""
    read = read_text("again", text.encode())
    (hole,) = (hole for hole in holes(read, "again", Effort(work=500), Played()) if hole.diagnostic.code == code)
    return story_of(hole, rules_of(read, "again"))


FORGETS = "    -- in the game past holds something by now; memories of an example begin empty\n"


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("text", "code", "forgets", "said"),
    [
        (AGAIN.replace("WRONG", "if steps is 5: subtract 9 from steps"), "goes-wrong", True, "this makes -4"),
        # where memories matter it begins before they hold anything
        (AGAIN.replace("WRONG", "if past's repeats is 2: subtract 9 from steps"), "goes-wrong", False, "this makes -"),
        # before anybody is asked
        (SCOUT, "goes-wrong", False, "n is 1..12, and this is 15"),
        # behind a name that was given
        (CALLED, "broken-invariant", False, "low"),
    ],
    ids=["without memories", "memories that matter", "nobody is asked", "a name"],
)
def test_an_example_goes_wrong_as_the_game_does(text: str, code: str, said: str, *, forgets: bool) -> None:
    story = only_story(text, code)
    assert not story.mistakes
    assert story.example is not None
    assert ("-- " in story.example.block) == (FORGETS in story.example.block) == forgets
    assert story.example.reached >= forgets, "but for what is remembered"
    assert "past holds nothing" not in story.example.block
    (wrong,) = run_examples(Source("again", text + "\n" + story.example.block))
    assert said in wrong.message


def test_after_a_while_a_story_is_told_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, path, hole = hoarded()
    monkeypatch.setattr("rulewright.analysis.playtest.story.STORY", 0.0)
    story = story_of(hole, rules, BUDGET)
    assert (story.hole.path, story.example, story.record) == (path, None, record_of(rules, way_of(rules, path)))


def test_a_position_that_no_example_can_give() -> None:
    rules = load("deal")
    path = random_path(rules, 1, 10)
    while decisions_in(path) % 4 != 2:
        path = path[:-1]
    assert Stage(rules, way_of(rules, path), "a position", inf).at(1) is None


@pytest.mark.parametrize(("game", "seed"), [("tic-tac-toe", 1), ("high-tide", 4), ("kuhn-poker", 0)])
def test_an_example_begins_where_the_game_stood(game: str, seed: int) -> None:
    rules = load(game)
    stage = Stage(rules, way_of(rules, random_path(rules, seed, 12)), "a position", inf)
    found = [stage.at(k) for k in (1, 2)]
    reached = [each[0] for each in found if each is not None and each[1]]
    assert reached
    for draft in reached:
        play = stage.read(stage.block(draft))
        assert play is not None
        play.go_to_first_stop()
        cells = stage.way.vectors[draft.door.after][3 : laid_cells(rules)]
        assert play.machine.vector[3 : laid_cells(rules)] == cells


@pytest.mark.parametrize("place", ["turn", "turn as Bob", "call(1)", "call(2)"])
def test_an_example_begins_behind_a_name_that_was_given(place: str) -> None:
    example = f"""
example "there":
    players Ann, Bob
    given:
        n is 0
    at {place}
    then:
        n is 0
"""
    found = run_examples(Source("called", CALLED.replace("n is at most 1", "n is at most 9") + example))
    assert not any("KeyError" in each.message for each in found)


@pytest.mark.parametrize("stage", ["shorten", "smallest_example"])
def test_an_error_of_the_program_loses_no_game(stage: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise KeyError(stage)

    rules, _, hole = hoarded()
    monkeypatch.setattr(f"rulewright.analysis.playtest.story.{stage}", broken)
    story = story_of(hole, rules, BUDGET)
    assert [str(error) for error, *_ in story.mistakes] == [repr(stage)]
    assert story.record is not None


LOOP = """game "Loop" "Nobody can, for ever"
    players 2
there is
    lap: 0..9
    round: 0..9
play:
    each player: choose wait
    go around from players's first until lap is 9:
        choose lay
        if you cannot: nothing
action wait "Wait": nothing
action lay "Lay":
    pick number from 1..2
    needs number is at most lap because "no"
    set lap to 9
scoring:
    score of player: 0
    winners: players
"""


def test_at_the_deadline_a_loop_is_left() -> None:
    """Without it the reference would take all million turns."""
    rules = rules_of(read_text("loop", LOOP.encode()), "loop")
    path = (Choice(0, 0), Choice(1, 0))
    way = way_of(rules, path[:1])
    assert not way.late
    begun(rules)
    make(rules, path[0])
    rules.machine.c.deadline = 0.0
    with pytest.raises(RulesFault) as late:
        make(rules, path[1])
    assert late.value.code == "too-slow"
