"""Playing a tiny game: moves, refusals, faults, going back, sight, memory, imagining, perft."""

from collections.abc import Callable
from math import nan

import pytest
from attrs import evolve

from rulewright.analysis.exploration import Perft
from rulewright.loading import load
from rulewright.machine.chance import ChanceError, Given, Scripted, Seeded
from rulewright.machine.game import Game, IllegalMove, UnclearMove
from rulewright.machine.information import Seen
from rulewright.machine.interpret import RulesFault
from rulewright.machine.program.cell_map import State, from_bytes
from rulewright.machine.view import PieceView
from rulewright.searching import search
from tests.made.loading import loaded

from . import tiny


def dealt(*cards: str) -> Game:
    """A game with these cards on top: Ann's, Bob's, then the next ones."""
    return tiny.rules().start(chance=Scripted([Given("the deck", cards, rest=True)]))


def test_a_game_is_played_to_its_end() -> None:
    """Moves in the order of the rules, the end, the score."""
    game = dealt("one", "three", "two")
    assert game.deciders == (0,)
    assert game.moves(0) == [("lay", "one"), ("take",)]
    assert game.moves(1) == []
    game.play(0, ("take",))
    game.play(1, ("lay", "three"))
    assert game.moves(0) == [("lay", "one"), ("lay", "two"), ("take",)]
    game.play(0, ("lay", "two"))
    game.play(1, ("take",))
    assert game.over
    assert (game.scores, game.winners) == ((2, 3), (1,))
    assert game.broken_invariants() == ()


def test_rules_and_games_say_in_a_line_what_they_are() -> None:
    """As little as a prompt needs, however large the program is."""
    rules = tiny.rules()
    assert repr(rules) == f"<Rules {rules.core.title}, 2 players, sha256 {rules.sha256[:8]}>"
    game = dealt("one", "three", "two")
    called = f"<Game of {rules.core.title}: "
    assert repr(game) == f"{called}decision 1, seat 0 to move>"
    game.play(0, ("take",))
    assert repr(game) == f"{called}decision 2, seat 1 to move>"
    for seat, move in ((1, ("lay", "three")), (0, ("lay", "two")), (1, ("take",))):
        game.play(seat, move)
    assert repr(game) == f"{called}over, 4 decisions>"
    assert repr(rules.start()) == f"{called}decision 1, waiting for chance>"


def test_seeds_are_whole_numbers_modulo_2_to_the_64() -> None:
    """Any whole number is one, nothing else is."""
    rules = tiny.rules()
    assert rules.start(seed=-1).state == rules.start(seed=2**64 - 1).state
    with pytest.raises(TypeError, match="the seed of a game is a whole number, not 'x'"):
        rules.start(seed="x")
    with pytest.raises(TypeError, match="the number of a game is a whole number, not 1"):
        rules.start(seed=1, number=1.5)


NO_SEATS = ["0", True, 2.5, -1, 2, [], object()]
FOR_PLAYERS = {
    "play": ("take",),
    "why": ("take",),
    "moves": (),
    "parse_move": ("take",),
    "imagine": (Seeded(7),),
    "imagined": (Seeded(7),),
}
FOR_ANYONE = ["view", "standing", "information"]
NO_MOVES = [5, None, True, 2.5, object(), ("take", []), ("take", None)]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seat", NO_SEATS)
@pytest.mark.parametrize("asked", [*FOR_PLAYERS, *FOR_ANYONE])
def test_what_is_no_seat_is_told_so(asked: str, seat: object) -> None:
    with pytest.raises(ValueError, match="there is no seat"):
        getattr(dealt("two", "one", "three"), asked)(seat, *FOR_PLAYERS.get(asked, ()))


@pytest.mark.parametrize("asked", FOR_PLAYERS)
def test_a_spectator_does_nothing(asked: str) -> None:
    with pytest.raises(ValueError, match="None is a spectator"):
        getattr(dealt("two", "one", "three"), asked)(None, *FOR_PLAYERS[asked])


