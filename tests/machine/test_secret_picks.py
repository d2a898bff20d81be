"""What is picked `seen by you` is told to nobody else, whatever it is: neither which, nor of several how many."""

from collections import defaultdict

import pytest

from rulewright.machine.chance import Seeded
from rulewright.machine.foresight import told_to
from rulewright.machine.game import Game, Rules
from rulewright.machine.information import Seen
from rulewright.machine.record import BackLine
from rulewright.table.reader import transcript
from tests.machine.stepping import seat_file_lines
from tests.made.loading import loaded

TEXT = """game "In secret"
    players 3
field is grid 2 by 2
component card, called "card-{{rank}}": rank 1..3
    1 of any
each player has
    hand: hand of card
    fan: row of card, seen by owner
    memo: 0..99, seen by owner
setup:
    move all box to players' first's hand
    each player: move all your hand to your fan
play:
    ask players' first: choose act
    each player: choose act or rest
action act "Do it":
    {pick}, seen by you
    set your memo to {memo}
action rest "Nothing": nothing
scoring:
    score of player p: its memo
    winners: nobody
"""
IN_HAND = TEXT.replace("    each player: move all your hand to your fan\n", "")
PICKS = {
    "number": ("pick n from 1..9", "n"),
    "name": ("pick c from cards where it is not card-2", "c's rank"),
    "player": ("pick p from players", "p's memo + 1"),
    "place": ("pick there from fields", "2"),
    "word": ("pick w from here, there", "3"),
    "place or none": ("pick there from fields where it is edge if there is one", "2"),
    "several": ("pick 0..2 them from fields", "them's size"),
    "several again": ("pick 1..3 them from 1..2, repeats allowed", "them's size"),
    "several of both": ("pick 0..2 them from fields, seen by you\n    pick 0..1 extra from 1..3", "them's size"),
    "in order": ("pick 2 them from fields, in order", "2"),
    "piece": ("pick one from your fan", "one's rank"),
    "pieces": ("pick 1..3 some-cards from your fan", "some-cards's size"),
}


def known_to(game: Game, seat: int | None) -> tuple[object, ...]:
    """Everything that a seat, or nobody, is told."""
    moves = () if seat is None else tuple(game.moves(seat))
    said = tuple(remark.text for remark in transcript(game, seat).remarks)
    lines = tuple(seat_file_lines(game, seat))
    return game.view(seat), game.standing(seat), game.information(seat), moves, lines, said


def rules_of(pick: str, memo: str, text: str = TEXT) -> Rules:
    return loaded(text.format(pick=pick, memo=memo), 3)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("text", [TEXT, IN_HAND], ids=["row", "hand"])
@pytest.mark.parametrize("sort", PICKS)
def test_nobody_else_is_told_which(sort: str, text: str) -> None:
    pick, memo = PICKS[sort]
    rules = rules_of(pick.replace("fan", "hand" if text is IN_HAND else "fan"), memo, text)
    told = defaultdict[int | None, set[object]](set)
    moves = rules.start().moves(0)
    assert len(moves) > 1
    for move in moves:
        game = rules.start()
        game.play(0, move)
        for watcher in (1, 2, None):
            told[watcher].add(repr(known_to(game, watcher)))
        assert game.information(0)[-1] == Seen("move", seat=0, name="act", items=move[1:])
    assert [len(each) for each in told.values()] == [1, 1, 1]


def test_of_several_before_others_nobody_is_told_where_they_end() -> None:
    game = rules_of(
        "pick 0..2 bs from fields, seen by you\n    pick 1..2 cs from 7..9\n    pick d from 1..3", "d"
    ).start()
    game.play(0, "act a2 / 7 9 / 2")
    assert game.information(1)[-1].items == ("?", 7, 9, "/", "?")
    assert game.information(0)[-1].items == ("a2", "/", 7, 9, "/", 2)


def test_each_pick_is_told_by_itself() -> None:
    """Of a pick that nobody else sees one sign, of the others what was picked."""
    lines = ["pick a from 1..3", "pick 2 bs from 1..3, seen by you", "pick c from 7..8", "pick 0..1 ds from fields"]
    game = rules_of("\n    ".join(lines), "c").start()
    game.play(0, ("act", 2, 1, 3, 8, "a2"))
    for watcher in (1, None):
        assert game.information(watcher)[-1].items == (2, "?", 8, "?")
    assert game.information(0)[-1].items == (2, 1, 3, 8, "a2")
    assert '"move":["act",2,"?",8,"?"]' in [*seat_file_lines(game, 2)][-1]


@pytest.mark.parametrize("sort", PICKS)
def test_what_may_follow_is_told_as_it_would_be(sort: str) -> None:
    rules = rules_of(*PICKS[sort])
    choices = rules.start().choices(0)
    for move, choice in choices.items():
        game = rules.start()
        foreseen = told_to(game, 1, 0, move, choice)
        game.play(0, move)
        seen = game.information(1)[-1]
        assert foreseen == (seen.name, *seen.items)


def test_the_moves_of_the_seat_itself_are_as_without_it() -> None:
    for pick, memo in PICKS.values():
        open_ = loaded(TEXT.replace(", seen by you", "").format(pick=pick, memo=memo), 3)
        assert rules_of(pick, memo).start().moves(0) == open_.start().moves(0)


def test_to_take_it_back_tells_nothing() -> None:
    game = rules_of("pick n from 1..9", "n").start()
    game.play(0, ("act", 4))
    game.back_to(1)
    assert game.lines[-1] == BackLine(1, seen=False)


def test_a_piece_that_is_moved_is_told_as_it_moves() -> None:
    """The move names nothing; what happens then is seen as ever."""
    text = TEXT.replace("set your memo to {memo}", "move {memo} to your opponent-fan").replace(
        "    memo: 0..99", "    opponent-fan: row of card, seen by everyone\n    memo: 0..99"
    )
    game = loaded(text.format(pick="pick one from your fan", memo="one"), 3).start()
    game.play(0, ("act", "card-2"))
    assert [(each.what, each.piece, each.items) for each in game.information(1)[-2:]] == [
        ("move", None, ("?",)),
        ("moved", "card-2", ()),
    ]


def test_at_once_it_is_as_secret_as_all_that_is_chosen_at_once() -> None:
    text = TEXT.replace("each player: choose act or rest", "each player at once: choose act or rest")
    text = text.replace("    ask players' first: choose act\n", "")
    game = loaded(text.format(pick="pick n from 1..9", memo="n"), 3).start()
    for seat in (2, 0, 1):
        game.play(seat, ("act", seat + 1))
    assert game.information(None)[-3:] == tuple(Seen("move", seat=seat) for seat in (2, 0, 1))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("sort", PICKS)
def test_it_is_imagined_as_any_that_looks_the_same(sort: str) -> None:
    """What others imagine does not depend on which it was, and comes to more than one value where there is more."""
    rules = rules_of(*PICKS[sort])
    found = set[tuple[tuple[int, ...], ...]]()
    for move in rules.start().moves(0):
        game = rules.start()
        game.play(0, move)
        imagined = [game.imagined(1, Seeded(seed)) for seed in range(12)]
        assert all(each.consistent for each in imagined)
        found.add(tuple(each.state.vector for each in imagined))
    assert len(found) == 1
    memos = {rules.resume(each.state).view(0).variables[0].value for each in imagined}
    assert len(memos) > 1 or PICKS[sort][1] in ("2", "3", "p's memo + 1")
