"""Holes that only playing shows: what is found, by how short a game, by both backends alike, and what is said of it."""

from heapq import heapreplace
from itertools import takewhile
from typing import Any

import pytest

from rulewright.analysis.check import Acceptances
from rulewright.analysis.playtest import effort, going_round, playing, searching, telling
from rulewright.analysis.playtest.effort import Effort, Seen
from rulewright.analysis.playtest.finding import Hole, way_of
from rulewright.analysis.playtest.playing import MIN_UNDECIDED_GAMES, Played, most_different_first
from rulewright.analysis.playtest.searching import LEAST_GAMES
from rulewright.analysis.playtest.story import story_lines, story_of
from rulewright.analysis.playtest.telling import concerned, concerning, covered, hardly, hardly_looked, looked
from rulewright.files import find, read
from rulewright.language.elaborate.settings import Setting
from rulewright.language.span import BYTES
from rulewright.loading import Text, read_text, rules_of
from rulewright.machine.chance import ChanceEvent, enumerate_outcomes, nth_outcome, number_of
from rulewright.machine.game import Rules
from rulewright.machine.interpret import RulesFault
from rulewright.machine.program.bounds import LATE
from tests.analysis.looking import all_holes
from tests.laws.positions import GAMES
from tests.wasm.common import WASM

STONES = """
game "Stones" "Take the last stone"
    players 2
there is
    stones: 0..99, starts 5
setup:
    nothing
play:
    repeat:
        each player:
            choose take
action take "Take stones":
    pick number from 1..2
    needs number is at most stones
    subtract number from stones
    if stones is 0: end game, won by you
invariant "not too many": stones is at most 10
"""
NEEDS = "    needs number is at most stones\n"
WAIT = '            choose take or wait\naction wait "Wait": nothing\n'
LUCK = '    draw luck from 1..6 "luck"\n    add luck to stones\n'
DOUBLE = "    set stones to stones * stones\n"
TOO_MANY, TAKES = 'invariant "not too many": stones is at most 10', ["Ann: take 2", "Bob: take 2", "Ann: take 2"]
WAITING = {"1..2": "2..3", "            choose take\n": WAIT}
# What is put for what; then the code, the guilty text, and how one gets there.
SLIPS = {
    "a fault": ({NEEDS: ""}, "goes-wrong", "subtract number from stones", TAKES),
    "a dead end": ({"1..2": "2..3"}, "nobody-can-move", "choose take", TAKES[:2]),
    "a leak of time": (WAITING, "need-not-end", "choose take or wait", TAKES[:2]),
    "chance breaks an invariant": ({"    nothing\n": LUCK}, "broken-invariant", TOO_MANY, ["luck gives 6"]),
    "a fault at once": ({"    nothing": "    subtract 6 from stones"}, "goes-wrong", "subtract 6 from stones", []),
}
DEEP = """
game "Code" "Too long for looking through all of it"
    players 2
there is
    code: 0..60000
play:
    repeat:
        each player: choose add
action add "Add a sign":
    pick sign from 1..3
    if code is 10: end game
    set code to code * 3 + sign
scoring:
    winners: players
"""


def text_of(rules: str) -> Text:
    """A text that was never read before."""
    return read_text("stones.rules", rules.encode())


def found_in(text: Text, spent: Effort) -> tuple[list[Hole], Played]:
    return all_holes(text, "stones", spent)


STREAK = """
game "Streak" "Climb without a break"
    players 2
each player has
    streak: 0..9
    height: 0..99
there is
    wind: 0..999
setup:
    nothing
play:
    repeat 9 times:
        each player:
            choose climb or wander
    end game
action climb "Climb":
    add 1 to your streak
    add your streak to your height
    if your streak is 7:
        add wind to your height
action wander "Wander":
    pick c from 1..20
    set your streak to 0
    add c to wind
scoring:
    score of player: player's height
    winners: players with highest score
"""
"""A random player climbs seven times in a row in hardly one game of 21 to the power of 7."""
LIMIT = 'invariant "not so windy": wind is at most 500\n'


