"""Coverage: what of the rules happened in play, and what never did."""

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from attrs import evolve

from rulewright.analysis.playtest.coverage import Coverage, as_page, as_text, covered_lines, never
from rulewright.analysis.playtest.effort import Effort
from rulewright.language.source import Source
from rulewright.language.span import Span
from rulewright.loading import load, read_text
from rulewright.machine.program.nodes import Notice
from tests.analysis.looking import all_holes, found_in
from tests.cli.running import run
from tests.wasm.common import WASM

COINS_TEXT = """\
game "Coins & <b>heaps</b>" "Who takes the last coin wins"
    players 2
option odd "Begin with an odd number": yes or no, default no
there is
    coins: 0..5, starts 4
setup:
    if odd: add 1 to coins
play:
    repeat:
        each player: turn
phase turn "A turn":
    choose take or steal
    if coins is more than 5:
        cheat
        set coins to 5
    if coins is at most 5: nothing
to cheat:
    add 1 to coins
action take "Take coins":
    pick amount from 1..2
    needs amount is at most 2      because "two at most"
    needs amount is at most coins  because "there are not so many coins"
    subtract amount from coins
    if coins is 0: end game, won by you
action steal "Take all of them":
    needs coins is more than 5     because "there are too few"
    set coins to 0
    end game, won by you
"""
COINS = Source("coins.rules", COINS_TEXT)
ENOUGH = Effort(30.0)


def covered(source: Source, effort: Effort) -> Coverage:
    """What happened while holes were looked for."""
    return all_holes(read_text(source.name, source.text.encode()), source.name, effort)[1].happened


@pytest.fixture(scope="module")
def of_coins() -> Coverage:
    """They have so few positions that all are found, long before the time is over."""
    return covered(COINS, ENOUGH)


def test_each_line_says_how_often_it_happened_and_what_did_not(of_coins: Coverage) -> None:
    said = {line.text.strip().split("  ")[0]: (line.often, line.missing) for line in covered_lines(COINS, of_coins)}
    assert said["choose take or steal"][1] == "partly"
    assert said["if coins is more than 5:"][1] == "never holds"
    assert said["cheat"] == said["to cheat:"] == said["set coins to 0"] == ("never", "")
    assert said["if coins is at most 5: nothing"][1] == "always holds"
    assert said["needs amount is at most 2"][1] == "never refuses"
    assert said["needs amount is at most coins"][1] == ""
    assert said["needs coins is more than 5"][1] == "always refuses"
    assert said["there is"] == ("", "")
    assert int(said["if odd: add 1 to coins"][0]) > 0, "at one of the two settings"


def test_what_never_happens_is_told_once(of_coins: Coverage) -> None:
    assert of_coins.complete
    found = [(COINS.line(each.span.start), each.code, each.severity) for each in never(of_coins, COINS)]
    assert found == [
        (13, "never-happens", "warning"),
        (16, "never-fails", "warning"),
        (17, "never-happens", "warning"),
        (21, "never-refuses", "warning"),
        (25, "never-happens", "warning"),
    ]
    assert "The guard on line 26 refuses it every time." in never(of_coins, COINS)[-1].message


ALIKE = """game "Alike" "Whoever has no coin passes"
    players 2
each player has
    coins: 0..3, starts {coins}
play:
    repeat 2 times:
        each player: choose pay, asked alike
    each player: {last}
    end game, won by players where its coins is 0
action pay "Pay a coin":
    needs your coins is more than 0
    subtract 1 from your coins
action pass: nothing
"""


@pytest.mark.parametrize(
    ("coins", "last", "told"),
    [
        (1, "nothing", []),
        (2, "nothing", [(7, " and pass, which is offered nowhere else.")]),
        (3, "choose pay, asked alike", [(7, "."), (8, ".")]),
        (2, "choose pass", [(7, ".")]),
    ],
)
def test_where_nobody_has_to_pass_nobody_need_be_asked_alike(
    coins: int, last: str, told: list[tuple[int, str]]
) -> None:
    """Without the action the others could not be asked alike."""
    source = Source("alike.rules", ALIKE.format(coins=coins, last=last))
    found = [each for each in never(covered(source, ENOUGH), source) if each.code == "never-happens"]
    said = [(source.line(each.span.start), each.message.rpartition("leave out `, asked alike`")[2]) for each in found]
    assert said == told