WRONG_ARGUMENTS: list[tuple[Callable[[Game], object], str]] = [
    (lambda game: game.undo("1"), "TypeError: what undo takes back is a whole number, not '1'"),
    (lambda game: game.undo(None), "TypeError: what undo takes back is a whole number, not None"),
    (lambda game: game.undo(True), "TypeError: what undo takes back is a whole number, not True"),
    (lambda game: game.undo(1.0), "TypeError: what undo takes back is a whole number, not 1.0"),
    (lambda game: game.undo(0), "ValueError: there are 1 decisions to take back, not 0"),
    (lambda game: game.back_to("1"), "TypeError: the number of a decision is a whole number, not '1'"),
    (lambda game: game.back_to(True), "TypeError: the number of a decision is a whole number, not True"),
    (lambda game: game.back_to(2), "ValueError: there is no decision 2: 1 were made"),
    (lambda game: game.parse_move(0, None), 'TypeError: the move to parse is a text, not None: write parse_move(0, "'),
    (lambda game: game.parse_move(0, ("take",)), "TypeError: the move to parse is a text, not ('take',): write"),
    (lambda game: game.rules.resume(None), "TypeError: a game goes on from a State or its bytes, not None"),
    (lambda game: game.rules.resume(game), "TypeError: a game goes on from a State or its bytes, not <Game of"),
    (lambda game: game.rules.resume(b""), "ValueError: these bytes are a state of other rules"),
    (lambda game: game.rules.resume(load("kuhn-poker").start(7).state), "ValueError: this is a state of other rules"),
    (lambda game: game.rules.resume(game.state, 7), "ChanceError: 7 is no source of chance"),
    (lambda game: game.rules.start(7, None), "TypeError: the number of a game is a whole number, not None"),
    (lambda game: game.rules.start(True), "TypeError: the seed of a game is a whole number, not True"),
    (lambda game: game.rules.start(7, "2"), "TypeError: the number of a game is a whole number, not '2'"),
    (lambda _: Seeded(None), "TypeError: the seed of a game is a whole number, not None"),
    (lambda _: Seeded("x"), "TypeError: the seed of a game is a whole number, not 'x'"),
    (lambda _: Seeded(7, 1.5), "TypeError: the number of a game is a whole number, not 1.5"),
    (lambda _: Seeded(7, None), "TypeError: the number of a game is a whole number, not None"),
    (lambda game: game.imagine(0, None), "ChanceError: None is no source of chance"),
    (lambda _: search(None, 0), "TypeError: a search begins at a Game, not None"),
    (lambda game: search(game, "0"), "ValueError: there is no seat '0'"),
    (lambda game: search(game, None), "ValueError: None is a spectator"),
    (lambda game: search(game, True), "ValueError: there is no seat True"),
    (lambda game: search(game, 0), "ValueError: seat 0 is not asked for a move now"),
    (lambda game: search(game, 1, iterations=0), "ValueError: iterations is 1 or more, not 0"),
    (lambda game: search(game, 1, iterations=-1), "ValueError: iterations is 1 or more, not -1"),
    (lambda game: search(game, 1, iterations=2.5), "TypeError: iterations is a whole number, not 2.5"),
    (lambda game: search(game, 1, seconds="1"), "TypeError: seconds is a number, not '1'"),
    (lambda game: search(game, 1, seconds=-1), "ValueError: seconds is 0 or more, not -1"),
    (lambda game: search(game, 1, seconds=nan), "ValueError: seconds is 0 or more, not nan"),
    (lambda game: search(game, 1, seed=None), "TypeError: the seed of a search is a whole number, not None"),
    (lambda game: search(game, 1, jobs=0), "ValueError: jobs is 1 or more, not 0"),
    (lambda game: search(game, 1, jobs="2"), "TypeError: jobs is a whole number, not '2'"),
    (lambda game: search(game, 1, memory=-1), "ValueError: memory is 0 or more, not -1"),
    (lambda game: search(game, 1, memory=None), "TypeError: memory is a whole number, not None"),
    (lambda game: search(game, 1, going=None), "TypeError: going is a function that says whether to go on, not None"),
]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("ask", "told"), WRONG_ARGUMENTS)
def test_wrong_arguments_are_told_in_our_words(ask: Callable[[Game], object], told: str) -> None:
    game = dealt("two", "one", "three")
    game.play(0, "take")
    before = game.record
    with pytest.raises((TypeError, ValueError, ChanceError)) as raised:
        ask(game)
    assert f"{raised.typename}: {raised.value}".startswith(told)
    assert game.record == before


def test_a_search_takes_no_more_memory_than_there_can_be() -> None:
    game = load("tic-tac-toe").start(1)
    assert search(game, 0, iterations=2, memory=10**25).iterations == 2


@pytest.mark.parametrize("asked", ["play", "why"])
@pytest.mark.parametrize("move", NO_MOVES)
def test_what_is_no_move_is_told_so(asked: str, move: object) -> None:
    with pytest.raises(TypeError, match="a move is a text, or its action and what is picked"):
        getattr(dealt("two", "one", "three"), asked)(0, move)