def test_players_who_think_come_to_what_no_random_game_comes_to() -> None:
    """The rule is not missed then; where an invariant is broken by it the game shows it."""
    _, played = found_in(text_of(STREAK), Effort(work=120_000))
    assert not played.missed
    assert looked(text_of(STREAK).source, played)["thought"] == sum(each.thought for each in played.seen.values()) > 0
    text = text_of(STREAK.replace("add wind to your height", "set wind to 501") + LIMIT)
    (hole,) = found_in(text, Effort(work=120_000))[0]
    assert hole.diagnostic.code == "broken-invariant"
    assert way_of(rules_of(text, "streak"), hole.path or ()).broken == 0


def test_what_nobody_came_to_is_said_in_a_line_and_is_no_finding() -> None:
    """Two players wander 18 times, which never adds up to 998; where play came to everything nothing is said."""
    text = text_of(STREAK.replace("your streak is 7", "wind is 998").replace("1..20", "1..2"))
    found, played = found_in(text, Effort(work=60_000))
    assert not found
    line = STREAK[: STREAK.index("    if your streak")].count("\n") + 1
    assert list(telling.never_came_to(text.source, played.missed)) == [
        f"Play never came to: line {line} (if wind is 998:); --strict tells more."
    ]
    assert not list(telling.never_came_to(text.source, ()))


ENDING = STREAK.replace("    wind: 0..999", "    wind: 0..999\n    rounds: 0..9, starts 0").replace(
    "    repeat 9 times:\n        each player:\n            choose climb or wander\n    end game",
    "    repeat until rounds is 9 or some p in players satisfies p's streak is 7:\n"
    "        each player: choose climb or wander\n        add 1 to rounds",
)


@pytest.mark.thorough
def test_players_who_think_seek_the_ends_that_no_random_game_comes_to() -> None:
    """One of two that part of a condition says; what nobody comes to, not even who thinks, is said in a line."""
    text = text_of(ENDING.replace("    if your streak is 7:\n        add wind to your height\n", ""))
    found, played = found_in(text, Effort(work=120_000))
    assert not found
    assert sum(each.thought for each in played.seen.values()) > 0
    assert not played.ends
    text = text_of(text.source.text.replace("p's streak is 7", "wind is 998").replace("1..20", "1..2"))
    found, played = found_in(text, Effort(work=60_000))
    assert not found
    line = text.source.text[: text.source.text.index("    repeat until")].count("\n") + 1
    told = [*telling.never_came_to(text.source, played.missed, played.ends)]
    assert told == [f"Play never ended because of: line {line} (wind is 998); --strict tells more."]


def test_games_without_a_decision_are_work_too() -> None:
    """Else as many would be played as there is time for."""
    cards = 'component card, called "card-{rank}": rank 1..9\n    1 of any\n'
    shuffled = "    move all box to deck\n    shuffle the deck\n    subtract 6 from stones\n"
    text = STONES.replace("there is\n", f"{cards}there is\n    deck: pile of card\n").replace("    nothing\n", shuffled)
    found, played = found_in(read_text("stones", text.encode()), Effort(work=600))
    assert [each.diagnostic.code for each in found] == ["goes-wrong"]
    assert 0 < sum(each.games for each in played.seen.values()) <= 2 * 600