def test_a_score_may_ask_whether_the_game_is_over() -> None:
    text = """game "Stones" "A score that counts at the end"
    players 2
there is
    stones: 0..3, starts 3
each player has
    taken: 0..3
play:
    repeat until stones is 0:
        each player:
            choose take
            if you cannot: nothing
action take "Take some":
    pick number from 1..2
    needs number is at most stones
    subtract number from stones
    add number to your taken
define done: game is over
define counted of player p: not done or p's taken is at least 0
scoring:
    score of player p:
        p's taken   when done and p is counted
        1           when game is not over or p's taken is 1
        0           otherwise
    winners: players with highest score
"""
    source = Source("stones.rules", text)
    happened = covered(source, ENOUGH)
    told = [(source.line(each.span.start), each.code) for each in never(happened, source)]
    assert (happened.complete, told) == (True, [(18, "never-fails")]), "what is no matter of the end is told"


ASKED = """game "Asked" "A question of the rules, and of an invariant"
    players 2
there is
    turns: 0..9
each player has
    coins: 0..9
play:
    repeat 2 times:
        each player: choose earn
action earn "Earn a coin":
    add 1 to turns
    if turns is {when}: set your coins to your grade
define grade of player p:
    {graded}   when p's coins is 0
    2   otherwise
invariant "small": every p in players satisfies p's grade is at most 5
scoring:
    score of player: turns
    winners: players with highest score
"""


@WASM
@pytest.mark.parametrize("graded", ["1", f"min(1, {' + '.join(['turns'] * 40)})"], ids=["small", "large"])
@pytest.mark.parametrize(("when", "asked"), [(9, False), (3, True)])
def test_what_only_an_invariant_asks_is_not_asked_in_play(graded: str, when: int, asked: bool) -> None:
    """A definition that is put where it is called, and one that is a function; play comes to four turns in one way."""
    happened = covered(Source("asked.rules", ASKED.format(graded=graded, when=when)), ENOUGH)
    begin, end = (ASKED.format(graded=graded, when=when).index(each) for each in ("\ndefine", "\ninvariant"))
    inside = [count for notice, count in happened.counts.items() if begin <= notice.span.start < end]
    assert happened.complete
    assert inside
    assert (sum(inside) > 0) == asked


NEEDED = """game "Only" "What always holds, and what others build on it"
    players black, white
cell is grid 2 by 2
rank is one of man, king
component piece: player, rank
    2 of any, any
there is
    board: piece on each cell
    boss: player or none
setup:
    for each c in cells where its row is 1: move 1 from box where {chosen} to c
play:
    each player from black:
        choose step
        if you cannot: end game, won by your left
action step "Step up":
    pick here from cells where its player is you
    let there be here's step(up)
    needs {guard} because "there is no way"
    move here to there
define mine of piece p (player who): p's player is who
"""


@pytest.mark.parametrize(
    ("chosen", "guard", "codes"),
    [
        ("it is black-man", "there is not none", set()),
        ("its rank is man and its player is black", "there is not none", set()),
        ("it is mine(black) and its rank is man", "there is not none", set()),
        ("it is black-man", "here is not a1 and here's rank is man", {"never-fails"}),
    ],
)
def test_what_others_build_on_is_not_to_be_left_out(chosen: str, guard: str, codes: set[str]) -> None:
    found = found_in(NEEDED.format(chosen=chosen, guard=guard), work=20_000)
    assert {each.code for each in found} & {"never-fails", "always-holds"} == codes


FILTER = """\
game "Filters" "Cards of the hand are laid"
    players 2
component card: rank 1..4
    1 of any
there is
    deck: pile of card
    pot: 0..1
each player has
    hand: hand of card
    city: area of card
setup:
    move all box to deck
    shuffle deck
    each player: move 2 from deck to your hand
play:
    repeat 2 times:
        each player: choose build
action build "Lay a card":
    {pick}
    move {picked} to your city
    set pot to 1
scoring:
    score of player: its city's size
    winners: players with highest score
"""