@pytest.mark.parametrize("players", ["2", True, 2.5, [], object()])
def test_players_are_a_whole_number(players: object) -> None:
    with pytest.raises(TypeError, match="players is a whole number, not"):
        load("kuhn-poker", players=players)


@pytest.mark.parametrize("options", ["2", 7, True, 2.5, object(), {3: 1}])
def test_options_are_a_mapping_from_names(options: object) -> None:
    with pytest.raises(TypeError, match="options are a mapping from names"):
        load("kuhn-poker", options=options)


def test_refusals_say_why() -> None:
    """Guards, picks, unknown words, arguments, turns."""
    game = dealt("one", "one", "two")
    game.play(0, ("lay", "one"))
    with pytest.raises(IllegalMove, match=r"never the same twice \(line 22\)"):
        game.play(1, ("lay", "one"))
    for move, message in [
        (("lay", "two"), "two cannot be picked here"),
        (("lay", "on"), "Did you mean one?"),
        (("lya", "one"), 'There is no action "lya". Did you mean lay?'),
        (("idle",), "idle is not offered here"),
        (("lay",), "lay needs one more word: card"),
        (("lay", "one", 3), "never the same twice"),
        (("take", "two"), "two is more than take takes"),
    ]:
        assert message in str(game.why(1, move)), move
    assert "It is not Ann who decides now, but Bob." in str(game.why(0, "take"))
    assert game.why(1, "take") is None


@pytest.mark.parametrize("decision", [-1, 0, 2])
def test_no_way_leads_before_a_decision_that_was_not_made(decision: int) -> None:
    """The game stands where it stood."""
    game = dealt("one", "three", "two")
    game.play(0, "take")
    before = game.state
    with pytest.raises(ValueError, match=f"there is no decision {decision}: 1 were made"):
        game.back_to(decision)
    assert game.state == before


def test_limits() -> None:
    """What is used up, and what blocks the ending of a choice."""
    until = "phase turn:\n    choose until idle:\n        lay\n        take, exactly once per turn\naction lay"
    turn = ("choose lay or take", "turn"), ("action lay", until)
    game = tiny.changed(*turn).start(seed=1)
    assert ("idle",) not in game.moves(0)
    assert "idle must wait: take has not been used yet." in str(game.why(0, "idle"))
    game.play(0, ("take",))
    assert ("take",) not in game.moves(0)
    assert "you have already used take in this turn" in str(game.why(0, "take"))
    assert ("idle",) in game.moves(0)


def test_text_to_move() -> None:
    """A unique part of a name is enough only where that is asked for."""
    game = dealt("two", "one", "three")
    assert game.parse_move(0, "lay two") == ("lay", "two")
    assert game.parse_move(0, "lay tw") == ("lay", "tw")
    assert game.parse_move(0, "lay tw", loosely=True) == ("lay", "two")
    game.play(0, ("take",))
    game.play(1, ("take",))
    with pytest.raises(UnclearMove, match="lay two or lay three"):
        game.parse_move(0, "lay t", loosely=True)


@pytest.mark.thorough
def test_a_fault_leaves_the_game_as_it_was() -> None:
    """An endless loop after a move: the state before it stays."""
    game = tiny.endless().start(seed=3)
    before = game.state, game.record, list(game.log)
    with pytest.raises(RulesFault, match="1,000,000 turns") as caught:
        game.play(0, game.moves(0)[0])
    assert caught.value.code == "endless-loop"
    assert (game.state, game.record, list(game.log)) == before
    game.play(0, ("take",))


def test_nobody_can_move_is_a_fault_unless_the_rules_go_on() -> None:
    with pytest.raises(RulesFault) as caught:
        tiny.stuck().start(seed=1)
    assert caught.value.code == "stuck"
    idle = ("action idle: nothing", "action idle:\n    needs deck is empty\n    nothing")
    ended = (
        "each player: choose lay or take",
        "each player:\n            choose idle\n            if you cannot: end game",
    )
    assert tiny.changed(ended, idle).start(seed=1).over


def test_at_once_any_order_gives_the_same_state() -> None:
    guard = "    needs card's sort is not row's last's sort   because \"never the same twice\"\n"
    rules, vectors = (
        tiny.changed(("each player: choose lay or take", "each player at once: choose lay"), (guard, "")),
        set(),
    )
    for first, second in ((0, 1), (1, 0)):
        game = rules.start(seed=2)
        assert game.deciders == (0, 1)
        game.play(first, game.moves(first)[0])
        assert game.deciders == (second,)
        assert game.information(second)[-1] == Seen("move", seat=first)
        game.play(second, game.moves(second)[0])
        vectors.add(game.state.vector)
    assert len(vectors) == 1