@pytest.fixture(params=[pytest.param("fast", marks=WASM), "reference"])
def _backend(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "reference":
        monkeypatch.setattr(searching, "fast_explorer", lambda *_, **__: None)


@pytest.mark.sampled(2)
@pytest.mark.usefixtures("_backend")
@pytest.mark.parametrize("slip", SLIPS)
def test_a_hole_is_found_by_the_shortest_game(slip: str) -> None:
    changes, code, guilty, moves = SLIPS[slip]
    rules = STONES
    for old, new in changes.items():
        assert old in rules
        rules = rules.replace(old, new, 1)
    if slip == "a leak of time":
        wait = 'action wait "Wait": nothing\n'
        rules = rules.replace(wait, "") + wait
    text = text_of(rules)
    found, played = found_in(text, Effort(work=1000))
    (hole,) = found
    assert hole.diagnostic.code == code
    span = hole.diagnostic.span
    assert text.source.text[span.start : span.end].startswith(guilty[:8])
    assert guilty in text.source.line_text(text.source.line(span.start))
    made = rules_of(text, "stones", players=2, options={})
    head, *lines = story_lines(story_of(hole, made), made)
    assert head.startswith("The game, with 2 players: it happens ")
    assert head.endswith(", and no game is shorter.")
    game = takewhile(lambda line: line.startswith("    "), lines)
    assert [line.strip().lstrip("0123456789. ") for line in game] == moves
    assert list(concerning(text.source, played)) == []


@WASM
def test_both_backends_find_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    text, seen = text_of(DEEP), []
    for fast in (True, False):
        if not fast:
            monkeypatch.setattr(searching, "fast_explorer", lambda *_, **__: None)
        found, played = found_in(text, Effort(work=600, strict=True))
        (looked_at,) = played.seen.values()
        seen.append((found, looked_at.positions, looked_at.games, looked_at.decisions, covered(played)))
    assert seen[0] == seen[1]
    (hole,) = seen[0][0]
    assert hole.diagnostic.code == "goes-wrong"
    assert not hole.shortest
    assert hole.path is not None
    assert len(hole.path) >= 10


IDLE = "    if stones is more than 20: end game\n"


def test_what_never_happens_is_told_where_all_was_seen_or_strictly() -> None:
    """And not where something goes wrong, behind which there may be more."""
    few = STONES.replace("    subtract number", f"{IDLE}    subtract number")
    found, played = found_in(text_of(few), Effort(work=1000))
    assert [(hole.diagnostic.code, hole.diagnostic.severity) for hole in found] == [("never-happens", "warning")]
    assert list(concerning(text_of(few).source, played)) == []
    wrong = few.replace(NEEDS, "")
    assert [hole.diagnostic.code for hole in found_in(text_of(wrong), Effort(work=1000))[0]] == ["goes-wrong"]
    assert found_in(text_of(wrong), Effort(work=1000, strict=True))[0][-1].diagnostic.severity == "suspicion"


RARE = """\
game "Rare" "Hardly anybody goes left so often"
    players 2
there is
    lefts: 0..99
    steps: 0..999
    won: yes or no
play:
    repeat 400 times:
        each player: choose left or right or jackpot
action left: set lefts to min(99, lefts + 1)
action right:
    set lefts to 0
    add 1 to steps
action jackpot "Win":
    needs lefts is at least 40
    set won to yes
    end game, won by you
scoring:
    score of player: 0
    winners: nobody
example "it can be done":
    players Ann, Bob
    given:
        lefts is 60
    at play as Ann
    when:
        Ann: {move}
    then:
        lefts is {lefts}
"""


@pytest.mark.parametrize(("move", "lefts", "told"), [("jackpot", 60, False), ("left", 61, True), ("jackpot", 1, True)])
def test_what_an_example_that_comes_true_does_can_happen(move: str, lefts: int, told: bool) -> None:
    text = text_of(RARE.format(move=move, lefts=lefts))
    found, _ = found_in(text, Effort(work=300, strict=True))
    never = [each.diagnostic.message for each in found if each.diagnostic.code == "never-happens"]
    assert [message.startswith("jackpot is never chosen") for message in never] == [True] * told


UNASKED = """\
game "Nobody bids" "The bidders are never named"
    players 3
component lot: worth 1..9
    3 of any
there is
    lots: pile of lot
    done: area of lot
    bidders: set of player
    opener: player
    open: yes or no
setup:
    move all box to lots
    shuffle lots
play:
    repeat until lots is empty:
        {named}
        go around from opener among bidders: choose pass
        move 1 from lots to done
action pass "Leave":
    set open to yes
    remove you from bidders
scoring:
    score of player: (count of done where its worth is 9)
    winners: players with highest score
"""


@pytest.mark.parametrize("named", ["set bidders to players", "if open: set bidders to players"])
def test_that_nobody_is_ever_asked_is_told_in_any_case(named: str) -> None:
    """However many positions there are that differ by chance alone."""
    text = text_of(UNASKED.format(named=named))
    found = [hole.diagnostic for hole in found_in(text, Effort(work=200))[0]]
    lines = [text.source.line(each.span.start) for each in found if each.code == "never-happens"]
    assert lines == [text.source.line(text.source.text.index("go around"))] * named.startswith("if")
    few, played = found_in(text, Effort(seconds=0.0))
    assert not few
    assert 0 < played.sum("ended") < MIN_UNDECIDED_GAMES, "a few games do not show it"


LUCKY = """\
game "Lucky" "Before anybody is asked chance has a thousand ways to go"
    players 2
component card: rank 1..13
    4 of any
there is
    deck: pile of card
    market: row of card
setup:
    move all box to deck
    shuffle the deck
    move 3 from deck to market
play:
    repeat until deck's size is less than 5:
        each player: turn
phase turn "A turn":
    roll luck from 1..6 "luck"
    if luck is 1: move 1 from deck to box
    choose take or wait
action take "Take a card":
    pick card from market
    move card to box
    move 1 from deck to market
action wait "Wait": move 1 from deck to box
invariant "three": market's size is {size}
scoring:
    score of player: 0
    winners: players
"""


@pytest.mark.usefixtures("_backend")
@pytest.mark.parametrize("strict", [False, True])
def test_where_positions_take_all_the_time_games_are_played_all_the_same(
    monkeypatch: pytest.MonkeyPatch, *, strict: bool
) -> None:
    """Nothing is concluded from nothing, and what is false at the first decision is seen."""
    monkeypatch.setattr(searching, "LEAST_SECONDS", 60.0)  # three games are enough, on a slow machine, too
    text = text_of(LUCKY.format(size="at most 3"))
    found, played = found_in(text, Effort(seconds=0.0, strict=strict))
    assert [hole.diagnostic.code for hole in found if hole.diagnostic.severity != "suspicion"] == []
    assert not any("0 random games" in hole.diagnostic.message for hole in found)
    assert all(LEAST_GAMES <= each.games < 2 * LEAST_GAMES for each in played.seen.values())
    wrong, _ = found_in(text_of(LUCKY.format(size=2)), Effort(seconds=0.0))
    assert [hole.diagnostic.code for hole in wrong] == ["broken-invariant"]


@pytest.mark.usefixtures("_backend")
def test_that_no_game_came_to_its_end_is_told() -> None:
    long = DEEP.replace("code is 10", "code is 59999").replace("code * 3 + sign", "code + 1")
    _, played = found_in(text_of(long), Effort(work=600))
    assert "No random game came to its end: what comes there is not known. A larger --effort plays more." in [
        *telling.left_out(played, 16)
    ]


def test_a_right_game_is_gone_through() -> None:
    found, played = found_in(text_of(STONES), Effort(work=1000))
    assert not found
    assert played.all
    assert covered(played) == "all 10 positions looked at"


@pytest.mark.parametrize(
    ("games", "said"), [(0, "only 0 random games"), (1, "only 1 random game"), (20, "20 random games")], ids=str
)
def test_it_is_told_how_many_games_were_played(games: int, said: str) -> None:
    seen = {Setting(2, ()): Seen(positions=10, games=games)}
    played = Played(1, every=True, seen=seen)
    assert covered(played) == f"10 positions looked at, {said} played"
    assert hardly(played) == (games < 20)


def test_it_is_said_once_that_little_was_looked_at_and_what_to_do() -> None:
    """Without the fast backend, where hardly a game comes to its end, and not all settings are played."""
    played = Played(4, every=True, seen={Setting(2, ()): Seen(positions=10, games=0, reference=True)})
    assert hardly_looked(played, "--effort 60") == (
        "Hardly looked: 0 games at 1 of 4 settings; the reference interpreter plays, which is slow: "
        'pip install "rulewright[fast]", or --effort 60, looks at more'
    )
    assert not [*telling.left_out(played, 16)]
    enough = Played(1, every=True, seen={Setting(2, ()): Seen(positions=10, games=20, reference=True)})
    assert 'The reference interpreter played, which is slow; pip install "rulewright[fast]" is faster.' in [
        *telling.left_out(enough, 16)
    ]


@pytest.mark.parametrize(
    ("games", "settings", "said"),
    [
        (6, 12, "Hardly looked: 6 games at 1 of 12 settings; --effort 60 looks at more"),
        (1, 1, "Hardly looked: 1 game;"),
    ],
)
def test_where_little_was_looked_at_no_holes_found_is_not_said(games: int, settings: int, said: str) -> None:
    played = Played(settings, every=True, seen={Setting(2, ()): Seen(positions=10, games=games)})
    assert hardly(played)
    assert hardly_looked(played, "--effort 60").startswith(said)
    facts = looked(text_of(STONES).source, played)
    assert (facts["games"], facts["settings_played"], facts["settings"], facts["hardly"]) == (games, 1, settings, True)
    assert not hardly(Played(1, every=True, seen={Setting(2, ()): Seen(positions=10, games=20)}))
    assert not hardly(Played(1, every=True, seen={Setting(2, ()): Seen(positions=10, all=True)}))


@pytest.mark.thorough
@pytest.mark.sampled(5, 5)
@WASM
@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_found_in_the_shipped_games(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(effort, "LEAST_WORK", 2000)
    monkeypatch.setattr(going_round, "MOST_TRIED", 10)
    path = find(name)
    text = read_text(path.name, read(path, most=BYTES))
    found, played = found_in(text, Effort(work=2000))
    accepted = Acceptances(text.parsed.ruleset)
    assert not [each for each in found if not accepted.take(each.diagnostic)]
    assert len(played.seen) == 1
    assert all(each.all or each.games for each in played.seen.values())


def test_time_that_is_over_leaves_settings_out() -> None:
    text = text_of(STONES.replace("players 2", "players 2..5"))
    found, played = found_in(text, Effort(seconds=0.0))
    assert not found
    assert len(played.seen) == 1
    only_read = "3 settings were only read; a larger --effort plays more."
    told = (hardly_looked(played, "--effort 60"), *telling.left_out(played, 16))
    assert sum(each == only_read or "at 1 of 4 settings" in each for each in told if hardly(played)) == 1


def test_what_is_counted_ends_after_a_long_time_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(effort, "COUNTED_EFFORT_TIMEOUT_S", 0.0)
    _, played = found_in(text_of(STONES.replace("players 2", "players 2..5")), Effort(work=1_000_000))
    assert len(played.seen) == 1


def test_memory_that_is_full_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "fast_explorer", lambda *_, **__: None)
    _, played = found_in(text_of(DEEP.replace("code is 10", "code is more than 9999")), Effort(work=600, memory=5000))
    assert any("16 MB were full of positions" in each for each in telling.left_out(played, 16))


# ---- settings


def test_a_finding_names_the_settings_that_it_concerns() -> None:
    rules = STONES.replace("players 2\n", 'players 2..4\noption hard "Hard": yes or no, default no\n')
    rules = rules.replace(NEEDS, "    needs number is at most stones or (hard and player-count is more than 2)\n")
    text = text_of(rules)
    found, played = found_in(text, Effort(work=3000))
    assert [hole.diagnostic.code for hole in found] == ["goes-wrong"]
    (line,) = concerning(text.source, played)
    assert line == "stones.rules, line 16: [goes-wrong] was found only with at least 3 players and hard yes."


SETTINGS = [Setting(players, (("a", a), ("b", b))) for players in (2, 3, 4, 5) for a in (1, 2) for b in (True, False)]


@pytest.mark.parametrize(
    ("where", "words"),
    [
        (lambda _: True, ""),
        (lambda each: each.players == 3, "with 3 players"),
        (lambda each: each.players < 4, "with at most 3 players"),
        (lambda each: each.players > 2 and each.options[1][1], "with at least 3 players and b yes"),
        (lambda each: each == SETTINGS[5], "with 3 players and a 1 and b no"),
        (lambda each: each.players in (2, 4), "in 8 of 16 settings, such as 2 players and a 1 and b yes"),
    ],
)
def test_settings_in_few_words(where: object, words: str) -> None:
    assert callable(where)
    assert concerned(set(filter(where, SETTINGS)), SETTINGS) == words


def test_the_most_different_settings_come_first() -> None:
    ordered = list(most_different_first(SETTINGS))
    assert sorted(map(str, ordered)) == sorted(map(str, SETTINGS))
    assert {(each.players, each.options[0]) for each in ordered[:8]} == {
        (each.players, each.options[0]) for each in SETTINGS
    }


def test_twice_as_many_settings_are_not_compared_four_times_as_often(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = list[object]()

    def counted(*args: Any) -> object:
        calls.append(args)
        return heapreplace(*args)

    monkeypatch.setattr(playing, "heapreplace", counted)  # with each, new pairs are counted once more

    def compared(values: int) -> int:
        calls.clear()
        rows = ((i, j, (i + j) % values) for i in range(values) for j in range(values))
        settings = [Setting(2, tuple(zip("abc", row, strict=True))) for row in rows]
        assert len({*most_different_first(settings)}) == values**2
        return len(calls)

    assert compared(14) < 3 * compared(10)  # 196 settings and 100


def test_rules_that_are_slow_to_make_ready_do_not_use_up_all_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]

    def slow(text: Text, name: str, **setting: Any) -> Rules:
        clock[0] += 1.0
        return rules_of(text, name, **setting)

    monkeypatch.setattr(playing, "rules_of", slow)
    for module in (playing, effort):
        monkeypatch.setattr(module, "monotonic", lambda: clock[0])
    options = "".join(f"option o{number}: yes or no, default no\n" for number in range(5))
    text = text_of(STONES.replace("there is\n", f"{options}there is\n"))
    _, played = found_in(text, Effort(seconds=3.0))
    assert len(played.seen) == playing.READY_SECONDS + 3.0
    clock[0] = 0.0
    options = "".join(f"option o{number}: yes or no, default no\n" for number in range(7))
    text = text_of(STONES.replace("there is\n", f"{options}there is\n"))
    _, played = found_in(text, Effort(seconds=3.0))
    assert not played.every
    assert len(played.seen) == 1.0 + 3.0, "of a selection only the first costs nothing"


def test_watching_for_which_there_is_no_time_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is looked at may be late at any step; then other ways to look come next."""

    def late(*_: object) -> None:
        raise RulesFault(LATE, "")

    monkeypatch.setattr("rulewright.analysis.playtest.same_moves.Trials", late)
    _, played = found_in(text_of(STONES), Effort(work=500))
    assert played.sum("spent")


# ---- outcomes by number


@pytest.mark.parametrize("weights", [(1, 1, 1, 1), (2, 1, 3), (5,), ()])
def test_outcomes_have_numbers(weights: tuple[int, ...]) -> None:
    event = ChanceEvent(0, "shuffle", "deck", tuple(range(len(weights))), weights)
    outcomes = [outcome for outcome, _ in enumerate_outcomes(event).outcomes]
    assert [number_of(event, outcome) for outcome in outcomes] == list(range(len(outcomes)))
    assert [nth_outcome(event, number) for number in range(len(outcomes))] == outcomes