ALWAYS = """\
pick card from your hand where its rank is at most 5
pick card from your hand where it is not in your city
pick card from your hand where pot is at least 0 and it is not in your city
pick card from your hand where its rank is more than 1 or pot is at most 1
pick card from your hand where its rank is at least pot
pick card from your hand where not (it is in your city)
pick card from (your hand as c where c's rank is 1) where it is not in your city and its rank is 1
pick 1..2 few from your hand where its rank is at most 5
pick 1..2 few from your hand where its rank is at least pot, in order
pick 1..2 few from your hand where not (it is in your city)
pick 0..1 few from your hand or your city where its rank is at least pot
"""
EITHER = """\
pick card from your hand
pick 0..2 few from your hand where its rank is at least 2
pick card from your hand where its rank is 1 or its rank is 3
"""


@pytest.mark.sampled(4)
@pytest.mark.parametrize("pick", [*ALWAYS.splitlines(), *EITHER.splitlines()])
def test_conditions_of_picks_are_watched(pick: str) -> None:
    rest = "choose build or rest" if "rank is 3" in pick else "choose build"
    picked = "card" if pick.startswith("pick card") else "all few"
    text = FILTER.format(pick=pick, picked=picked).replace("choose build", rest) + "action rest: nothing\n"
    source = Source("filter.rules", text)
    found = never(covered(source, Effort(work=20_000)), source)
    told = {each.code for each in found if source.line(each.span.start) == source.line(source.text.index("pick "))}
    assert told == ({"never-fails"} if pick in ALWAYS.splitlines() else set())


def test_where_not_all_was_seen_it_is_a_suspicion(of_coins: Coverage) -> None:
    coverage = evolve(of_coins, games=7, complete=False)
    assert {each.severity for each in never(coverage, COINS)} == {"suspicion"}
    assert all("7 random games" in each.message for each in never(coverage, COINS))


def test_coverages_add_up_in_any_order() -> None:
    one, other = Notice("sentence", Span(3, 9)), Notice("guard", Span(1, 2), 0)
    first, second = Coverage({one: 2, other: 0}, 3, complete=True), Coverage({one: 5}, 4)
    assert first + second == second + first == Coverage({other: 0, one: 7}, 7)
    assert list((second + first).counts) == [other, one]
    assert ((first + second).percent, first.percent, Coverage({}).percent) == (50, 50, 0)


def test_a_page_is_well_formed_whatever_stands_in_the_text(of_coins: Coverage) -> None:
    page = as_page([(COINS, of_coins)])
    cells = [cell.text for cell in ET.fromstring(page.partition("\n")[2]).iter("td")]
    assert 'game "Coins & <b>heaps</b>" "Who takes the last coin wins"' in cells
    assert "script" not in page


def test_the_text_keeps_its_lines(of_coins: Coverage) -> None:
    told = as_text(COINS, of_coins).splitlines()
    assert [line.partition(" | ")[2] for line in told] == COINS.text.splitlines()


@WASM
def test_all_of_a_small_game_happens() -> None:
    source = Source("tic-tac-toe.rules", load("tic-tac-toe").source_text)
    coverage = covered(source, ENOUGH)
    assert (coverage.percent, coverage.complete, never(coverage, source)) == (100, True, [])


@pytest.mark.thorough
def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path, page = tmp_path / "coins.rules", tmp_path / "coins.html"
    path.write_text(COINS.text)
    done = run(capsys, "check", "--coverage", path, "--fail-under", 99)
    assert done.code == 1
    assert "| action steal" in done.out
    assert "less than 99 %" in done.out
    assert "of what can happen did in all positions" in done.out
    done = run(capsys, "check", path, "--work", 500, "--format", "json", "--page", page, "--fail-under", 10)
    codes = {each["code"] for each in json.loads(done.out)["findings"]}
    assert codes == {"never-holds", "always-holds", "never-happens", "no-change"}
    assert page.read_text().startswith("<!DOCTYPE html>")
    assert run(capsys, "check", path, "--page", tmp_path / "coins.txt").code == 2
    assert run(capsys, "check", path, "--coverage", "--format", "json").code == 2
    assert "nobody plays" in run(capsys, "check", path, "--coverage", "--effort", 0).err