def test_a_state_is_data() -> None:
    """Bytes and back; resuming; copies live by themselves."""
    rules = tiny.rules()
    game = rules.start(seed=9)
    game.play(0, ("take",))
    data = game.state.to_bytes()
    assert from_bytes(rules.program, data) == game.state
    twin, resumed = game.copy(), rules.resume(data)
    for each in (twin, resumed):
        each.play(1, ("take",))
    assert twin.state == resumed.state != game.state
    with pytest.raises(ValueError, match="no whole state"):
        from_bytes(rules.program, data[:-1])
    with pytest.raises(ValueError, match="other rules"):
        rules.resume(b"x" * len(data))


def test_sight() -> None:
    """Zones and pieces as a seat may see them."""
    game = dealt("one", "three", "two")
    game.play(0, ("lay", "one"))
    zones = {(zone.name, zone.owners): zone for zone in game.view(1).zones}
    assert zones["deck", ()].pieces is None
    assert zones["deck", ()].size == 4
    assert zones["hand", ("Bob",)].pieces == (PieceView("three"),)
    assert zones["hand", ("Ann",)].pieces is None
    assert zones["row", ()].pieces == (PieceView("one", owner=0),)
    spectator = {(zone.name, zone.owners): zone for zone in game.view(None).zones}
    assert spectator["hand", ("Bob",)].pieces is None
    assert game.standing(1) == (1, 0)


def test_memory() -> None:
    """Who saw what: a deal, a draw, a card played."""
    game = dealt("one", "three", "two")
    game.play(0, ("take",))
    game.play(1, ("lay", "three"))
    ann, bob = game.information(0), game.information(1)
    drawn = Seen("moved", piece="two", places=(("deck", None), ("Ann's hand", None)))
    assert drawn in ann
    assert evolve(drawn, piece="?") in bob
    assert ann[-2:] == bob[-2:]
    assert ann[-2] == Seen("move", seat=1, name="lay", items=("three",))


def test_imagining_deals_anew() -> None:
    """Other seats' cards differ from deal to deal."""
    game = dealt("one", "three", "two")
    imagined = [game.rules.resume(game.imagine(0, Seeded(seed))).view(1) for seed in range(40)]
    hands = {zone.pieces for view in imagined for zone in view.zones if zone.owners == ("Bob",)}
    assert hands == {(PieceView(sort),) for sort in ("one", "two", "three")}


def test_perft_with_and_without_merging(monkeypatch: pytest.MonkeyPatch) -> None:
    """All ways of chance and moves; the numbers are the same either way."""
    monkeypatch.setattr("rulewright.analysis.exploration.fast_explorer", lambda *_: None)
    rules = tiny.rules()
    merged, plain = list(Perft(rules).depths(4)), list(Perft(rules, merge=False).depths(4))
    assert merged == plain
    assert merged[0].paths == 90
    assert merged[1].paths == 180
    assert merged[4].ended == merged[4].paths
    assert all(depth.complete for depth in merged)


def test_states_with_equal_vectors_are_equal() -> None:
    """What led there does not matter."""
    rules = tiny.rules()
    assert State((1, 2), rules.program) == State((1, 2), tiny.stuck().program)


HOLDING = """\
game "Holding"
    players 2
color is one of red, green, blue
rank is 2..4, called 3 jack
there is
    bank: counts of color
each player has
    picked: set of color, seen by owner
    ranks-seen: set of rank
play:
    each player: choose act
action act "Act":
    pick color from colors
    add color to your picked
    if you is players's last: add 4 to your ranks-seen
    add 3 to your ranks-seen
    add color + color to bank
    reveal your picked
    reveal all ranks-seen
    tell "{you}: {bank}" to you
scoring:
    score of player: 0
    winners: nobody
"""


def test_what_sets_and_counts_hold_is_told_in_their_order() -> None:
    game = loaded(HOLDING).start(seed=1)
    game.play(0, ("act", "blue"))
    game.play(1, ("act", "green"))
    told = [[seen.name for seen in game.information(seat) if seen.what == "told"] for seat in (0, None)]
    for_all = ["player-1's picked: blue", "player-1's ranks-seen: jack", "player-2's ranks-seen: nothing"]
    later = ["player-2's picked: green", "player-1's ranks-seen: jack", "player-2's ranks-seen: jack, 4"]
    assert told == [[*for_all, "player-1: blue * 2", *later], [*for_all, *later]]
